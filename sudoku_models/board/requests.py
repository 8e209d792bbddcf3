"""The requests of one board: the task that the player has asked for, and a count in the background.

Where there are processes, there are two workers, so that a count never delays a hint.
"""

import time
from collections.abc import Callable
from typing import Any, Literal

from ..errors import InputError, SudokuModelsError
from ..explain import difficulty
from ..generation.shipped import level_of
from ..models.counting import count_solutions
from ..models.results import Count
from ..puzzles.puzzle import Puzzle
from ..puzzles.units import Cell
from ..puzzles.values import readable
from . import messages, sources
from .design_checks import Conflict, conflicting, differing
from .game import Game
from .messages import Message, capital, plural, sentence
from .runner import Calls, Post, runner
from .view import Highlights

LONGEST = 3600
"""The largest time limit in seconds."""
COUNT_SECONDS = RATE_SECONDS = 10.0
MOST_SOLUTIONS = 100
"""The largest number of solutions to count in the background."""
CONFLICT_SECONDS = 5.0
LARGEST_RATED = 9
"""The largest size of a board whose level is found in the background."""
MOST_COSTS = 240
"""The largest number of points of the curve of a local search."""
About = Literal["position", "puzzle", "nothing"]
"""The part of the game on which a result depends; when that has changed, the result is dropped."""


def checked_limit(seconds: float) -> float:
    """A time limit in seconds.

    Raises:
        InputError: When it is not possible.

    >>> checked_limit(10)
    10
    """
    if not 0 < seconds <= LONGEST:
        raise InputError(f"the time limit is more than 0 and at most {LONGEST} seconds, not {seconds:g}")
    return seconds


def counted(post: Post, puzzle: Puzzle, time_limit: float) -> Count:
    """Count the solutions: a CP or SAT solver enumerates them, and one of another paradigm confirms the number."""

    def found(number: int) -> None:
        if number in (1, 2) or number % 10 == 0:
            post({"found": number})

    return count_solutions(puzzle, limit=MOST_SOLUTIONS, time_limit=time_limit, method="enumerate", progress=found)


def level(post: Post, puzzle: Puzzle, time_limit: float) -> str | None:
    """Find the level of a puzzle."""
    return difficulty.level(puzzle, time_limit)


