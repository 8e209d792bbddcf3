"""The walk through a nested proof: each sub-step follows from those before it, as the candidates alone show."""

import pytest

import sudoku_models as sm
from sudoku_models.explain import Candidates, Step, SubStep, explain
from sudoku_models.explain.step import LONGEST_WALK
from sudoku_models.puzzles.rules.rule import left_by


def is_single(state: Candidates, cell: tuple[int, int], digit: int) -> bool:
    """Whether nothing else is left for the cell, or nowhere else in a unit; that this place is left is not asked."""
    if state.candidates[cell] <= {digit}:
        return True
    units = [state.board.units[u] for u in state.geometry.complete]
    return any(cell in unit.cells and {*state.positions_in(unit, digit)} <= {cell} for unit in units)


def check_sub_step(part: SubStep, before: Candidates, last: SubStep | None) -> None:
    if part.name == "supposition":
        cell, digit = [*part.supposed.items()][-1]
        assert digit in before.candidates[cell]
        return
    assert last is not None
    if part.name in ("naked single", "hidden single"):
        ((cell, digit),) = part.follows.items() - last.follows.items()
        assert is_single(before, cell, digit), part.sentence
    elif part.name == "contradiction":
        excluded = any(d in part.removes.get(i, ()) for i, d in part.puts.items())
        assert before.contradiction or excluded, part.sentence
    else:
        left = left_by(part.rests_on[0].rule, before.candidates)
        for i, gone in part.removes.items():
            assert not (gone - last.removes.get(i, frozenset())) & left[i] if i in left else gone == last.removes[i]


def check_walk(step: Step, start: Candidates) -> None:
    """Go through it with a stack of the sub-steps that lead to the current one."""
    trail: list[SubStep] = []
    refuted: list[tuple[tuple[tuple[int, int], int], ...]] = []
    for part in step.walk:
        if part.name == "conclusion":
            rule, inner = part.rests_on[0], len(part.supposed) + 1
            cases = {of[-1] for of in refuted if len(of) == inner + 1}
            trail = [each for each in trail if each.depth <= inner]
            now = start.after(trail[-1])
            if rule.kind == "cell":
                group = {(rule.cells[0], d) for d in now.candidates[rule.cells[0]]}
            else:
                group = {(i, rule.digit) for i in now.positions_in(rule.unit, rule.digit)}
            assert group <= cases, part.sentence
            refuted = [of for of in refuted if len(of) <= inner]
            refuted.append(tuple(trail[-1].supposed.items()))
            continue
        depth = part.depth - (part.name == "supposition")
        trail = [each for each in trail if each.depth <= depth]
        check_sub_step(part, start.after(trail[-1]) if trail else start, trail[-1] if trail else None)
        trail.append(part)
        if part.name == "contradiction":
            refuted.append(tuple(part.supposed.items()))
            trail.pop()
    ((cell, gone),) = step.removes.items()
    assert refuted[-1] == tuple((cell, d) for d in gone)


@pytest.mark.parametrize("name", [pytest.param("hardest11:6", marks=pytest.mark.slow), "variants:10"])
def test_each_sub_step_follows_and_each_case_fails(name: str) -> None:
    found = explain(sm.load(name), limit=150)
    nested = [(step, state) for step, state in zip(found.steps, found.states(), strict=False) if step.walk]
    for step, state in nested:
        check_walk(step, state)
        assert len(step.walk) <= LONGEST_WALK
    assert nested


@pytest.mark.slow
def test_a_proof_that_is_too_long_ends_the_explanation_but_not_the_rating(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sudoku_models.explain.techniques.nested_walk.LONGEST_WALK", 20)
    found = explain(sm.load("hardest11:6"))
    assert not found.solved
    assert "too long to follow" in found.reason
    assert not any(step.walk for step in found.steps)
    rating = sm.rate("hardest11:6")
    assert rating.solved
    assert rating.hardest == "nested suppositions"
