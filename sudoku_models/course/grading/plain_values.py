"""Answers as JSON: from the process of a submission to that of the judge.

Nothing that comes from a submission is unpickled outside of its own process, because a pickle can run any code. Here
numbers, text, containers and the frozen data of this package are written as JSON and made anew from it, each by a
constructor of a fixed list; functions and other objects with behaviour become numbers, by which they can be called.
"""

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import fields
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import cache
from pkgutil import resolve_name
from typing import Any

import numpy as np

from ...models.validation import short

__all__ = ["DATA", "Opaque", "Reader", "Writer", "opaque"]

PUZZLES = ("board:Board", "unit:Unit", "puzzle:Puzzle", "puzzle:Grid")
RULES = (
    *("Even", "Odd", "Quadruple", "AllDotsGiven", "AllWhiteDotsGiven", "AllXVGiven", "BlackDot", "GreaterThan"),
    *("Unrelated", "VMark", "WhiteDot", "XMark", "Palindrome", "Renban", "Skyscraper", "Thermometer", "Whisper"),
    *("AntiKing", "AntiKnight", "Arrow", "KillerCage", "LittleKiller", "Sandwich"),
)
MODELS = ("comparison:Comparison", "comparison:Row", "results:Count", "results:Stats", "results:Answer")
DATA = (
    *(f"sudoku_models.puzzles.{name}" for name in PUZZLES),
    *(f"sudoku_models.puzzles.rules:{name}" for name in RULES),
    *(f"sudoku_models.models.{name}" for name in (*MODELS, "results:Result", "allowed_values:AllowedValues")),
    "sudoku_models.certificates:Certificate",
    "sudoku_models.solvers:Status",
)
"""The classes of this package whose objects an answer may hold: frozen data, whose constructors check it."""

MOST_DIGITS = 4_000
"""Python converts no longer integers to text."""


