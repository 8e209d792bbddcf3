"""Odd calls of the command line: each ends in time, with a sentence and a documented exit code, never a traceback."""

import itertools
import os
import random
import subprocess
import sys

import pytest
from running import run

from sudoku_models.cli.console import BAD_INPUT, EXIT_CODES, NO_OUTPUT, NOT_SO, SOLVED

UNIQUE = "1.....2..3.....4"
FAST = ("-b", "pulp", "-f", "all_different")

PUZZLES = [
    *("", " ", ".", "0", "x", "?" * 16, "*" * 81, "_" * 16, "X" * 81, "." * 15, "." * 17, "." * 4096, "9" * 81),
    *("mcaffrey", "top95:0", "top95:96", "top95:-1", "top95:1.5", "top59", "small", ":", ":1", "top95:", "-", "--"),
    *("/", "/dev/null", "/dev/zero", "/nowhere", "~", "\0", "é", "٣" * 16, "\u2028", "1" * 200, "a" * 5000, "5" * 16),
    *("11" + "." * 14, "12.. 3412 .143 432.", "[[1,0,0,0],[0,0,0,2]]", "1e9", "NaN", "None", "{}", "<xml>"),
    *("small:1\n", "-1", "1,2,3,4"),
]
NUMBERS = ["-1", "0", "1", "1.5", "nan", "inf", "-inf", "1e308", "1e10", "1e-300", "abc", "", "9" * 30, "0x10"]
BOXES = ["3x3", "0x4", "2x", "x", "-2x2", "1x1", "2x8", "100x100", "9" * 12 + "x1", "2X2", "2x2x2", "٢x٢", ""]
BOARDS = ["4+diagonal", "+", "4+", "latin:", "latin:4", "latin:-4", "jigsaw:", "jigsaw:1122112233443443", "4+4"]
VARIANTS = [
    *(".AntiKnight", ".~R1C1_1", ".Cage", ".Cage~", ".Cage~" + "9" * 5000, "." + "~" * 100, ".Or.Or.Or"),
    *("{", "{}", '{"grid": []}', '{"grid":' + "[" * 5000, "https://f-puzzles.com/?load=", "fpuzzlesN4I", "http://"),
    *(".Shape~64x64", "fpuz"),
]
NAMES = ["", "nothing", "highs", "HIGHS", "highs ", "cpsat:", "choco:XX", "gurobi", "../x", "a" * 300, "é", "all"]
COMMANDS = ["show", "solve", "count", "compare", "allowed", "unique", "search", "explain", "rate"]


def odd_calls() -> list[tuple[str, ...]]:
    """Hundreds of them, in an order that does not change."""
    calls: list[tuple[str, ...]] = [(command, puzzle) for command, puzzle in itertools.product(COMMANDS, PUZZLES)]
    calls = [(*call, "-t", "1") if call[0] not in ("show", "explain") else call for call in calls]
    # An empty board takes the time limit; that it can be spelled with another character, `show` shows.
    calls = [call for call in calls if call[0] == "show" or call[1] == "." * 81 or len(set(call[1])) != 1]
    calls = [(*call, "-f", "assignment", "-b", "pulp") if call[0] == "compare" else call for call in calls]
    calls += [("show", "." * n * n) for n in (25, 36, 49, 63, 64, 65, 81)]
    calls += [("show", text) for text in VARIANTS]
    calls += [("show", UNIQUE, "--board", words) for words in BOARDS]
    calls += [("show", UNIQUE, "--format", name) for name in NAMES]
    calls += [(command, UNIQUE, "--board", boxes) for command, boxes in itertools.product(("show", "solve"), BOXES)]
    for option in ("--formulation", "--backend", "--solver", "--rewrite"):
        calls += [("solve", UNIQUE, option, name) for name in NAMES]
    for command in ("solve", "count", "compare", "allowed", "unique", "search", "rate"):
        few = ("-f", "assignment", "-b", "pulp", "-s", "highs") if command == "compare" else ()
        calls += [(command, UNIQUE, "--time-limit", number, *few) for number in NUMBERS]
    calls += [("count", UNIQUE, *FAST, "--limit", number) for number in NUMBERS]
    calls += [("count", UNIQUE, *FAST, "--method", name) for name in NAMES]
    for option in ("--board", "--clues", "--count", "--seed", "--time-limit", "--level", "--rules"):
        board = ("--board", "4") if option != "--board" else ("-t", "1")
        calls += [
            ("generate", *board, option, number) for number in NUMBERS if (option, number) != ("--count", "9" * 30)
        ]
    calls += [("generate", "--board", "4", "--pdf", path) for path in ("/nowhere/a.pdf", "/", "", "/dev/full")]
    calls += [("generate", "--board", "4", "--certify", path) for path in ("/dev/null", "/dev/full")]
    calls += [("strength", "small", "--method", "naked", "--sample", number) for number in NUMBERS]
    calls += [("strength", "small", "--method", name) for name in NAMES]
    calls += [
        ("explain", UNIQUE, "--cell", cell) for cell in ("r0c1", "r9c9", "", "x", "1,1", "r1c1", "(2,2)", "r1c1c1")
    ]
    calls += [("explain", UNIQUE, "--by", name) for name in NAMES]
    calls += [("bench", "report", path) for path in ("", "/nowhere", "/dev/null", "\0")]
    calls += [("puzzles", name) for name in (*NAMES, "top95")]
    calls += [("course", "grade", "/nowhere"), ("course",), ("bench",), (), ("nothing",), ("--nothing",), ("solve",)]
    calls += [("--version",), ("--help",), *((command, "--help") for command in (*COMMANDS, "strength"))]
    return calls


