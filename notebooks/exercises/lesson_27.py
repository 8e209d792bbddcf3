"""Lesson 27, a model that somebody else wrote: a validator, two to mend, verdicts with witnesses, small instances.

## write-validator: Write a validator

1. A validator knows nothing of models: it is five questions in plain Python about the plan, one for each rule. Which
   single number, pair or slot would break each rule?
2. Begin with an empty set of names. Test one rule after the other with `if any(...)` or `if not all(...)`, and add its
   name; never return at the first broken rule. For the rooms, count for each slot how many events have it.
3. if any(not first <= plan[e] <= last for e, (first, last) in timetable.window.items()): broken.add("window"). The
   order is broken if any(plan[a] >= plan[b] for a, b in timetable.order). The rooms: slots = list(plan.values()), and
   any(slots.count(s) > timetable.rooms for s in slots). A slot is whole if plan[e] == int(plan[e]).

## mend-two: Mend two models

1. In D, look at what is left of `duties` after it was summed once. In E, ask how large the left-hand side can become
   when the depot is open.
2. A list can be read twice, a generator only once. M must be at least everything that an open depot may have to
   deliver, and the capacity limits that already.
3. D: duties = [x[p, d] for d in roster.days], and the two rows from it. E: a row for each depot d: model.served[d] <=
   delivery.capacity[d] * model.open[d].

## judge-the-models: Judge ten models

1. Five verdicts are in `found`. For the three timetables compare what the model accepts with what your validator
   accepts, as `compare` does.
2. A plan that the model accepts and the validator refuses shows that the model is too weak; a plan that the validator
   accepts and the model refuses, that it is too strong. For the model with continuous variables, write a plan with two
   halves yourself. For the objective, any plan of which the model says another cost than `cost` will do.
3. F: {"mill": 1, "quay": 1} | dict.fromkeys(DELIVERY.route, 0.5). G: right_deliveries[0]. Timetables: right =
   right_plans(TIMETABLE.window, range(1, 5), lambda x: my_validator(TIMETABLE, x)); wrong, missing = compare(letter,
   right); ("too weak", wrong[0]) if wrong, ("too strong", missing[0]) if missing, and "right" otherwise.

## smallest-instance: The smallest instance

1. Ask for each fault which plan the model accepts wrongly, or refuses wrongly, and leave out everything that this plan
   does not need.
2. A: the last day and the first must not be neighbours already. E: one depot is enough; how many customers must it
   serve so that its load is more than the largest demand? H: one event, and a slot before its window.
3. A: one person and three days, with a duty on the first and the last: need={1: 1, 2: 0, 3: 1}, least=0, most=2. E: two
   customers and one depot that has room for both. H: one event with the window (2, 2) and slots=2.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise, product
from math import isclose
from random import Random
from typing import Any

from sudoku_models.backends import Backend, plain
from sudoku_models.course.answers import as_python, call_unchanged, must_fit, same
from sudoku_models.course.exams import Asked, question
from sudoku_models.course.exercise import SECONDS, Function, Wrong
from sudoku_models.course.exercises.models_to_judge import DATA, Delivery, Roster, Timetable
from sudoku_models.course.models import allowed_by, is_solved
from sudoku_models.errors import NotInstalledError, SolverError, SudokuModelsError, UnsupportedError
from sudoku_models.models.problem import Problem
from sudoku_models.models.validation import Undecided, native_model, short
from sudoku_models.puzzles.cell_names import listed

Plan = Mapping[Any, Any]
Data = Roster | Delivery | Timetable
SMALL = 1e-6
"""How far values that a solver gives may be from what they should be."""

# -- the specifications, in plain Python -------------------------------------------------------------------------------


def broken_in_roster(roster: Roster, x: Plan) -> set[str]:
    """The names of the rules that a roster breaks, within the tolerance of a solver."""
    if any(min(abs(v), abs(v - 1)) > SMALL for v in x.values()):
        return {"value"}
    x = {key: round(v) for key, v in x.items()}
    people, days = roster.people, roster.days
    after = dict(zip(days, [*days[1:], days[0]], strict=True))
    kept = {
        "need": all(sum(x[p, d] for p in people) == roster.need[d] for d in days),
        "rest": all(x[p, d] + x[p, after[d]] <= 1 for p in people for d in days),
        "number": all(roster.least <= sum(x[p, d] for d in days) <= roster.most for p in people),
        "mentor": all(x[trainee, d] <= x[mentor, d] for trainee, mentor in roster.mentor.items() for d in days),
    }
    return {rule for rule, holds in kept.items() if not holds}


def broken_in_delivery(delivery: Delivery, x: Plan) -> set[str]:
    """The names of the rules that a delivery breaks, within the tolerance of a solver."""
    demand, capacity = delivery.demand, delivery.capacity
    kept = {
        "once": all(min(abs(x[k]), abs(x[k] - 1)) < SMALL for k in x)
        and all(isclose(sum(x[c, d] for d in capacity), 1, abs_tol=SMALL) for c in demand),
        "open": all(x[c, d] <= x[d] + SMALL for c, d in delivery.route),
        "capacity": all(sum(demand[c] * x[c, d] for c in demand) <= capacity[d] + SMALL for d in capacity),
    }
    return {rule for rule, holds in kept.items() if not holds}


def cost_of(delivery: Delivery, x: Plan) -> float:
    """What a delivery costs."""
    opening = sum(delivery.opening[d] * x[d] for d in delivery.capacity)
    return float(opening + sum(price * x[k] for k, price in delivery.route.items()))


def broken_in_timetable(timetable: Timetable, x: Plan) -> set[str]:
    """The names of the rules that a timetable breaks."""
    slots = list(x.values())
    kept = {
        "slot": all(s == int(s) and 1 <= s <= timetable.slots for s in slots),
        "window": all(first <= x[e] <= last for e, (first, last) in timetable.window.items()),
        "clash": all(x[a] != x[b] for a, b in timetable.clashes),
        "order": all(x[a] < x[b] for a, b in timetable.order),
        "rooms": all(slots.count(s) <= timetable.rooms for s in slots),
    }
    return {rule for rule, holds in kept.items() if not holds}


def broken(data: Any, plan: Plan) -> set[str]:
    """The names of the rules of its specification that a plan breaks."""
    if isinstance(data, Roster):
        return broken_in_roster(data, plan)
    return broken_in_delivery(data, plan) if isinstance(data, Delivery) else broken_in_timetable(data, plan)


def keys_of(data: Any) -> list[Any]:
    """What a plan has values for."""
    if isinstance(data, Roster):
        return [(p, d) for p in data.people for d in data.days]
    return [*data.capacity, *data.route] if isinstance(data, Delivery) else [*data.window]


def every_plan(data: Any) -> Iterator[dict[Any, int]]:
    """All plans of whole numbers, right and wrong ones."""
    values = range(1, data.slots + 1) if isinstance(data, Timetable) else (0, 1)
    keys = keys_of(data)
    return (dict(zip(keys, numbers, strict=True)) for numbers in product(values, repeat=len(keys)))


# -- what the ten models accept ----------------------------------------------------------------------------------------


def _accepted_by_a(roster: Roster, x: Plan) -> bool:
    open_ended = all(x[p, d] + x[p, e] <= 1 for p in roster.people for d, e in pairwise(roster.days))
    return open_ended and broken_in_roster(roster, x) <= {"rest"}


def _accepted_by_c(roster: Roster, x: Plan) -> bool:
    turned = roster._replace(mentor={})
    pairs = [(x[mentor, d], x[trainee, d]) for trainee, mentor in roster.mentor.items() for d in roster.days]
    return all(m <= t for m, t in pairs) and not broken_in_roster(turned, x)


def _accepted_by_d(roster: Roster, x: Plan) -> bool:
    free = roster._replace(least=0)
    return roster.least <= 0 and not broken_in_roster(free, x)


def _accepted_by_e(delivery: Delivery, x: Plan) -> bool:
    most = max(delivery.demand.values())
    load = {d: sum(n * x[c, d] for c, n in delivery.demand.items()) for d in delivery.capacity}
    return not broken_in_delivery(delivery, x) and all(load[d] <= most * x[d] + SMALL for d in load)


def _accepted_by_f(delivery: Delivery, x: Plan) -> bool:
    demand, capacity = delivery.demand, delivery.capacity
    return (
        all(-SMALL <= each <= 1 + SMALL for each in x.values())
        and all(min(abs(x[d]), abs(x[d] - 1)) < SMALL for d in capacity)
        and all(isclose(sum(x[c, d] for d in capacity), 1, abs_tol=SMALL) for c in demand)
        and all(sum(demand[c] * x[c, d] for c in demand) <= capacity[d] * x[d] + SMALL for d in capacity)
    )


def _accepted_by_h(timetable: Timetable, x: Plan) -> bool:
    low = timetable._replace(window={e: (1, last) for e, (_, last) in timetable.window.items()})
    return not broken_in_timetable(low, x)


def _accepted_by_j(timetable: Timetable, x: Plan) -> bool:
    return not broken_in_timetable(timetable, x) and max(x.values()) < timetable.slots


def _is_right(data: Any, x: Plan) -> bool:
    return not broken(data, x)


ACCEPTED: dict[str, Callable[[Any, Plan], bool]] = {
    "A": _accepted_by_a,
    "B": _is_right,
    "C": _accepted_by_c,
    "D": _accepted_by_d,
    "E": _accepted_by_e,
    "F": _accepted_by_f,
    "G": _is_right,
    "H": _accepted_by_h,
    "I": _is_right,
    "J": _accepted_by_j,
}
"""Whether each model accepts a plan, in plain Python; the tests compare this with the models themselves."""

KINDS = {Roster: "roster", Delivery: "delivery", Timetable: "timetable"}
RIGHT = ("B", "I")


def cost_in_g(delivery: Delivery, x: Plan) -> float:
    """The objective of model G."""
    return float(sum((delivery.opening[d] + price) * x[c, d] for (c, d), price in delivery.route.items()))


# -- a validator -------------------------------------------------------------------------------------------------------

RULES = ("slot", "window", "clash", "order", "rooms")
VALUES: tuple[float, ...] = 0, 1, 2, 3, 4, 2.5, 2.01
"""Slots that are tried; 2.0 is tried beside them, and together with 2."""


def _timetables() -> Iterator[tuple[str, Timetable]]:
    yield "two events that clash", Timetable(3, 2, {"a": (1, 3), "b": (1, 3)}, [("a", "b")], [])
    yield "two events in order", Timetable(3, 2, {"a": (1, 3), "b": (1, 3)}, [], [("b", "a")])
    yield "two events with windows", Timetable(3, 2, {"a": (2, 2), "b": (1, 2)}, [], [])
    yield "three events and one room", Timetable(3, 1, {"a": (1, 3), "b": (1, 3), "c": (1, 3)}, [], [])
    yield "three events and two rooms", Timetable(3, 2, {"a": (1, 3), "b": (1, 3), "c": (1, 3)}, [], [])
    chain = [("a", "b"), ("b", "c")]
    yield "three events in a chain", Timetable(3, 3, {"a": (1, 3), "b": (1, 2), "c": (2, 3)}, [("a", "c")], chain)
    every = {"a": (1, 2), "b": (2, 3), "c": (1, 3)}
    yield "three events with everything", Timetable(3, 2, every, [("c", "b"), ("a", "b")], [("a", "c")])


def write_validator(answer: Function) -> str:
    """The names of the broken rules, of all plans of seven timetables; of a wrong slot only that."""
    tried = 0
    for title, timetable in _timetables():
        plans: list[dict[Any, Any]] = [*every_plan(timetable._replace(slots=2)), *every_plan(timetable)]
        plans += [dict(zip(timetable.window, x, strict=True)) for x in product(VALUES, repeat=len(timetable.window))]
        plans += [{e: float(s) for e, s in plan.items()} for plan in plans if "slot" not in broken(timetable, plan)]
        first = next(iter(timetable.window))
        plans += [{**plan, first: float(plan[first])} for plan in every_plan(timetable)]
        for plan in plans:
            returned = call_unchanged(answer, (timetable, plan))
            must_fit(returned, [str], f"for {title} your function must return a set of names")
            _must_name(set(returned), broken(timetable, plan), f"for {title} with the plan {short(plan)}", timetable)
            tried += 1
    return f"your validator names the broken rules of {tried:,} plans of 7 timetables, and no others"


def _must_name(named: set[str], right: set[str], case: str, timetable: Timetable) -> None:
    if unknown := sorted(named - {*RULES}):
        raise Wrong(f"{short(unknown[0])} is no name of a rule; they are {', '.join(RULES)}")
    if "slot" in right:
        if "slot" not in named:
            raise Wrong(f"{case} your function does not name 'slot'; the slots are 1 to {timetable.slots}")
        return
    says = f"{case} your function names {listed(sorted(map(repr, named)))}" if named else f"{case} it names no rule"
    if missing := sorted(right - named):
        raise Wrong(f"{says}, and {missing[0]!r} is broken{' too' if named else ''}: {timetable}")
    if extra := sorted(named - right):
        raise Wrong(f"{says}, and {extra[0]!r} is kept: {timetable}")


# -- two models to mend ------------------------------------------------------------------------------------------------


def _rosters() -> Iterator[Roster]:
    yield Roster(("a", "b", "c"), {1: 1, 2: 1, 3: 1, 4: 1}, 1, 2, {})
    yield Roster(("a", "b", "c"), {1: 2, 2: 0, 3: 2, 4: 0}, 0, 2, {"c": "a"})
    yield Roster(("a", "b", "c"), {1: 1, 2: 1, 3: 1, 4: 1}, 0, 1, {})
    yield Roster(("a", "b"), {1: 1, 2: 0, 3: 1, 4: 0, 5: 0, 6: 1}, 1, 2, {})
    yield Roster(("a", "b", "c"), {1: 2, 2: 1, 3: 0}, 1, 1, {"b": "c"})
    yield Roster(("a", "b"), {1: 1, 2: 1, 3: 1}, 0, 3, {})


def _deliveries() -> Iterator[Delivery]:
    yield DATA["E"]
    near, far = {"inn": 1, "school": 2, "park": 3}, {"inn": 5, "school": 4, "park": 2}
    route = {**{(c, "mill"): n for c, n in near.items()}, **{(c, "quay"): n for c, n in far.items()}}
    yield Delivery({"inn": 2, "school": 2, "park": 2}, {"mill": 4, "quay": 6}, {"mill": 5, "quay": 3}, route)
    yield Delivery({"inn": 1, "school": 5, "park": 3}, {"mill": 8, "quay": 9}, {"mill": 2, "quay": 11}, route)
    yield Delivery({"inn": 2, "school": 5, "park": 4}, {"mill": 11, "quay": 5}, {"mill": 30, "quay": 4}, route)
    yield Delivery({"inn": 3, "school": 3}, {"mill": 6}, {"mill": 4}, {("inn", "mill"): 2, ("school", "mill"): 1})


def mend_two(roster_of: Function, delivery_of: Function) -> str:
    """Both models accept exactly the right plans of small instances, and the delivery has the right objective."""
    for k, roster in enumerate(_rosters(), 1):
        _must_be_exact(roster_of, roster, f"on roster {k} of 6", "D")
    for k, delivery in enumerate(_deliveries(), 1):
        case = f"on delivery {k} of 5"
        m, variables = _must_be_exact(delivery_of, delivery, case, "E")
        _must_be_cheapest(m, variables, delivery, case)
    return "your models accept exactly the right plans of 6 rosters and 5 deliveries, and find the cheapest deliveries"


def _must_be_exact(answer: Function, data: Any, case: str, letter: str) -> tuple[Backend, dict[Any, Any]]:
    m, variables = _built(answer, data, case, letter)
    try:
        for plan, allowed in allowed_by(m, variables, every_plan(data)):
            rules = broken(data, plan)
            chosen = listed(_said(key, data) for key, one in plan.items() if one) or "nothing"
            if allowed and rules:
                raise Wrong(
                    f"{case} your model {letter} accepts this plan: {chosen}. It breaks the rule {min(rules)!r}: {data}"
                )
            if not allowed and not rules:
                raise Wrong(f"{case} your model {letter} refuses this plan: {chosen}. It breaks no rule: {data}")
    except (SolverError, NotInstalledError):
        raise
    except UnsupportedError as error:
        raise Undecided(f"your model {letter} has a constraint that cannot be judged here: {error}") from None
    return m, variables


def _said(key: Any, data: Any) -> str:
    """What it means that a variable is 1."""
    if isinstance(key, str):
        return f"{key} open"
    return f"{key[0]} on day {key[1]}" if isinstance(data, Roster) else f"{key[0]} from {key[1]}"


def _built(answer: Function, data: Any, case: str, letter: str) -> tuple[Backend, dict[Any, Any]]:
    """The learner's model, and a binary for each key."""
    m, table, where = native_model(answer(data), ("x",))
    if not (hasattr(table, "keys") and hasattr(table, "__getitem__")):
        raise Wrong(f"{where} must return its variables by their keys, a dict, not {short(table)}")
    named = {key: table[key] for key in table.keys()}  # noqa: SIM118  Pyomo's Var is no dict
    found = {}
    for key in keys_of(data):
        if key not in named:
            raise Wrong(f"{case} your model {letter} returns no variable for {short(key)}")
        try:
            column = m.column(named[key])
        except SudokuModelsError:
            held = short(named[key])
            raise Wrong(f"{case} for {short(key)} your model {letter} returns {held}, no variable") from None
        if not m.is_integer(column):
            raise Wrong(f"{case} the variable for {short(key)} may be a half in your model {letter}; make it a binary")
        found[key] = named[key]
    return m, found


