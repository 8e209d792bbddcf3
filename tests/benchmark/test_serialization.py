"""A formulation of one's own reaches a process that cannot see the file in which it was written."""

import functools
import os
import pickle
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import sudoku_models as sm
from sudoku_models.benchmark.plugins import load_plugin
from sudoku_models.benchmark.serialization import deserialize, serialize
from sudoku_models.errors import FormulationError

MINE = Path(__file__).parents[1] / "data" / "my_formulation.py"

ELSEWHERE = """
import sys
import sudoku_models as sm
from sudoku_models.benchmark.serialization import deserialize
from sudoku_models.formulations import put

assert not [path for path in sys.path if path.startswith(sys.argv[1])]
put("mine", deserialize(sys.stdin.buffer.read()))
count = sm.build(sm.load("mccaffrey"), "mine", "pulp").count_solutions("highs", cross_check=False)
print(count.value, count.status)
"""


def elsewhere(content: bytes, folder: Path) -> subprocess.CompletedProcess[bytes]:
    """Count the solutions of a puzzle with a formulation, in a process of its own."""
    path = {"PYTHONPATH": str(Path(sm.__file__).parents[1])}
    return subprocess.run(
        [sys.executable, "-P", "-c", ELSEWHERE, str(folder)],
        input=content,
        capture_output=True,
        timeout=60,
        env={**os.environ, **path},
    )


@pytest.mark.slow
def test_a_plugin_with_a_file_beside_it_counts_in_a_process_that_has_neither(tmp_path: Path) -> None:
    (tmp_path / "words.py").write_text("def cell(i):\n    return f'cell {i} has a digit'\n", encoding="utf-8")
    text = MINE.read_text(encoding="utf-8").replace('f"cell {i} has a digit"', "words.cell(i)")
    assert "words.cell(i)" in text
    (tmp_path / "mine.py").write_text(f"import words\n\nONE = 1\n{text.replace('<= 1', '<= ONE')}", encoding="utf-8")
    found = load_plugin(tmp_path / "mine.py")
    for name in found:
        del sm.FORMULATIONS[name]
    content = serialize("mine", found["at_most_once"])
    for file in tmp_path.glob("*.py"):
        file.unlink()
    done = elsewhere(content, tmp_path)
    assert done.stdout == b"1 exact\n", done.stderr.decode()


@pytest.mark.slow
def test_functions_of_a_notebook_closures_and_partials_travel_too(tmp_path: Path) -> None:
    def made(factor: int):  # type: ignore[no-untyped-def]
        def state(m, puzzle, more=0):  # type: ignore[no-untyped-def]
            x = m.int_vars("x", puzzle.board.cells, 1, factor * puzzle.board.size + more)
            for unit in puzzle.board.units:
                m.all_different([x[i] for i in unit.cells], str(unit))
            for i, d in puzzle.givens.items():
                m.fix(x[i], d)
            return x

        return state

    done = elsewhere(serialize("mine", functools.partial(made(1), more=0)), tmp_path)
    assert done.stdout == b"1 exact\n", done.stderr.decode()


def test_an_answer_that_cannot_be_pickled_is_reported() -> None:
    lock = threading.Lock()

    def locked(m, puzzle):  # type: ignore[no-untyped-def]
        with lock:
            return {}

    with pytest.raises(FormulationError, match=r"'locked' cannot be handed to another process.*inside itself"):
        serialize("locked", locked)


def test_another_python_refuses_it_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    content = serialize("none", lambda m, puzzle: {})
    monkeypatch.setattr("sudoku_models.benchmark.serialization.PYTHON", (3, 99))
    with pytest.raises(FormulationError, match=r"comes from Python 3\.\d+, and this is Python 3\.99"):
        deserialize(content)


def test_a_module_that_is_missing_there_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "colours_of_mine.py").write_text("RED = 'red'\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    import colours_of_mine  # type: ignore[import-not-found]

    content = serialize("coloured", lambda m, puzzle: colours_of_mine.RED)
    monkeypatch.delitem(sys.modules, "colours_of_mine")
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path != str(tmp_path)])
    with pytest.raises(FormulationError, match=r"No module named 'colours_of_mine'\. Install it wherever"):
        deserialize(content)


def test_an_unpacked_formulation_is_cheap() -> None:
    content = serialize("assignment", sm.formulations.find("assignment"))
    assert len(content) < 10_000
    assert pickle.loads(content)[0] == sys.version_info[:2]
