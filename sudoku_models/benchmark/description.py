"""The description of a run: which puzzles, which configurations, within which limits, how often.

The same description is the arguments of `study` in Python, and the table `run` of a TOML file:

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
    boards = [4, 9, 16]            # or boards of these sizes, of which this share of the cells is given
    share = 0.5

    [[run.puzzles]]
    problem = "latin"              # or instances of another problem, see `problems`
    sizes = [15, 20]
    number = 30                    # of each size
    parameters = {holes = [0.38, 0.42], balanced = true}
    leave_out = ["cbc"]            # solvers that do not measure these puzzles

    [[run.configurations]]         # as in `configurations`
    formulations = ["pairwise", "assignment"]
    backends = ["pulp"]
    solvers = ["highs", "cpsat"]

A run of such a file also measures *controls*: puzzles with no, two and many solutions. A solver that claims what it has
not proved is wrong on one of them. In each repeat the solvers get another seed of their random numbers. A protocol has
further tables, which say what the rows are to answer; see `contrasting`.
"""

import random
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from os import PathLike
from pathlib import Path
from typing import Any

from ..errors import InputError, UnknownNameError
from ..formulations import BUILT_IN, find, registered
from ..puzzles.corpora import CorpusEntry, corpora, corpus, draw, read_puzzles
from ..puzzles.puzzle import Puzzle
from ..runtime.limits import check_time_limit
from .cases import Case, digest_of, of_formulation, serialize
from .contenders import Contender, configurations, takes_seed
from .environment import digest_of as digest_of_file
from .problems import Instance, instances
from .problems import boards as fill

NUMBER = (int, float)
RANGES: dict[str, Callable[[CorpusEntry], float | None]] = {
    "rating": lambda entry: entry.rating,
    "givens": lambda entry: len(entry.puzzle.givens),
    "effort": lambda entry: entry.effort,
    "solutions": lambda entry: int(entry.solutions.removeprefix(">=")) if entry.solutions else None,
}
"""Key of a stratum -> what must be in its range, from a number up to and without another one."""
LIMITS: dict[str, Any] = {"time_limit": NUMBER, "seeds": list, "repeats": int}
RUN: dict[str, Any] = {**LIMITS, "memory_limit": NUMBER, "quiet": NUMBER, "sample": int}
RUN |= {"puzzles": list, "configurations": list}
STRATUM: dict[str, Any] = {**LIMITS, "name": str, "corpus": str, "kind": str, "size": int, "sample": int}
STRATUM |= {**dict.fromkeys(RANGES, list), "skip": int, "boards": list, "share": NUMBER, "puzzles": dict}
STRATUM |= {"problem": str, "sizes": list, "number": int, "parameters": dict, "leave_out": list}
CHOICE: dict[str, Any] = dict.fromkeys(("formulations", "rewrites", "backends", "solvers", "presolve", "search"), list)
CHOICE |= {"count": str}
"""Name -> the type of its value."""
CONTROLS = "controls"
"""The corpus of puzzles with no, two and many solutions."""
IN_BLOCK = 100
"""Cases that are measured together, at least."""
TYPES = {str: "a text", int: "a whole number", bool: "true or false", list: "a list", dict: "a table"}


@dataclass(frozen=True)
class Stratum:
    """Puzzles of a study, and how they are measured.

    Attributes:
        name: Its name in the results.
        entries: The puzzles, with the number of their solutions where it is known.
        time_limit: Seconds for the solver in a case.
        seeds: The isomorphs; 0 is the puzzle as it is printed.
        repeats: How many times each case is measured.
        leave_out: Solvers that do not measure them.
    """

    name: str
    entries: tuple[CorpusEntry, ...]
    time_limit: float
    seeds: tuple[int, ...]
    repeats: int
    leave_out: tuple[str, ...] = ()

    def takes(self, chosen: Contender) -> bool:
        """Whether a configuration measures them."""
        return chosen.solver not in self.leave_out


