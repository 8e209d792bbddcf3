"""What other packages add to a table: listed without importing them, refused where it clashes, harmless when broken."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import sudoku_models as sm
from sudoku_models import rewrites, solvers
from sudoku_models.board.commands import choices
from sudoku_models.errors import FormulationError, InputError
from sudoku_models.formulations import find
from sudoku_models.runtime.registry import Registry

MINE = (Path(__file__).parents[1] / "data" / "my_formulation.py").read_text(encoding="utf-8")
TABLES: list[Registry[Any]] = [sm.FORMULATIONS, sm.REWRITES, sm.SOLVERS]


class Site:
    """A folder on Python's path, into which packages are installed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def install(self, package: str, code: str, table: Registry[Any] = sm.FORMULATIONS, **points: str) -> None:
        """Install a package of one module; `points` are what it adds to the table, name -> "module:function"."""
        module = package.replace("-", "_")
        (self.folder / f"{module}.py").write_text(code, encoding="utf-8")
        about = self.folder / f"{module}-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
        lines = [f"{name} = {value}" for name, value in points.items()]
        (about / "entry_points.txt").write_text("\n".join([f"[{table.group}]", *lines, ""]), encoding="utf-8")


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.syspath_prepend(str(tmp_path))
    before = set(sys.modules)
    for table in TABLES:
        vars(table).pop("_points", None)
    yield Site(tmp_path)
    for table in TABLES:
        vars(table).pop("_points", None)
    for name in set(sys.modules) - before:
        if Path(getattr(sys.modules[name], "__file__", None) or "").parent == tmp_path:
            del sys.modules[name]


def test_a_formulation_of_a_package_is_one_like_any_other(site: Site, unique4: sm.Puzzle) -> None:
    site.install("my-models", MINE, at_most_once="my_models:at_most_once")
    assert list(sm.FORMULATIONS)[-1] == "at_most_once"
    assert sm.FORMULATIONS["at_most_once"] == "from the package my-models 1.0"
    comparison = sm.compare(unique4, ["at_most_once", "assignment"], solvers=["highs", "cpsat"])
    assert comparison.agree, comparison.verdict


def test_listing_names_imports_no_package(site: Site) -> None:
    site.install("my-models", "raise RuntimeError('I was imported')", mine="my_models:mine")
    assert "mine" in sm.FORMULATIONS
    assert "mine" in dict(sm.FORMULATIONS)
    assert len(sm.FORMULATIONS) == 6
    assert "my_models" not in sys.modules


@pytest.mark.parametrize(
    ("code", "value", "what"),
    [
        ("import no_such_module", "my_models:mine", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("def other(m, puzzle): ...", "my_models:mine", "has no attribute 'mine'"),
        ("mine = 7", "my_models:mine", "must be a function of"),
    ],
)
def test_a_broken_one_is_reported_by_its_package_and_breaks_nothing_else(
    site: Site, unique4: sm.Puzzle, code: str, value: str, what: str
) -> None:
    site.install("my-models", code, mine=value)
    with pytest.raises(FormulationError, match=r"the package my-models 1\.0") as caught:
        sm.build(unique4, "mine")
    assert what in str(caught.value)
    assert sm.build(unique4, "assignment", "pulp").solve().grid
    rows = sm.compare(unique4, backends=["pulp"], solvers=["cpsat"]).rows
    assert {row.formulation for row in rows if row.error} == {"mine"}
    assert sum(row.count is not None for row in rows) == 5


def test_a_package_cannot_take_the_name_of_a_built_in_formulation(site: Site, unique4: sm.Puzzle) -> None:
    site.install("my-models", "raise RuntimeError", pairwise="my_models:mine", mine="my_models:mine")
    site.install("your-models", "raise RuntimeError", mine="your_models:mine")
    assert find("pairwise").__module__ == "sudoku_models.formulations.pairwise"
    with pytest.warns(UserWarning, match=r"-models 1.0 provides a formulation named '(pairwise|mine)'; it is ignored"):
        names = list(sm.FORMULATIONS)
    assert names == ["pairwise", "assignment", "all_different", "mixed", "assignment_reduced", "mine"]
    assert sm.FORMULATIONS["pairwise"].startswith("integer")


def test_the_name_of_a_packages_formulation_cannot_be_registered(site: Site) -> None:
    site.install("my-models", MINE, mine="my_models:at_most_once")
    with pytest.raises(InputError, match=r"'mine' is a formulation of the package my-models 1\.0"):
        sm.register("mine", lambda m, puzzle: {})


def test_metadata_that_cannot_be_read_hides_no_other_package(site: Site) -> None:
    site.install("my-models", MINE, mine="my_models:at_most_once")
    broken = site.folder / "broken-1.0.dist-info"
    broken.mkdir()
    (broken / "entry_points.txt").write_text(f"[{sm.FORMULATIONS.group}]\nno equals sign\n", encoding="utf-8")
    nameless = site.folder / "nameless-1.0.dist-info"
    nameless.mkdir()
    (nameless / "entry_points.txt").write_text(f"[{sm.FORMULATIONS.group}]\nother = nowhere:other\n", encoding="utf-8")
    assert "mine" in sm.FORMULATIONS
    assert sm.FORMULATIONS["other"] == "from a package without a name"
    with pytest.raises(FormulationError, match="No module named 'nowhere'"):
        find("other")


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.what)
def test_every_table_is_safe_from_what_packages_add(site: Site, table: Registry[Any]) -> None:
    ours = next(iter(table))
    site.install("my-models", "import no_such_module", table, **{ours: "my_models:mine", "mine": "my_models:mine"})
    vars(table).pop("_points")
    with pytest.warns(UserWarning, match=rf"the package my-models 1\.0 provides a {table.what} named '{ours}'"):
        assert dict(table)["mine"] == "from the package my-models 1.0"
    assert choices()["lacking"].keys().isdisjoint(["mine"])
    with pytest.raises(InputError, match=r"of the package my-models 1\.0"):
        table.register("mine", table.built_in[ours])
    for name in (ours, "mine"):
        with pytest.raises(KeyError):
            del table[name]
    uses = {"formulation": find, "rewrite": rewrites.choose, "solver": solvers.find}
    with pytest.raises(sm.SudokuModelsError, match=r"of the package my-models 1\.0 cannot be loaded"):
        uses[table.what]("mine")
