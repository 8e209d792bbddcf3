"""Models as LP and MPS files, read by HiGHS and PuLP."""

import random

import pulp
import pytest

import sudoku_models as sm
from sudoku_models.backends.pulp import PulpBackend
from sudoku_models.errors import InputError

BACKENDS = ["pulp", "pyomo", "cpsat"]
NAMES = ["free", "e1", "max", "x 1", "x_1", "-", "St", "7"]
"""Names that are words or numbers in the formats, or are written alike."""


def drawn(seed):
    """A statement of random rows, among them equations, ranges, rows without variables and logic."""

    def statement(m):
        rng = random.Random(seed)
        x = {name: m.int_vars(name, [0], rng.randint(-3, 0), rng.randint(0, 3))[0] for name in NAMES[:4]}
        xs = list(x.values())
        for k in range(3):
            total = m.dot([rng.choice([-3, -1, 0, 1, 2, 2**40 + 1]) for _ in xs], xs)
            side = rng.randint(-4, 4)
            m.add(rng.choice([lambda t, s: t <= s, lambda t, s: t >= s])(total, side), NAMES[k + 4])
        m.add(xs[0] + 2 * xs[1] + xs[2] >= -8, "free")
        if rng.random() < 0.5:
            m.all_different(xs[:2], "two differ")
        (m.minimize if rng.random() < 0.5 else m.maximize)(m.dot([rng.randint(-3, 3) for _ in xs], xs) + 5)
        return x

    return statement


@pytest.mark.parametrize("suffix", [".lp", ".mps"])
def test_a_puzzle_without_blank_cells_has_a_file_too(suffix, tmp_path):
    grid = sm.Puzzle.parse("1234 3412 2143 4321")
    assert read_by_highs(sm.build(grid, "assignment_reduced", "pulp").write(tmp_path / f"x{suffix}")) == 0


def read_by_highs(path):
    import highspy

    highs = highspy.Highs()
    highs.silent()
    assert highs.readModel(str(path)) == highspy.HighsStatus.kOk, path.read_text()
    highs.setOptionValue("mip_rel_gap", 0.0)
    highs.run()
    status = highs.getModelStatus()
    return highs.getObjectiveValue() if status == highspy.HighsModelStatus.kOptimal else None


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("suffix", [".lp", ".mps"])
def test_other_programs_read_the_same_model(backend, suffix, tmp_path):
    answers = []
    for seed in range(12):
        problem = sm.Problem(drawn(seed), backend)
        found = problem.solve("cpsat")
        expected = found.objective if found.status is sm.Status.SOLVED else None
        path = problem.write(tmp_path / f"{seed}{suffix}")
        assert read_by_highs(path) == (expected if expected is None else pytest.approx(expected)), (seed, expected)
        answers.append(expected)
    assert None in answers
    assert len(set(answers)) > 4


def test_the_solutions_are_the_same_after_pulp_has_read_the_file(tmp_path):
    problem = sm.Problem(lambda m: m.int_vars("x", "abc", -1, 2), "cpsat")
    problem.m.all_different(problem.variables.values(), "all differ")
    _, read = pulp.LpProblem.fromMPS(str(problem.write(tmp_path / "x.mps")))
    x = {v.name: v for v in read.variables() if v.name in ("x_a", "x_b", "x_c")}
    again = sm.Problem(lambda m: x, PulpBackend(read))
    assert again.count_solutions().value == problem.count_solutions().value == 4 * 3 * 2


@pytest.mark.parametrize("path", ["model.txt", "no/such/folder/model.lp"])
def test_what_cannot_be_written_is_an_error(path, tmp_path):
    with pytest.raises(InputError, match="model"):
        sm.Problem(drawn(0), "pulp").write(tmp_path / path)
