"""The request for a puzzle, and the puzzle that was generated."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypedDict

from ..certificates import Certificate
from ..errors import InputError, UnknownNameError
from ..explain import difficulty
from ..puzzles.board import Board, counted
from ..puzzles.cell_names import listed
from ..puzzles.formats import write_any
from ..puzzles.game_kinds import GAMES
from ..puzzles.puzzle import Grid, Puzzle
from ..puzzles.rules import Rule
from ..puzzles.values import is_integer, short_repr
from .kinds import KindRequest, requested_kinds
from .shipped import check_level

LARGEST = 25
LARGEST_SEARCHED = 16
"""Larger boards have no rules, and their reduction uses singles only unless more is requested: the
confirmation takes half a minute."""
LARGEST_IRREGULAR = 9
"""The same for random regions and a knight's moves, where the confirmation takes minutes on a 12x12 board."""
MOST_PER_PAGE = 12
"""Puzzles on a page of the PDF."""

GIVENS = {"beginner": (34, 36, 4), "easy": (30, 33, 9), "medium": (27, 29, 9)}
"""For each level the number of givens on a 9x9 board at which the removal stops, from and to, and the smallest board on
which it does: other boards have the same share of givens, and with it a small one would seldom have the level."""
FEWEST = {4: 4, 9: 17}
"""The smallest numbers of givens with one solution on the usual boards of these sizes; proved by exhaustive search."""


def fewest_givens(board: Board) -> int:
    """A lower bound for the givens of a puzzle with one solution on this board; 0 when none is known.

    Boards with further units may need fewer givens than the usual board, so the board itself is compared.

    >>> board = Board.of_size(9)
    >>> fewest_givens(board), fewest_givens(Board(9, board.units[:18]))
    (17, 0)
    """
    fewest = FEWEST.get(board.size, 0)
    return fewest if fewest and board == Board.of_size(board.size) else 0


class Options(TypedDict, total=False):
    """The options of `generate`; each is described there and has the default of `Request`."""

    symmetric: bool
    minimal: bool
    clues: int | None
    rules: str
    minimal_rules: bool
    attempts: int
    rated: bool
    certify: bool


