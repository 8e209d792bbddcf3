"""The pictures of the README and of the book, made anew: pytest -n0 -rs tests/browser/pictures.py

The name of this file keeps it out of the usual run.
"""

import io
import subprocess
import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pulp
import pytest
from PIL import Image
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

import sudoku_models as sm
from sudoku_models import course
from sudoku_models.puzzles import rules

IMAGES = Path(__file__).parents[2] / "notebooks" / "images"
WIDE, PHONE = (1280, 800), (390, 844)
FEW_COLOURS = (64, 32, 16)
LARGEST = 120_000
CHAINS = "rated:300"
"""A puzzle that needs a chain."""

MANY_RULES = sm.Puzzle(
    sm.Board.of_size(9).with_rules(
        rules.AntiKnight(),
        rules.KillerCage(10, "r1c1 r1c2 r2c1"),
        rules.Thermometer("r1c9 r2c9 r3c9 r4c9"),
        rules.Arrow("r9c1 r8c1 r7c2"),
        rules.WhiteDot("r5c5 r5c6"),
        rules.BlackDot("r4c4 r5c4"),
        rules.XMark("r7c7 r7c8"),
        rules.VMark("r8c8 r8c9"),
        rules.Palindrome("r9c5 r8c6 r7c7"),
        rules.Whisper("r2c4 r3c4 r3c5"),
        rules.Renban("r6c6 r6c7 r6c8"),
        rules.Even("r1c5"),
        rules.Odd("r5c1"),
        rules.GreaterThan("r2c7 r2c8"),
    ),
    (0,) * 81,
    "Fourteen rules",
)

VARIANTS = ("killer:1", "variants:26", "variants:28")
SIDE_BY_SIDE = """:root { color-scheme: light dark; } body { margin: 0; font: 12px/1.3 "DejaVu Sans", sans-serif; }
main { display: grid; grid-template-columns: repeat(3, 17rem); gap: 20px; padding: 8px; width: max-content; }
main { background: Canvas; color: CanvasText; } svg { width: 100%; height: auto; }"""

Pictured = Callable[..., Any]


@pytest.fixture
def pictured(desk: Any) -> Pictured:
    """Makes boards with two pixels for one, for sharp letters."""

    def make(puzzle: str | sm.Puzzle, viewport: tuple[int, int] = WIDE, **settings: Any) -> Any:
        options = {"device_scale_factor": 2, "has_touch": viewport == PHONE}
        theme = {"theme": "light", **settings}
        player = desk(sm.load(puzzle) if isinstance(puzzle, str) else puzzle, viewport, options=options, **theme)
        ground = "#17191d" if theme["theme"] == "dark" else "#fff"
        player.page.add_style_tag(content=f"body {{ background: {ground} !important; }}")
        return player

    return make


def keep(player: Any, name: str) -> None:
    """Take a picture, with few colours, for then it is small; with still fewer, if it is not."""
    player.settles()
    player.page.wait_for_timeout(600)  # colours change in a few frames
    save(player.page.screenshot(), f"board-{name}.png")


def save(raw: bytes, name: str) -> None:
    """Save a picture with as many colours as its size allows."""
    picture = Image.open(io.BytesIO(raw)).convert("RGB")
    path = IMAGES / name
    for colours in FEW_COLOURS:
        picture.quantize(colours, dither=Image.Dither.NONE).save(path, optimize=True)
        if path.stat().st_size < LARGEST:
            return
    raise AssertionError(f"{path.name} has {path.stat().st_size:,} bytes")


def asks(player: Any, what: str, **values: Any) -> None:
    """Carry out a command, and show the answer."""
    player.board.ask(what, **values)
    assert player.board.wait(), what
    player.show()


def half_solved(player: Any) -> None:
    """A position of McCaffrey's puzzle with digits, marks of both kinds and colours."""
    solution = sm.build("mccaffrey").solve().grid
    board = player.board
    for cell in ((1, 1), (2, 1), (3, 1), (3, 2), (4, 4), (5, 5), (9, 1), (7, 9), (2, 7)):
        board.put(cell, solution[cell])
    for cell in ((1, 2), (2, 2)):
        board.mark(cell, 1)
    for digit in (5, 6, 9):
        board.mark((7, 1), digit, "centre")
    for digit in (6, 9):
        board.mark((7, 2), digit, "centre")
    player.show()
    player.cell(5, 5).focus()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_light_and_dark(pictured: Pictured, theme: str) -> None:
    player = pictured("mccaffrey", theme=theme)
    half_solved(player)
    keep(player, theme)


def test_marks(pictured: Pictured) -> None:
    player = pictured("mccaffrey")
    player.board.session.write_marks()
    player.cell(2, 8).focus()
    for cell, number in (((4, 1), 4), ((4, 2), 4), ((6, 2), 2), ((6, 3), 2), ((4, 3), 7)):
        player.board.mark(cell, number, "color")
    player.show()
    keep(player, "marks")


def test_explanation(pictured: Pictured) -> None:
    player = pictured(CHAINS)
    player.section("explain")
    asks(player, "explain", by="techniques", whole=True)
    steps = player.board.path["steps"]
    at = next(k for k in range(len(steps)) if has_links(player.board, k))
    player.board.ask("go", to=at)
    player.show()
    keep(player, "hint")


