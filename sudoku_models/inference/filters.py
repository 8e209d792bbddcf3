"""The filters of one unit or rule: what each strength of propagation infers from it.

Sources: R. Haralick, G. Elliott, "Increasing tree search efficiency for constraint satisfaction problems", Artificial
Intelligence 14, 1980 (forward checking); M. Leconte, "A bounds-based reduction scheme for constraints of difference",
Constraint-96 workshop, 1996, and J.-F. Puget, "A fast algorithm for the bound consistency of alldiff constraints",
AAAI 1998; J.-C. Regin, "A filtering algorithm for constraints of difference in CSPs", AAAI 1994; P. Hall, "On
representatives of subsets", 1935; C. Berge, "Two theorems in graph theory", 1957 (a matching is largest when nothing
augments it); G. Pesant, "A Regular Language Membership Constraint for Finite Sequences of Variables", CP 2004 (rules).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from ..puzzles.cell_names import listed
from ..puzzles.rules.rule import CellRule, possible_digits
from ..runtime.interrupts import import_whole

Domains = dict[Any, frozenset[int]]
"""The values that each cell (or any other key) can still take."""


class HasCells(Protocol):
    """An all-different constraint: a `board.Unit`, a border of a map, or anything else with keys, named by `str`."""

    @property
    def cells(self) -> Sequence[Any]:
        """Its keys in the domains."""


STRENGTHS: dict[str, str] = {
    "none": "only detects two cells of a unit that are fixed to the same value",
    "values": "forward checking: removes the value of a fixed cell from its peers",
    "bounds": "forward checking, and Hall intervals that move the smallest and the largest value",
    "domain": "removes every value that is in no solution of the unit",
}


@dataclass(frozen=True)
class Inference:
    """One inference from one unit or rule.

    Attributes:
        kind: "fixed", "hidden", "interval" or "too many" for a unit, "rule" or "broken" for a rule.
        hall: The keys that justify the removal, such as a Hall set.
        values: The values of these keys.
        removed: The removed values, by key; empty in a last inference that proves that there is no solution.
        unit: The unit or the rule, as text.
        empties: The keys that are left without a value.
        domains: The domains after it; None when it proves that there is no solution.
    """

    kind: str
    hall: tuple[Any, ...]
    values: tuple[int, ...]
    removed: Domains
    unit: str = ""
    empties: tuple[Any, ...] = ()
    domains: Domains | None = None

    @property
    def proves_none(self) -> bool:
        """Whether there is no solution."""
        return bool(self.empties) or self.kind in ("too many", "broken")

    @property
    def reason(self) -> str:
        """The inference as a sentence."""
        empties = f"; that leaves nothing for {_name(self.empties)}" if self.empties else ""
        return f"{self.unit}: {self._reason()}{empties}"

    def _reason(self) -> str:
        keys, values = _name(self.hall), listed(self.values)
        one = len(self.hall) == 1
        other = "no other cell" if _are_cells(self.hall) else "no other"
        match self.kind:
            case "fixed":
                return f"{keys} {'holds' if one else 'hold'} only {values}, so {other} can"
            case "hidden":
                return f"only {keys} can hold {values}, so {'it holds' if one else 'they hold'} nothing else"
            case "interval":
                low, high = self.values[0], self.values[-1]
                return f"{keys} lie within {low} to {high}, so the values of {other} begin or end there"
            case "rule":
                return f"it does not allow {self._removed_words()}"
            case "broken":
                return f"it cannot hold with what is left for {keys}"
        return f"{keys} {'has' if one else 'have'} only {values or 'no value'}, which is too few"

    def _removed_words(self) -> str:
        """The removed values, those of cells that lose the same together."""
        keys_of: dict[tuple[int, ...], list[Any]] = {}
        for key, values in self.removed.items():
            keys_of.setdefault(tuple(sorted(values)), []).append(key)
        return ", and ".join(f"{listed(values)} in {_name(tuple(keys))}" for values, keys in keys_of.items())


def matching(domains: Mapping[Any, Iterable[int]]) -> tuple[dict[int, Any], tuple[Any, ...]]:
    """A matching that gives each key a value of its own, if there is one; by augmenting paths (Berge, 1957).

    A key takes a free value. If there is none, the holder of one of its values has to move to another value, whose
    holder may have to move too, and so on. When no such chain ends at a free value, the visited keys are too many
    for the values that they have: by Hall's theorem this is the only way to fail.

    Returns:
        The key that holds each value, and the keys that are too many; these are none when every key has a value.

    >>> matching({"a": {1, 2}, "b": {1, 2}, "c": {2, 3}})
    ({1: 'b', 2: 'a', 3: 'c'}, ())
    >>> matching({"a": {1, 2}, "b": {1, 2}, "c": {1, 2}, "d": {3}})[1]
    ('a', 'b', 'c')
    """
    holder: dict[int, Any] = {}

    def finds_value(key: Any, visited: dict[int, None]) -> bool:
        for value in sorted(domains[key]):
            if value not in visited:
                visited[value] = None
                if value not in holder or finds_value(holder[value], visited):
                    holder[value] = key
                    return True
        return False

    for key in domains:
        visited: dict[int, None] = {}
        if not finds_value(key, visited):
            too_many = {key, *(holder[value] for value in visited)}
            return holder, tuple(k for k in domains if k in too_many)
    return holder, ()


class HallGroup(NamedTuple):
    """Keys, and the values that they can exchange among themselves."""

    keys: tuple[Any, ...]
    values: frozenset[int]


def exchange_groups(domains: Mapping[Any, frozenset[int]]) -> list[HallGroup]:
    """The groups of keys of one unit within which values can be exchanged, from which domain consistency follows.

    Start from a matching, a value of its own for each key. In a directed graph on the keys there is an arc b -> a when
    a could take the value that b holds; the unused values are one more node. Values can be exchanged along a cycle, so
    the groups are the strongly connected components of this graph. An arc between two components is in no cycle: the
    value of its tail is in no solution for its head.

    Each value belongs to one group. A group with as many keys as values is a Hall set once the values of other groups
    are removed from it; at most one group, that of the unused values, has more values than keys.

    Returns:
        The groups, those with more values last; none when the keys cannot all have a value of their own.

    Source: J.-C. Regin, AAAI 1994, with each value merged with the key that holds it.

    >>> unit = {"a": frozenset({1, 2}), "b": frozenset({1, 2}), "c": frozenset({2, 3, 4})}
    >>> for group in exchange_groups(unit):
    ...     print(group.keys, sorted(group.values))
    ('a', 'b') [1, 2]
    ('c',) [3, 4]
    """
    nx = import_whole("networkx")  # late: most strengths do without
    holder, too_many = matching(domains)
    if too_many:
        return []
    unused = object()
    graph = nx.DiGraph()
    graph.add_nodes_from(domains)
    graph.add_edges_from((holder.get(value, unused), key) for key in domains for value in domains[key])
    if unused in graph:
        graph.add_edges_from((key, unused) for key in domains)
    every = frozenset[int]().union(*domains.values())
    found = [
        HallGroup(
            tuple(key for key in domains if key in part),
            frozenset(value for value in every if holder.get(value, unused) in part),
        )
        for part in nx.strongly_connected_components(graph)
    ]
    return sorted(found, key=lambda group: len(group.values) - len(group.keys))


def filtered(scope: HasCells, domains: Domains, strength: str) -> Iterator[Inference]:
    """The inferences from one unit, or from a further rule of the board."""
    if isinstance(scope, CellRule):
        return _of_rule(scope, domains, strength)
    return FILTERS[strength](scope.cells, domains)


def _of_rule(rule: CellRule, domains: Domains, strength: str) -> Iterator[Inference]:
    """Remove what is in no solution of a rule, over the domains ("domain") or over their ranges ("bounds").

    With "values" only the last open cell of the rule is filtered, as in forward checking for constraints on several
    variables; with "none" a rule is only checked when all its cells are fixed.
    """
    cells = rule.cells
    while sum(len(domains[i]) != 1 for i in cells) <= MOST_OPEN.get(strength, len(cells)):
        held = tuple(domains[i] for i in cells)
        left = possible_digits(rule, tuple(map(_range, held)) if strength == "bounds" else held)
        if not all(left):
            yield Inference("broken", cells, (), {})
            return
        if strength == "bounds":
            left = tuple(map(_range, left))
        removed = {i: before - now for i, before, now in zip(cells, held, left, strict=True) if before - now}
        if not removed:
            return
        yield Inference("rule", cells, (), removed)


MOST_OPEN = {"none": 0, "values": 1}
"""The number of open cells with which these strengths use a rule."""


def _range(values: frozenset[int]) -> frozenset[int]:
    """All integers from the smallest to the largest value."""
    return frozenset(range(min(values), max(values) + 1)) if values else values


def _clashes(keys: Sequence[Any], domains: Domains) -> Iterator[Inference]:
    """Two cells that are fixed to the same value; a cell with an empty domain."""
    holder: dict[int, Any] = {}
    for key in keys:
        if not domains[key]:
            yield Inference("too many", (key,), (), {})
        elif len(domains[key]) == 1:
            (value,) = domains[key]
            if value in holder:
                yield Inference("too many", (holder[value], key), (value,), {})
            holder[value] = key


def _fixed(keys: Sequence[Any], domains: Domains) -> Iterator[Inference]:
    """Forward checking: remove the value of each fixed cell from the others, repeated for cells fixed by this."""
    yield from _clashes(keys, domains)
    done: set[Any] = set()
    while new := [key for key in keys if key not in done and len(domains[key]) == 1]:
        key = new[0]
        done.add(key)
        removed = {k: domains[key] for k in keys if k != key and domains[key] <= domains[k]}
        if removed:
            yield Inference("fixed", (key,), tuple(domains[key]), removed)


def _intervals(keys: Sequence[Any], domains: Domains) -> Iterator[Inference]:
    """Forward checking and Hall intervals, to their fixpoint.

    When the domains of k cells lie within k consecutive values, no other cell can hold these: its smallest and largest
    value lie outside. A value inside its domain stays, because bounds consistency (Puget, 1998) changes only the two
    ends; range consistency (Leconte, 1996) removes it as well.
    """
    found = True
    while found:
        yield from _fixed(keys, domains)
        found = False
        for inference in _interval(keys, domains):
            yield inference
            found = True


def _interval(keys: Sequence[Any], domains: Domains) -> Iterator[Inference]:
    """The narrowest Hall interval that removes the end of a domain, if there is one."""
    low = {key: min(domains[key]) for key in keys}
    high = {key: max(domains[key]) for key in keys}
    wide = ((a, b) for a in set(low.values()) for b in set(high.values()) if a <= b)
    for a, b in sorted(wide, key=lambda ends: (ends[1] - ends[0], ends)):
        inside = tuple(key for key in keys if a <= low[key] and high[key] <= b)
        if len(inside) > b - a + 1:
            yield Inference("too many", inside, _union(inside, domains), {})
        elif len(inside) == b - a + 1:
            removed = {}
            for key in keys:
                if key not in inside and (a <= low[key] <= b or a <= high[key] <= b):
                    removed[key] = frozenset(value for value in domains[key] if a <= value <= b)
            if removed:
                yield Inference("interval", inside, tuple(range(a, b + 1)), removed)
                return


def _hall_sets(keys: Sequence[Any], domains: Domains) -> Iterator[Inference]:
    """Domain consistency: remove a value from a cell when it belongs to another group of `exchange_groups`.

    A group of k cells with k values is a Hall set. The reason for a removal is the Hall set that contains the value
    or, in a unit that uses every value, the one that contains the cell. Smaller Hall sets come first.
    """
    unit = {key: domains[key] for key in keys}
    _, too_many = matching(unit)
    if too_many:
        yield Inference("too many", too_many, _union(too_many, domains), {})
        return
    groups = exchange_groups(unit)
    hall_sets = sorted((group for group in groups if len(group.keys) == len(group.values)), key=lambda g: len(g.keys))
    while inference := _next_hall_set(keys, domains, hall_sets, len(hall_sets) == len(groups)):
        yield inference


def _next_hall_set(
    keys: Sequence[Any], domains: Domains, hall_sets: Sequence[HallGroup], uses_every_value: bool
) -> Inference | None:
    """The smallest Hall set that removes something and alone is the reason for it."""
    for hall, values in hall_sets:
        others = {key: domains[key] & values for key in keys if key not in hall and domains[key] & values}
        own = {key: domains[key] - values for key in hall if domains[key] - values}
        if others and not own:
            return Inference("fixed", hall, tuple(sorted(values)), others)
        if uses_every_value and own and not others:
            return Inference("hidden", hall, tuple(sorted(values)), own)
    return None


FILTERS: dict[str, Callable[[Sequence[Any], Domains], Iterator[Inference]]] = {
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
        return listed(keys)
    return f"the cell {keys[0]}" if len(keys) == 1 else f"the cells {listed(keys)}"
