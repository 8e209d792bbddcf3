"""Texts, files and links: a shared puzzle opens as the same one, a link's losses are named, bad text is refused."""

import base64
import json
import warnings
import zlib
from contextlib import suppress
from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sudoku_models as sm
from sudoku_models import Board, Puzzle, rules
from sudoku_models.board import files
from sudoku_models.board.board_widget import BoardWidget
from sudoku_models.board.commands import carry_out
from sudoku_models.board.files import KINDS, link, save, take_text
from sudoku_models.board.game import Game
from sudoku_models.board.saving import game_from, text_of
from sudoku_models.board.session import OWN_NAME, GameSession
from sudoku_models.board.sources import puzzle_of
from sudoku_models.errors import InputError
from sudoku_models.puzzles.about import About
from sudoku_models.puzzles.corpora import corpus, titles
from sudoku_models.puzzles.formats.links import LARGEST_LINK

NINE = Board.of_size(9)


def opened(session, text, name="the pasted text"):
    """The puzzle of the board after a text was pasted."""
    take_text(session, text.encode(), 0, 1, name)
    return session.game.puzzle


def said(session, command):
    carry_out(session, command)
    return session.message.text


@pytest.mark.parametrize("family", sorted(titles()))
def test_links_hold_the_puzzles_of_each_corpus_with_their_rules(family):
    for name in list(corpus(family))[:2]:
        puzzle = sm.load(name)
        again = puzzle_of(f"http://localhost:8000/lab{link(puzzle)} \n")
        assert (again, again.name) == (puzzle, puzzle.name)
        assert puzzle_of(f"http://a/{link(puzzle)}&key=def") is puzzle_of("no #puzzle here") is None
        for kind in ("f-puzzles", "sudokupad"):
            again = Puzzle.parse(link(puzzle, kind))
            assert again.values == puzzle.values
            assert {unit.cells for unit in again.board.units} == {unit.cells for unit in puzzle.board.units}
            assert len(again.board.rules) == len(puzzle.board.rules)


@settings(max_examples=40)
@given(
    box=st.sampled_from([(2, 2), (2, 3), (3, 3), (1, 5)]),
    givens=st.data(),
    kinds=st.lists(st.sampled_from(["cage", "knight", "whisper", "even"]), unique=True),
)
def test_any_board_with_rules_is_the_same_after_each_kind_of_link(box, givens, kinds):
    board = Board.with_boxes(*box)
    made = {
        "cage": rules.KillerCage(7, "r1c1 r1c2 r2c1"),
        "knight": rules.AntiKnight(),
        "whisper": rules.Whisper("r1c1 r2c2 r3c3", 2),
        "even": rules.Even("r2c3"),
    }
    board = board.with_rules(*(made[kind] for kind in kinds))
    values = tuple(givens.draw(st.lists(st.integers(0, board.size), min_size=board.size**2, max_size=board.size**2)))
    puzzle = Puzzle(board, values)
    assert puzzle_of(link(puzzle)) == puzzle
    for kind in ("f-puzzles", "sudokupad"):
        again = Puzzle.parse(link(puzzle, kind))
        assert again.values == values
        assert {*again.board.rules} == {*board.rules}
        assert {unit.cells for unit in again.board.plain.units} == {unit.cells for unit in board.plain.units}


@pytest.mark.parametrize("kind", KINDS)
def test_a_pasted_link_opens_its_puzzle_and_draws_its_rules(session, sent, kind):
    session.open(Puzzle(NINE.with_rules(rules.KillerCage(7, "r1c1 r1c2"), rules.AntiKnight()), (1,) + (0,) * 80))
    drawn = session.shape
    carry_out(session, {"do": "share", "kind": kind, "page": "p1"})
    (message,) = sent[-1]
    assert (message["kind"], message["page"]) == (kind, "p1")
    other = GameSession(sm.load("mccaffrey"), lambda: None, lambda *message: None)
    again = opened(other, message["share"])
    assert {*again.board.rules} == {*session.game.board.rules}
    assert other.shape == drawn
    other.close()


