"""The lessons in an imitation of a browser tab (`tab.py`), and the table of the cells that cannot run there."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
SOLVED = sorted((NOTEBOOKS / "solutions").glob("*.ipynb"))
TABLE: dict[str, dict[str, dict[str, list[str]]]] = json.loads(
    (NOTEBOOKS / "_book" / "not_in_a_tab.json").read_text("utf-8")
)
"""Notebook -> what a tab does not have -> the cells that need it: "anywhere", or without Pyodide's own packages."""


def code_cells(path: Path) -> list[str]:
    return [cell["id"] for cell in json.loads(path.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"]


def listed(name: str, *parts: str) -> set[str]:
    return {cell for part in parts for cells in TABLE[part].get(name, {}).values() for cell in cells}


RUNS = [
    pytest.param(path, option, id=f"{path.name[:2]}-{name}")
    for path in SOLVED
    for name, option in (("all packages", ""), ("bare", "--bare"))
    if option or path.name in TABLE["without_cdn"]
]
"""A lesson that needs none of Pyodide's own packages runs without them only."""


@pytest.mark.slow
@pytest.mark.in_turn
@pytest.mark.parametrize(("path", "option"), RUNS)
def test_what_is_not_in_the_table_runs_in_a_tab_and_every_right_answer_is_called_right(path, option, tmp_path):
    script = Path(__file__).with_name("tab.py")
    environment = {**os.environ, "IPYTHONDIR": str(tmp_path / "ipython")}
    run = [sys.executable, str(script), str(path), *filter(None, [option])]
    done = subprocess.run(run, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    failed, verdicts = found["failed"], found["verdicts"]
    needs_more = listed(path.name, "anywhere", *(["without_cdn"] if option else []))
    assert {cell: error for cell, error in failed.items() if cell not in needs_more} == {}
    judged = {cell for cell, metadata in graded(path).items() if metadata.get("grade")}
    assert {cell: verdicts.get(cell) for cell in judged - needs_more if verdicts.get(cell, [""])[0] != "right"} == {}
    statuses = {cell: verdicts[cell][0] for cell in judged & needs_more}
    assert set(statuses.values()) <= {"not known", "not yet"}
    assert needs_more - set(failed) - set(statuses) == set(), "these run, and do not belong into the table"


def graded(path: Path) -> dict[str, dict[str, Any]]:
    """The cells of exercises, and their metadata for a grader."""
    cells = json.loads(path.read_text("utf-8"))["cells"]
    return {cell["id"]: cell["metadata"]["nbgrader"] for cell in cells if "nbgrader" in cell["metadata"]}


def test_the_lessons_open_in_a_tab_and_95_or_88_per_cent_of_their_cells_run():
    cells = {path.name: code_cells(path) for path in SOLVED}
    for part in TABLE.values():
        assert set(part) <= set(cells)
        assert all(listed(name, *TABLE) <= set(cells[name]) & set(code_cells(NOTEBOOKS / name)) for name in part)
    assert [name for name in cells if cells[name][0] in listed(name, *TABLE)] == []
    total = sum(map(len, cells.values()))
    assert sum(len(listed(name, "anywhere")) for name in cells) <= 0.05 * total
    assert sum(len(listed(name, *TABLE)) for name in cells) <= 0.12 * total


def test_the_page_on_the_browser_has_the_table():
    lines = ["| lesson | cells | what they need |", "|---|---|---|"]
    for name, needs in TABLE["anywhere"].items():
        title = json.loads((NOTEBOOKS / name).read_text("utf-8"))["cells"][0]["source"][0].strip("# \n")
        lines += [f"| [{int(name[:2])}. {title}](../{name}) | {len(cells)} | {n} |" for n, cells in needs.items()]
    others = sum(len(listed(name, "without_cdn")) for name in TABLE["without_cdn"])
    lines += ["", f"A site without Pyodide's own packages passes over {others} more, which need those."]
    assert "\n".join(lines) in (NOTEBOOKS / "reference" / "browser.md").read_text("utf-8")
