"""Lesson 2, make "not equal" linear."""

from typing import Any

import numpy as np

from ...backends import Backend, Linear, NotEqual
from ...inference.relaxation import relax
from ...models import results as answers
from ...models.problem import Problem
from ...models.validation import UserModel
from ...puzzles.known_solutions import known_puzzles
from ...puzzles.puzzle import Puzzle
from ..exercise import Right, Wrong, exercise
from ..judges import argument_count, define, first_counterexample, formulation, value

exercise(
    "count-pairs",
    lesson=2,
    title="Count the pairs",
    judge=value(
        810,
        {
            1620: "1620 counts every pair from both ends: (i, j) and (j, i) are one pair",
            972: "972 = 27 * 36 counts some pairs twice: two cells of a box that are in one row share two units",
            3240: "3240 = 81 * 80 / 2 counts all pairs of cells, but not every two cells share a unit",
            20: "20 is the number of peers of one cell; how many pairs does that make for 81 cells?",
        },
        praise="81 cells with 20 peers each make 81 * 20 / 2 = 810 pairs",
        hint="a cell has 8 peers in its row, 8 in its column, and some more in its box",
    ),
    hints=(
        "Begin with one cell: how many others share a row, a column or a box with it?",
        "A cell has 8 peers in its row, 8 in its column, and in its box those that are in neither.",
        "Multiply the number of peers of a cell by 81. That counts each pair twice, once from either end.",
    ),
)


def _one_not_equal_a_pair(m: Backend, puzzle: Puzzle, variables: dict[Any, Any]) -> None:
    """Reject a correct model that is not the pairwise one."""
    rules = [rule for rule in m.read(m.constraints()) if isinstance(rule, NotEqual)]
    pairs = {frozenset(rule.difference.columns) for rule in rules}
    asked = {frozenset((m.column(variables[i]), m.column(variables[j]))) for i, j in puzzle.board.pairs}
    if missing := len(asked - pairs):
        raise Wrong(
            f"your model is right, but it is not the pairwise one: {missing} of the {len(asked)} pairs have no "
            "m.not_equal of their own"
        )
    names = [rule.name for rule in rules]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise Wrong(
            f"your model is right, but {names.count(twice)} inequalities have the name {twice!r}; each needs its own"
        )
    if len(rules) > len(asked):
        raise Wrong(f"your model is right, but defines {len(rules)} inequalities for {len(asked)} pairs")


exercise(
    "pairwise",
    lesson=2,
    title="State the pairwise model",
    judge=formulation(
        also=_one_not_equal_a_pair,
        praise="your model states 810 inequalities, and accepts every solution of the test puzzles and nothing else",
    ),
)


@exercise("smallest-m", lesson=2, title="Find the smallest M")
def smallest_m(smallest: Any) -> str:
    """Compare with the smallest M by enumeration of all pairs."""
    cases = [(1, 9, 1, 9), (1, 4, 1, 4), (1, 9, 3, 5), (3, 5, 1, 9), (1, 3, 5, 9), (5, 9, 1, 3), (-4, 0, 2, 2)]
    for p, q, r, s in cases:
        big, where = smallest(p, q, r, s), f"for a in {p}..{q} and b in {r}..{s} your M is"
        if isinstance(big, bool) or not isinstance(big, int | float | np.number):
            raise Wrong(f"{where} {big!r}; it must be a number")
        pairs = [(a, b) for a in range(p, q + 1) for b in range(r, s + 1) if a != b]
        right = max(abs(a - b) for a, b in pairs) + 1
        if big < right:
            a, b = max(pairs, key=lambda pair: abs(pair[0] - pair[1]))
            raise Wrong(
                f"{where} {big}, which loses the pair a = {a}, b = {b}: neither z = 0 nor z = 1 keeps both rows"
            )
        if big > right:
            raise Wrong(f"{where} {big}; it is large enough, but {right} accepts every pair as well")
    return f"on all {len(cases)} pairs of domains your M accepts every pair, and M - 1 does not"


