"""Lesson 3, assign digits to cells."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ...models.sudoku_model import build
from ...models.validation import Undecided, argument_count
from ...puzzles.board import Board
from ...puzzles.known_solutions import enumerate_by_backtracking
from ...puzzles.puzzle import Grid, Puzzle
from ...puzzles.rules import AllWhiteDotsGiven
from ...puzzles.units import Cell, Unit
from ...solvers import Status
from ..answers import must_fit
from ..exercise import Wrong
from ..judges import value
from ..models import formulation

read_a_row = value(
    ("box", 6, 2),
    {
        ("box", 5, 2): "box 5 is the one in the middle, with the columns 4 to 6; here the columns are 7 to 9",
        ("box", 2, 6): "the digit is the last of the three numbers, and the number of the unit comes before it",
        ("row", 4, 2): "only three of the nine cells are in row 4",
        ("column", 7, 2): "only three of the nine cells are in column 7",
        ("box", 8, 2): "boxes are counted row by row: box 8 is below the middle, with the rows 7 to 9",
        ("box", 4, 2): "rows 4 to 6 are right, but box 4 has the columns 1 to 3; here the columns are 7 to 9",
        ("box", 6, 4): "y_4_7_2 is about row 4, column 7 and the digit 2: the digit is the last number",
    },
    praise="nine cells, rows 4 to 6 and columns 7 to 9, and one digit: box 6 has a 2",
    hint="a name is y_row_column_digit: which part is the same everywhere, and what shape have the cells?",
)


def _on_the_plain_board(answer: Any) -> Callable[..., Any]:
    """The learner's function sees the ordinary board."""
    if argument_count(answer) == 2:
        raise Wrong("write this model in plain PuLP or Pyomo: a function of the puzzle alone, without m")
    return lambda puzzle: answer(replace(puzzle, board=Board.of_size(puzzle.board.size)))


def _without_neighbours() -> list[tuple[Puzzle, frozenset[Grid]]]:
    """Boards on which cells that touch never hold consecutive digits; the 4x4 board has no solution."""
    texts = {
        "the empty 4x4": "." * 16,
        "the empty 6x6": "." * 36,
        "a 9x9": ".6..7..4..24........72.83..2.3..4.6....8......48..1....82.......36....841........",
    }
    boards = {n * n: Board.of_size(n).with_rules(AllWhiteDotsGiven()) for n in (4, 6, 9)}
    puzzles = [
        Puzzle.parse(text, boards[len(text)], f"{name} without consecutive neighbours") for name, text in texts.items()
    ]
    return [(puzzle, frozenset(enumerate_by_backtracking(puzzle))) for puzzle in puzzles]


assignment = formulation(
    puzzles=_without_neighbours,
    around=_on_the_plain_board,
    praise="your model has exactly the 0, 48 and 1 solutions on the boards of 4x4, 6x6 and 9x9",
)


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
    must_fit(dropped, [names], "the answer must be a list of names of units, such as ['row 1', 'box 2']")
    kept = [unit for unit in board.units if unit.name not in dropped]
    for unit in board.units:
        if unit.name in dropped and (grid := _breaks(board, kept, unit)):
            raise Wrong(f"this grid keeps every unit that is left, and breaks {unit}", Puzzle(board, (0,) * 81), grid)
    if len(set(dropped)) != 6:
        raise Wrong(f"the others imply them, but you have dropped {len(set(dropped))} units, and six can go")
    return "the other 21 units imply the six: for none of them is there a grid that keeps the rest and breaks it"


def _breaks(board: Board, kept: list[Unit], unit: Unit) -> Grid | None:
    """A grid that keeps some units and has a digit twice in another; None when it is proved that there is none."""
    model = build(Puzzle(replace(board, units=tuple(kept)), (0,) * 81), "assignment")
    # By symmetry of the digits on the empty board, it is enough to look for two 1s.
    model.m.add(model.m.sum(model.variables[i, 1] for i in unit.cells) >= 2, f"{unit} has two 1s")
    answer = model.solve(time_limit=5)
    if answer.status is Status.UNKNOWN:
        raise Undecided(f"whether {unit} follows from the other units was not decided: {answer.reason}")
    return answer.grid and Grid(board, answer.grid.values)
