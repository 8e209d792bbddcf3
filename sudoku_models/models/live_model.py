"""A backend model that may change: it is read before each answer, so every solver gets it as it stands.

Constraints, domains, fixed variables, the objective and edits of `native` are noticed by comparing what is read with
what was read before. `pipeline` makes of it what a solver gets, with the cuts that are wanted for this answer alone.
Only `exclude` adds constraints to the library's own model, for they are the user's.
"""

import copy
import threading
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from .. import rewrites, solvers
from ..backends import Backend, Column, Constraint, Exclude, PlainModel, plain
from ..runtime.interrupts import defer_interrupts, garbage_collection_paused
from ..runtime.limits import Deadline, Stopwatch, TimeLimit, deadline_of, deadline_suspended
from ..solvers import Feature, OnSolution, Outcome, Session, assurance, no_time
from .pipeline import Pipeline

Assure = Callable[[Outcome, PlainModel, str, Deadline], Outcome]
"""`assurance.made_sure` or `assurance.confirmed`."""


class Excluded(NamedTuple):
    """A solution that the user has excluded: the cut, its constraints in `native`, and these as they were added."""

    solution: Any
    at_least: int
    cut: Exclude
    rows: list[Any]
    records: list[Constraint]


class LiveModel:
    """A backend model with its pipelines. `Problem` adds the answers.

    Attributes:
        m: The backend model, with all its methods.
        links: The binaries that rewrites have added to it, by their meaning.
        rewrite: The rewrites that linearised it, joined with "+"; empty when it was not rewritten.
        rewrite_seconds: The time that they took.
        is_linear: Whether it was linearised, so that what is excluded must be linear too.
        indicated: The columns whose indicators are fixed, because they are fixed themselves, and their values.
    """

    def __init__(
        self,
        m: Backend,
        links: rewrites.Links | None = None,
        rewrite: str = "",
        rewrite_seconds: float = 0.0,
        is_linear: bool = False,
    ) -> None:
        self.m, self.rewrite, self.rewrite_seconds, self.is_linear = m, rewrite, rewrite_seconds, is_linear
        self.links = rewrites.Links() if links is None else links
        self.indicated: dict[Column, float] = {}
        self._excluded: list[Excluded] = []
        self._number = 0
        self._built: PlainModel | None = None  # the model at the first look
        self._made: list[Constraint] = []  # its records, by which the binaries of rewrites mean what they do
        self._seen: PlainModel | None = None  # the model at the last look
        self._is_stale, self._is_unchanged = True, True
        self._reading = 0.0  # the seconds of the last look, which the next outcome counts
        self._pipelines: dict[bool, Pipeline] = {}
        self._own_sessions: dict[str, Session] = {}
        self._lock = threading.RLock()

    @property
    def native(self) -> Any:
        """The library's own model: a `ConcreteModel`, an `LpProblem` or a `CpModel`."""
        return self.m.native

    @property
    def cuts(self) -> tuple[Any, ...]:
        """The excluded solutions, in the order of the cuts; a cut that was deleted in `native` is gone."""
        self.refresh()
        return tuple(each.solution for each in self._excluded)

    # -- solving ------------------------------------------------------------------------------------------------------

    def run(self, solver: str, time_limit: float | None = None, cuts: Sequence[Exclude] = ()) -> Outcome:
        """Solve the model as it stands, with these cuts besides its own, and return the raw outcome."""
        with self._lock:
            self._is_stale = True
            return self.ask(solver, Deadline(time_limit), cuts)[0]

    def session(self, solver: str) -> Session:
        """The live session of this solver, with the model as it stands."""
        self.refresh()
        return self.prepare(solver).session(solver)

    def ask(
        self,
        solver: str,
        deadline: Deadline,
        cuts: Sequence[Exclude] = (),
        on_solution: OnSolution | None = None,
        assure: Assure | None = None,
    ) -> tuple[Outcome, Pipeline | None]:
        """Solve with these cuts besides those of the model, which is read once for each call of the user.

        An enclosing `deadline_of` applies too. With `on_solution` the solver enumerates all solutions by itself, until
        `on_solution` returns False. `assure` makes sure of what the solver claims; by default only of a
        doubtful "infeasible".

        Returns:
            The outcome with the values of the model's own columns, and where they are from.
        """
        pipeline = None
        try:
            with deadline_of(deadline) as earliest:
                with garbage_collection_paused():
                    if not cuts and (own := self._session_of_native(solver, on_solution is not None)):
                        session: Any = own
                    else:
                        pipeline = self.prepare(solver, cuts)
                        session = pipeline.session(solver)
                earliest.check()
                limit, width = earliest.left(), len(self.m.variables)
                if on_solution is None:
                    outcome = session.solve(limit)
                else:  # further columns are those of rewrites, which the others determine
                    outcome = session.enumerate(lambda values: on_solution(values[:width]), limit)
                if on_solution is None and (assure or outcome.is_doubtful):
                    model = pipeline.model if pipeline else self.look()
                    with garbage_collection_paused():
                        outcome = (assure or assurance.confirmed_if_doubtful)(outcome, model, solver, earliest)
        except TimeLimit:
            outcome = no_time()
        if outcome.translate_seconds is not None:
            outcome.translate_seconds, self._reading = outcome.translate_seconds + self._reading, 0.0
        width = len(self.m.variables)
        outcome.values = None if outcome.values is None else outcome.values[:width]
        outcome.incumbent = None if outcome.incumbent is None else outcome.incumbent[:width]
        return outcome, pipeline

    def _session_of_native(self, solver: str, is_enumerated: bool) -> Session | None:
        """For a `CpModel`, a session of CP-SAT with `native` itself; otherwise None.

        It would approximate a fractional objective, and enumerate nothing with a constant one.
        """
        entry = solvers.entry(solver)
        if entry is None or entry.backend != self.m.name:
            return None
        goal = self.look().minimised
        if goal is not None and (is_enumerated or not goal.is_whole or float in map(type, goal.coefficients)):
            return None
        if solver not in self._own_sessions:
            self._own_sessions[solver] = solvers.find(solver).session(self.m)
        return self._own_sessions[solver]

    def prepare(self, solver: str, cuts: Sequence[Exclude] = ()) -> Pipeline:
        """What a solver gets: the model as it is read, rewritten where it must be, and with these cuts.

        Raises:
            UnsupportedError: When a constraint cannot be rewritten; the message names it.
        """
        chosen = solvers.find(solver)
        if self.rewrite:
            rewrites.check_paradigm(self.rewrite, solver, chosen.paradigm)
        read, is_logical = self.look(), Feature.LOGIC in chosen.features
        pipeline = self._pipelines.get(is_logical)
        if pipeline is None or not pipeline.fits(read, self.links):
            pipeline = self._pipelines[is_logical] = Pipeline(read, self.links, is_logical)
        pipeline.update(read, cuts)
        return pipeline

    def drop_temporary_cuts(self) -> None:
        """Forget the records of cuts that were wanted for some answers only."""
        for is_logical, pipeline in list(self._pipelines.items()):
            if not pipeline.drop_cuts():
                del self._pipelines[is_logical]

    # -- changes ------------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Detect all changes of the model since the last answer, including edits of `native`."""
        with self._lock:
            self._is_stale = True
            self.look()

    def look(self) -> PlainModel:
        """The model as plain data; it is read again if that was not done since the call of the user."""
        if self._seen is not None and not self._is_stale:
            return self._seen  # without the lock: CP-SAT calls back from another thread while the caller holds it
        with self._lock, defer_interrupts():
            watch, before, now = Stopwatch(), self._seen, plain(self.m)
            if before is None:
                self._built, self._made = now, now.records
            else:
                is_renewed = before.bounds() != now.bounds() and self.fix_indicators()
                if self._take_changes(before, now) or is_renewed:
                    now = plain(self.m)
            self._seen, self._is_stale, self._reading = now, False, watch()
            return now

    def _take_changes(self, before: PlainModel, now: PlainModel) -> bool:
        """Drop what a change has made wrong: excluded solutions, and what binaries mean.

        Returns:
            Whether `native` was changed here.
        """
        assert self._built is not None
        current = set(map(id, now.records))
        dropped = [each for each in self._excluded if not current.issuperset(map(id, each.records))]
        for each in dropped:  # a row that was edited in `native` stays, as one of the user's own
            pairs = zip(each.rows, each.records, strict=True)
            self.m.forget([row for row, record in pairs if id(record) in current])
            self._excluded.remove(each)
        cuts = {id(record) for each in self._excluded for record in each.records}
        rows = [record for record in now.records if id(record) not in cuts]
        is_same = now.begins_with_columns_of(self._built) and rows == self._built.records
        self._is_unchanged = is_same and now.minimised == self._built.minimised
        is_outdated = not now.begins_with_columns_of(before)  # a linear cut is about the domains as they were
        links = self.links
        if links and (is_outdated or not current.issuperset(map(id, self._made))):
            self.m.free(self.fixed_indicators())
            self.indicated, self.links, is_outdated = {}, rewrites.Links(), True
        if is_outdated:
            excluded, self._excluded = self._excluded, []
            try:
                for each in excluded:
                    self.add_cut(*each[:3])
            except BaseException:  # the next look tries it again
                self.m.forget([row for each in self._excluded for row in each.rows])
                self._excluded, self.links = excluded, links
                raise
            self.m.forget([row for each in excluded for row in each.rows])
        return bool(dropped) or is_outdated

    def add_cut(self, solution: Any, at_least: int, cut: Exclude) -> None:
        """Add a cut to `native`, where it is a row over binaries, or a logical constraint."""
        with defer_interrupts(), deadline_suspended():
            if self.is_linear or all(self.m.is_binary(k) for k, _ in cut.values):
                rows = rewrites.no_good(self.m, [cut], self.links)
            else:
                values = [(self.m.variables[k], value) for k, value in cut.values]
                label = rewrites.unused(self.m, cut.label, logic=True)
                rows = [self.m.exclude(values, label, cut.at_least)]
            try:
                self._excluded.append(Excluded(solution, at_least, cut, rows, self.m.read(rows)))
            except BaseException:
                self.m.forget(rows)
                raise
            self._is_stale = True

    def drop_cuts(self) -> None:
        """Remove all cuts from `native`, except what the user has edited there."""
        self.look()
        excluded, self._excluded = self._excluded, []
        self.m.forget([row for each in excluded for row in each.rows])

    # -- copies, and what is fixed in a linear model ------------------------------------------------------------------

    def _copied(self, rewrite: str | None = None) -> tuple["LiveModel", dict[int, Any]]:
        """A copy of the model as it stands, without its cuts.

        Args:
            rewrite: The rewrites that linearise the copy, "" for the defaults; None for a plain copy.

        Returns:
            The copy, and the copies of the library's objects by the ids of these.

        Raises:
            UnsupportedError: When no rewrite covers a constraint; the message names it.
        """
        watch = Stopwatch()
        m, same = self.m.copy()
        m.forget([same[id(row)] for each in self._excluded for row in each.rows])
        if rewrite is None:
            made = LiveModel(m, copy.deepcopy(self.links), self.rewrite, self.rewrite_seconds, self.is_linear)
            made.indicated = dict(self.indicated)
        else:
            used, links = rewrites.apply(m, rewrite)
            made = LiveModel(m, links, used, watch(), is_linear=True)
            made.fix_indicators()
        return made, same

    def fix_indicators(self) -> bool:
        """Fix the indicators of the variables that are fixed; the relaxation would leave them loose.

        Those of other variables that were fixed here are freed.

        Returns:
            Whether this has changed the model.
        """
        if not self.links.indicator:
            return False
        lower, upper = self.m.bounds()
        wanted = {k: lower[k] for k in {column for column, _ in self.links.indicator} if lower[k] == upper[k]}
        if wanted == self.indicated:
            return False
        changed = {k for k in wanted.keys() | self.indicated.keys() if wanted.get(k) != self.indicated.get(k)}
        found = [(k, value, y) for k, value, y in self.links.indicators() if k in changed]
        self.m.free(y for _, _, y in found)
        for k, value, y in found:
            if k in wanted:
                self.m.fix(self.m.variables[y], int(value == wanted[k]))
        self.indicated = wanted
        return True

    def fixed_indicators(self) -> set[Column]:
        """The columns of the indicators that were fixed here."""
        return {y for k, _, y in self.links.indicators() if k in self.indicated}
