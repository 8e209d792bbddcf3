"""A protocol: what a study measures, and the questions that its rows are to answer, in one TOML file.

    title = "Which formulation?"

    [run]
    time_limit = 10.0              # seconds for the solver in a case
    memory_limit = 2.0             # GiB for the processes of a case; no limit when it is left out
    quiet = 0.1                    # a case beside which others had more than this share of its core is measured again
    seeds = [1, 2, 3]              # isomorphs; 0 is the puzzle as it is printed
    repeats = 3

    [[run.puzzles]]                # a stratum; it may have a time limit, seeds and repeats of its own
    name = "rated below 7"         # under this name in the results; the name of the corpus when it is left out
    corpus = "rated"               # a corpus that ships, or a file of puzzles
    rating = [0.0, 7.0]            # from, and below
    givens = [0, 20]               # the same, of the number of givens; `solutions` of that of solutions; and `effort`
    kind = "killer"                # of a corpus with several kinds
    size = 9                       # of the boards
    sample = 10                    # drawn with a fixed seed; all when it is left out
    skip = 40                      # the first puzzles of the corpus, such as those that something was tuned on

    [[run.puzzles]]
    name = "half full"
    problem = "boards"             # or instances of a problem, see `problems`
    sizes = [4, 9, 16]
    parameters = {share = 0.5}

    [[run.puzzles]]
    problem = "latin"
    sizes = [15, 20]
    number = 30                    # of each size
    parameters = {holes = [0.38, 0.42], balanced = true}
    leave_out = ["cbc"]            # solvers that do not measure these puzzles

    [[run.configurations]]         # as in `configurations`
    formulations = ["pairwise", "assignment"]
    backends = ["pulp"]
    solvers = ["highs", "cpsat"]

    [[contrast]]
    name = "cp-sat-formulations"
    question = "Is the binary formulation slower than all_different on CP-SAT?"
    measure = "solver"             # a name in `MEASURED`; without it solver and proved
    corpora = ["half full"]        # strata; they are pooled, and drawn from one by one; without this all
    a = {formulation = "assignment", solver = "cpsat"}
    b = {formulation = "pairwise", solver = "cpsat"}

A run of such a file also measures *controls*: puzzles with no, two and many solutions. A solver that claims what it has
not proved is wrong on one of them. In each repeat the solvers get another seed of their random numbers.

A side of a contrast is the rows that have these values; a list means any of its values. Any column may be named, and
`configuration` and `setting` (a number from 1). Each side has one configuration. A file is checked as a whole: every
mistake is named, with its place.
"""

import json
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, fields
from inspect import signature
from os import PathLike
from pathlib import Path
from typing import Any, TypeVar

from ..errors import InputError, NotInstalledError, UnknownNameError
from .contenders import Contender, configurations
from .description import CONTROLS, Limits, Puzzles, Stratum, Study, study
from .rows import COLUMNS
from .verdicts import BUSY, IN_TIME, PROCESSOR

PAR2 = "par2"
MEASURED = {
    "proved": "the time until the claim, building included",
    "solved": "the time until the first solution, building included",
    "solver": "the time of the solver alone, to find a solution and no other",
    PROCESSOR: "the processor time until the claim, building included",
    IN_TIME: "the puzzles that are decided within the limit",
    PAR2: "the mean time until the claim, in which an open case counts twice the limit",
}
"""The measures of a contrast."""
BOTH = ("solver", "proved")
"""Those of a contrast that names none. The first says what a modeller can carry elsewhere, and the second how long it
takes here."""
FILTERED = (*COLUMNS, "configuration", "setting")
"""What a side may name."""
DRAWS = 10_000
PROTOCOL = "protocol.toml"
"""The name of the protocol in a folder of results."""

Side = Mapping[str, Any]
"""Column -> its values: one, or a list of several."""
Made = TypeVar("Made")


