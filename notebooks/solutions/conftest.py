"""A lesson is run cell by cell, and what its cells show is compared with what is stored in it."""

from pathlib import Path

import pytest

CORE = ("00", "05")
"""The lessons of the core lane; the others are marked `slow`, unless one is run by its name."""

OPTIONS = {
    "nbval_lax": False,
    "nbval_sanitize_with": None,
    "nbval_current_env": True,
    "nbval_kernel_name": None,
    "nbval_cell_timeout": 2000.0,
    "nbval_kernel_startup_timeout": 600.0,
    "nbdime": False,
}
"""Options of nbval, which is loaded here alone: that takes seconds, also where no notebook is run."""


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    is_slow = not file_path.name.startswith(CORE) and not parent.session.isinitpath(file_path)
    if file_path.suffix != ".ipynb" or (is_slow and parent.config.option.markexpr == "not slow"):
        return None
    from nbval.plugin import IPyNbFile

    vars(parent.config.option).update(OPTIONS)
    lesson: pytest.Collector = IPyNbFile.from_parent(parent, path=file_path)
    if is_slow:
        lesson.add_marker(pytest.mark.slow)
    return lesson
