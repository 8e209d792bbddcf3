"""The board: play, design, explain and print, in a notebook or on a web page.

| file              | content                                                                         |
|-------------------|---------------------------------------------------------------------------------|
| `position.py`     | what all cells hold, moves, and the digits and rules in conflict                |
| `game.py`         | a position, move by move: entering, erasing, undo and redo, the clock           |
| `saving.py`       | a game as JSON, and back                                                        |
| `view.py`         | the board, the highlights of a hint and an explained path, as the page draws them |
| `settings.py`     | the settings of appearance and input, and the symbols of the digits             |
| `messages.py`     | the messages of the board, and text from outside made fit to be shown           |
| `sources.py`      | puzzles from the corpora, pasted text, links and files; their titles            |
| `runner.py`       | one task at a time in a worker process, which can be cancelled                  |
| `requests.py`     | the requests of one board: the player's task, and the count in the background   |
| `session.py`      | the state of one board: its game, settings, highlights and message              |
| `hints.py`        | hints: tasks, and the display of their results                                  |
| `solving.py`      | solving, comparing two configurations, local search, explaining                 |
| `collection.py`   | the shipped puzzles by kind and level, with pictures                            |
| `making.py`       | a generated puzzle                                                              |
| `designing.py`    | the rules that can be drawn on a board, as one table, and boards with other rules |
| `design_checks.py` | where solutions differ, what conflicts, what is not needed; paper |
| `setting.py`      | setting puzzles: the commands of a design                                       |
| `files.py`        | text, files and links that come from a page, and those that are sent to it      |
| `commands.py`     | the commands of the page, and the one check of all values from outside          |
| `board_widget.py` | the widget: it receives commands and publishes traits; a board for a class      |
| `page/`           | the page: it draws the traits and sends commands                                |
| `server/`         | the board as a web page of its own, for `sudoku-models play`                    |

The state is kept in Python. The page draws the traits, and sends the player's actions as small commands. Importing this
package does not import a widget library; the first access to `BoardWidget` does.
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
