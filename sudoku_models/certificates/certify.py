"""Making certificates: the solutions of a puzzle, and a proof by CaDiCaL that there are no more.

Needs `python-sat`, from 1.9.dev16 on: CaDiCaL's proofs were cut short before.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import CertificateError, DisagreementError, InputError, UnknownNameError
from ..puzzles.corpora import PuzzleLike, as_puzzle
from ..puzzles.puzzle import Grid, Puzzle
from ..puzzles.rules import as_record
from ..runtime.interrupts import check_interrupt, defer_interrupts
from ..runtime.limits import Deadline, Limits, Stopwatch, TimeLimit
from ..solvers import find
from .formula import Clause, blocking, derived, dimacs
from .lrat import LRAT
from .readings import check_stated
from .verifier import CLAIM, FORMULA, PROOF, claim_of, verify_parts

MOST_SOLUTIONS = 10_000
FORMATS = ("drat", "lrat")
CLAUSES = 10_000
"""Clauses that are derived between two checks of the clock."""


@dataclass(frozen=True, repr=False)
class Certificate:
    """A proof that a puzzle has exactly these solutions, as the texts of three files.

    Attributes:
        puzzle: The puzzle.
        solutions: All its solutions, none twice.
        claim: The puzzle and its solutions, as JSON.
        formula: The clauses of the puzzle, and one for each solution that excludes it, in the DIMACS format.
        proof: A proof in the DRAT format that these clauses cannot all be true.
        seconds: The time that it took to find the solutions and the proof.
    """

    puzzle: Puzzle
    solutions: tuple[Grid, ...]
    claim: str
    formula: str
    proof: str
    seconds: float

    @property
    def count(self) -> int:
        """The number of solutions."""
        return len(self.solutions)

    @property
    def steps(self) -> int:
        """The number of steps of the proof."""
        return self.proof.count("\n")

    def verify(self, progress: Callable[[int, int], None] | None = None) -> None:
        """Verify it, as `verify` does with a folder.

        Raises:
            CertificateError: When it does not prove its claim.
        """
        verify_parts(self.claim, self.formula, self.proof, self.puzzle, progress)

    def lrat(self, progress: Callable[[int, int], None] | None = None) -> str:
        """The proof in the LRAT format, of only those steps that it needs; made while the certificate is verified.

        Raises:
            CertificateError: When it does not prove its claim.

        >>> print(certify("12.. 3412 .143 432.").lrat(), end="")
        66 0 3 4 9 16 65 0
        """
        texts: list[str] = []
        verify_parts(self.claim, self.formula, self.proof, self.puzzle, progress, texts.append)
        return texts[0]

    def write(
        self, folder: Path | str, format: str = "drat", progress: Callable[[int, int], None] | None = None
    ) -> Path:
        """Write the certificate into a folder, which is created when it does not exist.

        Args:
            folder: The folder. It gets the three files; `certificate.json` comes last, so that where it is the others
                are complete.
            format: "drat", or "lrat" to verify the certificate and to write `proof.lrat` too.
            progress: For the verification, as for `verify`.

        Raises:
            CertificateError: When it does not prove its claim.
            InputError: When the files cannot be written.
            UnknownNameError: When there is no such format.
        """
        if format not in FORMATS:
            raise UnknownNameError("format", format, FORMATS)
        folder = Path(folder)
        texts = {FORMULA: self.formula, PROOF: self.proof} | ({LRAT: self.lrat(progress)} if format == "lrat" else {})
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for name in (CLAIM, LRAT):  # of an earlier certificate
                (folder / name).unlink(missing_ok=True)
            for name, text in (texts | {CLAIM: self.claim}).items():
                (folder / name).write_bytes(text.encode())
        except (OSError, ValueError) as error:
            raise InputError(f"the certificate cannot be written to {str(folder)!r}: {error}") from None
        return folder

    def __str__(self) -> str:
        solutions = "no solution" if not self.count else f"{self.count} solution{'s' * (self.count > 1)}"
        return f"exactly {solutions}, proved in {self.steps:,} steps ({len(self.proof):,} bytes)"

    def __repr__(self) -> str:
        return f"<Certificate of {self.puzzle.name or self.puzzle.board}: {self}>"


def certify(
    puzzle: PuzzleLike,
    solutions: Iterable[Grid] | None = None,
    limit: int = MOST_SOLUTIONS,
    time_limit: float | None = 60.0,
) -> Certificate:
    """A certificate that a puzzle has exactly the solutions that it has: none, one or several.

    Args:
        puzzle: The puzzle, its name, its text or its rows.
        solutions: Its solutions, if they are known; otherwise CaDiCaL enumerates them.
        limit: The largest number of solutions to enumerate.
        time_limit: Seconds for all of it.

    Raises:
        CertificateError: When the puzzle has more solutions than `limit`, the time was not enough, or the verifier has
            no statement of a rule.
        DisagreementError: When CaDiCaL finds a solution that is not among the given ones.
        InputError: When one of the given solutions is none, or is given twice.
        NotInstalledError: When `python-sat` is not installed.

    >>> certificate = certify("12.. 3412 .143 432.")
    >>> certificate.count, certificate.formula.splitlines()[1]
    (1, 'p cnf 64 65')
    >>> certificate.verify()
    """
    limits, puzzle = Limits(time_limit, limit), as_puzzle(puzzle)
    watch, deadline = Stopwatch(), limits.deadline()
    for rule in puzzle.board.rules:
        check_stated(as_record(rule)["rule"])
    with defer_interrupts():
        engine = _Engine(deadline)
        clauses = engine.clauses_of(puzzle)
        found = _checked(puzzle, solutions) if solutions is not None else _first(puzzle, clauses, limit + 1, engine)
        if solutions is None and len(found) > limit:
            raise CertificateError(f"there are more than {limit:,} solutions; a larger limit (--limit) allows more")
        clauses += [blocking(puzzle, grid.values) for grid in found]
        proof = _proved(puzzle, clauses, engine)
    return Certificate(
        puzzle, tuple(found), claim_of(puzzle, (grid.line() for grid in found)), dimacs(puzzle, clauses), proof, watch()
    )


def verified_certificate(puzzle: Puzzle, solutions: Iterable[Grid], deadline: Deadline) -> Certificate:
    """A certificate that these are all solutions, made and verified before the deadline.

    Raises:
        CertificateError: When the time was not enough.
        DisagreementError: When there is a further solution.
    """
    left = deadline.left()
    made = certify(puzzle, solutions, time_limit=None if left is None else max(left, 1e-3))
    try:
        made.verify(lambda *_: deadline.check())
    except TimeLimit:
        raise CertificateError("the time limit left no time to verify it") from None
    return made


def first_solutions(puzzle: Puzzle, limit: int, time_limit: float | None = None) -> tuple[Grid, ...]:
    """The first solutions that CaDiCaL finds; all of them when they are fewer than `limit`.

    Raises:
        CertificateError: When the time was not enough.
        NotInstalledError: When `python-sat` is not installed.

    >>> len(first_solutions(Puzzle.parse("1... .... .... ...."), 2))
    2
    """
    with defer_interrupts():
        engine = _Engine(Deadline(time_limit))
        return tuple(_first(puzzle, engine.clauses_of(puzzle), limit, engine))


class _Engine:
    """CaDiCaL, stopped at a deadline and by Ctrl-C."""

    def __init__(self, deadline: Deadline) -> None:
        find("cadical")  # says what to install where it is not

        from ..solvers import sat

        self.deadline, self.sat = deadline, sat

    def clauses_of(self, puzzle: Puzzle) -> list[Clause]:
        """The clauses of the puzzle."""
        clauses = []
        for number, clause in enumerate(derived(puzzle)):
            if number % CLAUSES == 0:
                self.check()
            clauses.append(clause)
        return clauses

    def check(self) -> None:
        """Stop at Ctrl-C and at the deadline."""
        check_interrupt()
        if self.deadline.is_over:
            raise CertificateError(f"there is no proof within {self.deadline.seconds:g} seconds; allow more time")

    def solver(self, clauses: Iterable[Clause], with_proof: bool = False) -> Any:
        """CaDiCaL with these clauses."""
        return self.sat.Cadical(bootstrap_with=clauses, with_proof=with_proof)

    def is_satisfiable(self, solver: Any) -> bool:
        """Whether the clauses of the solver can be satisfied."""
        return bool(self.sat.solve_in_slices(solver, [], self.check))


def _first(puzzle: Puzzle, clauses: list[Clause], most: int, engine: _Engine) -> list[Grid]:
    """The first solutions, found one after the other by excluding those before."""
    found: list[Grid] = []
    with engine.solver(clauses) as solver:
        while len(found) < most and engine.is_satisfiable(solver):
            grid = _grid(puzzle, clauses, solver.get_model())
            found.append(grid)
            if not (other := blocking(puzzle, grid.values)):
                break  # every cell is given
            solver.add_clause(other)
    return found


def _proved(puzzle: Puzzle, clauses: list[Clause], engine: _Engine) -> str:
    """The proof that the clauses contradict each other; it is empty when one of them is."""
    if not all(clauses):
        return ""
    with engine.solver(clauses, with_proof=True) as solver:
        if engine.is_satisfiable(solver):
            grid = _grid(puzzle, clauses, solver.get_model())
            raise DisagreementError(
                f"the puzzle has a further solution, which is not among the given ones: {grid.line()}"
            )
        return "".join(f"{line}\n" for line in solver.get_proof())


def _grid(puzzle: Puzzle, clauses: list[Clause], model: list[int]) -> Grid:
    """The grid of a model. The first clauses list the possible digits of each cell."""
    n, true = puzzle.board.size, set(model)
    cells = enumerate(clauses[: n**2])
    return Grid(puzzle.board, tuple(next(v for v in clause if v in true) - k * n for k, clause in cells))


def _checked(puzzle: Puzzle, solutions: Iterable[Grid]) -> list[Grid]:
    found = list(solutions)
    for grid in found:
        if violations := puzzle.violations(grid):
            raise InputError(f"a given solution is none: {violations[0]}")
    if len(set(found)) < len(found):
        raise InputError("a solution is given twice")
    return found
