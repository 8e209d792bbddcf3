"""The board's page without a server, `play/index.html`, beside the pages of the book.

Its Python is that of the lessons in the browser; a book without that has no such page.
"""

from pathlib import Path
from typing import Any

from sudoku_models.board.tab.writing import write

PYTHON = "lite/static/pyodide/start.mjs"
"""The module that starts Python."""


def link(_app: Any, name: str, source: list[str]) -> None:
    """The board's reference names the page; in the book, that is a link."""
    if name == "reference/board":
        source[0] = source[0].replace("`play/index.html`", '<a href="../play/index.html">play/index.html</a>', 1)


def write_page(app: Any, error: Exception | None) -> None:
    """Write the page when the book has been built."""
    if error is None and (Path(app.outdir) / PYTHON).exists():
        write(Path(app.outdir) / "play", f"../{PYTHON}")


def setup(app: Any) -> dict[str, bool]:
    """Sphinx calls this."""
    app.connect("source-read", link, priority=600)  # after the text of the page was taken
    app.connect("build-finished", write_page, priority=900)  # after Python was put there
    return {"parallel_read_safe": True}
