"""Sudoku in PuLP, by hand: dictionaries of variables, loops, and one `prob +=` for each constraint.

Givens are bounds, `lowBound = upBound`, not rows as in PuLP's own example. As in that example, there is no objective,
because none is needed.

>>> import pulp
>>> from sudoku_models import Puzzle
>>> puzzle = Puzzle.parse("1... ..2. .3.. ...4")
>>> prob = assignment(puzzle)
>>> pulp.LpStatus[prob.solve(pulp.getSolver("HiGHS", msg=False))]
'Optimal'
>>> grid(prob, puzzle).line()
'1243342143122134'

Source: A. Phillips, S. Mitchell, "A Sudoku Problem formulated as an LP", in PuLP's documentation; `examples/Sudoku1.py`
in its repository.
"""

import pulp

from ...errors import InputError
from ...puzzles.puzzle import Grid, Puzzle


def pairwise(puzzle: Puzzle) -> pulp.LpProblem:
    """Integer variables, and an order binary with two big-M inequalities for every pair of peers.

    PuLP has no `!=`. A binary selects which of the two digits is larger, and n is the smallest valid M:

        larger = 1:   x1 - x2 >= 1        and   x1 - x2 <= n - 1, which always holds
        larger = 0:   x1 - x2 <= -1       and   x1 - x2 >= 1 - n, which always holds

    Source: H. P. Williams, "Model Building in Mathematical Programming", 5th edition, 2013, chapter 9.

    >>> prob = pairwise(Puzzle.parse("1... .... .... ...."))
    >>> prob.numVariables(), prob.numConstraints()
    (72, 112)
    """
    puzzle.board.check_units_only("the textbook")
    n = puzzle.board.size
    ROWS = COLS = puzzle.board.digits

    prob = pulp.LpProblem("Sudoku_pairwise")

    x = prob.add_variable_dicts("x", (ROWS, COLS), 1, n, pulp.LpInteger)

    for (r, c), (s, t) in puzzle.board.pairs:
        larger = prob.add_variable(f"larger_{r}_{c}_{s}_{t}", cat=pulp.LpBinary)
        prob += x[r][c] - x[s][t] >= 1 - n + n * larger, f"above_{r}_{c}_{s}_{t}"
        prob += x[r][c] - x[s][t] <= -1 + n * larger, f"below_{r}_{c}_{s}_{t}"

    for (r, c), d in puzzle.givens.items():
        x[r][c].lowBound = x[r][c].upBound = d

    return prob


def assignment(puzzle: Puzzle) -> pulp.LpProblem:
    """Binary variables: one digit per cell, each digit once per unit. The model of PuLP's own example.

    >>> prob = assignment(Puzzle.parse("1... .... .... ...."))
    >>> print(prob.constraints()[0])
    y_1_1_1 + y_1_1_2 + y_1_1_3 + y_1_1_4 = 1.0
    """
    puzzle.board.check_units_only("the textbook")
    n = puzzle.board.size
    ROWS = COLS = DIGITS = puzzle.board.digits

    prob = pulp.LpProblem("Sudoku_assignment")

    y = prob.add_variable_dicts("y", (ROWS, COLS, DIGITS), cat=pulp.LpBinary)

    for r in ROWS:
        for c in COLS:
            prob += pulp.lpSum(y[r][c][d] for d in DIGITS) == 1, f"cell_{r}_{c}_has_one_digit"

    for k, unit in enumerate(puzzle.board.units, 1):
        for d in DIGITS:
            times = pulp.lpSum(y[r][c][d] for r, c in unit.cells)
            prob += (times == 1 if len(unit.cells) == n else times <= 1), f"unit_{k}_has_{d}"

    for (r, c), d in puzzle.givens.items():
        y[r][c][d].lowBound = 1

    return prob


def all_different(puzzle: Puzzle) -> pulp.LpProblem:
    """Integer variables linked to value indicators, each of which is 1 once per unit.

    PuLP has no all-different constraint, so it is written out: y is 1 when x takes the value d, each cell has one
    value, and each unit has each value once.

    Source: J. Hooker, "Integrated Methods for Optimization", 2nd edition, 2012, section 7.4.

    >>> prob = all_different(Puzzle.parse("1... .... .... ...."))
    >>> prob.numVariables(), prob.numConstraints()
    (80, 80)
    """
    puzzle.board.check_units_only("the textbook")
    n = puzzle.board.size
    ROWS = COLS = DIGITS = puzzle.board.digits

    prob = pulp.LpProblem("Sudoku_all_different")

    x = prob.add_variable_dicts("x", (ROWS, COLS), 1, n, pulp.LpInteger)
    y = prob.add_variable_dicts("y", (ROWS, COLS, DIGITS), cat=pulp.LpBinary)

    for r in ROWS:
        for c in COLS:
            prob += pulp.lpSum(y[r][c][d] for d in DIGITS) == 1, f"cell_{r}_{c}_has_one_value"
            prob += pulp.lpSum(d * y[r][c][d] for d in DIGITS) == x[r][c], f"cell_{r}_{c}_is_its_value"

    for k, unit in enumerate(puzzle.board.units, 1):
        for d in DIGITS:
            times = pulp.lpSum(y[r][c][d] for r, c in unit.cells)
            prob += (times == 1 if len(unit.cells) == n else times <= 1), f"unit_{k}_has_{d}"

    for (r, c), d in puzzle.givens.items():
        x[r][c].lowBound = x[r][c].upBound = d

    return prob


def grid(prob: pulp.LpProblem, puzzle: Puzzle) -> Grid:
    """The grid of a solved problem.

    A solver's values are floats: a binary that is 1 may be returned as 0.9999999999, within the solver's tolerance.
    The test `value(y) == 1` is then False for every digit of that cell, and the cell would be blank although the
    solver was right. Therefore values are rounded before they are compared.

    Raises:
        InputError: When the problem has not been solved, or a cell has no digit.
    """
    value = {v.name: round(v.varValue) for v in prob.variables() if v.varValue is not None}
    if not value:
        raise InputError(f"{prob.name} has no values yet; solve it first")
    if "x_1_1" in value:
        digits = [value[f"x_{r}_{c}"] for r, c in puzzle.board.cells]
    else:
        digits = [sum(d * value[f"y_{r}_{c}_{d}"] for d in puzzle.board.digits) for r, c in puzzle.board.cells]
    return Grid(puzzle.board, tuple(digits))
