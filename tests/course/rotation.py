"""What takes turns: three runs with `SUDOKU_MODELS_THIRD` 1, 2 and 3 see all, and a run without it sees all at once.

`.ci/run` sets it by the number of commits, if it is not set.
"""

import os

THIRD = int(os.environ.get("SUDOKU_MODELS_THIRD") or 0)
"""1, 2 or 3; 0 for all."""


def has_its_turn(k: int) -> bool:
    """Whether item number `k` of many is in this run."""
    return not THIRD or (k + THIRD) % 3 == 0
