"""The lessons for two autograders of notebooks: nbgrader and Otter-Grader.

Both get the solved notebooks, from which they make the students' versions themselves. Neither is a dependency.

Sources: https://nbgrader.readthedocs.io; https://otter-grader.readthedocs.io.
"""

import copy
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import InputError
from .lessons import BEGIN, END, lesson_files, need

__all__ = ["Exported", "export_nbgrader", "export_otter", "for_nbgrader", "for_otter", "solutions_folder"]

CONFIGURATION = """\
c = get_config()  # noqa: F821
c.CourseDirectory.course_id = "sudoku_models"
c.ExecutePreprocessor.timeout = 300  # seconds for a cell
c.ClearSolutions.begin_solution_delimeter = "BEGIN SOLUTION"
c.ClearSolutions.end_solution_delimeter = "END SOLUTION"
"""

SECONDS = 60
"""The time limit of a check; the machine of an autograder is often slow."""

CHECKED = """\
verdict = {check}
print(verdict)
assert verdict.passed, verdict.sentence"""
"""The cell of a check for nbgrader, which gives the points when no exception is raised."""


@dataclass(frozen=True)
class Exported:
    """The folders or files that were made, one for each lesson."""

    folder: Path
    made: tuple[Path, ...]


def solutions_folder(folder: Path | None = None) -> Path:
    """The folder of the solved notebooks: this one, or that of the repository.

    Raises:
        InputError: When there is none; an installed package has the learners' notebooks only.
    """
    found = folder or next(iter(lesson_files().values())).parent / "solutions"
    if not any(found.glob("[0-9][0-9]_*.ipynb")):
        raise InputError(
            f"there are no solved notebooks in {found}; give the folder notebooks/solutions of the repository with "
            "--solutions"
        )
    return found


def export_nbgrader(folder: Path, solutions: Path, lessons: Iterable[int] | None = None) -> Exported:
    """Make a course of nbgrader: `nbgrader_config.py`, and the folder `source/lesson_NN` of each lesson.

    Args:
        folder: The folder of the course; it is made, and its files are replaced.
        solutions: The folder of the solved notebooks.
        lessons: The numbers of the lessons; all by default.

    Raises:
        InputError: When the folder cannot be written, or a lesson is not there.
        NotInstalledError: Without the extra `lab`.
    """
    made = []
    for number, path in _chosen(solutions, lessons):
        target = folder / "source" / f"lesson_{number:02}" / path.name
        _write(target, for_nbgrader(need("nbformat").read(path, 4)))
        made.append(target.parent)
    (folder / "nbgrader_config.py").write_text(CONFIGURATION, encoding="utf-8")
    return Exported(folder, tuple(made))


def export_otter(folder: Path, solutions: Path, lessons: Iterable[int] | None = None) -> Exported:
    """Make a notebook of each lesson for `otter assign`.

    Args and errors are those of `export_nbgrader`.
    """
    made = []
    for number, path in _chosen(solutions, lessons):
        target = folder / f"lesson_{number:02}" / path.name
        _write(target, for_otter(need("nbformat").read(path, 4), f"lesson_{number:02}"))
        made.append(target)
    return Exported(folder, tuple(made))


def _chosen(solutions: Path, lessons: Iterable[int] | None) -> list[tuple[int, Path]]:
    every = {int(path.name[:2]): path for path in sorted(solutions.glob("[0-9][0-9]_*.ipynb"))}
    wanted = list(every) if lessons is None else list(lessons)
    if missing := [number for number in wanted if number not in every]:
        raise InputError(f"there is no lesson {missing[0]}; the lessons are {', '.join(map(str, every))}")
    return [(number, every[number]) for number in wanted]


def _write(target: Path, notebook: Any) -> None:
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        need("nbformat").write(notebook, target)
    except OSError as error:
        raise InputError(f"{target} cannot be written: {error.strerror or error}") from None


# -- nbgrader ----------------------------------------------------------------------------------------------------------


