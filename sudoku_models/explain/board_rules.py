"""The rules of a board in one formulation, and the order in which they are tried."""

import math
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ..backends import Column, first
from ..errors import InputError
from ..models.sudoku_model import build
from ..puzzles.board import Board
from ..puzzles.cell_names import short_cell_name, units_listed
from ..puzzles.labels import Label, given, short
from ..puzzles.labels import found as found_label
from ..puzzles.puzzle import Puzzle
from ..puzzles.units import Cell
from .engines import Condition, Name
from .named_model import NamedModel

MOST_NAMED, NAMED_OF_MANY = 12, 8
"""The longest list that is read with ease, and the number of names that stand for a longer one."""
ORDERS = 30
"""The number of random orders of deletion that are tried for the exclusion of a candidate."""


@dataclass(frozen=True)
class MinimalSet:
    """Rules and digits that together force the digit of a cell, though none of them can be left out.

    Attributes:
        cell: The cell; None when the set proves that the puzzle has no solution.
        digit: Its digit.
        rules: The names of the constraints in the model.
        digits: The digits of other cells that it rests on.
        labels: The label of each rule, in the same order; empty when only the names are known.
    """

    cell: Cell | None
    digit: int | None
    rules: tuple[str, ...]
    digits: dict[Cell, int]
    labels: tuple[Any, ...] = field(default=(), compare=False)

    @property
    def size(self) -> int:
        """The number of rules and digits."""
        return len(self.rules) + len(self.digits)

    def rests_on(self, givens: Mapping[Cell, int]) -> tuple[Any, ...]:
        """The labels of the rules, of the givens and of the digits that were found."""
        of_digits = (given(i, d) if i in givens else found_label(i, d) for i, d in self.digits.items())
        return (*(self.labels or self.rules), *of_digits)

    @property
    def named(self) -> tuple[list[str], list[str]]:
        """The names of the rules, each once even if several of its constraints are in the set, and of the digits."""
        rules = (short(label) if isinstance(label, Label) else str(label) for label in self.labels or self.rules)
        return [*dict.fromkeys(rules)], [f"{d} in {short_cell_name(i)}" for i, d in self.digits.items()]

    @property
    def conflict(self) -> str:
        """The set as a sentence with the numbers of its rules and givens."""
        numbers = zip(map(len, self.named), ("rule", "given"), strict=True)
        named = " and ".join(f"{k} {what}{'s' * (k > 1)}" for k, what in numbers if k)
        return f"{named} cannot {'all ' * (self.size > 1)}hold"

    def __str__(self) -> str:
        return self.words()

    def words(self, most: int | None = None) -> str:
        """The set as a sentence, in which cells have their short names.

        Args:
            most: The number of rules and digits to name, of the others only how many they are; None for all.
        """
        rules = [short(label) if _is_unit(label) else _words(label) for label in self.labels or self.rules][:most]
        digits = self.named[1] if most is None else self.named[1][: most - len(rules)]
        left = self.size - len(rules) - len(digits)
        parts = [f"the rule{'s' * (len(rules) > 1)} {units_listed(rules)}"] if rules else []
        parts += [f"the digit{'s' * (len(digits) > 1)} {', '.join(digits)}"] if digits else []
        parts += [f"{left} more"] if left else []
        if self.cell is None:
            return f"there is no solution, because {' and '.join(parts)} cannot all hold"
        verb = "leaves" if self.size == 1 else "leave"
        because = f", because {' and '.join(parts)} {verb} nothing else" if parts else ""
        return f"{short_cell_name(self.cell)} is {self.digit}{because}"

    @property
    def summary(self) -> str:
        """The sentence with only the beginning of a long list; empty when the list is not long."""
        return self.words(NAMED_OF_MANY) if self.size > MOST_NAMED else ""


def _words(label: Any) -> str:
    return label.sentence if isinstance(label, Label) else str(label)


def _is_unit(label: Any) -> bool:
    return isinstance(label, Label) and label.kind == "different"