def _must_be_cheapest(m: Backend, variables: dict[Any, Any], delivery: Delivery, case: str) -> None:
    if plain(m).minimised is None:
        raise Wrong(f"{case} your model E has no objective any more; the cost is to be minimised")
    result = Problem(lambda _: variables, m).solve(time_limit=SECONDS)
    if not is_solved(result) or result.values is None:
        raise Wrong(f"{case} your model E has no solution")
    cost = cost_of(delivery, result.values)
    least = min(cost_of(delivery, x) for x in every_plan(delivery) if not broken(delivery, x))
    if not isclose(cost, least, abs_tol=SMALL):
        raise Wrong(f"{case} the best plan of your model E costs {cost:g}, and there is one for {least:g}: {delivery}")


# -- verdicts ----------------------------------------------------------------------------------------------------------

VERDICTS = ("too weak", "too strong", "wrong objective")


def judge_the_models(answer: Any) -> str:
    """For each model "right", or a verdict and a plan that shows it; what a model accepts is computed here."""
    must_fit(answer, {str: object}, f"the answer must be a dict with the letters {', '.join(ACCEPTED)}")
    if unknown := sorted(answer.keys() - ACCEPTED.keys()):
        raise Wrong(f"there is no model {short(unknown[0])}; the letters are {', '.join(ACCEPTED)}")
    if missing := [letter for letter in ACCEPTED if letter not in answer]:
        raise Wrong(f"there is no verdict on {listed(missing)} yet")
    for letter in ACCEPTED:
        _must_be_shown(letter, answer[letter])
    return "eight of the models are wrong, each of your plans shows it, and the other two are right"


