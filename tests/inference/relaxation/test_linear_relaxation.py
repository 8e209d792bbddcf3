"""The LP relaxation: what it settles is true, and it is decided, not guessed."""

import pytest

import sudoku_models as sm
from sudoku_models.errors import InputError
from sudoku_models.inference.relaxation import has_single_point, relax
from sudoku_models.inference.relaxation.linear_relaxation import highs_of, minimize
from sudoku_models.runtime.limits import Deadline
from sudoku_models.solvers.milp import milp_of


def ends(model, key):
    """The smallest and the largest value of one variable over the relaxation: two LPs."""
    linear = model.rewritten() if model.m.logic() else model
    lp = milp_of(linear.m, "HiGHS")
    column = linear.m.column(linear.variables[key])
    found = []
    for sign in (1, -1):
        cost = [0.0] * len(lp.cost)
        cost[column] = sign
        point = minimize(highs_of(lp, whole=False), cost, Deadline())
        found.append(point[column])
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rewrite", "line"),
    [
        ("big_m", "1... ..2. .3.. ...."),
        ("rank", ".... .... .... ...."),
        ("cliques", "1... ..2. .3.. ...4"),
        ("cliques", "1... ..2. .3.. ...."),
        ("gdp_bigm", "1... ..2. .3.. ...4"),
    ],
)
def test_settled_agrees_with_two_lps_for_each_variable(line, rewrite):
    model = sm.build(sm.Puzzle.parse(line), "pairwise", "pyomo", rewrite)
    relaxation = relax(model)
    for key, value in relaxation.values.items():
        low, high = ends(model, key)
        assert (key in relaxation.settled) == (high - low < 1e-6)
        assert low - 1e-6 <= value <= high + 1e-6


def test_what_is_settled_is_so_in_the_solution_and_what_is_not_can_move():
    entry = sm.corpus("hardest11").entry("hardest11:2")
    model = sm.build(entry.puzzle, "assignment", "pulp")
    relaxation = relax(model)
    assert 0 < len(relaxation.settled) == relaxation.fixed < 729
    assert relaxation.digits == relaxation.values
    assert (relaxation.is_single_point, relaxation.fractional > 0) == (False, True)
    for i, d in relaxation.settled:
        assert relaxation.values[i, d] == (entry.solution[i] == d)
    for key in [((r, c), d) for r in (1, 5) for c in range(1, 10, 2) for d in (2, 7)]:
        low, high = ends(model, key)
        assert (key in relaxation.settled) == (high - low < 1e-6)


def test_every_easy_puzzle_is_a_single_point_and_it_is_the_solution():
    for entry in sm.corpus("easy50").entries[::10]:
        relaxation = relax(sm.build(entry.puzzle, "assignment", "pulp"))
        assert relaxation.is_single_point is True
        assert relaxation.fractional == 0
        held = {i: d for (i, d), value in relaxation.digits.items() if value == 1}
        assert held == {i: entry.solution[i] for i in entry.puzzle.board.cells}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("formulation", "rewrite"),
    [
        ("assignment", None),
        ("all_different", "indicators"),
        ("all_different", "pairwise+cliques"),
        ("pairwise", "rank"),
        ("pairwise", "big_m"),
        ("pairwise", "gdp_hull"),
        ("mixed", "cliques"),
    ],
)
def test_two_lps_give_the_same_result_as_all(formulation, rewrite):
    for line in ("1... ..2. .3.. ...4", "1... ..2. .3.. ....", "12.. 3412 2143 432."):
        model = sm.build(sm.Puzzle.parse(line), formulation, "pyomo", rewrite)
        assert has_single_point(model) is relax(model).is_single_point


def test_a_single_point_may_be_inside_the_bounds():
    """x + y = 4 and x - y = 0 within 0..4: no variable is at a bound."""

    def cross(m):
        x = m.int_vars("x", "ab", 0, 4)
        m.add(m.sum(x.values()) == 4, "sum")
        m.add(x["a"] - x["b"] == 0, "difference")
        return x

    def line(m):
        x = m.int_vars("x", "ab", 0, 4)
        m.add(m.sum(x.values()) == 4, "sum")
        return x

    assert (has_single_point(sm.Problem(cross)), has_single_point(sm.Problem(line))) == (True, False)


def test_an_infeasible_relaxation_is_a_proof_and_no_time_is_not_known(infeasible4):
    for puzzle, limit, status, answer in (
        (infeasible4, None, sm.Status.INFEASIBLE, False),
        (sm.load("hardest11:2"), 1e-9, sm.Status.UNKNOWN, None),
    ):
        model = sm.build(puzzle, "assignment", "pulp")
        relaxation = relax(model, time_limit=limit)
        assert (relaxation.status, relaxation.is_single_point, relaxation.values) == (status, answer, {})
        assert has_single_point(model, limit) is answer


def test_an_objective_gives_a_bound(unique4):
    puzzle = sm.Puzzle.parse(".... .... .... ....")
    row = {(1, c): 1 for c in puzzle.board.digits}
    bound = {w: relax(sm.build(puzzle, "pairwise", "pulp", w), row).objective for w in ("big_m", "rank", "cliques")}
    assert bound["big_m"] == pytest.approx(4)  # all ones, z = 1/2 or so: far from 1 + 2 + 3 + 4
    assert bound["rank"] == pytest.approx(10)
    assert bound["cliques"] == pytest.approx(10)
    with pytest.raises(InputError, match="no such variable"):
        relax(sm.build(unique4, "pairwise", "pulp", "big_m"), {(9, 9): 1})


def test_a_problem_has_a_relaxation_too():
    def three(m):
        x = m.int_vars("x", "abc", 1, 3)
        m.all_different(x.values(), "all differ")
        m.minimize(m.sum([x["a"], x["b"]]))
        return x

    relaxation = relax(sm.Problem(three))
    assert relaxation.objective == pytest.approx(3)
    assert relaxation.values["c"] == 3
    assert set(relaxation.digits) == {(k, d) for k in "abc" for d in (1, 2, 3)}
    assert ("c" in relaxation.settled, relaxation.is_single_point) == (False, False)
