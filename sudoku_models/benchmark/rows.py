"""One row a case: the columns, and reading them.

`storage` has the files. Rows are added and never changed; reading takes all files together, and compares the answers in
them.
"""

import hashlib
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import InputError
from .storage import Writer, need_pyarrow, parts
from .validation import mark_contradicted

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["COLUMNS", "KEY", "SETTING", "as_table", "from_bytes", "key_digest", "keys", "read", "to_bytes", "writer"]

SEPARATOR = "\x1f"
"""Between the parts of a key: a character that `repr` does not leave in a text."""

KEY = (
    "corpus",
    "puzzle",
    "puzzle_digest",
    "seed",
    "repeat",
    "formulation",
    "formulation_digest",
    "rewrite",
    "backend",
    "solver",
    "presolve",
    "time_limit",
    "threads",
    "software",
)
"""The columns that identify a case. A puzzle or a formulation that is changed under its name has another digest, and
with other versions or another source of this package the software has another one."""

SETTING = ("cpu", "cores", "system", "python", "versions", "software")
"""These must be equal where times are compared: the kind of machine, and the versions."""

SEARCH = ("nodes", "lp_iterations", "backtracks", "fails", "branches", "conflicts")

_TEXT = ("corpus", "puzzle", "formulation", "rewrite", "backend", "solver", "presolve", "status", "reason", "grid")
_SOLVED_BY = ("interface", "engine", "options", "settled")
_ENVIRONMENT = ("machine", "cpu", "system", "python", "versions", "commit")
_DIGESTS = ("puzzle_digest", "formulation_digest", "software")
_MEASURED = ("threads_used", "core", "warm_ups")
_WHOLE = ("seed", "repeat", "threads", "size", "clues", "variables", "constraints", "nonzeros", "cores", *_MEASURED)
_PRESOLVED = ("presolved_variables", "presolved_constraints", "presolved_nonzeros")
_TIMES = ("build", "rewrite", "translate", "solve", "prove", "solved", "proved", "case", "processor")
_SEEN = ("seen", "seen_processor", "calibration_before", "calibration_after")
_NUMBERS = ("time_limit", "memory_before", "memory_peak", "program_memory_peak", "memory_gib", "load")

COLUMNS: dict[str, str] = {
    **dict.fromkeys(KEY, ""),  # first, in this order
    **dict.fromkeys((*_TEXT, *_DIGESTS, *_SOLVED_BY), "string"),
    **dict.fromkeys(("solved", "proved", "failed", "lp_single_point"), "bool"),
    **dict.fromkeys((f"{what}_seconds" for what in (*_TIMES, *_SEEN)), "float64"),
    **dict.fromkeys(_NUMBERS, "float64"),
    **dict.fromkeys((*_WHOLE, *_PRESOLVED, *SEARCH, *(f"proof_{what}" for what in SEARCH)), "int64"),
    "started": "timestamp[us, tz=UTC]",
    **dict.fromkeys(_ENVIRONMENT, "string"),
}
"""name -> Arrow type. Any column may be null where it does not apply or is unknown. Times in seconds, memory in MiB."""

_CATEGORIES = (*_TEXT, *_SOLVED_BY, *_DIGESTS, *_ENVIRONMENT)
_SMALL = ("seed", "repeat", "threads", "size", "clues")
_EXACT = ("cores", "threads_used")
_MEMORY = {"memory_before", "memory_peak", "program_memory_peak"}
_COUNTS = {name for name, kind in COLUMNS.items() if kind == "int64"} - {*_SMALL, *_EXACT} | _MEMORY
"""How a compact table has its columns."""

_BEFORE = {"repeat": 0, "software": ""}
"""What stands in the key of rows that were measured before these columns existed."""


def writer(folder: Path) -> Writer:
    """What adds rows to a folder of results; see `Writer`.

    Raises:
        InputError: When another run writes to the folder.
    """
    need_pyarrow()
    return Writer(folder)


def as_table(rows: Iterable[Mapping[str, Any]]) -> Any:
    """Rows as an Arrow table with all columns; what a row does not have is null.

    >>> as_table([{"puzzle": "top95:1"}, {}])["puzzle"].to_pylist()
    ['top95:1', None]
    """
    import pyarrow as pa

    schema = pa.schema([(name, _type_of(name)) for name in COLUMNS])
    return pa.Table.from_pylist([dict(row) for row in rows], schema=schema)


def to_bytes(table: Any) -> bytes:
    """An Arrow table as bytes, in the format of Arrow streams."""
    import pyarrow as pa

    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as stream:
        stream.write_table(table)
    content: bytes = sink.getvalue().to_pybytes()
    return content


def from_bytes(content: bytes) -> Any:
    """The table of `to_bytes`.

    >>> from_bytes(to_bytes(as_table([{"seed": 3}])))["seed"].to_pylist()
    [3]
    """
    import pyarrow as pa

    return pa.ipc.open_stream(content).read_all()


