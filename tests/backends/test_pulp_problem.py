"""What PuLP itself can do with the `LpProblem` of a model whose logical constraints it cannot hold."""

import copy
import pickle

import pulp
import pytest

from sudoku_models import rewrites
from sudoku_models.backends import new_backend
from sudoku_models.backends.pulp import PulpBackend
from sudoku_models.errors import InputError, UnsupportedError

USES = {
    "solve": lambda lp, path: lp.solve(pulp.HiGHS(msg=False)),
    "solver.solve": lambda lp, path: pulp.HiGHS(msg=False).solve(lp),
    "sequentialSolve": lambda lp, path: lp.sequentialSolve([sum(lp.variables())], solver=pulp.HiGHS(msg=False)),
    "writeLP": lambda lp, path: lp.writeLP(str(path)),
    "writeMPS": lambda lp, path: lp.writeMPS(str(path)),
    "toDict": lambda lp, path: lp.toDict(),
    "toJson": lambda lp, path: lp.toJson(str(path)),
    "copy": lambda lp, path: lp.copy(),
    "deepcopy": lambda lp, path: lp.deepcopy(),
    "valid": lambda lp, path: lp.valid(),
    "another backend": lambda lp, path: PulpBackend(lp),
}
COPIES = {
    "itself": lambda lp: lp,
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    "pickle": lambda lp: pickle.loads(pickle.dumps(lp)),
}


def different(native=None):
    m = new_backend("pulp") if native is None else PulpBackend(native)
    x = m.int_vars("x", "abc", 1, 3)
    m.add(m.sum(x.values()) <= 8, "not all three")
    m.all_different(x.values(), "all differ")
    return m


@pytest.mark.parametrize("native", [lambda: None, lambda: pulp.LpProblem("mine")], ids=["new", "a user's own"])
@pytest.mark.parametrize("copied", COPIES)
def test_nothing_is_dropped_while_logic_waits(native, copied, tmp_path):
    m = different(native())
    lp = COPIES[copied](m.native)
    for use in USES.values():
        with pytest.raises(UnsupportedError, match="'all differ'"):
            use(lp, tmp_path / "model.x")
    rewrites.apply(m)
    m.load([1, 2, 3] + [0] * (len(m.variables) - 3))
    lp = COPIES[copied](m.native)
    for use in USES.values():
        use(lp, tmp_path / "model.x")
    assert isinstance(lp, pulp.LpProblem)
    assert pulp.LpStatus[lp.solve(pulp.HiGHS(msg=False))] == "Optimal"
    assert {round(v.value()) for v in lp.variables() if v.name in ("x_a", "x_b", "x_c")} == {1, 2, 3}


def test_a_truth_value_concerns_the_next_constraint_of_its_own_model_only():
    m = new_backend("pulp")
    x, y = m.int_vars("x", "ab", 1, 3).values()
    other = pulp.LpProblem("another").add_variable("other", 0, 9)
    assert bool(other >= 1) is True  # as PuLP has it
    m.add(x <= 2, "first")
    with pytest.raises(InputError, match="second"):
        m.add(1 <= x <= 2, "second")
    m.add(y <= 2, "second")
    with pytest.raises(InputError):
        m.add(any([x == 1, y == 1]), "third")
    m.add(x >= 2, "third")
    assert [row.name for row in m.read(m.constraints())] == ["first", "second", "third"]
