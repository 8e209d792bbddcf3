"""Right answers pass; typical wrong ones get a true sentence."""

import pytest
from judging import judge, objection

import sudoku_models as sm
from sudoku_models.course.exercises import lesson_19
from sudoku_models.course.exercises.lesson_19 import sizes, verdict


@pytest.mark.parametrize("n", [4, 9])
def test_the_sizes_are_those_of_the_models(n):
    puzzle = sm.Puzzle(sm.Board.of_size(n), (0,) * n**2)
    for name, model in [
        ("assignment", sm.build(puzzle, "assignment", "pulp")),
        ("big-M", sm.build(puzzle, "all_different", "pulp", "pairwise+big_m")),
    ]:
        assert sizes(n)[name] == (len(model.m.variables), len(model.m.constraints()))


def test_sizes():
    assert "4, 9, 16, 25, 36 and 49" in judge("sizes-of-both", sizes)
    nine = objection("sizes-of-both", lambda n: sizes(9))
    assert nine == "for n=4 the assignment model has 64 variables, and you have 729"
    assert "with the keys 'assignment' and 'big-M'" in objection("sizes-of-both", lambda n: sizes(n)["big-M"])
    assert "a pair (variables, constraints)" in objection("sizes-of-both", lambda n: {"assignment": 1, "big-M": 2})


def test_a_second_solution_of_a_sudoku_agrees_in_all_cells_but_four_at_most():
    for name in ("several:8", "several:10", "several:14", "several:21"):
        puzzle = sm.load(name)
        count = sm.count_solutions(puzzle, "all_different", "cpsat", "cpsat", limit=50)
        first, *others = count.grids
        agreements = [sum(first[i] == grid[i] for i in puzzle.board.cells) for grid in others]
        assert max(agreements) <= len(puzzle.board.cells) - 4
        assert verdict(min(agreements), 0, len(puzzle.board.cells)) == "more than one"


def test_verdicts():
    assert "cases, on boards of 16, 36 and 81 cells" in judge("read-the-second-program", verdict)
    sentence = objection("read-the-second-program", lambda incumbent, bound, cells: "unknown")
    assert "a second solution agrees in 77 cells at most, which the bound excludes: that is 'one solution'" in sentence

    def hasty(incumbent, bound, cells):
        return "one solution" if incumbent == cells else verdict(incumbent, bound, cells)

    sentence = objection("read-the-second-program", hasty)
    assert sentence.startswith("of 81 cells, the incumbent agrees in 81, and the bound is 0; a second solution that")
    assert sentence.endswith("that is 'unknown', and you say 'one solution'")


def test_the_states_fit_together():
    for cells in (16, 81):
        states = lesson_19._states(cells)
        assert {verdict(a, b, cells) for a, b in states} == {"one solution", "more than one", "unknown"}
        assert all(b <= (cells if a is None else a) for a, b in states)


def cages(m, x, of):
    for total, cells in of:
        m.add(m.sum(x[i] for i in cells) == total, f"sum {cells}")
        m.all_different([x[i] for i in cells], f"different {cells}")


def test_cages():
    assert judge("cages-on-digits", cages).startswith("your cages leave the solutions of five puzzles")
    assert objection("cages-on-digits", lambda m, x, of: None)
    assert "changes the list of cages" in objection("cages-on-digits", lambda m, x, of: of.clear())
    assert "must be a function" in objection("cages-on-digits", None)
