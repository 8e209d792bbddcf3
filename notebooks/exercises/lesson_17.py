"""Lesson 17, change the rules: cages, forgotten differences, solutions that are lost, a rule of one's own.

## killer-cages: State the cages

1. A cage says two things: its digits have a sum, and they are all different. The second is easily forgotten.
2. The digit of a cell is the sum of d * y[i, d] over the digits. State that the digits of a cage add up to its total,
   and for each digit that at most one cell of the cage holds it.
3. m.add(m.sum(d * y[i, d] for i in cells for d in digits) == total, f"sum {cells}"); for each d: m.add(m.sum(y[i, d]
   for i in cells) <= 1, f"{d} in {cells}").

## forgotten-difference: Find what a model accepts when a constraint is forgotten

1. Solve the puzzle without the all-different of its cages: it has more than one solution.
2. The function `forgetting(puzzle, cages)` of this lesson makes the puzzle in which the digits of these cages may
   repeat, and `solutions` finds its solutions. Leave out the true one.
3. found = {grid.line() for grid in solutions(forgetting(forgetful, forgetful.board.rules))}; take from it a line that
   is not in {grid.line() for grid in solutions(forgetful)}.

## lost-grid: Find what is lost

1. The model loses the grids that satisfy the line and not the rows. Which pairs of digits are too far apart for M = 4?
2. Put numbers into the rows: with up = 1, the second row is a - b >= 2 - M, so b is at most a + 2. Or let the computer
   compare: `meant_and_modelled(Whisper(...))` returns two sets of grids.
3. meant, modelled = meant_and_modelled(Whisper("r1c1 r2c3 r3c2")); every element of meant - modelled will do.

## own-rule: A variant of your own

1. Choose a rule that you can say in one sentence about a few digits; first write `holds`.
2. `define` gets the model and `cells`: cells.value(i) is the digit of cell i as an expression, cells.holds(i, d) the
   binary for 'cell i holds d'. Try your rule on the 288 grids with `meant_and_modelled` of this lesson.
3. For two cells whose digits are neighbours: holds returns abs(a - b) == 1; define adds m.table([cells.value(i) for i
   in self.cells], the allowed pairs, self.label("pair")).
"""

import re
from collections.abc import Callable
from functools import cache, partial
from itertools import combinations, pairwise, product
from random import Random
from typing import Any

from sudoku_models.course.answers import as_python, call_unchanged, must_be_unchanged, must_fit
from sudoku_models.course.exams import Asked, braces, question
from sudoku_models.course.exercise import Function, Right, Wrong
from sudoku_models.course.models import formulation
from sudoku_models.errors import InputError, SudokuModelsError
from sudoku_models.formulations.registry import find
from sudoku_models.formulations.rules import add_rules
from sudoku_models.models.validation import first_counterexample, short
from sudoku_models.puzzles.board import Board
from sudoku_models.puzzles.known_solutions import known_puzzles
from sudoku_models.puzzles.puzzle import Grid, Puzzle
from sudoku_models.puzzles.rules import CellRule, KillerCage, Rule, coordinates
from sudoku_models.puzzles.rules.rule import checked_cells
from sudoku_models.puzzles.units import Cell

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


def unique(puzzle: Puzzle, digits: str) -> Truth:
    """A puzzle whose one solution has these digits."""
    return puzzle, frozenset({Grid(puzzle.board, tuple(map(int, digits)))})


def ruled(formulation: str, m: Any, puzzle: Puzzle) -> Any:
    """The variables of a formulation, and the rules of the puzzle."""
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
        unique(caged(), ANSWER),
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


def _grid(answer: Any, board: Board) -> Grid:
    """The grid that is meant by a grid, a text or a nested list of its digits."""
    digits = answer.values if isinstance(answer, Grid) else re.findall(r"\d", repr(as_python(answer)))
    try:
        return Grid(board, tuple(map(int, digits)))
    except SudokuModelsError as error:
        size = f"{board.size}x{board.size}"
        raise Wrong(f"the answer must be a grid of {size} digits, such as answer.grid: {error}") from None


