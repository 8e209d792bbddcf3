"""Explain by minimal sets: a few rules and digits that force, for example, this cell to be 7.

Add the negation, "this cell is not 7", to the model. If the digit is forced, the model becomes infeasible, and often a
small part of the rules and digits is enough for that. A part is *minimal* (a minimal unsatisfiable subset, or MUS) when
it forces the digit and no proper part of it does. Minimal is not smallest: there can be several minimal sets, of
different sizes, and the search below finds one of them.

1. Seeds: a few rules near the cell are tried first. If they force the digit, no others are needed.
2. Core: in one live SAT solver the clauses of each named constraint hold only if a literal of its own, its selector, is
   assumed. A digit is assumed as the literal of its value. When the solver finds no solution, it returns a subset of
   the assumptions, the core, that is infeasible.
3. Deletion: each name of the core is left out in turn, for good if the rest still forces the digit; then the new core
   takes the place of the old one. The reverse order is tried too, and the smaller set is kept.

A question takes less than a millisecond, because the solver keeps what it has learned. The constraints are read from
the model by their names, so this works for any board, any formulation, and any `sm.Problem` that a SAT solver takes:
whole coefficients, and variables of at most 1,000 values.

The domains of the variables are not constraints: they always hold.

| module        | content                                                           |
|---------------|-------------------------------------------------------------------|
| `engines`     | the SAT solver                                                    |
| `named_model` | constraints that can be used one by one, of any model             |
| `board_rules` | the rules of a board in one formulation, and their order of trial |

Sources: J. Marques-Silva, "Minimal unsatisfiability: models, algorithms and applications", ISMVL 2010, for deletion;
B. Bogaerts, E. Gamba, T. Guns, "A framework for step-wise explaining how to solve constraint satisfaction problems",
Artificial Intelligence 300, 2021, for explaining step by step, the easiest step first.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache

from ..errors import InputError
from ..formulations import FormulationKey, key_of
from ..inference.singles import last_positions
from ..puzzles.board import Board
from ..puzzles.candidates import Candidates
from ..puzzles.puzzle import Puzzle
from ..puzzles.units import Cell
from .board_rules import BoardRules, MinimalSet
from .engines import Condition
from .named_model import Denial, NamedModel
from .step import Step

__all__ = [
    "EFFORT",
    "Condition",
    "Known",
    "MinimalSet",
    "NamedModel",
    "exclusion",
    "forces",
    "known_of",
    "minimal_set",
    "next_step",
    "small_set",
    "step_for",
    "step_of",
]

EFFORT = 800
"""The number of questions to the solver after which a step uses the best set so far."""


def minimal_set(puzzle: Puzzle, cell: Cell | None = None, formulation: str = "all_different") -> MinimalSet | None:
    """A minimal set of rules and givens that forces the digit of a cell; None when no digit is forced there.

    Args:
        puzzle: The puzzle.
        cell: A blank cell; None to find a set that proves that the puzzle has no solution (None if it has one).
        formulation: The formulation whose constraints are the rules.

    Raises:
        InputError: When there is no such cell, or it holds a given.

    >>> print(minimal_set(Puzzle.parse("123. .... .... ...."), (1, 4)))
    (1, 4) is 4, because the rule row 1 and the digits 1 in (1, 1), 2 in (1, 2), 3 in (1, 3) leave nothing else
    >>> print(minimal_set(Puzzle.parse("1..2 ..1. .... 2...")))
    None
    """
    if cell is not None and (cell not in puzzle.board.cells or cell in puzzle.givens):
        raise InputError(f"{cell} is not a blank cell of this {puzzle.board}")
    known = known_of(puzzle, formulation)
    if cell is None or known.contradiction:
        return known.contradiction if cell is None else None
    if cell not in known.forced:
        return None
    return known.rules.small(cell, known.forced[cell], puzzle.givens)


def forces(
    puzzle: Puzzle,
    cell: Cell,
    digit: int,
    rules: Iterable[str],
    digits: Mapping[Cell, int],
    formulation: str = "all_different",
) -> bool:
    """Whether these rules and digits alone force the digit of the cell.

    A set is minimal when it forces the digit, and no set with one name less does: what a set cannot force, no part of
    it can.

    Raises:
        UnknownNameError, InputError: When there is no such formulation or rule.

    >>> puzzle = Puzzle.parse("123. .... .... ....")
    >>> found = minimal_set(puzzle, (1, 4))
    >>> forces(puzzle, (1, 4), 4, found.rules, found.digits)
    True
    >>> [forces(puzzle, (1, 4), 4, set(found.rules) - {rule}, found.digits) for rule in found.rules]
    [False]
    """
    of_board = _rules(puzzle.board, formulation)
    return of_board.model.sat.core([*rules, *of_board.facts(digits)], [of_board.holds(cell, digit)]) is not None


def exclusion(state: Candidates, cell: Cell, digit: int, formulation: str = "assignment") -> tuple[str, ...] | None:
    """A minimal set of constraints that excludes a candidate, given the remaining candidates; None when there is none.

    This can be compared with a certificate of `linear_certificates`: both rest on the candidates, and both
    consist of named constraints. A set may depend on integrality, a certificate does not.

    >>> exclusion(Candidates.of(Puzzle.parse("12.. .... .... ....")), (2, 4), 3)
    ('row 1 has a 3', 'box 2 has a 3')
    """
    if cell in state.digits or digit not in state.candidates[cell]:
        raise InputError(f"cell {cell} has no candidate {digit} that could be excluded")
    rules = _rules(state.board, formulation)
    known = rules.facts(state.digits)
    out = [(i, d) for i in state.board.cells for d in state.board.digits if d not in state.candidates[i]]
    return rules.exclusion(cell, digit, known, out)


def step_for(state: Candidates, cell: Cell, formulation: str = "all_different") -> Step | None:
    """A step that finds the digit of this cell by one minimal set; None when the digit is not forced.

    >>> step_for(Candidates.of(Puzzle.parse("123. .... .... ....")), (1, 4)).name
    'minimal set of 4'
    """
    known = known_of(state.puzzle, formulation)
    if known.contradiction:
        return step_of(state, known.contradiction)
    if cell not in known.forced:
        return None
    return step_of(state, known.single(cell, state.digits, _singles(state).get(cell, frozenset())))


def next_step(state: Candidates, formulation: str = "all_different", effort: int = EFFORT) -> Step | None:
    """The step with the smallest minimal set found; None when the digit of no open cell is forced.

    If there are singles (a cell with one candidate, or a unit with one cell for a digit), only these cells are
    compared.
    Otherwise every open cell is: bisection finds the fewest rules near it that force its digit, and the smallest sets
    are minimised first, until the effort is spent; the sentence says so then. Sets found for an earlier state of the
    same puzzle are used again.

    Args:
        state: The digits found so far count as facts, like givens.
        formulation: The formulation whose constraints are the rules.
        effort: The largest number of questions to the solver.

    >>> print(next_step(Candidates.of(Puzzle.parse("123. .... .... ...."))).sentence)
    (1, 4) is 4, because the rule row 1 and the digits 1 in (1, 1), 2 in (1, 2), 3 in (1, 3) leave nothing else
    """
    known = known_of(state.puzzle, formulation)
    if known.contradiction:
        return step_of(state, known.contradiction)
    found, more = small_set(state, known, effort)
    return None if found is None else step_of(state, found, more)


def small_set(state: Candidates, known: "Known", effort: int = EFFORT) -> tuple[MinimalSet | None, str]:
    """The smallest of the minimal sets that are found over the open cells, and a note if not all were compared."""
    digits, forced = state.digits, known.forced
    sat = known.rules.model.sat
    start = sat.calls
    if singles := {i: kinds for i, kinds in _singles(state).items() if i in forced}:
        sets: list[MinimalSet] = []
        for i, kinds in singles.items():
            if not sets or sat.calls - start < effort or known.has(i, digits, kinds):
                sets.append(known.single(i, digits, kinds))
        return min(sets, key=lambda each: each.size), _compared(len(sets), len(singles), "singles")
    cells = [i for i in state.open if i in forced]
    rules = {i: known.rules.sufficient(i, forced[i], digits) for i in cells}
    best, compared = None, 0
    for i in sorted(cells, key=lambda i: len(rules[i])):
        if best and sat.calls - start >= effort:
            break
        compared += 1
        new = known.among(rules[i], i, digits, best.size if best else math.inf)
        if new and (best is None or new.size < best.size):
            best = new
    return best, _compared(compared, len(cells), "open cells")


def _compared(some: int, of: int, cells: str) -> str:
    return f" ({some} of {of} {cells} were compared)" if some < of else ""


class Known:
    """A cache for one puzzle: the forced digits, and the minimal sets found so far.

    A minimal set of an earlier state also holds in a later one, which has more digits, and is used again. One of a
    later state is not used in an earlier one, so that the same steps lead to the same sets.

    Attributes:
        rules: The rules of the board.
        givens: The digits of the puzzle.
        forced: The digits that are the same in all solutions.
        counterexamples: For each cell, values in which it has another digit; they serve for all positions.
        proved: A smallest set over all cells, by the digits of the position. There can be several; the same steps use
            the same ones.
    """

    def __init__(self, puzzle: Puzzle, formulation: str) -> None:
        self.rules = _rules(puzzle.board, formulation)
        self.givens = puzzle.givens
        self.forced = self.rules.forced(puzzle.givens)
        self._found: dict[Cell, list[tuple[frozenset[str], int, MinimalSet]]] = {}
        self.counterexamples: defaultdict[Cell | None, list[Denial]] = defaultdict(list)
        self.proved: dict[frozenset[tuple[Cell, int]], MinimalSet] = {}

    @cached_property
    def contradiction(self) -> MinimalSet | None:
        """A minimal set that proves that there is no solution; None if there is one."""
        if self.forced or self.rules.another(self.givens):
            return None
        return self.rules.minimal([*self.rules.model.rules], None, None, self.givens)

    def single(self, cell: Cell, digits: Mapping[Cell, int], kinds: frozenset[str]) -> MinimalSet:
        """A small minimal set for a forced digit; computed again when the cell has become a single of another kind."""
        if not self.has(cell, digits, kinds):
            new = self.rules.small(cell, self.forced[cell], digits)
            self._found.setdefault(cell, []).append((kinds, len(digits), new))
        return min((each for _, each in self._valid(cell, digits)), key=lambda each: each.size)

    def has(self, cell: Cell, digits: Mapping[Cell, int], kinds: frozenset[str]) -> bool:
        """Whether `single` needs no question to the solver."""
        return any(known == kinds for known, _ in self._valid(cell, digits))

    def among(self, rules: list[str], cell: Cell, digits: Mapping[Cell, int], below: float) -> MinimalSet | None:
        """A minimal set within these rules, or an earlier one; None when it is not smaller than `below`."""
        earlier = [each for _, each in self._valid(cell, digits) if each.size < below]
        best = min(earlier, key=lambda each: each.size, default=None)
        return self.rules.minimal(rules, cell, self.forced[cell], digits, best.size if best else below) or best

    def _valid(self, cell: Cell, digits: Mapping[Cell, int]) -> list[tuple[frozenset[str], MinimalSet]]:
        """The sets that were found for no more digits than these and hold with them, with the kinds of the single."""
        return [
            (kinds, each)
            for kinds, level, each in self._found.get(cell, ())
            if level <= len(digits) and each.digits.items() <= digits.items()
        ]


def _singles(state: Candidates) -> dict[Cell, frozenset[str]]:
    """The cells that are singles, with their kinds: "cell", or the name of a unit."""
    found: dict[Cell, set[str]] = {}
    for i in state.open:
        if len(state.candidates[i]) == 1:
            found.setdefault(i, set()).add("cell")
    shape = state.geometry
    for u, _, left in last_positions(state.positions, shape, shape.complete):
        for i in shape.cells_of(left):
            found.setdefault(i, set()).add(state.board.units[u].name)
    return {i: frozenset(found[i]) for i in state.open if i in found}


def step_of(state: Candidates, found: MinimalSet, more: str = "", by: str = "mus", kind: str = "minimal") -> Step:
    """A set as a step, with `more` added to its sentence.

    It finds the digit that it forces; from a contradiction anything follows, and the first open cell loses all digits.
    """
    rests_on, name = found.rests_on(state.puzzle.givens), f"{kind} set of {found.size}"
    puts: dict[Cell, int] = {}
    removes: dict[Cell, frozenset[int]] = {}
    cells = tuple(found.digits)
    if found.cell is None or found.digit is None:
        name, removes = f"no solution, {name}", {state.open[0]: state.candidates[state.open[0]]}
    else:
        puts, cells = {found.cell: found.digit}, (*cells, found.cell)
    named = tuple(found.digits.values())
    summary = found.summary and f"{found.summary}{more}"
    return Step(by, name, puts, removes, rests_on, f"{found}{more}", cells, found.size, named, summary=summary)


def _rules(board: Board, formulation: str) -> BoardRules:
    return _rules_of(board, key_of(formulation))


def known_of(puzzle: Puzzle, formulation: str) -> "Known":
    """The sets and digits of a puzzle that are known so far."""
    return _known_of(puzzle, key_of(formulation))


@lru_cache(maxsize=8)
def _rules_of(board: Board, formulation: FormulationKey) -> BoardRules:
    return BoardRules(board, formulation.name)


@lru_cache(maxsize=8)
def _known_of(puzzle: Puzzle, formulation: FormulationKey) -> "Known":
    return Known(puzzle, formulation.name)
