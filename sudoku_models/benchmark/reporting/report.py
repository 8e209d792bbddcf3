"""The report of a benchmark: one page, its pictures as SVG and its tables as CSV."""

import json
import math
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import InputError, UnknownNameError
from ..rows import read

if TYPE_CHECKING:
    import pandas as pd

    from ..comparisons import Comparison

__all__ = ["Report", "report"]


@dataclass(frozen=True)
class Report:
    """What a report says, and where it stands.

    Attributes:
        page: The page, or where it would be.
        measure: "proved" or "solved".
        tables: name -> table, of all comparisons.
        findings: Sentences for each comparison.
        warnings: What a reader should know first.
        figures: The SVG files.
    """

    page: Path
    measure: str
    tables: "dict[str, pd.DataFrame]"
    findings: "dict[Comparison, list[str]]"
    warnings: list[str]
    figures: list[Path] = field(default_factory=list)

    def __str__(self) -> str:
        said = [f"warning: {each}" for each in self.warnings]
        for comparison, sentences in self.findings.items():
            said += ["", f"{comparison}:", *(f"  {each}" for each in sentences)]
        return "\n".join([*said, "", f"{self.page}"]).strip()

    def json_lines(self) -> list[str]:
        """The rows of all tables, one object a line; missing figures are null, and infinite ones "infinite"."""
        return [
            json.dumps({"table": name, **{key: _plain(value) for key, value in row.items()}})
            for name, table in self.tables.items()
            for row in table.to_dict("records")
        ]


def report(
    folder: str | os.PathLike[str],
    out: str | os.PathLike[str] | None = None,
    measure: str = "proved",
    corpora: Sequence[str] | None = None,
) -> Report:
    """Write the report of a folder of results: a page that needs nothing else, figures as SVG, tables as CSV.

    It may be written while the run still goes on. The same rows give the same files.

    Args:
        folder: The results.
        out: Where to write; `report` in the folder of results when left out.
        measure: "proved" (time until the solution is proved to be the only one) or "solved" (until it is found).
        corpora: The corpora to report; all when left out.

    Raises:
        InputError: When there are no results, or the report cannot be written.
        UnknownNameError: When there is no such measure, or no result of such a corpus.
        NotInstalledError: When pandas, pyarrow or matplotlib is missing.

    >>> import tempfile
    >>> from sudoku_models import Puzzle, benchmark
    >>> chosen = benchmark.configurations(["assignment"], backends=["pulp"], solvers=["highs"])
    >>> puzzle = Puzzle.parse("1... ..2. .3.. ...4")
    >>> with tempfile.TemporaryDirectory() as results:
    ...     ended = benchmark.run(benchmark.cases([("mine", [puzzle])], chosen), results)
    ...     made = benchmark.report(results)
    ...     sorted(path.name for path in made.page.parent.iterdir())
    ['figures', 'index.html', 'tables']
    """
    rows = _chosen(read(folder), corpora)
    from ... import plots  # noqa: F401  says so when matplotlib is missing
    from .. import tables
    from ..comparisons import MEASURES, labelled
    from ..statistics import against_best, isomorphs, summary
    from . import findings

    if measure not in MEASURES:
        raise UnknownNameError("measure", measure, MEASURES)
    rows = labelled(rows)
    made: dict[str, pd.DataFrame] = {
        "summary": summary(rows, measure),
        "against_best": against_best(rows, measure),
        "isomorphs": isomorphs(rows, measure),
        **{each.__name__: each(rows) for each in (tables.parts, tables.sizes, tables.memory, tables.search)},
        "failures": tables.failures(rows),
        "environments": tables.environments(rows),
    }
    said = findings.findings(made["summary"], made["against_best"], measure)
    warned = findings.warnings(rows, made["environments"], measure)
    place = Path(out) if out is not None else Path(folder) / "report"
    return _written(Report(place / "index.html", measure, made, said, warned), rows)


def _chosen(rows: "pd.DataFrame", corpora: Sequence[str] | None) -> "pd.DataFrame":
    there = [*rows["corpus"].unique()]
    for name in corpora or ():
        if name not in there:
            raise UnknownNameError("corpus in these results", name, there)
    return rows[rows["corpus"].isin(corpora)] if corpora else rows


def _written(made: Report, rows: "pd.DataFrame") -> Report:
    """Write the files of a report."""
    from ..comparisons import comparisons
    from . import page, sections
    from .figures import of_comparison, of_sizes

    files = {f"tables/{name}.csv": _csv(table) for name, table in made.tables.items() if len(table)}
    parts, contents = [sections.found(made)], {"found": "What was found"}
    stems = sections.stems([*made.findings])
    for (comparison, of_it), stem in zip(comparisons(rows).items(), stems, strict=True):
        pictures = list(of_comparison(comparison, of_it, made.measure, stem))
        contents[stem] = sections.heading(comparison, made.findings)
        parts.append(
            page.section(stem, contents[stem], sections.facts(comparison, made), sections.comparison(comparison, made, pictures))
        )
        files |= _picture_files(pictures)
    if sizes := list(of_sizes(rows, made.measure)):
        contents["sizes"] = "Cost against the size of the board"
        parts.append(page.section("sizes", contents["sizes"], "", [page.figures(sizes)]))
        files |= _picture_files(sizes)
    contents |= {"reading": "How to read the tables", "environment": "Machines and versions"}
    parts.append(page.section("reading", contents["reading"], "", [sections.explained()]))
    parts.append(page.section("environment", contents["environment"], "", [sections.environment(made)]))
    title, lead = "Which formulation? A benchmark of Sudoku models", sections.lead(made, rows)
    files[made.page.name] = page.document(title, lead, parts, contents)
    _write(made.page.parent, files)
    made.figures.extend(sorted(made.page.parent / name for name in files if name.endswith(".svg")))
    return made


def _picture_files(pictures: Sequence[Any]) -> dict[str, str]:
    drawn = {f"figures/{each.name}.svg": each.svg for each in pictures}
    return {**drawn, **{f"figures/{each.name}.csv": _csv(each.numbers) for each in pictures}}


def _write(place: Path, files: dict[str, str]) -> None:
    try:
        for name, text in files.items():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            (place / name).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise InputError(
            f"the report cannot be written to {str(place)!r} ({error.strerror or error}); choose a folder with --out"
        ) from None


def _csv(table: "pd.DataFrame") -> str:
    return str(table.to_csv(index=False, lineterminator="\n"))


def _plain(value: Any) -> Any:
    """A figure as JSON knows it."""
    if value is None or value != value:
        return None
    if isinstance(value, float):
        return "infinite" if math.isinf(value) else value
    if hasattr(value, "isoformat"):
        return value.isoformat()
    return value.item() if hasattr(value, "item") else value
