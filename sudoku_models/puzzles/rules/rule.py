"""A rule: all that the package knows of it, in one class.

The board, the formulations, the explanations, the generator, the drawings, the board's tools and the text formats ask
the class; none of them names a rule.

A rule of your own needs its cells and `holds`; everything else has a default:

>>> import math
>>> from dataclasses import dataclass
>>> @dataclass(frozen=True)
... class Product(CellRule):
...     cells: tuple[Cell, ...]
...     product: int
...
...     def holds(self, digits):
...         return math.prod(digits) == self.product
>>> rule = Product([(1, 1), (1, 2)], 12)
>>> str(rule), rule.holds((3, 4)), rule.holds((3, 5))
('product 12 on r1c1 r1c2', True, False)
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from ...errors import InputError, UnsupportedError
from ..labels import rule_label
from ..units import Cell, Unit, check_cells, plain_cell
from ..values import as_tuple, is_integer, short_repr
from .shapes import Elements, usual
from .texts import Entry, cells_of, entries_of, is_on, read_cells
from .uses import Kind, Tool

Layers = list[list[tuple[int, int, int]]]
"""For each cell the transitions (state before, digit, state after), with the states of each layer numbered from 0."""

MOST_TRANSITIONS = 500_000
"""The most transitions of an automaton that are unfolded."""

LARGEST_TABLE = 10_000
"""The most combinations of digits that the default definition of a rule lists in one table."""
REMEMBERED = 20_000
"""The most answers of `possible_digits` that are kept."""


class Shape(Protocol):
    """The attributes of a board that rules use."""

    @property
    def size(self) -> int: ...

    @property
    def cells(self) -> tuple[Cell, ...]: ...

    @property
    def units(self) -> tuple[Unit, ...]: ...

    @property
    def rules(self) -> "tuple[Rule, ...]": ...


class CellView(Protocol):
    """How a formulation represents the cells, for the definition of a rule."""

    @property
    def size(self) -> int:
        """n, the largest digit."""

    def value(self, cell: Cell) -> Any:
        """The digit in a cell, as a variable or a linear expression."""

    def holds(self, cell: Cell, digit: int) -> Any:
        """A binary, or a constant where the givens decide, that is 1 exactly when the cell holds the digit."""

    def implies(self, held: Mapping[Cell, int], constraint: Any, label: Any) -> None:
        """Add the constraint that a linear constraint holds when all these cells hold these digits."""


Domains = Mapping[Cell, frozenset[int]]
"""The digits that each cell can still hold."""


@dataclass(frozen=True)
class Rule:
    """A rule of a board in addition to its units: frozen data.

    A rule for the whole board, such as `AntiKnight`, gives further units or consists of rules on a few cells, its
    `parts`. A rule on cells is a `CellRule`.
    """

    kind: ClassVar[str] = "rule"
    """The name of such rules in sentences; by default that of the class in lower case, such as "killer cage"."""

    variant: ClassVar[str] = ""
    """What puzzles with such rules are called; by default its kind."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "kind" not in vars(cls):
            cls.kind = re.sub(r"(?<!^)(?=[A-Z])", " ", cls.__name__).lower()

    def units(self, board: Shape) -> tuple[Unit, ...]:
        """Further sets of cells that must all differ."""
        return ()

    def parts(self, board: Shape) -> tuple["CellRule", ...]:
        """The rules on cells of which it consists."""
        return ()

    def __str__(self) -> str:
        return self.kind

    def check_board(self, board: Shape) -> None:
        """Check that the rule fits a board.

        Raises:
            InputError: When it does not.
        """

    # -- for players --------------------------------------------------------------------------------------------------

    @property
    def meaning(self) -> str:
        """What it means, worded for a player; by default the first line of its docstring."""
        text = (type(self).__doc__ or "").strip().partition("\n")[0].rstrip(".")
        if not text or text.startswith(f"{type(self).__name__}("):  # a dataclass writes its signature
            return str(self)
        return text[0].lower() + text[1:]

    def draw(self, size: int, taken: set[Cell]) -> Elements:
        """Its drawing; nothing for a rule of the whole board.

        Args:
            size: The number of rows and columns.
            taken: Places outside the board that have a clue already, as if they were cells: row 0 is above row 1. A
                rule with a clue outside adds its own.
        """
        return ()

    switch: ClassVar[str] = ""
    """The label of the switch for a rule of the whole board, where a board is designed; empty for none."""
    word: ClassVar[str] = ""
    """The word that adds it to a board, as in `9+antiknight`; empty for none."""
    generated: ClassVar[tuple[tuple[str, Kind], ...]] = ()
    """The kinds of rules that the generator places, by name."""

    # -- in the texts of other programs -------------------------------------------------------------------------------

    iss: ClassVar[tuple[str, ...]] = ()
    """The names of its constraints in the Interactive Sudoku Solver; the first is that which is written."""
    iss_arguments: ClassVar[tuple[int, int | None]] = 0, 0
    """The least and the largest number of arguments that these have; None for any number."""
    fpuzzles: ClassVar[str] = ""
    """Its key in the JSON of f-puzzles; several, separated by spaces, for a rule that reads and writes them itself."""

    @classmethod
    def read_iss(cls, name: str, arguments: tuple[str, ...], n: int) -> "list[Rule]":
        """The rules that a constraint with one of its names says on an n x n board.

        Raises:
            InputError: When its arguments are invalid.
        """
        return [cls()]

    def write_iss(self, writing: Any) -> str:
        """The rule as a constraint, made by a `Writing`.

        Raises:
            InputError: When the format has none; the message says why.
        """
        return str(writing.text(self.iss[0]))

    @classmethod
    def read_fpuzzles(cls, puzzle: Entry, n: int) -> "list[Rule]":
        """The rules of a puzzle of f-puzzles.

        Raises:
            InputError: When its key is invalid; the message names the entry.
        """
        return [cls()] if is_on(puzzle, cls.fpuzzles) else []

    def write_fpuzzles(self, puzzle: Entry, board: Shape) -> None:
        """Add the rule to the keys of a puzzle.

        Raises:
            InputError: When it cannot be written; the message says why.
        """
        puzzle[self.fpuzzles] = True


