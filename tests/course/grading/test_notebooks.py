"""A remark names the cause and the cell, whatever went wrong where."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nbformat import v4
from submitted import START

from sudoku_models.course.grading.execution import CellRun, read_events
from sudoku_models.course.grading.notebooks import Cell, cells_with_checks, hints_used, lesson_of_cells, remark

LESSON, NAME = 2, "count-pairs"


def notebook(*cells):
    return v4.new_notebook(cells=[v4.new_code_cell(cell) for cell in cells])


def run(cells, broken, number, dies=False):
    """What is noted when one cell is broken, and the check of the exercise does not find its answer."""
    runs = {}
    for k, cell in enumerate(cells):
        runs[k] = CellRun(seconds=0.1)
        if cell.number == number:
            runs[k] = broken
            if dies:
                break
        elif cell.exercise == NAME:
            runs[k] = CellRun("NameError", "name 'pairs' is not defined", 0.1)
    return runs


KINDS = {
    "a syntax error": (
        CellRun("SyntaxError", "invalid syntax (4711.py, line 3)", 0.1),
        False,
        "syntax error: line 3: invalid",
    ),
    "an indentation error": (
        CellRun("IndentationError", "unexpected indent (<ipython-input>, line 2)", 0.1),
        False,
        "syntax error: line 2: unexpected indent",
    ),
    "an exception": (
        CellRun("ZeroDivisionError", "division by zero", 0.1),
        False,
        "ZeroDivisionError: division by zero",
    ),
    "an exception without a text": (CellRun("AssertionError", "", 0.1), False, "stopped with AssertionError"),
    "an endless loop": (CellRun("KeyboardInterrupt", "", 100.2), False, "was stopped after 100 seconds"),
    "a kernel that dies": (CellRun(), True, "the kernel was killed"),
    "a loop that cannot be interrupted": (CellRun(is_stuck=True), True, "could not be interrupted"),
}


@given(kind=st.sampled_from(sorted(KINDS)), before=st.integers(0, 5), after=st.integers(0, 3))
def test_a_remark_names_the_cause_and_the_cell(kind, before, after):
    broken, dies, words = KINDS[kind]
    sources = [*[f"a{k} = {k}" for k in range(before)], "pairs = 810", *["b = 1"] * after]
    cells = cells_with_checks(notebook(*sources), LESSON)
    found = remark(
        NAME, cells, run(cells, broken, before + 1, dies), "the notebook stopped: Kernel died" if dies else ""
    )
    assert f"code cell {before + 1}" in found
    assert words in found


@pytest.mark.parametrize(
    "limit", ["was stopped after 300 seconds", "was stopped because it took more than 4 GB of memory"]
)
def test_the_limit_of_a_whole_notebook_is_told_with_the_cell_that_was_running(limit):
    cells = cells_with_checks(notebook("a = 1", "b = 2"), LESSON)
    runs = {0: CellRun(seconds=0.1), 1: CellRun(seconds=0.1), 2: CellRun()}
    assert remark(NAME, cells, runs, f"the notebook {limit}") == f"the notebook {limit}, in code cell 2"


def test_an_answer_that_nobody_has_written_is_no_error_of_another_cell():
    cells = cells_with_checks(notebook("x = 1 / 0", "print('no answer')"), LESSON)
    found = remark(NAME, cells, run(cells, CellRun("ZeroDivisionError", "division by zero", 0.1), 1), "")
    assert found.endswith("no cell before the check defines pairs")


@pytest.mark.parametrize(
    "cell",
    [
        "def pairs(:\n    pass",
        "pairs = (",
        "a, pairs = 1, 2 +",
        "pairs: int = 3 3",
        "    pairs = 3",
        "async def pairs(x)\n",
        "class pairs",
    ],
)
def test_a_cell_that_defines_the_answer_is_found_by_its_text_even_if_it_is_no_python(cell):
    cells = cells_with_checks(notebook("a = 1", cell), LESSON)
    found = remark(NAME, cells, run(cells, CellRun("SyntaxError", "bad (1.py, line 1)", 0.1), 2), "")
    assert found == "the cell of your answer (code cell 2) has a syntax error: line 1: bad"


@pytest.mark.parametrize(
    "cell", ["print(pairs)", "pairs == 3", "my_pairs = 3", "pairs_of_16 = 3", "f(pairs=3)", "# pairs"]
)
def test_a_cell_that_only_uses_the_answer_is_not_its_cell(cell):
    cells = cells_with_checks(notebook(cell), LESSON)
    found = remark(NAME, cells, run(cells, CellRun("NameError", "name 'pairs' is not defined", 0.1), 1), "")
    assert "the cell of your answer" not in found


def test_the_checks_are_those_of_the_course_and_judge_nothing():
    submitted = notebook(START, "pairs = 1", 'course.check("count-pairs", 810)', "print('the end')")
    cells = cells_with_checks(submitted, LESSON)
    checks = [cell for cell in cells if cell.exercise]
    assert [cell.number for cell in checks] == [3, 0, 0, 0, 0]
    assert all(".collect(" in cell.source and "course.check(" not in cell.source for cell in checks)
    assert checks[0].source.endswith('("count-pairs", pairs)')
    assert lesson_of_cells(submitted) == LESSON
    assert cells[-1].number == 0
    assert isinstance(cells[0], Cell)


def test_hints_are_the_largest_step_in_outputs_and_progress_file():
    asked = notebook("course.hint('pairwise')", "x")
    asked.cells[0].outputs = [
        v4.new_output("execute_result", data={"text/plain": "hint 2 of 3 for pairwise: ...", "text/html": "<b>"}),
        v4.new_output("stream", text="hint 1 of 3 for count-pairs: ...\nhint 3 of 3 for count-pairs: ...\n"),
    ]
    assert hints_used(asked, {"pairwise": 1, "smallest-m": 2}) == {"pairwise": 2, "count-pairs": 3, "smallest-m": 2}


def test_a_record_that_was_cut_short_is_read_as_far_as_it_goes(tmp_path):
    lines = [{"event": "start", "cell": 0}, {"event": "end", "cell": 0, "error": "", "message": "", "seconds": 0.5}]
    lines += [{"event": "start", "cell": 1}]
    (tmp_path / "events").write_text("\n".join(map(json.dumps, lines)) + '\n{"event": "en')
    runs, reason = read_events(tmp_path / "events")
    assert (runs[0].seconds, runs[1].seconds, reason) == (0.5, None, "")
    assert read_events(tmp_path / "none") == ({}, "")
