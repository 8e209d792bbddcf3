"""Loading and checking a file of formulations in a process of its own.

A file may do anything when it is run: end its process, hang, crash, fill the memory. So the process of the command
line never runs its code. A worker does, within limits of time and memory; it returns each formulation as bytes, and
the outcome of the check as text. This keeps accidents away, not attacks: the file has the rights of who runs it.
"""

import json
import os
from base64 import b64decode, b64encode
from collections.abc import Callable, Sequence
from dataclasses import asdict
from os import PathLike
from pathlib import Path
from typing import Any

from .. import formulations
from ..errors import FormulationError, WorkerError
from ..runtime.processes import Worker, limit_memory, size
from .checking import Checked, check_formulation
from .configurations import logic_of
from .digest import of_formulation
from .plugins import load_plugin
from .serialization import Plugin, deserialize, serialize
from .worker import ONE_THREAD, ending

__all__ = ["load_in_process"]

LOAD_SECONDS = 60.0
CHECK_SECONDS = 300.0
MEMORY = 2 * 1024**3
"""Bytes for loading and for each check, unless the user chooses."""

Post = Callable[[Any], None]


def load_in_process(
    path: str | PathLike[str],
    backends: Sequence[str],
    solvers: Sequence[str] | None = None,
    seed: int = 0,
    memory_limit: int = MEMORY,
) -> list[tuple[Plugin, Checked]]:
    r"""Load and check the formulations of a file, without running its code in this process.

    Args:
        path: As for `load_plugin`.
        backends, solvers, seed: As for `check_formulation`.
        memory_limit: Bytes for the process and its children.

    Raises:
        FormulationError: When the file cannot be loaded, or a formulation is wrong; when the process ended, did not
            answer in time, or took too much memory.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "mine.py")
    ...     _ = file.write_text("import os\nos._exit(0)")
    ...     load_in_process(file, ["pulp"])  # doctest: +NORMALIZE_WHITESPACE
    Traceback (most recent call last):
    sudoku_models.errors.FormulationError: mine.py: its process ended with exit code 0 before an answer,
        while the file was loaded
    """
    file = Path(path).absolute()
    with _worker() as worker:

        def request(function: Callable[..., Any], doing: str, seconds: float, *arguments: Any) -> Any:
            try:
                text = worker.request(
                    _guarded, function, memory_limit, *arguments, time_limit=seconds, memory_limit=memory_limit
                )
            except WorkerError as error:
                why = _why(error, doing, seconds, memory_limit)
                raise FormulationError(f"{file.name}: {why}") from None
            answer = json.loads(text)
            if "error" in answer:
                sentence, *drawing = answer["error"]
                named = sentence if file.name in sentence else f"{file.name}: {sentence}"
                raise FormulationError(named, *drawing)
            return answer["result"]

        found = request(_load, "the file was loaded", LOAD_SECONDS, file)
        checked = []
        for name, content, digest in found:
            doing = f"the formulation {name!r} was checked"
            kinds, outcome = request(_check, doing, CHECK_SECONDS, name, content, list(backends), solvers, seed)
            outcome.update({each: tuple(outcome[each]) for each in ("backends", "undecided")})
            checked.append((Plugin(name, b64decode(content), digest, frozenset(kinds)), Checked(**outcome)))
        return checked


def _worker() -> Worker:
    return Worker((__name__,), fresh=True, environment=ONE_THREAD)


def _why(error: WorkerError, doing: str, seconds: float, memory_limit: int) -> str:
    """Why there is no answer."""
    if error.limit == "time":
        return f"{doing} for {seconds:g} seconds without an end, and was stopped"
    if error.limit == "memory":
        return f"its process was ended by signal 9: memory limit ({size(memory_limit)}), while {doing}"
    if error.code is None:
        return f"{error}, while {doing}"
    return f"its process {ending(error.code, is_limited=True)}, while {doing}"


# -- in the other process ----------------------------------------------------------------------------------------------


def _guarded(post: Post, function: Callable[..., Any], memory_limit: int, *arguments: Any) -> str:
    """The result of a function as JSON, which holds no object whose class the file defines; or the error in words."""
    limit_memory(memory_limit)
    process = os.getpid()
    answer: dict[str, Any]
    try:
        answer = {"result": function(*arguments)}
    except FormulationError as error:
        answer = {"error": [error.sentence, error.drawing]}
    except MemoryError:
        answer = {"error": [f"it ran out of memory; its limit is {size(memory_limit)}"]}
    except BaseException as error:  # KeyboardInterrupt, too, where the file raises it
        answer = {"error": [_in_words(error)]}
    if os.getpid() != process:  # the file has forked, and this is the copy
        os._exit(0)
    return json.dumps(answer)


def _in_words(error: BaseException) -> str:
    """An error as text, even if its class, which the file may define, fails to make one."""
    try:
        return f"{type(error).__name__}: {error}"
    except BaseException:
        return type(error).__name__


def _load(file: Path) -> list[tuple[str, str, str]]:
    """Name, bytes and digest of each formulation of a file."""
    return [
        (name, b64encode(serialize(name, each)).decode(), of_formulation(each))
        for name, each in load_plugin(file).items()
    ]


def _check(
    name: str, content: str, backends: list[str], solvers: list[str] | None, seed: int
) -> tuple[list[str], dict[str, Any]]:
    """The kinds of logical constraints of a formulation, and the outcome of its check."""
    formulations.put(name, deserialize(b64decode(content)))
    checked = check_formulation(name, backends, solvers, seed)
    return sorted(logic_of(name, backends[0])), asdict(checked)
