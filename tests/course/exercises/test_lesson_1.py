"""The judges of lesson 1 say what is true, of right answers and of typical wrong ones."""

from itertools import combinations, product

import pytest
from judging import judge, objection, wrong

from sudoku_models import course
from sudoku_models.course.exercises import lesson_1
from sudoku_models.course.exercises.lesson_1 import AUSTRALIA, BORDERS


def test_pairs():
    assert "39" in judge("pairs-of-16", 4992)
    assert "both ends" in objection("pairs-of-16", 9984)
    assert "some pairs share two units" in objection("pairs-of-16", 5760)
    assert "'4992' is a text; give a number, without quotation marks: 4992" in objection("pairs-of-16", "4992")
    assert "'many' is not the answer" in objection("pairs-of-16", "many")


def test_consistent():
    assert judge("consistent", lesson_1.is_consistent)
    for_all = objection("consistent", lambda a, borders: all(a.get(r) != a.get(s) for r, s in borders))
    assert "returns False, and it should return True" in for_all
    fixed = objection("consistent", lambda a, borders: lesson_1.is_consistent(a, BORDERS))
    assert "it should return False" in fixed


def test_each_step_of_consistent_is_tried():
    def at_the_first_border(assignment, borders):
        for r, s in borders:
            if r in assignment and s in assignment:
                return assignment[r] != assignment[s]
        return True

    found = wrong("consistent", at_the_first_border)
    assert "C and B touch, and both have colour 2" in found.sentence
    assert "C 2" in found.picture
    assert "changes its argument" in objection("consistent", lambda a, borders: a.clear() or True)


def test_cases_of_consistent_are_of_both_kinds_and_small_ones_come_first():
    cases = list(lesson_1._cases())
    kinds = [lesson_1.is_consistent(*case) for case in cases]
    assert kinds.count(True) > 20 < kinds.count(False)
    assert max(len(borders) for _, borders in cases[1:100]) <= 3


def test_a_counter_example_of_a_colouring_is_a_drawn_map():
    def only_wa(m, regions, borders, k):
        return with_binaries(m, regions, [b for b in borders if "V" not in b], k)

    accepted = wrong("colour-with-binaries", only_wa)
    assert "Australia" in accepted.sentence
    assert "V touch" in accepted.sentence or "and V" in accepted.sentence
    assert accepted.picture.startswith("<svg")
    assert "T 1" in accepted.picture
    poor = dict.fromkeys(AUSTRALIA, (1, 2, 3))
    assert "WA 1" in wrong("poor-domains", poor).picture or "WA 2" in wrong("poor-domains", poor).picture


def with_binaries(m, regions, borders, k, one=True, some=None, exactly=False):
    colours = range(1, k + 1)
    y = m.bool_vars("y", [(r, c) for r in regions for c in colours])
    for r in regions if one else ():
        m.add(m.sum(y[r, c] for c in colours) == 1, f"{r} has a colour")
    for r, s in borders:
        for c in some or colours:
            both = y[r, c] + y[s, c]
            m.add(both == 1 if exactly else both <= 1, f"{r} and {s} differ in {c}")
    return y


@pytest.mark.slow
def test_colour_with_binaries():
    assert "Australia (18)" in judge("colour-with-binaries", with_binaries)
    name = "colour-with-binaries"
    assert "has no colour" in objection(name, lambda *a: with_binaries(*a, one=False))
    assert "A and B touch" in objection(name, lambda *a: with_binaries(*a, some=[1]))
    assert "forbids" in objection(name, lambda *a: with_binaries(*a, exactly=True))
    assert "must be a binary" in objection(name, lambda m, r, b, k: m.int_vars("y", product(r, range(1, k + 1)), 0, 2))
    assert "a key (region, colour)" in objection(name, lambda m, r, b, k: m.int_vars("x", r, 1, k))

    one = {key for key in product("ABC", (1, 2)) if key != ("A", 2)}
    assert "('A', 2) is missing" in objection(name, lambda m, r, b, k: m.bool_vars("y", one))

    def stated_with_logic(m, regions, borders, k):
        y = with_binaries(m, regions, borders, k)
        m.not_equal(y["A", 1], y["B", 1], "A and B differ")
        return y

    assert "sums of binaries" in objection(name, stated_with_logic)
    assert course.check(name, with_binaries).status == "right"


def test_the_fewest_and_the_most_nodes_are_those_of_the_lesson():
    """Plain backtracking has a root, and three children for each consistent colouring of the first few regions."""

    def colourings(regions):
        every = (dict(zip(regions, colours, strict=True)) for colours in product((1, 2, 3), repeat=len(regions)))
        return sum(lesson_1.is_consistent(a, BORDERS) for a in every)

    fewest, most = {frozenset(): 1}, {frozenset(): 1}
    for size in range(1, 8):
        for chosen in map(frozenset, combinations(AUSTRALIA, size)):
            below = {chosen - {r}: 3 * colourings(sorted(chosen - {r})) for r in chosen}
            fewest[chosen] = min(fewest[start] + nodes for start, nodes in below.items())
            most[chosen] = max(most[start] + nodes for start, nodes in below.items())
    everything = frozenset(AUSTRALIA)
    assert (fewest[everything], most[everything]) == (lesson_1.FEWEST, lesson_1.MOST)


def test_order_regions():
    assert "103 nodes" in judge("order-regions", ["SA", "NT", "Q", "NSW", "V", "WA", "T"])
    assert "103 nodes" in judge("order-regions", ("WA", "NT", "SA", "Q", "NSW", "V", "T"))
    assert "T touches nothing" in objection("order-regions", AUSTRALIA)
    assert "1,120 nodes" in objection("order-regions", ["WA", "Q", "V", "T", "NT", "NSW", "SA"])
    assert "touches as many as possible" in objection("order-regions", ["WA", "Q", "NT", "SA", "NSW", "V", "T"])
    assert "each of the seven regions once" in objection("order-regions", AUSTRALIA[:6])


def test_poor_domains():
    full = dict.fromkeys(AUSTRALIA, frozenset({1, 2, 3}))
    two = frozenset({1, 2})
    assert judge("poor-domains", full | dict.fromkeys(("WA", "NT", "SA"), two))
    assert judge("poor-domains", full | {"Q": [2, 3], "NSW": {2, 3}, "SA": (3, 2)})
    still = objection("poor-domains", full | dict.fromkeys(("WA", "NT", "Q"), two))
    assert "still a colouring" in still
    assert "at least two colours" in objection("poor-domains", full | {"SA": {1}})
    assert "three are enough" in objection("poor-domains", dict.fromkeys(AUSTRALIA, two))
    assert "from 1 to 3" in objection("poor-domains", full | {"SA": {1, 4}})
    assert "each of" in objection("poor-domains", {"SA": {1, 2}})


def test_three_values_are_the_fewest_that_do():
    """So "three are enough" is the whole truth: with one or two values less, there is always a colouring."""
    full = dict.fromkeys(AUSTRALIA, (1, 2, 3))
    for poor in combinations(AUSTRALIA, 2):
        for kept in product(combinations((1, 2, 3), 2), repeat=2):
            domains = full | dict(zip(poor, kept, strict=True))
            every = product(*(domains[r] for r in AUSTRALIA))
            assert any(lesson_1.is_consistent(dict(zip(AUSTRALIA, c, strict=True)), BORDERS) for c in every)
