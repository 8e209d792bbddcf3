"""What the whole suite shares: small puzzles with known answers, and the extra data, if it is there."""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import hypothesis
import pytest
import rotation
from xdist.scheduler import LoadScopeScheduling

import sudoku_models as sm
from sudoku_models.puzzles.rules import (
    AllBlackDotsGiven,
    AllDotsGiven,
    AllWhiteDotsGiven,
    AllXVGiven,
    AntiKing,
    AntiKnight,
    Arrow,
    BlackDot,
    Even,
    GreaterThan,
    KillerCage,
    LittleKiller,
    Odd,
    Palindrome,
    Quadruple,
    Renban,
    Sandwich,
    Skyscraper,
    Thermometer,
    VMark,
    Whisper,
    WhiteDot,
    XMark,
)

sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
"""jsonschema, and so nbformat, has 38 parsers of addresses from it, which take two seconds in each process."""

SLOW_FIXTURES = ("built", "wheel", "browser", "player", "serve_board", "graded", "address")
"""What takes seconds to make; a test that asks for one is marked `slow`."""

hypothesis.settings.register_profile("default", deadline=None)
hypothesis.settings.register_profile("quick", deadline=None, max_examples=10)
hypothesis.settings.register_profile("thorough", deadline=None, max_examples=1000)


def extra_data() -> Path | None:
    """The folder with more puzzles and their ground truth, which does not ship."""
    asked = os.environ.get("SUDOKU_MODELS_EXTRA_DATA")
    folder = Path(asked) if asked else Path(__file__).parents[2] / "shared" / "data"
    return folder if (folder / "classic9").is_dir() else None


def cake_lpr_program() -> str | None:
    """The formally verified checker of proofs, which does not ship."""
    return shutil.which(os.environ.get("SUDOKU_MODELS_CAKE_LPR") or "cake_lpr")


def pytest_configure(config: pytest.Config) -> None:
    """Let signals end what tests start also where they are ignored: in the background of a script, or by `nohup`."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(config, "workerinput") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_report_header() -> list[str]:
    no_folder = "not here, so the tests marked extra_data are left out: set SUDOKU_MODELS_EXTRA_DATA to their folder"
    no_program = "not here, so the tests that need it are left out: set SUDOKU_MODELS_CAKE_LPR to its file"
    third = f"third {rotation.THIRD} of 3" if rotation.THIRD else "all"
    return [
        f"extra ground truth: {extra_data() or no_folder}",
        f"cake_lpr: {cake_lpr_program() or no_program}",
        f"what takes turns (answers of learners, tests marked in_turn): {third}; see SUDOKU_MODELS_THIRD",
    ]


@pytest.hookimpl(tryfirst=True)  # before pytest selects by marks
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give the marks that follow from what a test is, and leave out what cannot run here."""
    for item in items:
        needs = getattr(item, "fixturenames", ())
        if any(fixture in needs for fixture in SLOW_FIXTURES):
            item.add_marker(pytest.mark.slow)
        if item.path.parent.name == "browser":
            item.add_marker(pytest.mark.flaky(reruns=1, reruns_delay=1))  # an answer may come between two clicks
        if "extra" in needs:
            item.add_marker(pytest.mark.extra_data)
    numbers: Counter[str] = Counter()
    waiting = [item for item in items if item.get_closest_marker("in_turn") and not _has_its_turn(item, numbers)]
    is_missing = {"extra": extra_data() is None, "cake_lpr": cake_lpr_program() is None}
    left_out = [item for item in items if any(is_missing.get(name) for name in getattr(item, "fixturenames", ()))]
    left_out += waiting
    if extra_data() is None:
        left_out += [item for item in items if item.get_closest_marker("extra_data") and item not in left_out]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
    items.sort(key=lambda item: item.get_closest_marker("in_turn") is None)  # the longest first; see `OneByOne`


