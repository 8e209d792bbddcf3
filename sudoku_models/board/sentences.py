"""What the board says. A limit is never a proof: what is not known is said to be not known, and why."""

import re
from typing import Any, Literal, NamedTuple

from ..explain.techniques.words import listed
from ..inference.local_search import Approximation
from ..models.allowed_values import AllowedValues
from ..models.results import Answer, Count
from ..puzzles.board import Board, Cell
from ..puzzles.corpora import Entry
from ..puzzles.puzzle import Grid, Puzzle
from ..solvers import Status
from .hints import Wrong

__all__ = [
    "Said",
    "allowed",
    "cell_name",
    "counted",
    "end_of_game",
    "in_signs",
    "saved",
    "searched",
    "shipped",
    "solved",
    "wrong",
]

Tone = Literal["plain", "good", "warning", "bad"]


class Said(NamedTuple):
    """A sentence, and its tone; the page shows the tone by a sign as well as by a colour."""

    text: str
    tone: Tone = "plain"


def cell_name(cell: Cell) -> str:
    """A cell in words.

    >>> cell_name((3, 7))
    'row 3, column 7'
    """
    return f"row {cell[0]}, column {cell[1]}"


def in_signs(text: str, board: Board, signs: list[str]) -> str:
    """A sentence that speaks of digits, with a key to those for which the board shows something else.

    >>> in_signs("in box 1 the digit 2 fits only in (1, 2)", Board.of_size(4), ["A", "B", "C", "D"])
    'in box 1 the digit 2 fits only in (1, 2); on the board, 2 is B'
    """
    names = "|".join(re.escape(unit.name) for unit in sorted(board.units, key=lambda unit: -len(unit.name)))
    numbers = re.findall(r"\b(\d+)s?\b", re.sub(rf"\(\d+, \d+\)|\b(?:{names})\b", "", text))
    spoken_of = sorted({int(number) for number in numbers} & {*board.digits})
    key = [f"{d} is {signs[d - 1]}" for d in spoken_of if signs[d - 1] != str(d)]
    return f"{text}; on the board, {listed(key)}" if key else text


def counted(count: Count) -> Said:
    """How many solutions a puzzle has, with the status of the count."""
    if count.status == "exact":
        head, tone = {
            0: ("No solution, which is proved", "bad"),
            1: ("Exactly one solution, which is proved", "good"),
        }.get(count.value, (f"Not unique: exactly {count.value} solutions", "warning"))
    elif count.value > 1:
        head, tone = f"Not unique: at least {count.value} solutions", "warning"
    elif count.value == 1:
        head, tone = "At least one solution; whether there are more is not known", "plain"
    else:
        head, tone = "Whether there is a solution is not known", "plain"
    return Said(f"{head} ({count.reason})", tone)  # type: ignore[arg-type]


def shipped(entry: Entry) -> Said:
    """What is known of a puzzle that ships."""
    by = "confirmed by two independent solvers"
    if entry.solutions == "1":
        return Said(f"Exactly one solution, {by}", "good")
    if entry.solutions == "0":
        return Said(f"No solution, {by}", "bad")
    number = entry.solutions.replace(">=", "at least ")
    return Said(f"Not unique: {number} solutions, {by}", "warning")


def end_of_game(puzzle: Puzzle, grid: Grid, by_hand: bool) -> Said:
    """What is said when every cell has a digit: congratulations only for a solution."""
    if faults := puzzle.faults(grid):
        more = f", and {len(faults) - 1} more" if len(faults) > 1 else ""
        return Said(f"Every cell has a digit, but this is no solution: {faults[0]}{more}", "bad")
    return Said("Solved: this is a solution of the puzzle." + " Congratulations!" * by_hand, "good")


def solved(answer: Answer) -> Said:
    """What a solver has answered."""
    stats = answer.stats
    way = f"{stats.formulation} x {stats.backend} x {stats.solver}"
    if answer.status is Status.SOLVED:
        return Said(f"Solved by {way}; the grid was checked", "good")
    if answer.status is Status.INFEASIBLE:
        return Said(f"There is no solution: {way} has proved it", "bad")
    return Said(f"Not known: {way} stopped ({answer.reason})", "plain")


def row(answer: Answer) -> dict[str, Any]:
    """A row of the table of solves; times are in milliseconds."""
    stats = answer.stats
    translate = stats.translate_seconds
    times = {"build": 1e3 * stats.build_seconds, "solve": 1e3 * stats.solve_seconds}
    return {
        "way": f"{stats.formulation} x {stats.backend} x {stats.solver}",
        "rewrite": stats.rewrite,
        "status": str(answer.status),
        "size": [stats.variables, stats.constraints, stats.nonzeros],
        "build": times["build"],
        "translate": None if translate is None else 1e3 * translate,
        "solve": times["solve"],
        "search": ", ".join(f"{number:,} {name.replace('_', ' ')}" for name, number in stats.search.items()),
    }


def saved(where: str, left_out: int) -> Said:
    """That a game was saved, and how much of its history was not."""
    if not left_out:
        return Said(where)
    moves = f"{left_out:,} move{'s' * (left_out != 1)} of its history"
    return Said(f"{where} without {moves}, which is too long; the digits are all there", "warning")


def searched(found: Approximation) -> Said:
    """What the local search has found."""
    if found.solved:
        return Said(f"{found.reason[:1].upper()}{found.reason[1:]} (seed {found.seed}, {found.seconds:.1f} s)", "good")
    return Said(f"Approximate: cost {found.cost} (seed {found.seed}); {found.reason.partition('; ')[2]}", "warning")


def allowed(found: AllowedValues, cell: Cell, by_rules: list[str], signs: list[str]) -> Said:
    """The digits that a cell has in some solution, beside those that its units leave."""
    values = [signs[d - 1] for d in sorted(found.values[cell])]
    rules = f"its units alone leave {listed(by_rules, 'or') or 'nothing'}"
    where = cell_name(cell).capitalize()
    if found.status == "complete":
        if not values:
            return Said(f"No digit is allowed in {cell_name(cell)}: the digits so far have no solution, proved", "bad")
        held = f"can hold {listed(values, 'or')}" if len(values) > 1 else f"holds {values[0]} in every solution"
        return Said(f"{where} {held}, which is proved; {rules}")
    head = f"{where} holds at least {listed(values)} in solutions" if values else f"{where}: not known"
    return Said(f"{head}; the search was stopped ({found.reason}); {rules}")


def wrong(found: Wrong) -> Said:
    """Which of the entered digits are wrong."""
    if found.status == "no solution":
        return Said("The puzzle itself has no solution, which is proved", "bad")
    if found.cells is None:
        return Said(f"Whether a digit is wrong is not known: {found.reason}")
    if not found.cells:
        return Said("No digit is wrong: the digits so far can be completed, which is proved", "good")
    where = listed([cell_name(cell) for cell in found.cells[:6]]) + (" and more" if len(found.cells) > 6 else "")
    number = "One digit is" if len(found.cells) == 1 else f"{len(found.cells)} digits are"
    if found.alone:
        return Said(f"{number} wrong: {where}", "warning")
    fewest = "the fewest changes with which the rest can be completed; the puzzle may have several solutions"
    return Said(f"{number} wrong: {where} ({fewest})", "warning")
