"""What the whole suite shares: small puzzles with known answers, and the extra data, if it is there."""

import os
from importlib.util import find_spec
from pathlib import Path

import pytest

import sudoku_models as sm
from sudoku_models import solvers


def extra_data() -> Path | None:
    """The folder with more puzzles and their ground truth, which does not ship."""
    asked = os.environ.get("SUDOKU_MODELS_EXTRA_DATA")
    folder = Path(asked) if asked else Path(__file__).parents[2] / "shared" / "data"
    return folder if (folder / "classic9").is_dir() else None


@pytest.fixture(scope="session")
def extra() -> Path:
    folder = extra_data()
    if folder is None:
        pytest.skip("extra ground truth is not here: set SUDOKU_MODELS_EXTRA_DATA to the folder that has classic9/")
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
