"""The judges of lesson 13: right answers pass, wrong ones get a sentence that is true of them."""

import math
from statistics import fmean

import pandas as pd
import pytest
from judging import judged

import sudoku_models as sm
from sudoku_models.benchmark.sample import rows
from sudoku_models.benchmark.statistics import shifted_mean, sign_test
from sudoku_models.course.exercises import lesson_13
from sudoku_models.course.exercises.lesson_13 import CLAIMS, profile, scores, winners
from sudoku_models.formulations import find as formulation

# -- open cases --------------------------------------------------------------------------------------------------------


def my_scores(seconds, limit, par=2, ended=False, capped=1, shift=0.01, off=0.01):
    seconds = [t for t in seconds if t is not None] if ended else seconds
    par_k = fmean(par * limit if t is None else t for t in seconds)
    logs = [math.log((capped * limit if t is None else t) + shift) for t in seconds]
    return par_k, math.exp(fmean(logs)) - off


def test_the_shifted_mean_is_that_of_the_benchmark():
    for seconds, limit in lesson_13._timings():
        mean, _ = shifted_mean([math.inf if t is None else t for t in seconds], limit)
        assert math.isclose(scores(seconds, limit)[1], mean)


@pytest.mark.parametrize(("answer", "status", "sentence"), [
    (my_scores, "right", "on all 23 lists of times"),
    (lambda s, limit: list(my_scores(s, limit)), "right", "agrees on all 23"),
    (lambda s, limit: my_scores(s, limit, ended=any(s)), "wrong", "when one leaves the open cases out"),
    (lambda s, limit: my_scores(s, limit, par=1), "wrong", "when one counts an open case as the limit in PAR2"),
    (lambda s, limit: my_scores(s, limit, capped=2), "wrong", "when one counts an open case twice in the shifted mean"),
    (lambda s, limit: my_scores(s, limit, off=0), "wrong", "when one does not take the shift off again"),
    (lambda s, limit: my_scores(s, limit, shift=0, off=0), "wrong", "when one does not shift"),
    (lambda s, limit: my_scores(s, limit)[::-1], "wrong", "in the other order"),
    (lambda s, limit: my_scores(s, limit, par=10), "wrong", "for ([0.02, None, 0.1, 3.0], 10) your function"),
    (lambda s, limit: my_scores(s, limit)[0], "wrong", "and it should return (0.04, 0.03)"),
    (lambda s, limit: None, "wrong", "your function returns None"),
    (3, "wrong", "must be a function"),
])  # fmt: skip
def test_scores(answer, status, sentence):
    found = judged("score-open-cases", answer)
    assert (found[0], sentence in found[1]) == (status, True), found


# -- a performance profile ---------------------------------------------------------------------------------------------


def by_ratios(times, way, factor, of=lambda case, t: True, within=lambda ratio, factor: ratio <= factor):
    chosen = [(case, t) for case, t in zip(zip(*times.values(), strict=True), times[way], strict=True) if of(case, t)]
    ended = [(min(u for u in case if u is not None), t) for case, t in chosen if t is not None]
    return sum(within(t / best, factor) for best, t in ended) / len(chosen)


@pytest.mark.parametrize(("answer", "status", "sentence"), [
    (by_ratios, "right", "agrees on 36 points"),
    (lambda times, way, factor: by_ratios(times, way, factor, lambda case, t: t is not None), "wrong",
     "when one divides by the cases that this way ended"),
    (lambda times, way, factor: by_ratios(times, way, factor, lambda case, t: any(case)), "wrong",
     "when one leaves out the cases that none ended"),
    (lambda times, way, factor: by_ratios(times, way, factor, lambda case, t: None not in case), "wrong",
     "when one leaves out the cases that some left open"),
    (lambda times, way, factor: by_ratios(times, way, factor, within=lambda ratio, f: ratio < f), "wrong",
     "when one counts only what is faster than the factor allows"),
    (lambda times, way, factor: fmean(t is not None and t <= factor for t in times[way]), "wrong",
     "when one takes the factor for seconds"),
    (lambda times, way, factor: len(times[way]) * by_ratios(times, way, factor), "wrong", "and does not divide"),
    (lambda times, way, factor: "all", "wrong", "your function returns 'all', and it should return 0.5"),
    ({}, "wrong", "must be a function"),
])  # fmt: skip
def test_profiles(answer, status, sentence):
    found = judged("profile-by-hand", answer)
    assert (found[0], sentence in found[1]) == (status, True), found


