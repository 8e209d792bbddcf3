"""Certificates are sums: they are added up here once more, by hand, and no true digit is ever excluded."""

from fractions import Fraction
from itertools import combinations, islice

import pytest
from hypothesis import given, settings
from rule_boards import puzzles, solutions

import sudoku_models as sm
from sudoku_models.errors import InputError
from sudoku_models.explain import Candidates, explain
from sudoku_models.explain import linear_certificates as lp
from sudoku_models.explain import next_step as next_of_people
from sudoku_models.puzzles.rules import KillerCage, Whisper

X_WING = "1.....569492.561.8.561.924...964.8.1.64.1....218.356.4.4.5...169.5.614.2621.....5"
JELLYFISH = "..17538...5......77..89.1.....6.157.625478931.179.54......67..4.7.....1...63.97.."
XY_WING = "9.8.2..766....71..17.....2...54...91391782..546...583..4.....5.5.6....1.21957.3.4"


def before(text, technique):
    state = Candidates.of(sm.Puzzle.parse(text))
    while (step := next_of_people(state)).name != technique:
        state = state.after(step)
    return state, step


def after_singles(puzzle):
    state = Candidates.of(puzzle)
    while (step := next_of_people(state)) is not None and step.puts:
        state = state.after(step)
    return state


def check_by_hand(state, certificate):
    """Add the rows up over the cells and digits of the board, straight from the names."""
    units = {unit.name: unit.cells for unit in state.board.units}
    total, sums = Fraction(0), {}
    for name, m in certificate.multipliers.items():
        if name.startswith("cell"):
            row, column = map(int, name[6:].partition(")")[0].split(","))
            terms = [((row, column), d) for d in state.board.digits]
        else:
            unit, _, digit = name.partition(" has a ")
            terms = [(i, int(digit)) for i in units[unit]]
        total += m
        for i, d in terms:
            if d in state.candidates[i]:
                assert i not in state.digits
                sums[i, d] = sums.get((i, d), 0) + m
    assert total == certificate.total
    assert min(sums.values()) >= 0
    assert {(i, d) for i, gone in certificate.excludes.items() for d in gone} == {
        j for j, c in sums.items() if c > total
    }


def test_an_x_wing_is_two_columns_minus_two_rows():
    state, step = before(X_WING, "X-wing")
    found = lp.certificate(state, (1, 4), 7)
    assert str(found) == "7 in column 4 + 7 in column 8 - 7 in row 2 - 7 in row 6"
    assert found.norm == 4
    assert found.excludes == step.removes
    check_by_hand(state, found)


@pytest.mark.parametrize(("text", "technique"), [(X_WING, "X-wing"), (JELLYFISH, "jellyfish"), (XY_WING, "XY-wing")])
def test_every_fish_is_an_lp_dual(text, technique):
    """Base rows whose places lie in as many columns: columns minus rows. The LP needs no larger norm."""
    (state, _), fish = before(text, technique), 0
    for d in state.board.digits:
        rows = [u for u in state.board.units if u.kind == "row" and state.positions_in(u, d)]
        for k in (2, 3, 4):
            for base in combinations(rows, k):
                cover = {c for unit in base for _, c in state.positions_in(unit, d)}
                if len(cover) != k:
                    continue
                columns = {f"column {c} has a {d}": 1 for c in cover}
                try:
                    found = lp.certify(state, columns | {f"{unit} has a {d}": -1 for unit in base})
                except InputError as error:
                    assert "excludes no candidate" in str(error)  # noqa: PT017  the fish has nothing to take
                    continue
                fish += 1
                check_by_hand(state, found)
                i, gone = next(iter(found.excludes.items()))
                assert lp.certificate(state, i, min(gone)).norm <= 2 * k == found.norm
    assert (fish > 0) == (technique != "XY-wing")


@pytest.mark.parametrize("name", ["mccaffrey", "top95:1", "top95:2", "gecode-10", "ai-escargot", "small:3", "small:5"])
def test_no_true_digit_is_removed(name):
    puzzle = sm.load(name)
    solution = sm.build(puzzle, "assignment", "pulp").solve("highs").grid
    found = explain(puzzle, by="lp", limit=40)
    for step in found.steps:
        assert all(solution[i] == d for i, d in step.puts.items())
        assert all(solution[i] not in gone for i, gone in step.removes.items())
    assert found.steps


