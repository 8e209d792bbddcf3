"""A rule on cells as an automaton that reads their digits one by one, unfolded into layers.

The layers hold exactly the sequences of digits that the rule allows, so one walk over them tells which digits are
possible, and each transition becomes a clause or a row of a table.

Source: G. Pesant, "A Regular Language Membership Constraint for Finite Sequences of Variables", CP 2004.
"""

from collections.abc import Iterable
from typing import Any, Protocol

from ...errors import UnsupportedError

__all__ = ["Automaton", "Reader", "paths", "unfold"]

Layer = list[tuple[int, int, int]]
"""The transitions of one cell: (state before, digit, state after), the states of each layer numbered from 0."""
Automaton = list[Layer]

MOST_TRANSITIONS = 500_000


class Reader(Protocol):
    """An automaton that reads digits: see `CellRule`."""

    @property
    def start(self) -> Any: ...

    def step(self, state: Any, position: int, digit: int) -> Any: ...

    def accepts(self, state: Any) -> bool: ...


def unfold(rule: Reader, domains: Iterable[Iterable[int]], most: int = MOST_TRANSITIONS) -> Automaton:
    """The layers for the cells with these possible digits, without transitions that lead to no accepted end.

    Raises:
        UnsupportedError: When there are too many.

    >>> class Rising:
    ...     start = 0
    ...     def step(self, state, position, digit):
    ...         return digit if digit > state else None
    ...     def accepts(self, state):
    ...         return True
    >>> unfold(Rising(), [range(1, 4), range(1, 3)])
    [[(0, 1, 0)], [(0, 2, 0)]]
    """
    states: dict[Any, int] = {rule.start: 0}
    layers: Automaton = []
    total = 0
    for position, domain in enumerate(domains):
        after: dict[Any, int] = {}
        layer: Layer = []
        digits = sorted(set(domain))
        for state, number in states.items():
            for d in digits:
                following = rule.step(state, position, d)
                if following is not None:
                    layer.append((number, d, after.setdefault(following, len(after))))
            if total + len(layer) > most:
                raise UnsupportedError(
                    f"the rule {str(rule)!r} has more than {most:,} transitions of states; give it "
                    "fewer cells, or methods start, step and accepts that remember less"
                )
        total += len(layer)
        layers.append(layer)
        states = after
    return _pruned(layers, {number for state, number in states.items() if rule.accepts(state)})


def _pruned(layers: Automaton, accepted: set[int]) -> Automaton:
    """The transitions that lead to an accepted state, with the states numbered anew."""
    wanted, kept = accepted, []
    for layer in reversed(layers):
        kept.append([each for each in layer if each[2] in wanted])
        wanted = {before for before, _, _ in kept[-1]}
    pruned: Automaton = []
    before = {0: 0}
    for layer in reversed(kept):
        after: dict[int, int] = {}
        pruned.append([(before[s], d, after.setdefault(t, len(after))) for s, d, t in layer])
        before = after
    return pruned


def paths(layers: Automaton) -> list[tuple[int, ...]]:
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
