"""Tables: text separated by commas, semicolons or tabs, and data frames.

Columns have roles by their usual names, or by their places. A data frame is known by what it
offers: pandas, GeoPandas and Polars are not imported.
"""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from itertools import chain, islice
from pathlib import Path
from typing import Any
from unicodedata import normalize

import networkx as nx

from icosian._io.text import (
    ELSEWHERE,
    Text,
    is_beyond_floats,
    is_missing,
    plural,
    quote,
    shown,
    spelling,
    twice,
)
from icosian.exceptions import InvalidArgument

TABLE_SUFFIXES = (".csv", ".tsv", ".txt")
ROLES = {
    role: tuple(words.split())
    for role, words in {
        "u": "u source from start origin von startort de origine départ depart desde origen salida",
        "v": "v target to end destination nach ziel zielort à vers arrivée arrivee hasta destino"
        " llegada",
        "weight": "weight distance length cost time entfernung distanz länge laenge kosten zeit"
        " dauer longueur coût temps durée distancia longitud costo tiempo",
        "oneway": "oneway einbahn einbahnstraße einbahnstrasse sensunique sentidoúnico sentidounico"
        " direction richtung fahrtrichtung sens sentido dirección directed",
        "key": "key",
        "name": "name node place city town stop address label id nr nr. nummer no no. number num"
        " numéro numero point pos position # ort stadt adresse haltestelle"
        " standort punkt kunde customer nom ville lieu arrêt client nombre ciudad lugar parada"
        " cliente",
        "x": "x easting ostwert rechtswert",
        "y": "y northing nordwert hochwert",
        "z": "z",
        "lat": "lat latitude breite breitengrad latitud",
        "lon": "lon lng long longitude länge laenge längengrad longitud",
    }.items()
}
"""What columns are for, and the names that they have then, as headings; the first counts."""
_BACK = re.compile("^(back|return|reverse(?!d$))|(back|return|reverse|zurück|retour|vuelta)$")
"""Columns of lengths in the other direction."""
_PAIRS = (("x", "y"), ("lat", "lon"))
"""The roles that say where a place is."""
AXES = {*chain(*(ROLES[role] for role in (*"xyz", "lat", "lon")))}
"""The names of coordinates."""
LATITUDE_FIRST = ("haversine", "GEO", "GEOM")
"""Distances of (latitude, longitude)."""
SAMPLE = 20
"""Rows that show what separates columns."""


def heading(name: Any) -> str:
    """Return the name of a column in lower case, without its unit in brackets, blanks, dashes."""
    word = normalize("NFC", str(name)).strip().lower()
    word = re.sub(r"(?<=\w)\s*(\([^()]*\)|\[[^][]*\])$", "", word)
    return re.sub(r"(?<=\w)[ _-]+(?=\w)", "", word)


class Doubtful(str):
    """A number with a point that may group its digits, or does not fit to decimal commas."""

    __slots__ = ()


def read_number(text: str) -> int | float | None:
    """Return the number that a text spells; None for NaN, doubtful numbers and other text."""
    if "_" in text or isinstance(text, Doubtful):
        return None
    try:
        return int(text)
    except ValueError:
        try:
            number = float(text.replace("\u221e", "inf"))
        except ValueError:
            return None
        return None if math.isnan(number) or is_beyond_floats(text, number) else number


def exact_decimal(word: str) -> int | Decimal | None:
    """Return the exact number that a word of at most some dozens of digits spells, else None."""
    if not _DECIMAL.fullmatch(word) or isinstance(word, Doubtful):
        return None
    number = Decimal(word)
    return int(number) if number == number.to_integral_value() else number


_DECIMAL = re.compile(r"[-+]?(?:[0-9]{1,30}\.?[0-9]{0,30}|\.[0-9]{1,30})(?:[eE][-+]?[0-9]{1,2})?")


