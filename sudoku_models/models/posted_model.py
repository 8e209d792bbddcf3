"""The model that is passed to solvers: a backend model, the cuts that are posted on it, and its solver sessions.

The list of cuts belongs to the `Problem` that the user holds, and temporary cuts belong to their iteration. Before each
solve exactly the wanted cuts are posted here and all others are removed, so that no solver uses a cut that its owner
has dropped.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from .. import rewrites, solvers
from ..backends import Backend, Column, Exclude, Snapshot
from ..runtime.interrupts import defer_interrupts
from ..runtime.limits import Stopwatch, deadline_suspended
from ..solvers import Session

__all__ = ["Cut", "PostedModel", "linearised"]


@dataclass(frozen=True, eq=False)
class Cut:
    """A no-good cut: at least `at_least` of the columns take another value than in this solution.

    Cuts are compared by identity.
    """

    solution: Any
    values: tuple[tuple[Column, int], ...]
    at_least: int
    label: str


class PostedModel:
    """A backend model with cuts and sessions.

    Attributes:
        m: The backend model.
        links: The binaries that rewrites have added, by their meaning.
        rewrite: The rewrites that were used, joined with "+".
        rewrite_seconds: The time of the rewrites and of the copy.
        is_linear: Whether it was rewritten, so that cuts must be linear too.
        width: The number of columns of the original model, which come first.
        posted: The constraints of each cut that is currently posted.
        indicated: The columns whose indicators are fixed, because they are fixed themselves, and their values.
    """

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
        self.posted: dict[Cut, list[Any]] = {}
        self.sessions: dict[str, Session] = {}
        self._added: dict[Cut, range] = {}  # the columns of the binaries that a cut needed
        self._stamps: dict[Cut, list[Any]] = {}  # the rows of a cut in the first snapshot after it was posted
        self._bounds: tuple[Any, Any] | None = None
        self.indicated: dict[Column, float] = {}
        self._binary: dict[Cut, bool] = {}

    def session(self, solver: str) -> Session:
        """The live session of this solver for the model."""
        if solver not in self.sessions:
            self.sessions[solver] = solvers.find(solver).session(self.m)
        return self.sessions[solver]

    def post(self, cuts: Iterable[Cut]) -> None:
        """Post the missing ones of these cuts, and remove all other cuts."""
        wanted = dict.fromkeys(cuts)
        dropped = [cut for cut in self.posted if cut not in wanted]
        missing = [cut for cut in wanted if cut not in self.posted]
        if not (dropped or missing):
            return
        with defer_interrupts(), deadline_suspended():  # a partly posted cut would have no owner
            self.m.forget([row for cut in dropped for row in self.posted[cut]])
            for cut in dropped:
                self.m.discard(self._drop(cut))
            for cut in missing:
                width = len(self.m.variables)
                self.posted[cut] = self._post(cut)
                self._added[cut] = range(width, len(self.m.variables))

    def separate_cuts(self, now: Snapshot) -> tuple[Snapshot, list[Cut]]:
        """The snapshot without the cuts that are posted, and the cuts of which a constraint was deleted or edited.

        These are dropped. An edited constraint stays, as a constraint of the user.
        """
        if not self.posted:
            return now, []
        rows = {row[0]: row for row in now.rows}
        lost = []
        for cut, constraints in list(self.posted.items()):
            found = [rows.get(id(each)) for each in constraints]
            stamps = self._stamps.setdefault(cut, found)
            if None not in found and found == stamps:
                continue
            lost.append(cut)
            edited = [row is not None and row != stamp for row, stamp in zip(found, stamps, strict=True)]
            self.m.forget([each for each, is_edited in zip(constraints, edited, strict=True) if not is_edited])
            added = self._drop(cut)
            if any(edited):
                self.sessions.clear()
            else:
                self.m.discard(added)
        cuts = self.posted_ids()
        return Snapshot([row for row in now.rows if row[0] not in cuts], now.domains, now.fixed, now.objective), lost

    def _drop(self, cut: Cut) -> range:
        """Remove a cut from the lists; returns the columns of its binaries."""
        del self.posted[cut]
        self._stamps.pop(cut, None)
        return self._added.pop(cut)

    def _post(self, cut: Cut) -> list[Any]:
        if self.is_linear or self.is_binary(cut):
            return rewrites.no_good(self.m, [Exclude(cut.values, cut.at_least, cut.label)], self.links)
        chosen = [(self.m.variables[k], value) for k, value in cut.values]
        return [self.m.exclude(chosen, cut.label, cut.at_least)]

    def is_binary(self, cut: Cut) -> bool:
        """Whether a cut has only binary variables, so that it is one linear row."""
        if cut not in self._binary:
            self._binary[cut] = all(self.m.is_binary(k) for k, _ in cut.values)
        return self._binary[cut]

    def renew(self, cuts: Iterable[Cut], keep_links: bool) -> bool:
        """Post the cuts anew after a change of the model, because they were made for it as it was.

        Args:
            cuts: The cuts of the owner.
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
        self.post(cuts)
        return had_cuts or is_unlinked

    def remove_cuts_from(self, copy: Backend, same: Mapping[int, Any]) -> None:
        """Remove the posted cuts and their binaries from a copy of the model. `same` gives the copy of each row."""
        copy.forget([same[row] for row in self.posted_ids()])
        for added in self._added.values():
            copy.discard(added)

    def posted_ids(self) -> set[int]:
        """The ids of the constraints that are cuts."""
        return {id(row) for rows in self.posted.values() for row in rows}

    def fix_like(self, defined: Backend) -> None:
        """Fix the same columns to the same values as in the original model."""
        lower, upper = defined.bounds()
        lower, upper = lower[: self.width], upper[: self.width]
        if self._bounds is not None and all(map(np.array_equal, self._bounds, (lower, upper))):
            return
        self.free()
        own_lower, own_upper = (bounds[: self.width] for bounds in self.m.bounds())
        for k in np.flatnonzero((lower == upper) & (own_lower != own_upper)).tolist():
            self.m.fix(self.m.variables[k], round(lower[k]) if self.m.is_integer(k) else lower[k])
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


def linearised(defined: PostedModel, rewrite: str) -> PostedModel:
    """A linearised copy of a model as it stands, without its cuts.

    Raises:
        UnsupportedError: When no rewrite covers a constraint; the message names it.
    """
    watch = Stopwatch()
    copy, same = defined.m.copy()
    width = len(copy.variables)
    defined.remove_cuts_from(copy, same)
    used, links = rewrites.apply(copy, rewrite)
    made = PostedModel(copy, links, used, watch(), is_linear=True)
    made.width = width
    made.fix_indicators()
    return made
