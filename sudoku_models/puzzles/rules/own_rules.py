"""Checks of rules of the user's own: that they are told apart, say something, and do not contradict themselves."""

from dataclasses import fields
from functools import cached_property, lru_cache
from itertools import product

from ...errors import InputError
from .automaton import paths
from .rule import LARGEST_TABLE, CellRule, Rule

__all__ = ["check_fields", "check_meaning", "is_own"]


def is_own(rule: Rule) -> bool:
    """Whether the class of a rule is the user's own, and not of this package.

    >>> from sudoku_models.puzzles.rules import KillerCage
    >>> is_own(KillerCage(3, "r1c1 r1c2"))
    False
    """
    return not type(rule).__module__.startswith(f"{__package__}.")


def check_fields(rule: Rule) -> None:
    """Check that a rule is told apart from others by all that it says, and that it says something.

    Raises:
        InputError: When it has attributes that are not fields; when it is for the whole board, and its class has
            neither units nor parts.

    >>> class Forgotten(CellRule):
    ...     def __init__(self, cells):
    ...         object.__setattr__(self, "cells", cells)
    >>> check_fields(Forgotten(((1, 1),)))
    Traceback (most recent call last):
    ...
    sudoku_models.errors.InputError: 'cells' is no field of the rule class Forgotten, so different rules would be \
equal; write @dataclass(frozen=True) above the class, and list its fields
    """
    kind, known = type(rule), {field.name for field in fields(rule)}
    for name in vars(rule):
        if name not in known and not isinstance(getattr(kind, name, None), cached_property):
            raise InputError(
                f"{name!r} is no field of the rule class {kind.__name__}, so different rules would be equal; write "
                "@dataclass(frozen=True) above the class, and list its fields"
            )
    if not issubclass(kind, CellRule) and kind.units is Rule.units and kind.parts is Rule.parts:
        raise InputError(
            f"the rule class {kind.__name__} has neither units nor parts, so it would say nothing; give it one of "
            "these methods, or derive it from CellRule and give it cells and holds"
        )


@lru_cache(maxsize=1024)
def check_meaning(rule: CellRule, n: int) -> None:
    """Check on all digits 1..n that the automaton of a rule accepts what `holds` does, unless there are too many.

    Raises:
        InputError: When they differ; the message has the digits.
    """
    if n ** len(rule.cells) > LARGEST_TABLE:
        return
    accepted = {*paths(rule.unfolded([range(1, n + 1)] * len(rule.cells)))}
    for digits in product(range(1, n + 1), repeat=len(rule.cells)):
        if bool(rule.holds(digits)) != (digits in accepted):
            one, other = ("allows", "does not accept") if digits not in accepted else ("forbids", "accepts")
            raise InputError(
                f"the rule {str(rule)!r} contradicts itself: holds {one} the digits {' '.join(map(str, digits))}, and "
                f"its automaton (start, step, accepts) {other} them"
            )
