"""Lesson 17, change the rules: cages, forgotten differences, cliques, the rule of no dot, a rule of one's own."""

import re
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cache, partial
from itertools import combinations, product
from typing import Any

from ...errors import InputError, NotInstalledError, SudokuModelsError
from ...formulations.registry import find
from ...formulations.rules import add_rules
from ...models.problem import Problem
from ...models.sudoku_model import build
from ...models.validation import first_counterexample, short
from ...puzzles import rules
from ...puzzles.board import Board
from ...puzzles.known_solutions import known_puzzles
from ...puzzles.puzzle import Grid, Puzzle
from ...puzzles.rules import CellRule, KillerCage, Rule, coordinates
from ...puzzles.rules.rule import checked_cells
from ...puzzles.units import Cell, Unit
from ...solvers import Status
from ..answers import as_python, call_unchanged, must_be_unchanged, must_fit
from ..exercise import Function, Right, Wrong
from ..models import formulation, must_be_right

Truth = tuple[Puzzle, frozenset[Grid]]
"""A puzzle and all its solutions."""


def blank(board: Board, name: str = "") -> Puzzle:
    """The puzzle without givens."""
    return Puzzle(board, (0,) * len(board.cells), name=name)


def small(name: str, *with_rules: Rule) -> Truth:
    """A 4x4 board with rules, and all its solutions: those of the 288 grids that satisfy them.

    >>> len(small("a cage", KillerCage(3, "r1c1 r1c2"))[1])
    48
    """
    puzzle = blank(Board.of_size(4).with_rules(*with_rules), name)
    moved = (Grid(puzzle.board, grid.values) for grid in known_puzzles()[3][1])
    return puzzle, frozenset(grid for grid in moved if not puzzle.violations(grid))


def _unique(puzzle: Puzzle, digits: str) -> Truth:
    return puzzle, frozenset({Grid(puzzle.board, tuple(map(int, digits)))})


def _ruled(formulation: str, m: Any, puzzle: Puzzle) -> Any:
    variables = find(formulation)(m, puzzle)
    add_rules(m, puzzle, variables)
    return variables


# -- killer cages ------------------------------------------------------------------------------------------------------

CAGES = "ABBBBC ADDECC AFDEGC AFEEGG HFIIIJ HHKKJJ"
ANSWER = "614235532641421356365124256413143562"


def caged(different: bool = True) -> Puzzle:
    """A 6x6 puzzle of cages without givens.

    Args:
        different: Whether the digits of a cage must differ; without it there are further solutions.

    >>> str(caged().board.rules[3])
    'killer cage 6 on r2c2 r2c3 r3c3'
    """
    board, letters = Board.of_size(6), CAGES.replace(" ", "")
    held, cages = dict(zip(board.cells, map(int, ANSWER), strict=True)), []
    for letter in sorted(set(letters)):
        cells = tuple(i for i, found in zip(board.cells, letters, strict=True) if found == letter)
        cages.append(KillerCage(sum(held[i] for i in cells), cells, different))
    return blank(board.with_rules(*cages), "the 6x6 killer")


def _cage(total: int, cells: str) -> KillerCage:
    return KillerCage(total, checked_cells(cells, "cage"))


@cache
def killers() -> tuple[Truth, ...]:
    """Killer puzzles with all their solutions."""
    bent = _cage(6, "r2c2 r2c3 r3c3")
    three = _cage(7, "r2c1 r3c1 r3c2"), _cage(8, "r1c3 r1c4 r2c4"), bent
    single = _cage(4, "r4c1"), _cage(10, "r1c1 r2c2 r3c3 r4c4")
    return (
        small("a 4x4 with a cage in two boxes", bent),
        small("a 4x4 with a large sum in two boxes", _cage(9, "r2c2 r2c3 r3c3")),
        small("a 4x4 with three cages", *three),
        small("a 4x4 with a cage of one cell and a large one", *single),
        _unique(caged(), ANSWER),
    )


def with_cages(formulation: str) -> Callable[[Any], Any]:
    """Makes a formulation of killer puzzles from one of Sudoku and a function that adds the cages."""

    def around(answer: Any) -> Callable[[Any, Puzzle], Any]:
        def builder(m: Any, puzzle: Puzzle) -> Any:
            variables = find(formulation)(m, Puzzle(puzzle.board.plain, puzzle.values))
            cages = [(rule.total, list(rule.cells)) for rule in puzzle.board.rules if isinstance(rule, KillerCage)]
            add_to(answer, m, variables, cages)
            return variables

        return builder

    return around


