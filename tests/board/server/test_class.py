"""A student who wants to cheat: whatever a page of the class sends, it learns nothing that is not open to all."""

import itertools
import json
import random
from typing import Any

import pytest

import sudoku_models as sm
from sudoku_models.board import commands, runner
from sudoku_models.board.game import Game
from sudoku_models.board.hints import HINTS
from sudoku_models.board.position import KINDS
from sudoku_models.board.requests import counted, level
from sudoku_models.board.saving import text_of
from sudoku_models.board.server.access import CLASS, TEACHER
from sudoku_models.board.server.boards import Boards, Page
from sudoku_models.board.view import ExplainedPath

OPENED = 3
"""How many steps the teacher has gone."""


class Classroom:
    """A board of a class with an open explanation, and all that its page is told."""

    def __init__(self, puzzle: sm.Puzzle) -> None:
        self.puzzle = puzzle
        self.boards = Boards(text_of(Game(puzzle)), "class")
        self.teacher, self.student = self.boards.open(TEACHER), self.boards.open(CLASS)
        self.session = self.student.board.session
        self.found = sm.explain(puzzle)
        self.solution = [*self.found.states()][-1].digits
        self.steps = [step.brief for step in self.found.steps]

    def explain(self) -> None:
        self.session.open_path(ExplainedPath(self.found, "techniques", self.session.symbols))
        for to in range(1, OPENED + 1):
            self.says(self.teacher, do="go", to=to)

    def says(self, to: Page, buffers: Any = (), /, **command: Any) -> list[Any]:
        """What the class's page is told because a page has said something."""
        to.receive(json.dumps({"id": "x:1", **command}), buffers)
        return self.told()

    def told(self) -> list[Any]:
        lines = []
        while not self.student.lines.empty():
            text, *buffers = json.loads(self.student.lines.get())
            lines.append({**json.loads(text), "buffers": buffers})
        return lines

    def given_away(self, lines: list[Any]) -> list[Any]:
        """The digits of the solution that these lines hold beyond what the class may know."""
        board = self.puzzle.board
        may = {i for step in self.found.steps[: OPENED + 1] for i in step.puts} if self.session.path else set()
        hidden = [i not in may and i not in self.puzzle.givens for i in board.cells]
        text = json.dumps(lines)
        leaks = [sentence for sentence in self.steps[OPENED + 1 :] if sentence in text and sentence not in self.opened]
        for traits in (line["traits"] for line in lines if "traits" in line):
            values = traits.get("values", [0] * len(hidden))
            puts = dict(traits.get("highlights", {}).get("puts", []))
            for k, i in enumerate(board.cells):
                if hidden[k] and self.solution[i] in (values[k], puts.get(k)):
                    leaks.append((i, self.solution[i]))
            leaks += traits.get("path", {}).get("steps", [])[OPENED + 1 :]
        for message in (line["message"] for line in lines if "message" in line):
            if "autosave" in message or "save" in message:
                saved = json.loads(message.get("autosave") or message["text"])
                leaks += [move["what"] for move in saved["moves"] if move["what"] in ("solve", "search")]
        return leaks

    @property
    def opened(self) -> list[str]:
        return self.steps[: OPENED + 1]


