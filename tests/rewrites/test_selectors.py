"""Which linear expressions are selected by binaries."""

import pytest

import sudoku_models as sm
from sudoku_models.backends import BACKENDS, new_backend
from sudoku_models.rewrites import selectors


@pytest.mark.parametrize("formulation", ["assignment", "assignment_reduced", "mixed"])
@pytest.mark.parametrize("backend", BACKENDS)
def test_the_cells_of_a_formulation_are_selected(formulation, backend, unique4):
    model = sm.build(unique4, formulation, backend)
    m, y, found = model.m, model.variables, selectors(model.m)
    for i in unique4.board.cells:
        cell = {d: y[i, d] for d in unique4.board.digits if (i, d) in y}
        if len(cell) > 1:
            values = found.values(m.term(m.dot(list(cell), cell.values()), "cell"))
            assert values == {d: [m.column(x)] for d, x in cell.items()}


def test_two_binaries_with_one_value_and_those_without():
    m = new_backend("pulp")
    y = m.bool_vars("y", range(4))
    m.add(m.sum(y.values()) == 1, "one of them")
    term = m.term(5 * y[0] + 5 * y[1] + 3, "term")
    assert selectors(m).values(term) == {8: [0, 1], 3: [2, 3]}


def test_a_row_that_is_not_exactly_one_selects_nothing():
    m = new_backend("pulp")
    y, x = m.bool_vars("y", range(3)), m.int_vars("x", [0], 0, 2)
    m.add(m.sum(y.values()) <= 1, "at most one")
    m.add(m.sum([y[0], y[1]]) == 2, "both")
    m.add(y[0] + 2 * y[1] == 1, "weighted")
    m.add(y[0] + x[0] == 1, "not a binary")
    z = m.bool_vars("z", range(4))
    m.add(z[0] + z[1] == 1, "one")
    m.add(z[2] + z[3] == 1, "another")
    for term in (y[0] + 2 * y[1], y[0] + 2 * y[2], x[0] + 2 * y[0], z[0] + 2 * z[2]):
        assert selectors(m).values(m.term(term, "term")) is None
