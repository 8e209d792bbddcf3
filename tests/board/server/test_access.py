"""Which requests the board of `play` answers: the rules, without a server."""

import pytest

from sudoku_models.board.server.access import CLASS, NO_TOKEN, OTHER_PAGES, PLAYER, TEACHER, Access

HOST = "127.0.0.1:8000"
OWN = {"Host": HOST, "Origin": f"http://{HOST}", "Sec-Fetch-Site": "same-origin"}
PATHS = ("/page", "/page/name", "/alive", "/nothing")


@pytest.fixture
def access() -> Access:
    return Access(8000)


def asks(access: Access, path: str, token: str, **headers: str) -> str:
    """What a page is told that sends a request with a token, as our page sends it."""
    sent = {**OWN, "Authorization": f"token {token}"}
    sent |= {name.replace("_", "-"): value for name, value in headers.items()}
    return access.refusal("POST", path, {name: value for name, value in sent.items() if value != "none at all"})


@pytest.mark.parametrize("path", PATHS)
def test_a_page_with_the_token_gets_all_it_needs_and_without_it_nothing(access: Access, path: str) -> None:
    key = access.keys[PLAYER]
    assert asks(access, path, key) == ""
    for wrong in ("", "guess", "é" * 43, "\ud800", "0" * 100_000, key[:-1], key + "x", Access(8000).keys[PLAYER]):
        assert asks(access, path, wrong) == NO_TOKEN
    assert asks(access, path, "", Cookie=f"token={key}; Authorization={key}") == NO_TOKEN
    assert asks(access, path, key, Origin="none at all") == NO_TOKEN


@pytest.mark.parametrize(
    "host", ["", "127.0.0.1", "127.0.0.1:8001", "evil.example:8000", "127.0.0.1.evil.example:8000", "0.0.0.0:8000"]
)
def test_only_the_loopback_address_is_answered_whatever_name_points_to_it(access: Access, host: str) -> None:
    for path in PATHS:
        assert "answers at" in asks(access, path, access.keys[PLAYER], Host=host, Origin=f"http://{host}")
    assert "answers at" in access.refusal("GET", "/", {"Host": host})


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "http://localhost:8000"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
    ],
)
def test_other_pages_are_refused_even_with_the_token(access: Access, headers: dict[str, str]) -> None:
    for path in PATHS:
        assert asks(access, path, access.keys[PLAYER], **headers) == OTHER_PAGES


def test_a_link_leads_to_the_empty_page_and_to_nothing_else(access: Access) -> None:
    link = {"Host": HOST, "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    assert access.refusal("GET", "/", link) == ""
    assert access.refusal("GET", "/board.js", link, is_public=True) == OTHER_PAGES
    assert access.refusal("GET", "/", {**link, "Sec-Fetch-Dest": "iframe"}) == OTHER_PAGES
    assert access.refusal("GET", "/nothing", OWN) == NO_TOKEN


def test_a_class_has_a_key_of_its_own_that_gives_no_more() -> None:
    access = Access(8000, (TEACHER, CLASS))
    teacher, students = (address.partition("#key=")[2] for address in access.addresses)
    assert (access.role_of(teacher), access.role_of(students)) == (TEACHER, CLASS)
    hosts = [address.partition("/#")[0] for address in access.addresses]
    assert hosts[0] != hosts[1], "what the browser keeps for the teacher, pages of the class cannot read"
