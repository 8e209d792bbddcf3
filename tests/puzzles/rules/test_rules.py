"""Rules as plain data, there and back."""

import json
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from random_rules import EXAMPLES, MEANINGS, Product, line, rules_on

from sudoku_models.errors import InputError
from sudoku_models.puzzles.board import Board
from sudoku_models.puzzles.rules import (
    RULES,
    CellRule,
    Even,
    KillerCage,
    Unrelated,
    Whisper,
    as_record,
    from_record,
)

KNOWN = tuple(RULES.values())


def assert_there_and_back(rule):
    record = json.loads(json.dumps(as_record(rule)))
    again = from_record(record)
    assert (again, type(again), str(again)) == (rule, type(rule), str(rule))
    assert as_record(again) == as_record(rule)


def test_each_rule_on_cells_has_a_second_meaning():
    assert {kind for kind in KNOWN if issubclass(kind, CellRule)} <= {*MEANINGS}


def test_each_kind_of_rule_is_read_from_its_record():
    for rules in EXAMPLES.values():
        for rule in rules:
            if type(rule) in KNOWN:
                assert_there_and_back(rule)
    for kind in KNOWN:
        if not issubclass(kind, CellRule):
            assert as_record(kind()) == {"rule": kind.__name__}
            assert_there_and_back(kind())


@settings(max_examples=40)
@given(rules_on(Board.of_size(16)).filter(lambda rule: type(rule) in KNOWN))
def test_a_random_rule_is_read_from_its_record(rule):
    assert_there_and_back(rule)


def test_what_a_record_does_not_say_has_its_default():
    assert from_record({"rule": "Whisper", "cells": "r1c1 r1c2"}) == Whisper(line(2), 5)
    assert from_record({"rule": "KillerCage", "total": None, "cells": "r1c1 r1c2"}) == KillerCage(None, line(2))


@dataclass(frozen=True)
class Impostor(Even):
    """A subclass is another rule."""


Impostor.__name__ = "Even"


@pytest.mark.parametrize("rule", [Product(line(2), 4), Unrelated(line(2), ("X",)), Impostor(line(2))], ids=str)
def test_a_rule_that_plain_data_cannot_name_is_refused(rule):
    name = type(rule).__name__
    with pytest.raises(InputError, match=f"is of the class {name}, which is not a rule of this package"):
        as_record(rule)


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (None, "a rule must be given as a record with its name, not None"),
        ({"rule": "Evil"}, "there is no rule 'Evil'; the rules are KillerCage, LittleKiller"),
        ({"rule": "Even"}, "the rule Even cannot be made from .* 'cells'"),
        ({"rule": "AntiKnight", "cells": "r1c1"}, "cannot be made from .* 'cells'"),
        ({"rule": "Even", "cells": "r1c1 1,2"}, "the even has the cell '1,2'"),
        ({"rule": "KillerCage", "total": "3", "cells": "r1c1"}, "the total of the killer cage must be an integer"),
        (
            {"rule": "Quadruple", "digits": 3, "cells": "r1c1 r1c2"},
            "the digits of a quadruple must be a tuple or a list",
        ),
    ],
)
def test_a_bad_record_is_refused(record, message):
    with pytest.raises(InputError, match=message):
        from_record(record)
