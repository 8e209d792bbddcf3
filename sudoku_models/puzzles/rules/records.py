"""Rules as plain data, for JSON: the claim of a certificate, a saved game, the digest of a benchmark."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from ...errors import InputError
from ..values import short_repr
from .lines import Palindrome, Renban, Skyscraper, Thermometer, Whisper
from .marks import BlackDot, Even, GreaterThan, Odd, Quadruple, VMark, WhiteDot, XMark
from .rule import CellRule, Rule, cell_name
from .sums import Arrow, KillerCage, LittleKiller, Sandwich
from .whole_board import AllDotsGiven, AllWhiteDotsGiven, AllXVGiven, AntiKing, AntiKnight

__all__ = ["RULES", "as_record", "from_record"]

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
        values["cells"] = " ".join(map(cell_name, values["cells"]))
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
