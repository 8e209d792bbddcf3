"""A template of a question, and the table of all templates."""

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any, NamedTuple


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


class Template(NamedTuple):
    """A kind of question.

    Attributes:
        name: Its name.
        lesson: The lesson that prepares for it.
        points: The points for a full answer, one for each two minutes.
        ask: Draws the numbers, and finds the answer by trying every case.
    """

    name: str
    lesson: int
    points: int
    ask: Callable[[Random], Asked]


TEMPLATES: dict[str, Template] = {}


def question(lesson: int, points: int) -> Callable[[Callable[[Random], Asked]], Callable[[Random], Asked]]:
    """Add a function to the table under its own name."""

    def add(ask: Callable[[Random], Asked]) -> Callable[[Random], Asked]:
        name = ask.__name__.replace("_", "-")
        TEMPLATES[name] = Template(name, lesson, points, ask)
        return ask

    return add


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
    return ", ".join(
        f"{name}: {braces(each) if isinstance(each, set | frozenset) else each}" for name, each in names.items()
    )


def braces(members: Iterable[Any]) -> str:
    """A set as it is written by hand, in order.

    >>> braces({3, 1})
    '{1, 3}'
    """
    return "{" + ", ".join(map(str, sorted(members))) + "}"
