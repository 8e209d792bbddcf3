"""A puzzle and a configuration: one solution, or how many there are.

A configuration is one choice from each of the four tables. It and the limits are resolved here, once.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Unpack

from .. import backends, rewrites, solvers
from ..backends import BACKENDS, import_backend
from ..errors import NotInstalledError, UnknownNameError
from ..formulations import find as find_formulation
from ..puzzles.corpora import PuzzleLike, as_puzzle
from ..puzzles.puzzle import Puzzle
from ..runtime.limits import Deadline, Limits, TimeLimit, deadline_of
from ..solvers import Paradigm, Status, no_time
from .counting_loop import METHODS, CountOptions, CountRequest, count_all
from .results import Answer, Count, Stats
from .sudoku_model import SudokuModel, needs_search, suited

__all__ = ["METHODS", "Configuration", "count_solutions", "solve"]


@dataclass(frozen=True)
class Configuration:
    """A formulation, a backend, a solver, and the rewrites that linearise the model when it is built.

    Attributes:
        rewrite: Names joined with "+", "" for the default of each kind of constraint, or None to build the model
            without rewriting it.
    """

    formulation: str
    backend: str
    solver: str
    rewrite: str | None = None

    @classmethod
    def of(
        cls, formulation: str, backend: str | None = None, solver: str | None = None, rewrite: str | None = None
    ) -> "Configuration":
        """A configuration with valid names.

        Args:
            formulation, rewrite: Names; see `build`.
            backend: A name, or None for the first whose library is installed.
            solver: A name, or None for the first that can run here.

        Raises:
            UnknownNameError: When a name is unknown.
            NotInstalledError: When the solver cannot run here, or there is none.

        >>> print(Configuration.of("all_different", "pulp", "highs", "pairwise+rank"))
        all_different, pairwise+rank x pulp x highs
        """
        find_formulation(formulation)
        backend, solver = backend or backends.first(), solver or solvers.first()
        if backend not in BACKENDS:
            raise UnknownNameError("backend", backend, BACKENDS)
        solvers.find(solver)
        if rewrite:
            rewrites.choose(rewrite)
        return cls(formulation, backend, solver, rewrite)

    @classmethod
    def usual(
        cls,
        puzzle: Puzzle,
        formulation: str | None = None,
        backend: str | None = None,
        solver: str | None = None,
        rewrite: str | None = None,
    ) -> "Configuration":
        """The configuration for a puzzle, where some or all of it is left open.

        Rules beside units, and boards larger than 9x9, mostly need search, at which a MILP solver is slow. They get
        `all_different` and the first solver with logical constraints; everything else, and what is combined with a
        solver of one's own choice, gets `assignment` and the first solver. See `reference/results.md`.

        Args, Raises: As in `of`.

        >>> import sudoku_models as sm
        >>> print(Configuration.usual(sm.load("top95:1"), backend="pulp"))
        assignment x pulp x highs
        >>> print(Configuration.usual(sm.load("killer:1")))
        all_different x cpsat x cpsat
        """
        if not (formulation or solver or rewrite) and needs_search(puzzle):
            with suppress(NotInstalledError):
                solver = solvers.first(solvers.Feature.LOGIC)
                formulation, backend = "all_different", backend or suited(solver)[1]
        return cls.of(formulation or "assignment", backend, solver, rewrite)

    @classmethod
    def having(cls, *features: solvers.Feature, paradigm: Paradigm | None = None) -> "Configuration":
        """The first solver that can run here and has these features, with what suits it; see `solvers.first`.

        >>> print(Configuration.having(solvers.Feature.ENUMERATION), "|", Configuration.having(paradigm="MILP"))
        all_different x cpsat x cpsat | assignment x pulp x highs
        """
        solver = solvers.first(*features, paradigm=paradigm)
        return cls(*suited(solver), solver)

    @property
    def names(self) -> tuple[str, str, str]:
        """The formulation, the backend and the solver."""
        return self.formulation, self.backend, self.solver

    def __str__(self) -> str:
        """Text such as "all_different, indicators x pulp x highs"."""
        defined = f"{self.formulation}, {self.rewrite}" if self.rewrite else self.formulation
        return f"{defined} x {self.backend} x {self.solver}"

    def start(self, limits: Limits) -> Deadline:
        """The deadline of a call. Importing a library takes far longer than building a model, so it comes first."""
        import_backend(self.backend)
        return limits.deadline()

    def build(self, puzzle: Puzzle, deadline: Deadline) -> SudokuModel:
        """A new model of a puzzle, for this call alone.

        Raises:
            TimeLimit: When the time is up before it is built.

        >>> from sudoku_models import Puzzle
        >>> puzzle, chosen = Puzzle.parse("1... ..2. .3.. ...4"), Configuration("pairwise", "pulp", "cpsat")
        >>> chosen.build(puzzle, Deadline(60))
        <pairwise on pulp: 16 integer variables; 56 not-equal>
        """
        with deadline_of(deadline):
            model = SudokuModel(puzzle, self.formulation, self.backend, self.rewrite)
        deadline.check()
        return model

    def no_stats(self) -> Stats:
        """The figures when the time was up before there was a model."""
        return Stats(self.formulation, self.backend, self.solver, "", 0, 0, 0, 0.0, 0.0, 0.0, 0.0)


class PuzzleOptions(CountOptions, total=False):
    """The options of `count_solutions`."""

    rewrite: str | None


def count_solutions(
    puzzle: PuzzleLike,
    formulation: str | None = None,
    backend: str | None = None,
    solver: str | None = None,
    limit: int | None = 1000,
    time_limit: float | None = None,
    **options: Unpack[PuzzleOptions],
) -> Count:
    """Count the solutions of a puzzle.

    Solve, check the grid, exclude it by a no-good cut, and solve again, until the solver claims that there are no more,
    and a solver of another paradigm confirms it. A CP or SAT solver enumerates them instead, unless `method` is "cuts";
    the count says so.

    Args:
        puzzle: The puzzle, or its name.
        formulation, backend, solver: The configuration; see `Configuration.usual` for what is left out.
        limit: The largest number of solutions to find; None means no limit.
        time_limit: Seconds for everything, including building and the cross-check; None means no limit.

    Options:
        cross_check: Let a solver of another paradigm confirm that there are no more (CP-SAT for a MILP solver, HiGHS
            otherwise, and CaDiCaL for a puzzle that is expected to need much search); the default. If it cannot in the
            remaining time, the count is not exact. Where no other paradigm can run, a verified certificate proves it,
            and where there is none, the count says that it is not confirmed. "certificate" lets a certificate confirm
            it in any case.
        rewrite: The rewrites; see `build`.
        method: "cuts" for no-good cuts; "enumerate" for the CP or SAT solver's own; "partition" to divide the
            solutions into smaller and smaller sets, which is faster for many of them; "auto" for enumeration where the
            solver has it and the model has no further variables and no objective, and for cuts otherwise.
        at_least: The number of cells in which a further grid must differ; 1 is the plain no-good cut. Where rows and
            columns are units, 4 is also valid and stronger, because two solutions differ in at least four cells.
        progress: Called with the number of solutions found so far.
        certificate: Attach a certificate of an exact count, whatever confirms it; see `certify`.

    Returns:
        The count with its status and reason, the grids, and the time of each solve.

    Raises:
        UnknownNameError, NotInstalledError: When an entry of the configuration cannot be used.
        UnsupportedError: When they cannot be used together, or a certificate of a model with own rules is asked for.
        InputError: When `at_least` is more than the units of the board guarantee.
        WrongGridError: When the solver returns a grid that breaks a rule.
        DisagreementError: When the cross-check found one more solution.

    >>> from sudoku_models import Puzzle
    >>> count = count_solutions(Puzzle.parse("12.. 3412 .143 432."), "all_different", "pulp", "cpsat")
    >>> count.value, count.status, count.checked_by
    (1, 'exact', 'highs')
    >>> print(count_solutions(Puzzle.parse("1... .... .... ...."), backend="pulp", limit=5))
    at least 5
    """
    puzzle = as_puzzle(puzzle)
    chosen = Configuration.usual(puzzle, formulation, backend, solver, options.pop("rewrite", None))
    counting = CountRequest.of(Limits(time_limit, limit), options)
    deadline = chosen.start(counting.limits)
    try:
        model = chosen.build(puzzle, deadline)
    except TimeLimit:
        stopped = no_time()
        reason = f"{solvers.title(chosen.solver)} found 0 solutions, because {stopped.reason}"
        return Count(0, "unknown", reason, (), (), chosen.no_stats(), stopped_by=stopped.stopped_by)
    return count_all(model, chosen.solver, counting, deadline)


def solve(
    puzzle: PuzzleLike,
    formulation: str | None = None,
    backend: str | None = None,
    solver: str | None = None,
    rewrite: str | None = None,
    time_limit: float | None = None,
    built: Callable[[SudokuModel], None] | None = None,
) -> Answer:
    """Build a puzzle's model and solve it.

    Args:
        puzzle: The puzzle, or its name.
        formulation, backend, solver, rewrite: The configuration; see `Configuration.usual` for what is left out.
        time_limit: Seconds for everything, building included; None means no limit.
        built: Called with the model before it is solved; it may look at the model, but not change it.

    Raises:
        UnknownNameError, NotInstalledError, UnsupportedError: When the configuration cannot be used.
        WrongGridError: When the solver's grid breaks a rule.

    >>> print(solve("small:1", backend="pulp", time_limit=60).grid.line())
    4213312424311342
    """
    limits = Limits(time_limit)
    puzzle = as_puzzle(puzzle)
    chosen = Configuration.usual(puzzle, formulation, backend, solver, rewrite)
    deadline = chosen.start(limits)
    try:
        model = chosen.build(puzzle, deadline)
    except TimeLimit:
        stopped = no_time()
        return Answer(Status.UNKNOWN, None, stopped.reason, chosen.no_stats(), stopped.stopped_by)
    if built:
        built(model)
    with deadline_of(deadline):
        answer: Answer = model.solve(chosen.solver)
    return answer
