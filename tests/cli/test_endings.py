"""However a command ends, its exit code is the documented one, and what it has done is kept."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has other signals, and no /dev/full")
COMMAND = [sys.executable, "-m", "sudoku_models"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "full", "code"),
    [
        (["solve", "nosuch"], "stderr", 2),
        (["solve", "--nosuch"], "stderr", 74),
        (["nosuch"], "stderr", 74),
        (["--help"], "stdout", 74),
        (["solve", "small:1"], "stdout", 74),
        (["generate", "--board", "4", "--pdf", "/dev/full"], "", 74),
    ],
)
def test_what_cannot_be_written_has_its_exit_code(arguments: list[str], full: str, code: int) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no device that is always full")
    with open("/dev/full", "w") as device:
        streams = {name: device if name == full else subprocess.DEVNULL for name in ("stdout", "stderr")}
        for unbuffered in ("", "1"):  # Python writes what is in its buffers once more when it ends
            environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
            ran = subprocess.run([*COMMAND, *arguments], env=environment, **streams)  # type: ignore[call-overload]
            assert ran.returncode == code


def test_ctrl_c_while_the_commands_are_imported_is_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "typer.py").write_text("raise KeyboardInterrupt\n")
    run = "import sys; sys.path.insert(0, sys.argv.pop(1)); from sudoku_models.__main__ import main; main()"
    ran = subprocess.run([sys.executable, "-c", run, tmp_path, "--help"], capture_output=True, text=True)
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", "interrupted\n")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_sheet_that_is_interrupted_has_the_puzzles_that_are_done(name: str, tmp_path: Path) -> None:
    command = [*COMMAND, "generate", "--count", "100000", "--pdf", "sheet.pdf"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout
        assert running.stdout.readline()
        running.send_signal(getattr(signal, name))
        running.communicate()
    assert running.returncode == 130
    assert (tmp_path / "sheet.pdf").read_bytes().endswith(b"%%EOF\n")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
@pytest.mark.parametrize(
    "arguments",
    [
        ["certify", "clues17", "--out", "table.csv", "--jobs", "2"],
        ["bench", "run", "--out", "results", "-f", "assignment", "-b", "pulp", "-s", "highs", "-C", "clues17"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_a_command_that_is_ended_leaves_no_temporary_folder(arguments: list[str], name: str, tmp_path: Path) -> None:
    (temporary := tmp_path / "temporary").mkdir()
    environment = {**os.environ, "TMPDIR": str(temporary)}
    with subprocess.Popen([*COMMAND, *arguments], cwd=tmp_path, env=environment, stdout=subprocess.DEVNULL) as running:
        while not [*temporary.iterdir()]:
            assert running.poll() is None
            time.sleep(0.01)
        running.send_signal(getattr(signal, name))
    assert running.returncode == 130
    assert not [*temporary.iterdir()]
