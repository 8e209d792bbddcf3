"""The search for a minimal set of parts of a model that cannot hold together; see `conflict`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from operator import gt
from typing import NamedTuple

from .. import solvers
from ..backends import PlainModel
from ..errors import SudokuModelsError
from ..runtime.interrupts import import_whole
from ..runtime.limits import Deadline, TimeLimit, deadline_of
from ..solvers import GAVE_UP, INTERRUPTED, TIME_LIMIT, Certainty, Outcome, Status, assurance, title
from ..solvers.dual_bound import RationalModel
from ..solvers.exact_lp import ExactProgram
from ..solvers.milp import Claim
from .conflict_parts import Parts
from .hitting_sets import Search

FEW = 300
"""The coefficients up to which a conflict is proved in fractions."""


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
            if _is_infeasible_in_fractions(self.parts.model(self.active)[0]) is False:
                return False
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
            self.active, self.witnesses, self.certainty = other.active, other.witnesses, assurance.CLAIMED
            return other.active

        known = [Denial(self.parts, values) for values in self.witnesses.values()]
        search = Search(every, counterexample, small, known, len(self.active))
        before = self.active, self.witnesses, self.certainty
        try:
            search.start()
            while not search.is_proved:
                self.lower = search.lower
                search.improve()
        except NotKnown as error:
            self._stop(GAVE_UP, str(error))
        self.lower = search.lower
        if self.active != before[0] and not self._make_sure():
            self.active, self.witnesses, self.certainty = before
            self.lower = 0
            self._stop(GAVE_UP, f"{title(self.solver)} called fewer constraints infeasible that have a solution")

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


def _is_infeasible_in_fractions(model: PlainModel) -> bool | None:
    """Whether the relaxation of a small model has no solution, in rational numbers; None for a large one."""
    rational = RationalModel(model)
    terms = [dict(zip(columns, coefficients, strict=True)) for columns, coefficients, *_ in rational.rows]
    if sum(map(len, terms)) > FEW or any(map(gt, rational.lower, rational.upper)):
        return None
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
