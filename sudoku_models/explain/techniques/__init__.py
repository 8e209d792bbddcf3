"""The named techniques of people, the easiest first."""

from collections.abc import Callable, Iterator

from ..candidates import Candidates
from ..step import Step
from .singles import full_house, hidden_single, naked_single

__all__ = ["TECHNIQUES", "next_step"]

Technique = Callable[[Candidates], Iterator[Step]]

TECHNIQUES: tuple[Technique, ...] = (full_house, hidden_single, naked_single)


def next_step(state: Candidates) -> Step | None:
    """The first step of the easiest technique that has one."""
    for technique in TECHNIQUES:
        for step in technique(state):
            return step
    return None
