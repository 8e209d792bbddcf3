"""The exercises: found in the files of the lessons, which are imported only when a judge is asked for.

A lesson has one file, `lesson_05.py`. Its docstring has a line on the lesson, and then each exercise with its name, its
title and its hints, as `## count-pairs: Count the pairs` and a numbered list. The judge of `count-pairs` is the
function `count_pairs` of that file. The questions of an examination stand at its end (`course.exams`).

The files of the course stand in `exercises` beside its notebooks, and are modules of this package all the same. A
teacher's own are in a folder `exercises` of the current directory, or of the one above.
"""

import ast
import re
from collections import defaultdict
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ...errors import InputError, NotInstalledError, UnknownNameError
from ..exercise import Exercise, ExerciseName
from ..loading import FOLDER, load

__path__.append(str(FOLDER))

OWN = "a teacher's own exercises are looked for in 'exercises' of the current directory and of the one above"
HEADING = re.compile(r"## ([a-z0-9]+(?:-[a-z0-9]+)*): (\S.*)")


class Lesson(NamedTuple):
    """What the file of a lesson has, read without importing it.

    Attributes:
        number: The number of the lesson.
        file: The file.
        exercises: In order.
        questions: The name of each question of an examination, and the points of its parts.
    """

    number: int
    file: Path
    exercises: tuple[Exercise, ...]
    questions: dict[str, list[int]]


# -- reading a file ----------------------------------------------------------------------------------------------------


def read(file: Path) -> Lesson:
    """Read the exercises and the questions of a file.

    Raises:
        InputError: When it cannot be read, or an exercise has no judge, or a judge no exercise.

    >>> read(FOLDER / "lesson_02.py").exercises[0].title
    'Count the pairs of Sudoku X'
    """
    try:
        module = ast.parse(file.read_bytes(), str(file))
    except (OSError, SyntaxError, ValueError) as error:
        where = f", in line {error.lineno}" if isinstance(error, SyntaxError) and error.lineno else ""
        what = error.msg if isinstance(error, SyntaxError) else getattr(error, "strerror", "") or error
        raise InputError(f"{file} cannot be read: {what}{where}") from None
    number = int(file.stem.removeprefix("lesson_"))
    exercises = tuple(_exercises(ast.get_docstring(module) or "", number, file))
    functions = [each for each in module.body if isinstance(each, ast.FunctionDef)]
    questions = {each.name.replace("_", "-"): points for each in functions if (points := _points(each, file))}
    names = {each.name.replace("-", "_"): each.name for each in exercises}
    defined = {each.name for each in functions} | _assigned(module)
    if missing := next((judge for judge in names if judge not in defined), None):
        raise InputError(f"{file} has the exercise {names[missing]!r}, but no judge: no function {missing}")
    if extra := next((each.name for each in functions if _is_judge(each) and each.name not in names), None):
        heading = f"## {extra.replace('_', '-')}: ..."
        raise InputError(
            f"{file} has a judge {extra}, but its docstring has no exercise {heading!r}; the name of a function that "
            "is no judge begins with an underscore"
        )
    return Lesson(number, file, exercises, questions)


def _exercises(text: str, lesson: int, file: Path) -> list[Exercise]:
    """The exercises that a docstring lists."""
    found: dict[str, Exercise] = {}
    for part in re.split(r"^(?=## )", text, flags=re.MULTILINE)[1:]:
        head, *hints = (" ".join(each.split()) for each in re.split(r"\n\d\. ", part))
        heading = HEADING.fullmatch(head)
        if not heading:
            raise InputError(f"{file}: an exercise must begin as '## count-pairs: Count the pairs', not {head!r}")
        name, title = heading.groups()
        if name in found:
            raise InputError(f"{file} has two exercises {name!r}")
        found[name] = Exercise(name, lesson, title, file, tuple(hints))
    return [*found.values()]


def _points(function: ast.FunctionDef, file: Path) -> list[int]:
    """The points of a question, from its decorator; none for any other function."""
    for each in map(ast.unparse, function.decorator_list):
        if re.match(r"(exams\.)?question\b", each):
            if re.search(r"\([1-9]\d*(, [1-9]\d*)*\)$", each):
                return [*map(int, re.findall(r"\d+", each))]
            raise InputError(f"{file}: before the question {function.name} must stand @question(2, 1), not @{each}")
    return []


