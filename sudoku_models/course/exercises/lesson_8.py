"""Lesson 8, explain a solution: hidden singles, minimal sets, the multipliers of a swordfish and of an XY-wing."""

from contextlib import suppress
from fractions import Fraction
from functools import cache
from math import lcm
from typing import Any

from ...errors import InputError
from ...explain import Candidates, next_step
from ...explain import linear_certificates as lp
from ...models.validation import short as shortened
from ...puzzles.labels import short
from ...puzzles.puzzle import Puzzle
from ...puzzles.units import Cell
from ..answers import must_fit
from ..exercise import Wrong
from ..judges import function

# -- hidden singles ----------------------------------------------------------------------------------------------------


def singles_of(cells: list[Cell], candidates: dict[Cell, set[int]]) -> set[tuple[Cell, int]]:
    """The cells of a unit that alone can hold some digit, with that digit."""
    digits = set().union(*(candidates[i] for i in cells))
    fits = {d: [i for i in cells if d in candidates[i]] for d in digits}
    return {(only[0], d) for d, only in fits.items() if len(only) == 1}


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

hidden_singles = function(
    singles_of,
    UNITS,
    "right on {n} units, with none, one and several hidden singles",
    "a digit counts when exactly one of these cells can hold it, however many candidates that cell has",
    mistakes={"returns (digit, cell) in place of (cell, digit)": lambda *unit: {(d, i) for i, d in singles_of(*unit)}},
)


# -- minimal sets ------------------------------------------------------------------------------------------------------

SMALL = Puzzle.parse("1... ..2. .3.. ...4")
SMALL_CELL = (1, 4)
SMALL_SETS: dict[str, tuple[tuple[str, ...], tuple[Cell, ...]]] = {
    "a": (("row 1", "column 4", "box 2"), ((1, 1), (2, 3), (4, 4))),
    "b": (("row 1", "column 4", "box 2"), ((1, 1), (2, 3), (3, 2), (4, 4))),
    "c": (("row 1", "column 4"), ((1, 1), (2, 3), (4, 4))),
    "d": (("row 1", "column 3", "column 4", "box 2"), ((1, 1), (2, 3), (4, 4))),
    "e": (("row 1", "row 2", "column 4", "box 1"), ((1, 1), (2, 3), (4, 4))),
}
"""Sets of rules and givens in the notebook, which force the 3 in SMALL_CELL or not; a test decides it."""


def which_are_minimal(answer: Any) -> str:
    """A verdict on each of the sets; of one that is not minimal, a name that can be left out."""
    must_fit(answer, {str: object}, f"the answer must be a dict with the letters {', '.join(SMALL_SETS)}")
    if answer.keys() != SMALL_SETS.keys():
        raise Wrong(f"the answer must have the letters {', '.join(SMALL_SETS)}, and no others")
    for letter, (rules, cells) in SMALL_SETS.items():
        judge_set(letter, set(rules), set(cells), answer[letter])
    return "all five verdicts; and b and d become minimal when the name that is not needed is left out"


def judge_set(letter: str, rules: set[str], cells: set[Cell], verdict: Any) -> None:
    """Raise `Wrong` unless this is the verdict on a set."""
    name = tuple(verdict) if isinstance(verdict, list) else verdict
    if isinstance(name, str):
        name = name.removesuffix(" is all different")
    is_forced = forces(rules, cells)
    if isinstance(name, str) and name == "not minimal" and is_forced:
        raise Wrong(f"say which name can be left out of {letter}, instead of 'not minimal'")
    if name == "does not force":
        if is_forced:
            raise Wrong(f"look at {letter} again: it forces the digit")
        return
    if name != "minimal" and not any(name == each for each in (*rules, *cells)):
        choices = "'minimal', 'does not force' or one of its names, a rule or the cell of a given"
        raise Wrong(f"the verdict on {letter} must be {choices}, not {shortened(verdict)}")
    if not is_forced:
        raise Wrong(f"look at {letter} again: with these names alone the cell (1, 4) could hold another digit than 3")
    fewer = {each: forces(rules - {each}, cells) for each in rules} | {i: forces(rules, cells - {i}) for i in cells}
    if name == "minimal" and any(fewer.values()):
        raise Wrong(f"look at {letter} again: it forces the digit without one of its names too")
    if name != "minimal" and not fewer[name]:
        raise Wrong(f"look at {letter} again: without {name} it does not force the digit")


