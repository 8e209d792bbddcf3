"""The verifier of certificates: it decides whether a folder proves how many solutions a puzzle has.

It calls no solver. What it does:

1. It reads the puzzle and its listed solutions from `certificate.json`. Each must have the givens and break no rule,
   and no two may be equal.
2. Each clause of `formula.cnf` must follow from the puzzle, by a statement of its units and rules that shares no code
   with the maker (`meaning.py`), or exclude a listed solution. Another checker that reads this file checks the same.
3. It checks the steps of `proof.drat` by *reverse unit propagation* (RUP): if the negation of a clause leads to a
   conflict by unit propagation alone, the clause follows from those before it. When the empty clause follows, there is
   no further solution, and the rest of the proof does not matter.

Source: E. Goldberg and Y. Novikov, "Verification of proofs of unsatisfiability for CNF formulas", 2003; N. Wetzler,
M. Heule and W. Hunt, "DRAT-trim", 2014, for the format. Steps that are RAT and not RUP are not accepted.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from ..errors import CertificateError, InputError
from ..puzzles.board import Board, mismatch
from ..puzzles.puzzle import Puzzle
from ..puzzles.rules import as_record, from_record
from ..puzzles.units import Cell, Unit
from .lrat import HintedClauseStore
from .meaning import Clause, Meaning
from .unit_propagation import ClauseStore

__all__ = ["CLAIM", "FORMULA", "PROOF", "claim_of", "verify", "verify_parts"]

CLAIM, FORMULA, PROOF = "certificate.json", "formula.cnf", "proof.drat"
"""The files of a certificate."""
LARGEST_FILE, LARGEST_CLAIM = 2**30, 2**26
"""The largest files that are read, in bytes."""
LONGEST_NAME = 60
LAST_WITH_LETTERS = 35
"""On larger boards the digits are written as integers, separated by spaces."""

Progress = Callable[[int, int], None]
OnLrat = Callable[[str], object]


def claim_of(puzzle: Puzzle, solutions: Iterable[str]) -> str:
    """The text of `certificate.json`: the claim that a puzzle has exactly these solutions."""
    listed, board = list(solutions), puzzle.board
    claim = {
        "format": "sudoku_models certificate 1",
        "puzzle": puzzle.line(),
        "count": len(listed),
        "solutions": listed,
        "size": board.size,
        "box": board.box,
        "units": {unit.name: [f"r{r}c{c}" for r, c in unit.cells] for unit in board.plain.units},
    }
    if board.rules:
        claim["rules"] = [as_record(rule) for rule in board.rules]
    return f"{json.dumps(claim, ensure_ascii=False, indent=1)}\n"


def verify(
    folder: Path | str,
    puzzle: Puzzle | None = None,
    progress: Progress | None = None,
    on_lrat: OnLrat | None = None,
) -> tuple[Puzzle, int]:
    """Verify a certificate: it proves that its puzzle has exactly the solutions that it lists.

    Args:
        folder: Where its three files are.
        puzzle: The puzzle that it should be about, if it is known.
        progress: Called from time to time with the number of the step and the number of all steps of the proof. An
            exception that it raises ends the verification.
        on_lrat: Called at the end with the proof in the LRAT format.

    Returns:
        The puzzle of the certificate, and the number of its solutions.

    Raises:
        CertificateError: When it does not prove its claim; the message names the file and what is wrong.
    """
    claim = _text(Path(folder) / CLAIM, LARGEST_CLAIM)
    formula, proof = (_text(Path(folder) / name, LARGEST_FILE) for name in (FORMULA, PROOF))
    return verify_parts(claim, formula, proof, puzzle, progress, on_lrat)


def verify_parts(
    claim: str,
    formula: str,
    proof: str,
    puzzle: Puzzle | None = None,
    progress: Progress | None = None,
    on_lrat: OnLrat | None = None,
) -> tuple[Puzzle, int]:
    """Verify the texts of the three files; see `verify`."""
    own, grids = _claimed(claim)
    if puzzle is not None and puzzle != own:
        what = own.line() if puzzle.board == own.board else mismatch(own.board, puzzle.board, "it", "the expected one")
        raise CertificateError(f"{CLAIM}: it is about another puzzle: {what}")
    stated = json.loads(claim)
    n = stated["size"]
    meaning = Meaning(n, _values(stated["puzzle"], n), stated["units"], stated.get("rules", ()))
    for number, grid in enumerate(grids, 1):
        if reason := meaning.violation(grid):
            raise CertificateError(f"{CLAIM}: solution {number} {reason}")
    largest, clauses = _checked_formula(meaning, grids, formula)
    _check_proof(largest, clauses, proof, progress, on_lrat)
    return own, len(grids)


# -- the claim --------------------------------------------------------------------------------------------------------


def _claimed(text: str) -> tuple[Puzzle, list[tuple[int, ...]]]:
    """The puzzle and the solutions of a claim, which is written exactly as `claim_of` writes it."""
    try:
        claim = json.loads(text)
        lines, count, n = claim["solutions"], claim["count"], claim["size"]
        if type(count) is not int or count != len(lines):
            raise InputError(f"the count is not the number of listed solutions, {len(lines)}")
        units = tuple(_unit(name, cells) for name, cells in claim["units"].items())
        rules = tuple(map(from_record, claim.get("rules", ())))
        board = Board(n, units, claim["box"] and tuple(claim["box"]), rules)
        puzzle, grids = Puzzle(board, _values(claim["puzzle"], n)), [_values(each, n) for each in lines]
        if len(set(grids)) < len(grids):
            raise InputError("a solution is listed twice")
        if text != claim_of(puzzle, lines):
            raise InputError("it is not written in the form in which certificates are written")
    except InputError as error:
        raise CertificateError(f"{CLAIM}: {error}") from None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise CertificateError(f"{CLAIM}: it is not a claim about a puzzle ({type(error).__name__})") from None
    return puzzle, grids


def _unit(name: str, cells: list[str]) -> Unit:
    if not name.isprintable() or len(name) > LONGEST_NAME:
        raise InputError(f"the name of a unit must have at most {LONGEST_NAME} printable characters")
    return Unit(name, tuple(map(_cell, cells)))


def _cell(text: str) -> Cell:
    """A cell written as r4c8."""
    found = re.fullmatch(r"r([0-9]{1,3})c([0-9]{1,3})", text)
    if not found:
        raise InputError("a cell is not written like r4c8")
    return int(found[1]), int(found[2])


def _values(text: str, n: int) -> tuple[int, ...]:
    """The digits of a grid or a puzzle, 0 for a blank cell."""
    written, base = (list(text), 36) if n <= LAST_WITH_LETTERS else (text.split(" "), 10)
    values = tuple(0 if digit == "." else int(digit, base) for digit in written)
    if len(values) != n * n or not all(0 <= value <= n for value in values):
        raise InputError(f"a puzzle or a solution does not have {n * n} digits from 1 to {n} or blanks")
    return values


# -- the formula and the proof ----------------------------------------------------------------------------------------


def _checked_formula(meaning: Meaning, grids: list[tuple[int, ...]], text: str) -> tuple[int, list[Clause]]:
    """The largest variable and the clauses of a formula, each of which follows from the claim."""
    found, n = text.split("\n"), meaning.size
    try:
        clauses = meaning.implied(found[2:-1], grids)
    except CertificateError as error:
        raise CertificateError(f"{FORMULA}: {error}") from None
    states = (abs(literal) for clause in clauses for literal in clause) if meaning.rules else ()
    largest = max([n**3, *states])
    head = f"c variable {n}*(cell - 1) + digit, cells counted row by row from 1", f"p cnf {largest} {len(clauses)}"
    for number, line in enumerate(head, 1):
        if found[number - 1 : number] != [line]:
            raise CertificateError(f"{FORMULA}: line {number} should be {line!r}")
    if found[-1]:
        raise CertificateError(f"{FORMULA}: its last line is not ended")
    return largest, clauses


def _check_proof(
    largest: int, clauses: list[Clause], text: str, progress: Progress | None, on_lrat: OnLrat | None
) -> None:
    """Check that each added clause follows, until the empty one does."""
    steps = [*_steps(text, largest)]
    done = 0

    def tell() -> None:
        if progress:
            progress(done, len(steps))

    known = HintedClauseStore(largest, clauses, tell) if on_lrat else ClauseStore(largest, clauses, tell)
    for done, (deletes, clause) in enumerate(steps, 1):
        if known.is_contradictory:
            break
        if deletes:
            known.delete(clause)
        elif known.implies(clause):
            known.add(clause)
        else:
            raise CertificateError(f"{PROOF}: step {done} does not follow from the clauses before it")
    ends = [] in clauses or (False, []) in steps
    if not (known.is_contradictory and ends):
        raise CertificateError(f"{PROOF}: it does not end with the empty clause, so there may be further solutions")
    if on_lrat and isinstance(known, HintedClauseStore):
        on_lrat(known.lrat())


def _steps(text: str, largest: int) -> Iterator[tuple[bool, Clause]]:
    """The steps of a proof: whether the clause is deleted, and the clause."""
    lines = text.split("\n")
    for number, each in enumerate(lines[:-1] if not lines[-1] else lines, 1):
        deletes, *literals = each.split(" ") if each.startswith("d ") else ["", *each.split(" ")]
        if literals.pop() != "0" or not all(re.fullmatch(r"-?[1-9][0-9]{0,9}", literal) for literal in literals):
            raise CertificateError(f"{PROOF}: line {number} is not a step, such as '1 -2 0' or 'd 1 -2 0'")
        clause = [*map(int, literals)]
        if any(abs(literal) > largest for literal in clause):
            raise CertificateError(f"{PROOF}: line {number} has a variable that the formula does not have")
        yield bool(deletes), clause


def _text(path: Path, largest: int) -> str:
    try:
        if not path.is_file():
            raise CertificateError(f"{path.name}: there is no such file in {path.parent}")
        with path.open("rb") as file:
            raw = file.read(largest + 1)
        if len(raw) > largest:
            raise CertificateError(f"{path.name}: it has more than {largest:,} bytes")
        return raw.decode("utf-8")
    except OSError as error:
        raise CertificateError(f"{path.name}: cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise CertificateError(f"{path.name}: byte {error.start} is not text") from None
