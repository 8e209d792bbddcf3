"""Access control: which requests are answered, and what their sender may do.

The board listens on the loopback address only. There, every page that the player has open can send requests through the
browser, and so can other programs. Everybody may have the empty page and its scripts, which hold no secret and start
nothing. Everything else needs a token, in a header that only the page's own script can set. There is no cookie, because
a browser sends a cookie to every port of this machine.

The address that `sudoku-models play` prints has a key in its fragment, which a browser sends to no server, but keeps in
its history. So the key is exchanged for a secret, which only the window knows, and soon after that it is worth nothing.

| who asks                                | why it gets no board                                                    |
|-----------------------------------------|-------------------------------------------------------------------------|
| a page of another site                  | `Origin`, `Sec-Fetch-Site`, and it has no token                         |
| a page on another port of this machine  | the same; storage in the browser belongs to a port                      |
| a link on another page                  | it opens the empty page, which waits until the player presses a button  |
| a name that resolves to this machine    | `Host` must be the loopback address or localhost (DNS rebinding)        |
| another program                         | it does not know the token, 256 random bits                             |
| who finds the address in the history    | its key has been used                                                   |

Not defended against: whoever can read the player's processes or files, such as a program that the player runs. On a
machine that you share with people you do not trust, use `--no-browser`: the address is on the command line of the
browser that is opened.
"""

import hmac
import secrets
import time
from collections.abc import Callable, Mapping
from email.message import Message

LOOPBACK = "127.0.0.1"
KEY_SECONDS = 60.0
"""Seconds for which a printed key is good after its first use."""
Headers = Mapping[str, str] | Message
PLAYER, TEACHER, CLASS = "player", "teacher", "class"
"""The roles of a page: it has a board of its own, or shares one with a class."""

NO_TOKEN = (
    "This address cannot be used any more, or it is not complete. Open the last address in the terminal of "
    "sudoku-models play: where an old one is tried, it prints a new one. If it has ended, start it again."
)
OTHER_PAGES = "Other pages cannot use the board."


class Access:
    """The keys and secrets of one server, and its rules.

    Args:
        port: The port of the server.
        roles: Whom an address is printed for.
        clock: The time in seconds.

    >>> access = Access(7836)
    >>> own = {"Host": "127.0.0.1:7836", "Origin": "http://127.0.0.1:7836"}
    >>> access.refusal("GET", "/", own), access.refusal("GET", "/", {"Host": "example.org"})
    ('', 'The board answers at http://127.0.0.1:7836 only.')
    >>> access.refusal("POST", "/page", own).partition(",")[0]
    'This address cannot be used any more'
    >>> access.refusal("POST", "/page", {**own, "Authorization": f"token {access.keys['player']}"})
    ''
    """

    def __init__(
        self, port: int, roles: tuple[str, ...] = (PLAYER,), clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._clock = clock
        self._hosts = (f"{LOOPBACK}:{port}", f"localhost:{port}")
        self._ends: dict[str, float] = {}  # when a key that was used is worth nothing
        self._secrets: dict[str, str] = {}  # secret -> role
        self.is_wanted = False  # whether somebody has come with an address that is worth nothing
        self.keys = {role: secrets.token_urlsafe(32) for role in roles}

    @property
    def addresses(self) -> list[str]:
        """The address for each role. That of a class has another host, so that its pages have their own storage."""
        return [f"http://{self._hosts[role == CLASS]}/#key={key}" for role, key in self.keys.items()]

    def role_of(self, token: str) -> str:
        """What the owner of a token may do; empty if it is good for nothing."""
        keys = {key: role for role, key in self.keys.items() if self._clock() < self._ends.get(role, float("inf"))}
        known = [*keys.items(), *self._secrets.copy().items()]
        given = token.encode("utf-8", "replace")
        return next((role for each, role in known if hmac.compare_digest(given, each.encode())), "")

    def exchange(self, token: str) -> str:
        """The secret of a window that has come with a token: a new one for a key, else the same; empty for a wrong one.

        The key of a class stays as it is: it opens nothing that its pages do not show.
        """
        role = self.role_of(token)
        if token in self._secrets or role in (CLASS, ""):
            return token if role else ""
        self._ends.setdefault(role, self._clock() + KEY_SECONDS)
        secret = secrets.token_urlsafe(32)
        self._secrets[secret] = role
        return secret

    def renew(self) -> bool:
        """Make a new key in place of one that is worth nothing any more; whether there was one."""
        self.is_wanted = False
        used = [role for role, end in self._ends.items() if end <= self._clock()]
        for role in used:
            self.keys[role] = secrets.token_urlsafe(32)
            del self._ends[role]
        return bool(used)

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
        self.is_wanted = True
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
