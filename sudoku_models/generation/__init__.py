"""Generate random puzzles with exactly one solution, also with rules, and print them."""

from .generator import generate, generate_many
from .grids import opposite, random_grid, unavoidable_sets
from .kinds import KINDS
from .request import LARGEST_WITH_LEVEL, Request
from .results import Generated

__all__ = [
    "KINDS",
    "LARGEST_WITH_LEVEL",
    "Generated",
    "Request",
    "generate",
    "generate_many",
    "opposite",
    "random_grid",
    "unavoidable_sets",
]
