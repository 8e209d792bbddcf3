"""Formulations of your own in a benchmark: read from a file, and checked on small boards before it starts.

The formulations of a file are those that it registers, `sudoku_models.register("name", function)`. A file that
registers none offers every public function in it that takes `(m, puzzle)`, under its own name.
"""

import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from inspect import isfunction, signature
from os import PathLike
from pathlib import Path
from types import ModuleType
from typing import Any

from .. import formulations
from .. import solvers as solver_table
from ..backends import BACKENDS, Backend
from ..errors import FormulationError, SolverError, UnknownNameError, UnsupportedError
from ..formulations import Formulation
from ..models.digit_columns import check_variables
from ..models.problem import Problem
from ..models.validation import NotDecided, first_counterexample
from ..puzzles.known_solutions import known_puzzles
from ..puzzles.puzzle import Puzzle

__all__ = ["Checked", "check_formulation", "load_plugin"]

PACKAGE = Path(__file__).parents[1]
SECONDS = 10.0
"""For one solve of a 4x4 puzzle."""


# -- reading a file ----------------------------------------------------------------------------------------------------


def load_plugin(path: str | PathLike[str]) -> dict[str, Formulation]:
    r"""Run a file, and put its formulations into the table.

    Args:
        path: A Python file. It may import others that lie beside it.

    Returns:
        Its formulations by name: those that it registers with `sudoku_models.register`; of a file that registers none,
        the public functions in it that take `(m, puzzle)`.

    Raises:
        FormulationError: When there is no such file, it cannot be run, it has no formulation, or a name is taken; the
            message names the line.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "mine.py")
    ...     _ = file.write_text("def no_rules(m, puzzle):\n    return m.int_vars('x', puzzle.board.cells, 1, 9)\n")
    ...     list(load_plugin(file))
    ['no_rules']
    >>> del formulations.FORMULATIONS["no_rules"]
    """
    file = Path(path).absolute()
    if file.suffix != ".py" or not file.is_file():
        what = "it is not a Python file (.py)" if file.exists() else "there is no such file"
        raise FormulationError(f"{path} cannot be read as formulations: {what}")
    before = formulations.registered()
    module = _run(file)
    found = {name: f for name, f in formulations.registered().items() if before.get(name) is not f}
    if not found:
        found = _public(module)
        for name, formulation in found.items():
            _must_be_free(name, formulation, file)
            formulations.register(name, formulation)
    for name in found:
        if name in before and (other := _file_of(before[name])) != str(file):
            raise FormulationError(f"{file.name}: a formulation named {name!r} is in {other} too; rename one of them")
    return found


def _run(file: Path) -> ModuleType:
    """Run a file as a module, with its folder on the path, as Python does for a program."""
    module = ModuleType(f"plugin_{file.stem}")
    module.__file__ = str(file)
    with _modules_of(file.parent):
        sys.modules[module.__name__] = module  # dataclasses look their module up there
        try:
            exec(compile(file.read_bytes(), str(file), "exec", dont_inherit=True), module.__dict__)
        except (Exception, SystemExit) as error:
            raise FormulationError(f"{file.name} cannot be run: {_message(error, str(file))}") from None
    return module


@contextmanager
def _modules_of(folder: Path) -> Iterator[None]:
    """While a file of this folder is run, it can import others of the folder.

    They are removed from Python's modules afterwards: another file may have one of the same name beside it, and a
    module that cannot be imported again is sent to other processes by value.
    """
    path, known = list(sys.path), set(sys.modules)
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path[:] = path
        for name in set(sys.modules) - known:
            if Path(getattr(sys.modules[name], "__file__", None) or "").parent == folder:
                del sys.modules[name]


def _public(module: ModuleType) -> dict[str, Formulation]:
    """The public functions of a file that take (m, puzzle).

    Raises:
        FormulationError: When there are none.
    """
    mine: dict[str, Any] = {name: f for name, f in vars(module).items() if _is_written_in(module, f)}
    found = {name: f for name, f in mine.items() if not name.startswith("_") and _takes_m_and_puzzle(f)}
    if not found:
        what = ", ".join(f"{name}{signature(f)} in line {f.__code__.co_firstlineno}" for name, f in mine.items())
        raise FormulationError(
            f"{Path(str(module.__file__)).name} has no formulation: it calls no sudoku_models.register, and has no "
            f"public function of (m, puzzle); it has {what or 'no function at all'}"
        )
    return found


def _is_written_in(module: ModuleType, function: Any) -> bool:
    return isfunction(function) and function.__module__ == module.__name__


def _takes_m_and_puzzle(function: Callable[..., Any]) -> bool:
    every = list(signature(function).parameters.values())
    return [each.name for each in every[:2]] == ["m", "puzzle"] and all(
        each.default is not each.empty for each in every[2:]
    )


def _must_be_free(name: str, formulation: Any, file: Path) -> None:
    if name in formulations.FORMULATIONS and name not in formulations.registered():
        line = formulation.__code__.co_firstlineno
        whose = "a built-in formulation" if name in formulations.BUILT_IN else formulations.FORMULATIONS[name]
        raise FormulationError(
            f"{file.name}, line {line}: the name {name!r} is taken ({whose}); give your function another one"
        )


