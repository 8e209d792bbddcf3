"""The answers of a lesson are known by their names, and a remark names the cell that lacks one."""

import pytest
from nbformat import v4

from sudoku_models.course import every_exercise
from sudoku_models.course.grading.notebooks import _remark, answer_names, hints_used, lesson_of
from sudoku_models.course.lessons import lesson_files


def test_every_exercise_has_named_answers():
    for lesson in lesson_files():
        names = answer_names(lesson)
        assert [each.name for each in every_exercise(lesson)] == list(names)
        assert all(name.isidentifier() for answer in names.values() for name in answer)


def test_the_lesson_is_known_by_the_file_or_by_a_check(tmp_path):
    checks = v4.new_notebook(cells=[v4.new_code_cell("course.check('count-pairs', 1)")])
    assert lesson_of(tmp_path / "anna_05_count_and_prove.ipynb", checks) == 5
    assert lesson_of(tmp_path / "anna.ipynb", checks) == 2
    assert lesson_of(tmp_path / "anna.ipynb", v4.new_notebook()) is None


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
    remark = _remark("pairs", ["a = 1", cell, "b = 2"], {1: "stopped", 2: "has a syntax error"})
    assert remark == "the cell of your answer (code cell 2) has a syntax error"


@pytest.mark.parametrize(
    "cell", ["print(pairs)", "pairs == 3", "my_pairs = 3", "pairs_of_16 = 3", "f(pairs=3)", "# pairs"]
)
def test_a_cell_that_only_uses_the_answer_is_not_its_cell(cell):
    assert "the cell of your answer" not in _remark("pairs", [cell], {1: "stopped with an error"})


def test_hints_are_the_largest_step_in_outputs_and_progress_file():
    asked = v4.new_notebook(cells=[v4.new_code_cell("course.hint('ranks-alone')"), v4.new_markdown_cell("x")])
    asked.cells[0].outputs = [
        v4.new_output("execute_result", data={"text/plain": "hint 2 of 3 for ranks-alone: ...", "text/html": "<b>"}),
        v4.new_output("stream", text="hint 1 of 3 for count-pairs: ...\nhint 3 of 3 for count-pairs: ...\n"),
    ]
    assert hints_used(asked, {"ranks-alone": 1, "smallest-m": 2}) == {
        "ranks-alone": 2,
        "count-pairs": 3,
        "smallest-m": 2,
    }
