"""The rules of a board mean the same in every formulation, on every backend, for every solver: brute force judges."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_rules import EXAMPLES, MEANINGS, Product, Zigzag, line, rules_on

import sudoku_models as sm
from sudoku_models import formulations, solvers
from sudoku_models.backends import new_backend
from sudoku_models.certificates import certify
from sudoku_models.errors import UnsupportedError
from sudoku_models.formulations.rules import Cells
from sudoku_models.puzzles.board import Cell
from sudoku_models.puzzles.known_solutions import enumerate_by_backtracking
from sudoku_models.puzzles.rules import (
    RULES,
    CellRule,
    Entropic,
    KillerCage,
    OneOf,
    Quadruple,
    RegionSums,
    Rule,
    Sandwich,
    Skyscraper,
)
from sudoku_models.puzzles.rules import rule as rule_module

INSTALLED = solvers.installed(everything=True)
OWN = ("own_integers", "own_binaries")
FORMULATIONS = [*formulations.BUILT_IN, *OWN]
CONFIGURATIONS = [*product(FORMULATIONS, sm.BACKENDS, INSTALLED)]
FOR_BOARDS = [rule for rule in RULES.values() if not issubclass(rule, CellRule)]
Values = tuple[int, ...]


def own_integers(m: Any, puzzle: sm.Puzzle) -> dict[Any, Any]:
    """A user's formulation: an integer for each cell."""
    x = m.int_vars("mine", puzzle.board.cells, 1, puzzle.board.size)
    for i, j in puzzle.board.pairs:
        m.not_equal(x[i], x[j], f"{i} and {j}")
    for i, d in puzzle.givens.items():
        m.fix(x[i], d)
    return x


def own_binaries(m: Any, puzzle: sm.Puzzle) -> dict[Any, Any]:
    """A user's formulation: a binary for each cell and digit, and the givens as constraints."""
    board = puzzle.board
    y = m.bool_vars("mine", product(board.cells, board.digits))
    for i in board.cells:
        m.add(m.sum(y[i, d] for d in board.digits) == 1, f"{i}")
    for unit, d in product(board.units, board.digits):
        m.add(m.sum(y[i, d] for i in unit.cells) <= 1, f"{unit} {d}")
    for i, d in puzzle.givens.items():
        m.add(y[i, d] == 1, f"given {i}")
    return y


@pytest.fixture(scope="module", autouse=True)
def own_formulations() -> Iterator[None]:
    for function in (own_integers, own_binaries):
        sm.register(function.__name__, function)
    yield
    for name in OWN:
        del formulations.FORMULATIONS[name]


# -- brute force ----------------------------------------------------------------------------------------------------


@cache
def all_grids(board: sm.Board) -> list[Values]:
    """All solutions of the empty 4x4 board; of a smaller board, all assignments of digits."""
    if board.size == 4:
        return [grid.values for grid in enumerate_by_backtracking(sm.Puzzle(board, (0,) * 16))]
    return [*product(board.digits, repeat=len(board.cells))]


def follows(board: sm.Board, values: Values) -> bool:
    """Whether a grid follows the units and the rules on cells, by their second definitions."""
    held = dict(zip(board.cells, values, strict=True))
    different = all(held[i] != held[j] for i, j in board.pairs)
    return different and all(MEANINGS[type(r)](r, tuple(held[i] for i in r.cells)) for r in board.cell_rules)


def solutions(puzzle: sm.Puzzle) -> set[Values]:
    """The solutions, by trying all grids; the validator and the second definitions agree on them."""
    board, found = puzzle.board, set()
    for values in all_grids(board.plain):
        if all(d in (0, value) for d, value in zip(puzzle.values, values, strict=True)):
            is_solution = follows(board, values)
            assert is_solution == (not puzzle.violations(sm.Grid(board, values)))
            if is_solution:
                found.add(values)
    return found


# -- random puzzles -------------------------------------------------------------------------------------------------


@st.composite
def boards(draw: st.DrawFn) -> sm.Board:
    """The usual 4x4 board, a jigsaw, or a 2x2 or 3x3 board with two or three units, without rules."""
    kind = draw(st.sampled_from(["usual", "usual", "jigsaw", "small"]))
    if kind == "usual":
        return sm.Board.of_size(4)
    if kind == "jigsaw":
        return sm.Board.jigsaw("1112 1322 3324 3444")
    n = draw(st.integers(2, 3))
    cells = st.sampled_from([*product(range(1, n + 1), repeat=2)])
    units = draw(st.lists(st.lists(cells, min_size=1, max_size=n, unique=True).map(tuple), min_size=2, max_size=3))
    return sm.Board(n, tuple(sm.Unit(f"unit {k}", each) for k, each in enumerate(units)))


