"""Levels and ratings: what they mean, that they are fast, and how well they agree with published ratings."""

import pytest
from rule_boards import UNIQUE
from scipy.stats import spearmanr

import sudoku_models as sm
from sudoku_models.explain import explain
from sudoku_models.explain.difficulty import level, rate
from sudoku_models.puzzles.rules import GreaterThan

SAMPLE_OF_RATED = [entry for k, entry in enumerate(sm.corpus("rated").entries) if k % 111 == 0]


def solved_by(puzzle: sm.Puzzle, names: set[str]) -> bool:
    """Whether steps of these names are enough, tried out one by one on the board."""
    from sudoku_models.explain import Candidates
    from sudoku_models.explain.techniques import singles

    finders = [getattr(singles, name) for name in names]
    state = Candidates.of(puzzle)
    while state.open and not state.contradiction:
        step = next((step for find in finders for step in find(state)), None)
        if step is None:
            return False
        state = state.after(step)
    return state.grid is not None


@pytest.mark.parametrize("name", ["easy50", "hardest11", "small"])
def test_the_levels_are_those_of_the_two_kinds_of_singles(name: str) -> None:
    for puzzle in list(sm.corpus(name).values())[:20]:
        expected = "hard"
        if solved_by(puzzle, {"hidden_single"}):
            expected = "easy"
        elif solved_by(puzzle, {"hidden_single", "naked_single"}):
            expected = "medium"
        assert level(puzzle) == expected, puzzle.name


@pytest.mark.parametrize("name", ["several:1", "several:4", "several:5", "several:30"])
def test_a_puzzle_without_exactly_one_solution_is_hard(name: str) -> None:
    assert level(sm.load(name)) == "hard"


def test_the_rating_is_that_of_the_hardest_step() -> None:
    puzzle = sm.load("top95:20")
    found = rate(puzzle)
    steps = explain(puzzle).steps
    assert found.rating == max(step.weight for step in steps)
    assert found.hardest in {step.name for step in steps if step.weight == found.rating}
    assert found.steps == len(steps)
    assert found.solved
    assert found.level == "hard"
    assert found.as_dict()["rating"] == found.rating


@pytest.mark.slow
def test_it_agrees_with_the_published_ratings() -> None:
    """On all 1,000 puzzles Spearman's rank correlation is 0.94; this is every 111th."""
    ours = [rate(entry.puzzle).rating for entry in SAMPLE_OF_RATED]
    published = [entry.rating for entry in SAMPLE_OF_RATED]
    assert spearmanr(ours, published).statistic > 0.8
    same = sum(abs(a - b) < 0.05 for a, b in zip(ours, published, strict=True))
    assert same > len(ours) / 2


def test_a_puzzle_is_rated_by_sets_and_by_sums_too():
    puzzle = sm.load("mccaffrey")
    by_sum, by_set = rate(puzzle, by="lp"), rate(sm.Puzzle.parse("1... ..2. .3.. ...4"), by="mus")
    assert (by_sum.by, by_sum.solved, by_sum.rating) == ("lp", True, 2)
    assert by_set.solved
    assert by_set.rating >= 2  # at least a rule and a digit
    beyond = rate(sm.load("ai-escargot"), by="lp")
    assert not beyond.solved
    assert "Nothing more follows by sums of equations" in beyond.reason
    assert "at least" in str(beyond)


def test_a_rating_with_rules_is_not_on_a_published_scale() -> None:
    rating = rate(UNIQUE)
    assert rating.solved
    assert not rating.is_on_published_scale
    assert str(rating).endswith("on a scale of our own")
    assert rate("small:1").is_on_published_scale
    assert not rate("small:1", by="lp").is_on_published_scale


def test_levels_use_the_rules_of_the_board() -> None:
    """Without the cage its two cells are open to singles: the level is that of the puzzle with its rules."""
    text = "..34 3412 2143 4321"
    assert level(sm.Puzzle.parse(text)) == "easy"
    board = sm.Board(4, sm.Board.of_size(4).units[:4], (2, 2))  # rows only: 1 2 or 2 1 begin the first row
    assert level(sm.Puzzle.parse(text, board)) == "hard"
    assert level(sm.Puzzle.parse(text, board.with_rules(GreaterThan("r1c2 r1c1")))) == "easy"
