"""Lesson 3, assign digits to cells.

## assignment: State a further rule

1. Two neighbours i and j must not hold the digits d and d + 1. In which two ways can that happen? State it with the
   binaries, without an order of the cells and without M.
2. For each two cells that touch and each d below n: not both y[i, d] and y[j, d + 1], and not both y[i, d + 1] and
   y[j, d]. A row of the form "at most one" says it.
3. Two cells that touch share a row or a column, so they never hold the same digit. So one row does the work of two:
   y[i, d] + y[i, d + 1] + y[j, d] + y[j, d + 1] <= 1. The neighbours of (r, c) to be stated are (r, c + 1) and
   (r + 1, c), if they are on the board.

## read-a-row: Read a row

1. Compare the nine names: which of the three numbers is the same in all of them?
2. The last number is the digit, and it is always 2. Which kind of unit are nine cells in rows 4 to 6 and columns 7 to
   9?
3. Boxes are numbered row by row: boxes 1 to 3 are at the top, 4 to 6 in the middle, 7 to 9 at the bottom. The columns 7
   to 9 are on the right.

## redundant-equation: Prove that an equation follows

1. Which other units cover the cells of row 4, and what else do they cover? Each equation may be taken with a weight,
   also a negative one.
2. The two lower boxes, units 11 and 12, cover rows 3 and 4. What they say about the digit 1, added up, speaks of both
   rows. Subtract what is too much.
3. In Python: {"unit_11_has_1": 1, "unit_12_has_1": 1, ...} with one more equation and the weight -1. Or by a linear
   program: leave out the equations of row 4, minimise the sum of row 4's variables for the digit 1, solve with
   pulp.HiGHS(msg=False, mip=False), and take row.pi of each row of problem.constraints(), by row.name.

## drop-units: Drop six units

1. Find out first why a single unit follows from the others: add up what three boxes say, and what two rows say.
2. In a band, three rows and three boxes cover the same 27 cells. If the boxes and two of the rows hold each digit once,
   so does the third row. The same is true of stacks and columns.
3. Drop one unit of each band and one of each stack: a row in each of the three bands, and a column in each of the three
   stacks. Write the names like 'row 1'.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product
from random import Random
from typing import Any

from sudoku_models import solvers
from sudoku_models.backends import Column, Constraint, columns_of
from sudoku_models.course.answers import must_fit
from sudoku_models.course.exams import Asked, question, table
from sudoku_models.course.exercise import SECONDS, Function, Wrong
from sudoku_models.course.judges import value
from sudoku_models.course.models import is_solved, must_be_right
from sudoku_models.errors import FormulationError
from sudoku_models.models.satisfaction import is_satisfied
from sudoku_models.models.sudoku_model import build
from sudoku_models.models.validation import Undecided, UserModel, argument_count, define, short
from sudoku_models.puzzles.board import Board
from sudoku_models.puzzles.known_solutions import enumerate_by_backtracking
from sudoku_models.puzzles.puzzle import Grid, Puzzle
from sudoku_models.puzzles.rules import AllWhiteDotsGiven
from sudoku_models.puzzles.units import Cell, Unit
from sudoku_models.solvers import Feature, Status

_row_that_is_read = value(
    ("box", 6, 2),
    {
        ("box", 5, 2): "box 5 is the one in the middle, with the columns 4 to 6; here the columns are 7 to 9",
        ("box", 2, 6): "the digit comes last, after the number of the unit",
        ("row", 4, 2): "only three of the nine cells are in row 4",
        ("column", 7, 2): "only three of the nine cells are in column 7",
        ("box", 24, 2): "24 is its number among the 27 units; what is its number among the nine boxes?",
        ("box", 8, 2): "boxes are counted row by row: box 8 is below the middle, with the rows 7 to 9",
        ("box", 4, 2): "rows 4 to 6 are right, but box 4 has the columns 1 to 3; here the columns are 7 to 9",
        ("box", 6, 4): "y_4_7_2 is about row 4, column 7 and the digit 2: the digit is the last number",
    },
    praise="nine cells, rows 4 to 6 and columns 7 to 9, and one digit: box 6 has a 2",
    hint="a name is y_row_column_digit: which part is the same everywhere, and what shape have the cells?",
)


def read_a_row(answer: Any) -> Any:
    """The kind of the unit, its number, and the digit."""
    demand = "the answer must be a kind of unit and two numbers, such as ('column', 3, 8)"
    must_fit(answer, (str, int, int), demand)
    if answer[0] not in ("cell", "row", "column", "box"):
        raise Wrong(
            f"the kind of the unit must be 'cell', 'row', 'column' or 'box', in small letters, not {answer[0]!r}"
        )
    return _row_that_is_read(tuple(answer))


def _on_the_plain_board(answer: Any) -> Callable[..., Any]:
    """The learner's function sees the ordinary board."""

    def plain(puzzle: Puzzle) -> Puzzle:
        return replace(puzzle, board=Board.of_size(puzzle.board.size))

    if argument_count(answer) == 2:
        return lambda m, puzzle: answer(m, plain(puzzle))
    return lambda puzzle: answer(plain(puzzle))


