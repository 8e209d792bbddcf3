"""A session of a board, and what it sends to pages."""

import pytest

from sudoku_models.board.session import Session


@pytest.fixture
def sent():
    return []


@pytest.fixture
def session(unique4, sent):
    found = Session(unique4, lambda: None, lambda *message: sent.append(message))
    yield found
    found.questions.close()
