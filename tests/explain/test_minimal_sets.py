"""Minimal sets force their digit, and nothing smaller does: each name is left out once more here, by another solver."""

from functools import cache

import pytest
from cp_oracle import Oracle
from hypothesis import given, settings
from rule_boards import UNIQUE, puzzles, solutions

import sudoku_models as sm
from sudoku_models.explain import Candidates, explain
from sudoku_models.explain import linear_certificates as lp
from sudoku_models.explain import minimal_sets as mus
from sudoku_models.explain.board_rules import BoardRules
from sudoku_models.puzzles.rules import Sandwich


@cache
def independent(board, formulation):
    """The rules of a board, and CP-SAT instead of the SAT solver that found the sets."""
    of_board = BoardRules(board, formulation)
    return of_board, Oracle(of_board.model)


def check_minimal(puzzle, found, formulation="all_different"):
    """It forces the digit; without any one name it does not."""
    of_board, solver = independent(puzzle.board, formulation)
    goal, names = of_board.holds(found.cell, found.digit), [*found.rules, *of_board.facts(found.digits)]
    assert solver.forces(names, [goal])
    for name in names:
        assert not solver.forces([other for other in names if other != name], [goal]), name


@pytest.mark.parametrize("formulation", ["all_different", "assignment", "pairwise", "mixed"])
def test_minimal_in_every_formulation(unique4, formulation):
    grid = sm.build(unique4, "assignment", "pulp").solve("highs").grid
    for cell in [(1, 4), (2, 2), (4, 1)]:
        found = mus.minimal_set(unique4, cell, formulation)
        assert found.digit == grid[cell]
        check_minimal(unique4, found, formulation)


def check_steps(explanation):
    """Each step is minimal, its weight is its size, and its names tell givens from digits that were found."""
    puzzle = explanation.puzzle
    for step, state in zip(explanation.steps, explanation.states(), strict=False):
        rules = [str(label) for label in step.labels if label.kind == "different"]
        digits = {i: state.digits[i] for i in step.cells if i not in step.puts}
        assert len(rules) + len(digits) == step.weight == len(step.because)
        for i, d in digits.items():
            assert (f"the given {d} in {i}" if i in puzzle.givens else f"the {d} found in {i}") in step.because
        ((cell, digit),) = step.puts.items()
        check_minimal(puzzle, mus.MinimalSet(cell, digit, tuple(rules), digits))


def test_step_by_step_to_the_end():
    puzzle = sm.load("small:4")
    found = explain(puzzle, by="mus")
    assert found.solved
    assert not puzzle.violations(found.grid)
    check_steps(found)
    assert any(" found in " in name for step in found.steps for name in step.because)


def test_forced_digits_only():
    """18 solutions: what is the same in all of them is explained, and nothing else."""
    puzzle = sm.Puzzle.parse("1... .... ..2. ....")
    grids = list(sm.build(puzzle, "all_different", "pulp").solutions(solver="cpsat"))
    same = {i for i in puzzle.board.cells if len({grid[i] for grid in grids}) == 1}
    assert {i for i in puzzle.board.cells if i not in puzzle.givens and mus.minimal_set(puzzle, i)} == same - set(
        puzzle.givens
    )
    assert mus.minimal_set(puzzle) is None
    found = explain(puzzle, by="mus")
    assert not found.solved
    assert set(found.end.digits) == same


def test_a_reached_effort_is_reported(monkeypatch, unique4):
    """Where there are no singles every open cell is looked at, as far as the effort goes."""
    monkeypatch.setattr(mus, "_singles", lambda state: {})
    state = Candidates.of(unique4)
    step = mus.next_step(state, effort=1)
    assert step.sentence.endswith(f"(1 of {len(state.open)} open cells were compared)")
    best = mus.next_step(state, effort=10_000)
    assert "compared" not in best.sentence
    assert best.weight <= step.weight


def test_no_solution_is_explained(infeasible4):
    found = mus.minimal_set(infeasible4)
    assert str(found).startswith("there is no solution, because ")
    names = [f"{rule}" for rule in found.rules]
    for rule in names:
        kept = sm.Board(4, tuple(u for u in infeasible4.board.units if f"{u} is all different" in set(names) - {rule}))
        less = sm.Puzzle(kept, tuple(found.digits.get(i, 0) for i in kept.cells))
        assert sm.build(less, "all_different", "pulp").solve("cpsat")
    explanation = explain(infeasible4, by="mus")
    assert not explanation.solved
    assert "no solution" in explanation.reason


def test_an_exclusion_is_of_the_size_of_the_certificate():
    state = Candidates.of(sm.Puzzle.parse("12.. .... .... ...."))
    assert len(mus.exclusion(state, (2, 3), 3)) == lp.certificate(state, (2, 3), 3).norm == 2
    assert mus.exclusion(state, (2, 3), 1) is None
    with pytest.raises(sm.errors.InputError, match="binaries"):
        mus.exclusion(state, (2, 3), 3, formulation="all_different")


@settings(max_examples=15, deadline=None)
@given(puzzles())
def test_rules_of_the_board_are_in_minimal_sets(puzzle):
    """Sets of all formulations rest on rules too, and are minimal for CP-SAT, which has not found them."""
    grids = solutions(puzzle)
    for formulation in ("all_different", "assignment"):
        assert (mus.minimal_set(puzzle, None, formulation) is None) == bool(grids)
        for cell in [i for i in puzzle.board.cells if i not in puzzle.givens][::6]:
            found = mus.minimal_set(puzzle, cell, formulation)
            assert (found is not None) == (len({grid[cell] for grid in grids}) == 1)
            if found is not None:
                assert found.digit == grids[0][cell]
                check_minimal(puzzle, found, formulation)


@pytest.mark.parametrize("formulation", ["all_different", "assignment", "pairwise"])
def test_a_rule_is_one_name_whatever_constraints_define_it(formulation):
    model = BoardRules(UNIQUE.board, formulation).model
    of_rules = {name: len(model.rules[name]) for name in map(str, UNIQUE.board.rules)}
    assert of_rules["thermometer on r2c3 r2c4 r3c4 r1c4"] == 3
    assert sorted(label.rule.kind for label in model.labels.values() if label.kind == "rule") == [
        "killer cage",
        "thermometer",
        "whisper",
    ]
    for step in explain(UNIQUE, by="mus", formulation=formulation).steps[:1]:
        assert any(label.kind == "rule" for label in step.labels)
        assert set(map(str, UNIQUE.board.rules)) & set(step.because)


def test_a_sandwich_needs_no_names_for_its_binaries():
    board = sm.Board.of_size(4).with_rules(Sandwich(2, [(1, c) for c in range(1, 5)]))
    model = BoardRules(board, "all_different").model
    assert model.definitions
    assert not [name for name in model.rules if " is 1" in name]
    puzzle = sm.Puzzle.parse("1.4. .... .... ....", board)
    found = mus.minimal_set(puzzle, (1, 2))
    assert (found.digit, found.rules) == (2, ("sandwich 2 on r1c1 r1c2 r1c3 r1c4",))
    check_minimal(puzzle, found)
