"""Unit propagation: what follows from clauses because all literals of a clause but one are false."""

from collections.abc import Callable, Iterable

from .meaning import Clause

CHECK_EVERY = 20_000
"""Clauses that are looked at between two calls of `check`."""


class ClauseStore:
    """Clauses under unit propagation. What propagates from the clauses alone stays true.

    Each clause *watches* its first two literals: it can become unit only when one of them becomes false.

    Args:
        largest: The largest variable.
        clauses: The clauses.
        check: Called from time to time; it may raise an exception, to stop at a time limit.

    >>> clauses = ClauseStore(3, [[1, 2], [-1, 3], [-2, 3]])
    >>> clauses.implies([3]), clauses.implies([1]), clauses.is_contradictory
    (True, False, False)
    """

    def __init__(self, largest: int, clauses: Iterable[Clause], check: Callable[[], None] | None = None) -> None:
        self.is_contradictory = False
        self._check, self._seen = check, 0
        self._true = bytearray(2 * largest + 1)  # by literal; Python counts negative indices from the end
        self._trail: list[int] = []
        self._reasons: list[Clause] = []  # for each literal of the trail the clause that forced it; empty for none
        self._conflict: Clause = []  # the clause that became false; empty for none
        self._watched: list[list[Clause]] = [[] for _ in self._true]
        self._found: dict[tuple[int, ...], list[Clause]] = {}
        for clause in clauses:
            self.add(clause)

    def add(self, literals: Clause) -> Clause | None:
        """Add a clause; returns what is left of it, or None when it is true for good."""
        different = set(literals)
        if any(self._true[literal] or -literal in different for literal in different):
            return None
        clause = [literal for literal in different if not self._true[-literal]]
        if len(clause) < 2:
            self.is_contradictory = self.is_contradictory or not clause or not self._propagate(clause)
            return clause
        self._found.setdefault(tuple(sorted(literals)), []).append(clause)
        for literal in clause[:2]:
            self._watched[literal].append(clause)
        return clause

    def delete(self, literals: Clause) -> None:
        """Delete a clause; one that is not there, or is a unit, is ignored. What it has implied stays true."""
        if found := self._found.get(tuple(sorted(literals))):
            clause = found.pop()
            for literal in clause[:2]:
                self._watched[literal] = [each for each in self._watched[literal] if each is not clause]

    def implies(self, clause: Clause) -> bool:
        """Whether the negation of a clause leads to a conflict by unit propagation."""
        start = len(self._trail)
        holds = not self._propagate([-literal for literal in clause])
        self._undo(start)
        return holds

    def _undo(self, start: int) -> None:
        for literal in self._trail[start:]:
            self._true[literal] = 0
        del self._trail[start:], self._reasons[start:]

    def _propagate(self, literals: Iterable[int]) -> bool:
        """Make literals true, and all that follows by clauses with one literal left; False at a conflict."""
        true, trail, reasons, watched = self._true, self._trail, self._reasons, self._watched
        self._conflict = []
        at = len(trail)
        for literal in literals:
            if true[-literal]:
                return False
            if not true[literal]:
                true[literal] = 1
                trail.append(literal)
                reasons.append([])
        while at < len(trail):
            false = -trail[at]
            at += 1
            kept: list[Clause] = []
            waiting = watched[false]
            self._count(len(waiting))
            for number, clause in enumerate(waiting):
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], false
                first = clause[0]
                if true[first]:
                    kept.append(clause)
                    continue
                for k in range(2, len(clause)):
                    if not true[-clause[k]]:
                        clause[1], clause[k] = clause[k], false
                        watched[clause[1]].append(clause)
                        break
                else:
                    kept.append(clause)
                    if true[-first]:
                        watched[false] = kept + waiting[number + 1 :]
                        self._conflict = clause
                        return False
                    true[first] = 1
                    trail.append(first)
                    reasons.append(clause)
            watched[false] = kept
        return True

    def _count(self, clauses: int) -> None:
        self._seen += clauses + 1
        if self._check is not None and self._seen > CHECK_EVERY:
            self._seen = 0
            self._check()
