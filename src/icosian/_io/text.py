"""Text files, and the place for a complaint: what all readers share, with the limits of each.

What a file claims is never believed further than its bytes reach, so a short file cannot fill the
memory; and a long one is read no further than the memory that is free.
"""

from __future__ import annotations

import gzip
import json
import math
import os
import re
import zlib
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from icosian._io.memory import EDGE, afford, free_memory, size_text
from icosian.exceptions import IcosianError, InvalidArgument

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = [
    "MOST_DRAWN",
    "MOST_NODES",
    "Numbers",
    "Text",
    "brief",
    "checked_path",
    "encoded",
    "head",
    "number",
    "parsed_json",
    "quoted",
    "stumble",
]

MOST_NODES = 10_000_000
BELIEVED_NODES = 100_000
"""Up to here a file may be smaller than its number of nodes: they are cheap."""
BELIEVED_EDGES = 5_000_000
"""Up to here a packed file may hold any number of edges: less than a gigabyte."""
MOST_BYTES = 2**31
"""Of text, after unpacking; a small packed file can hold any amount."""
LONGEST_LINE = 2**28
"""In bytes; also the longest text that is read as a whole. A graph in JSON is often one line."""
MOST_DRAWN = 2**22
"""The longest text, in bytes, that draws a board: each character becomes a square."""
BELIEVED_BYTES = 2**24
"""Up to here a packed file may hold any number of times its own size."""
PACKED = 32
"""How many times as long as a packed file its text may be beyond. Edges shrink to a tenth."""
BURDEN = 32
"""The most bytes of memory that a byte of text takes: an empty list in JSON, a short edge."""


def checked_path(path: Any, role: str = "path") -> Path:
    """Return an argument as a path that the system can be asked for.

    Parameters
    ----------
    path : str or path-like
        The path.
    role : str
        What the argument is called.

    Returns
    -------
    Path
        The same.

    Raises
    ------
    InvalidArgument
        If it is no path, or has a character that no path can have.
    """
    try:
        checked = Path(path)
        fits = b"\0" not in os.fsencode(checked)
    except TypeError:
        raise InvalidArgument(f"{role} must be a string or path-like, got {path!r:.60}") from None
    except UnicodeEncodeError:
        fits = False
    if not fits:
        raise InvalidArgument(f"{role} has a character that no path can have, got {path!r:.60}")
    return checked


