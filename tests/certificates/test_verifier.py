"""No certificate that claims something false is accepted, by whatever means it was damaged or forged."""

import contextlib
import importlib.util
import json
import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rule_boards import UNIQUE as RULED
from rule_boards import puzzles, solutions

import sudoku_models as sm
from sudoku_models.certificates import certify, meaning, readings, unit_propagation, verifier
from sudoku_models.certificates.formula import blocking, clauses_of, dimacs
from sudoku_models.certificates.unit_propagation import ClauseStore
from sudoku_models.errors import CertificateError

UNIQUE, TWO, NONE = "12.. 3412 .143 432.", "12.. 3412 21.. 43..", "12.. ..3. .... ...4"
ORDINARY, OTHER = "mccaffrey", "ai-escargot"
Files = tuple[str, str, str]
"""The texts of the claim, the formula and the proof."""


@cache
def certificate(puzzle: str | sm.Puzzle) -> Any:
    return certify(puzzle)


def files(puzzle: str | sm.Puzzle) -> Files:
    made = certificate(puzzle)
    return made.claim, made.formula, made.proof


@cache
def all_solutions(puzzle: sm.Puzzle) -> frozenset[tuple[int, ...]]:
    """By trying every digit in every cell, with nothing but the definition of a solution."""
    board, found = puzzle.board, set[tuple[int, ...]]()
    place = {cell: k for k, cell in enumerate(board.cells)}
    units = [[place[i] for i in unit.cells] for unit in board.units]

    def extend(values: list[int]) -> None:
        for unit in units:
            held = [values[k] for k in unit if k < len(values)]
            if len(set(held)) < len(held):
                return
        if len(values) == len(board.cells):
            held = dict(zip(board.cells, values, strict=True))
            if all(rule.holds(tuple(held[i] for i in rule.cells)) for rule in board.cell_rules):
                found.add(tuple(values))
            return
        given_there = puzzle.values[len(values)]
        for digit in [given_there] if given_there else board.digits:
            extend([*values, digit])

    extend([])
    return frozenset(found)


def is_true(claim: str) -> bool:
    """Whether a claim that can be read is true, by brute force."""
    puzzle, grids = verifier._claimed(claim)
    return frozenset(grids) == all_solutions(puzzle)


def accepts(texts: Files, judge: Any = verifier) -> bool:
    try:
        judge.verify_parts(*texts)
    except CertificateError as error:
        reason = str(error)
    else:
        return True
    assert reason.split(":")[0] in (verifier.CLAIM, verifier.FORMULA, verifier.PROOF), reason
    return False


def changed(claim: str, **values: Any) -> str:
    return written(json.loads(claim) | values)


def written(claim: Any) -> str:
    """A claim in the form in which claims are written."""
    return f"{json.dumps(claim, ensure_ascii=False, indent=1)}\n"


# -- forgeries: claims that are false, with the best evidence that a forger could have ---------------------------------


def consistent(claim: str, proof: str) -> Files:
    """The files of a claim, with the formula that belongs to it."""
    puzzle, grids = verifier._claimed(claim)
    return claim, dimacs(puzzle, [*clauses_of(puzzle), *(blocking(puzzle, grid) for grid in grids)]), proof


def unsatisfiable(puzzle: sm.Puzzle, more: list[list[int]]) -> tuple[str, str]:
    """A formula with further clauses that make it contradictory, and a true proof of that."""
    from pysat.solvers import Cadical195

    clauses = [*clauses_of(puzzle), *more]
    with Cadical195(bootstrap_with=clauses, with_proof=True) as solver:
        assert not solver.solve()
        return dimacs(puzzle, clauses), "".join(f"{line}\n" for line in solver.get_proof())


