"""What the judges of lesson 27 say that each model accepts is what the model itself accepts."""

import random
from itertools import product

import pyomo.environ as pyo
import pytest

import sudoku_models as sm
from sudoku_models.course.exercises import lesson_27 as judges
from sudoku_models.course.exercises.models_to_judge import DATA, DELIVERY, MODELS, Delivery, Roster, Timetable

SMALL = {
    Roster: [
        Roster(("a", "b", "c"), {1: 1, 2: 1, 3: 1}, 0, 1, {"c": "a"}),
        Roster(("a", "b", "c"), {1: 2, 2: 1}, 0, 1, {"c": "a"}),
        Roster(("a", "b"), {1: 1, 2: 0, 3: 1}, 0, 2, {}),
        Roster(("a", "b"), {1: 2, 2: 0, 3: 1, 4: 0}, 1, 2, {"b": "a"}),
    ],
    Delivery: [DELIVERY, *judges._deliveries()],
    Timetable: [
        Timetable(3, 2, {"a": (2, 3), "b": (1, 2)}, [("a", "b")], []),
        Timetable(3, 1, {"a": (1, 3), "b": (1, 3)}, [], [("b", "a")]),
        Timetable(2, 1, {"a": (1, 2), "b": (2, 2), "c": (1, 1)}, [], []),
    ],
}


def solutions(letter, data):
    model, x = MODELS[letter](data)
    return {frozenset(plan.items()) for plan in sm.Problem(model, variables=x).solutions()}


def accepted(letter, data):
    return {frozenset(x.items()) for x in judges.every_plan(data) if judges.ACCEPTED[letter](data, x)}


@pytest.mark.parametrize("letter", sorted(MODELS.keys() - {"F"}))
def test_a_model_accepts_what_the_judge_says_on_small_data(letter):
    for data in SMALL[type(DATA[letter])]:
        assert solutions(letter, data) == accepted(letter, data), data


@pytest.mark.slow
@pytest.mark.parametrize("letter", sorted(MODELS.keys() - {"F"}))
def test_a_model_accepts_what_the_judge_says_on_the_data_of_the_lesson(letter):
    assert solutions(letter, DATA[letter]) == accepted(letter, DATA[letter])


def test_a_model_with_continuous_variables_accepts_what_the_judge_says():
    model, x = MODELS["F"](DELIVERY)
    problem, rng, found = sm.Problem(model, variables=x), random.Random(7), set()
    right = [plan for plan in judges.every_plan(DELIVERY) if not judges.broken(DELIVERY, plan)]
    for _ in range(200):
        plan = dict(rng.choice(right))
        for c in DELIVERY.demand:
            part = rng.choice((0, 0.25, 0.5, 1))
            plan |= {(c, "mill"): part, (c, "quay"): 1 - part}
        plan |= {"mill": rng.randint(0, 1), "quay": rng.randint(0, 1), ("inn", "mill"): rng.choice((0, 0.5, 1))}
        found.add(judges.ACCEPTED["F"](DELIVERY, plan))
        assert (problem.validate(plan) == []) == judges.ACCEPTED["F"](DELIVERY, plan), plan
    assert found == {True, False}


def test_the_objectives_are_those_of_the_judge():
    for letter, cost in (("E", judges.cost_of), ("G", judges.cost_in_g)):
        model, x = MODELS[letter](DELIVERY)
        for plan in judges.every_plan(DELIVERY):
            for key, value in plan.items():
                x[key].set_value(value)
            assert pyo.value(model.cost) == cost(DELIVERY, plan)
    model, x = MODELS["F"](DELIVERY)
    assert sm.Problem(model, variables=x).solve("highs").objective == 29


def differs(letter, data):
    return any(judges.ACCEPTED[letter](data, x) == bool(judges.broken(data, x)) for x in judges.every_plan(data))


def test_no_smaller_instance_shows_the_faults():
    numbers = range(3)
    for first, second, least, most in product(numbers, repeat=4):
        assert not differs("A", Roster(("a",), {1: first, 2: second}, least, most, {}))
    for demand, capacity in product(range(1, 4), range(5)):
        data = Delivery({"c": demand}, {"d": capacity}, {"d": 1}, {("c", "d"): 1})
        assert not differs("E", data)
    for rooms in numbers:
        assert not differs("H", Timetable(1, rooms, {"a": (1, 1)}, [], []))


def test_the_rosters_of_the_question_are_colourings_of_a_path_and_of_a_circle():
    for seed in range(25):
        asked = judges.forgotten_last_day(random.Random(seed))
        on_path, wrong = asked.answer
        n, k = (int(asked.text.split(before)[1].split()[0]) for before in ("A roster of ", "exactly one of "))
        assert on_path == k * (k - 1) ** (n - 1)
        assert wrong == on_path - ((k - 1) ** n + (-1) ** n * (k - 1))
