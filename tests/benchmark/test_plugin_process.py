"""Whatever a file does when it is run or checked, the process that asked for it says what happened and goes on."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path

import psutil
import pytest

from sudoku_models import FORMULATIONS, benchmark, load
from sudoku_models.benchmark import plugin_process as module
from sudoku_models.benchmark.plugin_process import load_in_process
from sudoku_models.errors import FormulationError
from sudoku_models.runtime.processes import Worker

MINE = Path(__file__).parents[1] / "data" / "my_formulation.py"
linux_only = pytest.mark.skipif(sys.platform != "linux", reason="the signals of Linux")

Write = Callable[[str], Path]


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with module._worker() as made:
        yield made


@pytest.fixture(autouse=True)
def one_worker(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each request has a fork of its own; all tests share the process that forks, because its start takes seconds."""
    monkeypatch.setattr(module, "_worker", lambda: nullcontext(worker))


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def file(text: str) -> Path:
        path = tmp_path / "mine.py"
        path.write_text(text, encoding="utf-8")
        return path

    return file


def refusal(file: Path) -> str:
    with pytest.raises(FormulationError) as caught:
        load_in_process(file, ["pulp"], ["highs"], memory_limit=600 * 1024**2)
    return caught.value.sentence


LOADED, CHECKED = "while the file was loaded", "while the formulation 'f' was checked"


@linux_only
@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("import os; os._exit(0)", f"mine.py: its process ended with exit code 0 before an answer, {LOADED}"),
        ("import os; os._exit(7)", f"mine.py: its process ended with exit code 7 before an answer, {LOADED}"),
        ("import ctypes; ctypes.string_at(0)", f"mine.py: its process was ended by signal 11 (SIGSEGV), {LOADED}"),
        ("import os; os.kill(os.getpid(), 9)", "signal 9 (SIGKILL), perhaps for lack of memory"),
        ("import os\nos.closerange(3, 999)\ndef f(m, puzzle): ...", "mine.py: its process ended with exit code 1"),
        ("import sys\nsys.exit()", "mine.py, line 2, `sys.exit()`: SystemExit"),
        ("raise KeyboardInterrupt", "mine.py: KeyboardInterrupt"),
        ("x = bytearray(2 << 30)", "mine.py, line 1, `x = bytearray(2 << 30)`: MemoryError"),
        ("class E(Exception):\n    def __str__(self): raise self\nraise E", "mine.py: E"),
        ("import os\nif os.fork(): os._exit(0)\nos.setsid()\ndef f(m, puzzle): ...", "mine.py: its process ended with"),
        (
            "import os\ndef f(m, puzzle): os._exit(0)",
            f"mine.py: its process ended with exit code 0 before an answer, {CHECKED}",
        ),
        ("print('much' * 99_999)\ndef f(m, puzzle): print('more')", "must return its variables"),
        ("def f(m, puzzle): return m", "mine.py: the formulation 'f' on pulp"),
    ],
)
def test_what_a_file_did_is_reported(write: Write, text: str, what: str) -> None:
    assert what in refusal(write(text))


@linux_only
@pytest.mark.slow
def test_memory_that_grows_is_stopped_at_its_limit(write: Write) -> None:
    text = "import time\nx = []\nwhile True:\n    x.append(b'x' * 10_000_000)\n    time.sleep(0.05)\n"
    assert refusal(write(text)) == f"mine.py: its process was ended by signal 9: memory limit (0.59 GB), {LOADED}"


@linux_only
@pytest.mark.slow
@pytest.mark.parametrize(("text", "doing"), [("while True: pass", "the file"), ("def f(m, p", "mine.py")])
def test_a_file_that_hangs_is_stopped(write: Write, monkeypatch: pytest.MonkeyPatch, text: str, doing: str) -> None:
    monkeypatch.setattr(module, "LOAD_SECONDS", 1.0)
    what = refusal(write(text))
    assert doing in what
    assert ("was loaded for 1 seconds without an end, and was stopped" in what) is ("while" in text)