@pytest.mark.slow
def test_what_the_lp_excludes_has_a_certificate():
    state = after_singles(sm.load("top95:2"))
    gone = {(i, d) for i, digits in lp.excluded(state).items() for d in digits}
    assert gone
    every = [(i, d) for i in state.open for d in sorted(state.candidates[i])]
    for i, d in islice(every, 0, None, 3):
        found = lp.certificate(state, i, d)
        assert (found is not None) == ((i, d) in gone)
        if found:
            check_by_hand(state, found)


def test_an_xy_wing_needs_rounding():
    state, step = before(XY_WING, "XY-wing")
    assert lp.excluded(state) == {}
    assert lp.certificate(state, (3, 7), 4) is None
    assert lp.next_step(state) is None
    found = lp.certificate(state, (3, 7), 4, rounding=True)
    assert (found.norm, found.total, found.excludes) == (7, 1, step.removes)
    check_by_hand(state, found)
    rounded = lp.next_step(state, rounding=True)
    assert rounded.name.endswith("rounded")
    assert "whole numbers" in rounded.sentence


def test_false_certificates_are_refused():
    state, _ = before(X_WING, "X-wing")
    for multipliers, words in (
        ({"row 2 has a 7": 1, "column 4 has a 7": -1}, "coefficient -1"),
        ({"row 2 has a 7": 1}, "add up to 1"),
        ({"row 99 has a 7": 1}, "no equation is called"),
    ):
        with pytest.raises(InputError, match=words):
            lp.certify(state, multipliers)


def test_units_with_fewer_cells_than_digits_may_only_be_added():
    square = sm.Board.of_size(4)
    pair = sm.Unit("diagonal", ((2, 3), (3, 2)))
    board = sm.Board(4, (*square.units, pair), square.box)
    state = Candidates.of(sm.Puzzle.parse("1... .... .... ....", board))
    rows = lp.equations(state)
    assert (rows["diagonal has a 2"].lower, rows["diagonal has a 2"].upper) == (None, 1)
    with pytest.raises(InputError, match="no equation but an inequality"):
        lp.certify(state, {"diagonal has a 2": -1, "row 2 has a 2": 1})


@settings(max_examples=20, deadline=None)
@given(puzzles())
def test_sums_with_rules_of_the_board_exclude_no_true_digit(puzzle):
    grids = solutions(puzzle)
    found = explain(puzzle, by="lp")
    for step in found.steps:
        assert all(grid[i] == d for grid in grids for i, d in step.puts.items()), step.sentence
        assert not any(grid[i] in gone for grid in grids for i, gone in step.removes.items()), step.sentence
    assert not found.solved or [found.grid] == list(grids)


def test_a_cage_is_an_equation_and_a_whisper_tells_what_it_excludes():
    board = sm.Board.of_size(4).with_rules(KillerCage(3, "r1c1 r1c2"), Whisper("r3c3 r4c4", 2))
    state = Candidates.of(sm.Puzzle.parse("." * 16, board))
    rows = lp.equations(state)
    cage = rows["killer cage 3 on r1c1 r1c2: sum"]
    assert cage.terms == {((1, c), d): d for c in (1, 2) for d in range(1, 5)}
    assert (cage.lower, cage.upper) == (3, 3)
    assert rows["killer cage 3 on r1c1 r1c2: what it excludes"].terms == {
        ((1, c), d): 1 for c in (1, 2) for d in (3, 4)
    }
    assert not [name for name in rows if name.startswith("whisper")]
    state = Candidates.of(sm.Puzzle.parse("............1...", board))  # a 1 in row 4, so r4c4 is 2, 3 or 4
    (name,) = [name for name in lp.equations(state) if name.startswith("whisper")]
    assert lp.equations(state)[name].terms == {((3, 3), 3): 1}
    found = lp.certify(state, {name: 1})
    assert (found.norm, found.excludes) == (1, {(3, 3): {3}})
