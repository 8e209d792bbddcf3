"""Problems of any kind, not only Sudoku: defined once on a backend, and solved and counted by every solver.

This is the only implementation of solving, iterating, counting and excluding. `SudokuModel` adds puzzles and grids.

Before each answer, changes of the model are detected: constraints, domains, objective, and edits of `native`; see
`live_model`. A solver without logical constraints gets linear records, see `pipeline`.
"""

import copy
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any, Self, Unpack

from .. import rewrites, solvers
from ..backends import Backend, Column, Exclude, PlainModel, files, natives, new_backend
from ..backends.numbers import LARGEST, total
from ..backends.refusals import explained
from ..backends.verbs import check_excluded
from ..certificates.bounds import BoundCertificate
from ..errors import InputError, SolverError, SudokuModelsError, UnsupportedError, WrongGridError
from ..formulations import REDUCED
from ..runtime.interrupts import garbage_collection_paused
from ..runtime.limits import Limits, Stopwatch, deadline_suspended
from ..solvers import INTERRUPTED, Outcome, Status, assurance
from ..solvers.model_files import read_model
from .best_solutions import BestSolutions, best_solutions, over
from .certifying import certified
from .checking import broken_by
from .conflict import Conflict, conflict_of
from .counting_loop import CountOptions, CountRequest, Progress, count_all
from .live_model import LiveModel
from .pipeline import Pipeline, steps
from .results import Count, Result, Stats
from .satisfaction import broken, whole_values
from .summary import Summary

Statement = Callable[[Backend], Mapping[Any, Any]]
"""A function that defines a problem on an empty model and returns the variables of the answer."""


FEW = 5_000
"""Columns of a model that is read again when its summary is shown."""


