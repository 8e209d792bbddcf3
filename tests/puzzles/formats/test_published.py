"""How many published puzzles are read: each holds its published solution, or is refused by the rule that is missing."""

from pathlib import Path
from typing import NamedTuple

import pytest

import sudoku_models as sm
from sudoku_models.errors import ParseError
from sudoku_models.puzzles.puzzle import Grid, Puzzle

DATA = Path(__file__).parent / "data"


class Published(NamedTuple):
    """A puzzle of a table: its name, what this package lacks for it (empty if nothing), its solution and its text."""

    name: str
    missing: str
    solution: str
    text: str

    def grid(self, puzzle: Puzzle) -> Grid:
        lower = 9 if self.solution.isalpha() else 0  # A is 1
        return Grid(puzzle.board, tuple(int(ch, 36) - lower for ch in self.solution))


def table(name: str) -> list[Published]:
    lines = (DATA / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return [Published(*map(str.strip, line.split(" | "))) for line in lines if line and not line.startswith("#")]


TABLES = {"iss": table("iss"), "fpuzzles": table("fpuzzles")}
READ = [each for rows in TABLES.values() for each in rows if not each.missing]
HARD = {"Killer sudoku, hard"}
"""Those whose solutions take minutes to count."""
REFUSED = [each for rows in TABLES.values() for each in rows if each.missing]


@pytest.mark.parametrize(("name", "number", "of"), [("iss", 47, 61), ("fpuzzles", 8, 8)])
def test_so_many_are_read(name: str, number: int, of: int) -> None:
    assert len(TABLES[name]) == of
    assert sum(not each.missing for each in TABLES[name]) == number


@pytest.mark.filterwarnings("ignore:what only the rules in words say:UserWarning")
@pytest.mark.filterwarnings("ignore:words and drawings of the f-puzzles JSON:UserWarning")
@pytest.mark.parametrize("published", READ, ids=[each.name for each in READ])
def test_the_published_solution_holds(published: Published) -> None:
    puzzle = Puzzle.parse(published.text)
    assert puzzle.violations(published.grid(puzzle)) == []


@pytest.mark.parametrize("published", REFUSED, ids=[each.name for each in REFUSED])
def test_a_refusal_names_what_is_missing(published: Published) -> None:
    with pytest.raises(ParseError, match=rf"\.{published.missing} \(line 1, column"):
        Puzzle.parse(published.text)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:what only the rules in words say:UserWarning")
@pytest.mark.filterwarnings("ignore:words and drawings of the f-puzzles JSON:UserWarning")
@pytest.mark.parametrize("name", [each.name for each in READ if each.name not in HARD])
def test_the_published_solution_is_the_only_one(name: str) -> None:
    published = next(each for each in READ if each.name == name)
    puzzle = Puzzle.parse(published.text)
    found = sm.count_solutions(puzzle, limit=2, formulation="all_different", solver="cpsat", cross_check=False)
    assert [grid.values for grid in found.solutions] == [published.grid(puzzle).values]
    assert found.status == "exact"
