"""Text: how labels and numbers read and write, and files written whole or not at all."""

from __future__ import annotations

import gzip
import json
import math
import os
import re
import secrets
import zlib
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from typing import IO, Any
from unicodedata import normalize

from icosian._io.memory import EDGE, afford, free_memory, size_text
from icosian.exceptions import IcosianError, InvalidArgument

DRAFTS = ".icosian-*"
"""The files that a killed process may leave behind."""


def check_target(path: str | os.PathLike[str], role: str = "path") -> Path:
    """Return an argument as the path of a file to write; refuse one that ends in no name."""
    checked = check_file_path(path, role)
    if checked.name in {"", ".."} or os.fspath(path).endswith(("/", os.sep)):
        raise InvalidArgument(f"{role} must end in the name of a file, got {shown(path)}")
    return checked


def check_place(path: Path, what: str) -> Path:
    """Return the path of a file to write; refuse one whose folder is missing or takes no files."""
    if not path.parent.is_dir():
        raise InvalidArgument(f"the folder of {what} must exist, got {str(path)!r}")
    if path.is_dir():
        raise InvalidArgument(f"{what} is saved to a file, {str(path)!r} is a folder")
    is_pipe = path.exists() and not path.is_file()  # which is written as it is
    if not (is_pipe or os.access(path.parent, os.W_OK)):
        raise InvalidArgument(f"the folder of {what} cannot be written to, got {str(path)!r}")
    return path


@contextmanager
def blame_path(path: str | os.PathLike[str]) -> Iterator[None]:
    """Let errors of the system name the path that was given, not a temporary file."""
    try:
        yield
    except OSError as error:
        if error.errno is None:
            raise
        raise type(error)(error.errno, error.strerror, os.fspath(path)) from None


def write_atomically(path: str | os.PathLike[str], data: bytes) -> None:
    """Replace a file as a whole: readers see the old content or the new, an error keeps the old."""
    checked = check_target(path)
    with blame_path(path):
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


# -- Text files with limits: what all readers of files share, and the text of error messages
# A file claims no more memory than its size allows, so a short file cannot fill the memory; and a
# long one is read no further than the memory that is free.

MOST_NODES = 10_000_000
MOST_BYTES = 2**31
"""The longest text of a file, after unpacking."""
LONGEST_LINE = 2**28
"""The longest line, and text that is read as a whole; a graph in JSON is often one line."""
MOST_DRAWN = 2**22
"""The longest text, in bytes, that draws a board: each character becomes a square."""
CHEAP_NODES = 100_000
"""Numbers of nodes up to here are accepted from a file of any size."""
CHEAP_EDGES = 5_000_000
"""Numbers of edges up to here are accepted from a packed file of any size: less than 1 GB."""
CHEAP_BYTES = 2**24
"""Lengths of text up to here are accepted from a packed file of any size."""
PACKED = 32
"""The highest accepted ratio of text to packed file beyond that; lists of edges reach 10."""
ELSEWHERE = (
    "icosian does not ask this: the page 'Not here: use this' of its guide says what does"
    " (docs/elsewhere.md)"
)
"""How errors about other problems end."""
HEAD = 4
"""The bytes that show what a file is."""
_PACKERS = {
    b"\x1f\x8b": "packed by gzip: unpack it, or let its name end in .gz",
    b"PK\x03\x04": "a zip file: unpack it",
}
BURDEN = 32
"""The most bytes of memory that a byte of text takes: an empty list in JSON, a short edge."""


def check_file_path(path: Any, role: str = "path") -> Path:
    """Return an argument as a path; refuse what the file system cannot be asked for."""
    try:
        checked = Path(path)
        fits = b"\0" not in os.fsencode(checked)
    except TypeError:
        raise InvalidArgument(f"{role} must be a string or path-like, got {shown(path)}") from None
    except UnicodeEncodeError:
        fits = False
    if path == "":  # not the current folder
        raise InvalidArgument(f"{role} must not be empty")
    if not fits:
        raise InvalidArgument(f"{role} has a character that no path can have, got {shown(path)}")
    return checked


