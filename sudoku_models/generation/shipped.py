"""The shipped puzzles by kind and level, and copies of them.

A classic puzzle of a level is made. Of the other kinds few puzzles that are made have a given level, and to find the
level of one may take longer than to make it: so one of them is a copy of a shipped puzzle whose level is measured,
turned or reflected. Levels of boards with rules are on a scale of our own; see `difficulty.rate`.

`data/levels.csv` has the kind and the level of each shipped puzzle with one solution; `measured` finds them again.
"""

import csv
import random
from contextlib import suppress
from functools import cache
from typing import NamedTuple

from ..errors import InputError, UnknownNameError
from ..explain import difficulty, explain
from ..puzzles.cell_names import listed
from ..puzzles.corpora import CorpusEntry, data_folder, entry_of
from ..puzzles.game_kinds import CLASSIC, GAMES, OTHERS, kind_of
from ..puzzles.isomorphs import turned
from ..puzzles.puzzle import Grid, Puzzle
from ..runtime.limits import TimeLimit, deadline_of

LARGEST_LEVEL = 12
"""On larger boards only levels of singles and locked candidates are measured; others take minutes."""
USUAL = 9


class Shipped(NamedTuple):
    """A shipped puzzle with one solution: its name, its kind, its size, and its level if that is measured, else ""."""

    name: str
    kind: str
    size: int
    level: str


@cache
def shipped() -> tuple[Shipped, ...]:
    """The shipped puzzles with one solution, by kind, level and size; those of the usual size come first."""
    with (data_folder() / "levels.csv").open(encoding="utf-8", newline="") as file:
        found = [Shipped(row["name"], row["kind"], int(row["size"]), row["level"]) for row in csv.DictReader(file)]
    kinds, levels = [*GAMES, OTHERS], [*difficulty.LEVELS, ""]
    return tuple(
        sorted(
            found, key=lambda each: (kinds.index(each.kind), levels.index(each.level), each.size != USUAL, each.size)
        )
    )


def level_of(name: str) -> str:
    """The level of a shipped puzzle; empty where it is not measured.

    >>> level_of("rated:900")
    'extreme'
    """
    return _levels().get(name, "")


@cache
def _levels() -> dict[str, str]:
    return {each.name: each.level for each in shipped()}


def levels_of(kind: str, size: int) -> tuple[str, ...]:
    """The levels of a kind on the usual board of a size: those of `generate`.

    >>> levels_of("classic", 6)
    ('beginner', 'easy', 'medium', 'hard')
    """
    UnknownNameError.check("kind of game", [kind], GAMES)
    if kind == CLASSIC:
        return difficulty.levels_of_size(size)
    found = {each.level for each in shipped() if (each.kind, each.size) == (kind, size)}
    return tuple(level for level in difficulty.LEVELS if level in found)


def check_level(kind: str, size: int, level: str) -> None:
    """Check that there are puzzles of a kind and a level.

    Raises:
        InputError: When there is none.
    """
    if level not in (found := levels_of(kind, size) if kind in GAMES else ()):
        what = f"the levels {listed(found)}" if found else "no level"
        raise InputError(
            f"for {size}x{size} puzzles of the kind {kind!r} there is {what}, not {level}; or leave it out"
        )


def copy_of_shipped(kind: str, size: int, level: str, rng: random.Random) -> tuple[Puzzle, Grid, str]:
    """A symmetric copy of a random shipped puzzle of this kind, size and level, its solution, and the original's name.

    Whether the copied solution is one is checked; that there is no other, two solvers have confirmed for the original.
    """
    name = rng.choice([each.name for each in shipped() if each[1:] == (kind, size, level)])
    entry, way = entry_of(name), rng.randrange(8)
    assert entry.solution is not None
    puzzle = turned(entry.puzzle, way)
    solution = Grid(puzzle.board, turned(Puzzle(entry.puzzle.board, entry.solution.values), way).values)
    if not puzzle.board.cell_rules:  # where no rule adds up or compares digits, they can be exchanged
        digits = [0, *rng.sample(list(puzzle.board.digits), puzzle.board.size)]
        puzzle = Puzzle(puzzle.board, tuple(digits[d] for d in puzzle.values), puzzle.name)
        solution = Grid(puzzle.board, tuple(digits[d] for d in solution.values))
    if wrong := puzzle.violations(solution):
        raise InputError(f"the copy of {name} is wrong: {wrong[0]}")
    return puzzle, solution, name


def measured(entry: CorpusEntry, time_limit: float) -> Shipped:
    """The row of a shipped puzzle in `data/levels.csv`; the level is empty when the time was not enough.

    >>> measured(entry_of("variants:33"), 20)
    Shipped(name='variants:33', kind='killer', size=4, level='medium')
    """
    puzzle, level = entry.puzzle, None
    if entry.rating is not None:
        level = difficulty.level_of(entry.rating)
    elif puzzle.board.size > LARGEST_LEVEL:
        level = None if puzzle.board.cell_rules else difficulty.simple_level(puzzle)
    else:
        with suppress(TimeLimit), deadline_of(time_limit):
            level = _level(puzzle)
    return Shipped(entry.name, kind_of(puzzle.board), puzzle.board.size, level or "")


def _level(puzzle: Puzzle) -> str | None:
    """The level of a puzzle. Where digits follow from rules, each such step counts as one: singles do not come free."""
    if not puzzle.board.cell_rules:
        return difficulty.level_up_to("very hard", puzzle)
    highest = difficulty.LEVELS["extreme"].lowest
    found = explain(puzzle, below=highest)
    if found.stopped_by:
        return None
    return difficulty.level_of(found.hardest.weight if found.solved and found.hardest else highest)
