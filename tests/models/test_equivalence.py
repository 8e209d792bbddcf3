"""Whether two models are equivalent: each verdict is compared with a search through all assignments."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, islice, product
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from live_models import drops_interrupts, interrupted_at
from live_problems import (
    AllDifferent,
    Either,
    Exclude,
    If,
    Largest,
    Linear,
    NotEqual,
    Statement,
    Table,
    constraints,
    statements,
)

import sudoku_models as sm
from sudoku_models import backends
from sudoku_models.backends import Constraint, columns_of, plain
from sudoku_models.errors import DisagreementError, InputError, UnknownNameError
from sudoku_models.models import SudokuModel
from sudoku_models.models.equivalence import Equivalence, Verdict
from sudoku_models.models.equivalence_search import EquivalenceSearch
from sudoku_models.models.negation import Negation
from sudoku_models.models.records_miter import RecordsMiter
from sudoku_models.models.satisfaction import broken
from sudoku_models.solvers import Outcome, Status

FORMULATIONS = ["pairwise", "assignment", "all_different", "mixed", "assignment_reduced"]
PAIRS = list(combinations(FORMULATIONS, 2))
ONE_GIVEN = sm.Puzzle.parse("1... .... .... ....")
SOLVERS = st.sampled_from(["highs", "highs", "cpsat", "cadical"])

# -- an oracle that shares nothing with the search ---------------------------------------------------------------------

Held = frozenset[tuple[Any, int]]
"""The pairs of a cell and a digit that it holds; an assignment of binaries may have several for a cell, or none."""


def may_hold(rule: Constraint, values: dict[int, int], domains: list[range]) -> bool:
    """Whether a constraint may hold when some columns have these values."""
    if isinstance(rule, backends.Linear):
        low = high = 0.0
        for k, c in zip(rule.columns, rule.coefficients, strict=True):
            ends = [c * v for v in ([values[k]] if k in values else (domains[k][0], domains[k][-1]))]
            low, high = low + min(ends), high + max(ends)
        return low <= rule.upper and high >= rule.lower
    if isinstance(rule, backends.NotEqual | backends.AllDifferent):
        known = [values[k] for k in columns_of(rule) if k in values]
        return len(set(known)) == len(known)  # all coefficients are 1 or -1
    raise NotImplementedError(rule)


def solutions(model: SudokuModel) -> Iterator[Held]:
    """All solutions, by a search through the columns one by one."""
    lower, upper = model.m.bounds()
    domains = [range(int(low), int(high) + 1) for low, high in zip(lower, upper, strict=True)]
    rules = model.m.read(model.m.constraints())
    of = [[rule for rule in rules if k in columns_of(rule)] for k in range(len(domains))]
    if not all(may_hold(rule, {}, domains) for rule in rules):
        return

    def search(values: dict[int, int]) -> Iterator[Held]:
        if (k := len(values)) == len(domains):
            yield held(model, values)
            return
        for value in domains[k]:
            tried = {**values, k: value}
            if all(may_hold(rule, tried, domains) for rule in of[k]):
                yield from search(tried)

    yield from search({})


def held(model: SudokuModel, values: dict[int, int]) -> Held:
    cells = model.puzzle.board.cells
    if cells[0] in model.columns:
        return frozenset((i, values[model.columns[i]]) for i in cells)
    given = model.puzzle.givens.items() if model.formulation == "assignment_reduced" else ()
    return frozenset([key for key, k in model.columns.items() if values[k]]) | frozenset(given)


def accepts(model: SudokuModel, found: Equivalence) -> bool:
    """Whether an assignment satisfies every constraint of a model, checked without a search."""
    values = found.assignment or {}
    chosen = {(key, v) if key in model.puzzle.board.cells else key for key, v in values.items() if v}
    columns = np.zeros(len(model.m.variables))
    for key, k in model.columns.items():
        digits = [d for i, d in chosen if i == key]
        if key in model.puzzle.board.cells and len(digits) != 1:
            return False
        columns[k] = digits[0] if key in model.puzzle.board.cells else key in chosen
    return held(model, dict(enumerate(columns.astype(int)))) == chosen and not broken(model.m, columns)


def check(one: SudokuModel, other: SudokuModel, found: Equivalence, truth: bool) -> None:
    """A verdict that is true, with an assignment that is accepted by one and refused by the other."""
    assert found.status is (Verdict.EQUIVALENT if truth else Verdict.DIFFERENT), found
    if truth:
        assert found.checked_by == "cpsat"
    else:
        accepted, refused = (one, other) if found.accepted_by == "one" else (other, one)
        assert accepts(accepted, found)
        assert not accepts(refused, found)


# -- formulations ------------------------------------------------------------------------------------------------------


def check_pairs(board: Any, pairs: list[tuple[str, str]]) -> None:
    for k, (one, other) in enumerate(pairs):
        found = sm.equivalent(one, other, None, board, time_limit=300, backend=("pulp", "pyomo", "cpsat")[k % 3])
        assert found.status is Verdict.EQUIVALENT, found
        assert (found.methods, found.checked_by, found.names) == (("negation",) * 2, "cpsat", (one, other))


def test_formulations_of_a_small_puzzle_are_equivalent() -> None:
    check_pairs(ONE_GIVEN, PAIRS[::4])


@pytest.mark.slow
@pytest.mark.parametrize("board", [4, 6, ONE_GIVEN, sm.Puzzle.parse("11.............."), "small:1"], ids=repr)
def test_all_formulations_of_a_small_board_are_equivalent(board: Any) -> None:
    check_pairs(board, PAIRS)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "pairs"),
    [
        ("mccaffrey", PAIRS),
        *((board, PAIRS[k::6]) for k, board in enumerate([9, "hardest11:1", "several:34"])),
        *((board, PAIRS[k::6]) for k, board in enumerate(["killer:1", "jigsaw:1", "antiknight:1"], 3)),
    ],
    ids=repr,
)
def test_formulations_of_a_large_board_are_equivalent(board: Any, pairs: list[tuple[str, str]]) -> None:
    """All pairs on one puzzle, and each pair once on another board."""
    check_pairs(board, pairs)


@cache
def grids(puzzle: sm.Puzzle) -> frozenset[Held]:
    return frozenset(solutions(sm.build(puzzle, "all_different", "pulp")))


def mutant(formulation: str, puzzle: sm.Puzzle, rng: Random) -> SudokuModel:
    """A model without some of its constraints, or with one more; on Pyomo they are switched off in `native`."""
    model = sm.build(puzzle, formulation, rng.choice(["pulp", "cpsat", "pyomo"]))
    m = model.m
    every = m.constraints()
    word = rng.choice(["a digit", "row", "box", "column", "differ"])
    alike = [c for c, rule in zip(every, m.read(every), strict=True) if word in rule.name] or every
    dropped = rng.sample(alike, rng.randint(1, max(1, len(alike) // 2)))
    if rng.random() < 0.25:
        a, b = rng.sample(list(model.variables.values()), 2)
        m.add(a + b <= m.declared(m.column(a))[1], "another rule")
    elif m.name == "pyomo":
        for constraint in dropped:
            constraint.deactivate()
    else:
        m.forget(dropped)
    return model


def check_mutants(formulation: str, seeds: range) -> list[bool]:
    """Whether each is equivalent to a formulation. The search decides that, because many rules are redundant."""
    truths = []
    for seed in seeds:
        rng = Random(f"{formulation} {seed}")
        puzzle = rng.choice([ONE_GIVEN, sm.load("small:1")])
        pair = [mutant(formulation, puzzle, rng), sm.build(puzzle, rng.choice(FORMULATIONS[:4]), "pulp")]
        found = frozenset(islice(solutions(pair[0]), len(grids(puzzle)) + 1))
        rng.shuffle(pair)
        check(*pair, sm.equivalent(*pair), found == grids(puzzle))
        truths.append(found == grids(puzzle))
    return truths


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_mutant_is_told_apart(formulation: str) -> None:
    check_mutants(formulation, range(2))


@pytest.mark.slow
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_mutants_are_told_apart(formulation: str) -> None:
    truths = check_mutants(formulation, range(100, 124))
    assert min(truths.count(False), truths.count(True)) >= 2


def test_a_formulation_of_the_user_is_compared_like_any_other() -> None:
    def without_boxes(m: Any, puzzle: sm.Puzzle) -> Any:
        y = m.bool_vars("y", [(i, d) for i in puzzle.board.cells for d in range(1, 5)])
        for i in puzzle.board.cells:
            m.add(m.sum(y[i, d] for d in range(1, 5)) == 1, f"{i} has a digit")
        for unit, d in product(puzzle.board.units, range(1, 5)):
            if unit.kind != "box":
                m.add(m.sum(y[i, d] for i in unit.cells) <= 1, f"{unit} has at most one {d}")
        return y

    def of_pyomo(puzzle: sm.Puzzle) -> Any:
        import pyomo.environ as pyo

        model = pyo.ConcreteModel()
        model.x = pyo.Var(puzzle.board.cells, domain=pyo.Integers, bounds=(0, 5))
        return model

    found = sm.equivalent(without_boxes, "all_different", board=4)
    assert (found.names, found.accepted_by) == (("without_boxes()", "all_different"), "without_boxes()")
    board = sm.Board.of_size(4)
    assert found.grid is not None
    assert not sm.is_solution(sm.Puzzle(board, (0,) * 16), found.grid)
    assert found.broken in {f"box {k} is all different" for k in range(1, 5)}
    assert sm.equivalent(without_boxes, "assignment", board=sm.Board(4, board.units[:8]))
    loose = sm.equivalent("assignment", of_pyomo, board=4)
    assert (loose.status, loose.accepted_by) == (Verdict.DIFFERENT, "of_pyomo()")


def test_some_of_the_cells_are_compared() -> None:
    puzzle = sm.load("several:13")
    one = sm.build(puzzle, "all_different", "pulp")
    first, second = one.count_solutions("cpsat").grids
    other = sm.build(puzzle, "assignment", "pulp")
    other.exclude(second)
    differing = [i for i in puzzle.board.cells if first[i] != second[i]]
    same = [i for i in puzzle.board.cells if first[i] == second[i]]
    found = sm.equivalent(one, other)
    assert (found.grid, found.accepted_by, found.puzzle) == (second, "one", puzzle)
    assert sm.equivalent(one, other, on=same)
    assert not sm.equivalent(one, other, on=differing[:1])


# -- problems ----------------------------------------------------------------------------------------------------------


@st.composite
def pairs_of_problems(draw: Any) -> tuple[Statement, Statement]:
    """A problem, and one that differs from it by a constraint or the bounds of a variable, or in everything."""
    one = draw(statements())
    kind = draw(st.sampled_from(["another", "bounds", "fewer", "more", "replaced", "same"]))
    if kind == "another":
        return one, draw(statements())
    rules, bounds = list(one.constraints), dict(one.bounds)
    if kind == "bounds":
        key = draw(st.sampled_from(list(bounds)))
        bounds[key] = bounds[key][0] - draw(st.integers(0, 1)), bounds[key][1] + draw(st.integers(0, 1))
    if kind in ("fewer", "replaced") and rules:
        rules.pop(draw(st.integers(0, len(rules) - 1)))
    if kind in ("more", "replaced"):
        rules.append(draw(constraints(bounds)))
    return one, replace(one, constraints=rules, bounds=bounds)


def projected(statement: Statement, keys: Any) -> set[tuple[int, ...]]:
    """The values of these variables in the solutions."""
    ranges = [range(low, high + 1) for low, high in statement.bounds.values()]
    every = (dict(zip(statement.bounds, point, strict=True)) for point in product(*ranges))
    allowed = (values for values in every if all(rule.allows(values) for rule in statement.constraints))
    return {tuple(values[key] for key in keys) for values in allowed}


def compare_random(pair: tuple[Statement, Statement], names: list[str], solver: str, data: Any) -> None:
    shared = [key for key in pair[0].bounds if key in pair[1].bounds]
    on = data.draw(st.none() | st.lists(st.sampled_from(shared), min_size=1, unique=True))
    truth = [projected(statement, on or shared) for statement in pair]
    problems = [sm.Problem(statement, backend) for statement, backend in zip(pair, names, strict=True)]
    before = [plain(problem.m) for problem in problems]
    found = sm.equivalent(*problems, on=on, solver=solver, time_limit=None)
    assert before == [plain(problem.m) for problem in problems]
    assert found.status is (Verdict.EQUIVALENT if truth[0] == truth[1] else Verdict.DIFFERENT), found
    if found.assignment is not None:
        values = tuple(found.assignment.values())
        accepting = found.accepted_by == "other"
        assert values in truth[accepting]
        assert values not in truth[not accepting]


BACKENDS = st.lists(st.sampled_from(list(sm.BACKENDS)), min_size=2, max_size=2)


@settings(max_examples=12)
@given(pairs_of_problems(), BACKENDS, SOLVERS, st.data())
def test_random_problems(pair: Any, names: Any, solver: str, data: Any) -> None:
    compare_random(pair, names, solver, data)


@pytest.mark.slow
@settings(max_examples=300)
@given(pairs_of_problems(), BACKENDS, SOLVERS, st.data())
def test_many_random_problems(pair: Any, names: Any, solver: str, data: Any) -> None:
    compare_random(pair, names, solver, data)


def compare_unbuilt(pair: tuple[Statement, Statement], names: list[str], solver: str) -> None:
    """A miter that forgets all violations calls every two models equivalent; the second one finds the difference."""
    shared = [key for key in pair[0].bounds if key in pair[1].bounds]
    is_same = projected(pair[0], shared) == projected(pair[1], shared)
    problems = [sm.Problem(statement, backend) for statement, backend in zip(pair, names, strict=True)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Negation, "of", lambda *_: [])
        try:
            found = sm.equivalent(*problems, solver=solver)
        except DisagreementError:
            assert not is_same
        else:
            assert found.status is (Verdict.EQUIVALENT if is_same else Verdict.DIFFERENT), found
            assert is_same or found.methods != ("negation",) * 2


@settings(max_examples=8)
@given(pairs_of_problems(), BACKENDS, SOLVERS)
def test_a_fault_in_building_the_question_is_seen(pair: Any, names: Any, solver: str) -> None:
    compare_unbuilt(pair, names, solver)


@pytest.mark.slow
@settings(max_examples=300)
@given(pairs_of_problems(), BACKENDS, SOLVERS)
def test_many_faults_in_building_the_question_are_seen(pair: Any, names: Any, solver: str) -> None:
    compare_unbuilt(pair, names, solver)


RULES: list[Any] = [
    Linear([(2, "a"), (-1, "b"), (1, "c")], "<=", 2),
    Linear([(1, "a"), (1, "b"), (2, "c")], "==", 4),
    NotEqual("a", "b", 1),
    AllDifferent([(1, "a", 0), (-1, "b", 2), (2, "c", -1)]),
    Exclude({"a": 1, "b": 2, "c": 0}, 1),
    Exclude({"a": 1, "b": 2, "c": 0}, 2),
    Table([[(1, "a")], [(1, "b"), (1, "c")]], [(0, 2), (1, 3), (2, 0), (2, 4)], allowed=True),
    Table([[(1, "a")], [(1, "b"), (1, "c")]], [(0, 2), (1, 3), (2, 0), (2, 4)], allowed=False),
    If("a", 1, True, Linear([(1, "b"), (-1, "c")], ">=", 0)),
    Either([Linear([(1, "a")], "<=", 0), Linear([(1, "b"), (1, "c")], ">=", 3)]),
    Largest("absolute", [[(1, "a"), (-1, "c")]], 1),
]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: type(rule).__name__)
def test_each_constraint_is_compared_with_a_list_of_its_solutions(rule: Any) -> None:
    """One solution more or less in the list is the assignment that tells the two apart."""
    bounds = dict.fromkeys("abc", (0, 2))
    one = sm.Problem(Statement(bounds, [rule], []))
    points = [dict(zip("abc", point, strict=True)) for point in product(range(3), repeat=3)]
    allowed = [point for point in points if rule.allows(point)]
    assert 0 < len(allowed) < len(points)

    def listed(some: list[dict[str, int]]) -> sm.Problem:
        table = Table([[(1, key)] for key in "abc"], [tuple(point.values()) for point in some], allowed=True)
        return sm.Problem(Statement(bounds, [table], []))

    same = sm.equivalent(one, listed(allowed))
    assert same
    assert ("list" in same.methods) == isinstance(rule, Either | Largest)  # these have further variables
    further = next(point for point in points if point not in allowed)
    for other, point, accepts in ((allowed[1:], allowed[0], "one"), ([*allowed, further], further, "other")):
        found = sm.equivalent(one, listed(other))
        assert (found.status, found.assignment, found.accepted_by) == (Verdict.DIFFERENT, point, accepts)


def one_hot(m: Any) -> Any:
    """a + b = 4 by binaries of a, and b is defined by an equation."""
    y = m.bool_vars("y", [1, 2, 3])
    x = m.int_vars("x", "ab", 0, 9)
    m.add(m.sum(y.values()) == 1, "a value")
    m.add(x["a"] == m.dot([1, 2, 3], y.values()), "a is the value")
    m.add(x["a"] + x["b"] == 4, "together four")
    return x


def short(m: Any) -> Any:
    x = m.int_vars("x", "ab", 1, 3)
    m.add(x["a"] + x["b"] == 4, "together four")
    return x


def test_a_variable_may_have_two_keys_and_a_cell_none() -> None:
    def twice(m: Any) -> Any:
        x = m.int_vars("x", "a", 1, 3)
        return {"a": x["a"], "b": x["a"]}

    def equal(m: Any) -> Any:
        x = m.int_vars("x", "ab", 1, 3)
        m.add(x["a"] == x["b"], "equal")
        return x

    assert sm.equivalent(sm.Problem(twice), sm.Problem(equal))
    found = sm.equivalent(sm.Problem(twice), sm.Problem(lambda m: m.int_vars("x", "ab", 1, 3)))
    assert (found.status, found.accepted_by) == (Verdict.DIFFERENT, "other")

    full = sm.Puzzle.parse("1234 3412 2143 4321")  # no cell is open, so its reduced model has no variables
    one_more, several = (sm.Puzzle.parse(text) for text in (".234 3412 2143 4321", "12.. 3412 21.. 4321"))
    assert sm.build(several, "pairwise", "pulp").count_solutions("cpsat").value == 2
    for puzzle, same in ((one_more, True), (several, False)):
        models = sm.build(puzzle, "pairwise", "pulp"), sm.build(full, "assignment_reduced", "pulp")
        found = sm.equivalent(*models)
        assert found.status is (Verdict.EQUIVALENT if same else Verdict.DIFFERENT)
        assert found.accepted_by == ("" if same else "one")


def test_the_binaries_of_one_hot_values_are_not_shared_and_need_no_list_where_they_are_not_free() -> None:
    found = sm.equivalent(sm.Problem(one_hot), sm.Problem(short, "cpsat"))
    assert (found.status, found.keys, found.methods) == (Verdict.EQUIVALENT, ("a", "b"), ("negation", "list"))
    assert sm.equivalent(sm.Problem(one_hot), sm.Problem(short), on="b")


def queens(m: Any, n: int = 6) -> Any:
    queen = m.int_vars("queen", range(1, n + 1), 1, n)
    m.all_different(queen.values(), "columns")
    m.all_different([queen[r] + r for r in queen], "diagonals up")
    m.all_different([queen[r] - r for r in queen], "diagonals down")
    return queen


def queens_in_pairs(m: Any, n: int = 6) -> Any:
    queen = m.int_vars("queen", range(1, n + 1), 1, n)
    for r, s in combinations(queen, 2):
        m.not_equal(queen[r], queen[s], f"columns {r} {s}")
        m.not_equal(queen[r] - queen[s], s - r, f"up {r} {s}")
        m.table([queen[r] - queen[s]], [(r - s,)], f"down {r} {s}", allowed=False)
    return queen


def test_global_constraints_are_negated() -> None:
    assert sm.equivalent(sm.Problem(queens), sm.Problem(queens_in_pairs, "cpsat"))

    def tour(m: Any) -> Any:
        after = m.int_vars("after", range(4), 0, 4)
        m.circuit(after.values(), "one tour")
        return after

    def tours(m: Any, lengths: Any = (4,)) -> Any:
        after = m.int_vars("after", range(4), 0, 3)
        m.all_different(after.values(), "successors")
        for k in after:
            m.not_equal(after[k], k, f"{k} moves on")
        if 2 not in lengths:
            for j, k in combinations(after, 2):
                m.table([after[j], after[k]], [(k, j)], f"{j} and {k}", allowed=False)
        return after

    assert sm.equivalent(sm.Problem(tour), sm.Problem(tours))
    found = sm.equivalent(sm.Problem(tour, "cpsat"), sm.Problem(lambda m: tours(m, (2, 4))))
    assert (found.accepted_by, found.broken) == ("other", "one tour")


@pytest.mark.slow
def test_a_global_constraint_of_both_models_need_not_be_negated() -> None:
    """The starts at which jobs clash are too many to list them."""

    def one_machine(m: Any, first: int = 0, further: bool = False) -> Any:
        y = m.int_vars("y", range(2), 0, 9) if further else {}  # moves the columns of what follows
        start = m.int_vars("start", range(3), 0, 30)
        m.cumulative(start.values(), [3, 4, 5], [1, 1, 1], 1, "machine")
        m.add(start[1] >= first, "delivery")
        return start | {("y", k): v for k, v in y.items()}

    def compare(**options: Any) -> Any:
        return sm.equivalent(sm.Problem(one_machine), sm.Problem(lambda m: one_machine(m, **options)), on=range(3))

    assert compare(further=True).methods == ("negation", "negation")
    assert compare(first=1).broken == "delivery"


@pytest.mark.slow
@pytest.mark.parametrize("solver", ["highs", "cpsat", "cadical"])
def test_counting_rows_proves_what_clauses_cannot(solver: str) -> None:
    """9 rows "at most one" over 9 cells: without the equations that follow, CP-SAT and CaDiCaL need over a minute."""

    def at_most_once(m: Any, puzzle: sm.Puzzle) -> Any:
        y = m.bool_vars("y", product(puzzle.board.cells, puzzle.board.digits))
        for i in puzzle.board.cells:
            m.add(m.sum(y[i, d] for d in puzzle.board.digits) == 1, f"{i} has a digit")
        for unit, d in product(puzzle.board.units, puzzle.board.digits):
            m.add(m.sum(y[i, d] for i in unit.cells) <= 1, f"{unit} has at most one {d}")
        return y

    assert sm.equivalent(at_most_once, "assignment", solver=solver, cross_check=False)


# -- what is not known is never called equivalent ----------------------------------------------------------------------


@pytest.mark.parametrize("method", ["negation", "list"])
def test_a_stopped_search_is_unknown(method: str) -> None:
    one, other = (
        (sm.Problem(queens), sm.Problem(queens_in_pairs))
        if method == "negation"
        else (sm.Problem(with_further_variables), sm.Problem(with_further_variables))
    )
    late = sm.equivalent(one, other, time_limit=1e-6)
    assert (late.status, late.stopped_by) == (Verdict.UNKNOWN, "time limit")
    assert not late
    if method == "list":
        full = sm.equivalent(one, other, limit=2)
        assert (full.status, full.stopped_by) == (Verdict.UNKNOWN, "limit")
        assert sm.equivalent(one, other, limit=3)


def with_further_variables(m: Any) -> Any:
    """x from 1 to 3, where a further variable must be at most x, and at least another one."""
    x, z = m.int_vars("x", "a", 0, 3), m.int_vars("z", range(2), 1, 3)
    m.add(z[0] <= x["a"], "below")
    m.add(z[1] <= z[0], "lower")
    return x


def test_the_cross_check_must_confirm_and_may_contradict(monkeypatch: pytest.MonkeyPatch) -> None:
    honest, solve = EquivalenceSearch._ask, RecordsMiter.ask
    answers = {"cpsat": Outcome(Status.UNKNOWN, "it gave up", stopped_by="gave up")}

    def ask(self: Any, model: Any, solver: str, cuts: Any = ()) -> Outcome:
        return answers.get(solver) or honest(self, model, solver, cuts)

    monkeypatch.setattr(EquivalenceSearch, "_ask", ask)
    monkeypatch.setattr(
        RecordsMiter, "ask", lambda self, solver, limit: answers.get(solver) or solve(self, solver, limit)
    )
    found = sm.equivalent("assignment", "pairwise", board=4)
    assert (found.status, found.stopped_by) == (Verdict.UNKNOWN, "gave up")
    assert sm.equivalent("assignment", "pairwise", board=4, cross_check=False).checked_by == ""
    answers = {"highs": Outcome(Status.INFEASIBLE, "it lies")}
    with pytest.raises(DisagreementError):
        sm.equivalent(sm.Problem(short), sm.Problem(lambda m: m.int_vars("x", "ab", 1, 3)))


def interrupt(models: list[Any], calls: list[int]) -> None:
    before = [plain(model.m) for model in models]
    for model, call in product(models, calls):
        with interrupted_at(call):
            found = sm.equivalent(model, model)
            assert found or found.stopped_by == "interrupted"
        assert sm.equivalent(model, model)
    assert [plain(model.m) for model in models] == before


@drops_interrupts
def test_an_interrupt_leaves_a_model_as_it_was() -> None:
    interrupt([sm.Problem(with_further_variables)], [300, 1_500])


@pytest.mark.slow
@drops_interrupts
def test_interrupts_leave_models_as_they_were() -> None:
    small = [sm.Problem(with_further_variables, backend) for backend in sm.BACKENDS]
    interrupt([*small, sm.Problem(queens_in_pairs), sm.build(ONE_GIVEN, "pairwise", "pulp")], [200, 700, 2_000, 20_000])


def test_an_edit_of_the_meaning_of_a_binary_is_noticed() -> None:
    def statement(m: Any) -> Any:
        x = m.int_vars("x", "a", 1, 3)
        m.add(m.equals(x["a"], 2) + m.equals(x["a"], 3) >= 1, "two or three")
        return x

    def plain(m: Any) -> Any:
        return m.int_vars("x", "a", 2, 3)

    edited = sm.Problem(statement)
    found = sm.equivalent(edited, sm.Problem(plain))
    assert (found.status, found.methods) == (Verdict.EQUIVALENT, ("negation", "negation"))
    edited.m.forget([c for c in edited.m.constraints() if str(edited.m.read([c])[0].name).endswith("is 3: it holds")])
    found = sm.equivalent(edited, sm.Problem(plain))
    assert (found.status, found.assignment, found.accepted_by) == (Verdict.DIFFERENT, {"a": 1}, "one")


def test_what_cannot_be_compared_is_an_error() -> None:
    def fractional(m: Any) -> Any:
        x = m.int_vars("x", "a", 0, 3)
        x["a"].cat = "Continuous"
        return x

    problem = sm.Problem(queens)
    for arguments, options, word in (
        ((problem, sm.Problem(short)), {}, "share no variables"),
        ((problem, sm.Problem(queens)), {"on": [7]}, "7"),
        ((problem, sm.Problem(queens)), {"board": 4}, "board"),
        ((sm.Problem(fractional), sm.Problem(short)), {"on": "a"}, "fractional"),
        ((sm.build(ONE_GIVEN), "assignment"), {"board": 9}, "board"),
        (("assignment", "pairwise"), {"on": [(5, 5)], "board": 4}, "cell"),
        (("assignment", 3), {}, "formulation"),
        ((sm.Problem(short), "assignment"), {"board": 4}, "formulations of a board"),
    ):
        with pytest.raises(InputError, match=word):
            sm.equivalent(*arguments, **options)
    with pytest.raises(UnknownNameError):
        sm.equivalent("assignment", "asignment", board=4)
    with pytest.raises(UnknownNameError):
        sm.equivalent("assignment", "pairwise", board=4, limits=3)


def test_objectives_do_not_matter_and_results_are_shown() -> None:
    def cheapest(m: Any) -> Any:
        x = short(m)
        m.minimize(x["a"])
        return x

    def more(m: Any) -> Any:
        x = short(m)
        m.add(x["a"] >= 2, "two")
        return x

    for backend in sm.BACKENDS:
        assert sm.equivalent(sm.Problem(cheapest, backend), sm.Problem(short))
    found = sm.equivalent(sm.Problem(cheapest), sm.Problem(more))
    assert (found.assignment, found.broken, found.refused_by) == ({"a": 1, "b": 3}, "two", "other")
    assert "a = 1, b = 3" in str(found)
    assert "a = 1, b = 3" in found._repr_html_()
    assert found.as_dict()["assignment"] == [{"key": "a", "value": 1}, {"key": "b", "value": 3}]
    grid = sm.equivalent("assignment", lambda m, puzzle: m.int_vars("x", puzzle.board.cells, 1, 4), board=4)
    assert str(grid.grid) in str(grid)
    assert "svg" in grid._repr_html_() or "<table" in grid._repr_html_()
