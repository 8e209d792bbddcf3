"""No answer about a problem with awkward numbers is false, whatever the solver; exact arithmetic knows the truth."""

import os

import pytest
from number_fuzz import report, verdict_on, verdicts
from number_models import Model, Row, random_model

from sudoku_models import solvers

IN_PROCESS = [name for name in solvers.installed() if solvers.Feature.IN_PROCESS in solvers.find(name).features]
SEED = 2
TRIALS = int(os.environ.get("SUDOKU_MODELS_NUMBER_TRIALS", "150"))
"""For each solver, and a third of them for one in a process of its own. Set the variable to run it at length."""
NINE_DIGITS = [(272911125, 0), (535420360, 1), (287768603, 2)]
EIGHT_DIGITS = [(w, k) for k, w in enumerate([88617612, 40777767, 62218131, 18666302, 51095289])]
SMALL = Row([(1, 0), (1, 1)], "<=", 4)
EXAMPLES = {
    "a sum of 8 digits": Model([(0, 1)] * 5, [Row(EIGHT_DIGITS, "==", 18666302 + 51095289)]),
    "a sum of 9 digits": Model([(0, 1)] * 3, [Row(NINE_DIGITS, "==", 560679728)]),
    "a small objective": Model([(0, 3)] * 2, [SMALL], Row([(1e-7, 0), (2e-7, 1)]), "maximize"),
    "a small coefficient": Model([(0, 3)], [Row([(1e-10, 0)], "<=", 0)]),
    "a constant objective": Model([(0, 3)], objective=Row([], constant=5)),
}
EVERYDAY = [
    Model([(0, 3)] * 2, [Row([(0.1, 0), (0.2, 1)], "<=", 0.3)]),
    Model([(0, 1)] * 4, [Row([(0.5, 0), (0.25, 1), (0.25, 3)], "==", 0.75)], Row([(1, 0), (2, 3)])),
    Model([(0, 3)] * 2, [SMALL], Row([(0.5, 0), (1.5, 1)], constant=0.5), "maximize"),
    Model([(0, 9)] * 3, [Row([(7, 0), (11, 1), (13, 2)], "==", 100)], Row([(3, 0), (-2, 1)])),
]


@pytest.mark.parametrize("query", ["solve", "count", "checked count", "solutions"])
@pytest.mark.parametrize("solver", IN_PROCESS)
@pytest.mark.parametrize("example", EXAMPLES)
def test_awkward_numbers_give_a_true_answer_or_none(example, solver, query):
    for backend in ("pulp", "cpsat") if example in ("a small objective", "a constant objective") else ("pulp",):
        verdict, why = verdict_on(EXAMPLES[example], backend, query, solver)
        assert verdict != "wrong", why


@pytest.mark.parametrize("query", ["solve", "count", "solutions"])
@pytest.mark.parametrize("solver", IN_PROCESS)
def test_everyday_numbers_are_not_refused(solver, query):
    for model in EVERYDAY:
        assert verdict_on(model, "pulp", query, solver) == ("right", ""), model.code()


@pytest.mark.slow
@pytest.mark.in_turn
@pytest.mark.parametrize("solver", solvers.installed(everything=True))
def test_random_problems(solver):
    trials = TRIALS if solver in IN_PROCESS else TRIALS // 3
    found = verdicts(solver, SEED, range(trials))
    figures = report(solver, SEED, found)
    assert "wrong" not in {verdict for verdict, _ in found.values()}, figures
    refused = [trial for trial, (verdict, _) in found.items() if verdict == "refused"]
    assert len(refused) <= trials / 3, figures
    assert not [trial for trial in refused if random_model(SEED, trial)[0].family == "easy"], figures
