"""Refutations by clauses on edges, each of which follows by unit propagation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from icosian.exceptions import InvalidProof
from icosian.proofs.base import Proof
from icosian.proofs.pseudo_boolean.replay import StatedPaths
from icosian.proofs.pseudo_boolean.view import View
from icosian.proofs.shared.evidence import paced, unlimited
from icosian.proofs.shared.network import Network
from icosian.proofs.shared.paths import Paths

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import networkx as nx

    from icosian.proofs.pseudo_boolean.edges import Edges
    from icosian.proofs.shared.evidence import Tick

__all__ = ["Facts", "Refutation", "literals_of"]

TICK = 1_000
"""Literals propagated between two ticks."""


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

    def _check_form(self) -> None:
        for clause in self.clauses:
            literals_of(clause, range(len(self.edges)), "an edge")

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        net = Network(G, self.statement, tick)
        self._follow(net, Paths(net.joined, len(net.nodes), directed=net.directed), tick)

    def _follow(self, net: Network, paths: Paths, tick: Tick) -> None:
        """Check the clauses one after the other."""
        known = [net.edge(pair) for pair in self.edges]
        clauses = [literals_of(clause, known, "an edge") for clause in self.clauses]
        facts = Facts(len(net.edges), tick, paths)
        for edges in paced(net.ports, tick):
            facts.add(net.need, [2 * e for e in edges])
            facts.add(len(edges) - net.need, [2 * e + 1 for e in edges])
        for e in net.given:
            facts.add(1, [2 * e])
        for part in paced(self.sets, tick, every=1):
            leaving, entering = net.crossing(net.inside(part))
            if net.directed:
                facts.add(1, [2 * e for e in leaving])
                facts.add(1, [2 * e for e in entering])
            else:
                facts.add(2, [2 * e for e in leaving + entering])
        facts.refute(clauses)

    def _refute(self, edges: Edges, G: nx.Graph[Any]) -> None:
        view = View(edges, G, self.statement)
        for part in self.sets:
            view.border(part)
        self._follow(view.net, StatedPaths(view), unlimited)
        variables = [view.variables[view.net.edge(pair)] for pair in self.edges]
        for clause in self.clauses:
            literals = {k // abs(k) * variables[abs(k) - 1]: None for k in clause}
            if not any(-literal in literals for literal in literals):
                view.log.imply(literals)
        view.log.imply(())

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


def literals_of(clause: Iterable[Any], known: Sequence[int], what: str) -> list[int]:
    """Return a clause on the k-th items as literals: number k is 2 k, its denial 2 k + 1."""
    literals = []
    for literal in clause:
        if type(literal) is not int or not 1 <= abs(literal) <= len(known):
            raise InvalidProof(f"{literal!r} is not the number of {what} in the list")
        literals.append(2 * known[abs(literal) - 1] + (literal < 0))
    return list(dict.fromkeys(literals))


class Facts:
    """Statements "at least ``least`` of these literals hold", and unit propagation on them."""

    # A literal and its denial are the numbers 2 k and 2 k + 1. Of a statement the first least + 1
    # literals are watched: only if one of them fails and no other can take its place, the rest of
    # them is forced. So nothing but failed literals has to be taken back. ``paths`` are those of
    # used edges, none of which may close too early; they ask for statements that no port takes more
    # edges than it needs.

    def __init__(self, variables: int, tick: Tick, paths: Paths | None = None) -> None:
        self.contradictory = False
        self._tick = tick
        self._paths = paths
        self._failed = [False] * (2 * variables)
        self._watchers: list[list[tuple[int, list[int]]]] = [[] for _ in self._failed]
        self._holding: list[int] = []  # literals, in the order in which they were concluded
        self._concluded = 0

    def add(self, least: int, literals: list[int]) -> None:
        """Add a statement; call :meth:`conclude` before the next question."""
        possible = [literal for literal in literals if not self._failed[literal]]
        if len(possible) < least:
            self.contradictory = True
        elif len(possible) == least:
            self._hold(possible)
        elif least > 0:
            for literal in possible[: least + 1]:
                self._watchers[literal].append((least, possible))

    def conclude(self) -> None:
        """Draw the conclusions for good."""
        if not self.contradictory:
            self.contradictory = self._clash(self._concluded)
            self._concluded = len(self._holding)

    def refute(self, clauses: Iterable[list[int]]) -> None:
        """Raise :exc:`InvalidProof` unless the clauses follow in order, up to a contradiction."""
        self.conclude()
        for k, clause in enumerate(clauses, start=1):
            self._tick()
            if not self.imply(clause):
                raise InvalidProof(f"clause {k} does not follow from what comes before it")
            self.add(1, clause)
            self.conclude()
        if not self.contradictory:
            raise InvalidProof("the clauses do not end in a contradiction")

    def imply(self, clause: list[int]) -> bool:
        """Return True if denying all literals of a clause leads to a contradiction."""
        if self.contradictory:
            return True
        failed, holding = self._failed, self._holding
        before, joined = len(holding), 0 if self._paths is None else len(self._paths)
        clash = False
        for literal in clause:
            if failed[literal ^ 1]:
                clash = True
            elif not failed[literal]:
                self._hold([literal ^ 1])
                clash = self._clash(len(holding) - 1)
            if clash:
                break
        for literal in holding[before:]:
            failed[literal ^ 1] = False
        del holding[before:]
        if self._paths is not None:
            self._paths.take_back(joined)
        return clash

    def _hold(self, literals: Iterable[int]) -> None:
        for literal in literals:
            if not self._failed[literal ^ 1]:
                self._failed[literal ^ 1] = True
                self._holding.append(literal)

    def _clash(self, first: int) -> bool:
        """Draw the conclusions from the literals that hold, from one of them on, until a clash."""
        failed, watchers, holding = self._failed, self._watchers, self._holding
        while first < len(holding):
            literal = holding[first] ^ 1
            first += 1
            if first % TICK == 0:
                self._tick()
            watching = watchers[literal]
            k = len(watching)
            while k:
                k -= 1
                statement = watching[k]
                least, row = statement
                for place in range(least + 1, len(row)):
                    other = row[place]
                    if not failed[other]:
                        row[row.index(literal)], row[place] = other, literal
                        watchers[other].append(statement)
                        watching[k] = watching[-1]
                        watching.pop()
                        break
                else:
                    for other in row[: least + 1]:
                        if other != literal:
                            if failed[other]:
                                return True
                            if not failed[other ^ 1]:
                                failed[other ^ 1] = True
                                holding.append(other)
            # The counts at its ports have not clashed, so a used edge finds them free.
            if self._paths is not None and literal & 1:
                closing = self._paths.join(literal >> 1)
                if closing is not None:
                    if failed[2 * closing + 1]:
                        return True
                    self._hold([2 * closing + 1])
        return False
