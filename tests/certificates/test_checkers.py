"""Checkers by others accept what was made, and refuse what was damaged."""

import os
import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sudoku_models.certificates import certify, checkers
from sudoku_models.certificates.verifier import FORMULA, PROOF

PUZZLES = ["12.. 3412 21.. 43..", "12.. ..3. .... ...4", "mccaffrey", "ai-escargot", "several:16"]


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_dratify_accepts_what_was_made(tmp_path: Path, puzzle: str) -> None:
    pytest.importorskip("dratify")
    first = checkers.opinions(certify(puzzle).write(tmp_path))[0]
    assert (first.checker, first.accepted) == ("dratify", True)


def test_dratify_refuses_proofs_that_were_cut_short_or_belong_to_others(tmp_path: Path) -> None:
    pytest.importorskip("dratify")
    one, other = certify("mccaffrey"), certify("ai-escargot")
    lines = one.proof.splitlines(keepends=True)
    rng = random.Random(1)
    proofs = [other.proof, "", "garbage", *("".join(lines[: rng.randrange(len(lines) // 2)]) for _ in range(5))]
    for proof in proofs:
        one.write(tmp_path)
        (tmp_path / PROOF).write_text(proof, encoding="utf-8")
        assert checkers.opinions(tmp_path)[0].accepted is False, proof[:60]


@contextmanager
def program(folder: Path, script: str) -> Iterator[None]:
    """A program of the name drat-trim on the path."""
    path = folder / "drat-trim"
    path.write_text(f"#!{sys.executable}\n{script}\n", encoding="utf-8")
    path.chmod(0o755)
    before = os.environ["PATH"]
    os.environ["PATH"] = f"{folder}{os.pathsep}{before}"
    try:
        yield
    finally:
        os.environ["PATH"] = before


@pytest.mark.skipif(os.name == "nt", reason="the stand-in for drat-trim is a script")
@pytest.mark.parametrize(
    ("script", "accepted"),
    [
        ("import sys; open(sys.argv[1]).read(), open(sys.argv[2]).read(); print('c hello\\ns VERIFIED')", True),
        ("print('s NOT VERIFIED'); raise SystemExit(1)", False),
        ("print('s TIMEOUT')", None),
        ("raise SystemExit(3)", None),
    ],
)
def test_drat_trim_is_asked_where_it_is_on_the_path(tmp_path: Path, script: str, accepted: bool | None) -> None:
    folder = certify(PUZZLES[0]).write(tmp_path / "certificate")
    with program(tmp_path, script):
        found = {each.checker: each.accepted for each in checkers.opinions(folder)}
    assert found["drat-trim"] is accepted


@pytest.mark.skipif(os.name == "nt", reason="the stand-in for cake_lpr is a script")
@pytest.mark.parametrize(
    ("script", "accepted"),
    [
        ("import sys; open(sys.argv[1]).read(), open(sys.argv[2]).read(); print('s VERIFIED UNSAT')", True),
        ("import sys; print('c Checking failed at line: 2.', file=sys.stderr)", False),
        ("print('s VERIFIED')", None),
        ("import os; print('s VERIFIED UNSAT' if os.environ['CML_HEAP_SIZE'] == '77' else 's ELSE')", True),
        ("raise SystemExit(1)", None),
    ],
)
def test_cake_lpr_gets_a_proof_with_hints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, accepted: bool | None
) -> None:
    path = tmp_path / "checker"
    path.write_text(f"#!{sys.executable}\n{script}\n", encoding="utf-8")
    path.chmod(0o755)
    monkeypatch.setenv("SUDOKU_MODELS_CAKE_LPR", str(path))
    monkeypatch.setenv("CML_HEAP_SIZE", "77")
    folder = certify(PUZZLES[0]).write(tmp_path / "certificate")
    assert [each.accepted for each in checkers.judge(folder, checkers=["cake_lpr"])] == [True, accepted]


def test_a_formula_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("dratify")
    folder = certify(PUZZLES[0]).write(tmp_path)
    (folder / FORMULA).write_text("p cnf none\n", encoding="utf-8")
    assert checkers.opinions(folder)[0].accepted is False


def test_dratify_accepts_no_damaged_proof_of_a_formula_that_can_be_satisfied() -> None:
    """One solution is left out of the formula, so nothing proves it; the proofs are damaged in hundreds of ways."""
    dratify = pytest.importorskip("dratify")
    made = certify(PUZZLES[0])
    clauses = made.formula.splitlines(keepends=True)
    header = clauses[1].replace(str(len(clauses) - 2), str(len(clauses) - 3))
    formula = dratify.parse_dimacs("".join([clauses[0], header, *clauses[2:-1]]))
    lines = made.proof.splitlines(keepends=True)
    rng = random.Random(4)
    for _ in range(400):
        damaged = lines.copy()
        for _ in range(rng.randrange(4)):
            k = rng.randrange(len(damaged))
            damaged[k : k + 1] = rng.choice([[], [damaged[k], damaged[k]], [f"{rng.randint(-64, -1)} 0\n"], ["0\n"]])
        try:
            accepted = bool(dratify.check_proof(formula, "".join(damaged)).ok)
        except ValueError:
            accepted = False
        assert not accepted
