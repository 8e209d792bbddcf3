"""The explained path: the steps from the givens, or from the position, to the solution; the reader walks along it."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from ..errors import InputError
from ..explain import Explanation
from ..puzzles.candidates import Candidates
from ..puzzles.cell_names import in_one_notation, key_to
from . import messages
from .messages import plural
from .view import Highlights

__all__ = ["Walk"]


@dataclass
class Walk:
    """An explanation, and the step at which the reader is.

    Attributes:
        found: The explanation.
        by: The method, one of `explain.BY`.
        symbols: The symbol of each digit on the board.
        at: The number of steps that are done; the step `at` is highlighted, except at the end.

    >>> from ..explain import explain
    >>> walk = Walk(explain("1... ..2. .3.. ...4"), "techniques", ["1", "2", "3", "4"])
    >>> walk.go(1)
    >>> walk.state.digits[1, 2], walk.plain()["count"]
    (2, 12)
    """

    found: Explanation
    by: str
    symbols: list[str]
    at: int = field(default=0, init=False)

    @cached_property
    def states(self) -> list[Candidates]:
        """The candidates before each step and after the last."""
        return list(self.found.states())

    @property
    def state(self) -> Candidates:
        """The candidates where the reader is."""
        return self.states[self.at]

    def go(self, to: int) -> None:
        """Go to a step, counted from 0; the number of steps is the end.

        Raises:
            InputError: When there is no such step.
        """
        count = len(self.found.steps)
        if not 0 <= to <= count:
            raise InputError(f"the explanation has {plural(count, 'step')}; go to one of them, or to the end")
        self.at = to

    @property
    def highlights(self) -> Highlights:
        """The highlights of the step that comes next; none at the end."""
        if self.at == len(self.found.steps):
            return Highlights()
        return Highlights.of(self.found.steps[self.at], self.state)

    @cached_property
    def _brief(self) -> list[str]:
        return self._sentences("brief")

    @cached_property
    def steps(self) -> list[dict[str, Any]]:
        """The steps as plain data: names, sentences, weights, and the numbers of their cells, row by row from 0."""
        number = {cell: k for k, cell in enumerate(self.found.puzzle.board.cells)}
        return [
            {
                "name": step.name,
                "sentence": sentence,
                "weight": step.weight,
                "cells": [number[i] for i in step.cells],
            }
            for step, sentence in zip(self.found.steps, self._brief, strict=False)
        ]

    @property
    def reason(self) -> str:
        """The reason for the end of the path, in a sentence."""
        return self._brief[-1]

    @cached_property
    def key(self) -> str:
        """The explanation of the first short name of a cell, if a sentence has one."""
        return next(filter(None, map(key_to, self._sentences("sentence"))), "")

    @property
    def words(self) -> str:
        """The step where the reader is, in words; at the end, the reason for the end."""
        if self.at == len(self.steps):
            return f"after {plural(self.at, 'step')}: {self.reason}"
        step = self.steps[self.at]
        return f"step {self.at + 1} of {len(self.steps)}, {step['name']}: {step['sentence']}"

    def plain(self) -> dict[str, Any]:
        """The path as plain data for the page."""
        found = self.found
        ends = {"solved": found.solved, "reason": self.reason, "key": self.key}
        return {"by": self.by, "at": self.at, "count": len(self.steps), **ends, "steps": self.steps}

    def drawn(self) -> dict[str, Any]:
        """The traits of the board where the reader is: digits, candidates as marks, and highlights."""
        state, board = self.state, self.found.puzzle.board
        nothing: list[list[int]] = [[] for _ in board.cells]
        return {
            "values": [state.digits.get(i, 0) for i in board.cells],
            "marks": [sorted(state.candidates[i]) if i not in state.digits else [] for i in board.cells],
            "centres": nothing,
            "colors": nothing,
            "clashes": [],
            "highlights": self.highlights.plain(board),
            "path": self.plain(),
        }

    def text(self) -> str:
        """The path as text to copy: the puzzle, the numbered steps, and why it ends.

        >>> from ..explain import explain
        >>> print(Walk(explain("1... ..2. .3.. ...4", limit=1), "techniques", ["1", "2", "3", "4"]).text())
        1.....2..3.....4
        1. hidden single: in box 1 the digit 2 fits only in (1, 2), because row 2 has its 2 in (2, 3).
        Stopped after 1 step, as asked.
        """
        *sentences, reason = self._sentences("sentence")
        numbered = zip(self.found.steps, sentences, strict=True)
        lines = [f"{k}. {step.name}: {sentence}." for k, (step, sentence) in enumerate(numbered, 1)]
        key = [f"({self.key}.)"] if self.key else []
        return "\n".join([self.found.puzzle.line(), *key, *lines, reason])

    def _sentences(self, form: Literal["sentence", "brief"]) -> list[str]:
        """The sentence of each step and why it ends: cells in one notation, digits with a key to their symbols."""
        steps = [messages.with_key(getattr(step, form), step.digits, self.symbols) for step in self.found.steps]
        return in_one_notation([*steps, self.found.reason])
