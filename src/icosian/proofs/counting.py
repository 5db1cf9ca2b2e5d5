"""Proofs by counting: weights on nodes and sets, and those with a simpler reading."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any, Literal, Self

import networkx as nx

from icosian.exceptions import InvalidProof
from icosian.proofs.certificate import Proof, Tick, no_limit, with_ticks
from icosian.proofs.claim import HOME, LEFT_OUT, LONGEST, Number, color_names
from icosian.proofs.instance import CycleInstance, components_without

_LETTERS = "ABCDEFGHIJKL"  # of sets, as in the picture


@dataclass(frozen=True, kw_only=True)
class Weights:
    """Weights on nodes and on sets of nodes.

    Attributes
    ----------
    nodes : tuple of (node, number)
        What each node weighs; in a digraph, on leaving. Nodes that are not listed weigh nothing.
    entering : tuple of (node, number)
        In a digraph, what each node weighs on entering.
    sets : tuple of (frozenset, number)
        What each border of a set weighs, positive.
    """

    nodes: tuple[tuple[Any, Number], ...] = field(default=(), metadata=LEFT_OUT)
    entering: tuple[tuple[Any, Number], ...] = field(default=(), metadata=LEFT_OUT)
    sets: tuple[tuple[frozenset[Any], Number], ...] = field(default=(), metadata=LEFT_OUT)

    def balance(
        self,
        net: CycleInstance,
        used: Iterable[int] = (),
        unused: Iterable[int] = (),
        tick: Tick = no_limit,
    ) -> tuple[Number, Number]:
        """Return the least weight of a tour, and the weight that the edges offer.

        If the first is greater, no tour uses the ``used`` edges and avoids the ``unused`` ones.
        """
        self._weighs(net)
        ports: list[Number] = [0] * len(net.ports)
        step = 2 if net.directed else 1
        for side, weights in enumerate((self.nodes, self.entering)):
            for v, weight in weights:
                ports[step * net.node(v) + side] = weight
        edges: list[Number] = [ports[a] + ports[b] for a, b in with_ticks(net.joined, tick)]
        demand: Number = net.need * sum(ports)
        for part, weight in with_ticks(self.sets, tick, every=1):
            inside = net.inside(part)
            for e, (u, v) in enumerate(net.edges):
                if (u in inside) != (v in inside):
                    edges[e] += weight
            demand += 2 * weight
        certain, out = {*net.given, *used}, set(unused)
        supply: Number = sum(
            weight
            for e, weight in enumerate(edges)
            if e in certain or (weight > 0 and e not in out)
        )
        return demand, supply

    def _weighs(self, net: CycleInstance) -> None:
        """Refuse what is not a list of exact weights for this kind of graph."""
        for pairs in (self.nodes, self.entering):
            if len(dict(pairs)) < len(pairs):
                raise InvalidProof("a node is weighed twice")
        weights = [weight for _, weight in (*self.nodes, *self.entering, *self.sets)]
        for weight in weights:
            if not isinstance(weight, int | Fraction) or isinstance(weight, bool):
                raise InvalidProof(f"weights are exact, {weight!r} is not")
        common = 1
        for below in {weight.denominator for weight in weights}:
            common = lcm(common, below)
            if common >= LONGEST:  # sums would have more and more digits
                raise InvalidProof("weights have a common denominator of less than 1,000 digits")
        if self.entering and not net.directed:
            raise InvalidProof("only the nodes of a digraph weigh differently on entering")
        if any(weight <= 0 for _, weight in self.sets):
            raise InvalidProof("the weight of a set must be positive")

    @property
    def size(self) -> int:
        """The number of weights and members of sets."""
        return len(self.nodes) + len(self.entering) + sum(1 + len(part) for part, _ in self.sets)


@dataclass(frozen=True, kw_only=True)
class Weighing(Proof):
    """Weights on nodes and on sets of nodes whose total no tour can reach.

    Theorem: let an edge weigh the sum of its two nodes and of all sets that it enters or leaves.
    A cycle has two edges at every node and at least two across the border of every set, so it
    weighs at least twice the sum of all weights; no cycle weighs more than all edges of positive
    weight together. If that is less, there is no cycle.

    Attributes
    ----------
    weights : Weights
        The weights.
    totals : (number, number) or None
        The least weight of a cycle, and the weight of all edges of positive weight, for the
        explanation; the check compares them with the graph.

    See Also
    --------
    DegreeDeficiency, Disconnection, CutVertex, BipartitionImbalance, Toughness :
        Weighings with a simpler reading; each has ``as_weighing``.

    Notes
    -----
    A path is a cycle through one further node, home, joined to all nodes or to the ends that were
    given; an edge that must be used counts even if its weight is negative. A node of a digraph has
    one weight for leaving and one for entering it, and a cycle weighs the sum of both.
    The weights are a solution of the dual of the subtour linear programme; any other rational
    weights may be tried, for the check is exact. Cost: the sum of the sizes of all sets, times
    the number of edges.

    References
    ----------
    .. [1] G. B. Dantzig, D. R. Fulkerson, S. M. Johnson, Solution of a large-scale
       traveling-salesman problem, Operations Research 2 (1954), 393-410.
    .. [2] M. Juenger, W. R. Pulleyblank, Geometric duality and combinatorial optimization,
       Jahrbuch Ueberblicke Mathematik (1993), 1-24.

    Examples
    --------
    The board of 3 x 8 squares, whose knight's graph is bipartite, balanced and tough enough:

    >>> import icosian
    >>> G = icosian.knight_graph(3, 8)
    >>> proof = icosian.prove_no_hamiltonian_cycle(G)
    >>> type(proof).__name__
    'Weighing'
    >>> proof.check(G)
    """

    weights: Weights
    totals: tuple[Number, Number] | None = field(default=None, metadata=LEFT_OUT)

    @classmethod
    def of(
        cls,
        proof: Proof,
        nodes: Mapping[Any, Number],
        entering: Mapping[Any, Number] | None = None,
        *,
        sets: Mapping[frozenset[Any], Number] | None = None,
    ) -> Self:
        """Return an unchecked weighing that makes the claim of another proof."""
        return cls(
            closed=proof.closed,
            start=proof.start,
            end=proof.end,
            ranks=proof.ranks,
            weights=Weights(
                nodes=tuple((v, weight) for v, weight in nodes.items() if weight),
                entering=tuple((v, weight) for v, weight in (entering or {}).items() if weight),
                sets=tuple((part, weight) for part, weight in (sets or {}).items() if weight),
            ),
        )

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        demand, supply = self.balance(G, tick)
        if supply >= demand:
            raise InvalidProof("the edges offer enough for a tour")
        if self.totals not in (None, (demand, supply)):
            raise InvalidProof("the totals are not those of the graph")

    def _effort(self) -> int:
        return 5 + self.weights.size

    def balance(self, G: nx.Graph[Any], tick: Tick = no_limit) -> tuple[Number, Number]:
        """Return the least weight of a tour, and the weight that the edges offer."""
        return self.weights.balance(CycleInstance(G, self.statement, tick), tick=tick)

    def _reason(self) -> str:
        weights = self.weights
        node, an, edge = ("node", "An", "edge") if self.ranks is None else ("square", "A", "move")
        out = " on leaving" if weights.entering else ""
        sides = ((weights.nodes, out), (weights.entering, " on entering"))
        heavy = ", ".join(f"{self._grouped(some)}{when}" for some, when in sides if some)
        start = f"let {heavy}, and every other {node} nothing" if heavy else f"no {node} weighs"
        what = f"{an} {edge} weighs what its two {node}s weigh together"
        borders = [
            f"{weight} for {_LETTERS[k : k + 1] or 'another'} ="
            f" {{{self._listed(self._ordered(part), most=24)}}}"
            for k, (part, weight) in enumerate(weights.sets)
        ]
        if borders:
            what += f", and more if it crosses the border of a set: {', '.join(borders)}"
        tour = "A cycle" if self.closed else f"A path, closed by {edge}s from its ends to home,"
        each = f"one {edge} out of and one into" if weights.entering else f"two {edge}s at"
        across = " and crosses every border at least twice" if borders else ""
        total = f"all {edge}s that weigh more than nothing"
        sums = f"more together than {total}"
        if self.totals is not None:
            sums = f"at least {self.totals[0]} together. But {total} weigh only {self.totals[1]}"
        return (
            f"{start}. {what}. {tour} has {each} every {node}{across}, so its {edge}s weigh {sums}"
        )

    def _grouped(self, weights: tuple[tuple[Any, Number], ...]) -> str:
        """Return the nodes by their weights, the heavy ones first."""
        groups: dict[Number, list[Any]] = {}
        for v, weight in weights:
            groups.setdefault(weight, []).append(v)
        return ", ".join(
            f"{'each of ' * (len(nodes) > 1)}{self._listed(nodes, most=24)} weigh {weight}"
            for weight, nodes in sorted(groups.items(), key=lambda group: -group[0])
        )


@dataclass(frozen=True, kw_only=True)
class Reading(Proof):
    """A proof that is a weighing with a simpler reading.

    Its check is of what it says, and takes one pass over the edges: a weighing may hold where the
    sentence is false.
    """

    @abstractmethod
    def as_weighing(self, G: nx.Graph[Any]) -> Weighing:
        """Return the same reason as a weighing.

        Parameters
        ----------
        G : networkx graph
            The graph that the proof holds for.

        Returns
        -------
        Weighing
            The weighing.
        """

    def _alike(
        self,
        G: nx.Graph[Any],
        weights: Mapping[Any, Number],
        sets: Mapping[frozenset[Any], Number] | None = None,
    ) -> Weighing:
        """Return a weighing whose nodes weigh the same on leaving and on entering."""
        return Weighing.of(self, weights, weights if G.is_directed() else {}, sets=sets)

    @property
    def _ends(self) -> list[Any]:
        return [v for v in (self.start, self.end) if v is not None]

    def _ends_in(self, part: frozenset[Any]) -> int:
        return sum(v in part for v in self._ends)

    @property
    def _what(self) -> str:
        return "node" if self.ranks is None else "square"


# -- Degree conditions: nodes that no tour can pass through

Side = Literal["neighbours", "predecessors", "successors"]
"""The values are part of stored proofs, so they keep their spelling."""

_WORDS = {"neighbours": "neighbors", "predecessors": "predecessors", "successors": "successors"}


@dataclass(frozen=True, kw_only=True)
class DegreeDeficiency(Reading):
    """Nodes with so few neighbors that each must be an end, and more of them than ends.

    Theorem: a tour enters and leaves every node but its ends through different neighbors, so a
    node with fewer than two is an end; a cycle has none, a path has two, less those that were
    given to other nodes. In a digraph a node without predecessors is the start of the path, one
    without successors its end.

    Attributes
    ----------
    nodes : tuple
        The deficient nodes, distinct.
    side : {"neighbours", "predecessors", "successors"}
        What they lack: an undirected graph counts its nodes' neighbors.

    Examples
    --------
    >>> import networkx as nx
    >>> proof = DegreeDeficiency(closed=True, nodes=(0,), side="neighbours")
    >>> proof.check(nx.path_graph(3))
    >>> print(proof.explain())
    There is no Hamiltonian cycle: node 0 has fewer than two neighbors, and a cycle needs two.
    """

    nodes: tuple[Any, ...]
    side: Side

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        if len(set(self.nodes)) != len(self.nodes):
            raise InvalidProof("a deficient node is listed twice")
        directed = G.is_directed()
        if self.side not in (("predecessors", "successors") if directed else ("neighbours",)):
            raise InvalidProof(f"{self.side!r} is not counted in this kind of graph")
        adjacency: Any = G.pred if self.side == "predecessors" else G.adj  # type: ignore[attr-defined]
        enough = 1 if directed else 2
        for node in with_ticks(self.nodes, tick):
            if node not in G:
                raise InvalidProof(f"{node!r} is not a node of the graph")
            if len(set(adjacency[node]) - {node}) >= enough:
                raise InvalidProof(f"node {node!r} has enough {_WORDS[self.side]}")
        if len(set(self.nodes) - set(self._given())) <= self._free():
            raise InvalidProof("the path has ends enough for the nodes that are listed")

    def _given(self) -> list[Any]:
        """Return the ends that may well be deficient: they were asked for."""
        sides = {"predecessors": [self.start], "successors": [self.end]}
        return [v for v in sides.get(self.side, self._ends) if v is not None]

    def _free(self) -> int:
        """Return how many ends are left to other nodes."""
        if self.closed:
            return 0
        return (2 if self.side == "neighbours" else 1) - len(self._given())

    def _reason(self) -> str:
        few = "fewer than two neighbors" if self.side == "neighbours" else f"no {self.side}"
        count, names = len(self.nodes), self._listed(self.nodes)
        short = f"node {names} has {few}"
        if self.ranks is not None and self.side == "neighbours":
            where = names if count == 1 else f"each of the {count} squares {names}"
            short = f"fewer than two moves lead to {where}"
        elif count != 1:
            short = f"the {count} nodes {names} have {few}"
        if self.closed:
            need = "two" if self.side == "neighbours" else "one"
            return f"{short}, and a cycle needs {need}"
        role = {"predecessors": "the start", "successors": "the end"}.get(self.side, "an end")
        each = "it must be" if count == 1 else "each must be"
        most = f"only {self._free() + len(self._given())} can be"
        if given := [node for node in self._given() if node not in set(self.nodes)]:
            most = f"{self._listed(given)} {'was' if len(given) == 1 else 'were'} asked for"
        return f"{short}, so {each} {role} of the path, and {most}"

    def _effort(self) -> int:
        return len(self.nodes)

    def as_weighing(self, G: nx.Graph[Any]) -> Weighing:  # noqa: ARG002 - as for other kinds
        """Weigh every deficient node 1."""
        heavy = dict.fromkeys(self.nodes, 1)
        home = {} if self.closed else {HOME: -1}
        if self.side == "neighbours":
            return Weighing.of(self, heavy | home)
        if self.side == "successors":
            return Weighing.of(self, heavy, home)
        return Weighing.of(self, home, heavy)


# -- Connectivity: a part of the graph that no tour can join to the rest


@dataclass(frozen=True, kw_only=True)
class Disconnection(Reading):
    """A part that cannot be left, though the tour has more to visit.

    Theorem: a tour of more than the part must leave or enter it by an edge. Without an edge
    between the part and the rest there is no tour at all. In a digraph with no arc out of the
    part there is no cycle, no path that starts in the part, and none that ends outside it.

    Attributes
    ----------
    part : frozenset
        Some nodes, but not all.

    Examples
    --------
    >>> import networkx as nx
    >>> proof = Disconnection(closed=False, part=frozenset({0, 1}))
    >>> proof.check(nx.Graph([(0, 1), (2, 3)]))
    >>> print(proof.explain())
    There is no Hamiltonian path: no edge joins the 2 nodes 0, 1 and the rest.
    """

    part: frozenset[Any]

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        nodes = set(G)
        if not self.part or not self.part < nodes:
            raise InvalidProof("the part must hold some nodes of the graph, but not all")
        if any(v not in self.part for u in with_ticks(self.part, tick) for v in G.adj[u]):
            raise InvalidProof("an edge leads out of the part")
        rest = with_ticks(nodes - self.part, tick)
        if self._is_square() and any(v in self.part for u in rest for v in G.adj[u]):
            raise InvalidProof("a move leads to the square")
        if self.closed or not G.is_directed() or self._is_trap():
            return
        if any(v in self.part for u in with_ticks(nodes - self.part, tick) for v in G.adj[u]):
            raise InvalidProof("a path may lead into the part and end there")

    def _reason(self) -> str:
        if self._is_square():
            return f"no move leads to {self._listed(self.part)}"
        count = self._what if len(self.part) == 1 else f"{len(self.part)} {self._what}s"
        part = f"the {count} {self._listed(self._ordered(self.part))}".rstrip()
        if self.closed or self._is_trap():
            return f"no edge leads from {part} to the rest"
        return f"no edge joins {part} and the rest"

    def _is_square(self) -> bool:
        """Return True if the part is a square that no move enters, as is then checked."""
        return self.ranks is not None and len(self.part) == 1 and not self._is_trap()

    def _is_trap(self) -> bool:
        """Return True if the path would have to leave the part: edges into it do not help."""
        return self.start in self.part or (self.end is not None and self.end not in self.part)

    def _effort(self) -> int:
        return min(len(self.part), 2)

    def as_weighing(self, G: nx.Graph[Any]) -> Weighing:
        """Weigh the part, and maybe the rest, 1."""
        rest = frozenset(G) - self.part
        if not G.is_directed():
            sets = {self.part: 1} if self.closed else {self.part: 1, rest: 1}
            return Weighing.of(self, {} if self.closed else {HOME: -1}, sets=sets)
        # That the cycle leaves a part as often as it enters it is a weighing, too.
        if self.closed or (self.end is not None and self.end not in self.part):
            plus, minus = dict.fromkeys(self.part, 1), dict.fromkeys(self.part, -1)
            return Weighing.of(self, plus, minus, sets={self.part: 1})
        if self.start in self.part:
            plus, minus = dict.fromkeys(rest, 1), dict.fromkeys(rest, -1)
            return Weighing.of(self, minus, plus, sets={rest: 1})
        return Weighing.of(self, {HOME: -1}, {HOME: -1}, sets={self.part: 1, rest: 1})


# -- Cut vertices: parts of the graph that hang on a single node


@dataclass(frozen=True, kw_only=True)
class CutVertex(Reading):
    """Parts that hang on a single node each, and more of them than a tour has ends.

    Theorem: a part whose only way to the rest is one node cannot be entered and left again,
    because that node would be visited twice. So a cycle has no such part, and a path must end in
    each; it has two ends, less those that were given outside these parts. A graph without such
    parts is 2-connected; the blocks of a graph with a Hamiltonian path form a path.

    Attributes
    ----------
    parts : tuple of (node, frozenset)
        The cut vertex, and the part that hangs on it. The parts are disjoint, and no cut vertex
        is in one of them.

    References
    ----------
    .. [1] F. Harary, G. Prins, The block-cutpoint-tree of a graph, Publicationes Mathematicae
       Debrecen 13 (1966), 103-107.

    Examples
    --------
    Two triangles with a common corner:

    >>> import networkx as nx, icosian
    >>> G = nx.windmill_graph(2, 3)
    >>> print(icosian.prove_no_hamiltonian_cycle(G).explain())
    There is no Hamiltonian cycle: node 0 is the only way to a part of 2 nodes (1, 2), and a cycle
    would have to pass it twice.
    """

    parts: tuple[tuple[Any, frozenset[Any]], ...]

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        members = Counter(v for _, part in self.parts for v in part)
        if any(v not in G for v in members) or any(cut not in G for cut, _ in self.parts):
            raise InvalidProof("a part or its cut vertex is not of the graph")
        if any(count > 1 for count in members.values()):
            raise InvalidProof("two parts share a node")
        if any(cut in members for cut, _ in self.parts):
            raise InvalidProof("a cut vertex is in a part")
        pred: Any = G.pred if G.is_directed() else {}  # type: ignore[attr-defined]
        for cut, part in with_ticks(self.parts, tick, every=1):
            if not part or len(part) + 1 == len(G):
                raise InvalidProof("a part and its cut vertex must leave something to visit")
            allowed = part | {cut}
            if any(w not in allowed for v in part for w in G.adj[v]):
                raise InvalidProof("an edge leads out of a part past its cut vertex")
            if pred and any(w not in allowed for v in part for w in pred[v]):
                raise InvalidProof("an edge leads into a part past its cut vertex")
        if len(self._needed()) <= (0 if self.closed else 2 - len(self._ends)):
            raise InvalidProof("the path has ends enough for the parts that are listed")

    def _needed(self) -> list[tuple[Any, frozenset[Any]]]:
        """Return the parts without a given end."""
        return [(cut, part) for cut, part in self.parts if not self._ends_in(part)]

    def _reason(self) -> str:
        def hanging(cut: Any, part: frozenset[Any]) -> str:
            count = "1 node" if len(part) == 1 else f"{len(part)} nodes"
            some = self._listed(self._ordered(part))
            return f"{self._name(cut)} is the only way to a part of {count} ({some})"

        if self.closed:
            kind = "" if self.ranks is not None else "node "
            parts = "".join(f"{kind}{hanging(*pair)}, and " for pair in self.parts[:1])
            return f"{parts}a cycle would have to pass it twice"
        parts = "; ".join(hanging(cut, part) for cut, part in self.parts)
        ends = self._ends
        given = f", of which {self._listed(ends)} {'was' if len(ends) == 1 else 'were'} given"
        return (
            f"{parts}. A path must end in each of these {len(self.parts)} parts, and it has only"
            f" two ends{given if ends else ''}"
        )

    def _effort(self) -> int:
        return 2 * len(self.parts)

    def as_weighing(self, G: nx.Graph[Any]) -> Weighing:
        """Weigh each part 1 with its cut vertex and 1 without it."""
        weights: Counter[Any] = Counter()
        sets: Counter[frozenset[Any]] = Counter()
        needed = self._needed()
        for cut, part in needed[:1] if self.closed else needed:
            weights[cut] -= 1
            sets[part] += 1
            sets[part | {cut}] += 1
        if not self.closed:
            weights[HOME] = -2
        return self._alike(G, weights, sets)


# -- Parity: an independent set that is too large to be visited every other step

SIDES = ("nodes on one side", "on the other")


@dataclass(frozen=True, kw_only=True)
class BipartitionImbalance(Reading):
    """A side without inner edges that is too large to be visited every other step.

    Theorem: no two nodes of the crowded side follow each other. So a cycle has at least as many
    other nodes, and a path has at most one crowded node more than others, less one for each of
    its ends that is not in the crowd. On a chess board the sides are the colors, and this is the
    classical proof that no odd board has a closed knight's tour.

    Attributes
    ----------
    crowd : frozenset
        The crowded side, no two of its nodes adjacent.
    others : frozenset
        All other nodes.
    names : tuple of str
        What to call the nodes of the two sides: colors only if they are those of a board.

    Examples
    --------
    >>> import icosian
    >>> G = icosian.knight_graph(5)
    >>> print(icosian.prove_no_hamiltonian_cycle(G).explain())
    There is no Hamiltonian cycle: 13 dark squares, 12 light squares, and two dark squares never
    follow each other, so a cycle needs at least 13 light squares.
    """

    crowd: frozenset[Any]
    others: frozenset[Any]
    names: tuple[str, str] = SIDES

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        if self.crowd & self.others or self.crowd | self.others != set(G):
            raise InvalidProof("the two sides are not a partition of the nodes")
        if any(self.crowd.intersection(G.adj[u]) - {u} for u in with_ticks(self.crowd, tick)):
            raise InvalidProof("an edge joins two nodes of the crowded side")
        spare = 0 if self.closed else 1 - self._ends_in(self.others)
        if len(self.crowd) <= len(self.others) + spare:
            raise InvalidProof(
                f"{len(self.crowd)} nodes are not too many beside {len(self.others)} others"
            )
        if self.names not in (SIDES, color_names(G, self.crowd, self.others)):
            raise InvalidProof(f"the sides are not {self.names[0]!r} and {self.names[1]!r}")

    def _reason(self) -> str:
        many, few = self.names
        counts = f"{len(self.crowd)} {many}, {len(self.others)} {few}"
        each = f"and two {many} never follow each other"
        if self.closed:
            return f"{counts}, {each}, so a cycle needs at least {len(self.crowd)} {few}"
        foreign = self._ends_in(self.others)
        ends = ["", " with one end among the others", " with both ends among the others"][foreign]
        least = len(self.crowd) - 1 + foreign
        return f"{counts}, {each}, so a path{ends} needs at least {least} {few}"

    def _effort(self) -> int:
        return 3

    def as_weighing(self, G: nx.Graph[Any]) -> Weighing:
        """Weigh the crowd 1 and the others -1."""
        weights = dict.fromkeys(self.crowd, 1) | dict.fromkeys(self.others, -1)
        if not self.closed:
            weights[HOME] = -1
        return self._alike(G, weights)


# -- Toughness: removing k nodes leaves more than k components


@dataclass(frozen=True, kw_only=True)
class Toughness(Reading):
    """A set of nodes without which the graph falls into too many parts.

    Theorem: without k of its nodes a cycle is at most k pieces, and each part of the graph that
    is left holds at least one piece, so k nodes leave at most k parts. A path falls into at most
    k + 1 pieces, one less for each of its ends among the k nodes.

    Attributes
    ----------
    removed : frozenset
        The nodes to remove, at least one.
    parts : int
        How many parts are left.
    together : bool
        Whether both ends of the path were given and are in the same part.

    Notes
    -----
    A graph in which no set of nodes leaves more parts than it has nodes is called 1-tough. For
    digraphs, parts are those of the graph without its directions.

    References
    ----------
    .. [1] V. Chvatal, Tough graphs and Hamiltonian circuits, Discrete Mathematics 5 (1973),
       215-228.

    Examples
    --------
    >>> import icosian
    >>> print(icosian.prove_no_hamiltonian_cycle(icosian.knight_graph(4)).explain())
    There is no Hamiltonian cycle: without the 2 squares c3, b2 the graph falls into 3 parts, and a
    cycle can reach at most 2 without them.
    """

    removed: frozenset[Any]
    parts: int
    together: bool = False

    def _check(self, G: nx.Graph[Any], tick: Tick) -> None:
        if not self.removed or not self.removed <= set(G):
            raise InvalidProof("the removed nodes must be some nodes of the graph")
        components = components_without(G, self.removed, tick)
        if len(components) != self.parts:
            raise InvalidProof(f"removing the nodes does not leave {self.parts} parts")
        if self.together and not any({self.start, self.end} <= part for part in components):
            raise InvalidProof("the ends are not in the same part")
        if self.parts <= self._most():
            raise InvalidProof(f"{self.parts} parts are not too many")

    def _most(self) -> int:
        """Return into how many pieces a tour falls at most."""
        if self.closed:
            return len(self.removed)
        return len(self.removed) + 1 - self._ends_in(self.removed) - self.together

    def _reason(self) -> str:
        k = len(self.removed)
        nodes = f"{k} {self._what}{'' if k == 1 else 's'}"
        tour = "a cycle" if self.closed else "a path"
        if gone := self._ends_in(self.removed):
            tour += f" with {'an end' if gone == 1 else 'both ends'} among them"
        if self.together:
            tour += " with both ends in the same part"
        return (
            f"without the {nodes} {self._listed(self._ordered(self.removed), most=24)} the graph"
            f" falls into {self.parts} parts, and {tour} can reach at most {self._most()} without"
            f" {'it' if k == 1 else 'them'}"
        )

    def _effort(self) -> int:
        return 3 + len(self.removed)

    def as_weighing(self, G: nx.Graph[Any]) -> Weighing:
        """Weigh what is removed -1 and each part 1."""
        weights: dict[Any, Number] = dict.fromkeys(self.removed, -1)
        components = components_without(G, self.removed)
        if self.together:  # home belongs to that part, and its complement has the same border
            ends = {self.start, self.end}
            components = [frozenset(G) - part if ends <= part else part for part in components]
        elif not self.closed:
            weights[HOME] = -1
        return self._alike(G, weights, dict.fromkeys(components, 1))