def _must_be_shown(letter: str, given: Any) -> None:
    if same(given, "right") or (isinstance(given, list | tuple) and len(given) == 1 and same(given[0], "right")):
        if letter not in RIGHT:
            raise Wrong(f"model {letter} is not right: there is a plan that shows it")
        return
    form = f"the verdict on {letter} must be 'right', or a pair such as ('too weak', plan)"
    must_fit(given, (str, Mapping), form)
    verdict, plan = given[0], {key: int(v) if isinstance(v, bool) else v for key, v in given[1].items()}
    if verdict not in VERDICTS:
        choices = listed(map(repr, ("right", *VERDICTS)), "or")
        raise Wrong(f"the verdict on {letter} must be {choices}, not {short(verdict)}")
    data, kind = DATA[letter], KINDS[type(DATA[letter])]
    must_fit(plan, {object: float}, f"the plan for {letter} must be a dict of numbers")
    keys = keys_of(data)
    if missing := [key for key in keys if key not in plan]:
        raise Wrong(f"the plan for {letter} must have a value for {short(missing[0])}")
    if unknown := [key for key in plan if key not in keys]:
        raise Wrong(f"the plan for {letter} has a value for {short(unknown[0])}, which is no part of a {kind}")
    plan = {key: plan[key] for key in keys}
    rules, accepts = broken(data, plan), ACCEPTED[letter](data, plan)
    if verdict == "too weak" and not (accepts and rules):
        why = f"model {letter} does not accept it" if not accepts else "it breaks no rule of the specification"
        raise Wrong(f"your plan does not show that {letter} is too weak: {why}")
    if verdict == "too strong" and not (rules == set() and not accepts):
        why = f"model {letter} accepts it" if accepts else f"it breaks the rule {min(rules)!r} of the specification"
        raise Wrong(f"your plan does not show that {letter} is too strong: {why}")
    if verdict == "wrong objective":
        _must_cost_something_else(letter, data, plan, rules)


