"""Lesson 15, play and explore: an observer, a hint, a design with two solutions, a replay, the weakest method."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Literal

from ...board.game import Game
from ...inference.backtracking import search
from ...inference.propagation import domains_of, propagate
from ...models.allowed_values import AllowedValues
from ...models.validation import short
from ...puzzles.board import Cell
from ...puzzles.corpora import corpus, load
from ...puzzles.puzzle import Grid, Puzzle
from ..exercise import Right, Undecided, Wrong, exercise

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


def _must_be_callable(answer: Any) -> None:
    if not callable(answer):
        raise Wrong(
            f"the answer must be a function, and this is {short(answer)}; pass it without brackets: my_function"
        )


def _listed(digits: Mapping[Cell, int]) -> str:
    return ", ".join(f"{d} in {i}" for i, d in sorted(digits.items())) or "nothing"


# -- an observer -----------------------------------------------------------------------------------------------------

Changes = list[tuple[str, Puzzle, Puzzle]]


class Change(dict[str, Any]):
    """The argument of an observer; as with a widget, `change.new` is also `change["new"]`."""

    __getattr__ = dict.__getitem__


def _game() -> tuple[Grid, Changes]:
    """A game with right and wrong digits: what was done, and the position before and after."""
    puzzle, solution = _known("named", "mccaffrey")
    game, heard = Game(puzzle), Changes()
    one, other, third = (1, 1), (5, 5), (9, 9)

    def do(what: str, act: Callable[[], None]) -> None:
        before = game.position
        act()
        heard.append((what, before, game.position))

    wrong = 5 if solution[one] != 5 else 3
    do("a right digit is written", lambda: game.put(other, solution[other]))
    do("a wrong digit is written", lambda: game.put(one, wrong))
    do("a right digit is written while a wrong one stands elsewhere", lambda: game.put(third, solution[third]))
    do("a right digit is erased", lambda: game.put(third, 0))
    do("a wrong digit is put in place of a wrong one", lambda: game.put(one, wrong % 9 + 1))
    do("undo writes the first wrong digit again", game.undo)
    do("a wrong digit is erased", lambda: game.put(one, 0))
    do("a wrong digit is written for a second time", lambda: game.put(one, wrong))
    do("the right digit is put in place of a wrong one", lambda: game.put(one, solution[one]))
    filled = [
        d % 9 + 1 if i in ((2, 1), (2, 2)) else d for i, d in zip(solution.board.cells, solution.values, strict=True)
    ]
    do("the whole grid is filled in, with two wrong digits", lambda: game.fill(filled))
    return solution, heard


@exercise("watch-for-wrong-digits", lesson=15, title="Watch for wrong digits")
def watch_for_wrong_digits(answer: Any) -> str:
    """After each move of a game the list holds the wrong digits that were written, in order."""
    _must_be_callable(answer)
    solution, heard = _game()
    hear, found = _pair(answer(solution))
    _, of_another = _pair(answer(solution))
    want: list[tuple[Cell, int]] = []
    for what, old, new in heard:
        before = list(want)
        for i, d in new.givens.items():
            if d != solution[i] and d != old.givens.get(i):
                want.append((i, d))
        hear(Change(name="position", type="change", owner=None, old=old, new=new))
        if found != want:
            news = want[len(before) :]
            raise Wrong(
                f"when {what}, `found` should {f'get {news}' if news else 'stay as it is'}, and after it `found` is "
                f"{short(found)}, not {short(want)}",
                new,
            )
    if of_another:
        raise Wrong("two watchers share one list: make the list inside my_watcher")
    return f"after each of {len(heard)} moves your list holds the wrong digits that were written, and no others"


def _pair(returned: Any) -> tuple[Callable[[Any], None], list[Any]]:
    if not (isinstance(returned, tuple) and len(returned) == 2 and callable(returned[0])):
        raise Wrong(f"my_watcher must return a pair (hear, found), not {short(returned)}")
    if returned[1] != [] or not isinstance(returned[1], list):
        raise Wrong(f"the second of the pair must be a list, empty at first, not {short(returned[1])}")
    return returned


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


@exercise("give-a-hint", lesson=15, title="Give a hint")
def give_a_hint(answer: Any) -> str:
    """The blank cells with one allowed value, and none when the search for them was stopped."""
    _must_be_callable(answer)
    cases = list(_hint_cases())
    for found in cases:
        puzzle, returned = found.puzzle, answer(found)
        name = f"{puzzle.name}, with the status {found.status!r}"
        if not isinstance(returned, Mapping):
            raise Wrong(f"the function must return a dict, the cell -> its digit, not {short(returned)}")
        if given := [i for i in returned if i in puzzle.givens]:
            raise Wrong(f"{name}: {given[0]} holds a given, and needs no hint", puzzle)
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


# -- a design --------------------------------------------------------------------------------------------------------

MOST_GIVENS = 27


@exercise("two-solutions", lesson=15, title="Design a puzzle with two solutions")
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
    if not isinstance(grids, list | tuple) or not all(isinstance(grid, Grid) for grid in grids):
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

Move = tuple[Any, ...]
A, B = (1, 2), (2, 2)

SHORT_GAMES: dict[str, list[Move]] = {
    "a digit is written": [("put", A, 2)],
    "a digit is erased": [("put", A, 2), ("put", A, 0)],
    "undo brings back what was erased": [("put", A, 2), ("put", A, 0), ("undo",)],
    "undo brings back the digit before": [("put", A, 2), ("put", A, 3), ("undo",)],
    "undo after undo goes on backwards": [("put", A, 2), ("put", B, 4), ("undo",), ("undo",)],
    "redo makes the last move again that was taken back": [
        *[("put", A, 2), ("put", B, 4), ("undo",), ("undo",), ("redo",)]
    ],
    "there is nothing to take back": [("undo",), ("put", A, 2)],
    "there is nothing to make again": [("put", A, 2), ("redo",), ("undo",), ("undo",), ("redo",), ("redo",)],
    "a new move ends all redo": [("put", A, 2), ("undo",), ("put", B, 4), ("redo",)],
    "a move that changes nothing is no move": [("put", A, 2), ("put", A, 2), ("undo",)],
    "a move that changes nothing does not end redo": [("put", A, 2), ("undo",), ("put", A, 0), ("redo",)],
}
"""A description of the rule, and the moves."""


def _replayed(puzzle: Puzzle, moves: Sequence[Move]) -> dict[Cell, int]:
    game = Game(puzzle)
    for what, *rest in moves:
        getattr(game, what)(*rest)
    return game.position.givens


def _long_games(puzzle: Puzzle) -> Iterator[list[Move]]:
    rng = random.Random(13)
    blank = [i for i in puzzle.board.cells if i not in puzzle.givens][:3]
    for _ in range(60):
        kinds = rng.choices(["put", "undo", "redo"], [5, 3, 2], k=30)
        yield [(k, rng.choice(blank), rng.randint(0, 2)) if k == "put" else (k,) for k in kinds]


@exercise("replay-a-game", lesson=15, title="Replay a game")
def replay_a_game(answer: Any) -> str:
    """The same position as on the board, after games that test one rule each, and long random ones."""
    _must_be_callable(answer)
    puzzle = _small()[0][0]
    games = [(f"in this game {what}", moves) for what, moves in SHORT_GAMES.items()]
    games += [("all rules meet in this long game", moves) for moves in _long_games(puzzle)]
    for what, moves in games:
        want, got = _replayed(puzzle, moves), answer(puzzle, list(moves))
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
            raise Wrong(f"{what}: {moves}; at its end {differ} holds {holds}, and your function says {held}", puzzle)
    return f"the same position as on the board after each of {len(games)} games"


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


@exercise("weakest-reasoning", lesson=15, title="Choose the weakest reasoning", time_limit=60)
def weakest_reasoning(answer: Any) -> str:
    """The first of four methods that leaves a cell one digit."""
    _must_be_callable(answer)
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
