"""The reasons of a step: as text, and as the labels of the rules and givens that it rests on."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ...puzzles.candidates import Candidates, bits
from ...puzzles.cell_names import (
    MOST_IN_WORDS,
    cell_name,
    facts_listed,
    in_one_form,
    listed,
    name_within,
    short_cell_name,
)
from ...puzzles.labels import Label, eliminated, found, given, unit_has_digit, unit_is_different
from ...puzzles.units import Cell, Unit
from ..step import ChainLink, Step, SubStep


def cells_named(cells: Iterable[Cell], last: str = "and") -> str:
    """The cells as text, counted from 1; many of them by their short names."""
    cells = tuple(cells)
    return listed(map(cell_name if len(cells) <= MOST_IN_WORDS else short_cell_name, cells), last)


def digits_named(digits: Iterable[int], last: str = "and") -> str:
    """The digits as text, smallest first."""
    return listed(sorted(digits), last)


def the_digit(state: Candidates, cell: Cell) -> Label:
    """The label of a digit on the board: a given, or one that was found."""
    label = given if cell in state.puzzle.givens else found
    return label(cell, state.digits[cell])


def covering(left: set[Any], units: Mapping[Unit, Iterable[Any]]) -> Iterator[tuple[Unit, set[Any]]]:
    """A greedy cover of some things by units: each unit with the things that it covers.

    Args:
        left: The things; those that a unit has are removed.
        units: What each unit has.
    """

    def had(unit: Unit) -> set[Any]:
        return left.intersection(units[unit])

    while units and (found := had(unit := max(units, key=lambda unit: len(had(unit))))):
        left -= found
        yield unit, found


def nowhere_else(state: Candidates, u: int, digit: int) -> tuple[str, list[Label]]:
    """Why open cells of a unit cannot hold a digit: other units have it, or a step has removed it before.

    Units that exclude several of the cells are named first.

    Returns:
        The reasons as the end of a sentence, beginning with ", because", or empty; and the labels of rules and digits.
    """
    shape, cells = state.geometry, state.board.units[u].cells
    blocked = {i for i in cells if i not in state.digits and digit not in state.candidates[i]}
    holders: dict[Unit, Cell] = {}
    for v in sorted({v for k in bits(shape.units[u]) for v in shape.units_of[k]}):
        unit = state.board.units[v]
        for i in unit.cells:
            if state.digits.get(i) == digit:
                holders[unit] = i
    phrases: list[str] = []
    because: list[Label] = []
    for unit, _ in covering(blocked, {unit: unit.cells for unit in holders}):
        phrases.append(f"{unit} has its {digit} in {name_within(unit, holders[unit])}")
        because += [unit_has_digit(unit, digit), the_digit(state, holders[unit])]
    if blocked:
        phrases.append(f"the {digit} has gone from {cells_named(sorted(blocked))} before")
        because += [eliminated(i, digit) for i in sorted(blocked)]
    return f", because {facts_listed(phrases)}" if phrases else "", because


def removal(state: Candidates, gone: Mapping[int, int]) -> dict[Cell, frozenset[int]]:
    """The candidates that a step removes, by cell, from the cells that lose each digit, as bits."""
    found: dict[Cell, set[int]] = {}
    for d, mask in gone.items():
        for k in bits(mask & state.positions[d]):
            found.setdefault(state.geometry.cells[k], set()).add(d)
    return {i: frozenset(digits) for i, digits in sorted(found.items())}


def removed_words(removes: Mapping[Cell, frozenset[int]]) -> str:
    """The removed candidates as text.

    >>> removed_words({(1, 2): frozenset([5]), (1, 3): frozenset([5, 7])})
    'the 5 goes from (1, 2) and (1, 3), and the 7 goes from (1, 3)'
    >>> removed_words({(1, 2): frozenset([5, 7])})
    'the 5 and 7 go from (1, 2)'
    """
    digits_of: dict[tuple[Cell, ...], list[int]] = {}
    for d in sorted({d for gone in removes.values() for d in gone}):
        digits_of.setdefault(tuple(i for i, gone in removes.items() if d in gone), []).append(d)
    return listed(
        [
            f"the {digits_named(digits)} {'goes' if len(digits) == 1 else 'go'} from {cells_named(cells)}"
            for cells, digits in digits_of.items()
        ],
        ", and",
    ).replace(" , and", ", and")


def excluded_words(removes: Mapping[Cell, frozenset[int]]) -> str:
    """The same, cell by cell.

    >>> excluded_words({(1, 2): frozenset([5]), (1, 3): frozenset([5, 7]), (1, 4): frozenset([5])})
    '(1, 2) and (1, 4) cannot be 5, and (1, 3) not 5 or 7'
    """
    cells_of: dict[frozenset[int], list[Cell]] = {}
    for cell, gone in removes.items():
        cells_of.setdefault(gone, []).append(cell)
    parts = [f"{cells_named(cells)} {{}} {digits_named(gone, 'or')}" for gone, cells in cells_of.items()]
    words = [part.format("not" if k else "cannot be") for k, part in enumerate(parts)]
    return listed(words, ", and").replace(" , and", ", and")


def apart(state: Candidates, some: int, others: int) -> list[Label]:
    """The rules by which each of some cells differs from each of the others, all its peers; cells as bits."""
    shape = state.geometry
    shared: dict[Label, None] = {}
    for k in bits(some):
        for m in bits(others):
            u = next(u for u in shape.units_of[k] if shape.units[u] >> m & 1)
            shared[unit_is_different(state.board.units[u])] = None
    return list(shared)


def make_step(
    name: str,
    rating: float,
    sentence: str,
    because: Iterable[Label],
    cells: Iterable[Cell],
    puts: Mapping[Cell, int] | None = None,
    removes: Mapping[Cell, frozenset[int]] | None = None,
    digits: Iterable[int] = (),
    links: Iterable[ChainLink] = (),
    walk: Iterable[SubStep] = (),
) -> Step:
    """A step by techniques; `digits` are those of its sentence that it neither finds nor removes."""
    return Step(
        by="techniques",
        name=name,
        puts=dict(puts or {}),
        removes=dict(removes or {}),
        rests_on=tuple(dict.fromkeys(because)),
        sentence=in_one_form(sentence),
        cells=tuple(dict.fromkeys(cells)),
        weight=rating,
        named=tuple(digits),
        links=tuple(links),
        walk=tuple(walk),
    )
