"""Wings: an almost locked set (k cells of a unit with k + 1 digits), and a linked cell of two digits.

XY-wing, XYZ-wing, WXYZ-wing and VWXYZ-wing are the same technique. If an almost locked set loses one digit x, it holds
all its other digits. Take a cell with the digits x and z that is a peer of every x in the set: either it is x, and then
the set holds z; or it is z itself. So z is removed from every common peer of all these z.
"""

from collections.abc import Callable, Iterator
from functools import reduce
from itertools import combinations
from operator import or_

from ...puzzles.candidates import Candidates, bits
from ...puzzles.cell_names import short_cell_name
from ...puzzles.labels import cell_has_digit, unit_is_different
from ...runtime.limits import check_deadline
from ..step import ChainLink, Step
from .words import apart, cells_named, digits_named, make_step, removal, removed_words

NAMES = {(3, 2): "XY-wing", (3, 3): "XYZ-wing", 4: "WXYZ-wing", 5: "VWXYZ-wing"}


def wing(size: int) -> Callable[[Candidates], Iterator[Step]]:
    """Find wings of `size` cells, the cell of two digits included."""

    def find(state: Candidates) -> Iterator[Step]:
        twos = [j for j, mask in enumerate(state.masks) if mask.bit_count() == 2]
        seen: set[tuple[int, ...]] = set()
        for u in range(len(state.geometry.units)):
            for chosen, digits in _almost_locked(state, u, size - 1):
                if chosen not in seen:
                    seen.add(chosen)
                    for j in twos:
                        if j not in chosen and not state.masks[j] & ~digits:
                            yield from _bent(state, u, chosen, digits, j)

    return find


def _almost_locked(state: Candidates, u: int, k: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Sets of k cells of a unit that have k + 1 digits."""
    few = [j for j in bits(state.geometry.units[u]) if 1 < state.masks[j].bit_count() <= k + 1]
    for chosen in combinations(few, k):
        check_deadline()
        union = reduce(or_, (state.masks[j] for j in chosen))
        if union.bit_count() == k + 1:
            yield chosen, union


def _bent(state: Candidates, u: int, chosen: tuple[int, ...], digits: int, j: int) -> Iterator[Step]:
    """The step by an almost locked set of unit u and the cell j of two digits, if it removes anything."""
    shape = state.geometry
    holders = {d: sum(1 << m for m in chosen if state.masks[m] >> d & 1) for d in bits(digits)}
    x, z = bits(state.masks[j])
    linked = [d for d in (x, z) if not holders[d] & ~shape.peers[j]]
    if not linked:
        return
    common = linked[0]
    other = z if common == x else x
    gone = {other: shape.seen_by_all(holders[other]) & shape.peers[j]}
    if len(linked) == 2:  # the set and the cell together hold each digit exactly once
        gone |= {d: shape.seen_by_all(holders[d]) & ~(1 << j) for d in bits(digits & ~state.masks[j])}
        gone[common] = shape.seen_by_all(holders[common]) & shape.peers[j]
    removes = removal(state, gone)
    if not removes:
        return
    unit, end, cells = state.board.units[u], shape.cells[j], [shape.cells[m] for m in chosen]
    has = f"in {unit} the cells {cells_named(cells)} have the digits {digits_named(bits(digits))}, one too many"
    at = short_cell_name(end)
    if len(linked) == 2:
        why = f"{has}; {at} takes {common} or {other} from them, so all these cells hold each digit once"
    else:
        why = f"{has}; if {at} is {common}, they hold the {other}, else {at} is {other} itself"
    because = [cell_has_digit(i) for i in (*cells, end)]
    because += [unit_is_different(unit), *apart(state, 1 << j, holders[common])]
    near, far = shape.cells_of(holders[common]), shape.cells_of(holders[other])
    links = (
        ChainLink((end,), other, (end,), common, "strong"),
        ChainLink((end,), common, near, common, "weak"),
        ChainLink(near, common, far, other, "strong"),
    )
    size, widest = len(chosen) + 1, max(state.masks[m].bit_count() for m in chosen)
    name = NAMES[size, widest] if size == 3 else NAMES[size]
    sentence, at_cells = f"{why}, so {removed_words(removes)}", (*cells, end, *removes)
    rating, named = _rating(size, widest), bits(digits)
    yield make_step(name, rating, sentence, because, at_cells, removes=removes, digits=named, links=links)


def _rating(size: int, widest: int) -> float:
    """4.2, 4.4; 5.5 or 5.6; 6.2 to 6.4: in Sukaku Explainer, a widest cell of medium size is rated hardest."""
    if size == 3:
        return 4.2 if widest == 2 else 4.4
    if size == 4:
        return 5.6 if widest == 3 else 5.5
    return {2: 6.3, 3: 6.4, 4: 6.3, 5: 6.2}[widest]
