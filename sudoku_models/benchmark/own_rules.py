"""Rules of your own, tried by brute force before a puzzle is set with them."""

import random
from collections.abc import Iterable
from itertools import product

from ..certificates import certify
from ..certificates.readings import reading_of
from ..errors import InputError, RuleError, SudokuModelsError, UnsupportedError, WrongGridError
from ..explain import explain
from ..models.counting import count_solutions
from ..puzzles.board import Board
from ..puzzles.drawing import drawing
from ..puzzles.drawing.words import meanings
from ..puzzles.puzzle import Puzzle
from ..puzzles.rules import CellRule, as_record
from ..puzzles.rules.rule import LARGEST_TABLE, is_own, possible_digits
from ..puzzles.units import Cell, Unit
from ..solvers import Feature, find
from . import contenders

MOST_CUT = 12
"""The most solutions that are counted by no-good cuts; further cells are given until there are no more."""
TRIED = 200
"""Random sets of possible digits for which the automaton is compared with brute force."""
Digits = tuple[int, ...]


def check_rule(rule: CellRule, n: int = 4) -> str:
    """Try a rule by brute force: what it means is compared with everything else that it has.

    - `holds` with the automaton, the digits that it leaves possible, and the violation that local search measures;
    - of a rule of this package, `holds` with the verifier's own statement;
    - with the solutions that each formulation, backend and solver finds when the rule is all there is;
    - its drawing and its words, and the text of each format that it has, which are read again;
    - on a puzzle, the steps of an explanation, and a certificate, which is verified (of a rule of this package).

    Args:
        rule: The rule on a few cells: at most 10,000 combinations of digits, which are six cells of a 4x4 board.
        n: The number of digits, with which there is a board with boxes: 4, 6, 8, 9.

    Returns:
        A sentence: what was compared, and what was not.

    Raises:
        RuleError: When something contradicts `holds`, or the rule cannot be tried; the message has the digits.
        InputError: When the rule does not fit the board.

    >>> from sudoku_models.puzzles.rules import Thermometer
    >>> print(check_rule(Thermometer("r1c1 r1c2 r1c3")))  # doctest: +ELLIPSIS
    thermometer on r1c1 r1c2 r1c3: 4 of 64 combinations of digits hold, in ... configurations; ...
    """
    if n ** len(rule.cells) > LARGEST_TABLE:
        most = max(k for k in range(len(rule.cells)) if n**k <= LARGEST_TABLE)
        raise RuleError(f"{rule} has too many cells; with the digits 1 to {n}, give an example on at most {most}")
    puzzle = _alone(rule, n)
    board = puzzle.board
    every = [*product(board.digits, repeat=len(rule.cells))]
    held = {digits for digits in every if rule.holds(digits)}
    allowed = {digits for digits in held if _differ(puzzle, rule.cells, board.units, digits)}
    for digits in every:
        kept = rule.violation(digits) == 0 and _differ(puzzle, rule.cells, rule.units(board), digits)
        if kept != (digits in held):
            says = "allows" if digits in held else "forbids"
            raise RuleError(
                f"{rule}: holds {says} {_words(digits)}, and their violation is {rule.violation(digits)}; "
                "it should be 0 exactly when the rule holds"
            )
    if not is_own(rule):
        _check_reading(rule, every, held)
    _check_possible(rule, board, held)
    stated = _check_stated(rule, puzzle, allowed)
    shown = _check_shown(rule, board)
    found = [f"{len(allowed)} of {len(every)} combinations of digits hold, in {stated}", shown]
    return f"{rule}: {'; '.join([*found, _check_on_a_puzzle(rule, puzzle, allowed)])}"


