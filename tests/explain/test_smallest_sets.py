"""No set is smaller than a smallest one: by brute force on small boards, and by the sizes of minimal sets."""

import time
from itertools import combinations

import pytest
from rule_boards import UNIQUE, solutions

import sudoku_models as sm
from sudoku_models.explain import Candidates, explain, minimal_sets, next_step, smallest_sets
from sudoku_models.explain.smallest_sets import smallest_set, step_for
from sudoku_models.runtime.limits import TimeLimit


def is_forced(puzzle, cell, digit, names):
    """Whether these units and given cells force the digit; all grids of digits are tried, cell after cell."""
    units = [name for name in names if isinstance(name, sm.Unit)]
    values = {i: puzzle.givens[i] for i in names if not isinstance(i, sm.Unit)}
    concerned = [i for i in puzzle.board.cells if i != cell and any(i in unit.cells for unit in units)]
    peers = {i: {j for unit in units if i in unit.cells for j in unit.cells} - {i} for i in [cell, *concerned]}

    def fits(i, d):
        return all(values.get(j) != d for j in peers[i])

    def complete(left):
        if not left:
            return True
        i, *rest = left
        options = [values[i]] if i in values else puzzle.board.digits
        for d in options:
            if fits(i, d):
                was = values.get(i)
                values[i] = d
                if complete(rest):
                    return True
                values.pop(i) if was is None else values.update({i: was})
        return False

    for d in puzzle.board.digits:
        if d != digit and fits(cell, d):
            values[cell] = d
            if complete(concerned):
                return False
            values.pop(cell, None)
    return True


@pytest.mark.parametrize(("text", "cell"), [("1... ..2. .3.. ...4", (1, 4))])
def test_no_set_is_smaller_by_brute_force(text, cell):
    puzzle = sm.Puzzle.parse(text)
    found = smallest_set(puzzle, cell)
    assert found.is_proved
    units = {f"{unit} is all different": unit for unit in puzzle.board.units}
    chosen, digit = found.found, found.found.digit
    assert is_forced(puzzle, cell, digit, [*(units[rule] for rule in chosen.rules), *chosen.digits])
    names = [*puzzle.board.units, *puzzle.givens]
    # What a set cannot force, no part of it can: sets with one name less are enough.
    assert not any(is_forced(puzzle, cell, digit, some) for some in combinations(names, chosen.size - 1))


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


@pytest.mark.timed
def test_a_time_limit_gives_the_smallest_known_set():
    puzzle = sm.load("ai-escargot")
    start = time.monotonic()
    found = smallest_set(puzzle, (1, 2), time_limit=0.4)
    assert time.monotonic() - start < 0.4 + 2.0  # for a machine that does other things too
    assert not found.is_proved
    assert 0 <= found.lower < found.found.size
    assert str(found).endswith(
        f"(the smallest known set, not proved to be a smallest one: at least {found.lower} names)"
    )


def test_a_reached_effort_is_reported():
    state = Candidates.of(sm.load("ai-escargot"))
    step = step_for(state, (1, 2), effort=0)
    assert step.name == f"smallest known set of {step.weight}"
    assert "not proved to be a smallest one" in step.sentence


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
    found = smallest_set(UNIQUE, (1, 4), time_limit=20)
    assert found.is_proved
    assert found.found.digit == solutions(UNIQUE)[0][1, 4]
    # The thermometer has four cells and a board of four digits: it needs nothing else.
    assert found.found.rules == ("thermometer on r2c3 r2c4 r3c4 r1c4",)
