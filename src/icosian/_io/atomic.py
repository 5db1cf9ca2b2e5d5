"""Files that are written whole or not at all."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from icosian._io.text import checked_path

if TYPE_CHECKING:
    import os

__all__ = ["write_atomically"]


def write_atomically(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file as a whole: whoever reads it meets the old content or the new one.

    Parameters
    ----------
    path : str or path-like
        The file; one that is there is replaced. What is no regular file, such as a pipe or a
        terminal, is written to.
    data : bytes
        Its new content.

    Raises
    ------
    InvalidArgument
        If it is no path.
    OSError
        If it cannot be written; the old content is then untouched.
    """
    path = checked_path(path).resolve()  # a link stays a link
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    draft = path.with_name(f".icosian-{secrets.token_hex(8)}")
    try:
        draft.write_bytes(data)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
