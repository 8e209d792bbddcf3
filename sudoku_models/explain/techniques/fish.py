"""Fish: a digit whose positions in k rows lie in only k columns, or with rows and columns exchanged."""

from collections.abc import Callable, Iterator
from itertools import combinations

from ...puzzles.candidates import Candidates
from ...puzzles.labels import unit_has_digit
from ...runtime.limits import check_deadline
from ..step import Step
from .words import cells_named, listed, make_step, removal

__all__ = ["fish"]

NAMES = {2: "X-wing", 3: "swordfish", 4: "jellyfish"}
RATINGS = {2: 3.2, 3: 3.8, 4: 5.2}


def fish(k: int) -> Callable[[Candidates], Iterator[Step]]:
    """Find k rows whose positions for a digit lie in k columns; it is removed from the other cells of these columns.

    The k rows need k positions for the digit, and each of the k columns has one, so no other row can use these columns.
    In the model `assignment` this is a sum of equations: k rows minus k columns.
    """

    def find(state: Candidates) -> Iterator[Step]:
        shape = state.geometry
        for d in state.board.digits:
            for base, cover in (shape.lines, shape.lines[::-1]):
                positions = {u: state.positions[d] & shape.units[u] for u in base if u in shape.complete}
                few = [u for u, mask in positions.items() if 1 < mask.bit_count() <= k]
                crossed = {u: frozenset(v for v in cover if positions[u] & shape.units[v]) for u in few}
                for chosen in combinations(few, k):
                    check_deadline()
                    covers = frozenset[int]().union(*(crossed[u] for u in chosen))
                    if len(covers) == k:
                        inside = sum(positions[u] for u in chosen)
                        outside = sum(shape.units[v] for v in covers) & ~inside
                        if state.positions[d] & outside:
                            yield _step(state, k, d, chosen, tuple(sorted(covers)), inside, outside)

    return find


def _step(
    state: Candidates, k: int, d: int, base: tuple[int, ...], covers: tuple[int, ...], inside: int, outside: int
) -> Step:
    shape = state.geometry
    removes = removal(state, {d: outside})
    lines = [state.board.units[u] for u in base]
    crossing = [state.board.units[v] for v in covers]
    sentence = (
        f"in {listed(lines)} the digit {d} fits only in {listed(crossing)}, one place for each, "
        f"so the {d} goes from the other cells of {listed(crossing)}: {cells_named(removes)}"
    )
    because = [unit_has_digit(unit, d) for unit in (*lines, *crossing)]
    cells = (*shape.cells_of(inside), *removes)
    return make_step(NAMES[k], RATINGS[k], sentence, because, cells, removes=removes)
