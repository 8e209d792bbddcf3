"""Grading: the checks of a lesson over a folder of submitted notebooks, each in a process of its own."""

import csv
import json
import os
import re
import sys
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from ..errors import InputError
from ..runtime.limits import check_time_limit
from ..runtime.processes import kill_all, run_within
from .exercise import every_exercise
from .lessons import lesson_files, need
from .progress_file import VERDICTS, write
from .verdict import Verdict

__all__ = ["Grade", "grade", "write_csv"]

SECONDS = 300.0
"""The time limit of one notebook; a lesson with all its exercises takes a tenth of it."""

CELL_SHARE = 1 / 3
"""The part of a notebook's time limit that one of its cells may take; the checks at the end still run."""

INTERRUPTED = "grading was interrupted"

CHECK = re.compile(r"""course\.check\(\s*["']([\w-]+)["']""")


@dataclass(frozen=True)
class Grade:
    """The grade of one exercise in one submitted notebook.

    Attributes:
        student: The folder of the notebook, or its file name without the name of the lesson.
        notebook: Its path below the folder of submissions.
        lesson: The number of the lesson; None when it could not be determined.
        exercise: The name of the exercise; empty when the notebook could not be graded.
        points: 1 for a right answer, else 0.
        status: "right", "wrong", "not yet", "not known", or "not run".
        sentence: The reason.
    """

    student: str
    notebook: str
    lesson: int | None
    exercise: str
    points: int
    status: str
    sentence: str


def grade(
    submissions: Path,
    time_limit: float = SECONDS,
    jobs: int = 1,
    progress: Callable[[int, int, str], None] | None = None,
) -> list[Grade]:
    """Run all notebooks in a folder, and collect the results of the checks.

    The check cells are replaced by those of the course. A notebook that does not end, crashes or cannot be read gets
    rows with the reason, and the others are graded.

    Args:
        submissions: The folder, which contains notebooks, or a folder for each student.
        time_limit: Seconds for each notebook.
        jobs: The number of notebooks that run in parallel.
        progress: Called after each notebook with the number graded, the total number, and its name.

    Returns:
        One row for each exercise of each notebook, ordered by student and notebook. After Ctrl-C, the remaining
        notebooks get a row with this reason.

    Raises:
        InputError: When there is no such folder, or no notebook in it.
        NotInstalledError: Without the extra `lab`.
    """
    need("nbclient")
    check_time_limit(time_limit)
    if not submissions.is_dir():
        raise InputError(f"there is no folder {submissions}")
    paths = sorted(p for p in submissions.rglob("*.ipynb") if ".ipynb_checkpoints" not in p.parts)
    if not paths:
        raise InputError(f"there is no notebook in {submissions}; it should hold one folder for each student")
    graded: dict[Path, list[Grade]] = {}
    with ThreadPoolExecutor(max(1, jobs)) as pool:
        waiting = {pool.submit(_grade_one, path, submissions, time_limit): path for path in paths}
        try:
            for done in as_completed(waiting):
                graded[waiting[done]] = done.result()
                if progress:
                    progress(len(graded), len(paths), str(waiting[done].relative_to(submissions)))
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            kill_all()  # so that the threads waiting for them end too
    for path in paths:
        if path not in graded:
            graded[path] = [_row(path, submissions, _lesson_by_name(path), "", "not run", INTERRUPTED)]
    return sorted((g for grades in graded.values() for g in grades), key=lambda g: (g.student, g.notebook))


def write_csv(grades: Sequence[Grade], path: Path) -> None:
    """Write the grades as CSV, one row each, with the names of the fields as headings.

    Raises:
        InputError: When the file cannot be written.
    """
    try:
        with path.open("w", encoding="utf-8-sig", newline="") as file:  # spreadsheets need the byte order mark
            writer = csv.DictWriter(file, [field.name for field in fields(Grade)])
            writer.writeheader()
            writer.writerows({name: _cell(part) for name, part in asdict(each).items()} for each in grades)
    except OSError as error:
        raise InputError(f"the grades cannot be written to {path}: {error.strerror or error}") from None


def _cell(part: Any) -> Any:
    """Escape text that a spreadsheet would read as a formula."""
    return f"'{part}" if isinstance(part, str) and part[:1] in ("=", "+", "-", "@") else part


