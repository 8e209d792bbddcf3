"""What the tests of grading share: notebooks, and answers as a submitted notebook saves them."""

import contextlib
import io
from pathlib import Path
from typing import Any

import mutants
import nbformat
from nbformat import v4

from sudoku_models.course.checking import packed
from sudoku_models.course.exercise import find
from sudoku_models.course.grading import judging
from sudoku_models.course.lessons import lesson_files
from sudoku_models.course.verdict import Verdict
from sudoku_models.runtime.processes import Worker

SOLUTIONS = Path(__file__).parents[3] / "notebooks" / "solutions"
START = "from sudoku_models import course"


def notebook(path: Path, *cells: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(v4.new_notebook(cells=[v4.new_code_cell(cell) for cell in cells]), path)


def lesson_name(lesson: int) -> str:
    return lesson_files()[lesson].name


def new_judge() -> Worker:
    return Worker([f"{judging.__name__}:prepare"], fresh=True)


def judged(worker: Worker, folder: Path, name: str, *answer: Any, time_limit: float = 60.0) -> Verdict:
    """The verdict on an answer as it is made for a submission."""
    file = folder / f"{name}.pickle"
    file.write_bytes(packed(answer))
    verdict: Verdict = worker.request(judging.verdict_of, name, str(file), str(folder), time_limit=time_limit)
    return verdict


def defined(source: str, name: str) -> Any:
    """What a cell defines under a name."""
    space: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(source, "<a cell>", "exec"), space)
    return space[name]


def solved(name: str) -> tuple[Any, ...]:
    """The answer of the solved notebook."""
    with contextlib.redirect_stdout(io.StringIO()):
        return mutants.answer(name, {})


def lesson_of(name: str) -> int:
    return find(name).lesson
