"""The page as others on the same machine meet it: real requests, and a real web socket."""

import contextlib
import http.client
import json
import re
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

websocket = pytest.importorskip("websocket", reason="the client comes with Voila, in the extra 'app'")


class Visitor:
    """Asks a server, with or without the pass."""

    def __init__(self, board: Any, has_pass: bool = True) -> None:
        self.board = board
        self.host = board.origin.removeprefix("http://")
        self.headers: dict[str, str] = {}
        if has_pass:
            answer = self.ask("GET", board.address.removeprefix(board.origin))
            self.headers["Cookie"] = answer.headers["Set-Cookie"].partition(";")[0]

    def ask(self, method: str, path: str, body: str | None = None, **headers: str) -> Any:
        """The response, with its text."""
        to = http.client.HTTPConnection(self.host, timeout=60)
        sent = {**self.headers, **{name.replace("_", "-"): value for name, value in headers.items()}}
        to.request(method, path, body, sent)
        answer = to.getresponse()
        answer.text = answer.read().decode("utf-8", "replace")  # type: ignore[attr-defined]
        to.close()
        return answer

    def open_page(self) -> str:
        """The kernel's name in a page that was opened."""
        answer = self.ask("GET", "/")
        assert answer.status == 200, answer.text
        self.page = answer.text
        found = re.search(r'"kernelId": "([\w-]+)"', answer.text)
        assert found, answer.text
        return found[1]

    def connect(self, kernel: str, protocol: str = "", **options: Any) -> Any:
        """A web socket to the kernel."""
        url = f"ws://{self.host}/api/kernels/{kernel}/channels?session_id=test"
        asked = {"origin": self.board.origin, "cookie": self.headers.get("Cookie"), **options}
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
    return Visitor(board, has_pass=False)


@pytest.mark.slow
def test_the_key_gives_a_pass_and_leaves_the_address(board: Any) -> None:
    answer = Visitor(board, has_pass=False).ask("GET", board.address.removeprefix(board.origin))
    assert answer.status == 302
    assert answer.headers["Location"] == "/"
    assert "HttpOnly" in answer.headers["Set-Cookie"]


@pytest.mark.parametrize("path", ["/", "/?key=guess", "/voila/static/voila.js", "/api/kernels/1", "/nothing"])
def test_a_request_without_a_key_gets_instructions_and_no_board(stranger: Visitor, path: str) -> None:
    answer = stranger.ask("GET", path)
    assert answer.status == 403
    assert "Open the address that was printed" in answer.text


@pytest.mark.slow
def test_the_page_shows_no_source_and_loads_nothing_from_elsewhere(visitor: Visitor, kernel: str) -> None:
    assert "sys.path" not in visitor.page
    assert "kernel import show" not in visitor.page
    assert not re.findall(r'(?:src|href)="(?:https?:)?//', visitor.page)
    policy = visitor.ask("GET", f"/api/kernels/{kernel}").headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "http" not in policy


@pytest.mark.parametrize(
    "path",
    [
        "/files/board.ipynb",
        "/voila/files/board.ipynb",
        "/board.ipynb",
        "/voila/render/board.ipynb",
        "/voila/tree/",
        "/api/contents",
        "/voila/api/contents",
        "/api/kernels",
        "/api/kernelspecs",
        "/api/sessions",
        "/api/terminals",
        "/terminals/websocket/1",
        "/login",
        "/static/../../board.ipynb",
        "/voila/static/../../../../../../../../etc/passwd",
        "/voila/static/%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "/voila/labextensions/anywidget/../../../../../../../etc/passwd",
        "/voila/templates/lab/static/index.css",
    ],
)
def test_nothing_else_of_the_machine_is_served(visitor: Visitor, path: str) -> None:
    answer = visitor.ask("GET", path)
    assert answer.status in (403, 404)
    assert "root:" not in answer.text


def test_kernels_cannot_be_started_restarted_or_interrupted(visitor: Visitor, kernel: str) -> None:
    for path in ("/api/kernels", f"/api/kernels/{kernel}/restart", f"/api/kernels/{kernel}/interrupt"):
        assert visitor.ask("POST", path, "{}", Origin=visitor.board.origin).status == 403
    assert visitor.ask("DELETE", f"/api/kernels/{kernel}", Origin=visitor.board.origin).status == 403
    assert visitor.ask("GET", f"/api/kernels/{kernel}").status == 200


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


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", None])
def test_a_web_socket_of_another_origin_is_refused_though_it_has_the_pass(
    visitor: Visitor, kernel: str, origin: str | None
) -> None:
    options = {"origin": origin} if origin else {"suppress_origin": True}
    with pytest.raises(websocket.WebSocketBadStatusException, match="403"):
        visitor.connect(kernel, **options)


def test_a_web_socket_without_the_pass_is_refused(visitor: Visitor, stranger: Visitor, kernel: str) -> None:
    with pytest.raises(websocket.WebSocketBadStatusException, match="403"):
        stranger.connect(kernel)


def test_a_name_that_was_made_to_point_here_is_refused(visitor: Visitor, kernel: str) -> None:
    assert visitor.ask("GET", "/", Host="evil.example").status == 403
    with pytest.raises(websocket.WebSocketBadStatusException, match="403"):
        visitor.connect(kernel, host="evil.example")


def test_a_huge_message_closes_the_socket_and_the_board_goes_on(visitor: Visitor, kernel: str) -> None:
    socket = visitor.connect(kernel)
    with contextlib.suppress(OSError, websocket.WebSocketConnectionClosedException):  # closed while it is being sent
        socket.send("x" * (3 * 1024**2))
    with pytest.raises((websocket.WebSocketConnectionClosedException, OSError)):
        wait_for(socket, "an answer")
    socket.shutdown()
    huge = {"Origin": visitor.board.origin, "Content_Length": str(3 * 1024**2)}
    assert visitor.ask("POST", f"/voila/api/shutdown/{uuid.uuid4()}", **huge).status in (400, 413)
    assert visitor.ask("GET", f"/api/kernels/{kernel}").status == 200


@pytest.mark.slow
def test_a_closed_window_ends_its_kernel_and_too_many_windows_are_refused(visitor: Visitor, kernel: str) -> None:
    kernels = [visitor.open_page() for _ in range(3)]
    answer = visitor.ask("GET", "/")
    assert answer.status == 503
    assert "Close the window of one of them" in answer.text
    own = {"Origin": visitor.board.origin}
    assert visitor.ask("POST", f"/voila/api/shutdown/{kernels[0]}", Origin="http://evil.example").status == 403
    for each in kernels:
        assert visitor.ask("POST", f"/voila/api/shutdown/{each}", **own).status == 204
        assert visitor.ask("GET", f"/api/kernels/{each}").status == 404
    assert visitor.ask("POST", f"/voila/api/shutdown/{kernels[0]}", **own).status == 204
    assert visitor.ask("GET", f"/api/kernels/{kernel}").status == 200


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
