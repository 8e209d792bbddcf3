"""The pictures of the lessons: each function takes data and an optional matplotlib `Axes`, and returns the `Axes`.

This needs matplotlib, which comes with the extra `lab`.
"""

from .style import PALETTE

__all__ = ["PALETTE"]
