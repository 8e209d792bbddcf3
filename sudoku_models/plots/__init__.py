"""The pictures of the lessons: each function takes data and an optional matplotlib `Axes`, and returns the `Axes`.

This needs matplotlib, which comes with the extra `lab`.
"""

from .boards import board
from .matrices import spy
from .relaxations import not_equal, order_binary, relaxation
from .style import PALETTE
from .value_graphs import value_graph

__all__ = ["PALETTE", "board", "not_equal", "order_binary", "relaxation", "spy", "value_graph"]
