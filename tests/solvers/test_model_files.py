"""Files in the MPS and LP formats are read as the models that they state, or refused with the line."""

import gzip
import random
from fractions import Fraction
from math import inf
from pathlib import Path

import pulp
import pyomo.environ as pyo
import pytest

import sudoku_models as sm
from sudoku_models.backends import Objective
from sudoku_models.backends.numbers import exact
from sudoku_models.errors import InputError
from sudoku_models.solvers import model_files
from sudoku_models.solvers.model_files import read_model

ALL_FEATURES = """NAME          FEATURES
* a comment
OBJSENSE
    MAX
ROWS
 N  COST
 L  AT_MOST
 G  AT_LEAST
 E  EQUAL
 E  BELOW
 N  FREE
 L  RANGED
 G  OPEN
COLUMNS
    MARKER1   'MARKER'                 'INTORG'
    WHOLE     COST               1.5   AT_MOST            1
    UNBOUNDED AT_MOST              2   FREE               9
    MARKER2   'MARKER'                 'INTEND'
* another comment
    X         COST             1e-3    EQUAL            0.1 $ a comment
    X         RANGED              -1
    Y         EQUAL                1   AT_LEAST          1
    Z         BELOW                1   OPEN     12345678.25
    B         BELOW                1
    LI        AT_LEAST             1
    FX        AT_LEAST             1
    FR        AT_LEAST             1
RHS
    RHS       COST               -10   AT_MOST           20
    RHS       AT_LEAST          -0.3   EQUAL              5
    RHS       BELOW                5   RANGED             4
    RHS       OPEN             -1e30
RANGES
    RNG       AT_MOST              8   AT_LEAST           2
    RNG       EQUAL                1   BELOW             -3
    RNG       RANGED               6
BOUNDS
 UP BND       WHOLE                7
 MI BND       X
 UP BND       X                   -2
 LO BND       Y                  0.1
 UP BND       Y                 1e30
 BV BND       B
 LI BND       LI                  -4
 UI BND       LI                   6
 FX BND       FX                 2.5
 FR BND       FR
ENDATA
"""


@pytest.mark.parametrize("space", ["_", " "])
def test_every_part_of_an_mps_file_is_read(space: str, tmp_path: Path) -> None:
    """Also in fixed columns, where names may have spaces."""
    file = tmp_path / "features.mps"
    file.write_text(ALL_FEATURES.replace("_", space))
    m = read_model(file)
    columns = dict(zip(m.variables, zip(m.lower, m.upper, m.integer, strict=True), strict=True))
    assert columns == {
        "WHOLE": (0, 7, True),
        "UNBOUNDED": (0, 1, True),  # an integer without bounds is binary, as for CPLEX
        "X": (-inf, -2, False),
        "Y": (0.1, inf, False),
        "Z": (0, inf, False),
        "B": (0, 1, True),
        "LI": (-4, 6, True),
        "FX": (2.5, 2.5, False),
        "FR": (-inf, inf, False),
    }
    rows = {}
    for row in m.records:
        terms = {m.variables[k]: c for k, c in zip(row.columns, row.coefficients, strict=True)}  # type: ignore[union-attr]
        rows[row.name] = (terms, row.lower, row.upper)  # type: ignore[union-attr]
    assert rows == {
        f"AT{space}MOST": ({"WHOLE": 1, "UNBOUNDED": 2}, 12, 20),
        f"AT{space}LEAST": ({"Y": 1, "LI": 1, "FX": 1, "FR": 1}, -0.3, 1.7),
        "EQUAL": ({"X": 0.1, "Y": 1}, 5, 6),
        "BELOW": ({"Z": 1, "B": 1}, 2, 5),
        "RANGED": ({"X": -1}, -2, 4),
        "OPEN": ({"Z": 12345678.25}, -inf, inf),
    }
    assert m.minimised == Objective((0, 2), (-1.5, -1e-3), -10, -1)
    assert all(type(c) is int for row in m.records for c in row.coefficients if c == round(c))  # type: ignore[union-attr]


