"""A board in class: the teacher steps through an explanation, and nothing fills in the solution before it is shown."""

import pytest

import sudoku_models as sm
from sudoku_models.board.board_widget import BoardWidget
from sudoku_models.board.solving import show_solution
from sudoku_models.errors import InputError, UnknownNameError

CPSAT = {"formulation": "all_different", "backend": "cpsat", "solver": "cpsat"}


@pytest.fixture
def board(unique4, shares_workers):
    found = BoardWidget(unique4, mode="class")
    shares_workers(found.session)
    return found


def asked(board, what, **values):
    board.ask(what, **values)
    assert board.wait(300)
    return board.message


def test_the_teacher_goes_through_the_steps_which_are_counted_from_1(board, unique4):
    board.explain()
    assert board.path["at"] == 0
    first = board.step_to(1)
    assert first.startswith("step 1 of 12, hidden single: in box 1 the digit 2 fits only in row 1, column 2")
    assert board.highlights["puts"] == [[1, 2]]
    assert sum(map(bool, board.values)) == len(unique4.givens)
    assert board.next_step().startswith("step 2 of 12")
    assert sum(map(bool, board.values)) == len(unique4.givens) + 1
    assert board.previous_step() == first
    assert board.previous_step() == first


def test_after_the_last_step_it_stays_at_the_end(board):
    board.explain()
    board.step_to(12)
    assert board.next_step() == board.next_step() == "after 12 steps: Every cell has its digit."
    assert all(board.values)
    assert board.previous_step().startswith("step 12 of 12")
    board.leave_explanation()
    assert board.path == {}
    assert not all(board.values)


def test_only_steps_that_there_are_can_be_gone_to(board):
    for go in (board.next_step, board.previous_step, lambda: board.step_to(1)):
        with pytest.raises(InputError, match="ask for one first"):
            go()
    board.explain()
    for number in (0, 14, -1, 1.5):
        with pytest.raises(InputError):
            board.step_to(number)
    assert board.path["at"] == 0


def test_an_explanation_need_not_be_waited_for_and_starts_from_right_digits_only(board, unique4):
    board.explain("mus", wait=False)
    assert board.busy
    assert board.wait(300)
    assert board.path["by"] == "mus"
    board.leave_explanation()
    board.put((1, 2), 4)
    board.explain(whole=False)
    assert board.message.startswith("One digit is wrong: row 1, column 2")
    assert board.path == {}
    with pytest.raises(UnknownNameError, match="magic"):
        board.explain("magic")
    with pytest.raises(UnknownNameError, match="exam"):
        BoardWidget(unique4, mode="exam")
    with pytest.raises(UnknownNameError, match="exam"):
        board.mode = "exam"


@pytest.mark.parametrize(
    "command",
    [
        {"what": "solve"},
        {"what": "search"},
        {"what": "hint", "kind": "allowed", "cell": (1, 2)},
        {"what": "hint", "kind": "allowed everywhere"},
    ],
)
def test_no_command_fills_in_or_tells_the_solution_until_it_is_shown(board, command):
    values, marks = board.values, board.marks
    asked(board, **command)
    assert (board.values, board.marks, board.session.game.moves) == (values, marks, [])
    board.explain()
    board.show_solution()
    assert board.path == {}
    assert board.status["finished"]
    board.undo()
    asked(board, **command)
    assert board.session.game.to_undo or board.highlights["reason"]


def test_the_page_of_a_notebook_walks_among_the_open_steps_and_asks_nothing(board, monkeypatch):
    told = []
    monkeypatch.setattr(board, "send", lambda message, buffers=None: told.append(message))
    board.explain()
    board.next_step()
    board._receive(None, {"do": "go", "to": 0}, [])
    assert (board.path["at"], board.path["opened"], len(board.path["steps"])) == (0, 1, 2)
    for command in ({"do": "go", "to": 2}, {"do": "hint", "kind": "wrong"}, {"do": "leave_path"}, {"do": "solve"}):
        board._receive(None, {**command, "id": "a"}, [])
        assert (board.path["at"], board.busy, told.pop()) == (0, {}, {"received": "a"})
    assert "teacher" in board.message
    board._handle_msg({"content": {"data": {"method": "update", "state": {"mode": "play", "design": True}}}})
    assert (board.mode, board.design, board.status["limited"]) == ("class", False, True)
    board.step_to(13)
    assert len(board.path["steps"]) == 12
    board.mode = "play"
    board._receive(None, {"do": "leave_path"}, [])
    assert board.path == {}


def test_a_solve_reports_its_time_and_another_puzzle_is_hidden_again(board):
    board.show_solution()
    board.puzzle = sm.load("small:2")
    assert asked(board, "solve", **CPSAT).startswith("Solved by all_different x cpsat x cpsat in ")
    assert not all(board.values)


def test_a_board_to_play_on_hides_nothing(unique4):
    board = BoardWidget(unique4)
    asked(board, "solve", **CPSAT)
    assert board.status["finished"]
    board.undo()
    board.mode = "class"
    board.redo()
    asked(board, "solve", **CPSAT)
    assert not board.status["finished"]
    board.close()


def test_two_configurations_are_compared(board):
    told = board.compare("pairwise", "all_different", backend="cpsat", solver="cpsat")
    assert told.startswith("Both found the same solution")
    assert not all(board.values)
    board.compare("assignment", CPSAT)
    assert board.report["compared"]["left"]["configuration"] == "assignment x pyomo x highs"
    assert "unknown formulation 'magic'" in board.compare("magic", CPSAT)


def test_a_comparison_in_class_tells_nothing_about_the_digits_so_far_and_goes_on_while_they_are_entered(board):
    board.put((1, 2), 4)  # it is wrong
    board.compare("assignment", CPSAT, wait=False, so_far=True)
    board.put((1, 3), 3)
    assert board.wait(300)
    assert board.message.startswith("Both found the same solution")
    board.show_solution()
    board.undo()
    assert board.compare("assignment", CPSAT, so_far=True).startswith("With the digits so far")


def test_a_solution_that_was_not_found_stays_hidden(board):
    board._ask(False, show_solution, {"time_limit": 60.0})
    board.ask("cancel")
    assert board.session.hides_solution
