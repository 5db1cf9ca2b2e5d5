"""Atomic writes: a file is replaced as a whole or not at all."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from icosian._io.text import checked_path

if TYPE_CHECKING:
    import os

__all__ = ["DRAFTS", "write_atomically"]

DRAFTS = ".icosian-*"
"""The files that a killed process may leave behind."""


def write_atomically(path: str | os.PathLike[str], data: bytes) -> None:
    """Replace a file as a whole: readers see the old content or the new, an error keeps the old."""
    path = checked_path(path).resolve()  # a link stays a link
    if path.exists() and not path.is_file():  # a pipe or a terminal
        path.write_bytes(data)
        return
    draft = path.with_name(DRAFTS.replace("*", secrets.token_hex(8)))
    try:
        draft.write_bytes(data)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
