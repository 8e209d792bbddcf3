"""Lesson 11, propagation and relaxation: the LP of a unit, digit names, locked candidates, givens.

## unit-lp: Write the LP of a unit

1. A row is a list of 0s and 1s: which of the candidates (i, d) does the equation of a cell add up, and which that of a
   value? For the second question, read again what holds where the relaxation is a single point.
2. The row of a cell i has a 1 for each candidate (i, d), that of a value d a 1 for each candidate (i, d). The
   relaxation is a single point exactly when naked singles leave one digit in each cell.
3. [int(i == j) for j, _ in candidates] is the row of the cell i. With unit = [sm.Unit('the unit', tuple(domains))] and
   frozensets for the domains, propagate(unit, ..., 'values') runs the naked singles.

## rename-digits: Rename the digits

1. Bounds consistency sees a value only at an end of a domain. Which digits are in the middle where it stops?
2. There are only 720 renamings: try them all. Rename the givens, propagate with 'bounds', and stop when each domain has
   one digit.
3. For p in permutations(range(1, 7)) of itertools, let names = dict(zip(range(1, 7), p)); the puzzle is then
   sm.Puzzle(board, tuple(names[d] if d else 0 for d in badly_named.values)).

## locked-candidates: Combine two units

1. For one unit and one digit: in which cells of the unit can the digit still be? Compare these with each other unit.
2. For each pair of units u and v and each digit d, let places be the cells of u that can hold d. If all of them are in
   v, remove d from the cells of v that are not among them. Repeat all of this until nothing changes.
3. Begin with a copy, {i: set(digits) for i, digits in domains.items()}. The test is places <= set(v.cells), with places
   a set, and the cells to change are set(v.cells) - places.

## heard-givens: Tie the givens to the binaries

1. Take the assignment model, and add the integers x with one equation for each cell. Where does a given have to be
   stated, so that the relaxation uses it?
2. In the relaxation, x = 5 allows half a 4 and half a 6. So fix the binary of the given digit to 1; the equation of the
   cell then gives x its value.
3. The tie of a cell is m.dot([*digits, -1], [*(y[i, d] for d in digits), x[i]]) == 0, and a given is m.fix(y[i, d], 1).
   Every cell has one digit, and every unit each digit once.
"""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import permutations
from random import Random
from typing import Any

from sudoku_models.course.answers import call_unchanged, must_fit
from sudoku_models.course.exams import Asked, question
from sudoku_models.course.exercise import Function, Right, Wrong
from sudoku_models.course.judges import function
from sudoku_models.course.models import formulation
from sudoku_models.inference.filters import Domains, HasCells
from sudoku_models.inference.propagation import domains_of, propagate
from sudoku_models.models.problem import Problem
from sudoku_models.models.validation import Undecided, UserModel, argument_count, short
from sudoku_models.puzzles.cell_names import listed
from sudoku_models.puzzles.corpora import corpus
from sudoku_models.puzzles.puzzle import Grid, Puzzle

# -- the linear program of one unit ------------------------------------------------------------------------------------

UnitDomains = dict[str, set[int]]


def units() -> list[UnitDomains]:
    """Units with as many values as cells that can be filled: a few chosen ones, then random ones."""
    chosen: list[UnitDomains] = [
        {"a": {1, 2}, "b": {1, 2}},
        {"a": {1}, "b": {1, 2}},
        {"a": {1}, "b": {1, 2}, "c": {1, 2, 3}},
        {"a": {1, 2, 3}, "b": {2, 3}, "c": {2, 3}},
        {"a": {1, 2}, "b": {2, 3}, "c": {1, 3}},
    ]
    rng = random.Random(1946)
    while len(chosen) < 45:
        k = rng.randint(2, 5)
        unit = {name: set(rng.sample(range(1, k + 1), rng.randint(1, k))) for name in "abcde"[:k]}
        if fillings(unit) and set().union(*unit.values()) == set(range(1, k + 1)):
            chosen.append(unit)
    return chosen


def fillings(unit: UnitDomains) -> list[dict[str, int]]:
    """All ways to fill a unit, by enumeration of the permutations of the values."""
    every = (dict(zip(unit, p, strict=True)) for p in permutations(range(1, len(unit) + 1)))
    return [filling for filling in every if all(d in unit[i] for i, d in filling.items())]


