"""The commands certify and verify."""

import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from ..certificates import certify as make_certificate
from ..certificates.checkers import Opinion, opinions
from ..certificates.verifier import CLAIM, FORMULA, PROOF
from ..certificates.verifier import verify as verify_folder
from ..errors import CertificateError, InputError
from ..puzzles.board import Board
from ..puzzles.puzzle import Puzzle
from ..runtime.limits import Deadline, Stopwatch, TimeLimit
from .arguments import resolve, resolve_one
from .common import (
    NOT_KNOWN,
    NOT_SO,
    SOLVED,
    Bar,
    BoardOption,
    JsonOption,
    Reply,
    answer_each,
    print_rows,
    progress_after_a_second,
    reports_errors,
    seconds_option,
    sentence,
)

commands = typer.Typer()


@commands.command(
    epilog="Example:  sudoku-models certify mccaffrey --out proof  &&  sudoku-models verify proof.  "
    "Exit code: 0 certified, 2 bad input, 3 not certified, 130 interrupted."
)
@reports_errors
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
    time_limit: Annotated[float, seconds_option("Seconds for each puzzle.")] = 60.0,
    board: BoardOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write a certificate of the number of solutions: files that anybody can check.

    A folder gets certificate.json (the puzzle and its solutions), formula.cnf (DIMACS) and proof.drat (DRAT, by the SAT
    solver CaDiCaL).
    """
    found = [puzzle for text in puzzles for puzzle in resolve(text, board)]
    folders = iter(certificate_folders(found, out))

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

    answer_each(found, "certifying", ask, as_json)


@commands.command(
    epilog="Exit code: 0 only if every certificate proves its claim, 1 one does not, 2 there is none, 3 not known "
    "(time limit), 130 interrupted."
)
@reports_errors
def verify(
    folders: Annotated[
        list[Path], typer.Argument(metavar="DIR...", help="Certificates, or folders of them.", show_default=False)
    ],
    puzzle: Annotated[
        str | None, typer.Option("--puzzle", "-p", help="The puzzle that the certificates should be about.")
    ] = None,
    time_limit: Annotated[float, seconds_option("Seconds for each certificate and checker.")] = 600.0,
    as_json: JsonOption = False,
) -> None:
    """Check certificates. No solver is called: the clauses are derived from the puzzle, and each step is checked.

    dratify and drat-trim check them too, where they are installed.
    """
    expected = None if puzzle is None else resolve_one(puzzle, "expected")
    found = [certificate for folder in folders for certificate in _certificates(folder)]
    verdicts: set[bool | None] = set()
    rows = []
    with progress_after_a_second("verifying") as bar:
        for k, folder in enumerate(found):
            bar(k, len(found), folder.name)
            for each in _checks(folder, expected, time_limit):
                verdicts.add(each.accepted)
                if as_json:
                    typer.echo(json.dumps({"folder": str(folder), **asdict(each)}))
                verdict = {True: "accepted", False: "REFUSED", None: "not known"}[each.accepted]
                rows.append((folder, each.checker, verdict, f"{each.seconds:.2f} s", sentence(each.reason)))
    if not as_json:
        print_rows(("certificate", "checker", "", "time", "reason"), rows, right=("time",))
    raise typer.Exit(NOT_SO if False in verdicts else NOT_KNOWN if None in verdicts else SOLVED)


def _checks(folder: Path, expected: Puzzle | None, time_limit: float) -> list[Opinion]:
    """The opinions of the verifier and of the installed checkers on a certificate."""
    watch, deadline = Stopwatch(), Deadline(time_limit)
    try:
        puzzle, count = verify_folder(folder, expected, lambda *_: deadline.check())
    except CertificateError as error:
        return [Opinion("verifier", False, str(error), watch())]
    except TimeLimit:
        return [Opinion("verifier", None, "the time limit was reached", watch())]
    return [Opinion("verifier", True, _claim(puzzle, count), watch()), *opinions(folder, time_limit)]


def _claim(puzzle: Puzzle, count: int) -> str:
    """The proved claim. A board with units of its own is not described by their names, which the file chooses."""
    board = puzzle.board
    is_usual = board.box is not None and board == Board.with_boxes(*board.box)
    where = str(board) if is_usual else f"{board.size}x{board.size} board with the units and rules that {CLAIM} lists"
    solutions = "no solution" if count == 0 else f"exactly {count} solution{'s' * (count > 1)}"
    return f"{puzzle.line()} on a {where} has {solutions}"


def certificate_folders(puzzles: list[Puzzle], out: Path) -> list[Path]:
    """A folder for each puzzle: `out` itself for a single one, else folders in it, with numbers and names."""
    if len(puzzles) == 1:
        return [out]
    names = [re.sub(r"\W+", "-", puzzle.name).strip("-") or "puzzle" for puzzle in puzzles]
    return [out / f"{k:0{len(str(len(names)))}}-{name}" for k, name in enumerate(names, 1)]


def _certificates(folder: Path) -> list[Path]:
    """The folder and those in it that are certificates, or have a part of one."""
    found = [
        each
        for each in (folder, *sorted(folder.glob("*")))
        if any((each / name).exists() for name in (CLAIM, FORMULA, PROOF))
    ]
    if not found:
        raise InputError(f"there is no certificate in {str(folder)!r}: no file {CLAIM}, in it or in its folders")
    return found
