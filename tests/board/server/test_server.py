"""The page as others on the same machine meet it: real requests over real sockets."""

import asyncio
import http.client
import json
import os
import re
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psutil
import pytest

from sudoku_models.board.game import Game
from sudoku_models.board.saving import text_of
from sudoku_models.board.server import server as host
from sudoku_models.board.server.access import CLASS, PLAYER, TEACHER, Access
from sudoku_models.board.server.boards import MOST_PAGES, Boards

PATHS = ("/page", "/page/name", "/alive", "/nothing")


class Line:
    """The long answer of a page that is open."""

    def __init__(self, visitor: "Visitor", token: str) -> None:
        self.to = http.client.HTTPConnection(visitor.host, timeout=300)
        self.to.request("POST", "/page", headers=visitor.own | {"Authorization": f"token {token}"})
        self.answer = self.to.getresponse()
        self.status, self.token = self.answer.status, token
        if self.status == 200:
            self.first = json.loads(self.answer.readline())
            self.traits: dict[str, Any] = {}
            self.next()

    def next(self) -> dict[str, Any]:
        """What Python says next."""
        line = self.answer.readline()
        if not line:
            return {}
        found: dict[str, Any] = json.loads(json.loads(line)[0])
        self.traits |= found.get("traits", {})
        return found

    def close(self) -> None:
        self.answer.close()
        self.to.close()


