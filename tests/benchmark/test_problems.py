"""Every formulation of an instance has the solutions that the definition of the problem has, and no others."""

import random
from collections import Counter
from itertools import combinations, permutations, product
from typing import Any

import pytest

import sudoku_models as sm
from sudoku_models.benchmark import measure
from sudoku_models.benchmark.cases import Case
from sudoku_models.benchmark.contenders import Contender
from sudoku_models.benchmark.problems import PROBLEMS, STATEMENTS, Instance, Values, instances, latin_square
from sudoku_models.errors import InputError, UnknownNameError, UnsupportedError, WrongGridError
from sudoku_models.puzzles.board import Board
from sudoku_models.solvers import Status

ROUTES = [("pairwise", "pulp", "cadical"), ("assignment", "pulp", "highs"), ("all_different", "cpsat", "cpsat")]
ROUTES += [("all_different", "pyomo", "highs"), ("pairwise", "cpsat", "cpsat")]


def queens_of(instance: Instance) -> set[tuple[int, ...]]:
    n = instance.size
    return {
        columns
        for columns in permutations(range(1, n + 1))
        if all(abs(columns[i] - columns[j]) != j - i for i, j in combinations(range(n), 2))
    }


def leagues_of(instance: Instance) -> set[tuple[int, ...]]:
    teams, matches = range(instance.size), [*combinations(range(instance.size), 2)]
    return {
        rounds
        for rounds in product(range(1, instance.size), repeat=len(matches))
        if all(
            len({r for r, match in zip(rounds, matches, strict=True) if t in match}) == len(teams) - 1 for t in teams
        )
    }


def timetables_of(instance: Instance) -> set[tuple[int, ...]]:
    """The groups of two lessons or more are those of classes and of teachers; here all are tried."""
    return {
        periods
        for periods in product(range(1, instance.high + 1), repeat=instance.number)
        if all(len({periods[k] for k, _ in group}) == len(group) for group in instance.groups)
    }


BY_DEFINITION = {"queens": (queens_of, 7), "league": (leagues_of, 4), "timetable": (timetables_of, 3)}


def found_by(model: Any, solver: str) -> set[tuple[int, ...]]:
    found: set[tuple[int, ...]] = set()
    while (answer := model.solve(solver, 30.0)).status is Status.SOLVED:
        assert answer.grid.values not in found
        found.add(answer.grid.values)
        model.exclude(answer.grid)
    assert answer.status is Status.INFEASIBLE
    return found


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("problem", BY_DEFINITION)
def test_every_formulation_has_the_solutions_of_the_definition(problem: str, route: tuple[str, str, str]) -> None:
    formulation, backend, solver = route
    define, size = BY_DEFINITION[problem]
    counts = set()
    for instance in instances(problem, [size], 4, share=0.4 if problem == "league" else 0.2):
        every = define(instance)
        expected = {values for values in every if all(values[k] == value for k, value in instance.fixed)}
        assert found_by(instance.model(formulation, backend), solver) == expected
        other = instance.isomorph(7)
        assert other.digest != instance.digest
        assert len(found_by(other.model(formulation, backend), solver)) == len(expected)
        counts.add(len(expected))
    assert len(counts) > 1, "the instances are not all alike"


@pytest.mark.parametrize("formulation", STATEMENTS)
def test_values_that_break_a_rule_are_not_believed(formulation: str) -> None:
    """A formulation that lacks one constraint is found out by the values of its solution."""
    (instance,) = instances("queens", [6], share=0.0)
    lacking = Instance(**{**vars(instance), "groups": instance.groups[:1]})
    model = lacking.model(formulation, "pulp")
    model.instance = instance
    with pytest.raises(WrongGridError):
        found_by(model, "cadical")


@pytest.mark.slow
def test_an_instance_is_measured_like_a_puzzle() -> None:
    (instance,) = instances("league", [6], share=0.6)
    for formulation, backend, solver, rewrite in (
        ("assignment", "pulp", "highs", None), ("pairwise", "pulp", "highs", "cliques"),
        ("all_different", "pulp", "cadical", None),
    ):  # fmt: skip
        row = measure(Case("leagues", instance, 3, Contender(formulation, backend, solver, rewrite), 20.0))
        assert (row["status"], row["failed"], row["problem"], row["size"]) == ("unique", False, "league", 6)
    row = measure(Case("leagues", instance, 0, Contender("assignment_reduced", "pulp", "highs"), 20.0))
    assert row["status"] == "unsupported"
    with pytest.raises(UnsupportedError):
        instance.model("mixed", "pulp")


def test_latin_squares_are_equally_likely() -> None:
    """All 12 of order 3; of order 4, a quarter of the 576 have the symmetry of the group of four with no element of
    order 4: any two rows that are exchanged with each other are so in two pairs of columns.
    """
    rng = random.Random(20261124)
    counts = Counter(tuple(map(tuple, latin_square(3, rng, 40))) for _ in range(1_200))
    assert len(counts) == 12
    assert all(sorted(line) == [0, 1, 2] for square in counts for line in [*square, *zip(*square, strict=True)])
    assert sum((count - 100) ** 2 / 100 for count in counts.values()) < 31, "11 degrees of freedom, p = 0.001"

    def is_klein(square: list[list[int]]) -> bool:
        pairs = [dict(zip(a, b, strict=True)) for a, b in combinations(square, 2)]
        return all(pair[pair[symbol]] == symbol for pair in pairs for symbol in range(4))

    share = sum(is_klein(latin_square(4, rng, 120)) for _ in range(400)) / 400
    assert abs(share - 144 / 576) < 0.087, "four standard deviations"