@dataclass(frozen=True, kw_only=True)
class Table:
    """Columns of cells, and where they come from."""

    columns: list[Sequence[Any]]
    header: list[Any] | None = None
    """The names of the columns, if they have names."""
    path: Path | None = None
    """The file; its cells are text."""
    lines: Sequence[int] = ()
    """The number of the line of each row of a file."""
    index: list[Any] | None = None
    """The names of the rows of a data frame, if they have names."""
    entry: str = ""
    """What a row is in a file without lines for them; there they count from 1, as lines do."""
    notes: tuple[str, ...] = ()
    """What is special about the text."""

    @property
    def size(self) -> int:
        """The number of rows."""
        return len(self.columns[0]) if self.columns else 0

    def wrong(self, row: int, reason: str) -> InvalidArgument:
        """Return the error for a row, -1 for the header."""
        if self.path is None:
            return InvalidArgument(reason if row < 0 else f"{self.at(row)}: {reason}")
        return InvalidArgument(f"{self.path}, {self.at(row)}: {reason}")

    def at(self, row: int) -> str:
        """Return where a row is, -1 for the header."""
        if self.path is None:
            return f"{self.entry} {row + 1}" if self.entry else f"row {row}"
        return f"line {self.lines[row + 1 if self.header else max(row, 0)]}"

    @cached_property
    def headings(self) -> list[str]:
        """The names of the columns, as roles have them."""
        return list(map(heading, self.header or ()))

    def column(self, role: str) -> int | None:
        """Return the column with a role; of several, the one whose name comes first in ROLES."""
        header = self.headings
        words = [word for word in ROLES[role] if word in header]
        if words and header.count(words[0]) > 1:
            raise self.wrong(-1, f"two columns are named {words[0]!r}")
        found = [header.index(word) for word in words]
        if self.columns and role in _PAIRS[1]:  # only one, or several with the same cells
            for k in found[1:]:
                if list(self.columns[k]) != list(self.columns[found[0]]):
                    names = shown([str((self.header or ())[i]) for i in (found[0], k)])
                    raise self.wrong(-1, f"two columns may be {words[0]}: {names}")
        return found[0] if found else None

    def way_column(self) -> int | None:
        """Return which column says where roads lead; that of Gephi is called ``Type``."""
        kinds = [k for k, name in enumerate(self.headings) if name == "type"]
        if kinds and {str(cell).lower() for cell in self.columns[kinds[0]]} <= _TYPES:
            return kinds[0]
        return self.column("oneway")

    def named(self, name: str) -> int:
        """Return which column has a name, in this case if several have it in any."""
        header = self.header or []
        found = [k for k, other in enumerate(header) if other == name] or [
            k for k, other in enumerate(header) if str(other).strip().lower() == name.lower()
        ]
        if len(found) != 1:
            columns = f"its columns are {shown(header)}" if header else "its columns have no names"
            raise self.wrong(-1, f"{len(found) or 'no'} columns are named {name!r}, {columns}")
        return found[0]

    def known(self, role: str) -> int:
        """Return the column with a role that a table must have; the length may be ambiguous."""
        found: list[Any] = self.weight_columns() if role == "weight" else [self.column(role)]
        header = self.header or []
        if len(found) > 1:
            names = " and ".join(repr(str(header[k])) for k in found if k is not None)
            raise self.wrong(-1, f"{names} may be the length: weight= names it")
        if found == [] or found[0] is None:
            names = "/".join(ROLES[role])
            first = self._length_hint() if role == "weight" else ""
            hint = self.matrix_hint()
            if role != "weight" and self.path is not None and self.has_coordinates():
                hint = "; icosian tsp --points reads places"
            raise self.wrong(-1, f"{first}no column is named {names}, got {shown(header)}{hint}")
        return int(found[0])

    def _length_hint(self) -> str:
        """Return how to say what the lengths are where no column has one of their names."""
        if some := self.number_columns():
            return f"{' or '.join(f'weight={name!r}' for name in some[:2])} names the lengths: "
        cells = chain(*(self.columns[k] for k in self._other_columns()))
        has_digits = any(re.search("[0-9]", str(cell)) for cell in cells)
        return "" if has_digits else "default=1 counts roads without lengths: "

    def number_columns(self) -> list[str]:
        """Return the columns of roads that may be lengths under another name, also with units."""
        columns = {
            k: [str(cell).strip() for cell in self.columns[k] if not is_nothing(cell)]
            for k in self._other_columns()
        }
        return [
            str((self.header or ())[k])
            for k, cells in columns.items()
            if cells and all(read_number(cell) is not None or _LENGTH(cell) for cell in cells)
        ]

    def _other_columns(self) -> list[int]:
        """Return which columns of roads may be lengths: no ends, keys, ways or coordinates."""
        taken = {*map(self.column, ("u", "v", "key")), self.way_column()}
        known = {*AXES, *_STREETS}
        return [k for k, name in enumerate(self.headings) if k not in taken and name not in known]

    def matrix_hint(self) -> str:
        """Return what reads a matrix, if this may be one."""
        width, below = len(self.columns), chain(*(cells[1:] for cells in self.columns[1:]))
        is_square = width > 3 and width - self.size in (0, 1) and all(map(is_entry, below))
        return "; icosian tsp and route_map_from_matrix read a matrix" * is_square

    def back_columns(self) -> list[str]:
        """Return the names of columns that may be lengths of roads in the other direction."""
        named = zip(self.header or (), self.headings, self.columns, strict=True)
        return [
            str(name)
            for name, word, cells in named
            if _BACK.search(word) and any(read_number(str(cell)) is not None for cell in cells)
        ]

    def weight_columns(self) -> list[int]:
        """Return which columns may be the length: one that is called so, or the only unit."""
        some = "|".join(ROLES["weight"])
        for names in ("weight", some, f"({some})(in)?({_UNIT})"):
            if found := [k for k, name in enumerate(self.headings) if re.fullmatch(names, name)]:
                return found
        units = [k for k in self._other_columns() if _DISTANCE.fullmatch(self.headings[k])]
        return units if len(self.number_columns()) == 1 else []

    def has_coordinates(self) -> bool:
        """Return True if columns are named x and y, or lat and lon."""
        return any(None not in map(self.column, pair) for pair in _PAIRS)

    def keys(self, column: int) -> list[Any]:
        """Return the cells of a column of keys, as integers if all are."""
        cells = list(self.columns[column])
        are_integers = all(isinstance(cell, str) and _INTEGER.fullmatch(cell) for cell in cells)
        return list(map(int, cells)) if are_integers else cells

    def names(self, column: int) -> list[Any]:
        """Return the cells of a column of names, which must not be empty."""
        names = list(self.columns[column] if self.path is None else map(str, self.columns[column]))
        if self.path is None or "" in names:
            for row, name in enumerate(names):
                if is_missing(name) or name == "":
                    raise self.wrong(row, "a name is missing")
                if isinstance(name, list | dict | set):
                    raise self.wrong(row, f"a name is text or a number, got {shown(name)}")
        return names

    def numbers(self, column: int, *, are_degrees: bool = False) -> list[Any]:
        """Return the cells of a column; if they are text, as in a file, as exact numbers."""
        cells = list(self.columns[column])
        is_file, texts = self.path is not None, [cell for cell in cells if isinstance(cell, str)]
        if not is_file and not any(exact_decimal(text) is not None for text in texts):
            return cells
        if not is_file or (are_degrees and COMMAS not in self.notes):  # no marks of thousands
            cells = list(map(str, cells))
        exact = list(map(exact_decimal, cells))
        if None in exact:
            raise self.no_number(exact.index(None), column, are_degrees=are_degrees)
        return exact

    def no_number(self, row: int, column: int, hint: str = "", **how: bool) -> InvalidArgument:
        """Return the error for a cell that should be a number."""
        name = self.header[column] if self.header else column + 1
        reason = no_number(self.columns[column][row], name, self.notes, **how)
        return self.wrong(row, reason + hint)

    def places(
        self, distance: str | None
    ) -> tuple[list[Any] | None, list[Any], str | None, tuple[str, ...]]:
        """Return names (or None), coordinates in the order of the distance, the distance, notes."""
        order, distance = self._coordinates(distance)
        on_globe = distance in LATITUDE_FIRST or self.column("lat") in order
        columns = [self.numbers(k, are_degrees=on_globe) for k in order]
        name = self._names(order)
        names = self.index if name is None else self.names(name)
        used = {*order, *(() if name is None else (name,))}
        if names and (pair := twice(map(spelling, names))):
            raise self.again(names, *pair, self._way_out(name, used))
        return names, list(zip(*columns, strict=True)), distance, (*self.notes, *self.unused(used))

    def again(self, names: Sequence[Any], first: int, row: int, hint: str = "") -> InvalidArgument:
        """Return the error for a row whose name is that of another, in any spelling."""
        n = len(names) // self.size  # a road has two
        return self.wrong(row // n, already(names, first, row, self.at(first // n)) + hint)

    def _way_out(self, name: int | None, used: Iterable[int]) -> str:
        """Return how to name places by another column, if its cells differ."""
        for k, other in enumerate(self.header or () if name is not None else ()):
            if k not in {*used} and len({*map(str, self.columns[k])}) == self.size:
                return f"; the cells of `{other}` differ: the heading `name` makes them names"
        return ""

    def _coordinates(self, distance: str | None) -> tuple[list[int], str | None]:
        """Return which columns are coordinates, in the order that the distance takes."""
        if self.header is None:
            width = len(self.columns)
            if width not in (2, 3) or (width == 3 and not self.are_names(0)):
                given = f"expected the columns x, y or name, x, y, got {width}"
                if width > 3 and self.path is not None:
                    given += self.matrix_hint() or f"; {COMMA_RULE}"
                if width == 3:
                    given = "three numbers are x, y, z, or the name of a place, x and y"
                raise self.wrong(0, f"{given}; name the columns in the first line")
            return [width - 2, width - 1], distance
        found: Any = [[self.column(role) for role in pair] for pair in _PAIRS]
        plane, globe = found
        if None not in plane and None not in globe and distance is None:
            raise self.wrong(
                -1, "there are columns x, y and lat, lon: name the distance, euclidean or haversine"
            )
        on_globe = None in plane or (None not in globe and distance in LATITUDE_FIRST)
        order = globe if on_globe else plane
        if None in order:
            raise self.wrong(-1, _UNKNOWN + shown(list(self.header)))
        if on_globe and distance is None:
            distance = "haversine"
        if on_globe != (distance in LATITUDE_FIRST):
            order = order[::-1]
        if (z := self.column("z")) is not None:
            if distance is None:
                raise self.wrong(
                    -1, f"the column {self.header[z]!r} needs a distance that is named and takes it"
                )
            order = [*order, z]
        return order, distance

    def are_names(self, column: int) -> bool:
        """Return True if cells are words, or numbers in their order."""
        exact = [exact_decimal(str(cell)) for cell in self.columns[column]]
        return None in exact or any(exact == [*range(k, k + len(exact))] for k in (0, 1))

    def _names(self, used: Sequence[int]) -> int | None:
        """Return which column has the names of places, None if none has or the index has."""
        if self.header is None:
            return 0 if len(self.columns) == 3 else None
        if self.index is not None:
            return None
        if (found := self.column("name")) is None:
            found = self.text_column(used)
            if found is not None and len({*self.columns[found]}) < self.size:
                return None
        return found

    def text_column(self, used: Iterable[int]) -> int | None:
        """Return the only further column of text."""
        of = NOT_ASKED, CLOSURE
        names = enumerate(self.headings)
        asked = {*used, *(k for k, name in names if any(form.fullmatch(name) for form in of))}
        others = [k for k in range(len(self.columns)) if k not in asked and self._is_text(k)]
        return others[0] if len(others) == 1 else None

    def _is_text(self, column: int) -> bool:
        """Return True if no cell is empty or a number."""
        cells = self.columns[column]
        return all(isinstance(cell, str) and cell and not _is_number(cell) for cell in cells)

    def unused(self, used: Iterable[int], *, words: Sequence[str] = ()) -> tuple[str, ...]:
        """Return a note on unused columns; refuse rows that are closed, and other questions."""
        others = [(k, str(name)) for k, name in enumerate(self.header or ()) if k not in {*used}]
        for k, name in others:
            word = heading(name)
            shuts, asks = CLOSURE.fullmatch(word), NOT_ASKED.fullmatch(word)
            if not (shuts or asks or _SPAN.fullmatch(word)):
                continue
            for row, cell in enumerate(self.columns[k]) if shuts else ():
                if shut := closure(name, cell, self.entry or "row", self.headings):
                    raise self.wrong(row, shut)
            said = [str(cell) for cell in self.columns[k] if not is_nothing(cell)]
            is_timed = any(map(_CLOCK.search, said))
            is_flag = shuts and all(c in _WAYS or _OPEN.fullmatch(c) for c in map(heading, said))
            is_word = word in words and not any(map(_DIGIT.search, said))
            if (is_timed or asks) and said and not (is_flag or is_word):
                raise self.wrong(-1, f"`{name}`: {ELSEWHERE}; without the column it is read")
        names = ", ".join(f"`{name}`" for _, name in others)
        return (f"not used: {names}",) if others else ()


_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,17})")
_DIGIT = re.compile("[0-9]")
_UNIT = "k?m|min|s|h|miles?|mi|ft|yd|€|eur|(kilo)?met(er|re)[ns]?|minut(e|en|es|os)|hours|stunden"
_DISTANCE = re.compile("km|mi(les?)?|(kilo)?met(er|re)s?")
_LENGTH = re.compile(rf"[0-9][0-9.,:' ]*({_UNIT})?", re.IGNORECASE).fullmatch
_STREETS = frozenset({"id", "osmid", "lanes", "maxspeed", "width", "layer", "speed", "year"})
NOT_ASKED = re.compile(
    "(tw|(time[ _-]?)?windows?|ready|due|earliest|latest|opens?|opening|closes?|closing|service"
    "|deadlines?|arrivals?|delivery[ _-]?times?|not[ _-]?(before|after)|frist|termin"
    "|demands?|capacity|capacities|vehicles?|salesmen|depots?|budget|max[ _-]?(length|distance)"
    "|((zeit|liefer)?fenster|(früh|frueh|spät|spaet)estens|öffnung|öffnet|schlie(ß|ss)t|fällig)"
    "|bedarf|nachfrage|kapazit(ä|ae)t(en)?|fahrzeuge?|(service|bedien|öffnungs|liefer)zeit(en)?"
    "|fen[êe]tres?|ouverture|fermeture|demande|capacit[ée]s?|v[ée]hicules?|d[ée]p[ôo]ts?"
    "|ventanas?|apertura|cierre|servicio|demanda|capacidad(es)?|veh[íi]culos?|dep[óo]sitos?)"
    "([ _-]?(times?|date|hours|start|end|from|to|until|before|arrival|von|bis|beginn|anfang|ende"
    "|horaires?|début|fin|horarias?|inicio))?"
)
"""Names of columns and options that make it another question, such as vehicle routing."""
_CLOSED = re.compile(
    "((is)?|temporarily|permanently)(closed|closures?|blocked|gesperrt|sperrung|geschlossen"
    "|ferm[ée]e?|barr[ée]e?|cerrad[ao])"
    "(from|until|on|ab|seit|von|bis|am|le|temporarily|permanently)?"
)
_OPEN = re.compile("(is)?open|access|offen|geöffnet|befahrbar|ouverte?|abiert[ao]|passable")
CLOSURE = re.compile(f"{_CLOSED.pattern}|{_OPEN.pattern}|(business)?status|zustand|[ée]tat")
"""Names of columns that say which roads and places count, or whose words may say so."""
_SPAN = re.compile("from|to|until|begin|start|end|von|bis|beginn|ende|d[eu]|[àa]|d[ée]but|fin")
_CLOCK = re.compile(r"\b[0-2]?[0-9](:[0-5][0-9]|h([0-5][0-9])?\b| ?uhr\b| ?[ap]m\b)", re.IGNORECASE)
"""When a place is open, under names that other columns have as well."""


