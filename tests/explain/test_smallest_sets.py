"""Smallest sets are minimal, no larger than minimal ones, and reported as what is proved about them."""

from rule_boards import UNIQUE, solutions

import sudoku_models as sm
from sudoku_models.explain import Candidates, explain, minimal_sets, next_step, smallest_sets
from sudoku_models.explain.smallest_sets import smallest_set, step_for
from sudoku_models.runtime.limits import TimeLimit


def test_steps_are_proved_smallest_and_lead_to_the_solution():
    puzzle = sm.load("small:5")
    found = explain(puzzle, by="smus")
    assert found.solved
    assert not puzzle.violations(found.grid)
    for step, state in zip(found.steps, found.states(), strict=False):
        assert step.name == f"smallest set of {step.weight}"
        assert step.weight <= next_step(state, "mus").weight


def test_a_step_over_all_cells_is_the_smallest_over_each_cell():
    state = Candidates.of(sm.load("small:4"))
    assert min(step_for(state, i).weight for i in state.open) == next_step(state, "smus").weight


def test_a_smallest_set_is_minimal(mccaffrey):
    found = smallest_set(mccaffrey, (1, 5))
    names, digit = (*found.found.rules, *found.found.digits), found.found.digit
    assert found.is_proved
    assert found.found.size <= minimal_sets.minimal_set(mccaffrey, (1, 5)).size
    for less in (names, *(names[:k] + names[k + 1 :] for k in range(len(names)))):
        rules = [name for name in less if isinstance(name, str)]
        digits = {i: mccaffrey.givens[i] for i in less if not isinstance(i, str)}
        assert minimal_sets.forces(mccaffrey, (1, 5), digit, rules, digits) == (less == names)


def test_a_smallest_proof_that_there_is_no_solution(infeasible4):
    found = smallest_set(infeasible4)
    assert found.is_proved
    assert str(found).startswith("there is no solution, because ")
    step = next_step(Candidates.of(infeasible4), "smus")
    assert step.name == f"no solution, smallest set of {found.found.size}"
    assert smallest_set(sm.load("small:4")) is None


def test_a_time_limit_gives_the_smallest_known_set(at_most):
    puzzle = sm.load("ai-escargot")
    with at_most(0.4):
        found = smallest_set(puzzle, (1, 2), time_limit=0.4)
    assert not found.is_proved
    assert 0 <= found.lower < found.found.size
    assert str(found).endswith(f"(the smallest known set, perhaps not a smallest one: at least {found.lower} names)")


def test_a_limit_in_the_middle_of_the_bounds_proves_nothing(monkeypatch):
    """When the time is up before each open cell has a bound, the bound of all of them is 0."""
    started = []

    def start(search):
        started.append(search)
        if len(started) == 3:
            raise TimeLimit

    minimal_sets._known_of.cache_clear()  # other tests may have proved the step
    monkeypatch.setattr(smallest_sets.Search, "start", start)
    step = next_step(Candidates.of(sm.load("small:4")), "smus")
    assert "at least 0 names" in step.sentence


def test_a_smallest_set_names_rules_of_the_board():
    found = smallest_set(UNIQUE, (1, 4), time_limit=600)
    assert found.is_proved
    assert found.found.digit == solutions(UNIQUE)[0][1, 4]
    # The thermometer has four cells and a board of four digits: it needs nothing else.
    assert found.found.rules == ("thermometer on r2c3 r2c4 r3c4 r1c4",)
