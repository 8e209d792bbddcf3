"""The pictures of verdicts."""

import subprocess
import sys
from xml.etree import ElementTree

from sudoku_models.course import pictures
from sudoku_models.course.exercise import Exercise, Right, Wrong
from sudoku_models.course.judging import judge


def a_map(names):
    return pictures.svg(lambda plots, ax: plots.constraint_graph([names], dict.fromkeys(names, 1), PLACES, ax))


PLACES = {"A": (0, 0), "B": (1, 0), "<i>": (1, 1)}


def test_the_same_drawing_is_the_same_text_and_names_are_escaped():
    assert a_map(("A", "B")) == a_map(("A", "B")) != a_map(("A", "<i>"))
    texts = [each.text for each in ElementTree.fromstring(a_map(("A", "<i>"))).iter("{http://www.w3.org/2000/svg}text")]
    assert texts == ["A 1", "B", "<i> 1"]


def test_no_window_and_no_figure_stays_behind():
    import matplotlib.pyplot as plt

    before = plt.get_fignums()  # other tests of the same process may have left some
    a_map(("A", "B"))
    assert plt.get_fignums() == before


def test_without_matplotlib_there_is_no_picture(monkeypatch):
    monkeypatch.setattr(pictures, "find_spec", lambda _: None)
    assert a_map(("A", "B")) == ""


def test_a_verdict_shows_the_picture_of_its_judge_in_a_notebook_only():
    def objects(answer):
        raise Wrong("A and B touch", picture="<svg id='w'/>")

    verdict = judge(Exercise("x", 99, "x", objects), (1,))
    assert "<svg id='w'/>" in verdict._repr_html_()
    assert repr(verdict) == "wrong: A and B touch"
    verdict = judge(Exercise("x", 99, "x", lambda answer: Right("fine", picture="<svg id='r'/>")), (1,))
    assert "<svg id='r'/>" in verdict._repr_html_()


def test_matplotlib_is_not_imported_with_the_course():

    program = (
        "import sys; from sudoku_models import course; course.every_exercise(); print('matplotlib' in sys.modules)"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ended.stdout == "False\n"
