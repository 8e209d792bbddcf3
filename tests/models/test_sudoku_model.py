"""`build` and `Model`: the live model and what it keeps."""

import copy
import math

import pytest
from hypothesis import given, settings
from rule_boards import puzzles, solutions

import sudoku_models as sm
from sudoku_models import course, formulations
from sudoku_models.errors import InputError, UnknownNameError, UnsupportedError
from sudoku_models.inference import relaxation
from sudoku_models.puzzles.known_solutions import enumerate_by_backtracking

BACKENDS = list(sm.BACKENDS)
FORMULATIONS = list(sm.FORMULATIONS)
LIVE = [name for name in FORMULATIONS if name not in formulations.REDUCED]
"""The formulations whose puzzle can be replaced."""


@pytest.fixture
def register():
    """Register a formulation for one test."""
    added = []

    def add(name, function):
        sm.register(name, function)
        added.append(name)

    yield add
    for name in added:
        del formulations.FORMULATIONS[name]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("formulation", LIVE)
@pytest.mark.parametrize("solver", ["highs", "cpsat"])
def test_reset_puts_another_puzzle_on_the_live_model(formulation, backend, solver, unique4, infeasible4):
    model = sm.build(unique4, formulation, backend)
    model.exclude(model.solve(solver).grid)
    assert model.solve(solver).status == sm.Status.INFEASIBLE
    other = sm.Puzzle.parse("12.. 3... .... ..1.")
    model.reset(other)
    assert model.count_solutions(solver, cross_check=False).value == 3
    model.reset(infeasible4)
    assert model.solve(solver).status == sm.Status.INFEASIBLE
    model.reset(unique4)
    assert sm.is_solution(unique4, model.solve(solver).grid)


@pytest.mark.parametrize("solver", ["highs", "cadical"])
def test_a_reset_rebuilds_nothing(mccaffrey, solver):
    model = sm.build(mccaffrey, "assignment", "pulp")
    model.solve(solver)
    native, session = model.native, model.session(solver)
    constraints = model.m.constraints()
    model.reset(sm.load("top95:1"))
    assert model.count_solutions(solver, cross_check=False).status == "exact"
    assert model.native is native
    assert model.session(solver) is session
    assert [id(c) for c in model.m.constraints()] == [id(c) for c in constraints]


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_milp_solver_leaves_the_defined_model_unchanged(backend, mccaffrey):
    model = sm.build(mccaffrey, "all_different", backend)
    assert model.solve("highs")
    assert model.rewrite == ""
    assert len(model.m.logic()) == 27
    assert model.rewritten().rewrite == "indicators"
    assert model.rewritten().m.logic() == []


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_solution_is_put_into_the_librarys_own_variables(backend, unique4):
    for solver in ("highs", "cpsat"):
        model = sm.build(unique4, "all_different", backend)
        grid = model.solve(solver).grid
        assert [model.m.value(model.variables[i]) for i in unique4.board.cells] == list(grid.values)


def test_a_formulation_must_return_its_variables(register, unique4):
    register("nothing", lambda m, puzzle: None)
    register("too_few", lambda m, puzzle: m.int_vars("x", [(1, 1)], 1, 4))
    with pytest.raises(InputError, match="must return its variables"):
        sm.build(unique4, "nothing")
    with pytest.raises(InputError, match=r"none for cell \(1, 2\)"):
        sm.build(unique4, "too_few")


def test_a_rewrite_for_milp_solvers_is_refused_to_others_by_its_name(unique4):
    model = sm.build(unique4, "pairwise", "pyomo", "gdp_hull")
    assert model.solve("highs").status is sm.Status.SOLVED
    with pytest.raises(UnsupportedError, match="gdp_hull"):
        model.solve("cpsat")


def test_unknown_names_list_the_choices(unique4):
    with pytest.raises(UnknownNameError, match="did you mean 'pairwise'"):
        sm.build(unique4, "pairwize")
    with pytest.raises(UnknownNameError, match="did you mean 'pyomo'"):
        sm.build(unique4, backend="pyommo")
    with pytest.raises(UnknownNameError, match="did you mean 'big_m'"):
        sm.build(unique4, "pairwise", rewrite="bigm")
    with pytest.raises(UnknownNameError, match="did you mean 'highs'"):
        sm.build(unique4).solve("higs")


