"""The board: play, design, explain and print, in a notebook or on a web page.

| file            | content                                                                           |
|-----------------|-----------------------------------------------------------------------------------|
| `squares.py`    | what a cell holds: a digit, marks, colours                                        |
| `position.py`   | what all cells hold, and which digits are in conflict                             |
| `game.py`       | a position, move by move: entering, erasing, undo and redo                        |
| `clock.py`      | the time that the player has taken                                                |
| `files.py`      | text and files that come from a page, and games that a page saves                 |
| `saving.py`     | a game as JSON, and back                                                          |
| `broken.py`     | which rules the digits so far break                                               |
| `shape.py`      | a board as a page draws it: names of the cells, thick lines, rules                |
| `symbols.py`    | the symbol of each digit: digits, letters, or any n symbols                       |
| `settings.py`   | the settings of appearance and input, each with its choices                       |
| `sources.py`    | puzzles from the corpora, pasted text and files                                   |
| `hints.py`      | wrong digits, allowed values, the next step, one cell revealed                    |
| `highlights.py` | the cells and digits that a hint marks                                            |
| `tasks.py`      | the long-running tasks, each a function that runs in a worker process             |
| `requests.py`   | requests to a worker process: post one, follow its progress, cancel it            |
| `counting.py`   | the number of solutions and the level of the puzzle, in the background            |
| `questions.py`  | the requests of one board, and the display of their results                       |
| `messages.py`   | the messages of the board                                                         |
| `commands.py`   | the commands of the page                                                          |
| `arguments.py`  | the check of the values that come with a command                                  |
| `titles.py`     | what a person would call a puzzle                                                 |
| `text.py`       | text from outside, made fit to be shown                                           |
| `session.py`    | the state of one board: its game, settings, highlights and message                |
| `by_hand.py`    | which moves of a game are not the player's own                                     |
| `entries.py`    | the check of cells, digits and seconds that come from a cell of a notebook        |
| `path.py`       | the explained path: a whole solution as steps to walk through                     |
| `comparing.py`  | two configurations on one position, side by side                                  |
| `sharing.py`    | a puzzle as a link, and back                                                      |
| `sheets.py`     | puzzles to print, with their solutions                                            |
| `class_board.py` | a board for a class: steps from the notebook; the solution stays hidden          |
| `set_from_cells.py` | traits of the widget that a cell of a notebook sets                           |
| `outputs.py`    | what a notebook displays: the live board, and its picture where no kernel runs    |
| `board_widget.py` | the widget: it receives commands and publishes traits                           |
| `page/`        | the page: it draws the traits and sends commands                                  |

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
