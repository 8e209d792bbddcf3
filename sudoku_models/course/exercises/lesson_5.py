"""Lesson 5, count and prove: statuses, cuts, a loop with limits, a comparison, and a hidden error."""

import time
from itertools import islice
from typing import Any

from ...models.comparison import Comparison
from ...models.sudoku_model import build
from ...puzzles.known_solutions import known_puzzles
from ...puzzles.puzzle import Grid, Puzzle
from ..exercise import Right, Wrong, exercise
from ..judges import define, first_counterexample

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

BUILT_IN = ("pairwise", "assignment", "all_different", "mixed")


@exercise("which-is-a-proof", lesson=5, title="Which of these is a proof?")
def which_is_a_proof(answer: Any) -> str:
    """All letters, each with True or False."""
    if not isinstance(answer, dict) or answer.keys() != PROOFS.keys():
        raise Wrong("the answer must be a dict with the letters a to g, and True or False for each")
    for letter, (proved, why) in PROOFS.items():
        if not isinstance(answer[letter], bool):
            raise Wrong(f"the answer for {letter} must be True or False, not {answer[letter]!r}")
        if answer[letter] != proved:
            raise Wrong(f"look at {letter} again: {why}")
    return "all seven are right: infeasible and a checked grid are proofs, a limit never is"


@exercise("state-a-cut", lesson=5, title="State the cut")
def state_a_cut(answer: Any) -> str:
    """A cut for k cells must leave exactly the solutions that differ in k cells or more."""
    puzzle, grids = known_puzzles()[2]
    grid = min(grids, key=Grid.line)
    for k in (1, 4, 6):
        model = build(puzzle, "assignment", "pulp")
        before = len(model.m.constraints())
        answer(model.m, model.variables, grid, k)
        if len(model.m.constraints()) == before:
            raise Wrong("your function has added no constraint to the model; add it with m.add(..., 'a name')")
        left = set(islice(model.solutions(), len(grids) + 1))
        asked = {other for other in grids if _distance(grid, other) >= k}
        if allowed := sorted(left - asked, key=Grid.line):
            apart = _distance(grid, allowed[0])
            which = "the very grid that it should exclude" if not apart else f"this one, which differs in {apart} cells"
            raise Wrong(f"with k={k} your cut still allows {which}", puzzle, allowed[0])
        if forbidden := sorted(asked - left, key=Grid.line):
            apart = _distance(grid, forbidden[0])
            raise Wrong(
                f"with k={k} your cut forbids this solution too, which differs in {apart} cells", puzzle, forbidden[0]
            )
    return f"with k = 1, 4 and 6 your cut leaves exactly those of {len(grids)} solutions that differ in k cells or more"


def _distance(one: Grid, other: Grid) -> int:
    return sum(a != b for a, b in zip(one.values, other.values, strict=True))


@exercise("count-loop", lesson=5, title="Count, and say what the count is worth", time_limit=60)
def count_loop(answer: Any) -> str:
    """The loop with limits: exact only with a proof, and a value with every status."""
    for puzzle, grids in known_puzzles()[:3]:
        _must_be(answer, puzzle, (None, None), {(len(grids), "exact")}, "and nothing stopped the count")
    several, eighteen = known_puzzles()[2]
    most = len(eighteen)
    _must_be(answer, several, (5, None), {(5, "at least")}, "there may be more than the limit")
    right = {(most, "at least"), (most, "exact")}  # one more solve gives the proof
    _must_be(answer, several, (most, None), right, "there are exactly as many as the limit")
    _must_be(answer, several, (None, 1e-9), {(0, "unknown")}, "no solver can answer in that time")
    empty = Puzzle(known_puzzles()[-1][0].board, (0,) * 81, "the empty 9x9 board")
    start = time.monotonic()
    value, status = _called(answer, empty, None, 1.0)
    if (took := time.monotonic() - start) > 15:
        raise Wrong(f"with time_limit=1 your function took {took:.0f} seconds: the limit is for the whole count")
    if status != ("at least" if value else "unknown"):
        raise Wrong(f"on the empty 9x9 board, with time_limit=1, your function says {status!r} after {value} solutions")
    return "exact with a proof only, 'at least' when a limit stopped the count, and 'unknown' when nothing was found"


def _called(answer: Any, puzzle: Puzzle, limit: int | None, time_limit: float | None) -> tuple[Any, Any]:
    returned = answer(puzzle, limit=limit, time_limit=time_limit)
    if not (isinstance(returned, tuple) and len(returned) == 2):
        raise Wrong(f"the function must return a pair such as (1, 'exact'), not {returned!r}")
    return returned


def _must_be(
    answer: Any, puzzle: Puzzle, limits: tuple[int | None, float | None], right: set[tuple[int, str]], why: str
) -> None:
    returned = _called(answer, puzzle, *limits)
    if returned not in right:
        limit, time_limit = limits
        asked = ", ".join(
            f"{name}={value}" for name, value in (("limit", limit), ("time_limit", time_limit)) if value is not None
        )
        expected = " or ".join(map(str, sorted(right)))
        on = f"on {puzzle.name}{', with ' + asked if asked else ''}"
        raise Wrong(f"{on}, your function says {returned}; it should say {expected}: {why}", puzzle)


@exercise("compare-your-own", lesson=5, title="Compare a formulation of your own", time_limit=60)
def compare_your_own(formulation: Any, comparison: Any) -> str:
    """A correct formulation, registered, and compared with a built-in one on two solvers."""
    if not isinstance(comparison, Comparison):
        raise Wrong("the second answer must be what sm.compare returns")
    if example := first_counterexample(formulation):
        raise Wrong(example.sentence, example.puzzle, example.grid)
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
    size = len(define(formulation, comparison.puzzle).m.variables)
    rows = [row for row in comparison.rows if row.formulation in own and row.count and not row.count.stats.rewrite]
    if rows and all(row.count and row.count.stats.variables != size for row in rows):
        raise Wrong(
            f"your function defines {size} variables on this puzzle, and no formulation in the comparison has as many; "
            "register the function again, and compare it again"
        )
    return f"your formulation is right on all known puzzles, and in the comparison: {comparison.verdict}"


@exercise("hide-a-fault", lesson=5, title="Hide a fault", time_limit=60)
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
            "your model is right on all known puzzles: nothing is broken, or what you left out follows from the rest"
        )
    return Right(
        f"right on {len(proper)} puzzles with one solution, and yet: {shown.sentence}. This is why a model is tested "
        "on puzzles with several solutions, and with none",
        shown.puzzle,
        shown.grid,
    )
