"""Rules are values: they compare, copy and pickle, have names of their own, and refuse what is no cell."""

import copy
import pickle
from dataclasses import dataclass, fields, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_rules import (
    EXAMPLES,
    MEANINGS,
    Product,
    all_digits,
    assert_means_what_it_says,
    line,
    possible_by_trying,
    rules_on,
)

from sudoku_models import rules
from sudoku_models.errors import InputError, UnsupportedError
from sudoku_models.puzzles.board import Board, Cell, Unit
from sudoku_models.puzzles.rules import (
    RULES,
    AntiKnight,
    CellRule,
    Even,
    KillerCage,
    Quadruple,
    Sandwich,
    Skyscraper,
    coordinates,
)
from sudoku_models.puzzles.rules.rule import paths, possible_digits

CELL_RULES = [rule for rule in RULES.values() if issubclass(rule, CellRule)]


def made(kind: type[CellRule], cells: object) -> CellRule:
    """A rule of this class."""
    number = len(cells) if isinstance(cells, (list, tuple)) else 2
    arguments = {"total": 10, "visible": 2, "digits": 9 if kind is rules.Entropic else (1, 2), "place": 1}
    arguments["lengths"] = (1, number - 1)
    names = {field.name for field in fields(kind)}
    return kind(cells=cells, **{key: value for key, value in arguments.items() if key in names})


@pytest.mark.parametrize("rule", [rule for rules in EXAMPLES.values() for rule in rules], ids=str)
def test_a_rule_and_its_automaton_hold_for_the_same_digits(rule):
    assert_means_what_it_says(rule, 10 if rule in EXAMPLES["dots"] else 4 if rule in EXAMPLES["own"] else 5)


@settings(max_examples=40)
@given(rules_on(Board.of_size(9)), rules_on(Board.of_size(9)))
def test_rules_are_values(one, other):
    for same in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one)), replace(one)):
        assert same == one
        assert hash(same) == hash(one)
        assert str(same) == str(one)
    assert (one == other) == (str(one) == str(other))


@settings(max_examples=30)
@given(st.lists(rules_on(Board.of_size(4)), max_size=4, unique=True))
def test_a_board_with_rules_is_a_value(rules):
    board = Board.of_size(4).with_rules(*rules)
    for same in (pickle.loads(pickle.dumps(board)), copy.deepcopy(board), Board.of_size(4).with_rules(*rules)):
        assert same == board
        assert hash(same) == hash(board)
        assert str(same) == str(board)
    assert board.plain == Board.of_size(4)
    assert board.cell_rules == tuple(rules)
    assert {unit for rule in rules for unit in rule.units(board)} | {*Board.of_size(4).units} == {*board.units}


NO_CELLS = st.one_of(
    st.tuples(st.integers(-3, 0), st.integers(1, 9)),
    st.tuples(st.integers(1, 9), st.sampled_from([1.5, True, None, "1"])),
    st.tuples(st.integers(1, 9), st.integers(1, 9), st.integers(1, 9)),
    st.sampled_from([1, "x", None, "r0c1", (), [1, 0]]),
)


@given(st.sampled_from(CELL_RULES), NO_CELLS)
def test_what_is_no_cell_is_refused_with_the_name_of_the_rule(kind, cell):
    for cells in ([(1, 1), cell], [cell, (1, 1)], *([f"r1c1 {cell}"] if isinstance(cell, str) else [])):
        with pytest.raises(InputError, match=r"has the cell .*, but a cell is written as") as refused:
            made(kind, cells)
        assert kind.kind in str(refused.value)
    for no_list in (7, None):
        with pytest.raises(InputError, match="must be a tuple or a list"):
            made(kind, no_list)
    with pytest.raises(InputError, match=r"has the cell \(1, 1\) twice"):
        made(kind, [(1, 1), (1, 2), (1, 1)])