@dataclass(frozen=True)
class Contrast:
    """One question: which of A and B is the faster.

    Attributes:
        name: A short name.
        question: The question in words.
        a, b: The two sides: column -> its values, always several.
        measure: A name in `MEASURED`; empty for the solver alone and for all of the time, side by side.
        corpora: The corpora; empty means all.

    >>> Contrast("engines", "Is HiGHS faster than CBC?", {"solver": "highs"}, {"solver": ["cbc"]}).b
    {'solver': ('cbc',)}
    """

    name: str = ""
    question: str = ""
    a: Side = field(default_factory=dict)
    b: Side = field(default_factory=dict)
    measure: str = ""
    corpora: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        mistakes = [f"{each} is missing" for each in ("name", "question", "a", "b") if not getattr(self, each)]
        for side in "ab":
            given = getattr(self, side)
            several = {name: tuple(each) if isinstance(each, list | tuple) else (each,) for name, each in given.items()}
            object.__setattr__(self, side, several)
            for name, values in several.items():
                if name not in FILTERED:
                    mistakes.append(f"side {side}: {UnknownNameError('column', name, FILTERED)}")
                elif not values or not all(isinstance(each, str | int | float) for each in values):
                    mistakes.append(f"side {side}: {name} must be a value or a list of values, not {given[name]!r}")
        if self.measure and self.measure not in MEASURED:
            mistakes.append(str(UnknownNameError("measure", self.measure, MEASURED)))
        if self.a == self.b and self.a:
            mistakes.append("both sides are the same")
        if mistakes:
            raise InputError("; ".join(mistakes))

    @property
    def measures(self) -> tuple[str, ...]:
        """The measures by which it is answered."""
        return (self.measure,) if self.measure else BOTH

    def puzzles(self, study: Study) -> int:
        """The number of puzzles of a study on which both sides are measured."""
        sides = [{each.name for each, _ in _measured(self, side, study)} for side in "ab"]
        return sum(len(each.entries) for each in study.strata if each.name in sides[0] & sides[1])


@dataclass(frozen=True)
class Protocol:
    """The contrasts of a study.

    Attributes:
        contrasts: The questions; each counts in the correction of the others, those that are added afterwards, too.
        title: A title.
        draws: How often to draw the puzzles.
        quiet: The share of its core from which on others have disturbed a case.
    """

    contrasts: tuple[Contrast, ...]
    title: str = ""
    draws: int = DRAWS
    quiet: float = BUSY

    @property
    def rows(self) -> int:
        """The number of questions times their measures, for which Holm's correction is."""
        return sum(len(each.measures) for each in self.contrasts)


def load_study(file: str | PathLike[str]) -> Study:
    """Read what a protocol measures, after all of it has been checked.

    Raises:
        InputError: When it cannot be read, or with every mistake in it, each with its place.
    """
    text, content = _read(file)
    mistakes, run = _Mistakes(), content.get("run")
    asked, before = _contrasts(content, mistakes), len(mistakes)
    if not isinstance(run, dict):
        mistakes.append("it has no table [run], which says what is measured")
        raise mistakes.error(file)
    limits = _made(_Run, {name: run[name] for name in run.keys() - _ARRAYS}, "[run]", mistakes) or _Run()
    common = {each.name: getattr(limits, each.name) for each in fields(Limits)}
    strata, made = list[Stratum](), None
    tables = run.get("puzzles")
    if isinstance(tables, list):
        tables = [{**common, **each} if isinstance(each, dict) else each for each in tables]
    for table, where in _each(Puzzles, tables, "[[run.puzzles]]", mistakes):
        with mistakes.at(where):
            strata.append(table.stratum())
    names = [each.name for each in strata] if len(mistakes) == before else None
    chosen = _each(configurations, run.get("configurations"), "[[run.configurations]]", mistakes)
    if len(mistakes) == before:
        with mistakes.at("[run]"):
            every = [each for some, _ in chosen for each in some]
            made = study(
                strata,
                every,
                memory_limit=limits.memory_limit,
                quiet=limits.quiet,
                controls=True,
                vary_seeds=True,
                protocol=text,
            )
    for contrast, where in asked:
        unknown = [each for each in contrast.corpora if names is not None and each not in names]
        mistakes += [f"{where}: {UnknownNameError('stratum', each, names or ())}" for each in unknown]
        mistakes += [f"{where}: {each}" for each in _misses(contrast, made)] if made and not unknown else ()
    if made is None or mistakes:
        raise mistakes.error(file)
    return made


