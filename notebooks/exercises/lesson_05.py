"""Lesson 5, count and prove: a loop in plain PuLP, cuts, and what a count rests on.

## count-natively: Count in plain PuLP

1. Ask for each way in which the loop can end: did the solver say that there are no more? And for each answer with a
   solution: is it certain that the next one is another one, and that no solution is lost?
2. Only Infeasible ends the count as 'exact'. Reaching the limit, and any status but Optimal and Infeasible, end it as 'at
   least', or as 'unknown' when nothing was found. The cut must hold for every other choice of the binaries, also one
   that has all the ones of this solution and more.
3. ones = [v for v in y if v.varValue > 0.5], as a 1 may come back as 0.9999999, and zeros are the others; problem += pulp.lpSum(ones) - pulp.lpSum(zeros)
   <= len(ones) - 1. Return found, 'exact' if problem.status == pulp.LpStatusInfeasible; break if it is not
   pulp.LpStatusOptimal.

## state-a-cut: State the cut

1. Write the inequality with k in place of 4, and bring the constants to one side.
2. A cell has another digit exactly when y[i, grid[i]] is 0. So the number of cells that differ is the number of cells
   minus the sum of these binaries.
3. len(cells) - sum(y[i, grid[i]] for i in cells) must be at least k. So return sum(...) <= len(cells) - k. Take the number
   of cells from the board, which is not always 9x9.

## which-is-a-proof: What does it rest on?

1. Ask of each line: could this have been seen although the conclusion is false? If yes, on which board?
2. Conclusions of the kind 'no more' and 'none' need an answer of infeasible, which is a claim; 'not unique' and 'has a
   solution' need grids, which are witnesses. Count the solutions of the five boards.
3. Two are witnesses and two are claims. A board for 'exactly three' has more than three solutions, one for 'the only one'
   at least two, and one for 'no solution' at least one. The board with one solution can serve only once.
"""

from collections.abc import Callable, Iterator
from functools import cache
from importlib.util import find_spec
from inspect import signature
from itertools import combinations, product
from operator import le
from random import Random
from typing import Any

import pulp

from sudoku_models.backends import Backend
from sudoku_models.course.answers import as_python, must_fit, same
from sudoku_models.course.exams import Asked, question
from sudoku_models.course.exercise import Function, Wrong
from sudoku_models.course.models import all_solutions, allowed_by, language_of
from sudoku_models.errors import InputError, NotInstalledError
from sudoku_models.models.sudoku_model import SudokuModel, build
from sudoku_models.models.validation import short
from sudoku_models.puzzles.known_solutions import known_puzzles
from sudoku_models.puzzles.puzzle import Grid, Puzzle

# -- the loop ----------------------------------------------------------------------------------------------------------

Count = tuple[int, str]
Rules = Callable[[pulp.LpProblem, list[Any]], None]


class Watched(pulp.HiGHS):  # type: ignore[misc]
    """HiGHS, which counts its solves, and gives up as at a time limit.

    Attributes:
        at_the_end: The status with which it gives up.
        solves: How often it was called.
        found: The values of `y` in each solution.
    """

    def __init__(
        self, y: list[Any], most: int, gives_up_after: int | None, best: bool, at_the_end: int = pulp.LpStatusNotSolved
    ) -> None:
        super().__init__(msg=False)
        self.at_the_end = at_the_end
        self.y, self.most, self.gives_up_after, self.best = y, most, gives_up_after, best
        self.solves, self.found = 0, list[tuple[int, ...]]()

    def actualSolve(self, lp: pulp.LpProblem, **options: Any) -> Any:
        """Solve; a binary that is 1 comes back as 0.9999999, as it may from any solver."""
        if self.solves > self.most:
            different = len(set(self.found))
            number = f"{different} different solutions" if different != 1 else "one solution only"
            what = f"found {number}; exclude each from the problem that is solved next"
            if len(self.found) > different:
                again = "so it has come back to one of them. Each must be excluded from the problem that is solved next"
                what = f"found {number}, {again}. A 1 may come back as 0.9999999: compare with 0.5"
            if self.found and lp.status == pulp.LpStatusInfeasible:
                what = "was told 'Infeasible', and still goes on"
            raise Wrong(f"your loop has solved {self.solves} times and {what}")
        self.solves += 1
        if self.gives_up_after is not None and self.solves > self.gives_up_after:
            lp.assignStatus(self.at_the_end, pulp.LpSolutionNoSolutionFound)
            return lp.status
        status = super().actualSolve(lp, **options)
        if lp.status == pulp.LpStatusOptimal:
            self.found.append(tuple(round(v.varValue) for v in self.y))
            for v in self.y:
                v.varValue = 0.9999999 if v.varValue > 0.5 else 1e-7
            if not self.best:
                lp.assignStatus(pulp.LpStatusOptimal, pulp.LpSolutionIntegerFeasible)
        return status