def has_links(board: Any, at: int) -> bool:
    board.ask("go", to=at)
    return len(board.highlights["links"]) > 3


def test_models(pictured: Pictured) -> None:
    player = pictured("mccaffrey", WIDE)
    panel = player.section("model")
    panel.locator("[data-part=compare] summary").press("Enter")
    player.do("compare")
    player.waits("board.dataset.busy === 'true'")
    assert player.board.wait()
    player.show()
    panel.locator("[data-part=rate]").evaluate("each => each.scrollIntoView({ block: 'end' })")
    keep(player, "models")


def test_sixteen(pictured: Pictured) -> None:
    player = pictured("large:4")
    player.cell(6, 7).focus()
    keep(player, "16")


def test_on_a_phone(pictured: Pictured) -> None:
    player = pictured("mccaffrey", PHONE)
    half_solved(player)
    keep(player, "phone")


def test_rules(pictured: Pictured) -> None:
    player = pictured(MANY_RULES, WIDE)
    player.cell(5, 5).focus()
    keep(player, "rules")


def test_a_hint_on_a_phone(pictured: Pictured) -> None:
    player = pictured("killer:1", PHONE)
    asks(player, "hint", kind="step")
    keep(player, "phone-hint")


def test_design(pictured: Pictured) -> None:
    player = pictured("killer:1", WIDE)
    player.section("design")
    player.board.design = True
    for rule in player.board.puzzle.board.rules[:9]:
        asks(player, "remove_rule", rule=str(rule))
    while not player.board.highlights["candidates"]:  # where two solutions differ
        player.page.wait_for_timeout(200)
        player.show()
    keep(player, "design")


def test_class(pictured: Pictured) -> None:
    player = pictured("mccaffrey", WIDE, mode="class")
    player.board.explain()
    player.board.step_to(3)
    player.show()
    player.section("explain")
    keep(player, "class")


def test_variants(browser: Any) -> None:
    boards = "".join(f"<div>{rendering_of(name)}</div>" for name in VARIANTS)
    page = browser.new_context(viewport={"width": 960, "height": 420}, device_scale_factor=2).new_page()
    page.set_content(f"<style>{SIDE_BY_SIDE}</style><main>{boards}</main>")
    save(page.locator("main").screenshot(), "variants-light.png")
    page.context.close()


def rendering_of(name: str) -> str:
    return sm.load(name)._repr_html_()


@pytest.mark.parametrize("program", ["measured.py", "gallery.py"])
def test_figures(program: str) -> None:
    subprocess.run([sys.executable, Path(__file__).parents[1] / "plots" / program], check=True)


TASK = """def my_assignment(puzzle):
    problem, n = pulp.LpProblem("neighbours"), puzzle.board.size
    cells, digits = puzzle.board.cells, puzzle.board.digits
    y = {}
    for (r, c), d in product(cells, digits):
        y[r, c, d] = problem.add_variable(f"y_{r}_{c}_{d}", cat="Binary")
    for cell in cells:
        problem += pulp.lpSum(y[*cell, d] for d in digits) == 1
    for unit in puzzle.board.units:
        for d in digits:
            problem += pulp.lpSum(y[*cell, d] for cell in unit.cells) == 1
    for (r, c), d in puzzle.givens.items():
        problem += y[r, c, d] == 1
    for r, c in cells:
        for d in range(1, n):
            if c < n:  # neighbours in a row are not consecutive
                problem += y[r, c, d] + y[r, c + 1, d] + y[r, c, d + 1] + y[r, c + 1, d + 1] <= 1
    return problem, y

course.check("assignment", my_assignment)"""
"""A wrong answer in plain PuLP: it forgets neighbours in a column."""

CELL = """:root { color-scheme: light; } body { background: #fff; font: 15px/1.45 "DejaVu Sans", sans-serif; }
body { margin: 0; } main { padding: 14px; width: 52rem; }
pre { background: #f6f6f4; font: 13px/1.4 "DejaVu Sans Mono", monospace; }
pre { margin: 0 0 12px; padding: 10px 14px; }"""


def test_an_exercise_is_checked(browser: Any) -> None:
    """The cell of a wrong answer with its verdict, as a notebook shows them."""
    cell: dict[str, Any] = {"course": course, "pulp": pulp, "product": product}
    *lines, last = TASK.splitlines()
    exec("\n".join(lines), cell)
    verdict = eval(last, cell)
    assert verdict.status == "wrong"
    assert verdict.grid is not None
    page = browser.new_context(viewport={"width": 900, "height": 700}, device_scale_factor=2).new_page()
    code = highlight(TASK, PythonLexer(), HtmlFormatter(nowrap=True))
    styles = f"{CELL}{HtmlFormatter(nobackground=True).get_style_defs('pre')}"
    page.set_content(f"<style>{styles}</style><main><pre>{code}</pre>{verdict._repr_html_()}</main>")
    save(page.locator("main").screenshot(), "exercise.png")
    page.context.close()
