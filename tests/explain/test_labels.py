"""No code reads a sentence back: when every sentence is reworded, explanations stay the same but for the words."""

import pytest

import sudoku_models as sm
from sudoku_models.explain import explain, minimal_sets
from sudoku_models.formulations import FORMULATIONS
from sudoku_models.puzzles.labels import Label


def forget():
    """Rules that were read before keep the names that they had then."""
    minimal_sets._rules_of.cache_clear()
    minimal_sets._known_of.cache_clear()
    from sudoku_models.explain.equations import _rows

    _rows.cache_clear()


@pytest.fixture(autouse=True)
def fresh():
    forget()
    yield
    forget()


def reworded(label):
    unit = label.unit.name[::-1] if label.unit else ""
    return f"Regel {label.kind[::-1]} <{unit}|{label.cells if not unit else ''}|{label.digit}>"


def without_words(explanation):
    """All of the steps but the sentences."""
    of_steps = [
        (step.name, step.puts, step.removes, step.rests_on, step.cells, step.weight, step.digits)
        for step in explanation.steps
    ]
    return of_steps, explanation.solved


@pytest.mark.parametrize(
    ("name", "by", "options"),
    [
        ("small:4", "mus", {}),
        ("small:4", "mus", {"formulation": "assignment"}),
        ("small:5", "lp", {}),
        ("small:5", "lp", {"rounding": True}),
        ("top95:20", "techniques", {}),
        ("hardest11:3", "techniques", {}),
    ],
)
def test_rewording_every_sentence_changes_only_words(name, by, options, monkeypatch):
    puzzle = sm.load(name)
    before = explain(puzzle, by, limit=40, **options)
    forget()
    monkeypatch.setattr(Label, "__str__", reworded)
    monkeypatch.setattr(Label, "short", property(reworded))
    after = explain(puzzle, by, limit=40, **options)
    assert without_words(before) == without_words(after)
    assert all(text.startswith("Regel") for step in after.steps for text in step.because)


# A formulation of a user, whose names are plain text


def plain(name):
    def formulation(m, puzzle):
        """Each digit once in each unit."""
        board = puzzle.board
        y = m.bool_vars("y", [(i, d) for i in board.cells for d in board.digits])
        for i in board.cells:
            m.add(m.sum(y[i, d] for d in board.digits) == 1, f"{name} {i}")
        for unit in board.units:
            for d in board.digits:
                m.add(m.sum(y[i, d] for i in unit.cells) == 1, f"{name} {d} {unit}")
        for i, d in puzzle.givens.items():
            m.fix(y[i, d], 1)
        return y

    return formulation


@pytest.fixture
def own():
    sm.register("own", plain("first"))
    yield
    del FORMULATIONS["own"]


@pytest.mark.parametrize("by", ["mus", "lp"])
def test_a_formulation_that_was_replaced_is_forgotten(own, by):
    puzzle = sm.Puzzle.parse("123. .... .... ....")
    explain(puzzle, by, limit=1, formulation="own")
    sm.register("own", plain("second"))
    step = explain(puzzle, by, limit=1, formulation="own").steps[0]
    assert any(text.startswith("second ") for text in step.because)
    assert "second " in step.sentence
    assert not any(text.startswith("first ") for text in step.because)
