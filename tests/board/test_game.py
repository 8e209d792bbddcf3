"""A game: moves and what they do, undo and redo without limit, and what may not be done."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sudoku_models as sm
from sudoku_models.board.game import ALLOWED, NOT_BY_HAND, Clock, Game
from sudoku_models.errors import InputError
from sudoku_models.puzzles.rules import KillerCage, Thermometer

CELL = st.tuples(st.integers(1, 4), st.integers(1, 4))


@pytest.fixture
def game() -> Game:
    return Game(sm.Puzzle.parse("1... ..2. .3.. ...4"))


def test_digits_are_written_and_the_givens_stay(game):
    game.put((1, 2), 2)
    assert (game.position.line(), game.puzzle.line()) == ("12....2..3.....4", "1.....2..3.....4")
    for change in (lambda: game.put((1, 1), 2), lambda: game.put((1, 1), 0), lambda: game.mark((1, 1), 2)):
        with pytest.raises(InputError, match="row 1, column 1 holds a given"):
            change()
    with pytest.raises(InputError, match="has its digit"):
        game.mark((1, 2), 4)
    game.follow({(1, 1): 2, (1, 2): 2}, {})
    game.put((1, 2), 2, as_given=True)
    game.put((1, 1), 0, as_given=True)
    assert game.puzzle.line() == ".2....2..3.....4"


def test_what_clashes_is_accepted_and_known(game):
    assert game.clash((1, 3), 1) == "row 1 has its 1 in row 1, column 1"
    assert game.clashes() == set()
    game.put((1, 3), 1)
    assert game.clashes() == {(1, 1), (1, 3)}


def test_a_broken_rule_marks_its_cells_and_is_named():
    rules = Thermometer([(1, 1), (1, 2), (1, 3)]), KillerCage(5, [(4, 1), (4, 2)]), KillerCage(4, [(4, 3), (4, 4)])
    game = Game(sm.Puzzle(sm.Board.of_size(4).with_rules(*rules), (0,) * 16))
    assert game.clash((1, 1), 3) == "nothing in the blank cells satisfies thermometer on r1c1 r1c2 r1c3"
    game.put((4, 1), 1)
    assert game.clash((4, 2), 2) == "killer cage 5 on r4c1 r4c2 does not hold"
    game.put((4, 2), 2)
    assert game.clashes() == {(4, 1), (4, 2)}
    game.put((4, 2), 4)
    game.put((1, 1), 3)
    assert game.clashes() == {(1, 1)}
    game.put((1, 1), 0)
    assert game.clashes() == set()


@pytest.mark.parametrize(
    ("number", "kind"),
    [(5, "digit"), (-1, "digit"), (0, "corner"), (5, "corner"), (10, "color"), (0, "color"), (1, "pencil")],
)
def test_digits_marks_and_colours_that_are_not_there_are_refused(game, number, kind):
    with pytest.raises(InputError, match=r"there is no|unknown kind"):
        game.put((1, 2), number) if kind == "digit" else game.mark((1, 2), number, kind)
    assert game.to_undo is None


def test_marks_are_written_and_a_digit_takes_itself_from_those_of_its_peers(game):
    game.write_marks()
    for cell, square in game.squares.items():
        if not square.digit:
            peers = {i for unit in game.board.units if cell in unit.cells for i in unit.cells}
            assert square.marks == set(game.board.digits) - {game.squares[i].digit for i in peers}
    game.put((1, 3), 4)
    assert (game.marks((1, 2)), game.marks((1, 3))) == ({2}, set())
    game.undo()
    assert game.squares[1, 2].marks == {2, 4}
    game.mark((1, 2), 2)
    assert game.squares[1, 2].marks == {4}
    game.clear_marks()
    assert not any(square.marks for square in game.squares.values())


def test_a_move_that_changes_nothing_is_no_move(game):
    game.put((1, 2), 0)
    game.restart()
    game.clear_marks()
    assert not game.to_undo


def test_a_step_writes_digits_and_rubs_out_marks_in_one_move(game):
    game.follow({(1, 2): 2}, {(1, 3): [4]})
    assert game.values[1] == 2
    assert game.squares[1, 3].marks == {3}
    game.undo()
    assert game.position.line() == "1.....2..3.....4"


def test_a_digit_in_place_of_another_gives_back_and_takes(game):
    game.write_marks()
    before = dict(game.squares)
    game.put((1, 3), 4)
    game.put((1, 3), 3)
    assert game.squares[1, 2].marks == {2, 4}
    assert game.squares[1, 4].marks == before[1, 4].marks - {3}
    game.put((1, 3), 0)
    assert game.squares == before


def test_marks_that_were_cleared_meanwhile_do_not_come_back(game):
    game.write_marks()
    game.put((1, 3), 4)
    game.clear_marks()
    game.put((1, 3), 0)
    assert game.squares[1, 2].marks == frozenset()


def test_marks_and_colours_are_added_to_all_cells_or_removed_from_all(game):
    cells = [(1, 1), (1, 2), (1, 3)]
    for kind, field in (("corner", "marks"), ("centre", "centres"), ("color", "colors")):
        held = [i for i in cells if kind == "color" or i != (1, 1)]  # a given has colours, but no marks
        game.mark((1, 2), 3, kind)
        game.mark(cells, 3, kind)
        assert [i for i, square in game.squares.items() if 3 in getattr(square, field)] == held
        game.mark(cells, 3, kind)
        assert not any(getattr(square, field) for square in game.squares.values())


def test_what_is_topmost_is_erased_in_all_cells(game):
    cells = [(1, 1), (1, 2), (1, 3)]
    game.mark(cells, 1, "color")
    game.mark(cells, 3)
    game.mark((1, 3), 4, "centre")
    game.put((1, 2), 2)
    for left in ((0, 1, 3), (0, 0, 3), (0, 0, 0)):
        game.erase(cells)
        squares = [game.squares[i] for i in cells]
        digits = sum(s.digit for s in squares if not s.given)
        marks = any(s.marks or s.centres for s in squares)
        assert (digits, int(marks), sum(len(s.colors) for s in squares)) == left
    with pytest.raises(InputError, match="holds a given"):
        game.erase([(1, 1)])


@pytest.mark.parametrize("kind", ["corner", "centre", "color"])
@given(entries=st.lists(st.tuples(st.sampled_from(["digit", "corner", "centre", "color"]), CELL, st.integers(1, 4))))
def test_erasing_takes_the_chosen_kind_first(kind, entries):
    game = Game(sm.Puzzle.parse("12.. .... .... ...."))
    for each, cell, digit in entries:
        with suppress(InputError):
            game.put(cell, digit) if each == "digit" else game.mark(cell, digit, each)
    before = dict(game.squares)
    shown = [i for i in before if game.marks(i, kind)]
    if shown:
        game.erase(game.board.cells, kind=kind)
        assert game.squares == {**before, **{i: before[i].with_kind(kind, frozenset()) for i in shown}}
        assert not any(game.marks(i, kind) for i in before)
        game.undo()
        assert game.squares == before


def test_a_game_is_by_hand_until_a_solver_writes(game):
    solution = sm.build(game.puzzle).solve().grid
    for what in NOT_BY_HAND:
        game.put((1, 2), 2)
        assert game.is_by_hand
        game.fill(solution.values, what)
        assert not game.is_by_hand
        game.undo()
        assert game.is_by_hand
    game.write_marks({(1, 3): {3}})
    assert (game.to_undo.what, game.squares[1, 3].marks) == (ALLOWED, {3})


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 100)), max_size=10))
def test_only_the_time_while_the_clock_runs_counts(spans):
    time = 0
    clock = Clock(5.0, lambda: time)
    for runs, seconds in spans:
        clock.start() if runs else clock.stop()
        assert clock.is_running == runs
        time += seconds
    assert clock.seconds == 5 + sum(seconds for runs, seconds in spans if runs)
