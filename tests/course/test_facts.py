"""The facts that the judges state: their data and reference functions are compared with other ways to find them."""

import hashlib
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations, product
from math import inf, isclose, isfinite
from typing import Any

import learner
import networkx as nx
import numpy as np
import pytest

import sudoku_models as sm
from sudoku_models.backends import Linear, PlainModel, Term
from sudoku_models.benchmark.statistics import shifted_mean
from sudoku_models.benchmark.verdicts import holm, sign_test
from sudoku_models.course.exercises import (
    lesson_00,
    lesson_01,
    lesson_02,
    lesson_04,
    lesson_06,
    lesson_08,
    lesson_10,
    lesson_11,
    lesson_12,
    lesson_13,
    lesson_14,
    lesson_16,
    lesson_17,
    lesson_18,
    lesson_19,
    lesson_21,
    lesson_24,
    lesson_28,
)
from sudoku_models.course.exercises.league import austrian_league, count_breaks
from sudoku_models.course.exercises.lesson_01 import AUSTRALIA, BORDERS, is_consistent
from sudoku_models.course.models import all_solutions, without
from sudoku_models.inference.local_search import cost
from sudoku_models.inference.propagation import domains_of, propagate
from sudoku_models.inference.relaxation import OddCycles
from sudoku_models.puzzles import data_folder
from sudoku_models.puzzles.rules import KillerCage
from sudoku_models.solvers.dual_bound import RationalModel


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

    assert {i for i in puzzle.givens if is_unique([i])} == set(lesson_00.NEEDLESS)
    assert is_unique(lesson_00.NEEDLESS)


@pytest.mark.parametrize("n", [4, 6, 9])
def test_the_size_of_a_rewrite(n: int) -> None:
    puzzle = sm.Puzzle(sm.Board.of_size(n), (0,) * n**2)
    m = sm.build(puzzle, "all_different", "pulp", rewrite="indicators").m
    assert (len(m.variables), len(m.constraints())) == lesson_00.size_by_indicators(n)


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
    assert (fewest[everything], most[everything]) == (lesson_01.FEWEST, lesson_01.MOST)


def test_three_values_are_the_fewest_without_which_there_is_no_colouring() -> None:
    full = dict.fromkeys(AUSTRALIA, (1, 2, 3))
    for poor in combinations(AUSTRALIA, 2):
        for kept in product(combinations((1, 2, 3), 2), repeat=2):
            domains = full | dict(zip(poor, kept, strict=True))
            every = product(*(domains[r] for r in AUSTRALIA))
            assert any(is_consistent(dict(zip(AUSTRALIA, c, strict=True)), BORDERS) for c in every)


def test_the_minizinc_model_is_wrong_in_two_lines_in_both_ways() -> None:
    """MiniZinc 2.6.4 with Gecode finds the same seven timetables of the model."""
    every = [dict(zip(lesson_01.TALKS, hours, strict=True)) for hours in product(lesson_01.HOURS, repeat=5)]
    stated = [x for x in every if all(line.says(x) for line in lesson_01.LINES)]
    meant = [x for x in every if all(line.meant(x) for line in lesson_01.LINES)]
    assert (len(stated), len(meant)) == (7, 6)
    assert sum(x not in meant for x in stated) == 3
    assert sum(x not in stated for x in meant) == 2
    broken = [k for x in stated for k, line in enumerate(lesson_01.LINES) if not line.meant(x)]
    refusing = [k for x in meant for k, line in enumerate(lesson_01.LINES) if not line.says(x)]
    assert ({*broken}, {*refusing}) == ({2}, {4})


def test_the_pairs_of_sudoku_x() -> None:
    assert len(sm.Board.of_size(9).diagonal().pairs) == 864


def test_circles_satisfy_the_rank_equations_and_are_no_solutions() -> None:
    ranks_alone = learner.answers("ranks-alone", [])[0]
    board = sm.Board.of_size(4)
    for digits in lesson_02.CIRCLES:
        grid = sm.Grid(board, digits)
        assert sm.Puzzle(board, (0,) * 16).violations(grid)
        assert sm.Problem(lambda m, grid=grid: ranks_alone(m, sm.Puzzle(board, grid.values))).solve("cpsat")


