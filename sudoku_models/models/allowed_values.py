"""Allowed values: for each cell the digits that it has in some solution, without enumerating the solutions.

One solve gives a whole grid, and so one value for each cell. Therefore cells and digits are not tested one by one.
Instead, each solve looks for a solution with as many values as possible that no earlier solution had.

Sources: M. Janota, I. Lynce, J. Marques-Silva, "Algorithms for Computing Backbones of Propositional Formulae", AI
Communications 28, 2015, for testing many values at once, and fewer when that is hard;
`SolverContext.FindAllowedValues` of the Microsoft Solver Foundation, for the use in deciding uniqueness.
"""

from dataclasses import dataclass
from typing import Any, Literal, TypedDict, Unpack

from .. import solvers
from ..errors import InputError, UnknownNameError
from ..puzzles.corpora import PuzzleLike, as_puzzle
from ..puzzles.puzzle import Grid, Puzzle
from ..puzzles.rendering import LETTERS
from ..puzzles.units import Cell
from ..runtime.limits import Limits, check_time_limit, deadline_of
from ..solvers import CP, INTERRUPTED, MILP, SAT, Feature, Paradigm
from .counting import Configuration, count_solutions
from .sudoku_model import suited, usual_solver
from .unseen_values import Progress, UnseenValues

METHODS: dict[str, str] = {
    "milp": "maximise the values not yet seen, by a MILP solver",
    "cpsat": "maximise the values not yet seen, by a CP solver",
    "sat": "look for some values not yet seen, by a SAT solver",
    "enumerate": "list all solutions, by the enumeration of a CP or SAT solver",
}
PARADIGMS: dict[str, Paradigm] = {"milp": MILP, "cpsat": CP, "sat": SAT}
"""method -> the paradigm of its solvers."""


@dataclass(frozen=True, repr=False)
class AllowedValues:
    """The digits that each cell has in some solution, and whether they are complete.

    Attributes:
        puzzle: The puzzle.
        values: The digits by cell, all empty when there is no solution; `plots.board(puzzle, candidates=values)` draws
            them.
        status: "complete" when it is confirmed that no other value occurs, "at least" when the search was stopped after
            the first solution, "unknown" when it was stopped before.
        reason: The status as a sentence.
        method: One of `METHODS`.
        how: Formulation, backend and solver, as in "assignment x pulp x highs".
        grids: The solutions that were found; each has values that no earlier solution had.
        new: The number of new values found by each solve.
        seconds: The time of each solve (for the enumeration, of each solution).
        checked_by: The solver of another paradigm that confirmed the result, if there was a cross-check.
        stopped_by: "limit", "time limit", "gave up" (the solver) or "interrupted"; empty when nothing stopped it.
    """

    puzzle: Puzzle
    values: dict[Cell, frozenset[int]]
    status: Literal["complete", "at least", "unknown"]
    reason: str
    method: str
    how: str
    grids: tuple[Grid, ...]
    new: tuple[int, ...]
    seconds: tuple[float, ...]
    checked_by: str = ""
    stopped_by: str = ""

    @property
    def total(self) -> int:
        """The number of values found, over all cells."""
        return sum(map(len, self.values.values()))

    @property
    def solves(self) -> int:
        """The number of solves; an enumeration is one."""
        return 1 if self.method == "enumerate" else len(self.seconds)

    @property
    def is_unique(self) -> bool | None:
        """Whether the puzzle has exactly one solution, that is, one value for each cell; None when not known."""
        if self.total > len(self.values):
            return False
        return self.total == len(self.values) if self.status == "complete" else None

    def draw(self) -> str:
        """The values as text, one line per row of the board."""
        n, (height, width) = self.puzzle.board.size, self.puzzle.board.box or (0, 0)
        cells = {i: _letters(sorted(digits), n) or "-" for i, digits in self.values.items()}
        widths = {c: max(len(cells[r, c]) for r in self.puzzle.board.digits) for c in self.puzzle.board.digits}
        lines: list[str] = []
        for r in self.puzzle.board.digits:
            parts = [f"{cells[r, c]:^{widths[c]}}" for c in self.puzzle.board.digits]
            blocks = [" ".join(parts[k : k + (width or n)]) for k in range(0, n, width or n)]
            lines.append(" | ".join(blocks).rstrip())
            if height and r % height == 0 and r < n:
                lines.append("-+-".join("-" * len(block) for block in blocks))
        return "\n".join(lines)

    def as_dict(self) -> dict[str, Any]:
        """The values as plain data; times are in seconds."""
        digits = self.puzzle.board.digits
        rows = [[sorted(self.values[r, c]) for c in digits] for r in digits]
        head = {"puzzle": self.puzzle.name, "givens": self.puzzle.line(), "status": self.status, "reason": self.reason}
        tail = {"total": self.total, "solves": self.solves, "seconds": self.seconds, "new": self.new}
        plain = {name: getattr(self, name) for name in ("method", "how", "checked_by", "stopped_by")}
        return {**head, "values": rows, **tail, **plain, "grids": [grid.line() for grid in self.grids]}

    def __repr__(self) -> str:
        return f"<AllowedValues: {self.status}, {self.total} values, {self.solves} solves>"

    def __str__(self) -> str:
        return f"{self.draw()}\n\n{self.reason[:1].upper()}{self.reason[1:]}."

    def _repr_html_(self) -> str:
        return f"<pre>{self}</pre>"


