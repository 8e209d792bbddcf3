"""The kinds of judges, and the checks that they share."""

from collections.abc import Callable
from typing import Any

import pytest

from sudoku_models.course import Wrong, every_exercise
from sudoku_models.course.answers import must_fit
from sudoku_models.course.exercise import judge
from sudoku_models.course.judges import conflict, function, value, verdicts


def objection(judge: Callable[..., Any], *arguments: Any) -> str:
    with pytest.raises(Wrong) as caught:
        judge(*arguments)
    return caught.value.sentence


def nothing(*_: Any) -> None:
    return None


MALFORMED = {
    "no answer": None,
    "a number": 5,
    "a text": "x",
    "an empty list": [],
    "a list": [None, ["x"]],
    "an empty dict": {},
    "a dict": {"x": [1], (1, 1): None},
    "a function that returns nothing": nothing,
    "a function that returns a number": lambda *_: -0.5,
    "a function that returns a text": lambda *_: "x",
    "a function that returns a list": lambda *_: [None, ["x"]],
    "a function that returns a dict": lambda *_: {"x": [1], (1, 1): None},
    "a function of two that returns nothing": lambda m, puzzle: None,
    "a function of two that returns a dict": lambda m, puzzle: {"x": [1]},
}


@pytest.mark.slow
@pytest.mark.parametrize("each", every_exercise(), ids=lambda each: each.name)
def test_an_answer_of_any_form_is_judged(each) -> None:
    takes = each.judge.__code__.co_argcount
    judged = {}
    for what, answer in MALFORMED.items():
        try:
            verdict = judge(each, (answer,) * takes)
            judged[what] = verdict.sentence if verdict.passed else ""
        except Exception as error:
            needs = "positional argument" in str(error) and callable(answer)  # the function has other arguments
            judged[what] = "" if needs else f"{type(error).__name__}: {error}"
    assert {what: sentence for what, sentence in judged.items() if sentence} == {}


def test_a_value_is_compared_whatever_its_type() -> None:
    judge = value(4992, {39: "39 are the peers of one cell"}, hint="count the peers first")
    assert judge(4992.0)
    assert objection(judge, 39) == "39 are the peers of one cell"
    assert "give a number, without quotation marks: 4992" in objection(judge, "4992")
    assert objection(judge, "many").endswith("count the peers first")
    assert "not the answer" in objection(value(1), True)


def test_each_verdict_has_its_reason() -> None:
    judge = verdicts({"a": (True, "it is checked"), "b": (False, "it is a guess")}, "both")
    assert judge({"a": True, "b": False}) == "both"
    assert objection(judge, {"a": True, "b": True}) == "look at b again: it is a guess"
    assert "must be True or False, not 'yes'" in objection(judge, {"a": "yes", "b": False})
    assert "the letters a, b" in objection(judge, {"a": True})


def test_a_conflict_is_minimal() -> None:
    judge = conflict(["sun", "rain", "snow"], [{"sun", "rain"}, {"sun", "snow"}], "wishes")
    assert judge(["rain", "sun"])
    assert "without 'rain'" in objection(judge, {"sun", "rain", "snow"})
    assert "no conflict" in objection(judge, {"rain", "snow"})
    assert "'fog' is none of the wishes" in objection(judge, {"fog"})


def test_a_function_is_compared_and_a_known_mistake_is_named() -> None:
    judge = function(
        lambda words: {word: len(word) for word in words},
        [(["a"],), (["ab", "abc"],)],
        "right on {n} lists",
        returns=({str: int}, "a dict, word -> length"),
        mistakes={"counts one too many": lambda words: {word: len(word) + 1 for word in words}},
    )
    assert judge(lambda words: {word: float(len(word)) for word in words}) == "right on 2 lists"
    assert "this comes out when one counts one too many" in objection(
        judge, lambda words: {w: len(w) + 1 for w in words}
    )
    assert "must return a dict, word -> length, not 7" in objection(judge, lambda words: 7)
    assert "for 'abc' it has 2, not 3" in objection(judge, lambda words: {word: min(2, len(word)) for word in words})
    assert "'ab' is missing" in objection(judge, lambda words: {words[-1]: len(words[-1])})
    assert "should not be there" in objection(judge, lambda words: {"z": 1} | {word: len(word) for word in words})
    assert "changes its argument" in objection(judge, lambda words: words.clear())


@pytest.mark.parametrize(
    ("form", "fits", "does_not"),
    [
        (int, [3, 3.0], [True, 3.5, "3", None]),
        (float, [3, 3.5], [True, "3"]),
        ([int], [[], [1, 2.0], {1}, (1,)], [1, "12", [True]]),
        ((int, str), [(1, "a"), [1, "a"]], [(1,), ("a", 1), {1}]),
        ({str: [int]}, [{}, {"a": [1]}], [{1: [1]}, {"a": 1}, []]),
        ({"a", None}, ["a", None], ["b", ["a"], {}]),
    ],
)
def test_a_form_is_a_type_or_has_the_forms_of_its_parts(form: Any, fits: list[Any], does_not: list[Any]) -> None:
    for answer in fits:
        must_fit(answer, form, "it must fit")
    for answer in does_not:
        assert objection(must_fit, answer, form, "it must fit").startswith("it must fit, not ")
