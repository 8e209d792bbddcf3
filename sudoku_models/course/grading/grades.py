"""Grading: the exercises of a lesson over a folder of submitted notebooks.

Each notebook runs in a process of its own, where its answers are only saved. Afterwards each answer is judged: its
functions run in another process, which holds no judge, and the judge in one that never loads their code.
"""

import os
import queue
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...errors import InputError, WorkerError
from ...runtime.limits import check_time_limit
from ...runtime.processes import Worker, kill_all, run_program
from ..checking import stopped
from ..exercise import every_exercise, find
from ..lessons import lesson_files, need
from ..progress_file import PROGRESS_FILE, hints_in
from ..verdict import Verdict
from .collecting import FOLDER
from .execution import read_events
from .judging import NEEDS_ONE_PROCESS, verdict_of
from .notebooks import Cell, cells_with_checks, hints_used, lesson_of_cells, lesson_of_name, remark
from .together import read_verdict

__all__ = ["INTERRUPTED", "Grade", "grade"]

SECONDS = 300.0
"""The time limit of one notebook; a lesson with all its exercises takes a tenth of it."""

CELL_SHARE = 1 / 3
"""The part of a notebook's time limit that one of its cells may take; the checks at the end still run."""

PATIENCE = 6.0
"""The limit of an exercise is multiplied by this: a grader's machine is busy, and processes have to start."""

INTERRUPTED = "grading was interrupted"


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
        isolated: "yes" when no code of the submission ran in the process of the judge, else "no".
        hints: The number of hints that the student has asked for, as far as the submission tells.
    """

    student: str
    notebook: str
    lesson: int | None
    exercise: str
    points: int
    status: str
    sentence: str
    isolated: str = "yes"
    hints: int = 0


def grade(
    submissions: Path,
    time_limit: float = SECONDS,
    jobs: int = 1,
    progress: Callable[[int, int, str], None] | None = None,
) -> list[Grade]:
    """Run all notebooks in a folder, and judge their answers.

    The check cells are replaced by those of the course. A notebook that does not end, crashes or cannot be read gets
    rows with the reason, and the others are graded.

    Args:
        submissions: The folder, which contains notebooks, or a folder for each student.
        time_limit: Seconds for each notebook; its answers are judged afterwards, each within its own limit.
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
    judges = [Worker([f"{__package__}.judging:prepare"], fresh=True) for _ in range(max(1, jobs))]
    idle: queue.SimpleQueue[Worker] = queue.SimpleQueue()
    for worker in judges:
        worker.start()  # before any code of a submission runs
        idle.put(worker)
    with ThreadPoolExecutor(len(judges)) as pool:
        waiting = {pool.submit(_grade_one, path, submissions, time_limit, idle): path for path in paths}
        try:
            for done in as_completed(waiting):
                graded[waiting[done]] = done.result()
                if progress:
                    progress(len(graded), len(paths), str(waiting[done].relative_to(submissions)))
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            kill_all()  # so that the threads waiting for them end too
        finally:
            for worker in judges:
                worker.close()
    for path in paths:
        if path not in graded:
            graded[path] = [_row(path, submissions, lesson_of_name(path), "", "not run", INTERRUPTED)]
    return sorted((g for grades in graded.values() for g in grades), key=lambda g: (g.student, g.notebook))


def _grade_one(path: Path, submissions: Path, time_limit: float, judges: "queue.SimpleQueue[Worker]") -> list[Grade]:
    lesson = lesson_of_name(path)

    def rows(status: str, sentence: str) -> list[Grade]:
        """The same grade for every exercise of the lesson."""
        names = [each.name for each in every_exercise(lesson)] if lesson is not None else [""]
        return [_row(path, submissions, lesson, name, status, sentence) for name in names]

    try:
        notebook = need("nbformat").read(path, 4)
        lesson = lesson if lesson is not None else lesson_of_cells(notebook)
        if lesson is None:
            return rows("not run", "the notebook belongs to no lesson: it has no check of an exercise")
        cells = cells_with_checks(notebook, lesson)
        hints = hints_used(notebook, hints_in(path.parent / PROGRESS_FILE))
    except Exception as error:  # a file may hold anything
        return rows("not run", f"the file cannot be read as a notebook: {type(error).__name__}: {error}"[:400])
    verdicts = _run(cells, [each.name for each in every_exercise(lesson)], time_limit, judges)
    return [
        _row(path, submissions, lesson, name, status, sentence, isolated, hints.get(name, 0))
        for name, (status, sentence, isolated) in verdicts.items()
    ]


def _row(path: Path, submissions: Path, lesson: int | None, exercise: str, status: str, *rest: Any) -> Grade:
    name = path.relative_to(submissions)
    student = name.parts[0] if len(name.parts) > 1 else _without_lesson(path, lesson)
    return Grade(student, str(name), lesson, exercise, int(status == "right"), status, *rest)


def _without_lesson(path: Path, lesson: int | None) -> str:
    stem = path.stem if lesson is None else path.stem.replace(lesson_files()[lesson].stem, "")
    return stem.strip(" _-.") or path.stem


def _run(
    cells: list[Cell], exercises: list[str], time_limit: float, judges: "queue.SimpleQueue[Worker]"
) -> dict[str, tuple[str, str, str]]:
    """Run a notebook in an empty folder, and judge its answers: the status, the sentence and "isolated" of each."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        inside = Path(folder)
        work, source, events, answers = (inside / name for name in ("work", "notebook.ipynb", "events", "answers"))
        work.mkdir()
        answers.mkdir()
        nbformat = need("nbformat")
        nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(c.source) for c in cells]), source)
        command = [sys.executable, "-m", f"{__package__}.execution", str(source), str(events)]
        command.append(str(time_limit * CELL_SHARE))
        limit = run_program(command, time_limit, work, {**_environment(), FOLDER: str(answers)})
        runs, reason = read_events(events)
        ended = f"the notebook {limit}" if limit else reason
        ran = not ended and all(run.error != "KeyboardInterrupt" for run in runs.values())
        found: dict[str, tuple[str, str, str]] = {}
        for name in exercises:
            if (file := answers / f"{name}.pickle").is_file():
                isolated = "no" if name in NEEDS_ONE_PROCESS else "yes"
                verdict = _together(name, file, work) if isolated == "no" else _apart(name, file, work, judges)
                found[name] = verdict.status, verdict.sentence, isolated
            else:
                found[name] = "wrong" if ran else "not run", remark(name, cells, runs, ended), "yes"
    return found


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def _apart(name: str, file: Path, work: Path, judges: "queue.SimpleQueue[Worker]") -> Verdict:
    """The verdict of a judge whose process never loads the answer."""
    worker = judges.get()
    try:
        limit = PATIENCE * find(name).time_limit
        verdict: Verdict = worker.request(verdict_of, name, str(file), str(work), time_limit=limit)
        return verdict
    except WorkerError as error:
        return stopped(name, error.reason if error.limit else "")
    finally:
        judges.put(worker)


def _together(name: str, file: Path, work: Path) -> Verdict:
    """The verdict of a judge in one process with the answer."""
    result = file.with_suffix(".json")
    command = [sys.executable, "-m", f"{__package__}.together", name, str(file), str(result)]
    limit = run_program(command, PATIENCE * find(name).time_limit, work, _environment())
    return (None if limit else read_verdict(name, result)) or stopped(name, limit)
