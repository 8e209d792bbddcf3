"""Generated puzzles are judged by the validator, by counting, and by asking for each given whether it is needed."""

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sudoku_models as sm
from sudoku_models.errors import CertificateError, DisagreementError, InputError
from sudoku_models.explain.difficulty import LEVELS
from sudoku_models.generation import Generated, generate, generate_many, generator, reduction, request
from sudoku_models.generation.reduction import Alternatives
from sudoku_models.puzzles.rules import AllDotsGiven, AntiKnight, KillerCage, Thermometer
from sudoku_models.runtime.limits import TimeLimit

from .test_alternatives import PLACED, solutions

DIAGONALS = sm.Board.of_size(9).diagonal()


def without(puzzle: sm.Puzzle, k: int) -> sm.Puzzle:
    return sm.Puzzle(puzzle.board, (*puzzle.values[:k], 0, *puzzle.values[k + 1 :]))


def without_rule(puzzle: sm.Puzzle, rule: Any) -> sm.Puzzle:
    rules = (each for each in puzzle.board.rules if each != rule)
    return sm.Puzzle(puzzle.board.plain.with_rules(*rules), puzzle.values)


def is_minimal(made: Generated) -> bool:
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


def must_be_sound(made: Generated) -> None:
    """By another formulation, backend and solver than the ones that the reduction uses."""
    assert made.puzzle
    assert made.solution
    count = sm.count_solutions(made.puzzle, "assignment", "pulp", "highs", limit=2, cross_check=False)
    assert (count.value, count.status, count.grids) == (1, "exact", (made.solution,))
    assert made.level in (None, sm.level(made.puzzle))
    assert made.proof


# -- boards, levels, seeds --------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_the_level_is_as_requested_and_rated(level: str) -> None:
    for seed in (1, 2):
        made = generate(9, level, seed=seed)
        assert (made.met, made.level) == (True, level)
        must_be_sound(made)
        rating = sm.rate(made.puzzle)  # type: ignore[arg-type]
        assert rating.level == level
        assert made.rating in (None, rating.rating)
        if level == "beginner":
            assert made.symmetric
            assert made.clues in range(33, 38)
        if level == "easy":
            assert made.clues in range(30, 37)


def test_an_isomorph_of_a_published_puzzle_when_the_attempts_were_not_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    made = generate(9, "extreme", seed=1, attempts=1, rated=False)
    assert (made.met, made.level, made.attempts) == (True, "extreme", 1)
    assert re.match(r"as requested: an isomorph of rated:\d+, of the same level, after 1 attempt", made.reason)
    must_be_sound(made)
    assert made.puzzle not in sm.corpus("rated").values()
    assert generate(9, "extreme", seed=1, attempts=1, symmetric=True, rated=False).met is False


def test_levels_only_where_they_are_measured() -> None:
    for board, level in ((4, "hard"), (25, "extreme"), (sm.Board.of_size(6).diagonal(), "easy")):
        with pytest.raises(InputError, match="not measured"):
            generate(board, level)
    assert generate(6, rules="diagonal", seed=1).level is None


@pytest.mark.slow
@pytest.mark.parametrize(("board", "level"), [(6, "hard"), (12, "very hard"), (16, "easy"), (25, None)])
def test_other_sizes(board: int, level: str | None) -> None:
    made = generate(board, level, seed=1, rated=False)
    assert made.met
    assert made.puzzle
    assert made.puzzle.board.size == board
    if board < 25:
        must_be_sound(made)
    else:  # another solver would take too long; that singles lead to the solution is the proof
        assert sm.is_solution(made.puzzle, made.solution)  # type: ignore[arg-type]
        assert made.level in ("beginner", "easy", "medium")
    assert sm.Puzzle.parse(made.text or "") == made.puzzle


@pytest.mark.parametrize("board", [sm.Board.of_size(6).diagonal(), sm.Board.with_boxes(3, 2)], ids=str)
def test_a_minimal_puzzle_on_another_board(board: sm.Board) -> None:
    made = generate(board, seed=1, minimal=True, rated=False)
    assert (made.met, made.minimal) == (True, True)
    assert made.puzzle
    assert made.puzzle.board == board
    must_be_sound(made)
    assert is_minimal(made)


