"""Models of a backend as plain data (lists, numbers and text), and models made from such data.

A model that a submission has defined is not taken over as an object, because its classes and methods could be anything.
Its columns, rows, logical constraints and objective are read in the answer process, and stated anew in the process of
the judge.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf, isfinite
from typing import Any

from ...backends import (
    AllDifferent,
    Backend,
    Circuit,
    Constraint,
    Cumulative,
    Element,
    Exclude,
    Implication,
    Inverse,
    Linear,
    NotEqual,
    Table,
    Term,
    new_backend,
)
from ...errors import InputError

__all__ = ["Snapshot", "add_to", "changes", "expression", "rebuilt", "snapshot", "whole"]

Plain = dict[str, Any]


def whole(m: Backend) -> Plain:
    """A whole model as plain data.

    >>> m = new_backend("pulp")
    >>> x = m.int_vars("x", [1, 2], 1, 3)
    >>> _ = m.add(x[1] + x[2] <= 4, "small")
    >>> whole(rebuilt(whole(m)))["rows"]
    [['linear', [0, 1], [1, 1], -inf, 4, 'small']]
    """
    return {"backend": m.name, **changes(m, Snapshot(0, [], {}, None))}


def rebuilt(plain: Plain) -> Backend:
    """The model of `whole`, on a new backend."""
    m = new_backend(plain["backend"])
    add_to(m, plain)
    return m


class Snapshot:
    """What a model had: the number of columns, its constraints, the fixed columns, and the objective."""

    def __init__(self, width: int, rows: list[Any], fixed: Mapping[int, float], objective: Any) -> None:
        self.width, self.rows, self.fixed, self.objective = width, rows, dict(fixed), objective


def snapshot(m: Backend) -> Snapshot:
    """What the model has now."""
    return Snapshot(len(m.variables), m.constraints(), _fixed(m), _objective(m))


def changes(m: Backend, before: Snapshot) -> Plain:
    """What was added to a model since a snapshot, as plain data, and the numbers of the rows that were removed."""
    rows = m.constraints()
    known, now = set(map(id, before.rows)), set(map(id, rows))
    added = m.read([row for row in rows if id(row) not in known])
    fixed = {k: value for k, value in _fixed(m).items() if before.fixed.get(k) != value}
    objective = _objective(m)
    return {
        "columns": [_column(m, k) for k in range(before.width, len(m.variables))],
        "rows": list(map(_record, added)),
        "removed": [k for k, row in enumerate(before.rows) if id(row) not in now],
        "fixed": [[k, value] for k, value in fixed.items()],
        "objective": objective if objective != before.objective else None,
        "equal": [[x, value, y] for (x, value), y in getattr(m, "_equal", {}).items() if y >= before.width],
    }


def add_to(m: Backend, plain: Plain, named: Mapping[str, Sequence[tuple[Any, int]]] | None = None) -> list[int]:
    """State plain data on a model; returns its column for each number in the data.

    Args:
        m: The model.
        plain: The result of `changes`, or of `whole` for an empty model.
        named: For a model of Pyomo, components of variables: the name -> the key and the number of each variable.
    """
    width, rows = len(m.variables), m.constraints()
    columns = [*range(width), *_new_columns(m, plain["columns"], named or {})]
    m.forget([rows[k] for k in plain["removed"]])
    for record in plain["rows"]:
        _post(m, record, columns)
    for k, value in plain["fixed"]:
        _fix(m, m.variables[columns[k]], value)
    for x, value, y in plain["equal"]:  # what `m.equals` has added already
        m._equal[columns[x], value] = columns[y]  # type: ignore[attr-defined]
    if plain["objective"] is not None:
        sense, term = plain["objective"]
        (m.maximize if sense == "maximize" else m.minimize)(expression(m, term, columns))
    return columns


def expression(m: Backend, term: Sequence[Any], columns: Sequence[int]) -> Any:
    """A linear expression from plain data: the numbers of its columns, the coefficients, and the constant."""
    numbers, coefficients, constant = term
    variables = [m.variables[columns[k]] for k in numbers]
    if coefficients == [1] and not constant:
        return variables[0]
    if not variables:
        return constant
    total = m.dot(coefficients, variables)
    return total + constant if constant else total


# -- reading -----------------------------------------------------------------------------------------------------------


def _column(m: Backend, k: int) -> list[Any]:
    low, high = m.declared(k)
    return [str(m.variables[k]), _number(low), _number(high), m.is_integer(k)]


def _fixed(m: Backend) -> dict[int, float]:
    """The columns that have one value now, and were declared with several."""
    lower, upper = m.bounds()
    one = [k for k, (low, high) in enumerate(zip(lower.tolist(), upper.tolist(), strict=True)) if low == high]
    return {k: _number(lower[k]) for k in one if m.declared(k)[0] != m.declared(k)[1]}


def _objective(m: Backend) -> list[Any] | None:
    found = m.objective()
    if found is None:
        return None
    own = Term(found.columns, tuple(found.sign * c for c in found.coefficients), found.sign * found.constant)
    return ["maximize" if found.sign < 0 else "minimize", _term(own)]


def _number(value: float) -> float:
    value = float(value)
    return int(value) if value.is_integer() else value


def _term(term: Term) -> list[Any]:
    return [list(map(int, term.columns)), list(map(_number, term.coefficients)), _number(term.constant)]


def _linear(row: Linear) -> list[Any]:
    columns, coefficients = list(map(int, row.columns)), list(map(_number, row.coefficients))
    return ["linear", columns, coefficients, _number(row.lower), _number(row.upper), str(row.label)]


def _terms(terms: Iterable[Term]) -> list[Any]:
    return list(map(_term, terms))


def _record(constraint: Constraint) -> list[Any]:
    label = str(constraint.label)
    match constraint:
        case Linear():
            return _linear(constraint)
        case NotEqual():
            return ["not_equal", _term(constraint.difference), label]
        case AllDifferent():
            return ["all_different", _terms(constraint.terms), label]
        case Exclude():
            return ["exclude", [[int(k), int(v)] for k, v in constraint.values], constraint.at_least, label]
        case Table():
            return ["table", _terms(constraint.terms), list(map(list, constraint.tuples)), constraint.allowed, label]
        case Implication():
            return ["implies", [[int(k), int(v)] for k, v in constraint.conditions], _linear(constraint.row), label]
        case Element():
            return ["element", _terms(constraint.array), _term(constraint.index), _term(constraint.value), label]
        case Inverse():
            return ["inverse", _terms(constraint.xs), _terms(constraint.ys), label]
        case Circuit():
            return ["circuit", _terms(constraint.successors), label]
        case Cumulative():
            numbers = [list(map(int, constraint.durations)), list(map(int, constraint.demands)), constraint.capacity]
            return ["cumulative", _terms(constraint.starts), *numbers, label]
    raise InputError(f"a constraint of the kind {type(constraint).__name__} cannot be judged")


# -- stating -----------------------------------------------------------------------------------------------------------


def _new_columns(m: Backend, plain: Sequence[Any], named: Mapping[str, Sequence[tuple[Any, int]]]) -> list[int]:
    """The columns of new variables, under their own names."""
    found: dict[int, Any] = {}
    for name, members in named.items():
        found |= _pyomo_family(m, name, [(key, k, plain[k]) for key, k in members])
    for k, (name, low, high, is_integer) in enumerate(plain):
        if k not in found:
            found[k] = _variable(m, str(name), low, high, is_integer)
    m.constraints()  # so that CP-SAT's new variables have columns
    return [m.column(found[k]) for k in range(len(plain))]


def _pyomo_family(m: Backend, name: str, members: Sequence[tuple[Any, int, Sequence[Any]]]) -> dict[int, Any]:
    """Variables under one name, as a person writes them in Pyomo."""
    import pyomo.environ as pyo

    family = pyo.Var([key for key, _, _ in members])
    m.native.add_component(name, family)
    found = {}
    for key, k, (_, low, high, is_integer) in members:
        x = found[k] = family[key]
        x.domain = pyo.Integers if is_integer else pyo.Reals
        x.setlb(low if isfinite(low) else None)
        x.setub(high if isfinite(high) else None)
    return found


def _variable(m: Backend, name: str, low: float, high: float, is_integer: bool) -> Any:
    """A variable of any domain; the verbs make no continuous ones, and none without bounds."""
    ends = [end if isfinite(end) else None for end in (low, high)]
    if m.name == "pulp":
        import pulp

        return m.native.add_variable(name, *ends, pulp.LpInteger if is_integer else pulp.LpContinuous)
    if m.name == "pyomo":
        import pyomo.environ as pyo

        x = pyo.Var(domain=pyo.Integers if is_integer else pyo.Reals, bounds=tuple(ends))
        m.native.add_component(_unused_component(m.native, name), x)
        return x
    if not is_integer or None in ends:
        raise InputError(f"the variable {name} with the domain {low:g} to {high:g} cannot be judged on {m.name}")
    return m.native.new_int_var(*ends, name)


def _unused_component(native: Any, name: str) -> str:
    free, k = name.replace(".", "_"), 2
    while native.component(free) is not None:
        free, k = f"{name} ({k})", k + 1
    return free


def _fix(m: Backend, x: Any, value: float) -> None:
    """Fix a variable; the libraries themselves take a value outside of the domain, and then there is no solution."""
    try:
        m.fix(x, int(value))
    except InputError:
        if m.name == "pyomo":
            x.fix(value)
        elif m.name == "pulp":
            x.lowBound = x.upBound = value
        else:
            raise


def _post(m: Backend, record: Sequence[Any], columns: Sequence[int]) -> None:
    kind, *parts, label = record
    if kind == "linear":
        for comparison, of in _comparisons(m, record, columns):
            m.add(comparison, _unused(m, f"{label}{of}", logic=False))
        return
    _POST[kind](m, columns, _unused(m, label, logic=True), *parts)


def _unused(m: Backend, label: str, logic: bool) -> str:
    """The label, with a number if the model has a constraint of this name, as a model of a library's own may."""
    free, k = label, 2
    while m.is_stated(free, logic):
        free, k = f"{label} ({k})", k + 1
    return free


