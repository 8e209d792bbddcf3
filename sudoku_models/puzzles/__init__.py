"""Boards, puzzles and grids: parsing, rendering, the shipped corpora. Nothing here calls a solver."""

from .board import Board, Cell, Unit
from .corpora import Corpus, Entry, corpora, corpus, load, puzzles, read_puzzles
from .puzzle import Grid, Puzzle, is_solution
from .sources import as_puzzle

__all__ = [
    "Board",
    "Cell",
    "Corpus",
    "Entry",
    "Grid",
    "Puzzle",
    "Unit",
    "as_puzzle",
    "corpora",
    "corpus",
    "is_solution",
    "load",
    "puzzles",
    "read_puzzles",
]
