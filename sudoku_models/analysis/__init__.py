"""What can be known of a puzzle: the allowed values, whether the solution is the only one, which givens it lacks."""

from .allowed import METHODS, AllowedValues, allowed_values
from .hitting_set import ExtraGivens, differing_cells, extra_givens, hitting_set
from .uniqueness import WAYS, Uniqueness, Way, uniqueness

__all__ = [
    "METHODS",
    "WAYS",
    "AllowedValues",
    "ExtraGivens",
    "Uniqueness",
    "Way",
    "allowed_values",
    "differing_cells",
    "extra_givens",
    "hitting_set",
    "uniqueness",
]
