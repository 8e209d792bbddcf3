"""The pictures of the lessons: each function takes data and an optional matplotlib `Axes`, and returns the `Axes`.

This needs matplotlib, which comes with the extra `lab`.
"""

from .boards import board
from .maps import AUSTRALIA, coloured_map, constraint_graph
from .matrices import spy
from .relaxations import not_equal, order_binary, relaxation
from .style import PALETTE
from .trees import search_tree
from .value_graphs import value_graph

__all__ = [
    "AUSTRALIA",
    "PALETTE",
    "board",
    "coloured_map",
    "constraint_graph",
    "not_equal",
    "order_binary",
    "relaxation",
    "search_tree",
    "spy",
    "value_graph",
]
