"""Of the techniques for further rules: what a step removes is in no completion by the rules that it rests on alone."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest

import sudoku_models as sm
from sudoku_models.explain import Candidates, Step
from sudoku_models.explain.techniques import combined, rules, sums
from sudoku_models.puzzles.labels import Label
from sudoku_models.puzzles.rules import (
    AntiKing,
    AntiKnight,
    Arrow,
    BlackDot,
    KillerCage,
    LittleKiller,
    Thermometer,
    WhiteDot,
    XMark,
)
from sudoku_models.puzzles.units import neighbours

Cell = tuple[int, int]


@dataclass(frozen=True)
class Change:
    removes: dict[Cell, frozenset[int]]
    puts: dict[Cell, int] = field(default_factory=dict)


def keeps(label: Label, digits: dict[Cell, int]) -> bool:
    """Whether no rule of the label is broken by the digits so far."""
    held = [digits[i] for i in label.cells if i in digits]
    is_whole = len(held) == len(label.cells)
    match label.kind:
        case "rule":
            return not is_whole or label.rule.holds(tuple(held))
        case "different":
            return len(set(held)) == len(held)
        case "unit":
            return held.count(label.digit) <= 1 and (not is_whole or label.digit in held)
    return label.kind in ("given", "found", "eliminated", "cell")


def has_completion(labels: list[Label], domains: dict[Cell, frozenset[int]]) -> bool:
    """Whether digits from the domains keep all rules: depth-first, one cell of a rule after the other."""
    cells = list(dict.fromkeys(i for label in sorted(labels, key=lambda each: len(each.cells)) for i in label.cells))
    on = {i: [label for label in labels if i in label.cells] for i in cells}
    digits: dict[Cell, int] = {}

    def place(k: int) -> bool:
        if k == len(cells):
            return True
        for d in domains[cells[k]]:
            digits[cells[k]] = d
            if all(keeps(label, digits) for label in on[cells[k]]) and place(k + 1):
                return True
            del digits[cells[k]]
        return False

    return place(0)


def walk_of(grid: sm.Grid, length: int, rng: random.Random) -> list[Cell]:
    cells = [rng.choice(grid.board.cells)]
    while len(cells) < length:
        near = [i for i in neighbours(grid.board.size, cells[-1], diagonal=True) if i not in cells]
        cells.append(rng.choice(near or [i for i in grid.board.cells if i not in cells]))
    return cells


def thermometers(grid: sm.Grid, rng: random.Random) -> list[sm.puzzles.rules.Rule]:
    return [Thermometer(sorted(walk_of(grid, 3, rng), key=lambda i: grid[i])) for _ in range(3)]


def arrows(grid: sm.Grid, rng: random.Random) -> list[sm.puzzles.rules.Rule]:
    return [Arrow(walk_of(grid, rng.randint(3, 4), rng)) for _ in range(3)]


def dots(grid: sm.Grid, rng: random.Random) -> list[sm.puzzles.rules.Rule]:
    pairs = [(i, j) for i in grid.board.cells for j in neighbours(grid.board.size, i) if i < j]
    near = [rule((i, j)) for i, j in pairs for rule in (WhiteDot, BlackDot)]
    return [rule for rule in near if rule.holds((grid[rule.cells[0]], grid[rule.cells[1]])) and rng.random() < 0.6]


def moves(grid: sm.Grid, rng: random.Random) -> list[sm.puzzles.rules.Rule]:
    return [rng.choice([AntiKnight(), AntiKing()])]


def cages(grid: sm.Grid, rng: random.Random) -> list[sm.puzzles.rules.Rule]:
    """Cages that cover much of the grid, with its sums; and now and then a sum on a line."""
    left, found = set(grid.board.cells), list[sm.puzzles.rules.Rule]()
    while len(left) > 4:
        cage = [rng.choice(sorted(left))]
        for _ in range(rng.randint(1, 2)):
            near = [i for i in neighbours(grid.board.size, cage[-1]) if i in left - {*cage}]
            cage += [i for i in near if grid[i] not in {grid[j] for j in cage}][:1]
        left -= {*cage}
        total = sum(grid[i] for i in cage)
        found.append(KillerCage(total, cage) if len(cage) > 1 else LittleKiller(total, cage))
    return found


def marks(grid: sm.Grid, rng: random.Random) -> list[sm.puzzles.rules.Rule]:
    return [LittleKiller(sum(grid[i] for i in line), line) for line in (walk_of(grid, 3, rng) for _ in range(3))]


def position(make: Callable, size: int, rng: random.Random) -> Candidates:
    """Some givens of a grid on a board with rules, and some candidates gone that the grid does not need."""
    entries = [e for e in sm.corpus("small").entries if e.puzzle.board.size == size and not e.puzzle.board.rules]
    grid = rng.choice(entries).solution
    board = grid.board.with_rules(*make(grid, rng))
    shown = set(rng.sample(board.cells, rng.randint(0, len(board.cells) // 3)))
    state = Candidates.of(sm.Puzzle(board, tuple(grid[i] if i in shown else 0 for i in board.cells)))
    gone = {i: frozenset(d for d in state.candidates[i] if d != grid[i] and rng.random() < 0.25) for i in state.open}
    return state.after(Change(gone))


def check(state: Candidates, step: Step) -> None:
    rules_of = [label for label in step.labels if label.kind in ("rule", "different", "unit")]
    for i, gone in step.removes.items():
        assert gone <= state.candidates[i]
        for d in gone:
            assert not has_completion(rules_of, {**state.candidates, i: frozenset([d])}), (step.sentence, i, d)


FINDERS: dict[str, Callable[[Candidates], Iterator[Step]]] = {
    "rule": rules.board_rule,
    "units": combined.rule_in_units,
    "peer": combined.common_peer,
    "sums": sums.sum_of_units,
}


@pytest.mark.parametrize(
    ("make", "finder", "size"),
    [
        (thermometers, "rule", 6),
        (arrows, "rule", 6),
        (arrows, "units", 6),
        (dots, "rule", 6),
        (dots, "units", 6),
        (marks, "units", 6),
        (moves, "peer", 4),
        (moves, "peer", 6),
        (cages, "rule", 6),
        (cages, "sums", 4),
    ],
)
def test_a_removed_candidate_is_in_no_completion_by_the_rules_of_its_step(make, finder, size) -> None:
    rng, found = random.Random(f"{make.__name__} {finder} {size}"), 0
    for _ in range(40):
        state = position(make, size, rng)
        for step, _ in zip(FINDERS[finder](state), range(3), strict=False):
            check(state, step)
            found += 1
        if found >= 25:
            break
    assert found >= 10


def test_a_board_of_rows_columns_and_boxes_has_no_common_peers_but_those_of_locked_candidates() -> None:
    for name in ("mccaffrey", "easy50:1"):
        assert not any(list(combined.common_peer(state)) for state in sm.explain(name, limit=30).states())


def test_dots_and_an_x_in_a_row_leave_less_than_each_rule_alone() -> None:
    """Of three consecutive digits in a row the middle one is not at an end, and an X in a row has no two fives."""
    board = sm.Board.of_size(9).with_rules(XMark("r1c1 r1c2"), WhiteDot("r5c1 r5c2"), WhiteDot("r5c2 r5c3"))
    state = Candidates.of(sm.Puzzle(board, (0,) * 81))
    removed = {i: gone for step in combined.rule_in_units(state) for i, gone in step.removes.items()}
    assert removed[1, 1] >= {5}
    assert removed[5, 2] == {1, 9}
