"""The list of the shipped puzzles: it has all of them, each with a picture, and each can be opened."""

from xml.etree import ElementTree

import pytest

from sudoku_models.board.collection import TITLES, counts
from sudoku_models.board.commands import carry_out
from sudoku_models.generation.shipped import shipped
from sudoku_models.puzzles.corpora import load
from sudoku_models.puzzles.game_kinds import kind_of

GROUPS = [(kind, level, count) for kind, each in counts().items() for level, count in each["levels"].items()]


def listed(session, sent, kind, level, start=0):
    sent.clear()
    carry_out(session, {"do": "browse", "page": "p1", "kind": kind, "level": level, "start": start})
    ((answer, _),) = ((*each, None)[:2] for each in sent)
    assert (answer["page"], answer["kind"], answer["level"], answer["start"]) == ("p1", kind, level, start)
    return answer


def test_every_shipped_puzzle_with_one_solution_is_in_one_group():
    assert sum(count for _, _, count in GROUPS) == len(shipped())
    assert {kind for kind, _, _ in GROUPS} == {*TITLES}


@pytest.mark.parametrize(("kind", "level", "count"), GROUPS)
def test_the_puzzles_of_a_group_have_pictures_and_open(session, sent, kind, level, count):
    answer = listed(session, sent, kind, level)
    assert answer["of"] == count
    assert len(answer["puzzles"]) == min(count, 12)
    for each in answer["puzzles"]:
        assert ElementTree.fromstring(each["picture"]).tag == "{http://www.w3.org/2000/svg}svg"
        carry_out(session, {"do": "load", "name": each["name"]})
        assert session.message.tone == "plain", session.message
        assert session.game.puzzle == load(each["name"])
        assert kind_of(session.game.board) == kind
        assert session.game.level == level
        assert session.badge.tone == "good"
    carry_out(session, {"do": "any", "kind": kind, "level": level})
    assert (kind_of(session.game.board), session.game.level) == (kind, level)


def test_further_puzzles_follow_and_a_list_ends(session, sent):
    kind, level, count = max(GROUPS, key=lambda each: each[2])
    first, second = (listed(session, sent, kind, level, start)["puzzles"] for start in (0, 12))
    assert {each["name"] for each in first}.isdisjoint(each["name"] for each in second)
    assert len(listed(session, sent, kind, level, count - 1)["puzzles"]) == 1
    assert listed(session, sent, kind, level, count)["puzzles"] == []


@pytest.mark.parametrize("command", [{"kind": "sudoku", "level": ""}, {"kind": "killer", "level": "fiendish"}])
def test_what_is_not_there_is_refused(session, sent, command):
    carry_out(session, {"do": "any", **command})
    assert session.message.tone == "bad"
