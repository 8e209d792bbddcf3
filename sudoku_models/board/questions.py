"""The requests of one board to solvers and searches, which run in worker processes.

There are two worker processes. One counts the solutions in the background after each change of a design; the other runs
the requests of the player. So a count never delays a hint.
"""

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Literal, Protocol

from ..errors import InputError, SudokuModelsError, UnknownNameError
from ..explain.difficulty import Rating
from ..generation import Generated
from ..inference.local_search import Approximation
from ..models.allowed_values import AllowedValues
from ..models.results import Answer
from ..puzzles.board import Cell
from ..puzzles.puzzle import Puzzle
from . import messages, sources
from .counting import Counting
from .entries import seconds_of
from .game import Game
from .highlights import Highlights
from .hints import Next, Revealed, Wrong
from .messages import Message
from .requests import Calls, Requests
from .text import capital, sentence
from .titles import generated_name

__all__ = ["HINTS", "Questions", "checked_limit"]

HINTS = ("wrong", "allowed", "allowed everywhere", "step", "reveal")
LONGEST = 3600
"""The largest time limit in seconds."""
About = Literal["position", "puzzle", "nothing"]
"""What a result depends on; when that has changed, the result is dropped."""
FOR_THE_GAME = ("solve", "search", "wrong", "step", "reveal", "allowed")
"""The tasks whose results go on the board; they are refused while it shows an explanation."""
MOST_ROWS, MOST_COSTS = 12, 240


def checked_limit(time_limit: Any) -> float:
    """A time limit in seconds.

    Raises:
        InputError: When it is not possible.

    >>> checked_limit(10)
    10.0
    """
    seconds = seconds_of(time_limit)
    if not 0 < seconds <= LONGEST:
        raise InputError(f"the time limit is more than 0 and at most {LONGEST} seconds, not {seconds:g}")
    return seconds


class Player(Protocol):
    """The interface to a session: what requests read, and what their results change."""

    game: Game
    badge: Message
    highlights: Highlights
    design: bool

    @property
    def symbols(self) -> list[str]: ...
    @property
    def hides_solution(self) -> bool: ...
    def now(self) -> tuple[Puzzle, tuple[int, ...]]: ...
    def say(self, message: Message) -> None: ...
    def fill(self, values: Sequence[int], message: Message, what: str) -> None: ...
    def reveal(self, cell: Cell, digit: int, message: Message) -> None: ...
    def open(self, puzzle: Puzzle) -> None: ...
    def open_puzzles(self, found: list[Puzzle]) -> None: ...


