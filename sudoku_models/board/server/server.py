"""Voila, restricted to the addresses that the board needs: the page, its scripts, and the web socket of its kernel.

There are no files, no folders, no terminals, no list of kernels, and only a page with the token starts one.
"""

import asyncio
import errno
import logging
import os
import signal
import socket
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from ...errors import InputError, NotInstalledError, WorkerError
from .access import BOARD, CHANNELS, CLOSED, KERNEL, LOOPBACK, STATE, Access
from .boards import Boards, Kernel

# Half of Voila's start would go into the grammar of a format of JSON schema that is not used here; jsonschema does
# without it, as it does where it is not installed.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]

try:
    import anywidget  # noqa: F401
    import nbformat
    from jupyter_client.kernelspec import KernelSpecManager
    from jupyter_core.utils import ensure_async
    from jupyter_server.base.handlers import FileFindHandler
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError, DeadKernelError
    from tornado import ioloop
    from tornado.httpserver import HTTPServer
    from tornado.websocket import WebSocketClosedError
    from traitlets.config import Config
    from voila.app import Voila
    from voila.utils import get_page_config

    from . import handlers
except ModuleNotFoundError as error:
    raise NotInstalledError(
        f"to play on a web page, {(error.name or '').partition('.')[0]} is missing; install what it needs with: "
        'python -m pip install anywidget "voila>=0.5.8,<0.6"'
    ) from None

PORT = 7836
"""The usual port: assigned to nobody, and SUDO on the keys of a telephone. It is always the same one, because games and
statistics, which the page keeps in the browser, belong to a port."""
LIVE = "application/vnd.jupyter.widget-view+json"
"""The type of an output that is a live widget."""
LARGEST_MESSAGE = 2 * 1024**2
"""The largest message in bytes; the board sends files in parts of a quarter of this."""
WIDGETS_ONLY = ["comm_open", "comm_close", "comm_msg", "comm_info_request", "kernel_info_request"]
"""The messages that a page can send to its kernel. None of them carries code."""


def serve(game: str, port: int | None, on_ready: Callable[[str], None], open_browser: bool = True) -> None:
    """Serve the board until Ctrl-C.

    Args:
        game: The text of `board.saving.text_of`.
        port: The port; 0 for any free port, None for the usual one, or any free port if another program has that.
        on_ready: Called with the address when the server is ready.
        open_browser: Whether to open a browser.

    Raises:
        InputError: When the port is not available.
        NotInstalledError: When Voila is missing.
    """
    listening = _listen_anywhere() if port is None else _listen(port)
    access = Access(listening.getsockname()[1])
    with tempfile.TemporaryDirectory(prefix="sudoku-models-") as folder:
        _keep_to(Path(folder))
        server = _Server(config=_config(access, Path(folder)))
        server.access, server.listening, server.game = access, listening, game
        server.initialize([])
        server.prepare()
        on_ready(access.address)
        if open_browser:
            # In a thread, because a browser in the terminal would block.
            threading.Thread(target=webbrowser.open, args=(access.address,), daemon=True).start()
        server.run_until_stopped()


def _listen_anywhere() -> socket.socket:
    """The usual port, or another one if that is taken."""
    with suppress(InputError):
        return _listen(PORT)
    return _listen(0)


def _listen(port: int) -> socket.socket:
    if not 0 <= port <= 65535:
        raise InputError(f"a port is a number from 0 to 65535, not {port}")
    try:
        listening = socket.create_server((LOOPBACK, port))
    except OSError as error:
        reason = "is in use" if error.errno == errno.EADDRINUSE else f"is not available ({error.strerror or error})"
        raise InputError(f"port {port} {reason}; name another one, or 0 for any that is free") from None
    listening.setblocking(False)
    return listening


def _keep_to(folder: Path) -> None:
    """Keep Jupyter and IPython from the user's files: no settings, no history, no startup files."""
    logging.getLogger("tornado").setLevel(logging.CRITICAL)  # it would print each request that is refused
    logging.getLogger("asyncio").addFilter(_is_for_a_page_that_is_there)
    for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR"):
        os.environ[name] = str(folder / name.lower())


def _is_for_a_page_that_is_there(record: logging.LogRecord) -> bool:
    """Whether a report is about anything else than a message to a page that has just gone."""
    return not (record.exc_info and isinstance(record.exc_info[1], WebSocketClosedError))


def _config(access: Access, folder: Path) -> Config:
    settings: dict[str, dict[str, Any]] = {
        "Voila": {
            "log_level": "CRITICAL",
            "root_dir": str(folder),
            "connection_dir_root": str(folder),
            "config_file_paths": [],
            "kernel_spec_manager_class": _ThisPython,
            "tornado_settings": {
                "headers": {
                    "Content-Security-Policy": _policy(access),
                    "Referrer-Policy": "no-referrer",
                    "X-Content-Type-Options": "nosniff",
                    "Cross-Origin-Resource-Policy": "same-origin",
                },
                "allow_remote_access": False,
                "disable_check_xsrf": True,  # access control checks the origin of every request
                "websocket_max_message_size": LARGEST_MESSAGE,
            },
        },
        "VoilaConfiguration": {
            "extension_allowlist": [
                "anywidget",
                "@jupyter-widgets/jupyterlab-manager",
                "@voila-dashboards/widgets-manager8",
            ],
            "kernel_spec_manager_class": _ThisPython,
        },
        # A kernel that was started again would have no board. The page offers a new one instead.
        "KernelRestarter": {"restart_limit": 0, "time_to_dead": 1.0},
        # The rates guard against code that prints without end; here all that is sent is the board's own.
        "ZMQChannelsWebsocketConnection": {"limit_rate": False},
    }
    if sys.platform == "linux" and len(str(folder)) < 48:  # the name of such a socket may have 107 bytes
        settings["KernelManager"] = {"transport": "ipc"}  # so that no other user can listen in
    return Config(settings)