def forgeries() -> Iterator[tuple[str, Files]]:
    claim, formula, proof = files(TWO)
    one, other = json.loads(claim)["solutions"]
    for proofs in (proof, "0\n", "", files(UNIQUE)[2]):
        yield "a solution is left out", consistent(changed(claim, count=1, solutions=[one]), proofs)
        yield "both are left out", consistent(changed(claim, count=0, solutions=[]), proofs)
    yield "a solution is left out of the claim alone", (changed(claim, count=1, solutions=[one]), formula, proof)
    yield "the count is smaller", (changed(claim, count=1), formula, proof)
    yield "the count is larger", (changed(claim, count=3), formula, proof)
    yield "a solution is listed twice", consistent_or(changed(claim, solutions=[one, one]), formula, proof)
    (only,) = json.loads(files(UNIQUE)[0])["solutions"]
    twice = changed(files(UNIQUE)[0], count=2, solutions=[only, only])
    yield "the only solution is listed twice", repeated(twice, files(UNIQUE)[2])
    for altered in (formula.replace("\n6 0\n", "\n"), formula + "1 0\n", formula.replace("\n6 0\n", "\n-6 0\n")):
        assert altered != formula
        yield "a formula that is another one, for other checkers", (claim, altered, proof)
    clauses = formula.count("\n") - 2
    for altered in (
        formula.replace(f"64 {clauses}", f"64 {clauses - 1}"),
        formula[:-1],
        formula[:-1].replace(f"64 {clauses}", f"64 {clauses - 1}"),
        f"c {formula}",
        formula + "\n",
    ):
        assert altered != formula
        yield "another header or end", (claim, altered, proof)
    yield "a proof without its last step", (claim, formula, proof.removesuffix("0\n"))
    yield "another format", (changed(claim, format="anything 99"), formula, proof)
    yield "a key twice", (claim.replace('"puzzle":', '"puzzle": "................",\n "puzzle":'), formula, proof)
    yield "a name that hides", hidden("\x1b[8m")
    yield "a name without width", hidden("\u200b")
    yield "a name that cannot be printed", hidden("\ud800")
    yield "a name of many lines", hidden("row 5\nhas exactly 1 solution")
    yield "a long name", hidden("row " * 100)
    three = changed(claim, count=3, solutions=[one, other, one])
    yield "a solution is added twice", consistent_or(three, formula, proof)
    # It has the givens, and breaks a unit.
    k = next(k for k in range(16) if one[k] != other[k])
    swapped = one[:k] + other[k] + one[k + 1 :]
    yield (
        "a grid that breaks a rule",
        consistent_or(changed(claim, count=3, solutions=[one, other, swapped]), "", proof),
    )
    blank = one[:-1] + "."
    yield "a grid with a blank", consistent_or(changed(claim, count=3, solutions=[one, other, blank]), formula, proof)
    alien = "1234341221434321" if "1234341221434321" not in (one, other) else "2143432112343412"
    yield "a grid of another puzzle", consistent_or(changed(claim, count=3, solutions=[one, other, alien]), "", proof)
    puzzle = sm.Puzzle.parse(TWO)
    more = [blocking(puzzle, map(int, one)), [4 * k + int(one[k])]]
    smaller = changed(claim, count=1, solutions=[one])
    forged_formula, forged_proof = unsatisfiable(puzzle, more)
    yield "a clause is added, with its proof", (smaller, forged_formula, forged_proof)
    yield "the proof of an added clause", consistent(smaller, forged_proof)
    of_one, of_other = ([4 * k + int(grid[k]) for k in range(16) if one[k] != other[k]] for grid in (one, other))
    for clause in (
        *([-v] for v in of_other),
        *([-v, -v] for v in of_other),
        *([-v, -w] for v, w in combinations(of_other, 2)),
        *([v] for v in of_one),
        *([v, w] for v, w in combinations(of_one, 2)),
        [-of_other[0], of_one[0]],
    ):
        yield (
            f"the clause {clause} is added, with its proof",
            (
                smaller,
                *unsatisfiable(puzzle, [blocking(puzzle, map(int, one)), clause]),
            ),
        )
    assumed = f"{4 * k + int(one[k])} 0\n"
    yield "a step that does not follow", consistent(smaller, assumed + forged_proof)
    for text in (TWO, "1... .... .... ...."):  # the proof of a puzzle with more givens
        yield "another puzzle", (changed(files(UNIQUE)[0], puzzle=text.replace(" ", "")), *files(UNIQUE)[1:])
        yield (
            "another puzzle and its formula",
            consistent(changed(files(UNIQUE)[0], puzzle=text.replace(" ", "")), files(UNIQUE)[2]),
        )
    units = json.loads(claim)["units"]
    fewer = {name: cells for name, cells in units.items() if name.startswith("row")}
    yield "units are dropped", consistent(changed(claim, units=fewer), proof)
    yield "the unique solution is denied", consistent(changed(files(UNIQUE)[0], count=0, solutions=[]), "0\n")
    yield (
        "a definition by resolution on a pure literal",
        consistent(
            changed(files(UNIQUE)[0], count=0, solutions=[]), "".join(f"{-v} 0\n" for v in range(1, 65)) + "0\n"
        ),
    )


