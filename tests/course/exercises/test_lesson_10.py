"""Right answers pass; typical wrong ones get a true sentence."""

from collections import Counter
from itertools import combinations

from judging import judge, wrong

import sudoku_models as sm
from sudoku_models.course.box_grids import grids_with_complete_boxes
from sudoku_models.course.exercises import lesson_10
from sudoku_models.inference.local_search import cost

# -- the cost ----------------------------------------------------------------------------------------------------------


def my_cost(puzzle, grid, missing=True, surplus=True, weight=8):
    total = 0
    for unit in puzzle.board.units:
        held = Counter(grid[i] for i in unit.cells)
        total += missing * sum(held[d] == 0 for d in puzzle.board.digits)
        total += surplus * sum(times - 1 for times in held.values() if times)
    return total + weight * sum(grid[i] != d for i, d in puzzle.givens.items())


def test_costs():
    assert judge("grid-cost", my_cost) == "your cost is right on 19 grids of three sizes"
    assert "calls the package's" in wrong("grid-cost", cost).sentence
    assert "calls the package's" in wrong("grid-cost", lambda p, g: cost(p, g)).sentence
    assert "without the" in wrong("grid-cost", lambda p, g: my_cost(p, g, weight=0)).sentence
    assert "surplus digits both count" in wrong("grid-cost", lambda p, g: my_cost(p, g, missing=False)).sentence
    assert "missing digits alone" in wrong("grid-cost", lambda p, g: my_cost(p, g, surplus=False, weight=0)).sentence
    assert "costs 8, not 1" in wrong("grid-cost", lambda p, g: my_cost(p, g, weight=1)).sentence
    assert "must return a number, not None" in wrong("grid-cost", lambda p, g: None).sentence


# -- the change of a swap ----------------------------------------------------------------------------------------------


def my_change(puzzle, digits, a, b, sign=1, givens=True, shared=False):
    after = {a: digits[b], b: digits[a]}
    change = 0
    for unit in puzzle.board.units:
        if (a in unit.cells) != (b in unit.cells):
            change -= 2 * len({after.get(i) or digits[i] for i in unit.cells})
            change += 2 * len({digits[i] for i in unit.cells})
        elif shared and a in unit.cells:
            change += 2
    for i in (a, b):
        if givens and i in puzzle.givens:
            change += 8 * ((after[i] != puzzle.givens[i]) - (digits[i] != puzzle.givens[i]))
    return sign * change


def test_changes():
    assert "right on 97 swaps" in judge("swap-change", my_change)
    assert "other way round" in wrong("swap-change", lambda *a: my_change(*a, sign=-1)).sentence
    assert "without the 8 of the given" in wrong("swap-change", lambda *a: my_change(*a, givens=False)).sentence
    halved = wrong("swap-change", lambda *a: my_change(*a) / 2).sentence
    assert "where nothing changes" not in halved
    assert "where nothing changes" in wrong("swap-change", lambda *a: my_change(*a, shared=True)).sentence


def test_a_change_from_scratch_is_noticed_however_it_looks():
    def grids(puzzle, digits, a, b):
        before = sm.Grid(puzzle.board, tuple(digits[i] for i in puzzle.board.cells))
        return before, sm.Grid(puzzle.board, tuple({**digits, a: digits[b], b: digits[a]}.values()))

    def from_scratch(puzzle, digits, a, b):
        before, after = grids(puzzle, digits, a, b)
        return cost(puzzle, after) - cost(puzzle, before)

    def by_copy(puzzle, digits, a, b):
        own = dict(digits)
        own[a], own[b] = own[b], own[a]
        return cost(puzzle, sm.Grid(puzzle.board, tuple(own.values()))) - cost(
            puzzle, sm.Grid(puzzle.board, tuple(digits.values()))
        )

    def in_place(puzzle, digits, a, b):
        digits[a], digits[b] = digits[b], digits[a]
        return my_change(puzzle, digits, a, b, sign=-1)

    assert "changes `digits`" in wrong("swap-change", in_place).sentence
    for answer in (from_scratch, by_copy):
        assert "looked at 16 cells, also at" in wrong("swap-change", answer).sentence


# -- a start -----------------------------------------------------------------------------------------------------------


def start(puzzle, rng, keep=True, shuffled=True, by_row=False):
    digits = dict(puzzle.givens) if keep else {}
    units = puzzle.board.units[: puzzle.board.size] if by_row else puzzle.board.units[-puzzle.board.size :]
    for unit in units:
        blank = [i for i in unit.cells if i not in digits]
        lacking = sorted(set(puzzle.board.digits) - {digits.get(i) for i in unit.cells})
        if shuffled:
            rng.shuffle(lacking)
        digits.update(zip(blank, lacking, strict=True))
    return sm.Grid(puzzle.board, tuple(digits[i] for i in puzzle.board.cells))


