"""Lesson 17, change the rules: cages, forgotten differences, cliques, the rule of no dot, a rule of one's own."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import partial
from itertools import combinations, product
from typing import Any

import networkx as nx

from ...errors import InputError, SudokuModelsError
from ...formulations.registry import find
from ...formulations.rules import add_rules
from ...inference.relaxation import relax
from ...models.problem import Problem
from ...models.sudoku_model import build
from ...models.validation import short
from ...puzzles import rules
from ...puzzles.board import Board, Cell, Unit
from ...puzzles.puzzle import Grid, Puzzle
from ...puzzles.rules import CellRule, cell_name
from ...solvers import Status
from ..exercise import Right, Wrong
from ..judges import (
    as_python,
    call_unchanged,
    first_counterexample,
    must_be_callable,
    must_be_right,
    must_be_unchanged,
)
from ..variants import caged, cages_of, killers, kropkis, small, without_a_dot


def _listed(parts: Iterable[Any]) -> str:
    return ", ".join(map(str, parts))


# -- killer cages ----------------------------------------------------------------------------------------------------


def killer_cages(answer: Any) -> str:
    """With the learner's rows, `assignment` must have the solutions of five killer puzzles and no others."""
    must_be_callable(answer)

    def builder(m: Any, puzzle: Puzzle) -> Any:
        y = find("assignment")(m, Puzzle(puzzle.board.plain, puzzle.values))
        _state(answer, m, y, cages_of(puzzle.board))
        return y

    must_be_right(builder, killers())
    return f"your cages leave the solutions of five puzzles and no others: {_listed(len(g) for _, g in killers())}"


def _state(answer: Any, m: Any, y: Any, *others: Any) -> None:
    """Let the function add its rows; it gets copies of the other arguments, which it must not change."""
    own = dict(y)
    call_unchanged(partial(answer, m, own), others)
    must_be_unchanged(y.keys(), own.keys(), "the dict `y`", "keep variables of your own in a dict of your own")


# -- the forgotten all-different -------------------------------------------------------------------------------------


def forgotten_difference(answer: Any) -> Right:
    """A second grid with all sums, whose cages have a digit twice; no solver is called."""
    puzzle, (_, truth) = caged(), killers()[-1]
    grid = _grid(answer, puzzle.board)
    if violations := (loose := caged(different=False)).violations(Grid(loose.board, grid.values)):
        raise Wrong(f"the model with forgotten differences forbids this grid too: {violations[0]}", puzzle, grid)
    if grid in truth:
        raise Wrong("this is the solution of the puzzle; the forgetful model accepts other grids too", puzzle, grid)
    return Right(f"rows, columns, boxes and sums are right, and yet {puzzle.violations(grid)[0]}", puzzle, grid)


def _grid(answer: Any, board: Board) -> Grid:
    """A grid, also as text or a list of digits."""
    values: Any = answer.values if isinstance(answer, Grid) else as_python(answer)
    if isinstance(values, str):
        values = [int(each) for each in values if each.isdigit()]
    if isinstance(values, list | tuple) and all(isinstance(row, list | tuple | str) for row in values):
        values = [int(d) for row in values for d in row]
    try:
        return Grid(board, values)
    except SudokuModelsError as error:
        raise Wrong(f"the answer must be a grid of 6x6 digits, such as answer.grid: {error}") from None


# -- cliques ---------------------------------------------------------------------------------------------------------


def cliques(board: Board) -> set[frozenset[Cell]]:
    """All largest sets of cells of which every two share a unit: those that no further cell can join.

    >>> len(cliques(Board.of_size(4)))
    12
    """
    return _maximal(pair for unit in board.units for pair in combinations(unit.cells, 2))


def _maximal(edges: Iterable[tuple[Any, Any]]) -> set[frozenset[Any]]:
    return set(map(frozenset, nx.find_cliques(nx.Graph(list(edges)))))


BOARDS = (
    Board.of_size(4),
    Board.of_size(4).with_rules(rules.AntiKnight()),
    Board.of_size(6).with_rules(rules.AntiKing()),
    Board.of_size(9).with_rules(rules.AntiKnight()),
)

