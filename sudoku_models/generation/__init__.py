"""Generate random puzzles with exactly one solution, also with rules, and print them."""

from .generator import generate, generate_many
from .kinds import KINDS
from .reduction import opposite, random_grid, unavoidable_sets
from .request import LARGEST_SEARCHED, MOST_PER_PAGE, Generated, Request

__all__ = [
    "KINDS",
    "LARGEST_SEARCHED",
    "MOST_PER_PAGE",
    "Generated",
    "Request",
    "generate",
    "generate_many",
    "opposite",
    "random_grid",
    "unavoidable_sets",
]
