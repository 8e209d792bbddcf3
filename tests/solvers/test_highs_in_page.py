"""The core in Pyodide, with HiGHS and CaDiCaL in WebAssembly, answers as it does natively.

The tests in Pyodide need Node, and the environment variable SUDOKU_MODELS_PYODIDE: a folder `node_modules` with npm's
`pyodide` and `highs`, beside which the wheel of python-sat for this Pyodide lies. To make it, for Python 3.14:

    npm install --prefix FOLDER pyodide@314.0.7 highs@1.15.3
    python -m pip download --no-deps --dest FOLDER --only-binary :all: --implementation cp --python-version 3.14
        --abi cp314 --platform pyemscripten_2026_0_wasm32 python-sat==1.9.dev17
    export SUDOKU_MODELS_PYODIDE=FOLDER/node_modules

and for Python 3.13 pyodide@0.29.5, 3.13, cp313 and pyemscripten_2025_0_wasm32.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from enum import IntEnum
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import highspy
import pytest

from sudoku_models import solvers
from sudoku_models.solvers import highs_in_page

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
MODULES = Path(os.environ.get("SUDOKU_MODELS_PYODIDE", "none"))
PURE = ("pulp", "pyomo", "networkx", "six", "cloudpickle", "rich", "pygments", "markdown-it-py", "mdurl")
"""What the core uses in a page, beside python-sat: these are the same files on each platform."""
LIKE_A_TAB = {**os.environ, "SUDOKU_MODELS_WITHOUT": "threads,processes,programs"}
TRIALS = {"highs": 100, "highs:no-presolve": 50, "cadical": 50}
Ask = Callable[..., Any]


def is_enumeration(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, IntEnum) and value is not IntEnum


def in_pyodide(test: Any) -> Any:
    is_missing = not MODULES.is_dir() or not shutil.which("node")
    return pytest.mark.slow(pytest.mark.skipif(is_missing, reason="needs SUDOKU_MODELS_PYODIDE, and Node")(test))


@pytest.mark.parametrize("enumeration", [each for each in vars(highs_in_page).values() if is_enumeration(each)])
def test_the_numbers_are_those_of_highspy(enumeration: type[IntEnum]) -> None:
    for each in enumeration:
        assert int(getattr(getattr(highspy, enumeration.__name__), each.name)) == each


def test_without_highspy_the_page_has_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    def find(name: str) -> Any:
        return None if name == "highspy" else object() if name == "highs_js" and is_page else find_spec(name)

    entry: Any = solvers.entry("highs")
    monkeypatch.setattr("sudoku_models.solvers.registry.find_spec", find)
    for is_page in (True, False):
        assert entry.is_installed == is_page
    assert "it needs highspy" in entry.why_not


def natively(*question: Any) -> Any:
    """The answer of `asked_in_page` in a process without threads, processes and programs."""
    command = [sys.executable, str(HERE / "asked_in_page.py"), json.dumps(question)]
    done = subprocess.run(command, capture_output=True, text=True, env=LIKE_A_TAB, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


@pytest.fixture(scope="module")
def in_page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    """Asks `asked_in_page` in Pyodide."""
    site = tmp_path_factory.mktemp("site")
    for name in PURE:
        for file in distribution(name).files or ():
            is_wanted = not {"..", "tests", "solverdir", "__pycache__"}.intersection(file.parts)
            if is_wanted and file.suffix not in (".so", ".pyc"):
                (site / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(file.locate(), site / file)
    [wheel] = MODULES.parent.glob("python_sat-*.whl")
    ZipFile(wheel).extractall(site)
    shutil.copytree(MODULES / "highs" / "build", site / "highs_js")
    (site / "highs_js" / "__init__.py").touch()
    shutil.copy(ROOT / "notebooks" / "_book" / "lite" / "highspy.py", site)
    seen = [f"{site}=/site", f"{ROOT}=/package", f"{HERE}=/asked", f"{ROOT / 'tests' / 'models'}=/numbers"]
    command = ["node", str(HERE / "in_pyodide.mjs"), str(MODULES), *seen]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin
        assert process.stdout

        def ask(name: str, *arguments: Any) -> Any:
            given = f"*json.loads({json.dumps(json.dumps(arguments))})"
            process.stdin.write(f"import json, asked_in_page; json.dumps(asked_in_page.{name}({given}))\n")
            process.stdin.flush()
            answer = json.loads(process.stdout.readline())
            assert "error" not in answer, answer["error"]
            return json.loads(answer["value"])

        yield ask
        process.stdin.close()


@in_pyodide
def test_the_core_answers_as_it_does_natively(in_page: Ask) -> None:
    here, there = natively("core"), in_page("core")
    assert here.keys() == there.keys()
    assert {name: there[name] for name in here if there[name] != here[name]} == {}
    errors = {name: answer for name, answer in there.items() if isinstance(answer, str) and "Error" in answer}
    assert errors == {}


@in_pyodide
def test_the_interfaces_of_pulp_and_pyomo_to_highs_work_in_a_page(in_page: Ask) -> None:
    here = natively("libraries")
    assert in_page("libraries") == here
    assert {answer[0] for name, answer in here.items() if "highs" in name} == {"optimal", "infeasible"}


@in_pyodide
@pytest.mark.parametrize(("lesson", "exercise"), [(1, "colour-with-binaries"), (3, "assignment")])
def test_the_verdicts_on_answers_are_the_same(in_page: Ask, lesson: int, exercise: str) -> None:
    answers = (ROOT / f"tests/course/answers/lesson_{lesson:02}.txt").read_text("utf-8")
    there = in_page("verdicts", answers, exercise)
    assert there == natively("verdicts", answers, exercise)
    assert [each for each in there if not each[0].startswith(f"{each[1]}: ")] == []
    assert {status for _, status, _ in there} == {"right", "wrong"}


@in_pyodide
@pytest.mark.in_turn
@pytest.mark.parametrize("solver", TRIALS)
def test_no_answer_about_awkward_numbers_is_wrong(in_page: Ask, solver: str) -> None:
    found = in_page("numbers", 5, list(range(TRIALS[solver])), solver)
    assert [each for each in found if each[4] == "wrong"] == []
    assert sum(each[4] == "refused" for each in found) <= len(found) / 3
    assert [each for each in found if each[4] == "refused" and each[1] == "easy"] == []


@in_pyodide
def test_a_live_session_answers_as_brute_force(in_page: Ask) -> None:
    assert natively("live_sessions", 1, 100) == []
    assert in_page("live_sessions", 1, 100) == []


@in_pyodide
def test_limits_the_stop_button_and_failures(in_page: Ask) -> None:
    found = in_page("ends")
    assert found["at the limit"] == ["unknown", "time limit"]
    assert found["stopped"]
    assert found["counts"] == [["at least", "interrupted"]] * 2
    assert ["failed" in found["errors"][0], "lost" in found["errors"][1], found["new engine"]] == [True] * 3
    assert found["after them"] == ["unknown", "solved"]


@in_pyodide
@pytest.mark.parametrize("name", ["highs", "highs:no-presolve"])
def test_the_options_are_the_same_and_the_engine_has_them(in_page: Ask, name: str) -> None:
    there = in_page("options", name)
    assert there["declared"] == there["has"] == natively("options", name)["declared"]
    assert there["engine"] == "HiGHS"
    assert there["version"].startswith("1.")
