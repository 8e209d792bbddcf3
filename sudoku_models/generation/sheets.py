"""Puzzles to print as a PDF: pages of puzzles and of solutions, or one puzzle with its rules. Needs matplotlib."""

from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from math import ceil
from pathlib import Path
from typing import Any

from matplotlib.axes import Axes
from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure

from ..errors import InputError
from ..plots.boards import LINE, RULE, board, points_per_cell, wrapped
from ..plots.style import INK, MUTED
from ..puzzles.cell_names import listed
from ..puzzles.drawing import drawing
from ..puzzles.puzzle import Grid, Puzzle
from .request import MOST_PER_PAGE, Generated

A4 = (8.27, 11.69)
MARGIN, HEAD = 0.6, 0.6
"""In inches: around the page, and for its head and the titles of the first puzzles."""
NOTE = 9
"""The size of the rules in words on the sheet of one puzzle, in points."""
LEAST_BOARD = 4.5
"""The side of its board in inches, at least; rules that need more room than that leaves go on another page."""
SOLUTIONS_PER_PAGE = 12
LARGE = 12
"""The largest board with twelve solutions on a page; larger ones have four."""


def pages(batch: Sequence[Generated], per_page: int = 4, solutions: bool = True) -> Iterator[Figure]:
    """A4 pages, one figure each; the titles have the level, rating and seed.

    Args:
        batch: The results to print; those without a puzzle are left out.
        per_page: The number of puzzles on a page.
        solutions: Whether to append pages with the solutions.

    >>> from sudoku_models import generate_many
    >>> len(list(pages(list(generate_many(3, 4, seed=1)), per_page=2)))
    3
    """
    numbered = [(k, made) for k, made in enumerate(batch, 1) if made.puzzle and made.solution]
    kinds = [("Puzzles", per_page, False)]
    if solutions:
        large = any(made.puzzle and made.puzzle.board.size > LARGE for _, made in numbered)
        kinds.append(("Solutions", 4 if large else SOLUTIONS_PER_PAGE, True))
    for head, most, solved in kinds:
        total = ceil(len(numbered) / most)
        for page in range(total):
            of = f", page {page + 1} of {total}" if total > 1 else ""
            yield _page(numbered[page * most : (page + 1) * most], f"{head}{of}", most, solved)


def _page(numbered: Sequence[tuple[int, Generated]], head: str, most: int, solved: bool) -> Figure:
    width, height = A4
    figure = Figure(figsize=A4)
    figure.text(0.5, 1 - (MARGIN + 0.1) / height, head, ha="center", va="center", fontsize=13, color=INK)
    columns = 1 if most <= 2 else 2 if most <= 6 else 3
    rows = ceil(most / columns)
    notes = [] if solved else _notes(numbered, width - 2 * MARGIN)
    left, bottom, top = MARGIN / width, (MARGIN + LINE * len(notes)) / height, 1 - (MARGIN + HEAD) / height
    places = figure.add_gridspec(
        rows, columns, left=left, right=1 - left, bottom=bottom, top=top, wspace=0.1, hspace=0.2
    )
    for k, (number, made) in enumerate(numbered):
        title = f"{number}.  seed {made.seed}" if solved else f"{number}.  {made.title}"
        _place(figure.add_subplot(places[k]), made, solved, title)
    for k, line in enumerate(reversed(notes)):
        figure.text(MARGIN / width, (MARGIN + LINE * k) / height, line, fontsize=7, color=INK)
    figure.text(0.5, 0.35 / height, "sudoku_models", ha="center", fontsize=7, color=MUTED)
    return figure


def _place(ax: Axes, made: Generated, solved: bool, title: str) -> None:
    """Draw a puzzle or its solution, with digits as large as its cells allow, and a title no wider than the board."""
    assert made.puzzle is not None  # results without a puzzle were left out
    cell = _draw(ax, made.puzzle, made.solution if solved else None)
    ax.set_title(title, fontsize=min(10.0, 1.6 * made.puzzle.board.size * cell / len(title)), color=INK)


def _draw(ax: Axes, puzzle: Puzzle, solution: Grid | None) -> float:
    """Draw a board without the meanings of its rules; returns the side of a cell in points."""
    board(puzzle, solution, ax=ax)
    ax.set(xticks=[], yticks=[], xlabel="", anchor="N")
    n, cell = puzzle.board.size, points_per_cell(ax)
    for text in ax.texts:
        if text.get_gid() != RULE:
            text.set_fontsize((0.55 if n < 10 else 0.48) * cell)
    return cell


def _notes(numbered: Sequence[tuple[int, Generated]], inches: float) -> list[str]:
    """The meanings of the rules on a page, in lines of this width; before those of some puzzles, their numbers."""
    owners: dict[str, list[str]] = {}
    for number, made in numbered:
        assert made.puzzle is not None
        for note in drawing(made.puzzle.board).notes:
            owners.setdefault(note, []).append(str(number))
    notes = (
        note if len(numbers) == len(numbered) else f"{', '.join(numbers)}. {note}" for note, numbers in owners.items()
    )
    return wrapped(notes, inches)


