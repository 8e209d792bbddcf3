"""A result as plain data."""

from dataclasses import replace

from sudoku_models.generation import generate


def test_as_plain_data() -> None:
    made = generate(4, seed=1)
    said = made.as_dict()
    assert made.puzzle
    assert said["puzzle"] == made.puzzle.line()
    assert (said["seed"], said["clues"], said["met"]) == ("1", made.clues, True)
    assert replace(made, rating=2.5).title == f"easy, rated 2.5, {made.clues} givens, seed 1"
