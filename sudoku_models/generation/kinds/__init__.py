"""The kinds of rules that the generator draws.

Recipe: add a kind of your own
------------------------------

1. Write a function that takes a `Sketch` (a full grid and a random number generator) and a share, and returns rules
   that hold in the grid, in random order.
2. `KINDS["name"] = Kind("what it is, for the help", function)`.

`generate(rules="name")` and the command line know it then. The reduction asks only for `holds` and the automaton of a
rule, so a rule of your own works as well.
"""

from .boards import random_regions
from .kind import BoardKind, Kind, Sketch
from .requests import KINDS, KindRequest, board_for, draw_rules, refine_rules, requested_kinds

__all__ = [
    "KINDS",
    "BoardKind",
    "Kind",
    "KindRequest",
    "Sketch",
    "board_for",
    "draw_rules",
    "random_regions",
    "refine_rules",
    "requested_kinds",
]
