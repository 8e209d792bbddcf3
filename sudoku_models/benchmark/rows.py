"""One row a case, in a growing set of Parquet files.

A folder of results holds `rows/*.parquet`. The cases that have ended since the last write become one more file, which
is written under another name and then renamed. So a file is complete or absent, however the run ends, and rows are
never rewritten. Reading takes all files together, and compares the answers in them.
"""

import contextlib
import os
import uuid
from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import InputError, NotInstalledError
from .validation import mark_contradicted

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["COLUMNS", "KEY", "SETTING", "append", "keys", "read"]

KEY = (
    "corpus",
    "puzzle",
    "puzzle_digest",
    "seed",
    "formulation",
    "formulation_digest",
    "rewrite",
    "backend",
    "solver",
    "presolve",
    "time_limit",
    "threads",
)
"""The columns that identify a case. A puzzle or a formulation that is changed under its name has another digest."""

SETTING = ("cpu", "cores", "system", "python", "versions")
"""These must be equal where times are compared: the kind of machine, and the versions."""

SEARCH = ("nodes", "lp_iterations", "backtracks", "fails", "branches", "conflicts")

_TEXT = ("corpus", "puzzle", "formulation", "rewrite", "backend", "solver", "presolve", "status", "reason", "grid")
_ENVIRONMENT = ("machine", "cpu", "system", "python", "versions", "commit")
_DIGESTS = ("puzzle_digest", "formulation_digest")
_WHOLE = ("seed", "threads", "size", "clues", "variables", "constraints", "nonzeros", "cores")
_PRESOLVED = ("presolved_variables", "presolved_constraints", "presolved_nonzeros")
_TIMES = ("build", "rewrite", "translate", "solve", "prove", "solved", "proved", "case", "processor")
_NUMBERS = ("time_limit", "memory_before", "memory_peak", "program_memory_peak", "memory_gib", "load")

COLUMNS: dict[str, str] = {
    **dict.fromkeys(KEY, ""),  # first, in this order
    **dict.fromkeys((*_TEXT, *_DIGESTS), "string"),
    **dict.fromkeys(("solved", "proved", "failed", "lp_single_point"), "bool"),
    **dict.fromkeys((f"{what}_seconds" for what in _TIMES), "float64"),
    **dict.fromkeys(_NUMBERS, "float64"),
    **dict.fromkeys((*_WHOLE, *_PRESOLVED, *SEARCH, *(f"proof_{what}" for what in SEARCH)), "int64"),
    "started": "timestamp[us, tz=UTC]",
    **dict.fromkeys(_ENVIRONMENT, "string"),
}
"""name -> Arrow type. Any column may be null where it does not apply or is unknown. Times in seconds, memory in MiB."""


def append(folder: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """Add rows to a folder of results, as one more file.

    Raises:
        InputError: When they cannot be written, as on a full disk; the rows written before are safe.
    """
    _need_pyarrow()
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pa.schema([(name, _arrow_type(kind)) for name, kind in COLUMNS.items()])
    table = pa.Table.from_pylist([dict(row) for row in rows], schema=schema)
    name = uuid.uuid4().hex
    path = folder / "rows" / f"{name}.parquet"
    part = path.with_name(f".{name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("xb") as file:
            # For one row, compression and statistics would only add bytes.
            pq.write_table(
                table, file, compression="none", use_dictionary=False, write_statistics=False, store_schema=False
            )
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        raise InputError(
            f"{len(rows)} row{'s' * (len(rows) != 1)} could not be written to {path.parent} ({error}); the rows "
            "before them are safe. Free some space, and run the same command again: it continues from there"
        ) from error
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)


def read(folder: str | os.PathLike[str]) -> "pd.DataFrame":
    """All rows of a folder of results, one a case and setting, in the order in which they started.

    Of a case that was run again in its setting the last row counts; the row of a lost worker, whose setting is unknown,
    counts where no other came after it. An answer that another row contradicts is "wrong" (`mark_contradicted`).

    Raises:
        InputError: When there are no results, or a file of them cannot be read.
    """
    table = _table(Path(folder)).to_pandas()
    whole = [name for name, kind in COLUMNS.items() if kind == "int64"]
    table[whole] = table[whole].astype("Int64")  # whole numbers that may be missing
    table[["lp_single_point"]] = table[["lp_single_point"]].astype("boolean")
    table = table.sort_values("started", kind="stable", ignore_index=True)
    replaced = table["cpu"].isna() & table.duplicated(list(KEY), keep="last")
    return mark_contradicted(table[~replaced].drop_duplicates([*KEY, *SETTING], keep="last", ignore_index=True))


def keys(folder: Path) -> dict[tuple[Any, ...], bool]:
    """The keys of the cases that have a row, and whether each failed according to its last row."""
    if not any(_files(folder)):
        return {}
    table = _table(folder, [*KEY, "failed", "started"]).sort_by("started")
    return {tuple(row[name] for name in KEY): row["failed"] for row in table.to_pylist()}


def _table(folder: Path, columns: list[str] | None = None) -> Any:
    _need_pyarrow()
    import pyarrow as pa
    import pyarrow.parquet as pq

    tables = []
    for file in _files(folder):
        try:
            with pq.ParquetFile(file) as parquet:
                tables.append(parquet.read(columns))
        except (pa.ArrowInvalid, OSError) as error:
            raise InputError(
                f"{file} cannot be read ({error}); if it is damaged, remove it, and the next run measures again"
            ) from error
    if not tables:
        make = f"sudoku-models bench run --corpus top95 --out {folder}"
        raise InputError(f"there are no results in {folder}; they are made with: {make}")
    return pa.concat_tables(tables, promote_options="permissive")


def _files(folder: Path) -> Iterable[Path]:
    return sorted((folder / "rows").glob("*.parquet"))


def _arrow_type(kind: str) -> Any:
    import pyarrow as pa

    return pa.timestamp("us", tz="UTC") if kind.startswith("timestamp") else pa.type_for_alias(kind)


def _need_pyarrow() -> None:
    for library in ("pyarrow", "pandas"):
        if find_spec(library) is None:
            raise NotInstalledError(
                f"the benchmark keeps its rows with {library}; install it with: python -m pip install pyarrow pandas"
            )
