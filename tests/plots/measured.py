"""The figures in notebooks/images that are drawn from data: python tests/plots/measured.py

The name of this file keeps it out of the usual run; `test_measured.py` draws the figures without saving them.
"""

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

ROOT = Path(__file__).parents[2]
IMAGES = ROOT / "notebooks" / "images"


def trust() -> Any:
    """The chain of a certificate, with the lines of code that the page on certificates counts."""
    from sudoku_models.plots import Arrow, chain_of_trust

    page = (ROOT / "notebooks" / "reference" / "certificates.md").read_text(encoding="utf-8")
    lines = {name: int(n) for name, n in re.findall(r"^\| \[`(\w+\.py)`\]\S* \|.*\| (\d+) \|$", page, re.M)}
    to_clauses = [
        ("each clause follows from the rules and the givens", ("verifier.py", "meaning.py")),
        ("a clause of a further rule follows from it", ("readings.py",)),
    ]
    arrows = [
        Arrow(
            "clauses",
            [(what, f"{' and '.join(who)}, {sum(map(lines.get, who))} lines") for what, who in to_clauses],  # type: ignore[arg-type]
        ),
        Arrow("proof", [("CaDiCaL writes it; a wrong proof is refused below", "nobody")]),
        Arrow(
            "no other solution",
            [
                ("each step follows by unit propagation", f"unit_propagation.py, {lines['unit_propagation.py']} lines"),
                ("or: drat-trim finds the same", "a program by others, in C"),
                ("or: cake_lpr accepts it as LRAT", "the proof of its machine code in HOL4, and some C around it"),
            ],
        ),
    ]
    return chain_of_trust("rules and givens", arrows).figure


def figures() -> Iterator[tuple[str, Any]]:
    """The name of each figure, and the figure."""
    yield "trust.png", trust()


def main() -> None:
    import matplotlib as mpl

    mpl.use("agg")
    for name, figure in figures():
        drawn = BytesIO()
        figure.savefig(drawn, dpi=150, facecolor="white", bbox_inches="tight")
        Image.open(drawn).convert("RGB").quantize(64, dither=Image.Dither.NONE).save(IMAGES / name, optimize=True)
        print(f"{name}: {(IMAGES / name).stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