@pytest.mark.parametrize("kind", [kind for kind in CELL_RULES if kind is not Sandwich])
def test_a_cell_off_the_board_is_refused_with_the_name_of_the_rule(kind):
    rule = made(kind, [(1, 1), (4, 4), (5, 1)][:: 1 if kind.fewest_cells == 3 else 2])
    with pytest.raises(InputError, match=r"the rule '.* r5c1' has the cell \(5, 1\), but .* \(1, 1\) to \(4, 4\)"):
        Board.of_size(4).with_rules(rule)


SIX = [(r, c) for r in (1, 2) for c in (1, 2, 3)]
BAD = {
    "total .* integer from [01]": [
        *(lambda total=total: rules.KillerCage(total, line(2)) for total in (0, 2.5, True, "9")),
        lambda: rules.LittleKiller(None, line(2)),
        lambda: rules.Sandwich(-1, line(9)),
    ],
    "at least [12] cells?": [
        lambda: rules.KillerCage(9, []),
        lambda: rules.Sandwich(0, line(1)),
        *(
            lambda kind=kind: kind(line(1))
            for kind in (rules.Arrow, rules.Thermometer, rules.Whisper, rules.Renban, rules.Palindrome, rules.XMark)
        ),
    ],
    "3 cells; it is between two": [lambda: rules.WhiteDot(line(3)), lambda: rules.GreaterThan(line(3))],
    "must be True or False": [lambda: rules.KillerCage(9, line(2), "no")],
    "says nothing": [lambda: rules.KillerCage(None, line(2), False)],
    "difference .* integer from 1": [
        lambda least=least: rules.Whisper(line(2), least) for least in (0, 2.5, "5", None, True)
    ],
    "integer from 1 to 4": [lambda seen=seen: rules.Skyscraper(seen, line(4)) for seen in (0, 5, 1.5, None, True)],
    "the marks must be ": [
        lambda marks=marks: rules.Unrelated(line(2), marks) for marks in ((), ("red dot",), ("white dot", 3), "X", None)
    ],
    "digits of a quadruple must be": [
        lambda digits=digits: rules.Quadruple(digits, line(2))
        for digits in ((), (0,), (-1,), ("a", 1), (1.5,), (True,), 5, None, "12")
    ],
    "cannot have 3 digits": [lambda: rules.Quadruple((1, 2, 3), line(2))],
    "beyond the 4 digits": [lambda: Board.of_size(4).with_rules(rules.Quadruple((5,), line(2)))],
    "has 6 cells, but there are only 4 digits": [
        lambda: Board.of_size(4).with_rules(rules.KillerCage(12, SIX)),
        lambda: Board.of_size(4).with_rules(rules.Renban(SIX)),
    ],
}


@pytest.mark.parametrize("message", BAD)
def test_bad_arguments_are_refused(message):
    for make in BAD[message]:
        with pytest.raises(InputError, match=message):
            make()
    assert Board.of_size(4).with_rules(rules.KillerCage(12, SIX, different=False)).cell_rules


def test_cells_may_be_lists_numpy_integers_or_text():
    np = pytest.importorskip("numpy")
    cage = KillerCage(3, ((1, 1), (1, 2)))
    for cells in ([[1, 1], [1, 2]], "r1c1 r1c2", "R1C1  r1c2", [(np.int64(1), 1), (1, np.int8(2))], iter(line(2))):
        assert KillerCage(3, cells) == cage
    numbers = KillerCage(np.int64(3), line(2)), Skyscraper(np.int8(2), line(2)), Quadruple(np.array([2, 1]), line(2))
    assert Quadruple((5, 3, 3), line(4)) == Quadruple([3, 5, 3], line(4))
    assert [type(number) for number in (numbers[0].total, numbers[1].visible, *numbers[2].digits)] == [int] * 4


@dataclass(frozen=True)
class Labelled(CellRule):
    """A user's rule with fields of several types."""

    cells: tuple[Cell, ...]
    colour: str = ""
    strict: bool = False
    factors: tuple[int, ...] = ()

    def holds(self, digits):
        return True


