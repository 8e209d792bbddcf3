"""The facts that the judges state: their data and reference functions are compared with other ways to find them."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations, product
from math import isclose

import learner
import networkx as nx
import numpy as np
import pytest

import sudoku_models as sm
from sudoku_models.benchmark.statistics import holm, shifted_mean, sign_test
from sudoku_models.course.exercises import (
    lesson_0,
    lesson_1,
    lesson_2,
    lesson_4,
    lesson_6,
    lesson_8,
    lesson_10,
    lesson_11,
    lesson_12,
    lesson_13,
    lesson_14,
    lesson_16,
    lesson_17,
    lesson_18,
    lesson_19,
)
from sudoku_models.course.exercises.lesson_1 import AUSTRALIA, BORDERS, is_consistent
from sudoku_models.course.league import austrian_league, count_breaks
from sudoku_models.course.models import all_solutions, without
from sudoku_models.inference.local_search import cost
from sudoku_models.inference.propagation import domains_of, propagate
from sudoku_models.inference.relaxation import OddCycles
from sudoku_models.puzzles.board import Unit
from sudoku_models.puzzles.rules import KillerCage


def of_lesson(number, *names):
    """Things that a lesson defines."""
    made = learner.space(number, learner.cells_before(learner.cells(number), set(names)))
    return [made[name] for name in names]


def are_all_conflicts(conflicts, names, can_hold):
    """Whether these sets cannot hold, and each largest set of names without one of them can."""
    free = []
    for size in range(len(names), -1, -1):
        for chosen in map(set, combinations(names, size)):
            if not any(each <= chosen for each in conflicts) and not any(chosen <= each for each in free):
                free.append(chosen)
    return not any(map(can_hold, conflicts)) and all(map(can_hold, free))


# -- lessons 0 to 4 ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_these_givens_can_go_one_at_a_time_and_together_and_no_others() -> None:
    puzzle = sm.load("mccaffrey")

    def is_unique(cells):
        return sm.count_solutions(without(puzzle, cells), limit=2, cross_check=False).is_unique

    assert {i for i in puzzle.givens if is_unique([i])} == set(lesson_0.NEEDLESS)
    assert is_unique(lesson_0.NEEDLESS)


@pytest.mark.parametrize("name", lesson_0.SIZES)
def test_the_sizes_of_rewrites(name: str) -> None:
    m = sm.build(sm.load("mccaffrey"), "all_different", "pulp", rewrite=name).m
    assert (len(m.variables), len(m.constraints())) == lesson_0.SIZES[name]


def test_the_fewest_and_the_most_nodes_over_all_orders() -> None:
    """Plain backtracking has a root, and three children for each consistent colouring of the first few regions."""

    def colourings(regions):
        every = (dict(zip(regions, colours, strict=True)) for colours in product((1, 2, 3), repeat=len(regions)))
        return sum(is_consistent(a, BORDERS) for a in every)

    fewest, most = {frozenset(): 1}, {frozenset(): 1}
    for size in range(1, 8):
        for chosen in map(frozenset, combinations(AUSTRALIA, size)):
            below = {chosen - {r}: 3 * colourings(sorted(chosen - {r})) for r in chosen}
            fewest[chosen] = min(fewest[start] + nodes for start, nodes in below.items())
            most[chosen] = max(most[start] + nodes for start, nodes in below.items())
    everything = frozenset(AUSTRALIA)
    assert (fewest[everything], most[everything]) == (lesson_1.FEWEST, lesson_1.MOST)


def test_three_values_are_the_fewest_without_which_there_is_no_colouring() -> None:
    full = dict.fromkeys(AUSTRALIA, (1, 2, 3))
    for poor in combinations(AUSTRALIA, 2):
        for kept in product(combinations((1, 2, 3), 2), repeat=2):
            domains = full | dict(zip(poor, kept, strict=True))
            every = product(*(domains[r] for r in AUSTRALIA))
            assert any(is_consistent(dict(zip(AUSTRALIA, c, strict=True)), BORDERS) for c in every)


def test_circles_satisfy_the_rank_equations_and_are_no_solutions() -> None:
    ranks_alone = learner.answers("ranks-alone", [])[0]
    board = sm.Board.of_size(4)
    for digits in lesson_2.CIRCLES:
        grid = sm.Grid(board, digits)
        assert sm.Puzzle(board, (0,) * 16).violations(grid)
        assert sm.Problem(lambda m, grid=grid: ranks_alone(m, sm.Puzzle(board, grid.values))).solve("cpsat")


def test_one_hall_set_removes_values_and_the_prediction_is_true() -> None:
    cells = lesson_4.SEVEN_CELLS
    sets = [chosen for k in range(1, 7) for chosen in combinations(cells, k)]
    assert [s for s in sets if len(set().union(*(cells[i] for i in s))) == len(s)] == [("b", "d", "f")]
    unit = {"a": {2, 4}, "b": {2, 4}, "c": {1, 2, 3, 4, 5}, "d": {3}, "e": {1, 2, 3, 4, 5}}
    domains = {name: frozenset(values) for name, values in unit.items()}
    left = [propagate([Unit("u", tuple("abcde"))], domains, strength) for strength in ("values", "bounds", "domain")]
    assert [sum(map(len, each.values())) for each in left] == [13, 13, 9]


# -- lessons 6 to 11 ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_conflicts_and_the_costs_of_the_school() -> None:
    school, hurried, rules = of_lesson(6, "school", "HURRIED", "RULES")

    def solved(names, of):
        return sm.Problem(school({name: rule for name, rule in of.items() if name in names}), "cpsat").solve("cpsat")

    assert set(hurried) == set(lesson_6.RULES)
    assert are_all_conflicts(lesson_6.CONFLICTS, hurried, lambda names: bool(solved(names, hurried)))
    no_waiting = learner.answers("no-waiting", [])[0]
    assert solved(rules, rules).objective == lesson_6.COST_WITHOUT
    assert solved({*rules, "no waiting"}, {**rules, "no waiting": no_waiting}).objective == lesson_6.BEST_COST


def test_the_verdicts_on_minimal_sets() -> None:
    def verdict(rules, cells):
        if not lesson_8.forces(rules, cells):
            return "does not force"
        fewer = {rule: (rules - {rule}, cells) for rule in rules} | {i: (rules, cells - {i}) for i in cells}
        return next((name for name, each in fewer.items() if lesson_8.forces(*each)), "minimal")

    found = {letter: verdict(set(rules), set(cells)) for letter, (rules, cells) in lesson_8.SMALL_SETS.items()}
    assert found == {"a": "minimal", "b": (3, 2), "c": "does not force", "d": "column 3", "e": "minimal"}
    assert lesson_8.which_are_minimal(found)


@pytest.mark.parametrize("text", lesson_10.LEAST)
def test_the_least_costs_are_those_of_all_grids(text: str) -> None:
    puzzle = sm.Puzzle.parse(text)
    assert not puzzle.clashes()
    boxes = [permutations(lacking) for _, lacking in lesson_10._boxes(puzzle)]
    assert min(cost(puzzle, lesson_10.filled(puzzle, each)) for each in product(*boxes)) == lesson_10.LEAST[text]


def test_the_solution_that_the_judge_calls_out_of_reach_is() -> None:
    """Walk everywhere from the start of the lesson, with the swaps of rows and with those of boxes."""
    puzzle, start = lesson_10.SMALL, lesson_10.START
    blanks = [i for i in puzzle.board.cells if i not in puzzle.givens]
    in_rows = [(a, b) for a, b in combinations(blanks, 2) if a[0] == b[0]]
    in_boxes = [pair for cells, _ in lesson_10._boxes(puzzle) for pair in combinations(cells, 2)]
    assert all(start[i] == d for i, d in puzzle.givens.items())
    solution = all_solutions(puzzle)[0]
    for swaps, expected in ((in_rows, False), (in_boxes, True)):
        reached = [start.values]
        known = set(reached)
        for values in reached:
            for a, b in swaps:
                k, other = (puzzle.board.cells.index(i) for i in (a, b))
                new = list(values)
                new[k], new[other] = new[other], new[k]
                if tuple(new) not in known:
                    known.add(tuple(new))
                    reached.append(tuple(new))
        assert (solution.values in known) == expected


def test_a_filling_is_the_only_one_exactly_when_no_values_can_move_on_along_a_ring() -> None:
    for unit in lesson_11.units():
        (first, *more) = lesson_11.fillings(unit)
        moves = nx.DiGraph([(i, j) for i in unit for j in unit if i != j and first[j] in unit[i]])
        assert nx.is_directed_acyclic_graph(moves) is (not more)


def test_domain_consistency_decides_the_puzzle_whose_names_matter_to_bounds() -> None:
    left = propagate(lesson_11.NAMED_BADLY.board.units, domains_of(lesson_11.NAMED_BADLY), "domain")
    assert all(len(digits) == 1 for digits in left.values())


def test_locked_candidates_remove_something_everywhere_and_no_digit_of_a_solution() -> None:
    for puzzle, solution, start in lesson_11.positions():
        assert sm.is_solution(puzzle, solution)
        left = lesson_11.locked_out(puzzle.board.units, start)
        assert sum(map(len, left.values())) < sum(map(len, start.values()))
        assert all(solution[i] in left[i] for i in left)


# -- lessons 12 to 14 --------------------------------------------------------------------------------------------------


def test_the_cut_is_valid_and_that_of_the_separation() -> None:
    seen = 0
    for cliques, y in lesson_12.cycles():
        names = sorted(y)
        if len(names) < 9:
            for bits in range(2 ** len(names)):
                point = {name: bits >> k & 1 for k, name in enumerate(names)}
                if all(sum(point[i] for i in clique) <= 1 for clique in cliques):
                    assert lesson_12.violation(cliques, point) <= 0
        fits = all(sum(y[i] for i in clique) <= 1 for clique in cliques)
        if fits and lesson_12.violation(cliques, y) > 0:
            cycles = OddCycles([[names.index(i) for i in clique] for clique in cliques], len(names))
            values = np.array([y[i] for i in names])
            found = [np.array(cut.coefficients) @ values - cut.bound for cut in cycles.violated(values)]
            assert max(found) >= lesson_12.violation(cliques, y) - 1e-9
            seen += 1
    assert seen


def test_the_mean_is_that_of_a_hundred_puzzles() -> None:
    for methods, solver in lesson_12.tables()[:10]:
        for name, (share, milliseconds) in methods.items():
            total = sum(milliseconds + (0 if k < share else solver) for k in range(100))
            assert lesson_12.mean(methods, solver, name) == Fraction(total, 100)


def test_scores_tests_and_corrections_are_those_of_the_benchmark() -> None:
    for seconds, limit in lesson_13.timings():
        mean = shifted_mean([np.inf if t is None else t for t in seconds], limit)
        assert isclose(lesson_13.scores(seconds, limit)[1], mean)
    for a, b in lesson_14.duels():
        wins, losses, p = lesson_14.pairs(a, b)
        assert isclose(p, sign_test(wins, losses))
    for (ps,) in lesson_14.questions():
        assert lesson_14.holm(ps) == pytest.approx(tuple(holm(ps)))
    assert (sign_test(45, 5) < 1e-6, sign_test(6, 5)) == (True, 1)


# -- lessons 16 to 19 --------------------------------------------------------------------------------------------------


def test_five_of_the_proofs_are_damaged_ones_of_mccaffrey() -> None:
    large = [case for case in lesson_16.proofs().values() if len(case[0]) > 100]
    assert [*map(lesson_16.accepts, *zip(*large, strict=True))] == [True] * 2 + [False] * 5


def test_two_of_the_proofs_by_hand_are_right() -> None:
    right = [what for what, case in lesson_16.BY_HAND.items() if lesson_16.accepts(*case)]
    assert [what.partition(" from")[0] for what in right] == ["the proof '2 0', '0'", "the proof '0'"]


@pytest.mark.parametrize(("puzzle", "grids"), [*lesson_17.killers(), *lesson_17.kropkis()])
def test_the_known_solutions_of_variants_are_all_solutions(puzzle, grids) -> None:
    assert {grid.line() for grid in all_solutions(puzzle)} == {grid.line() for grid in grids}


def test_one_all_different_of_the_cages_matters_and_no_other() -> None:
    cages = lesson_17.caged().board.rules
    alone = []
    for forgotten in (cage for cage in cages if len(set(cage.cells)) > 2):
        loose = [KillerCage(c.total, c.cells, different=c != forgotten) for c in cages]
        if len(all_solutions(lesson_17.blank(sm.Board.of_size(6).with_rules(*loose)))) > 1:
            alone.append(str(forgotten))
    assert alone == ["killer cage 6 on r2c2 r2c3 r3c3"]


@pytest.mark.parametrize("board", lesson_17.BOARDS[:3])
def test_the_cliques_are_those_of_another_algorithm(board) -> None:
    found = set()

    def grow(clique, candidates, known):
        """The algorithm of Bron and Kerbosch."""
        if not candidates and not known:
            found.add(frozenset(clique))
        for i in list(candidates):
            near = set(board.peers[i])
            grow([*clique, i], candidates & near, known & near)
            candidates, known = candidates - {i}, known | {i}

    grow([], set(board.cells), set())
    assert found == lesson_17.cliques(board)


@pytest.mark.parametrize("n", [4, 6, 9])
def test_the_hull_of_two_cells_without_a_dot(n: int) -> None:
    """Their conflicts are a perfect graph, because its complement is bipartite: all its maximal cliques are needed."""
    digits = range(1, n + 1)
    free = {(d, e) for d, e in product(digits, digits) if abs(d - e) != 1 and d != 2 * e and e != 2 * d}
    assert nx.is_bipartite(nx.Graph((("i", d), ("j", e)) for d, e in free))
    known = list(lesson_17.cliques_of_conflicts(n))
    for ours, theirs in known:
        assert {e for e in digits if not any((d, e) in free for d in ours)} == theirs
    assert len(known) == len({(frozenset(ours), frozenset(theirs)) for ours, theirs in known})


def test_the_season_is_a_double_round_robin_with_a_mirrored_second_half() -> None:
    matches = austrian_league()
    teams = {match.home for match in matches}
    assert len(teams) == 12
    assert Counter((match.home, match.away) for match in matches) == {(a, b): 1 for a in teams for b in teams if a != b}
    for k in range(1, 23):
        playing = [team for match in matches if match.round == k for team in (match.home, match.away)]
        assert sorted(playing) == sorted(teams)
    first = {(match.round, match.home, match.away) for match in matches if match.round <= 11}
    assert first == {(match.round - 11, match.away, match.home) for match in matches if match.round > 11}
    days = [match.date for match in matches]
    assert (days, str(days[0]), str(days[-1])) == (sorted(days), "2019-07-26", "2020-03-08")


def test_the_breaks_of_the_real_season() -> None:
    found = count_breaks((match.round, match.home, match.away) for match in austrian_league())
    assert (sum(found.values()), found["Rapid Wien"], found["Austria Wien"], max(found.values())) == (36, 0, 0, 4)


@pytest.mark.slow
def test_the_conflicts_of_wishes() -> None:
    league, small = of_lesson(18, "league", "SMALL")

    def can_hold(names):
        wishes = {name: wish for name, wish in small.items() if name in names}
        return bool(sm.Problem(league(lesson_18.CLUBS, wishes), "cpsat").solve("cpsat"))

    assert set(small) == set(lesson_18.WISHES)
    assert are_all_conflicts(lesson_18.CONFLICTS, small, can_hold)
    assert lesson_18.LEAST_WEIGHT == 5


@pytest.mark.parametrize("n", [4, 9])
def test_the_sizes_are_those_of_the_models(n: int) -> None:
    puzzle = sm.Puzzle(sm.Board.of_size(n), (0,) * n**2)
    models = {
        "assignment": sm.build(puzzle, "assignment", "pulp"),
        "big-M": sm.build(puzzle, "all_different", "pulp", rewrite="pairwise+big_m"),
    }
    for name, model in models.items():
        assert lesson_19.sizes(n)[name] == (len(model.m.variables), len(model.m.constraints()))


def test_a_second_solution_agrees_in_all_cells_but_four_at_most() -> None:
    for name in ("several:8", "several:10", "several:14", "several:21"):
        first, *others = all_solutions(sm.load(name))
        agreements = [sum(a == b for a, b in zip(first.values, grid.values, strict=True)) for grid in others]
        assert max(agreements) <= 77
        assert lesson_19.verdict(min(agreements), 0, 81) == "more than one"
