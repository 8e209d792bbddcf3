"""Commands for the lessons: start, grade, verify, export, release."""

import functools
import json
from dataclasses import asdict
from enum import StrEnum
from itertools import groupby
from pathlib import Path
from typing import Annotated, Literal

import typer

from .common import (
    NOT_SO,
    SOLVED,
    STOPPED,
    JsonOption,
    print_rows,
    progress_after_a_second,
    reports_errors,
    seconds_option,
    show_item,
)

COURSE_FOLDER = Path("sudoku-course")

commands = typer.Typer(help="The lessons: start them, grade submissions, verify and export.", no_args_is_help=True)
exports = typer.Typer(help="Export lessons or grades to other systems.", no_args_is_help=True)
commands.add_typer(exports, name="export")

SolutionsOption = Annotated[
    Path | None,
    typer.Option(help="The folder of the solved notebooks; by default that of the repository.", show_default=False),
]
LessonOption = Annotated[
    list[int] | None, typer.Option("--lesson", help="The number of a lesson; repeat it for several. All by default.")
]


@commands.command(epilog="Examples:  sudoku-models course start  |  sudoku-models course start my-course --no-lab")
@reports_errors
def start(
    folder: Annotated[Path, typer.Argument(help="The folder; it is created when it does not exist.")] = Path(
        "sudoku-course"
    ),
    lab: Annotated[bool, typer.Option(help="Open JupyterLab there.")] = True,
) -> None:
    """Copy the lessons into a folder, without overwriting existing files, and open JupyterLab."""
    from ..course.lessons import copy_lessons, open_lab

    copied = copy_lessons(folder)
    typer.echo(f"{folder.resolve()}: {len(copied.new)} lesson{'s' * (len(copied.new) != 1)} copied")
    for name in copied.new:
        typer.echo(f"  {name}")
    if copied.kept:
        typer.echo(f"already there, and not changed: {len(copied.kept)}")
    if lab:
        open_lab(folder)


@commands.command(
    epilog="SUBMISSIONS holds a folder for each student, or notebooks named after them. "
    "Exit code: 0 all were graded, 1 some could not be run (see their rows), 2 bad input, 130 interrupted."
)
@reports_errors
def grade(
    submissions: Annotated[Path, typer.Argument(help="A folder with submitted notebooks.", show_default=False)],
    csv: Annotated[Path | None, typer.Option(help="Write one row per exercise and notebook to this file.")] = None,
    key: Annotated[
        Path | None,
        typer.Option(help="Sign each row of the CSV with the key in this file, which is created if there is none."),
    ] = None,
    time_limit: Annotated[float, seconds_option("Seconds for each notebook.")] = 300.0,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, help="The number of notebooks that run in parallel.")] = 1,
    as_json: JsonOption = False,
) -> None:
    """Run the checks of submitted notebooks, each in a separate process."""
    from ..course import grading

    if key is not None and csv is None:
        raise typer.BadParameter("only a CSV is signed; give --csv too", param_hint="--key")
    secret = None if key is None else grading.load_key(key, submissions)
    if csv is not None:
        grading.write_csv([], csv)  # report a file that cannot be written before the work, not after it
    with progress_after_a_second("grading") as bar:
        grades = grading.grade(submissions, time_limit, jobs, functools.partial(show_item, bar))
    if csv is not None:
        grading.write_csv(grades, csv, secret)
    if as_json:
        for each in grades:
            typer.echo(json.dumps(asdict(each)))
    else:
        lines = []
        for (student, notebook), of_one in groupby(grades, key=lambda g: (g.student, g.notebook)):
            rows = list(of_one)
            points, out_of = sum(g.points for g in rows), sum(bool(g.exercise) for g in rows)
            stopped = next((g.sentence for g in rows if g.status == "not run"), "")
            lines.append((student, notebook, f"{points} of {out_of}", stopped))
        print_rows(("student", "notebook", "points", "remarks"), lines, 160)
        if csv is not None:
            typer.echo(f"{len(grades)} rows written to {csv}")
    if any(each.sentence == grading.INTERRUPTED for each in grades):
        raise typer.Exit(STOPPED)
    if any(each.status == "not run" for each in grades):
        raise typer.Exit(NOT_SO)


