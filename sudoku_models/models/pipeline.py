"""From the records of a model to those that a solver gets.

    read         the columns and records of the library's model, see `backends.plain`
    rewritten    for a solver without logical constraints: linear records, and new columns, see `rewrites`; for one
                 with logical constraints, rows over the truth of others
    cuts         each excluded solution is one record, or linear records over binaries
    solved       the session of the solver compares these records with those that it has

Nothing is posted into the library's model, so there is nothing to take back.
"""

from collections.abc import Iterator, Sequence

from .. import rewrites, solvers
from ..backends import Constraint, Exclude, Linear, PlainBackend, PlainModel, Reified
from ..runtime.interrupts import defer_interrupts
from ..runtime.limits import Stopwatch, deadline_suspended
from ..solvers import Session


class Pipeline:
    """What the solvers of one kind get, those with logical constraints or those without, and their sessions.

    Args:
        read: The model.
        links: The binaries that rewrites have added to it, by their meaning.
        is_logical: Whether the solvers support logical constraints.

    Attributes:
        model: What a solver gets. It is updated in place, and a session looks for changes at each solve.
        links: The binaries of all rewrites.
        rewrite: The rewrites that were necessary, joined with "+".
        seconds: The time that they took.
    """

    def __init__(self, read: PlainModel, links: rewrites.Links, is_logical: bool) -> None:
        watch = Stopwatch()
        self._read, self._given, self.links, self.is_logical = read, links, links, is_logical
        self.model, self.rewrite, self.seconds = read.copy(), "", 0.0
        if not self._can_pass(read):
            kinds = {"reified"} if is_logical else rewrites.MAKES
            self.rewrite, self.links = rewrites.apply(PlainBackend(self.model), cuts=False, kinds=kinds)
            self.seconds = watch()
        self._width, self._statement = len(self.model.variables), _without_cuts(self.model)
        self._rows: dict[int, tuple[Exclude, list[Constraint]]] = {}
        self._sessions: dict[str, Session] = {}
        self._take_bounds()

    def fits(self, now: PlainModel, links: rewrites.Links) -> bool:
        """Whether `update` suffices when the model is as it is now."""
        is_same = _are_same(_without_cuts(now), _without_cuts(self._read)) if self.rewrite else self._can_pass(now)
        return is_same and links is self._given and now.has_columns_of(self._read)

    def _can_pass(self, read: PlainModel) -> bool:
        """Whether the solvers take the records as they are, but for cuts."""
        if self.is_logical:
            return not any(isinstance(each, Reified) for each in read.records)
        return all(isinstance(each, Linear | Exclude) for each in read.records)

    def update(self, now: PlainModel, cuts: Sequence[Exclude]) -> None:
        """Bring the model up to date, with exactly these cuts beside its own."""
        if now is not self._read:
            if not self.rewrite:
                self._statement = _without_cuts(now)
            self._read, self.model.minimised = now, now.minimised
            self._take_bounds()
        own = [each for each in now.records if isinstance(each, Exclude)]
        self.model.records = [*self._statement, *(row for cut in (*own, *cuts) for row in self._rows_of(cut))]

    def session(self, solver: str) -> Session:
        """The live session of a solver."""
        if solver not in self._sessions:
            self._sessions[solver] = solvers.find(solver).session(self.model)
        return self._sessions[solver]

    def drop_cuts(self) -> bool:
        """Forget the records of all cuts; False when one has needed columns of its own, which cannot be taken back."""
        self._rows.clear()
        return len(self.model.variables) == self._width

    def _rows_of(self, cut: Exclude) -> list[Constraint]:
        """The records of a cut: itself, or linear ones."""
        if id(cut) not in self._rows:
            if all(self.model.has_binary(k, value) for k, value in cut.values):
                rows: list[Constraint] = [cut.row]
            elif self.is_logical:
                rows = [cut]
            else:
                with defer_interrupts(), deadline_suspended():  # the columns of a part of it would have no owner
                    rows = rewrites.no_good(PlainBackend(self.model), [cut], self.links)
            self._rows[id(cut)] = cut, rows
        return self._rows[id(cut)][1]

    def _take_bounds(self) -> None:
        """Take the bounds of the columns as they are now. With a column its indicators are fixed too.

        The relaxation would leave them loose. Columns whose values do not matter are fixed to one of them.
        """
        lower, upper = self._read.bounds()
        for k in self._read.auxiliary:
            upper[k] = lower[k]
        width = len(lower)
        lower += self.model.lower[width:]
        upper += self.model.upper[width:]
        for k, value, y in self.links.indicators() if self.rewrite else ():
            fixed = float(value == lower[k])
            lower[y], upper[y] = (fixed, fixed) if lower[k] == upper[k] else self.model.domains[y]
        self.model.lower, self.model.upper = lower, upper


def steps(read: PlainModel, rewrite: str | None = "") -> Iterator[tuple[str, PlainModel]]:
    """The model after each step: as it is read, after each rewrite by its name, and with linear "cuts" if it has any.

    Args:
        read: The model.
        rewrite: Names joined with "+", "" for the defaults; None for a solver that supports logical constraints.

    >>> from sudoku_models.backends import new_backend, plain
    >>> m = new_backend("pulp")
    >>> x = m.int_vars("x", "ab", 1, 2)
    >>> _ = m.all_different(x.values(), "a and b differ")
    >>> for name, model in steps(plain(m), "pairwise+big_m"):
    ...     print(f"{name}: {len(model.variables)} columns, {model.records[0].name!r}")
    read: 2 columns, 'a and b differ'
    pairwise: 2 columns, 'x_a and x_b differ (a and b differ)'
    big_m: 3 columns, 'x_a and x_b differ (a and b differ): above'
    """
    yield "read", read
    m = PlainBackend(read.copy())
    kinds = {"reified"} if rewrite is None else rewrites.MAKES
    links = rewrites.Links()
    for name in rewrites.rewriting(m, links, rewrite, kinds):
        yield name, m.native.copy()
    if rewrite is not None and (cuts := [each for each in m.native.records if isinstance(each, Exclude)]):
        rewrites.no_good(m, cuts, links)
        m.remove(cuts)
        yield "cuts", m.native.copy()


def _without_cuts(model: PlainModel) -> list[Constraint]:
    return [each for each in model.records if not isinstance(each, Exclude)]


def _are_same(one: list[Constraint], other: list[Constraint]) -> bool:
    return len(one) == len(other) and all(a is b for a, b in zip(one, other, strict=True))
