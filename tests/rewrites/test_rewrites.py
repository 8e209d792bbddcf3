"""Rewrites: each keeps every solution and lets in no other; which one was used is said."""

from itertools import permutations, product

import pytest
from tables import solutions_by_cuts

import sudoku_models as sm
from sudoku_models import rewrites
from sudoku_models.backends import Exclude, Linear, new_backend
from sudoku_models.errors import InputError, UnknownNameError
from sudoku_models.rewrites import no_good
from sudoku_models.solvers import find

NOT_EQUAL = ["cliques", "rank", "big_m", "gdp_bigm", "gdp_hull"]
ALL_DIFFERENT = ["indicators", "count_distinct", *(f"pairwise+{name}" for name in NOT_EQUAL)]


def backends_for(name):
    return ["pyomo"] if "gdp" in name else list(sm.BACKENDS)


@pytest.mark.parametrize("digits", [range(1, 4), range(2, 6)])
@pytest.mark.parametrize(("name", "backend"), [(n, b) for n in ALL_DIFFERENT for b in backends_for(n)])
def test_all_different_keeps_exactly_the_arrangements(name, backend, digits):
    width = 3 if len(digits) == 3 else 2
    m = new_backend(backend)
    x = m.int_vars("x", range(width), digits[0], digits[-1])
    m.all_different(x.values(), "all differ")
    used, links = rewrites.apply(m, name)
    assert used == name
    assert m.logic() == []
    assert solutions_by_cuts(m, x.values(), links) == set(permutations(digits, width))


@pytest.mark.parametrize("name", NOT_EQUAL)
def test_not_equal_on_domains_of_their_own(name):
    m = new_backend("pyomo")
    a, b = m.int_vars("a", [1], 0, 2)[1], m.int_vars("b", [1], 1, 5)[1]
    m.not_equal(a, b, "a is not b")
    _, links = rewrites.apply(m, name)
    expected = {(i, j) for i, j in product(range(3), range(1, 6)) if i != j}
    assert solutions_by_cuts(m, [a, b], links) == expected


@pytest.mark.parametrize("name", ALL_DIFFERENT)
def test_terms_may_be_sums_and_constants(name):
    """all-different(a + b, a - b, 2*c + 1, 3), as a Golomb ruler needs it."""
    for backend in backends_for(name):
        m = new_backend(backend)
        x = m.int_vars("x", "abc", 0, 2)
        a, b, c = x.values()
        m.all_different([a + b, a - b, 2 * c + 1, 3], "differ")
        _, links = rewrites.apply(m, name)
        points = product(range(3), repeat=3)
        expected = {(i, j, k) for i, j, k in points if len({i + j, i - j, 2 * k + 1, 3}) == 4}
        assert solutions_by_cuts(m, x.values(), links) == expected, backend


def test_a_sum_gets_its_indicators_once():
    m = new_backend("pulp")
    x = m.int_vars("x", "abc", 0, 3)
    m.all_different([x["a"] + x["b"], x["c"]], "one")
    m.all_different([x["a"] + x["b"], 4 * x["c"]], "two")
    rewrites.apply(m, "indicators")
    assert len(m.variables) == 3 + 4 + 7  # x, the indicators of c, and those of a + b


def test_a_sum_over_binaries_of_which_one_is_1_has_its_indicators_already():
    m = new_backend("pulp")
    y = {k: m.bool_vars(f"y{k}", range(1, 4)) for k in "ab"}
    for k in y:
        m.add(m.sum(y[k].values()) == 1, f"{k} has a value")
    m.all_different([m.dot([1, 2, 3], y[k].values()) for k in y], "differ")
    rewrites.apply(m, "indicators")
    assert len(m.variables) == 6
    assert [len(row.columns) for row in m.read(m.constraints())] == [3, 3, 2, 2, 2]


def test_big_m_is_the_tightest():
    """For two digits both M are n: a row is tight at a corner of the domain, so that a smaller M cuts it off."""
    m = new_backend("pulp")
    x = m.int_vars("x", "ab", 1, 9)
    m.not_equal(x["a"], x["b"], "a is not b")
    rewrites.apply(m, "big_m")
    above, below = m.read(m.constraints())
    assert dict(zip(above.columns, above.coefficients, strict=True)) == {0: 1, 1: -1, 2: -9}
    assert (above.lower, below.upper) == (-8, -1)
    assert dict(zip(below.columns, below.coefficients, strict=True)) == {0: 1, 1: -1, 2: -9}


def test_rank_adds_an_equation_for_each_variable_of_each_unit(mccaffrey):
    plain = sm.build(mccaffrey, "pairwise", "pulp", "big_m")
    ranked = sm.build(mccaffrey, "pairwise", "pulp", "rank")
    assert len(plain.m.constraints()) == 2 * 810
    assert len(ranked.m.constraints()) == 2 * 810 + 27 * 9 + 27


def test_cliques_turn_pairwise_into_assignment(mccaffrey):
    """Each unit is a clique: the same 324 equations, and 81 more that link x to its indicators."""
    model = sm.build(mccaffrey, "pairwise", "pulp", "cliques")
    read = model.m.read(model.m.constraints())
    assert (len(model.m.variables), len(read)) == (81 + 729, 81 + 324)
    assert all(row.lower == row.upper for row in read)


