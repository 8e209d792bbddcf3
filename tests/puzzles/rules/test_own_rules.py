"""Rules of the user's own are told apart, say something, do not contradict themselves, and are confirmed by `holds`."""

import math
from dataclasses import dataclass

import pytest

import sudoku_models as sm
from sudoku_models.errors import DisagreementError, InputError
from sudoku_models.puzzles.rules import CellRule, KillerCage, Rule
from sudoku_models.puzzles.rules.rule import checked_cells, is_own

FOUR = sm.Board.of_size(4)


class Undecorated(CellRule):
    """All of its rules would be equal, and a board would keep one of them."""

    def __init__(self, cells, product):
        object.__setattr__(self, "cells", checked_cells(cells, "product"))
        object.__setattr__(self, "product", product)

    def holds(self, digits):
        return math.prod(digits) == self.product

    def __str__(self):
        return f"product {self.product} on {self.cells}"


class Larger(KillerCage):
    """A rule of the package with an attribute that is no field."""

    def __init__(self, total, cells, least):
        super().__init__(total, cells)
        object.__setattr__(self, "least", least)


class Stated(KillerCage):
    """A rule of the package with another definition."""

    def define(self, m, cells):
        m.add(m.sum(map(cells.value, self.cells)) >= self.total, self.label("at least"))
        m.add(m.sum(map(cells.value, self.cells)) <= self.total, self.label("at most"))


@dataclass(frozen=True)
class Silent(Rule):
    """For the whole board, without units and parts: nobody would call its check."""

    def check(self, grid):
        return grid[1, 1] == 1


@dataclass(frozen=True)
class Whole(Rule):
    """Consists of rules of a class that cannot be told apart."""

    def parts(self, board):
        return (Undecorated("r1c1 r1c2", 2), Undecorated("r4c1 r4c2", 2))


@dataclass(frozen=True)
class Different(CellRule):
    cells: tuple[tuple[int, int], ...]

    def holds(self, digits):
        return digits[0] != digits[1]


@dataclass(frozen=True)
class TooStrict(Different):
    """Its definition excludes grids that it allows."""

    def define(self, m, cells):
        m.table([cells.value(i) for i in self.cells], [(1, 4)], self.label())


@dataclass(frozen=True)
class StrictAutomaton(Different):
    """Its automaton excludes digits that it allows."""

    @property
    def start(self):
        return 0

    def step(self, state, position, digit):
        return digit if digit > state + 1 else None

    def accepts(self, state):
        return True


@dataclass(frozen=True)
class LooseAutomaton(Different):
    """Its automaton accepts digits that it forbids."""

    def accepts(self, state):
        return True


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        (lambda: Undecorated("r1c1 r1c2", 2), "'cells' is no field of the rule class Undecorated, so different rules"),
        (lambda: Larger(3, "r1c1 r1c2", 1), "'least' is no field of the rule class Larger"),
        (Silent, "has neither units nor parts, so it would say nothing"),
        (Rule, "has neither units nor parts"),
    ],
)
def test_a_class_whose_rules_would_be_lost_is_refused(rule, why):
    with pytest.raises(InputError, match=why):
        FOUR.with_rules(rule())


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        (Whole(), "is no field of the rule class Undecorated"),
        (StrictAutomaton("r1c1 r2c2"), "holds allows the digits 1 2, and its automaton .* does not accept them"),
        (LooseAutomaton("r1c1 r2c2"), "holds forbids the digits 1 1, and its automaton .* accepts them"),
    ],
    ids=str,
)
@pytest.mark.parametrize("ask", [sm.build, sm.rate, sm.explain, lambda board: sm.local_search(board, time_limit=1)])
def test_a_rule_that_contradicts_itself_is_used_by_nothing(rule, why, ask):
    with pytest.raises(InputError, match=why):
        ask(FOUR.with_rules(rule))


@pytest.mark.parametrize(("solver", "backend"), [("highs", "pulp"), ("cpsat", "cpsat"), ("cadical", "pyomo")])
def test_a_definition_that_is_too_strict_is_no_proof(solver, backend):
    board = FOUR.with_rules(TooStrict("r1c1 r2c2"), TooStrict("r1c2 r2c1"))
    with pytest.raises(DisagreementError):
        sm.count_solutions(board, backend=backend, solver=solver)


def test_rules_of_the_package_are_not_ones_own():
    board = FOUR.with_rules(KillerCage(3, "r1c1 r1c2"), sm.rules.AllXVGiven())
    assert not any(map(is_own, board.cell_rules))
    assert is_own(Different("r1c1 r1c2"))


def test_the_values_that_a_definition_leaves_out_are_found_by_the_confirming_solver():
    board = FOUR.with_rules(TooStrict("r1c1 r2c2"), TooStrict("r1c2 r2c1"))
    with pytest.raises(DisagreementError):
        sm.allowed_values(board)


def test_a_subclass_needs_no_fields_of_its_own():
    board = FOUR.with_rules(Stated(3, "r1c1 r1c2"), Stated(3, "r4c1 r4c2"))
    usual = FOUR.with_rules(KillerCage(3, "r1c1 r1c2"), KillerCage(3, "r4c1 r4c2"))
    assert sm.count_solutions(board).value == sm.count_solutions(usual).value > 0