def count_natively(answer: Function) -> str:
    """The loop with limits, on PuLP problems of which the solutions are known by brute force."""
    if find_spec("highspy") is None:
        raise NotInstalledError("this exercise solves with pulp.HiGHS, which needs highspy; it is not installed here")
    for title, number, rules, more in _problems():
        every = [y for y in product((0, 1), repeat=number) if more(y)]
        truth = len(every)
        cases: list[tuple[int | None, int | None, bool, list[Count], str]] = [
            (None, None, True, [(truth, "exact")], "so many choices of the binaries keep the rules"),
            (truth + 1, None, True, [(truth, "exact")], "the solver says 'Infeasible' before the limit is reached"),
            (None, 0, True, [(0, "unknown")], "the solver gave up at once, with the status 'Not Solved'"),
        ]
        if truth:
            either: list[Count] = [(truth, "at least"), (truth, "exact")]
            cases += [
                (1, None, True, [(1, "at least"), *(either if truth == 1 else [])], "there may be more than the limit"),
                (truth, None, True, either, "there are exactly as many as the limit"),
                (None, truth, True, [(truth, "at least")], "after the last solution the solver gave up: 'Not Solved'"),
                (None, None, False, [(truth, "exact")], "'Solution Found' is a solution too, though not the best"),
            ]
        if truth > 2:
            cases.append((None, 2, True, [(2, "at least")], "after two solutions the solver gave up: 'Not Solved'"))
        undefined = "the solver ended with the status 'Undefined', which claims nothing"
        ends: list[tuple[int | None, int | None, bool, list[Count], str]] = [
            (None, k, True, [(k, "at least" if k else "unknown")], undefined) for k in {0, truth}
        ]
        for limit, gives_up_after, best, right, why in cases + ends:
            problem = pulp.LpProblem("count", pulp.LpMaximize)
            y = [problem.add_variable(f"y_{k}", 0, 1, pulp.LpInteger) for k in range(number)]
            rules(problem, y)
            end = pulp.LpStatusUndefined if why == undefined else pulp.LpStatusNotSolved
            solver = Watched(y, truth + 2, gives_up_after, best, end)
            returned = as_python(answer(problem, list(y), solver, limit))
            must_fit(returned, (float, str), "the function must return a pair such as (1, 'exact')")
            if not solver.solves:
                raise Wrong("your function never calls problem.solve(solver): it must use the solver that it is given")
            if not any(same(returned, each) for each in right):
                says = f"your function says {short(returned)}; it should say {' or '.join(map(str, right))}"
                if problem.status == pulp.LpStatusInfeasible and (lost := sorted({*every} - {*solver.found})):
                    pairs = ((y, one) for y in lost for one in solver.found if any(one) and all(map(le, one, y)))
                    whole, one = next(pairs, (lost[0], None))
                    why = f"your cuts also forbid y = {list(whole)}"
                    why += f", which has all the ones of {list(one)}, and more" if one else ""
                raise Wrong(f"for {title}, with limit={limit}, {says}: {why}")
    return "right on 6 problems: 'exact' after 'Infeasible' only, and no solution is lost or counted twice"


def _problems() -> Iterator[tuple[str, int, Rules, Callable[[tuple[int, ...]], bool]]]:
    """Problems: what each is, the number of its binaries, its rules in PuLP, and the same rule in Python."""

    def sacks(problem: pulp.LpProblem, y: list[Any]) -> None:
        problem += 3 * y[0] + 5 * y[1] + 4 * y[2] + 2 * y[3]
        problem += 3 * y[0] + 5 * y[1] + 4 * y[2] + 2 * y[3] <= 7

    yield "the sets of things that weigh at most 7", 4, sacks, lambda y: 3 * y[0] + 5 * y[1] + 4 * y[2] + 2 * y[3] <= 7

    def pairs(problem: pulp.LpProblem, y: list[Any]) -> None:
        problem += y[0] + y[1] + y[2] == 1
        problem += y[3] + y[4] == 1
        problem += y[0] + y[3] <= 1

    def is_pair(y: tuple[int, ...]) -> bool:
        return y[0] + y[1] + y[2] == 1 and y[3] + y[4] == 1 and y[0] + y[3] <= 1

    yield "an assignment with 5 solutions", 5, pairs, is_pair

    def none(problem: pulp.LpProblem, y: list[Any]) -> None:
        problem += 2 * y[0] + 2 * y[1] + 2 * y[2] == 3

    yield "a problem without a solution", 3, none, lambda y: False

    def loose(problem: pulp.LpProblem, y: list[Any]) -> None:
        spare = problem.add_variable("spare", 0, 3, pulp.LpInteger)
        flag = problem.add_variable("flag", 0, 1, pulp.LpInteger)
        problem += spare + flag
        problem += y[0] + y[1] + y[2] >= 1
        problem += spare + flag <= 3 + y[0]

    yield "a problem with variables that do not count", 3, loose, any

    def nothing(problem: pulp.LpProblem, y: list[Any]) -> None:
        problem += y[0] + y[1] <= 0

    yield "a problem whose only solution is all zeros", 2, nothing, lambda y: not any(y)

    def every(problem: pulp.LpProblem, y: list[Any]) -> None:
        problem += y[0] + y[1] + y[2] >= 3

    yield "a problem whose only solution is all ones", 3, every, all


