"""The verbs for global constraints: they read back as the same plain data, and are copied, removed and noticed."""

from typing import Any

import pytest

from sudoku_models.backends import BACKENDS, Circuit, Cumulative, Element, Inverse, Table, Term, new_backend
from sudoku_models.errors import InputError
from sudoku_models.models.satisfaction import broken
from sudoku_models.solvers import find

X = tuple(Term((k,), (1,)) for k in range(4))
VERBS = {
    "element": (
        lambda m, x: m.element([7, x[2] + x[3], 5], 2 * x[0] - 1, x[1], "r"),
        Element(Term((0,), (2,), -1), X[1], (Term((), (), 7), Term((2, 3), (1, 1)), Term((), (), 5)), "r"),
    ),
    "inverse": (
        lambda m, x: m.inverse([x[0], x[1]], [x[2], x[3] - 1], "r"),
        Inverse(X[:2], (X[2], Term((3,), (1,), -1)), "r"),
    ),
    "circuit": (lambda m, x: m.circuit(x.values(), "r"), Circuit(X, "r")),
    "cumulative": (
        lambda m, x: m.cumulative([x[0], x[1] + x[2]], [3, 2.0], [1, 2], 3, "r"),
        Cumulative((X[0], Term((1, 2), (1, 1))), (3, 2), (1, 2), 3, "r"),
    ),
}
every_verb = pytest.mark.parametrize("verb", VERBS)


@pytest.fixture(params=BACKENDS)
def m(request: pytest.FixtureRequest) -> Any:
    return new_backend(request.param)


def variables(m: Any) -> Any:
    return m.int_vars("x", range(4), 0, 3)


def plainly(record: Any) -> Any:
    """The record with its sums as dicts, because a library may change their order."""
    sums = [({*zip(t.columns, t.coefficients, strict=True)}, t.constant) for t in record.terms]
    return type(record), sums, [getattr(record, name, None) for name in ("durations", "demands", "capacity")]


@every_verb
def test_it_reads_back_as_plain_data(m: Any, verb: str) -> None:
    state, record = VERBS[verb]
    added = state(m, variables(m))
    [(native, read)] = m.logic()
    assert native is added
    assert (plainly(read), read.name) == (plainly(record), "r")
    assert m.has_constraint("r", logic=True)
    assert verb in m.text().lower()


@pytest.mark.parametrize("allowed", [True, False])
def test_a_table_allows_its_tuples_or_all_others(allowed: bool) -> None:
    table = Table(X[:2], ((1, 2), (2, 2)), allowed, "r")
    assert [table.allows(values) for values in ((1, 2), (2, 1), (2, 2))] == [allowed, not allowed, allowed]


def test_a_tour_has_whole_numbers_only() -> None:
    tour = Circuit(X[:3], "r")
    assert [tour.allows(values) for values in ((1, 2, 0), (1, 2, 0.5), (1, 0, 2))] == [True, False, False]


@every_verb
def test_removing_it_restores_the_model(m: Any, verb: str) -> None:
    state, _ = VERBS[verb]
    x = variables(m)
    before = m.records
    row = state(m, x)
    assert m.records != before
    m.forget([row])
    assert m.records == before
    assert not m.has_constraint("r", logic=True)
    for solver in ("cpsat", "cadical"):
        assert find(solver).session(m).solve().values is not None
    state(m, x)  # the name is free again


def test_values_are_judged_by_the_definitions(m: Any) -> None:
    x = variables(m)
    m.circuit(x.values(), "tour")
    m.cumulative([x[0], x[1]], [2, 2], [1, 1], 1, "machine")
    m.element([3, 3, 0, 1], x[2], x[3], "element")
    m.inverse([x[0], x[1]], [x[3], x[2]], "inverse")
    wrong = {"tour": [1, 0, 3, 2], "machine": [1, 2, 3, 0], "element": [0, 0, 2, 3], "inverse": [1, 1, 0, 0]}
    for name, values in wrong.items():
        assert name in broken(m, values)
    assert broken(m, [1, 3, 0, 2]) == ["element", "inverse"]


BAD = {
    "of both": lambda m, x: m.inverse([x[0]], [x[1], x[2]], "r"),
    "one for each": lambda m, x: m.cumulative([x[0], x[1]], [1], [1, 1], 1, "r"),
    "the durations must be whole numbers from 0, not -1": lambda m, x: m.cumulative([x[0]], [-1], [1], 1, "r"),
    "the demands must be whole numbers from 0, not 0.5": lambda m, x: m.cumulative([x[0]], [1], [0.5], 1, "r"),
    "the capacity must be whole numbers from 0, not nan": lambda m, x: m.cumulative(
        [x[0]], [1], [1], float("nan"), "r"
    ),
    "the demands must be whole numbers from 0, not 'two'": lambda m, x: m.cumulative([x[0]], [1], ["two"], 1, "r"),
}


@pytest.mark.parametrize("message", BAD)
def test_bad_input_is_refused_with_a_sentence(m: Any, message: str) -> None:
    with pytest.raises(InputError, match=f"'r'.*{message}"):
        BAD[message](m, variables(m))
    assert not m.logic()
