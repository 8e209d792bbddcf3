"""Grading of submitted notebooks.

| module          | process            | what                                                            |
|-----------------|--------------------|-----------------------------------------------------------------|
| `grades`        | the grader's       | the folder of submissions, one row for each exercise            |
| `notebooks`     | the grader's       | the cells of a submission, and remarks on those that went wrong |
| `execution`     | one a notebook     | runs a notebook and notes what happens to each cell             |
| `collecting`    | the kernel         | saves the answers in place of the checks                        |
| `answering`     | one an answer      | loads an answer, and calls its functions for the judge          |
| `judging`       | a judge's          | judges an answer without loading its code                       |
| `conversation`  | a judge's          | its end of the pipe to the answers                              |
| `answered_models` | one an answer     | the models that an answer gets or makes                         |
| `plain_values`  | these two          | values as JSON                                                  |
| `plain_models`  | these two          | models as plain data                                            |
| `together`      | one an answer      | judge and answer in one process, where that cannot be avoided   |
| `files`         | the grader's       | grades as CSV, also for learning platforms                      |
| `signatures`    | the grader's       | signed rows                                                     |
"""

from .files import read_rows, write_csv, write_lms
from .grades import INTERRUPTED, Grade, grade
from .signatures import load_key, verify

__all__ = ["INTERRUPTED", "Grade", "grade", "load_key", "read_rows", "verify", "write_csv", "write_lms"]
