"""Judging an answer in one process with it: `python -m sudoku_models.course.grading.together EXERCISE FILE RESULT`.

For the few exercises whose judge needs the objects of the answer themselves. A submission could forge the result of its
own exercise here, and no other's: the result is read as text.
"""

import json
import sys
from pathlib import Path

from ...errors import InputError
from ..exercise import find
from ..isolated import verdict_of
from ..verdict import Verdict

__all__ = ["read_verdict"]

STATUSES = ("right", "wrong", "not yet", "not known")


def read_verdict(name: str, result: Path) -> Verdict | None:
    """The verdict in a file; None when there is none."""
    try:
        status, sentence = json.loads(result.read_text(encoding="utf-8"))
        if status not in STATUSES:
            raise InputError(f"{status!r} is no status")
        return Verdict(name, status, str(sentence)[:2000])
    except (OSError, ValueError, TypeError):
        return None


def _main(name: str, file: str, result: str) -> None:
    verdict = verdict_of(None, find(name), Path(file).read_bytes())
    Path(result).write_text(json.dumps([verdict.status, verdict.sentence]), encoding="utf-8")


if __name__ == "__main__":
    _main(*sys.argv[1:])
