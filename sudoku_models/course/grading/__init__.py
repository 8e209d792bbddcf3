"""Grading of submitted notebooks.

| module      | contents                                                                         |
|-------------|----------------------------------------------------------------------------------|
| `grades`    | the folder of submissions; one row for each exercise                             |
| `notebooks` | runs one submission in a separate process, and sends its answers                  |
| `roster`    | whose a submission is                                                            |
| `files`     | grades as CSV                                                                    |

Each answer is judged in a fresh process, which the notebook has never seen, so check cells that were changed and
verdicts that were forged earn nothing. Code that attacks the process of its judge is not defended against: run
strangers' notebooks in a container.
"""

from .files import Draft, Grade, read_rows, write_csv
from .grades import INTERRUPTED, grade
from .roster import Roster

__all__ = ["INTERRUPTED", "Draft", "Grade", "Roster", "grade", "read_rows", "write_csv"]
