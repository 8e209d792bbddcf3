"""The widget from a notebook's cells: what is set is shown, and what is played is observed."""

import asyncio
import subprocess
import sys
import time

import psutil
import pytest
from nbformat import v4

import sudoku_models as sm
from sudoku_models.board import BoardWidget, commands
from sudoku_models.board.board_widget import LIVE
from sudoku_models.errors import InputError


@pytest.fixture
def board(shares_workers):
    found = BoardWidget("1... ..2. .3.. ...4")
    shares_workers(found.session)
    return found


def test_without_a_kernel_there_is_one_picture_of_the_position(board, monkeypatch):
    nbconvert = pytest.importorskip("nbconvert", reason="nbconvert is in the extra 'lab'")
    board.put((1, 2), 1)  # clashes with the given beside it
    page = board.still()
    assert (page.count("<td"), page.count("<b>")) == (16, len(board.puzzle.givens))
    assert page.count("text-decoration:underline") == 2
    assert "<script" not in page
    shown = []
    monkeypatch.setattr("sudoku_models.board.board_widget.display", lambda data, **_: shown.append(data))
    board._ipython_display_()
    outputs = [v4.new_output("display_data", data) for data in shown]
    notebook = v4.new_notebook(cells=[v4.new_code_cell("board", outputs=outputs)])
    exported, _ = nbconvert.HTMLExporter(template_name="basic").from_notebook_node(notebook)
    assert exported.count("<table") == 1
    assert "&lt;BoardWidget" not in exported
    assert [data.get(LIVE, {}).get("model_id") for data in shown] == [None, board.model_id]


def test_a_position_or_a_grid_that_is_set_is_shown_and_can_be_taken_back(board):
    board.position = "12.. ..2. .3.. ..14"
    assert (board.values[1], board.values[14], board.position.line()) == (2, 1, "12....2..3....14")
    board.position = sm.Puzzle.parse("13.. ..2. .3.. ...4", name="another name")
    assert (board.position.line(), board.position.name) == ("13....2..3.....4", board.puzzle.name)
    board.undo()
    assert board.position.line() == "12....2..3....14"
    grid = sm.build(board.puzzle).solve().grid
    board.position = grid
    assert (board.grid, board.status["finished"]) == (grid, True)
    board.undo()
    assert board.grid is None


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ("2... ..2. .3.. ...4", "the given 1 in row 1, column 1; to show another puzzle, set `puzzle`"),
        ("nonsense", "nonsense"),
    ],
)
def test_a_position_of_another_puzzle_is_refused(board, other, said):
    with pytest.raises(InputError, match=said):
        board.position = other
    assert board.position == board.puzzle


def test_moves_are_observed(board):
    heard = []
    board.observe(lambda change: heard.append((change.name, change.new)), ["values", "position", "grid", "puzzle"])
    board.put((1, 2), 2)
    assert [name for name, _ in heard] == ["values", "position"]
    assert heard[1][1].line() == "12....2..3.....4"


@pytest.mark.parametrize("name", ["board", "values", "puzzle", "position", "grid"])
def test_an_observer_that_changes_the_puzzle_leaves_one_state(board, name):
    """An observer that changes the board: the rest of what was being shown must not follow."""
    wanted = sm.load("top95:3")

    def next_one(change):
        board.unobserve(next_one, name)
        board.puzzle = wanted

    board.mark((1, 2), 2)
    board.observe(next_one, name)
    if name in ("board", "puzzle"):
        board.puzzle = "mccaffrey"
    else:
        board.position = sm.build(board.puzzle).solve().grid
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


def test_the_page_is_notified_when_a_command_was_received_even_if_it_raised(board, monkeypatch):
    sent = []
    board.send = lambda content, buffers=None: sent.append(content)
    board._receive(board, {"do": "enter", "cells": [[1, 2]], "digit": 2, "id": "a:1"}, [])
    board._receive(board, {"do": "text", "part": 0, "of": 1, "name": "x", "id": "a:2"}, [memoryview(b"hello")])
    assert (board.values[1], board.status["tone"]) == (2, "bad")
    monkeypatch.setitem(commands.COMMANDS, "enter", lambda session: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        board._receive(board, {"do": "enter", "id": "a:3"}, [])
    assert sent == [{"received": "a:1"}, {"received": "a:2"}, {"received": "a:3"}]


def test_answers_arrive_through_the_loop_of_the_kernel(board):
    async def kernel():
        board.ask("solve", solver="cpsat", backend="cpsat")
        for _ in range(600):
            await asyncio.sleep(0.05)  # the kernel hears other messages in the meantime
            if not board.busy:
                return

    asyncio.run(kernel())
    assert board.status["finished"]


def test_a_closed_board_leaves_no_process_and_says_that_it_is_closed():
    board = BoardWidget("mccaffrey")
    board.ask("ready")
    worker = board.session._tasks._worker
    assert worker.pid is not None
    board.close()
    assert worker.pid is None
    board.ask("solve")
    assert board.message == "The board is closed; make a new one"
    with pytest.raises(InputError, match="the board is closed"):
        board.explain()


ENDS_AT_ONCE = """
import threading
import sudoku_models as sm
board = sm.BoardWidget("1... ..2. .3.. ...4")
board.ask("ready")
board.ask("search", time_limit=60)
threading.Thread(target=board.wait, daemon=True).start()
print(board.session._tasks._worker.pid, board.session._background._worker.pid or 0)
"""


@pytest.mark.slow
@pytest.mark.parametrize("end", ["", "raise SystemExit(0)", "import time; time.sleep(1.5)"])
def test_a_script_ends_cleanly_while_a_task_runs(end):
    done = subprocess.run([sys.executable, "-c", ENDS_AT_ONCE + end], capture_output=True, text=True, timeout=600)
    assert (done.returncode, done.stderr) == (0, "")
    until = time.monotonic() + 300
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
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=600, check=True)
    assert done.stdout == (
        "NotInstalledError the board needs anywidget; install it with: python -m pip install anywidget\n"
    )


def written(board):
    return board.values, board.marks, board.centres, board.colors, board.status["undo"], board.save()


@pytest.mark.parametrize(
    "call",
    [
        lambda board: board.put((1, 2), None),
        lambda board: board.mark((1, 2), 3, "digit"),
        lambda board: setattr(board, "puzzle", None),
        lambda board: setattr(board, "position", object()),
        lambda board: board.explain(by=["mus"]),
        lambda board: board.compare("assignment", "all_different", time_limit=None),
        lambda board: board.show_solution(10**9),
        lambda board: board.save("a\0b"),
        lambda board: BoardWidget.load("a\0b"),
    ],
)
def test_a_value_that_cannot_be_used_is_an_input_error_and_changes_nothing(board, call):
    before = written(board)
    with pytest.raises(InputError):
        call(board)
    assert written(board) == before
    assert not board.session.shows_solution
    assert not board.busy
