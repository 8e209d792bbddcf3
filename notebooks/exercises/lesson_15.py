"""Lesson 15, play and explore: an observer, a hint, the weakest method, a design with two solutions, a replay.

## watch-for-wrong-digits: Watch for wrong digits

1. Compare the two positions cell by cell: a cell matters whose digit is new and is not the solution's.
2. change.old.givens and change.new.givens are dicts, cell -> digit. Append (cell, digit) for each cell of the new one
   whose digit differs from the solution's and from the old one's; a blank cell is not in a dict.
3. found = [] inside my_watcher; in hear: for i, d in change.new.givens.items(): if d != solution[i] and
   change.old.givens.get(i) != d: found.append((i, d)); at the end return hear, found.

## give-a-hint: Give a hint

1. A cell can be told when a single allowed value is left, and nobody knows that before the search was complete.
2. Return {} unless found.status is 'complete'. Otherwise take the cells of found.values with exactly one value that
   hold no given: found.puzzle.givens has the givens of the position.
3. {i: min(v) for i, v in found.values.items() if len(v) == 1 and i not in found.puzzle.givens}

## weakest-reasoning: Choose the weakest reasoning

1. Try the methods from the weakest to the strongest, and stop at the first that leaves the cell one digit.
2. propagate(position.board.units, domains_of(position), strength) gives the digits that propagation leaves for each
   cell; sm.allowed_values(position).values gives those that occur in a solution.
3. for strength in ("values", "bounds", "domain"): if len(propagate(...)[cell]) == 1: return strength; then return
   "allowed values" if len(sm.allowed_values(position).values[cell]) == 1 else None.

## two-solutions: Design a puzzle with two solutions

1. Taking a given away can only add solutions; writing one can only remove some. Begin with mccaffrey.
2. Take away one given, so that there are several solutions. sm.allowed_values says in which cells they differ; write
   the digit of the known solution into such a cell, and count again.
3. Without the given in (4, 5), sm.count_solutions(puzzle, limit=None).grids has three grids. Find a cell in which exactly
   two of them have the known solution's digit, write it there, and count again.

## replay-a-game: Replay a game

1. Keep three things: the position now, the positions before, and those that undo has taken back.
2. A move that changes something puts the position on the pile of the past and empties the pile of the future. Undo
   takes from the past and puts on the future, redo the other way; with an empty pile they do nothing.
3. past, now, future = [], dict(puzzle.givens), []; put: after = a changed copy of now; if after != now:
   past.append(now); now = after; future.clear(). undo: if past: future.append(now); now = past.pop().
"""

import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Literal

from sudoku_models.board.game import Game
from sudoku_models.course.answers import must_fit, same
from sudoku_models.course.exercise import Function, Right, Wrong
from sudoku_models.course.judges import function
from sudoku_models.course.models import all_solutions
from sudoku_models.inference.propagation import domains_of, propagate
from sudoku_models.models.allowed_values import AllowedValues
from sudoku_models.models.validation import short
from sudoku_models.puzzles.corpora import corpus
from sudoku_models.puzzles.puzzle import Grid, Puzzle
from sudoku_models.puzzles.units import Cell

SMALL = {
    "a 4x4 with one solution": "1... ..2. .3.. ...4",
    "a 4x4 with 18 solutions": "1... .... ..2. ....",
    "a 4x4 with 3 solutions": "12.. ..1. 3... ....",
    "a 4x4 without a solution": "12.. ...3 .... ..3.",
}


@cache
def _small() -> list[tuple[Puzzle, tuple[Grid, ...]]]:
    puzzles = [Puzzle.parse(text, name=name) for name, text in SMALL.items()]
    return [(puzzle, all_solutions(puzzle)) for puzzle in puzzles]


def _known(name: str) -> tuple[Puzzle, Grid]:
    entry = corpus("named" if name == "mccaffrey" else "rated").entry(name)
    assert entry.solution is not None
    return entry.puzzle, entry.solution


# -- an observer -------------------------------------------------------------------------------------------------------

Moves = list[tuple[str, Puzzle, Puzzle]]
"""Descriptions of moves, with the position before and after each."""


class PositionChange(dict[str, Any]):
    """The argument of an observer; as with a widget, `change.new` is also `change["new"]`."""

    __getattr__ = dict.__getitem__


