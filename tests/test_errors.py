"""The tree of errors, and what the messages of unknown names say."""

import pickle
import re
from inspect import cleandoc

import pytest

from sudoku_models import errors
from sudoku_models.errors import (
    FormulationError,
    InputError,
    ParseError,
    SolverError,
    UnknownNameError,
)
from sudoku_models.puzzles import parsing


def test_the_tree_in_the_docstring_is_the_tree_of_the_classes() -> None:
    drawn = {}
    above = ["SudokuModelsError"]
    for bars, name in re.findall(r"^([│ ]*)[├└]── (\w+) ", cleandoc(errors.__doc__ or ""), re.MULTILINE):
        depth = len(bars) // 4 + 1
        drawn[name] = above[depth - 1]
        above[depth:] = [name]
    assert drawn == {name: getattr(errors, name).__bases__[0].__name__ for name in drawn}
    assert {*drawn, "SudokuModelsError"} == set(errors.__all__)


def test_a_wrong_input_is_a_value_error_and_a_failed_solver_is_not() -> None:
    assert issubclass(InputError, ValueError)
    assert not issubclass(SolverError, ValueError)


def test_the_cause_of_a_parse_error_is_not_shown_twice() -> None:
    """A refusal in a file tells the line; the refusal inside it is part of the message, not a second traceback."""
    with pytest.raises(ParseError) as caught:
        list(parsing.parse_many("$" * 81))
    assert caught.value.__suppress_context__


def test_an_unknown_name_proposes_the_nearest_and_lists_the_choices_in_order() -> None:
    error = UnknownNameError("solver", "hihgs", ["scip", "highs", "cbc"])
    assert str(error) == "unknown solver 'hihgs'; did you mean 'highs'? The choices are: scip, highs, cbc"


def test_an_unknown_name_error_survives_pickling():
    error = UnknownNameError("solver", "hihgs", ["cbc", "highs"], "More can be installed")
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again)) == (UnknownNameError, str(error))


def test_a_formulation_error_draws_its_counter_example_and_survives_pickling() -> None:
    error = FormulationError("the model forbids this", "1 2\n2 1")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.sentence, again.drawing) == (
        "the model forbids this\n1 2\n2 1",
        error.sentence,
        "1 2\n2 1",
    )
    assert str(FormulationError("why")) == "why"
