"""Text files line by line, and the place for a complaint: what all readers share.

What a file claims is never believed further than its bytes reach, so a short file cannot fill the
memory.
"""

from __future__ import annotations

import gzip
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

from icosian.exceptions import IcosianError, InvalidArgument

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator

__all__ = ["MOST_NODES", "Numbers", "Text", "encoded", "head", "number", "quoted"]

MOST_NODES = 10_000_000
BELIEVED_NODES = 100_000
"""Up to here a file may be smaller than its number of nodes: they are cheap."""
MOST_BYTES = 2**31
"""Of text, after unpacking; a small packed file can hold any amount."""
LONGEST_LINE = 2**28
"""In bytes. A graph in JSON is often a single line."""


class Text:
    """The lines of a text file one by one, and the place for a complaint.

    Parameters
    ----------
    path : str or path-like
        The file; it is unpacked if its name ends in ``.gz``.
    line : int
        The number of the line that a complaint speaks of; iterating counts it from here.
    """

    def __init__(self, path: str | os.PathLike[str], line: int = 0) -> None:
        self.path = Path(path)
        self.line = line

    def __iter__(self) -> Iterator[str]:
        size = 0
        try:
            with gzip.open(self.path) if _is_packed(self.path) else self.path.open("rb") as file:
                while line := file.readline(LONGEST_LINE):
                    self.line += 1
                    size += len(line)
                    if len(line) == LONGEST_LINE or size > MOST_BYTES:
                        raise self.wrong("the text is too long to be a graph or a tour")
                    text = line.decode()
                    yield text.removeprefix("\ufeff") if self.line == 1 else text
        except UnicodeDecodeError:
            raise self.wrong("this is not text in UTF-8") from None
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            raise InvalidArgument(f"{self.path}: the packed file is damaged ({error})") from None

    def wrong(self, reason: str, kind: type[IcosianError] = InvalidArgument) -> IcosianError:
        """Return the complaint about the current line.

        Parameters
        ----------
        reason : str
            What is wrong with it.
        kind : type
            The kind of the error: by default, that the file is malformed.

        Returns
        -------
        IcosianError
            With the file, the line and the reason, to be raised.
        """
        return kind(f"{self.path}, line {self.line}: {reason}")

    def promise(self, nodes: int) -> None:
        """Refuse a number of nodes that the file cannot mean.

        Parameters
        ----------
        nodes : int
            What the file claims.

        Raises
        ------
        InvalidArgument
            If there are too many for any file, or for the size of this one.
        """
        if nodes > MOST_NODES:
            raise self.wrong(f"a graph file has at most {MOST_NODES:,} nodes, got {nodes:,}")
        if nodes > max(BELIEVED_NODES, self.path.stat().st_size):
            raise self.wrong(f"the file is too small for {nodes:,} nodes")


def encoded(path: str | os.PathLike[str], text: str) -> bytes:
    """Return what a file holds that is to be read as a text.

    Parameters
    ----------
    path : str or path-like
        The file; if its name ends in ``.gz``, the text is packed.
    text : str
        Its content. What UTF-8 cannot hold becomes a question mark.

    Returns
    -------
    bytes
        The same for the same text: a packed file keeps no time.
    """
    data = text.encode(errors="replace")
    return gzip.compress(data, mtime=0) if _is_packed(Path(path)) else data


def _is_packed(path: Path) -> bool:
    return path.name.lower().endswith(".gz")


def head(
    text: Text, lines: Iterator[str], section: str, valid: Callable[[str, str], str]
) -> dict[str, str]:
    """Read the keywords and values of a TSPLIB file, to the line that announces its data.

    Parameters
    ----------
    text : Text
        The file.
    lines : iterator of str
        Its lines.
    section : str
        The title of the data.
    valid : callable
        Takes a keyword and its value, returns the value as the reader needs it, or raises.

    Returns
    -------
    dict
        Keywords, in capitals, and their values; the lines of a COMMENT are joined.

    Raises
    ------
    InvalidArgument
        If a line is none of these, a keyword but COMMENT comes twice, or the data never begin.
    """
    head: dict[str, list[str]] = {}
    for line in lines:
        key, colon, value = line.partition(":")
        key, value = key.strip().upper(), value.strip()
        if key == section:
            return {key: "\n".join(values) for key, values in head.items()}
        if not line.strip():
            continue
        if not colon or not key:
            raise text.wrong(f"expected 'KEYWORD : value' or {section}, got {quoted(line)}")
        if key in head and key != "COMMENT":
            raise text.wrong(f"{quoted(key)} is given twice")
        head.setdefault(key, []).append(valid(key, value))
    raise text.wrong(f"the file ends before its {section}")


def number(text: Text, what: str, word: str, most: int, least: int = 1) -> int:
    """Return the number that a word spells.

    Parameters
    ----------
    text : Text
        The file.
    what : str
        What the number is, for the complaint.
    word : str
        Digits.
    most, least : int
        The largest and the smallest value that is allowed.

    Returns
    -------
    int
        The number.

    Raises
    ------
    InvalidArgument
        If the word is no such number.
    """
    # Python reads more as a number than files mean: 1_000, +1, digits of any script.
    if word.isascii() and word.isdigit() and len(word) < 100 and least <= int(word) <= most:
        return int(word)
    raise text.wrong(f"{what} is a number from {least} to {most:,}, got {quoted(word)}")


class Numbers(dict[str, int]):
    """The numbers of nodes by the words that spell them: ``numbers["12"]`` is 12.

    Looking up a usual word is quick, and gives the same object each time; any other word is read
    by :func:`number`.

    Parameters
    ----------
    text : Text
        The file.
    n : int
        The largest number.
    """

    def __init__(self, text: Text, n: int) -> None:
        super().__init__((str(v), v) for v in range(1, n + 1))
        self._text = text

    def __missing__(self, word: str) -> int:
        return number(self._text, "a node", word, len(self))


def quoted(text: str) -> str:
    """Return what was read, short enough for a message.

    Parameters
    ----------
    text : str
        Any text.

    Returns
    -------
    str
        Its beginning, in quotation marks.
    """
    words = " ".join(text.split())
    return repr(words if len(words) <= 40 else f"{words[:40]}...")
