"""Access control: which requests are answered.

The board listens on the loopback address only. There, every other user of the machine can send requests, and so can
every web page that the player has open, through the browser. What anybody may have is the empty page and its scripts,
which hold no secret and start nothing. For a board, the page shows the key of its address, and gets a token of its own
for it; with that token it starts one board and talks to that board, and to no other. A new window of the same browser
can have the token of an open one, through a channel that only pages of this port hear, once the player presses a
button. There is no cookie, because a browser sends a cookie to every port of this machine.

| who asks                                | why it gets no board                                                    |
|-----------------------------------------|-------------------------------------------------------------------------|
| another user, another program           | keys and tokens are 256 random bits, which nobody else sees             |
| a reader of the browser's command line  | the key there works once (a reader who is faster than the browser gets a |
|                                         | board, and the player is refused)                                       |
| a page of another site                  | `Origin`, `Sec-Fetch-Site`, and it has no token                         |
| a page on another port of this machine  | the same; the fragment of an address goes to no server, and what a page |
|                                         | stores is open to pages on its own port only                            |
| a link on another page                  | it opens the empty page, which waits until the player presses a button  |
| a name that resolves to this machine    | `Host` must be the loopback address or localhost (DNS rebinding)        |
| another page of this server             | a token is answered for the board of its page only                      |

Not defended against: whoever can read the player's memory or files (the administrator, a program that the player
runs); an extension of the browser; a program that uses up the machine. What the page keeps in the browser, games and
statistics, is open to any program that serves a page on the same port later, once the player opens that page.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping

__all__ = ["BOARD", "CHANNELS", "CLOSED", "ENTER", "KERNEL", "LOOPBACK", "STATIC", "Access"]

LOOPBACK = "127.0.0.1"
KERNEL_ID = r"(?P<kernel_id>\w+-\w+-\w+-\w+-\w+)"
STATIC = ("/voila/static/", "/voila/labextensions/")
"""The folders of scripts and styles."""
ENTER = "/enter"
"""A page shows its key here, and gets a token."""
BOARD = "/board"
"""A page with a token starts its board here, and asks whether it still runs."""
KERNEL = rf"/api/kernels/{KERNEL_ID}"
"""The state of the kernel of a board."""
CHANNELS = rf"{KERNEL}/channels"
"""The web socket between a page and the kernel of its board."""
CLOSED = rf"/closed/{KERNEL_ID}"
"""A page announces here that it is closing."""

NO_KEY = "The address is not complete, or it was used before. Open the address that sudoku-models play has printed."
OTHER_PAGES = "Other pages cannot use the board."


class Access:
    """Keys, tokens and rules for one server.

    Args:
        port: The port of the server.

    >>> access = Access(7836)
    >>> own = {"Host": "127.0.0.1:7836", "Origin": "http://127.0.0.1:7836"}
    >>> access.refusal("GET", "/", own), access.refusal("GET", "/api/kernels", own)
    ('', 'The board has nothing at this address.')
    >>> token = access.enter(access.address.partition("#key=")[2])
    >>> access.refusal("POST", "/board", {**own, "Authorization": f"token {token}"})
    ''
    """

    def __init__(self, port: int) -> None:
        self.port = port
        self._key, self._key_for_once = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
        self._hosts = (f"{LOOPBACK}:{port}", f"localhost:{port}")
        self._kernels: dict[bytes, str] = {}  # of each page, by the hash of its token: a search tells no time

    @property
    def address(self) -> str:
        """The address to print."""
        return f"http://{self._hosts[0]}/#key={self._key}"

    @property
    def address_for_once(self) -> str:
        """The address for opening a browser. Other users may see it on the command line, so it works once."""
        return f"http://{self._hosts[0]}/#key={self._key_for_once}"

    @property
    def sockets(self) -> list[str]:
        """The origins of this server's own web sockets."""
        return [f"ws://{host}" for host in self._hosts]

    def enter(self, key: str) -> str:
        """A token for a new page, for a valid key; empty for another one. The one-time key is used up."""
        if _same(key, self._key_for_once):
            self._key_for_once = secrets.token_urlsafe(32)
        elif not _same(key, self._key):
            return ""
        return self.new_page()

    def new_page(self) -> str:
        """A token for a new page, which has no board yet."""
        token = secrets.token_urlsafe(32)
        self.give(token, "")
        return token

    def give(self, token: str, kernel: str) -> None:
        """Answer the page with this token for this kernel and for no other; for none if it is empty."""
        self._kernels[_hash(token)] = kernel

    def knows(self, token: str) -> bool:
        """Whether a token was given to a page."""
        return _hash(token) in self._kernels

    def opens(self, token: str, kernel: str) -> bool:
        """Whether a token is that of the page of a kernel."""
        return kernel != "" and self._kernels.get(_hash(token)) == kernel

    def refusal(self, method: str, path: str, headers: Mapping[str, str], token: str = "") -> str:
        """Why a request is refused; empty when it is answered.

        Whether a key is right is left to `enter`, which uses it up.

        Args:
            method: The HTTP method, such as "GET".
            path: The path without the query.
            headers: The headers of the request, capitalised as in the standards.
            token: The value of `?token=` in the address; it counts only where a page cannot send a header.
        """
        return self._foreign(path, headers) or self._not_allowed(method, path, headers, token)

    def _foreign(self, path: str, headers: Mapping[str, str]) -> str:
        """Why a request that is not of this server's own pages is refused."""
        host, origin = headers.get("Host", ""), headers.get("Origin")
        if host not in self._hosts:
            return f"The board answers at http://{self._hosts[0]} only."
        if origin is not None and origin != f"http://{host}":
            return OTHER_PAGES
        follows_link = (headers.get("Sec-Fetch-Mode"), headers.get("Sec-Fetch-Dest")) == ("navigate", "document")
        return OTHER_PAGES if is_foreign(headers) and not (path == "/" and follows_link) else ""

    def _not_allowed(self, method: str, path: str, headers: Mapping[str, str], token: str) -> str:
        """Why a request of no page, or of the wrong page, is refused."""
        reads, posts, own = method == "GET", method == "POST", "Origin" in headers
        if path == "/" or path.startswith(STATIC):
            return "" if reads or method == "HEAD" else "The board does not take requests of this kind."
        is_socket = headers.get("Upgrade", "").lower() == "websocket"
        if path == ENTER:
            allowed = posts and own
        elif path == BOARD:
            allowed = (reads or (posts and own)) and self.knows(secret_of(headers))
        elif found := re.fullmatch(KERNEL, path):
            allowed = reads and not is_socket and self.opens(secret_of(headers), found["kernel_id"])
        elif found := re.fullmatch(CHANNELS, path):
            allowed = reads and is_socket and own and self.opens(token, found["kernel_id"])
        elif found := re.fullmatch(CLOSED, path):
            allowed = posts and own and self.opens(token, found["kernel_id"])
        else:
            return "The board has nothing at this address."
        return "" if allowed else NO_KEY


def is_foreign(headers: Mapping[str, str]) -> bool:
    """Whether a browser says that another page, or a link on it, has led to a request.

    >>> is_foreign({"Sec-Fetch-Site": "cross-site"}), is_foreign({"Sec-Fetch-Site": "none"}), is_foreign({})
    (True, False, False)
    """
    return headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin")


def secret_of(headers: Mapping[str, str]) -> str:
    """The key or token in the header of a request; empty if there is none.

    >>> secret_of({"Authorization": "token abc"})
    'abc'
    """
    kind, _, secret = headers.get("Authorization", "").partition(" ")
    return secret.strip() if kind.lower() == "token" else ""


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode())


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "replace")).digest()