def closure(name: Any, cell: Any, row: str, names: Collection[Any]) -> str:
    """Return what is wrong with a road or a place that is closed, by a cell under a name, or ""."""
    word, said = heading(name), heading(cell)
    is_no = _WAYS.get(said) == 0
    if is_nothing(cell) or (word == "access" and "osmid" in names):  # OSMnx chose these
        is_open: Any = True
    elif _CLOSED.fullmatch(word):
        is_open = is_no or _OPEN.fullmatch(said) or _CLOCK.search(str(cell))
    else:
        is_open = not (_CLOSED.fullmatch(said) or (is_no and _OPEN.fullmatch(word)))
    rule = f"leave such {row}s out, or all of `{name}` to use them"
    return "" if is_open else f"`{name}` is {quote(str(cell))}: {rule}"


# -- Text


def is_table_file(path: Path) -> bool:
    """Return True if the name of a file ends as that of a table."""
    return path.name.lower().removesuffix(".gz").endswith(TABLE_SUFFIXES)


@dataclass(frozen=True, kw_only=True)
class Cells:
    """The cells of a text table, row by row."""

    path: Path
    rows: list[list[str]]
    """Of any widths."""
    lines: list[int]
    """The line at which each row ends."""
    mark: str
    """What separates columns."""
    notes: tuple[str, ...] = ()
    """What is special about the text."""

    def wrong(self, row: int, reason: str) -> InvalidArgument:
        """Return the error for a row."""
        return wrong(self.path, self.lines[row], reason)

    def table(self, *roles: str, names: Sequence[str] = ()) -> Table:
        """Return the columns; the first row names them if it has these roles or no number."""
        filled = [k for k, row in enumerate(self.rows) if any(row)]
        lines, header = [self.lines[k] for k in filled], None
        rows = all_rows = [self.rows[k] for k in filled]
        words = {*map(heading, rows[0])}
        has_roles = all(words & {*ROLES[role]} for role in roles)
        if (has_roles and words >= {*map(heading, names)}) or not any(map(is_entry, rows[0])):
            header, *rows = rows
        if not rows:
            raise self.wrong(0, f"there are no rows below the names {shown(header)}")
        width = len(all_rows[0])
        if strange := [k for k, row in enumerate(all_rows) if len(row) != width]:
            row = all_rows[strange[0]]
            got, is_matrix, hint = len(row), all(map(is_entry, row[1:])), ""
            if got > width and self.mark == "," and row[-1].isdigit() and is_entry(row[-2]):
                hint = f"; {COMMA_RULE}"
            if got > width and is_matrix:
                hint += "; icosian tsp --matrix reads a matrix"
            raise wrong(self.path, lines[strange[0]], f"expected {width} columns, got {got}{hint}")
        columns: list[Sequence[Any]] = list(zip(*rows, strict=True))
        return Table(columns=columns, header=header, path=self.path, lines=lines, notes=self.notes)


