"""A table of results says the same in plain text and in HTML."""

from html.parser import HTMLParser

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


def test_plain_text_has_the_title_first_and_the_notes_last(monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")  # as Jupyter does; the text is plain all the same
    lines = str(ResultTable(["digit", "count"], [["1", "[bold]"]], notes=["One.", "Two."], title="Digits")).splitlines()
    words = [line.split() for line in lines if line.strip(" \u2500")]
    assert words == [["Digits"], ["digit", "count"], ["1", "[bold]"], ["One."], ["Two."]]


def test_a_table_is_text_in_jupyter_too(monkeypatch):
    """There, `rich` would display the table and leave the text empty."""
    monkeypatch.setattr("rich.console._is_jupyter", lambda: True)
    assert "17" in str(ResultTable(["digit", "count"], [["1", "17"]]))
