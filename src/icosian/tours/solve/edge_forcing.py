"""Edge forcing: marks edges by rules, and splits into cases where the rules end."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from icosian._kernels import forcing as kernels
from icosian._run.clock import Clock
from icosian.exceptions import InvalidProof
from icosian.proofs import HOME, Cases, ForcedEdges, Proof, Step, Weights
from icosian.tours.checking import check_proof
from icosian.tours.edge_cuts import cut_labels, side_of, started
from icosian.tours.normal_form import NormalForm, ring

if TYPE_CHECKING:
    from icosian.tours.problem import Problem


CUT_EDGES = 1_000
"""Edges of the largest graph whose cuts of two and three edges are sought."""

Cut = tuple[tuple[int, ...], frozenset[int]]  # edges, and the vertices on one side


class Forcing:
    """A search that marks edges as used and unused; its tree has ``room`` entries."""

    def __init__(self, problem: Problem, clock: Clock, *, room: int, cuts: bool = True) -> None:
        self.problem = problem
        self._form = form = problem.form
        self.vertices = form.size
        self.edges = form.edges()
        self.seeks_cuts = cuts
        """True if cuts of two and three edges were sought, where the edges are few."""
        self.cuts: list[Cut] = []
        # A path's ends are arcs of the normal form, but not of the digraph.
        is_own = problem.closed or not problem.arrays.directed
        if cuts and is_own and len(self.edges) <= CUT_EDGES:
            self.cuts = _cuts(form, self.edges, clock)
        self.run = started(form, self.edges, [edges for edges, _ in self.cuts], room=room)

    def search(self, clock: Clock, limit: float = math.inf) -> int:
        """Advance the search by so many marks; return the kernel's status."""
        return clock.run("forcing", self.run, limit)

    def cycle(self) -> NDArray[np.int32]:
        """Return the vertices of the cycle that was found, in order."""
        return ring(self.edges[self._field(kernels.MARK) == kernels.USED])

    def _field(self, name: int) -> NDArray[np.int64]:
        """Return a field of all edges."""
        edges: NDArray[np.int64] = self.run.arrays()[0]
        return edges[name :: kernels.EDGE]

    def proof(self, clock: Clock) -> Proof:
        """Return the proof by the exhausted search: steps of forcing, or a tree of cases."""
        *_, tree, words = self.run.arrays()
        tree = tree[: words[kernels.RECORD]].tolist()
        if tree == [kernels.LEAF]:
            steps = self._steps()
            pointless = self._pointless()
            for before in ([], pointless):
                forced = self.problem.certificate(ForcedEdges, steps=(*before, *steps))
                if not (pointless or self.cuts) or _holds(forced, self.problem.G, clock):
                    return forced
        return self.cases([None if e == kernels.LEAF else self.pair(e) for e in tree], clock)

    def cases(self, tree: Iterable[tuple[Any, Any] | Weights | None], clock: Clock) -> Cases:
        """Return the unchecked proof by a tree of cases, with the cuts only if they are needed."""
        cases = self.problem.certificate(Cases, tree=tuple(tree))
        if not self.cuts or _holds(cases, self.problem.G, clock):
            return cases
        return replace(cases, sets=tuple(map(self._side, range(len(self.cuts)))))

    def pair(self, e: int) -> tuple[Any, Any]:
        """Return the two nodes of an edge that is not given; one of them may be home."""
        pair = self._form.decode_edge(*self.edges[e].tolist())
        if pair is None:
            raise RuntimeError("an edge that is given is never concluded")
        u, v = map(self._node, pair)
        return u, v

    def _node(self, number: int) -> Any:
        return HOME if number == self.problem.size else self.problem.nodes[number]

    def _side(self, k: int) -> frozenset[Any]:
        """Return the nodes on one side of a cut, the one that home is not on."""
        n, side = self.problem.size, self.cuts[k][1]
        if self.problem.arrays.directed:
            side = frozenset(v // 2 for v in side)
        away = n in side or (not self.problem.closed and self.problem.end in side)
        numbers = frozenset(range(n)) - side if away else side
        return frozenset(map(self.problem.nodes.__getitem__, numbers))

    def _steps(self) -> list[Step]:
        """Return the conclusions that lead to the contradiction at the root, in their order."""
        arrays = self.run.arrays()
        edges, rows, lists, words = (arrays[k].tolist() for k in (0, 1, 2, -1))
        count = kernels.analyse(edges, rows, lists, words)
        mark, reason, place, queue = (
            edges[name :: kernels.EDGE]
            for name in (kernels.MARK, kernels.REASON, kernels.PLACE, kernels.QUEUE)
        )
        concluded = (
            e
            for e in queue[:count]
            if reason[e] != kernels.GIVEN and self._form.decode_edge(*self.edges[e].tolist())
        )
        needed = sorted(concluded, key=place.__getitem__)
        e, by, against = (words[k] for k in (kernels.CLASH, kernels.BY, kernels.AGAINST))
        steps: list[Step] = []
        for (why, value), group in groupby(needed, lambda f: (reason[f], mark[f])):
            steps.append(self._step(list(group), value == kernels.USED, why))
        if e >= 0:
            steps.append(self._step([e], used=True, why=by))
            if against == kernels.CLOSING:
                return steps
            by = against
        too_many = e >= 0 or rows[kernels.ROW * by + kernels.USED_] > 2
        steps.append(self._step([], used=too_many, why=by))
        return steps

    def _pointless(self) -> list[Step]:
        """Return the steps that exclude edges which the normal form leaves out: past given ends."""
        G: Any = self.problem.G
        start, end = self.problem.start, self.problem.end
        if self.problem.closed or (start is None and end is None):
            return []
        s, e = (None if v is None else self._node(v) for v in (start, end))
        if not G.is_directed():
            both = s is not None and e is not None and G.has_edge(s, e)
            return [Step(edges=((s, e),))] if both else []
        number = self.problem.index  # == of two labels may be an array
        into = tuple((v, s) for v in (() if start is None else G.pred[s]) if number[v] != start)
        out_of = tuple(
            (e, v) for v in (() if end is None else G.succ[e]) if number[v] not in (start, end)
        )
        shortcut = (HOME, e) if s is None else (s, HOME)
        return [
            *([Step(edges=into, node=s)] if into else []),
            *([Step(edges=out_of, node=e)] if out_of else []),
            *([Step(edges=(shortcut,))] if s is None or e is None else []),
        ]

    def _step(self, edges: list[int], used: bool, why: int) -> Step:
        pairs = tuple(map(self.pair, edges))
        if why == kernels.CLOSING:
            return Step(edges=pairs, used=used)
        if why >= self.vertices:
            return Step(edges=pairs, used=used, border=self._side(why - self.vertices))
        if not self.problem.arrays.directed:
            return Step(edges=pairs, used=used, node=self._node(why))
        v = why // 2
        given = None if self.problem.closed else (self.problem.end, self.problem.start)[1 - why % 2]
        return Step(edges=pairs, used=used, node=HOME if v == given else self._node(v))


def _holds(proof: Proof, G: nx.Graph[Any], clock: Clock) -> bool:
    try:
        check_proof(G, proof, clock)
    except InvalidProof:
        return False
    return True


def _cuts(form: NormalForm, edges: NDArray[np.int32], clock: Clock) -> list[Cut]:
    """Return the cuts of two edges, and those of three around more than one vertex."""
    # 1. The labels of a cut sum to zero: two equal ones are a cut, and so are three edges of which
    #    one has the sum of the others. Equal labels follow each other once they are sorted.
    n = form.size
    labels = cut_labels(form, clock)
    if labels is None:
        return []
    order = np.argsort(labels, kind="stable")
    ranked = labels[order]
    found: list[tuple[int, ...]] = [
        (int(order[i]), int(order[i + 1])) for i in np.flatnonzero(ranked[1:] == ranked[:-1])
    ]
    one, two = np.triu_indices(len(edges), 1)
    sums = labels[one] ^ labels[two]
    at = np.minimum(np.searchsorted(ranked, sums), len(ranked) - 1)
    for k in np.flatnonzero(ranked[at] == sums).tolist():
        triple = int(one[k]), int(two[k]), int(order[at[k]])
        if triple[1] < triple[2]:
            found.append(triple)
    # 2. Sums are zero by chance, too: keep what has its edges between one side and the other. Three
    #    edges around a vertex say what its own rule says.
    pairs = edges.tolist()
    around: list[set[int]] = [set() for _ in range(n)]
    for u, v in pairs:
        around[u].add(v)
        around[v].add(u)
    cuts = []
    for cut in found:
        clock.tick("forcing")
        ends = [set(pairs[e]) for e in cut]
        if len(cut) == 3 and set.intersection(*ends):
            continue
        side = side_of(around, pairs[cut[0]][0], ends)
        if len(side) < n and all(len(pair & side) == 1 for pair in ends):
            cuts.append((cut, min(side, frozenset(range(n)) - side, key=len)))
    return cuts