@commands.command(
    epilog="Example:  sudoku-models course verify grades.csv --key ~/grading.key   "
    "Exit code: 0 all rows are as they were written, 1 some are not, 2 bad input."
)
@reports_errors
def verify(
    grades: Annotated[Path, typer.Argument(help="A CSV that `grade` has written.", show_default=False)],
    key: Annotated[Path, typer.Option(help="The key with which it was signed.", show_default=False)],
) -> None:
    """Tell which rows of a signed CSV were changed, repeated or removed."""
    from ..course import grading
    from ..errors import InputError

    if not key.is_file():
        raise InputError(f"there is no key {key}")
    rows = grading.read_rows(grades)
    found = grading.verify(rows, grading.load_key(key))
    for sentence in found:
        typer.echo(sentence)
    differ = f"{len(found)} {'difference' if len(found) == 1 else 'differences'} from what was written"
    typer.echo(f"{len(rows)} rows: {differ if found else 'all are as they were written'}")
    if found:
        raise typer.Exit(NOT_SO)


@exports.command("nbgrader", epilog="Example:  sudoku-models course export nbgrader my-course --lesson 2")
@reports_errors
def export_nbgrader(
    folder: Annotated[Path, typer.Argument(help="The folder of the course to make.", show_default=False)],
    solutions: SolutionsOption = None,
    lesson: LessonOption = None,
) -> None:
    """Make a course for nbgrader: its configuration, and the folder `source`."""
    first = _exported("nbgrader", folder, folder / "source", solutions, lesson)
    typer.echo(f"next: cd {folder} && nbgrader generate_assignment {first.name}")


@exports.command("otter", epilog="Example:  sudoku-models course export otter my-course --lesson 2")
@reports_errors
def export_otter(
    folder: Annotated[Path, typer.Argument(help="The folder to make.", show_default=False)],
    solutions: SolutionsOption = None,
    lesson: LessonOption = None,
) -> None:
    """Make the notebooks of which `otter assign` makes the students' version and the autograder."""
    first = _exported("otter", folder, folder, solutions, lesson)
    typer.echo(f"next: cd {first.parent} && otter assign {first.name} dist")


def _exported(
    system: Literal["nbgrader", "otter"], folder: Path, within: Path, solutions: Path | None, lessons: list[int] | None
) -> Path:
    """Make the assignments for a system, say how many there are within a folder, and return the first."""
    from ..course import exports as made_for

    export = {"nbgrader": made_for.export_nbgrader, "otter": made_for.export_otter}[system]
    made = export(folder, made_for.solutions_folder(solutions), lessons or None).made
    typer.echo(f"{len(made)} assignments in {within}")
    return made[0]


class Platform(StrEnum):
    """The learning platforms whose CSV can be written."""

    moodle = "moodle"
    canvas = "canvas"


class By(StrEnum):
    """What a column of points is about."""

    exercise = "exercise"
    lesson = "lesson"


@exports.command(
    "lms", epilog="Example:  sudoku-models course export lms grades.csv moodle.csv --for moodle --by lesson"
)
@reports_errors
def export_lms(
    grades: Annotated[Path, typer.Argument(help="A CSV that `grade` has written.", show_default=False)],
    target: Annotated[Path, typer.Argument(help="The CSV to write.", show_default=False)],
    platform: Annotated[Platform, typer.Option("--for", help="The platform that imports it.")] = Platform.moodle,
    by: Annotated[
        By, typer.Option(help="Whether a column has the points of an exercise or of a lesson.")
    ] = By.exercise,
) -> None:
    """Write grades in the form that a learning platform imports: one row for each student."""
    from ..course import grading

    students = grading.write_lms(grading.read_rows(grades), target, platform.value, by.value)
    typer.echo(f"{students} student{'s' * (students != 1)} written to {target}")


@commands.command(epilog="Example:  sudoku-models course release notebooks/solutions notebooks")
@reports_errors
def release(
    solutions: Annotated[Path, typer.Argument(help="The folder of the solved notebooks.", show_default=False)],
    folder: Annotated[Path, typer.Argument(help="The folder for the learner's notebooks.", show_default=False)],
    check: Annotated[
        bool,
        typer.Option("--check", help="Only list the notebooks that are out of date; exit code 1 if there are any."),
    ] = False,
    anew: Annotated[
        bool, typer.Option("--anew", help="Make all notebooks, including those that are up to date.")
    ] = False,
) -> None:
    """Make the learner's notebooks from the solved ones, and execute them."""
    from ..course import lessons

    if check:
        late = lessons.out_of_step(solutions, folder)
        for name in late:
            typer.echo(f"{name} is out of step")
        raise typer.Exit(NOT_SO if late else SOLVED)
    with progress_after_a_second("running") as bar:
        released = lessons.release(solutions, folder, anew, functools.partial(show_item, bar))
    for name in released.made:
        typer.echo(f"{folder / name} made")
    typer.echo(f"{len(released.in_step)} were in step")
