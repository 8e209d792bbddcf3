"""The limit on open boards, with kernels that are only counted."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_models.board.server.boards import (
    AWAY,
    DIED,
    FORGOTTEN_AFTER,
    LONGEST_LOADING,
    MOST_BOARDS,
    Boards,
    Kernel,
    TooManyBoardsError,
)
from sudoku_models.errors import WorkerError


class Bench:
    """Boards whose kernels are names, and whose time is set."""

    def __init__(self) -> None:
        self.time, self.started, self.most, self.fails = 0.0, 0, 0, False
        self.alive: set[str] = set()
        self.boards = Boards(self.start, self.stop, lambda: self.time)

    async def start(self) -> Kernel:
        self.started += 1
        name = f"{self.started}-0-0-0-0"
        self.alive.add(name)
        self.most = max(self.most, len(self.alive))
        try:
            for _ in range(3):
                await asyncio.sleep(0)
        except asyncio.CancelledError:
            await self.stop(name)
            raise
        if self.fails:
            self.alive.remove(name)
            raise WorkerError("no memory")
        return Kernel(name, [])

    async def stop(self, name: str) -> None:
        await asyncio.sleep(0)
        self.alive.discard(name)

    async def opened(self, seen: bool = True) -> str:
        """The kernel of a new board. `seen`: its page connects to it."""
        kernel = await self.boards.open()
        if seen:
            self.boards.connected(kernel.name)
        return kernel.name


def in_a_loop(claim: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Run a test in an event loop."""

    @wraps(claim)
    def run(*arguments: Any, **values: Any) -> None:
        asyncio.run(claim(*arguments, **values))

    return run


@in_a_loop
async def test_of_twenty_requests_at_once_four_get_a_board() -> None:
    bench = Bench()
    found = await asyncio.gather(*(bench.boards.open() for _ in range(20)), return_exceptions=True)
    assert sum(isinstance(each, Kernel) for each in found) == MOST_BOARDS
    assert sum(isinstance(each, TooManyBoardsError) for each in found) == 20 - MOST_BOARDS
    assert (bench.most, bench.started) == (MOST_BOARDS, MOST_BOARDS)


@in_a_loop
async def test_four_crashed_pages_lock_nobody_out_and_the_one_that_is_gone_longest_makes_room() -> None:
    bench = Bench()
    names = [await bench.opened() for _ in range(MOST_BOARDS)]
    with pytest.raises(TooManyBoardsError, match="Close the window of one of them"):
        await bench.boards.open()
    for k in (2, 0, 1, 3):
        bench.time += 1
        bench.boards.disconnected(names[k])
    for k in (2, 0, 1, 3):
        new = await bench.opened()
        assert bench.boards.reason(names[k])
        assert not bench.boards.reason(new)
    assert bench.most == MOST_BOARDS


@in_a_loop
async def test_pages_that_are_still_loading_are_not_sent_away_but_those_that_never_come_are() -> None:
    bench = Bench()
    for _ in range(MOST_BOARDS):
        await bench.opened(seen=False)
    with pytest.raises(TooManyBoardsError):
        await bench.boards.open()
    bench.time += LONGEST_LOADING
    await bench.opened()


@in_a_loop
async def test_a_board_is_forgotten_when_its_page_has_been_gone_for_long_and_not_while_it_is_there() -> None:
    bench = Bench()
    there, gone = await bench.opened(), await bench.opened()
    bench.boards.disconnected(gone)
    bench.time += FORGOTTEN_AFTER
    await bench.boards.forget()
    assert len(bench.boards) == 2
    bench.time += 1
    await bench.boards.forget()
    assert bench.alive == {there}
    assert bench.boards.reason(gone) == AWAY


@in_a_loop
async def test_a_kernel_that_died_did_not_start_or_was_closed_twice_makes_room_once() -> None:
    bench = Bench()
    name, other, closed = [await bench.opened() for _ in range(3)]
    bench.boards.died(name)
    assert (len(bench.boards), bench.boards.reason(name)) == (2, DIED)
    await asyncio.gather(bench.boards.end(closed), bench.boards.end(closed), bench.boards.end("unknown"))
    assert bench.alive == {name, other}
    bench.fails = True
    for _ in range(MOST_BOARDS + 1):
        with pytest.raises(WorkerError):
            await bench.boards.open()
    assert len(bench.boards) == 1


ACTIONS = st.lists(
    st.tuples(st.sampled_from(["open", "give up", "join", "leave", "close", "die", "wait"]), st.integers(0, 7))
)


@given(ACTIONS)
@in_a_loop
async def test_whatever_happens_the_limit_holds_and_the_boards_live(
    actions: list[tuple[str, int]],
) -> None:
    bench = Bench()
    loading: list[asyncio.Task[Kernel]] = []
    joined: list[str] = []
    for action, k in actions:
        alive = sorted(bench.boards._pages)
        name = alive[k % len(alive)] if alive else ""
        if action == "open":
            loading.append(asyncio.ensure_future(bench.boards.open()))
            await asyncio.sleep(0)
        elif action == "give up" and loading and not loading[k % len(loading)].cancelling():
            loading[k % len(loading)].cancel()
        elif action == "wait":
            bench.time += 20 * k
            await asyncio.gather(*loading, return_exceptions=True)
            await bench.boards.forget()
        elif name and action == "join":
            bench.boards.connected(name)
            joined.append(name)
        elif name in joined and action == "leave":
            bench.boards.disconnected(name)
            joined.remove(name)
        elif name and action == "close":
            await bench.boards.end(name)
        elif name and action == "die":
            bench.alive.remove(name)
            bench.boards.died(name)
        assert bench.most <= MOST_BOARDS >= len(bench.boards)
    await asyncio.gather(*loading, return_exceptions=True)
    await asyncio.sleep(0.001)  # kernels that are being ended
    assert bench.alive == {*bench.boards._pages}
    assert len(bench.boards) == len(bench.alive)
    assert all(bench.boards.reason(name) == "" for name in bench.alive)
