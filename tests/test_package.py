"""The package as a whole: what importing it loads, that its libraries live in one process, and that the wheel works."""

import ast
import os
import re
import shutil
import subprocess
import sys
import zipfile
from email.message import Message
from email.parser import Parser
from importlib.metadata import packages_distributions, version
from importlib.util import find_spec
from itertools import permutations
from pathlib import Path

import pytest

import sudoku_models as sm
from sudoku_models.course.lessons import pages as pages_beside
from sudoku_models.puzzles import corpora

CHECKOUT = Path(__file__).parents[1]
SOURCE = CHECKOUT / "sudoku_models"
EXERCISES = CHECKOUT / "notebooks" / "exercises"


def python(code: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Run code in a Python of its own."""
    return subprocess.run(
        [sys.executable, *options, "-c", code], capture_output=True, text=True, timeout=600, check=True, cwd=CHECKOUT
    )


# -- importing --------------------------------------------------------------------------------------------------------


def test_importing_loads_the_standard_library_only() -> None:
    code = "import sys; before = {*sys.modules}; import sudoku_models; print(*{*sys.modules} - before)"
    roots = {name.partition(".")[0] for name in python(code).stdout.split()}
    assert roots - sys.stdlib_module_names == {"sudoku_models"}


def test_building_loads_only_the_requested_library() -> None:
    code = """
import sys
import sudoku_models as sm
sm.build(sm.load("mccaffrey"), backend="pulp").solve("highs")
print(sorted({"pyomo", "pulp", "ortools", "highspy", "pychoco", "pysat", "pandas", "matplotlib"} & {*sys.modules}))
"""
    assert python(code).stdout.strip() == "['highspy', 'pulp']"


def test_every_public_name_is_there_whatever_was_imported_before() -> None:
    code = "import sudoku_models.explain.difficulty, sudoku_models as sm; print(callable(sm.explain))"
    assert python(code).stdout == "True\n"
    assert len(set(sm.__all__)) == len(sm.__all__)
    assert all(hasattr(sm, name) for name in sm.__all__)
    assert {*sm.__all__, "BoardWidget", "__version__"} == {*dir(sm)}


def test_the_version_is_that_of_the_installed_package() -> None:
    assert sm.__version__ == version("sudoku-models")


def test_an_unknown_name_is_an_error() -> None:
    with pytest.raises(AttributeError, match="module 'sudoku_models' has no attribute 'nothing'"):
        sm.nothing  # noqa: B018
    body = ast.parse((SOURCE / "__init__.py").read_text(encoding="utf-8")).body
    assert "__getattr__" not in {node.name for node in body if isinstance(node, ast.FunctionDef)}  # type checkers look


BACKEND_ORDERS = [*permutations(["pyomo", "pulp", "cpsat"])]
# With the first backend both solvers are loaded, so each backend comes first once with either order of the solvers.
SOLVER_ORDERS = [("highs", "cpsat"), ("cpsat", "highs")] * 3


@pytest.mark.slow
@pytest.mark.parametrize(("order", "solvers"), [*zip(BACKEND_ORDERS, SOLVER_ORDERS, strict=True)], ids=" ".join)
def test_all_libraries_live_in_one_process_in_any_order(order: tuple[str, ...], solvers: tuple[str, ...]) -> None:
    code = f"""
import sys
import sudoku_models as sm
puzzle = sm.load("small:1")
for backend in {order}:
    for solver in {solvers}:
        answer = sm.build(puzzle, "all_different", backend).solve(solver)
        assert sm.is_solution(puzzle, answer.grid)
        print(answer.grid.line())
assert {{"pyomo", "pulp", "ortools", "highspy"}} <= {{*sys.modules}}
"""
    grids = python(code).stdout.split()
    assert len(grids) == 6
    assert len(set(grids)) == 1


# -- the wheel --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the sdist, built from this checkout, and the wheel, built from the sdist."""
    return build(CHECKOUT, tmp_path_factory.mktemp("built"))


def build(source: Path, folder: Path) -> Path:
    isolation = ["--no-isolation"] if find_spec("hatchling") else []  # isolated, it would be downloaded
    command = [sys.executable, "-m", "build", *isolation, "--outdir", str(folder), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    (found,) = built.glob("*.whl")
    return found


def message(wheel: Path) -> Message:
    """The metadata of a wheel; its body is the README."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return Parser().parsestr(archive.read(name).decode())


@pytest.fixture(scope="module")
def metadata(wheel: Path) -> dict[str, list[str]]:
    found = message(wheel)
    return {key: found.get_all(key, []) for key in found}


READ = ("benchmark/counting.csv", "benchmark/classic/protocol.toml", "benchmark/lesson")
"""What the lessons read of the measurements."""


def test_the_wheel_has_the_sources_the_puzzles_the_lessons_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if not name.endswith("/")}
    in_package = {name for name in names if name.startswith("sudoku_models/")}
    pages = (".py", ".js", ".css", ".html", ".md")
    sources = {path.relative_to(CHECKOUT).as_posix() for path in SOURCE.rglob("*") if path.suffix in pages}
    sources |= {f"sudoku_models/notebooks/exercises/{path.name}" for path in EXERCISES.glob("*.py")}
    files = [
        path.relative_to(CHECKOUT / "data").as_posix() for path in (CHECKOUT / "data").rglob("*") if path.is_file()
    ]
    read = (file for file in files if file.startswith(READ) or not file.startswith("benchmark/"))
    data = {f"sudoku_models/data/{file}" for file in read}
    lessons = {f"sudoku_models/notebooks/{path.name}" for path in (CHECKOUT / "notebooks").glob("*.ipynb")}
    assert {f"sudoku_models/data/{corpus.name}.csv" for corpus in corpora()} <= data
    beside = {f"sudoku_models/notebooks/{name}" for name in pages_beside()}
    assert in_package - {"sudoku_models/py.typed"} == sources | data | lessons | beside  # and no solutions
    assert "sudoku_models/py.typed" in names
    assert {name.partition("/")[0] for name in names - in_package} == {f"{wheel.stem.rsplit('-', 3)[0]}.dist-info"}
    assert not [name for name in names if "test" in name or name.endswith(".pyc")]
    assert wheel.stat().st_size < LARGEST_WHEEL


LARGEST_WHEEL = 3_600_000
"""Bytes."""
HOME = "https://github.com/somebody/sudoku"


def release_check(folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    return subprocess.run([CHECKOUT / ".ci" / "release", folder], capture_output=True, text=True, env=environment)


def test_a_release_is_refused_while_it_has_no_home(built: Path, metadata: dict[str, list[str]]) -> None:
    (home,) = (url.partition(", ")[2] for url in metadata["Project-URL"])
    if "//example.org/" in home:
        assert "Private :: Do Not Upload" in metadata["Classifier"]  # an index refuses it too
        refused = release_check(built)
        assert refused.returncode == 1, refused.stderr
        assert "names no real home" in refused.stderr
    else:
        assert f'repository-code: "{home}"' in (CHECKOUT / "CITATION.cff").read_text(encoding="utf-8")
        assert release_check(built).returncode == 0


def test_with_a_home_a_release_passes_and_all_links_of_its_readme_lead_there(built: Path, tmp_path: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    subprocess.run(["tar", "-xzf", str(sdist), "-C", str(tmp_path)], check=True)
    (source,) = tmp_path.iterdir()
    (source / "PKG-INFO").unlink()  # or else the README is taken from there
    project = (source / "pyproject.toml").read_text(encoding="utf-8")
    project = re.sub(r'^Source = ".*"', f'Source = "{HOME}"', project, flags=re.MULTILINE)
    project = re.sub(r'^ *"Private :: .*\n', "", project, flags=re.MULTILINE)
    (source / "pyproject.toml").write_text(project, encoding="utf-8")
    folder = build(source, tmp_path / "dist")
    done = release_check(folder)
    assert done.returncode == 0, done.stdout + done.stderr
    (released,) = folder.glob("*.whl")
    readme = message(released).get_payload()
    links = re.findall(r"\]\(([^)\s]*)|(?:src|srcset)=\"([^\"]*)", readme)
    ours = [link.removeprefix(HOME) for link in map("".join, links) if link.startswith(HOME) or "://" not in link]
    assert len(ours) > 15
    for link in ours:
        kind, path = re.fullmatch(r"/(blob|raw)/HEAD/([^#]*)(?:#.*)?", link).groups()  # type: ignore[union-attr]
        assert (CHECKOUT / path).exists(), link
        assert (kind == "raw") == path.endswith(".png")


def test_the_wheel_has_the_licence_and_is_for_every_platform(wheel: Path, metadata: dict[str, list[str]]) -> None:
    assert wheel.name.endswith("-py3-none-any.whl")
    assert metadata["License-Expression"] == ["MIT"]
    assert metadata["License-File"] == ["LICENSE"]
    assert metadata["Requires-Python"] == [">=3.11"]


IN_A_TAB = {"js", "pyodide", "pyodide_js"}
"""What only Python in a browser tab has; Pyodide brings it."""


def test_everything_that_is_imported_is_declared(metadata: dict[str, list[str]]) -> None:
    needs = metadata["Requires-Dist"]
    core = {_normal(need) for need in needs if "extra ==" not in need}
    names = ("choco", "dask", "bench", "widget", "app", "proofs", "lab", "dev")
    extras = {name: {_normal(need) for need in needs if f"'{name}'" in need} for name in names}
    files = {"choco.py": "choco", "choco_posting.py": "choco", "checkers.py": "proofs"}
    files |= {"running.py": "cluster", "lab.py": "lab"}
    extras["cluster"] = extras["bench"] | extras["dask"] | extras["lab"]
    files |= {"library.py": "dev"}  # the version of SCIP
    wings = dict.fromkeys(("benchmark", "plots", "generation", "cli", "course", "exercises"), "bench") | {
        "board": "widget",
        "server": "app",
    }
    distributions = packages_distributions()
    for path in (*SOURCE.rglob("*.py"), *EXERCISES.glob("*.py")):
        for module in _imports(path) - {*sys.stdlib_module_names, "sudoku_models", *IN_A_TAB}:
            owners = {_normal(owner) for owner in distributions[module]}
            extra = extras.get(files.get(path.name) or wings.get(path.parent.name, ""), set())
            assert owners & (core | extra), f"{path.name} imports {module}"


def _normal(requirement: str) -> str:
    """The name of a distribution, as the index has it."""
    name = re.match(r"[\w.-]+", requirement)
    assert name
    return re.sub(r"[-_.]+", "-", name[0]).lower()


def _imports(path: Path) -> set[str]:
    """The top-level packages that a file imports, wherever in the file."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add(str(node.module).partition(".")[0])
    return found


class Fresh:
    """A fresh virtual environment with nothing but the wheel; the libraries that it needs are lent to it."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        self.folder = folder / "venv"
        self.elsewhere = folder / "empty"
        self.elsewhere.mkdir()
        unset = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")
        self.environment = {name: value for name, value in os.environ.items() if name not in unset}
        self._must(sys.executable, "-m", "venv", str(self.folder))
        self.scripts = self.folder / ("Scripts" if os.name == "nt" else "bin")
        self.python = self.scripts / ("python.exe" if os.name == "nt" else "python")
        self._must(str(self.python), "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", str(wheel))
        where = self.run(str(self.python), "-c", "import sysconfig; print(sysconfig.get_paths()['purelib'])").stdout
        # A line of a .pth file goes behind the folder that it stands in, and the .pth files there are not read.
        lent = [path for path in sys.path if path.rstrip("/\\").endswith(("site-packages", "dist-packages"))]
        (Path(where.strip()) / "lent.pth").write_text("\n".join(lent) + "\n", encoding="utf-8")

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command, capture_output=True, text=True, timeout=600, env=self.environment, cwd=self.elsewhere
        )

    def command(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run the installed script `sudoku-models`."""
        script = shutil.which("sudoku-models", path=str(self.scripts))
        assert script
        return self.run(script, *arguments)

    def _must(self, *command: str) -> None:
        done = self.run(*command)
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Fresh:
    return Fresh(tmp_path_factory.mktemp("fresh"), wheel)


@pytest.mark.slow
def test_the_installed_package_is_the_one_from_the_wheel(fresh: Fresh) -> None:
    code = "import sudoku_models as sm; print(sm.__file__); print(len(sm.corpus('top95')), sm.load('mccaffrey').line())"
    done = fresh.run(str(fresh.python), "-c", code)
    assert done.returncode == 0, done.stderr
    where, what = done.stdout.splitlines()
    assert Path(where).is_relative_to(fresh.folder)
    assert what == f"95 {sm.load('mccaffrey').line()}"


@pytest.mark.slow
def test_the_installed_command_compares(fresh: Fresh) -> None:
    ways = ("-f", "assignment", "-f", "all_different", "-b", "pulp", "-s", "highs", "-s", "cpsat")
    done = fresh.command("compare", "mccaffrey", *ways)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("mccaffrey: All 4 configurations agree: exactly 1 solution, and the same grid\n")
    assert list(fresh.elsewhere.iterdir()) == []  # and leaves nothing behind


def test_the_installed_course_starts_and_checks(fresh: Fresh, tmp_path: Path) -> None:
    done = fresh.command("course", "start", str(tmp_path / "mine"), "--no-lab")
    assert done.returncode == 0, done.stderr
    lessons = {path.name for path in (CHECKOUT / "notebooks").glob("*.ipynb")}
    assert {path.name for path in (tmp_path / "mine").glob("*.ipynb")} == lessons
    assert {*pages_beside()} <= {
        path.relative_to(tmp_path / "mine").as_posix() for path in (tmp_path / "mine").rglob("*")
    }
    code = "from sudoku_models import course; print(course.check('count-pairs', 864).passed)"
    assert fresh.run(str(fresh.python), "-c", code).stdout == "True\n"
