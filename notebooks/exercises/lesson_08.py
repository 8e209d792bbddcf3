"""Lesson 8, explain a solution: hidden singles, minimal sets, the multipliers of a swordfish and of an XY-wing.

## hidden-singles: Find the hidden singles of a unit

1. Take the digits one after another. In how many of these cells can this digit still stand?
2. For each digit, collect the cells of `cells` whose candidates have it. If that list has one cell, the pair of the
   cell and the digit belongs to the answer.
3. places = {d: [i for i in cells if d in candidates[i]] for d in all digits of these cells}; then look for the lists of
   length 1. Do not ask how many candidates the cell itself has.

## which-are-minimal: Tell minimal sets from others

1. Two questions for each set. Do its rules and digits alone leave only 3 for (1, 4)? And if so, do they still when one
   of the names is left out?
2. (1, 4) is 3 when 1, 2 and 4 are excluded there: the 1 of row 1, the 2 of box 2, the 4 of column 4. A set without one
   of these three exclusions needs another way to it.
3. Look for a name that no exclusion uses: a set that has one is not minimal, and this name is the verdict. In e the 2 is excluded without box 2: row
   2 has its 2 already, so in box 1 the 2 must stand in row 1.

## not-minimal: Break it: a set that looks minimal

1. Begin with a minimal set. What can you add to it that is not a rule, and not needed?
2. A minimal set with one more given still forces the digit, and no rule can be left out of it. The set b is made in
   this way from a. Do the same with the other minimal set.
3. The set e is minimal. It does not use the given in (3, 2). Give the rules of e, and its cells with one more.

## swordfish-multipliers: Find the multipliers of a swordfish

1. The X-wing was two columns minus two rows. A swordfish has three of each.
2. Look for three rows in which the 4 fits into the same three columns only. Those rows get -1, and the columns +1. (2,
   9) must be in one of the columns, and in none of the rows.
3. The three columns are 3, 7 and 9. Which rows have all their 4s in these columns?

## xy-wing-multipliers: Round it down: the multipliers of an XY-wing

1. The three cells of the wing are the base, and are subtracted: one equation for each. What has to be added, so that no
   coefficient is negative?
2. The cells have six candidates together: 3 and 5 in (1, 2), 4 and 5 in (1, 7), 3 and 4 in (3, 3). Each needs an
   equation with +1. (1, 2) and (1, 7) share row 1, (1, 2) and (3, 3) share box 1.
3. The equation of the 5 in row 1 serves two candidates, the 3 in box 1 serves two, and each of the two 4s needs an
   equation that also contains the 4 of (3, 7). With these four, t = 4 - 3.
"""

from contextlib import suppress
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import lcm
from random import Random
from typing import Any

from sudoku_models.course.answers import must_fit
from sudoku_models.course.exams import Asked, question, values
from sudoku_models.course.exercise import Wrong
from sudoku_models.course.judges import function
from sudoku_models.errors import InputError
from sudoku_models.explain import Candidates, next_step
from sudoku_models.explain import linear_certificates as lp
from sudoku_models.models.validation import short as shortened
from sudoku_models.puzzles.labels import short
from sudoku_models.puzzles.puzzle import Puzzle
from sudoku_models.puzzles.units import Cell

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
    from sudoku_models.explain.minimal_sets import forces

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


# -- examination -------------------------------------------------------------------------------------------------------


@question(1, 1, 2)
def singles(rng: Random) -> Asked:
    while True:
        cells = {f"c{k}": set(rng.sample(range(1, 6), rng.randint(1, 4))) for k in range(1, 6)}
        fits = any(all(d in cells[f"c{k}"] for k, d in enumerate(each, 1)) for each in permutations(range(1, 6)))
        naked = {name: min(each) for name, each in cells.items() if len(each) == 1}
        places = {d: [name for name in cells if d in cells[name]] for d in range(1, 6)}
        found = {at[0]: d for d, at in places.items() if len(at) == 1 and at[0] not in naked}
        if fits and len(found) == 1 and len(naked) == 1:
            break
    return Asked(
        f"Five cells of a unit must hold 1 to 5, with these candidates: {values(cells)}. Which naked singles are there, and which "
        "hidden singles that are not naked? Which constraint of the model is the reason for each kind?",
        f"Naked: **{values(naked)}**, since a cell holds a digit. Hidden: **{values(found)}**, since the digit must stand somewhere "
        "in the unit.",
        (naked, found),
    )


@question(6)
def add_up_equations(rng: Random) -> Asked:
    factors = (rng.choice((-2, -1, 2)), rng.choice((-2, -1, 1, 2)), 1)
    rows = [(rng.randint(1, 3), rng.choice((-2, -1, 1, 2))) for _ in range(2)]
    while (third := tuple(-sum(f * row[k] for f, row in zip(factors, rows, strict=False)) for k in (0, 1))) == (0, 0):
        rows[1] = (rng.randint(1, 3), rng.choice((-2, -1, 1, 2)))
    sides = [rng.randint(-3, 6) for _ in range(2)]
    total = rng.randint(1, 4)
    sides.append(total - sum(f * b for f, b in zip(factors, sides, strict=False)))
    shown = "; ".join(
        f"({k}) {_sum(each)} = {b}" for k, (each, b) in enumerate(zip([*rows, third], sides, strict=True), 1)
    )
    return Asked(
        f"Prove by a linear combination that these equations have no solution: {shown}.",
        f"{' + '.join(f'({f}) * ({k})' for k, f in enumerate(factors, 1))} gives 0 = **{total}**. Other multiples of these factors "
        "do the same, and anybody can check them without a solver.",
        (factors, total),
    )


def _sum(factors: tuple[int, ...]) -> str:
    """A sum as it is written by hand.

    >>> _sum((1, -2)), _sum((0, 3)), _sum((-1, 1))
    ('x - 2 y', '3 y', '-x + y')
    """
    text = ""
    for factor, name in zip(factors, "xy", strict=True):
        if factor:
            sign = (" - " if factor < 0 else " + ") if text else "-" * (factor < 0)
            text += sign + (name if abs(factor) == 1 else f"{abs(factor)} {name}")
    return text
