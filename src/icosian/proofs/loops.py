"""Refutations of loop puzzles: Slitherlink, Masyu and Numberlink."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal

import networkx as nx

from icosian._io.text import shown
from icosian.exceptions import InvalidArgument, InvalidProof
from icosian.proofs.certificate import StoredCertificate, Tick
from icosian.proofs.claim import LEFT_OUT
from icosian.proofs.clauses import ClauseModel, ClauseProof, Rule
from icosian.proofs.instance import Facts

Cell = tuple[int, int]
Row = tuple[int, list[int]]
"""At least so many of these literals hold."""

FREE, WALL, ANY = ".", "#", "?"


@dataclass(frozen=True, kw_only=True)
class LoopRefutation(ClauseProof, StoredCertificate):
    """A Slitherlink, a Masyu or a Numberlink has no solution, or none but those that are known.

    Theorem: a loop has two edges at a node, or it leaves the node out, and it meets the clues. If
    it visits both sides of a border, it crosses the border. In a Numberlink paths visit all cells,
    and have one edge at an end and two elsewhere; so they cross the border of every set without an
    end twice. No cell has two numbers, and an edge joins cells of the same number. In one of the
    kind "apart" or "open" no path touches itself: cells of one number side by side are joined, and
    of the edges of a cycle at least two are not used; in an open one cells may be left out. A
    clause says that one of some such statements holds, or does not. It follows by unit propagation
    from these rules and earlier clauses, and in the end they contradict each other.

    Attributes
    ----------
    kind : {"slitherlink", "masyu", "numberlink", "numberlink-apart", "numberlink-open"}
        The kind of the puzzle.
    rows : tuple of tuple of str
        The marks of its cells.
    hexagonal : bool
        True if they are hexagons; each row is half a cell further right than the one above.
    known : tuple of (edge, bool)
        Edges that the puzzle gives as used, or as not used.
    besides : tuple of tuple of edges
        Solutions that are known: there is no further one.
    borders : tuple of (frozenset of nodes, tuple of nodes)
        The sets whose borders are counted, and nodes on the two sides: the loop crosses the border
        or leaves out one of these. A side without such a node has a clue that the loop meets.
    rings : tuple of tuple of nodes
        Cycles that no path may touch itself along.
    names : tuple of (node, node), (node, "left out") or (cell, number)
        What the clauses speak of, numbered from 1: an edge is used; a node is left out; a cell of a
        Numberlink has a number.
    clauses : tuple of tuple of int
        The clauses in order: ``k`` says that statement k holds, ``-k`` that it does not.
    until : tuple of int
        The number of the last clause that needs each, after which a check forgets it; empty if none
        is forgotten.

    See Also
    --------
    icosian.puzzles.LoopPuzzle.prove_unique : Find one.

    Examples
    --------
    >>> import icosian
    >>> puzzle = icosian.puzzles.LoopPuzzle("slitherlink", ["3.1"])
    >>> proof = puzzle.prove_unique()
    >>> proof.check(puzzle)
    >>> print(proof.explain())
    The slitherlink has no further solution than the known one: a loop has two edges at a node or
    none and meets the clues; 2 clauses follow, and no choice of edges is left.
    """

    kind: Literal["slitherlink", "masyu", "numberlink", "numberlink-apart", "numberlink-open"]
    rows: tuple[tuple[str, ...], ...]
    hexagonal: bool = field(default=False, metadata=LEFT_OUT)
    known: tuple[tuple[tuple[Cell, Cell], bool], ...] = field(default=(), metadata=LEFT_OUT)
    besides: tuple[tuple[tuple[Cell, Cell], ...], ...] = ()
    borders: tuple[tuple[frozenset[Cell], tuple[Cell, ...]], ...]
    names: tuple[tuple[Cell, Cell | str], ...]
    clauses: tuple[tuple[int, ...], ...]
    until: tuple[int, ...] = field(default=(), metadata=LEFT_OUT)
    rings: tuple[tuple[Cell, ...], ...] = field(default=(), metadata=LEFT_OUT)
    about: ClassVar[str] = "a statement"

    @property
    def statement(self) -> LoopRefutation:
        """The claim without its reason."""
        return replace(self, borders=(), names=(), clauses=(), until=(), rings=())

    def _check_fit(self, puzzle: Any) -> None:
        """Raise :exc:`InvalidProof` if the claim is about another puzzle."""
        if not (hasattr(puzzle, "kind") and hasattr(puzzle, "rows")):
            raise InvalidArgument(
                f"the proof is checked against a loop puzzle, got {shown(puzzle)}"
            )
        given = dict(self.known)  # an edge that is listed twice is given once
        own = self.kind, self.rows, self.hexagonal, given
        if (puzzle.kind, puzzle.rows, puzzle.hexagonal, dict(puzzle.known)) != own:
            raise InvalidProof("the proof is about another puzzle")

    def _verify(self, puzzle: Any, tick: Tick) -> None:
        self._check_fit(puzzle)
        self._check(puzzle, tick)

    def _model(self, puzzle: Any, tick: Tick) -> LoopRules:  # noqa: ARG002 - as for other kinds
        return GRIDS[self.kind](self.rows, hexagonal=self.hexagonal)

    def _known(self, model: LoopRules) -> list[int]:
        return list(map(model.variable, self.names))

    def _rules(self, model: LoopRules, facts: Facts) -> Iterator[Rule]:
        yield from model.facts()
        for edge, is_used in dict(self.known).items():
            yield 1, [2 * model.edge(edge) + (not is_used)], "an edge that is given"
        facts.conclude()
        solutions = {frozenset(map(model.variable, edges)) for edges in self.besides}
        if len(solutions) < len(self.besides):
            raise InvalidProof("a known solution is listed twice")
        for used in solutions:
            # With all edges marked, the rules leave nothing open but the numbers of paths without.
            otherwise = [2 * e + (e in used) for e in range(len(model.edges))]
            if not model.is_whole(used) or facts.imply(otherwise):
                raise InvalidProof("what is said to be a known solution is none")
        for used in solutions:
            yield 1, [2 * e + 1 for e in used], "not a known solution"
        for part, nodes in self.borders:
            if not part <= model.nodes:
                raise InvalidProof("a border is that of a set of nodes of the puzzle")
            yield model.border(part, nodes)
        for ring in self.rings:
            yield model.ring(ring)

    @property
    def claim(self) -> str:
        """The claim as a sentence without a full stop."""
        claim = "no solution"
        if known := len(self.besides):
            claim = f"no further solution than the known {'one' if known == 1 else known}"
        return f"The {self.kind}{' of hexagons' * self.hexagonal} has {claim}"

    def _reason(self) -> str:
        demand, crosses = "a loop has two edges at a node or none and meets the clues", "crosses"
        if self.kind.startswith("numberlink"):
            through = "" if self.kind == "numberlink-open" else " through all cells"
            alone = "" if self.kind == "numberlink" else ", none touches itself"
            demand, crosses = f"paths{through} join equal numbers{alone}", "cross"
        if sets := len(self.borders):
            demand += f" and {crosses} the border of {'a set' if sets == 1 else f'{sets} sets'}"
        if steps := len(self.clauses):
            demand += f"; {steps} clause{'s follow' if steps > 1 else ' follows'}"
        return f"{demand}, and no choice of edges is left"


class LoopRules(ClauseModel):
    """What holds for one loop along edges of a grid; statement k is literal 2 k, 2 k + 1 if not."""

    def __init__(self, rows: tuple[tuple[str, ...], ...], *, hexagonal: bool) -> None:
        self.hexagonal = hexagonal
        self.axes = [(0, 1), (1, 0), *([(1, -1)] if hexagonal else [])]
        self.cells = {
            (r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row) if mark != WALL
        }
        self.clues = {cell: mark for cell, mark in self.cells.items() if mark != FREE}
        self.edges = sorted({(min(pair), max(pair)) for pair in self._sides()})
        self.at: dict[Cell, list[int]] = {v: [] for v in self._nodes()}
        for e, edge in enumerate(self.edges):
            for v in edge:
                self.at[v].append(e)
        self.nodes = self.at.keys()
        names = [*map(frozenset, self.edges), *self._statements()]
        self.variables: dict[Any, int] = {name: k for k, name in enumerate(names)}
        self.size = len(names)

    def _nodes(self) -> Iterable[Cell]:
        return self.cells

    def _sides(self) -> Iterator[tuple[Cell, Cell]]:
        """Yield the edges: between cells side by side."""
        for r, c in self.cells:
            near = ((r + dr, c + dc) for dr, dc in self.axes)
            yield from (((r, c), w) for w in near if w in self.cells)

    def _statements(self) -> list[Any]:
        """Return what is said besides which edges are used."""
        return [(v, "left out") for v in self.nodes]

    def variable(self, name: tuple[Any, Any]) -> int:
        """Return the number of a statement."""
        v, other = name
        k = self.variables.get(frozenset(name) if isinstance(other, tuple) else (v, other))
        if k is None:
            raise InvalidProof(f"{name!r} is no edge or statement of the puzzle")
        return k

    def edge(self, edge: tuple[Cell, Cell]) -> int:
        """Return the number of an edge."""
        if (e := self.variable(edge)) >= len(self.edges):
            raise InvalidProof(f"{edge!r} is no edge or statement of the puzzle")
        return e

    def facts(self) -> Iterator[Rule]:
        """Yield what holds for every solution, without borders."""
        yield 1, [2 * e for e in range(len(self.edges))], "a loop has an edge"
        for v, own in self.at.items():
            out = 2 * self.variables[v, "left out"]
            two = f"the loop has two edges at {v} or leaves it out"
            yield 1, [out, *(2 * e for e in own)], two
            yield len(own) - 2, [2 * e + 1 for e in own], two
            for e in own:
                yield 1, [out + 1, 2 * e + 1], two
                yield 1, [out, *(2 * other for other in own if other != e)], two
        for cell, mark in self.clues.items():
            why = f"the clue {mark} at {cell}"
            yield from ((least, literals, why) for least, literals in self._clue(cell, mark))

    def _clue(self, cell: Cell, mark: str) -> Iterator[Row]:
        raise NotImplementedError

    def border(self, part: frozenset[Cell], nodes: tuple[Cell, ...]) -> Rule:
        """Return that a loop crosses a border or leaves out one of some nodes on its sides."""
        for side in (part, self.nodes - part):
            if side.isdisjoint(nodes) and not self.is_visited(side):
                raise InvalidProof("a border has a side that the loop need not visit")
        left_out = [2 * self.variable((v, "left out")) for v in nodes]
        return 1, self._crossing(part) + left_out, "the loop crosses a border, or misses a side"

    def ring(self, ring: tuple[Cell, ...]) -> Rule:
        """Return that of the edges of a cycle at least two are not used."""
        raise InvalidProof(f"{shown(ring)} is no cycle, or a path may touch itself")

    def touches(self, part: Collection[Cell]) -> bool:
        """Return True if nodes side by side are not joined by one path through all of them."""
        return nx.Graph(self.edges).subgraph(part).size() >= len(part)

    def _crossing(self, part: frozenset[Cell]) -> list[int]:
        return [2 * e for e, (u, v) in enumerate(self.edges) if (u in part) != (v in part)]

    def is_visited(self, side: Collection[Cell]) -> bool:
        """Return True if a clue says that the loop visits one of some nodes."""
        raise NotImplementedError

    def is_whole(self, used: frozenset[int]) -> bool:
        """Return True if statements are edges without a loop too many."""
        H = nx.Graph([edge for e, edge in enumerate(self.edges) if e in used])
        return H.size() == len(used) and self._is_whole(H)

    def _is_whole(self, H: nx.Graph[Cell]) -> bool:
        return len(H) > 0 and nx.is_connected(H)


class _Slitherlink(LoopRules):
    """A loop along sides of cells; a number says how many sides of its cell it has."""

    def _nodes(self) -> Iterable[Cell]:
        return {corner: None for cell in self.cells for corner in self._corners(cell)}

    def _corners(self, cell: Cell) -> list[Cell]:
        # A hexagon has three on the line above and three on the line below. Its neighbor in the
        # row begins two corners further right, the one below on its right one corner.
        r, c = cell
        line = [2 * c + r + k for k in (0, 1, 2)] if self.hexagonal else [c, c + 1]
        return [(r, k) for k in line] + [(r + 1, k) for k in reversed(line)]

    def _around(self, cell: Cell) -> list[tuple[Cell, Cell]]:
        corners = self._corners(cell)
        return list(zip(corners, corners[1:] + corners[:1], strict=True))

    def _sides(self) -> Iterator[tuple[Cell, Cell]]:
        for cell in self.cells:
            yield from self._around(cell)

    def _clue(self, cell: Cell, mark: str) -> Iterator[Row]:
        own = [self.variable(side) for side in self._around(cell)]
        if mark not in [str(k) for k in range(len(own) + 1)]:
            raise InvalidProof(f"{mark!r} is no clue of the puzzle")
        yield int(mark), [2 * e for e in own]
        yield len(own) - int(mark), [2 * e + 1 for e in own]

    def is_visited(self, side: Collection[Cell]) -> bool:
        return any(
            mark != "0" and all(v in side for v in self._corners(cell))
            for cell, mark in self.clues.items()
        )


class _Masyu(LoopRules):
    """A loop through all pearls, which say where it turns and where it goes straight on."""

    def _clue(self, cell: Cell, mark: str) -> Iterator[Row]:
        if mark not in {"w", "b"}:
            raise InvalidProof(f"{mark!r} is no clue of the puzzle")
        yield 1, [2 * self.variables[cell, "left out"] + 1]
        for step in self.axes:
            # Four edges in a row, with the pearl between the second and the third.
            beyond, other, one, further = (self._ahead(cell, step, k) for k in (-2, -1, 0, 1))
            if mark == "w":  # straight on, and not so in both of the cells beside it
                yield from self._unless([one], [other])
                yield from self._unless([other], [one])
                yield from self._unless([one, further, beyond], [])
            else:  # a turn, and straight on in the cells beside it
                yield 1, [2 * e for e in self.at[cell] if e not in (one, other)]
                yield from self._unless([one, other], [])
                yield from self._unless([one], [further])
                yield from self._unless([other], [beyond])

    def _ahead(self, cell: Cell, step: Cell, k: int) -> int | None:
        """Return the edge after k steps from a cell, None if it is not there."""
        (r, c), (dr, dc) = cell, step
        near, far = ((r + i * dr, c + i * dc) for i in (k, k + 1))
        return self.variables.get(frozenset([near, far]))

    def _unless(self, used: list[int | None], others: list[int | None]) -> Iterator[Row]:
        """Yield that some edges are not all used unless one of some others is."""
        if None not in used:
            literals = [2 * e + 1 for e in used if e is not None]
            yield 1, literals + [2 * e for e in others if e is not None]

    def is_visited(self, side: Collection[Cell]) -> bool:
        return any(cell in side for cell in self.clues)


class _Numberlink(LoopRules):
    """Paths through all cells between the marked ones, those of a number joined."""

    is_open = is_apart = False

    def _statements(self) -> list[Any]:
        numbers = {mark: None for mark in self.clues.values() if mark != ANY}
        return [(cell, number) for cell in self.cells for number in numbers]

    def facts(self) -> Iterator[Rule]:
        """Yield what holds for every solution, without borders."""
        numbers = list(dict.fromkeys(mark for _, mark in self._statements()))
        for v, own in self.at.items():
            degree = 1 if v in self.clues else 2
            two = f"{'an edge' if degree == 1 else 'two edges'} at {v}"
            if not self.is_open or degree == 1:
                yield degree, [2 * e for e in own], two
            else:
                for e in own:
                    yield 1, [2 * e + 1, *(2 * other for other in own if other != e)], two
            yield len(own) - degree, [2 * e + 1 for e in own], two
            different = [2 * self.variables[v, x] + 1 for x in numbers]
            yield len(numbers) - 1, different, f"one number at {v}"
            if self.clues.get(v, ANY) != ANY:
                yield 1, [2 * self.variables[v, self.clues[v]]], f"the clue at {v}"
        times = Counter(self.clues.values())
        for v in (v for v, mark in self.clues.items() if mark == ANY):
            for x in (x for x in numbers if times[x] > 1):
                yield 1, [2 * self.variables[v, x] + 1], f"the two ends of {x} are given"
        for e, edge in enumerate(self.edges):
            for one, other in (edge, edge[::-1]):
                for x in numbers:
                    here, there = self.variables[one, x], self.variables[other, x]
                    yield 1, [2 * e + 1, 2 * here + 1, 2 * there], "joined cells have one number"
            for x in numbers if self.is_apart else ():
                both = [2 * self.variables[v, x] + 1 for v in edge]
                yield 1, [2 * e, *both], "cells of one number side by side are joined"
        # An edge between squares joins a cell of the one color of a chess board to one of the
        # other, so the cells of both have the same number of edges in every part: or an empty row
        # cannot be met.
        has_parity = not (self.hexagonal or self.is_open)
        for part in nx.connected_components(nx.Graph(self.edges)) if has_parity else ():
            ends = Counter({0: 0, 1: 0})
            for r, c in part:
                ends[(r + c) % 2] += 1 if (r, c) in self.clues else 2
            if ends[0] != ends[1]:
                yield 1, [], "a part has too many cells of one color of a chess board"

    def border(self, part: frozenset[Cell], nodes: tuple[Cell, ...]) -> Rule:
        """Return that a path enters a set without an end, and leaves it."""
        if self.is_open or nodes or not part or not part.isdisjoint(self.clues):
            raise InvalidProof("a border is that of a set of cells without an end")
        return 2, self._crossing(part), "paths enter a set without an end, and leave it"

    def _is_whole(self, H: nx.Graph[Cell]) -> bool:
        parts = list(nx.connected_components(H))
        return all(not part.isdisjoint(self.clues) for part in parts) and not any(
            self.is_apart and self.touches(part) for part in parts
        )

    def ring(self, ring: tuple[Cell, ...]) -> Rule:
        """Return that of the edges of a cycle at least two are not used."""
        if not self.is_apart or len(set(ring)) < len(ring) or len(ring) < 3:
            return super().ring(ring)
        sides = [self.edge(side) for side in zip(ring, ring[1:] + ring[:1], strict=True)]
        return 2, [2 * e + 1 for e in sides], "a path does not touch itself"


class _Apart(_Numberlink):
    """Paths through all cells, none of which touches itself."""

    is_apart = True


class _Open(_Apart):
    """Paths that need not go through all cells, none of which touches itself."""

    is_open = True


GRIDS: dict[str, type[LoopRules]] = {
    "slitherlink": _Slitherlink,
    "masyu": _Masyu,
    "numberlink": _Numberlink,
    "numberlink-apart": _Apart,
    "numberlink-open": _Open,
}
