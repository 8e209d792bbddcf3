"""Setting puzzles: rules are moves, what the board says of them is true, and what can go is found."""

import json
import random
from functools import cache
from itertools import combinations, permutations, product
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

import sudoku_models as sm
from sudoku_models.board import files
from sudoku_models.board.commands import carry_out
from sudoku_models.board.design_checks import conflicting, differing, needless
from sudoku_models.board.designing import (
    REGION,
    SWITCHES,
    TOOLS,
    drawn_rule,
    is_on,
    pieces,
    switched,
    with_region,
    without,
)
from sudoku_models.board.game import Game
from sudoku_models.board.runner import TaskRunner
from sudoku_models.board.saving import game_from, text_of
from sudoku_models.board.session import GameSession
from sudoku_models.board.sources import identity
from sudoku_models.board.view import shape
from sudoku_models.errors import InputError
from sudoku_models.puzzles.drawing import drawing
from sudoku_models.puzzles.rules import RULES, Even, KillerCage, Thermometer, WhiteDot
from sudoku_models.puzzles.units import adjacent_pairs

EMPTY = sm.Board.of_size(4)


@cache
def every_grid() -> list[tuple[int, ...]]:
    """The values of the 576 Latin squares."""
    return [
        sum(rows, ())
        for rows in product(permutations(range(1, 5)), repeat=4)
        if all(sorted(column) == [1, 2, 3, 4] for column in zip(*rows, strict=True))
    ]


def solutions(puzzle: sm.Puzzle) -> list[sm.Grid]:
    """All solutions, by trying every grid."""
    grids = [sm.Grid(puzzle.board, values) for values in every_grid()]
    return [grid for grid in grids if not puzzle.violations(grid)]


CELL = st.tuples(st.integers(1, 4), st.integers(1, 4))
STEPS = st.lists(st.sampled_from([(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1)]), min_size=1, max_size=3)


@st.composite
def paths(draw):
    """Cells that a drag goes over; it may cross itself, and leave the board."""
    found = [draw(CELL)]
    for down, right in draw(STEPS):
        found.append((min(max(found[-1][0] + down, 1), 4), min(max(found[-1][1] + right, 1), 4)))
    return found


