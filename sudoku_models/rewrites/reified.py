"""reified -> implications, by a binary for each part."""

from collections.abc import Sequence
from dataclasses import replace
from math import inf
from typing import Any

from ..backends import Backend, Conjunction, Implication, Linear, Reified, Term
from ..backends.logic import literal, scaled, stated, total
from ..backends.numbers import whole
from ..errors import UnsupportedError
from ..runtime.limits import check_deadline
from .links import Links, unused

Known = dict[Any, Term]
"""The truth of the rows that were met before: a binary, its negation, or a number."""


def reified_binaries(m: Backend, constraints: Sequence[Reified], links: Links) -> None:
    """From a row over the truth of other rows to a binary for each of these.

    From
        lower <= e + sum of w[k] * [r[k] holds] <= upper,       each r[k] such a row in turn
    To
        y[k] in {0, 1}
        y[k] = 1 implies r[k]
        y[k] = 0 implies that r[k] is violated      see `Backend.holds`; implications are rewritten afterwards
        lower <= e + sum of w[k] * y[k] <= upper
        Of a row with continuous variables the second implication is left out where a larger sum does no harm; where it
        is needed, it would be a strict inequality, and the constraint is refused. For x = v the binary is that of
        `Backend.equals`, and for a binary x it is x or 1 - x.

    Strength
        That of the rewrite of the implications. A clause over binaries is its own row.

    Source: H. P. Williams, "Model Building in Mathematical Programming", 5th edition, 2013, chapter 9, logical
    conditions.

    Raises:
        UnsupportedError: When a row with continuous variables must be violated; the message names the constraint.
    """
    known: Known = {}
    for constraint in constraints:
        check_deadline()
        state(m, stated(_flat(m, constraint, known, constraint.name, 1), constraint.label))


def state(m: Backend, record: Any) -> None:
    """Add a record to the model, as constraints under its label or one that is free."""
    if isinstance(record, Linear):
        for k, side in enumerate(m.comparisons(record)):
            m.add(side, unused(m, f"{record.name}: upper" if k else record.label))
    elif isinstance(record, Implication):
        conditions = [(m.variables[k], value) for k, value in record.conditions]
        for k, side in enumerate(m.comparisons(record.row)):
            m.implies(conditions, side, unused(m, f"{record.name}: upper" if k else record.label, logic=True))
    elif isinstance(record, Conjunction):
        for part in record.parts:
            state(m, part)
    else:
        record = replace(record, label=unused(m, record.label, logic=True))
        m.add_record(record, m.parts_of(record))


def _flat(m: Backend, node: Reified, known: Known, name: str, sign: int) -> Reified:
    """A row with binaries in place of its parts.

    Args:
        m: The model.
        node: The row.
        known: The binaries so far.
        name: The name of the constraint.
        sign: 1 where it does no harm that the row holds without need, -1 where it does none that it is violated, 0
            where both would.
    """
    term = node.term
    for weight, part in node.parts:
        ends = (node.lower, node.upper) if weight > 0 else (-node.upper, -node.lower)
        of_part = sign if ends[1] == inf else -sign if ends[0] == -inf else 0
        term = total([term, scaled(weight, _truth(m, _flat(m, part, known, name, of_part), known, name, of_part))])
    return Reified(term, node.lower, node.upper, (), "")


def _truth(m: Backend, node: Reified, known: Known, name: str, sign: int) -> Term:
    """An expression that is 1 exactly when a row holds, which has no parts."""
    if not m.is_whole(Term(node.term.columns, (1,) * len(node.term.columns))):
        return _truth_of_continuous(m, node, name, sign)
    given = node.row
    row = whole(given) if given.columns else given
    low, high = m.ends_of(Term(tuple(row.columns), tuple(row.coefficients)))
    if row.lower > row.upper or high < row.lower or low > row.upper:
        return Term((), (), 0)
    row = row._replace(
        coefficients=tuple(row.coefficients),
        lower=row.lower if low < row.lower else -inf,
        upper=row.upper if high > row.upper else inf,
        label=name,
    )
    if row.lower == -row.upper == -inf:
        return Term((), (), 1)
    [column, *others], [factor, *_] = row.columns, row.coefficients
    if not others and m.is_binary(column):
        return literal(column, int(row.lower <= factor <= row.upper))
    if row not in known:
        if not others and row.lower == row.upper:
            y = m.equals(m.variables[column], round(row.lower / factor))
        else:
            y, _ = m.truth(row, f"{name}: part {len(m.variables)}")
        known[row] = literal(m.column(y))
    return known[row]


def _truth_of_continuous(m: Backend, node: Reified, name: str, sign: int) -> Term:
    if sign != 1:
        raise UnsupportedError(
            f"{name!r}: that a row with continuous variables is violated is a strict inequality, which no solver here "
            f"supports; write what holds otherwise as a row with <= or >="
        )
    label = f"{name}: part {len(m.variables)}"
    y = m.bool_vars(f"part_{len(m.variables)}", [0])[0]
    state(m, Implication(((m.column(y), 1),), node.row._replace(label=label), label))
    return literal(m.column(y))
