"""Pages inside notebooks: a frame, or a picture where scripts are not trusted."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from typing import Self

__all__ = ["Page"]

_HEIGHT = "46rem"


class Page(str):
    """A complete HTML document that shows itself in a notebook."""

    __slots__ = ("_still",)
    _still: str

    def __new__(cls, text: str, still: str) -> Self:
        """Return a page and its picture for readers without scripts, as SVG text."""
        page = super().__new__(cls, text)
        page._still = still
        return page

    def _repr_html_(self) -> str:
        """Return a frame with the page. Without trust notebooks drop it, and the rule as well."""
        name = f"icosian-{hashlib.sha256(self.encode()).hexdigest()[:12]}"
        image = b64encode(self._still.encode()).decode()
        document = self.replace(f"<noscript>{self._still}</noscript>", "")  # once is enough
        document = document.replace("&", "&amp;").replace("'", "&#39;")
        return (
            f'<img id="{name}" alt="{_title(self._still)}" src="data:image/svg+xml;base64,{image}">'
            f"<style>#{name}{{display:none}}</style>"
            f'<iframe title="Interactive page" sandbox="allow-scripts" srcdoc=\'{document}\''
            f' style="width:100%;height:{_HEIGHT};border:0"></iframe>'
        )


def _title(picture: str) -> str:
    """Return the title of a picture as the text of an attribute."""
    title = picture.partition("<title>")[2].partition("</title>")[0]
    return title.replace('"', "&quot;")