class Questions:
    """The requests of one board.

    Args:
        session: The session.
        changed: Called on a result or on progress.

    Attributes:
        counting: What is found out about the puzzle in the background.
        busy: The running task for the page: its name, time limit and progress; empty when there is none.
        report: The results of solves and searches: rows of a table, and the costs of the last search.
    """

    def __init__(self, session: Player, changed: Callable[[], None]) -> None:
        self.session, self._changed = session, changed
        self.calls = Calls()
        self._asked, self.counting = Requests(self.calls), Counting(session, self.calls, changed)
        self.busy: dict[str, Any] = {}
        self.report: dict[str, Any] = {"rows": [], "costs": []}
        self._gone: dict[Cell, frozenset[int]] = {}
        self._is_closed = False

    # -- asking and cancelling ------------------------------------------------------------------------------------

    def ready(self) -> None:
        """Prepare for a page that displays the board: start the worker process, and count the solutions."""
        self._asked.start()
        self.counting.watch()

    def wait(self, seconds: float) -> bool:
        """Wait until no task is running; returns False when that takes longer."""
        until = time.monotonic() + seconds
        while self._asked.is_busy or self.counting.is_busy:
            if time.monotonic() > until:
                return False
            time.sleep(0.02)
            self.calls.run()
        self.calls.run()
        return True

    def cancel(self) -> None:
        """Cancel the request of the player."""
        if self.busy:
            what, self.busy = self.busy["what"], {}
            self._asked.cancel()
            self.session.say(Message(f"Cancelled: {what}"))

    def cancel_all(self) -> None:
        """Cancel all requests and forget all results, because the puzzle has changed."""
        self._asked.cancel()
        self.counting.cancel()
        self.busy, self._gone = {}, {}
        self.report = {"rows": [], "costs": []}

    def close(self) -> None:
        """End the worker processes."""
        self._is_closed = True
        self._asked.close()
        self.counting.close()

    def ask(
        self,
        task: str,
        what: str,
        on_done: Callable[[Any], None],
        time_limit: float,
        about: About = "position",
        **values: Any,
    ) -> None:
        """Post a request; its result is dropped when what it depends on has changed.

        Args:
            task: One of `tasks.TASKS`.
            what: What the task does, in words.
            on_done: Called with the result.
            time_limit: Seconds.
            about: What the result depends on.
            values: The other arguments of the task.

        Raises:
            InputError: When the time limit is not possible, or the board is closed.
        """
        seconds = checked_limit(time_limit)
        if self._is_closed:
            raise InputError("the board is closed; make a new one")
        if task in FOR_THE_GAME and self.session.game.locked:
            raise InputError(self.session.game.locked)
        before = self.session.now()

        def is_changed() -> bool:
            now = self.session.now()
            return now != before if about == "position" else now[0] != before[0] and about == "puzzle"

        def on_result(kind: str, content: Any) -> None:
            if kind == "progress":
                self._show_progress(content)
            else:
                self.busy = {}
                if kind == "ended":
                    self.session.say(Message(f"Not known: {what} {content}"))
                elif kind == "failed":
                    self.session.say(Message(f"{capital(what)} did not succeed: {content}", "bad"))
                elif is_changed():
                    self.session.say(Message("The board has changed since this was asked; ask again", "warning"))
                else:
                    try:
                        on_done(content)
                    except SudokuModelsError as error:
                        self.session.say(Message(sentence(str(error)), "bad"))
            self._changed()

        self._asked.post(task, values, seconds, on_result)
        self.busy = {"what": what, "limit": seconds, "progress": "", "costs": []}

    def _show_progress(self, known: dict[str, Any]) -> None:
        if "lowest" in known:
            costs = [*self.busy["costs"], [known["steps"], known["lowest"]]]
            self.busy["costs"] = costs[:: 2 if len(costs) > MOST_COSTS else 1]
        self.busy["progress"] = messages.progress(known)

    # -- hints ----------------------------------------------------------------------------------------------------

    def values_changed(self, before: Sequence[int]) -> None:
        """Keep the candidates that steps removed only while digits are added."""
        if any(d and d != now for d, now in zip(before, self.session.game.values, strict=True)):
            self._gone = {}

    def hint(self, kind: str, cell: Cell | None = None, by: str = "techniques", time_limit: float = 30.0) -> None:
        """Request a hint, one of `HINTS`."""
        if kind not in HINTS:
            raise UnknownNameError("hint", kind, HINTS)
        game = self.session.game
        if self.session.hides_solution and kind in ("allowed", "allowed everywhere", "reveal"):
            raise InputError(messages.HIDDEN)
        if kind in ("allowed", "reveal") and (cell is None or game.squares[cell].given):
            raise InputError("choose a cell that holds no given, and ask again")
        both: dict[str, Any] = {"puzzle": game.puzzle, "position": game.position}
        if kind == "wrong":
            self.ask("wrong", "the search for wrong digits", self._show_wrong, time_limit, **both)
        elif kind == "step":
            step: dict[str, Any] = {**both, "gone": self._gone, "by": by}
            self.ask("step", "the search for the next step", self._show_step, time_limit, **step)
        elif kind == "reveal":
            self.ask("reveal", "the search for the digit", self._show_revealed, time_limit, cell=cell, **both)
        else:
            # The digit in the cell itself is ignored.
            digits = tuple(0 if i == cell else d for i, d in zip(game.board.cells, game.values, strict=True))
            show, position = partial(self._show_allowed, cell), Puzzle(game.board, digits)
            self.ask("allowed", "the search for the allowed values", show, time_limit, position=position)

    def _show_wrong(self, found: Wrong) -> None:
        self.session.game.hints += 1
        self.session.highlights = Highlights(wrong=found.cells or ())
        self.session.say(messages.wrong(found))

    def _show_step(self, found: Next) -> None:
        session, step = self.session, found.step
        session.game.hints += 1
        session.highlights = Highlights(wrong=found.wrong.cells or ())
        if found.wrong.cells or found.wrong.status == "no solution":
            session.say(messages.wrong_first(found.wrong))
            return
        if step is None:
            why = messages.with_key(found.reason, found.digits, session.symbols)
            session.say(Message(f"There is no next step: {why}", "warning"))
            return
        self._gone |= {i: self._gone.get(i, frozenset()) | digits for i, digits in step.removes.items()}
        session.highlights = Highlights.of(step, found.candidates)
        why = messages.with_cell_key(messages.with_key(step.brief, step.digits, session.symbols))
        doubt = f" ({messages.wrong(found.wrong).text})" if found.wrong.cells is None else ""
        impossible = "The puzzle has no solution. " if session.badge.tone == "bad" else ""
        session.say(Message(f"{impossible}{capital(step.name)}: {why}{doubt}"))

    def _show_revealed(self, found: Revealed) -> None:
        session = self.session
        if session.hides_solution:  # since it was asked for
            raise InputError(messages.HIDDEN)
        session.game.hints += 1
        if found.digit is None:
            session.say(Message(capital(found.reason), "warning"))
            return
        symbol, is_unique = session.symbols[found.digit - 1], session.badge.tone == "good"
        session.reveal(found.cell, found.digit, messages.revealed(found, symbol, is_unique))

    def _show_allowed(self, cell: Cell | None, found: AllowedValues) -> None:
        session = self.session
        if session.hides_solution:
            raise InputError(messages.HIDDEN)
        session.game.hints += 1
        if cell is None:
            if found.status == "complete" and found.total:
                session.game.write_marks(found.values)
                session.say(Message(f"Allowed values of every cell as marks: {found.reason}"))
            else:
                session.say(Message(f"The allowed values are not written: {found.reason}", "warning"))
            return
        rules = [session.symbols[d - 1] for d in sorted(session.game.candidates(cell))]
        session.highlights = Highlights(reason=[cell], candidates={cell: found.values[cell]})
        session.say(messages.allowed(found, cell, rules, session.symbols))

    # -- solving, searching, making -------------------------------------------------------------------------------

    def solve(
        self,
        formulation: str = "assignment",
        backend: str = "pyomo",
        solver: str = "highs",
        rewrite: str | None = None,
        time_limit: float = 60.0,
        so_far: bool = False,
    ) -> None:
        """Solve the puzzle or the position, and report the size of the model and the times."""
        game = self.session.game
        about: About = "position" if so_far else "puzzle"
        puzzle = game.position if so_far else game.puzzle
        model = {"formulation": formulation, "backend": backend, "solver": solver, "rewrite": rewrite or None}
        show = partial(self._show_answer, so_far)
        self.ask("solve", f"solving by {solver}", show, time_limit, about, puzzle=puzzle, **model)

    def _show_answer(self, so_far: bool, answer: Answer) -> None:
        rows = [*self.report["rows"], messages.row(answer)]
        self.report = {**self.report, "rows": rows[-MOST_ROWS:]}
        message = messages.solved(answer, so_far, with_times=self.session.hides_solution)
        if answer.grid:
            self.session.fill(answer.grid.values, message, "solve")
        else:
            self.session.say(message)

    def search(self, method: str = "annealing", seed: int = 1, time_limit: float = 20.0) -> None:
        """Look for a solution by local search; another seed may find another solution."""
        values: dict[str, Any] = {"puzzle": self.session.game.puzzle, "method": method, "seed": int(seed)}
        self.ask("search", f"searching by {method}", self._show_search, time_limit, "puzzle", **values)

    def _show_search(self, found: Approximation) -> None:
        costs = [list(sample) for sample in found.samples]
        self.report = {**self.report, "costs": costs[:: -(-len(costs) // MOST_COSTS)]}
        self.session.fill(found.grid.values, messages.searched(found), "search")

    def generate(
        self, size: int = 9, level: str | None = None, seed: str | None = None, time_limit: float = 60
    ) -> None:
        """Generate a puzzle, and open it."""
        values: dict[str, Any] = {"size": size, "level": level or None, "seed": seed or None}
        self.ask("generate", "making a puzzle", self._show_generated, time_limit, "nothing", **values)

    def _show_generated(self, made: Generated) -> None:
        session = self.session
        if made.puzzle is None:
            session.say(Message(f"No puzzle was made: {made.reason}", "bad"))
            return
        board = made.puzzle.board
        level = messages.level_word(made.level or "", made.rating)
        session.open(Puzzle(board, made.puzzle.values, generated_name(level, board, made.seed)))
        self.counting.cancel()
        session.badge = messages.UNIQUE
        session.game.level = level
        if not made.met:
            session.say(Message(f"Not as requested: {made.reason}", "warning"))

    def count(self) -> None:
        """Count the solutions of the puzzle, and say how many there are."""
        self.counting.count(aloud=True)

    def rate(self, time_limit: float = 30.0) -> None:
        """Rate the difficulty of the puzzle."""
        values = {"puzzle": self.session.game.puzzle}
        self.ask("rate", "rating the puzzle", self._show_rating, time_limit, "puzzle", **values)

    def _show_rating(self, rating: Rating) -> None:
        self.session.say(Message(f"The puzzle is {rating}" + ("" if rating.solved else f" ({rating.reason})")))

    def read(self, text: str, where: str) -> None:
        """Read the puzzles of a long text."""

        def on_done(found: Any) -> None:
            self.session.open_puzzles(sources.named(found, where))

        self.ask("read", f"reading {where}", on_done, 60.0, "nothing", text=text)
