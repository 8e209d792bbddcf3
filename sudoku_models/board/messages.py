"""The messages of the board. A limit is never a proof: an unknown result is called "not known", with the reason."""

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

from ..models.results import Count
from ..puzzles.cell_names import cells_in_words, key_to, listed
from ..puzzles.corpora import CorpusEntry
from ..puzzles.puzzle import Grid, Puzzle

Tone = Literal["plain", "good", "warning", "bad"]


class Message(NamedTuple):
    """A sentence and its tone, which the page indicates by a mark and a colour."""

    text: str
    tone: Tone = "plain"


HIDDEN = "In class this would show the solution, which stays hidden until it is shown to all"
UNIQUE = Message("Exactly one solution, which is confirmed", "good")


def capital(text: str) -> str:
    """The text with a capital letter.

    >>> capital("hidden single")
    'Hidden single'
    """
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """A sentence with a capital letter, unless it begins with something else than a word, such as the name of a file.

    >>> sentence("there is no puzzle"), sentence("puzzles.txt has no puzzle")
    ('There is no puzzle', 'puzzles.txt has no puzzle')
    """
    first = text.partition(" ")[0].rstrip(",:;.")
    return capital(text) if first.replace("'", "").isalpha() else text


def plural(number: int, noun: str) -> str:
    """A number with its noun.

    >>> plural(1, "step"), plural(2000, "step")
    ('1 step', '2,000 steps')
    """
    return f"{number:,} {noun}{'s' * (number != 1)}"


def with_key(text: str, digits: Iterable[int], symbols: list[str]) -> str:
    """A sentence that names some digits, with a key to those that have another symbol on the board.

    >>> with_key("in box 1 the digit 2 fits only in (1, 2)", [2], ["A", "B", "C", "D"])
    'in box 1 the digit 2 fits only in (1, 2); on the board, 2 is B'
    """
    key = [f"{d} is {symbols[d - 1]}" for d in digits if symbols[d - 1] != str(d)]
    return f"{text}; on the board, {listed(key)}" if key else text


def with_cell_key(text: str) -> str:
    """A sentence with the meaning of the first short name of a cell in it.

    >>> with_cell_key("the 5 goes from r1c2, r1c3 and r1c4")
    'the 5 goes from r1c2, r1c3 and r1c4 (r1c2 is row 1, column 2)'
    """
    key = key_to(text)
    return f"{text} ({key})" if key else text


def counted(count: Count, puzzle: Puzzle) -> Message:
    """The number of solutions, with the status of the count; for a puzzle with equal givens, why there is none.

    >>> from ..models.counting import count_solutions
    >>> puzzle = Puzzle.parse("11.. .... .... ....")
    >>> counted(count_solutions(puzzle), puzzle).text
    'No solution: row 1 has the given 1 twice: in row 1, column 1 and row 1, column 2'
    """
    if count.status == "exact":
        with cells_in_words():
            clashes = puzzle.clashes()
        if count.value == 0 and clashes:
            return Message(f"No solution: {clashes[0]}", "bad")
        by = {"": "as one solver claims", "certificate": "as a certificate proves"}
        return exactly(count.value, by.get(count.checked_by, "which is confirmed"), puzzle)
    why = {"limit": "the count stops there", "time limit": "the time was up"}.get(count.stopped_by, "it was stopped")
    if count.value > 1:
        many = _several(puzzle)
        return many._replace(text=f"{many.text}: at least {count.value} solutions ({why})")
    if count.value == 1:
        return Message(f"At least one solution; whether there are more is not known ({why})")
    return Message(f"Whether there is a solution is not known ({why})")


def _several(puzzle: Puzzle) -> Message:
    if puzzle.about.rules or puzzle.about.left_out:
        return Message("Not unique by the rules that are checked")
    return Message("Not unique", "warning")


def exactly(count: int, by: str, puzzle: Puzzle) -> Message:
    """A known number of solutions, and how it is known.

    >>> exactly(2, "which is confirmed", Puzzle.parse("1234 3412 21.. 43..")).text
    'Not unique: exactly 2 solutions (which is confirmed)'
    """
    if count == 1:
        return Message(f"Exactly one solution, {by}", "good")
    if count == 0:
        return Message(f"No solution, {by}", "bad")
    many = _several(puzzle)
    return many._replace(text=f"{many.text}: exactly {count} solutions ({by})")


def shipped(entry: CorpusEntry) -> Message:
    """The known number of solutions of a puzzle of a corpus."""
    by = "confirmed by two independent solvers"
    if entry.solutions.isdigit():
        return exactly(int(entry.solutions), by, entry.puzzle)
    return Message(f"Not unique: {entry.solutions.replace('>=', 'at least ')} solutions, {by}", "warning")


def end_of_game(puzzle: Puzzle, grid: Grid, by_hand: bool, symbols: list[str], hints: int = 0) -> Message:
    """The message when every cell has a digit: congratulations only for a solution by hand and without hints."""
    if violations := puzzle.violations(grid):
        more = f", and {plural(len(violations) - 1, 'further mistake')}" if len(violations) > 1 else ""
        text = f"Every cell has a digit, but this is no solution: {violations[0]}{more}"
        return Message(with_key(text, violations[0].digits, symbols), "bad")
    helped = f" with {plural(hints, 'hint')}" if hints else ""
    well_done = " Congratulations!" if by_hand and not hints else ""
    of = "by the rules that are checked" if puzzle.about.left_out else "of the puzzle"
    return Message(f"Solved{helped}: this is a solution {of}.{well_done}", "good")


def of_puzzle(found: Message, has_digits: bool) -> Message:
    """A message about the puzzle, which says so if the player has entered digits.

    >>> of_puzzle(Message("Exactly one solution, which is confirmed"), True).text
    'The puzzle (without your digits): exactly one solution, which is confirmed'
    """
    if not has_digits or not found.text:
        return found
    return found._replace(text=f"The puzzle (without your digits): {found.text[0].lower()}{found.text[1:]}")


def progress(known: dict[str, Any]) -> str:
    """The progress of a task.

    >>> progress({"solves": 1200, "seen": 7}), progress({"steps": 30_000, "lowest": 4})
    ('1,200 solves, 7 seen', 'cost 4 after 30,000 steps')
    """
    if "lowest" in known:
        return f"cost {known['lowest']} after {known['steps']:,} steps"
    return ", ".join(f"{value:,} {name}" if isinstance(value, int) else str(value) for name, value in known.items())


def saved(where: str, left_out: int) -> Message:
    """A game was saved, perhaps without a part of its history."""
    if not left_out:
        return Message(where)
    moves = f"{plural(left_out, 'move')} of its history"
    return Message(f"{where} without {moves}, which is too long; the digits are all there", "warning")
