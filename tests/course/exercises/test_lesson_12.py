"""The judges of lesson 12: right answers pass, wrong ones get a sentence that is true of them."""

from fractions import Fraction

import numpy as np
import pytest
from judging import judged

from sudoku_models.course.exercises import lesson_12
from sudoku_models.course.exercises.lesson_12 import may_be_better, mean, violation
from sudoku_models.inference.relaxation import OddCycles

# -- the cut of an odd cycle -------------------------------------------------------------------------------------------


def my_violation(cliques, y, coefficient=lambda count: count // 2, bound=lambda q: q // 2):
    left = sum(coefficient(sum(i in clique for clique in cliques)) * value for i, value in y.items())
    return left - bound(len(cliques))


def test_the_cut_is_that_of_the_separation():
    """Where a ring is violated, `OddCycles` finds a cut that is violated by at least as much."""
    seen = 0
    for cliques, y in lesson_12._cycles():
        names = sorted(y)
        fits = all(sum(y[i] for i in clique) <= 1 for clique in cliques)
        if fits and violation(cliques, y) > 0:
            cycles = OddCycles([[names.index(i) for i in clique] for clique in cliques], len(names))
            point = np.array([y[i] for i in names])
            found = [np.array(cut.coefficients) @ point - cut.bound for cut in cycles.violated(point)]
            assert max(found) >= violation(cliques, y) - 1e-9
            seen += 1
    assert seen


def test_no_assignment_that_satisfies_the_cliques_violates_the_cut():
    for cliques, y in lesson_12._cycles()[:12]:
        names = sorted(y)
        for bits in range(2 ** len(names)):
            point = {name: bits >> k & 1 for k, name in enumerate(names)}
            if all(sum(point[i] for i in clique) <= 1 for clique in cliques):
                assert violation(cliques, point) <= 0


@pytest.mark.parametrize(("answer", "status", "sentence"), [
    (my_violation, "right", "on 30 rings of 3, 5 or 7 sets"),
    (lambda c, y: my_violation(c, y, lambda count: count / 2), "wrong", "when one does not round the coefficients"),
    (lambda c, y: my_violation(c, y, bound=lambda q: q / 2), "wrong", "when one does not round the right side"),
    (lambda c, y: my_violation(c, y, lambda count: count > 1), "wrong", "to members of four cliques too"),
    (lambda c, y: my_violation(c, y, lambda count: 1), "wrong", "gives every member the coefficient 1"),
    (lambda c, y: -my_violation(c, y), "wrong", "takes the right side minus the left"),
    (lambda c, y: max(0, my_violation(c, y)), "wrong", "returns 0 where the cut is satisfied"),
    (0.5, "wrong", "must be a function"),
])  # fmt: skip
def test_odd_cycle(answer, status, sentence):
    found = judged("odd-cycle", answer)
    assert (found[0], sentence in found[1]) == (status, True), found


# -- what to try first -------------------------------------------------------------------------------------------------


def first_try(methods, solver):
    best = min(methods, key=lambda name: mean(methods, solver, name))
    return best if mean(methods, solver, best) < solver else None


@pytest.mark.parametrize(("answer", "status", "sentence"), [
    (first_try, "right", "the best choice on 60 tables"),
    (lambda methods, solver: max(methods, key=lambda name: methods[name][0]), "wrong",
     "returns 'LP', with which a puzzle takes 40 ms on average; 'singles' takes 5 ms"),
    (lambda methods, solver: min(methods, key=lambda name: methods[name][1]), "wrong",
     "returns 'singles', with which a puzzle takes 21 ms on average; the solver alone takes 20 ms"),
    (lambda methods, solver: first_try(methods, solver) or "none", "wrong",
     "'none', which is neither a method nor None"),
    ("LP", "wrong", "must be a function"),
])  # fmt: skip
def test_first_try(answer, status, sentence):
    found = judged("first-try", answer)
    assert (found[0], sentence in found[1]) == (status, True), found


def test_the_mean_is_that_of_a_simulation():
    """Of a hundred puzzles, the share that is decided costs nothing more."""
    for methods, solver in lesson_12._tables()[:10]:
        for name, (share, cost) in methods.items():
            total = sum(cost + (0 if k < share else solver) for k in range(100))
            assert mean(methods, solver, name) == Fraction(total, 100)


# -- reduced costs -----------------------------------------------------------------------------------------------------


def kept(bound, best, reduced):
    return {name for name in reduced if bound + reduced[name] <= best - 1}


@pytest.mark.parametrize(("answer", "status", "sentence"), [
    (kept, "right", "for 43 linear programs"),
    (lambda *p: sorted(kept(*p)), "right", "for 43 linear programs"),
    (lambda bound, best, reduced: kept(bound, best + 1, reduced), "wrong", "when one compares with best in place"),
    (lambda bound, best, reduced: {n for n, r in reduced.items() if bound + r < best}, "wrong",
     "though costs are integers"),
    (lambda bound, best, reduced: {n for n, r in reduced.items() if bound + r < best - 1}, "wrong",
     "excludes b, but with b = 1 a solution costs at least 10 + 1, and a better solution costs at most 11"),
    (lambda bound, best, reduced: {n for n, r in reduced.items() if r <= best - 1}, "wrong", "forgets the bound"),
    (lambda bound, best, reduced: set(reduced) - kept(bound, best, reduced), "wrong", "returns what is excluded"),
    (lambda bound, best, reduced: reduced.clear() or set(), "wrong", "changes its argument"),
    (lambda bound, best, reduced: {"z"}, "wrong", "'z' is none"),
    (lambda bound, best, reduced: None, "wrong", "must return a set"),
    ({"a"}, "wrong", "must be a function"),
])  # fmt: skip
def test_reduced_costs(answer, status, sentence):
    found = judged("reduced-costs", answer)
    assert (found[0], sentence in found[1]) == (status, True), found


def test_some_variable_is_exactly_at_the_limit():
    at_limit = [bound + r == best - 1 for bound, best, reduced in lesson_12._programs() for r in reduced.values()]
    assert sum(at_limit) > 10
    assert any(not may_be_better(*case) for case in lesson_12._programs())