def _without_neighbours() -> list[tuple[Puzzle, frozenset[Grid]]]:
    """Boards on which cells that touch never hold consecutive digits.

    The 4x4 board has no such grid. On 6x6 no mistake about the digits 1 and 2 alone, or 5 and 6, comes to light.
    """
    texts = {
        "the empty 4x4": "." * 16,
        "a 6x6": "." * 35 + "3",
        "another 6x6": "1" + "." * 35,
        "a 9x9": "36.97.8.2.24.13..9..7...3.627..94......8.....9.83617.5.8..369......59.8...9..263.",
    }
    boards = {n * n: Board.of_size(n).with_rules(AllWhiteDotsGiven()) for n in (4, 6, 9)}
    puzzles = [Puzzle.parse(text, boards[len(text)], name) for name, text in texts.items()]
    return [(puzzle, frozenset(enumerate_by_backtracking(puzzle))) for puzzle in puzzles]


def _must_forbid_every_pair(user: UserModel) -> None:
    """On the empty 9x9 board, no grid of the model may have consecutive digits in any two cells that touch."""
    if not user.is_binary:
        raise Wrong("return the binaries y, with the keys (r, c, d)")
    m, y, board = user.m, user.variables, user.puzzle.board
    beside = [(i, (i[0] + a, i[1] + b)) for i in board.cells for a, b in ((0, 1), (1, 0))]
    sides = [(i, j) for i, j in beside if j in board.cells]
    between = _between_two_cells(user)
    steps = [(d, e) for d in board.digits for e in (d - 1, d + 1) if e in board.digits]
    both = [(y[i, d], y[j, e]) for i, j in sides for d, e in steps if _allow(user, between[i, j], (i, d), (j, e))]
    if not both:
        return
    hit = m.bool_vars("consecutive", range(len(both)))
    for k, (one, other) in enumerate(both):
        m.add(one + other >= 2 * hit[k], f"consecutive digits {k}")
    m.add(m.sum(hit.values()) >= 1, "some consecutive digits")
    outcome = solvers.find(solvers.first(Feature.ENUMERATION)).session(m).solve(60)
    if outcome.status is Status.UNKNOWN:
        raise Undecided(
            "whether your model forbids consecutive digits in all cells that touch was not decided in 60 seconds"
        )
    if outcome.values is not None:
        digits = (next(d for d in board.digits if outcome.values[m.column(y[i, d])] > 0.5) for i in board.cells)
        grid = Grid(board, tuple(digits))
        i, j = next((i, j) for i, j in sides if abs(grid[i] - grid[j]) == 1)
        where = f"{i} and {j} touch, and hold {grid[i]} and {grid[j]}"
        raise Wrong(f"your model accepts this grid for the empty 9x9: {where}", user.puzzle, grid)


MOST_FURTHER = 6
"""Further binaries of which all values are tried."""


def _between_two_cells(user: UserModel) -> dict[tuple[Cell, ...], list[tuple[Constraint, set[Column]]]]:
    """The constraints on binaries of two cells, each with its further binary: which digit is larger, say."""
    m, found = user.m, defaultdict(list)
    cell_of = {m.column(x): i for (i, _), x in user.variables.items()}
    for record in m.records:
        columns = {*columns_of(record)}
        further = columns - cell_of.keys()
        if len(further) <= 1 and all(map(m.is_binary, columns)):
            found[*sorted({cell_of[k] for k in columns - further})].append((record, further))
    return found


