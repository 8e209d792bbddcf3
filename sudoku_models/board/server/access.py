"""Access control: which requests are answered, and what their sender may do.

The board listens on the loopback address only. There, every page that the player has open can send requests through the
browser, and so can other programs. Everybody may have the empty page and its scripts, which hold no secret and start
nothing. Everything else needs a token, in a header that only the page's own script can set. There is no cookie, because
a browser sends a cookie to every port of this machine.

The address that `sudoku-models play` prints has the token as a key in its fragment, which a browser sends to no server.
It is good until the server ends.

| who asks                                | why it gets no board                                                    |
|-----------------------------------------|-------------------------------------------------------------------------|
| a page of another site                  | `Origin`, `Sec-Fetch-Site`, and it has no token                         |
| a page on another port of this machine  | the same; storage in the browser belongs to a port                      |
| a link on another page                  | it opens the empty page, which waits until the player presses a button  |
| a name that resolves to this machine    | `Host` must be the loopback address or localhost (DNS rebinding)        |
| another program                         | it does not know the token, 256 random bits                             |

Not defended against: whoever sits at the player's keyboard, where the browser's history has the address, or can read
the player's processes or files, such as a program that the player runs. On a machine that you share with people you do
not trust, use `--no-browser`: the address is on the command line of the browser that is opened.
"""

import hmac
import secrets
from collections.abc import Mapping
from email.message import Message

LOOPBACK = "127.0.0.1"
Headers = Mapping[str, str] | Message
PLAYER, TEACHER, CLASS = "player", "teacher", "class"
"""The roles of a page: it has a board of its own, or shares one with a class."""

NO_TOKEN = (
    "This address cannot be used any more, or it is not complete. Open the last address in the terminal of "
    "sudoku-models play. If it has ended, start it again."
)
OTHER_PAGES = "Other pages cannot use the board."


class Access:
    """The keys of one server, and its rules.

    Args:
        port: The port of the server.
        roles: Whom an address is printed for.

    >>> access = Access(7836)
    >>> own = {"Host": "127.0.0.1:7836", "Origin": "http://127.0.0.1:7836"}
    >>> access.refusal("GET", "/", own), access.refusal("GET", "/", {"Host": "example.org"})
    ('', 'The board answers at http://127.0.0.1:7836 only.')
    >>> access.refusal("POST", "/page", own).partition(",")[0]
    'This address cannot be used any more'
    >>> access.refusal("POST", "/page", {**own, "Authorization": f"token {access.keys['player']}"})
    ''
    """

    def __init__(self, port: int, roles: tuple[str, ...] = (PLAYER,)) -> None:
        self._hosts = (f"{LOOPBACK}:{port}", f"localhost:{port}")
        self.keys = {role: secrets.token_urlsafe(32) for role in roles}

    @property
    def addresses(self) -> list[str]:
        """The address for each role. That of a class has another host, so that its pages have their own storage."""
        return [f"http://{self._hosts[role == CLASS]}/#key={key}" for role, key in self.keys.items()]

    def role_of(self, token: str) -> str:
        """What the owner of a token may do; empty if it is good for nothing."""
        given = token.encode("utf-8", "replace")
        return next((role for role, key in self.keys.items() if hmac.compare_digest(given, key.encode())), "")

    def refusal(self, method: str, path: str, headers: Headers, is_public: bool = False) -> str:
        """Why a request is refused; empty when it is answered.

        Args:
            method: The HTTP method, such as "GET".
            path: The path without the query.
            headers: The headers of the request, capitalised as in the standards.
            is_public: Whether everybody may read what is there.
        """
        host, origin = headers.get("Host", ""), headers.get("Origin")
        if host not in self._hosts:
            return f"The board answers at http://{self._hosts[0]} only."
        if origin is not None and origin != f"http://{host}":
            return OTHER_PAGES
        follows_link = (headers.get("Sec-Fetch-Mode"), headers.get("Sec-Fetch-Dest")) == ("navigate", "document")
        if is_foreign(headers) and not (path == "/" and follows_link):
            return OTHER_PAGES
        if method in ("GET", "HEAD") and (path == "/" or is_public):
            return ""
        if origin is not None and self.role_of(token_of(headers)):
            return ""
        return NO_TOKEN


def is_foreign(headers: Headers) -> bool:
    """Whether a browser says that another page, or a link on it, has led to a request.

    >>> is_foreign({"Sec-Fetch-Site": "cross-site"}), is_foreign({"Sec-Fetch-Site": "none"}), is_foreign({})
    (True, False, False)
    """
    return headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin")


def token_of(headers: Headers) -> str:
    """The token in the header of a request; empty if there is none."""
    kind, _, token = headers.get("Authorization", "").partition(" ")
    return token.strip() if kind.lower() == "token" else ""
