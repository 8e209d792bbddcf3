"""The judges of lesson 4: right answers pass, wrong ones get a sentence that is true of them."""

from itertools import combinations

import pytest
from judging import judged

from sudoku_models.course.exercises.lesson_4 import SEVEN_CELLS
from sudoku_models.inference.propagation import propagate
from sudoku_models.puzzles.board import Unit


def test_there_is_one_hall_set_that_takes_something():
    found = []
    for k in range(1, len(SEVEN_CELLS)):
        for cells in combinations(SEVEN_CELLS, k):
            if len(set().union(*(SEVEN_CELLS[name] for name in cells))) == k:
                found.append(cells)
    assert found == [("b", "d", "f")]


@pytest.mark.parametrize(("answer", "status", "sentence"), [
    ({"b", "d", "f"}, "right", "b, d and f use up 2, 5 and 6, so c loses 5, e loses 6, g loses 2"),
    (["d", "b", "f"], "right", "use up 2, 5 and 6"),
    ({"b", "f"}, "wrong", "these 2 cells have 3 values together, 2, 5 and 6"),
    ({"a"}, "wrong", "the cell a has 4 values together"),
    ({"x"}, "wrong", "a set of names of cells"),
    (7, "wrong", "a set of names of cells"),
    (set(SEVEN_CELLS), "wrong", "these 7 cells have 8 values"),
])  # fmt: skip
def test_hall_set(answer, status, sentence):
    found = judged("hall-set", answer)
    assert found[0] == status
    assert sentence in found[1]


def test_the_prediction_is_true():
    unit = {"a": {2, 4}, "b": {2, 4}, "c": {1, 2, 3, 4, 5}, "d": {3}, "e": {1, 2, 3, 4, 5}}
    domains = {name: frozenset(values) for name, values in unit.items()}
    left = [propagate([Unit("u", tuple("abcde"))], domains, strength) for strength in ("values", "bounds", "domain")]
    assert [sum(map(len, each.values())) for each in left] == [13, 13, 9]


@pytest.mark.parametrize(("answer", "status", "sentence"), [
    ((13, 13, 9), "right", "3 goes from c and e"),
    ([13, 13, 9], "right", "(9)"),
    ((13, 9, 9), "wrong", "which do not lie within 2 to 4"),
    ((13, 13, 13), "wrong", "a and b use up 2 and 4"),
    ((1, 2, 3), "wrong", "15 minus"),
])  # fmt: skip
def test_predict_candidates(answer, status, sentence):
    found = judged("predict-candidates", answer)
    assert found[0] == status
    assert sentence in found[1]


@pytest.mark.parametrize(("answer", "status", "sentence"), [
    ({"a": {1, 2}, "b": {1, 2}, "c": {2, 3, 4}}, "wrong", "because a and b lie within 1 to 2"),
    ({"a": {1, 4}, "b": {1, 4}, "c": {1, 2, 3, 4}, "d": {1, 4, 5}}, "right", "a and b hold only 1 and 4"),
    ({1: [2, 7], 2: [7, 2], 3: [2, 5, 8]}, "right", "3 loses 2"),
    ({"a": {1, 3}, "b": {1, 3}, "c": {1, 2, 3, 4}, "d": {1, 3, 5}}, "wrong", "domains of the lesson"),
    ({"p": {30, 50}, "q": {30, 50}, "r": {20, 30, 40, 50}, "s": {10, 30, 50}}, "wrong", "perhaps with other names"),
    ({"a": {1, 4}, "b": {1, 4}, "c": {1, 2, 4}, "d": {1, 4.0, 5}}, "right", "only c can hold 2"),
    ({"a": {1}, "b": {1, 2}}, "wrong", "bounds consistency does remove something, because a holds only 1"),
    ({"a": {1, 2}, "b": {1, 2}, "c": {1, 2}}, "wrong", "cannot be filled, which bounds consistency detects"),
    ({"a": {1, 3}, "b": {1, 3}, "c": {1, 3}}, "wrong", "the unit cannot be filled: a, b and c have only"),
    ({"a": {1, 2}, "b": {1, 2}}, "wrong", "domain consistency removes nothing either"),
    ({"a": {1, 2}, "b": set()}, "wrong", "the domain of b is empty"),
    ({"a": {1.5}}, "wrong", "whole numbers"),
    ({k: {1, 2} for k in range(9)}, "wrong", "at most 8"),
    ({1, 2}, "wrong", "a dict of sets"),
])  # fmt: skip
def test_hide_from_bounds(answer, status, sentence):
    found = judged("hide-from-bounds", answer)
    assert (found[0], sentence in found[1]) == (status, True), found


