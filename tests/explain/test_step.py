"""The links of the steps that are chains, judged by the candidates alone."""

import json
import random
from collections.abc import Callable
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudoku_models import Board, Puzzle, explain, load
from sudoku_models.explain import Candidates, ChainLink, Explanation, Step
from sudoku_models.explain.techniques.chains import chain, loop, x_chain
from sudoku_models.explain.techniques.forcing import dynamic_chain, multiple_chains, nishio
from sudoku_models.explain.techniques.strong_links import strong_links
from sudoku_models.explain.techniques.wings import wing
from sudoku_models.puzzles.board import Cell

Candidate = tuple[Cell, int]
CHAINS: list[Callable[[Candidates], object]] = [
    *(wing(size) for size in (3, 4, 5)),
    *(strong_links(k) for k in (2, 3)),
    *(loop(kind) for kind in ("X", "Y", "XY")),
    *(x_chain, chain, multiple_chains, nishio, dynamic_chain),
]
PUZZLES = ("python-constraint", "top95:12", "top95:7", "top95:29", "hardest11:3", "top95:40")
"""Between them they need every technique that has links."""


@cache
def explained(name: str) -> Explanation:
    return explain(load(name))


@cache
def solution() -> tuple[int, ...]:
    grid = explained("top95:7").grid
    assert grid is not None
    return grid.values


def ends(link: ChainLink) -> tuple[set[Candidate], set[Candidate]]:
    return {(i, link.digit) for i in link.cells}, {(i, link.to_digit) for i in link.to_cells}


def exclude_each_other(board: Board, p: Candidate, q: Candidate) -> bool:
    return p != q and (p[0] == q[0] or (p[1] == q[1] and q[0] in board.peers[p[0]]))


def can_differ(domains: list[set[int]]) -> bool:
    """Whether each cell can have a digit of its own: a maximum matching by augmenting paths."""
    holder: dict[int, int] = {}

    def place(k: int, tried: set[int]) -> bool:
        for d in domains[k] - tried:
            tried.add(d)
            if d not in holder or place(holder[d], tried):
                holder[d] = k
                return True
        return False

    return all(place(k, set()) for k in range(len(domains)))


def is_forced(state: Candidates, sources: set[Candidate], targets: set[Candidate]) -> bool:
    """Whether a cell or a unit has no digits left when neither the sources nor the targets hold."""
    out = sources | targets
    left = {i: {d for d in state.candidates[i] if (i, d) not in out} for i in state.open}
    places = [[i] for i in state.open] + [[i for i in unit.cells if i in left] for unit in state.board.units]
    return any(not can_differ([left[i] for i in cells]) for cells in places if cells)


def check_links(state: Candidates, step: Step) -> None:
    for link in step.links:
        sources, targets = ends(link)
        assert all(d in state.candidates[i] for i, d in sources | targets)
        if link.kind == "weak":
            assert all(exclude_each_other(state.board, p, q) for p in sources for q in targets)
        else:
            same = [ends(other)[0] for other in step.links if other.kind == "strong" and ends(other)[1] == targets]
            assert is_forced(state, set().union(*same), targets)
    if step.links:
        check_joins(state.board, step)


def check_joins(board: Board, step: Step) -> None:
    """Each link begins where an earlier one ended, or at a supposition; those are the cases of one cell or unit."""
    known: set[tuple[frozenset[Candidate], bool]] = set()
    begins: list[Candidate] = []
    for link in step.links:
        start, end = map(frozenset, ends(link))
        if (start, link.kind == "weak") not in known and not set(begins) >= start:
            begins += start
        known.add((end, link.kind == "strong"))
    if not ("forcing" in step.name or step.name in ("Nishio", "dynamic contradiction")):
        assert all(p[2:4] == q[:2] and p.kind != q.kind for p, q in pairwise(step.links))
        assert step.name not in ("X-ring", "XY-ring", "alternating ring") or step.links[-1][2:4] == step.links[0][:2]
    same_cell = len({i for i, _ in begins}) == 1
    same_digit = len({d for _, d in begins}) == 1
    assert same_cell or (same_digit and any({i for i, _ in begins} <= {*unit.cells} for unit in board.units))


@pytest.mark.parametrize("name", PUZZLES)
def test_links_join_weak_ones_exclude_and_strong_ones_are_forced(name: str) -> None:
    found = explained(name)
    for state, step in zip(found.states(), found.steps, strict=False):
        check_links(state, step)


@settings(max_examples=8)
@given(seed=st.integers(0, 10**6), kept=st.integers(24, 36))
def test_links_of_any_position_are_right(seed: int, kept: int) -> None:
    rng = random.Random(seed)
    cells = set(rng.sample(range(81), kept))
    values = tuple(d if k in cells else 0 for k, d in enumerate(solution()))
    state = Candidates.of(Puzzle(Board.of_size(9), values))
    for technique in CHAINS:
        for step, _ in zip(technique(state), range(5), strict=False):  # type: ignore[call-overload]
            check_links(state, step)


def test_links_are_written_as_json_with_an_arrow_for_each_pair_of_cells() -> None:
    found = explained("top95:7")
    step = next(step for step in found.steps if step.name == "empty rectangle")
    arrows = json.loads(json.dumps(step.as_dict()))["links"]
    assert len(arrows) == sum(len(link.cells) * len(link.to_cells) for link in step.links)
    assert set(arrows[0]) == {"cell", "digit", "to_cell", "to_digit", "kind"}
    assert {arrow["kind"] for arrow in arrows} == {"strong", "weak"}