class Text:
    """Lines of a text file, unpacked if its name ends in ``.gz``, and errors that name the line."""

    def __init__(
        self, path: str | os.PathLike[str], line: int = 0, content: bytes | None = None
    ) -> None:
        self.path = check_file_path(path)
        self.line = line
        self.content = content
        """The bytes, where they were read already; the path is then a name for messages."""
        self.may_be_latin = False
        """True if a line that is not UTF-8 is in Latin-1: where that is only a comment."""
        self.notes: tuple[str, ...] = ()
        """The encoding, if it is another than UTF-8."""

    def __iter__(self) -> Iterator[str]:
        size = 0
        most, reason = self._most()
        with self._opened(most) as file:
            while block := file.read(min(2**16, most - size + 1)):  # rows of one block are quick
                rest = file.readline(min(LONGEST_LINE, most))
                rows = (block + rest).splitlines(keepends=True)
                size += len(block) + len(rest)
                if size > most or len(rest) == LONGEST_LINE:
                    self.line += len(rows)
                    long = "the line is too long for a graph or a tour"
                    raise self.wrong(reason if size > most else long)
                for row in rows:
                    self.line += 1
                    try:
                        yield row.decode()
                    except UnicodeDecodeError:
                        if not self.may_be_latin:
                            raise
                        yield row.decode("latin-1")

    def whole(
        self, longest: int | None = None, file: IO[bytes] | None = None, *, is_table: bool = False
    ) -> str:
        """Return the text, read from ``file`` if given, a table also in Latin-1."""
        longest = LONGEST_LINE if longest is None else longest
        most, reason = self._most()
        if longest < most:
            most, reason = longest, f"the text is longer than {longest:,} bytes"
        with self._opened(most, file) as opened:
            data = opened.read(most + 1)
            if len(data) > most:
                raise InvalidArgument(f"{self.path}: {reason}")
            self._check_is_text(data)
            try:
                return data.decode()
            except UnicodeDecodeError as error:
                if is_table and not any(map(_is_special, data.splitlines())):
                    self.notes = ("in Latin-1",)
                    return data.decode("latin-1")
                self.line = data.count(b"\n", 0, error.start) + 1
                if is_table:
                    raise self.wrong("this is not UTF-8, but other lines are") from None
                raise

    @contextmanager
    def _opened(self, most: int, file: IO[bytes] | None = None) -> Iterator[IO[bytes]]:
        """Open the file, at most so much of it; turn damaged bytes into an InvalidArgument."""
        try:
            content = self.content if file is None else file.read(most + 1)
            opener: Any = gzip.open if _is_packed(self.path) else Path.open
            with opener(self.path, "rb") if content is None else BytesIO(content) as source:
                yield self._in_utf8(source, most)
        except UnicodeDecodeError:
            self.line = self.line or 1
            raise self.wrong(f"this is not text in UTF-{16 if self.notes else 8}") from None
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            raise InvalidArgument(f"{self.path}: the packed file is damaged ({error})") from None

    def _in_utf8(self, file: Any, most: int) -> Any:
        """Return a file from where its text begins, that in UTF-16 as UTF-8; refuse other files."""
        head = file.peek(HEAD)[:HEAD] if hasattr(file, "peek") else file.getvalue()[:HEAD]
        if what := next((_PACKERS[begin] for begin in _PACKERS if head.startswith(begin)), None):
            raise InvalidArgument(f"{self.path} is {what}")
        if head.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
            if len(data := file.read(most + 1)) > most:
                raise InvalidArgument(f"{self.path}: the text in UTF-16 is too long")
            self.notes = ("in UTF-16",)
            return BytesIO(data.decode("utf-16").encode())
        self._check_is_text(head)
        file.read(3 * head.startswith(BOM_UTF8))
        return file

    def _check_is_text(self, data: bytes) -> None:
        if b"\0" in data:
            self.line = 1
            raise self.wrong("this is neither text in UTF-8 nor in UTF-16 with its mark")

    def _most(self) -> tuple[int, str]:
        """Return how many bytes of text may be read, and the reason for the limit."""
        free = free_memory()
        limits = [
            (MOST_BYTES, "the text is too long to be a graph or a tour"),
            (free // BURDEN, f"the text is too long for the {size_text(free)} of free memory"),
        ]
        if self.content is None and _is_packed(self.path):
            size = max(CHEAP_BYTES, PACKED * self.path.stat().st_size)
            limits.append((size, f"the text is too long to be packed in {self.path.name}"))
        return min(limits)

    def _size(self) -> int:
        return self.path.stat().st_size if self.content is None else len(self.content)

    def wrong(self, reason: str, kind: type[IcosianError] = InvalidArgument) -> IcosianError:
        """Return the error for the current line, with the file, the line and the reason."""
        where = f", line {self.line}" if self.line else " is empty"
        return kind(f"{self.path}{where}: {reason}")

    def promise(self, nodes: int) -> None:
        """Refuse a number of nodes that a file of this size cannot have."""
        if nodes > MOST_NODES:
            raise self.wrong(f"a graph file has at most {MOST_NODES:,} nodes, got {nodes:,}")
        if nodes > max(CHEAP_NODES, self._size()):
            raise self.wrong(f"the file is too small for {nodes:,} nodes")

    def afford(self, edges: int) -> None:
        """Refuse a number of edges that the file cannot have or the memory cannot hold."""
        if edges > max(CHEAP_EDGES, PACKED * self._size()):
            raise self.wrong(f"the file is too small for {edges:,} edges")
        afford(edges * EDGE, f"{self.path}, line {self.line}: a graph of {edges:,} edges")


def encode_text(path: str | os.PathLike[str], text: str) -> bytes:
    """Return the bytes of a text file; packed without a time stamp if the name ends in ``.gz``."""
    packed = _is_packed(check_file_path(path))
    data = text.encode(errors="replace")
    return gzip.compress(data, mtime=0) if packed else data


def _is_special(line: bytes) -> bool:
    """Return True for a line in UTF-8 that is not ASCII."""
    return not line.isascii() and line.decode(errors="ignore").encode() == line


def _is_packed(path: Path) -> bool:
    return path.name.lower().endswith(".gz")


@contextmanager
def file_named(path: str | os.PathLike[str]) -> Iterator[None]:
    """Begin the messages of errors about the content of a file with its name."""
    try:
        yield
    except InvalidArgument as error:
        if str(error).startswith(str(path)):
            raise
        mark = "," if re.match("(line|row|record|feature) [0-9]", str(error)) else ":"
        raise InvalidArgument(f"{path}{mark} {error}") from None


def number(text: Text, what: str, word: str, most: int, least: int = 1) -> int:
    """Return the number that a word spells, between ``least`` and ``most``."""
    # Python reads more as a number than files mean: 1_000, +1, digits of any script.
    if word.isascii() and word.isdigit() and len(word) < 100 and least <= int(word) <= most:
        return int(word)
    raise text.wrong(f"{what} is a number from {least} to {most:,}, got {quote(word)}")


class IntegersRead(dict[str, int]):
    """The numbers 1..n of nodes by the words that spell them: ``numbers["12"]`` is 12."""

    def __init__(self, text: Text, n: int) -> None:
        super().__init__((str(v), v) for v in range(1, n + 1))
        self._text = text

    def __missing__(self, word: str) -> int:
        return number(self._text, "a node", word, len(self))


def parse_json(text: str) -> Any:
    """Parse JSON; raise a ValueError for text that two parsers may read differently."""
    if not isinstance(text, str):
        raise TypeError(f"JSON is read from a str, got {shown(text)}")
    try:
        value = json.loads(
            text, object_pairs_hook=_different, parse_float=finite, parse_constant=finite
        )
        if _HALVES.search(text):
            json.dumps(value, ensure_ascii=False).encode()
    except RecursionError:
        raise ValueError("too many brackets in each other") from None
    except UnicodeEncodeError:
        raise ValueError("an escape such as \\ud800 is half a character") from None
    return value


def as_tuples(value: Any) -> Any:
    """Return a value of JSON with tuples instead of lists."""
    return tuple(map(as_tuples, value)) if isinstance(value, list) else value


_HALVES = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")


def _different(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object of JSON with these keys and values; refuse a repeated key."""
    values = dict(pairs)
    if len(values) < len(pairs):
        twice = next(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)
        raise ValueError(f"the key {quote(twice)} comes twice")
    return values


def finite(word: str) -> float:
    """Return the number that a word spells; refuse NaN, infinity and what is beyond floats."""
    value = float(word)
    if not math.isfinite(value):
        raise ValueError(f"{quote(word)} is not a finite number")
    if is_beyond_floats(word, value):
        raise ValueError(f"{quote(word)} is not 0, but too small for a float")
    return value


def is_beyond_floats(text: str, number: float) -> bool:
    """Return True if a finite number is spelled of which a float says 0 or infinity."""
    digits = re.search("[1-9]", text.lower().partition("e")[0])
    return (math.isinf(number) or number == 0) and digits is not None


def brief(text: str) -> str:
    """Return a reason, which may quote a file, as one short printable line."""
    words = " ".join(text[:2000].split())
    line = "".join(letter if letter.isprintable() else "?" for letter in words)
    return line if len(line) <= 160 else f"{line[:160]}..."


def reason_of(error: Exception) -> str:
    """Return the message of an error that a parser raised, short and in one line."""
    if isinstance(error, KeyError):
        return f"{quote(str(error.args[0]))} is missing or unknown"
    return brief(str(error))


def quote(text: str) -> str:
    """Return the beginning of a text from a file, in quotation marks."""
    words = " ".join(text.lstrip()[:2000].split())
    return repr(words if len(words) <= 40 else f"{words[:40]}...")


def shown(value: Any, most: int = 80) -> str:
    """Return the repr of an argument, if it is long its beginning with the kind and the size."""
    try:
        text = " ".join(repr(value).splitlines())
    except Exception:  # noqa: BLE001 - integers of 5,000 digits have none, nor have broken classes
        text = f"an unprintable {type(value).__name__}"
    if len(text) <= most:
        return text
    kind, shape = type(value).__name__, getattr(value, "shape", None)
    size = f" ({kind} of shape {shape})" if isinstance(shape, tuple) else ""
    if isinstance(value, Collection) and not size and not isinstance(value, str | bytes):
        size = f" ({kind} of {len(value)})"
    return f"{text[:most]}...{size}"


def plural(number: int | Fraction, noun: str) -> str:
    """Return a number with its noun, in the plural where needed."""
    return f"{number} {noun}{'s' * (number != 1)}"


def decimal_text(number: Any, digits: int = 12, *, up: bool | None = False) -> str:
    """Return a number as text: an integer in full, others rounded down, up or (None) to nearest."""
    exact = Fraction(str(number)) if isinstance(number, float) else Fraction(number)
    if exact.denominator == 1:
        return str(exact.numerator)
    rounding = {True: ROUND_CEILING, False: ROUND_FLOOR, None: ROUND_HALF_EVEN}[up]
    with localcontext(prec=digits, rounding=rounding):
        return f"{(Decimal(exact.numerator) / Decimal(exact.denominator)).normalize():f}"


# -- Names


def twice(names: Iterable[Any]) -> tuple[int, int] | None:
    """Return where a name is, and where it is again; None if all differ."""
    first: dict[Any, int] = {}
    return next(((first[v], k) for k, v in enumerate(names) if first.setdefault(v, k) != k), None)


def spelling(name: Any) -> Any:
    """Return a name as it is compared: a letter and its accent may be one character or two."""
    return normalize("NFC", name) if isinstance(name, str) else name


def are_two(u: Any, v: Any) -> bool:
    """Return True if two labels differ; hashes come first, as ``u != v`` may be an array."""
    return len({u, v}) == 2


def is_missing(value: Any) -> bool:
    """Return True for None, NaN, NaT and NA, and for a tuple with what differs from itself."""
    try:
        if isinstance(value, tuple):
            return any(part is not None and is_missing(part) for part in value)
        return value is None or bool(value != value)  # noqa: PLR0124
    except (ArithmeticError, TypeError):  # pandas.NA is neither equal nor not
        return True
    except ValueError:  # an array
        return False


def check_spellings(names: Iterable[Any]) -> None:
    """Refuse names that are equal as they are compared, but in other Unicode characters."""
    given = [v for v in names if isinstance(v, str) and not v.isascii()]
    if pair := twice(map(spelling, given)):
        raise InvalidArgument(
            f"{shown(given[pair[0]], 999)} is the name of two nodes, spelled in other Unicode"
            " characters"
        )
