"""The page as others on the same machine meet it: real requests, and a real web socket."""

import contextlib
import http.client
import json
import re
import time
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psutil
import pytest

websocket = pytest.importorskip("websocket", reason="the client comes with Voila, in the extra 'app'")


class Visitor:
    """A page of a server, or somebody who has the address without its token."""

    def __init__(self, board: Any, has_token: bool = True) -> None:
        self.board = board
        self.host = board.origin.removeprefix("http://")
        self.token = board.address.partition("#key=")[2] if has_token else ""

    def ask(self, method: str, path: str, body: str | None = None, **headers: str) -> Any:
        """The response, with its text."""
        to = http.client.HTTPConnection(self.host, timeout=60)
        sent = {"Authorization": f"token {self.token}"} if self.token else {}
        to.request(method, path, body, {**sent, **{name.replace("_", "-"): value for name, value in headers.items()}})
        answer = to.getresponse()
        answer.text = answer.read().decode("utf-8", "replace")  # type: ignore[attr-defined]
        to.close()
        return answer

    def send(self, path: str, **headers: str) -> Any:
        """The response to a request that changes something, with its values."""
        answer = self.ask("POST", path, **{"Origin": self.board.origin, "Content_Length": "0", **headers})
        answer.json = json.loads(answer.text) if answer.text.startswith("{") else {}
        return answer

    def open_page(self) -> str:
        """The name of the kernel of a new board."""
        answer = self.send("/board")
        assert answer.status == 200, answer.text
        return str(answer.json["kernel"])

    def reason(self, kernel: str) -> str:
        """Why a board has ended; empty while it runs."""
        return str(json.loads(self.ask("GET", f"/board/{kernel}").text)["reason"])

    def connect(self, kernel: str, protocol: str = "", token: str | None = None, **options: Any) -> Any:
        """A web socket to the kernel."""
        shown = self.token if token is None else token
        url = f"ws://{self.host}/api/kernels/{kernel}/channels?session_id=test&token={shown}"
        asked = {"origin": self.board.origin, **options}
        return websocket.create_connection(url, timeout=20, subprotocols=[protocol] if protocol else None, **asked)


V1 = "v1.kernel.websocket.jupyter.org"


def message(kind: str, content: dict[str, Any], channel: str, protocol: str = "") -> Any:
    """A message to a kernel, as the old and the new protocol of web sockets write it."""
    header = {"msg_id": uuid.uuid4().hex, "msg_type": kind, "session": "test", "username": "", "version": "5.3"}
    header["date"] = "2026-01-01T00:00:00Z"
    if not protocol:
        return json.dumps(
            {"header": header, "parent_header": {}, "metadata": {}, "content": content, "channel": channel}
        )
    parts = [channel.encode(), *(json.dumps(each).encode() for each in (header, {}, {}, content))]
    offsets = [8 * (2 + len(parts))]
    for part in parts:
        offsets.append(offsets[-1] + len(part))
    return b"".join(k.to_bytes(8, "little") for k in [len(offsets), *offsets]) + b"".join(parts)


def wait_for(socket: Any, kind: str) -> str:
    """The next message of a kind."""
    until = time.monotonic() + 20
    while time.monotonic() < until:
        heard = socket.recv()
        text = heard if isinstance(heard, str) else heard.decode("utf-8", "replace")
        if kind in text:
            return text
    raise AssertionError(f"no {kind}")


@pytest.fixture(scope="module")
def board(serve_board: Callable[..., Any]) -> Any:
    return serve_board("12..34122143432.")


@pytest.fixture(scope="module")
def visitor(board: Any) -> Visitor:
    return Visitor(board)


@pytest.fixture(scope="module")
def kernel(visitor: Visitor) -> str:
    return visitor.open_page()


@pytest.fixture(scope="module")
def stranger(board: Any) -> Visitor:
    return Visitor(board, has_token=False)


def test_the_empty_page_holds_no_secret_and_loads_nothing_from_elsewhere(
    stranger: Visitor, visitor: Visitor, kernel: str
) -> None:
    answer = stranger.ask("GET", "/")
    assert answer.status == 200
    for secret in (visitor.token, kernel, "sys.path"):
        assert secret not in answer.text
    assert not re.findall(r'(?:src|href)="(?:https?:)?//', answer.text)
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert "http" not in answer.headers["Content-Security-Policy"]
    assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert answer.headers["Cache-Control"] == "no-store"


def test_no_answer_sets_a_cookie_or_may_be_read_by_another_page(visitor: Visitor) -> None:
    for path in ("/", "/voila/static/voila.js", "/board", "/board/1-1-1-1-1", "/nothing"):
        answer = visitor.ask("GET", path)
        assert answer.headers["Set-Cookie"] is None
        assert answer.headers["Access-Control-Allow-Origin"] is None
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"


