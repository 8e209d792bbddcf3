"""A paper: questions drawn for one class, with their points, and the solutions on sheets of their own."""

import random
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from zlib import crc32

from ...errors import InputError
from . import core, electives
from .question import TEMPLATES, Asked, Template

MODULES = core, electives
"""The modules of questions; importing them fills the table."""

STYLE = """body { font: 12pt/1.5 Georgia, serif; margin: 2em auto; max-width: 44em; } table { border-collapse: collapse; }
th, td { border: 1px solid #999; padding: 0.1em 0.6em; } li, p { break-inside: avoid; } h2 { font-size: 1.1em; }
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
    points: int
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
        return sum(each.points for each in self.questions)

    def markdown(self, solutions: bool = False) -> str:
        """The paper, or the solutions, as Markdown."""
        head = f"# {'Solutions' if solutions else 'Examination'} {self.seed}\n\n{self.points} points, {2 * self.points} minutes."
        name = "\n\nName: ______________________________ Number: ______________ Date: ______________"
        blocks = [head + ("" if solutions else f" Give reasons. A calculator is allowed.{name}")]
        for k, each in enumerate(self.questions, 1):
            blocks.append(f"## {k}. ({each.points} points)\n\n{each.text.strip()}")
            if solutions:
                blocks.append(f"**Solution** (lesson {each.lesson}, {each.name}).\n\n{each.solution.strip()}")
        return "\n\n".join(blocks) + "\n"

    def html(self, solutions: bool = False) -> str:
        """The same as a page that can be printed; it needs no network."""
        from markdown_it import MarkdownIt

        title = f"{'Solutions' if solutions else 'Examination'} {self.seed}"
        body = MarkdownIt("commonmark").enable("table").render(self.markdown(solutions))
        head = f"<meta charset='utf-8'><title>{title}</title><style>{STYLE}</style>"
        return f"<!doctype html><html lang='en'><head>{head}</head><body>{body}</body></html>\n"


def every_question() -> list[Template]:
    """All kinds of questions, by lesson."""
    return sorted(TEMPLATES.values(), key=lambda each: each.lesson)


def draw(
    seed: int, questions: int = 10, lessons: Collection[int] | None = None, names: Iterable[str] | None = None
) -> Paper:
    """A paper for one class: another seed asks other questions, and the same ones with other numbers.

    Args:
        seed: Any number, such as the year.
        questions: How many. They are spread over the lessons as evenly as there are questions.
        lessons: The lessons that the class has had; by default all of the course.
        names: These kinds of questions, in place of a choice.

    Raises:
        InputError: When there are not so many, or no kind has such a name.
    """
    rng = random.Random(seed)
    every = every_question()
    if names is not None:
        names = list(dict.fromkeys(names))
        known = {each.name for each in every}
        if unknown := [name for name in names if name not in known]:
            raise InputError(f"there is no question {unknown[0]!r}; there are: {', '.join(sorted(known))}")
        chosen = [TEMPLATES[name] for name in names]
    else:
        with_questions = {each.lesson for each in every}
        if missing := sorted(set(lessons or ()) - with_questions):
            there = ", ".join(map(str, sorted(with_questions)))
            raise InputError(f"there is no question on lesson {missing[0]}; there are some on the lessons {there}")
        pool = [each for each in every if lessons is None or each.lesson in lessons]
        if not 1 <= questions <= len(pool):
            where = "" if lessons is None else f" on lesson {', '.join(map(str, sorted(lessons)))}"
            raise InputError(f"there are {len(pool)} kinds of questions{where}, and you ask for {questions}")
        chosen = _spread(pool, questions, rng)
    return Paper(seed, tuple(_question(each, seed) for each in sorted(chosen, key=lambda each: each.lesson)))


def _spread(pool: list[Template], questions: int, rng: random.Random) -> list[Template]:
    """Some of the templates, one of each lesson before a second one of any."""
    order = rng.sample(pool, len(pool))
    before = {each.name: sum(other.lesson == each.lesson for other in order[:k]) for k, each in enumerate(order)}
    return sorted(order, key=lambda each: before[each.name])[:questions]


def _question(template: Template, seed: int) -> Question:
    asked: Asked = template.ask(random.Random(crc32(f"{template.name} {seed}".encode())))
    return Question(template.name, template.lesson, template.points, asked.text, asked.solution)
