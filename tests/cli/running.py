"""Running commands of the command line in this process."""

import json
from typing import Any

from typer.testing import CliRunner

from sudoku_models import cli


class Ran:
    """The exit code of a command, its output and its errors."""

    def __init__(self, arguments: tuple[str, ...], stdin: str | bytes | None) -> None:
        result = CliRunner().invoke(cli.app, list(arguments), input=stdin)
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception  # a user would see a traceback
        self.code, self.out, self.err = result.exit_code, result.stdout, result.stderr

    @property
    def objects(self) -> list[dict[str, Any]]:
        """The output, one JSON object a line."""
        return [json.loads(line) for line in self.out.splitlines()]


def run(*arguments: str, stdin: str | bytes | None = None) -> Ran:
    return Ran(arguments, stdin)


def refused(*arguments: str, stdin: str | bytes | None = None) -> str:
    """The message about bad input, after everything that holds for all bad input has been checked."""
    ran = Ran(arguments, stdin)
    assert ran.code == 2, (ran.out, ran.err)
    assert ran.err.strip()
    assert "Traceback" not in ran.out + ran.err
    assert ran.out == ""
    return " ".join(ran.err.split())
