"""What the whole suite shares: small puzzles with known answers, and the extra data, if it is there."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

import hypothesis
import pytest

import sudoku_models as sm
from sudoku_models import solvers


hypothesis.settings.register_profile("default", deadline=None)
hypothesis.settings.register_profile("thorough", deadline=None, max_examples=1000)


def extra_data() -> Path | None:
    """The folder with more puzzles and their ground truth, which does not ship."""
    asked = os.environ.get("SUDOKU_MODELS_EXTRA_DATA")
    folder = Path(asked) if asked else Path(__file__).parents[2] / "shared" / "data"
    return folder if (folder / "classic9").is_dir() else None


def pytest_report_header() -> str:
    folder = extra_data()
    if folder:
        return f"extra ground truth: {folder}"
    return (
        "extra ground truth: not here, so the tests marked extra_data are left out: "
        "set SUDOKU_MODELS_EXTRA_DATA to the folder that has classic9/"
    )


@pytest.hookimpl(tryfirst=True)  # before the tests are handed to the workers
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give the marks that follow from what a test is, and leave out what cannot run here."""
    for item in items:
        if item.path.suffix == ".ipynb":
            # The cells of a notebook run in order, in one kernel.
            item.add_marker(pytest.mark.xdist_group(f"{item.path.parent.name}/{item.path.stem}"))
            if item.path.parent.name == "solutions":
                item.add_marker(pytest.mark.slow)
        elif "extra" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.extra_data)
    if extra_data() is None:
        left_out = [item for item in items if item.get_closest_marker("extra_data")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in set(left_out)]


@pytest.fixture(scope="session")
def extra() -> Path:
    """The folder of extra data; a test that asks for it is marked `extra_data`."""
    folder = extra_data()
    assert folder
    return folder


@pytest.fixture(scope="session")
def unique4() -> sm.Puzzle:
    """4x4, one solution."""
    return sm.Puzzle.parse("1... ..2. .3.. ...4")


@pytest.fixture(scope="session")
def infeasible4() -> sm.Puzzle:
    """4x4, no solution, though no two givens clash."""
    return sm.Puzzle.parse("12.. ..3. .... ...4")


@pytest.fixture(scope="session")
def mccaffrey() -> sm.Puzzle:
    return sm.load("mccaffrey")


def all_solvers() -> list[str]:
    """Every solver that can be tested on this machine."""
    names = [*solvers.installed(everything=True)]
    return [*names, "choco:BC"] if find_spec("pychoco") else names


class Served:
    """A board that `sudoku-models play` serves, with a home and a folder for temporary files of its own."""

    def __init__(self, home: Path, *arguments: str) -> None:
        self.home = home
        environment = {**os.environ, "HOME": str(home), "TMPDIR": str(home / "tmp"), "PYTHONUNBUFFERED": "1"}
        environment["PYTHONPATH"] = str(Path(sm.__file__).parents[1])
        (home / "tmp").mkdir()
        command = [sys.executable, "-m", "sudoku_models", "play", "--no-browser", *arguments]
        self.process = subprocess.Popen(
            command, env=environment, cwd=home, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stdout
        first, self.then = self.process.stdout.readline(), self.process.stdout.readline()
        if "http://" not in first:
            raise AssertionError(first + self.process.communicate(timeout=20)[1])
        self.address = first.split()[-1]
        self.origin = self.address.partition("/?")[0]

    def end(self, number: signal.Signals = signal.SIGINT) -> tuple[int, str, str]:
        """End it; its exit code, and what it printed."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        told, errors = self.process.communicate(timeout=30)
        return self.process.returncode, told, errors


@pytest.fixture(scope="module")
def serve_board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Served]]:
    """Starts boards, and ends them after the module."""
    pytest.importorskip("voila", reason="the page needs Voila, which is in the extra 'app'")
    boards: list[Served] = []

    def start(*arguments: str) -> Served:
        boards.append(Served(tmp_path_factory.mktemp("home"), *arguments))
        return boards[-1]

    yield start
    for board in boards:
        board.end()
