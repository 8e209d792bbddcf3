"""The course in a browser tab: `lite/` beside the pages, a static folder with JupyterLite, Python and the packages.

Where `pyodide_folder` names npm's folder of Pyodide, the site holds that, works without a network and, with Node,
begins faster, since its packages are compiled (`lite/compile.mjs`). Else it names the public address of that version.

JupyterLite is called directly: `jupyterlite-sphinx` would bring directives that nobody uses here, and leaves the
packages to wheels that each visitor's Python unpacks and compiles.
"""

import gzip
import io
import json
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from importlib.resources import files
from pathlib import Path
from typing import Any

from jupyter_core.paths import jupyter_path
from sphinx.errors import ExtensionError
from sphinx.util import logging
from sphinx.util.display import status_iterator

from sudoku_models.course.lessons import COLAB_CELL

HERE = Path(__file__).parent / "lite"
ROOT = HERE.parents[2]
NOTEBOOKS = ROOT / "notebooks"
BUILD = ROOT / "build" / "lite"
"""What is made or downloaded once, and used again by the next build."""
PYODIDE = "314.0.7"
CDN = f"https://cdn.jsdelivr.net/pyodide/v{PYODIDE}/full/"
OWN = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
"""What a browser loads of Pyodide's folder."""
PYTHON = ("--python-version=3.14", "--implementation=cp", "--abi=cp314", "--platform=pyemscripten_2026_0_wasm32")
EXTENSIONS = ("@jupyterlite/pyodide-kernel-extension", "@jupyter-widgets/jupyterlab-manager", "anywidget")
LEFT_OUT = re.compile(
    r"(^|/)tests?/|\.dist-info/RECORD$|\.data/"
    r"|^pulp/solverdir/cbc/|^sudoku_models/(notebooks/(?!exercises/)|benchmark/report/)"
    r"|^pygments/lexers/(?!__init__|_mapping|python|special|text)|\.[ch]pp$"
)
"""Files of wheels that stay out: tests, PuLP's programs (16 MB), the wheel's copy of the notebooks, lexers of other
languages than Python, sources in C++, and lists of files that would name these."""
CORE = re.compile(
    r"(sudoku_models|pulp|pysat|highs_js|highspy|six|cloudpickle|typing_extensions|on_demand)\b|[^/]*\.so$"
)
"""What the board's page needs; the rest is for notebooks."""
UNUSED = ("build/fa-*.[set]*", "build/fa-*.woff", "build/fa-brands-*.woff2", "rspack.config*", "doc")
"""Files of JupyterLite that no browser loads here: older formats of fonts, icons of companies, the configuration of its
own build."""
UNUSED_LIBRARY = b"org.eclipse.elk"
"""What the file of a library contains that draws diagrams in text cells, a tenth of JupyterLite; no lesson has one."""
log = logging.getLogger(__name__)


def button(lesson: str) -> str:
    """The link from a lesson's page to the same lesson in the browser tab."""
    return f'<p><a class="try" href="lite/notebooks/index.html?path={lesson}.ipynb">Try it in the browser</a></p>\n'


def run(command: list[Any], problem: str, folder: Path = ROOT) -> None:
    """Run a program; where it fails, its output and what to do about it are the error."""
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, cwd=folder)
    if done.returncode:
        raise ExtensionError(f"{problem}\n{done.stderr[-2000:] or done.stdout[-2000:]}")


def wheels() -> list[Path]:
    """The wheels of `lite/wheels.txt`, downloaded where they are not there yet."""
    folder = BUILD / "wheels"
    pins = [line for line in (HERE / "wheels.txt").read_text().splitlines() if line and not line.startswith("#")]

    def found(pin: str) -> list[Path]:
        return list(folder.glob(f"{pin.replace('-', '_').replace('==', '-')}-*.whl"))

    missing = [pin for pin in pins if not found(pin)]
    if missing:
        download = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", *PYTHON]
        run(
            [*download, "--dest", folder, *missing],
            "The packages of the course in the browser cannot be downloaded (notebooks/_book/lite/wheels.txt). "
            "The book alone is built with `-D in_browser=0`.",
        )
    return [file for pin in pins for file in found(pin)]


