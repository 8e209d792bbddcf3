"""Lesson 15, play and explore: an observer, a hint, the weakest method, a design with two solutions, a replay."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Literal

from ...inference.backtracking import search
from ...inference.propagation import domains_of, propagate
from ...models.allowed_values import AllowedValues
from ...models.validation import short
from ...puzzles.board import Cell
from ...puzzles.corpora import corpus, load
from ...puzzles.puzzle import Grid, Puzzle
from ..exercise import Right, Undecided, Wrong
from ..games import SHORT_GAMES, Change, Changes, long_game, long_games, replayed, short_game
from ..judges import as_python, must_be_callable, must_be_unchanged

NODES = 3_000
"""The node limit of a search tree; a design with two solutions needs at most a few hundred."""

SMALL = {
    "a 4x4 with one solution": "1... ..2. .3.. ...4",
    "a 4x4 with 18 solutions": "1... .... ..2. ....",
    "a 4x4 with 3 solutions": "12.. ..1. 3... ....",
    "a 4x4 without a solution": "12.. ...3 .... ..3.",
}


def _solutions(puzzle: Puzzle, limit: int | None = None) -> list[Grid]:
    """The solutions, by a search tree without a solver."""
    tree = search(puzzle.board.units, domains_of(puzzle), limit=limit, node_limit=NODES)
    if tree.stopped_by == "node limit":
        raise Undecided(f"the puzzle is too wide open to count its solutions in {NODES:,} nodes of a search tree")
    return [Grid(puzzle.board, tuple(values[i] for i in puzzle.board.cells)) for values in tree.solutions]


@cache
def _small() -> tuple[tuple[Puzzle, tuple[Grid, ...]], ...]:
    puzzles = [Puzzle.parse(text, name=name) for name, text in SMALL.items()]
    return tuple((puzzle, tuple(_solutions(puzzle))) for puzzle in puzzles)


@cache
def _known(family: str, name: str) -> tuple[Puzzle, Grid]:
    entry = corpus(family).entry(name)
    if entry.solution is None:
        raise Undecided(f"the corpus has no solution of {name}")
    return entry.puzzle, entry.solution


def _listed(digits: Mapping[Cell, int]) -> str:
    return ", ".join(f"{d} in {i}" for i, d in sorted(digits.items())) or "nothing"


# -- an observer -----------------------------------------------------------------------------------------------------


def watch_for_wrong_digits(answer: Any) -> str:
    """After each move of two games the list holds the wrong digits that were written, in order."""
    must_be_callable(answer)
    moves = 0
    for solution, heard in _games():
        hear, found = _pair(answer(solution))
        _, of_another = _pair(answer(solution))
        want: list[tuple[Cell, int]] = []
        for what, old, new in heard:
            before = list(want)
            want += [(i, d) for i, d in new.givens.items() if d != solution[i] and d != old.givens.get(i)]
            hear(Change(name="position", type="change", owner=None, old=old, new=new))
            moves += 1
            if _as_pairs(found) != want:
                news = want[len(before) :]
                raise Wrong(
                    f"when {what}, `found` should {f'get {news}' if news else 'stay as it is'}, and after it `found` "
                    f"is {short(found)}, not {short(want)}",
                    new,
                )
        if of_another:
            raise Wrong("two watchers share one list: make the list inside my_watcher")
    return f"after each of {moves} moves your list holds the wrong digits that were written, and no others"


def _games() -> Iterator[tuple[Grid, Changes]]:
    """Two games, with the solutions of their puzzles."""
    puzzle, solution = _known("named", "mccaffrey")
    yield solution, long_game(puzzle, solution)
    small, (grid, *_) = _small()[0]
    yield grid, short_game(small, grid)


def _as_pairs(found: list[Any]) -> list[Any]:
    """The pairs as tuples, whatever they are made of."""
    return [
        (tuple(each[0]), each[1])
        if isinstance(each, list | tuple) and len(each) == 2 and isinstance(each[0], list | tuple)
        else each
        for each in as_python(found)
    ]


def _pair(returned: Any) -> tuple[Callable[[Any], None], list[Any]]:
    if not (isinstance(returned, tuple | list) and len(returned) == 2 and callable(returned[0])):
        raise Wrong(f"my_watcher must return a pair (hear, found), not {short(returned)}")
    if not isinstance(returned[1], list) or returned[1]:
        raise Wrong(f"the second of the pair must be a list, empty at first, not {short(returned[1])}")
    return returned[0], returned[1]


# -- a hint ----------------------------------------------------------------------------------------------------------


def _found(puzzle: Puzzle, grids: Sequence[Grid], status: Literal["complete", "at least", "unknown"]) -> AllowedValues:
    values = {i: frozenset(grid[i] for grid in grids) for i in puzzle.board.cells}
    stopped = "" if status == "complete" else "time limit"
    return AllowedValues(puzzle, values, status, "", "maximize", "", tuple(grids), (), (), "", stopped)


def _hint_cases() -> Iterator[AllowedValues]:
    for puzzle, grids in _small():
        yield _found(puzzle, grids, "complete")
    puzzle, solution = _known("named", "mccaffrey")
    yield _found(puzzle, [solution], "complete")
    yield _found(puzzle, [solution], "at least")
    many, grids = _small()[1]
    yield _found(many, grids[:1], "at least")
    yield _found(many, (), "unknown")


def give_a_hint(answer: Any) -> str:
    """The blank cells with one allowed value, and none when the search for them was stopped."""
    must_be_callable(answer)
    cases = list(_hint_cases())
    for found in cases:
        puzzle, values, givens = found.puzzle, dict(found.values), dict(found.puzzle.givens)
        returned = as_python(answer(found))
        name = f"{puzzle.name}, with the status {found.status!r}"
        if not isinstance(returned, Mapping):
            raise Wrong(f"the function must return a dict, the cell -> its digit, not {short(returned)}")
        advice = "make a dict of your own for the hints"
        must_be_unchanged((values, givens), (dict(found.values), puzzle.givens), "what it was given", advice)
        if given := [i for i in returned if i in puzzle.givens]:
            raise Wrong(f"{name}: {given[0]} holds a digit in this position, and needs no hint", puzzle)
        one = {i: min(v) for i, v in found.values.items() if len(v) == 1 and i not in puzzle.givens}
        want = one if found.status == "complete" else {}
        if extra := {i: d for i, d in returned.items() if want.get(i) != d}:
            i = next(iter(extra))
            why = "the search was stopped, and a cell may have values that were not found yet"
            if found.status == "complete":
                why = f"the allowed values of {i} are {sorted(found.values.get(i, ())) or 'none'}"
            raise Wrong(f"{name}: your hint says {extra[i]} in {i}, but {why}", puzzle)
        if missing := {i: d for i, d in want.items() if i not in returned}:
            raise Wrong(f"{name}: your hint lacks {_listed(dict([min(missing.items())]))}", puzzle)
    return f"nothing is missing or made up in {len(cases)} positions: with one solution, several, none, and not decided"


# -- the weakest method ----------------------------------------------------------------------------------------------

STRENGTHS = ("values", "bounds", "domain")


@cache
def _weakest_cases() -> tuple[tuple[Puzzle, Cell, str | None], ...]:
    """At most two cells of each kind in each position."""
    positions = [(puzzle, grids) for puzzle, grids in _small() if grids]
    positions.append((load("rated:1"), (_known("rated", "rated:1")[1],)))
    cases: list[tuple[Puzzle, Cell, str | None]] = []
    for puzzle, grids in positions:
        left = {s: propagate(puzzle.board.units, domains_of(puzzle), s) or {} for s in STRENGTHS}
        kinds: dict[str | None, list[Cell]] = {}
        for i in puzzle.board.cells:
            if i not in puzzle.givens:
                by = next((s for s in STRENGTHS if len(left[s][i]) == 1), None)
                only = "allowed values" if len({grid[i] for grid in grids}) == 1 else None
                kinds.setdefault(by or only, []).append(i)
        cases += [(puzzle, i, kind) for kind, cells in kinds.items() for i in (cells[0], cells[-1])[: len(cells)]]
    return tuple(cases)


def weakest_reasoning(answer: Any) -> str:
    """The first of four methods that leaves a cell one digit."""
    must_be_callable(answer)
    cases = _weakest_cases()
    for puzzle, cell, want in cases:
        got = answer(puzzle, cell)
        if got not in (*STRENGTHS, "allowed values", None):
            raise Wrong(f"the function must return one of {(*STRENGTHS, 'allowed values')} or None, not {short(got)}")
        if got == want:
            continue
        raise Wrong(f"{puzzle.name}, cell {cell}: your function says {got!r}; {_why(puzzle, cell, want)}", puzzle)
    kinds = {kind for _, _, kind in cases}
    return f"right for {len(cases)} cells, among them cells of each of the {len(kinds)} kinds"


def _why(puzzle: Puzzle, cell: Cell, want: str | None) -> str:
    if want is None:
        return "it has several digits, each in some solution, so the answer is None"
    if want in STRENGTHS:
        weaker = STRENGTHS[: STRENGTHS.index(want)]
        before = f", and by {weaker[-1]!r} more than one" if weaker else ", and nothing is weaker"
        return f"propagation by {want!r} leaves it one digit{before}"
    left = (propagate(puzzle.board.units, domains_of(puzzle), "domain") or {}).get(cell, ())
    return (
        f"propagation by 'domain' leaves it {len(left)} digits, and it is the same in every solution: 'allowed values'"
    )


# -- a design --------------------------------------------------------------------------------------------------------

MOST_GIVENS = 27


def two_solutions(puzzle: Any, grids: Any) -> Right:
    """Exactly two solutions, counted by a search tree; one is that of the puzzle to begin with."""
    start, solution = _known("named", "mccaffrey")
    if not isinstance(puzzle, Puzzle):
        raise Wrong(f"the first answer must be a puzzle, such as board.puzzle, not {short(puzzle)}")
    if puzzle.board != start.board:
        raise Wrong("the puzzle must be a plain 9x9 one: begin with mccaffrey", puzzle)
    if (n := len(puzzle.givens)) > MOST_GIVENS:
        raise Wrong(f"the puzzle has {n} givens, and at most {MOST_GIVENS} are allowed", puzzle)
    if gone := [i for i, d in puzzle.givens.items() if solution[i] != d]:
        raise Wrong(
            f"the given {puzzle.givens[gone[0]]} in {gone[0]} excludes the solution of mccaffrey, which should be one "
            "of the two",
            puzzle,
            solution,
        )
    true = sorted(_solutions(puzzle, limit=3), key=Grid.line)
    if len(true) == 1:
        raise Wrong("the puzzle has one solution only, that of mccaffrey", puzzle, true[0])
    if len(true) > 2:
        third = next(grid for grid in true if grid != solution)
        raise Wrong("the puzzle has more than two solutions; this is one besides that of mccaffrey", puzzle, third)
    grids = list(grids) if isinstance(grids, list | tuple | set | frozenset) else [grids]
    if not all(isinstance(grid, Grid) for grid in grids):
        raise Wrong("the puzzle is right; the second answer must be a list of its two solutions, as grids", puzzle)
    if sorted(grids, key=Grid.line) != true:
        missing = next((grid for grid in true if grid not in grids), None)
        if missing is None:
            raise Wrong(f"the puzzle is right, but your list has {len(grids)} grids, and not its two", puzzle)
        raise Wrong("the puzzle is right, but this one of its two solutions is not in your list", puzzle, missing)
    differ = sum(true[0][i] != true[1][i] for i in puzzle.board.cells)
    other = next(grid for grid in true if grid != solution)
    return Right(
        f"two solutions and no third, as a search tree has proved; they differ in {differ} cells; this is the new one",
        puzzle,
        other,
    )


# -- a replay --------------------------------------------------------------------------------------------------------


def replay_a_game(answer: Any) -> str:
    """The same position as on the board, after games that test one rule each, and long random ones."""
    must_be_callable(answer)
    puzzle = replace(_small()[0][0])  # a copy: a function that changes its givens changes no other check
    games = [(f"in this game {what}", moves) for what, moves in SHORT_GAMES.items()]
    games += [("all rules meet in this long game", moves) for moves in long_games(puzzle)]
    for what, moves in games:
        want, given, givens = replayed(puzzle, moves), list(moves), dict(puzzle.givens)
        got = as_python(answer(puzzle, given))
        must_be_unchanged(moves, given, "`moves`", "work on a copy, such as list(moves)")
        must_be_unchanged(givens, puzzle.givens, "`puzzle.givens`", "work on a copy, such as dict(puzzle.givens)")
        if not isinstance(got, Mapping):
            raise Wrong(f"the function must return a dict, the cell -> its digit, not {short(got)}")
        if strange := [i for i, d in got.items() if i not in puzzle.board.cells or d not in puzzle.board.digits]:
            raise Wrong(
                f"the dict must have the cells that hold a digit and no others, and yours has "
                f"{short(got[strange[0]])} for {short(strange[0])}"
            )
        if dict(got) != want:
            differ = min(i for i in {*got, *want} if got.get(i) != want.get(i))
            held, holds = (f"{d}" if d else "nothing" for d in (got.get(differ), want.get(differ)))
            raise Wrong(
                f"{what}: {short(moves)}; at its end {differ} holds {holds}, and your function says {held}", puzzle
            )
    return f"the same position as on the board after each of {len(games)} games"
