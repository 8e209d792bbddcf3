"""Any problem, not only Sudoku: defined once, on one backend, and solved, counted and cut by every solver.

There is one implementation of solving, listing, counting and excluding. `SudokuModel` adds puzzles and grids to it.

Before each answer the model is looked at as it stands: constraints, domains, objective, and what was changed in
`native`. A solver that takes no logic gets a *linearised model*, a rewritten copy, which is thrown away as soon as the
model that it was copied from has changed.
"""

import copy
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import rewrites, solvers
from ..backends import Backend, Column, Snapshot, new_backend
from ..backends.refusals import explained
from ..errors import InputError, SolverError, UnsupportedError, WrongGridError
from ..runtime.garbage import garbage_collection_paused
from ..runtime.limits import Deadline, Limits, Stopwatch, TimeLimit, deadline_of
from ..solvers import INTERRUPTED, Outcome, Session, Status, no_time
from .counting_loop import Progress, count_solutions_of
from .results import Count, Result, Stats
from .satisfaction import broken, value_of
from .solver_model import Cut, SolverModel, linearised

__all__ = ["Problem"]

Statement = Callable[[Backend], Mapping[Any, Any]]
"""Takes an empty model, defines a problem with its verbs, and returns the variables that the answer is about."""


class Problem:
    """A problem on a backend. `native` is the library's real model.

    Args:
        statement: A function of an empty model: it defines the problem with the verbs of `sudoku_models.backends`, and
            returns its variables in a dict.
        backend: One of `BACKENDS`.
        rewrite: Names from `REWRITES`, joined with "+", to make the model linear at once, "" for the defaults. When
            left out, the model stays as it is defined, and a solver that needs a linear one gets a linearised copy.
        is_shared: Whether others may change the model before its first answer. When not, it is not looked at then.

    Attributes:
        m: The backend model, with all its verbs.
        variables: What the statement returned: the library's own variables.
        rewrite: The rewrites that made the model linear, joined with "+"; empty while it is as it was defined.
        links: The binaries that rewrites have added, by what they mean.

    Raises:
        InputError: When the statement does not return a dict of variables.

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

    _built: Snapshot | None
    _seen: Snapshot | None

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
            except Exception as error:  # what a library says to an expression that it refuses
                if (meaning := explained(error)) is None:
                    raise
                raise meaning from error
            if not isinstance(variables, Mapping):
                raise InputError(
                    f"the statement must return its variables in a dict, not {type(variables).__name__}; "
                    "end the function with: return x"
                )
            self.variables: dict[Any, Any] = dict(variables)
            self.build_seconds = watch()
            if rewrite is None:
                self._defined = SolverModel(m)
            else:
                used, links = rewrites.apply(m, rewrite)
                self._defined = SolverModel(m, links, used, watch() - self.build_seconds, is_linear=True)
        self._start()

    def _start(self) -> None:
        """Nothing is excluded, and nothing is kept from earlier answers."""
        column = self.m.column
        self._columns: dict[Any, Column] = {key: column(x) for key, x in self.variables.items()}
        self._cuts: list[Cut] = []
        self._numbers = count(1)
        self._linearised: dict[str, SolverModel] = {}
        self._has_logic: bool | None = None  # not looked at yet
        self._built = self._seen = self.m.snapshot() if self._is_shared else None
        self._is_unchanged = True

    @property
    def m(self) -> Backend:
        """The backend model, with all its verbs."""
        return self._defined.m

    @property
    def native(self) -> Any:
        """The library's own model: a `ConcreteModel`, an `LpProblem` or a `CpModel`."""
        return self.m.native

    @property
    def rewrite(self) -> str:
        """The rewrites that made the model linear, joined with "+"; empty while it is as it was defined."""
        return self._defined.rewrite

    @property
    def links(self) -> rewrites.Links:
        """The binaries that rewrites have added, by what they mean."""
        return self._defined.links

    @property
    def cuts(self) -> tuple[Any, ...]:
        """The solutions that are excluded, in the order in which they were."""
        return tuple(cut.solution for cut in self._cuts)

    def __repr__(self) -> str:
        rewrite = f", rewrite={self.rewrite!r}" if self.rewrite else ""
        return f"<Problem on {self.backend}{rewrite}: {len(self.m.variables)} variables>"

    # -- answers ----------------------------------------------------------------------------------------------------

    def solve(self, solver: str = "highs", time_limit: float | None = None) -> Any:
        """Look for one solution; with an objective, for a best one.

        Args:
            solver: A name from `SOLVERS`, or one that PuLP or Pyomo know.
            time_limit: Seconds; None means no limit.

        Returns:
            A `Result`: SOLVED with values that were checked, INFEASIBLE (proved), or UNKNOWN and why.

        Raises:
            UnknownNameError, NotInstalledError, UnsupportedError: When the solver cannot be used.
            WrongGridError: When the solver's values break a constraint of the model as it stands.
        """
        deadline = Limits(time_limit).deadline()
        self.refresh()
        try:
            outcome, ready = self.ask(solver, deadline)
        except KeyboardInterrupt:
            outcome, ready = Outcome(Status.UNKNOWN, "it was interrupted", stopped_by=INTERRUPTED), self._defined
        return self._answer(outcome, ready, solver)

    def solutions(
        self, limit: int | None = None, solver: str = "highs", time_limit: float | None = None
    ) -> Iterator[Any]:
        """Every solution: solve, yield, exclude, repeat. The cuts belong to this iteration, and go with it.

        It ends silently only when it is proved that there are no more, or after `limit` solutions.

        Args:
            limit: The most solutions; None means no limit.
            solver: As for `solve`.
            time_limit: Seconds for each solve; None means no limit.

        Raises:
            SolverError: When the time limit leaves open whether there are more.
        """
        return self._iterate(Limits(time_limit, limit), solver)

    def _iterate(self, limits: Limits, solver: str) -> Iterator[Any]:
        found: list[Cut] = []
        try:
            while limits.solutions is None or len(found) < limits.solutions:
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
        """How many solutions the model has as it stands; two differ in a variable that the statement returned.

        Args:
            solver: As for `solve`.
            limit: Stop after so many solutions; None means no limit.
            time_limit: Seconds for everything, the cross-check included; None means no limit.
            cross_check: Let a solver of another paradigm confirm the last "no more".
            method: "cuts" for no-good cuts, "enumerate" for the CP solver's own enumeration.
            at_least: In how many variables a further solution must differ, at least.
            progress: Called with the number of solutions found so far.

        Returns:
            The count and its status: only a proof makes it "exact".

        Raises:
            DisagreementError: When the cross-check finds one more solution.
        """
        limits = Limits(time_limit, limit)
        deadline = limits.deadline()
        self.refresh()
        return count_solutions_of(self, solver, limits, deadline, cross_check, method, at_least, progress)

    # -- changes ----------------------------------------------------------------------------------------------------

    def exclude(self, solution: Any, at_least: int = 1) -> None:
        """Post a no-good cut, "not this solution": at least so many variables take another value.

        Args:
            solution: The values by key, as `Result.values` has them.
            at_least: How many variables must differ.

        Raises:
            InputError: When a variable has no value in it, or `at_least` is not from 1 to the number of variables.
        """
        self.check_difference(at_least)
        cut = self.new_cut(solution, at_least)
        self._defined.post([*self._defined.posted, cut])
        self._cuts.append(cut)

    def rewritten(self, rewrite: str | None = None) -> Any:
        """A linearised model of its own: a copy of this one as it stands, with its cuts; this one is not changed.

        Args:
            rewrite: Names joined with "+"; the defaults when left out.
        """
        if self._defined.is_linear and rewrite is None:
            return self
        self.refresh()
        if self._defined.is_linear and not self._states_logic():
            return copy.deepcopy(self)
        return self._with(linearised(self._defined, rewrite or ""))

    def _with(self, made: SolverModel) -> Any:
        """A problem like this one, with the same cuts, over another backend model with the same first columns."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._defined = made
        other.variables = {key: made.m.variables[k] for key, k in self._columns.items()}
        was_built = self._is_as_built()
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
        m, same = self.m.copy()
        # What is copied together with this model is to refer to the copies of the library's objects.
        memo |= same | {id(self.native): m.native}
        memo |= {id(x): y for x, y in zip(self.m.variables, m.variables, strict=True)}
        m.forget([same[row] for row in self._defined.posted_ids()])
        links, old = self._defined.links.on(m, self.m), self._defined
        return self._with(SolverModel(m, links, old.rewrite, old.rewrite_seconds, old.is_linear))

    def __reduce__(self) -> Any:
        if not self._is_as_built():
            raise InputError(
                "a model that was changed after it was built cannot be pickled; build it anew, and change that one"
            )
        rewrite = self._defined.rewrite if self._defined.is_linear else None
        return _unpickled, (type(self), self._recipe(rewrite), [(cut.solution, cut.at_least) for cut in self._cuts])

    def _recipe(self, rewrite: str | None) -> tuple[Any, ...]:
        return self.statement, self.backend, rewrite

    # -- the model as it stands ---------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Take notice of everything that was changed in the model since the last answer, in `native` too."""
        if self._seen is None:
            self._built = self._seen = self._snapshot()
            return
        if self._defined.posted:
            present = set(map(id, self.m.constraints()))
            self._cuts = [cut for cut in self._cuts if self._is_posted(cut, present)]
        now = self._snapshot()
        before, self._seen = self._seen, now
        if not _same(before, now):
            self._linearised.clear()
            self._has_logic = None
            if not _has_grown_only(before, now):
                self._defined.sessions.clear()
                self._defined.domains_changed()
                self._seen = self._snapshot()
            assert self._built is not None
            self._is_unchanged = _same(self._built, now)

    def _snapshot(self) -> Snapshot:
        """The model as it stands, without its cuts."""
        now, mine = self.m.snapshot(), self._defined.posted_ids()
        if not mine:
            return now
        return Snapshot([row for row in now.rows if row[0] not in mine], now.domains, now.fixed, now.objective)

    def _is_posted(self, cut: Cut, present: set[int]) -> bool:
        """Whether a cut is still in force: who deletes its constraint from `native` has dropped it."""
        return all(id(row) in present for row in self._defined.posted.get(cut, ()))

    def _is_as_built(self) -> bool:
        """Whether nothing was changed since the model was built, but for cuts and fixed variables."""
        self.refresh()
        return self._is_unchanged

    def _states_logic(self) -> bool:
        """Whether a logical constraint is in force."""
        if self._has_logic is None:
            self._has_logic = bool(self.m.logic())
        return self._has_logic

    def _solver_model(self, solver: str, cuts: Sequence[Cut]) -> SolverModel:
        """What this solver is given: the model as it is defined, or a linearised copy."""
        chosen = solvers.find(solver)
        rewrites.check_paradigm(self.rewrite, solver, chosen.paradigm)
        takes_it = solvers.LOGIC in chosen.features or self._defined.is_linear
        if takes_it or not (self._states_logic() or (cuts and not self._defined.is_binary(cuts[0]))):
            return self._defined
        if "" not in self._linearised:
            self._linearised[""] = linearised(self._defined, "")
        self._linearised[""].fix_like(self.m)
        return self._linearised[""]

    def run(self, solver: str, time_limit: float | None = None, cuts: Sequence[Cut] = ()) -> Outcome:
        """One solve of the model as it stands, with its cuts and these; the outcome is in the solver's terms."""
        self.refresh()
        return self.ask(solver, Deadline(time_limit), cuts)[0]

    def session(self, solver: str) -> Session:
        """The live session of this solver beside the model that it is given."""
        ready = self._solver_model(solver, self._cuts)
        ready.post(self._cuts)
        return ready.session(solver)

    def ask(self, solver: str, deadline: Deadline, extra: Sequence[Cut] = ()) -> tuple[Outcome, SolverModel]:
        """One solve with the cuts of this model, and these for the time being. Call `refresh` before the first."""
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
        """Leave no cut in `native` but those that `exclude` has posted."""
        self._defined.post(self._cuts)

    # -- solutions --------------------------------------------------------------------------------------------------

    def solution_of(self, values: npt.NDArray[np.float64] | None, solver: str) -> Any:
        """The solution that a column of values is, checked against the model as it stands.

        Raises:
            WrongGridError: When it breaks a constraint, or a bound.
        """
        assert values is not None
        whole = self._checked(values, solver)
        return {key: _number(whole[k]) for key, k in self._columns.items()}

    def _checked(self, values: npt.NDArray[np.float64], solver: str) -> npt.NDArray[np.float64]:
        """The values of the columns as they are defined, whole where they must be."""
        whole = values.copy()
        integer = [k for k in range(len(whole)) if self.m.is_integer(k)]
        whole[integer] = np.rint(whole[integer])
        if names := broken(self.m, whole):
            raise WrongGridError(f"{solver} returned values that break {names[0]!r}")
        return whole

    def contradiction(self) -> str:
        """Why there is no solution, where that is plain to see; empty where it is not."""
        return ""

    def key_of(self, solution: Any) -> Hashable:
        """What tells one solution from another."""
        return tuple(solution.values())

    def _values_in(self, solution: Any) -> dict[Any, int]:
        """The values that the variables, by key, have in a solution."""
        if missing := [key for key in self.variables if key not in solution]:
            raise InputError(f"the solution has no value for {missing[0]!r}; give one for each variable")
        return {key: solution[key] for key in self.variables}

    def new_cut(self, solution: Any, at_least: int) -> Cut:
        values = tuple((self._columns[key], value) for key, value in self._values_in(solution).items())
        return Cut(solution, values, at_least, f"not solution {next(self._numbers)}")

    def check_difference(self, at_least: int) -> None:
        most = len(self.variables)
        if isinstance(at_least, bool) or not isinstance(at_least, int) or not 1 <= at_least <= most:
            raise InputError(f"at_least must be from 1 to {most}, the number of variables, not {at_least!r}")

    def _answer(self, outcome: Outcome, ready: SolverModel, solver: str) -> Any:
        values, objective = None, None
        sense = self.m.objective()
        if outcome.status is Status.SOLVED:
            values = self.solution_of(outcome.values, solver)
            self._load(outcome)
            objective = None if sense is None else self._objective(outcome.values)
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
        return objective.sign * value_of(objective, np.rint(values))

    def _load(self, outcome: Outcome) -> None:
        """Put the values into the library's own variables."""
        if outcome.values is None:
            return
        lower, _ = self.m.bounds()
        self.m.load(np.concatenate([outcome.values, lower[len(outcome.values) :]]))

    def stats(self, solver: str, outcome: Outcome, ready: SolverModel | None) -> Stats:
        """The size of the model that the solver was given, and the times of one outcome."""
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
        """Ask a solver of another paradigm for a solution beside these, of the model as it stands.

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
        """The model on which this solver confirms a count: this one as it stands."""
        return self


def _number(value: float) -> int | float:
    return int(value) if value == int(value) else float(value)


def _same(one: Snapshot, other: Snapshot) -> bool:
    """Whether rows, domains and objective are the same; further columns that no row names do not count."""
    shared = min(len(one.domains), len(other.domains))
    return (
        one.rows == other.rows and one.objective == other.objective and one.domains[:shared] == other.domains[:shared]
    )


def _has_grown_only(before: Snapshot, now: Snapshot) -> bool:
    """Whether rows were added or removed whole and the objective exchanged, which sessions see by themselves."""
    stamps = {row[0]: row for row in before.rows}
    shared = len(before.domains)
    edited = any(stamps.get(row[0], row) != row for row in now.rows)
    return not edited and before.domains == now.domains[:shared]


def _unpickled(kind: type, recipe: tuple[Any, ...], cuts: list[tuple[Any, int]]) -> Any:
    made = kind(*recipe)
    for solution, at_least in cuts:
        made.exclude(solution, at_least)
    return made
