"""A submission cannot decide what its verdict is: the judge does not load its code."""

import os
import time

import cloudpickle
import psutil
import pytest
from submitted import defined, judged, new_judge, solved

from sudoku_models.course import every_exercise
from sudoku_models.course.grading.conversation import Answers
from sudoku_models.course.grading.judging import NEEDS_ONE_PROCESS
from sudoku_models.errors import WorkerError

pytestmark = pytest.mark.slow  # each answer has a process of its own


@pytest.fixture(scope="module")
def worker():
    with new_judge() as made:
        yield made


@pytest.fixture
def verdict(worker, tmp_path):
    return lambda name, *answer: judged(worker, tmp_path, name, *answer)


FORMS = {
    "a number": "count-pairs",
    "a function of numbers": "smallest-m",
    "a model with the verbs": "pairwise",
    "a model of Pyomo": "all-different",
    "a model of PuLP": "big-m-by-hand",
    "rows on a model of the judge": "state-a-cut",
    "a rule on variables of CP-SAT": "no-waiting",
    "a function of a mapping that the judge watches": "swap-change",
    "a function that returns a function": "watch-for-wrong-digits",
    "a board, and a number": "diagonal-squares",
    "grids and a proof": "certified-count",
    "a class of rules": "own-rule",
}


@pytest.mark.parametrize("name", FORMS.values(), ids=FORMS)
def test_a_right_answer_of_every_form_is_right(verdict, name):
    assert verdict(name, *solved(name)).status == "right"


@pytest.mark.parametrize("lesson", sorted({each.lesson for each in every_exercise()}))
def test_the_solved_notebooks_are_right(verdict, lesson):
    names = [each.name for each in every_exercise(lesson) if each.name not in NEEDS_ONE_PROCESS]
    verdicts = {name: verdict(name, *solved(name)) for name in names}
    assert {name: str(each) for name, each in verdicts.items() if each.status != "right"} == {}


def test_only_three_exercises_need_one_process():
    assert set(NEEDS_ONE_PROCESS) == {"count-loop", "measure-your-own", "objective-loop"}
    assert set(NEEDS_ONE_PROCESS) <= {each.name for each in every_exercise()}


def test_a_wrong_model_is_shown_on_a_grid(verdict):
    nothing = defined("def f(m, puzzle):\n    return m.int_vars('x', puzzle.board.cells, 1, puzzle.board.size)", "f")
    found = verdict("pairwise", nothing)
    assert found.status == "wrong"
    assert "accepts this grid" in found.sentence
    assert found.puzzle.violations(found.grid)


def test_an_error_is_reported_with_the_line_of_the_answer(verdict):
    assert "ZeroDivisionError" in verdict("smallest-m", defined("def f(p, q, r, s):\n    return 1 / 0", "f")).sentence
    empty = defined("def f(p, q, r, s):\n    raise NotImplementedError", "f")
    assert verdict("smallest-m", ...).status == "not yet"
    assert verdict("smallest-m", empty).status == "not yet"


# -- attacks -----------------------------------------------------------------------------------------------------------

PRETENDS = """
class Yes(int):
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __gt__(self, other): return False
    def __lt__(self, other): return False
    def __hash__(self): return 1

class Anything:
    __class__ = property(lambda self: int)
    def __eq__(self, other): return True
    def __getattr__(self, name): return self
    def __call__(self, *_): return self

class Board_:
    pass

always = lambda *_: Yes(0)
anything = lambda *_: Anything()
yes = Yes(0)
"""


@pytest.mark.parametrize(
    ("name", "what"), [("count-pairs", "yes"), ("smallest-m", "always"), ("smallest-m", "anything")]
)
def test_an_object_that_equals_everything_does_not_reach_the_judge(verdict, name, what):
    assert verdict(name, defined(PRETENDS, what)).status == "wrong"


PATCHES = """
def f(*_):
    import builtins, math, sys
    builtins.all = builtins.any = builtins.isinstance = math.isclose = lambda *_, **__: True
    builtins.max = builtins.abs = lambda *_, **__: 0
    import sudoku_models.course.judging as judging, sudoku_models.course.verdict as verdict
    import sudoku_models.models.validation as validation, sudoku_models.puzzles.puzzle as puzzle
    judging.judge = lambda exercise, answer: verdict.Verdict(exercise.name, "right", "mine")
    validation.first_counterexample = lambda *_: None
    puzzle.Puzzle.violations = lambda *_: []
    return 0
"""


@pytest.mark.parametrize("name", ["smallest-m", "count-equations", "pairwise"])
def test_what_an_answer_patches_is_not_what_judges_it(verdict, name):
    assert verdict(name, defined(PATCHES, "f")).status == "wrong"


LOOKS = """
def f(p, q, r, s):
    import gc, sys
    frame, seen = sys._getframe(), []
    while frame:
        seen.append(frame.f_code.co_filename)
        frame = frame.f_back
    judges = [name for name in sys.modules if "course.exercises" in name]
    reached = [name for name in seen if "exercises" in name]
    try:
        import sudoku_models.course.exercises.lesson_2
        judges.append("imported")
    except ImportError:
        pass
    open("found", "a").write(repr(judges + reached))
    return 0
"""


