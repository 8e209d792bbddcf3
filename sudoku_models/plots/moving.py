"""Inference in motion: how an all-different is filtered, and how a search visits its nodes.

Sources: those of the algorithms, in `inference.filters` and `inference.backtracking`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from ..inference.backtracking import Node, Tree
from ..inference.filters import exchange_groups, matching
from ..inference.propagation import steps
from ..puzzles.cell_names import listed
from ..puzzles.graphics import COLOURS
from ..puzzles.units import Unit
from .player import Frame, Player
from .sketch import box, circle, line, text, tint
from .trees import ahead, check, dot, edge, placed

GROUNDS = [COLOURS[name] for name in ("sky", "yellow", "green", "orange", "purple")]


def filtering(domains: Mapping[Any, frozenset[int]]) -> Player:
    r"""Domain consistency of one all-different: a matching, the groups that exchange values, and what is removed.

    Keys are above, values below. A thick line belongs to the matching, a dashed one is removed.

    >>> film = filtering({"a": frozenset({1, 2}), "b": frozenset({1, 2}), "c": frozenset({2, 3})})
    >>> print(*film.captions, sep="\n")
    A line for each value that a key can take.
    a takes 1.
    b takes 1, a moves to 2.
    c takes 3. Every key has a value of its own: the matching is complete.
    A group: a and b can exchange 1 and 2. As many values as keys: no other key can have them.
    A group: c can take 3. As many values as keys: no other key can have them.
    The unit: only c can hold 3, so it holds nothing else.
    Each line that is left belongs to a complete matching. That is domain consistency.
    """
    keys, every = list(domains), sorted(frozenset[int]().union(*domains.values()))
    width = 60 * max(len(keys), len(every)) + 20
    top = {key: width / 2 + 60 * (k - (len(keys) - 1) / 2) for k, key in enumerate(keys)}
    low = {value: width / 2 + 60 * (k - (len(every) - 1) / 2) for k, value in enumerate(every)}
    ends = [circle(at, 30, 14) + text(at, 34, key) for key, at in top.items()]
    ends += [box(at, 150, 28, 28) + text(at, 154, value) for value, at in low.items()]
    frames: list[Frame] = []
    captions: list[str] = []
    grounds: list[str] = []

    def add(caption: str, held: Mapping[int, Any], left: Mapping[Any, frozenset[int]], dashed: bool = False) -> None:
        edges = []
        for key, value in ((i, d) for i in keys for d in sorted(domains[i])):
            is_thick, is_left = held.get(value) == key, value in left[key]
            look = f"stroke='currentColor' stroke-width='{4 if is_thick else 1}'"
            if is_left or dashed:
                dash = f"stroke='{COLOURS['red']}' stroke-width='2' stroke-dasharray='5 4'"
                edges.append(line(top[key], 44, low[value], 136, look if is_left else dash))
        frames.append([*grounds, *edges, *ends])
        captions.append(caption)

    add("A line for each value that a key can take.", {}, domains)
    held: dict[int, Any] = {}
    for k, key in enumerate(keys, 1):
        found, too_many = matching({each: domains[each] for each in keys[:k]})
        if too_many:
            short = listed(sorted(frozenset[int]().union(*(domains[each] for each in too_many))))
            add(f"{key} finds no value: {listed(too_many)} have only {short}, which is too few.", held, domains)
            return Player("how an all-different is filtered", frames, captions, width, 180)
        done = " Every key has a value of its own: the matching is complete." if k == len(keys) else ""
        add(f"{_path(key, held, found)}.{done}", found, domains)
        held = found
    for k, group in enumerate(sorted(exchange_groups(domains), key=lambda group: [*map(keys.index, group.keys)])):
        look = tint(GROUNDS[k % len(GROUNDS)])
        grounds += [circle(top[key], 30, 24, look) for key in group.keys]
        grounds += [box(low[value], 150, 46, 46, look) for value in sorted(group.values)]
        add(_exchange(group.keys, sorted(group.values)), held, domains)
    left = dict(domains)
    for step in steps([Unit("The unit", tuple(keys))], dict(domains), "domain"):
        left = {key: left[key] - step.removed.get(key, frozenset()) for key in keys}
        add(f"{step.reason}.", held, left, dashed=True)
    add("Each line that is left belongs to a complete matching. That is domain consistency.", held, left)
    return Player("how an all-different is filtered", frames, captions, width, 180)


def _path(key: Any, before: Mapping[int, Any], after: Mapping[int, Any]) -> str:
    """The augmenting path in words: the key takes a value, whose holder moves to another, and so on."""
    value_of = {holder: value for value, holder in after.items()}
    words, value = [f"{key} takes {value_of[key]}"], value_of[key]
    while value in before:
        mover = before[value]
        value = value_of[mover]
        words.append(f"{mover} moves to {value}")
    return ", ".join(words)


def _exchange(keys: Sequence[Any], values: Sequence[int]) -> str:
    """A group in words; the group of the unused values may have no key."""
    if not keys:
        return f"No key can take {listed(values)}."
    can = "exchange" if len(values) > 1 else "take"
    said = f"A group: {listed(keys)} can {can} {listed(values)}."
    if len(keys) == len(values):
        return f"{said} As many values as keys: no other key can have them."
    return f"{said} More values than keys: not all are used, and each of them may be left over."


def searching(tree: Tree) -> Player:
    """A search tree, node by node as `search` visited them, with the domains of the current node below.

    Nodes that are still to come are grey.

    Raises:
        InputError: When the tree has more than `MOST_STEPS` nodes.

    >>> from sudoku_models.inference.backtracking import search
    >>> film = searching(search([Unit("a-b", ("a", "b"))], {i: frozenset({1, 2}) for i in "ab"}, "none"))
    >>> print(film.captions[2])
    Node 3 of 7: a = 1, b = 1. A dead end: a-b: a and b have only 1, which is too few.
    """
    check(len(tree.nodes))
    place, width, bottom = placed(tree.root)
    tables = [_table(node, width) for node in tree.nodes]
    frames: list[Frame] = []
    captions, grey = [], ahead(place)
    for k, node in enumerate(tree.nodes):
        seen = tree.nodes[: k + 1]
        parts = [edge(place, each) for each in seen if each.parent]
        parts += [dot(each.result, *place[each], each.tried[1] if each.tried else "") for each in seen]
        rows = [text(10, bottom + 20 + 16 * at, row, "text-anchor='start'") for at, row in enumerate(tables[k])]
        frames.append(
            [grey, *parts, circle(*place[node], 15, "fill='none' stroke='currentColor' stroke-width='2'"), *rows]
        )
        decisions = ", ".join(f"{i} = {value}" for i, value in node.assignment.items()) or "nothing is decided"
        captions.append(f"Node {k + 1} of {len(tree.nodes)}: {decisions}. {_fate(node)}")
    height = bottom + 20 + 16 * max(map(len, tables))
    return Player("a search tree, node by node", frames, captions, width, height)


def _fate(node: Node) -> str:
    if node.result == "branch" and node.children[0].tried:
        values = listed([child.tried[1] for child in node.children if child.tried])
        return f"It branches: {node.children[0].tried[0]} is tried with {values}."
    return "A solution." if node.result == "solution" else f"A dead end: {node.reason}."


def _table(node: Node, width: int) -> list[str]:
    """The domains after propagation, as many in a line as there is room for."""
    said = [f"{i}: {' '.join(map(str, sorted(values)))}" for i, values in (node.domains or {}).items()]
    rows, most = [""], width // 7
    for each in said:
        if rows[-1] and len(rows[-1]) + len(each) + 3 > most:
            rows.append("")
        rows[-1] += ("; " if rows[-1] else "") + each
    return rows
