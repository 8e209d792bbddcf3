"""Without one of the libraries, all that is public works, or says which library is missing and how to install it.

Without threads, processes and most of the libraries, as in a browser tab, the core gives the same answers.
"""

import json
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
    """A finder that does not find some libraries."""

    def __init__(self, finder):
        self.finder = finder

    def __getattr__(self, name):
        return getattr(self.finder, name)

    def find_spec(self, name, *further):
        is_hidden = name.partition(".")[0] in os.environ["WITHOUT"].split()
        return None if is_hidden else self.finder.find_spec(name, *further)

sys.meta_path[:] = map(Without, sys.meta_path)

def refuse(*arguments, **options):
    raise RuntimeError("there are no threads and no processes here")

if "SUDOKU_MODELS_WITHOUT" in os.environ:
    import multiprocessing.process, subprocess, threading
    os.fork = os.system = os.posix_spawn = subprocess.Popen.__init__ = refuse
    threading.Thread.start = threading._start_new_thread = multiprocessing.process.BaseProcess.start = refuse
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
    course.check("sums", 1); course.check("count-natively", lambda *_: 1)
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
    "bench contrasts {folder}/b", "course grade {folder}", "course nbgrader {folder} {folder}/x",
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


def run(folder: Path, without: str, program: str, *arguments: str, **environment: str) -> str:
    """What a program prints in a process that does not find some libraries."""
    (folder / "sitecustomize.py").write_text(HIDE, encoding="utf-8")
    path = os.pathsep.join([str(folder), str(Path(__file__).parents[1])])
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        env={**os.environ, "WITHOUT": without, "PYTHONPATH": path, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.in_turn
@pytest.mark.parametrize("library", list(LIBRARIES))
def test_a_missing_library_is_named_with_the_way_to_install_it(library: str, tmp_path: Path) -> None:
    assert run(tmp_path, library, USES, str(tmp_path), LIBRARIES[library]) == ""


# -- as in a browser tab ----------------------------------------------------------------------------------------------

NOT_IN_A_TAB = "ortools pychoco psutil pyscipopt"
"""Libraries that Pyodide has not."""
FROM_THE_CDN = "highspy numpy scipy pandas matplotlib"
"""Libraries that only Pyodide's own server has."""
ANSWERS = """
import json, tempfile
from pathlib import Path
import sudoku_models as sm
from sudoku_models.certificates import verify
from sudoku_models.course.exercise import judge
from sudoku_models.course.exercises import every_exercise, find
from sudoku_models.explain import Candidates
from sudoku_models.explain.equations import equations
from sudoku_models.inference.linear_methods import relaxed  # what needs HiGHS can be imported
from sudoku_models.inference.relaxation import OddCycles, presolve, relax, rows

hard, several = sm.load("top95:1"), sm.load("several:20")
small, none = sm.Puzzle.parse("1... ..2. .3.. ...4"), sm.Puzzle.parse("12.. ..3. .3.. ...4")
killer, formulations = sm.load("killer:1"), ("assignment", "all_different", "pairwise", "mixed")
model, folder = sm.build(several), Path(tempfile.mkdtemp())
first = model.solve().grid
model.exclude(first)
lines = []
count = sm.count_solutions(several, progress=lines.append)
by_cuts = sm.count_solutions(several, "all_different", method="cuts")
def three(m):
    x = m.int_vars("x", "abc", 1, 3)
    m.all_different(x.values(), "all differ")
    m.minimize(x["a"] - 2 * x["b"])
    return x
smallest = sm.explain(small, "smus")
made = sm.generate(board=4, seed=1, certify=True)
killed = sm.generate(board=4, rules="killer", seed=1)
sm.certify(hard).write(folder)

print(json.dumps({
    "solve": {f: sm.build(puzzle, f).solve().grid.line() for f in formulations for puzzle in (hard, killer)},
    "infeasible": str(sm.build(none, "all_different").solve().status),
    "exclude": model.puzzle.violations(first) == [] and model.count_solutions().value,
    "count": [count.value, count.status, sorted(grid.line() for grid in count.grids), lines, bool(count.checked_by)],
    "cuts": [by_cuts.value, by_cuts.status, bool(by_cuts.checked_by)],
    "rules": [sm.count_solutions(killer).value, sm.count_solutions(none).value],
    "iterate": len({*sm.build(several).solutions()}),
    "problem": [sm.Problem(three).solve().values, sm.Problem(three).solve().objective],
    "count of a problem": str(sm.Problem(three).count_solutions().status),
    "certify": {each.name: each.read_text() for each in sorted(folder.iterdir())},
    "verify": [verify(folder, hard)[1], sm.count_solutions(hard, cross_check="certificate").checked_by],
    "allowed": sm.allowed_values(several).as_dict()["values"],
    "enumerated": sm.allowed_values(several, method="enumerate").as_dict()["values"],
    "unique": [sm.uniqueness(each).verdict for each in (hard, several, none)],
    "extra": len(sm.extra_givens(several).givens),
    "equivalent": str(sm.equivalent("assignment", "pairwise", board=4).status),
    "validate": sm.compare(small, ["assignment"]).agree,
    "generate": [made.met, made.certificate.count, sm.count_solutions(made.puzzle).value],
    "generate rules": [killed.met, sm.count_solutions(killed.puzzle).value],
    "techniques": str(sm.explain(hard, "techniques")),
    "mus": str(sm.explain(small, "mus")),
    "smus": [step.weight for step in smallest.steps],
    "rate": sm.rate(hard).rating,
    "equations": sorted(equations(Candidates.of(small))),
    "exercises": len(every_exercise()),
    "judged": [judge(find("count-pairs"), (answer,)).status for answer in (864, 1728)],
    "search": sm.local_search(small).cost,
    "strength": [len(row.attempts) for row in sm.strength([small], ["hidden"], jobs=2).rows],
}))
"""


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    found: dict[str, object] = json.loads(run(tmp_path_factory.mktemp("native"), "", ANSWERS))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("modeller", ["pulp", "pyomo"])
@pytest.mark.parametrize("engines", ["highs and cadical", "cadical"])
def test_the_core_answers_the_same_in_a_browser_tab(
    modeller: str, engines: str, answers: dict[str, object], tmp_path: Path
) -> None:
    hidden = [NOT_IN_A_TAB, "pyomo" if modeller == "pulp" else "pulp"] + [FROM_THE_CDN] * (engines == "cadical")
    printed = run(tmp_path, " ".join(hidden), ANSWERS, SUDOKU_MODELS_WITHOUT="threads,processes,programs")
    assert printed.startswith("{"), printed
    found = json.loads(printed)
    assert {what: (answer, answers[what]) for what, answer in found.items() if answer != answers[what]} == {}
