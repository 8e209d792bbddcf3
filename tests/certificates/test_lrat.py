"""LRAT proofs are accepted by a checker of few lines that only follows hints, and by cake_lpr; damaged ones are not."""

import random
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sudoku_models as sm
from sudoku_models.certificates import certify, checkers, lrat
from sudoku_models.certificates.formula import Clause
from sudoku_models.certificates.lrat import LRAT, HintedClauseStore
from sudoku_models.certificates.verifier import FORMULA
from sudoku_models.errors import NotInstalledError, UnknownNameError

PUZZLES = [
    "12.. 3412 21.. 43..",
    "12.. ..3. .... ...4",
    "1243342143122134",
    "mccaffrey",
    "several:16",
    "small:1",
    "large:1",
    "windoku:1",
]


def follows_hints(clauses: list[Clause], text: str, is_strict: bool = False) -> bool:
    """Whether the empty clause follows; strictly, each hint forces something new and the last one is the conflict."""
    known = dict(enumerate(clauses, 1))
    for step in text.splitlines():
        number, *rest = map(int, step.split())
        clause, hints = rest[: rest.index(0)], rest[rest.index(0) + 1 : -1]
        true = {-literal for literal in clause}
        for k, hint in enumerate(hints, 1):
            left = {literal for literal in known.get(hint, [0, 1]) if -literal not in true}
            if not left:
                if is_strict and k < len(hints):
                    return False
                break
            if len(left) > 1 or (is_strict and left & true):
                return False
            true |= left
        else:
            return False
        if not clause:
            return True
        if number in known:
            return False
        known[number] = clause
    return False


def clauses_in(formula: str) -> list[Clause]:
    return [[*map(int, line.split()[:-1])] for line in formula.splitlines()[2:]]


# -- what is written is a proof ----------------------------------------------------------------------------------------

literals = st.integers(1, 4).flatmap(lambda v: st.sampled_from([v, -v]))
some_clauses = st.lists(st.lists(literals, max_size=3), max_size=16)
TREE = [[-v if on else v for v, on in enumerate(signs, 1)] for k in (4, 3, 2, 1) for signs in product((0, 1), repeat=k)]
"""What shows by cases that clauses contradict each other: the clauses of all leaves, then of the nodes above them."""


@settings(max_examples=300, deadline=None)
@given(some_clauses, st.randoms(), st.booleans())
def test_a_contradiction_of_small_clauses_has_a_proof(start: list[Clause], rng: Any, deletes: bool) -> None:
    points = ({v if on else -v for v, on in enumerate(signs, 1)} for signs in product((0, 1), repeat=4))
    is_satisfiable = any(all(point & set(clause) for clause in start) for point in points)
    known = HintedClauseStore(4, start)
    for clause in TREE:
        if known.is_contradictory:
            break
        if deletes and rng.random() < 0.2:
            known.delete(rng.choice([*start, *TREE]))
        if known.implies(clause):
            known.add(clause)
    assert deletes or known.is_contradictory != is_satisfiable
    if known.is_contradictory:
        assert not is_satisfiable
        assert follows_hints(start, known.lrat(), is_strict=True)


@pytest.mark.parametrize("name", PUZZLES)
def test_certificates_have_a_proof_with_hints(name: str) -> None:
    made = certify(name)
    assert follows_hints(clauses_in(made.formula), made.lrat(), is_strict=True)