@dataclass(frozen=True)
class CellRule(Rule):
    """A rule on a few cells. A subclass is a frozen dataclass with `cells`, and at least the method `holds`.

    The automaton `start`, `step`, `accepts` reads the digits of the cells in their order. From it follow the clauses
    of certificates, the digits that the rule leaves possible, and the default definition. By default it remembers all
    digits, which is enough for rules on few cells. It is unfolded into layers, which hold exactly the sequences of
    digits that the rule allows, so one walk over them tells which digits are possible, and each transition becomes a
    clause or a row of a table.

    Source: G. Pesant, "A Regular Language Membership Constraint for Finite Sequences of Variables", CP 2004.

    >>> @dataclass(frozen=True)
    ... class Rising(CellRule):
    ...     cells: tuple[Cell, ...]
    ...     start = 0
    ...     def step(self, state, position, digit):
    ...         return digit if digit > state else None
    >>> rule = Rising("r1c1 r1c2")
    >>> rule.unfolded([range(1, 4), range(1, 3)])
    [[(0, 1, 0)], [(0, 2, 0)]]
    >>> rule.possible([range(1, 4), range(1, 3)])
    [{1}, {2}]
    """

    fewest_cells: ClassVar[int] = 1
    """The smallest number of cells."""

    if TYPE_CHECKING:

        @property
        def cells(self) -> tuple[Cell, ...]:
            """Its cells, in the order in which `holds` takes their digits: a field of each subclass."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", checked_cells(getattr(self, "cells", ()), self.kind, self.fewest_cells))

    def holds(self, digits: tuple[int, ...]) -> bool:
        """Whether the rule allows these digits in its cells."""
        raise NotImplementedError(f"the rule class {type(self).__name__} needs a method holds(digits)")

    def check(self, grid: Any) -> bool:
        """Whether a grid, or a mapping from cells to digits, satisfies the rule. No solver is called."""
        return self.holds(tuple(grid[cell] for cell in self.cells))

    def define(self, m: Any, cells: CellView) -> None:
        """Define the rule in the methods of a backend.

        The default lists the allowed combinations of digits in a table. Where there are too many, the states of the
        automaton become auxiliary variables, and there is a table for each step (the decomposition of *regular*).

        Raises:
            UnsupportedError: When the automaton has too many states.
        """
        n = cells.size
        values = [cells.value(i) for i in self.cells]
        layers = self.unfolded([range(1, n + 1)] * len(values))
        if n ** len(values) <= LARGEST_TABLE:
            m.table(values, paths(layers), self.label())
            return
        state: Any = None
        for k, (value, layer) in enumerate(zip(values, layers, strict=True), 1):
            last = k == len(values)
            rows = sorted({(*((s,) if k > 1 else ()), d, *(() if last else (t,))) for s, d, t in layer})
            most = max((t for *_, t in layer), default=0)
            after = None if last else m.int_vars(f"state {k} of {self}", [0], 0, most)[0]
            m.table([x for x in (state, value, after) if x is not None], rows, self.label(f"step {k}"))
            state = after

    def label(self, part: str = "") -> Any:
        """The label of the rule, or of one of the constraints that define it."""
        return rule_label(self, self.cells, part)

    def parts(self, board: Shape) -> tuple["CellRule", ...]:
        return (self,)

    # -- the automaton -------------------------------------------------------------------------------------------------

    start: ClassVar[Any] = ()
    """The state before the first digit."""

    def step(self, state: Any, position: int, digit: int) -> Any:
        """The state after a digit at this position; None when no further digits can be accepted.

        By default the state is all digits so far.
        """
        return (*state, digit)

    def accepts(self, state: Any) -> bool:
        """Whether the rule holds when all digits are read: by default what `holds` says of them, and with a `step` of
        its own that this has taken them all.
        """
        return type(self).step is not CellRule.step or self.holds(state)

    def unfolded(self, domains: Iterable[Iterable[int]], most: int = MOST_TRANSITIONS) -> Layers:
        """The layers for these possible digits, without transitions that lead to no accepted end.

        Raises:
            UnsupportedError: When there are more than `most` transitions.
        """
        states: dict[Any, int] = {self.start: 0}
        layers: Layers = []
        total = 0
        for position, domain in enumerate(domains):
            after: dict[Any, int] = {}
            layer = []
            digits = sorted(set(domain))
            for state, number in states.items():
                for d in digits:
                    following = self.step(state, position, d)
                    if following is not None:
                        layer.append((number, d, after.setdefault(following, len(after))))
                if total + len(layer) > most:
                    raise UnsupportedError(
                        f"the rule {str(self)!r} has more than {most:,} transitions of states; give it fewer cells, "
                        "or methods start, step and accepts that remember less"
                    )
            total += len(layer)
            layers.append(layer)
            states = after
        return _pruned(layers, {number for state, number in states.items() if self.accepts(state)})

    def possible(self, domains: Iterable[Iterable[int]], most: int = MOST_TRANSITIONS) -> list[set[int]]:
        """For each position the digits that occur when the automaton accepts: its domain consistency.

        Args:
            domains: The digits that are possible at each position.
            most: The most transitions.
        """
        return [{d for _, d, _ in layer} for layer in self.unfolded(domains, most)]

    # -- for people ---------------------------------------------------------------------------------------------------

    is_ordered: ClassVar[bool] = True
    """Whether the order of its cells matters."""
    tool: ClassVar[Tool | None] = None
    """How it is drawn on a board that is designed; None for a rule that is not."""

    def draw(self, size: int, taken: set[Cell]) -> Elements:
        """Its drawing; by default a thin line around its cells with its number."""
        numbers = (v for v in vars(self).values() if isinstance(v, int) and not isinstance(v, bool))
        return usual(self.cells, " ".join(map(str, numbers)))

    reason: ClassVar[str] = ""
    """Why it leaves only some of the candidates of its cells, as a clause; empty when its name says it."""

    def argument(self, domains: Domains) -> str:
        """The reason for these candidates; by default `reason`, whatever they are.

        Args:
            domains: The digits that each of its cells can hold before, at least one.
        """
        return self.reason

    def violation(self, digits: tuple[int, ...]) -> int:
        """How far these digits are from keeping the rule: 0 exactly when the rule and its units hold.

        By default 0 or 1; local search needs a measure in which one step to the right digit counts.
        """
        return int(not self.holds(digits))

    def role(self, cell: Cell) -> str:
        """The role of one of its cells in a few words; empty for "in" the rule."""
        return ""

    @property
    def in_text(self) -> str | None:
        """What stands in the corner if the rule is drawn in text as a cage around its cells; None for none."""
        return None

    # -- in the texts of other programs -------------------------------------------------------------------------------

    iss_arguments: ClassVar[tuple[int, int | None]] = 2, None
    fpuzzles_fields: ClassVar[str] = "cells value"
    """The names of what an entry of its key says."""

    @classmethod
    def on(cls, cells: tuple[Cell, ...], n: int) -> "CellRule":
        """The rule on these cells of an n x n board, for texts that say no more than that."""
        return cls(cells=cells)  # type: ignore[call-arg]

    @classmethod
    def read_iss(cls, name: str, arguments: tuple[str, ...], n: int) -> list[Rule]:
        return [cls.on(read_cells(arguments, n), n)]

    def write_iss(self, writing: Any) -> str:
        return str(writing.text(self.iss[0], self.cells))

    @classmethod
    def read_fpuzzles(cls, puzzle: Entry, n: int) -> list[Rule]:
        every = entries_of(puzzle, cls.fpuzzles, cls.fpuzzles_fields, lambda entry: cls.read_entry(entry, n))
        return [rule for found in every for rule in found]

    @classmethod
    def read_entry(cls, entry: Entry, n: int) -> list[Rule]:
        """The rules that an entry of its key in the JSON of f-puzzles says.

        Raises:
            InputError: When it is invalid.
        """
        return [cls.on(cells_of(entry, n), n)]

    def write_fpuzzles(self, puzzle: Entry, board: Shape) -> None:
        puzzle.setdefault(self.fpuzzles, []).extend(self.entries(board.size))

    def entries(self, n: int) -> list[Entry]:
        """Its entries in the JSON of f-puzzles.

        Raises:
            InputError: When it cannot be written; the message says why.
        """
        raise InputError("it is not a rule of f-puzzles")

    @property
    def title(self) -> str:
        """Its kind and its other fields, without the cells: "killer cage 10"."""
        values = {field.name: getattr(self, field.name) for field in fields(self) if field.name != "cells"}
        words = [_in_words(name, value) for name, value in values.items() if not (value is None or value is False)]
        return " ".join([self.kind, *filter(None, words)])

    def __str__(self) -> str:
        return f"{self.title} on {' '.join(map(coordinates, self.cells))}"

    def check_board(self, board: Shape) -> None:
        check_cells(self.cells, f"the rule {str(self)!r}", board.size)


def _pruned(layers: Layers, accepted: set[int]) -> Layers:
    """The transitions that lead to an accepted state, with the states numbered anew."""
    wanted, kept = accepted, []
    for layer in reversed(layers):
        kept.append([each for each in layer if each[2] in wanted])
        wanted = {before for before, _, _ in kept[-1]}
    pruned: Layers = []
    before = {0: 0}
    for layer in reversed(kept):
        after: dict[int, int] = {}
        pruned.append([(before[s], d, after.setdefault(t, len(after))) for s, d, t in layer])
        before = after
    return pruned


def paths(layers: Layers) -> list[tuple[int, ...]]:
    """All sequences of digits that are accepted.

    >>> paths([[(0, 1, 0), (0, 2, 1)], [(0, 2, 0), (0, 3, 0), (1, 3, 0)]])
    [(1, 2), (1, 3), (2, 3)]
    """
    known: dict[int, list[tuple[int, ...]]] = {0: [()]}
    for layer in layers:
        following: dict[int, list[tuple[int, ...]]] = {}
        for s, d, t in layer:
            following.setdefault(t, []).extend((*path, d) for path in known.get(s, []))
        known = following
    return sorted(path for found in known.values() for path in found)


@lru_cache(maxsize=REMEMBERED)
def possible_digits(
    rule: CellRule, domains: tuple[frozenset[int], ...], most: int = MOST_TRANSITIONS
) -> tuple[frozenset[int], ...]:
    """For each cell of a rule the digits that occur when the rule holds; all sets are empty when it cannot hold.

    A rule whose automaton has too many states for these domains removes nothing until they are smaller. It is not
    forgotten: with one digit in each cell it holds or does not.

    Args:
        rule: The rule.
        domains: The digits that each of its cells can still hold.
        most: The most transitions of its automaton.

    >>> from sudoku_models.puzzles.rules import KillerCage
    >>> every = frozenset(range(1, 10))
    >>> [sorted(left) for left in possible_digits(KillerCage(4, "r1c1 r1c2"), (every, every))]
    [[1, 3], [1, 3]]
    """
    try:
        return tuple(map(frozenset, rule.possible(domains, most)))
    except UnsupportedError:
        return domains


def left_by(rule: CellRule, candidates: Mapping[Cell, frozenset[int]]) -> dict[Cell, frozenset[int]]:
    """The candidates of its cells that a rule leaves possible.

    >>> from sudoku_models.puzzles.rules import KillerCage
    >>> left = left_by(KillerCage(4, "r1c1 r1c2"), dict.fromkeys([(1, 1), (1, 2)], frozenset({1, 2})))
    >>> left[1, 1]  # no two of them have the sum 4
    frozenset()
    """
    left = possible_digits(rule, tuple(candidates[i] for i in rule.cells))
    return dict(zip(rule.cells, left, strict=True))


def checked_cells(cells: Any, what: str, least: int = 1) -> tuple[Cell, ...]:
    """The cells of a rule, as a tuple of pairs of integers.

    Args:
        cells: Pairs (row, column), or a text such as "r1c1 r1c2".
        what: What the cells belong to, for messages.
        least: The smallest number of cells.

    Raises:
        InputError: When one is not a cell, or occurs twice, or there are too few.

    >>> checked_cells([[1, 2]], "thermometer"), checked_cells("r1c1 r2c1", "thermometer")
    (((1, 2),), ((1, 1), (2, 1)))
    """
    listed = map(_named_cell, cells.split()) if isinstance(cells, str) else cells
    found = [plain_cell(cell) for cell in as_tuple(listed, f"the cells of the {what}")]
    check_cells(found, f"the {what}")
    if len(set(found)) < len(found):
        twice = next(cell for k, cell in enumerate(found) if cell in found[:k])
        raise InputError(f"the {what} has the cell {twice} twice; list each cell once")
    if len(found) < least:
        raise InputError(f"the {what} needs at least {least} cell{'s' * (least > 1)}, not {len(found)}")
    return tuple(found)


def checked_number(value: Any, what: str, least: int, most: int | None = None) -> int:
    """A field of a rule that is an integer.

    Raises:
        InputError: When it is not, or is too small or too large.

    >>> checked_number(3, "the total of the killer cage", 1)
    3
    """
    if not (is_integer(value) and value >= least and (most is None or value <= most)):
        span = f"from {least}" if most is None else f"from {least} to {most}"
        raise InputError(f"{what} must be an integer {span}, not {short_repr(value)}")
    return int(value)


def checked_digits(value: Any, what: str) -> tuple[int, ...]:
    """A field of a rule that is a tuple of digits, sorted.

    Raises:
        InputError: When it is not, or is empty.

    >>> checked_digits([5, 3, 3], "the digits of a quadruple")
    (3, 3, 5)
    """
    digits = as_tuple(value, what)
    if not digits or not all(is_integer(d) and d >= 1 for d in digits):
        raise InputError(f"{what} must be integers from 1, not {short_repr(digits)}")
    return tuple(sorted(map(int, digits)))


def _named_cell(text: str) -> Any:
    """The cell that is written like r4c8; any other text unchanged."""
    found = re.fullmatch(r"r(\d{1,3})c(\d{1,3})", text, re.ASCII | re.IGNORECASE)
    return (int(found[1]), int(found[2])) if found else text


def _in_words(name: str, value: Any) -> str:
    """The value of a field in the name of a rule: of a switch that is on, its name."""
    if value is True:
        return name
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def coordinates(cell: Cell) -> str:
    """The row and the column of a cell in short: r4c8.

    >>> coordinates((4, 8))
    'r4c8'
    """
    return f"r{cell[0]}c{cell[1]}"


def is_own(rule: Rule) -> bool:
    """Whether the class of a rule is the user's own, and not of this package.

    >>> from sudoku_models.puzzles.rules import KillerCage
    >>> is_own(KillerCage(3, "r1c1 r1c2"))
    False
    """
    return not type(rule).__module__.startswith(f"{__package__}.")


def check_fields(rule: Rule) -> None:
    """Check that the fields of a rule tell it apart from other rules, and that a rule of the whole board has content.

    Raises:
        InputError: When it has attributes that are not fields; when it is for the whole board, and its class has
            neither units nor parts.

    >>> class Forgotten(CellRule):
    ...     def __init__(self, cells):
    ...         object.__setattr__(self, "cells", cells)
    >>> check_fields(Forgotten(((1, 1),)))
    Traceback (most recent call last):
    ...
    sudoku_models.errors.InputError: 'cells' is no field of the rule class Forgotten, so different rules would be \