def not_minimal(answer: Any) -> str:
    """A set that forces the digit though two names can be left out, but no rule alone: only digits are too many."""
    names, givens = [unit.name for unit in SMALL.board.units], SMALL.givens
    form = 'a pair of lists: names of rules such as "row 1", and cells of givens such as (1, 1)'
    must_fit(answer, ([object], [object]), f"the answer must be {form}")
    rules = {str(rule).removesuffix(" is all different") for rule in answer[0]}
    cells = {tuple(i) if isinstance(i, list) else i for i in answer[1]}
    if wrong := rules - {*names}:
        raise Wrong(f"there is no rule {shortened(wrong.pop())}; the rules are {', '.join(names)}")
    if missing := cells - {*givens}:
        raise Wrong(f"there is no given in {shortened(missing.pop())}; the givens are in {', '.join(map(str, givens))}")
    if any(rules == set(shown[0]) and cells == set(shown[1]) for shown in SMALL_SETS.values()):
        raise Wrong("that is one of the five sets of the exercise before; find another one")
    if not forces(rules, cells):
        raise Wrong("your set does not force the digit: (1, 4) could hold another one than 3")
    if spare := [rule for rule in sorted(rules) if forces(rules - {rule}, cells)]:
        raise Wrong(f"the rule {spare[0]!r} can be left out; every rule must be needed as long as all digits are there")
    for i in sorted(cells):
        if forces(rules, cells - {i}):
            return f"no rule can be left out, and still the set is not minimal: the {givens[i]} in {i} can"
    raise Wrong("your set is minimal: every name in it is needed")


def forces(rules: set[str], cells: set[Cell]) -> bool:
    """Whether these rules and givens force the 3 in SMALL_CELL."""
    from ...explain.minimal_sets import forces

    names = [f"{rule} is all different" for rule in sorted(rules)]
    return forces(SMALL, SMALL_CELL, 3, names, {i: SMALL.givens[i] for i in sorted(cells)})


# -- multipliers -------------------------------------------------------------------------------------------------------

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


def swordfish_multipliers(answer: Any) -> str:
    """Verified in fractions; any sum that excludes the 4 from (2, 9) is right."""
    state = before(SWORDFISH, "swordfish")
    found = _certificate(answer, state, (2, 9), rounding=False)
    least = lp.certificate(state, (2, 9), 4)
    assert least is not None
    gone, scale = sum(map(len, found.excludes.values())), lcm(*(m.denominator for m in found.multipliers.values()))
    whole = f" ({scale * found.norm} when the multipliers are made whole)" if scale > 1 else ""
    compared = "no smaller one with whole multipliers exists"
    if scale * found.norm > least.norm:
        compared = f"there is one of norm {least.norm} with whole multipliers"
    sums = f"the sum of your {len(found.multipliers)} equations excludes {gone} candidate{'s' * (gone > 1)}"
    return f"{sums}; its norm is {found.norm}{whole}, and {compared}"


def xy_wing_multipliers(answer: Any) -> str:
    """Verified in fractions, with rounding."""
    found = _certificate(answer, before(XY_WING, "XY-wing"), (3, 7), rounding=True)
    larger = f"the coefficient {found.coefficients[(3, 7), 4]} is larger than {found.total}"
    return f"the sum is {found.left} = {found.total}: {larger}, so the whole number y[(3, 7), 4] is 0"


def _certificate(answer: Any, state: Candidates, cell: Cell, rounding: bool) -> Any:
    """The certificate with these multipliers, which must exclude the 4 from the cell."""
    form = 'a dict of multipliers, such as {"4 in row 1": 1, "4 in column 1": -1}'
    must_fit(answer, {object: object}, f"the answer must be {form}")
    names = {short(row.label): name for name, row in lp.equations(state).items()}
    multipliers: dict[str, Fraction] = {}
    for name, m in answer.items():
        full = names.get(str(name), str(name))
        if full in multipliers:
            raise Wrong(f"the equation {full!r} has two multipliers, under two names")
        with suppress(TypeError, ValueError, OverflowError):
            multipliers[full] = Fraction(m).limit_denominator(10**6)
        if full not in multipliers:
            raise Wrong(f"the multiplier of {shortened(name)} must be a number, not {shortened(m)}")
    if not any(multipliers.values()):
        raise Wrong("all your multipliers are 0, so the sum says nothing")
    try:
        found = lp.certify(state, multipliers, rounding)
    except InputError as error:
        raise Wrong(str(error)) from None
    gone = [f"the {d} from {i}" for i, digits in found.excludes.items() for d in sorted(digits)]
    if f"the 4 from {cell}" not in gone:
        raise Wrong(f"your sum is sound, and it excludes {', '.join(gone)}, but not the 4 from {cell}")
    return found
