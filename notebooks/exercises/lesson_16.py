"""Lesson 16, check a proof: exactly one as clauses, unit propagation, RUP, forged certificates, a certified count.

## exactly-one: Say exactly one in clauses

1. Exactly one is at least one and at most one. Each of the two can be said in clauses.
2. At least one is a single clause with all literals. At most one of three is: not both of any two. 'Not both a and b'
   is the clause [-a, -b].
3. [list(literals)] and [-a, -b] for each pair from itertools.combinations(literals, 2); of an empty list only the empty
   clause remains, which is false.

## unit-propagation: Propagate units

1. Go through the clauses again and again, as long as a pass finds something new.
2. In each clause look at the literals whose negation is not true. None left: a conflict, return None. One left: it
   becomes true. At the end there is a conflict, too, if a literal and its negation are both true.
3. left = [literal for literal in clause if -literal not in true]; if not left: return None; if len(left) == 1:
   true.add(left[0]); repeat until len(true) stays the same.

## rup-checker: Write the checker

1. A step follows if its negation leads to a conflict: let every literal of the step be false, and propagate.
2. Read line by line; skip the lines that begin with d: with more clauses, propagation finds no less. For each other
   line call my_propagate with the clauses so far and the negated literals; only if it returns None is the step right,
   and becomes a clause.
3. clause = [int(word) for word in line.split()[:-1]]; if my_propagate(known, [-literal for literal in clause]) is not
   None: return False; if not clause: return True; known.append(clause); after the loop return False.

## unmask-forgeries: Unmask the forgeries

1. The end of the section 'A right proof of a wrong claim' names three things to check; and a grid that is listed twice
   is not two solutions.
2. Check that each grid is a solution and that no two are equal; that the clauses are those of the puzzle and one
   blocking clause for each grid, and no others; and that the proof is right.
3. own = [*clauses_of(puzzle), *(blocking(puzzle, grid.values) for grid in grids)]; compare sorted(map(sorted, clauses))
   with sorted(map(sorted, own)); then my_check(own, proof).

## certified-count: Count with a certificate

1. It is the loop of lesson 5 on one solver that stays open: solve, note the grid, exclude it, solve again.
2. Open Cadical195 with the clauses of the puzzle and with_proof=True. While solve() is True, read the grid with grid_of
   and add its blocking clause. When it is False, get_proof() is the proof that there are no more.
3. while solver.solve(): grids.append(grid_of(puzzle, solver.get_model())); solver.add_clause(blocking(puzzle,
   grids[-1].values)); then return grids, solver.get_proof().
"""

import random
from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random
from typing import Any, NamedTuple

from sudoku_models.certificates.certify import certify, first_solutions
from sudoku_models.certificates.formula import Clause, blocking, clauses_of
from sudoku_models.certificates.unit_propagation import ClauseStore
from sudoku_models.certificates.verifier import verify_parts
from sudoku_models.course.answers import call_unchanged, must_fit
from sudoku_models.course.exams import Asked, question
from sudoku_models.course.exercise import Function, Wrong
from sudoku_models.course.judges import function
from sudoku_models.errors import CertificateError, DisagreementError, InputError
from sudoku_models.puzzles.corpora import load
from sudoku_models.puzzles.puzzle import Grid, Puzzle

ONE, NO_SOLUTION, THREE, EIGHTEEN = (
    Puzzle.parse(text)
    for text in ("1... ..2. .3.. ...4", "12.. 3... ...1 ...2", "12.. ..1. 3... ....", "1... .... ..2. ....")
)
"""4x4 puzzles with one solution, with none, with three and with 18."""

# -- exactly one -------------------------------------------------------------------------------------------------------

LITERALS: tuple[list[int], ...] = ([4], [1, 2], [3, 1, 2], [-1, 2, 5], [7, -4, -9, 2], [2, 3, 5, 7, 11, 13], [])