def _must_cost_something_else(letter: str, data: Any, plan: Plan, rules: set[str]) -> None:
    if not isinstance(data, Delivery):
        raise Wrong(f"the specification of {letter} has no objective; a plan is right or wrong")
    if rules:
        raise Wrong(f"your plan for {letter} breaks the rule {min(rules)!r}; show the cost of a plan that breaks none")
    cost, says = cost_of(data, plan), (cost_in_g if letter == "G" else cost_of)(data, plan)
    if letter == "E" and not ACCEPTED["E"](data, plan):
        raise Wrong("your plan does not show that E has a wrong objective: model E does not accept it")
    if isclose(cost, says, abs_tol=SMALL):
        raise Wrong(f"your plan costs {cost:g}, and the objective of {letter} says so too")


# -- small instances ---------------------------------------------------------------------------------------------------

SMALLEST = {"A": 3, "E": 2, "H": 2}
"""The fewest people times days, customers times depots, events times slots."""
SIZES: dict[str, tuple[str, Callable[[Any], int], type]] = {
    "A": ("people times days", lambda data: len(data.people) * len(data.need), Roster),
    "E": ("customers times depots", lambda data: len(data.demand) * len(data.capacity), Delivery),
    "H": ("events times slots", lambda data: len(data.window) * data.slots, Timetable),
}
MOST = 16
"""The largest number of variables of which all plans are tried."""


