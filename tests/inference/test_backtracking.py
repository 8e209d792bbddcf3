"""The search finds what enumeration finds, proves only what it has searched, and shows its work."""

from itertools import product

import pytest
from hypothesis import given, settings
from rule_boards import puzzles, solutions

import sudoku_models as sm
from sudoku_models.course.exercises import lesson_01
from sudoku_models.errors import InputError
from sudoku_models.inference.backtracking import CHOICES, search
from sudoku_models.inference.propagation import STRENGTHS, domains_of, propagate, scopes_of, steps
from sudoku_models.puzzles.board import Unit

REGIONS = ["NSW", "NT", "Q", "SA", "T", "V", "WA"]
BORDERS = lesson_01.BORDERS
EDGES = [Unit("-".join(border), tuple(border)) for border in BORDERS]
CHOSEN = [(strength, choose) for strength in STRENGTHS for choose in CHOICES]


def colours(k, regions=REGIONS):
    return {r: frozenset(range(1, k + 1)) for r in regions}


def grids(puzzle, tree):
    return {sm.Grid(puzzle.board, tuple(solution[i] for i in puzzle.board.cells)) for solution in tree.solutions}


@pytest.mark.parametrize(("strength", "choose"), CHOSEN)
def test_the_solutions_are_those_of_enumeration(unique4, infeasible4, strength, choose):
    for k, count in ((1, 0), (2, 0), (3, 18)):
        every = (dict(zip(REGIONS, values, strict=True)) for values in product(range(1, k + 1), repeat=7))
        truth = [a for a in every if all(a[r] != a[s] for r, s in BORDERS)]
        tree = search(EDGES, colours(k), strength, choose)
        assert tree.complete
        assert sorted(tree.solutions, key=lambda a: [a[r] for r in REGIONS]) == truth
        assert len(truth) == count
        assert tree.status is (sm.Status.SOLVED if truth else sm.Status.INFEASIBLE)
    (grid,) = grids(unique4, search(unique4.board.units, domains_of(unique4), strength, choose))
    assert sm.is_solution(unique4, grid)
    assert search(infeasible4.board.units, domains_of(infeasible4), strength, choose).status is sm.Status.INFEASIBLE


def test_stronger_propagation_visits_no_more_nodes(mccaffrey):
    nodes = [len(search(mccaffrey.board.units, domains_of(mccaffrey), s).nodes) for s in ("values", "bounds", "domain")]
    assert nodes == [17, 7, 1]


def test_a_limit_of_nodes_is_never_a_proof():
    full = search(EDGES, colours(2), "none")
    assert (len(full.nodes), full.status) == (19, sm.Status.INFEASIBLE)
    for most in range(1, 19):
        tree = search(EDGES, colours(2), "none", node_limit=most)
        assert len(tree.nodes) == most
        assert tree.status is sm.Status.UNKNOWN
        assert tree.stopped_by == "node limit"
        assert "not known" in tree.reason
    assert search(EDGES, colours(2), "none", node_limit=19).status is sm.Status.INFEASIBLE


def test_a_limit_of_solutions():
    tree = search(EDGES, colours(3), limit=5)
    assert len(tree.solutions) == 5
    assert (tree.status, tree.stopped_by, tree.complete) == (sm.Status.SOLVED, "limit", False)
    assert "whether there are more is not known" in str(tree)
    assert search(EDGES, colours(3), limit=18).complete  # the last node was the 18th solution


def test_each_node_has_its_result():
    tree = search(EDGES, colours(2), "none", node_limit=10)
    assert [node.number for node in tree.nodes] == list(range(10))
    every = [tree.root]
    for node in every:
        every += node.children
        assert (node.result == "open") == (node.number is None)
        assert bool(node.children) == (node.result == "branch")
        assert all(child.parent is node and child.tried for child in node.children)
    dead = tree.dead_ends[0]
    assert dead.assignment == {"NSW": 1, "NT": 1, "Q": 1}
    assert dead.reason.startswith("NT-Q: NT and Q have only 1")
    assert dead.domains is None


def test_fail_first_takes_the_smallest_domain():
    units = [Unit("a-b", ("a", "b"))]
    domains = {"a": frozenset({1, 2, 3}), "b": frozenset({1, 2})}
    assert search(units, domains, choose="first").root.children[0].tried == ("a", 1)
    assert search(units, domains, choose="smallest").root.children[0].tried == ("b", 1)
    assert domains == {"a": frozenset({1, 2, 3}), "b": frozenset({1, 2})}


def test_a_variable_without_values_is_a_dead_end_even_in_no_unit():
    tree = search(EDGES, colours(3) | {"T": frozenset()})
    assert (tree.status, len(tree.nodes)) == (sm.Status.INFEASIBLE, 1)
    assert tree.root.reason == "T has no value to begin with"


@settings(max_examples=12, deadline=None)
@given(puzzles())
def test_rules_of_the_board_are_kept(puzzle):
    for strength in [name for name in STRENGTHS if name != "none" or len(puzzle.givens) > 4]:
        tree = search(scopes_of(puzzle.board), domains_of(puzzle), strength, "smallest")
        assert tree.complete
        assert len(tree.solutions) == len(solutions(puzzle))
        assert grids(puzzle, tree) == set(solutions(puzzle))


def test_a_limit_of_no_nodes_and_a_cell_without_a_domain_are_refused():
    with pytest.raises(InputError, match="at least 1"):
        search(EDGES, colours(3), node_limit=0)
    with pytest.raises(InputError, match="'WA', which has no domain"):
        search(EDGES, colours(3, REGIONS[:-1]))


@pytest.mark.parametrize("strength", STRENGTHS)
def test_plain_sets_of_the_caller_are_not_modified(strength):
    own = {r: {1, 2, 3} for r in REGIONS}
    tree = search(EDGES, own, strength)
    assert len(tree.solutions) == 18
    assert len(tree.nodes) == len(search(EDGES, colours(3), strength).nodes)
    own["SA"] = {1}
    assert propagate(EDGES, own, strength) == propagate(EDGES, colours(3) | {"SA": frozenset({1})}, strength)
    assert all(isinstance(each.domains, dict) for each in steps(EDGES, own, strength))
    assert own == {r: {1, 2, 3} for r in REGIONS} | {"SA": {1}}
