"""Configurations and cases: all that were requested, none that does not exist, and none missing unnoticed."""

from dataclasses import replace

import pytest

import sudoku_models as sm
from sudoku_models import benchmark
from sudoku_models.errors import InputError, UnknownNameError


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
    for formulation, solvers in options.items():
        found = benchmark.configurations([formulation, "all_different"], None, ["pulp"], ["choco:BC", "cadical:ladder"])
        assert [each.solver for each in found if each.formulation == formulation] == solvers


def test_presolve_is_switched_only_where_there_is_a_switch() -> None:
    configurations = benchmark.configurations(["all_different"], None, ["pulp"], ["highs", "glpk"], ["on", "off"])
    assert {(each.solver, each.presolve) for each in configurations} == {
        ("highs", "on"),
        ("highs", "off"),
        ("glpk", ""),
    }
    assert {each.solver_name for each in configurations} == {"highs", "highs:no-presolve", "glpk"}


@pytest.mark.parametrize(
    ("names", "what"),
    [
        ({"formulations": ["assignment"], "rewrites": ["rank"]}, "rank"),
        ({"rewrites": ["gdp_hull"], "backends": ["pulp"]}, "gdp_hull"),
        ({"solvers": ["glpk"], "presolve": ["off"]}, "glpk"),
        ({"solvers": []}, "at least one solver"),
        ({"solvers": ["highs:no-presolve"]}, "presolve off"),
    ],
)
def test_a_name_that_makes_no_configuration_is_an_error(names: dict[str, list[str]], what: str) -> None:
    with pytest.raises(InputError, match=what):
        benchmark.configurations(**names)


def test_an_unknown_name_is_an_error_with_the_choices() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'pairwise'"):
        benchmark.configurations(["pairwis"])
    with pytest.raises(UnknownNameError, match="top95"):
        benchmark.cases(["top59"], benchmark.configurations(["pairwise"]))


def test_cases_come_puzzle_by_puzzle_in_an_order_that_is_the_same_again() -> None:
    configurations = benchmark.configurations(["all_different", "assignment"], None, ["pulp"], ["highs", "cpsat"])
    cases = list(benchmark.cases(["top95"], configurations, 5.0, seeds=[0, 1], sample=3))
    assert len(cases) == 3 * 2 * 4
    blocks = [cases[k : k + 4] for k in range(0, len(cases), 4)]
    for block in blocks:
        assert len({(case.puzzle.name, case.seed) for case in block}) == 1
        assert {case.configuration for case in block} == set(configurations)
    assert len({tuple(case.configuration for case in block) for block in blocks}) > 1
    assert [case.key for case in cases] == [
        case.key for case in benchmark.cases(["top95"], configurations, 5.0, [0, 1], 3)
    ]
    assert len({case.key for case in cases}) == len(cases)


def test_a_repetition_begins_when_everything_has_been_measured_once_and_in_another_order() -> None:
    configurations = benchmark.configurations(["all_different", "assignment"], None, ["pulp"], ["highs", "cpsat"])
    cases = list(benchmark.cases(["top95"], configurations, 5.0, seeds=[0, 1], sample=3, repeats=3))
    assert [case.repeat for case in cases] == [0] * 24 + [1] * 24 + [2] * 24
    without = [[replace(case, repeat=0) for case in cases[k : k + 24]] for k in (0, 24, 48)]
    assert set(without[0]) == set(without[1]) == set(without[2])
    assert without[0] != without[1] != without[2]
    assert len({case.key for case in cases}) == len(cases)
    with pytest.raises(InputError, match="at least once, not 0 times"):
        benchmark.cases(["top95"], configurations, repeats=0)


def test_puzzles_of_your_own_have_names_of_their_own() -> None:
    puzzles = [sm.Puzzle.parse("1... ..2. .3.. ...4"), sm.Puzzle.parse("1... ..2. .3.. ....")]
    cases = list(
        benchmark.cases([("mine", puzzles)], benchmark.configurations(["assignment"], None, ["pulp"], ["highs"]))
    )
    assert [case.identity()["puzzle"] for case in cases] == ["1.....2..3.....4", "1.....2..3......"]
    assert {case.identity()["corpus"] for case in cases} == {"mine"}


def test_corpora_and_puzzles_of_one_name_are_refused() -> None:
    configurations = benchmark.configurations(["assignment"], None, ["pulp"], ["highs"])
    first, second = (sm.Puzzle.parse(text, name="one") for text in ("1... ..2. .3.. ...4", "1... ..2. .3.. ...3"))
    with pytest.raises(InputError, match="2 corpora are called 'mine'"):
        benchmark.cases([("mine", [first]), ("mine", [second])], configurations)
    with pytest.raises(InputError, match="two different puzzles of mine are called 'one'"):
        benchmark.cases([("mine", [first, second])], configurations)


def test_a_puzzle_that_is_changed_under_its_name_is_another_case() -> None:
    configurations = benchmark.configurations(["assignment"], None, ["pulp"], ["highs"])
    texts = ("1... ..2. .3.. ...4", "1... ..2. .3.. ...3", "1... ..2. .3.. ...4")
    keys = [
        next(benchmark.cases([("mine", [sm.Puzzle.parse(text, name="one")])], configurations)).key for text in texts
    ]
    assert keys[0] == keys[2] != keys[1]


def test_puzzles_without_a_name_on_boards_with_other_rules_have_different_names() -> None:
    boards = [sm.Board.of_size(4).with_rules(sm.rules.KillerCage(total, "r1c1 r1c2")) for total in (3, 4)]
    chosen = benchmark.configurations(["assignment"], backends=["pulp"], solvers=["highs"])
    found = list(benchmark.cases([("mine", [sm.Puzzle(board, (0,) * 16) for board in boards])], chosen))
    assert len({case.puzzle.name for case in found}) == len({case.key for case in found}) == 2