PAIRS = Board(2, (Unit("top", ((1, 1), (1, 2))), Unit("left", ((1, 1), (2, 1))), Unit("rest", ((2, 1), (2, 2)))))
"""A board whose cliques are small."""


def knight_cliques(answer: Any) -> str:
    """All maximal cliques of four boards, and nothing else."""
    must_be_callable(answer)
    for board in (*BOARDS, PAIRS):
        found = _sets(as_python(answer(board)), board)
        for clique in found:
            _check_clique(clique, board)
        if len(set(found)) < len(found):
            twice = next(clique for clique in found if found.count(clique) > 1)
            named = _listed(map(cell_name, sorted(twice)))
            raise Wrong(f"on the {board} your list has {{{named}}} {found.count(twice)} times")
        if missing := cliques(board) - set(found):
            lacking = _listed(map(cell_name, max(map(sorted, missing))))
            raise Wrong(f"on the {board} your list lacks {{{lacking}}}, of which every two share a unit")
    return f"all maximal cliques of four boards: {_listed(len(cliques(board)) for board in BOARDS)}"


def _sets(returned: Any, board: Board) -> list[frozenset[Cell]]:
    try:
        found = [frozenset((int(r), int(c)) for r, c in each) for each in returned]
    except (TypeError, ValueError):
        raise Wrong(f"your function must return a list of sets of cells, not {short(returned)}") from None
    if strange := [i for clique in found for i in clique if i not in board.cells]:
        raise Wrong(f"on the {board} your list has the cell {strange[0]}, which is not on the board")
    return found


def _check_clique(clique: frozenset[Cell], board: Board) -> None:
    """Object to two cells that share no unit, with a grid in which they are equal, and to sets that are not maximal."""
    named = f"{{{_listed(map(cell_name, sorted(clique)))}}}"
    for i, j in combinations(sorted(clique), 2):
        if j not in board.peers[i]:
            puzzle = Puzzle(board, tuple(int(cell in (i, j)) for cell in board.cells))
            equal = build(puzzle, "all_different", "cpsat").solve("cpsat", time_limit=2).grid
            what = f"{named}, but {cell_name(i)} and {cell_name(j)} share no unit"
            grid = ", and this grid has a 1 in both" if equal else ""
            raise Wrong(f"on the {board} your list has {what}{grid}", puzzle, equal)
    if further := [i for i in board.cells if i not in clique and all(i in board.peers[j] for j in clique)]:
        raise Wrong(f"on the {board} your list has {named}, which {cell_name(further[0])} can join")


# -- no dot ----------------------------------------------------------------------------------------------------------


def no_dot(answer: Any) -> str:
    """Right on every board, and the relaxation of a pair of cells is the convex hull."""
    must_be_callable(answer)

    def builder(m: Any, puzzle: Puzzle) -> Any:
        white_and_black = [rule for rule in puzzle.board.rules if isinstance(rule, rules.WhiteDot | rules.BlackDot)]
        board = puzzle.board.plain.with_rules(*white_and_black)
        y = _ruled("assignment", m, Puzzle(board, puzzle.values))
        for rule in puzzle.board.cell_rules:
            if isinstance(rule, rules.Unrelated):
                _state(answer, m, y, *rule.cells, list(puzzle.board.digits))
        return y

    must_be_right(builder, kropkis())
    for n in (6, 9):
        _check_hull(answer, n)
    return "no grid too many and none too few on three puzzles, and with 6 and 9 digits your relaxation is the hull"


def cliques_of_conflicts(n: int) -> Iterator[tuple[set[int], set[int]]]:
    """The largest sets S and T such that a dot fits between each digit of S and each of T.

    >>> ({3, 5}, {4, 6}) in list(cliques_of_conflicts(6))
    True
    """
    digits = range(1, n + 1)
    rule = without_a_dot()
    edges = [((k, d), (k, e)) for k in (0, 1) for d, e in combinations(digits, 2)]
    for clique in _maximal([*edges, *(((0, d), (1, e)) for d in digits for e in digits if not rule.relates(d, e))]):
        yield {d for side, d in clique if side == 0}, {e for side, e in clique if side == 1}


