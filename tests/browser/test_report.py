"""The page of the benchmark's report, in a browser: its table, and pictures whose points show their rows."""

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from conftest import open_page

from sudoku_models import benchmark
from sudoku_models.benchmark.rows import as_table
from sudoku_models.benchmark.rows import made_up as rows
from sudoku_models.benchmark.storage import Writer

HIGHS, CBC, CPSAT = (f"assignment x pulp x {solver}" for solver in ("highs", "cbc", "cpsat"))
TIMES: list[list[float | None]] = [[0.2, 0.4, 0.2], [3.0, None, 0.5], [None, 2.0, None], [None, None, None], [1, 2, 8]]


def written(folder: Path, *tables: pd.DataFrame) -> Path:
    with Writer(folder) as writer:
        for table in tables:
            writer.add(as_table(table.astype(object).where(table.notna(), None).to_dict("records")))
    return benchmark.report(folder).page


@pytest.fixture(scope="module")
def measured() -> pd.DataFrame:
    """Rows with open cases, repeats, isomorphs, boards of several sizes, and a case that one configuration lacks."""
    tables = [
        rows(["highs", "cbc", "cpsat"], TIMES, size=size, seed=seed, repeat=repeat, processor_seconds=size / 7 + repeat)
        for size, seed in ((9, 0), (16, 1), (25, 2))
        for repeat in range(2 + (seed == 0))
    ]
    for k, table in enumerate(tables):
        ended = table["proved_seconds"].notna()
        table["proved_seconds"] *= 1 + 0.1 * k
        table.loc[ended & (table["puzzle"] == "sample:2") & (k == 0), ["proved", "proved_seconds"]] = [False, None]
    return pd.concat([*tables, rows(["highs", "cbc"], [[0.1, 0.1]], puzzle="lacks one")], ignore_index=True)


