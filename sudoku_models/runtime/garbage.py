"""Pausing Python's garbage collector while many long-lived objects are created."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["garbage_collection_paused"]


@contextmanager
def garbage_collection_paused() -> Iterator[None]:
    """Pause the collector while a model is built or read, which creates thousands of objects and frees none."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