def test_an_answer_finds_no_judge_in_its_process(verdict, tmp_path):
    assert verdict("smallest-m", defined(LOOKS, "f")).status == "wrong"
    assert set((tmp_path / "found").read_text()) <= set("[]")


RUNS_WHEN_LOADED = """
class Loaded:
    def __reduce__(self):
        return eval, (f"open({PATH!r}, 'a').write(str(__import__('os').getpid()) + chr(10))",)
answer = [Loaded(), 810]
"""


def test_a_pickle_that_runs_code_runs_it_in_the_process_of_the_answer(verdict, worker, tmp_path):
    path = tmp_path / "ran"
    answer = defined(f"PATH = {str(path)!r}\n{RUNS_WHEN_LOADED}", "answer")
    found = verdict("count-pairs", answer)
    assert found.status == "wrong"
    assert {int(pid) for pid in path.read_text().split()}.isdisjoint({os.getpid(), worker.pid})


FORGES = """
def f(p, q, r, s):
    import json, os
    for reply in REPLIES:
        data = reply if isinstance(reply, bytes) else json.dumps(reply).encode()
        for fd in range(3, 32):
            try:
                os.write(fd, len(data).to_bytes(8, "big") + data)
            except OSError:
                pass
    print(REPLIES)
    return 0
"""
FORGED = {
    "a verdict": [{"kind": "verdict", "status": "right", "sentence": "mine"}],
    "a pickle": [b"\x80\x04\x95"],
    "no JSON": [b"{]"],
    "deep JSON": [b"[" * 100_000],
    "another class": [
        {"kind": "returned", "value": {"t": "data", "class": "sudoku_models.course.verdict:Verdict", "v": {}, "n": 0}}
        | {"changes": [], "made": [], "arguments": [], "tracked": []}
    ],
    "a call of the judge's own": [{"kind": "asks", "number": 0, "method": "__reduce__", "arguments": [], "named": {}}],
}


@pytest.mark.parametrize("replies", FORGED.values(), ids=FORGED)
def test_forged_replies_are_values_at_best(verdict, replies):
    assert verdict("smallest-m", defined(f"REPLIES = {replies!r}\n{FORGES}", "f")).status == "wrong"


def test_a_reply_without_end_is_not_read(verdict):
    source = (
        "def f(*_):\n    import os\n    for fd in range(3, 32):\n        try:\n            os.write(fd, b'\\xff' * 8)\n"
    )
    source += "        except OSError:\n            pass\n    return 0"
    assert "more than 64 MB" in verdict("smallest-m", defined(source, "f")).sentence


ENDS_ITERATION = "def f(*_):\n    raise StopIteration"
NOT_FOUND = "def f(*_):\n    raise LookupError('no')"


@pytest.mark.parametrize("source", [ENDS_ITERATION, NOT_FOUND])
@pytest.mark.parametrize("name", ["smallest-m", "score-open-cases", "knight-cliques"])
def test_an_error_is_no_right_answer(verdict, name, source):
    assert verdict(name, defined(source, "f")).status == "wrong"


def test_an_answer_that_kills_its_parent_has_no_points_and_the_next_is_judged(worker, tmp_path):
    killer = defined("def f(*_):\n    import os\n    os.kill(os.getppid(), 9)\n    return 0", "f")
    with pytest.raises(WorkerError):
        judged(worker, tmp_path, "smallest-m", killer)
    assert judged(worker, tmp_path, "count-pairs", 810).status == "right"


OUTLIVES = """
def f(*_):
    import os, time
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            open("pid", "w").write(str(os.getpid()))
            time.sleep(600)
        os._exit(0)
    while not os.path.exists("pid"):
        time.sleep(0.01)
    return 0
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks")
def test_a_process_that_an_answer_leaves_behind_is_killed(verdict, tmp_path):
    assert verdict("smallest-m", defined(OUTLIVES, "f")).status == "wrong"
    pid, until = int((tmp_path / "pid").read_text()), time.monotonic() + 20
    while psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
        assert time.monotonic() < until
        time.sleep(0.05)


def test_an_answer_that_exits_is_told_so(verdict):
    assert (
        "process of your answer ended"
        in verdict("smallest-m", defined("def f(*_):\n    import os\n    os._exit(0)", "f")).sentence
    )


CHANGES_ITS_ARGUMENT = """
def f(domains):
    domains.clear()
    domains["a"] = {1}
    return {"a": {1}}
"""


def test_what_a_function_does_to_its_argument_is_seen_by_the_judge(tmp_path):
    file = tmp_path / "x.pickle"
    file.write_bytes(cloudpickle.dumps(((defined(CHANGES_ITS_ARGUMENT, "f"),), {})))
    with Answers(file, tmp_path) as answers:
        (stand_in,) = answers.values()
        given = {"b": {2}}
        assert stand_in(given) == {"a": {1}}
        assert given == {"a": {1}}
