"""Labels are data: every backend gives back the label that a formulation has put on a rule."""

import pytest

import sudoku_models as sm
from sudoku_models.backends import BACKENDS, new_backend
from sudoku_models.formulations import BUILT_IN, find
from sudoku_models.puzzles import labels
from sudoku_models.puzzles.labels import Label


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("formulation", BUILT_IN)
def test_every_backend_gives_the_same_labels_back(formulation, backend):
    puzzle = sm.Puzzle.parse("1... .... .... ....")
    m = new_backend(backend)
    find(formulation)(m, puzzle)
    reference = new_backend("pulp")
    find(formulation)(reference, puzzle)
    read, expected = ([each.label for each in b.read(b.constraints())] for b in (m, reference))
    assert all(isinstance(label, Label) for label in read)
    assert sorted(read, key=str) == sorted(expected, key=str)
    assert {each.name for each in m.read(m.constraints())} == set(map(str, expected))


def test_a_label_has_its_cells():
    puzzle = sm.Puzzle.parse("1... .... .... ....")
    m = new_backend("pulp")
    y = find("assignment")(m, puzzle)
    keys = {m.column(variable): key for key, variable in y.items()}
    for row in m.read(m.constraints()):
        cells = {keys[k][0] for k in row.columns}
        digits = {keys[k][1] for k in row.columns}
        assert cells == set(row.label.cells)
        assert digits == ({row.label.digit} if row.label.kind == "unit" else set(puzzle.board.digits))
        assert (row.label.unit is None) == (row.label.kind == "cell")


def test_plain_text_stays_what_it_is():
    assert labels.short("my own rule") == "my own rule"
    m = new_backend("pulp")
    x = m.int_vars("x", "ab", 1, 2)
    m.not_equal(x["a"], x["b"], "they differ")
    (record,) = m.read(m.constraints())
    assert record.label == record.name == "they differ"
