"""Which requests the board of `play` answers: the rules, without a server."""

import pytest

from sudoku_models.board.server.access import NO_KEY, OTHER_PAGES, Access

HOST = "127.0.0.1:8000"
KERNEL, OTHER = "1-1-1-1-1", "2-2-2-2-2"
ROUTES = {
    "enter": ("POST", "/enter"),
    "start": ("POST", "/board"),
    "look": ("GET", "/board"),
    "kernel": ("GET", f"/api/kernels/{KERNEL}"),
    "socket": ("GET", f"/api/kernels/{KERNEL}/channels"),
    "closed": ("POST", f"/closed/{KERNEL}"),
}
"""The requests of a page that has a board; all but the first need its token."""
IN_ADDRESS = ("socket", "closed")
"""Requests with which a browser can send no header."""


@pytest.fixture
def access() -> Access:
    return Access(8000)


@pytest.fixture
def token(access: Access) -> str:
    """The token of a page that has a board."""
    token = access.enter(key_of(access.address))
    access.give(token, KERNEL)
    return token


def key_of(address: str) -> str:
    return address.partition("#key=")[2]


def asks(access: Access, route: str, token: str = "", **headers: str) -> str:
    """What a page is told that sends a request with a token, as our page sends it."""
    method, path = ROUTES[route]
    sent = {"Host": HOST, "Origin": f"http://{HOST}", "Sec_Fetch_Site": "same-origin"}
    if route == "socket":
        sent["Upgrade"] = "websocket"
    if token and route not in IN_ADDRESS:
        sent["Authorization"] = f"token {token}"
    sent = {name.replace("_", "-"): value for name, value in {**sent, **headers}.items() if value != "none at all"}
    return access.refusal(method, path, sent, token if route in IN_ADDRESS else "")


@pytest.mark.parametrize("route", [each for each in ROUTES if each != "enter"])
def test_a_page_with_a_board_gets_all_it_needs_and_without_its_token_nothing(
    access: Access, token: str, route: str
) -> None:
    assert asks(access, route, token) == ""
    for wrong in ("", "guess", "é" * 43, "0" * 100_000, token[:-1], token + "x", key_of(access.address)):
        assert asks(access, route, wrong) == NO_KEY


@pytest.mark.parametrize("route", ["kernel", "socket", "closed"])
def test_the_token_of_another_page_opens_only_its_own_board(access: Access, token: str, route: str) -> None:
    other = access.enter(key_of(access.address))
    assert asks(access, route, other) == NO_KEY
    access.give(other, OTHER)
    assert asks(access, route, other) == NO_KEY
    access.give(token, "")
    assert asks(access, route, token) == NO_KEY
    assert asks(access, "start", token) == ""


@pytest.mark.parametrize("route", ["start", "look", "kernel"])
def test_a_token_in_the_address_counts_only_where_no_header_can_be_sent(access: Access, token: str, route: str) -> None:
    method, path = ROUTES[route]
    assert access.refusal(method, path, {"Host": HOST, "Origin": f"http://{HOST}"}, token) == NO_KEY


@pytest.mark.parametrize("route", IN_ADDRESS)
def test_where_the_token_is_in_the_address_a_header_does_not_replace_it(access: Access, token: str, route: str) -> None:
    assert asks(access, route, "", Authorization=f"token {token}") == NO_KEY


@pytest.mark.parametrize("route", ROUTES)
def test_a_cookie_counts_nowhere(access: Access, token: str, route: str) -> None:
    key = key_of(access.address)
    for name in ("token", "key", "sudoku-models-8000", "Authorization"):
        told = asks(access, route, "", Cookie=f"{name}={token}; {name}={key}")
        assert told == ("" if route == "enter" else NO_KEY)  # whether a key is right, `enter` says


def test_the_key_of_the_address_is_good_for_any_number_of_pages(access: Access) -> None:
    tokens = {access.enter(key_of(access.address)) for _ in range(3)}
    assert len(tokens) == 3
    assert all(map(access.knows, tokens))


def test_the_key_on_the_browsers_command_line_is_good_for_one_time(access: Access) -> None:
    key = key_of(access.address_for_once)
    assert access.knows(access.enter(key))
    assert access.enter(key) == ""


@pytest.mark.parametrize("key", ["", "wrong", "é" * 43, "\ud800", "0" * 100_000])
def test_another_key_is_good_for_nothing(access: Access, key: str) -> None:
    assert access.enter(key) == ""
    assert not access.knows(key)
    assert not access.opens(key, "")


