"""The board fits its window: on every screen the whole grid and the pad are to be seen without scrolling."""

from collections.abc import Callable
from typing import Any

import pytest

import sudoku_models as sm
from sudoku_models.board.messages import Message
from sudoku_models.board.view import ExplainedPath, Highlights

expect = pytest.importorskip("playwright.sync_api", reason="there is no Playwright: see the extra 'dev'").expect

WINDOWS = [(1920, 1080), (1280, 800), (768, 1024), (844, 390), (390, 844), (320, 568)]


COVERED = """all => all.filter((each) => {
    const box = each.getBoundingClientRect();
    return !each.contains(document.elementFromPoint(box.x + box.width / 2, box.bottom - 3));
}).map((each) => each.ariaLabel || each.textContent)"""
"""What is not seen itself, but something else in its place."""


def is_inside(box: dict[str, float], outer: dict[str, float]) -> bool:
    """Whether one box is in another, to a pixel."""
    near = (box["left"] - outer["left"], box["top"] - outer["top"])
    far = (outer["right"] - box["right"], outer["bottom"] - box["bottom"])
    return min(*near, *far) >= -1


@pytest.fixture(scope="module", params=[4, 9, 16])
def board(request: pytest.FixtureRequest, desk: Callable[..., Any]) -> Any:
    return desk(sm.Board.of_size(request.param))


def test_grid_and_pad_are_inside_the_window(board: Any) -> None:
    for width, height in WINDOWS:
        check_window(board, width, height)


def check_window(board: Any, width: int, height: int) -> None:
    board.resize(width, height)
    for part in (".smb-grid", ".smb-pad", ".smb-kinds", ".smb-tools"):
        box = board.box(part)
        assert is_inside(box, {"left": 0, "top": 0, "right": width, "bottom": height}), (part, box)
    assert board.page.evaluate("document.documentElement.scrollWidth") == width
    assert board.root.locator(".smb-controls button:visible").evaluate_all(COVERED) == []
    grid = board.box(".smb-grid")
    assert grid["width"] == pytest.approx(grid["height"], abs=1)


@pytest.mark.parametrize("size", [16])
def test_a_large_board_is_zoomed_on_a_phone(desk: Callable[..., Any], size: int) -> None:
    player = desk(sm.Board.of_size(size), (390, 844))
    player.board.session.set_design(False)
    player.board.session.write_marks()
    player.board._show()
    player.show()
    player.do("zoom")
    player.settles()
    cell = player.box("[data-cell='0']")
    assert cell["width"] >= 44
    mark = player.root.locator(".smb-marks").first.evaluate("each => parseFloat(getComputedStyle(each).fontSize)")
    assert mark >= 9
    frame = player.box(".smb-frame")
    assert frame["left"] >= 0
    assert frame["right"] <= 390
    assert player.page.evaluate("document.documentElement.scrollWidth") == 390
    player.cell(1, 1).focus()
    player.press("Control+End")
    player.settles()
    chosen = player.box(".is-active")
    assert is_inside(chosen, frame)


def test_on_a_phone_every_button_is_large_enough_for_a_finger(desk: Callable[..., Any]) -> None:
    player = desk("mccaffrey", (390, 844))
    player.do("new")
    player.do("more")
    boxes = player.root.locator("button:visible").evaluate_all(
        "all => all.map((each) => [each.dataset.do, each.offsetWidth, each.offsetHeight])"
    )
    assert len(boxes) > 20
    assert [box for box in boxes if box[1] < 44 or box[2] < 44] == []


def test_on_a_phone_the_board_and_the_step_are_on_the_screen_together(desk: Callable[..., Any]) -> None:
    player = desk("mccaffrey", (390, 844))
    player.section("explain")
    player.settles()
    player.board.session.open_path(ExplainedPath(sm.explain("mccaffrey"), "techniques", list("123456789")))
    player.board._show()
    player.show()
    window = {"left": 0, "top": 0, "right": 390, "bottom": 844}
    for part in (".smb-grid", ".smb-path .smb-sentence", ".smb-path [data-do=next]"):
        assert is_inside(player.box(part), window), part
    assert not player.root.locator(".smb-controls").is_visible()


RULES = [f"Rule {k}: the digits of some cells, which are marked on the board, have the sum {k}" for k in range(1, 11)]


