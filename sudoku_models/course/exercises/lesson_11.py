"""Lesson 11, propagation and relaxation: the LP of a unit, digit names, locked candidates, givens."""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import permutations
from typing import Any

from ...backends import Backend
from ...explain.techniques.words import listed
from ...inference.propagation import Domains, HasCells, domains_of, propagate
from ...models.problem import Problem
from ...models.validation import short
from ...puzzles.corpora import corpus
from ...puzzles.puzzle import Grid, Puzzle
from ..exercise import Right, Undecided, Wrong
from ..judges import argument_count, as_python, call_unchanged, formulation, must_be_callable

# -- the linear program of one unit -----------------------------------------------------------------------------------

UnitDomains = dict[str, set[int]]


def _units() -> list[UnitDomains]:
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
        if _fillings(unit) and set().union(*unit.values()) == set(range(1, k + 1)):
            chosen.append(unit)
    return chosen


def _fillings(unit: UnitDomains) -> list[dict[str, int]]:
    """All ways to fill a unit, by enumeration of the permutations of the values."""
    every = permutations(range(1, len(unit) + 1))
    return [dict(zip(unit, p, strict=True)) for p in every if all(d in unit[i] for i, d in zip(unit, p, strict=True))]


def unit_lp(answer: Any) -> str:
    """The rows are compared as sets; enumeration of all fillings decides whether there is one point."""
    must_be_callable(answer, "domains")
    units = _units()
    for unit in units:
        returned = call_unchanged(answer, [unit])
        if not isinstance(returned, tuple | list) or len(returned) != 2:
            raise Wrong(f"the function must return two things, the rows and True or False, not {short(returned)}")
        rows, is_single = returned
        _check_rows(rows, unit)
        if is_single not in (False, True):
            raise Wrong(f"the second thing must be True or False, not {short(is_single)}")
        _check_single(bool(is_single), unit)
    return f"on {len(units)} units: a row for each cell and each value, and a single point where there is one filling"


def _check_rows(rows: Any, unit: UnitDomains) -> None:
    candidates = [(i, d) for i in unit for d in sorted(unit[i])]
    wanted = {tuple(int(i == j) for j, _ in candidates): f"that the cell {i} holds a value" for i in unit}
    every = sorted(set().union(*unit.values()))
    for d in every:  # where a cell and a value have only each other, their rows are the same
        wanted.setdefault(tuple(int(d == e) for _, e in candidates), f"that some cell holds the {d}")
    try:
        found = [tuple(float(number) for number in row) for row in rows]
    except (TypeError, ValueError):
        raise Wrong(f"the rows must be lists of numbers, not {short(rows)}") from None
    for row in found:
        if len(row) != len(candidates):
            raise Wrong(f"of {unit} a row must have {len(candidates)} numbers, one for each candidate, not {len(row)}")
        if row not in wanted:
            raise Wrong(f"of {unit} the row {[_tidy(number) for number in row]} belongs to no cell and to no value")
    for row, says in wanted.items():
        if row not in found:
            raise Wrong(f"of {unit} no row says {says}")
    if len(found) > len(unit) + len(every):
        raise Wrong(f"of {unit} there are {len(found)} rows; {len(unit)} cells and {len(every)} values need no more")


def _check_single(is_single: bool, unit: UnitDomains) -> None:
    fillings = _fillings(unit)
    if is_single and len(fillings) > 1:
        one, two = map(_text, fillings[:2])
        raise Wrong(f"of {unit} the relaxation has more points than one, such as {one}, and {two}")
    if not is_single and len(fillings) == 1:
        raise Wrong(
            f"of {unit} the relaxation is the single point {_text(fillings[0])}: its corners are integral, and "
            "no other filling exists. If you have counted independent rows: they do not include that no y is negative"
        )


def _text(filling: Mapping[str, int]) -> str:
    return ", ".join(f"{i} = {d}" for i, d in filling.items())


def _tidy(number: float) -> float:
    return int(number) if number == int(number) else number


# -- names ------------------------------------------------------------------------------------------------------------

NAMED_BADLY = Puzzle.parse("....4.14.....6..25.....3.25.3.......")


