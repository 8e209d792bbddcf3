"""Why there is no solution: a minimal set of named constraints and bounds that cannot hold together.

Such a set is known as an IIS (irreducible infeasible subset), or as a MUS (minimal unsatisfiable subset):

1. Where the linear relaxation is infeasible already, the multipliers that prove it (a Farkas ray) leave only the
   constraints and bounds that have one. Otherwise all of them are taken.
2. The deletion filter: a part is left out, and the rest is solved again. If it is infeasible, the part is not needed;
   if it has a solution, something in the part is. Parts begin with one member, and double as long as they are not
   needed. The relaxation is asked first, then the whole numbers.
3. Each member that remains is needed: a solution of the others shows it, and is checked without a solver. That the
   members cannot hold together is a claim, which is confirmed or proved as for `Problem.solve`, see `assurance`.

Members are the model's own constraints, and the bounds of columns. A logical constraint is a member as a whole, with
all rows that it is rewritten to. Its variables keep their domains, and so do binaries.

Sources: J. W. Chinneck, E. W. Dravnieks, "Locating Minimal Infeasible Constraint Sets in Linear Programs", ORSA Journal
on Computing 3, 1991, for the deletion filter; J. Gleeson, J. Ryan, "Identifying Minimally Infeasible Subsystems of
Inequalities", ORSA Journal on Computing 2, 1990, for the ray; J. Marques-Silva, M. Janota, A. Belov, "Minimal Sets over
Monotone Predicates in Boolean Formulae", CAV 2013, for the parts that double.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from itertools import groupby
from math import ceil, floor, inf, isfinite
from operator import attrgetter, gt
from typing import Any, NamedTuple

from .. import rewrites, solvers
from ..backends import Column, Constraint, Definition, Exclude, Linear, PlainBackend, PlainModel, columns_of
from ..errors import SudokuModelsError
from ..runtime.interrupts import import_whole
from ..runtime.limits import Deadline, Stopwatch, TimeLimit, check_deadline, deadline_of
from ..runtime.tables import ResultTable
from ..solvers import GAVE_UP, INTERRUPTED, TIME_LIMIT, Certainty, Feature, Outcome, Status, assurance, title
from ..solvers.dual_bound import RationalModel
from ..solvers.exact_lp import ExactProgram
from ..solvers.milp import Claim
from .hitting_sets import Search
from .satisfaction import TOLERANCE, is_satisfied, whole_values

NOISE = 1e-9
"""The part of a sum of multipliers that counts as rounding."""
FEW = 300
"""The coefficients up to which a conflict is proved in fractions."""
SHOWN = 6
"""How many values of a solution are printed."""


# -- the result --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Member:
    """A constraint or a bound of a conflict.

    Attributes:
        name: Its name; that of a bound is the bound.
        text: What it says.
        records: The constraint as plain data, usually one record; none for a bound.
        solution: A solution of all other members, which this one forbids: the values, by key, of the variables in the
            conflict. None when it is not known whether the member is needed.
    """

    name: str
    text: str
    records: tuple[Constraint, ...] = ()
    solution: dict[Any, Any] | None = None

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, repr=False)
class Conflict:
    """Constraints and bounds that cannot hold together. It is true where there are some, and iterates over them.

    Attributes:
        status: INFEASIBLE when there is a conflict, SOLVED when the model has a solution, or UNKNOWN.
        members: The constraints and bounds.
        reason: The status as a sentence.
        is_minimal: Whether each member is proved to be needed, by a solution of the others.
        lower: No conflict has fewer members, as the solvers claim; 0 where that was not asked.
        certainty: How sure it is that the members cannot hold together: "claimed", "confirmed" or "proved".
        solution: Where there is no conflict, a solution of the model, by key.
        stopped_by: "time limit", "gave up" (the solver) or "interrupted", when something stopped the search.
        seconds: The time.
    """

    status: Status
    members: tuple[Member, ...]
    reason: str
    is_minimal: bool = False
    lower: int = 0
    certainty: Certainty = ""
    solution: dict[Any, Any] | None = None
    stopped_by: str = ""
    seconds: float = 0.0

    def __bool__(self) -> bool:
        return self.status is Status.INFEASIBLE

    def __iter__(self) -> Iterator[Member]:
        return iter(self.members)

    def __len__(self) -> int:
        return len(self.members)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the members."""
        return tuple(member.name for member in self.members)

    @property
    def is_smallest(self) -> bool:
        """Whether the solvers claim that no conflict has fewer members."""
        return 0 < len(self) <= self.lower

    def __repr__(self) -> str:
        size = f" of {len(self)}" if self else ""
        return f"<Conflict{size}: {self.reason}>"

    def __str__(self) -> str:
        lines = [f"  {member.text}{_forbidden(member)}" for member in self.members]
        return "\n".join([self.reason + ":" * bool(lines), *lines])

    def _repr_html_(self) -> str:
        if not self:
            return f"<p>{escape(self.reason)}</p>"
        rows = [(member.text, _values(member.solution)) for member in self.members]
        headings = "cannot hold together", "what the others allow, and this one forbids"
        return ResultTable(headings, rows, left=range(2), notes=[self.reason])._repr_html_()

    def as_dict(self) -> dict[str, Any]:
        """The same as plain data."""
        names = "reason", "is_minimal", "is_smallest", "lower", "certainty", "stopped_by", "seconds"
        members = [{"name": each.name, "text": each.text, "solution": _as_text(each.solution)} for each in self.members]
        plain = {name: getattr(self, name) for name in names}
        return {"status": str(self.status), "members": members, "solution": _as_text(self.solution), **plain}


