"""The objects of CP-SAT's backend: constraints by their index, and domains."""

from collections.abc import Sequence
from typing import Any

from ortools.sat.python import cp_model

from .records import Logical

__all__ = ["EMPTY", "NOTHING", "Row", "domain_of", "set_domain"]

EMPTY = cp_model.CpModel()  # a global reference: the constraint below is freed together with its model
EMPTY.proto.constraints.add()
NOTHING = str(EMPTY.proto.constraints[0])
"""An empty constraint as text."""


class Row:
    """A constraint of the `CpModel`, by its index in the protocol buffer, or a gap in a domain (index -1).

    Attributes:
        index: The index, or -1.
        in_force: Whether it is a constraint of the model; a part of another one is not.
        meaning: What it is read as; None to read the protocol buffer.
        text: With a meaning: the constraint and its parts as text, to notice that one was edited.
        parts: Further constraints of the `CpModel` that belong to this one.
    """

    def __init__(self, index: int, in_force: bool = True, meaning: Logical | None = None, text: str = "") -> None:
        self.index = index
        self.in_force = in_force
        self.meaning = meaning
        self.text = text
        self.parts: list[Row] = []


def set_domain(proto: Any, domain: list[int]) -> None:
    """Give a variable of the protocol buffer another domain, the ends of its intervals."""
    proto.domain.clear()
    proto.domain.extend(domain)


def domain_of(tuples: Sequence[Sequence[int]], allowed: bool) -> cp_model.Domain:
    """The values of the term of a table that has only one.

    >>> str(domain_of([(1,), (2,), (5,)], allowed=True))
    '[1,2][5]'
    """
    values = cp_model.Domain.from_values([value for (value,) in tuples])
    return values if allowed else values.complement()