def _is_hollow(rows: Sequence[Sequence[str]]) -> bool:
    """Return True if the diagonal is 0 or empty."""
    return all(is_nothing(row[k]) or read_number(row[k]) == 0 for k, row in enumerate(rows))


def kind_of(cells: Cells) -> str:
    """Return "roads", "points" or "matrix", whichever a table can only be; refuse others."""
    rows = [row for row in cells.rows if any(row)]
    if len({*map(len, rows)}) > 1:
        return "roads"  # which says what is wrong
    first, width, height = rows[0], len(rows[0]), len(rows)
    header = Table(columns=[], header=first)
    if None not in (header.column("u"), header.column("v")):
        return "roads"
    if header.has_coordinates():
        return "points"
    have_entries = [all(map(is_entry, row)) for row in rows]
    is_named = sorted(row[0] for row in rows[1:]) == sorted(first[1:])
    if width == height and is_named and not any(have_entries):
        return "matrix"  # with names of rows and columns
    is_heading = not any(map(is_entry, first))
    is_square = have_entries[0] and width > 3 and height in (1, width)
    is_headed = is_heading and height == width + 1 and _is_hollow(rows[1:])
    if all(have_entries[1:]) and (is_square or is_headed):
        return "matrix"
    table = Table(columns=list(zip(*rows, strict=True)))
    can_be: list[str] = []
    if width in (2, 3) and not is_heading:
        are_numbers = all(map(_is_number, chain(*table.columns[-2:])))
        if width == 3 and not are_numbers:
            return "roads"
        pairs = [*zip(*table.columns[:2], strict=True)]
        is_joined = width == 3 and nx.is_connected(nx.Graph(pairs))
        is_zero = height == width and _is_hollow(rows)
        can_be = ["points"] * (are_numbers and (width == 2 or table.are_names(0)))
        can_be += ["roads"] * is_joined + ["roads --default 1"] * (width == 2)
        can_be += ["matrix"] * is_zero
    if not can_be:
        roads = " and ".join(map("/".join, (ROLES["u"], ROLES["v"])))
        reason = "name the columns in the first line: a table of roads has the columns"
        raise cells.wrong(0, f"{reason} {roads}, {_UNKNOWN}{shown(first)}")
    if len(can_be) > 1:
        readings = " or ".join(f"--{kind}" for kind in can_be)
        raise cells.wrong(0, f"{width} cells in a row may have several meanings: add {readings}")
    return can_be[0]


