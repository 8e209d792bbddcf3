"""Questions of an examination: right answers, other numbers for each class, and pages that can be printed."""

import random
import re
from fractions import Fraction
from html.parser import HTMLParser
from itertools import combinations, product

import networkx as nx
import pytest
from typer.testing import CliRunner

import sudoku_models as sm
from sudoku_models.certificates.unit_propagation import ClauseStore
from sudoku_models.cli import app
from sudoku_models.course import exams
from sudoku_models.course.exercises import lesson_16
from sudoku_models.course.lessons import lesson_files

SEEDS = range(25)
TEMPLATES = {each.name: each for each in exams.every_question()}


def test_there_are_forty_questions_on_lessons_of_the_course_and_all_have_a_solution():
    assert len(TEMPLATES) >= 40
    for each in exams.every_question():
        assert each.lesson in lesson_files()
        for seed in SEEDS:
            asked = each.ask(random.Random(seed))
            assert "**" in asked.solution, each.name
            assert 40 < len(asked.text) < 1200, each.name
            assert asked == each.ask(random.Random(seed)), each.name
            assert 1 <= len(each.points) <= 1 + sum(map(asked.text.count, "?.;")), each.name


def test_every_question_can_be_drawn_for_every_class():
    for seed in range(60, 90):
        assert len(exams.draw(seed, names=TEMPLATES).questions) == len(TEMPLATES)


def test_classes_have_other_papers_and_other_numbers_in_the_questions_that_they_share():
    one, other = exams.draw(1, 30), exams.draw(2, 30)
    assert one == exams.draw(1, 30) != other
    papers = [{each.name: each.text for each in exams.draw(seed, 30).questions} for seed in range(8)]
    shared = [(a[name], b[name]) for a, b in combinations(papers, 2) for name in a.keys() & b.keys()]
    assert sum(a != b for a, b in shared) >= 0.8 * len(shared) > 200
    assert len({exams.draw(seed, 4).markdown() for seed in SEEDS}) == len(SEEDS)


def test_the_questions_of_a_paper_are_spread_over_its_lessons():
    paper = exams.draw(7, 6, [1, 2, 4, 5, 6, 18])
    assert [each.lesson for each in paper.questions] == [1, 2, 4, 5, 6, 18]
    with pytest.raises(sm.SudokuModelsError, match="you ask for 9"):
        exams.draw(7, 9, [1])
    with pytest.raises(sm.SudokuModelsError, match="unknown question 'chess'"):
        exams.draw(7, names=["chess"])


def answers(name):
    return [(asked.text, asked.answer) for asked in (TEMPLATES[name].ask(random.Random(seed)) for seed in SEEDS)]


def numbers(text):
    return [int(each) for each in re.findall(r"-?\d+", text)]


def domains(text):
    return {name: set(map(int, values.split(","))) for name, values in re.findall(r"(\w): {([^}]+)}", text)}


def test_sizes_are_those_of_the_models():
    for text, (inequalities, binaries, equations) in answers("three-sizes")[:8]:
        height, width = numbers(text.split("boxes of ")[1])[:2]
        board = sm.Board.with_boxes(height, width)
        puzzle = sm.Puzzle.parse("." * board.size**2, board)
        assert len(sm.build(puzzle, "pairwise", "cpsat").native.proto.constraints) == inequalities
        model = sm.build(puzzle, "assignment", "pulp").native
        assert (model.numVariables(), model.numConstraints()) == (binaries, equations)


def colourings(nodes, edges, k):
    """By deletion and contraction."""
    if not edges:
        return k ** len(nodes)
    (a, b), *rest = edges
    joined = {tuple(sorted(a if end == b else end for end in edge)) for edge in rest}
    return colourings(nodes, rest, k) - colourings([n for n in nodes if n != b], [*joined], k)


def test_colourings_are_counted_by_deletion_and_contraction():
    for text, (fewest, ways) in answers("colours"):
        edges = [tuple(pair.split("-")) for pair in re.findall(r"[A-E]-[A-E]", text)]
        assert [colourings("ABCDE", edges, k) for k in range(fewest + 1)] == [*[0] * fewest, ways]


def test_filtered_domains_are_those_of_matchings():
    for text, left in answers("hall-sets"):
        given = domains(text)
        for name, value in product(given, range(1, 7)):
            graph = nx.Graph((n, v) for n, d in given.items() for v in d if (n == name) == (v == value))
            has_value = value in given[name]
            matched = nx.bipartite.hopcroft_karp_matching(graph, [n for n in given if n in graph]) if has_value else {}
            complete = all(n in matched for n in given)
            assert complete == (value in left[name])


def test_latin_squares_and_queens_are_counted_as_by_solvers():
    for text, (ways, _) in answers("latin-squares")[:6]:
        givens = "".join(map(str, numbers(text)[1:9]))
        assert sm.count_solutions(sm.Puzzle.parse(givens + "." * 8, sm.Board.latin(4))).value == ways
    for text, left in answers("queens"):
        n, _, _, row, column = numbers(text)[:5]
        board = [[r, c] for r in range(1, n + 1) for c in range(1, n + 1)]
        graph = nx.Graph()
        graph.add_nodes_from(map(tuple, board))
        for (r, c), (s, d) in product(graph.nodes, repeat=2):
            if (r, c) != (s, d) and r != s and c != d and abs(r - s) != abs(c - d):
                graph.add_edge((r, c), (s, d))
        cliques = [each for each in nx.find_cliques(graph) if len(each) == n and (row, column) in each]
        assert len(cliques) == left


