"""Conditions on a sum as clauses: a decision diagram with one node for each partial sum that is still undecided."""

from collections.abc import Callable, Iterator, Sequence

__all__ = ["Choices", "Clause", "Condition", "between", "diagram", "not_zero"]

Clause = list[int]
"""Literals, of which at least one holds: k for "variable k is true", -k for "it is false"."""

Choices = list[tuple[int, int]]
"""Literals of which exactly one holds, each with the number that it adds to the sum."""

Condition = Callable[[int, int], bool | None]
"""A condition on a number with known bounds: True if it always holds, False if never, None if it depends."""


def between(lower: float, upper: float) -> Condition:
    """The condition that a number is in a range.

    >>> condition = between(2, 5)
    >>> condition(2, 4), condition(4, 6), condition(6, 9)
    (True, None, False)
    """
    return lambda low, high: True if lower <= low and high <= upper else False if high < lower or low > upper else None


def not_zero(low: int, high: int) -> bool | None:
    """The condition that a number is not 0.

    >>> not_zero(1, 2), not_zero(-1, 2), not_zero(0, 0)
    (True, None, False)
    """
    return True if low > 0 or high < 0 else False if low == high else None


def diagram(
    groups: Sequence[Choices], condition: Condition, new: Callable[[], int], start: int = 0
) -> Iterator[Clause]:
    """The clauses of a condition on a sum that takes one number from each group.

    Layer by layer, each undecided partial sum is a node: a literal that holds when the sum is reached. A node that is
    reached by one literal alone is that literal.

    Args:
        groups: The choices.
        condition: The condition on the sum.
        new: Makes a new literal.
        start: The sum before the first group.

    Source: N. Een, N. Sorensson, "Translating pseudo-Boolean constraints into SAT", JSAT 2, 2006.

    >>> list(diagram([[(1, 1), (2, 2)], [(3, -1), (4, -2)]], not_zero, new=lambda: 5))  # two variables differ
    [[-1, -3], [-2, -4]]
    """
    rest = [(0, 0)]  # the bounds of what the last groups add
    for group in reversed(groups):
        numbers = [number for _, number in group]
        rest.append((rest[-1][0] + min(numbers), rest[-1][1] + max(numbers)))
    low, high = rest[-1]
    if (holds := condition(start + low, start + high)) is not None:
        yield from [] if holds else [[]]
        return
    nodes: dict[int, Clause] = {start: []}  # each partial sum, with a clause that says that it is not reached
    for group, (low, high) in zip(groups, rest[-2::-1], strict=True):
        reached: dict[int, list[Clause]] = {}
        for total, unless in nodes.items():
            for literal, number in group:
                holds = condition(total + number + low, total + number + high)
                if holds is None:
                    reached.setdefault(total + number, []).append([*unless, -literal])
                elif not holds:
                    yield [*unless, -literal]
        nodes = {}
        for total, ways in reached.items():
            if len(ways) == 1 and len(ways[0]) == 1:
                nodes[total] = ways[0]
            else:
                node = new()
                nodes[total] = [-node]
                yield from ([*way, node] for way in ways)
