"""Hints are true: they agree with the only solution, or say that there is none or several; how the board shows them."""

import random
from dataclasses import replace
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sudoku_models as sm
from sudoku_models.board import hints
from sudoku_models.board.hints import (
    NextStep,
    StagedHint,
    hint,
    next_hint,
    wrong_digits,
    wrong_if_any,
)
from sudoku_models.board.session import GameSession
from sudoku_models.board.view import Highlights
from sudoku_models.errors import InputError, UnknownNameError
from sudoku_models.explain import Candidates, next_step
from sudoku_models.models.allowed_values import allowed_values
from sudoku_models.puzzles.drawing.words import briefly
from sudoku_models.puzzles.labels import Label
from sudoku_models.puzzles.rules.rule import CellRule


def entered(puzzle: sm.Puzzle, digits: dict[sm.Cell, int]) -> sm.Puzzle:
    found = {**puzzle.givens, **digits}
    return sm.Puzzle(puzzle.board, tuple(found.get(i, 0) for i in puzzle.board.cells))


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
    """Of a puzzle with one solution: all wrong digits and no others are named; with none, a step until it is full."""
    entry = sm.corpus(name.partition(":")[0] if ":" in name else "named").entry(name)
    blank = [i for i in entry.puzzle.board.cells if i not in entry.puzzle.givens]
    cells = data.draw(st.lists(st.sampled_from(blank), min_size=1, max_size=12, unique=True))
    digits = {i: data.draw(st.sampled_from([entry.solution[i], *entry.puzzle.board.digits])) for i in cells}
    wrong = {i for i, d in digits.items() if d != entry.solution[i]}
    found = next_hint(print, entry.puzzle, entered(entry.puzzle, digits), {})
    assert {*found.wrong.cells} == wrong
    assert found.wrong.is_unique is (True if wrong else None)
    assert (found.step is None) == bool(wrong or len(cells) == len(blank))
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


@pytest.mark.parametrize("by", ["techniques", "mus", pytest.param("smus", marks=pytest.mark.slow), "lp"])
def test_every_digit_that_a_step_rests_on_is_on_the_board(mccaffrey, by):
    found = next_hint(print, mccaffrey, mccaffrey, {}, by)
    digits = Highlights.of(found.step, found.before).digits
    named = sum(label.kind == "given" for label in found.step.labels)
    assert len({*digits, *found.step.cells} & {*mccaffrey.givens}) == named
    assert not {*digits} - {*mccaffrey.givens}


