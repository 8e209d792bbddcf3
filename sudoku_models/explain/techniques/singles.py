"""Singles: a digit that fits in only one cell of a unit, or a cell in which only one digit fits."""

from collections.abc import Iterator

from ...inference.singles import last_positions
from ...puzzles.candidates import Candidates
from ...puzzles.cell_names import cell_name
from ...puzzles.labels import Label, cell_has_digit, eliminated, unit_has_digit
from ...puzzles.units import Cell
from ..step import Step
from .words import covering, digits_named, make_step, nowhere_else, the_digit


def full_house(state: Candidates) -> Iterator[Step]:
    """The last open cell of a unit.

    >>> from sudoku_models import Puzzle
    >>> step = next(full_house(Candidates.of(Puzzle.parse("123. .... .... ...."))))
    >>> step.sentence
    'in row 1 only (1, 4) is open, and only the 4 is missing'
    """
    for u in state.geometry.complete:
        unit = state.board.units[u]
        open_cells = [i for i in unit.cells if i not in state.digits]
        if len(open_cells) == 1:
            (i,) = open_cells
            missing = set(state.board.digits) - {state.digits[j] for j in unit.cells if j != i}
            for d in missing & state.candidates[i]:
                sentence = f"in {unit} only {cell_name(i)} is open, and only the {d} is missing"
                because = [unit_has_digit(unit, d), *(the_digit(state, j) for j in unit.cells if j != i)]
                yield make_step("full house", 1.0, sentence, because, [i], puts={i: d})


def hidden_single(state: Candidates) -> Iterator[Step]:
    """A digit that fits in only one cell of a unit; boxes and other compact units come first.

    >>> from sudoku_models import Puzzle
    >>> step = next(hidden_single(Candidates.of(Puzzle.parse("12.. ..3. .... ...."))))
    >>> step.sentence, step.because
    ('in box 2 the digit 1 fits only in (2, 4), because row 1 has its 1 in (1, 1)', ('box 2 has a 1', \
'row 1 has a 1', 'the given 1 in (1, 1)', 'the given 3 in (2, 3)'))
    """
    shape = state.geometry
    for u, d, left in last_positions(state.positions, shape, sorted(shape.complete, key=shape.is_line)):
        for i in shape.cells_of(left):
            unit = state.board.units[u]
            why, labels = nowhere_else(state, u, d)
            filled = [j for j in unit.cells if j in state.digits]
            if len(filled) == len(unit.cells) - 1:
                why = ", because its other cells are filled"
            because = [unit_has_digit(unit, d), *labels, *(the_digit(state, j) for j in filled)]
            sentence = f"in {unit} the digit {d} fits only in {cell_name(i)}{why}"
            rating = 1.5 if shape.is_line(u) else 1.2  # people see the position of a digit in a box soonest
            yield make_step("hidden single", rating, sentence, because, [i], puts={i: d})


def naked_single(state: Candidates) -> Iterator[Step]:
    """A cell in which only one digit fits.

    >>> from sudoku_models import Puzzle
    >>> step = next(naked_single(Candidates.of(Puzzle.parse("12.. ..3. .... ...."))))
    >>> step.sentence
    'in (1, 3) only the digit 4 fits, because row 1 has the 1 and 2, and column 3 has the 3'
    """
    for i in state.open:
        if len(state.candidates[i]) == 1:
            (d,) = state.candidates[i]
            phrases, because = _what_its_units_have(state, i, set(state.board.digits) - {d})
            sentence = f"in {cell_name(i)} only the digit {d} fits{phrases}"
            yield make_step("naked single", 2.3, sentence, [cell_has_digit(i), *because], [i], puts={i: d})


def _what_its_units_have(state: Candidates, i: Cell, missing: set[int]) -> tuple[str, list[Label]]:
    """The reasons why the missing digits cannot be in the cell, the unit with most of them first."""
    phrases: list[str] = []
    because: list[Label] = []
    shape = state.geometry
    units = [state.board.units[u] for u in shape.units_of[shape.number[i]]]
    held = {unit: {state.digits[j]: j for j in unit.cells if j in state.digits} for unit in units}
    for unit, found in covering(missing, held):
        phrases.append(f"{unit} has the {digits_named(found)}")
        for d in sorted(found):
            because += [unit_has_digit(unit, d), the_digit(state, held[unit][d])]
    if missing:
        phrases.append(f"{digits_named(missing)} went before")
        because += [eliminated(i, d) for d in sorted(missing)]
    if not phrases:
        return ", because the board has no other digit", because
    *most, last = phrases
    return f", because {', '.join(most)}{', and ' if most else ''}{last}", because
