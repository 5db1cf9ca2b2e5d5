"""Reading of files in the format of TSPLIB: keywords, and sections of words."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

import networkx as nx
import numpy as np

from icosian._io.memory import afford, collector_paused
from icosian._io.tables import exact_decimal
from icosian._io.text import ELSEWHERE, MOST_NODES, IntegersRead, Text, file_named, number, quote
from icosian._run.limits import hinted
from icosian.exceptions import IcosianError, InvalidArgument
from icosian.tours.shortest.distances import KINDS
from icosian.tours.shortest.places import Places

TYPES = ("TSP", "ATSP", "SOP", "GTSP", "AGTSP", "HPP")
"""The types of these problems."""
DIRECTED = ("ATSP", "SOP", "AGTSP")
"""Those whose way back may have another length."""

Row = list[Any]


@hinted
def read_tsplib(path: str | os.PathLike[str]) -> Places:
    r"""Read a traveling salesman problem in the format of TSPLIB.

    Parameters
    ----------
    path : str or path-like
        The file, ``.tsp``, ``.atsp``, ``.gtsp`` or ``.sop`` by custom; it is decompressed if its
        name ends in ``.gz``.

    Returns
    -------
    Places
        The places, whose names are the integers from 1 to DIMENSION, with the distances of the
        file and, if it has any, the positions for pictures, and what it says about tours:
        ``order``, ``groups``, ``require`` and ``closed``, which :func:`shortest_tour` keeps.

    Raises
    ------
    InvalidArgument
        If the file is malformed, or has a graph (EDGE_DATA_SECTION), for :func:`read_graph`; the
        message names the line and the reason.
    OSError
        If the file cannot be read.

    See Also
    --------
    shortest_tour : The shortest tour of the places.
    icosian.read_graph : Graphs without distances, in the same format.
    icosian.files.write_tsplib : Write such a file.
    icosian.tours.tour_length : The length of a given tour.

    Notes
    -----
    TYPE is TSP (also if missing), ATSP, or one of these:

    - SOP, the sequential ordering problem, whose tours are open. An entry of -1 says that the place
      of the column comes before that of the row; such pairs, but for those that follow from others,
      are the ``order`` of the places. No tour in the order steps back in it, so the length of such
      a step is one that is longer than any such tour.
    - GTSP or AGTSP, with a GTSP_SET_SECTION: the ``groups``. A tour visits at least one place of
      each; where no detour is shorter than the direct way, exactly one is enough.
    - HPP: tours are open.

    FIXED_EDGES_SECTION holds the edges of ``require``. EDGE_WEIGHT_TYPE is a distance of
    :class:`Places` in capital letters, by the formulas of [1]_, or EXPLICIT in any
    EDGE_WEIGHT_FORMAT of a matrix, whose diagonal is ignored. Other sections and the keywords of
    vehicles and scales are refused, since they change the problem; other keywords are ignored.
    Sections hold words, on as many lines as they take; a comment may be in Latin-1.

    A file of more than 100,000 places has at least as many bytes, and a matrix at least as many
    numbers as the format asks for, so a short file claims little memory.

    References
    ----------
    .. [1] G. Reinelt, TSPLIB 95, Universitaet Heidelberg, 1995.

    Examples
    --------
    >>> import pathlib, tempfile, icosian
    >>> rows = ["NAME : square", "TYPE : TSP", "DIMENSION : 4", "EDGE_WEIGHT_TYPE : EUC_2D"]
    >>> rows += ["NODE_COORD_SECTION", "1 0 0", "2 30 40", "3 0 40", "4 30 0", "EOF"]
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "square.tsp")
    ...     _ = path.write_text("\n".join(rows), encoding="utf-8")
    ...     places = icosian.read_tsplib(path)
    >>> icosian.shortest_tour(places).length
    140
    """
    problem = read_problem(Text(path))
    if isinstance(problem, Places):
        return problem
    raise InvalidArgument(f"{path}: its EDGE_DATA_SECTION makes it a graph: read_graph reads it")


def read_problem(text: Text) -> Places | nx.Graph[Any]:
    """Read the places of a text, or the graph if it has edges; every error names the file."""
    with collector_paused(), file_named(text.path):
        return _TsplibProblem(text).subject()


def order_by_number(nodes: Iterable[Any]) -> list[Any]:
    """Return nodes in the order of their numbers in TSPLIB: integers, also as texts, ascend."""
    given = list(nodes)
    are_integers = all(re.fullmatch("-?[0-9]{1,18}", str(v)) for v in given)
    return sorted(given, key=lambda v: int(str(v))) if are_integers else given


class TsplibFile:
    """The keywords and sections of a file, read once from its beginning to its end.

    ``sections`` has a function for each that is understood; it reads the :meth:`rows` of this file.
    """

    def __init__(
        self, text: Text, types: Sequence[str], sections: Mapping[str, Callable[[Any], Any]]
    ) -> None:
        text.may_be_latin = True
        self.text, self.wrong = text, text.wrong
        self.keywords: dict[str, str] = {}
        self.sections: dict[str, Any] = {}
        self._lines = iter(text)
        self._ahead: tuple[int, str] | None = None
        """The line that ended the last section, None if the file ended with it."""
        allowed = {"TYPE": types} | _VALUES
        while (line := self._next()) is not None:
            key, colon, value = line.partition(":")
            key, value = key.strip().upper(), value.strip()
            if key == "FIXED_EDGES":
                key += "_SECTION"
            if key == "EOF":
                break
            if key in sections and not value:
                if key in self.sections:
                    raise self.wrong(f"{key} is given twice")
                self.sections[key] = sections[key](self)
            elif colon and key and not key.endswith("_SECTION"):
                self._note(key, value, allowed.get(key))
            elif key.endswith("_SECTION") and key not in _ALL_SECTIONS:
                raise self.wrong(f"{key}: {ELSEWHERE}")
            elif line.strip():
                raise self.wrong(
                    f"expected 'KEYWORD : value' or {', '.join(sections)}, got {quote(line)}"
                )

    def _next(self) -> str | None:
        if self._ahead is None:
            return next(self._lines, None)
        (self.text.line, line), self._ahead = self._ahead, None
        return line

    def _note(self, key: str, value: str, allowed: Sequence[str] | None) -> None:
        """Check and keep a keyword."""
        if key == "COMMENT":
            value = f"{self.keywords[key]}\n{value}" if key in self.keywords else value
        elif key in self.keywords:
            raise self.wrong(f"{quote(key)} is given twice")
        if key == "DIMENSION":
            self.text.promise(number(self.text, key, value, MOST_NODES))
        elif key in _OTHER_PROBLEMS:
            raise self.wrong(f"{key}: {ELSEWHERE}")
        elif allowed is not None:
            value = (value.upper().split() or [""])[0]  # TYPE may have an author behind it
            if value not in allowed:
                hint = f"; {ELSEWHERE}" * (key == "TYPE" and value not in _ALL_TYPES)
                raise self.wrong(f"{key} must be {', '.join(allowed)}, got {quote(value)}{hint}")
        self.keywords[key] = value

    def needed(self, key: str) -> str:
        """Return the value of a keyword that must stand before the line that is read."""
        if key not in self.keywords:
            raise self.wrong(f"{key} is missing")
        return self.keywords[key]

    @property
    def size(self) -> int:
        """The number of places or nodes."""
        return int(self.needed("DIMENSION"))

    def rows(self) -> Iterator[list[str]]:
        """Yield the words of each line of the section."""
        for line in self._lines:
            words = line.split()
            if not words:
                continue
            if words[0][0].isalpha():
                key, colon, _ = line.partition(":")
                key = key.strip().upper()
                if colon or key in {"EOF", "FIXED_EDGES"} or key.endswith("_SECTION"):
                    self._ahead = self.text.line, line
                    return
            yield words

    def words(self, what: str) -> Iterator[str]:
        """Yield the words of the section up to -1, EOF or another section."""
        for words in self.rows():
            for k, word in enumerate(words):
                if word in {"-1", "EOF", "eof"}:
                    self._finish(what, words[k:])
                    return
                yield word
        if self._ahead is None:
            raise self._unfinished(what)

    def _finish(self, what: str, rest: Sequence[str]) -> None:
        """Refuse what follows the -1 that ends a section, but for another one."""
        last = self.text.line
        for words in chain([rest], self.rows()):
            if left := [word for word in words if word.upper() not in {"-1", "EOF"}]:
                raise self.wrong(f"nothing follows the end of {what}, got {quote(' '.join(left))}")
        self.text.line = last

    def _unfinished(self, what: str) -> IcosianError:
        return self.wrong(f"the file ends without the -1 or EOF that ends {what}: is it cut short?")

    # -- Sections

    def pairs(self, nodes: IntegersRead | None = None) -> Iterator[tuple[int, int]]:
        """Yield the edges of lines such as ``1 2`` or ``1 2 3 4``, up to -1 or another section."""
        nodes = IntegersRead(self.text, self.size) if nodes is None else nodes
        for words in self.rows():
            if len(words) == 2 and words[0] != "-1":
                yield nodes[words[0]], nodes[words[1]]
                continue
            end = next((k for k in range(0, len(words), 2) if words[k] == "-1"), len(words))
            if end % 2:
                raise self.wrong(f"an edge is two numbers, got {quote(' '.join(words))}")
            ends = [nodes[word] for word in words[:end]]
            yield from zip(ends[::2], ends[1::2], strict=True)
            if end < len(words):
                self._finish("the edges", words[end:])
                return
        if self._ahead is None:
            raise self._unfinished("the edges")

    def edges(self, nodes: IntegersRead) -> Iterator[tuple[int, int]]:
        """Yield the edges of an EDGE_DATA_SECTION."""
        if self.keywords.get("EDGE_DATA_FORMAT") != "ADJ_LIST":
            yield from self.pairs(nodes)
            return
        for node, *others in self.lists("neighbors", is_marked=True):
            u = nodes[node]
            yield from ((u, nodes[v]) for v in others)

    def lists(self, what: str, *, is_marked: bool = False) -> Iterator[list[str]]:
        """Yield lists of words that end with -1 each, up to a further -1, or another section.

        A list may take several lines, so one without its -1 would absorb the next: where nothing
        else shows that, the further -1 is required.
        """
        own: list[str] = []
        for words in self.rows():
            for k, word in enumerate(words):
                if word != "-1":
                    own.append(word)
                elif own:
                    yield own
                    own = []
                else:
                    self._finish(f"the lists of {what}", words[k:])
                    return
        if own or is_marked:
            raise self.wrong(f"every list of {what} ends with -1, and a further -1 ends the lists")


_OTHER_PROBLEMS = {
    *("CAPACITY", "DEMAND_DIMENSION", "DISTANCE", "GRID_SIZE", "RISK_THRESHOLD", "SALESMEN"),
    *("SCALE", "SERVICE_TIME", "VEHICLES"),
}
"""Keywords that change the lengths or the question."""


class _TsplibProblem(TsplibFile):
    """A traveling salesman problem."""

    def __init__(self, text: Text) -> None:
        super().__init__(text, TYPES, _SECTIONS)

    @property
    def _type(self) -> str:
        return self.keywords.get("TYPE", "TSP")

    def _coordinates(self) -> dict[int, Row]:
        kind = KINDS.get(self.keywords.get("EDGE_WEIGHT_TYPE", ""))
        is_solid = self.keywords.get("NODE_COORD_TYPE") == "THREED_COORDS"
        return self._points("NODE_COORD_SECTION", (kind and kind.axes) or (3 if is_solid else 2))

    def _points(self, section: str, axes: int) -> dict[int, Row]:
        """Read the coordinates of each place, which may have any order."""
        points: dict[int, Row] = {}
        size, outside = self.size, None
        for words in self.rows():
            if len(words) != axes + 1:
                form = "x, y, z" if axes == 3 else "x, y"
                raise self.wrong(f"a place is a number and {form}, got {quote(' '.join(words))}")
            name = number(self.text, "a place", words[0], MOST_NODES)
            if name in points:
                raise self.wrong(f"place {name} is given twice")
            if name > size and outside is None:  # raised below, if DIMENSION is right
                reason = f"place {name} is not one of the {size:,} places"
                outside = self.wrong(f"{reason}, which are numbered 1 to {size:,}")
            points[name] = [self._number(word) for word in words[1:]]
        if len(points) != size:
            raise self._miscounted(section, f"{len(points):,} places")
        if outside is not None:
            raise outside
        return points

    def _weights(self) -> Row:
        """Read the numbers of a matrix, as many as its format has."""
        n, form = self.size, self.needed("EDGE_WEIGHT_FORMAT")
        if form not in _MATRICES:
            raise self.wrong(f"EDGE_WEIGHT_FORMAT {form} has no matrix")
        most = n * n if form == "FULL_MATRIX" else n * (n + (1 if "DIAG" in form else -1)) // 2
        weights = [self._number(word) for words in self.rows() for word in words]
        if self._type == "SOP" and weights[:1] != [n]:
            raise self.wrong(f"a SOP has its DIMENSION before its matrix, got {weights[:1]}")
        if self._type == "SOP":
            del weights[0]
        if len(weights) != most:
            raise self._miscounted("EDGE_WEIGHT_SECTION", f"{len(weights):,} of {most:,} numbers")
        return weights

    def _miscounted(self, section: str, found: str) -> IcosianError:
        return self.wrong(f"DIMENSION is {self.size:,}, but {section} has {found}")

    def _sets(self) -> tuple[tuple[int, ...], ...]:
        """Read groups of places, each with its number before it and -1 after it."""
        nodes = IntegersRead(self.text, self.size)
        groups: dict[str, tuple[int, ...]] = {}
        for name, *members in self.lists("places"):
            if name in groups or not members:
                raise self.wrong(f"set {quote(name)} is {'given twice' if members else 'empty'}")
            groups[name] = tuple(nodes[word] for word in members)
        promised = self.keywords.get("GTSP_SETS", str(len(groups)))
        if promised != str(len(groups)):
            raise self.wrong(f"GTSP_SETS is {promised}, but there are {len(groups):,} sets")
        return tuple(groups.values())

    def _fixed(self) -> tuple[tuple[int, int], ...]:
        edges = tuple(self.pairs())
        at_node = Counter(v for edge in set(map(frozenset, edges)) for v in edge)
        for v, many in at_node.most_common(1):
            if many > 2:
                raise self.wrong(f"node {v} has {many} fixed edges, of which a tour uses two")
        return edges

    def _number(self, word: str) -> int | Any:
        if word.isascii() and word.isdigit() and len(word) <= 18:
            return int(word)
        value = exact_decimal(word)
        if value is None:
            raise self.wrong(f"{quote(word)} is not a number")
        return value

    def subject(self) -> Places | nx.Graph[Any]:
        """Return the places that the file describes, or the graph of its edges."""
        places, sections = self._places(), self.sections
        places.name = self.keywords.get("NAME", "").removesuffix(".tsp")
        places.closed = self._type not in ("SOP", "HPP")
        places.require = sections.get("FIXED_EDGES_SECTION", ())
        places.groups = sections.get("GTSP_SET_SECTION", ())
        if ("GTSP" in self._type) != bool(places.groups):
            raise self.wrong(f"TYPE {self._type} and a GTSP_SET_SECTION go together with GTSP only")
        edges = sections.get("EDGE_DATA_SECTION")
        return places if edges is None else graph_of(places, edges, self.text)

    def _places(self) -> Places:
        kind, size = self.needed("EDGE_WEIGHT_TYPE"), self.size
        names = range(1, size + 1)
        sections = self.sections
        given = sections.get("NODE_COORD_SECTION")
        if kind != "EXPLICIT":
            if given is None:
                raise self.wrong("NODE_COORD_SECTION is missing")
            if self._type in DIRECTED:
                raise self.wrong(f"an {self._type} has EXPLICIT distances, got {kind}")
            return Places([given[name] for name in names], kind, names=names)
        if "EDGE_WEIGHT_SECTION" not in sections:
            raise self.wrong("EDGE_WEIGHT_SECTION is missing")
        drawn = sections.get("DISPLAY_DATA_SECTION", given)
        rows = self._matrix(sections["EDGE_WEIGHT_SECTION"], size)
        order = self._order(rows) if self._type == "SOP" else ()
        places = Places.from_matrix(rows, names=names, positions=drawn, zero="length")
        places.order = order
        return places

    def _order(self, rows: list[Row]) -> tuple[tuple[int, int], ...]:
        """Return the order that entries of -1 state; they become longer than all tours in it."""
        before = np.array([[length == -1 for length in row] for row in rows]).T
        np.fill_diagonal(before, False)  # noqa: FBT003 - a fill value
        for v in range(len(rows)):
            before |= before[:, v, None] & before[v]
        if before.diagonal().any():
            raise self.wrong("the order contradicts itself")
        back = np.argwhere(before.T | np.eye(len(rows), dtype=bool)).tolist()
        for i, j in back:
            rows[i][j] = 0
        beyond = 1 + sum(max(map(abs, row)) for row in rows)
        for i, j in back:
            rows[i][j] = beyond
        steps = before.astype(np.float32)
        pairs = np.argwhere(before & (steps @ steps == 0)) + 1
        return tuple((u, v) for u, v in pairs.tolist())

    def _matrix(self, weights: Row, n: int) -> list[Row]:
        form = self.keywords["EDGE_WEIGHT_FORMAT"]
        if form == "FULL_MATRIX":
            return [weights[k : k + n] for k in range(0, n * n, n)]
        if self._type in DIRECTED:
            raise self.wrong(f"an {self._type} has a FULL_MATRIX, got {form}")
        afford(16 * n * n, f"{self.text.path}: a matrix of {n:,} places")
        # The columns of the upper half are the rows of the lower one, and the other way round.
        upper = form in ("UPPER_ROW", "UPPER_DIAG_ROW", "LOWER_COL", "LOWER_DIAG_COL")
        own = "DIAG" in form
        rows: list[Row] = [[0] * n for _ in range(n)]
        places = chain.from_iterable(
            ((i, j) for j in (range(i + 1 - own, n) if upper else range(i + own))) for i in range(n)
        )
        for (i, j), weight in zip(places, weights, strict=True):
            rows[i][j] = rows[j][i] = weight
        return rows


def graph_of(places: Places, pairs: Any, text: Text) -> nx.Graph[Any]:
    """Return the graph of some pairs of places, with their distances as weights."""
    unit, directed = places.unit, places.directed
    for what, is_there in (
        ("order", bool(places.order)),
        ("groups", bool(places.groups)),
        ("open tours", not places.closed),
    ):
        if is_there:
            raise InvalidArgument(
                f"{text.path}: a graph has no place for its {what}: read_tsplib and icosian tsp"
                " read them"
            )
    graph: nx.Graph[Any] = nx.DiGraph() if directed else nx.Graph()
    graph.add_nodes_from(places.nodes)
    for u, v in pairs:
        length = places.length(u - 1, v - 1)
        graph.add_edge(u, v, weight=length if unit == 1 else length * unit)
    for u, v in places.require:
        if not graph.has_edge(u, v):
            raise InvalidArgument(f"{text.path}: the fixed edge {u} {v} is not one of the edges")
    if places.require:
        graph.graph["fixed_edges"] = list(places.require)
    return graph


_MATRICES = (
    "FULL_MATRIX",
    *(f"{half}_{way}" for half in ("UPPER", "LOWER") for way in ("ROW", "COL")),
    *(f"{half}_DIAG_{way}" for half in ("UPPER", "LOWER") for way in ("ROW", "COL")),
)
_FORMULAS = tuple(kind for kind in KINDS if kind.isupper())
_VALUES = {
    "EDGE_WEIGHT_TYPE": ("EXPLICIT", *_FORMULAS),
    "EDGE_WEIGHT_FORMAT": (*_MATRICES, "FUNCTION"),
    "EDGE_DATA_FORMAT": ("EDGE_LIST", "ADJ_LIST"),
    "NODE_COORD_TYPE": ("TWOD_COORDS", "THREED_COORDS", "NO_COORDS"),
}
"""The values of keywords that change how the file is read."""
_SECTIONS: dict[str, Callable[[_TsplibProblem], Any]] = {
    "NODE_COORD_SECTION": _TsplibProblem._coordinates,  # noqa: SLF001 - the table belongs to the class
    "DISPLAY_DATA_SECTION": lambda file: file._points("DISPLAY_DATA_SECTION", 2),  # noqa: SLF001
    "EDGE_WEIGHT_SECTION": _TsplibProblem._weights,  # noqa: SLF001
    "EDGE_DATA_SECTION": lambda file: list(file.edges(IntegersRead(file.text, file.size))),
    "FIXED_EDGES_SECTION": _TsplibProblem._fixed,  # noqa: SLF001
    "GTSP_SET_SECTION": _TsplibProblem._sets,  # noqa: SLF001
}
_ALL_TYPES = (*TYPES, "HCP", "TOUR", "")
_ALL_SECTIONS = (*_SECTIONS, "TOUR_SECTION")
"""Those of files that are read here, as graphs, problems or tours."""
