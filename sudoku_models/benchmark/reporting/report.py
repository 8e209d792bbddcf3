"""The report of a benchmark: one page, its pictures as SVG and its tables as CSV."""

import json
import math
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import InputError, NotInstalledError, UnknownNameError
from ..rows import read

if TYPE_CHECKING:
    import pandas as pd

    from ..comparisons import Comparison
    from ..contrasts import Contrasts
    from .sections import ContrastSection

__all__ = ["PROTOCOL", "Report", "json_lines", "report"]

PROTOCOL = "protocol.toml"
"""The name of the protocol in a folder of results."""


@dataclass(frozen=True)
class Report:
    """The contents of a report, and the path of its page.

    Attributes:
        page: The page.
        measure: "proved" or "solved".
        tables: name -> table, of all comparisons.
        findings: Sentences for each comparison.
        warnings: Sentences to read before comparing.
        figures: The SVG files.
    """

    page: Path
    measure: str
    tables: "dict[str, pd.DataFrame]"
    findings: "dict[Comparison, list[str]]"
    warnings: list[str]
    figures: list[Path] = field(default_factory=list)

    def __str__(self) -> str:
        lines = [f"warning: {each}" for each in self.warnings]
        for comparison, sentences in self.findings.items():
            lines += ["", f"{comparison}:", *(f"  {each}" for each in sentences)]
        return "\n".join([*lines, "", f"{self.page}"]).strip()

    def json_lines(self) -> list[str]:
        """The rows of all tables, one object a line; missing figures are null, and infinite ones "infinite"."""
        return json_lines(self.tables)


def json_lines(tables: "dict[str, pd.DataFrame]") -> list[str]:
    """The rows of tables, one object a line, with the name of its table."""
    return [
        json.dumps({"table": name, **{key: _plain(value) for key, value in row.items()}})
        for name, table in tables.items()
        for row in table.to_dict("records")
    ]


