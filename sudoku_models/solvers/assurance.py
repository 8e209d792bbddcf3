"""Making sure of what a solver claims: that there is no solution, or none that is better.

The claim is the answer, and nothing here takes its place. In the time that is left it is made sure:

1. *proved*: the multipliers of the linear relaxation give an exact bound, see `dual_bound`. This is cheap: one linear
   program and one pass over the matrix. It is tried for every claim of a MILP solver.
2. *confirmed*: where numbers are so large that the claim is doubtful, a solver of another paradigm, which computes in
   whole numbers, looks for a solution that refutes it. Without a time limit, only with a bounded effort.
3. Otherwise it stays *claimed*, and says so.

If the other solver finds a better solution, that one is the answer, and the claim was false.
"""

from dataclasses import replace
from fractions import Fraction
from math import inf, isfinite
from typing import Any

from ..backends import PlainModel
from ..backends.numbers import Exact, total, whole_objective
from ..errors import SudokuModelsError, UnsupportedError
from ..runtime.interrupts import import_whole
from ..runtime.limits import Deadline, TimeLimit, deadline_of
from .dual_bound import RationalModel
from .protocol import BOUNDED, GAVE_UP, MILP, TIME_LIMIT, Certainty, Feature, Outcome, Status
from .registry import find, having, title
from .small_numbers import SmallModel, with_better

CLAIMED: Certainty = "claimed"
CONFIRMED: Certainty = "confirmed"
PROVED: Certainty = "proved"
POSITIVE = Fraction(1, 2**64)
"""A bound of the objective 0 with which the search for a larger one ends."""
NEARLY = Fraction(1, 10**6)
"""The part of itself by which the objective may be better than a bound where a continuous column has a cost."""


def made_sure(claim: Outcome, model: PlainModel, solver: str, deadline: Deadline) -> Outcome:
    """The outcome of a solve with its certainty, after trying to make sure of it in the time that is left.

    Args:
        claim: The outcome of the solver. It is changed in place.
        model: The model that it was passed.
        solver: Its name.
        deadline: When the answer is due.

    Returns:
        The claim; or, if a solver of another paradigm refutes it, the outcome of that one.
    """
    if claim.status is Status.UNKNOWN or (claim.status is Status.SOLVED and model.minimised is None):
        return claim
    name, claim.certainty = title(solver), CLAIMED
    none = "none is better" if claim.status is Status.SOLVED else "there is no solution"
    found = f"{name} found a solution and" if claim.status is Status.SOLVED else name
    claim.reason = f"{found} claims that {none}"
    try:
        with deadline_of(deadline) as earliest:
            if find(solver).paradigm == MILP:
                _prove(claim, model, earliest)
            if claim.certainty == CLAIMED and claim.is_doubtful:
                other = searched(claim, model, name, earliest, is_bounded=earliest.left() is None)
                other.stopped_by = other.stopped_by if other.status is Status.UNKNOWN else ""
                return other
    except TimeLimit:
        claim.reason += "; the time was up before this was made sure" if claim.is_doubtful else ""
    except KeyboardInterrupt:
        claim.reason += "; it was interrupted before this was made sure"
    return claim


def confirmed_if_doubtful(claim: Outcome, model: PlainModel, solver: str, deadline: Deadline) -> Outcome:
    """The outcome of a solve for a caller who goes on from it, as a count does: no doubtful "infeasible" is in it.

    It is confirmed, refuted, or unknown. What is not doubtful is returned as it is.
    """
    if claim.status is not Status.INFEASIBLE or not claim.is_doubtful:
        return claim
    claim.reason, found = f"{title(solver)} claims that there is no solution", claim
    try:
        found = searched(claim, model, title(solver), deadline, is_bounded=False)
    except TimeLimit:
        claim.reason, claim.stopped_by = f"{claim.reason}; the time was up before this was made sure", TIME_LIMIT
    if found.status is Status.INFEASIBLE and found.certainty != CONFIRMED:
        return replace(found, status=Status.UNKNOWN, certainty="", stopped_by=found.stopped_by or GAVE_UP)
    return found


# -- by an exact bound ------------------------------------------------------------------------------------------------


def _prove(claim: Outcome, model: PlainModel, deadline: Deadline) -> None:
    """Try to prove a claim by an exact bound, and record it.

    Values of continuous columns have a tolerance. So they prove nothing unless they satisfy the rows exactly; and when
    the bound says that no solution is as good, they are none.
    """
    rational = RationalModel(model)
    if claim.status is Status.INFEASIBLE:
        is_proved = best_bound(model, rational, True, POSITIVE, deadline)[0] > 0
    else:
        assert claim.values is not None
        exactly = rational.solution(claim.values)
        value = rational.value(exactly or rational.rounded(claim.values))
        if claim.bound is None:
            claim.bound = _float(value)
        goal = value if exactly else inf
        bound, _ = best_bound(model, rational, False, goal, deadline, claim.multipliers)
        is_proved = exactly is not None and bound >= value
        assert model.minimised is not None
        sign = model.minimised.sign
        none_is = f"no value is {'below' if sign > 0 else 'above'} {_float(sign * bound):.12g}"
        if bound > value + (0 if rational.unit else NEARLY * max(Fraction(1), abs(value))):
            claim.status, claim.stopped_by, claim.certainty, claim.values = Status.UNKNOWN, GAVE_UP, "", None
            claim.bound = _float(bound)
            claim.reason += f", but its values satisfy the rows only up to rounding: it is proved that {none_is}"
        elif not is_proved and isfinite(bound):
            claim.reason += f"; it is proved that {none_is}"
    if is_proved:
        claim.certainty = PROVED
        if claim.status is Status.SOLVED and exactly:
            claim.values = list(map(float, exactly))  # those that are proved, and not those that were rounded
        claim.reason += "; an exact bound from the dual values of the relaxation proves it"