def renamed(puzzle: Puzzle, names: Mapping[int, int]) -> Puzzle:
    """The puzzle with its digits renamed.

    >>> renamed(Puzzle.parse("12.. .... .... ...."), {1: 4, 2: 3, 3: 2, 4: 1}).line()
    '43..............'
    """
    return Puzzle(puzzle.board, tuple(names[d] if d else 0 for d in puzzle.values), puzzle.name)


def rename_digits(answer: Any) -> Right:
    """Any permutation with which bounds consistency decides the puzzle."""
    digits = list(NAMED_BADLY.board.digits)
    if not isinstance(answer, Mapping) or len(answer) != len(digits) or any(d not in answer for d in digits):
        raise Wrong(f"the answer must be a dict that gives each of the digits 1 to 6 its new name, not {short(answer)}")
    names = list(answer.values())
    if any(names.count(d) != 1 for d in digits):
        raise Wrong(f"the new names must be 1 to 6 again, each once, not {short(names)}")
    puzzle = renamed(NAMED_BADLY, {d: int(answer[d]) for d in digits})
    left = propagate(puzzle.board.units, domains_of(puzzle), "bounds")
    assert left is not None  # it has a solution, whatever its digits are called
    if still := [i for i in left if len(left[i]) > 1]:
        i = still[0]
        raise Wrong(
            f"with these names bounds consistency leaves {len(still)} cells open; the cell {i}, for example, may still "
            f"hold {listed(sorted(left[i]))}",
            puzzle,
        )
    grid = Grid(puzzle.board, tuple(min(left[i]) for i in puzzle.board.cells))
    return Right("with these names bounds consistency decides the puzzle, and here it is", puzzle, grid)


# -- two units at a time ----------------------------------------------------------------------------------------------

SMALL = {
    ".....2.4.6.5........54.12..5...3....": "653142142635421356365421214563536214",
    ".2....5..23......61..5...4.6....1...": "423165516234235416164523342651651342",
    "1...52.........2.4....6.5..3..21....": "136452425613651234342165564321213546",
}
"""Puzzles with their solutions."""

SHIPPED = ("easy50:48", "top95:28", "top95:62", "top95:63")
"""On some of these each of the four directions is needed (row or column to box, box to row or column), the first unit
and the last, the digits 1 and 9, and more than one pass."""


def positions() -> Iterator[tuple[Puzzle, Grid, Domains]]:
    """Puzzles that domain consistency does not finish, with their solutions and with what it leaves."""
    known = [(Puzzle.parse(text), tuple(map(int, digits))) for text, digits in SMALL.items()]
    for name in SHIPPED:
        entry = corpus(name.partition(":")[0]).entry(name)
        assert entry.solution is not None
        known.append((entry.puzzle, entry.solution.values))
    for puzzle, digits in known:
        left = propagate(puzzle.board.units, domains_of(puzzle), "domain")
        assert left is not None
        yield puzzle, Grid(puzzle.board, digits), left


def locked_out(units: Iterable[HasCells], domains: Mapping[Any, Iterable[int]]) -> Domains:
    """When the cells of a digit in one unit lie in another unit, remove it from the rest of that one; to fixpoint."""
    left = {i: frozenset(digits) for i, digits in domains.items()}
    scopes = list(units)
    while found := next(_locks(scopes, left), None):
        d, _, _, _, gone = found
        left |= {i: left[i] - {d} for i in gone}
    return left


Lock = tuple[int, HasCells, list[Any], HasCells, list[Any]]
"""A digit, a unit, its cells that can hold the digit, the other unit, and its cells from which it is removed."""


def _locks(units: Sequence[HasCells], domains: Mapping[Any, frozenset[int]]) -> Iterator[Lock]:
    """The applications of the rule to these domains."""
    for u in units:
        for d in sorted(frozenset[int]().union(*(domains[i] for i in u.cells))):
            places = [i for i in u.cells if d in domains[i]]
            for v in units:
                gone = [i for i in v.cells if d in domains[i] and i not in places]
                if v is not u and gone and set(places) <= set(v.cells):
                    yield d, u, places, v, gone


