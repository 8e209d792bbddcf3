"""Rows of results, for the tests of reading and of storing them."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sudoku_models.benchmark import rows
from sudoku_models.benchmark.storage import Writer

__all__ = ["append", "compact", "files", "row"]

IDENTITY = ("top95", "top95:1", "a", 0, 0, "assignment", "", "", "pulp", "highs", "on", "", "", 10.0, "")


def row(seed: int, **more: Any) -> dict[str, Any]:
    identity = dict(zip(rows.KEY, IDENTITY, strict=True))
    known = {"status": "unique", "solved": True, "proved": True, "failed": False, "cpu": "one"}
    return {**identity, **known, "seed": seed, "started": datetime.now(UTC), **more}


def append(folder: Path, some: list[dict[str, Any]]) -> None:
    """Add rows as one more file."""
    with Writer(folder) as writer:
        writer.add(rows.as_table(some))


def compact(folder: Path) -> int:
    """Join the files; the number of files afterwards."""
    with Writer(folder) as writer:
        writer.compact()
    return len(files(folder))


def files(folder: Path) -> list[Path]:
    return sorted((folder / "rows").glob("*.parquet"))
