# ruff: noqa: E501
"""Each technique on a public textbook position: what it has to find there is told by the collection, not by us.

The positions are from B. Hobiger's "HoDoKu regression test library" 1.3, a line for each: digits (a "+" stands before one
that is not a given), candidates that were taken away before, candidates that the technique takes away, digits that it
finds. A candidate is written digit, row, column.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest

from sudoku_models import Puzzle
from sudoku_models.explain import Candidates, Step
from sudoku_models.explain.techniques.chains import chain
from sudoku_models.explain.techniques.sets import fish, hidden_set, locked_candidates, naked_set
from sudoku_models.explain.techniques.singles import full_house, hidden_single, naked_single
from sudoku_models.explain.techniques.strong_links import strong_links
from sudoku_models.explain.techniques.wings import wing

Found = tuple[dict[tuple[int, int], int], dict[tuple[int, int], frozenset[int]]]

FULL_HOUSE = ":0000:4:54713+6+8+9+29...2.+6+3+4+6+2+3+4+8+9+57+1+234.6..8.8+7+6.+9.+4+15+19+5.4.32+6.6..+7..+5.+3+5..1..+48+7...54163:::471:"
HIDDEN_SINGLE = (
    ":0002:1:2+8.+64...74+6....+2.+8317+9+285+46.5+3..9.2+4.+42.3.7.+9.9.4...8+35+382+9+6471.+7......21+2..8...5:::163:"
)
NAKED_SINGLE = ":0003:6:.9164........+9.8.4...213.6.86..712............+2435..87.8.139...5.3.......+1..2437.:::666:"
CLAIMING = ":0101:8:.3..1.9.+55+1..9.6.+7.975..3..+9+6+31+7+8+452..1...7..72+5+4.9+1....9..687...2.8.+5.6..6.4.+23.:411 811 431 831 858 859:818 828::"
NAKED_PAIR = ":0200:16:7.+9...+3+4.+3.274.58+948+59..+7+2..3+1..8+49+7.47.9.86..9+84.+7+21.+8+2+3.+79.54+176+2549+3+8+9+5+4....+72::114 115 116 614 615 616::"
NAKED_TRIPLE = ":0201:136:7.+9...+3+4.+3.274.58+948+59..+7+2..3+1..8+49+7.47.9.86..9+84.+7+21.+8+2+3.+79.54+176+2549+3+8+9+5+4....+72:114 614 115 615 116 616:156 356::"
NAKED_QUAD = ":0202:3489:.+1.+7+2.+56+3.+5+6.3.+247+7325+4+6+1+8+96+9+3+2+87+4+152+47+61+59+38+581+3+94........2...........1..587....::387 887 988::"
HIDDEN_PAIR = ":0210:68:...+5.+1......24+9.1..1.3.+69.297+36+5+482+15+21+93+86+74+486+1+27+3951+68+4+95+23+7.4..63+1......+1+2...::321 329 721::"
HIDDEN_TRIPLE = ":0211:458:....+23.9.82.9...+5.4.9.1..+2..8.+25+94+7..9+4671.8+5..5.3..1...+8.9.5+42+9.+2..5+837+54+73+8+2.+6.::112 119 612 619 712 714::"
HIDDEN_QUAD = ":0212:2567:.+1.+7+2.+56+3.+5+6.3.+247+7325+4+6+1+8+96+9+3+2+87+4+152+47+61+59+38+581+3+94........2...........1..587....::387 887 988::"
X_WING = ":0300:9:6+7.+83.+1+2+5+1+8.....7.+23517.8....8.6....4.73..2....6......+7+9+34+25+6+81+5+4+1+69873+2+8+6+2+7+1+3+59+4::916 926 929 946 949 966 969::"
SWORDFISH = ":0301:5:6.913.+4+8+2.+2+8...+31+6..4+2+6+85+974..8+1.+2798.2...+1+3....+3.+2+86.+9+4+1+6+53+7+282..+7+819+43.+8.4296+5+1::526 552 556 562 563::"
JELLYFISH = ":0302:7:2.......3.8..3..5...34.21....12.54......9......93.86....25.69...9..2..7.4.......1::712 715 721 729 751 752 759 792 795::"
EMPTY_RECTANGLE = ":0402-1:9:4..+7.5.....1..3..8...81.6..+6259+4+7..3+147+38+256+99..+1+5624+7+3.2.71..+58+5.2..7..+7+1+45.+8.+26:312 313 915 928 338 938:932::"
TURBOT_FISH = ":0403:1:29+35..+1.+4...+4.3+2+9....+29.3.5..+96.84+3+2826+93+45+1+73...+2+59..+6+8534+9+721+917+8+5264+3+4+3+2...+8+5+9::131::"
XY_WING = ":0800:158:6+4+3....9..+5843..+7..7+2..+6+4.3+3+6+7...+9.+4815+6+9+4+32+7+4+2937..1.+5+8+1+2+437+6+9+7+94.6.+2+382+3+6.+8.+541::114 115 116::"
XYZ_WING = ":0801:467:+673.+8.+2.9514.92..+3+9+82.....+5+167+359..28.+9.1.53+6..+5+8..+7+9+1..+614.9+2+8..+1..835+4..+8...1+67::635 636::"
W_WING = ":0803:39:...+71+3.5+2.15+429..3.+2.+5864...87.+5+21.+49....+1...+1.......6+596+2.....2+3+8+1+65+7494+7+13+98+265::938::"
AIC = ":0708-1:9:+51+3...+82+9+678+2+195+4+34+2+9..8+1+6739.1.+5.+86.+5.....3...6...9+5..+6...3.+1+8.3..8+1+69...16.2+3+75::971 995::"


def position(line: str) -> tuple[Candidates, Found]:
    """The state before the step, and the digits and candidates that it is about."""
    _, _, _, digits, gone_before, gone, found, *_ = line.split(":")
    puzzle = Puzzle.parse(digits.replace("+", ""))
    state = Candidates.of(puzzle)
    state = state.after(Before(_candidates(gone_before)))
    return state, ({(r, c): d for d, r, c in _triples(found)}, _candidates(gone))


@dataclass(frozen=True)
class Before:
    """Candidates that went before, as a step."""

    removes: dict[tuple[int, int], frozenset[int]]
    puts: dict[tuple[int, int], int] = field(default_factory=dict)


def _triples(text: str) -> list[tuple[int, ...]]:
    return [tuple(map(int, word)) for word in re.findall(r"\d{3}", text)]


def _candidates(text: str) -> dict[tuple[int, int], frozenset[int]]:
    cells: dict[tuple[int, int], frozenset[int]] = {}
    for d, r, c in _triples(text):
        cells[r, c] = cells.get((r, c), frozenset()) | {d}
    return cells


def includes(more: dict[tuple[int, int], frozenset[int]], less: dict[tuple[int, int], frozenset[int]]) -> bool:
    return all(gone <= more.get(i, frozenset()) for i, gone in less.items())


@pytest.mark.parametrize(
    ("find", "line", "name"),
    [
        (full_house, FULL_HOUSE, "full house"),
        (hidden_single, HIDDEN_SINGLE, "hidden single"),
        (naked_single, NAKED_SINGLE, "naked single"),
        (locked_candidates, CLAIMING, "claiming"),
        (naked_set(2), NAKED_PAIR, "naked pair"),
        (naked_set(3), NAKED_TRIPLE, "naked triple"),
        (naked_set(4), NAKED_QUAD, "naked quad"),
        (hidden_set(2), HIDDEN_PAIR, "hidden pair"),
        (hidden_set(3), HIDDEN_TRIPLE, "hidden triple"),
        (hidden_set(4), HIDDEN_QUAD, "hidden quad"),
        (fish(2), X_WING, "X-wing"),
        (fish(3), SWORDFISH, "swordfish"),
        (fish(4), JELLYFISH, "jellyfish"),
        (strong_links(2), EMPTY_RECTANGLE, "empty rectangle"),
        (strong_links(2), TURBOT_FISH, "turbot fish"),
        (wing(3), XY_WING, "XY-wing"),
        (wing(3), XYZ_WING, "XYZ-wing"),
    ],
    ids=lambda value: value if isinstance(value, str) and ":" not in value else "",
)
def test_a_technique_finds_the_textbook_example(
    find: Callable[[Candidates], Iterator[Step]], line: str, name: str
) -> None:
    state, (puts, removes) = position(line)
    steps = list(find(state))
    same = [step for step in steps if step.name == name and step.puts == puts and includes(step.removes, removes)]
    assert same, [(step.name, step.puts, step.removes) for step in steps]
    if name != "naked quad":  # ours looks at all peers of the four cells, not at those of one unit alone
        assert any(step.removes == removes for step in same)


@pytest.mark.parametrize("line", [W_WING, AIC], ids=["W-wing", "alternating chain"])
def test_chains_remove_the_textbook_candidates(line: str) -> None:
    """Here these are chains that take one candidate at a time, the shortest chain first."""
    state, (_, removes) = position(line)
    gone = set()
    for _ in range(12):
        for step in chain(state):
            gone |= {(i, d) for i, digits in step.removes.items() for d in digits}
            state = state.after(step)
    assert {(i, d) for i, digits in removes.items() for d in digits} <= gone


def test_a_technique_finds_nothing_on_the_empty_board() -> None:
    state = Candidates.of(Puzzle.parse("." * 81))
    for find in (hidden_single, locked_candidates, fish(2), wing(3), chain):
        assert list(find(state)) == []
