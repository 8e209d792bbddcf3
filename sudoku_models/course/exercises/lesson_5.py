"""Lesson 5, count and prove: statuses, cuts, a loop with limits, a comparison, and a hidden error."""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np

from ...models.comparison import Comparison, ComparisonRow
from ...models.satisfaction import broken
from ...models.sudoku_model import SudokuModel, build
from ...models.validation import short
from ...puzzles.known_solutions import known_puzzles
from ...puzzles.puzzle import Grid, Puzzle
from ...solvers import Status
from ..exercise import Right, Wrong
from ..judges import argument_count, as_python, first_counterexample, must_be_callable, must_be_right
from ..watching import watched_solves, with_limits


def count_loop(answer: Any) -> str:
    """The loop with limits: exact only with a proof, and a value with every status."""
    must_be_callable(answer, "puzzle, limit, time_limit")
    for puzzle, grids in known_puzzles()[:3]:
        _must_be(answer, puzzle, (None, None), {(len(grids), "exact")}, "nothing stops this count before the proof")
    once, none = known_puzzles()[0][0], known_puzzles()[1][0]
    enough = "the last solve proves that there are no more, before any limit is reached"
    _must_be(answer, once, (3, None), {(1, "exact")}, enough)
    _must_be(answer, once, (None, 60.0), {(1, "exact")}, enough)
    _must_be(answer, none, (3, None), {(0, "exact")}, "infeasible is a proof that there is none, whatever the limit")
    _must_be(answer, MANY, (None, None), {(24, "exact")}, "nothing stops this count before the proof")
    several, eighteen = known_puzzles()[2]
    most = len(eighteen)
    _must_be(answer, several, (1, None), {(1, "at least")}, "there may be more than the limit")
    _must_be(answer, several, (most + 1, 60.0), {(most, "exact")}, enough)
    _must_be(answer, several, (5, None), {(5, "at least")}, "there may be more than the limit")
    right = {(most, "at least"), (most, "exact")}  # one more solve gives the proof
    _must_be(answer, several, (most, None), right, "there are exactly as many as the limit")
    _must_be(answer, several, (None, 1e-9), {(0, "unknown")}, "no solver can answer in that time")
    gave_up = "here model.solve answered 'unknown', and that is no proof"
    _must_be(answer, several, (None, 60.0), {(0, "unknown")}, gave_up, gives_up_after=0)
    _must_be(answer, several, (None, 60.0), {(2, "at least")}, gave_up, gives_up_after=2)
    empty = Puzzle(known_puzzles()[-1][0].board, (0,) * 81, "the empty 9x9 board")
    value, status = _called(answer, empty, None, SECONDS)
    if status != ("at least" if value else "unknown"):
        raise Wrong(
            f"on {empty.name}, with time_limit={SECONDS}, your function says {short(status)} after {value} solutions"
        )
    return "exact with a proof only, 'at least' when a limit stopped the count, and 'unknown' when nothing was found"


MANY = Puzzle.parse("1... .2.. .... ....", name="a 4x4 with 24 solutions")
"""More solutions than a limit that a learner might put in the place of none."""

SECONDS = 0.3
"""The time limit of the count that cannot end."""


def _called(
    answer: Any, puzzle: Puzzle, limit: int | None, time_limit: float | None, gives_up_after: int | None = None
) -> tuple[Any, Any]:
    with watched_solves(puzzle, limit, time_limit, gives_up_after) as calls:
        returned = as_python(answer(puzzle, limit, time_limit))
    if not (isinstance(returned, tuple | list) and len(returned) == 2):
        raise Wrong(f"the function must return a pair such as (1, 'exact'), not {short(returned)}")
    if not calls and time_limit is None:
        raise Wrong("your function never calls model.solve: write the loop with model.solve and model.exclude")
    return returned[0], returned[1]


def _must_be(
    answer: Any,
    puzzle: Puzzle,
    limits: tuple[int | None, float | None],
    right: set[tuple[int, str]],
    why: str,
    gives_up_after: int | None = None,
) -> None:
    returned = _called(answer, puzzle, *limits, gives_up_after)
    if not any(returned == each and not isinstance(returned[0], bool) for each in right):
        expected = " or ".join(map(str, sorted(right)))
        on = f"on {puzzle.name}{with_limits(*limits)}"
        raise Wrong(f"{on}, your function says {short(returned)}; it should say {expected}: {why}", puzzle)


