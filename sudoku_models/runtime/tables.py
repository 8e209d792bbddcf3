"""Result tables, rendered in a terminal, as plain text, and in a notebook."""

import html
import io
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.table import Table


@dataclass(frozen=True)
class ResultTable:
    """A table of text with notes below it, which `rich` and Jupyter can render.

    Attributes:
        headings: The heading of each column.
        rows: The cells of each row.
        left: The indices of the columns that are aligned left; the others are aligned right.
        notes: Sentences below the table.
        width: The line width in plain text, in characters.
        title: The title above the table.
        hints: For each row, the tooltip that Jupyter displays.

    >>> table = ResultTable(["digit", "count"], [["1", "17"], ["2", "4"]], notes=["Two digits"])
    >>> [line.split() for line in str(table).splitlines() if line.strip()]
    [['digit', 'count'], ['─────────────'], ['1', '17'], ['2', '4'], ['Two', 'digits']]
    """

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    left: Collection[int] = (0,)
    notes: Sequence[str] = ()
    width: int = 200
    title: str = ""
    hints: Sequence[str] = ()

    def __rich__(self) -> "Table":
        from rich.box import SIMPLE_HEAD
        from rich.table import Table
        from rich.text import Text

        table = Table(
            box=SIMPLE_HEAD,
            pad_edge=False,
            title=Text(self.title) if self.title else None,
            title_justify="left",
            title_style="bold",
        )
        for k, heading in enumerate(self.headings):
            table.add_column(Text(heading), justify="left" if k in self.left else "right", overflow="fold")
        for row in self.rows:
            table.add_row(*map(Text, row))
        return table

    def __str__(self) -> str:
        from rich.console import Console

        text = io.StringIO()
        Console(file=text, width=self.width, force_jupyter=False, force_terminal=False).print(self.__rich__())
        notes = "\n".join(self.notes)
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
