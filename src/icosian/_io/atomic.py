"""Atomic writes: a file is replaced as a whole or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from icosian._io.text import checked_path, shown
from icosian.exceptions import InvalidArgument

DRAFTS = ".icosian-*"
"""The files that a killed process may leave behind."""


def checked_file(path: str | os.PathLike[str], role: str = "path") -> Path:
    """Return an argument as the path of a file to write; refuse one that ends in no name."""
    checked = checked_path(path, role)
    if checked.name in {"", ".."} or os.fspath(path).endswith(("/", os.sep)):
        raise InvalidArgument(f"{role} must end in the name of a file, got {shown(path)}")
    return checked


@contextmanager
def blamed_on(path: str | os.PathLike[str]) -> Iterator[None]:
    """Let errors of the system name the path that was given, not a temporary file."""
    try:
        yield
    except OSError as error:
        if error.errno is None:
            raise
        raise type(error)(error.errno, error.strerror, os.fspath(path)) from None


def write_atomically(path: str | os.PathLike[str], data: bytes) -> None:
    """Replace a file as a whole: readers see the old content or the new, an error keeps the old."""
    checked = checked_file(path)
    with blamed_on(path):
        target = checked.resolve()  # a link stays a link
        if target.exists() and not target.is_file():  # a pipe or a terminal
            target.write_bytes(data)
            return
        draft = target.with_name(DRAFTS.replace("*", secrets.token_hex(8)))
        try:
            draft.write_bytes(data)
            draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)
