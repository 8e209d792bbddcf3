"""The server of `sudoku-models play`: the page with its scripts, its commands, and what it is told.

A page opens one long answer, in which it gets its traits and messages line by line, and sends each command in a
request. The threads of the server only read and write; boards are changed in the thread of the event loop alone.
"""

import asyncio
import contextlib
import errno
import json
import queue
import select
import signal
import socket
import threading
import time
import webbrowser
from collections.abc import Callable
from concurrent.futures import Future
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, TypeVar

from ...errors import InputError
from ...runtime.platform import has_display
from .. import page as page_of_board
from .. import tab
from ..tab.writing import shell
from .access import CLASS, LOOPBACK, PLAYER, TEACHER, Access, is_foreign, token_of
from .boards import Boards, Page, TooManyPagesError

PORT = 7836
"""The usual port: assigned to nobody, and SUDO on the keys of a telephone. It is always the same one, because games,
which the page keeps in the browser, belong to a port."""
LARGEST_MESSAGE = 2 * 1024**2
"""The largest message in bytes; the board sends files in parts of a quarter of this."""
SLOW_SECONDS = 20.0
"""Seconds after which a connection is closed that sends no more of a request, or takes nothing."""
LOOK_SECONDS = 0.3
"""Seconds between two looks at whether a page is still there."""
LEAVING_SECONDS = 2.0
"""Seconds in which the board of a page that was just closed makes room for another one."""

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src data: blob:; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""The headers of every answer: nothing is loaded from the network, and no other page can look at it."""

Found = TypeVar("Found")


def serve(
    game: str,
    port: int | None,
    on_ready: Callable[..., None],
    open_browser: bool = True,
    mode: str = "play",
) -> None:
    """Serve the board until Ctrl-C.

    Args:
        game: The text of `board.saving.text_of`.
        port: The port; 0 for any free port, None for the usual one, or any free port if another program has that.
        on_ready: Called with the address when the server is ready; in class with that of the teacher and that of the
            class.
        open_browser: Whether to open a browser.
        mode: "play" or "class".

    Raises:
        InputError: When the port is not available.
    """
    listening = _listen_anywhere() if port is None else _listen(port)
    access = Access(listening.getsockname()[1], (TEACHER, CLASS) if mode == "class" else (PLAYER,))
    asyncio.run(_run(_Server(listening, access, Boards(game, mode)), on_ready, open_browser))


async def _run(server: "_Server", on_ready: Callable[..., None], open_browser: bool) -> None:
    """Serve until a signal comes."""
    server.loop, stopped = asyncio.get_running_loop(), asyncio.Event()
    for name in ("SIGTERM", "SIGHUP", "SIGINT"):
        if number := getattr(signal, name, None):
            signal.signal(number, lambda *_: server.loop.call_soon_threadsafe(stopped.set))
    threading.Thread(target=server.serve_forever, args=(0.1,), daemon=True).start()
    on_ready(*server.access.addresses)
    if open_browser and has_display():  # in a thread, because a browser in the terminal would block
        threading.Thread(target=webbrowser.open, args=(server.access.addresses[0],), daemon=True).start()
    await stopped.wait()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    server.has_ended = True
    await asyncio.to_thread(server.shutdown)
    server.server_close()  # before the pages ask what has happened
    server.boards.close()


def _listen_anywhere() -> socket.socket:
    """The usual port, or another one if that is taken."""
    with contextlib.suppress(InputError):
        return _listen(PORT)
    return _listen(0)


def _listen(port: int) -> socket.socket:
    if not 0 <= port <= 65535:
        raise InputError(f"a port is a number from 0 to 65535, not {port}")
    try:
        return socket.create_server((LOOPBACK, port), backlog=100)
    except OSError as error:
        reason = "is in use" if error.errno == errno.EADDRINUSE else f"is not available ({error.strerror or error})"
        raise InputError(f"port {port} {reason}; name another one, or 0 for any that is free") from None


def _files() -> dict[str, tuple[str, str]]:
    """The type and the text of what everybody may read, by its path."""
    scripts = {"board": page_of_board.script()}
    for path in (Path(__file__).parent / "start.js", Path(tab.__file__).parent / "model.js"):
        scripts[path.stem] = path.read_text(encoding="utf-8")
    return {f"/{name}.js": ("text/javascript", text) for name, text in scripts.items()}


class _Server(ThreadingHTTPServer):
    """A thread for each connection."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, listening: socket.socket, access: Access, boards: Boards) -> None:
        super().__init__(listening.getsockname(), _Handler, bind_and_activate=False)
        self.socket.close()
        self.socket = listening
        self.access, self.boards = access, boards
        self.loop: asyncio.AbstractEventLoop
        self.has_ended = False
        self.files = _files()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A connection that breaks is nothing to report."""

    def call(self, function: Callable[..., Found], *values: Any) -> Found:
        """Call a function in the thread of the boards, and wait for its result."""
        found: Future[Found] = Future()

        def run() -> None:
            try:
                found.set_result(function(*values))
            except Exception as error:
                found.set_exception(error)

        self.loop.call_soon_threadsafe(run)
        return found.result(SLOW_SECONDS)


class _Handler(BaseHTTPRequestHandler):
    """Answers the requests of one connection."""

    server: _Server
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "sudoku-models", ""
    timeout = SLOW_SECONDS

    def parse_request(self) -> bool:
        """Read a request; one that comes when the server has ended is not answered, so that its page knows."""
        if self.server.has_ended:
            self.close_connection = True
            return False
        return super().parse_request()

    def log_message(self, *values: Any) -> None:
        """Nothing is printed."""

    def end_headers(self) -> None:
        for name, value in HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def _answer(self, status: int, text: str = "", kind: str = "text/plain") -> None:
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        if status >= 400:  # what it still sends is not read
            self.close_connection = True
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def _done(self) -> None:
        self.send_response(204)
        self.end_headers()

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        if reason := self.server.access.refusal(self.command, path, self.headers, path in self.server.files):
            self._answer(403, reason)
        elif path == "/":
            linked = ' data-linked="true"' if is_foreign(self.headers) else ""
            self._answer(200, shell(body=linked), "text/html")
        elif path in self.server.files:
            kind, text = self.server.files[path]
            self._answer(200, text, kind)
        else:
            self._answer(404, "There is nothing here.")

    do_HEAD = do_GET

    def do_POST(self) -> None:
        kind, _, name = self.path[1:].partition("/")
        if reason := self.server.access.refusal("POST", self.path, self.headers):
            self._answer(403, reason)
        elif (body := self._body()) is None:
            self._answer(413, "The message is too large, or its length is missing.")
        elif self.path == "/page":
            self._open()
        elif self.path == "/alive":
            self._done()
        elif kind == "page" and (page := self.server.boards.pages.get(name)) and page.role == self._role:
            self._command(page, body)
        else:
            self._answer(404, "This board has ended.")

    @property
    def _role(self) -> str:
        return self.server.access.role_of(token_of(self.headers))

    def _body(self) -> bytes | None:
        length = self.headers.get("Content-Length", "")
        if not (length.isascii() and length.isdigit() and len(length) < 12 and int(length) <= LARGEST_MESSAGE):
            return None
        body = self.rfile.read(int(length))
        return body if len(body) == int(length) else None

    def _command(self, page: Page, body: bytes) -> None:
        """Carry out a command: JSON in a line, then a file if it has one."""
        line, has_file, file = body.partition(b"\n")
        try:
            self.server.call(page.receive, line.decode(), [file] if has_file else [])
        except (ValueError, RecursionError):
            self._answer(400, "This is no command.")
        else:
            self._done()

    def _open(self) -> None:
        """Tell a page everything, until it is closed or the server ends."""
        role = self._role
        try:
            page = self._new_page(role)
        except TooManyPagesError as error:
            self._answer(503, f"{error}")
            return
        try:
            self.close_connection = True
            self.send_response(200)
            self.send_header("Content-Type", "application/x-ndjson; charset=utf-8")
            self.send_header("Connection", "close")
            self.end_headers()
            line: str | None = json.dumps({"page": page.name, "role": role})
            while line is not None and not self._has_left():
                if line:
                    self.wfile.write(f"{line}\n".encode())
                try:
                    line = page.lines.get(timeout=LOOK_SECONDS)
                except queue.Empty:
                    line = ""
        finally:
            with contextlib.suppress(RuntimeError):  # the server has ended
                self.server.call(self.server.boards.leave, page)

    def _new_page(self, role: str) -> Page:
        """A new page; the one before it, which was just loaded again, may still be leaving."""
        until = time.monotonic() + LEAVING_SECONDS
        while True:
            try:
                return self.server.call(self.server.boards.open, role)
            except TooManyPagesError:
                if time.monotonic() > until:
                    raise
                time.sleep(LOOK_SECONDS)

    def _has_left(self) -> bool:
        """Whether the page has closed the connection; it sends nothing more on it."""
        return bool(select.select([self.connection], [], [], 0)[0])
