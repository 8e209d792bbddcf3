"""Proofs in the LRAT format: each step names the clauses that it follows from, so that checking needs no search.

A line such as `9 1 -2 0 3 7 0` adds the clause `1 -2` as number 9; the clauses of the formula have the numbers from 1
on. If its literals are made false, each of its *hints*, here the clauses 3 and 7, has at most one literal left, which
must then be true; the last one has none, which is the contradiction.

Source: L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann and P. Schneider-Kamp, "Efficient certified RAT verification",
CADE 2017.
"""

from collections.abc import Callable, Iterable
from operator import neg

from .meaning import Clause
from .unit_propagation import ClauseStore

LRAT = "proof.lrat"
"""The file of a certificate that may be beside the others."""


class HintedClauseStore(ClauseStore):
    """Clauses under unit propagation that also keep which clauses each one followed from.

    When they contradict each other, `lrat` writes down the steps that led there. A literal that is true for good is a
    step of its own, as a clause with one literal.

    Args:
        largest: The largest variable.
        clauses: The clauses.
        check: Called from time to time; it may raise an exception, to stop at a time limit.

    >>> known = HintedClauseStore(2, [[1, 2], [-1, 2], [1, -2], [-1, -2]])
    >>> known.implies([2]), known.add([2]) and known.is_contradictory
    (True, True)
    >>> print(known.lrat(), end="")
    5 2 0 1 2 0
    6 1 0 5 3 0
    7 0 6 5 4 0
    """

    def __init__(self, largest: int, clauses: Iterable[Clause], check: Callable[[], None] | None = None) -> None:
        super().__init__(largest, (), check)
        self._clauses: list[Clause] = [[], *clauses]  # by number
        self._first = len(self._clauses)  # the number of the first step
        self._hints: dict[int, list[int]] = {}  # by the number of a step
        self._numbers: dict[int, int] = {}  # by the identity of what is left of a clause in the store
        self._units: dict[int, int] = {}  # for each literal that is true for good, the clause that says so
        self._empty = 0  # the number of the empty clause
        self._used: list[int] = []  # the hints of the clause that was implied last
        for number in range(1, self._first):
            self._add(self._clauses[number], number)

    def add(self, literals: Clause) -> Clause | None:
        """Add a clause that was implied just now."""
        return self._add(literals, self._step(literals, self._used))

    def implies(self, clause: Clause) -> bool:
        """Whether the negation of a clause leads to a conflict by unit propagation."""
        self._negated = set(map(neg, clause))
        return super().implies(clause)

    def lrat(self) -> str:
        """The proof, after a contradiction: only the steps that it needs."""
        if self._empty < self._first:  # a clause of the formula is empty
            return f"{self._first} 0 {self._empty} 0\n"
        needed = {self._empty}
        for number in range(self._empty, self._first - 1, -1):
            if number in needed:
                needed.update(self._hints[number])
        steps = sorted(number for number in needed if number >= self._first)
        new = {number: k for k, number in enumerate(steps, self._first)}
        lines = ([new[n], *self._clauses[n], 0, *(new.get(hint, hint) for hint in self._hints[n]), 0] for n in steps)
        return "".join(f"{' '.join(map(str, line))}\n" for line in lines)

    def _step(self, literals: Clause, hints: list[int]) -> int:
        number = len(self._clauses)
        self._clauses.append(literals)
        self._hints[number] = hints
        return number

    def _add(self, literals: Clause, number: int) -> Clause | None:
        was_contradictory, start = self.is_contradictory, len(self._trail)
        left = super().add(literals)
        if left is None or was_contradictory:
            return left
        self._numbers[id(left)] = number
        for literal, reason in zip(self._trail[start:], self._reasons[start:], strict=True):
            self._units[literal] = self._for_good([literal], self._numbers[id(reason)] if reason else number)
        if self.is_contradictory:
            self._empty = self._for_good([], self._numbers[id(self._conflict)] if left else number)
        return left

    def _for_good(self, literals: Clause, reason: int) -> int:
        """The number of a clause that is left of another one because its further literals are false for good."""
        further = [-literal for literal in dict.fromkeys(self._clauses[reason]) if literal not in literals]
        return self._step(literals, [*(self._units[each] for each in further), reason]) if further else reason

    def _undo(self, start: int) -> None:
        """Before the trail of a conflict is gone, note the clauses that led to it, from its end back."""
        if self._conflict:
            number = self._numbers[id(self._conflict)]
            hints, needed = [number], set(map(neg, self._clauses[number]))
            for k in range(len(self._trail) - 1, start - 1, -1):
                if self._reasons[k] and self._trail[k] in needed:
                    number = self._numbers[id(self._reasons[k])]
                    hints.append(number)
                    needed.update(map(neg, self._clauses[number]))
            hints += [self._units[literal] for literal in needed - self._negated if literal in self._units]
            self._used = hints[::-1]
        super()._undo(start)