def kernel(name: str) -> Path:
    """The folder of an extension of JupyterLab, as it is installed."""
    for folder in jupyter_path("labextensions"):
        if (Path(folder) / name / "package.json").exists():
            return Path(folder) / name
    raise ExtensionError(f'{name} of JupyterLab is missing: python -m pip install ".[docs]"')


def unpack(wheel: Path, folder: Path) -> None:
    """Put the files of a wheel into a folder, as an installer would."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder, [name for name in archive.namelist() if not LEFT_OUT.search(name)])


def gather(npm: Path | None) -> Path:
    """The folder of all packages: this one, its libraries, the kernel's, and HiGHS where npm's is beside Pyodide."""
    packages, own = BUILD / "packages", BUILD / "own"
    for folder in (packages, own):
        shutil.rmtree(folder, ignore_errors=True)
    run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", own], "The wheel cannot be built.")
    in_kernel = kernel(EXTENSIONS[0]) / "static" / "pypi"
    ours = [next(in_kernel.glob(f"{name}-*.whl")) for name in ("ipykernel", "piplite", "pyodide_kernel")]
    for wheel in [*wheels(), *ours, *own.glob("*.whl")]:
        unpack(wheel, packages)
    if npm and (npm.parent / "highs").exists():
        (packages / "highs_js").mkdir()
        (packages / "highs_js" / "__init__.py").write_text('"""HiGHS in WebAssembly, of the npm package `highs`."""\n')
        for file in ("build/highs.js", "build/highs.wasm", "LICENSE"):
            shutil.copy(npm.parent / "highs" / file, packages / "highs_js")
        shutil.copy(HERE / "highspy.py", packages)
    if npm:  # measured rows are read by pandas, which comes from Pyodide's public address
        for rows in (packages / "sudoku_models" / "data").rglob("*.parquet"):
            rows.unlink()
    return packages


def pack(files: list[Path], folder: Path, target: Path) -> None:
    """Files of a folder as a gzipped archive, the same bytes whenever it is made."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for file in files:
            entry = tarfile.TarInfo(file.relative_to(folder).as_posix())
            entry.size = file.stat().st_size
            with file.open("rb") as content:
                archive.addfile(entry, content)
    target.write_bytes(gzip.compress(made.getvalue(), 9, mtime=0))


def make_python(npm: Path | None, target: Path) -> None:
    """The folder with Python: Pyodide or its address, and the packages, as bytecode where Node can make it."""
    target.mkdir(parents=True, exist_ok=True)
    packages = gather(npm)
    shutil.copy(HERE / "on_demand.py", packages)
    if npm and (node := shutil.which("node")):
        run([node, HERE / "compile.mjs", npm, packages], "The packages of the course cannot be compiled.")
    elif npm:
        log.warning("Node is missing: the course in the browser begins slowly, as each visitor's Python compiles it")
    if npm:
        for file in OWN:
            shutil.copy(npm / file, target)
    files = [file for file in sorted(packages.rglob("*")) if file.is_file()]
    core = [file for file in files if CORE.match(file.relative_to(packages).as_posix())]
    pack(core, packages, target / "core.tar.gz")
    pack(sorted({*files} - {*core}), packages, target / "packages.tar.gz")
    shutil.copy(HERE / "start.mjs", target)
    (target / "site.mjs").write_text(f"export const PYODIDE = {json.dumps('./' if npm else CDN)};\n", encoding="utf-8")
    lock = json.loads((HERE / "pyodide-lock.json").read_text())
    if npm:
        lock["packages"] = {}  # nothing is loaded from elsewhere
    (target / "pyodide-lock.json").write_text(json.dumps(lock))


def linked(text: str) -> set[str]:
    """The pictures of the course that a text shows."""
    return {link for link in re.findall(r"!\[[^\]]*\]\(([^):#\s]+)", text) if (NOTEBOOKS / link).is_file()}


