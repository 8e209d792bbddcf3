"""One step of an explanation, and the explanation as a whole."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from typing import Any, Literal, NamedTuple

from ..puzzles.candidates import Candidates
from ..puzzles.labels import Label
from ..puzzles.puzzle import Grid, Puzzle
from ..puzzles.units import Cell

NESTED = "nested suppositions"
"""The name of the technique whose steps have sub-steps."""

LONGEST_WALK = 100
"""A proof of more sub-steps is not for a person to follow. The hardest classic puzzles known need up to about 80."""


class ChainLink(NamedTuple):
    """A link of a chain, from one candidate to the next.

    A weak link says that the second does not hold because the first does, as they exclude each other. A strong link
    says that the second holds because the first does not: it is what is left of a cell or a unit, together with the
    other strong links to the same candidate. An end with several cells stands for the digit in one of them.

    Attributes:
        cells: The cells of the first candidate, nearly always one.
        digit: Its digit.
        to_cells: The cells of the second.
        to_digit: Its digit.
        kind: "strong" or "weak".
    """

    cells: tuple[Cell, ...]
    digit: int
    to_cells: tuple[Cell, ...]
    to_digit: int
    kind: Literal["strong", "weak"]

    def arrows(self) -> Iterator[tuple[Cell, int, Cell, int, str]]:
        """Each cell of one end to each of the other.

        >>> list(ChainLink(((1, 1),), 2, ((1, 2), (1, 3)), 2, "weak").arrows())
        [((1, 1), 2, (1, 2), 2, 'weak'), ((1, 1), 2, (1, 3), 2, 'weak')]
        """
        for start in self.cells:
            for end in self.to_cells:
                yield start, self.digit, end, self.to_digit, self.kind


@dataclass(frozen=True)
class SubStep:
    """A part of a nested proof: a supposition, what follows from it, or the contradiction to which it leads.

    Attributes:
        name: "supposition", "contradiction", "conclusion"; or the name of the deduction, such as "hidden single".
        sentence: The sub-step in words.
        depth: How many suppositions are in force.
        supposed: These suppositions, the outermost first.
        follows: The digits that have followed from them so far, the one of this sub-step included.
        removes: The candidates that further rules of the board have removed so far.
        rests_on: The labels of the rules that it rests on.
        cells: The cells to highlight.
        because_of: The cells whose digits, supposed or found, it rests on.
    """

    name: str
    sentence: str
    depth: int
    supposed: dict[Cell, int]
    follows: dict[Cell, int]
    removes: dict[Cell, frozenset[int]]
    rests_on: tuple[Label, ...] = ()
    cells: tuple[Cell, ...] = ()
    because_of: tuple[Cell, ...] = ()

    @property
    def puts(self) -> dict[Cell, int]:
        """The digits that hold if the suppositions do."""
        return {**self.follows, **self.supposed}

    @property
    def digits(self) -> tuple[int, ...]:
        """The digits that the sentence can name, smallest first."""
        removed = (d for digits in self.removes.values() for d in digits)
        of_rules = (label.digit for label in self.rests_on if label.digit is not None)
        return tuple(sorted({*self.puts.values(), *removed, *of_rules}))

    def as_dict(self) -> dict[str, Any]:
        """The sub-step as JSON data."""
        return {
            "name": self.name,
            "sentence": self.sentence,
            "depth": self.depth,
            "supposed": [{"cell": list(i), "digit": d} for i, d in self.supposed.items()],
            "follows": [{"cell": list(i), "digit": d} for i, d in self.follows.items()],
            "because": list(map(str, self.rests_on)),
        }


@dataclass(frozen=True)
class Step:
    """One deduction: digits that are found, or candidates that are removed, with the reason.

    Attributes:
        by: The method of explanation: "techniques", "mus", "smus" or "lp".
        name: The name of the technique: "hidden single", "X-wing", "minimal set of 5", "row minus columns".
        puts: The digits that it finds, by cell.
        removes: The candidates that it removes, by cell.
        rests_on: The labels of the rules, givens, found digits and removed candidates that it rests on, the main one
            first. A rule that its formulation named by plain text is that text.
        sentence: The step in words; cells are counted from 1.
        cells: The cells to highlight.
        weight: How hard it is: the rating of the technique, the size of the set, the norm of the certificate.
        named: Digits that the sentence names besides those of `puts`, `removes` and the rules.
        links: The links of its chain, in order; empty when it is no chain.
        summary: The sentence with only the beginning of its long list; empty when it has none.
        walk: The sub-steps of a nested proof, in order; empty for all other steps.

    >>> from sudoku_models.explain import next_step
    >>> step = next_step(Candidates.of(Puzzle.parse("12.. ..3. .... ....")))
    >>> step.rests_on[0].unit.name, step.given_cells, step.digits
    ('box 2', ((1, 1), (2, 3)), (1,))
    """

    by: str
    name: str
    puts: dict[Cell, int]
    removes: dict[Cell, frozenset[int]]
    rests_on: tuple[Any, ...]
    sentence: str
    cells: tuple[Cell, ...]
    weight: float
    named: tuple[int, ...] = ()
    links: tuple[ChainLink, ...] = ()
    summary: str = ""
    walk: tuple[SubStep, ...] = ()

    @property
    def brief(self) -> str:
        """The summary if there is one, else the sentence."""
        return self.summary or self.sentence

    @property
    def is_too_long(self) -> bool:
        """Whether it is a nested proof of too many sub-steps for a person to follow."""
        return self.name == NESTED and not self.walk

    @property
    def because(self) -> tuple[str, ...]:
        """Its rules, givens and earlier steps as text, such as "row 3 has a 7" or "the given 5 in (3, 7)"."""
        return tuple(map(str, self.rests_on))

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels of what it rests on, without names that are plain text."""
        return tuple(label for label in self.rests_on if isinstance(label, Label))

    @property
    def digits(self) -> tuple[int, ...]:
        """The digits that the sentence names, smallest first.

        The digit of a given that only fills a cell is not among them: a sentence that names it has it in `named`.
        """
        removed = (d for digits in self.removes.values() for d in digits)
        rules = (label for label in self.labels if label.kind not in ("given", "found"))
        of_rules = (label.digit for label in rules if label.digit is not None)
        return tuple(sorted({*self.puts.values(), *removed, *of_rules, *self.named}))

    @property
    def given_cells(self) -> tuple[Cell, ...]:
        """The cells whose digits it rests on, given or found."""
        return tuple(label.cells[0] for label in self.labels if label.kind in ("given", "found"))

    def as_dict(self) -> dict[str, Any]:
        """The step as JSON data: cells are pairs, in the order of the board."""
        return {
            "by": self.by,
            "name": self.name,
            "puts": [{"cell": list(i), "digit": d} for i, d in sorted(self.puts.items())],
            "removes": [{"cell": list(i), "digits": sorted(gone)} for i, gone in sorted(self.removes.items())],
            "because": list(self.because),
            "sentence": self.sentence,
            "cells": [list(i) for i in self.cells],
            "weight": self.weight,
            "links": [
                {"cell": list(start), "digit": d, "to_cell": list(end), "to_digit": e, "kind": kind}
                for link in self.links
                for start, d, end, e, kind in link.arrows()
            ],
            "walk": [part.as_dict() for part in self.walk],
        }


