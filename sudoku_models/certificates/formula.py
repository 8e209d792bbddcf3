"""A puzzle as clauses: its conjunctive normal form, and the DIMACS format of SAT solvers."""

from collections.abc import Collection, Generator, Iterable, Iterator, Mapping
from itertools import combinations

from ..puzzles.puzzle import Puzzle
from ..puzzles.rules.rule import CellRule
from ..puzzles.units import Cell

Clause = list[int]
"""Literals: variable v is the literal v, its negation is -v."""


def clauses_of(puzzle: Puzzle) -> list[Clause]:
    """The puzzle in conjunctive normal form: every solution makes every clause true.

    Variable n*k + d, for d in 1..n, is true when the cell k = 0, 1, ... (row by row) holds the digit d. It occurs only
    when the givens leave d possible there: a given has one digit; a blank cell has those that no given peer has.

        each cell holds a digit                                   OR over d of y[i,d]
        no cell holds two                                         not y[i,d] or not y[i,e]
        each unit of n cells has a place for each digit           OR over i of y[i,d]
        no digit is twice in a unit                               not y[i,d] or not y[j,d], for peers i and j

    Each further rule of the board is an automaton that reads the digits of its cells. It has a variable for each state
    that it can be in after a cell, numbered from n^3 + 1, and begins in the state s = 0, which has none:

        a digit leads from state s to state t                     not s or not y[i,d] or t
        a digit leads to no state                                 not s or not y[i,d]

    >>> len(clauses_of(Puzzle.parse("." * 81)))
    10530
    >>> clauses_of(Puzzle.parse("12.. 3412 .143 432."))[:3]
    [[1], [6], [11]]
    """
    return [*derived(puzzle)]


def derived(puzzle: Puzzle) -> Iterator[Clause]:
    """The clauses of a puzzle one by one, because a large board has more of them than fit into the memory."""
    board, n = puzzle.board, puzzle.board.size
    given = puzzle.givens
    number = {cell: k * n for k, cell in enumerate(board.cells)}
    possible: dict[Cell, list[int]] = {}
    for cell in board.cells:
        taken = {given[peer] for peer in board.peers[cell] if peer in given}
        possible[cell] = [given[cell]] if cell in given else [d for d in board.digits if d not in taken]
    for i in board.cells:
        yield [number[i] + d for d in possible[i]]
    for i in board.cells:
        for d, e in combinations(possible[i], 2):
            yield [-number[i] - d, -number[i] - e]
    for unit in board.units:
        if len(unit.cells) == n:
            for d in board.digits:
                yield [number[i] + d for i in unit.cells if d in possible[i]]
    for i in board.cells:
        for j in sorted(board.peers[i]):
            if j > i:
                for d in possible[i]:
                    if d in possible[j]:
                        yield [-number[i] - d, -number[j] - d]
    largest = n**3
    for rule in board.cell_rules:
        largest = yield from clauses_of_rule(rule, number, possible, largest)


def clauses_of_rule(
    rule: CellRule, number: Mapping[Cell, int], possible: Mapping[Cell, Collection[int]], largest: int
) -> Generator[Clause, None, int]:
    """The clauses of a rule's automaton; see `clauses_of`.

    Args:
        rule: The rule.
        number: For each of its cells the number before that of its first variable.
        possible: For each of its cells the digits that have variables.
        largest: The largest number of a variable so far.

    Returns:
        The largest number of a variable after them.
    """
    layers = rule.unfolded(possible[i] for i in rule.cells)
    before: dict[int, list[int]] = {0: []}  # the negation of each state; none for the first
    for k, (i, layer) in enumerate(zip(rule.cells, layers, strict=True), 1):
        leads = {(s, d): t for s, d, t in layer}
        last = k == len(layers)
        after = {} if last else {t: largest + 1 + t for t in sorted({t for _, _, t in layer})}
        for s, negated in before.items():
            for d in possible[i]:
                if (s, d) not in leads:
                    yield [*negated, -number[i] - d]
                elif not last:
                    yield [*negated, -number[i] - d, after[leads[s, d]]]
        largest += len(after)
        before = {t: [-state] for t, state in after.items()}
    return largest


def largest_variable(puzzle: Puzzle, clauses: Iterable[Clause]) -> int:
    """The number of variables: n^3 for the cells and digits, and one for each state of the rules of the board."""
    cells_and_digits = puzzle.board.size**3
    if not puzzle.board.cell_rules:
        return cells_and_digits
    return max(cells_and_digits, *(abs(literal) for clause in clauses for literal in clause))


def blocking(puzzle: Puzzle, values: Iterable[int]) -> Clause:
    """The clause that excludes one grid: some blank cell holds another digit."""
    n = puzzle.board.size
    pairs = enumerate(zip(values, puzzle.values, strict=True))
    return [-(k * n + d) for k, (d, given) in pairs if not given]


def line(clause: Clause) -> str:
    """A clause, or a step of a proof, as a line: its literals, and 0.

    >>> line([1, -2])
    '1 -2 0'
    """
    return " ".join(map(str, [*clause, 0]))


def header(puzzle: Puzzle, clauses: list[Clause]) -> list[str]:
    """The first lines of the DIMACS format: what the variables mean, and the numbers of variables and clauses."""
    n = puzzle.board.size
    meaning = f"c variable {n}*(cell - 1) + digit, cells counted row by row from 1"
    return [meaning, f"p cnf {largest_variable(puzzle, clauses)} {len(clauses)}"]


def dimacs(puzzle: Puzzle, clauses: list[Clause]) -> str:
    """The clauses in the DIMACS format."""
    return "".join(f"{each}\n" for each in [*header(puzzle, clauses), *map(line, clauses)])
