"""The lessons as a course of nbgrader, which makes the students' versions from the solved notebooks itself.

nbgrader is no dependency. Source: https://nbgrader.readthedocs.io.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ..errors import InputError
from .lessons import CHECK, copy_linked, need, notebooks_in, without_dead_links, without_outputs

CONFIGURATION = """\
c = get_config()  # noqa: F821
c.CourseDirectory.course_id = "sudoku_models"
c.ExecutePreprocessor.timeout = 300  # seconds for a cell
c.ClearSolutions.begin_solution_delimeter = "BEGIN SOLUTION"
c.ClearSolutions.end_solution_delimeter = "END SOLUTION"
"""

SECONDS = 120
"""Seconds of processor time for a check; the machine of an autograder is often slow."""

CHECKED = """\
verdict = {check}
print(verdict)
assert verdict.passed, verdict.sentence"""
"""The cell of a check for nbgrader, which gives the points when no exception is raised."""


def export_lessons(solutions: Path, folder: Path, lessons: Iterable[int] | None = None) -> list[Path]:
    """Make a course folder of nbgrader, with an assignment for each lesson: its notebook, and the pages that it links.

    Args:
        solutions: The folder of the solved notebooks.
        folder: The course folder. Assignments can be added later; existing ones are not overwritten.
        lessons: The numbers of the lessons; all by default.

    Returns:
        The notebooks that were made.

    Raises:
        InputError: When there are no solved notebooks, a lesson is not there, an assignment is there already, or the
            folder cannot be written.
        NotInstalledError: Without the extra `lab`.
    """
    every = notebooks_in(solutions)
    if not every:
        raise InputError(f"there are no solved notebooks in {solutions}; a clone has them in notebooks/solutions")
    wanted = list(lessons or every)
    if missing := [number for number in wanted if number not in every]:
        raise InputError(f"there is no lesson {missing[0]}; the lessons are {', '.join(map(str, every))}")
    made = {number: folder / "source" / f"lesson_{number:02}" / every[number].name for number in wanted}
    if there := [path.parent for path in made.values() if path.parent.exists()]:
        raise InputError(f"{there[0]} is there already; delete it, choose other lessons by --lesson, or another folder")
    try:
        for number, target in made.items():
            notebook = for_nbgrader(need("nbformat").read(every[number], 4))
            target.parent.mkdir(parents=True)
            texts = [cell for cell in notebook.cells if cell.cell_type == "markdown"]
            files = copy_linked((cell.source for cell in texts), target.parent)
            for cell in texts:
                cell.source = without_dead_links(cell.source, target.name, files)
            need("nbformat").write(notebook, target)
        if not (configuration := folder / "nbgrader_config.py").exists():
            configuration.write_text(CONFIGURATION, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{folder} cannot be written: {error.strerror or error}") from None
    return list(made.values())


def for_nbgrader(solved: Any) -> Any:
    """A solved notebook (an `nbformat` node) whose checks raise an exception for a wrong answer; a new one."""
    notebook = without_outputs(solved)
    notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3", "language": "python"}
    for cell in notebook.cells:
        if cell.cell_type == "code" and "nbgrader" in cell.metadata and CHECK.search(cell.source):
            cell.source = CHECKED.format(check=_patient(cell.source))
            cell.metadata.nbgrader.update(grade=True, locked=True, points=1, solution=False)
    return notebook


def _patient(check: str) -> str:
    """A check with a longer limit.

    >>> _patient('course.check("count-pairs", pairs)')
    'course.check("count-pairs", pairs, time_limit=120)'
    """
    return f"{check.strip().removesuffix(')')}, time_limit={SECONDS})"
