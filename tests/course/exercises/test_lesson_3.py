"""The judges of lesson 3 say what is true, of right answers and of typical wrong ones."""

import pyomo.environ as pyo
import pytest
from judging import judge, wrong


def test_count_equations():
    assert "324" in judge("count-equations", lambda n: 4 * n * n)
    assert "it should return 64" in wrong("count-equations", lambda n: 3 * n * n).sentence
    assert "it should return 64" in wrong("count-equations", lambda n: 324).sentence


def assignment(m, puzzle, cells=True, kinds=("row", "column", "box"), givens=True):
    board = puzzle.board
    y = m.bool_vars("y", [(i, d) for i in board.cells for d in board.digits])
    for i in board.cells if cells else ():
        m.add(m.sum(y[i, d] for d in board.digits) == 1, f"cell {i} has a digit")
    for unit in board.units:
        for d in board.digits if unit.name.startswith(kinds) else ():
            m.add(m.sum(y[i, d] for i in unit.cells) == 1, f"{unit} has a {d}")
    for i, d in puzzle.givens.items() if givens else ():
        m.fix(y[i, d], 1)
    return y


def in_pyomo(puzzle, domain=pyo.Binary):
    digits = list(puzzle.board.digits)
    model = pyo.ConcreteModel()
    model.y = pyo.Var(digits, digits, digits, domain=domain)
    model.rows = pyo.ConstraintList()
    for r, c in puzzle.board.cells:
        model.rows.add(sum(model.y[r, c, d] for d in digits) == 1)
    for unit in puzzle.board.units:
        for d in digits:
            model.rows.add(sum(model.y[r, c, d] for r, c in unit.cells) == 1)
    for (r, c), d in puzzle.givens.items():
        model.y[r, c, d].fix(1)
    return model


def test_assignment_model():
    assert "288" in judge("assignment", assignment)
    assert "288" in judge("assignment", in_pyomo)
    latin = wrong("assignment", lambda m, puzzle: assignment(m, puzzle, kinds=("row", "column")))
    assert "box" in latin.sentence
    assert latin.puzzle.violations(latin.grid)
    assert "cell" in wrong("assignment", lambda m, puzzle: assignment(m, puzzle, cells=False)).sentence
    continuous = wrong("assignment", lambda puzzle: in_pyomo(puzzle, pyo.UnitInterval)).sentence
    assert "the variable y[1,1,1] for ((1, 1), 1) may take fractional values" in continuous
    forgotten = wrong("assignment", lambda m, puzzle: assignment(m, puzzle, givens=False))
    assert "the given there is" in forgotten.sentence


@pytest.mark.slow
def test_drop_units():
    assert "21 units" in judge("drop-units", ["row 3", "row 6", "row 9", "column 3", "column 6", "column 9"])
    assert "21 units" in judge("drop-units", {"row 1", "row 4", "row 8", "column 2", "column 5", "column 7"})
    assert "six can go" in wrong("drop-units", ["row 9"]).sentence
    two_of_a_band = wrong("drop-units", ["row 1", "row 2", "row 4", "row 7", "column 1", "column 4"])
    assert "breaks row" in two_of_a_band.sentence
    violations = two_of_a_band.puzzle.violations(two_of_a_band.grid)
    assert violations
    assert all(violation.sentence.startswith(("row 1 ", "row 2 ")) for violation in violations)
    assert "no unit 'r1'" in wrong("drop-units", ["r1"]).sentence
    assert "list of names" in wrong("drop-units", "row 1").sentence


def test_read_a_row():
    assert "box 6" in judge("read-a-row", ("box", 6, 2))
    assert "columns are 7 to 9" in wrong("read-a-row", ("box", 5, 2)).sentence
    assert "last of the three" in wrong("read-a-row", ("box", 2, 6)).sentence
    assert "not the answer" in wrong("read-a-row", ("cell", 1, 1)).sentence


def diagonals(m, puzzle, rising=True):
    y, n = assignment(m, puzzle), puzzle.board.size
    for d in puzzle.board.digits:
        m.add(m.sum(y[(k, k), d] for k in range(1, n + 1)) == 1, f"falling {d}")
        if rising:
            m.add(m.sum(y[(k, n + 1 - k), d] for k in range(1, n + 1)) == 1, f"rising {d}")
    return y


def test_add_diagonals():
    assert "48" in judge("add-diagonals", diagonals)
    found = wrong("add-diagonals", lambda m, puzzle: diagonals(m, puzzle, rising=False))
    assert "the rising diagonal has two" in found.sentence
    assert found.puzzle.violations(found.grid)
    assert "diagonal" in wrong("add-diagonals", assignment).sentence
