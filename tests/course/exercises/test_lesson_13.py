"""The judges of lesson 13: right answers pass, wrong ones get a sentence that is true of them."""

import math
from statistics import fmean

import pytest
from judging import judged

from sudoku_models.benchmark.statistics import shifted_mean
from sudoku_models.course.exercises import lesson_13
from sudoku_models.course.exercises.lesson_13 import profile, scores, winners

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
    (my_scores, "right", "on all 24 lists of times"),
    (lambda s, limit: list(my_scores(s, limit)), "right", "agrees on all 24"),
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


# -- a benchmark to mend -----------------------------------------------------------------------------------------------


def my_winners(rows, corpora=True, common=True, believe=False, open_counts=2, limit=None):
    best = {}
    for corpus in {row["corpus"] for row in rows}:
        ours = [row for row in rows if not corpora or row["corpus"] == corpus]
        limits = [row["limit"] for row in ours]
        times = {}
        for row in ours:
            ended = row["seconds"] is not None and (believe or row["correct"])
            t = row["seconds"] if ended else open_counts and open_counts * (limit(limits) if limit else row["limit"])
            if t is not None:
                times.setdefault(row["configuration"], {})[row["puzzle"]] = t
        shared = set.intersection(*map(set, times.values()))
        means = {name: fmean(t for k, t in each.items() if not common or k in shared) for name, each in times.items()}
        best[corpus] = min(means, key=means.get)
    return best


@pytest.mark.parametrize(("fault", "what"), [
    ({"open_counts": None, "common": False}, "A is fast and leaves one of two cases open"),
    ({"open_counts": 1}, "it matters that an open case counts twice the limit"),
    ({"believe": True}, "one of the grids of A is wrong"),
    ({"common": False}, "B ran on one puzzle only, an easy one"),
    ({"corpora": False}, "there are two corpora, on which different configurations are the better"),
    ({"limit": lambda limits: 10}, "the two corpora have different limits"),
    ({"limit": max}, "A leaves open a puzzle that had a smaller limit than the other"),
    ({"limit": min}, "A leaves open a puzzle that had a larger limit than the other"),
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


# -- a performance profile ---------------------------------------------------------------------------------------------


def by_ratios(times, name, factor, of=lambda case, t: True, within=lambda ratio, factor: ratio <= factor):
    chosen = [(case, t) for case, t in zip(zip(*times.values(), strict=True), times[name], strict=True) if of(case, t)]
    ended = [(min(u for u in case if u is not None), t) for case, t in chosen if t is not None]
    return sum(within(t / best, factor) for best, t in ended) / len(chosen)


@pytest.mark.parametrize(("answer", "status", "sentence"), [
    (by_ratios, "right", "agrees on 36 points"),
    (lambda times, name, factor: by_ratios(times, name, factor, lambda case, t: t is not None), "wrong",
     "when one divides by the cases that this configuration ended"),
    (lambda times, name, factor: by_ratios(times, name, factor, lambda case, t: any(case)), "wrong",
     "when one leaves out the cases that none ended"),
    (lambda times, name, factor: by_ratios(times, name, factor, lambda case, t: None not in case), "wrong",
     "when one leaves out the cases that some left open"),
    (lambda times, name, factor: by_ratios(times, name, factor, within=lambda ratio, f: ratio < f), "wrong",
     "when one counts only what is faster than the factor allows"),
    (lambda times, name, factor: fmean(t is not None and t <= factor for t in times[name]), "wrong",
     "when one takes the factor for seconds"),
    (lambda times, name, factor: len(times[name]) * by_ratios(times, name, factor), "wrong", "and does not divide"),
    (lambda times, name, factor: "all", "wrong", "your function returns 'all', and it should return 0.5"),
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
