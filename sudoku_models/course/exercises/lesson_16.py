"""Lesson 16, check a proof: exactly one as clauses, unit propagation, RUP, forged certificates, a certified count."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from ...certificates.certify import certify, first_solutions
from ...certificates.formula import Clause, blocking, clauses_of
from ...certificates.unit_propagation import ClauseStore
from ...certificates.verifier import verify_parts
from ...errors import CertificateError, DisagreementError, InputError
from ...models.validation import short
from ...puzzles.corpora import load
from ...puzzles.puzzle import Grid, Puzzle
from ..exercise import Wrong
from ..forgeries import NO_SOLUTION, ONE, THREE, Specimen, certificates
from ..judges import call_unchanged, must_be_callable

EIGHTEEN = "1... .... ..2. ...."


# -- exactly one -----------------------------------------------------------------------------------------------------

LITERALS: tuple[list[int], ...] = ([4], [1, 2], [3, 1, 2], [-1, 2, 5], [7, -4, -9, 2], [2, 3, 5, 7, 11, 13], [])


def exactly_one(answer: Any) -> str:
    """The clauses must be true exactly when one of the literals is; every assignment is tried."""
    must_be_callable(answer)
    for literals in LITERALS:
        clauses = _clauses(call_unchanged(answer, [literals]), literals)
        for signs in product((False, True), repeat=len(literals)):
            true = {literal if sign else -literal for literal, sign in zip(literals, signs, strict=True)}
            allowed = all(any(literal in true for literal in clause) for clause in clauses)
            if allowed != (sum(signs) == 1):
                held = [literal for literal, sign in zip(literals, signs, strict=True) if sign]
                what = f"{'allow' if allowed else 'forbid'} that {_are_true(held)}"
                raise Wrong(f"for the literals {literals} your clauses {what}")
    return f"for {len(LITERALS)} lists of literals your clauses hold exactly when one literal is true"


def _are_true(held: list[int]) -> str:
    """That these literals are true, and no others.

    >>> _are_true([5]), _are_true([3, 2]), _are_true([])
    ('5 is true and the others are false', '3 and 2 are true at once', 'none of them is true')
    """
    if len(held) == 1:
        return f"{held[0]} is true and the others are false"
    return f"{' and '.join(map(str, held))} are true at once" if held else "none of them is true"


def _clauses(returned: Any, literals: list[int]) -> list[list[int]]:
    try:
        clauses = [[int(literal) for literal in clause] for clause in returned]
    except (TypeError, ValueError):
        raise Wrong(f"the answer must be a list of clauses such as [[1, 2], [-1, -2]], not {short(returned)}") from None
    if isinstance(returned, str) or any(isinstance(clause, str) for clause in returned):
        raise Wrong(f"the clauses must be lists of integers, not text such as {short(returned)}")
    for literal in (literal for clause in clauses for literal in clause):
        if literal == 0:
            raise Wrong("0 is no literal; it ends a clause in a DIMACS file, but not in a list")
        if abs(literal) not in map(abs, literals):
            raise Wrong(f"for the literals {literals} your clauses have the variable {abs(literal)}; none is needed")
    return clauses


# -- unit propagation ------------------------------------------------------------------------------------------------


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


def unit_propagation(answer: Any) -> str:
    """The same literals as the reference, or None where it finds a conflict."""
    must_be_callable(answer)
    cases = list(_propagations())
    for clauses, literals in cases:
        expected = propagate(clauses, literals)
        returned = call_unchanged(answer, [clauses, literals])
        where = f"for the clauses {short(clauses)} and the literals {literals}"
        if returned is not None and not isinstance(returned, set | frozenset | list | tuple):
            raise Wrong(f"{where} your function returns {short(returned)}; it must return a set of literals, or None")
        if (expected is None) != (returned is None):
            there_is = "there is no conflict" if returned is None else "there is a conflict"
            raise Wrong(f"{where} {there_is}, and your function returns {short(returned)}")
        found = set(returned or ())
        if lacking := (expected or set()) - found:
            raise Wrong(f"{where} your set lacks {min(lacking, key=abs)}")
        if extra := found - (expected or set()):
            raise Wrong(f"{where} your set has {min(extra, key=abs)}, which unit propagation does not find")
    return f"your function finds the same literals and conflicts as the reference, for {len(cases)} sets of clauses"


# -- reverse unit propagation ----------------------------------------------------------------------------------------


class Proof(NamedTuple):
    """Clauses, a proof, whether a checker should accept it, and what it is."""

    clauses: list[Clause]
    text: str
    is_right: bool
    what: str


FOUR = [[1, 2], [-1, 2], [1, -2], [-1, -2]]
BY_HAND = [
    Proof(FOUR, "2 0\n0\n", True, "the proof '2 0', '0' from the clauses [1, 2], [-1, 2], [1, -2], [-1, -2]"),
    Proof(FOUR, "0\n", False, "the proof '0' alone from these four clauses: it does not follow by unit propagation"),
    Proof(FOUR, "0\n2 0\n", False, "the proof '0', '2 0' from these four clauses: its steps are in the wrong order"),
    Proof([[1], [-2, 3], [-1, 2], [-3]], "0\n", True, "the proof '0' from the clauses [1], [-2, 3], [-1, 2], [-3]"),
    Proof([[1, 2], [-1, 2]], "2 0\n", False, "a proof without the empty clause, from clauses that can all be true"),
    Proof(FOUR, "2 0\n", False, "a proof without the empty clause, from clauses that contradict each other"),
    Proof([[1, 2]], "", False, "an empty proof, from a clause that can be true"),
    Proof([[1, 2]], "-1 0\n-2 0\n0\n", False, "a proof with a step that does not follow from the clause [1, 2]"),
    Proof([[1, 2]], "d -1 0\nd -2 0\n0\n", False, "a proof that deletes clauses, and adds nothing but the empty one"),
]


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
def proofs() -> tuple[Proof, ...]:
    """The proofs by hand, CaDiCaL's, and what is left of CaDiCaL's when it is damaged."""
    puzzle = load("mccaffrey")
    certificate = certify(puzzle)
    values, proof = certificate.solutions[0].values, certificate.proof
    clauses = [*clauses_of(puzzle), blocking(puzzle, values)]
    damaged = [
        (clauses[:-1], proof, "CaDiCaL's proof of mccaffrey, with the clause that excludes the solution left out"),
        ([*clauses[:-1], blocking(puzzle, values[1:] + values[:1])], proof, "its proof, with another grid excluded"),
        (clauses, "0\n", "a proof of mccaffrey without a step that its last step needs"),
        (clauses, certify("top95:1").proof, "the proof of another puzzle, from the clauses of mccaffrey"),
    ]
    if flipped := next((text for text in _flipped(proof) if not accepts(clauses, text)), None):
        damaged.append((clauses, flipped, "CaDiCaL's proof of mccaffrey, with one literal negated"))
    refused = [Proof(*each[:2], False, each[2]) for each in damaged if not accepts(*each[:2])]
    right = [
        Proof(clauses, "-5 0\n0\n", True, "the proof '-5 0', '0' that mccaffrey has one solution"),
        Proof(clauses, proof, True, "CaDiCaL's proof that mccaffrey has one solution"),
    ]
    return (*BY_HAND, *right, *refused)


def _flipped(proof: str) -> Iterator[str]:
    """The proof with one literal negated, in each step in turn."""
    lines = proof.splitlines()
    for k, line in enumerate(lines):
        first, *rest = line.split()
        if first not in ("d", "0"):
            yield "\n".join([*lines[:k], " ".join([str(-int(first)), *rest]), *lines[k + 1 :], ""])


def rup_checker(answer: Any) -> str:
    """Right proofs are accepted, damaged ones refused."""
    must_be_callable(answer)
    for clauses, text, is_right, what in proofs():
        said = _says(answer, clauses, text)
        if said != is_right:
            raise Wrong(f"your checker {'accepts' if said else 'refuses'} {what}")
    return "your checker accepts the right proofs, also CaDiCaL's, and refuses those with a gap"


def _says(answer: Any, *arguments: Any) -> bool:
    returned = call_unchanged(answer, arguments)
    if not isinstance(returned, bool):
        raise Wrong(f"your function must return True or False, not {short(returned)}")
    return returned


# -- forged certificates ---------------------------------------------------------------------------------------------


def unmask_forgeries(answer: Any) -> str:
    """Certificates that prove their claim are accepted, forged ones refused."""
    must_be_callable(answer)
    honest, forged = certificates()
    for parts in honest:
        if not _says_of(answer, parts):
            raise Wrong(f"your function refuses a certificate that proves its claim ({parts.what})", parts.puzzle)
    for parts in forged:
        if _says_of(answer, parts):
            hidden = [grid for grid in first_solutions(parts.puzzle, 9) if grid not in parts.grids]
            because = f"your function accepts a forged certificate, with {parts.what}"
            if hidden:
                raise Wrong(f"{because}; this solution of the puzzle is not listed", parts.puzzle, hidden[0])
            raise Wrong(f"{because}; it lists {len(parts.grids)} grid{'s' * (len(parts.grids) != 1)}", parts.puzzle)
    return f"your function accepts {len(honest)} certificates, and unmasks {len(forged)} forged ones"


def _says_of(answer: Any, parts: Specimen) -> bool:
    return _says(answer, parts.puzzle, list(parts.grids), parts.clauses, parts.proof)


# -- a certified count -----------------------------------------------------------------------------------------------


def certified_count(answer: Any) -> str:
    """All solutions, and a proof that the verifier accepts."""
    must_be_callable(answer)
    counts = []
    for puzzle in (*map(Puzzle.parse, (ONE, THREE, NO_SOLUTION, EIGHTEEN)), load("mccaffrey")):
        grids, proof = _pair(call_unchanged(answer, [puzzle]))
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


def _pair(returned: Any) -> tuple[list[Grid], str]:
    if not isinstance(returned, tuple | list) or len(returned) != 2:
        raise Wrong(f"your function must return a pair (grids, proof), not {short(returned)}")
    grids, proof = returned
    if not isinstance(grids, list | tuple) or not all(isinstance(grid, Grid) for grid in grids):
        raise Wrong(f"the first of the pair must be a list of grids, not {short(grids)}")
    if isinstance(proof, list | tuple):
        proof = "".join(f"{line}\n" for line in proof)
    if not isinstance(proof, str):
        raise Wrong(f"the second of the pair must be the proof, lines of text, not {short(proof)}")
    return list(grids), proof