def test_decimal_numbers_stay_what_they_are(tmp_path: Path) -> None:
    """Reading through floating-point numbers keeps decimal numbers of up to 12 digits."""
    rng, numbers = random.Random(7), []
    for _ in range(300):
        numbers.append(f"{rng.choice('-+')}{rng.randrange(1, 10 ** rng.randint(1, 12))}e{rng.randint(-9, 2)}")
    lines = [f" X{k} R {number}" for k, number in enumerate(numbers)]
    file = tmp_path / "numbers.mps"
    file.write_text("\n".join(["NAME", "ROWS", " N COST", " L R", "COLUMNS", *lines, "RHS", " RHS R 0.3", "ENDATA\n"]))
    [row] = read_model(file).records
    assert [exact(c) for c in row.coefficients] == list(map(Fraction, numbers))  # type: ignore[union-attr]


FIXED = """NAME          SPACES
ROWS
 N  COST
 L  ROW ONE
COLUMNS
    X ONE     COST               1.0   ROW ONE            2.5
    X TWO     COST              -1.0   ROW ONE            1.0
RHS
    RHS       ROW ONE            4.0
BOUNDS
 UP BND       X ONE              4.5
ENDATA
"""


def test_names_with_spaces_windows_lines_capitals_and_compression(tmp_path: Path) -> None:
    for name, text in (
        ("a.mps", FIXED.encode()),
        ("b.MPS", FIXED.replace("\n", "\r\n").encode()),
        ("c.mps.gz", gzip.compress(b"\xef\xbb\xbf" + FIXED.encode())),
        ("d \N{SNOWMAN}.mps", FIXED.encode()),
    ):
        (tmp_path / name).write_bytes(text)
        m = read_model(tmp_path / name)
        assert (m.variables, m.upper, [row.name for row in m.records]) == (["X ONE", "X TWO"], [4.5, inf], ["ROW ONE"])


@pytest.mark.parametrize("sense", [1, -1])
def test_files_that_libraries_write_are_read_as_their_models(sense: int, tmp_path: Path) -> None:
    lp = pulp.LpProblem("plan", sense)
    x, y = lp.add_variable("x", -3, 7, "Integer"), lp.add_variable("y", None, 4)
    lp += 3 * x - 2 * y
    lp += x + y >= -5.25, "below"
    lp += x - y <= 6, "above"
    lp.writeLP(tmp_path / "pulp.lp")
    lp.writeMPS(tmp_path / "pulp.mps")
    m = pyo.ConcreteModel()
    m.x, m.y = pyo.Var(domain=pyo.Integers, bounds=(-3, 7)), pyo.Var(bounds=(None, 4))
    m.goal = pyo.Objective(expr=3 * m.x - 2 * m.y, sense=sense)
    m.below, m.above = pyo.Constraint(expr=m.x + m.y >= -5.25), pyo.Constraint(expr=m.x - m.y <= 6)
    for suffix in ("lp", "mps"):
        m.write(str(tmp_path / f"pyomo.{suffix}"), io_options={"symbolic_solver_labels": True})
    best = {sm.Problem(lp).solve().objective, sm.Problem(m).solve().objective}
    best |= {
        sm.Problem.read(tmp_path / f"{name}.{end}").solve().objective
        for name in ("pulp", "pyomo")
        for end in ("lp", "mps")
    }
    assert len(best) == 1, best


def test_a_file_is_read_where_there_are_no_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.mps").write_text(FIXED)
    monkeypatch.setenv("SUDOKU_MODELS_WITHOUT", "processes,threads")
    assert read_model(tmp_path / "a.mps").variables == ["X ONE", "X TWO"]


def test_a_file_is_a_problem_about_all_or_the_named_columns(tmp_path: Path) -> None:
    file = tmp_path / "small.lp"
    file.write_text(
        "max\n 3 a + 2 b + 7\nst\n a + b <= 4\n a - b >= -3\nbounds\n a <= 3\n b <= 3\ngeneral\n a\n b\nend\n"
    )
    problem = sm.Problem.read(file)
    assert (problem.solve().objective, problem.count_solutions().value) == (18, 13)
    assert sm.Problem.read(file, variables=["b"]).count_solutions().value == 4


