"""Search for the proof that is shortest to read."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

import networkx as nx
import numpy as np

from icosian._kernels import forcing
from icosian._run.clock import Clock, TimeIsUp
from icosian.proofs import (
    HOME,
    BipartitionImbalance,
    Contraction,
    CutVertex,
    DegreeDeficiency,
    Disconnection,
    Proof,
    Refutation,
    Toughness,
    Weights,
)
from icosian.tours.certify.cut_sets import removal, shrunk, toughness, undirected
from icosian.tours.certify.subtour_lp import Subtours, weighing
from icosian.tours.certify.tight_sets import contracted
from icosian.tours.checking import check_proof
from icosian.tours.problem import Problem
from icosian.tours.solve import portfolio
from icosian.tours.solve.edge_forcing import Forcing
from icosian.tours.solve.portfolio import Attempt
from icosian.tours.solve.sat import satisfy

Entry = tuple[Any, Any] | Weights | None


PLAIN = BipartitionImbalance, CutVertex, DegreeDeficiency, Disconnection
"""Kinds of proofs that are as short as can be."""


def shortened(problem: Problem, proof: Proof, clock: Clock) -> Proof:
    """Return the checked proof of least effort, of a few; each attempt is limited by steps."""
    if isinstance(proof, PLAIN):
        return proof
    best, clock = proof, clock.within(math.inf)
    try:
        for other in _proofs(problem, clock, proof):
            if other.effort < best.effort:
                check_proof(problem.G, other, clock)
                best = other
    except TimeIsUp:
        pass
    return best


def _proofs(problem: Problem, clock: Clock, known: Proof | None = None) -> Iterator[Proof]:
    """Yield unchecked proofs by the methods of the schedule; one may be known."""
    readers = _Readers(problem, clock, known)
    for attempt in portfolio.readable(problem):
        yield from readers.proofs(attempt)


class _Readers:
    """The methods for proofs of one problem that are short to read."""

    def __init__(self, problem: Problem, clock: Clock, known: Proof | None) -> None:
        self.problem, self.clock, self.known = problem, clock, known
        self._subtours: Subtours | None = None
        self._weights: Weights | None = None

    @cached_property
    def _undirected(self) -> nx.Graph[Any]:
        return undirected(self.problem)

    def proofs(self, attempt: Attempt) -> Iterator[Proof]:
        """Yield the unchecked proofs that a method finds."""
        methods: dict[str, Callable[[Attempt], Iterator[Proof]]] = {
            "contraction": self._contract,
            "removals": self._remove,
            "weighing": self._weigh,
            "forcing": self._force,
            "sat": self._refute,
            "cases": self._split,
        }
        return methods[attempt.method](attempt)

    def _contract(self, _: Attempt) -> Iterator[Proof]:
        """Contract tight sets, and prove in short that what is left has no tour."""
        found = contracted(self.problem, self.clock)
        if found is None:
            return
        inner: Proof | None
        if isinstance(self.known, Contraction):
            inner = found.inner(self.known)
        else:
            inner = next(_proofs(found.small, self.clock), None)
        if inner is not None:
            yield found.lifted(shortened(found.small, inner, self.clock))

    def _remove(self, attempt: Attempt) -> Iterator[Proof]:
        """Remove sets of nodes, made as small as will do; a step is a node or an arc read."""
        steps, reading = attempt.limit, self.problem.size + len(self.problem.arrays.indices)
        for found in toughness(self.problem, self.clock):
            if steps <= 0:
                return
            yield self._shrunk(found)
            steps -= len(found.removed) * reading

    def _shrunk(self, found: Toughness) -> Proof:
        return shrunk(self.problem, self._undirected, found, self.clock)

    def _weigh(self, attempt: Attempt) -> Iterator[Proof]:
        """Weigh nodes and sets, and remove the nodes that weigh less than nothing."""
        self._subtours = Subtours(self.problem, limit=attempt.limit)
        self._weights = weights = self._subtours.weights(self.clock)
        if weights is not None:
            yield weighing(self.problem, weights)
            light = frozenset(v for v, weight in weights.nodes if weight < 0 and v is not HOME)
            if removed := removal(self.problem, self._undirected, light):
                yield self._shrunk(removed)

    def _force(self, attempt: Attempt) -> Iterator[Proof]:
        """Force edges, in few cases."""
        search = Forcing(self.problem, self.clock, room=attempt.room)
        if search.search(self.clock, attempt.limit) == forcing.EXHAUSTED:
            yield search.proof(self.clock)

    def _refute(self, attempt: Attempt) -> Iterator[Proof]:
        """Ask a SAT solver."""
        found = satisfy(self.problem, self.clock, limit=attempt.limit)
        if isinstance(found, Refutation):
            yield found

    def _split(self, attempt: Attempt) -> Iterator[Proof]:
        """Split into cases that rules and weights close, where there is no weighing of all."""
        if self._subtours is not None and self._weights is None:
            search = Forcing(self.problem, self.clock, room=0)
            tree = _weighed_cases(search, self._subtours, self.clock, attempt.room)
            if tree is not None:
                yield search.cases(tree, self.clock)


def _weighed_cases(
    search: Forcing, subtours: Subtours, clock: Clock, room: int
) -> list[Entry] | None:
    """Return a tree of cases that rules and weights close, or None if it grows too large."""
    edges, rows, lists, *_, s = (array.tolist() for array in search.run.arrays())
    place = subtours.places([search.problem.form.decode_edge(*e) for e in search.edges.tolist()])
    given = subtours.used.copy()

    def consistent(e: int, value: int) -> bool:
        """Return True if the rules do not contradict a mark."""
        if value == forcing.OPEN:  # the root
            if not all(
                forcing.serve(edges, rows, lists, s, r) for r in range(len(rows) // forcing.ROW)
            ):
                return False
        elif value == forcing.UNUSED:
            forcing.drop(edges, rows, lists, s, e)
        elif not forcing.use(edges, rows, lists, s, e):
            return False
        return bool(forcing.follow(edges, rows, lists, s))

    # Depth first, the case of a used edge first, as the checker reads the tree.
    tree: list[Entry] = []
    ahead = [(s[forcing.TRAIL], 0, forcing.OPEN)]
    while ahead:
        # 1. Go back to the parent's marks, and follow the rules from the mark of the case.
        size, e, value = ahead.pop()
        forcing.undo(edges, rows, lists, s, size)
        if not consistent(e, value):
            tree.append(None)
            continue
        # 2. Or weights close the case: those of the program with these edges given and left out.
        mark = np.array(edges[forcing.MARK :: forcing.EDGE])
        subtours.used = given.copy()
        subtours.used[place[(mark == forcing.USED) & (place >= 0)]] = True
        subtours.unused[:] = False
        subtours.unused[place[(mark == forcing.UNUSED) & (place >= 0)]] = True
        weights = subtours.weights(clock)
        if weights is not None:
            tree.append(weights)
            continue
        if subtours.solution is None or len(tree) >= room:
            return None
        # 3. Or it is split, on the edge about which the program is least decided.
        undecided = np.abs(subtours.solution[place] - 0.5)
        undecided[mark != forcing.OPEN] = 1
        e = int(np.argmin(undecided))
        if mark[e] != forcing.OPEN:  # nothing is left to split on: a tour
            return None
        tree.append(search.pair(e))
        size = s[forcing.TRAIL]
        ahead += [(size, e, forcing.UNUSED), (size, e, forcing.USED)]
    return tree
