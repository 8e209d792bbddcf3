"""The state of one board: its game, settings, highlights and message, without any widget.

`Session.state()` is what the page draws, with cells numbered row by row from 0. The player's actions are commands; see
`commands`.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..errors import InputError, UnknownNameError
from ..puzzles.board import Board, Cell
from ..puzzles.corpora import corpus as corpus_named
from ..puzzles.corpora import load
from ..puzzles.puzzle import Puzzle
from . import messages, settings, sources
from .by_hand import NOT_BY_HAND, brings_back, is_by_hand
from .entries import cells_of, integer_of
from .game import Game
from .highlights import Highlights
from .messages import Message
from .path import ExplainedPath
from .questions import Questions
from .shape import shape
from .squares import KINDS, Square
from .symbols import symbols
from .text import readable
from .titles import title

__all__ = ["Session"]

NOT_IN_CLASS = ("solve", "search")
"""The names of moves that write nothing in class while the solution is hidden."""


class Session:
    """A game with its settings, highlights and messages.

    Args:
        puzzle: The puzzle.
        changed: Called when the state has changed.
        send: Called with a message for the page, such as a file to save, and with its buffers, if it has any.

    Attributes:
        game: The game.
        design: Whether entered digits become givens.
        message: The last message.
        badge: The number of solutions, as far as it is known.
        highlights: The highlights of the last hint; the next move clears them.
        waiting: The puzzles of the last opened file.
        parts: The parts of a text that is arriving.
        path: The explained path.
        mode: "play", or "class" for a board on which the solution stays hidden until the teacher shows it.
        shows_solution: Whether the teacher has shown it.
    """

    game: Game
    path: ExplainedPath
    badge: Message
    highlights: Highlights
    mode = "play"
    shows_solution = False

    def __init__(self, puzzle: Puzzle, changed: Callable[[], None], send: Callable[..., None]) -> None:
        self.changed, self.send = changed, send
        self.settings = dict(settings.USUAL)
        self.design = False
        self.waiting: list[Puzzle] = []
        self.questions = Questions(self, changed)
        self.path = ExplainedPath(self)
        self.parts = sources.Parts()
        self._messages = 0
        self._start(Game(puzzle))

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
            "busy": dict(self.questions.busy),
            "report": self.questions.report,
            "clock": {"seconds": round(game.clock.seconds, 1), "running": game.clock.is_running},
            "status": {
                "name": readable(game.name),
                "title": readable(title(game.name)),
                "level": game.level,
                "givens": sum(square.given for square in game.squares.values()),
                "id": sources.identity(game.puzzle),
                "hints": game.hints,
                "by_hand": self.is_finished and is_by_hand(game),
                "text": self.message.text,
                "tone": self.message.tone,
                "messages": self._messages,
                "badge": [self.badge.text, self.badge.tone],
                "undo": game.can_undo,
                "redo": game.can_redo,
                "finished": self.is_finished,
                "waiting": len(self.waiting),
            },
            "mode": self.mode,
            **self.path.state(),
        }

    @property
    def symbols(self) -> list[str]:
        """The symbol of each digit."""
        return symbols(self.settings["symbols"], self.game.board.size)

    @property
    def is_finished(self) -> bool:
        """Whether the grid is a solution of the puzzle."""
        grid = self.game.grid
        return grid is not None and not self.design and not self.game.puzzle.violations(grid)

    # -- messages -------------------------------------------------------------------------------------------------

    def say(self, message: Message) -> None:
        """Display a message; a screen reader announces it."""
        self.message = message._replace(text=readable(message.text))
        self._messages += 1

    # -- moves ----------------------------------------------------------------------------------------------------

    def enter(self, cells: Sequence[Cell], digit: int, kind: str = "digit") -> None:
        """Enter a digit, a mark or a colour into one or several cells, in one move.

        Args:
            cells: The cells.
            digit: The digit, or the number of the colour.
            kind: One of `game.KINDS`.
        """
        if not isinstance(kind, str) or kind not in KINDS:
            raise UnknownNameError("kind of entry", str(kind), KINDS)
        cells, digit = cells_of(cells, self.game.board), integer_of(digit, "colour" if kind == "color" else "digit")
        before, clash = self.now(), ""
        symbol = self.symbols[digit - 1] if digit in self.game.board.digits else ""
        if kind == "digit":
            self.game.put(cells, digit, self.settings["entry"] == "refuse", as_given=self.design, symbol=symbol)
            held = [cell for cell in cells if digit and self.game.squares[cell].digit == digit]
            clash = next(filter(None, (self.game.clash(cell, digit, symbol) for cell in held)), "")
        else:
            self.game.mark(cells, digit, kind)
        self.game.clock.start()
        self._moved(Message(f"{symbol} clashes: {clash}", "warning") if clash else Message(""), before)

    def put(self, cell: Cell, digit: int) -> None:
        """Write a digit into a cell; 0 erases."""
        self.enter([cell], digit) if integer_of(digit) else self.erase([cell])

    def mark(self, cell: Cell, digit: int, kind: str = "corner") -> None:
        """Add a mark or a colour to a cell, or remove it if it is there."""
        self.enter([cell], digit, kind)

    def erase(self, cells: Sequence[Cell], kind: str = "digit") -> None:
        """Erase what the cells have of a kind, else what is topmost: their digits, marks or colours."""
        before = self.now()
        self.game.erase(cells, as_given=self.design, kind=kind)
        self.game.clock.start()
        self._moved(Message(""), before)

    def run_clock(self, running: bool) -> None:
        """Start or stop the clock."""
        self.game.clock.start() if running and not self.is_finished else self.game.clock.stop()

    def write_marks(self) -> None:
        """Write the marks of all blank cells: the digits that no peer holds."""
        before = self.now()
        self.game.write_marks()
        self._moved(Message("Every blank cell has its marks: the digits that no cell of its units holds"), before)

    def clear_marks(self) -> None:
        """Remove all marks."""
        before = self.now()
        self.game.clear_marks()
        self._moved(Message("The marks are gone"), before)

    def clear_colors(self) -> None:
        """Remove all colours."""
        before = self.now()
        self.game.clear_colors()
        self._moved(Message("The colours are gone"), before)

    def restart(self) -> None:
        """Remove all entered digits, marks and colours."""
        before = self.now()
        self.game.restart()
        self._moved(Message("The board is as it was at the start; undo brings the digits back"), before)

    def undo(self) -> None:
        """Undo the last move."""
        before = self.now()
        self._check_hidden([move.before for move in self.game.moves[: self.game.done][-1:]])
        what = f"Taken back: {self.game.last}" if self.game.can_undo else "There is nothing to take back"
        self.game.undo()
        self._moved(Message(what), before, self.game.last not in NOT_BY_HAND)

    def redo(self) -> None:
        """Redo the move that was undone last."""
        before = self.now()
        self._check_hidden([move.after for move in self.game.moves[self.game.done :][:1]])
        can = self.game.can_redo
        self.game.redo()
        message = Message(f"Made again: {self.game.last}" if can else "There is nothing to make again")
        self._moved(message, before, self.game.last not in NOT_BY_HAND)

    @property
    def hides_solution(self) -> bool:
        """Whether nothing may fill in the solution."""
        return self.mode == "class" and not self.shows_solution

    def _check_hidden(self, changes: Sequence[Mapping[Cell, Square]]) -> None:
        if self.hides_solution and any(brings_back(self.game, after) for after in changes):
            raise InputError(messages.HIDDEN)

    def fill(self, values: Sequence[int], message: Message, what: str) -> None:
        """Write a whole grid into the cells that hold no given; in class only the message, as long as it is hidden."""
        if self.hides_solution and what in NOT_IN_CLASS:
            self.say(message)
            return
        before = self.now()
        self.game.fill(values, what)
        self._moved(message, before, by_hand=False)

    def take_step(self) -> None:
        """Carry out the displayed step."""
        puts, removes = self.highlights.puts, self.highlights.removes
        if not (puts or removes):
            raise InputError("no step is shown; ask for the next step first")
        before = self.now()
        self.game.follow(puts, removes)
        self._moved(Message("The step is done"), before)

    def reveal(self, cell: Cell, digit: int, message: Message) -> None:
        """Write a digit that a solver has found."""
        before = self.now()
        self.game.put(cell, digit, what="reveal")
        self._moved(message, before, by_hand=False)
        self.highlights = Highlights(reason=[cell])

    def now(self) -> tuple[Puzzle, tuple[int, ...]]:
        """The puzzle, and the current digits."""
        return self.game.puzzle, self.game.values

    def _moved(self, message: Message, before: tuple[Puzzle, tuple[int, ...]], by_hand: bool = True) -> None:
        """After a move: clear the highlights, count again if givens have changed, validate a full board."""
        self.highlights = Highlights()
        if message.text or self.message.text:
            self.say(message)
        puzzle, values = before
        if self.is_finished:
            self.game.clock.stop()
        if values != self.game.values:
            self.questions.values_changed(values)
        if puzzle != self.game.puzzle:
            self.game.level = ""
            self.questions.counting.count(delay=0.4)
        elif values != self.game.values and (grid := self.game.grid) and not self.design:
            end = messages.end_of_game(puzzle, grid, by_hand, self.symbols, self.game.hints)
            if by_hand or not message.text:
                self.say(end)
            elif not message.tone == end.tone == "good":  # keep the message that names the solver
                self.say(Message(f"{message.text}. {end.text}", end.tone))

    # -- puzzles --------------------------------------------------------------------------------------------------

    def open(self, puzzle: Puzzle) -> None:
        """Start a new game."""
        self._start(Game(sources.playable(puzzle)))
        self.design = False
        n, givens = puzzle.board.size, sum(map(bool, puzzle.values))
        self.say(Message(f"{title(puzzle.name)}: {n} by {n}, {givens} given{'s' * (givens != 1)}"))
        self.questions.counting.look_at_puzzle()

    def _start(self, game: Game) -> None:
        self.questions.cancel_all()
        self.path.leave()
        self.shows_solution = False
        self.game = game
        self._set_game()
        self.highlights = Highlights()
        self.message, self.badge = Message(""), Message("")
        self.shape = shape(game.board)
        try:
            symbols(self.settings["symbols"], game.board.size)
        except InputError:
            self.settings["symbols"] = "digits"  # the symbols were for another size

    def load(self, corpus: str, number: int | None = None, name: str = "") -> None:
        """Open a puzzle of a corpus by its number or name, or a random one."""
        if not name:
            name = f"{corpus}:{number}" if number else random.choice(list(corpus_named(corpus)))
        self.open(load(name))

    def empty(self, size: int) -> None:
        """Open an empty board for the design of a puzzle."""
        board = Board.of_size(size)
        self.open(Puzzle(board, (0,) * len(board.cells), "a puzzle of your own"))
        self.set_design(True)

    def set_design(self, on: bool) -> None:
        """Begin or end the design of a puzzle, in which entered digits become givens."""
        if on == self.design:
            return
        self.path.leave()
        if on:
            before = self.game.values
            self.game.restart()
            self.questions.values_changed(before)
        self.design, self.highlights = on, Highlights()
        self.say(Message("Design: what you enter becomes a given" if on else "Play: the givens stand"))
        if on:
            self.game.name = "a puzzle of your own"
            self.questions.counting.count()
        else:
            self.questions.counting.warn()

    def open_puzzles(self, found: list[Puzzle]) -> None:
        """Open the first of several puzzles; the others can be picked."""
        self.open(found[0])
        self.waiting = found if len(found) > 1 else []
        if self.waiting:
            self.say(Message(f"{len(found)} puzzles were read; this is the first"))

    def resume(self, game: Game) -> None:
        """Continue a saved game."""
        self._start(game)
        self.design = False
        moves = f"{len(game.moves)} move{'s' * (len(game.moves) != 1)}"
        self.say(Message(f"{title(game.name)} goes on, with {moves} to undo or redo"))
        self.questions.counting.look_at_puzzle()

    # -- settings -------------------------------------------------------------------------------------------------

    def change(self, **changes: Any) -> None:
        """Change settings."""
        self.settings = settings.changed(self.settings, changes, self.game.board.size)
        if self.message.text and ("symbols" in changes or self.message.tone == "bad"):
            self.say(Message(""))  # it names other symbols, or a setting that could not be used
        self._set_game()

    def _set_game(self) -> None:
        """Apply the settings that the game follows."""
        self.game.tidy, self.game.auto_marks = self.settings["tidy"], self.settings["auto_marks"]
