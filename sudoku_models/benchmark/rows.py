"""One row a case, in Parquet files that are only ever added to.

A folder of results holds `rows/*.parquet`. What has ended since the last write becomes one more file, written aside and
then moved to its name, so that a file is whole or not there: whatever ends the run, it loses no finished row, and rows
are never rewritten. Reading takes all files together, and holds the answers in them against each other.
"""

import contextlib
import os
import uuid
from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import InputError, NotInstalledError
from .verdicts import refuted

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
"""What tells one case from another. A puzzle or a formulation that is changed under its name has another digest."""

SETTING = ("cpu", "cores", "system", "python", "versions")
"""What must be the same where times are compared: the kind of machine, and the versions."""

SEARCH = ("nodes", "lp_iterations", "backtracks", "fails", "branches", "conflicts")

_TEXT = ("corpus", "puzzle", "formulation", "rewrite", "backend", "solver", "presolve", "status", "reason", "grid")
_ENVIRONMENT = ("machine", "cpu", "system", "python", "versions", "commit")
_DIGESTS = ("puzzle_digest", "formulation_digest")
_WHOLE = ("seed", "threads", "size", "clues", "variables", "constraints", "nonzeros", "cores")
_PRESOLVED = ("presolved_variables", "presolved_constraints", "presolved_nonzeros")
_TIMES = ("build", "rewrite", "translate", "solve", "prove", "solved", "proved", "case")
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
"""name -> Arrow type. Any column may be null where it does not apply or is not told. Times are in seconds, memory in
MiB."""


def append(folder: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """Add rows to a folder of results, as one more file.

    Raises:
        InputError: When they cannot be written, as on a full disk; what was there before stays whole.
    """
    _need_pyarrow()
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pa.schema([(name, _arrow_type(kind)) for name, kind in COLUMNS.items()])
    table = pa.Table.from_pylist([dict(row) for row in rows], schema=schema)
    name = uuid.uuid4().hex
    place = folder / "rows" / f"{name}.parquet"
    aside = place.with_name(f".{name}.part")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with aside.open("xb") as file:
            # Of one row there is nothing to compress and nothing to tell in statistics.
            pq.write_table(
                table, file, compression="none", use_dictionary=False, write_statistics=False, store_schema=False
            )
            file.flush()
            os.fsync(file.fileno())
        aside.replace(place)
    except OSError as error:
        raise InputError(
            f"{len(rows)} row{'s' * (len(rows) != 1)} could not be written to {place.parent} ({error}); the rows that "
            f"stand there are whole. Make room, and run the same command again: it goes on from there"
        ) from error
    finally:
        with contextlib.suppress(OSError):
            aside.unlink(missing_ok=True)


def read(folder: str | os.PathLike[str]) -> "pd.DataFrame":
    """All rows of a folder of results, one a case and setting, in the order in which they started.

    Where a case was run again in its setting its last row counts; the row of a lost worker, whose setting nobody knows,
    counts where nothing came after it. An answer that another row refutes is "wrong" (`verdicts.refuted`).

    Raises:
        InputError: When there are no results, or a file of them cannot be read.
    """
    table = _table(Path(folder)).to_pandas()
    whole = [name for name, kind in COLUMNS.items() if kind == "int64"]
    table[whole] = table[whole].astype("Int64")  # whole numbers that may be missing
    table[["lp_single_point"]] = table[["lp_single_point"]].astype("boolean")
    table = table.sort_values("started", kind="stable", ignore_index=True)
    made_up_for = table["cpu"].isna() & table.duplicated(list(KEY), keep="last")
    return refuted(table[~made_up_for].drop_duplicates([*KEY, *SETTING], keep="last", ignore_index=True))


def keys(folder: Path) -> dict[tuple[Any, ...], bool]:
    """The keys of the cases that have a row, and whether the last row of each says that it failed."""
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
                f"{file} cannot be read ({error}); if it is damaged, remove it, and the next run measures anew"
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
