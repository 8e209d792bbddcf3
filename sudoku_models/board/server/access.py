"""Access control: which requests are answered.

The board listens on the loopback address only. There, every other user of the machine can send requests, and so can
every web page that the player has open, through the browser. So a request needs a cookie, which is issued for a key
in the address; and a request from another page is always refused.

| a request of                                 | is refused because of                                          |
|----------------------------------------------|----------------------------------------------------------------|
| another user, another program                | the keys: 256 random bits, which only the player sees          |
| a reader of the browser's command line       | the key there can be used once                                 |
| a page of another site                       | `Origin` and `Sec-Fetch-Site`; the cookie goes to no other site |
| a page on another port of this machine       | the same; it shares the cookies, but not the origin            |
| a name that resolves to this machine (DNS rebinding) | `Host` must be the loopback address or localhost       |
"""

import hmac
import secrets
from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie

__all__ = ["LOOPBACK", "Access"]

LOOPBACK = "127.0.0.1"
ENDED = "/voila/api/shutdown/"
"""A page announces here that it is closing: the only address that accepts data."""


NO_PASS = "This board belongs to another player, or the address is not complete. Open the address that was printed."


class Access:
    """Keys and rules for one server.

    Args:
        port: The port of the server.

    >>> access = Access(8000)
    >>> host = {"Host": "127.0.0.1:8000"}
    >>> access.refusal("GET", "/", host)
    'This board belongs to another player, or the address is not complete. Open the address that was printed.'
    >>> access.refusal("GET", "/", {**host, "Cookie": access.cookie})
    ''
    """

    def __init__(self, port: int) -> None:
        self.port = port
        self._key, self._key_for_once, self._pass = (secrets.token_urlsafe(32) for _ in range(3))
        self._hosts = (f"{LOOPBACK}:{port}", f"localhost:{port}")
        self._cookie_name = f"sudoku-models-{port}"  # cookies know no ports

    @property
    def address(self) -> str:
        """The address to print."""
        return f"http://{self._hosts[0]}/?key={self._key}"

    @property
    def address_for_once(self) -> str:
        """The address for opening a browser. Other users may see it on the command line, so it works once."""
        return f"http://{self._hosts[0]}/?key={self._key_for_once}"

    @property
    def cookie(self) -> str:
        """The cookie that grants access."""
        return f"{self._cookie_name}={self._pass}"

    @property
    def new_cookie(self) -> str:
        """The header that sets the cookie in a browser, until the browser is closed."""
        return f"{self.cookie}; Path=/; HttpOnly; SameSite=Lax"

    @property
    def sockets(self) -> list[str]:
        """The origins of this server's own web sockets."""
        return [f"ws://{host}" for host in self._hosts]

    def takes(self, key: str) -> bool:
        """Whether a key is valid; the one-time key is used up."""
        if _same(key, self._key_for_once):
            self._key_for_once = secrets.token_urlsafe(32)
            return True
        return _same(key, self._key)

    def has_pass(self, headers: Mapping[str, str]) -> bool:
        """Whether the cookie is there."""
        try:
            cookies = SimpleCookie(headers.get("Cookie", ""))
        except CookieError:
            return False
        return self._cookie_name in cookies and _same(cookies[self._cookie_name].value, self._pass)

    def refusal(self, method: str, path: str, headers: Mapping[str, str], key: str = "") -> str:
        """Why a request is refused; empty when it is answered.

        Args:
            method: The HTTP method, such as "GET".
            path: The path without the query.
            headers: The headers of the request, capitalised as in the standards.
            key: The value of `?key=` in the address.
        """
        foreign = self._foreign(method, path, headers)
        if foreign or self.has_pass(headers) or (path == "/" and key and self.takes(key)):
            return foreign
        return (
            "This board belongs to another player, or the address is not complete. Open the address that was printed."
        )

    def _foreign(self, method: str, path: str, headers: Mapping[str, str]) -> str:
        host, origin = headers.get("Host", ""), headers.get("Origin")
        if host not in self._hosts:
            return f"The board answers at http://{self._hosts[0]} only."
        sends = method == "POST" and path.startswith(ENDED)
        if method not in ("GET", "HEAD") and not sends:
            return "The board does not take requests of this kind."
        is_socket = headers.get("Upgrade", "").lower() == "websocket"
        if origin != f"http://{host}" and (origin is not None or is_socket or sends):
            return "Other pages cannot use the board."
        site = headers.get("Sec-Fetch-Site", "none")
        follows_link = (headers.get("Sec-Fetch-Mode"), headers.get("Sec-Fetch-Dest")) == ("navigate", "document")
        if site not in ("none", "same-origin") and not (path == "/" and follows_link):
            return "Other pages cannot use the board."
        return ""


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())
