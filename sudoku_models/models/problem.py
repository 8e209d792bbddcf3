"""Problems of any kind, not only Sudoku: defined once on a backend, and solved and counted by every solver.

This is the only implementation of solving, iterating, counting and excluding. `SudokuModel` adds puzzles and grids.

Before each answer, changes of the model are detected: constraints, domains, objective, and edits of `native`. A solver
without logical constraints gets a *linearised model*, a rewritten copy, which is discarded as soon as the original has
changed.
"""

import copy
import threading
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import rewrites, solvers
from ..backends import Backend, Column, Snapshot, new_backend
from ..backends.checks import check_excluded
from ..backends.refusals import explained
from ..errors import InputError, SolverError, UnsupportedError, WrongGridError
from ..runtime.garbage import garbage_collection_paused
from ..runtime.interrupts import defer_interrupts
from ..runtime.limits import Deadline, Limits, Stopwatch, TimeLimit, deadline_of
from ..solvers import INTERRUPTED, Outcome, Session, Status, no_time
from .counting_loop import Progress, count_solutions_of
from .results import Count, Result, Stats
from .satisfaction import broken, value_of
from .solver_model import Cut, SolverModel, linearised

__all__ = ["Problem"]

Statement = Callable[[Backend], Mapping[Any, Any]]
"""A function that defines a problem on an empty model and returns the variables of the answer."""


