"""The command that serves the board as a web page."""

from dataclasses import replace
from typing import Annotated

import typer

from ..errors import InputError
from ..puzzles.game_kinds import CLASSIC, GAMES
from . import console
from .arguments import game_in, resolve_one

commands = console.Commands()


@commands.add(
    "play",
    "play top95:1",
    "play --rules killer --level hard",
    "play my-game.json",
    "play --class top95:1",
    "play --port 8000 --no-browser",
)
def play(
    puzzle: Annotated[
        str | None,
        typer.Argument(
            metavar="[PUZZLE]",
            help="A name (mccaffrey, top95:3), the puzzle itself, a "
            "file with one, a saved game, a link of f-puzzles or SudokuPad, the code for another board, or - for "
            "standard input.",
            show_default="mccaffrey",
        ),
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option("--rules", "-r", help=f"Make a new puzzle of this kind: {', '.join(GAMES)}.", show_default=False),
    ] = None,
    level: Annotated[
        str | None, typer.Option("--level", "-l", help="Its level, as in `generate`.", show_default=False)
    ] = None,
    size: Annotated[int, typer.Option(help="Its size.")] = 9,
    port: Annotated[
        int | None,
        typer.Option(
            help="The port to listen on; 0 for any free one. Usually 7836, or any free one if another program has "
            "that. The browser keeps games by the port.",
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

    if rules is not None or level is not None:
        if puzzle is not None:
            raise InputError(f"leave the puzzle {puzzle!r} out, or --rules and --level, which make another")
        puzzle = _made(rules or CLASSIC, level, size)
    puzzle = puzzle or "mccaffrey"
    text = saving.text_of(game_in(puzzle) or Game(sources.playable(resolve_one(puzzle, "played"))))
    from ..board.server.server import PORT, serve

    def say(address: str, address_of_class: str = "") -> None:
        console.say(f"The board is at {address}")
        if address_of_class:
            console.say(f"The class sees it at {address_of_class}")
        console.say("Press Ctrl-C to stop.")
        if port is None and f":{PORT}/" not in address:
            console.say(
                f"Another program has port {PORT}, perhaps a board that is open already. Games that the "
                "browser has kept are at the usual port."
            )

    serve(text, port, say, browser, "class" if is_class else "play")
    console.say("Stopped.")
    raise typer.Exit(console.STOPPED)


def _made(kind: str, level: str | None, size: int) -> str:
    """A new game as text."""
    from ..board import saving, sources
    from ..board.game import Game
    from ..board.making import generated

    with console.progress_after_a_second("making a puzzle") as bar:
        made = generated(lambda known: bar(0, 1, known["doing"]), size, level, None, kind, 60.0)
    if made.puzzle is None:
        raise InputError(f"no puzzle was made: {made.reason}")
    name = sources.generated_name(made.level, made.seed, kind)
    game = Game(replace(made.puzzle, name=name))
    game.level = made.level or ""
    return saving.text_of(game)
