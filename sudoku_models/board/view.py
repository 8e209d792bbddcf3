"""The board, the highlights of a hint, and an explained path as plain data for the page: cells are numbered from 0."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from ..errors import InputError
from ..explain import Candidates, ChainLink, Explanation, Step, SubStep
from ..puzzles.about import NOTHING, About
from ..puzzles.board import Board
from ..puzzles.cell_names import in_one_notation, key_to
from ..puzzles.drawing import drawing
from ..puzzles.drawing.words import rules_of_cells
from ..puzzles.graphics import as_data
from ..puzzles.rules.rule import coordinates
from ..puzzles.units import Cell
from ..puzzles.values import readable
from . import messages
from .designing import as_listed
from .messages import plural

MOST_CELLS = 3
"""The most cells that stand beside a step in the list."""


def shape(board: Board, about: About = NOTHING) -> dict[str, Any]:
    """The geometry of a board, and its rules in words.

    Returns:
        size: n.
        names: For each cell "row 3, column 7, box 3": its row, its column, and the names of its other units; then its
            rules, such as "in killer cage 10 with r3c8".
        units: The cells of each unit; two cells of one unit must differ.
        regions: For each cell the number of its box or region, or another one; a thick line is drawn where it changes.
        elements: Further parts of the drawing, as `puzzles.drawing` describes them.
        outside: How many cells wide the clues outside the board are: on the left, right, upper and lower side.
        texts: The paragraphs of the rules in words, as the author wrote them, and what is not checked of them.
        notes: The meaning of the rules, in sentences.
        marks: Rows and columns of pencil marks in one cell.
        rules, switches: See `designing.as_listed`.

    >>> of = shape(Board.of_size(4))
    >>> of["names"][6], of["regions"][:4], of["elements"], of["marks"]
    ('row 2, column 3, box 2', [0, 0, 1, 1], [], [2, 2])
    """
    number = {cell: k for k, cell in enumerate(board.cells)}
    drawn = drawing(board)
    tiles = {name: k for k, name in enumerate(dict.fromkeys(drawn.regions.values()))}
    left, right, top, bottom = drawn.bounds
    outside = (-left, right - board.size, -top, bottom - board.size)
    rules = rules_of_cells(board)
    return {
        "size": board.size,
        "names": [_name(board, cell, rules.get(cell, [])) for cell in board.cells],
        "units": [[number[cell] for cell in unit.cells] for unit in board.units],
        "regions": [tiles[drawn.regions[cell]] if tiles else 0 for cell in board.cells],
        "elements": [as_data(element) for element in drawn.elements],
        "outside": [*outside],
        "texts": _texts(about),
        "notes": [readable(note) for note in drawn.notes],
        "marks": _marks(board),
        **as_listed(board),
    }


def _texts(about: About) -> list[str]:
    lines = [line.strip() for line in readable(about.rules).splitlines()]
    left_out = messages.sentence(readable(about.left_out))
    return [*filter(None, lines), *([f"{left_out}."] if left_out else [])]


def _name(board: Board, cell: Cell, rules: list[str]) -> str:
    others = [unit.name for unit in board.plain.units if cell in unit.cells and not unit.is_straight]
    return readable(", ".join([f"row {cell[0]}", f"column {cell[1]}", *others, *rules]))


def _marks(board: Board) -> list[int]:
    """A rectangle with a position for each digit: that of a box, or one that is nearly square."""
    if board.box:
        return list(board.box)
    columns = next(k for k in range(1, board.size + 1) if k * k >= board.size)
    return [-(-board.size // columns), columns]


@dataclass(frozen=True)
class Highlights:
    """The cells, digits and candidates that a hint highlights.

    Attributes:
        wrong: Cells whose digit is wrong.
        reason: Cells of the step.
        puts: Digits that a step finds.
        removes: Candidates that a step removes; drawn struck through.
        candidates: The candidates of the cells of the step before it.
        digits: Cells whose digits a step rests on.
        units: The cells of each unit and each further rule that a step rests on, the main one first. A unit that only
            has a digit already is not among them: the digit is in `digits`.
        links: The links of a chain, drawn as arrows from candidate to candidate.
        supposed: Cells whose digit in `puts` is only supposed.
        named: Rules and givens to be listed, each with its cells.
    """

    wrong: Collection[Cell] = ()
    reason: Collection[Cell] = ()
    puts: Mapping[Cell, int] = field(default_factory=dict)
    removes: Mapping[Cell, frozenset[int]] = field(default_factory=dict)
    candidates: Mapping[Cell, frozenset[int]] = field(default_factory=dict)
    digits: Collection[Cell] = ()
    units: Collection[Collection[Cell]] = ()
    links: Collection[ChainLink] = ()
    supposed: Collection[Cell] = ()
    named: Collection[tuple[str, Collection[Cell]]] = ()

    @classmethod
    def of(cls, step: Step, before: Candidates) -> "Highlights":
        """The highlights of a step of an explanation, from the candidates before it."""
        digits = tuple(i for i in step.given_cells if i not in step.cells)
        cells = {*step.cells, *step.puts, *step.removes} & {*before.open}
        candidates = {i: before.candidates[i] for i in cells}
        return cls((), step.cells, step.puts, step.removes, candidates, digits, _units(step), step.links)

    @classmethod
    def of_part(cls, part: SubStep) -> "Highlights":
        """The highlights of a sub-step: the digits that are supposed, and those that have followed."""
        units = tuple(label.cells for label in part.rests_on[:1] if label.kind != "cell")
        return cls((), part.cells, part.puts, digits=part.because_of, units=units, supposed=tuple(part.supposed))

    def plain(self, board: Board) -> dict[str, Any]:
        """The highlights as plain data for the page: cells as numbers, row by row from 0.

        >>> Highlights(reason=[(1, 2)], puts={(1, 2): 3}).plain(Board.of_size(4))["puts"]
        [[1, 3]]
        """
        number = {cell: k for k, cell in enumerate(board.cells)}
        return {
            "wrong": [number[i] for i in self.wrong],
            "reason": [number[i] for i in self.reason],
            "digits": [number[i] for i in self.digits],
            "units": [[number[i] for i in cells] for cells in self.units],
            "supposed": [number[i] for i in self.supposed],
            "named": [[text, [number[i] for i in cells]] for text, cells in self.named],
            "puts": [[number[i], d] for i, d in self.puts.items()],
            "removes": [[number[i], sorted(digits)] for i, digits in self.removes.items()],
            "candidates": [[number[i], sorted(digits)] for i, digits in self.candidates.items()],
            "links": [
                [number[start], d, number[end], e, kind]
                for link in self.links
                for start, d, end, e, kind in link.arrows()
            ],
        }


def _units(step: Step) -> tuple[tuple[Cell, ...], ...]:
    """The cells of the units and rules that a step rests on, without those that only have a digit already."""
    held = [(label.cells[0], label.digit) for label in step.labels if label.kind in ("given", "found")]
    found: dict[tuple[Cell, ...], None] = {}
    for label in step.labels:
        has = label.kind == "unit" and any(d == label.digit and i in label.cells for i, d in held)
        if label.kind in ("unit", "different", "rule") and not has:
            found[label.cells] = None
    return tuple(found)


class Place(NamedTuple):
    """A place on an explained path: before a step, or at a sub-step of it, counted from 1."""

    step: int
    part: int = 0

    @property
    def number(self) -> str:
        """The number of the step, as the reader sees it: 3, and 3.1 for its first sub-step."""
        return f"{self.step + 1}.{self.part}" if self.part else f"{self.step + 1}"


@dataclass
class ExplainedPath:
    """An explanation, and the place at which the reader is.

    Attributes:
        found: The explanation.
        by: The method, one of `explain.BY`.
        symbols: The symbol of each digit on the board.
        at: The number of places that are passed: those of the steps, each followed by its sub-steps, and the end.
        opened: The last place that pages are told about: the end, if nothing is to be hidden; in class, where the
            teacher has gone, so that a page learns no step that she has not opened.

    >>> from ..explain import explain
    >>> walk = ExplainedPath(explain("1... ..2. .3.. ...4"), "techniques", ["1", "2", "3", "4"])
    >>> walk.go(1)
    >>> walk.state.digits[1, 2], walk.drawn()["path"]["count"]
    (2, 12)
    """

    found: Explanation
    by: str
    symbols: list[str]
    at: int = field(default=0, init=False)
    opened: int = field(init=False)

    def __post_init__(self) -> None:
        self.opened = len(self.places)

    @cached_property
    def places(self) -> list[Place]:
        """The steps, each followed by its sub-steps; the end is not among them."""
        return [Place(k, j) for k, step in enumerate(self.found.steps) for j in range(len(step.walk) + 1)]

    @cached_property
    def states(self) -> list[Candidates]:
        """The candidates before each step and after the last."""
        return list(self.found.states())

    @property
    def place(self) -> Place:
        """The place where the reader is."""
        return self.places[self.at] if self.at < len(self.places) else Place(len(self.found.steps))

    @property
    def state(self) -> Candidates:
        """The candidates where the reader is, of the step to which a sub-step belongs."""
        return self.states[self.place.step]

    @property
    def part(self) -> SubStep | None:
        """The sub-step where the reader is, if it is one."""
        step, part = self.place
        return self.found.steps[step].walk[part - 1] if part else None

    def go(self, to: int) -> None:
        """Go to a place, counted from 0, and open those up to it; the number of places is the end.

        Raises:
            InputError: When there is no such place.
        """
        count = len(self.places)
        if not 0 <= to <= count:
            raise InputError(f"the explanation has {plural(count, 'step')}; go to one of them, or to the end")
        self.at, self.opened = to, max(self.opened, to)

    def walk(self, to: int) -> None:
        """Go to a place that is open.

        Raises:
            InputError: When it is not, or there is no such place.
        """
        if not 0 <= to <= self.opened:
            raise InputError("this step is not open yet; the teacher opens it")
        self.at = to

    @property
    def is_open(self) -> bool:
        """Whether every place is open."""
        return self.opened == len(self.places)

    @property
    def highlights(self) -> Highlights:
        """The highlights of the step that comes next, or of the sub-step; none at the end."""
        if self.at == len(self.places):
            return Highlights()
        if self.part:
            return Highlights.of_part(self.part)
        return Highlights.of(self.found.steps[self.place.step], self.state)

    @cached_property
    def steps(self) -> list[dict[str, Any]]:
        """The steps and sub-steps as plain data: numbers, names, sentences, weights and depths."""
        found = []
        for place, sentence in zip(self.places, self._sentences, strict=False):
            step = self.found.steps[place.step]
            part = step.walk[place.part - 1] if place.part else step
            depth = part.depth + 1 if isinstance(part, SubStep) else 0
            cells = " ".join(coordinates(i) for i in [*(part.puts or part.removes)][:MOST_CELLS])
            about = {"number": place.number, "name": part.name, "cells": cells, "sentence": sentence}
            found.append({**about, "weight": step.weight, "depth": depth})
        return found

    @property
    def reason(self) -> str:
        """The reason for the end of the path, in a sentence."""
        return self._sentences[-1]

    @property
    def key(self) -> str:
        """The explanation of the first short name of a cell, if the sentence of an open step has one."""
        return next(filter(None, map(key_to, self._sentences[: self.opened + 1])), "")

    @property
    def words(self) -> str:
        """The step where the reader is, in words; at the end, the reason for the end."""
        count = len(self.found.steps)
        if self.at == len(self.steps):
            return f"after {plural(count, 'step')}: {self.reason}"
        step = self.steps[self.at]
        return f"step {step['number']} of {count}, {step['name']}: {step['sentence']}"

    def drawn(self) -> dict[str, Any]:
        """The traits of the board where the reader is: digits, candidates as marks, and highlights."""
        state, board = self.state, self.found.puzzle.board
        nothing: list[list[int]] = [[] for _ in board.cells]
        left = state.after(self.part) if self.part else state
        return {
            "values": [state.digits.get(i, 0) for i in board.cells],
            "marks": [sorted(left.candidates[i]) if i not in left.digits else [] for i in board.cells],
            "centres": nothing,
            "colors": nothing,
            "clashes": [],
            "highlights": self.highlights.plain(board),
            "path": {
                "by": self.by,
                "at": self.at,
                "count": len(self.steps),
                "of": len(self.found.steps),
                "opened": self.opened,
                "solved": self.is_open and self.found.solved,
                "reason": self.reason if self.is_open else "",
                "key": self.key,
                "steps": self.steps[: self.opened + 1],
            },
        }

    @cached_property
    def _sentences(self) -> list[str]:
        """The sentence of each step and why it ends: cells in one notation, digits with a key to their symbols."""
        sentences = []
        for step in self.found.steps:
            sentences.append(messages.with_key(step.brief, step.digits, self.symbols))
            for part in step.walk:
                sentences.append(messages.with_key(part.sentence, part.digits, self.symbols))
        return in_one_notation([*sentences, self.found.reason])
