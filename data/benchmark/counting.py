"""Measure how the work of a count grows with the number of solutions: cuts, partition and enumeration on ten puzzles.

    python data/benchmark/counting.py > data/benchmark/counting.csv

Each count runs in a process of its own, one after the other. `solves` are the calls of the solver; `lp_iterations` are
those of HiGHS in all of them together, `nodes` the nodes of its trees, or of Choco's tree, or the branches of CP-SAT.
These figures are the same on any machine with these versions. A count by cuts ends after `MOST_CUTS`
solutions.
"""

import csv
import json
import subprocess
import sys
from importlib.metadata import version

PUZZLES = {
    "several:8": ".2.81....7....31...9...28.5..9....874....8...16..3.2..3.27...6...56.......6.5....",
    "several:16": "...92......68.3...19..7...623..4.1....1...7....8....297...8...1...5..2......64...",
    "several:20": ".5..1..4.1.7.....2...9.5...2...3.5.1.4..7..2.9...8.4.6...4.1...3.4...7.9.......1.",
    "several:22": "12..4......5.69.1...9...5.........7.....52.9..3......2.9.6...5.4..9..8.1..3...9.4",
    "several:25": "85....4..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4.",
    "several:28": ".3......58..3.....9.428...1...4...39...6...5.....1.....2...67.8.....4....95....6.",
    "several:31": "..5.....6.7...9.2....5..1.7..415.......8.........928.5..7..6....3.4...1.2.....6..",
    "several:35": "...1254....84......2.8............95.6.9...1.51.....6......3.49.....72.....2.8...",
    "several:34 without r9c3": ".....7.9..3..2...8..96..5....53..9...1..8...26....4..........1..4......7......3..",
    "several:34 without r8c2": ".....7.9..3..2...8..96..5....53..9...1..8...26....4..........1.........7..7...3..",
}
METHODS = (
    ("cuts", "assignment", "pulp", "highs"),
    ("partition", "assignment", "pulp", "highs"),
    ("enumerate", "all_different", "cpsat", "cpsat"),
    ("enumerate", "all_different", "pulp", "choco"),
)
MOST_CUTS = 250
VERSIONS = ("pulp", "highspy", "ortools", "pychoco")
COLUMNS = ("puzzle", "method", "solver", "solutions", "status", "solves", "lp_iterations", "nodes")
ENVIRONMENT = ("python", "versions")


def count(text: str, method: str, formulation: str, backend: str, solver: str) -> dict[str, object]:
    """Count the solutions of a puzzle, in this process."""
    import sudoku_models as sm
    from sudoku_models import solvers

    work = {"solves": 0, "lp_iterations": 0, "nodes": 0}
    session = type(solvers.find(solver).session(sm.build("small:1", formulation, backend).m))
    solve = session.solve

    def counted(self, *arguments, **options):
        outcome = solve(self, *arguments, **options)
        work["solves"] += 1
        for name in ("lp_iterations", "nodes"):
            work[name] += outcome.search.get(name, 0)
        return outcome

    session.solve = counted
    limit = MOST_CUTS if method == "cuts" else None
    found = sm.count_solutions(text, formulation, backend, solver, limit=limit, cross_check=False, method=method)
    if method == "enumerate":
        search = found.stats.search
        work = {"solves": 1, "lp_iterations": 0, "nodes": search.get("branches", search.get("nodes"))}
    return {"solutions": found.value, "status": found.status, **work}


def main() -> None:
    """Write a row for each puzzle and method."""
    rows = csv.DictWriter(sys.stdout, [*COLUMNS, *ENVIRONMENT], lineterminator="\n")
    rows.writeheader()
    versions = json.dumps({name: version(name) for name in VERSIONS})
    for name, text in PUZZLES.items():
        for method, *others in METHODS:
            run = [sys.executable, __file__, text, method, *others]
            done = subprocess.run(run, capture_output=True, text=True, check=True)
            row = {"puzzle": name, "method": method, "solver": others[-1], **json.loads(done.stdout)}
            rows.writerow({**row, "python": ".".join(map(str, sys.version_info[:3])), "versions": versions})
            sys.stdout.flush()


if __name__ == "__main__":
    if arguments := sys.argv[1:]:
        print(json.dumps(count(*arguments)))
    else:
        main()
