"""Lesson 3, assign digits to cells."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ...models.sudoku_model import build
from ...models.validation import Undecided, argument_count
from ...puzzles.board import Board
from ...puzzles.known_solutions import enumerate_by_backtracking
from ...puzzles.puzzle import Grid, Puzzle
from ...puzzles.units import Unit
from ...solvers import Status
from ..answers import must_fit
from ..exercise import Wrong
from ..judges import function, value
from ..models import formulation

count_equations = function(
    lambda n: 4 * n * n,
    [(n,) for n in (4, 6, 8, 9, 10, 12, 16, 25, 36, 100)],
    praise="n*n for the cells, and n for each of 3*n units: 4*n*n, which is 324 for n = 9",
    hint="count those of the cells, and for each of the 3*n units one for each digit",
)

assignment = formulation()

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


def _on_the_plain_board(answer: Any) -> Callable[..., Any]:
    """The learner's function sees the ordinary board."""

    def plain(puzzle: Puzzle) -> Puzzle:
        return replace(puzzle, board=Board.of_size(puzzle.board.size))

    if argument_count(answer) == 1:
        return lambda puzzle: answer(plain(puzzle))
    return lambda m, puzzle: answer(m, plain(puzzle))


def _diagonal_puzzles() -> list[tuple[Puzzle, frozenset[Grid]]]:
    """On 4x4, one diagonal implies the other, so there are 6x6 boards on which one or both are kept.

    A 9x9 board has a centre: of its two grids one keeps both diagonals, and the other one only when the centre does not
    count on one of them.
    """
    texts = {
        "the empty 4x4 with diagonals": "." * 16,
        "a 6x6 with diagonals": "......315246154623263514426135531462",
        "a 6x6 that keeps the falling diagonal": "......413526254361136245341652562413",
        "a 6x6 that keeps the rising diagonal": "......356421125364634215412653563142",
        "a 9x9 with diagonals": "..4168359189352764653497182..5634918896521437341789625418276593937815246562943871",
        "a 9x9 with diagonals, seen in a mirror": (
            "9538614..4672539812817943568194365..734125698526987143395672814642518739178349265"
        ),
    }
    boards = {n * n: Board.of_size(n).diagonal() for n in (4, 6, 9)}
    puzzles = [Puzzle.parse(text, boards[len(text)], name) for name, text in texts.items()]
    return [(puzzle, frozenset(enumerate_by_backtracking(puzzle))) for puzzle in puzzles]


add_diagonals = formulation(
    puzzles=_diagonal_puzzles,
    around=_on_the_plain_board,
    praise="with both diagonals the empty 4x4 board has 48 solutions, and your model accepts these and nothing else",
)
