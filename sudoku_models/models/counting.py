"""A puzzle and a configuration: one solution, or how many there are.

A configuration is one choice from each of the four tables. It and the limits are resolved here, once.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Unpack

from .. import backends, rewrites, solvers
from ..backends import BACKENDS, import_backend
from ..errors import UnknownNameError
from ..formulations import find as find_formulation
from ..puzzles.corpora import PuzzleLike, as_puzzle
from ..puzzles.puzzle import Puzzle
from ..runtime.interrupts import import_whole
from ..runtime.limits import Deadline, Limits, TimeLimit, deadline_of
from ..solvers import GAVE_UP, Paradigm, Status, no_time
from ..solvers.protocol import BOUNDED
from .counting_loop import METHODS, CountOptions, CountRequest, count_all
from .results import Answer, Count, Stats
from .sudoku_model import SudokuModel, needs_search, suited, usual_solver

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
        features: Iterable[solvers.Feature] = (),
    ) -> "Configuration":
        """The configuration for a puzzle, where some or all of it is left open: whoever has a default has this one.

        Rules beside units, and boards larger than 9x9, mostly need search, at which a MILP solver is slow. They get the
        first solver with logical constraints, and with such a solver `all_different`, unless rewrites are chosen;
        everything else gets the first solver, and `assignment`. See `reference/results.md`.

        Args, Raises: As in `of`; `features` are those that a solver must have which is left open.

        >>> import sudoku_models as sm
        >>> print(Configuration.usual(sm.load("top95:1"), backend="pulp"))
        assignment x pulp x highs
        >>> print(Configuration.usual(sm.load("killer:1")))
        all_different x cpsat x cpsat
        """
        features = (*features,)
        solver = solver or usual_solver(puzzle, *features, rewrite=rewrite)
        has_logic = solvers.Feature.LOGIC in solvers.find(solver).features
        if has_logic and not (formulation or rewrite) and (features or needs_search(puzzle)):
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

    def tried_first(self, puzzle: Puzzle) -> str:
        """The solver with which the usual configuration is tried; see `side_by_side` for what follows.

        Its work is bounded for a puzzle that may need another engine, where several can run side by side.
        """
        can = solvers.Feature.BOUNDED in solvers.find(self.solver).features
        if not (can and needs_search(puzzle) and import_whole(".side_by_side", __package__).can_run()):
            return self.solver
        return f"{self.solver}:{BOUNDED}"

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
    the count says so. Where the choice is left open, and the puzzle takes the usual solver much work, engines of
    several paradigms run side by side; see `side_by_side`.

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
    rewrite = options.pop("rewrite", None)
    enumerates = [solvers.Feature.ENUMERATION] if options.get("method") == "enumerate" else []
    chosen = Configuration.usual(puzzle, formulation, backend, solver, rewrite, enumerates)
    counting = CountRequest.of(Limits(time_limit, limit), options)
    deadline = chosen.start(counting.limits)
    first = chosen.solver
    if not (formulation or solver or rewrite or counting.is_certified):
        first = chosen.tried_first(puzzle)
    try:
        model = chosen.build(puzzle, deadline)
    except TimeLimit:
        stopped = no_time()
        reason = f"{solvers.title(chosen.solver)} found 0 solutions, because {stopped.reason}"
        return Count(0, "unknown", reason, (), (), chosen.no_stats(), stopped_by=stopped.stopped_by)
    count = count_all(model, first, counting, deadline)
    if first != chosen.solver:
        count = replace(count, stats=replace(count.stats, solver=chosen.solver))
        if count.stopped_by == GAVE_UP:
            side_by_side = import_whole(".side_by_side", __package__)
            count = side_by_side.count(_counted, puzzle, chosen.names, deadline, count, counting)
    return count


def _counted(
    post: Callable[[int], None],
    puzzle: Puzzle,
    names: tuple[str, str, str],
    left: float | None,
    limit: int | None,
    at_least: int,
) -> Count:
    """The count of one engine beside others, in a process of its own."""
    return count_solutions(puzzle, *names, limit, left, cross_check=False, at_least=at_least, progress=post)


def _solved(_: object, puzzle: Puzzle, names: tuple[str, str, str], left: float | None) -> Answer:
    """The answer of one engine beside others, in a process of its own."""
    return solve(puzzle, *names, time_limit=left)


def solve(
    puzzle: PuzzleLike,
    formulation: str | None = None,
    backend: str | None = None,
    solver: str | None = None,
    rewrite: str | None = None,
    time_limit: float | None = None,
    built: Callable[[SudokuModel], None] | None = None,
) -> Answer:
    """Build a puzzle's model and solve it; with several engines side by side where `count_solutions` does so.

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
    first = chosen.solver if formulation or solver or rewrite else chosen.tried_first(puzzle)
    with deadline_of(deadline):
        answer: Answer = model.solve(first)
    if first != chosen.solver:
        answer = replace(answer, stats=replace(answer.stats, solver=chosen.solver))
        if answer.stopped_by == GAVE_UP:
            answer = import_whole(".side_by_side", __package__).solve(_solved, puzzle, chosen.names, deadline, answer)
    return answer
