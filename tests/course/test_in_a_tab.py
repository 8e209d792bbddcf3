"""The lessons in an imitation of a browser tab (`tab.py`), and the table of the cells that cannot run there."""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
import rotation

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
SOLVED = sorted((NOTEBOOKS / "solutions").glob("*.ipynb"))
TABLE: dict[str, dict[str, dict[str, str]]] = json.loads((NOTEBOOKS / "_book" / "not_in_a_tab.json").read_text("utf-8"))
"""Notebook -> cell -> why it cannot run in a tab: "anywhere", or "without_cdn", without Pyodide's own packages."""


ON_NATIVE_LIBRARIES = ("21", "22", "23")
"""Lessons about the interfaces of PuLP and HiGHS, of which a site without Pyodide's own packages has the second not."""


def code_cells(path: Path) -> list[str]:
    return [cell["id"] for cell in json.loads(path.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"]


def listed(name: str, *parts: str) -> set[str]:
    return {cell for part in parts for cell in TABLE[part].get(name, {})}


RUNS = [
    pytest.param(path, option, id=f"{path.name[:2]}-{name}")
    for k, path in enumerate(SOLVED)
    for j, (name, option) in enumerate([("all packages", ""), ("bare", "--bare")])
    if rotation.has_its_turn(k + j, every=2)
]


@pytest.mark.slow
@pytest.mark.parametrize(("path", "option"), RUNS)
def test_the_cells_that_do_not_run_in_a_tab_are_those_of_the_table(path, option, tmp_path):
    script = Path(__file__).with_name("tab.py")
    environment = {**os.environ, "IPYTHONDIR": str(tmp_path / "ipython")}
    run = [sys.executable, str(script), str(path), *filter(None, [option])]
    done = subprocess.run(run, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr
    failed = json.loads(done.stdout.splitlines()[-1])
    expected = listed(path.name, "anywhere", *(["without_cdn"] if option else []))
    assert {cell: error for cell, error in failed.items() if cell not in expected} == {}
    assert expected - set(failed) == set(), "these run, and do not belong into the table"


def test_the_lessons_open_in_a_tab_and_95_or_80_per_cent_of_their_cells_run():
    cells = {path.name: code_cells(path) for path in SOLVED}
    for part in TABLE.values():
        assert set(part) <= set(cells)
        assert all(set(why) <= set(cells[name]) & set(code_cells(NOTEBOOKS / name)) for name, why in part.items())
    assert [name for name in cells if cells[name][0] in listed(name, "anywhere", "without_cdn")] == []
    total, everywhere = sum(map(len, cells.values())), sum(map(len, TABLE["anywhere"].values()))
    assert everywhere <= 0.05 * total
    bare = {name: len(listed(name, "anywhere", "without_cdn")) for name in cells}
    others = [name for name in cells if name[:2] not in ON_NATIVE_LIBRARIES]
    assert sum(bare[name] for name in others) <= 0.20 * sum(len(cells[name]) for name in others)
    assert sum(bare.values()) <= 0.25 * total


def test_the_page_on_the_browser_has_the_table():
    lines = ["| lesson | cells | why |", "|---|---|---|"]
    for name, why in TABLE["anywhere"].items():
        title = json.loads((NOTEBOOKS / name).read_text("utf-8"))["cells"][0]["source"][0].strip("# \n")
        lines += [
            f"| [{int(name[:2])}. {title}](../{name}) | {k} | {each} |" for each, k in Counter(why.values()).items()
        ]
    lines += [
        "",
        f"A site without Pyodide's own packages passes over {sum(map(len, TABLE['without_cdn'].values()))} more:",
    ]
    lines[-1] += " those that draw figures and make tables, and those that need NumPy, SciPy or highspy itself."
    assert "\n".join(lines) in (NOTEBOOKS / "reference" / "browser.md").read_text("utf-8")
