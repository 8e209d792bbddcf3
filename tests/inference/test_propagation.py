"""Propagation is held against the definitions, by brute force on small units, and against the corpora."""

from itertools import combinations, pairwise, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rule_boards import linear_rules, rules

import sudoku_models as sm
from sudoku_models.inference.propagation import STRENGTHS, domains_of, matching, propagate, scopes_of, steps

any_time = settings(deadline=None, max_examples=60)
values = st.frozensets(st.integers(1, 6), min_size=1, max_size=4)
small = st.integers(1, 5).flatmap(
    lambda k: st.lists(values, min_size=k, max_size=k).map(lambda found: dict(enumerate(found)))
)


def unit_of(domains):
    return [sm.Unit("the unit", tuple(domains))]


def solutions(domains):
    """Every way to give each key a value of its own."""
    keys = list(domains)
    chosen = product(*domains.values())
    return [dict(zip(keys, found, strict=True)) for found in chosen if len(set(found)) == len(keys)]


@any_time
@given(small)
def test_domain_consistency_removes_exactly_the_values_that_are_in_no_solution(domains):
    found = solutions(domains)
    expected = {key: frozenset(one[key] for one in found) for key in domains} if found else None
    assert propagate(unit_of(domains), domains, "domain") == expected


@any_time
@given(small)
def test_each_strength_removes_what_the_weaker_one_does(domains):
    left = [propagate(unit_of(domains), domains, strength) for strength in STRENGTHS]
    for weaker, stronger in pairwise(left):
        if weaker is None:
            assert stronger is None
        elif stronger is not None:
            assert all(stronger[key] <= weaker[key] for key in domains)


@any_time
@given(small)
def test_bounds_consistency_leaves_ends_that_have_a_solution_when_gaps_are_ignored(domains):
    left = propagate(unit_of(domains), domains, "bounds")
    filled = {key: range(min(d), max(d) + 1) for key, d in (left or domains).items()}
    found = solutions(filled)
    if left is None:
        left_by_values = propagate(unit_of(domains), domains, "values")
        assert left_by_values is None or not solutions(domains)
    else:
        for key in left:
            assert {min(left[key]), max(left[key])} <= {one[key] for one in found}


@any_time
@given(small)
def test_forward_checking_takes_the_values_of_fixed_cells(domains):
    left = propagate(unit_of(domains), domains, "values")
    if left is None:
        assert not solutions(domains)
    else:
        for a, b in permutations(left, 2):
            assert len(left[a]) > 1 or not left[a] & left[b]


@pytest.mark.parametrize("strength", STRENGTHS)
@any_time
@given(domains=small)
def test_the_steps_end_where_propagate_ends(strength, domains):
    before, after = dict(domains), domains
    for step in steps(unit_of(domains), domains, strength):
        after = step.domains
        for key, gone in step.removed.items():
            assert gone
            assert gone <= before[key]
            before[key] -= gone
        assert after is None or after == before
        assert step.reason.startswith("the unit: ")
    assert after == propagate(unit_of(domains), domains, strength)


@any_time
@given(small)
def test_the_reason_is_a_smallest_hall_set(domains):
    first = next(steps(unit_of(domains), domains, "domain"), None)
    if first is None or first.domains is None:
        return
    everything = frozenset().union(*domains.values())
    sizes = []
    for k in range(1, len(domains)):
        for keys in combinations(domains, k):
            others = [domains[key] for key in domains if key not in keys]
            held = frozenset().union(*(domains[key] for key in keys))
            if len(held) == k and any(held & other for other in others):
                sizes.append(k)
            only_here = everything - frozenset().union(*others)
            if len(domains) == len(everything) and len(only_here) == k and held - only_here:
                sizes.append(k)
    assert len(first.hall) == len(first.values) == min(sizes)


@any_time
@given(small)
def test_matching_gives_a_value_of_its_own_or_names_too_many_keys(domains):
    holder, too_many = matching(domains)
    assert all(value in domains[key] for value, key in holder.items())
    if too_many:
        assert len(frozenset().union(*(domains[key] for key in too_many))) < len(too_many)
        assert not solutions(domains)
    else:
        assert sorted(holder.values()) == list(domains)


def test_an_x_with_a_gap_separates_bounds_from_domain_consistency():
    domains = {"a": frozenset({1, 3}), "b": frozenset({1, 3}), "c": frozenset({1, 2, 3, 4})}
    assert propagate(unit_of(domains), domains, "bounds") == domains
    assert propagate(unit_of(domains), domains, "domain")["c"] == {2, 4}


