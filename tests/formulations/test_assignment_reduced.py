"""The reduced assignment has the solutions of the puzzle, and variables only for what the givens leave open."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sudoku_models as sm
from sudoku_models import solvers
from sudoku_models.inference.relaxation import relax

FULL = "1234341221434321"
BOARD = sm.Board.of_size(4)


@st.composite
def puzzles(draw):
    """A 4x4 grid with blanks, and sometimes with a digit changed, so that there may be no solution."""
    values = list(map(int, FULL))
    for k in draw(st.sets(st.integers(0, 15), max_size=14)):
        values[k] = 0
    if draw(st.booleans()):
        values[draw(st.integers(0, 15))] = draw(st.integers(1, 4))
    return sm.Puzzle(BOARD, tuple(values))


@settings(max_examples=25)
@given(puzzles(), st.sampled_from(list(sm.BACKENDS)), st.sampled_from(["highs", "cpsat"]))
def test_it_has_the_solutions_of_the_full_model(puzzle, backend, solver):
    full = sm.count_solutions(puzzle, "all_different", "cpsat", "cpsat", limit=6, cross_check=False)
    found = sm.count_solutions(puzzle, "assignment_reduced", backend, solver, limit=6)
    assert (found.value, found.status) == (full.value, full.status)
    if full.status == "exact":
        assert set(found.grids) == set(full.grids)


@pytest.mark.parametrize("backend", sm.BACKENDS)
@pytest.mark.parametrize("solver", solvers.installed())
@pytest.mark.parametrize(("line", "solutions"), [(FULL, 1), (FULL[:-1] + "2", 0), ("11" + "." * 14, 0)])
def test_without_blanks_or_without_candidates(backend, solver, line, solutions):
    count = sm.count_solutions(sm.Puzzle.parse(line), "assignment_reduced", backend, solver)
    assert (count.value, count.status) == (solutions, "exact")


def test_it_has_a_third_of_the_variables_and_the_same_relaxation(mccaffrey):
    full, reduced = (sm.build(mccaffrey, name, "pulp") for name in ("assignment", "assignment_reduced"))
    assert (len(full.variables), len(reduced.variables)) == (729, 190)
    assert len(reduced.m.constraints()) == 216 < len(full.m.constraints())
    weak = sm.load("top95:2")
    objectives = []
    for name in ("assignment", "assignment_reduced"):
        model = sm.build(weak, name, "pulp")
        y = model.variables
        model.m.minimize(model.m.dot([sum(key[0]) * key[1] for key in y], list(y.values())))
        givens = weak.givens.items() if name == "assignment_reduced" else ()
        objectives.append(relax(model).objective + sum(sum(i) * d for i, d in givens))
    assert objectives[0] == pytest.approx(objectives[1])


def test_an_excluded_grid_that_breaks_a_given_changes_nothing(unique4):
    model = sm.build(unique4, "assignment_reduced", "pulp")
    model.exclude(sm.Puzzle.parse("4321214334121234").as_grid())
    assert model.count_solutions().value == 1
    model.exclude(model.solve().grid)
    assert model.count_solutions("cpsat").value == 0