class AnyDesign(RuleBasedStateMachine):
    """Rules, switches and givens in any order, with undo, redo and saving, on a 4x4 board."""

    def __init__(self):
        super().__init__()
        self.tasks, self.counts = [], 0
        self.patch = patch.object(TaskRunner, "run", lambda _, *task: self.tasks.append(task))
        self.patch.start()
        self.session = GameSession(sm.Puzzle(EMPTY, (0,) * 16), lambda: None, lambda *message: None)
        carry_out(self.session, {"do": "design", "on": True})
        self.states = [self.now()]

    def teardown(self):
        self.patch.stop()

    def now(self):
        game = self.session.game
        return game.board, dict(game.squares)

    def do(self, **command):
        done = self.session.game.done
        carry_out(self.session, command)
        if self.session.game.done > done:
            self.states[done + 1 :] = [self.now()]
        assert self.session.game.done in (done, done + 1)

    @rule(kind=st.sampled_from(sorted(TOOLS)), cells=paths(), value=st.sampled_from(["5", "3", "", "12", "x"]))
    def draw(self, kind, cells, value):
        self.do(do="rule", kind=kind, cells=cells, value=value)

    @rule(cells=st.permutations(EMPTY.cells).map(lambda cells: cells[:4]) | paths())
    def draw_region(self, cells):
        self.do(do="rule", kind=REGION, cells=cells)

    @rule(cell=CELL, digit=st.integers(0, 4))
    def enter(self, cell, digit):
        self.do(do="enter", cells=[cell], digit=digit)

    @rule(name=st.sampled_from(sorted(SWITCHES)), on=st.booleans())
    def switch(self, name, on):
        self.do(do="switch", name=name, on=on)

    @precondition(lambda self: self.session.game.board.rules)
    @rule(data=st.data(), value=st.sampled_from([None, "", "5", "9"]))
    def change_or_remove(self, data, value):
        name = str(data.draw(st.sampled_from(self.session.game.board.rules)))
        if value is None:
            self.do(do="remove_rule", rule=name)
            assert name not in map(str, self.session.game.board.rules)
        else:
            self.do(do="change_rule", rule=name, value=value)

    @rule(back=st.booleans())
    def undo_or_redo(self, back):
        carry_out(self.session, {"do": "undo" if back else "redo"})

    @rule()
    def save_and_load(self):
        carry_out(self.session, {"do": "describe", "title": "Mine", "author": "A. B.", "rules": "Normal"})
        about, game = self.session.game.about, game_from(text_of(self.session.game))
        assert (game.moves, game.about) == (self.session.game.moves, about)
        self.session.resume(game)
        carry_out(self.session, {"do": "design", "on": True})
        assert (self.session.game.name, self.session.game.about) == ("Mine", about)

    @precondition(lambda self: self.counts < 2)  # it takes far longer than all else
    @rule()
    def count(self):
        """What the board says of the number of solutions is so, and two solutions differ where it is marked."""
        self.counts += 1
        self.tasks.clear()
        self.session.count_in_background()
        while self.tasks:
            task, values, limit, on_result, *_ = self.tasks.pop()
            on_result("done", task(lambda progress: None, time_limit=limit, **values))
        said, found = self.session.message.text, solutions(self.session.game.puzzle)
        if len(found) == 1:
            assert "Exactly one solution" in said
        elif not found:
            assert "No solution" in said
        else:
            few = f"exactly {len(found)} " if len(found) < 100 else "at least 100 "
            assert few in said
            marked = self.session.highlights.candidates
            assert any(differing([one, other]) == marked for one, other in combinations(found, 2))

    @invariant()
    def the_board_is_that_of_the_moves_in_force(self):
        game = self.session.game
        assert self.now() == self.states[game.done]
        assert self.session.shape == shape(game.board, game.about)
        board = self.states[0][0]
        for move in game.moves[: game.done]:
            if move.boards:
                assert move.boards[0] == board
                board = move.boards[1]
        assert board == game.board


TestAnyDesign = AnyDesign.TestCase
TestAnyDesign.settings = settings(max_examples=5, stateful_step_count=25, deadline=None)


def test_rules_that_were_changed_and_removed_are_saved_as_the_moves_that_they_are(session):
    carry_out(session, {"do": "design", "on": True})
    for command in (
        {"do": "rule", "kind": "KillerCage", "cells": [[1, 1], [1, 2]], "value": "3"},
        {"do": "rule", "kind": "Even", "cells": [[4, 3]]},
        {"do": "switch", "name": "diagonals", "on": True},
        {"do": "change_rule", "rule": "killer cage 3 on r1c1 r1c2", "value": "4"},
        {"do": "rule", "kind": "Even", "cells": [[4, 3]]},
        {"do": "switch", "name": "diagonals", "on": False},
        {"do": "undo"},
    ):
        carry_out(session, command)
    assert session.game.board == EMPTY.diagonal().with_rules(KillerCage(4, [(1, 1), (1, 2)]))
    back = game_from(text_of(session.game))
    assert (back.board, back.moves, back.done) == (session.game.board, session.game.moves, session.game.done)
    assert [move.boards is not None for move in back.moves].count(True) == 6


@given(data=st.data(), kind=st.sampled_from(sorted(TOOLS)))
def test_every_rule_that_can_be_drawn_is_one_of_its_class_on_cells_that_suit_it(data, kind):
    cells, value = data.draw(paths()), data.draw(st.sampled_from(["", "2", "5"]))
    try:
        found = drawn_rule(EMPTY, kind, cells, value)
    except InputError:
        return
    assert type(found) is RULES[kind]
    assert {*cells} <= {*found.cells}
    assert EMPTY.with_rules(found)


