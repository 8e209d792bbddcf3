"""The puzzles that ship with the package, with their known solutions, and arguments that name a puzzle."""

import csv
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from html import escape
from pathlib import Path
from typing import Any, TypeVar

from ..errors import InputError, UnknownNameError
from . import parsing
from .board import Board
from .board_words import kinds_of
from .formats import has_board
from .puzzle import Grid, Puzzle
from .rendering import beside
from .values import short_repr

Thing = TypeVar("Thing")

PuzzleLike = Puzzle | Board | str | Iterable[Iterable[Any]]
"""A puzzle, an empty board, the name of a puzzle of the package, a puzzle as text, or rows of digits."""

SHORTEST_TEXT = 16
"""Characters of a 4x4 puzzle; a shorter string can only be a name."""


FIRST = 3
"""How many puzzles of a corpus a notebook shows."""


@dataclass(frozen=True)
class CorpusEntry:
    """A puzzle that ships with the package, and what is known about it.

    Attributes:
        puzzle: The puzzle, with its name.
        solutions: Its number of solutions, such as "1" or ">=10000", confirmed by two independent solvers.
        solution: The solution, if there is exactly one.
        source: The repository that it comes from.
        rating: Its published difficulty, a rating by Sukaku Explainer; None when there is none.
        kind: Its kind in a corpus of several kinds, such as "killer"; else empty.
        effort: Its search effort, where that was measured; see `benchmark.search_effort`.
    """

    puzzle: Puzzle
    solutions: str
    solution: Grid | None
    source: str
    rating: float | None = None
    kind: str = ""
    effort: int | None = None

    @property
    def name(self) -> str:
        """The name that `load` accepts."""
        return self.puzzle.name


