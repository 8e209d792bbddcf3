"""Puzzles with rules are judged by brute force on 4x4 boards, and by two solvers of other paradigms on larger ones."""

import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sudoku_models as sm
from sudoku_models.certificates import verify
from sudoku_models.errors import DisagreementError, InputError
from sudoku_models.generation import generate, generator, rule_reduction
from sudoku_models.puzzles.rules import AllDotsGiven, AntiKnight, KillerCage, Thermometer
from sudoku_models.runtime.limits import TimeLimit

from .test_alternatives import DRAWN, solutions


def without_rule(puzzle: sm.Puzzle, rule: Any) -> sm.Puzzle:
    rules = (each for each in puzzle.board.rules if each != rule)
    return sm.Puzzle(puzzle.board.plain.with_rules(*rules), puzzle.values)


def without_given(puzzle: sm.Puzzle, k: int) -> sm.Puzzle:
    return sm.Puzzle(puzzle.board, (*puzzle.values[:k], 0, *puzzle.values[k + 1 :]))


@settings(max_examples=50)
@given(st.sampled_from(DRAWN), st.integers(0, 999), st.booleans(), st.booleans())
def test_it_is_unique_and_minimal_as_far_as_requested(name: str, seed: int, minimal: bool, minimal_rules: bool) -> None:
    made = generate(4, rules=name, seed=seed, minimal=minimal, minimal_rules=minimal_rules, attempts=1)
    assert made.puzzle
    assert [grid.values for grid in solutions(made.puzzle)] == [made.solution.values]  # type: ignore[union-attr]
    assert made.puzzle.board.size == 4
    if made.minimal:
        needed = [len(solutions(without_given(made.puzzle, k))) > 1 for k, d in enumerate(made.puzzle.values) if d]
        assert all(needed)
    if made.minimal_rules:
        listed = any(rule.kind.endswith("given") for rule in made.rules)
        marks = [rule for rule in made.rules if not listed or rule.kind.endswith("given")]
        assert all(len(solutions(without_rule(made.puzzle, rule))) > 1 for rule in marks)
    if made.met:
        assert (made.minimal, made.minimal_rules) == (minimal or None, minimal_rules or None)


@pytest.mark.parametrize("name", ["killer", "thermometer, kropki:40%", "jigsaw, even-odd", "skyscraper"])
def test_a_seed_gives_the_same_puzzle(name: str) -> None:
    made = generate(6, rules=name, seed=5)
    assert made.met
    assert made == generate(6, rules=name, seed=5)
    assert made.solution != generate(6, rules=name, seed=6).solution


def test_killer_sudokus_without_givens() -> None:
    made = generate(6, rules="killer", clues=0, seed=1, certify=True)
    assert (made.met, made.clues, made.proof) == (
        True,
        0,
        "Glucose, confirmed by CP-SAT; certified and verified",
    )
    assert {type(rule) for rule in made.rules} == {KillerCage}
    assert made.certificate is not None
    made.certificate.verify()
    count = sm.count_solutions(made.puzzle, "assignment", "pulp", "highs", cross_check=False)  # type: ignore[arg-type]
    assert (count.value, count.status, count.grids) == (1, "exact", (made.solution,))


@pytest.mark.slow
def test_a_9x9_killer_sudoku_whose_cages_are_all_needed() -> None:
    made = generate(9, rules="killer", clues=0, seed=4, minimal_rules=True, time_limit=None)
    assert (made.met, made.clues, made.minimal_rules) == (True, 0, True)
    assert made.puzzle
    for rule in made.rules:
        model = sm.build(without_rule(made.puzzle, rule), "all_different", "cpsat")
        first = model.solve("cpsat")
        model.exclude(first.grid)  # type: ignore[arg-type]
        assert first.grid
        assert model.solve("cpsat").grid


def test_a_board_with_rules_of_its_own() -> None:
    rules = (Thermometer([(1, 1), (1, 2), (2, 3)]), KillerCage(9, [(4, 4), (4, 5)]))
    board = sm.Board.of_size(6).with_rules(*rules)
    made = generate(board=board, seed=2, minimal=True)
    assert (made.met, made.rules, made.minimal) == (True, rules, True)
    assert made.puzzle
    for k, d in enumerate(made.puzzle.values):
        if d:
            less = without_given(made.puzzle, k)
            count = sm.count_solutions(less, "all_different", "cpsat", "cpsat", limit=2, cross_check=False)
            assert count.value == 2


