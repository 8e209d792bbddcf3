"""Commands for the lessons: start, grade, exam, slides, nbgrader, release."""

import json
import os
import secrets
from dataclasses import asdict
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from typing import Annotated

import typer

from ..runtime.platform import has_display
from . import console, options

commands = console.Commands(
    help="The lessons: start them, grade submissions, draw an examination, make slides.", no_args_is_help=True
)
commands.negative = "a notebook was not run or is out of date, or an answer that must be right is not"


@commands.add("course start", "course start my-course --no-lab", "course start --port 8000 --no-browser")
def start(
    folder: Annotated[Path, typer.Argument(help="The folder; it is created when it does not exist.")] = Path(
        "sudoku-course"
    ),
    lab: Annotated[bool, typer.Option(help="Open JupyterLab there.")] = True,
    port: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=65535,
            help="The port to listen on; 0 for any free one. Usually 8888, or another if a program has that.",
            show_default=False,
        ),
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open lesson 0 in a browser, or only print its address.")] = True,
    ip: Annotated[
        str, typer.Option(help="The address to listen on: 0.0.0.0 in a container whose port is published.")
    ] = "127.0.0.1",
) -> None:
    """Copy the lessons into a folder, without overwriting existing files, and open JupyterLab until Ctrl-C."""
    from ..course.lab import open_lab
    from ..course.lessons import copy_lessons, notebooks_in, what_to_do_next
    from ..course.loading import NOTEBOOKS

    new = copy_lessons(folder)
    kept = len(notebooks_in(NOTEBOOKS)) - len(new)
    already = f"; {kept} already there, and not changed" * bool(kept)
    console.say(f"{folder.resolve()}: {len(new)} lesson{'s' * (len(new) != 1)} copied{already}")
    console.say(what_to_do_next())
    if not lab or find_spec("jupyterlab") is None:
        return
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    opens = browser and has_display()

    def say(address: str, port: int) -> None:
        if is_root:
            console.say(
                "You are root, and so is whoever opens this page with its token. That is all right in a container, or "
                "on a machine of your own; where others work too, start it as an ordinary user."
            )
        console.say(f"\nLesson 0 is at\n  {address}\nPress Ctrl-C to stop.")
        if browser and not opens:
            console.say(
                "There is no display here, so no browser was opened. On another machine, first run there\n"
                f"  ssh -N -L {port}:127.0.0.1:{port} USER@THIS-MACHINE\n"
                f"and open the address there. A container is started with `-p {port}:{port}`, and this command with "
                "`--ip 0.0.0.0`."
            )

    open_lab(folder, port, ip, opens, say)


@commands.add("course grade submissions --roster class.csv --csv grades.csv --jobs 2")
def grade(
    submissions: Annotated[Path, typer.Argument(help="A folder with submitted notebooks.", show_default=False)],
    csv: Annotated[Path | None, typer.Option(help="Write one row per exercise and notebook to this file.")] = None,
    roster: Annotated[
        Path | None,
        typer.Option(help="A CSV of the class: headings, then a line for each student, named by its first column."),
    ] = None,
    time_limit: Annotated[float, options.seconds("Seconds for each notebook.")] = 300.0,
    jobs: options.Jobs = 1,
    as_json: options.Json = False,
) -> None:
    """Run submitted notebooks and judge their answers, each in a separate process.

    SUBMISSIONS holds a folder for each student, or notebooks named after them, or what Moodle or Canvas downloads. With
    a roster, each student has a row, also without a notebook. An existing CSV is replaced at the end; after an
    interruption the same command goes on.
    """
    from ..course import grading

    class_list = grading.Roster.read(roster) if roster else None
    draft = grading.Draft(csv) if csv and (csv.is_file() or not csv.exists()) else None  # it may also be a pipe
    with console.progress_after_a_second("grading") as bar:
        grades = grading.grade(submissions, time_limit, jobs, bar, class_list, draft)
    is_complete = all(each.sentence != grading.INTERRUPTED for each in grades)
    if csv is not None and (is_complete or not draft):
        grading.write_csv(grades, csv)
        if draft:
            draft.close()
    elif draft:
        typer.echo(f"{csv} is as it was; what is graded is in {draft.path}, and the same command goes on", err=True)
    if as_json:
        for each in grades:
            typer.echo(json.dumps(asdict(each)))
    else:
        lines = []
        for (student, notebook), of_one in groupby(grades, key=lambda g: (g.student, g.notebook)):
            rows = list(of_one)
            points, out_of = sum(g.points or 0 for g in rows), sum(bool(g.exercise) for g in rows)
            remark = next((g.sentence for g in rows if g.status == "not run"), "")
            if unknown := [g.exercise for g in rows if g.exercise and g.points is None]:
                remark = remark or f"not known: {', '.join(unknown)}"
            used = " ".join(sorted({g.formulations for g in rows if g.formulations}))
            # What is not known may be right, so the total is between two numbers.
            total = (
                f"{points} to {points + len(unknown)} of {out_of}"
                if unknown
                else f"{points} of {out_of}" * bool(out_of)
            )
            lines.append((student, notebook, total, remark or (used and f"imported: {used}")))
        console.print_rows(("student", "notebook", "points", "remarks"), lines)
        if csv is not None and is_complete:
            typer.echo(f"{len(grades)} rows written to {csv}")
    if not is_complete:
        raise typer.Exit(console.STOPPED)
    if any(each.status == "not known" for each in grades):
        raise typer.Exit(console.NOT_KNOWN)
    if any(each.status == "not run" for each in grades):
        raise typer.Exit(console.NOT_SO)


