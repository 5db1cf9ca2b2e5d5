"""Division at cuts of three and four edges: parts give way to smaller ones that do the same."""

from __future__ import annotations

from functools import cache
from itertools import chain, combinations
from typing import TYPE_CHECKING, Any, NamedTuple

import networkx as nx

from icosian._arrays.csr import csr_from_edges
from icosian.proofs import Division, Proof, Refusal, Replacement
from icosian.tours.edge_cuts import small_cuts
from icosian.tours.normal_form import NormalForm, ring

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from icosian._run.clock import Clock
    from icosian.tours.problem import Problem

    Ask = Callable[[nx.Graph[Any], int], Proof | list[Any] | None]
    """Take a small graph and how hard to try; return a proof, a cycle or None."""

__all__ = ["Divider"]

State = frozenset[frozenset[int]]
"""The edges of a cut that a cycle uses, paired as its paths on one side join them."""
Edge = tuple[int, int]

ATTEMPTS = 5
"""How often parts are divided again after a cycle of the last graph came from none."""


class _Gadget(NamedTuple):
    """A small graph in place of one side of a cut."""

    edges: tuple[Edge, ...]
    """Its edges: numbers below that of the cut's edges are their ends on the other side."""
    states: frozenset[State]
    """How its paths can join the edges of the cut."""
    size: int
    """Its nodes; that with number ``ports + i`` takes the name of the end of edge i."""


class _Step(NamedTuple):
    """A part that gave way to a gadget."""

    part: frozenset[int]
    near: list[int]
    """The ends of the cut's edges in the part."""
    far: list[int]
    """Their other ends."""
    gadget: _Gadget
    refusals: list[tuple[_Gadget, Proof]]
    rows: dict[int, set[int]]
    """The neighbors of the nodes of the part."""


class Divider:
    """A division of an undirected graph that goes on where it ended, as questions are answered."""

    # A cycle that is found on the way is kept: it shows how the paths in a part can be paired.

    def __init__(self, problem: Problem, ask: Ask, clock: Clock) -> None:
        self._problem, self._ask, self._clock = problem, ask, clock
        self._known: dict[frozenset[frozenset[int]], Proof | list[int]] = {}
        self._effort = 0

    def search(self, effort: int) -> Proof | list[int] | None:
        """Return an unchecked proof, the nodes of a tour by number, or None."""
        self._effort = effort
        for _ in range(ATTEMPTS):
            graph = self._graph()
            steps = self._steps(graph)
            if not steps:
                return None
            last = self._answer(graph, effort + 1)
            if isinstance(last, Proof):
                return self._proof(steps, last)
            if last is None:
                return None
            asked = len(self._known)
            if tour := self._tour(steps, last):
                return tour
            if len(self._known) == asked:  # nothing was learned from the failure
                return None
        return None

    def _graph(self) -> dict[int, set[int]]:
        arrays = self._problem.arrays
        rows: dict[int, set[int]] = {v: set() for v in range(arrays.size)}
        for u, v in zip(arrays.sources().tolist(), arrays.indices.tolist(), strict=True):
            rows[u].add(v)
        return rows

    def _steps(self, graph: dict[int, set[int]]) -> list[_Step]:
        """Replace parts, small ones first, as long as that is possible; change the graph."""
        steps: list[_Step] = []
        hopeless: set[frozenset[int]] = set()
        while True:
            touched: set[int] = set()
            for part, border in _parts(graph, self._clock):
                if part in hopeless or not touched.isdisjoint(chain(part, border.values())):
                    continue
                step = self._step(graph, part, border)
                if step is None:
                    hopeless.add(part)
                    continue
                steps.append(step)
                for v in step.part:
                    for w in graph.pop(v) - step.part:
                        graph[w].discard(v)
                for u, v in _named(step.gadget, step.far, step.near):
                    graph.setdefault(u, set()).add(v)
                    graph.setdefault(v, set()).add(u)
                touched |= part
                touched.update(border.values())
            if not touched:
                return steps

    def _step(
        self, graph: dict[int, set[int]], part: frozenset[int], border: dict[int, int]
    ) -> _Step | None:
        """Ask how a cycle can pass a part, and return what takes its place."""
        near, ports = list(border), len(border)
        far = [border[v] for v in near]
        rows = {v: graph[v] & part for v in part}
        possible, passed = _states(ports), set[State]()
        refusals: list[tuple[_Gadget, Proof]] = []
        best = None
        for question in _questions(ports):
            if best is not None and not best.size:
                break
            refused = {one for one in possible if _fits(one, question.states)}
            if not refused or any(_fits(one, question.states) for one in passed):
                continue
            found = self._closed(rows, near, far, question)
            if isinstance(found, Proof):
                refusals.append((question, found))
                possible -= refused
                best = _smallest(ports, possible)
            elif found is not None:
                passed.add(_joined(set(found) - _edges(_named(question, near, far)), near))
        best = _smallest(ports, possible)
        if best is None or best.size >= len(part):
            return None
        for refusal in refusals[:]:
            others = [one for one in refusals if one is not refusal]
            left = {
                one for one in _states(ports) if not any(_fits(one, g.states) for g, _ in others)
            }
            if _allows(best, ports, left):
                refusals = others
        return _Step(part, near, far, best, refusals, rows)

    def _closed(
        self, rows: dict[int, set[int]], near: list[int], far: list[int], gadget: _Gadget
    ) -> Proof | set[frozenset[int]] | None:
        """Return a proof about a part with a gadget in place of the rest, or a cycle's edges."""
        graph = {v: set(row) for v, row in rows.items()}
        for u, v in _named(gadget, near, far):
            graph.setdefault(u, set()).add(v)
            graph.setdefault(v, set()).add(u)
        found = self._answer(graph, self._effort)
        return _cycle_edges(found) if isinstance(found, list) else found

    def _answer(self, graph: dict[int, set[int]], effort: int) -> Proof | list[int] | None:
        """Return a proof that a graph has no cycle, or a cycle."""
        pairs = _edges((u, v) for u, row in graph.items() for v in row)
        if len(graph) < 3:
            return None
        if pairs not in self._known:
            names, index = self._problem.nodes, self._problem.index
            H: nx.Graph[Any] = nx.Graph()
            H.add_nodes_from(names[v] for v in sorted(graph))
            H.add_edges_from((names[u], names[v]) for u in sorted(graph) for v in sorted(graph[u]))
            found = self._ask(H, effort)
            if found is None:
                return None
            self._known[pairs] = (
                found if isinstance(found, Proof) else [index[v] for v in found]
            )
        return self._known[pairs]

    def _proof(self, steps: list[_Step], last: Proof) -> Division:
        """Return the certificate, unchecked."""
        names = self._problem.nodes

        def pairs(edges: Iterable[Edge]) -> tuple[tuple[Any, Any], ...]:
            return tuple((names[u], names[v]) for u, v in edges)

        replacements = tuple(
            Replacement(
                part=frozenset(names[v] for v in step.part),
                edges=pairs(_named(step.gadget, step.far, step.near)),
                refusals=tuple(
                    Refusal(edges=pairs(_named(gadget, step.near, step.far)), inner=inner)
                    for gadget, inner in step.refusals
                ),
            )
            for step in steps
        )
        return self._problem.certificate(Division, replacements=replacements, inner=last)

    def _tour(self, steps: list[_Step], cycle: list[int]) -> list[int] | None:
        """Return a tour of the graph from a cycle of the last one, or None if a part refuses."""
        edges = _cycle_edges(cycle)
        for step in reversed(steps):
            rest = edges - _edges(_named(step.gadget, step.far, step.near))
            outside = _joined(rest, step.far)
            way = next((g for g in _questions(len(step.far)) if g.states == {outside}), None)
            inside = None if way is None else self._closed(step.rows, step.near, step.far, way)
            if way is None or not isinstance(inside, set):
                return None
            inside = inside - _edges(_named(way, step.near, step.far))
            used = frozenset().union(*outside)
            cut = {frozenset((step.near[k], step.far[k])) for k in used}
            edges = rest | inside | cut
        import numpy as np

        walk: list[int] = ring(np.array([sorted(pair) for pair in sorted(edges, key=sorted)])).tolist()
        return walk