def _check_hull(answer: Callable[..., Any], n: int) -> None:
    """The hull of two cells is given by these cliques, because their graph is perfect (V. Chvátal, 1975)."""
    i, j = (1, 1), (1, 2)

    def pair(m: Any, held: Iterable[Any] = ()) -> Any:
        y = m.bool_vars("y", list(product((i, j), range(1, n + 1))))
        for cell in (i, j):
            m.add(m.sum(y[cell, d] for d in range(1, n + 1)) == 1, f"cell {cell} has a digit")
        _state(answer, m, y, i, j, list(range(1, n + 1)))
        for key in held:
            m.fix(y[key], 1)
        return y

    for d, e in product(range(1, n + 1), repeat=2):
        allows = Problem(partial(pair, held=((i, d), (j, e)))).solve("highs").status is Status.SOLVED
        if allows != without_a_dot().relates(d, e):
            what = f"allow a {d} beside a {e}, where a" if allows else f"forbid a {d} beside a {e}, where no"
            raise Wrong(f"with {n} digits your rows {what} dot would be")

    model = Problem(pair)
    for ours, theirs in cliques_of_conflicts(n):
        keys: list[Hashable] = [*((i, d) for d in ours), *((j, e) for e in theirs)]
        if (total := -(relax(model, dict.fromkeys(keys, -1.0)).objective or 0)) > 1 + 1e-6:
            raise Wrong(
                f"the rule is right, but with {n} digits your relaxation is not the hull. A dot fits between each of "
                f"{sorted(ours)} and each of {sorted(theirs)}: the sum of these binaries, in one cell and its "
                f"neighbour, is at most 1, and your relaxation allows {total:.3g}"
            )


# -- a rule of one's own ---------------------------------------------------------------------------------------------


def own_rule(answer: Any) -> str:
    """What `define` allows is compared with `holds` on all 288 grids of a 4x4 board, in two formulations."""
    must_be_callable(answer)
    own = answer()
    own = [own] if isinstance(own, CellRule) else own
    if not isinstance(own, list | tuple) or not own:
        raise Wrong(f"your function must return a list of rules, not {short(own)}")
    for rule in own:
        _check_rule(rule)
    known = small(f"a 4x4 board with {' and '.join(map(str, own))}", *own)
    for formulation, backend in (("assignment", "pulp"), ("all_different", "cpsat")):
        if found := first_counterexample(partial(_ruled, formulation), [known], backend):
            what = {
                "accepts": "`define` accepts this grid, which `holds` does not",
                "forbids": "`define` forbids this grid, which `holds` allows",
            }.get(found.kind, found.sentence)
            raise Wrong(f"added to {formulation!r}, {what}", found.puzzle, found.grid)
    return f"`define` and `holds` agree on all 288 grids, in two formulations; your board has {len(known[1])} solutions"


def _check_rule(rule: Any) -> None:
    """Object to what is no rule of one's own, and to one that allows all grids or none."""
    kind = type(rule)
    if not isinstance(rule, CellRule):
        raise Wrong(f"your list has {short(rule)}, which is no rule: derive your class from CellRule")
    if kind.__module__.partition(".")[0] == __package__.partition(".")[0]:
        raise Wrong(f"{kind.__name__} is a rule of the package; write a class of your own")
    for method in ("holds", "define"):
        if getattr(kind, method) is getattr(CellRule, method):
            raise Wrong(f"your class {kind.__name__} has no method {method}")
    try:
        puzzle, allowed = small("", rule)
    except InputError as error:
        raise Wrong(f"the rule does not fit a 4x4 board: {error}") from None
    if len(allowed) in (0, 288):
        what = "all 288 grids of a 4x4 board, so it says nothing" if allowed else "no grid of a 4x4 board"
        raise Wrong(f"`holds` of {str(rule)!r} allows {what}; choose other cells", puzzle)


def _ruled(formulation: str, m: Any, puzzle: Puzzle) -> Any:
    variables = find(formulation)(m, puzzle)
    add_rules(m, puzzle, variables)
    return variables