@pytest.mark.parametrize("kind", sorted(TOOLS))
def test_every_rule_can_be_drawn(kind):
    cells = {
        "corner": [(1, 1), (1, 2), (2, 1), (2, 2)],
        "line": [(1, 2), (1, 3)],
        "each": [(1, 1), (3, 4)],
        "path": [(2, 2), (2, 3), (2, 4)],
    }
    on = [(1, 4), (2, 3)] if kind == "LittleKiller" else cells.get(TOOLS[kind].drawn, [(2, 2), (2, 3)])
    board = sm.Board.of_size(9).with_rules(drawn_rule(sm.Board.of_size(9), kind, on, "5" if TOOLS[kind].value else ""))
    assert shape(board)["rules"][0]["value"] == ("5" if TOOLS[kind].value else "")
    assert shape(board)["elements"]


@pytest.mark.parametrize("name", sorted(SWITCHES))
def test_a_switch_that_is_put_on_and_off_leaves_the_board_as_it_was(name):
    board = sm.Board.of_size(9).with_rules(KillerCage(10, [(1, 1), (1, 2)]))
    on = switched(board, name, True)
    assert [each for each, is_so in is_on(on).items() if is_so] == [name]
    assert switched(on, name, False) == board != on


@pytest.mark.parametrize(
    ("kind", "cells", "value", "said"),
    [
        ("KillerCage", [(1, 1), (1, 2), (1, 1)], "5", "r1c1 twice"),
        ("KillerCage", [(1, 1), (2, 2)], "5", "do not touch"),
        ("KillerCage", [(1, 1), (1, 2)], "five", "whole number"),
        ("KillerCage", [(1, 1), (1, 2)], "8", "no digits from 1 to 4 satisfy killer cage 8"),
        ("Thermometer", [(1, 1), (1, 3)], "", "do not touch"),
        ("WhiteDot", [(1, 1), (2, 2)], "", "no side in common"),
        ("Sandwich", [(1, 1)], "3", "direction"),
        ("Quadruple", [(1, 1), (1, 2)], "1", "four cells around a corner"),
        ("Thermometer", [(1, 1), (1, 2), (1, 3), (1, 4), (2, 4)], "", "no digits"),
    ],
)
def test_a_rule_that_cannot_be_drawn_is_refused_with_a_reason(kind, cells, value, said):
    with pytest.raises(InputError, match=said):
        drawn_rule(EMPTY, kind, cells, value)


ROWS = "".join(f"{k}" * 9 for k in range(9))


@pytest.mark.parametrize("board", [sm.Board.of_size(9), sm.Board.latin(9), sm.Board.jigsaw(ROWS)])
@pytest.mark.parametrize("seed", range(3))
def test_a_jigsaw_is_drawn_region_by_region_in_any_order_on_any_board(board, seed):
    wanted = sm.load("jigsaw:1").board
    drawn = random.Random(seed).sample(pieces(wanted), 9)
    game = Game(sm.Puzzle(board, (0,) * 81))
    for region in drawn:
        if {*region.cells} not in ({*unit.cells} for unit in pieces(game.board)):  # the last one may be left over
            game.change_board("region", with_region(game.board, region.cells))
    assert {frozenset(unit.cells) for unit in game.board.units} == {frozenset(unit.cells) for unit in wanted.units}
    assert len({*shape(game.board)["regions"]}) == 9
    assert game_from(text_of(game)).board == game.board


