"""The checks that judges share: of a function, of what it does to its arguments, and of a model."""

from collections.abc import Callable
from typing import Any

import pytest

from sudoku_models.course import Wrong
from sudoku_models.course.judges import call_unchanged, must_be_callable, must_be_right, must_be_unchanged
from sudoku_models.formulations import registry
from sudoku_models.puzzles.known_solutions import known_puzzles


def objection(judge: Callable[..., Any], *arguments: Any) -> Wrong:
    with pytest.raises(Wrong) as caught:
        judge(*arguments)
    return caught.value


def test_only_what_can_be_called_is_a_function() -> None:
    must_be_callable(max)
    assert "the answer must be a function, not 92" in objection(must_be_callable, 92).sentence
    assert "a function of (m, n), not 92" in objection(must_be_callable, 92, "m, n").sentence
    assert "the first answer must be" in objection(must_be_callable, 92, "m", "the first answer").sentence


def test_a_function_gets_copies_that_it_must_leave_as_they_are() -> None:
    given = [[1, 2], {"a": {3}}]
    assert call_unchanged(lambda digits, domains: (digits, domains["a"]), given) == ([1, 2], {3})
    sentence = objection(call_unchanged, lambda digits, domains: domains["a"].clear(), given).sentence
    assert "changes its argument: {'a': {3}} has become {'a': set()}; work on a copy" in sentence
    assert given == [[1, 2], {"a": {3}}]


def test_what_was_changed_and_what_to_do_instead_can_be_said_in_other_words() -> None:
    must_be_unchanged({1, 2}, {2, 1})
    sentence = objection(must_be_unchanged, {1}, {2}, "the dict y", "only set the objective").sentence
    assert sentence == "your function changes the dict y; only set the objective"


def test_a_model_is_right_when_it_accepts_the_solutions_and_nothing_else() -> None:
    must_be_right(registry.find("assignment"), known_puzzles()[:2])
    found = objection(must_be_right, lambda m, puzzle: m.int_vars("x", puzzle.board.cells, 1, puzzle.board.size))
    assert found.puzzle in [puzzle for puzzle, _ in known_puzzles()]
    assert found.grid is not None
    assert found.puzzle is not None
    assert found.puzzle.violations(found.grid)
