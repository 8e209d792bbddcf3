"""The module and the style sheet of the page, read as text; how they behave is seen in a browser."""

import re
from itertools import combinations
from math import dist

import pytest
from contrast import contrast, mixed

from sudoku_models.board import BoardWidget, commands, page

SCRIPT, STYLE = page.script(), page.style()
COLOURS = [
    {key: values[theme] for key, *values in re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", STYLE)}
    for theme in (0, 1)
]
"""The colours of the light and of the dark theme."""


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
    colours = COLOURS[theme]
    grounds = ["paper", "peer"]
    grounds += ["reason"] if name in ("ink", "given", "entered", "good") else []
    grounds += ["bad-ground"] if name == "bad" else []
    for ground in grounds:
        assert contrast(colours[name], colours[ground]) >= 4.5


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("number", range(1, 10))
def test_text_stands_out_from_the_colours_of_cells_and_their_patterns(number, theme):
    colours = COLOURS[theme]
    ground = colours[f"color-{number}"]
    shares = dict(re.findall(r"--(\w+)-on-color: color-mix\(in srgb, var\(--\1\) (\d+)%, var\(--ink\)\)", STYLE))
    assert {*shares} == {"entered", "bad"}
    texts = [mixed(colours[name], colours["ink"], int(share) / 100) for name, share in shares.items()]
    for text in (*texts, colours["ink"], colours["given"]):
        assert contrast(text, ground) >= 4.5
    stripes = re.search(r"--stripe: light-dark\(rgb\(0 0 0 / (\d+)%\), rgb\(0 0 0 / (\d+)%\)\)", STYLE)
    striped = mixed("#000000", ground, int(stripes[theme + 1]) / 100)
    for name in ("ink", "given"):  # on patterns every digit is in one of these
        assert contrast(colours[name], striped) >= 4.5


SIGHTS = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
"""How linear red, green and blue are seen. Source: Machado, Oliveira and Fernandes, 2009, severity 1."""
CONES = ((0.4122214708, 0.5363325363, 0.0514459929), (0.2119034982, 0.6806995451, 0.1073969566))
CONES += ((0.0883024619, 0.2817188376, 0.6299787005),)
OKLAB = ((0.2104542553, 0.793617785, -0.0040720468), (1.9779984951, -2.428592205, 0.4505937099))
OKLAB += ((0.0259040371, 0.7827717662, -0.808675766),)
"""From linear colours to the responses of the cones, and from their cube roots to Oklab. Source: B. Ottosson, 2020."""


def times(matrix, vector):
    return [sum(a * b for a, b in zip(line, vector, strict=True)) for line in matrix]


def seen(colour, sight):
    """A colour in Oklab, 0 to 100, as it is seen."""
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    cones = times(CONES, [min(max(part, 0), 1) for part in times(SIGHTS[sight], linear)])
    return [100 * part for part in times(OKLAB, [cone ** (1 / 3) for cone in cones])]


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("sight", SIGHTS)
def test_the_colours_of_cells_differ_also_for_the_colour_blind(sight, theme):
    """About 2 can just be told apart, side by side."""
    shown = [seen(COLOURS[theme][name], sight) for name in ("paper", *(f"color-{k}" for k in range(1, 10)))]
    assert min(dist(one, other) for one, other in combinations(shown, 2)) >= 6


def test_every_colour_but_one_has_a_pattern_of_its_own():
    patterns = re.findall(r"--pattern-\d: (.*);", STYLE)
    assert len({*patterns}) == len(patterns) == 8


def test_every_panel_and_every_tool_has_an_icon():
    icons = set(re.findall(r"^  (\w+): \[\"", SCRIPT, re.M))
    buttons = re.findall(r'iconButton\("[^"]*", "([\w-]+)"(?:.*?"data-icon": "(\w+)")?', SCRIPT)
    panels = re.findall(r'^  \["(\w+)", "[^"]+", \w+\],$', SCRIPT, re.M)
    assert panels == ["explain", "model", "design", "puzzle", "games", "settings", "help"]
    assert {icon or name for name, icon in buttons} | {*panels} <= icons
