"""The judges of lesson 14: right answers pass, wrong ones get a sentence that is true of them."""

import math

import pandas as pd
import pytest
from judging import judged

import sudoku_models as sm
from sudoku_models.benchmark.digest import of_formulation
from sudoku_models.benchmark.sample import rows
from sudoku_models.benchmark.statistics import holm as holm_of_the_benchmark
from sudoku_models.benchmark.statistics import sign_test
from sudoku_models.course.exercises import lesson_14
from sudoku_models.course.exercises.lesson_14 import CLAIMS, holm, pairs
from sudoku_models.formulations import find as formulation

# -- pairs -------------------------------------------------------------------------------------------------------------


def my_pairs(a, b, ended=False, n=None, sides=2, most=1):
    both = [(s, t) for s, t in zip(a, b, strict=True) if not ended or None not in (s, t)]
    times = [[math.inf if t is None else t for t in pair] for pair in both]
    wins, losses = sum(s < t for s, t in times), sum(s > t for s, t in times)
    n = wins + losses if n is None else n
    return wins, losses, min(most, sides * sum(math.comb(n, k) for k in range(min(wins, losses) + 1)) / 2**n)


def test_the_pairs_are_those_of_the_sign_test():
    for a, b in lesson_14._duels():
        wins, losses, p = pairs(a, b)
        assert math.isclose(p, sign_test(wins, losses))


@pytest.mark.parametrize(("answer", "status", "sentence"), [
    (my_pairs, "right", "on 40 comparisons"),
    (lambda a, b: [*my_pairs(a, b)], "right", "on 40 comparisons"),
    (lambda a, b: my_pairs(a, b, ended=True), "wrong", "when one leaves out the puzzles that one left open"),
    (lambda a, b: my_pairs(a, b, sides=1), "wrong", "when one takes one side of the distribution"),
    (lambda a, b: my_pairs(a, b, most=9), "wrong", "when one does not cut p off at 1"),
    (lambda a, b: my_pairs(a, b, n=len(a)), "wrong", "counts ties and puzzles that both left open in n"),
    (lambda a, b: my_pairs(b, a), "wrong", "in the other order"),
    (lambda a, b: my_pairs(a, b)[:2], "wrong", "and it should return (6, 0, 0.03125)"),
    (0.03, "wrong", "must be a function"),
])  # fmt: skip
def test_compare_in_pairs(answer, status, sentence):
    found = judged("compare-in-pairs", answer)
    assert (found[0], sentence in found[1]) == (status, True), found


# -- many questions ----------------------------------------------------------------------------------------------------


def my_holm(ps, factor=lambda m, k: m - k, rising=True, most=1):
    ranked, out, last = sorted(ps), {}, 0
    for k, p in enumerate(ranked):
        value = min(most, factor(len(ps), k) * p)
        last = max(last, value) if rising else value
        out.setdefault(p, last)
    return [out[p] for p in ps]


def test_the_correction_is_that_of_the_benchmark():
    for (ps,) in lesson_14._questions():
        assert holm(ps) == pytest.approx(tuple(holm_of_the_benchmark(ps)))


@pytest.mark.parametrize(("answer", "status", "sentence"), [
    (my_holm, "right", "on 30 lists of p"),
    (lambda ps: my_holm(ps, lambda m, k: m), "wrong", "Bonferroni"),
    (lambda ps: my_holm(ps, lambda m, k: m - k - 1), "wrong", "multiplies the smallest by m - 1"),
    (lambda ps: my_holm(ps, most=99), "wrong", "does not cut off at 1"),
    (lambda ps: sorted(my_holm(ps)), "wrong", "in ascending order"),
    (lambda ps: ps, "wrong", "as they are"),
    ([0.5], "wrong", "must be a function"),
])  # fmt: skip
def test_correct_for_many(answer, status, sentence):
    found = judged("correct-for-many", answer)
    assert (found[0], sentence in found[1]) == (status, True), found


# -- claims ------------------------------------------------------------------------------------------------------------

RIGHT = {letter: reason for letter, (reason, _) in CLAIMS.items()}


