"""Rules of a board beyond its units: killer cages, thermometers, dots, and others, each as frozen data.

Every rule has a check of a grid, which calls no solver, and one definition in the methods of a backend, which serves
all formulations.

Recipe: add a rule of your own
------------------------------

A frozen dataclass with `cells` and a method `holds` is enough:

    @dataclass(frozen=True)
    class Product(CellRule):
        cells: tuple[Cell, ...]
        product: int

        def holds(self, digits):
            return math.prod(digits) == self.product

    board = Board.of_size(9).with_rules(Product([(1, 1), (1, 2), (1, 3)], 24))

1. `holds(digits)` takes the digits of the cells in order, and is the meaning of the rule: answers are checked with it.
2. `define(m, cells)` states it for solvers. Its default is a table of all combinations of digits that `holds` allows;
   write one where a linear row or a global constraint says the same in less, as `KillerCage.define` does.
   `cells.value(i)` is the digit of cell i as a linear expression, `cells.holds(i, d)` a binary for "cell i holds d",
   and `cells.implies({i: d}, ...)` states what follows when cell i holds d.
3. `start`, `step` and `accepts` are an automaton that reads the digits one by one, for rules on more than about five
   cells: see `Thermometer` and `KillerCage`. Certificates, candidates and the default definition use it.
4. Pictures show a thin line around its cells with its number, and its docstring below; `drawing.elements.register`
   gives it a drawing of its own: see `puzzles.drawing.of_rules`.
5. A rule for the whole board derives from `Rule`, and gives `units` or `parts`, as `AntiKnight` and `AllDotsGiven` do.
"""

from .lines import Palindrome, Renban, Skyscraper, Thermometer, Whisper
from .marks import MARKS, BlackDot, Even, GreaterThan, Odd, Pair, Quadruple, Unrelated, VMark, WhiteDot, XMark
from .records import RULES, as_record, from_record
from .rule import CellRule, CellView, Rule, cell_name
from .sums import Arrow, KillerCage, LittleKiller, Sandwich
from .whole_board import AllDotsGiven, AllGiven, AllWhiteDotsGiven, AllXVGiven, AntiKing, AntiKnight

__all__ = [
    "MARKS",
    "RULES",
    "AllDotsGiven",
    "AllGiven",
    "AllWhiteDotsGiven",
    "AllXVGiven",
    "AntiKing",
    "AntiKnight",
    "Arrow",
    "BlackDot",
    "CellRule",
    "CellView",
    "Even",
    "GreaterThan",
    "KillerCage",
    "LittleKiller",
    "Odd",
    "Pair",
    "Palindrome",
    "Quadruple",
    "Renban",
    "Rule",
    "Sandwich",
    "Skyscraper",
    "Thermometer",
    "Unrelated",
    "VMark",
    "Whisper",
    "WhiteDot",
    "XMark",
    "as_record",
    "cell_name",
    "from_record",
]