@linux_only
@pytest.mark.slow
def test_a_check_that_hangs_is_stopped(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CHECK_SECONDS", 1.0)
    what = refusal(write("def f(m, puzzle):\n    while True: pass"))
    assert what == "mine.py: the formulation 'f' was checked for 1 seconds without an end, and was stopped"


@linux_only
@pytest.mark.slow
def test_a_copy_that_a_file_forks_is_ended_and_the_formulation_is_judged(write: Write, tmp_path: Path) -> None:
    told = tmp_path / "told"
    fork = (
        f"import os, time\nif os.fork() == 0:\n    open({str(told)!r}, 'w').write(str(os.getpid()))\n    os.setsid()\n"
    )
    wait = f"    time.sleep(99)\nwhile not (os.path.exists({str(told)!r}) and open({str(told)!r}).read()): pass\n"
    found = load_in_process(write(fork + wait + MINE.read_text(encoding="utf-8")), ["pulp"], ["highs"])
    assert [plugin.name for plugin, _ in found] == ["at_most_once"]
    assert not psutil.pid_exists(int(told.read_text()))


@pytest.mark.slow
def test_a_right_one_comes_back_as_bytes_and_its_code_does_not_run_here(write: Write, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    note = f"import os\nopen({str(notes)!r}, 'a').write(f'{{os.getpid()}} ')\n"
    file = write(note + MINE.read_text(encoding="utf-8"))
    ((plugin, checked),) = load_in_process(file, ["pulp"], ["highs"], seed=4)
    assert str(os.getpid()) not in notes.read_text().split()
    assert "at_most_once" not in FORMULATIONS
    assert (plugin.name, plugin.kinds, checked.seed, checked.settled) == ("at_most_once", frozenset(), 4, {})
    chosen = benchmark.configurations(["at_most_once"], backends=["pulp"], solvers=["highs"], plugins=[plugin])
    (case,) = benchmark.cases([("mine", [load("mccaffrey")])], chosen, plugins=[plugin], memory_limit=2**30)
    assert (case.serialized, case.formulation_digest) == (plugin.serialized, plugin.digest)
    assert case.memory_limit == 2**30
    with pytest.raises(FormulationError, match="two files have a formulation named 'at_most_once'"):
        benchmark.configurations(["at_most_once"], plugins=[plugin, plugin])


@pytest.mark.slow
def test_kinds_of_logic_choose_the_rewrites_of_a_plugin(write: Write) -> None:
    text = (
        "def differ(m, puzzle):\n    x = m.int_vars('x', puzzle.board.cells, 1, puzzle.board.size)\n"
        "    for unit in puzzle.board.units:\n        m.all_different([x[i] for i in unit.cells], str(unit))\n"
        "    for i, d in puzzle.givens.items():\n        m.fix(x[i], d)\n    return x\n"
    )
    ((plugin, _),) = load_in_process(write(text), ["pulp"], ["highs"])
    assert plugin.kinds == {"all_different"}
    chosen = benchmark.configurations(["differ"], backends=["pulp"], solvers=["highs", "cpsat"], plugins=[plugin])
    assert [str(each) for each in chosen] == ["differ, indicators x pulp x highs", "differ x pulp x cpsat"]


@linux_only
@pytest.mark.slow
def test_an_error_whose_class_the_file_defines_is_not_made_here(write: Write, tmp_path: Path) -> None:
    """Unpickling an object runs what its class says; only text comes back."""
    notes = tmp_path / "notes"
    text = (
        f"import os\ndef note(*_):\n    open({str(notes)!r}, 'a').write(f'{{os.getpid()}} ')\n"
        "class Bad(Exception):\n    def __reduce__(self): return note, ()\n"
        "def f(m, puzzle): raise Bad('no')\n"
    )
    assert "Bad: no" in refusal(write(text))
    assert not notes.exists() or str(os.getpid()) not in notes.read_text().split()
