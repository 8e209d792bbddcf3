"""The page of the benchmark's report: its table is sorted and filtered, on any screen, without the network."""

from pathlib import Path
from typing import Any

import pytest
from conftest import open_page

from sudoku_models import benchmark
from sudoku_models.benchmark.rows import as_table
from sudoku_models.benchmark.rows import made_up as rows
from sudoku_models.benchmark.storage import Writer


@pytest.mark.slow
def test_the_rows_are_sorted_filtered_and_read_on_any_screen(browser: Any, tmp_path: Path) -> None:
    with Writer(tmp_path) as writer:
        for corpus in ("easy", "hard"):
            times = [[0.3, 0.1], [0.02, None], *([0.5, 0.6] for _ in range(100))]
            table = rows(["highs", "cpsat"], times, corpus)
            writer.add(as_table(table.astype(object).where(table.notna(), None).to_dict("records")))
    address = benchmark.report(tmp_path).page.as_uri()
    page = open_page(browser, address)

    def shown(name: str) -> list[str]:
        titles = [each.rstrip(" ▴▾") for each in page.locator("#table thead button").all_inner_texts()]
        cells: list[str] = page.locator(f"#table tbody td:nth-child({titles.index(name) + 1})").all_inner_texts()
        return cells

    assert shown("configuration") == ["assignment x pulp x highs", "assignment x pulp x cpsat", "virtual best"] * 2
    page.locator("#table thead button", has_text="median").click()
    page.get_by_label("corpus").select_option("hard")
    assert shown("corpus") == ["hard"] * 3
    assert page.locator("figure:visible").count() == 3
    page.locator("#table tbody button", has_text="cpsat").click()  # its cases
    assert page.locator("#number").inner_text() == "102 of 408"
    assert len(shown("status")) == 100
    page.locator("#more").click()
    assert len(shown("status")) == 102
    page.locator("#table thead button", has_text="proved").click()
    assert (shown("proved")[0], shown("proved")[-1]) == ("100 ms", "-")
    page.locator("#table thead button", has_text="proved").click()
    assert (shown("proved")[0], shown("proved")[-1]) == ("600 ms", "-")  # what is unknown comes last
    page.get_by_label("status").select_option("time limit")
    assert shown("puzzle") == ["hard:2"]
    page.get_by_label("words").fill("no such words")
    assert page.locator("#number").inner_text() == "0 of 408"
    assert (page.errors, page.failed) == ([], [])
    assert [each for each in page.asked if not each.startswith(("file:", "data:"))] == []
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")

    phone = open_page(browser, address, viewport={"width": 390, "height": 844}, color_scheme="dark")
    assert phone.evaluate("document.documentElement.scrollWidth") == 390  # only tables and pictures scroll
    assert phone.evaluate("getComputedStyle(document.body).backgroundColor") != light
    assert phone.errors == []