class ValueOptions(TypedDict, total=False):
    """The options of `allowed_values`."""

    goal: Literal["maximum", "enough"]
    patience: float | None
    limit: int | None
    cross_check: bool
    rewrite: str | None
    progress: Progress | None


def allowed_values(
    puzzle: PuzzleLike,
    formulation: str | None = None,
    backend: str | None = None,
    solver: str | None = None,
    method: str | None = None,
    time_limit: float | None = None,
    **options: Unpack[ValueOptions],
) -> AllowedValues:
    """For each cell the digits that it has in some solution.

    Sets
        U, the values (i, d) that no solution has had so far
    Repeat
        maximise    sum of y[i,d] over (i, d) in U      over the solutions of the puzzle
        remove the values of the solution from U
    until the maximum is 0: then no value in U occurs in any solution.

    All solves use one live model, of which only the objective changes. A solve finds at most one new value per cell, so
    the number of solves is at least the largest number of values of a cell. It is at most the number of values, and in
    practice far smaller.

    A true maximum is not needed, because any new value is progress; only the final 0 must be certain. When maximising
    takes longer than `patience`, a constraint replaces the objective: "at least k new values". When there is no
    solution with k, or none is found in that time, k is reduced; when there is none with k = 1, the maximum is 0.

    Args:
        puzzle: The puzzle, or its name.
        formulation, backend, solver: The configuration; see `Configuration.usual` for what is left out. A method has
            the first solver of its paradigm that can run here, with `assignment` unless it is the usual one.
            Formulations over x[i] get indicators y[i,d].
        method: One of `METHODS`; by default that of the solver.
        time_limit: Seconds for everything, including building and the cross-check; None means no limit.

    Options:
        goal: "maximum", or "enough" to use the constraint from the start; always for the method "sat" and for
            a solver that does not minimise.
        patience: Seconds for one maximisation, or for one k > 1; 1 by default, None means no limit.
        limit: For the enumeration, the largest number of solutions; 10,000 by default, None means no limit.
        cross_check: Let a solver of another paradigm confirm that there is no further value; the default.
        rewrite: The rewrites; see `build`.
        progress: Called after each solve with the number of solves and of values found.

    Returns:
        The values by cell. After a limit or Ctrl-C the status is "at least", never a false "complete".

    Raises:
        UnknownNameError, NotInstalledError, UnsupportedError: When the configuration cannot be used.
        WrongGridError: When the solver returns a grid that breaks a rule.
        DisagreementError: When the cross-check finds one more value.

    >>> from sudoku_models import Puzzle
    >>> allowed = allowed_values(Puzzle.parse("1... ..1. ..2. ...1"))
    >>> print(allowed.draw())
     1  234 | 34 234
    234 234 | 1  234
    --------+-------
    34   1  | 2  34
    234 234 | 34  1
    >>> allowed.status, allowed.checked_by, allowed.is_unique
    ('complete', 'cpsat', False)
    """
    puzzle = as_puzzle(puzzle)
    UnknownNameError.check("option", options, ValueOptions.__annotations__)
    UnknownNameError.check("method", [method or "milp"], METHODS)
    rewrite, feature = options.get("rewrite"), [Feature.ENUMERATION] if method == "enumerate" else []
    if solver is None:
        needed = PARADIGMS.get(method or "")
        solver = solvers.first(paradigm=needed) if needed else usual_solver(puzzle, *feature, rewrite=rewrite)
    paradigm, features = solvers.find(solver).paradigm, solvers.find(solver).features
    method = method or next(name for name, of in PARADIGMS.items() if of == paradigm)
    if paradigm != (needed := PARADIGMS.get(method, paradigm)):
        raise InputError(f"the method {method!r} needs a {needed} solver, and {solver} is a {paradigm} solver")
    limits = Limits(time_limit, options.get("limit", 10_000))
    goal, patience = options.get("goal", "maximum"), options.get("patience", 1.0)
    if goal not in ("maximum", "enough"):
        raise InputError(f"the goal must be 'maximum' or 'enough', not {goal!r}")
    check_time_limit(patience, "patience")
    chosen = Configuration.usual(puzzle, formulation, backend or suited(solver)[1], solver, rewrite, feature)
    search = UnseenValues(puzzle, chosen, patience, chosen.start(limits), options.get("progress"))
    try:
        if method == "enumerate":
            _enumerate(search, limits.solutions)
        else:
            search.search(goal if Feature.OBJECTIVE in features and paradigm != SAT else "enough")
        if search.is_proved and options.get("cross_check", True) and search.unseen:
            search.cross_check("no further values", search.further_value)
    except KeyboardInterrupt:
        search.stop(INTERRUPTED, "it was interrupted")
    return _result(search, method)


