"""The pictures of a report: the same for the same rows, and well-formed."""

import xml.etree.ElementTree as ET

import pandas as pd
import pytest

from sudoku_models.benchmark import curves
from sudoku_models.benchmark.comparisons import comparisons
from sudoku_models.benchmark.reporting import figures
from sudoku_models.benchmark.sample import rows


@pytest.fixture
def table() -> pd.DataFrame:
    presolve = [rows(["highs"], [[k / 50], [k / 25]], presolve=switch) for k, switch in ((1, "on"), (2, "off"))]
    return pd.concat([*presolve, rows(["cpsat"], [[0.03], [None]], formulation="pairwise")])


def drawn(table):
    ((comparison, of_comparison),) = comparisons(table).items()
    return list(figures.of_comparison(comparison, of_comparison, "proved", "stem"))


@pytest.mark.slow
def test_each_picture_is_the_same_again_and_has_no_date(table):
    first, again = drawn(table), drawn(table)
    assert [each.svg for each in first] == [each.svg for each in again]
    for each in first:
        root = ET.fromstring(each.svg)
        assert root.tag.endswith("svg")
        assert "dc:date" not in each.svg
        words = "".join(root.itertext())
        assert "assignment x pulp x highs" in words  # text stays text


def test_each_picture_has_its_numbers_and_a_glance_at_them(table):
    by_name = {each.name: each for each in drawn(table)}
    assert [*by_name] == ["stem-profile", "stem-cactus", "stem-scatter-1", "stem-scatter-2"]
    profile, cactus, scatter = (by_name[f"stem-{name}"] for name in ("profile", "cactus", "scatter-2"))
    pd.testing.assert_frame_equal(profile.numbers, curves.performance_profile(table))
    best, second, last = profile.glance.to_dict("records")
    assert (best["configuration"], best["fastest"], best["ended"]) == ("assignment x pulp x highs", "100 %", "100 %")
    assert (second["fastest"], second["within 2x"]) == ("0 %", "100 %")
    assert (last["within 2x"], last["ended"]) == ("50 %", "50 %")
    assert cactus.glance.iloc[-1]["100 % of 2"] == "not ended"
    assert cactus.glance.iloc[0].tolist() == ["virtual best", "20 ms", "20 ms", "40 ms", "40 ms", "40 ms"]
    assert scatter.title == "assignment x pulp x highs against pairwise x pulp x cpsat, sample"
    assert scatter.glance["2x to 10x"].tolist() == ["0", "0"]
    assert scatter.glance["faster, below 2x"].tolist() == ["1", "0"]
    assert scatter.glance["only it ended"].tolist() == ["1", "0"]


def test_sizes_have_a_picture_where_there_are_several():
    four, nine = (rows(["highs"], [[0.1]], f"size {n}", size=n) for n in (4, 9))
    assert list(figures.of_sizes(four, "proved")) == []
    (picture,) = figures.of_sizes(pd.concat([four, nine]), "proved")
    assert picture.glance.to_dict("records") == [
        {"configuration": "assignment x pulp x highs", "4x4 (size 4)": "100 ms", "9x9 (size 9)": "100 ms"}
    ]
    apart = pd.concat([four, nine, four.assign(time_limit=20.0), nine.assign(time_limit=20.0)])
    assert len({each.name for each in figures.of_sizes(apart, "proved")}) == 2


@pytest.mark.slow
def test_names_that_look_like_formulas_are_drawn_as_they_are():
    table = rows(["highs", "cpsat"], [[1.0, 2.0]], formulation="a$_{b$^c", corpus="$\\alpha$")
    for picture in drawn(table):
        assert "a$_{b$^c x pulp x highs" in "".join(ET.fromstring(picture.svg).itertext())
    both = pd.concat([table, table.assign(size=16)])
    (picture,) = figures.of_sizes(both, "proved")
    assert "$\\alpha$" in "".join(ET.fromstring(picture.svg).itertext())