def test_the_name_of_a_rule_tells_its_fields():
    assert str(Labelled(line(1), "red", True, (2, 3))) == "labelled red strict 2 3 on r1c1"
    assert str(Labelled(line(1))) == "labelled on r1c1"
    assert str(Sandwich(0, line(2))) == "sandwich 0 on r1c1 r1c2"
    assert coordinates((4, 8)) == "r4c8"


def test_a_rule_without_holds_says_what_it_needs():
    @dataclass(frozen=True)
    class Unfinished(CellRule):
        cells: tuple[Cell, ...]

    with pytest.raises(NotImplementedError, match=r"the rule class Unfinished needs a method holds\(digits\)"):
        Unfinished(line(1)).holds((1,))


TOO_LONG = [rules.Renban(FIVE := [(1, 1), (1, 2), (2, 1), (2, 2), (3, 3)]), KillerCage(None, FIVE)]


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (
            lambda: [Unit("a", line(2))],
            r"the rules of a board must be rules, such as KillerCage\(10, cells\), not Unit",
        ),
        (lambda: [KillerCage], "the rules of a board must be rules, .* not <class"),
        (lambda: [Even(line(2)), Even(line(2))], "the board has 2 rules 'even on r1c1 r1c2'; list it once"),
        *((lambda rule=rule: [rule], "5 cells, but there are only 4 digits") for rule in TOO_LONG),
        (lambda: [AntiKnight(), AntiKnight()], "the board has 2 rules 'anti-knight'; list it once"),
        (lambda: [Labelled(line(1), factors=[2])], "the rule 'labelled .*' cannot be hashed; make its fields tuples"),
        (
            lambda: [Labelled(line(1), "2"), Labelled(line(1), "", False, (2,))],
            "a method __str__ that tells them apart",
        ),
    ],
)
def test_a_board_refuses_what_are_no_rules(rules, message):
    with pytest.raises(InputError, match=message):
        Board.of_size(4).with_rules(*rules())


SMALL, LARGE = Board.of_size(4), Board.of_size(9)


@given(rules_on(SMALL))
def test_the_layers_hold_exactly_the_allowed_digits(rule):
    allowed = [digits for digits in all_digits(rule, 4) if MEANINGS[type(rule)](rule, digits)]
    assert paths(rule.unfolded([SMALL.digits] * len(rule.cells))) == allowed


@given(rules_on(LARGE, most=7).filter(lambda rule: not isinstance(rule, Product)), st.data())
def test_a_random_walk_through_larger_layers_is_allowed(rule, data):
    """Of seven cells with nine digits there are too many to try them all."""
    state, digits = 0, []
    layers = rule.unfolded([LARGE.digits] * len(rule.cells))
    for layer in layers:
        leads = [each for each in layer if each[0] == state]
        assert leads or not layers[0]
        if not leads:
            return
        _, digit, state = data.draw(st.sampled_from(leads))
        digits.append(digit)
    assert MEANINGS[type(rule)](rule, tuple(digits))


DOMAINS = st.lists(st.sets(st.integers(1, 9), max_size=4), min_size=4, max_size=9)


@given(rules_on(LARGE), DOMAINS)
def test_the_possible_digits_are_those_of_some_allowed_combination(rule, domains):
    domains = (domains * len(rule.cells))[: len(rule.cells)]
    assert rule.possible(domains) == possible_by_trying(rule, domains)


def test_too_many_states_are_refused_with_a_way_out():
    """And nothing is removed until few digits are left."""
    rule = Product(line(7), 5040)
    every = (frozenset(range(1, 10)),) * 7
    assert possible_digits(rule, every) == every
    assert possible_digits(rule, (*[frozenset({1})] * 5, frozenset({8, 9}), frozenset({5}))) == (frozenset(),) * 7
    with pytest.raises(UnsupportedError, match=r"'product 5040 on r1c1 .*' has more than 500,000 .* methods start"):
        rule.unfolded([range(1, 10)] * 7)