def test_the_points_of_profiles_have_ties_and_unended_cases():
    cases = lesson_13._profiles()
    assert any(set(case.values()) == {None} for times, _, _ in cases for case in lesson_13._cases(times))
    assert any(by_ratios(*case) != by_ratios(*case, within=lambda ratio, f: ratio < f) for case in cases)
    assert all(0 <= profile(*case) <= 1 for case in cases)


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


# -- a benchmark to mend -----------------------------------------------------------------------------------------------


def my_winners(rows, corpora=True, common=True, believe=False, open_counts=2, limit=None):
    best = {}
    for corpus in {row["corpus"] for row in rows}:
        times = {}
        for row in rows:
            if not corpora or row["corpus"] == corpus:
                ended = row["seconds"] is not None and (believe or row["correct"])
                t = row["seconds"] if ended else open_counts and open_counts * (limit or row["limit"])
                if t is not None:
                    times.setdefault(row["way"], {})[row["puzzle"]] = t
        shared = set.intersection(*map(set, times.values()))
        best[corpus] = min(times, key=lambda way: fmean(t for k, t in times[way].items() if not common or k in shared))
    return best


@pytest.mark.parametrize(("fault", "what"), [
    ({"open_counts": None, "common": False}, "A is fast and leaves one of two cases open"),
    ({"open_counts": 1}, "it matters that an open case counts twice the limit"),
    ({"believe": True}, "one of the grids of A is wrong"),
    ({"common": False}, "B ran on one puzzle only, an easy one"),
    ({"corpora": False}, "there are two corpora, in which different ways are the better"),
    ({"limit": 10}, "the two corpora have different limits"),
])  # fmt: skip
def test_each_problem_of_a_benchmark_is_found(fault, what):
    status, sentence = judged("mend-a-benchmark", lambda rows: my_winners(rows, **fault))
    assert status == "wrong"
    assert sentence.startswith(f"of a table in which {what} your function says {{")
    assert "PAR2 in seconds is" in sentence


def test_mended_benchmarks():
    assert judged("mend-a-benchmark", my_winners) == ("right", judged("mend-a-benchmark", winners)[1])
    assert judged("mend-a-benchmark", lambda rows: "A")[1].startswith("the function must return a dict")
    assert judged("mend-a-benchmark", 3)[0] == "wrong"


# -- a benchmark of one's own ------------------------------------------------------------------------------------------

TIMES = [[0.1, 0.2]] * 6


def measured(names=("assignment", "mine"), times=TIMES, solvers=None, **columns):
    """Made-up rows of the solvers' places, told as formulations."""
    table = rows(solvers or list(names), times, **{"variables": 729, **columns})
    table["formulation"] = [*names] * len(times)
    if solvers is None:
        table["solver"] = "highs"
    return table


@pytest.mark.parametrize(("results", "status", "sentence"), [
    (measured(), "right", "its benchmark is a fair one: mine x pulp x highs against assignment x pulp x highs"),
    (measured(times=[[0.1, None]] * 6), "right", "on 6 puzzles"),
    (measured(times=TIMES[:5]), "wrong", "the benchmark has 5 puzzles; even 5 of 5 would be chance with p = 0.062"),
    (measured(("assignment", "mixed")), "wrong", "no formulation of your own was measured"),
    (measured(("yours", "mine")), "wrong", "no built-in formulation was measured"),
    (measured(solvers=["cpsat", "highs"]), "wrong", "differ in more than the formulation"),
    (measured(failed=True, status="error", reason="it stopped"), "wrong", "the first reason is: it stopped"),
    (measured(variables=810), "wrong", "defines 729 variables on a 9x9 board, and the one in the rows 810"),
    (pd.concat([measured(), measured(corpus="other")]), "wrong", "never pooled"),
    (pd.concat([measured(), measured(times=TIMES * 3, names=("assignment", "mixed"))]), "wrong",
     "is not compared: it has 6"),
    (pd.DataFrame({"way": [1]}), "wrong", "the table that benchmark.read returns"),
    ([1, 2], "wrong", "the table that benchmark.read returns"),
])  # fmt: skip
def test_comparisons(results, status, sentence, monkeypatch):
    monkeypatch.setattr(lesson_13, "first_counterexample", lambda formulation: None)
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
