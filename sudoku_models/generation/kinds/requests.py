"""The table of kinds, and requests for them: a name, and how many rules or for which share of the board."""

import random
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ...errors import InputError, UnknownNameError
from ...puzzles.board import Board
from ...puzzles.puzzle import Grid
from ...puzzles.rules import Rule
from ...puzzles.values import is_integer, short_repr
from .boards import BOARD_KINDS
from .cages import KILLER
from .clues import LITTLE_KILLER, SANDWICH, SKYSCRAPER
from .kind import BoardKind, Kind, Sketch
from .lines import ARROW, PALINDROME, RENBAN, THERMOMETER, WHISPER
from .marks import CONSECUTIVE, EVEN_ODD, GREATER_THAN, KROPKI, QUADRUPLE, XV

__all__ = ["KINDS", "KindRequest", "board_for", "draw_rules", "refine_rules", "requested_kinds"]

KINDS: dict[str, Kind | BoardKind] = {
    "killer": KILLER,
    "little-killer": LITTLE_KILLER,
    "arrow": ARROW,
    "sandwich": SANDWICH,
    "thermometer": THERMOMETER,
    "whisper": WHISPER,
    "renban": RENBAN,
    "palindrome": PALINDROME,
    "skyscraper": SKYSCRAPER,
    "kropki": KROPKI,
    "consecutive": CONSECUTIVE,
    "xv": XV,
    "greater-than": GREATER_THAN,
    "even-odd": EVEN_ODD,
    "quadruple": QUADRUPLE,
    **BOARD_KINDS,
}
"""The kinds of rules by name."""

EXAMPLES = "'killer', 'thermometer:5' for five of them, or 'thermometer:40%' for that share of the cells"


@dataclass(frozen=True)
class KindRequest:
    """A kind of rules that is requested.

    Args:
        name: Its name in `KINDS`.
        number: The largest number of rules, if it was requested.
        share: The share of what is possible, from 0 to 1, if it was requested.

    Raises:
        InputError: When there is no such kind, or the amount is none.
    """

    name: str
    number: int | None = None
    share: float | None = None

    def __post_init__(self) -> None:
        if self.name not in KINDS:
            raise UnknownNameError("kind of rules", self.name, KINDS)
        if self.number is not None and self.number < 1:
            raise InputError(f"the number of rules of the kind {self.name!r} must be at least 1, not {self.number}")
        if self.share is not None and not 0 < self.share <= 1:
            raise InputError(f"the share of the kind {self.name!r} must be above 0 and at most 1, not {self.share:g}")
        if isinstance(KINDS[self.name], BoardKind) and (self.number, self.share) != (None, None):
            raise InputError(f"{self.name!r} is a rule for the whole board; leave the amount out")

    def draw(self, sketch: Sketch, usual: float | None = None) -> list[Rule]:
        """Rules of this kind that hold in a full grid; none for a board.

        Args:
            sketch: The grid.
            usual: The share when no amount is requested; None means that of the kind.
        """
        kind = KINDS[self.name]
        if isinstance(kind, BoardKind):
            return []
        if self.number is not None:
            return kind.draw(sketch, 1.0)[: self.number]
        if self.share is not None:
            return kind.draw(sketch, self.share)
        drawn = kind.draw(sketch, kind.share if usual is None else usual)
        return [*drawn, kind.all_given] if kind.all_given else drawn

    def __str__(self) -> str:
        amount = self.number if self.share is None else f"{100 * self.share:g}%"
        return self.name if amount is None else f"{self.name}:{amount}"


