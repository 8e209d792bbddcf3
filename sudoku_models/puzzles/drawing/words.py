"""The rules of a board in words: what each kind means, the list below a text drawing, and the rules of each cell."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice, repeat
from typing import Any

from ..board import Board
from ..rules import CellRule, OneOf, Rule, coordinates
from ..units import Cell, Unit

MOST_LINES = 60
"""The most rules that are listed below a text drawing, one on a line."""
MOST_NAMED = 12
"""The most other cells of a rule that are named with a cell."""


def meanings(board: Board, further: Iterable[Unit] = ()) -> tuple[str, ...]:
    """A sentence for each kind of rule, and for each kind of further unit.

    >>> from sudoku_models.puzzles.rules import AntiKnight
    >>> meanings(Board.of_size(9).with_rules(AntiKnight()))
    ("Cells a knight's move apart have different digits",)
    """
    names = dict.fromkeys(unit.name if unit.kind == "unit" else unit.kind for unit in further)
    of_units = (f"{_capital(name)}: no digit twice" for name in names)
    return (*of_units, *dict.fromkeys(map(_meaning, board.rules)))


def _meaning(rule: Rule) -> str:
    is_named = isinstance(rule, CellRule) and rule.meaning != str(rule)
    return f"{_capital(rule.kind)}: {rule.meaning}" if is_named else _capital(rule.meaning)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def listed_rules(board: Board, most: int = MOST_LINES) -> list[str]:
    """The rules of a board, one on a line, and candidates all on one; of a long list the first, and how many are left.

    >>> from sudoku_models.puzzles.rules import Even
    >>> listed_rules(Board.of_size(4).with_rules(*(Even([(1, c)]) for c in (1, 2, 3))), most=2)
    ['even on r1c1', 'and 2 more: 2 even']
    """
    groups: dict[Any, list[Rule]] = {}
    for rule in board.rules:
        groups.setdefault(OneOf if isinstance(rule, OneOf) else rule, []).append(rule)
    lines = ["; ".join(map(str, group)) for group in groups.values()]
    if len(lines) <= most:
        return lines
    left = Counter(rule.kind for group in [*groups.values()][most - 1 :] for rule in group)
    kinds = ", ".join(f"{times} {kind}" for kind, times in left.items())
    return [*lines[: most - 1], f"and {sum(left.values())} more: {kinds}"]


def rules_of_cells(board: Board) -> dict[Cell, list[str]]:
    """The rules on each cell, as parts of its name. A cell without rules is left out.

    >>> from sudoku_models.puzzles.rules import KillerCage
    >>> rules_of_cells(Board.of_size(9).with_rules(KillerCage(10, [(1, 1), (1, 2)])))
    {(1, 1): ['in killer cage 10 with r1c2'], (1, 2): ['in killer cage 10 with r1c1']}
    """
    units = {frozenset(unit.cells): unit for unit in reversed(board.plain.units) if len(unit.cells) == board.size}
    found: dict[Cell, list[str]] = {}
    for rule in board.rules:
        if isinstance(rule, CellRule):
            roles = _roles(rule, units)
            for cell in rule.cells:
                found.setdefault(cell, []).append(next(roles))
    return found


def briefly(rule: CellRule) -> str:
    """A rule with its first cells, and how many others there are.

    >>> from sudoku_models.puzzles.rules import Palindrome
    >>> briefly(Palindrome([(1, 1), (1, 2), (1, 3)]))
    'palindrome on r1c1 r1c2 r1c3'
    >>> briefly(Palindrome([(r, c) for r in (1, 2) for c in range(1, 10)]))[-32:]
    'r1c9 r2c1 r2c2 r2c3 and 6 others'
    """
    return f"{rule.title} on {_some(rule.cells, len(rule.cells))}" if len(rule.cells) > MOST_NAMED else str(rule)


def _roles(rule: CellRule, units: Mapping[frozenset[Cell], Unit]) -> Iterator[str]:
    """The role of each cell of a rule. Where the order may matter, the cells are listed in their order."""
    if any(map(rule.role, rule.cells)):
        yield from map(rule.role, rule.cells)
    elif rule.is_ordered:
        yield from repeat(f"in {briefly(rule)}", len(rule.cells))
    elif unit := units.get(frozenset(rule.cells)):
        yield from repeat(f"in {rule.title} of {unit}", len(rule.cells))
    else:
        title, count = rule.title, len(rule.cells) - 1
        for cell in rule.cells:
            others = _some((i for i in rule.cells if i != cell), count)
            yield f"in {title} with {others}" if others else f"in {title}"


def _some(cells: Iterable[Cell], count: int) -> str:
    """The first of some cells, and how many others there are."""
    named = " ".join(map(coordinates, islice(cells, MOST_NAMED)))
    others = count - MOST_NAMED
    return named if others <= 0 else f"{named} and {others} other{'s' * (others > 1)}"