def smallest_instance(answer: Any) -> str:
    """Instances on which a model and its specification disagree about a plan, as small as any."""
    must_fit(answer, {str: object}, "the answer must be a dict with the letters A, E and H")
    if answer.keys() != SMALLEST.keys():
        raise Wrong("the answer must have the letters A, E and H, and no others")
    for letter, least in SMALLEST.items():
        what, size, kind = SIZES[letter]
        data = answer[letter]
        if not isinstance(data, kind):
            raise Wrong(f"the instance for {letter} must be a {kind.__name__}, not {short(data)}")
        _must_be_valid(letter, data)
        if size(data) > MOST:
            raise Wrong(f"the instance for {letter} has the size {size(data)} ({what}); much less is enough")
        if not any(ACCEPTED[letter](data, x) == bool(broken(data, x)) for x in every_plan(data)):
            raise Wrong(f"on your instance for {letter} the model accepts exactly the right plans: no fault shows")
        if size(data) > least:
            much = f"its size is {size(data)} ({what}), and {least} is enough"
            raise Wrong(f"your instance for {letter} shows the fault; {much}")
    return "your three instances show the faults, and no smaller ones do"


def _must_be_valid(letter: str, data: Any) -> None:
    """Check an instance by hand of the words of its specification."""
    kinds: dict[str, Any] = {
        "people": [str], "need": {int: int}, "least": int, "most": int, "mentor": {str: str},
        "demand": {str: int}, "capacity": {str: int}, "opening": {str: int}, "route": {(str, str): int},
        "slots": int, "rooms": int, "window": {str: (int, int)}, "clashes": [(str, str)], "order": [(str, str)],
    }  # fmt: skip
    for name, part in data._asdict().items():
        must_fit(
            as_python(part),
            kinds[name],
            f"the field {name} of the instance for {letter} must be as in DATA[{letter!r}], with whole numbers",
        )
    for sentence in _objections(data):
        raise Wrong(f"the instance for {letter} is none of its specification: {sentence}")


