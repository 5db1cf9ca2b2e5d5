"""Proofs by clauses, each of which follows by unit propagation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations, pairwise
from operator import itemgetter
from typing import Any, ClassVar

import networkx as nx

from icosian._io.memory import afford
from icosian._io.text import plural
from icosian.exceptions import InvalidProof
from icosian.proofs.certificate import Proof, Tick, no_limit, with_ticks
from icosian.proofs.claim import (
    ENDS,
    LEFT_OUT,
    Claim,
    EdgeConditions,
    Exclusive,
    Groups,
    Pairs,
    Places,
    only,
)
from icosian.proofs.instance import CycleInstance, Facts, Paths, Why, literals_of

Rule = tuple[int, list[int], Why]
"""At least so many of these literals hold, and why."""


class ClauseModel:
    """What the clauses of a proof are about: ``facts()`` yields what holds for every tour."""

    size: int
    """The number of variables."""
    paths: Paths | None = None
    """Those that must not close too early."""


class ClauseProof:
    """A proof by clauses, each of which follows from rules and the clauses before it.

    Its kinds have the fields.
    """

    clauses: tuple[tuple[int, ...], ...]
    until: tuple[int, ...]
    about: ClassVar[str]
    """What a clause numbers."""

    def _model(self, G: Any, tick: Tick) -> Any:
        """Return what the clauses are about, None if the claim holds whatever they say."""
        raise NotImplementedError

    def _known(self, model: Any) -> list[int]:
        """Return the variables of the items that the clauses number."""
        raise NotImplementedError

    def _rules(self, model: Any, facts: Facts) -> Iterable[Rule]:  # noqa: ARG002 - for some kinds
        """Return what holds for every tour, to be added to the facts one by one."""
        rules: Iterator[Rule] = model.facts()
        return rules

    def _literals(self, known: Sequence[int]) -> list[list[int]]:
        """Return the clauses on the items that the proof names, by their variables."""
        return [literals_of(clause, known, self.about) for clause in self.clauses]

    def _check(self, G: Any, tick: Tick) -> None:
        if (model := self._model(G, tick)) is not None:
            self._refute(model, Facts(model.size, tick, model.paths), tick)

    def _refute(self, model: Any, facts: Facts, tick: Tick = no_limit) -> None:
        """Raise :exc:`InvalidProof` unless the clauses follow one after the other."""
        clauses = self._literals(self._known(model))
        for rule in with_ticks(self._rules(model, facts), tick):
            facts.add(*rule)
        facts.refute(clauses, self.until)

    def _effort(self) -> int:
        return 60 * (1 + len(self.clauses)) + sum(map(len, getattr(self, "sets", ())))


@dataclass(frozen=True, kw_only=True)
class Refutation(ClauseProof, Proof):
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
    about: ClassVar[str] = "an edge"

    def _check_form(self) -> None:
        self._literals(range(len(self.edges)))

    def _model(self, G: nx.Graph[Any], tick: Tick) -> EdgeModel:
        return EdgeModel(CycleInstance(G, self.statement, tick), self.sets, tick)

    def _known(self, model: Any) -> list[int]:
        return list(map(model.net.edge, self.edges))

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


class EdgeModel(ClauseModel):
    """The edges of tours: how many are at each port, and at least across borders of sets."""

    def __init__(
        self, net: CycleInstance, sets: Iterable[frozenset[Any]] = (), tick: Tick = no_limit
    ) -> None:
        self.net, self._sets, self._tick, self.size = net, sets, tick, len(net.edges)
        self.paths = Paths(net.joined, len(net.nodes), directed=net.directed)

    def facts(self) -> Iterator[Rule]:
        """Yield two rules for each port, one for each given edge, and those of the borders."""
        net = self.net
        least, most = net.bounds
        for p, edges in enumerate(net.ports):
            yield net.need, [2 * e for e in edges], (least, p)
            yield len(edges) - net.need, [2 * e + 1 for e in edges], (most, p)
        for e in net.given:
            yield 1, [2 * e], "an end" if net.home in net.edges[e] else "an edge to use"
        for part in with_ticks(self._sets, self._tick, every=1):
            for crossings, some in across(net, part):
                yield crossings, [2 * e for e in some], "a border"


def across(net: CycleInstance, part: frozenset[Any]) -> list[tuple[int, list[int]]]:
    """Return the edges across a border, and how many of each list a cycle has at least."""
    leaving, entering = net.crossing(net.inside(part))
    return [(1, leaving), (1, entering)] if net.directed else [(2, leaving + entering)]


# -- Proofs about tours that a symmetry maps to themselves


@dataclass(frozen=True, kw_only=True)
class SymmetricRefutation(EdgeConditions, Refutation):
    """There is no tour that a permutation of the nodes maps to itself.

    Theorem: if such a tour uses an edge, it uses the image of the edge, which so has to be there.
    With these rules clauses follow one after the other as in a :class:`Refutation`, up to a
    contradiction.

    Attributes
    ----------
    symmetry : tuple of (node, node)
        The nodes that the permutation moves, and their images; home stays.
    require, forbid : tuple of (node, node)
        Edges to use, and edges to avoid.

    Notes
    -----
    The permutation need not be a symmetry of the graph. Which nodes it moves is part of the claim.

    Examples
    --------
    A third of a turn exchanges the three cycles of a tetrahedron:

    >>> import networkx as nx, icosian
    >>> G = nx.complete_graph(4)
    >>> proof = icosian.prove_no_hamiltonian_cycle(G, symmetric={0: 1, 1: 2, 2: 0})
    >>> proof.check(G)
    >>> print(proof.explain())
    There is no Hamiltonian cycle that is its own image where 0 goes to 1, 1 goes to 2,
    2 goes to 0: a tour that uses an edge uses its image; ...
    """

    symmetry: Pairs

    def _check_form(self) -> None:
        super()._check_form()
        moved, images = {v for v, _ in self.symmetry}, {w for _, w in self.symmetry}
        if not moved or len(moved) < len(self.symmetry) or moved != images:
            raise InvalidProof("a symmetry is a permutation of the nodes that it moves")

    def _model(self, G: nx.Graph[Any], tick: Tick) -> EdgeModel:
        return SymmetricEdges(CycleInstance(G, only(self.statement, ENDS), tick), self, tick)

    def _reason(self) -> str:
        return f"a tour that uses an edge uses its image; {super()._reason()}"


class SymmetricEdges(EdgeModel):
    """The edges of tours that a permutation of the nodes maps to themselves."""

    def __init__(self, net: CycleInstance, proof: SymmetricRefutation, tick: Tick) -> None:
        super().__init__(net, proof.sets, tick)
        self._proof = proof
        self._image = {net.node(v): net.node(w) for v, w in proof.symmetry}
        if net.home in self._image:
            raise InvalidProof("a symmetry does not move home")

    def facts(self) -> Iterator[Rule]:
        """Yield the rules of edges, and one for each edge and its image."""
        yield from super().facts()
        net, proof = self.net, self._proof
        yield from ((1, [2 * net.edge(pair)], "an edge to use") for pair in proof.edges_used)
        avoided = (net.find(*map(net.node, pair)) for pair in proof.edges_avoided)
        yield from ((1, [2 * e + 1], "an edge to avoid") for e in avoided if e is not None)
        for e, ends in enumerate(net.edges):
            u, v = (self._image.get(i, i) for i in ends)
            other = net.find(u, v)
            yield 1, [2 * e + 1, *([] if other is None else [2 * other])], "the image of an edge"


MEMBER, VARIABLE = 32, 200
"""The least bytes that a node takes which may have a number, and a variable."""


# -- Proofs about tours in an order or besides known ones, by clauses on what comes after what


@dataclass(frozen=True, kw_only=True)
class Ordered(EdgeConditions, Refutation):
    """There is no tour in a given order, or besides known ones, or without pairs of edges.

    Theorem: a tour without some node, and without the one from which a cycle is read, is two paths:
    what comes before the node and what comes after it. So if an edge is used, both of its ends come
    before the node or both after it; its two neighbors on the tour do not. If the node is next to
    the one from which a cycle is read, one of the paths is empty. Of two nodes one comes after the
    other. A chain says so of its nodes, and a number says how many nodes come after. With
    these rules clauses follow one after the other as in a :class:`Refutation`, up to a
    contradiction.

    Attributes
    ----------
    chains : tuple of tuples of nodes
        A tour visits the nodes of each in its order. Those of a cycle begin with the same
        node, from which it is read. There are none if only tours besides known ones are meant.
    positions : tuple of (node, int)
        The numbers given, from 1, which the first node of a cycle has.
    require, forbid : tuple of (node, node)
        Edges to use, and edges to avoid.
    exclusive : tuple of pairs of (node, node)
        Pairs of edges of which a tour uses at most one.
    besides : tuple of tuple of node
        Different tours that are known: there is no further one.
    after : tuple of (node, node)
        What the clauses speak of besides the edges, numbered after these: the first node comes
        after the second one.

    See Also
    --------
    Positioned : Numbers of nodes alone.

    Notes
    -----
    The check makes all rules itself: two for each edge and each node of a chain.

    Examples
    --------
    A path along a ring does not come back:

    >>> import networkx as nx, icosian
    >>> G = nx.cycle_graph(6)
    >>> proof = icosian.prove_no_hamiltonian_path(G, 0, order=[(3, 1, 5)])
    >>> proof.check(G)
    >>> print(proof.explain())
    There is no Hamiltonian path from 0 that visits 3 before 1 before 5: ...
    """

    chains: Groups
    positions: Places = ()
    besides: tuple[tuple[Any, ...], ...] = ()
    after: Pairs = ()
    exclusive: Exclusive = field(default=(), metadata=LEFT_OUT)
    about: ClassVar[str] = "an edge or a place"

    def _check_form(self) -> None:
        self._literals(range(len(self.edges) + len(self.after)))
        if not all(self.chains) or not (self.chains or self.besides or self.exclusive):
            raise InvalidProof("an order has chains, and none is empty")
        if self.closed:
            first = {v for v, *_ in self.chains}
            if len(first) > 1:
                raise InvalidProof("the chains of an order do not begin where a cycle begins")
            if any((v in first) != (k == 1) or not first for v, k in self.positions):
                raise InvalidProof("a cycle is not numbered from where its chains begin")

    def _model(self, G: nx.Graph[Any], tick: Tick) -> OrderRules:
        return OrderRules(CycleInstance(G, only(self.statement, ENDS), tick), self, tick)

    def _known(self, model: Any) -> list[int]:
        return super()._known(model) + [model.variable(*pair) for pair in self.after]

    def _reason(self) -> str:
        if not self.chains:
            return super()._reason()
        return (
            "both ends of an edge that is used come before a node of the order, or both after it;"
            " so do all other nodes, if that one is next to where the tour is read;"
            f" {super()._reason()}"
        )

    def _literal_text(self, literal: int) -> str:
        k = abs(literal) - len(self.edges)
        if k <= 0:
            return super()._literal_text(literal)
        v, other = map(self._name, self.after[k - 1])
        return f"{v} comes {'after' if literal > 0 else 'before'} {other}"


class OrderRules(EdgeModel):
    """The rules about tours in an order; variables beyond the edges say what comes after what."""

    def __init__(self, net: CycleInstance, proof: Ordered, tick: Tick = no_limit) -> None:
        super().__init__(net, proof.sets, tick)
        self.paths = None  # that none closes too early follows from the order
        self._proof, self._nodes = proof, len(net.nodes) - (not proof.closed)
        self._chains = [list(map(net.node, chain)) for chain in proof.chains]
        self._numbers = [(net.node(v), k) for v, k in proof.positions]
        avoided = (net.find(*map(net.node, pair)) for pair in proof.edges_avoided)
        self._avoided = {e for e in avoided if e is not None}
        self._exclusive = [(net.edge(e), net.edge(f)) for e, f in proof.exclusive]
        if any(e == f for e, f in self._exclusive):
            raise InvalidProof("an edge is said to exclude itself")
        # A cycle without an order begins anywhere.
        root = next(chain(*self._chains), None) if proof.closed else net.home
        if any(type(k) is not int or not 1 <= k <= self._nodes for _, k in self._numbers):
            raise InvalidProof(f"the number of a node is from 1 to {self._nodes}")
        self._chains.append([v for v, _ in sorted(self._numbers, key=itemgetter(1))])
        if any(len(set(places)) < len(places) for places in self._chains):
            raise InvalidProof("the order contradicts itself")
        first, last = (None if v is None else net.node(v) for v in (proof.start, proof.end))
        # What begins or ends a tour is before or after all others anyway.
        ends = root if proof.closed else first, last
        self._chains = [
            places[places[:1] == [ends[0]] : len(places) - (places[-1:] == [ends[1]])]
            for places in self._chains
        ]
        named = dict.fromkeys(chain(*self._chains))
        if not proof.closed and root in named:
            raise InvalidProof("home is not a place of an order")
        self._others = [v for v in range(len(net.nodes)) if v != root]
        self._places = list(named)
        self._root = root
        afford(VARIABLE * len(named) * len(net.nodes), "a check of an order")
        self._after: dict[tuple[int, int], int] = {}
        for c in self._places:
            for v in self._others:
                if v != c and (v, c) not in self._after:
                    literal = self._after[v, c] = 2 * self.size
                    if v in named:  # of two places one comes after the other
                        self._after[c, v] = literal + 1
                    self.size += 1

    @property
    def names(self) -> list[tuple[Any, str, Any]]:
        """What each variable beyond the edges says."""
        nodes = self.net.nodes
        own = {literal: pair for pair, literal in self._after.items() if not literal % 2}
        return [(nodes[v], "after", nodes[c]) for _, (v, c) in sorted(own.items())]

    def variable(self, v: Any, place: Any) -> int:
        """Return the variable that a proof names."""
        literal = self._after.get((self.net.node(v), self.net.node(place)), 1)
        if literal % 2:  # the proof names it the other way round
            raise InvalidProof(f"there is no variable that says that {v!r} comes after {place!r}")
        return literal // 2

    def facts(self) -> Iterator[Rule]:
        """Yield statements (least, literals, why): at least so many of these literals hold."""
        net, proof, after = self.net, self._proof, self._after
        # 1. The edges to use, and to avoid; another tour than the known ones.
        yield from ((1, [2 * net.edge(pair)], "an edge to use") for pair in proof.edges_used)
        yield from ((1, [2 * e + 1], "an edge to avoid") for e in self._avoided)
        yield from ((1, [2 * e + 1, 2 * f + 1], "edges that exclude") for e, f in self._exclusive)
        known = "not a known tour"
        yield from ((1, [2 * e + 1 for e in edges], known) for edges in self._known())
        # 2. What is joined without a place is on the same side of it.
        for c in self._places:
            beside: list[tuple[int, int]] = []
            sides = [after[v, c] for v in self._others if v != c]
            for e, (u, v) in enumerate(net.edges):
                if self._root in (u, v):
                    if c in (u, v) and net.directed:
                        rows = ([2 * e + 1, x ^ (u == c)] for x in sides)
                        yield from ((1, row, "an arc at the start") for row in rows)
                    elif c in (u, v):
                        for one, other in pairwise(sides):
                            yield 1, [2 * e + 1, one ^ 1, other], "an edge at the start"
                            yield 1, [2 * e + 1, one, other ^ 1], "an edge at the start"
                elif c not in (u, v):
                    yield 1, [2 * e + 1, after[u, c] ^ 1, after[v, c]], "an edge past a node"
                    yield 1, [2 * e + 1, after[u, c], after[v, c] ^ 1], "an edge past a node"
                elif net.directed:
                    literal = after[v, c] if u == c else after[u, c] ^ 1
                    yield 1, [2 * e + 1, literal], "an arc at a node"
                else:
                    beside.append((2 * e + 1, after[v if u == c else u, c]))
            for (unused, one), (missing, other) in combinations(beside, 2):
                yield 1, [unused, missing, one, other], "two edges at a node"
                yield 1, [unused, missing, one ^ 1, other ^ 1], "two edges at a node"
        # 3. A given end is before or after all others.
        for end, flip in ((proof.start, 1), (proof.end, 0)):
            if end is not None:
                i = net.node(end)
                others = (c for c in self._places if c != i)
                yield from ((1, [after[i, c] ^ flip], "an end") for c in others)
        # 4. Chains, and numbers: so many nodes come after.
        for places in self._chains:
            yield from ((1, [after[b, a]], "a chain") for a, b in combinations(places, 2))
            for a, b in pairwise(places):
                rest = (v for v in self._others if v not in (a, b))
                yield from ((1, [after[v, b] ^ 1, after[v, a]], "a chain") for v in rest)
        for c, k in self._numbers:
            if c in self._places:
                literals = [after[v, c] for v in self._others if v != c]
                later = self._nodes - k
                yield later, literals, "a number"
                yield len(literals) - later, [literal ^ 1 for literal in literals], "a number"
        yield from super().facts()

    def _known(self) -> Iterator[list[int]]:
        """Yield the edges of the known tours; they are such tours, and different ones."""
        net, proof = self.net, self._proof
        given = [(net.node(v), k) for v, k in _given(proof.statement, self._nodes)]
        seen: set[frozenset[int]] = set()
        for tour in proof.besides:
            order = list(map(net.node, tour))
            if sorted(order) != [*range(self._nodes)]:
                raise InvalidProof("a known tour must hold every node once")
            number = {v: k for k, v in enumerate(order, start=1)}
            steps = pairwise([*tour, tour[0]] if proof.closed else tour)
            edges = [net.edge(step) for step in steps]
            if (
                len({*edges}) < len(edges)
                or any(number[v] != k for v, k in given)
                or (self._root is not None and number.get(self._root, 1) != 1)
                or any(number[a] >= number[b] for one in self._chains for a, b in pairwise(one))
                or not {*map(net.edge, proof.edges_used)} <= {*edges}
                or not self._avoided.isdisjoint(edges)
                or any({*pair} <= {*edges} for pair in self._exclusive)
            ):
                raise InvalidProof("a known tour is not one that the claim is about")
            if frozenset(edges) in seen:
                raise InvalidProof("a known tour is listed twice")
            seen.add(frozenset(edges))
            yield edges


# -- Proofs about tours with numbers given to nodes, by clauses on which node has which number


@dataclass(frozen=True, kw_only=True)
class Positioned(ClauseProof, Proof):
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
    about: ClassVar[str] = "a place"

    def _model(self, G: nx.Graph[Any], tick: Tick) -> PositionModel | None:
        table = PositionModel(G, self.statement, tick)
        table.check_known()
        if self.crowd:
            nodes = {v for k in self.crowd for v in table.fitting(k)}
            if len(nodes) >= len(set(self.crowd)):
                raise InvalidProof("there are nodes enough for these numbers")
        return None if self.crowd else table

    def _known(self, model: PositionModel) -> list[int]:
        return list(map(model.variable, self.places))

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
        return 5 if self.crowd else super()._effort()


class PositionModel(ClauseModel):
    """Which node may have which number, and the statements about a choice."""

    def __init__(self, G: nx.Graph[Any], claim: Claim, tick: Tick, *, narrow: bool = True) -> None:
        net = CycleInstance(G, Claim(closed=True, forbid=claim.forbid), tick)
        self.nodes, self._node = net.nodes, net.node
        self._closed, self._directed = claim.closed, net.directed
        self._require = [(net.node(u), net.node(v)) for u, v in claim.require]
        self._besides = [self._order(tour) for tour in claim.besides]
        n = len(self.nodes)
        self._ahead: list[set[int]] = [set() for _ in range(n)]
        self._behind: list[set[int]] = [set() for _ in range(n)]
        for u, v in chain(net.edges, () if net.directed else ((v, u) for u, v in net.edges)):
            self._ahead[u].add(v)
            self._behind[v].add(u)
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
        self.size = len(self.variables)

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
            if not (
                all((v, k) in self.variables for k, v in enumerate(tour, start=1))
                and (self._directed or len(ways) == 2 * len(steps))
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

    def facts(self) -> Iterator[Rule]:
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

    def _implied(self, v: int, k: int, others: Iterable[tuple[int, int]], why: str) -> Rule:
        """Return that a node has a number only if some other one has some other number."""
        some = dict.fromkeys(others)
        found = [2 * self.variables[other] for other in some if other in self.variables]
        return 1, [2 * self.variables[v, k] + 1, *found], why

    def _not(self, tour: list[int]) -> Iterator[Rule]:
        """Yield that not all nodes have their numbers on a tour, if they may have these."""
        places = [(v, k) for k, v in enumerate(tour, start=1)]
        if all(place in self.variables for place in places):
            yield 1, [2 * self.variables[place] + 1 for place in places], "not a known tour"


def _given(claim: Claim, size: int) -> list[tuple[Any, int]]:
    """Return the numbers given, with those of given ends."""
    ends = () if claim.closed else ((claim.start, 1), (claim.end, size))
    return [*claim.positions, *((v, k) for v, k in ends if v is not None)]


def _one(variables: list[int], why: str) -> list[Rule]:
    """Return that exactly one of some variables holds."""
    return [
        (1, [2 * x for x in variables], why),
        (len(variables) - 1, [2 * x + 1 for x in variables], why),
    ]


# -- Refutations of several Hamiltonian cycles without a common edge


@dataclass(frozen=True, kw_only=True)
class DisjointRefutation(ClauseProof, Proof):
    """No so many Hamiltonian cycles have no edge in common, by counting, or by clauses.

    Theorem: k such cycles have 2 k edges at every node, and at least 2 k across the border of every
    set (in a digraph k in each direction). A decomposition has all edges at every node. If these
    are enough: each cycle has two edges at every node and two across every border, and each edge is
    in one cycle at most; at a node without a spare edge it is in one. A clause says that of some
    edges one is in some cycle, or is not. It follows by unit propagation from such rules and
    earlier clauses, and in the end they contradict each other. The cycles can be numbered in the
    order in which they leave a node; so at one without a spare edge the cycle of an edge may be
    chosen, in a digraph that of each arc out of it, or into it.

    Attributes
    ----------
    disjoint : int
        The number of cycles.
    every_edge : bool
        The cycles have all edges. The degrees then say how many cycles they are.
    sets : tuple of frozenset
        The sets whose borders are counted.
    first : tuple of (node, node)
        Edges at a node without a spare one that are in the first, the second, ... cycle: one edge,
        or arcs out of the same node, or into it.
    members : tuple of (node, node, int)
        What the clauses speak of, numbered from 1: an edge, and the number of a cycle.
    clauses : tuple of tuple of int
        The clauses in order: ``k`` says that the edge of number k is in its cycle, ``-k`` that it
        is not.
    until : tuple of int
        The number of the last clause that needs each, after which a check forgets it; empty if none
        is forgotten.

    See Also
    --------
    Refutation : The same for one cycle.

    Examples
    --------
    >>> import networkx as nx
    >>> proof = DisjointRefutation(closed=True, disjoint=2)
    >>> proof.check(nx.petersen_graph())
    >>> print(proof.explain())
    There are no 2 Hamiltonian cycles without a common edge: they have 4 edges at every node
    (in a digraph 2 in and 2 out), more than one has.
    """

    disjoint: int
    every_edge: bool = field(default=False, metadata=LEFT_OUT)
    sets: tuple[frozenset[Any], ...] = field(default=(), metadata=LEFT_OUT)
    first: tuple[tuple[Any, Any], ...] = field(default=(), metadata=LEFT_OUT)
    members: tuple[tuple[Any, Any, int], ...] = field(default=(), metadata=LEFT_OUT)
    clauses: tuple[tuple[int, ...], ...] = field(default=(), metadata=LEFT_OUT)
    until: tuple[int, ...] = field(default=(), metadata=LEFT_OUT)
    about: ClassVar[str] = "an edge and a cycle"

    def _check_form(self) -> None:
        if not self.closed:
            raise InvalidProof("a refutation of disjoint cycles is about cycles")
        if self.disjoint < 1:
            raise InvalidProof(f"the number of cycles is at least 1, not {self.disjoint!r}")
        if not all(type(c) is int and 1 <= c <= self.disjoint for *_, c in self.members):
            raise InvalidProof(f"the cycles have the numbers 1 to {self.disjoint}")
        self._literals(range(len(self.members)))

    def _model(self, G: nx.Graph[Any], tick: Tick) -> DisjointRules | None:
        if G.is_multigraph():
            raise InvalidProof("edges are counted, and parallel edges would be one")
        net = CycleInstance(G, Claim(closed=True), tick)
        model = DisjointRules(net, self, tick)
        self._known(model)
        count, degrees = self.disjoint * net.need, {*map(len, net.ports)}
        if self.every_edge and degrees != {count}:
            if len(degrees) > 1 or min(degrees) % net.need:
                return None  # no number of cycles has all edges
            raise InvalidProof(f"a decomposition does not have so many cycles: {self.disjoint}")
        if min(degrees) < count:
            return None
        if self._is_bare:
            raise InvalidProof("every node has enough edges, and no other reason is given")
        few = any(len(edges) < self.disjoint * least for least, edges in model.borders)
        return None if few else model

    def _known(self, model: DisjointRules) -> list[int]:
        edges = len(model.net.edges)
        return [(c - 1) * edges + model.net.edge((u, v)) for u, v, c in self.members]

    @property
    def _is_bare(self) -> bool:
        """True if only the edges at the nodes are counted."""
        return not (self.sets or self.first or self.members or self.clauses)

    def _reason(self) -> str:
        if self._is_bare and self.every_edge:
            return (
                "each of them has two edges at every node (in a digraph one in and one out), and"
                " not all nodes have the same even number of edges (in a digraph as many in as out)"
            )
        if self._is_bare:
            ways = f"in a digraph {self.disjoint} in and {self.disjoint} out"
            return f"they have {2 * self.disjoint} edges at every node ({ways}), more than one has"
        demand = "each cycle has two edges at every node (in a digraph one in and one out)"
        if self.sets:
            demand += f" and at least two across the border of {plural(len(self.sets), 'set')}"
        whole = (
            "in one cycle" if self.every_edge else "in one at most (in one if there is no spare)"
        )
        steps = f"; {plural(len(self.clauses), 'clause')} follow" if self.clauses else ""
        return f"{demand}, and each edge is {whole}{steps}, and no choice of edges is left"


class DisjointRules(ClauseModel):
    """What holds for cycles without a common edge: edge e of m in cycle c is variable c m + e."""

    def __init__(self, net: CycleInstance, proof: DisjointRefutation, tick: Tick) -> None:
        self.net, self._count = net, proof.disjoint
        parts = with_ticks(proof.sets, tick, every=1)
        self.borders = [some for part in parts for some in across(net, part)]
        """The edges across borders, and how many of them each cycle has."""
        self._first = self._number_cycles(proof.first)
        self.size = self._count * len(net.edges)

    def facts(self) -> Iterator[Rule]:
        """Yield statements (least, literals, why): at least so many of these literals hold."""
        net, m, cycles = self.net, len(self.net.edges), range(self._count)
        for c in cycles:
            few, many = (f"cycle {c + 1} has {bound}" for bound in net.bounds)
            for p, edges in enumerate(net.ports):
                yield net.need, [2 * (c * m + e) for e in edges], (few, p)
                yield len(edges) - net.need, [2 * (c * m + e) + 1 for e in edges], (many, p)
            for least, edges in self.borders:
                yield least, [2 * (c * m + e) for e in edges], f"cycle {c + 1} crosses a border"
        used = {e for edges in net.ports if self._has_no_spare(edges) for e in edges}
        for e in range(m):
            own = [c * m + e for c in cycles]
            yield self._count - 1, [2 * x + 1 for x in own], "no edge is in two cycles"
            if e in used:
                yield 1, [2 * x for x in own], "an edge at a node without a spare one is in a cycle"
        for c, e in enumerate(self._first):
            yield 1, [2 * (c * m + e)], "the cycles are numbered so"

    def _number_cycles(self, pairs: Pairs) -> list[int]:
        """Return the edges in the first, the second, ... cycle: others can be numbered so."""
        net = self.net
        first = [net.edge(pair) for pair in pairs]
        if len({*first}) < len(first) or (len(first) > 1 and not net.directed):
            raise InvalidProof("edges that are given to cycles are one edge, or different arcs")
        ports = [net.ports[p] for e in first[:1] for p in net.ports_of(e)]
        if first and not any(self._has_no_spare(p) and {*first} <= {*p} for p in ports):
            raise InvalidProof("edges that are given to cycles are at one node without a spare one")
        return first

    def _has_no_spare(self, edges: list[int]) -> bool:
        """Return True if the cycles have all edges at a port."""
        return len(edges) == self._count * self.net.need
