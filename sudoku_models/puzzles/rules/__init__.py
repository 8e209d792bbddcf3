"""Rules of a board beyond its units: killer cages, thermometers, dots, and others, each in a file of its own.

The class of a rule has all that the package knows of it: its cells and what it means, what it states for solvers, how
a person argues with it, its drawing and its words, how it is drawn by hand and placed at random, and the formats of
other programs. `RULES` collects the classes. `notebooks/reference/adding.md` has the recipe for another one.
"""

from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any

from ...errors import InputError
from ..values import short_repr
from .arrow import Arrow
from .between import Between
from .chess import AntiKing, AntiKnight
from .clone import Clone
from .dots import AllBlackDotsGiven, AllDotsGiven, AllWhiteDotsGiven, BlackDot, WhiteDot
from .entropic import Entropic
from .extremes import Maximum, Minimum
from .greater_than import GreaterThan
from .indexer import Indexer
from .killer_cage import KillerCage
from .little_killer import LittleKiller
from .one_of import OneOf
from .pairs import MARKS, AllGiven, Pair, Unrelated
from .palindrome import Palindrome
from .parity import Even, Odd
from .quadruple import Quadruple
from .region_sums import RegionSums
from .renban import Renban
from .rule import CellRule, CellView, Rule, coordinates
from .sandwich import Sandwich
from .skyscraper import Skyscraper
from .thermometer import Thermometer
from .whisper import Whisper
from .x_sum import XSum
from .xv import AllXVGiven, VMark, XMark
from .zipper import Zipper

__all__ = [
    "MARKS",
    "RULES",
    "AllBlackDotsGiven",
    "AllDotsGiven",
    "AllGiven",
    "AllWhiteDotsGiven",
    "AllXVGiven",
    "AntiKing",
    "AntiKnight",
    "Arrow",
    "Between",
    "BlackDot",
    "CellRule",
    "CellView",
    "Clone",
    "Entropic",
    "Even",
    "GreaterThan",
    "Indexer",
    "KillerCage",
    "LittleKiller",
    "Maximum",
    "Minimum",
    "Odd",
    "OneOf",
    "Pair",
    "Palindrome",
    "Quadruple",
    "RegionSums",
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
    "XSum",
    "Zipper",
    "as_record",
    "coordinates",
    "from_record",
]


RULES: dict[str, type[Rule]] = {
    rule.__name__: rule
    for rule in (
        *(KillerCage, LittleKiller, Arrow, Sandwich, Thermometer, Whisper, Renban, Palindrome, Skyscraper),
        *(GreaterThan, WhiteDot, BlackDot, XMark, VMark),
        *(AllDotsGiven, AllWhiteDotsGiven, AllBlackDotsGiven, AllXVGiven),
        *(Even, Odd, OneOf, Quadruple, AntiKnight, AntiKing),
        *(Between, Minimum, Maximum, Clone, XSum, RegionSums, Entropic, Indexer, Zipper),
    )
}
"""The rules of this package by name."""


def as_record(rule: Rule) -> dict[str, Any]:
    """A rule as plain data, from which `from_record` makes it again.

    A field that a rule got after records of it were published is left out at the value that its metadata say.

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
    every = ((field, getattr(rule, field.name)) for field in fields(rule))
    values = {field.name: value for field, value in every if value != field.metadata.get("left out", MISSING)}
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
