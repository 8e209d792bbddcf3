"""A protocol is read as it is written, and what is wrong in it is said."""

from pathlib import Path

import pytest

from sudoku_models.benchmark.protocol import Exclusions, load_protocol
from sudoku_models.errors import InputError, UnknownNameError

CONTRAST = """
[[contrast]]
name = "engines"
question = "Is HiGHS faster than CBC?"
a = {solver = "highs"}
b = {solver = ["cbc", "glpk"], threads = 1}
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "protocol.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_all_that_it_says_is_read(tmp_path: Path) -> None:
    head = 'title = "A study"\ndraws = 2000\n[exclude]\nfailed = true\nload_above_jobs = 0.5\n'
    text = head + "calibration_outside = [0.8, 1.25]\n" + CONTRAST + 'measure = "solver"\ncorpora = ["top95"]\n'
    found = load_protocol(written(tmp_path, text))
    (contrast,) = found.contrasts
    assert (found.title, found.draws) == ("A study", 2000)
    assert found.exclusions == Exclusions(True, 0.5, (0.8, 1.25))
    assert contrast.a == {"solver": ("highs",)}
    assert contrast.b == {"solver": ("cbc", "glpk"), "threads": (1,)}
    assert (contrast.measure, contrast.corpora) == ("solver", ("top95",))


def test_without_rules_nothing_is_excluded(tmp_path: Path) -> None:
    found = load_protocol(written(tmp_path, CONTRAST))
    assert found.exclusions == Exclusions()
    assert (found.contrasts[0].measure, found.contrasts[0].corpora) == ("proved", ())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no .*contrast"),
        ("contrast = 3", "no .*contrast"),
        ("[[contrast", "cannot be read"),
        ("draws = 10" + CONTRAST, "draws is a whole number from 1,000"),
        ("draws = true" + CONTRAST, "draws is a whole number"),
        (CONTRAST + CONTRAST, "two contrasts are called 'engines'"),
        (CONTRAST.replace('name = "engines"', ""), "needs a name"),
        (CONTRAST.replace("question", "#"), "its question"),
        (CONTRAST.replace("b =", "#"), "needs a side b"),
        (CONTRAST.replace('["cbc", "glpk"], threads = 1', '"highs"'), "both sides .* are the same"),
        (CONTRAST + 'corpora = "top95"', "a list of names"),
        ("exclude = 1" + CONTRAST, "table of rules"),
        ("[exclude]\nfailed = 'no'" + CONTRAST, "true or false"),
        ("[exclude]\nload_above_jobs = -1" + CONTRAST, "number from 0"),
        ("[exclude]\ncalibration_outside = [0.8]" + CONTRAST, "a pair"),
        ("[exclude]\ncalibration_outside = [1.2, 1.5]" + CONTRAST, "a pair"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        load_protocol(written(tmp_path, text))


@pytest.mark.parametrize(
    ("text", "unknown"),
    [
        (CONTRAST.replace("solver = [", "engin = ["), "engin"),
        (CONTRAST + 'measure = "wall"', "wall"),
        (CONTRAST + 'mesure = "wall"', "mesure"),
        ("[exclude]\nload = 1" + CONTRAST, "load"),
        ("seed = 1" + CONTRAST, "seed"),
    ],
)
def test_an_unknown_word_is_told_with_those_that_are_known(tmp_path: Path, text: str, unknown: str) -> None:
    with pytest.raises(UnknownNameError, match=unknown):
        load_protocol(written(tmp_path, text))


def test_the_protocol_of_the_study_that_ships_can_be_read() -> None:
    found = load_protocol(Path(__file__).parents[2] / "data" / "benchmark" / "study" / "protocol.toml")
    assert len(found.contrasts) > 10
    assert found.exclusions.calibration_outside


def test_a_file_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        load_protocol(tmp_path / "none.toml")