def _cycle_edges(cycle: list[int]) -> set[frozenset[int]]:
    return {frozenset((cycle[k - 1], v)) for k, v in enumerate(cycle)}


def _edges(pairs: Iterable[Edge]) -> frozenset[frozenset[int]]:
    return frozenset(map(frozenset, pairs))


def _named(gadget: _Gadget, ports: list[int], names: list[int]) -> Iterator[Edge]:
    """Yield the edges of a gadget between nodes of a graph."""
    both = ports + names
    for u, v in gadget.edges:
        yield both[u], both[v]


def _parts(
    graph: dict[int, set[int]], clock: Clock
) -> list[tuple[frozenset[int], dict[int, int]]]:
    """Return the smaller sides of cuts, small ones first, and the edges that leave them."""
    import numpy as np

    vertices = sorted(graph)
    place = {v: k for k, v in enumerate(vertices)}
    pairs = np.array([(place[u], place[v]) for u in vertices for v in sorted(graph[u]) if u < v])
    if not len(pairs):
        return []
    arrays = csr_from_edges(len(vertices), pairs[:, 0], pairs[:, 1])
    form = NormalForm(
        indptr=arrays.indptr,
        indices=arrays.indices,
        mate=np.full(len(vertices), -1, np.int32),
        root=0,
    )
    edges = form.edges().tolist()
    found = {}
    for cut in small_cuts(form, clock):
        clock.tick("division")
        ends = [(vertices[edges[e][0]], vertices[edges[e][1]]) for e in cut]
        border = _side(graph, ends)
        if border is not None:
            found[border[0]] = border[1]
    return sorted(found.items(), key=lambda item: (len(item[0]), sorted(item[0])))


