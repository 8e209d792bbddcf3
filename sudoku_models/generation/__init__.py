"""Generate random puzzles with exactly one solution, and print them."""

from .generator import generate, generate_many
from .grids import opposite, random_grid, unavoidable_sets
from .request import LARGEST_WITH_LEVEL, Request
from .results import Generated

__all__ = [
    "LARGEST_WITH_LEVEL",
    "Generated",
    "Request",
    "generate",
    "generate_many",
    "opposite",
    "random_grid",
    "unavoidable_sets",
]