def _objections(data: Any) -> Iterable[str]:
    if isinstance(data, Roster):
        if len(data.need) < 2 or sorted(data.need) != [*range(1, len(data.need) + 1)]:
            yield f"its days are {listed(sorted(data.need)) or 'none'}; there are at least two, from 1 on"
        if not data.people or len({*data.people}) < len(data.people):
            yield "its people are none, or two of them have one name"
        if min(*data.need.values(), data.least, data.most) < 0:
            yield "a number in it is negative"
        if not {*data.mentor, *data.mentor.values()} <= {*data.people} or any(t == m for t, m in data.mentor.items()):
            yield "a mentor or trainee is not among its people, or somebody is their own mentor"
    elif isinstance(data, Delivery):
        if not data.demand or not data.capacity or {*data.demand} & {*data.capacity}:
            yield "it has no customer or no depot, or a name for both"
        if {*data.route} != {*product(data.demand, data.capacity)} or data.opening.keys() != data.capacity.keys():
            yield "it needs an opening cost for each depot, and a route for each customer and depot, and no others"
        parts = (data.demand, data.capacity, data.opening, data.route)
        if min((number for part in parts for number in part.values()), default=0) < 0:
            yield "a number in it is negative"
    else:
        if not data.window or data.slots < 1 or data.rooms < 0:
            yield "it has no event, no slot, or fewer than no rooms"
        if not all(1 <= first <= last <= data.slots for first, last in data.window.values()):
            yield f"each window must be within the slots 1 to {data.slots}, and not end before it begins"
        if not all(a in data.window and b in data.window and a != b for a, b in (*data.clashes, *data.order)):
            yield "a pair is not of two different events with a window"


