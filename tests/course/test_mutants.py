"""The judges are judged: right answers in other styles pass, and answers with a mistake do not."""

from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import mutants
import pytest

from sudoku_models.course import every_exercise
from sudoku_models.errors import WorkerError
from sudoku_models.runtime.processes import Worker

ANSWERS = sorted((Path(__file__).parent / "answers").glob("lesson_*.py"), key=lambda p: int(p.stem.partition("_")[2]))
SECONDS = 5.0
"""A wrong answer is told so within this time, also one that does not come to an end."""

FEWEST_RIGHT, FEWEST_WRONG = 4, 8


def tables(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    spec = spec_from_file_location(f"answers_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.RIGHT, module.WRONG


RIGHT: dict[str, Any] = {}
WRONG: dict[str, Any] = {}
for each in ANSWERS:
    right, wrong = tables(each)
    RIGHT |= right
    WRONG |= wrong
LESSONS = {int(path.stem.partition("_")[2]) for path in ANSWERS}
NAMES = [each.name for each in every_exercise() if each.lesson in LESSONS]


@pytest.fixture(scope="session")  # not of the module, so that the exercises are spread over the workers of pytest-xdist
def worker() -> Iterator[Worker]:
    with Worker() as made:
        yield made


def verdict(worker: Worker, name: str, change: Any, seconds: float) -> tuple[str, str, float]:
    """The status, the sentence and the processor time; an answer that comes to no end is wrong."""
    try:
        found: tuple[str, str, float] = worker.request(mutants.judged, name, change, time_limit=seconds)
    except WorkerError as error:
        return "wrong", f"your code {error.reason}", 0.0
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_right_answers_in_other_styles_pass_and_mutants_do_not(worker: Worker, name: str) -> None:
    right, wrong = RIGHT.get(name, {}), WRONG.get(name, {})
    assert len(right) >= FEWEST_RIGHT
    assert len(wrong) >= FEWEST_WRONG
    refused, survived, late = {}, {}, {}
    for style, change in [("as in the solved notebook", {}), *right.items()]:
        status, sentence, _ = verdict(worker, name, change, 120)
        if status != "right":
            refused[style] = f"{status}: {sentence}"
    for mistake, change in wrong.items():
        status, sentence, seconds = verdict(worker, name, change, 30)
        if status != "wrong":
            survived[mistake] = f"{status}: {sentence}"
        if seconds > SECONDS:
            late[mistake] = seconds
    assert refused == {}
    assert survived == {}
    assert late == {}


def test_a_replacement_that_does_not_apply_is_an_error() -> None:
    with pytest.raises(AssertionError, match="does not stand in the solved cell"):
        mutants.changed("x = 1", {"y": "z"})
    assert mutants.changed("x = 1", {"1": "2"}) == "x = 2"


def test_the_cells_that_an_answer_needs_are_found_by_their_names() -> None:
    sources = ["import a", "b = a.one", "c = 3", "def d():\n    return b", "b = 4"]
    assert mutants.cells_before(sources, {"d"}) == [0, 1, 3]
    assert mutants.cells_before(sources, {"b", "c"}) == [2, 4]


def test_no_answer_is_for_an_exercise_that_is_not_there() -> None:
    assert set(RIGHT) | set(WRONG) <= {each.name for each in every_exercise()}


def test_the_notes_for_teachers_give_the_number_of_these_answers() -> None:
    """All are judged as they should be, so the share of the mistakes that are caught is one."""
    teaching = " ".join((Path(mutants.SOLVED).parent / "TEACHING.md").read_text(encoding="utf-8").split())
    wrong, right = (sum(map(len, table.values())) for table in (WRONG, RIGHT))
    assert f"{wrong:,} wrong answers, all of which are caught" in teaching
    assert f"{right:,} right ones in other styles, none of which is refused" in teaching


def test_every_exercise_has_its_tables() -> None:
    assert set(NAMES) == {each.name for each in every_exercise()}