def _played(puzzle: Puzzle, *moves: tuple[str, Callable[[Game], None]]) -> Moves:
    game, played = Game(puzzle), []
    for what, act in moves:
        before = game.position
        act(game)
        played.append((what, before, game.position))
    return played


def _games() -> Iterator[tuple[Grid, Moves]]:
    """A long game with right and wrong digits, and a short one on a 4x4 board; with the solutions of their puzzles."""
    puzzle, solution = _known("mccaffrey")
    one, other, third = (1, 1), (5, 5), (9, 9)
    wrong = 5 if solution[one] != 5 else 3
    cells = zip(solution.board.cells, solution.values, strict=True)
    filled = [d % 9 + 1 if i in ((1, 2), (2, 1), third) else d for i, d in cells]
    yield (
        solution,
        _played(
            puzzle,
            ("a right digit is written", lambda game: game.put(other, solution[other])),
            ("a wrong digit is written", lambda game: game.put(one, wrong)),
            ("a right digit is written beside a wrong one", lambda game: game.put(third, solution[third])),
            ("a right digit is erased", lambda game: game.put(third, 0)),
            ("a wrong digit is put in place of a wrong one", lambda game: game.put(one, wrong % 9 + 1)),
            ("undo writes the first wrong digit again", lambda game: game.undo()),
            ("a wrong digit is erased", lambda game: game.put(one, 0)),
            ("a wrong digit is written for a second time", lambda game: game.put(one, wrong)),
            ("the right digit is put in place of a wrong one", lambda game: game.put(one, solution[one])),
            ("the whole grid is filled in, with three wrong digits", lambda game: game.fill(filled)),
        ),
    )
    small, (grid, *_) = _small()[0]
    yield (
        grid,
        _played(
            small,
            ("the last blank cell gets a wrong digit", lambda game: game.put((4, 3), grid[4, 3] % 4 + 1)),
            ("the first blank cell gets a wrong digit", lambda game: game.put((1, 2), grid[1, 2] % 4 + 1)),
            ("the first blank cell gets its digit", lambda game: game.put((1, 2), grid[1, 2])),
        ),
    )


def watch_for_wrong_digits(answer: Function) -> str:
    """After each move of two games the list holds the wrong digits that were written, in order."""
    count = 0
    for solution, moves in _games():
        (hear, found), (_, of_another) = (_pair(answer(solution)) for _ in range(2))
        want: list[Any] = []
        for what, old, new in moves:
            news = [(i, d) for i, d in new.givens.items() if d != solution[i] and d != old.givens.get(i)]
            want += news
            hear(PositionChange(name="position", type="change", owner=None, old=old, new=new))
            count += 1
            if not same(found, want):
                should = f"get {news}" if news else "stay as it is"
                raise Wrong(f"when {what}, `found` should {should}, and after it `found` is {short(found)}", new)
        if of_another:
            raise Wrong("two watchers share one list: make the list inside my_watcher")
    return f"after each of {count} moves your list holds the wrong digits that were written, and no others"


def _pair(returned: Any) -> Any:
    must_fit(returned, (object, list), "my_watcher must return a pair (hear, found)")
    if not callable(returned[0]) or returned[1]:
        raise Wrong(f"my_watcher must return a function and a list, empty at first, not {short(returned)}")
    return returned


# -- a hint ------------------------------------------------------------------------------------------------------------


def _found(
    puzzle: Puzzle, grids: tuple[Grid, ...], status: Literal["complete", "at least", "unknown"] = "complete"
) -> AllowedValues:
    values = {i: frozenset(grid[i] for grid in grids) for i in puzzle.board.cells}
    stopped = "" if status == "complete" else "time limit"
    return AllowedValues(puzzle, values, status, "", "maximize", "", grids, (), (), "", stopped)


def _positions() -> list[tuple[AllowedValues]]:
    puzzle, solution = _known("mccaffrey")
    many, grids = _small()[1]
    cases: list[Any] = [*_small(), (puzzle, (solution,)), (puzzle, (solution,), "at least")]
    cases += [(many, grids[:1], "at least"), (many, (), "unknown")]
    return [(_found(*case),) for case in cases]