def state_a_cut(answer: Any) -> str:
    """A cut for k cells must leave exactly the solutions that differ in k cells or more."""
    must_be_callable(answer, "m, y, grid, k")
    for puzzle, grids, distances in _cases_of_cuts():
        grid = grids[0]
        for k in distances:
            model = build(puzzle, "assignment", "pulp")
            before = len(model.m.constraints())
            answer(model.m, model.variables, grid, k)
            if len(model.m.constraints()) == before:
                raise Wrong("your function has added no constraint to the model; add it with m.add(..., 'a name')")
            for other in grids:
                apart = sum(a != b for a, b in zip(grid.values, other.values, strict=True))
                if (left := _is_left(model, other)) != (apart >= k):
                    does = "still allows" if left else "also forbids"
                    which = f"this solution, which differs in {apart} cells" if apart else "the very grid to exclude"
                    on = f"on a {puzzle.board}, with k={k}, your cut {does} {which}"
                    raise Wrong(on, puzzle, other)
    return (
        "on boards of 4x4 and 6x6 your cut leaves exactly the solutions that differ in k cells or more, for several k"
    )


@cache
def _cases_of_cuts() -> tuple[tuple[Puzzle, list[Grid], tuple[int, ...]], ...]:
    """Puzzles with solutions, the first of which is excluded, and numbers of cells."""
    (several, eighteen), (empty, every) = known_puzzles()[2:4]
    larger, (solution,) = known_puzzles()[4]
    blank = Puzzle(larger.board, (0,) * len(larger.board.cells), "the empty 6x6")
    digits = larger.board.digits
    renamed = [
        Grid(larger.board, tuple({a: b, b: a}.get(d, d) for d in solution.values)) for a, b in combinations(digits, 2)
    ]
    turned = Grid(larger.board, tuple(d % len(digits) + 1 for d in solution.values))
    return (
        (several, sorted(eighteen, key=Grid.line), (1, 4, 6)),
        (empty, sorted(every, key=Grid.line, reverse=True), (4, 9)),
        (blank, [solution, *renamed, turned], (1, 12, 13)),
    )


def _is_left(model: SudokuModel, grid: Grid) -> bool:
    """Whether a model over y[cell, digit], perhaps with auxiliary variables, has this solution."""
    m = model.m
    values = np.zeros(len(model.variables))
    for i in grid.board.cells:
        values[m.column(model.variables[i, grid[i]])] = 1
    if broken(m, values):
        return False
    if len(m.variables) == len(model.variables):
        return True
    for x in model.variables.values():
        m.fix(x, int(values[m.column(x)]))
    status = model.solve("highs", time_limit=5).status
    m.free()
    for i, d in model.puzzle.givens.items():
        m.fix(model.variables[i, d], 1)
    return status is not Status.INFEASIBLE


BUILT_IN = ("pairwise", "assignment", "assignment_reduced", "all_different", "mixed")


def compare_your_own(formulation: Any, comparison: Any) -> str:
    """A correct formulation, registered, and compared with a built-in one on two solvers."""
    if not isinstance(comparison, Comparison):
        raise Wrong("the second answer must be what sm.compare returns")
    must_be_right(formulation)
    if argument_count(formulation) != 2:
        raise Wrong(
            "sm.compare takes formulations with the verbs, functions of (m, puzzle); yours takes the puzzle alone"
        )
    own = _own(comparison)
    _must_be_new(formulation)
    rows = [row for row in comparison.rows if row.formulation in own and row.count]
    for row in sorted(rows, key=_has_rewrite)[:1]:
        _must_be_compared(formulation, row, comparison.puzzle)
    return f"your formulation is right on all known puzzles, and in the comparison: {comparison.verdict}"


def _own(comparison: Comparison) -> set[str]:
    """The names of the formulations in a comparison that are not built in."""
    compared = {row.formulation for row in comparison.rows}
    own = compared.difference(BUILT_IN)
    if not own:
        raise Wrong(
            f"only built-in formulations were compared: {', '.join(sorted(compared))}; register yours, and name it too"
        )
    if compared == own:
        raise Wrong("no built-in formulation was compared with yours; name one of them too")
    if len({row.solver for row in comparison.rows}) < 2:
        raise Wrong("only one solver took part; this comparison needs at least two")
    if not comparison.agree:
        raise Wrong(comparison.verdict)
    return own