equal; write @dataclass(frozen=True) above the class, and list its fields
    """
    kind, known = type(rule), {field.name for field in fields(rule)}
    for name in vars(rule):
        if name not in known and not isinstance(getattr(kind, name, None), cached_property):
            raise InputError(
                f"{name!r} is no field of the rule class {kind.__name__}, so different rules would be equal; write "
                "@dataclass(frozen=True) above the class, and list its fields"
            )
    if not issubclass(kind, CellRule) and kind.units is Rule.units and kind.parts is Rule.parts:
        raise InputError(
            f"the rule class {kind.__name__} has neither units nor parts, so it would say nothing; give it one of "
            "these methods, or derive it from CellRule and give it cells and holds"
        )


@lru_cache(maxsize=1024)
def check_meaning(rule: CellRule, n: int) -> None:
    """Check on all digits 1..n that the automaton of a rule accepts what `holds` does, unless there are too many.

    Raises:
        InputError: When they differ; the message has the digits.
    """
    if n ** len(rule.cells) > LARGEST_TABLE:
        return
    accepted = {*paths(rule.unfolded([range(1, n + 1)] * len(rule.cells)))}
    for digits in product(range(1, n + 1), repeat=len(rule.cells)):
        if bool(rule.holds(digits)) != (digits in accepted):
            one, other = ("allows", "does not accept") if digits not in accepted else ("forbids", "accepts")
            raise InputError(
                f"the rule {str(rule)!r} contradicts itself: holds {one} the digits {' '.join(map(str, digits))}, and "
                f"its automaton (start, step, accepts) {other} them"
            )