def _has_its_turn(item: pytest.Item, numbers: Counter[str]) -> bool:
    """Whether this one of the parameters of a test is in this run."""
    test = item.nodeid.partition("[")[0]
    numbers[test] += 1
    return rotation.has_its_turn(numbers[test])


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The command lines of the programs that are started during the test."""
    commands: list[str] = []
    popen = subprocess.Popen.__init__

    def spy(self: Any, arguments: Any, *further: Any, **more: Any) -> None:
        commands.append(" ".join(map(str, arguments)))
        popen(self, arguments, *further, **more)

    monkeypatch.setattr(subprocess.Popen, "__init__", spy)
    return commands


class OneByOne(LoadScopeScheduling):
    """Hands each test to the next worker that is free, but keeps together what shares something.

    These are the cells of a notebook, which run in one kernel, the answers to the exercises of a lesson, which need the
    same cells, and the tests of a module whose fixtures are made once for all of them. They come first, and then the
    tests that are marked `in_turn`, which are long, so that no worker is left with a long one at the end.
    """

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        if file.endswith("test_exercises.py"):
            return nodeid.partition("-")[0]
        return file if file.endswith(".ipynb") or _shares_a_fixture(Path(file)) else nodeid


@cache
def _shares_a_fixture(file: Path) -> bool:
    """Whether a module, or a `conftest.py` of its folder other than this one, has fixtures for a whole module."""
    path = Path(__file__).parents[1] / file
    sources = {path, path.with_name("conftest.py")} - {Path(__file__)}
    return any(source.is_file() and 'scope="module"' in source.read_text(encoding="utf-8") for source in sources)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> OneByOne:
    """Of pytest-xdist; its own `--dist=loadgroup` does not see the groups with pytest 9.2."""
    return OneByOne(config, log)


@pytest.fixture(scope="session")
def extra() -> Path:
    """The folder of extra data; a test that asks for it is marked `extra_data`."""
    folder = extra_data()
    assert folder
    return folder


@pytest.fixture(scope="session")
def cake_lpr() -> str:
    """The program of this name; without it, tests that ask for it are left out."""
    found = cake_lpr_program()
    assert found
    return found


HANG = 300.0
"""Seconds of the clock that only a call takes which waits for something that does not come."""


@pytest.fixture(scope="session")
def yardstick() -> float:
    """The processor time that this machine needs to define a model of 36x36 cells, among the largest of the tests."""
    start = time.process_time()
    sm.build(sm.Puzzle(sm.Board.of_size(36), (0,) * 36**2), "assignment", "pulp")
    return time.process_time() - start


@pytest.fixture
def at_most(yardstick: float) -> Callable[[float], contextlib.AbstractContextManager[None]]:
    """A block that works no longer than so many seconds, and ten times the `yardstick`.

    What counts is the processor time of this process and of the programs that it has started, which other work on the
    machine does not lengthen, in the measure of another piece of work, which takes longer too on a slower machine.
    """

    @contextlib.contextmanager
    def at_most(seconds: float) -> Iterator[None]:
        begun, start = time.monotonic(), sum(os.times()[:4])
        yield
        took, worked = time.monotonic() - begun, sum(os.times()[:4]) - start
        assert min(took, worked) < 1.1 * seconds + 10 * yardstick
        assert took < seconds + HANG, "it waits for something"

    return at_most


@pytest.fixture(scope="session")
def unique4() -> sm.Puzzle:
    """4x4, one solution."""
    return sm.Puzzle.parse("1... ..2. .3.. ...4")


@pytest.fixture(scope="session")
def infeasible4() -> sm.Puzzle:
    """4x4, no solution, though no two givens clash."""
    return sm.Puzzle.parse("12.. ..3. .... ...4")


@pytest.fixture(scope="session")
def every_rule() -> sm.Puzzle:
    """A puzzle on a board with a rule of every class; it has no solution."""
    return sm.Puzzle(sm.Board.of_size(9).with_rules(*_EVERY_RULE), (7, *[0] * 79, 3), "every rule")


_EVERY_RULE = (
    KillerCage(10, [(1, 1), (1, 2), (2, 1)]),
    LittleKiller(12, [(1, 3), (2, 2), (3, 1)]),
    Arrow([(1, 5), (1, 6), (2, 7)]),
    Sandwich(14, [(2, c) for c in range(1, 10)]),
    Thermometer([(3, 9), (4, 9), (5, 8)]),
    Whisper([(7, 1), (8, 1), (8, 2)]),
    Renban([(3, 4), (3, 5), (3, 6)]),
    Palindrome([(4, 1), (4, 2), (5, 2)]),
    Skyscraper(3, [(5, c) for c in range(9, 0, -1)]),
    GreaterThan([(1, 8), (1, 9)]),
    WhiteDot([(6, 1), (6, 2)]),
    BlackDot([(6, 2), (6, 3)]),
    XMark([(8, 5), (8, 6)]),
    VMark([(8, 5), (9, 5)]),
    AllDotsGiven(),
    AllWhiteDotsGiven(),
    AllBlackDotsGiven(),
    AllXVGiven(),
    Even([(2, 5), (3, 3)]),
    Odd([(7, 5)]),
    Quadruple((1, 2, 3, 4), [(7, 6), (7, 7), (8, 6), (8, 7)]),
    AntiKnight(),
    AntiKing(),
)


@pytest.fixture(scope="session")
def mccaffrey() -> sm.Puzzle:
    return sm.load("mccaffrey")


@pytest.fixture
def run_with_package(tmp_path: Path) -> Callable[[str, str, str, str], "subprocess.CompletedProcess[str]"]:
    """Runs code in a new process that has a package of one module installed, as the recipes describe it.

    The package is built and installed by the packaging tools themselves, without a network, into a folder of its own.
    """

    def run(module: str, source: str, project: str, code: str) -> "subprocess.CompletedProcess[str]":
        folder, site = tmp_path / "project", tmp_path / "site"
        folder.mkdir()
        (folder / f"{module}.py").write_text(source, encoding="utf-8")
        (folder / "pyproject.toml").write_text(project, encoding="utf-8")
        install = ["-m", "pip", "install", "--no-index", "--no-deps", "--no-build-isolation", "--quiet"]
        done = subprocess.run(
            [sys.executable, *install, "--target", str(site), str(folder)], capture_output=True, text=True, timeout=600
        )
        assert done.returncode == 0, done.stderr
        path = os.pathsep.join([str(site), str(Path(sm.__file__).parents[1])])
        environment = {**os.environ, "PYTHONPATH": path}
        return subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, timeout=600, env=environment
        )

    return run


class Served:
    """A board that `sudoku-models play` serves, with a home and a folder for temporary files of its own."""

    def __init__(self, home: Path, *arguments: str) -> None:
        self.home = home
        environment = {**os.environ, "HOME": str(home), "TMPDIR": str(home / "tmp"), "PYTHONUNBUFFERED": "1"}
        environment["PYTHONPATH"] = str(Path(sm.__file__).parents[1])
        (home / "tmp").mkdir()
        command = [sys.executable, "-m", "sudoku_models", "play", "--no-browser", "--port=0", *arguments]
        self.process = subprocess.Popen(
            command, env=environment, cwd=home, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stdout
        first, self.then = self.process.stdout.readline(), self.process.stdout.readline()
        if "http://" not in first:
            raise AssertionError(first + self.process.communicate(timeout=300)[1])
        self.address = first.split()[-1]
        self.origin = self.address.partition("/#")[0]

    def end(self, number: signal.Signals = signal.SIGINT) -> tuple[int, str, str]:
        """End it; its exit code, and what it printed."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        told, errors = self.process.communicate(timeout=300)
        return self.process.returncode, told, errors


@pytest.fixture(scope="module")
def serve_board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Served]]:
    """Starts boards, and ends them after the module."""
    boards: list[Served] = []

    def start(*arguments: str) -> Served:
        boards.append(Served(tmp_path_factory.mktemp("home"), *arguments))
        return boards[-1]

    yield start
    for board in boards:
        board.end()
