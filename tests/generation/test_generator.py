"""Made puzzles are judged by the validator, by counting, and by asking for each given whether it is needed."""

import random
import time
from dataclasses import replace
from typing import Any

import pytest

import sudoku_models as sm
from sudoku_models.errors import InputError
from sudoku_models.generation import (
    Request,
    generate,
    generate_many,
    generator,
    opposite,
    random_grid,
    reduction,
    unavoidable_sets,
)
from sudoku_models.generation.request import fewest_givens
from sudoku_models.runtime.limits import TimeLimit


def solutions(puzzle: sm.Puzzle, limit: int = 2) -> tuple[sm.Grid, ...]:
    """By another formulation, backend and solver than the ones that the reduction uses."""
    count = sm.count_solutions(puzzle, "assignment", "pulp", "highs", limit=limit, cross_check=False)
    assert count.status == "exact" or count.value == limit
    return count.grids


def further_units(kind: str, *cells: tuple[sm.Cell, ...]) -> sm.Board:
    """The usual 9x9 board with these units too."""
    usual = sm.Board.of_size(9)
    units = (sm.Unit(f"{kind} {k}", each) for k, each in enumerate(cells, 1))
    return sm.Board(9, (*usual.units, *units), usual.box)


DIAGONALS = further_units("diagonal", tuple((k, k) for k in range(1, 10)), tuple((k, 10 - k) for k in range(1, 10)))
WINDOWS = further_units(
    "window",
    *(tuple((r + k // 3, c + k % 3) for k in range(9)) for r in (2, 6) for c in (2, 6)),
)


def without(puzzle: sm.Puzzle, k: int) -> sm.Puzzle:
    return sm.Puzzle(puzzle.board, (*puzzle.values[:k], 0, *puzzle.values[k + 1 :]))


def is_minimal(made: sm.Generated) -> bool:
    """An independent proof: without any one of the givens another solver finds a second solution."""
    assert made.puzzle
    assert made.solution
    model = sm.build(made.puzzle, "assignment", "pulp")
    for k in (k for k, d in enumerate(made.puzzle.values) if d):
        model.reset(less := without(made.puzzle, k))
        model.exclude(made.solution)
        answer = model.solve("highs")
        assert answer.status is not sm.Status.UNKNOWN
        if not answer.grid:
            return False
        assert sm.is_solution(less, answer.grid)
    return True


def must_be_sound(made: sm.Generated) -> None:
    assert made.puzzle
    assert made.solution
    assert made.puzzle.violations(made.solution) == []
    assert solutions(made.puzzle) == (made.solution,)
    assert made.level == sm.level(made.puzzle)
    assert made.proof


@pytest.mark.slow
@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
@pytest.mark.parametrize("seed", [1, 2])
def test_the_level_is_as_requested(level: str, seed: int) -> None:
    made = generate(9, level, seed=seed)
    assert (made.met, made.level) == (True, level)
    must_be_sound(made)
    assert made.rating == sm.rate(made.puzzle).rating  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.parametrize(("size", "level"), [(4, None), (6, "hard"), (6, None), (12, "medium"), (16, "easy")])
def test_other_sizes(size: int, level: str | None) -> None:
    made = generate(size, level, seed=1, rated=False)
    assert made.met
    assert made.solution
    assert made.solution.board.size == size
    must_be_sound(made)


@pytest.mark.slow
def test_a_board_of_25() -> None:
    made = generate(25, seed=1, rated=False)
    assert made.met
    assert made.puzzle
    assert made.clues < 320
    assert sm.is_solution(made.puzzle, made.solution)
    assert made.level in ("easy", "medium")  # which is the proof: singles lead to the solution
    with pytest.raises(InputError, match="up to 16x16"):
        generate(25, "easy")


def test_the_boxes_may_lie_otherwise() -> None:
    board = sm.Board.with_boxes(3, 2)
    made = generate(board, seed=1)
    assert made.puzzle
    assert made.puzzle.board == board
    must_be_sound(made)


@pytest.mark.parametrize("board", [DIAGONALS, WINDOWS], ids=["diagonals", "windows"])
def test_further_units(board: sm.Board) -> None:
    made = generate(board, seed=1, minimal=True, rated=False)
    assert (made.met, made.minimal) == (True, True)
    assert made.puzzle
    assert made.puzzle.board == board
    must_be_sound(made)
    assert is_minimal(made)
    assert made == generate(board, seed=1, minimal=True, rated=False)


PINNED = [
    ({"size": 4, "seed": 1}, "4..2....2.3....1"),
    (
        {"size": 9, "level": "medium", "seed": 1},
        "........7.6..4.2.1.3...8...5....94.8..6..1.5..48...3..1....5....2.913.....7......",
    ),
    (
        {"size": 9, "level": "easy", "seed": 7, "symmetric": True},
        ".2..46..1.1.52...7.....7.3....4..7.8.9.....4.6.4..3....4.8.....3...94.8.9..71..2.",
    ),
    (
        {"size": 9, "seed": 3, "minimal": True},
        "..8.7...9....4.53........64.3..296....2.....798...5.4..5.48.....9.....5.8.7......",
    ),
    ({"size": 6, "seed": "42.2", "minimal": True}, "164.........6..4......12........5.3."),
    (
        {"size": 9, "level": "hard", "seed": 5, "clues": 28},
        ".7.34...8.......379...8.6.1.8...4.6...52..9.3..1.7............6.1.89..242....71..",
    ),
    ({"size": sm.Board.with_boxes(3, 2), "seed": 2, "level": "medium"}, "......25..1..4...3...53....6..5.4.2."),
]


@pytest.mark.parametrize(("request_", "line"), PINNED, ids=lambda part: "")
def test_a_seed_gives_the_puzzle_that_it_has_always_given(request_: dict[str, Any], line: str) -> None:
    made = generate(**request_, rated=False)
    assert made.puzzle
    assert made.puzzle.line() == line


# -- seeds ------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_same_seed_makes_the_same_puzzle_and_another_one_another() -> None:
    for size, level in ((9, "hard"), (6, "easy")):
        assert generate(size, level, seed=5) == generate(size, level, seed=5)
    made = [generate(9, "easy", seed=seed, rated=False) for seed in range(8)]
    assert len({each.puzzle for each in made}) == len({each.solution for each in made}) == 8


def test_a_seed_may_be_a_text_and_is_drawn_when_left_out() -> None:
    assert generate(4, seed="42") == generate(4, seed=42)
    drawn = generate(4)
    assert generate(4, seed=drawn.seed) == drawn


def test_each_puzzle_of_a_batch_can_be_made_again_alone() -> None:
    batch = list(generate_many(4, 6, "easy", seed="a"))
    assert [made.seed for made in batch] == ["a", "a.2", "a.3", "a.4"]
    assert batch == [generate(6, "easy", seed=made.seed) for made in batch]
    assert len({made.puzzle for made in batch}) == 4


# -- what was requested -----------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("level", [None, "easy"])
def test_a_minimal_puzzle_needs_every_given(level: str | None) -> None:
    made = generate(9, level, seed=3, minimal=True, rated=False)
    assert made.met
    assert made.minimal is True
    assert made.puzzle
    must_be_sound(made)
    assert is_minimal(made)


def test_a_small_minimal_and_symmetric_puzzle() -> None:
    made = generate(6, seed=1, minimal=True, symmetric=True, rated=False)
    assert made.met
    assert made.symmetric
    assert made.puzzle
    assert is_minimal(made)


@pytest.mark.slow
def test_a_level_refuses_what_could_go() -> None:
    """What is reduced with a level is often not minimal, and must not be called so."""
    for seed in range(6):
        made = generate(6, "easy", seed=seed, minimal=True, attempts=1, rated=False)
        assert made.puzzle
        assert made.minimal is is_minimal(made)
        assert made.met is made.minimal


@pytest.mark.parametrize("size", [6, 9])
def test_symmetric_puzzles(size: int) -> None:
    made = generate(size, seed=4, symmetric=True, rated=False)
    assert made.met
    assert made.puzzle
    must_be_sound(made)
    givens = made.puzzle.givens
    assert {(size + 1 - r, size + 1 - c) for r, c in givens} == givens.keys()


@pytest.mark.parametrize(("clues", "symmetric"), [(40, False), (28, False), (33, True), (81, False)])
def test_so_many_givens(clues: int, symmetric: bool) -> None:
    made = generate(9, seed=1, clues=clues, symmetric=symmetric, rated=False)
    assert (made.met, made.clues) == (True, clues)
    must_be_sound(made)


@pytest.mark.slow
def test_a_request_that_is_not_met_is_reported() -> None:
    made = generate(9, seed=1, clues=19, attempts=3, rated=False)
    assert made.met is False
    assert not made
    assert made.clues > 19  # type: ignore[operator]
    assert made.reason == f"{made.clues} givens are left, not 19: 3 attempts were not enough"
    must_be_sound(made)
    assert made == generate(9, seed=1, clues=19, attempts=3, rated=False)
    few = generate(4, "hard", seed=1, attempts=1)
    assert few.met is False
    assert "the level is easy, not hard: one attempt failed" in few.reason


def test_the_time_limit_makes_it_not_known() -> None:
    made = generate(9, "hard", seed=1, time_limit=1e-6)
    assert (made.puzzle, made.met, made.clues) == (None, None, None)
    assert made.reason == "the time limit was reached before the first full grid was found"


def test_a_time_limit_amid_the_reduction_leaves_a_sound_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    solve, solves = reduction.second_solution, []

    def stops(*arguments: Any) -> sm.Grid | None:
        solves.append(arguments)
        if len(solves) == 6:
            raise TimeLimit
        return solve(*arguments)

    monkeypatch.setattr(reduction, "second_solution", stops)
    made = generate(9, seed=1, rated=False)
    monkeypatch.undo()
    assert made.met is None
    assert made.reason == "the time limit was reached before all givens were tried, so more could go"
    must_be_sound(made)
    assert made.clues > generate(9, seed=1, rated=False).clues  # type: ignore[operator]


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ({"clues": 16}, "fewer than 17 givens"),
        ({"clues": 7}, "two digits are missing"),
        ({"clues": 82}, "has 81 cells"),
        ({"size": 6, "clues": 11, "symmetric": True}, "even number"),
        ({"level": "esay"}, "did you mean 'easy'"),
        ({"size": 7}, "no board with 7 digits"),
        ({"size": 36}, "up to 25x25"),
        ({"time_limit": 0}, "time limit"),
        ({"size": 4000}, "the largest board has 64 digits; 4000 are too many"),
        ({"size": 9999999999999999999999}, "the largest board has 64 digits; "),
        ({"size": "9"}, "the size of a board must be an integer, such as 9, not '9'"),
        ({"clues": 30.5}, "the number of givens must be an integer, not 30.5"),
        ({"seed": 1.5}, "the seed must be an integer or a string, not 1.5"),
        ({"attempts": 0}, "number of attempts must be at least 1, not 0"),
    ],
)
def test_what_cannot_be_is_refused(request_: dict[str, int], message: str) -> None:
    with pytest.raises(InputError, match=message):
        generate(**{"seed": 1, **request_})  # type: ignore[arg-type]
    with pytest.raises(InputError, match="number of puzzles must be at least 1, not 0"):
        list(generate_many(0))


def unconfirmed(*_: Any) -> None:
    raise TimeLimit


def test_a_puzzle_without_confirmation_is_not_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generator, "build", unconfirmed)
    made = generate(9, "hard", seed=1, rated=False)
    assert (made.puzzle, made.met) == (None, None)
    assert "before the uniqueness was confirmed" in made.reason


