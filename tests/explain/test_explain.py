"""Explanations: every step is sound, they lead to the solution, and they say what they rest on."""

import functools
import json
from collections.abc import Callable

import pytest

import sudoku_models as sm
from sudoku_models.errors import InputError, UnknownNameError
from sudoku_models.explain import Candidates, Explanation, Step, explain, next_step

# From easy to hard, each technique from the first to the last resort among them: hardest11:6 is "AI Escargot".
SAMPLE = ["easy50:1", "easy50:33", "top95:20", "clues17:17", "rated:2", "rated:9", "rated:15", "hardest11:6", "small:5"]
SAMPLE += ["jigsaw:1", "xsudoku:2", "antiknight:3"]
LONG = ["hardest11:6"]


@pytest.fixture(scope="module")
def explained() -> Callable[[str], Explanation]:
    """Explains a puzzle once for all tests."""
    return functools.cache(lambda name: explain(sm.load(name)))


def assert_sound(step: Step, before: Candidates, solution: sm.Grid) -> None:
    """It finds true digits, takes no digit of the solution away, and does something."""
    assert step.puts or step.removes, step
    for i, d in step.puts.items():
        assert i not in before.digits
        assert solution[i] == d, step.sentence
    for i, gone in step.removes.items():
        assert i not in before.digits
        assert gone <= before.candidates[i]
        assert solution[i] not in gone, step.sentence


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.slow] * (name in LONG)) for name in SAMPLE])
def test_every_step_is_sound_and_together_they_lead_to_the_solution(
    name: str, explained: Callable[[str], Explanation]
) -> None:
    entry = sm.corpus(name.partition(":")[0]).entry(name)
    found = explained(name)
    for step, before in zip(found.steps, found.states(), strict=False):
        assert_sound(step, before, entry.solution)
    assert found.solved
    assert found.grid == entry.solution
    assert found.reason == "Every cell has its digit."


def test_a_step_names_rules_as_the_models_do(explained: Callable[[str], Explanation]) -> None:
    """Rules of `assignment` and `all_different`, digits on the board, or what went before; nothing else."""
    from sudoku_models.backends import new_backend
    from sudoku_models.formulations import find as get_formulation

    puzzle = sm.load("top95:20")
    rules = set()
    for name in ("assignment", "all_different"):
        m = new_backend("pulp")
        get_formulation(name)(m, puzzle)
        rules |= {record.label for record in m.read(m.constraints())}
    found = explained("top95:20")
    for step, state in zip(found.steps, found.states(), strict=False):
        assert step.because
        for label in step.rests_on:
            if label.kind in ("given", "found"):
                (cell,) = label.cells
                assert state.digits[cell] == label.digit
                assert (cell in puzzle.givens) == (label.kind == "given")
                assert str(label) in (f"the given {label.digit} in {cell}", f"the {label.digit} found in {cell}")
            elif label.kind == "eliminated":
                assert label.digit not in state.candidates[label.cells[0]]
            else:
                assert label in rules, label


def test_a_puzzle_with_several_solutions_ends_where_nothing_more_follows() -> None:
    entry = sm.corpus("several").entry("several:8")
    found = explain(entry.puzzle)
    assert not found.solved
    assert "still open" in found.reason
    # Every candidate that is left is in some solution: the last resort has refuted all the others.
    left = {i: set(found.end.candidates[i]) for i in entry.puzzle.board.cells}
    seen: dict[tuple[int, int], set[int]] = {i: set() for i in left}
    for grid in sm.build(entry.puzzle, "all_different", "pulp").solutions(solver="cpsat"):
        for i in left:
            seen[i].add(grid[i])
    assert left == seen


@pytest.mark.parametrize("name", ["several:1", "several:4", "several:5"])
def test_a_puzzle_without_a_solution_is_found_out(name: str) -> None:
    found = explain(sm.load(name))
    assert not found.solved
    assert found.reason.startswith("There is no solution: ")


def test_it_stops_at_the_requested_cell() -> None:
    puzzle = sm.load("top95:1")
    found = explain(puzzle, cell=(1, 2))
    assert found.end.digits[1, 2] == 1
    assert (1, 2) in found.steps[-1].puts
    assert len(found.steps) < len(explain(puzzle).steps)


def test_invalid_requests_are_refused() -> None:
    puzzle = sm.load("small:1")
    with pytest.raises(InputError, match=r"there is no cell \(9, 9\)"):
        explain(puzzle, cell=(9, 9))
    with pytest.raises(InputError, match="holds a given"):
        explain(puzzle, cell=next(iter(puzzle.givens)))
    with pytest.raises(UnknownNameError, match="techniques, mus, smus, lp"):
        explain(puzzle, by="magic")
    for limit in (0, 2.5, "3", True):
        with pytest.raises(InputError, match="the limit must be a number of steps"):
            explain(puzzle, limit=limit)  # type: ignore[arg-type]
    state = Candidates.of(puzzle)
    with pytest.raises(InputError, match="cannot hold"):
        state.after(Step("techniques", "", {next(iter(puzzle.givens)): 2}, {}, (), "", (), 0))


def test_a_state_is_not_changed_by_a_step() -> None:
    state = Candidates.of(sm.load("small:1"))
    left = dict(state.candidates)
    step = next_step(state)
    assert step is not None
    assert len(state.after(step).open) == len(state.open) - 1
    assert state.candidates == left


def test_the_steps_are_data_and_a_page_that_opens_one_step_at_a_time(explained: Callable[[str], Explanation]) -> None:
    found = explained("top95:1")
    data = json.loads(json.dumps(found.as_dict()))
    assert data["solved"] is True
    assert len(data["steps"]) == len(found.steps)
    assert {"by", "name", "puts", "removes", "because", "sentence", "links"} <= data["steps"][0].keys()
    page = found._repr_html_()
    assert page.count("<details") == len(found.steps) + 1
    assert page.count("<details open>") == 1
    assert "<script" not in page


def test_a_cell_in_no_unit_is_explained():
    found = sm.explain(sm.Puzzle(sm.Board(1, ()), (0,)))
    assert found.solved
    assert found.steps[0].sentence == "in (1, 1) only the digit 1 fits, because the board has no other digit"


@pytest.mark.parametrize("ask", [explain, sm.rate])
def test_a_board_that_is_too_large_to_reason_about_is_refused_at_once(ask):
    """The implications between the candidates of a 36x36 board take gigabytes."""
    with pytest.raises(InputError, match="boards up to 25x25 can be explained and rated, and this is a 36x36 board"):
        ask(sm.Board.of_size(36))
