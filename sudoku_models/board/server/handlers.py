"""The answers of the server, request by request. Each request has passed access control first."""

import asyncio
import html
import json
from pathlib import Path
from typing import Any

from jupyter_server.auth.identity import IdentityProvider, User
from jupyter_server.services.kernels.handlers import KernelHandler
from tornado import httputil, web
from voila.static_file_handler import MultiStaticFileHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from ...errors import SudokuModelsError
from .access import BOARD, Access, is_foreign
from .boards import Boards, Kernel, TooManyBoardsError

PAGE = Path(__file__).parent / "page"


class Guarded(web.Application):
    """An application in which every request passes access control first."""

    def find_handler(self, request: httputil.HTTPServerRequest, **values: Any) -> Any:
        access: Access = self.settings["access"]
        token = request.arguments.get("token", [b""])[-1].decode("utf-8", "replace")
        if reason := access.refusal(request.method or "", request.path, request.headers, token):
            return self.get_handler_delegate(request, _Refused, {"reason": reason})
        return super().find_handler(request, **values)


class Single(IdentityProvider):
    """Jupyter's own checks: access control has let the request pass."""

    def get_user(self, handler: Any) -> User:
        return User("player")


class _WithHeaders(web.RequestHandler):
    """Every answer carries the headers of the settings, as those of Jupyter's handlers do."""

    def set_default_headers(self) -> None:
        for name, value in self.settings["headers"].items():
            self.set_header(name, value)


class StaticFiles(_WithHeaders, MultiStaticFileHandler):
    """The scripts of Voila."""


class _Handler(_WithHeaders):
    """A handler of the board's own."""

    def set_default_headers(self) -> None:
        super().set_default_headers()
        self.set_header("Cache-Control", "no-store")

    def answer(self, status: int = 200, **values: Any) -> None:
        """Send values as JSON."""
        self.set_status(status)
        self.set_header("Content-Type", "application/json")
        self.finish(json.dumps(values))


class NotFound(_Handler):
    """There is nothing at this address."""

    def prepare(self) -> None:
        raise web.HTTPError(404)


class _Refused(_Handler):
    """Tells why access control has refused a request."""

    def initialize(self, reason: str) -> None:
        self.reason = reason

    def prepare(self) -> None:
        if self.request.path.startswith(BOARD):
            self.answer(403, reason=self.reason)
            return
        self.set_status(403)
        self.set_header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
        text = (PAGE / "refused.html").read_text(encoding="utf-8")
        self.finish(text.replace("{reason}", html.escape(self.reason)))


class Shell(_Handler):
    """The page without a board. It holds no secret and starts nothing; its script asks for a board."""

    def initialize(self, config: dict[str, Any]) -> None:
        self.config = config

    def get(self) -> None:
        text = (PAGE / "index.html").read_text(encoding="utf-8")
        text = text.replace("{linked}", "true" if is_foreign(self.request.headers) else "false")
        self.set_header("Cross-Origin-Opener-Policy", "same-origin")  # the page that has linked to it cannot close it
        self.finish(text.replace("{config}", json.dumps(self.config).replace("<", "\\u003c")))

    head = get


class _OfBoards(_Handler):
    def initialize(self, boards: Boards) -> None:
        self.boards = boards


class NewBoard(_OfBoards):
    """Starts the board of a page."""

    starting: "asyncio.Future[Kernel] | None" = None

    def on_connection_close(self) -> None:
        """The page was closed, or loaded again, while its board was being started."""
        if self.starting:
            self.starting.cancel()

    async def post(self) -> None:
        self.starting = asyncio.ensure_future(self.boards.open())
        try:
            kernel = await self.starting
        except TooManyBoardsError as error:
            self.answer(503, reason=f"{error}")
        except SudokuModelsError as error:
            self.answer(500, reason=f"{error}")
        except asyncio.CancelledError:
            self.answer(409, reason="This page was closed, or loaded again.")
        else:
            self.answer(kernel=kernel.name, outputs=kernel.outputs)


class BoardState(_OfBoards):
    """Tells a page why its board has ended; an empty reason while it runs."""

    def get(self, kernel_id: str) -> None:
        self.answer(reason=self.boards.reason(kernel_id))


class PageClosed(_OfBoards):
    """Ends the board of a page that is closing."""

    async def post(self, kernel_id: str) -> None:
        await self.boards.end(kernel_id)
        self.set_status(204)
        self.finish()


class KernelModel(KernelHandler):
    """The model of a kernel, which can be read, but not ended."""

    SUPPORTED_METHODS = ("GET",)


class WebSocket(VoilaKernelWebsocketHandler):
    """The web socket between a page and the kernel of its board."""

    is_noted = False

    def initialize(self, boards: Boards) -> None:
        self.boards = boards

    async def open(self, kernel_id: str) -> None:
        self.is_noted = True
        self.boards.connected(kernel_id)
        await super().open(kernel_id)

    def on_close(self) -> None:
        if self.is_noted:
            self.boards.disconnected(self.kernel_id)
        super().on_close()
