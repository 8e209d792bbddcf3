"""Batches of puzzles as text, as JSON lines, and as a PDF to print."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from ..errors import InputError
from .results import Generated

__all__ = ["MOST_PER_PAGE", "drawn", "json_lines", "text_lines", "write_pdf"]

MOST_PER_PAGE = 12


def text_lines(batch: Iterable[Generated]) -> str:
    """A comment and a line for each puzzle, in the format of `read_puzzles`.

    >>> from sudoku_models import generate_many
    >>> text = text_lines(generate_many(2, 4, seed=1))
    >>> [line[:2] for line in text.splitlines()[::2]], len(text.splitlines()[1])
    (['# ', '# '], 16)
    """
    lines = []
    for made in batch:
        lines.append(f"# {made.title}{'' if made.met else f' (not as requested: {made.reason})'}")
        if made.text:
            lines.append(made.text)
    return "".join(f"{line}\n" for line in lines)


def json_lines(batch: Iterable[Generated]) -> str:
    """One JSON object a line: puzzle, solution, seed, level, rating, and whether it is as requested.

    >>> from sudoku_models import generate
    >>> json.loads(json_lines([generate(4, seed=1)]))["met"]
    True
    """
    return "".join(f"{json.dumps(made.as_dict())}\n" for made in batch)


def drawn(batch: Iterable[Generated]) -> str:
    """Each puzzle as a text drawing, with its title below, and its text where it has another board or rules."""
    parts = []
    for made in batch:
        parts.append(f"{made.puzzle.draw()}\n" if made.puzzle else "")
        parts.append(f"{made.title}\n")
        if made.puzzle and made.text != made.puzzle.line():
            parts.append(f"{made.text}\n")
        if not made.met:
            parts.append(f"not as requested: {made.reason}\n")
    return "".join(parts)


def write_pdf(batch: Sequence[Generated], path: str | Path, per_page: int = 4, solutions: bool = True) -> int:
    """Write a PDF of A4 pages, with the solutions at the end. The same batch gives the same file.

    Args:
        batch: The puzzles.
        path: The PDF file.
        per_page: Puzzles to a page, 1 to 12.
        solutions: Whether to append the solutions.

    Returns:
        The number of pages.

    Raises:
        NotInstalledError: When matplotlib is not installed; it comes with the extra `lab`.
        InputError: When there is nothing to print, or the file cannot be written.
    """
    if not 1 <= per_page <= MOST_PER_PAGE:
        raise InputError(f"a page has 1 to {MOST_PER_PAGE} puzzles, not {per_page}")
    if not any(made.puzzle for made in batch):
        raise InputError("there is no puzzle to print")
    from . import sheets  # imported late: needs matplotlib

    try:
        return sheets.save(batch, path, per_page, solutions)
    except OSError as error:
        raise InputError(f"the file {str(path)!r} cannot be written: {error.strerror or error}") from None