def _file_of(formulation: Any) -> str:
    code = getattr(formulation, "__code__", None)
    return code.co_filename if code else ""


# -- checking ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Checked:
    """A formulation in which no error was found.

    Attributes:
        name: Its name.
        backends: Those that it was built on.
        refused: Backend and solver, as "pulp x choco" -> why that solver does not support it.
        undecided: Sentences about puzzles that were not solved in time.
    """

    name: str
    backends: tuple[str, ...]
    refused: dict[str, str] = field(default_factory=dict)
    undecided: tuple[str, ...] = ()

    def __str__(self) -> str:
        numbers = ", ".join(str(len(grids)) for _, grids in known_puzzles())
        text = f"{self.name} accepts every solution and nothing else, on puzzles with {numbers} solutions"
        if self.undecided:
            text = f"no error was found in {self.name}, but {'; '.join(self.undecided)}"
        return f"{text}, on {', '.join(self.backends)}"


def check_formulation(
    formulation: str | Formulation, backends: Iterable[str] | None = None, solvers: Iterable[str] | None = None
) -> Checked:
    """Build a formulation for small boards, and compare the solutions of the model with the known ones.

    Args:
        formulation: The function, or its name in the table.
        backends: Names; None means all.
        solvers: Those whose support is checked; None means those that are installed.

    Raises:
        FormulationError: When it accepts a grid that is no solution, forbids one that is, stops with an error, or
            does not return its variables; the message names the backend, and draws the board or names the line.

    >>> print(check_formulation("assignment", ["pulp"], ["highs"]))
    assignment accepts every solution and nothing else, on puzzles with 1, 0, 18, 288, 1, 1 solutions, on pulp
    """
    function = formulations.find(formulation) if isinstance(formulation, str) else formulation
    name = formulation if isinstance(formulation, str) else getattr(function, "__name__", "your formulation")
    where = list(dict.fromkeys(BACKENDS if backends is None else backends))
    for backend in where:
        if backend not in BACKENDS:
            raise UnknownNameError("backend", backend, BACKENDS)
    undecided = _accepts_what_it_should(_Named(name, function), where)
    names = solver_table.installed() if solvers is None else list(solvers)
    refused = {f"{b} x {s}": why for b in where for s in names if (why := _why_refused(function, b, s))}
    return Checked(name, tuple(where), refused, tuple(undecided))


@dataclass(frozen=True)
class _Named:
    """A formulation whose return value is checked as in a benchmark."""

    name: str
    function: Formulation

    def __call__(self, m: Backend, puzzle: Puzzle) -> dict[Any, Any]:
        return check_variables(self.function(m, puzzle), puzzle, self.name)


def _accepts_what_it_should(formulation: _Named, backends: list[str]) -> list[str]:
    """Sentences about the puzzles that were not solved in time.

    Raises:
        FormulationError: When the formulation is wrong; the message names the backends on which it is right, too.
    """
    undecided: list[str] = []
    failed: dict[str, FormulationError] = {}
    for known in known_puzzles():
        for backend in [each for each in backends if each not in failed]:
            try:
                if error := _error_on(formulation, known, backend):
                    failed[backend] = error
            except NotDecided as slow:
                undecided.append(str(slow))
                break  # nor would it be solved on another backend
    if not failed:
        return undecided
    first = next(iter(failed.values()))
    right = [backend for backend in backends if backend not in failed]
    also = f". It is right on {', '.join(right)}: leave the others out of the benchmark" if right else ""
    raise FormulationError(first.sentence + also, first.drawing)


def _error_on(formulation: _Named, known: Any, backend: str) -> FormulationError | None:
    whose = f"the formulation {formulation.name!r} on {backend}"
    try:
        fault = first_counterexample(formulation, [known], backend)
    except NotDecided:
        raise
    except (Exception, SystemExit) as error:
        return FormulationError(f"{whose}, for {known[0].name}: {_message(error, _file_of(formulation.function))}")
    return FormulationError(f"{whose}: {fault.sentence}", fault.puzzle.draw(fault.grid)) if fault else None


def _why_refused(formulation: Formulation, backend: str, solver: str) -> str:
    """Why a solver does not support a formulation that is right; empty when it does."""
    puzzle = known_puzzles()[0][0]
    try:
        result = Problem(lambda m: formulation(m, puzzle), backend).solve(solver, SECONDS)
    except (UnsupportedError, SolverError) as error:
        return str(error)
    return "" if result else result.reason


def _message(error: BaseException, file: str) -> str:
    """An error in the code of a user: the line of the file, the verb of a backend that raised it, and the message."""
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    if isinstance(error, SyntaxError) and error.filename:
        return f"{Path(error.filename).name}, line {error.lineno}: {error.msg}"
    frames = traceback.extract_tb(error.__traceback__)
    lines = [k for k, frame in enumerate(frames) if frame.filename == file]
    if not lines:
        return str(error) if isinstance(error, FormulationError) else what
    frame = frames[lines[-1]]
    verbs = [f.name for f in frames[lines[-1] + 1 :] if Path(f.filename).parent == PACKAGE / "backends"]
    by = f" in the verb m.{verbs[0]}" if verbs else ""
    return f"{Path(file).name}, line {frame.lineno}, `{frame.line}`: {what}{by}"