def forward_checking(domains):
    domains = {i: set(digits) for i, digits in domains.items()}
    waiting = [i for i in domains if len(domains[i]) == 1]
    while waiting and all(domains.values()):
        fixed = waiting.pop()
        for j in domains:
            if j != fixed and domains[j] & domains[fixed]:
                domains[j] -= domains[fixed]
                if len(domains[j]) == 1:
                    waiting.append(j)
    return domains if all(domains.values()) else None


def one_pass_only(domains):
    fixed = {i: digits for i, digits in domains.items() if len(digits) == 1}
    return {
        i: digits.difference(*(other for j, other in fixed.items() if j != i)) or None for i, digits in domains.items()
    }


def in_place(domains):
    """The sets of a shallow copy are those of the argument."""
    return forward_checking_of(dict(domains))


def forward_checking_of(domains):
    for _ in domains:
        for i in domains:
            for j in domains:
                if i != j and len(domains[i]) == 1:
                    domains[j] -= domains[i]
    return domains if all(domains.values()) else None


def sorted_lists(domains):
    found = forward_checking(domains)
    return found and {i: sorted(digits) for i, digits in found.items()}


def no_none(domains):
    return forward_checking(domains) or domains


@pytest.mark.parametrize(("answer", "status", "sentence"), [
    (forward_checking, "right", "agrees with propagate on 66 units"),
    (one_pass_only, "wrong", "and it should return"),
    (no_none, "wrong", "returns {'a': {1}, 'b': {1}}, and it should return None"),
    (lambda domains: domains, "wrong", "a fixed value goes from every other cell"),
    (in_place, "wrong", "your function changes its argument: {'a': {1}, 'b': {1, 2}} has become"),
    (sorted_lists, "right", "agrees with propagate"),
])  # fmt: skip
def test_forward_checking(answer, status, sentence):
    found = judged("forward-checking", answer)
    assert (found[0], sentence in found[1]) == (status, True), found


def in_pyomo(skip=None, as_pairs=False, givens=True):
    def model_of(puzzle):
        from pyomo.core.expr.relational_expr import NotEqualExpression
        from pyomo.environ import ConcreteModel, LogicalConstraint, LogicalConstraintList, RangeSet, Var, all_different

        board = puzzle.board
        model = ConcreteModel()
        model.x = Var(board.cells, domain=RangeSet(board.size))
        units = [unit for unit in board.units if skip not in (unit.name, unit.name.split()[0])]
        if as_pairs:
            model.rules = LogicalConstraintList()
            for i, j in board.pairs:
                model.rules.add(NotEqualExpression((model.x[i], model.x[j])))
        else:
            model.rules = LogicalConstraint(
                range(len(units)), rule=lambda model, k: all_different(*(model.x[i] for i in units[k].cells))
            )
        for i, d in puzzle.givens.items() if givens else ():
            model.x[i].fix(d)
        return model

    return model_of


@pytest.mark.parametrize(("answer", "status", "sentence"), [
    (in_pyomo(), "right", "one all-different for each unit"),
    (in_pyomo(skip="box"), "wrong", "your model accepts this grid"),
    (in_pyomo(givens=False), "wrong", "your model accepts this grid"),
    (in_pyomo(as_pairs=True), "wrong", "has no all-different constraint"),
    (in_pyomo(skip="row 9"), "wrong", "it has no all-different constraint for row 9"),
])  # fmt: skip
def test_pyomo_all_different(answer, status, sentence):
    found = judged("all-different", answer)
    assert (found[0], sentence in found[1]) == (status, True), found


def test_the_verbs_are_not_plain_pyomo():
    from sudoku_models.formulations import find as formulation

    status, sentence = judged("all-different", formulation("all_different"))
    assert status == "wrong"
    assert "not a Pyomo ConcreteModel" in sentence
