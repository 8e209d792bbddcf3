"""Small models that are hard, for what happens at a time limit or when somebody stops a solver."""

import random
from itertools import combinations
from typing import Any

from sudoku_models.backends import new_backend


def pigeons(holes: int) -> Any:
    """One more pigeon than holes, as pairs that differ: proofs by search or by resolution are exponential."""
    m = new_backend("pulp")
    x = m.int_vars("x", range(holes + 1), 1, holes)
    for i, j in combinations(x, 2):
        m.not_equal(x[i], x[j], f"{i} and {j} differ")
    return m


def market_split() -> Any:
    """No solver ends it within the time of a test.

    Source: G. Cornuejols, M. Dawande, "A class of hard small 0-1 programs", 1998.
    """
    m, rng = new_backend("pulp"), random.Random(7)
    y = m.bool_vars("y", range(45))
    for k in range(5):
        weights = [rng.randrange(1, 100) for _ in y]
        m.add(m.dot(weights, y.values()) == sum(weights) // 2, f"market {k}")
    return m
