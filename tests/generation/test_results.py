"""A result as plain data, and with a certificate."""

from dataclasses import replace
from typing import Any

import pytest

from sudoku_models.errors import CertificateError
from sudoku_models.generation import generate, generator


def test_as_plain_data() -> None:
    made = generate(4, seed=1)
    said = made.as_dict()
    assert made.puzzle
    assert said["puzzle"] == made.puzzle.line()
    assert (said["seed"], said["clues"], said["met"]) == ("1", made.clues, True)
    assert replace(made, rating=2.5).title == f"easy, rated 2.5, {made.clues} givens, seed 1"


def test_a_puzzle_comes_with_a_certificate() -> None:
    made = generate(6, seed=3, certify=True)
    assert made.certificate is not None
    assert made.met
    assert made.certificate.puzzle == made.puzzle
    assert made.certificate.solutions == (made.solution,)
    made.certificate.verify()
    assert made.proof.endswith("certified and verified")


def test_without_the_time_for_a_certificate_the_request_is_not_met(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_time(*_: Any, **__: Any) -> None:
        raise CertificateError("no proof")

    monkeypatch.setattr(generator, "verified_certificate", no_time)
    made = generate(4, seed=3, certify=True)
    assert (made.met, made.certificate) == (None, None)
    assert "before the uniqueness was certified" in made.reason