def read_cells(path: Path) -> Cells:
    """Read a text table; one without any cell is refused."""
    source = Text(path)
    text = source.whole(is_table=True)
    if stated := _SEPARATOR.match(text):
        text = "\n" + text[stated.end() :]  # the numbers of lines stay
    lines = text.splitlines()[: 10 * SAMPLE]
    mark = stated[1] if stated else _separator([row for row in lines if row.strip()][:SAMPLE])
    if mark == " ":
        text = _in_blanks(text)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=mark, strict=True)
    rows, numbers = [], []
    try:
        for row in reader:
            cells = [cell.strip() for cell in row]
            if any(cells) or len(cells) > 1:
                rows.append(cells)
                numbers.append(reader.line_num)
    except csv.Error as error:
        raise wrong(path, reader.line_num, str(error)) from None
    if not any(map(any, rows)):
        size = plural(len(text.splitlines()), "line")
        raise InvalidArgument(f"{path}: expected places, distances or roads, got {size} of nothing")
    digits = re.compile(f"[01]{{{max(3, len(rows))}}}")
    if all(len(row) == 1 and digits.fullmatch(row[0]) for row in rows):
        rows = [[*row[0]] for row in rows]  # a matrix without blanks
    commas = list(_where(rows, ",", _COMMA)) if mark != "," and "," in text else []
    are_grouped = (_GROUPED.fullmatch(row[k]) for row, k in _where(rows, ".", _DECIMAL))
    if commas or (mark == ";" and all(are_grouped)):
        for row, k in _where(rows, ".", _DECIMAL):
            row[k] = Doubtful(row[k])
    for row, k in commas:
        row[k] = row[k].replace(",", ".")
    notes = (*source.notes, COMMAS) if commas else source.notes
    return Cells(path=path, rows=rows, lines=numbers, mark=mark, notes=notes)


def no_number(cell: Any, column: Any, notes: tuple[str, ...], *, are_degrees: bool = False) -> str:
    """Return what is wrong with a cell that should be a number."""
    text, where = str(cell), f"in column {shown(column)}"
    if isinstance(cell, Doubtful):
        comma = text.replace(".", ",")
        reason = f"may be {text.replace('.', '')} or {comma}: write what is meant"
        if COMMAS not in notes:
            reason += ", or commas between columns where points are decimal"
        elif are_degrees or not _GROUPED.fullmatch(text):
            reason = f"has a point, other numbers have decimal commas: write {comma}"
        return f"{text!r} {where} {reason}"
    rule = f"; {COMMA_RULE}" * bool(_MARKED.fullmatch(text))
    if _TIME.fullmatch(text):
        rule = "; a time is a number, such as 90 minutes or 1.5 hours"
    return f"{quote(text)} is not a number {where}{rule}"


def is_entry(cell: str) -> bool:
    """Return True for a cell that may be an entry of a matrix."""
    return is_nothing(cell) or _is_number(cell)


def _is_number(cell: str) -> bool:
    """Return True for a number, and for digits that no reader takes for one."""
    is_other = _MARKED.fullmatch(cell) or _EXTREME.fullmatch(cell)
    return read_number(str(cell)) is not None or is_other is not None


