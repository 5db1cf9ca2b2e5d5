"""Proofs by edges that are forced: in steps, in a tree of cases, and by parity."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from operator import sub
from typing import Any

import networkx as nx

from icosian._io.text import plural
from icosian.exceptions import InvalidProof
from icosian.proofs.certificate import Proof, Tick, no_limit, with_ticks
from icosian.proofs.claim import LEFT_OUT
from icosian.proofs.counting import Weights
from icosian.proofs.instance import OPEN, UNUSED, USED, Contradiction, CycleInstance, Marks


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One conclusion: edges that every tour uses, or that none does.

    Attributes
    ----------
    edges : tuple of (node, node)
        The edges; none in the last step, where there is no choice left at all.
    used : bool
        Whether the edges are used. In the last step, whether too many are, not too few left.
    node : node or None
        The node whose edges decide it: it has two, in a digraph one in and one out.
    border : frozenset or None
        The set of nodes whose border decides it: a tour crosses it an even number of times and at
        least twice. With neither, the edge would close a cycle too early.
    """

    edges: tuple[tuple[Any, Any], ...]
    used: bool = False
    node: Any = field(default=None, metadata=LEFT_OUT)
    border: frozenset[Any] | None = field(default=None, metadata=LEFT_OUT)


@dataclass(frozen=True, kw_only=True)
class ForcedEdges(Proof):
    """Edges that are forced one after the other, until a node or a border cannot be served.

    Theorem: every node has exactly two edges of the cycle, so the edges of a node with two
    possible ones are used, and those of a node with two used ones are not; the border of every set
    is crossed an even number of times and at least twice; an edge that would close a path of used
    edges is not used before the path holds every node. A node or border for which too few edges
    are possible, or too many are used, excludes every cycle. In a digraph every node has one arc
    in and one out, and a set is left as often as it is entered.

    Attributes
    ----------
    steps : tuple of Step
        The conclusions in order. The last one has no edges, or ends with an edge that closes a
        cycle too early.

    References
    ----------
    .. [1] F. Rubin, A search procedure for Hamilton paths and circuits, Journal of the ACM 21
       (1974), 576-580.

    Examples
    --------
    Three paths between two corners:

    >>> import networkx as nx
    >>> G = nx.Graph(["aw", "wx", "xb", "ac", "ce", "eb", "ad", "db"])
    >>> steps = [
    ...     Step(edges=(("a", "c"), ("c", "e")), used=True, node="c"),
    ...     Step(edges=(("a", "d"), ("d", "b")), used=True, node="d"),
    ...     Step(edges=(("a", "w"),), node="a"),
    ...     Step(edges=(), node="w"),
    ... ]
    >>> proof = ForcedEdges(closed=True, steps=tuple(steps))
    >>> proof.check(G)
    >>> print(proof.explain())
    There is no Hamiltonian cycle: (1) 'c' has no other edges left: 'a'-'c', 'c'-'e' are used.
    (2) 'd' has no other edges left: 'a'-'d', 'd'-'b' are used. (3) 'a' has all its edges:
    'a'-'w' is not used. (4) 'w' has too few edges left.
    """

    steps: tuple[Step, ...]

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        net = CycleInstance(G, self.statement, tick)
        marks = Marks(net, tick=tick)
        borders: dict[frozenset[Any], tuple[int, ...]] = {}
        for k, step in enumerate(self.steps, start=1):
            tick()
            rows = self._rows(step, marks, borders)
            if not step.edges:
                if k < len(self.steps) or not any(self._fails(step, marks, r) for r in rows):
                    raise InvalidProof("the last step is no contradiction")
                return
            for place, pair in enumerate(step.edges, start=1):
                e = net.edge(pair)
                if marks.mark[e] != OPEN:
                    raise InvalidProof(f"edge {pair!r} was decided before")
                if rows:
                    verdict = USED if step.used else UNUSED
                    follows = any(e in marks.rows[r] and marks.verdict(r) == verdict for r in rows)
                else:
                    follows = not step.used and marks.closes(e)
                if not follows:
                    raise InvalidProof(f"the mark of edge {pair!r} does not follow")
                try:
                    (marks.use if step.used else marks.drop)(e)
                except Contradiction:
                    if place < len(step.edges):
                        raise InvalidProof("the steps go on after a contradiction") from None
                    self._end(e, k, marks, borders)
                    return
        raise InvalidProof("the steps do not end in a contradiction")

    def _end(
        self, e: int, k: int, marks: Marks, borders: dict[frozenset[Any], tuple[int, ...]]
    ) -> None:
        """Check what may follow an edge that closes a cycle too early or overfills a node."""
        if k == len(self.steps):
            return
        last = self.steps[k]
        rows = [r for r in self._rows(last, marks, borders) if e in marks.rows[r]]
        overfilled = any(marks.used[r] == marks.bounds(r)[1] for r in rows)
        if last.edges or not last.used or k + 1 < len(self.steps) or not overfilled:
            raise InvalidProof("the steps go on after a contradiction")

    @staticmethod
    def _fails(step: Step, marks: Marks, row: int) -> bool:
        """Return True if a row has too many used edges, or too few left."""
        least, most = marks.bounds(row)
        if step.used:
            return marks.used[row] > most
        return marks.left[row] < least or least > most

    def _rows(
        self, step: Step, marks: Marks, borders: dict[frozenset[Any], tuple[int, ...]]
    ) -> tuple[int, ...]:
        """Return the rows of the node or border that decides a step."""
        if step.border is not None:
            if step.border not in borders:
                borders[step.border] = marks.watch(marks.net.inside(step.border))
            return borders[step.border]
        if step.node is None:
            return ()
        v = marks.net.node(step.node)
        return (2 * v, 2 * v + 1) if marks.net.directed else (v,)

    def _reason(self) -> str:
        steps = [f"({k}) {self._step_text(step)}" for k, step in enumerate(self.steps, start=1)]
        closes = ", which closes a cycle too early" if self.steps and self.steps[-1].edges else ""
        return ". ".join(steps) + closes

    def _step_text(self, step: Step) -> str:
        edges = ", ".join(self._edge(u, v) for u, v in step.edges)
        are = "is" if len(step.edges) == 1 else "are"
        if step.border is not None:
            names = self._listed(self._ordered(step.border), most=24)
            where = f"the border of {{{names}}}"
            often = "crossed an even number of times, at least twice"
            if not step.edges:
                return f"{where} cannot be {often}"
            return f"{where} is {often}: {edges} {are} {'used' if step.used else 'not used'}"
        if step.node is None:
            return f"{edges} would close a cycle too early and {are} not used"
        name = self._name(step.node)
        if not step.edges:
            return f"{name} has {'too many used edges' if step.used else 'too few edges left'}"
        if step.used:
            return f"{name} has no other edges left: {edges} {are} used"
        return f"{name} has all its edges: {edges} {are} not used"

    def _effort(self) -> int:
        return 2 * len(self.steps) + sum(len(step.border or ()) for step in self.steps)


