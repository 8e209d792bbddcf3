"""A linear model as a text that every MILP solver reads: the LP format of CPLEX, or free MPS.

Numbers are written as they are, without rounding. A name has only letters, digits and underscores.

Sources: https://www.ibm.com/docs/en/icos/22.1.2?topic=cplex-lp-file-format-algebraic-representation;
https://lpsolve.sourceforge.net/5.5/mps-format.htm
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from math import inf
from typing import Any, NamedTuple

from ..errors import UnsupportedError
from .protocol import free_name
from .records import Column, Linear
from .verbs import Backend

OTHERS = re.compile(r"[^A-Za-z0-9_]+")
LEGAL = re.compile(
    r"(?i)(?!(e\d*|free|inf|infinity|st|subject|such|max\w*|min\w*|bounds?|gen\w*|int\w*|bin\w*|semi\w*|sos\d?|end)$)[a-z]"
)
"""A name that neither is a word of the LP format nor looks like a number."""
PER_LINE = 8
"""Terms on a line of an LP file; GLPK takes 255 characters."""


class _Row(NamedTuple):
    name: str
    terms: list[tuple[Column, float]]
    sense: str
    side: float


def lp_text(m: Backend) -> str:
    """A linear model in the LP format.

    >>> from sudoku_models.backends import new_backend
    >>> m = new_backend("pulp")
    >>> x = m.int_vars("x", "ab", 1, 3)
    >>> _ = m.add(x["a"] + 2 * x["b"] <= 5, "not too much")
    >>> m.maximize(x["a"] + x["b"])
    >>> print(lp_text(m))
    Maximize
     goal: + 1 x_a + 1 x_b
    Subject To
     not_too_much: + 1 x_a + 2 x_b <= 5
    Bounds
     1 <= x_a <= 3
     1 <= x_b <= 3
    General
     x_a
     x_b
    End
    <BLANKLINE>
    """
    columns, (sign, cost, constant) = _columns(m), _objective(m)

    def total(terms: Iterable[tuple[Column, float]]) -> str:
        parts = [f"{'-' if c < 0 else '+'} {_number(abs(c))} {columns[k]}" for k, c in terms]
        return "\n   ".join(" ".join(parts[k : k + PER_LINE]) for k in range(0, len(parts), PER_LINE))

    goal = f"{total(cost)} {'-' if constant < 0 else '+'} {_number(abs(constant))}" if constant else total(cost)
    lines = ["Maximize" if sign < 0 else "Minimize", f" goal: {goal}".rstrip(), "Subject To"]
    lines += [f" {row.name}: {total(row.terms)} {row.sense} {_number(row.side)}" for row in _rows(m)]
    lines.append("Bounds")
    for x, low, high in zip(columns, *m.bounds(), strict=True):
        lines.append(f" {x} free" if (low, high) == (-inf, inf) else f" {_end(low)} <= {x} <= {_end(high)}")
    lines += ["General", *(f" {x}" for k, x in enumerate(columns) if m.is_integer(k)), "End", ""]
    return "\n".join(lines)


def mps_text(m: Backend) -> str:
    """A linear model in the free MPS format; see `lp_text`."""
    columns, rows, (sign, cost, constant) = _columns(m), list(_rows(m)), _objective(m)
    entries: list[list[tuple[str, float]]] = [[] for _ in columns]
    for k, c in cost:
        entries[k].append(("goal", c))
    for row in rows:
        for k, c in row.terms:
            entries[k].append((row.name, c))
    kinds = {"<=": "L", ">=": "G", "=": "E"}
    lines = ["NAME model", *(["OBJSENSE", " MAX"] if sign < 0 else []), "ROWS", " N goal"]
    lines += [f" {kinds[row.sense]} {row.name}" for row in rows]
    lines.append("COLUMNS")
    for k, x in enumerate(columns):
        is_whole = m.is_integer(k)
        if is_whole and (k == 0 or not m.is_integer(k - 1)):
            lines.append(f" MARKER{k} 'MARKER' 'INTORG'")
        lines += [f" {x} {name} {_number(c)}" for name, c in entries[k] or [("goal", 0)]]
        if is_whole and (k == len(columns) - 1 or not m.is_integer(k + 1)):
            lines.append(f" MARKER{k}_END 'MARKER' 'INTEND'")
    lines += ["RHS", *([f" RHS goal {_number(-constant)}"] if constant else [])]
    lines += [f" RHS {row.name} {_number(row.side)}" for row in rows if row.side]
    lines.append("BOUNDS")
    for x, low, high in zip(columns, *m.bounds(), strict=True):
        lines.append(f" MI BND {x}" if low == -inf else f" LO BND {x} {_number(low)}")
        lines.append(f" PL BND {x}" if high == inf else f" UP BND {x} {_number(high)}")
    return "\n".join([*lines, "ENDATA", ""])


FORMATS = {".lp": lp_text, ".mps": mps_text}
"""The end of a file's name -> the function that writes its text."""


def _columns(m: Backend) -> list[str]:
    return _names(m.variables, "x_")


def _rows(m: Backend) -> Iterator[_Row]:
    """Each side of each row; a row without variables gets the first column, with the coefficient 0."""
    records: Any = m.read(m.constraints())
    for row, name in zip(records, _names(records, "row_"), strict=True):
        if not isinstance(row, Linear):
            raise UnsupportedError(f"the constraint {row.name!r} is not linear; use model.write, which rewrites it")
        terms: list[tuple[Column, float]] = list(zip(row.columns, row.coefficients, strict=True)) or [(0, 0)]
        if row.lower == row.upper:
            yield _Row(name, terms, "=", row.lower)
            continue
        is_range = row.lower > -inf and row.upper < inf
        if row.lower > -inf:
            yield _Row(f"{name}.low" if is_range else name, terms, ">=", row.lower)
        if row.upper < inf:
            yield _Row(f"{name}.high" if is_range else name, terms, "<=", row.upper)


def _objective(m: Backend) -> tuple[int, list[tuple[Column, float]], float]:
    """The direction of the objective, its terms and its constant, as the user has stated it."""
    if (objective := m.objective()) is None:
        return 1, [], 0
    terms = zip(objective.columns, objective.coefficients, strict=True)
    return objective.sign, [(k, objective.sign * c) for k, c in terms], objective.sign * objective.constant


def _names(things: Sequence[Any], prefix: str) -> list[str]:
    """A different name for each thing, from its own."""
    names: dict[str, None] = {"goal": None}
    for k, each in enumerate(things):
        name = OTHERS.sub("_", getattr(each, "name", None) or str(each)).strip("_")[:200]
        name = name if LEGAL.match(name) else f"{prefix}{name}"
        names[free_name(f"{name}_{k}", names.__contains__) if name in names else name] = None
    return list(names)[1:]


def _number(number: float) -> str:
    return str(number) if isinstance(number, int) else repr(float(number)).removesuffix(".0")


def _end(end: float) -> str:
    return ("+inf" if end > 0 else "-inf") if end in (-inf, inf) else _number(end)
