"""Published variants with their ground truth, from the extra data: jigsaws, killers, windokus and others."""

import csv
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sudoku_models.puzzles.board import Board, Cell, Unit
from sudoku_models.puzzles.puzzle import Grid, Puzzle
from sudoku_models.puzzles.rules import AllWhiteDotsGiven, AntiKing, AntiKnight, Even, KillerCage, Odd, Rule

FAMILIES = (
    "antiknight_etc",
    "evenodd",
    "jigsaw",
    "jigsaw_multi",
    "jigsaw_unsat_layouts",
    "killer",
    "killer_multi",
    "windoku",
    "xsudoku",
)


@dataclass(frozen=True)
class Variant:
    """A puzzle, the number of its solutions, and the solution if there is one."""

    puzzle: Puzzle
    number: int
    solution: Grid | None


def variants(folder: Path, family: str) -> list[Variant]:
    """The puzzles of one file."""
    with (folder / "variants" / f"{family}.truth.csv").open(encoding="utf-8") as file:
        truth = {row["puzzle_id"]: row for row in csv.DictReader(file)}
    lines = (folder / "variants" / f"{family}.jsonl").read_text(encoding="utf-8").splitlines()
    found = []
    for record in map(json.loads, lines):
        known = truth[record["id"]]
        puzzle = Puzzle(_board(record), tuple(record["givens"]), record["id"])
        values = tuple(map(int, known["solution"].split()))
        solution = Grid(puzzle.board, values) if values else None
        found.append(Variant(puzzle, int(known["n_solutions_cap10000"]), solution))
    return found


def _board(record: dict[str, Any]) -> Board:
    usual = Board.jigsaw(record["regions"]) if "regions" in record else Board.with_boxes(*record["box"])
    n = usual.size

    def cells(numbers: list[int]) -> tuple[Cell, ...]:
        return tuple((k // n + 1, k % n + 1) for k in numbers)

    groups = [
        Unit(f"{name} {k}", cells(numbers), name, k)
        for name, pieces in record.get("extra_groups", {}).items()
        for k, numbers in enumerate(pieces, 1)
    ]
    rules: list[Rule] = [KillerCage(cage["sum"], cells(cage["cells"])) for cage in record.get("cages", [])]
    parity = record.get("parity", [])
    rules += [
        kind(cells([k for k, mark in enumerate(parity) if mark == letter]))
        for letter, kind in (("E", Even), ("O", Odd))
        if letter in parity
    ]
    moves = {"antiknight": AntiKnight, "antiking": AntiKing, "nonconsecutive": AllWhiteDotsGiven}
    rules += [rule() for name, rule in moves.items() if record.get(name)]
    return Board(n, (*usual.units, *groups), usual.box, tuple(rules))