def best_bound(
    model: PlainModel,
    rational: RationalModel,
    of_zero: bool,
    goal: Fraction | float,
    deadline: Deadline,
    known: list[float] | None = None,
) -> tuple[Fraction | float, list[Exact]]:
    """The best bound from multipliers of HiGHS, and these; multipliers of 0 where they suffice, or there are no others.

    Args:
        model: The model.
        rational: The same in rational numbers.
        of_zero: Whether the objective is 0, so that a bound above 0 proves that there is no solution.
        goal: A bound with which to be content.
        deadline: When the answer is due.
        known: Multipliers of HiGHS that are known already.
    """
    none: list[Exact] = [0] * len(rational.whole_rows)
    bound = rational.bound(none, of_zero)
    if bound >= goal or (found := known or multipliers_of(model, of_zero, deadline)) is None:
        return bound, none
    better = rational.best_bound(found, of_zero, goal)
    return better if better[0] > bound else (bound, none)


def multipliers_of(model: PlainModel, of_zero: bool, deadline: Deadline) -> list[float] | None:
    """The multipliers that HiGHS finds; None when it cannot run here, or finds none."""
    asked: Any = replace(model, minimised=None) if of_zero else model
    try:
        find("highs")
        relaxation = import_whole(".highs_relaxation", __package__).HighsRelaxation()
        return relaxation.session(asked).solve(deadline.left()).multipliers
    except (SudokuModelsError, OverflowError):
        return None


def _float(number: Fraction | float) -> float:
    """The nearest number in floating point, which may be infinite."""
    try:
        return float(number)
    except OverflowError:
        return inf if number > 0 else -inf


# -- by another solver ------------------------------------------------------------------------------------------------


def searched(claim: Outcome, model: PlainModel, name: str, deadline: Deadline, is_bounded: bool) -> Outcome:
    """The claim after another solver has looked for a solution that refutes it; the outcome of that one if it does.

    Args:
        claim: The outcome of the solver. It is changed in place.
        model: The model that it was passed.
        name: Its name in sentences.
        deadline: When the answer is due.
        is_bounded: Whether the effort is bounded.
    """
    asked = _with_better(model, claim.values) if claim.status is Status.SOLVED else model
    for each in having(Feature.WHOLE_NUMBERS, *[Feature.BOUNDED] * is_bounded):
        if asked is None:
            break
        try:
            outcome = _asked(find(f"{each}:{BOUNDED}" if is_bounded else each), asked, deadline)
        except UnsupportedError:
            continue
        return _compared(claim, outcome, name, title(each))
    claim.reason += "; its numbers are large, and no solver in whole numbers can confirm it"
    return claim


def _with_better(model: PlainModel, values: Any) -> PlainModel | None:
    """The model with a row that asks for a better solution; None when a continuous column has a cost."""
    objective = model.minimised
    if objective is None or not all(model.integer[k] for k in objective.columns):
        return None
    return with_better(model, int(total(whole_objective(objective)[0], list(map(round, values)))))


def _asked(solver: Any, model: PlainModel, deadline: Deadline) -> Outcome:
    """The outcome of another solver; by way of small numbers, without an objective, where these are too large for it.

    Raises:
        UnsupportedError: When it cannot be asked.
    """
    deadline.check()
    try:
        return solver.session(model).solve(deadline.left())
    except UnsupportedError:
        small = SmallModel(replace(model, minimised=None), solver.largest / 4)
        if (of_integers := small.of_integers()) is None:
            raise
        outcome = small.outcome(solver.session(of_integers).solve(deadline.left()), title(solver.name))
        if outcome.status is Status.SOLVED and model.minimised is not None:
            outcome.incumbent, outcome.values = outcome.values, None
            outcome.status, outcome.stopped_by = Status.UNKNOWN, GAVE_UP
        return outcome


def _compared(claim: Outcome, outcome: Outcome, name: str, other: str) -> Outcome:
    """The claim after another solver has answered."""
    if outcome.status is Status.INFEASIBLE:
        claim.certainty = CONFIRMED
        claim.reason += f"; as its numbers are large, {other} was asked and confirms it"
        return claim
    if outcome.values is None and outcome.incumbent is None:
        claim.reason += f"; its numbers are large, and {other} could not confirm it: {outcome.reason}"
        claim.stopped_by = outcome.stopped_by
        return claim
    what = "found a better solution" if claim.status is Status.SOLVED else "found one"
    none = "none is better" if claim.status is Status.SOLVED else "there is no solution"
    reason = f"{name} claimed that {none}, which was false: {other} {what}"
    is_best = outcome.status is Status.SOLVED and outcome.bound is not None
    return replace(
        outcome,
        reason=f"{reason} and claims that none is better" if is_best else reason,
        certainty=CLAIMED if is_best else "",
        size=claim.size,
        search=claim.search,
        translate_seconds=claim.translate_seconds,
        solve_seconds=claim.solve_seconds,
    )
