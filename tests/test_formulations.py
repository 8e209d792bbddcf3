"""What each formulation states: the sizes that the mathematics says, on every backend."""

from operator import eq

import pytest

import sudoku_models as sm
from sudoku_models import formulations
from sudoku_models.backends import AllDifferent, Linear, NotEqual
from sudoku_models.errors import InputError

BACKENDS = list(sm.BACKENDS)


def stated(puzzle, formulation, backend):
    model = sm.build(puzzle, formulation, backend)
    return model, model.m.read(model.m.constraints())


@pytest.mark.parametrize("backend", BACKENDS)
def test_pairwise_defines_810_inequalities(backend, mccaffrey):
    model, constraints = stated(mccaffrey, "pairwise", backend)
    assert len(model.variables) == 81
    assert len(constraints) == 810
    assert all(isinstance(c, NotEqual) for c in constraints)
    assert constraints[0].name == "(1, 1) and (1, 2) differ"


@pytest.mark.parametrize("backend", BACKENDS)
def test_assignment_defines_324_equations_over_729_binaries(backend, mccaffrey):
    model, constraints = stated(mccaffrey, "assignment", backend)
    assert len(model.variables) == 729
    assert len(constraints) == 324
    assert all(isinstance(c, Linear) and c.lower == c.upper == 1 and len(c.columns) == 9 for c in constraints)
    assert {c.name for c in constraints} >= {"cell (1, 4) has a digit", "row 3 has a 7", "box 5 has a 9"}


@pytest.mark.parametrize("backend", BACKENDS)
def test_all_different_defines_one_constraint_a_unit(backend, mccaffrey):
    model, constraints = stated(mccaffrey, "all_different", backend)
    assert len(model.variables) == 81
    assert [c.name for c in constraints] == [f"{unit} is all different" for unit in mccaffrey.board.units]
    assert all(isinstance(c, AllDifferent) and len(c.terms) == 9 for c in constraints)


@pytest.mark.parametrize("backend", BACKENDS)
def test_mixed_defines_nine_all_differents_and_the_other_pairs(backend, mccaffrey):
    _, constraints = stated(mccaffrey, "mixed", backend)
    kinds = [type(c) for c in constraints]
    assert (kinds.count(AllDifferent), kinds.count(NotEqual)) == (9, 567)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("formulation", [name for name in sm.FORMULATIONS if name not in formulations.REDUCED])
def test_the_givens_are_fixed_and_nothing_else_is(backend, formulation, mccaffrey):
    model = sm.build(mccaffrey, formulation, backend)
    assert sum(map(eq, *model.m.bounds())) == 27
    model.m.free()
    assert not any(map(eq, *model.m.bounds()))


LARGE = [pytest.param(size, marks=pytest.mark.slow) for size in (16, 25)]


@pytest.mark.parametrize("formulation", sm.FORMULATIONS)
@pytest.mark.parametrize("size", [4, 6, 9, 12, *LARGE])
def test_every_formulation_is_for_every_board(formulation, size):
    board = sm.Board.of_size(size)
    model = sm.build(sm.Puzzle(board, (0,) * size**2), formulation, "cpsat")
    assert len(model.variables) == (size**3 if "assignment" in formulation else size**2)


def test_a_formulation_of_ones_own_runs_everywhere(unique4):
    def latin(m, puzzle):
        """Rows and columns only."""
        x = m.int_vars("x", puzzle.board.cells, 1, puzzle.board.size)
        for unit in puzzle.board.units:
            m.all_different([x[i] for i in unit.cells], unit.name)
        for i, d in puzzle.givens.items():
            m.fix(x[i], d)
        return x

    sm.register("latin", latin)
    try:
        assert sm.FORMULATIONS["latin"] == "Rows and columns only."
        comparison = sm.compare(unique4, ["latin", "assignment"], solvers=["highs", "cpsat"])
        assert comparison.agree
    finally:
        del formulations.FORMULATIONS["latin"]


def test_a_built_in_name_cannot_be_taken():
    with pytest.raises(InputError, match="built-in"):
        sm.register("pairwise", lambda m, puzzle: {})
    with pytest.raises(InputError, match="must be a function"):
        sm.register("mine", "not a function")
