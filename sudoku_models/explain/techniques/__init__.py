"""The named techniques of people, the easiest first, with the ratings of Sudoku Explainer."""

from collections.abc import Callable, Iterator

from ..candidates import Candidates
from ..step import Step
from .chains import chain, loop, x_chain
from .fish import fish
from .forcing import dynamic_chain, multiple_chains, nested_suppositions, nishio
from .intersections import locked_candidates
from .singles import full_house, hidden_single, naked_single
from .strong_links import strong_links
from .subsets import hidden_set, naked_set
from .wings import wing

__all__ = ["TECHNIQUES", "next_step"]

Technique = Callable[[Candidates], Iterator[Step]]

TECHNIQUES: tuple[tuple[float, float, Technique], ...] = (
    (1.0, 1.0, full_house),
    (1.2, 1.5, hidden_single),
    (2.3, 2.3, naked_single),
    (2.6, 2.8, locked_candidates),
    (3.0, 3.0, naked_set(2)),
    (3.2, 3.2, fish(2)),
    (3.4, 3.4, hidden_set(2)),
    (3.6, 3.6, naked_set(3)),
    (3.8, 3.8, fish(3)),
    (4.0, 4.0, hidden_set(3)),
    (4.0, 4.2, strong_links(2)),
    (4.2, 4.4, wing(3)),
    (5.0, 5.0, naked_set(4)),
    (5.2, 5.2, fish(4)),
    (5.4, 5.4, hidden_set(4)),
    (5.4, 5.7, strong_links(3)),
    (5.5, 5.6, wing(4)),
    (6.2, 6.4, wing(5)),
    (6.5, 99.0, loop("X")),
    (6.5, 99.0, loop("Y")),
    (6.6, 99.0, x_chain),
    (7.0, 99.0, loop("XY")),
    (7.0, 99.0, chain),
    (7.5, 99.0, nishio),
    (8.0, 99.0, multiple_chains),
    (8.5, 99.0, dynamic_chain),
    (9.0, 99.0, nested_suppositions),
)
"""The lowest and the highest rating that a technique gives, and the technique."""


def next_step(state: Candidates) -> Step | None:
    """The easiest step there is."""
    best: Step | None = None
    for lowest, _, technique in TECHNIQUES:
        if best is not None and best.weight <= lowest:
            return best
        for step in technique(state):
            if best is None or step.weight < best.weight:
                best = step
            if best.weight <= lowest:
                return best
    return best
