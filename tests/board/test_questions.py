"""What the board asks, and what it does with the answers."""

import threading
from dataclasses import replace

import pytest

import sudoku_models as sm
from sudoku_models import formulations
from sudoku_models.board import messages
from sudoku_models.board.commands import carry_out
from sudoku_models.board.game import Game
from sudoku_models.board.highlights import Highlights
from sudoku_models.board.hints import next_hint
from sudoku_models.board.session import Session
from sudoku_models.errors import InputError, UnknownNameError
from sudoku_models.puzzles.labels import Label
from sudoku_models.runtime import processes


@pytest.fixture
def session(unique4):
    found = Session(unique4, lambda: None, lambda message: None)
    yield found
    found.questions.close()


def answered(session):
    assert session.questions.wait(60)
    assert session.questions.busy == {}
    return session.message.text


@pytest.mark.slow
def test_the_page_displays_the_running_task(session):
    session.questions.solve()
    busy = session.state()["busy"]
    assert (busy["what"], busy["limit"]) == ("solving by highs", 60.0)
    assert "Solved by assignment x pyomo x highs" in answered(session)


def test_when_the_worker_cannot_be_started_the_board_reports_it_and_is_not_busy(session, monkeypatch):
    def fail(*arguments, **options):
        raise OSError(12, "Cannot allocate memory")

    monkeypatch.setattr(processes.subprocess, "Popen", fail)
    carry_out(session, {"do": "ready"})
    carry_out(session, {"do": "solve"})
    why = "cannot be started: Cannot allocate memory"
    assert answered(session) == f"Not known: solving by highs {why}"
    assert session.state()["busy"] == {}
    assert session.badge.text == f"How many solutions there are is not known: the count {why}"


def test_a_solve_fills_the_board_and_can_be_taken_back(session, unique4):
    session.questions.solve("all_different", "cpsat", "cpsat")
    assert answered(session) == "Solved by all_different x cpsat x cpsat; the grid was checked"
    assert session.is_finished
    (row,) = session.state()["report"]["rows"]
    assert row["size"] == [16, 12, 48]
    assert row["configuration"] == "all_different x cpsat x cpsat"
    session.undo()
    assert session.game.position == unique4


@pytest.mark.slow
def test_a_solve_keeps_the_digits_so_far_only_on_request(session):
    session.put((1, 2), 4)  # wrong
    session.questions.solve(so_far=True)
    assert answered(session).startswith("With the digits so far there is no solution: assignment x pyomo x highs")
    session.questions.counting.count(aloud=True)
    assert answered(session).startswith("The puzzle (without your digits): exactly one solution, which is proved")
    session.questions.solve()
    answered(session)
    assert session.is_finished


def test_a_step_is_displayed_with_the_symbols_of_the_board(session):
    session.change(symbols="♠♥♦♣")
    session.questions.hint("step")
    assert "on the board" in answered(session)
    assert session.message.text.endswith("; on the board, 2 is ♥")
    session.put((1, 2), 1)
    session.questions.hint("step")
    assert answered(session).startswith("Row 1, column 2 is wrong: the only solution")
    assert session.highlights.wrong == ((1, 2),)
    session.set_design(True)
    session.put((1, 2), 1)
    answered(session)  # the count
    session.questions.hint("step")
    assert "row 1 has the 1 twice" in answered(session)
    assert session.message.text.endswith("; on the board, 1 is ♠")


def test_a_sentence_in_other_words_changes_no_highlight(unique4, monkeypatch):
    """Highlights and keys come of data; the prose of steps, units, labels and violations is for people alone."""
    plain = [next_hint(unique4, by=by) for by in ("techniques", "mus", "smus", "lp")]
    highlights = [Highlights.of(each.step, each.candidates) for each in plain]
    digits = [each.step.digits for each in plain]
    conflict = sm.Puzzle.parse("11.. .... .... ....")
    blamed = next_hint(conflict).digits
    monkeypatch.setattr(Label, "__str__", lambda self: f"row 9 has a 9 in (9, 9): {self!r}")
    monkeypatch.setattr(Label, "short", property(lambda self: f"the given 8 in (8, 8): {self!r}"))
    again = [next_hint(unique4, by=by) for by in ("techniques", "mus", "smus", "lp")]
    assert all("row 9 has a 9" in " ".join(each.step.because) for each in again)
    odd = [replace(each.step, sentence="the found 9 in (9, 9): row 9 has a 9", name="nine") for each in again]
    assert [Highlights.of(step, each.candidates) for step, each in zip(odd, again, strict=True)] == highlights
    assert [step.digits for step in odd] == digits
    assert next_hint(conflict).digits == blamed == (1,)


