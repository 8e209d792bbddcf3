"""The elements of small hand-made SVG pictures, in the colour of the text, light or dark."""

from html import escape


def text(x: float, y: float, what: object, extra: str = "") -> str:
    """Text with its middle at x.

    >>> text(1.25, 2, "a < b")
    "<text x='1.2' y='2' fill='currentColor'>a &lt; b</text>"
    """
    return (
        f"<text x='{_short(x)}' y='{_short(y)}' fill='currentColor'{extra and ' ' + extra}>{escape(str(what))}</text>"
    )


def line(x1: float, y1: float, x2: float, y2: float, look: str = "stroke='currentColor'") -> str:
    """A line."""
    return f"<path d='M{_short(x1)} {_short(y1)}L{_short(x2)} {_short(y2)}' {look}/>"


def circle(x: float, y: float, r: float, look: str = "fill='none' stroke='currentColor'") -> str:
    """A circle around a point."""
    return f"<circle cx='{_short(x)}' cy='{_short(y)}' r='{_short(r)}' {look}/>"


def box(x: float, y: float, width: float, height: float, look: str = "fill='none' stroke='currentColor'") -> str:
    """A rectangle with its middle at a point."""
    place = f"x='{_short(x - width / 2)}' y='{_short(y - height / 2)}'"
    return f"<rect {place} width='{_short(width)}' height='{_short(height)}' {look}/>"


def tint(colour: str) -> str:
    """A light ground of this colour, on which text can be read in the light and in the dark."""
    return f"fill='{colour}' fill-opacity='.35' stroke='none'"


def _short(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
