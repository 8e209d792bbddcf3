"""What every kind promises: its rules hold in the grid, they fit the board, and there are no more than requested."""

import random
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sudoku_models as sm
from sudoku_models.errors import InputError
from sudoku_models.generation import KINDS, generate, random_grid
from sudoku_models.generation.kinds import (
    Kind,
    KindRequest,
    board_for,
    place_rules,
    random_regions,
    requested_kinds,
)
from sudoku_models.puzzles.rules import (
    RULES,
    AllBlackDotsGiven,
    AllDotsGiven,
    AllWhiteDotsGiven,
    AllXVGiven,
    AntiKing,
    CellRule,
    Even,
    KillerCage,
    Quadruple,
    Rule,
    Thermometer,
)
from sudoku_models.puzzles.rules.killer_cage import partition, refine
from sudoku_models.puzzles.rules.placing import Sketch
from sudoku_models.puzzles.units import adjacent_pairs, is_connected, neighbours

PLACED = [name for name, kind in KINDS.items() if kind.place]
LINES = [name for name, kind in KINDS.items() if kind.is_line]


@cache
def grid_of(size: int, seed: int) -> sm.Grid:
    return random_grid(sm.Board.of_size(size), random.Random(seed))


def placed(text: str, grid: sm.Grid, seed: int = 1, most: bool = False) -> tuple[Any, ...]:
    return place_rules(requested_kinds(text), grid, random.Random(seed), most)


@settings(max_examples=60)
@given(st.sampled_from(PLACED), st.sampled_from([4, 6, 9]), st.integers(0, 3), st.integers(0, 99), st.booleans())
def test_the_rules_hold_in_the_grid(name: str, size: int, number: int, seed: int, most: bool) -> None:
    grid = grid_of(size, number)
    rules = placed(name, grid, seed, most)
    board = grid.board.with_rules(*rules)
    assert sm.Puzzle(board, (0,) * size**2).violations(sm.Grid(board, grid.values)) == []
    assert rules == placed(name, grid, seed, most)
    assert placed(name, sm.Grid(board, grid.values), seed, most) == () or name != "kropki"


@settings(max_examples=30)
@given(st.sampled_from(PLACED), st.integers(1, 5), st.integers(0, 99))
def test_a_number_and_a_share_are_kept(name: str, number: int, seed: int) -> None:
    grid = grid_of(9, 0)
    assert len(placed(f"{name}:{number}", grid, seed)) <= number
    assert len(placed(f"{name}:20%", grid, seed)) < len(placed(f"{name}:100%", grid, seed))


def test_every_rule_with_a_kind_that_is_generated_is_made() -> None:
    made: set[type[Rule]] = set()
    for name, kind in KINDS.items():
        if kind.place:
            made.update(type(rule) for rule in placed(name, grid_of(9, 1)))
        elif kind.board and name != "jigsaw":
            made.update(type(rule) for rule in kind.board(sm.Board.of_size(9), random.Random(1)).rules)
    assert made >= {rule for rule in RULES.values() if rule.generated}


# -- cages, lines, marks, clues ---------------------------------------------------------------------------------------


def check_cages(grid: sm.Grid, cages: list[Any]) -> None:
    cells = [cell for cage in cages for cell in cage]
    assert len(set(cells)) == len(cells)
    for cage in cages:
        assert 2 <= len(cage) <= 5
        assert len({grid[cell] for cell in cage}) == len(cage)
        assert is_connected(cage)


@settings(max_examples=40)
@given(st.sampled_from([4, 6, 9]), st.integers(0, 3), st.integers(0, 999))
def test_cages_are_connected_with_different_digits(size: int, number: int, seed: int) -> None:
    grid = grid_of(size, number)
    cages = partition(Sketch(grid, random.Random(seed)))
    check_cages(grid, cages)
    for cell in {*grid.board.cells} - {i for cage in cages for i in cage}:  # which fits into no cage beside it
        for near in neighbours(size, cell):
            (cage,) = [cage for cage in cages if near in cage]
            assert len(cage) == min(5, size) or grid[cell] in {grid[i] for i in cage}


@settings(max_examples=40)
@given(st.integers(0, 3), st.integers(1, 3), st.integers(0, 999))
def test_a_refinement_excludes_the_other_grid(number: int, step: int, seed: int) -> None:
    grid, other = grid_of(6, number), grid_of(6, (number + step) % 4)
    sketch = Sketch(grid, random.Random(seed))
    rules = tuple(KillerCage(sum(sketch.digits(cage)), tuple(cage)) for cage in partition(sketch))
    refined = refine(sketch, rules, other)
    assert refined is not None
    changed = set(refined) - set(rules)
    assert len(changed) == 2
    check_cages(grid, [rule.cells for rule in refined if isinstance(rule, CellRule)])
    assert all(rule.check(grid) for rule in refined if isinstance(rule, CellRule))
    held_before = all(rule.check(other) for rule in rules)
    assert not held_before or not all(rule.check(other) for rule in changed if isinstance(rule, CellRule))
    assert refine(sketch, rules, grid) is None


