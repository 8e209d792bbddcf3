"""Linear constraints combined by and, or, not and numbers of those that hold, as `Reified` records."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import inf
from typing import Any

from .records import (
    AllDifferent,
    Column,
    Conjunction,
    Constraint,
    Element,
    Exclude,
    Implication,
    Linear,
    NotEqual,
    Reified,
    Table,
    Term,
    simple_term,
    variable_term,
)

Part = Term | Reified
"""What holds or not: an expression that is 1 or 0, or a row."""
NOTHING = Term((), ())


def literal(column: Column, value: int = 1) -> Term:
    """A binary, or its negation.

    >>> literal(3, 0)
    Term(columns=(3,), coefficients=(-1,), constant=1)
    """
    return variable_term(column) if value else Term((column,), (-1,), 1)


def row(term: Term, lower: float = -inf, upper: float = inf) -> Reified:
    """A term is within bounds."""
    return Reified(term, lower, upper, (), "")


def number_of(parts: Iterable[Part], lower: float, upper: float = inf, more: Term = NOTHING) -> Reified:
    """The number of parts that hold, plus a term, is within bounds."""
    every = list(parts)
    term = total([more, *(part for part in every if isinstance(part, Term))])
    return Reified(term, lower, upper, tuple((1, part) for part in every if isinstance(part, Reified)), "")


def any_of(parts: Iterable[Part]) -> Reified:
    """At least one part holds."""
    return number_of(parts, 1)


def all_of(parts: Sequence[Part]) -> Part:
    """All parts hold."""
    return parts[0] if len(parts) == 1 else number_of(parts, len(parts))


def negated(part: Part) -> Part:
    """A part does not hold."""
    return total([Term((), (), 1)], [part]) if isinstance(part, Term) else number_of([part], -inf, 0)


def total(added: Iterable[Term], subtracted: Iterable[Term] = ()) -> Term:
    """The sum of some terms without others.

    >>> total([variable_term(0), Term((1,), (2,), 3)], [variable_term(1)])
    Term(columns=(0, 1), coefficients=(1, 1), constant=3)
    """
    terms = [*added, *(scaled(-1, term) for term in subtracted)]
    columns = [k for term in terms for k in term.columns]
    coefficients = [c for term in terms for c in term.coefficients]
    return simple_term(columns, coefficients, sum(term.constant for term in terms))


def scaled(factor: float, term: Term) -> Term:
    """A multiple of a term.

    >>> scaled(3, Term((0,), (2,), 1))
    Term(columns=(0,), coefficients=(6,), constant=3)
    """
    return Term(term.columns, tuple(factor * c for c in term.coefficients), factor * term.constant)


def is_value(term: Term, value: float) -> Part:
    """A term has a value."""
    return row(term, value, value)


def stated(part: Part, label: Any) -> Constraint:
    """The simplest record which says that a part holds.

    >>> stated(any_of([literal(0, 0), row(variable_term(1), 2)]), "if").conditions
    ((0, 1),)
    """
    if isinstance(part, Term):
        part = row(part, 1)
    term = part.term
    if not part.parts:
        return part.row._replace(label=label)
    (weight, first), *others = part.parts
    is_clause = {1, -1}.issuperset(term.coefficients) and term.constant == term.coefficients.count(-1)
    if is_clause and not others and not first.parts and (weight, part.lower, part.upper) == (1, 1, inf):
        conditions = tuple((k, int(c < 0)) for k, c in zip(term.columns, term.coefficients, strict=True))
        return Implication(conditions, first.row._replace(label=label), label)
    return replace(part, label=label)


def all_stated(parts: Iterable[Part | Constraint], label: Any) -> Constraint:
    """One record for several parts, each of which holds."""
    is_part = (Term, Reified)
    records = tuple(stated(each, label) if isinstance(each, is_part) else each for each in parts)
    return records[0] if len(records) == 1 else Conjunction(records, label)


def part_of(record: Constraint) -> Part | None:
    """A record as a row over the truth of others; None where it is of another kind."""
    match record:
        case Linear():
            return row(Term(tuple(record.columns), tuple(record.coefficients)), record.lower, record.upper)
        case Reified():
            return record
        case NotEqual():
            return negated(is_value(record.difference, 0))
        case AllDifferent():
            pairs = [(a, b) for k, a in enumerate(record.terms) for b in record.terms[:k]]
            return number_of((is_value(total([a], [b]), 0) for a, b in pairs), -inf, 0)
        case Exclude():
            same = [is_value(variable_term(k), value) for k, value in record.values]
            return number_of(same, -inf, len(same) - record.at_least)
        case Table():
            taken = [all_of(list(map(is_value, record.terms, values))) for values in record.tuples]
            return any_of(taken) if record.allowed else number_of(taken, -inf, 0)
        case Element():
            at = [(is_value(record.index, i), total([record.value], [each])) for i, each in enumerate(record.array)]
            return any_of(all_of([index, is_value(difference, 0)]) for index, difference in at)
        case Implication():
            unmet = [negated(is_value(variable_term(k), value)) for k, value in record.conditions]
            return any_of([*unmet, part_of(record.row)])  # type: ignore[list-item]
        case Conjunction():
            parts = list(map(part_of, record.parts))
            return None if None in parts else all_of(parts)  # type: ignore[arg-type]
        case _:
            return None