def _as_text(solution: dict[Any, Any] | None) -> dict[str, Any] | None:
    return None if solution is None else {str(key): value for key, value in solution.items()}


def _values(solution: dict[Any, Any] | None) -> str:
    if solution is None:
        return "(perhaps not needed)"
    shown = [f"{key} = {value:g}" for key, value in list(solution.items())[:SHOWN]]
    return ", ".join([*shown, *["..."] * (len(solution) > SHOWN)])


def _forbidden(member: Member) -> str:
    return f"    (the others allow {_values(member.solution)})" if member.solution else ""


# -- the parts of a model ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Part:
    """A constraint with the rows that it is rewritten to, or bounds of a column."""

    name: str
    records: tuple[Constraint, ...] = ()
    rows: tuple[Linear, ...] = ()
    column: Column = -1
    lower: float = -inf
    upper: float = inf


class Parts:
    """The constraints and bounds of a model, each of which can be left out. They are meant by their numbers.

    Attributes:
        read: The model.
        every: The parts: constraints, then fixed columns, then other bounds.
        linear: Its columns with those that rewrites have added, between the bounds that always hold.
    """

    def __init__(self, read: PlainModel) -> None:
        self.read, self.linear = read, replace(read.copy(), records=[], minimised=None)
        self.continuous = frozenset(k for k, is_integer in enumerate(read.integer) if not is_integer)
        self._definitions: dict[Column, list[Linear]] = {}
        """The rows that say what the added columns mean, by column."""
        self._names: dict[str, int] = {}
        self.every: list[Part] = []
        self._rewrite()
        self._free()

    def _rewrite(self) -> None:
        """One part for each constraint, which is read as one record, or as several that follow each other."""
        m, links, width = PlainBackend(self.linear), rewrites.Links(), len(self.read.variables)
        for label, group in groupby(self.read.records, attrgetter("label")):
            records = tuple(group)
            rows = [each for each in records if isinstance(each, Linear)]
            if len(rows) < len(records):
                check_deadline()
                self.linear.records = [each for each in records if not isinstance(each, Linear)]
                for _ in rewrites.rewriting(m, links):
                    pass
                rewrites.no_good(m, [each for each in self.linear.records if isinstance(each, Exclude)], links)
                rows += [each for each in self.linear.records if isinstance(each, Linear)]
            if isinstance(label, Definition):
                self._define(rows, 0)
                continue
            self._define([row for row in rows if isinstance(row.label, Definition)], width)
            kept = tuple(row for row in rows if not isinstance(row.label, Definition))
            self.every.append(Part(self._new_name(str(label)), records, kept))
        self.linear.records = []

    def _define(self, rows: Sequence[Linear], first: Column) -> None:
        """These rows say what their columns mean, from the first one on."""
        for row in rows:
            for k in row.columns:
                if k >= first:
                    self._definitions.setdefault(k, []).append(row)

    def _free(self) -> None:
        """One part for each bound. What always holds are the domains of binaries, and of columns in logic."""
        read, linear, bounds = self.read, self.linear, list[Part]()
        logical = {k for each in read.records if not isinstance(each, Linear) for k in columns_of(each)}
        logical |= {k for each in read.records if isinstance(each.label, Definition) for k in columns_of(each)}
        for k, domain in enumerate(read.domains):
            now = read.lower[k], read.upper[k]
            if k in read.auxiliary:
                linear.lower[k] = linear.upper[k] = now[0]
                continue
            is_kept = k in logical or (domain == (0, 1) and read.integer[k])
            linear.lower[k], linear.upper[k] = domain if is_kept else (-inf, inf)
            x = read.variables[k]
            if now != domain:
                name = f"{x} = {now[0]:g}" if now[0] == now[1] else f"{now[0]:g} <= {x} <= {now[1]:g}"
                self.every.append(Part(self._new_name(name), column=k, lower=now[0], upper=now[1]))
            if is_kept:
                continue
            if domain[0] == domain[1]:
                bounds.append(Part(self._new_name(f"{x} = {domain[0]:g}"), (), (), k, *domain))
                continue
            if domain[0] > -inf:
                bounds.append(Part(self._new_name(f"{x} >= {domain[0]:g}"), column=k, lower=domain[0]))
            if domain[1] < inf:
                bounds.append(Part(self._new_name(f"{x} <= {domain[1]:g}"), column=k, upper=domain[1]))
        self.every += bounds

    def _new_name(self, name: str) -> str:
        """The name, with a number when it occurs again."""
        known = self._names[name] = self._names.get(name, 0) + 1
        return name if known == 1 else f"{name} ({known})"

    def text(self, p: int) -> str:
        """What a part says."""
        part = self.every[p]
        if not part.records:
            return part.name
        return f"{part.name}: " + "; ".join(self.read.line(each)[len(each.name) + 2 :] for each in part.records)

    def bounds(self, active: Sequence[int]) -> tuple[list[float], list[float]]:
        """The bounds of all columns under some parts."""
        lower, upper = self.linear.bounds()
        for part in map(self.every.__getitem__, active):
            if not part.records:
                k = part.column
                lower[k], upper[k] = max(lower[k], part.lower), min(upper[k], part.upper)
        return lower, upper

    def rows(self, active: Sequence[int]) -> tuple[list[Linear], list[int]]:
        """The rows of some parts with the definitions of their columns; and of each row its part, -1 for the latter."""
        rows, parts = list[Linear](), list[int]()
        for p in active:
            rows += self.every[p].rows
            parts += [p] * len(self.every[p].rows)
        if self._definitions:
            known, seen = set[int](), set[Column]()
            new = {k for row in rows for k in row.columns}
            while new:
                seen |= new
                found = [row for k in sorted(new) for row in self._definitions.get(k, ()) if id(row) not in known]
                found = list({id(row): row for row in found}.values())
                known.update(map(id, found))
                rows += found
                new = {k for row in found for k in row.columns} - seen
        return rows, [*parts, *[-1] * (len(rows) - len(parts))]

    def model(self, active: Sequence[int]) -> tuple[PlainModel, list[Column]]:
        """A model of some parts, and which of all columns it has."""
        lower, upper = self.bounds(active)
        rows, _ = self.rows(active)
        columns = sorted({k for row in rows for k in row.columns})
        index = {k: j for j, k in enumerate(columns)}
        moved: list[Constraint] = [row._replace(columns=tuple(map(index.__getitem__, row.columns))) for row in rows]
        integer = [self.linear.integer[k] for k in columns]
        lower, upper = [lower[k] for k in columns], [upper[k] for k in columns]
        return PlainModel([self.linear.variables[k] for k in columns], lower, upper, integer, moved, None), columns

    def spread(self, found: Sequence[float], columns: Sequence[Column], active: Sequence[int]) -> list[float]:
        """Values of all columns: what was found for some, and any between their bounds for the others."""
        ends = zip(*self.bounds(active), *self.bounds(range(len(self.every))), strict=True)
        values = [min(max(0.0, below, low), above, high) for low, high, below, above in ends]
        for k, value in zip(columns, found, strict=True):
            values[k] = value
        return values

    def support(
        self, active: Sequence[int], rows: Sequence[Linear], parts: Sequence[int], multipliers: Sequence[float]
    ) -> list[int]:
        """The active parts that a sum of rows needs which proves that they cannot hold together, see `dual_bound`."""
        chosen, reduced, sizes = set[int](), dict[Column, float](), dict[Column, float]()
        for row, p, y in zip(rows, parts, multipliers, strict=True):
            if y:
                chosen.add(p)
                for k, a in zip(row.columns, row.coefficients, strict=True):
                    reduced[k] = reduced.get(k, 0.0) - y * a
                    sizes[k] = max(sizes.get(k, 0.0), abs(y * a))
        signs = {k: (d > 0) - (d < 0) for k, d in reduced.items() if abs(d) > NOISE * sizes[k]}
        best: dict[Column, tuple[float, int]] = {}
        for p in active:
            part = self.every[p]
            if not part.records and (sign := signs.get(part.column)):
                end = part.lower if sign > 0 else -part.upper
                if isfinite(end):
                    best[part.column] = max(best.get(part.column, (-inf, p)), (end, p))
        chosen.update(p for _, p in best.values())
        return [p for p in active if p in chosen]

    def clash(self, active: Sequence[int]) -> list[int] | None:
        """One part, or two, of which it is seen without a solver that they cannot hold together."""
        lower: dict[Column, tuple[float, int]] = {}
        upper: dict[Column, tuple[float, int]] = {}
        for p in active:
            part = self.every[p]
            if any(not row.columns and not row.lower <= 0 <= row.upper for row in part.rows):
                return [p]
            if part.records:
                continue
            k, low, high = part.column, part.lower, part.upper
            if self.read.integer[k]:
                low, high = (ceil(low) if isfinite(low) else low), (floor(high) if isfinite(high) else high)
            if low > high or low > self.linear.upper[k] or high < self.linear.lower[k]:
                return [p]
            lower[k] = max(lower.get(k, (-inf, p)), (low, p))
            upper[k] = min(upper.get(k, (inf, p)), (high, p))
            if lower[k][0] > upper[k][0]:
                return sorted({lower[k][1], upper[k][1]})
        return None

    def holds(self, p: int, values: Sequence[float]) -> bool:
        """Whether values of the model's own columns satisfy a part."""
        part = self.every[p]
        if part.records:
            return all(is_satisfied(each, values, self.continuous) for each in part.records)
        return self._is_within(part.column, part.lower, part.upper, values)

    def _is_within(self, k: Column, low: float, high: float, values: Sequence[float]) -> bool:
        slack = TOLERANCE if k in self.continuous else 0
        return low - slack <= values[k] <= high + slack

    def checked(self, values: Sequence[float], active: Sequence[int]) -> list[float] | None:
        """The values of the model's own columns, if they satisfy these parts, and what always holds."""
        own = whole_values(self.read, values[: len(self.read.variables)])
        ends = zip(range(len(own)), self.linear.lower, self.linear.upper, strict=False)
        is_right = all(self._is_within(*each, own) for each in ends) and all(self.holds(p, own) for p in active)
        return own if is_right else None


