"""What a model has, in one line and as a small table: its columns and rows by kind, and the sense of its objective."""

from collections import Counter
from dataclasses import dataclass

from ..backends import Linear, PlainModel, kind_of
from ..runtime.tables import ResultTable


@dataclass(frozen=True)
class Summary:
    """The counts of a model.

    Attributes:
        columns: The number of columns by kind: binary, integer, continuous.
        rows: The number of constraints by kind: equations, inequalities and ranges among linear ones, and the others.
        objective: "minimise" or "maximise"; empty when there is none.

    >>> from sudoku_models.backends import new_backend, plain
    >>> m = new_backend("pulp")
    >>> x = m.int_vars("x", "ab", 1, 3)
    >>> _ = m.add(x["a"] + x["b"] == 4, "four"), m.all_different(x.values(), "a and b differ")
    >>> m.maximize(x["a"])
    >>> print(Summary.of(plain(m)))
    2 integer variables; 1 equation, 1 all-different; maximise
    """

    columns: dict[str, int]
    rows: dict[str, int]
    objective: str

    @classmethod
    def of(cls, model: PlainModel) -> "Summary":
        """The summary of a model; of 100,000 columns it takes some hundredths of a second."""
        kinds = Counter(
            "continuous" if not is_whole else "binary" if low >= 0 and high <= 1 else "integer"
            for is_whole, (low, high) in zip(model.integer, model.domains, strict=True)
        )
        rows = Counter(_kind(row) if isinstance(row, Linear) else kind_of(row) for row in model.records)
        goal = model.minimised
        sense = ("maximise" if goal.sign < 0 else "minimise") if goal is not None and goal.columns else ""
        columns = {kind: kinds[kind] for kind in ("binary", "integer", "continuous") if kinds[kind]}
        return cls(columns, dict(rows.most_common()), sense)

    def __str__(self) -> str:
        columns = ", ".join(f"{number:,} {kind}" for kind, number in self.columns.items())
        width = sum(self.columns.values())
        rows = ", ".join(f"{number:,} {_words(kind, number)}" for kind, number in self.rows.items())
        parts = [f"{columns} variable{'s' * (width != 1)}", rows or "no constraints", self.objective]
        return "; ".join(filter(None, parts))

    def table(self, title: str) -> ResultTable:
        """The same as a table."""
        rows = [*(("variables", kind, f"{number:,}") for kind, number in self.columns.items())]
        rows += [("constraints", _words(kind, number), f"{number:,}") for kind, number in self.rows.items()]
        rows += [("objective", self.objective or "none", "")]
        return ResultTable(("part", "kind", "number"), rows, left=(0, 1), title=title)


def _kind(row: Linear) -> str:
    if row.lower == row.upper:
        return "equation"
    return "range" if abs(row.lower) < float("inf") and abs(row.upper) < float("inf") else "inequality"


def _words(kind: str, number: int) -> str:
    """The kind of rows in words, in the plural where it is usual."""
    several = {"equation": "equations", "inequality": "inequalities", "range": "ranges", "table": "tables"}
    several |= {"implication": "implications"}
    return (several.get(kind, kind) if number != 1 else kind).replace("_", "-")