def test_a_step_in_other_words_is_shown_with_the_same_key(session, unique4):
    session.change(symbols="♠♥♦♣")
    found = next_hint(unique4)
    session.questions._show_step(replace(found, step=replace(found.step, sentence="nine times 9 in (9, 9)")))
    key = messages.with_key("nine times 9 in (9, 9)", found.step.digits, session.symbols)
    assert session.message.text == f"Hidden single: {key}"
    assert key == "nine times 9 in (9, 9); on the board, 2 is ♥"
    assert session.highlights == Highlights.of(found.step, found.candidates)


def test_wrong_digits_are_marked(session):
    session.put((1, 2), 4)
    session.questions.hint("wrong")
    assert answered(session) == "One digit is wrong: row 1, column 2"
    assert session.state()["highlights"]["wrong"] == [1]
    session.put((1, 2), 2)
    assert session.state()["highlights"]["wrong"] == []


def test_allowed_values_of_a_cell_are_those_of_solutions(session):
    session.put((1, 2), 2)
    session.questions.hint("allowed", (1, 2))
    assert answered(session).startswith("Row 1, column 2 holds 2 in every solution, which is proved")
    assert session.state()["highlights"]["candidates"] == [[1, [2]]]


@pytest.mark.slow
def test_allowed_values_of_every_cell_become_pencil_marks(session):
    session.questions.hint("allowed everywhere")
    assert "highs" in answered(session)
    assert session.game.squares[1, 2].marks == {2}


@pytest.mark.slow
def test_steps_follow_one_another(session):
    for _ in range(12):
        session.questions.hint("step")
        answered(session)
        assert session.highlights.reason
        session.take_step()
    assert session.is_finished
    assert session.message.text == "Solved with 12 hints: this is a solution of the puzzle."
    assert session.state()["status"]["by_hand"]


@pytest.mark.slow
def test_a_cell_is_revealed(session):
    session.questions.hint("reveal", (1, 2))
    assert answered(session) == "Row 1, column 2 can hold 2 (in one solution; there may be others)"
    assert session.game.values[1] == 2
    session.undo()
    session.questions.counting.count()
    answered(session)
    session.questions.hint("reveal", (1, 2))
    assert answered(session) == "Row 1, column 2 holds 2"


def test_hints_for_a_cell_need_a_cell_without_a_given(session):
    for cell in (None, (1, 1)):
        with pytest.raises(InputError, match="choose a cell"):
            session.questions.hint("reveal", cell)
    with pytest.raises(UnknownNameError):
        session.questions.hint("everything")


def test_a_search_leaves_its_curve(session):
    session.questions.search(seed=7)
    assert "found a solution" in answered(session)
    costs = session.state()["report"]["costs"]
    assert costs[-1][2] == 0
    assert [steps for steps, *_ in costs] == sorted(steps for steps, *_ in costs)


@pytest.mark.slow
def test_a_search_that_fails_shows_an_approximate_grid(session, infeasible4):
    session.open(infeasible4)
    session.questions.search(time_limit=0.3)
    assert answered(session).startswith("Approximate: cost")
    assert session.game.grid is not None
    assert not session.is_finished


def test_a_puzzle_is_made_with_its_proof(session):
    session.questions.generate(size=6, level="easy", seed="4")
    answered(session)
    assert session.game.puzzle == sm.generate(6, "easy", "4").puzzle
    assert session.badge.text.startswith("Exactly one solution, which is proved")