@commands.add("course check solutions")
def check(
    solutions: Annotated[Path, typer.Argument(help="The folder of the solved notebooks.")] = Path("solutions"),
    time_limit: Annotated[float, options.seconds("Seconds for each notebook.")] = 300.0,
    jobs: options.Jobs = 1,
) -> None:
    """Check lessons of your own: their files of exercises, and that the answers in the solved notebooks are right."""
    from ..course import grading, lessons

    for path in sorted(solutions.glob("*.ipynb")):
        lessons.must_be_complete(path, Path.cwd())
    with console.progress_after_a_second("checking") as bar:
        grades = grading.grade(solutions, time_limit, jobs, bar)
    rows = [(each.notebook, each.exercise, each.status, each.sentence) for each in grades]
    console.print_rows(("notebook", "exercise", "status", "what the check says"), rows)
    if any(each.status != "right" for each in grades):
        is_known = any(each.status in ("wrong", "not yet", "not run") for each in grades)
        raise typer.Exit(console.NOT_SO if is_known else console.NOT_KNOWN)


@commands.add("course exam group-a --questions 8 --core", "course exam --list")
def exam(
    folder: Annotated[Path, typer.Argument(help="The folder for the two files; it is created.")] = Path("exam"),
    seed: Annotated[
        int | None, typer.Option(help="Draws the same paper again; keep it secret. Random by default.")
    ] = None,
    questions: Annotated[int | None, typer.Option(help="How many questions; 10 by default.")] = None,
    core: Annotated[bool, typer.Option("--core", help="On the core course.")] = False,
    lesson: Annotated[list[int] | None, typer.Option(help="On this lesson. May be repeated.")] = None,
    name: Annotated[
        list[str] | None, typer.Option(help="This question, in place of a choice. May be repeated.")
    ] = None,
    as_list: Annotated[bool, typer.Option("--list", help="Only list the kinds of questions.")] = False,
) -> None:
    """Draw an examination for one class, with its solutions, as two pages to print."""
    from ..course import exams
    from ..course.exercise import PATH
    from ..errors import InputError

    wanted = [*PATH["Core course"], *(lesson or ())] if core else lesson
    if name and (questions is not None or wanted is not None):
        raise InputError("with --name the questions are chosen: leave out --questions, --lesson and --core")
    if as_list:
        every = [each for each in exams.every_question() if wanted is None or each.lesson in wanted]
        rows = [(str(each.lesson), each.name, " + ".join(map(str, each.points))) for each in every]
        console.print_rows(("lesson", "question", "points"), rows)
        return
    seed = secrets.randbelow(10**9) if seed is None else seed
    paper = exams.draw(seed, 10 if questions is None else questions, wanted, name)
    files = {folder / "exam.html": False, folder / "solutions.html": True}
    if there := [str(file) for file in files if file.exists()]:
        raise InputError(f"{there[0]} is there already, and is not overwritten: choose another folder, or delete it")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file, solutions in files.items():
            file.write_text(paper.html(solutions), encoding="utf-8")
            typer.echo(f"{file} written")
    except OSError as error:
        raise InputError(f"the examination cannot be written to {folder}: {error.strerror or error}") from None
    typer.echo(f"questions: {len(paper.questions)}, points: {paper.points}, minutes: {2 * paper.points}, seed: {seed}")


@commands.add("course slides slides", "course slides slides --lesson 5")
def slides(
    folder: Annotated[Path, typer.Argument(help="The folder for the pages; it is created.")] = Path("slides"),
    lesson: Annotated[list[int] | None, typer.Option(help="Only this lesson. May be repeated.")] = None,
) -> None:
    """Make slides of the lessons: a page each that needs no network, with the exercises but not their solutions."""
    from ..course.slides import write_slides

    for file in write_slides(folder, lesson):
        typer.echo(f"{file} written")


@commands.add("course nbgrader notebooks/solutions my-course --lesson 2")
def nbgrader(
    solutions: Annotated[Path, typer.Argument(help="The folder of the solved notebooks.", show_default=False)],
    folder: Annotated[Path, typer.Argument(help="The course folder of nbgrader.", show_default=False)],
    lesson: Annotated[list[int] | None, typer.Option(help="Only this lesson. May be repeated.")] = None,
) -> None:
    """Make a course of nbgrader: an assignment for each lesson, with its pictures and the glossary."""
    from ..course import exports

    made = exports.export_lessons(solutions, folder, lesson)
    typer.echo(f"{len(made)} assignment{'s' * (len(made) != 1)} written to {folder}")
    typer.echo(f"next: cd {folder} && nbgrader generate_assignment {made[0].parent.name}")


@commands.add("course release notebooks/solutions notebooks")
def release(
    solutions: Annotated[Path, typer.Argument(help="The folder of the solved notebooks.", show_default=False)],
    folder: Annotated[Path, typer.Argument(help="The folder for the learner's notebooks.", show_default=False)],
    check: Annotated[
        bool,
        typer.Option("--check", help="Only list the notebooks that are out of date; exit code 1 if there are any."),
    ] = False,
) -> None:
    """Make the learner's notebooks from the solved ones, and execute them. Those that are up to date are kept."""
    from ..course import lessons

    if check:
        late = lessons.out_of_date(solutions, folder)
        for name in late:
            typer.echo(f"{name} is out of date")
        raise typer.Exit(console.NOT_SO if late else console.SOLVED)
    with console.progress_after_a_second("running") as bar:
        made = lessons.release(solutions, folder, bar)
    for name in made:
        typer.echo(f"{folder / name} made")
    typer.echo(f"notebooks made: {len(made)}; any others are up to date")
