"""A table of kinds of constraints, to which each function that states one is added by a decorator."""

from collections.abc import Callable
from typing import Any


class Kinds(dict[str, Callable[..., Any]]):
    """Functions by the name of their kind."""

    def __call__(self, name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        def register(function: Callable[..., Any]) -> Callable[..., Any]:
            self[name] = function
            return function

        return register
