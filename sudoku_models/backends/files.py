"""A linear model as a text that every MILP solver reads: the LP format of CPLEX, or free MPS.

Numbers are written as they are, without rounding. A name has only letters, digits and underscores. A constant of the
objective is the cost of a column "constant" that is 1: GLPK takes no constant in an LP file, and programs differ in its
sign in an MPS file. Nor does GLPK read that an MPS file maximises; take LP for it.

Sources: https://www.ibm.com/docs/en/icos/22.1.2?topic=cplex-lp-file-format-algebraic-representation;
https://lpsolve.sourceforge.net/5.5/mps-format.htm
"""

import gzip
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import InputError, UnsupportedError
from .plain import PlainModel
from .protocol import free_name
from .records import Column, Linear, Term

OTHERS = re.compile(r"[^A-Za-z0-9_]+")
LEGAL = re.compile(
    r"(?i)(?!(e\d*|free|inf\w*|st|subject|such|max\w*|min\w*|bounds?|gen\w*|int\w*|bin\w*|semi\w*|sos\d?|end)$)[a-z]"
)
"""A name that neither is a word of the LP format nor looks like a number."""
CONSTANT = "constant"
"""The column whose cost is the constant of the objective."""
PER_LINE = 8
"""Terms on a line of an LP file; GLPK takes 255 characters."""


class _Row(NamedTuple):
    name: str
    terms: list[tuple[Column, float]]
    sense: str
    side: float


def lp_text(m: PlainModel) -> str:
    """A linear model in the LP format.

    >>> from sudoku_models.backends import new_backend, plain
    >>> m = new_backend("pulp")
    >>> x = m.int_vars("x", "ab", 1, 3)
    >>> _ = m.add(x["a"] + 2 * x["b"] <= 5, "not too much")
    >>> m.maximize(x["a"] + x["b"])
    >>> print(lp_text(plain(m)))
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
    m = _without_constant(m)
    columns, (sign, cost) = _names(m.variables, "x_"), _objective(m)

    def total(terms: Iterable[tuple[Column, float]]) -> str:
        parts = [f"{'-' if c < 0 else '+'} {_number(abs(c))} {columns[k]}" for k, c in terms]
        return "\n   ".join(" ".join(parts[k : k + PER_LINE]) for k in range(0, len(parts), PER_LINE))

    lines = ["Maximize" if sign < 0 else "Minimize", f" goal: {total(cost)}", "Subject To"]
    rows = list(_rows(m, _names(m.records, "row_"))) or [_Row("none", [(0, 0)], "<=", 0)]  # GLPK asks for one
    lines += [f" {row.name}: {total(row.terms)} {row.sense} {_number(row.side)}" for row in rows]
    lines.append("Bounds")
    for x, low, high in zip(columns, m.lower, m.upper, strict=True):
        lines.append(f" {x} free" if (low, high) == (-inf, inf) else f" {_end(low)} <= {x} <= {_end(high)}")
    lines += ["General", *(f" {x}" for k, x in enumerate(columns) if m.integer[k]), "End", ""]
    return "\n".join(lines)


def mps_text(m: PlainModel) -> str:
    """A linear model in the free MPS format; see `lp_text`."""
    m = _without_constant(m)
    return free_mps(m, _names(m.variables, "x_"), _names(m.records, "row_"))


def free_mps(m: PlainModel, columns: Sequence[str], row_names: Sequence[str]) -> str:
    """The same of a model without a constant in its objective, with these names of its columns and rows."""
    rows, (sign, cost) = list(_rows(m, row_names)), _objective(m)
    entries: list[list[tuple[str, float]]] = [[] for _ in columns]
    for k, c in cost:
        entries[k].append(("goal", c))
    for row in rows:
        for k, c in row.terms:
            entries[k].append((row.name, c))
    kinds = {"<=": "L", ">=": "G", "=": "E"}
    lines = ["NAME model FREE", *(["OBJSENSE", " MAX"] if sign < 0 else []), "ROWS", " N goal"]
    lines += [f" {kinds[row.sense]} {row.name}" for row in rows]
    lines.append("COLUMNS")
    for k, x in enumerate(columns):
        is_whole = m.integer[k]
        if is_whole and (k == 0 or not m.integer[k - 1]):
            lines.append(f" MARKER{k} 'MARKER' 'INTORG'")
        lines += [f" {x} {name} {_number(c)}" for name, c in entries[k] or [("goal", 0.0)]]
        if is_whole and (k == len(columns) - 1 or not m.integer[k + 1]):
            lines.append(f" MARKER{k}_END 'MARKER' 'INTEND'")
    lines.append("RHS")
    lines += [f" RHS {row.name} {_number(row.side)}" for row in rows if row.side]
    lines.append("BOUNDS")
    for x, low, high in zip(columns, m.lower, m.upper, strict=True):
        lines.append(f" MI BND {x}" if low == -inf else f" LO BND {x} {_number(low)}")
        lines.append(f" PL BND {x}" if high == inf else f" UP BND {x} {_number(high)}")
    return "\n".join([*lines, "ENDATA", ""])


FORMATS = {".lp": lp_text, ".mps": mps_text}
"""The end of a file's name -> the function that writes its text."""


