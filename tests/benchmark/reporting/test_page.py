"""The parts of a page: nothing that a name could break, nothing that is folded away in silence."""

import re
from html.parser import HTMLParser

import pandas as pd
import pytest

from sudoku_models.benchmark import statistics
from sudoku_models.benchmark.reporting import page
from sudoku_models.benchmark.reporting.figures import Picture
from sudoku_models.benchmark.reporting.views import SUMMARY, TABLES
from sudoku_models.benchmark.sample import rows

EMPTY = pd.DataFrame({"configuration": []})


def summary_of(table: pd.DataFrame, caption: str = "all") -> str:
    return page.markup(page.summary_table(statistics.summary(table), caption))


def test_names_are_escaped():
    table = rows(["<b>", "cpsat"], [[1.0, 2.0]] * 6, formulation='"&')
    text = summary_of(table, "a < b")
    assert "<b>" not in text
    assert "&#34;&amp; x pulp x &lt;b&gt;" in text
    assert "a &lt; b" in text


def test_configurations_beyond_the_first_are_folded_and_all_are_there():
    names = [f"solver{k:02}" for k in range(40)]
    text = summary_of(rows(names, [[1 + k / 10 for k in range(40)]]))
    first, rest = text.split("<details>")
    assert "The other 25 rows" in rest
    assert [f"solver{k:02}" for k in range(40)] == re.findall(r"solver\d\d", text)
    assert first.count("<tr") == 1 + 15 + 1  # the head, the first, the virtual best
    assert text.count('class="best"') == 1


def test_open_cases_are_written_as_bounds():
    text = summary_of(rows(["highs"], [[1.0]] * 3 + [[None]] * 5))
    assert "&gt; 10 s<small>1 s to &gt; 10 s</small>" in text
    assert "37.5 %" in text


def test_columns_that_nothing_is_known_of_are_left_out():
    table = pd.DataFrame(
        [{"configuration": "a", **{f"{part}_seconds": None for part in ("rewrite", "translate", "prove")}}]
    )
    text = page.markup(
        page.further_table(TABLES["parts"], table.assign(build_seconds=0.1, solve_seconds=float("inf")), "parts")
    )
    assert re.findall('<th scope="col">(.*?)</th>', text) == ["configuration", "build", "solve"]
    assert re.findall("<td>(.*?)</td>", text) == ["100 ms", "not ended"]


def test_a_picture_takes_the_colours_of_the_page_and_names_of_its_own():
    svg = (
        '<?xml version="1.0"?>\n<!DOCTYPE svg><svg width="9pt" height="4pt" viewBox="0 0 9 4"><defs><path id="m1"/>'
        '<clipPath id="p1"/></defs><use xlink:href="#m1" style="fill: #0072b2; stroke: #1a1a1a"/>'
        '<g clip-path="url(#p1)"/></svg>'
    )
    text = page.inline(Picture("a-b", "Title", "", svg, EMPTY, EMPTY))
    assert text.startswith('<svg role="img" aria-label="Title" viewBox="0 0 9 4">')
    assert 'id="a-b.m1"' in text
    assert 'href="#a-b.m1"' in text
    assert 'url(#a-b.p1)"' in text
    assert "fill: var(--blue); stroke: var(--ink)" in text


def test_every_column_has_a_heading_of_its_own():
    for view in (SUMMARY, *TABLES.values()):
        headings = [name for name, _ in view.columns]
        assert len({*headings}) == len(headings)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_the_paper(scheme):
    """Contrast of at least 4.5 for words and 3 for curves (WCAG 2.2, 1.4.3 and 1.4.11), but for two pale curves."""
    blocks = re.findall(r":root \{(.*?)\}", page.STYLE, re.DOTALL)
    inks = dict(re.findall(r"--([\w-]+): (#\w{6})", blocks[("light", "dark").index(scheme)]))
    for name in ("ink", "muted", "blue"):
        for paper in ("paper", "tint", "warn"):
            assert contrast(inks[name], inks[paper]) >= 4.5, (name, paper)
    pale = {"orange", "sky", "purple"} if scheme == "light" else set()  # the palette's; they have dashes and markers
    for name in {"blue", "orange", "green", "red", "purple", "sky"} - pale:
        assert contrast(inks[name], inks["paper"]) >= 3, name


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_the_document_is_whole():
    facts = page.Table("all", ["", "setting 1"], [page.Row("processor", [page.Cell("<cpu>")])])
    text = page.document(title="A & B", lead="", names=[], warnings=["w"], sections=[], sizes=[], environment=facts)
    assert "<h1>A &amp; B</h1>" in text
    assert "&lt;cpu&gt;" in text

    class Open(HTMLParser):
        tags: list[str] = []  # noqa: RUF012

        def handle_starttag(self, tag, attributes):
            if tag != "meta":
                self.tags.append(tag)

        def handle_endtag(self, tag):
            assert self.tags.pop() == tag

    parser = Open()
    parser.feed(text)
    assert parser.tags == []