def test_a_second_solve_has_only_the_time_that_remains(unique4, monkeypatch):
    wrong = entered(unique4, {(1, 2): sm.build(unique4).solve().grid[1, 2] % 4 + 1})
    clock = iter(range(0, 1000, 6))
    monkeypatch.setattr(hints, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    assert wrong_digits(print, unique4, wrong, 5.0).is_unique is None


# -- on the board ------------------------------------------------------------------------------------------------------


def answered(session):
    assert session.wait(300)
    assert session.busy == {}
    return session.message.text


def test_a_step_is_displayed_with_the_symbols_of_the_board_unless_a_digit_is_wrong(session):
    session.change(symbols="letters")
    hint(session, "step")
    assert answered(session).endswith("; on the board, 2 is B")
    assert session.state()["highlights"]["puts"] == [[1, 2]]
    session.enter([(1, 2)], 1)
    hint(session, "step")
    assert answered(session).startswith("One digit is wrong: row 1, column 2. Correct it first")
    assert session.highlights.wrong == ((1, 2),)


def test_a_sentence_in_other_words_changes_no_highlight(unique4, monkeypatch):
    """Highlights and keys come of data; the prose of steps, units, labels and violations is for people alone."""
    plain = [next_hint(print, unique4, unique4, {}, by) for by in ("techniques", "mus", "smus", "lp")]
    highlights = [Highlights.of(each.step, each.before) for each in plain]
    digits = [each.step.digits for each in plain]
    conflict = sm.Puzzle.parse("11.. .... .... ....")
    blamed = next_hint(print, conflict, conflict, {}).digits
    monkeypatch.setattr(Label, "__str__", lambda self: f"row 9 has a 9 in (9, 9): {self!r}")
    monkeypatch.setattr(Label, "short", property(lambda self: f"the given 8 in (8, 8): {self!r}"))
    again = [next_hint(print, unique4, unique4, {}, by) for by in ("techniques", "mus", "smus", "lp")]
    assert all("row 9 has a 9" in " ".join(each.step.because) for each in again)
    odd = [replace(each.step, sentence="the found 9 in (9, 9): row 9 has a 9", name="nine") for each in again]
    assert [Highlights.of(step, each.before) for step, each in zip(odd, again, strict=True)] == highlights
    assert [step.digits for step in odd] == digits
    assert next_hint(print, conflict, conflict, {}).digits == blamed == (1,)


def test_wrong_digits_and_allowed_values_are_highlighted(session):
    session.enter([(1, 2)], 1)
    hint(session, "wrong")
    assert answered(session).startswith("One digit is wrong: row 1, column 2")
    assert session.state()["highlights"]["wrong"] == [1]
    hint(session, "allowed", (1, 2))
    assert answered(session).startswith("Row 1, column 2 holds 2 in every solution")
    assert session.state()["highlights"]["candidates"] == [[1, [2]]]
    session.undo()
    hint(session, "allowed everywhere")
    answered(session)
    assert session.game.squares[1, 2].marks == {2}


def test_steps_follow_one_another(session):
    for _ in range(12):
        hint(session, "step")
        answered(session)
        assert session.highlights.reason
        session.take_step()
    assert session.is_finished
    assert session.message.text == "Solved with 12 hints: this is a solution of the puzzle."
    assert session.state()["status"]["by_hand"]


def test_a_staged_step_tells_more_with_each_request_and_is_one_hint(session):
    """First a place, then the technique, then the cells; digits and candidates come with the last stage alone."""
    seen = []
    for _ in range(hints.STAGES):
        hint(session, "step", staged=True)
        answered(session)
        shown = session.highlights
        seen.append([bool(each) for each in (shown.units, shown.reason, shown.puts, shown.candidates)])
        assert ("hidden single" in session.message.text.lower()) == (len(seen) > 1)
        assert session.game.hints == 1
    assert seen == [[True] + [False] * 3] * 2 + [[True, True, False, False], [True] * 4]
    whole = session.state()["highlights"]
    hint(session, "step", staged=True)  # there is no more to tell
    assert (session.state()["highlights"], session.game.hints) == (whole, 1)
    session.take_step()
    hint(session, "step", staged=True)
    assert answered(session).startswith("Hint 1 of 4")
    assert session.game.hints == 2
    session.enter([(2, 1)], 4)
    hint(session, "step", staged=True)
    assert answered(session).startswith("One digit is wrong")
    session.undo()
    hint(session, "step")
    answered(session)
    assert session.highlights.puts  # at once


@pytest.mark.parametrize("kind", ["step", "wrong", "allowed", "allowed everywhere"])
def test_the_same_hint_is_counted_once(session, kind):
    for _ in range(6):
        hint(session, kind, (1, 2))
        answered(session)
        assert session.game.hints == 1
    session.enter([(1, 2)], 4)  # wrong
    hint(session, kind, (1, 2))
    answered(session)
    assert session.game.hints == 2


@pytest.mark.parametrize("name", ["mccaffrey", "top95:4", "top95:9", "killer:1", "jigsaw:1"])
def test_stages_lead_to_every_step_that_is_given_at_once(name):
    """The place has a cell of the step, and no stage before the last names a digit that is found or removed."""
    session = GameSession(sm.load(name), lambda: None, lambda *_: None)
    board, state = session.game.board, Candidates.of(session.game.puzzle)
    for _ in range(40):
        step = next_step(state)
        if step is None:
            break
        session.staged = StagedHint(NextStep(step, before=state), ())
        for stage in (1, 2, 3):
            session.staged.stage = stage
            hints._show_stage(session, session.staged)
            drawn = session.highlights.plain(board)
            assert drawn["units"]
            assert len(session.message.text) < 250  # also where a step has most of the cells
            assert not any(drawn[each] for each in ("puts", "removes", "candidates", "links"))
            if stage < 3:
                assert {i for cells in session.highlights.units for i in cells} & {
                    *step.cells,
                    *step.puts,
                    *step.removes,
                }
        state = state.after(step)


@pytest.mark.parametrize("name", ["killer:1", "killer:2", "killer:5"])
@pytest.mark.parametrize("seed", range(3))
def test_the_place_of_a_hint_is_a_part_of_the_step_that_follows(name, seed):
    """In random positions of killers: the unit or the rule that is named first is named again in the step."""
    entry, rng = sm.corpus("killer").entry(name), random.Random(seed)
    cells = entry.puzzle.board.cells
    state = Candidates.of(entered(entry.puzzle, {i: entry.solution[i] for i in rng.sample(cells, rng.randrange(40))}))
    for _ in range(12):
        step = next_step(state)
        if step is None:
            break
        where, cells = hints.place_of(step, state.board)
        named = [
            label.rule for label in step.labels if isinstance(label.rule, CellRule) and briefly(label.rule) == where
        ]
        assert all(str(rule) in step.brief for rule in named), (where, step.brief)
        assert {*cells} & {*step.cells, *step.puts, *step.removes}
        state = state.after(step)


def test_a_staged_step_that_removes_candidates_is_followed_by_the_next_one(shares_workers):
    session = shares_workers(GameSession(sm.load("top95:1"), lambda: None, lambda *_: None))
    for _ in range(60):
        hint(session, "step", staged=True)
        answered(session)
        step, before = session.staged.found.step, session.game.hints
        for _ in range(3):
            hint(session, "step", staged=True)
        assert session.game.hints == before
        if step.removes:
            break
        session.take_step()
    hint(session, "step", staged=True)
    assert answered(session).startswith("Hint 1 of 4")
    assert session.staged.found.step != step


def test_hints_for_a_cell_need_a_cell_without_a_given(session):
    for cell in (None, (1, 1)):
        with pytest.raises(InputError, match="choose a cell"):
            hint(session, "allowed", cell)
    with pytest.raises(UnknownNameError):
        hint(session, "everything")


@pytest.mark.parametrize("kind", ["step", "allowed everywhere"])
def test_a_hint_for_digits_that_have_changed_since_is_not_given(session, kind):
    hint(session, kind, (1, 2))
    session.enter([(1, 2)], 4)
    before = session.game.squares.copy()
    assert answered(session) == "The board has changed since this was asked; ask again"
    assert session.game.squares == before
    assert session.state()["highlights"] == Highlights().plain(session.game.board)


def test_in_class_nothing_that_was_asked_for_before_is_shown(session, unique4):
    session.set_mode("class")
    with pytest.raises(InputError, match="stays hidden"):
        hints._show_allowed(session, None, allowed_values(unique4))
    assert session.game.position == unique4
    assert session.game.hints == 0