def _alone(rule: CellRule, n: int) -> Puzzle:
    """A board with no other rule, on which only the cells of the rule are blank; with units only if it needs them."""
    every = Board.of_size(n).units
    inside = tuple(unit for unit in every if {*unit.cells} <= {*rule.cells})
    boxes = tuple(unit for unit in every if unit.kind == "box")
    for units in ((), inside, boxes):
        try:
            board = Board(n, units, None, (rule,))
        except InputError as error:
            refused = error
            continue
        others = count_solutions(Puzzle(board, (0,) * n**2), limit=1).grids[0] if units == boxes else None
        values = (0 if i in rule.cells else others[i] if others else 1 for i in board.cells)
        return Puzzle(board, tuple(values))
    raise refused


def _differ(puzzle: Puzzle, cells: tuple[Cell, ...], units: Iterable[Unit], digits: Digits) -> bool:
    """Whether the digits differ in each unit, with the givens."""
    at = puzzle.givens | dict(zip(cells, digits, strict=True))
    return all(len({at[i] for i in unit.cells}) == len(unit.cells) for unit in units)


def _words(digits: Digits) -> str:
    return f"the digits {' '.join(map(str, digits))}"


def _check_reading(rule: CellRule, every: list[Digits], held: set[Digits]) -> None:
    """The verifier's own statement allows the digits that hold."""
    where = "its statement in certificates/readings.py"
    try:
        reading = reading_of(as_record(rule), len(rule.cells))
        allowed = {digits for digits in every if reading.allows(digits)}
    except SudokuModelsError as error:
        raise RuleError(f"{rule}: {error}") from error
    except Exception as error:
        raise RuleError(f"{rule}: {where} raises {type(error).__name__}: {error}") from error
    for digits in sorted(allowed ^ held):
        verb = "allows" if digits in allowed else "forbids"
        raise RuleError(f"{rule}: {where} {verb} {_words(digits)}; holds says the contrary")


def _check_possible(rule: CellRule, board: Board, held: set[Digits]) -> None:
    """The digits that the automaton leaves possible are those of brute force; where it remembers less, not fewer."""
    rng = random.Random(1)
    for _ in range(TRIED):
        domains = tuple(frozenset(rng.sample(board.digits, rng.randint(1, board.size))) for _ in rule.cells)
        fitting = [digits for digits in held if all(d in of for d, of in zip(digits, domains, strict=True))]
        left = [{digits[k] for digits in fitting} for k in range(len(rule.cells))]
        if [*map(set, possible_digits(rule, domains))] != left:
            words = ", ".join("".join(map(str, sorted(of))) for of in domains)
            raise RuleError(f"{rule}: of the candidates {words} its automaton does not leave those that are possible")


def _check_stated(rule: CellRule, alone: Puzzle, allowed: set[Digits]) -> str:
    """Every configuration finds the digits that hold; returns how many there are, and which solvers refuse the rule."""
    chosen = contenders.configurations()
    refused: dict[str, int] = {}
    refusal: UnsupportedError | None = None
    rng = random.Random(1)
    for each in chosen:
        is_cut = Feature.ENUMERATION not in find(each.solver).features
        puzzle, left = _with_few_solutions(rule, alone, allowed, rng) if is_cut else (alone, allowed)
        wrong = f"{rule}, as it is stated with {each},"
        try:
            count = count_solutions(
                puzzle,
                *(each.formulation, each.backend, each.solver),
                None,
                rewrite=each.rewrite,
                cross_check=False,
                method="cuts" if is_cut else "enumerate",
            )
        except UnsupportedError as error:
            refused[each.solver], refusal = refused.get(each.solver, 0) + 1, error
            continue
        except WrongGridError as error:
            if error.grid is None:
                raise RuleError(f"{rule}, with {each}: {error}") from error
            digits = tuple(error.grid[i] for i in rule.cells)
            raise RuleError(f"{wrong} allows {_words(digits)}; holds says the contrary") from error
        except SudokuModelsError as error:
            raise RuleError(f"{rule}, with {each}: {error}") from error
        found = {tuple(grid[i] for i in rule.cells) for grid in count.grids}
        for digits in sorted(found ^ left):
            verb = "allows" if digits in found else "forbids"
            raise RuleError(f"{wrong} {verb} {_words(digits)}; holds says the contrary")
        if count.status != "exact":
            raise RuleError(f"{rule}, with {each}: the count is not exact, because {count.reason}")
    number = len(chosen) - sum(refused.values())
    if not number:
        raise RuleError(f"{rule} is refused by every solver: {refusal}")
    return f"{number} configurations{''.join(f' ({name} refuses {times})' for name, times in refused.items())}"


