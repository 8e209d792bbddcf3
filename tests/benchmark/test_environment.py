"""A row says what it was measured with."""

import json
from importlib.metadata import version

from sudoku_models.benchmark.environment import environment


def test_the_versions_are_those_of_the_installed_libraries() -> None:
    versions = json.loads(environment()["versions"])
    assert versions["highspy"] == version("highspy")
    assert versions["pyomo"] == version("pyomo")


def test_the_commit_is_that_of_a_clone_of_this_package_or_empty() -> None:
    commit = environment()["commit"].rstrip("+")
    assert commit == "" or (len(commit) == 40 and int(commit, 16) >= 0)