def exactly_one(answer: Function) -> str:
    """The clauses must be true exactly when one of the literals is; every assignment is tried."""
    for literals in LITERALS:
        clauses = call_unchanged(answer, [literals])
        must_fit(clauses, [[int]], "the answer must be a list of clauses such as [[1, 2], [-1, -2]]")
        if strange := {abs(literal) for clause in clauses for literal in clause} - {*map(abs, literals)}:
            none = "no literal: it ends a clause in a file" if 0 in strange else "none of their variables"
            raise Wrong(f"for the literals {literals} your clauses have {min(strange)}, which is {none}")
        for signs in product((False, True), repeat=len(literals)):
            true = {literal if sign else -literal for literal, sign in zip(literals, signs, strict=True)}
            is_allowed = all(any(literal in true for literal in clause) for clause in clauses)
            if is_allowed != (sum(signs) == 1):
                held = [literal for literal in literals if literal in true]
                what = f"{'allow' if is_allowed else 'forbid'} that of these exactly {held or 'none'} are true"
                raise Wrong(f"for the literals {literals} your clauses {what}")
    return f"for {len(LITERALS)} lists of literals your clauses hold exactly when one literal is true"


# -- unit propagation --------------------------------------------------------------------------------------------------


def propagate(clauses: list[Clause], literals: list[int]) -> set[int] | None:
    """All literals that unit propagation makes true; None at a conflict.

    >>> propagate([[-2, 3], [-1, 2]], [1]), propagate([[1, 2], [1, -2]], [-1])
    ({1, 2, 3}, None)
    """
    true, changed = set(literals), True
    while changed:
        changed = False
        for clause in clauses:
            left = [literal for literal in clause if -literal not in true]
            if not left:
                return None
            if len(set(left)) == 1 and left[0] not in true:
                true.add(left[0])
                changed = True
    return None if any(-literal in true for literal in true) else true


Propagation = tuple[list[Clause], list[int]]
SMALL: list[Propagation] = [
    ([[1], [-1, 2], [-2, 3]], []),
    ([[-2, 3], [-1, 2], [1]], []),
    ([[1, 2, 3], [-1, -2]], [1]),
    ([[1, 2], [2, 3]], [1]),
    ([[1], [-1]], []),
    ([[-1, 2], [-1, -2]], [1]),
    ([[1, 2]], [-2, 2]),
    ([[1, 2], []], []),
    ([[1, 2], [-1, 2]], []),
    ([[1, 2, 3]], [-1, -3]),
    ([[-3, 4], [-4, -5], [5, 6], [-6, -3]], [3]),
]


def _propagations() -> Iterator[Propagation]:
    yield from SMALL
    rng = random.Random(14)
    for _ in range(60):
        sizes = [rng.choice((1, 2, 2, 2, 3, 3)) for _ in range(rng.randint(4, 12))]
        clauses = [[v * rng.choice((1, -1)) for v in rng.sample(range(1, 9), size)] for size in sizes]
        yield clauses, [v * rng.choice((1, -1)) for v in rng.sample(range(1, 9), rng.randint(0, 2))]
    for name, literals in (("small:1", []), ("mccaffrey", []), ("mccaffrey", [5])):
        yield [*clauses_of(load(name))], literals


unit_propagation = function(
    propagate,
    _propagations,
    "your function finds the same literals and conflicts as the reference, for {n} sets of clauses",
    "None means a conflict: a clause whose literals are all false, or a literal and its opposite",
    returns=(set | frozenset | list | tuple | None, "a set of literals, or None"),
)

# -- reverse unit propagation ------------------------------------------------------------------------------------------


Proofs = dict[str, tuple[list[Clause], str]]
"""Clauses and a proof, by their description."""

FOUR = [[1, 2], [-1, 2], [1, -2], [-1, -2]]
BY_HAND: Proofs = {
    "the proof '2 0', '0' from the clauses [1, 2], [-1, 2], [1, -2], [-1, -2]": (FOUR, "2 0\n0\n"),
    "the proof '0' alone from these four clauses: it does not follow by unit propagation": (FOUR, "0\n"),
    "the proof '0', '2 0' from these four clauses: its steps are in the wrong order": (FOUR, "0\n2 0\n"),
    "the proof '0' from the clauses [1], [-2, 3], [-1, 2], [-3]": ([[1], [-2, 3], [-1, 2], [-3]], "0\n"),
    "a proof without the empty clause, from clauses that can all be true": ([[1, 2], [-1, 2]], "2 0\n"),
    "a proof without the empty clause, from clauses that contradict each other": (FOUR, "2 0\n"),
    "an empty proof, from a clause that can be true": ([[1, 2]], ""),
    "a proof with a step that does not follow from the clause [1, 2]": ([[1, 2]], "-1 0\n-2 0\n0\n"),
    "a proof that deletes clauses, and adds nothing but the empty one": ([[1, 2]], "d -1 0\nd -2 0\n0\n"),
    "a proof with a step of four literals that follows": (FOUR, "2 3 4 5 0\n2 0\n0\n"),
}