def put_contents(target: Path, has_numpy: bool) -> None:
    """The learner's notebooks, and their pictures. A link to a page of the course leads into the book (`page.js`)."""
    target.mkdir(parents=True)
    for source in sorted(NOTEBOOKS.glob("[0-9][0-9]_*.ipynb")):
        notebook = for_a_tab(json.loads(source.read_text(encoding="utf-8")), source.name, has_numpy)
        text = json.dumps(notebook, ensure_ascii=False, indent=1)
        (target / source.name).write_text(text + "\n", encoding="utf-8")
        for picture in linked(text):
            (target / picture).parent.mkdir(parents=True, exist_ok=True)
            content = (NOTEBOOKS / picture).read_bytes()
            if picture.endswith(".svg"):  # JupyterLite shows no text file with a character beyond Latin-1
                content = content.decode().encode("ascii", "xmlcharrefreplace")
            (target / picture).write_bytes(content)


def cells_to_show(name: str, has_numpy: bool) -> dict[str, str]:
    """The cells of a notebook that a tab cannot run, by their id, and what they need: see `not_in_a_tab.json`."""
    table = json.loads((NOTEBOOKS / "_book" / "not_in_a_tab.json").read_text(encoding="utf-8"))
    parts = ["anywhere"] if has_numpy else ["anywhere", "without_cdn"]
    return {cell: need for part in parts for need, cells in table[part].get(name, {}).items() for cell in cells}


def for_a_tab(notebook: dict[str, Any], name: str, has_numpy: bool) -> dict[str, Any]:
    """A learner's notebook in which cells that a tab cannot run are text, with their stored output.

    A sentence at the top says which they are. Cells of an exercise stay, and a sentence before it says what it needs.
    """
    notebook["cells"] = [cell for cell in notebook["cells"] if cell["id"] != COLAB_CELL]
    needs = cells_to_show(name, has_numpy)
    if not needs:
        return notebook
    solved = json.loads((NOTEBOOKS / "solutions" / name).read_text(encoding="utf-8"))
    outputs = {cell["id"]: cell.get("outputs", []) for cell in solved["cells"]}
    count, cells, asked = sum(cell["cell_type"] == "code" for cell in notebook["cells"]), [], ""
    shown = [cell["id"] for cell in notebook["cells"] if cell["id"] in needs and "nbgrader" not in cell["metadata"]]
    for cell in notebook["cells"]:
        if cell["id"] in shown:
            as_text(cell, outputs.get(cell["id"], []))
        elif cell["id"] in needs and needs[cell["id"]] != asked:
            asked = needs[cell["id"]]
            sentence = (
                f"*This exercise needs {asked}, which a browser tab does not have: here its check cannot judge it.*"
            )
            exercise = max(k for k, each in enumerate(cells) if each["cell_type"] == "markdown")
            cells.insert(exercise + 1, text_cell("needs-" + cell["id"], sentence))
        cells.append(cell)
    if shown:
        needed = ", ".join(sorted({needs[cell] for cell in shown}))
        sentence = (
            f"*{len(shown)} of the {count} cells need what this page does not have ({needed}): they are shown as "
        )
        cells.insert(1, text_cell("in-a-tab", f"{sentence}text, with the output that is stored in the book.*"))
    return {**notebook, "cells": cells}


def text_cell(name: str, text: str) -> dict[str, Any]:
    """A cell with text."""
    return {"cell_type": "markdown", "id": name, "metadata": {}, "source": [text]}


def as_text(cell: dict[str, Any], outputs: list[dict[str, Any]]) -> None:
    """Make a code cell a Markdown cell with its code and its stored output."""
    parts, pictures = [f"```python\n{''.join(cell['source'])}\n```"], {}
    alt = cell["metadata"].get("mystnb", {}).get("image", {}).get("alt", "The stored output")
    for k, output in enumerate(outputs):
        data = output.get("data", {})
        if "image/png" in data:
            pictures[f"output-{k}.png"] = {"image/png": "".join(data["image/png"]).replace("\n", "")}
            parts.append(f"![{alt}](attachment:output-{k}.png)")
        elif "text/html" in data:
            parts.append("".join(data["text/html"]))
        elif text := "".join(output.get("text", data.get("text/plain", ""))):
            parts.append(f"```\n{text.rstrip()}\n```")
    cell.update(cell_type="markdown", source="\n\n".join(parts).splitlines(keepends=True))
    if pictures:
        cell["attachments"] = pictures
    for key in ("outputs", "execution_count"):
        cell.pop(key, None)


