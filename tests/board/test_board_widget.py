"""The widget from a notebook's cells: what is set is shown, and what is played is observed."""

import asyncio
import subprocess
import sys
import time

import psutil
import pytest
from nbformat import v4
from traitlets import TraitError

import sudoku_models as sm
from sudoku_models.board import BoardWidget, commands
from sudoku_models.errors import InputError


@pytest.fixture
def board():
    found = BoardWidget("1... ..2. .3.. ...4")
    yield found
    found.close()


LIVE = "application/vnd.jupyter.widget-view+json"


def test_without_a_kernel_there_is_a_picture_of_the_position(board):
    board.put((1, 2), 1)  # clashes with the given beside it
    data, _ = board._repr_mimebundle_()
    assert data[LIVE]["model_id"] == board.model_id
    page = data["text/html"]
    assert page.count("<td") == 16
    assert page.count("<b>") == len(board.puzzle.givens)
    assert page.count("text-decoration:underline") == 2
    assert "<script" not in page


def test_the_export_of_a_notebook_shows_the_picture(board):
    nbconvert = pytest.importorskip("nbconvert", reason="nbconvert is in the extra 'lab'")
    data, _ = board._repr_mimebundle_()
    cell = v4.new_code_cell("board", outputs=[v4.new_output("execute_result", data)])
    page, _ = nbconvert.HTMLExporter(template_name="basic").from_notebook_node(v4.new_notebook(cells=[cell]))
    assert page.count("<td") == 16
    assert LIVE not in page


def test_a_puzzle_that_is_set_is_shown(board):
    seen = []
    board.observe(lambda change: seen.append(change.new), "puzzle")
    board.puzzle = sm.load("mccaffrey")
    assert board.values == list(sm.load("mccaffrey").values)
    assert board.board["size"] == 9
    assert len(board.marks) == 81
    board.puzzle = "top95:3"
    assert seen == [sm.load("mccaffrey"), sm.load("top95:3")]
    assert board.status["name"] == "top95:3"


def test_a_grid_that_is_set_is_shown_and_can_be_taken_back(board):
    answer = sm.build(board.puzzle).solve()
    board.grid = answer.grid
    assert board.values == list(answer.grid.values)
    assert board.status["finished"]
    board.undo()
    assert board.grid is None
    board.redo()
    assert board.grid == answer.grid
    board.grid = None
    assert board.position == board.puzzle


def test_a_grid_that_contradicts_a_given_is_refused(board):
    other = sm.build(sm.Puzzle.parse("2... .... .... ....")).solve().grid
    with pytest.raises(InputError, match="but the given there is"):
        board.grid = other
    with pytest.raises(InputError, match="the board shows a grid"):
        board.grid = sm.corpus("named").entry("mccaffrey").solution
    assert board.grid is None


def test_a_position_that_is_set_is_shown_and_can_be_taken_back(board):
    board.position = "12.. ..2. .3.. ..14"
    assert (board.values[1], board.values[14], board.position.line()) == (2, 1, "12....2..3....14")
    board.position = sm.Puzzle.parse("13.. ..2. .3.. ...4", name="another name")
    assert (board.position.line(), board.position.name) == ("13....2..3.....4", board.puzzle.name)
    board.undo()
    assert board.position.line() == "12....2..3....14"


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ("2... ..2. .3.. ...4", "the given 1 in row 1, column 1; to show another puzzle, set `puzzle`"),
        (".2.. ..2. .3.. ...4", "the given 1 in row 1, column 1; to show another puzzle, set `puzzle`"),
        ("mccaffrey", "to show a 9x9 board with 3x3 boxes, set `puzzle`"),
        ("nonsense", "nonsense"),
    ],
)
def test_a_position_of_another_puzzle_is_refused(board, other, said):
    with pytest.raises(InputError, match=said):
        board.position = other
    assert board.position == board.puzzle


