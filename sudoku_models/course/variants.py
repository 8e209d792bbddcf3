"""Puzzles with further rules and all their solutions, for the exercises of lesson 17."""

from functools import cache

from ..puzzles import rules
from ..puzzles.board import Board, Cell
from ..puzzles.known_solutions import known_puzzles
from ..puzzles.puzzle import Grid, Puzzle
from ..puzzles.rules import KillerCage, Rule
from ..puzzles.rules.rule import checked_cells

__all__ = [
    "ANSWER",
    "DOTTED",
    "Truth",
    "blank",
    "caged",
    "cages_of",
    "dots",
    "killers",
    "kropkis",
    "small",
    "without_a_dot",
]

Truth = tuple[Puzzle, frozenset[Grid]]
"""A puzzle and all its solutions."""

CAGES = "ABBBBC ADDECC AFDEGC AFEEGG HFIIIJ HHKKJJ"
ANSWER = "614235532641421356365124256413143562"
DOTTED = "153462264315341526625134532641416253"


def blank(board: Board, name: str = "") -> Puzzle:
    """The puzzle without givens."""
    return Puzzle(board, (0,) * len(board.cells), name=name)


def small(name: str, *with_rules: Rule) -> Truth:
    """A 4x4 board with rules, and all its solutions: those of the 288 grids that satisfy them.

    >>> len(small("a cage", _cage(3, "r1c1 r1c2"))[1])
    48
    """
    puzzle = blank(Board.of_size(4).with_rules(*with_rules), name)
    _, grids = known_puzzles()[3]
    moved = (Grid(puzzle.board, grid.values) for grid in grids)
    return puzzle, frozenset(grid for grid in moved if not puzzle.violations(grid))


def _unique(puzzle: Puzzle, digits: str) -> Truth:
    return puzzle, frozenset({Grid(puzzle.board, tuple(map(int, digits)))})


def caged(different: bool = True) -> Puzzle:
    """A 6x6 puzzle of cages without givens.

    Args:
        different: Whether the digits of a cage must differ; without it there are further solutions.

    >>> str(caged().board.rules[3])
    'killer cage 6 on r2c2 r2c3 r3c3'
    """
    board, letters = Board.of_size(6), CAGES.replace(" ", "")
    held = dict(zip(board.cells, map(int, ANSWER), strict=True))
    cages = []
    for letter in sorted(set(letters)):
        cells = tuple(i for i, found in zip(board.cells, letters, strict=True) if found == letter)
        cages.append(KillerCage(sum(held[i] for i in cells), cells, different))
    return blank(board.with_rules(*cages), "the 6x6 killer")


def cages_of(board: Board) -> list[tuple[int | None, list[Cell]]]:
    """The killer cages of a board, each as its total (None without one) and its cells.

    >>> cages_of(caged().board)[3]
    (6, [(2, 2), (2, 3), (3, 3)])
    """
    return [(rule.total, list(rule.cells)) for rule in board.rules if isinstance(rule, KillerCage)]


def _cage(total: int, cells: str) -> KillerCage:
    return KillerCage(total, checked_cells(cells, "cage"))


@cache
def killers() -> tuple[Truth, ...]:
    """Killer puzzles with all their solutions."""
    bent = _cage(6, "r2c2 r2c3 r3c3")
    three = _cage(7, "r2c1 r3c1 r3c2"), _cage(8, "r1c3 r1c4 r2c4"), bent
    return (
        small("a 4x4 with a cage in two boxes", bent),
        small("a 4x4 with a large sum in two boxes", _cage(9, "r2c2 r2c3 r3c3")),
        small("a 4x4 with three cages", *three),
        small("a 4x4 with a cage of one cell and a large one", _cage(4, "r4c1"), _cage(10, "r1c1 r2c2 r3c3 r4c4")),
        _unique(caged(), ANSWER),
    )


def dots(board: Board, digits: str) -> list[Rule]:
    """All Kropki dots of a grid, and the rule that all are given.

    >>> list(map(str, dots(Board.of_size(4), "1234341221434321")))[:2]
    ['white dot on r1c1 r1c2', 'white dot on r1c2 r1c3']
    """
    held = dict(zip(board.cells, map(int, digits), strict=True))
    found: list[Rule] = []
    for (r, c), d in held.items():
        for near in ((r, c + 1), (r + 1, c)):
            both = rules.WhiteDot(((r, c), near)), rules.BlackDot(((r, c), near))
            found += [dot for dot in both if near in held and dot.relates(d, held[near])][:1]
    return [*found, rules.AllDotsGiven()]


@cache
def kropkis() -> tuple[Truth, ...]:
    """Kropki puzzles with all dots, and all their solutions."""
    dotted = small("a 4x4 with all dots of a grid", *dots(Board.of_size(4), "1234341221434321"))
    puzzle = blank(Board.of_size(6).with_rules(*dots(Board.of_size(6), DOTTED)), "the 6x6 Kropki")
    return small("a 4x4 with one border", without_a_dot()), dotted, _unique(puzzle, DOTTED)


def without_a_dot() -> rules.Unrelated:
    """The rule that no dot fits between the first two cells of a board."""
    return rules.Unrelated(((1, 1), (1, 2)), ("white dot", "black dot"))