def test_two_servers_have_other_keys_and_other_tokens(access: Access, token: str) -> None:
    other = Access(8000)
    assert other.address != access.address
    assert other.enter(key_of(access.address)) == ""
    assert not other.knows(token)


@pytest.mark.parametrize(
    "host", ["", "127.0.0.1", "127.0.0.1:8001", "evil.example:8000", "127.0.0.1.evil.example:8000", "0.0.0.0:8000"]
)
@pytest.mark.parametrize("route", ROUTES)
def test_only_the_loopback_address_is_answered_whatever_name_points_to_it(
    access: Access, token: str, route: str, host: str
) -> None:
    assert "answers at" in asks(access, route, token, Host=host, Origin=f"http://{host}")
    assert "answers at" in access.refusal("GET", "/", {"Host": host})


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:8001", "https://127.0.0.1:8000"])
@pytest.mark.parametrize("route", ROUTES)
def test_another_origin_is_refused_even_with_the_token(access: Access, token: str, route: str, origin: str) -> None:
    assert asks(access, route, token, Origin=origin) == OTHER_PAGES


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
@pytest.mark.parametrize("route", ROUTES)
def test_what_another_page_sends_is_refused_even_with_the_token(
    access: Access, token: str, route: str, site: str
) -> None:
    assert asks(access, route, token, Sec_Fetch_Site=site) == OTHER_PAGES
    navigates = {"Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "document"}  # such as a form that is sent
    assert asks(access, route, token, Sec_Fetch_Site=site, **navigates) == OTHER_PAGES


@pytest.mark.parametrize("route", ["enter", "start", "socket", "closed"])
def test_what_changes_something_must_say_its_origin(access: Access, token: str, route: str) -> None:
    assert asks(access, route, token, Origin="none at all") == NO_KEY


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", ""])
@pytest.mark.parametrize("route", ROUTES)
def test_each_address_takes_its_own_method_only(access: Access, token: str, route: str, method: str) -> None:
    usual, path = ROUTES[route]
    headers = {"Host": HOST, "Origin": f"http://{HOST}", "Authorization": f"token {token}", "Upgrade": "h2c"}
    if route == "socket":
        headers["Upgrade"] = "websocket"
    allowed = method == usual or (path == "/board" and method in ("GET", "POST"))
    assert (access.refusal(method, path, headers, token) == "") == allowed


@pytest.mark.parametrize("path", ["/", "/voila/static/voila.js", "/voila/labextensions/anywidget/x.js"])
def test_the_empty_page_and_its_scripts_are_for_everybody_but_not_for_another_page(access: Access, path: str) -> None:
    assert access.refusal("GET", path, {"Host": HOST}) == ""
    assert access.refusal("HEAD", path, {"Host": HOST}) == ""
    for method in ("POST", "PUT", "DELETE", "OPTIONS"):
        assert "requests of this kind" in access.refusal(method, path, {"Host": HOST, "Origin": f"http://{HOST}"})
    foreign = {"Host": HOST, "Sec-Fetch-Site": "cross-site"}
    fetched = {**foreign, "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "script"}
    framed = {**foreign, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}
    linked = {**foreign, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    assert access.refusal("GET", path, fetched) == OTHER_PAGES
    assert access.refusal("GET", path, framed) == OTHER_PAGES
    assert access.refusal("GET", path, linked) == ("" if path == "/" else OTHER_PAGES)


@pytest.mark.parametrize(
    "path",
    [
        "",
        "//",
        "/enter/",
        "/board/x",
        "/api/kernels",
        f"/api/kernels/{KERNEL}/",
        f"/api/kernels/{KERNEL}/restart",
        f"/api/kernels/{KERNEL}/interrupt",
        f"/api/kernels/{KERNEL}%2fchannels",
        f"/closed/{KERNEL}/../{OTHER}",
        f"//api/kernels/{KERNEL}",
        "/voila/api/shutdown/" + KERNEL,
        "/voila/files/board.ipynb",
        "/login",
    ],
)
def test_other_addresses_have_nothing_whatever_is_sent(access: Access, token: str, path: str) -> None:
    own = {"Host": HOST, "Origin": f"http://{HOST}", "Authorization": f"token {token}"}
    for method in ("GET", "POST", "DELETE"):
        assert "nothing at this address" in access.refusal(method, path, own, token)


def test_no_secret_is_in_the_part_of_the_address_that_is_sent(access: Access, token: str) -> None:
    for address in (access.address, access.address_for_once):
        assert address.partition("#")[0] == f"http://{HOST}/"
        assert token not in address
