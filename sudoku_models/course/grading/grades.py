"""Grading: the exercises of a lesson over a folder of submitted notebooks.

Each notebook runs in a separate process, which sends its answers. Afterwards each answer is judged in a fresh process.
"""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Any

from ...errors import InputError, WorkerError
from ...runtime.limits import check_time_limit
from ...runtime.processes import Worker, map_with_workers
from .. import answer_checks
from ..exercise import TIME_LIMIT
from ..exercises import OWN, find
from ..lessons import lesson_files, need
from ..progress_file import PROGRESS_FILE, hints_in
from .files import Draft, Grade
from .notebooks import answer_names, hints_used, lesson_of, run_notebook
from .roster import Roster, name_and_number

SECONDS = 300.0
"""The time limit of one notebook; a lesson with all its exercises takes a tenth of it."""

CELL_SHARE = 1 / 3
"""The part of a notebook's time limit that one of its cells may take, so that the cells after it still run."""

MOST_BYTES = 100 * 1024**2
"""The largest notebook; a lesson with its pictures has less than one megabyte."""

INTERRUPTED = "grading was interrupted"
PREPARED = (
    *answer_checks.PREPARED,
    run_notebook.__module__,
    "IPython.core.interactiveshell",
    "matplotlib.pyplot",
    "sudoku_models.backends.pulp",
    "sudoku_models.backends.pyomo",
    "sudoku_models.backends.cpsat",
    "sudoku_models.solvers.highs",
)
"""The modules that a worker imports before the time of a notebook begins."""


def grade(
    submissions: Path,
    time_limit: float = SECONDS,
    jobs: int = 1,
    progress: Callable[[int, int, str], None] | None = None,
    roster: Roster | None = None,
    draft: Draft | None = None,
) -> list[Grade]:
    """Run all notebooks in a folder, and judge their answers.

    The answers are judged here, whatever the check cells of a notebook say. A notebook that does not end, crashes or
    cannot be read gets rows with the reason, and the others are graded.

    Args:
        submissions: The folder, which contains notebooks, or a folder for each student.
        time_limit: Seconds for each notebook; its answers are judged afterwards, each within its own limit.
        jobs: The number of notebooks that are graded in parallel.
        progress: Called after each notebook, in order, with the number graded, the total number, and its name.
        roster: The students of the class.
        draft: Where the grades of each notebook are kept at once; notebooks that it has, and that have not changed
            since, are not run again.

    Returns:
        One row for each exercise of each notebook, ordered by student and notebook, and one for each student of the
        roster and each folder without a notebook, and for each notebook of nobody on the roster. After Ctrl-C, the
        remaining notebooks get a row with this reason.

    Raises:
        InputError: When there is no such folder, or no notebook in it.
        NotInstalledError: Without the extra `lab`.
    """
    need("IPython")
    check_time_limit(time_limit)
    if not submissions.is_dir():
        raise InputError(f"there is no folder {submissions.resolve()}")
    paths = sorted(p for p in submissions.rglob("*") if p.suffix.lower() == ".ipynb" and p.is_file() and not _hidden(p))
    if not paths:
        there = ", ".join(sorted(path.name for path in submissions.iterdir())[:3]) or "nothing"
        raise InputError(f"there is no notebook in {submissions.resolve()}, only {there}; unpack what is packed")
    names = {path: path.relative_to(submissions) for path in paths}
    students = {path: _student(name, roster) for path, name in names.items()}
    if roster and (first := roster.headings & {*students.values()}):
        raise InputError(f"the first line of the roster has the student {first.pop()!r}; it should have the headings")
    without = list(_without_notebook(submissions, set(students.values()), roster))
    known = draft.done if draft else {}
    class_list = sorted(roster.students) if roster else None
    settings = {path: (str(names[path]), students[path], time_limit, class_list) for path in paths}
    keys = {path: _key(path, settings[path]) for path in paths if draft}
    graded = {
        path: known.get(keys.get(path, "")) or [_row(students[path], names[path], None, "", "not run", INTERRUPTED)]
        for path in paths
    }
    left = [path for path in paths if keys.get(path) not in known]
    options: dict[str, Any] = {"prepare": PREPARED, "fresh": True, "environment": {"MPLBACKEND": "agg"}}

    def grades_of(worker: Worker, path: Path) -> list[Grade]:
        found = _grades_of(path, students[path], names[path], time_limit, worker)
        if roster is not None and students[path] not in roster.students:
            who = " or ".join(roster.named(students[path])) or "nobody"
            why = f"{students[path]!r} is {who} on the roster: name the folder or file as its first column does"
            found.insert(0, _row(students[path], names[path], None, "", "not run", why))
        if draft and not worker.is_closed:  # then it was ended by an interrupt
            draft.add(keys[path], found)
        return found

    with suppress(KeyboardInterrupt), closing(map_with_workers(grades_of, left, max(1, jobs), **options)) as found:
        for k, (path, grades) in enumerate(zip(left, found, strict=True), len(paths) - len(left) + 1):
            graded[path] = grades
            if progress:
                progress(k, len(paths), str(names[path]))
    return sorted(chain(without, *graded.values()), key=lambda g: (g.student, g.notebook))


