"""Rules of a submission's own: its class stays in the process of the answers, and the judge gets a stand-in.

The stand-in has the fields of the rule, and calls its methods in the other process.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields, make_dataclass
from typing import Any

from ...puzzles.rules import CellRule, Rule
from ...puzzles.rules.own_rules import is_own

__all__ = ["is_own_rule", "rule_as_plain", "stand_in_for"]

METHODS = ("holds", "define", "step", "accepts", "check_board")
CONSTANTS = ("start", "kind", "title")


def is_own_rule(value: Any) -> bool:
    """Whether this is a rule whose class a submission has defined."""
    return isinstance(value, Rule) and is_own(value)


def rule_as_plain(rule: Any, write: Callable[[Any], Any]) -> dict[str, Any]:
    """A rule as JSON: its fields, and its own methods as functions."""
    base = CellRule if isinstance(rule, CellRule) else Rule
    kind = type(rule)
    own = [name for name in (*METHODS, *CONSTANTS) if getattr(kind, name, None) is not getattr(base, name, None)]
    return {
        "t": "rule",
        "name": kind.__name__,
        "on_cells": base is CellRule,
        "fields": [[each.name, each.compare, write(getattr(rule, each.name))] for each in fields(rule)],
        "more": [name for name in vars(rule) if name not in {each.name for each in fields(rule)}],
        "methods": {name: write(getattr(rule, name)) for name in own if name in METHODS},
        "constants": {name: write(getattr(rule, name)) for name in own if name in CONSTANTS},
        "text": str(rule),
    }


def stand_in_for(plain: Mapping[str, Any], read: Callable[[Any], Any]) -> Any:
    """The stand-in for a rule of `rule_as_plain`."""
    methods = {name: read(function) for name, function in plain["methods"].items() if name in METHODS}
    constants = {name: read(value) for name, value in plain["constants"].items() if name in CONSTANTS}
    space: dict[str, Any] = {name: _method(name, function) for name, function in methods.items()}
    space |= {name: _constant(value) for name, value in constants.items()}
    text = str(plain["text"])[:300]
    space |= {"__str__": lambda self: text, "__module__": "__main__"}
    values = {str(name): read(value) for name, _, value in plain["fields"]}
    base = CellRule if plain["on_cells"] else Rule
    kind = make_dataclass(str(plain["name"]), list(values), bases=(base,), namespace=space, frozen=True)
    made = kind(**values)
    for name in plain["more"]:  # which no rule should have: the board says so
        object.__setattr__(made, str(name), None)
    return made


def _method(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """A method that calls the other process; its answers on digits are kept, for they are asked for very often."""
    kept: dict[Any, Any] = {}

    def method(self: Any, *arguments: Any) -> Any:
        if name in ("define", "check_board"):
            return function(*arguments)
        if arguments not in kept:
            kept[arguments] = function(*arguments)
        return kept[arguments]

    return method


def _constant(value: Any) -> property:
    return property(lambda self: value)