def test_the_rules_are_read_whole_and_printed_and_take_nothing_from_the_board(desk: Callable[..., Any]) -> None:
    player = desk("mccaffrey", (1920, 1080))
    widths = {}
    for rules in ([], RULES):
        player.board.session.shape = {**player.board.session.shape, "notes": rules}
        player.board._show()
        player.show()
        for window in WINDOWS:
            player.resize(*window)
            widths.setdefault(window, []).append(player.box(".smb-grid")["width"])
    assert [each for each in widths.values() if each[0] != each[1]] == []
    last = ".smb-rules p:last-child"
    player.resize(1920, 1080)
    assert player.root.locator(".smb-rules p").evaluate_all(COVERED) == []
    for width, height in [(844, 390), (390, 844), (320, 568)]:
        player.resize(width, height)
        assert not player.root.locator(last).is_visible()
        player.root.locator("[data-do=rules]").click()
        player.root.locator(last).scroll_into_view_if_needed()
        player.settles()
        assert is_inside(player.box(last), {"left": 0, "top": 0, "right": width, "bottom": height})
        player.press("Escape")
    for width in (1920, 390):
        player.resize(width, 844)
        player.page.emulate_media(media="print")
        board, legend = player.box(".smb-board"), player.box(".smb-rules")
        assert legend["top"] >= board["bottom"]
        assert player.box(last)["bottom"] <= legend["bottom"] + 1
        assert player.page.evaluate("document.documentElement.scrollHeight") >= legend["bottom"] - 1
        player.page.emulate_media(media="screen")


def test_hints_are_in_one_place_and_the_first_rule_stands_under_the_board_where_nothing_is_told(
    desk: Callable[..., Any],
) -> None:
    player = desk("killer:1", (390, 844))
    for stage in range(1, 4):
        player.do("hint")
        assert player.board.wait(300)
        player.show()
        player.root.locator(".smb-message:popover-open").wait_for()
        assert (stage, player.box(".smb-message")["bottom"]) == (stage, 844)
    player.cell(9, 9).click()
    player.cell(9, 8).click()
    player.settles()
    rule = player.root.locator(".smb-status").evaluate("each => getComputedStyle(each, '::after').content")
    assert rule.strip('"') == player.board.board["notes"][0]
    assert player.box(".smb-frame")["bottom"] <= player.box(".smb-status")["top"] < player.box(".smb-tools")["top"]


def test_the_sheet_of_a_new_game_stays_under_the_finger(desk: Callable[..., Any]) -> None:
    player = desk("mccaffrey", (390, 844))
    player.do("new")
    tops = set()
    for kind in player.root.locator("[data-kind][data-do=new-kind]").all():
        kind.click()
        for size in ("4", "9"):
            player.root.locator(".smb-new select").select_option(size)
            tops.add(player.box(".smb-new")["top"])
    assert len(tops) == 1


def test_few_corner_marks_stand_in_corners_and_many_as_on_a_keypad(desk: Callable[..., Any]) -> None:
    player = desk("mccaffrey", (390, 844))

    def corner(digit: int) -> tuple[bool, bool]:
        """Whether a mark of the first cell is in its left half, and in its upper half."""
        cell, mark = player.box("[data-cell='0']"), player.box(f"[data-cell='0'] .smb-marks > * > :text-is('{digit}')")
        return mark["right"] < cell["left"] + cell["width"] / 2, mark["bottom"] < cell["top"] + cell["height"] / 2

    for digit in (2, 5, 8, 9):
        player.board.mark((1, 1), digit)
    player.show()
    assert [corner(digit) for digit in (2, 5, 8, 9)] == [(True, True), (False, True), (True, False), (False, False)]
    player.board.ask("write_marks")
    player.show()
    assert player.root.locator(".is-apart").count() == 0


BADGES = [
    ["", "plain"],
    ["Exactly one solution, confirmed by two independent solvers", "good"],
    ["How many solutions there are is not known: the count reached the time limit of 10 s, and was stopped", "plain"],
]
CUT = "all => all.filter((e) => e.clientWidth > 1 && e.scrollWidth > e.clientWidth).map((e) => e.textContent)"


def test_what_the_badge_tells_moves_nothing_and_the_usual_one_is_read_whole(desk: Callable[..., Any]) -> None:
    player = desk("mccaffrey", (1440, 900))
    status = {**player.board.status, "level": "medium"}
    for window in [*WINDOWS, (1440, 900), (1024, 768)]:
        player.resize(*window)
        places = []
        for badge in BADGES:
            player.gets(status={**status, "badge": badge})
            places.append(player.box(".smb-pad")["top"])
            if badge[1] == "good" and window[0] > 360:
                assert player.root.locator(".smb-badge").evaluate_all(CUT) == [], window
        assert len({*places}) == 1, window


def test_the_pad_grows_with_the_window(desk: Callable[..., Any]) -> None:
    player = desk("mccaffrey", (1440, 900))
    shares = []
    for width, height in [(1440, 900), (1920, 1080), (2560, 1440), (3840, 2160)]:
        player.resize(width, height)
        shares.append(player.box(".smb-pad")["height"] / height)
    assert min(shares) >= 0.9 * max(shares)


@pytest.mark.parametrize("name", ["mccaffrey", "jigsaw:1", "xsudoku:1"])
def test_corner_marks_are_read_on_a_phone(desk: Callable[..., Any], name: str) -> None:
    player = desk(name, (375, 740))
    player.board.session.write_marks()
    player.board._show()
    player.show()
    mark = player.root.locator(".smb-marks").first
    assert mark.evaluate("each => parseFloat(getComputedStyle(each).fontSize)") >= 11


