"""The registered transformations, on models that are no Sudoku."""

from collections.abc import Callable, Iterable
from itertools import combinations
from typing import Any

import pyomo.environ as pyo
import pytest
from pyomo.core.expr.relational_expr import NotEqualExpression
from pyomo.gdp import Disjunction
from tables import solutions_by_cuts

import sudoku_models as sm
import sudoku_models.rewrites.pyomo_transformations  # registers the transformations
from sudoku_models.backends.pyomo import PyomoBackend
from sudoku_models.errors import UnknownNameError, UnsupportedError
from sudoku_models.rewrites import REWRITES, Links
from sudoku_models.solvers import Status
from sudoku_models.solvers.cpsat import CpSatSession
from sudoku_models.solvers.highs import HighsSession

NAMES = ["linear", *REWRITES]
FOR_NOT_EQUAL = [name for name, entry in REWRITES.known.items() if entry.takes == "not_equal"]


def transformed(m: pyo.ConcreteModel, name: str, **options: Any) -> pyo.ConcreteModel:
    pyo.TransformationFactory(f"sudoku_models.{name}").apply_to(m, **options)
    return m


def solutions(m: pyo.ConcreteModel, variables: Iterable[Any]) -> set[tuple[int, ...]]:
    """Every solution of a linear model; each comes once."""
    return solutions_by_cuts(PyomoBackend(m), variables, Links())


# -- the sum of three -------------------------------------------------------------------------------------------------


def three_different() -> pyo.ConcreteModel:
    """The smallest sum of three different numbers from 1 to 3; it is 6."""
    m = pyo.ConcreteModel()
    m.x = pyo.Var([1, 2, 3], within=pyo.Integers, bounds=(1, 3))
    m.all_differ = pyo.LogicalConstraint(expr=pyo.all_different(*m.x.values()))
    m.total = pyo.Objective(expr=sum(m.x.values()))
    return m


def test_stock_pyomo_loses_the_constraint() -> None:
    """If this fails, Pyomo has learnt all-different or refuses it, and the warnings in the documentation can go."""
    m = three_different()
    result = pyo.SolverFactory("highs").solve(m)
    assert str(result.solver.termination_condition) == "optimal"
    assert [x.value for x in m.x.values()] == [1, 1, 1]


@pytest.mark.parametrize("name", NAMES)
def test_after_a_transformation_stock_pyomo_is_right(name: str) -> None:
    m = transformed(three_different(), name)
    pyo.SolverFactory("highs").solve(m)
    assert sorted(round(x.value) for x in m.x.values()) == [1, 2, 3]
    assert round(pyo.value(m.total)) == 6


def test_create_using_leaves_the_original_alone() -> None:
    m = three_different()
    copy = pyo.TransformationFactory("sudoku_models.linear").create_using(m)
    assert m.all_differ.active
    assert not copy.all_differ.active
    assert m.nconstraints() == 0
    pyo.SolverFactory("highs").solve(copy)
    assert round(pyo.value(copy.total)) == 6


def test_both_kinds_can_be_chosen() -> None:
    m = transformed(three_different(), "linear", rewrite="pairwise+gdp_hull")
    assert m.either.ctype.__name__ == "Disjunction"
    with pytest.raises(UnknownNameError, match="big_m"):
        transformed(three_different(), "linear", rewrite="bigm")


# -- map colouring ----------------------------------------------------------------------------------------------------

REGIONS = ["WA", "NT", "SA", "Q", "NSW", "V", "T"]
BORDERS = ["WA-NT", "WA-SA", "NT-SA", "NT-Q", "SA-Q", "SA-NSW", "SA-V", "Q-NSW", "NSW-V"]


def australia() -> pyo.ConcreteModel:
    """Neighbours have different colours, one of three; Tasmania has no neighbours. There are 18 colourings."""
    m = pyo.ConcreteModel()
    m.colour = pyo.Var(REGIONS, within=pyo.Integers, bounds=(1, 3))
    pairs = [border.split("-") for border in BORDERS]
    m.border = pyo.LogicalConstraint(pairs, rule=lambda m, a, b: NotEqualExpression((m.colour[a], m.colour[b])))
    return m


# -- queens -----------------------------------------------------------------------------------------------------------


def queens_all_different(n: int) -> pyo.ConcreteModel:
    m = pyo.ConcreteModel()
    m.q = pyo.Var(pyo.RangeSet(n), within=pyo.Integers, bounds=(1, n), doc="the row of the queen in each column")
    m.rows = pyo.LogicalConstraint(expr=pyo.all_different(*m.q.values()))
    m.up = pyo.LogicalConstraint(expr=pyo.all_different(*(x + i for i, x in m.q.items())))
    m.down = pyo.LogicalConstraint(expr=pyo.all_different(*(x - i for i, x in m.q.items())))
    return m