# -- the search --------------------------------------------------------------------------------------------------------


class Answer(NamedTuple):
    """Whether some parts can hold together: INFEASIBLE, SOLVED or UNKNOWN.

    Attributes:
        status: SOLVED also when only the relaxation has a solution; then there are no values.
        values: Those of the model's own columns, checked.
        core: Parts that cannot hold together, if they are known.
        reason, stopped_by: Why it is UNKNOWN.
    """

    status: Status
    values: list[float] | None = None
    core: Sequence[int] | None = None
    reason: str = ""
    stopped_by: str = ""


Ask = Callable[[Sequence[int]], Answer]


class Refuted(Exception):
    """Parts that were claimed to be infeasible have a solution."""


class NotKnown(Exception):
    """A solver does not know whether some parts can hold together."""


class Denial:
    """Values, and the parts that they violate."""

    def __init__(self, parts: Parts, values: list[float]) -> None:
        self._broken = frozenset(p for p in range(len(parts.every)) if not parts.holds(p, values))

    def violates(self, name: int) -> bool:
        """Whether the values violate a part."""
        return name in self._broken


@dataclass
class ConflictSearch:
    """The state of the search for a minimal set.

    Attributes:
        parts: The model.
        solver: The solver of whole numbers.
        deadline: When the answer is due.
        active: The parts that are known to be infeasible together, so far.
        witnesses: Of parts that are needed, the values that show it.
    """

    parts: Parts
    solver: str
    deadline: Deadline
    active: list[int] = field(default_factory=list)
    witnesses: dict[int, list[float]] = field(default_factory=dict)
    values: list[float] | None = None
    lower: int = 0
    certainty: Certainty = ""
    reason: str = ""
    stopped_by: str = ""

    def run(self, smallest: bool) -> None:
        """Search, until the set is minimal, or one of the smallest, or the time is up."""
        every = list(range(len(self.parts.every)))
        try:
            with deadline_of(self.deadline):
                if not self._by_relaxation(every):
                    self._by_solver(every)
                if smallest and self.active:
                    self._shrink(every)
        except TimeLimit:
            self._stop(TIME_LIMIT, "the time limit was reached")
        except KeyboardInterrupt:
            self._stop(INTERRUPTED, "it was interrupted")

    def _stop(self, by: str, reason: str) -> None:
        self.stopped_by, self.reason = by, reason

    def _by_relaxation(self, every: list[int]) -> bool:
        """Find a minimal set where the relaxation is infeasible. False when it is not, or when that was not true."""
        core = self.parts.clash(every) or self._farkas(every)
        return core is not None and (self._filtered(core) or self._filtered(every))

    def _filtered(self, active: list[int]) -> bool:
        """The same from parts whose relaxation is infeasible."""
        self.active, self.witnesses = [], {}
        relaxation = Relaxation(self.parts, active, self.deadline)
        try:
            if relaxation.ask(active).status is not Status.INFEASIBLE:
                return False
            self.active, self.certainty = active, assurance.CLAIMED
            self.minimise(relaxation.ask)
            self.minimise(self.ask)
            return self._make_sure()
        except Refuted:
            return False

    def _farkas(self, every: list[int]) -> list[int] | None:
        """The parts with a multiplier in a proof that the relaxation is infeasible; None when there is none."""
        multipliers = assurance.multipliers_of(self.parts.model(every)[0], True, self.deadline)
        if multipliers is None or not any(multipliers):
            return None
        return self.parts.support(every, *self.parts.rows(every), multipliers)

    def _by_solver(self, every: list[int]) -> None:
        self.active, self.witnesses = [], {}
        answer = self.ask(every)
        if answer.status is Status.SOLVED:
            self.values = answer.values
        elif answer.status is Status.UNKNOWN:
            self._stop(answer.stopped_by or GAVE_UP, answer.reason)
        elif any(self.parts.read.integer) or not self._filtered(every):
            self.active, self.witnesses, self.certainty = every, {}, assurance.CLAIMED
            try:
                self.minimise(self.ask)
                if self._make_sure():
                    return
            except Refuted:
                pass
            self.active, self.certainty = [], ""
            self._stop(GAVE_UP, f"{title(self.solver)} called constraints infeasible that have a solution")

    def _make_sure(self) -> bool:
        """Make sure that the set is infeasible; False when it is not."""
        if self.parts.clash(self.active):
            self.certainty = assurance.PROVED
            return True
        model, _ = self.parts.model(self.active)
        outcome = self._solved(model)
        if outcome.status is Status.UNKNOWN:  # it was claimed before, perhaps of the relaxation
            outcome = Outcome(Status.INFEASIBLE, "")
        outcome = assurance.made_sure(outcome, model, self.solver, self.deadline)
        if outcome.certainty == assurance.CLAIMED and _is_infeasible_in_fractions(model):
            outcome.certainty = assurance.PROVED
        if outcome.certainty == assurance.CLAIMED:  # a conflict is small, so another solver is asked in any case
            outcome = assurance.searched(outcome, model, title(self.solver), self.deadline, is_bounded=True)
        self.certainty = outcome.certainty or self.certainty
        return outcome.status is not Status.SOLVED

    def _solved(self, model: PlainModel) -> Outcome:
        try:
            outcome = solvers.find(self.solver).session(model).solve(self.deadline.left())
            return assurance.confirmed_if_doubtful(outcome, model, self.solver, self.deadline)
        except SudokuModelsError as error:
            return Outcome(Status.UNKNOWN, str(error), stopped_by=GAVE_UP)

    def _shrink(self, every: list[int]) -> None:
        """Find a conflict with the fewest members, by the search in `hitting_sets`."""
        ask = self.ask if any(self.parts.read.integer) else Relaxation(self.parts, every, self.deadline).ask

        def counterexample(active: list[int]) -> Denial | None:
            answer = ask(active)
            if answer.status is Status.INFEASIBLE:
                return None
            if answer.values is None:
                raise NotKnown(answer.reason)
            return Denial(self.parts, answer.values)

        def small(active: list[int], below: float) -> list[int] | None:
            if ask(active).status is not Status.INFEASIBLE:
                return None
            other = replace(self, active=active, witnesses={})
            other.minimise(ask)
            if len(other.active) >= below:
                return None
            self.active, self.witnesses = other.active, other.witnesses
            return other.active

        known = [Denial(self.parts, values) for values in self.witnesses.values()]
        search = Search(every, counterexample, small, known, len(self.active))
        before = list(self.active)
        try:
            search.start()
            while not search.is_proved:
                self.lower = search.lower
                search.improve()
        except NotKnown as error:
            self._stop(GAVE_UP, str(error))
        self.lower = search.lower
        if self.active != before:
            self._make_sure()

    def ask(self, active: Sequence[int]) -> Answer:
        """Let the solver look for a solution of some parts."""
        self.deadline.check()
        if (core := self.parts.clash(active)) is not None:
            return Answer(Status.INFEASIBLE, core=core)
        model, columns = self.parts.model(active)
        outcome = self._solved(model)
        if outcome.status is Status.SOLVED:
            assert outcome.values is not None
            values = self.parts.checked(self.parts.spread(outcome.values, columns, active), active)
            if values is not None:
                return Answer(Status.SOLVED, values)
            reason = f"the values of {title(self.solver)} satisfy the constraints only up to rounding"
            return Answer(Status.UNKNOWN, reason=reason, stopped_by=GAVE_UP)
        return Answer(outcome.status, reason=outcome.reason, stopped_by=outcome.stopped_by)

    def minimise(self, ask: Ask) -> None:
        """Leave out parts that are not needed.

        Raises:
            Refuted: When all that are left can hold together.
            TimeLimit: When the time is up; then `active` is the set so far.
        """
        todo = [p for p in self.active if p not in self.witnesses]
        needed = [p for p in self.active if p in self.witnesses]
        size = 1
        while todo:
            chunk, rest = todo[:size], todo[size:]
            answer = ask([*needed, *rest])
            if answer.status is Status.INFEASIBLE:
                core = set(answer.core or rest)
                todo, size = [p for p in rest if p in core], 2 * size
                self.active = sorted([*needed, *todo])
                continue
            broken = chunk
            if answer.values is not None:
                broken = [p for p in chunk if not self.parts.holds(p, answer.values)]
                if not broken:
                    raise Refuted
            if len(broken) > 1:
                size = max(1, size // 2)
                continue
            [p] = broken
            todo.remove(p)
            needed.append(p)
            if answer.values is not None:
                self.witnesses[p] = answer.values
            elif answer.status is Status.UNKNOWN:
                self._stop(answer.stopped_by or GAVE_UP, answer.reason)
                if answer.stopped_by == TIME_LIMIT:
                    raise TimeLimit


def _is_infeasible_in_fractions(model: PlainModel) -> bool:
    """Whether the relaxation of a small model has no solution, in rational numbers; False for a large one."""
    rational = RationalModel(model)
    terms = [dict(zip(columns, coefficients, strict=True)) for columns, coefficients, *_ in rational.rows]
    if sum(map(len, terms)) > FEW or any(map(gt, rational.lower, rational.upper)):
        return False
    sides = [(low, high) for *_, low, high in rational.rows]
    return ExactProgram(terms, sides, rational.lower, rational.upper, {}).conflict(set()) is not None


class Relaxation:
    """The linear relaxation of some parts, by HiGHS, which goes on from one question to the next."""

    def __init__(self, parts: Parts, active: Sequence[int], deadline: Deadline) -> None:
        self.parts, self.deadline = parts, deadline
        model, self.columns = parts.model(active)
        self.rows, self.part_of = parts.rows(active)
        partial = import_whole("sudoku_models.solvers.highs_relaxation").PartialRelaxations
        self.relaxations = partial(model.records, model.lower, model.upper)

    def ask(self, active: Sequence[int]) -> Answer:
        """Whether the relaxation has a solution; with values where these are one of the model."""
        if (core := self.parts.clash(active)) is not None:
            return Answer(Status.INFEASIBLE, core=core)
        claim, found = self._solve(active)
        if claim is Claim.INFEASIBLE:
            core = self.parts.support(active, self.rows, self.part_of, found) if found else None
            is_less = core and len(core) < len(active) and self._solve(core)[0] is Claim.INFEASIBLE
            return Answer(Status.INFEASIBLE, core=core if is_less else None)
        if claim is Claim.FEASIBLE:
            values = self.parts.checked(self.parts.spread(found, self.columns, active), active)
            return Answer(Status.SOLVED, values)
        return Answer(Status.UNKNOWN, reason="the relaxation was not solved", stopped_by=GAVE_UP)

    def _solve(self, active: Sequence[int]) -> tuple[Claim, list[float]]:
        self.deadline.check()
        lower, upper = self.parts.bounds(active)
        chosen = {-1, *active}
        bounds = [(lower[k], upper[k]) for k in self.columns]
        found: tuple[Claim, list[float]] = self.relaxations.solve(
            [p in chosen for p in self.part_of], bounds, self.deadline
        )
        self.deadline.check()
        return found


def conflict_of(problem: Any, deadline: Deadline, smallest: bool = False) -> Conflict:
    """A minimal set of constraints and bounds that cannot hold together, see `Problem.conflict`."""
    watch = Stopwatch()
    search = ConflictSearch(Parts(problem.look()), solvers.first(Feature.CONTINUOUS), deadline)
    search.run(smallest)
    return replace(_result(problem, search), seconds=watch())


def _result(problem: Any, search: ConflictSearch) -> Conflict:
    keys = {k: key for key, k in problem.columns.items()}
    if search.values is not None:
        solution = {key: search.values[k] for k, key in keys.items()}
        return Conflict(Status.SOLVED, (), "there is no conflict: the model has a solution", solution=solution)
    if not search.active:
        reason = f"it is not known whether there is a conflict: {search.reason}"
        return Conflict(Status.UNKNOWN, (), reason, stopped_by=search.stopped_by)
    parts = search.parts
    chosen = [parts.every[p] for p in search.active]
    columns = {part.column for part in chosen if not part.records}
    columns |= {k for part in chosen for each in part.records for k in columns_of(each)}
    named = {k: keys.get(k, str(parts.read.variables[k])) for k in sorted(columns)}

    def member(p: int) -> Member:
        values = search.witnesses.get(p)
        solution = None if values is None else {key: values[k] for k, key in named.items()}
        return Member(parts.every[p].name, parts.text(p), parts.every[p].records, solution)

    members = tuple(map(member, search.active))
    is_minimal = all(p in search.witnesses for p in search.active)
    what = "this cannot hold" if len(members) == 1 else f"these {len(members):,} cannot hold together"
    each = "" if len(members) == 1 else ", and each of them is needed"
    reason = what + (each if is_minimal else f"; some of them may not be needed: {search.reason}")
    reason += {"proved": "; it is proved by an exact bound", "confirmed": "; another solver confirms it"}.get(
        search.certainty, f"; {title(search.solver)} claims it"
    )
    if search.lower >= len(members):
        reason += "; the solvers claim that there is none with fewer members"
    elif search.lower:
        reason += f"; one with fewer has at least {search.lower:,}: {search.reason}"
    stopped_by = "" if is_minimal and search.lower in (0, len(members)) else search.stopped_by
    figures = is_minimal, search.lower, search.certainty
    return Conflict(Status.INFEASIBLE, members, reason, *figures, stopped_by=stopped_by)
