"""Which boards are open, without a server."""

import json

import pytest

from sudoku_models.board.game import Game
from sudoku_models.board.saving import text_of
from sudoku_models.board.server.access import CLASS, PLAYER, TEACHER
from sudoku_models.board.server.boards import MOST_OF_CLASS, MOST_PAGES, Boards, Page, TooManyPagesError


@pytest.fixture
def game(unique4) -> str:
    return text_of(Game(unique4))


def told(page: Page) -> dict:
    """All traits and messages that a page has been told since the last look."""
    found: dict = {"messages": []}
    while not page.lines.empty():
        text, *_ = json.loads(page.lines.get())
        said = json.loads(text)
        found |= said.get("traits", {})
        found["messages"] += [said["message"]] if "message" in said else []
    return found


def test_each_page_has_a_board_of_its_own_up_to_a_number_and_it_ends_with_its_page(game: str) -> None:
    boards = Boards(game)
    pages = [boards.open(PLAYER) for _ in range(MOST_PAGES)]
    with pytest.raises(TooManyPagesError, match="Close the window"):
        boards.open(PLAYER)
    pages[0].receive('{"do": "enter", "cells": [[1, 2]], "digit": 2}')
    assert told(pages[0])["values"][1] == 2
    assert told(pages[1])["values"][1] == 0
    boards.leave(pages[0])
    with pytest.raises(Exception, match="closed"):
        pages[0].board.session.ask(print, "a task", print, 1.0)
    assert told(boards.open(PLAYER))["values"][1] == 0
    boards.close()


def test_a_class_shares_a_board_which_stays_and_answers_go_to_the_page_that_asks(game: str) -> None:
    boards = Boards(game, "class")
    teacher, students = boards.open(TEACHER), boards.open(CLASS)
    for page, is_limited in ((teacher, False), (students, True)):
        found = told(page)
        assert (found["mode"], found["status"]["limited"]) == ("class", is_limited)
    students.receive('{"do": "enter", "cells": [[1, 2]], "digit": 2, "id": "s:1"}')
    assert told(students)["messages"] == [{"received": "s:1"}]
    found = told(teacher)
    assert (found["values"][1], found["messages"], found["status"]["limited"]) == (2, [], False)
    students.receive('{"do": "autosave", "page": "s"}')
    teacher.receive('{"do": "save", "page": "t"}')
    assert [next(iter(each)) for each in told(teacher)["messages"]] == ["save", "received"]
    assert [next(iter(each)) for each in told(students)["messages"]] == ["autosave", "received"]
    boards.leave(teacher)
    boards.leave(students)
    assert told(boards.open(CLASS))["values"][1] == 2
    assert len([boards.open(CLASS) for _ in range(MOST_OF_CLASS - 1)]) == MOST_OF_CLASS - 1
    with pytest.raises(TooManyPagesError):
        boards.open(CLASS)
    boards.open(TEACHER)  # the pages of the class do not lock her out
    boards.close()


@pytest.mark.parametrize("text", ["", "[]", "null", "{", "[" * 100_000, '"enter"'])
def test_what_is_no_command_is_refused_and_the_board_goes_on(game: str, text: str) -> None:
    boards = Boards(game)
    page = boards.open()
    with pytest.raises((ValueError, RecursionError)):
        page.receive(text)
    page.receive('{"do": "undo"}')
    boards.close()