def _policy(access: Access) -> str:
    """The content security policy: nothing is loaded from the network."""
    own = "'self' blob: data:"
    return (
        f"default-src 'none'; script-src {own} 'unsafe-inline' 'unsafe-eval'; style-src {own} 'unsafe-inline'; "
        f"img-src {own}; font-src {own}; connect-src 'self' {' '.join(access.sockets)}; frame-src 'self'; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    )


def _notebook(game: str) -> Any:
    """The notebook of a kernel, with one cell, which the page never sees."""
    source = (
        f"import sys; sys.path[:] = {[str(Path(each).absolute()) for each in sys.path]!r}\n"
        "from sudoku_models import BoardWidget\n"
        f"BoardWidget.load({game!r})"
    )
    return nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)])


class _ThisPython(KernelSpecManager):
    """Kernels run in this Python, whatever kernel the user has installed under that name."""

    def _kernel_dirs_default(self) -> list[str]:
        return []

    def get_kernel_spec(self, kernel_name: str) -> Any:
        spec = super().get_kernel_spec(kernel_name)
        spec.argv = [*spec.argv, "--log-level=CRITICAL", "--HistoryManager.enabled=False"]
        return spec


class _Server(Voila):
    """Voila with access control and a limit on the boards that are open."""

    access: Access
    listening: socket.socket
    game: str

    def init_handlers(self) -> list[Any]:
        config = get_page_config(self.base_url, self.app.settings, self.log, self.voila_configuration)
        return [
            (r"/", handlers.Shell, {"config": config}),
            (BOARD, handlers.NewBoard, {"boards": self.boards}),
            (STATE, handlers.BoardState, {"boards": self.boards}),
            (KERNEL, handlers.KernelModel),
            (CHANNELS, handlers.WebSocket, {"boards": self.boards}),
            (CLOSED, handlers.PageClosed, {"boards": self.boards}),
            (r"/voila/static/(.*)", handlers.StaticFiles, {"paths": self.static_paths}),
            (
                r"/voila/labextensions/((?:anywidget|@jupyter-widgets|@voila-dashboards)/.*)",
                FileFindHandler,
                {"path": self.labextensions_path, "no_cache_paths": ["/"]},
            ),
        ]

    def prepare(self) -> None:
        """Start accepting requests."""
        self.connection_dir = tempfile.mkdtemp(prefix="", dir=self.connection_dir_root)
        settings = self.init_settings()
        self.kernel_manager.allowed_message_types = WIDGETS_ONLY
        settings["identity_provider"] = handlers.Single(parent=self, token="")
        settings["access"] = self.access
        settings["default_handler_class"] = handlers.NotFound
        self.boards = Boards(self.start_kernel, self.end_kernel)
        self.app = handlers.Guarded(**{**settings, **self.tornado_settings})
        self.app.add_handlers(".*$", self.init_handlers())
        self.http_server = HTTPServer(self.app, max_body_size=LARGEST_MESSAGE, max_buffer_size=2 * LARGEST_MESSAGE)
        self.http_server.add_socket(self.listening)
        self.ioloop = ioloop.IOLoop.current()
        ioloop.PeriodicCallback(self.boards.forget, 15_000).start()
        for name in ("SIGTERM", "SIGHUP", "SIGINT"):
            if number := getattr(signal, name, None):
                signal.signal(number, self._handle_signal_stop)

    async def start_kernel(self) -> Kernel:
        """A kernel that shows a board.

        Raises:
            WorkerError: When it does not.
        """
        starting = asyncio.ensure_future(ensure_async(self.kernel_manager.start_kernel(kernel_name="python3")))
        try:
            name = await asyncio.shield(starting)
            self.kernel_manager.add_restart_callback(name, partial(self.boards.died, name), "dead")
            return Kernel(name, await self._show(name))
        except BaseException as error:
            await self.end_kernel(await starting)
            if not isinstance(error, (CellExecutionError, DeadKernelError, RuntimeError)):
                raise
            last = f"{error}".strip().splitlines()[-1]
            raise WorkerError(f"the process of the board has not started ({last})") from None

    async def _show(self, name: str) -> list[Any]:
        """The page of a kernel: its board."""
        book = _notebook(self.game)
        client = NotebookClient(book, km=self.kernel_manager.get_kernel(name))
        try:
            await client.async_start_new_kernel_client()
            await client.async_execute_cell(book.cells[0], 0, store_history=False)
        finally:
            if client.kc is not None:
                client.kc.stop_channels()
        # The picture of the board, for pages without a kernel, is not needed.
        return [each for each in book.cells[0].outputs if LIVE in each.get("data", {})]

    async def end_kernel(self, name: str) -> None:
        """End a kernel at once."""
        if name in self.kernel_manager:
            await ensure_async(self.kernel_manager.shutdown_kernel(name, now=True))

    def run_until_stopped(self) -> None:
        """Run until Ctrl-C, or until the terminal is closed; then end the kernels too."""
        self.ioloop.start()
        self.http_server.stop()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        self.ioloop.run_sync(partial(self.kernel_manager.shutdown_all, now=True), timeout=20)
        self.ioloop.run_sync(self.http_server.close_all_connections, timeout=5)