@exercise("big-m-by-hand", lesson=2, title="Write the rows by hand")
def big_m_by_hand(builder: Any) -> str:
    """The model must be correct, and each M the smallest possible."""
    puzzle, small = known_puzzles()[-1][0], known_puzzles()[0][0]
    n = puzzle.board.size
    if _has_disjunctions(builder, small):
        raise Wrong(
            "your model leaves the rows to Pyomo.GDP: it has disjunctions; write the two rows of each pair yourself"
        )
    constants = _big_ms(define(builder, puzzle))
    if example := first_counterexample(builder):
        why = ""
        big, name = min(constants, default=(n, ""))
        if big < n:
            why = f". On the 9x9 board {_row_named(name)} has M = {big:g}, and the smallest right one is {n}"
        raise Wrong(example.sentence + why, example.puzzle, example.grid)
    if not constants:
        raise Wrong("your model is right, but it has no row with two cells and an order binary, which was asked for")
    for size, found in ((n, constants), (small.board.size, _big_ms(define(builder, small)))):
        big, name = max(found)
        if big > size:
            raise Wrong(
                f"your model is right, but on the {size}x{size} board {_row_named(name)} has M = {big:g}; {size} is "
                "enough, and the relaxation is tighter"
            )
    return (
        f"{len(constants)} rows with M = {n} on the 9x9 board, and on all test puzzles every solution and nothing else"
    )


def _has_disjunctions(builder: Any, puzzle: Puzzle) -> bool:
    """Whether the answer is a Pyomo model with active disjunctions."""
    from pyomo.gdp import Disjunction

    if argument_count(builder) == 2:  # the verbs have none
        return False
    model = builder(puzzle)
    look = getattr(model, "component_data_objects", None)
    return look is not None and any(look(Disjunction, active=True))


def _row_named(name: str) -> str:
    return f"your row {name!r}" if name else "a row of yours"


def _big_ms(model: UserModel) -> list[tuple[float, str]]:
    """M and the name of each row with two cells and a binary."""
    m, found = model.m, []
    cells = {m.column(x) for x in model.variables.values()}
    for rule in m.read(m.constraints()):
        if isinstance(rule, Linear):
            held = {column: c for column, c in zip(rule.columns, rule.coefficients, strict=True) if c}
            ms = [abs(c) for column, c in held.items() if column not in cells and m.declared(column) == (0, 1)]
            if len(held) == 3 and len(ms) == 1:
                found.append((ms[0], rule.name))
    return found


@exercise("ranks-alone", lesson=2, title="Break a model: rank equations alone")
def ranks_alone(builder: Any) -> Right:
    """The rank equations must exist, and the model must accept all solutions and something else."""
    define(builder, known_puzzles()[0][0])  # reports an invalid return value
    for puzzle, grids in known_puzzles():
        for grid in sorted(grids, key=lambda grid: grid.line())[:1]:
            filled = Puzzle(grid.board, grid.values, name=puzzle.name)
            if _problem(builder, filled).solve("highs", time_limit=10).status is answers.Status.INFEASIBLE:
                raise Wrong("your model forbids this solution; the rank equations alone do not", puzzle, grid)
    empty = Puzzle.parse("." * 16)
    for unit in empty.board.units:
        ends = [relax(_problem(builder, empty), dict.fromkeys(unit.cells, sign)).objective for sign in (1.0, -1.0)]
        if any(end is None or abs(abs(end) - 10) > 1e-6 for end in ends):
            raise Wrong(
                f"the rank equations of a unit add up to x1 + ... + xn = 1 + ... + n, but in your model the sum over "
                f"{unit} of the 4x4 board may be something else: an equation is missing or wrong"
            )
    shown = first_counterexample(builder)
    if shown is None:
        raise Wrong("your model is right on all puzzles that were tried: nothing is broken. Is there a big-M row left?")
    if shown.grid and (lost := [i for i, d in shown.puzzle.givens.items() if shown.grid[i] != d]):
        i = lost[0]
        raise Wrong(
            f"your model forgets the givens: it lets {i} hold {shown.grid[i]}, and the given there is "
            f"{shown.puzzle.givens[i]}. That breaks it too, but it is not what was asked",
            shown.puzzle,
            shown.grid,
        )
    return Right(
        f"broken as asked: {shown.sentence}. The order binaries of three cells may go round in a circle, and then all "
        "three have the same rank",
        shown.puzzle,
        shown.grid,
    )


def _problem(builder: Any, puzzle: Puzzle) -> Problem:
    return Problem(lambda m: builder(m, puzzle))