@dataclass(frozen=True)
class Study:
    """The cases of a run: everything once, then the first repeat, and so on. They are made while they are iterated.

    A repeat is a series of blocks. Each block has puzzles of all strata, in proportion to their numbers, with every
    configuration, in a random order (the same on every run). So what changes on the machine from one hour to the next
    is not mistaken for a difference between strata, and within a block not for one between configurations or puzzles.

    Attributes:
        strata: The puzzles.
        configurations: What is measured on each of them.
        memory_limit: Bytes for the processes of a case; None means no limit.
        quiet: The share of its core that others may use beside a case; more, and it is measured again. None means that
            nothing is.
        vary_seeds: Whether the solvers get another seed of their random numbers in each repeat.
        protocol_digest: The digest of the protocol, which each row holds; empty without one.
    """

    strata: tuple[Stratum, ...]
    configurations: tuple[Contender, ...]
    memory_limit: int | None = None
    quiet: float | None = None
    vary_seeds: bool = False
    protocol_digest: str = ""

    def __len__(self) -> int:
        return sum(map(self.number, self.strata))

    def __iter__(self) -> Iterator[Case]:
        functions = registered()
        own = {
            name: (serialize(name, functions[name]) if name in functions else None, of_formulation(find(name)))
            for name in {each.formulation for each in self.configurations}
            if name not in BUILT_IN
        }
        in_block, block = -(-IN_BLOCK // len(self.configurations)), 0
        for repeat in range(max(each.repeats for each in self.strata)):
            mixed = self._mixed(repeat)
            for k in range(0, len(mixed), in_block):
                pairs = [
                    (*each, chosen)
                    for each in mixed[k : k + in_block]
                    for chosen in self.configurations
                    if each[0].takes(chosen)
                ]
                random.Random(f"block {block}").shuffle(pairs)
                for stratum, entry, seed, chosen in pairs:
                    about = (stratum.name, entry.puzzle, seed, chosen, stratum.time_limit, entry.solutions)
                    solver_seed = repeat + 1 if self.vary_seeds and takes_seed(chosen) else None
                    of_it = own.get(chosen.formulation, (None, ""))
                    yield Case(*about, repeat, self.memory_limit, *of_it, block, solver_seed, self.protocol_digest)
                block += 1

    def number(self, stratum: Stratum) -> int:
        """The number of the cases of a stratum."""
        instances = len(stratum.entries) * len(stratum.seeds) * stratum.repeats
        return instances * sum(map(stratum.takes, self.configurations))

    def _mixed(self, repeat: int) -> list[tuple[Stratum, CorpusEntry, int]]:
        """The puzzles of a repeat, those of each stratum in a random order and evenly over the whole."""
        placed = []
        for stratum in (each for each in self.strata if repeat < each.repeats):
            of_it = [(stratum, entry, seed) for entry in stratum.entries for seed in stratum.seeds]
            rng = random.Random(f"{stratum.name} {repeat}")
            rng.shuffle(of_it)
            placed += [((k + rng.random()) / len(of_it), each) for k, each in enumerate(of_it)]
        return [each for _, each in sorted(placed, key=itemgetter(0))]


def study(
    puzzles: Iterable[str | tuple[str, Iterable[Puzzle]] | Mapping[str, Any]],
    configurations: Iterable[Contender],
    time_limit: float = 10.0,
    seeds: Iterable[int] = (0,),
    repeats: int = 1,
    sample: int | None = None,
    memory_limit: float | None = None,
    quiet: float | None = None,
    controls: bool = False,
    vary_seeds: bool = False,
) -> Study:
    """Describe a run.

    Args:
        puzzles: Tables such as {"corpus": "top95", "sample": 10}; the head of this module has all keys. In short, the
            name of a corpus, or a pair of a name and puzzles of your own.
        configurations: The result of `configurations`.
        time_limit: Seconds for the solver in a case.
        seeds: 0 is the puzzle as it is printed, others are isomorphs.
        repeats: How many times each case is measured.
        sample: The number of puzzles of each corpus, drawn with a fixed seed; None means all.
        memory_limit: GiB for the processes of each case; None means no limit.
        quiet, vary_seeds: As in `Study`.
        controls: Whether to measure every configuration once on puzzles with no, two and many solutions, too.

    Raises:
        InputError: When a name means nothing, there are no puzzles, two strata or two different puzzles have one name,
            or a limit is not a positive number.

    >>> from sudoku_models.benchmark import configurations
    >>> chosen = configurations(["assignment"], backends=["pulp"], solvers=["highs", "cpsat"])
    >>> len(study(["hardest11"], chosen, repeats=3))
    66
    """
    limits = {"time_limit": time_limit, "seeds": list(seeds), "repeats": repeats, "sample": sample}
    strata = [_stratum({**limits, **_table(each)}) for each in puzzles]
    if controls:
        strata += _controls(strata)
    names = [each.name for each in strata]
    if twice := {name for name in names if names.count(name) > 1}:
        raise InputError(f"two strata are called {min(twice)!r}, and they are not pooled; give one of them a name")
    if memory_limit is not None and not memory_limit > 0:
        raise InputError(f"the memory limit must be a positive number of GiB, not {memory_limit:g}")
    chosen = dict.fromkeys(configurations)
    if not strata or not chosen:
        raise InputError(f"a run needs at least one {'configuration' if strata else 'corpus'}")
    memory = None if memory_limit is None else int(memory_limit * 1024**3)
    return Study(tuple(strata), tuple(chosen), memory, quiet, vary_seeds)


def load_study(file: str | PathLike[str]) -> Study:
    """Read the table `run` of a TOML file.

    Raises:
        InputError: When it cannot be read, or something in it means nothing; the message says where.
    """
    run = read_toml(file).get("run")
    if not isinstance(run, dict):
        raise InputError(f"{str(file)!r} has no table [run], which says what is measured")
    check_table(run, RUN, "[run]")
    for key, known in (("puzzles", STRATUM), ("configurations", CHOICE)):
        check_tables(run.get(key), known, f"[[run.{key}]]")
    chosen = [each for table in run.pop("configurations") for each in configurations(**table)]
    made = study(run.pop("puzzles"), chosen, **run, controls=True, vary_seeds=True)
    return replace(made, protocol_digest=digest_of_file(Path(file).read_bytes()))


def read_toml(file: str | PathLike[str]) -> dict[str, Any]:
    """The content of a TOML file.

    Raises:
        InputError: When it cannot be read.
    """
    try:
        return tomllib.loads(Path(file).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError(f"{str(file)!r} cannot be read: {error}") from None


def check_tables(tables: Any, known: Mapping[str, Any], where: str) -> list[dict[str, Any]]:
    """The tables of an array of tables, of which there is at least one, each checked by `check_table`."""
    if not isinstance(tables, list) or not tables or not all(isinstance(each, dict) for each in tables):
        raise InputError(f"there is no table {where}; at least one is needed")
    for k, table in enumerate(tables, 1):
        check_table(table, known, f"{where}, number {k}")
    return tables


def check_table(table: Mapping[str, Any], known: Mapping[str, Any], where: str) -> None:
    """Refuse names that are not known, and values of another type; `known` is name -> type.

    Raises:
        InputError: With the place and the name.
    """
    UnknownNameError.check(f"key in {where}", table, known)
    for name, value in table.items():
        if not isinstance(value, known[name]) or (isinstance(value, bool) and known[name] is not bool):
            raise InputError(f"{where}: {name} must be {TYPES.get(known[name], 'a number')}, not {value!r}")


def _table(puzzles: str | tuple[str, Iterable[Puzzle]] | Mapping[str, Any]) -> Mapping[str, Any]:
    """One way to name puzzles as a table of keys."""
    if isinstance(puzzles, Mapping):
        return puzzles
    return {"corpus": puzzles} if isinstance(puzzles, str) else dict(zip(("name", "puzzles"), puzzles, strict=True))


def _stratum(table: Mapping[str, Any]) -> Stratum:
    check_time_limit(table["time_limit"])
    if table["time_limit"] is None:
        raise InputError("a case needs a time limit: a positive number of seconds")
    if table["repeats"] < 1:
        raise InputError(f"a case is measured at least once, not {table['repeats']} times")
    for key in RANGES.keys() & table.keys():
        if len(table[key]) != 2 or not all(isinstance(each, NUMBER) for each in table[key]):
            raise InputError(f"{key} must be two numbers, from and below, such as [0, 7], not {table[key]!r}")
    name, every = _entries(table)
    entries = [entry for entry in every[table.get("skip", 0) :] if _belongs(entry, table)]
    if not entries:
        raise InputError(f"there are no puzzles in {name!r}")
    named: dict[str, Puzzle] = {}
    for entry in entries:
        if named.setdefault(entry.name, entry.puzzle) != entry.puzzle:
            raise InputError(f"two different puzzles of {name!r} are called {entry.name!r}; rename one of them")
    drawn = tuple(draw(entries, table.get("sample"), seed=f"sample of {name}"))
    limits = float(table["time_limit"]), tuple(table["seeds"]), table["repeats"]
    return Stratum(name, drawn, *limits, tuple(table.get("leave_out", ())))


def _controls(strata: list[Stratum]) -> list[Stratum]:
    """The controls with boards of the sizes of these puzzles, those of 9x9 where there are no others."""
    entries = corpus(CONTROLS).entries
    sizes = {_size(entry) for stratum in strata for entry in stratum.entries} & {*map(_size, entries)} or {9}
    chosen = tuple(entry for entry in entries if _size(entry) in sizes)
    return [Stratum(CONTROLS, chosen, max(each.time_limit for each in strata), (strata[0].seeds[0],), 1)]


def _size(entry: CorpusEntry) -> int | None:
    return None if isinstance(entry.puzzle, Instance) else entry.puzzle.board.size


def _entries(table: Mapping[str, Any]) -> tuple[str, Sequence[CorpusEntry]]:
    """The name of the puzzles of a table, and the puzzles: a corpus, a file, boards to fill, or puzzles themselves."""
    known, named = "", table.get("corpus", "")
    if "boards" in table:
        name, share = table.get("name", "boards"), table.get("share", 0.0)
        if not 0 <= share <= 1:
            raise InputError(f"the share of the cells that are given is from 0 to 1, not {share!r}")
        own = [fill(f"{name} {n}x{n}", n, 1, share) for n in sorted(set(table["boards"]))]
        known = "" if share else ">=2"  # an empty one has several solutions
    elif "problem" in table:
        name, number = table.get("name", table["problem"]), table.get("number", 1)
        own = instances(table["problem"], table.get("sizes", ()), number, **table.get("parameters", {}))
    elif "puzzles" in table:
        name, own = table.get("name", ""), table["puzzles"]
        if isinstance(own, Mapping):
            own = [replace(Puzzle.parse(text), name=each) for each, text in own.items()]
        if not name:
            raise InputError("puzzles of your own need a name for all of them")
    elif not named:
        raise InputError("a table [[run.puzzles]] names no corpus, no boards, no problem and no puzzles")
    elif named in {each.name for each in corpora()} or not Path(named).is_file():
        return table.get("name", named), corpus(named).entries
    else:
        name, own = table.get("name", Path(named).stem), read_puzzles(named)
    named_ones = (each if each.name else replace(each, name=_name_of(each)) for each in own)
    return name, [CorpusEntry(each, known, None, "") for each in named_ones]


def _name_of(puzzle: Puzzle) -> str:
    """The name of a puzzle without one: its givens, and its digest where a board with rules tells it from others."""
    return f"{puzzle.line()} {digest_of(puzzle)}" if puzzle.board.rules else puzzle.line()


def _belongs(entry: CorpusEntry, table: Mapping[str, Any]) -> bool:
    for key, figure in RANGES.items():
        if key in table:
            (least, below), value = table[key], figure(entry)
            if value is None or not least <= value < below:
                return False
    return all(_of_it(entry)[key] == table[key] for key in ("size", "kind") if key in table)


def _of_it(entry: CorpusEntry) -> dict[str, Any]:
    return {"size": _size(entry), "kind": entry.kind}
