"""A configuration: one choice from each of the four tables; and one solution of a puzzle by it."""

from collections.abc import Callable
from dataclasses import dataclass

from .. import rewrites, solvers
from ..backends import BACKENDS, import_backend
from ..errors import UnknownNameError
from ..formulations import find as find_formulation
from ..puzzles.puzzle import Puzzle
from ..puzzles.sources import PuzzleLike, as_puzzle
from ..runtime.limits import Deadline, Limits, TimeLimit, deadline_of
from ..solvers import Status, no_time
from .results import Answer, Stats
from .sudoku_model import SudokuModel

__all__ = ["Configuration", "seconds_left", "solve"]


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
    def of(cls, formulation: str, backend: str, solver: str, rewrite: str | None = None) -> "Configuration":
        """A configuration with valid names. For a solver without logical constraints, the default rewrites are chosen.

        Raises:
            UnknownNameError: When a name is unknown.
            NotInstalledError: When the solver is not installed.

        >>> [Configuration.of("all_different", "pulp", solver).rewrite for solver in ("highs", "cpsat")]
        ['', None]
        """
        find_formulation(formulation)
        if backend not in BACKENDS:
            raise UnknownNameError("backend", backend, BACKENDS)
        needs_linear = solvers.LOGIC not in solvers.find(solver).features
        if rewrite is None and needs_linear:
            rewrite = ""
        if rewrite is not None:
            rewrites.choose(rewrite)
        return cls(formulation, backend, solver, rewrite)

    def __str__(self) -> str:
        """Text such as "all_different, indicators x pulp x highs"."""
        defined = f"{self.formulation}, {self.rewrite}" if self.rewrite else self.formulation
        return f"{defined} x {self.backend} x {self.solver}"

    def start(self, limits: Limits) -> Deadline:
        """The deadline of a call. Importing a library takes far longer than building a model, so it comes first."""
        import_backend(self.backend)
        return limits.deadline()

    def build(self, puzzle: Puzzle, deadline: Deadline) -> SudokuModel | None:
        """The model of a puzzle, which nobody but the caller has; None when the time was up before it was built.

        >>> from sudoku_models import Puzzle
        >>> puzzle, chosen = Puzzle.parse("1... ..2. .3.. ...4"), Configuration("pairwise", "pulp", "cpsat")
        >>> chosen.build(puzzle, Deadline(60))
        <pairwise on pulp: 16 variables>
        >>> chosen.build(puzzle, Deadline(1e-9)) is None
        True
        """
        try:
            with deadline_of(deadline):
                model = SudokuModel(puzzle, self.formulation, self.backend, self.rewrite, is_shared=False)
            deadline.check()
        except TimeLimit:
            return None
        return model

    def no_stats(self) -> Stats:
        """The figures when the time was up before there was a model."""
        return Stats(self.formulation, self.backend, self.solver, "", 0, 0, 0, 0.0, 0.0, 0.0, 0.0)


def solve(
    puzzle: PuzzleLike,
    formulation: str = "assignment",
    backend: str = "pyomo",
    solver: str = "highs",
    rewrite: str | None = None,
    time_limit: float | None = None,
    built: Callable[[SudokuModel], None] | None = None,
) -> Answer:
    """Build a puzzle's model and solve it.

    Args:
        puzzle: The puzzle, or its name.
        formulation, backend, rewrite: See `build`.
        solver: See `Problem.solve`.
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
    chosen = Configuration.of(formulation, backend, solver, rewrite)  # which is built linear where it must be
    deadline = chosen.start(limits)
    model = chosen.build(puzzle, deadline)
    if model is None:
        stopped = no_time()
        return Answer(Status.UNKNOWN, None, stopped.reason, chosen.no_stats(), stopped.stopped_by)
    if built:
        built(model)
    return model.solve(solver, seconds_left(deadline))


def seconds_left(deadline: Deadline) -> float | None:
    """The time limit for the next solve: at least a millisecond, because a limit must be positive; None for no limit.

    >>> seconds_left(Deadline(1e-9)), seconds_left(Deadline(None))
    (0.001, None)
    """
    left = deadline.left()
    return None if left is None else max(left, 1e-3)