@pytest.mark.parametrize(
    ("old", "new", "has_line"),
    [
        (" 'MARKER'                 'INTORG'", " 'MARKER' 'NONSENSE'", False),
        (" E  BELOW", " Q  BELOW", True),
        (" E  BELOW", " E  EQUAL", False),
        ("Z         BELOW ", "Z         BESIDE", True),
        ("RHS       BELOW ", "RHS       BESIDE", True),
        ("RNG       RANGED", "RNG       RINGED", True),
        (" BV BND       B\n", " BW BND       B\n", True),
        (" BV BND       B\n", " BV BND       C\n", True),
        (" BV BND       B\n", " SC BND       B  9\n", False),
        (" FR BND       FR\n", " LO BND       FR  3\n UP BND       FR  2\n", False),
        (" UP BND       WHOLE                7", " UP BND       WHOLE               -7", True),
        ("    X         RANGED", "    X         EQUAL ", True),
        ("    Z         BELOW                1   OPEN     12345678.25", "    X  BELOW 1", False),
        ("    Z         BELOW                1", "    Z         BELOW              nan", True),
        ("    X         COST             1e-3", "    X         COST             1,5", True),
        ("    RHS       BELOW                5", "    RHS       BELOW                5x", True),
        (" UP BND       WHOLE                7", " UP BND       WHOLE              1D3", True),
        ("ENDATA", "QUADOBJ\n X X 1\nENDATA", False),
        ("ENDATA", "SOS\n S1 A\n X 1\n Y 2\nENDATA", False),
        ("ENDATA", "INDICATORS\n IF EQUAL B 1\nENDATA", False),
        ("ENDATA\n", "", False),
        ("* a comment", "* \0", True),
    ],
    ids=lambda part: str(part).strip()[:20] if isinstance(part, str) else "",
)
def test_what_is_damaged_or_not_supported_is_refused_with_its_line(
    old: str, new: str, has_line: bool, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert old in ALL_FEATURES
    file = tmp_path / "damaged.mps"
    line = ALL_FEATURES[: ALL_FEATURES.index(old)].count("\n") + 1
    file.write_text(ALL_FEATURES.replace(old, new, 1))
    with pytest.raises(InputError, match=f"line {line} " if has_line else "damaged.mps|FR"):
        sm.Problem.read(file)
    assert capfd.readouterr() == ("", "")


@pytest.mark.slow
def test_a_file_that_the_reader_never_ends_with_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    endless = ALL_FEATURES.replace("NAME", "\nNAME", 1).replace("RHS\n    RHS  ", "RHS  RHS  ", 1)
    (tmp_path / "endless.mps").write_text(endless)
    monkeypatch.setattr(model_files, "SECONDS", 3)
    with pytest.raises(InputError, match="endless"):
        read_model(tmp_path / "endless.mps")
    (tmp_path / "fixed.mps").write_text(FIXED)
    monkeypatch.undo()
    assert read_model(tmp_path / "fixed.mps").variables == ["X ONE", "X TWO"]


def test_files_that_are_no_models_are_refused(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "folder.lp").mkdir()
    contents = {
        "a.lp": b"",
        "b.lp": b"some words",
        "c.lp": b"min\n x\nst\n x + y >=\nend\n",
        "d.lp": b"min\n x\nst\n c: b = 1 -> x >= 3\nbinary\n b\nend\n",
        "e.lp": b"min\n x + [ x ^ 2 ] / 2\nst\n x >= 1\nend\n",
        "f.lp": b"min\n x\nst\n x >= 1\nbounds\n 1 <= x <= 4\nsemi\n x\nend\n",
        "cut.lp": b"min\n x\nst\n x >= 1\nbounds\n",
        "g.lp": bytes(range(256)),
        "h.lp.gz": b"no gzip",
        "i.mps.gz": gzip.compress(FIXED.encode())[:-20],
        "j.txt": FIXED.encode(),
    }
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    for name in (*contents, "folder.lp", "missing.mps", "missing"):
        with pytest.raises(InputError, match=name):
            sm.Problem.read(tmp_path / name)
    assert capfd.readouterr() == ("", "")