def _assigned(module: ast.Module) -> set[str]:
    """The names that a module gives to values, such as a judge in `count_pairs = value(864)`."""
    targets = [target for each in module.body if isinstance(each, ast.Assign) for target in each.targets]
    targets += [each.target for each in module.body if isinstance(each, ast.AnnAssign)]
    return {each.id for each in targets if isinstance(each, ast.Name)}


def _is_judge(function: ast.FunctionDef) -> bool:
    """Whether a function looks like a judge: public, it takes an `answer`, and it returns a sentence or `Right`."""
    takes = [each.arg for each in function.args.args]
    returned = ast.unparse(function.returns) if function.returns else ""
    return takes[:1] == ["answer"] and function.name[0] != "_" and returned in ("str", "Right", "str | Right")


# -- finding them ------------------------------------------------------------------------------------------------------


@cache
def _course() -> dict[int, Lesson]:
    """The lessons of the course."""
    return {each.number: each for each in map(read, sorted(FOLDER.glob("lesson_*.py")))}


def own_folder() -> Path | None:
    """The folder with a teacher's own files, `exercises` in the current directory or the one above, if there is one."""
    with suppress(OSError):  # the current directory may have been deleted
        for folder in (Path.cwd(), Path.cwd().parent):
            found = (folder / "exercises").resolve()
            if found != FOLDER.resolve() and any(found.glob("lesson_*.py")):
                return found
    return None


def lessons() -> dict[int, Lesson]:
    """All lessons that have exercises or questions: those of the course, and a teacher's own.

    Raises:
        InputError: When a file cannot be read, or two exercises have the same name or two lessons the same number.
    """
    found, folder = dict(_course()), own_folder()
    for file in sorted(folder.glob("lesson_*.py")) if folder else ():
        if not file.stem.removeprefix("lesson_").isdecimal():
            raise InputError(f"{file}: the name of a file must be as lesson_31.py, with the number of its lesson")
        lesson = read(file)
        if lesson.number in found:
            if file.read_bytes() == found[lesson.number].file.read_bytes():
                continue  # a copy of the course
            raise InputError(f"{file}: there is a lesson {lesson.number} already, {found[lesson.number].file}")
        found[lesson.number] = lesson
    _check_names(found)
    return found


def _check_names(found: dict[int, Lesson]) -> None:
    """Of two exercises, or two questions, with one name only one could be found."""
    seen: dict[tuple[str, str], Path] = {}
    for lesson in found.values():
        names = [("exercise", each.name) for each in lesson.exercises]
        for what, name in names + [("question", name) for name in lesson.questions]:
            if (what, name) in seen:
                raise InputError(f"{lesson.file} and {seen[what, name]} both have the {what} {name!r}")
            seen[what, name] = lesson.file


def load_judges() -> None:
    """Import all files of the course, as a process does that is prepared for checks."""
    for lesson in _course().values():
        with suppress(NotInstalledError):
            load(lesson.file)


def every_exercise(lesson: int | None = None) -> list[Exercise]:
    """All exercises, or those of one lesson, in order.

    >>> [each.name for each in every_exercise(2)][:2]
    ['count-pairs', 'smallest-m']
    """
    return [each for number, of in lessons().items() if lesson in (None, number) for each in of.exercises]


def find(name: ExerciseName) -> Exercise:
    """The exercise of this name or number.

    Raises:
        UnknownNameError: When there is none.

    >>> find("0.2").name, find(2.1).name
    ('rewrite-sizes', 'count-pairs')
    """
    text, every = str(name).strip(), numbered()
    names = {each.name: each for each in every.values()}
    if text in names or text in every:
        return names.get(text) or every[text]
    of_lesson = [
        f"{number} ({each.name})" for number, each in every.items() if number.startswith(text.split(".")[0] + ".")
    ]
    advice = "An exercise has a name, or the number of its lesson and its own: 'count-pairs' or 2.1; " + OWN
    raise UnknownNameError("exercise", text, of_lesson or [*names], advice)


def numbered() -> dict[str, Exercise]:
    """All exercises by their numbers as the lessons give them, such as "2.1"."""
    found: dict[str, Exercise] = {}
    count: defaultdict[int, int] = defaultdict(int)
    for each in every_exercise():
        count[each.lesson] += 1
        found[f"{each.lesson}.{count[each.lesson]}"] = each
    return found
