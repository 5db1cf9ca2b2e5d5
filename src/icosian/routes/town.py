"""The streets of a map, exactly, and whether any walk passes those that are asked for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeVar

import networkx as nx

from icosian._io.text import shown
from icosian.boards.lookup import node_of
from icosian.exceptions import InvalidArgument, NoWalk
from icosian.proofs import Computed, StreetBound, Unreachable, WalkBound
from icosian.tours.shortest.answer import plain
from icosian.tours.shortest.problem.lengths import Unit, length_reader

if TYPE_CHECKING:
    from icosian.routes.rounds import Question

T = TypeVar("T", StreetBound, Unreachable, WalkBound)


class Town:
    """The streets that a question is about, by numbers of nodes and with integer lengths."""

    def __init__(self, question: Question, some: Iterable[Any] | None) -> None:
        G, self.nodes = question.G, list(question.G)
        number = {v: i for i, v in enumerate(self.nodes)}
        # 1. The streets: edges, by their ends and in multigraphs their keys, with a length.
        edges: Any = G.edges
        read = length_reader(G, question.weight, are_roads=True)
        every = [(name, read(name[0], name[1], edges[name])) for name in edges]
        self.names = [name for name, length in every if length is not None]
        self.hidden = len(every) - len(self.names)
        exact = [length for _, length in every if length is not None]
        self.unit, lengths = Unit.of(exact, count=len(number) * len(exact))
        self.streets = [
            (number[u], number[v], c) for (u, v, *_), c in zip(self.names, lengths, strict=True)
        ]
        """The ends and the length of each."""
        self.least: dict[tuple[int, int], int] = {}
        """The number of the shortest street from one node to another."""
        for k in sorted(range(len(lengths)), key=lengths.__getitem__, reverse=True):
            u, v, _ = self.streets[k]
            if u != v:
                self.least |= {(u, v): k} if G.is_directed() else {(u, v): k, (v, u): k}
        # 2. Those to pass.
        self.is_all = some is None
        known = {name: k for k, name in enumerate(self.names)}
        if not (self.is_all or G.is_directed()):
            known |= {(v, u, *key): k for (u, v, *key), k in known.items()}
        tuples = (tuple(edge) if isinstance(edge, Iterable) else (edge,) for edge in some or ())
        wanted = [
            (*(node_of(G, v, "end of a street") for v in edge[:2]), *edge[2:]) for edge in tuples
        ]
        if strange := [edge for edge in wanted if edge not in known]:
            key = " and its key" * G.is_multigraph()
            raise InvalidArgument(
                f"{shown(strange[0])} is not a street: an edge with a length, by its ends{key}"
            )
        numbers = known.values() if some is None else [known[edge] for edge in wanted]
        self.asked = list(dict.fromkeys(numbers))
        """The numbers of the streets to pass."""
        if not self.asked:
            raise nx.NetworkXPointlessConcept("a walk along no streets is pointless")
        # 3. The ends. A closed walk passes a start on its streets anyway.
        if question.asked.start == question.asked.end:  # on a map with a single node
            question = replace(question, asked=replace(question.asked, end=None))
        self.start, self.end = number.get(question.asked.start), number.get(question.asked.end)
        passed = self.ends_of(self.asked) if question.asked.closed else ()
        self.stops = [v for v in (self.start, self.end) if v is not None and v not in passed]
        self.question = replace(question, stops=tuple(self.nodes[v] for v in self.stops))

    def ends_of(self, streets: Iterable[int]) -> set[int]:
        """Return the ends of some streets."""
        return {v for k in streets for v in self.streets[k][:2]}

    @property
    def directed(self) -> bool:
        """True if streets have a direction."""
        return self.question.G.is_directed()

    def length(self, streets: Iterable[int]) -> int:
        """Return the length of some streets, in units."""
        return sum(self.streets[k][2] for k in streets)

    def checked(self, kind: type[T], **evidence: Any) -> T:
        """Return a proof about the question, checked against the map."""
        named: Any = Computed() if callable(self.question.weight) else self.question.weight
        proof = kind(
            **self.question.claim,
            streets="all" if self.is_all else tuple(self.names[k] for k in self.asked),
            weight=None if kind is Unreachable and not self.hidden else named,
            hidden=self.hidden,
            **evidence,
        )
        if isinstance(proof, StreetBound) and "bound" not in evidence:
            bound = proof.proved(self.question.G, self.question.weight)
            return self.checked(kind, **evidence, bound=plain(bound))
        self.question.check(proof)
        return proof

    def check_ways(self) -> None:
        """Raise :exc:`NoWalk` with a proof if no walk passes all streets."""
        # 1. Parts whose nodes reach each other. In a digraph, the middle of a street is a node too.
        n, start, end = len(self.nodes), self.start, self.end
        D: Any = nx.DiGraph(list(self.least))
        visited = {*self.ends_of(self.asked), *self.stops}
        if self.directed:
            visited |= {n + k for k in self.asked}
            for k in self.asked:
                D.add_edges_from([(self.streets[k][0], n + k), (n + k, self.streets[k][1])])
        D.add_nodes_from(visited)
        C = nx.condensation(D)
        part_of = C.graph["mapping"]
        parts = {part_of[v] for v in visited}
        if len(parts) == 1:
            return
        # 2. A walk goes through them in the only order that there may be.
        order = [part for part in nx.topological_sort(C) if part in parts]
        traps: Any = next((pair for pair in pairwise(order) if not nx.has_path(C, *pair)), ())
        if self.question.asked.closed or (end is not None and part_of[end] != order[-1]):
            traps = order[-1:]
        elif start is not None and part_of[start] != order[0]:
            traps = [part_of[start]]
        if traps:
            closures = [{trap, *nx.descendants(C, trap)} for trap in traps]
            raise NoWalk(
                self.checked(
                    Unreachable,
                    parts=tuple(
                        frozenset(self.nodes[v] for v, c in part_of.items() if c in some and v < n)
                        for some in closures
                    ),
                )
            )
