"""The figures of the lessons: each function takes data and an optional matplotlib `Axes`, and returns the `Axes`.

This needs matplotlib, which comes with the extra `lab`.
"""

from importlib.util import find_spec

from ..errors import NotInstalledError

if find_spec("matplotlib") is None:
    raise NotInstalledError("the figures need matplotlib; install it with: python -m pip install matplotlib")

from .boards import board
from .comparisons import sizes_and_times
from .costs import counting_times, distances, solve_times
from .descents import descents, success
from .maps import AUSTRALIA, coloured_map, constraint_graph
from .matrices import spy
from .performance import cactus, cost_by_size, performance_profile, scatter
from .prices import prices
from .proofs import implications, proof_sizes
from .queens import queens
from .relaxations import not_equal, order_binary, relaxation
from .scale import Panel, scale
from .schedules import home_away
from .strength import strength
from .style import PALETTE
from .timetables import timetable
from .trees import search_tree
from .value_graphs import value_graph

__all__ = [
    "AUSTRALIA",
    "PALETTE",
    "Panel",
    "board",
    "cactus",
    "coloured_map",
    "constraint_graph",
    "cost_by_size",
    "counting_times",
    "descents",
    "distances",
    "home_away",
    "implications",
    "not_equal",
    "order_binary",
    "performance_profile",
    "prices",
    "proof_sizes",
    "queens",
    "relaxation",
    "scale",
    "scatter",
    "search_tree",
    "sizes_and_times",
    "solve_times",
    "spy",
    "strength",
    "success",
    "timetable",
    "value_graph",
]
