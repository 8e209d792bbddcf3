"""A panel draws what its table says: known costs as lines, open ones as triangles, colours by formulation."""

import pandas as pd

from sudoku_models import plots


def table() -> pd.DataFrame:
    made = [
        {"formulation": formulation, "engine": engine, "size": n, "value": n**3 / 1e3, "is_open": n == last}
        for formulation, engine, last in (("assignment", "a", 25), ("pairwise", "a", 16), ("pairwise", "b", 16))
        for n in (4, 9, 16, 25)
        if n <= last
    ]
    return pd.DataFrame(made)


def lines(ax, label):  # type: ignore[no-untyped-def]
    return [line for line in ax.get_lines() if line.get_label() == label]


def test_known_costs_are_joined_and_open_ones_are_triangles() -> None:
    ax, other = plots.scale([plots.Panel("a", table()), plots.Panel("b", table().assign(value=None), limit=10)]).axes[
        :2
    ]
    (line,) = lines(ax, "assignment x a")
    assert list(line.get_xdata()) == [4, 9, 16]
    assert [(line.get_marker(), round(line.get_ydata()[0], 3)) for line in lines(ax, "_open")] == [
        ("^", 4.096),
        ("^", 4.096),
        ("^", 15.625),
    ]
    assert {line.get_ydata()[0] for line in lines(other, "_open")} == {10.0}  # on the line of the limit
    assert lines(other, "_limit")


def test_a_colour_is_a_formulation_and_a_dash_an_engine_in_every_panel() -> None:
    one, other = plots.scale([plots.Panel("a", table()), plots.Panel("b", table()[::-1])]).axes[:2]
    for ax in (one, other):
        (pairwise,), (on_b,), (assignment,) = (
            lines(ax, name) for name in ("pairwise x a", "pairwise x b", "assignment x a")
        )
        assert pairwise.get_color() == on_b.get_color() != assignment.get_color()
        assert pairwise.get_marker() == assignment.get_marker() != on_b.get_marker()
    assert lines(one, "pairwise x a")[0].get_color() == lines(other, "pairwise x a")[0].get_color()
