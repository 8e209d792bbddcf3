"""Lesson 4, filter values: forward checking, a hidden Hall set, and a variant of Sudoku in CP-SAT's own interface.

## forward-checking: Write forward checking

1. Keep a list of the cells that have one value and have not been dealt with yet.
2. Copy the domains first, the sets too. Take a cell from the list and remove its value from every other cell; a cell
   that now has one value joins the list. Stop with None when a set is empty.
3. domains = {i: set(values) for i, values in domains.items()}; waiting = [i for i in domains if len(domains[i]) == 1];
   while waiting: fixed = waiting.pop(); then a loop over the other cells j with domains[j] -= domains[fixed].

## hide-from-bounds: Hide something from bounds consistency

1. Bounds consistency sees only the smallest and the largest value of a domain. What does it not see?
2. Give two cells the same two values, with a gap between them: together they lie within an interval of more than two
   values. A third cell must hold one of the two, but must not lose an end.
3. Take two cells with {low, high} and values between low and high that nobody else needs. The third cell gets low or
   high, some value in between, and perhaps one outside; check with propagate(..., 'bounds') and propagate(...,
   'domain').

## diagonal-whispers: Far apart on the diagonals, in CP-SAT

1. Each rule of the puzzle becomes a constraint of its own kind: domains, units, givens, diagonals. That two digits are far
   apart is a choice between two inequalities, so the values of their difference have a gap in the middle.
2. new_int_var(1, n, name) for each cell, add_all_different for each unit, add(x[i] == d) for each given. For k from 1 to
   n - 1, the cell (k, k) is followed by (k + 1, k + 1), and (k, n + 1 - k) by (k + 1, n - k). The difference of the two is
   at most -(n // 2), or at least n // 2.
3. far = cp_model.Domain.from_intervals([[1 - n, -(n // 2)], [n // 2, n - 1]]), and for each pair
   model.add_linear_expression_in_domain(x[i] - x[j], far). Or gap = model.new_int_var(n // 2, n - 1, name), and
   model.add_abs_equality(gap, x[i] - x[j]). Return model, x.
"""

import random
import re
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from functools import cache
from itertools import combinations, product
from random import Random
from typing import Any

from sudoku_models.backends import import_backend
from sudoku_models.course.answers import must_fit
from sudoku_models.course.exams import Asked, braces, question, values
from sudoku_models.course.exercise import Function, Right, Wrong
from sudoku_models.course.exercises.lesson_01 import consistent_values, ordered_variables
from sudoku_models.course.judges import function
from sudoku_models.course.models import formulation
from sudoku_models.course.usage import uses
from sudoku_models.errors import FormulationError
from sudoku_models.inference.filters import Domains
from sudoku_models.inference.propagation import propagate, steps
from sudoku_models.models.validation import UserModel
from sudoku_models.puzzles.board import Board
from sudoku_models.puzzles.cell_names import listed
from sudoku_models.puzzles.known_solutions import enumerate_by_backtracking
from sudoku_models.puzzles.puzzle import Grid, Puzzle
from sudoku_models.puzzles.rules import Whisper
from sudoku_models.puzzles.units import Unit


def checked_forward(domains: dict[Any, set[int]]) -> dict[Any, set[int]] | None:
    """Forward checking of one unit."""
    unit = Unit("the unit", tuple(domains))
    left = propagate([unit], {key: frozenset(values) for key, values in domains.items()}, "values")
    return None if left is None else {key: set(values) for key, values in left.items()}


def _units() -> list[tuple[dict[str, set[int]]]]:
    """A few chosen units, and random ones with a few fixed cells."""
    rng, units = random.Random(1994), []
    for _ in range(60):
        names = "abcdefg"[: rng.randint(2, 7)]
        units.append({name: set(rng.sample(range(1, 8), rng.choice([1, 2, 2, 3, 4]))) for name in names})
    short = {"c": {2, 3}, "b": {1, 2}, "a": {1}}  # so does a pass here, in the order of the cells
    chain = {f"c{k}": {k - 1, k} if k > 1 else {1} for k in range(17, 0, -1)}  # a pass fixes only one of its cells
    chosen = [
        {"a": {1}, "b": {1, 2}},
        {"a": {1}, "b": {1}},
        {"a": {1, 2}, "b": set()},
        short,
        {"a": {1, 2}, "b": {1, 2}, "c": {1, 2, 3}},
        {"a": {1, 2}, "b": {1, 2}, "c": {1, 2}},  # too few values, which forward checking does not see
        {"a": {1, 2}, "b": {1, 2}, "c": {1, 2}, "d": {3}},
        chain,
        {"a": {4}},
    ]
    return [(unit,) for unit in [*chosen, *units]]


