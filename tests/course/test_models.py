"""The judges of models: formulations, binaries by key, smallest hitting sets, and pictures."""

from xml.etree import ElementTree

import pytest

import sudoku_models as sm
from sudoku_models.course import Verdict, Wrong
from sudoku_models.course import models as judges
from sudoku_models.course.exercises import lesson_01, lesson_07
from sudoku_models.formulations import registry
from sudoku_models.models.sudoku_model import SudokuModel
from sudoku_models.puzzles.known_solutions import known_puzzles


def objection(check, *arguments) -> Wrong:
    with pytest.raises(Wrong) as caught:
        check(*arguments)
    return caught.value


def test_a_model_is_right_when_it_accepts_the_solutions_and_nothing_else() -> None:
    judges.must_be_right(registry.find("assignment"), known_puzzles()[:2])
    found = objection(judges.must_be_right, lambda m, puzzle: m.int_vars("x", puzzle.board.cells, 1, puzzle.board.size))
    assert found.puzzle.violations(found.grid)


KEYS = "abc"


def stated(answer, *arguments, **options):
    return judges.stated(answer, list(arguments), KEYS, "letters", **options).variables


def test_binaries_pass() -> None:
    assert list(stated(lambda m: m.bool_vars("y", KEYS))) == [*KEYS]
    assert list(stated(lambda m: m.bool_vars("y", "ab"), some=True)) == ["a", "b"]
    assert list(stated(lambda m: m.bool_vars("y", "xabc"))) == [*KEYS]


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (lambda m: None, "the function returned None; it must return its variables"),
        (lambda m: m.bool_vars("y", "xyz"), "a variable for each of the letters; 'a' has none"),
        (lambda m: m.bool_vars("y", "ab"), "'c' has none"),
        (lambda m: m.int_vars("y", KEYS, 0, 9), "the variable for 'a' may be 0 to 9; make it a binary"),
        (lambda m: m.int_vars("y", KEYS, -1, 1), "may be -1 to 1"),
        (lambda m: dict.fromkeys(KEYS, 1), "for 'a' it holds 1"),
        (lambda m: {key: m.native.add_variable(key, 0, 1) for key in KEYS}, "the variable for 'a' is continuous"),
    ],
)
def test_what_is_no_dict_of_binaries_is_named(answer, sentence) -> None:
    assert sentence in objection(stated, answer).sentence


def in_pulp(letters):
    import pulp

    problem = pulp.LpProblem("one_letter")
    y = {a: problem.add_variable(a, cat="Binary") for a in letters}
    problem += pulp.lpSum(y.values()) == 1
    return problem, y


def in_pyomo(letters):
    import pyomo.environ as pyo

    model = pyo.ConcreteModel()
    model.y = pyo.Var(letters, domain=pyo.Binary)
    model.one_letter = pyo.Constraint(expr=sum(model.y[a] for a in letters) == 1)
    return model


def in_cp_sat(letters):
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    y = {a: model.new_bool_var(a) for a in letters}
    model.add_exactly_one(y.values())
    return model, y


@pytest.mark.parametrize("answer", [in_pulp, in_pyomo, in_cp_sat, lambda m, letters: in_pyomo(letters)])
def test_a_model_of_a_library_is_as_good(answer) -> None:
    pytest.importorskip("ortools")
    problem = judges.stated(answer, [KEYS], KEYS, "letters")
    found = set(lesson_01.binary_solutions(lambda: problem, 4))
    assert found == {frozenset(letter) for letter in KEYS}


def test_what_is_no_model_of_a_library_is_named() -> None:
    assert "'d' has none" in objection(judges.stated, in_pulp, [KEYS], "abcd", "letters").sentence
    no_table = objection(judges.stated, lambda letters: (in_pulp(letters)[0], 7), [KEYS], KEYS, "letters").sentence
    assert "a dict y, not 7" in no_table


def test_a_list_that_is_changed_is_named() -> None:
    assert "changes a list" in objection(stated, lambda m, parts: parts[0].clear(), [{1}, {2}]).sentence


def hitting(least):
    def state(m, parts):
        chosen = m.bool_vars("chosen", range(4))
        for k, part in enumerate(parts):
            m.add(m.sum(chosen[i] for i in part) >= least, f"part {k}")
        m.minimize(m.sum(chosen.values()))
        return chosen

    return state


