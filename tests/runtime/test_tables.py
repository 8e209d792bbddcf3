"""A table of results says the same in plain text and in HTML."""

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_models.runtime.tables import ResultTable

TEXT = st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=8)


class _Texts(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.titles: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.titles += [value or "" for name, value in attributes if name == "title"]

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


@given(TEXT, st.lists(TEXT, min_size=2, max_size=2), st.lists(st.lists(TEXT, min_size=2, max_size=2)), st.lists(TEXT))
def test_html_has_every_text_once_and_in_order(title, headings, rows, notes):
    hints = [f"about {row[0]}" for row in rows]
    page = _Texts(ResultTable(headings, rows, notes=notes, title=title, hints=hints)._repr_html_())
    assert "".join(page.texts) == "".join([title, *headings, *(cell for row in rows for cell in row), *notes])
    assert page.titles == hints


@pytest.mark.parametrize("is_jupyter", [False, True])
def test_plain_text_has_the_title_first_and_the_notes_last(monkeypatch, is_jupyter):
    """In Jupyter, `rich` would display the table and leave the text empty, and ask for colours."""
    monkeypatch.setattr("rich.console._is_jupyter", lambda: is_jupyter)
    if is_jupyter:
        monkeypatch.setenv("FORCE_COLOR", "1")
    lines = str(ResultTable(["digit", "count"], [["1", "[bold]"]], notes=["One.", "Two."], title="Digits")).splitlines()
    words = [line.split() for line in lines if line.strip(" \u2500")]
    assert words == [["Digits"], ["digit", "count"], ["1", "[bold]"], ["One."], ["Two."]]