def hints_in(found: AllowedValues) -> dict[Cell, int]:
    """The blank cells with one allowed value, and none when the search for them was stopped."""
    one = {i: min(values) for i, values in found.values.items() if len(values) == 1 and i not in found.puzzle.givens}
    return one if found.status == "complete" else {}


def _other_hints(got: Any, want: dict[Cell, int], found: AllowedValues) -> Wrong:
    puzzle, name = found.puzzle, f"{found.puzzle.name}, with the status {found.status!r}"
    for i, d in got.items():
        if want.get(i) != d:
            why = f"the allowed values of {i} are {sorted(found.values.get(i, ()))}"
            if found.status != "complete":
                why = "the search was stopped, and a cell may have values that were not found yet"
            why = "this cell holds a digit already" if i in puzzle.givens else why
            return Wrong(f"{name}: your hint says {d} in {i}, but {why}", puzzle)
    i = min(want.keys() - got.keys())
    return Wrong(f"{name}: your hint lacks {want[i]} in {i}", puzzle)


give_a_hint = function(
    hints_in,
    _positions,
    "nothing is missing or made up in {n} positions: with one solution, several, none, and not decided",
    returns=({object: object}, "a dict, the cell -> its digit"),
    objection=_other_hints,
)

# -- the weakest method ------------------------------------------------------------------------------------------------

STRENGTHS = ("values", "bounds", "domain")


@cache
def _propagated(puzzle: Puzzle, strength: str) -> Any:
    return propagate(puzzle.board.units, domains_of(puzzle), strength)


def weakest(puzzle: Puzzle, cell: Cell) -> str | None:
    """The first of three methods of propagation that leaves a cell one digit, "allowed values", or None."""
    for strength in STRENGTHS:
        left = _propagated(puzzle, strength)
        if left is not None and len(left[cell]) == 1:
            return strength
    return "allowed values" if len({grid[cell] for grid in all_solutions(puzzle)}) == 1 else None


@cache
def _cells() -> list[tuple[Puzzle, Cell]]:
    """At most two cells of each kind in each position."""
    cases = []
    for puzzle in [*(puzzle for puzzle, grids in _small() if grids), _known("rated:1")[0]]:
        kinds: dict[str | None, list[Cell]] = {}
        for i in puzzle.board.cells:
            if i not in puzzle.givens:
                kinds.setdefault(weakest(puzzle, i), []).append(i)
        cases += [(puzzle, i) for cells in kinds.values() for i in (cells[0], cells[-1])[: len(cells)]]
    return cases


def _not_the_weakest(got: Any, want: str | None, puzzle: Puzzle, cell: Cell) -> Wrong:
    why = {
        None: "it has several digits, each in some solution, so the answer is None",
        "allowed values": "propagation leaves it several digits, and all solutions the same: 'allowed values'",
    }.get(want, f"propagation by {want!r} leaves it one digit, and nothing weaker does")
    return Wrong(f"{puzzle.name}, cell {cell}: your function says {short(got)}; {why}", puzzle)


weakest_reasoning = function(
    weakest,
    _cells,
    "right for {n} cells, among them cells of each kind",
    returns=({*STRENGTHS, "allowed values", None}, f"one of {(*STRENGTHS, 'allowed values')} or None"),
    objection=_not_the_weakest,
)

# -- a design ----------------------------------------------------------------------------------------------------------

MOST_GIVENS = 27