_SEPARATOR = re.compile(r'"?sep=([^\r\n"])"?\s*?(?:\n|$)', re.IGNORECASE)
"""The first line of tables of Excel."""


def _separator(lines: list[str]) -> str:
    """Return what separates columns: what gives rows of one width, and the most numbers."""

    def fit(mark: str) -> tuple[bool, int, bool]:
        try:
            rows = [*csv.reader(map(_in_blanks, lines) if mark == " " else lines, delimiter=mark)]
        except csv.Error:  # a field that is too long, which the reader of all names with its line
            return False, 0, False
        cells = list(chain(*rows))
        forms = (read_number,) if mark == "," else (read_number, _COMMA.fullmatch)
        numbers = sum(any(form(cell) is not None for form in forms) for cell in cells)
        is_used = len(cells) > len(rows)
        return is_used and len({*map(len, rows)}) == 1, numbers, is_used

    return max(";\t, ", key=fit)


def _in_blanks(text: str) -> str:
    """Return a text with one blank between words."""
    return "\n".join(" ".join(line.split()) for line in text.splitlines())


def _where(rows: list[list[str]], mark: str, form: re.Pattern[str]) -> Iterator[tuple[Any, int]]:
    """Yield the cells that have a mark and a form, each as its row and column."""
    for row in rows:
        for k, cell in enumerate(row):
            if mark in cell and form.fullmatch(cell):
                yield row, k


COMMAS = "decimal commas"
_TYPES = {"directed", "undirected"}
COMMA_RULE = f"{COMMAS} take semicolons or tabs between columns, thousands have no mark"
_COMMA = re.compile(r"[-+]?[0-9]*,[0-9]+(?:[eE][-+]?[0-9]{1,2})?")
_GROUPED = re.compile(r"[-+]?[1-9][0-9]{0,2}\.[0-9]{3}")
_TIME = re.compile("[0-9]+(:[0-5][0-9]){1,2}")
_MARKED = re.compile(r"[-+]?[0-9][0-9.,' ]*[.,'][0-9.,' ]*")
_EXTREME = re.compile(r"[-+]?[0-9]+\.?[0-9]*[eE][-+]?[0-9]+")


def wrong(path: Path, line: int, reason: str) -> InvalidArgument:
    """Return the error for a line of a file."""
    return InvalidArgument(f"{path}, line {line}: {reason}")


# -- Data frames


def is_frame(value: Any) -> bool:
    """Return True for a table with named columns, such as a DataFrame of pandas."""
    return hasattr(value, "columns") and hasattr(value, "to_numpy")


def frame_of(values: Any) -> Any:
    """Return a GeoSeries as a GeoDataFrame, other values as they are."""
    is_series = hasattr(values, "geom_type") and hasattr(values, "to_frame")
    return values.to_frame("geometry") if is_series and not is_frame(values) else values


def table_of(frame: Any, *, are_points: bool = False) -> Table:
    """Return the columns of a data frame, the coordinates of its points with them if it has any."""
    header = list(frame.columns)
    columns: dict[Any, Any] = {}
    points: Any = getattr(frame, "geometry", None)
    if are_points and hasattr(points, "crs"):  # of GeoPandas
        axes = ("lon", "lat") if getattr(points.crs, "is_geographic", False) else ("x", "y")
        try:
            columns = dict(zip(axes, (points.x, points.y), strict=True))
        except ValueError:
            hint = "route_map makes a map of lines"
            raise InvalidArgument(f"the geometry of places must be points; {hint}") from None
        taken = {getattr(points, "name", "geometry"), *AXES}
        header = [name for name in header if str(name).lower() not in taken]
    is_named = bool(columns) or header != list(range(len(header)))
    columns |= {name: frame[name] for name in header}
    table = Table(
        columns=[items(values) for values in columns.values()],
        header=list(columns) if is_named else None,
    )
    names = row_labels(frame)
    is_numbered = names == list(range(len(names))) or (
        getattr(getattr(frame, "index", None), "name", None) is None
        and all(isinstance(name, int) for name in names)
        and table.column("name") is not None
    )
    return replace(table, index=None if is_numbered else names)


def records_of(rows: list[Any], entry: str = "") -> Table | None:
    """Return the table that rows are: records, or a name and numbers each; None for others."""
    if rows and all(isinstance(row, Mapping) for row in rows):
        header = list(dict.fromkeys(chain(*rows)))
        columns: list[Any] = [[row.get(name) for row in rows] for name in header]
        return Table(columns=columns, header=header, entry=entry)
    if (
        rows
        and all(isinstance(row, list | tuple) and row and isinstance(row[0], str) for row in rows)
        and len(widths := {*map(len, rows)}) == 1
        and widths != {1}
    ):
        return Table(columns=[*zip(*rows, strict=True)], entry=entry)
    return None


def are_columns(names: Iterable[Any]) -> bool:
    """Return True if some names are those of both coordinates in a table."""
    known = {str(name).lower() for name in names}
    return any(all(known.intersection(ROLES[role]) for role in pair) for pair in _PAIRS)


def check_plane(frame: Any) -> None:
    """Refuse the points of a GeoDataFrame whose lengths in the plane are not what they seem."""
    points: Any = getattr(frame, "geometry", None)
    system = getattr(points, "crs", "")
    name, reason = str(getattr(system, "name", "")), ""
    if system is None and all(abs(x) <= 180 for x in (*points.x, *points.y)):
        reason = "the points have no crs and may be degrees, set_crs(4326), or lie in a plane"
    if "Mercator" in name and "Transverse" not in name:
        reason = f"{name} stretches lengths away from the equator: to_crs(4326) gives degrees"
    if any(getattr(points, "has_z", ())) and not getattr(system, "is_geographic", False):
        reason = "the points have heights: columns x, y, z count, geometry.force_2d() drops them"
    if reason:
        raise InvalidArgument(f"{reason}; distance='euclidean' takes them as they are")


