"""The module and the style sheet of the page, read as text; how they behave is seen in a browser."""

import re

import pytest
from contrast import contrast

from sudoku_models.board import BoardWidget, commands, page

SCRIPT, STYLE = page.script(), page.style()


def test_it_follows_every_trait_that_goes_out():
    synced = {name for name, trait in BoardWidget.class_traits(sync=True).items() if trait.this_class is BoardWidget}
    followed = re.search(r"const TRAITS = `([^`]*)`", SCRIPT)[1].split()
    assert set(followed) == synced


def test_it_sends_only_commands_that_there_are():
    sent = set(re.findall(r'\bdo: "([a-z_]+)"', SCRIPT)) | set(
        re.findall(r'page\.command\("[^"]*", "([a-z_]+)"', SCRIPT)
    )
    assert sent <= {*commands.COMMANDS}
    assert {"enter", "erase", "undo", "hint", "solve", "search", "cancel"} <= sent


def test_it_takes_nothing_from_the_network_and_writes_no_html():
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)\w", SCRIPT + STYLE)
    assert not re.search(r"innerHTML|outerHTML|insertAdjacent|document\.write|eval\(|\bimport\b", SCRIPT)
    assert "@import" not in STYLE


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("name", ["ink", "muted", "given", "entered", "accent", "bad", "good", "warn"])
def test_text_stands_out_from_its_ground(name, theme):
    """WCAG AA asks for a contrast of 4.5."""
    colours = {
        key: values[theme] for key, *values in re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", STYLE)
    }
    grounds = ["paper", "peer", "shade"]
    grounds += ["reason"] if name in ("ink", "given", "entered", "good") else []
    grounds += [f"color-{k}" for k in range(1, 10)] if name in ("ink", "given", "entered", "bad") else []
    grounds += ["bad-ground"] if name == "bad" else []
    for ground in grounds:
        assert contrast(colours[name], colours[ground]) >= 4.5


def test_every_panel_and_every_tool_has_an_icon():
    icons = set(re.findall(r"^  (\w+): \[\"", SCRIPT, re.M))
    used = set(re.findall(r'iconButton\("[^"]*", "(\w+)"', SCRIPT)) - {"leave_path", "resume"}
    panels = re.findall(r'^  \["(\w+)", "[^"]+", \w+\],$', SCRIPT, re.M)
    assert panels == ["explain", "puzzle", "design", "settings", "games", "help", "model"]
    assert used | {*panels} <= icons
