"""A learner's model is refused with a sentence when its variables are not the binaries that were asked for."""

import pytest

from sudoku_models.backends import new_backend
from sudoku_models.course import Wrong
from sudoku_models.course.statements import stated

KEYS = "abc"


def test_binaries_pass_in_any_mapping():
    m = new_backend("pulp")
    assert list(stated(lambda m: m.bool_vars("y", "ab"), m, [], KEYS, "letters")) == ["a", "b"]


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda m, parts: None, "in a dict, and it returned None"),
        (lambda m, parts: m.bool_vars("y", "abd"), "such as 'a', and 'd' is none"),
        (lambda m, parts: m.int_vars("y", KEYS, 0, 9), "'a' may be 0 to 9"),
        (lambda m, parts: m.int_vars("y", KEYS, -1, 1), "may be -1 to 1"),
        (lambda m, parts: {"a": 1}, "for 'a' it holds 1"),
        (lambda m, parts: {"a": m.native.add_variable("z", 0, 1)}, "is continuous"),
        (lambda m, parts: parts.pop() and {}, "changes a list"),
        (lambda m, parts: parts[0].clear() or {}, "changes a list"),
    ],
)
def test_other_answers_are_refused_with_the_reason(answer, words):
    with pytest.raises(Wrong, match=words):
        stated(answer, new_backend("pulp"), [[{1}, {2}]], KEYS, "letters")
