"""Grading: the exercises of a lesson over a folder of submitted notebooks.

Each notebook runs in a separate process, which sends its answers. Afterwards each answer is judged in a fresh process.
"""

import tempfile
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from ...errors import InputError, WorkerError
from ...runtime.limits import check_time_limit
from ...runtime.processes import Worker, map_with_workers
from .. import checking
from ..exercise import find
from ..lessons import lesson_files, need
from ..progress_file import PROGRESS_FILE, hints_in
from .notebooks import answer_names, hints_used, lesson_of, run_notebook

SECONDS = 300.0
"""The time limit of one notebook; a lesson with all its exercises takes a tenth of it."""

CELL_SHARE = 1 / 3
"""The part of a notebook's time limit that one of its cells may take, so that the cells after it still run."""

MOST_BYTES = 100 * 1024**2
"""The largest notebook; a lesson with its pictures has less than one megabyte."""

INTERRUPTED = "grading was interrupted"
PREPARED = (
    *checking.PREPARED,
    run_notebook.__module__,
    "IPython.core.interactiveshell",
    "matplotlib.pyplot",
    "sudoku_models.backends.pulp",
    "sudoku_models.backends.pyomo",
    "sudoku_models.backends.cpsat",
    "sudoku_models.solvers.highs",
)
"""The modules that a worker imports before the time of a notebook begins."""


@dataclass(frozen=True)
class Grade:
    """The grade of one exercise in one submitted notebook.

    Attributes:
        student: The folder of the notebook, or its file name without the name of the lesson.
        notebook: Its path below the folder of submissions.
        lesson: The number of the lesson; None when it could not be determined.
        exercise: The name of the exercise; empty when the notebook could not be graded.
        points: 1 for a right answer, None for one that could not be judged ("not known"), else 0.
        status: "right", "wrong", "not yet", "not known", or "not run".
        sentence: The reason.
        formulations: The formulations of this package that the answer uses instead of its own, separated by spaces.
        hints: The number of hints that the student has asked for, as far as the submission tells.
    """

    student: str
    notebook: str
    lesson: int | None
    exercise: str
    points: int | None
    status: str
    sentence: str
    formulations: str = ""
    hints: int = 0


def grade(
    submissions: Path,
    time_limit: float = SECONDS,
    jobs: int = 1,
    progress: Callable[[int, int, str], None] | None = None,
) -> list[Grade]:
    """Run all notebooks in a folder, and judge their answers.

    The answers are judged here, whatever the check cells of a notebook say. A notebook that does not end, crashes or
    cannot be read gets rows with the reason, and the others are graded.

    Args:
        submissions: The folder, which contains notebooks, or a folder for each student.
        time_limit: Seconds for each notebook; its answers are judged afterwards, each within its own limit.
        jobs: The number of notebooks that are graded in parallel.
        progress: Called after each notebook, in order, with the number graded, the total number, and its name.

    Returns:
        One row for each exercise of each notebook, ordered by student and notebook. After Ctrl-C, the remaining
        notebooks get a row with this reason.

    Raises:
        InputError: When there is no such folder, or no notebook in it.
        NotInstalledError: Without the extra `lab`.
    """
    need("IPython")
    check_time_limit(time_limit)
    if not submissions.is_dir():
        raise InputError(f"there is no folder {submissions}")
    paths = sorted(p for p in submissions.rglob("*.ipynb") if ".ipynb_checkpoints" not in p.parts)
    if not paths:
        raise InputError(f"there is no notebook in {submissions}; it should hold one folder for each student")
    graded = [[_row(path, submissions, None, "", "not run", INTERRUPTED)] for path in paths]
    options: dict[str, Any] = {"prepare": PREPARED, "fresh": True, "environment": {"MPLBACKEND": "agg"}}

    def grades_of(worker: Worker, path: Path) -> list[Grade]:
        return _grades_of(path, submissions, time_limit, worker)

    with suppress(KeyboardInterrupt), closing(map_with_workers(grades_of, paths, max(1, jobs), **options)) as found:
        for k, grades in enumerate(found):
            graded[k] = grades
            if progress:
                progress(k + 1, len(paths), str(paths[k].relative_to(submissions)))
    return sorted(chain(*graded), key=lambda g: (g.student, g.notebook))


def _grades_of(path: Path, submissions: Path, time_limit: float, worker: Worker) -> list[Grade]:
    """The grades of one notebook."""
    lesson = lesson_of(path)

    def rows(sentence: str) -> list[Grade]:
        """The same grade for every exercise of the lesson."""
        names = [""] if lesson is None else answer_names(lesson)
        return [_row(path, submissions, lesson, name, "not run", sentence) for name in names]

    try:
        if path.stat().st_size > MOST_BYTES:
            raise ValueError(f"it has more than {MOST_BYTES // 1024**2} MB")
        notebook = need("nbformat").read(path, 4)
        lesson = lesson_of(path, notebook)
        cells = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
        hints = hints_used(notebook, hints_in(path.parent / PROGRESS_FILE))
    except Exception as error:  # a file may hold anything
        return rows(f"the file cannot be read as a notebook: {type(error).__name__}: {error}"[:400])
    if lesson is None:
        return rows("the notebook belongs to no lesson: it has no check of an exercise")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        judged = _judged(cells, answer_names(lesson), folder, time_limit, worker)
    return [_row(path, submissions, lesson, name, *judged[name], hints.get(name, 0)) for name in judged]


def _row(path: Path, submissions: Path, lesson: int | None, exercise: str, status: str, *rest: Any) -> Grade:
    name = path.relative_to(submissions)
    stem = path.stem if lesson is None else path.stem.replace(lesson_files()[lesson].stem, "")
    student = name.parts[0] if len(name.parts) > 1 else stem.strip(" _-.") or path.stem
    points = None if status == "not known" else int(status == "right")
    return Grade(student, str(name), lesson, exercise, points, status, *rest)


def _judged(
    cells: list[str], answers: dict[str, list[str]], folder: str, time_limit: float, worker: Worker
) -> dict[str, tuple[str, str, str]]:
    """Run a notebook, and judge its answers: the status, the sentence and the formulations used of each exercise."""
    packed: dict[str, tuple[bytes, list[str]]] = {}
    remarks: dict[str, tuple[str, str]] = {}
    begun = [0]

    def note(message: Any) -> None:
        match message:
            case int():
                begun.append(message)
            case exercise, str(status), remark:
                remarks[exercise] = status, remark
            case exercise, content, formulations:
                packed[exercise] = content, formulations

    try:
        request = run_notebook, cells, answers, folder, time_limit * CELL_SHARE
        worker.request(*request, time_limit=time_limit, on_message=note)
        missing = "wrong", ""
    except WorkerError as error:
        missing = "not known", f"the notebook {error.reason}, in code cell {begun[-1]}"
        if not error.limit:
            ended = f"Python ended in code cell {begun[-1]}: the cell ended it, or took more memory than there is"
            missing = "not run", ended
    except Exception as error:  # a notebook can break anything in its process
        missing = "not run", f"the notebook cannot be run: {type(error).__name__}: {error}"[:400]
    found: dict[str, tuple[str, str, str]] = {}
    for name in answers:
        if name in packed:
            content, formulations = packed[name]
            verdict = checking.verdict_from(worker, find(name), content, find(name).time_limit, folder)
            found[name] = verdict.status, verdict.sentence, " ".join(formulations)
        else:
            found[name] = *remarks.get(name, missing), ""
    return found