def queens_pairwise(n: int) -> pyo.ConcreteModel:
    """Three constraints with the same indices: each must be kept."""
    m = pyo.ConcreteModel()
    m.q = pyo.Var(pyo.RangeSet(n), within=pyo.Integers, bounds=(1, n), doc="the row of the queen in each column")
    pairs = list(combinations(range(1, n + 1), 2))
    m.rows = pyo.LogicalConstraint(pairs, rule=lambda m, i, j: NotEqualExpression((m.q[i], m.q[j])))
    m.up = pyo.LogicalConstraint(pairs, rule=lambda m, i, j: NotEqualExpression((m.q[i] - m.q[j], j - i)))
    m.down = pyo.LogicalConstraint(pairs, rule=lambda m, i, j: NotEqualExpression((m.q[j] - m.q[i], j - i)))
    return m


QUEENS = [
    *((queens_all_different, name, {}) for name in ("indicators", "pairwise")),
    *((queens_all_different, "linear", {"rewrite": f"pairwise+{name}"}) for name in ("big_m", "gdp_bigm")),
    *((queens_pairwise, name, {}) for name in FOR_NOT_EQUAL if name != "gdp_hull"),
    pytest.param(queens_pairwise, "gdp_hull", {}, marks=pytest.mark.slow),  # a large tree
]


@pytest.mark.parametrize(("queens", "name", "options"), QUEENS)
def test_the_number_of_placements_of_queens(
    queens: Callable[[int], pyo.ConcreteModel], name: str, options: dict[str, str]
) -> None:
    n, known = 5, 10
    m = transformed(queens(n), name, **options)
    found = solutions(m, m.q.values())
    assert len(found) == known
    for rows in found:
        for i, j in combinations(range(n), 2):
            assert abs(rows[i] - rows[j]) not in (0, j - i)


# -- "not this" -------------------------------------------------------------------------------------------------------


def excluding(m: pyo.ConcreteModel, values: tuple[int, ...], at_least: int) -> pyo.ConcreteModel:
    others = [NotEqualExpression((x, d)) for x, d in zip(m.x.values(), values, strict=True)]
    m.other = pyo.LogicalConstraint(expr=pyo.atleast(at_least, *others))
    return m


@pytest.mark.parametrize("name", ["linear", *FOR_NOT_EQUAL, "pairwise", "count_distinct"])
@pytest.mark.parametrize(("at_least", "known"), [(1, 5), (2, 5), (3, 2)])
def test_not_this_solution(name: str, at_least: int, known: int) -> None:
    """Of the six permutations, five are another one, and two are another one in every place."""
    m = transformed(excluding(three_different(), (1, 2, 3), at_least), name)
    assert len(solutions(m, m.x.values())) == known


# -- what no rewrite covers -------------------------------------------------------------------------------------------


NOT_COVERED = {
    "p_implies_product": lambda m: pyo.implies(m.p[1], m.x[1] * m.x[2] <= 3),
    "square_is_4": lambda m: m.x[1] ** 2 == 4,
}


def not_covered(name: str) -> pyo.ConcreteModel:
    m = three_different()
    m.p = pyo.BooleanVar([1, 2])
    m.add_component(name, pyo.LogicalConstraint(expr=NOT_COVERED[name](m)))
    return m


@pytest.mark.parametrize("constraint", NOT_COVERED)
class TestAConstraintThatNoRewriteCovers:
    """It is an error that names it, never dropped."""

    @pytest.mark.parametrize("name", NAMES)
    def test_in_a_transformation(self, constraint: str, name: str) -> None:
        m = not_covered(constraint)
        with pytest.raises(UnsupportedError, match=constraint):
            transformed(m, name)
        assert m.all_differ.active  # nothing has been done by halves
        assert m.nconstraints() == 0

    @pytest.mark.parametrize("session", [HighsSession, CpSatSession])
    def test_in_a_session(self, constraint: str, session: Any) -> None:
        m = not_covered(constraint)
        for _ in ("beside another one", "alone"):
            with pytest.raises(UnsupportedError, match=constraint):
                session(PyomoBackend(m)).solve()
            m.all_differ.deactivate()


