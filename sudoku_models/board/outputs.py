"""What a notebook shows of a board: the live board where its kernel runs, elsewhere a picture of the position."""

from typing import Any

from IPython.display import display

__all__ = ["LIVE", "show"]

LIVE = "application/vnd.jupyter.widget-view+json"
"""The type of the output that is the live board."""
ONE_OF_TWO = (
    "<style>.jp-OutputArea-child:has(.smb-picture):has(+ .jp-OutputArea-child .smb),"
    ".jp-OutputArea-child:has(.smb-picture) + .jp-OutputArea-child .jp-OutputArea-output:not(:has(*))"
    "{display:none}</style>"
)
"""In JupyterLab, the live board hides its picture. Where its kernel has ended, JupyterLab would say "model not found"
below the picture instead of a live board; that is hidden."""


def show(live: dict[str, Any], about: dict[str, Any], still: str, name: str, text: str) -> None:
    """Two outputs of a cell: a picture of the position, and the live board, which hides the picture.

    Of a single output, JupyterLab has no second choice where the kernel has ended. So a saved notebook, `nbconvert` and
    MyST-NB show the picture, and nothing for the live board.

    Args:
        live: The output with the live board.
        about: Its metadata.
        still: The picture as HTML.
        name: The name by which the page of the board finds its picture.
        text: What is shown where there is only text.
    """
    picture = f'{ONE_OF_TWO}<div class="smb-picture" data-board="{name}">{still}</div>'
    display({"text/html": picture, "text/plain": text}, raw=True)  # type: ignore[no-untyped-call]
    board = {LIVE: live[LIVE], "text/html": "<!-- the live board -->", "text/plain": ""}
    display(board, metadata=about, raw=True)  # type: ignore[no-untyped-call]