def test_centre_marks_of_a_killer_are_read_on_a_phone(desk: Callable[..., Any]) -> None:
    player = desk("killer:1", (390, 844))
    for digit in range(1, 5):
        player.board.session.mark([(4, 4)], digit, "centre")
    player.board._show()
    player.show()
    mark = player.root.locator(".smb-centres").first
    assert mark.evaluate("each => parseFloat(getComputedStyle(each).fontSize)") >= 9


MEETING = """all => all.map((e) => [e.textContent, e.getBoundingClientRect()]).filter(([, box], k, boxes) => {
    const next = boxes[k + 1]?.[1];
    return next && next.top < box.bottom && next.left > box.left && next.left < box.right;
}).map(([name]) => name)"""
"""Names that reach into the next one."""


def test_names_are_whole_in_a_notebook(desk: Callable[..., Any]) -> None:
    player = desk("mccaffrey", (700, 900), alone=False)
    player.page.add_style_tag(content="body { font-size: 13px; }")  # as JupyterLab has it
    for width in (390, 500, 700, 800, 1000, 1080):
        player.resize(width, 900)
        for part in (".smb-tools", ".smb-kinds", ".smb-openers"):
            names = player.root.locator(f"{part} .smb-name")
            assert (part, width, names.evaluate_all(CUT), names.evaluate_all(MEETING)) == (part, width, [], [])


def test_without_rules_their_heading_is_not_printed(desk: Callable[..., Any]) -> None:
    player = desk("mccaffrey", (1440, 900))
    player.page.emulate_media(media="print")
    expect(player.root.locator(".smb-legend")).to_be_hidden()


@pytest.mark.parametrize("window", [(1440, 900), (1280, 720)])
def test_the_rules_of_a_variant_are_seen_above_the_panel_from_which_it_is_opened(
    desk: Callable[..., Any], window: tuple[int, int]
) -> None:
    player = desk("mccaffrey", window)
    panel = player.section("puzzle")
    player.root.locator(".smb-lower").evaluate("each => { each.scrollTop = 100; }")
    panel.get_by_label("Kind").select_option("killer")
    panel.locator("[data-name^=killer]").first.press("Enter")
    rule = player.root.locator(".smb-rules p").first
    expect(rule).to_be_visible()
    player.settles()
    at = "const { x, y } = each.getBoundingClientRect();"
    assert rule.evaluate(f"each => {{ {at} return each.contains(document.elementFromPoint(x + 9, y + 5)); }}")
    assert panel.is_visible()


def test_escape_ends_an_explanation_from_the_board_and_from_its_bar(desk: Callable[..., Any]) -> None:
    player = desk("1... ..2. .3.. ...4", (1280, 800))
    for place in (".smb-path [data-do=next]", "[data-cell='5']"):
        player.board.session.open_path(ExplainedPath(sm.explain("1... ..2. .3.. ...4"), "techniques", list("1234")))
        player.board._show()
        player.show()
        player.root.locator(place).focus()
        player.press("Escape")
        expect(player.root.locator(".smb-path")).to_be_hidden()


def test_panels_and_hints_leave_the_tools_and_the_keys_and_a_pause_takes_nothing(desk: Callable[..., Any]) -> None:
    player = desk("1... ..2. .3.. ...4", (1366, 768))
    player.section("settings")
    tools = ".smb-tools button:visible, .smb-pad button, .smb-kinds button"
    assert player.root.locator(tools).evaluate_all(COVERED) == []
    player.cell(1, 2).click()
    player.do("close-settings", "settings")
    player.press("2")
    player.waits("cell(1).dataset.value === '2'")
    player.root.locator("[data-do=pause]").click()
    player.page.evaluate("document.querySelectorAll('.smb-value, [data-do=undo]').forEach((each) => each.click())")
    player.press("3", "Delete", "Control+z")
    player.settles()
    assert player.digits == "12....2..3.....4"
    player.root.locator("[data-do=resume]").click()
    player.resize(390, 844)
    player.board.session.highlights = Highlights(reason=[(1, 3)], puts={(1, 3): 3})
    player.board.session.say(Message("In box 2 the digit 3 fits only in this cell, because other cells see a 3"))
    player.board._show()
    player.show()
    assert not player.board.clock["running"]
    sheet = player.box(".smb-message")
    assert sheet["top"] > player.box(".smb-tools")["bottom"]
    assert is_inside(player.box("[data-do=take_step]"), sheet)
    player.cell(4, 1).click()
    player.settles()
    assert player.root.locator(".smb-controls button:visible").evaluate_all(COVERED) == []
    player.root.locator("[data-do=take_step]").click()
    player.waits("cell(2).dataset.value === '3'")
    player.section("settings")
    assert is_inside(player.box("section[data-panel=settings] [data-do=close-settings]"), player.box(".smb-panels"))
    player.cell(1, 1).click(position={"x": 2, "y": 2})  # a press elsewhere closes the sheet
    player.waits("!board.dataset.opened && !board.querySelector('.smb-panels:popover-open')")
