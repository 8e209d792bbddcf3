"""A model in parts, each of which can be left out: the constraints, and the bounds of columns."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import ceil, floor, inf, isfinite
from operator import attrgetter

from .. import rewrites
from ..backends import Column, Constraint, Definition, Exclude, Linear, PlainBackend, PlainModel, columns_of
from ..runtime.limits import check_deadline
from .satisfaction import TOLERANCE, is_satisfied, whole_values

NOISE = 1e-9
"""The part of a sum of multipliers that counts as rounding."""


@dataclass(frozen=True)
class Part:
    """A constraint with the rows that it is rewritten to, or bounds of a column."""

    name: str
    records: tuple[Constraint, ...] = ()
    rows: tuple[Linear, ...] = ()
    column: Column = -1
    lower: float = -inf
    upper: float = inf


class Parts:
    """The constraints and bounds of a model, each of which can be left out. They are meant by their numbers.

    Attributes:
        read: The model.
        every: The parts: constraints, then fixed columns, then other bounds.
        linear: Its columns with those that rewrites have added, between the bounds that always hold.
    """

    def __init__(self, read: PlainModel) -> None:
        self.read, self.linear = read, replace(read.copy(), records=[], minimised=None)
        self.continuous = frozenset(k for k, is_integer in enumerate(read.integer) if not is_integer)
        self._definitions: dict[Column, list[Linear]] = {}
        """The rows that say what the added columns mean, by column."""
        self._names: dict[str, int] = {}
        self.every: list[Part] = []
        self._rewrite()
        self._free()

    def _rewrite(self) -> None:
        """One part for each constraint, which is read as one record, or as several that follow each other."""
        m, links, width = PlainBackend(self.linear), rewrites.Links(), len(self.read.variables)
        for label, group in groupby(self.read.records, attrgetter("label")):
            records = tuple(group)
            rows = [each for each in records if isinstance(each, Linear)]
            if len(rows) < len(records):
                check_deadline()
                self.linear.records = [each for each in records if not isinstance(each, Linear)]
                for _ in rewrites.rewriting(m, links):
                    pass
                rewrites.no_good(m, [each for each in self.linear.records if isinstance(each, Exclude)], links)
                rows += [each for each in self.linear.records if isinstance(each, Linear)]
            if isinstance(label, Definition):
                self._define(rows, 0)
                continue
            self._define([row for row in rows if isinstance(row.label, Definition)], width)
            kept = tuple(row for row in rows if not isinstance(row.label, Definition))
            self.every.append(Part(self._new_name(str(label)), records, kept))
        self.linear.records = []

    def _define(self, rows: Sequence[Linear], first: Column) -> None:
        """These rows say what their columns mean, from the first one on."""
        for row in rows:
            for k in row.columns:
                if k >= first:
                    self._definitions.setdefault(k, []).append(row)

    def _free(self) -> None:
        """One part for each bound. What always holds are the domains of binaries, and of columns in logic."""
        read, linear, bounds = self.read, self.linear, list[Part]()
        logical = {k for each in read.records if not isinstance(each, Linear) for k in columns_of(each)}
        logical |= {k for each in read.records if isinstance(each.label, Definition) for k in columns_of(each)}
        for k, domain in enumerate(read.domains):
            now = read.lower[k], read.upper[k]
            if k in read.auxiliary:
                linear.lower[k] = linear.upper[k] = now[0]
                continue
            is_kept = k in logical or (domain == (0, 1) and read.integer[k])
            linear.lower[k], linear.upper[k] = domain if is_kept else (-inf, inf)
            x = read.variables[k]
            if now != domain:
                name = f"{x} = {now[0]:g}" if now[0] == now[1] else f"{now[0]:g} <= {x} <= {now[1]:g}"
                self.every.append(Part(self._new_name(name), column=k, lower=now[0], upper=now[1]))
            if is_kept:
                continue
            if domain[0] == domain[1]:
                bounds.append(Part(self._new_name(f"{x} = {domain[0]:g}"), (), (), k, *domain))
                continue
            if domain[0] > -inf:
                bounds.append(Part(self._new_name(f"{x} >= {domain[0]:g}"), column=k, lower=domain[0]))
            if domain[1] < inf:
                bounds.append(Part(self._new_name(f"{x} <= {domain[1]:g}"), column=k, upper=domain[1]))
        self.every += bounds

    def _new_name(self, name: str) -> str:
        """The name, with a number when it occurs again."""
        known = self._names[name] = self._names.get(name, 0) + 1
        return name if known == 1 else f"{name} ({known})"

    def text(self, p: int) -> str:
        """What a part says."""
        part = self.every[p]
        if not part.records:
            return part.name
        return f"{part.name}: " + "; ".join(self.read.line(each)[len(each.name) + 2 :] for each in part.records)

    def bounds(self, active: Sequence[int]) -> tuple[list[float], list[float]]:
        """The bounds of all columns under some parts."""
        lower, upper = self.linear.bounds()
        for part in map(self.every.__getitem__, active):
            if not part.records:
                k = part.column
                lower[k], upper[k] = max(lower[k], part.lower), min(upper[k], part.upper)
        return lower, upper

    def rows(self, active: Sequence[int]) -> tuple[list[Linear], list[int]]:
        """The rows of some parts with the definitions of their columns; and of each row its part, -1 for the latter."""
        rows, parts = list[Linear](), list[int]()
        for p in active:
            rows += self.every[p].rows
            parts += [p] * len(self.every[p].rows)
        if self._definitions:
            known, seen = set[int](), set[Column]()
            new = {k for row in rows for k in row.columns}
            while new:
                seen |= new
                found = [row for k in sorted(new) for row in self._definitions.get(k, ()) if id(row) not in known]
                found = list({id(row): row for row in found}.values())
                known.update(map(id, found))
                rows += found
                new = {k for row in found for k in row.columns} - seen
        return rows, [*parts, *[-1] * (len(rows) - len(parts))]

    def model(self, active: Sequence[int]) -> tuple[PlainModel, list[Column]]:
        """A model of some parts, and which of all columns it has."""
        lower, upper = self.bounds(active)
        rows, _ = self.rows(active)
        columns = sorted({k for row in rows for k in row.columns})
        index = {k: j for j, k in enumerate(columns)}
        moved: list[Constraint] = [row._replace(columns=tuple(map(index.__getitem__, row.columns))) for row in rows]
        integer = [self.linear.integer[k] for k in columns]
        lower, upper = [lower[k] for k in columns], [upper[k] for k in columns]
        return PlainModel([self.linear.variables[k] for k in columns], lower, upper, integer, moved, None), columns

    def spread(self, found: Sequence[float], columns: Sequence[Column], active: Sequence[int]) -> list[float]:
        """Values of all columns: what was found for some, and any between their bounds for the others."""
        ends = zip(*self.bounds(active), *self.bounds(range(len(self.every))), strict=True)
        values = [min(max(0.0, below, low), above, high) for low, high, below, above in ends]
        for k, value in zip(columns, found, strict=True):
            values[k] = value
        return values

    def support(
        self, active: Sequence[int], rows: Sequence[Linear], parts: Sequence[int], multipliers: Sequence[float]
    ) -> list[int]:
        """The active parts that a sum of rows needs which proves that they cannot hold together, see `dual_bound`."""
        chosen, reduced, sizes = set[int](), dict[Column, float](), dict[Column, float]()
        for row, p, y in zip(rows, parts, multipliers, strict=True):
            if y:
                chosen.add(p)
                for k, a in zip(row.columns, row.coefficients, strict=True):
                    reduced[k] = reduced.get(k, 0.0) - y * a
                    sizes[k] = max(sizes.get(k, 0.0), abs(y * a))
        signs = {k: (d > 0) - (d < 0) for k, d in reduced.items() if abs(d) > NOISE * sizes[k]}
        best: dict[Column, tuple[float, int]] = {}
        for p in active:
            part = self.every[p]
            if not part.records and (sign := signs.get(part.column)):
                end = part.lower if sign > 0 else -part.upper
                if isfinite(end):
                    best[part.column] = max(best.get(part.column, (-inf, p)), (end, p))
        chosen.update(p for _, p in best.values())
        return [p for p in active if p in chosen]

    def clash(self, active: Sequence[int]) -> list[int] | None:
        """One part, or two, of which it is seen without a solver that they cannot hold together."""
        lower: dict[Column, tuple[float, int]] = {}
        upper: dict[Column, tuple[float, int]] = {}
        for p in active:
            part = self.every[p]
            if any(not row.columns and not row.lower <= 0 <= row.upper for row in part.rows):
                return [p]
            if part.records:
                continue
            k, low, high = part.column, part.lower, part.upper
            if self.read.integer[k]:
                low, high = (ceil(low) if isfinite(low) else low), (floor(high) if isfinite(high) else high)
            if low > high or low > self.linear.upper[k] or high < self.linear.lower[k]:
                return [p]
            lower[k] = max(lower.get(k, (-inf, p)), (low, p))
            upper[k] = min(upper.get(k, (inf, p)), (high, p))
            if lower[k][0] > upper[k][0]:
                return sorted({lower[k][1], upper[k][1]})
        return None

    def holds(self, p: int, values: Sequence[float]) -> bool:
        """Whether values of the model's own columns satisfy a part."""
        part = self.every[p]
        if part.records:
            return all(is_satisfied(each, values, self.continuous) for each in part.records)
        return self._is_within(part.column, part.lower, part.upper, values)

    def _is_within(self, k: Column, low: float, high: float, values: Sequence[float]) -> bool:
        slack = TOLERANCE if k in self.continuous else 0
        return low - slack <= values[k] <= high + slack

    def checked(self, values: Sequence[float], active: Sequence[int]) -> list[float] | None:
        """The values of the model's own columns, if they satisfy these parts, and what always holds."""
        own = whole_values(self.read, values[: len(self.read.variables)])
        ends = zip(range(len(own)), self.linear.lower, self.linear.upper, strict=False)
        is_right = all(self._is_within(*each, own) for each in ends) and all(self.holds(p, own) for p in active)
        return own if is_right else None
