"""Both engines give the same answers, stop at the time limit, and stop at Ctrl-C."""

import _thread
import threading
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sudoku_models as sm
from sudoku_models.explain.board_rules import BoardRules
from sudoku_models.explain.engines import CpSatEngine, IncrementalSat, engine_of
from sudoku_models.explain.minimal_sets import Condition, minimal_names
from sudoku_models.runtime.limits import TimeLimit, deadline_of

RULES = {name: BoardRules(sm.Board.of_size(4), name, "cpsat") for name in ("all_different", "assignment")}
BOTH = {name: [IncrementalSat(each.model.m, each.model.rules), CpSatEngine(each.model.m, each.model.rules)]
        for name, each in RULES.items()}  # fmt: skip
PLACED = st.dictionaries(st.tuples(st.integers(1, 4), st.integers(1, 4)), st.integers(1, 4), max_size=6)


@settings(max_examples=20)
@given(st.sampled_from(list(RULES)), PLACED, st.data())
def test_both_engines_agree(name, digits, data):
    of_board = RULES[name]
    names = data.draw(st.lists(st.sampled_from(list(of_board.model.rules)), unique=True))
    goals = of_board.facts(data.draw(PLACED.filter(bool)))
    facts = of_board.facts(digits)
    answers = [engine.core(names, facts, goals) for engine in BOTH[name]]
    assert (answers[0] is None) == (answers[1] is None)
    for engine in BOTH[name]:
        values = engine.counterexample(names, facts, goals)
        assert (values is None) == (answers[0] is not None)
        if values is not None:
            assert all(values.get(fact.column, fact.value) == fact.value for fact in facts)
            assert any(values[goal.column] != goal.value for goal in goals)
            assert of_board.model.broken(values).isdisjoint(names)
    for core in filter(None, answers):
        assert core.rules <= set(names)
        assert core.facts <= set(facts)
        assert BOTH[name][1].core(core.rules, core.facts, goals) is not None


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


@pytest.mark.timed
def test_a_question_ends_at_the_deadline():
    model, rules = pigeons(14)
    engine = IncrementalSat(model, rules)
    start = time.monotonic()
    with pytest.raises(TimeLimit), deadline_of(0.3):
        engine.core(rules, [], [])
    assert time.monotonic() - start < 5
    few = list(rules)[:3]
    assert engine.core(few, [], []) is None  # the solver can still be used


def test_ctrl_c_ends_a_question():
    model, rules = pigeons(14)
    engine = IncrementalSat(model, rules)
    timer = threading.Timer(0.3, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        engine.core(rules, [], [])
    timer.join()
    assert engine.counterexample(list(rules)[:3], [], []) is not None


def test_what_is_not_encoded_is_left_to_cp_sat():
    def large(m):
        x = m.int_vars("x", "abc", 0, 10**7)
        m.add(x["a"] >= x["b"] + 1, "a is larger than b")
        m.add(x["b"] >= x["c"] + 1, "b is larger than c")
        m.add(x["c"] >= x["b"] - 10**6, "c is not far below b")
        m.add(x["c"] >= x["a"], "c is not smaller than a")
        return x

    model = sm.Problem(large).m
    assert isinstance(engine_of(model, {rule.name: [rule] for rule in model.read(model.constraints())}), CpSatEngine)
    assert set(minimal_names(model)) == {"a is larger than b", "b is larger than c", "c is not smaller than a"}
    assert isinstance(engine_of(*pigeons(4)), IncrementalSat)


def test_a_fact_outside_the_domain_cannot_hold():
    model, rules = pigeons(4)
    engine = IncrementalSat(model, rules)
    assert engine.core([], [Condition(0, 9)], [Condition(1, 1)]).facts == {Condition(0, 9)}
    assert engine.core([], [Condition(0, 1)], [Condition(1, 9)]) is None
