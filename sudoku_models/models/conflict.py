"""Why there is no solution: a minimal set of named constraints and bounds that cannot hold together.

Such a set is known as an IIS (irreducible infeasible subset), or as a MUS (minimal unsatisfiable subset):

1. Where the linear relaxation is infeasible already, the multipliers that prove it (a Farkas ray) leave only the
   constraints and bounds that have one. Otherwise all of them are taken.
2. The deletion filter: a part is left out, and the rest is solved again. If it is infeasible, the part is not needed;
   if it has a solution, something in the part is. Parts begin with one member, and double as long as they are not
   needed. The relaxation is asked first, then the whole numbers.
3. Each member that remains is needed: a solution of the others shows it, and is checked without a solver. That the
   members cannot hold together is a claim, which is confirmed or proved as for `Problem.solve`, see `assurance`.

Members are the model's own constraints, and the bounds of columns. A logical constraint is a member as a whole, with
all rows that it is rewritten to. Its variables keep their domains, and so do binaries.

Sources: J. W. Chinneck, E. W. Dravnieks, "Locating Minimal Infeasible Constraint Sets in Linear Programs", ORSA Journal
on Computing 3, 1991, for the deletion filter; J. Gleeson, J. Ryan, "Identifying Minimally Infeasible Subsystems of
Inequalities", ORSA Journal on Computing 2, 1990, for the ray; J. Marques-Silva, M. Janota, A. Belov, "Minimal Sets over
Monotone Predicates in Boolean Formulae", CAV 2013, for the parts that double.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from html import escape
from typing import Any

from .. import solvers
from ..backends import Constraint, columns_of
from ..runtime.limits import Deadline, Stopwatch
from ..runtime.tables import ResultTable
from ..solvers import Certainty, Feature, Status, title
from .conflict_parts import Parts
from .conflict_search import ConflictSearch

SHOWN = 6
"""How many values of a solution are printed."""


@dataclass(frozen=True)
class Member:
    """A constraint or a bound of a conflict.

    Attributes:
        name: Its name; that of a bound is the bound.
        text: What it says.
        records: The constraint as plain data, usually one record; none for a bound.
        solution: A solution of all other members, which this one forbids: the values, by key, of the variables in the
            conflict. None when it is not known whether the member is needed.
    """

    name: str
    text: str
    records: tuple[Constraint, ...] = ()
    solution: dict[Any, Any] | None = None

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, repr=False)
class Conflict:
    """Constraints and bounds that cannot hold together. It is true where there are some, and iterates over them.

    Attributes:
        status: INFEASIBLE when there is a conflict, SOLVED when the model has a solution, or UNKNOWN.
        members: The constraints and bounds.
        reason: The status as a sentence.
        is_minimal: Whether each member is proved to be needed, by a solution of the others.
        lower: No conflict has fewer members, as the solvers claim; 0 where that was not asked.
        certainty: How sure it is that the members cannot hold together: "claimed", "confirmed" or "proved".
        solution: Where there is no conflict, a solution of the model, by key.
        stopped_by: "time limit", "gave up" (the solver) or "interrupted", when something stopped the search.
        seconds: The time.
    """

    status: Status
    members: tuple[Member, ...]
    reason: str
    is_minimal: bool = False
    lower: int = 0
    certainty: Certainty = ""
    solution: dict[Any, Any] | None = None
    stopped_by: str = ""
    seconds: float = 0.0

    def __bool__(self) -> bool:
        return self.status is Status.INFEASIBLE

    def __iter__(self) -> Iterator[Member]:
        return iter(self.members)

    def __len__(self) -> int:
        return len(self.members)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the members."""
        return tuple(member.name for member in self.members)

    @property
    def is_smallest(self) -> bool:
        """Whether the solvers claim that no conflict has fewer members."""
        return 0 < len(self) <= self.lower

    def __repr__(self) -> str:
        size = f" of {len(self)}" if self else ""
        return f"<Conflict{size}: {self.reason}>"

    def __str__(self) -> str:
        lines = [f"  {member.text}{_forbidden(member)}" for member in self.members]
        return "\n".join([self.reason + ":" * bool(lines), *lines])

    def _repr_html_(self) -> str:
        if not self:
            return f"<p>{escape(self.reason)}</p>"
        rows = [(member.text, _values(member.solution)) for member in self.members]
        headings = "cannot hold together", "what the others allow, and this one forbids"
        return ResultTable(headings, rows, left=range(2), notes=[self.reason])._repr_html_()

    def as_dict(self) -> dict[str, Any]:
        """The same as plain data."""
        names = "reason", "is_minimal", "is_smallest", "lower", "certainty", "stopped_by", "seconds"
        members = [{"name": each.name, "text": each.text, "solution": _as_text(each.solution)} for each in self.members]
        plain = {name: getattr(self, name) for name in names}
        return {"status": str(self.status), "members": members, "solution": _as_text(self.solution), **plain}


