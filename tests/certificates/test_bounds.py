"""Certificates of bounds: what the checker accepts is true of the model in the file, whatever was done to the file."""

import json
import subprocess
import sys
from fractions import Fraction
from itertools import product
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sudoku_models import Problem
from sudoku_models.backends import Linear, Objective, PlainModel, Term
from sudoku_models.certificates import bound_checker
from sudoku_models.certificates.bound_checker import RefusedError, check
from sudoku_models.certificates.bounds import certify_bound
from sudoku_models.errors import CertificateError, InputError
from sudoku_models.runtime.limits import Deadline

WIDEST = 30
"""The widest domain that is enumerated."""


def random_model(rng: Random) -> PlainModel:
    width = rng.randint(1, 3)
    lower = [float(rng.choice([0, 0, -2, 1])) for _ in range(width)]
    upper = [low + rng.randint(0, 3) for low in lower]
    rows: list[Any] = []
    for number in range(rng.randint(1, 3)):
        columns = rng.sample(range(width), rng.randint(1, width))
        side = rng.randint(-2, 8)
        ends = rng.choice([(side, side), (side, inf), (-inf, side), (side, side + 2)])
        rows.append(Linear(columns, [rng.choice([1, 2, -3, 0.5]) for _ in columns], *ends, f"row {number}"))
    cost = Term(tuple(range(width)), tuple(rng.choice([1, -2, 0.5, 7]) for _ in range(width)), rng.choice([0, 3]))
    objective = Objective.of(cost, rng.choice([1, -1]))
    return PlainModel([f"x{k}" for k in range(width)], lower, upper, [True] * width, rows, objective)