def ruled_forgeries() -> Iterator[tuple[str, Files]]:
    """The board of the puzzle has rules, and each of them is needed for its only solution."""
    claim, formula, proof = files(RULED)
    written_rules = json.loads(claim)["rules"]
    for k, rule in enumerate(written_rules):
        others = [*written_rules[:k], *written_rules[k + 1 :]]
        yield "a rule is dropped from the claim alone", (changed(claim, rules=others), formula, proof)
        yield "a rule is dropped", consistent(changed(claim, rules=others), proof)
        yield "a rule is dropped, with a proof of nothing", consistent(changed(claim, rules=others), "0\n")
        for name, value in (("total", 7), ("least", 1), ("cells", "r1c3 r1c4 r2c3")):
            if name in rule:
                altered = [*written_rules[:k], rule | {name: value}, *written_rules[k + 1 :]]
                yield f"another {name}", consistent_or(changed(claim, rules=altered), formula, proof)
    yield "all rules are dropped", consistent(without_rules(claim), proof)
    grid = json.loads(claim)["solutions"][0]
    for other in ("1234341243212143", "1243342121344312", "1234341241232341"):
        both = changed(claim, count=2, solutions=[grid, other])
        yield "a grid that breaks a rule is listed", consistent_or(both, formula, proof)
    yield "the only solution is denied", consistent(changed(claim, count=0, solutions=[]), proof)
    yield "the only solution is denied without a proof", consistent(changed(claim, count=0, solutions=[]), "0\n")
    states = [v for line in formula.splitlines()[2:] for v in map(int, line.split()) if abs(v) > 64]
    assert states
    for sign in ("", "-"):  # what is assumed about a state of a rule
        wrong = f"{sign}{abs(states[0])} 0\n"
        denied = consistent(changed(claim, count=0, solutions=[]), wrong + proof)
        yield "a step about a state that does not follow", denied
    yield from ((what, (changed(claim, count=0, solutions=[]), *forged)) for what, forged in altered_states())
    lines = formula.splitlines(keepends=True)
    with_states = [k for k, line in enumerate(lines[2:], 2) if any(abs(int(v)) > 64 for v in line.split())]
    for k in with_states[::7]:
        yield "a clause of a rule is left out", (claim, "".join([*lines[:k], *lines[k + 1 :]]), proof)
        yield (
            "a clause of a rule is another one",
            (claim, "".join([*lines[:k], f"-{lines[k]}", *lines[k + 1 :]]), proof),
        )


