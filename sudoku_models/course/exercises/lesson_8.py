"""Lesson 8, explain a solution: hidden singles, minimal sets, the multipliers of a swordfish and of an XY-wing."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import lcm
from typing import Any

from ...errors import InputError
from ...explain import Candidates, next_step
from ...explain import linear_certificates as lp
from ...models.validation import short as shortened
from ...puzzles.board import Cell
from ...puzzles.labels import short
from ...puzzles.puzzle import Puzzle
from ..exercise import Wrong
from ..judges import as_python, function

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


def singles_of(cells: list[Cell], candidates: dict[Cell, set[int]]) -> set[tuple[Cell, int]]:
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
    ([(1, 9), (2, 8), (3, 7)], {(1, 9): {7, 9}, (2, 8): {8, 9}, (3, 7): {7, 8, 9}, (1, 1): {1}}),
    ([(4, 4)], {(4, 4): {5, 6}}),
    (ROW, dict(zip(ROW, [{6, 7}, {6, 8}, {7, 9}, {6, 7}, {6, 7, 8}], strict=True))),
]

on_units = function(
    singles_of,
    UNITS,
    praise=f"right on {len(UNITS)} units, with none, one and several hidden singles",
    hint="a digit counts when exactly one of these cells can hold it, however many candidates that cell has",
)


def hidden_singles(answer: Any) -> Any:
    """Right on each unit; a function that is right but for the order in its pairs is told so."""
    try:
        return on_units(answer)
    except Wrong:
        try:
            on_units(lambda cells, candidates: {(i, d) for d, i in answer(cells, candidates)})
        except Exception:  # the order is not what is wrong
            pass
        else:
            raise Wrong(
                "your hidden singles are right, but the order in each pair is reversed: return (cell, digit), such as "
                "((2, 1), 4), not (digit, cell)"
            ) from None
        raise


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


def which_are_minimal(answer: Any) -> str:
    """Each verdict is computed by leaving out one name after another, with CP-SAT."""
    answer = as_python(answer)
    if not isinstance(answer, Mapping) or set(answer) != set(SMALL_SETS):
        raise Wrong(f"the answer must be a dict with the letters {', '.join(SMALL_SETS)}, each with its verdict")
    for letter, (rules, cells) in SMALL_SETS.items():
        if not isinstance(answer[letter], str) or answer[letter] not in VERDICTS:
            shown = shortened(answer[letter])
            raise Wrong(f"the verdict on {letter} must be one of {', '.join(map(repr, VERDICTS))}, not {shown}")
        right, because = verdict(SMALL, SMALL_CELL, 3, rules, cells)
        if answer[letter] != right:
            raise Wrong(f"look at {letter} again: {because}")
    return "all five verdicts; and b and d become minimal when the name that is not needed is left out"


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
    form = 'a pair of lists: names of rules such as "row 1", and cells of givens such as (1, 1)'
    answer, lists = as_python(answer), (list, tuple, set, frozenset)
    if not (isinstance(answer, tuple | list) and len(answer) == 2 and all(isinstance(part, lists) for part in answer)):
        raise Wrong(f"the answer must be {form}; this is {shortened(answer)}")
    names = [unit.name for unit in SMALL.board.units]
    rules = tuple(dict.fromkeys(rule.removesuffix(" is all different") for rule in map(str, answer[0])))
    if wrong := [rule for rule in rules if rule not in names]:
        raise Wrong(f"there is no rule {shortened(wrong[0])}; the rules are {', '.join(names)}")
    cells = tuple(dict.fromkeys(tuple(i) if isinstance(i, list) else i for i in answer[1]))
    if missing := [i for i in cells if i not in SMALL.givens]:
        givens = ", ".join(map(str, SMALL.givens))
        raise Wrong(f"there is no given in {shortened(missing[0])}; the givens are in {givens}")
    return rules, cells


# -- multipliers ------------------------------------------------------------------------------------------------------


def swordfish_multipliers(answer: Any) -> str:
    """Verified in fractions; any sum that excludes the 4 from (2, 9) is right."""
    found = _certificate(answer, before(SWORDFISH, "swordfish"), rounding=False)
    _must_exclude(found, (2, 9), 4)
    least = lp.certificate(before(SWORDFISH, "swordfish"), (2, 9), 4)
    assert least is not None
    gone = sum(map(len, found.excludes.values()))
    candidates = f"{gone} candidate{'s' * (gone > 1)}"
    sums = f"the sum of your {len(found.multipliers)} equations excludes {candidates}"
    scale = lcm(*(m.denominator for m in found.multipliers.values()))
    whole = f" ({scale * found.norm} when the multipliers are made whole)" if scale > 1 else ""
    fewer = scale * found.norm > least.norm
    compared = f"there is one of norm {least.norm} with whole multipliers" if fewer else "no smaller one exists"
    if scale > 1 and not fewer:
        compared = "with whole multipliers no smaller one exists"
    return f"{sums}; its norm is {found.norm}{whole}, and {compared}"


def xy_wing_multipliers(answer: Any) -> str:
    """Verified in fractions, with rounding."""
    found = _certificate(answer, before(XY_WING, "XY-wing"), rounding=True)
    _must_exclude(found, (3, 7), 4)
    return (
        f"the sum is {found.left} = {found.total}: the coefficient {found.coefficients[(3, 7), 4]} is larger than "
        f"{found.total}, so the whole number y[(3, 7), 4] is 0"
    )


def _certificate(answer: Any, state: Candidates, rounding: bool) -> lp.LinearCertificate:
    answer = as_python(answer)
    if not isinstance(answer, Mapping) or not answer:
        raise Wrong('the answer must be a dict of multipliers, such as {"4 in row 1": 1, "4 in column 1": -1}')
    names = {short(row.label): name for name, row in lp.equations(state).items()}
    multipliers: dict[str, Fraction] = {}
    for name, m in answer.items():
        full = names.get(str(name), str(name))
        if full in multipliers:
            raise Wrong(f"the equation {full!r} has two multipliers, under two names")
        try:
            multipliers[full] = Fraction(m).limit_denominator(10**6)
        except (TypeError, ValueError, OverflowError):
            raise Wrong(f"the multiplier of {shortened(name)} must be a number, not {shortened(m)}") from None
    if not any(multipliers.values()):
        raise Wrong("all your multipliers are 0, so the sum says nothing")
    try:
        return lp.certify(state, multipliers, rounding)
    except InputError as error:
        raise Wrong(str(error)) from None


def _must_exclude(found: lp.LinearCertificate, cell: Cell, digit: int) -> None:
    if digit in found.excludes.get(cell, ()):
        return
    gone = [f"the {d} from {i}" for i, digits in found.excludes.items() for d in sorted(digits)]
    more = f" and {len(gone) - 1} more" if len(gone) > 1 else ""
    raise Wrong(f"your sum is sound, but it excludes {gone[0]}{more}, and not the {digit} from {cell}")