# -- cuts --------------------------------------------------------------------------------------------------------------


def state_a_cut(answer: Function) -> str:
    """A cut for k cells must leave exactly the solutions that differ in k cells or more.

    The function takes `(y, grid, k)` and returns the cut; or it takes the model before these, and adds the cut to it.
    """

    def state(backend: str, native: bool) -> Backend:
        puzzle, grids, (k, *_) = _cases_of_cuts()[0]
        model = build(puzzle, "assignment", backend)
        _add_cut(answer, model, native, grids[0], k)
        return model.m

    backend, native = language_of(state)
    for puzzle, grids, distances in _cases_of_cuts():
        for k in distances:
            model = build(puzzle, "assignment", backend)
            before = len(model.m.constraints())
            _add_cut(answer, model, native, grids[0], k)
            if len(model.m.constraints()) == before:
                raise Wrong("your function returns no constraint, and has added none to the model")
            ones = ({*zip(puzzle.board.cells, other.values, strict=True)} for other in grids)
            assignments = ({key: int(key in of_one) for key in model.variables} for of_one in ones)
            for other, (_, left) in zip(grids, allowed_by(model.m, model.variables, assignments), strict=True):
                apart = sum(a != b for a, b in zip(grids[0].values, other.values, strict=True))
                if left != (apart >= k):
                    does = "still allows" if left else "also forbids"
                    which = f"this solution, which differs in {apart} cells" if apart else "the very grid to exclude"
                    raise Wrong(f"on a {puzzle.board}, with k={k}, your cut {does} {which}", puzzle, other)
    return (
        "on boards of 4x4 and 6x6 your cut leaves exactly the solutions that differ in k cells or more, for several k"
    )


def _add_cut(answer: Function, model: SudokuModel, native: bool, grid: Grid, k: int) -> None:
    try:
        signature(answer).bind(model.variables, grid, k)
    except TypeError:
        answer(model.m.native if native else model.m, model.variables, grid, k)
        return
    returned = answer(model.variables, grid, k)
    for number, each in enumerate(returned if isinstance(returned, list | tuple) else [returned], 1):
        if each is not None:
            try:
                model.m.add(each, f"cut {number}")
            except InputError as error:
                raise Wrong(f"what your function returns cannot be added to the model: {error}") from None


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


# -- what a count rests on ---------------------------------------------------------------------------------------------

BOARDS = {
    "A": "1...3.....1....4",
    "B": "12....1.3..2....",
    "C": ".2...4....1...3.",
    "D": "1.....2.4.....3.",
    "E": ".2.3....4.......",
}
"""The boards of the lesson."""

WORTH: dict[str, tuple[str | int, str]] = {
    "a": ("witness", "two different grids, each of which can be checked, show that the solution is not unique"),
    "b": ("claim", "that there is no fourth solution is what HiGHS claims with 'infeasible'"),
    "c": (4, "'Not Solved' says that the solver gave up; there may be a fourth solution"),
    "d": (2, "three solvers that find the same grid show that it is a solution; none has looked for another"),
    "e": (2, "with limit=1 the count stopped at the first solution, and did not look for a second"),
    "f": (1, "at a time limit nothing is known, and there may be a solution"),
    "g": ("witness", "a grid that breaks no rule is a solution, however it was found"),
    "h": ("claim", "that there is no solution is what HiGHS claims with 'infeasible'"),
}
"""What each conclusion rests on, or the number of solutions from which on a board is a counter-example; and why."""


