"""The commands certify and verify."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from ..certificates import certify as make_certificate
from ..certificates.checkers import judge
from ..certificates.verifier import CLAIM, FORMULA, PROOF
from ..errors import CertificateError, InputError
from ..puzzles.puzzle import Puzzle
from . import console, options
from .arguments import resolve, resolve_one
from .console import Bar, Reply

commands = console.Commands()


@commands.add("certify mccaffrey --out proof", "certify easy50 --out proofs --json")
def certify(
    puzzles: Annotated[
        list[str],
        typer.Argument(
            metavar="PUZZLE...", help="Names (mccaffrey, top95:3), corpora, puzzles, files, or -.", show_default=False
        ),
    ],
    out: Annotated[
        Path,
        typer.Option("--out", "-o", help="The folder for the certificate; for several puzzles, one in it for each."),
    ],
    limit: Annotated[int, typer.Option("--limit", "-n", help="The largest number of solutions to certify.")] = 10_000,
    time_limit: Annotated[float, options.seconds("Seconds for each puzzle.")] = 60.0,
    board: options.Board = None,
    as_json: options.Json = False,
) -> None:
    """Write a certificate of the number of solutions: files that anybody can check.

    A folder gets certificate.json (the puzzle and its solutions), formula.cnf (DIMACS) and proof.drat (DRAT, by the SAT
    solver CaDiCaL).
    """
    found = [puzzle for text in puzzles for puzzle in resolve(text, board)]
    names = [f"{k:0{len(str(len(found)))}}" for k in range(1, len(found) + 1)]
    folders = iter([out] if len(found) == 1 else [out / name for name in names])

    def ask(puzzle: Puzzle, _: Bar) -> Reply:
        folder = next(folders)
        about: dict[str, Any] = {"puzzle": puzzle.name, "givens": puzzle.line(), "folder": str(folder)}
        title = puzzle.name or puzzle.line()
        try:
            certificate = make_certificate(puzzle, limit=limit, time_limit=time_limit)
        except CertificateError as error:
            return Reply([{**about, "count": None, "reason": str(error)}], [f"{title}: not certified: {error}"], None)
        certificate.save(folder)
        about |= {"count": certificate.count, "steps": certificate.steps, "bytes": len(certificate.proof)}
        return Reply([{**about, "seconds": certificate.seconds}], [f"{title}: {certificate}, in {folder}"], True)

    console.answer_each(found, "certifying", ask, as_json)


@commands.add("verify proof", "verify proofs --json", "verify proof --puzzle mccaffrey")
def verify(
    folders: Annotated[
        list[Path], typer.Argument(metavar="DIR...", help="Certificates, or folders of them.", show_default=False)
    ],
    puzzle: Annotated[
        str | None, typer.Option("--puzzle", "-p", help="The puzzle that the certificates should be about.")
    ] = None,
    time_limit: Annotated[float, options.seconds("Seconds for each certificate and checker.")] = 600.0,
    as_json: options.Json = False,
) -> None:
    """Check certificates. No solver is called: the clauses are derived from the puzzle, and each step is checked.

    dratify and drat-trim check them too, where they are installed.
    """
    expected = None if puzzle is None else resolve_one(puzzle, "expected")
    found = [certificate for folder in folders for certificate in _certificates(folder)]
    rows, verdicts = [], set[bool | None]()
    with console.progress_after_a_second("verifying") as bar:
        for k, folder in enumerate(found):
            bar(k, len(found), folder.name)
            for each in judge(folder, expected, time_limit):
                verdicts.add(each.accepted)
                if as_json:
                    typer.echo(json.dumps({"folder": str(folder), **asdict(each)}))
                verdict = {True: "accepted", False: "REFUSED", None: "not known"}[each.accepted]
                rows.append((folder, each.checker, verdict, f"{each.seconds:.2f} s", console.sentence(each.reason)))
    if not as_json:
        console.print_rows(("certificate", "checker", "", "time", "reason"), rows, right=("time",))
    raise typer.Exit(console.NOT_SO if False in verdicts else console.NOT_KNOWN if None in verdicts else console.SOLVED)


def _certificates(folder: Path) -> list[Path]:
    """The folder and those in it that are certificates, or have a part of one."""
    parts = (CLAIM, FORMULA, PROOF)
    found = [each for each in (folder, *sorted(folder.glob("*"))) if any((each / name).exists() for name in parts)]
    if not found:
        raise InputError(f"there is no certificate in {str(folder)!r}: no file {CLAIM}, in it or in its folders")
    return found
