"""Rules of your own, tried by brute force before a puzzle is set with them."""

import random
from collections.abc import Iterable, Iterator
from itertools import product

from ..certificates import certify
from ..certificates.readings import reading_of
from ..errors import CertificateError, InputError, RuleError, SudokuModelsError, UnsupportedError
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
        rule: The rule on a few cells: at most 10,000 combinations of digits.
        n: The number of digits.

    Returns:
        A sentence: what was compared.

    Raises:
        RuleError: When something contradicts `holds`; the message has the digits.

    >>> from sudoku_models.puzzles.rules import Thermometer
    >>> print(check_rule(Thermometer("r1c1 r1c2 r1c3")))  # doctest: +ELLIPSIS
    thermometer on r1c1 r1c2 r1c3: 4 of 64 combinations of digits hold, in ... configurations; ...
    """
    if n ** len(rule.cells) > LARGEST_TABLE:
        raise RuleError(f"the rule {str(rule)!r} has too many cells to be tried; give an example on fewer")
    puzzle = _alone(rule, n)
    board = puzzle.board
    every = [*product(board.digits, repeat=len(rule.cells))]
    held = {digits for digits in every if rule.holds(digits)}
    allowed = {digits for digits in held if _differ(puzzle, rule.cells, board.units, digits)}
    for digits in every:
        kept = rule.violation(digits) == 0 and _differ(puzzle, rule.cells, rule.units(board), digits)
        if kept != (digits in held):
            says = "holds" if digits in held else "does not hold"
            raise RuleError(
                f"{rule}: the violation of {_words(digits)} is {rule.violation(digits)}, and the rule {says} for them"
            )
    if not is_own(rule):
        _check_reading(rule, every, held)
    _check_possible(rule, board, held)
    stated = _check_stated(rule, puzzle, allowed)
    _check_shown(rule, board)
    found = [f"{len(allowed)} of {len(every)} combinations of digits hold, in {stated}", "it is drawn"]
    found += _check_on_a_puzzle(rule, n)
    return f"{rule}: {'; '.join(found)}"


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
    try:
        reading = reading_of(as_record(rule), len(rule.cells))
    except CertificateError as error:
        raise RuleError(f"{rule}: {error}") from error
    for digits in every:
        if reading.allows(digits) != (digits in held):
            verb = "forbids" if digits in held else "allows"
            raise RuleError(
                f"{rule}: its statement in certificates/readings.py {verb} {_words(digits)}; holds says the contrary"
            )


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
        given = dict[int, int]()
        left = allowed
        while is_cut and len(left) > MOST_CUT:
            given[len(given)] = rng.choice(sorted(left))[len(given)]
            left = {digits for digits in left if all(digits[k] == d for k, d in given.items())}
        fixed = alone.givens | {rule.cells[k]: d for k, d in given.items()}
        puzzle = Puzzle(alone.board, tuple(fixed.get(cell, 0) for cell in alone.board.cells))
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
        except SudokuModelsError as error:
            raise RuleError(f"{rule}, with {each}: {error}") from error
        found = {tuple(grid[i] for i in rule.cells) for grid in count.grids}
        for digits in sorted(found ^ left):
            verb = "allows" if digits in found else "forbids"
            raise RuleError(f"{rule}, as it is stated with {each}, {verb} {_words(digits)}; holds says the contrary")
        if count.status != "exact":
            raise RuleError(f"{rule}, with {each}: the count is not exact, because {count.reason}")
    number = len(chosen) - sum(refused.values())
    if not number:
        raise RuleError(f"{rule} is refused by every solver: {refusal}")
    return f"{number} configurations{''.join(f' ({name} refuses {times})' for name, times in refused.items())}"


def _check_shown(rule: CellRule, board: Board) -> None:
    """It has a drawing and words, and each format that writes it reads it again."""
    if not drawing(board).elements or not all(meanings(board)):
        raise RuleError(f"{rule} has no drawing, or no words")
    for form, has_it in (("iss", rule.iss), ("fpuzzles", rule.fpuzzles)):
        if has_it:
            usual = Board.of_size(board.size).with_rules(rule)
            text = Puzzle(usual, (0,) * len(usual.cells)).text(form)
            read = Puzzle.parse(text).board.cell_rules
            if not all(_means_the_same(rule, read, digits) for digits in product(board.digits, repeat=len(rule.cells))):
                raise RuleError(f"{rule} is read as another rule from its text {text!r}")


def _means_the_same(rule: CellRule, others: Iterable[CellRule], digits: Digits) -> bool:
    at = dict(zip(rule.cells, digits, strict=True))
    return rule.holds(digits) == all(other.check(at) for other in others)


def _check_on_a_puzzle(rule: CellRule, n: int) -> Iterator[str]:
    """On the usual board, the steps of an explanation keep the solution, and a certificate is accepted."""
    board = Board.of_size(n).with_rules(rule)
    count = count_solutions(Puzzle(board, (0,) * len(board.cells)), limit=1)
    if not count.grids:
        yield "no grid of the usual board satisfies it"
        return
    grid = count.grids[0]
    puzzle = Puzzle(
        board, tuple(0 if cell in rule.cells else d for cell, d in zip(board.cells, grid.values, strict=True))
    )
    solutions = count_solutions(puzzle, limit=None).grids
    for step in explain(puzzle).steps:
        gone = {(cell, d) for cell, digits in step.removes.items() for d in digits}
        if any((cell, each[cell]) in gone for each in solutions for cell in board.cells):
            raise RuleError(f"{rule}: the step {str(step)!r} removes a digit of a solution")
    yield "an explanation keeps its solutions"
    if not is_own(rule):
        certificate = certify(puzzle)
        certificate.verify()
        yield f"a certificate of {certificate.count} solutions is verified"
