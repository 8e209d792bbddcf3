"""Lesson 3, assign digits to cells."""

import re
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
from ..exercise import Function, Right, Wrong
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
    """Boards on which cells that touch never hold consecutive digits.

    The 4x4 board has no such grid. On 6x6 no mistake about the digits 1 and 2 alone, or 5 and 6, comes to
    light. So there are two 9x9 boards whose only ordinary solution breaks the rule for 8 and 9 alone, or for 1 and 2.
    """
    texts = {
        "the empty 4x4": "." * 16,
        "a 6x6": "." * 35 + "3",
        "another 6x6": "1" + "." * 35,
        "a 9x9": "36.97.8.2.24.13..9..7...3.627..94......8.....9.83617.5.8..369......59.8...9..263.",
        "a 9x9, 8 beside 9": "83.4..5.9...9158.31.9.6.2.7985.36472.47.89.3.6137.495836.241795524........18...24",
        "a 9x9, 1 beside 2": "27.6..5.1...1952.79.1.4.8.3125.74638.63.21.7.4973.615274.869315586........92...86",
    }
    boards = {n * n: Board.of_size(n).with_rules(AllWhiteDotsGiven()) for n in (4, 6, 9)}
    puzzles = [Puzzle.parse(text, boards[len(text)], name) for name, text in texts.items()]
    return [(puzzle, frozenset(enumerate_by_backtracking(puzzle))) for puzzle in puzzles]


_assignment = formulation(
    puzzles=_without_neighbours,
    around=_on_the_plain_board,
    praise="your model has exactly the right solutions of six puzzles: none on 4x4, 8 on each 6x6, 1 on a 9x9",
)


def assignment(answer: Function) -> str | Right:
    """The assignment model in which neighbours never hold consecutive digits."""
    try:
        return _assignment(answer)
    except Wrong as wrong:
        said = re.sub(
            r"the rule 'no white dot on (\w+) (\w+)' does not hold: its cells hold (\d) (\d)",
            r"\1 and \2 touch, and hold \3 and \4",
            wrong.sentence,
        )
        raise Wrong(said, wrong.puzzle, wrong.grid) from None


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
