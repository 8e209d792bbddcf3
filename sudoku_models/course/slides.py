"""A lesson as slides: one page that needs no network, with the exercises and without their solutions."""

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
WIDTH, HEIGHT = 1280, 800
"""The size for which a slide is made; it is scaled to the screen."""

STYLE = f"""html, body {{ background: #fff; color: #1b1b1b; height: 100%; margin: 0; overflow: hidden; }}
section {{ box-sizing: border-box; display: none; font: 25px/1.4 system-ui, sans-serif; height: {HEIGHT}px; left: 0; overflow: auto;
  padding: 36px 56px; position: absolute; top: 0; transform-origin: 0 0; width: {WIDTH}px; }}
section.now {{ display: block; }} .later {{ visibility: hidden; }}
h1 {{ font-size: 54px; margin: 0.6em 0 0.4em; }} h2 {{ font-size: 38px; margin: 0 0 0.5em; }} h3 {{ font-size: 31px; margin: 0 0 0.5em; }}
pre {{ background: #f6f6f4; font: 19px/1.35 ui-monospace, monospace; margin: 0.5em 0; overflow-wrap: anywhere; padding: 8px 14px;
  white-space: pre-wrap; }}
pre.out {{ background: none; }} img, svg {{ height: auto; max-width: 100%; }} a {{ color: #0072b2; }}
table {{ border-collapse: collapse; font-size: 20px; }} th, td {{ padding: 0.1em 0.6em; }} math {{ font-size: 1.05em; }}
#at {{ bottom: 8px; color: #777; font: 15px system-ui, sans-serif; position: fixed; right: 14px; }}
@media print {{ html, body {{ height: auto; overflow: visible; }} @page {{ margin: 0; size: {WIDTH}px {HEIGHT}px; }} #at {{ display: none; }}
  section {{ display: block; break-after: page; position: static; transform: none !important; }}
  .later {{ visibility: visible; }} }}"""

SCRIPT = f"""const slides = [...document.querySelectorAll("section")];
let now = Math.max(0, Math.min(slides.length, Number(location.hash.slice(1))) - 1);
function show() {{
  slides.forEach((slide, k) => slide.classList.toggle("now", k === now));
  document.getElementById("at").textContent = `${{now + 1}} of ${{slides.length}}`;
  history.replaceState(null, "", `#${{now + 1}}`);
}}
for (const slide of slides) {{  // what is too large for a slide is drawn smaller, down to less than half; then it scrolls
  slide.style.display = "block";
  const [content] = slide.children;
  for (let zoom = 1; zoom > 0.45 && (slide.scrollHeight > {HEIGHT} || slide.scrollWidth > {WIDTH}); zoom -= 0.05) content.style.zoom = zoom;
  slide.style.display = "";
}}
function fit() {{
  const scale = Math.min(innerWidth / {WIDTH}, innerHeight / {HEIGHT});
  for (const slide of slides) slide.style.transform =
    `translate(${{(innerWidth - scale * {WIDTH}) / 2}}px, ${{(innerHeight - scale * {HEIGHT}) / 2}}px) scale(${{scale}})`;
}}
function go(by) {{
  const hidden = slides[now].querySelector(".later");
  if (by === 1 && hidden) return hidden.classList.remove("later");
  now = Math.max(0, Math.min(slides.length - 1, now + by));
  show();
}}
const KEYS = {{ ArrowRight: 1, PageDown: 1, " ": 1, ArrowDown: 1, ArrowLeft: -1, PageUp: -1, ArrowUp: -1, Home: -1e6, End: 1e6 }};
addEventListener("keydown", (event) => {{
  if (event.target.closest("input, button, select, textarea, summary") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "f") document.documentElement.requestFullscreen();
  if (!(event.key in KEYS)) return;
  event.preventDefault();
  go(KEYS[event.key]);
}});
addEventListener("resize", fit);
fit();
show();"""


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
    head = f'<meta charset="utf-8"><title>{lesson}. {title}</title><style>{STYLE}{_colours()}</style>'
    return f'<!doctype html><html lang="en"><head>{head}</head><body>{body}<div id="at"></div><script>{SCRIPT}</script></body></html>\n'


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