def requested_kinds(rules: Any) -> tuple[KindRequest, ...]:
    """The requests for kinds in a text, or a list of texts, or a mapping from names to numbers or shares.

    Raises:
        InputError: When one is not understood, or a kind is requested twice.

    >>> [str(each) for each in requested_kinds("killer, thermometer:5, kropki:40%")]
    ['killer', 'thermometer:5', 'kropki:40%']
    >>> requested_kinds({"thermometer": 5, "kropki": 0.4}) == requested_kinds(["thermometer:5", "kropki:40%"])
    True
    """
    if rules is None:
        return ()
    if isinstance(rules, Mapping):
        found = [_with_amount(name, amount) for name, amount in rules.items()]
    elif isinstance(rules, str):
        found = [_of_text(part) for part in re.split(r"[,+]", rules)]
    elif isinstance(rules, Rule) or (isinstance(rules, Iterable) and any(isinstance(each, Rule) for each in rules)):
        raise InputError(
            "a rule that is made already belongs to the board: generate(board=Board.of_size(9).with_rules(...)); the "
            f"rules to generate are names, such as {EXAMPLES}"
        )
    elif isinstance(rules, Iterable):
        found = [each for part in rules for each in requested_kinds(part if isinstance(part, str) else repr(part))]
    else:
        raise InputError(f"the rules to generate must be names, such as {EXAMPLES}, not {short_repr(rules)}")
    names = [each.name for each in found]
    if twice := [name for k, name in enumerate(names) if name in names[:k]]:
        raise InputError(f"the kind of rules {twice[0]!r} is requested twice; list it once")
    return tuple(found)


def _of_text(text: str) -> KindRequest:
    name, _, amount = text.strip().partition(":")
    if not amount:
        return KindRequest(_name(name))
    match = re.fullmatch(r"([0-9]{1,4})(%?)", amount.strip())
    if match is None:
        raise InputError(f"{text.strip()!r} is not understood; write a kind of rules such as {EXAMPLES}")
    number = int(match[1])
    return KindRequest(_name(name), share=number / 100) if match[2] else KindRequest(_name(name), number)


def _with_amount(name: Any, amount: Any) -> KindRequest:
    if amount is None:
        return KindRequest(_name(name))
    if is_integer(amount):
        return KindRequest(_name(name), int(amount))
    if isinstance(amount, float):
        return KindRequest(_name(name), share=amount)
    raise InputError(f"the amount of {short_repr(name)} must be a number, or a share such as 0.4, not {amount!r}")


def _name(name: Any) -> str:
    """The name of a kind in the table, where that differs in hyphens, blanks or capitals only."""
    if not isinstance(name, str):
        raise InputError(f"a kind of rules is named by a string, such as 'killer', not {short_repr(name)}")
    plain = re.sub(r"[-_ ]", "", name.lower())
    return next((known for known in KINDS if known.replace("-", "") == plain), name)


def board_for(kinds: Iterable[KindRequest], board: Board, rng: random.Random) -> Board:
    """The board with the units and rules of those kinds that are boards.

    >>> print(board_for(requested_kinds("diagonal"), Board.of_size(4), random.Random(1)))
    4x4 board with 2x2 boxes, diagonal 1 and diagonal 2
    """
    for each in kinds:
        kind = KINDS[each.name]
        if isinstance(kind, BoardKind):
            board = kind.change(board, rng)
    return board


def draw_rules(kinds: Iterable[KindRequest], grid: Grid, rng: random.Random, most: bool = False) -> tuple[Rule, ...]:
    """Rules of these kinds that hold in a full grid, without those that its board has.

    Args:
        kinds: The requests.
        grid: The grid.
        rng: The random number generator.
        most: Whether to draw as many as possible where no amount was requested.

    >>> grid = Grid(Board.of_size(4), (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1))
    >>> len(draw_rules(requested_kinds("greater-than:3, sandwich"), grid, random.Random(1)))
    11
    """
    kinds = tuple(kinds)
    sketch = Sketch(grid, rng)
    known = {*map(str, grid.board.rules)}
    number_of_lines = sum(_is_line(each) for each in kinds)
    found: list[Rule] = []
    for each in kinds:
        usual = 1.0 if most else None
        if _is_line(each) and number_of_lines > 1:
            usual = 1 / number_of_lines
        found += (rule for rule in each.draw(sketch, usual) if str(rule) not in known)
    return tuple(found)


def _is_line(request: KindRequest) -> bool:
    kind = KINDS[request.name]
    return isinstance(kind, Kind) and kind.is_line


def refine_rules(
    kinds: Iterable[KindRequest], grid: Grid, rng: random.Random, rules: tuple[Rule, ...], other: Grid
) -> tuple[Rule, ...] | None:
    """The rules changed so that another grid breaks one of them; None when none of the kinds finds a way."""
    sketch = Sketch(grid, rng)
    for each in kinds:
        kind = KINDS[each.name]
        if isinstance(kind, Kind) and kind.refine and (refined := kind.refine(sketch, rules, other)):
            return refined
    return None
