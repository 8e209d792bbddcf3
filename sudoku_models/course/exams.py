"""Examinations: questions whose numbers are drawn from a seed, each with its points and its worked solution.

A question is a function in the file of its lesson (`course.exercises`).

>>> from sudoku_models.course import exams
>>> paper = exams.draw(seed=7, questions=4, lessons=[2, 4])
>>> len(paper.questions), paper == exams.draw(seed=7, questions=4, lessons=[2, 4])
(4, True)
"""

import random
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from zlib import crc32

from ..errors import InputError, UnknownNameError
from .exercises import OWN
from .exercises import lessons as lesson_files
from .loading import load

# -- questions ---------------------------------------------------------------------------------------------------------


class Asked(NamedTuple):
    """A question with its numbers drawn.

    Attributes:
        text: The question, in Markdown.
        solution: The worked solution, in Markdown.
        answer: What a solution must come to: a number, a set, a list.
    """

    text: str
    solution: str
    answer: Any


def question(*points: int) -> Callable[[Callable[[Random], Asked]], Callable[[Random], Asked]]:
    """Mark a function as a question: it draws its numbers, and finds the answer by trying every case.

    Args:
        points: The points for each part, in the order in which they are asked, one for each two minutes; numbers, which
            are read without importing.
    """
    return lambda ask: ask


def table(head: Iterable[Any], rows: Iterable[Iterable[Any]]) -> str:
    """A table in Markdown.

    >>> print(table(["a", "b"], [[1, 2]]))
    <BLANKLINE>
    <BLANKLINE>
    | a | b |
    |---|---|
    | 1 | 2 |
    <BLANKLINE>
    <BLANKLINE>
    """
    lines = [[*map(str, head)], *([*map(str, row)] for row in rows)]
    text = ["| " + " | ".join(line) + " |" for line in lines]
    return "\n\n" + "\n".join([text[0], "|" + "---|" * len(lines[0]), *text[1:]]) + "\n\n"


def values(names: Mapping[Any, Any]) -> str:
    """Names with their values, as text.

    >>> values({"x": {1, 2}, "y": 3})
    'x: {1, 2}, y: 3'
    """
    return ", ".join(f"{k}: {braces(v) if isinstance(v, set | frozenset) else v}" for k, v in names.items())


def braces(members: Iterable[Any]) -> str:
    """A set as it is written by hand, in order.

    >>> braces({3, 1})
    '{1, 3}'
    """
    return "{" + ", ".join(map(str, sorted(members))) + "}"


# -- papers ------------------------------------------------------------------------------------------------------------


class Template(NamedTuple):
    """A kind of question.

    Attributes:
        name: Its name.
        lesson: The lesson that prepares for it.
        points: The points for each part, in the order in which they are asked.
        file: The file of the lesson.
    """

    name: str
    lesson: int
    points: list[int]
    file: Path

    def ask(self, rng: Random) -> Asked:
        """The question with its numbers drawn; the file is imported for it."""
        asked: Asked = getattr(load(self.file), self.name.replace("-", "_"))(rng)
        return asked


STYLE = """body { font: 12pt/1.5 Georgia, serif; margin: 2em auto; max-width: 44em; }
table { border-collapse: collapse; }
th, td { border: 1px solid #999; padding: 0.1em 0.6em; }
li, p { break-inside: avoid; } h2 { font-size: 1.1em; }
@page { margin: 2cm; }"""


@dataclass(frozen=True)
class Question:
    """A question of a paper.

    Attributes:
        name, lesson, points: Those of its template.
        text, solution: In Markdown.
    """

    name: str
    lesson: int
    points: list[int]
    text: str
    solution: str


@dataclass(frozen=True)
class Paper:
    """An examination.

    Attributes:
        seed: The seed of its numbers.
        questions: In the order of the lessons.
    """

    seed: int
    questions: tuple[Question, ...]

    @property
    def points(self) -> int:
        """All points together; two minutes for each are enough."""
        return sum(sum(each.points) for each in self.questions)

    def markdown(self, solutions: bool = False) -> str:
        """The paper, or the solutions, as Markdown; only the solutions have the seed."""
        title = f"Solutions {self.seed}" if solutions else "Examination"
        head = f"# {title}\n\n{self.points} points, {2 * self.points} minutes."
        name = "\n\nName: ______________________________ Number: ______________ Date: ______________"
        blocks = [head + ("" if solutions else f" Give reasons. A calculator is allowed.{name}")]
        for k, each in enumerate(self.questions, 1):
            blocks.append(f"## {k}. ({' + '.join(map(str, each.points))} points)\n\n{each.text.strip()}")
            if solutions:
                blocks.append(f"**Solution** (lesson {each.lesson}, {each.name}).\n\n{each.solution.strip()}")
        return "\n\n".join(blocks) + "\n"

    def html(self, solutions: bool = False) -> str:
        """The same as a page that can be printed; it needs no network."""
        from markdown_it import MarkdownIt

        body = MarkdownIt("commonmark").enable("table").render(self.markdown(solutions))
        head = f"<meta charset='utf-8'><title>Examination</title><style>{STYLE}</style>"
        return f"<!doctype html><html lang='en'><head>{head}</head><body>{body}</body></html>\n"


def every_question() -> list[Template]:
    """All kinds of questions, by lesson; no file is imported for it."""
    found = sorted(lesson_files().items())
    return [
        Template(name, number, points, each.file) for number, each in found for name, points in each.questions.items()
    ]


def draw(
    seed: int, questions: int = 10, lessons: Collection[int] | None = None, names: Collection[str] | None = None
) -> Paper:
    """A paper for one class: another seed asks other questions, and the same ones with other numbers.

    Args:
        seed: A number; whoever knows it can draw the paper, with its solutions, so use a long one that is secret.
        questions: How many. They are spread over the lessons as evenly as there are questions.
        lessons: The lessons that the class has had; by default all of the course.
        names: These kinds of questions, in place of a choice.

    Raises:
        InputError: When there are not so many, or no kind has such a name.
    """
    rng = random.Random(seed)
    every = every_question()
    if names is not None:
        known = {each.name: each for each in every}
        UnknownNameError.check("question", names, known)
        chosen = [known[name] for name in dict.fromkeys(names)]
    else:
        with_questions = {each.lesson for each in every}
        if missing := sorted(set(lessons or ()) - with_questions):
            raise InputError(f"there is no question on lesson {missing[0]}, only on {sorted(with_questions)}; {OWN}")
        pool = [each for each in every if lessons is None or each.lesson in lessons]
        if not 1 <= questions <= len(pool):
            raise InputError(f"there are {len(pool)} kinds of questions on these lessons, and you ask for {questions}")
        chosen = _spread(pool, questions, rng)
    return Paper(seed, tuple(_question(each, seed) for each in sorted(chosen, key=lambda each: each.lesson)))


def _spread(pool: list[Template], questions: int, rng: random.Random) -> list[Template]:
    """Some of the templates, one of each lesson before a second one of any."""
    order = rng.sample(pool, len(pool))
    before = {each.name: sum(other.lesson == each.lesson for other in order[:k]) for k, each in enumerate(order)}
    return sorted(order, key=lambda each: before[each.name])[:questions]


def _question(template: Template, seed: int) -> Question:
    asked = template.ask(random.Random(crc32(f"{template.name} {seed}".encode())))
    return Question(template.name, template.lesson, template.points, asked.text, asked.solution)
