"""Lesson 5, count and prove: statuses, cuts, a loop with limits, a comparison, and a hidden error."""

import time
from collections import Counter
from functools import cache
from itertools import combinations
from typing import Any

from ...formulations import BUILT_IN
from ...models.comparison import Comparison
from ...models.satisfaction import broken
from ...models.sudoku_model import SudokuModel, build
from ...models.validation import UserModel, argument_count, first_counterexample, short
from ...puzzles.cell_names import listed
from ...puzzles.known_solutions import known_puzzles
from ...puzzles.puzzle import Grid, Puzzle
from ...solvers import entry
from ..answers import as_python, must_fit, same
from ..exercise import Function, Right, Wrong
from ..judges import verdicts
from ..models import all_solutions, must_be_right, watched_solves
from ..optima import optimum_at

# -- the loop ----------------------------------------------------------------------------------------------------------

LATE = 0.3
"""Seconds after the time limit from which on a further solve is an error; a solver may need a little longer."""

NOTHING = "nothing stops this count before the proof"
ENOUGH = "the last solve proves that there are no more, before any limit is reached"
LIMITED = "there may be more than the limit"
GAVE_UP = "here model.solve answered 'unknown', and that is no proof"
Count = tuple[int, str]


def count_loop(answer: Function) -> str:
    """The loop with limits: exact only with a proof, and a value with every status."""
    once, none = (puzzle for puzzle, _ in known_puzzles()[:2])
    several = Puzzle.parse("12.. ..1. 3... ....", name="a 4x4 with 3 solutions")
    many = Puzzle.parse("1... .2.. .... ....", name="a 4x4 with 24 solutions")
    cases: list[tuple[Puzzle, int | None, float | None, list[Count], str]] = [
        (once, None, None, [(1, "exact")], NOTHING),
        (none, None, None, [(0, "exact")], NOTHING),
        (several, None, None, [(3, "exact")], NOTHING),
        (once, 3, None, [(1, "exact")], ENOUGH),
        (once, None, 60.0, [(1, "exact")], ENOUGH),
        (none, 3, None, [(0, "exact")], "infeasible is a proof that there is none, whatever the limit"),
        (many, None, None, [(24, "exact")], NOTHING),  # more than a limit that a learner might put in place of none
        (several, 1, None, [(1, "at least")], LIMITED),
        (several, 4, 60.0, [(3, "exact")], ENOUGH),
        (several, 2, None, [(2, "at least")], LIMITED),
        (several, 3, None, [(3, "at least"), (3, "exact")], "there are exactly as many as the limit"),
        (several, None, 1e-9, [(0, "unknown")], "no solver can answer in that time"),
    ]
    for case in cases:
        _must_be(answer, *case)
    _must_be(answer, several, None, 60.0, [(0, "unknown")], GAVE_UP, gives_up_after=0)
    _must_be(answer, several, None, 60.0, [(2, "at least")], GAVE_UP, gives_up_after=2)
    empty = Puzzle(known_puzzles()[-1][0].board, (0,) * 81, "the empty 9x9 board")
    found, status = _counted(answer, empty, None, LATE)
    if status != ("at least" if found else "unknown"):
        raise Wrong(f"on {empty.name}, with time_limit={LATE}, your function says {short((found, status))}")
    return "exact with a proof only, 'at least' when a limit stopped the count, and 'unknown' when nothing was found"


def _must_be(
    answer: Any,
    puzzle: Puzzle,
    limit: int | None,
    total: float | None,
    right: list[Count],
    why: str,
    gives_up_after: int | None = None,
) -> None:
    """Refuse another count than one of these."""
    found, status = _counted(answer, puzzle, limit, total, gives_up_after)
    if not any(same((found, status), each) for each in right):
        on = f"on {puzzle.name}, with limit={limit} and time_limit={total}"
        says = f"your function says {short((found, status))}; it should say {' or '.join(map(str, right))}"
        raise Wrong(f"{on}, {says}: {why}", puzzle)


