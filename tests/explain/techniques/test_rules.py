"""The technique for rules of a board, and all techniques on boards with rules: sound, and enough to solve them."""

import pytest
from hypothesis import given, settings
from rule_boards import UNIQUE, larger_puzzles, puzzles, solutions

import sudoku_models as sm
from sudoku_models.explain import explain, next_step
from sudoku_models.explain.techniques.nested import nested_suppositions
from sudoku_models.explain.techniques.rules import board_rule
from sudoku_models.puzzles.candidates import Candidates
from sudoku_models.puzzles.rules import AntiKnight, Even, KillerCage, Palindrome, Thermometer


def puzzle_with(*rules, text="." * 16):
    return sm.Puzzle.parse(text, sm.Board.of_size(4).with_rules(*rules))


@settings(max_examples=10, deadline=None)
@given(puzzles() | larger_puzzles())
def test_steps_hold_for_every_solution_and_end_at_the_only_one(puzzle):
    grids = solutions(puzzle)
    found = explain(puzzle)
    for step in found.steps:
        assert all(grid[i] == d for grid in grids for i, d in step.puts.items()), step.sentence
        assert not any(grid[i] in gone for grid in grids for i, gone in step.removes.items()), step.sentence
    assert found.solved == (len(grids) == 1)
    if found.solved:
        assert found.grid == grids[0]
    elif not grids:
        assert "no solution" in found.reason


@pytest.mark.parametrize(
    ("rule", "text", "removes", "weight"),
    [
        (Even("r1c1"), "." * 16, {(1, 1): {1, 3}}, 2.4),
        (Thermometer("r1c1 r1c2 r2c3"), "." * 16, {(1, 1): {3, 4}, (1, 2): {1, 4}, (2, 3): {1, 2}}, 2.4),
        (KillerCage(5, "r1c1 r1c2"), f"1{'.' * 15}", {(1, 2): {2, 3}}, 2.4),
        (Palindrome("r1c1 r2c3"), "............2...", {(2, 3): {2}}, 2.6),
    ],
)
def test_the_sentence_begins_with_the_rule_and_the_digits_that_it_excludes_go(rule, text, removes, weight):
    step = next(board_rule(Candidates.of(puzzle_with(rule, text=text))))
    assert step.sentence.startswith(str(rule))
    assert {i: gone for i, gone in step.removes.items() if i in rule.cells} == removes
    assert (step.name, step.weight) == (rule.kind, weight)
    label = step.labels[0]
    assert (label.kind, label.rule, label.cells) == ("rule", rule, rule.cells)


def test_a_rule_that_cannot_hold_removes_every_candidate():
    puzzle = puzzle_with(KillerCage(3, "r1c1 r1c2"), text="..1.............")
    state = Candidates.of(puzzle)
    step = next(board_rule(state))
    assert step.sentence.startswith("killer cage 3 on r1c1 r1c2 leaves no combination of the candidates")
    assert state.after(step).contradiction == "no digit is left for (1, 1)"
    assert "no solution" in explain(puzzle).reason


def test_units_of_rules_need_no_technique_of_their_own():
    state = Candidates.of(puzzle_with(AntiKnight(), text="1" + "." * 15))
    assert 1 not in state.candidates[2, 3]
    assert next(board_rule(state), None) is None


def test_nested_suppositions_use_the_rules_and_name_them():
    """Alone they solve what no technique for units can."""
    state = Candidates.of(UNIQUE)
    named = set()
    while state.grid is None:
        step = next(nested_suppositions(state), None) or next_step(state)
        named.update(label.rule for label in step.labels if label.kind == "rule")
        state = state.after(step)
    assert state.grid == solutions(UNIQUE)[0]
    assert named == set(UNIQUE.board.rules)
