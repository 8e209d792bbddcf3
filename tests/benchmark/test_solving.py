"""A run whose solvers are not all there is refused before it begins, and says what to install."""

import json
from pathlib import Path

import pulp.apis.coin_api
import pytest

import sudoku_models as sm
from sudoku_models import benchmark, solvers
from sudoku_models.benchmark import Configuration, solving
from sudoku_models.benchmark.engine_alone import ALONE
from sudoku_models.benchmark.solving import check_available, facts_of, solved_by, unavailable
from sudoku_models.benchmark.stock import STOCK, Cpmpy
from sudoku_models.errors import NotInstalledError
from sudoku_models.solvers import library, registry
from sudoku_models.solvers.highs import Highs

CBC = Configuration("assignment", "pulp", "cbc", None, "on")
HERE = [("assignment", "pulp", name) for name in solvers.installed()]


@pytest.fixture(autouse=True)
def _asked_anew() -> None:
    solving._runs.clear()


def test_what_is_installed_is_available() -> None:
    assert unavailable([*HERE, ("assignment", ALONE, "highs"), ("assignment", STOCK, "pulp:CBC")]) == {}


def test_a_library_that_is_missing_is_named_with_its_installation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Cpmpy, "module", "a_library_that_nobody_has")
    with pytest.raises(NotInstalledError, match=r"cpmpy on stock: .*python -m pip install cpmpy"):
        check_available([Configuration("all_different", STOCK, "cpmpy")])


def test_a_program_that_does_not_run_is_refused_before_anything_is_measured(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken = tmp_path / "cbc"
    broken.write_text("no program")
    broken.chmod(0o755)
    monkeypatch.setattr(library, "pulp_cbc_path", str(broken))
    monkeypatch.setattr(pulp.apis.coin_api, "pulp_cbc_path", str(broken))
    out = tmp_path / "results"
    chosen = [CBC, Configuration("assignment", STOCK, "pulp:CBC")]
    cases = benchmark.cases([("mine", [sm.Puzzle.parse("1... ..2. .3.. ...4")])], chosen)
    with pytest.raises(
        NotInstalledError,
        match=r"cbc on pulp: it does not run.* install.*; pulp:CBC on stock: it does not run.* install",
    ):
        benchmark.run(cases, out)
    assert not list((out / "rows").glob("*.parquet"))


def test_every_solver_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry.Entry, "is_installed", property(lambda self: False))
    with pytest.raises(NotInstalledError) as error:
        check_available([CBC, Configuration("assignment", "pyomo", "highs")])
    assert "cbc on pulp" in str(error.value)
    assert "highs on pyomo: the solver 'highs' is not installed; install it with: python -m pip" in str(error.value)


def test_a_solver_that_takes_other_models_is_not_refused() -> None:
    class Picky(Highs):
        """Takes nothing."""

        def session(self, m):  # type: ignore[no-untyped-def]
            raise sm.errors.UnsupportedError("it takes other models")

    solvers.register("picky", Picky)
    try:
        assert unavailable([("assignment", "pulp", "picky")]) == {}
    finally:
        solvers.unregister("picky")


def test_a_solver_without_facts_is_told_as_one_of_another_package() -> None:
    class Silent:
        """The least that a solver is."""

        name, paradigm, features, session = "silent", "CP", frozenset[str](), None

    solvers.register("silent", Silent)  # type: ignore[arg-type]
    try:
        facts = facts_of(Configuration("assignment", "pulp", "silent"))
        assert (facts.interface, facts.name) == ("another package", "silent")
        row = solved_by(Configuration("assignment", "pulp", "silent"))
        assert (row["engine"], row["options"]) == ("silent", '{"threads": 1}')
    finally:
        solvers.unregister("silent")


def test_a_solver_that_is_not_here_has_no_facts() -> None:
    assert set(solved_by(Configuration("assignment", "pulp", "nobody")).values()) == {None}


@pytest.mark.parametrize("solver", ["highs", "cbc", "cpsat"])
def test_a_row_with_presolve_off_has_the_options_of_the_solver_without_it(solver: str) -> None:
    on, off = (Configuration("assignment", "pulp", solver, None, switch) for switch in ("on", "off"))
    assert facts_of(on) == solvers.find(solver).facts("pulp")
    assert facts_of(off) == solvers.find(f"{solver}:no-presolve").facts("pulp")
    told = [json.loads(solved_by(each)["options"] or "") for each in (on, off)]
    assert told[0] != told[1]
    assert all(facts_of(each).options.items() <= row.items() for each, row in zip((on, off), told, strict=True))


def test_what_has_been_installed_meanwhile_is_available(monkeypatch: pytest.MonkeyPatch) -> None:
    highs = [("assignment", "pulp", "highs")]
    with monkeypatch.context() as missing:
        missing.setattr(registry.Entry, "is_installed", property(lambda self: False))
        assert set(unavailable(highs)) == {"highs on pulp"}
    assert unavailable(highs) == {}
