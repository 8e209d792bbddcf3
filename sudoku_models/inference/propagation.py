"""Propagation: take values from domains that no solution of a unit can use, until nothing more goes.

A propagator looks at one unit at a time. How much it sees is its strength; each one sees what the one before it sees:

| strength | what it does with a unit                                                                          |
|----------|---------------------------------------------------------------------------------------------------|
| `none`   | removes nothing; only tells that two cells that hold one value each hold the same one             |
| `values` | forward checking: the value of a cell that has only one goes from the other cells                 |
| `bounds` | and Hall intervals: k cells within k consecutive values push the others' smallest and largest out |
| `domain` | removes exactly the values that are in no solution of the unit                                    |

Sources: R. Haralick, G. Elliott, "Increasing tree search efficiency for constraint satisfaction problems", Artificial
Intelligence 14, 1980 (forward checking); M. Leconte, "A bounds-based reduction scheme for constraints of difference",
Constraint-96 workshop, 1996, and J.-F. Puget, "A fast algorithm for the bound consistency of alldiff constraints",
AAAI 1998; J.-C. Regin, "A filtering algorithm for constraints of difference in CSPs", AAAI 1994; P. Hall, "On
representatives of subsets", 1935; C. Berge, "Two theorems in graph theory", 1957 (a matching is largest when nothing
augments it).
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from ..errors import UnknownNameError
from ..puzzles.puzzle import Puzzle

__all__ = [
    "STRENGTHS",
    "Domains",
    "Group",
    "HasCells",
    "Step",
    "domains_of",
    "exchange_groups",
    "matching",
    "propagate",
    "steps",
]

STRENGTHS: dict[str, str] = {
    "none": "only tells that two fixed cells of a unit clash",
    "values": "forward checking: a fixed value goes from its peers",
    "bounds": "forward checking, and Hall intervals move the smallest and the largest value",
    "domain": "every value that is in no solution of the unit goes",
}

Domains = dict[Any, frozenset[int]]
"""The values that each cell (or any other key) can still take."""


class HasCells(Protocol):
    """What must all differ: a `board.Unit`, a border of a map, or anything else with a name and keys."""

    @property
    def name(self) -> str:
        """What a person calls it."""

    @property
    def cells(self) -> Sequence[Any]:
        """Its keys in the domains."""


@dataclass(frozen=True)
class Step:
    """One inference.

    Attributes:
        unit: The name of the unit that was looked at.
        removed: The values that went, by key. Empty in a last step that proves that there is no solution.
        hall: The keys that are the reason, and
        values: the values that they share.
        reason: The same in words.
        domains: What is left after it; None when the step proves that there is no solution.
    """

    unit: str
    removed: Domains
    hall: tuple[Any, ...]
    values: tuple[int, ...]
    reason: str
    domains: Domains | None


def domains_of(puzzle: Puzzle) -> Domains:
    """The given alone for a given cell, every digit for a blank one.

    >>> domains = domains_of(Puzzle.parse("1... .... .... ...."))
    >>> sorted(domains[1, 1]), sorted(domains[1, 2])
    ([1], [1, 2, 3, 4])
    """
    every = frozenset(puzzle.board.digits)
    return {i: frozenset([puzzle.givens[i]]) if i in puzzle.givens else every for i in puzzle.board.cells}


def propagate(units: Iterable[HasCells], domains: Domains, strength: str = "domain") -> Domains | None:
    """What is left of the domains when no unit has anything more to say; None when that leaves some cell no value.

    Args:
        units: What must all differ; a unit may have fewer cells than there are values.
        domains: The values of each cell. They are not changed.
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
    domains = dict(domains)
    for _, inference in _inferences(units, domains, strength):
        if inference.proves_none:
            return None
    return domains