@pytest.mark.parametrize(("answer", "status", "sentence"), [
    (RIGHT, "right", "all eight are right"),
    ({**RIGHT, "b": "holds"}, "wrong", "look at b again: 6 of 11 is what a coin gives"),
    ({**RIGHT, "g": "chance"}, "wrong", "look at g again: both had the same 11 puzzles"),
    ({**RIGHT, "c": True}, "wrong", "must be one of holds, chance, open"),
    ({"a": "holds"}, "wrong", "letters a to h"),
    (["holds"] * 8, "wrong", "must be a dict"),
])  # fmt: skip
def test_claims(answer, status, sentence):
    found = judged("which-claim-holds", answer)
    assert (found[0], sentence in found[1]) == (status, True), found


def test_the_sign_tests_of_the_claims():
    assert sign_test(45, 5) < 1e-6
    assert sign_test(6, 5) == 1


# -- a benchmark of one's own ------------------------------------------------------------------------------------------

TIMES = [[0.1, 0.2]] * 6
DIGEST = of_formulation(formulation("assignment"))


def measured(names=("assignment", "mine"), times=TIMES, solvers=None, **columns):
    """Made-up rows of the solvers' places, told as formulations."""
    table = rows(solvers or list(names), times, **{"formulation_digest": DIGEST, **columns})
    table["formulation"] = [*names] * len(times)
    if solvers is None:
        table["solver"] = "highs"
    return table


@pytest.mark.parametrize(("results", "status", "sentence"), [
    (measured(), "right",
     "the rows compare it, mine x pulp x highs, with assignment x pulp x highs on 6 puzzles"),
    (measured(times=[[0.1, None]] * 6), "right", "on 6 puzzles"),
    (measured(times=TIMES[:5]), "wrong", "the benchmark has 5 puzzles; even 5 of 5 may be chance, with p = 0.062"),
    (measured(("assignment", "mixed")), "wrong", "no formulation of your own was measured"),
    (measured(("yours", "mine")), "wrong", "no built-in formulation was measured"),
    (measured(solvers=["cpsat", "highs"]), "wrong", "differ in more than the formulation"),
    (measured(failed=True, status="error", reason="it stopped"), "wrong", "the first reason is: it stopped"),
    (measured(formulation_digest="of another"), "wrong", "are of a function with another text than yours"),
    (measured(formulation_digest="of another", rewrite="big_m"), "wrong", "another text than yours"),
    (measured(("assignment", "assignment_reduced")), "wrong", "no formulation of your own was measured"),
    (pd.concat([measured(), measured(corpus="other")]), "wrong", "never pooled"),
    (pd.concat([measured(), measured(times=TIMES * 3, names=("assignment", "mixed"))]), "wrong",
     "is not compared: it has 6"),
    (pd.DataFrame({"way": [1]}), "wrong", "the table that benchmark.read returns"),
    ([1, 2], "wrong", "the table that benchmark.read returns"),
])  # fmt: skip
def test_comparisons(results, status, sentence, monkeypatch):
    monkeypatch.setattr(lesson_14, "must_be_right", lambda formulation: None)
    found = judged("measure-your-own", formulation("assignment"), results)
    assert (found[0], sentence in found[1]) == (status, True), found


def test_a_wrong_formulation_is_not_compared():
    def at_most_one(m, puzzle):
        y = m.bool_vars("y", [(i, d) for i in puzzle.board.cells for d in puzzle.board.digits])
        for i in puzzle.board.cells:
            m.add(m.sum(y[i, d] for d in puzzle.board.digits) <= 1, f"cell {i} has at most one digit")
        return y

    status, sentence = judged("measure-your-own", at_most_one, measured())
    assert status == "wrong"
    assert "holds" in sentence


@pytest.mark.slow
def test_a_compared_function_is_judged_in_its_process(tmp_path):
    """The table of a real benchmark travels to the process of the check."""
    from sudoku_models import benchmark, course

    def my_own(m, puzzle):
        return formulation("assignment")(m, puzzle)

    sm.register("my_own", my_own)
    try:
        configurations = benchmark.configurations(["assignment", "my_own"], backends=["pulp"], solvers=["highs"])
        cases = benchmark.cases([("small", list(sm.corpus("small").values()))], configurations, time_limit=10)
        benchmark.run(cases, tmp_path)
    finally:
        del sm.FORMULATIONS["my_own"]
    verdict = course.check("measure-your-own", my_own, benchmark.read(tmp_path))
    assert verdict.status == "right", verdict
