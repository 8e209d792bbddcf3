"""Propagation: remove the values that are in no solution of a unit, until a fixpoint is reached.

A filter reasons about one unit at a time. Each level of strength includes the levels before it:

| strength | what it does with a unit                                                                               |
|----------|--------------------------------------------------------------------------------------------------------|
| `none`   | removes nothing; only detects two cells that are fixed to the same value                               |
| `values` | forward checking: removes the value of a fixed cell from the other cells                               |
| `bounds` | and Hall intervals: k cells within k consecutive values remove these from the ends of the other domains |
| `domain` | removes exactly the values that are in no solution of the unit                                         |

The further rules of a board, such as killer cages, are filtered with the same strengths by their automata: "values"
filters the last open cell of a rule, "bounds" the ends of the domains over their ranges, "domain" every value. The
sources are in `inference.filters`.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from ..errors import UnknownNameError
from ..puzzles.board import Board
from ..puzzles.puzzle import Puzzle
from ..runtime.limits import check_deadline
from .filters import STRENGTHS, Domains, HallGroup, HasCells, Inference, exchange_groups, filtered, matching

__all__ = [
    "STRENGTHS",
    "Domains",
    "HallGroup",
    "HasCells",
    "Inference",
    "domains_of",
    "exchange_groups",
    "matching",
    "propagate",
    "scopes_of",
    "steps",
]


def scopes_of(board: Board) -> list[HasCells]:
    """All constraints of a board, for `propagate`, `steps` and `search`: its units, and its further rules.

    >>> from sudoku_models.puzzles.rules import KillerCage
    >>> [str(scope) for scope in scopes_of(Board.latin(2).with_rules(KillerCage(5, "r1c1 r1c2 r2c1", False)))]
    ['row 1', 'row 2', 'column 1', 'column 2', 'killer cage 5 on r1c1 r1c2 r2c1 with repeats']
    """
    return [*board.units, *board.cell_rules]


def domains_of(puzzle: Puzzle) -> Domains:
    """The initial domains: the given for a given cell, every digit for a blank one.

    >>> domains = domains_of(Puzzle.parse("1... .... .... ...."))
    >>> sorted(domains[1, 1]), sorted(domains[1, 2])
    ([1], [1, 2, 3, 4])
    """
    every = frozenset(puzzle.board.digits)
    return {i: frozenset([puzzle.givens[i]]) if i in puzzle.givens else every for i in puzzle.board.cells}


def frozen(domains: Mapping[Any, Iterable[int]]) -> Domains:
    """A copy whose domains are frozensets: those of a caller may be plain sets, which would be modified."""
    return {i: frozenset(values) for i, values in domains.items()}


def propagate(units: Iterable[HasCells], domains: Domains, strength: str = "domain") -> Domains | None:
    """The domains at the fixpoint; None when the domain of some cell becomes empty.

    Args:
        units: The all-different units; a unit may have fewer cells than there are values. `scopes_of(board)` has also
            the rules of a board that are not units.
        domains: The values of each cell; not modified.
        strength: One of `STRENGTHS`.

    Raises:
        UnknownNameError: When there is no such strength.

    >>> puzzle = Puzzle.parse("12.. .... .1.. ....")
    >>> for strength in STRENGTHS:
    ...     left = propagate(puzzle.board.units, domains_of(puzzle), strength)
    ...     print(f"{strength:7}", sum(map(len, left.values())), sorted(left[1, 3]), sorted(left[2, 3]))
    none    55 [1, 2, 3, 4] [1, 2, 3, 4]
    values  41 [3, 4] [1, 2, 3, 4]
    bounds  37 [3, 4] [1, 2]
    domain  37 [3, 4] [1, 2]
    """
    domains = frozen(domains)
    return None if any(found.proves_none for found in _applied(units, domains, strength)) else domains


def steps(units: Iterable[HasCells], domains: Domains, strength: str = "domain") -> Iterator[Inference]:
    """Propagate one inference at a time. When there is no solution, the last one has no domains and gives the reason.

    >>> puzzle = Puzzle.parse("12.. .... .1.. ....")
    >>> start = propagate(puzzle.board.units, domains_of(puzzle), "values")
    >>> step = next(steps(puzzle.board.units, start))
    >>> step.reason
    'row 2: only the cells (2, 3) and (2, 4) can hold 1 and 2, so they hold nothing else'
    """
    domains = frozen(domains)
    for found in _applied(units, domains, strength):
        yield found if found.proves_none else replace(found, domains=dict(domains))


def _applied(units: Iterable[HasCells], domains: Domains, strength: str) -> Iterator[Inference]:
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
            empties = tuple(key for key in inference.removed if not domains[key])
            yield (found := replace(inference, unit=str(scopes[k]), empties=empties))
            if found.proves_none:
                return