def is_model_file(path: object) -> bool:
    """Whether something is the path of a file with a model, by its end.

    >>> is_model_file("plan.MPS.gz"), is_model_file("top95:1"), is_model_file(5)
    (True, False, False)
    """
    ends = tuple(f"{each}{packed}" for each in FORMATS for packed in ("", ".gz"))
    return isinstance(path, str | os.PathLike) and str(path).lower().endswith(ends)


def write_file(path: str | os.PathLike[str], model: Callable[[], PlainModel]) -> Path:
    """Write a linear model to a file.

    Args:
        path: The file; its name ends with ".lp" or ".mps", and then with ".gz" to compress it.
        model: The function that returns the model, which is asked when the name is right.

    Returns:
        The path.

    Raises:
        InputError: When the name has another end, or the file cannot be written.
    """
    path = Path(path)
    is_compressed = path.suffix.lower() == ".gz"
    if (text := FORMATS.get((path.with_suffix("") if is_compressed else path).suffix.lower())) is None:
        ends = ", ".join(map(repr, FORMATS))
        raise InputError(
            f"the file {str(path)!r} must end with one of {ends}, which says in what format it is to be written; '.gz' "
            f"may follow"
        )
    content = text(model()).encode("ascii")
    try:
        path.write_bytes(gzip.compress(content, mtime=0) if is_compressed else content)
    except OSError as error:
        raise InputError(f"the file {str(path)!r} cannot be written: {error.strerror}; choose another") from error
    return path


def _without_constant(m: PlainModel) -> PlainModel:
    """The model with a column that is 1, if its objective has a constant, or it has no columns."""
    goal = m.minimised or Term((), ())
    if m.variables and not goal.constant:
        return m
    columns, costs = (*goal.columns, len(m.variables)), (*goal.coefficients, goal.constant)
    return replace(
        m,
        variables=[*m.variables, CONSTANT],
        lower=[*m.lower, 1.0],
        upper=[*m.upper, 1.0],
        integer=[*m.integer, False],
        domains=[],
        minimised=replace(goal, columns=columns, coefficients=costs, constant=0),
    )


def _rows(m: PlainModel, names: Sequence[str]) -> Iterator[_Row]:
    """Each side of each row; a row without variables gets the first column, with the coefficient 0."""
    for row, name in zip(m.records, names, strict=True):
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


def _objective(m: PlainModel) -> tuple[int, list[tuple[Column, float]]]:
    """The direction of the objective, and its terms, as the user has stated it; without one, 0 times a column."""
    goal = m.minimised or Term((0,), (0,))
    return goal.sign, [(k, goal.sign * c) for k, c in zip(goal.columns, goal.coefficients, strict=True)] or [(0, 0)]


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
