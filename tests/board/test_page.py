"""The module and the style sheet of the page, read as text; how they behave is seen in a browser."""

import re
import shutil
import subprocess

import pytest
from contrast import contrast

from sudoku_models.board import BoardWidget, commands, page, settings

SCRIPT, STYLE = page.script(), page.style()


def test_it_follows_every_trait_that_goes_out():
    synced = {name for name, trait in BoardWidget.class_traits(sync=True).items() if trait.this_class is BoardWidget}
    followed = re.search(r"const TRAITS = `([^`]*)`", SCRIPT)[1].split()
    assert set(followed) == synced - {"choices"}  # which never change


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


def test_every_font_that_can_be_chosen_is_in_the_style_sheet():
    for font in set(settings.CHOICES["font"]) - {"sans"}:
        assert f'[data-font="{font}"]' in STYLE


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("name", ["ink", "muted", "given", "entered", "accent", "bad", "good", "warn"])
def test_text_stands_out_from_its_ground(name, theme):
    """WCAG AA asks for a contrast of 4.5."""
    colours = {
        key: values[theme] for key, *values in re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", STYLE)
    }
    for ground in ("paper", "peer", "shade", "reason" if name in ("ink", "given", "entered", "good") else "paper"):
        assert contrast(colours[name], colours[ground]) >= 4.5
    if name == "bad":
        assert contrast(colours["bad"], colours["bad-ground"]) >= 4.5


def test_a_removed_mark_has_the_colour_of_the_text_and_a_line_of_its_own():
    (look,) = re.findall(r"\.smb-marks s \{(.*?)\n\}", STYLE, re.S)
    for part in ("color: var(--ink)", "text-decoration: none", "linear-gradient(to top right"):
        assert part in look


def test_the_module_can_be_read_by_an_engine():
    node = shutil.which("node")
    if node is None:
        assert SCRIPT.count("{") == SCRIPT.count("}")
        return
    done = subprocess.run([node, "--check", "--input-type=module"], input=SCRIPT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_what_is_written_on_the_colours_of_cells_stands_out(theme):
    """WCAG AA asks for a contrast of 4.5; marks on a colour are written in full ink."""
    colours = {
        key: values[theme] for key, *values in re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", STYLE)
    }
    grounds = [colours[f"color-{number}"] for number in range(1, 10)]
    assert len(set(grounds)) == 9
    for name in ("ink", "given", "entered", "bad"):
        for ground in grounds:
            assert contrast(colours[name], ground) >= 4.5


def test_every_panel_and_every_tool_has_an_icon():
    icons = set(re.findall(r"^  (\w+): \[\"", SCRIPT, re.M))
    used = set(re.findall(r'iconButton\("[^"]*", "(\w+)"', SCRIPT)) - {"leave_path", "resume"}
    panels = re.findall(r'^  \["(\w+)", "[^"]+", \w+\],$', SCRIPT, re.M)
    assert panels == ["explain", "puzzle", "design", "settings", "games", "model", "help"]
    assert used | {*panels} <= icons
