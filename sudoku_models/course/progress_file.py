"""The progress of a learner: in memory, and in a course folder made by `sudoku-models course start`.

No other file is written.
"""

import contextlib
import html
import json
import sys
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from ..errors import InputError
from .exercise import PATH, Exercise, Verdict
from .exercises import OWN, every_exercise, numbered

PROGRESS_FILE = "progress.json"
"""The file in a course folder; it is written only if it exists, or in a browser tab."""

BOXES = {"right": "x✔", "not known": "??"}
"""What stands before an exercise, as text and as HTML; one that was not judged is neither done nor wrong."""

_memory: dict[str, str] = {}
_hints: dict[str, int] = {}
"""The number of hints that were asked for, by exercise; in the file under the key "hints"."""


def hints_used() -> dict[str, int]:
    """The number of hints that were asked for, by exercise, in this session or in the file of the course folder."""
    return {**_hints, **hints_in(Path(PROGRESS_FILE))}


def hints_in(file: Path) -> dict[str, int]:
    """The hints that a progress file records; none if it cannot be read."""
    hints = (_read(file) or {}).get("hints")
    return {name: k for name, k in hints.items() if isinstance(k, int)} if isinstance(hints, dict) else {}


def write_hint(name: str, number: int) -> None:
    """Record that this many hints of an exercise were asked for."""
    _hints[name] = max(number, hints_used().get(name, 0))
    _update_file()


def write(verdict: Verdict) -> None:
    """Record a verdict; an exercise that was right once stays done."""
    if _memory.get(verdict.exercise) != "right":
        _memory[verdict.exercise] = verdict.status
        _update_file()


def _update_file() -> None:
    """Write what is known into the file of a course folder, if this is one."""
    file = Path(PROGRESS_FILE)
    if not file.is_file() and sys.platform != "emscripten":  # in a browser tab every folder is the browser's storage
        return
    known: dict[str, Any] = {**_memory, **{name: each for name, each in _statuses_in(file).items() if each == "right"}}
    if hints := {**hints_in(file), **_hints}:
        known["hints"] = hints
    part = file.with_suffix(".part")
    with contextlib.suppress(OSError):  # a read-only folder must not fail an exercise
        if file.is_file() and _read(file) is None and file.stat().st_size:
            file.replace(file.with_suffix(".damaged"))  # nothing is lost
        text = json.dumps(known, indent=1) + "\n"
        part.write_text(text, encoding="utf-8")
        try:
            part.replace(file)
        except OSError:  # a file system that cannot rename onto a file
            file.write_text(text, encoding="utf-8")
            part.unlink()


def _statuses_in(file: Path) -> dict[str, str]:
    return {name: each for name, each in (_read(file) or {}).items() if isinstance(each, str)}


def _read(file: Path) -> dict[str, Any] | None:
    """The contents of a progress file; None when it cannot be read."""
    try:
        known = json.loads(file.read_text(encoding="utf-8", errors="replace"))
    except (OSError, ValueError):
        return None
    return known if isinstance(known, dict) else None


@dataclass(frozen=True, repr=False)
class Progress:
    """Every exercise with the status of its last check, by lesson; printed as a line for each lesson.

    Attributes:
        statuses: The status of each exercise that was checked, by its name.
        where: Where this is kept, as the end of a sentence.
        lesson: The lesson that is shown, with a line for each exercise; None for all lessons.
    """

    statuses: dict[str, str]
    where: str
    lesson: int | None = None

    def lessons(self) -> dict[int, list[tuple[Exercise, str]]]:
        """The exercises of each lesson shown, each with "right", "wrong", "not yet", "not known" or "" (not tried).

        The lessons of the core course come first.
        """
        order = [*chain(*PATH.values())]
        found: dict[int, list[tuple[Exercise, str]]] = {}
        every = every_exercise(self.lesson)
        for each in sorted(every, key=lambda each: order.index(each.lesson) if each.lesson in order else len(order)):
            found.setdefault(each.lesson, []).append((each, self.statuses.get(each.name, "")))
        return found

    @property
    def done(self) -> int:
        """The number of exercises that are right, in the lessons shown."""
        return sum(status == "right" for tried in self.lessons().values() for _, status in tried)

    def __repr__(self) -> str:
        lines = [f"{self.done} of {len(every_exercise(self.lesson))} exercises done ({self.where})"]
        if self.lesson is None:
            for lesson, tried in self.lessons().items():
                boxes = "".join(f"[{BOXES.get(status, ' ☐')[0]}]" for _, status in tried)
                right = sum(status == "right" for _, status in tried)
                lines.append(f"lesson {lesson:>2}: {right} of {len(tried)} {boxes}")
            return "\n".join([*lines, "course.progress(1) shows the exercises of lesson 1"])
        names = {each.name: number for number, each in numbered().items()}
        for each, status in self.lessons()[self.lesson]:
            lines.append(f"[{BOXES.get(status, ' ☐')[0]}] {names[each.name]} {each.title} ({each.name})")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        rows, numbers = [], {each.name: number for number, each in numbered().items()}
        for lesson, tried in self.lessons().items():
            boxes = "".join(
                f"<li>{BOXES.get(status, ' ☐')[1]} {numbers[each.name]} {html.escape(each.title)} "
                f"<code>{each.name}</code></li>"
                for each, status in tried
            )
            right = sum(status == "right" for _, status in tried)
            is_open = 0 < right < len(tried) or self.lesson is not None
            rows.append(
                f"<details{' open' if is_open else ''}><summary>Lesson {lesson}: {right} of {len(tried)}"
                f"</summary><ul style='list-style:none'>{boxes}</ul></details>"
            )
        done = f"<b>{self.done} of {len(every_exercise(self.lesson))}</b> exercises done ({html.escape(self.where)})"
        return f"<div>{done}{''.join(rows)}</div>"


def progress(lesson: int | None = None) -> Progress:
    """The progress in this session or, in a folder made by `sudoku-models course start`, in all sessions.

    Args:
        lesson: The number of a lesson, whose exercises are shown; None shows a line for each lesson.

    Raises:
        InputError: When there is no such lesson.

    >>> from sudoku_models import course
    >>> _ = course.check("count-pairs", 864)
    >>> course.progress().statuses["count-pairs"]
    'right'
    """
    lessons = {each.lesson for each in every_exercise()}
    if lesson is not None and lesson not in lessons:
        raise InputError(f"there is no lesson {lesson!r} with exercises, only {min(lessons)} to {max(lessons)}; {OWN}")
    file = Path(PROGRESS_FILE)
    if file.is_file():
        return Progress({**_memory, **_statuses_in(file)}, f"kept in {PROGRESS_FILE}", lesson)
    where = "in this session; a folder made by `sudoku-models course start` keeps them"
    return Progress(dict(_memory), where, lesson)