FAULTS = {
    "the reasons are in the wrong order": ("hints[::-1]", "hints"),
    "a reason is missing": ("                    hints.append(number)\n", "                    hints[1:1] = []\n"),
    "what is true for good is taken for granted": ("hints += [self._units", "hints += [0 and self._units"),
    "steps that were left out still count": ("new.get(hint, hint)", "hint"),
    "the conflict is not marked": ("[number], set(map(neg", "[number], set() and set(map(neg"),
    "a clause is named by what was first there": (
        "self._numbers[id(left)] = number",
        "self._numbers.setdefault(id(left), 1)",
    ),
    "literals for good have no step": ("if further else reason", "if False else reason"),
    "a step that is needed is left out": (
        "needed.update(self._hints[number])",
        "needed.update(self._hints[number][:-2])",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_in_the_hints_would_be_found(name: str) -> None:
    old, new = FAULTS[name]
    source = Path(lrat.__file__).read_text(encoding="utf-8")
    assert source.count(old) == 1
    faulty: dict[str, Any] = {"__name__": lrat.__name__, "__package__": lrat.__package__}
    exec(compile(source.replace(old, new), "mutant", "exec"), faulty)
    assert not all(_is_right(faulty["HintedClauseStore"], certify(puzzle)) for puzzle in PUZZLES[:5])


def _is_right(store: Any, made: Any) -> bool:
    clauses = clauses_in(made.formula)
    known = store(max(abs(literal) for clause in clauses for literal in clause), clauses)
    try:
        for step in made.proof.splitlines():
            clause = [*map(int, step.removeprefix("d ").split()[:-1])]
            if known.is_contradictory:
                break
            if step.startswith("d"):
                known.delete(clause)
            elif known.implies(clause):
                known.add(clause)
        return follows_hints(clauses, known.lrat(), is_strict=True)
    except (LookupError, RecursionError):
        return False


# -- cake_lpr ----------------------------------------------------------------------------------------------------------


def opinion(folder: Path) -> checkers.Opinion:
    return checkers.opinions(folder, checkers=["cake_lpr"])[0]


@pytest.mark.parametrize("format", ["drat", "lrat"])
@pytest.mark.parametrize("name", PUZZLES)
def test_cake_lpr_accepts_certificates(cake_lpr: str, tmp_path: Path, name: str, format: str) -> None:
    found = checkers.judge(certify(name).write(tmp_path, format), checkers=["cake_lpr"])
    assert [(each.checker, each.accepted) for each in found] == [("verifier", True), ("cake_lpr", True)]
    assert (tmp_path / LRAT).exists() == (format == "lrat")


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["clues17", "top95", "rated", "several", "hardest11", "small", "variants"])
def test_cake_lpr_accepts_a_sample_of_each_corpus(cake_lpr: str, tmp_path: Path, kind: str) -> None:
    puzzles = [*sm.corpus(kind).values()]
    if kind == "variants":  # a cage without givens needs long proofs
        puzzles = [each for name in ("jigsaw", "windoku", "xsudoku", "antiknight") for each in sm.corpus(name).values()]
    for puzzle in puzzles[:: max(1, len(puzzles) // (40 if kind == "clues17" else 15))]:
        found = checkers.judge(certify(puzzle).write(tmp_path), checkers=["cake_lpr"])
        assert [each.accepted for each in found] == [True, True], puzzle


def damaged(text: str, rng: random.Random) -> str:
    """A proof with one change: steps that are dropped, repeated or swapped, other literals or hints, an early end."""
    lines = [line.split() for line in text.splitlines()]
    k = rng.randrange(len(lines))
    step = lines[k]
    end = step.index("0", 1)
    kind = rng.randrange(8)
    if kind == 0:
        del lines[k]
    elif kind == 1:
        del lines[k:]
    elif kind == 2:
        lines.insert(rng.randrange(len(lines)), lines.pop(k))
    elif kind == 3 and end > 1:
        place = rng.randrange(1, end)
        step[place] = rng.choice([str(-int(step[place])), str(rng.randint(1, 64)), str(rng.randint(-64, -1))])
    elif kind == 4 and end > 1:
        del step[rng.randrange(1, end)]
    elif kind == 5:
        step[rng.randrange(end + 1, len(step) - 1)] = str(rng.randint(1, int(lines[-1][0])))
    elif kind == 6:
        del step[rng.randrange(end + 1, len(step) - 1)]
    else:
        rng.shuffle(hints := step[end + 1 : -1])
        step[end + 1 : -1] = hints
    return "".join(f"{' '.join(line)}\n" for line in lines)


@pytest.mark.slow
def test_cake_lpr_accepts_no_damaged_proof(cake_lpr: str, tmp_path: Path) -> None:
    """One thousand; those that are still proofs, which the checker of few lines decides, are left out."""
    rng = random.Random(23)
    for name in ("small:1", "small:3", "several:16", "mccaffrey", "clues17:5"):
        made = certify(name)
        text, clauses = made.lrat(), clauses_in(made.formula)
        made.write(tmp_path, "lrat")
        refused = 0
        while refused < 200:
            changed = damaged(text, rng)
            if follows_hints(clauses, changed):
                continue
            (tmp_path / LRAT).write_text(changed, encoding="utf-8")
            assert opinion(tmp_path).accepted is False, changed
            refused += 1


def test_cake_lpr_accepts_nothing_about_clauses_that_can_be_satisfied(cake_lpr: str, tmp_path: Path) -> None:
    """One solution is left out of the formula, so nothing proves it."""
    made = certify("12.. 3412 21.. 43..")
    head, size, *clauses = made.write(tmp_path, "lrat").joinpath(FORMULA).read_text(encoding="utf-8").splitlines()
    for k in (-1, -2):
        left = [clause for clause in clauses if clause != clauses[k]]
        text = "\n".join([head, size.replace(f" {len(clauses)}", f" {len(left)}"), *left, ""])
        (tmp_path / FORMULA).write_text(text, encoding="utf-8")
        for seed in range(20):
            (tmp_path / LRAT).write_text(damaged(made.lrat(), random.Random(seed)), encoding="utf-8")
            assert opinion(tmp_path).accepted is False


def test_a_checker_that_is_missing_says_where_it_is_published(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SUDOKU_MODELS_CAKE_LPR", str(tmp_path / "nowhere"))
    with pytest.raises(NotInstalledError, match=r"github\.com/tanyongkiam/cake_lpr.*gcc"):
        checkers.judge(tmp_path, checkers=["cake_lpr"])
    with pytest.raises(UnknownNameError, match="cake_lpr"):
        checkers.judge(tmp_path, checkers=["cake"])
    with pytest.raises(UnknownNameError, match="lrat"):
        certify("1243342143122134").write(tmp_path, "lrta")