LIMITED = {
    "Model.solve": lambda puzzle, seconds: sm.build(puzzle).solve(time_limit=seconds),
    "Model.solutions": lambda puzzle, seconds: list(sm.build(puzzle).solutions(time_limit=seconds)),
    "Problem.solve": lambda puzzle, seconds: sm.Problem(lambda m: m.int_vars("x", "a", 1, 2)).solve("highs", seconds),
    "Problem.solutions": lambda puzzle, seconds: list(
        sm.Problem(lambda m: m.int_vars("x", "a", 1, 2)).solutions(None, "highs", seconds)
    ),
    "count_solutions": lambda puzzle, seconds: sm.count_solutions(puzzle, time_limit=seconds),
    "compare": lambda puzzle, seconds: sm.compare(puzzle, time_limit=seconds),
    "allowed_values": lambda puzzle, seconds: sm.allowed_values(puzzle, time_limit=seconds),
    "patience": lambda puzzle, seconds: sm.allowed_values(puzzle, patience=seconds),
    "uniqueness": lambda puzzle, seconds: sm.uniqueness(puzzle, time_limit=seconds),
    "extra_givens": lambda puzzle, seconds: sm.extra_givens(puzzle, time_limit=seconds),
    "generate": lambda puzzle, seconds: sm.generate(4, time_limit=seconds),
    "local_search": lambda puzzle, seconds: sm.local_search(puzzle, time_limit=seconds),
    "rate": lambda puzzle, seconds: sm.rate(puzzle, seconds),
    "relax": lambda puzzle, seconds: relaxation.relax(sm.build(puzzle), time_limit=seconds),
    "has_single_point": lambda puzzle, seconds: relaxation.has_single_point(sm.build(puzzle), seconds),
    "presolve": lambda puzzle, seconds: relaxation.presolve(sm.build(puzzle), seconds),
    "strength": lambda puzzle, seconds: sm.strength([puzzle], ["naked"], time_limit=seconds),
    "course.check": lambda puzzle, seconds: course.check("count-pairs", 864, time_limit=seconds),
}


@pytest.mark.parametrize("name", LIMITED)
@pytest.mark.parametrize("limit", [math.inf, 0])
def test_every_function_with_a_time_limit_refuses_an_invalid_one(name, limit, unique4):
    with pytest.raises(InputError, match="must be a positive number of seconds, not "):
        LIMITED[name](unique4, limit)


@pytest.mark.parametrize("how", [pytest.param("copy", marks=pytest.mark.slow), "deepcopy"])
@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_used_model_is_copied_with_its_cuts_and_apart_from_the_first(formulation, backend, how):
    puzzle = sm.load("several:13")
    model = sm.build(puzzle, formulation, backend)
    first = model.solve("highs").grid
    model.exclude(first)
    copied = {"copy": copy.copy, "deepcopy": copy.deepcopy}[how](model)
    assert copied.count_solutions("cpsat").value == model.count_solutions("highs").value == 1
    if formulation in formulations.REDUCED:
        with pytest.raises(InputError, match="has no variables for the givens"):
            copied.reset(puzzle)
        return
    copied.reset(puzzle)
    assert (copied.count_solutions("highs").value, model.count_solutions("cpsat").value) == (2, 1)


def test_reset_refuses_a_formulation_that_writes_its_givens_as_constraints(register):
    def givens_as_rows(m, puzzle):
        x = m.int_vars("x", puzzle.board.cells, 1, puzzle.board.size)
        for unit in puzzle.board.units:
            m.all_different([x[i] for i in unit.cells], unit.name)
        for i, d in puzzle.givens.items():
            m.add(x[i] == d, f"given {i}")
        return x

    register("givens_as_rows", givens_as_rows)
    model = sm.build("small:1", "givens_as_rows", "pulp")
    assert model.count_solutions("cpsat").value == 1
    with pytest.raises(InputError, match=r"does not define its givens with m\.fix alone"):
        model.reset(sm.load("small:2"))


