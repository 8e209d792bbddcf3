"""The limit on open boards, with kernels that are only counted."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_models.board.server.access import Access
from sudoku_models.board.server.boards import (
    AWAY,
    DIED,
    FORGOTTEN_AFTER,
    LONGEST_LOADING,
    MOST_BOARDS,
    Board,
    Boards,
    Kernel,
    TooManyBoardsError,
)
from sudoku_models.errors import WorkerError


class Bench:
    """Boards whose kernels are names, and whose time is set."""

    def __init__(self) -> None:
        self.access = Access(8000)
        self.time, self.started, self.most, self.fails = 0.0, 0, 0, False
        self.alive: set[str] = set()
        self.boards = Boards(self.access, self.start, self.stop, lambda: self.time)

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

    async def opened(self, token: str = "", seen: bool = True) -> Board:
        """The board of a page; of a new one without a token. `seen`: its page connects to it."""
        board = self.boards.open(token or self.access.new_page())
        kernel = await board.kernel
        if seen:
            self.boards.connected(kernel.name)
        return board


def run(claim: Coroutine[Any, Any, None]) -> None:
    asyncio.run(claim)


def test_of_twenty_requests_at_once_four_get_a_board() -> None:
    async def claim() -> None:
        bench = Bench()

        async def request() -> bool:
            try:
                await bench.boards.open(bench.access.new_page()).kernel
            except TooManyBoardsError:
                return False
            return True

        assert sum(await asyncio.gather(*(request() for _ in range(20)))) == MOST_BOARDS
        assert (bench.most, bench.started) == (MOST_BOARDS, MOST_BOARDS)

    run(claim())


def test_a_page_that_is_loaded_again_ends_the_board_that_it_had_and_keeps_its_token() -> None:
    async def claim() -> None:
        bench = Bench()
        first = await bench.opened(seen=False)
        second = await bench.opened(first.token)
        assert second.token == first.token
        assert bench.alive == {(await second.kernel).name}
        assert bench.access.opens(first.token, (await second.kernel).name)
        assert not bench.access.opens(first.token, (await first.kernel).name)

    run(claim())


def test_a_page_that_is_loaded_again_twenty_times_while_it_loads_has_one_board_and_one_process() -> None:
    async def claim() -> None:
        bench = Bench()
        token = bench.access.new_page()
        boards = []
        for k in range(20):
            boards.append(bench.boards.open(token))
            for _ in range(k % 5):
                await asyncio.sleep(0)
        last = await boards[-1].kernel
        assert len(bench.boards) == 1
        assert (bench.alive, bench.most) == ({last.name}, 1)
        assert bench.access.opens(token, last.name)

    run(claim())


def test_a_duplicated_tab_gets_a_board_of_its_own_and_the_other_one_goes_on() -> None:
    async def claim() -> None:
        bench = Bench()
        first = await bench.opened()
        second = await bench.opened(first.token)
        assert second.token != first.token
        for board in (first, second):
            assert bench.access.opens(board.token, (await board.kernel).name)
            assert bench.boards.reason(board.token) == ""

    run(claim())


def test_four_crashed_pages_lock_nobody_out_and_the_one_that_is_gone_longest_makes_room() -> None:
    async def claim() -> None:
        bench = Bench()
        boards = [await bench.opened() for _ in range(MOST_BOARDS)]
        with pytest.raises(TooManyBoardsError, match="Close the window of one of them"):
            bench.boards.open(bench.access.new_page())
        for k in (2, 0, 1, 3):
            bench.time += 1
            bench.boards.disconnected((await boards[k].kernel).name)
        for k in (2, 0, 1, 3):
            new = await bench.opened()
            assert bench.boards.reason(boards[k].token)
            assert bench.access.opens(new.token, (await new.kernel).name)
        assert bench.most == MOST_BOARDS

    run(claim())


def test_pages_that_are_still_loading_are_not_sent_away_but_those_that_never_come_are() -> None:
    async def claim() -> None:
        bench = Bench()
        for _ in range(MOST_BOARDS):
            await bench.opened(seen=False)
        with pytest.raises(TooManyBoardsError):
            bench.boards.open(bench.access.new_page())
        bench.time += LONGEST_LOADING
        await bench.opened()

    run(claim())


def test_a_board_is_forgotten_when_its_page_has_been_gone_for_long_and_not_while_it_is_there() -> None:
    async def claim() -> None:
        bench = Bench()
        there, gone = await bench.opened(), await bench.opened()
        bench.boards.disconnected((await gone.kernel).name)
        bench.time += FORGOTTEN_AFTER
        await bench.boards.forget()
        assert len(bench.boards) == 2
        bench.time += 1
        await bench.boards.forget()
        assert bench.alive == {(await there.kernel).name}
        assert bench.boards.reason(gone.token) == AWAY
        assert bench.access.knows(gone.token)  # so the page can have a new one

    run(claim())


def test_a_kernel_that_died_makes_room_and_the_page_is_told() -> None:
    async def claim() -> None:
        bench = Bench()
        board = await bench.opened()
        bench.boards.died((await board.kernel).name)
        assert len(bench.boards) == 0
        assert bench.boards.reason(board.token) == DIED
        again = await bench.opened(board.token)
        assert bench.boards.reason(again.token) == ""

    run(claim())


def test_a_kernel_that_does_not_start_takes_no_place() -> None:
    async def claim() -> None:
        bench = Bench()
        bench.fails = True
        token = bench.access.new_page()
        for _ in range(2 * MOST_BOARDS):
            with pytest.raises(WorkerError, match="no memory"):
                await bench.boards.open(token).kernel
        assert len(bench.boards) == 0
        bench.fails = False
        await bench.opened(token)

    run(claim())


def test_a_page_that_closes_twice_ends_one_board() -> None:
    async def claim() -> None:
        bench = Bench()
        board, other = await bench.opened(), await bench.opened()
        name = (await board.kernel).name
        await asyncio.gather(bench.boards.close(name), bench.boards.close(name), bench.boards.close("unknown"))
        assert bench.alive == {(await other.kernel).name}
        assert bench.boards.reason(board.token)

    run(claim())


ACTIONS = st.lists(
    st.tuples(st.sampled_from(["open", "new", "join", "leave", "close", "die", "wait"]), st.integers(0, 7))
)


@given(ACTIONS)
def test_whatever_happens_the_limit_holds_and_each_token_opens_one_living_board(actions: list[tuple[str, int]]) -> None:
    async def claim() -> None:
        bench = Bench()
        tokens = [bench.access.new_page() for _ in range(3)]
        opened: list[Board] = []
        for action, k in actions:
            board = opened[k % len(opened)] if opened else None
            if action in ("open", "new"):
                try:
                    opened.append(bench.boards.open(tokens[k % 3] if action == "open" else bench.access.new_page()))
                except TooManyBoardsError:
                    assert len(bench.boards) == MOST_BOARDS
            elif action == "wait":
                bench.time += 20 * k
                await asyncio.gather(*(each.kernel for each in opened), return_exceptions=True)
                await bench.boards.forget()
            elif board and board.kernel.done() and not board.kernel.cancelled():
                name = board.kernel.result().name
                if action == "join" and bench.access.opens(board.token, name):
                    bench.boards.connected(name)
                elif action == "leave" and board.sockets:
                    bench.boards.disconnected(name)
                elif action == "close" and bench.access.opens(board.token, name):
                    await bench.boards.close(name)
                elif action == "die" and name in bench.alive:
                    bench.alive.remove(name)
                    bench.boards.died(name)
            assert bench.most <= MOST_BOARDS >= len(bench.boards)
        await asyncio.gather(*(each.kernel for each in opened), return_exceptions=True)
        opened = [board for board in opened if not board.kernel.cancelled()]
        living = {board.kernel.result().name for board in opened if bench.boards.reason(board.token) == ""}
        reachable = {name for board in opened if bench.access.opens(board.token, name := board.kernel.result().name)}
        assert reachable == bench.alive <= living
        assert len(bench.boards) == len(bench.alive)

    run(claim())
