"""A second solution of a puzzle, with another digit in a given cell: the one question that the reduction asks.

Singles decide many cells first. The model is `assignment` on the cells that they leave open, with one binary for each
remaining candidate, so it is small, and is made anew for each question. CP-SAT's presolve, probing, inprocessing,
linear relaxation and symmetry detection are off: on such a model each of them takes longer than the search itself.

On a 16x16 board with 93 givens a question takes 10 ms: 5 to build the model, 3 to solve it. A live model of the whole
board, with all_different and the usual parameters, takes 45 ms.
"""

from typing import Any

from ..errors import SolverError
from ..inference.singles import Positions, hidden_singles, naked_singles, to_fixpoint
from ..puzzles.candidates import bits
from ..puzzles.puzzle import Grid, Puzzle
from ..runtime.interrupts import run_cancellable
from ..runtime.limits import LONGEST, Deadline, TimeLimit

__all__ = ["second_solution"]

PARAMETERS = {
    "num_workers": 1,
    "random_seed": 1,
    "catch_sigint_signal": False,  # its handler of Ctrl-C would replace Python's permanently
    "cp_model_presolve": False,
    "cp_model_probing_level": 0,
    "linearization_level": 0,
    "symmetry_level": 0,
    "use_sat_inprocessing": False,
}


def second_solution(puzzle: Puzzle, cell: int, digit: int, deadline: Deadline | None = None) -> Grid | None:
    """A solution in which a cell has another digit; None is a proof that there is none.

    Args:
        puzzle: The givens; the cell is blank.
        cell: The number of the cell, row by row from 0.
        digit: Its digit in the known solution.
        deadline: The deadline; None means no limit.

    Raises:
        TimeLimit: At the deadline.
        KeyboardInterrupt: When Ctrl-C stopped the search.

    >>> puzzle = Puzzle.parse("12.. 34.. .... ....")
    >>> print(second_solution(puzzle, cell=2, digit=4).line()[:4])
    1234
    >>> print(second_solution(puzzle, cell=0, digit=1))
    None
    """
    deadline = deadline or Deadline()
    positions = Positions.start(puzzle)
    positions.of[digit] &= ~(1 << cell)
    if not to_fixpoint(positions, naked_singles, hidden_singles):
        return None
    grid = positions.grid() if positions.solved else _search(positions, deadline)
    if grid is not None and puzzle.violations(grid):
        raise SolverError(f"CP-SAT's grid is not a solution:\n{grid}")
    return grid


def _search(positions: Positions, deadline: Deadline) -> Grid | None:
    from ortools.sat.python import cp_model  # imported late: it takes half a second

    deadline.check()
    holds = _fill(model := cp_model.CpModel(), positions)
    solver = cp_model.CpSolver()
    for name, value in PARAMETERS.items():
        setattr(solver.parameters, name, value)
    if (left := deadline.left()) is not None:
        solver.parameters.max_time_in_seconds = min(left, LONGEST)
    code = run_cancellable(lambda: solver.solve(model), solver.stop_search)
    if code == cp_model.INFEASIBLE:
        return None
    if code not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        raise TimeLimit
    values = _digits_found(positions)
    for chosen, (k, d) in zip(solver.response_proto.solution, holds, strict=True):
        if chosen:
            values[k] = d
    return Grid(positions.board, tuple(values))


def _fill(model: Any, positions: Positions) -> list[tuple[int, int]]:
    """Make a `CpModel` of the open cells; returns the cell and the digit that each of its binaries stands for."""
    shape, digits, blank = positions.shape, positions.board.digits, ~positions.found
    holds = [(k, d) for d in digits for k in bits(positions.of[d] & blank)]
    x = {pair: model.new_bool_var("") for pair in holds}
    of_cell: dict[int, list[Any]] = {}
    for k, d in holds:
        of_cell.setdefault(k, []).append(x[k, d])
    for literals in of_cell.values():
        model.add_exactly_one(literals)
    for u, unit in enumerate(shape.units):
        add = model.add_exactly_one if u in shape.complete else model.add_at_most_one
        for d in digits:
            if not positions.of[d] & unit & positions.found and (cells := positions.of[d] & unit):
                add([x[k, d] for k in bits(cells)])
    return holds


def _digits_found(positions: Positions) -> list[int]:
    """The digit of each cell that is fixed, and 0 for the others."""
    values = [0] * len(positions.shape.cells)
    for d in positions.board.digits:
        for k in bits(positions.of[d] & positions.found):
            values[k] = d
    return values
