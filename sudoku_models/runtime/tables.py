"""Result tables, rendered in a terminal, as plain text, and in a notebook."""

import html
import io
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import ConsoleOptions
    from rich.table import Table

SENTENCE = 24
"""The number of characters from which a text with spaces is a sentence, which may take several lines."""


@dataclass(frozen=True)
class ResultTable:
    """A table of text with notes below it, which `rich` and Jupyter can render.

    Where a line is too short, the columns `first_to_go` are left out, then sentences take several lines, and at last
    further columns are left out. Numbers, names and words are never broken.

    Attributes:
        headings: The heading of each column.
        rows: The cells of each row.
        left: The indices of the columns that are aligned left; the others are aligned right.
        notes: Sentences below the table.
        width: The line width in plain text, in characters.
        title: The title above the table.
        hints: For each row, the tooltip that Jupyter displays.
        first_to_go: The headings of the columns that are left out first on a short line.

    >>> table = ResultTable(["digit", "count"], [["1", "17"], ["2", "4"]], notes=["Two digits"])
    >>> [line.split() for line in str(table).splitlines() if line.strip()]
    [['digit', 'count'], ['─────────────'], ['1', '17'], ['2', '4'], ['Two', 'digits']]
    >>> table.fitted(10).headings
    ['digit']
    """

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    left: Collection[int] = (0,)
    notes: Sequence[str] = ()
    width: int = 200
    title: str = ""
    hints: Sequence[str] = ()
    first_to_go: Sequence[str] = ()

    def fitted(self, width: int) -> "ResultTable":
        """The table for lines of this many characters: without the columns that have no room, which a note names."""
        kept, first = self, [each for each in self.first_to_go if each in self.headings]
        while first and sum(kept._widths()[1]) + 2 * len(kept.headings) > width:
            kept = kept._without(first.pop(0))
        while len(kept.headings) > 1 and sum(kept._widths()[0]) + 2 * len(kept.headings) > width:
            kept = kept._without(kept.headings[-1])
        names = ", ".join(each for each in self.headings if each not in kept.headings)
        return replace(
            kept, width=width, notes=[*self.notes, f"A wider screen also has: {names}."] if names else self.notes
        )

    def _without(self, heading: str) -> "ResultTable":
        chosen = [k for k, each in enumerate(self.headings) if each != heading]
        headings, *rows = ([row[k] for k in chosen] for row in (self.headings, *self.rows))
        return replace(self, headings=headings, rows=rows, left=[chosen.index(k) for k in self.left if k in chosen])

    def _widths(self) -> tuple[list[int], list[int]]:
        """The characters that each column needs: for its longest word, and for its longest cell.

        Only sentences and headings are broken into words.
        """
        from rich.cells import cell_len

        least, most = [], []
        for k, heading in enumerate(self.headings):
            cells = [row[k] for row in self.rows]
            most.append(max(map(cell_len, [*heading.split(), *cells]), default=0))
            if k in self.left and any(" " in cell and len(cell) > SENTENCE for cell in cells):
                cells = [word for cell in cells for word in cell.split()]
            least.append(max(map(cell_len, [*heading.split(), *cells]), default=0))
        return least, most

    def __rich_console__(self, _: object, options: "ConsoleOptions") -> "Iterator[Table]":
        yield self.fitted(options.max_width)._rich()

    def _rich(self) -> "Table":
        from rich.box import SIMPLE_HEAD
        from rich.table import Table
        from rich.text import Text

        least, most = self._widths()
        whole = [max(width, len(heading)) for width, heading in zip(most, self.headings, strict=True)]
        is_wide = sum(whole) + 3 * len(whole) - 1 <= self.width
        spare, wanted = self.width - 2 * len(least) - sum(least), sum(most) - sum(least)
        share = min(1.0, spare / wanted) if wanted else 0.0
        narrow = [low + int(share * (high - low)) for low, high in zip(least, most, strict=True)]
        table = Table(
            box=SIMPLE_HEAD,
            pad_edge=False,
            collapse_padding=not is_wide,
            title=Text(self.title) if self.title else None,
            title_justify="left",
            title_style="bold",
        )
        for k, (heading, width) in enumerate(zip(self.headings, whole if is_wide else narrow, strict=True)):
            table.add_column(Text(heading), justify="left" if k in self.left else "right", width=width)
        for row in self.rows:
            table.add_row(*map(Text, row))
        return table

    def __str__(self) -> str:
        from rich.console import Console

        text = io.StringIO()
        table = self.fitted(self.width)
        Console(file=text, width=self.width, force_jupyter=False, force_terminal=False).print(table._rich())
        notes = "\n".join(table.notes)
        return f"{text.getvalue().rstrip()}\n\n{notes}".rstrip()

    def _repr_html_(self) -> str:
        caption = f"<caption>{html.escape(self.title)}</caption>" if self.title else ""
        head = "".join(f"<th>{html.escape(heading)}</th>" for heading in self.headings)
        body = ""
        for row, hint in zip_longest(self.rows, self.hints, fillvalue=""):
            title = f' title="{html.escape(hint)}"' if hint else ""
            body += f"<tr{title}>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>"
        table = f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        return table + "".join(f"<p>{html.escape(note)}</p>" for note in self.notes)
