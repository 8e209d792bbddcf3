"""Certificates: files that prove how many solutions a puzzle has, to a checker that shares no code with any solver.

| file                  | content                                                                           |
|-----------------------|-----------------------------------------------------------------------------------|
| `formula.py`          | a puzzle as clauses                                                               |
| `unit_propagation.py` | clauses under unit propagation                                                    |
| `readings.py`         | the verifier's own statement of each rule                                         |
| `meaning.py`          | what a claim means, and which clauses follow from it                              |
| `verifier.py`         | decides whether a folder proves its claim; calls no solver                        |
| `certify.py`          | finds the solutions, and lets a SAT solver prove that there are no more           |
| `lrat.py`             | the same proof with hints, in the LRAT format                                     |
| `checkers.py`         | checkers by others, as further opinions                                           |
| `batch.py`            | certificates of many puzzles                                                      |
| `bounds.py`           | that no solution of a linear model is better than a bound, as a file              |
| `bound_checker.py`    | a program that checks such a file, and needs nothing else of the package          |

A certificate is a folder with `certificate.json` (the puzzle and its solutions), `formula.cnf` (DIMACS) and
`proof.drat` (DRAT); `proof.lrat` (LRAT) may be beside them.
"""

from .certify import Certificate, certify, first_solutions, verified_certificate
from .verifier import verify

__all__ = ["Certificate", "certify", "first_solutions", "verified_certificate", "verify"]