@cache
def altered_states() -> list[tuple[str, tuple[str, str]]]:
    """Formulas with one altered clause of a rule, by which they contradict each other, and true proofs of that."""
    found, rng = [], random.Random(3)
    of_rules = [clause for clause in clauses_of(RULED) if max(map(abs, clause)) > 64]
    literals = sorted({literal for clause in of_rules for literal in clause})
    for clause in of_rules:
        for k, literal in enumerate(clause):
            others = [v for v in literals if (v > 64, v > 0) == (literal > 64, literal > 0) and v != literal]
            for altered in ([], *([v] for v in rng.sample(others, min(4, len(others))))):
                changed_clause = [*clause[:k], *altered, *clause[k + 1 :]]
                with contextlib.suppress(AssertionError):  # there is still a solution
                    found.append((f"{clause} became {changed_clause}", unsatisfiable(RULED, [changed_clause])))
    return found


def without_rules(claim: str) -> str:
    return written({key: value for key, value in json.loads(claim).items() if key != "rules"})


def hidden(name: str) -> Files:
    """A certificate whose board has a further unit of this name."""
    usual = sm.Board.of_size(4)
    board = sm.Board(4, (*usual.units, sm.Unit(name, ((1, 1), (2, 3)))), usual.box)
    made = certify(sm.Puzzle.parse(UNIQUE, board))
    return made.claim, made.formula, made.proof


def repeated(claim: str, proof: str) -> Files:
    """The files of a claim that lists its only solution twice."""
    puzzle = sm.Puzzle.parse(json.loads(claim)["puzzle"])
    block = blocking(puzzle, sm.Puzzle.parse(json.loads(claim)["solutions"][0]).values)
    return claim, dimacs(puzzle, [*clauses_of(puzzle), block, block]), proof


def consistent_or(claim: str, formula: str, proof: str) -> Files:
    """The formula of a claim where it can be read, otherwise this one."""
    try:
        return consistent(claim, proof)
    except (CertificateError, StopIteration):
        return claim, formula, proof


def test_every_forged_certificate_is_refused() -> None:
    assert [what for what, forged in forgeries() if accepts(forged)] == []


def test_every_forged_certificate_of_a_board_with_rules_is_refused() -> None:
    found = [(what, forged) for what, forged in ruled_forgeries() if accepts(forged)]
    assert [what for what, forged in found if not is_true(forged[0])] == []
    assert {what for what, _ in found} <= {"another total", "another least", "another cells"}


@pytest.mark.parametrize("puzzle", [UNIQUE, TWO, NONE, "1243342143122134", ORDINARY, OTHER, "several:27", RULED])
def test_a_certificate_as_it_was_made_is_accepted(puzzle: str | sm.Puzzle) -> None:
    assert accepts(files(puzzle))


# -- damage: a thousand random changes of true certificates ------------------------------------------------------------


def damaged(texts: Files, rng: random.Random) -> Files:
    """One random change in one of the files."""
    claim, formula, proof = texts
    which = rng.choice(["claim", "formula", "proof", "proof", "proof"])
    if which == "claim":
        return _damaged_claim(claim, rng), formula, proof
    if which == "formula":
        return claim, _damaged_lines(formula, rng), proof
    return claim, formula, _damaged_lines(proof, rng)


def _damaged_claim(claim: str, rng: random.Random) -> str:
    found = json.loads(claim)
    kind = rng.randrange(8)
    if "rules" in found and rng.random() < 0.5:
        found["rules"] = _damaged_rules(found["rules"], rng)
    elif kind == 0:
        found["count"] = rng.choice([0, 1, 2, -1, True, "1", None, 1.0, 10**30])
    elif kind == 1 and found["solutions"]:
        line = list(rng.choice(found["solutions"]))
        line[rng.randrange(len(line))] = rng.choice("1234.x")
        found["solutions"][0] = "".join(line)
    elif kind == 2:
        line = list(found["puzzle"])
        line[rng.randrange(len(line))] = rng.choice("1234.")
        found["puzzle"] = "".join(line)
    elif kind == 3:
        unit = rng.choice([*found["units"]])
        cells = found["units"][unit]
        cells[rng.randrange(len(cells))] = f"r{rng.randint(0, 5)}c{rng.randint(1, 4)}"
    elif kind == 4:
        del found["units"][rng.choice([*found["units"]])]
    elif kind == 5:
        found[rng.choice([*found])] = rng.choice([None, 7, "", [], {}, [[]], -3, "....", {"row": 5}])
    elif kind == 6:
        del found[rng.choice([*found])]
    else:
        text = written(found)
        return text[: rng.randrange(len(text))]
    return written(found)