class Requests:
    """A game, its messages and highlights, and the tasks that run for it.

    Args:
        changed: Called on a result or on progress.

    Attributes:
        game: The game.
        design: Whether entered digits become givens.
        message: The last message.
        badge: The number of solutions, as far as it is known.
        highlights: The highlights of the last hint; the next move clears them.
        busy: The running task for the page: its name, time limit and progress; empty when there is none.
        report: The results of solves and searches: rows of a table, and the costs of the last search.
        removed: The candidates that the last steps have removed.
        staged: The step that hints show stage by stage, if there is one.
        told: What the hints so far have told; the same once more does not count.
    """

    game: Game
    message: Message
    badge: Message
    highlights: Highlights
    busy: dict[str, Any]
    report: dict[str, Any]
    removed: dict[Cell, frozenset[int]]
    staged: Any
    told: set[Any]

    def __init__(self, changed: Callable[[], None]) -> None:
        self.changed = changed
        self.calls = Calls()
        self.design = False
        self._messages = 0
        self._tasks, self._background = runner(self.calls), runner(self.calls)
        self._is_watched = self._is_closed = False
        self.forget()

    def say(self, message: Message) -> None:
        """Display a message; a screen reader announces it."""
        self.message = message._replace(text=readable(message.text))
        self._messages += 1

    def now(self) -> tuple[Puzzle, tuple[int, ...]]:
        """The puzzle, and the current digits."""
        return self.game.puzzle, self.game.values

    # -- the task of the player -----------------------------------------------------------------------------------

    def ask(
        self,
        task: Callable[..., Any],
        what: str,
        on_done: Callable[[Any], None],
        time_limit: float,
        about: About = "position",
        **values: Any,
    ) -> None:
        """Run a task; its result is dropped when the game has changed meanwhile.

        Args:
            task: The function; see `TaskRunner`.
            what: What the task does, in words.
            on_done: Called with the result.
            time_limit: Seconds.
            about: The part of the game on which the result depends.
            values: The other arguments of the task.

        Raises:
            InputError: When the time limit is not possible, or the board is closed.
        """
        checked_limit(time_limit)
        if self._is_closed:
            raise InputError("the board is closed; make a new one")
        before = self.now()

        def on_result(kind: str, content: Any) -> None:
            if kind == "progress":
                self._show_progress(content)
                self.changed()
                return
            self.busy = {}
            now = self.now()
            if kind == "ended":
                self.say(Message(f"Not known: {what} {content}"))
            elif kind == "failed":
                self.say(Message(f"{capital(what)} did not succeed: {content}", "bad"))
            elif (about == "position" and now != before) or (about == "puzzle" and now[0] != before[0]):
                self.say(Message("The board has changed since this was asked; ask again", "warning"))
            else:
                try:
                    on_done(content)
                except SudokuModelsError as error:
                    self.say(Message(sentence(str(error)), "bad"))
            self.changed()

        self._tasks.run(task, values, time_limit, on_result)
        self.busy = {"what": what, "limit": time_limit, "progress": "", "costs": []}

    def _show_progress(self, known: dict[str, Any]) -> None:
        if "lowest" in known:
            costs = [*self.busy["costs"], [known["steps"], known["lowest"]]]
            self.busy["costs"] = costs[:: 2 if len(costs) > MOST_COSTS else 1]
        self.busy["progress"] = messages.progress(known)

    def wait(self, seconds: float) -> bool:
        """Wait until no task is running; returns False when that takes longer."""
        until = time.monotonic() + seconds
        while self._tasks.is_busy or self._background.is_busy:
            if time.monotonic() > until:
                return False
            if not self.calls.run_later():  # a task in place need not be waited for, and Pyodide may not be able to
                time.sleep(0.02)
            self.calls.run()
        self.calls.run()
        return True

    def cancel(self) -> None:
        """Cancel the task of the player."""
        if self.busy:
            what, self.busy = self.busy["what"], {}
            self._tasks.cancel()
            self.say(Message(f"Cancelled: {what}"))

    def forget(self) -> None:
        """Cancel all tasks and forget all results, because the puzzle has changed."""
        self._tasks.cancel()
        self._background.cancel()
        self.busy = {}
        self.report = {"rows": [], "costs": []}
        self.removed = {}
        self.staged, self.told = None, set()

    def close(self) -> None:
        """End the worker processes."""
        self._is_closed = True
        self._tasks.close()
        self._background.close()

    # -- in the background ----------------------------------------------------------------------------------------

    def ready(self) -> None:
        """A page displays the board: start the process for tasks; find the number of solutions and the level."""
        self._tasks.start()
        if not self._is_watched:
            self._is_watched = True
            self.look_at_puzzle()

    def look_at_puzzle(self) -> None:
        """Display the number of solutions: known for puzzles of the corpora, counted for others if a page is there."""
        entry = sources.known(self.game.puzzle)
        if entry is not None:
            self.badge = messages.shipped(entry)
            self.game.level = level_of(entry.name)
            self.warn()
            self._find_level()
        elif self._is_watched:
            self.count_in_background()

    def count_in_background(self, delay: float = 0.0) -> None:
        """Count the solutions of the puzzle.

        Args:
            delay: Seconds to wait before it begins.
        """
        puzzle = self.game.puzzle

        def on_result(kind: str, content: Any) -> None:
            if kind == "progress":
                self.badge = Message(f"At least {content['found']} so far; counting ...")
                self.changed()
                return
            if kind == "done":
                self.badge = messages.counted(content, puzzle)
            else:
                why = f"the count {content}" if kind == "ended" else content
                self.badge = Message(f"How many solutions there are is not known: {why}")
            self.warn()
            if kind == "done" and self.design:
                self._show_why(content, puzzle)
            self._find_level()
            self.changed()

        self._background.run(counted, {"puzzle": puzzle}, COUNT_SECONDS, on_result, delay)
        self.badge = Message("Counting the solutions ...")

    def tell_count(self, badge: Message) -> None:
        """Display the number of solutions that a check has found; a count that still runs is not needed."""
        self._background.cancel()
        self.badge = badge
        self._find_level()

    def _show_why(self, count: Count, puzzle: Puzzle) -> None:
        """In a design: mark where two solutions differ, or look for rules and givens that cannot all hold."""
        if count.value > 1 and not self.hides_solution:
            digits = differing(count.grids)
            self.highlights = Highlights(reason=tuple(digits), candidates=digits)
            they = "They" if (count.value, count.status) == (2, "exact") else "Two of them"
            self.say(Message(f"{self.message.text}. {they} differ in {plural(len(digits), 'cell')}", "warning"))
        elif count.value == 0 and count.status == "exact" and not puzzle.clashes():
            self._background.run(conflicting, {"puzzle": puzzle}, CONFLICT_SECONDS, self._show_conflict)

    def _show_conflict(self, kind: str, found: Any) -> None:
        if kind == "done" and isinstance(found, Conflict):
            self.highlights = Highlights(digits=found.givens, units=found.units, named=found.named)
            text, verdict = self.message.text, self.badge.text
            done = text.removesuffix(verdict) if text.endswith(verdict) else ""  # what was done is still to be read
            self.say(Message(messages.with_cell_key(f"{done}No solution: {found.words}"), "bad"))
            self.changed()

    @property
    def hides_solution(self) -> bool:
        """Whether nothing may fill in the solution."""
        return False

    def warn(self) -> None:
        """Say so if a puzzle has not exactly one solution; in a design, their number after what was done."""
        if self.badge.tone in ("warning", "bad") or (self.design and self.badge.text):
            found = messages.of_puzzle(self.badge, self.game.position != self.game.puzzle)
            before = self.message
            if self.design and before.text and before.tone == "plain":
                found = found._replace(text=f"{before.text}. {found.text}")
            self.say(found)

    def _find_level(self) -> None:
        """Find the level of a puzzle with one solution in the background, if a page displays it."""
        board, is_unique = self.game.board, self.badge.tone == "good"
        may_have = board.size <= LARGEST_RATED and bool(difficulty.levels_on(board))
        if self.game.level or not (self._is_watched and is_unique and may_have):
            return

        def on_result(kind: str, content: str | None) -> None:
            if kind == "done":
                self.game.level = content or ""
                self.changed()

        self._background.run(level, {"puzzle": self.game.puzzle}, RATE_SECONDS, on_result)