class Problem(LiveModel):
    """A problem on a backend. `native` is the library's real model.

    Args:
        source: A statement, that is a function of an empty model that defines the problem with the methods of
            `sudoku_models.backends` and returns its variables in a dict. Or a model of a library: a `pulp.LpProblem`, a
            Pyomo `ConcreteModel` or `Block`, a `cp_model.CpModel`. It stays as it is, and may be changed later.
        backend: One of `BACKENDS`, or a model made with one; by default PuLP, or the first that is installed. A model
            of a library is its own.
        rewrite: Names from `REWRITES`, joined with "+", to linearise the model immediately; "" for the defaults. With
            None the model is not rewritten, and a solver that needs a linear one gets linear records.
        variables: For a model of a library, the variables that its solutions are about: a mapping of keys to them, or
            a list of variables or names; by default all, by name. See `sudoku_models.backends.natives`.

    Attributes:
        m: The backend model, with all its methods.
        variables: The library's own variables, by key.
        rewrite: The rewrites that linearised the model, joined with "+"; empty when it was not rewritten.
        links: The binaries that rewrites have added, by their meaning.

    Raises:
        InputError: When the statement does not return a dict of variables, or an empty one; or when a part of a model
            of a library is not supported, such as a constraint that is not linear. The message names it.

    >>> import pulp
    >>> lp = pulp.LpProblem("production", pulp.LpMaximize)
    >>> chairs, tables = (lp.add_variable(each, 0, cat="Integer") for each in ("chairs", "tables"))
    >>> lp += 3 * chairs + 5 * tables
    >>> lp += chairs + 2 * tables <= 7, "wood"
    >>> Problem(lp).solve("highs").values
    {'chairs': 7, 'tables': 0}
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
    _assure = staticmethod(assurance.made_sure)
    """The function of `assurance` that checks a claim of `solve`; a puzzle's is confirmed by a count."""

    def __init__(
        self,
        source: Statement | Any,
        backend: str | Backend | None = None,
        rewrite: str | None = None,
        *,
        variables: Any = None,
    ) -> None:
        if rewrite:
            rewrites.choose(rewrite)
        # Importing a library takes far longer than building a model, so the clock starts after it.
        with garbage_collection_paused(), natives.refusing():
            own = natives.backend_of(source)
        m = own or (new_backend(backend) if backend is None or isinstance(backend, str) else backend)
        self.backend = m.name
        watch = Stopwatch()
        with garbage_collection_paused():
            if own is None:
                self.variables = self._stated(source, m, variables)
            elif backend not in (None, own, own.name):
                raise InputError(
                    f"the model is one of {own.name!r}, so that its backend cannot be {backend!r}; omit it"
                )
            self.build_seconds = watch()
            if rewrite is None:
                super().__init__(m)
            else:
                with natives.refusing() if own else nullcontext():
                    used, links = rewrites.apply(m, rewrite) if m.logic() else ("", rewrites.Links())
                super().__init__(m, links, used, watch() - self.build_seconds, is_linear=True)
                self.fix_indicators()
            if own is not None:
                self.variables = self._taken(variables)
            known = m.columns.get
            self.columns: dict[Any, Column] = {
                key: m.column(x) if (column := known(id(x))) is None else column for key, x in self.variables.items()
            }
            with suppress(SudokuModelsError):  # what cannot be read is said when it is solved
                self.look()

    @classmethod
    def read(cls, path: str | os.PathLike[str], variables: Any = None) -> Self:
        """The problem in a file, of any program that writes MPS or LP files; HiGHS reads it.

        Args:
            path: The file; its name ends with ".mps" or ".lp", and then with ".gz" when it is compressed.
            variables: The names of the columns that solutions are about; by default all. Names are the keys.

        Raises:
            InputError: When the file cannot be read, is damaged, or has semi-continuous columns or anything else that
                is not supported. The message names it, with the line where the reader says what is wrong.

        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = Problem(lambda m: m.int_vars("x", "ab", 1, 3), "pulp").write(f"{folder}/two.mps")
        ...     Problem.read(path).count_solutions().value
        9
        """
        return cls(read_model(path), variables=variables)

    def _stated(self, statement: Any, m: Backend, chosen: Any) -> dict[Any, Any]:
        """The variables that a statement returns."""
        if not callable(statement):
            raise natives.no_model(statement)
        if chosen is not None:
            raise InputError("variables= is for a model of a library; a statement returns its variables itself")
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
        if not variables and self.formulation not in REDUCED:
            raise InputError("the statement returned no variables; return those that the answer is about")
        return dict(variables)

    def _taken(self, chosen: Any) -> dict[Any, Any]:
        """The variables of a model of a library, which is read at once: what it says of itself is not looked for later.

        Raises:
            InputError: When a part of it cannot be read.
        """
        with natives.refusing():
            self.look()
        return natives.chosen_variables(self.m, chosen)

    def _title(self) -> str:
        """What it is, on which backend."""
        return f"{self.formulation or 'Problem'} on {self.backend}" + f", rewrite={self.rewrite!r}" * bool(self.rewrite)

    def summary(self) -> Summary | None:
        """The columns and the constraints by kind, and the sense of the objective.

        Of a large model they are those of the last answer, because reading it again takes time. None when the model
        cannot be read.

        >>> print(Problem(lambda m: m.int_vars("x", "ab", 1, 3), "pulp").summary())
        2 integer variables; no constraints
        """
        with suppress(SudokuModelsError):
            if len(self.m.variables) < FEW:
                self.refresh()
            return Summary.of(self.look() if self._seen is None else self._seen)
        return None

    def __repr__(self) -> str:
        return f"<{self._title()}: {self.summary() or 'it cannot be read'}>"

    def _repr_html_(self) -> str:
        found = self.summary()
        return found.table(self._title())._repr_html_() if found else escape(repr(self))

    # -- answers ----------------------------------------------------------------------------------------------------

    def solve(self, solver: str | None = None, time_limit: float | None = None) -> Result:
        """Look for one solution; with an objective, for a best one.

        Args:
            solver: A name from `SOLVERS`, or a solver of PuLP or Pyomo; by default the first that can run here, HiGHS;
                for a puzzle that mostly needs search the first with logical constraints, CP-SAT.
            time_limit: Seconds; None means no limit.

        Returns:
            A `Result`: SOLVED with checked values, INFEASIBLE, or UNKNOWN with the reason. Its `certainty` says whether
            it is claimed, confirmed or proved that there is no solution, or none that is better. What the solver claims
            is the answer; in the time that is left it is made sure, without a limit with a bounded effort.

        Raises:
            UnknownNameError, NotInstalledError, UnsupportedError: When the solver cannot be used.
            WrongGridError: When the solver's values break a constraint of the model as it stands.
        """
        deadline, solver = Limits(time_limit).deadline(), solver or self.usual_solver
        with self._lock:
            self._is_stale, pipeline = True, None
            try:
                outcome, pipeline = self.ask(solver, deadline, assure=self._assure)
            except KeyboardInterrupt:
                outcome = Outcome(Status.UNKNOWN, "it was interrupted", stopped_by=INTERRUPTED)
            with garbage_collection_paused():
                answer: Result = self._answer(outcome, pipeline, solver)
            return answer

    def solutions(
        self, limit: int | None = None, solver: str | None = None, time_limit: float | None = None
    ) -> Iterator[Any]:
        """Iterate over the solutions: solve, yield, exclude, repeat. At the end the cuts of the iteration are removed.

        The iteration ends without an error only after `limit` solutions, or when the solver claims that there are none.

        Args:
            limit: The largest number of solutions; None means no limit.
            solver: As for `solve`.
            time_limit: Seconds for each solve; None means no limit.

        Raises:
            SolverError: When it is not known whether there are more solutions, because a limit was reached.
        """
        return self._iterate(Limits(time_limit, limit), solver or self.usual_solver)

    def _iterate(self, limits: Limits, solver: str) -> Iterator[Any]:
        found: list[Exclude] = []
        solution, number = None, 0
        try:
            while limits.solutions is None or number < limits.solutions:
                with self._lock:
                    self._is_stale = True
                    if number:
                        found.append(self.new_cut(solution, 1))
                    outcome, _ = self.ask(solver, limits.deadline(), found)
                    if outcome.status is Status.UNKNOWN:
                        raise SolverError(f"whether there are more solutions is not known: {outcome.reason}")
                    if outcome.status is Status.INFEASIBLE:
                        return
                    solution = self.solution_of(outcome.values, solver)
                    self._load(outcome)
                    number += 1
                yield solution
        finally:
            self.drop_temporary_cuts()

    def best_solutions(
        self,
        limit: int | None = 1000,
        solver: str | None = None,
        time_limit: float | None = None,
        progress: Progress | None = None,
    ) -> BestSolutions:
        """Find all best solutions of a model with an objective; two differ in a variable that the statement returned.

        Args:
            limit: The largest number of them; None means no limit.
            solver: As for `solve`.
            time_limit: Seconds for everything, including the cross-check; None means no limit.
            progress: Called with the number of those that were found so far.

        Returns:
            Results, and whether they are all: "exact" when another solver confirms that there are no more.

        Raises:
            InputError: When the model has no objective, or when solutions cannot be told apart by its variables.
            DisagreementError: When the cross-check found one more.

        >>> def three(m):
        ...     x = m.bool_vars("x", "abc")
        ...     m.add(m.sum(x.values()) >= 2, "two")
        ...     m.minimize(3 * x["a"] + 2 * x["b"] + 2 * x["c"])
        ...     return x
        >>> Problem(three, "pulp").best_solutions()[0].values
        {'a': 0, 'b': 1, 'c': 1}
        """
        with self._lock:
            self._is_stale = True
            return best_solutions(self, solver or self.usual_solver, Limits(time_limit, limit), progress)

    @staticmethod
    def stated(statement: Statement, m: Backend) -> "Problem":
        """A further problem, which is not one of a puzzle, on a backend model."""
        return Problem(statement, m)

    def count_solutions(
        self,
        solver: str | None = None,
        limit: int | None = 1000,
        time_limit: float | None = None,
        **options: Unpack[CountOptions],
    ) -> Count:
        """Count the solutions of the model as it stands; two differ in a variable that the statement returned.

        Args:
            solver: As for `solve`.
            limit: The largest number of solutions to find; None means no limit.
            time_limit: Seconds for everything, including the cross-check; None means no limit.
            options: As for `count_solutions`, but `at_least` must be 1: two solutions may differ in one variable alone.
                Certificates are for puzzles only.

        Returns:
            The count and its status, "exact" when another solver, or a certificate, confirms that there are no more.

        Raises:
            DisagreementError: When the cross-check found one more solution.
            UnsupportedError: When a certificate is asked for, and the model is more than the rules of a puzzle.
        """
        counting = CountRequest.of(Limits(time_limit, limit), options)
        deadline = counting.limits.deadline()
        with self._lock:
            self._is_stale, counted = True, self
            if type(self) is Problem and self.m.has_objective():  # to look for the best first would take longer
                counted = over(self, replace(self.look().copy(), minimised=None))
                counted.backend = self.backend
            return count_all(counted, solver or self.usual_solver, counting, deadline)

    def is_enumerable(self, solver: str) -> bool:
        """Whether the solver can enumerate the model as it stands, and every solution would appear once.

        A further variable that takes several values in one solution would make it appear several times.
        """
        if solvers.Feature.ENUMERATION not in solvers.find(solver).features or self.is_linear or self.m.has_objective():
            return False
        if len(self.m.variables) == len(self.columns):
            return True
        lower, upper = self.m.bounds()
        known = self.m.auxiliary | self.m.determined | {*self.columns.values()}
        return all(k in known or low == upper[k] for k, low in enumerate(lower))

    def certify(self, solver: str | None = None, time_limit: float | None = None) -> BoundCertificate:
        """A certificate that no solution is better than that of a solver, or than a bound, or that there is none.

        It has the linear model that the solver gets, and the dual values of its relaxation; `bound_checker.py` checks
        it. For the number of solutions of a puzzle there is `sudoku_models.certify`.

        Args:
            solver: A MILP solver, as for `solve`.
            time_limit: Seconds for everything; None means no limit.

        Raises:
            CertificateError: When the dual values prove nothing.
            InputError: When the solver is not a MILP solver.

        >>> def two(m):
        ...     x = m.int_vars("x", "ab", 0, 9)
        ...     m.add(2 * x["a"] + 2 * x["b"] >= 3, "three halves")
        ...     m.minimize(x["a"] + x["b"])
        ...     return x
        >>> Problem(two, "pulp").certify().verify()
        'no solution has a value below 2, and the listed one has this value'
        """
        return certified(self, solver, time_limit)

    def conflict(self, time_limit: float | None = None, smallest: bool = False) -> Conflict:
        """Why there is no solution: a minimal set of constraints and bounds that cannot hold together.

        Without any one of them the others have a solution, which is shown. There may be several such sets; it is one.

        Args:
            time_limit: Seconds; then it is the set so far, which may have members that are not needed. None means no
                limit.
            smallest: Look for a set with the fewest members, which takes longer.

        Returns:
            A `Conflict` with its members; or, where the model has a solution, that one.

        >>> def production(m):
        ...     x = m.int_vars("x", ["chairs", "tables"], 0, 40)
        ...     m.add(2 * x["chairs"] + 5 * x["tables"] <= 60, "wood")
        ...     m.add(x["chairs"] + x["tables"] >= 32, "orders")
        ...     m.add(x["tables"] <= 15, "varnish")
        ...     return x
        >>> for member in Problem(production, "pulp").conflict():
        ...     print(member.text)
        wood: 2 x_chairs + 5 x_tables <= 60
        orders: 32 <= x_chairs + x_tables
        x_tables >= 0
        """
        deadline = Limits(time_limit).deadline()
        with self._lock:
            self._is_stale = True
            return conflict_of(self, deadline, smallest)

    def validate(self, values: Any, time_limit: float | None = None) -> list[str]:
        """Check values against the model as it stands, in exact numbers.

        Args:
            values: The values by key, like `Result.values`, of any origin; the grid of a Sudoku.
            time_limit: Seconds. Only a model with further variables needs a solver: it looks for values of these.

        Returns:
            The names of the constraints and bounds that they break; none when they are a solution. Where further
            variables are concerned, those that no values of these satisfy together.

        Raises:
            InputError: When a variable has no value, or one that is not a number.
            SolverError: When time has ended before it is known whether the further variables have values.

        >>> def three(m):
        ...     x = m.int_vars("x", "abc", 1, 3)
        ...     m.all_different(x.values(), "all differ")
        ...     return x
        >>> problem = Problem(three, "pulp")
        >>> problem.validate({"a": 1, "b": 3, "c": 2}), problem.validate({"a": 1, "b": 4, "c": 1})
        ([], ['the bounds of x_b', 'all differ'])
        """
        deadline = Limits(time_limit).deadline()
        with self._lock:
            self.refresh()
            return broken_by(self._values_in(values), self.columns, self.look(), deadline, Problem)

    # -- changes ----------------------------------------------------------------------------------------------------

    def exclude(self, solution: Any, at_least: int = 1) -> None:
        """Post a no-good cut, "not this solution": at least `at_least` variables take another value.

        Where rows and columns are units, two grids of a Sudoku differ in at least four cells, so 4 is also valid there
        and stronger: a row or column in which one cell differs has a second such cell.

        Args:
            solution: The values by key, like `Result.values`; the grid of a Sudoku.
            at_least: The number of variables, or cells of a Sudoku, that must differ.

        Raises:
            InputError: When a variable has no whole value in it, the grid is of another board, or `at_least` is not
                from 1 to the number of variables, or of cells in which the board guarantees a difference.
        """
        self.check_difference(at_least)
        cut = self.new_cut(solution, at_least)
        whole = check_excluded(((self.m.variables[k], value) for k, value in cut.values), cut.label)
        values = tuple((k, value) for (k, _), (_, value) in zip(cut.values, whole, strict=True))
        with self._lock:
            self.refresh()
            self.add_cut(solution, at_least, Exclude(values, cut.at_least, cut.label))

    # -- what a solver gets -----------------------------------------------------------------------------------------

    def steps(self, rewrite: str | None = "") -> dict[str, PlainModel]:
        """The columns and records that a solver gets, after each step by its name; `print(model.text())` shows them.

        Args:
            rewrite: Names joined with "+", "" for the defaults; None for a solver that supports logical constraints.

        >>> def two(m):
        ...     x = m.int_vars("x", "ab", 1, 2)
        ...     m.not_equal(x["a"], x["b"], "a and b differ")
        ...     return x
        >>> print(Problem(two).steps("big_m")["big_m"].text())
        x_a in 1..2
        x_b in 1..2
        order[1] in 0..1
        a and b differ: above: -1 <= x_a - x_b - 2 order[1]
        a and b differ: below: x_a - x_b - 2 order[1] <= -1
        """
        with self._lock:
            self.refresh()
            return dict(steps(self.look(), rewrite))

    # -- copies -----------------------------------------------------------------------------------------------------

    def rewritten(self, rewrite: str | None = None) -> Self:
        """A linearised copy of this problem as it stands, with its cuts; this problem is not changed.

        Args:
            rewrite: Names joined with "+"; None means the defaults.
        """
        if self.is_linear and rewrite is None:
            return self
        with self._lock:
            self.refresh()
            if self.is_linear and self.look().is_linear:
                return copy.deepcopy(self)
            return self._over(self._copied(rewrite or "")[0])

    def write(self, path: str | os.PathLike[str]) -> Path:
        """Write the problem as it stands to a file for any MILP solver; logical constraints are linearised first.

        Args:
            path: The file; its name ends with ".lp" or ".mps", and then with ".gz" to compress it.

        Returns:
            The path. `Problem.read` reads it again; characters that the formats do not take are "_" in names.

        Raises:
            InputError: When the name has another end, or the file cannot be written.

        >>> import tempfile
        >>> problem = Problem(lambda m: m.int_vars("x", "ab", 1, 3), "pulp")
        >>> problem.m.not_equal(*problem.variables.values(), "differ") and None
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     "differ" in problem.write(f"{folder}/two.lp").read_text()
        True
        """
        return files.write_file(path, lambda: [*self.steps().values()][-1])

    def __reduce__(self) -> Any:
        """Refuse to be pickled.

        Raises:
            UnsupportedError: Always.
        """
        raise UnsupportedError(
            f"a {type(self).__name__} cannot be pickled, because its solvers are in this process. For another process, "
            f"send what it is built from, and build it there; for another program, write a file with "
            f"model.write('x.lp'); for a copy, use copy.deepcopy(model)"
        )

    def __copy__(self) -> Self:
        return copy.deepcopy(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """A copy with a library model of its own. Sessions are not part of it."""
        with self._lock:
            self.refresh()
            made, same = self._copied()
            # Objects that are copied together with this model refer to the copies of the library's objects.
            memo |= same | {id(self.native): made.native}
            memo |= {id(x): y for x, y in zip(self.m.variables, made.m.variables, strict=True)}
            return self._over(made)

    def _over(self, made: LiveModel) -> Self:
        """A copy of this problem, with the same cuts, over another backend model with the same first columns."""
        other = object.__new__(type(self))
        other.__dict__ |= self.__dict__ | made.__dict__
        other.variables = {key: made.m.variables[k] for key, k in self.columns.items()}
        other.refresh()
        if not self._is_unchanged:
            other._built, other._is_unchanged = self._built, False
        for each in self._excluded:
            other.add_cut(*each[:3])
        other._number = self._number
        return other

    # -- solutions --------------------------------------------------------------------------------------------------

    def solution_of(self, values: Sequence[float] | None, solver: str) -> Any:
        """The solution for the values of the columns, checked against the model as it stands; None without values.

        Raises:
            WrongGridError: When it breaks a constraint, or a bound.
        """
        if values is None:
            return None
        whole = self._checked(values, solver)
        return {key: whole[k] for key, k in self.columns.items()}

    def _checked(self, values: Sequence[float], solver: str) -> list[float]:
        """The values of the columns as they are defined, whole where they must be.

        Raises:
            WrongGridError: When they break a constraint, or a bound.
        """
        model = self.look()
        whole = whole_values(model, values)
        with deadline_suspended():  # a solution that was found in time counts
            names = broken(model, whole)
        if names:
            raise WrongGridError(f"{solvers.title(solver)} returned values that break {names[0]!r}")
        return whole

    def contradiction(self) -> str:
        """An obvious reason why there is no solution; empty if there is none."""
        return ""

    def _values_in(self, solution: Any) -> dict[Any, int]:
        """The value of each variable in a solution, by key."""
        if not isinstance(solution, Mapping):
            raise InputError(f"a solution must be a dict of values by key, such as `Result.values`, not {solution!r}")
        if missing := [key for key in self.variables if key not in solution]:
            raise InputError(f"the solution has no value for {missing[0]!r}; give one for each variable")
        return {key: solution[key] for key in self.variables}

    def check_countable(self, keys: Iterable[Any]) -> None:
        """Check that the values of these variables can be told apart and counted.

        Raises:
            InputError: When one may be fractional, or has no bound; the message names it.
        """
        model = self.look()
        for key in keys:
            k = self.columns[key]
            if not model.integer[k]:
                raise InputError(
                    f"{model.variables[k]} may be fractional, so that solutions cannot be told apart by it; choose "
                    f"integer variables that they are about with variables=, or return only these from the statement"
                )
            for end, side in zip(model.domains[k], ("a lower", "an upper"), strict=True):
                if abs(end) >= LARGEST:
                    raise InputError(f"give {model.variables[k]} {side} bound to count: there may be no end of values")

    def new_cut(self, solution: Any, at_least: int) -> Exclude:
        """A no-good cut for a solution.

        Raises:
            InputError: When its variables are none of those by which solutions can be told apart.
        """
        self.check_countable(self.columns)
        self._number += 1
        values = tuple((self.columns[key], value) for key, value in self._values_in(solution).items())
        return Exclude(values, at_least, f"not solution {self._number}")

    def new_condition(self, k: Column, value: int) -> Exclude:
        """A cut that takes a value from the variable of a column."""
        self._number += 1
        return Exclude(((k, value),), 1, f"{self._number}: not {value}")

    def checker(self, other: str) -> Any:
        """The model with which this solver confirms a count: this one as it stands."""
        return self

    def check_certifiable(self) -> None:
        """Check that a certificate of a count would be about this model.

        Raises:
            UnsupportedError: When it is not the model of a puzzle alone.
        """
        raise UnsupportedError("certificates are for puzzles; this problem can be confirmed by another solver")

    def check_difference(self, at_least: int, is_count: bool = False) -> None:
        """Check how many values a cut requires to differ; in a count it must not exclude solutions not yet counted.

        Raises:
            InputError: When there are fewer variables, or two solutions that are counted can differ in fewer.
        """
        most = max(1, len(self.variables))
        if isinstance(at_least, bool) or not isinstance(at_least, int) or not 1 <= at_least <= most:
            raise InputError(f"at_least must be from 1 to {most}, the number of variables, not {at_least!r}")
        if is_count and at_least > 1:
            raise InputError(
                f"at_least must be 1, because two solutions may differ in one variable alone, and a count with "
                f"{at_least} would leave some out; `exclude` takes more"
            )

    @property
    def usual_solver(self) -> str:
        """The solver where none is chosen."""
        return solvers.first()

    @property
    def confirmed_with(self) -> tuple[solvers.Feature, ...]:
        """Features of a solver that is to confirm a count, beside that of proof."""
        return ()

    def _answer(self, outcome: Outcome, pipeline: Pipeline | None, solver: str) -> Any:
        values = self.solution_of(outcome.values, solver)
        self._load(outcome)
        goal, objective = self.look().minimised, self._objective(outcome.values)
        return Result(
            outcome.status,
            values,
            objective,
            outcome.reason,
            self.rewrite or (pipeline.rewrite if pipeline else ""),
            outcome.stopped_by,
            outcome.search,
            self.solution_of(outcome.incumbent, solver),
            self._objective(outcome.incumbent),
            None if outcome.bound is None or goal is None else goal.sign * outcome.bound,
            outcome.certainty,
        )

    def _objective(self, values: Sequence[float] | None) -> float | None:
        """The user's own objective at these values."""
        model = self.look()
        if model.minimised is None or values is None:
            return None
        value = model.minimised.sign * total(model.minimised, whole_values(model, values))
        return value if isinstance(value, int) and abs(value) >= LARGEST else float(value)

    def _load(self, outcome: Outcome) -> None:
        """Store the values in the library's own variables."""
        if outcome.values is None:
            return
        self.m.load([*outcome.values, *self.look().lower[len(outcome.values) :]])

    def stats(self, solver: str, outcome: Outcome, pipeline: Pipeline | None) -> Stats:
        """The size of the model that was passed to the solver, and the times of one outcome."""
        rewrite, seconds = (pipeline.rewrite, pipeline.seconds) if pipeline else ("", 0.0)
        return Stats(
            self.formulation,
            self.backend,
            solver,
            self.rewrite or rewrite,
            *outcome.size,
            self.build_seconds,
            self.rewrite_seconds + seconds,
            outcome.translate_seconds,
            outcome.solve_seconds,
            outcome.search,
        )