def test_the_chain_leaves_the_cyclic_square_behind() -> None:
    """A random square of order n has about n(n - 1)/4 pairs of rows and columns with two symbols; that of 15 it starts
    from has none.
    """
    rng = random.Random(15)
    for _ in range(5):
        square = latin_square(15, rng)
        corners = product(combinations(square, 2), combinations(range(15), 2))
        assert 25 < sum(a[c] == b[d] and a[d] == b[c] for (a, b), (c, d) in corners) < 85


def test_the_lessons_of_a_timetable_are_those_of_classes_and_teachers() -> None:
    """With as many teachers as classes, each class has one lesson with each teacher."""
    for instance in instances("timetable", [5], 3, teachers=1.0):
        groups = [{k for k, _ in group} for group in instance.groups]
        assert [len(group) for group in groups] == [5] * 10
        assert Counter(k for group in groups for k in group) == dict.fromkeys(range(25), 2)
        assert all(len(a & b) <= 1 for a, b in combinations(groups, 2))


@pytest.mark.parametrize("balanced", [True, False])
def test_the_holes_of_a_quasigroup_are_a_share_of_its_cells(balanced: bool) -> None:
    for puzzle in instances("latin", [10], 3, holes=0.4, balanced=balanced):
        assert puzzle.board == Board.latin(10)
        assert len(puzzle.givens) == 60
        in_rows = {sum(r == row for r, _ in puzzle.givens) for row in range(1, 11)}
        in_columns = {sum(c == column for _, c in puzzle.givens) for column in range(1, 11)}
        assert (in_rows == in_columns == {6}) == balanced
        (other,) = instances("latin", [15], holes=0.42, balanced=balanced)
        assert len(other.givens) == 225 - round(0.42 * 225)
        in_rows = {sum(r == row for r, _ in other.givens) for row in range(1, 16)}
        assert (max(in_rows) - min(in_rows) <= 1) == balanced
        assert sm.build(puzzle, "all_different", "pulp").solve("cadical").status is Status.SOLVED


def test_a_parameter_may_have_several_values() -> None:
    some = instances("latin", [5, 6], 2, holes=[0.2, 0.4])
    assert [len(each.givens) for each in some] == [20, 20, 15, 15, 29, 29, 22, 22]


@pytest.mark.parametrize("n", [4, 9, 12, 25])
def test_the_grid_of_a_board_is_a_solution_of_which_a_share_is_given(n: int) -> None:
    board = Board.of_size(n)
    (whole,) = instances("boards", [n], share=1.0)
    assert sm.is_solution(sm.Puzzle(board, (0,) * n * n), whole.as_grid())
    for puzzle in instances("boards", [n], 2, share=0.4):
        assert len(puzzle.givens) == int(0.4 * n * n)
        assert not list(puzzle.clashes())


def test_instances_are_the_same_again_and_differ_from_each_other() -> None:
    for problem in PROBLEMS:
        some = instances(problem, [6], 3)
        assert some == instances(problem, [6], 3)
        assert len({each.name for each in some}) == len(set(some)) == 3


@pytest.mark.parametrize(
    ("problem", "sizes", "parameters"),
    [
        ("latin", [], {}),
        ("latin", [1], {}),
        ("league", [5], {}),
        ("latin", [5], {"holes": 2}),
        ("queens", ["a"], {}),
        ("queens", [8], {"share": 1.0}),
        ("queens", [8], {"share": True}),
        ("timetable", [5], {"teachers": 0.5}),
        ("latin", [5], {"holes": []}),
        ("latin", [5], {"number": 0}),
    ],
)
def test_what_is_not_possible_is_refused(problem: str, sizes: Any, parameters: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        instances(problem, sizes, **parameters)


def test_unknown_names_are_refused() -> None:
    with pytest.raises(UnknownNameError):
        instances("knights", [5])
    with pytest.raises(UnknownNameError):
        instances("queens", [5], holes=0.4)


def test_values_are_written_in_their_order() -> None:
    assert Values((3, 1, 2)).line() == "3 1 2"


@pytest.mark.slow
@pytest.mark.parametrize(("formulation", "solver"), [("assignment", "cadical"), ("all_different", "cpsat")])
def test_the_controls_have_as_many_solutions_as_they_are_known_to_have(formulation: str, solver: str) -> None:
    """Counted by solvers of two paradigms, on two formulations; of those with many, twenty are enough."""
    for entry in sm.corpus("controls").entries:
        known = min(int(entry.solutions.removeprefix(">=")), 20)
        model = sm.build(entry.puzzle, formulation, "pulp")
        count = model.count_solutions(solver, known if known == 20 else known + 1, cross_check=False)
        assert count.value == known
        assert (count.status == "exact") == (known < 20)
