"""The drawing of a board as plain data, for web pages, plots, printed sheets and the interactive board."""

from .elements import COLOURS, Caption, Disc, Drawing, Graphic, Point, Shade, Stroke, as_data, middle
from .of_board import drawing, regions
from .of_rules import elements
from .words import briefly, listed_rules, rules_of_cells

__all__ = [
    "COLOURS",
    "Caption",
    "Disc",
    "Drawing",
    "Graphic",
    "Point",
    "Shade",
    "Stroke",
    "as_data",
    "briefly",
    "drawing",
    "elements",
    "listed_rules",
    "middle",
    "regions",
    "rules_of_cells",
]
