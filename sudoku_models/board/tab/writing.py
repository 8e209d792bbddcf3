"""Writing the page into a folder of a static site."""

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

from .. import page, sources
from ..commands import choices
from ..session import GameSession
from .playing import FIRST, traits

HERE = Path(__file__).parent
SCRIPTS = ("start.js", "model.js", "worker.js")
POLICY = """<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; \
worker-src 'self'; style-src 'unsafe-inline'; img-src data: blob:">
"""
BLOCK = '<script type="application/json" id="{}">{}</script>\n'


def shell(head: str = "", data: str = "", body: str = "") -> str:
    """The page around a board.

    Args:
        head: What is added to its head.
        data: Blocks of data for its script.
        body: Further attributes of its body.
    """
    text = (HERE / "index.html").read_text(encoding="utf-8")
    for name, value in {"head": head, "body": body, "style": page.style(), "data": data}.items():
        text = text.replace(f"{{{name}}}", value)
    return text


def write(folder: Path, script: str, wheels: Sequence[str] = ()) -> None:
    """Write the page: `index.html` and its scripts. It works from any static file server.

    Args:
        folder: The folder, which is made.
        script: The address of a module with Pyodide's `loadPyodide`, relative to the page.
        wheels: The addresses of the wheels that are not there from the start: this package, a modelling library, a
            solver.
    """
    folder.mkdir(parents=True, exist_ok=True)
    session = GameSession(sources.as_puzzle(FIRST), lambda: None, print)
    session.look_at_puzzle()
    # What can run in the browser is known to its own Python.
    offered = {**choices(), "backends": {}, "solvers": [], "lacking": {}, "in_place": True}
    data = {"first": {**traits(session), "choices": offered}, "python": {"script": script, "wheels": [*wheels]}}
    blocks = (BLOCK.format(name, json.dumps(value).replace("<", "\\u003c")) for name, value in data.items())
    (folder / "index.html").write_text(shell(POLICY, "".join(blocks)), encoding="utf-8")
    (folder / "board.js").write_text(page.script(), encoding="utf-8")
    for name in SCRIPTS:
        shutil.copyfile(HERE / name, folder / name)
