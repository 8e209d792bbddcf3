"""A board with rules in a real browser: they are seen, read out, and kept."""

import re
from typing import Any

import pytest

import sudoku_models as sm
from sudoku_models.board.game import Game
from sudoku_models.board.saving import text_of
from sudoku_models.puzzles.drawing import Caption, drawing
from sudoku_models.puzzles.rules import AntiKnight, KillerCage, LittleKiller, Thermometer, WhiteDot

expect = pytest.importorskip("playwright.sync_api", reason="there is no Playwright: see the extra 'dev'").expect

BOARD = sm.Board.of_size(4).with_rules(
    KillerCage(5, [(1, 1), (1, 2)]),
    Thermometer([(2, 1), (3, 2), (4, 3)]),
    WhiteDot([(3, 3), (3, 4)]),
    LittleKiller(6, [(1, 3), (2, 2), (3, 1)]),
    AntiKnight(),
)


def opens(player: Any, board: sm.Board) -> None:
    player.paste(text_of(Game(sm.Puzzle(board, (0,) * len(board.cells), "with rules"))))
    expect(player.root.locator(".smb-title")).to_contain_text("With rules")
    player.sees_digits("." * len(board.cells))


def test_rules_are_drawn_and_told_and_what_breaks_one_is_marked_and_named(play: Any) -> None:
    opens(play, BOARD)
    drawn = play.root.locator(".smb-drawn")
    assert sorted(drawn.locator("text").all_text_contents()) == ["5", "6"]
    assert drawn.locator("circle").count() == 2
    assert play.root.locator(".smb-rules p").count() == 5
    expect(play.root.locator(".smb-rules")).to_contain_text("Cells a knight's move apart have different digits")
    expect(play.cell(1, 1)).to_have_attribute("aria-label", re.compile(", in killer cage 5 with r1c2, "))
    play.cell(1, 1).focus()
    play.press("1", "ArrowRight", "2")
    play.hears("2 clashes: killer cage 5 on r1c1 r1c2 does not hold", "warning")
    play.waits("cell(0).classList.contains('is-clash') && cell(1).classList.contains('is-clash')")
    play.press("4")
    play.waits("!board.querySelector('.is-clash')")


def test_all_kinds_of_rules_are_drawn_in_colours_that_exist(play: Any, every_rule: sm.Puzzle) -> None:
    opens(play, every_rule.board)
    captions = [each.text for each in drawing(every_rule.board).elements if isinstance(each, Caption)]
    assert sorted(play.root.locator(".smb-drawn text").all_text_contents()) == sorted(captions)
    styles = play.root.locator(".smb-drawn [style]").evaluate_all("all => all.map((each) => each.style.cssText)")
    names = {name for style in styles for name in re.findall(r"--drawn-\w+", style)}
    assert len(names) >= 6
    for name in names:
        assert play.root.evaluate(f"root => getComputedStyle(root).getPropertyValue('{name}')")
    assert not play.page.errors
