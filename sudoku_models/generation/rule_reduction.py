"""Reduction of a puzzle with rules: givens are removed while the solution stays unique, then the rules themselves.

The questions are those of `Reduction`: singles, which respect the units and so are sound with further rules, and then
a SAT solver on the clauses of the rules; see `Alternatives`. Unavoidable sets are those of the units, and prove
nothing here. Rules come after the givens: a given that is needed stays needed when there are fewer rules.
"""

import random
from dataclasses import replace

from ..puzzles.board import Board
from ..puzzles.puzzle import Grid, Puzzle
from ..puzzles.rules import Rule
from ..puzzles.rules.dots import MARKS, AllGiven
from ..runtime.limits import Deadline
from .alternatives import Alternatives
from .kinds import refine_rules
from .reduction import Reduction
from .request import Request

__all__ = ["RuleReduction"]

CONFLICTS = 2_000
"""Conflicts for the question whether a given can go, a fraction of a second; when they are not enough, it stays. So the
uniqueness is not much harder to confirm either."""
MOST_CONFLICTS = 20_000
"""The same when a number of givens is requested: some seconds. There is no limit when every given must be needed."""
REFINEMENTS = 100
"""Changes of rules that are to have one solution without givens."""


class RuleReduction(Reduction):
    """A full grid, its remaining givens, and the remaining rules.

    Args:
        request: The request; its board has no rules that may be removed.
        grid: A full grid of this board.
        rules: Rules that hold in the grid.
        rng: The random number generator.
        deadline: The deadline.

    Attributes:
        drawn: Those of the rules that remain.
    """

    def __init__(
        self, request: Request, grid: Grid, rules: tuple[Rule, ...], rng: random.Random, deadline: Deadline
    ) -> None:
        self._alternatives = Alternatives(grid, rules, deadline)
        if request.clues == 0:
            rules = _refined(request, grid, rules, rng, self._alternatives)
        self.plain, self.drawn = request.board, rules
        board = self.plain.with_rules(*rules)
        super().__init__(replace(request, board=board), Grid(board, grid.values), rng, deadline)
        self._order = rng.sample(rules, len(rules))
        self._unanswered: set[int] = set()

    def run(self) -> None:
        super().run()
        self.needed -= self._unanswered
        if self.request.minimal_rules and self.request.clues in (None, self.clues):
            self._remove_rules()

    def judge(self) -> None:
        super().judge()
        if self.request.draws_rules and not self._order:
            self.missed.append("the grid has no rule of these kinds")
        if self.request.minimal_rules and not self.minimal_rules:
            self.missed.append("not every rule is proved to be needed")

    @property
    def distance(self) -> tuple[int, int, int]:
        missed, clues, number = super().distance
        return missed, clues, number + len(self.drawn) * self.request.minimal_rules

    def _level(self) -> str:
        return ""  # singles know nothing of rules

    def _has_another(self, i: int, puzzle: Puzzle) -> bool:
        limit = CONFLICTS if self.request.clues is None else MOST_CONFLICTS
        most = None if self.request.minimal else limit
        answer = self._alternatives.exists(puzzle.values, self.drawn, cell=i, most=most)
        if answer is None:
            self._unanswered.add(i)
        return answer is not False

    def _remove_rules(self) -> None:
        """Remove rules, in random order, while the solution stays unique.

        "All are given" comes first, and while it stays, so do the marks that it is about.
        """
        for rule in sorted(self._order, key=lambda rule: not isinstance(rule, AllGiven)):
            self.deadline.check()
            left = tuple(each for each in self.drawn if each != rule)
            if not _is_listed(rule, self.board) and not self._alternatives.exists(self.givens, left):
                self.drawn = left
                self.board = self.plain.with_rules(*left)
                self.grid = Grid(self.board, self.grid.values)
        self.minimal_rules = True


def _refined(
    request: Request, grid: Grid, rules: tuple[Rule, ...], rng: random.Random, alternatives: Alternatives
) -> tuple[Rule, ...]:
    """The rules, changed until they have one solution without givens, as far as their kinds can be."""
    blank = (0,) * len(grid.values)
    for _ in range(REFINEMENTS):
        if not alternatives.exists(blank, rules, most=MOST_CONFLICTS) or alternatives.found is None:
            break
        refined = refine_rules(request.rules, grid, rng, rules, alternatives.found)
        if refined is None:
            break
        rules = refined
        alternatives.add(rules)
    return rules


def _is_listed(rule: Rule, board: Board) -> bool:
    """Whether a rule of the board says that all marks of this kind are given."""
    every = (each for each in board.rules if isinstance(each, AllGiven))
    return any(isinstance(rule, MARKS[mark]) for each in every for mark in each.marks())
