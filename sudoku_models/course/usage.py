"""What a learner's function reads, and which functions it calls."""

import builtins
from collections.abc import Hashable, Iterator, Mapping
from types import FunctionType
from typing import Any

__all__ = ["Watched", "uses"]


class Watched(dict[Any, Any]):
    """A dict with a record of the keys that were read.

    Attributes:
        seen: The keys whose values were asked for; all, when it was copied or walked through.

    >>> watched = Watched({"a": 1, "b": 2})
    >>> watched["a"], sorted(watched.seen)
    (1, ['a'])
    >>> dict(watched), sorted(watched.seen)
    ({'a': 1, 'b': 2}, ['a', 'b'])
    """

    def __init__(self, values: Mapping[Any, Any]) -> None:
        super().__init__(values)
        self.seen: set[Hashable] = set()

    def __getitem__(self, key: Hashable) -> Any:
        self.seen.add(key)
        return super().__getitem__(key)

    def get(self, key: Hashable, default: Any = None) -> Any:
        self.seen.add(key)
        return super().get(key, default)

    def _all(self) -> dict[Any, Any]:
        self.seen.update(super().keys())
        return dict(super().items())

    def __iter__(self) -> Iterator[Any]:
        return iter(self._all())

    def __or__(self, other: Any) -> Any:
        return self._all() | other

    def __ror__(self, other: Any) -> Any:
        return other | self._all()

    def keys(self) -> Any:
        return self._all().keys()

    def values(self) -> Any:
        return self._all().values()

    def items(self) -> Any:
        return self._all().items()

    def copy(self) -> dict[Any, Any]:
        return self._all()


def uses(answer: Any, function: Any) -> bool:
    """Whether a function, or one that it calls by name, refers to a given function.

    >>> def mine(values):
    ...     return sum(values) / len(values)
    >>> uses(mine, sum), uses(mine, max)
    (True, False)
    """
    waiting: list[Any] = [answer]
    seen: list[Any] = []
    while waiting:
        each = waiting.pop()
        if each is function:
            return True
        if isinstance(each, FunctionType) and each not in seen:
            seen.append(each)
            names = each.__code__.co_names
            waiting += [each.__globals__.get(name, getattr(builtins, name, None)) for name in names]
    return False
