"""Lesson 12, cuts and branching: the cut of an odd cycle, a method to try first, values excluded by reduced costs."""

import random
from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import Any

from ...models.validation import short
from ..agreement import Slips, must_agree
from ..exercise import Wrong
from ..judges import call_unchanged, must_be_callable

# -- the cut of an odd cycle -------------------------------------------------------------------------------------------

Cliques = list[set[str]]
Point = dict[str, float]


def violation(cliques: Cliques, y: Point) -> float:
    """The left side of the cut minus its right side: the sum of the cliques' rows, halved and rounded down.

    >>> violation([{"a", "b"}, {"b", "c"}, {"c", "a"}], {"a": 0.5, "b": 0.5, "c": 0.5})
    0.5
    """
    return sum(count // 2 * y[i] for i, count in _counts(cliques, y).items()) - len(cliques) // 2


def _counts(cliques: Cliques, y: Point) -> dict[str, int]:
    """In how many of the cliques each member is."""
    return {i: sum(i in clique for clique in cliques) for i in y}


def _value(cliques: Cliques, y: Point, members: Any) -> float:
    return sum(y[i] for i, count in _counts(cliques, y).items() if members(count))


CYCLE_SLIPS: Slips = {
    "does not round the coefficients": lambda cliques, y: (
        sum(count / 2 * y[i] for i, count in _counts(cliques, y).items()) - len(cliques) // 2
    ),
    "rounds the coefficients up": lambda cliques, y: (
        sum((count + 1) // 2 * y[i] for i, count in _counts(cliques, y).items()) - len(cliques) // 2
    ),
    "does not round the right side": lambda cliques, y: violation(cliques, y) + len(cliques) // 2 - len(cliques) / 2,
    "rounds the right side up": lambda cliques, y: violation(cliques, y) - 1,
    "gives every member the coefficient 1": lambda cliques, y: sum(y.values()) - len(cliques) // 2,
    "gives the coefficient 1 to members of four cliques too": lambda cliques, y: (
        _value(cliques, y, lambda count: count > 1) - len(cliques) // 2
    ),
    "leaves out the members of more than two cliques": lambda cliques, y: (
        _value(cliques, y, lambda count: count == 2) - len(cliques) // 2
    ),
    "does not halve": lambda cliques, y: sum(count * y[i] for i, count in _counts(cliques, y).items()) - len(cliques),
    "takes the right side minus the left": lambda cliques, y: -violation(cliques, y),
    "returns 0 where the cut is satisfied": lambda cliques, y: max(0, violation(cliques, y)),
}


def _cycles() -> list[tuple[Cliques, Point]]:
    """The pentagon, then rings of cliques in which some members are in one, three or four of them."""
    pentagon: Cliques = [{"a", "b"}, {"b", "c"}, {"c", "d"}, {"d", "e"}, {"e", "a"}]
    cases = [(pentagon, dict.fromkeys("abcde", 0.5)), (pentagon, dict.fromkeys("abcde", 0.25))]
    rng = random.Random(1973)
    for _ in range(28):
        q = rng.choice([3, 5, 7])
        names = "abcdefghij"[: q + 3]
        cliques: Cliques = [{names[k], names[(k + 1) % q]} for k in range(q)]
        for name in names[rng.randrange(q) :]:
            for clique in rng.sample(cliques, rng.randint(0, 2)):
                clique.add(name)
        cases.append((cliques, {name: rng.randint(2, 5) / 8 for name in names}))
    return cases


def odd_cycle(answer: Any) -> str:
    """The violation of the rounded sum of all rows, on the pentagon and on rings with members in several cliques."""
    cases = _cycles()
    must_agree(answer, violation, cases, CYCLE_SLIPS)
    some = sum(violation(*case) > 0 for case in cases)
    return f"your function agrees on {len(cases)} rings of 3, 5 or 7 sets, of which {some} violate their cut"


# -- what to try first -------------------------------------------------------------------------------------------------

Shares = dict[str, tuple[int, int]]
"""The percentage of the puzzles that a method decides, and its milliseconds for each puzzle, by name."""

TABLES: list[tuple[Shares, int]] = [
    ({"singles": (80, 1), "domain": (92, 30), "LP": (100, 40)}, 20),
    ({"singles": (0, 1), "domain": (16, 30), "LP": (31, 40)}, 20),
    ({"singles": (45, 1), "domain": (70, 8), "LP": (83, 40)}, 60),
    ({"singles": (45, 1), "domain": (70, 8), "LP": (83, 40)}, 10),
    ({"singles": (10, 5), "LP": (100, 40)}, 1000),
    ({"LP": (50, 20)}, 30),
    ({"LP": (50, 20)}, 40),
]
"""The last is a tie: the solver alone is as fast."""


def _tables() -> list[tuple[Shares, int]]:
    """These tables, and random ones in which exactly one choice is best."""
    rng = random.Random(2006)
    every = list(TABLES)
    while len(every) < 60:
        methods = {name: (rng.randrange(0, 101, 5), rng.randint(1, 50)) for name in "abcd"[: rng.randint(1, 4)]}
        solver = rng.randint(2, 200)
        if len({mean(methods, solver, name) for name in (None, *methods)}) == len(methods) + 1:
            every.append((methods, solver))
    return every


def mean(methods: Shares, solver: int, name: str | None) -> Fraction:
    """The mean milliseconds for a puzzle, when a method is tried before the solver.

    >>> mean({"singles": (80, 1)}, 20, "singles")
    Fraction(5, 1)
    """
    if name is None:
        return Fraction(solver)
    share, cost = methods[name]
    return Fraction(cost) + (1 - Fraction(share, 100)) * Fraction(solver)


def first_try(answer: Any) -> str:
    """The answer is compared with the mean time of every choice, in exact fractions."""
    must_be_callable(answer, "methods, solver")
    tables = _tables()
    for methods, solver in tables:
        name = call_unchanged(answer, [methods, solver])
        if name is not None and (not isinstance(name, str) or name not in methods):
            raise Wrong(f"for {methods} your function returns {short(name)}, which is neither a method nor None")
        best = min([None, *methods], key=lambda each: mean(methods, solver, each))
        if name != best:
            better = "the solver alone" if best is None else repr(best)
            raise Wrong(
                f"for {methods} and a solver that takes {solver} ms your function returns {name!r}, with which a "
                f"puzzle takes {float(mean(methods, solver, name)):.4g} ms on average; {better} takes "
                f"{float(mean(methods, solver, best)):.4g} ms"
            )
    none = sum(min(mean(r, s, n) for n in r) >= s for r, s in tables)
    return f"the best choice on {len(tables)} tables; on {none} of them nothing is worth a try before the solver"


# -- reduced costs -----------------------------------------------------------------------------------------------------

Reduced = dict[str, float]


def may_be_better(bound: float, best: int, reduced: Reduced) -> set[str]:
    """The variables that reduced costs do not exclude from a solution that costs at most best - 1.

    >>> sorted(may_be_better(10, 12, {"a": 0.0, "b": 1.0, "c": 1.5}))
    ['a', 'b']
    """
    return {name for name, r in reduced.items() if bound + r <= best - 1}


COST_SLIPS: dict[str, Any] = {
    "compares with best in place of best - 1": lambda bound, best, reduced: {
        name for name, r in reduced.items() if bound + r <= best
    },
    "keeps only what costs less than best - 1": lambda bound, best, reduced: {
        name for name, r in reduced.items() if bound + r < best - 1
    },
    "keeps what costs less than best, though costs are integers": lambda bound, best, reduced: {
        name for name, r in reduced.items() if bound + r < best
    },
    "forgets the bound": lambda bound, best, reduced: {name for name, r in reduced.items() if r <= best - 1},
    "keeps only reduced costs of 0": lambda bound, best, reduced: {name for name, r in reduced.items() if r == 0},
    "returns what is excluded": lambda bound, best, reduced: set(reduced) - may_be_better(bound, best, reduced),
    "returns every variable": lambda bound, best, reduced: set(reduced),
}


def _programs() -> list[tuple[float, int, Reduced]]:
    """Costs in quarters, so that sums are exact; in the first two, a variable is exactly at the limit."""
    cases: list[tuple[float, int, Reduced]] = [
        (10, 12, {"a": 0.0, "b": 1.0, "c": 1.5, "d": 2.0}),
        (10.5, 14, {"a": 0.0, "b": 2.5, "c": 2.75, "d": 3.5}),
        (7, 7, {"a": 0.0, "b": 0.5}),
    ]
    rng = random.Random(1999)
    for _ in range(40):
        best = rng.randint(5, 40)
        bound = best - rng.randint(0, 24) / 4
        cases.append((bound, best, {name: rng.randint(0, 24) / 4 for name in "abcdefgh"[: rng.randint(2, 8)]}))
    return cases


def reduced_costs(answer: Any) -> str:
    """The set that is kept, where sums are exactly at the limit too, and where nothing better can exist."""
    must_be_callable(answer, "bound, best, reduced")
    cases = _programs()
    for bound, best, reduced in cases:
        got, want = _kept(answer, bound, best, reduced), may_be_better(bound, best, reduced)
        if got != want:
            name = min(got ^ want)
            total = f"with {name} = 1 a solution costs at least {bound:g} + {reduced.get(name, 0):g}"
            does = "keeps" if name in got else "excludes"
            raise Wrong(
                f"for a bound of {bound:g}, a best cost of {best} and the reduced costs {reduced} your function {does} "
                f"{name}, but {total}, and a better solution costs at most {best - 1}{_slip(answer, cases)}"
            )
    return f"the right set for {len(cases)} linear programs, also where a sum is exactly at the limit"


def _kept(answer: Any, bound: float, best: int, reduced: Reduced) -> set[str]:
    got = call_unchanged(answer, [bound, best, reduced])
    if isinstance(got, str) or not isinstance(got, Collection):
        raise Wrong(f"the function must return a set of variables, not {short(got)}")
    names = list(got)
    if isinstance(got, Mapping):
        raise Wrong(f"the function must return a set of variables, not a dict such as {short(got)}")
    if more := [name for name in names if name not in reduced]:
        raise Wrong(f"the function must return variables of {sorted(reduced)}; {short(more[0])} is none")
    return set(names)


def _slip(answer: Any, cases: list[tuple[float, int, Reduced]]) -> str:
    """The likely mistake that explains all answers, if there is one."""
    for does, slip in COST_SLIPS.items():
        if all(_kept(answer, *case) == slip(*case) for case in cases):
            return f": this comes out when one {does}"
    return ""