def _must_be_new(formulation: Any) -> None:
    """On the empty 4x4 board its statement must differ from that of each built-in formulation."""
    empty, _ = known_puzzles()[3]
    mine = _statement(SudokuModel(empty, "yours", "pulp", None, formulation))
    if same := next((name for name in BUILT_IN if _statement(build(empty, name, "pulp")) == mine), ""):
        raise Wrong(f"your function states the same model as the built-in formulation {same}; write another one")


def _must_be_compared(formulation: Any, row: ComparisonRow, puzzle: Puzzle) -> None:
    """The function must make a model of the size that the row has."""
    assert row.count is not None
    variables, rules = _size(row, formulation, puzzle)
    stats = row.count.stats
    if (variables, rules) != (stats.variables, stats.constraints):
        raise Wrong(
            f"with {row.solver} your function makes {variables} variables and {rules} constraints on this puzzle, and "
            f"{row.formulation} in the comparison has {stats.variables} variables and {stats.constraints} constraints; "
            "register the function again, and compare it again"
        )


def _statement(model: SudokuModel) -> tuple[int, Counter[str]]:
    """The number of variables, and the constraints without their names."""
    rules = [*model.m.read(model.m.constraints()), *(each for _, each in model.m.logic())]
    return len(model.m.variables), Counter(repr(each).replace(repr(each.label), "") for each in rules)


def _has_rewrite(row: ComparisonRow) -> bool:
    return bool(row.count and row.count.stats.rewrite)


def _size(row: ComparisonRow, formulation: Any, puzzle: Puzzle) -> tuple[int, int]:
    """The variables and constraints of a function in the configuration of a row."""
    model = SudokuModel(puzzle, "yours", row.backend, None, formulation)
    if _has_rewrite(row):
        stats = model.solve(row.solver, time_limit=2).stats
        return stats.variables, stats.constraints
    return len(model.m.variables), len(model.m.constraints())


PROOFS = {
    "a": (True, "infeasible is a proof: with three cuts it says that there is no fourth solution"),
    "b": (False, "'Not Solved' says that the solver gave up; there may be a fourth solution"),
    "c": (False, "PuLP says 'Optimal' when HiGHS has any solution at the time limit; look at sol_status"),
    "d": (False, "three solvers that find the same grid show that it is a solution; none has looked for another"),
    "e": (True, "two different grids, each checked, are all the proof that is needed: the solution is not unique"),
    "f": (False, "with limit=1 the count stopped at the first solution, and did not look for a second"),
    "g": (True, "a grid that breaks no rule is a solution, however it was found"),
}
"""Letter -> whether it is a proof, and why."""


def which_is_a_proof(answer: Any) -> str:
    """All letters, each with True or False."""
    if not isinstance(answer, Mapping) or answer.keys() != PROOFS.keys():
        raise Wrong("the answer must be a dict with the letters a to g, and True or False for each")
    for letter, (proved, why) in PROOFS.items():
        if not isinstance(answer[letter], bool):
            raise Wrong(f"the answer for {letter} must be True or False, not {short(answer[letter])}")
        if answer[letter] != proved:
            raise Wrong(f"look at {letter} again: {why}")
    return "all seven are right: infeasible and a checked grid are proofs, a limit never is"


def hide_a_fault(answer: Any) -> Right:
    """Correct on every puzzle with one solution, and wrong on another."""
    proper = [(puzzle, grids) for puzzle, grids in known_puzzles() if len(grids) == 1]
    if shown := first_counterexample(answer, proper):
        raise Wrong(
            f"the fault does not hide, for this puzzle has one solution: {shown.sentence}", shown.puzzle, shown.grid
        )
    shown = first_counterexample(answer)
    if shown is None:
        raise Wrong(
            "your model is right on all known puzzles: nothing is broken, or what you left out follows from the "
            "rest, or no puzzle that was tried shows it"
        )
    return Right(
        f"right on {len(proper)} puzzles with one solution, and yet: {shown.sentence}. This is why a model is tested "
        "on puzzles with several solutions, and with none",
        shown.puzzle,
        shown.grid,
    )
