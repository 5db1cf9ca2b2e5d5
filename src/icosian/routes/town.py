"""The streets of a map, exactly, and whether any walk passes those that are asked for."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, TypeVar

import networkx as nx

from icosian._arrays.weights import plain_number
from icosian._io.text import shown
from icosian.exceptions import InvalidArgument, NoWalk
from icosian.proofs import Computed, StreetBound, Unreachable, WalkBound
from icosian.tours.shortest.answer import plain
from icosian.tours.shortest.problem.lengths import (
    Unit,
    common_denominator,
    exact_number,
    kind_of,
    scaled,
)

if TYPE_CHECKING:
    from icosian.routes.rounds import Question

T = TypeVar("T", StreetBound, Unreachable, WalkBound)


@dataclass(frozen=True, kw_only=True)
class Town:
    """The streets that a question is about, by numbers of nodes and with integer lengths."""

    question: Question
    """Its stops are the ends given, but not a start that a closed walk passes anyway."""
    nodes: list[Any]
    stops: list[int]
    start: int | None
    end: int | None
    streets: list[tuple[int, int, int]]
    """The ends and the length of each."""
    names: list[tuple[Any, ...]]
    """The edges: their ends, and in multigraphs their keys."""
    asked: list[int]
    """The numbers of the streets to pass."""
    is_all: bool
    least: dict[tuple[int, int], int]
    """The number of the shortest street from one node to another."""
    unit: Unit
    hidden: int

    @classmethod
    def of(cls, question: Question, some: Iterable[Any] | None) -> Town:
        """Read the streets."""
        G, nodes = question.G, list(question.G)
        edges: Any = G.edges
        every = [(name, _length(question, name[0], name[1], edges[name])) for name in edges]
        names = [name for name, length in every if length is not None]
        exact = [length for _, length in every if length is not None]
        # 1. Lengths as integers.
        try:
            common = common_denominator(exact)
        except ValueError:
            raise InvalidArgument("weights have no bearable common denominator") from None
        lengths = [scaled(length, common) for length in exact]
        unit = Unit(size=Fraction(1, common), kind=kind_of(exact))
        unit.check_sum(lengths, len(nodes) * len(lengths))
        # 2. The streets to pass.
        asked = list(range(len(names)))
        if some is not None:
            known = {name: k for k, name in enumerate(names)}
            if not G.is_directed():
                known |= {(v, u, *key): k for (u, v, *key), k in known.items()}
            wanted = [tuple(edge) if isinstance(edge, Iterable) else edge for edge in some]
            if strange := [edge for edge in wanted if edge not in known]:
                raise InvalidArgument(
                    f"{shown(strange[0])} is not a street: an edge with a length, by its ends"
                    f"{' and its key' * G.is_multigraph()}"
                )
            asked = list(dict.fromkeys(known[edge] for edge in wanted))
        if not asked:
            raise nx.NetworkXPointlessConcept("a walk along no streets is pointless")
        # 3. The ends.
        passed = {v for k in asked for v in names[k][:2]} if question.closed else ()
        if question.start == question.end:  # on a map with a single node
            question = replace(question, end=None)
        ends = [v for v in (question.start, question.end) if v is not None and v not in passed]
        number = {v: i for i, v in enumerate(nodes)}
        ways = [(number[u], number[v]) for u, v, *_ in names]
        least: dict[tuple[int, int], int] = {}
        for k in sorted(range(len(ways)), key=lengths.__getitem__, reverse=True):
            u, v = ways[k]
            least[u, v] = k
            if not G.is_directed():
                least[v, u] = k
        return cls(
            question=replace(question, stops=tuple(ends)),
            nodes=nodes,
            stops=[number[v] for v in ends],
            start=number.get(question.start),
            end=number.get(question.end),
            streets=[(*way, length) for way, length in zip(ways, lengths, strict=True)],
            names=names,
            asked=asked,
            is_all=some is None,
            least={(u, v): k for (u, v), k in least.items() if u != v},
            unit=unit,
            hidden=len(every) - len(names),
        )

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
            bound = proof.proved(self.question.G, weight=self.question.weight)
            return self.checked(kind, **evidence, bound=plain(bound))
        self.question.check(proof)
        return proof

    def check_ways(self) -> None:
        """Raise :exc:`NoWalk` with a proof if no walk passes all streets."""
        # 1. Parts whose nodes reach each other. In a digraph, the middle of a street is a node too.
        n, start, end = len(self.nodes), self.start, self.end
        D: Any = nx.DiGraph(list(self.least))
        ends = chain.from_iterable(self.streets[k][:2] for k in self.asked)
        visited = {*ends, *(v for v in (start, end) if v is not None)}
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
        if self.question.closed or (end is not None and part_of[end] != order[-1]):
            traps = order[-1:]
        elif start is not None and part_of[start] != order[0]:
            traps = [part_of[start]]
        if traps:
            found = []
            for trap in traps:
                ahead = (C.nodes[part]["members"] for part in {trap, *nx.descendants(C, trap)})
                inside = chain.from_iterable(ahead)
                found.append(frozenset(self.nodes[v] for v in inside if v < n))
            raise NoWalk(self.checked(Unreachable, parts=tuple(found)))


def _length(question: Question, u: Any, v: Any, data: Any) -> Any:
    """Return the length of an edge, None if it has none."""
    G, weight = question.G, question.weight
    if callable(weight):
        raw = weight(u, v, data)
        if not G.is_directed() and weight(v, u, data) != raw:
            raise InvalidArgument(
                f"edge ({shown(u)}, {shown(v)}) has another length in each direction: walks along"
                " streets need a digraph with one arc for each way to pass"
            )
    else:
        raw = 1 if weight is None else data.get(weight, 1)
    try:
        is_open = raw is not None and plain_number(raw) != math.inf
        length = exact_number(raw) if is_open else None
    except ValueError:
        length = -1
    if length is not None and length < 0:
        raise InvalidArgument(
            f"weights are numbers of at least 0, but edge ({shown(u)}, {shown(v)}) has {shown(raw)}"
        )
    return length
