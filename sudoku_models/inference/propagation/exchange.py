"""Matchings of keys with values, and the groups within which values can be exchanged."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

__all__ = ["Group", "exchange_groups", "matching"]


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


class Group(NamedTuple):
    """Keys, and the values that they can exchange among themselves."""

    keys: tuple[Any, ...]
    values: frozenset[int]


def exchange_groups(domains: Mapping[Any, frozenset[int]]) -> list[Group]:
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
    from networkx import DiGraph, strongly_connected_components  # late: most strengths do without

    holder, too_many = matching(domains)
    if too_many:
        return []
    unused = object()
    graph = DiGraph()
    graph.add_nodes_from(domains)
    graph.add_edges_from((holder.get(value, unused), key) for key in domains for value in domains[key])
    if unused in graph:
        graph.add_edges_from((key, unused) for key in domains)
    every = frozenset[int]().union(*domains.values())
    found = [
        Group(
            tuple(key for key in domains if key in part),
            frozenset(value for value in every if holder.get(value, unused) in part),
        )
        for part in strongly_connected_components(graph)
    ]
    return sorted(found, key=lambda group: len(group.values) - len(group.keys))