def _one_bad_step() -> Proofs:
    """Proofs of up to a dozen steps, of which one does not follow: at each place, with each number of literals.

    >>> len(_one_bad_step())
    60
    """
    follows = [f"2 {' '.join(map(str, range(20, 20 + k % 4 + 1)))} 0\n" for k in range(10)]
    return {
        f"a proof whose step {place}, with {length} literal{'s' * (length > 1)}, does not follow": (
            FOUR,
            "".join([*follows[: place - 1], f"{' '.join(map(str, range(3, 3 + length)))} 0\n", *follows[place - 1 :]])
            + "2 0\n0\n",
        )
        for place in range(1, 11)
        for length in range(1, 7)
    }


def accepts(clauses: list[Clause], text: str) -> bool:
    r"""Whether a proof follows by reverse unit propagation and has the empty clause, deletions left out.

    >>> accepts(FOUR, "2 0\n0\n"), accepts(FOUR, "0\n")
    (True, False)
    """
    steps = [list(map(int, line.split()[:-1])) for line in text.splitlines() if not line.startswith("d")]
    known = ClauseStore(max(abs(literal) for clause in (*clauses, *steps) for literal in clause), clauses)
    for clause in steps:
        if not (known.is_contradictory or known.implies(clause)):
            return False
        known.add(clause)
    return [] in steps and known.is_contradictory


@cache
def proofs() -> Proofs:
    """The proofs by hand, CaDiCaL's, and what is left of CaDiCaL's when it is damaged."""
    puzzle = load("mccaffrey")
    certificate = certify(puzzle)
    values, proof = certificate.solutions[0].values, certificate.proof
    clauses = [*clauses_of(puzzle), blocking(puzzle, values)]
    right = {
        "the proof '-5 0', '0' that mccaffrey has one solution": (clauses, "-5 0\n0\n"),
        "CaDiCaL's proof that mccaffrey has one solution": (clauses, proof),
    }
    other_grid = [*clauses[:-1], blocking(puzzle, values[1:] + values[:1])]
    damaged = {
        "CaDiCaL's proof of mccaffrey, with the clause that excludes the solution left out": (clauses[:-1], proof),
        "its proof, with another grid excluded": (other_grid, proof),
        "a proof of mccaffrey without a step that its last step needs": (clauses, "0\n"),
        "the proof of another puzzle, from the clauses of mccaffrey": (clauses, certify("top95:1").proof),
    }
    if flipped := next((text for text in _flipped(proof) if not accepts(clauses, text)), None):
        damaged["CaDiCaL's proof of mccaffrey, with one literal negated"] = clauses, flipped
    return BY_HAND | _one_bad_step() | right | {what: each for what, each in damaged.items() if not accepts(*each)}


def _flipped(proof: str) -> Iterator[str]:
    """The proof with one literal negated, in each step in turn."""
    lines = proof.splitlines()
    for k, line in enumerate(lines):
        first, *rest = line.split()
        if first not in ("d", "0"):
            yield "\n".join([*lines[:k], " ".join([str(-int(first)), *rest]), *lines[k + 1 :], ""])


def _misjudged(got: bool, want: bool, *case: Any) -> Wrong:
    what = next(what for what, each in proofs().items() if each == case)
    return Wrong(f"your checker {'accepts' if got else 'refuses'} {what}")


rup_checker = function(
    accepts,
    lambda: proofs().values(),
    "your checker accepts the right proofs, also CaDiCaL's, and refuses those with a gap",
    returns=(bool, "True or False"),
    objection=_misjudged,
)

# -- forged certificates -----------------------------------------------------------------------------------------------


class Specimen(NamedTuple):
    """A certificate, honest or forged: its puzzle, the grids it lists, its clauses and proof, and a description."""

    puzzle: Puzzle
    grids: list[Grid]
    clauses: list[Clause]
    proof: str
    what: str


def _honest(puzzle: Puzzle, what: str) -> Specimen:
    grids = list(certify(puzzle).solutions)
    clauses = [*clauses_of(puzzle), *(blocking(puzzle, grid.values) for grid in grids)]
    return Specimen(puzzle, grids, clauses, certify(puzzle, grids).proof, what)


GAPS = (*range(6), 9, 13, 40)
"""After how many steps one is put that does not follow; the number of its literals is one more than the rest by 6."""
LAST_GAP = GAPS[-1] + 1


