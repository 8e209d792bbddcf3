"""The inferences of all units and rules, until no domain changes any more."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from ...errors import UnknownNameError
from ...runtime.limits import check_deadline
from .domains import Domains, HasCells
from .filters import STRENGTHS, Inference, filtered

__all__ = ["Step", "propagate", "steps"]


@dataclass(frozen=True)
class Step:
    """One inference.

    Attributes:
        unit: The name of the unit, or the rule.
        removed: The removed values, by key; empty in a last step that proves that there is no solution.
        hall: The keys that justify the removal, such as a Hall set.
        values: The values of these keys.
        reason: The inference, in a sentence.
        domains: The domains after it; None when the step proves that there is no solution.
    """

    unit: str
    removed: Domains
    hall: tuple[Any, ...]
    values: tuple[int, ...]
    reason: str
    domains: Domains | None


def propagate(units: Iterable[HasCells], domains: Domains, strength: str = "domain") -> Domains | None:
    """The domains at the fixpoint; None when the domain of some cell becomes empty.

    Args:
        units: The all-different units; a unit may have fewer cells than there are values. `scopes_of(board)` has also
            the rules of a board that are not units.
        domains: The values of each cell; not modified.
        strength: One of `STRENGTHS`.

    Raises:
        UnknownNameError: When there is no such strength.

    >>> from sudoku_models import Puzzle
    >>> from sudoku_models.inference.propagation import STRENGTHS, domains_of
    >>> puzzle = Puzzle.parse("12.. .... .1.. ....")
    >>> for strength in STRENGTHS:
    ...     left = propagate(puzzle.board.units, domains_of(puzzle), strength)
    ...     print(f"{strength:7}", sum(map(len, left.values())), sorted(left[1, 3]), sorted(left[2, 3]))
    none    55 [1, 2, 3, 4] [1, 2, 3, 4]
    values  41 [3, 4] [1, 2, 3, 4]
    bounds  37 [3, 4] [1, 2]
    domain  37 [3, 4] [1, 2]
    """
    domains = dict(domains)
    for _, inference in _inferences(units, domains, strength):
        if inference.proves_none:
            return None
    return domains


def steps(units: Iterable[HasCells], domains: Domains, strength: str = "domain") -> Iterator[Step]:
    """Propagate one inference at a time. When there is no solution, the last step has no domains and gives the reason.

    >>> from sudoku_models import Puzzle
    >>> from sudoku_models.inference.propagation import domains_of
    >>> puzzle = Puzzle.parse("12.. .... .1.. ....")
    >>> start = propagate(puzzle.board.units, domains_of(puzzle), "values")
    >>> step = next(steps(puzzle.board.units, start))
    >>> step.reason
    'row 2: only the cells (2, 3) and (2, 4) can hold 1 and 2, so they hold nothing else'
    """
    domains = dict(domains)
    for unit, inference in _inferences(units, domains, strength):
        yield Step(
            unit.name,
            inference.removed,
            inference.hall,
            inference.values,
            f"{unit.name}: {inference.sentence()}",
            None if inference.proves_none else dict(domains),
        )


def _inferences(units: Iterable[HasCells], domains: Domains, strength: str) -> Iterator[tuple[HasCells, Inference]]:
    """Every inference in turn, already applied to the domains. A unit is filtered again when a cell in it changed."""
    if strength not in STRENGTHS:
        raise UnknownNameError("strength", strength, STRENGTHS)
    scopes = list(units)
    scopes_of: dict[Any, list[int]] = {}
    for k, scope in enumerate(scopes):
        for key in scope.cells:
            scopes_of.setdefault(key, []).append(k)
    waiting = deque(range(len(scopes)))
    while waiting:
        check_deadline()
        k = waiting.popleft()
        for inference in filtered(scopes[k], domains, strength):
            for key, gone in inference.removed.items():
                domains[key] -= gone
                waiting.extend(other for other in scopes_of[key] if other != k and other not in waiting)
            if empties := tuple(key for key in inference.removed if not domains[key]):
                inference = inference._replace(empties=empties)
            yield scopes[k], inference
            if inference.proves_none:
                return
