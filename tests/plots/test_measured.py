"""The figures of measurements can be drawn from the rows that ship."""

import pytest

pytest.importorskip("pyarrow", reason="rows are Parquet files: see the extra 'bench'")

from measured import IMAGES, IN_COLOUR, figures


def test_each_figure_of_the_pages_is_drawn_from_its_rows():
    import matplotlib.pyplot as plt

    drawn = dict(figures())
    assert all((IMAGES / name).is_file() for name in drawn)
    profile, growth = drawn["benchmark.png"], drawn["scale.png"]
    named = [line.get_label() for line in profile.axes[0].get_lines()]
    assert set(IN_COLOUR) <= set(named)
    assert [ax.get_title(loc="left") for ax in growth.axes[:2]] == ["empty boards", "half full boards"]
    for figure in drawn.values():
        plt.close(figure)
