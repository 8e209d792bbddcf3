"""The verifier of certificates: it decides whether a folder proves how many solutions a puzzle has.

This file imports the parser and the board, and no solver. What it does:

1. It derives the clauses of the puzzle from its text, and compares them with the file `formula.cnf`, so that another
   checker that reads this file checks the same claim.
2. It checks that each listed grid is a solution, and that no two are equal.
3. It adds a clause for each grid that excludes it, and checks each step of the proof by *reverse unit propagation*
   (RUP): if the negation of a clause leads to a conflict by unit propagation alone, the clause follows. The proof is
   complete when the empty clause follows: there is no further solution.

Source: E. Goldberg and Y. Novikov, "Verification of proofs of unsatisfiability for CNF formulas", 2003; N. Wetzler,
M. Heule and W. Hunt, "DRAT-trim", 2014, for the format. Steps that are RAT and not RUP are not accepted.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from pathlib import Path

from ..errors import CertificateError, InputError, SudokuModelsError
from ..puzzles.board import Board, Cell, Unit
from ..puzzles.puzzle import Puzzle

__all__ = ["CLAIM", "FORMULA", "LARGEST_FILE", "PROOF", "blocking", "clauses_of", "dimacs", "verify", "verify_parts"]

CLAIM, FORMULA, PROOF = "certificate.json", "formula.cnf", "proof.drat"
"""The files of a certificate."""
LARGEST_FILE, LARGEST_CLAIM = 2**30, 2**26
"""The largest files that are read, in bytes."""

Clause = list[int]
"""Literals: variable v is the literal v, its negation is -v."""


def clauses_of(puzzle: Puzzle) -> list[Clause]:
    """The puzzle in conjunctive normal form: every solution makes every clause true.

    Variable n*k + d, for d in 1..n, is true when the cell k = 0, 1, ... (row by row) holds the digit d. It occurs only
    when the givens leave d possible there: a given has one digit; a blank cell has those that no given peer has.

        each cell holds a digit                                   OR over d of y[i,d]
        no cell holds two                                         not y[i,d] or not y[i,e]
        each unit of n cells has a place for each digit           OR over i of y[i,d]
        no digit is twice in a unit                               not y[i,d] or not y[j,d], for peers i and j

    >>> len(clauses_of(Puzzle.parse("." * 81)))
    10530
    >>> clauses_of(Puzzle.parse("12.. 3412 .143 432."))[:3]
    [[1], [6], [11]]
    """
    board, n = puzzle.board, puzzle.board.size
    given = puzzle.givens
    number = {cell: k * n for k, cell in enumerate(board.cells)}
    possible: dict[Cell, list[int]] = {}
    for cell in board.cells:
        taken = {given[peer] for peer in board.peers[cell] if peer in given}
        possible[cell] = [given[cell]] if cell in given else [d for d in board.digits if d not in taken]
    clauses = [[number[i] + d for d in possible[i]] for i in board.cells]
    clauses += [[-number[i] - d, -number[i] - e] for i in board.cells for d, e in combinations(possible[i], 2)]
    for unit in board.units:
        if len(unit.cells) == n:
            clauses += [[number[i] + d for i in unit.cells if d in possible[i]] for d in board.digits]
    for i, j in board.pairs:
        clauses += [[-number[i] - d, -number[j] - d] for d in possible[i] if d in possible[j]]
    return clauses


def blocking(puzzle: Puzzle, values: Iterable[int]) -> Clause:
    """The clause that excludes one grid: some blank cell holds another digit."""
    n = puzzle.board.size
    pairs = enumerate(zip(values, puzzle.values, strict=True))
    return [-(k * n + d) for k, (d, given) in pairs if not given]


def dimacs(puzzle: Puzzle, clauses: Iterable[Clause]) -> str:
    """The clauses in the DIMACS format of SAT solvers."""
    n = puzzle.board.size
    lines = [f"{' '.join(map(str, [*clause, 0]))}\n" for clause in clauses]
    about = f"c variable {n}*(cell - 1) + digit, cells counted row by row from 1\n"
    return f"{about}p cnf {n**3} {len(lines)}\n{''.join(lines)}"


def verify(
    folder: Path | str, puzzle: Puzzle | None = None, progress: Callable[[int, int], None] | None = None
) -> tuple[Puzzle, int]:
    """Verify a certificate: it proves that its puzzle has exactly the solutions that it lists.

    Args:
        folder: Where its three files are.
        puzzle: The puzzle that it should be about, if it is known.
        progress: Called from time to time with the number of the step and the number of all steps of the proof.

    Returns:
        The puzzle of the certificate, and the number of its solutions.

    Raises:
        CertificateError: When it does not prove its claim; the message names the file and what is wrong.
    """
    claim, formula, proof = (_text(Path(folder) / name) for name in (CLAIM, FORMULA, PROOF))
    return verify_parts(claim, formula, proof, puzzle, progress)


def verify_parts(
    claim: str,
    formula: str,
    proof: str,
    puzzle: Puzzle | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[Puzzle, int]:
    """Verify the texts of the three files; see `verify`."""
    own, grids = _claimed(claim)
    if puzzle is not None and puzzle != own:
        raise CertificateError(f"{CLAIM}: it is about another puzzle, {own.line()}")
    clauses = clauses_of(own)
    for number, grid in enumerate(grids, 1):
        _check_grid(own, grid, number)
        clauses.append(blocking(own, grid))
    if formula != dimacs(own, clauses):
        raise CertificateError(f"{FORMULA}: these are not the clauses of this puzzle and of its listed solutions")
    _check_proof(own.board.size**3, clauses, proof.splitlines(), progress)
    return own, len(grids)


def _claimed(text: str) -> tuple[Puzzle, list[tuple[int, ...]]]:
    """The puzzle and the grids of a claim."""
    try:
        claim = json.loads(text)
        units = tuple(Unit(name, tuple(map(_cell, cells))) for name, cells in claim["units"].items())
        board = Board(claim["size"], units, claim["box"] and tuple(claim["box"]))
        puzzle, count = Puzzle.parse(claim["puzzle"], board), claim["count"]
        grids = [Puzzle.parse(line, board).values for line in claim["solutions"]]
    except SudokuModelsError as error:
        raise CertificateError(f"{CLAIM}: {error}") from None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise CertificateError(f"{CLAIM}: it is not a claim about a puzzle ({type(error).__name__}: {error})") from None
    if type(count) is not int or count != len(grids):
        raise CertificateError(f"{CLAIM}: it claims {count!r} solutions and lists {len(grids)}")
    if len(set(grids)) < len(grids):
        raise CertificateError(f"{CLAIM}: a solution is listed twice")
    return puzzle, grids


def _cell(text: str) -> Cell:
    """A cell written as r4c8."""
    found = re.fullmatch(r"r([0-9]{1,3})c([0-9]{1,3})", text)
    if not found:
        raise InputError(f"{text!r} is not a cell; cells are written r4c8")
    return int(found[1]), int(found[2])


def _check_grid(puzzle: Puzzle, values: tuple[int, ...], number: int) -> None:
    """Check that a grid has every given, and in no unit a digit twice or a blank cell."""
    grid = dict(zip(puzzle.board.cells, values, strict=True))
    if any(grid[i] != d for i, d in puzzle.givens.items()):
        raise CertificateError(f"{CLAIM}: solution {number} does not have the givens of the puzzle")
    if 0 in values:
        raise CertificateError(f"{CLAIM}: solution {number} has a blank cell")
    for unit in puzzle.board.units:
        if len({grid[i] for i in unit.cells}) < len(unit.cells):
            raise CertificateError(f"{CLAIM}: solution {number} has a digit twice in {unit.name}")


def _check_proof(
    largest: int, clauses: list[Clause], lines: list[str], progress: Callable[[int, int], None] | None
) -> None:
    """Check that each added clause follows, until the empty one does."""
    steps = list(_steps(lines, largest))
    known = Clauses(largest, clauses)
    for number, (deletes, clause) in enumerate(steps, 1):
        if known.is_contradictory:
            return
        if progress and number % 64 == 0:
            progress(number, len(steps))
        if deletes:
            known.delete(clause)
        elif known.implies(clause):
            known.add(clause)
        else:
            raise CertificateError(f"{PROOF}: step {number} does not follow from the clauses before it")
    if not known.is_contradictory:
        raise CertificateError(f"{PROOF}: it does not end with the empty clause, so there may be further solutions")


def _steps(lines: Iterable[str], largest: int) -> Iterator[tuple[bool, Clause]]:
    """The steps of a proof: whether the clause is deleted, and the clause."""
    for number, line in enumerate(lines, 1):
        if not re.fullmatch(r"(d )?(-?[1-9][0-9]{0,9} )*0", line):
            raise CertificateError(f"{PROOF}: line {number} is not a step, such as '1 -2 0' or 'd 1 -2 0'")
        clause = list(map(int, line.removeprefix("d ").split()[:-1]))
        if any(abs(literal) > largest for literal in clause):
            raise CertificateError(f"{PROOF}: line {number} has a variable that the formula does not have")
        yield line.startswith("d "), clause


class Clauses:
    """Clauses under unit propagation. What propagates from the clauses alone stays true.

    Each clause *watches* its first two literals: it can become unit only when one of them becomes false.
    """

    def __init__(self, largest: int, clauses: Iterable[Clause]) -> None:
        self.is_contradictory = False
        self._true = bytearray(2 * largest + 1)  # by literal; Python counts negative indices from the end
        self._trail: list[int] = []
        self._watched: list[list[Clause]] = [[] for _ in self._true]
        self._found: dict[tuple[int, ...], list[Clause]] = {}
        for clause in clauses:
            self.add(clause)

    def add(self, literals: Clause) -> None:
        """Add a clause."""
        clause = list(dict.fromkeys(literals))
        if any(self._true[literal] for literal in clause):
            return  # it is true for good
        clause = [literal for literal in clause if not self._true[-literal]]
        if len(clause) < 2:
            self.is_contradictory = self.is_contradictory or not clause or not self._propagate(clause)
            return
        self._found.setdefault(tuple(sorted(literals)), []).append(clause)
        for literal in clause[:2]:
            self._watched[literal].append(clause)

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
        for literal in self._trail[start:]:
            self._true[literal] = 0
        del self._trail[start:]
        return holds

    def _propagate(self, literals: Iterable[int]) -> bool:
        """Make literals true, and all that follows by clauses with one literal left; False at a conflict."""
        true, trail, watched = self._true, self._trail, self._watched
        at = len(trail)
        for literal in literals:
            if true[-literal]:
                return False
            if not true[literal]:
                true[literal] = 1
                trail.append(literal)
        while at < len(trail):
            false = -trail[at]
            at += 1
            kept: list[Clause] = []
            waiting = watched[false]
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
                        return False
                    true[first] = 1
                    trail.append(first)
            watched[false] = kept
        return True


def _text(path: Path) -> str:
    try:
        size = path.stat().st_size
        most = LARGEST_CLAIM if path.name == CLAIM else LARGEST_FILE
        if not path.is_file() or size > most:
            raise CertificateError(f"{path.name}: {path} is not a file of at most {most:,} bytes")
        return path.read_bytes().decode("utf-8")
    except OSError as error:
        raise CertificateError(f"{path.name}: cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise CertificateError(f"{path.name}: byte {error.start} is not text") from None
