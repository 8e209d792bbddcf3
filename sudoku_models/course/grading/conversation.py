"""The judge's end of the pipe to the process of the answers.

A function among the answers is here a stand-in that calls it there: its arguments are sent as a pickle, which only the
other process reads, and its result comes back as JSON. A model that a function defines is stated anew from plain data.
"""

import builtins
import contextlib
import inspect
import io
import json
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ... import errors
from ...backends import new_backend
from ...errors import InputError, SudokuModelsError
from ...formulations.rules import Cells
from ...runtime.processes import kill
from .answering import CONTAINERS, FORWARDED
from .frames import write_frame
from .own_rules import stand_in_for
from .plain_models import add_to, whole
from .plain_values import Reader

__all__ = ["AnswerEnded", "Answers"]

MOST_BYTES = 64 * 1024**2
"""The largest reply; a model of a 9x9 board takes a megabyte."""

ITERATION = (StopIteration, StopAsyncIteration)

ENDED = "the process of your answer ended before the check was done; did it exit, crash or run out of memory?"
UNREADABLE = "your answer could not be read from the process in which it runs"


class AnswerEnded(SudokuModelsError):
    """The process of the answers has ended, or sends what is no reply."""


class Answers:
    """The process of a submission's answers, for one check.

    Args:
        file: The saved answers.
        folder: Its working directory.
    """

    def __init__(self, file: Path, folder: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        command = [sys.executable, "-m", f"{__package__}.answering", str(file)]
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            env=environment,
            start_new_session=True,
        )
        self._ours: list[Any] = []
        self._tracked: dict[int, Any] = {}
        self._rules: dict[int, int] = {}
        self._kept: list[Any] = []
        self._raised: BaseException | None = None
        self.has_ended: str | None = None
        """The sentence for its end, when it has ended."""

    def __enter__(self) -> "Answers":
        return self

    def __exit__(self, *_: object) -> None:
        kill(self._process)
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                pipe.close()

    def values(self) -> tuple[Any, ...]:
        """The answers; functions are stand-ins.

        Raises:
            AnswerEnded: When they could not be loaded.
        """
        reply = self._reply()
        if reply["kind"] == "failed":
            raise self._end(str(reply["sentence"])[:600])
        return tuple(self._reader([]).read(reply["value"]))

    def call(self, number: int, arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """Call a function of the answers.

        Raises:
            AnswerEnded: When the process has ended.
        """
        models = [each for each in arguments if _is_model(each)]
        body = self._pickled((arguments, named), models)
        self._send(("call", number, list(map(whole, models)), body))
        while (reply := self._reply())["kind"] == "asks":
            self._answer(reply)
        try:
            if reply["kind"] == "raised":
                raise self._error(reply)
            return self._returned(reply, arguments, models)
        except (KeyError, TypeError, ValueError, RecursionError, AttributeError, IndexError) as error:
            if hasattr(error, "of_answer") or error is self._raised:
                raise
            raise self._end(f"{UNREADABLE}: {type(error).__name__}: {error}"[:400]) from None

    # -- sending -------------------------------------------------------------------------------------------------------

    def _pickled(self, arguments: Any, models: list[Any]) -> bytes:
        places: dict[int, tuple[Any, ...]] = {id(m): ("model", k) for k, m in enumerate(models)}
        for k, m in enumerate(models):
            places |= {id(x): ("variable", k, column) for column, x in enumerate(m.variables)}

        def persistent_id(part: Any) -> tuple[Any, ...] | None:
            if (place := places.get(id(part))) is not None:
                return place
            if isinstance(part, _StandIn):
                return "answer", part.number
            if (number := self._rules.get(id(part))) is not None:
                return "answer", number
            if isinstance(part, Cells):
                return self._cells(part, places)
            if isinstance(part, Mapping) and _is_of_judge(type(part)):
                return "mapping", self._number(part)
            if inspect.isroutine(part) and _is_of_judge(part):
                return "function", self._number(part)
            return None

        body = io.BytesIO()
        pickler = pickle.Pickler(body)
        pickler.persistent_id = persistent_id  # type: ignore[method-assign]
        pickler.dump(arguments)
        return body.getvalue()

    def _cells(self, cells: Cells, places: Mapping[int, tuple[Any, ...]]) -> tuple[Any, ...]:
        """The cells of a formulation, as the `define` of a rule gets them."""
        (_, k), puzzle = places[id(cells._m)], self._pickled(cells._puzzle, [])
        return "cells", k, puzzle, [(key, places[id(x)][2]) for key, x in cells._variables.items()]

    def _number(self, part: Any) -> int:
        """The number by which the answers can call an object of the judge."""
        self._ours.append(part)
        return len(self._ours) - 1

    def _answer(self, reply: Mapping[str, Any]) -> None:
        """Let an answer use an object of the judge."""
        reader = self._reader([])
        try:
            ours, method = self._ours[reply["number"]], reply["method"]
            if method not in FORWARDED:
                raise AttributeError(method)
            value = getattr(ours, method)(*map(reader.read, reply["arguments"]), **reader.read(reply["named"]))
            self._send(("value", value if value is None or _is_simple(value) else list(value)))
        except BaseException as error:
            self._raised = error
            known = isinstance(error, KeyError | IndexError)
            self._send(("error", type(error)(*error.args) if known else RuntimeError(str(error))))

    def _send(self, content: Any) -> None:
        assert self._process.stdin
        try:
            write_frame(self._process.stdin, pickle.dumps(content))
        except (OSError, ValueError):
            raise self._end(ENDED) from None

    # -- receiving -----------------------------------------------------------------------------------------------------

    def _reply(self) -> dict[str, Any]:
        stream = self._process.stdout
        assert stream
        head = stream.read(8)
        size = int.from_bytes(head, "big")
        if len(head) < 8:
            raise self._end(ENDED)
        if size > MOST_BYTES:
            raise self._end(f"your answer returned more than {MOST_BYTES // 1024**2} MB")
        content = stream.read(size)
        if len(content) < size:
            raise self._end(ENDED)
        try:
            reply = json.loads(content)
        except (ValueError, RecursionError):
            reply = None
        if not isinstance(reply, dict) or "kind" not in reply:
            raise self._end(UNREADABLE)
        return reply

    def _end(self, sentence: str) -> AnswerEnded:
        self.has_ended = self.has_ended or sentence
        return AnswerEnded(self.has_ended)

    def _returned(self, reply: Mapping[str, Any], arguments: tuple[Any, ...], models: list[Any]) -> Any:
        columns = [add_to(m, plain) for m, plain in zip(models, reply["changes"], strict=True)]
        every = [*zip(models, columns, strict=True)]
        keys = self._reader([])
        for plain in reply["made"]:
            every.append(_made(plain, keys))
        reader = self._reader(every)
        value = reader.read(reply["value"])
        for k, plain in reply["arguments"]:
            _restore(arguments[k], reader.read(plain))
        for n, plain in reply["tracked"]:
            _restore(self._tracked[n], reader.read(plain))
        return value

    def _reader(self, models: list[tuple[Any, list[int]]]) -> Reader:
        """A reader that knows the functions of the answers and these models, with their columns."""
        reader: Reader

        def variable(plain: Mapping[str, Any]) -> Any:
            m, columns = models[plain["m"]]
            return m.variables[columns[plain["c"]]]

        def tracked(plain: Mapping[str, Any]) -> Any:
            self._tracked[plain["n"]] = value = reader.read(plain["v"])
            return value

        def rule(plain: Mapping[str, Any]) -> Any:
            made = stand_in_for(plain, reader.read)
            self._rules[id(made)] = int(plain["v"])
            self._kept.append(made)
            return made

        special: dict[str, Callable[[Mapping[str, Any]], Any]] = {
            "rule": rule,
            "function": lambda plain: _StandIn(self, plain),
            "yours": lambda plain: self._ours[plain["v"]],
            "variable": variable,
            "native": lambda plain: models[plain["m"]][0].native,
            "tracked": tracked,
        }
        reader = Reader(special)
        return reader

    def _error(self, reply: Mapping[str, Any]) -> BaseException:
        """The error of a function of the answers: of the same class if it is Python's or this package's own."""
        if reply["yours"] and self._raised is not None:
            return self._raised
        name, message = str(reply["type"]), str(reply["message"])
        kind = getattr(errors, name, None) or getattr(builtins, name, None)
        made: Exception = RuntimeError(message)
        # An iteration of the judge would take a StopIteration for its own end.
        if isinstance(kind, type) and issubclass(kind, Exception) and not issubclass(kind, ITERATION):
            with contextlib.suppress(TypeError):
                made = kind(message)
        status = "not yet" if reply["status"] == "not yet" else "wrong"
        made.of_answer = status, str(reply["sentence"])[:1000]  # type: ignore[attr-defined]
        return made


class _StandIn:
    """A function of the answers, which runs in their process."""

    def __init__(self, answers: Answers, plain: Mapping[str, Any]) -> None:
        self._answers, self.number = answers, int(plain["v"])
        self.__name__ = str(plain["name"])
        parameters = plain["parameters"]
        self.__signature__: Any = "unknown"  # `inspect.signature` raises TypeError
        if parameters is not None:
            self.__signature__ = inspect.Signature(
                [
                    inspect.Parameter(str(name), _KINDS[kind], default=None if has_default else inspect.Parameter.empty)
                    for name, kind, has_default in parameters
                ]
            )

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return self._answers.call(self.number, arguments, named)

    def __repr__(self) -> str:
        return f"<function {self.__name__}>"

    def __deepcopy__(self, memo: dict[int, Any]) -> "_StandIn":
        return self


_KINDS = list(inspect._ParameterKind)


def _is_model(part: Any) -> bool:
    return type(part).__module__.startswith("sudoku_models.backends.") and isinstance(getattr(part, "name", None), str)


def _is_of_judge(part: Any) -> bool:
    return str(getattr(part, "__module__", "")).startswith("sudoku_models.course.")


def _is_simple(value: Any) -> bool:
    return isinstance(value, str | int | float | tuple | list | dict | set | frozenset) or not hasattr(
        value, "__iter__"
    )


def _restore(old: Any, new: Any) -> None:
    """Give a container of the judge's what the answer has left in its copy."""
    if type(old) is not type(new) or type(old) not in CONTAINERS:
        raise InputError("a container has become something else")
    if isinstance(old, list):
        old[:] = new
    else:
        old.clear()
        old.update(new)


def _made(plain: dict[str, Any], keys: Reader) -> tuple[Any, list[int]]:
    """A model that the answers have made with Pyomo or PuLP, stated anew."""
    named = {name: [(keys.read(key), k) for key, k in members] for name, members in plain["named"].items()}
    if plain["backend"] not in ("pyomo", "pulp") or not named.keys() <= {"x", "y"}:
        raise InputError("a model of an unknown library")
    m = new_backend(plain["backend"])
    columns = add_to(m, plain, named)
    if plain.get("disjunctions"):
        _mark_disjunctions(m.native)
    return m, columns


def _mark_disjunctions(native: Any) -> None:
    """A disjunction without effect, as a sign that the answer's own model had some before they were rewritten."""
    import pyomo.environ as pyo
    from pyomo.gdp import Disjunct, Disjunction

    native.of_one = Disjunct()
    native.of_one.row = pyo.Constraint(pyo.Any)
    native.of_disjunctions = Disjunction(expr=[native.of_one])
