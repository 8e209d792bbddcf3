"""The messages of the board. A limit is never a proof: an unknown result is called "not known", with the reason."""

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

from ..explain.difficulty import Rating
from ..explain.techniques.words import listed
from ..inference.local_search import Approximation
from ..models.allowed_values import AllowedValues
from ..models.results import Answer, Count, Stats
from ..puzzles.board import Cell
from ..puzzles.cell_names import key_to
from ..puzzles.corpora import Entry
from ..puzzles.puzzle import Grid, Puzzle
from ..solvers import Status
from .hints import Revealed, Wrong
from .squares import cell_name
from .text import capital

__all__ = [
    "HIDDEN",
    "UNIQUE",
    "Message",
    "allowed",
    "counted",
    "duration",
    "end_of_game",
    "found_out",
    "level",
    "level_word",
    "of_puzzle",
    "progress",
    "revealed",
    "saved",
    "searched",
    "seconds_of",
    "shipped",
    "solved",
    "with_cell_key",
    "with_key",
    "wrong",
    "wrong_first",
]

VERY_HARD, EXTREMELY_HARD = 5.0, 7.5
"""Ratings from which a puzzle is called so: it needs chains; it needs several chains at once."""
Tone = Literal["plain", "good", "warning", "bad"]


class Message(NamedTuple):
    """A sentence and its tone, which the page indicates by a mark and a colour."""

    text: str
    tone: Tone = "plain"


HIDDEN = "In class this would show the solution, which stays hidden until it is shown to all"
UNIQUE = Message("Exactly one solution, which is proved", "good")


def with_key(text: str, digits: Iterable[int], symbols: list[str]) -> str:
    """A sentence that names some digits, with a key to those that have another symbol on the board.

    >>> with_key("in box 1 the digit 2 fits only in (1, 2)", [2], ["A", "B", "C", "D"])
    'in box 1 the digit 2 fits only in (1, 2); on the board, 2 is B'
    """
    key = [f"{d} is {symbols[d - 1]}" for d in digits if symbols[d - 1] != str(d)]
    return f"{text}; on the board, {listed(key)}" if key else text


def with_cell_key(text: str) -> str:
    """A sentence, and what the first short name of a cell in it means.

    >>> with_cell_key("the 5 goes from r1c2, r1c3 and r1c4")
    'the 5 goes from r1c2, r1c3 and r1c4 (r1c2 is row 1, column 2)'
    """
    key = key_to(text)
    return f"{text} ({key})" if key else text


def counted(count: Count) -> Message:
    """The number of solutions, with the status of the count."""
    if count.status == "exact":
        head, tone = {
            0: ("No solution, which is proved", "bad"),
            1: UNIQUE,
        }.get(count.value, (f"Not unique: exactly {count.value} solutions", "warning"))
    elif count.value > 1:
        head, tone = f"Not unique: at least {count.value} solutions", "warning"
    elif count.value == 1:
        head, tone = "At least one solution; whether there are more is not known", "plain"
    else:
        head, tone = "Whether there is a solution is not known", "plain"
    return Message(f"{head} ({count.reason})", tone)


def found_out(count: Count, puzzle: Puzzle) -> Message:
    """The number of solutions in plain words, without the names of solvers; first the reason why there is none.

    >>> from ..models.counting import count_solutions
    >>> puzzle = Puzzle.parse("11.. .... .... ....")
    >>> found_out(count_solutions(puzzle), puzzle).text
    'No solution: row 1 has the given 1 twice, in row 1, column 1 and row 1, column 2'
    """
    if count.is_unique:
        return UNIQUE
    if count.value == 0 and count.status == "exact" and (why := _twice(puzzle)):
        return Message(f"No solution: {why}", "bad")
    if count.status == "exact":
        why = "two independent solvers agree" if count.checked_by else "a solver has proved it"
    else:
        why = {"limit": "the count stops there", "time limit": "the time was up"}.get(
            count.stopped_by, "it was stopped"
        )
    text, tone = counted(count)
    return Message(f"{text.removesuffix(f' ({count.reason})')} ({why})", tone)


