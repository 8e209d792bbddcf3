"""The filters of one unit or rule. Each inference is applied before the next one is computed."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from ...puzzles.rules.filtering import possible_digits
from .domains import Domains, HasCells, RuleScope
from .exchange import Group, exchange_groups, matching

__all__ = ["FILTERS", "STRENGTHS", "Inference", "filtered"]

STRENGTHS: dict[str, str] = {
    "none": "only tells that two fixed cells of a unit clash",
    "values": "forward checking: a fixed value goes from its peers",
    "bounds": "forward checking, and Hall intervals move the smallest and the largest value",
    "domain": "every value that is in no solution of the unit goes",
}


class Inference(NamedTuple):
    """An inference from one unit, as data."""

    kind: str
    hall: tuple[Any, ...]
    values: tuple[int, ...]
    removed: Domains
    empties: tuple[Any, ...] = ()
    """The keys that it leaves without a value."""

    @property
    def proves_none(self) -> bool:
        return bool(self.empties) or self.kind in ("too many", "broken")

    def sentence(self) -> str:
        empties = f"; that leaves nothing for {_name(self.empties)}" if self.empties else ""
        return self._reason() + empties

    def _reason(self) -> str:
        keys, values = _name(self.hall), _listed(self.values)
        one = len(self.hall) == 1
        other = "no other cell" if _are_cells(self.hall) else "no other"
        match self.kind:
            case "fixed":
                return f"{keys} {_verb(one, 'hold')} only {values}, so {other} can"
            case "hidden":
                return f"only {keys} can hold {values}, so {'it holds' if one else 'they hold'} nothing else"
            case "interval":
                low, high = self.values[0], self.values[-1]
                return f"{keys} lie within {low} to {high}, so the values of {other} begin or end there"
            case "rule":
                return f"it does not allow {self._removed_words()}"
            case "broken":
                return f"it cannot hold with what is left for {keys}"
        return f"{keys} {_verb(one, 'have')} only {values or 'no value'}, which is too few"

    def _removed_words(self) -> str:
        """The removed values, those of cells that lose the same together."""
        keys_of: dict[tuple[int, ...], list[Any]] = {}
        for key, values in self.removed.items():
            keys_of.setdefault(tuple(sorted(values)), []).append(key)
        return ", and ".join(f"{_listed(values)} in {_name(tuple(keys))}" for values, keys in keys_of.items())


def filtered(scope: HasCells, domains: Domains, strength: str) -> Iterator[Inference]:
    """The inferences from one unit, or from a further rule of the board."""
    if isinstance(scope, RuleScope):
        return _of_rule(scope, domains, strength)
    return FILTERS[strength](scope.cells, domains)


def _of_rule(scope: RuleScope, domains: Domains, strength: str) -> Iterator[Inference]:
    """Remove what is in no solution of a rule, over the domains ("domain") or over their ranges ("bounds").

    With "values" only the last open cell of the rule is filtered, as in forward checking for constraints on several
    variables; with "none" a rule is only checked when all its cells are fixed.
    """
    cells = scope.cells
    while sum(len(domains[i]) != 1 for i in cells) <= MOST_OPEN.get(strength, len(cells)):
        held = tuple(domains[i] for i in cells)
        left = possible_digits(scope.rule, tuple(map(_range, held)) if strength == "bounds" else held)
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
    keys: Sequence[Any], domains: Domains, hall_sets: Sequence[Group], uses_every_value: bool
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
        return _listed(keys)
    return f"the cell {keys[0]}" if len(keys) == 1 else f"the cells {_listed(keys)}"


def _listed(things: Sequence[Any]) -> str:
    *most, last = (str(thing) for thing in things) if things else ("",)
    return f"{', '.join(most)} and {last}" if most else last


def _verb(one: bool, verb: str) -> str:
    return {"hold": "holds", "have": "has"}[verb] if one else verb
