"""The shipped puzzles by kind and level: the table is that of the puzzles, and copies have one solution."""

import random

import pytest

import sudoku_models as sm
from sudoku_models.errors import InputError
from sudoku_models.explain.difficulty import LEVELS
from sudoku_models.generation.shipped import copy_of_shipped, level_of, levels_of, measured, shipped
from sudoku_models.puzzles.corpora import corpora, entry_of
from sudoku_models.puzzles.game_kinds import CLASSIC, GAMES, OTHERS, kind_of

WITH_RULES = [kind for kind in GAMES if kind != CLASSIC]
LEVELLED = [(kind, size, level) for kind in WITH_RULES for size in GAMES[kind].sizes for level in levels_of(kind, size)]


def is_unique(puzzle: sm.Puzzle) -> bool:
    return sm.count_solutions(puzzle, "all_different", "cpsat", "cpsat", limit=2, cross_check=False).is_unique


def test_the_table_has_every_puzzle_with_one_solution_with_its_kind_and_size() -> None:
    found = {each.name: (each.kind, each.size) for each in shipped()}
    entries = [entry for each in corpora() for entry in each.entries if entry.solutions == "1"]
    assert found == {each.name: (kind_of(each.puzzle.board), each.puzzle.board.size) for each in entries}
    assert {each.level for each in shipped()} == {*LEVELS, ""}


def test_measuring_again_finds_the_same_level() -> None:
    rng = random.Random(42)
    easy = [each for each in shipped() if each.level in ("beginner", "easy", "medium", "hard") and each.size <= 9]
    for kind in (*GAMES, OTHERS):
        each = rng.choice([row for row in easy if row.kind == kind])
        assert measured(entry_of(each.name), 300) == each


def test_every_kind_has_levels_on_the_usual_board() -> None:
    assert all(len(levels_of(kind, 9)) >= 3 for kind in GAMES)


@pytest.mark.parametrize(("kind", "size", "level"), LEVELLED)
def test_a_puzzle_of_a_kind_and_a_level_is_a_copy_with_the_solution_of_the_copy(
    kind: str, size: int, level: str
) -> None:
    for seed in range(4):
        puzzle, solution, name = copy_of_shipped(kind, size, level, random.Random(seed))
        assert (kind_of(puzzle.board), puzzle.board.size, level_of(name)) == (kind, size, level)
        assert not puzzle.violations(solution)
        assert len(puzzle.givens) == len(entry_of(name).puzzle.givens)
    made = sm.generate(size, level, seed=1, rules=kind)
    assert (made.met, made.level) == (True, level)
    assert made == sm.generate(size, level, seed=1, rules=kind)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "size", "level"), LEVELLED)
def test_a_copy_has_one_solution(kind: str, size: int, level: str) -> None:
    made = sm.generate(size, level, seed=2, rules=kind)
    assert made.puzzle
    assert is_unique(made.puzzle)


@pytest.mark.parametrize("kind", WITH_RULES)
@pytest.mark.parametrize("size", [4, 6])
def test_a_puzzle_of_any_level_is_of_its_kind_and_has_one_solution(kind: str, size: int) -> None:
    for seed in range(3):
        made = sm.generate(size, seed=seed, rules=kind, clues=GAMES[kind].clues, time_limit=None)
        assert made.puzzle
        assert made.met
        assert kind_of(made.puzzle.board) == kind
        assert is_unique(made.puzzle)


@pytest.mark.slow
@pytest.mark.parametrize("kind", WITH_RULES)
@pytest.mark.parametrize("size", [8, 9, 12, 16])
def test_larger_ones_too(kind: str, size: int) -> None:
    made = sm.generate(size, seed=3, rules=kind, time_limit=600)
    assert made.puzzle
    assert kind_of(made.puzzle.board) == kind
    assert made.proof


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ({"rules": "killer", "level": "beginner"}, "the levels medium"),
        ({"board": 12, "rules": "killer", "level": "hard"}, "no level"),
        ({"rules": "killer,arrow", "level": "hard"}, "one kind alone"),
        ({"rules": "killer:3", "level": "hard"}, "one kind alone"),
        ({"board": sm.Board.of_size(9).diagonal(), "rules": "killer", "level": "hard"}, "one kind alone"),
        ({"rules": "killer", "level": "hard", "clues": 3}, "leave the other options out"),
    ],
)
def test_levels_that_are_not_measured_are_refused(request_: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        sm.generate(**{"seed": 1, **request_})  # type: ignore[arg-type]