def solutions_of(stated: dict[str, Any]) -> list[tuple[int, ...]] | None:
    """All solutions of the model in a file by brute force; None when its columns are not whole and narrow."""
    domains = []
    for _, low, high, is_whole in stated["columns"]:
        if low is None or high is None or not is_whole or Fraction(high) - Fraction(low) > WIDEST:
            return None
        domains.append(range(-(-Fraction(low) // 1), Fraction(high) // 1 + 1))
    found = []
    for x in product(*domains):
        sums = [(sum(Fraction(c) * x[k] for k, c in terms), low, high) for _, terms, low, high in stated["rows"]]
        if all((low is None or Fraction(low) <= s) and (high is None or s <= Fraction(high)) for s, low, high in sums):
            found.append(x)
    return found


def is_true(text: str) -> bool:
    """Whether the claim of a file holds for the model in it; what cannot be enumerated counts as true."""
    stated = json.loads(text)
    solutions, claim = solutions_of(stated), stated["claim"]
    if solutions is None or claim["kind"] == "infeasible":
        return not solutions
    sign = 1 if stated["sense"] == "minimize" else -1

    def value(x: Any) -> Fraction:
        return Fraction(stated["constant"]) + sum(Fraction(c) * Fraction(x[k]) for k, c in stated["cost"])

    is_bound = all(sign * value(x) >= sign * Fraction(claim["bound"]) for x in solutions)
    if claim["kind"] == "bound":
        return is_bound
    x = tuple(map(Fraction, claim["values"]))
    return is_bound and x in solutions and value(x) == Fraction(claim["bound"])


@pytest.fixture(scope="module")
def certificates() -> list[str]:
    """Certificates of small models, of each kind and sense."""
    made = []
    for seed in range(150):
        model = random_model(Random(seed))
        solutions = solutions_of(json.loads(as_file(model)))
        best = min(
            solutions, key=lambda x: sum(c * x[k] for k, c in enumerate(model.minimised.coefficients)), default=None
        )
        try:
            made.append(certify_bound(model, best, best is None, Deadline()).text)
        except CertificateError:
            assert best is None  # the relaxation has a solution
    return made


def as_file(model: PlainModel) -> str:
    """The columns and rows of a model, as in a certificate."""
    return certify_bound(model, None, False, Deadline()).text


def number(rng: Random) -> str:
    return str(rng.choice([Fraction(rng.randint(-9, 9)), Fraction(rng.randint(-9, 9), rng.randint(1, 9)), 10**6]))


def with_other_multipliers(rng: Random, stated: Any) -> None:
    k = rng.randrange(len(stated["multipliers"]))
    stated["multipliers"][k] = number(rng)


def with_another_claim(rng: Random, stated: Any) -> None:
    claim = stated["claim"]
    if "bound" in claim:
        claim["bound"] = str(Fraction(claim["bound"]) + rng.choice([1, -1, Fraction(1, 2)]))
    stated["claim"] = rng.choice([claim, {**claim, "kind": rng.choice(["bound", "infeasible", "optimal"])}])


def with_another_model(rng: Random, stated: Any) -> None:
    part = rng.choice(["columns", "rows", "cost", "constant", "sense", "twice"])
    if part == "sense":
        stated["sense"] = {"minimize": "maximize", "maximize": "minimize"}[stated["sense"]]
    elif part == "constant":
        stated["constant"] = number(rng)
    elif part == "twice":
        terms = rng.choice([stated["cost"], rng.choice(stated["rows"])[1]])
        terms.append([terms[0][0], number(rng)])
    elif part == "columns":
        each = rng.choice(stated["columns"])
        each[rng.choice([1, 2])] = rng.choice([number(rng), None])
    elif part == "rows":
        each = rng.choice(stated["rows"])
        rng.choice([each[1][0].__setitem__, lambda k, v: each.__setitem__(k + 1, v)])(1, number(rng))
    else:
        rng.choice(stated["cost"])[1] = number(rng)


DAMAGES = [with_other_multipliers, with_another_claim, with_another_model]


def test_certificates_of_each_kind_are_accepted(certificates: list[str]) -> None:
    kinds = [json.loads(text)["claim"]["kind"] for text in certificates]
    assert {*kinds} == {"optimal", "bound", "infeasible"}
    assert kinds.count("optimal") > 20
    for text in certificates:
        assert check(text)
        assert is_true(text)


@pytest.mark.parametrize("damage", DAMAGES)
def test_what_is_accepted_of_a_damaged_certificate_is_true(damage: Any, certificates: list[str]) -> None:
    accepted = refused = 0
    for number_of, text in enumerate(certificates):
        for seed in range(12):
            stated = json.loads(text)
            damage(Random(1000 * seed + number_of), stated)
            try:
                check(damaged := json.dumps(stated))
            except RefusedError:
                refused += 1
                continue
            accepted += 1
            assert is_true(damaged), damaged
    assert accepted > 100
    assert refused > 100


def test_a_damaged_text_is_refused_or_true(certificates: list[str]) -> None:
    rng = Random(4)
    refused = 0
    for _ in range(1_500):
        text = rng.choice(certificates)
        k = rng.randrange(len(text))
        text = text[:k] + rng.choice(["", text[k] * 2, "9", "-", "/", "]", "null", "é"]) + text[k + 1 :]
        try:
            check(text)
        except RefusedError:
            refused += 1
            continue
        assert is_true(text), text
    assert refused > 500


def test_a_stronger_claim_than_the_multipliers_prove_is_refused(certificates: list[str]) -> None:
    for text in certificates:
        stated = json.loads(text)
        sign, claim = 1 if stated["sense"] == "minimize" else -1, stated["claim"]
        if claim["kind"] != "infeasible":
            stated["claim"] = {"kind": "bound", "bound": str(Fraction(claim["bound"]) + sign * Fraction(1, 10**9))}
            with pytest.raises(RefusedError):
                check(json.dumps(stated))


HALVES = {
    "format": bound_checker.FORMAT,
    "columns": [["x", "0", "9", True]],
    "rows": [["three halves", [[0, "2"]], "3", None]],
    "sense": "minimize",
    "cost": [[0, "1"]],
    "constant": "0",
    "multipliers": ["1/2"],
    "claim": {"kind": "bound", "bound": "2"},
}
CONTINUOUS, EMPTY = [["x", "0", "9", False]], [["x", "1", "0", True]]
NOTHING = {"kind": "infeasible"}


@pytest.mark.parametrize(
    ("change", "is_accepted"),
    [
        ({}, True),
        ({"columns": CONTINUOUS}, False),
        ({"columns": CONTINUOUS, "claim": {"kind": "bound", "bound": "3/2"}}, True),
        ({"columns": CONTINUOUS, "claim": {"kind": "optimal", "bound": "3/2", "values": ["3/2"]}}, True),
        ({"claim": {"kind": "optimal", "bound": "3/2", "values": ["3/2"]}}, False),
        ({"claim": {"kind": "optimal", "bound": "2", "values": ["2"]}}, True),
        ({"claim": {"kind": "optimal", "bound": "1", "values": ["2"]}}, False),
        ({"claim": NOTHING}, False),
        ({"claim": NOTHING, "columns": EMPTY, "multipliers": ["0"]}, True),
    ],
)
def test_the_checker_knows_what_is_whole_and_what_is_empty(change: Any, is_accepted: bool) -> None:
    text = json.dumps(HALVES | change)
    if is_accepted:
        assert check(text)
    else:
        with pytest.raises(RefusedError):
            check(text)


def test_what_is_said_twice_is_refused() -> None:
    text = json.dumps(HALVES)
    with pytest.raises(RefusedError):
        check(text[:-1] + ', "constant": "0"}')


def assignment(n: int) -> Any:
    """An assignment problem with costs as they come."""

    def statement(m: Any) -> Any:
        x = m.bool_vars("x", [(i, j) for i in range(n) for j in range(n)])
        for i in range(n):
            m.add(m.sum(x[i, j] for j in range(n)) == 1, f"row {i}")
            m.add(m.sum(x[j, i] for j in range(n)) == 1, f"column {i}")
        m.minimize(m.dot([(i * 7919) ** 2 % 1009 for i in range(n * n)], x.values()))
        return x

    return statement


@pytest.mark.parametrize("n", [6, pytest.param(55, marks=pytest.mark.slow)])
def test_multipliers_of_a_large_model_prove_a_bound_whatever_was_done_to_them(n: int) -> None:
    """With 55 there are 3,025 columns. A bound that damaged multipliers prove is never above the optimum."""
    certificate = Problem(assignment(n), "pulp").certify()
    assert certificate.kind == "optimal"
    stated, rng = json.loads(certificate.text), Random(n)
    for _ in range(8):
        for k in rng.sample(range(len(stated["multipliers"])), 3):
            stated["multipliers"][k] = number(rng)
        for above, is_provable in ((Fraction(1), False), (Fraction(-(10**9)), True)):
            stated["claim"] = {"kind": "bound", "bound": str(certificate.bound + above)}
            if is_provable:
                check(json.dumps(stated))
            else:
                with pytest.raises(RefusedError):
                    check(json.dumps(stated))


def test_the_checker_is_a_program_of_its_own(tmp_path: Path) -> None:
    """Without the package and without any other library."""
    program = tmp_path / "checker.py"
    program.write_bytes(Path(bound_checker.__file__).read_bytes())
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    Problem(assignment(3), "pulp").certify().write(good)
    bad.write_text(good.read_text(encoding="utf-8").replace('"minimize"', '"maximize"'), encoding="utf-8")
    codes = [
        subprocess.run([sys.executable, "-I", "-S", program, *files], capture_output=True, timeout=60).returncode
        for files in ([good], [bad], [good, bad], [tmp_path / "nowhere"], [])
    ]
    assert codes == [0, 1, 1, 1, 1]


def test_a_continuous_optimum_is_certified_where_its_values_are_simple_fractions() -> None:
    def thirds(m: Any) -> Any:
        x = m.int_vars("x", "a", 0, 9)
        z = m.native.add_variable("z", 0, None)
        m.native += 3 * z + 2 * x["a"] >= 7, "row"
        m.native += 1 * x["a"] <= 2, "few"
        m.native.setObjective(1 * z + 5 * x["a"])
        return x

    certificate = Problem(thirds, "pulp").certify()
    assert (certificate.kind, certificate.bound) == ("optimal", Fraction(7, 3))
    assert certificate.verify()


def test_what_cannot_be_certified_says_why(tmp_path: Path) -> None:
    def plain(m: Any) -> Any:
        return m.bool_vars("y", "ab")

    def odd(m: Any) -> Any:
        x = m.int_vars("x", "ab", 0, 9)
        m.add(2 * x["a"] + 2 * x["b"] == 7, "odd")
        return x

    with pytest.raises(CertificateError, match="without an objective"):
        Problem(plain, "pulp").certify()
    with pytest.raises(CertificateError, match="relaxation"):
        Problem(odd, "pulp").certify()
    with pytest.raises(InputError, match="MILP"):
        Problem(assignment(2), "pulp").certify("cadical")
    certificate = Problem(assignment(2), "pulp").certify()
    for path in (tmp_path / "bound.txt", tmp_path / "nowhere" / "bound.json"):
        with pytest.raises(InputError, match="certificate"):
            certificate.write(path)
