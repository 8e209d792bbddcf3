"""Setting puzzles: rules that are drawn on the board, and the checks and the paper of what was made."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from ..errors import InputError, NotInstalledError
from ..puzzles.about import LONGEST, About
from ..puzzles.drawing.words import briefly
from ..puzzles.rules import CellRule
from ..puzzles.units import Cell
from ..puzzles.values import readable
from . import messages
from .design_checks import Needless, Sheet, needless, printed
from .designing import (
    REGION,
    SWITCHES,
    TOOLS,
    drawn_rule,
    pieces,
    rule_named,
    switched,
    toggled,
    with_region,
    with_value,
    without,
)
from .files import file_name, send_file
from .messages import Message, capital, plural
from .saving import check_rules
from .session import OWN_NAME, GameSession
from .view import Highlights, shape

CHECK_SECONDS = 60.0
"""The time of a check, if no other is given."""


def check_design(session: GameSession) -> None:
    """Refuse a change of the rules while the puzzle is played."""
    if not session.design:
        raise InputError("the rules of a puzzle are changed in its design; begin it first, in the panel Design")


def draw_rule(session: GameSession, kind: str, cells: Sequence[Cell], value: str = "") -> None:
    """Add a rule to the board, one of `designing.TOOLS`, or a region of a jigsaw.

    A rule that is there is removed; one with another value on the same cells takes this value.
    """
    check_design(session)
    board = session.game.board
    if kind == REGION:
        _draw_region(session, cells)
        return
    rule = drawn_rule(board, kind, cells, value)
    if TOOLS[kind].value and rule not in board.rules:
        on_cells = (each for each in board.rules if type(each) is type(rule) and each.cells == rule.cells)
        if before := next(on_cells, None):
            change_rule(session, readable(str(before)), value)
            return
    changed = check_rules(toggled(board, rule))
    was_there = rule in board.rules
    said = f"{'Removed' if was_there else 'Added'}: {briefly(rule)}"
    session.rebuild(changed, f"{'remove ' * was_there}{rule.kind}", said)


def _draw_region(session: GameSession, cells: Sequence[Cell]) -> None:
    before = session.game.board
    board = check_rules(with_region(before, cells))
    added = [unit for unit in pieces(board) if unit not in pieces(before)]
    if not added:
        there = next(unit for unit in pieces(board) if {*unit.cells} == {*cells})
        session.say(Message(f"{capital(str(there))} is there already; the list of the rules can remove a region"))
        return
    what = "Changed" if str(added[0]) in map(str, pieces(before)) else "Added"
    by_itself = f"; the last {board.size} cells are {added[1]}" if added[1:] else ""
    session.rebuild(board, "region", f"{what}: {added[0]}{by_itself}")


def change_rule(session: GameSession, rule: str, value: str) -> None:
    """Give a rule of the board, which its text names, another value."""
    check_design(session)
    board = session.game.board
    before = rule_named(board, rule)
    after = with_value(board, before, value)
    if after != before:
        changed = without(board, before).with_rules(after)
        session.rebuild(changed, f"change {after.kind}", f"Changed: {briefly(after)}")


def remove_rule(session: GameSession, rule: str) -> None:
    """Remove a rule of the board, which its text names."""
    check_design(session)
    board = session.game.board
    gone = rule_named(board, rule)
    session.rebuild(without(board, gone), f"remove {gone.kind}", f"Removed: {gone}")


def switch(session: GameSession, name: str, on: bool) -> None:
    """Put a rule for the whole board, one of `designing.SWITCHES`, on or off."""
    check_design(session)
    session.rebuild(check_rules(switched(session.game.board, name, on)), SWITCHES[name].lower(), "")


def describe(session: GameSession, title: str = "", author: str = "", rules: str = "") -> None:
    """Write the title, the author and the rules in words, which go onto the printed sheet and into saved games."""
    for what, text in {"title": title, "author": author, "rules": rules}.items():
        if len(text) > LONGEST[what]:
            raise InputError(f"the {what} may have {LONGEST[what]:,} characters, not {len(text):,}; shorten it")
    game = session.game
    game.about = About.of(title=title, author=author, rules=rules)
    game.name = game.about.title or OWN_NAME
    session.shape = shape(game.board, game.about)


# -- checks -----------------------------------------------------------------------------------------------------------


def find_needless(
    session: GameSession, rules: bool = False, remove: bool = False, time_limit: float = CHECK_SECONDS
) -> None:
    """Mark the givens that are not needed for the only solution, or remove as many as can go, in one move.

    Args:
        session: The session.
        rules: Whether rules are tried, too.
        remove: Whether they are removed.
        time_limit: Seconds.
    """
    check_design(session)
    NotInstalledError.check("this check", "pysat")
    values: dict[str, Any] = {"puzzle": session.game.puzzle, "together": remove, "with_rules": rules}
    show = partial(_show_needless, session, rules, remove)
    session.ask(needless, "looking for what is not needed", show, time_limit, "puzzle", **values)


def _show_needless(session: GameSession, rules: bool, remove: bool, found: Needless) -> None:
    what = "given or rule" if rules else "given"
    if found.problem:
        session.say(Message(f"What is needed can be told of a puzzle with one solution; {found.problem}", "warning"))
        return
    unknown = f"; for {plural(found.unknown, 'other')} this is not known" if found.unknown else ""
    kinds = (("given", found.cells), ("rule", found.rules))
    named = " and ".join(plural(len(parts), kind) for kind, parts in kinds if parts)
    if not named:
        session.say(Message(f"No {what} is known to be needless{unknown}" if unknown else f"Every {what} is needed"))
    elif remove:
        board, said = without(session.game.board, *found.rules), f"Removed: {named}{unknown}; undo brings them back"
        session.rebuild(board, "what is not needed", said, found.cells)
        session.tell_count(messages.UNIQUE)  # nothing went unconfirmed; a count may take longer than it has
    else:
        units = [rule.cells for rule in found.rules if isinstance(rule, CellRule)]
        session.highlights = Highlights(reason=found.cells, units=units)
        whole = [str(rule) for rule in found.rules if not isinstance(rule, CellRule)]
        listed = f" ({', '.join(whole)})" if whole else ""
        each = "it is marked" if named.startswith("1 ") and " and " not in named else "each of them could go alone"
        session.say(Message(f"Not needed: {named}{listed}; {each}{unknown}"))


# -- paper ------------------------------------------------------------------------------------------------------------


def print_sheet(
    session: GameSession, page: str = "", solution: bool = False, time_limit: float = CHECK_SECONDS
) -> None:
    """Send a PDF to the page that asked for it: the puzzle with its title, its author and all rules in words.

    Args:
        session: The session.
        page: The page.
        solution: Whether a second page has the solution; it needs a puzzle with one.
        time_limit: Seconds.
    """
    if solution:
        session.check_not_hidden()
    NotInstalledError.check("a sheet", "matplotlib")
    if not page:
        raise InputError("no page asks for the sheet; from a cell, use generation.sheets.write_sheet")
    puzzle, name = session.game.puzzle, f"{file_name(session)}.pdf"

    def show(found: Sheet) -> None:
        send_file(session, page, name, found.pdf)
        missed = f"; {found.missed}" if found.missed else ""
        said = f"The sheet is {name}, with {plural(found.pages, 'page')}{missed}"
        session.say(Message(said, "warning" if missed else "plain"))

    values = {"puzzle": puzzle, "solution": solution}
    session.ask(printed, "writing the PDF", show, time_limit, "nothing", **values)