def test_a_request_without_the_token_is_refused(visitor: Visitor, stranger: Visitor, kernel: str) -> None:
    routes = [("POST", "/board"), ("GET", f"/board/{kernel}"), ("POST", f"/closed/{kernel}"), ("GET", "/nothing")]
    for headers in ({}, {"Authorization": "token " + "x" * 43}, {"Cookie": f"token={visitor.token}"}):
        for method, path in routes:
            asked = stranger.ask(method, path, Origin=visitor.board.origin, Content_Length="0", **headers)
            assert asked.status == 403
    assert stranger.ask("GET", f"/board/{kernel}?token={visitor.token}").status == 403
    assert visitor.reason(kernel) == ""


def processes(board: Any) -> set[int]:
    return {each.pid for each in psutil.Process(board.process.pid).children(recursive=True)}


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "document"},
        {"Sec_Fetch_Site": "same-site", "Sec_Fetch_Mode": "cors", "Origin": "http://127.0.0.1:1", "Cookie": "a=b"},
        {"Origin": "null", "Content_Type": "text/plain"},
    ],
    ids=["link", "another port", "sandboxed form"],
)
def test_what_another_page_can_send_neither_starts_nor_ends_a_board(
    visitor: Visitor, kernel: str, headers: dict[str, str]
) -> None:
    before = processes(visitor.board)
    is_link = headers.get("Sec_Fetch_Dest") == "document"
    for method in ("GET", "POST"):
        for path in ("/", "/board", f"/closed/{kernel}?token={visitor.token}", f"/board/{kernel}"):
            answer = visitor.ask(method, path, "" if method == "POST" else None, **headers)
            assert answer.status == (200 if (method, path) == ("GET", "/") and is_link else 403)
    assert processes(visitor.board) == before
    assert visitor.reason(kernel) == ""


def test_a_page_that_a_link_has_led_to_waits_for_the_player(stranger: Visitor) -> None:
    linked = {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "document"}
    assert 'data-linked="true"' in stranger.ask("GET", "/", **linked).text
    for site in ("none", "same-origin"):
        assert 'data-linked="false"' in stranger.ask("GET", "/", **{**linked, "Sec_Fetch_Site": site}).text


def test_nothing_else_of_the_machine_is_served(visitor: Visitor, kernel: str) -> None:
    for path in (
        "/files/board.ipynb",
        "/voila/files/board.ipynb",
        "/voila/render/board.ipynb",
        "/api/contents",
        "/api/kernels",
        "/api/kernelspecs",
        "/api/terminals",
        "/login",
        "/static/../../board.ipynb",
        "/voila/static/../../../../../../../../etc/passwd",
        "/voila/static/%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "/voila/labextensions/anywidget/../../../../../../../etc/passwd",
        "/voila/templates/lab/static/index.css",
    ):
        answer = visitor.ask("GET", path)
        assert answer.status in (403, 404), path
        assert "root:" not in answer.text
    for path in ("/api/kernels", f"/api/kernels/{kernel}/restart", f"/api/kernels/{kernel}/interrupt"):
        assert visitor.send(path).status == 404
    assert visitor.ask("DELETE", f"/api/kernels/{kernel}", Origin=visitor.board.origin).status == 405
    assert visitor.reason(kernel) == ""


@pytest.mark.parametrize("protocol", ["", V1])
@pytest.mark.parametrize("channel", ["shell", "control"])
def test_code_that_is_sent_to_the_kernel_is_not_run(
    visitor: Visitor, kernel: str, tmp_path: Path, protocol: str, channel: str
) -> None:
    made = tmp_path / "made by the page"
    code = f"open({str(made)!r}, 'w')"
    socket = visitor.connect(kernel, protocol)
    for kind, content in {
        "execute_request": {"code": code, "silent": False, "store_history": False, "user_expressions": {"a": code}},
        "inspect_request": {"code": code, "cursor_pos": 3, "detail_level": 0},
        "complete_request": {"code": code, "cursor_pos": 3},
        "debug_request": {"type": "request", "seq": 1, "command": "evaluate", "arguments": {"expression": code}},
        "create_subshell_request": {},
        "shutdown_request": {"restart": False},
    }.items():
        socket.send(message(kind, content, channel, protocol), 2 if protocol else 1)
    # The kernel takes its messages in order: when it has answered this one, it has dealt with those before it.
    socket.send(message("kernel_info_request", {}, channel, protocol), 2 if protocol else 1)
    answers = wait_for(socket, "kernel_info_reply")
    socket.close()
    assert "language_info" in answers
    assert not made.exists()


