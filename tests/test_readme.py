"""README as a stranger follows it: its program prints what stands there, and its commands work from a clean clone."""

import os
import pwd
import re
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lab import Lab

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = "".join(re.findall(r"^```console\n(.*?)^```", README, re.MULTILINE | re.DOTALL)).splitlines()
FIRST, START, *_ = (line for line in COMMANDS if "uv " not in line and "py " not in line[:3])
PATIENCE = 3600
"""Seconds after which an installation hangs."""


def index_is_reached() -> bool:
    """Whether pip's index answers; without it nothing can be installed."""
    configured = subprocess.run(
        [sys.executable, "-m", "pip", "config", "get", "global.index-url"], capture_output=True, text=True
    ).stdout.strip()
    address = os.environ.get("PIP_INDEX_URL") or configured or "https://pypi.org/simple"
    try:
        urllib.request.urlopen(f"{address.rstrip('/')}/pip/", timeout=20).close()
    except (OSError, ValueError):
        return False
    return True


@pytest.mark.slow
def test_the_program_prints_what_stands_below_it() -> None:
    program, printed = re.findall(r"^```(?:python|text)\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=PATIENCE, check=True)
    shown = printed.partition("+---")[0]
    assert ran.stdout.startswith(shown)  # which grid is found is the solver's choice
    assert len(ran.stdout.splitlines()) > 10


def users() -> Iterator[str]:
    """This user; and for root another one, who is an ordinary user."""
    yield pwd.getpwuid(os.geteuid()).pw_name
    if os.geteuid() == 0:
        yield "nobody"


@pytest.mark.slow
@pytest.mark.in_turn
@pytest.mark.parametrize("user", list(users()))
def test_the_commands_work_from_a_clean_clone(user: str) -> None:
    python = shutil.which("python3", path="/usr/bin:/usr/local/bin:/opt/homebrew/bin")
    if python is None or not index_is_reached():
        pytest.skip("no index is reached, so nothing can be installed")
    entry = pwd.getpwnam(user)
    home = Path("/var/tmp") / f"sudoku-models-{os.getpid()}-{user}"
    home.mkdir()
    try:
        clone, folder = home / "clone", os.fspath(ROOT)
        subprocess.run(["git", "clone", "-q", "--depth=1", f"file://{folder}", clone], check=True, timeout=PATIENCE)
        environment = {name: value for name, value in os.environ.items() if name.lower().endswith(("_proxy", "_cert"))}
        environment |= {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
        environment |= {"HOME": str(home), "PATH": f"{Path(python).parent}:/usr/bin:/bin", "LANG": "C.UTF-8"}
        as_user: dict[str, Any] = {"env": environment}
        if entry.pw_uid != os.geteuid():
            subprocess.run(["chown", "-R", f"{entry.pw_uid}:{entry.pw_gid}", home], check=True)
            as_user |= {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
        as_text: dict[str, Any] = {"cwd": clone, "capture_output": True, "text": True, "timeout": PATIENCE}
        first = subprocess.run(FIRST, shell=True, **as_text, **as_user)
        assert first.returncode == 0, first.stderr
        assert f"  {START} " in first.stdout
        with Lab(["/bin/sh", "-c", f"exec {START} --no-browser --port 0"], clone, **as_user) as lab:
            assert lab.first_output_of(lab.path.rpartition("/")[2])
        seen = subprocess.run(["git", "status", "--short"], **as_text, **as_user)
        assert seen.stdout == ""
    finally:
        shutil.rmtree(home, ignore_errors=True)
