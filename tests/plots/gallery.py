"""The pictures of the gallery in notebooks/gallery, made anew: python tests/plots/gallery.py

The name of this file keeps it out of the usual run; `test_gallery.py` runs the programs of the page.
"""

import io
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
PAGE = NOTEBOOKS / "gallery.md"


def pictures() -> Iterator[tuple[Path, Any]]:
    """Run the programs of the page, and yield each picture's file with the figure that its program draws."""
    import matplotlib.pyplot as plt

    names: dict[str, Any] = {}
    programs = re.compile(r"^```python\n(.*?)^```(?:\n\n!\[[^\]]*\]\(([^)]*)\))?", re.M | re.S)
    for program, image in programs.findall(PAGE.read_text()):
        plt.close("all")
        exec(compile(program, str(PAGE), "exec"), names)
        if image:
            yield NOTEBOOKS / image, plt.gcf()
    plt.close("all")


def main() -> None:
    import matplotlib as mpl
    from PIL import Image

    mpl.use("agg")
    os.chdir(NOTEBOOKS.parent)
    for file, figure in pictures():
        drawn = io.BytesIO()
        figure.savefig(drawn, dpi=130, bbox_inches="tight", facecolor="white")
        Image.open(drawn).convert("RGB").quantize(64, dither=Image.Dither.NONE).save(file, optimize=True)
        print(f"{file.name}: {file.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
