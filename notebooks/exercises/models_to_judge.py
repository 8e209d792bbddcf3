"""Three specifications, and ten models of them that somebody else wrote: the material of lesson 27.

Each model is a function of the data. It returns the model in the objects of its library, and the variables of the plan
by their keys. Eight models have a fault, each of another kind. Two are right, in an unusual style.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import pulp
import pyomo.environ as pyo

Native = tuple[Any, Mapping[Any, Any]]
"""A model of a library, and the variables of the plan by their keys."""

# -- the specifications ------------------------------------------------------------------------------------------------


class Roster(NamedTuple):
    """Who is on duty on which day. A plan has 1 (on duty) or 0 for each (person, day).
    The days are 1, 2, ..., n, and n is at least 2.

    1. need: On day d exactly `need[d]` people are on duty.
    2. rest: Nobody is on duty on two days in a row. The roster repeats: after the last day comes the first.
    3. number: Each person is on duty at least `least` and at most `most` times.
    4. mentor: A trainee is on duty only on days on which the mentor, `mentor[trainee]`, is on duty too.
    """

    people: tuple[str, ...]
    need: dict[int, int]  # day -> people
    least: int
    most: int
    mentor: dict[str, str]

    @property
    def days(self) -> list[int]:
        return sorted(self.need)


class Delivery(NamedTuple):
    """Which depots open, and which serves whom. A plan has 1 or 0 for each depot and each (customer, depot).

    1. once: Each customer is served by exactly one depot, and not in parts.
    2. open: Only open depots serve customers. (A depot may be open and serve nobody.)
    3. capacity: The demands that a depot serves are together at most its capacity.

    Minimise the cost: `opening[depot]` once for each open depot, and `route[customer, depot]` for each customer.
    """

    demand: dict[str, int]
    capacity: dict[str, int]
    opening: dict[str, int]
    route: dict[tuple[str, str], int]


class Timetable(NamedTuple):
    """In which slot each event takes place. A plan has a slot for each event.

    1. slot: Each event has one of the slots 1, 2, ..., `slots`.
    2. window: Its slot is not before the first and not after the last of `window[event]`.
    3. clash: The two events of each pair in `clashes` are in different slots.
    4. order: The first event of each pair in `order` is in an earlier slot than the second.
    5. rooms: There are at most `rooms` events in a slot.
    """

    slots: int
    rooms: int
    window: dict[str, tuple[int, int]]  # of each event; within the slots
    clashes: list[tuple[str, str]]
    order: list[tuple[str, str]]


ROSTER = Roster(("Kim", "Lee", "Noa", "Max"), {1: 2, 2: 1, 3: 2, 4: 1}, 1, 2, {"Noa": "Kim"})

DELIVERY = Delivery(
    demand={"inn": 5, "school": 3, "park": 2},
    capacity={"mill": 10, "quay": 6},
    opening={"mill": 20, "quay": 12},
    route={
        ("inn", "mill"): 3,
        ("inn", "quay"): 5,
        ("school", "mill"): 4,
        ("school", "quay"): 2,
        ("park", "mill"): 2,
        ("park", "quay"): 6,
    },
)

TIMETABLE = Timetable(
    slots=4,
    rooms=2,
    window={"logic": (1, 4), "graphs": (2, 4), "games": (1, 3), "queues": (2, 4)},
    clashes=[("logic", "games"), ("graphs", "queues")],
    order=[("logic", "graphs")],
)

# -- rosters -----------------------------------------------------------------------------------------------------------


def model_a(roster: Roster) -> Native:
    people, days = roster.people, roster.days
    problem = pulp.LpProblem("roster", pulp.LpMinimize)
    x = {}
    for p in people:
        for d in days:
            x[p, d] = problem.add_variable(f"{p}_{d}", 0, 1, pulp.LpInteger)
    for d in days:
        problem += pulp.lpSum(x[p, d] for p in people) == roster.need[d]
    for p in people:
        for d in days[:-1]:
            problem += x[p, d] + x[p, d + 1] <= 1  # not on two days in a row
        problem += pulp.lpSum(x[p, d] for d in days) >= roster.least
        problem += pulp.lpSum(x[p, d] for d in days) <= roster.most
    for trainee, mentor in roster.mentor.items():
        for d in days:
            problem += x[trainee, d] <= x[mentor, d]
    return problem, x


def model_b(roster: Roster) -> Native:
    people, days = roster.people, roster.days
    model = pyo.ConcreteModel()
    model.x = pyo.Var(people, days, domain=pyo.Binary)
    model.free = pyo.Var(people, days, domain=pyo.Binary)
    model.rows = pyo.ConstraintList()
    for p in people:
        for d in days:
            model.rows.add(model.x[p, d] + model.free[p, d] == 1)
            model.rows.add(model.free[p, d] + model.free[p, days[d - 2]] >= 1)
        model.rows.add(sum(model.free[p, d] for d in days) <= len(days) - roster.least)
        model.rows.add(sum(model.free[p, d] for d in days) >= len(days) - roster.most)
    for d in days:
        enough = len(people) - roster.need[d]
        model.rows.add(sum(model.free[p, d] for p in people) == enough)
        for trainee, mentor in roster.mentor.items():
            model.rows.add(model.free[mentor, d] <= model.free[trainee, d])
    return model, model.x


def model_c(roster: Roster) -> Native:
    from ortools.sat.python import cp_model

    people, days = roster.people, roster.days
    model = cp_model.CpModel()
    x = {(p, d): model.new_bool_var(f"{p}_{d}") for p in people for d in days}
    for d in days:
        model.add(sum(x[p, d] for p in people) == roster.need[d])
        for p in people:
            model.add(x[p, d] + x[p, d % len(days) + 1] <= 1)
        for trainee, mentor in roster.mentor.items():
            model.add_implication(x[mentor, d], x[trainee, d])
    for p in people:
        duties = sum(x[p, d] for d in days)
        model.add_linear_constraint(duties, roster.least, roster.most)
    return model, x


def begun_d(roster: Roster) -> Native:
    people, days = roster.people, roster.days
    problem = pulp.LpProblem("roster", pulp.LpMinimize)
    x = {}
    for p in people:
        for d in days:
            x[p, d] = problem.add_variable(f"{p}_{d}", 0, 1, pulp.LpInteger)
    for d in days:
        tomorrow = d + 1 if d < len(days) else 1
        problem += pulp.lpSum(x[p, d] for p in people) == roster.need[d], f"need_{d}"
        for p in people:
            problem += x[p, d] + x[p, tomorrow] <= 1, f"rest_{p}_{d}"
        for trainee, mentor in roster.mentor.items():
            problem += x[trainee, d] <= x[mentor, d], f"{mentor}_with_{trainee}_{d}"
    return problem, x


def model_d(roster: Roster) -> Native:
    problem, x = begun_d(roster)
    for p in roster.people:
        duties = (x[p, d] for d in roster.days)
        problem += pulp.lpSum(duties) <= roster.most, f"most_{p}"
        problem += pulp.lpSum(duties) >= roster.least, f"least_{p}"
    return problem, x


# -- deliveries --------------------------------------------------------------------------------------------------------


def begun_e(delivery: Delivery) -> Native:
    customers, depots = list(delivery.demand), list(delivery.capacity)
    model = pyo.ConcreteModel()
    model.open = pyo.Var(depots, domain=pyo.Binary)
    model.x = pyo.Var(customers, depots, domain=pyo.Binary)
    model.served = pyo.Expression(depots)
    model.rows = pyo.ConstraintList()
    for c in customers:
        model.rows.add(sum(model.x[c, d] for d in depots) == 1)
    for d in depots:
        model.served[d] = sum(delivery.demand[c] * model.x[c, d] for c in customers)
        model.rows.add(model.served[d] <= delivery.capacity[d])
    opening = sum(delivery.opening[d] * model.open[d] for d in depots)
    routes = sum(delivery.route[k] * model.x[k] for k in model.x)
    model.cost = pyo.Objective(expr=opening + routes)
    return model, {**model.open, **model.x}


def model_e(delivery: Delivery) -> Native:
    model, plan = begun_e(delivery)
    M = max(delivery.demand.values())  # nobody needs more
    for d in delivery.capacity:
        model.rows.add(model.served[d] <= M * model.open[d])
    return model, plan


def model_f(delivery: Delivery) -> Native:
    customers, depots = list(delivery.demand), list(delivery.capacity)
    problem = pulp.LpProblem("delivery", pulp.LpMinimize)
    x, opens = {}, {}
    for d in depots:
        opens[d] = problem.add_variable(f"open_{d}", 0, 1, pulp.LpInteger)
        for c in customers:
            x[c, d] = problem.add_variable(f"{c}_{d}", 0, 1)
    opening = pulp.lpSum(delivery.opening[d] * opens[d] for d in depots)
    problem += opening + pulp.lpSum(delivery.route[k] * x[k] for k in x)
    for c in customers:
        problem += pulp.lpSum(x[c, d] for d in depots) == 1
    for d in depots:
        load = pulp.lpSum(delivery.demand[c] * x[c, d] for c in customers)
        problem += load <= delivery.capacity[d] * opens[d]
    return problem, opens | x


def model_g(delivery: Delivery) -> Native:
    customers, depots = list(delivery.demand), list(delivery.capacity)
    model = pyo.ConcreteModel()
    model.open = pyo.Var(depots, domain=pyo.Binary)
    model.x = pyo.Var(customers, depots, domain=pyo.Binary)
    model.rows = pyo.ConstraintList()
    cost = 0
    for c in customers:
        model.rows.add(sum(model.x[c, d] for d in depots) == 1)
    for d in depots:
        load = sum(delivery.demand[c] * model.x[c, d] for c in customers)
        model.rows.add(load <= delivery.capacity[d] * model.open[d])
        for c in customers:
            cost += (delivery.opening[d] + delivery.route[c, d]) * model.x[c, d]
    model.cost = pyo.Objective(expr=cost)
    return model, {**model.open, **model.x}


# -- timetables --------------------------------------------------------------------------------------------------------


def model_h(timetable: Timetable) -> Native:
    events, slots = timetable.window, range(1, timetable.slots + 1)
    problem = pulp.LpProblem("timetable", pulp.LpMinimize)
    slot = {e: problem.add_variable(e, 1, len(slots), pulp.LpInteger) for e in events}
    y = {}
    for e in events:
        for s in slots:
            y[e, s] = problem.add_variable(f"{e}_{s}", 0, 1, pulp.LpInteger)
    for e, (first, last) in timetable.window.items():
        problem += pulp.lpSum(y[e, s] for s in slots) == 1
        problem += slot[e] == pulp.lpSum(s * y[e, s] for s in slots)
        problem += first <= slot[e] <= last
    for s in slots:
        problem += pulp.lpSum(y[e, s] for e in events) <= timetable.rooms
        for a, b in timetable.clashes:
            problem += y[a, s] + y[b, s] <= 1
    for a, b in timetable.order:
        problem += slot[a] + 1 <= slot[b]
    return problem, slot


def model_i(timetable: Timetable) -> Native:
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    slot, lesson = {}, {}
    for e, (first, last) in timetable.window.items():
        slot[e] = model.new_int_var(max(first, 1), min(last, timetable.slots), e)
        lesson[e] = model.new_fixed_size_interval_var(slot[e], 1, f"lesson_{e}")
    model.add_cumulative(lesson.values(), [1] * len(lesson), timetable.rooms)
    for a, b in timetable.clashes:
        model.add_no_overlap([lesson[a], lesson[b]])
    for a, b in timetable.order:
        model.add(slot[a] < slot[b])
    return model, slot


def model_j(timetable: Timetable) -> Native:
    events, slots = list(timetable.window), range(1, timetable.slots)
    model = pyo.ConcreteModel()
    model.slot = pyo.Var(events, domain=pyo.Integers, bounds=(1, timetable.slots))
    model.y = pyo.Var(events, slots, domain=pyo.Binary)
    model.rows = pyo.ConstraintList()
    for e, (first, last) in timetable.window.items():
        model.rows.add(sum(model.y[e, s] for s in slots) == 1)
        model.rows.add(sum(s * model.y[e, s] for s in slots) == model.slot[e])
        model.rows.add(pyo.inequality(first, model.slot[e], last))
    for s in slots:
        model.rows.add(sum(model.y[e, s] for e in events) <= timetable.rooms)
        for a, b in timetable.clashes:
            model.rows.add(model.y[a, s] + model.y[b, s] <= 1)
    for a, b in timetable.order:
        model.rows.add(model.slot[a] <= model.slot[b] - 1)
    return model, model.slot


# -- all of them -------------------------------------------------------------------------------------------------------

MODELS: dict[str, Callable[[Any], Native]] = {
    "A": model_a,
    "B": model_b,
    "C": model_c,
    "D": model_d,
    "E": model_e,
    "F": model_f,
    "G": model_g,
    "H": model_h,
    "I": model_i,
    "J": model_j,
}
"""A to D are rosters, E to G deliveries, H to J timetables."""

DATA: dict[str, Roster | Delivery | Timetable] = {
    **dict.fromkeys("ABCD", ROSTER),
    **dict.fromkeys("EFG", DELIVERY),
    **dict.fromkeys("HIJ", TIMETABLE),
}
"""The data on which each model is judged."""
