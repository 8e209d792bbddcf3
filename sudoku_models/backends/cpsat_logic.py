"""The logical constraints of CP-SAT's backend, which are constraints of the `CpModel`."""

from collections.abc import Iterable, Sequence
from typing import Any

from ortools.sat.python import cp_model

from ..errors import InputError
from .checks import (
    Labels,
    check_excluded,
    check_relation,
    check_tuples,
    condition_pairs,
    refused_relation,
    simple_term,
)
from .cpsat_globals import LARGEST_SUM, post_global
from .cpsat_objects import Row, domain_of
from .cpsat_reading import bound
from .global_verbs import GlobalVerbs
from .records import Exclude, Global, Implication, Linear, Logical, Table, Term
from .reified import ReifiedVerbs

__all__ = ["CpSatLogic"]


class CpSatLogic(ReifiedVerbs, GlobalVerbs):
    """The verbs for logical constraints, and the reading of expressions that have not been added.

    >>> from sudoku_models.backends import new_backend
    >>> m = new_backend("cpsat")
    >>> x, y = m.int_vars("x", "ab", 1, 3), m.bool_vars("y", "a")
    >>> _ = m.table([x["a"], x["b"] + 1], [(1, 2), (3, 4)], "equal and odd")
    >>> _ = m.implies((y["a"], 0), x["a"] <= 2, "small")
    >>> [(proto.has_table(), list(proto.enforcement_literal)) for proto in m.native.proto.constraints]
    [(True, []), (False, [-3])]
    """

    native: cp_model.CpModel

    def __init__(self) -> None:
        super().__init__()
        self._labels = Labels()

    def not_equal(self, a: Any, b: Any, name: Any) -> Row:
        native = self._labels.claim("logic", name)
        difference = cp_model.LinearExpr.weighted_sum([a, b], [1, -1])
        return self._labels.keep("logic", self._row(self.native.add(difference != 0).with_name(native)), name)

    def all_different(self, terms: Iterable[Any], name: Any) -> Row:
        native = self._labels.claim("logic", name)
        return self._labels.keep("logic", self._row(self.native.add_all_different(terms).with_name(native)), name)

    def exclude(self, values: Iterable[tuple[Any, int]], name: Any, at_least: int = 1) -> Row:
        self._take_up_variables()
        values = check_excluded(values, name)
        native = self._labels.claim("logic", name)
        if at_least == 1 and values:
            variables, digits = zip(*values, strict=True)
            row = self._row(self.native.add_forbidden_assignments(variables, [digits]).with_name(native))
            return self._labels.keep("logic", row, name)
        differs, parts = [], []
        for x, value in values:
            differs.append(literal := self.native.new_bool_var(f"{x.name} is not {value}"))
            # both implications, so that x determines the literal and no solution is enumerated twice
            parts.append(self._row(self.native.add(x != value).only_enforce_if(literal)))
            parts.append(self._row(self.native.add(x == value).only_enforce_if(~literal)))
        self._add_auxiliary(differs)
        row = self._row(self.native.add(self.sum(differs) >= at_least).with_name(native))
        return self._keep(row, parts, Exclude(tuple((x.index, value) for x, value in values), at_least, name))

    def table(self, terms: Iterable[Any], tuples: Iterable[Sequence[int]], name: Any, allowed: bool = True) -> Row:
        self._take_up_variables()
        scope = [(each, self.term(each, name)) for each in terms]
        known = check_tuples(tuples, len(scope), name)
        native = self._labels.claim("logic", name)
        if len(scope) == 1 and len(scope[0][1].columns) > 1:  # presolve of OR-tools 9.15 fails on a sum with a table
            posted = self.native.add_linear_expression_in_domain(scope[0][0], domain_of(known, allowed))
            return self._keep(self._row(posted.with_name(native)), [], Table((scope[0][1],), known, allowed, name))
        columns: list[Any] = []
        parts: list[Row] = []
        for k, (each, term) in enumerate(scope):
            if len(term.columns) <= 1:
                columns.append(each)
                continue
            # CP-SAT takes a*x + b in a table, so a longer sum is a variable that is equal to it.
            values = [values[k] for values in known] if allowed and known else [-LARGEST_SUM, LARGEST_SUM]
            columns.append(total := self.native.new_int_var(min(values), max(values), f"{native}: sum {k + 1}"))
            parts.append(self._row(self.native.add(total == each)))
            self._add_auxiliary([total])
        post = self.native.add_allowed_assignments if allowed else self.native.add_forbidden_assignments
        row = self._row(post(columns, known).with_name(native))
        return self._keep(row, parts, Table(tuple(term for _, term in scope), known, allowed, name))

    def implies(self, conditions: Any, constraint: Any, name: Any) -> Row:
        pairs = condition_pairs(conditions, name)
        for x, _ in pairs:
            self.condition(x, name)
        implied = self.comparison(constraint, name)
        native = self._labels.claim("logic", name)
        added = self.native.add(constraint).with_name(native)
        if literals := [x if value else ~x for x, value in pairs]:
            added.only_enforce_if(literals)
        meaning = Implication(tuple((x.index, value) for x, value in pairs), implied, name)
        return self._keep(self._row(added), [], meaning)

    def state(self, record: Global, expressions: list[Any]) -> Row:
        self._take_up_variables()
        native = self._labels.claim("logic", record.label)
        known = len(self.variables)
        posted = post_global(self.native, record, expressions)
        self._take_up_variables()
        self.auxiliary.update(range(known, len(self.variables)))
        row = self._row(posted.constraint.with_name(native))
        return self._keep(row, list(map(self._row, posted.parts)), record)

    def _add_auxiliary(self, variables: list[Any]) -> None:
        self.variables += variables
        self.auxiliary.update(x.index for x in variables)

    def _keep(self, row: Row, parts: list[Row], meaning: Logical) -> Row:
        """A constraint that is read as this record, and those that belong to it."""
        for part in parts:
            part.in_force = False  # only as a part of the whole constraint
        row.parts = parts
        row.meaning = meaning
        row.text = self._text(row)
        self._labels.keep("logic", row, meaning.label)
        return row

    def term(self, expression: Any, label: Any) -> Term:
        try:
            flat = cp_model.FlatIntExpr(expression + cp_model.LinearExpr.constant(0))
        except (TypeError, ValueError) as error:
            raise InputError(f"{expression!r} in {str(label)!r} is not a whole linear expression: {error}") from error
        return simple_term(map(self.column, flat.vars), flat.coeffs, flat.offset)

    def comparison(self, constraint: Any, label: Any) -> Linear:
        check_relation(constraint, label)
        if not isinstance(constraint, cp_model.BoundedLinearExpression):
            raise refused_relation(constraint, label, TypeError("it is no comparison"))
        term = simple_term(map(self.column, constraint.vars), constraint.coeffs, constraint.offset)
        ends = constraint.bounds.flattened_intervals()
        if len(ends) != 2:
            raise refused_relation(constraint, label, TypeError("it is no comparison with ==, <= or >="))
        low, high = map(bound, ends)
        return Linear(term.columns, term.coefficients, low - term.constant, high - term.constant, label)

    def _row(self, constraint: Any) -> Row:
        """The constraint of the `CpModel` as an object."""
        raise NotImplementedError

    def _text(self, row: Row) -> str:
        """The constraint and its parts as text of the protocol buffer."""
        raise NotImplementedError

    def _take_up_variables(self) -> None:
        """Give a column to each variable that was added directly to the `CpModel`."""
        raise NotImplementedError