def add_to(answer: Any, m: Any, y: Any, *others: Any) -> None:
    """Let the function add its rows; it gets copies of the other arguments, which it must not change."""
    own = dict(y)
    call_unchanged(partial(answer, m, own), others)
    must_be_unchanged(y.keys(), own.keys(), "the dict of variables", "keep variables of your own in a dict of your own")


killer_cages = formulation(puzzles=killers, around=with_cages("assignment"))


def forgotten_difference(answer: Any) -> Right:
    """A second grid with all sums, whose cages have a digit twice; no solver is called."""
    puzzle, (_, truth) = caged(), killers()[-1]
    digits = answer.values if isinstance(answer, Grid) else re.findall(r"\d", repr(as_python(answer)))
    try:
        grid = Grid(puzzle.board, tuple(map(int, digits)))
    except SudokuModelsError as error:
        raise Wrong(f"the answer must be a grid of 6x6 digits, such as answer.grid: {error}") from None
    if violations := (loose := caged(different=False)).violations(Grid(loose.board, grid.values)):
        raise Wrong(f"the model with forgotten differences forbids this grid too: {violations[0]}", puzzle, grid)
    if grid in truth:
        raise Wrong("this is the solution of the puzzle; the forgetful model accepts other grids too", puzzle, grid)
    return Right(f"rows, columns, boxes and sums are right, and yet {puzzle.violations(grid)[0]}", puzzle, grid)


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
        returned = as_python(answer(board))
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
    return small("a 4x4 with one border", NO_DOT), dotted, _unique(puzzle, DOTTED)


def no_dot(answer: Function) -> str:
    """Right on every board, and the relaxation of a pair of cells is the convex hull."""

    def builder(m: Any, puzzle: Puzzle) -> Any:
        white_and_black = [rule for rule in puzzle.board.rules if isinstance(rule, rules.WhiteDot | rules.BlackDot)]
        y = _ruled("assignment", m, Puzzle(puzzle.board.plain.with_rules(*white_and_black), puzzle.values))
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
    from ...inference.relaxation import relax  # late: it needs HiGHS

    (i, j), digits = NO_DOT.cells, list(range(1, n + 1))

    def pair(m: Any) -> Any:
        y = m.bool_vars("y", list(product((i, j), digits)))
        for cell in (i, j):
            m.add(m.sum(y[cell, d] for d in digits) == 1, f"cell {cell} has a digit")
        add_to(answer, m, y, i, j, digits)
        return y

    model = Problem(pair)
    for d, e in product(digits, repeat=2):
        held = (i, d), (j, e)
        for key in held:
            model.m.fix(model.variables[key], 1)
        allows = model.solve().status is Status.SOLVED
        model.m.free([model.columns[key] for key in held])
        if allows != NO_DOT.relates(d, e):
            what = f"allow a {d} beside a {e}, where a" if allows else f"forbid a {d} beside a {e}, where no"
            raise Wrong(f"with {n} digits your rows {what} dot would be")
    for ours, theirs in cliques_of_conflicts(n):
        keys: list[Hashable] = [*((i, d) for d in ours), *((j, e) for e in theirs)]
        if (total := -(relax(model, dict.fromkeys(keys, -1.0)).objective or 0)) > 1 + 1e-6:
            fits = f"A dot fits between each of {sorted(ours)} and each of {sorted(theirs)}"
            most = f"the sum of these binaries, in one cell and its neighbour, is at most 1, and here {total:.3g}"
            raise Wrong(f"the rule is right, but with {n} digits your relaxation is not the hull. {fits}: {most}")


# -- a rule of one's own -----------------------------------------------------------------------------------------------


def own_rule(answer: Function) -> str:
    """`define` must allow what `holds` allows, on all 288 grids of a 4x4 board and in two formulations."""
    own = answer()
    own = [own] if isinstance(own, CellRule) else own
    must_fit(own or None, [CellRule], "your function must return a list of rules, of classes derived from CellRule")
    for rule in own:
        _must_be_a_rule(rule)
    known = small(f"a 4x4 board with {' and '.join(map(str, own))}", *own)
    for name in ("assignment", "all_different"):
        if found := first_counterexample(partial(_ruled, name), [known]):
            differ = {"accepts": "this grid, which `holds` does not", "forbids": "this grid, which `holds` allows"}
            what = f"`define` {found.kind} {differ[found.kind]}" if found.kind in differ else found.sentence
            raise Wrong(f"added to {name!r}, {what}", found.puzzle, found.grid)
    return f"`define` and `holds` agree on all 288 grids, in two formulations; your board has {len(known[1])} solutions"


def _must_be_a_rule(rule: CellRule) -> None:
    """Object to what is no rule of one's own, and to one that allows all grids or none."""
    kind = type(rule)
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
        raise Wrong(f"`holds` of {short(str(rule))} allows {what}; choose other cells", puzzle)
