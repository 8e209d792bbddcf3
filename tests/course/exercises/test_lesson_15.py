"""Right answers pass; typical wrong ones get a true sentence."""

from types import SimpleNamespace

import pytest
from judging import judge, wrong

import sudoku_models as sm
from sudoku_models.inference.propagation import domains_of, propagate


def watcher(news):
    """A learner's function that adds what `news(old, new, solution)` returns."""

    def my_watcher(solution):
        found = []
        return lambda change: found.extend(news(change.old.givens, change.new.givens, solution)), found

    return my_watcher


def test_a_watcher():
    right = watcher(lambda old, new, s: [(i, d) for i, d in new.items() if d != s[i] and old.get(i) != d])
    assert "after each of 13 moves" in judge("watch-for-wrong-digits", right)

    def with_keys(solution):
        hear, found = right(solution)
        return lambda change: hear(SimpleNamespace(old=change["old"], new=change["new"])), found

    assert "after each of 13 moves" in judge("watch-for-wrong-digits", with_keys)


def test_watchers_that_collect_too_much_or_too_little():
    stays = wrong("watch-for-wrong-digits", watcher(lambda old, new, s: [(i, d) for i, d in new.items() if d != s[i]]))
    assert "while a wrong one stands elsewhere" in stays.sentence
    assert "should stay as it is" in stays.sentence
    all_news = watcher(lambda old, new, s: sorted(new.items() - old.items()))
    assert wrong("watch-for-wrong-digits", all_news).sentence.startswith("when a right digit is written")

    def once(solution):
        found = []

        def hear(change):
            new = [(i, d) for i, d in change.new.givens.items() if d != solution[i] and (i, d) not in found]
            found.extend(new)

        return hear, found

    assert "undo writes the first wrong digit again" in wrong("watch-for-wrong-digits", once).sentence
    only_blank = watcher(lambda old, new, s: [(i, d) for i, d in new.items() if d != s[i] and i not in old])
    assert "in place of a wrong one" in wrong("watch-for-wrong-digits", only_blank).sentence
    shared = []
    assert "a pair" in wrong("watch-for-wrong-digits", lambda solution: shared).sentence
    assert "must be a function" in wrong("watch-for-wrong-digits", shared).sentence


def test_watchers_that_share_a_list():
    shared = []

    def hear(change):
        new, old = change.new.givens, change.old.givens
        shared.extend((i, d) for i, d in new.items() if d != solution[i] and old.get(i) != d)

    solution = sm.build(sm.load("mccaffrey"), "all_different", "cpsat").solve().grid
    assert "share one list" in wrong("watch-for-wrong-digits", lambda s: (hear, shared)).sentence


def my_hint(found, blank=True, complete=True):
    if complete and found.status != "complete":
        return {}
    return {i: min(v) for i, v in found.values.items() if len(v) == 1 and not (blank and i in found.puzzle.givens)}


def test_a_hint():
    assert "nothing is missing or made up in 8 positions" in judge("give-a-hint", my_hint)


def test_hints_that_say_what_is_not_known():
    assert "the search was stopped" in wrong("give-a-hint", lambda f: my_hint(f, complete=False)).sentence
    assert "needs no hint" in wrong("give-a-hint", lambda f: my_hint(f, blank=False)).sentence
    any_of_them = lambda f: {i: min(v) for i, v in f.values.items() if v and i not in f.puzzle.givens}  # noqa: E731
    assert "18 solutions, with the status 'complete': your hint says" in wrong("give-a-hint", any_of_them).sentence
    assert "your hint lacks" in wrong("give-a-hint", lambda found: {}).sentence
    assert "must return a dict" in wrong("give-a-hint", lambda found: [*my_hint(found)]).sentence


def without(puzzle, *cells):
    return sm.Puzzle(puzzle.board, tuple(0 if i in cells else puzzle.givens.get(i, 0) for i in puzzle.board.cells))


@pytest.fixture(scope="module")
def design():
    """A puzzle with two solutions, and these."""
    wide = without(sm.load("mccaffrey"), (4, 5))
    kept = sm.build(sm.load("mccaffrey"), "all_different", "cpsat").solve().grid
    for i, digits in sm.allowed_values(wide).values.items():
        if len(digits) > 1:
            values = tuple(kept[i] if j == i else wide.givens.get(j, 0) for j in wide.board.cells)
            puzzle = sm.Puzzle(wide.board, values)
            grids = sm.count_solutions(puzzle, limit=None).grids
            if len(grids) == 2:
                return puzzle, list(grids)
    raise LookupError("no cell leaves two solutions")


