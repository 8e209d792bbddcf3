"""A lesson as slides: one page that needs no network, with the exercises and without their solutions.

The style of a page and its script stand beside this file.
"""

import html
import re
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..errors import InputError
from .lessons import lesson_files, need

IN_CODE = re.compile(r"(`+)[^`].*?\1", re.DOTALL)
FORMULA = re.compile(r"\$\$(.+?)\$\$|(?<![\\\w$])\$([^$\n]+?)\$(?![\w$])", re.DOTALL)
PICTURE = re.compile(r"!\[([^\]]*)\]\(([^):]+)\)")
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\((?!https?:)[^)]*\)")
SHOWN = ("text/html", "image/svg+xml", "image/png", "text/plain")
"""The types of an output, the best first."""
HERE = Path(__file__).parent


def slides(lesson: int) -> str:
    """The slides of a lesson, as the text of one HTML file.

    The cells carry the marks of a Jupyter slide show. Exercises, which those marks leave out, become slides too: the
    task and the cell for the answer, as a learner sees them. Formulas are MathML.

    Raises:
        InputError: When there is no such lesson.
        NotInstalledError: Without the extra `lab`.
    """
    files = lesson_files()
    if lesson not in files:
        raise InputError(f"there is no lesson {lesson}; there are the lessons 0 to {max(files)}")
    notebook = need("nbformat").read(files[lesson], 4)
    pages: list[str] = []
    in_exercise = False
    for cell in notebook.cells:
        kind = cell.metadata.get("slideshow", {}).get("slide_type", "-")
        begins_exercise = cell.cell_type == "markdown" and cell.source.startswith("### Exercise")
        is_answer = cell.cell_type == "code" and cell.metadata.get("nbgrader", {}).get("solution")
        in_exercise = begins_exercise or (in_exercise and kind == "skip" and not _checks(cell))
        if kind in ("skip", "notes") and not (
            begins_exercise or (in_exercise and (is_answer or cell.cell_type == "markdown"))
        ):
            continue
        shown = "".join(_html_of(cell, files[lesson].parent, with_outputs=not is_answer))
        if not pages or begins_exercise or kind in ("slide", "subslide"):
            pages.append(shown)
        elif shown:
            pages[-1] += f'<div class="later">{shown}</div>' if kind == "fragment" else shown
    title = html.escape(notebook.cells[0].source.splitlines()[0].strip("# "))
    body = "\n".join(f"<section><div>{page}</div></section>" for page in pages)
    style, script = ((HERE / f"slides.{kind}").read_text(encoding="utf-8") for kind in ("css", "js"))
    head = f'<meta charset="utf-8"><title>{lesson}. {title}</title><style>{style}{_colours()}</style>'
    page = f'{body}<div id="at"></div><script>{script}</script>'
    return f'<!doctype html><html lang="en"><head>{head}</head><body>{page}</body></html>\n'


def write_slides(folder: Path, numbers: list[int] | None = None) -> list[Path]:
    """Write the slides of some lessons, or of all, into a folder: one file each.

    Raises:
        InputError: When there is no such lesson, or a file cannot be written.
        NotInstalledError: Without the extra `lab`.
    """
    made = []
    for number in numbers or sorted(lesson_files()):
        text = slides(number)
        path = folder / f"{lesson_files()[number].stem}.html"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            raise InputError(f"the slides cannot be written to {folder}: {error.strerror or error}") from None
        made.append(path)
    return made


def _checks(cell: Any) -> bool:
    return cell.cell_type == "code" and "course.check(" in cell.source


def _colours() -> str:
    formatters = need("pygments.formatters")
    return str(formatters.HtmlFormatter(nobackground=True).get_style_defs("pre.code"))


def _html_of(cell: Any, folder: Path, with_outputs: bool) -> Iterator[str]:
    if cell.cell_type == "markdown":
        yield _of_markdown(cell.source, folder)
    elif cell.cell_type == "code":
        tags = cell.metadata.get("tags", [])
        if "hide-input" not in tags and "remove-cell" not in tags:
            pygments, lexers = need("pygments"), need("pygments.lexers")
            formatter = need("pygments.formatters").HtmlFormatter(nowrap=True)
            yield f'<pre class="code">{pygments.highlight(cell.source, lexers.PythonLexer(), formatter)}</pre>'
        for output in cell.outputs if with_outputs else ():
            yield _of_output(output, cell.metadata.get("mystnb", {}).get("image", {}).get("alt", ""))


def _of_output(output: Any, alt: str) -> str:
    if output.output_type == "stream":
        return f'<pre class="out">{html.escape(output.text)}</pre>'
    data = output.get("data", {})
    kind = next((each for each in SHOWN if each in data), "")
    if kind == "image/png":
        return f'<img alt="{html.escape(alt)}" src="data:image/png;base64,{data[kind].strip()}">'
    if kind == "text/plain":
        return f'<pre class="out">{html.escape(data[kind])}</pre>'
    return f"<div>{data[kind]}</div>" if kind else ""


def _of_markdown(source: str, folder: Path) -> str:
    """Markdown as HTML; formulas and pictures stand in the page, and links to other files are only their words."""
    kept: list[str] = []

    def keep(text: str) -> str:
        kept.append(text)
        return f"\x02{len(kept) - 1}\x03"

    convert = need("latex2mathml.converter").convert
    source = IN_CODE.sub(lambda code: keep(code[0]), source)  # a dollar in code is no formula
    source = PICTURE.sub(lambda found: keep(_picture(found[1], folder / found[2])), source)
    source = LINK.sub(r"\1", source)

    def formula(found: re.Match[str]) -> str:
        latex = (found[1] or found[2]).replace("{aligned}", "{align*}")
        return keep(convert(latex, display="block" if found[1] else "inline"))

    source = FORMULA.sub(formula, source)
    codes = {k for k, text in enumerate(kept) if text.startswith("`")}
    source = re.sub(r"\x02(\d+)\x03", lambda at: kept[int(at[1])] if int(at[1]) in codes else at[0], source)
    made = need("markdown_it").MarkdownIt("commonmark").enable("table").render(source)
    return re.sub(r"\x02(\d+)\x03", lambda at: kept[int(at[1])], made)


def _picture(alt: str, file: Path) -> str:
    kind = {"svg": "svg+xml"}.get(file.suffix[1:], file.suffix[1:])
    content = b64encode(file.read_bytes()).decode()
    return f'<img alt="{html.escape(alt)}" src="data:image/{kind};base64,{content}">'
