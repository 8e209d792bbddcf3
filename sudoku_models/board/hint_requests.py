"""The requests for hints and explanations, and the display of their results."""

from functools import partial
from typing import Any

from ..errors import InputError, UnknownNameError
from ..explain import BY, Explanation
from ..explain.techniques.words import listed
from ..models.allowed_values import AllowedValues
from ..puzzles.board import Cell
from ..puzzles.puzzle import Puzzle
from . import messages
from .hints import NextStep, Revealed, WrongDigits, allowed, explained, next_hint, reveal, wrong_digits
from .messages import Message, plural
from .path import Walk
from .position import cell_name
from .requests import About
from .session import GameSession
from .text import capital
from .view import Highlights

__all__ = ["EXPLAIN_SECONDS", "ask_explanation", "hint"]

HINTS = ("wrong", "allowed", "allowed everywhere", "step", "reveal")
EXPLAIN_SECONDS = 60.0
"""The time for a whole explanation, if no other is given."""


def hint(
    session: GameSession, kind: str, cell: Cell | None = None, by: str = "techniques", time_limit: float = 30.0
) -> None:
    """Request a hint, one of `HINTS`."""
    if kind not in HINTS:
        raise UnknownNameError("hint", kind, HINTS)
    game = session.game
    game.check_not_locked()
    if kind in ("allowed", "allowed everywhere", "reveal"):
        _check_not_hidden(session)
    if kind in ("allowed", "reveal") and (cell is None or game.squares[cell].given):
        raise InputError("choose a cell that holds no given, and ask again")
    both: dict[str, Any] = {"puzzle": game.puzzle, "position": game.position}
    if kind == "wrong":
        session.ask(wrong_digits, "the search for wrong digits", partial(_show_wrong, session), time_limit, **both)
    elif kind == "step":
        show = partial(_show_step, session)
        session.ask(next_hint, "the search for the next step", show, time_limit, **both, removed=session.removed, by=by)
    elif kind == "reveal":
        session.ask(reveal, "the search for the digit", partial(_show_digit, session), time_limit, **both, cell=cell)
    else:
        # The digit in the cell itself is ignored.
        digits = tuple(0 if i == cell else d for i, d in zip(game.board.cells, game.values, strict=True))
        show = partial(_show_allowed, session, cell)
        position = Puzzle(game.board, digits)
        session.ask(allowed, "the search for the allowed values", show, time_limit, position=position)


def ask_explanation(
    session: GameSession, by: str = "techniques", whole: bool = True, time_limit: float = EXPLAIN_SECONDS
) -> None:
    """Request the explained path.

    Args:
        session: The session.
        by: The method, one of `explain.BY`.
        whole: From the givens; else from the position, unless a digit in it is wrong.
        time_limit: Seconds; after that it ends with what is known.
    """
    if by not in BY:
        raise UnknownNameError("method of explanation", by, BY)
    game = session.game
    about: About = "puzzle" if whole else "position"
    start = game.puzzle if whole else game.position
    show = partial(_show_explanation, session, by)
    session.ask(explained, "the explanation", show, time_limit, about, puzzle=game.puzzle, position=start, by=by)


def _check_not_hidden(session: GameSession) -> None:
    if session.hides_solution:
        raise InputError(messages.HIDDEN)


def _show_wrong(session: GameSession, found: WrongDigits) -> None:
    session.game.hints += 1
    session.highlights = Highlights(wrong=found.cells or ())
    session.say(_wrong(found))


def _show_step(session: GameSession, found: NextStep) -> None:
    session.game.hints += 1
    session.highlights = Highlights(wrong=found.wrong.cells or ())
    if found.wrong.prevents_steps:
        session.say(_wrong_first(found.wrong))
        return
    step = found.step
    if step is None or found.before is None:
        why = messages.with_key(found.reason, found.digits, session.symbols)
        session.say(Message(f"There is no next step: {why}", "warning"))
        return
    session.removed |= {i: session.removed.get(i, frozenset()) | digits for i, digits in step.removes.items()}
    session.highlights = Highlights.of(step, found.before)
    why = messages.with_cell_key(messages.with_key(step.brief, step.digits, session.symbols))
    doubt = f" ({_wrong(found.wrong).text})" if found.wrong.cells is None else ""
    impossible = "The puzzle has no solution. " if session.badge.tone == "bad" else ""
    session.say(Message(f"{impossible}{capital(step.name)}: {why}{doubt}"))