def make_jupyterlite(target: Path, has_numpy: bool) -> None:
    """The pages of JupyterLite with the notebooks."""
    source = BUILD / "source"
    shutil.rmtree(source, ignore_errors=True)
    put_contents(source / "contents", has_numpy)
    config = {
        "apps": ["notebooks", "tree", "edit"],
        "contents": ["contents"],
        "federated_extensions": [str(kernel(name)) for name in EXTENSIONS],
        "ignore_sys_prefix": True,
        "no_sourcemaps": True,
        "no_unused_shared_packages": True,
        "output_dir": str(target),
    }
    (source / "jupyter_lite_config.json").write_text(json.dumps({"LiteBuildConfig": config}))
    shutil.copy(HERE / "overrides.json", source)
    shutil.copy(HERE / "jupyter-lite.json", source)
    run([sys.executable, "-m", "jupyterlite_core", "build"], "JupyterLite cannot be built.", source)
    shutil.copytree(Path(str(files("jupyter_server"))) / "static" / "favicons", target / "static" / "favicons")
    scripts = (path for path in target.glob("build/*.js") if UNUSED_LIBRARY in path.read_bytes())
    for unused in (*scripts, *(path for pattern in UNUSED for path in target.glob(pattern))):
        shutil.rmtree(unused) if unused.is_dir() else unused.unlink()


PAGES = {"notebooks": 7.8e6, "tree": 7.2e6, "edit": 7.7e6}
"""The pages of JupyterLite, and how many bytes each loads until something is seen."""
PYODIDE_SIZE = 13_412_130
"""How many bytes a browser loads of Pyodide's folder."""


def show_loading(target: Path, npm: Path | None) -> None:
    """Have each page say what is being loaded, and that of a notebook begin with Python beside its own scripts."""
    python = target / "static" / "pyodide"
    worker = next((target / "extensions" / EXTENSIONS[0] / "static").glob("comlink.worker.*.js"))
    (python / "kernel.mjs").write_text(f'import "../../{worker.relative_to(target).as_posix()}";\n', encoding="utf-8")
    shutil.copy(HERE / "worker.mjs", python)
    packages = sum(file.stat().st_size for file in python.glob("*.tar.gz"))
    script = (HERE / "page.js").read_text(encoding="utf-8")
    for name, size in PAGES.items():
        sizes: dict[str, Any] = {"page": size, "from": "this site" if npm else f"this site and {CDN.split('/')[2]}"}
        if name == "notebooks":
            sizes["python"] = packages + PYODIDE_SIZE
        page = target / name / "index.html"
        text = page.read_text(encoding="utf-8")
        if text.count("<head>") != 1:
            raise ExtensionError(f"JupyterLite's page {name}/index.html has changed: its head is not found.")
        begin = f"<head>\n<script>(function (SIZES) {{\n{script}}})({json.dumps(sizes)});</script>\n"
        page.write_text(text.replace("<head>", begin), encoding="utf-8")


def make(app: Any, exception: Exception | None) -> None:
    """Make `lite/` beside the pages."""
    if exception or app.builder.format != "html" or not app.config.in_browser:
        return
    npm = Path(app.config.pyodide_folder).resolve() if app.config.pyodide_folder else None
    if npm:
        check_version(npm)
    target = Path(app.outdir) / "lite"
    shutil.rmtree(target, ignore_errors=True)
    for step in status_iterator(["JupyterLite", "Python"], "making the course in the browser... ", length=2):
        if step == "JupyterLite":
            make_jupyterlite(target, has_numpy=not npm)
        else:
            make_python(npm, target / "static" / "pyodide")
    show_loading(target, npm)


def check_version(npm: Path) -> None:
    """The wheels fit to one version of Pyodide."""
    package = npm / "package.json"
    version = json.loads(package.read_text())["version"] if package.exists() else "no Pyodide"
    if version != PYODIDE:
        raise ExtensionError(f"{npm} holds {version}, and not Pyodide {PYODIDE}: npm install pyodide@{PYODIDE}")


def setup(app: Any) -> dict[str, bool]:
    """Sphinx calls this."""
    app.add_config_value("pyodide_folder", "", "html", str)
    app.add_config_value("in_browser", True, "html", bool)
    app.connect("build-finished", make)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
