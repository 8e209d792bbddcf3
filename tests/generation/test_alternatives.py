"""Whether there is another solution is judged by brute force: on 4x4 boards all grids are known."""

import random
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sudoku_models as sm
from sudoku_models.errors import SolverError
from sudoku_models.generation import KINDS, alternatives
from sudoku_models.generation.alternatives import Alternatives
from sudoku_models.generation.kinds import place_rules, requested_kinds
from sudoku_models.runtime.limits import Deadline, TimeLimit

USUAL = sm.Board.of_size(4)
BLANK = (0,) * 16
PLACED = [name for name, kind in KINDS.items() if kind.place]


@cache
def all_grids() -> tuple[sm.Grid, ...]:
    count = sm.count_solutions(sm.Puzzle(USUAL, BLANK), "assignment", "pulp", "cpsat", cross_check=False)
    assert (count.value, count.status) == (288, "exact")
    return count.grids


def solutions(puzzle: sm.Puzzle) -> list[sm.Grid]:
    """All solutions on a 4x4 board with further rules on cells, by their checks alone."""
    assert puzzle.board.plain == USUAL
    pairs = puzzle.givens.items()
    grids = (grid for grid in all_grids() if all(grid[cell] == d for cell, d in pairs))
    return [grid for grid in grids if all(rule.check(grid) for rule in puzzle.board.cell_rules)]


@settings(max_examples=50)
@given(st.sampled_from(PLACED), st.integers(0, 287), st.integers(0, 99), st.data())
def test_it_answers_as_brute_force_does(name: str, number: int, seed: int, data: st.DataObject) -> None:
    grid = all_grids()[number]
    rules = place_rules(requested_kinds(name), grid, random.Random(seed))
    cells = data.draw(st.sets(st.integers(0, 15), max_size=6))
    givens = tuple(d if k in cells else 0 for k, d in enumerate(grid.values))
    engine = Alternatives(grid, rules)
    for _ in range(2):  # on one solver
        kept = data.draw(st.sets(st.sampled_from(rules))) if rules else set()
        # what "all are given" says depends on the marks of the board, so those are not left out
        kept |= {rule for rule in rules if rule.kind.endswith("given") or "dot" in rule.kind or rule.kind in "XV"}
        board = USUAL.with_rules(*(rule for rule in rules if rule in kept))
        others = [each for each in solutions(sm.Puzzle(board, givens)) if each.values != grid.values]
        assert engine.exists(givens, kept) is bool(others)
        cell = data.draw(st.integers(0, 15))
        if not givens[cell]:
            differ = any(each.values[cell] != grid.values[cell] for each in others)
            assert engine.exists(givens, kept, cell=cell) is differ


def test_rules_that_are_added_later_count() -> None:
    grid = all_grids()[0]
    engine = Alternatives(grid, ())
    assert engine.exists(BLANK)
    assert engine.found is not None
    rules = place_rules(requested_kinds("killer:16"), grid, random.Random(1))
    engine.add(rules)
    board = USUAL.with_rules(*rules)
    assert engine.exists(BLANK, rules) is (len(solutions(sm.Puzzle(board, BLANK))) > 1)
    assert engine.exists(BLANK, ()) is True


def test_it_gives_up_after_some_conflicts_and_stops_at_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    grid = all_grids()[0]
    engine = Alternatives(grid, ())
    assert engine.exists(BLANK, most=0) is None
    late = Deadline()
    engine.deadline = late
    monkeypatch.setattr(Deadline, "is_over", property(lambda self: self is late))
    with pytest.raises(TimeLimit):
        engine.exists(BLANK)


def test_ctrl_c_stops_it(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Alternatives(all_grids()[0], ())

    def pressed() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(alternatives, "check_interrupt", pressed)
    with pytest.raises(KeyboardInterrupt):
        engine.exists(BLANK)


def test_a_wrong_grid_of_the_solver_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Alternatives(all_grids()[0], ())
    wrong: list[Any] = [k * 4 + 1 for k in range(16)]  # sixteen ones
    monkeypatch.setattr(engine._engine, "get_model", lambda: wrong)
    with pytest.raises(SolverError, match="no other solution: row 1 has"):
        engine.exists(BLANK)