@dataclass(frozen=True, repr=False)
class Explanation:
    """Steps that lead from the givens to the solution, or as far as they go.

    Attributes:
        puzzle: The puzzle.
        steps: The steps, in order.
        solved: Whether every cell has a digit after the last step.
        reason: Why it ends, in a sentence.
        start: The candidates before the first step.
        stopped_by: "time limit", or empty.
    """

    puzzle: Puzzle
    steps: tuple[Step, ...]
    solved: bool
    reason: str
    start: Candidates = field(compare=False)
    stopped_by: str = ""

    def states(self) -> Iterator[Candidates]:
        """The candidates before each step and after the last: one more than there are steps."""
        state = self.start
        yield state
        for step in self.steps:
            state = state.after(step)
            yield state

    @property
    def end(self) -> Candidates:
        """The candidates after the last step."""
        *_, state = self.states()
        return state

    @property
    def grid(self) -> Grid | None:
        """The solution, if the steps lead to it."""
        return self.end.grid

    @property
    def hardest(self) -> Step | None:
        """The step of the greatest weight; the first, if there are several."""
        return max(self.steps, key=lambda step: step.weight, default=None)

    def as_dict(self) -> dict[str, Any]:
        """The explanation as JSON data."""
        return {
            "puzzle": self.puzzle.line(),
            "solved": self.solved,
            "reason": self.reason,
            "steps": [step.as_dict() for step in self.steps],
        }

    def __str__(self) -> str:
        lines = []
        for k, step in enumerate(self.steps, 1):
            lines.append(f"{k}. {step.name}: {step.sentence}.")
            lines += [
                f"{'   ' * part.depth}{k}.{j} {part.name}: {part.sentence}." for j, part in enumerate(step.walk, 1)
            ]
        return "\n".join([*lines, self.reason])

    def __repr__(self) -> str:
        return f"<Explanation of {len(self.steps)} step{'s' * (len(self.steps) != 1)}: {self.reason}>"

    def _repr_html_(self) -> str:
        from .walkthrough import STYLE, fold, marks_table

        parts = []
        for k, (step, state) in enumerate(zip(self.steps, self.states(), strict=False), 1):
            left = {i: state.candidates[i] - step.removes.get(i, frozenset()) for i in state.candidates}
            left |= {i: frozenset([d]) for i, d in step.puts.items()}
            table = marks_table(self.puzzle, left, step.cells, step.removes)
            sentence = f"Step {k}, {step.name} ({step.weight:g}): {step.sentence}."
            parts.append(fold(escape(sentence), table, is_open=k == 1))
        end = fold("The board at the end", marks_table(self.puzzle, dict(self.end.candidates)))
        return f'{STYLE}<div class="sm-walk">{"".join(parts)}<p>{escape(self.reason)}</p>{end}</div>'
