"""Inference: propagation, relaxation, search, and how strong each method is.

The functions of the linear relaxation are here too; they are imported with NumPy when they are first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .relaxation import OddCycles, has_single_point, presolve, relax, rows

__all__ = ["OddCycles", "has_single_point", "presolve", "relax", "rows"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(".relaxation", __name__), name)
