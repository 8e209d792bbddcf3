"""Judges of values and of functions.

A judge takes the answers, and returns the sentence for right ones or raises `Wrong`. Judges of models are in `models`.
"""

import copy
import re
from collections.abc import (
    Callable,
    Collection,
    Iterable,
    Mapping,
    Sequence,
)
from contextlib import suppress
from typing import Any

from ..models.validation import short
from ..puzzles.cell_names import listed
from .answers import call_unchanged, must_fit, same
from .exercise import Function, Judge, Wrong

NUMBER = re.compile(r"[-+]?\d+(\.\d+)?")

# -- values ------------------------------------------------------------------------------------------------------------


def value(expected: Any, because: Mapping[Any, str] | None = None, praise: str = "", hint: str = "") -> Judge:
    """A judge of one value: a number, a list, a set, a dict.

    Args:
        expected: The right answer; a set is compared with any collection of the same things.
        because: The sentences for expected wrong answers.
        praise: The sentence for the right answer.
        hint: The sentence for any other wrong answer.

    >>> value(6, {5: "you have left out the 1"}, praise="1 + 2 + 3 = 6")(6)
    '1 + 2 + 3 = 6'
    """

    def judge(answer: Any) -> str:
        if same(answer, expected):
            return praise or f"{short(answer)} is right"
        for wrong, sentence in (because or {}).items():
            if same(answer, wrong):
                raise Wrong(sentence)
        if isinstance(expected, int | float) and isinstance(answer, str) and NUMBER.fullmatch(answer.strip()):
            raise Wrong(f"{short(answer)} is a text; give a number, without quotation marks: {answer.strip()}")
        raise Wrong(f"{short(answer)} is not the answer" + (f"; {hint}" if hint else ""))

    return judge


def verdicts(expected: Mapping[str, tuple[Any, str]], praise: str) -> Judge:
    """A judge of a dict with a verdict for each letter.

    Args:
        expected: The right verdict for each letter, and the reason for it.
        praise: The sentence for the right answer.

    >>> verdicts({"a": (True, "it is checked"), "b": (False, "it is a guess")}, "both")({"a": True, "b": False})
    'both'
    """
    choices = [*dict.fromkeys(verdict for verdict, _ in expected.values())]

    def judge(answer: Any) -> str:
        must_fit(answer, {str: object}, f"the answer must be a dict with the letters {', '.join(expected)}")
        if answer.keys() != expected.keys():
            raise Wrong(f"the answer must have the letters {', '.join(expected)}, and no others")
        for letter, (verdict, why) in expected.items():
            if not any(same(answer[letter], choice) for choice in choices):
                raise Wrong(f"the verdict on {letter} must be {listed(choices, 'or')}, not {short(answer[letter])}")
            if not same(answer[letter], verdict):
                raise Wrong(f"look at {letter} again: {why}")
        return praise

    return judge


def conflict(names: Collection[str], minimal: Sequence[Collection[str]], kind: str) -> Judge:
    """A judge of a minimal conflict: names that cannot hold together, and can as soon as one of them is left out.

    Args:
        names: All names.
        minimal: All minimal conflicts.
        kind: What the names are, such as "rules".

    >>> conflict("abc", ["ab"], "rules")({"a", "b"})
    'these 2 rules cannot hold together, and can as soon as any one of them is left out'
    """

    def can_hold(chosen: set[str]) -> bool:
        return not any(chosen.issuperset(each) for each in minimal)

    def judge(answer: Any) -> str:
        must_fit([*answer] if isinstance(answer, dict) else answer, [str], f"the answer must be a set of {kind}")
        for name in answer:
            if name not in names:
                raise Wrong(f"{short(name)} is none of the {kind}: {', '.join(names)}")
        chosen = set(answer)
        if can_hold(chosen):
            raise Wrong(f"there is a solution with {f'these {len(chosen)}' if chosen else 'no'} {kind}: no conflict")
        for name in sorted(chosen):
            if not can_hold(chosen - {name}):
                raise Wrong(f"this is a conflict, but not a minimal one: without {name!r} it is still a conflict")
        return f"these {len(chosen)} {kind} cannot hold together, and can as soon as any one of them is left out"

    return judge


