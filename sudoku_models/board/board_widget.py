"""`BoardWidget`: the board in a notebook. It receives commands and publishes traits; the rest is in `session`.

In the mode "class" the page takes the commands `IN_CLASS` only, until `show_solution`: it enters digits and marks, and
goes through the steps of the explanation that cells have opened. Steps that are not open are not sent to it. No solver
writes on the board: a solve or a search of a cell reports its times, and undo and redo do not bring back what a solver
has written before.
"""

import atexit
import uuid
import weakref
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import anywidget
import traitlets as t
from IPython.display import display

from ..errors import InputError, UnknownNameError
from ..puzzles import parsing, rendering
from ..puzzles.board import Board
from ..puzzles.puzzle import Grid, Puzzle
from ..puzzles.units import Cell
from ..puzzles.values import short_repr
from . import messages, page, sources
from .commands import call, carry_out, choices
from .game import FROM_A_CELL
from .messages import Message
from .position import cell_in_words
from .saving import game_from, text_and_left_out
from .session import GameSession
from .settings import changed
from .solving import EXPLAIN_SECONDS, ask_explanation, compare, show_solution

MODES = {"play": "a game", "class": "the solution stays hidden until the teacher shows it"}
"""The modes of a board."""
LATE = 30.0
"""Seconds beyond a time limit for which a cell waits."""

LIVE = "application/vnd.jupyter.widget-view+json"
"""The type of the output that is the live board."""
ONE_OF_TWO = (
    "<style>.jp-OutputArea-child:has(.smb-picture):has(+ .jp-OutputArea-child .smb),"
    ".jp-OutputArea-child:has(.smb-picture) + .jp-OutputArea-child .jp-OutputArea-output:not(:has(*))"
    "{display:none}</style>"
)
"""In JupyterLab, the live board hides its picture. Where its kernel has ended, JupyterLab would say "model not found"
below the picture instead of a live board; that is hidden."""

OPEN: "weakref.WeakSet[BoardWidget]" = weakref.WeakSet()
"""The boards whose processes are ended before Python ends, when it can still end them."""


@atexit.register
def _end_processes() -> None:
    for board in list(OPEN):
        board.session.close()


def _checked_mode(mode: Any) -> str:
    if not isinstance(mode, str) or mode not in MODES:
        raise UnknownNameError("mode", str(mode), MODES)
    return mode


class Checked(t.Any):
    """A trait whose values all go through its check, None as well."""

    allow_none = False


