"""What a study measures, as its protocol says: which puzzles, which configurations, how often.

A protocol is a TOML file that is written before the study runs. Its table `run` says what is measured:

    title = "Which formulation, on which solver?"

    [run]
    time_limit = 10.0              # seconds for the solver in a case
    seeds = [1, 2, 3]              # isomorphs; 0 is the puzzle as it is printed
    repeats = 3

    [[run.puzzles]]                # a stratum; it may have a time limit, seeds and repeats of its own
    name = "rated below 7"         # under this name in the results; the name of the corpus when it is left out
    corpus = "rated"
    rating = [0.0, 7.0]            # from, and below
    sample = 10                    # drawn with a fixed seed; all when it is left out
    skip = 40                      # the first puzzles of the corpus, such as those that something was tuned on

    [[run.configurations]]         # as in `benchmark.configurations`
    formulations = ["pairwise", "assignment"]
    backends = ["pulp"]
    solvers = ["highs", "cpsat"]

The rest of the file says which questions the rows are to answer.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from os import PathLike
from pathlib import Path
from typing import Any

from ..errors import InputError
from ..puzzles.corpora import Corpus, Entry, corpus, draw
from .cases import Case, cases
from .configurations import Configuration, configurations

__all__ = ["Stratum", "Study", "read_study", "study_cases", "study_configurations"]

NUMBER = (int, float)
STRATUM: dict[str, Any] = {"time_limit": NUMBER, "seeds": list, "repeats": int}
RUN: dict[str, Any] = {**STRATUM, "puzzles": list, "configurations": list}
STRATUM |= {"name": str, "corpus": str, "rating": list, "size": int, "sample": int, "skip": int}
CHOICE = dict.fromkeys(("formulations", "rewrites", "backends", "solvers", "presolve"), list)
"""Name -> the type of its value."""
DEFAULTS: dict[str, Any] = {"time_limit": 10.0, "seeds": [0], "repeats": 1}


def read_study(path: str | PathLike[str]) -> dict[str, Any]:
    """The content of a protocol, in which the names of the table `run` have been checked.

    Raises:
        InputError: When it cannot be read, or has a name that means nothing; the message says where.
    """
    try:
        content = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError(f"the protocol {str(path)!r} cannot be read: {error}") from None
    run = content.get("run")
    if not isinstance(run, dict):
        raise InputError(f"the protocol {str(path)!r} has no table [run], which says what is measured")
    _check_names(run, RUN, "[run]")
    for key, known in (("puzzles", STRATUM), ("configurations", CHOICE)):
        each = run.get(key)
        if not isinstance(each, list) or not each or not all(isinstance(table, dict) for table in each):
            raise InputError(f"the protocol {str(path)!r} has no table [[run.{key}]]; it needs at least one")
        for k, table in enumerate(each, 1):
            _check_names(table, known, f"[[run.{key}]], number {k}")
    return content


def study_configurations(protocol: Mapping[str, Any]) -> list[Configuration]:
    """The configurations of a protocol, each once.

    Raises:
        InputError, UnknownNameError, NotInstalledError: As in `benchmark.configurations`.
    """
    chosen = (configurations(**choice) for choice in protocol["run"]["configurations"])
    return list(dict.fromkeys(each for some in chosen for each in some))


@dataclass(frozen=True)
class Stratum:
    """Puzzles of a study, and how they are measured.

    Attributes:
        corpus: The puzzles, under the name of the stratum.
        options: `time_limit`, `seeds` and `repeats`, as in `benchmark.cases`.
        configurations: How many configurations each puzzle is measured with.
    """

    corpus: Corpus
    options: Mapping[str, Any]
    configurations: int

    @property
    def round(self) -> int:
        """The cases of one repeat."""
        return len(self.corpus) * len(self.options["seeds"]) * self.configurations

    def __len__(self) -> int:
        return self.round * int(self.options["repeats"])


@dataclass(frozen=True)
class Study:
    """The cases of a study: everything once, then the first repeat, and so on; made while they are iterated."""

    strata: tuple[Stratum, ...]
    configurations: tuple[Configuration, ...]

    def __len__(self) -> int:
        return sum(map(len, self.strata))

    def __iter__(self) -> Iterator[Case]:
        begun = [(cases([each.corpus], self.configurations, **each.options), each.round) for each in self.strata]
        for _ in range(max(each.options["repeats"] for each in self.strata)):
            for some, number in begun:
                yield from (replace(case, is_analysed=False) for case in islice(some, number))


def study_cases(protocol: Mapping[str, Any]) -> Study:
    """The cases of a protocol.

    Raises:
        InputError: When a stratum has no puzzles, or two have one name.
    """
    run, chosen = protocol["run"], study_configurations(protocol)
    found: list[Stratum] = []
    for stratum in run["puzzles"]:
        some = _corpus(stratum)
        if some.name in {each.corpus.name for each in found}:
            raise InputError(f"two strata of the protocol are called {some.name!r}; give one of them a name")
        options = {key: stratum.get(key, run.get(key, default)) for key, default in DEFAULTS.items()}
        cases([some], chosen, **options)  # refuses what cannot be measured
        found.append(Stratum(some, options, len(chosen)))
    return Study(tuple(found), tuple(chosen))


def _corpus(stratum: Mapping[str, Any]) -> Corpus:
    """The puzzles of a stratum."""
    if "corpus" not in stratum:
        raise InputError("a table [[run.puzzles]] of the protocol names no corpus")
    whole = corpus(stratum["corpus"])
    entries = [entry for entry in whole.entries[stratum.get("skip", 0) :] if _belongs(entry, stratum)]
    name = stratum.get("name", whole.name)
    if not entries:
        raise InputError(f"the stratum {name!r} of the protocol has no puzzles")
    drawn = draw(entries, stratum.get("sample"), seed=f"sample of {name}")
    return replace(whole, name=name, entries=tuple(drawn))


def _belongs(entry: Entry, stratum: Mapping[str, Any]) -> bool:
    least, below = stratum.get("rating", (None, None))
    if least is not None and (entry.rating is None or not least <= entry.rating < below):
        return False
    size = stratum.get("size", entry.puzzle.board.size)
    return bool(entry.puzzle.board.size == size)


def _check_names(table: Mapping[str, Any], known: Mapping[str, Any], where: str) -> None:
    for name, value in table.items():
        if name not in known:
            raise InputError(f"{where} of the protocol has {name!r}; known are: {', '.join(sorted(known))}")
        if not isinstance(value, known[name]) or isinstance(value, bool):
            what = {str: "a text", int: "a whole number", list: "a list"}.get(known[name], "a number")
            raise InputError(f"{where} of the protocol: {name} must be {what}, not {value!r}")