def _twice(puzzle: Puzzle) -> str:
    """A unit with two equal givens, if there is one."""
    for unit in puzzle.board.units:
        first: dict[int, Cell] = {}
        for cell in unit.cells:
            digit = puzzle.givens.get(cell, 0)
            if digit and digit in first:
                return f"{unit} has the given {digit} twice, in {cell_name(first[digit])} and {cell_name(cell)}"
            first[digit] = cell
    return ""


def shipped(entry: Entry) -> Message:
    """The known number of solutions of a puzzle of a corpus."""
    by = "confirmed by two independent solvers"
    if entry.solutions == "1":
        return Message(f"Exactly one solution, {by}", "good")
    if entry.solutions == "0":
        return Message(f"No solution, {by}", "bad")
    number = entry.solutions.replace(">=", "at least ")
    return Message(f"Not unique: {number} solutions, {by}", "warning")


def end_of_game(puzzle: Puzzle, grid: Grid, by_hand: bool, symbols: list[str], hints: int = 0) -> Message:
    """The message when every cell has a digit: congratulations only for a solution by hand and without hints."""
    if violations := puzzle.violations(grid):
        more = f", and {len(violations) - 1} more" if len(violations) > 1 else ""
        text = f"Every cell has a digit, but this is no solution: {violations[0]}{more}"
        return Message(with_key(text, violations[0].digits, symbols), "bad")
    helped = f" with {hints} hint{'s' * (hints != 1)}" if by_hand and hints else ""
    well_done = " Congratulations!" if by_hand and not hints else ""
    return Message(f"Solved{helped}: this is a solution of the puzzle.{well_done}", "good")


def of_puzzle(found: Message, has_digits: bool) -> Message:
    """What is known of the puzzle, in a message that says so if the player has entered digits.

    >>> of_puzzle(Message("Exactly one solution, which is proved"), True).text
    'The puzzle (without your digits): exactly one solution, which is proved'
    """
    if not has_digits or not found.text:
        return found
    return found._replace(text=f"The puzzle (without your digits): {found.text[0].lower()}{found.text[1:]}")


def solved(answer: Answer, so_far: bool = False, with_times: bool = False) -> Message:
    """The answer of a solver for the puzzle, or for the digits so far; with the times where the grid is not shown."""
    stats = answer.stats
    configuration = f"{stats.formulation} x {stats.backend} x {stats.solver}"
    if answer.status is Status.SOLVED:
        times = f" in {duration(seconds_of(stats))}" if with_times else ""
        return Message(f"Solved by {configuration}{times}; the grid was checked", "good")
    if answer.status is Status.INFEASIBLE:
        of = "With the digits so far there is" if so_far else "The puzzle (without your digits) has"
        return Message(f"{of} no solution: {configuration} has proved it", "bad")
    return Message(f"Not known: {configuration} stopped ({answer.reason})", "plain")


def seconds_of(stats: Stats) -> float:
    """The time of a solve with everything: building, rewriting, translating and solving."""
    return stats.build_seconds + stats.rewrite_seconds + (stats.translate_seconds or 0.0) + stats.solve_seconds


def duration(seconds: float) -> str:
    """A time in words.

    >>> duration(0.0123), duration(2.5)
    ('12 ms', '2.5 s')
    """
    return f"{seconds:.1f} s" if seconds >= 1 else f"{1000 * seconds:.0f} ms"


def row(answer: Answer) -> dict[str, Any]:
    """A row of the table of solves; times are in milliseconds."""
    stats = answer.stats
    translate = stats.translate_seconds
    times = {"build": 1e3 * stats.build_seconds, "solve": 1e3 * stats.solve_seconds}
    return {
        "configuration": f"{stats.formulation} x {stats.backend} x {stats.solver}",
        "rewrite": stats.rewrite,
        "status": str(answer.status),
        "size": [stats.variables, stats.constraints, stats.nonzeros],
        "build": times["build"],
        "translate": None if translate is None else 1e3 * translate,
        "solve": times["solve"],
        "search": ", ".join(f"{number:,} {name.replace('_', ' ')}" for name, number in stats.search.items()),
    }


def level_word(level: str, rating: float | None) -> str:
    """The level of a puzzle in a word; of a hard one, by its rating on the scale of Sudoku Explainer.

    >>> level_word("easy", 1.5), level_word("hard", 3.4), level_word("hard", 6.6)
    ('easy', 'hard', 'very hard')
    """
    if level != "hard" or rating is None or rating < VERY_HARD:
        return level
    return "very hard" if rating < EXTREMELY_HARD else "extremely hard"


