"""The book, by `sphinx-build -W -b html notebooks build/html`. Notebooks keep their stored outputs; none is run."""

import json
import os
import re
import sys
from pathlib import Path
from typing import Any

from bs4 import BeautifulSoup

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE / "_book"), str(HERE.parent)]

import lite  # noqa: E402
import mathml  # noqa: E402
import results  # noqa: E402

import sudoku_models  # noqa: E402
from sudoku_models import benchmark  # noqa: E402
from sudoku_models.course.lessons import HOW_TO_BEGIN  # noqa: E402

MODULES = {"explain", "puzzles", "rules"}  # of these, the module has the name
PUBLIC = {*sudoku_models.__all__, "BoardWidget"} - MODULES

project = "sudoku_models"
author = "The sudoku_models developers"
copyright = "2026, the sudoku_models developers"
extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "docstrings",
    "mathml",
    "lite",
    "play",
]
exclude_patterns = ["solutions", "_book", "**/.ipynb_checkpoints"]

# Lessons
suppress_warnings = ["myst.header"]  # an exercise is a heading of the third level wherever it stands
nb_execution_mode = "off"
nb_merge_streams = True
nb_ipywidgets_js = {}  # by default from the network; without a kernel a board is its picture
nb_mime_priority_overrides = [("html", "application/vnd.jupyter.widget-view+json", None)]
myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 4

# API
autodoc_default_options = {"members": True, "no-value": True}
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
napoleon_custom_sections = [("Options", "params_style")]
napoleon_use_ivar = True
napoleon_use_rtype = False
default_role = "py:obj"  # a name in single backticks is code, with a link where it is on one of the pages
add_module_names = False
python_display_short_literal_types = True
toc_object_entries_show_parents = "hide"

# Pages
html_theme = "furo"
html_title = "sudoku_models"
html_math_renderer = "mathml"
html_static_path = ["_static", str(mathml.font())]
html_css_files = ["book.css"]
html_copy_source = False
html_show_sphinx = False
html_search_scorer = str(HERE / "_book" / "scorer.js")


PROJECT = {
    "project/changelog": "CHANGELOG.md",
    "project/contributing": "CONTRIBUTING.md",
    "project/puzzles": "data/README.md",
    "project/security": "SECURITY.md",
}
"""The pages whose text is a file outside of this folder."""
PAGES = {(HERE.parent / file).resolve(): HERE / f"{page}.md" for page, file in PROJECT.items()}


def relinked(text: str, folder: Path, page_folder: Path) -> str:
    """A text of a file in `folder`, with links that lead from a page in `page_folder` to the same places.

    A file with a page of its own gets that page. A folder has no page: what was a link to it names it.
    """

    def moved(link: re.Match[str]) -> str:
        words, path, anchor = link[1], link[2], link[3] or ""
        target = (folder / path).resolve()
        if target.is_dir():
            return f"{words} (`{target.relative_to(HERE.parent)}`)"
        return f"[{words}]({os.path.relpath(PAGES.get(target, target), page_folder)}{anchor})"

    return re.sub(r"(?<!!)\[([^\]]*)\]\(([^):#]+)(#[^)]*)?\)", moved, text)


def take_text(_app: Any, name: str, source: list[str]) -> None:
    """The text of a page, from a file outside of this folder where it has one, with links that lead into the book."""
    page = HERE / f"{name}.md"
    if page.exists():
        file = HERE.parent / PROJECT[name] if name in PROJECT else page
        source[0] = relinked(file.read_text(encoding="utf-8"), file.parent, page.parent)
    if name == "index":
        first, order = ((HERE / "_book" / file).read_text(encoding="utf-8") for file in ("first_page.txt", "order.txt"))
        source[0] = HOW_TO_BEGIN.sub(lambda _: first + "\n", source[0]) + order


def make_reports(app: Any) -> None:
    """The benchmark's reports, made once from the rows of each study, and copied beside the pages."""
    results.check()
    if app.builder.format != "html":
        return
    made = HERE.parent / "build" / "report"
    for name in results.STUDIES:
        if not (made / name / "index.html").exists():
            benchmark.report(results.DATA / name, made / name)
    app.config.html_extra_path.append(str(made))


PHONE = 480
"""Pixels: plots that are wider scroll on a phone, in place of being shrunk until nobody can read them."""


def slug(heading: str) -> str:
    """The anchor of a heading; JupyterLab's own anchors have capitals and punctuation too."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def has_wide_plot(cell: dict[str, Any]) -> bool:
    """Whether a cell has a plot that is too wide for the screen of a phone, by what Matplotlib says of its size."""
    sizes = re.findall(r"<Figure size (\d+)", json.dumps(cell.get("outputs", [])))
    return any(int(width) > PHONE for width in sizes)


def fold_groups(_app: Any, _page: str, _template: str, context: dict[str, Any], _doctree: Any) -> None:
    """The groups of pages at the side fold; the first one and that of the page are open."""
    if not (tree := context.get("furo_navigation_tree")):
        return
    soup = BeautifulSoup(tree, "html.parser")
    for k, caption in enumerate(soup.find_all("p", class_="caption")):
        pages = caption.find_next_sibling("ul")
        details = soup.new_tag("details", attrs={"class": "group"})
        if k == 0 or pages.find(class_="current-page"):
            details["open"] = ""
        caption.insert_before(details)
        caption.name = "summary"
        del caption["role"]  # a heading, which would need a level
        details.extend([caption.extract(), pages.extract()])
    context["furo_navigation_tree"] = str(soup)


def change_lesson(app: Any, name: str, source: list[str]) -> None:
    """Put the number of a lesson before its title, as `5. Count the solutions`, and give links the book's anchors.

    Below the title is a link to the lesson in the browser. Cells with a wide plot get a tag, which the style sheet
    reads.
    """
    if not re.match(r"\d\d_", name):
        return
    notebook, title = json.loads(source[0]), f"# {int(name[:2])}. "
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            text = re.sub("^# ", title, "".join(cell["source"]))
            if text.startswith(title):
                title = "## "  # a page has one title
            cell["source"] = re.sub(r"\]\(#([^)]+)\)", lambda link: f"](#{slug(link[1])})", text)
        elif has_wide_plot(cell):
            cell["metadata"].setdefault("tags", []).append("wide-plot")
    if app.config.in_browser:
        notebook["cells"].insert(1, {"cell_type": "markdown", "id": "try", "metadata": {}, "source": lite.button(name)})
    source[0] = json.dumps(notebook)


def skip_twice(app: Any, what: str, name: str, thing: Any, skip: bool, _options: Any) -> bool | None:
    """A name of `sm` is documented as such, and not again as one of the subpackage that it comes from."""
    is_there = what == "module" and getattr(sudoku_models, name, None) is thing
    return True if is_there and name in PUBLIC else None


def setup(app: Any) -> None:
    """Sphinx calls this."""
    app.connect("autodoc-skip-member", skip_twice)
    app.connect("builder-inited", make_reports)
    for change in (take_text, change_lesson):
        app.connect("source-read", change)
    app.connect("html-page-context", fold_groups, priority=900)  # after the theme has made the tree
