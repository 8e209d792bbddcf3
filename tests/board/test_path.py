"""The explained path: what the board shows while the reader walks along it, and its sentences."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sudoku_models as sm
from sudoku_models import explain
from sudoku_models.board.path import Walk
from sudoku_models.errors import InputError
from sudoku_models.explain import Candidates, Explanation
from sudoku_models.explain.minimal_sets import MinimalSet, step_of
from sudoku_models.puzzles.cell_names import cells_in_words, has_short_names, key_to
from sudoku_models.puzzles.labels import unit_is_different

SYMBOLS = [str(d) for d in range(1, 10)]


@settings(max_examples=15)
@given(name=st.sampled_from(["small:1", "top95:7", "mccaffrey", "killer:1"]), data=st.data())
def test_at_each_step_the_board_shows_the_position_before_it(name, data):
    found = explain(name, limit=12)
    walk = Walk(found, "techniques", SYMBOLS)
    k = data.draw(st.integers(0, len(found.steps)))
    walk.go(k)
    state, drawn = list(found.states())[k], walk.drawn()
    board = found.puzzle.board
    assert drawn["values"] == [state.digits.get(i, 0) for i in board.cells]
    blank = [j for j, d in enumerate(drawn["values"]) if d == 0]
    assert {j: drawn["marks"][j] for j in blank} == {j: sorted(state.candidates[board.cells[j]]) for j in blank}
    shown = drawn["highlights"]
    if k < len(found.steps):
        step = found.steps[k]
        assert [board.cells[j] for j in shown["reason"]] == [*step.cells]
        assert all(d in drawn["marks"][j] for j, d in shown["puts"])
        arrows = [arrow for link in step.links for arrow in link.arrows()]
        assert [(board.cells[a], d, board.cells[b], e, kind) for a, d, b, e, kind in shown["links"]] == arrows
    else:
        assert not any(shown.values())


def test_the_text_has_the_puzzle_first_and_the_reason_why_it_ends_last():
    found = explain("1... ..2. .3.. ...4")
    walk = Walk(found, "techniques", SYMBOLS[:4])
    lines = walk.text().splitlines()
    assert (lines[0], lines[-1]) == (found.puzzle.line(), found.reason)
    assert [line.split(".")[0] for line in lines[1:-1]] == [str(k) for k in range(1, 13)]
    for to in (-1, 13):
        with pytest.raises(InputError, match="the explanation has 12 steps"):
            walk.go(to)


IN_WORDS = re.compile(r"\brow \d+, column \d+\b")
PATHS = [
    ("rated:990", "techniques", None),
    ("top95:10", "techniques", None),
    ("killer:1", "techniques", 40),
    ("rated:990", "mus", 6),
    ("small:1", "smus", None),
    ("rated:990", "lp", 12),
    ("11.. .... .... ....", "techniques", None),
]


@pytest.mark.parametrize(("name", "by", "limit"), PATHS)
def test_the_sentences_of_a_path_name_cells_in_one_notation_whose_key_comes_once(name, by, limit):
    with cells_in_words():
        walk = Walk(explain(name, by, limit=limit), by, SYMBOLS)
    plain, text = walk.plain(), walk.text()
    sentences = [step["sentence"] for step in plain["steps"]]
    for shown in ([text], [plain["reason"], *sentences]):
        at = IN_WORDS.search("\n".join(shown).replace(plain["key"] or "-", ""))
        assert not (any(map(has_short_names, shown)) and at), at
    first = next(filter(has_short_names, sentences), "")
    assert plain["key"] == key_to(first)
    assert text.count(" is row ") == bool(first)
    assert not any(key_to(sentence) in sentence for sentence in sentences if has_short_names(sentence))
    for k in range(len(walk.found.steps) + 1):
        walk.go(k)
        assert ".." not in walk.words + text.partition("\n")[2]


def test_the_units_of_a_minimal_set_are_not_taken_for_a_cell():
    """A row and a column beside each other read like a cell in words."""
    with cells_in_words():
        found = explain("mccaffrey", "mus", limit=2)
    for step, told in zip(found.steps, Walk(found, "mus", SYMBOLS).steps, strict=True):
        units = [label.unit.name for label in step.labels if label.unit]
        assert units
        assert all(name in step.sentence and name in told["sentence"] for name in units)


@pytest.mark.parametrize("size", [12, 13, 35])
def test_of_a_long_list_of_reasons_the_board_names_the_first_and_the_text_all(size):
    state = Candidates.of(sm.load("rated:990"))
    units = [unit_is_different(unit) for unit in state.board.units[: size // 2]]
    givens = dict([*state.digits.items()][: size - len(units)])
    found = MinimalSet((1, 2), 8, tuple(map(str, units)), givens, tuple(units))
    with cells_in_words():
        step = step_of(state, found)
    walk = Walk(Explanation(state.puzzle, (step,), False, "Stopped.", state), "mus", SYMBOLS)
    (told,) = walk.steps
    names = [*(label.unit.name for label in units), *(f"{d} in r{r}c{c}" for (r, c), d in givens.items())]
    assert (told["weight"], len(names)) == (size, size)
    assert all(name in walk.text() for name in names)
    shown = [re.search(rf"\b{name}\b", told["sentence"]) is not None for name in names]
    if size <= 12:
        assert all(shown)
    else:
        assert shown.count(True) == 8
        assert told["sentence"].endswith(f" and {size - 8} more leave nothing else")
