"""A walkthrough tells true sentences in an order that a person can follow, and its page needs no script."""

import re

import pytest
from contrast import contrast, mixed

import sudoku_models as sm
from sudoku_models.explain.walkthrough import STYLE, Walkthrough
from sudoku_models.inference.propagation import domains_of, propagate


@pytest.mark.slow
def test_it_ends_where_propagation_ends():
    for entry in [*sm.corpus("easy50").entries[:5], *sm.corpus("top95").entries[:3]]:
        walk = Walkthrough(entry.puzzle)
        assert walk.left == propagate(entry.puzzle.board.units, domains_of(entry.puzzle))


@pytest.mark.parametrize("strength", ["values", "bounds", "domain"])
def test_no_step_loses_the_solution(strength):
    entry = sm.corpus("top95").entries[0]
    walk = Walkthrough(entry.puzzle, strength)
    for step in walk.steps:
        assert all(entry.solution[i] in digits for i, digits in step.domains.items())
    assert (strength == "values") == (not walk.steps)


def test_a_puzzle_without_a_solution_reports_it():
    walk = Walkthrough(sm.Puzzle.parse("..2. .2.. 3... ...2"))
    assert walk.left is None
    assert walk.steps[-1].domains is None
    assert walk._repr_html_().count("<td") == 16 * (len(walk.steps) + 1)
    assert "the puzzle has no solution" in str(walk)
    assert "the puzzle has no solution" in Walkthrough(sm.Puzzle.parse("11.. .... .... ...."))._repr_html_()


@pytest.mark.parametrize("name", ["top95:1", "small:5"])
def test_the_page(name):
    walk = Walkthrough(sm.load(name), limit=14)
    page = walk._repr_html_()
    n = walk.puzzle.board.size
    assert "<script" not in page
    assert len(page) < 60_000
    assert page.count("<details") == page.count("</details>") == page.count("<table") == len(walk.steps) + 2
    assert page.count("<td") == n * n * (len(walk.steps) + 2)
    assert page.count("<mark>") == sum(len(step.hall) for step in walk.steps)
    struck = sorted(int(d) for d in re.findall(r"<s>(\d+)</s>", page))
    assert struck == sorted(d for step in walk.steps for gone in step.removed.values() for d in gone)


def test_rules_of_the_board_have_steps_too():
    board = sm.Board.of_size(4).with_rules(sm.rules.KillerCage(3, "r1c1 r1c2"))
    walk = Walkthrough(sm.Puzzle.parse("." * 16, board))
    assert walk.left is not None
    assert [sorted(walk.left[1, c]) for c in (1, 2, 3, 4)] == [[1, 2], [1, 2], [3, 4], [3, 4]]
    reason = "killer cage 3 on r1c1 r1c2: it does not allow 3 and 4 in the cells (1, 1) and (1, 2)"
    assert reason in str(walk)
    broken = Walkthrough(sm.Puzzle.parse("34.. .... .... ....", board))
    assert broken.left is None
    assert "no solution" in broken.ending


@pytest.mark.parametrize(("paper", "ink"), [("#ffffff", "#212121"), ("#111111", "#e0e0e0")], ids=["light", "dark"])
def test_its_colours_stand_out_from_a_light_and_a_dark_page(paper, ink):
    """Text needs a contrast of 4.5 and a line one of 3; found digits are large (WCAG 2.2, AA)."""
    (yellow, opacity) = re.search(r"mark\{.*?background:(#\w{6})(\w\w);color:inherit", STYLE).groups()
    (blue, share) = re.search(r"sm-walk i\{color:color-mix\(in srgb,(#\w{6}) (\d+)%,currentColor\)", STYLE).groups()
    (line,) = re.search(r"gradient\(to top right,transparent calc\(50% - .7px\),(#\w{6})", STYLE).groups()
    for ground in (paper, mixed(yellow, paper, int(opacity, 16) / 255)):
        assert contrast(ink, ground) >= 4.5
        assert contrast(mixed(blue, ink, int(share) / 100), ground) >= 4.5
        assert contrast(line, ground) >= 3