class BoardWidget(anywidget.AnyWidget):
    """An interactive board: play, design, explain and print.

    Setting `puzzle` or `position` changes the board; `observe` them to follow the player.

    Args:
        puzzle: A puzzle, an empty board, the name of a puzzle, or a puzzle as text or as a link.
        mode: "play", or "class" for a board on which the solution stays hidden until `show_solution`.
        settings: Settings of appearance and input, such as `theme="dark"`, `tidy=False`, `symbols="letters"`; see
            `board.settings.USUAL` for all of them.

    Attributes:
        puzzle: The givens.
        values: The n*n current digits, row by row, 0 for blank.
        position: The givens and the current digits, as a puzzle: for `solve`, `count_solutions`, `allowed_values`.
            It can be set, to a puzzle with the same givens or to a grid.
        grid: The full grid, or None while a cell is blank. It need not be a solution.
        settings: The settings; assigning a dict changes only the settings in it.
        design: Whether entered digits become givens.
        mode: "play" or "class".

    Raises:
        InputError: When the puzzle, the mode or a setting cannot be used.

    >>> board = BoardWidget("12.. 3412 2143 432.", theme="dark")
    >>> board.observe(lambda change: print(change.new.line()), "position")
    >>> board.put((1, 3), 3)
    123.34122143432.
    >>> board.undo()
    12..34122143432.
    >>> board.grid is None
    True

    In class:

    >>> board = BoardWidget("1... ..2. .3.. ...4", mode="class")
    >>> board.explain()
    >>> print(board.step_to(1))
    step 1 of 12, hidden single: in box 1 the digit 2 fits only in row 1, column 2, because row 2 has its 2 in column 3
    >>> print(board.next_step())
    step 2 of 12, hidden single: in box 1 the digit 3 fits only in row 2, column 1, because column 2 has its 3 in row 3
    >>> board.leave_explanation()
    >>> board.ask("solve", formulation="all_different", backend="cpsat", solver="cpsat")
    >>> board.wait(), board.status["finished"]
    (True, False)
    >>> board.show_solution()
    >>> board.status["finished"]
    True
    """

    _esm = page.script()
    _css = page.style()

    puzzle = Checked()
    position = Checked()
    grid = t.Any(allow_none=True, read_only=True)
    settings = t.Dict().tag(sync=True)
    design = t.Bool(False).tag(sync=True)
    mode = t.Unicode("play").tag(sync=True)

    board = t.Dict(read_only=True).tag(sync=True)
    givens = t.List(t.Int(), read_only=True).tag(sync=True)
    values = t.List(t.Int(), read_only=True).tag(sync=True)
    marks = t.List(t.List(t.Int()), read_only=True).tag(sync=True)
    centres = t.List(t.List(t.Int()), read_only=True).tag(sync=True)
    colors = t.List(t.List(t.Int()), read_only=True).tag(sync=True)
    clock = t.Dict(read_only=True).tag(sync=True)
    clashes = t.List(t.Int(), read_only=True).tag(sync=True)
    highlights = t.Dict(read_only=True).tag(sync=True)
    symbols = t.List(t.Unicode(), read_only=True).tag(sync=True)
    busy = t.Dict(read_only=True).tag(sync=True)
    report = t.Dict(read_only=True).tag(sync=True)
    status = t.Dict(read_only=True).tag(sync=True)
    choices = t.Dict(read_only=True).tag(sync=True)
    path = t.Dict(read_only=True).tag(sync=True)

    def __init__(self, puzzle: Puzzle | Board | str = "mccaffrey", mode: str = "play", **settings: Any) -> None:
        self.session = GameSession(sources.as_puzzle(puzzle), self._show, self.send)
        self.session.set_mode(_checked_mode(mode))
        self.session.change(**settings)
        if isinstance(puzzle, Board):
            self.session.set_design(True)
        super().__init__()
        self.set_trait("choices", {**choices(), "picture": uuid.uuid4().hex})
        self._show()
        self.on_msg(self._receive)
        OPEN.add(self)

    def __repr__(self) -> str:
        puzzle = self.puzzle
        return f"<BoardWidget of {puzzle.name or puzzle.board}: {len(puzzle.givens)} givens>"

    def _ipython_display_(self, **kwargs: Any) -> None:
        """Two outputs of a cell: a picture of the position, and the live board, which hides the picture.

        So a saved notebook, `nbconvert` and MyST-NB show the picture, and nothing for the live board.
        """
        live, about = self._repr_mimebundle_(**kwargs) or ({}, {})
        picture = f'{ONE_OF_TWO}<div class="smb-picture" data-board="{self.choices["picture"]}">{self.still()}</div>'
        display({"text/html": picture, "text/plain": repr(self)}, raw=True)  # type: ignore[no-untyped-call]
        board = {LIVE: live[LIVE], "text/html": "<!-- the live board -->", "text/plain": ""}
        display(board, metadata=about, raw=True)  # type: ignore[no-untyped-call]

    def still(self) -> str:
        """A picture of the position as HTML, without a script: givens bold, clashes underlined.

        >>> BoardWidget("12.. 3412 2143 432.").still().count("<b>")
        13
        """
        game = self.session.game
        return rendering.html(game.board, game.values, game.puzzle.values, game.clashes())

    def put(self, cell: Cell, digit: int) -> None:
        """Write a digit; 0 erases.

        Raises:
            InputError: When the cell holds a given, or there is no such digit.
        """
        self._call(GameSession.enter, cells=[cell], digit=digit)

    def mark(self, cell: Cell, digit: int, kind: str = "corner") -> None:
        """Add a mark to a cell, or remove it if it is there.

        Args:
            cell: The cell, such as `(1, 3)`: row 1, column 3.
            digit: The digit.
            kind: "corner" or "centre".

        Raises:
            InputError: When the cell has a digit, or there is no such digit or kind.

        >>> board = BoardWidget("12.. 3412 2143 432.")
        >>> board.mark((1, 3), 3)
        >>> board.mark((1, 3), 4, "centre")
        >>> board.marks[2], board.centres[2]
        ([3], [4])
        """
        self._call(GameSession.mark, cells=[cell], digit=digit, kind=kind)

    def color(self, cell: Cell, number: int) -> None:
        """Add a colour, numbered from 1 to 9, to a cell, or remove it if it is there.

        Raises:
            InputError: When there is no such colour or cell.
        """
        self.mark(cell, number, "color")

    def undo(self) -> None:
        """Undo the last move."""
        self._call(GameSession.undo)

    def redo(self) -> None:
        """Redo the move that was undone last."""
        self._call(GameSession.redo)

    def ask(self, what: str, **values: Any) -> None:
        """Carry out a command of the page, such as `ask("hint", kind="step")` or `ask("solve", solver="cpsat")`.

        A result comes later, as a change of the board; see `wait`.

        Args:
            what: One of `board.commands.COMMANDS`.
            values: Its arguments; a cell is `(row, column)`, counted from 1.
        """
        carry_out(self.session, {"do": what, **values})

    def cancel(self) -> None:
        """Cancel the running task."""
        self._call(GameSession.cancel)

    def save(self, path: Path | str | None = None) -> str:
        """The game with its undo history, as JSON; also written to `path`, if given.

        The oldest moves of a very long history are left out, with a message on the board.

        Raises:
            InputError: When the file cannot be written.
        """
        text, left_out = text_and_left_out(self.session.game)
        if path is not None:
            try:
                Path(path).write_text(text, encoding="utf-8")
            except (OSError, TypeError, ValueError) as error:
                why = getattr(error, "strerror", None) or error
                raise InputError(f"the file {short_repr(path)} cannot be written: {why}") from None
        if left_out:
            self.session.say(messages.saved("The game is saved", left_out))
            self._show()
        return text

    @classmethod
    def load(cls, source: Path | str, **settings: Any) -> "BoardWidget":
        """A board with a saved game.

        Args:
            source: The file, or the text that `save` has returned.
            settings: The settings, as for a new board.

        Raises:
            InputError: When it cannot be read, or is not a saved game.
        """
        if not isinstance(source, str | Path):
            raise InputError(f"a saved game is a file or a text, not {short_repr(source)}")
        is_text = isinstance(source, str) and source.lstrip().startswith("{")
        game = game_from(str(source) if is_text else parsing.read_text(Path(source)))
        widget = cls(game.puzzle, **settings)
        widget.session.resume(game)
        widget._show()
        return widget

    # -- in class -----------------------------------------------------------------------------------------------------

    def explain(
        self,
        by: str = "techniques",
        whole: bool = True,
        wait: bool = True,
        time_limit: float = EXPLAIN_SECONDS,
    ) -> None:
        """Show the steps of an explanation on the board, from the first one on.

        Args:
            by: The method, one of `explain.BY`.
            whole: From the givens; else from the position, unless a digit in it is wrong.
            wait: Whether to return only when the steps are known.
            time_limit: Seconds; after that the explanation ends with what is known.

        Raises:
            UnknownNameError: When there is no such method.
            InputError: When the time limit is not possible.
        """
        self._ask(wait, ask_explanation, {"by": by, "whole": whole, "time_limit": time_limit})

    def step_to(self, number: int) -> str:
        """Go to a step of the explanation.

        Args:
            number: The step, counted from 1; one more than there are steps goes to the end.

        Returns:
            The step in words.

        Raises:
            InputError: When no explanation is shown, or it has no such step.
        """
        call(self.session, GameSession.go, {"to": number - 1})
        self._show()
        return self.session.shown_path().words

    def next_step(self) -> str:
        """Go to the next step of the explanation, or stay at its end; returns it in words."""
        path = self.session.shown_path()
        return self.step_to(min(path.at + 2, len(path.steps) + 1))

    def previous_step(self) -> str:
        """Go to the step before, or stay at the first one; returns it in words."""
        return self.step_to(max(self.session.shown_path().at, 1))

    def leave_explanation(self) -> None:
        """Close the explanation: the board shows the game again."""
        self.session.leave_path()
        self._show()

    def compare(
        self,
        left: str | Mapping[str, Any],
        right: str | Mapping[str, Any],
        wait: bool = True,
        time_limit: float = 60.0,
        so_far: bool = False,
        **both: str,
    ) -> str:
        """Solve the puzzle in two configurations, one after the other, and show both.

        Args:
            left, right: A formulation, or a dict of parts; what is missing is the usual one for the puzzle.
            wait: Whether to return only when both are done.
            time_limit: Seconds for each.
            so_far: Whether to keep the digits so far; not in class, while the solution is hidden.
            both: The backend, solver or rewrite of both sides.

        Returns:
            Whether they agree, in words; the message of the board if it does not wait.

        Raises:
            InputError: When a side has an unknown part, or the limit is not possible.
        """
        sides = ({"formulation": each} if isinstance(each, str) else each for each in (left, right))
        one, other = ({**both, **side} for side in sides)
        self._ask(wait, compare, {"left": one, "right": other, "time_limit": time_limit, "so_far": so_far})
        return self.session.message.text

    def show_solution(self, time_limit: float = 60.0) -> None:
        """Fill in the solution; from now on, until another puzzle, the page may do so too.

        Args:
            time_limit: Seconds.
        """
        self._ask(True, show_solution, {"time_limit": time_limit})

    def _ask(self, wait: bool, function: Callable[..., None], values: dict[str, Any]) -> None:
        call(self.session, function, values)
        self._show()
        if wait and not self.wait(self.session.busy["limit"] + LATE):
            raise InputError("the answer takes longer than the time limit; wait for it with board.wait()")

    def wait(self, seconds: float = 60.0) -> bool:
        """Wait until no task is running; returns False when that takes longer."""
        return self.session.wait(seconds)

    # -- the widget ---------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Close the board, and end its processes."""
        if hasattr(self, "session"):  # a widget whose puzzle was refused has none
            self.session.close()
            OPEN.discard(self)
        super().close()

    def _call(self, function: Callable[..., None], **values: Any) -> None:
        call(self.session, function, values)
        self._show()

    @property
    def message(self) -> str:
        """The last message of the board."""
        return self.session.message.text

    @t.validate("puzzle")
    def _check_puzzle(self, proposal: Any) -> Puzzle:
        return sources.as_puzzle(proposal["value"])

    @t.validate("position")
    def _check_position(self, proposal: Any) -> Puzzle:
        value, puzzle = proposal["value"], self.session.game.puzzle
        position = Puzzle(value.board, value.values) if isinstance(value, Grid) else sources.as_puzzle(value)
        if position.board != puzzle.board:
            raise InputError(f"the board shows a {puzzle.board}; to show a {position.board}, set `puzzle`")
        if other := next((i for i, d in puzzle.givens.items() if position.givens.get(i) != d), None):
            given = f"{puzzle.givens[other]} in {cell_in_words(other)}"
            raise InputError(f"the position must hold the given {given}; to show another puzzle, set `puzzle`")
        return position

    @t.validate("settings")
    def _check_settings(self, proposal: Any) -> dict[str, Any]:
        return changed(self.session.settings, proposal["value"])

    @t.validate("mode")
    def _check_mode(self, proposal: Any) -> str:
        return _checked_mode(proposal["value"])

    @t.observe("puzzle", "position", "settings", "design", "mode")
    def _follow(self, change: Any) -> None:
        """Change the session to what a cell has set; a change that comes from the session is there already."""
        session, new = self.session, change["new"]
        match change["name"]:
            case "puzzle" if new != session.game.puzzle:
                session.open(new)
            case "position" if new.values != session.game.values:
                session.fill(new.values, Message(""), FROM_A_CELL)
            case "settings" if new != session.settings:
                session.change(**new)
            case "design" if new != session.design:
                session.set_design(new)
            case "mode" if new != session.mode:
                session.set_mode(new)
            case _:
                return
        self._show()

    def _show(self) -> None:
        """Update all traits from the session; the changes are sent to the page in one message.

        An observer may change the board during the update, which starts a complete update of its own; the rest of this
        one is then outdated and is skipped. An error of an observer is raised after the update.
        """
        session, shown = self.session, object()
        self._last_shown = shown
        traits = {**session.state(), "puzzle": session.game.puzzle, "position": session.game.position}
        traits["grid"] = session.game.grid
        if session.shape is not self.board:
            traits = {"board": session.shape, **traits}
        failed: list[Exception] = []
        with self.hold_sync():
            for name, value in traits.items():
                if name == "puzzle" and value == self.puzzle:
                    continue
                try:
                    self.set_trait(name, value)
                except Exception as error:
                    failed.append(error)
                if self._last_shown is not shown:
                    break
        if failed:
            raise failed[0]

    def _receive(self, _: Any, content: dict[str, Any], buffers: list[Any]) -> None:
        sent = content.pop("id", None)
        try:
            carry_out(self.session, content, buffers, is_limited=self.session.hides_solution)
        finally:
            self.send({"received": sent})

    def set_state(self, sync_data: Any) -> None:
        """Traits that a page changes by itself are not taken over: it sends commands, which are checked."""