def _counted(
    answer: Any, puzzle: Puzzle, limit: int | None, total: float | None, gives_up_after: int | None = None
) -> tuple[Any, Any]:
    begun = time.monotonic()
    known = all_solutions(puzzle) if len(puzzle.board.cells) == 16 else None

    def objection(answers: list[Any], time_limit: float | None) -> str:
        if total is not None and time_limit is None:
            return "your function calls model.solve without a time limit, so one long solve could take any time"
        if total is not None and answers and (time_limit or 0) >= total:
            return f"your function gives each solve {total} s, which is for the whole count; pass what is left of it"
        if total is not None and (late := time.monotonic() - begun - total) > LATE:
            return f"your function calls model.solve {late:.1f} s after the end of the time for the whole count"
        if known is None or len(answers) < 2 * len(known) + 4:
            return ""
        grids = {each.grid for each in answers if each.grid is not None}
        what = f"found {len(grids)} different grids; exclude each grid from the model that is solved next"
        if answers[-1].grid is None:
            what = f"was answered {str(answers[-1].status)!r}, and still goes on"
        return f"on {puzzle.name} your loop has solved {len(answers)} times and {what}"

    with watched_solves(puzzle, objection, gives_up_after) as answers:
        returned = as_python(answer(puzzle, limit, total))
    must_fit(returned, (float, str), "the function must return a pair such as (1, 'exact')")
    if not answers and total is None:
        raise Wrong("your function never calls model.solve: write the loop with model.solve and model.exclude")
    return returned[0], returned[1]


# -- cuts --------------------------------------------------------------------------------------------------------------


def state_a_cut(answer: Function) -> str:
    """A cut for k cells must leave exactly the solutions that differ in k cells or more."""
    for puzzle, grids, distances in _cases_of_cuts():
        for k in distances:
            model = build(puzzle, "assignment", "pulp")
            before = len(model.m.constraints())
            answer(model.m, model.variables, grids[0], k)
            if len(model.m.constraints()) == before:
                raise Wrong("your function has added no constraint to the model; add it with m.add(..., 'a name')")
            for other in grids:
                apart = sum(a != b for a, b in zip(grids[0].values, other.values, strict=True))
                if (left := _allows(model, other)) != (apart >= k):
                    does = "still allows" if left else "also forbids"
                    which = f"this solution, which differs in {apart} cells" if apart else "the very grid to exclude"
                    raise Wrong(f"on a {puzzle.board}, with k={k}, your cut {does} {which}", puzzle, other)
    return (
        "on boards of 4x4 and 6x6 your cut leaves exactly the solutions that differ in k cells or more, for several k"
    )


@cache
def _cases_of_cuts() -> tuple[tuple[Puzzle, list[Grid], tuple[int, ...]], ...]:
    """Puzzles with solutions, the first of which is excluded, and numbers of cells."""
    (several, eighteen), (empty, every) = known_puzzles()[2:4]
    larger, (solution,) = known_puzzles()[4]
    board = larger.board
    renamings = [{a: b, b: a} for a, b in combinations(board.digits, 2)] + [{d: d % 6 + 1 for d in board.digits}]
    renamed = [Grid(board, tuple(names.get(d, d) for d in solution.values)) for names in renamings]
    return (
        (several, sorted(eighteen, key=Grid.line), (1, 4, 6)),
        (empty, sorted(every, key=Grid.line, reverse=True), (4, 9)),
        (Puzzle(board, (0,) * 36, "the empty 6x6"), [solution, *renamed], (1, 12, 13)),
    )


def _allows(model: SudokuModel, grid: Grid) -> bool:
    """Whether a model over y[cell, digit], perhaps with auxiliary variables, has this solution."""
    ones = {model.m.column(model.variables[i, grid[i]]) for i in grid.board.cells}
    if broken(model.m, [int(k in ones) for k in range(len(model.variables))]):
        return False
    has_more = len(model.m.variables) > len(model.variables)
    return not has_more or optimum_at(UserModel(model.m, model.puzzle, dict(model.variables)), grid) is not None


# -- a comparison ------------------------------------------------------------------------------------------------------


