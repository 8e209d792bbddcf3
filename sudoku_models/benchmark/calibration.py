"""A fixed piece of work that is timed before and after each case, to see how fast the machine is at that moment."""

import hashlib
from itertools import product

from ..runtime.limits import Stopwatch

__all__ = ["calibrate"]

BLOCK = bytes(range(256)) * 2048
TRIES = 3


def calibrate() -> float:
    """Seconds of a fixed piece of work, about a millisecond; the smallest of three tries.

    Half of it is work of Python's own, as in building a model, and half of a compiled library, as in solving. What
    disturbs one try only, such as another process, disturbs the case in the same way, but tells nothing about the
    speed of the machine; therefore the smallest.

    >>> 0 < calibrate() < 10
    True
    """
    return min(_work() for _ in range(TRIES))


def _work() -> float:
    watch = Stopwatch()
    digits = {key: sum(key) % 9 for key in product(range(12), repeat=3)}
    sorted(digits, key=digits.__getitem__)
    hashlib.sha256(BLOCK).digest()
    return watch()
