"""Boards, puzzles and grids: parsing, rendering, the shipped corpora. Nothing here calls a solver."""

from . import rules
from .board import Board
from .corpora import (
    Corpus,
    CorpusEntry,
    PuzzleLike,
    as_puzzle,
    corpora,
    corpus,
    data_folder,
    load,
    puzzles,
    read_puzzles,
)
from .isomorphs import isomorph
from .known_solutions import enumerate_by_backtracking, known_puzzles
from .labels import Label, cell_has_digit, cells_differ, unit_has_digit, unit_is_different
from .puzzle import Grid, Puzzle, is_solution
from .units import LARGEST_SIZE, Cell, Unit

__all__ = [
    "LARGEST_SIZE",
    "Board",
    "Cell",
    "Corpus",
    "CorpusEntry",
    "Grid",
    "Label",
    "Puzzle",
    "PuzzleLike",
    "Unit",
    "as_puzzle",
    "cell_has_digit",
    "cells_differ",
    "corpora",
    "corpus",
    "data_folder",
    "enumerate_by_backtracking",
    "is_solution",
    "isomorph",
    "known_puzzles",
    "load",
    "puzzles",
    "read_puzzles",
    "rules",
    "unit_has_digit",
    "unit_is_different",
]
