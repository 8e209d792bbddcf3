"""Propagation of a puzzle, step by step, as sentences and as a page whose steps unfold."""

from collections.abc import Collection, Iterator, Mapping
from html import escape

from ..inference.filters import Domains, Inference
from ..inference.propagation import domains_of, propagate, scopes_of, steps
from ..puzzles.board import Board
from ..puzzles.puzzle import Puzzle
from ..puzzles.units import Cell

# A digit that is removed keeps the colour of the text, light or dark, and has one thin slanting line of its own: level
# lines of neighbours would meet.
STYLE = """<style>
.sm-walk table{border-collapse:collapse;font:12px/1.1 monospace;margin:.4em 0 .8em}
.sm-walk td{border:1px solid #9998!important;padding:2px 4px!important;text-align:center!important;min-width:2.2em;
height:3.6em;background:none}
.sm-walk tbody,.sm-walk colgroup{border:2px solid!important}
.sm-walk tr{background:none!important}
.sm-walk b,.sm-walk i{font-size:18px}
.sm-walk small{font-size:13px;letter-spacing:3px;margin-right:-3px}
.sm-walk i{color:color-mix(in srgb,#0072B2 60%,currentColor)}
.sm-walk mark{display:block;background:#F0E44226;color:inherit;outline:2px solid #E69F00;padding:2px 0}
.sm-walk s{text-decoration:none;letter-spacing:0;margin-right:3px;
background:linear-gradient(to top right,transparent calc(50% - .7px),#D55E00 0 calc(50% + .7px),transparent 0)}
.sm-walk summary{cursor:pointer}
</style>"""


class Walkthrough:
    """The steps of propagation on a puzzle, the smallest Hall set first. A notebook displays them as a page.

    Forward checking runs first and after each step, without steps of its own. Each step is the smallest Hall set of all
    units that removes something; among several, that of the first unit. Rules of the board that are not units are
    treated alike, with their cells in place of the Hall set.

    Attributes:
        puzzle: The puzzle.
        start: The domains after forward checking, before the first step.
        steps: All steps.
        left: The domains at the end; None when there is no solution.
        limit: The number of steps on the page.

    >>> walk = Walkthrough(Puzzle.parse("1... .... .2.. ..3."))
    >>> len(walk.steps), sum(map(len, walk.left.values()))
    (1, 24)
    >>> print(walk.steps[0].reason)
    row 1: only the cell (1, 3) can hold 2, so it holds nothing else
    """

    def __init__(self, puzzle: Puzzle, strength: str = "domain", limit: int = 10) -> None:
        self.puzzle, self.strength, self.limit = puzzle, strength, limit
        units = self._units = scopes_of(puzzle.board)
        self.left: Domains | None = propagate(units, domains_of(puzzle), "values")
        self.start = self.left
        self.steps: list[Inference] = []
        self._before: list[Domains] = []
        while self.left is not None and (found := list(self._offered(self.left))):
            step = min(found, key=lambda step: (step.domains is not None, len(step.hall)))
            self.steps.append(step)
            self._before.append(self.left)
            self.left = step.domains and propagate(units, step.domains, "values")

    def _offered(self, domains: Domains) -> Iterator[Inference]:
        """The first step of each unit, and of each further rule, that has one."""
        for unit in self._units:
            yield from list(steps([unit], domains, self.strength))[:1]

    @property
    def ending(self) -> str:
        """Why it ends, in a sentence."""
        if self.left is None:
            return "That leaves some cell no digit: the puzzle has no solution."
        if undecided := sum(len(digits) > 1 for digits in self.left.values()):
            return f"No unit has anything more to say, and {undecided} cells are still open: a solver has to search."
        return "Every cell has one digit: no search was needed."

    def __str__(self) -> str:
        """The sentences without the boards."""
        shown = [f"{k}. {step.reason}" for k, step in enumerate(self.steps[: self.limit], 1)]
        return "\n".join([*shown, *self._further_steps(), self.ending])

    def __repr__(self) -> str:
        return f"<Walkthrough of {len(self.steps)} steps>"

    def _further_steps(self) -> list[str]:
        more = len(self.steps) - self.limit
        return [f"{more} more step{'s' * (more > 1)} follow{'s' * (more == 1)}."] if more > 0 else []

    def _repr_html_(self) -> str:
        parts = [fold("Forward checking leaves this", self._board(self.start), is_open=True)] if self.start else []
        for k, (step, before) in enumerate(zip(self.steps[: self.limit], self._before, strict=False), 1):
            body = self._board({i: before[i] - step.removed.get(i, frozenset()) for i in before}, step)
            parts.append(fold(f"Step {k}. {escape(step.reason)}", body, is_open=k == 1))
        parts += [f"<p>{escape(sentence)}</p>" for sentence in [*self._further_steps(), self.ending]]
        if self.left is not None and len(self.steps) <= self.limit:
            parts.append(fold("The board at the end", self._board(self.left)))
        return f'{STYLE}<div class="sm-walk">{"".join(parts)}</div>'

    def _board(self, domains: Domains, step: Inference | None = None) -> str:
        return marks_table(self.puzzle, domains, step.hall if step else (), step.removed if step else {})


def marks_table(
    puzzle: Puzzle, left: Domains, marked: Collection[Cell] = (), gone: Mapping[Cell, frozenset[int]] | None = None
) -> str:
    """A board with pencil marks as an HTML table, readable without styles: groups of rows and columns are boxes.

    Args:
        puzzle: The puzzle; its givens are bold.
        left: The digits that each cell can still hold; a single one is displayed as found.
        marked: The cells to highlight.
        gone: The digits that the step removes; they are struck through.

    >>> puzzle = Puzzle.parse("1... .... .... ....")
    >>> marks_table(puzzle, domains_of(puzzle), marked=[(1, 1)]).count("<mark>")
    1
    """
    board = puzzle.board
    height, width = board.box or (board.size, board.size)
    cells = {i: _cell(puzzle, i, left[i], (gone or {}).get(i, frozenset())) for i in board.cells}
    shown = {i: f"<td><mark>{text}</mark>" if i in marked else f"<td>{text}" for i, text in cells.items()}
    rows = ["<tr>" + "".join(shown[r, c] for c in board.digits) for r in board.digits]
    bands = ["".join(rows[top : top + height]) for top in range(0, board.size, height)]
    columns = f"<colgroup span={width}>" * (board.size // width)
    return f"<table border=1 frame=box rules=groups>{columns}<tbody>{'<tbody>'.join(bands)}</table>"


def _cell(puzzle: Puzzle, i: Cell, left: frozenset[int], gone: frozenset[int]) -> str:
    if i in puzzle.givens and not gone:
        return f"<b>{puzzle.givens[i]}</b>"
    if len(left) == 1 and not gone:
        return f"<i>{min(left)}</i>"
    return _marks(puzzle.board, left, gone)


def _marks(board: Board, left: frozenset[int], gone: frozenset[int]) -> str:
    """Pencil marks: each digit in a fixed position, in as many lines as a box has rows."""
    width = board.box[1] if board.box else board.size
    blank = "\N{NO-BREAK SPACE}" * len(str(board.size))
    digits = [f"<s>{d}</s>" if d in gone else f"{d}" if d in left else blank for d in board.digits]
    lines = ["".join(digits[k : k + width]) for k in range(0, board.size, width)]
    return f"<small>{'<br>'.join(lines)}</small>"


def fold(summary: str, body: str, is_open: bool = False) -> str:
    """A collapsible section of a page, without a script."""
    return f"<details{' open' * is_open}><summary>{summary}</summary>{body}</details>"