def test_units_smaller_than_the_number_of_values():
    borders = [sm.Unit(f"{a}-{b}", (a, b)) for a, b in ("AB", "BC", "AC")]
    domains = {"A": frozenset({1}), "B": frozenset({1, 2}), "C": frozenset({1, 2, 3})}
    assert propagate(borders, domains, "values") == {"A": {1}, "B": {2}, "C": {3}}
    assert propagate(borders, domains, "none") == domains
    assert domains["B"] == {1, 2}
    two = {key: frozenset({1, 2}) for key in "ABC"}
    assert propagate(borders, two, "domain") == two  # no border sees the triangle
    assert propagate([sm.Unit("triangle", tuple("ABC"))], two, "domain") is None


@pytest.mark.parametrize(("algorithm", "strength"), [("AC", "domain"), ("BC", "bounds")])
def test_another_solver_removes_the_same_at_the_root(algorithm, strength):
    """Choco's propagators of the same names reach the same fixed point, to the last value."""
    pychoco = pytest.importorskip("pychoco")
    for entry in [*sm.corpus("easy50").entries[:20:3], *sm.corpus("top95").entries[:20:3]]:
        model, board = pychoco.Model(), entry.puzzle.board
        start = domains_of(entry.puzzle)
        x = {i: model.intvar(min(digits), max(digits)) for i, digits in start.items()}
        for unit in board.units:
            model.all_different([x[i] for i in unit.cells], algorithm).post()
        model.get_solver()._propagate()
        assert propagate(board.units, start, strength) == {i: set(v.get_domain_values()) for i, v in x.items()}


# -- the further rules of a board --------------------------------------------------------------------------------------

BOARD = sm.Board.of_size(4)
domains4 = st.lists(st.frozensets(st.integers(1, 4), min_size=1), min_size=16, max_size=16)


@any_time
@given(rules(BOARD), domains4)
def test_domain_consistency_of_a_rule_removes_exactly_the_values_that_are_in_no_combination(chosen, drawn):
    domains = dict(zip(BOARD.cells, drawn, strict=True))
    for rule in BOARD.with_rules(*chosen).cell_rules[:3]:
        allowed = [digits for digits in product(*(domains[i] for i in rule.cells)) if rule.holds(digits)]
        left = propagate([rule], domains, "domain")
        assert (left is None) == (not allowed)
        if left is not None:
            assert all(left[i] == {digits[k] for digits in allowed} for k, i in enumerate(rule.cells))


@any_time
@given(linear_rules(BOARD), domains4)
def test_each_strength_of_a_rule_removes_what_the_weaker_one_does(chosen, drawn):
    domains = dict(zip(BOARD.cells, drawn, strict=True))
    for rule in chosen:
        left = {strength: propagate([rule], domains, strength) for strength in STRENGTHS}
        for weaker, stronger in (("none", "values"), ("values", "domain"), ("none", "bounds"), ("bounds", "domain")):
            if left[weaker] is None:
                assert left[stronger] is None
            elif left[stronger] is not None:
                assert all(left[stronger][i] <= left[weaker][i] for i in domains)


@any_time
@given(rules(BOARD), domains4)
def test_bounds_of_a_rule_have_a_combination_when_gaps_are_ignored(chosen, drawn):
    domains = dict(zip(BOARD.cells, drawn, strict=True))
    (rule, *_) = BOARD.with_rules(*chosen).cell_rules
    left = propagate([rule], domains, "bounds")
    if left is not None:
        ranges = [range(min(left[i]), max(left[i]) + 1) for i in rule.cells]
        allowed = [digits for digits in product(*ranges) if rule.holds(digits)]
        for k, i in enumerate(rule.cells):
            assert {min(left[i]), max(left[i])} <= {digits[k] for digits in allowed}


def test_the_scopes_of_a_board_are_its_units_and_its_rules():
    board = BOARD.with_rules(sm.rules.KillerCage(3, "r1c1 r1c2"), sm.rules.AntiKnight())
    assert scopes_of(BOARD) == [*BOARD.units]
    assert len(scopes_of(board)) == len(board.units) + 1
    puzzle = sm.Puzzle.parse("." * 16, board)
    (step,) = steps([scopes_of(board)[-1]], domains_of(puzzle))
    assert step.reason == ("killer cage 3 on r1c1 r1c2: it does not allow 3 and 4 in the cells (1, 1) and (1, 2)")
    broken = domains_of(sm.Puzzle.parse("34.. .... .... ....", board))
    *_, last = steps([scopes_of(board)[-1]], broken, "none")
    assert last.domains is None
    assert last.reason.startswith("killer cage 3 on r1c1 r1c2: it cannot hold")
