"""The lessons for two autograders of notebooks: nbgrader and Otter-Grader.

Both get the solved notebooks, from which they make the students' versions themselves. Neither is a dependency.

Sources: https://nbgrader.readthedocs.io; https://otter-grader.readthedocs.io.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ..errors import InputError
from .lessons import BEGIN, END, need, without_outputs

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


def export_lessons(system: str, solutions: Path, folder: Path, lessons: Iterable[int] | None = None) -> list[Path]:
    """Make an assignment of each lesson: a course of nbgrader, or notebooks for `otter assign`.

    Args:
        system: "nbgrader" or "otter".
        solutions: The folder of the solved notebooks.
        folder: The folder to make; its files are replaced.
        lessons: The numbers of the lessons; all by default.

    Returns:
        The notebooks that were made.

    Raises:
        InputError: When there are no solved notebooks, a lesson is not there, or the folder cannot be written.
        NotInstalledError: Without the extra `lab`.
    """
    every = {int(path.name[:2]): path for path in sorted(solutions.glob("[0-9][0-9]_*.ipynb"))}
    if not every:
        raise InputError(f"there are no solved notebooks in {solutions}; a clone has them in notebooks/solutions")
    wanted = list(lessons or every)
    if missing := [number for number in wanted if number not in every]:
        raise InputError(f"there is no lesson {missing[0]}; the lessons are {', '.join(map(str, every))}")
    made = []
    try:
        for number in wanted:
            name, solved = f"lesson_{number:02}", need("nbformat").read(every[number], 4)
            target = (folder / "source" if system == "nbgrader" else folder) / name / every[number].name
            target.parent.mkdir(parents=True, exist_ok=True)
            need("nbformat").write(for_nbgrader(solved) if system == "nbgrader" else for_otter(solved, name), target)
            made.append(target)
        if system == "nbgrader":
            (folder / "nbgrader_config.py").write_text(CONFIGURATION, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{folder} cannot be written: {error.strerror or error}") from None
    return made


def for_nbgrader(solved: Any) -> Any:
    """A solved notebook (an `nbformat` node) whose checks raise an exception for a wrong answer; a new one."""
    notebook = _plain(solved)
    for cell in notebook.cells:
        if (name := _check_of(cell)) is not None:
            cell.source = CHECKED.format(check=_patient(cell.source))
            cell.metadata.nbgrader.update(grade=True, locked=True, points=1, solution=False, grade_id=f"check-{name}")
    return notebook


def for_otter(solved: Any, name: str) -> Any:
    """A solved notebook (an `nbformat` node) as `otter assign` reads it: raw cells mark questions, solutions and tests.

    Args:
        solved: The notebook, which is not changed.
        name: The name of the assignment.
    """
    notebook = _plain(solved)
    v4 = need("nbformat").v4
    answers = {cell.metadata.get("nbgrader", {}).get("grade_id"): k for k, cell in enumerate(notebook.cells)}
    before: dict[int, list[str]] = {
        0: [f"# ASSIGNMENT CONFIG\nname: {name}\ninit_cell: true\nexport_cell: false\ncheck_all_cell: false"]
    }
    after: dict[int, list[str]] = {}
    for check, cell in enumerate(notebook.cells):
        if (exercise := _check_of(cell)) is None:
            continue
        # Otter makes the name of a file and of a variable from the name of a question.
        question = f"# BEGIN QUESTION\nname: {exercise.replace('-', '_')}\npoints: 1"
        before[answers[exercise]] = [question, "# BEGIN SOLUTION"]
        after[check - 1] = ["# END SOLUTION"]
        before[check] = ["# BEGIN TESTS"]
        after[check] = ["# END TESTS", "# END QUESTION"]
        cell.source = f"{_patient(cell.source)}.passed"  # a test whose output is that of a right answer
        cell.outputs = [v4.new_output("execute_result", data={"text/plain": "True"}, execution_count=1)]
    found = []
    for k, cell in enumerate(notebook.cells):
        cell.metadata.pop("nbgrader", None)
        cell.source = cell.source.replace(BEGIN, "# BEGIN SOLUTION").replace(END, "# END SOLUTION")
        found += [*map(v4.new_raw_cell, before.get(k, ())), cell, *map(v4.new_raw_cell, after.get(k, ()))]
    notebook.cells = found
    return notebook


def _plain(solved: Any) -> Any:
    """A copy without outputs, for any kernel of Python."""
    notebook = without_outputs(solved)
    notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3", "language": "python"}
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
