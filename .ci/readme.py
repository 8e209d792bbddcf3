"""The README for a package index, with links and pictures that lead to the home that `[project.urls]` names."""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class Readme(MetadataHookInterface):
    """Hatch calls this when it builds a wheel or an sdist."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the text of the README to the metadata."""
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": with_home(text, metadata["urls"]["Source"])}


def with_home(text: str, home: str) -> str:
    """A text in Markdown whose relative links and pictures lead to the newest commit at `home`, as GitHub serves it."""
    text = re.sub(r'((?:src|srcset)=")(?!https?:)', rf"\1{home}/raw/HEAD/", text)
    return re.sub(r"(\]\()(?!https?:|#)", rf"\1{home}/blob/HEAD/", text)
