"""Levels and ratings: what they mean, that they agree, and how well they agree with published ratings."""

import pytest
from rule_boards import UNIQUE

import sudoku_models as sm
from sudoku_models.explain import explain
from sudoku_models.explain.difficulty import LEVELS, level, level_of, level_up_to, levels_on, rate, simple_level
from sudoku_models.puzzles.rules import GreaterThan

SAMPLE_OF_RATED = [entry for k, entry in enumerate(sm.corpus("rated").entries) if k % 111 == 0]


def test_the_bounds_of_the_levels_leave_no_gap() -> None:
    bounds = [*LEVELS.values()]
    assert bounds[0].lowest == 0
    assert [each.below for each in bounds[:-1]] == [each.lowest for each in bounds[1:]]
    assert [level_of(each.lowest) for each in bounds] == [*LEVELS]


def some_of(name: str) -> list[sm.Puzzle]:
    """Puzzles of a corpus with one solution; of larger ones a sample."""
    entries = [entry for entry in sm.corpus(name).entries if entry.solutions == "1"]
    return [entry.puzzle for entry in entries[:: max(1, len(entries) // 15)]]


@pytest.mark.slow
@pytest.mark.in_turn
@pytest.mark.parametrize("name", ["easy50", "top95", "hardest11", "rated", "small"])
def test_the_level_is_that_of_the_rating(name: str) -> None:
    """By all techniques, and by those of lower levels only: also where singles and locked candidates decide it."""
    for puzzle in some_of(name):
        rating = rate(puzzle)
        assert rating.solved, puzzle.name
        rated = level_of(rating.rating)
        assert level_up_to("very hard", puzzle) == rated, puzzle.name
        assert simple_level(puzzle) == (rated if LEVELS[rated].rules else None), puzzle.name
        claimed = rated if levels_on(puzzle.board) else None
        assert (rating.level, level(puzzle)) == (claimed, claimed), puzzle.name


@pytest.mark.parametrize("name", ["several:1", "several:4", "several:5", "several:30"])
def test_a_puzzle_without_exactly_one_solution_has_no_level(name: str) -> None:
    assert level(sm.load(name)) is None
    assert rate(sm.load(name), 10).level is None


def test_a_puzzle_that_is_not_rated_in_time_has_no_level_or_the_highest() -> None:
    late = rate(sm.load("rated:1"), 1e-6)
    assert (late.solved, late.level) == (False, None)
    assert "rating at least 0.0" in str(late)
    assert level(sm.load("rated:1"), 1e-6) is None
    hardest = max(sm.corpus("rated").entries, key=lambda entry: entry.rating or 0).puzzle
    for seconds in (0.05, 0.2, 0.8):
        assert rate(hardest, seconds).level in (None, "extreme")


def test_the_rating_is_that_of_the_hardest_step() -> None:
    puzzle = sm.load("top95:20")
    found = rate(puzzle)
    steps = explain(puzzle).steps
    assert found.rating == max(step.weight for step in steps)
    assert found.hardest in {step.name for step in steps if step.weight == found.rating}
    assert found.steps == len(steps)
    assert found.solved
    assert found.level == level_of(found.rating)
    assert found.as_dict()["rating"] == found.rating


@pytest.mark.slow
def test_it_agrees_with_the_published_ratings() -> None:
    """On all 1,000 puzzles Spearman's rank correlation is 0.94; this is every 111th."""
    ours = [rate(entry.puzzle).rating for entry in SAMPLE_OF_RATED]
    published = [entry.rating for entry in SAMPLE_OF_RATED]
    from scipy.stats import spearmanr  # here, because it takes a second to load

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


def test_levels_are_claimed_only_on_boards_on_which_they_are_measured() -> None:
    """Without the cage its two cells are open to singles, which use the rules of the board on any."""
    text = "..34 3412 2143 4321"
    assert level(sm.Puzzle.parse(text)) == rate(text).level == "beginner"
    board = sm.Board(4, sm.Board.of_size(4).units[:4], (2, 2))  # rows only: 1 2 or 2 1 begin the first row
    for other in (board.with_rules(GreaterThan("r1c2 r1c1")), sm.Board.of_size(4).diagonal(), sm.Board.latin(4)):
        puzzle = sm.Puzzle.parse(text, other)
        assert levels_on(other) == ()
        assert level(puzzle) is rate(puzzle).level is None
    assert simple_level(sm.Puzzle.parse(text, board)) is None
    assert simple_level(sm.Puzzle.parse(text, board.with_rules(GreaterThan("r1c2 r1c1")))) == "easy"
    assert str(rate(sm.Puzzle.parse(text, sm.Board.latin(4)))).startswith("rating 1.0")