def _show_digit(session: GameSession, found: Revealed) -> None:
    _check_not_hidden(session)  # it may be since the request
    session.game.hints += 1
    if found.digit is None:
        session.say(Message(capital(found.reason), "warning"))
        return
    is_unique = session.badge.tone == "good"
    more = [] if is_unique else ["in one solution; there may be others"]
    more += [found.reason] if found.reason else []
    held = f"{'holds' if is_unique else 'can hold'} {session.symbols[found.digit - 1]}"
    text = f"{capital(cell_name(found.cell))} {held}" + (f" ({'; '.join(more)})" if more else "")
    session.reveal(found.cell, found.digit, Message(text))


def _show_allowed(session: GameSession, cell: Cell | None, found: AllowedValues) -> None:
    _check_not_hidden(session)
    session.game.hints += 1
    if cell is not None:
        session.highlights = Highlights(reason=[cell], candidates={cell: found.values[cell]})
        session.say(_allowed(session, cell, found))
    elif found.status == "complete" and found.total:
        session.game.write_marks(found.values)
        session.say(Message(f"Allowed values of every cell as marks: {found.reason}"))
    else:
        session.say(Message(f"The allowed values are not written: {found.reason}", "warning"))


def _show_explanation(session: GameSession, by: str, found: Explanation | WrongDigits) -> None:
    if isinstance(found, WrongDigits):
        session.highlights = Highlights(wrong=found.cells or ())
        session.say(_wrong_first(found))
        return
    session.game.hints += 1
    walk = Walk(found, by, session.symbols)
    session.open_path(walk)
    steps = plural(len(found.steps), "step")
    solved = Message(f"The whole solution in {steps}", "good")
    session.say(solved if found.solved else Message(f"{steps} of an explanation. {walk.reason}", "warning"))


def _allowed(session: GameSession, cell: Cell, found: AllowedValues) -> Message:
    """The digits that a cell has in some solution, compared with those that its units allow."""
    symbols = session.symbols
    values = [symbols[d - 1] for d in sorted(found.values[cell])]
    by_rules = [symbols[d - 1] for d in sorted(session.game.candidates(cell))]
    rules = f"its units alone leave {listed(by_rules, 'or') or 'nothing'}"
    where = capital(cell_name(cell))
    if found.status != "complete":
        head = f"{where} holds at least {listed(values)} in solutions" if values else f"{where}: not known"
        return Message(f"{head}; the search was stopped ({found.reason}); {rules}")
    if not values:
        return Message(f"No digit is allowed in {cell_name(cell)}: the digits so far have no solution, proved", "bad")
    held = f"can hold {listed(values, 'or')}" if len(values) > 1 else f"holds {values[0]} in every solution"
    return Message(f"{where} {held}, which is proved; {rules}")


def _wrong(found: WrongDigits) -> Message:
    if found.status == "no solution":
        return Message("The puzzle itself (without your digits) has no solution, which is proved", "bad")
    if found.cells is None:
        return Message(f"Whether a digit is wrong is not known: {found.reason}")
    if not found.cells:
        return Message("No digit is wrong: the digits so far can be completed, which is proved", "good")
    where = listed([cell_name(cell) for cell in found.cells[:6]]) + (" and more" if len(found.cells) > 6 else "")
    number = "One digit is" if len(found.cells) == 1 else f"{len(found.cells)} digits are"
    fewest = "the fewest changes with which the rest can be completed; the puzzle may have several solutions"
    return Message(f"{number} wrong: {where}" + ("" if found.is_unique else f" ({fewest})"), "warning")


def _wrong_first(found: WrongDigits) -> Message:
    """The wrong digits, in place of the next step, which would rest on them."""
    if not found.cells:
        return _wrong(found)
    it = "it" if len(found.cells) == 1 else "them"
    return Message(f"{_wrong(found).text}. Correct {it} first, then ask again", "warning")
