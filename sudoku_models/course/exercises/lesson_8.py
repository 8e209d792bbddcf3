"""Lesson 8, explain a solution: hidden singles, minimal sets, the multipliers of a swordfish and of an XY-wing."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from ...errors import InputError
from ...explain import Candidates, next_step
from ...explain import linear_certificates as lp
from ...puzzles.board import Cell
from ...puzzles.labels import short
from ...puzzles.puzzle import Puzzle
from ..exercise import Wrong, exercise
from ..judges import function

SWORDFISH = ".2..43.69..38962..96..25.3.89.56..136...3.....3..81.263...1..7...96743.227.358.9."
XY_WING = "9.8.2..766....71..17.....2...54...91391782..546...583..4.....5.5.6....1.21957.3.4"


@cache
def before(text: str, technique: str) -> Candidates:
    """The candidates of a puzzle just before the first step of this technique.

    >>> len(before(XY_WING, "XY-wing").open)
    42
    """
    state = Candidates.of(Puzzle.parse(text))
    while (step := next_step(state)) is not None and step.name != technique:
        state = state.after(step)
    return state


# -- hidden singles --------------------------------------------------------------------------------------------------


def hidden_singles(cells: list[Cell], candidates: dict[Cell, set[int]]) -> set[tuple[Cell, int]]:
    """The cells of a unit that alone can hold some digit, with that digit."""
    digits = set().union(*(candidates[i] for i in cells))
    places = {d: [i for i in cells if d in candidates[i]] for d in digits}
    return {(only[0], d) for d, only in places.items() if len(only) == 1}


ROW = [(2, c) for c in range(1, 6)]
UNITS: list[tuple[list[Cell], dict[Cell, set[int]]]] = [
    (ROW, dict(zip(ROW, [{1, 2}, {1, 2, 3}, {2, 4, 5}, {4, 5}, {4, 5}], strict=True))),
    (ROW, dict(zip(ROW, [{1, 2}, {1, 2}, {3, 4, 5}, {3, 4, 5}, {3, 4, 5}], strict=True))),
    (ROW, dict(zip(ROW, [{1, 3}, {3, 5}, {2, 3, 4}, {1, 3}, {3}], strict=True))),
    (ROW, dict(zip(ROW, [{4}, {1, 2, 3}, {1, 2, 3, 5}, {1, 2, 3}, {1, 2, 3}], strict=True))),
    ([(1, 1), (2, 2)], {(1, 1): {1, 2}, (2, 2): {2}, (3, 3): {1, 3}}),
]

exercise(
    "hidden-singles",
    lesson=8,
    title="Find the hidden singles of a unit",
    judge=function(
        hidden_singles,
        UNITS,
        praise=f"right on {len(UNITS)} units, with none, one and several hidden singles",
        hint="a digit counts when exactly one of these cells can hold it, however many candidates that cell has",
    ),
)


# -- minimal sets -----------------------------------------------------------------------------------------------------

SMALL = Puzzle.parse("1... ..2. .3.. ...4")
SMALL_CELL = (1, 4)
SMALL_SETS: dict[str, tuple[tuple[str, ...], tuple[Cell, ...]]] = {
    "a": (("row 1", "column 4", "box 2"), ((1, 1), (2, 3), (4, 4))),
    "b": (("row 1", "column 4", "box 2"), ((1, 1), (2, 3), (3, 2), (4, 4))),
    "c": (("row 1", "column 4"), ((1, 1), (2, 3), (4, 4))),
    "d": (("row 1", "column 3", "column 4", "box 2"), ((1, 1), (2, 3), (4, 4))),
    "e": (("row 1", "row 2", "column 4", "box 1"), ((1, 1), (2, 3), (4, 4))),
}
VERDICTS = ("minimal", "not minimal", "does not force")


@exercise("which-are-minimal", lesson=8, title="Tell minimal sets from others")
def which_are_minimal(answer: Any) -> str:
    """Each verdict is computed by leaving out one name after another, with CP-SAT."""
    if not isinstance(answer, Mapping) or set(answer) != set(SMALL_SETS):
        raise Wrong(f"the answer must be a dict with the letters {', '.join(SMALL_SETS)}, each with its verdict")
    for letter, (rules, cells) in SMALL_SETS.items():
        if answer[letter] not in VERDICTS:
            raise Wrong(f"the verdict on {letter} must be one of {', '.join(VERDICTS)}, not {answer[letter]!r}")
        right, because = verdict(SMALL, SMALL_CELL, 3, rules, cells)
        if answer[letter] != right:
            raise Wrong(f"look at {letter} again: {because}")
    return "all five; and what is not minimal can be made minimal by leaving out one name after another"


def verdict(puzzle: Puzzle, cell: Cell, digit: int, rules: tuple[str, ...], cells: tuple[Cell, ...]) -> tuple[str, str]:
    """The verdict on a set, and the reason."""
    digits = {i: puzzle.givens[i] for i in cells}
    if not _forces(puzzle, cell, digit, rules, digits):
        return VERDICTS[2], f"with these names alone the cell {cell} could hold another digit than {digit}"
    for rule in rules:
        if _forces(puzzle, cell, digit, tuple(other for other in rules if other != rule), digits):
            return VERDICTS[1], f"it forces the digit without {rule!r} too"
    for i in cells:
        if _forces(puzzle, cell, digit, rules, {j: d for j, d in digits.items() if j != i}):
            return VERDICTS[1], f"it forces the digit without the {digits[i]} in {i} too"
    return VERDICTS[0], "it forces the digit, and without any one of its names it does not"


def _forces(puzzle: Puzzle, cell: Cell, digit: int, rules: tuple[str, ...], digits: dict[Cell, int]) -> bool:
    from ...explain.minimal_sets import forces

    return forces(puzzle, cell, digit, [f"{rule} is all different" for rule in rules], digits)


@exercise("not-minimal", lesson=8, title="Break it: a set that looks minimal")
def not_minimal(answer: Any) -> str:
    """A set that forces the digit though two names can be left out, but no rule alone: only digits are too many."""
    rules, cells = _set_of(answer)
    if any(set(rules) == set(shown[0]) and set(cells) == set(shown[1]) for shown in SMALL_SETS.values()):
        raise Wrong("that is one of the five sets of the exercise before; find another one")
    digits = {i: SMALL.givens[i] for i in cells}
    if not _forces(SMALL, SMALL_CELL, 3, rules, digits):
        raise Wrong(f"your set does not force the digit: {verdict(SMALL, SMALL_CELL, 3, rules, cells)[1]}")
    for rule in rules:
        if _forces(SMALL, SMALL_CELL, 3, tuple(other for other in rules if other != rule), digits):
            raise Wrong(f"the rule {rule!r} can be left out; every rule must be needed as long as all digits are there")
    spare = [i for i in cells if _forces(SMALL, SMALL_CELL, 3, rules, {j: d for j, d in digits.items() if j != i})]
    if not spare:
        raise Wrong("your set is minimal: every name in it is needed")
    return f"no rule can be left out, and still the set is not minimal: the {digits[spare[0]]} in {spare[0]} can"


def _set_of(answer: Any) -> tuple[tuple[str, ...], tuple[Cell, ...]]:
    if not (isinstance(answer, tuple | list) and len(answer) == 2):
        raise Wrong('the answer must be a pair: names of rules such as "row 1", and cells of givens such as (1, 1)')
    rules = tuple(dict.fromkeys(answer[0]))
    cells = tuple(dict.fromkeys(tuple(i) for i in answer[1]))
    names = [unit.name for unit in SMALL.board.units]
    if wrong := [rule for rule in rules if rule not in names]:
        raise Wrong(f"there is no rule {wrong[0]!r}; the rules are {', '.join(names)}")
    if missing := [i for i in cells if i not in SMALL.givens]:
        raise Wrong(f"there is no given in {missing[0]}; the givens are in {', '.join(map(str, SMALL.givens))}")
    return rules, cells


# -- multipliers ------------------------------------------------------------------------------------------------------


@exercise("swordfish-multipliers", lesson=8, title="Find the multipliers of a swordfish")
def swordfish_multipliers(answer: Any) -> str:
    """Verified in fractions; any sum that excludes the 4 from (2, 9) is right."""
    found = _certificate(answer, before(SWORDFISH, "swordfish"), rounding=False)
    _must_exclude(found, (2, 9), 4)
    least = lp.certificate(before(SWORDFISH, "swordfish"), (2, 9), 4)
    assert least is not None
    gone = sum(map(len, found.excludes.values()))
    compared = "no smaller one exists" if found.norm == least.norm else f"there is one of norm {least.norm}"
    return f"{found} = 0 excludes {gone} candidate{'s' * (gone > 1)}; its norm is {found.norm}, and {compared}"


@exercise("xy-wing-multipliers", lesson=8, title="Round it down: the multipliers of an XY-wing")
def xy_wing_multipliers(answer: Any) -> str:
    """Verified in fractions, with rounding."""
    found = _certificate(answer, before(XY_WING, "XY-wing"), rounding=True)
    _must_exclude(found, (3, 7), 4)
    return (
        f"the sum is {found.left} = {found.total}: the coefficient {found.coefficients[(3, 7), 4]} is larger than "
        f"{found.total}, so the whole number y[(3, 7), 4] is 0"
    )


def _certificate(answer: Any, state: Candidates, rounding: bool) -> lp.Certificate:
    if not isinstance(answer, Mapping) or not answer:
        raise Wrong('the answer must be a dict of multipliers, such as {"4 in row 1": 1, "4 in column 1": -1}')
    names = {short(row.label): name for name, row in lp.equations(state).items()}
    multipliers: dict[str, Fraction] = {}
    for name, m in answer.items():
        try:
            multipliers[names.get(str(name), str(name))] = Fraction(m)
        except (TypeError, ValueError):
            raise Wrong(f"the multiplier of {name!r} must be a number, not {m!r}") from None
    try:
        return lp.certify(state, multipliers, rounding)
    except InputError as error:
        raise Wrong(str(error)) from None


def _must_exclude(found: lp.Certificate, cell: Cell, digit: int) -> None:
    if digit not in found.excludes.get(cell, ()):
        gone = ", ".join(f"{d} from {i}" for i, digits in found.excludes.items() for d in sorted(digits))
        raise Wrong(f"your sum is sound, but it excludes {gone}, and not the {digit} from {cell}")
