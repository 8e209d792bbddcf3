"""Minimal parts of any model: the same whatever the solver has learned before, and what values break."""

from random import Random

import pytest

import sudoku_models as sm
from sudoku_models.explain.board_rules import BoardRules
from sudoku_models.explain.minimal_sets import NamedModel
from sudoku_models.models.sudoku_model import build


@pytest.mark.parametrize("formulation", ["all_different", "assignment", "pairwise"])
def test_a_minimal_part_does_not_depend_on_earlier_questions(formulation, unique4):
    """Cores save questions and change no answer: the result is that of deletion alone."""
    grid = build(unique4).solve().grid
    fresh, used = (BoardRules(unique4.board, formulation) for _ in range(2))
    names, rng = [*used.model.rules], Random(1)
    facts = used.facts(unique4.givens)
    for _ in range(50):
        some = [*rng.sample(names, len(names) - 1), *rng.sample(facts, 3)]
        used.model.sat.core(some, [used.holds((1, 4), rng.randint(1, 4))])
    goal = used.holds((1, 4), grid[1, 4])
    names += facts
    assert used.model.minimal(names, goal) == fresh.model.minimal(names, goal) is not None


def test_broken_rules():
    def statement(m):
        x = m.int_vars("x", "abc", 1, 3)
        m.all_different(x.values(), "all differ")
        m.all_different([x["a"], x["b"] + 1], "a is not one more than b")
        m.add(x["a"] >= x["b"], "a is not smaller")
        return x

    model = NamedModel(sm.Problem(statement).m)
    assert model.broken({0: 3, 1: 1, 2: 2}) == set()
    assert model.broken({0: 2, 1: 1, 2: 2}) == {"all differ", "a is not one more than b"}
    assert model.broken({1: 2, 2: 3}) == {"a is not smaller"}  # a is 1


def test_a_part_that_is_not_smaller_is_not_returned(unique4):
    rules = BoardRules(unique4.board, "all_different")
    goal = rules.holds((1, 4), build(unique4).solve().grid[1, 4])
    names = [*rules.model.rules, *rules.facts(unique4.givens)]
    found = rules.model.minimal(names, goal)
    assert rules.model.minimal(names, goal, below=len(found)) is None
    assert rules.model.minimal(names, goal, below=len(found) + 1) == found