def compare_your_own(formulation: Any, comparison: Any) -> str:
    """A correct formulation, registered, and compared with a built-in one on two solvers."""
    must_fit(comparison, Comparison, "the second answer must be what sm.compare returns")
    must_be_right(formulation)
    if argument_count(formulation) != 2:
        raise Wrong("sm.compare takes formulations with the verbs, which are functions of (m, puzzle)")
    compared = {row.formulation for row in comparison.rows}
    if compared <= set(BUILT_IN):
        raise Wrong(f"only built-in formulations were compared: {listed(sorted(compared))}; register and name yours")
    if not compared & set(BUILT_IN):
        raise Wrong("no built-in formulation was compared with yours; name one of them too")
    if len({row.solver for row in comparison.rows}) < 2:
        raise Wrong("only one solver took part; this comparison needs at least two")
    if not comparison.agree:
        raise Wrong(comparison.verdict)
    empty = known_puzzles()[3][0]
    mine = _statement(SudokuModel(empty, "yours", "pulp", None, formulation))
    if alike := [name for name in BUILT_IN if _statement(build(empty, name, "pulp")) == mine]:
        raise Wrong(f"your function states the same model as the built-in formulation {alike[0]}; write another one")
    for row in comparison.rows:
        if row.formulation not in BUILT_IN and row.count and not _counts_clauses(row.solver):
            model = SudokuModel(comparison.puzzle, "yours", row.backend, None, formulation)
            if row.count.stats.rewrite:
                model = model.rewritten(row.count.stats.rewrite)
            sizes = len(model.m.variables), len(model.m.constraints())
            if sizes != (row.count.stats.variables, row.count.stats.constraints):
                other = f"another function was compared under the name {row.formulation!r}"
                makes = f"your function makes {sizes[0]} variables and {sizes[1]} constraints on this puzzle"
                raise Wrong(f"{makes}, and {other}; register the function again, and compare it again")
    return f"your formulation is right on all known puzzles, and in the comparison: {comparison.verdict}"


def _counts_clauses(solver: str) -> bool:
    known = entry(solver)
    return known is not None and known.paradigm == "SAT"


def _statement(model: SudokuModel) -> tuple[int, Counter[str]]:
    """The number of variables, and the constraints without their names."""
    rules = [*model.m.read(model.m.constraints()), *(each for _, each in model.m.logic())]
    return len(model.m.variables), Counter(repr(each).replace(repr(each.label), "") for each in rules)


# -- proofs and faults -------------------------------------------------------------------------------------------------

which_is_a_proof = verdicts(
    {
        "a": (True, "infeasible is a proof: with three cuts it says that there is no fourth solution"),
        "b": (False, "'Not Solved' says that the solver gave up; there may be a fourth solution"),
        "c": (False, "PuLP says 'Optimal' when HiGHS has any solution at the time limit; look at sol_status"),
        "d": (False, "three solvers that find the same grid show that it is a solution; none has looked for another"),
        "e": (True, "two different grids, each checked, are all the proof that is needed: the solution is not unique"),
        "f": (False, "with limit=1 the count stopped at the first solution, and did not look for a second"),
        "g": (True, "a grid that breaks no rule is a solution, however it was found"),
    },
    "all seven are right: infeasible and a checked grid are proofs, a limit never is",
)


def hide_a_fault(answer: Any) -> Right:
    """Correct on every puzzle with one solution, and wrong on another."""
    proper = [(puzzle, grids) for puzzle, grids in known_puzzles() if len(grids) == 1]
    if shown := first_counterexample(answer, proper):
        hides = f"the fault does not hide, for this puzzle has one solution: {shown.sentence}"
        raise Wrong(hides, shown.puzzle, shown.grid)
    shown = first_counterexample(answer)
    if shown is None:
        what = "nothing is broken, or what you left out follows from the rest, or no puzzle that was tried shows it"
        raise Wrong(f"your model is right on all known puzzles: {what}")
    why = "This is why a model is tested on puzzles with several solutions, and with none"
    right = f"right on {len(proper)} puzzles with one solution, and yet: {shown.sentence}. {why}"
    return Right(right, shown.puzzle, shown.grid)