PINNED: list[tuple[dict[str, Any], str]] = [
    ({"board": 4, "seed": 1}, "4..2....2.3....1"),
    (
        {"level": "medium", "seed": 1},
        "9..1..6..68......523.....91.5.9..1.2.29.....34.6....7.....41......39.5..8...5...4",
    ),
    (
        {"level": "easy", "seed": 7, "symmetric": True},
        ".2..46..1.1.52...7.....7.3.23.4..798.9.....4.684..3.12.4.8.....3...94.8.9..71..2.",
    ),
    ({"board": sm.Board.with_boxes(3, 2), "seed": 2, "level": "medium"}, "......25..1..4...3....3....6..5.4.2."),
]


@pytest.mark.parametrize(("request_", "line"), PINNED, ids=lambda part: "")
def test_a_seed_gives_the_puzzle_that_it_has_always_given(request_: dict[str, Any], line: str) -> None:
    made = generate(**request_, rated=False)
    assert made.puzzle
    assert made.puzzle.line() == line


def test_seeds() -> None:
    assert generate(4, seed="42") == generate(4, seed=42)
    drawn = generate(4)
    assert generate(4, seed=drawn.seed) == drawn
    batch = list(generate_many(4, 6, "easy", seed="a"))
    assert [made.seed for made in batch] == ["a", "a.2", "a.3", "a.4"]
    assert batch == [generate(6, "easy", seed=made.seed) for made in batch]
    assert len({made.puzzle for made in batch}) == len({made.solution for made in batch}) == 4


# -- what was requested -----------------------------------------------------------------------------------------------


def test_a_symmetric_puzzle() -> None:
    made = generate(6, seed=1, minimal=True, symmetric=True, rated=False)
    assert (made.met, made.symmetric) == (True, True)
    assert made.puzzle
    must_be_sound(made)
    assert is_minimal(made)
    assert {(7 - r, 7 - c) for r, c in made.puzzle.givens} == made.puzzle.givens.keys()


@pytest.mark.parametrize(("clues", "symmetric"), [(28, False), (33, True), (81, False)])
def test_a_number_of_givens(clues: int, symmetric: bool) -> None:
    made = generate(9, seed=1, clues=clues, symmetric=symmetric, rated=False)
    assert (made.met, made.clues) == (True, clues)
    must_be_sound(made)


def test_a_request_that_is_not_met_is_reported() -> None:
    made = generate(9, seed=1, clues=19, attempts=2, rated=False)
    assert made.met is False
    assert not made
    assert made.clues != 19
    assert "not as requested" in made.title  # which the command prints, and the sheet
    assert made.reason in repr(made)
    assert made.reason == f"{made.clues} givens are left, not 19: 2 attempts were not enough"
    must_be_sound(made)
    few = generate(9, "hard", seed=3, attempts=1)
    assert few.met is False
    assert few.level != "hard"
    assert f"the level is {few.level}, not hard: one attempt failed" in few.reason


def test_a_result_as_plain_data_and_with_a_certificate(monkeypatch: pytest.MonkeyPatch) -> None:
    made = generate(4, seed=3, certify=True)
    assert made.puzzle
    assert made.certificate
    assert (made.certificate.puzzle, made.certificate.solutions) == (made.puzzle, (made.solution,))
    made.certificate.verify()
    assert made.proof.endswith("certified and verified")
    data = made.as_dict()
    assert (data["puzzle"], data["seed"], data["clues"], data["met"]) == (made.puzzle.line(), "3", made.clues, True)
    assert replace(made, rating=2.5).title == f"{made.level}, rated 2.5, {made.clues} givens, seed 3"

    def no_time(*_: Any, **__: Any) -> None:
        raise CertificateError("no proof")

    monkeypatch.setattr(generator, "verified_certificate", no_time)
    late = generate(4, seed=3, certify=True)
    assert (late.met, late.certificate) == (None, None)
    assert "before the uniqueness was certified" in late.reason


# -- rules: judged by brute force on 4x4 boards, and by two solvers of other paradigms on larger ones -----------------


