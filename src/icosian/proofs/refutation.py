"""Refutations by clauses on edges, each of which follows by unit propagation."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import networkx as nx

from icosian.proofs.base import Proof
from icosian.proofs.shared.codec import LEFT_OUT
from icosian.proofs.shared.evidence import Tick, paced
from icosian.proofs.shared.minors import Paths
from icosian.proofs.shared.network import Network
from icosian.proofs.shared.rules import Facts, literals_of


@dataclass(frozen=True, kw_only=True)
class Refutation(Proof):
    """Clauses, each of which follows from those before it, and in the end a contradiction.

    Theorem: a cycle has exactly two edges at every node and at least two across the border of
    every set, and none that closes a path of its edges before it has met all nodes. A clause says
    that of some edges one is used, or not used. It follows by unit propagation: suppose that it is
    false; as long as such a rule or an earlier clause leaves no choice about an edge, mark the edge
    as used or not; if one cannot be met any more, the clause is true. When even without a
    supposition one cannot be met, there is no cycle.

    Attributes
    ----------
    sets : tuple of frozenset
        The sets whose borders are counted.
    edges : tuple of (node, node)
        The edges that the clauses speak of, numbered from 1.
    clauses : tuple of tuple of int
        The clauses in order: ``k`` says that edge k is used, ``-k`` that it is not.
    until : tuple of int
        The number of the last clause that needs each, after which a check forgets it; empty if none
        is forgotten.

    See Also
    --------
    Cases : The same kind of reasoning as a tree, easier to read and longer.

    Notes
    -----
    A path is a cycle through one further node, home, joined to all nodes or to the ends that were
    given. In a digraph a cycle has one arc into and one out of every node, and of every set at
    least one. Clauses are what a SAT solver learns from its conflicts, and unit propagation checks
    them without a search. Cost: at most the size of all counts and clauses, for each edge that is
    marked for each clause. Horton's graph of 96 nodes takes about a hundred clauses.

    References
    ----------
    .. [1] E. Goldberg, Y. Novikov, Verification of proofs of unsatisfiability for CNF formulas,
       Design, Automation and Test in Europe (2003), 886-891.
    .. [2] M. J. H. Heule, W. A. Hunt, N. Wetzler, Trimming while checking clausal proofs, Formal
       Methods in Computer-Aided Design (2013), 181-188.

    Examples
    --------
    Two edges at every node of Petersen's graph always close too early:

    >>> import networkx as nx
    >>> proof = Refutation(
    ...     closed=True,
    ...     sets=(),
    ...     edges=((0, 1), (0, 4), (2, 3), (3, 4), (3, 8), (4, 9)),
    ...     clauses=((-2, 5), (6,), (3,), (-4,), (-1,)),
    ... )
    >>> proof.check(nx.petersen_graph())
    >>> print(proof.explain())
    There is no Hamiltonian cycle: a cycle has two edges at every node (in a digraph one in and one
    out) and none that closes it too early; so 0-4 is not used or 3-8 is used; 4 more clauses follow
    one after the other, and then no choice of edges is left.
    """

    sets: tuple[frozenset[Any], ...]
    edges: tuple[tuple[Any, Any], ...]
    clauses: tuple[tuple[int, ...], ...]
    until: tuple[int, ...] = field(default=(), metadata=LEFT_OUT)

    def _check_form(self) -> None:
        for clause in self.clauses:
            literals_of(clause, range(len(self.edges)), "an edge")

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        net = Network(G, self.statement, tick)
        paths = Paths(net.joined, len(net.nodes), directed=net.directed)
        self._follow(net, Facts(len(net.edges), tick, paths), tick)

    def _follow(self, net: Network, facts: Facts, tick: Tick, more: Iterable[int] = ()) -> None:
        """Check the clauses one after the other, on the edges and ``more`` variables."""
        known = [*map(net.edge, self.edges), *more]
        clauses = [literals_of(clause, known, "an edge") for clause in self.clauses]
        state(net, facts, self.sets, tick)
        facts.refute(clauses, self.until)

    def _reason(self) -> str:
        tour = "a cycle" if self.closed else "a path, closed by going home from its ends,"
        demand = f"{tour} has two edges at every node (in a digraph one in and one out)"
        early = "none that closes it too early"
        if self.sets:
            count = len(self.sets)
            sets = "a set" if count == 1 else f"each of {count} sets"
            demand += f", {early}, and at least two across the border of {sets}"
        else:
            demand += f" and {early}"
        if not self.clauses:
            return f"{demand}, and no choice of edges has"
        first, more = " or ".join(map(self._literal_text, self.clauses[0])), len(self.clauses) - 1
        follow = f"; {more} more clause{'s follow one after the other' if more > 1 else ' follows'}"
        return f"{demand}; so {first}{follow if more else ''}, and then no choice of edges is left"

    def _literal_text(self, literal: int) -> str:
        return f"{self._edge(*self.edges[abs(literal) - 1])} is {'' if literal > 0 else 'not '}used"

    def _effort(self) -> int:
        return 60 * (1 + len(self.clauses)) + sum(map(len, self.sets))


def state(net: Network, facts: Facts, sets: Iterable[frozenset[Any]], tick: Tick) -> None:
    """Add two statements for each port, one for each given edge, and those of the borders."""
    least, most = net.bounds
    for p, edges in enumerate(paced(net.ports, tick)):
        facts.add(net.need, [2 * e for e in edges], (least, p))
        facts.add(len(edges) - net.need, [2 * e + 1 for e in edges], (most, p))
    for e in net.given:
        facts.add(1, [2 * e], "an end")
    for part in paced(sets, tick, every=1):
        leaving, entering = net.crossing(net.inside(part))
        for some in (leaving, entering) if net.directed else (leaving + entering,):
            facts.add(net.need, [2 * e for e in some], "a border")
