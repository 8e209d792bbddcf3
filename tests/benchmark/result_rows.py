"""Rows of results, for the tests of reading and of storing them."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sudoku_models.benchmark import rows

__all__ = ["append", "files", "row"]

IDENTITY = ("top95", "top95:1", "a", 0, 0, "assignment", "", "", "pulp", "highs", "on", 10.0, 1, "")


def row(seed: int, **more: Any) -> dict[str, Any]:
    identity = dict(zip(rows.KEY, IDENTITY, strict=True))
    return {**identity, "seed": seed, "status": "unique", "failed": False, "started": datetime.now(UTC), **more}


def append(folder: Path, some: list[dict[str, Any]]) -> None:
    """Add rows as one more file."""
    with rows.writer(folder) as writer:
        writer.add(rows.as_table(some))


def files(folder: Path) -> list[Path]:
    return sorted((folder / "rows").glob("*.parquet"))