@settings(max_examples=50)
@given(st.sampled_from(PLACED), st.integers(0, 999), st.booleans(), st.booleans())
def test_it_is_unique_and_minimal_as_far_as_requested(name: str, seed: int, minimal: bool, minimal_rules: bool) -> None:
    made = generate(4, rules=name, seed=seed, minimal=minimal, minimal_rules=minimal_rules, attempts=1)
    assert made.puzzle
    assert [grid.values for grid in solutions(made.puzzle)] == [made.solution.values]  # type: ignore[union-attr]
    if made.minimal:
        assert all(len(solutions(without(made.puzzle, k))) > 1 for k, d in enumerate(made.puzzle.values) if d)
    if made.minimal_rules:
        listed = any(rule.kind.endswith("given") for rule in made.rules)
        rules = [rule for rule in made.rules if not listed or rule.kind.endswith("given")]
        assert all(len(solutions(without_rule(made.puzzle, rule))) > 1 for rule in rules)
    if made.met:
        assert (made.minimal, made.minimal_rules) == (minimal or None, minimal_rules or None)


def test_a_killer_sudoku_without_givens() -> None:
    made = generate(6, rules="killer", clues=0, seed=1)
    assert (made.met, made.clues, made.proof) == (True, 0, "Glucose, confirmed by CP-SAT")
    assert {type(rule) for rule in made.rules} == {KillerCage}
    count = sm.count_solutions(made.puzzle, "assignment", "pulp", "highs", cross_check=False)  # type: ignore[arg-type]
    assert (count.value, count.status, count.grids) == (1, "exact", (made.solution,))


def test_rules_of_the_board_and_placed_ones() -> None:
    rules = (Thermometer([(1, 1), (1, 2), (2, 3)]), KillerCage(9, [(4, 4), (4, 5)]))
    made = generate(sm.Board.of_size(6).with_rules(*rules), seed=2, minimal=True)
    assert (made.met, made.rules, made.minimal) == (True, rules, True)
    assert made.puzzle
    for k in (k for k, d in enumerate(made.puzzle.values) if d):
        count = sm.count_solutions(without(made.puzzle, k), "all_different", "cpsat", "cpsat", limit=2)
        assert count.value == 2
    made = generate(sm.Board.of_size(6).with_rules(rules[0]), rules="killer:3", seed=1)
    assert [type(rule) for rule in made.rules] == [Thermometer, KillerCage, KillerCage, KillerCage]
    assert generate(4, rules="antiknight", seed=1).rules == (AntiKnight(),)
    assert AllDotsGiven() in generate(4, rules="kropki", seed=1).rules
    assert AllDotsGiven() not in generate(4, rules="kropki:2", seed=1).rules


def test_what_a_kind_cannot_reach_is_reported() -> None:
    """Digits d and 5 - d may be exchanged in any grid with the same white dots, so one given is needed."""
    made = generate(4, rules="consecutive", clues=0, seed=1, attempts=3)
    assert (made.met, made.clues) == (False, 1)
    none = generate(4, rules="arrow", seed=2, attempts=1, clues=16)
    assert none.met is bool(none.rules)


def test_a_question_that_is_not_answered_leaves_the_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reduction, "CONFLICTS", 0)
    made = generate(4, rules="thermometer", seed=1)
    assert made.clues > generate(4, rules="thermometer", seed=1, minimal=True).clues  # type: ignore[operator]
    assert made.minimal is None


# -- limits and wrong proofs ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("board", "options"), [(9, {}), (4, {"rules": "killer", "minimal_rules": True})])
def test_a_time_limit_amid_the_reduction_leaves_a_sound_puzzle(
    monkeypatch: pytest.MonkeyPatch, board: int, options: dict[str, Any]
) -> None:
    exists, questions = Alternatives.exists, []

    def stops(*arguments: Any, **others: Any) -> bool | None:
        questions.append(arguments)
        if len(questions) == 4:
            raise TimeLimit
        return exists(*arguments, **others)

    monkeypatch.setattr(Alternatives, "exists", stops)
    made = generate(board, seed=1, **options)
    assert made.met is made.minimal_rules is None
    assert "the time limit was reached" in made.reason
    assert made.puzzle
    assert sm.count_solutions(made.puzzle, "assignment", "pulp", "highs", limit=2).value == 1


