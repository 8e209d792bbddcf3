"""The protocol of a study: which questions its rows are to answer, written down before it runs.

A protocol is a TOML file::

    title = "Which formulation?"
    draws = 10000                           # of the bootstrap; this is the default

    [exclude]                               # rows that do not count; without a rule all do
    failed = true                           # a crash, a wrong answer; without this rule it is an open case
    load_above_jobs = 0.5                   # the load at its start was more than this above the cases side by side
    calibration_outside = [0.8, 1.25]       # the calibration task took so much less or more after it than before

    [[contrast]]
    name = "cp-sat-formulations"
    question = "Is the binary formulation slower than all_different on CP-SAT?"
    measure = "solver"                      # proved (the default), solved, solver or processor
    corpora = ["clues17", "top95"]          # puzzles are pooled, and drawn within each corpus; without this all
    a = {formulation = "assignment", backend = "cpsat"}
    b = {formulation = "all_different", backend = "cpsat"}

The table `run` says what is measured; see `description`. A side is the rows that have these values; a list means any of
its values. Any column may be named, and `configuration` and `setting` (a number from 1). Each side has one
configuration.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..errors import InputError, UnknownNameError
from .description import read_toml
from .rows import COLUMNS

__all__ = ["MEASURED", "Contrast", "Exclusions", "Protocol", "load_protocol"]

MEASURED = {
    "proved": "the time until the proof, building included",
    "solved": "the time until the first solution, building included",
    "solver": "the time of the solver alone, to solve and to prove",
    "processor": "the processor time until the proof, building included",
}
"""What a contrast may be about."""

FILTERED = (*COLUMNS, "configuration", "setting")
DRAWS = 10_000
FEWEST_DRAWS = 1_000

Side = Mapping[str, tuple[Any, ...]]


@dataclass(frozen=True)
class Contrast:
    """One question: which of A and B is the faster.

    Attributes:
        name: A short name.
        question: The question in words.
        a, b: The two sides: column -> its values.
        measure: A name in `MEASURED`.
        corpora: The corpora; empty means all.
    """

    name: str
    question: str
    a: Side
    b: Side
    measure: str = "proved"
    corpora: tuple[str, ...] = ()


@dataclass(frozen=True)
class Exclusions:
    """Which rows do not count.

    Attributes:
        failed: Those that failed.
        load_above_jobs: Those at whose start the load was by more than this above the cases side by side.
        calibration_outside: Those whose calibration after the case, over that before it, is not between these.
    """

    failed: bool = False
    load_above_jobs: float | None = None
    calibration_outside: tuple[float, float] | None = None


@dataclass(frozen=True)
class Protocol:
    """The contrasts of a study, and what it excludes."""

    contrasts: tuple[Contrast, ...]
    exclusions: Exclusions = field(default_factory=Exclusions)
    title: str = ""
    draws: int = DRAWS


def load_protocol(file: str | os.PathLike[str]) -> Protocol:
    """Read a protocol.

    Raises:
        InputError: When it cannot be read, or something in it is missing, unknown or of another kind.

    >>> import tempfile
    >>> from pathlib import Path
    >>> text = '''[[contrast]]
    ... name = "engines"
    ... question = "Is HiGHS faster than CBC?"
    ... a = {solver = "highs"}
    ... b = {solver = ["cbc"]}'''
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "protocol.toml"
    ...     _ = path.write_text(text)
    ...     load_protocol(path).contrasts[0].b
    {'solver': ('cbc',)}
    """
    content = read_toml(file)
    _known(content, ("title", "draws", "run", "exclude", "contrast"), "key of a protocol")
    asked = content.get("contrast")
    if not isinstance(asked, list) or not asked:
        raise InputError(f"the protocol {str(file)!r} has no [[contrast]]")
    found = tuple(_contrast(each) for each in asked)
    names = [each.name for each in found]
    if twice := {name for name in names if names.count(name) > 1}:
        raise InputError(f"two contrasts are called {min(twice)!r}; give each a name of its own")
    draws = content.get("draws", DRAWS)
    if not isinstance(draws, int) or isinstance(draws, bool) or draws < FEWEST_DRAWS:
        raise InputError(f"draws is a whole number from {FEWEST_DRAWS:,} on, not {draws!r}")
    return Protocol(found, _exclusions(content.get("exclude", {})), str(content.get("title", "")), draws)


def _contrast(content: Any) -> Contrast:
    if not isinstance(content, dict):
        raise InputError(f"a contrast is a table, not {content!r}")
    _known(content, ("name", "question", "measure", "corpora", "a", "b"), "key of a contrast")
    name, question = content.get("name"), content.get("question")
    if not (isinstance(name, str) and name and isinstance(question, str) and question):
        raise InputError(f"a contrast needs a name and its question in words, not {name!r} and {question!r}")
    measure, corpora = content.get("measure", "proved"), content.get("corpora", [])
    if measure not in MEASURED:
        raise UnknownNameError("measure", str(measure), MEASURED)
    if not isinstance(corpora, list) or not all(isinstance(each, str) for each in corpora):
        raise InputError(f"the corpora of the contrast {name!r} are a list of names, not {corpora!r}")
    a, b = (_side(name, side, content.get(side)) for side in ("a", "b"))
    if a == b:
        raise InputError(f"both sides of the contrast {name!r} are the same")
    return Contrast(name, question, a, b, measure, tuple(corpora))


def _side(name: str, side: str, content: Any) -> Side:
    if not isinstance(content, dict) or not content:
        raise InputError(f'the contrast {name!r} needs a side {side}, such as {side} = {{solver = "highs"}}')
    _known(content, FILTERED, f"column in side {side} of the contrast {name!r}")
    return {column: tuple(value) if isinstance(value, list) else (value,) for column, value in content.items()}


def _exclusions(content: Any) -> Exclusions:
    if not isinstance(content, dict):
        raise InputError(f"exclude is a table of rules, not {content!r}")
    _known(content, ("failed", "load_above_jobs", "calibration_outside"), "rule of exclusion")
    failed, load, limits = (content.get(rule) for rule in ("failed", "load_above_jobs", "calibration_outside"))
    if failed not in (None, True, False):
        raise InputError(f"the rule failed is true or false, not {failed!r}")
    if load is not None and not (_is_number(load) and load >= 0):
        raise InputError(f"the rule load_above_jobs is a number from 0 on, not {load!r}")
    if limits is not None and not (
        isinstance(limits, list)
        and len(limits) == 2
        and all(map(_is_number, limits))
        and 0 < limits[0] <= 1 <= limits[1]
    ):
        raise InputError(f"the rule calibration_outside is a pair around 1 such as [0.8, 1.25], not {limits!r}")
    return Exclusions(bool(failed), load, None if limits is None else (float(limits[0]), float(limits[1])))


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _known(content: Mapping[str, Any], names: tuple[str, ...], what: str) -> None:
    for name in content:
        if name not in names:
            raise UnknownNameError(what, name, names)