def test_values_can_be_set_too(board):
    board.values = [1, 2, *board.values[2:]]
    assert board.position.line() == "12....2..3.....4"


def test_moves_are_observed(board):
    heard = []
    board.observe(lambda change: heard.append((change.name, change.new)), ["values", "position", "grid", "puzzle"])
    board.put((1, 2), 2)
    assert [name for name, _ in heard] == ["values", "position"]
    assert heard[1][1].line() == "12....2..3.....4"


def test_an_observer_may_change_the_puzzle(board):
    def next_one(change):
        if change.new is not None:
            board.puzzle = "mccaffrey"

    board.observe(next_one, "grid")
    board.grid = sm.build(board.puzzle).solve().grid
    assert board.puzzle == sm.load("mccaffrey")
    assert board.values == list(sm.load("mccaffrey").values)
    assert board.grid is None


@pytest.mark.parametrize("name", ["board", "givens", "values", "marks", "status", "puzzle", "position", "grid"])
def test_an_observer_that_changes_the_puzzle_leaves_one_state(board, name):
    """An observer that changes the board: the rest of what was being shown must not follow."""
    wanted = sm.load("top95:3")

    def next_one(change):
        board.unobserve(next_one, name)
        board.puzzle = wanted

    board.mark((1, 2), 2)
    board.observe(next_one, name)
    if name in ("board", "givens", "puzzle"):
        board.puzzle = "mccaffrey"
    else:
        board.grid = sm.build(board.puzzle).solve().grid
    shown = {trait: getattr(board, trait) for trait in board.session.state()}
    assert shown == board.session.state()
    assert board.session.game.puzzle == board.puzzle == board.position == wanted
    assert (board.grid, board.board, board.design) == (None, board.session.shape, False)


def test_an_observer_that_fails_keeps_nothing_from_the_page(board):
    def fail(change):
        raise ZeroDivisionError

    board.observe(fail, "givens")
    with pytest.raises(ZeroDivisionError):
        board.puzzle = "mccaffrey"
    assert {trait: getattr(board, trait) for trait in board.session.state()} == board.session.state()
    assert board.position == board.puzzle == sm.load("mccaffrey")


def test_settings_that_are_not_named_stay(board):
    board.settings = {"theme": "dark"}
    board.settings = {"symbols": "letters"}
    assert (board.settings["theme"], board.symbols) == ("dark", ["A", "B", "C", "D"])
    with pytest.raises(InputError):
        board.settings = {"theme": "pink"}
    assert board.settings["theme"] == "dark"


def test_a_board_without_givens_is_designed():
    board = BoardWidget(sm.Board.of_size(4))
    assert board.design
    board.put((1, 1), 3)
    assert board.puzzle.givens == {(1, 1): 3}
    board.design = False
    with pytest.raises(InputError, match="given"):
        board.put((1, 1), 2)
    board.close()


def test_a_game_is_saved_and_goes_on(board, tmp_path):
    board.put((1, 2), 2)
    board.put((1, 3), 4)
    board.undo()
    board.save(tmp_path / "game.json")
    for source in (tmp_path / "game.json", board.save()):
        again = BoardWidget.load(source, theme="dark")
        assert again.position == board.position
        assert again.settings["theme"] == "dark"
        again.redo()
        assert again.values[:4] == [1, 2, 4, 0]
        again.close()
    with pytest.raises(InputError, match="cannot be written"):
        board.save(tmp_path / "no folder" / "game.json")
    with pytest.raises(InputError, match="cannot read"):
        BoardWidget.load(tmp_path / "nothing.json")


def test_requests_are_posted_and_waited_for(board):
    board.ask("hint", kind="step")
    assert board.busy["what"] == "the search for the next step"
    assert board.wait(60)
    assert board.message.startswith("Hidden single")
    board.ask("take_step")
    assert sum(map(bool, board.values)) == 5