def test_units_are_those_of_the_propagation_of_the_verifier():
    for seed in SEEDS:
        rng = random.Random(seed)
        clauses = [(rng.choice((-1, 1)) * rng.randint(1, 5),), *lesson_16._random_clauses(rng, 6)]
        true, fails = lesson_16._propagated(clauses)
        held = ClauseStore(5, [[*each] for each in clauses])
        assert held.is_contradictory == fails
        assert fails or all(held.implies([v]) and not held.implies([-v]) for v in true)


def test_prices_are_optimal_on_both_sides():
    for text, (x, y, value) in answers("dual-of-a-plan"):
        gains, rest = text.split("subject to")
        (c1, _, c2, _), (a, _, b, _, r, d, _, e, _, s) = numbers(gains), numbers(rest)[:10]
        assert c1 * x[0] + c2 * x[1] == value == r * y[0] + s * y[1]
        assert a * x[0] + b * x[1] <= r
        assert d * x[0] + e * x[1] <= s
        assert a * y[0] + d * y[1] >= c1
        assert b * y[0] + e * y[1] >= c2
        assert min(*x, *y) >= Fraction(0)


def test_rough_prices_prove_what_the_corners_of_the_box_show_and_no_more_than_the_optimum():
    for text, bound in answers("bound-from-rough-prices"):
        objective, _, rest = text.partition(" subject to ")
        rows, _, ends = rest.partition(", where")
        costs = numbers(objective)[::2]
        (*first, b), (*second, d) = (numbers(row)[::2] for row in rows.split(" and "))
        highs = [int(end) for end in re.findall(r"<= x\d <= (\d+)", ends)]
        y, z = map(Fraction, re.search(r"the prices (\S+) and (\S+) of", text).groups())
        assert len(first) == len(second) == len(costs) == len(highs) == 3

        def times(numbers, x):
            return sum(a * v for a, v in zip(numbers, x, strict=True))

        def with_prices(x, sides=((first, b, y), (second, d, z)), costs=costs):
            return times(costs, x) + sum(price * (need - times(row, x)) for row, need, price in sides)

        every = [*product(*(range(high + 1) for high in highs))]
        assert bound == min(map(with_prices, every)) > 0
        assert bound <= min(times(costs, x) for x in every if times(first, x) >= b and times(second, x) >= d)


def program(text):
    """The gain of a program of two variables and its rows, as a question gives them."""
    terms = re.findall(r"(\d*)x \+ (\d*)y(?: <= (\d+))?", text)
    (*gain, _), *rows = [[int(number or 1) for number in each] for each in terms]
    return gain, rows


def test_a_plan_and_weights_with_the_same_value_prove_each_other():
    plans, weights = answers("push-a-line"), answers("weights-of-two-rows")
    for (text, (x, y, gain)), (other, (u, v, bound)) in zip(plans, weights, strict=True):
        (c, d), [(a, b, r), (e, f, s)] = program(text)
        assert program(other) == program(text)
        assert a * x + b * y <= r
        assert e * x + f * y <= s
        assert (a * u + e * v, b * u + f * v) == (c, d)
        assert min(x, y, u, v) >= 0
        assert c * x + d * y == gain == bound == r * u + s * v


def test_branches_bound_the_best_whole_plan():
    for text, (gain, left, right, best) in answers("branch-once"):
        (c, d), rows = program(text)
        fits = (p for p in product(range(30), repeat=2) if all(a * p[0] + b * p[1] <= r for a, b, r in rows))
        assert max(c * x + d * y for x, y in fits) == best <= max(left, right) <= gain
        assert left != right > 0


class Tags(HTMLParser):
    def __init__(self):
        super().__init__()
        self.seen = []

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))


def test_the_command_writes_two_pages_that_need_no_network_and_only_one_has_solutions(tmp_path):
    def run(*arguments):
        return CliRunner().invoke(app, ["course", "exam", *map(str, arguments)])

    assert run(tmp_path / "paper", "--seed", 7, "--questions", len(TEMPLATES)).exit_code == 0
    exam, solutions = ((tmp_path / "paper" / f"{name}.html").read_text() for name in ("exam", "solutions"))
    assert "<strong>" not in exam
    assert solutions.count("<strong>Solution</strong>") == len(TEMPLATES)
    tags = Tags()
    tags.feed(exam + solutions)
    assert [each for each in tags.seen if {"src", "href"} & each[1].keys()] == []
    assert [tag for tag, _ in tags.seen].count("h2") == 2 * len(TEMPLATES)
    assert all(name in run("--list").output for name in TEMPLATES)
    (tmp_path / "file").touch()
    assert run(tmp_path / "file" / "x").exit_code == 2


@pytest.mark.parametrize("file", ["exam.html", "solutions.html"])
def test_a_page_that_is_there_is_not_overwritten_and_no_other_is_written_beside_it(tmp_path, file):
    (tmp_path / file).write_text("corrected by hand")
    assert CliRunner().invoke(app, ["course", "exam", str(tmp_path), "--seed", "7"]).exit_code == 2
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [(file, "corrected by hand")]