def load_protocol(file: str | PathLike[str]) -> Protocol:
    """Read the questions of a protocol. What it measures is not looked at.

    Raises:
        InputError: When it cannot be read, or with every mistake in its contrasts.

    >>> import tempfile
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
    _, content = _read(file)
    mistakes, run = _Mistakes(), content.get("run")
    asked = _contrasts(content, mistakes)
    if not content.keys() & {"run", "contrast"}:
        mistakes.append("it has no table [[contrast]], which asks a question")
    if mistakes:
        raise mistakes.error(file)
    quiet = run.get("quiet") if isinstance(run, dict) else None
    quiet = quiet if isinstance(quiet, int | float) else BUSY
    return Protocol(tuple(each for each, _ in asked), content.get("title", ""), quiet=quiet)


SHOWN = 10
"""What a message lists at most."""
_ARRAYS = {"puzzles", "configurations"}
"""The arrays of tables within [run]."""


@dataclass(frozen=True, kw_only=True)
class _Run(Limits):
    """The table [run], without its arrays."""

    memory_limit: float | None = None
    quiet: float | None = None


def _head(title: str = "", run: Any = None, contrast: Any = None) -> str:
    """The keys of a protocol."""
    return title


def _read(file: str | PathLike[str]) -> tuple[str, dict[str, Any]]:
    try:
        text = Path(file).read_bytes().decode()  # with the ends of its lines, which count in its digest
        return text, tomllib.loads(text)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError(f"{str(file)!r} cannot be read: {error}") from None


class _Mistakes(list[str]):
    """The mistakes in a protocol, each with its place."""

    @contextmanager
    def at(self, where: str) -> Iterator[None]:
        """Note what the block raises about a place."""
        try:
            yield
        except (InputError, NotInstalledError) as error:
            self.append(f"{where}: {error}")

    def error(self, file: str | PathLike[str]) -> InputError:
        """The error with all of them."""
        lines = "".join(f"\n- {each}" for each in self)
        return InputError(f"{str(file)!r} has {len(self)} mistake{'s' * (len(self) > 1)}:{lines}")


def _contrasts(content: dict[str, Any], mistakes: _Mistakes) -> list[tuple[Contrast, str]]:
    """The contrasts of a file, each with its place, after its keys have been checked."""
    _made(_head, content, "the protocol", mistakes)
    found = _each(Contrast, content["contrast"], "[[contrast]]", mistakes) if "contrast" in content else []
    names = [each.name for each, _ in found]
    for name in sorted({name for name in names if names.count(name) > 1}):
        mistakes.append(f"two contrasts are called {name!r}; give each a name of its own")
    return found


def _each(kind: Callable[..., Made], tables: Any, where: str, mistakes: _Mistakes) -> list[tuple[Made, str]]:
    """What the tables of an array make, of which there is at least one, each with its place."""
    if not isinstance(tables, list) or not tables or not all(isinstance(each, dict) for each in tables):
        mistakes.append(f"there is no table {where}; at least one is needed")
        return []
    found = []
    for k, table in enumerate(tables, 1):
        place = f"{where} {k}" + (f" ({table['name']!r})" if "name" in table else "")
        if (made := _made(kind, table, place, mistakes)) is not None:
            found.append((made, place))
    return found


def _made(kind: Callable[..., Made], table: dict[str, Any], where: str, mistakes: _Mistakes) -> Made | None:
    """What a table makes, whose keys are the parameters of `kind` and have their types.

    It is made without the keys that have a mistake, so that the others are checked; None where it cannot be made.
    """
    NotInstalledError.check("a protocol", "pydantic")
    from pydantic import TypeAdapter, ValidationError

    known = signature(kind).parameters
    adapter: Any = TypeAdapter(kind)  # type: ignore[arg-type]
    mistakes += [f"{where}: {UnknownNameError('key', name, known)}" for name in table if name not in known]
    left = {name: value for name, value in table.items() if name in known}
    made: Made | None = None
    with mistakes.at(where):
        try:  # as JSON, whose arrays are tuples too, while a text is no number
            made = adapter.validate_json(json.dumps(left, default=str), strict=True)
        except ValidationError as error:
            for each in error.errors():
                place = " ".join(str(part + 1) if isinstance(part, int) else part for part in each["loc"])
                what = each["msg"].removeprefix("Input ").removeprefix("Value error, ")
                mistakes.append(f"{where}: {place} {what}, not {each['input']!r}" if place else f"{where}: {what}")
            if bad := {each["loc"][0] for each in error.errors() if each["loc"]}:
                return _made(kind, {name: left[name] for name in left.keys() - bad}, where, mistakes)
    return made


def _measured(contrast: Contrast, side: str, study: Study) -> list[tuple[Stratum, Contender]]:
    """The configurations of one side, with the strata that they are measured on."""
    values: dict[str, Any] = getattr(contrast, side)
    return [
        (stratum, each)
        for stratum in study.strata
        for each in study.configurations
        if stratum.name != CONTROLS
        and stratum.name in (contrast.corpora or [stratum.name])
        and stratum.takes(each)
        and all({*values[name]} & {*have} for name, have in _columns(stratum, each).items() if name in values)
    ]


def _columns(stratum: Stratum, chosen: Contender) -> dict[str, tuple[Any, ...]]:
    """What the rows of a configuration on a stratum have in those columns that are known before they are measured."""
    one = {**asdict(chosen), "configuration": str(chosen), "corpus": stratum.name, "time_limit": stratum.time_limit}
    several = {"seed": stratum.seeds, "repeat": tuple(range(stratum.repeats))}
    return {**{name: (value or "",) for name, value in one.items()}, **several}


def _misses(contrast: Contrast, study: Study) -> Iterator[str]:
    """Why a contrast cannot be answered by what is measured."""
    sides: dict[str, Any] = {"a": contrast.a, "b": contrast.b}
    every = [_columns(stratum, each) for stratum in study.strata for each in study.configurations]
    found = {name: _measured(contrast, name, study) for name in sides}
    for name, pairs in found.items():
        of = {stratum.name: [str(each) for s, each in pairs if s is stratum] for stratum, _ in pairs}
        most = max(of.values(), key=len, default=[])
        if len(most) > 1:
            yield f"side {name} has {len(most)} configurations, and needs one: {'; '.join(most[:SHOWN])}"
        elif not most:
            known = {column: sorted({str(value) for each in every for value in each[column]}) for column in every[0]}
            hints = [f"{each} is one of {', '.join(known[each][:SHOWN])}" for each in sides[name] if each in known]
            yield f"side {name} selects nothing of what [run] measures: {'; '.join(hints)}"
    where = {name: {(stratum.name, each) for stratum, each in pairs} for name, pairs in found.items()}
    is_split = any({*sides["a"][each]}.isdisjoint(sides["b"][each]) for each in sides["a"].keys() & sides["b"].keys())
    is_known = every[0].keys() >= sides["a"].keys() | sides["b"].keys()
    if where["a"] & where["b"] and is_known and not is_split:
        yield "both sides select the same rows; make them exclusive"
    elif all(found.values()) and not contrast.puzzles(study):
        yield "no stratum is measured on both sides"