@cache
def certificates() -> tuple[list[Specimen], list[Specimen]]:
    """Certificates that prove their claim, and forged ones.

    >>> [len(each) for each in certificates()]
    [4, 18]
    """
    one, three = _honest(ONE, "one solution"), _honest(THREE, "three solutions")
    hard = _honest(load("mccaffrey"), "one solution of mccaffrey")
    honest = [one, three, _honest(NO_SOLUTION, "no solution"), hard]
    return honest, [*_false_counts(three), *_false_grids(one), *_gaps(hard)]


def _gaps(true: Specimen) -> Iterator[Specimen]:
    """Certificates of a true count whose proofs have a step that does not follow: early and late ones, of each length."""
    yield true._replace(proof="0\n", what="a proof that has only its last step")
    known = ClauseStore(max(abs(literal) for clause in true.clauses for literal in clause), true.clauses)
    literals = range(1, len(true.puzzle.board.cells) * true.puzzle.board.size + 1)
    lines = [line for line in true.proof.splitlines() if not line.startswith("d")]
    for place, line in enumerate(lines[:LAST_GAP]):
        length = place % 6 + 1
        steps = (list(literals[k : k + length]) for k in range(len(literals) - length + 1))
        if place in GAPS and (step := next((step for step in steps if not known.implies(step)), None)):
            text = "\n".join([*lines[:place], f"{' '.join(map(str, step))} 0", *lines[place:], ""])
            yield true._replace(proof=text, what=f"a step that does not follow, step {place + 1} of its proof")
        known.add([int(word) for word in line.split()[:-1]])


def _false_counts(true: Specimen) -> Iterator[Specimen]:
    """Certificates of too few solutions; each proof follows from the clauses beside it."""
    puzzle, grids, rules = true.puzzle, true.grids, [*clauses_of(true.puzzle)]
    first = grids[0]
    cell = next(i for i in puzzle.board.cells if all(grid[i] != first[i] for grid in grids[1:]))
    excluded = blocking(puzzle, first.values)
    only = [puzzle.board.size * puzzle.board.cells.index(cell) + first[cell]]
    given = tuple(first[i] if i == cell else puzzle.givens.get(i, 0) for i in puzzle.board.cells)
    other = _honest(Puzzle(puzzle.board, given), "")
    yield true._replace(grids=grids[1:], what="clauses that exclude a solution which is not listed")
    yield Specimen(puzzle, [first], [*rules, only, excluded], "0\n", "a further clause among those of the puzzle")
    yield Specimen(puzzle, [first], other.clauses, other.proof, "the clauses of a puzzle with one more given")
    yield Specimen(
        puzzle, [first], [*rules, []], "0\n", "a clause for its solution that is cut short, and excludes all"
    )
    flipped = [[-literal for literal in rules[0]], *rules[1:], excluded]
    yield Specimen(puzzle, [first], flipped, "0\n", "a clause of the puzzle with its literals negated")


def _false_grids(true: Specimen) -> Iterator[Specimen]:
    """Certificates of too many solutions: the proofs are right."""
    puzzle, grids, clauses, proof, _ = true
    n, first = puzzle.board.size, grids[0]
    renamed = Grid(puzzle.board, tuple(d % n + 1 for d in first.values))
    broken = Grid(puzzle.board, tuple(puzzle.givens.get(i, first[1, 1]) for i in puzzle.board.cells))
    for grid, listed, what in (
        (first, [first, *grids], "a grid that is listed twice"),
        (renamed, [renamed, *grids], "a grid that lacks the givens"),
        (broken, [*grids, broken], "a grid that has the givens and breaks the rules"),
    ):
        yield Specimen(puzzle, listed, [*clauses, blocking(puzzle, grid.values)], proof, what)


def unmask_forgeries(answer: Function) -> str:
    """Certificates that prove their claim are accepted, forged ones refused."""
    honest, forged = certificates()
    for parts in (*honest, *forged):
        says = call_unchanged(answer, [parts.puzzle, list(parts.grids), parts.clauses, parts.proof])
        must_fit(says, bool, "your function must return True or False")
        if not says and parts in honest:
            raise Wrong(f"your function refuses a certificate that proves its claim ({parts.what})", parts.puzzle)
        if says and parts in forged:
            hidden = [grid for grid in first_solutions(parts.puzzle, 9) if grid not in parts.grids]
            shown = "this solution of the puzzle is not listed" if hidden else _listed(parts.grids)
            because = f"your function accepts a forged certificate, with {parts.what}; {shown}"
            raise Wrong(because, parts.puzzle, *hidden[:1])
    return f"your function accepts {len(honest)} certificates, and unmasks {len(forged)} forged ones"


