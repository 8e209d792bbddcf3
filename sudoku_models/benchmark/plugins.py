"""Formulations of your own in a benchmark, read from a file.

The formulations of a file are those that it registers, `sudoku_models.register("name", function)`. A file that
registers none offers every public function in it that takes `(m, puzzle)`, under its own name.
"""

import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from inspect import isfunction, signature
from os import PathLike
from pathlib import Path
from types import ModuleType
from typing import Any

from .. import formulations
from ..errors import FormulationError
from ..formulations import Formulation

__all__ = ["file_of", "load_plugin", "message_of"]

PACKAGE = Path(__file__).parents[1]


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
        if name in before and (other := file_of(before[name])) != str(file):
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
            raise FormulationError(f"{file.name} cannot be run: {message_of(error, str(file))}") from None
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


def file_of(formulation: Any) -> str:
    """The file that defines a function; empty for a callable object."""
    code = getattr(formulation, "__code__", None)
    return code.co_filename if code else ""


def message_of(error: BaseException, file: str) -> str:
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
