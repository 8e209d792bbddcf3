"""No fault in the code that makes certificates is certified, also when the verifier has the same fault."""

import ast
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import count, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from rule_boards import puzzles, solutions

import sudoku_models as sm
from sudoku_models.certificates import certify, formula, readings, verifier
from sudoku_models.certificates import meaning as meaning_module
from sudoku_models.certificates.meaning import Meaning
from sudoku_models.certificates.readings import ALL_GIVEN, READINGS, RELATIONS, reading_of
from sudoku_models.errors import CertificateError
from sudoku_models.puzzles import rules as r
from sudoku_models.puzzles.puzzle import Puzzle
from sudoku_models.puzzles.rules import rule as rule_module

USUAL, LATIN = sm.Board.of_size(4), sm.Board.latin(4)
JIGSAW = sm.Board.jigsaw("1112 1322 3324 3444")
DOWN = [(k, k) for k in range(1, 5)]
RULES: tuple[r.Rule, ...] = (
    r.KillerCage(6, "r1c1 r1c2 r2c1"),
    r.KillerCage(None, "r2c2 r3c3"),
    r.KillerCage(7, "r2c3 r3c2 r4c1", different=False),
    r.LittleKiller(9, DOWN),
    r.Arrow("r1c4 r2c3 r3c2"),
    r.Arrow("r1c1 r1c2 r2c3 r2c4 r3c1 r3c2", 2),
    r.Sandwich(3, [(1, c) for c in range(1, 5)]),
    r.Thermometer("r2c3 r2c4 r3c4"),
    r.Whisper("r3c2 r3c3 r2c2", 2),
    r.Renban("r1c1 r1c2 r2c2"),
    r.Palindrome("r1c1 r2c2 r3c1 r4c2"),
    r.Palindrome("r1c4 r2c3 r3c3"),
    r.Skyscraper(2, [(1, c) for c in range(1, 5)]),
    r.GreaterThan("r1c1 r1c2"),
    r.WhiteDot("r4c1 r4c2"),
    r.BlackDot("r4c3 r4c4"),
    r.XMark("r1c1 r1c2"),
    r.VMark("r3c1 r4c1"),
    r.Even("r1c2 r2c2"),
    r.Odd("r1c3"),
    r.Quadruple((1, 2, 2), "r2c2 r2c3 r3c2 r3c3"),
    r.OneOf((1, 3), "r1c4 r2c4"),
    r.Between("r1c1 r2c2 r3c3"),
    r.Minimum("r1c1 r1c2 r2c1"),
    r.Maximum("r4c4 r4c3 r3c4"),
    r.Clone("r1c2 r4c3"),
    r.XSum(6, [(2, c) for c in range(1, 5)]),
    r.RegionSums("r1c2 r1c3 r2c3", (1, 2)),
    r.Entropic("r1c1 r1c2", 3),
    r.Indexer(2, [(3, c) for c in range(1, 5)]),
    r.Zipper("r4c1 r3c1 r3c2"),
)
"""At least one of each rule on cells."""
WHOLE = (r.AllDotsGiven(), r.AllWhiteDotsGiven(), r.AllBlackDotsGiven(), r.AllXVGiven(), r.AntiKnight(), r.AntiKing())


def board_of(rule: r.Rule) -> sm.Board:
    """A small board with this rule: an entropic line needs a multiple of three digits."""
    return (sm.Board.latin(rule.digits) if isinstance(rule, r.Entropic) else USUAL).with_rules(rule)


@cache
def boards() -> tuple[sm.Puzzle, ...]:
    """Puzzles with no, one and several solutions: on plain boards, and with each rule."""
    rng, found = random.Random(5), []
    plain = [USUAL, LATIN, JIGSAW, USUAL.diagonal()]
    for board in [
        *plain,
        *plain,
        *(board_of(rule) for rule in (*RULES, *WHOLE[:4])),
        LATIN.with_rules(WHOLE[4]),
    ]:
        n = board.size
        grids = solutions(sm.Puzzle(board, (0,) * n**2))
        grid = rng.choice(grids).values if grids else (1, *[0] * (n**2 - 1))
        for shown in (3, 5):
            values = [d if k in rng.sample(range(n**2), shown) else 0 for k, d in enumerate(grid)]
            if rng.random() < 0.2:
                values[rng.randrange(n**2)] = rng.randint(1, n)
            puzzle = sm.Puzzle(board, tuple(values))
            if len(solutions(puzzle)) <= 30:
                found.append(puzzle)
    return tuple(found)


