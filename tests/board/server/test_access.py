"""Which requests the board of `play` answers: the rules, without a server."""

import pytest

from sudoku_models.board.server.access import NO_TOKEN, OTHER_PAGES, Access

HOST = "127.0.0.1:8000"
KERNEL = "1-1-1-1-1"
ROUTES = {
    "start": ("POST", "/board"),
    "state": ("GET", f"/board/{KERNEL}"),
    "kernel": ("GET", f"/api/kernels/{KERNEL}"),
    "socket": ("GET", f"/api/kernels/{KERNEL}/channels"),
    "closed": ("POST", f"/closed/{KERNEL}"),
}
"""The requests of a page, which need the token."""
IN_ADDRESS = ("socket", "closed")
"""Requests with which a browser can send no header."""


@pytest.fixture
def access() -> Access:
    return Access(8000)


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


@pytest.mark.parametrize("route", ROUTES)
def test_a_page_with_the_token_gets_all_it_needs_and_without_it_nothing(access: Access, route: str) -> None:
    token = access.token
    assert asks(access, route, token) == ""
    for wrong in ("", "guess", "é" * 43, "\ud800", "0" * 100_000, token[:-1], token + "x", Access(8000).token):
        assert asks(access, route, wrong) == NO_TOKEN
    assert asks(access, route, "", Cookie=f"token={token}; Authorization={token}") == NO_TOKEN
    method, path = ROUTES[route]
    own = {"Host": HOST, "Origin": f"http://{HOST}", "Upgrade": "websocket"}
    if route in IN_ADDRESS:
        assert access.refusal(method, path, {**own, "Authorization": f"token {token}"}) == NO_TOKEN
    else:
        assert access.refusal(method, path, own, token) == NO_TOKEN


@pytest.mark.parametrize(
    "host", ["", "127.0.0.1", "127.0.0.1:8001", "evil.example:8000", "127.0.0.1.evil.example:8000", "0.0.0.0:8000"]
)
def test_only_the_loopback_address_is_answered_whatever_name_points_to_it(access: Access, host: str) -> None:
    for route in ROUTES:
        assert "answers at" in asks(access, route, access.token, Host=host, Origin=f"http://{host}")
    assert "answers at" in access.refusal("GET", "/", {"Host": host})


@pytest.mark.parametrize("route", ROUTES)
def test_another_page_is_refused_even_with_the_token(access: Access, route: str) -> None:
    for origin in ("http://evil.example", "null", "http://127.0.0.1:8001", "https://127.0.0.1:8000"):
        assert asks(access, route, access.token, Origin=origin) == OTHER_PAGES
    navigates = {"Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "document"}  # such as a form that is sent
    for site in ("cross-site", "same-site"):
        assert asks(access, route, access.token, Sec_Fetch_Site=site) == OTHER_PAGES
        assert asks(access, route, access.token, Sec_Fetch_Site=site, **navigates) == OTHER_PAGES
    if route in ("start", *IN_ADDRESS):
        assert asks(access, route, access.token, Origin="none at all") == NO_TOKEN


@pytest.mark.parametrize("path", ["/", "/voila/static/voila.js", "/voila/labextensions/anywidget/x.js"])
def test_the_empty_page_and_its_scripts_are_for_everybody_but_not_for_another_page(access: Access, path: str) -> None:
    assert access.refusal("GET", path, {"Host": HOST}) == access.refusal("HEAD", path, {"Host": HOST}) == ""
    for method in ("POST", "PUT", "DELETE", "OPTIONS"):
        assert access.refusal(method, path, {"Host": HOST, "Origin": f"http://{HOST}"}) == NO_TOKEN
    foreign = {"Host": HOST, "Sec-Fetch-Site": "cross-site"}
    fetched = {**foreign, "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "script"}
    framed = {**foreign, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}
    linked = {**foreign, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    assert access.refusal("GET", path, fetched) == access.refusal("GET", path, framed) == OTHER_PAGES
    assert access.refusal("GET", path, linked) == ("" if path == "/" else OTHER_PAGES)


def test_no_secret_is_in_the_part_of_the_address_that_is_sent(access: Access) -> None:
    assert access.address == f"http://{HOST}/#key={access.token}"
