"""Sheets to print: every puzzle on them is proved to have one solution, and what was not met is said."""

import re

import pytest

import sudoku_models as sm
from sudoku_models import errors
from sudoku_models.board import files
from sudoku_models.board.commands import carry_out
from sudoku_models.board.making import Sheets, _summary, generated, made, make
from sudoku_models.explain.difficulty import MEASURED
from sudoku_models.puzzles.game_kinds import GAMES, kind_of


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b", pdf))


def test_a_puzzle_is_made_with_its_proof(session):
    make(session, size=6, level="easy", seed="4")
    assert session.wait(300)
    assert session.game.puzzle == sm.generate(6, "easy", "4").puzzle
    assert session.badge.text.startswith("Exactly one solution, which is confirmed")
    assert generated(print, 4, "beginner", "1", "classic", 300).met
    assert {sm.generate(4, minimal=True, seed=seed).level for seed in range(3)} == {"beginner"}


@pytest.mark.parametrize("kind", GAMES)
def test_a_game_of_each_kind_is_made_and_says_so(session, kind):
    make(session, size=4, seed="4", kind=kind)
    assert session.wait(300)
    assert kind_of(session.game.board) == kind
    what = "beginner 4x4" if kind == "classic" else f"4x4 {GAMES[kind].title.lower()}"
    assert session.game.name == f"A {what} puzzle, seed 4"
    assert session.badge.tone == "good"


def test_a_game_of_a_kind_and_a_level_has_it(session):
    carry_out(session, {"do": "random", "kind": "killer", "level": "hard", "seed": "1"})
    assert session.wait(300)
    assert (kind_of(session.game.board), session.game.level) == ("killer", "hard")
    carry_out(session, {"do": "random", "kind": "kilelr"})
    assert "did you mean 'killer'" in session.message.text


def test_what_is_made_can_be_cancelled(session):
    before = session.game.puzzle
    carry_out(session, {"do": "random", "kind": "arrow", "size": 16})
    assert session.busy
    carry_out(session, {"do": "cancel"})
    assert not session.busy
    assert session.wait(300)
    assert session.game.puzzle == before


def test_the_same_seed_makes_the_same_sheets_with_solutions_on_pages_of_their_own():
    one, other = (made(print, 3, 4, None, 2, "7", 600.0) for _ in range(2))
    assert (one.puzzles, one.pages, one.missed, one.stopped) == (3, 3, (), "")  # 2 + 1, and the solutions
    assert pages(one.pdf) == 3
    assert one.pdf == other.pdf
    assert made(print, 3, 4, None, 2, "8", 600.0).pdf != one.pdf


def test_what_is_not_as_requested_is_said_with_the_number_of_the_puzzle(monkeypatch):
    monkeypatch.setitem(MEASURED, 4, 2)  # but no 4x4 puzzle is easy in this sense: all are for beginners
    found = made(lambda progress: None, 2, 4, "easy", 4, "1", 600.0)
    assert found.puzzles == 2
    assert [text.split(":")[0] for text in found.missed] == ["puzzle 1", "puzzle 2"]
    message = _summary(found)
    assert "not as requested: puzzle 1: the level is beginner, not easy" in message.text
    assert message.tone == "warning"


def test_at_the_time_limit_the_sheets_have_what_is_made():
    clock = []
    found = made(clock.append, 60, 9, None, 4, "1", 2.0)
    assert found.puzzles < 60
    assert f"{found.puzzles} puzzle" in _summary(found).text if found.puzzles else "No sheets" in _summary(found).text
    assert found.stopped
    assert clock[0] == {"doing": "puzzle 1 of 60"}
    assert clock[-1] == {"doing": "writing the PDF"}

    assert _summary(Sheets(b"", 0, 4, 0, (), "the time limit of 1 s was reached")).tone == "bad"


def test_the_page_that_asked_gets_the_pdf_in_parts_below_a_megabyte(session, sent, monkeypatch):
    monkeypatch.setattr(files, "PART", 1000)
    carry_out(session, {"do": "sheets", "page": "p1", "count": 2, "size": 4, "per_page": 2, "seed": "1"})
    assert session.wait(300)
    heads = [content for content, _ in sent]
    assert [(head["part"], head["of"]) for head in heads] == [(k, len(heads)) for k in range(len(heads))]
    assert {(head["save"], head["page"]) for head in heads} == {("puzzles.pdf", "p1")}
    assert all(len(buffer) <= 1000 for _, (buffer,) in sent)
    pdf = b"".join(buffer for _, (buffer,) in sent)
    assert pages(pdf) == 2
    assert session.message.text.startswith("2 puzzles on 2 pages, each with exactly one solution")
    assert session.game.moves == []


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"count": 61}, "1 to 60 puzzles"),
        ({"per_page": 13}, "1 to 12 puzzles"),
        ({"size": 26}, "up to 25 digits"),
        ({"level": "fiendish"}, "unknown level 'fiendish'"),
        ({"level": "hard", "size": 25}, "not measured"),
        ({"page": ""}, "No page asks"),
    ],
)
def test_sheets_that_cannot_be_made_are_refused_in_words(session, sent, values, words):
    carry_out(session, {"do": "sheets", "page": "p1", **values})
    assert session.wait(300)
    assert words in session.message.text
    assert session.busy == {}
    assert sent == []


def test_without_matplotlib_it_says_what_to_install_before_anything_is_made(session, monkeypatch):
    monkeypatch.setattr(errors, "find_spec", lambda name: None)
    carry_out(session, {"do": "sheets", "page": "p1"})
    assert "install it with" in session.message.text
    assert session.busy == {}
