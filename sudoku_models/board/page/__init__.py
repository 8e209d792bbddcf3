"""The page of the board: the parts of its script and of its style sheet, joined into one text each.

| file                          | content                                                        |
|-------------------------------|----------------------------------------------------------------|
| `elements.js`                 | making elements                                                |
| `drawing.js`                  | borders, frames and the drawings of rules                      |
| `cells.js`, `cells.css`       | the cells of a board                                           |
| `panels.js`                   | the panels beside the board                                    |
| `page.js`, `page.css`         | the page: it draws the traits and sends commands               |
| `controls.css`, `print.css`   | buttons and fields; the page on paper                          |

The widget hands the browser one module, so the parts share a scope, and none of them imports another.
"""

from pathlib import Path

__all__ = ["script", "style"]

HERE = Path(__file__).parent
SCRIPTS = ("elements.js", "drawing.js", "cells.js", "panels.js", "page.js")
STYLES = ("page.css", "cells.css", "controls.css", "print.css")


def script() -> str:
    """The module for the browser."""
    return _joined(SCRIPTS)


def style() -> str:
    """The style sheet."""
    return _joined(STYLES)


def _joined(names: tuple[str, ...]) -> str:
    return "\n".join((HERE / name).read_text(encoding="utf-8") for name in names)