def _allow(user: UserModel, rows: Sequence[tuple[Constraint, set[Column]]], *ones: tuple[Cell, int]) -> bool:
    """Whether constraints on two cells allow a digit in each, with some values of their further binaries."""
    further = sorted(set[Column]().union(*(columns for _, columns in rows)))
    if len(further) > MOST_FURTHER:
        return True
    values = [0.0] * len(user.m.variables)
    for place in ones:
        values[user.m.column(user.variables[place])] = 1.0
    for bits in product((0.0, 1.0), repeat=len(further)):
        for k, bit in zip(further, bits, strict=True):
            values[k] = bit
        if all(is_satisfied(each, values) for each, _ in rows):
            return True
    return False


def assignment(answer: Function) -> str:
    """The assignment model in which neighbours never hold consecutive digits."""
    builder = _on_the_plain_board(answer)
    try:
        must_be_right(builder, _without_neighbours())
    except FormulationError as error:
        raise Wrong(re.sub(r"return (problem|model), x$", r"return \1, y", str(error))) from None
    except Wrong as wrong:
        said = re.sub(
            r"the rule 'no white dot on r(\d+)c(\d+) r(\d+)c(\d+)' does not hold: its cells hold (\d) (\d)",
            r"(\1, \2) and (\3, \4) touch, and hold \5 and \6",
            wrong.sentence,
        )
        if wrong.puzzle is None:
            raise Wrong(said) from None
        plain = Board.of_size(wrong.puzzle.board.size)  # the drawing of the other would list the rule
        grid = None if wrong.grid is None else Grid(plain, wrong.grid.values)
        raise Wrong(said, replace(wrong.puzzle, board=plain), grid) from None
    _must_forbid_every_pair(define(builder, Puzzle(Board.of_size(9), (0,) * 81)))
    return "your model has exactly the right solutions of four puzzles, and on 9x9 no two consecutive neighbours"


LOST = "row 4"
"""The unit whose equations are left out of the proof."""


def redundant_equation(weights: Any) -> str:
    """Multipliers of the other equations of the empty 4x4 board whose sum is the equation "row 4 has a 1"."""
    must_fit(weights, {str: float}, "the answer must be a dict from the names of equations to numbers")
    board = Board.of_size(4)
    total, right = dict.fromkeys(((i, d) for i in board.cells for d in board.digits), 0.0), 0.0
    every = _equations(board)
    for name, weight in weights.items():
        if not weight:
            continue
        if name not in every:
            raise Wrong(
                f"there is no equation {name!r}; the names are like 'cell_1_2_has_one_digit' and 'unit_3_has_2'"
            )
        unit, held = every[name]
        if unit == LOST:
            raise Wrong(f"{name!r} is an equation of row 4, and these are left out")
        right += weight
        for key in held:
            total[key] += weight
    for (i, d), found in total.items():
        want = int(i[0] == 4 and d == 1)
        if abs(found - want) > 1e-6:
            y = f"y_{i[0]}_{i[1]}_{d}"
            raise Wrong(f"in your sum of equations {y} has the coefficient {found:g}, and it must be {want}")
    if abs(right - 1) > 1e-6:
        raise Wrong(f"the right-hand sides of your equations add up to {right:g}, and they must add up to 1")
    used = sum(bool(weight) for weight in weights.values())
    return f"{used} equations with your weights add up to the equation that row 4 has a 1, so it follows from them"


def _equations(board: Board) -> dict[str, tuple[str, list[tuple[Cell, int]]]]:
    """Name of an equation, as in the textbook of PuLP or in the package -> its unit, and its variables."""
    found: dict[str, tuple[str, list[tuple[Cell, int]]]] = {}
    for i in board.cells:
        held = [(i, d) for d in board.digits]
        found[f"cell_{i[0]}_{i[1]}_has_one_digit"] = found[f"cell {i} has a digit"] = "", held
    for k, unit in enumerate(board.units, 1):
        for d in board.digits:
            held = [(i, d) for i in unit.cells]
            found[f"unit_{k}_has_{d}"] = found[f"{unit} has a {d}"] = str(unit), held
    return found