# -- faults in what makes a certificate --------------------------------------------------------------------------------

Patch = Callable[[Any, str, Any], None]


def everywhere(patch: Patch, name: str, value: Any) -> None:
    """In the module `formula`, and where it is imported from there: in the maker, and in a verifier that shares it."""
    for module in (formula, sys.modules[certify.__module__], verifier):
        if hasattr(module, name):
            patch(module, name, value)


def changed(clauses: list[list[int]], rng: random.Random, largest: int) -> list[list[int]]:
    """Clauses with one to three faults."""
    clauses = [list(clause) for clause in clauses]
    for _ in range(rng.choice([1, 1, 2, 3])):
        k = (
            rng.randrange(len(clauses))
            if rng.random() < 0.5
            else len(clauses) - 1 - rng.randrange(min(40, len(clauses)))
        )
        clause = clauses[k]
        j = rng.randrange(len(clause) or 1)
        literal = rng.choice([1, -1]) * rng.randint(1, largest)
        match rng.randrange(6):
            case 0:
                clauses[k] = [] if not clause else [rng.choice(clause)]
            case 1:
                clause[j : j + 1] = [-v for v in clause[j : j + 1]]
            case 2:
                clause[j : j + 1] = []
            case 3:
                clause[j : j + 1] = [literal]
            case 4:
                clauses.insert(k, sorted({literal, rng.choice([1, -1]) * rng.randint(1, largest)}))
            case 5:
                del clauses[k : k + rng.choice([1, 5])]
    return clauses


def fault_in_clauses(patch: Patch, puzzle: sm.Puzzle, rng: random.Random) -> None:
    seed, true = rng.random(), formula.derived
    largest = max(abs(literal) for clause in true(puzzle) for literal in clause)
    everywhere(patch, "derived", lambda own: iter(changed([*true(own)], random.Random(seed), largest)))


def fault_in_puzzle(patch: Patch, puzzle: sm.Puzzle, rng: random.Random) -> None:
    """The clauses are those of a puzzle with another given or another unit."""
    true, board, values = formula.derived, puzzle.board, list(puzzle.values)
    units = [*board.plain.units]
    if rng.random() < 0.5:
        k = rng.choice([k for k in range(len(values)) if values[k]] or [0])
        values[k] = rng.randint(0, board.size)
    elif rng.random() < 0.5:
        units[rng.randrange(len(units))] = sm.Unit("wrong", tuple(rng.sample(board.cells, rng.randint(1, 4))))
    else:
        del units[rng.randrange(len(units))]
    kept = tuple(rule for rule in board.rules if not isinstance(rule, r.Sandwich))
    other = sm.Puzzle(sm.Board(board.size, tuple(units), None, kept), values)
    everywhere(patch, "derived", lambda own: true(other))


def fault_in_blocking(patch: Patch, puzzle: sm.Puzzle, rng: random.Random) -> None:
    true, keep, shift = formula.blocking, rng.choice([1, 2, 3, 8]), rng.choice([0, 0, 1])
    everywhere(patch, "blocking", lambda own, values: [v - shift for v in true(own, values)[:keep]])


def fault_in_peers(patch: Patch, puzzle: sm.Puzzle, rng: random.Random) -> None:
    i, j = rng.sample(puzzle.board.cells, 2)
    true, pair = vars(sm.Board)["peers"].func, {i: {j}, j: {i}}
    patch(sm.Board, "peers", property(lambda own: {k: near ^ pair.get(k, set()) for k, near in true(own).items()}))


def fault_in_givens(patch: Patch, puzzle: sm.Puzzle, rng: random.Random) -> None:
    cell, digit, true = rng.choice(puzzle.board.cells), rng.randint(1, puzzle.board.size), Puzzle.givens
    read = true.fget if isinstance(true, property) else true.func
    patch(Puzzle, "givens", property(lambda own: {i: d for i, d in read(own).items() if i != cell} | {cell: digit}))


