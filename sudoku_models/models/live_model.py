"""A backend model that may change: its changes are noticed before each answer, so every solver gets it as it stands.

Constraints, domains, fixed variables, the objective and edits of `native` are compared with a fingerprint of the model.
A solver without logical constraints gets a *linearised model*, a rewritten copy, which is discarded as soon as the
original has changed.

Cuts have one owner: the list here, and for the time of an iteration the list of that iteration. Before each solve
exactly the wanted cuts are posted and all others are removed, so that no solver uses a cut that its owner has dropped.
"""

import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from .. import rewrites, solvers
from ..backends import Backend, Column, Exclude, Snapshot
from ..runtime.interrupts import defer_interrupts
from ..runtime.limits import Deadline, Stopwatch, TimeLimit, deadline_of, deadline_suspended
from ..solvers import OnSolution, Outcome, Session, no_time


@dataclass(frozen=True, eq=False)
class Cut:
    """A no-good cut: at least `at_least` of the columns take another value than in this solution.

    Cuts are compared by identity.
    """

    solution: Any
    values: tuple[tuple[Column, int], ...]
    at_least: int
    label: str


@dataclass(eq=False)
class PostedCut:
    """The constraints of a cut in one model.

    Attributes:
        rows: The constraints, as the library's own objects.
        added: The columns of the binaries that they needed.
        stamps: The constraints in the first snapshot after they were posted.
    """

    rows: list[Any]
    added: range
    stamps: list[Any] | None = None


