"""Voila, restricted to the addresses that the board needs: the page, its scripts, and the web socket of its kernel.

There are no files, no folders, no terminals, no list of kernels, and only opening the page starts one.
"""

import errno
import html
import json
import logging
import os
import signal
import socket
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from ...errors import InputError, NotInstalledError
from .access import ENDED, LOOPBACK, Access

# Half of Voila's start would go into the grammar of a format of JSON schema that is not used here; jsonschema does
# without it, as it does where it is not installed.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]

try:
    import anywidget  # noqa: F401
    from jupyter_client.kernelspec import KernelSpecManager
    from jupyter_server.auth.identity import IdentityProvider, User
    from jupyter_server.base.handlers import APIHandler, FileFindHandler
    from jupyter_server.services.kernels.handlers import KernelHandler
    from tornado import httputil, ioloop, web
    from tornado.httpserver import HTTPServer
    from traitlets.config import Config
    from voila.app import Voila
    from voila.static_file_handler import MultiStaticFileHandler
    from voila.tornado.handler import TornadoVoilaHandler
    from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler
except ModuleNotFoundError as error:
    raise NotInstalledError(
        f"to play on a web page, {(error.name or '').partition('.')[0]} is missing; install what it needs with: "
        'python -m pip install anywidget "voila>=0.5.8,<0.6"'
    ) from None

__all__ = ["serve"]

PAGE = Path(__file__).parent / "page"
MOST_BOARDS = 4
"""The largest number of open windows; each has a process of about 150 MB."""
LARGEST_MESSAGE = 2 * 1024**2
"""The largest message in bytes; the board sends files in parts of a quarter of this."""
FORGOTTEN_AFTER = 120
"""Seconds after which the kernel of a lost page ends."""
WIDGETS_ONLY = ["comm_open", "comm_close", "comm_msg", "comm_info_request", "kernel_info_request"]
"""The messages that a page can send to its kernel. None of them carries code."""
KERNEL = r"(?P<kernel_id>\w+-\w+-\w+-\w+-\w+)"


def serve(game: str, port: int, on_ready: Callable[[str], None], open_browser: bool = True) -> None:
    """Serve the board until Ctrl-C.

    Args:
        game: The text of `board.saving.text_of`.
        port: The port; 0 for any free port.
        on_ready: Called with the address when the server is ready.
        open_browser: Whether to open a browser.

    Raises:
        InputError: When the port is not available.
        NotInstalledError: When Voila is missing.
    """
    listening = _listen(port)
    access = Access(listening.getsockname()[1])
    with tempfile.TemporaryDirectory(prefix="sudoku-models-") as folder:
        _keep_to(Path(folder))
        server = _Server(config=_config(access, Path(folder)))
        server.access, server.listening = access, listening
        _write_notebook(Path(folder) / "board.ipynb", game)
        server.initialize([])
        server.prepare()
        on_ready(access.address)
        if open_browser:
            # In a thread, because a browser in the terminal would block.
            threading.Thread(target=webbrowser.open, args=(access.address_for_once,), daemon=True).start()
        server.run_until_stopped()


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
    for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR"):
        os.environ[name] = str(folder / name.lower())