DOMAINS = {
    "no integers": {"within": pyo.Reals, "bounds": (1, 3)},
    "no bounds": {"within": pyo.Integers},
}


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("name", NAMES)
def test_a_domain_that_no_rewrite_is_right_for_is_refused(name: str, domain: str) -> None:
    for said in (lambda a, b: NotEqualExpression((a, b)), pyo.all_different):
        m = pyo.ConcreteModel()
        m.x = pyo.Var([1, 2], **DOMAINS[domain])
        m.differ = pyo.LogicalConstraint(expr=said(m.x[1], m.x[2]))
        with pytest.raises(UnsupportedError, match=r"x\[1\]|differ"):
            transformed(m, name)
        assert len(PyomoBackend(m).logic()) == 1  # still in force, as it was or as !=


def test_a_domain_of_fractions_is_refused() -> None:
    m = pyo.ConcreteModel()
    m.x = pyo.Var(within=pyo.Set(initialize=[1, 2.5]))
    m.above = pyo.Constraint(expr=m.x >= 2)
    with pytest.raises(UnsupportedError, match="x"):
        HighsSession(PyomoBackend(m)).solve()


# -- names ------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", ["linear", *FOR_NOT_EQUAL])
def test_components_of_the_same_name_do_not_collide(name: str) -> None:
    m = australia()
    for taken in ("rules", "logic", "order", "either"):
        m.add_component(taken, pyo.Var(bounds=(0, 0), within=pyo.Integers))
    m.island = pyo.LogicalConstraint(expr=pyo.all_different(m.colour["T"], m.colour["V"], m.colour["SA"]))
    transformed(m, name)
    assert len(solutions(m, m.colour.values())) == 6


@pytest.mark.slow
@pytest.mark.parametrize("first", FOR_NOT_EQUAL)
@pytest.mark.parametrize("second", ["linear", "pairwise", "cliques", "rank"])
def test_a_model_can_be_transformed_again_when_it_has_grown(first: str, second: str) -> None:
    m = transformed(australia(), first)
    m.island = pyo.LogicalConstraint(expr=NotEqualExpression((m.colour["T"], m.colour["V"])))
    transformed(m, second)
    m.islands = pyo.LogicalConstraint(expr=pyo.all_different(m.colour["T"], m.colour["SA"]))
    transformed(m, second)
    assert len(solutions(m, m.colour.values())) == 6


@pytest.mark.parametrize("name", FOR_NOT_EQUAL)
def test_a_pair_may_be_defined_in_both_directions(name: str) -> None:
    m = pyo.ConcreteModel()
    m.x = pyo.Var([1, 2, 3], within=pyo.Integers, bounds=(1, 3))
    pairs = [(1, 2), (2, 1), (2, 3), (3, 2), (3, 1)]
    sides = {(i, j): (m.x[i], m.x[j]) if i < j else (-m.x[i], -m.x[j]) for i, j in pairs}
    m.differ = pyo.LogicalConstraint(pairs, rule=lambda m, i, j: NotEqualExpression(sides[i, j]))
    transformed(m, name)
    assert len(solutions(m, m.x.values())) == 6


def test_a_model_can_be_wrapped_twice() -> None:
    model = sm.build(sm.Puzzle.parse("1... ..2. .3.. ...4"), "mixed", "pyomo")
    again = PyomoBackend(model.native)
    x = model.variables
    again.add(x[1, 2] + x[1, 3] == 6, "a rule of its own")
    again.not_equal(x[1, 1], x[4, 4], "the corners differ")
    names = [said.name for said in again.read(again.constraints())]
    assert {"a rule of its own", "the corners differ", "logic[row 1 is all different]"} <= set(names)
    assert model.solve("highs").grid is not None
    transformed(model.native, "linear")
    answer = HighsSession(PyomoBackend(model.native)).solve()
    assert answer.status is Status.SOLVED


# -- beside Pyomo's own -----------------------------------------------------------------------------------------------


def test_a_block_can_be_transformed() -> None:
    m = pyo.ConcreteModel()
    m.map = australia()
    transformed(m.map, "gdp_bigm")
    transformed(m, "rank")  # nothing is left to do
    assert len(solutions(m, m.map.colour.values())) == 18


@pytest.mark.parametrize("name", ["linear", "gdp_hull"])
def test_disjunctions_are_made_linear_by_pyomo(name: str) -> None:
    m = three_different()
    m.at_an_end = Disjunction(expr=[[m.x[1] <= 1], [m.x[1] >= 3]])
    transformed(m, name)
    assert not m.at_an_end.active
    assert {found[0] for found in solutions(m, m.x.values())} == {1, 3}


def test_fixed_variables_may_be_fixed_anew() -> None:
    m = three_different()
    m.x[1].fix(3)
    transformed(m, "rank")
    assert {found[0] for found in solutions(m, m.x.values())} == {3}
    m.x[1].fix(2)
    assert {found[0] for found in solutions(m, m.x.values())} <= {2}
