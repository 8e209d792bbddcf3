"""The command `play`: its input, what it needs, and its messages. The page itself is tested in tests/board."""

import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from running import refused, run

import sudoku_models as sm
from sudoku_models.board.files import link
from sudoku_models.board.game import Game
from sudoku_models.board.saving import game_from, text_of


def play(*arguments: str) -> str:
    ran = run("play", *arguments, "--no-browser")
    assert ran.code == 130, ran.err  # it was stopped
    return ran.out


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What would have been served."""
    calls: list[Any] = []
    monkeypatch.setattr("sudoku_models.board.server.server.serve", lambda *values: calls.append(values))
    return calls


def test_without_a_puzzle_the_articles_is_played(served: list[Any], mccaffrey: sm.Puzzle) -> None:
    play()
    game, port, _, browser, mode = served[0]
    assert (game, port, browser, mode) == (text_of(Game(mccaffrey)), None, False, "play")
    play("--class")
    assert served[1][-1] == "class"


def test_a_file_is_told_by_what_it_holds_and_not_by_its_name(
    served: list[Any], tmp_path: Path, unique4: sm.Puzzle
) -> None:
    game = Game(unique4)
    game.put((1, 2), 2)
    (tmp_path / "game.txt").write_text(text_of(game))
    (tmp_path / "puzzle.json").write_text(unique4.text("fpuzzles"))
    play(str(tmp_path / "game.txt"))
    assert served.pop()[0] == text_of(game)
    play(str(tmp_path / "puzzle.json"))
    assert game_from(served.pop()[0]).puzzle.line() == unique4.line()


def test_a_link_is_played_with_its_rules(served: list[Any]) -> None:
    puzzle = sm.load("killer:1")
    for kind in ("fragment", "f-puzzles", "sudokupad"):
        play(link(puzzle, kind))
        opened = game_from(served.pop()[0]).puzzle
        assert (opened.line(), opened.board.rules) == (puzzle.line(), puzzle.board.rules)


@pytest.mark.parametrize("text", ["[" * 100_000, "\x00", ""], ids=["deep", "null", "empty"])
def test_a_saved_game_that_was_made_to_hurt_ends_with_a_message(text: str, tmp_path: Path) -> None:
    (tmp_path / "evil.json").write_text(text)
    assert refused("play", str(tmp_path / "evil.json")).startswith("error: ")


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["top95"], "top95:1"),
        (["{folder}/bad.json"], "not a saved game"),
        (["https://f-puzzles.com/?load=xxx"], "damaged or cut off"),
        (["https://sudokupad.app/abc"], "no puzzle that can be read"),
        (["mccaffrey", "--port", "70000"], "65535"),
        (["mccaffrey", "--port", "{taken}"], "is in use"),
    ],
)
def test_unusable_input_is_reported(arguments: list[str], word: str, tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text("{}")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert word in refused("play", *(each.format(folder=tmp_path, taken=port) for each in arguments))


@pytest.mark.slow
def test_the_address_is_printed_and_ctrl_c_ends_it_without_an_error(serve_board: Callable[..., Any]) -> None:
    board = serve_board("top95:1")
    assert board.address.startswith("http://127.0.0.1:")
    assert "/#key=" in board.address
    code, told, errors = board.end()
    assert (code, errors) == (130, "")
    assert board.then.strip() == "Press Ctrl-C to stop."
    assert told.strip() == "Stopped."


@pytest.mark.slow
def test_the_usual_port_is_always_the_same_and_another_one_if_that_is_taken(
    monkeypatch: pytest.MonkeyPatch, serve_board: Callable[..., Any]
) -> None:
    from sudoku_models.board.server import server

    with socket.create_server(("127.0.0.1", 0)) as free:
        usual = free.getsockname()[1]
    monkeypatch.setattr(server, "PORT", usual)
    with server._listen_anywhere() as first:
        assert first.getsockname()[1] == usual
        with server._listen_anywhere() as second:
            assert second.getsockname()[1] not in (0, usual)


def test_another_port_than_the_usual_one_is_explained(served: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    for port, is_explained in ((7836, False), (9, True)):
        address = f"http://127.0.0.1:{port}/#key=k"
        monkeypatch.setattr(
            "sudoku_models.board.server.server.serve", lambda game, port, on_ready, *_, at=address: on_ready(at)
        )
        assert ("Another program has port 7836" in play()) == is_explained
        assert "Another program" not in play("--port=9")


def test_a_new_game_of_a_kind_and_a_level_is_played(served: list[Any]) -> None:
    play("--rules", "killer", "--level", "hard")
    game = game_from(served[0][0])
    assert ({rule.variant for rule in game.board.rules}, game.level) == ({"killer"}, "hard")
    play("--rules", "antiknight", "--size", "4")
    assert game_from(served[1][0]).board == sm.Board.of_size(4).with_rules(sm.rules.AntiKnight())
    assert "leave the puzzle" in refused("play", "top95:1", "--rules", "killer")
    assert "no level" in refused("play", "--rules", "killer", "--level", "hard", "--size", "12")
