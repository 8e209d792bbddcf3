"""Hints: the tasks, whose results say how much of them is known, and what the board makes of the results."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

from ..backends import first
from ..errors import InputError, UnknownNameError
from ..explain import IN_WORDS, Candidates, Step, next_step
from ..models.allowed_values import AllowedValues, allowed_values
from ..models.counting import Configuration, count_solutions, solve
from ..models.sudoku_model import build
from ..models.unseen_values import value_binaries
from ..puzzles.board import Board
from ..puzzles.cell_names import cell_name, cells_in_words, listed, short_cell_name
from ..puzzles.drawing.words import briefly
from ..puzzles.puzzle import Puzzle
from ..puzzles.rules.rule import CellRule
from ..puzzles.units import Cell
from ..runtime.limits import TimeLimit, deadline_of
from ..solvers import Feature, Status, title
from . import messages
from .messages import Message, capital
from .position import cell_in_words
from .runner import Post
from .session import GameSession
from .view import Highlights

HINTS = ("wrong", "allowed", "allowed everywhere", "step")
STAGES = 4
"""The stages of a step that is shown stage by stage: where to look, the technique, the cells, and the step."""
MOST_NAMED = 12
"""The most cells that a hint names one by one; more of them are only marked on the board."""


@dataclass(frozen=True)
class WrongDigits:
    """The entered digits that are wrong.

    Attributes:
        cells: The fewest cells to change so that the rest can be completed; None when unknown.
        status: "claimed" when a solver claims that fewer changes are not enough, "not known" at the time limit,
            "no solution" when the givens alone have none.
        is_unique: Whether the puzzle has only one solution, so that these digits are wrong in every solution; None when
            unknown.
        reason: Why the solver stopped early, else empty.
    """

    cells: tuple[Cell, ...] | None
    status: Literal["claimed", "not known", "no solution"]
    is_unique: bool | None = None
    reason: str = ""

    @property
    def prevents_steps(self) -> bool:
        """Whether something must be corrected before a step can be given."""
        return bool(self.cells) or self.status == "no solution"


NONE_WRONG = WrongDigits((), "claimed")


@dataclass(frozen=True)
class NextStep:
    """The next step of an explanation, or the reason why there is none.

    Attributes:
        step: The step; None while a digit is wrong.
        reason: Why there is none.
        before: The candidates before the step.
        digits: The digits that `reason` names.
        wrong: The wrong digits, as far as they are known.
    """

    step: Step | None
    reason: str = ""
    before: Candidates | None = None
    digits: tuple[int, ...] = ()
    wrong: WrongDigits = NONE_WRONG


@dataclass
class StagedHint:
    """A step that is shown stage by stage.

    Attributes:
        found: The step.
        asked: What it depends on: the digits, the candidates removed so far, and the method.
        stage: The stage that is shown, from 1 to `STAGES`.
    """

    found: NextStep
    asked: tuple[Any, ...]
    stage: int = 1


def wrong_digits(post: Post, puzzle: Puzzle, position: Puzzle, time_limit: float = 20.0) -> WrongDigits:
    """The fewest entered digits that must change so that the rest can be completed.

    Maximises the number of entered digits that a solution of the puzzle keeps, over binaries y[i,d]. When the puzzle
    has one solution, these are exactly the digits that differ from it.

    >>> puzzle = Puzzle.parse("1... ..2. .3.. ...4")
    >>> wrong_digits(print, puzzle, Puzzle.parse("13.. ..2. .3.. ...4")).cells
    ((1, 2),)
    """
    until = time.monotonic() + time_limit
    entered = {i: d for i, d in position.givens.items() if i not in puzzle.givens}
    chosen = Configuration.usual(puzzle, features=[Feature.LOGIC, Feature.OBJECTIVE])
    model = build(puzzle, chosen.formulation, chosen.backend)
    if entered:
        y = value_binaries(model)
        model.m.minimize(-1 * model.m.sum(y[each] for each in entered.items()))
    answer = model.solve(chosen.solver, time_limit)
    if answer.status is Status.INFEASIBLE:
        return WrongDigits(None, "no solution")
    if answer.grid is None:
        return WrongDigits(None, "not known", None, answer.reason)
    wrong = tuple(i for i, d in entered.items() if answer.grid[i] != d)
    is_unique = None
    left = until - time.monotonic()
    if wrong and left > 0:
        is_unique = count_solutions(puzzle, limit=2, time_limit=left, cross_check=False).is_unique
    return WrongDigits(wrong, "claimed", is_unique)


def wrong_if_any(post: Post, puzzle: Puzzle, position: Puzzle, time_limit: float = 20.0) -> WrongDigits:
    """The wrong digits, if there are any. It is faster than `wrong_digits` where there are none, which is usual.

    >>> puzzle = Puzzle.parse("1... ..2. .3.. ...4")
    >>> wrong_if_any(print, puzzle, Puzzle.parse("12.. ..2. .3.. ...4")).cells
    ()
    """
    if position.givens == puzzle.givens:
        return NONE_WRONG
    until = time.monotonic() + time_limit
    answer = solve(position, backend=first("pulp"), time_limit=time_limit)
    if answer.grid is not None:
        return NONE_WRONG
    left = until - time.monotonic()
    if answer.status is Status.UNKNOWN or left <= 0:
        why = answer.reason or f"the time limit of {time_limit:g} s was reached"
        return WrongDigits(None, "not known", None, why)
    return wrong_digits(post, puzzle, position, left)


def next_hint(
    post: Post,
    puzzle: Puzzle,
    position: Puzzle,
    removed: Mapping[Cell, frozenset[int]],
    by: str = "techniques",
    time_limit: float = 20.0,
) -> NextStep:
    """The next step from the current digits; before it, wrong digits.

    Args:
        post: Not called.
        puzzle: The givens.
        position: The givens and the digits entered so far.
        removed: Candidates that earlier steps removed.
        by: One of `explain.BY`.
        time_limit: Seconds; the search for wrong digits takes at most half of it.

    >>> puzzle = Puzzle.parse("1... ..2. .3.. ...4")
    >>> found = next_hint(print, puzzle, puzzle, {})
    >>> found.step.name, found.step.puts
    ('hidden single', {(1, 2): 2})
    """
    began = time.monotonic()
    wrong = wrong_if_any(post, puzzle, position, time_limit / 2)
    if wrong.prevents_steps:
        return NextStep(None, wrong=wrong)
    found = _next_step(position, removed, by, max(time_limit - (time.monotonic() - began), time_limit / 2))
    return replace(found, wrong=wrong)


def _next_step(position: Puzzle, removed: Mapping[Cell, frozenset[int]], by: str, time_limit: float) -> NextStep:
    state = Candidates.of(position)
    left = {i: state.candidates[i] - removed.get(i, frozenset()) for i in state.open}
    state = Candidates(position, state.digits, {**state.candidates, **left})
    if not state.open:
        return NextStep(None, "every cell has its digit")
    if violation := state.violation:
        return NextStep(None, f"the digits so far cannot be completed: {violation.sentence}", digits=violation.digits)
    try:
        with deadline_of(time_limit):
            step = next_step(state, by)
    except TimeLimit:
        return NextStep(None, f"no step is known: the time limit of {time_limit:g} s was reached")
    if step is None:
        return NextStep(None, f"nothing more follows by {IN_WORDS[by]} from the digits so far")
    return NextStep(step, before=state)


def allowed(post: Post, position: Puzzle, time_limit: float) -> AllowedValues:
    """The digits that each cell has in some solution of the position."""
    return allowed_values(
        position, time_limit=time_limit, progress=lambda solves, seen: post({"solves": solves, "seen": seen})
    )


# -- requests ---------------------------------------------------------------------------------------------------------


def hint(
    session: GameSession,
    kind: str,
    cell: Cell | None = None,
    by: str = "techniques",
    staged: bool = False,
    time_limit: float = 30.0,
) -> None:
    """Request a hint.

    Args:
        session: The session.
        kind: One of `HINTS`.
        cell: The cell, for "allowed".
        by: For a step, one of `explain.BY`.
        staged: Whether a step is shown stage by stage, one for each request: where to look, the technique, the cells,
            and the step itself. It counts as one hint, however many of its stages are seen.
        time_limit: Seconds.
    """
    UnknownNameError.check("hint", [kind], HINTS)
    game = session.game
    game.check_not_locked()
    if kind in ("allowed", "allowed everywhere"):
        session.check_not_hidden()
    if kind == "allowed" and (cell is None or game.squares[cell].given):
        raise InputError("choose a cell that holds no given, and ask again")
    both: dict[str, Any] = {"puzzle": game.puzzle, "position": game.position}
    if kind == "wrong":
        look_for_wrong(session, time_limit=time_limit)
    elif kind == "step":
        if staged and session.staged and session.staged.asked == _asked(session, by):
            session.staged.stage = min(session.staged.stage + 1, STAGES)
            _show_stage(session, session.staged)
            return
        show = partial(_show_step, session, by if staged else None)
        session.ask(next_hint, "the search for the next step", show, time_limit, **both, removed=session.removed, by=by)
    else:
        # The digit in the cell itself is ignored.
        digits = tuple(0 if i == cell else d for i, d in zip(game.board.cells, game.values, strict=True))
        show = partial(_show_allowed, session, cell)
        position = Puzzle(game.board, digits)
        session.ask(allowed, "the search for the allowed values", show, time_limit, position=position)


def count_hint(session: GameSession, *told: Any) -> None:
    """Count a hint, unless one has told the same before."""
    if told not in session.told:
        session.told.add(told)
        session.game.hints += 1


def look_for_wrong(session: GameSession, before: str = "", time_limit: float = 30.0) -> None:
    """Look for the wrong digits, and say which they are, after other words."""

    def show(found: WrongDigits) -> None:
        count_hint(session, session.now(), found.cells)
        session.highlights = Highlights(wrong=found.cells or ())
        message = _wrong(found)
        session.say(message._replace(text=f"{before}{message.text}"))

    both: dict[str, Any] = {"puzzle": session.game.puzzle, "position": session.game.position}
    session.ask(wrong_digits, "the search for wrong digits", show, time_limit, **both)


def _asked(session: GameSession, by: str) -> tuple[Any, ...]:
    """What the next step depends on."""
    return session.now(), dict(session.removed), by


def _show_step(session: GameSession, staged_by: str | None, found: NextStep) -> None:
    step = found.step
    told = (step.name, *step.puts.items(), *step.removes.items()) if step else (session.now(), found.reason)
    count_hint(session, told, found.wrong.cells)
    session.staged = None
    if found.wrong.prevents_steps:
        show_wrong_first(session, found.wrong)
    elif found.step is None:
        session.highlights = Highlights()
        why = messages.with_key(found.reason, found.digits, session.symbols)
        session.say(Message(f"There is no next step: {why}", "warning"))
    elif staged_by:
        session.staged = StagedHint(found, _asked(session, staged_by))
        _show_stage(session, session.staged)
    else:
        _show_whole_step(session, found)


def _show_stage(session: GameSession, hint: StagedHint) -> None:
    """Show the next stage of a hint."""
    found, stage = hint.found, hint.stage
    step, board = found.step, session.game.board
    if stage == STAGES or step is None or found.before is None:
        _show_whole_step(session, found)
        return
    where, cells = place_of(step, board)
    session.highlights = Highlights(units=[cells])
    text = f"look at {where}"
    if stage == 2:
        text += f"; the technique is {step.name}"
    elif stage == 3:
        whole = Highlights.of(step, found.before)
        session.highlights = Highlights(reason=whole.reason, digits=whole.digits, units=whole.units or [cells])
        with cells_in_words():
            named = [cell_name(i) if len(whole.reason) <= 2 else short_cell_name(i) for i in whole.reason]
        many = len(named) > MOST_NAMED
        cells_named = f"the {len(named)} marked cells" if many else f"the cell{'s' * (len(named) > 1)} {listed(named)}"
        text = messages.with_cell_key(f"{step.name} in {cells_named}")
    doubt = f" ({_wrong(found.wrong).text})" if found.wrong.cells is None else ""
    session.say(Message(f"Hint {stage} of {STAGES}: {text}{doubt if stage == 1 else ''}"))


def place_of(step: Step, board: Board) -> tuple[str, Sequence[Cell]]:
    """Where to look for a step: the unit or the rule that it rests on first, else a unit with most of its cells.

    >>> state = Candidates.of(Puzzle.parse("1... ..2. .3.. ...4"))
    >>> place_of(next_step(state), state.board)[0]
    'box 1'
    """
    first = next((label for label in step.labels if label.unit or isinstance(label.rule, CellRule)), None)
    if first and not step.links:
        return (first.unit.name, first.unit.cells) if first.unit else (briefly(first.rule), first.cells)
    cells = {*step.cells, *step.puts, *step.removes}
    unit = max(board.units, key=lambda unit: (len(cells & {*unit.cells}), not unit.is_straight))
    return unit.name, unit.cells


def _show_whole_step(session: GameSession, found: NextStep) -> None:
    step = found.step
    if step is None or found.before is None:
        return
    session.removed |= {i: session.removed.get(i, frozenset()) | digits for i, digits in step.removes.items()}
    session.highlights = Highlights.of(step, found.before)
    why = messages.with_cell_key(messages.with_key(step.brief, step.digits, session.symbols))
    doubt = f" ({_wrong(found.wrong).text})" if found.wrong.cells is None else ""
    impossible = "The puzzle has no solution. " if session.badge.tone == "bad" else ""
    named = capital(why if why.startswith(step.name) else f"{step.name}: {why}")
    session.say(Message(f"{impossible}{named}{doubt}"))


def _show_allowed(session: GameSession, cell: Cell | None, found: AllowedValues) -> None:
    session.check_not_hidden()
    count_hint(session, session.now(), cell)
    if cell is not None:
        session.highlights = Highlights(reason=[cell], candidates={cell: found.values[cell]})
        session.say(_allowed(session, cell, found))
    elif found.status == "complete" and found.total:
        session.game.write_marks(found.values)
        session.say(Message(f"Allowed values of every cell as marks: {found.reason}"))
    else:
        session.say(Message(f"The allowed values are not written: {found.reason}", "warning"))


def _allowed(session: GameSession, cell: Cell, found: AllowedValues) -> Message:
    """The digits that a cell has in some solution, compared with those that its units allow."""
    symbols = session.symbols
    values = [symbols[d - 1] for d in sorted(found.values[cell])]
    by_rules = [symbols[d - 1] for d in sorted(session.game.candidates(cell))]
    rules = f"its units alone leave {listed(by_rules, 'or') or 'nothing'}"
    where = capital(cell_in_words(cell))
    sure = f", which {title(found.checked_by)} confirms" if found.checked_by else ", as one solver claims"
    if found.status != "complete":
        head = f"{where} holds at least {listed(values)} in solutions" if values else f"{where}: not known"
        return Message(f"{head}; the search was stopped ({found.reason}); {rules}")
    if not values:
        return Message(f"No digit is allowed in {cell_in_words(cell)}: the digits so far have no solution{sure}", "bad")
    held = f"can hold {listed(values, 'or')}" if len(values) > 1 else f"holds {values[0]} in every solution"
    return Message(f"{where} {held}{sure}; {rules}")


def _wrong(found: WrongDigits) -> Message:
    if found.status == "no solution":
        return Message("The puzzle itself (without your digits) has no solution, as a solver claims", "bad")
    if found.cells is None:
        return Message(f"Whether a digit is wrong is not known: {found.reason}")
    if not found.cells:
        return Message("No digit is wrong: a solution with all digits so far was found", "good")
    where = listed([cell_in_words(cell) for cell in found.cells[:6]]) + (" and more" if len(found.cells) > 6 else "")
    number = "One digit is" if len(found.cells) == 1 else f"{len(found.cells)} digits are"
    fewest = "the fewest changes with which the rest can be completed; the puzzle may have several solutions"
    return Message(f"{number} wrong: {where}" + ("" if found.is_unique else f" ({fewest})"), "warning")


def show_wrong_first(session: GameSession, found: WrongDigits) -> None:
    """Show the wrong digits in place of a step, which would rest on them."""
    session.highlights = Highlights(wrong=found.cells or ())
    message = _wrong(found)
    if found.cells:
        it = "it" if len(found.cells) == 1 else "them"
        message = message._replace(text=f"{message.text}. Correct {it} first, then ask again")
    session.say(message)
