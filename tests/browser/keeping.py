"""What the browser keeps for the player: the steps that several files of tests share."""

import json
import time
from typing import Any

import sudoku_models as sm

EASY = "12..34122143432."
EASY_SOLVED = "1234341221434321"
TWO_SOLUTIONS = ".2.4.4.221434321"
FORGET = """() => [localStorage, sessionStorage].forEach((each) => Object.keys(each)
    .filter((name) => name.startsWith("sudoku-models:")).forEach((name) => each.removeItem(name)))"""


def begin(play: Any) -> Any:
    """The page of `play` with an easy puzzle, in a browser that has kept nothing."""
    play.opens(TWO_SOLUTIONS)
    play.page.evaluate(FORGET)
    play.opens(EASY)
    opened = list(sm.Puzzle.parse(EASY).values)
    waits(play, lambda: opened == givens_of(kept(play, "playing")), "the puzzle is not kept")
    return play


def kept(player: Any, what: str) -> Any:
    """What the browser keeps under a name, or None."""
    text = player.page.evaluate(
        "(name) => (name === 'playing' ? sessionStorage : localStorage)[`sudoku-models:${name}`]", what
    )
    return text and json.loads(text)["value"]


def givens_of(game: dict[str, Any] | None) -> list[int]:
    """The givens of a game that is kept."""
    return [max(-number, 0) for number in json.loads(game["text"])["start"]] if game else []


def games(player: Any) -> list[dict[str, Any]]:
    """The games that can go on."""
    names = player.page.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('sudoku-models:game:'))")
    return [kept(player, name.removeprefix("sudoku-models:")) for name in names]


def waits(player: Any, condition: Any, what: str) -> None:
    until = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < until, what
        player.page.wait_for_timeout(50)


def enters(player: Any, row: int, column: int, digit: str) -> None:
    """Enter a digit, and wait until the browser keeps the game with it."""
    expected = player.digits[: 4 * (row - 1) + column - 1] + digit + player.digits[4 * (row - 1) + column :]
    player.cell(row, column).focus()
    player.press(digit)
    player.sees_digits(expected)
    count = sum(a != b for a, b in zip(expected, EASY, strict=True))
    waits(player, lambda: (kept(player, "playing") or {}).get("digits") == count, "the game is not kept")


def reload(player: Any) -> None:
    player.page.reload()
    player.root.wait_for()