class Opaque:
    """An object of an answer that is not handed on: it has a class name and a text, and nothing else."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return self._text


@cache
def _classes() -> dict[str, type]:
    return {name: resolve_name(name) for name in DATA}


@cache
def _names() -> dict[type, str]:
    return {kind: name for name, kind in _classes().items()}


class Writer:
    """Values as JSON.

    Args:
        special: Called with each object that is no plain data; returns JSON for it, or None for an object that has
            none.

    >>> import json
    >>> Reader().read(json.loads(json.dumps(Writer().write({(1, 2): {Fraction(1, 3)}, "a": np.arange(2)}))))
    {(1, 2): {Fraction(1, 3)}, 'a': [0, 1]}
    """

    def __init__(self, special: Callable[[Any], Any] = lambda value: None) -> None:
        self._special = special
        self._known: dict[Any, int] = {}

    def write(self, value: Any) -> Any:
        """The JSON of a value. NumPy's numbers and arrays become Python's, and mappings become dicts."""
        if type(value) in (str, float, bool, type(None)) or (type(value) is int and -(2**60) < value < 2**60):
            return value
        if (special := self._special(value)) is not None:
            return special
        if (plain := self._number_or_text(value)) is not None:
            return plain
        if isinstance(value, np.generic | np.ndarray):
            return self.write(value.tolist())
        if (container := self._container(value)) is not None:
            return container
        for kind in type(value).__mro__:
            if kind in _names():
                return self._data(value, kind)
        if type(value).__module__.partition(".")[0] == "pandas" and hasattr(value, "columns"):
            return self._frame(value)
        return opaque(value)

    def _number_or_text(self, value: Any) -> Any:
        if isinstance(value, Enum):
            return None if type(value) in _names() else self.write(value.value)
        if isinstance(value, str):
            return str.__str__(value)
        if isinstance(value, int):
            whole = int.__int__(value)
            return whole if abs(whole) < 10**MOST_DIGITS else {"t": "opaque", "class": "int", "text": "a huge integer"}
        if isinstance(value, float):
            return float.__float__(value)
        if isinstance(value, complex):
            return {"t": "complex", "v": [value.real, value.imag]}
        if isinstance(value, Fraction | Decimal):
            return {"t": type(value).__name__, "v": str(value)}
        if isinstance(value, bytes | bytearray):
            return {"t": "bytes", "v": value.hex()}
        if value is Ellipsis:
            return {"t": "dots"}
        return None

    def _container(self, value: Any) -> Any:
        if isinstance(value, range):
            return {"t": "range", "v": [value.start, value.stop, value.step]}
        if isinstance(value, Mapping):
            return {"t": "dict", "v": [[self.write(key), self.write(value[key])] for key in list(value)]}
        if isinstance(value, tuple):
            return {"t": "tuple", "v": self._all(value)}
        if isinstance(value, list | deque):
            return self._all(value)
        if isinstance(value, Set):
            return {"t": "frozenset" if isinstance(value, frozenset) else "set", "v": self._all(value)}
        if isinstance(value, Iterator):
            return self._all(value)
        return None

    def _all(self, values: Iterable[Any]) -> list[Any]:
        return [self.write(each) for each in values]

    def _data(self, value: Any, kind: type) -> Any:
        """Frozen data; what occurs twice is written once."""
        if issubclass(kind, Enum):
            return {"t": "data", "class": _names()[kind], "v": str(value.value)}
        key = value if isinstance(value, Hashable) and type(value) is kind else id(value)
        try:
            if (number := self._known.get((kind, key))) is not None:
                return {"t": "again", "v": number}
        except TypeError:  # a field cannot be hashed
            key = id(value)
        parts = {each.name: self.write(getattr(value, each.name)) for each in fields(kind) if each.init}  # type: ignore[arg-type]
        number = self._known[kind, key] = len(self._known)
        return {"t": "data", "class": _names()[kind], "v": parts, "n": number}

    def _frame(self, frame: Any) -> Any:
        """A table of pandas: names, types and values of its columns."""
        known = {name: frame[name].astype(object).where(frame[name].notna(), None) for name in frame.columns}
        columns = [[str(name), str(frame[name].dtype), self._all(values.tolist())] for name, values in known.items()]
        return {"t": "frame", "v": columns}


def opaque(value: Any) -> dict[str, str]:
    """The JSON of an object that is not handed on."""
    return {"t": "opaque", "class": type(value).__name__, "text": short(value)[:300]}


class Reader:
    """Values from JSON.

    Args:
        special: The constructors of further kinds of objects, by their letter.
    """

    def __init__(self, special: Mapping[str, Callable[[Mapping[str, Any]], Any]] | None = None) -> None:
        self._special = special or {}
        self._made: dict[int, Any] = {}

    def read(self, plain: Any) -> Any:
        """The value.

        Raises:
            ValueError, TypeError, KeyError, SudokuModelsError: When this is not the JSON of a value.
        """
        if isinstance(plain, list):
            return list(map(self.read, plain))
        if not isinstance(plain, dict):
            return plain
        kind, value = plain["t"], plain.get("v")
        if kind in self._special:
            return self._special[kind](plain)
        if kind == "dict":
            return {self.read(key): self.read(part) for key, part in value or ()}
        if kind in ("tuple", "set", "frozenset"):
            made: Sequence[Any] | Set[Any] = {"tuple": tuple, "set": set, "frozenset": frozenset}[kind](
                map(self.read, value or ())
            )
            return made
        if kind == "data":
            return self._data(plain)
        if kind == "again":
            return self._made[value]  # type: ignore[index]
        if kind == "opaque":
            name = str(plain["class"])
            return type(name if name.isidentifier() else "object", (Opaque,), {})(str(plain["text"])[:300])
        return _SIMPLE[kind](value)

    def _data(self, plain: Mapping[str, Any]) -> Any:
        kind: Any = _classes()[plain["class"]]
        if issubclass(kind, Enum):
            return kind(plain["v"])
        made = kind(**{str(name): self.read(part) for name, part in plain["v"].items()})
        self._made[plain["n"]] = made
        return made


def _frame(columns: Any) -> Any:
    import pandas as pd

    names = {
        "object",
        "str",
        "string",
        "bool",
        "boolean",
        "category",
        *(f"{kind}{n}" for kind in ("int", "float") for n in (32, 64)),
    }
    reader = Reader()
    found = {}
    for name, kind, values in columns:
        series = pd.Series(reader.read(values), dtype=object)
        kind = str(kind)
        found[str(name)] = series.astype(kind) if kind.lower() in names else series.infer_objects()
    return pd.DataFrame(found)


def _number(text: str) -> str:
    """Text of a number that is not so long that it would take minutes to convert."""
    if len(text) > MOST_DIGITS or "e" in text.lower():
        raise ValueError("a number with too many digits")
    return text


_SIMPLE: dict[str, Callable[[Any], Any]] = {
    "complex": lambda v: complex(float(v[0]), float(v[1])),
    "Fraction": lambda v: Fraction(_number(v)),
    "Decimal": lambda v: Decimal(v[:MOST_DIGITS]),
    "bytes": bytes.fromhex,
    "range": lambda v: range(*map(int, v)),
    "dots": lambda v: Ellipsis,
    "frame": _frame,
}
