"""Hints are true: they agree with the only solution, and say so when there is none or more than one."""

from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sudoku_models as sm
from sudoku_models.board import hints
from sudoku_models.board.hints import next_hint, reveal, wrong_digits, wrong_if_any
from sudoku_models.board.view import Highlights


def entered(puzzle: sm.Puzzle, digits: dict[sm.Cell, int]) -> sm.Puzzle:
    found = {**puzzle.givens, **digits}
    return sm.Puzzle(puzzle.board, tuple(found.get(i, 0) for i in puzzle.board.cells))


@pytest.mark.parametrize("name", ["mccaffrey", "top95:1", "small:1"])
def test_wrong_digits_are_those_that_differ_from_the_solution(name):
    entry = sm.corpus(name.partition(":")[0] if ":" in name else "named").entry(name)
    puzzle, solution = entry.puzzle, entry.solution
    blank = [i for i in puzzle.board.cells if i not in puzzle.givens][:8]
    right = {i: solution[i] for i in blank}
    assert wrong_digits(print, puzzle, entered(puzzle, right)).cells == ()
    right[blank[1]] = right[blank[1]] % puzzle.board.size + 1
    right[blank[6]] = right[blank[6]] % puzzle.board.size + 1
    found = wrong_digits(print, puzzle, entered(puzzle, right))
    assert (set(found.cells), found.status, found.is_unique) == ({blank[1], blank[6]}, "proved", True)


def test_without_one_solution_the_fewest_digits_are_wrong(infeasible4):
    puzzle = sm.Puzzle.parse("1... .... .... ....")
    position = entered(puzzle, {(1, 2): 2, (1, 3): 3, (1, 4): 3})
    found = wrong_digits(print, puzzle, position)
    assert found.cells in (((1, 3),), ((1, 4),))
    assert found.is_unique is False
    step = next_hint(print, puzzle, position, {})
    assert (step.step, step.wrong.cells) == (None, found.cells)
    assert wrong_digits(print, infeasible4, infeasible4).status == "no solution"
    found = next_hint(print, infeasible4, entered(infeasible4, {(2, 1): 4}), {})
    assert (found.step, found.wrong.status) == (None, "no solution")
    clash = sm.Puzzle.parse("11.. .... .... ....")
    assert "row 1 has the 1 twice" in next_hint(print, clash, clash, {}).reason


NAMES = ["mccaffrey", "top95:1", "top95:40", "small:1", "small:3"]


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(NAMES), st.data())
def test_no_step_is_named_while_a_digit_is_wrong(name, data):
    """Of a puzzle with one solution: the wrong digits are named, all and no others; without one, there is a step."""
    entry = sm.corpus(name.partition(":")[0] if ":" in name else "named").entry(name)
    blank = [i for i in entry.puzzle.board.cells if i not in entry.puzzle.givens]
    cells = data.draw(st.lists(st.sampled_from(blank), min_size=1, max_size=12, unique=True))
    digits = {i: data.draw(st.sampled_from([entry.solution[i], *entry.puzzle.board.digits])) for i in cells}
    wrong = {i for i, d in digits.items() if d != entry.solution[i]}
    found = next_hint(print, entry.puzzle, entered(entry.puzzle, digits), {})
    assert {*found.wrong.cells} == wrong
    assert (found.step is None) == bool(wrong)
    assert wrong_if_any(print, entry.puzzle, entered(entry.puzzle, digits)).cells == found.wrong.cells


def test_a_step_is_named_where_it_is_not_known_whether_a_digit_is_wrong(unique4, monkeypatch):
    monkeypatch.setattr(hints, "wrong_if_any", lambda *_: hints.WrongDigits(None, "not known", None, "too slow"))
    found = next_hint(print, unique4, unique4, {})
    assert (found.step is not None, found.wrong.reason) == (True, "too slow")


def test_the_steps_lead_to_the_solution():
    entry = sm.corpus("named").entry("mccaffrey")
    position, gone, seen = entry.puzzle, {}, 0
    while (found := next_hint(print, entry.puzzle, position, gone)).step:
        step, seen = found.step, seen + 1
        assert all(entry.solution[i] == d for i, d in step.puts.items())
        assert all(entry.solution[i] not in digits for i, digits in step.removes.items())
        for i, digits in step.removes.items():
            assert digits <= found.before.candidates[i]
            gone[i] = gone.get(i, frozenset()) | digits
        position = entered(position, step.puts)
    assert position.as_grid() == entry.solution
    assert found.reason == "every cell has its digit"
    assert seen > 50


@pytest.mark.parametrize("by", ["techniques", "mus", "smus", "lp"])
def test_every_method_explains(unique4, by):
    step = next_hint(print, unique4, unique4, {}, by).step
    solution = sm.build(unique4).solve().grid
    assert step.by == by
    assert all(solution[i] == d for i, d in step.puts.items())


def test_the_reason_is_displayed_at_its_position(mccaffrey):
    """In box 5 the 8 fits only in (5, 5): two 8s and two digits in the box leave nothing else."""
    found = next_hint(print, mccaffrey, mccaffrey, {})
    assert found.step.puts == {(5, 5): 8}
    highlights = Highlights.of(found.step, found.before)
    assert highlights.units == (tuple((r, c) for r in (4, 5, 6) for c in (4, 5, 6)),)
    assert highlights.digits == ((3, 4), (8, 6), (4, 5), (6, 5))


@pytest.mark.parametrize("by", ["techniques", "mus", "smus", "lp"])
def test_every_digit_that_a_step_rests_on_is_on_the_board(mccaffrey, by):
    found = next_hint(print, mccaffrey, mccaffrey, {}, by)
    digits = Highlights.of(found.step, found.before).digits
    named = sum(label.kind == "given" for label in found.step.labels)
    assert len({*digits, *found.step.cells} & {*mccaffrey.givens}) == named
    assert not {*digits} - {*mccaffrey.givens}


def test_a_digit_is_revealed_beside_right_and_wrong_digits(unique4, infeasible4):
    solution = sm.build(unique4).solve().grid
    assert reveal(print, unique4, unique4, (2, 1)).digit == solution[2, 1]
    several = sm.Puzzle.parse("1... .... .... ....")
    assert reveal(print, several, entered(several, {(1, 2): 4, (1, 3): 2}), (1, 4)).digit == 3
    assert reveal(print, infeasible4, infeasible4, (1, 3)).digit is None
    found = reveal(print, unique4, entered(unique4, {(1, 2): solution[1, 2] % 4 + 1}), (2, 1))
    assert found.digit == solution[2, 1]
    assert "wrong" in found.reason


def test_a_second_solve_has_only_the_time_that_remains(unique4, monkeypatch):
    wrong = entered(unique4, {(1, 2): sm.build(unique4).solve().grid[1, 2] % 4 + 1})
    clock = iter(range(0, 1000, 6))
    monkeypatch.setattr(hints, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    assert wrong_digits(print, unique4, wrong, 5.0).is_unique is None
    assert (
        reveal(print, unique4, wrong, (2, 1), 10.0).reason
        == "the digit is not known: the time limit of 10 s was reached"
    )