def _listed(grids: list[Grid]) -> str:
    return f"it lists {len(grids)} grid{'s' * (len(grids) != 1)}"


# -- a certified count -------------------------------------------------------------------------------------------------


def certified_count(answer: Function) -> str:
    """All solutions, and a proof that the verifier accepts."""
    counts = []
    for puzzle in (ONE, THREE, NO_SOLUTION, EIGHTEEN, load("mccaffrey")):
        returned = call_unchanged(answer, [puzzle])
        must_fit(returned, ([Grid], str | list | tuple), "your function must return a pair (grids, proof)")
        grids, proof = list(returned[0]), returned[1]
        proof = proof if isinstance(proof, str) else "".join(f"{line}\n" for line in proof)
        try:
            own = certify(puzzle, grids)
            verify_parts(own.claim, own.formula, proof, puzzle)
        except DisagreementError:
            other = next(grid for grid in first_solutions(puzzle, len(grids) + 1) if grid not in grids)
            raise Wrong(f"this solution is not in your list of {len(grids)}", puzzle, other) from None
        except (InputError, CertificateError) as error:
            raise Wrong(f"on a puzzle with the givens {puzzle.line()}: {error}", puzzle) from None
        counts.append(len(grids))
    return f"all solutions, and a proof that the verifier accepts: {', '.join(map(str, counts))} on the puzzles tried"


# -- examination -------------------------------------------------------------------------------------------------------

Literals = tuple[int, ...]


def _propagated(clauses: list[Literals]) -> tuple[set[int], bool]:
    """The literals that unit propagation makes true, and whether it finds an empty clause."""
    true: set[int] = set()
    while True:
        for clause in clauses:
            left = [each for each in clause if -each not in true]
            if not left:
                return true, True
            if len(left) == 1 and left[0] not in true:
                true.add(left[0])
                break
        else:
            return true, False


def _literal(number: int) -> str:
    return f"{'not ' if number < 0 else ''}{'abcde'[abs(number) - 1]}"


def _clauses(clauses: list[Literals]) -> str:
    return ", ".join(f"({' or '.join(map(_literal, clause))})" for clause in clauses)


def _random_clauses(rng: Random, number: int) -> list[Literals]:
    found: set[Literals] = set()
    while len(found) < number:
        one, other = sorted(rng.sample(range(1, 6), 2))
        found.add((rng.choice((-1, 1)) * one, rng.choice((-1, 1)) * other))
    return rng.sample(sorted(found), number)


@question(4)
def propagate_units(rng: Random) -> Asked:
    while True:
        clauses = [(rng.choice((-1, 1)) * rng.randint(1, 5),), *_random_clauses(rng, 6)]
        true, fails = _propagated(clauses)
        if len(true) >= 3 and not fails:
            break
    return Asked(
        f"Propagate these clauses: {_clauses(clauses)}. Which literals become true?",
        f"**{', '.join(sorted(map(_literal, true)))}**; then each clause has a true literal, or at least two that are open.",
        true,
    )


@question(2, 2, 2)
def step_of_a_proof(rng: Random) -> Asked:
    while True:
        clauses = _random_clauses(rng, 6)
        steps = rng.sample([*_random_clauses(rng, 6), (1,), (-2,), (3,)], 3)
        kinds = []
        for step in steps:
            follows = all(
                any((x > 0) == at[abs(x) - 1] for x in step)
                for at in product((False, True), repeat=5)
                if all(any((x > 0) == at[abs(x) - 1] for x in clause) for clause in clauses)
            )
            kinds.append((_propagated([*clauses, *((-x,) for x in step)])[1], follows))
        if len(set(kinds)) >= 2 and any(checked for checked, _ in kinds):
            break
    said = {
        (True, True): "is accepted",
        (False, True): "follows, but is not accepted as one step",
        (False, False): "does not follow",
    }
    return Asked(
        f"A formula has the clauses {_clauses(clauses)}. Which of these could be the next step of a proof by reverse unit "
        f"propagation: {'; '.join(f'({k}) {_clauses([step])}' for k, step in enumerate(steps, 1))}?",
        "Add the negation of the step and propagate; the step is accepted when a clause becomes empty. "
        + " ".join(f"({k}) **{said[kind]}**." for k, kind in enumerate(kinds, 1)),
        kinds,
    )
