"""Measure a first call: a new process imports the package, states a puzzle and proves its solution the only one.

    python data/benchmark/first_call/measure.py > data/benchmark/first_call/rows.csv

For each configuration five processes, in turns. `first_seconds` is all of it, the start of Python excepted;
`later_seconds` the same question again in the same process, about another puzzle.
"""

import csv
import json
import subprocess
import sys

CONFIGURATIONS = (
    ("assignment", "pulp", "highs"),
    ("assignment_reduced", "pulp", "highs"),
    ("assignment", "pyomo", "highs"),
    ("all_different", "cpsat", "cpsat"),
    ("all_different", "pulp", "choco"),
    ("all_different", "pulp", "cadical"),
)
RUNS = 5
FIRST, LATER = "top95:1", "top95:2"
"""Two puzzles that need no search."""
PROGRAM = """
import json, sys, time
begun = time.perf_counter()
import sudoku_models as sm
formulation, backend, solver, *puzzles = sys.argv[1:]
taken = []
for name in puzzles:
    model = sm.build(name, formulation, backend)
    model.exclude(model.solve(solver).grid)
    assert model.solve(solver).status.name == "INFEASIBLE"
    taken.append(time.perf_counter() - begun)
    begun = time.perf_counter()
print(json.dumps(taken))
"""


def main() -> None:
    """Print the rows."""
    rows = csv.writer(sys.stdout, lineterminator="\n")
    rows.writerow(["formulation", "backend", "solver", "run", "first_seconds", "later_seconds"])
    for run in range(1, RUNS + 1):
        for names in CONFIGURATIONS:
            command = [sys.executable, "-c", PROGRAM, *names, FIRST, LATER]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            rows.writerow([*names, run, *(f"{seconds:.4f}" for seconds in json.loads(done.stdout))])


if __name__ == "__main__":
    main()