@st.composite
def puzzles(draw: st.DrawFn, most: int = 5, own: bool = True) -> sm.Puzzle:
    """A puzzle with one to three rules and at most so many solutions; it has one if the rules allow any grid."""
    plain = draw(boards())
    known = rules_on(plain) if own else rules_on(plain).filter(lambda rule: type(rule) in RULES.values())
    rules: list[Rule] = draw(st.lists(known, min_size=1, max_size=3, unique_by=str))
    if plain.size == 4 and draw(st.integers(0, 3)) == 0:
        rules.append(draw(st.sampled_from(FOR_BOARDS))())
    board = plain.with_rules(*rules)
    allowed = [values for values in all_grids(plain) if follows(board, values)]
    target = draw(st.sampled_from(allowed or all_grids(plain)))
    order = draw(st.permutations(range(len(target))))
    values = [0] * len(target)
    for k in order:
        if len(allowed) <= most:
            break
        values[k] = target[k]
        allowed = [each for each in allowed if each[k] == target[k]]
    for k in draw(st.lists(st.sampled_from(order), max_size=len(order))):
        values[k] = target[k]
    return sm.Puzzle(board, tuple(values))


def assert_counts(puzzle: sm.Puzzle, configuration: tuple[str, str, str], **options: Any) -> None:
    """A configuration finds exactly the solutions of brute force."""
    count = sm.count_solutions(puzzle, *configuration, limit=None, cross_check=False, **options)
    assert count.status == "exact", (configuration, count.reason)
    assert {grid.values for grid in count.grids} == solutions(puzzle), configuration
    assert count.value == len(count.grids)


few = settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow])
many = settings(max_examples=3, suppress_health_check=[HealthCheck.too_slow])


@few
@given(puzzles(), st.sampled_from(CONFIGURATIONS))
def test_a_configuration_finds_the_solutions_of_brute_force(puzzle, configuration):
    assert_counts(puzzle, configuration)


@pytest.mark.slow
@many
@given(puzzles(), st.integers(0, len(INSTALLED) - 1))
def test_all_formulations_backends_and_solvers_find_the_solutions_of_brute_force(puzzle, first):
    for k, (formulation, backend) in enumerate(product(FORMULATIONS, sm.BACKENDS), first):
        assert_counts(puzzle, (formulation, backend, INSTALLED[k % len(INSTALLED)]))


METHODS = [("cuts", "highs"), ("cuts", "cadical"), ("cuts", "choco"), ("partition", "highs"), ("partition", "cpsat")]
METHODS += [("enumerate", name) for name in ("cpsat", "choco", "cadical", "glucose")]


@few
@given(puzzles(), st.sampled_from(FORMULATIONS), st.sampled_from([*sm.BACKENDS]), st.sampled_from(METHODS))
def test_every_method_counts_the_same(puzzle, formulation, backend, method):
    """Also where a rule has further variables, of which an enumeration must not list two for one grid."""
    assert_counts(puzzle, (formulation, backend, method[1]), method=method[0])


@few
@given(puzzles(own=False))
def test_a_certificate_has_the_solutions_of_brute_force(puzzle):
    certificate = certify(puzzle)
    certificate.verify()
    assert certificate.count == len(solutions(puzzle))


# -- each rule by itself --------------------------------------------------------------------------------------------

ROW = line(4)
ALONE = [
    rule
    for rules in EXAMPLES.values()
    for rule in rules
    if len(rule.cells) <= 3 and not isinstance(rule, (Sandwich, RegionSums))
]
ALONE += [*(Sandwich(total, ROW) for total in (0, 2, 3, 5)), Skyscraper(2, ROW), Zigzag(ROW)]
ALONE += [rule for rule in EXAMPLES["cells"] if isinstance(rule, Quadruple)]


@dataclass(frozen=True)
class Read(CellRule):
    """A user's rule that says the same as another one, with its automaton and the default definition."""

    cells: tuple[Cell, ...]
    rule: CellRule

    def holds(self, digits: Values) -> bool:
        return self.rule.holds(digits)

    @property
    def start(self) -> Any:
        return self.rule.start

    def step(self, state: Any, position: int, digit: int) -> Any:
        return self.rule.step(state, position, digit)

    def accepts(self, state: Any) -> bool:
        return self.rule.accepts(state)


def assert_alone(rule: CellRule, stated: CellRule) -> None:
    """A rule on its cells alone allows what it means, when it is stated; the other cells are given."""
    n = rule.digits if isinstance(rule, Entropic) else 9 if isinstance(rule, OneOf) or rule in EXAMPLES["dots"] else 4
    units = sm.Board.of_size(4).units[:1] if isinstance(rule, Sandwich) else ()
    board = sm.Board(n, units, None, (stated,))
    puzzle = sm.Puzzle(board, tuple(0 if cell in rule.cells else 1 for cell in board.cells))
    expected = {
        digits
        for digits in product(board.digits, repeat=len(rule.cells))
        if MEANINGS[type(rule)](rule, digits) and not (units and len(set(digits)) < n)
    }
    for configuration in (("all_different", "cpsat", "cpsat"), ("assignment_reduced", "pulp", "cadical")):
        count = sm.count_solutions(puzzle, *configuration, limit=None, cross_check=False, method="enumerate")
        assert count.status == "exact"
        assert {tuple(grid[i] for i in rule.cells) for grid in count.grids} == expected, configuration
        assert count.value == len(expected)


