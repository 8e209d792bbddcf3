"""Batches as text, JSON and PDF: what is written can be read back, and the same batch gives the same file."""

import json
import sys
from pathlib import Path

import pytest

import sudoku_models as sm
from sudoku_models.errors import InputError, NotInstalledError
from sudoku_models.generation import printing


@pytest.fixture(scope="module")
def batch() -> list[sm.Generated]:
    return list(sm.generate_many(5, 4, seed=1))


def test_text_can_be_read_back(batch: list[sm.Generated], tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text(printing.text_lines(batch))
    assert sm.read_puzzles(file) == [made.puzzle for made in batch]
    assert file.read_text().startswith(f"# {batch[0].title}\n")


def test_a_large_board_can_be_read_back(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    made = sm.generate(16, "easy", seed=1, rated=False)
    file.write_text(printing.text_lines([made]))
    assert sm.read_puzzles(file) == [made.puzzle]


def test_json_has_all_that_is_known(batch: list[sm.Generated]) -> None:
    said = [json.loads(line) for line in printing.json_lines(batch).splitlines()]
    assert [each["seed"] for each in said] == ["1", "1.2", "1.3", "1.4", "1.5"]
    for each in said:
        puzzle = sm.Puzzle.parse(each["puzzle"])
        assert sm.is_solution(puzzle, sm.Puzzle.parse(each["solution"]).as_grid())
        assert {"level", "rating", "clues", "met", "reason", "proof"} <= each.keys()


def test_an_unmet_request_is_reported_in_each_format() -> None:
    made = sm.generate(4, "hard", seed=1, attempts=1)
    assert "(not as requested: the level is easy, not hard" in printing.text_lines([made])
    assert "not as requested: the level is easy, not hard" in printing.drawn([made])
    assert json.loads(printing.json_lines([made]))["met"] is False


def test_a_batch_without_a_puzzle() -> None:
    made = sm.generate(9, seed=1, time_limit=1e-9)
    assert printing.text_lines([made]).startswith("# no puzzle, seed 1 (not as requested: the time limit")
    assert "no puzzle" in printing.drawn([made])
    with pytest.raises(InputError, match="no puzzle to print"):
        printing.write_pdf([made], "none.pdf")


@pytest.mark.slow
def test_the_same_batch_gives_the_same_pdf(batch: list[sm.Generated], tmp_path: Path) -> None:
    one, other = tmp_path / "one.pdf", tmp_path / "other.pdf"
    assert printing.write_pdf(batch, one, per_page=2) == 3 + 1
    assert printing.write_pdf(batch, other, per_page=2) == 4
    assert one.read_bytes() == other.read_bytes()
    assert b"CreationDate" not in one.read_bytes()
    assert one.read_bytes().count(b"/Type /Page ") == 4
    assert printing.write_pdf(batch, other, per_page=12, solutions=False) == 1


def test_a_page_has_level_rating_seed_and_givens(batch: list[sm.Generated]) -> None:
    from sudoku_models.generation.sheets import pages

    puzzles, solutions = pages(batch[:2], per_page=2)
    titles = [text.get_text() for text in puzzles.texts]
    assert f"1.  {batch[0].title}" in titles
    assert f"2.  {batch[1].title}" in titles
    for figure, solved in ((puzzles, False), (solutions, True)):
        for ax, made in zip(figure.axes, batch, strict=False):
            assert made.puzzle
            shown = [text.get_text() for text in ax.texts]
            assert len(shown) == (16 if solved else made.clues)
            assert [t.get_text() for t in ax.texts if t.get_fontweight() == "bold"] == [
                str(d) for d in made.puzzle.givens.values()
            ]


@pytest.mark.slow
@pytest.mark.parametrize("per_page", [1, 2, 5, 12])
def test_boards_and_titles_stay_on_the_page_and_apart(per_page: int) -> None:
    from sudoku_models.generation.sheets import pages

    batch = list(sm.generate_many(per_page, 4, seed=1))
    (figure, *_) = pages(batch, per_page)
    boxes = [ax.get_position() for ax in figure.axes]
    assert len(boxes) == per_page
    for k, one in enumerate(boxes):
        assert one.x0 > 0
        assert one.y0 > 0
        assert one.x1 < 1
        assert one.y1 < 1
        assert all(not one.overlaps(other) for other in boxes[:k])


def test_a_file_that_cannot_be_written_is_reported(batch: list[sm.Generated], tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be written"):
        printing.write_pdf(batch, tmp_path)
    with pytest.raises(InputError, match="a page has 1 to 12 puzzles"):
        printing.write_pdf(batch, tmp_path / "a.pdf", per_page=13)


def test_without_matplotlib_the_error_names_the_package_to_install(
    batch: list[sm.Generated], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import importlib.util

    from sudoku_models import generation

    parts = ("sudoku_models.plots", "sudoku_models.generation.sheets")
    for name in [name for name in sys.modules if name.startswith(parts)]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr(sm, "plots", raising=False)
    monkeypatch.delattr(generation, "sheets", raising=False)
    found = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *of: None if name == "matplotlib" else found(name, *of)
    )
    with pytest.raises(NotInstalledError, match="pip install matplotlib"):
        printing.write_pdf(batch, tmp_path / "a.pdf")