def frame_matrix(frame: Any) -> tuple[list[Any], list[Any], bool] | None:
    """Return names of places, rows of a square table, and if both are called alike; or None."""
    header = order = list(frame.columns)
    names, numbers = row_labels(frame), list(range(len(header)))
    is_matrix = set(names) == set(header) and names != numbers
    if is_matrix:
        order = names
    elif len(names) != len(header) or numbers not in (names, header):
        return None
    elif names == numbers:  # the rows are only numbered
        names = header
    if pair := twice(header):
        raise InvalidArgument(f"names of columns must differ, but two are {shown(header[pair[0]])}")
    return names, list(zip(*(items(frame[name]) for name in order), strict=True)), is_matrix


def require_matrix(frame: Any) -> tuple[list[Any], list[Any]]:
    """Return the names of places and the rows of a data frame that must be a matrix."""
    if (found := frame_matrix(frame)) is None:
        raise unknown_columns(list(frame.columns))
    return found[:2]


def unknown_columns(columns: list[Any]) -> InvalidArgument:
    """Return the error for a table that has neither coordinates nor distances."""
    return InvalidArgument(_UNKNOWN + shown(columns))


_UNKNOWN = (
    f"a table of places has the columns x and y, or lat and lon ({'/'.join(ROLES['lat'][1:])},"
    f" {'/'.join(ROLES['lon'][1:])}), or is a matrix with the same names of rows and columns; its"
    " columns are "
)


def already(names: Sequence[Any], first: int, again: int, where: str) -> str:
    """Return what is wrong with a name that comes again, maybe in another spelling."""
    how = "" if names[again] == names[first] else ", spelled in other Unicode characters"
    return f"place {shown(names[again], 999)} is in {where} already{how}"


def items(values: Any) -> Any:
    """Return values, of arrays as Python objects but for short floats, which lose decimals so."""
    if str(getattr(values, "dtype", "")).lower() in ("float16", "float32") and values.shape:
        return values.to_numpy() if hasattr(values, "to_numpy") else values
    return values.tolist() if hasattr(values, "tolist") else values


def by_name(values: Any, names: Sequence[Any], rows: Sequence[Any]) -> Any:
    """Return a column as a mapping of places, by the rows of a table if these are only numbered.

    Some rows may be left out; what has the numbers of the first rows may be numbered anew.
    """
    if is_frame(values) or not hasattr(values, "to_numpy"):
        return values
    index = row_labels(values)
    are_rows = index == [*rows] or (
        {*index} <= {*rows} and _may_be_rows(getattr(values, "index", None))
    )
    if are_rows and [*names] != [*rows]:
        both = {*index} & {*names}
        if both or (len(index) < len(rows) and index == [*range(len(index))]):
            raise _is_row(min(both or index, key=index.index), names, "give a mapping")
        name = dict(zip(rows, names, strict=True))
        index = [name[k] for k in index]
    return dict(zip(index, items(values), strict=True))


def check_labels(groups: Iterable[Any], names: Sequence[Any], rows: Sequence[Any]) -> None:
    """Refuse labels or numbers of rows, as a data frame gives them, but for those of names."""
    labels = [*chain(*(items(group) for group in groups if _may_be_rows(group)))]
    for numbers in ([*rows], [*range(len(rows))]):
        if labels and {*labels} <= {*numbers} and numbers != [*names]:
            raise _is_row(labels[0], names, "give lists of names")


def _may_be_rows(labels: Any) -> bool:
    """Return True for an array, and for an index without a name."""
    is_array = hasattr(labels, "dtype") and not hasattr(labels, "index")
    return is_array and getattr(labels, "name", None) is None


def _is_row(label: Any, names: Sequence[Any], else_: str) -> InvalidArgument:
    is_what = "may be a row, or" if label in names else "is a row, and not"
    return InvalidArgument(
        f"{shown(label)} {is_what} one of the places {shown(names)}: set_index, or {else_}"
    )


def row_labels(frame: Any) -> list[Any]:
    """Return the names of the rows, their numbers if they have none."""
    return list(getattr(frame, "index", range(len(frame))))


# -- Matrices


def is_nothing(value: Any) -> bool:
    """Return True for an entry of a matrix that says that there is no way."""
    if isinstance(value, str):
        return value.lower() in _NOTHING
    try:
        return is_missing(value) or bool(value == math.inf)
    except (ArithmeticError, TypeError, ValueError):
        return False


_NOTHING = {"", "-", "na", "n/a", "nan", "none", "null", "inf", "infinity", "\u221e"}


def are_empty(entries: Iterable[Any]) -> bool:
    """Return True if entries of a diagonal are 0 or nothing."""
    return all(is_nothing(entry) or entry == 0 for entry in entries)


