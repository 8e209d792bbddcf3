"""A diagram has a solution for exactly the choices whose sum satisfies the condition."""

from itertools import count, product

from hypothesis import given
from hypothesis import strategies as st
from pysat.solvers import Solver

from sudoku_models.explain.minimal_sets.diagrams import between, diagram, not_zero

NUMBERS = st.lists(st.lists(st.integers(-3, 3), min_size=1, max_size=3), max_size=4)
"""The numbers of each group."""


def check(numbers, condition, start=0):
    literals = count(1)
    groups = [[(next(literals), number) for number in group] for group in numbers]
    clauses = list(diagram(groups, condition, lambda: next(literals), start))
    with Solver("glucose3", bootstrap_with=clauses) as solver:
        for choice in product(*groups):
            chosen = {literal for literal, _ in choice}
            assumed = [literal if literal in chosen else -literal for group in groups for literal, _ in group]
            total = start + sum(number for _, number in choice)
            assert solver.solve(assumptions=assumed) == condition(total, total)


@given(NUMBERS, st.integers(-6, 6), st.integers(-6, 6))
def test_a_sum_in_a_range(numbers, low, high):
    check(numbers, between(low, high))


@given(NUMBERS, st.integers(-6, 6))
def test_a_sum_that_is_not_zero(numbers, start):
    check(numbers, not_zero, start)


def test_two_different_variables_need_no_node():
    groups = [[(k, value) for value, k in enumerate(literals)] for literals in ((1, 2, 3), (4, 5, 6))]
    minus = [groups[0], [(literal, -number) for literal, number in groups[1]]]
    assert list(diagram(minus, not_zero, new=lambda: 1 / 0)) == [[-1, -4], [-2, -5], [-3, -6]]
