"""Lesson 24, tighten a rule: what combinations say about a cage, cliques, the convex hull of the rule of no dot.

## cage-cuts: Say what the combinations say

1. List the sets of digits that the cage can hold. A digit may be in none of them, or in all.
2. The sets are the combinations of len(cells) different digits whose sum is the total. For a digit in none of them, the
   binaries of the cells add up to 0; for one in all of them, to 1.
3. sets = [s for s in combinations(digits, len(cells)) if sum(s) == total]; for each d: if len({d in s for s in sets})
   == 1: m.add(m.sum(y[i, d] for i in cells) == int(d in sets[0]), a label with d and the cells).

## knight-cliques: Find the cliques of an anti-knight board

1. Two cells that share a unit are joined by an edge. The sets that are asked for are the maximal cliques of this graph.
2. Make a networkx graph with an edge for every two cells of each unit. nx.find_cliques lists its maximal cliques.
3. graph.add_edges_from(combinations(unit.cells, 2)) for each unit of board.units; return [set(clique) for clique in
   nx.find_cliques(graph)].

## no-dot: Say that no dot is missing

1. Conflicts are right, but their relaxation is too weak; a binary for each allowed pair gives the convex hull.
2. List the allowed pairs (d, e). For each let z[d, e] be a binary. The z with the first digit d add up to y[i, d],
   those with the second digit e to y[j, e].
3. z = m.bool_vars(f"z_{i[0]}{i[1]}_{j[0]}{j[1]}", pairs); m.add(m.sum(z[p] for p in pairs if p[0] == d) == y[i, d],
   f"{d} in {i} beside {j}") for each d, and the same for p[1], y[j, d] and another label.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cache
from itertools import combinations, permutations, product
from random import Random
from typing import Any

from sudoku_models.course.answers import call_unchanged, must_fit
from sudoku_models.course.exams import Asked, braces, question
from sudoku_models.course.exercise import Function, Wrong
from sudoku_models.course.exercises.lesson_17 import Truth, add_to, blank, killers, ruled, small, unique
from sudoku_models.course.exercises.optima import least_in_relaxation
from sudoku_models.course.models import allows, must_be_right
from sudoku_models.errors import NotInstalledError
from sudoku_models.models.problem import Problem
from sudoku_models.models.sudoku_model import build
from sudoku_models.puzzles import rules
from sudoku_models.puzzles.board import Board
from sudoku_models.puzzles.puzzle import Puzzle
from sudoku_models.puzzles.rules import Rule, coordinates
from sudoku_models.puzzles.units import Cell, Unit

# -- cuts of a cage ----------------------------------------------------------------------------------------------------

CAGES = (
    *((6, 1, 4), (6, 2, 5), (6, 2, 9), (6, 3, 8), (6, 3, 10), (6, 5, 16)),
    *((9, 2, 17), (9, 3, 8), (9, 3, 15), (9, 4, 12)),
)
"""The number of digits, the number of cells and the total of a cage."""


def sets_of(n: int, size: int, total: int) -> list[set[int]]:
    """The sets of digits that a cage can hold.

    >>> sets_of(6, 3, 8)
    [{1, 2, 5}, {1, 3, 4}]
    """
    return [set(each) for each in combinations(range(1, n + 1), size) if sum(each) == total]


def cage_cuts(answer: Function) -> str:
    """No solution is lost, and the relaxation of a cage knows how often each digit can occur."""

    def builder(m: Any, puzzle: Puzzle) -> Any:
        y = ruled("assignment", m, puzzle)
        for rule in puzzle.board.rules:
            if isinstance(rule, rules.KillerCage):
                add_to(answer, m, y, rule.total, list(rule.cells))
        return y

    must_be_right(builder, killers())
    for cage in CAGES:
        _must_know_the_digits(answer, *cage)
    return f"no solution is lost, and in {len(CAGES)} cages your relaxation knows how often each digit can occur"


def _must_know_the_digits(answer: Callable[..., Any], n: int, size: int, total: int) -> None:
    """The cage alone, with its sum and its all-different: its tuples are allowed, and each digit has its bounds."""
    cells, digits = [(1, c) for c in range(1, size + 1)], range(1, n + 1)

    def cage(m: Any) -> Any:
        y = m.bool_vars("y", list(product(cells, digits)))
        for i in cells:
            m.add(m.sum(y[i, d] for d in digits) == 1, f"cell {i} has a digit")
        m.add(m.sum(d * y[i, d] for i in cells for d in digits) == total, "the sum")
        for d in digits:
            m.add(m.sum(y[i, d] for i in cells) <= 1, f"{d} at most once")
        add_to(answer, m, y, total, list(cells))
        return y

    model, sets = Problem(cage), sets_of(n, size, total)
    what = f"{size} cell{'s' if size > 1 else ''} with digits from 1 to {n} and the total {total}"
    for held in (order for each in sets for order in permutations(sorted(each))):
        if not allows(model, [*zip(cells, held, strict=True)]):
            raise Wrong(f"{what}: your rows forbid {', '.join(map(str, held))}, which has this total")
    lowest = least_in_relaxation(model)
    for d in digits:
        most = -lowest({(i, d): -1.0 for i in cells})
        least = lowest({(i, d): 1.0 for i in cells})
        if most > max(d in each for each in sets) + 1e-6:
            raise Wrong(f"{what}: no set has a {d}, and your relaxation allows {most:.3g} of it")
        if least < min(d in each for each in sets) - 1e-6:
            raise Wrong(f"{what}: each set has a {d}, and your relaxation allows {least:.3g} of it")


# -- cliques -----------------------------------------------------------------------------------------------------------


def cliques(board: Board) -> set[frozenset[Cell]]:
    """All largest sets of cells of which every two share a unit: those that no further cell can join.

    >>> len(cliques(Board.of_size(4)))
    12
    """
    return _maximal(pair for unit in board.units for pair in combinations(unit.cells, 2))


def _maximal(edges: Iterable[tuple[Any, Any]]) -> set[frozenset[Any]]:
    NotInstalledError.check("this exercise", "networkx")
    import networkx as nx

    return set(map(frozenset, nx.find_cliques(nx.Graph(list(edges)))))


BOARDS = (
    Board.of_size(4),
    Board.of_size(4).with_rules(rules.AntiKnight()),
    Board.of_size(6).with_rules(rules.AntiKing()),
    Board.of_size(9).with_rules(rules.AntiKnight()),
    Board(2, (Unit("top", ((1, 1), (1, 2))), Unit("left", ((1, 1), (2, 1))), Unit("rest", ((2, 1), (2, 2))))),
)
"""The cliques of the last board are small."""


def knight_cliques(answer: Function) -> str:
    """All maximal cliques of these boards, and nothing else."""
    for board in BOARDS:
        returned = call_unchanged(answer, [board])
        must_fit(returned, [[(int, int)]], "your function must return a list of sets of cells")
        found = [frozenset((int(r), int(c)) for r, c in each) for each in returned]
        for clique in found:
            _must_be_maximal(clique, board)
        if twice := next((clique for clique in found if found.count(clique) > 1), None):
            raise Wrong(f"on the {board} your list has {_named(twice)} more than once")
        if missing := cliques(board) - set(found):
            lacking = _named(max(missing, key=sorted))
            raise Wrong(f"on the {board} your list lacks {lacking}, of which every two share a unit")
    return f"all maximal cliques of these boards: {', '.join(str(len(cliques(board))) for board in BOARDS)}"


def _named(cells: Iterable[Cell]) -> str:
    return f"{{{', '.join(map(coordinates, sorted(cells)))}}}"


def _must_be_maximal(clique: frozenset[Cell], board: Board) -> None:
    """Object to two cells that share no unit, with a grid in which they are equal, and to sets that are not maximal."""
    on = f"on the {board} your list has {_named(clique)}"
    if strange := clique - {*board.cells}:
        raise Wrong(f"{on}, and {strange} is not on the board")
    for i, j in combinations(sorted(clique), 2):
        if j not in board.peers[i]:
            puzzle = Puzzle(board, tuple(int(cell in (i, j)) for cell in board.cells))
            equal = build(puzzle, "all_different").solve(time_limit=2).grid
            grid = ", and this grid has a 1 in both" if equal else ""
            raise Wrong(f"{on}, but {coordinates(i)} and {coordinates(j)} share no unit{grid}", puzzle, equal)
    if further := [i for i in board.cells if i not in clique and all(i in board.peers[j] for j in clique)]:
        raise Wrong(f"{on}, which {coordinates(further[0])} can join")


# -- no dot ------------------------------------------------------------------------------------------------------------

DOTTED = "153462264315341526625134532641416253"
NO_DOT = rules.Unrelated(((1, 1), (1, 2)), ("white dot", "black dot"))
"""The rule that no dot fits between the first two cells of a board."""


def dots(board: Board, digits: str) -> list[Rule]:
    """All Kropki dots of a grid, and the rule that all are given.

    >>> list(map(str, dots(Board.of_size(4), "1234341221434321")))[:2]
    ['white dot on r1c1 r1c2', 'white dot on r1c2 r1c3']
    """
    held = dict(zip(board.cells, map(int, digits), strict=True))
    found: list[Rule] = []
    for (r, c), d in held.items():
        for near in ((r, c + 1), (r + 1, c)):
            both = rules.WhiteDot(((r, c), near)), rules.BlackDot(((r, c), near))
            found += [dot for dot in both if near in held and dot.relates(d, held[near])][:1]
    return [*found, rules.AllDotsGiven()]


@cache
def kropkis() -> tuple[Truth, ...]:
    """Kropki puzzles with all dots, and all their solutions."""
    dotted = small("a 4x4 with all dots of a grid", *dots(Board.of_size(4), "1234341221434321"))
    puzzle = blank(Board.of_size(6).with_rules(*dots(Board.of_size(6), DOTTED)), "the 6x6 Kropki")
    return small("a 4x4 with one border", NO_DOT), dotted, unique(puzzle, DOTTED)


def no_dot(answer: Function) -> str:
    """Right on every board, and the relaxation of a pair of cells is the convex hull."""

    def builder(m: Any, puzzle: Puzzle) -> Any:
        white_and_black = [rule for rule in puzzle.board.rules if isinstance(rule, rules.WhiteDot | rules.BlackDot)]
        y = ruled("assignment", m, Puzzle(puzzle.board.plain.with_rules(*white_and_black), puzzle.values))
        for rule in puzzle.board.cell_rules:
            if isinstance(rule, rules.Unrelated):
                add_to(answer, m, y, *rule.cells, list(puzzle.board.digits))
        return y

    must_be_right(builder, kropkis())
    for n in (6, 9):
        _must_be_the_hull(answer, n)
    return "no grid too many and none too few on three puzzles, and with 6 and 9 digits your relaxation is the hull"


def cliques_of_conflicts(n: int) -> Iterator[tuple[set[int], set[int]]]:
    """The largest sets S and T such that a dot fits between each digit of S and each of T.

    >>> ({3, 5}, {4, 6}) in list(cliques_of_conflicts(6))
    True
    """
    digits = range(1, n + 1)
    edges = [((k, d), (k, e)) for k in (0, 1) for d, e in combinations(digits, 2)]
    edges += [((0, d), (1, e)) for d in digits for e in digits if not NO_DOT.relates(d, e)]
    for clique in _maximal(edges):
        yield {d for side, d in clique if side == 0}, {e for side, e in clique if side == 1}


def _must_be_the_hull(answer: Callable[..., Any], n: int) -> None:
    """The hull of two cells is given by these cliques, because their graph is perfect (V. Chvátal, 1975)."""
    (i, j), digits = NO_DOT.cells, list(range(1, n + 1))

    def pair(m: Any) -> Any:
        y = m.bool_vars("y", list(product((i, j), digits)))
        for cell in (i, j):
            m.add(m.sum(y[cell, d] for d in digits) == 1, f"cell {cell} has a digit")
        add_to(answer, m, y, i, j, digits)
        return y

    model = Problem(pair)
    for d, e in product(digits, repeat=2):
        is_allowed = allows(model, [(i, d), (j, e)])
        if is_allowed != NO_DOT.relates(d, e):
            what = f"allow a {d} beside a {e}, where a" if is_allowed else f"forbid a {d} beside a {e}, where no"
            raise Wrong(f"with {n} digits your rows {what} dot would be")
    lowest = least_in_relaxation(model)
    for ours, theirs in cliques_of_conflicts(n):
        keys: list[Hashable] = [*((i, d) for d in ours), *((j, e) for e in theirs)]
        if (total := -lowest(dict.fromkeys(keys, -1.0))) > 1 + 1e-6:
            fits = f"A dot fits between each of {sorted(ours)} and each of {sorted(theirs)}"
            most = f"the sum of these binaries, in one cell and its neighbour, is at most 1, and here {total:.3g}"
            raise Wrong(f"the rule is right, but with {n} digits your relaxation is not the hull. {fits}: {most}")


# -- examination -------------------------------------------------------------------------------------------------------


@question(3, 1, 2)
def hull_of_a_rule(rng: Random) -> Asked:
    n, gap = rng.choice((3, 4)), rng.choice((1, 2))
    pairs = [(a, b) for a in range(1, n + 1) for b in range(1, n + 1) if b - a >= gap]
    left = ({a for a, _ in pairs}, {b for _, b in pairs})
    return Asked(
        f"Two cells with the digits 1 to {n} shall have b - a >= {gap}. In binaries y[a], z[b], state it (i) by one row over the "
        "digits' values, (ii) by one row for each pair of digits that conflict, (iii) by rows over sums of digits. Which is "
        "strongest? Which digits can never occur?",
        f"(i) sum b z[b] - sum a y[a] >= {gap}. (ii) y[a] + z[b] <= 1 for each of the {n * n - len(pairs)} pairs with b - a < {gap}. "
        f"(iii) for each digit d: y[d] + ... + y[{n}] + z[1] + ... + z[d + {gap - 1}] <= 1, since a >= d forces b >= d + {gap}. "
        f"(iii) implies both others. Never: a in **{braces(set(range(1, n + 1)) - left[0])}**, b in "
        f"**{braces(set(range(1, n + 1)) - left[1])}**.",
        left,
    )