def test_further_rules_stand_beside_those_of_the_board() -> None:
    board = sm.Board.of_size(6).with_rules(Thermometer([(1, 1), (1, 2), (2, 3)]))
    made = generate(board=board, rules="killer:3", seed=1)
    assert [type(rule) for rule in made.rules] == [Thermometer, KillerCage, KillerCage, KillerCage]
    assert generate(4, rules="antiknight", seed=1).rules == (AntiKnight(),)
    assert AllDotsGiven() in generate(4, rules="kropki", seed=1).rules
    assert AllDotsGiven() not in generate(4, rules="kropki:2", seed=1).rules


def test_what_a_kind_cannot_reach_is_reported() -> None:
    """Digits d and 5 - d may be exchanged in any grid with the same white dots, so one given is needed."""
    made = generate(4, rules="consecutive", clues=0, seed=1, attempts=3)
    assert (made.met, made.clues) == (False, 1)
    assert made.reason == "1 givens are left, not 0: 3 attempts were not enough"
    none = generate(4, rules="arrow", seed=2, attempts=1, clues=16)
    assert none.met is bool(none.rules)


def test_a_question_that_is_not_answered_leaves_the_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rule_reduction, "CONFLICTS", 0)
    made = generate(4, rules="thermometer", seed=1)
    assert made.clues is not None
    assert made.clues > generate(4, rules="thermometer", seed=1, minimal=True).clues  # type: ignore[operator]
    assert made.minimal is None


def test_the_time_limit_leaves_a_sound_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    exists, questions = rule_reduction.Alternatives.exists, []

    def stops(*arguments: Any, **others: Any) -> bool | None:
        questions.append(arguments)
        if len(questions) == 6:
            raise TimeLimit
        return exists(*arguments, **others)

    monkeypatch.setattr(rule_reduction.Alternatives, "exists", stops)
    made = generate(4, rules="killer", seed=1, minimal_rules=True)
    assert made.met is None
    assert made.minimal_rules is None
    assert "the time limit was reached" in made.reason
    assert made.puzzle
    assert len(solutions(made.puzzle)) == 1


def test_the_other_solver_would_find_a_wrong_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rule_reduction.Alternatives, "exists", lambda *_, **__: False)
    with pytest.raises(DisagreementError, match="CP-SAT finds another"):
        generate(4, rules="even-odd", seed=1)


def test_no_puzzle_without_the_confirmation(monkeypatch: pytest.MonkeyPatch) -> None:
    def late(*_: Any) -> None:
        raise TimeLimit

    monkeypatch.setattr(generator, "build", late)
    made = generate(4, rules="killer", seed=1)
    assert (made.puzzle, made.met) == (None, None)
    assert "before the uniqueness was confirmed" in made.reason


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ({"rules": "kilelr"}, "did you mean 'killer'"),
        ({"rules": "killer", "level": "easy"}, "levels are for boards whose rules are all units"),
        ({"minimal_rules": True}, "only rules that are drawn can be removed again"),
        ({"rules": "antiknight", "minimal_rules": True}, "only rules that are drawn"),
        ({"size": 25, "rules": "killer"}, "boards up to 16x16, not 25x25"),
        ({"rules": "killer", "clues": -1}, "at least 0, not -1"),
        ({"rules": "antiknight", "clues": 2}, "two digits are missing"),
        ({"board": 9}, "the board must be a Board"),
        ({"board": sm.Board.latin(5), "rules": "windoku"}, "has no boxes"),
    ],
)
def test_what_cannot_be_is_refused(request_: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        generate(**{"seed": 1, **request_})


def test_every_certificate_is_of_the_puzzle_with_its_rules(tmp_path: Any) -> None:
    made = generate(4, rules="quadruple", seed=1, certify=True)
    assert made.certificate
    made.certificate.save(tmp_path)
    assert verify(tmp_path, made.puzzle) == (made.puzzle, 1)


@pytest.mark.timed
@pytest.mark.slow
@pytest.mark.parametrize("rules", ["little-killer", "killer", "nonconsecutive", "skyscraper"])
def test_the_time_limit_is_kept(rules: str) -> None:
    started = time.perf_counter()
    made = generate(9, rules=rules, minimal=True, seed=1, time_limit=0.5)
    assert time.perf_counter() - started < 0.55 + 1
    assert made.met is None or made.met
