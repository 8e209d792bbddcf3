"""Cuts of odd cycles: valid for every grid, found where they are violated, and as strong as the cuts on x."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rule_boards import solutions
from scipy.optimize import linprog

import sudoku_models as sm
from sudoku_models.inference.relaxation import OddCycles

BOARD = sm.Board.of_size(4)
UNITS = [[BOARD.cells.index(cell) for cell in unit.cells] for unit in BOARD.units]
GRIDS = np.array([grid.values for grid in solutions(sm.Puzzle(BOARD, (0,) * 16))])
HOLDS_ONE = (GRIDS == 1).astype(int)
"""Where the 1s are, in each of the 288 grids."""
CYCLES = OddCycles(UNITS, 16)


def ring(length, common):
    """Cliques in a ring: each has `common` members with the next."""
    shared = [[k * common + i for i in range(common)] for k in range(length)]
    return [shared[k - 1] + shared[k] for k in range(length)]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from([0, 0.25, 0.5, 0.75, 1]), min_size=16, max_size=16))
def test_every_grid_satisfies_every_cut(y):
    for coefficients, bound in CYCLES.violated(np.array(y)):
        assert np.array(coefficients) @ y > bound
        assert (HOLDS_ONE @ np.array(coefficients) <= bound).all()


@pytest.mark.parametrize(("length", "common"), [(3, 1), (5, 1), (5, 3), (7, 2)])
def test_the_cut_of_a_ring_is_found(length, common):
    """Each clique is full, so that q/2 are taken where (q - 1)/2 is possible."""
    size = length * common
    [(coefficients, bound)] = OddCycles(ring(length, common), size).violated(np.full(size, 0.5 / common))
    assert (coefficients, bound) == ((1,) * size, length // 2)


@pytest.mark.parametrize("length", [4, 6])
def test_an_even_ring_has_no_cut(length):
    assert OddCycles(ring(length, 1), length).violated(np.full(length, 0.5)) == []


@pytest.mark.parametrize(("length", "common"), [(5, 1), (5, 2), (7, 1)])
def test_the_cut_on_x_follows_from_those_of_the_digits(length, common):
    """The least sum of x over the ring, with the cut for each digit, is the bound of Bergman and Hooker."""
    size, digits, most = length * common, 2 * length, length // 2
    at_once = np.zeros((size, size * digits))
    for i in range(size):
        at_once[i, i * digits : (i + 1) * digits] = 1
    of_digit = np.zeros((digits, size * digits))
    for d in range(digits):
        of_digit[d, d::digits] = 1
    found = linprog(
        np.tile(np.arange(1, digits + 1), size), of_digit, np.full(digits, most), at_once, np.ones(size), bounds=(0, 1)
    )
    taken = [min(most, size - most * d) for d in range(digits) if size > most * d]
    assert found.fun == pytest.approx(sum(count * (d + 1) for d, count in enumerate(taken)))


def test_without_cliques_or_with_whole_values_there_is_nothing():
    assert OddCycles([], 3).violated(np.array([0.5, 0.5, 0.5])) == []
    assert OddCycles(ring(5, 1), 5).violated(np.array([1.0, 0, 1, 0, 0])) == []