@settings(max_examples=40)
@given(st.sampled_from(LINES), st.integers(0, 3), st.integers(0, 999))
def test_lines_are_walks_that_do_not_meet(name: str, number: int, seed: int) -> None:
    rules = placed(f"{name}:30%", grid_of(9, number), seed)
    cells = [cell for rule in rules for cell in rule.cells]
    longest = 12 if name == "region-sum" else 6  # it goes through several boxes
    assert len(set(cells)) == len(cells) < 0.3 * 81 + longest
    assert len(cells) >= 0.3 * 81 or name in ("palindrome", "whisper")  # of these there may be no more
    for rule in rules:
        assert 3 <= len(rule.cells) <= longest
        assert all(max(abs(r - s), abs(c - e)) == 1 for (r, c), (s, e) in pairwise(rule.cells))


def test_different_kinds_of_lines_do_not_meet_either() -> None:
    rules = placed("thermometer, arrow, renban", grid_of(9, 2))
    cells = [cell for rule in rules for cell in rule.cells]
    assert len({type(rule) for rule in rules}) == 3
    assert len(set(cells)) == len(cells)


RELATIONS = {
    "kropki": (AllDotsGiven(), lambda d, e: abs(d - e) == 1 or 2 * d == e or 2 * e == d),
    "consecutive": (AllWhiteDotsGiven(), lambda d, e: abs(d - e) == 1),
    "ratio": (AllBlackDotsGiven(), lambda d, e: 2 * d == e or 2 * e == d),
    "xv": (AllXVGiven(), lambda d, e: d + e in (5, 10)),
}


@pytest.mark.parametrize("name", RELATIONS)
def test_all_marks_of_the_grid_are_placed(name: str) -> None:
    for size in (4, 6, 9):
        grid = grid_of(size, 1)
        every, relation = RELATIONS[name]
        *marks, last = placed(name, grid)
        assert last == every
        pairs = (pair for pair in adjacent_pairs(size) if relation(*(grid[cell] for cell in pair)))
        assert {frozenset(rule.cells) for rule in marks} == {frozenset(pair) for pair in pairs}
        assert every not in placed(f"{name}:50%", grid)


def test_numbers_of_marks_and_clues() -> None:
    grid = grid_of(9, 1)
    numbers = {"sandwich": 18, "skyscraper": 36, "little-killer": 30, "even-odd": 81, "greater-than": 144}
    for name, number in numbers.items():
        assert len(placed(f"{name}:100%", grid)) == number
    assert {len(rule.digits) for rule in placed("quadruple", grid) if isinstance(rule, Quadruple)} == {2, 3, 4}


# -- boards -----------------------------------------------------------------------------------------------------------


@settings(max_examples=20)
@given(st.sampled_from([sm.Board.of_size(4), sm.Board.of_size(6), sm.Board.latin(5)]), st.integers(0, 999))
def test_regions_are_connected_and_have_n_cells(board: sm.Board, seed: int) -> None:
    regions = dict(zip(board.cells, random_regions(board, random.Random(seed)), strict=True))
    for k in range(board.size):
        cells = {cell for cell in board.cells if regions[cell] == k}
        assert len(cells) == board.size
        assert is_connected(cells)


def test_kinds_of_boards_add_up_and_keep_the_rest() -> None:
    rng, rule = random.Random(1), Thermometer([(1, 1), (1, 2)])
    board = board_for(requested_kinds("jigsaw"), sm.Board.of_size(6).diagonal().with_rules(rule), rng)
    kinds = [unit.kind for unit in board.units]
    assert [kinds.count(kind) for kind in ("row", "column", "region", "diagonal", "box")] == [6, 6, 6, 2, 0]
    assert board.rules == (rule,)
    board = board_for(requested_kinds("windoku, antiking, nonconsecutive"), sm.Board.of_size(9), rng)
    assert board.rules == (AntiKing(), AllWhiteDotsGiven())
    assert board.plain == sm.Board.of_size(9).windoku()


# -- requests ---------------------------------------------------------------------------------------------------------


def test_a_text_requests_kinds_with_amounts() -> None:
    expected = (KindRequest("killer"), KindRequest("thermometer", 5), KindRequest("xv", share=0.4))
    assert requested_kinds("killer, thermometer:5,xv:40%") == expected
    assert requested_kinds("") == ()


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ("kilelr", "did you mean 'killer'"),
        ("killer,killer:3", "requested twice"),
        ("killer:0", "not understood"),
        ("windoku:3", "whole board"),
        (sm.rules.AntiKnight(), r"belongs to the board: generate\(Board.of_size\(9\).with_rules"),
    ],
)
def test_what_is_not_understood_is_refused(rules: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        requested_kinds(rules)


def test_a_kind_of_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """The recipe."""

    def even_cells(sketch: Any, share: float) -> list[Any]:
        return [Even((cell,)) for cell in sketch.board.cells if sketch.grid[cell] % 2 == 0]

    monkeypatch.setitem(KINDS, "all-even", Kind("all even cells", even_cells))
    made = generate(4, rules="all-even", seed=1)
    assert made.met
    assert len(made.rules) == 8