def test_the_link_for_sudokupad_has_the_puzzle_quoted_in_its_path():
    url = link(sm.load("mccaffrey"), "sudokupad")
    head, data = url[:32], url[32:]
    assert head == "https://sudokupad.app/fpuzzlesN4"
    assert not set(data) & set("+/=?#")
    assert link(sm.load("mccaffrey"), "f-puzzles") == f"https://f-puzzles.com/?load=N4{unquote(data)}"


def test_a_notebook_opens_links_and_f_puzzles_json_can_be_pasted(session):
    for kind in KINDS:
        board = BoardWidget(link(sm.load("mccaffrey"), kind))
        assert board.puzzle.values == sm.load("mccaffrey").values
        board.close()
    puzzle = Puzzle(NINE.with_rules(rules.AntiKnight()), (1,) + (0,) * 80, "mine")
    assert opened(session, puzzle.text("fpuzzles")).values == puzzle.values


def test_a_text_is_one_puzzle_or_many_or_a_name_or_a_saved_game(session, unique4):
    assert opened(session, "2... ..1. .3.. ...4", "mine.txt").name == "mine.txt"
    opened(session, "1.....2..3.....4\n2.....1..3.....4\n", "mine.txt")
    assert session.state()["status"]["waiting"] == 2
    for name in ("top95:1", " mccaffrey\n"):
        assert opened(session, name) == sm.load(name.strip())
    game = Game(unique4)
    game.put((1, 2), 2)
    opened(session, text_of(game))
    assert session.game.position.line() == "12....2..3.....4"
    session.undo()
    assert session.game.position == unique4


def test_a_game_is_sent_to_the_page_that_saves_it(session, sent):
    with pytest.raises(InputError, match=r"board\.save\(path\)"):
        save(session)
    assert sent == []
    session.game.name = "a/b: ü"
    save(session, page="a")
    carry_out(session, {"do": "autosave", "page": "b"})
    (saved,), (kept,) = sent
    assert (saved["save"], saved["page"], kept["page"]) == ("a-b--ü.json", "a", "b")
    assert json.loads(saved["text"])["done"] == json.loads(kept["autosave"])["done"] == 0


def test_a_puzzle_without_a_title_has_none_in_a_link():
    for name, title in ((OWN_NAME, ""), ("mine", "mine")):
        puzzle = Puzzle.parse("12.. 3412 2143 432.", name=name)
        assert {Puzzle.parse(link(puzzle, kind)).about.title for kind in ("f-puzzles", "sudokupad")} == {title}


def test_the_message_says_what_is_not_in_the_link(session, sent):
    assert said(session, {"do": "share", "kind": "fragment"}) == (
        "The code opens the puzzle in another board. Nothing was sent anywhere"
    )
    session.enter([(1, 2)], 2)
    text = said(session, {"do": "share", "kind": "f-puzzles"})
    assert "in f-puzzles, without the digits that you have entered" in text
    assert "Unknown kind of link 'fax'" in said(session, {"do": "share", "kind": "fax"})


def test_a_rule_that_a_link_cannot_hold_is_named_and_no_link_is_sent(session, sent):
    session.open(Puzzle(NINE.with_rules(rules.Quadruple([1], "r1c1 r5c5")), (0,) * 81))
    text = said(session, {"do": "share", "kind": "sudokupad"})
    assert "quadruple" in text
    assert "cannot be written" in text
    assert not sent
    carry_out(session, {"do": "share", "kind": "fragment"})
    assert sent


WORDS = About("Fish", "A. Setter", "Normal rules.\nLines are odd.", "a line is not checked")


@pytest.mark.parametrize("kind", [*KINDS, "game"])
def test_title_author_and_rules_are_shown_saved_and_shared(session, kind):
    puzzle = Puzzle(NINE.with_rules(rules.AntiKnight()), (1,) + (0,) * 80, about=WORDS)
    session.open(puzzle)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        opened(session, text_of(session.game) if kind == "game" else link(puzzle, kind))
    status = session.state()["status"]
    assert (status["title"], *[status["about"][each] for each in ("author", "rules")]) == WORDS[:3]
    assert session.shape["texts"][:2] == ["Normal rules.", "Lines are odd."]
    assert session.message.tone == "warning"
    assert "not checked" in session.message.text
    assert "not checked" in session.shape["texts"][2]
    assert session.game.puzzle.about.rules == WORDS.rules


