"""Whole numbers are exact to the last digit, from 2^50 to 2^62 too; Python's integers know the truth."""

import pulp
import pytest
from large_models import verdict_on

import sudoku_models as sm
from sudoku_models import solvers
from sudoku_models.backends import new_backend
from sudoku_models.backends.pulp import PulpBackend
from sudoku_models.errors import UnsupportedError

P = 2**53
QUICK = [2685, 41, 95, 101, 106, 122, 130, 172]
"""Seeds of models that were answered wrongly: the first by OR-tools, the others when a constant was a float."""


@pytest.mark.parametrize("seed", QUICK)
def test_no_answer_about_large_whole_numbers_is_false(seed):
    verdict, why = verdict_on(seed, ["highs", "cpsat"])
    assert verdict != "wrong", why


@pytest.mark.parametrize("solver", ["highs", "cpsat"])
@pytest.mark.parametrize("backend", sm.BACKENDS)
def test_a_difference_in_the_last_digit_is_a_difference(backend, solver):
    def problem(state):
        def statement(m):
            y = m.bool_vars("y", "ab")
            m.add(state(y["a"], y["b"]), "c")
            return y

        return sm.Problem(statement, backend)

    one, other = problem(lambda a, b: P * a + b >= P + 1), problem(lambda a, b: a >= 1)
    for models in ((one, other), (other, one)):
        assert sm.equivalent(*models, solver=solver).assignment == {"a": 1, "b": 0}


@pytest.mark.slow
@pytest.mark.in_turn
@pytest.mark.parametrize("part", range(6))
def test_no_answer_about_many_large_whole_numbers_is_false(part):
    """Some are refused: sums that CP-SAT cannot count, and values that are too many for indicators."""
    names = [*solvers.installed(everything=True), "highs", "highs", "cpsat", "cpsat"]
    verdicts = [verdict_on(seed, names) for seed in range(1000 + 100 * part, 1100 + 100 * part)]
    assert not [why for verdict, why in verdicts if verdict == "wrong"]
    assert sum(verdict == "right" for verdict, _ in verdicts) >= 40


def of_pulp(*comparisons):
    """A problem with comparisons of two binaries, added to the `LpProblem` directly."""
    lp = pulp.LpProblem()
    m = PulpBackend(lp)
    x = m.bool_vars("x", "ab")
    for comparison in comparisons:
        lp += comparison(*x.values())
    return sm.Problem(lambda _: x, m)


@pytest.mark.parametrize("solver", ["highs", "cpsat"])
def test_a_whole_number_that_pulp_has_rounded_is_refused(solver):
    """2^53 + 1 becomes 2^53 in `pulp.lpSum`, wherever it stands; smaller ones are exact."""
    for n in (P + 1, P - 1):
        problems = [
            of_pulp(lambda a, b, n=n: pulp.lpSum([n * a, b]) >= n),
            of_pulp(lambda a, b: a <= b, lambda a, b, n=n: pulp.lpSum([n * a, b]) + n >= n),
        ]
        for k, problem in enumerate(problems, 1):
            if n > P:
                with pytest.raises(UnsupportedError, match=f"_C{k}"):
                    problem.solve(solver)
            else:
                assert problem.count_solutions(solver).value == (2, 3)[k - 1]


def test_terms_of_verbs_are_not_rounded_either():
    m = new_backend("pulp")
    a, b = m.bool_vars("y", "ab").values()
    for name, state in {"different": m.all_different, "unequal": lambda sides, name: m.not_equal(*sides, name)}.items():
        with pytest.raises(UnsupportedError, match=name):
            state([pulp.lpSum([a, b]) + P + 1, a], name)