def _objection(got: Any, want: dict[Any, set[int]] | None, domains: dict[Any, set[int]]) -> str:
    """The rule, and whether the answer draws right conclusions that forward checking does not draw."""
    rule = "a fixed value goes from every other cell, until nothing changes; None when a cell has no value left"
    frozen = {key: frozenset(values) for key, values in domains.items()}
    possible = propagate([Unit("the unit", tuple(domains))], frozen, "domain")
    if got is None and want is not None and possible is None:
        return f"you do more than forward checking, which does not see that no assignment is left: {rule}"
    if not isinstance(got, dict) or not isinstance(want, dict) or possible is None or got.keys() != want.keys():
        return rule
    if not all(isinstance(each, set | frozenset | list | tuple) for each in got.values()):
        return rule
    if all(possible[key] <= set(got[key]) <= want[key] for key in want):
        key = next(key for key in want if set(got[key]) != want[key])
        value = min(want[key] - set(got[key]))
        return (
            f"you do more than forward checking, which keeps {value} in {key!r} as no other cell is fixed at it: {rule}"
        )
    return rule


_agrees = function(
    checked_forward,
    _units,
    "your forward checking agrees with propagate on {n} units, 60 of them random",
    objection=_objection,
)


def forward_checking(answer: Function) -> str | Right:
    """A function that agrees with `propagate`, and does not call it."""
    praise = _agrees(answer)
    if uses(answer, propagate) or uses(answer, steps):
        raise Wrong(
            "what your function returns is right, but the package's propagation does the work: write it yourself"
        )
    return praise


SEEN = ({"a": {1, 3}, "b": {1, 3}, "c": {1, 2, 3, 4}}, {"a": {1, 3}, "b": {1, 3}, "d": {1, 3, 5}})
"""The example of the lesson: each of its other cells is enough beside a and b."""


def hide_from_bounds(answer: Any) -> str:
    """Any domains from which `bounds` removes nothing, but `domain` does."""
    if isinstance(answer, dict):
        answer = {key: list(values) if isinstance(values, range) else values for key, values in answer.items()}
    must_fit(answer, {object: [int]}, 'the answer must be a dict of sets of whole numbers, such as {"a": {1, 2}}')
    domains = {key: frozenset(map(int, values)) for key, values in answer.items()}
    if not 1 <= len(domains) <= 8 or not all(values and values <= set(range(1, 100)) for values in domains.values()):
        raise Wrong("take 1 to 8 cells, each with some of the values 1 to 99; a cell without a value cannot be filled")
    unit = [Unit("the unit", tuple(domains))]
    if found := _removed(unit, domains, "bounds"):
        raise Wrong(f"bounds consistency does remove something, {found}")
    if not (found := _removed(unit, domains, "domain")):
        begin = "Begin with a Hall set, and give another cell one of its values"
        raise Wrong(f"domain consistency removes nothing either: every value is in a solution of the unit. {begin}")
    if cells := _seen(domains):
        same = f"the domains of {listed(cells)} are those of cells of the lesson"
        raise Wrong(f"{same}, up to their names and to other numbers in the same or in the opposite order; find others")
    if propagate(unit, domains, "domain") is None:
        raise Wrong(f"the unit cannot be filled, {found}; give domains that can be filled")
    return _overlooked(domains)


def _overlooked(domains: Domains) -> str:
    """The smallest Hall set whose values other cells lose, and why bounds consistency does not notice it."""
    for size in range(1, len(domains)):
        for cells in combinations(domains, size):
            used = frozenset().union(*(domains[i] for i in cells))
            lost = {i: digits & used for i, digits in domains.items() if i not in cells and digits & used}
            if len(used) == size and lost:
                gone = "; ".join(f"{i} loses {listed(sorted(digits))}" for i, digits in lost.items())
                has_gap = max(used) - min(used) >= size
                why = "are not consecutive" if has_gap else "are not at an end of another domain"
                found = f"{listed(map(str, cells))} use up {listed(sorted(used))}, so {gone}"
                return f"{found}. Bounds consistency removes nothing: these values {why}"
    raise AssertionError("what domain consistency removes from a unit that can be filled is a value of a Hall set")


