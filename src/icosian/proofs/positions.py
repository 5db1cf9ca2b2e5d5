"""Proofs about tours with numbers given to nodes, by clauses on which node has which number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from operator import itemgetter
from typing import Any

import networkx as nx

from icosian._io.memory import afford
from icosian.exceptions import InvalidProof
from icosian.proofs.base import Proof
from icosian.proofs.conditions import besides_text, edges_text, numbers_text
from icosian.proofs.shared.claim import Claim, Pairs, Places
from icosian.proofs.shared.codec import LEFT_OUT
from icosian.proofs.shared.evidence import Tick, paced
from icosian.proofs.shared.rules import Facts, literals_of

Fact = tuple[int, list[int], str]


MEMBER, VARIABLE = 32, 200
"""The least bytes that a node takes which may have a number, and the variable for it."""


@dataclass(frozen=True, kw_only=True)
class Positioned(Proof):
    """There is no tour on which some nodes have given numbers.

    Theorem: each number 1, 2, ... belongs to one node and each node has one number, and nodes with
    consecutive numbers are joined. Walks along the edges, with one step for each number, tell
    which nodes may have a number at all. Either these are too few for some numbers, or clauses
    follow one after the other by unit propagation, as in a :class:`Refutation`, up to a
    contradiction.

    Attributes
    ----------
    positions : tuple of (node, int)
        The numbers given, from 1; those of a path's given ends need not stand here.
    require, forbid : tuple of (node, node)
        Edges to use, and edges to avoid.
    besides : tuple of tuple of node
        Different tours that are known: there is no further one. Their reverses are the same tours,
        except in digraphs.
    crowd : tuple of int
        Numbers for which there are too few nodes, or none.
    places : tuple of (node, int)
        The nodes and numbers that the clauses speak of, counted from 1.
    clauses : tuple of tuple of int
        The clauses in order: ``k`` says that the k-th node has its number, ``-k`` that it has not.
    until : tuple of int
        The number of the last clause that needs each, after which a check forgets it; empty if none
        is forgotten.

    See Also
    --------
    Conditional : Conditions on edges alone.

    Notes
    -----
    The check makes all statements itself: about n² of them for n nodes without numbers, fewer
    where many numbers are given.

    Examples
    --------
    Where it would have to be the fifth, the last node is too far away:

    >>> import networkx as nx, icosian
    >>> G = nx.grid_2d_graph(3, 3)
    >>> proof = icosian.prove_no_hamiltonian_path(G, (0, 0), positions={(2, 2): 4})
    >>> proof.check(G)
    >>> print(proof.explain())
    There is no Hamiltonian path from (0, 0) with (2, 2) as number 4: number 4 cannot be reached
    with one step for each number, coming from (0, 0), number 1.
    """

    positions: Places
    require: Pairs = ()
    forbid: Pairs = ()
    besides: tuple[tuple[Any, ...], ...] = ()
    crowd: tuple[int, ...] = ()
    places: Places = ()
    clauses: tuple[tuple[int, ...], ...] = ()
    until: tuple[int, ...] = field(default=(), metadata=LEFT_OUT)

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        table = Timetable(G, self.statement, tick)
        table.check_known()
        if self.crowd:
            nodes = {v for k in self.crowd for v in table.fitting(k)}
            if len(nodes) >= len(set(self.crowd)):
                raise InvalidProof("there are nodes enough for these numbers")
            return
        self._follow(table, Facts(len(table.variables), tick), tick)

    def _follow(self, table: Timetable, facts: Facts, tick: Tick) -> None:
        """Check the clauses one after the other."""
        known = [table.variable(place) for place in self.places]
        clauses = [literals_of(clause, known, "a place") for clause in self.clauses]
        for fact in paced(table.facts(), tick):
            facts.add(*fact)
        facts.refute(clauses, self.until)

    @property
    def claim(self) -> str:
        """The claim as a sentence without a full stop."""
        text = numbers_text(self, self.positions) + edges_text(self, self.require, self.forbid)
        return super().claim + text + besides_text(len(self.besides))

    def _reason(self) -> str:
        step = "with one step for each number"
        if not self.crowd:
            follow = f"{len(self.clauses)} clauses follow one after the other"
            if not self.clauses:
                follow = "one number forces the next"
            return (
                f"each number has one node and each node one number, {step}; {follow}, and then no"
                " choice is left"
            )
        if len(self.crowd) > 1:
            numbers = self._listed(self.crowd)
            return f"{step}, fewer nodes than {len(self.crowd)} can have the numbers {numbers}"
        k = self.crowd[0]
        again = " again" if self.closed and k == 1 else ""
        given = [*self.positions, *([] if self.start is None else [(self.start, 1)])]
        before = [(place, v) for v, place in given if again or place < k]
        text = f"number {k} cannot be reached{again} {step}"
        if before:
            place, node = max(before, key=itemgetter(0))
            text += f", coming from {self._name(node)}, number {place}"
        return text

    def _effort(self) -> int:
        return 5 if self.crowd else 60 * (1 + len(self.clauses))


class Timetable:
    """Which node may have which number, and the statements about a choice."""

    def __init__(self, G: nx.Graph[Any], claim: Claim, tick: Tick, *, narrow: bool = True) -> None:
        self.nodes = list(G)
        """The nodes of the graph."""
        self._number = {v: i for i, v in enumerate(self.nodes)}
        self._closed, self._directed = claim.closed, G.is_directed()
        self._require = [self._pair(pair) for pair in claim.require]
        self._besides = [self._order(tour) for tour in claim.besides]
        forbid = {self._pair(pair) for pair in claim.forbid}
        if not self._directed:
            forbid |= {(v, u) for u, v in forbid}
        n = len(self.nodes)
        self._ahead: list[set[int]] = [set() for _ in range(n)]
        self._behind: list[set[int]] = [set() for _ in range(n)]
        for v, row in G.adjacency():
            for w in row:
                i, j = self._number[v], self._number[w]
                if i != j and (i, j) not in forbid:
                    self._ahead[i].add(j)
                    self._behind[j].add(i)
        self._given: list[tuple[int, int]] = []
        if narrow:
            self._fits = self._fitting(claim)
            self._walk(tick)
        else:  # every node with every number, and which of them are given
            self._given = [(self._node(v), k) for v, k in _given(claim, n)]
            self._fits = [set(range(n))] * n
        afford(VARIABLE * sum(map(len, self._fits)), f"a check of the numbers of {n:,} nodes")
        self.variables: dict[tuple[int, int], int] = {}
        """The variable that says that the node at a place of ``nodes`` has a number, from 1."""
        for k, fits in enumerate(self._fits, start=1):
            for v in sorted(fits):
                self.variables[v, k] = len(self.variables)

    def _node(self, v: Any) -> int:
        try:
            return self._number[v]
        except (TypeError, KeyError):
            raise InvalidProof(f"{v!r} is not a node of the graph") from None

    def _pair(self, pair: Any) -> tuple[int, int]:
        u, v = map(self._node, pair)
        return u, v

    def _order(self, tour: Iterable[Any]) -> list[int]:
        order = list(map(self._node, tour))
        if sorted(order) != list(range(len(self.nodes))):
            raise InvalidProof("a known tour must hold every node once")
        return order

    def _fitting(self, claim: Claim) -> list[set[int]]:
        """Return which nodes the numbers given leave for each number."""
        n = len(self.nodes)
        given = _given(claim, n)
        free = set(range(n)) - {self._node(v) for v, _ in given}
        fits = [free] * n
        for v, k in given:
            if type(k) is not int or not 1 <= k <= n:
                raise InvalidProof(f"the number of a node is from 1 to {n}, got {k!r}")
            node = {self._node(v)}  # a second one leaves none
            fits[k - 1] = node if fits[k - 1] is free else fits[k - 1] & node
        afford(MEMBER * sum(map(len, fits)), f"a check of the numbers of {n:,} nodes")
        return [set(nodes) for nodes in fits]

    def _walk(self, tick: Tick) -> None:
        """Keep for each number the nodes that walks from earlier and to later numbers meet."""
        n, fits = len(self.nodes), self._fits
        forward = [(k, k + 1, self._ahead) for k in range(n - 1)]
        backward = [(k, k - 1, self._behind) for k in range(n - 1, 0, -1)]
        if self._closed:
            forward.append((n - 1, 0, self._ahead))
            backward.insert(0, (0, n - 1, self._behind))
        for k, other, joined in forward + backward:
            tick()
            fits[other] &= set[int]().union(*(joined[v] for v in fits[k]))
            if not fits[other]:
                return

    def check_known(self) -> None:
        """Raise :exc:`InvalidProof` unless the known tours are such tours, and different ones."""
        seen: set[tuple[int, ...]] = set()
        for tour in self._besides:
            steps = set(pairwise([*tour, tour[0]] if self._closed else tour))
            ways = steps if self._directed else steps | {(v, u) for u, v in steps}
            fit = all((v, k) in self.variables for k, v in enumerate(tour, start=1))
            if not (
                fit
                and all(v in self._ahead[u] for u, v in steps)
                and ways.issuperset(self._require)
            ):
                raise InvalidProof("a known tour is not one that the claim is about")
            if tuple(tour) in seen:
                raise InvalidProof("a known tour is listed twice")
            seen |= {tuple(tour), tuple(self._turned(tour))}

    def _turned(self, tour: list[int]) -> list[int]:
        """Return the same tour in the other direction; a digraph has no other one."""
        if self._directed:
            return tour
        return tour[:1] + tour[:0:-1] if self._closed else tour[::-1]

    def fitting(self, k: Any) -> set[int]:
        """Return the nodes that may have a number, by their places."""
        if type(k) is not int or not 1 <= k <= len(self.nodes):
            raise InvalidProof(f"{k!r} is not a number of a node on a tour")
        return self._fits[k - 1]

    def variable(self, place: Any) -> int:
        """Return the variable that a proof names by node and number."""
        v, k = place
        variable = self.variables.get((self._node(v), k))
        if variable is None:
            raise InvalidProof(f"{v!r} is never number {k!r}")
        return variable

    def facts(self) -> Iterator[Fact]:
        """Yield statements (least, literals, why): at least so many of these literals hold."""
        numbers: list[list[int]] = [[] for _ in self.nodes]
        for v, k in self.variables:
            numbers[v].append(k)
        for k, fits in enumerate(self._fits, start=1):
            yield from _one([self.variables[v, k] for v in fits], "each number has one node")
        for v, own in enumerate(numbers):
            yield from _one([self.variables[v, k] for k in own], "each node has one number")
        for place in self._given:
            yield 1, [2 * self.variables[place]], "a number given"
        for v, k in self.variables:
            for step, joined in ((1, self._ahead), (-1, self._behind)):
                if (other := self._place(k, step)) is not None:
                    yield self._implied(v, k, [(w, other) for w in joined[v]], "a step")
        for u, v in self._require:
            for w, partner, step in ((u, v, 1), (v, u, -1)):
                steps = (step,) if self._directed else (1, -1)
                for k in numbers[w]:
                    near = [self._place(k, step) for step in steps]
                    beside = [(partner, k) for k in near if k is not None]
                    yield self._implied(w, k, beside, "an edge to use")
        for tour in self._besides:
            yield from self._not(tour)
            if not self._directed:
                yield from self._not(self._turned(tour))

    def _place(self, k: int, step: int) -> int | None:
        """Return the number after or before another one."""
        n = len(self.nodes)
        return (k + step - 1) % n + 1 if self._closed or 1 <= k + step <= n else None

    def _implied(self, v: int, k: int, others: Iterable[tuple[int, int]], why: str) -> Fact:
        """Return that a node has a number only if some other one has some other number."""
        found = [2 * self.variables[other] for other in others if other in self.variables]
        return 1, [2 * self.variables[v, k] + 1, *found], why

    def _not(self, tour: list[int]) -> Iterator[Fact]:
        """Yield that not all nodes have their numbers on a tour, if they may have these."""
        places = [(v, k) for k, v in enumerate(tour, start=1)]
        if all(place in self.variables for place in places):
            yield 1, [2 * self.variables[place] + 1 for place in places], "not a known tour"


def _given(claim: Claim, size: int) -> list[tuple[Any, int]]:
    """Return the numbers given, with those of given ends."""
    ends = () if claim.closed else ((claim.start, 1), (claim.end, size))
    return [*claim.positions, *((v, k) for v, k in ends if v is not None)]


def _one(variables: list[int], why: str) -> list[Fact]:
    """Return that exactly one of some variables holds."""
    return [
        (1, [2 * x for x in variables], why),
        (len(variables) - 1, [2 * x + 1 for x in variables], why),
    ]
