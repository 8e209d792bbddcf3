"""The command `bench contrasts`, which answers the questions of a protocol."""

from pathlib import Path
from typing import Annotated

import typer

from .common import print_rows, progress_after_a_second, reports_errors

commands = typer.Typer()

WIDTH = 200
"""Characters of a table when the output is not a terminal."""


@commands.command(
    epilog="Examples:  sudoku-models bench contrasts results --protocol study.toml  |  "
    "sudoku-models bench contrasts results --json.  A protocol is a TOML file: tables contrast with name, question, a "
    "and b (columns and their values, as in a = {solver = 'highs'}), measure and corpora; and a table exclude with "
    "failed, load_above_jobs and calibration_outside. Exit code: 0 done, 2 bad input or no results, 130 interrupted."
)
@reports_errors
def contrasts(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder with the results of bench run.")],
    protocol: Annotated[
        Path | None, typer.Option("--protocol", "-p", help="The protocol.", show_default="FOLDER/protocol.toml")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object per row, with the name of its table.")
    ] = False,
) -> None:
    """Answer the questions of a protocol: which of two sides is the faster, and how sure that is."""
    from .. import benchmark
    from ..benchmark.contrasts import contrasts as answer
    from ..benchmark.reporting import contrasts as words
    from ..benchmark.reporting.findings import about_clocks
    from ..benchmark.reporting.report import PROTOCOL, json_lines

    chosen = benchmark.load_protocol(protocol or folder / PROTOCOL)
    with progress_after_a_second("comparing"):
        rows = benchmark.labelled(benchmark.read(folder, is_compact=True))
        found = answer(rows, chosen)
    compared = {*found.results["a"], *found.results["b"]}
    for warning in about_clocks(rows[rows["configuration"].isin(compared)]):
        typer.echo(f"warning: {warning}", err=True)
    if as_json:
        tables = {"contrasts": found.results, "contrasts_by_corpus": found.by_corpus, "excluded": found.excluded}
        for line in json_lines(tables):
            typer.echo(line)
        return
    print_rows(["contrast", *words.TESTED, *words.HEADS], words.written(found.results), WIDTH)
    if len(found.by_corpus):
        print_rows(["contrast, corpus", *words.HEADS], words.written_by_corpus(found.by_corpus), WIDTH)
    for sentence in (*words.sentences(found.results), *words.excluded(found.excluded)):
        typer.echo(sentence)
