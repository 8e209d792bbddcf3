"""Python's garbage collector, paused where only objects that are kept are made."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["garbage_collection_paused"]


@contextmanager
def garbage_collection_paused() -> Iterator[None]:
    """Pause the collector while a model is built or read: thousands of objects, and all are kept."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
