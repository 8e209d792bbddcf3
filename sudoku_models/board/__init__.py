"""The board: play, design, explain and print, in a notebook or on a web page.

| file            | what it is                                                                        |
|-----------------|-----------------------------------------------------------------------------------|
| `game.py`       | what is on the board, move by move: values, pencil marks, undo and redo           |
| `saving.py`     | a game as JSON, and back                                                          |
| `shape.py`      | a board as a page draws it: names of the cells, thick lines, diagonals            |
| `symbols.py`    | what is written for each digit: digits, letters, or any n symbols                 |
| `settings.py`   | the looks and the ways of entering, each with its choices                         |
| `sources.py`    | the puzzles that ship, pasted text, files                                         |
| `hints.py`      | wrong digits, allowed values, the next step, one cell revealed                    |
| `tasks.py`      | what takes long: each task is a function, run in a worker process                 |
| `worker.py`     | that process                                                                      |
| `work.py`       | the process seen from the notebook: ask, hear of progress, cancel                 |
| `messages.py`  | what the board says                                                               |
| `board_widget.py` | the widget: commands of the page come in, traits go out                         |
| `board.js`, `board.css` | the page: it draws the traits and sends commands                          |

Python holds the truth. The page draws what the traits say, and sends what the player does as small commands.
Importing this imports no widget library; `BoardWidget` does, when it is first asked for.
"""

from typing import TYPE_CHECKING, Any

from ..errors import NotInstalledError

if TYPE_CHECKING:
    from .board_widget import BoardWidget

__all__ = ["BoardWidget"]


def __getattr__(name: str) -> Any:
    if name != "BoardWidget":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        from .board_widget import BoardWidget
    except ModuleNotFoundError as error:
        if error.name not in ("anywidget", "ipywidgets", "traitlets"):
            raise
        raise NotInstalledError("the board needs anywidget; install it with: python -m pip install anywidget") from None
    return BoardWidget
