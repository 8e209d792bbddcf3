"""Formulas as MathML, which browsers draw themselves: no JavaScript, and nothing is loaded when a page is read.

The font, STIX Two Math, ships with `ziamath`, and is copied beside the pages.
"""

import importlib.util
from pathlib import Path
from typing import Any

from docutils import nodes
from latex2mathml.converter import convert
from sphinx.util import logging

FONT = "STIXTwoMath-Regular.ttf"
log = logging.getLogger(__name__)


def font() -> Path:
    """The font's file, found without importing its package."""
    found = importlib.util.find_spec("ziamath")
    if found is None or found.origin is None:
        raise ModuleNotFoundError('the font of the formulas is missing: python -m pip install ".[docs]"')
    return Path(found.origin).parent / "fonts" / FONT


def mathml(formula: str, is_block: bool) -> str:
    r"""A formula of LaTeX as MathML. What the converter does not know is a warning, so that no formula is shown wrong.

    >>> mathml(r"x \ne 1", is_block=False).partition("<mrow>")[2]
    '<mi>x</mi><mo>&#x02260;</mo><mn>1</mn></mrow></math>'
    """
    known = formula.replace("{aligned}", "{align*}")
    made: str = convert(known, display="block" if is_block else "inline")
    if "\\" in made or "<mi>&</mi>" in made:
        log.warning("a formula has a part that the converter to MathML does not know: %s", formula)
    return made


def _inline(translator: Any, node: nodes.Element) -> None:
    translator.body.append(mathml(node.astext(), is_block=False))
    raise nodes.SkipNode


def _block(translator: Any, node: nodes.Element) -> None:
    translator.body.append(f'<div class="math">{mathml(node.astext(), is_block=True)}</div>\n')
    raise nodes.SkipNode


def setup(app: Any) -> dict[str, bool]:
    """Register the renderer under the name "mathml"."""
    app.add_html_math_renderer("mathml", inline_renderers=(_inline, None), block_renderers=(_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