def test_what_is_cancelled_leaves_the_board_as_it_was(session):
    session.open(sm.Puzzle(sm.Board.of_size(25), (0,) * 625))
    session.questions.search("progressive", time_limit=60)
    session.questions.cancel()
    assert session.message.text == "Cancelled: searching by progressive"
    assert answered(session)
    assert not any(session.game.values)


def test_a_time_limit_must_be_a_number_of_seconds(session):
    for seconds in (0, -1, 10**6, float("nan")):
        with pytest.raises(InputError, match="time limit"):
            session.questions.rate(seconds)


@pytest.mark.slow
def test_how_many_solutions_a_shown_puzzle_has_is_known_or_counted(session, unique4, infeasible4):
    session.open(sm.load("several:12"))
    assert session.badge.tone == "warning"  # known, so that nothing is counted
    assert not session.questions.counting.is_busy
    session.questions.ready()
    session.open(infeasible4)
    assert session.questions.counting.is_busy
    assert answered(session).startswith("No solution, which is proved")
    session.open(unique4)
    answered(session)
    assert session.badge.text.startswith("Exactly one solution, which is proved")
    assert "1 givens" not in session.message.text


def test_an_answer_to_the_last_puzzle_does_not_reach_the_next(session, infeasible4):
    session.questions.solve()
    session.open(infeasible4)
    answered(session)
    assert session.game.position == infeasible4


def test_steps_remember_what_they_took_away_while_digits_are_added():
    session = Session(sm.load("mccaffrey"), lambda: None, lambda message: None)
    questions = session.questions
    questions._gone = {(1, 1): frozenset({3})}
    session.put((1, 1), 7)
    assert questions._gone
    session.undo()
    assert not questions._gone


def test_resuming_a_game_asks_nothing_of_a_board_that_no_page_shows(unique4):
    session = Session(unique4, lambda: None, lambda message: None)
    session.resume(Game(unique4))
    assert not session.questions.counting.is_busy


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["wrong", "step", "reveal", "allowed", "allowed everywhere"])
def test_a_hint_for_digits_that_have_changed_since_is_not_given(session, kind):
    session.questions.hint(kind, (1, 2))
    session.put((1, 2), 4)
    before = session.game.squares.copy()
    assert answered(session) == "The board has changed since this was asked; ask again"
    assert session.game.squares == before
    assert session.state()["highlights"] == Highlights().plain(session.game.board)


@pytest.mark.slow
def test_a_solve_is_of_the_puzzle_or_of_the_digits_so_far(session):
    session.questions.solve()
    session.put((1, 2), 4)
    answered(session)
    assert session.is_finished
    session.restart()
    session.questions.solve(so_far=True)
    session.put((1, 2), 4)
    assert answered(session).startswith("The board has changed")
    session.set_design(True)
    session.questions.solve()
    session.put((1, 2), 2)
    assert session.questions.wait(60)
    assert [d for d in session.game.values if d] == [1, 2, 2, 3, 4]


def test_a_design_forgets_what_steps_took_away(session):
    session.put((1, 2), 2)
    session.questions._gone = {(1, 3): frozenset({3})}
    session.set_design(True)
    assert not session.questions._gone


def test_a_question_that_cannot_be_sent_leaves_nothing_busy(session, monkeypatch):
    monkeypatch.setattr(formulations, "registered", lambda: {"mine": threading.Lock()})
    with pytest.raises(InputError, match="a registered formulation cannot be sent to the worker"):
        session.questions.solve()
    assert session.questions.busy == {}
    session.questions.counting.count()
    assert session.badge.text.startswith("How many solutions there are is not known: a registered formulation")
    assert not session.questions.counting.is_busy


def test_a_requested_count_is_a_message(session, monkeypatch):
    carry_out(session, {"do": "count"})
    assert answered(session).startswith(f"{session.badge.text} (")
    assert session.message.text.startswith("Exactly one solution, which is proved")
    monkeypatch.setattr(formulations, "registered", lambda: {"mine": threading.Lock()})
    carry_out(session, {"do": "count"})
    assert session.message.text.startswith("How many solutions there are is not known")


def test_a_search_that_was_cancelled_is_named_by_a_noun(session):
    session.questions.hint("wrong")
    session.questions.cancel()
    assert session.message.text == "Cancelled: the search for wrong digits"
