"""Every lesson stands in its place, and a clash is seen."""

import matplotlib.pyplot as plt
import pytest

from sudoku_models import plots


@pytest.fixture(autouse=True)
def close():
    yield
    plt.close("all")


PLACED = {"art": (1, "hall"), "maths": (2, "lab"), "music": (2, "hall")}


def test_lessons_stand_in_their_places():
    ax = plots.timetable(PLACED, [1, 2, 3], ["hall", "lab"], {"art": "1a", "maths": "1b", "music": "1a"})
    at = {text.get_text(): (int(text.get_position()[1]), int(text.get_position()[0])) for text in ax.texts}
    assert at == {"art": (0, 0), "maths": (1, 1), "music": (1, 0)}
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["hall", "lab"]
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["1", "2", "3"]


def test_groups_differ_by_hatch_and_not_only_by_colour():
    ax = plots.timetable(PLACED, [1, 2, 3], ["hall", "lab"], {"art": "1a", "maths": "1b", "music": "1a"})
    assert len({patch.get_hatch() for patch in ax.patches}) >= 2


def test_two_lessons_in_one_place_are_both_shown_in_a_thick_frame():
    ax = plots.timetable({"art": (1, "hall"), "music": (1, "hall")}, [1], ["hall"])
    assert sorted(text.get_text() for text in ax.texts) == ["art", "music"]
    assert max(patch.get_linewidth() for patch in ax.patches) == 3
    (_, y), (_, z) = (text.get_position() for text in ax.texts)
    assert y != z


def test_an_unknown_room_is_an_error():
    with pytest.raises(ValueError, match="attic"):
        plots.timetable({"art": (1, "attic")}, [1], ["hall"])