def fault_in_rule(patch: Patch, puzzle: sm.Puzzle, rng: random.Random) -> None:
    """In a method of the class of a rule."""
    part = rng.choice([*puzzle.board.rules, *puzzle.board.cell_rules[:1]])
    kind, at, digit, other = type(part), rng.randrange(3), rng.randint(1, 4), rng.randint(1, 4)
    names = ("relates", "step", "accepts", "holds", "unfolded", "units", "parts")
    name = rng.choice([name for name in names if hasattr(kind, name)])
    true = getattr(kind, name)

    def relates(self: Any, d: int, e: int) -> bool:
        return true(self, d, e) != ((d, e) == (digit, other))

    def step(self: Any, state: Any, position: int, d: int) -> Any:
        if position != at or d != digit:
            return true(self, state, position, d)
        return None if digit == other else true(self, state, position, other)

    def accepts(self: Any, state: Any) -> bool:
        return bool(true(self, state)) != (sum(map(ord, str(state))) % 3 == 0) if at else True

    def holds(self: Any, digits: tuple[int, ...]) -> bool:
        return bool(true(self, digits)) != (digits[at % len(digits)] == digit)

    def unfolded(self: Any, *args: Any) -> Any:
        return rewired(true(self, *args), random.Random(digit + 10 * other))

    def units(self: Any, board: Any) -> Any:
        found = true(self, board)
        return found[: len(found) // 2] if at else (*found, sm.Unit("wrong", (board.cells[digit], board.cells[-other])))

    def parts(self: Any, board: Any) -> Any:
        found = true(self, board)
        return found[: len(found) // 2] if at else (*found, r.Thermometer([board.cells[digit], board.cells[-other]]))

    patch(kind, name, locals()[name])


def rewired(layers: Any, rng: random.Random) -> Any:
    """Layers in which a transition is dropped or leads elsewhere."""
    layer = rng.choice(layers)
    if layer:
        s, d, _ = layer.pop(rng.randrange(len(layer)))
        if layer and rng.random() < 0.5:
            layer.append((s, d, rng.choice(layer)[2]))
    return layers


def fault_in_pruning(patch: Patch, puzzle: sm.Puzzle, rng: random.Random) -> None:
    true, seed = rule_module._pruned, rng.random()
    patch(rule_module, "_pruned", lambda *args: rewired(true(*args), random.Random(seed)))


PLAIN = (fault_in_clauses, fault_in_clauses, fault_in_puzzle, fault_in_blocking, fault_in_peers, fault_in_givens)
RULED = (*PLAIN, fault_in_rule, fault_in_rule, fault_in_rule, fault_in_rule, fault_in_pruning)


def outcome(puzzle: sm.Puzzle, fault: Callable[..., None], rng: random.Random) -> str:
    """What comes of a certificate that is made and verified with the same fault."""
    truth, board, plain = solutions(puzzle), puzzle.board, puzzle.board.plain
    true = certify(puzzle)
    with pytest.MonkeyPatch.context() as monkeypatch:
        fault(monkeypatch.setattr, puzzle, rng)
        try:
            puzzle = sm.Puzzle(sm.Board(board.size, plain.units, plain.box, board.rules), puzzle.values)
            made = certify(puzzle, limit=100)
        except Exception:
            return "not made"
        if (made.claim, made.formula) == (true.claim, true.formula):
            return "unchanged"
        try:
            made.verify()
        except CertificateError:
            return "refused"
    return "true" if {grid.values for grid in made.solutions} == {grid.values for grid in truth} else "FALSE"


def outcomes(number: int, first: int = 0) -> Counter[str]:
    """What comes of so many faults that change the certificate; those that change nothing are counted apart."""
    found: Counter[str] = Counter()
    for seed in count(first):
        rng = random.Random(seed)
        puzzle = rng.choice(boards())
        found[outcome(puzzle, rng.choice(RULED if puzzle.board.rules else PLAIN), rng)] += 1
        if found.total() - found["unchanged"] == number:
            break
    return found


def test_no_false_count_is_certified_when_maker_and_verifier_share_a_fault() -> None:
    found = outcomes(25, first=10_000)
    assert not found["FALSE"]
    assert found["refused"] > 12


@pytest.mark.slow
def test_no_false_count_is_certified_by_300_faults() -> None:
    found = outcomes(300)
    assert not found["FALSE"]
    assert found["refused"] > 150


def test_a_thermometer_that_is_read_wrongly_is_not_certified(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a 9x9 board."""
    board = sm.Board.of_size(9).with_rules(r.Thermometer("r1c1 r2c2 r3c3 r4c4"), r.Thermometer("r9c9 r8c8 r7c8"))
    puzzle = sm.Puzzle.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", board)
    truth = certify(puzzle).count
    monkeypatch.setattr(r.Thermometer, "step", lambda self, *args: args[2])
    made = certify(puzzle)
    assert made.count != truth
    with pytest.raises(CertificateError):
        made.verify()


def test_a_count_is_not_confirmed_by_clauses_that_its_solutions_break(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = sm.Puzzle.parse("12.. 34.. .... ....")
    confirmed = sm.count_solutions(puzzle, limit=None, cross_check="certificate")
    assert (confirmed.status, confirmed.value) == ("exact", 12)
    true = formula.derived
    everywhere(monkeypatch.setattr, "derived", lambda own: (yield from [*true(own), [-11]]))
    assert sm.count_solutions(puzzle, limit=None, cross_check="certificate").status != "exact"


def random_clauses(puzzle: sm.Puzzle, rng: random.Random) -> list[list[int]]:
    """Clauses that could be those of a puzzle, also of a rule with two states after each of its cells."""
    if not puzzle.board.cell_rules or rng.random() < 0.3:
        return [rng.sample([v for v in range(-64, 65) if v], rng.choice([1, 2, 2, 4]))]
    cells = [puzzle.board.cells.index(i) for i in rng.choice(puzzle.board.cell_rules).cells]
    found = []
    for _ in range(rng.randint(2, 8)):
        k = rng.randrange(len(cells)) if rng.random() < 0.9 else 0
        states = [-rng.randint(63 + 2 * k, 64 + 2 * k)] if k else []
        after = [rng.randint(65 + 2 * k, 66 + 2 * k) if rng.random() < 0.8 else 66] if rng.random() < 0.6 else []
        found.append([*states, -(4 * rng.choice([cells[k], cells[k], cells[-1]]) + rng.randint(1, 4)), *after])
    return found


def test_clauses_that_are_taken_follow() -> None:
    """Each solution makes them true with some values of the states."""
    taken = Counter[bool]()
    for seed in range(1_000):
        rng = random.Random(seed)
        puzzle = rng.choice(boards())
        clauses = random_clauses(puzzle, rng)
        claim = json.loads(verifier.claim_of(puzzle, []))
        n = puzzle.board.size
        meaning = Meaning(n, puzzle.values, claim["units"], claim.get("rules", ()))
        try:
            assert meaning.implied([formula.line(clause) for clause in clauses], []) == clauses
        except CertificateError:
            continue
        states = sorted({abs(v) for clause in clauses for v in clause if abs(v) > n**3})
        for grid in solutions(puzzle):
            cells = [(k, d) for k in range(n**2) for d in range(1, n + 1)]
            true = {n * k + d if grid.values[k] == d else -n * k - d for k, d in cells}
            left = [clause for clause in clauses if not true & {*clause}]
            taken[bool(left)] += 1
            assert not left or any(
                all({*clause} & {*values} for clause in left) for values in product(*((v, -v) for v in states))
            )
    assert min(taken[True], taken[False]) > 50


def test_a_rule_without_a_statement_is_refused_before_anything_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(READINGS, "Between")
    monkeypatch.setattr(formula, "derived", None)
    monkeypatch.setattr(sys.modules[certify.__module__], "derived", None)
    puzzle = sm.Puzzle(USUAL.with_rules(r.Between("r1c1 r2c2 r3c3")), (0,) * 16)
    with pytest.raises(CertificateError, match="Between"):
        certify(puzzle)


# -- the verifier's statement of the rules -----------------------------------------------------------------------------


ROW = [(1, c) for c in range(1, 6)]
LONGER = (
    *(r.KillerCage(17, ROW), r.LittleKiller(14, ROW), r.Arrow(ROW), r.Sandwich(6, ROW), r.Thermometer(ROW)),
    *(r.Whisper(ROW, 2), r.Renban(ROW), r.Palindrome(ROW), r.Skyscraper(3, ROW), r.Even(ROW)),
)


@pytest.mark.parametrize("rule", [*RULES, *LONGER], ids=str)
def test_the_readings_say_what_the_rules_say(rule: r.CellRule) -> None:
    length = len(rule.cells)
    reading = reading_of(r.as_record(rule), length)
    for digits in product(range(1, 7 if length > 4 else 10), repeat=length):
        assert reading.allows(digits) == rule.holds(digits), digits


def test_each_rule_has_a_statement() -> None:
    assert {*RELATIONS, *READINGS, *ALL_GIVEN, "AntiKnight", "AntiKing"} == {*r.RULES}
    assert {type(rule) for rule in (*RULES, *WHOLE)} == {*r.RULES.values()}


@pytest.mark.parametrize("rule", WHOLE, ids=str)
@pytest.mark.parametrize("size", [4, 6, 9])
def test_rules_of_the_whole_board_are_the_same_pairs(rule: r.Rule, size: int) -> None:
    marks = (r.WhiteDot("r1c1 r1c2"), r.BlackDot("r2c2 r3c2"), r.XMark("r3c3 r3c4"), r.VMark("r4c4 r3c4"))
    board = sm.Board.of_size(size).with_rules(*marks, r.Renban("r1c1 r2c1"), r.KillerCage(5, "r4c1 r4c2"), rule)
    claim = json.loads(verifier.claim_of(sm.Puzzle(board, (0,) * size**2), []))
    meaning = Meaning(size, (0,) * size**2, claim["units"], claim["rules"])
    number = {cell: k for k, cell in enumerate(board.cells)}
    assert {number[i]: {number[j] for j in near} for i, near in board.peers.items()} == {
        k: near - {k} for k, near in enumerate(meaning.peers)
    }
    pairs = [*product(board.digits, repeat=2)]
    stated = [(rule.cells, [rule.reading.allows(pair) for pair in pairs]) for rule in meaning.rules]
    parts = [(tuple(map(number.get, part.cells)), [*map(part.holds, pairs)]) for part in board.cell_rules]
    assert sorted(stated) == sorted(parts)


@settings(max_examples=40, deadline=None)
@given(puzzles())
def test_each_listed_solution_makes_the_clauses_true(puzzle: sm.Puzzle) -> None:
    """With values of the state variables that unit propagation finds."""
    made, n = certify(puzzle), puzzle.board.size
    lines = made.formula.splitlines()[2:]
    clauses = [[*map(int, line.split()[:-1])] for line in lines[: len(lines) - made.count]]
    for grid in made.solutions:
        true = {v if grid.values[(v - 1) // n] == (v - 1) % n + 1 else -v for v in range(1, n**3 + 1)}
        for clause in clauses:
            if not true & set(clause):
                true.add(min(literal for literal in clause if -literal not in true))  # a state is false until reached


def test_what_is_trusted_imports_nothing_of_the_maker() -> None:
    for module, allowed in ((readings, {"errors"}), (meaning_module, {"errors", "readings"})):
        source = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
        assert {node.module for node in ast.walk(source) if isinstance(node, ast.ImportFrom) and node.level} == allowed


def test_the_page_counts_what_is_trusted() -> None:
    """To ten lines."""
    page = Path("notebooks/reference/certificates.md").read_text(encoding="utf-8")
    stated = {name: int(lines) for name, lines in re.findall(r"^\| \[`(\w+\.py)`\]\S* \|.*\| (\d+) \|$", page, re.M)}
    home = Path(verifier.__file__).parent
    assert {*stated} == {"verifier.py", "meaning.py", "readings.py", "unit_propagation.py"}
    assert {name: lines for name, lines in stated.items() if abs(code_lines(home / name) - lines) > 10} == {}


def code_lines(path: Path) -> int:
    """The lines that are no docstrings, comments or blanks."""
    text = path.read_text(encoding="utf-8")
    skipped = {k for k, line in enumerate(text.splitlines(), 1) if not line.strip() or line.lstrip().startswith("#")}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            skipped.update(range(node.lineno, (node.end_lineno or 0) + 1))
    return len(text.splitlines()) - len(skipped)