def locked_candidates(answer: Any) -> str:
    """The fixpoint of each position is known; the first difference is reported with its reason."""
    must_be_callable(answer, "units, domains")
    gone = 0
    for puzzle, solution, start in positions():
        units = puzzle.board.units
        right = locked_out(units, start)
        left = _left(_called(answer, puzzle, start), puzzle, start)
        for i in puzzle.board.cells:
            if lost := sorted(right[i] - left[i]):
                why = "where the solution has it" if solution[i] == lost[0] else "where this rule alone leaves it"
                raise Wrong(f"your function takes the {lost[0]} from the cell {i}, {why}", puzzle)
        for d, u, places, v, cells in _locks(units, left):
            fits = f"in {u} the {d} fits only in {listed(places)}, all of them in {v} too"
            raise Wrong(f"your function stops too early: {fits}, so it goes from {listed(cells)}", puzzle)
        gone += sum(len(start[i]) - len(left[i]) for i in start)
    where = f"{len(SMALL) + len(SHIPPED)} positions at which one unit alone says no more"
    return f"your rule takes {gone} candidates from {where}, and not one too many; each direction was needed"


def _called(answer: Any, puzzle: Puzzle, start: Domains) -> Any:
    """What the function returns for sets of its own, which it must not change."""
    domains = {i: set(digits) for i, digits in start.items()}
    returned = as_python(answer(list(puzzle.board.units), domains))
    if changed := [i for i in start if set(domains.get(i, ())) != set(start[i])]:
        raise Wrong(
            f"your function changes the domain of the cell {changed[0]} that it was given; work on a copy", puzzle
        )
    return returned


def _left(answer: Any, puzzle: Puzzle, start: Domains) -> Domains:
    if not isinstance(answer, Mapping) or set(answer) != set(start):
        raise Wrong(f"the function must return the domains, a dict with every cell, not {short(answer)}", puzzle)
    left = {}
    for i, digits in answer.items():
        if not isinstance(digits, Set | list | tuple):
            raise Wrong(f"the domain of the cell {i} must be a set, not {short(digits)}", puzzle)
        if more := sorted(set(digits) - start[i]):
            raise Wrong(f"your function gives the cell {i} the digit {more[0]}, which it did not have before", puzzle)
        left[i] = frozenset(digits)
    return left


# -- givens -----------------------------------------------------------------------------------------------------------


def heard_givens(builder: Any) -> str | Right:
    """A right model with x[cell] whose relaxation decides every cell of a 9x9 puzzle."""

    def has_point(m: Backend, puzzle: Puzzle, variables: dict[Any, Any]) -> None:
        if missing := [i for i in puzzle.board.cells if i not in variables]:
            raise Wrong(
                f"your model has the right solutions, but it must return x, and what it returns has no {missing[0]}"
            )
        if rules := [rule.name for _, rule in m.logic()]:
            raise Wrong(
                f"your model has the right solutions, but {rules[0]!r} is no linear row: use binaries of your own"
            )
        _must_be_exact(Problem(lambda m: builder(m, puzzle)), puzzle)

    must_be_callable(builder, "m, puzzle")
    if argument_count(builder) != 2:
        raise Wrong("use the verbs of m: the function must take (m, puzzle)")
    tried = "your model accepts the solutions of six puzzles from 4x4 to 9x9 and nothing else"
    return formulation(has_point, f"{tried}, and on the 9x9 puzzle its relaxation decides every cell")(builder)


def _must_be_exact(problem: Problem, puzzle: Puzzle) -> None:
    from ...inference.relaxation import has_single_point, relax  # late: they need a solver

    if has_single_point(problem, time_limit=10):  # two LPs; the cells that are open need many
        return
    found = relax(problem, time_limit=10)
    if found.is_single_point is None:
        raise Undecided(f"the relaxation of your model was not solved in 10 seconds: {found.reason}")
    unsettled = [i for i in puzzle.board.cells if i not in found.settled]
    if unsettled:
        i = unsettled[0]
        raise Wrong(
            f"your model has the right solutions, but its relaxation leaves {len(unsettled)} of 81 cells open: at one "
            f"of its points the cell {i} is {found.values[i]:.3g}, and at others it is not. Which variables does a "
            "given fix, and which sums has each cell and each unit?"
        )
