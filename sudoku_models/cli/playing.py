"""The command that serves the board as a web page."""

from pathlib import Path
from typing import Annotated

import typer

from . import console
from .arguments import is_path, resolve_one

commands = console.Commands()


@commands.add("play", "play top95:1", "play my-game.json", "play --class top95:1", "play --port 8000 --no-browser")
def play(
    puzzle: Annotated[
        str,
        typer.Argument(
            metavar="[PUZZLE]",
            help="A name (mccaffrey, top95:3), the puzzle itself, a "
            "file with one, a saved game, a link (of f-puzzles, SudokuPad, or a page with this board), or - for "
            "standard input.",
        ),
    ] = "mccaffrey",
    port: Annotated[
        int | None,
        typer.Option(
            help="The port to listen on; 0 for any free one. Usually 7836, or any free one if another program has "
            "that. The browser keeps games and statistics by the port.",
            show_default=False,
        ),
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser, or only print its address.")] = True,
    is_class: Annotated[
        bool,
        typer.Option(
            "--class",
            help="One board for a class, with two addresses: on the teacher's page steps are opened, and the solution "
            "when she wants; the class's page, for the projector, goes through the open steps and tells nothing else.",
        ),
    ] = False,
) -> None:
    """Play, design and print puzzles on a private web page, until Ctrl-C."""
    from ..board import saving, sources
    from ..board.game import Game
    from ..puzzles.parsing import read_text

    game = sources.game_of(read_text(Path(puzzle)) if is_path(puzzle) else puzzle)
    text = saving.text_of(game or Game(sources.playable(resolve_one(puzzle, "played"))))
    from ..board.server.server import PORT, serve

    def say(address: str, address_of_class: str = "") -> None:
        console.say(f"The board is at {address}")
        if address_of_class:
            console.say(f"The class sees it at {address_of_class}")
        console.say("Press Ctrl-C to stop.")
        if port is None and f":{PORT}/" not in address:
            console.say(
                f"Another program has port {PORT}, perhaps a board that is open already. Games and statistics that the "
                "browser has kept are at the usual port."
            )

    serve(text, port, say, browser, "class" if is_class else "play")
    console.say("Stopped.")
    raise typer.Exit(console.STOPPED)
