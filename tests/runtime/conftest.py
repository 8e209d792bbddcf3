import time

import psutil
import pytest


@pytest.fixture
def has_ended():
    """Tell whether a process ends in time; one that nobody has collected yet has ended all the same."""
    return _has_ended


def _has_ended(pid, seconds=10.0):
    """Whether a process ends in time; one that nobody has collected yet has ended all the same."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            if psutil.Process(pid).status() in (psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD):
                return True
        except psutil.NoSuchProcess:
            return True
        time.sleep(0.01)
    return False
