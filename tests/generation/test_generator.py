"""Made puzzles are judged by the validator, by counting, and by asking for each given whether it is needed."""

import time
from typing import Any

import pytest

import sudoku_models as sm
from sudoku_models.errors import InputError
from sudoku_models.generation import (
    generate,
    generate_many,
    generator,
    reduction,
)
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


@pytest.mark.timed
@pytest.mark.slow
@pytest.mark.parametrize(("seconds", "size", "request_"), LIMITED, ids=str)
def test_the_time_limit_is_kept(seconds: float, size: Any, request_: dict[str, Any]) -> None:
    started = time.perf_counter()
    made = generate(size, seed=1, time_limit=seconds, **request_)
    assert time.perf_counter() - started < 1.1 * seconds + 1
    if made.puzzle:
        must_be_sound(made)