@pytest.mark.parametrize("solver", ["highs", "cpsat", "choco", "cadical"])
def test_rules_of_ones_own_count_and_are_cross_checked(register, solver):
    """A formulation with one more rule: the count is of what it says, and another paradigm confirms it."""

    def corner_is_even(m, puzzle):
        x = formulations.find("all_different")(m, puzzle)
        half = m.int_vars("half", ["corner"], 1, 2)
        m.add(x[1, 1] - 2 * half["corner"] == 0, "the first cell is even")
        return x

    register("corner_is_even", corner_is_even)
    puzzle = sm.Puzzle.parse(".... .... ..2. ....")
    expected = sum(grid[1, 1] % 2 == 0 for grid in enumerate_by_backtracking(puzzle))
    count = sm.count_solutions(puzzle, "corner_is_even", "pulp", solver)
    assert (count.value, count.status) == (expected, "exact")
    assert count.checked_by


def test_uniqueness_and_allowed_values_are_those_of_the_formulation(register):
    """On a puzzle with several solutions, one rule more leaves one."""

    def corner_is_three(m, puzzle):
        x = formulations.find("all_different")(m, puzzle)
        m.add(x[1, 1] >= 3, "the first cell is at least 3")
        m.add(x[1, 1] <= 3, "the first cell is at most 3")
        return x

    register("corner_is_three", corner_is_three)
    puzzle = next(
        puzzle
        for puzzle in (sm.Puzzle.parse(f".... ..{a}. .{b}.. {c}..4") for a in "123" for b in "123" for c in "123")
        if len(enumerate_by_backtracking(puzzle)) > 1
        and sum(grid[1, 1] == 3 for grid in enumerate_by_backtracking(puzzle)) == 1
    )
    (only,) = (grid for grid in enumerate_by_backtracking(puzzle) if grid[1, 1] == 3)
    found = sm.uniqueness(puzzle, formulation="corner_is_three")
    assert (found.is_unique, found.agree, found.grids) == (True, True, (only,))
    allowed = sm.allowed_values(puzzle, "corner_is_three")
    assert (allowed.status, allowed.checked_by) == ("complete", "cpsat")
    assert allowed.values == {i: frozenset({only[i]}) for i in puzzle.board.cells}
    assert sm.uniqueness(puzzle).is_unique is False


# -- the further rules of a board --------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(puzzles())
def test_rules_never_make_solutions_differ_in_fewer_cells(puzzle):
    """What the units guarantee stays valid, because rules only remove solutions: the stronger cuts are sound."""
    least = puzzle.board.min_difference
    assert least >= puzzle.board.plain.min_difference
    grids = solutions(puzzle)[:40]
    pairs = [(a, b) for k, a in enumerate(grids) for b in grids[:k]]
    assert all(sum(d != e for d, e in zip(a.values, b.values, strict=True)) >= least for a, b in pairs)


@settings(max_examples=8, deadline=None)
@given(puzzles())
def test_the_strongest_cut_loses_no_solution(puzzle):
    count = sm.count_solutions(puzzle, "assignment", "pulp", "highs", limit=12, at_least=puzzle.board.min_difference)
    assert count.value == min(12, len(solutions(puzzle)))


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("formulation", LIVE)
def test_a_live_model_keeps_the_rules_when_its_puzzle_is_replaced(formulation, backend):
    board = sm.Board.of_size(4).with_rules(sm.rules.KillerCage(3, "r1c1 r1c2"), sm.rules.WhiteDot("r4c1 r4c2"))
    model = sm.build(sm.Puzzle(board, (0,) * 16), formulation, backend)
    for text in ("1...............", "2.3.............", "3..............."):
        puzzle = sm.Puzzle.parse(text, board)
        model.reset(puzzle)
        grids = list(model.solutions(limit=None, solver="cpsat"))
        assert set(grids) == set(solutions(puzzle))
