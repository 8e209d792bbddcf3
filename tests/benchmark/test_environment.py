"""A row says what it was measured with."""

import json
import subprocess
import sys
import time
from importlib.metadata import version

import pytest

from sudoku_models.benchmark.environment import environment, processor_seconds


def test_the_versions_are_those_of_the_installed_libraries() -> None:
    versions = json.loads(environment()["versions"])
    assert versions["highspy"] == version("highspy")
    assert versions["pyomo"] == version("pyomo")


def test_the_commit_is_that_of_a_clone_of_this_package_or_empty() -> None:
    commit = environment()["commit"].rstrip("+")
    assert commit == "" or (len(commit) == 40 and int(commit, 16) >= 0)


@pytest.mark.timed
def test_the_processor_time_counts_children_and_does_not_count_sleep() -> None:
    work = "import time\nwhile time.process_time() < 0.3: pass"
    before, slept = processor_seconds(), time.process_time()
    time.sleep(0.2)
    assert time.process_time() - slept < 0.1
    subprocess.run([sys.executable, "-c", work], check=True)
    assert processor_seconds() - before >= 0.25