def _damaged_rules(rules: list[dict[str, Any]], rng: random.Random) -> Any:
    """Rules of which one is left out, repeated, changed in a value, or put in the place of another."""
    k, kind = rng.randrange(len(rules)), rng.randrange(5)
    cells = rules[k]["cells"].split()
    rng.shuffle(cells)
    changes: list[Any] = [
        rules[:k] + rules[k + 1 :],
        [*rules, rules[k]],
        [*rules, rules[k] | {"cells": " ".join(cells)}],
        [
            *rules[:k],
            rules[k] | {rng.choice([*rules[k]]): rng.choice([1, 2, 3, 5, None, "r1c1 r2c2", {}])},
            *rules[k + 1 :],
        ],
        [*rules[:k], {"rule": rng.choice(["Even", "Odd", "AntiKnight", "Renban", "rule"]), "cells": "r1c1 r3c2"}],
    ]
    return changes[kind]


def _damaged_lines(text: str, rng: random.Random) -> str:
    lines = text.splitlines(keepends=True) or ["0\n"]
    k = rng.randrange(len(lines))
    kind = rng.randrange(9)
    if kind == 0:
        del lines[k]
    elif kind == 1:
        parts = lines[k].split()
        j = rng.randrange(len(parts))
        parts[j] = parts[j].removeprefix("-") if parts[j].startswith("-") else f"-{parts[j]}"
        lines[k] = " ".join(parts) + "\n"
    elif kind == 2:
        lines[k] = f"{rng.randint(-64, 64)} 0\n"
    elif kind == 3:
        lines.insert(k, f"{rng.randint(1, 64)} {-rng.randint(1, 64)} 0\n")
    elif kind == 4:
        return text[: rng.randrange(len(text) or 1)]
    elif kind == 5:
        lines[k] = lines[rng.randrange(len(lines))]
    elif kind == 6:
        lines[k] = rng.choice(["\n", "0 0\n", "d\n", "x\n", "1 2\n", "99999 0\n", "1 " * 40 + "0\n", "٣ 0\n", "-0 0\n"])
    elif kind == 7:
        parts = lines[k].split()
        lines[k] = " ".join([*parts[: rng.randrange(len(parts))], "0\n"])
    else:
        lines[k] = f"d {lines[k]}"
    return "".join(lines)


@pytest.mark.parametrize("puzzle", [UNIQUE, TWO, NONE, RULED])
def test_no_damaged_certificate_proves_anything_false(puzzle: str | sm.Puzzle) -> None:
    refused = 0
    for seed in range(400):
        texts = damaged(files(puzzle), random.Random(seed))
        if accepts(texts):
            assert is_true(texts[0]), (seed, texts)
        else:
            refused += 1
    assert refused > 200


def test_no_damaged_certificate_of_an_ordinary_puzzle_proves_anything_false() -> None:
    """Its claim is the one that was made, or it is refused."""
    made = files(ORDINARY)
    for seed in range(40):
        texts = damaged(made, random.Random(seed))
        if accepts(texts):
            puzzle, grids = verifier._claimed(texts[0])
            assert (puzzle, grids) == verifier._claimed(made[0]), seed