def forgotten_difference(answer: Any) -> Right:
    """A second grid with all sums, whose cages have a digit twice; no solver is called."""
    puzzle, (_, truth) = caged(), killers()[-1]
    grid = _grid(answer, puzzle.board)
    if violations := (loose := caged(different=False)).violations(Grid(loose.board, grid.values)):
        raise Wrong(f"the model with forgotten differences forbids this grid too: {violations[0]}", puzzle, grid)
    if grid in truth:
        raise Wrong("this is the solution of the puzzle; the forgetful model accepts other grids too", puzzle, grid)
    return Right(f"rows, columns, boxes and sums are right, and yet {puzzle.violations(grid)[0]}", puzzle, grid)


# -- solutions that are lost -------------------------------------------------------------------------------------------

WHISPER: tuple[Cell, ...] = ((1, 1), (2, 3), (3, 2))
BIG_M = 4
"""Too small: rows on digits from 1 to 4 that differ by at least 2 need 5."""


def is_whisper(a: int, b: int) -> bool:
    """Whether two digits differ by at least 2."""
    return abs(a - b) >= 2


def by_big_m(a: int, b: int) -> bool:
    """Whether the rows of the exercise accept the digits, with one of the two values of the binary.

    >>> by_big_m(1, 3), by_big_m(1, 4), by_big_m(2, 3)
    (True, False, False)
    """
    return any(b - a >= 2 - BIG_M * (1 - up) and a - b >= 2 - BIG_M * up for up in (0, 1))


def lost_grid(answer: Any) -> Right:
    """A grid that satisfies the whisper line, and for which the big-M rows have no value of a binary."""
    puzzle = blank(Board.of_size(4))
    grid = _grid(answer, puzzle.board)
    if violations := puzzle.violations(grid):
        raise Wrong(f"this is no grid of a 4x4 board: {violations[0]}", puzzle, grid)
    steps = [(i, j, grid[i], grid[j]) for i, j in pairwise(WHISPER)]
    for i, j, a, b in steps:
        if not is_whisper(a, b):
            where = f"{coordinates(i)} and {coordinates(j)} hold {a} and {b}"
            raise Wrong(f"the line does not allow this grid: {where}, which differ by less than 2", puzzle, grid)
    for i, j, a, b in steps:
        if not by_big_m(a, b):
            where = f"{coordinates(i)} and {coordinates(j)} hold {a} and {b}"
            why = "the row that shall demand nothing demands that they differ by at most 2"
            return Right(f"the line allows it and the model does not: {where}, and {why}", puzzle, grid)
    raise Wrong("the model has this grid too: with these digits all its rows can be satisfied", puzzle, grid)


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
        if found := first_counterexample(partial(ruled, name), [known]):
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


# -- examination -------------------------------------------------------------------------------------------------------


@question(1, 1, 2)
def cages(rng: Random) -> Asked:
    cells, total = rng.choice((2, 3)), 0
    while not (found := [each for each in combinations(range(1, 10), cells) if sum(each) == total]) or len(found) > 4:
        total = rng.randint(cells * (cells + 1) // 2, cells * (19 - cells) // 2)
    always = set.intersection(*map(set, found))
    return Asked(
        f"A killer cage of {cells} cells adds up to {total}, with different digits 1 to 9. Which sets of digits are possible, and "
        "which digits must occur? How many fillings of the cells, in order, have this sum and a repeated digit?",
        f"**{', '.join(map(braces, found))}**; certain: {braces(always) if always else 'none'}. With a repeated digit: "
        f"**{sum(sum(each) == total and len(set(each)) < cells for each in product(range(1, 10), repeat=cells))}** fillings.",
        {frozenset(each) for each in found},
    )
