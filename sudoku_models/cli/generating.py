"""The command that generates puzzles, and sheets of them to print."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import NotInstalledError
from ..explain.difficulty import LEVELS
from ..puzzles.board_words import board_in_words
from ..puzzles.rules import RULES
from ..runtime.interrupts import defer_interrupts
from . import console, options

if TYPE_CHECKING:
    from ..generation import Generated

commands = console.Commands()

_GENERATED = [(name, kind.board) for rule in RULES.values() for name, kind in rule.generated]
_PLACED, _WHOLE = ([name for name, board in _GENERATED if bool(board) is whole] for whole in (False, True))
KINDS = (
    f"The kinds: classic (none), {', '.join(_PLACED)}; and diagonal, windoku, disjoint, jigsaw (random regions), "
    f"{', '.join(_WHOLE)}."
)
"""The names in `generation.KINDS`, which is not imported for the help, as that takes a second."""
NO_TEXT = "(no text format has words for all of its rules; --pdf prints them, and --certify FOLDER keeps them as data)"
LEVELS_IN_WORDS = " ".join(f"{name}: {level.needs}" for name, level in LEVELS.items())


@commands.add(
    "generate --level medium --count 10 --seed 42 --pdf sheet.pdf",
    "generate --clues 24 --symmetric",
    "generate --rules killer --clues 0",
    "generate --rules killer --level hard",
    "generate --board diagonal -r thermometer:5,xv",
)
def generate(
    board: options.Board = "9",
    rules: Annotated[
        str,
        typer.Option(
            "--rules",
            "-r",
            help=f"Kinds of rules to place, with a number or a share if any: killer,thermometer:5,xv:40%. {KINDS}",
            show_default=False,
        ),
    ] = "",
    level: Annotated[
        str | None,
        typer.Option(
            "--level",
            "-l",
            help=f"{LEVELS_IN_WORDS} Any by default. With a kind of rules, the puzzle is a copy of a shipped one.",
        ),
    ] = None,
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="The number of puzzles.")] = 1,
    seed: Annotated[
        str | None,
        typer.Option(help="The same seed gives the same puzzles.", show_default="random, and printed"),
    ] = None,
    symmetric: Annotated[bool, typer.Option("--symmetric", help="The givens have half-turn symmetry.")] = False,
    minimal: Annotated[
        bool, typer.Option("--minimal", help="Every given is necessary: without it there are more.")
    ] = False,
    clues: Annotated[
        int | None,
        typer.Option(help="The number of givens, also 0 with rules.", show_default="as few as the order allows"),
    ] = None,
    minimal_rules: Annotated[
        bool,
        typer.Option("--minimal-rules", help="Every rule that was placed is necessary: without it there are more."),
    ] = False,
    as_json: options.Json = False,
    pdf: Annotated[Path | None, typer.Option(help="Write pages to print, with the solutions at the end.")] = None,
    certify: Annotated[Path | None, typer.Option(help="The folder for a certificate of each puzzle.")] = None,
    time_limit: Annotated[float, options.seconds("Seconds for each puzzle, confirmation and rating included.")] = 60.0,
) -> None:
    """Generate puzzles with exactly one solution; this is confirmed. Ctrl-C keeps those that are done."""
    from ..generation import generate_many

    if pdf is not None:
        NotInstalledError.check("a sheet to print", "matplotlib")  # now, and not at the end
        console.check_file(pdf)
    batch: list[Generated] = []
    is_stopped = False
    with console.progress_after_a_second("generating puzzles") as bar:
        try:
            for made in generate_many(
                count,
                board_in_words(board or "9"),
                level,
                seed,
                time_limit=time_limit,
                progress=lambda what: bar(len(batch), count, f"{len(batch)} of {count} done, {what}"),
                symmetric=symmetric,
                minimal=minimal,
                clues=clues,
                rules=rules,
                minimal_rules=minimal_rules,
                certify=certify is not None,
            ):
                batch.append(made)
                if certify is not None and made.certificate is not None:
                    made.certificate.write(certify / f"{len(batch):0{len(str(count))}}")
                console.say(json.dumps(made.as_dict()), is_data=True) if as_json else console.say(_drawn(made))
        except KeyboardInterrupt:
            is_stopped = True
        finally:  # also when the terminal is closed, or the reader of the output
            if pdf is not None and any(made.puzzle for made in batch):
                with defer_interrupts():
                    from ..generation.sheets import write_pdf

                    write_pdf(batch, pdf)
    for k, made in enumerate(batch, 1):
        if not made.met:
            console.say(f"puzzle {k} is not as requested: {made.reason}", err=True)
    if is_stopped:
        console.say(f"interrupted: {len(batch)} of {count} puzzles were generated", err=True)
        raise typer.Exit(console.STOPPED)
    raise typer.Exit(console.SOLVED if all(made.met for made in batch) else console.NOT_KNOWN)


def _drawn(made: "Generated") -> str:
    """A puzzle as a text drawing, with its title below, and its text where it has another board or rules."""
    if not made.puzzle:
        return f"{made.title}\n"
    text = f"{made.text or NO_TEXT}\n" if made.text != made.puzzle.line() else ""
    return f"{made.puzzle.draw(cages=True)}\n{made.title}\n{text}"
