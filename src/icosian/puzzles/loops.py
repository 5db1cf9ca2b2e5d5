"""Puzzles whose solution is a loop or paths: Slitherlink, Masyu, Numberlink."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from types import MappingProxyType
from typing import Any, Literal

import networkx as nx

from icosian._io.text import plural, quote, shown
from icosian._run.limits import Clock, check_flag
from icosian._show import Shown
from icosian.boards.board import Board
from icosian.boards.text import FREE, HOLE, Grid, text_of
from icosian.clauses import Fact
from icosian.exceptions import InvalidArgument, InvalidProof, NoLoop
from icosian.proofs import LoopRefutation
from icosian.proofs.certificate import verify
from icosian.puzzles.pencil import PencilPuzzle, PuzzleQuestions, check_known

Cell = tuple[int, int]
Edge = tuple[Cell, Cell]
Cut = tuple[set[Cell] | tuple[Cell, ...], Fact]
"""A set and what holds for its border, or a cycle and what holds for its edges."""


def in_words(is_used: bool) -> str:
    """Return what is known of an edge."""
    return "used" if is_used else "not used"


ANY = "?"  # the end of a path whose number is not given
LONGEST = 9  # the most characters of a mark


def _sorted(edge: Edge) -> Edge:
    u, v = edge
    return (u, v) if u < v else (v, u)


def _around(ring: Sequence[Cell]) -> Iterator[Edge]:
    """Yield the edges of a cycle."""
    return pairwise([*ring, ring[0]])


def _lines(H: nx.Graph[Cell]) -> Iterator[list[Cell]]:
    """Yield the nodes of each path, from an end, or of each loop in turn."""
    for part in map(sorted, nx.connected_components(H)):
        first = next((v for v in part if H.degree[v] == 1), part[0])
        yield list(nx.dfs_preorder_nodes(H, first))


class Rules:
    """One loop along edges of a graph: every node has two of its edges, or it is left out."""

    task: str
    """What to do, in words."""
    marks: str
    """What the marks of clues are, in words."""
    on_corners = False
    """True if the nodes of the graph are corners of cells, False if they are cells."""
    clue: Literal["number", "pearl", "disc"]
    """How a clue is drawn: as a number, as a pearl, or as a number on a disc."""
    has_paths = False
    """True if a solution is paths between clues, False if it is one loop."""
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
                    f" none, or '{HOLE}' for a wall, got {quote(mark)}"
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
            is_used = check_flag(on, "known")
            if self.known.setdefault(self.edges[self.number[edge] - 1], is_used) != is_used:
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

    def cuts(self, used: Sequence[Edge]) -> Iterator[Cut]:
        """Yield what several loops break, and one loop does not."""
        H = nx.Graph(used)
        parts = list(nx.connected_components(H))
        if len(parts) > 1:
            yield from (self._cut(part, set(H) - part) for part in parts)

    def _cut(self, part: set[Cell], others: set[Cell]) -> Cut:
        """Return that a loop crosses the border of a part, or leaves out a node on one side."""
        beyond = self._beyond(part, others)
        nodes = [max(some, key=lambda v: (v in self.clues, v)) for some in (part, others)]
        unless = [self.left_out[v] for v in nodes]
        return set(self.graph) - beyond, (1, [*self._border(beyond), *unless])

    def _beyond(self, part: set[Cell], others: set[Cell]) -> set[Cell]:
        """Return what a part does not enclose: where the others are."""
        parts = nx.connected_components(self.graph.subgraph(set(self.graph) - part))
        return set[Cell]().union(*(some for some in parts if not others.isdisjoint(some)))

    def _border(self, part: set[Cell]) -> list[int]:
        return [self.number[edge] for edge in nx.edge_boundary(self.graph, part)]

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

    def clues_of(self, edges: Collection[Edge]) -> dict[Cell, str]:
        """Return the clues that a loop gives, of all cells where there may be one."""
        raise NotImplementedError

    def rings(self) -> list[tuple[Cell, ...]]:
        """Return the smallest cycles."""
        rings: list[tuple[Cell, ...]] = []
        for r, c in self.cells:
            one, two, three, four = (r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)
            halves = [(one, two, three), (two, three, four)]
            rings += halves if self.hexagonal else [(one, two, four, three)]
        return [ring for ring in rings if all(side in self.number for side in _around(ring))]

    def faces(self) -> list[set[Edge]]:
        """Return the smallest loops, without one inside the other."""
        return [set(map(_sorted, _around(ring))) for ring in self.rings()]

    def first_cuts(self) -> Iterable[Cut]:
        """Return cuts that a search begins with."""
        return ()


class SlitherlinkRules(Rules):
    """The loop follows sides of cells; a number says how many sides of its cell are in the loop."""

    task = "Draw one loop along sides of cells: a number counts the sides of its cell in the loop"
    on_corners, clue = True, "number"
    free = "._"

    @property
    def marks(self) -> str:  # type: ignore[override]
        """What the marks of clues are, in words."""
        return f"a number from 0 to {len(self.sides((0, 0)))}"

    def _fits(self, mark: str) -> bool:
        return mark in map(str, range(len(self.sides((0, 0))) + 1))

    def _graph(self) -> nx.Graph[Cell]:
        return nx.Graph([side for cell in self.cells for side in self.sides(cell)])

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

    def met(self, H: nx.Graph[Cell], cell: Cell) -> bool:
        """Return True if as many sides are used as the number says."""
        return sum(H.has_edge(*side) for side in self.sides(cell)) == int(self.clues[cell])

    def clues_of(self, edges: Collection[Edge]) -> dict[Cell, str]:
        """Return the clues that a loop gives, of all cells."""
        return {v: str(sum(side in edges for side in self.sides(v))) for v in self.cells}

    def faces(self) -> list[set[Edge]]:
        """Return the sides of each cell."""
        return [set(self.sides(cell)) for cell in self.cells]


class MasyuRules(Rules):
    """The loop visits all pearls: straight on at white ones after or before a turn, ...

    ... and with a turn at black ones, between two cells where it goes straight on.
    """

    task = (
        "Draw one loop through all pearls: straight on at white ones, with a turn just before or"
        " after; with a turn at black ones, straight on just before and after"
    )
    marks = "'w' for a white pearl or 'b' for a black one"
    clue = "pearl"

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
        return cell in H and self.clues[cell] == self._pearl(H, cell)

    def _pearl(self, H: nx.Graph[Cell], cell: Cell) -> str:
        turns = any(_turns(H, v) for v in H[cell])
        if _turns(H, cell):
            return FREE if turns else "b"
        return "w" if turns else FREE

    def clues_of(self, edges: Collection[Edge]) -> dict[Cell, str]:
        """Return the pearls that a loop meets."""
        H = nx.Graph(edges)
        pearls = {v: self._pearl(H, v) for v in self.cells if v in H}
        return {v: mark for v, mark in pearls.items() if mark != FREE}


def _turns(H: nx.Graph[Cell], v: Cell) -> bool:
    (r, c), (s, d) = H[v]
    return (r + s, c + d) != (2 * v[0], 2 * v[1])


class NumberlinkRules(Rules):
    """Paths visit every cell; their ends are the marked cells, and equal numbers are joined."""

    # A number that is not given, and a question mark, leave open where a path leads: no path joins
    # different numbers, and none leads on from a number that stands on two cells.

    task = "Join equal numbers by paths that visit every cell once"
    marks = f"a number, a word or a sign, '{ANY}' for an end with any number"
    clue = "disc"
    has_paths = True
    free, holes = "._", "#"
    is_open = False
    """True if cells may be left out."""
    is_apart = False
    """True if no path touches itself: side by side, its cells are joined."""

    def __init__(self, *board: Any, **options: Any) -> None:
        super().__init__(*board, **options)
        self._times = Counter(mark for mark in self.clues.values() if mark != ANY)
        """How often each number is given."""
        for mark, count in self._times.items():
            if count > 2 or (count == 1 and ANY not in self.clues.values()):
                rule = f"every number stands on two cells, or '{ANY}' on some"
                raise InvalidArgument(f"{rule}, got {quote(mark)} on {count}")
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
        """Yield that cells are used once, and that paths have one number at most."""
        for v in self.graph:
            own, degree = self._at(v), 1 if v in self.clues else 2
            if not self.is_open or degree == 1:
                yield degree, own
            else:
                yield from ((1, [-e, *(other for other in own if other != e)]) for e in own)
            yield len(own) - degree, [-e for e in own]
            colors = [self._color[v, mark] for mark in self._times]
            yield len(colors) - 1, [-x for x in colors]
        for e, (u, v) in enumerate(self.edges, start=1):
            for mark in self._times:
                one, other = self._color[u, mark], self._color[v, mark]
                yield 1, [-e, -one, other]
                yield 1, [-e, one, -other]
            for mark in self._times if self.is_apart else ():
                yield 1, [e, -self._color[u, mark], -self._color[v, mark]]
        for u, v in combinations(self.clues, 2):
            if (mark := self.clues[u]) == self.clues[v] != ANY:
                for w in self.clues.keys() - {u, v}:
                    yield 1, [-self._color[cell, mark] for cell in (u, v, w)]
        # Edges of squares join even and odd cells, so both have as many ends of edges in each part.
        has_parity = not (self.hexagonal or self.is_open)
        for part in nx.connected_components(self.graph) if has_parity else ():
            if sum((-1) ** (r + c) * (1 if (r, c) in self.clues else 2) for r, c in part):
                yield 1, []

    def clauses(self, cell: Cell, mark: str) -> Iterator[list[int]]:
        """Yield that an end has its number."""
        if mark != ANY:
            yield [self._color[cell, mark]]

    def cuts(self, used: Sequence[Edge]) -> Iterator[Cut]:
        """Yield that paths lead out of every part without an end, and do not touch themselves."""
        ends, H = set(self.clues), nx.Graph(used)
        parts = [some for some in nx.connected_components(H) if ends.isdisjoint(some)]
        for part in parts if not self.is_open else ():
            side = self._beyond(part, ends)
            yield set(self.graph) - side, (2, self._border(side))
        for ring in self._rings(H) if self.is_apart else ():
            yield self._ring(ring)

    def _ring(self, ring: Sequence[Cell]) -> Cut:
        """Return that a path does not use all edges of a cycle, nor all but one."""
        return tuple(ring), (2, [-self.number[side] for side in _around(ring)])

    def first_cuts(self) -> Iterable[Cut]:
        """Return that paths which do not touch themselves use two edges of four around a corner."""
        # That leaves a hundredth of the conflicts on 40 x 40 cells.
        return map(self._ring, self.rings() if self.is_apart else ())

    def _rings(self, H: nx.Graph[Cell]) -> Iterator[list[Cell]]:
        """Yield cycles all of whose edges are used but one at most, one for each path."""
        for path in _lines(H):
            place = {v: k for k, v in enumerate(path)}
            pairs = ((place[u], place[w]) for u in path for w in self.graph[u] if w in place)
            if spans := [(j - i, i) for i, j in pairs if j - i > 1]:
                length, begin = min(spans)
                yield path[begin : begin + length + 1]

    def _refusal(self, H: nx.Graph[Cell]) -> str | None:
        """Say why edges of the graph are not the solution."""
        H.add_nodes_from(self.clues if self.is_open else self.graph)
        for path in nx.connected_components(H):
            ends = [v for v in path if H.degree[v] == 1]
            others = {H.degree[v] for v in path if v not in ends}
            if len(ends) != 2 or others - {2} or set(ends) != path & set(self.clues):
                return "the edges are not paths between marked cells"
            if self.is_apart and self.graph.subgraph(path).size() >= len(path):
                return "a path touches itself"
            marks = {self.clues[v] for v in ends}
            if len(marks - {ANY}) > 1:
                return "a path joins different numbers"
            if ANY in marks and any(self._times[mark] > 1 for mark in marks):
                return "equal numbers are not joined"
        return None


class ApartRules(NumberlinkRules):
    """Paths visit every cell, and none touches itself."""

    task = "Join equal numbers by paths that visit every cell once; no path runs beside itself"
    is_apart = True


class OpenRules(ApartRules):
    """Paths need not visit every cell, and none touches itself."""

    task = "Join equal numbers by paths that do not meet and do not run beside themselves"
    is_open = True


# -- The kinds of puzzles

NumberKind = Literal["hidato", "numbrix", "zip"]
LoopKind = Literal["slitherlink", "masyu", "numberlink", "numberlink-apart", "numberlink-open"]

NUMBER_KINDS: Mapping[str, str] = {"hidato": "king", "numbrix": "wazir", "zip": "wazir"}
"""Kinds of number puzzles, and the pieces that join their numbers."""
LOOP_KINDS: Mapping[str, type[Rules]] = {
    "slitherlink": SlitherlinkRules,
    "masyu": MasyuRules,
    "numberlink": NumberlinkRules,
    "numberlink-apart": ApartRules,
    "numberlink-open": OpenRules,
}
"""Kinds of loop puzzles, and their rules."""
QUEENS = "queens"  # the kind of puzzles of queens in regions
PUZZLE_KINDS = (*NUMBER_KINDS, *LOOP_KINDS, QUEENS)


def check_kind(kind: Any, kinds: Collection[str] = PUZZLE_KINDS) -> str:
    """Return a kind if it is one of some."""
    if not isinstance(kind, str) or kind not in kinds:
        raise InvalidArgument(f"kind must be one of {', '.join(kinds)}, got {kind!r}")
    return kind


def piece_of_kind(kind: str, piece: Any) -> Any:
    """Return how numbers are joined, by default as in a kind of puzzle."""
    return NUMBER_KINDS.get(kind, "wazir") if piece is None else piece


# -- Loop puzzles: Slitherlink, Masyu and Numberlink, decided by SAT with lazy cuts


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopHint:
    """An edge that is forced, and the clues that force it.

    Attributes
    ----------
    edge : pair of (row, column)
        The edge.
    is_used : bool
        True if it is in every solution, False if it is in none.
    clues : mapping of (row, column) to str
        Clues that force it, none of which can be left out.
    known : mapping of edge to bool
        Known edges that force it together with these clues.

    See Also
    --------
    LoopPuzzle.hint : Find one.
    """

    edge: Edge
    is_used: bool
    clues: Mapping[Cell, str]
    known: Mapping[Edge, bool]

    @property
    def reason(self) -> str:
        """The reason in words."""
        words = [f"{mark} on {cell}" for cell, mark in self.clues.items()]
        words += [f"{u} - {v} {in_words(on)}" for (u, v), on in self.known.items()]
        return f"forced by {', '.join(words)}" if words else "forced by the rules alone"

    def __str__(self) -> str:
        u, v = self.edge
        return f"{u} - {v} is {in_words(self.is_used)}: {self.reason}."


class LoopPuzzle(PencilPuzzle["LoopSolution", LoopHint, LoopRefutation]):
    """A Slitherlink, a Masyu or a Numberlink: edges of a board are to be found.

    In a *Slitherlink* one loop follows sides of cells, and a number says how many sides of its cell
    are in the loop. In a *Masyu* one loop visits cells: at a white pearl it goes straight on, and
    turns in the cell before or after; at a black one it turns, and goes straight on in the cells
    before and after. In a *Numberlink* paths join equal numbers and visit every cell once. If a
    Numberlink is *apart*, no path touches itself: its cells side by side are next to each other on
    it. In an *open* one, that holds too, and cells may be left out.

    Parameters
    ----------
    kind : str
        "slitherlink", "masyu", "numberlink", "numberlink-apart" or "numberlink-open".
    rows : str or sequence of sequences of str
        The marks of the cells, row by row: "." or "_" if there is no clue, "#" for a wall; a number
        from 0 to 4, of hexagons to 6; "w" for a white pearl, "b" for a black one; the two ends of
        each path have a number, word or sign that no other cell has, or "?" if it is not given. "X"
        is a wall and "0" no clue where they cannot be clues; "0" is no clue of a Numberlink if it
        stands on more than two cells, and "." on none. A text has blanks between marks, which
        may be left out if all are single characters.
    hexagonal : bool
        Whether the cells are hexagons; then each row is half a cell further right than the one
        above.
    known : mapping of edge to bool, optional
        Edges that are known to be used, or not to be: pairs of nodes (row, column), which are
        corners in a Slitherlink, cells otherwise. Each row of hexagons begins one corner further
        right, and has two more for every cell.

    Raises
    ------
    InvalidArgument
        If the kind is not one of these, rows differ in length, there is no cell, a mark is not one
        of the kind, or a known edge is not one of the puzzle.

    See Also
    --------
    read_puzzle : Read one from a text.
    make_puzzle : Make one with exactly one solution.

    Notes
    -----
    A SAT solver decides whether there is a solution, and whether there is another one; if a choice
    of edges has several loops, the border of each must be crossed, unless one side has none. Every
    solution is checked by the rules. That there is none, or no other one, has a proof, a
    :class:`~icosian.proofs.LoopRefutation`.

    Examples
    --------
    >>> puzzle = LoopPuzzle("slitherlink", ["3.", ".1"])
    >>> print(puzzle)
    3 .
    . 1
    >>> puzzle.is_unique(), puzzle.count()
    (False, 2)
    """

    def __init__(
        self,
        kind: str,
        rows: str | Sequence[Sequence[str]],
        *,
        hexagonal: bool = False,
        known: Mapping[Edge, bool] | None = None,
    ) -> None:
        self.kind: Any = check_kind(kind, LOOP_KINDS)
        """The kind."""
        self.rows = tuple(tuple(map(str, row)) for row in grid_of(kind, rows).rows)
        """The marks of the cells."""
        self.hexagonal = check_flag(hexagonal, "hexagonal")
        """True if the cells are hexagons."""
        given = check_known({} if known is None else known)
        self.rules: Rules = LOOP_KINDS[kind](self.rows, given, hexagonal=self.hexagonal)
        """What the kind asks for on this board."""
        if not self.rules.cells:
            raise InvalidArgument("a loop puzzle needs at least one cell")

    @property
    def board(self) -> Board:
        """The board of the cells."""
        shape = len(self.rows), len(self.rows[0])
        every = {(r, c) for r in range(shape[0]) for c in range(shape[1])}
        return Board(shape, holes=every.difference(self.rules.cells), hexagonal=self.hexagonal)

    @property
    def graph(self) -> nx.Graph[Cell]:
        """The graph whose edges may be used: of corners in a Slitherlink, of cells otherwise."""
        return self.rules.graph

    @property
    def clues(self) -> Mapping[Cell, str]:
        """The marks that are clues, by (row, column)."""
        return MappingProxyType(self.rules.clues)

    @property
    def task(self) -> str:
        """What to do, in words."""
        return self.rules.task

    @property
    def known(self) -> Mapping[Edge, bool]:
        """The edges that are known to be used, or not to be."""
        return MappingProxyType(self.rules.known)

    def with_only(self, cells: Collection[Any]) -> LoopPuzzle:
        """Return the puzzle with the clues of some cells only.

        Parameters
        ----------
        cells : collection of (row, column) or str
            Where clues stay, also by the names of squares.

        Returns
        -------
        LoopPuzzle
            A new puzzle. In a Numberlink the other ends stay ends, with any number: "?".

        Raises
        ------
        InvalidArgument
            If one of these is not a cell of the puzzle.

        Examples
        --------
        >>> print(LoopPuzzle("slitherlink", ["3.", ".1"]).with_only([(0, 0)]))
        3 .
        . .
        """
        gone = ANY if isinstance(self.rules, NumberlinkRules) else FREE
        if not isinstance(cells, Iterable):
            raise InvalidArgument(f"cells must be a collection of squares, got {shown(cells)}")
        kept = set(map(self.board.square, cells))
        return self.with_marks(dict.fromkeys(self.clues.keys() - kept, gone))

    def _place(self, name: Any) -> Any:
        number = self.rules.number.get(name)
        return name if number is None else self.rules.edges[number - 1]

    def _name_of(self, place: Edge) -> str:
        return "{} - {}".format(*place)

    def _knowing(self, known: Mapping[Edge, bool]) -> LoopPuzzle:
        return self.but(known=known)

    def with_hint(self, hint: LoopHint) -> LoopPuzzle:
        """Return the puzzle with the edge of a hint."""
        return self.with_known({hint.edge: hint.is_used})

    def with_marks(self, marks: Mapping[Cell, str]) -> LoopPuzzle:
        """Return the puzzle with other marks on some cells."""
        given = enumerate(self.rows)
        rows = [[marks.get((r, c), mark) for c, mark in enumerate(row)] for r, row in given]
        return self.but(rows=rows)

    def but(self, **parts: Any) -> LoopPuzzle:
        """Return the puzzle with another kind, other rows, or other known edges."""
        own = {"kind": self.kind, "rows": self.rows, "known": self.known}
        return LoopPuzzle(**{**own, "hexagonal": self.hexagonal, **parts})

    def _asking(self, clock: Clock) -> LoopQuestions:
        return LoopQuestions(self, clock)

    def _reduced(self, literals: Iterable[int], asked: Any) -> LoopPuzzle:
        clues, known = asked.named(literals)
        return self.with_only(clues).but(known=known)

    def _next_hint(self, solution: LoopSolution, asked: Any) -> LoopHint:
        on = {edge: edge in solution.edges for edge in map(_sorted, self.rules.edges)}
        if (found := asked.easiest(asked.of_edges(on))) is None:
            raise InvalidArgument("no further edge is the same in all solutions")
        clues, known = asked.named(found[1])
        ((edge, is_used),) = asked.named(found[:1])[1].items()
        return LoopHint(edge=edge, is_used=is_used, clues=clues, known=known)

    def __len__(self) -> int:
        return len(self.rules.cells)

    @property
    def _parts(self) -> tuple[Any, ...]:
        return self.kind, self.rows, self.hexagonal, frozenset(self.known.items())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LoopPuzzle) and self._parts == other._parts

    def __hash__(self) -> int:
        return hash(self._parts)

    def __repr__(self) -> str:
        cells, clues = plural(len(self), "cell"), plural(len(self.clues), "clue")
        return f"<{self.kind} of {cells} with {clues}>"

    def __str__(self) -> str:
        width = max(len(mark) for row in self.rows for mark in row)
        return text_of(self.board, lambda cell: self.rows[cell[0]][cell[1]], width)


def grid_of(kind: str, source: Any, *, hexagonal: bool = False) -> Grid:
    """Return the marks of a loop puzzle as text, or as rows."""
    rules = LOOP_KINDS[check_kind(kind, LOOP_KINDS)]
    words = issubclass(rules, NumberlinkRules)
    marks: Any = {"free": rules.free, "holes": rules.holes, "words": words, "columns": words}
    grid = Grid.of(source, f"a {kind}", hexagonal=hexagonal, **marks)
    marks = [mark for row in grid.rows for mark in row]
    if words and FREE not in marks and (zeros := marks.count("0")) > 1:
        if zeros > 2:  # they are no ends
            return replace(grid, rows=[[FREE if m == "0" else m for m in row] for row in grid.rows])
        if isinstance(source, str):
            raise InvalidArgument("two '0' may be empty cells or ends: write '.' for empty cells")
    return grid


class LoopSolution(Shown):
    """The loop, or the paths, that solve a puzzle.

    Parameters
    ----------
    puzzle : LoopPuzzle
        The puzzle.
    edges : iterable of edges
        The edges used.

    Raises
    ------
    InvalidArgument
        If they do not solve the puzzle, with the reason.

    See Also
    --------
    LoopPuzzle.solve : Find one.

    Examples
    --------
    >>> solution = LoopPuzzle("numberlink", ["1.1", "2.2"]).solve()
    >>> solution.lines
    [[(0, 0), (0, 1), (0, 2)], [(1, 0), (1, 1), (1, 2)]]
    >>> print(solution)
    1─────1
    2─────2
    """

    def __init__(self, puzzle: LoopPuzzle, edges: Iterable[Edge]) -> None:
        self.puzzle = puzzle
        """The puzzle."""
        try:
            self.edges = frozenset(map(_sorted, edges))
            """The edges used."""
        except (TypeError, ValueError):
            raise InvalidArgument(f"edges are pairs of nodes, got {shown(edges)}") from None
        if (reason := puzzle.rules.refusal(self.edges)) is not None:
            raise InvalidArgument(f"not a solution: {reason}")

    @property
    def lines(self) -> list[list[Cell]]:
        """The nodes of the loop, which ends where it begins, or of each path."""
        H = nx.Graph(sorted(self.edges))
        return [line if H.degree[line[0]] == 1 else [*line, line[0]] for line in _lines(H)]

    def __len__(self) -> int:
        return len(self.puzzle)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LoopSolution):
            return False
        return self.puzzle == other.puzzle and self.edges == other.edges

    def __hash__(self) -> int:
        return hash(self.edges)

    def __repr__(self) -> str:
        return f"<solution of a {self.puzzle.kind} with {len(self.edges)} edges>"

    def __str__(self) -> str:
        return (_hexagons if self.puzzle.hexagonal else _squares)(self.puzzle, self.edges)


SOON = 20_000
"""Steps on a Numberlink through all cells that never touches itself, far easier than others."""


class LoopQuestions(PuzzleQuestions[LoopSolution]):
    """Questions about a loop puzzle: a literal says that an edge is used, or that a clue holds."""

    def __init__(self, puzzle: LoopPuzzle, clock: Clock, effort: float = math.inf) -> None:
        super().__init__(clock, effort)
        self._puzzle, self._rules = puzzle, puzzle.rules
        self._cells = dict(enumerate(self._rules.clues, start=self._rules.variables + 1))
        self.variables = self._rules.variables + len(self._cells)
        self.given = [*self._cells, *self.of_edges(self._rules.known)]
        self._parts: list[set[Cell] | tuple[Cell, ...]] = []  # whose borders or edges are cuts
        for part, fact in self._rules.first_cuts():
            self._parts.append(part)
            self._cuts.append(fact)

    def of_edges(self, edges: Mapping[Edge, bool]) -> list[int]:
        """Return that some edges are used, or not."""
        return [self._rules.number[edge] * (1 if on else -1) for edge, on in edges.items()]

    def facts(self) -> Iterator[Fact]:
        """Yield what the rules say, and what each clue says if it holds."""
        yield from self._rules.facts()
        for x, cell in self._cells.items():
            clauses = self._rules.clauses(cell, self._rules.clues[cell])
            yield from ((1, [-x, *clause]) for clause in clauses)

    @property
    def used(self) -> list[Edge]:
        """The edges of the last choice."""
        edges = self._rules.edges
        return [edges[x - 1] for x in self.choice[: len(edges)] if x > 0]

    def cuts(self) -> list[Fact]:
        """Return that borders between several loops are crossed."""
        cuts = list(self.clock.paced("sat", self._rules.cuts(self.used), every=1))
        self._parts += [part for part, _ in cuts]
        return [fact for _, fact in cuts]

    def solution(self) -> LoopSolution:
        """Return a solution; raise the error that there is none, with the proof."""
        if self._fits_apart() or self.fits():
            return self.found()
        raise NoLoop("the puzzle has no solution", proof=self.proof())

    def _fits_apart(self) -> bool | None:
        """Return True if a Numberlink soon has a solution without paths that touch themselves."""
        if self._puzzle.kind not in ("numberlink", "numberlink-open"):
            return None
        effort = min(self._effort, SOON)
        apart = LoopQuestions(self._puzzle.but(kind="numberlink-apart"), self.clock, effort)
        if answer := apart.fits():
            self.prefer(apart.choice)
        return answer

    def found(self) -> LoopSolution:
        """Return the solution of the last choice, checked."""
        try:
            return LoopSolution(self._puzzle, self.used)
        except InvalidArgument as error:
            raise InvalidProof(f"the solver is wrong: {error}") from None

    def literals(self, solution: LoopSolution) -> list[int]:
        """Return the edges that are used."""
        return sorted(self._rules.number[edge] for edge in solution.edges)

    def named(self, literals: Iterable[int]) -> tuple[dict[Cell, str], dict[Edge, bool]]:
        """Return the clues and the edges of some literals."""
        clues, edges = self._rules.clues, self._rules.edges
        cells = sorted(self._cells[x] for x in literals if x in self._cells)
        known = {edges[abs(x) - 1]: x > 0 for x in literals if x not in self._cells}
        return {cell: clues[cell] for cell in cells}, known

    def proof(self, besides: Sequence[LoopSolution] = ()) -> LoopRefutation | None:
        """Return why there is no solution but some that are known, None if there is one."""
        puzzle, rules, names = self._puzzle, self._rules, self._rules.names()
        known = [self.literals(one) for one in besides]
        refuted = self.refutation((1, [-x for x in literals]) for literals in known)
        if refuted is None:
            return None
        kept, used, steps = refuted
        cuts = [(self._parts[k], self._cuts[k]) for k in kept]
        proof = LoopRefutation(
            kind=puzzle.kind,
            rows=puzzle.rows,
            hexagonal=puzzle.hexagonal,
            known=tuple(rules.known.items()),
            besides=tuple(tuple(rules.edges[x - 1] for x in literals) for literals in known),
            borders=tuple(
                (frozenset(part), tuple(names[x - 1][0] for x in cut if x > len(rules.edges)))
                for part, (_, cut) in cuts
                if isinstance(part, set)
            ),
            rings=tuple(part for part, _ in cuts if isinstance(part, tuple)),
            names=tuple(names[x - 1] for x in used),
            **steps,
        )
        verify(proof, puzzle, lambda: self.clock.tick("check"))
        return proof


JOINTS = "·╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""What edges up, right, down and left, as bits, look like."""


