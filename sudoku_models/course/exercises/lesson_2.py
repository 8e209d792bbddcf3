"""Lesson 2, make "not equal" linear."""

import math
from itertools import combinations
from random import Random
from typing import Any

from ...backends import Linear, NotEqual
from ...models.validation import UserModel, argument_count, define, first_counterexample, short
from ...puzzles.known_solutions import known_puzzles
from ...puzzles.puzzle import Grid, Puzzle
from ...puzzles.units import Cell
from ..exercise import Right, Wrong
from ..judges import function, value
from ..models import formulation
from ..optima import Ranges, optimum_at

count_pairs = value(
    810,
    {
        1620: "1620 counts every pair from both ends: (i, j) and (j, i) are one pair",
        972: "972 = 27 * 36 counts some pairs twice: two cells of a box that are in one row share two units",
        3240: "3240 = 81 * 80 / 2 counts all pairs of cells, but not every two cells share a unit",
        20: "20 is the number of peers of one cell; how many pairs does that make for 81 cells?",
    },
    praise="81 cells with 20 peers each make 81 * 20 / 2 = 810 pairs",
    hint="a cell has 8 peers in its row, 8 in its column, and some more in its box",
)


def _one_not_equal_a_pair(user: UserModel) -> None:
    """Reject a correct model that is not the pairwise one."""
    rules = user.m.read(user.m.constraints())
    unequal = [rule for rule in rules if isinstance(rule, NotEqual)]
    column = {i: user.m.column(x) for i, x in user.variables.items()}
    asked = {frozenset((column[i], column[j])) for i, j in user.puzzle.board.pairs}
    if missing := len(asked - {frozenset(rule.difference.columns) for rule in unequal}):
        raise Wrong(f"your model is right, but of the {len(asked)} pairs {missing} have no m.not_equal of their own")
    names = [rule.name for rule in unequal]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise Wrong(f"your model is right, but {names.count(twice)} inequalities have the name {twice!r}")
    if len(unequal) > len(asked):
        raise Wrong(f"your model is right, but defines {len(unequal)} inequalities for {len(asked)} pairs")
    if others := [rule.name for rule in rules if not isinstance(rule, NotEqual | Linear)]:
        raise Wrong(f"your model is right, but not by pairs alone: {short(others[0])} is another logical constraint")


pairwise = formulation(
    _one_not_equal_a_pair,
    "your model states 810 inequalities, and accepts every solution of the test puzzles and nothing else",
)


def _domains() -> list[tuple[int, int, int, int]]:
    random = Random(0)
    starts = [(random.randint(-5, 9), random.randint(-5, 9)) for _ in range(40)]
    more = [(p, p + random.randint(0, 6), r, r + random.randint(1, 6)) for p, r in starts]
    return [(1, 9, 1, 9), (1, 4, 1, 4), (1, 9, 3, 5), (3, 5, 1, 9), (1, 3, 5, 9), (5, 9, 1, 3), (-4, 0, 2, 2), *more]


def _wrong_m(big: float, right: int, p: int, q: int, r: int, s: int) -> str:
    if big > right:
        return f"it is large enough, but {right} accepts every pair as well"
    a, b = max(((a, b) for a in (p, q) for b in (r, s)), key=lambda pair: abs(pair[0] - pair[1]))
    return f"it loses the pair a = {a}, b = {b}: neither z = 0 nor z = 1 keeps both rows"


smallest_m = function(
    lambda p, q, r, s: max(abs(a - b) for a in (p, q) for b in (r, s)) + 1,
    _domains,
    "on all {n} pairs of domains your M accepts every pair, and M - 1 does not",
    returns=(float, "a number"),
    objection=_wrong_m,
)


def big_m_by_hand(builder: Any) -> str:
    """The model must be correct, with two rows for each pair and each M the smallest possible."""
    puzzle, small = known_puzzles()[-1][0], known_puzzles()[0][0]
    if _has_disjunctions(builder, small):
        raise Wrong(
            "your model has disjunctions, so Pyomo.GDP writes the rows; write the two rows of each pair yourself"
        )
    found, n = _big_ms(define(builder, puzzle)), puzzle.board.size
    if example := first_counterexample(builder):
        big, name = min(found.values(), default=(n, ""))
        why = f". On the 9x9 board {name!r} has M = {big:g}, and the smallest right one is {n}" if big < n else ""
        raise Wrong(example.sentence + why, example.puzzle, example.grid)
    if not found:
        raise Wrong("your model is right, but it has no row with two cells and an order binary, which was asked for")
    for i, j in [(i, j) for pair in puzzle.board.pairs for i, j in (pair, pair[::-1])]:
        if (i, j) not in found:
            raise Wrong(f"your model is right, but it has no row with a binary that says when {i} exceeds {j}")
    for other in (puzzle, small, known_puzzles()[4][0]):
        size = other.board.size
        big, name = max(_big_ms(define(builder, other)).values(), default=(0, ""))
        if big > size:
            on = f"on the {size}x{size} board {name!r} has M = {big:g}"
            raise Wrong(f"your model is right, but {on}; {size} is enough, and the relaxation is tighter")
    return f"{len(found)} rows with M = {n} on the 9x9 board, and on all test puzzles every solution and nothing else"