def test_a_large_puzzle_without_confirmation_falls_back_on_singles(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a 25x25 board, where the confirmation takes too long for a test."""
    monkeypatch.setattr(reduction, "LARGEST_WITH_LEVEL", 8)
    minimal = generate(9, seed=7, minimal=True, rated=False)
    assert (minimal.met, minimal.level) == (True, "hard")
    monkeypatch.setattr(generator, "build", unconfirmed)
    made = generate(9, seed=7, minimal=True, rated=False)
    assert made.met is made.minimal is None
    assert made.reason == "not every given is proved to be needed: the time limit was reached after 1 attempt"
    assert made.level == "easy"
    must_be_sound(made)


def test_a_wrong_proof_is_found_by_the_other_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reduction.Reduction, "_has_another", lambda self, *question: False)
    with pytest.raises(sm.SudokuModelsError, match="HiGHS finds another"):
        generate(9, "hard", seed=1)


# -- without a solver -------------------------------------------------------------------------------------------------


def test_exchanging_the_digits_of_an_unavoidable_set_gives_another_grid() -> None:
    board = sm.Board.of_size(9)
    grid = random_grid(board, random.Random(3))
    empty = sm.Puzzle(board, (0,) * 81)
    of_cells = unavoidable_sets(grid)
    for k, parts in enumerate(of_cells):
        assert len(parts) == 8  # one for each other digit
        for part in parts:
            assert k in part
            a, b = {grid.values[j] for j in part}
            other = tuple(a + b - d if j in part else d for j, d in enumerate(grid.values))
            assert sm.is_solution(empty, sm.Grid(board, other))


def test_half_a_turn() -> None:
    board = sm.Board.of_size(6)
    cells = board.cells
    assert all(cells[opposite(board, k)] == (7 - r, 7 - c) for k, (r, c) in enumerate(cells))


def test_nearly_all_grids_of_the_smallest_board_come() -> None:
    rng = random.Random(1)
    assert len({random_grid(sm.Board.of_size(4), rng) for _ in range(300)}) > 140


def test_as_plain_data() -> None:
    made = generate(4, seed=1)
    said = made.as_dict()
    assert made.puzzle
    assert said["puzzle"] == made.puzzle.line()
    assert (said["seed"], said["clues"], said["met"]) == ("1", made.clues, True)
    assert replace(made, rating=2.5).title == f"easy, rated 2.5, {made.clues} givens, seed 1"


def test_no_rating_is_begun_that_would_take_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generator, "LARGEST_HARD_RATED", 8)
    assert generate(9, "hard", seed=5).rating is None
    assert generate(9, "medium", seed=1).rating


# -- limits -----------------------------------------------------------------------------------------------------------


def test_the_time_limit_is_for_confirming_and_rating_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """They took up to 60 and 10 seconds on top of it."""
    seconds: list[float] = []
    run, rate = generator.build, generator.difficulty.rate

    def watched(puzzle: sm.Puzzle, *configuration: str) -> Any:
        model = run(puzzle, *configuration)
        solve = model.run

        def timed(solver: str, time_limit: float) -> Any:
            seconds.append(time_limit)
            return solve(solver, time_limit)

        monkeypatch.setattr(model, "run", timed)
        return model

    def rated(puzzle: sm.Puzzle, time_limit: float) -> Any:
        seconds.append(time_limit)
        return rate(puzzle, time_limit)

    monkeypatch.setattr(generator, "build", watched)
    monkeypatch.setattr(generator.difficulty, "rate", rated)
    assert generate(9, "hard", seed=1, time_limit=5).proof == "CP-SAT, confirmed by HiGHS"
    confirming, rating = seconds
    assert 0 < rating <= confirming <= 5
    assert generate(9, "hard", seed=1, time_limit=None).met
    assert seconds[2:] == [None, generator.SECONDS_TO_RATE]


LIMITED: list[tuple[float, Any, dict[str, Any]]] = [
    (0.5, 16, {"level": "hard"}),
    (0.5, 16, {"symmetric": True}),
    (1.0, 25, {"minimal": True}),
    (1.0, 25, {}),
    (0.5, DIAGONALS, {"clues": 10}),
    (0.5, WINDOWS, {"minimal": True, "symmetric": True}),
    (0.2, 9, {"clues": 18, "minimal": True}),
    (0.2, 4, {"level": "hard"}),
]


@pytest.mark.slow
@pytest.mark.parametrize(("seconds", "size", "request_"), LIMITED, ids=str)
def test_the_time_limit_is_kept(seconds: float, size: Any, request_: dict[str, Any]) -> None:
    started = time.perf_counter()
    made = generate(size, seed=1, time_limit=seconds, **request_)
    assert time.perf_counter() - started < 1.1 * seconds + 1
    if made.puzzle:
        must_be_sound(made)


# -- how few givens there can be --------------------------------------------------------------------------------------


def test_few_givens_are_refused_on_the_usual_board_only() -> None:
    """Boards with further units can do with fewer, though they have as many digits and the same boxes."""
    usual, other = sm.Board.of_size(9), DIAGONALS
    assert (fewest_givens(usual), fewest_givens(other), fewest_givens(sm.Board.with_boxes(2, 3))) == (17, 0, 0)
    assert Request(other, clues=12).clues == 12
    with pytest.raises(InputError, match="fewer than 17 givens"):
        Request(usual, clues=16)
    with pytest.raises(InputError, match="fewer than 4 givens"):
        Request(sm.Board.of_size(4), clues=3)