def must_end_well(call: tuple[str, ...]) -> None:
    ran = run(*call, stdin="")
    assert ran.code in EXIT_CODES, call
    printed = ran.out + ran.err
    assert printed.strip(), call
    assert "Traceback" not in printed, call
    if ran.code == BAD_INPUT and "Usage:" not in printed:
        assert ran.err.startswith("error: "), (call, ran.err)


SAMPLE = sorted(random.Random(1).sample(odd_calls(), 60))


@pytest.mark.parametrize(
    "call", SAMPLE, ids=lambda call: " ".join(call)[:60].encode("unicode_escape").decode() or "none"
)
def test_an_odd_call_ends_with_a_sentence(call: tuple[str, ...]) -> None:
    must_end_well(call)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_hundreds_of_odd_calls_end_with_a_sentence(part: int) -> None:
    calls = odd_calls()
    assert len(calls) > 500
    for call in calls[part::10]:
        if call not in SAMPLE:
            must_end_well(call)


# -- standard input and output that are closed, full, or without a reader ----------------------------------------------


def shell(command: str, most_seconds: float = 60.0) -> subprocess.CompletedProcess[str]:
    """Run a line of shell in which {} is the command."""
    line = command.replace("{}", f"{sys.executable} -m sudoku_models")
    return subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=most_seconds)


needs_a_shell = pytest.mark.skipif(os.name == "nt", reason="there is no bash")


@pytest.mark.slow
@needs_a_shell
@pytest.mark.parametrize(
    ("command", "code", "message"),
    [
        ("{} show - <&-", BAD_INPUT, "error: standard input is closed"),
        ("{} show small:1 > /dev/full", NO_OUTPUT, "error: the output cannot be written"),
        ("{} show small:1 >&-", NO_OUTPUT, "error: the output cannot be written"),
        ("{} count small:1 --json >&-", NO_OUTPUT, "error: the output cannot be written"),
        ("{} --version > /dev/full", NO_OUTPUT, "error: the output cannot be written"),
        ("{} solve --help >&-", NO_OUTPUT, "error: the output cannot be written"),
        ("{} bench run --help | true; exit ${PIPESTATUS[0]}", NO_OUTPUT, ""),
        ("{} puzzles | true; exit ${PIPESTATUS[0]}", NO_OUTPUT, ""),
        ("{} generate --board 4 --pdf /dev/full", NO_OUTPUT, "error: the file '/dev/full' cannot be written"),
        ("{} show top95 | true; exit ${PIPESTATUS[0]}", NO_OUTPUT, ""),
        ("{} solve 12....3........4 -b pulp | cat; exit ${PIPESTATUS[0]}", NOT_SO, ""),
    ],
)
def test_streams_that_fail_have_an_exit_code_of_their_own(command: str, code: int, message: str) -> None:
    """A reader that leaves early had the exit code of "no solution", which is a proof."""
    ran = shell(command)
    assert ran.returncode == code, ran.stderr
    assert ran.stderr.strip().startswith(message)
    assert "Traceback" not in ran.stderr
    assert bool(ran.stderr.strip()) == bool(message)


# -- long inputs, long limits ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("solver", ["cbc", "highs", "cpsat", "choco"])
@pytest.mark.parametrize("backend", ["pulp", "pyomo"])
def test_a_time_limit_of_centuries_is_none_in_effect(solver: str, backend: str) -> None:
    assert run("solve", UNIQUE, "-s", solver, "-b", backend, "--time-limit", "1e10").code == SOLVED
