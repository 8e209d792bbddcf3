"""The process of a submission's answers: `python -m sudoku_models.course.grading.answering FILE`.

It loads the answers of one check, and calls their functions when the judge, which is another process, asks for it. No
judge is loaded here, and nothing from here is a verdict: this process only sends values, as JSON.
"""

import inspect
import io
import json
import linecache
import os
import pickle
import sys
from collections.abc import Callable
from importlib.abc import MetaPathFinder
from typing import Any

from ...formulations.rules import Cells
from ...runtime.processes import MEMORY_LIMIT, limit_memory
from ..isolated import what_went_wrong
from .answered_models import Models
from .frames import read_frame, write_frame
from .own_rules import is_own_rule, rule_as_plain
from .plain_models import Snapshot, changes, rebuilt, snapshot
from .plain_values import Writer

__all__ = ["CONTAINERS", "FORWARDED", "hide_judges", "main"]

JUDGES = "sudoku_models.course.exercises"
CONTAINERS = (list, dict, set)
FORWARDED = (
    *("__getitem__", "__setitem__", "__delitem__", "__iter__", "__len__", "__contains__", "__reversed__"),
    *("get", "keys", "values", "items", "copy", "pop", "popitem", "setdefault", "update", "clear", "__call__"),
)
"""The methods of the judge's own mappings and functions that an answer can call."""


class _NoJudges(MetaPathFinder):
    """Refuses to import the judges. A submission can still read their files, as it can read a book of solutions."""

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> None:
        if fullname == JUDGES or fullname.startswith(f"{JUDGES}."):
            raise ImportError("the judges of the exercises are in another process while a notebook is graded")


def hide_judges() -> None:
    """Make the judges impossible to import in this process."""
    sys.meta_path.insert(0, _NoJudges())


class _OfJudge(Exception):
    """An error of one of the judge's own functions, on its way back through the function of the answer."""


class _Mapping(dict[Any, Any]):
    """A mapping of the judge's, of which every access is its."""

    def __init__(self, number: int, ask: Callable[..., Any]) -> None:
        super().__init__()
        self._number, self._ask_judge = number, ask

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def keys(self) -> Any:
        return dict.fromkeys(self._ask_judge(self._number, "keys")).keys()

    def values(self) -> Any:
        return dict(enumerate(self._ask_judge(self._number, "values"))).values()

    def items(self) -> Any:
        return dict(self._ask_judge(self._number, "items")).items()

    def __iter__(self) -> Any:
        return iter(self._ask_judge(self._number, "__iter__"))

    def __eq__(self, other: object) -> bool:
        return dict(self.items()) == other

    def __or__(self, other: Any) -> Any:
        return dict(self.items()) | dict(other)

    def __ror__(self, other: Any) -> Any:
        return dict(other) | dict(self.items())

    def __repr__(self) -> str:
        return repr(dict(self.items()))


def _forward(name: str) -> Any:
    def method(self: _Mapping, *arguments: Any, **named: Any) -> Any:
        return self._ask_judge(self._number, name, *arguments, **named)

    return method


for _name in set(FORWARDED) - {"keys", "values", "items", "__iter__", "__call__"}:
    setattr(_Mapping, _name, _forward(_name))


class _Function:
    """A function of the judge's."""

    def __init__(self, number: int, ask: Callable[..., Any]) -> None:
        self._number, self._ask_judge = number, ask

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return self._ask_judge(self._number, "__call__", *arguments, **named)