def test_a_cut_of_two_values_of_one_variable_excludes_nothing():
    m = new_backend("pulp")
    x = m.int_vars("x", "abc", 1, 3)
    for i, j in ("ab", "ac", "bc"):
        m.not_equal(x[i], x[j], f"{i} is not {j}")
    _, links = rewrites.apply(m, "rank")
    no_good(m, [Exclude(((0, 1), (0, 2), (1, 3), (2, 1)), 1, "never")], links)
    assert solutions_by_cuts(m, x.values(), links) == set(permutations((1, 2, 3)))


def test_rank_equations_alone_are_not_enough():
    """Without the big-M rows the model accepts grids that are none."""
    m = new_backend("pulp")
    x = m.int_vars("x", "abc", 1, 3)
    for i, j in ("ab", "ac", "bc"):
        m.not_equal(x[i], x[j], f"{i} is not {j}")
    rewrites.apply(m, "rank")
    m.forget([row for row, said in zip(m.constraints(), m.read(m.constraints()), strict=True) if ": " in said.name])
    for v in x.values():
        m.fix(v, 2)
    assert str(find("highs").session(m).solve(60).status) == "solved"


@pytest.mark.parametrize(
    "name", ["indicators", "count_distinct", "pairwise+cliques", "pairwise+rank", "pairwise+big_m", "pairwise+gdp_bigm"]
)
@pytest.mark.parametrize("at_least", [1, 4])
def test_every_rewrite_counts_the_truth_on_sudoku(name, at_least):
    entry = sm.corpus("several").entry("several:13")
    found = sm.count_solutions(
        entry.puzzle, "all_different", "pyomo", rewrite=name, at_least=at_least, cross_check=False
    )
    assert (str(found.value), found.status, found.stats.rewrite) == (entry.solutions, "exact", name)


def test_a_reset_after_a_rewrite_is_right(unique4, infeasible4):
    """The M come from the declared domains, not from the givens of the first puzzle."""
    for name in NOT_EQUAL:
        model = sm.build(unique4, "pairwise", "pyomo", name)
        model.solve()
        model.reset(sm.Puzzle.parse("2... ..1. .3.. ...4"))
        assert model.count_solutions(cross_check=False).value == 1
        model.reset(infeasible4)
        assert model.count_solutions(cross_check=False).value == 0


def test_all_rows_are_linear_afterwards_and_named_after_what_they_came_from(unique4):
    model = sm.build(unique4, "mixed", "pulp", "pairwise+rank")
    read = model.m.read(model.m.constraints())
    assert all(isinstance(row, Linear) and row.name for row in read)
    assert any(row.name.startswith("(1, 1) and (2, 1) differ") for row in read)


def test_choices():
    others = {"table": "table_supports", "implication": "indicator_big_m", "element": "element_indicators"}
    others |= {"inverse": "inverse_indicators", "circuit": "miller_tucker_zemlin", "cumulative": "disjunctive"}
    others |= {"reified": "reified_binaries"}
    assert rewrites.choose(None) == {"all_different": "indicators", "not_equal": "cliques"} | others
    assert rewrites.choose("pairwise+big_m") == {"all_different": "pairwise", "not_equal": "big_m"} | others
    with pytest.raises(InputError, match="both rewrite not_equal"):
        rewrites.choose("rank+big_m")
    with pytest.raises(UnknownNameError, match="did you mean 'rank'"):
        rewrites.choose("rnak")


@pytest.mark.parametrize("backend", ["pyomo", "pulp"])
def test_cliques_with_the_same_ends_have_names_of_their_own(backend):
    def kite(m):
        x = m.int_vars("x", "abcd", 1, 3)
        for i, j in ("ab", "ac", "ad", "bd", "cd"):
            m.not_equal(x[i], x[j], f"{i} and {j} differ")
        return x

    problem = sm.Problem(kite, backend)
    names = [row.name for row in problem.rewritten().m.read(problem.rewritten().m.constraints())]
    assert len(names) == len(set(names))
    assert len(list(problem.solutions(solver="highs"))) == len(list(problem.solutions(solver="cpsat"))) == 3 * 2 * 1 * 1


@pytest.mark.parametrize("name", ["gdp_bigm", "gdp_hull"])
def test_the_blocks_of_pyomo_gdp_do_not_stay_in_the_model(name: str) -> None:
    """A model of a large board would have a hundred thousand of them, and every look at it would take seconds."""
    import pyomo.environ as pyo

    from sudoku_models.backends.pyomo import PyomoBackend

    model = sm.build("small:1", "pairwise", "pyomo", name)
    assert not list(model.native.component_objects(pyo.Block, descend_into=True))
    names = {row.name for row in model.m.read(model.m.constraints())}
    assert {"(1, 1) and (1, 2) differ: below", "(1, 1) and (1, 2) differ: above"} <= names
    anew, clone = (PyomoBackend(native) for native in (model.native, model.native.clone()))
    assert len(anew.variables) == len(clone.variables) == len(model.m.variables)
    assert all(x.model() is clone.native for x in clone.variables)
