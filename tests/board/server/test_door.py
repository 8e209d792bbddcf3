"""Who may come in to the board of `play`: the rules, without a server."""

import pytest

from sudoku_models.board.server.door import ENDED, Door

HOST = "127.0.0.1:8000"


@pytest.fixture
def door() -> Door:
    return Door(8000)


def key_of(address: str) -> str:
    return address.partition("?key=")[2]


def headers(door: Door, **more: str) -> dict[str, str]:
    return {"Host": HOST, "Cookie": door.cookie, **{name.replace("_", "-"): value for name, value in more.items()}}


def test_the_key_in_the_address_lets_in_to_the_page_and_to_nothing_else(door: Door) -> None:
    key = key_of(door.address)
    assert not door.refusal("GET", "/", {"Host": HOST}, key)
    assert not door.refusal("GET", "/", {"Host": HOST}, key)
    assert "address" in door.refusal("GET", "/api/kernels/1", {"Host": HOST}, key)


def test_the_key_on_the_browsers_command_line_is_good_for_one_time(door: Door) -> None:
    key = key_of(door.address_for_once)
    assert not door.refusal("GET", "/", {"Host": HOST}, key)
    assert door.refusal("GET", "/", {"Host": HOST}, key)


@pytest.mark.parametrize("key", ["", "wrong", "é" * 43, "0" * 100_000])
def test_another_key_does_not(door: Door, key: str) -> None:
    assert door.refusal("GET", "/", {"Host": HOST}, key)


def test_two_servers_have_other_keys_and_other_passes(door: Door) -> None:
    other = Door(8000)
    assert other.address != door.address
    assert other.refusal("GET", "/", headers(door))


@pytest.mark.parametrize(
    "cookie", ["", "sudoku-models-8000=", "sudoku-models-8000=x", "sudoku-models-80=%s", "\x00=;;"]
)
def test_without_the_pass_nobody_comes_in(door: Door, cookie: str) -> None:
    good = door.cookie.partition("=")[2]
    assert door.refusal("GET", "/", {"Host": HOST, "Cookie": cookie.replace("%s", good)})


@pytest.mark.parametrize(
    "host", ["", "127.0.0.1", "127.0.0.1:8001", "evil.example:8000", "127.0.0.1.evil.example:8000", "0.0.0.0:8000"]
)
def test_only_the_loopback_address_is_answered_whatever_name_points_to_it(door: Door, host: str) -> None:
    assert "answers at" in door.refusal("GET", "/", {**headers(door), "Host": host}, key_of(door.address))


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:8001", "https://127.0.0.1:8000"])
def test_another_origin_is_refused_even_with_the_pass(door: Door, origin: str) -> None:
    assert "Other pages" in door.refusal("GET", "/", headers(door, Origin=origin))


def test_a_web_socket_must_say_its_origin(door: Door) -> None:
    path = "/api/kernels/1/channels"
    assert "Other pages" in door.refusal("GET", path, headers(door, Upgrade="websocket"))
    assert not door.refusal("GET", path, headers(door, Upgrade="WebSocket", Origin=f"http://{HOST}"))


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_what_another_page_fetches_is_refused_but_a_link_may_be_followed(door: Door, site: str) -> None:
    fetched = headers(door, Sec_Fetch_Site=site, Sec_Fetch_Mode="no-cors", Sec_Fetch_Dest="script")
    framed = headers(door, Sec_Fetch_Site=site, Sec_Fetch_Mode="navigate", Sec_Fetch_Dest="iframe")
    linked = headers(door, Sec_Fetch_Site=site, Sec_Fetch_Mode="navigate", Sec_Fetch_Dest="document")
    assert door.refusal("GET", "/voila/static/voila.js", fetched)
    assert door.refusal("GET", "/", framed)
    assert not door.refusal("GET", "/", linked)
    assert door.refusal("GET", "/api/kernels/1", linked)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", ""])
def test_nothing_can_be_sent_but_that_the_page_is_being_closed(door: Door, method: str) -> None:
    own = headers(door, Origin=f"http://{HOST}")
    assert door.refusal(method, "/", own)
    assert door.refusal(method, "/api/kernels/1", own)
    assert bool(door.refusal(method, f"{ENDED}1", own)) == (method != "POST")


def test_the_pass_is_kept_from_scripts_and_from_other_sites(door: Door) -> None:
    assert "HttpOnly" in door.new_cookie
    assert "SameSite=Lax" in door.new_cookie
    assert door.cookie not in door.address
