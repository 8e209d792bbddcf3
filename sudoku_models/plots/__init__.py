"""The figures of the lessons: each function takes data and an optional matplotlib `Axes`, and returns the `Axes`.

They need matplotlib, which comes with the extra `lab`. The players of steps (`filtering`, `searching`, `branching`,
`pushing`, `walking`) are SVG and need nothing else; where matplotlib is missing, boards and trees are SVG too
(`sketched`).
"""

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from ..errors import NotInstalledError, how_to_install
from .bounding import branching
from .moving import filtering, searching
from .player import Player
from .pushing import pushing
from .walking import walking

if TYPE_CHECKING or find_spec("matplotlib"):
    from .boards import board, implications
    from .costs import counting_times, descents, distances, proof_sizes, solve_times, success
    from .performance import cactus, performance_profile, scatter, sizes_and_times
    from .problems import (
        AUSTRALIA,
        coloured_map,
        constraint_graph,
        gantt,
        home_away,
        queens,
        resource_profile,
        timetable,
    )
    from .propagation import search_tree, value_graph
    from .relaxations import not_equal, order_binary, relaxation, spy
    from .scale import Panel, scale
    from .strength import prices, strength
    from .style import PALETTE, subplots
    from .trust import Arrow, chain_of_trust
else:
    from .sketched import board, home_away, implications, queens, relaxation, search_tree, subplots, value_graph

    def __getattr__(name: str) -> Any:
        """Without matplotlib the module can be imported, and whoever asks for a figure is told what to install."""
        if name.startswith("__"):
            raise AttributeError(name)
        raise NotInstalledError(f"the figures need matplotlib; {how_to_install('matplotlib')}")


__all__ = [
    "AUSTRALIA",
    "PALETTE",
    "Arrow",
    "Panel",
    "Player",
    "board",
    "branching",
    "cactus",
    "chain_of_trust",
    "coloured_map",
    "constraint_graph",
    "counting_times",
    "descents",
    "distances",
    "filtering",
    "gantt",
    "home_away",
    "implications",
    "not_equal",
    "order_binary",
    "performance_profile",
    "prices",
    "proof_sizes",
    "pushing",
    "queens",
    "relaxation",
    "resource_profile",
    "scale",
    "scatter",
    "search_tree",
    "searching",
    "sizes_and_times",
    "solve_times",
    "spy",
    "strength",
    "subplots",
    "success",
    "timetable",
    "value_graph",
    "walking",
]