def _with_few_solutions(
    rule: CellRule, alone: Puzzle, allowed: set[Digits], rng: random.Random
) -> tuple[Puzzle, set[Digits]]:
    """The puzzle with some further cells given, and the digits that are left."""
    given = dict[int, int]()
    while len(allowed) > MOST_CUT:
        k = len(given)
        given[k] = rng.choice(sorted(allowed))[k]
        allowed = {digits for digits in allowed if digits[k] == given[k]}
    fixed = alone.givens | {rule.cells[k]: d for k, d in given.items()}
    return Puzzle(alone.board, tuple(fixed.get(cell, 0) for cell in alone.board.cells)), allowed


def _check_shown(rule: CellRule, board: Board) -> str:
    """It has a drawing and words, and each format that writes it reads it again; returns which ones."""
    if not drawing(board).elements or not all(meanings(board)):
        raise RuleError(f"{rule} has no drawing, or no words")
    usual, forms = Board.of_size(board.size).with_rules(rule), []
    for form in ("iss", "fpuzzles"):
        try:
            text = Puzzle(usual, (0,) * len(usual.cells)).text(form)
        except InputError:  # it has no word for such a rule, or not for these cells
            continue
        forms.append(form)
        read = Puzzle.parse(text).board.cell_rules
        if not all(_means_the_same(rule, read, digits) for digits in product(board.digits, repeat=len(rule.cells))):
            raise RuleError(f"{rule} is read as another rule from its text {text!r}")
    return f"it is drawn, with words in {' and '.join(forms) or 'no text format'}"


def _means_the_same(rule: CellRule, others: Iterable[CellRule], digits: Digits) -> bool:
    at = dict(zip(rule.cells, digits, strict=True))
    return rule.holds(digits) == all(other.check(at) for other in others)


def _check_on_a_puzzle(rule: CellRule, alone: Puzzle, allowed: set[Digits]) -> str:
    """The steps of an explanation keep the solutions, and a certificate is verified; returns what was tried.

    On the usual board with one of its grids; if it has none, on that with no other rule.
    """
    if not allowed:
        return "no digits hold, so neither an explanation nor a certificate was tried: give another example"
    board = Board.of_size(alone.board.size).with_rules(rule)
    grids = count_solutions(Puzzle(board, (0,) * len(board.cells)), limit=1).grids
    if grids:
        shown = (0 if i in rule.cells else d for i, d in zip(board.cells, grids[0].values, strict=True))
        puzzle = Puzzle(board, tuple(shown))
    else:
        puzzle, _ = _with_few_solutions(rule, alone, allowed, random.Random(1))
    try:
        solutions = count_solutions(puzzle, limit=None).grids
        steps = explain(puzzle).steps
        if not is_own(rule):
            certify(puzzle).verify()
    except SudokuModelsError as error:
        raise RuleError(f"{rule}: {error}") from error
    for step in steps:
        gone = {(cell, d) for cell, digits in step.removes.items() for d in digits}
        if any((cell, each[cell]) in gone for each in solutions for cell in board.cells):
            raise RuleError(f"{rule}: the step {str(step)!r} removes a digit of a solution")
    proof = "certificates are for rules of the package" if is_own(rule) else "a certificate is verified"
    where = "" if grids else " (on a board with no other rule, because no grid of the usual board satisfies it)"
    return f"an explanation keeps the solutions; {proof}{where}"