def drop_units(dropped: Any) -> str:
    """No dropped unit may be broken by a grid that keeps the others: one MILP for each decides."""
    board = Board.of_size(9)
    names = {unit.name for unit in board.units}
    if isinstance(dropped, list | tuple | set | frozenset):
        others = [name for name in dropped if not (isinstance(name, str) and name in names)]
        if others:
            raise Wrong(f"there is no unit {short(others[0])}; the names are like 'row 1', 'column 2' and 'box 3'")
    must_fit(dropped, [names], "the answer must be a list of names of units, such as ['row 1', 'box 2']")
    kept = [unit for unit in board.units if unit.name not in dropped]
    for unit in board.units:
        if unit.name in dropped and (grid := _breaks(board, kept, unit)):
            raise Wrong(f"this grid keeps every unit that is left, and breaks {unit}", Puzzle(board, (0,) * 81), grid)
    if len(set(dropped)) != 6:
        raise Wrong(f"the others imply them, but you have dropped {len(set(dropped))} units, and six can go")
    return "the other 21 units imply the six: for none of them is there a grid that keeps the rest and breaks it"


def _breaks(board: Board, kept: list[Unit], unit: Unit) -> Grid | None:
    """A grid that keeps some units and has a digit twice in another; None when the solver claims that there is none."""
    model = build(Puzzle(replace(board, units=tuple(kept)), (0,) * 81), "assignment")
    # By symmetry of the digits on the empty board, it is enough to look for two 1s.
    model.m.add(model.m.sum(model.variables[i, 1] for i in unit.cells) >= 2, f"{unit} has two 1s")
    answer = model.solve(time_limit=SECONDS)
    return Grid(board, answer.grid.values) if is_solved(answer) and answer.grid else None


# -- examination -------------------------------------------------------------------------------------------------------


@question(1, 2, 1)
def average_of_permutations(rng: Random) -> Asked:
    one, other = rng.sample(list(permutations(range(3))), 2)
    share = Fraction(rng.randint(1, 4), 5)
    matrix = [[share * (one[r] == c) + (1 - share) * (other[r] == c) for c in range(3)] for r in range(3)]
    as_rows = [tuple(c + 1 for c in each) for each in (one, other)]
    return Asked(
        "An LP solver returns this point for the rows and columns of a 3x3 Latin square's first digit (row r, column c: the "
        f"share of the digit in that cell): {table(['', 1, 2, 3], [[r + 1, *matrix[r]] for r in range(3)])}"
        "Does it satisfy all equations? Write it as a weighted average of placements of the digit. What follows for its "
        "being a vertex?",
        f"Each row and column adds up to 1. It is {share} times the placement with columns {as_rows[0]} in rows 1 to 3, and "
        f"{1 - share} times {as_rows[1]}. So it is **no vertex**: vertices of this polytope are integral.",
        {(share, as_rows[0]), (1 - share, as_rows[1])},
    )


@question(2, 4)
def read_an_lp_file(rng: Random) -> Asked:
    while True:
        gain, need = ([rng.randint(lo, hi) for _ in range(4)] for lo, hi in ((4, 12), (2, 7)))
        room, (i, j) = rng.randint(8, 13), sorted(rng.sample(range(1, 5), 2))

        def worth(each: tuple[int, ...], gain: list[int] = gain) -> int:
            return sum(g * x for g, x in zip(gain, each, strict=True))

        fits = [
            each
            for each in product((0, 1), repeat=4)
            if sum(n * x for n, x in zip(need, each, strict=True)) <= room and each[i - 1] + each[j - 1] <= 1
        ]
        best = max(map(worth, fits))
        if sum(worth(each) == best for each in fits) == 1:
            break
    found = max(fits, key=worth)

    def sum_of(factors: list[int]) -> str:
        return " + ".join(f"{f} x{k}" for k, f in enumerate(factors, 1))

    return Asked(
        f"Read this LP file, say in words what it models, and find its optimum.\n\n    Maximize obj: {sum_of(gain)}\n    "
        f"Subject To\n    room: {sum_of(need)} <= {room}\n    not_both: x{i} + x{j} <= 1\n    Binary\n    x1 x2 x3 x4\n    End\n",
        f"Choose among four things of the given worth and size, as much worth as fits into {room}, things {i} and {j} not "
        f"both. Of the {len(fits)} feasible choices the best is x = **{found}**, worth **{best}**.",
        (found, best),
    )
