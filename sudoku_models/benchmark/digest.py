"""Digests, so that a puzzle or a formulation that is changed under its name is measured again."""

import hashlib
import inspect
import json
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from ..formulations import Formulation
from ..puzzles.puzzle import Puzzle
from ..puzzles.rules.records import RULES, as_record
from ..puzzles.rules.rule import Rule

__all__ = ["of_formulation", "of_puzzle"]

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

    A change anywhere in its file counts, because it may call another function there.

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
        return _digest(file.read_bytes())
    try:
        return _digest(inspect.getsource(code).encode())
    except (OSError, TypeError):  # it was typed in a session that kept no source
        return _digest(code.co_code + repr(code.co_names).encode())


def _code(formulation: Any) -> Any:
    """The code of a function, or of the class of a callable object."""
    while isinstance(formulation, partial):
        formulation = formulation.func
    return getattr(formulation, "__code__", None) or getattr(type(formulation).__call__, "__code__", None)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:LENGTH]
