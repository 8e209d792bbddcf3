"""The recipe for a backend names every method that a backend has to define, and no other."""

import re

from sudoku_models import backends
from sudoku_models.backends import Backend
from sudoku_models.backends.pulp import PulpBackend

RECIPE = backends.__doc__.partition("Recipe: add a backend")[2]


def test_the_recipe_names_what_a_backend_defines():
    lines = re.findall(r"- \w+: .*(?:\n     .*)*", RECIPE)
    named = {word for line in lines for word in re.findall(r"`([a-z_]+)`", line)} - {"native"}
    own = {name for name, value in vars(PulpBackend).items() if callable(value) and hasattr(Backend, name)}
    assert {name for name in own if not name.startswith("_")} == named
