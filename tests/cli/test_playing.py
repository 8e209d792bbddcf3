"""The command `play`: what it is given, what it needs, and what it says. The page itself is tested in tests/play."""

import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import sudoku_models as sm
from sudoku_models.board.game import Game
from sudoku_models.board.saving import text_of
from sudoku_models.cli import app


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["play", *arguments])
    return result.exit_code, " ".join(result.output.split())


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What would have been served."""
    pytest.importorskip("voila", reason="the page needs Voila, which is in the extra 'app'")
    calls: list[Any] = []
    monkeypatch.setattr("sudoku_models.board.server.server.serve", lambda *values: calls.append(values))
    return calls


def test_help_shows_examples_and_exit_codes() -> None:
    code, told = run("--help")
    assert code == 0
    assert "--no-browser" in told
    assert "Exit code" in told


def test_without_a_puzzle_the_articles_is_played(served: list[Any], mccaffrey: sm.Puzzle) -> None:
    code, told = run("--no-browser")
    assert code == 0, told
    game, port, _, browser = served[0]
    assert (game, port, browser) == (text_of(Game(mccaffrey)), 0, False)


def test_a_saved_game_goes_on(served: list[Any], tmp_path: Path, unique4: sm.Puzzle) -> None:
    game = Game(unique4)
    game.put((1, 2), 2)
    path = tmp_path / "mine.json"
    path.write_text(text_of(game))
    assert run(str(path))[0] == 0
    assert served[0][0] == text_of(game)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["top95"], "95 puzzles, but only one can be played; name it, such as top95:1"),
        (["nonsense"], "unknown puzzle"),
        (["12..3"], "unknown puzzle"),
        (["12.. 3412 2143 4325"], "5"),
        (["{folder}/bad.json"], "not a saved game"),
        (["mccaffrey", "--port", "70000"], "65535"),
        (["mccaffrey", "--port", "{taken}"], "is in use; name another one, or 0"),
    ],
)
def test_unusable_input_is_reported(arguments: list[str], words: str, tmp_path: Path) -> None:
    pytest.importorskip("voila", reason="the page needs Voila, which is in the extra 'app'")
    (tmp_path / "bad.json").write_text("{}")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, told = run(*(each.format(folder=tmp_path, taken=port) for each in arguments), "--no-browser")
    assert code == 2
    assert words in told
    assert "Traceback" not in told


@pytest.mark.parametrize("missing", ["voila", "anywidget"])
def test_without_the_extra_the_error_names_the_package(monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    for name in [name for name in sys.modules if name.startswith(("sudoku_models.board.server.server", f"{missing}."))]:
        monkeypatch.delitem(sys.modules, name)
    code, told = run("mccaffrey", "--no-browser")
    assert code == 2
    assert f"{missing} is missing" in told
    assert 'pip install anywidget "voila' in told


@pytest.mark.slow
def test_the_address_is_printed_and_ctrl_c_ends_it_without_an_error(serve_board: Callable[..., Any]) -> None:
    board = serve_board("top95:1")
    assert board.address.startswith("http://127.0.0.1:")
    assert "?key=" in board.address
    code, told, errors = board.end()
    assert (code, errors) == (0, "")
    assert board.then.strip() == "Press Ctrl-C to stop."
    assert told.strip() == "Stopped."
