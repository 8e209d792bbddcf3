"""Ctrl-C ends the command line wherever it comes: building, rewriting, reading, solving; once or twice."""

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

pytestmark = pytest.mark.slow
PROGRAM = "from sudoku_models.cli import main; print('loaded', flush=True); main()"
"""The command line, which reports when it is loaded: from then on it is the command that is interrupted."""
COMMANDS = {
    "HiGHS, rewritten by cliques": ("solve", 25, "-f", "pairwise", "-b", "pulp", "-s", "highs"),
    "HiGHS, rewritten by indicators": ("solve", 25, "-f", "all_different", "-b", "pulp", "-s", "highs"),
    "HiGHS, rewritten by rank": ("solve", 16, "-f", "pairwise", "-b", "pulp", "-r", "rank"),
    "HiGHS, rewritten by gdp_hull": ("solve", 25, "-f", "pairwise", "-b", "pyomo", "-r", "gdp_hull"),
    "SCIP": ("solve", 25, "-b", "pulp", "-s", "scip"),
    "CBC": ("solve", 25, "-f", "pairwise", "-b", "pyomo", "-s", "cbc"),
    "a count": ("count", 25, "-f", "mixed", "-b", "cpsat", "-s", "cpsat"),
}


def test_ctrl_c_while_a_compiled_library_is_imported_is_no_error(tmp_path: Path) -> None:
    broken = "try:\n    raise KeyboardInterrupt\nexcept KeyboardInterrupt as e:\n    raise ImportError('half') from e\n"
    (tmp_path / "highspy.py").write_text(broken)  # what the real one does
    program = "import sys; sys.path.insert(0, sys.argv.pop(1)); from sudoku_models.cli import main; main()"
    arguments = [sys.executable, "-c", program, str(tmp_path), "solve", "mccaffrey", "-b", "cpsat", "-s", "highs"]
    ran = subprocess.run(arguments, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", "interrupted\n")


@pytest.mark.timed
@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize("command", COMMANDS)
def test_ctrl_c_ends_a_command_within_two_seconds(command: str, times: int) -> None:
    verb, size, *options = COMMANDS[command]
    arguments = [sys.executable, "-c", PROGRAM, verb, "." * size**2, *options]
    program = subprocess.Popen(
        arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    assert program.stdout
    assert program.stdout.readline() == "loaded\n"
    time.sleep(random.Random(f"{command} {times}").uniform(0.1, 3))
    assert program.poll() is None, program.communicate()
    children = psutil.Process(program.pid).children(recursive=True)
    start = time.perf_counter()
    for _ in range(times):
        if program.poll() is None:
            program.send_signal(signal.SIGINT)
            time.sleep(0.2)
    try:
        out, err = program.communicate(timeout=30)
    finally:
        program.kill()
    assert time.perf_counter() - start <= 2 + 0.2 * times
    assert program.returncode == 130
    assert "Traceback" not in out + err
    assert not psutil.wait_procs(children, timeout=1)[1]