def test_the_9x9_with_far_digits_on_the_diagonals_has_one_solution() -> None:
    for puzzle, grids in lesson_04._with_whispers():
        assert frozenset(all_solutions(puzzle)) == grids
    assert [len(grids) for _, grids in lesson_04._with_whispers()] == [8, 6, 8, 1]


# -- lessons 6 to 11 ---------------------------------------------------------------------------------------------------


def test_the_costs_of_the_school() -> None:
    school, rules = of_lesson(6, "school", "RULES")
    no_waiting = learner.answers("no-waiting", [])[0]
    for of, least in ((rules, lesson_06.COST_WITHOUT), ({**rules, "no waiting": no_waiting}, lesson_06.BEST_COST)):
        result = sm.Problem(school(of)).solve("cpsat")
        values = result.values
        slots = {(c, t): v for (kind, c, t), v in values.items() if kind == "slot"}
        rooms = {(c, t): v for (kind, c, t), v in values.items() if kind == "room"}
        assert result.objective == least == lesson_06.cost_of(slots)
    assert not lesson_06.broken_rule(slots, rooms)


@pytest.mark.parametrize(
    ("n", "fewest", "guards_own"),
    [
        *((n, fewest, True) for n, fewest in lesson_06.FEWEST.items()),
        *((n, fewest, False) for n, fewest in lesson_06.FEWEST_ATTACKED.items()),
    ],
)
def test_so_many_queens_guard_a_board_and_fewer_do_not(n: int, fewest: int, guards_own: bool) -> None:
    """By trying all sets of fewer queens, as far as they are not too many."""
    squares = [*product(range(1, n + 1), repeat=2)]
    guards = [
        sum(1 << k for k, j in enumerate(squares) if (guards_own if i == j else lesson_06.attack(i, j)))
        for i in squares
    ]
    every = 2 ** len(squares) - 1

    def is_enough(number: int, guarded: int = 0) -> bool:
        if guarded == every:
            return True
        free = next(k for k in range(len(squares)) if not guarded >> k & 1)
        return number > 0 and any(is_enough(number - 1, guarded | of) for of in guards if of >> free & 1)

    assert is_enough(fewest)
    assert not is_enough(fewest - 1)


def test_the_model_to_read_and_the_plan_differ_in_both_directions() -> None:
    latin = [rows for rows in _latin_squares(5) if rows[0] == (1, 2, 3, 4, 5)]
    model = {square for square in latin if not lesson_06.objection_of_the_model(square)}
    plan = {square for square in latin if not lesson_06.objection_of_the_plan(square)}
    assert (len(latin), len(model), len(plan), len(model - plan), len(plan - model)) == (1344, 8, 8, 6, 6)


def _latin_squares(n, rows=((1, 2, 3, 4, 5),)):
    if len(rows) == n:
        return [rows]
    further = [p for p in permutations(range(1, n + 1)) if all(all(map(int.__ne__, p, row)) for row in rows)]
    return [square for row in further for square in _latin_squares(n, (*rows, row))]


def test_the_verdicts_on_minimal_sets() -> None:
    def verdict(rules, cells):
        if not lesson_08.forces(rules, cells):
            return "does not force"
        fewer = {rule: (rules - {rule}, cells) for rule in rules} | {i: (rules, cells - {i}) for i in cells}
        return next((name for name, each in fewer.items() if lesson_08.forces(*each)), "minimal")

    found = {letter: verdict(set(rules), set(cells)) for letter, (rules, cells) in lesson_08.SMALL_SETS.items()}
    assert found == {"a": "minimal", "b": (3, 2), "c": "does not force", "d": "column 3", "e": "minimal"}
    assert lesson_08.which_are_minimal(found)


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


def test_three_of_the_proofs_by_hand_are_right() -> None:
    right = [what for what, case in lesson_16.BY_HAND.items() if lesson_16.accepts(*case)]
    names = ["the proof '2 0', '0'", "the proof '0'", "a proof with a step of four literals that follows"]
    assert [what.partition(" from")[0] for what in right] == names


@pytest.mark.parametrize(("puzzle", "grids"), [*lesson_17.killers(), *lesson_24.kropkis()])
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


def test_rows_with_too_small_an_m_lose_the_digits_that_are_three_apart() -> None:
    """On digits from 1 to 4, rows for a difference of at least 2 need 5; no answer shows it, some grids do."""
    pairs = list(product(range(1, 5), repeat=2))
    meant = {pair for pair in pairs if lesson_17.is_whisper(*pair)}
    assert meant - {pair for pair in pairs if lesson_17.by_big_m(*pair)} == {(1, 4), (4, 1)}


