"""A board in class: the teacher steps through an explanation, and nothing fills in the solution before it is shown."""

import pytest

import sudoku_models as sm
from sudoku_models.board.board_widget import BoardWidget
from sudoku_models.board.commands import COMMANDS
from sudoku_models.errors import InputError, UnknownNameError


@pytest.fixture
def board(unique4):
    found = BoardWidget(unique4, mode="class")
    yield found
    found.close()


def asked(board, what, **values):
    board.ask(what, **values)
    assert board.wait(90)
    return board.message


# -- steps ----------------------------------------------------------------------------------------------------------


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


@pytest.mark.parametrize("number", [0, 14, -1, True, "2", 1.5])
def test_only_steps_that_there_are_can_be_gone_to(board, number):
    board.explain()
    with pytest.raises(InputError, match="the explanation has 12 steps"):
        board.step_to(number)
    assert board.path["at"] == 0


def test_without_an_explanation_the_teacher_is_told_to_ask_for_one(board):
    for go in (board.next_step, board.previous_step, lambda: board.step_to(1)):
        with pytest.raises(InputError, match="ask for one first"):
            go()


def test_an_explanation_from_a_wrong_position_tells_the_wrong_digit(board):
    board.put((1, 2), 4)
    board.explain(whole=False)
    assert board.message.startswith("Row 1, column 2 is wrong")
    assert board.path == {}


def test_it_need_not_wait(board):
    board.explain("mus", wait=False)
    assert board.busy
    assert board.wait(60)
    assert board.path["by"] == "mus"


def test_an_unknown_method_or_mode_is_an_error_in_the_cell(board, unique4):
    with pytest.raises(UnknownNameError, match="magic"):
        board.explain("magic")
    with pytest.raises(UnknownNameError, match="exam"):
        BoardWidget(unique4, mode="exam")
    with pytest.raises(UnknownNameError, match="exam"):
        board.mode = "exam"


# -- the solution stays hidden ---------------------------------------------------------------------------------------


def test_a_solve_reports_its_time_and_leaves_the_board_as_it_is(board):
    before = board.values
    text = asked(board, "solve", formulation="all_different", backend="cpsat", solver="cpsat")
    assert text.startswith("Solved by all_different x cpsat x cpsat in ")
    assert board.values == before
    assert len(board.report["rows"]) == 1


@pytest.mark.parametrize(
    "command",
    [
        {"what": "solve"},
        {"what": "solve", "so_far": True},
        {"what": "search"},
        {"what": "hint", "kind": "reveal", "cell": 1},
        {"what": "hint", "kind": "allowed", "cell": 1},
        {"what": "hint", "kind": "allowed everywhere"},
    ],
)
def test_no_command_fills_in_or_tells_the_solution_until_it_is_shown(board, command):
    values, marks = board.values, board.marks
    assert command["what"] in COMMANDS
    asked(board, **command)
    assert (board.values, board.marks, board.session.game.moves) == (values, marks, [])
    board.show_solution()
    assert board.status["finished"]
    board.undo()
    asked(board, **command)
    assert board.session.game.can_undo or board.highlights["reason"]


def test_another_puzzle_is_hidden_again(board):
    board.show_solution()
    board.puzzle = sm.load("small:2")
    asked(board, "solve", formulation="all_different", backend="cpsat", solver="cpsat")
    assert not all(board.values)


def test_a_board_to_play_on_hides_nothing(unique4):
    board = BoardWidget(unique4)
    assert board.mode == "play"
    asked(board, "solve", formulation="all_different", backend="cpsat", solver="cpsat")
    assert board.status["finished"]
    board.undo()
    board.mode = "class"
    asked(board, "solve", formulation="all_different", backend="cpsat", solver="cpsat")
    assert not board.status["finished"]
    board.close()


def test_the_solution_can_be_shown_while_an_explanation_is_open(board):
    board.explain()
    board.show_solution()
    assert board.path == {}
    assert board.status["finished"]


# -- comparing ------------------------------------------------------------------------------------------------------


def test_two_formulations_are_compared_by_name_with_the_same_solver(board):
    told = board.compare("pairwise", "all_different", backend="cpsat", solver="cpsat")
    assert told.startswith("Both found the same solution. pairwise x cpsat x cpsat has")
    compared = board.report["compared"]
    assert compared["right"]["configuration"] == "all_different x cpsat x cpsat"
    assert not all(board.values)


def test_a_side_can_say_more_than_its_formulation(board):
    right = {"formulation": "all_different", "backend": "cpsat", "solver": "cpsat"}
    board.compare("assignment", right)
    assert board.report["compared"]["left"]["configuration"] == "assignment x pyomo x highs"
    with pytest.raises(UnknownNameError, match="magic"):
        board.compare("magic", right)
    with pytest.raises(InputError, match="each side"):
        board.compare(3, right)


def test_the_same_puzzle_for_the_next_class_hides_the_solution_again(board, unique4):
    board.session.shows_solution = True  # as `show_solution` leaves it
    board.put((1, 2), 2)
    board.puzzle = unique4
    assert board.values == list(unique4.values)
    assert board.session.hides_solution
