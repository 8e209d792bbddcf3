"""Classic problems of constraint programming and operations research, on every backend and by every solver.

Each statement is the one of the books, and each answer is known: from the source that is named, or by brute force.
"""

from itertools import permutations, product
from typing import Any

import pytest

import sudoku_models as sm
from sudoku_models import solvers
from sudoku_models.models.problem import Problem

every_backend = pytest.mark.parametrize("backend", list(sm.BACKENDS))
every_solver = pytest.mark.parametrize("solver", solvers.installed())


# -- SEND + MORE = MONEY: H. E. Dudeney, Strand Magazine, 1924 ---------------------------------------------------------


def send_more_money(m: Any) -> Any:
    """Each letter is a digit of its own, no number begins with 0, and the sum is right."""
    x = m.int_vars("x", "SENDMORY", 0, 9)
    m.all_different(x.values(), "the letters differ")
    m.not_equal(x["S"], 0, "SEND does not begin with 0")
    m.not_equal(x["M"], 0, "MORE does not begin with 0")
    # SEND + MORE - MONEY
    weights = {"S": 1000, "E": 91, "N": -90, "D": 1, "M": -9000, "O": -900, "R": 10, "Y": -1}
    m.add(m.dot(weights.values(), [x[letter] for letter in weights]) == 0, "the sum")
    return x


@every_solver
@every_backend
def test_send_more_money_has_one_solution(backend: str, solver: str) -> None:
    count = Problem(send_more_money, backend).count_solutions(solver, limit=3, cross_check=False)
    [answer] = count.solutions
    assert count.status == "exact"
    send, more, money = (int("".join(str(answer[letter]) for letter in word)) for word in ("SEND", "MORE", "MONEY"))
    assert (send, more, money) == (9567, 1085, 10652)


# -- the zebra puzzle: Life International, 17 December 1962 -----------------------------------------------------------

KINDS = {
    "nation": ["Englishman", "Spaniard", "Ukrainian", "Norwegian", "Japanese"],
    "colour": ["red", "green", "ivory", "yellow", "blue"],
    "pet": ["dog", "snails", "fox", "horse", "zebra"],
    "drink": ["coffee", "tea", "milk", "orange juice", "water"],
    "smoke": ["Old Gold", "Kools", "Chesterfields", "Lucky Strike", "Parliaments"],
}
SAME_HOUSE = [
    ("Englishman", "red"),
    ("Spaniard", "dog"),
    ("coffee", "green"),
    ("Ukrainian", "tea"),
    ("Old Gold", "snails"),
    ("Kools", "yellow"),
    ("Lucky Strike", "orange juice"),
    ("Japanese", "Parliaments"),
]
NEIGHBOURS = [("Chesterfields", "fox"), ("Kools", "horse"), ("Norwegian", "blue")]


def zebra(m: Any) -> Any:
    """The number of the house of each nation, colour, pet, drink and smoke; the houses stand in a row."""
    house = m.int_vars("house", [each for kind in KINDS.values() for each in kind], 1, 5)
    for kind, names in KINDS.items():
        m.all_different([house[name] for name in names], f"each {kind} once")
    for one, other in SAME_HOUSE:
        m.add(house[one] == house[other], f"{one} and {other}")
    m.add(house["green"] - house["ivory"] == 1, "green is to the right of ivory")
    m.add(house["milk"] == 3, "milk in the middle")
    m.add(house["Norwegian"] == 1, "the Norwegian is in the first house")
    for one, other in NEIGHBOURS:
        side = m.bool_vars(f"{one} left of {other}", ["it"])["it"]
        m.add(house[other] - house[one] - 2 * side == -1, f"{one} is next to {other}")
    return house


@every_solver
@every_backend
def test_the_zebra_has_one_owner(backend: str, solver: str) -> None:
    count = Problem(zebra, backend).count_solutions(solver, limit=3, cross_check=False)
    [house] = count.solutions
    assert count.status == "exact"
    owner = {house[nation]: nation for nation in KINDS["nation"]}
    assert (owner[house["water"]], owner[house["zebra"]]) == ("Norwegian", "Japanese")


# -- a job shop: three jobs on three machines --------------------------------------------------------------------------

JOBS = [[(0, 3), (1, 2), (2, 2)], [(0, 2), (2, 1), (1, 4)], [(1, 4), (2, 3), (0, 1)]]
"""The steps of each job in their order, each with its machine and its duration."""
STEPS = [(j, k) for j, job in enumerate(JOBS) for k in range(len(job))]


def job_shop(m: Any) -> Any:
    """Each machine does one step at a time; all jobs are done as early as possible."""
    start = m.int_vars("start", STEPS, 0, 20)
    end = m.int_vars("end", ["all"], 0, 20)["all"]
    for j, job in enumerate(JOBS):
        for k, (_, duration) in enumerate(job):
            then = start[j, k + 1] if k + 1 < len(job) else end
            m.add(then - start[j, k] >= duration, f"step {k} of job {j} is done before the next")
    for machine in range(3):
        steps = [(j, k) for j, k in STEPS if JOBS[j][k][0] == machine]
        durations = [JOBS[j][k][1] for j, k in steps]
        m.cumulative([start[step] for step in steps], durations, [1] * len(steps), 1, f"machine {machine}")
    m.minimize(end)
    return {**start, "end": end}


def earliest_end() -> int:
    """The optimum, by all orders of the jobs on each machine."""
    ends = []
    for orders in product(permutations(range(3)), repeat=3):
        waiting = [[(j, k) for j in order for k in range(3) if JOBS[j][k][0] == i] for i, order in enumerate(orders)]
        done: dict[tuple[int, int], int] = {}
        free = [0] * 3
        while ready := [line for line in waiting if line and (line[0][1] == 0 or (line[0][0], line[0][1] - 1) in done)]:
            j, k = ready[0].pop(0)
            machine, duration = JOBS[j][k]
            done[j, k] = free[machine] = max(free[machine], done.get((j, k - 1), 0)) + duration
        if len(done) == len(STEPS):
            ends.append(max(done.values()))
    return min(ends)


@every_solver
@every_backend
def test_a_job_shop_is_scheduled_as_early_as_possible(backend: str, solver: str) -> None:
    result = Problem(job_shop, backend).solve(solver, time_limit=600)
    assert (result.status, result.objective) == (sm.Status.SOLVED, earliest_end())


# -- a travelling salesman: five towns ---------------------------------------------------------------------------------

DISTANCE = [[0, 3, 4, 2, 7], [3, 0, 4, 6, 3], [4, 4, 0, 5, 8], [2, 6, 5, 0, 6], [7, 3, 8, 6, 0]]


def shortest_tour(m: Any) -> Any:
    """The successor of each town on a tour, and the distance to it."""
    after = m.int_vars("after", range(5), 0, 4)
    way = m.int_vars("way", range(5), 0, 9)
    m.circuit(after.values(), "one tour")
    for town in after:
        m.element(DISTANCE[town], after[town], way[town], f"the way from {town}")
    m.minimize(m.sum(way.values()))
    return after


@every_solver
@every_backend
def test_the_shortest_tour_through_five_towns(backend: str, solver: str) -> None:
    tours = [(0, *order) for order in permutations(range(1, 5))]
    lengths = [sum(DISTANCE[a][b] for a, b in zip(tour, (*tour[1:], 0), strict=True)) for tour in tours]
    result = Problem(shortest_tour, backend).solve(solver, time_limit=600)
    assert (result.status, result.objective) == (sm.Status.SOLVED, min(lengths))
