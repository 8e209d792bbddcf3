"""Copies of a live model: linearised, copied with its library's model, or pickled. Sessions are part of none."""

import copy
from collections.abc import Mapping
from typing import Any

from ..backends import Column
from ..errors import InputError
from .live_model import LiveModel
from .solver_model import SolverModel, linearised

__all__ = ["CopyableModel"]


class CopyableModel(LiveModel):
    """A live model that can be rewritten, copied and pickled.

    Attributes:
        variables: The library's variables that an answer is about, by key.
    """

    variables: dict[Any, Any]
    _columns: Mapping[Any, Column]

    def rewritten(self, rewrite: str | None = None) -> Any:
        """A linearised copy of this problem as it stands, with its cuts; this problem is not changed.

        Args:
            rewrite: Names joined with "+"; None means the defaults.
        """
        if self._defined.is_linear and rewrite is None:
            return self
        with self._lock:
            self.refresh()
            if self._defined.is_linear and not self._states_logic():
                return copy.deepcopy(self)
            return self._with(linearised(self._defined, rewrite or ""))

    def _with(self, made: SolverModel) -> Any:
        """A copy of this problem, with the same cuts, over another backend model with the same first columns."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.variables = {key: made.m.variables[k] for key, k in self._columns.items()}
        self.refresh()
        was_built = self._is_unchanged
        LiveModel.__init__(other, made)
        if not was_built:
            other._built, other._is_unchanged = self._built, False
        other._cuts = list(self._cuts)
        other._cut_number = self._cut_number  # so that the names of new cuts are new
        made.post(other._cuts)
        return other

    def __copy__(self) -> Any:
        return self.__deepcopy__({})

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        """A copy with a library model of its own. Sessions are not part of it."""
        with self._lock:
            self.refresh()
            return self._copied(memo)

    def _copied(self, memo: dict[int, Any]) -> Any:
        m, same = self.m.copy()
        # Objects that are copied together with this model refer to the copies of the library's objects.
        memo |= same | {id(self.native): m.native}
        memo |= {id(x): y for x, y in zip(self.m.variables, m.variables, strict=True)}
        self._defined.remove_cuts_from(m, same)
        links, old = self._defined.links.on(m, self.m), self._defined
        made = SolverModel(m, links, old.rewrite, old.rewrite_seconds, old.is_linear)
        made.indicated = dict(old.indicated)
        return self._with(made)

    def __reduce__(self) -> Any:
        self.refresh()
        if not (self._is_unchanged and self._is_fixed_as_built()):
            raise InputError(
                "a model that was changed after it was built cannot be pickled; build it again in the other process "
                "and repeat the changes there"
            )
        rewrite = self._defined.rewrite if self._defined.is_linear else None
        return _unpickled, (type(self), self._recipe(rewrite), [(cut.solution, cut.at_least) for cut in self._cuts])

    def _is_fixed_as_built(self) -> bool:
        """Whether the same variables are fixed as when the model was built."""
        return self._seen is None or self._seen.fixed == self._built.fixed

    def _recipe(self, rewrite: str | None) -> tuple[Any, ...]:
        """The arguments with which the model can be built again."""
        raise NotImplementedError


def _unpickled(kind: type, recipe: tuple[Any, ...], cuts: list[tuple[Any, int]]) -> Any:
    made = kind(*recipe)
    for solution, at_least in cuts:
        made.exclude(solution, at_least)
    return made