def _grade_one(path: Path, submissions: Path, time_limit: float) -> list[Grade]:
    lesson = _lesson_by_name(path)

    def rows(status: str, sentence: str) -> list[Grade]:
        """The same grade for every exercise of the lesson."""
        names = [each.name for each in every_exercise(lesson)] if lesson is not None else [""]
        return [_row(path, submissions, lesson, name, status, sentence) for name in names]

    try:
        notebook = need("nbformat").read(path, 4)
        lesson = lesson if lesson is not None else _lesson_by_cells(notebook)
        if lesson is None:
            return rows("not run", "the notebook belongs to no lesson: it has no check of an exercise")
        with_checks = _with_the_checks_of_the_course(notebook, lesson)
    except Exception as error:  # a file may hold anything
        return rows("not run", f"the file cannot be read as a notebook: {type(error).__name__}: {error}"[:400])
    verdicts, ended = _run(with_checks, time_limit)
    grades = []
    for exercise in every_exercise(lesson):
        status, sentence = verdicts.get(exercise.name, ("not run", ended or "the check was not reached"))
        if ended and status == "wrong" and "could not run" in sentence:  # because an earlier cell was stopped
            status, sentence = "not run", f"{ended}; {sentence}"
        grades.append(_row(path, submissions, lesson, exercise.name, status, sentence))
    return grades


def _row(path: Path, submissions: Path, lesson: int | None, exercise: str, status: str, sentence: str) -> Grade:
    name = path.relative_to(submissions)
    student = name.parts[0] if len(name.parts) > 1 else _without_lesson(path, lesson)
    return Grade(student, str(name), lesson, exercise, int(status == "right"), status, sentence)


def _lesson_by_name(path: Path) -> int | None:
    return next((k for k, lesson in lesson_files().items() if lesson.stem in path.stem), None)


def _without_lesson(path: Path, lesson: int | None) -> str:
    stem = path.stem if lesson is None else path.stem.replace(lesson_files()[lesson].stem, "")
    return stem.strip(" _-.") or path.stem


def _lesson_by_cells(notebook: Any) -> int | None:
    lesson_of = {each.name: each.lesson for each in every_exercise()}
    named = [name for cell in notebook.cells for name in CHECK.findall(cell.source)]
    return next((lesson_of[name] for name in named if name in lesson_of), None)


def _with_the_checks_of_the_course(notebook: Any, lesson: int) -> Any:
    """The notebook with the check cells of the course; missing ones are appended."""
    new_cell = need("nbformat").v4.new_code_cell
    ours = {
        CHECK.findall(cell.source)[0]: cell.source
        for cell in need("nbformat").read(lesson_files()[lesson], 4).cells
        if cell.cell_type == "code" and CHECK.search(cell.source)
    }
    sources = []
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        name = str(cell.metadata.get("nbgrader", {}).get("grade_id", ""))
        name = name.removeprefix("check-") if name.startswith("check-") else ""
        if name not in ours:
            name = next(iter(CHECK.findall(cell.source)), "")
        sources.append(ours.pop(name, cell.source))
    return need("nbformat").v4.new_notebook(cells=[new_cell(source) for source in [*sources, *ours.values()]])


def _run(notebook: Any, time_limit: float) -> tuple[dict[str, tuple[str, str]], str]:
    """Run a notebook in an empty folder; returns the results of the checks, and the error that ended it, if any."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        inside = Path(folder)
        work, source, results, ended = (inside / name for name in ("work", "notebook.ipynb", "verdicts", "ended"))
        work.mkdir()
        need("nbformat").write(notebook, source)
        environment = {**os.environ, VERDICTS: str(results), "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        seconds_a_cell = str(time_limit * CELL_SHARE)
        command = [sys.executable, "-m", f"{__package__}.grading", str(source), str(ended), seconds_a_cell]
        limit = run_within(command, time_limit, work, environment)
        lines = results.read_text(encoding="utf-8").splitlines() if results.exists() else []
        why = f"the notebook {limit}" if limit else ended.read_text(encoding="utf-8") if ended.exists() else ""
    verdicts: dict[str, tuple[str, str]] = {}
    for each in map(json.loads, lines):
        if verdicts.get(each["exercise"], ("",))[0] != "right":
            verdicts[each["exercise"]] = each["status"], each["sentence"]
    return verdicts, why


def _execute(source: str, ended: str, seconds_a_cell: float) -> None:
    """Run the cells of a notebook, in its own process; an error in one cell does not stop the others."""
    nbformat, nbclient = need("nbformat"), need("nbclient")
    notebook = nbformat.read(source, 4)
    options = {"allow_errors": True, "interrupt_on_timeout": True, "kernel_name": "python3"}
    try:
        nbclient.NotebookClient(notebook, timeout=int(seconds_a_cell), **options).execute()
    except Exception as error:
        reason = (str(error).strip() or type(error).__name__).splitlines()[0]
        Path(ended).write_text(f"the notebook stopped: {reason}", encoding="utf-8")
    for k, cell in enumerate(notebook.cells, 1):
        errors = [out for out in cell.outputs if out.output_type == "error"]
        if any(error.ename == "KeyboardInterrupt" for error in errors):
            Path(ended).write_text(f"code cell {k} was stopped after {seconds_a_cell:g} seconds", encoding="utf-8")
        if errors and (names := CHECK.findall(cell.source)):
            write(Verdict(names[0], "wrong", f"the check could not run: {errors[0].ename}: {errors[0].evalue}"))


if __name__ == "__main__":
    _execute(sys.argv[1], sys.argv[2], float(sys.argv[3]))