def report(
    folder: str | os.PathLike[str],
    out: str | os.PathLike[str] | None = None,
    measure: str = "proved",
    corpora: Sequence[str] | None = None,
) -> Report:
    """Write the report of a folder of results: a page that needs nothing else, figures as SVG, tables as CSV.

    It may be written while the run is still going on. The same rows give the same files. When the folder has a file
    `protocol.toml` the report has its contrasts (see `load_protocol`).

    Args:
        folder: The results.
        out: Where to write; None means `report` in the folder of results.
        measure: "proved" (time until the solution is proved to be the only one) or "solved" (until it is found).
        corpora: The corpora to report; None means all.

    Raises:
        InputError: When there are no results, or the report cannot be written.
        UnknownNameError: When there is no such measure, or no result of such a corpus.
        NotInstalledError: When pandas, pyarrow, matplotlib or jinja2 is missing.

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
    rows = read(folder, is_compact=True)
    _need_libraries()
    from ..comparisons import MEASURES, labelled
    from . import findings, sections

    if measure not in MEASURES:
        raise UnknownNameError("measure", measure, MEASURES)
    rows = labelled(rows)
    answers, title, problem = _contrasts(Path(folder) / PROTOCOL, rows)
    rows = _chosen(rows, corpora)
    made = _tables(rows, measure)
    sentences = findings.findings(made["summary"], made["against_best"], measure, made["noise"])
    warnings = findings.warnings(rows, made["environments"], measure) + problem
    path = (Path(out) if out is not None else Path(folder) / "report") / "index.html"
    if answers:
        made |= {"contrasts": answers.results, "contrasts_by_corpus": answers.by_corpus, "excluded": answers.excluded}
    files = _files(
        rows, measure, made, sentences, warnings, sections.contrast_section(answers, title) if answers else None
    )
    _write(path.parent, files)
    figures = sorted(path.parent / name for name in files if name.endswith(".svg"))
    return Report(path, measure, made, sentences, warnings, figures)


def _contrasts(file: Path, rows: "pd.DataFrame") -> "tuple[Contrasts | None, str, list[str]]":
    """The contrasts of the protocol of a folder, if it has one, its title, and why they cannot be had."""
    from ..contrasts import contrasts
    from ..protocol import load_protocol

    if not file.exists():
        return None, "", []
    try:
        protocol = load_protocol(file)
        return contrasts(rows, protocol), protocol.title, []
    except InputError as error:  # as when some of its rows are still to come
        return None, "", [f"The contrasts of {file.name} are not here: {error}."]


def _tables(rows: "pd.DataFrame", measure: str) -> "dict[str, pd.DataFrame]":
    """The tables of a report by their names."""
    from .. import growth, noise, tables
    from ..statistics import against_best, isomorphs, summary
    from .solved_by import solved_by

    return {
        "summary": summary(rows, measure),
        "against_best": against_best(rows, measure),
        "isomorphs": isomorphs(rows, measure),
        "noise": noise.noise(rows),
        **{each.__name__: each(rows) for each in (tables.parts, tables.sizes, tables.memory, tables.search)},
        "exponents": growth.exponents(rows),
        "costs": growth.costs(rows),
        "failures": tables.failures(rows),
        "environments": tables.environments(rows),
        "solved_by": solved_by(rows),
    }


def _need_libraries() -> None:
    """Check that the libraries for figures and for the page are installed.

    Raises:
        NotInstalledError: When one is missing.
    """
    for library in ("matplotlib", "jinja2"):
        if find_spec(library) is None:
            raise NotInstalledError(f"a report needs {library}; install it with: python -m pip install {library}")


def _chosen(rows: "pd.DataFrame", corpora: Sequence[str] | None) -> "pd.DataFrame":
    known = [*rows["corpus"].unique()]
    for name in corpora or ():
        if name not in known:
            raise UnknownNameError("corpus in these results", name, known)
    return rows[rows["corpus"].isin(corpora)] if corpora else rows


def _files(
    rows: "pd.DataFrame",
    measure: str,
    tables: "dict[str, pd.DataFrame]",
    findings: "dict[Comparison, list[str]]",
    warnings: list[str],
    contrasts: "ContrastSection | None",
) -> dict[str, str]:
    """The files of a report by their names."""
    from ..comparisons import MEASURES, split
    from . import page, sections
    from .figures import of_comparison, of_sizes
    from .formatting import plural
    from .scaling import of_scale, sentences
    from .solved_by import solved_by_table

    parts = [
        sections.section(
            stem, comparison, findings, tables, measure, list(of_comparison(comparison, of_it, measure, stem))
        )
        for (comparison, of_it), stem in zip(split(rows), sections.stems([*findings]), strict=True)
    ]
    sizes = list(of_scale(rows)) or list(of_sizes(rows, measure))
    pictures = [*(picture for part in parts for picture in part.pictures), *sizes]
    text = page.document(
        title="Which formulation? A benchmark of Sudoku models",
        lead=f"{MEASURES[measure].capitalize()}, on {plural(len(rows), 'case')}.",
        names=tables["summary"]["configuration"].unique(),
        warnings=warnings,
        contrasts=contrasts,
        sections=parts,
        sizes=sizes,
        growth=sentences(tables["exponents"]),
        environment=sections.environment(tables["environments"]),
        solved_by=solved_by_table(tables["solved_by"]),
    )
    return {
        **{f"tables/{name}.csv": _csv(table) for name, table in tables.items() if len(table)},
        **{f"figures/{each.name}.svg": each.svg for each in pictures},
        **{f"figures/{each.name}.csv": _csv(each.numbers) for each in pictures},
        "index.html": text,
    }


def _write(folder: Path, files: dict[str, str]) -> None:
    try:
        for name, text in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise InputError(
            f"the report cannot be written to {str(folder)!r} ({error.strerror or error}); choose a folder with --out"
        ) from None


def _csv(table: "pd.DataFrame") -> str:
    return str(table.to_csv(index=False, lineterminator="\n"))


def _plain(value: Any) -> Any:
    """A figure as JSON has it."""
    if value is None or value != value:
        return None
    if isinstance(value, float):
        return "infinite" if math.isinf(value) else value
    if hasattr(value, "isoformat"):
        return value.isoformat()
    return value.item() if hasattr(value, "item") else value
