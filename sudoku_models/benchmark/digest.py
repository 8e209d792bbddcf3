"""Digests, so that a puzzle or a formulation that is changed under its name is measured again."""

import ast
import hashlib
import inspect
import json
from collections.abc import Iterator
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from ..formulations import Formulation
from ..puzzles.puzzle import Puzzle
from ..puzzles.rules.records import RULES, as_record
from ..puzzles.rules.rule import Rule

__all__ = ["of_formulation", "of_puzzle"]

PACKAGE = Path(__file__).parents[1]
LENGTH = 12
"""Hexadecimal digits."""


@lru_cache(maxsize=4096)
def of_puzzle(puzzle: Puzzle) -> str:
    """The digest of a puzzle: its units, its rules and its givens, without its name.

    >>> of_puzzle(Puzzle.parse("1... ..2. .3.. ...4")), of_puzzle(Puzzle.parse("1... ..2. .3.. ...3"))
    ('7680e4eef695', '42ad6e7c1e9e')
    """
    units = sorted(sorted(unit.cells) for unit in puzzle.board.units)
    rules = sorted(map(_rule, puzzle.board.rules))
    content = (puzzle.board.size, units, puzzle.values, rules) if rules else (puzzle.board.size, units, puzzle.values)
    return _digest(repr(content).encode())


def _rule(rule: Rule) -> str:
    """A rule as text; that of the user's own class as Python shows it."""
    return json.dumps(as_record(rule)) if type(rule) in RULES.values() else repr(rule)


def of_formulation(formulation: Formulation) -> str:
    """The digest of a formulation: of the text of the file, or of the cell of a notebook, that defines it.

    A change anywhere in its file counts, because it may call another function there; and so does a change in the files
    of its own folder that it imports, directly or through each other. Not covered are data files that it opens, modules
    from elsewhere, and those whose names it computes (`importlib.import_module(name)`).

    >>> def no_rules(m, puzzle):
    ...     return m.int_vars("x", puzzle.board.cells, 1, puzzle.board.size)
    >>> of_formulation(no_rules) == of_formulation(partial(no_rules))
    True
    """
    code = _code(formulation)
    if code is None:
        return ""
    file = Path(code.co_filename)
    if file.is_file():
        return _digest(b"\0".join(_contents(file)))
    try:
        return _digest(inspect.getsource(code).encode())
    except (OSError, TypeError):  # it was typed in a session that kept no source
        return _digest(code.co_code + repr(code.co_names).encode())


def _code(formulation: Any) -> Any:
    """The code of a function, or of the class of a callable object."""
    while isinstance(formulation, partial):
        formulation = formulation.func
    return getattr(formulation, "__code__", None) or getattr(type(formulation).__call__, "__code__", None)


def _contents(file: Path) -> list[bytes]:
    """The content of a file, and then, by name, of the files of its folder that it imports."""
    folder, found, waiting = file.parent, {file: file.read_bytes()}, [file]
    while waiting:
        for other in _imported(waiting.pop(), found, folder):
            if other not in found and folder in other.parents and PACKAGE not in other.parents:
                found[other] = other.read_bytes()
                waiting.append(other)
    first = found.pop(file)
    others = {each.relative_to(folder).as_posix(): content for each, content in found.items()}
    return [first, *(part for name in sorted(others) for part in (name.encode(), others[name]))]


def _imported(file: Path, contents: dict[Path, bytes], folder: Path) -> Iterator[Path]:
    """The files below a folder that a file imports, anywhere in its text."""
    try:
        parts = list(ast.walk(ast.parse(contents[file])))
    except (SyntaxError, ValueError):  # it cannot be run, which is reported elsewhere
        return
    for part in parts:
        if isinstance(part, ast.Import):
            for alias in part.names:
                yield from _files(folder, alias.name.split("."))
        elif isinstance(part, ast.ImportFrom):
            start = file.parents[part.level - 1] if 0 < part.level <= len(file.parents) else folder
            names = part.module.split(".") if part.module else []
            for alias in part.names:  # a name in the module, or a module in a package
                yield from _files(start, [*names, alias.name])


def _files(folder: Path, names: list[str]) -> Iterator[Path]:
    """The files that are run when the module of this dotted name is imported."""
    for end in range(1, len(names) + 1):
        place = folder.joinpath(*names[:end])
        yield from (each for each in (place.with_name(f"{place.name}.py"), place / "__init__.py") if each.is_file())


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:LENGTH]