def full_matrix(rows: list[Any]) -> list[list[Any]]:
    """Return all rows of a matrix, of a triangle of it, or of a list as of scipy's ``pdist``."""
    if rows and not isinstance(rows[0], list):
        n = (1 + math.isqrt(1 + 8 * len(rows))) // 2
        if n * (n - 1) != 2 * len(rows):
            raise InvalidArgument(
                "a matrix has rows, or is a list with one number for each of its pairs of places,"
                f" got {len(rows)} numbers"
            )
        given = iter(rows)
        rows = [list(islice(given, n - 1 - k)) for k in range(n)]
    n = len(rows)
    widths = [len(row) for row in rows]
    if n > 1 and widths == [*range(1, n + 1)] and are_empty(row[-1] for row in rows):
        lower = rows
    elif n > 1 and widths == [*range(n)]:
        lower = [[*row, 0] for row in rows]
    elif n > 1 and widths == [*range(n, 0, -1)] and are_empty(row[0] for row in rows):
        lower = [[rows[j][i - j] for j in range(i)] + [0] for i in range(n)]
    elif n > 1 and widths == [*range(n - 1, -1, -1)]:
        lower = [[rows[j][i - j - 1] for j in range(i)] + [0] for i in range(n)]
    else:
        if widths != [n] * n:
            return rows

        def gaps(*, is_low: bool) -> Iterator[bool]:
            """Yield for each entry below the diagonal, or above, if it is nothing."""
            spans = (range(i) if is_low else range(i + 1, n) for i in range(n))
            return (is_nothing(row[j]) for row, span in zip(rows, spans, strict=True) for j in span)

        is_upper, is_lower = (all(gaps(is_low=is_low)) for is_low in (True, False))
        if n < 3 or is_upper == is_lower:
            return rows
        if any(gaps(is_low=is_lower)):
            raise InvalidArgument(
                "one half of the matrix is empty and the other has gaps: give both halves, or a"
                " list of roads if they are one-way"
            )
        if is_upper:
            rows = [[rows[j][i] for j in range(n)] for i in range(n)]
        lower = [row[: i + 1] for i, row in enumerate(rows)]
    return [[0 if i == j else lower[max(i, j)][min(i, j)] for j in range(n)] for i in range(n)]


# -- What a file or a table was read as, and graphs of edges as they are listed


@dataclass(frozen=True, kw_only=True)
class Source:
    """What a file or a table was read as; its text is one line that says so."""

    value: Any
    """A graph, or places."""
    lengths: str | None = None
    """What holds the lengths of edges; "" if each counts 1, None if they are of no interest."""
    notes: tuple[str, ...] = ()
    """What else there is to say, such as columns that are not used."""

    def __str__(self) -> str:
        what = self.value
        if not isinstance(what, nx.Graph):
            kind = "a matrix of" if what.distance == "matrix" else what.distance
            ways = ["others on some ways back"] * what.directed
            return ", ".join([plural(len(what), "place"), f"{kind} distances", *ways, *self.notes])
        is_map = self.lengths is not None
        edge, node = ("street", "place") if is_map else ("edge", "node")
        way = ("one-way " if is_map else "directed ") * what.is_directed()
        parts = [f"{plural(what.number_of_edges(), way + edge)} between {plural(len(what), node)}"]
        if is_map:
            parts.append(f"lengths from `{self.lengths}`" if self.lengths else "each counts 1")
        if self.lengths == "weight" and "weight" in what.graph:
            parts.append(f"which is {what.graph['weight']}")
        if pairs := _parallel_pairs(what):
            parts.append(f"{plural(pairs, 'pair')} of parallel {edge}s")
        if (fixed := what.graph.get("fixed_edges")) and isinstance(fixed, list | tuple):
            parts.append(plural(len(fixed), "fixed edge"))
        if loops := nx.number_of_selfloops(what):
            parts.append(plural(loops, "loop"))
        return ", ".join([*parts, *self.notes])


def _parallel_pairs(G: nx.Graph[Any]) -> int:
    """Return how many pairs of ends have several edges."""
    if not G.is_multigraph():
        return 0
    ends = [(u, v) for u, row in G.adjacency() for v, edges in row.items() if len(edges) > 1]
    return len(ends if G.is_directed() else {frozenset(pair) for pair in ends})


_WAYS = {
    word: way
    for way, words in {
        1: "yes y true 1 1.0 ft oneway forward directed ja j oui si sí einbahn einbahnstraße"
        " hin unique único unico ida",
        -1: "-1 -1.0 reverse backward tf zurück vuelta retour",
        0: "no n false 0 0.0 both b none nan nein non twoway bothways bidirectional beide never"
        " undirected double doble ambos ambas keine aucun aucune ninguno ninguna",
    }.items()
    for word in words.split()
} | {"": 0}
"""Values of ``oneway`` in OpenStreetMap, and of systems that number the ends of a line F and T."""


def way_of(value: Any) -> int:
    """Return 1 for a road that leads from its first end to the other, -1 back, 0 both ways."""
    if (way := _WAYS.get(heading(value))) is None:
        words = "yes, no, forward, backward (-1), both, FT, TF or B"
        raise ValueError(f"oneway is {words}, got {shown(value)}")
    return way


def in_ways(rows: list[Any], ways: Sequence[int], turned: Callable[[Any], Any]) -> list[Any]:
    """Return roads as they are if all lead both ways, else one for each way that they lead."""
    if not any(ways):
        return rows
    pairs = list(zip(rows, ways, strict=True))
    back = [turned(row) for row, way in pairs if way <= 0]
    return [row for row, way in pairs if way >= 0] + back


def graph_of(
    edges: Sequence[tuple[Any, Any, dict[str, Any]]],
    *,
    directed: bool = False,
    nodes: Iterable[Any] = (),
    keys: Sequence[Any] | None = None,
) -> nx.Graph[Any]:
    """Return the graph of edges; parallel ones have the keys if these differ, else 0, 1, ..."""
    G: Any = nx.DiGraph() if directed else nx.Graph()
    G.add_nodes_from(nodes)
    G.add_edges_from(edges)
    if G.number_of_edges() == len(edges):
        return G  # type: ignore[no-any-return]
    M: Any = nx.MultiDiGraph() if directed else nx.MultiGraph()
    M.add_nodes_from(G)
    if keys is not None:
        M.add_edges_from((u, v, k, data) for (u, v, data), k in zip(edges, keys, strict=True))
    if M.number_of_edges() < len(edges):
        M.clear_edges()
        M.add_edges_from(edges)
    return M  # type: ignore[no-any-return]
