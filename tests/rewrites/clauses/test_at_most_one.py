"""The encodings of at-most-one: what they allow, what they propagate, and how large they are."""

from itertools import count

import pytest
from pysat.card import CardEnc, EncType
from pysat.solvers import Glucose4

from sudoku_models.rewrites.clauses import AT_MOST_ONE


def clauses_of(name: str, size: int) -> list[list[int]]:
    return AT_MOST_ONE[name](list(range(1, size + 1)), count(size + 1).__next__)


@pytest.mark.parametrize("size", [0, 1, 2, 5, 8, 17])
@pytest.mark.parametrize("name", AT_MOST_ONE)
def test_one_true_literal_makes_the_others_false(name: str, size: int) -> None:
    with Glucose4(bootstrap_with=clauses_of(name, size)) as engine:
        assert engine.solve(assumptions=[-x for x in range(1, size + 1)])
        for x in range(1, size + 1):
            is_possible, implied = engine.propagate([x])
            assert is_possible
            assert {-y for y in range(1, size + 1) if y != x} <= set(implied)
            assert engine.solve(assumptions=[x])


@pytest.mark.parametrize("name", AT_MOST_ONE)
def test_a_literal_that_is_given_twice_is_false(name: str) -> None:
    with Glucose4(bootstrap_with=AT_MOST_ONE[name]([1, 2, 1], count(3).__next__)) as engine:
        assert not engine.solve(assumptions=[1])
        assert engine.solve(assumptions=[2])


@pytest.mark.parametrize(("name", "theirs"), [("pairwise", EncType.pairwise), ("bitwise", EncType.bitwise)])
def test_the_clauses_are_as_many_as_those_of_pysat(name: str, theirs: int) -> None:
    for size in (4, 9, 16):
        assert len(clauses_of(name, size)) == len(CardEnc.atmost(list(range(1, size + 1)), encoding=theirs).clauses)


def test_product_and_commander_have_the_sizes_of_the_table() -> None:
    for size in (9, 16, 25, 100):
        assert len(clauses_of("product", size)) < 2 * size + 6 * size**0.5
        assert len(clauses_of("commander", size)) <= 3 * size
    assert [len(clauses_of(name, 9)) for name in ("product", "commander", "pairwise")] == [24, 21, 36]


def test_the_ladder_has_the_size_of_its_table() -> None:
    assert [len(clauses_of("ladder", size)) for size in (4, 9, 16)] == [3 * size - 4 for size in (4, 9, 16)]