def _enumerate(search: UnseenValues, limit: int | None) -> None:
    chosen = search.configuration
    names = chosen.formulation, chosen.backend, chosen.solver
    with deadline_of(search.deadline):
        count = count_solutions(
            search.puzzle, *names, limit, cross_check=False, rewrite=chosen.rewrite, method="enumerate"
        )
    for grid, seconds in zip(count.grids, count.seconds, strict=False):
        search.add(grid, seconds)
    search.is_proved = count.status == "exact" or not search.unseen
    if not search.is_proved:
        reason = f"the limit of {limit} solutions was reached" if count.stopped_by == "limit" else count.reason
        search.stop(count.stopped_by, reason)


def _result(search: UnseenValues, method: str) -> AllowedValues:
    puzzle, solver = search.puzzle, solvers.title(search.configuration.solver)
    values = {i: frozenset(d for d in puzzle.board.digits if (i, d) not in search.unseen) for i in puzzle.board.cells}
    total = sum(map(len, values.values()))
    seen = f"{solver} showed {total} values in {len(search.grids)} solution{'s' * (len(search.grids) != 1)}"
    status: Literal["complete", "at least", "unknown"] = "complete"
    if not search.is_proved:
        status = "at least" if search.grids else "unknown"
        reason = f"{seen}, and then {search.reason}"
    elif not search.grids:
        reason = f"{solver} claims that there is no solution"
        reason += f"; {clashes[0]}" if (clashes := puzzle.clashes()) else ""
    else:
        reason = f"{seen}, and claims that there are no more" if search.unseen else f"{seen}: every digit in each cell"
    reason += search.confirmation if search.is_proved else ""
    chosen = search.configuration
    return AllowedValues(
        puzzle,
        values,
        status,
        reason,
        method,
        f"{chosen.formulation} x {chosen.backend} x {chosen.solver}",
        tuple(search.grids),
        tuple(search.new),
        tuple(search.seconds),
        search.checked_by,
        search.stopped_by,
    )


def _letters(digits: list[int], n: int) -> str:
    return ("" if n < len(LETTERS) else ",").join(LETTERS[d] if n < len(LETTERS) else str(d) for d in digits)