@pytest.fixture(scope="module")
def page(browser: Any, measured: pd.DataFrame, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    page = open_page(browser, written(tmp_path_factory.mktemp("measured"), measured).as_uri())
    page.locator("#profile svg").wait_for()
    yield page
    assert (page.errors, page.failed) == ([], [])
    page.context.close()


def shown(page: Any, name: str) -> list[str]:
    titles = [each.rstrip(" ▴▾") for each in page.locator("#table thead button").all_inner_texts()]
    cells: list[str] = page.locator(f"#table tbody td:nth-child({titles.index(name) + 1})").all_inner_texts()
    return cells


def points(page: Any, curves: str, *names: str) -> Any:
    """The name, x, y and number of rows of each point that the page draws, computed by a function of its script."""
    return page.evaluate(
        f"""() => {curves}.flatMap(({{ name, points }}) => points.map((p) =>
            [name, p.x, p.y, p.rows.length, ...{[*names]!r}.map((key) => p.case[key])]))"""
    )


@pytest.mark.slow
@pytest.mark.parametrize("measure", ["proved", "solved"])
def test_the_page_draws_the_numbers_of_curves(page: Any, measured: pd.DataFrame, measure: str) -> None:
    times = f"timeTable(data.comparisons[0], {measure!r})"
    drawn = points(page, f"performanceProfile({times})")
    profile = benchmark.performance_profile(measured, measure)
    assert [each[0] for each in drawn] == profile["configuration"].tolist()
    for k, name in ((1, "ratio"), (2, "share")):
        assert [each[k] for each in drawn] == pytest.approx(profile[name].tolist(), rel=1e-12)
    drawn, cactus = points(page, f"cactus({times})"), benchmark.cactus(measured, measure)
    drawn, cactus = [each for each in drawn if each[2] < 10], cactus[cactus["seconds"] < math.inf]  # open at the limit
    assert [each[:2] for each in drawn] == cactus[["configuration", "cases"]].to_numpy().tolist()
    assert [each[2] for each in drawn] == pytest.approx(cactus["seconds"].tolist(), rel=1e-12)
    drawn = points(page, f"scatter({times}, {CBC!r}, {CPSAT!r})", "puzzle", "seed")
    scatter = benchmark.scatter(measured, CBC, CPSAT, measure)
    expected = scatter[["x_seconds", "y_seconds", "puzzle", "seed"]].to_numpy().tolist()
    assert len(drawn) == len(expected) == 15
    for found, wanted in zip(
        sorted(drawn, key=lambda each: each[4:]), sorted(expected, key=lambda each: each[2:]), strict=True
    ):
        assert [*found[1:3], *found[4:]] == [*map(pytest.approx, wanted[:2]), *wanted[2:]]
    drawn = points(page, f"costs(data.comparisons[0], {[HIGHS, CBC, CPSAT]})")
    costs = benchmark.labelled(measured).groupby(["configuration", "size"])["processor_seconds"].median()
    assert {(each[0], each[1]): each[2] for each in drawn} == pytest.approx(costs.to_dict(), rel=1e-6)


@pytest.mark.slow
def test_a_point_shows_its_rows(page: Any) -> None:
    picture = page.locator("#scatter svg")
    places = page.locator("#scatter path.dots").get_attribute("d").removeprefix("M").split("M")
    assert len(places) == 3 * 2  # the cases that both ended; the others are triangles
    x, y = map(float, places[-1].removesuffix("h0").split())
    picture.click(position={"x": x, "y": y})
    said = page.locator("#only span").inner_text()
    assert page.locator("#number").inner_text() == "4 of 107"
    assert {*shown(page, "puzzle")} == {"sample:5"}
    assert "sample:5" in said
    assert {*shown(page, "configuration")} == {page.locator(f"#{axis}").input_value() for axis in "xy"}
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # back to the picture
    page.locator("#scatter svg:focus").wait_for()
    page.locator("#sizes svg").focus()
    for key in ("End", "ArrowDown", "ArrowLeft", "Enter"):
        page.keyboard.press(key)
    assert page.locator("#number").inner_text() == "10 of 107"
    assert {*shown(page, "size")} == {"16"}
    page.locator("#all").click()
    assert page.locator("#number").inner_text() == "107 of 107"
    counted = page.evaluate(
        """() => Object.values(data.comparisons[0].times).flatMap((times) => [performanceProfile(times), cactus(times)])
            .flat().flatMap(({ points }) => points).filter((point) => !point.rows.length).map((point) => point.y)"""
    )
    assert {*counted} <= {0}  # only where a profile begins at none is there nothing to show


@pytest.mark.slow
@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_axe_finds_nothing_and_only_tables_scroll(browser: Any, page: Any, scheme: str, width: int) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-core is in the extra 'dev'").Axe()
    here = open_page(browser, page.url, viewport={"width": width, "height": 844}, color_scheme=scheme)
    here.locator("#profile svg").wait_for()
    for show in ("configurations", "cases"):
        here.locator("#view").select_option(show)
        found = axe.run(here, None, {"resultTypes": ["violations"]}).response["violations"]
        assert [f"{each['help']}: {each['nodes'][0]['html'][:300]}" for each in found] == []
        assert here.evaluate("document.documentElement.scrollWidth") == width
    colours = [each.evaluate("getComputedStyle(document.body).backgroundColor") for each in (here, page)]
    assert (colours[0] == colours[1]) == (scheme == "light")
    here.context.close()


@pytest.mark.slow
def test_the_rows_are_sorted_and_filtered_without_the_network(browser: Any, tmp_path: Path) -> None:
    times = [[0.3, 0.1], [0.02, None], *([0.5, 0.6] for _ in range(100))]
    page = open_page(
        browser, written(tmp_path, *(rows(["highs", "cpsat"], times, each) for each in ("easy", "hard"))).as_uri()
    )
    page.locator("#table tbody tr").first.wait_for()
    assert shown(page, "configuration") == [HIGHS, CPSAT, "virtual best"] * 2
    page.locator("#table thead button", has_text="median").click()
    page.get_by_label("corpus").select_option("hard")
    assert shown(page, "corpus") == ["hard"] * 3
    page.locator("#table tbody button", has_text="cpsat").click()  # its cases
    number = page.locator("#number")
    assert number.inner_text() == "102 of 408"
    assert len(shown(page, "status")) == 100
    page.locator("#more").click()
    assert len(shown(page, "status")) == 102
    page.locator("#table thead button", has_text="proved").click()
    assert (shown(page, "proved")[0], shown(page, "proved")[-1]) == ("100 ms", "> 10 s")
    page.locator("#table thead button", has_text="proved").click()
    assert (shown(page, "proved")[0], shown(page, "proved")[-1]) == ("600 ms", "> 10 s")  # what is unknown comes last
    page.get_by_label("status").select_option("time limit")
    assert shown(page, "puzzle") == ["hard:2"]
    page.locator("#all").click()
    for asked, found in (("no such words", 0), ("easy highs proved>0.3", 100), ("corpus=hard proved<=0.1", 2)):
        page.get_by_label("status").select_option("")
        page.get_by_label("words").fill(asked)
        assert number.inner_text() == f"{found} of 408"
    assert (page.errors, page.failed) == ([], [])
    assert [each for each in page.asked if not each.startswith(("file:", "data:"))] == []
    page.context.close()


@pytest.mark.slow
def test_a_case_has_one_line_and_an_open_one_is_marked_everywhere(browser: Any, tmp_path: Path) -> None:
    long = {"reason": "words " * 50, "versions": f'{{"a": "{"1." * 99}"}}', "options": "x=1, " * 60}
    times: list[list[float | None]] = [[0.2, 0.1447 * 1.1], *([None, 0.3] for _ in range(11))]
    page = open_page(browser, written(tmp_path, rows(["highs", "cpsat"], times, **long)).as_uri())
    page.locator("#profile svg").wait_for()
    page.locator("#view").select_option("cases")
    heights = page.evaluate("[...document.querySelectorAll('#table tbody tr')].map((row) => row.offsetHeight)")
    assert len(heights) == 24
    assert max(heights) < 40
    assert page.locator("#table td.cut").first.get_attribute("title").startswith("x=1, x=1")
    assert shown(page, "proved").count("> 10 s") == 11
    for picture in ("profile", "cactus"):
        page.locator(f"#{picture} path.open").wait_for()
        open_points = page.evaluate(
            f"""() => (({{ profile, cactus }}) => {picture})({{ profile: performanceProfile, cactus }})(
                timeTable(data.comparisons[0], "proved")).map(({{ points, open }}) =>
                    (open || points.filter((p) => p.open).flatMap((p) => p.rows)).length)"""
        )
        assert open_points == {"profile": [0, 11], "cactus": [0, 0, 11]}[picture]
    assert (page.errors, page.failed) == ([], [])
    page.context.close()


@pytest.mark.slow
def test_a_figure_is_rounded_once(browser: Any, tmp_path: Path) -> None:
    """1.1447 is 1.14, and not by way of 1.145 1.15; in the table as in the sentence."""
    page = open_page(browser, written(tmp_path, rows(["highs", "cpsat"], [[1.0, 1.1447]] * 8)).as_uri())
    page.locator("#table tbody tr").first.wait_for()
    assert shown(page, "ratio")[1] == "1.14x"
    assert "it takes 1.14x the time" in page.locator("main").inner_text()
    page.context.close()