# -- functions ---------------------------------------------------------------------------------------------------------


def function(
    reference: Callable[..., Any],
    cases: Iterable[Sequence[Any]] | Callable[[], Iterable[Sequence[Any]]],
    praise: str = "",
    hint: str = "",
    *,
    returns: tuple[Any, str] | None = None,
    mistakes: Mapping[str, Callable[..., Any]] | None = None,
    objection: Callable[..., Wrong | str] | None = None,
) -> Judge:
    """A judge of a function: it must return what `reference` returns, on every tuple of arguments in `cases`.

    Args:
        reference: The right function.
        cases: Tuples of arguments, or a function that makes them.
        praise: The sentence for the right answer; `{n}` stands for the number of cases.
        hint: Is added to the sentence for a wrong answer.
        returns: The form of what it returns (see `must_fit`), and in words, such as "a dict, team -> breaks".
        mistakes: A likely mistake -> the function with this mistake, which is named if it explains every case.
        objection: Called with what was returned, what is right, and the arguments; returns more about the difference,
            or the whole objection, perhaps with a board.

    >>> judge = function(max, [(1, 2), (5, 3)], hint="take the larger")
    >>> judge(lambda a, b: b)
    Traceback (most recent call last):
    ...
    sudoku_models.course.exercise.Wrong: for (5, 3) your function returns 3, and it should return 5; take the larger
    """

    def judge(answer: Function) -> str:
        tried = [*(cases() if callable(cases) else cases)]
        for case in tried:
            want, got = reference(*copy.deepcopy(case)), call_unchanged(answer, case)
            if same(got, want):
                continue
            if returns is not None:
                must_fit(got, returns[0], f"the function must return {returns[1]}")
            more = objection(got, want, *case) if objection else hint
            mistake = next((f": this comes out when one {m}" for m in mistakes or {} if explains(m, answer, tried)), "")
            if isinstance(more, Wrong):
                raise Wrong(more.sentence + mistake, more.puzzle, more.grid, picture=more.picture)
            given = ", ".join(map(short, case))
            returned = f"for ({given}) your function returns {_shown(got)}, and it should return {_shown(want)}"
            raise Wrong(returned + _difference(got, want) + (f"; {more}" if more else "") + mistake)
        return praise.format(n=len(tried)) or f"your function is right on all {len(tried)} cases that were tried"

    def explains(mistake: str, answer: Callable[..., Any], tried: Iterable[Sequence[Any]]) -> bool:
        """Whether the answer does what this mistake does, in every case in which neither raises an error."""
        for case in tried:
            with suppress(Exception):  # such as a mean of nothing
                if not same(call_unchanged(answer, case), (mistakes or {})[mistake](*copy.deepcopy(case))):
                    return False
        return True

    return judge


def _difference(got: Any, want: Any) -> str:
    """The first difference of two dicts or sets, as the end of a sentence."""
    kinds = (set, frozenset), (dict,)
    if not any(isinstance(got, kind) and isinstance(want, kind) for kind in kinds):
        return ""
    if missing := [key for key in want if key not in got]:
        return f": {short(missing[0])} is missing"
    if extra := [key for key in got if key not in want]:
        return f": {short(extra[0])} should not be there"
    key = next((key for key in want if not same(got[key], want[key])), None)
    return f": for {short(key)} it has {short(got[key])}, not {short(want[key])}"


def _shown(result: Any) -> str:
    """A result, its fractions with five significant digits."""
    if isinstance(result, tuple):
        return f"({', '.join(map(_shown, result))})"
    return f"{result:.5g}" if isinstance(result, float) else short(result)