def two_solutions(puzzle: Any, grids: Any) -> Right:
    """Exactly two solutions, one of which is that of the puzzle to begin with."""
    start, solution = _known("mccaffrey")
    must_fit(puzzle, Puzzle, "the first answer must be a puzzle, such as board.puzzle")
    if puzzle.board != start.board:
        raise Wrong("the puzzle must be a plain 9x9 one: begin with mccaffrey", puzzle)
    if (n := len(puzzle.givens)) > MOST_GIVENS:
        raise Wrong(f"the puzzle has {n} givens, and at most {MOST_GIVENS} are allowed", puzzle)
    if gone := [i for i, d in puzzle.givens.items() if solution[i] != d]:
        excluded = f"the given {puzzle.givens[gone[0]]} in {gone[0]} excludes the solution of mccaffrey"
        raise Wrong(f"{excluded}, which should be one of the two", puzzle, solution)
    true = all_solutions(puzzle, 3)
    other = next((grid for grid in true if grid != solution), None)
    if other is None:
        raise Wrong("the puzzle has one solution only, that of mccaffrey", puzzle, solution)
    if len(true) > 2:
        raise Wrong("the puzzle has more than two solutions; this is one besides that of mccaffrey", puzzle, other)
    must_fit(grids, [Grid], "the puzzle is right; the second answer must be a list of its two solutions")
    if missing := [grid for grid in true if grid not in grids]:
        raise Wrong("the puzzle is right, but this one of its two solutions is not in your list", puzzle, missing[0])
    if len(grids) != 2:
        raise Wrong(f"the puzzle is right, but your list has {len(grids)} grids, and not its two", puzzle)
    differ = f"they differ in {sum(solution[i] != other[i] for i in puzzle.board.cells)} cells"
    return Right(f"two solutions and no third, as a solver claims; {differ}; this is the new one", puzzle, other)


# -- a replay ----------------------------------------------------------------------------------------------------------

Move = tuple[Any, ...]
A, B = (1, 2), (2, 2)

SHORT_GAMES: dict[str, list[Move]] = {
    "a digit is written": [("put", A, 2)],
    "a digit is erased": [("put", A, 2), ("put", A, 0)],
    "undo brings back what was erased": [("put", A, 2), ("put", A, 0), ("undo",)],
    "undo brings back the digit before": [("put", A, 2), ("put", A, 3), ("undo",)],
    "undo after undo goes on backwards": [("put", A, 2), ("put", B, 4), ("undo",), ("undo",)],
    "redo makes the last move again": [("put", A, 2), ("put", B, 4), ("undo",), ("undo",), ("redo",)],
    "there is nothing to take back": [("undo",), ("put", A, 2)],
    "there is nothing to make again": [("put", A, 2), ("redo",), ("undo",), ("undo",), ("redo",), ("redo",)],
    "a new move ends all redo": [("put", A, 2), ("undo",), ("put", B, 4), ("redo",)],
    "a move that changes nothing is no move": [("put", A, 2), ("put", A, 2), ("undo",)],
    "a move that changes nothing does not end redo": [("put", A, 2), ("undo",), ("put", A, 0), ("redo",)],
}
"""A description of the rule, and the moves."""


def replayed(puzzle: Puzzle, moves: list[Move]) -> dict[Cell, int]:
    """The digits at the end of a game.

    >>> replayed(Puzzle.parse("1... .... .... ...."), [("put", A, 2), ("put", B, 4), ("undo",)])
    {(1, 1): 1, (1, 2): 2}
    """
    game = Game(puzzle)
    for what, *rest in moves:
        getattr(game, what)(*rest)
    return game.position.givens


def _long_games() -> Iterator[tuple[Puzzle, list[Move]]]:
    """The short games, and long random ones on the first three blank cells."""
    puzzle, rng = _small()[0][0], random.Random(13)
    yield from ((puzzle, moves) for moves in SHORT_GAMES.values())
    blank = [i for i in puzzle.board.cells if i not in puzzle.givens][:3]
    for _ in range(60):
        kinds = rng.choices(["put", "undo", "redo"], [5, 3, 2], k=30)
        yield puzzle, [(k, rng.choice(blank), rng.randint(0, 2)) if k == "put" else (k,) for k in kinds]


def _other_position(got: Any, want: dict[Cell, int], puzzle: Puzzle, moves: list[Move]) -> Wrong:
    rule = next((rule for rule, short_moves in SHORT_GAMES.items() if short_moves == moves), "all rules meet")
    i = min(i for i in {*got, *want} if got.get(i) != want.get(i))
    held, holds = (d if d is not None else "nothing" for d in (got.get(i), want.get(i)))
    end = f"at its end {i} holds {holds}, and your function says {short(held)}"
    return Wrong(f"in this game {rule}: {short(moves)}; {end}", puzzle)


replay_a_game = function(
    replayed,
    _long_games,
    "the same position as on the board after each of {n} games",
    returns=({(int, int): int}, "a dict, the cell -> its digit, without blank cells"),
    objection=_other_position,
)
