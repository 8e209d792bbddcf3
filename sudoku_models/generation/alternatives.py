"""Other solutions of a puzzle when only some of its givens and of its rules hold, found by one SAT solver.

The clauses of the board are those of a certificate. The clauses of each rule that may be removed have a literal of
their own, and hold while it is assumed; the givens are assumptions too. So one SAT solver answers all questions about
a grid, and what it has learnt stays.

Source: N. Een, N. Sorensson, "Temporal Induction by Incremental SAT Solving", 2003, for the literals.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations

from ..certificates.formula import Clause, clauses_of_rule, derived
from ..errors import SolverError
from ..puzzles.puzzle import Grid, Puzzle
from ..puzzles.rules import CellRule, Rule
from ..puzzles.units import Unit
from ..runtime.interrupts import check_interrupt, defer_interrupts
from ..runtime.limits import Deadline
from ..solvers import find

CLAUSES = 10_000
"""Clauses that are passed between two checks of the clock."""
SLICE = 1_000
"""Conflicts between two checks of the clock: always the same number, so that a seed gives the same puzzle."""


class Alternatives:
    """Solutions other than a grid.

    Args:
        grid: The grid, on a board without the rules that may be removed.
        rules: These rules.
        deadline: The deadline; None means no limit.

    Attributes:
        found: The solution that was found last.

    Raises:
        NotInstalledError: When `python-sat` is not installed.
        TimeLimit: At the deadline, as in the method.

    >>> alternatives = Alternatives(Puzzle.parse("1234 3412 2143 4321").as_grid(), [])
    >>> alternatives.exists((1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 4, 3, 0, 3, 2, 1))
    False
    >>> alternatives.exists((1, 2, 3, 4, 0, 0, 0, 0, 2, 1, 4, 3, 0, 0, 0, 0))
    True
    """

    def __init__(self, grid: Grid, rules: Sequence[Rule], deadline: Deadline | None = None) -> None:
        find("cadical")  # says what to install where it is not
        from ..solvers.sat import Glucose  # imported late: it needs PySAT

        self.grid, self.deadline = grid, deadline or Deadline()
        self._engine = Glucose()
        board, n = grid.board, grid.board.size
        self._number = {cell: k * n for k, cell in enumerate(board.cells)}
        self._largest = n**3
        with defer_interrupts():
            self._add(derived(Puzzle(board, (0,) * len(board.cells))))
            self._different = self._new()
            self._add([[-self._different, *(-self._holds(k, d) for k, d in enumerate(grid.values))]])
        self._rules: dict[Rule, tuple[int, tuple[CellRule, ...]]] = {}
        self.found: Grid | None = None
        self.add(rules)

    def add(self, rules: Sequence[Rule]) -> None:
        """Add those of these rules, all that the board then has, that are not known yet.

        The clauses of each hold while its literal is assumed.
        """
        board = self.grid.board.with_rules(*rules)
        with defer_interrupts():
            for rule in rules:
                if rule not in self._rules:
                    literal, parts = self._new(), rule.parts(board)
                    clauses = self._clauses_of(rule.units(board), parts)
                    self._add([-literal, *clause] for clause in clauses)
                    self._rules[rule] = literal, parts

    def exists(
        self,
        givens: Sequence[int],
        rules: Collection[Rule] | None = None,
        cell: int | None = None,
        most: int | None = None,
    ) -> bool | None:
        """Whether there is another solution; None when the conflicts were not enough to tell.

        Args:
            givens: For each cell its digit in the grid if it is a given, else 0.
            rules: Those of the rules that hold; by default all that were ever added.
            cell: The number of a cell in which the solution differs; by default it may be any.
            most: The largest number of conflicts of the search; None means no limit.

        Raises:
            TimeLimit: At the deadline.
            KeyboardInterrupt: When Ctrl-C stopped the search.
        """
        assumed = [self._holds(k, d) for k, d in enumerate(givens) if d]
        assumed += [literal for rule, (literal, _) in self._rules.items() if rules is None or rule in rules]
        assumed.append(self._different if cell is None else -self._holds(cell, self.grid.values[cell]))
        conflicts = 0
        with defer_interrupts():
            while most is None or conflicts < most:
                self._check()
                self._engine.conf_budget(SLICE)
                answer = self._engine.solve_limited(assumed, expect_interrupt=True)
                if answer:
                    self._check_model(givens, rules)
                if answer is not None:
                    return bool(answer)
                conflicts += SLICE
        return None

    def _check_model(self, givens: Sequence[int], rules: Collection[Rule] | None) -> None:
        """Check the grid that the solver has found.

        Raises:
            SolverError: When it is no other solution.
        """
        n = self.grid.board.size
        true = [literal - 1 for literal in self._engine.get_model()[: n**3] if literal > 0]
        found = Grid(self.grid.board, tuple(v % n + 1 for v in true))
        self.found = found
        broken: list[object] = [*Puzzle(found.board, tuple(givens)).violations(found)]
        active = self._rules if rules is None else rules
        broken += [part for rule in active for part in self._rules[rule][1] if not part.check(found)]
        if broken or found == self.grid:
            raise SolverError(f"Glucose's grid is no other solution: {broken[0] if broken else 'it is the same'}")

    def _clauses_of(self, units: Iterable[Unit], parts: Iterable[CellRule]) -> Iterator[Clause]:
        digits = self.grid.board.digits
        for unit in units:
            for i, j in combinations(unit.cells, 2):
                for d in digits:
                    yield [-self._number[i] - d, -self._number[j] - d]
        for part in parts:
            possible = dict.fromkeys(part.cells, digits)
            self._largest = yield from clauses_of_rule(part, self._number, possible, self._largest)

    def _add(self, clauses: Iterable[Clause]) -> None:
        for number, clause in enumerate(clauses):
            if number % CLAUSES == 0:
                self._check()
            self._largest = max(self._largest, *map(abs, clause))
            self._engine.add_clause(clause)

    def _new(self) -> int:
        self._largest += 1
        return self._largest

    def _holds(self, cell: int, digit: int) -> int:
        """The variable for "this cell holds the digit"."""
        return cell * self.grid.board.size + digit

    def _check(self) -> None:
        check_interrupt()
        self.deadline.check()
