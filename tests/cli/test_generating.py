"""The command `generate`: what it prints and writes, its exit codes, and Ctrl-C."""

import csv
import re
from pathlib import Path
from typing import Any

import pytest
from running import Ran, refused, run

import sudoku_models as sm
from sudoku_models import errors
from sudoku_models.certificates import verify
from sudoku_models.cli import generating
from sudoku_models.generation import KINDS, Generated, generator
from sudoku_models.puzzles.game_kinds import CLASSIC


def generate(*arguments: str) -> Ran:
    return run("generate", *arguments)


def test_a_puzzle_is_drawn_with_its_title() -> None:
    ran = generate("--seed", "42", "--level", "medium")
    made = sm.generate(9, "medium", seed=42)
    assert (ran.code, ran.err) == (0, "")
    assert made.puzzle
    assert ran.out.startswith(made.puzzle.draw())
    assert made.title in ran.out


def test_json_is_the_same_on_every_run() -> None:
    arguments = ("--board", "6", "--count", "3", "--seed", "7", "--minimal", "--json")
    ran = generate(*arguments)
    assert ran.code == 0
    assert generate(*arguments).out == ran.out
    assert generate("--board", "4", "--json").objects[0]["seed"]
    data = ran.objects
    assert [each["seed"] for each in data] == ["7", "7.2", "7.3"]
    assert all(each["minimal"] is True for each in data)
    assert generate(*arguments[:4], "--seed", "8", "--json").out != ran.out


def test_a_request_that_is_not_met_has_an_exit_code_and_a_message() -> None:
    ran = generate("--level", "easy", "--clues", "18", "--seed", "1", "-t", "5")
    assert ran.code == 3
    assert "not as requested" in ran.err
    late = generate("--seed", "1", "-t", "0.000001", "--json")
    assert late.code == 3
    assert late.objects[0]["met"] is None


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("--level", "esay"), "did you mean 'easy'"),
        (("--pdf", "no/such/folder/a.pdf"), "there is no folder"),
        (("--count", "0"), "count"),
    ],
)
def test_bad_input(arguments: tuple[str, ...], word: str) -> None:
    assert word in refused("generate", "--seed", "1", *arguments)


def test_without_matplotlib_nothing_is_made_in_vain(monkeypatch: pytest.MonkeyPatch) -> None:
    found = errors.find_spec
    monkeypatch.setattr(errors, "find_spec", lambda name, *of: None if name == "matplotlib" else found(name, *of))
    assert 'pip install "matplotlib' in refused("generate", "--pdf", "a.pdf")


def test_ctrl_c_keeps_what_is_done_in_the_pdf_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = generator.generate

    def pressed(board: sm.Board, level: str | None, seed: str, **options: Any) -> Generated:
        if str(seed).endswith(".3"):
            raise KeyboardInterrupt
        return honest(board, level, seed, **options)

    monkeypatch.setattr(generator, "generate", pressed)
    pdf = tmp_path / "sheet.pdf"
    ran = generate("--board", "4", "-n", "9", "--seed", "1", "--json", "--pdf", str(pdf))
    assert (ran.code, ran.err) == (130, "interrupted: 2 of 9 puzzles were generated\n")
    assert len(ran.out.splitlines()) == 2
    assert pdf.exists()


def test_sheets_and_certificates_of_a_batch_are_written(tmp_path: Path) -> None:
    pdf, proofs = tmp_path / "sheet.pdf", tmp_path / "proofs"
    ran = generate("--board", "4", "-n", "3", "--seed", "5", "--pdf", str(pdf), "--certify", str(proofs))
    assert ran.code == 0
    assert pdf.read_bytes().startswith(b"%PDF")
    assert [verify(folder)[1] for folder in sorted(proofs.iterdir())] == [1, 1, 1]


# -- rules ------------------------------------------------------------------------------------------------------------


def test_the_help_lists_all_kinds_of_rules() -> None:
    told = re.sub(r"\([^)]*\)", "", generating.KINDS).removeprefix("The kinds: ").rstrip(".")
    assert {name.strip() for name in re.split(r"[,;](?: and)?", told)} == {*KINDS, CLASSIC}


def test_a_killer_sudoku_without_givens_is_printed_as_text_that_can_be_read_again() -> None:
    arguments = ("--rules", "killer", "--board", "4", "--clues", "0", "--seed", "1")
    made = sm.generate(4, rules="killer", clues=0, seed=1)
    ran = generate(*arguments)
    assert (ran.code, ran.err) == (0, "")
    title, text = (line for line in ran.out.splitlines()[-3:] if line)
    assert title == made.title == "6 killer cages, 0 givens, seed 1"
    assert sm.Puzzle.parse(text) == made.puzzle
    (data,) = generate(*arguments, "--json").objects
    assert (data["text"], data["clues"], data["level"]) == (text, 0, None)


def test_rules_without_words_in_a_format_are_printed_in_another_or_as_a_drawing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ("--rules", "zipper:1", "--board", "4", "--seed", "1", "--certify", str(tmp_path))
    made = sm.generate(4, rules="zipper:1", seed=1)
    assert made.puzzle
    monkeypatch.setattr(sm.rules.Zipper, "iss", ())
    (data,) = generate(*arguments, "--json").objects
    assert sm.Puzzle.parse(data["text"]) == made.puzzle
    monkeypatch.setattr(sm.rules.Zipper, "fpuzzles", "")
    assert [each["text"] for each in generate(*arguments, "--json").objects] == [None]
    ran = generate(*arguments)
    assert (ran.code, ran.err) == (0, "")
    assert made.puzzle.draw() in ran.out
    assert verify(tmp_path / "1")[1] == 1
    assert refused("show", ".Shape~4x4.Zipper~R1C1~R1C2~R2C3", "--format", "iss")


def rows_of_variants() -> list[dict[str, str]]:
    path = Path(__file__).parents[2] / "data" / "variants.csv"
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_a_command_makes_the_puzzle_of_the_corpus_again() -> None:
    """On other versions of the libraries it may make another one."""
    rows = [row for row in rows_of_variants() if "--board 4" in row["command"]]
    assert rows
    for row in rows:
        program, *arguments = row["command"].split()
        (data,) = run(*arguments, "--json").objects
        assert (program, data["text"], data["solution"]) == ("sudoku-models", row["puzzle"], row["solution"])