def test_the_page_is_notified_when_a_command_was_received(board):
    sent = []
    board.send = lambda content, buffers=None: sent.append(content)
    board._receive(board, {"do": "enter", "cells": [1], "digit": 2, "id": "a:1"}, [])
    board._receive(board, {"do": "text", "part": 0, "of": 1, "name": "x", "id": "a:2"}, [memoryview(b"hello")])
    assert sent == [{"received": "a:1"}, {"received": "a:2"}]
    assert board.values[1] == 2
    assert board.status["tone"] == "bad"


def test_the_page_is_notified_even_of_a_command_that_raised(board, monkeypatch):
    sent = []
    board.send = lambda content, buffers=None: sent.append(content)
    monkeypatch.setitem(commands.COMMANDS, "enter", lambda session: lambda **_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        board._receive(board, {"do": "enter", "id": "a:1"}, [])
    assert sent == [{"received": "a:1"}]


def test_answers_arrive_through_the_loop_of_the_kernel(board):
    async def kernel():
        board.ask("solve", solver="cpsat", backend="cpsat")
        for _ in range(600):
            await asyncio.sleep(0.05)  # the kernel hears other messages in the meantime
            if not board.busy:
                return

    asyncio.run(kernel())
    assert board.status["finished"]


def test_a_closed_board_leaves_no_process():
    board = BoardWidget("mccaffrey")
    board.ask("ready")
    worker = board.session.questions._asked._worker
    assert worker.pid is not None
    board.close()
    assert worker.pid is None


ENDS_AT_ONCE = """
import threading
import sudoku_models as sm
board = sm.BoardWidget("1... ..2. .3.. ...4")
board.ask("ready")
board.ask("search", time_limit=60)
threading.Thread(target=board.wait, daemon=True).start()
asked, counting = board.session.questions._asked, board.session.questions.counting._requests
print(asked._worker.pid, counting._worker.pid or 0)
"""


@pytest.mark.slow
@pytest.mark.parametrize("end", ["", "raise SystemExit(0)", "import time; time.sleep(1.5)"])
def test_a_script_ends_cleanly_while_a_task_runs(end):
    done = subprocess.run([sys.executable, "-c", ENDS_AT_ONCE + end], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    until = time.monotonic() + 20
    while any(psutil.pid_exists(int(pid)) for pid in done.stdout.split() if int(pid)):
        assert time.monotonic() < until, "a process is left"
        time.sleep(0.05)


def test_the_package_offers_it_and_names_the_package_to_install():
    assert sm.BoardWidget is BoardWidget
    code = """
import sys
sys.modules["anywidget"] = None
import sudoku_models as sm
try:
    sm.BoardWidget
except sm.SudokuModelsError as error:
    print(type(error).__name__, error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == (
        "NotInstalledError the board needs anywidget; install it with: python -m pip install anywidget\n"
    )


@pytest.mark.parametrize("values", [[1] * 15, [5] * 16, [-1] * 16, []], ids=str)
def test_values_that_do_not_fit_the_board_are_refused(board, values):
    with pytest.raises(InputError, match="16 digits from 0 to 4"):
        board.values = values
    assert board.values == list(board.puzzle.values)


@pytest.mark.parametrize(
    "name", ["givens", "marks", "colors", "clashes", "status", "path", "report", "busy", "choices"]
)
def test_a_trait_that_only_shows_the_game_cannot_be_set(name):
    board = BoardWidget("12.. 3412 2143 432.")
    before = getattr(board, name)
    other = {"count": 99} if isinstance(before, dict) else [*before, *before, 1]
    with pytest.raises((InputError, TraitError)):
        setattr(board, name, other)
    assert getattr(board, name) == before
    board.put((1, 3), 3)
    assert board.values[2] == 3


def test_a_closed_board_says_so():
    board = BoardWidget("12.. 3412 2143 432.")
    board.close()
    board.ask("solve")
    assert board.message == "The board is closed; make a new one"
    with pytest.raises(InputError, match="the board is closed"):
        board.explain()