# -- examination -------------------------------------------------------------------------------------------------------


@question(1, 2, 1)
def forgotten_last_day(rng: Random) -> Asked:
    k, n = rng.randint(3, 4), rng.randint(4, 6)
    every = [x for x in product(range(k), repeat=n) if all(a != b for a, b in pairwise(x))]
    wrong = [x for x in every if x[0] == x[-1]]
    found = len(every), len(wrong)
    return Asked(
        f"A roster of {n} days repeats. Each day exactly one of {k} people is on duty, nobody on two days in a row. A "
        f"model states `x[p, d] + x[p, d + 1] <= 1` for the days d = 1, ..., {n - 1} only. (i) How many plans does it "
        "accept? (ii) How many of them break the specification? (iii) Give one of these as a witness, and the smallest "
        "number of days with which the fault shows (a roster has at least two).",
        f"(i) {k} · {k - 1}^{n - 1} = **{found[0]}**. (ii) Those with one person on the last day and on the first: "
        f"**{found[1]}**. (iii) Such as the people {' '.join(str(p + 1) for p in wrong[0])}. With two days, the row "
        "for d = 1 says all; **three** days are needed.",
        found,
    )


@question(2, 1, 1)
def m_too_small(rng: Random) -> Asked:
    lost, smallest, capacity = list[list[int]](), 0, 0
    while not lost or smallest == capacity:
        demands = sorted(rng.sample(range(2, 10), 4))
        capacity = rng.randint(max(demands) + 2, sum(demands) - 1)
        sets = [[x for x, one in zip(demands, chosen, strict=True) if one] for chosen in product((0, 1), repeat=4)]
        fits = [each for each in sets if sum(each) <= capacity]
        lost = [each for each in fits if sum(each) > max(demands)]
        smallest = max(map(sum, fits))
    return Asked(
        f"Customers demand {', '.join(map(str, demands))}; a depot has the capacity {capacity}. A colleague states "
        f"`load <= M * open` for it with M = {max(demands)}, the largest demand. (i) How many of the non-empty sets of customers "
        "that the depot could serve does this forbid? (ii) Which is the smallest M that forbids none, and why does a "
        "validator of the model's answers never find this fault?",
        f"(i) **{len(lost)}** of {len(fits) - 1} sets, for example {lost[0]}, whose load is {sum(lost[0])}. (ii) "
        f"**{smallest}**, the largest load that fits (the capacity, {capacity}, is valid as well). The model is too "
        "strong: its answers keep all the rules. The fault shows if a right plan is tried in the model.",
        (len(lost), smallest),
    )


@question(1, 2, 1)
def counted_twice(rng: Random) -> Asked:
    best: list[set[str]] = [{"AB"}, {"AB"}]
    while best[0] == best[1] or len(best[0]) + len(best[1]) > 2:
        apart = {pair: rng.randint(1, 9) for pair in ("AB", "AC", "AD", "BC", "BD", "CD")}
        price = {site: rng.randint(8, 20) for site in "ABCD"}
        costs = [{p: price[p[0]] + price[p[1]] + k * apart[p] for p in apart} for k in (1, 2)]
        best = [{p for p in cost if cost[p] == min(cost.values())} for cost in costs]
    by_rules, by_model = (f"**{min(best[k])}** at {min(costs[k].values())}" for k in (0, 1))
    return Asked(
        f"Two of four sites are chosen. They cost {', '.join(f'{a}: {n}' for a, n in price.items())}, and the chosen "
        f"pair costs in addition {', '.join(f'{pair}: {n}' for pair, n in apart.items())}. A model's objective has the "
        "term `sum(apart[i, j] * z[i, j] for i in sites for j in sites if i != j)`, where z[i, j] is 1 if both are "
        "chosen, and apart[j, i] is apart[i, j]; the prices are right. Which pair is best by the specification, which by "
        "the model? Would `sm.equivalent` find the fault?",
        f"The sum has each pair twice. Best by the specification: {by_rules}; by the model: {by_model} "
        "in its own count. Both accept the same plans, so they are *equivalent*: objectives are not compared. Compute "
        "the cost of some plans outside the model.",
        (best[0], best[1]),
    )