def test_what_a_saved_game_says_about_its_puzzle_is_checked(unique4):
    plain = json.loads(text_of(Game(unique4)))
    assert "about" not in plain
    for bad in (3, [], {"title": 3}, {"titel": "x"}):
        with pytest.raises(InputError, match="damaged"):
            game_from(json.dumps(plain | {"about": bad}))
    about = game_from(json.dumps(plain | {"about": {"title": "a\x1bb" * 500}})).about
    assert about.title.startswith("abab")
    assert len(about.title) <= 200


@pytest.mark.parametrize("text", ["hello", "hello world", "no-such:3", "1234"])
def test_what_is_no_puzzle_is_answered_with_what_can_be_read(session, text):
    carry_out(session, {"do": "text", "part": 0, "of": 1, "name": "pasted text"}, [text.encode()])
    assert session.message.tone == "bad"
    assert "what can be read: 81 digits" in session.message.text
    assert "sudoku-models" not in session.message.text


@settings(max_examples=60)
@given(data=st.data())
def test_a_damaged_fragment_opens_a_puzzle_or_says_so(data):
    good = link(sm.load("small:1"))
    at = data.draw(st.integers(len("#puzzle="), len(good) - 1))
    letter = data.draw(st.sampled_from("AZaz09-_"))
    damaged = data.draw(st.sampled_from([good[:at], good[:at] + letter + good[at + 1 :], good + letter * 3]))
    with suppress(InputError):
        assert isinstance(puzzle_of(damaged), Puzzle)


def test_a_fragment_that_is_too_long_or_would_unpack_to_too_much_is_refused():
    packed = zlib.compress(b" " * 3 * 2**20, 9)
    text = f"#puzzle={base64.urlsafe_b64encode(packed).decode().rstrip('=')}"
    with pytest.raises(InputError, match="damaged or cut off"):
        puzzle_of(text)
    with pytest.raises(InputError, match="up to 20,000 are read"):
        puzzle_of(f"#puzzle={'A' * (LARGEST_LINK + 1)}")


@pytest.mark.parametrize(
    "text",
    [
        "https://sudokupad.app/abc123",
        "https://f-puzzles.com/?load=N4IgzglgXgpi",
    ],
)
def test_a_link_without_a_readable_puzzle_is_answered_in_plain_words(session, text):
    before = session.game.puzzle
    carry_out(session, {"do": "text", "part": 0, "of": 1, "name": "the pasted text"}, [text.encode()])
    assert session.game.puzzle == before
    assert session.message.tone == "bad"
    assert "link" in session.message.text
    assert not any(word in session.message.text for word in ("Error", "Traceback", "base64", "zlib", "lzstring"))


@pytest.mark.parametrize(
    "text", ["hello", "1234", '{"format": 3}', "9" * 16, "\0", "   ", "# nothing", "top95:1000", "<script>a</script>"]
)
def test_bad_text_is_refused_and_nothing_is_lost(session, text):
    session.enter([(1, 2)], 2)
    with pytest.raises(InputError):
        opened(session, text)
    assert session.game.position.line() == "12....2..3.....4"


def test_a_text_arrives_in_parts_of_which_none_may_be_missing(session, monkeypatch):
    whole = "é2... ..1. .3.. ...4".replace("é", "# é\n").encode()
    before = session.game.puzzle
    for k, part in enumerate((whole[:3], whole[3:9], whole[9:])):
        assert session.game.puzzle == before
        take_text(session, part, k, 3, "mine.txt")
    assert session.game.puzzle.line() == "2.....1..3.....4"
    for part, of in ((2, 3), (1, 3), (1, 1), (-1, 1), (0, 0)):
        with pytest.raises(InputError, match=r"a part of mine\.txt is missing"):
            take_text(session, b"2", part, of, "mine.txt")
    monkeypatch.setattr(files, "LARGEST_FILE", 10)
    take_text(session, b"1" * 6, 0, 2, "mine.txt")
    with pytest.raises(InputError, match="more than 10 bytes"):
        take_text(session, b"1" * 6, 1, 2, "mine.txt")
    for raw in (b"\xff\xfe1", b"1\x002", b"  "):
        with pytest.raises(InputError):
            take_text(session, raw, 0, 1, "mine.txt")