def _sheet(puzzle: Puzzle, solution: Grid | None) -> Iterator[Figure]:
    """A puzzle on A4: its title, the board as large as fits, and all rules in words, on further pages if long."""
    width, height = A4
    inches = width - 2 * MARGIN
    words = [unit.name.partition(" ")[0] for unit in puzzle.board.plain.units if len(unit.cells) == puzzle.board.size]
    names = [name for name in ("row", "column", "box", "region") if name in words]
    usual = f"Each {listed(names)} holds every digit once" if names else ""
    texts = [text for text in (*puzzle.about.rules.splitlines(), usual, *drawing(puzzle.board).notes) if text.strip()]
    lines = wrapped(texts, inches * 7 / NOTE)
    step = LINE * NOTE / 7
    side = max(min(inches, height - 2 * MARGIN - HEAD - step * (len(lines) + 1)), LEAST_BOARD)
    fit = max(int((height - 2 * MARGIN - HEAD - side) / step) - 1, 0)
    for k, grid in enumerate([None] if solution is None else [None, solution]):
        figure = _headed("Solution" if k else _title(puzzle), "" if k else puzzle.about.author)
        top = height - MARGIN - HEAD
        ax = figure.add_axes(((width - side) / 2 / width, (top - side) / height, side / width, side / height))
        _draw(ax, puzzle, grid)
        if not k:
            _write(figure, lines[:fit], top - side - step)
        yield figure
        per_page = int((height - 2 * MARGIN - HEAD) / step)
        for start in range(fit, len(lines), per_page) if not k else ():
            further = _headed(f"{_title(puzzle) or 'Sudoku'}: rules, continued", "")
            _write(further, lines[start : start + per_page], height - MARGIN - HEAD)
            yield further


def _headed(title: str, author: str) -> Figure:
    """A page with a head."""
    width, height = A4
    figure = Figure(figsize=A4)
    look: dict[str, Any] = {"ha": "center", "va": "center", "parse_math": False}
    size = min(20.0, 72 * (width - 2 * MARGIN) / (0.62 * max(len(title), 1)))
    figure.text(0.5, 1 - (MARGIN + 0.1) / height, title, fontsize=size, color=INK, **look)
    by = f"by {author}" if author else ""
    figure.text(0.5, 1 - (MARGIN + 0.4) / height, by, fontsize=min(11.0, 6 * size), color=MUTED, **look)
    figure.text(0.5, 0.35 / height, "sudoku_models", ha="center", fontsize=7, color=MUTED)
    return figure


def _write(figure: Figure, lines: Sequence[str], top: float) -> None:
    """Lines of text, the first one at this height in inches."""
    width, height = A4
    for k, line in enumerate(lines):
        y = (top - LINE * NOTE / 7 * k) / height
        figure.text(MARGIN / width, y, line, fontsize=NOTE, color=INK, va="top", parse_math=False)


def write_sheet(puzzle: Puzzle, path: str | Path, solution: Grid | None = None) -> int:
    """Write one puzzle as a PDF of A4 pages: its title, its author, its drawing, and all of its rules in words.

    The rules in words of its author (`Puzzle.about`) are above those of the board.

    Args:
        puzzle: The puzzle.
        path: The PDF file.
        solution: Its solution, for a further page.

    Returns:
        The number of pages.

    Raises:
        InputError: When the file cannot be written.
    """
    details = {"Title": _title(puzzle) or "Sudoku", "Author": puzzle.about.author}
    return _save(path, _sheet(puzzle, solution), details)


def _title(puzzle: Puzzle) -> str:
    return puzzle.about.title or puzzle.name


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
        InputError: When there is nothing to print, or the file cannot be written.
    """
    if not 1 <= per_page <= MOST_PER_PAGE:
        raise InputError(f"a page has 1 to {MOST_PER_PAGE} puzzles, not {per_page}")
    if not any(made.puzzle for made in batch):
        raise InputError("there is no puzzle to print")
    return _save(path, pages(batch, per_page, solutions), {"Title": "Sudoku puzzles"})


def _save(path: str | Path, figures: Iterable[Figure], about: dict[str, str]) -> int:
    """Write a PDF, and return the number of its pages."""
    metadata = {**about, "Creator": "sudoku_models", "Producer": "matplotlib", "CreationDate": None}
    made = BytesIO()  # written at once when it is complete: a PDF that is closed on a full disk raises errors of zlib
    with PdfPages(made, metadata=metadata) as pdf:
        for figure in figures:
            pdf.savefig(figure)
        count = int(pdf.get_pagecount())
    try:
        Path(path).write_bytes(made.getvalue())
    except OSError as error:
        raise InputError(f"the file {str(path)!r} cannot be written: {error.strerror or error}") from None
    return count