class _Answers:
    """The answers, and the conversation with the judge."""

    def __init__(self, requests: Any, replies: Any, sources: dict[str, list[str]]) -> None:
        self._requests, self._replies, self._sources = requests, replies, sources
        self._functions: list[Any] = []
        self._tracked: list[tuple[Any, Any]] = []
        """The containers that were returned together with a function, which may change them, and what they held."""

    def send(self, **reply: Any) -> None:
        write_frame(self._replies, json.dumps(reply).encode())

    def serve(self) -> None:
        """Answer until the judge has ended."""
        while (frame := read_frame(self._requests)) is not None:
            self._call(*pickle.loads(frame)[1:])

    # -- calls ---------------------------------------------------------------------------------------------------------

    def _call(self, number: int, states: list[Any], body: bytes) -> None:
        try:
            self.send(kind="returned", **self._called(number, states, body))
        except BaseException as error:
            status, sentence = what_went_wrong(error, self._sources)
            self.send(
                kind="raised",
                type=type(error).__name__,
                message=str(error)[:2000],
                status=status,
                sentence=sentence,
                yours=isinstance(error, _OfJudge) or isinstance(error.__context__, _OfJudge),
            )

    def _called(self, number: int, states: list[Any], body: bytes) -> dict[str, Any]:
        models = Models(list(map(rebuilt, states)))
        before: list[Snapshot] = list(map(snapshot, models.given))
        arguments, named = self._loaded(body, models)
        models.find_variables()
        mutable = [(k, each) for k, each in enumerate(arguments) if type(each) in CONTAINERS]
        held = [self._write(each, models) for _, each in mutable]
        returned = self._functions[number](*arguments, **named)
        models.take_up(returned)
        value = self._returned(returned, models)
        now = [self._write(each, models) for _, each in mutable]
        changed = [[k, new] for (k, _), old, new in zip(mutable, held, now, strict=True) if old != new]
        return {
            "value": value,
            "changes": [changes(m, was) for m, was in zip(models.given, before, strict=True)],
            "made": models.of_made(lambda part: self._write(part, models)),
            "arguments": changed,
            "tracked": self._changed(models),
        }

    def _loaded(self, body: bytes, models: Models) -> Any:
        unpickler = pickle.Unpickler(io.BytesIO(body))
        unpickler.persistent_load = lambda pid: self._persistent(pid, models)  # type: ignore[method-assign]
        return unpickler.load()

    def _persistent(self, pid: tuple[Any, ...], models: Models) -> Any:
        kind, *numbers = pid
        if kind == "model":
            return models.given[numbers[0]]
        if kind == "variable":
            return models.given[numbers[0]].variables[numbers[1]]
        if kind == "answer":
            return self._functions[numbers[0]]
        if kind == "cells":
            k, puzzle, variables = numbers
            m = models.given[k]
            return Cells(m, self._loaded(puzzle, models), {key: m.variables[column] for key, column in variables})
        return (_Mapping if kind == "mapping" else _Function)(numbers[0], self._ask)

    def _ask(self, number: int, method: str, *arguments: Any, **named: Any) -> Any:
        """Call a method of the judge's own mapping or function."""
        models = Models([])
        plain = [self._write(each, models) for each in arguments]
        self.send(kind="asks", number=number, method=method, arguments=plain, named=self._write(named, models))
        while (frame := read_frame(self._requests)) is not None:
            kind, *content = pickle.loads(frame)
            if kind == "call":
                self._call(*content)
            elif kind == "value":
                return content[0]
            else:
                raise content[0] if isinstance(content[0], LookupError) else _OfJudge(str(content[0]))
        os._exit(0)

    # -- values --------------------------------------------------------------------------------------------------------

    def first(self, answers: tuple[Any, ...]) -> list[Any]:
        """The answers as they are handed to the judge."""
        return [self._write(each, Models([])) for each in answers]

    def _write(self, value: Any, models: Models) -> Any:
        def special(part: Any) -> Any:
            if isinstance(part, _Mapping | _Function):
                return {"t": "yours", "v": part._number}
            if (of_model := models.special(part, writer.write)) is not None:
                return of_model
            if is_own_rule(part):
                return self._rule(part, writer.write)
            return self._function(part) if callable(part) else None

        writer = Writer(special)
        return writer.write(value)

    def _returned(self, value: Any, models: Models) -> Any:
        """A returned value. Containers that come with a function are told of again, because it may change them."""
        if not (isinstance(value, tuple) and any(map(callable, value))):
            return self._write(value, models)
        parts = []
        for each in value:
            plain = self._write(each, models)
            if type(each) in CONTAINERS:
                self._tracked.append((each, plain))
                plain = {"t": "tracked", "n": len(self._tracked) - 1, "v": plain}
            parts.append(plain)
        return {"t": "tuple", "v": parts}

    def _changed(self, models: Models) -> list[Any]:
        """The containers that were returned before and that hold something else now."""
        found = []
        for n, (container, old) in enumerate(self._tracked):
            if (now := self._write(container, models)) != old:
                self._tracked[n] = container, now
                found.append([n, now])
        return found

    def _rule(self, rule: Any, write: Callable[[Any], Any]) -> dict[str, Any]:
        plain = rule_as_plain(rule, write)
        self._functions.append(rule)  # so that the judge can hand it back
        return {**plain, "v": len(self._functions) - 1}

    def _function(self, function: Any) -> dict[str, Any]:
        number = next((k for k, known in enumerate(self._functions) if known is function), len(self._functions))
        if number == len(self._functions):
            self._functions.append(function)
        name = getattr(function, "__name__", type(function).__name__)
        return {"t": "function", "v": number, "name": str(name), "parameters": _parameters(function)}


def _parameters(function: Any) -> list[list[Any]] | None:
    """The name, the kind, and whether there is a default, of each parameter; None when they are not known."""
    try:
        every = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return None
    return [[each.name, int(each.kind), each.default is not each.empty] for each in every]


def main(file: str) -> None:
    """Load the answers of one check, send them, and serve the judge."""
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115  an input() is at its end
    sys.path.insert(0, "")
    hide_judges()
    limit_memory(MEMORY_LIMIT)
    try:
        with open(file, "rb") as saved:
            answers, sources = pickle.load(saved)
        for name, lines in sources.items():
            linecache.cache[name] = (sum(map(len, lines)), None, lines, name)
        talk = _Answers(requests, replies, sources)
        first = talk.first(answers)
    except BaseException as error:
        what = " ".join(f"{type(error).__name__}: {error}".split())[:400]
        talk = _Answers(requests, replies, {})
        talk.send(
            kind="failed", sentence=f"your answer cannot be handed to the process in which it is checked ({what})"
        )
        return
    talk.send(kind="answers", value=first)
    talk.serve()


if __name__ == "__main__":
    main(sys.argv[1])
