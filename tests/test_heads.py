"""The pictures at the heads of the lessons: those that are stored are those that the script draws."""

import re
import sys
from pathlib import Path
from runpy import run_path
from typing import Any
from xml.etree import ElementTree

import pytest

for library in ("highspy", "pulp", "scipy", "pandas", "pyarrow", "matplotlib"):
    pytest.importorskip(library)
BOOK = Path(__file__).parents[1] / "notebooks" / "_book"
IMAGES = BOOK.parent / "images"
STORED = sorted(IMAGES.glob("lesson-[0-9][0-9].svg"))


@pytest.fixture(scope="module")
def script() -> Any:
    sys.path.insert(0, str(BOOK))
    try:
        return run_path(str(BOOK / "heads.py"))
    finally:
        sys.path.remove(str(BOOK))


@pytest.mark.slow
def test_the_script_draws_the_stored_pictures(script: Any) -> None:
    drawn = script["files"]()
    assert [path.name for path in STORED] == sorted(drawn)
    assert [name for name in drawn if (IMAGES / name).read_text("utf-8") != drawn[name]] == []


def test_each_picture_has_an_alternative_text(script: Any) -> None:
    assert [f"lesson-{k:02}.svg" for k in sorted(script["ALT"])] == [path.name for path in STORED]
    assert all(re.fullmatch(r"[^\n\[\]]{40,260}\.", alt) for alt in script["ALT"].values())


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_a_picture_is_small_and_complete(path: Path, script: Any) -> None:
    words = path.read_text(encoding="utf-8")
    root = ElementTree.fromstring(words)
    assert root.get("role") == "img"
    assert root.get("viewBox") == "0 0 720 200"
    assert root.findtext("{http://www.w3.org/2000/svg}title") == script["ALT"][int(path.stem[-2:])]
    assert len(words.encode()) <= 12_000
    assert "prefers-color-scheme:dark" in words
    assert not re.search(r"href|url\(|@import|@font-face|<script|<image|nan|inf\b", words)
    assert re.findall(r"https?://\S+?\"", words) == ['http://www.w3.org/2000/svg"']