def which_is_a_proof(answer: Any) -> str:
    """For each line a witness, a claim, or a board on which the conclusion is false, which is counted."""
    must_fit(answer, {str: object}, f"the answer must be a dict with the letters {', '.join(WORTH)}")
    if answer.keys() != WORTH.keys():
        raise Wrong(f"the answer must have the letters {', '.join(WORTH)}, and no others")
    choices = ["witness", "claim", *BOARDS]
    used: dict[str, str] = {}
    for letter, (worth, why) in WORTH.items():
        given = answer[letter]
        if not isinstance(given, str) or given not in choices:
            raise Wrong(f"for {letter} give 'witness', 'claim' or the name of a board, not {short(given)}")
        if isinstance(worth, str):
            if given in BOARDS:
                sure = "" if worth == "witness" else ", and the solver is right"
                raise Wrong(f"look at {letter} again: where this was seen{sure}, the conclusion is true on any board")
            if given != worth:
                raise Wrong(f"look at {letter} again: does the conclusion need the *infeasible* of a solver or not?")
            continue
        if given not in BOARDS:
            raise Wrong(f"look at {letter} again: {why}")
        puzzle = Puzzle.parse(BOARDS[given], name=f"board {given}")
        if (number := len(all_solutions(puzzle, 9))) < worth:
            few = f"board {given} has {number} solution{'s' * (number != 1)}"
            holds = "so this cannot be seen there" if number < (3 if letter == "c" else 1) else _true_there(letter)
            if letter == "f":
                holds = "so the conclusion is true there"
            raise Wrong(f"for {letter} {few}, {holds}", puzzle)
        if given in used:
            raise Wrong(f"board {given} serves for {used[given]} and for {letter}; use four different boards")
        used[given] = letter
    return "two witnesses, two claims, and four conclusions that your boards refute"


def _true_there(letter: str) -> str:
    return "so the conclusion is true there" if letter in "cde" else ""


# -- examination -------------------------------------------------------------------------------------------------------


@question(2, 2)
def cut_off_a_solution(rng: Random) -> Asked:
    found = [rng.randint(0, 1) for _ in range(5)]
    left = " + ".join(f"(1 - x{k})" if one else f"x{k}" for k, one in enumerate(found, 1))
    forgotten = rng.choice((0, 1))
    kept = sum(one != forgotten for one in found)
    return Asked(
        f"A model with five binaries has the solution x = {tuple(found)}. Write a linear row that excludes it and no other "
        f"point. How many of the 32 points does the row exclude if you forget the binaries that are {forgotten}?",
        f"At least one binary must differ: **{left} >= 1**. A row over the other {kept} binaries excludes every point that "
        f"agrees with the solution on those: 2^{5 - kept} = **{2 ** (5 - kept)}**"
        + (" (the empty sum is never 1, so that no point is left)." if kept == 0 else "."),
        (left, 2 ** (5 - kept)),
    )


@question(2, 2)
def how_many_solves(rng: Random) -> Asked:
    solutions, limit = rng.randint(2, 9), rng.randint(2, 9)
    solves = min(solutions + 1, limit)
    end = (
        f"at least {limit}"
        if solutions >= limit
        else f"exactly {solutions}, if the last claim of infeasibility is right"
    )
    return Asked(
        f"A loop solves a model, excludes the solution by a cut, and solves again, until there is none or {limit} solutions "
        f"are found. The model has {solutions} solutions. How often does it call the solver, and what may it say at its end?",
        f"Each solution takes one call, and one more finds that there is none unless the limit of {limit} is reached first: "
        f"**{solves}** calls. It may say: {end}.",
        solves,
    )


@question(6)
def what_is_known(rng: Random) -> Asked:
    kinds = {
        "a grid, then infeasible; a solver of another paradigm says the same": "one solution, confirmed by two paradigms",
        "a grid, then the time limit": "at least one solution; whether there is another is not known",
        "infeasible; a solver of another paradigm finds a grid that obeys all rules": "at least one solution: the first claim is refuted by the grid",
        "two grids that obey all rules": "at least two solutions, and no proof is needed",
        "the time limit": "nothing",
        "infeasible, by one solver": "a claim that there is no solution, which nothing has confirmed yet",
    }
    chosen = rng.sample(sorted(kinds), 4)
    return Asked(
        "A loop solves a puzzle, excludes the grid that was found, and solves again. What is known about the number of solutions "
        "when these are the answers, in order? "
        + " ".join(f"({k}) {each.capitalize()}." for k, each in enumerate(chosen, 1)),
        " ".join(f"({k}) **{kinds[each].capitalize()}**." for k, each in enumerate(chosen, 1)),
        [kinds[each] for each in chosen],
    )