def test_a_smallest_hitting_set_is_asked_for() -> None:
    parts = [(0, 1), (1, 2), (1, 3)]

    def hit(answer):
        return lesson_07.must_hit(
            answer, [parts], range(4), parts, "three parts", lambda cells, k: Wrong(f"{cells} {k}")
        )

    assert hit(hitting(1)) == 1
    assert objection(hit, hitting(0)).sentence == "set() 0"
    assert "takes 4 cells for three parts, and 1 are enough" in objection(hit, hitting(2)).sentence
    assert "has no solution" in objection(hit, hitting(3)).sentence
    assert "no objective" in objection(hit, lambda m, parts: m.bool_vars("chosen", range(4))).sentence


def test_wrong_and_missing_solutions_are_told_apart() -> None:
    def check(found):
        judges.must_have_solutions(found, [1, 2], lambda each, allowed: Wrong(f"{each} {allowed}"))

    check([2, 1, 1])
    assert objection(check, [1, 3]).sentence == "3 True"
    assert objection(check, [1, 1]).sentence == "2 False"


# -- pictures ----------------------------------------------------------------------------------------------------------


def a_map(names):
    places = {"A": (0, 0), "B": (1, 0), "<i>": (1, 1)}
    return judges.svg(lambda plots, ax: plots.constraint_graph([names], dict.fromkeys(names, 1), places, ax))


def test_the_same_drawing_is_the_same_text_and_names_are_escaped() -> None:
    assert a_map(("A", "B")) == a_map(("A", "B")) != a_map(("A", "<i>"))
    texts = [each.text for each in ElementTree.fromstring(a_map(("A", "<i>"))).iter("{http://www.w3.org/2000/svg}text")]
    assert texts == ["A 1", "B", "<i> 1"]


def test_a_verdict_shows_the_picture_of_its_judge_in_a_notebook_only() -> None:
    wrong = Wrong("A and B touch", picture="<svg id='w'/>")
    verdict = Verdict("x", "wrong", wrong.sentence, picture=wrong.picture)
    assert "<svg id='w'/>" in verdict._repr_html_()
    assert repr(verdict) == "wrong: A and B touch"


PUZZLE, (GRID,) = known_puzzles()[0]


def test_a_solve_is_as_ever_and_its_answer_is_kept() -> None:
    before = SudokuModel.solve
    with lesson_07.watched_solves(PUZZLE, lambda answers, time_limit: "") as answers:
        answer = sm.build(PUZZLE, "assignment", "pulp").solve("highs")
    assert answer.grid == GRID
    assert answers == [answer]
    assert SudokuModel.solve is before


def test_a_solver_can_be_made_to_give_up() -> None:
    with lesson_07.watched_solves(PUZZLE, lambda answers, time_limit: "", gives_up_after=0):
        answer = sm.build(PUZZLE, "assignment", "pulp").solve("highs", time_limit=600)
    assert (answer.status, answer.grid) == (sm.Status.UNKNOWN, None)


def test_an_endless_loop_is_ended_even_if_it_catches_every_exception() -> None:
    def loop() -> None:
        model = sm.build(PUZZLE, "assignment", "pulp")
        while True:
            try:
                model.solve("highs")
            except Exception:
                continue

    def objection(answers: list[object], time_limit: float | None) -> str:
        return "five are enough" if len(answers) == 5 else ""

    with pytest.raises(Wrong, match="five are enough"), lesson_07.watched_solves(PUZZLE, objection):
        loop()


# -- CP-SAT's own interface --------------------------------------------------------------------------------------------


def of_cp_sat(puzzle, units=slice(None), pair=True):
    """The all-different model, with an objective and a constraint that the package cannot read."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    x = {i: model.new_int_var(1, puzzle.board.size, f"x{i}") for i in puzzle.board.cells}
    for unit in puzzle.board.units[units]:
        model.add_all_different(x[i] for i in unit.cells)
    for i, d in puzzle.givens.items():
        model.add(x[i] == d)
    model.add_max_equality(model.new_int_var(1, 99, "largest"), x.values())
    model.minimize(x[1, 1])
    return (model, x) if pair else model


def test_a_pair_of_a_cp_model_and_its_variables_is_judged_like_the_others() -> None:
    pytest.importorskip("ortools")
    judges.must_be_right(of_cp_sat, known_puzzles()[:3])
    found = objection(judges.must_be_right, lambda puzzle: of_cp_sat(puzzle, slice(4)), known_puzzles()[:1])
    assert found.puzzle.violations(found.grid)
    with pytest.raises(sm.errors.FormulationError, match="return model, x"):
        judges.must_be_right(lambda puzzle: of_cp_sat(puzzle, pair=False))
