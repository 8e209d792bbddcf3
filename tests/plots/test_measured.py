"""The figures of measurements can be drawn from the rows that ship."""

import pytest

pytest.importorskip("pyarrow", reason="rows are Parquet files: see the extra 'bench'")

from measured import IMAGES, figures


def test_each_figure_of_the_pages_is_drawn_from_its_rows():
    import matplotlib.pyplot as plt

    drawn = dict(figures())
    assert all((IMAGES / name).is_file() for name in drawn)
    for figure in drawn.values():
        plt.close(figure)