def _key(path: Path, settings: tuple[object, ...]) -> str:
    """What the grades of a notebook depend on, as a hash."""
    digest = sha256(repr(settings).encode())
    for file in (path, path.parent / PROGRESS_FILE):
        with suppress(OSError):
            digest.update(file.read_bytes())
    return digest.hexdigest()


def _hidden(path: Path) -> bool:
    """Whether a path is a copy that Jupyter or macOS has made."""
    return path.name.startswith(".") or not {".ipynb_checkpoints", "__MACOSX"}.isdisjoint(path.parts)


def _student(name: Path, roster: Roster | None) -> str:
    """The student of a submission: as the roster says, else its folder, or its file name without that of the lesson."""
    lesson = lesson_of(name)
    own = name.stem if lesson is None else name.stem.replace(lesson_files()[lesson].stem, "").strip(" _-.")
    own, number = name_and_number(name.parts[0]) or (name.parts[0] if len(name.parts) > 1 else own or name.stem, "")
    return (roster and roster.find(own, number)) or own


def _without_notebook(submissions: Path, done: set[str], roster: Roster | None) -> Iterator[Grade]:
    """A row for each folder, and each student of the roster, without a notebook."""
    found: dict[str, list[Path]] = {}
    for path in sorted(path for path in submissions.iterdir() if not _hidden(path)):
        student = _student(path.relative_to(submissions), roster)
        is_packed = path.suffix.lower() in (".zip", ".gz", ".rar", ".7z")
        if path.is_dir() or is_packed or (roster and student in roster.students):
            found.setdefault(student, []).append(path)
    for student in sorted({*found, *(roster.students if roster else ())} - done):
        paths = found.get(student, [])
        files = [path.name for start in paths for path in (start, *sorted(start.rglob("*"))) if path.is_file()]
        why = f"there is no notebook, only {', '.join(files[:3])}" if files else "no notebook was handed in"
        yield _row(student, paths[0].relative_to(submissions) if paths else "", None, "", "not run", why)


def _grades_of(path: Path, student: str, name: Path, time_limit: float, worker: Worker) -> list[Grade]:
    """The grades of one notebook."""
    lesson = lesson_of(path)

    def rows(sentence: str) -> list[Grade]:
        """The same grade for every exercise of the lesson."""
        names = [""] if lesson is None else answer_names(lesson)
        return [_row(student, name, lesson, exercise, "not run", sentence) for exercise in names]

    try:
        if path.stat().st_size > MOST_BYTES:
            raise ValueError(f"it has more than {MOST_BYTES // 1024**2} MB")
        notebook = need("nbformat").read(path, 4)
        lesson = lesson_of(path, notebook)
        cells = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
        hints = hints_used(notebook, hints_in(path.parent / PROGRESS_FILE))
    except Exception as error:  # a file may hold anything
        return rows(f"the file cannot be read as a notebook; is it damaged, or cut off? {error}"[:400])
    if lesson is None:
        return rows(f"the notebook belongs to no lesson: it checks no exercise that is known; {OWN}")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        judged = _judged(cells, answer_names(lesson), folder, time_limit, worker)
    return [_row(student, name, lesson, each, *judged[each], hints.get(each, 0)) for each in judged]


def _row(student: str, name: Path | str, lesson: int | None, exercise: str, status: str, *rest: Any) -> Grade:
    points = None if status in ("not known", "not run") else int(status == "right")
    return Grade(student, str(name), lesson, exercise, points, status, *rest)


def _judged(
    cells: list[str], answers: dict[str, list[str]], folder: str, time_limit: float, worker: Worker
) -> dict[str, tuple[str, str, str]]:
    """Run a notebook, and judge its answers: the status, the sentence and the formulations used of each exercise."""
    packed: dict[str, tuple[bytes, list[str]]] = {}
    remarks: dict[str, str] = {}
    stopped: dict[str, str] = {}
    begun = [0]

    def note(message: Any) -> None:
        match message:
            case int():
                begun.append(message)
            case exercise, stop, str(remark):
                stopped[exercise], remarks[exercise] = stop, remark
            case exercise, stop, content, formulations:
                stopped[exercise], packed[exercise] = stop, (content, formulations)

    try:
        worker.request(
            run_notebook, cells, answers, folder, time_limit * CELL_SHARE, time_limit=time_limit, on_message=note
        )
        ended = "wrong", ""
    except WorkerError as error:
        ended = "not known", f"the notebook {error.reason}, in code cell {begun[-1]}"
        if not error.limit:
            ended = "not run", f"Python ended in code cell {begun[-1]}: the cell ended it, or took too much memory"
    except Exception as error:  # a notebook can break anything in its process
        ended = "not run", f"the notebook cannot be run: {type(error).__name__}: {error}"[:400]
    found: dict[str, tuple[str, str, str]] = {}
    for name in answers:
        formulations = ""
        if name in packed:
            content, used = packed[name]
            verdict = answer_checks.verdict_from(worker, find(name), content, TIME_LIMIT, folder)
            outcome, formulations = (str(verdict.status), verdict.sentence), " ".join(used)
        else:
            outcome = ("wrong", remarks[name]) if name in remarks else ended
        if outcome[0] in ("wrong", "not yet") and stopped.get(name):
            outcome = "not known", f"{stopped[name]}, so this is not known; as it is: {outcome[1]}"
        found[name] = *outcome, formulations
    return found