class BoardRules:
    """The rules of a board in one formulation. Digits are facts, so one live model serves every puzzle of the board."""

    def __init__(self, board: Board, formulation: str) -> None:
        self.board = board
        self.sudoku = build(Puzzle(board, (0,) * len(board.cells)), formulation, first("pulp"))
        self.model = NamedModel(self.sudoku.m)
        self._conditions = {(i, d): self._condition(i, d) for i in board.cells for d in board.digits}
        self.meaning = {condition: of for of, condition in self._conditions.items()}

    def _condition(self, cell: Cell, digit: int) -> Condition:
        variable, value = self.sudoku.value_of(cell, digit)
        return Condition(self.sudoku.m.column(variable), value)

    def holds(self, cell: Cell, digit: int) -> Condition:
        """The condition that a cell holds a digit."""
        return self._conditions[cell, digit]

    def facts(self, digits: Mapping[Cell, int]) -> list[Condition]:
        """The digits as facts."""
        return [self.holds(i, d) for i, d in digits.items()]

    def another(self, digits: Mapping[Cell, int], than: Mapping[Cell, int] | None = None) -> dict[Cell, int] | None:
        """A solution with these digits; with `than`, one that differs from it in some cell."""
        values = self.model.sat.counterexample([*self.model.rules, *self.facts(digits)], self.facts(than or {}))
        if values is None:
            return None
        return {i: d for (column, value), (i, d) in self.meaning.items() if values.get(column, 0) == value}

    def forced(self, digits: Mapping[Cell, int]) -> dict[Cell, int]:
        """The cells that hold the same digit in every solution.

        Solutions that differ in one of these digits are computed until there is none; each excludes many digits.
        """
        other = self.another(digits)
        left = {i: d for i, d in other.items() if i not in digits} if other else {}
        while left and (other := self.another(digits, left)):
            left = {i: d for i, d in left.items() if other[i] == d}
        return left

    def seeds(self, cell: Cell, digit: int) -> Iterator[list[str]]:
        """The rules on the cell; then, for each rule on the cell and the digit, this rule and all that overlap it.

        The first set is enough for a naked single, the others for a hidden one. The rules to leave out first come
        first.
        """
        model = self.model
        on_cell = {self.holds(cell, d).column for d in self.board.digits}
        yield [name for name in self._far_first(cell) if model.scope[name] & on_cell]
        for name in model.touching[self.holds(cell, digit).column]:
            meets = {other for k in model.scope[name] for other in model.touching[k]} - {name}
            if len(meets) + 1 < len(model.rules):
                yield [*(other for other in self._far_first(cell) if other in meets), name]

    def sufficient(self, cell: Cell, digit: int, digits: Mapping[Cell, int]) -> list[str]:
        """Few rules that force a digit: a seed, or as many of the nearest rules as are needed, by bisection."""
        found = [rules for rules in self.seeds(cell, digit) if self.forces(rules, cell, digit, digits)]
        if found:
            return min(found, key=len)
        nearest = self._far_first(cell)[::-1]
        low, high = 0, len(nearest)
        while high - low > 1:
            half = (low + high) // 2
            if self.forces(nearest[:half], cell, digit, digits):
                high = half
            else:
                low = half
        return nearest[:high][::-1]

    def small(self, cell: Cell, digit: int, digits: Mapping[Cell, int]) -> MinimalSet:
        """The smallest of the minimal sets within each seed that forces a digit, or else within the nearest rules."""
        best: MinimalSet | None = None
        for rules in self.seeds(cell, digit):
            if self.forces(rules, cell, digit, digits):
                best = self.minimal(rules, cell, digit, digits, best.size if best else math.inf) or best
        best = best or self.minimal(self.sufficient(cell, digit, digits), cell, digit, digits)
        assert best is not None, "the digit is forced"
        return best

    def minimal(
        self,
        rules: Sequence[str],
        cell: Cell | None,
        digit: int | None,
        digits: Mapping[Cell, int],
        below: float = math.inf,
    ) -> MinimalSet | None:
        """A small minimal set within these rules and the digits on them; None when it is not smaller than `below`."""
        goal = None if cell is None or digit is None else self.holds(cell, digit)
        found = self.model.small(self._with_digits(rules, digits), goal, below)
        return None if found is None else self.named(cell, digit, found)

    def named(self, cell: Cell | None, digit: int | None, names: Iterable[Name]) -> MinimalSet:
        """The set of these rules and facts, in the order of the model and of the board."""
        names = set(names)
        rules = tuple(name for name in self.model.rules if name in names)
        held = dict(sorted(self.meaning[name] for name in names if not isinstance(name, str)))
        return MinimalSet(cell, digit, rules, held, tuple(map(self.label, rules)))

    def label(self, rule: str) -> Any:
        """The label of a rule; its name when it shares the label with another one."""
        label = self.model.labels[rule]
        return label if str(label) == rule else rule

    def exclusion(
        self, cell: Cell, digit: int, known: Sequence[Condition], out: Iterable[tuple[Cell, int]]
    ) -> tuple[str, ...] | None:
        """A minimal set of rules that excludes a candidate; facts and removed candidates always hold.

        It is the smallest over random orders of deletion; in half of them, rules without the digit are left out first.
        """
        goal = self.holds(cell, digit)
        if goal.value != 1 or len({self.holds(cell, d).column for d in self.board.digits}) == 1:
            raise InputError("candidates are excluded in a formulation with binaries y[cell, digit] only")
        always = [*known, *(Condition(self.holds(i, d).column, 0) for i, d in out)]
        of_digit = {self.holds(i, digit).column for i in self.board.cells}
        names, rng, found = [*self.model.rules], random.Random(1), None
        for k in range(ORDERS):
            rng.shuffle(names)
            rules = names if k % 2 else sorted(names, key=lambda name: len(self.model.scope[name] & of_digit))
            below = len(found) if found else math.inf
            found = self.model.minimal(rules, Condition(goal.column, 0), below, always) or found
            if found is None:
                return None
        return tuple(name for name in self.model.rules if found and name in found)

    def forces(self, rules: Sequence[str], cell: Cell, digit: int, digits: Mapping[Cell, int]) -> bool:
        """Whether these rules and the digits on them force the digit of the cell."""
        return self.model.sat.core(self._with_digits(rules, digits), [self.holds(cell, digit)]) is not None

    def _with_digits(self, rules: Sequence[str], digits: Mapping[Cell, int]) -> list[Name]:
        """These rules, and the digits on them as facts."""
        scope = frozenset[Column]().union(*(self.model.scope[name] for name in rules))
        return [*rules, *(fact for fact in self.facts(digits) if fact.column in scope)]

    def _far_first(self, cell: Cell) -> list[str]:
        """All rules, the farthest from the cell first and those on the cell last."""
        if cell not in self._orders:
            scope = self.model.scope
            on_cell = {self.holds(cell, d).column for d in self.board.digits}
            near = frozenset[Column]().union(*(columns for columns in scope.values() if columns & on_cell))
            self._orders[cell] = sorted(scope, key=lambda name: (bool(scope[name] & on_cell), len(scope[name] & near)))
        return self._orders[cell]

    @cached_property
    def _orders(self) -> dict[Cell, list[str]]:
        return {}