def _comparisons(m: Backend, row: Sequence[Any], columns: Sequence[int]) -> list[tuple[Any, str]]:
    """A row as one comparison, or as two if it has two ends."""
    _, numbers, coefficients, low, high, _ = row
    total = m.dot(coefficients, [m.variables[columns[k]] for k in numbers])
    if low == high:
        return [(total == low, "")]
    found = [(total >= low, "")] if low > -inf else []
    return found + ([(total <= high, " (the upper end)" if found else "")] if high < inf else [])


def _all(m: Backend, terms: Iterable[Sequence[Any]], columns: Sequence[int]) -> list[Any]:
    return [expression(m, term, columns) for term in terms]


def _exclude(m: Backend, columns: Sequence[int], label: str, values: Any, at_least: int) -> None:
    m.exclude([(m.variables[columns[k]], value) for k, value in values], label, at_least)


def _implies(m: Backend, columns: Sequence[int], label: str, conditions: Any, row: Any) -> None:
    chosen = [(m.variables[columns[k]], value) for k, value in conditions]
    for comparison, of in _comparisons(m, row, columns):
        m.implies(chosen, comparison, f"{label}{of}")


_POST: dict[str, Callable[..., Any]] = {
    "not_equal": lambda m, columns, label, term: m.not_equal(*_sides(m, term, columns), label),
    "all_different": lambda m, columns, label, terms: m.all_different(_all(m, terms, columns), label),
    "exclude": _exclude,
    "table": lambda m, columns, label, terms, tuples, allowed: m.table(
        _all(m, terms, columns), list(map(tuple, tuples)), label, allowed
    ),
    "implies": _implies,
    "element": lambda m, columns, label, array, index, value: m.element(
        _all(m, array, columns), expression(m, index, columns), expression(m, value, columns), label
    ),
    "inverse": lambda m, columns, label, xs, ys: m.inverse(_all(m, xs, columns), _all(m, ys, columns), label),
    "circuit": lambda m, columns, label, terms: m.circuit(_all(m, terms, columns), label),
    "cumulative": lambda m, columns, label, starts, durations, demands, capacity: m.cumulative(
        _all(m, starts, columns), durations, demands, capacity, label
    ),
}


def _sides(m: Backend, term: Sequence[Any], columns: Sequence[int]) -> tuple[Any, Any]:
    """Two expressions with this difference; two variables where it is one of two."""
    numbers, coefficients, constant = term
    if coefficients == [1, -1] and not constant:
        return m.variables[columns[numbers[0]]], m.variables[columns[numbers[1]]]
    return expression(m, [numbers, coefficients, 0], columns), -constant
