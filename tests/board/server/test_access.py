"""Which requests the board of `play` answers: the rules, without a server."""

import pytest

from sudoku_models.board.server.access import ENDED, Access

HOST = "127.0.0.1:8000"


@pytest.fixture
def access() -> Access:
    return Access(8000)


def key_of(address: str) -> str:
    return address.partition("?key=")[2]


def headers(access: Access, **more: str) -> dict[str, str]:
    return {"Host": HOST, "Cookie": access.cookie, **{name.replace("_", "-"): value for name, value in more.items()}}


def test_the_key_in_the_address_opens_the_page_and_nothing_else(access: Access) -> None:
    key = key_of(access.address)
    assert not access.refusal("GET", "/", {"Host": HOST}, key)
    assert not access.refusal("GET", "/", {"Host": HOST}, key)
    assert "address" in access.refusal("GET", "/api/kernels/1", {"Host": HOST}, key)


def test_the_key_on_the_browsers_command_line_is_good_for_one_time(access: Access) -> None:
    key = key_of(access.address_for_once)
    assert not access.refusal("GET", "/", {"Host": HOST}, key)
    assert access.refusal("GET", "/", {"Host": HOST}, key)


@pytest.mark.parametrize("key", ["", "wrong", "é" * 43, "0" * 100_000])
def test_another_key_does_not(access: Access, key: str) -> None:
    assert access.refusal("GET", "/", {"Host": HOST}, key)


def test_two_servers_have_other_keys_and_other_passes(access: Access) -> None:
    other = Access(8000)
    assert other.address != access.address
    assert other.refusal("GET", "/", headers(access))


@pytest.mark.parametrize(
    "cookie", ["", "sudoku-models-8000=", "sudoku-models-8000=x", "sudoku-models-80=%s", "\x00=;;"]
)
def test_without_the_pass_every_request_is_refused(access: Access, cookie: str) -> None:
    good = access.cookie.partition("=")[2]
    assert access.refusal("GET", "/", {"Host": HOST, "Cookie": cookie.replace("%s", good)})


@pytest.mark.parametrize(
    "host", ["", "127.0.0.1", "127.0.0.1:8001", "evil.example:8000", "127.0.0.1.evil.example:8000", "0.0.0.0:8000"]
)
def test_only_the_loopback_address_is_answered_whatever_name_points_to_it(access: Access, host: str) -> None:
    assert "answers at" in access.refusal("GET", "/", {**headers(access), "Host": host}, key_of(access.address))


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:8001", "https://127.0.0.1:8000"])
def test_another_origin_is_refused_even_with_the_pass(access: Access, origin: str) -> None:
    assert "Other pages" in access.refusal("GET", "/", headers(access, Origin=origin))


def test_a_web_socket_must_say_its_origin(access: Access) -> None:
    path = "/api/kernels/1/channels"
    assert "Other pages" in access.refusal("GET", path, headers(access, Upgrade="websocket"))
    assert not access.refusal("GET", path, headers(access, Upgrade="WebSocket", Origin=f"http://{HOST}"))


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_what_another_page_fetches_is_refused_but_a_link_may_be_followed(access: Access, site: str) -> None:
    fetched = headers(access, Sec_Fetch_Site=site, Sec_Fetch_Mode="no-cors", Sec_Fetch_Dest="script")
    framed = headers(access, Sec_Fetch_Site=site, Sec_Fetch_Mode="navigate", Sec_Fetch_Dest="iframe")
    linked = headers(access, Sec_Fetch_Site=site, Sec_Fetch_Mode="navigate", Sec_Fetch_Dest="document")
    assert access.refusal("GET", "/voila/static/voila.js", fetched)
    assert access.refusal("GET", "/", framed)
    assert not access.refusal("GET", "/", linked)
    assert access.refusal("GET", "/api/kernels/1", linked)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", ""])
def test_nothing_can_be_sent_but_that_the_page_is_being_closed(access: Access, method: str) -> None:
    own = headers(access, Origin=f"http://{HOST}")
    assert access.refusal(method, "/", own)
    assert access.refusal(method, "/api/kernels/1", own)
    assert bool(access.refusal(method, f"{ENDED}1", own)) == (method != "POST")


def test_the_pass_is_kept_from_scripts_and_from_other_sites(access: Access) -> None:
    assert "HttpOnly" in access.new_cookie
    assert "SameSite=Lax" in access.new_cookie
    assert access.cookie not in access.address