def _squares(puzzle: LoopPuzzle, edges: Collection[Edge]) -> str:
    """Return a text of edges between squares or their corners."""
    doubled = isinstance(puzzle.rules, SlitherlinkRules)
    marks = puzzle.clues if isinstance(puzzle.rules, NumberlinkRules) else {}
    width = 4 if doubled else max(2, *map(len, marks.values())) + 1 if marks else 2
    text = []
    for r in range(len(puzzle.rows) + doubled):
        line = between = ""
        for c in range(len(puzzle.rows[0]) + doubled):
            ways = ((r - 1, c), (r, c + 1), (r + 1, c), (r, c - 1))
            used = (((r, c), w) in edges or (w, (r, c)) in edges for w in ways)
            bits = sum(is_used << k for k, is_used in enumerate(used))
            joint = JOINTS[bits] if (r, c) in puzzle.graph else " "
            line += marks.get((r, c), joint).ljust(width, "─" if bits & 2 else " ")
            between += f"{'│' if bits & 4 else ' '} {puzzle.clues.get((r, c), ' ')} "
        text += [line.rstrip(), between.rstrip()] if doubled else [line.rstrip()]
    return "\n".join(text[: 2 * len(puzzle.rows) + 1])


def _hexagons(puzzle: LoopPuzzle, edges: Collection[Edge]) -> str:
    """Return a text of edges between hexagons or their corners."""
    # Cells of a row are two steps apart, and each row begins a step further right.
    corners = isinstance(puzzle.rules, SlitherlinkRules)
    step = 2 + max(map(len, puzzle.clues.values()), default=1) // 4 * 2
    texts: list[tuple[int, int, str]] = []
    for (r, c), (s, d) in sorted(edges):
        if corners:
            texts.append((r + s, (c + d) * step // 2, "│" if r != s else "/\\"[(c - r) % 2]))
        else:
            text = "─" * (2 * step - 1) if r == s else "\\" if c == d else "/"
            texts.append((r + s, (2 * (c + d) + r + s) * step // 2, text))
    for r, c in puzzle.rules.cells:
        mark = puzzle.clues.get((r, c), " " if corners else "·")
        texts.append((2 * r + corners, step * (2 * c + r + corners), mark))
    first = min(middle - len(text) // 2 for _, middle, text in texts)
    lines = [""] * (2 * len(puzzle.rows) + corners)
    for y, middle, text in sorted(texts):
        lines[y] = lines[y].ljust(middle - len(text) // 2 - first) + text
    return "\n".join(line.rstrip() for line in lines).strip("\n")