class Problem:
    """A problem on a backend. `native` is the library's real model.

    Args:
        statement: A function of an empty model that defines the problem with the methods of `sudoku_models.backends`
            and returns its variables in a dict.
        backend: One of `BACKENDS`.
        rewrite: Names from `REWRITES`, joined with "+", to linearise the model immediately; "" for the defaults. With
            None the model is not rewritten, and a solver that needs a linear one gets a linearised copy.
        is_shared: Whether the caller may change the model before its first answer; otherwise the first answer does not
            look for changes.

    Attributes:
        m: The backend model, with all its methods.
        variables: The dict that the statement returned: the library's own variables.
        rewrite: The rewrites that linearised the model, joined with "+"; empty when it was not rewritten.
        links: The binaries that rewrites have added, by their meaning.

    Raises:
        InputError: When the statement does not return a dict of variables, or an empty one.

    >>> def three(m):
    ...     x = m.int_vars("x", "abc", 1, 3)
    ...     m.all_different(x.values(), "all differ")
    ...     m.add(x["a"] >= x["b"] + 2, "a is larger than b by two")
    ...     return x
    >>> Problem(three).solve("highs").values
    {'a': 3, 'b': 1, 'c': 2}
    >>> Problem(three).rewritten().rewrite
    'indicators'
    """

    formulation = ""

    _seen: Snapshot | None
    """The model as it was at the last look; None before the first."""
    _built: Snapshot
    """The model as it was at the first look."""
    _made: dict[Any, tuple[Any, ...]]
    """The rows of that, by the ids of their constraints."""

    def __init__(
        self, statement: Statement, backend: str = "pulp", rewrite: str | None = None, *, is_shared: bool = True
    ) -> None:
        if rewrite is not None:
            rewrites.choose(rewrite)
        self.statement = statement
        self.backend = backend
        self._is_shared = is_shared
        # Importing a library takes far longer than building a model, so the clock starts after it.
        m = new_backend(backend)
        watch = Stopwatch()
        with garbage_collection_paused():
            try:
                variables = statement(m)
            except Exception as error:  # the library may reject an expression
                if (explanation := explained(error)) is None:
                    raise
                raise explanation from error
            if not isinstance(variables, Mapping):
                raise InputError(
                    f"the statement must return its variables in a dict, not {type(variables).__name__}; "
                    "end the function with: return x"
                )
            if not variables:
                raise InputError("the statement returned no variables; return those that the answer is about")
            self.variables: dict[Any, Any] = dict(variables)
            self.build_seconds = watch()
            if rewrite is None:
                self._defined = SolverModel(m)
            else:
                used, links = rewrites.apply(m, rewrite)
                self._defined = SolverModel(m, links, used, watch() - self.build_seconds, is_linear=True)
        self._start()

    def _start(self) -> None:
        """Initialise the state: no cuts, and nothing cached from earlier answers."""
        column = self.m.column
        self._columns: dict[Any, Column] = {key: column(x) for key, x in self.variables.items()}
        self._cuts: list[Cut] = []
        self._numbers = count(1)
        self._linearised: dict[str, SolverModel] = {}
        self._lock = threading.RLock()
        self._cut_stamps: dict[Hashable, tuple[Any, ...]] = {}
        self._has_logic: bool | None = None  # not looked at yet
        self._is_unchanged = True
        self._seen = None
        if self._is_shared:
            self.refresh()

    @property
    def m(self) -> Backend:
        """The backend model, with all its methods."""
        return self._defined.m

    @property
    def native(self) -> Any:
        """The library's own model: a `ConcreteModel`, an `LpProblem` or a `CpModel`."""
        return self.m.native

    @property
    def rewrite(self) -> str:
        """The rewrites that linearised the model, joined with "+"; empty when it was not rewritten."""
        return self._defined.rewrite

    @property
    def links(self) -> rewrites.Links:
        """The binaries that rewrites have added, by their meaning."""
        return self._defined.links

    @property
    def cuts(self) -> tuple[Any, ...]:
        """The excluded solutions, in the order of the cuts."""
        return tuple(cut.solution for cut in self._cuts)

    def __repr__(self) -> str:
        rewrite = f", rewrite={self.rewrite!r}" if self.rewrite else ""
        return f"<Problem on {self.backend}{rewrite}: {len(self.m.variables)} variables>"

    # -- answers ----------------------------------------------------------------------------------------------------

    def solve(self, solver: str = "highs", time_limit: float | None = None) -> Any:
        """Look for one solution; with an objective, for a best one.

        Args:
            solver: A name from `SOLVERS`, or a solver of PuLP or Pyomo.
            time_limit: Seconds; None means no limit.

        Returns:
            A `Result`: SOLVED with checked values, INFEASIBLE (proved), or UNKNOWN with the reason.

        Raises:
            UnknownNameError, NotInstalledError, UnsupportedError: When the solver cannot be used.
            WrongGridError: When the solver's values break a constraint of the model as it stands.
        """
        deadline = Limits(time_limit).deadline()
        with self._lock:
            self.refresh()
            try:
                outcome, ready = self.ask(solver, deadline)
            except KeyboardInterrupt:
                outcome, ready = Outcome(Status.UNKNOWN, "it was interrupted", stopped_by=INTERRUPTED), self._defined
            return self._answer(outcome, ready, solver)

    def solutions(
        self, limit: int | None = None, solver: str = "highs", time_limit: float | None = None
    ) -> Iterator[Any]:
        """Iterate over the solutions: solve, yield, exclude, repeat. At the end the cuts of the iteration are removed.

        The iteration ends without an error only after `limit` solutions, or when it is proved that there are no more.

        Args:
            limit: The largest number of solutions; None means no limit.
            solver: As for `solve`.
            time_limit: Seconds for each solve; None means no limit.

        Raises:
            SolverError: When it is not known whether there are more solutions, because a limit was reached.
        """
        return self._iterate(Limits(time_limit, limit), solver)

    def _iterate(self, limits: Limits, solver: str) -> Iterator[Any]:
        found: list[Cut] = []
        try:
            while limits.solutions is None or len(found) < limits.solutions:
                with self._lock:
                    self.refresh()
                    outcome, _ = self.ask(solver, limits.deadline(), found)
                    if outcome.status is Status.UNKNOWN:
                        raise SolverError(f"whether there are more solutions is not known: {outcome.reason}")
                    if outcome.status is Status.INFEASIBLE:
                        return
                    solution = self.solution_of(outcome.values, solver)
                    self._load(outcome)
                    found.append(self.new_cut(solution, 1))
                yield solution
        finally:
            self.drop_temporary_cuts()

    def count_solutions(
        self,
        solver: str = "highs",
        limit: int | None = 1000,
        time_limit: float | None = None,
        cross_check: bool = True,
        *,
        method: str = "cuts",
        at_least: int = 1,
        progress: Progress | None = None,
    ) -> Count:
        """Count the solutions of the model as it stands; two differ in a variable that the statement returned.

        Args:
            solver: As for `solve`.
            limit: The largest number of solutions to find; None means no limit.
            time_limit: Seconds for everything, including the cross-check; None means no limit.
            cross_check: Let a solver of another paradigm confirm that there are no more.
            method: "cuts" for no-good cuts, "enumerate" for the CP solver's own enumeration.
            at_least: The number of variables in which a further solution must differ; more than 1 is only valid if the
                model guarantees it.
            progress: Called with the number of solutions found so far.

        Returns:
            The count and its status: only a proof makes it "exact".

        Raises:
            DisagreementError: When the cross-check found one more solution.
        """
        limits = Limits(time_limit, limit)
        deadline = limits.deadline()
        with self._lock:
            self.refresh()
            return count_solutions_of(self, solver, limits, deadline, cross_check, method, at_least, progress)

    # -- changes ----------------------------------------------------------------------------------------------------

    def exclude(self, solution: Any, at_least: int = 1) -> None:
        """Post a no-good cut, "not this solution": at least `at_least` variables take another value.

        Args:
            solution: The values by key, like `Result.values`.
            at_least: The number of variables that must differ.

        Raises:
            InputError: When a variable has no whole value in it, or `at_least` is not from 1 to the number of
                variables.
        """
        self._check_distance(at_least)
        cut = self.new_cut(solution, at_least)
        whole = check_excluded(((self.m.variables[k], value) for k, value in cut.values), cut.label)
        cut = replace(cut, values=tuple((k, value) for (k, _), (_, value) in zip(cut.values, whole, strict=True)))
        with self._lock:
            self.refresh()
            self._defined.post([*self._defined.posted, cut])
            self._cuts.append(cut)
            self.refresh()

    def rewritten(self, rewrite: str | None = None) -> Any:
        """A linearised copy of this problem as it stands, with its cuts; this problem is not changed.

        Args:
            rewrite: Names joined with "+"; None means the defaults.
        """
        if self._defined.is_linear and rewrite is None:
            return self
        with self._lock:
            self.refresh()
            if self._defined.is_linear and not self._states_logic():
                return copy.deepcopy(self)
            return self._with(linearised(self._defined, rewrite or ""))

    def _with(self, made: SolverModel) -> Any:
        """A copy of this problem, with the same cuts, over another backend model with the same first columns."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._defined = made
        other.variables = {key: made.m.variables[k] for key, k in self._columns.items()}
        self.refresh()
        was_built = self._is_unchanged
        other._start()
        if not was_built:
            other._built, other._is_unchanged = self._built, False
        other._cuts = list(self._cuts)
        other._numbers = count(len(self._cuts) + 1)
        made.post(other._cuts)
        return other

    def __copy__(self) -> Any:
        return self.__deepcopy__({})

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        """A copy with a library model of its own. Sessions are not part of it."""
        with self._lock:
            self.refresh()
            return self._copied(memo)

    def _copied(self, memo: dict[int, Any]) -> Any:
        m, same = self.m.copy()
        # Objects that are copied together with this model refer to the copies of the library's objects.
        memo |= same | {id(self.native): m.native}
        memo |= {id(x): y for x, y in zip(self.m.variables, m.variables, strict=True)}
        m.forget([same[row] for row in self._defined.posted_ids()])
        links, old = self._defined.links.on(m, self.m), self._defined
        return self._with(SolverModel(m, links, old.rewrite, old.rewrite_seconds, old.is_linear))

    def __reduce__(self) -> Any:
        self.refresh()
        if not (self._is_unchanged and self._is_fixed_as_built()):
            raise InputError(
                "a model that was changed after it was built cannot be pickled; build it again in the other process "
                "and repeat the changes there"
            )
        rewrite = self._defined.rewrite if self._defined.is_linear else None
        return _unpickled, (type(self), self._recipe(rewrite), [(cut.solution, cut.at_least) for cut in self._cuts])

    def _recipe(self, rewrite: str | None) -> tuple[Any, ...]:
        return self.statement, self.backend, rewrite

    # -- the model as it stands ---------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Detect all changes of the model since the last answer, including edits of `native`."""
        with self._lock, defer_interrupts():  # a partly processed change would not be detected again
            now = self._without_cuts(self.m.snapshot())
            before, self._seen = self._seen, now
            if before is None:
                self._built, self._made = now, {row[0]: row for row in now.rows}
            elif not _same(before, now):
                self._linearised.clear()
                self._has_logic = None
                if not _has_grown_only(before, now):
                    self._defined.sessions.clear()
                self._is_unchanged = _same(self._built, now)
                self._renew_cuts(before, now)

    def _without_cuts(self, now: Snapshot) -> Snapshot:
        """The snapshot without cuts. Deleting or editing the constraint of a cut in `native` drops the cut."""
        mine = self._defined.posted_ids()
        if not mine:
            return now
        stamps = {row[0]: row for row in now.rows if row[0] in mine}
        edited = {key for key, row in stamps.items() if self._cut_stamps.get(key, row) != row}
        self._cut_stamps = stamps
        lost = [
            cut
            for cut, rows in self._defined.posted.items()
            if any(id(row) not in stamps or id(row) in edited for row in rows)
        ]
        if lost:
            self._cuts = [cut for cut in self._cuts if cut not in lost]
            self._defined.give_up(lost, edited)
        mine -= edited
        return Snapshot([row for row in now.rows if row[0] not in mine], now.domains, now.fixed, now.objective)

    def _renew_cuts(self, before: Snapshot, now: Snapshot) -> None:
        """What a cut is made of holds for the domains, and for the rows that a rewrite has made, as they were."""
        links, stamps = self._defined.links, {row[0]: row for row in now.rows}
        has_new_domains = before.domains != now.domains[: len(before.domains)]
        is_unlinked = bool(links.indicator or links.order) and (
            has_new_domains or any(stamps.get(key) != row for key, row in self._made.items())
        )
        if is_unlinked:
            links.clear()
        if has_new_domains or is_unlinked:
            self._defined.remove_all_cuts()
            self._defined.post(self._cuts)
            self._seen = self._without_cuts(self.m.snapshot())

    def _is_fixed_as_built(self) -> bool:
        """Whether the same variables are fixed as when the model was built."""
        return self._seen is None or self._seen.fixed == self._built.fixed

    def _states_logic(self) -> bool:
        """Whether a logical constraint is in force."""
        if self._has_logic is None:
            self._has_logic = bool(self.m.logic())
        return self._has_logic

    def _solver_model(self, solver: str, cuts: Sequence[Cut]) -> SolverModel:
        """The model that is passed to this solver: the original, or a linearised copy."""
        chosen = solvers.find(solver)
        rewrites.check_paradigm(self.rewrite, solver, chosen.paradigm)
        supports_it = solvers.LOGIC in chosen.features or self._defined.is_linear
        if supports_it or not (self._states_logic() or (cuts and not self._defined.is_binary(cuts[0]))):
            return self._defined
        if "" not in self._linearised:
            self._linearised[""] = linearised(self._defined, "")
        self._linearised[""].fix_like(self.m)
        return self._linearised[""]

    def run(self, solver: str, time_limit: float | None = None, cuts: Sequence[Cut] = ()) -> Outcome:
        """Solve the model as it stands with its cuts and these additional ones, and return the raw outcome."""
        with self._lock:
            self.refresh()
            return self.ask(solver, Deadline(time_limit), cuts)[0]

    def session(self, solver: str) -> Session:
        """The live session of this solver."""
        self.refresh()
        ready = self._solver_model(solver, self._cuts)
        ready.post(self._cuts)
        return ready.session(solver)

    def ask(self, solver: str, deadline: Deadline, extra: Sequence[Cut] = ()) -> tuple[Outcome, SolverModel]:
        """Solve with the cuts of this model and these temporary ones. Call `refresh` before the first solve."""
        ready, cuts = self._defined, [*self._cuts, *extra]
        try:
            with deadline_of(deadline):
                ready = self._solver_model(solver, cuts)
                ready.post(cuts)
                outcome = ready.session(solver).solve(deadline.left())
        except TimeLimit:
            outcome = no_time()
        if ready is not self._defined:  # the first columns of a linearised model are those of this one
            outcome.values = None if outcome.values is None else outcome.values[: ready.width]
            outcome.incumbent = None if outcome.incumbent is None else outcome.incumbent[: ready.width]
        return outcome, ready

    def enumerate_with(
        self, solver: str, on_solution: Callable[[npt.NDArray[np.float64]], bool], deadline: Deadline
    ) -> tuple[Outcome, SolverModel]:
        """The solver's own enumeration of the model as it stands, until `on_solution` returns False."""
        ready = self._solver_model(solver, self._cuts)
        ready.post(self._cuts)
        session: Any = ready.session(solver)
        left = deadline.left()
        return (session.enumerate(on_solution, left) if left != 0 else no_time()), ready

    def drop_temporary_cuts(self) -> None:
        """Remove all cuts from `native` except those that `exclude` has posted."""
        with self._lock:
            self._defined.post(self._cuts)

    # -- solutions --------------------------------------------------------------------------------------------------

    def solution_of(self, values: npt.NDArray[np.float64] | None, solver: str) -> Any:
        """The solution for the values of the columns, checked against the model as it stands.

        Raises:
            WrongGridError: When it breaks a constraint, or a bound.
        """
        assert values is not None
        whole = self._checked(values, solver)
        return {key: _number(whole[k]) for key, k in self._columns.items()}

    def _checked(self, values: npt.NDArray[np.float64], solver: str) -> npt.NDArray[np.float64]:
        """The values with those of integer variables rounded, checked against all constraints and bounds."""
        whole = self._whole(values)
        if names := broken(self.m, whole):
            raise WrongGridError(f"{solver} returned values that break {names[0]!r}")
        return whole

    def _whole(self, values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """The values with those of integer variables rounded."""
        whole = values.copy()
        integer = [k for k in range(len(whole)) if self.m.is_integer(k)]
        whole[integer] = np.rint(whole[integer])
        return whole

    def contradiction(self) -> str:
        """An obvious reason why there is no solution; empty if there is none."""
        return ""

    def key_of(self, solution: Any) -> Hashable:
        """A hashable key that distinguishes solutions."""
        return tuple(solution.values())

    def _values_in(self, solution: Any) -> dict[Any, int]:
        """The value of each variable in a solution, by key."""
        if not isinstance(solution, Mapping):
            raise InputError(f"a solution must be a dict of values by key, such as `Result.values`, not {solution!r}")
        if missing := [key for key in self.variables if key not in solution]:
            raise InputError(f"the solution has no value for {missing[0]!r}; give one for each variable")
        return {key: solution[key] for key in self.variables}

    def new_cut(self, solution: Any, at_least: int) -> Cut:
        values = tuple((self._columns[key], value) for key, value in self._values_in(solution).items())
        return Cut(solution, values, at_least, f"not solution {next(self._numbers)}")

    def check_difference(self, at_least: int) -> None:
        """Refuse to count with cuts that could take away solutions which are not counted yet.

        Raises:
            InputError: When two solutions can differ in fewer variables.
        """
        self._check_distance(at_least)
        if at_least > 1:
            raise InputError(
                f"at_least must be 1, because two solutions may differ in one variable alone, and a count with "
                f"{at_least} would leave some out; `exclude` takes more"
            )

    def _check_distance(self, at_least: int) -> None:
        most = max(1, len(self.variables))
        if isinstance(at_least, bool) or not isinstance(at_least, int) or not 1 <= at_least <= most:
            raise InputError(f"at_least must be from 1 to {most}, the number of variables, not {at_least!r}")

    def _answer(self, outcome: Outcome, ready: SolverModel, solver: str) -> Any:
        values, objective = None, None
        sense = self.m.objective()
        if outcome.status is Status.SOLVED:
            values = self.solution_of(outcome.values, solver)
            self._load(outcome)
            objective = self._objective(outcome.values)
        best = ", and proved that none is better" if objective is not None else ""
        incumbent = None if outcome.incumbent is None else self.solution_of(outcome.incumbent, solver)
        return Result(
            outcome.status,
            values,
            objective,
            outcome.reason + best,
            ready.rewrite,
            outcome.stopped_by,
            outcome.search,
            incumbent,
            None if incumbent is None else self._objective(outcome.incumbent),
            None if outcome.bound is None or sense is None else sense.sign * outcome.bound,
        )

    def _objective(self, values: npt.NDArray[np.float64] | None) -> float | None:
        """The user's own objective at these values."""
        objective = self.m.objective()
        if objective is None or values is None:
            return None
        return objective.sign * value_of(objective, self._whole(values))

    def _load(self, outcome: Outcome) -> None:
        """Store the values in the library's own variables."""
        if outcome.values is None:
            return
        lower, _ = self.m.bounds()
        self.m.load(np.concatenate([outcome.values, lower[len(outcome.values) :]]))

    def stats(self, solver: str, outcome: Outcome, ready: SolverModel | None) -> Stats:
        """The size of the model that was passed to the solver, and the times of one outcome."""
        ready = ready or self._defined
        return Stats(
            self.formulation,
            self.backend,
            solver,
            ready.rewrite,
            *outcome.size,
            self.build_seconds,
            ready.rewrite_seconds,
            outcome.translate_seconds,
            outcome.solve_seconds,
            outcome.search,
        )

    def further_solution(self, solver: str, found: Sequence[Any], deadline: Deadline) -> tuple[str, Outcome, Any]:
        """Ask a solver of another paradigm for a further solution of the model as it stands.

        Returns:
            The solver, its outcome, and the further solution if it found one.
        """
        other = solvers.other_paradigm(solver)
        checker = self.checker(other)
        try:
            outcome, _ = checker.ask(other, deadline, [checker.new_cut(solution, 1) for solution in found])
        except UnsupportedError as error:
            outcome = Outcome(Status.UNKNOWN, str(error), stopped_by=solvers.GAVE_UP)
        finally:
            checker.drop_temporary_cuts()
        is_solved = outcome.status is Status.SOLVED
        return other, outcome, checker.solution_of(outcome.values, other) if is_solved else None

    def checker(self, other: str) -> Any:
        """The model with which this solver confirms a count: this one as it stands."""
        return self


def _number(value: float) -> int | float:
    return int(value) if value == int(value) else float(value)


def _same(one: Snapshot, other: Snapshot) -> bool:
    """Whether rows, domains and objective are the same; additional columns that no row uses are ignored."""
    shared = min(len(one.domains), len(other.domains))
    return (
        one.rows == other.rows and one.objective == other.objective and one.domains[:shared] == other.domains[:shared]
    )


def _has_grown_only(before: Snapshot, now: Snapshot) -> bool:
    """Whether only whole rows and the objective were changed, which sessions detect themselves."""
    stamps = {row[0]: row for row in before.rows}
    shared = len(before.domains)
    edited = any(stamps.get(row[0], row) != row for row in now.rows)
    return not edited and before.domains == now.domains[:shared]


def _unpickled(kind: type, recipe: tuple[Any, ...], cuts: list[tuple[Any, int]]) -> Any:
    made = kind(*recipe)
    for solution, at_least in cuts:
        made.exclude(solution, at_least)
    return made