@pytest.mark.parametrize("keep", range(12))
def test_a_proof_that_was_cut_short_is_refused(keep: int) -> None:
    claim, formula, proof = files(ORDINARY)
    lines = proof.splitlines(keepends=True)
    with pytest.raises(CertificateError, match="does not end with the empty clause"):
        verifier.verify_parts(claim, formula, "".join(lines[: keep * len(lines) // 14]))


@pytest.mark.parametrize("name", [verifier.CLAIM, verifier.FORMULA, verifier.PROOF])
@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"\0" * 100, b"{}", b"[" * 100_000, None])
def test_a_file_that_is_missing_or_garbage_is_named(tmp_path: Path, name: str, content: bytes | None) -> None:
    certificate(TWO).write(tmp_path)
    (tmp_path / name).unlink()
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(CertificateError, match=f"^{name}"):
        verifier.verify(tmp_path)


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    certificate(TWO).write(tmp_path)
    monkeypatch.setattr(verifier, "LARGEST_FILE", 100)
    with pytest.raises(CertificateError, match="more than 100 bytes"):
        verifier.verify(tmp_path)


def test_the_puzzle_can_be_demanded() -> None:
    assert verifier.verify_parts(*files(ORDINARY), sm.load(ORDINARY)) == (sm.load(ORDINARY), 1)
    with pytest.raises(CertificateError, match="another puzzle"):
        verifier.verify_parts(*files(ORDINARY), sm.load(OTHER))


# -- the formula -------------------------------------------------------------------------------------------------------

givens = st.lists(st.sampled_from([0, 0, 0, 1, 2, 3, 4]), min_size=16, max_size=16)
units = st.lists(st.sets(st.integers(0, 15), min_size=1, max_size=4), max_size=6)


@settings(max_examples=40, deadline=None)
@given(givens, units)
def test_the_clauses_have_the_models_that_the_puzzle_has_solutions(values: list[int], further: list[set[int]]) -> None:
    usual = sm.Board.of_size(4)
    own = [sm.Unit(f"own {k}", tuple(usual.cells[c] for c in sorted(cells))) for k, cells in enumerate(further)]
    puzzle = sm.Puzzle(sm.Board(4, (*usual.units, *own), (2, 2)), tuple(values))
    assert _models(puzzle) == all_solutions(puzzle)


@settings(max_examples=40, deadline=None)
@given(puzzles())
def test_the_clauses_of_rules_have_the_models_that_the_puzzle_has_solutions(puzzle: sm.Puzzle) -> None:
    assert _models(puzzle) == {grid.values for grid in solutions(puzzle)}


def _models(puzzle: sm.Puzzle) -> set[tuple[int, ...]]:
    from pysat.solvers import Minisat22

    n, clauses, found = puzzle.board.size, clauses_of(puzzle), set[tuple[int, ...]]()
    used = {abs(literal) for clause in clauses for literal in clause if abs(literal) <= n**3}
    if not all(clauses):
        return set()
    with Minisat22(bootstrap_with=clauses) as solver:
        while solver.solve():
            true = [v for v in solver.get_model() if v > 0 and v in used]
            assert len(true) == n * n, "each cell holds one digit"
            found.add(tuple((v - 1) % n + 1 for v in true))
            solver.add_clause([-v for v in true])
    return found


# -- unit propagation --------------------------------------------------------------------------------------------------

literals = st.integers(1, 5).flatmap(lambda v: st.sampled_from([v, -v]))
some_clauses = st.lists(st.lists(literals, max_size=4), max_size=12)


def is_implied(clauses: list[list[int]], clause: list[int]) -> bool:
    """Whether every assignment that makes the clauses true makes this one true."""
    for point in product([False, True], repeat=5):
        true = {v if on else -v for v, on in enumerate(point, 1)}
        if all(true & set(each) for each in clauses) and not true & set(clause):
            return False
    return True


def propagates(clauses: list[list[int]], clause: list[int]) -> bool:
    """RUP as it is defined: repeat until nothing new follows."""
    true = {-literal for literal in clause}
    while True:
        if any(-literal in true for literal in true):
            return True
        units = []
        for each in clauses:
            if not true & set(each):
                rest = {literal for literal in each if -literal not in true}
                if not rest:
                    return True
                if len(rest) == 1:
                    units += rest
        if not units:
            return False
        true.update(units)


@settings(max_examples=200, deadline=None)
@given(some_clauses, some_clauses)
def test_what_it_accepts_follows_and_is_what_unit_propagation_shows(start: list[Any], steps: list[Any]) -> None:
    known, current = ClauseStore(5, start), list(start)
    assert known.is_contradictory == propagates(current, [])
    for clause in steps:
        if known.is_contradictory:
            break
        accepted = known.implies(clause)
        assert accepted == propagates(current, clause)
        if accepted:
            assert is_implied(current, clause)
            known.add(clause)
            current.append(clause)


@settings(max_examples=200, deadline=None)
@given(some_clauses, st.lists(st.tuples(st.booleans(), st.lists(literals, max_size=3)), max_size=15), st.randoms())
def test_deletions_never_make_it_accept_what_does_not_follow(start: list[Any], steps: list[Any], rng: Any) -> None:
    known = ClauseStore(5, start)
    for deletes, clause in steps:
        if deletes:
            known.delete(rng.choice(start) if start and rng.random() < 0.8 else clause)
        elif known.implies(clause):
            assert is_implied(start, clause)
            known.add(clause)
    assert not known.is_contradictory or is_implied(start, [])


# -- faults of the verifier itself -------------------------------------------------------------------------------------

MUTANTS = {
    "any clause is taken": (
        "clause, of_rules[line] = self._move(line)",
        "clause = [int(v) for v in line.split()[:-1]]",
    ),
    "clauses of rules are not compared": (
        "if not any(rule.implies(part.values()) for rule in at.get(k, [])):",
        "if False:",
    ),
    "a digit is not itself": ("return d != e if i == j else", "return True if i == j else"),
    "any digits of peers clash": ("else d == e and j in self.peers[i]", "else j in self.peers[i]"),
    "all cells are peers": ("else d == e and j in self.peers[i]", "else d == e"),
    "the header is not compared": ("if found[number - 1 : number] != [line]:", "if False:"),
    "any form of the claim is accepted": ("if text != claim_of(puzzle, lines):", "if False:"),
    "names of units may be anything": ("if not name.isprintable() or len(name) > LONGEST_NAME:", "if False:"),
    "grids are not checked": (
        "if reason := meaning.violation(grid):",
        "if (reason := meaning.violation(grid)) and False:",
    ),
    "givens are not compared": ("if any(g and g != d for g, d in zip(self.values, grid, strict=True)):", "if False:"),
    "units are not checked": ("if len({grid[k] for k in cells}) < len(cells):", "if False:"),
    "blanks are allowed": ("if 0 in grid:", "if False:"),
    "solutions may repeat": ("if len(set(grids)) < len(grids):", "if False:"),
    "the count is not compared": (
        "if type(count) is not int or count != len(lines):",
        "if False:",
        "if text != claim_of(puzzle, lines):",
        "if False:",
    ),
    "steps are not checked": ("elif known.implies(clause):", "elif True:"),
    "the empty clause is not needed": ("if not (known.is_contradictory and ends):", "if False:"),
    "a proof needs no end": ("if not (known.is_contradictory and ends):", "if not known.is_contradictory:"),
    "grids are excluded by one cell": ("if not self.values[k]]", "if not self.values[k]][:1]"),
    "a conflict is taken for granted": (
        "holds = not self._propagate([-literal for literal in clause])",
        "holds = True",
    ),
    "assumptions stay": ("            self._true[literal] = 0\n", "            pass\n"),
    "the assumptions are not negated": ("self._propagate([-literal for literal in clause])", "self._propagate(clause)"),
    "only one digit is possible": (
        "[d for d in digits if d not in taken[k]]",
        "[d for d in digits if d not in taken[k]][:1]",
    ),
    "places outside the unit": (
        "for k in cells if d in self.possible[k]]",
        "for k in cells[1:] if d in self.possible[k]]",
    ),
    "rules are not checked": ("if not rule.reading.allows([grid[k] for k in rule.cells]):", "if False:"),
    "rules are not in the claim": ("    if board.rules:", "    if False:"),
    "rules are not read": ('rules = tuple(map(from_record, claim.get("rules", ())))', "rules = ()"),
    "rules forbid anything": ("if 0 in reached:", "if False:"),
    "states lead nowhere": ("                    if reached:", "                    if False:"),
    "states are for any cell": ("if k < 0 or level.setdefault(s, k - 1) != k - 1 or", "if k < 0 or"),
    "no reading ends well": ("if reading.ends(end)}", "if not reading.ends(end)}"),
    "a thermometer falls": ('"Thermometer": lambda d, e: d < e', '"Thermometer": lambda d, e: d > e'),
    "cages may repeat digits": ("if seen & 1 << d or ", "if "),
    "connected states are apart": ("root[_find(root, s)] = _find(root, t)", "pass"),
}
"""Faults, as changes of a text in one of its files."""


def mutant(*changes: str) -> Any:
    """The verifier with a fault."""
    files_of = {module: Path(module.__file__).read_text(encoding="utf-8") for module in MODULES}
    for old, new in zip(changes[::2], changes[1::2], strict=True):
        assert sum(source.count(old) for source in files_of.values()) == 1, f"{old!r} is not in the verifier once"
        files_of = {module: source.replace(old, new) for module, source in files_of.items()}
    made: dict[str, Any] = {}
    for module, source in files_of.items():
        spec = importlib.util.spec_from_file_location(module.__name__, module.__file__)
        assert spec is not None
        copy = importlib.util.module_from_spec(spec)
        exec(compile(source, "mutant", "exec"), copy.__dict__)
        copy.__dict__.update(made)
        made |= {name: part for name, part in vars(copy).items() if getattr(part, "__module__", "") == module.__name__}
    return copy


MODULES: tuple[Any, ...] = (readings, meaning, unit_propagation, verifier)


@pytest.mark.parametrize("name", MUTANTS)
def test_a_fault_in_the_verifier_would_be_found(name: str) -> None:
    judge = mutant(*MUTANTS[name])
    if any(accepts(forged, judge) for _, forged in forgeries()):
        return  # it accepts something false
    if any(accepts(forged, judge) and not is_true(forged[0]) for _, forged in ruled_forgeries()):
        return
    assert not all(_accepts_own(judge, puzzle) for puzzle in (UNIQUE, TWO, ORDINARY, "small:1", RULED))


def _accepts_own(judge: Any, puzzle: str | sm.Puzzle) -> bool:
    """Whether it accepts a true certificate whose formula it has derived itself."""
    return accepts(files(puzzle), judge)


@pytest.mark.parametrize("size", [33, 35, 36, 64])
def test_digits_are_read_as_they_are_written(size: int) -> None:
    """Without units every grid is a solution, so a full one is the only solution of itself."""
    values = tuple(size - k % 2 for k in range(size * size))
    made = certify(sm.Puzzle(sm.Board(size, ()), values))
    assert verifier.verify_parts(made.claim, made.formula, made.proof, made.puzzle)[1] == 1


def test_a_large_board_with_a_small_formula_is_refused_at_once(at_most: Any) -> None:
    board = sm.Board.of_size(64)
    claim = verifier.claim_of(sm.Puzzle(board, (0,) * 64**2), [])
    with at_most(0), pytest.raises(CertificateError, match=verifier.FORMULA):
        verifier.verify_parts(claim, "", "")


def test_a_verification_can_be_stopped_at_any_step(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: int) -> None:
        raise TimeoutError

    monkeypatch.setattr(unit_propagation, "CHECK_EVERY", 50)
    with pytest.raises(TimeoutError):
        certificate(ORDINARY).verify(stop)


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    made = certificate("several:31")
    made.verify(lambda *step: told.append(step))
    assert told
    assert all(0 < done <= of == made.steps for done, of in told)