@pytest.mark.slow
def test_a_design(design):
    puzzle, grids = design
    assert "two solutions and no third" in judge("two-solutions", puzzle, grids)
    assert "two solutions and no third" in judge("two-solutions", puzzle, tuple(reversed(grids)))


def test_designs_with_another_number_of_solutions(design):
    mccaffrey, (_, grids) = sm.load("mccaffrey"), design
    assert "one solution only" in wrong("two-solutions", mccaffrey, grids).sentence
    wide = without(mccaffrey, (4, 5))
    three = wrong("two-solutions", wide, grids)
    assert "more than two" in three.sentence
    assert wide.violations(three.grid) == []


def test_designs_other_than_requested(design):
    puzzle, grids = design
    assert "excludes the solution of mccaffrey" in wrong("two-solutions", sm.load("several:10"), grids).sentence
    full = sm.Puzzle(puzzle.board, tuple(a if a == b else 0 for a, b in zip(*(g.values for g in grids), strict=True)))
    assert "at most 27" in wrong("two-solutions", full, grids).sentence
    assert "plain 9x9" in wrong("two-solutions", sm.Puzzle.parse("12.. ..1. 3..1 ...."), grids).sentence
    assert "must be a puzzle" in wrong("two-solutions", puzzle.line(), grids).sentence
    lacking = wrong("two-solutions", puzzle, grids[:1])
    assert "is not in your list" in lacking.sentence
    assert lacking.grid == grids[1]
    assert "has 3 grids" in wrong("two-solutions", puzzle, [*grids, grids[0]]).sentence
    assert "must be a list" in wrong("two-solutions", puzzle, 2).sentence


def replay(puzzle, moves, drops_redo=True, skips_nothing=True):
    past, now, future = [], dict(puzzle.givens), []
    for what, *rest in moves:
        if what == "put":
            after = {i: d for i, d in {**now, rest[0]: rest[1]}.items() if d}
            if after != now or not skips_nothing:
                past.append(now)
                now, future = after, [] if drops_redo else future
        elif what == "undo" and past:
            future.append(now)
            now = past.pop()
        elif what == "redo" and future:
            past.append(now)
            now = future.pop()
    return now


def test_a_replay():
    assert "after each of 71 games" in judge("replay-a-game", replay)


def test_replays_that_forget_a_rule():
    assert "a new move ends all redo" in wrong("replay-a-game", lambda p, m: replay(p, m, drops_redo=False)).sentence
    nothing = wrong("replay-a-game", lambda p, m: replay(p, m, skips_nothing=False)).sentence
    assert "a move that changes nothing is no move" in nothing
    puts_only = lambda p, m: {**p.givens, **{c: d for what, c, d in (x for x in m if x[0] == "put")}}  # noqa: E731
    assert "and no others, and yours has 0 for (1, 2)" in wrong("replay-a-game", puts_only).sentence
    no_undo = lambda p, m: replay(p, [x for x in m if x[0] == "put"])  # noqa: E731
    assert "undo brings back what was erased" in wrong("replay-a-game", no_undo).sentence
    assert "must return a dict" in wrong("replay-a-game", lambda p, m: None).sentence


def weakest(position, cell, names=("values", "bounds", "domain")):
    for name in names:
        if len(propagate(position.board.units, domains_of(position), name)[cell]) == 1:
            return name
    return "allowed values" if len(sm.allowed_values(position, cross_check=False).values[cell]) == 1 else None


@pytest.mark.slow
def test_the_weakest_reasoning():
    assert "each of the 5 kinds" in judge("weakest-reasoning", weakest)


@pytest.mark.slow
def test_reasonings_that_are_not_the_weakest():
    strongest = wrong("weakest-reasoning", lambda p, i: weakest(p, i, ("domain",)))
    assert "your function says 'domain'; propagation by" in strongest.sentence
    never_open = wrong("weakest-reasoning", lambda p, i: weakest(p, i) or "allowed values")
    assert "so the answer is None" in never_open.sentence
    no_search = wrong("weakest-reasoning", lambda p, i: None if weakest(p, i) == "allowed values" else weakest(p, i))
    assert "it is the same in every solution" in no_search.sentence
    assert "must return one of" in wrong("weakest-reasoning", lambda p, i: "hidden single").sentence
