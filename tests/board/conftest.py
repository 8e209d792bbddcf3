"""A session of a board, and what it sends to pages. The tests of a module share two worker processes."""

import pytest

from sudoku_models.board.runner import PREPARED
from sudoku_models.board.session import GameSession
from sudoku_models.runtime.processes import Worker


@pytest.fixture(scope="module")
def workers():
    found = [Worker(PREPARED), Worker(PREPARED)]
    yield found
    for worker in found:
        worker.close()


@pytest.fixture
def shares_workers(workers):
    """Lets a session use the workers of the module."""
    sessions = []

    def lend(session):
        session._tasks._worker, session._background._worker = workers
        sessions.append(session)
        return session

    yield lend
    for session in sessions:
        session.forget()  # a task that still runs is ended with its worker
        workers[:] = session._tasks._worker, session._background._worker


@pytest.fixture
def sent():
    return []


@pytest.fixture
def session(unique4, sent, shares_workers):
    return shares_workers(GameSession(unique4, lambda: None, lambda *message: sent.append(message)))