def _side(
    graph: dict[int, set[int]], cut: list[Edge]
) -> tuple[frozenset[int], dict[int, int]] | None:
    """Return the smaller side of a cut and its edges, from the inside out; None: it is no cut."""
    gone = _edges(cut)
    sides = []
    for first in cut[0]:
        side, ahead = {first}, [first]
        while ahead:
            v = ahead.pop()
            fresh = [w for w in graph[v] if w not in side and frozenset((v, w)) not in gone]
            side.update(fresh)
            ahead += fresh
        sides.append(frozenset(side))
    if sides[0] & sides[1] or len(sides[0] | sides[1]) < len(graph):
        return None
    part = min(sides, key=lambda side: (len(side), sorted(side)))
    border = dict((u, v) if u in part else (v, u) for u, v in cut)
    if any(u not in part or v in part for u, v in border.items()):
        return None
    return part, dict(sorted(border.items()))


@cache
def _all_states(ports: int) -> frozenset[State]:
    pairs = [frozenset(pair) for pair in combinations(range(ports), 2)]
    both = [frozenset((one, two)) for one, two in combinations(pairs, 2) if not one & two]
    return frozenset([frozenset([pair]) for pair in pairs] + both)


def _states(ports: int) -> set[State]:
    """Return the ways in which paths on one side of a cut can join its edges."""
    return set(_all_states(ports))


def _fits(one: State, states: Collection[State]) -> bool:
    """Return True if paths on one side and some on the other make a single cycle."""
    used = frozenset().union(*one)
    return any(
        used == frozenset().union(*other) and (len(one) == 1 or one != other) for other in states
    )


def _joined(edges: Iterable[frozenset[int]], ends: list[int]) -> State:
    """Return how paths join the edges of a cut, by the ends of these on their side."""
    H: nx.Graph[int] = nx.Graph(map(tuple, edges))
    parts = [
        frozenset(k for k, v in enumerate(ends) if v in part and H.degree(v) == 1)
        for part in nx.connected_components(H)
    ]
    return frozenset(part for part in parts if part)


@cache
def _gadgets(ports: int) -> tuple[_Gadget, ...]:
    """Return the gadgets for a cut, in the order in which they serve as questions."""
    n, everyone = ports, range(ports)
    single = [((i, n + i), (n + i, j)) for i, j in combinations(everyone, 2)]
    star = [tuple((i, n) for i in everyone)]
    found: list[tuple[Edge, ...]]
    if ports == 3:
        forced = [
            ((j, n + j), (k, n + j), (n + j, n + i), (n + i, i))
            for i, j, k in ((0, 1, 2), (1, 0, 2), (2, 0, 1))
        ]
        found = [*star, *single, *forced]
    else:
        matchings = [(0, i, *(j for j in (1, 2, 3) if j != i)) for i in (1, 2, 3)]
        found = [
            ((a, n + a), (b, n + a), (n + a, n + c), (n + c, c), (n + c, d))
            for a, b, c, d in matchings
        ]
        found += [((a, b), (c, d)) for a, b, c, d in matchings]
        found += star + single
        found += [((a, n + a), (n + a, b), (c, n + c), (n + c, d)) for a, b, c, d in matchings]
        stubs = tuple((i, n + i) for i in everyone)
        inner = [(n + i, n + j) for i, j in combinations(everyone, 2)]
        for a, b, c, d in matchings:
            without = {(n + a, n + b), (n + c, n + d)}
            found.append(stubs + tuple(pair for pair in inner if pair not in without))
        found += [stubs + tuple(e for e in inner if e != pair) for pair in inner]
        found.append(stubs + tuple(inner))
    return tuple(_gadget(edges, ports) for edges in found)


def _questions(ports: int) -> tuple[_Gadget, ...]:
    """Return the gadgets that stand for few ways through the rest."""
    return tuple(gadget for gadget in _gadgets(ports) if gadget.size < ports)


def _gadget(edges: tuple[Edge, ...], ports: int) -> _Gadget:
    inner = set(chain.from_iterable(edges)) - set(range(ports))
    states = set()
    for size in range(len(inner) + 1, len(inner) + 1 + ports // 2):
        for used in combinations(edges, size):
            ends = [v for pair in used for v in pair]
            if all(ends.count(v) == 2 for v in inner) and all(
                ends.count(v) < 2 for v in range(ports)
            ):
                state = _joined(_edges(used), list(range(ports)))
                if all(len(pair) == 2 for pair in state) and len(state) == size - len(inner):
                    states.add(state)
    return _Gadget(edges, frozenset(states), len(inner))


def _allows(gadget: _Gadget, ports: int, possible: Collection[State]) -> bool:
    """Return True if all that fits a possible way through a part fits one of a gadget."""
    return all(
        _fits(other, gadget.states)
        for one in possible
        for other in _states(ports)
        if _fits(one, [other])
    )


def _smallest(ports: int, possible: Collection[State]) -> _Gadget | None:
    """Return the smallest gadget that allows for all ways through a part."""
    if not possible:
        return _Gadget(((0, ports),), frozenset(), 1)  # a dead end
    fitting = [gadget for gadget in _gadgets(ports) if _allows(gadget, ports, possible)]
    return min(fitting, key=lambda gadget: (gadget.size, len(gadget.states)), default=None)
