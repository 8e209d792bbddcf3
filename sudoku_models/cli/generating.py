"""The command that generates puzzles, and sheets of them to print."""

from pathlib import Path
from typing import Annotated

import typer

from ..errors import InputError
from ..puzzles.board import Board
from ..puzzles.board_words import FURTHER_WORDS, board_in_words
from .common import (
    NOT_KNOWN,
    SOLVED,
    STOPPED,
    BoardOption,
    JsonOption,
    progress_after_a_second,
    reports_errors,
    seconds_option,
)

commands = typer.Typer()

KINDS = (
    "The kinds: killer, little-killer, arrow, sandwich, thermometer, whisper, renban, palindrome, skyscraper, kropki, "
    "consecutive, xv, greater-than, even-odd, quadruple; and diagonal, windoku, disjoint, jigsaw (random regions), "
    "antiknight, antiking, nonconsecutive."
)
"""The names in `generation.KINDS`, which is not imported for the help, as that takes a second."""


@commands.command(
    epilog="Examples:  sudoku-models generate --level medium --count 10 --seed 42 --pdf sheet.pdf  |  "
    "sudoku-models generate --size 6 --minimal --json  |  sudoku-models generate --clues 24 --symmetric -o one.txt  |  "
    "sudoku-models generate --rules killer --clues 0  |  sudoku-models generate --board diagonal -r thermometer:5,xv.  "
    "Exit code: 0 all as requested, 2 bad input, 3 a request was not met (the message says which), 130 interrupted; "
    "the puzzles generated so far are kept."
)
@reports_errors
def generate(
    size: Annotated[int, typer.Option("--size", help="Digits of the board: 4, 6, 9, 12, 16 or 25.")] = 9,
    board: BoardOption = None,
    rules: Annotated[
        list[str] | None,
        typer.Option(
            "--rules",
            "-r",
            help=f"Kinds of rules to draw, with a number or a share if any: killer,thermometer:5,xv:40%. {KINDS}",
            show_default=False,
        ),
    ] = None,
    level: Annotated[str | None, typer.Option("--level", "-l", help="easy, medium or hard; any by default.")] = None,
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="The number of puzzles.")] = 1,
    seed: Annotated[
        str | None,
        typer.Option("--seed", help="The same seed gives the same puzzles.", show_default="random, and printed"),
    ] = None,
    symmetric: Annotated[
        bool, typer.Option("--symmetric", help="The pattern of givens has half-turn symmetry.")
    ] = False,
    minimal: Annotated[bool, typer.Option("--minimal", help="Every given is necessary; this is proved.")] = False,
    clues: Annotated[
        int | None,
        typer.Option(
            "--clues",
            help="The number of givens, also 0 with rules.",
            show_default="as few as the random order allows",
        ),
    ] = None,
    minimal_rules: Annotated[
        bool, typer.Option("--minimal-rules", help="Every rule that was drawn is necessary; this is proved.")
    ] = False,
    as_json: JsonOption = False,
    pdf: Annotated[
        Path | None, typer.Option("--pdf", help="Write pages to print, with the solutions at the end.")
    ] = None,
    per_page: Annotated[int, typer.Option("--per-page", min=1, max=12, help="Puzzles on a page of the PDF.")] = 4,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="Write to this file, one puzzle per line, instead of standard output."),
    ] = None,
    certify: Annotated[
        Path | None,
        typer.Option("--certify", help="Write a certificate of uniqueness of each puzzle into a folder in this one."),
    ] = None,
    time_limit: Annotated[
        float, seconds_option("Seconds for each puzzle, including the proof of uniqueness and the rating.")
    ] = 60.0,
) -> None:
    """Generate puzzles with exactly one solution; this is proved."""
    from ..generation import Generated, generate_many
    from ..generation.printing import drawn, json_lines, text_lines, write_pdf

    if pdf is not None:
        from .. import plots  # noqa: F401  report a missing matplotlib now and not at the end
    for path in (pdf, output):
        if path is not None and not path.absolute().parent.is_dir():
            raise InputError(f"there is no folder {str(path.parent)!r} to write {path.name!r} to")
    batch: list[Generated] = []
    is_stopped = False
    with progress_after_a_second("generating puzzles", count) as bar:

        def show(what: str) -> None:
            bar(len(batch), f"{len(batch)} of {count} done, {what}")

        try:
            for made in generate_many(
                count,
                size if board is None else _board(size, board),
                level,
                seed,
                symmetric=symmetric,
                minimal=minimal,
                clues=clues,
                time_limit=time_limit,
                progress=show,
                certify=certify is not None,
                rules=rules,
                minimal_rules=minimal_rules,
            ):
                batch.append(made)
                if certify is not None and made.certificate is not None:
                    made.certificate.save(certify / f"{len(batch):0{len(str(count))}}")
                if output is None:
                    typer.echo(json_lines([made]) if as_json else drawn([made]), nl=not as_json)
        except KeyboardInterrupt:
            is_stopped = True
    if output is not None:
        _write(output, json_lines(batch) if as_json else text_lines(batch))
    if pdf is not None and any(made.puzzle for made in batch):
        write_pdf(batch, pdf, per_page)
    for k, made in enumerate(batch, 1):
        if not made.met:
            typer.echo(f"puzzle {k} is not as requested: {made.reason}", err=True)
    if is_stopped:
        typer.echo(f"interrupted: {len(batch)} of {count} puzzles were generated", err=True)
        raise typer.Exit(STOPPED)
    raise typer.Exit(SOLVED if all(made.met for made in batch) else NOT_KNOWN)


def _board(size: int, words: str) -> Board:
    """The board in words, of this size where they do not begin with one."""
    return board_in_words(f"{size}+{words}" if words.partition("+")[0] in FURTHER_WORDS else words)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"the file {str(path)!r} cannot be written: {error.strerror or error}") from None
