"""What a person would call a puzzle: "Gecode's puzzle 10", "Top 95, puzzle 3", "A medium 9x9 puzzle"."""

from ..puzzles.board import Board
from .text import capital

__all__ = ["LABELS", "generated_name", "title"]

LABELS = {
    "named": "Puzzles with names",
    "top95": "Top 95",
    "easy50": "Easy 50",
    "hardest11": "Hardest 11",
    "clues17": "17 givens",
    "small": "Small puzzles",
    "large": "Large puzzles",
    "several": "None or several solutions",
    "rated": "Rated puzzles",
    "killer": "Killer sudokus",
    "jigsaw": "Jigsaw sudokus",
    "xsudoku": "X sudokus",
    "windoku": "Windokus",
    "antiknight": "Anti-knight sudokus",
    "clues": "Sudokus with clues",
    "variants": "Variants",
}
"""The titles of the corpora."""

NAMED = {
    "mccaffrey": "McCaffrey's puzzle",
    "pulp": "PuLP's puzzle",
    "pyomo": "Pyomo's puzzle",
    "cpmpy": "CPMpy's puzzle",
    "pycsp3": "PyCSP3's puzzle",
    "python-constraint": "The puzzle of python-constraint",
    "gecode-1": "Gecode's puzzle 1",
    "gecode-10": "Gecode's puzzle 10",
    "ampl-very-easy": "AMPL's very easy puzzle",
    "ampl-hard": "AMPL's hard puzzle",
    "hakank-1": "Hakank's puzzle 1",
    "boring": "Hakank's boring puzzle",
    "ai-escargot": "AI Escargot",
    "sudsoln-1": "The puzzle of sudsoln",
    "rkkautsar": "The puzzle of rkkautsar",
}
"""The titles of the puzzles with names of their own."""

CORPORA = {
    "top95": "Top 95, puzzle",
    "easy50": "Easy 50, puzzle",
    "hardest11": "Hardest 11, puzzle",
    "clues17": "17 givens, puzzle",
    "small": "Small puzzle",
    "large": "Large puzzle",
    "several": "None or several solutions, puzzle",
    "rated": "Rated puzzle",
    "killer": "Killer sudoku",
    "jigsaw": "Jigsaw sudoku",
    "xsudoku": "X sudoku",
    "windoku": "Windoku",
    "antiknight": "Anti-knight sudoku",
    "clues": "Sudoku with clues",
    "variants": "Variant",
}
"""The titles of the other corpora, each followed by the number of the puzzle."""

SEED = ", seed "
OWN = "A puzzle of your own"


def title(name: str) -> str:
    """What a person would call a puzzle.

    Args:
        name: Its name: that of a puzzle of the corpora, of a file with the number of the puzzle in it, or any other.

    >>> title("mccaffrey"), title("top95:3"), title("puzzles.txt:12")
    ("McCaffrey's puzzle", 'Top 95, puzzle 3', 'puzzles.txt, puzzle 12')
    >>> title(generated_name("easy", Board.of_size(9), "17")), title("")
    ('An easy 9x9 puzzle', 'A puzzle of your own')
    """
    if name in NAMED:
        return NAMED[name]
    family, _, number = name.rpartition(":")
    if family and number.isdigit():
        return f"{CORPORA[family]} {number}" if family in CORPORA else f"{_capital(family)}, puzzle {number}"
    return _capital(name.partition(SEED)[0]) or OWN


def generated_name(level: str | None, board: Board, seed: str) -> str:
    """The name of a generated puzzle, from which the same puzzle can be made again."""
    article = "An" if level and level[0] in "aeiou" else "A"
    return f"{article} {level + ' ' if level else ''}{board.size}x{board.size} puzzle{SEED}{seed}"


def _capital(text: str) -> str:
    """A text that is no name of a file, with a capital letter."""
    return text if "." in text else capital(text)