def read(folder: str | os.PathLike[str], is_compact: bool = False) -> "pd.DataFrame":
    """All rows of a folder of results, one a case and setting, in the order in which they started.

    Of a case that was run again in its setting the last row counts; the row of a lost worker, whose setting is unknown,
    counts where no other came after it. An answer that another row contradicts is "wrong" (`mark_contradicted`).
    Files that are damaged are left out with a warning.

    Args:
        folder: The results.
        is_compact: Read what a report needs, in little memory: texts as categories, counts as 32-bit floats, and no
            grids once the answers are compared.

    Raises:
        InputError: When there are no results.
    """
    need_pyarrow()
    import pyarrow as pa

    if is_compact:
        found = [_compact(_completed(table, COLUMNS)) for table in parts(Path(folder), None, _CATEGORIES)]
        found.sort(key=lambda table: table["started"][0].value or 0)  # then there is little to sort
    else:
        found = [_completed(table, COLUMNS) for table in parts(Path(folder))]
    if not found:
        make = f"sudoku-models bench run --corpus top95 --out {folder}"
        raise InputError(f"there are no results in {folder}; they are made with: {make}")
    joined = pa.concat_tables(found, promote_options="permissive")
    del found
    for name in () if is_compact else _ENVIRONMENT:  # few different texts, and long ones
        joined = joined.set_column(joined.schema.get_field_index(name), name, joined[name].dictionary_encode())
    joined = joined.unify_dictionaries()
    table = joined.to_pandas(split_blocks=True, self_destruct=True, use_threads=False)
    del joined
    pa.default_memory_pool().release_unused()
    whole = [*_EXACT] if is_compact else [name for name, kind in COLUMNS.items() if kind == "int64"]
    table[whole] = table[whole].astype("Int64")  # whole numbers that may be missing
    for name in table.columns[table.dtypes == "category"] if is_compact else ():  # sorted, as texts are
        table[name] = table[name].cat.reorder_categories(sorted(table[name].cat.categories))
    table[["lp_single_point"]] = table[["lp_single_point"]].astype("boolean")
    if not table["started"].is_monotonic_increasing:
        table = table.sort_values("started", kind="stable", ignore_index=True)
    replaced = _is_replaced(table, [*KEY, *SETTING])
    if (is_lost := table["cpu"].isna()).any():
        replaced |= is_lost & _is_replaced(table, KEY)
    table = mark_contradicted(table[~replaced].reset_index(drop=True) if replaced.any() else table)
    return table.drop(columns="grid") if is_compact else table


def _is_replaced(table: "pd.DataFrame", columns: Iterable[str]) -> Any:
    """Whether a later row is the same in these columns; as `duplicated`, in little memory."""
    import numpy as np
    import pandas as pd

    number, size = np.zeros(len(table), np.int64), 1
    for name in columns:
        codes, values = pd.factorize(table[name], use_na_sentinel=False)
        if size * max(1, len(values)) >= 2**62:
            number, different = pd.factorize(number)
            size = len(different)
        number = number * max(1, len(values)) + codes
        size *= max(1, len(values))
    return pd.Series(number, table.index).duplicated(keep="last")


def _compact(table: Any) -> Any:
    """The table with its texts as dictionaries and its counts as 32-bit floats, which medians do not mind."""
    import pyarrow as pa

    for place, name in enumerate(table.column_names):
        column = table[name]
        if name in _CATEGORIES and not pa.types.is_dictionary(column.type):
            table = table.set_column(place, name, column.dictionary_encode())
        elif name in _COUNTS:
            table = table.set_column(place, name, column.cast(pa.float32(), safe=False))
        elif name in _SMALL and not column.null_count:
            table = table.set_column(place, name, column.cast(pa.int32()))
    return table.drop_columns(["seen_processor_seconds"])


def keys(folder: Path) -> dict[bytes, bool]:
    """The digests of the keys of the cases that have a row, and whether each failed according to its last row."""
    last: dict[bytes, tuple[Any, bool]] = {}
    for table in parts(folder, [*KEY, "failed", "started"]):
        texts = _key_texts(_completed(table, KEY))
        ended = zip(table["started"].cast("int64").to_pylist(), table["failed"].to_pylist(), strict=True)
        for text, (started, failed) in zip(texts, ended, strict=True):
            digest = _digest(text)
            if digest not in last or last[digest][0] <= started:
                last[digest] = started, failed
    return {digest: failed for digest, (_, failed) in last.items()}


def _completed(table: Any, columns: Iterable[str]) -> Any:
    """The table with those of these columns, too, that did not exist when its rows were measured."""
    import pyarrow as pa

    for name in columns:
        if name not in table.column_names:
            value = pa.scalar(_BEFORE.get(name), _type_of(name))
            table = table.append_column(name, pa.repeat(value, len(table)))
    return table


def key_digest(key: tuple[Any, ...]) -> bytes:
    """A key in short, because there may be millions of them.

    >>> len(key_digest(("top95", "top95:1", 0)))
    16
    """
    return _digest(SEPARATOR.join(map(repr, key)))


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode(), digest_size=16).digest()


def _key_texts(table: Any) -> list[str]:
    """The keys of a table as texts. A column has few different values, so each is written once."""
    import pyarrow as pa
    import pyarrow.compute as pc

    columns = []
    for name in KEY:
        encoded = table[name].combine_chunks().dictionary_encode()
        columns.append(pa.array(map(repr, encoded.dictionary.to_pylist()), pa.string()).take(encoded.indices))
    texts: list[str] = pc.binary_join_element_wise(*columns, SEPARATOR).to_pylist()
    return texts


def _type_of(column: str) -> Any:
    import pyarrow as pa

    kind = COLUMNS[column]
    return pa.timestamp("us", tz="UTC") if kind.startswith("timestamp") else pa.type_for_alias(kind)
