"""Formulations of your own: loading them from a file, and checking them before a benchmark measures them."""

import sys
import traceback
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from inspect import isfunction, signature
from os import PathLike
from pathlib import Path
from types import ModuleType
from typing import Any

from .. import backends as backend_table
from .. import formulations, solvers
from ..backends import BACKENDS
from ..errors import FormulationError, UnknownNameError
from ..formulations import Formulation
from ..models.sudoku_model import build
from ..models.validation import Undecided, first_counterexample
from ..puzzles.corpora import load
from ..puzzles.known_solutions import known_puzzles
from ..puzzles.puzzle import Grid, Puzzle
from ..solvers import Feature

TWO_SOLUTIONS = "several:8"
"""A 9x9 puzzle with two solutions, beside the small ones."""


def check_formulation(formulation: str | Formulation, backends: Iterable[str] | None = None) -> str:
    """Build a formulation for puzzles with 0, 1, 2 and many solutions, and compare those of the model with these.

    Args:
        formulation: The function, or its name in the table.
        backends: Names; None means all.

    Returns:
        A sentence: no error was found, and on which puzzles; or which of them were not solved in time.

    Raises:
        FormulationError: When it accepts a grid that is no solution, forbids one that is, stops with an error, or
            does not return its variables; the message names the backend, and draws the board or names the line.

    >>> print(check_formulation("assignment", ["pulp"]))
    assignment accepts every solution and nothing else, on puzzles with 1, 0, 18, 288, 1, 1, 2 solutions, on pulp
    """
    function = formulations.find(formulation) if isinstance(formulation, str) else formulation
    name = formulation if isinstance(formulation, str) else getattr(function, "__name__", "your formulation")
    where = list(dict.fromkeys(backend_table.installed() if backends is None else backends))
    UnknownNameError.check("backend", where, BACKENDS)

    undecided, failed = dict[str, None](), dict[str, FormulationError]()
    for known in _puzzles():
        for backend in [each for each in where if each not in failed]:
            try:
                if error := _error_on(function, name, known, backend):
                    failed[backend] = error
            except Undecided as slow:
                undecided[str(slow)] = None
                break  # nor would it be solved on another backend
    if failed:
        first, right = next(iter(failed.values())), [backend for backend in where if backend not in failed]
        also = f". It is right on {', '.join(right)}: leave the others out of the benchmark" if right else ""
        raise FormulationError(first.sentence + also, first.drawing)
    if undecided:
        return f"no error was found in {name} on {', '.join(where)}, but {'; '.join(undecided)}"
    numbers = ", ".join(str(len(grids)) for _, grids in _puzzles())
    return f"{name} accepts every solution and nothing else, on puzzles with {numbers} solutions, on {', '.join(where)}"


def load_plugin(path: str | PathLike[str]) -> list[str]:
    r"""Run a file, and put its formulations into the table: those that it registers, or its functions of (m, puzzle).

    Args:
        path: A Python file. It may import others that lie beside it.

    Returns:
        The names of its formulations: of those that it registers with `sudoku_models.register`, or if there are none,
        of its public functions of `(m, puzzle)`.

    Raises:
        FormulationError: When there is no such file, it cannot be run, or it has no formulation; the message names the
            line.
        InputError: When a name is that of a built-in formulation.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "mine.py")
    ...     _ = file.write_text("def no_rules(m, puzzle):\n    return m.int_vars('x', puzzle.board.cells, 1, 9)\n")
    ...     load_plugin(file)
    ['no_rules']
    >>> del formulations.FORMULATIONS["no_rules"]
    """
    file = Path(path).absolute()
    if file.suffix != ".py" or not file.is_file():
        what = "it is not a Python file (.py)" if file.exists() else "there is no such file"
        raise FormulationError(f"{path} cannot be read as formulations: {what}")
    before = formulations.registered()
    module = ModuleType(f"plugin_{file.stem}")
    module.__file__ = str(file)
    sys.modules[module.__name__] = module  # dataclasses look their module up there
    sys.path.insert(0, str(file.parent))
    try:
        exec(compile(file.read_bytes(), str(file), "exec", dont_inherit=True), module.__dict__)
    except (Exception, SystemExit) as error:
        raise FormulationError(f"{file.name} cannot be run: {_message_of(error, str(file))}") from None
    finally:
        sys.path.remove(str(file.parent))
    found = [name for name, function in formulations.registered().items() if before.get(name) is not function]
    if not found:
        mine = {name: f for name, f in vars(module).items() if isfunction(f) and f.__module__ == module.__name__}
        found = [name for name, f in mine.items() if not name.startswith("_") and _takes_m_and_puzzle(f)]
        if not found:
            what = ", ".join(f"{name}{signature(f)} in line {f.__code__.co_firstlineno}" for name, f in mine.items())
            raise FormulationError(
                f"{file.name} has no formulation: it calls no sudoku_models.register, and has no public function of "
                f"(m, puzzle); it has {what or 'no function at all'}"
            )
        for name in found:
            formulations.register(name, mine[name])
    return found


Known = tuple[Puzzle, frozenset[Grid]]


@cache
def _puzzles() -> tuple[Known, ...]:
    """Puzzles and all their solutions."""
    puzzle = replace(load(TWO_SOLUTIONS), name="a 9x9 with two solutions")
    grids = build(puzzle, "all_different", "pulp").solutions(solver=solvers.first(Feature.LOGIC))
    return (*known_puzzles(), (puzzle, frozenset(grids)))


def _error_on(function: Formulation, name: str, known: Known, backend: str) -> FormulationError | None:
    whose = f"the formulation {name!r} on {backend}"
    try:
        fault = first_counterexample(function, [known], backend)
    except Undecided:
        raise
    except (Exception, SystemExit) as error:
        code = getattr(function, "__code__", None)
        why = _message_of(error, code.co_filename if code else "")
        return FormulationError(f"{whose}, for {known[0].name}: {why}")
    return FormulationError(f"{whose}: {fault.sentence}", fault.puzzle.draw(fault.grid)) if fault else None


def _takes_m_and_puzzle(function: Callable[..., Any]) -> bool:
    every = list(signature(function).parameters.values())
    return [each.name for each in every[:2]] == ["m", "puzzle"] and all(
        each.default is not each.empty for each in every[2:]
    )


def _message_of(error: BaseException, file: str) -> str:
    """An error in the code of a user: the line of the file, and the message."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{Path(error.filename).name}, line {error.lineno}: {error.msg}"
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
    if not frames and isinstance(error, FormulationError):
        return str(error)
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return f"{Path(file).name}, line {frames[-1].lineno}, `{frames[-1].line}`: {what}" if frames else what