# -- Proofs by cases: a binary tree of edges that are used or not

Entry = tuple[Any, Any] | Weights | None

Case = tuple[Any, int, bool] | None
"""The case above, an edge, and whether it is used; None for the whole."""


@dataclass(frozen=True, kw_only=True)
class Cases(Proof):
    """A tree of cases, each of which ends in a contradiction.

    Theorem: a tour uses an edge or does not. In each case the checker follows the rules of
    :class:`ForcedEdges` as far as they lead; a case is closed if they end in a contradiction, or
    by weights that no tour can reach if the edges of the case are used and not used. Otherwise it
    is split on another edge.

    Attributes
    ----------
    tree : tuple
        The tree from the root down, the case of a used edge before that of an unused one: a pair
        of nodes splits on that edge, :class:`Weights` close a case, None says that the rules do.
    sets : tuple of frozenset
        Sets whose borders the rules watch in all cases.

    Examples
    --------
    >>> import networkx as nx
    >>> G = nx.petersen_graph()
    >>> import icosian
    >>> proof = icosian.prove_no_hamiltonian_cycle(G)
    >>> proof.check(G)
    """

    tree: tuple[Entry, ...]
    sets: tuple[frozenset[Any], ...] = ()

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        net = CycleInstance(G, self.statement, tick)
        marks = Marks(net, map(net.inside, self.sets), tick=tick)
        for entry, is_closed, _ in follow_cases(self.tree, marks, tick):
            if isinstance(entry, tuple):
                if is_closed:
                    raise InvalidProof("a case is split that the rules close")
            elif not is_closed:
                used, unused = (
                    [e for e, mark in enumerate(marks.mark) if mark == one]
                    for one in (USED, UNUSED)
                )
                if not entry or sub(*entry.balance(net, used, unused, tick)) <= 0:
                    raise InvalidProof("a case is left open")

    def _reason(self) -> str:
        splits = sum(isinstance(entry, tuple) for entry in self.tree)
        leaves = len(self.tree) - splits
        weighed = sum(isinstance(entry, Weights) for entry in self.tree)
        how = "in each the edges that are then forced contradict each other"
        if weighed:
            how = (
                f"in {leaves - weighed} of them the edges that are then forced contradict each"
                f" other, in {weighed} a tour would weigh more than there is"
            )
        first = "".join(
            f", first whether {self._edge(*entry)} is used"
            for entry in self.tree[:1]
            if isinstance(entry, tuple)
        )
        return f"there are {leaves} cases, by edges that are used or not{first}, and {how}"

    def _effort(self) -> int:
        weights = sum(entry.size for entry in self.tree if isinstance(entry, Weights))
        return 20 * len(self.tree) + weights + sum(map(len, self.sets))


