"""A backend model that may change: its changes are noticed before each answer, so every solver gets it as it stands.

Constraints, domains, fixed variables, the objective and edits of `native` are compared with a fingerprint of the model.
A solver without logical constraints gets a *linearised model*, a rewritten copy, which is discarded as soon as the
original has changed. Cuts have one owner: the list here, and for the time of an iteration the list of that iteration.
"""

import copy
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import rewrites, solvers
from ..backends import Backend, Column, Snapshot
from ..runtime.interrupts import defer_interrupts
from ..runtime.limits import Deadline, TimeLimit, deadline_of
from ..solvers import Outcome, Session, no_time
from .posted_model import Cut, PostedModel, linearised
from .satisfaction import value_of, whole_values

__all__ = ["LiveModel"]


class LiveModel:
    """A backend model with its cuts, its linearised copies and its sessions. `Problem` adds the answers.

    Args:
        defined: The model as it is defined.
        is_shared: Whether the caller may change the model before its first answer; if not, it is first examined then.
    """

    variables: dict[Any, Any]
    """The library's variables that an answer is about, by key."""
    columns: Mapping[Any, Column]
    """The columns of these."""
    _seen: Snapshot | None
    """The model at the last look; None before the first."""
    _built: Snapshot
    """The model at the first look."""

    def __init__(self, defined: PostedModel, is_shared: bool = True) -> None:
        self._defined = defined
        self._cuts: list[Cut] = []
        self._cut_number = 0
        self._linearised: PostedModel | None = None
        self._lock = threading.RLock()
        self._has_logic: bool | None = None  # not looked at yet
        self._is_unchanged = True
        self._seen = None
        if is_shared:
            self.refresh()

    @property
    def m(self) -> Backend:
        """The backend model, with all its methods."""
        return self._defined.m

    @property
    def native(self) -> Any:
        """The library's own model: a `ConcreteModel`, an `LpProblem` or a `CpModel`."""
        return self.m.native

    @property
    def rewrite(self) -> str:
        """The rewrites that linearised the model, joined with "+"; empty when it was not rewritten."""
        return self._defined.rewrite

    @property
    def links(self) -> rewrites.Links:
        """The binaries that rewrites have added, by their meaning."""
        return self._defined.links

    @property
    def cuts(self) -> tuple[Any, ...]:
        """The excluded solutions, in the order of the cuts; a cut that was deleted in `native` is gone."""
        self.refresh()
        return tuple(cut.solution for cut in self._cuts)

    def _next_number(self) -> int:
        """A number for the name of a cut, which no other cut of this model or of its original has."""
        self._cut_number += 1
        return self._cut_number

    def refresh(self) -> None:
        """Detect all changes of the model since the last answer, including edits of `native`."""
        with self._lock, defer_interrupts():  # a partly processed change would not be detected again
            now = self._without_cuts(self.m.snapshot())
            before, self._seen = self._seen, now
            if before is None:
                self._built = now
                return
            if now.fixed != before.fixed and self._defined.fix_indicators():
                self._seen = now = self._without_cuts(self.m.snapshot())
            if not _same(before, now):
                self._linearised = None
                self._has_logic = None
                self._is_unchanged = _same(self._built, now)
                is_edited, is_smaller = _difference(before, now)
                if is_edited:  # sessions detect whole rows and the objective themselves
                    self._defined.sessions.clear()
                if self._defined.renew(self._cuts, keep_links=not (is_edited or is_smaller)):
                    self._seen = self._without_cuts(self.m.snapshot())

    def _without_cuts(self, now: Snapshot) -> Snapshot:
        """The snapshot without cuts. Deleting or editing the constraint of a cut in `native` drops the cut."""
        now, lost = self._defined.separate_cuts(now)
        if lost:
            self._cuts = [cut for cut in self._cuts if cut not in lost]
        return now

    def _states_logic(self) -> bool:
        """Whether a logical constraint is in force."""
        if self._has_logic is None:
            self._has_logic = bool(self.m.logic())
        return self._has_logic

    def _posted_model(self, solver: str, cuts: Sequence[Cut]) -> PostedModel:
        """The model that is passed to this solver: the original, or a linearised copy."""
        chosen = solvers.find(solver)
        rewrites.check_paradigm(self.rewrite, solver, chosen.paradigm)
        supports_it = solvers.LOGIC in chosen.features or self._defined.is_linear
        if supports_it or not (self._states_logic() or not all(map(self._defined.is_binary, cuts))):
            return self._defined
        if self._linearised is None:
            self._linearised = linearised(self._defined, "")
        self._linearised.fix_like(self.m)
        self._defined.post(self._cuts)  # its answers are checked there, not against the cuts of an open iteration
        return self._linearised

    def run(self, solver: str, time_limit: float | None = None, cuts: Sequence[Cut] = ()) -> Outcome:
        """Solve the model as it stands with its cuts and these additional ones, and return the raw outcome."""
        with self._lock:
            self.refresh()
            return self.ask(solver, Deadline(time_limit), cuts)[0]

    def session(self, solver: str) -> Session:
        """The live session of this solver."""
        self.refresh()
        ready = self._posted_model(solver, self._cuts)
        ready.post(self._cuts)
        return ready.session(solver)

    def ask(
        self,
        solver: str,
        deadline: Deadline,
        extra: Sequence[Cut] = (),
        on_solution: Callable[[npt.NDArray[np.float64]], bool] | None = None,
    ) -> tuple[Outcome, PostedModel]:
        """Solve with the cuts of this model and these temporary ones. Call `refresh` before the first solve.

        An enclosing `deadline_of` applies too. With `on_solution` the solver enumerates all solutions by itself, until
        `on_solution` returns False.
        """
        ready, cuts = self._defined, [*self._cuts, *extra]
        try:
            with deadline_of(deadline) as earliest:
                ready = self._posted_model(solver, cuts)
                ready.post(cuts)
                session: Any = ready.session(solver)
                earliest.check()
                if on_solution is not None:
                    return session.enumerate(on_solution, earliest.left()), ready
                outcome: Outcome = session.solve(earliest.left())
        except TimeLimit:
            outcome = no_time()
        if ready is not self._defined:  # the first columns of a linearised model are those of this one
            outcome.values = None if outcome.values is None else outcome.values[: ready.width]
            outcome.incumbent = None if outcome.incumbent is None else outcome.incumbent[: ready.width]
        return outcome, ready

    def is_enumerable(self, solver: str) -> bool:
        """Whether the solver can enumerate the model as it stands, and every solution would appear once.

        A further variable that takes several values in one solution would make it appear several times.
        """
        objective = self.m.objective()
        if solvers.ENUMERATION not in solvers.find(solver).features or self._defined.is_linear:
            return False
        if objective is not None and objective.columns:
            return False
        if len(self.m.variables) == len(self.columns):
            return True
        lower, upper = self.m.bounds()
        known = self.m.auxiliary | self.m.determined | {*self.columns.values()}
        return all(k in known for k in np.flatnonzero(lower != upper).tolist())

    def drop_temporary_cuts(self) -> None:
        """Remove all cuts from `native` except those that `exclude` has posted."""
        with self._lock:
            self._defined.post(self._cuts)

    def _objective(self, values: npt.NDArray[np.float64] | None) -> float | None:
        """The user's own objective at these values."""
        objective = self.m.objective()
        if objective is None or values is None:
            return None
        return objective.sign * value_of(objective, whole_values(self.m, values))

    def _load(self, outcome: Outcome) -> None:
        """Store the values in the library's own variables."""
        if outcome.values is None:
            return
        lower, _ = self.m.bounds()
        self.m.load(np.concatenate([outcome.values, lower[len(outcome.values) :]]))

    # -- copies -------------------------------------------------------------------------------------------------------

    def rewritten(self, rewrite: str | None = None) -> Any:
        """A linearised copy of this problem as it stands, with its cuts; this problem is not changed.

        Args:
            rewrite: Names joined with "+"; None means the defaults.
        """
        if self._defined.is_linear and rewrite is None:
            return self
        with self._lock:
            self.refresh()
            if self._defined.is_linear and not self._states_logic():
                return copy.deepcopy(self)
            return self._with(linearised(self._defined, rewrite or ""))

    def _with(self, made: PostedModel) -> Any:
        """A copy of this problem, with the same cuts, over another backend model with the same first columns."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.variables = {key: made.m.variables[k] for key, k in self.columns.items()}
        self.refresh()
        was_built = self._is_unchanged
        LiveModel.__init__(other, made)
        if not was_built:
            other._built, other._is_unchanged = self._built, False
        other._cuts = list(self._cuts)
        other._cut_number = self._cut_number  # so that the names of new cuts are new
        made.post(other._cuts)
        return other

    def __copy__(self) -> Any:
        return self.__deepcopy__({})

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        """A copy with a library model of its own. Sessions are not part of it."""
        with self._lock:
            self.refresh()
            return self._copied(memo)

    def _copied(self, memo: dict[int, Any]) -> Any:
        m, same = self.m.copy()
        # Objects that are copied together with this model refer to the copies of the library's objects.
        memo |= same | {id(self.native): m.native}
        memo |= {id(x): y for x, y in zip(self.m.variables, m.variables, strict=True)}
        self._defined.remove_cuts_from(m, same)
        links, old = self._defined.links.on(m, self.m), self._defined
        made = PostedModel(m, links, old.rewrite, old.rewrite_seconds, old.is_linear)
        made.indicated = dict(old.indicated)
        return self._with(made)


def _same(one: Snapshot, other: Snapshot) -> bool:
    """Whether rows, domains and objective are the same; additional columns that no row uses are ignored."""
    shared = min(len(one.domains), len(other.domains))
    return (
        one.rows == other.rows and one.objective == other.objective and one.domains[:shared] == other.domains[:shared]
    )


def _difference(before: Snapshot, now: Snapshot) -> tuple[bool, bool]:
    """Whether a row or a domain was edited, and whether a row was removed."""
    rows = {row[0]: row for row in now.rows}
    kept = [row for row in before.rows if row[0] in rows]
    is_edited = any(rows[row[0]] != row for row in kept) or before.domains != now.domains[: len(before.domains)]
    return is_edited, len(kept) < len(before.rows)
