"""A rule on cells as an automaton that reads their digits one by one, unfolded into layers.

The layers hold exactly the sequences of digits that the rule allows, so one walk over them tells which digits are
possible, and each transition becomes a clause or a row of a table.

Source: G. Pesant, "A Regular Language Membership Constraint for Finite Sequences of Variables", CP 2004.
"""

from collections.abc import Iterable
from typing import Any, ClassVar

from ...errors import UnsupportedError

__all__ = ["MOST_TRANSITIONS", "Automaton", "Layers", "paths"]

Layers = list[list[tuple[int, int, int]]]
"""For each cell the transitions (state before, digit, state after), with the states of each layer numbered from 0."""

MOST_TRANSITIONS = 500_000


class Automaton:
    """Reads digits one by one.

    >>> class Rising(Automaton):
    ...     start = 0
    ...     def step(self, state, position, digit):
    ...         return digit if digit > state else None
    ...     def accepts(self, state):
    ...         return True
    >>> Rising().unfolded([range(1, 4), range(1, 3)])
    [[(0, 1, 0)], [(0, 2, 0)]]
    >>> Rising().possible([range(1, 4), range(1, 3)])
    [{1}, {2}]
    """

    start: ClassVar[Any] = ()
    """The state before the first digit."""

    def step(self, state: Any, position: int, digit: int) -> Any:
        """The state after a digit at this position; None when no further digits can be accepted.

        By default the state is all digits so far.
        """
        return (*state, digit)

    def accepts(self, state: Any) -> bool:
        """Whether the digits that lead to a state are accepted."""
        raise NotImplementedError

    def unfolded(self, domains: Iterable[Iterable[int]], most: int = MOST_TRANSITIONS) -> Layers:
        """The layers for these possible digits, without transitions that lead to no accepted end.

        Raises:
            UnsupportedError: When there are more than `most` transitions.
        """
        states: dict[Any, int] = {self.start: 0}
        layers: Layers = []
        total = 0
        for position, domain in enumerate(domains):
            after: dict[Any, int] = {}
            layer = []
            digits = sorted(set(domain))
            for state, number in states.items():
                for d in digits:
                    following = self.step(state, position, d)
                    if following is not None:
                        layer.append((number, d, after.setdefault(following, len(after))))
                if total + len(layer) > most:
                    raise UnsupportedError(
                        f"the rule {str(self)!r} has more than {most:,} transitions of states; give it fewer cells, "
                        "or methods start, step and accepts that remember less"
                    )
            total += len(layer)
            layers.append(layer)
            states = after
        return _pruned(layers, {number for state, number in states.items() if self.accepts(state)})

    def possible(self, domains: Iterable[Iterable[int]], most: int = MOST_TRANSITIONS) -> list[set[int]]:
        """For each position the digits that occur when the automaton accepts: its domain consistency.

        Args:
            domains: The digits that are possible at each position.
            most: The most transitions.
        """
        return [{d for _, d, _ in layer} for layer in self.unfolded(domains, most)]


def _pruned(layers: Layers, accepted: set[int]) -> Layers:
    """The transitions that lead to an accepted state, with the states numbered anew."""
    wanted, kept = accepted, []
    for layer in reversed(layers):
        kept.append([each for each in layer if each[2] in wanted])
        wanted = {before for before, _, _ in kept[-1]}
    pruned: Layers = []
    before = {0: 0}
    for layer in reversed(kept):
        after: dict[int, int] = {}
        pruned.append([(before[s], d, after.setdefault(t, len(after))) for s, d, t in layer])
        before = after
    return pruned


def paths(layers: Layers) -> list[tuple[int, ...]]:
    """All sequences of digits that are accepted.

    >>> paths([[(0, 1, 0), (0, 2, 1)], [(0, 2, 0), (0, 3, 0), (1, 3, 0)]])
    [(1, 2), (1, 3), (2, 3)]
    """
    known: dict[int, list[tuple[int, ...]]] = {0: [()]}
    for layer in layers:
        following: dict[int, list[tuple[int, ...]]] = {}
        for s, d, t in layer:
            following.setdefault(t, []).extend((*path, d) for path in known.get(s, []))
        known = following
    return sorted(path for found in known.values() for path in found)
