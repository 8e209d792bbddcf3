"""Right answers pass; typical wrong ones get a true sentence."""

import pytest
from judging import judge, wrong

import sudoku_models as sm


def without(puzzle, cells):
    of = puzzle.board.cells
    return sm.Puzzle(puzzle.board, tuple(0 if i in cells else d for i, d in zip(of, puzzle.values, strict=True)))


def is_unique(puzzle):
    return sm.count_solutions(puzzle, "all_different", "cpsat", "cpsat", limit=2, cross_check=False).value == 1


def my_dig(grid, order, orbit=lambda grid, i: [i], check=is_unique):
    puzzle = sm.Puzzle(grid.board, grid.values)
    for i in order:
        if check(less := without(puzzle, orbit(grid, i))):
            puzzle = less
    return puzzle


def pair(grid, i):
    n = grid.board.size
    return [i, (n + 1 - i[0], n + 1 - i[1])]


def test_dig():
    assert "unique, minimal" in judge("dig", my_dig)


def test_dig_without_a_proof():
    fault = wrong("dig", lambda grid, order: my_dig(grid, order, check=lambda less: len(less.givens) >= 5))
    assert "has a second solution" in fault.sentence
    assert fault.puzzle.violations(fault.grid) == []


def test_dig_too_little():
    fault = wrong("dig", lambda grid, order: sm.Puzzle(grid.board, grid.values))
    assert "could go too" in fault.sentence
    fault = wrong("dig", lambda grid, order: my_dig(grid, order[: len(order) // 2]))
    assert "could go too" in fault.sentence


def test_dig_in_another_order():
    assert "in the given order" in wrong("dig", lambda grid, order: my_dig(grid, order[::-1])).sentence


def test_dig_returns_something_else():
    assert "must return a puzzle, not <Grid" in wrong("dig", lambda grid, order: grid).sentence


def test_symmetric_digging():
    assert "symmetric and unique" in judge("dig-symmetric", lambda grid, order: my_dig(grid, order, pair))


def test_symmetric_digging_that_is_not_symmetric():
    fault = wrong("dig-symmetric", my_dig)
    assert "the pattern is not symmetric" in fault.sentence


def test_symmetric_digging_in_a_mirror():
    def mirror(grid, i):
        return [i, (i[0], grid.board.size + 1 - i[1])]

    fault = wrong("dig-symmetric", lambda grid, order: my_dig(grid, order, mirror))
    assert "the pattern is not symmetric" in fault.sentence


def test_symmetric_digging_too_little():
    fault = wrong("dig-symmetric", lambda grid, order: my_dig(grid, order[:3], pair))
    assert "could go together" in fault.sentence


def my_needed(puzzle):
    return {i for i in puzzle.givens if not is_unique(without(puzzle, [i]))}


@pytest.mark.slow
def test_needed():
    assert "right on a minimal puzzle" in judge("needed", my_needed)
    assert "right on a minimal puzzle" in judge("needed", lambda puzzle: sorted(my_needed(puzzle)))


def test_needed_returns_too_many():
    assert "there is still one solution" in wrong("needed", lambda puzzle: set(puzzle.givens)).sentence


def test_needed_returns_too_few():
    fault = wrong("needed", lambda puzzle: set())
    assert "without it there is this solution too" in fault.sentence
    assert fault.puzzle.violations(fault.grid) == []


def test_needed_returns_a_number():
    assert "as a set or a list" in wrong("needed", lambda puzzle: 5).sentence


def hitting_set(least=1, minimal=True):
    def state(m, grid, parts):
        chosen = m.bool_vars("chosen", grid.board.cells)
        for k, part in enumerate(parts):
            m.add(m.sum(chosen[i] for i in part) >= least, f"part {k}")
        if minimal:
            m.minimize(m.sum(chosen.values()))
        return chosen

    return state


def test_hitting_set():
    assert "no fewer will do" in judge("hit-every-part", hitting_set())


def test_hitting_set_that_misses_a_part():
    assert "no given is left in the part" in wrong("hit-every-part", hitting_set(least=0)).sentence


def test_hitting_set_that_is_too_large():
    assert "are enough" in wrong("hit-every-part", hitting_set(least=2)).sentence


def test_hitting_set_of_parts_that_lie_unevenly():
    def counted_by_part(m, grid, parts):
        chosen = hitting_set(minimal=False)(m, grid, parts)
        m.minimize(m.sum(chosen[i] for part in parts for i in part))
        return chosen

    assert "and 2 are enough" in wrong("hit-every-part", counted_by_part).sentence

    def at_most_two(m, grid, parts):
        chosen = hitting_set()(m, grid, parts)
        for k, part in enumerate(parts):
            m.add(m.sum(chosen[i] for i in part) <= 2, f"few {k}")
        return chosen

    assert "has no solution" in wrong("hit-every-part", at_most_two).sentence


def test_hitting_set_without_a_variable_for_each_cell():
    def state(m, grid, parts):
        hitting_set()(m, grid, parts)
        return {}

    assert "a variable for each cell" in wrong("hit-every-part", state).sentence


def test_hitting_set_of_integers():
    digits = lambda m, grid, parts: m.int_vars("chosen", grid.board.cells, 0, 9)  # noqa: E731
    assert "may be 0 to 9; make it a binary" in wrong("hit-every-part", digits).sentence


def test_singles_do_not_decide():
    """The orders come to puzzles with one solution that singles do not solve."""
    by_level = lambda less: sm.level(less) != "hard"  # noqa: E731
    assert "could go too" in wrong("dig", lambda grid, order: my_dig(grid, order, check=by_level)).sentence
    by_pairs = lambda grid, order: my_dig(grid, order, pair, by_level)  # noqa: E731
    assert "in the given order" in wrong("dig-symmetric", by_pairs).sentence
    hard = lambda puzzle: {i for i in puzzle.givens if sm.level(without(puzzle, [i])) == "hard"}  # noqa: E731
    assert "still one solution" in wrong("needed", hard).sentence


def test_the_order_is_not_changed():
    assert "changes the list order" in wrong("dig", lambda grid, order: order.clear()).sentence


def test_careless():
    assert "second solution" in judge("careless", sm.Puzzle.parse("1... .... .... ...."))
    assert "one solution" in wrong("careless", sm.load("mccaffrey")).sentence
    assert "no solution" in wrong("careless", sm.Puzzle.parse("11.. .... .... ....")).sentence
    assert "second solution" in judge("careless", "1...............")
    assert "must be a puzzle" in wrong("careless", 1).sentence
    assert "not a puzzle" in wrong("careless", "1...").sentence
