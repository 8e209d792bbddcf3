"""What states units only refuses a board with other rules, and names the rule."""

import pytest
import rule_boards

import sudoku_models as sm
from sudoku_models.benchmark.engine_alone import ENGINES, build_alone
from sudoku_models.errors import UnsupportedError
from sudoku_models.formulations.textbook import pulp, pyomo


@pytest.mark.parametrize("library", [pulp, pyomo])
@pytest.mark.parametrize("formulation", ["pairwise", "assignment", "all_different"])
def test_the_textbook(library, formulation):
    with pytest.raises(UnsupportedError, match=r"the textbook has units only.*'killer cage 6 on r1c1 r1c2 r2c1'"):
        getattr(library, formulation)(rule_boards.UNIQUE)


@pytest.mark.parametrize(("formulation", "solver"), ENGINES)
def test_the_engines_alone(formulation, solver):
    with pytest.raises(UnsupportedError, match=r"the engine alone has units only.*'killer cage 6 on r1c1 r1c2 r2c1'"):
        build_alone(rule_boards.UNIQUE, formulation, solver)


def test_units_of_rules_are_units():
    board = sm.Board.of_size(4).with_rules(sm.rules.AntiKnight())
    assert len(pulp.assignment(sm.Puzzle(board, (0,) * 16)).constraints()) == 16 + 4 * len(board.units)
