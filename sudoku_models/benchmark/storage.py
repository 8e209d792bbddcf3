"""The files of a folder of results: complete, checked, and written by one run at a time.

A folder of results holds `rows/*.parquet`. The rows of the cases that have ended since the last write become one more
file, which is written under another name and then renamed, so a file is complete or absent, however the run ends. Its
name is a digest of its bytes: a file that was damaged, or that another program has put there, is told by its name.
"""

import contextlib
import hashlib
import os
import time
import warnings
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from ..errors import InputError, NotInstalledError

SHOWN = 3
"""Files that a warning names."""
NAME_LENGTH = 32
MOST_WAITING = 1_000
"""Rows that are kept before they are written."""
SECONDS, SHARE = 1.0, 0.005
"""Rows wait for at most a second, or this share of the time that the run has taken: a run of ten hours writes about
2,000 files, and a run that is killed loses at most this share of its work."""
LATER = {"protocol_digest", "measures_digest"}
"""Columns that files of earlier versions do not have."""
ROWS_AT_ONCE = 20_000
"""Rows that are read at once, so that a large file takes little more memory than what is kept of it."""


class Writer(contextlib.AbstractContextManager["Writer"]):
    """Adds rows to a folder of results, which nobody else writes to in the meantime.

    Args:
        folder: The folder of results; made when it is not there.

    Raises:
        InputError: When another run writes to the folder.
    """

    def __init__(self, folder: Path) -> None:
        NotInstalledError.check("a folder of results", "pyarrow", "pandas", "filelock")
        from filelock import FileLock, Timeout

        self._rows = folder / "rows"
        self._waiting: list[Any] = []
        self._begun = self._written = time.monotonic()
        self._lock = FileLock(folder / "running.lock")
        try:
            self._rows.mkdir(parents=True, exist_ok=True)
            self._lock.acquire(timeout=0)
        except Timeout:
            raise InputError(
                f"another run writes to {folder}; wait until it has ended, or choose another folder"
            ) from None
        except OSError as error:
            raise InputError(f"the folder {folder} cannot be written ({error})") from error

    def __exit__(self, *_: object) -> None:
        try:
            self.flush()
        finally:
            self._lock.release()

    def keep(self, name: str, content: bytes) -> None:
        """Write a file beside the rows, if it is not there.

        Raises:
            InputError: When it cannot be written, as on a full disk.
        """
        path = self._rows.parent / name
        if not path.exists():
            _put(path, content, name)

    def add(self, table: Any) -> None:
        """Add the rows of an Arrow table; they are written from time to time, and at the end.

        Raises:
            InputError: When they cannot be written, as on a full disk; the rows written before are safe.
        """
        self._waiting.append(table)
        now = time.monotonic()
        is_due = now - self._written >= max(SECONDS, SHARE * (now - self._begun))
        if is_due or sum(map(len, self._waiting)) >= MOST_WAITING:
            self.flush()

    def flush(self) -> None:
        """Write the rows that wait."""
        tables, self._waiting = self._waiting, []
        if tables:
            import pyarrow as pa

            _write(self._rows, pa.concat_tables(tables).combine_chunks())
        self._written = time.monotonic()

    def compact(self) -> None:
        """Join the files to one, which is read faster.

        The new file is complete before the old ones go, so nothing is lost whenever it is interrupted. Of rows that
        are there twice because of that, one is read. A damaged file stays.
        """
        import pyarrow as pa

        self.flush()
        old = [*self._rows.glob("*.parquet")]
        if len(old) > 1 and (found := [*parts(self._rows.parent)]):
            new = _write(self._rows, pa.concat_tables(found, promote_options="permissive").sort_by("started"))
            for file in old:
                if file.name != new and _name(file.read_bytes()) == file.name:
                    file.unlink()


def parts(folder: Path, columns: Iterable[str] | None = None) -> Iterator[Any]:
    """The tables of a folder of results, part by part; a file that is damaged or foreign is left out with a warning.

    Args:
        folder: The folder of results.
        columns: Those to read; None means all.
    """
    NotInstalledError.check("a folder of results", "pyarrow", "pandas")
    import pyarrow as pa
    import pyarrow.parquet as pq

    left_out: list[str] = []
    chosen = None if columns is None else [*columns]
    for file in sorted((folder / "rows").glob("*")):
        if file.name.startswith("."):  # a run is writing it, or was killed while it did
            continue
        try:
            content = file.read_bytes()
            if _name(content) != file.name:
                raise InputError("its name is not the digest of its bytes")
            with pq.ParquetFile(pa.BufferReader(content)) as parquet:
                has = None if chosen is None else [each for each in chosen if each in parquet.schema_arrow.names]
                for batch in parquet.iter_batches(ROWS_AT_ONCE, columns=has, use_threads=False):
                    table = pa.Table.from_batches([batch])
                    for name in LATER & {*(chosen or ())} - {*table.column_names}:
                        table = table.append_column(name, pa.nulls(len(table), pa.string()))
                    yield table.select(chosen or table.column_names)
        except (pa.ArrowException, OSError, InputError, KeyError) as error:
            left_out.append(f"{file.name} ({error})")
    if left_out:
        warnings.warn(
            f"{len(left_out)} file{'s' * (len(left_out) > 1)} of {folder / 'rows'} left out, because they are damaged "
            f"or were not written by a run of this version: {'; '.join(left_out[:SHOWN])}"
            f"{f' and {len(left_out) - SHOWN} more' * (len(left_out) > SHOWN)}. Remove them; the next run measures "
            "their cases again",
            stacklevel=3,
        )


def _write(folder: Path, table: Any) -> str:
    """Write one more file; returns its name."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    # Measurements hardly repeat: their bytes compress better side by side than in a dictionary.
    measured = [field.name for field in table.schema if pa.types.is_floating(field.type)]
    others = [name for name in table.column_names if name not in measured]
    buffer = BytesIO()
    pq.write_table(table, buffer, compression="zstd", use_dictionary=others, use_byte_stream_split=measured)
    content = buffer.getvalue()
    path = folder / _name(content)
    _put(path, content, f"{len(table):,} of the rows")
    return path.name


def _put(path: Path, content: bytes, what: str) -> None:
    """Write a file that is complete or absent, however that ends."""
    part = path.with_name(f".{path.name}.part")
    try:
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        raise InputError(
            f"{what} could not be written to {path.parent} ({error}); the rows before are safe. Free some space, and "
            "run the same command again: it continues from there"
        ) from error
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)


def _name(content: bytes) -> str:
    return f"{hashlib.sha256(content).hexdigest()[:NAME_LENGTH]}.parquet"
