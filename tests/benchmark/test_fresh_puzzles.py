"""Fresh puzzles have the solutions that are claimed, by an independent solver, and no shipped puzzle is among them."""

import pytest

import sudoku_models as sm
from sudoku_models.benchmark.fresh_puzzles import FEW, MOST, fresh_puzzles
from sudoku_models.puzzles.corpora import corpus


@pytest.mark.parametrize("seed", [0, 5, 123_456])
def test_another_solver_finds_the_same_solutions(seed: int) -> None:
    one, two, many, none = fresh_puzzles(seed)
    assert (len(one[1]), len(two[1]), len(none[1])) == (1, 2, 0)
    assert FEW <= len(many[1]) <= MOST
    for puzzle, grids in (one, two, many, none):
        count = sm.build(puzzle, "all_different", "cpsat").count_solutions("cpsat")
        assert (count.status, set(count.solutions)) == ("exact", set(grids))
        assert puzzle.clashes() == []
        assert f"(seed {seed})" in puzzle.name


def test_each_seed_makes_other_puzzles_and_none_that_ships() -> None:
    made = [puzzle.line() for seed in range(3) for puzzle, _ in fresh_puzzles(seed)]
    assert len(set(made)) == len(made)
    shipped = {each.line() for name in ("top95", "rated", "several") for each in corpus(name).values()}
    assert not shipped & set(made)
