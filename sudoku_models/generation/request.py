"""The kind of puzzle to generate, and the kinds that are known not to exist."""

from dataclasses import dataclass

from ..errors import InputError, UnknownNameError
from ..explain import difficulty
from ..puzzles.board import Board
from ..puzzles.values import is_integer, short_repr
from .kinds import KINDS, BoardKind, KindRequest

__all__ = ["LARGEST", "LARGEST_WITH_LEVEL", "LARGEST_WITH_RULES", "Request", "fewest_givens"]

LARGEST_WITH_LEVEL = 16
"""On larger boards the reduction uses singles only unless more is requested: the confirmation takes half a minute."""
LARGEST = 25
LARGEST_WITH_RULES = 16
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


@dataclass(frozen=True)
class Request:
    """The requested kind of puzzle. It is checked on construction: impossible requests are refused.

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
    rules: tuple[KindRequest, ...] = ()
    minimal_rules: bool = False

    def __post_init__(self) -> None:
        n = self.board.size
        if n > LARGEST:
            raise InputError(f"puzzles on boards up to {LARGEST}x{LARGEST} can be generated, not {n}x{n}")
        if self.level is not None:
            if self.level not in difficulty.LEVELS:
                raise UnknownNameError("level", self.level, difficulty.LEVELS)
            if n > LARGEST_WITH_LEVEL:
                raise InputError(
                    f"levels are for boards up to {LARGEST_WITH_LEVEL}x{LARGEST_WITH_LEVEL}; leave the level out"
                )
        self._check_rules()
        self._check_clues()

    @property
    def has_rules(self) -> bool:
        """Whether the puzzle will have rules that are no units."""
        return bool(self.board.cell_rules) or self.draws_rules

    @property
    def draws_rules(self) -> bool:
        """Whether rules are to be drawn."""
        return any(not isinstance(KINDS[each.name], BoardKind) for each in self.rules)

    @property
    def has_random_board(self) -> bool:
        """Whether the board is another one for each grid."""
        kinds = (KINDS[each.name] for each in self.rules)
        return any(isinstance(kind, BoardKind) and kind.is_random for kind in kinds)

    def _check_rules(self) -> None:
        if self.has_rules and self.level is not None:
            raise InputError("levels are for boards whose rules are all units: leave the level out, or the rules")
        if self.has_rules and self.board.size > LARGEST_WITH_RULES:
            raise InputError(
                f"puzzles with rules can be generated on boards up to {LARGEST_WITH_RULES}x{LARGEST_WITH_RULES}, "
                f"not {self.board.size}x{self.board.size}"
            )
        if self.minimal_rules and not self.draws_rules:
            raise InputError("only rules that are drawn can be removed again; request some, such as rules='killer'")

    def _check_clues(self) -> None:
        n, cells = self.board.size, len(self.board.cells)
        if self.clues is not None:
            if not is_integer(self.clues):
                raise InputError(f"the number of givens must be an integer, not {short_repr(self.clues)}")
            if self.clues > cells:
                raise InputError(f"a {self.board} has {cells} cells, so it cannot have {self.clues} givens")
            if self.clues < 0:
                raise InputError(f"the number of givens must be at least 0, not {self.clues}")
            if self.clues < n - 1 and not self.has_rules:
                raise InputError(
                    f"with {self.clues} givens two digits are missing, and could be exchanged; "
                    f"at least {n - 1} are needed"
                )
            if not self.rules and self.clues < (fewest := fewest_givens(self.board)):
                raise InputError(f"no puzzle on the {self.board} has one solution with fewer than {fewest} givens")
            if self.symmetric and n % 2 == 0 and self.clues % 2:
                raise InputError(f"on a {self.board} a symmetric puzzle has an even number of givens, not {self.clues}")