@dataclass(frozen=True, repr=False)
class Corpus(Mapping[str, Puzzle]):
    """A named, ordered collection of puzzles: a mapping from names to puzzles; `entry` gives the known solution."""

    name: str
    title: str
    source: str
    licence: str
    entries: tuple[CorpusEntry, ...]

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of its puzzles, the most frequent first: usual, killer, X, ...

        >>> corpus("top95").kinds
        ('usual',)
        """
        kinds = Counter(kind for entry in self.entries for kind in kinds_of(entry.puzzle.board))
        return tuple(kind for kind, _ in kinds.most_common())

    def __getitem__(self, name: str) -> Puzzle:
        return self.entry(name).puzzle

    def entry(self, name: str) -> CorpusEntry:
        """The puzzle of this name, with its known solution."""
        return self._by_name[name]

    @cached_property
    def _by_name(self) -> dict[str, CorpusEntry]:
        return {entry.name: entry for entry in self.entries}

    def __iter__(self) -> Iterator[str]:
        return (entry.name for entry in self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def __repr__(self) -> str:
        return f"<Corpus {self.name}: {len(self):,} puzzles, {self.title}>"

    def _repr_html_(self) -> str:
        about = f"<b>{escape(self.name)}</b>: {len(self):,} puzzles, {escape(self.title)}"
        first = (entry.puzzle for entry in self.entries[:FIRST])
        shown = (f"<div>{puzzle.html()}<small>{escape(puzzle.name)}</small></div>" for puzzle in first)
        return f"<p>{about}</p>{beside(*shown)}"


def load(name: str) -> Puzzle:
    """The puzzle of this name: one of `named`, or CORPUS:k, counted from 1.

    Raises:
        UnknownNameError: When there is none; the message suggests the closest name.
        InputError: When there is no such number.

    >>> len(load("mccaffrey").givens), load("top95:3").name
    (27, 'top95:3')
    """
    return entry_of(name).puzzle


def entry_of(name: str) -> CorpusEntry:
    """The puzzle of this name, with what is known about it.

    Raises:
        UnknownNameError: When there is none.

    >>> entry_of("small:5").solutions
    '1'
    """
    family = name.partition(":")[0] if ":" in name else "named"
    found = corpus(family)
    if name not in found:
        if family != "named":
            raise InputError(f"there is no puzzle {name!r}: {family} has {family}:1 to {family}:{len(found)}")
        raise UnknownNameError("puzzle", name, found, "Others are CORPUS:k, as in top95:1; see `sudoku-models puzzles`")
    return found.entry(name)


def as_puzzle(what: PuzzleLike) -> Puzzle:
    """Convert a puzzle, an empty board, a name, text, or rows of digits to a puzzle.

    Raises:
        InputError: When it is none of these; the message says why.

    >>> as_puzzle("mccaffrey").name, as_puzzle(Board.of_size(4)).line()
    ('mccaffrey', '................')
    >>> as_puzzle([[1, 0, 0, 0], [0, 0, 2, 0], [0, 3, 0, 0], [0, 0, 0, 4]]) == as_puzzle("1... ..2. .3.. ...4")
    True
    """
    if isinstance(what, Puzzle):
        return what
    if isinstance(what, Board):
        return Puzzle(what, (0,) * len(what.cells))
    if isinstance(what, str):
        return _named_or_parsed(what)
    if isinstance(what, Iterable) and not isinstance(what, bytes):
        return Puzzle.from_rows(what)
    raise InputError(f"expected a puzzle, or its name, its text or its rows, not {short_repr(what)}")


def _named_or_parsed(text: str) -> Puzzle:
    if has_board(text):
        return Puzzle.parse(text)
    if ":" in text or len(text) < SHORTEST_TEXT or text in corpus("named"):
        return load(text)
    try:
        return Puzzle.parse(text)
    except InputError:
        if text.isidentifier() and len(text) < 40:
            load(text)  # which says that there is no such name
        raise


def corpus(name: str) -> Corpus:
    """The corpus of this name: a mapping from names to puzzles, so a loop over it gives names.

    Raises:
        UnknownNameError: When there is none.

    >>> top = corpus("top95")
    >>> len(top), next(iter(top)), top["top95:1"].name
    (95, 'top95:1', 'top95:1')
    """
    UnknownNameError.check("corpus", [name], _titles())
    return _read(name)


def corpora() -> tuple[Corpus, ...]:
    """All corpora that ship with the package.

    >>> [c.name for c in corpora()][:3]
    ['named', 'top95', 'easy50']
    """
    return tuple(_read(name) for name in _titles())


def titles() -> dict[str, tuple[str, int]]:
    """The title and the number of puzzles of every corpus; no puzzle is read.

    >>> titles()["top95"]
    ("the 95 puzzles of magictour's top95, from Norvig's pytudes", 95)
    """
    return {name: (row["title"], int(row["puzzles"])) for name, row in _titles().items()}


def draw(things: Sequence[Thing], sample: int | None, seed: int | str) -> list[Thing]:
    """A random sample, in the original order; everything when there are not more items or `sample` is None.

    Raises:
        InputError: When `sample` is less than 1.

    >>> [puzzle.name for puzzle in draw(list(corpus("top95").values()), 3, seed=1)]
    ['top95:9', 'top95:18', 'top95:73']
    """
    if sample is not None and sample < 1:
        raise InputError(f"a sample must have at least 1 puzzle, not {sample}")
    if sample is None or sample >= len(things):
        return list(things)
    return [things[k] for k in sorted(random.Random(seed).sample(range(len(things)), sample))]


def puzzles() -> dict[str, Puzzle]:
    """All puzzles that ship with the package, by name.

    >>> "hardest11:1" in puzzles()
    True
    """
    return {entry.name: entry.puzzle for found in corpora() for entry in found.entries}


def read_puzzles(path: Path | str, board: Board | None = None) -> list[Puzzle]:
    """The puzzles of a file: one per line with comments and trailing fields, or grids over several lines.

    Raises:
        InputError: When the file cannot be read or is not text.
        ParseError: When something in it is not a puzzle; the message names the line.
    """
    path = Path(path)
    found = list(parsing.parse_many(parsing.read_text(path), board))
    if not found:
        raise InputError(f"there is no puzzle in {path}; write one puzzle per line, '.' for blank cells")
    return [Puzzle(each.board, each.values, f"{path.name}:{k}", each.about) for k, each in enumerate(found, 1)]


@cache
def data_folder() -> Path:
    """`data/`: inside the installed package, or at the top of a checkout.

    >>> (data_folder() / "corpora.csv").is_file()
    True
    """
    package = Path(__file__).parents[1]
    inside = package / "data"
    return inside if inside.is_dir() else package.parent / "data"


@cache
def _titles() -> dict[str, dict[str, str]]:
    return {row["corpus"]: row for row in _rows("corpora")}


@cache
def _read(name: str) -> Corpus:
    about = _titles()[name]
    entries = []
    for row in _rows(name):
        board = _board(*map(int, row["boxes"].split("x"))) if row["boxes"] else None
        puzzle = Puzzle.parse(row["puzzle"], board, row["name"])
        board = puzzle.board
        solution = Puzzle.parse(row["solution"], board).as_grid() if row["solution"] else None
        rating = float(row["rating"]) if row.get("rating") else None
        effort = int(row["effort"]) if row.get("effort") else None
        about_it = row["n_solutions"], solution, row["source"], rating, row.get("kind", ""), effort
        entries.append(CorpusEntry(puzzle, *about_it))
    return Corpus(name, about["title"], about["source"], about["licence"], tuple(entries))


_board = cache(Board.with_boxes)


def _rows(name: str) -> list[dict[str, str]]:
    with (data_folder() / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
