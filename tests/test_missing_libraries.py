"""Without one of the libraries, all that is public works, or says which library is missing and how to install it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

LIBRARIES = {
    **{name: name for name in ("highspy", "matplotlib", "ortools", "pandas", "pulp", "pychoco", "pyomo")},
    "pysat": "python-sat",
}
"""Import name -> the name to install."""

HIDE = '''
import os, sys

class Without:
    """A finder that does not find one library."""

    def __init__(self, finder):
        self.finder = finder

    def __getattr__(self, name):
        return getattr(self.finder, name)

    def find_spec(self, name, *further):
        return None if name.partition(".")[0] == os.environ["WITHOUT"] else self.finder.find_spec(name, *further)

sys.meta_path[:] = map(Without, sys.meta_path)
'''

USES = """
import contextlib, io, sys, tempfile, traceback
from pathlib import Path
import sudoku_models as sm
from sudoku_models.errors import NotInstalledError

folder, library = Path(sys.argv[1]), sys.argv[2]
(folder / "p").write_text("1... ..2. .3.. ...4")
puzzle = sm.Puzzle.parse("1... ..2. .3.. ...4")
candidate = "12...34......"
def two(m): return m.int_vars("x", "ab", 1, 2)
def figure(name, *arguments):
    from sudoku_models import plots
    getattr(plots, name)(*arguments)
def bench(name, *arguments):
    from sudoku_models import benchmark
    return getattr(benchmark, name)(*arguments)
def study():
    chosen = bench("configurations", ["assignment"], None, ["pulp"], ["highs", "cpsat"])
    return bench("study", [("mine", [puzzle])], chosen)
def checked():
    from sudoku_models import course
    course.check("sums", 1); course.check("count-loop", lambda *_: 1)
def hints():
    from sudoku_models.explain.difficulty import level
    return level(puzzle)
def bounds():
    from sudoku_models.inference.methods import METHODS
    for name in METHODS:
        sm.strength([puzzle], [name], jobs=1)
def relaxed(module, name):
    from importlib import import_module
    return getattr(import_module("sudoku_models." + module), name)

USES = {
    "load": lambda: sm.load("mccaffrey"),
    **{f"build {f} {b}": lambda f=f, b=b: sm.build(puzzle, formulation=f, backend=b).solve()
        for f in ("assignment", "pairwise", "all_different") for b in ("pulp", "pyomo", "cpsat")},
    **{f"count {s}": lambda s=s: sm.count_solutions(puzzle, solver=s)
        for s in ("highs", "cbc", "cpsat", "choco", "cadical", "glucose", "scip", "glpk")},
    "certified": lambda: sm.count_solutions(puzzle, cross_check="certificate"),
    "checked": lambda: sm.count_solutions(puzzle, cross_check=True),
    "problem": lambda: sm.Problem(two).count_solutions(),
    "compare": lambda: sm.compare(puzzle),
    "uniqueness": lambda: sm.uniqueness(puzzle),
    "extra givens": lambda: sm.extra_givens(sm.Puzzle.parse("1... .... .... ....")),
    "allowed": lambda: sm.allowed_values(puzzle),
    **{f"explain {by}": lambda by=by: sm.explain(puzzle, by) for by in ("techniques", "mus", "smus", "lp")},
    "rate": lambda: sm.rate(puzzle),
    "level": lambda: sm.level(puzzle),
    "generate": lambda: sm.generate(board=4, seed=1),
    "generate variant": lambda: sm.generate(board=4, rules="killer", seed=1),
    "generate many": lambda: list(sm.generate_many(2, board=4, seed=1)),
    "certify": lambda: sm.certify(puzzle),
    "local search": lambda: sm.local_search(puzzle),
    "strength": lambda: sm.strength([puzzle], jobs=1),
    "strength in processes": lambda: sm.strength([puzzle], ["naked", "lp"], jobs=2),
    "figure": lambda: figure("board", puzzle),
    "spy": lambda: figure("spy", sm.build(puzzle, formulation="assignment")),
    "check": checked,
    "study": study,
    "run": lambda: bench("run", study(), folder / "rows"),
    "installed": lambda: relaxed("solvers", "installed")(everything=True),
    "MilpSolver": lambda: relaxed("solvers", "MilpSolver"),
}
COMMANDS = [
    "show {folder}/p", "show {folder}/p --backend pulp", "show {folder}/p --backend pyomo", "solve {folder}/p",
    "count {folder}/p", "compare {folder}/p", "allowed {folder}/p", "unique {folder}/p", "puzzles",
    "certify {folder}/p --out {folder}/c", "verify {folder}/c", "explain {folder}/p", "explain {folder}/p --by mus",
    "explain {folder}/p --by smus", "explain {folder}/p --by lp", "rate {folder}/p", "search {folder}/p",
    "strength {folder}/p --jobs 1", "generate --board 4", "generate --board 4 --pdf {folder}/a.pdf",
    "bench run --corpus {folder}/p --out {folder}/b -f assignment --solver highs", "bench report {folder}/b",
    "bench contrasts {folder}/b", "course grade {folder}", "course export otter {folder} {folder}/x",
    "course release {folder} {folder}/y", "--version", "--help",
]

def command(line):
    from sudoku_models.cli import app
    told = io.StringIO()
    with contextlib.redirect_stderr(told), contextlib.redirect_stdout(io.StringIO()):
        try:
            app(line.format(folder=folder).split(), prog_name="sudoku-models")
        except SystemExit as end:
            code = end.code
    text = told.getvalue()
    if code == 2 and "install" in text:
        raise NotInstalledError(text.splitlines()[-1])

for line in COMMANDS:
    USES["$ " + line] = lambda line=line: command(line)

for name, use in USES.items():
    try:
        use()
    except NotInstalledError as error:
        if not (library in str(error) and "install" in str(error)):
            print(name, "|", error)
    except BaseException:
        print(name, "|", traceback.format_exc())
"""


@pytest.mark.slow
@pytest.mark.parametrize("library", LIBRARIES)
def test_a_missing_library_is_named_with_the_way_to_install_it(library: str, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(HIDE, encoding="utf-8")
    project = Path(__file__).parents[1]
    done = subprocess.run(
        [sys.executable, "-c", USES, str(tmp_path), LIBRARIES[library]],
        env={**os.environ, "WITHOUT": library, "PYTHONPATH": f"{tmp_path}{os.pathsep}{project}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout + done.stderr == ""