def _removed(unit: list[Unit], domains: Domains, strength: str) -> str:
    """The first removal of values, as the end of a sentence; empty when there is none."""
    for step in steps(unit, domains, strength):
        gone = "; ".join(f"{key} loses {listed(sorted(values))}" for key, values in step.removed.items())
        return f"because {step.reason.partition(': ')[2]}: {gone or 'a cell is left without a value'}"
    return ""


def _seen(domains: Domains) -> list[str]:
    """The cells with an example of the lesson, up to the names, and with other numbers in the same order or turned."""
    for seen in SEEN:
        shapes = (_shape(seen.values()), _shape([{-value for value in each} for each in seen.values()]))
        for cells in combinations(domains, len(seen)):
            if _shape(domains[i] for i in cells) in shapes:
                return [*map(str, cells)]
    return []


def _shape(cells: Iterable[AbstractSet[int]]) -> list[list[int]]:
    """Domains with their values numbered in order, without the names of the cells."""
    every = sorted(set().union(*(cells := list(cells))))
    return sorted(sorted(map(every.index, values)) for values in cells)


SIX = "35..6.462..1........................", "......2.14.3.5..61.................."
"""6x6 puzzles with givens, with boxes of two rows and of three."""
NINE = ".9.......7......3..3..........1..8...63...4....7.......2...........82..7...54..2."
NINE_SOLVED = "692317548718654932435829761254173896163298475987465213529736184341982657876541329"


