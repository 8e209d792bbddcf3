"""The traits of the board that a cell of a notebook may set: each is checked, and then followed."""

from typing import Any

import traitlets as t

from ..errors import InputError
from ..puzzles.puzzle import Grid, Puzzle
from . import sources
from .class_board import checked_mode
from .entries import digits_of
from .messages import Message
from .session import Session
from .settings import changed
from .squares import cell_name

__all__ = ["SetFromCells"]

SHOWN = (
    *("board", "givens", "marks", "centres", "colors", "clock", "clashes", "highlights", "symbols"),
    *("busy", "report", "status", "choices", "path"),
)
"""The traits that only show what the game is."""


class SetFromCells(t.HasTraits):
    """The checks and the effects of traits that are set from a cell.

    Attributes:
        session: The session of the board.

    >>> from sudoku_models import BoardWidget
    >>> board = BoardWidget("12.. 3412 2143 432.")
    >>> board.values = [1, 2, 3, 4, *board.values[4:]]
    >>> board.position.line()
    '123434122143432.'
    """

    session: Session
    puzzle: Any
    _shown: dict[str, Any]

    def _show(self) -> None:
        """Publish the state; `BoardWidget` does."""
        raise NotImplementedError

    @t.validate(*SHOWN)
    def _check_shown(self, proposal: Any) -> Any:
        name = proposal["trait"].name
        if proposal["value"] != self._shown.get(name, proposal["value"]):
            raise InputError(
                f"{name} shows what the game is, and cannot be set; set puzzle, position or values instead"
            )
        return proposal["value"]

    @t.validate("puzzle")
    def _check_puzzle(self, proposal: Any) -> Puzzle:
        puzzle = sources.as_puzzle(proposal["value"])
        if puzzle == self.puzzle and self.session.shows_solution:  # for the next class; traits do not notice the same
            self.session.open(puzzle)
            self._show()
        return puzzle

    @t.observe("puzzle")
    def _follow_puzzle(self, change: Any) -> None:
        if change["new"] != self.session.game.puzzle:
            self.session.questions.calls.use_this_thread()
            self.session.open(change["new"])
            self._show()

    @t.validate("grid")
    def _check_grid(self, proposal: Any) -> Grid | None:
        grid: Grid | None = proposal["value"]
        puzzle = self.session.game.puzzle
        if grid is not None:
            if not isinstance(grid, Grid) or grid.board != puzzle.board:
                raise InputError(f"the board shows a grid of a {puzzle.board}, or None, not {grid!r}")
            if broken := next((i for i, d in puzzle.givens.items() if grid[i] != d), None):
                raise InputError(
                    f"the grid holds {grid[broken]} in {cell_name(broken)}, but the given there is a "
                    f"{puzzle.givens[broken]}"
                )
        return grid

    @t.validate("position")
    def _check_position(self, proposal: Any) -> Puzzle:
        puzzle, position = self.session.game.puzzle, sources.as_puzzle(proposal["value"])
        if position.board != puzzle.board:
            raise InputError(f"the board shows a {puzzle.board}; to show a {position.board}, set `puzzle`")
        if other := next((i for i, d in puzzle.givens.items() if position.givens.get(i) != d), None):
            digit = puzzle.givens[other]
            raise InputError(
                f"the position must hold the given {digit} in {cell_name(other)}; to show another puzzle, set `puzzle`"
            )
        return position

    @t.observe("position")
    def _follow_position(self, change: Any) -> None:
        if change["new"].values != self.session.game.values:
            self.session.fill(change["new"].values, Message(""), "grid from a cell")
            self._show()

    @t.validate("values")
    def _check_values(self, proposal: Any) -> list[int]:
        return list(digits_of(proposal["value"], self.session.game.board))

    @t.observe("grid", "values")
    def _follow_values(self, change: Any) -> None:
        game, new = self.session.game, change["new"]
        if change["name"] == "values" and new == self.session.path.state().get("values"):
            return  # the board shows an explanation, not the game
        values = new.values if isinstance(new, Grid) else tuple(new or (0,) * len(game.values))
        if (new is None and game.grid) or (new is not None and values != game.values):
            self.session.fill(values, Message(""), "grid from a cell")
            self._show()

    @t.validate("mode")
    def _check_mode(self, proposal: Any) -> str:
        return checked_mode(proposal["value"])

    @t.observe("mode")
    def _follow_mode(self, change: Any) -> None:
        if change["new"] != self.session.mode:
            self.session.mode = change["new"]
            self._show()

    @t.validate("settings")
    def _check_settings(self, proposal: Any) -> dict[str, Any]:
        return changed(self.session.settings, proposal["value"], self.session.game.board.size)

    @t.observe("settings")
    def _follow_settings(self, change: Any) -> None:
        if change["new"] != self.session.settings:
            self.session.change(**change["new"])
            self._show()

    @t.observe("design")
    def _follow_design(self, change: Any) -> None:
        if change["new"] != self.session.design:
            self.session.set_design(change["new"])
            self._show()