def test_a_web_socket_of_another_page_or_without_the_token_is_refused(visitor: Visitor, kernel: str) -> None:
    for options in (
        *({"origin": origin} for origin in ("http://evil.example", "null", "http://127.0.0.1:1")),
        {"suppress_origin": True},
        {"token": ""},
        {"token": "x" * 43},
        {"token": "", "cookie": f"token={visitor.token}"},
        {"token": "", "header": [f"Authorization: token {visitor.token}"]},
        {"host": "evil.example"},
    ):
        with pytest.raises(websocket.WebSocketBadStatusException, match="403"):
            visitor.connect(kernel, **options)
    assert visitor.ask("GET", "/", Host="evil.example").status == 403


def test_a_huge_message_closes_the_socket_and_the_board_goes_on(visitor: Visitor, kernel: str) -> None:
    socket = visitor.connect(kernel)
    with contextlib.suppress(OSError, websocket.WebSocketConnectionClosedException):  # closed while it is being sent
        socket.send("x" * (3 * 1024**2))
    with pytest.raises((websocket.WebSocketConnectionClosedException, OSError)):
        wait_for(socket, "an answer")
    socket.shutdown()
    huge = {"Origin": visitor.board.origin, "Content_Length": str(3 * 1024**2)}
    assert visitor.ask("POST", f"/closed/{kernel}?token={visitor.token}", **huge).status in (400, 413)
    assert visitor.reason(kernel) == ""


@pytest.mark.slow
def test_of_twenty_pages_at_once_three_get_the_boards_that_are_left(visitor: Visitor, kernel: str) -> None:
    there = visitor.connect(kernel)  # its page is there, so it stays
    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(lambda _: visitor.send("/board"), range(20)))
    assert sorted(answer.status for answer in answers) == [200] * 3 + [503] * 17
    assert all("Close the window of one of them" in each.json["reason"] for each in answers if each.status == 503)
    kernels = [psutil.Process(pid) for pid in processes(visitor.board)]
    assert sum("ipykernel_launcher" in " ".join(each.cmdline()) for each in kernels) == 4
    for answer in answers:
        if answer.status == 200:
            name = answer.json["kernel"]
            assert visitor.send(f"/closed/{name}?token={visitor.token}", Origin="http://evil.example").status == 403
            assert visitor.send(f"/closed/{name}?token={visitor.token}").status == 204
            assert visitor.reason(name)
    assert visitor.reason(kernel) == ""
    there.shutdown()


@pytest.mark.slow
def test_a_page_that_is_closed_while_its_board_is_set_up_leaves_none(visitor: Visitor, kernel: str) -> None:
    before = processes(visitor.board)
    to = http.client.HTTPConnection(visitor.host, timeout=60)
    shown = {"Authorization": f"token {visitor.token}", "Origin": visitor.board.origin, "Content-Length": "0"}
    to.request("POST", "/board", headers=shown)
    until = time.monotonic() + 20
    while processes(visitor.board) == before:
        assert time.monotonic() < until, "no process was started"
    to.close()
    while processes(visitor.board) - before:
        assert time.monotonic() < until, "the process of the board goes on"
        time.sleep(0.05)


@pytest.mark.slow
def test_a_kernel_that_was_killed_is_reported_and_not_started_again(visitor: Visitor, kernel: str) -> None:
    before = processes(visitor.board)
    name = visitor.open_page()
    (process,) = (
        each
        for each in map(psutil.Process, processes(visitor.board) - before)
        if "ipykernel_launcher" in " ".join(each.cmdline())
    )
    assert visitor.reason(name) == ""
    process.kill()
    until = time.monotonic() + 20
    while not (reason := visitor.reason(name)):
        assert time.monotonic() < until, "nobody says that the kernel has died"
        time.sleep(0.1)
    assert "something stopped it, or the memory was full" in reason
    while processes(visitor.board) - before:
        assert time.monotonic() < until, "what the kernel had started goes on"
        time.sleep(0.1)


def test_ctrl_c_ends_server_and_kernels_with_a_message_and_leaves_nothing_behind(
    board: Any, visitor: Visitor, kernel: str
) -> None:
    family = psutil.Process(board.process.pid).children(recursive=True)
    assert family, "the kernel is a process"
    code, told, errors = board.end()
    assert code == 0
    assert "Stopped" in told
    assert errors == ""
    _, alive = psutil.wait_procs(family, timeout=10)
    assert not alive
    assert sorted(path.name for path in board.home.rglob("*")) == ["tmp"]