def unconfirmed(*_: Any) -> None:
    raise TimeLimit


def test_a_puzzle_that_is_late_or_not_confirmed_is_not_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    late = generate(9, "hard", seed=1, time_limit=1e-6)
    assert (late.puzzle, late.met, late.clues) == (None, None, None)
    assert "before the first full grid was found" in late.reason
    assert late.title == "no puzzle, seed 1"
    monkeypatch.setattr(generator, "build", unconfirmed)
    for made in (generate(9, "hard", seed=1, rated=False), generate(4, rules="killer", seed=1)):
        assert (made.puzzle, made.met) == (None, None)
        assert "before the uniqueness was confirmed" in made.reason


def test_a_large_puzzle_without_confirmation_falls_back_on_singles(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a 25x25 board, where the confirmation takes too long for a test."""
    monkeypatch.setattr(request, "LARGEST_SEARCHED", 8)
    minimal = generate(9, seed=5, minimal=True, rated=False)
    assert (minimal.met, minimal.level) == (True, None)  # neither singles nor locked candidates solve it
    monkeypatch.setattr(generator, "build", unconfirmed)
    made = generate(9, seed=5, minimal=True, rated=False)
    assert made.met is made.minimal is None
    assert "the time limit was reached" in made.reason
    assert made.level in ("beginner", "easy", "medium")
    must_be_sound(made)


@pytest.mark.parametrize(("options", "title"), [({"board": 9}, "HiGHS"), ({"board": 4, "rules": "even-odd"}, "CP-SAT")])
def test_a_wrong_proof_is_found_by_the_other_solver(
    monkeypatch: pytest.MonkeyPatch, options: dict[str, Any], title: str
) -> None:
    monkeypatch.setattr(reduction.Reduction, "_has_another", lambda self, *question: False)
    monkeypatch.setattr(generator.difficulty, "simple_level", lambda puzzle: None)
    with pytest.raises(DisagreementError, match=f"{title} finds another"):
        generate(**options, seed=1)


def test_the_time_limit_is_for_confirming_and_rating_too(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds: list[float] = []
    build, rate = generator.build, generator.difficulty.rate

    def watched(puzzle: sm.Puzzle, *configuration: str) -> Any:
        model = build(puzzle, *configuration)
        run = model.run
        monkeypatch.setattr(model, "run", lambda solver, limit: (seconds.append(limit), run(solver, limit))[1])
        return model

    monkeypatch.setattr(generator, "build", watched)
    monkeypatch.setattr(
        generator.difficulty, "rate", lambda puzzle, limit: (seconds.append(limit), rate(puzzle, limit))[1]
    )
    assert generate(9, "hard", seed=1, time_limit=600).proof == "Glucose, confirmed by HiGHS"
    confirming, rating = seconds
    assert 0 < rating <= confirming <= 600
    assert generate(9, "hard", seed=1, time_limit=None).met
    assert seconds[2:] == [None, generator.SECONDS_TO_RATE]


LIMITED: list[tuple[float, Any, dict[str, Any]]] = [
    (0.5, 16, {"symmetric": True}),
    (1.0, 25, {"minimal": True}),
    (0.5, DIAGONALS, {"clues": 10}),
    (0.2, 9, {"clues": 18, "minimal": True}),
    (0.5, 9, {"level": "extreme"}),
    (0.5, 9, {"rules": "killer", "minimal": True}),
    (0.5, 9, {"rules": "nonconsecutive", "minimal": True}),
    (0.5, 9, {"rules": "skyscraper", "minimal": True}),
]


@pytest.mark.slow
@pytest.mark.parametrize(("seconds", "board", "options"), LIMITED, ids=str)
def test_the_time_limit_is_kept(seconds: float, board: Any, options: dict[str, Any], at_most: Any) -> None:
    with at_most(seconds):
        made = generate(board, seed=1, time_limit=seconds, **options)
    if made.puzzle and "rules" not in options:
        must_be_sound(made)
