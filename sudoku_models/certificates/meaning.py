"""What a claim means, stated from `certificate.json` alone, and which clauses follow from it.

It shares no code with the maker: not the board with its peers, not the rules with their automata, not the clauses. A
fault there, which makes a clause that does not follow, is therefore found.

Variable n*k + d says that the cell k = 0, 1, ... holds the digit d. These clauses follow, and no others are accepted:

    a cell holds one of its possible digits             a given, or the digits that no given peer has
    a cell does not hold two digits
    a unit of n cells has a place for each digit        one of the cells where it is possible
    two cells of a unit do not hold the same digit
    a listed solution is not the solution               one of its blank cells holds another digit
    a digit leads from one state of a rule to another   or to none

Why these are enough: give each state variable of a rule the value true when the digits lead to it. Then every solution
of the puzzle makes every clause true but the one that excludes it, if it is listed. So when all clauses together
contradict each other, every solution is listed. A clause that is left out does no harm: the proof would fail.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain, product
from typing import Any

from ..errors import CertificateError
from .readings import ALL_GIVEN, RELATIONS, Reading, Record, neighbours, reading_of

Clause = list[int]
Layers = list[dict[Any, list[tuple[int, Any]]]]
"""For each digit that is read: what was remembered before, and the digits with what is remembered then."""
Move = tuple[int, int, int, int]
"""A clause of a rule: when state s was reached, 0 for the start, and cell k holds d, then state t is, 0 for none."""
MOST_MOVES = 1_000_000
"""The most steps of a reading."""


@dataclass(frozen=True, eq=False)
class StatedRule:
    """A rule on cells, with its reading and the possible digits of its cells."""

    name: str
    cells: tuple[int, ...]
    reading: Reading
    domains: tuple[Sequence[int], ...]

    @cached_property
    def layers(self) -> Layers:
        """All readings that end well."""
        reading: Reading | None = self.reading
        while reading:
            if layers := unfolded(reading, self.domains):
                return layers
            reading = reading.less
        raise CertificateError(f"the rule {self.name} has too many cells to be compared with its clauses")

    def implies(self, moves: Iterable[Move]) -> bool:
        """Whether every sequence of digits that the rule allows makes these clauses true.

        It reads all of them at once, together with the states that the clauses lead to.
        """
        place = {cell: k for k, cell in enumerate(self.cells)}
        leads: dict[tuple[int, int, int], list[int]] = {}
        level = {0: -1}
        for s, cell, d, t in moves:
            k = place.get(cell, -1)
            if k < 0 or level.setdefault(s, k - 1) != k - 1 or (t and level.setdefault(t, k) != k):
                return False  # a state is for one cell, and leads to states for the next one
            leads.setdefault((s, k, d), []).append(t)
        here = {(start, frozenset([0])) for start in self.layers[0]}
        for k, layer in enumerate(self.layers):
            following = set()
            for before, states in here:
                for d, after in layer.get(before, ()):
                    reached = frozenset(t for s in states for t in leads.get((s, k, d), ()))
                    if 0 in reached:
                        return False
                    if reached:
                        following.add((after, reached))
            here = following
        return True


def unfolded(reading: Reading, domains: Sequence[Sequence[int]]) -> Layers | None:
    """The steps of a reading that lead to a good end; None when there are too many.

    >>> unfolded(neighbours(RELATIONS["Thermometer"]), [(1, 2), (1, 2)])
    [{0: [(1, 1)]}, {1: [(2, 2)]}]
    """
    layers: Layers = []
    found, steps = {reading.start}, 0
    for k, domain in enumerate(domains):
        layer: dict[Any, list[tuple[int, Any]]] = {}
        for before in found:
            layer[before] = [(d, t) for d in domain if (t := reading.step(before, k, d)) is not None]
            steps += len(layer[before])
            if steps > MOST_MOVES:
                return None
        layers.append(layer)
        found = {t for leads in layer.values() for _, t in leads}
    good = {end for end in found if reading.ends(end)}
    for k in reversed(range(len(layers))):
        kept = {before: [(d, t) for d, t in leads if t in good] for before, leads in layers[k].items()}
        layers[k] = {before: leads for before, leads in kept.items() if leads}
        good = {*layers[k]}
    return layers


class Meaning:
    """The puzzle of a claim.

    Args:
        size: n.
        values: The givens, 0 for a blank cell.
        units: Their cells by name, written like r4c8.
        rules: The records of the rules.

    >>> rows = {"row 1": ["r1c1", "r1c2"], "row 2": ["r2c1", "r2c2"]}
    >>> meaning = Meaning(2, (1, 0, 0, 0), rows)
    >>> meaning.violation((1, 2, 2, 2))
    'has a digit twice in row 2'
    >>> meaning.implied(["4 0", "-6 -8 0"], [])  # r1c2 holds a 2; the cells of row 2 do not both hold one
    [[4], [-6, -8]]
    """

    def __init__(
        self, size: int, values: Sequence[int], units: Mapping[str, Sequence[str]], rules: Sequence[Record] = ()
    ) -> None:
        self.size, self.values = size, values
        self.units = [(name, tuple(map(self._cell, cells))) for name, cells in units.items()]
        for rule in rules:
            self.units += [(rule["rule"], cells) for cells in self._different(rule)]
        self.peers: list[set[int]] = [set() for _ in values]
        for _, cells in self.units:
            for k in cells:
                self.peers[k].update(cells)
        digits = range(1, size + 1)
        taken = [{values[j] for j in near} for near in self.peers]
        self.possible = [[g] if g else [d for d in digits if d not in taken[k]] for k, g in enumerate(values)]
        self.rules = [*self._stated(rules)]

    def violation(self, grid: Sequence[int]) -> str | None:
        """Why a grid is no solution; None when it is one."""
        if any(g and g != d for g, d in zip(self.values, grid, strict=True)):
            return "does not have the givens of the puzzle"
        if 0 in grid:
            return "has a blank cell"
        for name, cells in self.units:
            if len({grid[k] for k in cells}) < len(cells):
                return f"has a digit twice in {name}"
        for rule in self.rules:
            if not rule.reading.allows([grid[k] for k in rule.cells]):
                return f"breaks the rule {rule.name}"
        return None

    def implied(self, lines: Sequence[str], solutions: Iterable[Sequence[int]]) -> list[Clause]:
        """The clauses that are written in these lines.

        Raises:
            CertificateError: When one does not follow from the puzzle and from the exclusion of its listed solutions.
        """
        n, clauses = self.size, list[Clause]()
        known = {" ".join(map(str, [*clause, 0])): clause for clause in chain(self._places(), map(self._no, solutions))}
        negated = {str(-v): v - 1 for v in range(1, n**3 + 1)}
        of_rules: dict[str, Move] = {}
        for line in lines:
            clause = known.get(line)
            if clause is None:
                parts = line.split(" ")
                v, w = negated.get(parts[0], -1), negated.get(parts[1], -1) if len(parts) == 3 else -1
                if w >= 0 <= v and parts[2] == "0" and self._clash(v, w):
                    clause = [-v - 1, -w - 1]
                else:
                    clause, of_rules[line] = self._move(line)
            clauses.append(clause)
        self._check_moves(of_rules)
        return clauses

    def _cell(self, text: str) -> int:
        """The number of a cell that is written like r4c8."""
        row, column = map(int, text[1:].split("c"))
        return (row - 1) * self.size + column - 1

    def _no(self, grid: Sequence[int]) -> Clause:
        """The clause that excludes one grid."""
        return [-(k * self.size + d) for k, d in enumerate(grid) if not self.values[k]]

    def _places(self) -> Iterator[Clause]:
        """What each cell can hold, and where each digit of a unit of n cells can be."""
        n = self.size
        for k, digits in enumerate(self.possible):
            yield [k * n + d for d in digits]
        for _, cells in self.units:
            if len(cells) == n:
                for d in range(1, n + 1):
                    yield [k * n + d for k in cells if d in self.possible[k]]

    def _clash(self, v: int, w: int) -> bool:
        """Whether two digits in one cell, or one digit in two peers; v and w are variables, counted from 0."""
        (i, d), (j, e) = divmod(v, self.size), divmod(w, self.size)
        return d != e if i == j else d == e and j in self.peers[i]

    # -- rules --------------------------------------------------------------------------------------------------------

    def _neighbours(self, moves: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        """All pairs of cells such a move apart."""
        n = self.size
        for (r, c), (down, right) in product(product(range(n), repeat=2), moves):
            if r + down < n and 0 <= c + right < n:
                yield r * n + c, (r + down) * n + c + right

    def _different(self, rule: Record) -> list[tuple[int, ...]]:
        """The sets of cells whose digits differ by a rule."""
        match rule["rule"]:
            case "AntiKnight":
                return [*self._neighbours([(1, -2), (1, 2), (2, -1), (2, 1)])]
            case "AntiKing":
                return [(k, k + 1, m - 1, m) for k, m in self._neighbours([(1, 1)])]
            case "Renban":
                return [self._cells(rule)]
            case "KillerCage" if rule["different"]:
                return [self._cells(rule)]
        return []

    def _cells(self, rule: Record) -> tuple[int, ...]:
        return tuple(map(self._cell, rule["cells"].split()))

    def _stated(self, rules: Sequence[Record]) -> Iterator[StatedRule]:
        """The rules on cells."""
        for rule in rules:
            name = rule["rule"]
            stated: list[tuple[tuple[int, ...], Reading]]
            if name in ALL_GIVEN:
                marked = {frozenset(self._cells(mark)) for mark in rules if mark["rule"] in ALL_GIVEN[name]}
                none = neighbours(partial(_unrelated, ALL_GIVEN[name]))
                stated = [(pair, none) for pair in self._neighbours([(0, 1), (1, 0)]) if {*pair} not in marked]
            elif name in ("AntiKnight", "AntiKing"):
                continue
            else:
                cells = self._cells(rule)
                stated = [(cells, reading_of(rule, len(cells)))]
            for cells, reading in stated:
                yield StatedRule(name, cells, reading, tuple(self.possible[k] for k in cells))

    def _move(self, line: str) -> tuple[Clause, Move]:
        """A clause of a rule: not s or not y[k,d] or t, where s and t may be missing."""
        if not re.fullmatch(r"(-?[1-9][0-9]{0,9} ){1,3}0", line):
            raise _refused(line)
        clause = [*map(int, line.split(" ")[:-1])]
        largest = self.size**3
        held = [-v - 1 for v in clause if -largest <= v < 0]
        before, after = [-v for v in clause if v < -largest], [v for v in clause if v > largest]
        if len(held) != 1 or len(before) > 1 or len(after) > 1 or len(clause) != 1 + len(before) + len(after):
            raise _refused(line)
        k, d = divmod(held[0], self.size)
        return clause, (sum(before), k, d + 1, sum(after))

    def _check_moves(self, of_rules: Mapping[str, Move]) -> None:
        """Check that the clauses of rules follow: for each set of connected states from one rule."""
        root: dict[int, int] = {}
        for s, *_, t in of_rules.values():
            if s and t:
                root[_find(root, s)] = _find(root, t)
        parts: dict[Any, dict[str, Move]] = {}
        for line, move in of_rules.items():
            state = move[0] or move[3]
            parts.setdefault(_find(root, state) if state else line, {})[line] = move
        at: dict[int, list[StatedRule]] = {}
        for rule in self.rules:
            for k in rule.cells:
                at.setdefault(k, []).append(rule)
        for part in parts.values():
            line, (_, k, *_) = next(iter(part.items()))
            if not any(rule.implies(part.values()) for rule in at.get(k, [])):
                raise _refused(line)


def _unrelated(names: Iterable[str], d: int, e: int) -> bool:
    return not any(RELATIONS[name](d, e) for name in names)


def _find(root: dict[int, int], state: int) -> int:
    """The representative of the states that are connected with a state."""
    while (above := root.get(state, state)) != state:
        root[state] = root.get(above, above)
        state = root[state]
    return state


def _refused(line: str) -> CertificateError:
    hint = "; it has the line ends of Windows" if line.endswith("\r") else ""
    return CertificateError(f"these are not the clauses of the puzzle and of its solutions: {line[:60]!r}{hint}")