class Visitor:
    """Whoever knows the port: requests as a page sends them, or as anybody does."""

    def __init__(self, port: int, name: str = "127.0.0.1") -> None:
        self.port, self.host = port, f"{name}:{port}"
        self.own = {"Origin": f"http://{self.host}", "Host": self.host}

    def ask(self, method: str, path: str, body: bytes | None = None, token: str = "", **headers: str) -> Any:
        to = http.client.HTTPConnection("127.0.0.1", self.port, timeout=300)
        sent = self.own | ({"Authorization": f"token {token}"} if token else {})
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            to.request(method, path, body, {name: value for name, value in sent.items() if value != "none at all"})
            answer = to.getresponse()
            answer.text = answer.read().decode("utf-8", "replace")  # type: ignore[attr-defined]
            return answer
        finally:
            to.close()

    def open(self, token: str) -> Line:
        return Line(self, token)

    def say(self, line: Line, token: str = "", file: bytes | None = None, **command: Any) -> int:
        """Send a command; the status of the answer."""
        body = json.dumps(command).encode() + (b"" if file is None else b"\n" + file)
        return int(self.ask("POST", f"/page/{line.first['page']}", body, token or line.token).status)

    def raw(self, data: bytes) -> bytes:
        """What is answered to any bytes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=300) as to:
            to.sendall(data)
            to.shutdown(socket.SHUT_WR)
            found = b""
            while more := to.recv(65536):
                found += more
        return found


class Running:
    """A server in this process."""

    def __init__(self, game: str, roles: tuple[str, ...], mode: str) -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        listening = host._listen(0)
        self.port = listening.getsockname()[1]
        self.access, self.boards = Access(self.port, roles), Boards(game, mode)
        self.server = host._Server(listening, self.access, self.boards)
        self.server.loop = self.loop
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def close(self) -> None:
        self.server.call(self.boards.close)
        self.server.shutdown()
        self.server.server_close()
        waits(lambda: not self.boards.pages)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()


@pytest.fixture
def running(unique4: Any) -> Iterator[Running]:
    found = Running(text_of(Game(unique4)), (PLAYER,), "play")
    yield found
    found.close()


@pytest.fixture
def visitor(running: Running) -> Visitor:
    return Visitor(running.port)


@pytest.fixture
def line(running: Running, visitor: Visitor) -> Iterator[Line]:
    found = visitor.open(running.access.keys[PLAYER])
    yield found
    found.close()


def waits(what: Callable[[], Any], seconds: float = 300.0) -> None:
    until = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < until, "it does not happen"
        time.sleep(0.02)


def test_a_page_is_told_everything_and_then_what_changes(visitor: Visitor, line: Line) -> None:
    assert line.traits["values"][:2] == [1, 0]
    assert visitor.say(line, do="enter", cells=[[1, 2]], digit=2, id="a") == 204
    assert line.next()["traits"]["values"][:2] == [1, 2]
    assert line.next() == {"message": {"received": "a"}}
    assert visitor.say(line, do="text", part=0, of=1, name="a file", file=b"12..\n3412\n2143\n432.") == 204
    assert line.next()["traits"]["values"][:2] == [1, 2]


def test_the_empty_page_holds_no_secret_and_every_answer_its_headers(running: Running, visitor: Visitor) -> None:
    for path in ("/", "/start.js", "/model.js", "/board.js", "/nothing", "/page"):
        answer = visitor.ask("GET", path)
        assert answer.status == (403 if path in ("/nothing", "/page") else 200)
        assert running.access.keys[PLAYER] not in answer.text
        assert not re.findall(r'(?:src|href)="(?:https?:)?//', answer.text)
        assert answer.headers["Set-Cookie"] is answer.headers["Access-Control-Allow-Origin"] is None
        for name, value in host.HEADERS.items():
            assert answer.headers[name] == value
    assert "http" not in host.HEADERS["Content-Security-Policy"]
    assert "unsafe-eval" not in host.HEADERS["Content-Security-Policy"]


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "127.0.0.1"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "none at all"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "document"},
        {"Sec_Fetch_Site": "same-site", "Sec_Fetch_Mode": "cors"},
        {"Authorization": "token " + "x" * 43},
        {"Authorization": "none at all", "Cookie": "token={token}"},
        {"Authorization": "none at all"},
        {"Authorization": "Basic {token}"},
    ],
)
def test_nothing_else_of_the_machine_gets_a_board_or_changes_one(
    running: Running, visitor: Visitor, line: Line, headers: dict[str, str]
) -> None:
    token = line.token
    sent = {name: value.format(token=token) for name, value in headers.items()}
    for path in (*PATHS, f"/page/{line.first['page']}", f"/page?token={token}"):
        for method in ("POST", "GET"):
            answer = visitor.ask(method, path, b'{"do": "restart"}' if method == "POST" else None, token, **sent)
            assert answer.status in (403, 404), (method, path)
    assert [*running.boards.pages] == [line.first["page"]]
    assert visitor.say(line, do="undo", id="a") == 204


def test_a_board_ends_with_its_page_and_four_are_the_most(running: Running, visitor: Visitor) -> None:
    key = running.access.keys[PLAYER]
    with ThreadPoolExecutor(12) as pool:
        lines = [*pool.map(lambda _: visitor.open(key), range(12))]
    assert sorted(line.status for line in lines) == [200] * MOST_PAGES + [503] * (12 - MOST_PAGES)
    there = [line for line in lines if line.status == 200]
    there[0].close()
    another = visitor.open(key)  # the place of a page that has just gone is free, as after a reload
    assert another.status == 200
    for each in (*there[1:], another):
        each.close()
    waits(lambda: not running.boards.pages)
    assert visitor.ask("POST", f"/page/{another.first['page']}", b"{}", another.token).status == 404


def test_two_hundred_commands_at_once_are_carried_out_one_at_a_time(
    running: Running, visitor: Visitor, line: Line
) -> None:
    session = running.boards.pages[line.first["page"]].board.session
    with ThreadPoolExecutor(20) as pool:
        found = [*pool.map(lambda k: visitor.say(line, do="enter", cells=[[1, 2]], digit=1 + k % 4), range(200))]
    assert found == [204] * 200
    assert session.game.done == len(session.game.moves)
    for _ in range(200):
        assert visitor.say(line, do="undo") == 204
    assert session.game.values == session.game.puzzle.values


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\r\n\r\n",
        b"GET",
        b"GET / HTTP/1.1\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 50,
        b"GET / HTTP/9.9\r\nHost: {host}\r\n\r\n",
        b"DELETE /page HTTP/1.1\r\nHost: {host}\r\n\r\n",
        b"GET /../../../etc/passwd HTTP/1.1\r\nHost: {host}\r\n\r\n",
        b"GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: {host}\r\n\r\n",
        b"GET http://{host}/page HTTP/1.1\r\nHost: {host}\r\n\r\n",
        b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 5_000 + b"\r\n",
        b"POST /page/{page} HTTP/1.1\r\nHost: {host}\r\n{own}Content-Length: 99999999\r\n\r\n",
        b"POST /page/{page} HTTP/1.1\r\nHost: {host}\r\n{own}Content-Length: -1\r\n\r\n",
        b"POST /page/{page} HTTP/1.1\r\nHost: {host}\r\n{own}Content-Length: 50\r\n\r\nshort",
        b"POST /page/{page} HTTP/1.1\r\nHost: {host}\r\n{own}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        b"POST /page/{page} HTTP/1.1\r\nHost: {host}\r\n{own}Content-Length: 2\r\n\r\n[]",
        b"POST /page/{page} HTTP/1.1\r\nHost: {host}\r\n{own}Content-Length: 3\r\n\r\n\xff\xfe\x00",
    ],
    ids=range(18),
)
def test_garbage_is_refused_or_dropped_and_the_board_goes_on(
    running: Running, visitor: Visitor, line: Line, data: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    own = f"Origin: http://{visitor.host}\r\nAuthorization: token {line.token}\r\n"
    for name, value in {"host": visitor.host, "page": line.first["page"], "own": own}.items():
        data = data.replace(f"{{{name}}}".encode(), value.encode())
    try:
        answer = visitor.raw(data)
    except OSError:  # it was closed while it was being sent
        answer = b""
    assert re.match(rb"(HTTP/1\.[01] [45]\d\d |$|<!DOCTYPE)", answer), answer
    assert b"root:" not in answer
    assert visitor.say(line, do="undo") == 204
    assert running.boards.pages
    assert capfd.readouterr().err == ""


def test_connections_that_do_nothing_lock_nobody_out_and_are_closed(
    running: Running, visitor: Visitor, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host._Handler, "timeout", 1.0)
    stuck = [socket.create_connection(("127.0.0.1", running.port), timeout=300) for _ in range(120)]
    for each in stuck[::2]:
        each.sendall(b"POST /page HTTP/1.1\r\nHost: ")
    assert visitor.say(line, do="undo") == 204
    for each in stuck:
        assert each.recv(1) == b""
        each.close()


def test_a_class_has_two_addresses_and_one_board(unique4: Any) -> None:
    running = Running(text_of(Game(unique4)), (TEACHER, CLASS), "class")
    at, of = Visitor(running.port), Visitor(running.port, "localhost")
    teacher, student = at.open(running.access.keys[TEACHER]), of.open(running.access.keys[CLASS])
    assert (teacher.first["role"], student.first["role"]) == (TEACHER, CLASS)
    assert student.traits["status"]["limited"]
    assert not teacher.traits["status"]["limited"]
    assert of.say(student, do="enter", cells=[[1, 2]], digit=4) == 204
    assert teacher.next()["traits"]["values"][1] == 4
    token = student.token  # the teacher's page is hers
    assert at.say(teacher, token, do="restart") == of.say(teacher, token, do="restart") == 404
    before = running.boards.pages[student.first["page"]].board.session.game.puzzle
    of.say(student, do="load", name="mccaffrey")
    assert running.boards.pages[student.first["page"]].board.session.game.puzzle == before
    teacher.close()
    student.close()
    running.close()


def test_when_it_ends_the_pages_are_told_and_nothing_stays_behind(serve_board: Callable[..., Any]) -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        served = serve_board("mccaffrey")
        visitor = Visitor(int(served.origin.rpartition(":")[2]))
        line = visitor.open(served.address.partition("#key=")[2])
        assert visitor.say(line, do="ready") == 204
        assert visitor.say(line, do="solve") == 204
        while not line.traits["busy"]:
            assert line.next()
        family = psutil.Process(served.process.pid).children(recursive=True)
        assert family, "a task has a process"
        code, told, errors = served.end(number)
        assert (code, errors, "Stopped" in told) == (130, "", True)
        while line.next():
            pass
        line.close()
        _, alive = psutil.wait_procs(family, timeout=300)
        assert not alive
        assert [path.name for path in served.home.rglob("*")] == ["tmp"]


def test_a_connection_that_was_kept_is_not_answered_once_the_server_has_ended(running, visitor, line) -> None:
    to = http.client.HTTPConnection("127.0.0.1", running.port, timeout=300)
    headers = visitor.own | {"Authorization": f"token {line.token}", "Content-Length": "0"}
    to.request("POST", "/alive", headers=headers)
    answer = to.getresponse()
    assert (answer.status, answer.read()) == (204, b"")
    running.server.has_ended = True
    to.request("POST", "/alive", headers=headers)
    with pytest.raises((http.client.RemoteDisconnected, ConnectionError)):
        to.getresponse()


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="processes end with their parent on Linux")
def test_a_server_that_was_killed_leaves_no_process(serve_board: Callable[..., Any]) -> None:
    served = serve_board("mccaffrey")
    visitor = Visitor(int(served.origin.rpartition(":")[2]))
    line = visitor.open(served.address.partition("#key=")[2])
    visitor.say(line, do="hint", kind="step")
    waits(lambda: psutil.Process(served.process.pid).children(recursive=True))
    family = psutil.Process(served.process.pid).children(recursive=True)
    served.process.kill()
    line.close()
    _, alive = psutil.wait_procs(family, timeout=300)
    assert not alive