class LiveModel:
    """A backend model with its cuts, its linearised copy and its solver sessions. `Problem` adds the answers.

    Attributes:
        m: The backend model, with all its methods.
        links: The binaries that rewrites have added, by their meaning.
        rewrite: The rewrites that linearised the model, joined with "+"; empty when it was not rewritten.
        rewrite_seconds: The time of the rewrites and of the copy.
        is_linear: Whether it was rewritten, so that cuts must be linear too.
        width: The number of columns of the original model, which come first in a linearised copy.
        posted: The cuts that are currently posted.
        indicated: The columns whose indicators are fixed, because they are fixed themselves, and their values.
    """

    _built: Snapshot
    """The model at the first look."""

    def __init__(
        self,
        m: Backend,
        links: rewrites.Links | None = None,
        rewrite: str = "",
        rewrite_seconds: float = 0.0,
        is_linear: bool = False,
    ) -> None:
        self.m, self.rewrite, self.rewrite_seconds, self.is_linear = m, rewrite, rewrite_seconds, is_linear
        self.links = rewrites.Links() if links is None else links
        self.width = len(m.variables)
        self.posted: dict[Cut, PostedCut] = {}
        self.indicated: dict[Column, float] = {}
        self._cuts: list[Cut] = []
        self._cut_number = 0
        self._binary: dict[Cut, bool] = {}
        self._sessions: dict[str, Session] = {}
        self._linearised: LiveModel | None = None
        self._bounds: tuple[Any, Any] | None = None  # of the original model, when this copy was last fixed like it
        self._has_logic: bool | None = None  # not looked at yet
        self._seen: Snapshot | None = None  # the model at the last look
        self._is_unchanged = True
        self._lock = threading.RLock()

    @property
    def native(self) -> Any:
        """The library's own model: a `ConcreteModel`, an `LpProblem` or a `CpModel`."""
        return self.m.native

    @property
    def cuts(self) -> tuple[Any, ...]:
        """The excluded solutions, in the order of the cuts; a cut that was deleted in `native` is gone."""
        self.refresh()
        return tuple(cut.solution for cut in self._cuts)

    # -- solving ------------------------------------------------------------------------------------------------------

    def run(self, solver: str, time_limit: float | None = None, cuts: Sequence[Cut] = ()) -> Outcome:
        """Solve the model as it stands with its cuts and these additional ones, and return the raw outcome."""
        with self._lock:
            self.refresh()
            return self.ask(solver, Deadline(time_limit), cuts)[0]

    def session(self, solver: str) -> Session:
        """The live session of this solver."""
        self.refresh()
        return self._ready(solver, self._cuts)._session(solver, self._cuts)

    def ask(
        self,
        solver: str,
        deadline: Deadline,
        extra: Sequence[Cut] = (),
        on_solution: OnSolution | None = None,
    ) -> tuple[Outcome, "LiveModel"]:
        """Solve with the cuts of this model and these temporary ones. Call `refresh` before the first solve.

        An enclosing `deadline_of` applies too. With `on_solution` the solver enumerates all solutions by itself, until
        `on_solution` returns False.

        Returns:
            The outcome, and the model that was passed to the solver.
        """
        ready, cuts = self, [*self._cuts, *extra]
        try:
            with deadline_of(deadline) as earliest:
                ready = self._ready(solver, cuts)
                session: Any = ready._session(solver, cuts)
                earliest.check()
                if on_solution is not None:
                    return session.enumerate(on_solution, earliest.left()), ready
                outcome: Outcome = session.solve(earliest.left())
        except TimeLimit:
            outcome = no_time()
        if ready is not self:  # the first columns of a linearised model are those of this one
            outcome.values = None if outcome.values is None else outcome.values[: ready.width]
            outcome.incumbent = None if outcome.incumbent is None else outcome.incumbent[: ready.width]
        return outcome, ready

    def _session(self, solver: str, cuts: Iterable[Cut]) -> Session:
        """The live session of this solver, with exactly these cuts."""
        self.post(cuts)
        if solver not in self._sessions:
            self._sessions[solver] = solvers.find(solver).session(self.m)
        return self._sessions[solver]

    def _ready(self, solver: str, cuts: Sequence[Cut]) -> "LiveModel":
        """The model that is passed to this solver: this one, or a linearised copy."""
        chosen = solvers.find(solver)
        if self.rewrite:
            rewrites.check_paradigm(self.rewrite, solver, chosen.paradigm)
        if self.is_linear or solvers.LOGIC in chosen.features:
            return self
        if not self._states_logic() and all(map(self._is_binary, cuts)):
            return self
        if self._linearised is None:
            self._linearised, _ = self._copied("")
        self._linearised._fix_like(self.m)
        self.post(self._cuts)  # its answers are checked here, not against the cuts of an open iteration
        return self._linearised

    def _states_logic(self) -> bool:
        """Whether a logical constraint is in force."""
        if self._has_logic is None:
            self._has_logic = bool(self.m.logic())
        return self._has_logic

    # -- changes ------------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Detect all changes of the model since the last answer, including edits of `native`."""
        with self._lock, defer_interrupts():  # a partly processed change would not be detected again
            now = self._without_cuts(self.m.snapshot())
            before, self._seen = self._seen, now
            if before is None:
                self._built = now
                return
            if now.fixed != before.fixed and self.fix_indicators():
                self._seen = now = self._without_cuts(self.m.snapshot())
            if not _same(before, now):
                self._linearised = self._has_logic = None
                self._is_unchanged = _same(self._built, now)
                is_edited, is_smaller = _difference(before, now)
                if is_edited:  # sessions detect whole rows and the objective themselves
                    self._sessions.clear()
                if self._renew_cuts(keep_links=not (is_edited or is_smaller)):
                    self._seen = self._without_cuts(self.m.snapshot())

    def _without_cuts(self, now: Snapshot) -> Snapshot:
        """The snapshot without the cuts that are posted. A cut that was deleted or edited in `native` is dropped.

        An edited constraint stays, as a constraint of the user.
        """
        if not self.posted:
            return now
        rows = {row[0]: row for row in now.rows}
        for cut, posted in list(self.posted.items()):
            found = [rows.get(id(each)) for each in posted.rows]
            if posted.stamps is None:
                posted.stamps = found
            if None not in found and found == posted.stamps:
                continue
            edited = [row is not None and row != stamp for row, stamp in zip(found, posted.stamps, strict=True)]
            self.m.forget([each for each, is_edited in zip(posted.rows, edited, strict=True) if not is_edited])
            del self.posted[cut]
            if any(edited):
                self._sessions.clear()
            else:
                self.m.discard(posted.added)
            self._cuts = [each for each in self._cuts if each is not cut]
        cuts = self._posted_ids()
        return Snapshot([row for row in now.rows if row[0] not in cuts], now.domains, now.fixed, now.objective)

    def _renew_cuts(self, keep_links: bool) -> bool:
        """Post the cuts anew after a change of the model, because they were made for it as it was.

        Args:
            keep_links: Whether the rows that rewrites have made, and the domains, are as they were.

        Returns:
            Whether this may have changed the model.
        """
        self._binary.clear()
        is_unlinked = not keep_links and bool(self.links.indicator or self.links.order)
        if is_unlinked:
            self.m.free(self.fixed_indicators())
            self.indicated = {}
            self.links.clear()
        had_cuts = bool(self.posted)
        self.post(())
        self.post(self._cuts)
        return had_cuts or is_unlinked

    # -- cuts ---------------------------------------------------------------------------------------------------------

    def _next_number(self) -> int:
        """A number for the name of a cut, which no other cut of this model or of its original has."""
        self._cut_number += 1
        return self._cut_number

    def post(self, cuts: Iterable[Cut]) -> None:
        """Post the missing ones of these cuts, and remove all other cuts."""
        wanted = dict.fromkeys(cuts)
        dropped = [cut for cut in self.posted if cut not in wanted]
        missing = [cut for cut in wanted if cut not in self.posted]
        if not (dropped or missing):
            return
        with defer_interrupts(), deadline_suspended():  # a partly posted cut would have no owner
            self.m.forget([row for cut in dropped for row in self.posted[cut].rows])
            for cut in dropped:
                self.m.discard(self.posted.pop(cut).added)
            for cut in missing:
                width = len(self.m.variables)
                rows = self._post(cut)
                self.posted[cut] = PostedCut(rows, range(width, len(self.m.variables)))

    def drop_temporary_cuts(self) -> None:
        """Remove all cuts from `native` except those that `exclude` has posted."""
        with self._lock:
            self.post(self._cuts)

    def _post(self, cut: Cut) -> list[Any]:
        if self.is_linear or self._is_binary(cut):
            return rewrites.no_good(self.m, [Exclude(cut.values, cut.at_least, cut.label)], self.links)
        chosen = [(self.m.variables[k], value) for k, value in cut.values]
        return [self.m.exclude(chosen, cut.label, cut.at_least)]

    def _is_binary(self, cut: Cut) -> bool:
        """Whether a cut has only binary variables, so that it is one linear row."""
        if cut not in self._binary:
            self._binary[cut] = all(self.m.is_binary(k) for k, _ in cut.values)
        return self._binary[cut]

    def _posted_ids(self) -> set[int]:
        """The ids of the constraints that are cuts."""
        return {id(row) for posted in self.posted.values() for row in posted.rows}

    # -- copies, and what is fixed in them ----------------------------------------------------------------------------

    def _copied(self, rewrite: str | None = None) -> tuple["LiveModel", dict[int, Any]]:
        """A copy of the model as it stands, without its cuts and sessions.

        Args:
            rewrite: The rewrites that linearise the copy, "" for the defaults; None for a plain copy.

        Returns:
            The copy, and the copies of the library's objects by the ids of these.

        Raises:
            UnsupportedError: When no rewrite covers a constraint; the message names it.
        """
        watch = Stopwatch()
        m, same = self.m.copy()
        width = len(m.variables)
        m.forget([same[row] for row in self._posted_ids()])
        for posted in self.posted.values():
            m.discard(posted.added)
        if rewrite is None:
            made = LiveModel(m, self.links.on(m, self.m), self.rewrite, self.rewrite_seconds, self.is_linear)
            made.indicated = dict(self.indicated)
        else:
            used, links = rewrites.apply(m, rewrite)
            made = LiveModel(m, links, used, watch(), is_linear=True)
            made.fix_indicators()
        made.width = width
        return made, same

    def _fix_like(self, original: Backend) -> None:
        """Fix the same columns to the same values as in the original model."""
        lower, upper = original.bounds()
        lower, upper = lower[: self.width], upper[: self.width]
        if self._bounds == (lower, upper):
            return
        self.free()
        own_lower, own_upper = self.m.bounds()
        for k, value in enumerate(lower):
            if value == upper[k] and own_lower[k] != own_upper[k]:
                fixed: Any = round(value) if self.m.is_integer(k) else value
                self.m.fix(self.m.variables[k], fixed)
        self.fix_indicators()
        self._bounds = lower, upper

    def free(self) -> None:
        """Unfix all variables, indicators too."""
        self.m.free()
        self.indicated = {}

    def fix_indicators(self) -> bool:
        """Fix the indicators of the variables that are fixed; the relaxation would leave them loose.

        Those of other variables that were fixed here are freed.

        Returns:
            Whether this has changed the model.
        """
        if not self.links.indicator:
            return False
        lower, upper = self.m.bounds()
        wanted = {k: lower[k] for k in {column for column, _ in self.links.indicator} if lower[k] == upper[k]}
        if wanted == self.indicated:
            return False
        changed = {k for k in wanted.keys() | self.indicated.keys() if wanted.get(k) != self.indicated.get(k)}
        found = [(k, value, y) for k, value, y in self.links.indicators() if k in changed]
        self.m.free(self.m.column(y) for _, _, y in found)
        for k, value, y in found:
            if k in wanted:
                self.m.fix(y, int(value == wanted[k]))
        self.indicated = wanted
        return True

    def fixed_indicators(self) -> set[Column]:
        """The columns of the indicators that were fixed here."""
        return {self.m.column(y) for k, _, y in self.links.indicators() if k in self.indicated}


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
