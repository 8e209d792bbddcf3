"""The outputs of a cell that shows a board. `tests/browser/test_panels.py` looks at them in JupyterLab."""

from typing import Any

import nbformat
import pytest

import sudoku_models as sm
from sudoku_models.board.outputs import LIVE


def test_the_outputs_of_a_cell_show_one_picture_where_nothing_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    nbconvert = pytest.importorskip("nbconvert", reason="nbconvert is in the extra 'lab'")
    shown: list[Any] = []
    monkeypatch.setattr("sudoku_models.board.outputs.display", lambda data, **_: shown.append(data))
    sm.BoardWidget("1... ..2. .3.. ...4")._ipython_display_()
    outputs = [nbformat.v4.new_output("display_data", data) for data in shown]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("board", outputs=outputs)])
    page, _ = nbconvert.HTMLExporter(template_name="basic").from_notebook_node(notebook)
    assert page.count("<table") == 1
    assert "&lt;BoardWidget" not in page
    assert [LIVE in data for data in shown] == [False, True]
