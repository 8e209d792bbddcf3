"""What is left of a study to measure: the cases of a shard that have no row in a folder yet."""

import os
from collections.abc import Iterator
from pathlib import Path

from .cases import Case
from .description import Study
from .rows import key_digest, keys


def left(
    study: Study, folder: str | os.PathLike[str], shard: tuple[int, int] = (1, 1), retry_failed: bool = False
) -> Iterator[Case]:
    """The cases of a study that `running.run` would measure: those of a shard without a row in the folder that counts.

    Args:
        study, shard, retry_failed: As in `running.run`.
        folder: The folder of results; it need not be there.

    >>> from sudoku_models import benchmark
    >>> chosen = benchmark.configurations(["assignment"], backends=["pulp"], solvers=["highs"])
    >>> len([*left(benchmark.study(["hardest11"], chosen), "a folder that is not there")])
    11
    """
    has_row = with_row(Path(folder), study, retry_failed)
    return (case for case in of_shard(study, shard) if key_digest(case.key) not in has_row)


def of_shard(study: Study, shard: tuple[int, int]) -> Iterator[Case]:
    """The cases of the blocks of a shard (i, n).

    >>> from sudoku_models import benchmark
    >>> chosen = benchmark.configurations(["assignment"], backends=["pulp"], solvers=["highs"])
    >>> len([*of_shard(benchmark.study(["top95"], chosen, repeats=2), (1, 2))])
    95
    """
    first, number = shard
    return (case for case in study if case.block % number == first - 1)


def with_row(folder: Path, study: Study, retry_failed: bool) -> dict[bytes, bool]:
    """The digests of the keys of the cases with a row that counts, and whether each failed.

    Args:
        folder: The folder of results; it need not be there.
        study, retry_failed: As in `running.run`.
    """
    known = keys(folder, study.quiet)
    return {digest: failed for digest, failed in known.items() if not (failed and retry_failed)}
