"""The page of the board: the parts of its script and of its style sheet, joined into one text each.

| file                          | content                                                        |
|-------------------------------|----------------------------------------------------------------|
| `elements.js`, `icons.js`     | making elements; icons                                         |
| `toolbars.js`                 | toolbars with one tab stop, and small windows                  |
| `drawing.js`, `links.js`      | borders, frames and the drawings of rules; arrows of chains    |
| `marks.js`, `cells.js`        | marks and colours; the cells of a board                        |
| `selecting.js`, `keys.js`     | the chosen cells; the keys of the board                        |
| `entering.js`, `picker.js`    | entering into cells; the values to choose from                 |
| `highlighting.js`             | highlighting one digit                                         |
| `dress.js`                    | theme, font and colours                                        |
| `header.js`, `tools.js`       | title, timer and new game; the tools                           |
| `pad.js`, `messages.js`       | the values and kinds of entry; messages                        |
| `path_bar.js`, `finish.js`    | the explained path, and the projector; the end of a game       |
| `fitting.js`, `printing.js`   | the board fits its window; the board on paper                  |
| `storage.js`, `autosave.js`   | what the browser keeps; the game comes back; statistics        |
| `sending.js`, `lost.js`       | files, links and copies; the program behind the board is gone  |
| `panels.js`, `panel_*.js`     | the panels beside the board                                    |
| `page.js`, `page.css`         | the page: it draws the traits and sends commands               |
| `cells.css`, `controls.css`   | the board; buttons and fields                                  |
| `panels.css`                  | the panels                                                     |
| `modes.css`, `print.css`      | projector, high contrast, less motion; the page on paper       |

The widget hands the browser one module, so the parts share a scope, and none of them imports another.
"""

from pathlib import Path

__all__ = ["script", "style"]

HERE = Path(__file__).parent
SCRIPTS = (
    "elements icons toolbars drawing links marks cells selecting highlighting keys entering picker header tools pad "
    "messages dress path_bar finish fitting printing storage autosave sending lost panel_explain panel_puzzle "
    "panel_settings panel_games panel_model panels page"
)
STYLES = "page cells controls panels modes print"


def script() -> str:
    """The module for the browser."""
    return _joined(SCRIPTS, "js")


def style() -> str:
    """The style sheet."""
    return _joined(STYLES, "css")


def _joined(names: str, kind: str) -> str:
    return "\n".join((HERE / f"{name}.{kind}").read_text(encoding="utf-8") for name in names.split())
