"""What the board asks of solvers and searches: each question goes to a process of its own, and its answer to the board.

There are two processes. One counts the solutions, unasked, after each change of a design; the other does what the
player has asked for. So a count never stands in the way of a hint.
"""

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from ..errors import InputError, SudokuModelsError, UnknownNameError
from ..explain.difficulty import Rating
from ..generation import Generated
from ..inference.local_search import Approximation
from ..models.allowed_values import AllowedValues
from ..models.results import Answer, Count
from ..puzzles.board import Cell
from . import sentences, sources
from .hints import Next, Revealed, Wrong
from .sentences import Said, cell_name
from .shown import Shown
from .work import Inbox, Work

if TYPE_CHECKING:
    from .session import Session

__all__ = ["HINTS", "Questions"]

HINTS = ("wrong", "allowed", "allowed everywhere", "step", "reveal")
LONGEST = 3600
"""Seconds that may be asked for."""
COUNT_SECONDS = 10.0
MOST_ROWS, MOST_COSTS = 12, 240


class Questions:
    """The questions of one board.

    Attributes:
        busy: What is being done, for the page: what, for how long at most, how far; empty when nothing is.
        report: What solves and searches have told: rows of a table, and the costs of the last search.
    """

    def __init__(self, session: "Session") -> None:
        self.session = session
        self.inbox = Inbox()
        self._asked, self._counting = Work(self.inbox), Work(self.inbox)
        self.busy: dict[str, Any] = {}
        self.report: dict[str, Any] = {"rows": [], "costs": []}
        self._gone: dict[Cell, frozenset[int]] = {}
        self._is_watched = False

    # -- asking and cancelling ------------------------------------------------------------------------------------

    def ready(self) -> None:
        """A page shows the board: start the process, and look at the puzzle."""
        self._asked.warm()
        if not self._is_watched:
            self._is_watched = True
            self.look_at_puzzle()

    def wait(self, seconds: float) -> bool:
        """Wait until nothing is being done; whether that came about in time."""
        until = time.monotonic() + seconds
        while self._asked.is_busy or self._counting.is_busy:
            if time.monotonic() > until:
                return False
            time.sleep(0.02)
            self.inbox.run()
        self.inbox.run()
        return True

    def cancel(self) -> None:
        """End what the player has asked for."""
        if self.busy:
            what, self.busy = self.busy["what"], {}
            self._asked.cancel()
            self.session.say(Said(f"Cancelled: {what}"))

    def cancel_all(self) -> None:
        """End everything: the puzzle is another one. What is known of the last puzzle goes."""
        self._asked.cancel()
        self._counting.cancel()
        self.busy, self._gone = {}, {}
        self.report = {"rows": [], "costs": []}

    def close(self) -> None:
        """End the processes."""
        self._asked.close()
        self._counting.close()

    def _ask(
        self,
        task: str,
        what: str,
        hear: Any,
        time_limit: float,
        about: Literal["position", "puzzle", "nothing"] = "position",
        **values: Any,
    ) -> None:
        """Ask; an answer to what the board no longer shows is not heard, and `about` says what that is."""
        seconds = float(time_limit)
        if not 0 < seconds <= LONGEST:
            raise InputError(f"the time limit is more than 0 and at most {LONGEST} seconds, not {time_limit}")
        asked = self.session.now()

        def is_changed() -> bool:
            now = self.session.now()
            return now != asked if about == "position" else now[0] != asked[0] and about == "puzzle"

        def heard(kind: str, told: Any) -> None:
            if kind == "progress":
                self._show_progress(told)
            else:
                self.busy = {}
                if kind == "ended":
                    self.session.say(Said(f"Not known: {what} {told}"))
                elif kind == "failed":
                    self.session.say(Said(f"{what[:1].upper()}{what[1:]} did not succeed: {told}", "bad"))
                elif is_changed():
                    self.session.say(Said("The board has changed since this was asked; ask again", "warning"))
                else:
                    try:
                        hear(told)
                    except SudokuModelsError as error:
                        self.session.say(Said(str(error), "bad"))
            self.session.changed()

        self._asked.ask(task, values, seconds, heard)
        self.busy = {"what": what, "limit": seconds, "progress": "", "costs": []}

    def _show_progress(self, told: dict[str, Any]) -> None:
        if "lowest" in told:
            costs = [*self.busy["costs"], [told["steps"], told["lowest"]]]
            self.busy["costs"] = costs[:: 2 if len(costs) > MOST_COSTS else 1]
            self.busy["progress"] = f"cost {told['lowest']} after {told['steps']:,} steps"
        else:
            self.busy["progress"] = ", ".join(
                f"{value:,} {name}" if isinstance(value, int) else str(value) for name, value in told.items()
            )

    # -- how many solutions ---------------------------------------------------------------------------------------

    def look_at_puzzle(self) -> None:
        """Say how many solutions the puzzle has: it is known of those that ship, and counted of the others."""
        entry = sources.known(self.session.game.puzzle)
        if entry is not None:
            self.session.badge = sentences.shipped(entry)
            self.warn()
        elif self._is_watched:
            self.count()

    def count(self, delay: float = 0.0, aloud: bool = False) -> None:
        """Count the solutions of the puzzle, in the background.

        Args:
            delay: Seconds to wait before it begins.
            aloud: Say the number in any case, for somebody has asked.
        """
        session = self.session
        puzzle = session.game.puzzle

        def heard(kind: str, told: Any) -> None:
            if kind == "progress":
                session.badge = Said(f"At least {told['found']} so far; counting ...")
            elif kind in ("failed", "ended"):
                session.badge = Said(f"How many solutions there are is not known: {told}")
            elif isinstance(told, Count):
                session.badge = sentences.counted(told)
                if not aloud:
                    self.warn()
            if aloud and kind != "progress":
                session.say(session.badge)
            session.changed()

        try:
            self._counting.ask("count", {"puzzle": puzzle}, COUNT_SECONDS, heard, delay)
            session.badge = Said("Counting the solutions ...")
        except InputError as error:  # nothing that is done to the board fails because of it
            self._counting.cancel()
            session.badge = Said(f"How many solutions there are is not known: {error}")
            if aloud:
                session.say(session.badge)

    def warn(self) -> None:
        """Tell the player of a puzzle that has not exactly one solution; in a design, say how many there are."""
        badge = self.session.badge
        if badge.tone in ("warning", "bad") or (self.session.design and badge.text):
            self.session.say(badge)

    # -- hints ----------------------------------------------------------------------------------------------------

    def values_changed(self, before: Sequence[int]) -> None:
        """Candidates that steps have taken away stay away only while digits are added."""
        if any(d and d != now for d, now in zip(before, self.session.game.values, strict=True)):
            self._gone = {}

    def hint(self, kind: str, cell: Cell | None = None, by: str = "techniques", time_limit: float = 30.0) -> None:
        """Ask for a hint: one of `HINTS`."""
        if kind not in HINTS:
            raise UnknownNameError("hint", kind, HINTS)
        game = self.session.game
        if kind in ("allowed", "reveal") and (cell is None or game.squares[cell].given):
            raise InputError("choose a cell that holds no given, and ask again")
        both: dict[str, Any] = {"puzzle": game.puzzle, "position": game.position}
        if kind == "wrong":
            self._ask("wrong", "the search for wrong digits", self._heard_wrong, time_limit, **both)
        elif kind == "step":
            gone: dict[str, Any] = {"gone": self._gone, "by": by}
            self._ask(
                "step", "the search for the next step", self._heard_step, time_limit, position=game.position, **gone
            )
        elif kind == "reveal":
            self._ask("reveal", "the search for the digit", self._heard_revealed, time_limit, cell=cell, **both)
        else:
            # What the cell itself holds is not asked about.
            values = [0 if i == cell else d for i, d in zip(game.board.cells, game.values, strict=True)]
            position = type(game.puzzle)(game.board, tuple(values))
            self._ask(
                "allowed",
                "the search for the allowed values",
                lambda found: self._heard_allowed(found, cell),
                time_limit,
                position=position,
            )

    def _heard_wrong(self, found: Wrong) -> None:
        self.session.shown = Shown(wrong=found.cells or ())
        self.session.say(sentences.wrong(found))

    def _heard_step(self, found: Next) -> None:
        session, step = self.session, found.step
        if step is None:
            session.shown = Shown()
            why = sentences.in_signs(found.reason, session.game.board, session.signs)
            session.say(Said(f"There is no next step: {why}", "warning"))
            return
        for i, digits in step.removes.items():
            self._gone[i] = self._gone.get(i, frozenset()) | digits
        session.shown = Shown((), step.cells, step.puts, step.removes, found.candidates, found.digits, found.unit)
        why = sentences.in_signs(step.sentence, session.game.board, session.signs)
        session.say(Said(f"{step.name[:1].upper()}{step.name[1:]}: {why}"))

    def _heard_revealed(self, found: Revealed) -> None:
        session = self.session
        if found.digit is None:
            session.say(Said(found.reason[:1].upper() + found.reason[1:], "warning"))
            return
        is_unique = session.badge.tone == "good"
        more = [] if is_unique else ["in one solution; there may be others"]
        more += [found.reason] if found.reason else []
        held = f"{'holds' if is_unique else 'can hold'} {session.signs[found.digit - 1]}"
        where = cell_name(found.cell).capitalize()
        session.reveal(found.cell, found.digit, Said(f"{where} {held}" + f" ({'; '.join(more)})" * bool(more)))

    def _heard_allowed(self, found: AllowedValues, cell: Cell | None) -> None:
        session = self.session
        if cell is None:
            if found.status == "complete" and found.total:
                session.game.write_marks(found.values)
            session.say(
                Said(f"Allowed values of every cell as pencil marks: {found.reason}")
                if found.status == "complete" and found.total
                else Said(f"The allowed values are not written: {found.reason}", "warning")
            )
            return
        rules = [session.signs[d - 1] for d in sorted(session.game.candidates(cell))]
        session.shown = Shown(reason=[cell], candidates={cell: found.values[cell]})
        session.say(sentences.allowed(found, cell, rules, session.signs))

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
        """Solve the puzzle, or the digits so far, and tell the size of the model and the times."""
        game = self.session.game
        model = {"formulation": formulation, "backend": backend, "solver": solver, "rewrite": rewrite or None}
        self._ask(
            "solve",
            f"solving by {solver}",
            self._heard_answer,
            time_limit,
            "position" if so_far else "puzzle",
            puzzle=game.position if so_far else game.puzzle,
            **model,
        )

    def _heard_answer(self, answer: Answer) -> None:
        rows = [*self.report["rows"], sentences.row(answer)]
        self.report = {**self.report, "rows": rows[-MOST_ROWS:]}
        said = sentences.solved(answer)
        if answer.grid:
            self.session.fill(answer.grid.values, said, "solve")
        else:
            self.session.say(said)

    def search(self, method: str = "annealing", seed: int = 1, time_limit: float = 20.0) -> None:
        """Look for a solution by local search. Another seed is another try, and may find another solution."""
        puzzle = self.session.game.puzzle
        self._ask(
            "search",
            f"searching by {method}",
            self._heard_search,
            time_limit,
            "puzzle",
            puzzle=puzzle,
            method=method,
            seed=int(seed),
        )

    def _heard_search(self, found: Approximation) -> None:
        costs = [list(sample) for sample in found.samples]
        self.report = {**self.report, "costs": costs[:: -(-len(costs) // MOST_COSTS)]}
        self.session.fill(found.grid.values, sentences.searched(found), "search")

    def generate(
        self, size: int = 9, level: str | None = None, seed: str | None = None, time_limit: float = 60.0
    ) -> None:
        """Make a puzzle at random, and play it."""
        self._ask(
            "generate",
            "making a puzzle",
            self._heard_generated,
            time_limit,
            "nothing",
            size=size,
            level=level or None,
            seed=seed or None,
        )

    def _heard_generated(self, made: Generated) -> None:
        session = self.session
        if made.puzzle is None:
            session.say(Said(f"No puzzle was made: {made.reason}", "bad"))
            return
        puzzle = type(made.puzzle)(made.puzzle.board, made.puzzle.values, made.title)
        session.open(puzzle)
        self._counting.cancel()
        session.badge = Said(f"Exactly one solution, which is proved ({made.proof})", "good")
        if not made.met:
            session.say(Said(f"Not as wished: {made.reason}", "warning"))

    def rate(self, time_limit: float = 30.0) -> None:
        """How hard the puzzle is for a person."""
        self._ask(
            "rate", "rating the puzzle", self._heard_rating, time_limit, "puzzle", puzzle=self.session.game.puzzle
        )

    def _heard_rating(self, rating: Rating) -> None:
        self.session.say(Said(f"The puzzle is {rating}" + ("" if rating.solved else f" ({rating.reason})")))

    def read(self, text: str, where: str) -> None:
        """Read the puzzles of a long text."""

        def took(found: Any) -> None:
            self.session.took(sources.named(found, where))

        self._ask("read", f"reading {where}", took, 60.0, "nothing", text=text)
