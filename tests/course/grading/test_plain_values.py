"""Values arrive as they were sent, and nothing but values arrives."""

import json
from collections import Counter, OrderedDict, defaultdict, deque
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sudoku_models as sm
from sudoku_models.course.grading.plain_values import DATA, Opaque, Reader, Writer
from sudoku_models.puzzles import rules
from sudoku_models.puzzles.puzzle import Grid, Puzzle


def sent(value):
    return Reader().read(json.loads(json.dumps(Writer().write(value))))


hashable = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.floats(allow_nan=False) | st.fractions() | st.binary(),
    lambda inner: st.tuples(inner, inner) | st.frozensets(inner, max_size=3),
    max_leaves=5,
)
values = st.recursive(
    hashable,
    lambda inner: (
        st.lists(inner, max_size=4) | st.sets(hashable, max_size=4) | st.dictionaries(hashable, inner, max_size=4)
    ),
    max_leaves=20,
)


@given(values)
def test_plain_values_arrive_unchanged(value):
    assert sent(value) == value
    assert type(sent(value)) is type(value)


@pytest.mark.parametrize(
    ("value", "arrives"),
    [
        (np.int64(4), 4),
        (np.full(3, 5), [5, 5, 5]),
        (np.bool_(True), True),
        (defaultdict(int, {(1, 2): 3}), {(1, 2): 3}),
        (OrderedDict(a=1), {"a": 1}),
        (Counter("aab"), {"a": 2, "b": 1}),
        (deque([1, 2]), [1, 2]),
        ((k for k in range(3)), [0, 1, 2]),
        ({"a": 1}.keys(), {"a"}),
        (range(2, 9, 3), range(2, 9, 3)),
        (Decimal("0.1"), Decimal("0.1")),
        (Fraction(1, 3), Fraction(1, 3)),
        (float("inf"), float("inf")),
        (..., ...),
    ],
)
def test_the_types_of_numbers_and_containers_are_not_judged(value, arrives):
    assert sent(value) == arrives


CAGED = sm.Board.of_size(4).with_rules(rules.KillerCage(3, [(1, 1), (1, 2)]), rules.AntiKing())


@pytest.mark.parametrize(
    "value",
    [
        Puzzle.parse("1... ..2. .3.. ...4", name="mine"),
        Puzzle(CAGED, (0,) * 16),
        [Grid(sm.Board.of_size(4), tuple(map(int, "1234341221434321")))] * 2,
        {sm.Board.of_size(9): sm.load("mccaffrey")},
    ],
)
def test_boards_puzzles_and_grids_arrive_equal(value):
    assert sent(value) == value


def test_a_comparison_arrives_with_its_counts():
    comparison = sm.compare("1... ..2. .3.. ...4", ["assignment"], ["pulp"], ["highs", "cpsat"])
    assert sent(comparison) == comparison


def test_a_table_of_pandas_arrives_with_its_types():
    frame = pd.DataFrame({"a": [1, 2], "b": [0.5, None], "c": ["x", None], "d": [True, False], "e": [{"f": 1}, {}]})
    arrived = sent(frame)
    pd.testing.assert_frame_equal(arrived, frame)


class Mine(Puzzle):
    def violations(self, grid):
        return []


class Anything:
    def __eq__(self, other):
        return True

    def __repr__(self):
        return "anything " * 1000


def test_a_class_of_a_submission_does_not_arrive():
    arrived = sent(Mine(sm.Board.of_size(4), (0,) * 16))
    assert type(arrived) is Puzzle
    opaque = sent([Anything()])[0]
    assert isinstance(opaque, Opaque)
    assert (type(opaque).__name__, len(repr(opaque)) <= 300, opaque == 1) == ("Anything", True, False)


@pytest.mark.parametrize(
    "plain",
    [
        {"t": "data", "class": "builtins:eval", "v": {}, "n": 0},
        {"t": "data", "class": "sudoku_models.puzzles.puzzle:Grid", "v": {"board": 1, "values": [1]}, "n": 0},
        {"t": "data", "class": "sudoku_models.solvers:Status", "v": "mine"},
        {"t": "__class__"},
        {"t": "again", "v": 7},
        {"t": "set", "v": [[1]]},
        {"t": "Fraction", "v": "1e999999999"},
        {"t": "Fraction", "v": "9" * 100_000},
        {"v": 1},
    ],
)
def test_what_is_not_on_the_list_is_refused(plain):
    with pytest.raises((KeyError, TypeError, ValueError, AttributeError, sm.SudokuModelsError)):
        Reader().read(plain)


def test_the_list_holds_classes_of_this_package_only():
    assert all(name.startswith("sudoku_models.") and "course" not in name for name in DATA)
