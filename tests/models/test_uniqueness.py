"""Five methods to decide uniqueness: they agree with the ground truth, and a lie or a limit is seen."""

import json
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from rule_boards import UNIQUE, puzzles, solutions

import sudoku_models as sm
from sudoku_models import solvers
from sudoku_models.errors import UnsupportedError, WrongGridError
from sudoku_models.models import uniqueness as module  # the module
from sudoku_models.models.uniqueness import METHODS
from sudoku_models.puzzles import corpora

NAMES = [f"several:{k}" for k in (4, 7, 13, 21, 30)]
NAMES += [f"small:{k}" for k in (2, 5)]
NAMES += ["mccaffrey", "top95:60", "easy50:1", "clues17:7", "large:1"]


@pytest.mark.parametrize("name", NAMES)
def test_all_methods_agree_with_the_ground_truth(name):
    entry = next(c.entry(name) for c in corpora() if name in c)
    found = sm.uniqueness(entry.puzzle, extra=False)
    expected = {"0": 0, "1": 1}.get(entry.solutions, 2)
    assert [method.solutions for method in found.methods] == [expected] * 5, found
    assert found.agree is True
    assert found.is_unique is (expected == 1)
    assert [method.name for method in found.methods] == list(METHODS)
    for grid in found.grids:
        assert entry.puzzle.violations(grid) == []
    assert len(found.grids) == expected
    if entry.solution:
        assert found.grids == (entry.solution,)


@pytest.mark.parametrize(
    "model", [("all_different", "pyomo", "cpsat"), ("pairwise", "pulp", "highs"), ("all_different", "cpsat", "highs")]
)
def test_other_models(model):
    for puzzle, expected in ((UNIQUE, True), (sm.load("several:13"), False), (sm.load("several:7"), False)):
        found = sm.uniqueness(puzzle, None, *model)
        assert (found.agree, found.is_unique) == (True, expected)


def test_two_solutions_are_shown_with_the_cells_that_differ():
    puzzle = sm.load("several:10")
    found = sm.uniqueness(puzzle)
    one, other = found.grids
    assert found.differing == tuple(i for i in puzzle.board.cells if one[i] != other[i])
    assert len(found.differing) == 4
    page = found._repr_html_()
    assert page.count("text-decoration:underline") == 8
    assert "differ in 4 cells" in page
    assert "With 1 more given the first of them is the only one" in str(found)
    assert sm.count_solutions(found.extra.completed(), backend="pulp").grids == (one,)


def test_the_least_agreement_is_that_of_the_farthest_solution():
    puzzle = sm.load("several:16")
    (method,) = sm.uniqueness(puzzle, ["least agreement"], extra=False).methods
    grids = sm.count_solutions(puzzle, "all_different", "cpsat", "cpsat", method="enumerate").grids
    least = min(sum(method.grids[0][i] == grid[i] for i in puzzle.board.cells) for grid in grids)
    assert method.reason == f"the least agreement is {least} of 81 cells"


def test_a_limit_is_not_a_verdict(mccaffrey):
    found = sm.uniqueness(mccaffrey, time_limit=1e-6)
    assert (found.agree, found.is_unique) == (None, None)
    assert found.verdict.startswith("NOT KNOWN: no-good cut (")
    assert [method.solutions for method in found.methods] == [None] * 5


def put(monkeypatch, name, found):
    monkeypatch.setitem(module.RUN, name, found)


def fails(*_):
    raise WrongGridError("a wrong grid")


@pytest.mark.parametrize(
    ("found", "agree", "is_unique", "verdict"),
    [
        (
            lambda *_: module.Decision(2, 2, "a lie"),
            False,
            None,
            "NOT AGREED: no-good cut says one, least agreement says several",
        ),
        (fails, False, True, "NOT AGREED: least agreement failed: a wrong grid"),
        (
            lambda *_: module.Decision(None, 1, "the time was up", (), "time limit"),
            None,
            True,
            "NOT KNOWN: least agreement (the time was up); the others say: exactly one solution",
        ),
    ],
    ids=["a contradiction", "a failure", "no end"],
)
def test_one_method_that_is_wrong_or_late_is_seen(monkeypatch, unique4, found, agree, is_unique, verdict):
    put(monkeypatch, "least agreement", found)
    result = sm.uniqueness(unique4)
    assert (result.agree, result.is_unique, result.extra) == (agree, is_unique, None)
    assert result.verdict == verdict


def test_ctrl_c_ends_it_with_the_methods_so_far(monkeypatch, unique4):
    def stop(*_):
        raise KeyboardInterrupt

    put(monkeypatch, "allowed values", stop)
    found = sm.uniqueness(unique4)
    assert [method.stopped_by for method in found.methods] == ["", "interrupted"]
    assert "3 were not tried" in found.verdict


def test_plain_data_and_progress():
    said = []
    found = sm.uniqueness(sm.load("several:13"), progress=lambda k, of, name: said.append((k, of, name)))
    assert said[0] == (0, 5, "no-good cut")
    assert said[-1][2] == "further givens"
    plain = json.loads(json.dumps(found.as_dict()))
    assert (plain["unique"], plain["agree"]) == (False, True)
    assert plain["differing"] == [[3, 1], [3, 4], [4, 1], [4, 4]]
    assert len(plain["extra_givens"]["givens"]) == 1
    assert [method["solutions"] for method in plain["methods"]] == ["several"] * 5


def test_a_formulation_with_other_rules_has_no_certificate(unique4):
    sm.register("own for uniqueness", lambda m, puzzle: sm.build(puzzle).function(m, puzzle))
    found = sm.uniqueness(unique4, None, "own for uniqueness", "pulp")
    assert [each.name for each in found.methods] == [name for name in METHODS if name != "certificate"]
    with pytest.raises(UnsupportedError, match="choose other methods"):
        sm.uniqueness(unique4, ["certificate"], "own for uniqueness")


@pytest.mark.parametrize("minimises", [True, False])
@pytest.mark.parametrize("solver", ["choco", "cadical"])
def test_a_solver_is_asked_what_it_can_answer(unique4, solver, minimises, monkeypatch):
    if not minimises:
        others = {**solvers.Feature.__members__, "OBJECTIVE": "a feature that no solver declares"}
        monkeypatch.setattr(solvers, "Feature", SimpleNamespace(**others))
    found = sm.uniqueness(unique4, None, "all_different", "pulp", solver)
    assert (found.agree, found.is_unique) == (True, True)
    names = [name for name in METHODS if minimises or name != "least agreement"]
    assert [each.name for each in found.methods] == names


@settings(max_examples=8, deadline=None)
@given(puzzles())
def test_all_methods_keep_the_rules_of_the_board(puzzle):
    found = sm.uniqueness(puzzle, extra=False)
    assert found.agree, found.verdict
    assert {method.solutions for method in found.methods} == {min(2, len(solutions(puzzle)))}
    assert [method.name for method in found.methods] == list(METHODS)
    assert all(grid in solutions(puzzle) for grid in found.grids)


def test_a_rule_that_needs_too_many_clauses_leaves_the_certificate_open(monkeypatch):
    def refuse(*_):
        raise UnsupportedError("the rule 'palindrome' has too many transitions")

    monkeypatch.setattr(module, "first_solutions", refuse)
    found = sm.uniqueness(UNIQUE)
    assert found.is_unique
    assert found.agree is None
    assert "certificate (the rule 'palindrome' has too many transitions)" in found.verdict
