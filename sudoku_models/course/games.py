"""Games on the board that the exercises of lesson 15 observe and replay."""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ..board.game import Game
from ..puzzles.board import Cell
from ..puzzles.puzzle import Grid, Puzzle

__all__ = ["SHORT_GAMES", "Change", "Changes", "Move", "long_game", "long_games", "replayed", "short_game"]

Changes = list[tuple[str, Puzzle, Puzzle]]


class Change(dict[str, Any]):
    """The argument of an observer; as with a widget, `change.new` is also `change["new"]`."""

    __getattr__ = dict.__getitem__


def long_game(puzzle: Puzzle, solution: Grid) -> Changes:
    """A game on a 9x9 board with right and wrong digits: what was done, and the position before and after."""
    game, heard = Game(puzzle), Changes()
    one, other, third = (1, 1), (5, 5), (9, 9)

    def do(what: str, act: Callable[[], None]) -> None:
        before = game.position
        act()
        heard.append((what, before, game.position))

    wrong = 5 if solution[one] != 5 else 3
    do("a right digit is written", lambda: game.put(other, solution[other]))
    do("a wrong digit is written", lambda: game.put(one, wrong))
    do("a right digit is written while a wrong one stands elsewhere", lambda: game.put(third, solution[third]))
    do("a right digit is erased", lambda: game.put(third, 0))
    do("a wrong digit is put in place of a wrong one", lambda: game.put(one, wrong % 9 + 1))
    do("undo writes the first wrong digit again", game.undo)
    do("a wrong digit is erased", lambda: game.put(one, 0))
    do("a wrong digit is written for a second time", lambda: game.put(one, wrong))
    do("the right digit is put in place of a wrong one", lambda: game.put(one, solution[one]))
    filled = [
        d % 9 + 1 if i in ((1, 2), (2, 1)) else d for i, d in zip(solution.board.cells, solution.values, strict=True)
    ]
    do("the whole grid is filled in, with two wrong digits", lambda: game.fill(filled))
    return heard


def short_game(puzzle: Puzzle, solution: Grid) -> Changes:
    """A game on a 4x4 board whose cells (1, 2) and (4, 3) are blank: wrong digits and a right one."""
    game, heard = Game(puzzle), Changes()
    for what, cell, d in (
        ("the last blank cell gets a wrong digit", (4, 3), solution[4, 3] % 4 + 1),
        ("the first blank cell gets a wrong digit", (1, 2), solution[1, 2] % 4 + 1),
        ("the first blank cell gets its digit", (1, 2), solution[1, 2]),
    ):
        before = game.position
        game.put(cell, d)
        heard.append((what, before, game.position))
    return heard


Move = tuple[Any, ...]
A, B = (1, 2), (2, 2)

SHORT_GAMES: dict[str, list[Move]] = {
    "a digit is written": [("put", A, 2)],
    "a digit is erased": [("put", A, 2), ("put", A, 0)],
    "undo brings back what was erased": [("put", A, 2), ("put", A, 0), ("undo",)],
    "undo brings back the digit before": [("put", A, 2), ("put", A, 3), ("undo",)],
    "undo after undo goes on backwards": [("put", A, 2), ("put", B, 4), ("undo",), ("undo",)],
    "redo makes the last move again that was taken back": [
        *[("put", A, 2), ("put", B, 4), ("undo",), ("undo",), ("redo",)]
    ],
    "there is nothing to take back": [("undo",), ("put", A, 2)],
    "there is nothing to make again": [("put", A, 2), ("redo",), ("undo",), ("undo",), ("redo",), ("redo",)],
    "a new move ends all redo": [("put", A, 2), ("undo",), ("put", B, 4), ("redo",)],
    "a move that changes nothing is no move": [("put", A, 2), ("put", A, 2), ("undo",)],
    "a move that changes nothing does not end redo": [("put", A, 2), ("undo",), ("put", A, 0), ("redo",)],
}
"""A description of the rule, and the moves."""


def replayed(puzzle: Puzzle, moves: Sequence[Move]) -> dict[Cell, int]:
    """The digits at the end of a game.

    >>> replayed(Puzzle.parse("1... .... .... ...."), [("put", A, 2), ("put", B, 4), ("undo",)])
    {(1, 1): 1, (1, 2): 2}
    """
    game = Game(puzzle)
    for what, *rest in moves:
        getattr(game, what)(*rest)
    return game.position.givens


def long_games(puzzle: Puzzle) -> Iterator[list[Move]]:
    """Random games on the first three blank cells."""
    rng = random.Random(13)
    blank = [i for i in puzzle.board.cells if i not in puzzle.givens][:3]
    for _ in range(60):
        kinds = rng.choices(["put", "undo", "redo"], [5, 3, 2], k=30)
        yield [(k, rng.choice(blank), rng.randint(0, 2)) if k == "put" else (k,) for k in kinds]