def unit_lp(answer: Function) -> str:
    """The rows are compared as sets; enumeration of all fillings decides whether there is one point."""
    every = units()
    for unit in every:
        returned = call_unchanged(answer, [unit])
        must_fit(
            returned,
            ([[float]], int | float),
            "the function must return two things, lists of numbers and True or False",
        )
        rows, is_single = returned
        _must_be_the_rows([tuple(map(float, row)) for row in rows], unit)
        found = fillings(unit)
        if is_single and len(found) > 1:
            raise Wrong(f"of {unit} the relaxation has more points than one, such as {found[0]}, and {found[1]}")
        if not is_single and len(found) == 1:
            rank = "If you have counted independent rows: they do not include that no y is negative"
            raise Wrong(f"of {unit} the relaxation is the single point {found[0]}: no other filling exists. {rank}")
    return f"on {len(every)} units: a row for each cell and each value, and a single point where there is one filling"


def _must_be_the_rows(rows: list[tuple[float, ...]], unit: UnitDomains) -> None:
    candidates = [(i, d) for i in unit for d in sorted(unit[i])]
    wanted = {tuple(float(i == j) for j, _ in candidates): f"that the cell {i} holds a value" for i in unit}
    values = sorted(set().union(*unit.values()))
    for d in values:  # where a cell and a value have only each other, their rows are the same
        wanted.setdefault(tuple(float(d == e) for _, e in candidates), f"that some cell holds the {d}")
    for row in rows:
        if len(row) != len(candidates):
            raise Wrong(f"of {unit} a row must have {len(candidates)} numbers, one for each candidate, not {len(row)}")
        if row not in wanted:
            raise Wrong(f"of {unit} the row {[f'{number:g}' for number in row]} belongs to no cell and to no value")
    for row, says in wanted.items():
        if row not in rows:
            raise Wrong(f"of {unit} no row says {says}")
    if len(rows) > len(unit) + len(values):
        raise Wrong(f"of {unit} there are {len(rows)} rows; {len(unit)} cells and {len(values)} values need no more")


# -- names -------------------------------------------------------------------------------------------------------------

NAMED_BADLY = Puzzle.parse("....4.14.....6..25.....3.25.3.......")


def rename_digits(answer: Any) -> Right:
    """Any permutation with which bounds consistency decides the puzzle."""
    board = NAMED_BADLY.board
    digits = frozenset(board.digits)
    must_fit(answer, {digits: digits}, "the answer must be a dict that gives each of the digits 1 to 6 its new name")
    if not len(answer) == len({*answer.values()}) == len(digits):
        raise Wrong(f"each of the digits 1 to 6 must have a new name, each another one: {short(answer)}")
    puzzle = Puzzle(board, tuple(int(answer[d]) if d else 0 for d in NAMED_BADLY.values), NAMED_BADLY.name)
    left = propagate(board.units, domains_of(puzzle), "bounds")
    assert left is not None  # it has a solution, whatever its digits are called
    if still := [i for i in left if len(left[i]) > 1]:
        may = f"the cell {still[0]}, for example, may still hold {listed(sorted(left[still[0]]))}"
        raise Wrong(f"with these names bounds consistency leaves {len(still)} cells open; {may}", puzzle)
    grid = Grid(board, tuple(min(left[i]) for i in board.cells))
    return Right("with these names bounds consistency decides the puzzle, and here it is", puzzle, grid)


# -- two units at a time -----------------------------------------------------------------------------------------------

SMALL = {
    ".....2.4.6.5........54.12..5...3....": "653142142635421356365421214563536214",
    ".2....5..23......61..5...4.6....1...": "423165516234235416164523342651651342",
    "1...52.........2.4....6.5..3..21....": "136452425613651234342165564321213546",
}
"""Puzzles with their solutions."""

SHIPPED = ("easy50:48", "top95:28", "top95:62", "top95:63")
"""On some of these each of the four directions is needed (row or column to box, box to row or column), the first unit
and the last, the digits 1 and 9, and more than one pass."""


@cache
def positions() -> list[tuple[Puzzle, Grid, Domains]]:
    """Puzzles that domain consistency does not finish, with their solutions and with what it leaves."""
    known = [(Puzzle.parse(text), tuple(map(int, digits))) for text, digits in SMALL.items()]
    for entry in (corpus(name.partition(":")[0]).entry(name) for name in SHIPPED):
        assert entry.solution is not None
        known.append((entry.puzzle, entry.solution.values))
    found = []
    for puzzle, digits in known:
        left = propagate(puzzle.board.units, domains_of(puzzle), "domain")
        assert left is not None
        found.append((puzzle, Grid(puzzle.board, digits), left))
    return found


def locked_out(units: Iterable[HasCells], domains: Mapping[Any, Iterable[int]]) -> Domains:
    """When the cells of a digit in one unit lie in another unit, remove it from the rest of that one; to fixpoint."""
    left = {i: frozenset(digits) for i, digits in domains.items()}
    scopes = list(units)
    while found := next(_locks(scopes, left), None):
        left |= {i: left[i] - {found[0]} for i in found[-1]}
    return left


