"""Right answers pass; typical wrong ones get a true sentence."""

from fractions import Fraction

from judging import judge, objection

from sudoku_models.course.exercises.lesson_8 import SMALL_SETS
from sudoku_models.course.exercises.lesson_8 import singles_of as hidden_singles


def test_hidden_singles():
    assert "right on 8 units" in judge("hidden-singles", hidden_singles)
    naked = lambda cells, candidates: {(i, min(candidates[i])) for i in cells if len(candidates[i]) == 1}  # noqa: E731
    assert "exactly one of these cells" in objection("hidden-singles", naked)
    reverse = lambda *case: {(d, i) for i, d in hidden_singles(*case)}  # noqa: E731
    assert "the order in each pair is reversed" in objection("hidden-singles", reverse)
    everywhere = lambda cells, candidates: hidden_singles(list(candidates), candidates)  # noqa: E731
    assert "(3, 3)" in objection("hidden-singles", everywhere)


VERDICTS = {"a": "minimal", "b": "not minimal", "c": "does not force", "d": "not minimal", "e": "minimal"}


def test_minimal_sets():
    assert "all five verdicts" in judge("which-are-minimal", VERDICTS)
    assert "without the 3 in (3, 2) too" in objection("which-are-minimal", {**VERDICTS, "b": "minimal"})
    assert "could hold another digit" in objection("which-are-minimal", {**VERDICTS, "c": "minimal"})
    assert "without any one of its names" in objection("which-are-minimal", {**VERDICTS, "e": "not minimal"})
    assert "must be one of" in objection("which-are-minimal", {**VERDICTS, "e": True})
    assert "a dict with the letters" in objection("which-are-minimal", "minimal")


def test_a_set_that_is_not_minimal():
    rules, cells = SMALL_SETS["e"]
    assert "the 3 in (3, 2) can" in judge("not-minimal", (rules, [*cells, (3, 2)]))
    assert "one of the five sets" in objection("not-minimal", SMALL_SETS["b"])
    assert "your set is minimal" in objection("not-minimal", (["row 1", "column 3", "column 4", "box 4"], cells))
    assert "'column 3' can be left out" in objection("not-minimal", ([*rules, "column 3"], cells))
    assert "does not force" in objection("not-minimal", (["row 1"], cells))
    assert "no rule 'row 5'" in objection("not-minimal", (["row 5"], []))
    assert "no given in (1, 2)" in objection("not-minimal", (["row 1"], [(1, 2)]))


ROWS, COLUMNS = (3, 4, 9), (3, 7, 9)
FISH = {f"4 in column {c}": 1 for c in COLUMNS} | {f"4 in row {r}": -1 for r in ROWS}


def test_the_swordfish():
    assert "its norm is 6, and no smaller one exists" in judge("swordfish-multipliers", FISH)
    twice = {f"column {c} has a 4": 2 for c in COLUMNS} | {f"row {r} has a 4": -2 for r in ROWS}
    assert "there is one of norm 6" in judge("swordfish-multipliers", twice)
    halves = {name: Fraction(m, 2) for name, m in FISH.items()}
    assert "its norm is 3 (6 when the multipliers are made whole), and with" in judge("swordfish-multipliers", halves)
    assert "has the coefficient -1" in objection("swordfish-multipliers", {name: -m for name, m in FISH.items()})
    assert "add up to 1" in objection("swordfish-multipliers", {**FISH, "4 in row 2": 1})
    assert "no equation is called '4 in row 12'" in objection("swordfish-multipliers", {"4 in row 12": 1})
    assert "must be a number" in objection("swordfish-multipliers", {"4 in row 2": "one"})


WING = dict.fromkeys(["5 in row 1", "4 in row 3", "4 in column 7", "3 in box 1"], 1)
WING |= dict.fromkeys(["cell (1, 2)", "cell (1, 7)", "cell (3, 3)"], -1)


def test_the_xy_wing():
    assert "the coefficient 2 is larger than 1" in judge("xy-wing-multipliers", WING)
    sentence = objection("xy-wing-multipliers", {"cell (1, 2)": 1})
    assert "excludes no candidate: the largest coefficient is 1, of y[(1, 2), " in sentence
    assert sentence.endswith("and it must be larger than the right-hand side 1")
    assert "has the coefficient -1" in objection("xy-wing-multipliers", {**WING, "3 in box 1": 0})
