"""The SAT solver agrees with CP-SAT, stops at the time limit, and stops at Ctrl-C."""

import _thread
import threading

import pytest
from cp_oracle import Oracle
from hypothesis import given, settings
from hypothesis import strategies as st

import sudoku_models as sm
from sudoku_models.errors import UnsupportedError
from sudoku_models.explain.board_rules import BoardRules
from sudoku_models.explain.engines import IncrementalSat
from sudoku_models.explain.minimal_sets import Condition, NamedModel
from sudoku_models.runtime.limits import TimeLimit, deadline_of

RULES = {name: BoardRules(sm.Board.of_size(4), name) for name in ("all_different", "assignment")}
PLACED = st.dictionaries(st.tuples(st.integers(1, 4), st.integers(1, 4)), st.integers(1, 4), max_size=6)


@settings(max_examples=20)
@given(st.sampled_from(list(RULES)), PLACED, st.data())
def test_the_answers_are_those_of_cp_sat(name, digits, data):
    of_board = RULES[name]
    engine, oracle = of_board.model.sat, Oracle(of_board.model)
    rules = data.draw(st.lists(st.sampled_from(list(of_board.model.rules)), unique=True))
    goals = of_board.facts(data.draw(PLACED.filter(bool)))
    facts = of_board.facts(digits)
    names = [*rules, *facts]
    core, values = engine.core(names, goals), engine.counterexample(names, goals)
    assert (core is not None) == (values is None) == oracle.forces(names, goals)
    if core is not None:
        assert core <= set(names)
        assert oracle.forces(core, goals)
    else:
        assert all(values.get(fact.column, fact.value) == fact.value for fact in facts)
        assert any(values[goal.column] != goal.value for goal in goals)
        assert of_board.model.broken(values).isdisjoint(rules)


def pigeons(count):
    """More variables than values: no solution, and without the structure a SAT solver needs very long to prove it."""

    def statement(m):
        x = m.int_vars("x", range(count), 1, count - 1)
        for i in range(count):
            for j in range(i):
                m.not_equal(x[i], x[j], f"{i} and {j} differ")
        return x

    model = sm.Problem(statement).m
    return model, {rule.name: [rule] for rule in model.read(model.constraints())}


def test_a_question_ends_at_the_deadline(at_most):
    model, rules = pigeons(14)
    engine = IncrementalSat(model, rules)
    with at_most(0.3), pytest.raises(TimeLimit), deadline_of(0.3):
        engine.core(rules, [])
    few = list(rules)[:3]
    assert engine.core(few, []) is None  # the solver can still be used


def test_ctrl_c_ends_a_question():
    model, rules = pigeons(14)
    engine = IncrementalSat(model, rules)
    timer = threading.Timer(0.3, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        engine.core(rules, [])
    timer.join()
    assert engine.counterexample(list(rules)[:3], []) is not None


def test_what_cannot_be_clauses_is_an_error_that_names_it():
    def large(m):
        return m.int_vars("x", "ab", 0, 10**7)

    def fractional(m):
        x = m.int_vars("x", "ab", 0, 3)
        m.all_different([0.5 * x["a"], x["b"]], "half of a")
        return x

    for statement, name in [(large, "x"), (fractional, "half of a")]:
        with pytest.raises(UnsupportedError, match=name):
            NamedModel(sm.Problem(statement).m).minimal([], None)


def test_a_fact_outside_the_domain_cannot_hold():
    model, rules = pigeons(4)
    engine = IncrementalSat(model, rules)
    assert engine.core([Condition(0, 9)], [Condition(1, 1)]) == {Condition(0, 9)}
    assert engine.core([Condition(0, 1)], [Condition(1, 9)]) is None
