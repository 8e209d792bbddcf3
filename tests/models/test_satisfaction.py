"""What counts as satisfied is what the constraints say, point by point."""

from itertools import product

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from sudoku_models.backends import AllDifferent, Exclude, Implication, Linear, NotEqual, Table, Term, new_backend
from sudoku_models.models.satisfaction import broken, is_satisfied

VALUES = [np.array(point, dtype=float) for point in product(range(3), repeat=3)]
columns = st.integers(0, 2)
literals = st.lists(st.tuples(columns, st.integers(0, 2)), max_size=4)


@settings(max_examples=60, deadline=None)
@given(literals, st.integers(0, 3))
def test_an_exclusion_holds_when_enough_columns_differ(values: list[tuple[int, int]], at_least: int) -> None:
    for point in VALUES:
        differing = [k for k, value in values if point[k] != value]
        assert is_satisfied(Exclude(tuple(values), at_least, "r"), point) == (len(differing) >= at_least)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(columns, st.integers(-2, 2)), max_size=3), st.integers(-3, 3), st.integers(0, 4))
def test_rows_hold_between_their_sides(terms: list[tuple[int, int]], low: int, width: int) -> None:
    row = Linear([k for k, _ in terms], [c for _, c in terms], low, low + width, "r")
    other = NotEqual(Term(tuple(k for k, _ in terms), tuple(c for _, c in terms), -float(low)), "r")
    for point in VALUES:
        total = sum(c * point[k] for k, c in terms)
        assert is_satisfied(row, point) == (low <= total <= low + width)
        assert is_satisfied(other, point) == (total != low)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(-1, 5), st.integers(-1, 3)), max_size=6), st.booleans())
def test_a_table_holds_when_the_values_of_its_terms_are_a_tuple(tuples: list[tuple[int, int]], allowed: bool) -> None:
    table = Table((Term((0, 1), (2, 1), -1), Term((2,), (1,))), tuple(tuples), allowed, "r")
    for point in VALUES:
        assert is_satisfied(table, point) == (((2 * point[0] + point[1] - 1, point[2]) in tuples) == allowed)


@settings(max_examples=60, deadline=None)
@given(literals, st.integers(0, 2))
def test_an_implication_holds_when_its_row_does_or_a_condition_does_not(
    conditions: list[tuple[int, int]], high: int
) -> None:
    implication = Implication(tuple(conditions), Linear((2,), (1,), 0, high, "r"), "r")
    for point in VALUES:
        assert is_satisfied(implication, point) == (any(point[k] != v for k, v in conditions) or point[2] <= high)


def test_what_is_broken_has_its_name() -> None:
    m = new_backend("pulp")
    x = m.int_vars("x", "abc", 0, 2)
    m.all_different(x.values(), "all differ")
    m.add(x["a"] <= 1, "small")
    assert broken(m, np.array([0.0, 1, 2])) == []
    assert sorted(broken(m, np.array([2.0, 2, 1]))) == ["all differ", "small"]
    assert len(broken(m, np.array([3.0, 1, 2]))) == 2
    assert is_satisfied(AllDifferent((), "none"), VALUES[0])
