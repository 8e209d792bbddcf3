"""A learner's model is refused with a sentence when its variables are not the binaries that were asked for."""

import pytest

from sudoku_models.backends import new_backend
from sudoku_models.course import Wrong
from sudoku_models.course.statements import stated

KEYS = "abc"


def objection(answer, arguments=()):
    with pytest.raises(Wrong) as caught:
        stated(answer, new_backend("pulp"), list(arguments), KEYS, "letters")
    return caught.value.sentence


def test_binaries_pass_in_any_mapping():
    m = new_backend("pulp")
    assert list(stated(lambda m: m.bool_vars("y", "ab"), m, [], KEYS, "letters")) == ["a", "b"]


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (lambda m: None, "must return its variables in a dict, and it returned None"),
        (lambda m: m.bool_vars("y", "abd"), "the keys of the dict must be letters, such as 'a', and 'd' is none"),
        (lambda m: m.int_vars("y", KEYS, 0, 9), "the variable for 'a' may be 0 to 9; make it a binary"),
        (lambda m: m.int_vars("y", KEYS, -1, 1), "may be -1 to 1"),
        (lambda m: {"a": 1}, "for 'a' it holds 1"),
    ],
)
def test_what_is_no_dict_of_binaries_is_named(answer, sentence):
    assert sentence in objection(answer)


def test_a_continuous_variable_is_named():
    def fractional(m):
        return {"a": m.native.add_variable("z", 0, 1)}

    assert "the variable for 'a' is continuous" in objection(fractional)


def test_an_argument_that_is_changed_is_named():
    assert "changes a list" in objection(lambda m, parts: parts.pop() and {}, [[{1}, {2}]])
    assert "changes a list" in objection(lambda m, parts: parts[0].clear() or {}, [[{1}, {2}]])
