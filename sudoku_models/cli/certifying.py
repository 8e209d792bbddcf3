"""The commands certify and verify."""

import json
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from ..certificates.batch import TABLE, Request, Row, certify_many
from ..certificates.bounds import SUFFIX
from ..certificates.checkers import judge
from ..certificates.lrat import LRAT
from ..certificates.verifier import CLAIM, FORMULA, PROOF
from ..errors import InputError
from ..puzzles.puzzle import Puzzle
from ..runtime.limits import Stopwatch
from . import console, options
from .arguments import resolve, resolve_one

commands = console.Commands()


Checkers = Annotated[
    list[str] | None,
    typer.Option(
        "--checker",
        "-c",
        help="Ask this checker beside the verifier: dratify, drat-trim or cake_lpr; repeatable.",
        show_default=False,
    ),
]


@commands.add("certify mccaffrey --out proof", "certify clues17 --out clues17.csv --checker cake_lpr -j 2")
def certify(
    puzzles: Annotated[
        list[str],
        typer.Argument(
            metavar="PUZZLE...", help="Names (mccaffrey, top95:3), corpora, puzzles, files, or -.", show_default=False
        ),
    ],
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            "-o",
            help="The folder for the certificate; for several puzzles, one in it for each, and a table. Or a .csv "
            "file, to keep only the table.",
        ),
    ],
    lrat: Annotated[bool, typer.Option("--lrat", help=f"Write {LRAT} too, the proof with hints.")] = False,
    checkers: Checkers = None,
    limit: Annotated[int, typer.Option("--limit", "-n", help="The largest number of solutions to certify.")] = 10_000,
    time_limit: Annotated[float, options.seconds("Seconds for each puzzle, and for each checker.")] = 60.0,
    jobs: options.Jobs = 1,
    board: options.Board = None,
    as_json: options.Json = False,
) -> None:
    """Write a certificate of the number of solutions: files that anybody can check.

    A folder gets certificate.json (the puzzle and its solutions), formula.cnf (DIMACS) and proof.drat (DRAT, by the SAT
    solver CaDiCaL). Of many puzzles, the same command leaves out those that the table has, and goes on.
    """
    found = [puzzle for text in puzzles for puzzle in resolve(text, board)]
    is_table = out.suffix.lower() == ".csv"
    table = out if is_table else out / TABLE if len(found) > 1 else None
    names = [f"{k:0{len(str(len(found)))}}" for k in range(1, len(found) + 1)]
    folders = [None if is_table else out / name if table else out for name in names]
    request = Request("lrat" if lrat else "drat", checkers or (), limit, time_limit)
    items = [*zip(found, folders, strict=True)]
    watch, rows = Stopwatch(), list[Row]()
    with (
        console.progress_after_a_second("certifying") as bar,
        closing(certify_many(items, table, request, jobs)) as all_rows,
    ):
        try:
            for row in all_rows:
                rows.append(row)
                console.say(json.dumps(asdict(row)), is_data=True) if as_json else console.say(_line(row))
                bar(len(rows), len(found), f"{len(rows)} done, {len(rows) / watch():.1f} a second")
        finally:
            if table:
                console.say(_summary(rows, found, watch()), err=True)
    verdicts = {row.accepted for row in rows}
    raise typer.Exit(console.NOT_SO if False in verdicts else console.NOT_KNOWN if None in verdicts else console.SOLVED)


def _line(row: Row) -> str:
    title, by = row.puzzle or row.givens, f", accepted by {row.checked_by.replace(' ', ', ')}" if row.checked_by else ""
    return f"{title}: {row.reason}{by}{f', in {row.folder}' if row.folder and row.count is not None else ''}"


def _summary(rows: Sequence[Row], found: Sequence[Puzzle], seconds: float) -> str:
    certified = sum(row.accepted is True for row in rows)
    speed = f"{certified} of {len(found)} puzzles certified, {certified / seconds:.1f} a second"
    left = len(found) - len(rows)
    return f"{speed}; {left} were not asked about, or are in the table" if left else speed


@commands.add("verify proof", "verify proofs --json", "verify proof --checker cake_lpr")
def verify(
    folders: Annotated[
        list[Path],
        typer.Argument(
            metavar="DIR...", help="Certificates, or folders of them; a bound's is a file.", show_default=False
        ),
    ],
    puzzle: Annotated[
        str | None, typer.Option("--puzzle", "-p", help="The puzzle that the certificates should be about.")
    ] = None,
    checkers: Checkers = None,
    time_limit: Annotated[float, options.seconds("Seconds for each certificate and checker.")] = 600.0,
    as_json: options.Json = False,
) -> None:
    """Check certificates. No solver is called: each clause must follow from the puzzle, and each step from the clauses.

    A file bound.json, as `problem.certify()` writes it, must prove its bound.

    dratify, drat-trim and cake_lpr check them too, where they are installed.
    """
    expected = None if puzzle is None else resolve_one(puzzle, "expected")
    found = [certificate for folder in folders for certificate in _certificates(folder)]
    verdicts = set[bool | None]()
    with console.progress_after_a_second("verifying") as bar:
        for k, folder in enumerate(found):
            bar(k, len(found), folder.name)
            for each in judge(folder, expected, time_limit, checkers):
                verdicts.add(each.accepted)
                if as_json:
                    console.say(json.dumps({"folder": str(folder), **asdict(each)}), is_data=True)
                    continue
                verdict = {True: "accepted", False: "REFUSED", None: "not known"}[each.accepted]
                name = str(folder).encode("utf-8", "replace").decode()
                console.say(
                    f"{name}: {each.checker}: {verdict} after {each.seconds:.2f} s. {console.sentence(each.reason)}"
                )
    raise typer.Exit(console.NOT_SO if False in verdicts else console.NOT_KNOWN if None in verdicts else console.SOLVED)


def _certificates(folder: Path) -> list[Path]:
    """The folder and those in it that are certificates, or have a part of one; a file is one of a bound."""
    if folder.is_file() and folder.suffix == SUFFIX:
        return [folder]
    parts = (CLAIM, FORMULA, PROOF)
    found = [each for each in (folder, *sorted(folder.glob("*"))) if any((each / name).exists() for name in parts)]
    if not found:
        raise InputError(f"there is no certificate in {str(folder)!r}: no file {CLAIM}, in it or in its folders")
    return found