def _as_text(solution: dict[Any, Any] | None) -> dict[str, Any] | None:
    return None if solution is None else {str(key): value for key, value in solution.items()}


def _values(solution: dict[Any, Any] | None) -> str:
    if solution is None:
        return "(perhaps not needed)"
    shown = [f"{key} = {value:g}" for key, value in list(solution.items())[:SHOWN]]
    return ", ".join([*shown, *["..."] * (len(solution) > SHOWN)])


def _forbidden(member: Member) -> str:
    return f"    (the others allow {_values(member.solution)})" if member.solution else ""


def conflict_of(problem: Any, deadline: Deadline, smallest: bool = False) -> Conflict:
    """A minimal set of constraints and bounds that cannot hold together, see `Problem.conflict`."""
    watch = Stopwatch()
    search = ConflictSearch(Parts(problem.look()), solvers.first(Feature.CONTINUOUS), deadline)
    search.run(smallest)
    return replace(_result(problem, search), seconds=watch())


def _result(problem: Any, search: ConflictSearch) -> Conflict:
    keys = {k: key for key, k in problem.columns.items()}
    if search.values is not None:
        solution = {key: search.values[k] for k, key in keys.items()}
        return Conflict(Status.SOLVED, (), "there is no conflict: the model has a solution", solution=solution)
    if not search.active:
        reason = f"it is not known whether there is a conflict: {search.reason}"
        return Conflict(Status.UNKNOWN, (), reason, stopped_by=search.stopped_by)
    parts = search.parts
    chosen = [parts.every[p] for p in search.active]
    columns = {part.column for part in chosen if not part.records}
    columns |= {k for part in chosen for each in part.records for k in columns_of(each)}
    named = {k: keys.get(k, str(parts.read.variables[k])) for k in sorted(columns)}

    def member(p: int) -> Member:
        values = search.witnesses.get(p)
        part = parts.every[p]
        solution = None if values is None else {key: values[k] for k, key in named.items()}
        if values is not None and len(named) > SHOWN:  # first those of this member, and first of all the non-zero ones
            own = {part.column, *(k for each in part.records for k in columns_of(each))}
            solution = {named[k]: values[k] for k in sorted(named, key=lambda k: (k not in own, not values[k]))}
        return Member(part.name, parts.text(p), part.records, solution)

    members = tuple(map(member, search.active))
    is_minimal = all(p in search.witnesses for p in search.active)
    what = "this cannot hold" if len(members) == 1 else f"these {len(members):,} cannot hold together"
    each = "" if len(members) == 1 else ", and each of them is needed"
    reason = what + (each if is_minimal else f"; some of them may not be needed: {search.reason}")
    reason += {"proved": "; it is proved by an exact bound", "confirmed": "; another solver confirms it"}.get(
        search.certainty, f"; {title(search.solver)} claims it"
    )
    if search.lower >= len(members):
        reason += "; the solvers claim that there is none with fewer members"
    elif search.lower:
        reason += f"; one with fewer has at least {search.lower:,}: {search.reason}"
    stopped_by = "" if is_minimal and search.lower in (0, len(members)) else search.stopped_by
    figures = is_minimal, search.lower, search.certainty
    return Conflict(Status.INFEASIBLE, members, reason, *figures, stopped_by=stopped_by)