def follow_cases(
    tree: Iterable[Entry], marks: Marks, tick: Tick = no_limit
) -> Iterator[tuple[Entry, bool, Case]]:
    """Yield the entries of a tree, and whether the rules close their cases; refuse a lack of cases.

    While an entry is looked at, the marks are those of its case.
    """
    ahead: list[tuple[int, Case]] = [(marks.size, None)]
    over = 0  # entries below a split of a case that the rules close
    for entry in tree:
        if over:
            over += 1 if isinstance(entry, tuple) else -1
            continue
        if not ahead:
            raise InvalidProof("there are more cases than the splits make")
        tick()
        size, case = ahead.pop()
        marks.undo(size)  # back to the case above
        is_closed = False
        try:
            if case is not None:
                (marks.use if case[2] else marks.drop)(case[1])
            marks.settle()
        except Contradiction:
            marks.forget()
            is_closed = True
        yield entry, is_closed, case
        if isinstance(entry, tuple):
            if is_closed:
                over = 2
                continue
            e, size = marks.net.edge(entry), marks.size
            ahead += (size, (case, e, False)), (size, (case, e, True))
    if ahead or over:
        raise InvalidProof("a case is left out")


# -- Parity of alternating cycles: permutation factors that all have an even number of cycles


@dataclass(frozen=True, kw_only=True)
class AlternatingParity(Proof):
    """A factor of a digraph with an even number of cycles, where all factors have the same parity.

    Theorem (Rankin): a *factor* has one arc out of every node and one into it, so it is a set of
    disjoint cycles through all nodes. Suppose that every node has at most two arcs out and two in.
    An *alternating cycle* follows an arc forward, the other arc into its head backward, the other
    arc out of that tail forward, and so on; its arcs are alternately in the factor and not. Any
    two factors differ by whole alternating cycles. To exchange one with k arcs in the factor is to
    permute the successors of k nodes cyclically. That takes k - 1 swaps of two successors, and
    each swap joins two cycles or cuts one in two. If k is odd for all alternating cycles, the
    number of cycles of a factor is always even or always odd. A Hamiltonian cycle is a factor with
    one cycle.

    Attributes
    ----------
    factor : tuple of tuple of node
        The cycles of one factor, an even number of them.
    halves : tuple of (int, int)
        Numbers k, and how many alternating cycles have k arcs in the factor.

    See Also
    --------
    BipartitionImbalance : Parity of the number of nodes.

    Notes
    -----
    First the rules of :class:`ForcedEdges` are followed at the nodes as far as they lead: an arc
    that is the only one left out of a node or into it is used, and none that closes a path of used
    arcs too early. What then is left to choose has to be two arcs wherever it is not none. A path
    is a cycle through one further node, home. Cost: linear in the size of the digraph.

    The theorem says nothing about undirected graphs, where a cycle has no direction and an
    exchange may change the number of its cycles by any amount. Whether all factors of a digraph
    have the same parity can be decided in polynomial time without a bound on the number of arcs at
    a node, but not as easily [3]_.

    References
    ----------
    .. [1] R. A. Rankin, A campanological problem in group theory, Mathematical Proceedings of the
       Cambridge Philosophical Society 44 (1948), 17-25.
    .. [2] R. G. Swan, A simple proof of Rankin's campanological theorem, American Mathematical
       Monthly 106 (1999), 159-161.
    .. [3] N. Robertson, P. D. Seymour, R. Thomas, Permanents, Pfaffian orientations, and even
       directed circuits, Annals of Mathematics 150 (1999), 929-975.

    Examples
    --------
    Four bells, where the next order rotates all of them or swaps the first two:

    >>> import itertools, networkx as nx, icosian
    >>> G = nx.DiGraph()
    >>> for a, b, c, d in itertools.permutations("1234"):
    ...     G.add_edges_from([(a + b + c + d, b + c + d + a), (a + b + c + d, b + a + c + d)])
    >>> proof = icosian.prove_no_hamiltonian_cycle(G)
    >>> proof.check(G)
    >>> print(proof.explain())
    There is no Hamiltonian cycle: ...
    """

    factor: tuple[tuple[Any, ...], ...]
    halves: tuple[tuple[int, int], ...]

    def alternating_cycles(self, G: nx.Graph[Any]) -> list[list[tuple[Any, Any]]]:
        """Return the arcs of each alternating cycle, by turns in the factor and not in it."""
        net, cycles = self._alternating(G, no_limit)
        nodes = net.nodes
        return [[(nodes[u], nodes[v]) for u, v in map(net.edges.__getitem__, c)] for c in cycles]

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        _, cycles = self._alternating(G, tick)
        halves = Counter(len(cycle) // 2 for cycle in cycles)
        if any(half % 2 == 0 for half in halves):
            raise InvalidProof("an alternating cycle has an even number of arcs in the factor")
        if tuple(sorted(halves.items())) != self.halves:
            raise InvalidProof("the lengths of the alternating cycles are not those of the graph")
        if len(self.factor) % 2:
            raise InvalidProof("the factor has an odd number of cycles")

    def _alternating(self, G: nx.Graph[Any], tick: Tick) -> tuple[CycleInstance, list[list[int]]]:
        """Return the claim as a network, and its alternating cycles by the numbers of arcs."""
        if not G.is_directed():
            raise InvalidProof("only a digraph has factors whose cycles have a direction")
        net = CycleInstance(G, self.statement, tick)
        try:
            marks = Marks(net, tick=tick)
            marks.settle()
        except Contradiction:
            raise InvalidProof("the forced arcs leave no factor") from None
        leaving = self._arcs(net, marks, tick)
        left = [[e for e in row if marks.mark[e] == OPEN] for row in with_ticks(net.ports, tick)]
        if any(len(row) not in (0, 2) for row in left):
            raise InvalidProof("more than two arcs that are not forced leave or enter a node")
        cycles = []
        seen = [False] * len(net.edges)
        for first in with_ticks(leaving.values(), tick):
            cycle: list[int] = []
            e = first
            while marks.mark[e] == OPEN and not seen[e]:
                seen[e] = True
                other = sum(left[net.ports_of(e)[0]]) - e  # out of the same tail
                cycle += e, other
                e = sum(left[net.ports_of(other)[1]]) - other  # into the same head
            if cycle:
                cycles.append(cycle)
        return net, cycles

    def _arcs(self, net: CycleInstance, marks: Marks, tick: Tick) -> dict[int, int]:
        """Return the arc of the factor that leaves each node, if the cycles are a factor."""
        leaving: dict[int, int] = {}
        for cycle in with_ticks(self.factor, tick):
            if not cycle:
                raise InvalidProof("a cycle of the factor is empty")
            for pair in pairwise((*cycle, cycle[0])):
                e = net.edge(pair)
                if marks.mark[e] == UNUSED:
                    raise InvalidProof(f"no tour uses the arc {pair!r} of the factor")
                if net.edges[e][0] in leaving:
                    raise InvalidProof(f"the factor visits {pair[0]!r} twice")
                leaving[net.edges[e][0]] = e
        if len(leaving) < len(net.nodes):
            raise InvalidProof("the factor does not visit all nodes")
        return leaving

    def _reason(self) -> str:
        tour = "a cycle" if self.closed else "a path, closed by going home from its ends,"
        choices = plural(sum(count for _, count in self.halves), "alternating cycle")
        lengths = ", ".join(f"{count} of 2 x {half} arcs" for half, count in self.halves)
        sizes = sorted(Counter(map(len, self.factor)).items())
        cycles = ", ".join(f"{count} through {size} nodes" for size, count in sizes)
        return (
            f"{tour} has one arc out of every node and one into it; the arcs that are not forced"
            f" fall into {choices} ({lengths}), and a tour has every other arc of each. To take"
            " the other half, of k arcs, is to swap successors k - 1 times, and each swap joins"
            " two cycles or cuts one in two. As k is always odd, the number of cycles stays even"
            f" or stays odd. One choice has {len(self.factor)} cycles ({cycles}), so none has 1"
        )

    def _effort(self) -> int:
        return 10 + sum(map(len, self.factor))