@cache
def _with_whispers() -> tuple[tuple[Puzzle, frozenset[Grid]], ...]:
    """Puzzles in which neighbours on the two main diagonals differ by half the size; a test confirms the 9x9."""

    def puzzle(rows: int, columns: int, text: str, name: str) -> Puzzle:
        n = rows * columns
        lines = tuple((k, k) for k in range(1, n + 1)), tuple((k, n + 1 - k) for k in range(1, n + 1))
        rules = (Whisper(line, n // 2) for line in lines)
        return Puzzle.parse(text, Board.with_boxes(rows, columns).with_rules(*rules), name)

    small = [
        puzzle(2, 2, "." * 16, "the empty 4x4"),
        puzzle(2, 3, SIX[0], "a 6x6 with seven givens"),
        puzzle(3, 2, SIX[1], "a 6x6 with boxes of three rows"),
    ]
    large = puzzle(3, 3, NINE, "a 9x9 with 17 givens")
    solved = [(each, frozenset(enumerate_by_backtracking(each))) for each in small]
    return *solved, (large, frozenset({Grid(large.board, tuple(map(int, NINE_SOLVED)))}))


def _is_a_cp_model(user: UserModel) -> None:
    if user.m.name != "cpsat":
        raise Wrong("your model is right, but it is no CpModel: write it with cp_model, and return model, x")


_of_a_variant = formulation(
    _is_a_cp_model,
    "your CpModel accepts every solution and nothing else on four puzzles from 4x4 to 9x9",
    puzzles=_with_whispers,
)


def diagonal_whispers(answer: Function) -> Any:
    """A right model of the variant, in OR-Tools' own interface."""
    import_backend("cpsat")  # an error that says so where it is not installed
    try:
        return _of_a_variant(answer)
    except Wrong as wrong:
        grid = wrong.grid
        said = wrong.sentence if grid is None else WHISPER.sub(lambda _: _near(grid), wrong.sentence)
        raise Wrong(RULES.sub("", said), wrong.puzzle, wrong.grid, picture=wrong.picture) from None
    except FormulationError as error:
        raise Wrong(RULES.sub("", str(error))) from None


RULES = re.compile(r", whisper \d+ on [rc\d ]+ and whisper \d+ on [rc\d ]*\d")
"""The rules in the name of a board, which the learner has not called so."""
WHISPER = re.compile(r"the rule 'whisper [^']*' does not hold: its cells hold [\d ]*\d")


def _near(grid: Grid) -> str:
    """Two cells that follow one another on a diagonal, with digits that are too near to each other."""
    n = grid.board.size
    pairs = [((k, c), (k + 1, c + step)) for k in range(1, n) for c, step in ((k, 1), (n + 1 - k, -1))]
    i, j = next((i, j) for i, j in pairs if abs(grid[i] - grid[j]) < n // 2)
    return f"{i} and {j} follow one another on a diagonal, and hold {grid[i]} and {grid[j]}"


# -- examination -------------------------------------------------------------------------------------------------------


def _different(domains: dict[str, set[int]]) -> dict[str, set[int]]:
    """What is left of the domains of variables that are all different."""
    every = [each for each in product(*domains.values()) if len(set(each)) == len(each)]
    return {name: {each[k] for each in every} for k, name in enumerate(domains)}


@question(2, 4)
def hall_sets(rng: Random) -> Asked:
    while True:
        pair = set(rng.sample(range(1, 7), 2))
        domains = {name: pair | set() for name in "ab"}
        domains |= {name: set(rng.sample(range(1, 7), rng.randint(3, 4))) for name in "cde"}
        order = rng.sample(sorted(domains), 5)
        domains = {name: domains[other] for name, other in zip("abcde", order, strict=True)}
        left, first = (
            _different(domains),
            {name: each if each == pair else each - pair for name, each in domains.items()},
        )
        if all(left.values()) and left == first != domains:  # no second Hall set is needed
            break
    return Asked(
        f"Five variables are all different: {values(domains)}. Name a Hall set, and give the domains after filtering to "
        "domain consistency.",
        f"The two variables with the domain {braces(pair)} are a Hall set: no other variable can have these values. After "
        f"filtering, each remaining value occurs in some solution: **{values(left)}**.",
        left,
    )


@question(3, 3)
def bounds_or_domains(rng: Random) -> Asked:
    while True:
        k = rng.randint(2, 5)
        pair = {k, k + 2}
        domains = {"a": pair, "b": pair, "c": {k, k + 1, k + 2}, "d": set(rng.sample(range(1, 9), rng.randint(4, 5)))}
        full, loose = _different(domains), {name: set(range(min(d), max(d) + 1)) for name, d in domains.items()}
        while True:  # each bound must have a support among the values between the bounds
            kept = _different(loose)
            tight = {}
            for name, domain in domains.items():
                inside = [v for v in domain if v in kept[name]]
                tight[name] = set(range(min(inside), max(inside) + 1)) if inside else set()
            if tight == loose or not all(tight.values()):
                break
            loose = tight
        weak = {name: {v for v in domain if v in loose[name]} for name, domain in domains.items()}
        if all(full.values()) and all(weak.values()) and full != weak != domains:
            break
    return Asked(
        f"Four variables are all different: {values(domains)}. Which values remain after filtering to bounds consistency, "
        "which after filtering to domain consistency?",
        f"Bounds consistency looks only at the smallest and largest values, with everything between them allowed: "
        f"**{values(weak)}**. Domain consistency removes also what lies inside: **{values(full)}**.",
        (weak, full),
    )


@question(4)
def arc_consistency(rng: Random) -> Asked:
    while True:
        domains, less = ordered_variables(rng)
        solutions = consistent_values(domains, less)
        left = {name: {each[name] for each in solutions} for name in domains}
        if left != {name: set(each) for name, each in domains.items()}:
            break
    return Asked(
        f"Domains: {values({name: set(each) for name, each in domains.items()})}. Constraints: "
        f"{', '.join(f'{a} < {b}' for a, b in less)}. Propagate until nothing changes. What is left?",
        f"**{values(left)}**. (The constraints form a tree, so each value that is left is part of a solution.)",
        left,
    )


@question(4)
def bounds_of_a_sum(rng: Random) -> Asked:
    low = {name: rng.randint(0, 4) for name in "xyz"}
    high = {name: low[name] + rng.randint(2, 6) for name in "xyz"}
    total = sum(low.values()) + rng.randint(1, 3)
    every = [each for each in product(*(range(low[n], high[n] + 1) for n in "xyz")) if sum(each) == total]
    left = {name: (min(e[k] for e in every), max(e[k] for e in every)) for k, name in enumerate("xyz")}
    shown = ", ".join(f"{name} in {low[name]}..{high[name]}" for name in "xyz")
    return Asked(
        f"x + y + z = {total}, with {shown}. Which bounds has each variable after propagation?",
        "The most that a variable can be is the sum less the least of the others, and the other way round: **"
        + ", ".join(f"{name} in {a}..{b}" for name, (a, b) in left.items())
        + "**.",
        left,
    )