def test_starts():
    assert "same for all seeds" in judge("complete-boxes", start)
    assert "but the given there is" in wrong("complete-boxes", lambda p, rng: start(p, rng, keep=False)).sentence
    assert "should hold each once" in wrong("complete-boxes", lambda p, rng: start(p, rng, by_row=True)).sentence
    assert "seeds give one grid" in wrong("complete-boxes", lambda p, rng: start(p, rng, shuffled=False)).sentence
    assert "return a sm.Grid" in wrong("complete-boxes", lambda p, rng: None).sentence
    import random

    assert "same seed" in wrong("complete-boxes", lambda p, rng: start(p, random)).sentence


# -- a neighbourhood that misses ---------------------------------------------------------------------------------------

PUZZLE = sm.Puzzle.parse(lesson_10.SMALL)
BLANKS = [i for i in PUZZLE.board.cells if i not in PUZZLE.givens]
IN_ROWS = [(a, b) for a, b in combinations(BLANKS, 2) if a[0] == b[0]]
IN_BOXES = [pair for box in PUZZLE.board.units[8:] for pair in combinations([i for i in box.cells if i in BLANKS], 2)]


def test_the_start_is_that_of_the_lesson():
    begin = sm.Puzzle.parse(lesson_10.START).as_grid()
    assert all(begin[i] == d for i, d in PUZZLE.givens.items())
    assert all(len({begin[i] for i in box.cells}) == 4 for box in PUZZLE.board.units[8:])


def test_neighbourhoods():
    said = judge("break-the-neighbourhood", IN_ROWS)
    assert "begin with [1, 3, 4] and need [2, 3, 4]" in said
    assert "can be reached" in wrong("break-the-neighbourhood", IN_BOXES).sentence
    assert "can be reached" in wrong("break-the-neighbourhood", list(combinations(BLANKS, 2))).sentence
    assert "is in no swap" in wrong("break-the-neighbourhood", IN_ROWS[:2]).sentence
    assert "moves the given in (1, 1)" in wrong("break-the-neighbourhood", [((1, 1), (1, 2))]).sentence
    assert "a pair of two cells" in wrong("break-the-neighbourhood", [(1, 2)][0]).sentence
    assert "no blank cell" in wrong("break-the-neighbourhood", [((1, 2), (9, 9))]).sentence
    assert "list of pairs" in wrong("break-the-neighbourhood", 3).sentence


def test_what_the_judge_calls_out_of_reach_is():
    """Walk everywhere from the start, with the swaps of rows and with those of boxes."""
    begin = sm.Puzzle.parse(lesson_10.START).as_grid()
    solution = sm.build(PUZZLE, backend="pulp").solve().grid
    for swaps, expected in ((IN_ROWS, False), (IN_BOXES, True)):
        reached = [begin.values]
        known = set(reached)
        for values in reached:
            for a, b in swaps:
                k, other = (PUZZLE.board.cells.index(i) for i in (a, b))
                new = list(values)
                new[k], new[other] = new[other], new[k]
                if tuple(new) not in known:
                    known.add(tuple(new))
                    reached.append(tuple(new))
        assert (solution.values in known) == expected


# -- what a solver adds ------------------------------------------------------------------------------------------------


def least(m, puzzle, weight=2, columns=True, boxes=True, givens=True, minimised=True, soft=True):
    board, n = puzzle.board, puzzle.board.size
    y = m.bool_vars("y", [(i, d) for i in board.cells for d in board.digits])
    lines = board.units[: 2 * n] if columns else board.units[:n]
    s = m.int_vars("s", [(u.name, d) for u in lines for d in board.digits], 0, n if soft else 0)
    for i in board.cells:
        m.add(m.sum(y[i, d] for d in board.digits) == 1, f"cell {i} has a digit")
    for d in board.digits:
        for box in board.units[2 * n :] if boxes else ():
            m.add(m.sum(y[i, d] for i in box.cells) == 1, f"{box.name} has a {d}")
        for u in lines:
            m.add(m.sum(y[i, d] for i in u.cells) - s[u.name, d] <= 1, f"surplus of {d} in {u.name}")
    for i, d in puzzle.givens.items() if givens else ():
        m.fix(y[i, d], 1)
    if minimised:
        m.minimize(m.dot([weight] * len(s), s.values()))
    return y


def test_least_costs_are_those_of_all_grids():
    for text, expected in lesson_10.LEAST.items():
        puzzle = sm.Puzzle.parse(text)
        assert not puzzle.clashes()
        assert min(cost(puzzle, grid) for grid in grids_with_complete_boxes(puzzle)) == expected


def test_models_of_the_least_cost():
    assert "right on 5 puzzles" in judge("least-cost", least)
    assert "counts 2" in wrong("least-cost", lambda m, p: least(m, p, weight=1)).sentence
    assert "no grid with complete boxes" in wrong("least-cost", lambda m, p: least(m, p, columns=False)).sentence
    assert "so cheap" in wrong("least-cost", lambda m, p: least(m, p, boxes=False)).sentence
    assert "so cheap" in wrong("least-cost", lambda m, p: least(m, p, givens=False)).sentence
    assert "minimises nothing" in wrong("least-cost", lambda m, p: least(m, p, minimised=False)).sentence
    assert "may clash, at a cost" in wrong("least-cost", lambda m, p: least(m, p, soft=False)).sentence
    assert "must return its variables" in wrong("least-cost", lambda m, p: [least(m, p)]).sentence