def for_nbgrader(solved: Any) -> Any:
    """A solved notebook (an `nbformat` node) whose checks raise an exception for a wrong answer; a new one."""
    notebook = _plain(solved)
    for cell in notebook.cells:
        if (name := _check_of(cell)) is not None:
            cell.source = CHECKED.format(check=_patient(cell.source))
            cell.metadata.nbgrader.update(grade=True, locked=True, points=1, solution=False, grade_id=f"check-{name}")
    return notebook


def _plain(solved: Any) -> Any:
    """A copy without outputs and without what belongs to a live kernel."""
    notebook = copy.deepcopy(solved)
    notebook.metadata.pop("widgets", None)
    notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3", "language": "python"}
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return notebook


def _check_of(cell: Any) -> str | None:
    """The exercise that a cell checks."""
    grade_id = str(cell.metadata.get("nbgrader", {}).get("grade_id", ""))
    return grade_id.removeprefix("check-") if cell.cell_type == "code" and grade_id.startswith("check-") else None


def _patient(check: str) -> str:
    """A check with a longer limit.

    >>> _patient('course.check("count-pairs", pairs)')
    'course.check("count-pairs", pairs, time_limit=60)'
    """
    return f"{check.strip().removesuffix(')')}, time_limit={SECONDS})"


# -- Otter-Grader ------------------------------------------------------------------------------------------------------


def for_otter(solved: Any, name: str) -> Any:
    """A solved notebook (an `nbformat` node) as `otter assign` reads it: raw cells mark questions, solutions and tests.

    Args:
        solved: The notebook, which is not changed.
        name: The name of the assignment.
    """
    notebook = _plain(solved)
    cells = notebook.cells
    questions = {of: k for k, cell in enumerate(cells) if (of := _check_of(cell)) is not None}
    answers = {str(cell.metadata.get("nbgrader", {}).get("grade_id", "")): k for k, cell in enumerate(cells)}
    before: dict[int, list[Any]] = {}
    after: dict[int, list[Any]] = {}
    raw = need("nbformat").v4.new_raw_cell
    for exercise, check in questions.items():
        answer = [k for k in range(answers.get(exercise, check), check) if BEGIN in cells[k].source]
        begin = ["# BEGIN QUESTION", f"name: {_identifier(exercise)}", "points: 1"]
        before[answer[0]] = [raw("\n".join(begin)), raw("# BEGIN SOLUTION")]
        after[answer[-1]] = [raw("# END SOLUTION")]
        before[check] = [raw("# BEGIN TESTS")]
        after[check] = [raw("# END TESTS"), raw("# END QUESTION")]
        for k in answer:
            cells[k].source = _with_marks(cells[k].source)
        _make_test(cells[check])
    config = f"# ASSIGNMENT CONFIG\nname: {name}\ninit_cell: true\nexport_cell: false\ncheck_all_cell: false"
    found = [raw(config)]
    for k, cell in enumerate(cells):
        found += [*before.get(k, ()), cell, *after.get(k, ())]
    notebook.cells = found
    for cell in notebook.cells:
        cell.metadata.pop("nbgrader", None)
    return notebook


def _identifier(exercise: str) -> str:
    """Otter makes the name of a file and of a variable from the name of a question."""
    return exercise.replace("-", "_")


def _with_marks(source: str) -> str:
    """The marks of a solution as Otter writes them."""
    marks = {BEGIN: "# BEGIN SOLUTION", END: "# END SOLUTION"}
    return "\n".join(
        line.replace(line.strip(), marks[line.strip()]) if line.strip() in marks else line
        for line in source.split("\n")
    )


def _make_test(cell: Any) -> None:
    """Turn a check into a test whose output is that of a right answer."""
    v4 = need("nbformat").v4
    cell.source = f"{_patient(cell.source)}.passed"
    cell.outputs = [v4.new_output("execute_result", data={"text/plain": "True"}, execution_count=1)]