def steps(units: Iterable[HasCells], domains: Domains, strength: str = "domain") -> Iterator[Step]:
    """The same, one inference at a time. When there is no solution, the last step has no domains and says why.

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
            f"{unit.name}: {inference.words()}",
            None if inference.proves_none else dict(domains),
        )


def matching(domains: Mapping[Any, Iterable[int]]) -> tuple[dict[int, Any], tuple[Any, ...]]:
    """A value of its own for each key, if that can be done; found by augmenting paths (Berge, 1957).

    A key takes a free value. If there is none, it asks the holder of one of its values to move on, who may ask the
    holder of another, and so on. When every chain of such requests ends nowhere, the keys that were asked are too many
    for the values that they have: by Hall's theorem this is the only way to fail.

    Returns:
        The key that holds each value, and the keys that are too many; these are none when every key has a value.

    >>> matching({"a": {1, 2}, "b": {1, 2}, "c": {2, 3}})
    ({1: 'b', 2: 'a', 3: 'c'}, ())
    >>> matching({"a": {1, 2}, "b": {1, 2}, "c": {1, 2}, "d": {3}})[1]
    ('a', 'b', 'c')
    """
    holder: dict[int, Any] = {}

    def finds_value(key: Any, asked: dict[int, None]) -> bool:
        for value in sorted(domains[key]):
            if value not in asked:
                asked[value] = None
                if value not in holder or finds_value(holder[value], asked):
                    holder[value] = key
                    return True
        return False

    for key in domains:
        asked: dict[int, None] = {}
        if not finds_value(key, asked):
            too_many = {key, *(holder[value] for value in asked)}
            return holder, tuple(k for k in domains if k in too_many)
    return holder, ()


class Group(NamedTuple):
    """Keys, and the values that they can exchange among themselves."""

    keys: tuple[Any, ...]
    values: frozenset[int]


def exchange_groups(domains: Mapping[Any, frozenset[int]]) -> list[Group]:
    """The groups of keys of one unit within which values can be exchanged: the heart of domain consistency.

    Give each key a value of its own: a matching. The key a can take the value of b when b can move on, and the one
    whose value b takes can move on, and so on, until the ring closes at a, or somebody takes a value that nobody holds.
    So draw an arrow b -> a when a could take the value that b holds. What can be exchanged in a ring are the strongly
    connected components of these arrows, with the values that nobody holds as one more node. An arrow between two
    components belongs to no ring, so the value of its tail is in no solution for its head.

    Each value belongs to one group. A group with as many keys as values is a Hall set once the values of other groups
    have gone from it; at most one group, that of the values that nobody holds, has more values.

    Returns:
        The groups, those with more values last; none when the keys cannot all have a value of their own.

    Source: J.-C. Regin, AAAI 1994, with each value merged with the key that holds it.

    >>> unit = {"a": frozenset({1, 2}), "b": frozenset({1, 2}), "c": frozenset({2, 3, 4})}
    >>> for group in exchange_groups(unit):
    ...     print(group.keys, sorted(group.values))
    ('a', 'b') [1, 2]
    ('c',) [3, 4]
    """
    from networkx import DiGraph, strongly_connected_components  # late: most strengths do without

    holder, too_many = matching(domains)
    if too_many:
        return []
    nobody = object()
    graph = DiGraph()
    graph.add_nodes_from(domains)
    graph.add_edges_from((holder.get(value, nobody), key) for key in domains for value in domains[key])
    if nobody in graph:
        graph.add_edges_from((key, nobody) for key in domains)
    every = frozenset[int]().union(*domains.values())
    found = [
        Group(
            tuple(key for key in domains if key in part),
            frozenset(value for value in every if holder.get(value, nobody) in part),
        )
        for part in strongly_connected_components(graph)
    ]
    return sorted(found, key=lambda group: len(group.values) - len(group.keys))


class _Inference(NamedTuple):
    """What follows from a unit, before it is put into words."""

    kind: str
    hall: tuple[Any, ...]
    values: tuple[int, ...]
    removed: Domains
    empties: tuple[Any, ...] = ()
    """The keys that it leaves without a value."""

    @property
    def proves_none(self) -> bool:
        return bool(self.empties) or self.kind == "too many"

    def words(self) -> str:
        keys, values = _name(self.hall), _listed(self.values)
        one = len(self.hall) == 1
        other = "no other cell" if _are_cells(self.hall) else "no other"
        said = {
            "fixed": f"{keys} {_verb(one, 'hold')} only {values}, so {other} can",
            "hidden": f"only {keys} can hold {values}, so {'it holds' if one else 'they hold'} nothing else",
            "interval": f"{keys} lie within {values[0]} to {values[-1]}, so the values of {other} begin or end there",
            "too many": f"{keys} {_verb(one, 'have')} only {values or 'no value'}, which is too few",
        }[self.kind]
        return said + (f"; that leaves nothing for {_name(self.empties)}" if self.empties else "")


def _inferences(units: Iterable[HasCells], domains: Domains, strength: str) -> Iterator[tuple[HasCells, _Inference]]:
    """Every inference in turn, already carried out on the domains. A unit is looked at again when a cell changed."""
    if strength not in STRENGTHS:
        raise UnknownNameError("strength", strength, STRENGTHS)
    look = _LOOKS[strength]
    scopes = list(units)
    scopes_of: dict[Any, list[int]] = {}
    for k, scope in enumerate(scopes):
        for key in scope.cells:
            scopes_of.setdefault(key, []).append(k)
    waiting = deque(range(len(scopes)))
    while waiting:
        k = waiting.popleft()
        keys = scopes[k].cells
        for inference in look(keys, domains):
            for key, gone in inference.removed.items():
                domains[key] -= gone
                waiting.extend(other for other in scopes_of[key] if other != k and other not in waiting)
            if empties := tuple(key for key in inference.removed if not domains[key]):
                inference = inference._replace(empties=empties)
            yield scopes[k], inference
            if inference.proves_none:
                return


# What one unit has to say. Each inference is carried out before the next one is asked for.


def _clashes(keys: Sequence[Any], domains: Domains) -> Iterator[_Inference]:
    """Two cells that hold one value each, and the same; a cell without any."""
    holder: dict[int, Any] = {}
    for key in keys:
        if not domains[key]:
            yield _Inference("too many", (key,), (), {})
        elif len(domains[key]) == 1:
            (value,) = domains[key]
            if value in holder:
                yield _Inference("too many", (holder[value], key), (value,), {})
            holder[value] = key


def _fixed(keys: Sequence[Any], domains: Domains) -> Iterator[_Inference]:
    """Forward checking: the value of a fixed cell goes from the others, and so on with those that this fixes."""
    yield from _clashes(keys, domains)
    done: set[Any] = set()
    while new := [key for key in keys if key not in done and len(domains[key]) == 1]:
        key = new[0]
        done.add(key)
        removed = {k: domains[key] for k in keys if k != key and domains[key] <= domains[k]}
        if removed:
            yield _Inference("fixed", (key,), tuple(domains[key]), removed)


def _intervals(keys: Sequence[Any], domains: Domains) -> Iterator[_Inference]:
    """Forward checking, then Hall intervals, until neither finds anything.

    When k cells lie within k consecutive values, these use them up: another cell's smallest and largest value lie
    outside. A value in the middle of another domain stays, for bounds consistency (Puget, 1998) sees only the two ends;
    Leconte's scheme (1996) takes it as well, which is called range consistency.
    """
    found = True
    while found:
        yield from _fixed(keys, domains)
        found = False
        for inference in _interval(keys, domains):
            yield inference
            found = True


def _interval(keys: Sequence[Any], domains: Domains) -> Iterator[_Inference]:
    """The narrowest Hall interval that moves an end, if there is one."""
    low = {key: min(domains[key]) for key in keys}
    high = {key: max(domains[key]) for key in keys}
    wide = ((a, b) for a in set(low.values()) for b in set(high.values()) if a <= b)
    for a, b in sorted(wide, key=lambda ends: (ends[1] - ends[0], ends)):
        inside = tuple(key for key in keys if a <= low[key] and high[key] <= b)
        if len(inside) > b - a + 1:
            yield _Inference("too many", inside, _union(inside, domains), {})
        elif len(inside) == b - a + 1:
            removed = {}
            for key in keys:
                if key not in inside and (a <= low[key] <= b or a <= high[key] <= b):
                    removed[key] = frozenset(value for value in domains[key] if a <= value <= b)
            if removed:
                yield _Inference("interval", inside, tuple(range(a, b + 1)), removed)
                return


def _hall_sets(keys: Sequence[Any], domains: Domains) -> Iterator[_Inference]:
    """Domain consistency: a value goes from a cell when it belongs to another group of `exchange_groups`.

    A group of k cells with k values is a Hall set. The reason for a removal is the Hall set that the value belongs to,
    or, in a unit that uses every value, also the one that the cell belongs to: the smallest that does comes first.
    """
    unit = {key: domains[key] for key in keys}
    _, too_many = matching(unit)
    if too_many:
        yield _Inference("too many", too_many, _union(too_many, domains), {})
        return
    groups = exchange_groups(unit)
    hall_sets = sorted((group for group in groups if len(group.keys) == len(group.values)), key=lambda g: len(g.keys))
    while inference := _next_hall_set(keys, domains, hall_sets, len(hall_sets) == len(groups)):
        yield inference


def _next_hall_set(
    keys: Sequence[Any], domains: Domains, hall_sets: Sequence[Group], uses_every_value: bool
) -> _Inference | None:
    """The smallest one that has something to remove, and that needs no other one as its reason."""
    for hall, values in hall_sets:
        others = {key: domains[key] & values for key in keys if key not in hall and domains[key] & values}
        own = {key: domains[key] - values for key in hall if domains[key] - values}
        if others and not own:
            return _Inference("fixed", hall, tuple(sorted(values)), others)
        if uses_every_value and own and not others:
            return _Inference("hidden", hall, tuple(sorted(values)), own)
    return None


_LOOKS: dict[str, Callable[[Sequence[Any], Domains], Iterator[_Inference]]] = {
    "none": _clashes,
    "values": _fixed,
    "bounds": _intervals,
    "domain": _hall_sets,
}


def _union(keys: Iterable[Any], domains: Domains) -> tuple[int, ...]:
    return tuple(sorted(frozenset[int]().union(*(domains[key] for key in keys))))


def _are_cells(keys: tuple[Any, ...]) -> bool:
    return isinstance(keys[0], tuple)


def _name(keys: tuple[Any, ...]) -> str:
    if not _are_cells(keys):
        return _listed(keys)
    return f"the cell {keys[0]}" if len(keys) == 1 else f"the cells {_listed(keys)}"


def _listed(things: Sequence[Any]) -> str:
    *most, last = (str(thing) for thing in things) if things else ("",)
    return f"{', '.join(most)} and {last}" if most else last


def _verb(one: bool, verb: str) -> str:
    return {"hold": "holds", "have": "has"}[verb] if one else verb