Lock = tuple[int, HasCells, list[Any], HasCells, list[Any]]
"""A digit, a unit, its cells that can hold the digit, the other unit, and its cells from which it is removed."""


def _locks(units: Sequence[HasCells], domains: Mapping[Any, frozenset[int]]) -> Iterator[Lock]:
    """The applications of the rule to these domains."""
    for u in units:
        for d in sorted(frozenset[int]().union(*(domains[i] for i in u.cells))):
            fits = [i for i in u.cells if d in domains[i]]
            for v in units:
                gone = [i for i in v.cells if d in domains[i] and i not in fits]
                if v is not u and gone and set(fits) <= set(v.cells):
                    yield d, u, fits, v, gone


def _not_the_fixpoint(got: Any, right: Domains, units: Sequence[HasCells], domains: Domains) -> Wrong:
    puzzle, solution, start = next(each for each in positions() if each[-1] == domains)
    if got.keys() != start.keys():
        return Wrong(f"the function must return the domains of all {len(start)} cells, and no others", puzzle)
    for i in start:
        if more := sorted(set(got[i]) - start[i]):
            return Wrong(f"your function gives the cell {i} the digit {more[0]}, which it did not have", puzzle)
        if lost := sorted(right[i] - set(got[i])):
            why = "where the solution has it" if solution[i] == lost[0] else "where this rule alone leaves it"
            return Wrong(f"your function takes the {lost[0]} from the cell {i}, {why}", puzzle)
    lock = next(_locks(units, {i: frozenset(got[i]) for i in got}), None)
    if lock is None:
        return Wrong("your function gives a cell the same digit twice; return sets", puzzle)
    d, u, fits, v, cells = lock
    why = f"in {u} the {d} fits only in {listed(fits)}, all of them in {v} too"
    return Wrong(f"your function stops too early: {why}, so it goes from {listed(cells)}", puzzle)


locked_candidates = function(
    locked_out,
    lambda: [([*puzzle.board.units], {i: {*digits} for i, digits in left.items()}) for puzzle, _, left in positions()],
    "your rule takes what it can, and not one candidate too many, at {n} positions where one unit alone says no more",
    returns=({object: [int]}, "the domains, a dict with a set for every cell"),
    objection=_not_the_fixpoint,
)


# -- givens ------------------------------------------------------------------------------------------------------------


def _must_be_exact(user: UserModel, builder: Any) -> None:
    from sudoku_models.inference.relaxation import has_single_point, relax  # late: they need a solver

    right, puzzle = "your model has the right solutions, but", user.puzzle
    if user.is_binary:
        raise Wrong(f"{right} it must return x, and what it returns has no {puzzle.board.cells[0]}")
    if rules := [rule.name for _, rule in user.m.logic()]:
        raise Wrong(f"{right} {rules[0]!r} is no linear row: use binaries of your own")
    problem = Problem(lambda m: builder(m, puzzle))
    if has_single_point(problem, time_limit=10):  # two LPs; the cells that are open need many
        return
    found = relax(problem, time_limit=10)
    if found.is_single_point is None:
        raise Undecided(f"the relaxation of your model was not solved in 10 seconds: {found.reason}")
    if still := [i for i in puzzle.board.cells if i not in found.settled]:
        at = f"at one of its points the cell {still[0]} is {found.values[still[0]]:.3g}, and at others it is not"
        ask = "Which variables does a given fix, and which sums has each cell and each unit?"
        raise Wrong(f"{right} its relaxation leaves {len(still)} of 81 cells open: {at}. {ask}")


def heard_givens(builder: Function) -> Any:
    """A right model with x[cell] whose relaxation decides every cell of a 9x9 puzzle."""
    if argument_count(builder) != 2:
        raise Wrong("use the verbs of m: the function must take (m, puzzle)")
    tried = "your model accepts the solutions of six puzzles from 4x4 to 9x9 and nothing else"
    decides = f"{tried}, and on the 9x9 puzzle its relaxation decides every cell"
    return formulation(lambda user: _must_be_exact(user, builder), decides)(builder)


# -- examination -------------------------------------------------------------------------------------------------------


@question(1, 1, 2)
def relaxation_or_propagation(rng: Random) -> Asked:
    k, n = rng.randint(2, 3), rng.randint(4, 5)
    names = "abcde"[:n]
    return Asked(
        f"{n} variables {', '.join(names)} with the domain 1 to {k} each shall be pairwise different. What does forward checking "
        "find before it has assigned anything, what domain consistency of one all-different constraint, and what the LP "
        "relaxation of the assignment model?",
        f"Forward checking: **nothing**. All-different: **a failure**, {n} variables share {k} values. The LP: also **infeasible**: "
        f"adding the {n} equations of the variables gives {n}, adding the rows of the {k} values gives at most {k}.",
        (n, k),
    )
