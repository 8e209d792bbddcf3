"""The school of lesson 6: its lessons, its rules, and the model of its timetable."""

from collections.abc import Callable
from functools import cache
from typing import Any

from ..backends import Backend
from ..models.problem import Problem

__all__ = [
    "CLASSES",
    "HURRIED",
    "LESSONS",
    "ROOMS",
    "RULES",
    "SLOTS",
    "TAUGHT",
    "Lesson",
    "best_cost",
    "lessons_of",
    "school",
]

Lesson = tuple[str, str]
Rule = Callable[[Backend, dict[Lesson, Any], dict[Lesson, Any]], None]

TAUGHT = {
    "maths": ["1a", "1b", "2a", "2b"],
    "chemistry": ["2a", "2b"],
    "English": ["1a", "1b", "2a", "2b"],
    "sport": ["1a", "1b", "2b"],
}
LESSONS: list[Lesson] = [(c, subject) for subject, classes in TAUGHT.items() for c in classes]
CLASSES = ["1a", "1b", "2a", "2b"]
SLOTS, ROOMS = 6, 3


def lessons_of(who: str) -> list[Lesson]:
    """The lessons of a class, or of the teacher of a subject."""
    return [lesson for lesson in LESSONS if who in lesson]


def _one_lesson_in_a_place(m: Backend, slot: dict[Lesson, Any], room: dict[Lesson, Any]) -> None:
    place = m.int_vars("place", LESSONS, 1, SLOTS * ROOMS)
    for i in LESSONS:
        m.add(m.dot([1, -ROOMS, -1], [place[i], slot[i], room[i]]) == -ROOMS, f"the place of {i}")
    m.all_different(place.values(), "one lesson in a place")


def _one_at_a_time(people: list[str]) -> Rule:
    def rule(m: Backend, slot: dict[Lesson, Any], room: dict[Lesson, Any]) -> None:
        for who in people:
            m.all_different([slot[i] for i in lessons_of(who)], f"{who}: one lesson at a time")

    return rule


def _rooms_fit(m: Backend, slot: dict[Lesson, Any], room: dict[Lesson, Any]) -> None:
    for i in LESSONS:
        if i[1] in ("chemistry", "sport"):
            m.add(room[i] == (3 if i[1] == "chemistry" else 1), f"the room of {i}")
        else:
            m.not_equal(room[i], 1, f"{i} not in the hall")


def _hours(subject: str, first: int = 1, last: int = SLOTS, but: tuple[int, ...] = ()) -> Rule:
    def rule(m: Backend, slot: dict[Lesson, Any], room: dict[Lesson, Any]) -> None:
        for i in lessons_of(subject):
            m.add(slot[i] >= first, f"{i} not before slot {first}")
            m.add(slot[i] <= last, f"{i} not after slot {last}")
            for s in but:
                m.not_equal(slot[i], s, f"{i} not in slot {s}")

    return rule


RULES: dict[str, Rule] = {
    "one lesson in a place": _one_lesson_in_a_place,
    "a class has one lesson at a time": _one_at_a_time(CLASSES),
    "a teacher has one lesson at a time": _one_at_a_time(list(TAUGHT)),
    "rooms fit": _rooms_fit,
    "chemistry from slot 3": _hours("chemistry", first=3),
    "English until slot 4": _hours("English", last=4),
    "no sport in slot 3": _hours("sport", but=(3,)),
}
"""The rules of the school, by name; each adds its constraints on the slots and rooms."""

HURRIED = {**RULES, "chemistry until slot 3": _hours("chemistry", last=3)}
"""The rules with one too many: no timetable satisfies them all."""


def school(rules: dict[str, Rule]) -> Callable[[Backend], dict[Any, Any]]:
    """The model of the timetable under these rules, with the objective of the lesson; its variables are the slots."""

    def define(m: Backend) -> dict[Any, Any]:
        slot = m.int_vars("slot", LESSONS, 1, SLOTS)
        room = m.int_vars("room", LESSONS, 1, ROOMS)
        for rule in rules.values():
            rule(m, slot, room)
        end = m.int_vars("end", CLASSES, 1, SLOTS)
        for i in LESSONS:
            m.add(end[i[0]] - slot[i] >= 0, f"{i[0]} stays for {i}")
        early = m.bool_vars("early", lessons_of("maths"))
        for i in early:
            m.add(slot[i] + early[i] >= 2, f"{i} is early, or later than slot 1")
        m.minimize(m.sum(end.values()) + 2 * m.sum(early.values()))
        return slot

    return define


def _no_waiting(m: Backend, slot: dict[Lesson, Any], room: dict[Lesson, Any]) -> None:
    first = m.int_vars("first", list(TAUGHT), 1, SLOTS)
    for teacher in TAUGHT:
        for i in lessons_of(teacher):
            m.add(slot[i] - first[teacher] >= 0, f"{teacher} begins with {i} or before")
            m.add(slot[i] - first[teacher] <= len(lessons_of(teacher)) - 1, f"{teacher} does not wait for {i}")


@cache
def best_cost(waiting: bool) -> float | None:
    """The cost of a best timetable, with or without the rule that no teacher waits.

    >>> best_cost(True), best_cost(False)
    (18.0, 21.0)
    """
    rules = RULES if waiting else {**RULES, "no waiting": _no_waiting}
    cost: float | None = Problem(school(rules), "cpsat").solve("cpsat", time_limit=20).objective
    return cost
