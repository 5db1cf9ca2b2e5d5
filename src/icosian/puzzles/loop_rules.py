"""Rules of loop puzzles: their marks, their nodes and edges, and their clues as clauses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any

import networkx as nx

from icosian._io.text import quoted
from icosian.boards.text import FREE, HOLE
from icosian.clauses.trimming import Fact
from icosian.exceptions import InvalidArgument

Cell = tuple[int, int]
Edge = tuple[Cell, Cell]
Cut = tuple[set[Cell], Fact]
"""A set, and what holds for its border."""


def in_words(is_used: bool) -> str:
    """Return what is known of an edge."""
    return "used" if is_used else "not used"


ANY = "?"
"""The end of a path whose number is not given."""
LONGEST = 9
"""The most characters of a mark."""


class Rules:
    """One loop along edges of a graph: every node has two of its edges, or it is left out."""

    marks: str
    """What the marks of clues are, in words."""
    free, holes = "._0", "#X"
    """The characters that stand for cells without a clue, and for walls."""

    def __init__(
        self,
        rows: Sequence[Sequence[str]],
        known: Mapping[Edge, bool] | None = None,
        *,
        hexagonal: bool = False,
    ) -> None:
        # A row of hexagons is half a cell further right than the one above, so (1, -1) is a step.
        self.hexagonal = hexagonal
        self.steps = ((0, 1), (1, 0), (1, -1))[: 3 if hexagonal else 2]
        """The steps to the neighbors of a cell, one of two opposite ones."""
        marks = {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row)}
        self.cells = [cell for cell, mark in marks.items() if mark != HOLE]
        self.clues = {cell: marks[cell] for cell in self.cells if marks[cell] != FREE}
        for (r, c), mark in self.clues.items():
            if not self._fits(mark):
                raise InvalidArgument(
                    f"row {r + 1}, column {c + 1}: a mark is {self.marks}, '{FREE}' if there is"
                    f" none, or '{HOLE}' for a wall, got {quoted(mark)}"
                )
        self.graph = self._graph()
        self.edges: list[Edge] = list(self.graph.edges)
        self.number = {edge: e for e, edge in enumerate(self.edges, start=1)}
        """The variable of each edge, which may be named in both directions."""
        self.number |= {(v, u): e for e, (u, v) in enumerate(self.edges, start=1)}
        self.left_out = {v: e for e, v in enumerate(self.graph, start=len(self.edges) + 1)}
        """The variable of each node that says that it is left out."""
        self.known: dict[Edge, bool] = {}
        """Edges that are given as used, or as not used."""
        for edge, on in (known or {}).items():
            if edge not in self.number:
                raise InvalidArgument(f"{edge!r} is not an edge of the puzzle")
            if self.known.setdefault(self.edges[self.number[edge] - 1], bool(on)) != on:
                raise InvalidArgument(f"{edge!r} is known as used and as not used")

    def _fits(self, mark: str) -> bool:
        """Return True if there is such a clue."""
        raise NotImplementedError

    def _graph(self) -> nx.Graph[Cell]:
        """Return the graph: the cells and their neighbors."""
        G: nx.Graph[Cell] = nx.Graph()
        G.add_nodes_from(self.cells)
        ways = (((r, c), (r + dr, c + dc)) for r, c in self.cells for dr, dc in self.steps)
        G.add_edges_from(way for way in ways if way[1] in G)
        return G

    @property
    def variables(self) -> int:
        """The number of variables."""
        return len(self.edges) + len(self.graph)

    def names(self) -> list[tuple[Cell, Cell | str]]:
        """Return what each variable says."""
        return [*self.edges, *((v, "left out") for v in self.left_out)]

    def _at(self, v: Cell) -> list[int]:
        """Return the edges at a node."""
        return [self.number[v, w] for w in self.graph[v]]

    def facts(self) -> Iterator[Fact]:
        """Yield what holds without any clue."""
        yield 1, list(range(1, len(self.edges) + 1))
        for v, out in self.left_out.items():
            own = self._at(v)
            yield 1, [out, *own]
            yield len(own) - 2, [-e for e in own]
            for e in own:
                yield 1, [-out, -e]
                yield 1, [-e, *(other for other in own if other != e)]

    def clauses(self, cell: Cell, mark: str) -> Iterator[list[int]]:
        """Yield what a clue says, without edges that are not there."""
        raise NotImplementedError

    def cuts(self, used: Sequence[Edge], holds: Mapping[Cell, int]) -> list[Cut]:
        """Return what several loops break, and one loop does not, with variables of clues."""
        H = nx.Graph(used)
        parts = list(nx.connected_components(H))
        return [self._cut(part, set(H) - part, holds) for part in parts] if len(parts) > 1 else []

    def _cut(self, part: set[Cell], others: set[Cell], holds: Mapping[Cell, int]) -> Cut:
        """Return that a loop crosses the border of a part, or one side has none of it."""
        beyond = self._beyond(part, others)
        within = set(self.graph) - beyond
        unless = self._unless(part, within, holds), self._unless(others, beyond, holds)
        return within, (1, [*self._border(beyond), *unless])

    def _beyond(self, part: set[Cell], others: set[Cell]) -> set[Cell]:
        """Return what a part does not enclose: where the others are."""
        rest = self.graph.subgraph(set(self.graph) - part)
        parts = nx.connected_components(rest)
        return set[Cell]().union(*(some for some in parts if not others.isdisjoint(some)))

    def _border(self, part: set[Cell]) -> list[int]:
        """Return the edges that leave a part."""
        return [self.number[edge] for edge in nx.edge_boundary(self.graph, part)]

    def _unless(self, used: set[Cell], side: set[Cell], holds: Mapping[Cell, int]) -> int:
        """Return a literal that holds if no loop visits a side: a used node is left out."""
        del side, holds  # where clues lie on nodes
        return self.left_out[max(used, key=lambda v: (v in self.clues, v))]

    def refusal(self, used: Collection[Edge]) -> str | None:
        """Say why some edges are not the solution, None if they are: by the rules, not clauses."""
        for u, v in used:
            if not self.graph.has_edge(u, v):
                return f"{u} - {v} is no edge"
        H: nx.Graph[Cell] = nx.Graph(used)
        for (u, v), on in self.known.items():
            if H.has_edge(u, v) != on:
                return f"{u} - {v} is known to be {in_words(on)}"
        return self._refusal(H)

    def _refusal(self, H: nx.Graph[Cell]) -> str | None:
        """Say why edges of the graph are not the solution."""
        if not H or any(degree != 2 for _, degree in H.degree) or not nx.is_connected(H):
            return "the edges are not one loop"
        return next((f"{cell} is not met" for cell in self.clues if not self.met(H, cell)), None)

    def met(self, H: nx.Graph[Cell], cell: Cell) -> bool:
        """Return True if a loop meets a clue."""
        raise NotImplementedError


class Slitherlink(Rules):
    """The loop follows sides of cells; a number says how many sides of its cell are in the loop."""

    free = "._"

    @property
    def marks(self) -> str:  # type: ignore[override]
        """What the marks of clues are, in words."""
        return f"a number from 0 to {len(self.sides((0, 0)))}"

    def _fits(self, mark: str) -> bool:
        return mark in map(str, range(len(self.sides((0, 0))) + 1))

    def _graph(self) -> nx.Graph[Cell]:
        """Return the graph of corners and sides."""
        return nx.Graph(side for cell in self.cells for side in self.sides(cell))

    def sides(self, cell: Cell) -> list[Edge]:
        """Return the sides of a cell between its corners."""
        # Corners are on lines above and below the cells of a row: two of each square, three of each
        # hexagon, which begins half a cell, so one corner, further right in each row.
        r, c = cell
        above = range(2 * c + r, 2 * c + r + 3) if self.hexagonal else range(c, c + 2)
        top, bottom = ([(line, k) for k in above] for line in (r, r + 1))
        ends = [(top[k], bottom[k]) for k in (0, -1)]
        return [*pairwise(top), *pairwise(bottom), *ends]

    def clauses(self, cell: Cell, mark: str) -> Iterator[list[int]]:
        """Yield that so many sides are used."""
        own = [self.number[side] for side in self.sides(cell)]
        for some in combinations(own, len(own) + 1 - int(mark)):
            yield list(some)
        for some in combinations(own, int(mark) + 1):
            yield [-e for e in some]

    def _unless(self, used: set[Cell], side: set[Cell], holds: Mapping[Cell, int]) -> int:
        """Return, if it can be, that a clue does not hold whose cell is on that side."""
        for cell, x in holds.items():
            corners = (v for side in self.sides(cell) for v in side)
            if self.clues[cell] != "0" and side.issuperset(corners):
                return -x
        return super()._unless(used, side, holds)

    def met(self, H: nx.Graph[Cell], cell: Cell) -> bool:
        """Return True if as many sides are used as the number says."""
        return sum(H.has_edge(*side) for side in self.sides(cell)) == int(self.clues[cell])


class Masyu(Rules):
    """The loop visits all pearls: straight on at white ones after or before a turn, ...

    ... and with a turn at black ones, between two cells where it goes straight on.
    """

    marks = "'w' for a white pearl or 'b' for a black one"

    def _fits(self, mark: str) -> bool:
        return mark in ("w", "b")

    def clauses(self, cell: Cell, mark: str) -> Iterator[list[int]]:
        """Yield what a pearl says."""
        yield [-self.left_out[cell]]
        for step in self.steps:
            (one, further), (other, beyond) = (
                [self._beside(cell, step, sign * k) for k in (1, 2)] for sign in (1, -1)
            )
            if mark == "w":  # straight on, but not for two steps on both sides
                yield from ([-e, *other] for e in one)
                yield from ([-e, *one] for e in other)
                yield from ([-e, -f, -g] for e in one for f in further for g in beyond)
            else:  # not both, so one elsewhere, and the next edge too
                yield [e for e in self._at(cell) if e not in (*one, *other)]
                yield from ([-e, -f] for e in one for f in other)
                yield from ([-e, *further] for e in one)
                yield from ([-e, *beyond] for e in other)

    def _beside(self, cell: Cell, step: Cell, k: int) -> list[int]:
        """Return the edge so many steps away, as a list that is empty if there is none."""
        (r, c), (dr, dc) = cell, step
        before = k - 1 if k > 0 else k + 1
        edge = (r + before * dr, c + before * dc), (r + k * dr, c + k * dc)
        return [self.number[edge]] if edge in self.number else []

    def met(self, H: nx.Graph[Cell], cell: Cell) -> bool:
        """Return True if the loop does at a pearl and beside it what the pearl asks for."""
        if cell not in H:
            return False
        turns = [_turns(H, v) for v in H[cell]]
        if self.clues[cell] == "w":
            return not _turns(H, cell) and any(turns)
        return _turns(H, cell) and not any(turns)


def _turns(H: nx.Graph[Cell], v: Cell) -> bool:
    (r, c), (s, d) = H[v]
    return (r + s, c + d) != (2 * v[0], 2 * v[1])


class Numberlink(Rules):
    """Paths visit every cell; their ends are the marked cells, and equal numbers are joined."""

    # A number that is not given, and a question mark, leave open where a path leads: no path joins
    # different numbers, and none leads on from a number that stands on two cells.

    marks = f"a number, a word or a sign, '{ANY}' for an end with any number"
    free, holes = "._", "#"

    def __init__(self, *board: Any, **options: Any) -> None:
        super().__init__(*board, **options)
        self._times = Counter(mark for mark in self.clues.values() if mark != ANY)
        """How often each number is given."""
        for mark, count in self._times.items():
            if count > 2 or (count == 1 and ANY not in self.clues.values()):
                rule = f"every number stands on two cells, or '{ANY}' on some"
                raise InvalidArgument(f"{rule}, got {quoted(mark)} on {count}")
        pairs = [(v, mark) for v in self.graph for mark in self._times]
        self._color = {pair: x for x, pair in enumerate(pairs, start=len(self.edges) + 1)}

    def _fits(self, mark: str) -> bool:
        return mark.split() == [mark] and mark.isprintable() and len(mark) <= LONGEST

    @property
    def variables(self) -> int:
        """The number of variables."""
        return len(self.edges) + len(self._color)

    def names(self) -> list[tuple[Cell, Cell | str]]:
        """Return what each variable says."""
        return [*self.edges, *self._color]

    def facts(self) -> Iterator[Fact]:
        """Yield that every cell is used, and that paths have one number at most."""
        for v in self.graph:
            own, degree = self._at(v), 1 if v in self.clues else 2
            yield degree, own
            yield len(own) - degree, [-e for e in own]
            colors = [self._color[v, mark] for mark in self._times]
            yield len(colors) - 1, [-x for x in colors]
        for e, (u, v) in enumerate(self.edges, start=1):
            for mark in self._times:
                one, other = self._color[u, mark], self._color[v, mark]
                yield 1, [-e, -one, other]
                yield 1, [-e, one, -other]
        for u, v in combinations(self.clues, 2):
            if (mark := self.clues[u]) == self.clues[v] != ANY:
                for w in self.clues.keys() - {u, v}:
                    yield 1, [-self._color[cell, mark] for cell in (u, v, w)]
        # Edges of squares join even and odd cells, so both have as many ends of edges in each part.
        for part in () if self.hexagonal else nx.connected_components(self.graph):
            if sum((-1) ** (r + c) * (1 if (r, c) in self.clues else 2) for r, c in part):
                yield 1, []

    def clauses(self, cell: Cell, mark: str) -> Iterator[list[int]]:
        """Yield that an end has its number."""
        if mark != ANY:
            yield [self._color[cell, mark]]

    def cuts(self, used: Sequence[Edge], holds: Mapping[Cell, int]) -> list[Cut]:
        """Return that paths lead out of every part without an end."""
        del holds  # ends are ends without their numbers too
        ends = set(self.clues)
        parts = [some for some in nx.connected_components(nx.Graph(used)) if ends.isdisjoint(some)]
        sides = [self._beyond(part, ends) for part in parts]
        return [(set(self.graph) - side, (2, self._border(side))) for side in sides]

    def _refusal(self, H: nx.Graph[Cell]) -> str | None:
        """Say why edges of the graph are not the solution."""
        H.add_nodes_from(self.graph)
        for path in nx.connected_components(H):
            ends = [v for v in path if H.degree[v] == 1]
            others = {H.degree[v] for v in path if v not in ends}
            if len(ends) != 2 or others - {2} or set(ends) != path & set(self.clues):
                return "the edges are not paths between marked cells"
            marks = {self.clues[v] for v in ends}
            if len(marks - {ANY}) > 1:
                return "a path joins different numbers"
            if ANY in marks and any(self._times[mark] > 1 for mark in marks):
                return "equal numbers are not joined"
        return None
