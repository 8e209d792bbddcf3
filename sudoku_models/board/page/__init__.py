"""The page of the board: the parts of its script and of its style sheet, joined into one text each.

| file                          | content                                                        |
|-------------------------------|----------------------------------------------------------------|
| `elements.js`, `icons.js`     | making elements; icons                                         |
| `toolbars.js`                 | toolbars with one tab stop, and small windows                  |
| `drawing.js`, `links.js`      | borders, frames and the drawings of rules; arrows of chains    |
| `marks.js`, `cells.js`        | marks and colours; the cells of a board                        |
| `selecting.js`, `keys.js`     | the chosen cells; the keys of the board                        |
| `entering.js`                 | entering into cells                                            |
| `highlighting.js`             | highlighting one digit                                         |
| `designing.js`                | drawing rules on the board of a design                         |
| `dress.js`                    | theme, font and colours                                        |
| `header.js`, `tools.js`       | title, timer and new game; the tools                           |
| `new_game.js`, `collection.js` | kind, size and level of a new game; the shipped puzzles       |
| `pad.js`, `messages.js`       | the values and kinds of entry; messages                        |
| `path_bar.js`, `finish.js`    | the explained path, and the projector; the end of a game       |
| `fitting.js`, `printing.js`   | the board fits its window; the board on paper                  |
| `storage.js`, `autosave.js`   | what the browser keeps; the game comes back                    |
| `unsaved.js`                  | moves just before a reload                                     |
| `sending.js`, `lost.js`       | files, links and copies; the program behind the board is gone  |
| `panels.js`, `panel_*.js`     | the panels beside the board                                    |
| `page.js`, `page.css`         | the page: it draws the traits and sends commands               |
| `cells.css`, `controls.css`   | the board; buttons and fields                                  |
| `panels.css`                  | the panels                                                     |
| `modes.css`, `print.css`      | projector, high contrast, less motion; the page on paper       |

The scripts are modules, whose types `tsc --project jsconfig.json` checks. The widget hands the browser one module, into
which they are joined here: each after those that it imports, without the imports. So a name stands in one module only.
"""

import re
from pathlib import Path

__all__ = ["script", "style"]

HERE = Path(__file__).parent
FIRST = "page"
"""The module that imports the others."""
STYLES = "page cells controls panels modes print"
IMPORT = re.compile(r'^import \{[^}]*\} from "\./(\w+)\.js";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?!default)", re.MULTILINE)


def script() -> str:
    """The module for the browser.

    >>> script().count("import {"), script().count("export default")
    (0, 1)
    """
    joined: dict[str, str] = {}
    _join(FIRST, joined)
    return "\n".join(text for text in joined.values())


def _join(name: str, joined: dict[str, str]) -> None:
    """Add a module after those that it imports; two that import each other come in either order."""
    text = _text(f"{name}.js")
    joined[name] = ""
    for other in IMPORT.findall(text):
        if other not in joined:
            _join(other, joined)
    del joined[name]
    joined[name] = EXPORT.sub("", IMPORT.sub("", text))


def style() -> str:
    """The style sheet."""
    return "\n".join(_text(f"{name}.css") for name in STYLES.split())


def _text(file: str) -> str:
    return (HERE / file).read_text(encoding="utf-8")