@dataclass(frozen=True)
class Request:
    """The requested puzzle; see `generate`. It is checked on construction: impossible requests are refused.

    Raises:
        InputError: When no such puzzle exists, or the board is too large.

    >>> Request(Board.of_size(9), clues=16)
    Traceback (most recent call last):
    ...
    sudoku_models.errors.InputError: no puzzle on the 9x9 board with 3x3 boxes has one solution with fewer than 17 \
givens
    """

    board: Board
    level: str | None = None
    symmetric: bool = False
    minimal: bool = False
    clues: int | None = None
    rules: str = ""
    minimal_rules: bool = False
    attempts: int = 200
    rated: bool = True
    certify: bool = False

    def __post_init__(self) -> None:
        n = self.board.size
        if n > LARGEST:
            raise InputError(f"puzzles on boards up to {LARGEST}x{LARGEST} can be generated, not {n}x{n}")
        if self.level not in (None, *difficulty.LEVELS):
            raise UnknownNameError("level", str(self.level), tuple(difficulty.LEVELS))
        if self.kinds and self.level is not None:
            self._check_level_with_rules(self.level)
        elif self.level is not None and self.level not in (measured := self.levels):
            what = f"the levels {listed(measured)}" if measured else "no level"
            raise InputError(f"on a {self.board} there is {what}, as others are not measured there, not {self.level}")
        if n > LARGEST_SEARCHED and self.has_rules:
            largest = f"{LARGEST_SEARCHED}x{LARGEST_SEARCHED}"
            raise InputError(f"puzzles with rules are made on boards up to {largest}, not {n}x{n}")
        if self.minimal_rules and not self.places_rules:
            raise InputError("only rules that are placed can be removed again; request some, such as rules='killer'")
        check_at_least_one(self.attempts, "attempts")
        if self.clues is not None:
            self._check_clues(self.clues)

    @cached_property
    def kinds(self) -> tuple[KindRequest, ...]:
        """The kinds of rules that are requested."""
        return requested_kinds(self.rules)

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels of puzzles that are made on the board; one with rules that has a level is a copy of another."""
        return () if self.kinds else difficulty.levels_on(self.board)

    @property
    def largest_searched(self) -> int:
        """The largest board on which a solver is asked whether a given can go; on others singles must find it again."""
        return LARGEST_SEARCHED if not self.kinds or self.places_rules else LARGEST_IRREGULAR

    @property
    def is_symmetric(self) -> bool:
        """Whether the givens are to be symmetric: on request, and for beginners."""
        return self.symmetric or self.level == "beginner"

    @property
    def has_rules(self) -> bool:
        """Whether the puzzle will have rules that are no units."""
        return bool(self.board.cell_rules) or self.places_rules

    @property
    def places_rules(self) -> bool:
        """Whether rules are to be placed."""
        return any(each.kind.place for each in self.kinds)

    def _check_level_with_rules(self, level: str) -> None:
        n = self.board.size
        if self.board != Board.of_size(n) or self.rules not in GAMES:
            kinds = listed(tuple(GAMES), "or")
            raise InputError(
                f"with rules, levels are measured for one kind alone on a usual board, {kinds}; leave it out"
            )
        if self.clues is not None or self.symmetric or self.minimal or self.minimal_rules:
            raise InputError("a puzzle with rules and a level is a copy of a shipped one: leave the other options out")
        check_level(self.rules, n, level)

    def _check_clues(self, clues: int) -> None:
        n, cells = self.board.size, len(self.board.cells)
        if not is_integer(clues):
            raise InputError(f"the number of givens must be an integer, not {short_repr(clues)}")
        if not 0 <= clues <= cells:
            raise InputError(f"a {self.board} has {cells} cells, so it cannot have {clues} givens")
        if clues < n - 1 and not self.has_rules:
            raise InputError(
                f"with {clues} givens two digits are missing, and could be exchanged; at least {n - 1} are needed"
            )
        if not self.kinds and clues < (fewest := fewest_givens(self.board)):
            raise InputError(f"no puzzle on the {self.board} has one solution with fewer than {fewest} givens")
        if self.symmetric and n % 2 == 0 and clues % 2:
            raise InputError(f"on a {self.board} a symmetric puzzle has an even number of givens, not {clues}")


def check_at_least_one(number: int, what: str) -> None:
    """Check a number of attempts or of puzzles.

    Raises:
        InputError: When it is less than 1.
    """
    if not is_integer(number) or number < 1:
        raise InputError(f"the number of {what} must be at least 1, not {short_repr(number)}")


@dataclass(frozen=True, repr=False)
class Generated:
    """A generated puzzle, and whether it meets the request.

    Attributes:
        puzzle: The puzzle; None when the time limit was reached before one was found that has one solution.
        solution: Its solution.
        seed: The seed, which generates the same puzzle again.
        level: One of `difficulty.LEVELS`; None where it is not known, or not measured: see `difficulty.level`.
        rating: The difficulty on the scale of Sudoku Explainer, by `difficulty.rate`; None when the puzzle was not
            rated, or the steps do not reach the solution in time (see `generate`).
        symmetric: Whether the cells of the givens are symmetric under a half turn.
        minimal: True when every given is needed, as a second solution without it shows, False when one is not needed,
            None when unknown.
        met: Whether the request is met; None when the time limit was reached before all attempts were made.
        reason: The outcome, in a sentence.
        proof: What shows that the solution is unique, beside the reduction: singles or a certificate prove it, or
            another solver confirms it.
        attempts: The number of full grids that were reduced.
        minimal_rules: True when every rule that was placed is needed in the same sense, None when unknown.
        seconds: The time that it took.
        certificate: A certificate that the solution is unique, if it was requested and the time was enough.
    """

    puzzle: Puzzle | None = None
    solution: Grid | None = None
    seed: str = ""
    level: str | None = None
    rating: float | None = None
    symmetric: bool = False
    minimal: bool | None = None
    met: bool | None = None
    reason: str = ""
    proof: str = ""
    attempts: int = 0
    minimal_rules: bool | None = None
    seconds: float = field(default=0.0, compare=False)
    certificate: Certificate | None = field(default=None, compare=False, repr=False)

    def __bool__(self) -> bool:
        return self.met is True

    @property
    def clues(self) -> int | None:
        """The number of givens."""
        return len(self.puzzle.givens) if self.puzzle else None

    @property
    def text(self) -> str | None:
        """The puzzle in one line that `Puzzle.parse` reads, with its board where that is not the usual one.

        None when no text format has words for a rule.
        """
        if not self.puzzle:
            return None
        board = self.puzzle.board
        is_usual = board.box is not None and board == Board.of_size(board.size)
        return self.puzzle.line() if is_usual else write_any(board, self.puzzle.values)

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules of its board."""
        return self.puzzle.board.rules if self.puzzle else ()

    @property
    def title(self) -> str:
        """The level, the rating, the rules, the number of givens and the seed in a line; "not as requested" if so."""
        if not self.puzzle:
            return f"no puzzle, seed {self.seed}"
        parts = [] if self.level is None else [self.level]
        parts += [] if self.rating is None else [f"rated {self.rating:.1f}"]
        rules = counted(rule.kind for rule in self.rules)
        missed = [] if self.met or not self.reason else ["not as requested"]
        return ", ".join([*parts, *rules, f"{self.clues} givens", f"seed {self.seed}", *missed])

    def __repr__(self) -> str:
        return f"<Generated {self.title}: {self.reason}>"

    def as_dict(self) -> dict[str, Any]:
        """The result as plain data; "text" is the puzzle with its board, "puzzle" its givens only."""
        names = ("seed", "level", "rating", "clues", "symmetric", "minimal", "minimal_rules", "met", "reason", "proof")
        lines = {
            "board": str(self.puzzle.board) if self.puzzle else None,
            "text": self.text,
            "puzzle": self.puzzle.line() if self.puzzle else None,
            "solution": self.solution.line() if self.solution else None,
        }
        return {**lines, **{name: getattr(self, name) for name in names}, "attempts": self.attempts}