def _has_disjunctions(builder: Any, puzzle: Puzzle) -> bool:
    """Whether the answer is a Pyomo model with active disjunctions."""
    model: Any = builder(puzzle) if argument_count(builder) == 1 else None  # the verbs have none
    if model is None or type(model).__module__.partition(".")[0] != "pyomo":
        return False
    from pyomo.gdp import Disjunction

    return any(model.component_data_objects(Disjunction, active=True))


def _big_ms(model: UserModel) -> dict[tuple[Cell, Cell], tuple[float, str]]:
    """The largest M and the name of the rows "x[i] - x[j] >= 1 - M + M z", or so, by the pair (i, j)."""
    m, found = model.m, dict[tuple[Cell, Cell], tuple[float, str]]()
    cells = {m.column(x): i for i, x in model.variables.items()}
    for rule in m.read(m.constraints()):
        if not isinstance(rule, Linear):
            continue
        held = {column: c for column, c in zip(rule.columns, rule.coefficients, strict=True) if c}
        sides = {c: cells[column] for column, c in held.items() if column in cells}
        others = [(column, c) for column, c in held.items() if column not in cells]
        if len(sides) != 2 or sum(sides) != 0 or len(others) != 1 or m.declared(others[0][0]) != (0, 1):
            continue
        scale = max(sides)
        pair = (sides[scale], sides[-scale])
        for ends, bound in ((pair, rule.lower), (pair[::-1], rule.upper)):
            if abs(bound) < math.inf:
                entry = (abs(others[0][1]) / scale, rule.name)
                found[ends] = max(found.get(ends, entry), entry)
    return found


def ranks_alone(builder: Any) -> Right:
    """The rank equations and nothing else: what they imply must hold, and what they allow must be allowed.

    By Landau's theorem the ranks of a unit, whose order binaries may go round in circles, are all numbers of which any
    k add up to 1 + ... + k at least, and all n to exactly that.
    """
    empty = define(builder, Puzzle.parse("." * 16))
    _must_be_of_binaries(empty)
    for puzzle, grids in known_puzzles():
        grid = min(grids, key=Grid.line, default=None)
        if grid is not None and optimum_at(define(builder, puzzle), grid) is None:
            raise Wrong("your model forbids this solution; the rank equations alone do not", puzzle, grid)
    _must_imply_ranks(empty)
    shown = first_counterexample(builder)
    if shown is None:
        raise Wrong("your model is right on all puzzles that were tried: nothing is broken. Is there a big-M row left?")
    if shown.grid and (lost := [i for i, d in shown.puzzle.givens.items() if shown.grid[i] != d]):
        forgets = f"your model forgets the givens: it lets {lost[0]} hold {shown.grid[lost[0]]}"
        raise Wrong(f"{forgets}. That breaks it too, but it is not what was asked", shown.puzzle, shown.grid)
    for digits in CIRCLES:
        if optimum_at(empty, grid := Grid(empty.puzzle.board, digits)) is None:
            allowed = "for which there are order binaries that satisfy all rank equations"
            raise Wrong(f"your model forbids this grid, {allowed}; is there another constraint?", grid=grid)
    why = "The order binaries of three cells may go round in a circle, and then all three have the same rank"
    return Right(f"broken as asked: {shown.sentence}. {why}", shown.puzzle, shown.grid)


CIRCLES = (
    (2, 4, 2, 2, 1, 3, 3, 3, 4, 2, 3, 1, 3, 1, 2, 4),
    (3, 1, 4, 2, 3, 3, 3, 1, 1, 3, 2, 4, 3, 3, 1, 3),
    (3, 3, 1, 3, 1, 3, 4, 2, 4, 1, 2, 3, 2, 3, 3, 2),
    (3, 2, 4, 1, 1, 4, 3, 2, 3, 1, 2, 4, 3, 3, 1, 3),
)
"""Grids of 4x4 cells, by rows, that satisfy the rank equations and are no solutions; a test checks both."""


def _must_be_of_binaries(user: UserModel) -> None:
    """The model is linear over the cells, and every further variable is a binary."""
    if user.is_binary:
        raise Wrong("the function must return x, a dict with an integer variable for each cell")
    if user.m.logic():
        raise Wrong("the rank equations are sums; your model has logical constraints too")
    user.m.read(user.m.constraints())  # finds variables that were added without the verbs
    others = set(range(len(user.m.variables))) - {user.m.column(x) for x in user.variables.values()}
    if not others:
        raise Wrong("your model has no order binaries; a rank counts them: m.bool_vars('z', board.pairs)")
    for k in others:
        if not user.m.is_integer(k) or user.m.declared(k) != (0, 1):
            raise Wrong(f"your variable {user.m.variables[k]} is no binary, and an order variable must be one")


def _must_imply_ranks(user: UserModel) -> None:
    """Of each unit of the empty 4x4 board, the sum is 10, and any two cells add up to 3 at least and to 7 at most."""
    ranges, column = Ranges(user.m), {i: user.m.column(x) for i, x in user.variables.items()}
    for unit in user.puzzle.board.units:
        for cells, low, high in ((unit.cells, 10, 10), *((pair, 3, 7) for pair in combinations(unit.cells, 2))):
            for sign, bound in ((1, low), (-1, -high)):
                values = ranges.below({column[i]: sign for i in cells}, bound)
                if values is not None:
                    total = sum(round(values[column[i]]) for i in cells)
                    must = f"by the rank equations of {unit} the cells {short(cells)} add up to {low} to {high}"
                    raise Wrong(
                        f"{must}, but in your model they may add up to {total}: an equation is missing or wrong"
                    )
