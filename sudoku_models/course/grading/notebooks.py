"""A submitted notebook: its lesson, its cells with the checks of the course, and remarks on cells that went wrong."""

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..exercise import every_exercise
from ..lessons import lesson_files, need
from .execution import CellRun

__all__ = ["Cell", "cells_with_checks", "hints_used", "lesson_of_cells", "lesson_of_name", "remark"]

CHECK = re.compile(r"""course\.check\(\s*["']([\w-]+)["']""")
STEP = re.compile(r"\bhint (\d) of \d for ([\w-]+)")
IN_LINE = re.compile(r"^(.*) \([^()]*, line (\d+)\)$", re.DOTALL)

_COLLECTING = '__import__("importlib").import_module("sudoku_models.course.grading.collecting")'
ENDED_PYTHON = "the kernel was killed: the cell ended Python, or took more memory than there is"


@dataclass(frozen=True)
class Cell:
    """A code cell as it is run.

    Attributes:
        source: Its text.
        number: Its number among the code cells of the submission, from 1; 0 when it was added.
        exercise: The exercise whose answer it saves, if it is a check.
    """

    source: str
    number: int = 0
    exercise: str = ""


def lesson_of_name(path: Path) -> int | None:
    """The lesson by the name of the file."""
    return next((k for k, lesson in lesson_files().items() if lesson.stem in path.stem), None)


def lesson_of_cells(notebook: Any) -> int | None:
    """The lesson by the first check in the notebook."""
    lesson_of = {each.name: each.lesson for each in every_exercise()}
    named = [name for cell in notebook.cells for name in CHECK.findall(cell.source)]
    return next((lesson_of[name] for name in named if name in lesson_of), None)


def cells_with_checks(notebook: Any, lesson: int) -> list[Cell]:
    """The code cells; in place of the checks those of the course, which only save the answers.

    Missing checks are appended.
    """
    ours = {
        CHECK.findall(cell.source)[0]: cell.source
        for cell in need("nbformat").read(lesson_files()[lesson], 4).cells
        if cell.cell_type == "code" and CHECK.search(cell.source)
    }
    cells = [Cell(f"{_COLLECTING}.prepare()")]
    for number, cell in enumerate((cell for cell in notebook.cells if cell.cell_type == "code"), 1):
        name = str(cell.metadata.get("nbgrader", {}).get("grade_id", ""))
        name = name.removeprefix("check-") if name.startswith("check-") else ""
        if name not in ours:
            name = next(iter(CHECK.findall(cell.source)), "")
        source = ours.pop(name, None)
        cells.append(Cell(cell.source, number) if source is None else Cell(_collects(source), number, name))
    return cells + [Cell(_collects(source), 0, name) for name, source in ours.items()]


def _collects(source: str) -> str:
    """A check cell that saves the answers.

    >>> _collects('course.check("pairwise", my_pairwise)').partition(".collecting")[2]
    '").collect("pairwise", my_pairwise)'
    """
    return source.replace("course.check(", f"{_COLLECTING}.collect(")


def remark(exercise: str, cells: Sequence[Cell], runs: Mapping[int, CellRun], ended: str) -> str:
    """Why there is no answer to an exercise: the cause, and the cell.

    Args:
        exercise: The name of the exercise.
        cells: The cells as they were run.
        runs: What happened to each cell that was begun.
        ended: Why the notebook did not run to its end; empty when it did.
    """
    k = next(k for k, cell in enumerate(cells) if cell.exercise == exercise)
    check = runs.get(k)
    if check is None or check.seconds is None:
        return _where(cells, runs, ended)
    names = _names(cells[k].source)
    culprits = [
        j for j, run in runs.items() if run.error and j < k and any(_defines(cells[j].source, n) for n in names)
    ]
    if culprits:
        return f"the cell of your answer ({_what_happened(cells[culprits[-1]], runs[culprits[-1]])}"
    if check.error == "CannotBeSaved":
        return check.message
    stopped = [j for j, run in runs.items() if run.error == "KeyboardInterrupt"]
    because = "".join(f"; {_what_happened(cells[j], runs[j], '')}" for j in stopped[:1])
    nowhere = next((n for n in names if not any(_defines(cell.source, n) for cell in cells[:k])), "")
    because = because or (f"; no cell before the check defines {nowhere}" if nowhere else "")
    return f"the check could not run: {check.error}: {check.message}{because}"


def _where(cells: Sequence[Cell], runs: Mapping[int, CellRun], ended: str) -> str:
    """Why the notebook has ended early, and in which cell."""
    last = max(runs, default=None)
    if last is None:
        return ended or "the check was not reached"
    where = f"code cell {cells[last].number}" if cells[last].number else "the check"
    if runs[last].is_stuck:
        return f"{where} took too long, and could not be interrupted, so that the kernel was killed"
    if "Kernel died" in ended or not ended:
        return f"{ENDED_PYTHON}; this happened in {where}"
    return f"{ended}, in {where}"


def _what_happened(cell: Cell, run: CellRun, closing: str = ")") -> str:
    where = f"code cell {cell.number}{closing}"
    if run.error in ("SyntaxError", "IndentationError", "TabError"):
        found = IN_LINE.match(run.message)
        line, what = (f"line {found[2]}: ", found[1]) if found else ("", run.message)
        return f"{where} has a syntax error: {line}{what}"
    if run.error == "KeyboardInterrupt":
        return f"{where} was stopped after {run.seconds or 0:.0f} seconds"
    return f"{where} stopped with {run.error}: {run.message}".removesuffix(": ")


def _names(check: str) -> list[str]:
    """The names that the answers in a check cell use."""
    calls = [node for node in ast.walk(ast.parse(check)) if isinstance(node, ast.Call)]
    return [node.id for part in calls[0].args[1:] for node in ast.walk(part) if isinstance(node, ast.Name)]


def _defines(source: str, name: str) -> bool:
    """Whether the text of a cell, which may have errors, defines a name."""
    return (
        re.search(
            rf"^\s*(async\s+)?(def|class)\s+{name}\b|^\s*([\w, ]*,\s*)?{name}\s*(:[^=\n]*)?(,[\w, ]*)?=(?!=)",
            source,
            re.MULTILINE,
        )
        is not None
    )


def hints_used(notebook: Any, beside: Mapping[str, int]) -> dict[str, int]:
    """The number of hints that were asked for, by exercise: in the stored outputs, or in the progress file beside."""
    used = dict(beside)
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            for step, name in STEP.findall(_text(output)):
                used[name] = max(used.get(name, 0), int(step))
    return used


def _text(output: Mapping[str, Any]) -> str:
    text = output.get("text") or output.get("data", {}).get("text/plain") or ""
    return "".join(text)
