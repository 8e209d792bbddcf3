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

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from ...errors import InputError
from ..values import short_repr
from .lines import Palindrome, Renban, Skyscraper, Thermometer, Whisper
from .marks import MARKS, BlackDot, Even, GreaterThan, Odd, Pair, Quadruple, Unrelated, VMark, WhiteDot, XMark
from .rule import CellRule, CellView, Rule, coordinates
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
    "coordinates",
    "from_record",
]


RULES: dict[str, type[Rule]] = {
    rule.__name__: rule
    for rule in (
        *(KillerCage, LittleKiller, Arrow, Sandwich, Thermometer, Whisper, Renban, Palindrome, Skyscraper),
        *(GreaterThan, WhiteDot, BlackDot, XMark, VMark, AllDotsGiven, AllWhiteDotsGiven, AllXVGiven),
        *(Even, Odd, Quadruple, AntiKnight, AntiKing),
    )
}
"""The rules of this package by name."""


def as_record(rule: Rule) -> dict[str, Any]:
    """A rule as plain data, from which `from_record` makes it again.

    Raises:
        InputError: When it is a rule of the user's own, which plain data cannot name.

    >>> as_record(KillerCage(3, [(1, 1), (1, 2)]))
    {'rule': 'KillerCage', 'total': 3, 'cells': 'r1c1 r1c2', 'different': True}
    """
    name = type(rule).__name__
    if RULES.get(name) is not type(rule):
        raise InputError(
            f"the rule {str(rule)!r} is of the class {name}, which is not a rule of this package, so it cannot be "
            "written as data"
        )
    values = {field.name: getattr(rule, field.name) for field in fields(rule)}
    if isinstance(rule, CellRule):
        values["cells"] = " ".join(map(coordinates, values["cells"]))
    return {"rule": name} | {key: list(value) if isinstance(value, tuple) else value for key, value in values.items()}


def from_record(record: Any) -> Rule:
    """The rule of a record.

    Raises:
        InputError: When there is no such rule, or the record is not complete.

    >>> from_record({"rule": "Thermometer", "cells": "r1c1 r1c2"})
    Thermometer(cells=((1, 1), (1, 2)))
    """
    if not isinstance(record, Mapping) or not isinstance(record.get("rule"), str):
        raise InputError(f"a rule must be given as a record with its name, not {short_repr(record)}")
    arguments = dict(record)
    name = arguments.pop("rule")
    if name not in RULES:
        raise InputError(f"there is no rule {short_repr(name)}; the rules are {', '.join(RULES)}")
    try:
        return RULES[name](**arguments)
    except TypeError as error:
        raise InputError(f"the rule {name} cannot be made from {short_repr(record)}: {error}") from None