def level(found: Rating) -> str:
    """The level of a puzzle that was rated; empty where the time was too short to tell."""
    if not found.solved and found.rating < EXTREMELY_HARD:
        return ""
    return level_word(found.level, found.rating if found.is_on_published_scale else None)


def progress(known: dict[str, Any]) -> str:
    """The progress of a task.

    >>> progress({"solves": 1200, "seen": 7}), progress({"steps": 30_000, "lowest": 4})
    ('1,200 solves, 7 seen', 'cost 4 after 30,000 steps')
    """
    if "lowest" in known:
        return f"cost {known['lowest']} after {known['steps']:,} steps"
    return ", ".join(f"{value:,} {name}" if isinstance(value, int) else str(value) for name, value in known.items())


def saved(where: str, left_out: int) -> Message:
    """A game was saved; how much of its history was left out."""
    if not left_out:
        return Message(where)
    moves = f"{left_out:,} move{'s' * (left_out != 1)} of its history"
    return Message(f"{where} without {moves}, which is too long; the digits are all there", "warning")


def searched(found: Approximation) -> Message:
    """The result of the local search."""
    if found.solved:
        return Message(f"{capital(found.reason)} (seed {found.seed}, {found.seconds:.1f} s)", "good")
    return Message(f"Approximate: cost {found.cost} (seed {found.seed}); {found.reason.partition('; ')[2]}", "warning")


def revealed(found: Revealed, symbol: str, is_unique: bool) -> Message:
    """The digit of one cell, whose symbol is `symbol`."""
    more = [] if is_unique else ["in one solution; there may be others"]
    more += [found.reason] if found.reason else []
    held = f"{'holds' if is_unique else 'can hold'} {symbol}"
    return Message(f"{cell_name(found.cell).capitalize()} {held}" + f" ({'; '.join(more)})" * bool(more))


def allowed(found: AllowedValues, cell: Cell, by_rules: list[str], symbols: list[str]) -> Message:
    """The digits that a cell has in some solution, compared with those that its units allow."""
    values = [symbols[d - 1] for d in sorted(found.values[cell])]
    rules = f"its units alone leave {listed(by_rules, 'or') or 'nothing'}"
    where = cell_name(cell).capitalize()
    if found.status == "complete":
        if not values:
            return Message(
                f"No digit is allowed in {cell_name(cell)}: the digits so far have no solution, proved", "bad"
            )
        held = f"can hold {listed(values, 'or')}" if len(values) > 1 else f"holds {values[0]} in every solution"
        return Message(f"{where} {held}, which is proved; {rules}")
    head = f"{where} holds at least {listed(values)} in solutions" if values else f"{where}: not known"
    return Message(f"{head}; the search was stopped ({found.reason}); {rules}")


def wrong(found: Wrong) -> Message:
    """Which of the entered digits are wrong."""
    if found.status == "no solution":
        return Message("The puzzle itself (without your digits) has no solution, which is proved", "bad")
    if found.cells is None:
        return Message(f"Whether a digit is wrong is not known: {found.reason}")
    if not found.cells:
        return Message("No digit is wrong: the digits so far can be completed, which is proved", "good")
    where = listed([cell_name(cell) for cell in found.cells[:6]]) + (" and more" if len(found.cells) > 6 else "")
    number = "One digit is" if len(found.cells) == 1 else f"{len(found.cells)} digits are"
    if found.alone:
        return Message(f"{number} wrong: {where}", "warning")
    fewest = "the fewest changes with which the rest can be completed; the puzzle may have several solutions"
    return Message(f"{number} wrong: {where} ({fewest})", "warning")


def wrong_first(found: Wrong) -> Message:
    """The wrong digits, in place of the next step, which would rest on them."""
    if found.cells is None:
        return wrong(found)
    it, first = ("it", cell_name(found.cells[0])) if len(found.cells) == 1 else ("them", "")
    if first and found.alone:
        text = f"{first.capitalize()} is wrong: the only solution of the puzzle has another digit there"
    else:
        text = wrong(found).text
    return Message(f"{text}. Correct {it} first, then ask again", "warning")
