"""The recipe for a backend names every verb of the protocol, and no other."""

import re

import pytest

import sudoku_models as sm
from sudoku_models import backends
from sudoku_models.backends import Backend, new_backend

RECIPE = backends.__doc__.partition("Recipe: add a backend")[2]
VERBS = {name for name, value in vars(Backend).items() if callable(value) and not name.startswith("_")}


def test_every_verb_is_in_the_recipe():
    named = {
        word for line in re.findall(r"- \w+: .*(?:\n     .*)*", RECIPE) for word in re.findall(r"`([a-z_]+)`", line)
    }
    assert named - {"native", "state"} == VERBS


@pytest.mark.parametrize("name", sm.BACKENDS)
def test_every_backend_has_every_verb(name):
    m = new_backend(name)
    assert {verb for verb in VERBS if not callable(getattr(m, verb, None))} == set()