@pytest.mark.parametrize("seed", range(12))
def test_regions_have_walls_also_those_that_are_rows_in_unfinished_jigsaws_and_in_loaded_ones(seed):
    rng = random.Random(seed)
    n = rng.choice([4, 6])
    straight, columns, numbers = rng.choice([n, 0, n - 1]), rng.random() < 0.5, [k // n for k in range(n * n)]
    mixed = [k for k in numbers if k != straight]
    rng.shuffle(mixed)
    rows = [k if k == straight else mixed.pop() for k in numbers]
    jigsaw = sm.Board.jigsaw([rows[k % n * n + k // n] for k in range(n * n)] if columns else rows)
    gone = rng.sample(pieces(jigsaw), rng.choice([0, 0, 1, n - 1]))
    board = without(jigsaw, *gone)
    wanted = {cell: unit.name for unit in pieces(jigsaw) if unit not in gone for cell in unit.cells}
    loaded = game_from(text_of(Game(sm.Puzzle(board, (0,) * n * n)))).board
    assert str(loaded) == str(board)
    for each in (board, loaded):
        page = dict(zip(board.cells, shape(each)["regions"], strict=True))
        lines = str(sm.Puzzle(each, (0,) * n * n)).splitlines()
        shaded = [{*part.cells} for part in drawing(each).elements]
        assert all({*unit.cells} in shaded for unit in pieces(each))
        for (r, c), other in adjacent_pairs(n):
            wall = wanted.get((r, c)) != wanted.get(other)
            line = lines[2 * r - 1][4 * c] == "|" if other[0] == r else lines[2 * r][4 * c - 2] == "-"
            assert wall == line == (page[r, c] != page[other])


@pytest.mark.parametrize("size", [5, 7])
def test_a_board_without_boxes_is_designed(session, size):
    carry_out(session, {"do": "empty", "size": size})
    assert session.game.board == sm.Board.latin(size)
    carry_out(session, {"do": "rule", "kind": REGION, "cells": [[1, c] for c in range(1, size)]})
    assert session.message.tone == "bad"  # a cell too few
    carry_out(session, {"do": "rule", "kind": REGION, "cells": [[2, 1], *([1, c] for c in range(1, size))]})
    assert len(pieces(session.game.board)) == 1


def test_a_region_that_is_drawn_again_stays_until_it_is_removed(session):
    carry_out(session, {"do": "empty", "size": 4})
    for cells in ([[1, 1], [1, 2], [1, 3], [2, 1]], [[1, 1], [2, 1], [1, 3], [1, 2]]):
        carry_out(session, {"do": "rule", "kind": REGION, "cells": cells})
    assert [str(unit) for unit in pieces(session.game.board)] == ["box 3", "box 4", "region 1", "region 2"]
    assert (session.game.done, bool(session.message.text)) == (1, True)
    carry_out(session, {"do": "remove_rule", "rule": "region 1"})
    assert len({*session.shape["regions"]}) == 4  # three, and the cells of none
    assert "4 cells" in session.state()["status"]["text"]
    carry_out(session, {"do": "enter", "cells": [[1, 1]], "digit": 1})
    assert "4 cells" in session.state()["status"]["text"]


def test_a_cage_that_is_drawn_on_the_cells_of_another_takes_its_place(session):
    carry_out(session, {"do": "design", "on": True})
    for value in ("3", "5"):
        carry_out(session, {"do": "rule", "kind": "KillerCage", "cells": [[1, 2], [1, 1]], "value": value})
    assert session.game.board.rules == (KillerCage(5, [(1, 1), (1, 2)]),)


def test_a_design_is_handed_to_the_pages_before_another_puzzle_takes_its_place(session, sent):
    """With a given, a rule or a region; also when it was played meanwhile."""
    region = [[1, 1], [1, 2], [1, 3], [2, 1]]
    for change in (
        {"do": "enter", "cells": [[1, 1]], "digit": 1},
        {"do": "rule", "kind": "Even", "cells": [[4, 3]]},
        {"do": "rule", "kind": REGION, "cells": region},
    ):
        for text in (b"", b"12.. 3412 2143 432.", text_of(Game(sm.load("small:1"))).encode()):
            carry_out(session, {"do": "empty", "size": 4})
            sent.clear()
            carry_out(session, change)
            before, rules = session.game.puzzle, len(session.shape["rules"])
            carry_out(session, {"do": "design", "on": not text})
            if text:
                carry_out(session, {"do": "text", "part": 0, "of": 1, "name": "mine"}, [text])
            else:
                carry_out(session, {"do": "empty", "size": 5})
            ((kept,),) = sent
            assert game_from(kept["replaced"]).puzzle == before
            assert (kept["size"], kept["digits"], kept["rules"]) == (4, len(before.givens), rules)
            assert (kept["id"], kept["by"]) == (identity(before), identity(session.game.puzzle))
    sent.clear()
    carry_out(session, {"do": "load", "name": "small:1"})
    carry_out(session, {"do": "enter", "cells": [[1, 1]], "digit": 1})
    carry_out(session, {"do": "empty", "size": 4})
    carry_out(session, {"do": "empty", "size": 5})
    assert not sent  # nothing was designed


# -- checks -----------------------------------------------------------------------------------------------------------

RULED = EMPTY.with_rules(KillerCage(3, [(1, 1), (1, 2)]), Thermometer([(1, 1), (2, 1)]), Even([(4, 1)]))


@settings(deadline=None, max_examples=8)
@given(data=st.data())
def test_what_is_not_needed_is_what_can_go(data):
    grid = data.draw(st.sampled_from(solutions(sm.Puzzle(RULED, (0,) * 16))))
    hidden = data.draw(st.sets(st.integers(0, 15), max_size=11))
    puzzle = sm.Puzzle(RULED, tuple(0 if k in hidden else d for k, d in enumerate(grid.values)))
    with_rules = data.draw(st.booleans())
    found = needless(lambda progress: None, puzzle, False, with_rules, 300.0)
    if len(solutions(puzzle)) > 1:
        assert found.problem
        return

    def is_unique(gone=(), rules=()):
        values = tuple(0 if cell in gone else d for cell, d in zip(RULED.cells, puzzle.values, strict=True))
        return len(solutions(sm.Puzzle(without(RULED, *rules), values))) == 1

    assert {*found.cells} == {cell for cell in puzzle.givens if is_unique([cell])}
    assert {*found.rules} == {each for each in RULED.rules if with_rules and is_unique(rules=[each])}
    gone = needless(lambda progress: None, puzzle, True, with_rules, 300.0)
    assert is_unique(gone.cells, gone.rules)
    left = [cell for cell in puzzle.givens if cell not in gone.cells]
    assert not any(is_unique((*gone.cells, cell)) for cell in left)


def test_rules_that_cannot_all_hold_are_named_and_none_of_them_could_be_left_out():
    cage, dot = KillerCage(3, [(1, 1), (1, 2)]), WhiteDot([(1, 2), (1, 3)])
    board = EMPTY.with_rules(cage, dot, Even([(4, 4)]), Thermometer([(1, 3), (1, 1)]))
    found = conflicting(lambda progress: None, sm.Puzzle(board, (0,) * 16), 30.0)
    assert not solutions(sm.Puzzle(board, (0,) * 16))
    assert found is not None
    assert str(cage) in found.words
    assert "even" not in found.words
    assert {*cage.cells} in map(set, found.units)


def test_a_large_conflict_is_counted_and_listed_and_a_small_one_is_named():
    found = conflicting(lambda progress: None, sm.Puzzle.parse("123. ...4 .... ...."), 30.0)
    assert found.words == "2 rules and 3 givens cannot all hold"
    cells = [{*of} for _, of in found.named]
    assert cells == [*map(set, found.units), *({cell} for cell in found.givens)]
    small = conflicting(lambda progress: None, sm.Puzzle.parse("11.. .... .... ...."), 30.0)
    assert "box 1" in small.words
    assert (small.givens, *map(set, small.units)) == (((1, 1), (1, 2)), {(1, 1), (1, 2), (2, 1), (2, 2)})


def test_of_a_conflict_at_most_eight_are_listed_and_all_others_in_one_line():
    """A thermometer that is stated in many parts is one rule."""
    rising = Thermometer([(r, 1) for r in range(1, 10)])
    board = sm.Board.of_size(9).with_rules(rising)
    found = conflicting(lambda progress: None, sm.Puzzle(board, (0,) * 9 + (1,) + (0,) * 71), 30.0)
    assert (*map(set, found.units), *found.givens) == ({*rising.cells}, (2, 1))
    long = sm.Puzzle.parse("12345678........." + "9" + "." * 63)
    found = conflicting(lambda progress: None, long, 30.0)
    *first, rest = [{*of} for _, of in found.named]
    every = [*map(set, found.units), *({cell} for cell in found.givens)]
    assert len(every) > 9
    assert (first, rest) == (every[:8], set().union(*every[8:]))


@pytest.fixture
def unique(sent, shares_workers):
    """A design with one solution."""
    puzzle = sm.Puzzle.parse("1234 3412 2143 432.", name="mine")
    session = shares_workers(GameSession(sm.Puzzle(RULED, puzzle.values), lambda: None, lambda *m: sent.append(m)))
    carry_out(session, {"do": "design", "on": True})
    session.forget()
    return session


def sent_file(sent, name):
    parts = [buffers[0] for message, buffers in (each for each in sent if len(each) == 2) if message["save"] == name]
    return b"".join(parts)


def test_what_is_not_needed_is_removed_in_one_move(unique):
    before = unique.game.puzzle
    carry_out(unique, {"do": "needless", "remove": True, "rules": True})
    assert unique.wait(300)
    assert (unique.game.done, len(solutions(unique.game.puzzle))) == (1, 1)
    assert len(unique.game.puzzle.givens) < len(before.givens)
    assert unique.badge.text == "Exactly one solution, which is confirmed"  # though no count has ended
    assert unique.message.text.startswith("Removed: ")
    carry_out(unique, {"do": "undo"})
    assert unique.game.puzzle == before


def test_the_sheet_is_a_pdf_with_the_solution_on_a_page_of_its_own_if_there_is_one(unique, sent, monkeypatch):
    pytest.importorskip("matplotlib", reason="matplotlib is in the extra 'plots'")
    carry_out(unique, {"do": "describe", "title": "A $5 killer", "author": "A. B.", "rules": "Long. " * 300})
    monkeypatch.setattr(files, "PART", 5_000)
    carry_out(unique, {"do": "sheet", "page": "p", "solution": True})
    assert unique.wait(300)
    assert unique.message.text == "The sheet is A--5-killer.pdf, with 2 pages"
    heads = [message for message, *_ in sent if "part" in message]
    assert [(head["part"], head["page"]) for head in heads] == [(k, "p") for k in range(heads[0]["of"])]
    assert len(heads) > 1
    pdf = sent_file(sent, "A--5-killer.pdf")
    assert (pdf[:5], b"A $5 killer" in pdf) == (b"%PDF-", True)
    for column in (1, 2, 3, 4):
        carry_out(unique, {"do": "enter", "cells": [[4, column], [3, column]], "digit": 0})
    carry_out(unique, {"do": "enter", "cells": [[1, 3], [1, 4], [2, 3], [2, 4]], "digit": 0})
    unique.forget()
    carry_out(unique, {"do": "sheet", "page": "p", "solution": True})
    assert unique.wait(300)
    assert "no page with the solution" in unique.message.text


def test_in_play_and_in_class_nothing_is_changed_or_told(unique):
    carry_out(unique, {"do": "design", "on": False})
    for command in (
        {"do": "rule", "kind": "Even", "cells": [[1, 1]]},
        {"do": "switch", "name": "AntiKnight", "on": True},
    ):
        carry_out(unique, command)
        assert "design" in unique.message.text
        assert unique.game.board == RULED
    unique.set_mode("class")
    carry_out(unique, {"do": "sheet", "page": "p", "solution": True})
    assert "hidden" in unique.message.text


@pytest.mark.parametrize(
    "change",
    [5, {}, {"out": [], "in": [["x", [[9, 9]]]]}, {"out": [], "in": [{"rule": "Magic"}]}, {"out": [1], "in": []}],
)
def test_damaged_changes_of_the_board_are_refused(unique, change):
    carry_out(unique, {"do": "rule", "kind": "Odd", "cells": [[1, 1]]})
    plain = json.loads(text_of(unique.game))
    plain["moves"][-1]["board"] = change
    with pytest.raises(InputError):
        game_from(json.dumps(plain))