@pytest.fixture(params=["unique4", "mccaffrey"])
def room(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    found = Classroom(request.getfixturevalue(request.param))
    found.tasks = []
    monkeypatch.setattr(runner.TaskRunner, "run", lambda self, task, *_, **__: found.tasks.append(task))
    monkeypatch.setattr(runner.TaskRunner, "start", lambda self: None)
    found.told()
    yield found
    found.boards.close()


def attempts(room: Classroom) -> Any:
    """Every command with many values, right and wrong ones; digits that are entered are always wrong."""
    rng, board = random.Random(1), room.puzzle.board
    blank = [i for i in board.cells if i not in room.puzzle.givens]
    values: dict[str, list[Any]] = {
        "cell": [[*i] for i in blank[:6]],
        "cells": [[[*i]] for i in blank],
        "kind": [*HINTS, *KINDS, "f-puzzles", "fragment"],
        "by": ["techniques", "mus", "lp"],
        "to": [*range(-1, len(room.steps) + 2)],
        "on": [True, False],
        "name": ["", "mccaffrey"],
        "left": [{"formulation": "assignment"}],
        "right": [{"formulation": "pairwise"}],
        "part": [0],
        "of": [1],
        "so_far": [True, False],
        "whole": [True, False],
        "running": [True, False],
        "size": [4, 9],
        "page": ["x"],
        "time_limit": [1.0, 60.0],
        "symbols": ["digits", "letters"],
    }
    for name, function in commands.COMMANDS.items():
        parameters, _, takes_more = commands._parameters(function)
        known = [each for each in [*parameters, *(["symbols"] if takes_more else [])] if each in values]
        choices = [*itertools.product(*(values[each] for each in known))]
        for chosen in rng.sample(choices, min(len(choices), 60)):
            yield {"do": name, **dict(zip(known, chosen, strict=True))}
    for i in blank:
        for digit in board.digits:
            if digit != room.solution[i]:
                yield {"do": "enter", "cells": [[*i]], "digit": digit, "kind": "digit"}
    yield {"do": ["solve"]}
    yield {"do": "nothing"}


@pytest.mark.parametrize("is_explained", [True, False])
def test_no_command_of_a_student_asks_a_solver_or_tells_a_digit_that_is_not_open(room: Any, is_explained: bool) -> None:
    if is_explained:
        room.explain()
    room.tasks.clear()
    before = room.puzzle
    room.told()
    for command in attempts(room):
        file = [b"mccaffrey"] if command["do"] == "text" else []
        command.setdefault("digit", 0) if command["do"] == "enter" else None
        lines = room.says(room.student, file, **command)
        assert room.given_away(lines) == [], command
        assert {*room.tasks} <= {counted, level}, command  # what the page is told of the puzzle, whoever looks at it
        assert room.session.game.puzzle == before
        assert room.session.hides_solution
        assert not room.session.design
    if is_explained:
        assert room.session.path.opened == OPENED


def test_a_right_digit_is_answered_as_a_wrong_one(room: Any) -> None:
    """Nothing but the digit itself differs: not the sentence, its tone, the badge, marks or what can be undone."""
    for cell in (i for i in room.puzzle.board.cells if i not in room.puzzle.givens):
        answers = set()
        for digit in room.session.game.candidates(cell):
            lines = room.says(room.student, do="enter", cells=[[*cell]], digit=digit)
            status = room.session.state()["status"]
            clashes = room.session.state()["clashes"]
            answers.add(
                json.dumps(
                    [
                        [sorted({*line.get("traits", {})} - {"clock"}) for line in lines],
                        status["badge"],
                        status["text"],
                        clashes,
                    ]
                )
            )
            room.says(room.student, do="undo")
        assert len(answers) == 1


def test_only_the_teacher_opens_a_step_and_all_can_go_back_to_it(room: Any) -> None:
    room.explain()
    room.says(room.student, do="go", to=0)
    assert room.session.path.at == 0
    lines = room.says(room.student, do="go", to=OPENED + 1)
    assert room.session.path.at == 0
    assert "not open" in json.dumps(lines)
    path = next(line["traits"]["path"] for line in room.says(room.student, do="go", to=OPENED) if "traits" in line)
    assert (path["at"], path["opened"], path["solved"], path["reason"]) == (OPENED, OPENED, False, "")
    room.says(room.teacher, do="go", to=OPENED + 1)
    assert room.session.path.opened == OPENED + 1
    room.says(room.teacher, do="go", to=len(room.steps))
    assert room.session.path.is_open
    assert room.session.state()["path"]["solved"]


def test_what_the_teacher_saves_is_for_her_page_alone(room: Any) -> None:
    for page in (room.student, room.teacher, room.student):
        page.receive('{"do": "autosave", "page": "t"}')  # a student who has found out the name of the teacher's page
    room.teacher.receive('{"do": "save", "page": "t"}')
    room.session.send({"save": "puzzles.pdf", "page": room.teacher.name, "part": 0, "of": 1}, [b"solutions"])
    assert not [line for line in room.told() if "save" in line.get("message", {})]