@pytest.mark.parametrize("rule", ALONE, ids=str)
def test_each_rule_by_itself(rule):
    """Digits may repeat unless the rule says otherwise."""
    assert_alone(rule, rule)


@pytest.mark.parametrize("largest_table", [10_000, 1])
@pytest.mark.parametrize("rule", ALONE[::4], ids=str)
def test_the_default_definition_says_the_same(rule, largest_table, monkeypatch):
    """As one table, and as a table for each step of the automaton."""
    monkeypatch.setattr(rule_module, "LARGEST_TABLE", largest_table)
    assert_alone(rule, Read(rule.cells, rule))


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_puzzle_that_is_full_of_givens_keeps_its_rules(formulation):
    """Nothing is left to a solver where the givens decide a rule, also where they break it."""
    values = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
    kept = [KillerCage(3, line(2)), Sandwich(5, ROW), Skyscraper(4, ROW)]
    broken = [KillerCage(4, line(2)), Sandwich(4, ROW), Skyscraper(3, ROW)]
    for rule, backend in product([*kept, *broken], sm.BACKENDS):
        puzzle = sm.Puzzle(sm.Board.of_size(4).with_rules(rule), values)
        found = sm.count_solutions(puzzle, formulation, backend, "cpsat", cross_check=False)
        assert (found.value, found.status) == (int(rule in kept), "exact"), (str(rule), backend)


def test_a_cell_without_any_digit_left_makes_no_solution():
    """In the reduced formulation it has no variable at all."""
    puzzle = sm.Puzzle.parse("123. ...4 .... ....", sm.Board.of_size(4).with_rules(KillerCage(7, [(1, 4), (2, 1)])))
    for backend in sm.BACKENDS:
        found = sm.count_solutions(puzzle, "assignment_reduced", backend, "highs", cross_check=False)
        assert (found.value, found.status) == (0, "exact")


# -- rules on more cells --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("configuration", [("assignment", "pulp", "highs"), ("all_different", "cpsat", "cpsat")])
def test_a_rule_with_an_automaton_of_its_own_may_be_long(configuration):
    """Six cells with nine digits are too many combinations for a table: there is one for each step."""
    zigzag = Zigzag([(1, c) for c in range(1, 7)])
    board = sm.Board.of_size(9).with_rules(zigzag)
    model = sm.build(sm.Puzzle(board, (0,) * 81), *configuration[:2])
    assert sum("step" in each.name for each in model.m.read(model.m.constraints())) == 6
    assert zigzag.check(model.solve(configuration[2]).grid)
    model.reset(sm.Puzzle(board, (3, 2, *[0] * 79)))
    assert model.solve(configuration[2]).status is sm.Status.INFEASIBLE


def test_a_rule_without_an_automaton_may_be_too_long():
    board = sm.Board.of_size(9).with_rules(Product(line(7), 5040))
    with pytest.raises(
        UnsupportedError, match=r"'product 5040 on .*' has more than 500,000 .* methods start, step and"
    ):
        sm.build(sm.Puzzle(board, (0,) * 81), "assignment", "pulp")


# -- the cells as a formulation has them ----------------------------------------------------------------------------


@pytest.mark.parametrize("backend", sm.BACKENDS)
def test_an_implication_drops_what_the_givens_decide(backend):
    puzzle = sm.Puzzle.parse("12.. .... .... ....")
    m = new_backend(backend)
    y = m.bool_vars("y", [((1, 3), 3), ((1, 3), 4)])
    cells = Cells(m, puzzle, y)
    cells.implies({(1, 1): 2, (1, 3): 3}, y[(1, 3), 4] == 0, "never")
    cells.implies({(1, 1): 1, (1, 3): 1}, y[(1, 3), 4] == 0, "no such digit")
    assert not m.constraints()
    cells.implies({(1, 1): 1, (1, 3): 3}, y[(1, 3), 4] == 0, "if")
    cells.implies({(1, 1): 1, (1, 2): 2}, y[(1, 3), 4] == 0, "always")
    stated = {each.name: type(each).__name__ for each in m.read(m.constraints())}
    assert stated == {"if": "Implication", "always": "Linear"}


def test_labels_of_rules_name_the_rule_and_its_part():
    cage = KillerCage(3, line(2))
    puzzle = sm.Puzzle.parse("." * 16, sm.Board.of_size(4).with_rules(cage, Quadruple((1, 2), line(2))))
    model = sm.build(puzzle, "assignment", "pulp")
    labels = [each.label for each in model.m.read(model.m.constraints()) if getattr(each.label, "kind", "") == "rule"]
    assert [str(label) for label in labels] == [
        "killer cage 3 on r1c1 r1c2: sum",
        "quadruple 1 2 on r1c1 r1c2: a 1",
        "quadruple 1 2 on r1c1 r1c2: a 2",
    ]
    assert (labels[0].rule, labels[0].cells) == (cage, cage.cells)
