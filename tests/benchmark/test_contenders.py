"""Configurations: all that were requested, none that does not exist, none missing unnoticed; and what solves them."""

import json

import pytest

import sudoku_models as sm
from sudoku_models import benchmark, solvers
from sudoku_models.benchmark import Contender
from sudoku_models.benchmark.contenders import check_available, facts_of, solved_by
from sudoku_models.errors import InputError, NotInstalledError
from sudoku_models.solvers.highs import Highs


def test_every_formulation_runs_on_every_backend_and_every_solver_that_is_named() -> None:
    configurations = benchmark.configurations(solvers=["highs", "cbc", "cpsat"])
    assert {(each.formulation, each.backend, each.solver) for each in configurations} == {
        (f, b, s) for f in sm.FORMULATIONS for b in sm.BACKENDS for s in ("highs", "cbc", "cpsat")
    }
    assert len(configurations) == 45


def test_all_rewrites_of_a_formulation_are_those_of_its_constraints() -> None:
    def rewrites(formulation: str, backend: str) -> set[str | None]:
        return {each.rewrite for each in benchmark.configurations([formulation], ["all"], [backend], ["highs"])}

    assert rewrites("assignment", "pulp") == {None}
    assert rewrites("pairwise", "pulp") == {"cliques", "rank", "big_m"}
    assert rewrites("pairwise", "pyomo") == {"cliques", "rank", "big_m", "gdp_bigm", "gdp_hull"}
    assert rewrites("all_different", "pulp") == {
        "indicators",
        "count_distinct",
        "pairwise+cliques",
        "pairwise+rank",
        "pairwise+big_m",
    }
    assert "indicators+rank" in rewrites("mixed", "pulp")


def test_a_solver_that_takes_logic_gets_the_model_as_it_is_defined() -> None:
    assert {each.rewrite for each in benchmark.configurations(rewrites=["all"], solvers=["cpsat"])} == {None}


def test_an_option_is_measured_where_it_makes_a_difference() -> None:
    """Encodings of at-most-one do everywhere, the consistency of all-different only where there is one."""
    options = {"pairwise": ["cadical:ladder"], "all_different": ["choco:BC", "cadical:ladder"]}
    for formulation, names in options.items():
        found = benchmark.configurations([formulation, "all_different"], None, ["pulp"], ["choco:BC", "cadical:ladder"])
        assert [each.solver for each in found if each.formulation == formulation] == names


def test_presolve_is_switched_only_where_there_is_a_switch() -> None:
    configurations = benchmark.configurations(["all_different"], None, ["pulp"], ["highs", "glpk"], ["on", "off"])
    assert {(each.solver, each.presolve) for each in configurations} == {
        ("highs", "on"),
        ("highs", "off"),
        ("glpk", ""),
    }
    assert {each.solver_name() for each in configurations} == {"highs", "highs:no-presolve", "glpk"}


@pytest.mark.parametrize(
    ("names", "what"),
    [
        ({"formulations": ["assignment"], "rewrites": ["rank"]}, "rank"),
        ({"rewrites": ["gdp_hull"], "backends": ["pulp"]}, "gdp_hull"),
        ({"solvers": ["glpk"], "presolve": ["off"]}, "glpk"),
        ({"solvers": []}, "at least one solver"),
        ({"solvers": ["highs:no-presolve"]}, "highs:no-presolve"),
        ({"solvers": ["highs"], "search": ["first-fail"]}, "first-fail"),
    ],
)
def test_a_name_that_makes_no_configuration_is_an_error(names: dict[str, list[str]], what: str) -> None:
    with pytest.raises(InputError, match=what):
        benchmark.configurations(**names)


def test_a_configuration_is_found_by_the_name_that_the_results_print() -> None:
    some = benchmark.configurations(["all"], ["all"], ["all"], ["highs", "cpsat", "choco:BC", "cadical:ladder,by-file"])
    some += benchmark.configurations(["pairwise", "all_different"], presolve=["on", "off", "engine"], backends=["pulp"])
    some += benchmark.configurations(
        solvers=["choco", "cpsat"], search=[*solvers.SEARCH_ORDERS], presolve=["on", "off"]
    )
    some += benchmark.configurations(["all_different"], solvers=["highs", "choco"], count="enumerate")
    some += benchmark.configurations(backends=["stock"], solvers=["pulp:HiGHS", "pyomo:appsi_highs"])
    for each in some:
        assert benchmark.configuration(str(each)) == each
    assert str(benchmark.configuration("all_different x pulp x highs")) == "all_different, indicators x pulp x highs"
    for text in (
        "top95",
        "a x b",
        "all x pulp x highs",
        "assignment x pulp x highs, frist-fail",
        "pairwise x pulp x hihgs",
    ):
        with pytest.raises(InputError):
            benchmark.configuration(text)


def test_a_solver_that_does_not_run_is_refused_before_anything_is_measured() -> None:
    class Broken(Highs):
        """A program for another system."""

        def session(self, m):  # type: ignore[no-untyped-def]
            raise OSError("exec format error")

    class Picky(Highs):
        """Takes nothing."""

        def session(self, m):  # type: ignore[no-untyped-def]
            raise sm.errors.UnsupportedError("it takes other models")

    for name, solver in (("broken", Broken), ("picky", Picky)):
        solvers.register(name, solver)
    try:
        check_available([Contender("assignment", "pulp", "picky")])
        with pytest.raises(NotInstalledError, match=r"broken on pulp: it does not run.*exec format error"):
            check_available([Contender("assignment", "pulp", name) for name in ("broken", "highs")])
    finally:
        for name in ("broken", "picky"):
            del sm.SOLVERS[name]


def test_a_solver_without_facts_is_one_of_another_package_and_one_that_is_not_here_has_none() -> None:
    class Silent:
        """The least that a solver is."""

        name, paradigm, features, session = "silent", "CP", frozenset[solvers.Feature](), None

    solvers.register("silent", Silent)  # type: ignore[arg-type]
    try:
        facts = facts_of(Contender("assignment", "pulp", "silent"))
        assert (facts.interface, facts.name) == ("another package", "silent")
        assert solved_by(Contender("assignment", "pulp", "silent"))["options"] == '{"threads": 1}'
    finally:
        del sm.SOLVERS["silent"]
    assert set(solved_by(Contender("assignment", "pulp", "nobody")).values()) == {None}


@pytest.mark.parametrize("solver", ["highs", "cbc", "cpsat"])
def test_a_row_with_presolve_off_has_the_options_of_the_solver_without_it(solver: str) -> None:
    on, off = (Contender("assignment", "pulp", solver, None, switch) for switch in ("on", "off"))
    assert facts_of(on) == solvers.find(solver).facts("pulp")
    assert facts_of(off) == solvers.find(f"{solver}:no-presolve").facts("pulp")
    told = [json.loads(solved_by(each)["options"] or "") for each in (on, off)]
    assert told[0] != told[1]
