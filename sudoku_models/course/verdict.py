"""The result of a check."""

import html
from dataclasses import dataclass
from typing import Literal

from ..puzzles.puzzle import Grid, Puzzle

Status = Literal["right", "wrong", "not yet", "not known"]
MARKS = {
    "right": ("✔", "#009E73"),
    "wrong": ("✘", "#D55E00"),
    "not yet": ("…", "#8a8a8a"),
    "not known": ("?", "#E69F00"),
}


@dataclass(frozen=True, repr=False)
class Verdict:
    """The verdict on an answer: a status, a sentence, and sometimes a board or a picture.

    Attributes:
        exercise: The name of the exercise.
        status: "right", "wrong", "not yet" (there is no answer), or "not known" (a limit stopped the check).
        sentence: The reason.
        puzzle: The puzzle of the counter-example, if there is one.
        grid: The grid of the counter-example, which the model wrongly accepts or forbids.
        printed: The last lines that the answer printed while it was checked.
        picture: A counter-example that is no Sudoku, as SVG; a notebook shows it, and the sentence describes it.
    """

    exercise: str
    status: Status
    sentence: str
    puzzle: Puzzle | None = None
    grid: Grid | None = None
    printed: str = ""
    picture: str = ""

    @property
    def passed(self) -> bool | None:
        """True for right, False for wrong, None when undecided."""
        return {"right": True, "wrong": False}.get(self.status)

    def __repr__(self) -> str:
        text = f"{self.status}: {self.sentence}"
        if self.puzzle is not None:
            text += f"\n{self.puzzle.draw(self.grid)}"
        elif self.grid is not None:
            text += f"\n{self.grid}"
        return text + (f"\nit printed:\n{self.printed}" if self.printed else "")

    def _repr_html_(self) -> str:
        mark, colour = MARKS[self.status]
        head = f"<b>{mark} {self.status}</b>: {html.escape(self.sentence)}"
        board = ""
        if self.puzzle is not None:
            wrong = self.puzzle.wrong_cells(self.grid) if self.grid is not None else ()
            board = self.puzzle.html(self.grid, wrong)
        elif self.grid is not None:
            board = self.grid._repr_html_()
        if self.picture:
            label = html.escape(self.sentence)
            board += f'<div role="img" aria-label="{label}" style="max-width:24em">{self.picture}</div>'
        printed = f"<p>It printed:</p><pre>{html.escape(self.printed)}</pre>" if self.printed else ""
        return bordered(colour, f"{head}{board}{printed}")


def bordered(colour: str, content: str) -> str:
    """HTML with a line in a colour on its left.

    >>> bordered("#009E73", "right")
    '<div style="border-left:4px solid #009E73;padding-left:0.8em">right</div>'
    """
    return f'<div style="border-left:4px solid {colour};padding-left:0.8em">{content}</div>'
