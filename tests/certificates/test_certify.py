"""Certificates of the corpora state the known numbers of solutions, and are accepted."""

import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rule_boards import puzzles, solutions

import sudoku_models as sm
from sudoku_models.certificates import certify, verify
from sudoku_models.certificates.formula import clauses_of
from sudoku_models.errors import CertificateError, DisagreementError, InputError, NotInstalledError

TWO = "12.. 3412 21.. 43.."


@pytest.mark.parametrize("corpus", ["easy50", "top95", "hardest11", "clues17"])
def test_puzzles_of_a_corpus_have_exactly_one_solution(corpus: str) -> None:
    for name in list(sm.corpus(corpus))[:6]:
        certificate = certify(name)
        assert certificate.count == 1, name
        certificate.verify()


@pytest.mark.parametrize("name", [*sm.corpus("several")][:30:3] + [*sm.corpus("small")][:12:2])
def test_the_number_of_solutions_is_the_known_one(name: str) -> None:
    certificate = certify(name)
    certificate.verify()
    assert certificate.count == sm.count_solutions(name, "all_different", "cpsat", "cpsat", limit=None).value


@pytest.mark.slow
@pytest.mark.parametrize("corpus", ["easy50", "top95", "hardest11", "clues17", "several", "small"])
def test_shipped_puzzles_have_a_certificate(corpus: str) -> None:
    for puzzle in [*sm.corpus(corpus).values()][5:500:9]:
        certificate = certify(puzzle)
        certificate.verify()
        assert certificate.count == 1 or corpus in ("several", "small")


@pytest.mark.parametrize("name", ["large:1", "large:3"])
def test_larger_boards(name: str) -> None:
    certificate = certify(name)
    assert certificate.count == 1
    certificate.verify()


def further_units() -> sm.Board:
    usual = sm.Board.of_size(4)
    diagonals = [
        sm.Unit("down", tuple((k, k) for k in usual.digits)),
        sm.Unit("up", tuple((k, 5 - k) for k in usual.digits)),
    ]
    return sm.Board(4, (*usual.units, *diagonals), usual.box)


def test_boards_with_further_units(tmp_path: Path) -> None:
    puzzle = sm.Puzzle(further_units(), (1, *[0] * 15))
    certificate = certify(puzzle)
    found = {tuple(grid.values) for grid in certificate.solutions}
    assert found == {tuple(grid.values) for grid in sm.count_solutions(puzzle, "pairwise", "pulp", "cpsat").grids}
    assert verify(certificate.write(tmp_path)) == (puzzle, len(found))


@settings(max_examples=30, deadline=None)
@given(st.lists(st.sampled_from([0, 0, 1, 2, 3, 4]), min_size=16, max_size=16))
def test_any_puzzle_is_certified(values: list[int]) -> None:
    puzzle = sm.Puzzle(sm.Board.of_size(4), tuple(values))
    certificate = certify(puzzle)
    certificate.verify()
    assert all(sm.is_solution(puzzle, grid) for grid in certificate.solutions)


def test_known_solutions_are_taken_and_checked() -> None:
    one, other = certify(TWO).solutions
    certify(TWO, [one, other]).verify()
    with pytest.raises(DisagreementError, match="further solution"):
        certify(TWO, [one])
    with pytest.raises(InputError, match="twice"):
        certify(TWO, [one, one, other])
    wrong = sm.Grid(one.board, (one.values[1], one.values[0], *one.values[2:]))
    with pytest.raises(InputError, match="is none"):
        certify(TWO, [one, other, wrong])


def test_limits_are_kept() -> None:
    with pytest.raises(CertificateError, match="more than 5 solutions"):
        certify("1... .... .... ....", limit=5)
    with pytest.raises(CertificateError, match="no proof within"):
        certify("large:2", time_limit=0.001)
    for wrong in (-1, float("nan")):
        with pytest.raises(InputError):
            certify(TWO, time_limit=wrong)


def test_without_the_solver_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysat", None)
    with pytest.raises(NotInstalledError, match="pip install"):
        certify(TWO)


def test_verifying_needs_no_solver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = certify(TWO).write(tmp_path / "new" / "folder")
    for name in ("pysat", "pysat.solvers", "highspy", "ortools", "pulp", "pyomo"):
        monkeypatch.setitem(sys.modules, name, None)
    assert verify(folder)[1] == 2


@settings(max_examples=25, deadline=None)
@given(puzzles())
def test_any_puzzle_with_rules_is_certified(puzzle: sm.Puzzle) -> None:
    certificate = certify(puzzle)
    certificate.verify()
    assert set(certificate.solutions) == set(solutions(puzzle))


@pytest.mark.parametrize(
    ("size", "cage", "most"),
    [
        (9, sm.rules.KillerCage(45, [(r, c) for r in (2, 3, 4) for c in (2, 3, 4)]), 5_000),
        (9, sm.rules.LittleKiller(40, [(k, k) for k in range(1, 10)]), 2_000),
        (16, sm.rules.KillerCage(43, [(1, c) for c in range(3, 8)]), 25_000),
    ],
)
def test_large_cages_need_few_clauses(size: int, cage: sm.rules.Rule, most: int) -> None:
    plain = sm.Board.of_size(size)
    blank = (0,) * len(plain.cells)
    board = plain.with_rules(cage)
    of_cage = len(clauses_of(sm.Puzzle(board, blank))) - len(clauses_of(sm.Puzzle(plain, blank)))
    assert 0 < of_cage < most