@pytest.mark.parametrize(("n", "size", "total"), lesson_24.CAGES)
def test_each_cage_of_the_cuts_has_a_set_of_digits(n: int, size: int, total: int) -> None:
    sets = lesson_24.sets_of(n, size, total)
    orders = {t for t in product(range(1, n + 1), repeat=size) if sum(t) == total and len({*t}) == size}
    assert {frozenset(t) for t in orders} == {frozenset(each) for each in sets} != set()


@pytest.mark.parametrize("board", lesson_24.BOARDS[:3])
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
    assert found == lesson_24.cliques(board)


@pytest.mark.parametrize("n", [4, 6, 9])
def test_the_hull_of_two_cells_without_a_dot(n: int) -> None:
    """Their conflicts are a perfect graph, because its complement is bipartite: all its maximal cliques are needed."""
    digits = range(1, n + 1)
    free = {(d, e) for d, e in product(digits, digits) if abs(d - e) != 1 and d != 2 * e and e != 2 * d}
    assert nx.is_bipartite(nx.Graph((("i", d), ("j", e)) for d, e in free))
    known = list(lesson_24.cliques_of_conflicts(n))
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
    assert min(map(len, lesson_18.CONFLICTS)) == 2 < max(map(len, lesson_18.CONFLICTS))


def test_the_best_compromise_of_the_small_league() -> None:
    soft_rules, small, weights = of_lesson(18, "soft_rules", "SMALL", "WEIGHTS")
    assert weights == {name: weight for name, (weight, _) in lesson_18.WISHES.items()}

    def best(least):
        def state(m):
            _, b, kept = soft_rules(m, lesson_18.CLUBS, small, most=2)
            lost = sum(weights.values()) - m.dot([*weights.values()], [kept[name] for name in weights])
            m.add(lost <= least, "so much may be given up")
            m.minimize(m.sum(b.values()) if least < 99 else lost)
            return kept

        return sm.Problem(state, "cpsat").solve("cpsat").objective

    assert best(99) == lesson_18.LEAST_WEIGHT
    assert best(lesson_18.LEAST_WEIGHT) == lesson_18.FEWEST_BREAKS


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


def test_the_bounds_that_prices_prove_are_those_of_the_package() -> None:
    """Where the objective has a variable; otherwise the package rounds the bound up, as the objective is 0."""
    for what, case in lesson_21.priced_programs():
        sign, place = 1 if case.goal == "min" else -1, {x: k for k, x in enumerate(case.bounds)}
        rows: list[Any] = [
            Linear([place[x] for x in row], [*row.values()], -inf if s == "<=" else b, inf if s == ">=" else b, name)
            for name, (row, s, b) in case.rows.items()
        ]
        lower: Any = [-inf if low is None else low for low, _ in case.bounds.values()]
        upper: Any = [inf if high is None else high for _, high in case.bounds.values()]
        objective = Term(tuple(place[x] for x in case.cost), tuple(sign * c for c in case.cost.values()))
        model = PlainModel([*place], lower, upper, [False] * len(place), rows, objective)
        bound = RationalModel(model).bound([sign * Fraction(case.prices[name]) for name in case.rows])
        assert not case.cost or case.proves() == (sign * bound if isfinite(bound) else None), what


# -- lesson 28 ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["austria-2026.csv", "austria-2018.csv", "decisions.csv"])
def test_the_towns_are_those_whose_rows_and_hash_their_page_gives(name: str) -> None:
    folder = data_folder() / "towns"
    page, content = (folder / "README.md").read_text(encoding="utf-8"), (folder / name).read_bytes()
    rows = len(content.splitlines()) - 1
    assert f"| `{name}` | {rows} |" in page
    assert f"| `{name}` | `{hashlib.sha256(content).hexdigest()}` |" in page


def test_no_weights_choose_the_plan_of_the_counterexample() -> None:
    plans = [(0, 10), (60, 6), (100, 0)]
    assert lesson_28.curve_of(plans) == {*plans}
    assert [lesson_28._some_weights_choose(p, plans) for p in plans] == [True, False, True]
    values = [[a + k / 10 * b for a, b in plans] for k in range(1, 500)]
    assert {each.index(min(each)) for each in values} == {0, 2}
