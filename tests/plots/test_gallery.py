"""The programs of the gallery draw its pictures."""

import pytest

from .gallery import NOTEBOOKS, pictures


@pytest.mark.slow
def test_each_picture_is_drawn_by_the_program_above_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(NOTEBOOKS.parent)
    drawn = {file for file, figure in pictures() if figure.axes}
    assert drawn == {*(NOTEBOOKS / "gallery").iterdir()}
    assert len(drawn) > 10
