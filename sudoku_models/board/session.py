"""The session of one board: its game, settings, highlights and message, without any widget.

`GameSession.state()` has everything that the page draws. The player's actions are commands; see `commands`.
"""

from collections.abc import Callable, Sequence
from typing import Any

from ..errors import InputError
from ..puzzles.board import Board
from ..puzzles.corpora import load
from ..puzzles.puzzle import Puzzle
from ..puzzles.rules import OneOf
from ..puzzles.units import Cell
from ..puzzles.values import readable
from . import designing, messages, saving, settings, sources
from .game import Game
from .messages import Message, plural
from .requests import Requests
from .settings import symbols
from .sources import title_of
from .view import ExplainedPath, Highlights, shape

NOT_IN_CLASS = ("solve", "search")
"""The names of moves that write nothing in class while the solution is hidden."""
OWN_NAME = "a puzzle of your own"
WITHOUT_BOXES = (5, 7)
"""The sizes of boards without boxes that can be designed."""
LOCKED = "The board shows an explanation; when it is closed, the game goes on where it was"
"""Why nothing can be entered while an explanation is open."""


class GameSession(Requests):
    """A game with its settings, highlights and messages.

    Args:
        puzzle: The puzzle.
        changed: Called when the state has changed.
        send: Called with a message for the page, such as a file to save, and with its buffers, if it has any.

    Attributes:
        open_puzzles: The puzzles of the last opened file, if there are several.
        parts: The parts of a text that is arriving.
        path: The open explanation, which the board shows instead of the game; None while there is none.
        mode: "play", or "class" for a board on which the solution stays hidden until the teacher shows it.
        shows_solution: Whether the teacher has shown it.
    """

    def __init__(self, puzzle: Puzzle, changed: Callable[[], None], send: Callable[..., None]) -> None:
        super().__init__(changed)
        self.send = send
        self.settings = dict(settings.USUAL)
        self.mode = "play"
        self.parts: list[bytes] = []
        self._begin(Game(puzzle))

    # -- the state for the page -----------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """Everything that the page draws, by the names of the traits."""
        game = self.game
        return {
            **game.plain(),
            "highlights": self.highlights.plain(game.board),
            "symbols": self.symbols,
            "settings": dict(self.settings),
            "design": self.design,
            "busy": dict(self.busy),
            "report": self.report,
            "clock": {"seconds": round(game.clock.seconds, 1), "running": game.clock.is_running},
            "status": {
                "name": readable(game.name),
                "title": readable(title_of(game.puzzle)),
                "about": {what: readable(getattr(game.about, what)) for what in ("title", "author", "rules")},
                "level": game.level,
                "id": sources.identity(game.puzzle),
                "hints": game.hints,
                "by_hand": self.is_finished and game.is_by_hand,
                "text": ". ".join(filter(None, [self.message.text, self._loose])),
                "tone": self.message.tone,
                "messages": self._messages,
                "badge": [self.badge.text, self.badge.tone],
                "undo": game.to_undo is not None,
                "redo": game.to_redo is not None,
                "finished": self.is_finished,
                "waiting": len(self.open_puzzles),
                "limited": self.hides_solution,
            },
            "mode": self.mode,
            "path": {},
            **(self.path.drawn() if self.path else {}),
        }

    @property
    def _loose(self) -> str:
        return designing.loose(self.game.board) if self.design else ""

    @property
    def symbols(self) -> list[str]:
        """The symbol of each digit."""
        return symbols(self.settings["symbols"], self.game.board.size)

    @property
    def highlights(self) -> Highlights:
        """What a hint highlights. While it is shown the clock stands; the next move starts it."""
        return self._highlights

    @highlights.setter
    def highlights(self, shown: Highlights) -> None:
        self._highlights = shown
        if shown != Highlights():
            self.game.clock.stop()

    @property
    def is_finished(self) -> bool:
        """Whether the grid is a solution of the puzzle."""
        grid = self.game.grid
        return grid is not None and not self.design and not self.game.puzzle.violations(grid)

    @property
    def hides_solution(self) -> bool:
        """Whether nothing may fill in the solution."""
        return self.mode == "class" and not self.shows_solution

    def check_not_hidden(self) -> None:
        """Refuse what would tell something about the solution while it is hidden."""
        if self.hides_solution:
            raise InputError(messages.HIDDEN)

    def set_mode(self, mode: str) -> None:
        """Begin or end a class. A class begins with an empty history: undo might show what a solver has written."""
        self.mode = mode
        self._limit_path()
        self._forget_history()

    def _forget_history(self) -> None:
        if self.hides_solution:
            self.game.moves, self.game.done = [], 0

    # -- moves ----------------------------------------------------------------------------------------------------

    def enter(self, cells: Sequence[Cell], digit: int, kind: str = "digit") -> None:
        """Enter a digit, a mark or a colour into one or several cells, in one move; the digit 0 erases.

        Args:
            cells: The cells.
            digit: The digit, or the number of the colour.
            kind: One of `position.KINDS`.
        """
        if kind != "digit":
            self.mark(cells, digit, kind)
            return
        before, game = self.now(), self.game
        symbol = self.symbols[digit - 1] if digit in game.board.digits else ""
        game.put(cells, digit, as_given=self.design)
        held = [cell for cell in cells if digit and game.squares[cell].digit == digit]
        clash = next(filter(None, (game.clash(cell, digit, symbol) for cell in held)), "")
        game.clock.start()
        self._moved(Message(f"{symbol} clashes: {clash}", "warning") if clash else Message(""), before)

    def mark(self, cells: Sequence[Cell], digit: int, kind: str = "corner") -> None:
        """Add a mark or a colour to the cells, or remove it if all of them have it."""
        self._change(lambda: self.game.mark(cells, digit, kind), "")

    def erase(self, cells: Sequence[Cell], kind: str = "digit") -> None:
        """Erase what the cells have of a kind, else what is topmost: their digits, marks or colours."""
        self._change(lambda: self.game.erase(cells, as_given=self.design, kind=kind), "")

    def run_clock(self, running: bool) -> None:
        """Start or stop the clock."""
        self.game.clock.start() if running and not self.is_finished else self.game.clock.stop()

    def write_marks(self) -> None:
        """Write the marks of all blank cells: the digits that no peer holds."""
        self._change(
            self.game.write_marks, "Every blank cell has its marks: the digits that no cell of its units holds"
        )

    def clear_marks(self) -> None:
        """Remove all marks."""
        self._change(self.game.clear_marks, "The marks are gone")

    def clear_colors(self) -> None:
        """Remove all colours."""
        self._change(self.game.clear_colors, "The colours are gone")

    def restart(self) -> None:
        """Remove all entered digits, marks and colours."""
        self._change(self.game.restart, "The board is as it was at the start; undo brings the digits back")

    def undo(self) -> None:
        """Undo the last move."""
        move = self.game.to_undo
        self._change(self.game.undo, f"Taken back: {move.what}" if move else "There is nothing to take back")

    def redo(self) -> None:
        """Redo the move that was undone last."""
        move = self.game.to_redo
        self._change(self.game.redo, f"Made again: {move.what}" if move else "There is nothing to make again")

    def fill(self, values: Sequence[int], message: Message, what: str) -> None:
        """Write a whole grid into the cells that hold no given; in class only the message, as long as it is hidden."""
        if self.hides_solution and what in NOT_IN_CLASS:
            self.say(message)
            return
        before = self.now()
        self.game.fill(values, what)
        self._moved(message, before)

    def take_step(self) -> None:
        """Carry out the displayed step."""
        puts, removes = self.highlights.puts, self.highlights.removes
        if not (puts or removes):
            raise InputError("no step is shown; ask for the next step first")
        self._change(lambda: self.game.follow(puts, removes), "The step is done")

    def rebuild(self, board: Board, what: str, message: str, without: Sequence[Cell] = ()) -> None:
        """Give the board other units and rules, in one move, which may also erase the digits of some cells."""
        self._change(lambda: self.game.change_board(what[:40], board, without), message)

    def _change(self, move: Callable[[], None], message: str) -> None:
        before = self.now()
        move()
        self.game.clock.start()
        self._moved(Message(message), before)

    def _moved(self, message: Message, before: tuple[Puzzle, tuple[int, ...]]) -> None:
        """After a move: clear the highlights, count again if givens have changed, validate a full board."""
        self.highlights = Highlights()
        if message.text or self.message.text:
            self.say(message)
        puzzle, values = before
        if puzzle.board != self.game.board:
            self.shape = shape(self.game.board, self.game.about)
        if self.is_finished:
            self.game.clock.stop()
        if any(d and d != now for d, now in zip(values, self.game.values, strict=True)):
            self.removed = {}  # they followed from digits that are gone
        if puzzle != self.game.puzzle:
            self.game.level = ""
            self.count_in_background(delay=0.4)
        elif values != self.game.values and (grid := self.game.grid) and not self.design:
            by_hand = self.game.is_by_hand
            end = messages.end_of_game(puzzle, grid, by_hand, self.symbols, self.game.hints)
            if by_hand or not message.text:
                self.say(end)
            elif not message.tone == end.tone == "good":  # keep the message that names the solver
                self.say(Message(f"{message.text}. {end.text}", end.tone))

    # -- puzzles --------------------------------------------------------------------------------------------------

    def open(self, puzzle: Puzzle, badge: Message | None = None) -> None:
        """Start a new game, with the number of solutions of its puzzle if it is known."""
        self._replace(Game(sources.playable(puzzle)))
        has_candidates = any(isinstance(rule, OneOf) for rule in puzzle.board.rules)
        opened = puzzle.numbers if has_candidates else next(iter(self.shape["notes"]), puzzle.numbers)
        left_out = messages.sentence(puzzle.about.left_out)
        self.say(Message(f"{opened}. {left_out}", "warning") if left_out else Message(opened))
        if badge:
            self.badge = badge
        else:
            self.look_at_puzzle()

    def resume(self, game: Game) -> None:
        """Continue a saved game, or begin it."""
        if not game.moves:
            self.open(game.puzzle)
            self.game.about = game.about
            return
        self._replace(game)
        moves = plural(len(game.moves), "move")
        self.say(Message(f"The game goes on, with {moves} to undo or redo"))
        self.look_at_puzzle()

    def _replace(self, game: Game) -> None:
        """Begin another game; outside a class, a design that it takes the place of goes to the pages, to be kept."""
        old = self.game
        if old.is_designed and old.puzzle != game.puzzle and self.mode != "class":
            text, _ = saving.text_and_left_out(old, saving.AUTOSAVED_MOVES)
            counts = {"size": old.board.size, "digits": len(old.puzzle.givens), "rules": len(self.shape["rules"])}
            ids = {"id": sources.identity(old.puzzle), "by": sources.identity(game.puzzle)}
            self.send({"replaced": text, "title": title_of(old.puzzle), **counts, **ids})
        self._begin(game)

    def _begin(self, game: Game) -> None:
        self.forget()
        self.game = game
        self.path: ExplainedPath | None = None
        self.design = self.shows_solution = False
        self.open_puzzles: list[Puzzle] = []
        self._follow_settings()
        self.highlights = Highlights()
        self.message, self.badge = Message(""), Message("")
        self.shape = shape(game.board, game.about)
        self.set_mode(self.mode)

    def load(self, name: str) -> None:
        """Open a shipped puzzle."""
        self.open(load(name))

    def open_several(self, found: list[Puzzle]) -> None:
        """Open the first of several puzzles; the others can be picked."""
        self.open(found[0])
        if len(found) > 1:
            self.open_puzzles = found
            self.say(Message(f"{len(found)} puzzles were read; this is the first", self.message.tone))

    def pick(self, number: int) -> None:
        """Open a puzzle of the last opened file, counted from 1."""
        found = self.open_puzzles
        if not found:
            raise InputError("no file of several puzzles is open; open one first")
        if not 1 <= number <= len(found):
            raise InputError(f"the file has puzzles 1 to {len(found)}, not {number}")
        self.open(found[number - 1])
        self.open_puzzles = found

    def empty(self, size: int) -> None:
        """Open an empty board for the design of a puzzle; where there are no boxes, regions can be drawn."""
        board = Board.latin(size) if size in WITHOUT_BOXES else Board.of_size(size)
        self.open(Puzzle(board, (0,) * len(board.cells), OWN_NAME))
        self.set_design(True)

    def set_design(self, on: bool) -> None:
        """Begin or end the design of a puzzle, in which entered digits become givens."""
        if on == self.design:
            return
        self.leave_path()
        if on:
            self.game.restart()
            self.removed = {}
        self.design, self.highlights = on, Highlights()
        self.say(Message("Design: what you enter becomes a given" if on else "Play: the givens stand"))
        if on:
            self.game.name = self.game.about.title or OWN_NAME
            self.count_in_background()
        else:
            self._forget_history()
            self.warn()

    def open_path(self, path: ExplainedPath) -> None:
        """Show an explanation instead of the game, which stays as it is; its clock stands meanwhile.

        In class it begins with its first step alone.
        """
        self.game.clock.stop()
        self.path = path
        self.game.locked = LOCKED
        self._limit_path()

    def _limit_path(self) -> None:
        """Open the steps up to where the reader is in class, else all of them."""
        if self.path is not None:
            self.path.opened = self.path.at if self.hides_solution else len(self.path.places)

    def leave_path(self) -> None:
        """Close the explanation: the board shows the game again."""
        self.path, self.game.locked = None, ""

    def walk(self, to: int) -> None:
        """Go to an open step of the explanation, counted from 0.

        Raises:
            InputError: When no explanation is shown, or the step is not open.
        """
        self.shown_path().walk(to)

    def go(self, to: int) -> None:
        """Go to a step of the explanation, counted from 0, and open it; the number of steps is the end.

        Raises:
            InputError: When no explanation is open, or it has no such step.
        """
        self.shown_path().go(to)

    def shown_path(self) -> ExplainedPath:
        """The open explanation.

        Raises:
            InputError: When none is open.
        """
        if self.path is None:
            raise InputError("no explanation is shown; ask for one first")
        return self.path

    def change(self, /, **changes: Any) -> None:
        """Change settings."""
        self.settings = settings.changed(self.settings, changes)
        if self.message.text and ("symbols" in changes or self.message.tone == "bad"):
            self.say(Message(""))  # it names other symbols, or a setting that could not be used
        self._follow_settings()

    def _follow_settings(self) -> None:
        self.game.tidy = self.settings["tidy"]
