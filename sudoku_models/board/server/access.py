"""Access control: which requests are answered.

The board listens on the loopback address only. There, every page that the player has open can send requests through the
browser, and so can other programs. Everybody may have the empty page and its scripts, which hold no secret and start
nothing. Everything else needs the token of the address that `sudoku-models play` prints. The token is in the fragment,
which a browser sends to no server, and there is no cookie, because a browser sends a cookie to every port of this
machine.

| who asks                                | why it gets no board                                                    |
|-----------------------------------------|-------------------------------------------------------------------------|
| a page of another site                  | `Origin`, `Sec-Fetch-Site`, and it has no token                         |
| a page on another port of this machine  | the same; storage in the browser belongs to a port                      |
| a link on another page                  | it opens the empty page, which waits until the player presses a button  |
| a name that resolves to this machine    | `Host` must be the loopback address or localhost (DNS rebinding)        |
| another program                         | it does not know the token, 256 random bits                             |

Not defended against: whoever can read the player's processes or files, such as a program that the player runs. On a
machine that you share with people you do not trust, use `--no-browser`: the address is on the command line of the
browser that is opened.
"""

import hmac
import re
import secrets
from collections.abc import Mapping

LOOPBACK = "127.0.0.1"
KERNEL_ID = r"(?P<kernel_id>\w+-\w+-\w+-\w+-\w+)"
STATIC = ("/voila/static/", "/voila/labextensions/")
"""The folders of scripts and styles."""
BOARD = "/board"
"""A page starts its board here."""
STATE = rf"{BOARD}/{KERNEL_ID}"
"""A page asks here whether its board still runs."""
KERNEL = rf"/api/kernels/{KERNEL_ID}"
"""The model of the kernel of a board, for the scripts of Voila."""
CHANNELS = rf"{KERNEL}/channels"
"""The web socket between a page and the kernel of its board."""
CLOSED = rf"/closed/{KERNEL_ID}"
"""A page announces here that it is closing."""
BY_ADDRESS = re.compile(f"{CHANNELS}|{CLOSED}".replace("?P<kernel_id>", "?:"))
"""Where a page cannot send a header, so that the token comes in the address."""

NO_TOKEN = (
    "The address is not complete, or it is of an earlier program. Open the address that sudoku-models play has printed."
)
OTHER_PAGES = "Other pages cannot use the board."


class Access:
    """The token and the rules of one server.

    Args:
        port: The port of the server.

    >>> access = Access(7836)
    >>> own = {"Host": "127.0.0.1:7836", "Origin": "http://127.0.0.1:7836"}
    >>> access.refusal("GET", "/", own), access.refusal("GET", "/", {"Host": "example.org"})
    ('', 'The board answers at http://127.0.0.1:7836 only.')
    >>> access.refusal("POST", "/board", own).partition(",")[0]
    'The address is not complete'
    >>> access.refusal("POST", "/board", {**own, "Authorization": f"token {access.token}"})
    ''
    """

    def __init__(self, port: int) -> None:
        self.token = secrets.token_urlsafe(32)
        self._hosts = (f"{LOOPBACK}:{port}", f"localhost:{port}")

    @property
    def address(self) -> str:
        """The address to open."""
        return f"http://{self._hosts[0]}/#key={self.token}"

    @property
    def sockets(self) -> list[str]:
        """The origins of this server's own web sockets."""
        return [f"ws://{host}" for host in self._hosts]

    def refusal(self, method: str, path: str, headers: Mapping[str, str], token: str = "") -> str:
        """Why a request is refused; empty when it is answered.

        Args:
            method: The HTTP method, such as "GET".
            path: The path without the query.
            headers: The headers of the request, capitalised as in the standards.
            token: The value of `?token=` in the address; it counts only where a page cannot send a header.
        """
        host, origin = headers.get("Host", ""), headers.get("Origin")
        if host not in self._hosts:
            return f"The board answers at http://{self._hosts[0]} only."
        if origin is not None and origin != f"http://{host}":
            return OTHER_PAGES
        follows_link = (headers.get("Sec-Fetch-Mode"), headers.get("Sec-Fetch-Dest")) == ("navigate", "document")
        if is_foreign(headers) and not (path == "/" and follows_link):
            return OTHER_PAGES
        if method in ("GET", "HEAD") and (path == "/" or path.startswith(STATIC)):
            return ""
        has_origin = origin is not None or (method == "GET" and headers.get("Upgrade", "").lower() != "websocket")
        given = token if BY_ADDRESS.fullmatch(path) else _token_of(headers)
        return (
            ""
            if has_origin and hmac.compare_digest(given.encode("utf-8", "replace"), self.token.encode())
            else NO_TOKEN
        )


def is_foreign(headers: Mapping[str, str]) -> bool:
    """Whether a browser says that another page, or a link on it, has led to a request.

    >>> is_foreign({"Sec-Fetch-Site": "cross-site"}), is_foreign({"Sec-Fetch-Site": "none"}), is_foreign({})
    (True, False, False)
    """
    return headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin")


def _token_of(headers: Mapping[str, str]) -> str:
    """The token in the header of a request; empty if there is none."""
    kind, _, token = headers.get("Authorization", "").partition(" ")
    return token.strip() if kind.lower() == "token" else ""
