"""The kinds of constraints of a `CpModel` that become rows over the truth of other rows, or tables of small domains."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from math import inf, prod
from typing import Any

from ..errors import UnsupportedError
from .logic import NOTHING, Part, all_of, any_of, is_value, literal, negated, number_of, row, scaled, total
from .records import (
    AllDifferent,
    Circuit,
    Column,
    Constraint,
    Cumulative,
    Element,
    Exclude,
    Inverse,
    Reified,
    Table,
    Term,
    always,
    never,
    variable_term,
)

LARGEST = 5_000
"""The largest table that is made of small domains."""
WIDEST = 100
"""The largest domain of which each value has a row."""

Value = Callable[..., int | None]
"""A function of the values of some terms, None where it has none."""
Task = tuple[Term, Term, Term, list[Term]]
"""The start, the size and the end of an interval, and the literals that are true when it is present."""
ONE = Term((), (), 1)


class Unreadable(UnsupportedError):
    """Why a constraint cannot be read."""


@dataclass
class Kinds:
    """Reads constraints of a `CpModel`.

    Args:
        constraints: All of them: some refer to intervals, which are constraints.
        domain: The values of a variable, as the ends of intervals.

    Attributes:
        is_enforced: Whether the last constraint is enforced by literals.
        intervals, columns: Those that the last constraint depends on beside what stands in it.
    """

    constraints: Sequence[Any]
    domain: Callable[[Column], list[int]]
    is_enforced: bool = False
    intervals: list[int] = field(default_factory=list)
    columns: set[Column] = field(default_factory=set)

    def read(self, kind: str, proto: Any, label: Any) -> Iterable[Part | Constraint]:
        """What must hold together, without regard to conditions; raises `Unreadable`."""
        self.is_enforced = len(proto.enforcement_literal) > 0
        reader = getattr(self, f"_{kind}", None)
        if reader is None:
            raise Unreadable(kind)
        found: Iterable[Part | Constraint] = reader(getattr(proto, kind), label)
        return found

    # -- functions of values --------------------------------------------------------------------------------------

    def _lin_max(self, proto: Any, label: Any) -> Iterator[Part]:
        value = term_of(proto.target)
        differences = [total([value], [term_of(each)]) for each in proto.exprs]
        yield from (row(each, 0) for each in differences)
        yield any_of(row(each, -inf, 0) for each in differences)

    def _int_prod(self, proto: Any, label: Any) -> Iterable[Part | Constraint]:
        factors, value = list(map(term_of, proto.exprs)), term_of(proto.target)
        if self._size(factors) > LARGEST and len(factors) == 2:
            small, other = sorted(factors, key=lambda term: self._size([term]))
            return self._by_value(small, lambda v: is_value(total([value], [scaled(v, other)]), 0))
        return [self._tabulated(factors, lambda *values: prod(values), value, label)]

    def _int_div(self, proto: Any, label: Any) -> Iterable[Part | Constraint]:
        (a, b), value = map(term_of, proto.exprs), term_of(proto.target)
        if self._size([a, b]) > LARGEST:
            return self._by_value(b, lambda v: _quotient(a, v, value))
        return [
            self._tabulated(
                [a, b], lambda a, b: abs(a) // abs(b) * (1 if a * b > 0 else -1) if b else None, value, label
            )
        ]

    def _int_mod(self, proto: Any, label: Any) -> Iterable[Part | Constraint]:
        terms = list(map(term_of, proto.exprs))
        return [
            self._tabulated(
                terms, lambda a, b: abs(a) % abs(b) * (1 if a > 0 else -1) if b else None, term_of(proto.target), label
            )
        ]

    def _by_value(self, term: Term, then: Callable[[int], Part]) -> Iterator[Part]:
        """For each value of a term what holds then."""
        if self._size([term]) > WIDEST:
            raise Unreadable(f"of domains that are together larger than {LARGEST:,}, and each than {WIDEST}")
        for value in self._values(term):
            yield any_of([negated(is_value(term, value)), then(value)])

    def _tabulated(self, terms: Sequence[Term], function: Value, value: Term, label: Any) -> Table:
        """The values that some terms and a function of them can take."""
        if (size := self._size(terms)) > LARGEST:
            raise Unreadable(f"with {size:,} combinations of values, and at most {LARGEST:,} are written as a table")
        columns = list(dict.fromkeys(k for term in terms for k in term.columns))
        tuples = []
        for point in product(*(self._values(variable_term(k)) for k in columns)):
            by = dict(zip(columns, point, strict=True))
            result = function(*(_at(term, by) for term in terms))
            if result is not None:
                tuples.append((*point, result))
        return Table((*map(variable_term, columns), value), tuple(tuples), True, label)

    def _size(self, terms: Iterable[Term]) -> int:
        columns = {k for term in terms for k in term.columns}
        return prod(sum(high - low + 1 for low, high in self._parts(k)) for k in columns)

    def _values(self, term: Term) -> list[int]:
        """The values of a term of one variable, or of none."""
        if not term.columns:
            return [round(term.constant)]
        [column], [factor] = term.columns, term.coefficients
        return [round(factor * d + term.constant) for low, high in self._parts(column) for d in range(low, high + 1)]

    def _parts(self, column: Column) -> list[tuple[int, int]]:
        self.columns.add(column)
        ends = self.domain(column)
        return list(zip(ends[::2], ends[1::2], strict=True))

    def _ends(self, term: Term) -> tuple[float, float]:
        low = high = term.constant
        for k, c in zip(term.columns, term.coefficients, strict=True):
            parts = self._parts(k)
            ends = [c * parts[0][0], c * parts[-1][1]]
            low, high = low + min(ends), high + max(ends)
        return low, high

    # -- values and tuples ------------------------------------------------------------------------------------------

    def _all_diff(self, proto: Any, label: Any) -> list[Constraint]:
        return [AllDifferent(tuple(map(term_of, proto.exprs)), label)]

    def _element(self, proto: Any, label: Any) -> list[Constraint]:
        if not len(proto.exprs):
            raise Unreadable("element of variables that are not in its expressions")
        array = tuple(map(term_of, proto.exprs))
        return [Element(term_of(proto.linear_index), term_of(proto.linear_target), array, label)]

    def _inverse(self, proto: Any, label: Any) -> list[Constraint]:
        return [Inverse(tuple(map(simple, proto.f_direct)), tuple(map(simple, proto.f_inverse)), label)]

    def _table(self, proto: Any, label: Any) -> list[Constraint]:
        """A table; a single forbidden tuple is an `Exclude`, and a negated table without tuples forbids nothing."""
        values, terms = list(proto.values), list(map(term_of, proto.exprs))
        if len(proto.vars) or (values and (not terms or len(values) % len(terms))):
            raise Unreadable("table of variables that are not in its expressions")
        if not terms or not values:
            return [always(label) if proto.negated and not values else never(label)]
        if proto.negated and len(values) == len(terms):
            return [_excluded(terms, values, label)]
        tuples = dict.fromkeys(tuple(values[k : k + len(terms)]) for k in range(0, len(values), len(terms)))
        return [Table(tuple(terms), tuple(tuples), not proto.negated, label)]

    # -- Boolean ----------------------------------------------------------------------------------------------------

    def _bool_or(self, proto: Any, label: Any) -> list[Part]:
        return [any_of(map(literal_of, proto.literals))]

    def _bool_and(self, proto: Any, label: Any) -> list[Part]:
        return [number_of(map(literal_of, proto.literals), len(proto.literals))]

    def _at_most_one(self, proto: Any, label: Any) -> list[Part]:
        return [number_of(map(literal_of, proto.literals), -inf, 1)]

    def _exactly_one(self, proto: Any, label: Any) -> list[Part]:
        return [number_of(map(literal_of, proto.literals), 1, 1)]

    def _bool_xor(self, proto: Any, label: Any) -> list[Constraint]:
        """The number of true literals is odd."""
        literals = list(map(literal_of, proto.literals))
        odd = tuple((number,) for number in range(1, len(literals) + 1, 2))
        return [Table((total(literals),), odd, True, label)]

    def _automaton(self, proto: Any, label: Any) -> list[Constraint]:
        """The words that the automaton accepts, as a table."""
        terms = [*map(term_of, proto.exprs), *(simple(ref) for ref in proto.vars)]
        steps: dict[int, list[tuple[int, int]]] = {}
        arcs = zip(proto.transition_tail, proto.transition_label, proto.transition_head, strict=True)
        for tail, letter, head in arcs:
            steps.setdefault(tail, []).append((letter, head))
        words: dict[tuple[int, ...], int] = {(): proto.starting_state}
        for term in terms:
            possible = set(self._values(term))
            following = (
                ((*word, letter), head)
                for word, state in words.items()
                for letter, head in steps.get(state, ())
                if letter in possible
            )
            words = dict(following)
            if len(words) > LARGEST:
                raise Unreadable(f"automaton that begins more than {LARGEST:,} words")
        accepted = tuple(word for word, state in words.items() if state in set(proto.final_states))
        return [Table(tuple(terms), accepted, True, label)]

    def _circuit(self, proto: Any, label: Any) -> Iterator[Part | Constraint]:
        """One arc leaves each node, so that its successor is a sum; nodes without arcs are left out."""
        nodes = sorted({*proto.tails, *proto.heads})
        number = {node: k for k, node in enumerate(nodes)}
        arcs = [
            (number[tail], number[head], literal_of(ref))
            for tail, head, ref in zip(proto.tails, proto.heads, proto.literals, strict=True)
        ]
        if len(nodes) > 1 and any(tail == head for tail, head, _ in arcs):
            raise Unreadable("circuit with nodes that may be left out")
        for k in range(len(nodes)):
            yield number_of((each for tail, _, each in arcs if tail == k), 1, 1)
        yield Circuit(
            tuple(total(scaled(head, each) for tail, head, each in arcs if tail == k) for k in range(len(nodes))), label
        )

    # -- scheduling -------------------------------------------------------------------------------------------------

    def _interval(self, proto: Any, label: Any) -> Iterator[Part]:
        start, size, end = term_of(proto.start), term_of(proto.size), term_of(proto.end)
        yield is_value(total([start, size], [end]), 0)
        if size.columns or size.constant < 0:
            yield row(size, 0)

    def _task(self, index: int) -> Task:
        self.intervals.append(index)
        proto = self.constraints[index]
        part = proto.interval
        return (
            term_of(part.start),
            term_of(part.size),
            term_of(part.end),
            list(map(literal_of, proto.enforcement_literal)),
        )

    def _fixed(self, tasks: Sequence[Task], demands: list[int], capacity: int, label: Any) -> Cumulative | None:
        """The record, where all intervals have a fixed size of 1 or more and are always present."""
        if self.is_enforced or any(size.columns or size.constant < 1 or conditions for _, size, _, conditions in tasks):
            return None
        durations = tuple(round(size.constant) for _, size, _, _ in tasks)
        return Cumulative(tuple(task[0] for task in tasks), durations, tuple(demands), capacity, label)

    def _no_overlap(self, proto: Any, label: Any) -> Iterator[Part | Constraint]:
        tasks = list(map(self._task, proto.intervals))
        if fixed := self._fixed(tasks, [1] * len(tasks), 1, label):
            yield fixed
            return
        for one, other in combinations(tasks, 2):
            yield any_of([*map(negated, one[3] + other[3]), *_apart(one, other)])

    def _no_overlap_2d(self, proto: Any, label: Any) -> Iterator[Part]:
        boxes = [tuple(map(self._task, pair)) for pair in zip(proto.x_intervals, proto.y_intervals, strict=True)]
        if any(self._ends(side[1])[0] < 1 for box in boxes for side in box):
            raise Unreadable("no_overlap_2d of boxes that may have no width or height")
        for (x, y), (x2, y2) in combinations(boxes, 2):
            conditions = x[3] + y[3] + x2[3] + y2[3]
            yield any_of([*map(negated, conditions), *_apart(x, x2), *_apart(y, y2)])

    def _cumulative(self, proto: Any, label: Any) -> Iterator[Part | Constraint]:
        """Whenever a task starts, the demands of those that run then fit the capacity."""
        tasks = list(map(self._task, proto.intervals))
        demands, capacity = list(map(term_of, proto.demands)), term_of(proto.capacity)
        if not any(each.columns or each.constant < 0 for each in (*demands, capacity)):
            needs = [round(each.constant) for each in demands]
            if fixed := self._fixed(tasks, needs, round(capacity.constant), label):
                yield fixed
                return
        if self._ends(capacity)[0] < 0:
            yield row(capacity, 0)
        for (start, size, _, conditions), own in zip(tasks, demands, strict=True):
            running: list[tuple[int, Part]] = []
            for (begin, _, end, others), demand in zip(tasks, demands, strict=True):
                runs: list[Part] = [*others, row(total([start], [begin]), 0), row(total([end], [start]), 1)]
                running += self._times(demand, runs)
            fits = weighted(running, scaled(-1, capacity), -inf, 0)
            yield any_of([*map(negated, conditions), row(size, -inf, 0), row(own, -inf, 0), fits])

    def _times(self, amount: Term, parts: list[Part]) -> Iterator[tuple[int, Part]]:
        """An amount where all parts hold, as weights of parts."""
        low, high = self._ends(amount)
        if amount.columns and not 0 <= low <= high <= WIDEST:
            raise Unreadable(f"cumulative with a demand that is not from 0 to {WIDEST}")
        if low:
            yield round(low), all_of(parts)
        for value in range(round(low) + 1, round(high) + 1):
            yield 1, all_of([*parts, row(amount, value)])

    def _reservoir(self, proto: Any, label: Any) -> Iterator[Part]:
        """After each event the level, the sum of the changes so far, is within its bounds."""
        times, changes = list(map(term_of, proto.time_exprs)), list(map(term_of, proto.level_changes))
        active = list(map(literal_of, proto.active_literals)) or [ONE] * len(times)
        if any(change.columns for change in changes):
            raise Unreadable("reservoir with changes that are variables")
        for now, is_now in zip(times, active, strict=True):
            events = zip(times, changes, active, strict=True)
            so_far = [
                (round(change.constant), all_of([happens, row(total([now], [time]), 0)]))
                for time, change, happens in events
            ]
            yield any_of([negated(is_now), weighted(so_far, NOTHING, proto.min_level, proto.max_level)])


def _excluded(terms: Sequence[Term], values: Sequence[int], label: Any) -> Constraint:
    """A single forbidden tuple."""
    literals = []
    for term, value in zip(terms, values, strict=True):
        if not term.columns:
            if term.constant != value:
                return always(label)
            continue
        wanted, rest = divmod(value - term.constant, term.coefficients[0])
        if rest:
            return always(label)
        literals.append((term.columns[0], int(wanted)))
    return Exclude(tuple(literals), 1, label) if literals else never(label)


def weighted(parts: Iterable[tuple[int, Part]], more: Term, lower: float, upper: float) -> Part:
    """The weights of the parts that hold, plus a term, are within bounds."""
    every = [(weight, part) for weight, part in parts if weight]
    term = total([more, *(scaled(weight, part) for weight, part in every if isinstance(part, Term))])
    return Reified(term, lower, upper, tuple((w, part) for w, part in every if not isinstance(part, Term)), "")


def _quotient(a: Term, divisor: int, value: Term) -> Part:
    """The value is a / divisor, rounded towards 0."""
    if not divisor:
        return row(ONE, 2)
    if divisor < 0:
        a, divisor = scaled(-1, a), -divisor
    rest = total([a], [scaled(divisor, value)])
    return any_of(
        [
            all_of([row(a, 0), row(rest, 0, divisor - 1)]),
            all_of([row(a, -inf, 0), row(rest, 1 - divisor, 0)]),
        ]
    )


def _apart(one: Task, other: Task) -> list[Part]:
    return [row(total([later[0]], [sooner[2]]), 0) for sooner, later in ((one, other), (other, one))]


def _at(term: Term, values: dict[Column, int]) -> int:
    return round(term.constant + sum(c * values[k] for k, c in zip(term.columns, term.coefficients, strict=True)))


def literal_of(ref: int) -> Term:
    """A literal; CP-SAT encodes "not x" as -x - 1."""
    return literal(ref) if ref >= 0 else literal(-ref - 1, 0)


def simple(ref: int) -> Term:
    """A variable; in an expression, the reference -x - 1 stands for -x."""
    return variable_term(ref) if ref >= 0 else Term((-ref - 1,), (-1,))


def term_of(expression: Any) -> Term:
    """An expression of the protocol buffer."""
    references = expression.vars
    if len(references) == 1 and (k := references[0]) >= 0 and expression.coeffs[0] == 1 and not expression.offset:
        return variable_term(k)  # nearly all are, and each look at the protocol buffer takes time
    parts = zip(references, expression.coeffs, strict=True)
    return total((scaled(c, simple(ref)) for ref, c in parts), [Term((), (), -expression.offset)])