def _config(access: Access, folder: Path) -> Config:
    settings: dict[str, dict[str, Any]] = {
        "Voila": {
            "log_level": "CRITICAL",
            "notebook_path": str(folder / "board.ipynb"),
            "connection_dir_root": str(folder),
            "config_file_paths": [],
            "kernel_spec_manager_class": _ThisPython,
            "tornado_settings": {
                "headers": {"Content-Security-Policy": _policy(access), "Referrer-Policy": "no-referrer"},
                "allow_remote_access": False,
                "disable_check_xsrf": True,  # access control checks the origin of every request
                "websocket_max_message_size": LARGEST_MESSAGE,
                "ws_ping_timeout": 30_000,
            },
        },
        "VoilaConfiguration": {
            "strip_sources": True,
            "allow_template_override": "NO",
            "allow_theme_override": "NO",
            "attempt_fix_notebook": True,
            "extension_allowlist": [
                "anywidget",
                "@jupyter-widgets/jupyterlab-manager",
                "@voila-dashboards/widgets-manager8",
            ],
            "kernel_spec_manager_class": _ThisPython,
        },
        "MappingKernelManager": {"cull_idle_timeout": FORGOTTEN_AFTER, "cull_interval": 15, "cull_connected": False},
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


def _write_notebook(path: Path, game: str) -> None:
    """Write the notebook of the kernel, with one cell that the page never sees."""
    source = (
        f"import sys; sys.path[:] = {[str(Path(each).absolute()) for each in sys.path]!r}\n"
        f"from {__package__}.kernel import show\n"
        f"show({game!r})"
    )
    nothing: dict[str, Any] = {"metadata": {}, "outputs": [], "execution_count": None}
    cell = {"cell_type": "code", "id": "board", "source": source, **nothing}
    spec = {"name": "python3", "display_name": "Python", "language": "python"}
    book = {"cells": [cell], "metadata": {"kernelspec": spec}, "nbformat": 4, "nbformat_minor": 5}
    path.write_text(json.dumps(book), encoding="utf-8")


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

    def setup_template_dirs(self) -> None:
        super().setup_template_dirs()
        self.template_paths.insert(0, str(PAGE))

    def init_handlers(self) -> list[Any]:
        here = {"notebook_path": "board.ipynb", "template_paths": self.template_paths, "config": self.config}
        return [
            (r"/()", _Page, {**here, "voila_configuration": self.voila_configuration}),
            (rf"/api/kernels/{KERNEL}", KernelHandler),
            (rf"/api/kernels/{KERNEL}/channels", VoilaKernelWebsocketHandler),
            (rf"{ENDED}{KERNEL}", _PageClosed),
            (r"/voila/static/(.*)", MultiStaticFileHandler, {"paths": self.static_paths}),
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
        settings["identity_provider"] = _Player(parent=self, token="")
        settings["access"] = self.access
        self.app = _Guarded(**{**settings, **self.tornado_settings})
        self.app.add_handlers(".*$", self.init_handlers())
        self.http_server = HTTPServer(self.app, max_body_size=LARGEST_MESSAGE, max_buffer_size=2 * LARGEST_MESSAGE)
        self.http_server.add_socket(self.listening)
        self.ioloop = ioloop.IOLoop.current()
        for name in ("SIGTERM", "SIGHUP", "SIGINT"):
            if number := getattr(signal, name, None):
                signal.signal(number, self._handle_signal_stop)

    def run_until_stopped(self) -> None:
        """Run until Ctrl-C, or until the terminal is closed; then end the kernels too."""
        self.ioloop.start()
        self.http_server.stop()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        self.ioloop.run_sync(partial(self.kernel_manager.shutdown_all, now=True), timeout=20)
        self.ioloop.run_sync(self.http_server.close_all_connections, timeout=5)


class _Player(IdentityProvider):
    """Jupyter's own checks, by the same access control."""

    def get_user(self, handler: Any) -> User | None:
        access: Access = handler.settings["access"]
        return User("player") if access.has_pass(handler.request.headers) else None


class _Guarded(web.Application):
    """An application in which every request passes access control first."""

    def find_handler(self, request: httputil.HTTPServerRequest, **values: Any) -> Any:
        key = request.arguments.get("key", [b""])[-1].decode("utf-8", "replace")
        if reason := self.settings["access"].refusal(request.method or "", request.path, request.headers, key):
            return self.get_handler_delegate(request, _Refused, {"reason": reason})
        if key:
            return self.get_handler_delegate(request, _Welcome)
        return super().find_handler(request, **values)


class _Refused(web.RequestHandler):
    """Say why."""

    def initialize(self, reason: str, status: int = 403) -> None:
        self.reason, self.status = reason, status

    def prepare(self) -> None:
        self.set_status(self.status)
        self.set_header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
        text = (PAGE / "refused.html").read_text(encoding="utf-8")
        self.finish(text.replace("{reason}", html.escape(self.reason)))


class _Welcome(web.RequestHandler):
    """After a valid key: set the cookie, and remove the key from the address."""

    def get(self) -> None:
        self.set_header("Set-Cookie", self.settings["access"].new_cookie)
        self.set_header("Referrer-Policy", "no-referrer")
        self.redirect("/")


class _Page(TornadoVoilaHandler):
    """The page of the board; each window has its own board."""

    async def get(self, path: str | None = None) -> None:
        if len(self.kernel_manager.list_kernel_ids()) >= MOST_BOARDS:
            text = f"{MOST_BOARDS} boards are open. Close the window of one of them, then load this page again."
            self.set_status(503)
            self.finish((PAGE / "refused.html").read_text(encoding="utf-8").replace("{reason}", text))
            return
        await super().get(path=None)


class _PageClosed(APIHandler):
    """Ends the kernel of a closed window."""

    @web.authenticated
    async def post(self, kernel_id: str) -> None:
        if kernel_id in self.kernel_manager:
            await self.kernel_manager.shutdown_kernel(kernel_id, now=True)
        self.set_status(204)
        self.finish()
