"""The built site (the book, the course in a tab, the board's page): whatever a page names is there.

`SUDOKU_MODELS_SITE` names the folder of a site that `sphinx-build` has made.
"""

import json
import os
import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

SITE = Path(os.environ.get("SUDOKU_MODELS_SITE", "")).resolve()
NOTEBOOKS = Path(__file__).parents[1] / "notebooks"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not os.environ.get("SUDOKU_MODELS_SITE"), reason="SUDOKU_MODELS_SITE names no built site"),
]

MODULES = r"""(?:\bfrom|\bimport)\s*\(?\s*["'](\.[^"'\s]*\w)["']|new (?:Worker|URL)\(\s*["'](\.[^"'\s]*\w)["']"""
"""What a script imports, and the workers that it starts."""


class Page(HTMLParser):
    """The anchors of a page or of a part of one, its links, and what it says of its pictures."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.pictures: list[dict[str, str | None]] = []
        self.inside = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.inside = tag
        self.anchors |= {value for key in ("id", "name") if (value := given.get(key))}
        self.links += [value for key in ("href", "src", "xlink:href", "poster", "data") if (value := given.get(key))]
        self.links += [part.split()[0] for part in (given.get("srcset") or "").split(",") if part.strip()]
        self.links += urls(given.get("style") or "")
        if tag == "img":
            self.pictures.append(given)

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""

    def handle_data(self, data: str) -> None:
        if self.inside == "style":
            self.links += urls(data)


def urls(style: str) -> list[str]:
    return [link for _, link in re.findall(r"""url\(\s*(["']?)(.*?)\1\s*\)""", style)]


@cache
def page(path: Path) -> Page:
    return Page(path.read_text(encoding="utf-8"))


def in_lesson(path: Path) -> Iterator[str]:
    """The links of a lesson in the tab; those to pages of the course lead to pages of the book."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    text = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    prose = re.sub(r"^```.*?^```|`[^`\n]*`", "", text, flags=re.MULTILINE | re.DOTALL)
    headings = {re.sub(r"[`*]", "", title).replace(" ", "-") for title in re.findall(r"^#+ (.*)$", text, re.MULTILINE)}
    for link in [*re.findall(r"\]\(([^)\s]+)", prose), *Page(prose).links]:
        if link.startswith("attachment:") or (link.startswith("#") and link[1:] in headings):
            continue
        yield re.sub(r"^([^:#]+)\.md(?=#|$)", r"../../\1.html", link)
    for cell in cells:
        for output in cell.get("outputs", []):
            yield from Page("".join(output.get("data", {}).get("text/html", ""))).links


def is_broken(link: str, origin: Path) -> bool:
    """Whether what a file of the site names is not there: the file, its anchor, or the notebook that it opens."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return False  # elsewhere, or the data themselves
    target = (origin.parent / unquote(parts.path)).resolve() if parts.path else origin
    if target.is_dir():
        target /= "index.html"
    if not target.is_file() or not target.is_relative_to(SITE):
        return True
    if target.is_relative_to(SITE / "lite") and (opened := parse_qs(parts.query).get("path")):
        return not (SITE / "lite" / "files" / opened[0]).is_file()
    return bool(parts.fragment) and target.suffix == ".html" and unquote(parts.fragment) not in page(target).anchors


def links(path: Path) -> list[str]:
    if path.suffix == ".html":
        return page(path).links
    if path.suffix == ".ipynb":
        return [*in_lesson(path)] if path.parent.name == "files" else []
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".css":
        return urls(text)
    return [first or second for first, second in re.findall(MODULES, text)]


def test_whatever_the_site_names_is_there() -> None:
    kinds = ("*.html", "*.css", "*.ipynb")
    files = [path for kind in kinds for path in SITE.rglob(kind)]
    files += [*(SITE / "play").glob("*.js"), *(SITE / "lite" / "static" / "pyodide").glob("*.mjs")]
    found = [(path, link) for path in files for link in links(path)]
    assert len(found) > 10_000
    assert [f"{path.relative_to(SITE)}: {link}" for path, link in found if is_broken(link, path)] == []


def test_each_picture_has_words_in_place_of_it_and_no_name_of_a_file() -> None:
    pictures = [picture for path in SITE.rglob("*.html") for picture in page(path).pictures]
    assert len(pictures) > 100
    assert [each for each in pictures if re.search(r"\.(png|svg|jpg)$", each.get("alt") or ".png")] == []


def test_the_pictures_of_a_lesson_in_the_tab_can_be_shown() -> None:
    pictures = [*(SITE / "lite" / "files").rglob("*.svg")]
    assert pictures
    assert [path for path in pictures if not path.read_bytes().isascii()] == []
