"""Layouts of lower bounds: zones and moats in the plane, elsewhere tight edges and borders."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import networkx as nx

from icosian.drawing.scene.places import (
    Geometry,
    Points,
    Positions,
    geometry_of,
    is_crowded,
    points_of,
)
from icosian.drawing.subjects.moats import comparison, moats_layout
from icosian.drawing.subjects.proof_sketch import Sketch
from icosian.exceptions import InvalidArgument, InvalidProof
from icosian.proofs.certificate import unlimited
from icosian.proofs.claim import HOME, is_directed
from icosian.proofs.lengths import CycleProblem, Edge, Rows, Weight, cycle_problem, lengths_given
from icosian.proofs.shared.families import borders
from icosian.tours.shortest.problem.places import Places
from icosian.tours.shortest.shortest_tour import ShortestTour

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from fractions import Fraction

    from icosian.drawing.scene.layout import Layout
    from icosian.proofs.bounds.lower_bound import LowerBound

Arc = tuple[Any, Any]

_MOST = 1000  # of more nodes only the tour is drawn: the lengths of all pairs take too long
_WEIGHED = 64  # nodes with their weights written on them
_TAGGED = 30  # edges with their lengths written on them
_TAG = 4  # characters; longer lengths would cover their edges
_TIGHT = 10**6  # edges are tight up to this part of the mean length: weights are rounded


def lower_bound_layout(
    proof: LowerBound,
    G: nx.Graph[Any] | Places | ShortestTour,
    *,
    weight: Weight = None,
    pos: Positions | None = None,
    names: bool | None = None,
) -> Layout:
    """Return the layout of a bound on its graph, on its places, or with the tour of these."""
    tour = G if isinstance(G, ShortestTour) else None
    given: Any = G if tour is None else tour.places if tour.graph is None else tour.graph
    if isinstance(given, Places):
        positions = given.positions if pos is None else pos
        geometry: Geometry = points_of(None, given.nodes, positions, names)
    elif isinstance(given, nx.Graph):
        geometry = geometry_of(given, pos, names)
    else:
        raise InvalidArgument(f"G must be a networkx graph, Places or a ShortestTour, got {G!r}")
    if tour is not None and isinstance(geometry, Points) and geometry.circle:
        geometry = points_of(None, tour.nodes, None, names)  # around the tour
    arcs = [] if tour is None else list(tour.edges())
    # A tour that may leave out places need not cross the zones of all.
    if len(given.nodes) > _MOST or proof.groups or proof.prizes or proof.leave_out:
        sketch = Sketch(proof, geometry, _sparse(given, proof, arcs))
        sketch.draw("strong", arcs)
        return sketch.layout()
    try:
        proof._check_form()  # noqa: SLF001 - our own
        lengths = lengths_given(weight, proof.weight)
        problem = cycle_problem(given, proof.statement, proof.nodes, proof.unit, lengths, unlimited)
        if isinstance(geometry, Points) and proof.closed:
            layout = moats_layout(proof, problem, geometry, tour, named=bool(names))
            if layout is not None:
                return layout
        dual = Dual(proof, problem)
    except InvalidProof as error:
        raise InvalidArgument(f"the proof is not one for G: {error}") from None
    sketch = Sketch(proof, geometry, _sparse(given, proof, [*dual.edges, *arcs]))
    sketch.note(comparison("the weights shown", dual.bound, proof, problem.unit, tour))
    cases = sum(isinstance(entry, int) for entry in proof.tree)
    if dual.bound < proof.bound and cases > 1:
        sketch.note(f"{cases} cases prove the rest")
    _draw_edges(sketch, dual, arcs)
    _draw_weights(sketch, dual)
    return sketch.layout()


def _sparse(G: nx.Graph[Any] | Places, proof: LowerBound, arcs: Sequence[Arc]) -> nx.Graph[Any]:
    """Return a graph to draw: `G` itself, or if it has very many edges, these of them."""
    if isinstance(G, nx.Graph) and not is_crowded(G):
        return G
    H: nx.Graph[Any] = nx.DiGraph() if is_directed(G, closed=proof.closed) else nx.Graph()
    H.add_nodes_from(G.nodes)
    H.add_edges_from(arc for arc in arcs if HOME not in arc)
    return H


def _draw_edges(sketch: Sketch, dual: Dual, arcs: Sequence[Arc]) -> None:
    """Draw the edges that make the bound and those of the tour, and say which is which."""
    key: Callable[[Arc], Any] = tuple if dual.is_directed else frozenset
    used, known = set(map(key, arcs)), set(map(key, dual.edges))
    kinds = {
        "strong": [arc for arc in dual.edges if key(arc) in used or not arcs],
        "tied": [arc for arc in dual.edges if arcs and key(arc) not in used],
        "split": [arc for arc in arcs if key(arc) not in known],
    }
    drawn = [arc for some in kinds.values() for arc in some if HOME not in arc]
    tags: dict[Arc, str] = {}
    if len(drawn) <= _TAGGED and isinstance(sketch.geometry, Points):
        texts = _texts([dual.length(*arc) for arc in drawn])
        if max(map(len, texts), default=0) <= _TAG:
            tags = dict(zip(drawn, texts, strict=True))
    for kind, some in kinds.items():
        for arc in some:
            sketch.draw(kind, [arc], tags.get(arc, ""))
    strong = "strong edges, off the tour dashed ones," if kinds["tied"] else "strong edges"
    what = (
        "are a minimum 1-tree of the lengths minus the weights at both ends"
        if dual.is_tree
        else "are as long as the weights at both ends and of the borders they cross"
    )
    red = "; the tour also has the red ones" if kinds["split"] else ""
    sketch.note(f"{strong} {what}{red}")


def _draw_weights(sketch: Sketch, dual: Dual) -> None:
    """Write weights on nodes, outline sets and list the weights of their borders."""
    nodes = len(dual.nodes)
    texts = _texts([*dual.nodes.values(), *(weight for _, weight in dual.families)])
    if nodes <= _WEIGHED and not dual.is_directed:
        sketch.mark("rest", dual.nodes, texts[:nodes])
    sets = [part for parts, _ in dual.families for part in parts]
    letters = sketch.outline(sets)
    borders = []
    for (parts, _), text in zip(dual.families, texts[nodes:], strict=True):
        own, letters = letters[: len(parts)], letters[len(parts) :]
        if len(own) == len(parts):
            comb = "comb " if len(own) > 1 else ""
            borders.append(f"{comb}{', '.join(own)}: {text}")
    if borders:
        sketch.note(f"weights of borders: {'; '.join(borders)}")


def _texts(numbers: Sequence[Fraction]) -> list[str]:
    """Return numbers as text, the largest with about three digits."""
    most = float(max(map(abs, numbers), default=0))
    digits = max(0, 2 - math.floor(math.log10(most))) if most else 0
    rounds = [round(number, digits) for number in numbers]
    return [str(int(x)) if x % 1 == 0 else f"{float(x):.{digits}f}" for x in rounds]


class Dual:
    """The weights at the root of a bound, or else of its first case."""

    def __init__(self, proof: LowerBound, problem: CycleProblem) -> None:
        size = len(problem.lengths)
        duals = [dual for dual in (proof.root, *proof.weights) if dual is not None]
        if not duals or len(duals[0].at(size)) != size:
            raise InvalidProof("its weights are not those of as many nodes")
        dual, unit = duals[0], problem.unit / proof.scale
        self._problem = problem
        self._stops = [*proof.nodes] if proof.closed else [*proof.nodes, HOME]
        self.is_directed = size > len(self._stops)
        # 1. Reduced lengths, and what every cycle pays.
        ends, total = [*dual.at(size)], 2 * sum(dual.potentials)
        reduced = [{v: proof.scale * c for v, c in row.items()} for row in problem.lengths]
        nearly = sum(map(sum, map(dict.values, reduced))) // (_TIGHT * sum(map(len, reduced)) or 1)
        self.nodes = {v: p * unit for v, p in zip(proof.nodes, ends, strict=False)}
        """The weights of nodes; in a digraph, on leaving."""
        self.families: list[tuple[list[set[Any]], Fraction]] = []
        """Sets with the weight of each border, the heaviest first; several sets are a comb."""
        for f, weight in sorted(dual.families, key=lambda pair: -pair[1]):
            sides, crossings = borders(proof.families[f], size)
            total += weight * crossings
            for side in sides:
                for u in side:
                    ends[u] += weight
                    for v in reduced[u].keys() & side:
                        reduced[u][v] += 2 * weight
            parts = [self._inside(side) for side in sides]
            if all(parts):
                self.families.append((parts, weight * unit))
        for u, row in enumerate(reduced):
            for v in row:
                row[v] -= ends[u] + ends[v]
        # 2. The bound by the signs of reduced lengths, or by a 1-tree.
        paid = sum(
            rest
            for u, row in enumerate(reduced)
            for v, rest in row.items()
            if rest < 0 or (u, v) in problem.required
        )
        edges = [(u, v) for u, row in enumerate(reduced) for v in row if row[v] <= nearly]
        self.is_tree = False
        """True if `edges` are a minimum 1-tree of the reduced lengths, not all tight ones."""
        if not dual.families:
            tree = _one_tree(reduced, problem.required)
            least = sum(reduced[u][v] for u, v in tree)
            if least > paid:
                edges, paid, self.is_tree = tree, least, True
        stops = len(self._stops)
        self.edges = [(self._stops[u], self._stops[v % stops]) for u, v in edges if v != u + stops]
        """The edges that make the bound."""
        self.bound = (total + paid) * unit
        """What the weights prove alone."""

    def length(self, tail: Any, head: Any) -> Fraction:
        """Return the length of an edge."""
        u, v = self._stops.index(tail), self._stops.index(head)
        if self.is_directed:
            v += len(self._stops)
        return self._problem.lengths[min(u, v)][max(u, v)] * self._problem.unit

    def _inside(self, side: frozenset[int]) -> set[Any]:
        """Return the nodes inside a border, without home; none if it divides a node in two."""
        stops = len(self._stops)
        inside = {v for v in side if v < stops and (v + stops in side or not self.is_directed)}
        if len(side) != len(inside) * (2 if self.is_directed else 1):
            return set()
        nodes = {self._stops[v] for v in inside}
        return set(self._stops) - nodes if HOME in nodes else nodes


def _one_tree(reduced: Rows, required: frozenset[Edge]) -> list[Edge]:
    """Return two edges at node 0 and a minimum spanning tree of the others, with required edges."""
    edges = [(u, v) for u, row in enumerate(reduced) for v in row]
    edges.sort(key=lambda edge: (edge not in required, reduced[edge[0]][edge[1]]))
    tree = [edge for edge in edges if not edge[0]][:2]
    parts = nx.utils.UnionFind(range(1, len(reduced)))
    for u, v in edges:
        if u and parts[u] != parts[v]:
            parts.union(u, v)
            tree.append((u, v))
    return tree