class Text:
    """The lines of a text file one by one, and the place for a complaint.

    Parameters
    ----------
    path : str or path-like
        The file; it is unpacked if its name ends in ``.gz``.
    line : int
        The number of the line that a complaint speaks of; iterating counts it from here.

    Raises
    ------
    InvalidArgument
        If it is no path.
    """

    def __init__(self, path: str | os.PathLike[str], line: int = 0) -> None:
        self.path = checked_path(path)
        self.line = line

    def __iter__(self) -> Iterator[str]:
        size = 0
        with self._opened() as file:
            most, reason = self._most()
            while line := file.readline(min(LONGEST_LINE, most - size + 1)):
                self.line += 1
                size += len(line)
                if size > most:
                    raise self.wrong(reason)
                if len(line) == LONGEST_LINE:
                    raise self.wrong("the line is too long for a graph or a tour")
                text = line.decode()
                yield text.removeprefix("\ufeff") if self.line == 1 else text

    def whole(self, longest: int | None = None, file: IO[bytes] | None = None) -> str:
        """Return all lines as one text.

        Parameters
        ----------
        longest : int, optional
            In bytes; by default as long as a line may be.
        file : file, optional
            Where to read instead of the path, such as the standard input.

        Returns
        -------
        str
            The text.

        Raises
        ------
        InvalidArgument
            If it is too long, damaged, or not in UTF-8.
        OSError
            If it cannot be read.
        """
        longest = LONGEST_LINE if longest is None else longest
        with self._opened(file) as opened:
            most, reason = self._most()
            if longest < most:
                most, reason = longest, f"the text is longer than {longest:,} bytes"
            data = opened.read(most + 1)
            if len(data) > most:
                raise InvalidArgument(f"{self.path}: {reason}")
            try:
                return data.decode().removeprefix("\ufeff")
            except UnicodeDecodeError as error:
                self.line = data.count(b"\n", 0, error.start) + 1
                raise

    @contextmanager
    def _opened(self, file: IO[bytes] | None = None) -> Iterator[IO[bytes] | gzip.GzipFile]:
        """Open the file; what is then wrong with its bytes is a complaint."""
        try:
            if file is not None:
                yield file
            elif _is_packed(self.path):
                with gzip.open(self.path) as unpacked:
                    yield unpacked
            else:
                with self.path.open("rb") as plain:
                    yield plain
        except UnicodeDecodeError:
            raise self.wrong("this is not text in UTF-8") from None
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            raise InvalidArgument(f"{self.path}: the packed file is damaged ({error})") from None

    def _most(self) -> tuple[int, str]:
        """Return how many bytes of text are read, and why no more."""
        free = free_memory()
        limits = [
            (MOST_BYTES, "the text is too long to be a graph or a tour"),
            (free // BURDEN, f"the text is too long for the {size_text(free)} of free memory"),
        ]
        if _is_packed(self.path):
            size = max(BELIEVED_BYTES, PACKED * self.path.stat().st_size)
            limits.append((size, f"the text is too long to be packed in {self.path.name}"))
        return min(limits)

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

    def afford(self, edges: int) -> None:
        """Refuse a number of edges that the memory does not hold.

        Parameters
        ----------
        edges : int
            About how many there are; where every byte is several edges, as in graph6.

        Raises
        ------
        InvalidArgument
            If there are too many, or for the size of a small file.
        """
        if edges > max(BELIEVED_EDGES, PACKED * self.path.stat().st_size):
            raise self.wrong(f"the file is too small for {edges:,} edges")
        afford(edges * EDGE, f"{self.path}, line {self.line}: a graph of {edges:,} edges")


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
    packed = _is_packed(checked_path(path))
    data = text.encode(errors="replace")
    return gzip.compress(data, mtime=0) if packed else data


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


def parsed_json(text: str) -> Any:
    """Return what a text in JSON means, if all who read it agree on that.

    Parameters
    ----------
    text : str
        The text.

    Returns
    -------
    object
        Its value.

    Raises
    ------
    ValueError
        If it is not JSON, too deep, or no two readers would take it for the same: with a key that
        comes twice, a number that no float holds, NaN, or half a character.
    """
    try:
        value = json.loads(
            text, object_pairs_hook=_different, parse_float=_finite, parse_constant=_finite
        )
        if _HALVES.search(text):
            json.dumps(value, ensure_ascii=False).encode()
    except RecursionError:
        raise ValueError("too many brackets in each other") from None
    except UnicodeEncodeError:
        raise ValueError("an escape such as \\ud800 is half a character") from None
    return value


_HALVES = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")


def _different(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of JSON with the keys and values that are listed."""
    values = dict(pairs)
    if len(values) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for k, key in enumerate(keys) if key in keys[:k])
        raise ValueError(f"the key {quoted(twice)} comes twice")
    return values


def _finite(word: str) -> float:
    """Return the number that a word of JSON spells."""
    value = float(word)
    if not math.isfinite(value):
        raise ValueError(f"{quoted(word)} is not a finite number")
    return value


def brief(text: str) -> str:
    """Return a reason that may hold parts of a file, short enough for a message.

    Parameters
    ----------
    text : str
        Any text.

    Returns
    -------
    str
        One line of it that can be printed.
    """
    words = " ".join(text[:2000].split())
    shown = "".join(letter if letter.isprintable() else "?" for letter in words)
    return shown if len(shown) <= 160 else f"{shown[:160]}..."


def stumble(error: Exception) -> str:
    """Return over what the reader of a text stumbled, for the complaint about it.

    Parameters
    ----------
    error : Exception
        What was raised meanwhile.

    Returns
    -------
    str
        The reason; a key that is missing says no more than its name.
    """
    if isinstance(error, KeyError):
        return f"{quoted(str(error.args[0]))} is missing or unknown"
    return brief(str(error))


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
    words = " ".join(text.lstrip()[:2000].split())
    return repr(words if len(words) <= 40 else f"{words[:40]}...")
