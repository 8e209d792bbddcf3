"""Cases: one configuration on one isomorph of one puzzle, within one time limit; and what identifies a case."""

import inspect
import json
import pickle
import sys
from dataclasses import asdict, dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import cloudpickle

from ..errors import FormulationError
from ..formulations import Formulation
from ..puzzles.puzzle import Puzzle
from ..puzzles.rules import RULES, as_record
from .contenders import Contender
from .environment import environment, short_digest
from .problems import Instance
from .rows import KEY


@dataclass(frozen=True)
class Case:
    """One measurement.

    Attributes:
        corpus: The name of the corpus, or of the part of a study, that the puzzle belongs to.
        puzzle: The puzzle as it is printed, or an instance of another problem.
        seed: The seed of its isomorph; 0 is the puzzle itself.
        configuration: What to measure.
        time_limit: Seconds for the solver.
        solutions: How many solutions the puzzle is known to have, such as "1" or ">=10000"; empty when unknown.
        repeat: 0 for the first measurement of the same, and so on.
        block: The number of the block of cases that are measured together.
        solver_seed: The seed of the solver's random numbers; None for its own, or where it takes none.
        memory_limit: Bytes that its process and its children may take before it is killed; None means no limit.
        serialized: The formulation itself, as bytes, when it was registered in this process.
        formulation_digest: A digest that identifies such a formulation; empty for those of this package.
        protocol_digest: The digest of the protocol; empty without one.
    """

    corpus: str
    puzzle: Puzzle | Instance
    seed: int
    configuration: Contender
    time_limit: float
    solutions: str = ""
    repeat: int = 0
    memory_limit: int | None = None
    serialized: bytes | None = None
    formulation_digest: str = ""
    block: int = 0
    solver_seed: int | None = None
    protocol_digest: str = ""

    @property
    def solver_name(self) -> str:
        """The name of the solver with all its options and the seed."""
        return self.configuration.solver_name(self.solver_seed)

    @property
    def hard_limit(self) -> float:
        """Seconds after which its process is killed: enough to build, and to reach the limit twice."""
        return 2.0 * self.time_limit + 30.0

    def identity(self) -> dict[str, Any]:
        """The columns of a row that identify the case."""
        found = {
            **{name: value or "" for name, value in asdict(self.configuration).items()},
            "corpus": self.corpus,
            "puzzle": self.puzzle.name,
            "puzzle_digest": digest_of(self.puzzle),
            "seed": self.seed,
            "repeat": self.repeat,
            "formulation_digest": self.formulation_digest,
            "time_limit": float(self.time_limit),
            "software": environment()["software"],
        }
        return {name: found[name] for name in KEY}

    @property
    def key(self) -> tuple[Any, ...]:
        """The same as a tuple."""
        return tuple(self.identity().values())


@lru_cache(maxsize=4096)
def digest_of(puzzle: Puzzle | Instance) -> str:
    """The digest of a puzzle: its units, its rules and its givens, without its name.

    >>> digest_of(Puzzle.parse("1... ..2. .3.. ...4")), digest_of(Puzzle.parse("1... ..2. .3.. ...3"))
    ('7680e4eef695', '42ad6e7c1e9e')
    """
    if isinstance(puzzle, Instance):
        return puzzle.digest
    units = sorted(sorted(unit.cells) for unit in puzzle.board.units)
    rules = sorted(
        json.dumps(as_record(rule)) if type(rule) in RULES.values() else repr(rule) for rule in puzzle.board.rules
    )
    content = (puzzle.board.size, units, puzzle.values, rules) if rules else (puzzle.board.size, units, puzzle.values)
    return short_digest(repr(content).encode())


def of_formulation(formulation: Formulation) -> str:
    """The digest of a formulation: of the text of the file, or of the cell of a notebook, that defines it.

    A formulation that is changed under its name is so measured again. Changes in other files that it uses do not count.

    >>> def no_rules(m, puzzle):
    ...     return m.int_vars("x", puzzle.board.cells, 1, puzzle.board.size)
    >>> of_formulation(no_rules) == of_formulation(partial(no_rules))
    True
    """
    function = _function(formulation)
    code = getattr(function, "__code__", None) or type(function).__call__.__code__
    if Path(code.co_filename).is_file():
        return short_digest(Path(code.co_filename).read_text(encoding="utf-8").encode())
    try:
        return short_digest(inspect.getsource(code).encode())
    except (OSError, TypeError):  # it was typed in a session that kept no source
        return short_digest(f"{code.co_code!r}{code.co_names!r}".encode())


def serialize(name: str, formulation: Formulation) -> bytes:
    """A formulation as bytes, for a process or a machine that does not have its file.

    The function is serialized by value, with what it uses of the module that defines it. What it imports from elsewhere
    must be installed where it arrives, with the same version of Python.

    Raises:
        FormulationError: When it refers to an object that cannot be serialized, such as an open model.

    >>> deserialize(serialize("none", lambda m, puzzle: {}))(None, None)
    {}
    """
    home = sys.modules.get(str(getattr(_function(formulation), "__module__", "")))
    if home is not None and home.__name__ != "__main__":
        cloudpickle.register_pickle_by_value(home)
    try:
        content: bytes = cloudpickle.dumps(formulation)
    except Exception as error:
        raise FormulationError(
            f"the formulation {name!r} cannot be handed to another process ({type(error).__name__}: {error}); it must "
            "make everything that it needs, such as a model, inside itself"
        ) from None
    return content


def deserialize(content: bytes) -> Formulation:
    """The formulation of `serialize`.

    Raises:
        FormulationError: When a module that the formulation imports is missing here.
    """
    try:
        formulation: Formulation = pickle.loads(content)
    except ImportError as error:
        raise FormulationError(
            f"the formulation needs a module that is not installed here: {error}. Install it wherever the cases run"
        ) from None
    return formulation


def _function(formulation: Any) -> Any:
    while isinstance(formulation, partial):
        formulation = formulation.func
    return formulation
