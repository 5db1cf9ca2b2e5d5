"""Walks that pass streets: the postman's round, with its proof."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import chain, pairwise, product
from operator import sub
from typing import Any, TypeVar

import networkx as nx

from icosian._arrays import Unit, Weight, length_reader
from icosian._io.memory import collector_paused
from icosian._io.text import shown
from icosian._run.limits import SETS, Clock, Limits, TimeIsUp, Watch, Workers, check_flag, hinted
from icosian.boards.board import node_of
from icosian.exceptions import InvalidArgument, InvalidTour, NoWalk, SearchLimitReached
from icosian.proofs import Computed, StreetBound, StreetCase, Unreachable, WalkBound
from icosian.routes.directions import MixedStreets, PassSearch
from icosian.routes.joins import Repeats, least_flow, least_join
from icosian.routes.rounds import (
    CHECK_ARC,
    CHECK_PAIR,
    Question,
    Walk,
    distances,
    inner_bound,
    known,
    prove_walk,
    reaches,
)
from icosian.routes.search import Roads
from icosian.tours.instance import Instance
from icosian.tours.problem import conditions_in, plain
from icosian.tours.shortest.exact import Ending
from icosian.tours.shortest.question import solve_question
from icosian.tours.shortest.selection import Statement

FEW, TRIED = 9, 2_000_000
"""Arcs of a node that change with each other, and arcs of all walks parted for fewer U-turns."""

# -- The streets of a map, exactly, and whether any walk passes those that are asked for

T = TypeVar("T", StreetBound, Unreachable, WalkBound)


class Town:
    """The streets that a question is about, by numbers of nodes and with integer lengths."""

    def __init__(self, question: Question, some: Iterable[Any] | None, *, either: bool) -> None:
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
        pairs = zip(self.names, lengths, strict=True)
        self.streets = [(number[u], number[v], c) for (u, v, *_), c in pairs]
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
        apart = (str, *SETS) if G.is_directed() else str
        tuples = [
            tuple(edge) if isinstance(edge, Iterable) and not isinstance(edge, apart) else (edge,)
            for edge in (() if some is None else some)
        ]
        wanted = [
            (*(node_of(G, v, "end of a street") for v in edge[:2]), *edge[2:]) for edge in tuples
        ]
        if strange := [e for e, edge in zip(tuples, wanted, strict=True) if edge not in known]:
            key = " and its key" * G.is_multigraph()
            raise InvalidArgument(
                f"{shown(strange[0])} is not a street: an edge with a length, by its ends{key}"
            )
        numbers = [*known.values()] if some is None else [known[edge] for edge in wanted]
        backs = self._backs(numbers) if either and G.is_directed() else {}
        first: dict[frozenset[int], int] = {}
        for k in numbers:
            first.setdefault(frozenset((k, backs.get(k, k))), k)
        self.asked = [*first.values()]
        """The numbers of the streets to pass."""
        self.backs = {k: backs[k] for k in self.asked if k in backs}
        """The number of the way back of each street to pass in either direction."""
        way = {arc: self.streets[k][2] for arc, k in self.least.items()}
        ways = [(c, way.get(arc[::-1])) for arc, c in way.items()]
        both = [(self.streets[k], self.streets[backs.get(k, k)]) for k in self.asked]
        ways += [(c, d if v == w else None) for (_, v, c), (w, _, d) in both]
        is_alike = bool(self.backs) and all(there == back for there, back in ways)
        self.directed = G.is_directed() and not is_alike
        """True if streets have a direction that matters: not all are as long there and back."""
        if not self.asked:
            raise nx.NetworkXPointlessConcept("a walk along no streets is pointless")
        # 3. The ends. A closed walk passes a start on its streets anyway.
        asked = question.asked
        if asked.start == asked.end:  # on a map with a single node
            question = replace(question, asked=replace(asked, end=None))
        self.start, self.end = number.get(asked.start), number.get(question.asked.end)
        passed = self.ends_of(self.asked) if question.asked.closed else ()
        self.stops = [v for v in (self.start, self.end) if v is not None and v not in passed]
        self.question = replace(question, stops=tuple(self.nodes[v] for v in self.stops))

    def _backs(self, numbers: list[int]) -> dict[int, int]:
        """Return the number of the way back of each street, refuse it if that is a guess."""
        known = {name: k for k, name in enumerate(self.names)}
        back_of = {
            k: known.get((v, u, *key)) for (u, v, *key), k in known.items() if len({u, v}) > 1
        }
        between: dict[frozenset[int], list[int]] = {}
        for k, (u, v, _) in enumerate(self.streets):
            between.setdefault(frozenset((u, v)), []).append(k)
        backs = {}
        for k in numbers:
            u, v, length = self.streets[k]
            back, others = back_of.get(k), [i for i in between[frozenset((u, v))] if i != k]
            if u == v:  # as two arcs or as two loops
                doubt = [i for i in others if self.is_all and self.streets[i][2] == length]
            elif back is None:
                doubt = [i for i in others if self.streets[i][0] == v and back_of[i] is None]
            else:
                backs[k] = back
                doubt = [back] if len(others) > 1 and self.streets[back][2] != length else []
            if doubt:
                raise InvalidArgument(
                    f"are {shown(self.names[k])} and {shown(self.names[doubt[0]])} one street, or"
                    " two? With either=True, an arc and one back are one street if they have the"
                    " same key, and a loop is a street: rename keys, or name the streets in edges"
                )
        return backs

    def ends_of(self, streets: Iterable[int]) -> set[int]:
        """Return the ends of some streets."""
        return {v for k in streets for v in self.streets[k][:2]}

    def length(self, streets: Iterable[int]) -> int:
        """Return the length of some streets, in units."""
        return sum(self.streets[k][2] for k in streets)

    def checked(self, kind: type[T], **evidence: Any) -> T:
        """Return a proof about the question, checked against the map."""
        named: Any = Computed() if callable(self.question.weight) else self.question.weight
        proof = kind(
            **self.question.claim,
            streets="all" if self.is_all else tuple(self.names[k] for k in self.asked),
            either=bool(self.backs),
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


# -- Walks along streets of a map: the postman's walk, with its proof

Step = tuple[int, int, int]
"""A node, the next one, and the street that is passed."""

METHOD = "least repetition of streets"
CHECK_STREET = 5e-5
"""Seconds that it takes to read off a walk, and to check its proof, for each street."""
CHECK_EITHER = 1.5e-4
"""The same where streets are passed in either direction."""


@hinted
def postman_walk(
    G: nx.Graph[Any],
    edges: Iterable[Any] | None = None,
    *,
    start: Any = None,
    end: Any = None,
    cycle: bool = True,
    either: bool = False,
    weight: Weight = "weight",
    timeout: float | None = None,
    gap: float = 0.0,
    executor: Workers = None,
    seed: int | None = None,
    progress: Watch = None,
) -> Walk:
    """Return the shortest walk along all streets of a map, or along some, with a proof.

    It passes each of these edges once or more often, in a digraph as the arc points, or with
    ``either`` in one of both directions.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not. Parallel edges are different streets, and a self-loop is one.
    edges : iterable of edges, optional
        The streets to pass, by their ends, in a multigraph with their key; the walk may use others
        as well. All by default.
    start : node, optional
        Where the walk starts, on a board also the name of a square. Free by default.
    end : node, optional
        Where an open walk ends, likewise.
    cycle : bool
        If True, the walk returns to where it starts.
    either : bool
        If True, an arc of a digraph and the one back, with the same key, are one street: one of
        them is passed. The lengths of the two may differ.
    weight : str, callable or None
        The edge attribute with the lengths, which no edge lacks; or a function ``f(u, v, data)``
        of each edge, also of each of parallel ones. An edge with None or infinity is not a street.
        None counts 1 for every edge.
    timeout, gap, executor, seed, progress
        As for :func:`traveling_salesman`.

    Returns
    -------
    Walk
        A sequence of nodes, in one leg, with ``length``, ``extra``, which is the length of what is
        passed besides each street once, ``bound``, ``proof`` and ``edges(keys=True)``.

    Raises
    ------
    NoWalk
        If no walk passes these streets; ``.proof`` has parts of the map that cannot be left.
    SearchLimitReached
        If the time is over before the distances between some streets are known, or a walk.
    NotANode, InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, before any search; lengths are numbers of at least 0, and
        those of an undirected edge are the same in both directions.

    See Also
    --------
    traveling_salesman : Visit nodes, along whatever streets.
    networkx.eulerize : Repeat edges, not always the shortest.

    Notes
    -----
    A closed walk in a graph comes to each node as often as it leaves it, so edges are repeated
    until all degrees are even: a least T-join, found by a matching of the nodes of odd degree with
    a blossom method [1]_. In a digraph it is a flow of least cost. Both are exact, for lengths of
    any size. Streets that this leaves apart become stops of a tour, which is found as by
    :func:`traveling_salesman`.

    Of all walks along the same edges of a graph, as often, it is one with the fewest U-turns; along
    all streets these are at dead ends alone [3]_, which makes no walk longer. In a digraph it
    has few U-turns, not always the fewest.

    In a digraph with two arcs for a street ``edges`` says which are passed: ``G.edges`` means both.
    With ``either`` one of them is. If all is as long there as back, that is the question of a
    graph; else it is NP-hard (mixed and windy postmen), and is answered by branch and bound with
    linear programs, to which borders of sets are added that a walk crosses once more than an odd
    number of streets does [2]_, and to which streets lie that are not joined. The proof is exact; a
    walk that is longer than another by less than a part in 10^9, or in 10^260 of the length of all
    streets of the map, may stay open.

    References
    ----------
    .. [1] J. Edmonds, E. L. Johnson, Matching, Euler tours and the Chinese postman, Mathematical
       Programming 5 (1973), 88-124.
    .. [2] A. Corberan, I. Plana, J. M. Sanchis, A branch & cut algorithm for the windy general
       routing problem and special cases, Networks 49 (2007), 245-257.
    .. [3] A. Kotzig, Moves without forbidden transitions in a graph, Matematicky casopis 18 (1968),
       76-80.

    Examples
    --------
    A square with both diagonals is not drawn in one stroke; with a roof it is:

    >>> import networkx as nx
    >>> from icosian.routes import postman_walk
    >>> square = nx.complete_graph(4)
    >>> walk = postman_walk(square, cycle=False)
    >>> walk.length, walk.extra
    (7, 1)
    >>> walk.proof.check(square)
    >>> house = nx.Graph([*square.edges, (0, "roof"), ("roof", 1)])
    >>> postman_walk(house, cycle=False).extra
    0
    >>> postman_walk(house, [(2, 3), (0, "roof")]).length
    5

    Streets with two directions among one-way streets, both sides of each or one:

    >>> town = square.to_directed()
    >>> town.remove_edges_from([(1, 0), (2, 1)])
    >>> postman_walk(town, town.edges).length, postman_walk(town, either=True).length
    (11, 8)
    """
    question = Question.of(G, None, cycle=cycle, weight=weight, **conditions_in(locals()))
    limits = Limits.of(locals())
    with collector_paused():
        is_either = check_flag(either, "either")
        town = Town(question, None if edges is G.edges else edges, either=is_either)
        both = [way for *way, _ in town.streets if (*way[::-1],) in town.least]
        if edges is None and G.is_directed() and both and not is_either:
            raise InvalidArgument(
                "are streets that lead both ways, such as"
                f" {shown(tuple(town.nodes[v] for v in both[0]))}, to be passed in both?"
                " edges=G.edges, or --streets both, does; either=True passes each in one of both; a"
                " list of edges names the ways"
            )
        town.check_ways()
        if town.backs and town.directed:
            return _walk_of(town, *_turned(town, limits), limits.clock)
        with limits.clock.reserved(CHECK_STREET * len(town.streets)):
            found = _repeats(town, partial(limits.clock.tick, METHOD, 1))
        n = len(town.nodes)
        proof: StreetBound | WalkBound = town.checked(
            StreetBound,
            levels=tuple((v, c) for v, c in zip(town.nodes, found.levels, strict=False) if c),
            homes=() if town.directed else tuple(found.levels[n:]),
            directed=town.directed,
        )
        again = [town.least[step] for step in found.steps if step in town.least]
        trails = _trails(town, [*town.asked, *again])
        steps = trails[0]
        if len(trails) > 1 and town.backs:
            return _walk_of(town, *_turned(town, limits), limits.clock)
        if len(trails) > 1:
            steps, better = _tour(town, trails, limits)
            if not town.directed:  # the same streets, in another order
                steps = _trails(town, [k for *_, k in steps])[0]
            proof = max(proof, better or proof, key=lambda some: some.bound)
    return _walk_of(town, steps, proof, limits.clock)


def _repeats(town: Town, tick: Callable[[], object]) -> Repeats:
    """Return what is repeated; streets beyond those of the map lead to or from free ends."""
    n, is_open = len(town.nodes), not town.question.asked.closed
    streets = [
        (u, v, 2 * town.streets[k][2]) for (u, v), k in town.least.items() if town.directed or u < v
    ]
    if town.directed:
        needs = [0] * (n + 2)
        for k in town.asked:
            u, v, _ = town.streets[k]
            needs[u] += 1
            needs[v] -= 1
        if is_open:
            first = n if town.start is None else town.start
            last = n + 1 if town.end is None else town.end
            needs[first] -= 1
            needs[last] += 1
            streets += [(n, v, 0) for v in range(n) if first == n]
            streets += [(v, n + 1, 0) for v in range(n) if last == n + 1]
        return least_flow(n + 2, streets, needs)
    # Home is so far from all nodes that the best walk leaves it once.
    given = [v for v in (town.start, town.end) if v is not None and is_open]
    homes = range(n, n + 2 * is_open - len(given))
    far = sum(c for *_, c in streets) + 2
    streets += [(v, home, far) for home in homes for v in range(n)]
    degrees = Counter(chain(*(town.streets[k][:2] for k in town.asked), given, homes))
    odd = [v for v, degree in sorted(degrees.items()) if degree % 2]
    return least_join(n + len(homes), streets, odd, tick)


def _turned(town: Town, limits: Limits) -> tuple[list[Step], StreetBound]:
    """Return a walk that passes streets in either direction, and its bound."""
    # 1. The least passes.
    roads, turns = [*town.least], [*town.backs]
    streets = [
        (*town.streets[k], town.streets[town.backs[k]][2] if k in town.backs else None)
        for k in town.asked
    ]
    ends = None if town.question.asked.closed else (town.start, town.end)
    lines = [(u, v, town.streets[k][2]) for (u, v), k in town.least.items()]
    asked = MixedStreets(len(town.nodes), lines, streets, town.stops, ends)
    passes = PassSearch(asked, lambda: limits.clock.left)
    kept = min(CHECK_EITHER * len(town.streets), limits.clock.left / 2)
    with suppress(TimeIsUp), limits.clock.reserved(kept):
        passes.search(partial(limits.clock.tick, METHOD, 1), limits.gap)
    if passes.best is None:
        passes.improvise()
    if passes.best is None:
        raise SearchLimitReached("no walk was found in time", stats=limits.clock.stats(METHOD))
    # 2. The proof: levels as they differ from those of the first case, and what it speaks of.
    sets, cases = passes.cases()
    settled = [case for case in cases if isinstance(case, StreetCase)]
    none = (0,) * len(town.nodes)
    levels = settled[0].levels or none
    used = sorted({f for case in settled for f, _ in case.factors})
    moats = {f: i for i, f in enumerate(used)}
    split = {case[0]: None for case in cases if isinstance(case, tuple) and case[0] >= len(roads)}
    named = {j: i for i, j in enumerate(split)}

    def told(case: StreetCase | tuple[int, int]) -> int | tuple[int, int, int] | StreetCase:
        if isinstance(case, tuple):
            j, k = case
            return named[j] if j in named else (*roads[j], k)
        more = tuple(map(sub, case.levels or none, levels))
        factors = tuple((moats[f], width) for f, width in case.factors)
        return StreetCase(levels=more if any(more) else (), factors=factors)

    proof = town.checked(
        StreetBound,
        levels=tuple(zip(town.nodes, levels, strict=True)),
        directed=True,
        sets=tuple(frozenset(town.nodes[v] for v in sets[f]) for f in used),
        turns=tuple(town.names[turns[j - len(roads)]] for j in named),
        cases=tuple(map(told, cases)),
    )
    # 3. The walk.
    chosen = dict(zip(turns, passes.best[len(roads) :], strict=True))
    once = [k if chosen.get(k, 1) else town.backs[k] for k in town.asked]
    pairs = zip(roads, passes.best, strict=False)
    again = [town.least[road] for road, k in pairs for _ in range(k)]
    return _trails(town, [*once, *again])[0], proof


def _trails(town: Town, passes: list[int]) -> list[list[Step]]:
    """Return a walk along each part of the streets that are passed, empty at a stop on none."""
    H: Any = nx.MultiDiGraph() if town.directed else nx.MultiGraph()
    H.add_edges_from((*town.streets[k][:2], i) for i, k in enumerate(passes))
    ends = [v for v in (town.start, town.end) if v is not None]
    H.add_nodes_from(ends)
    # A way between free ends may touch no street to pass: then it has length 0, and goes.
    visited = {*ends, *town.ends_of(town.asked)}
    every = nx.connected_components(H.to_undirected(as_view=True))
    parts = [part for part in every if not part.isdisjoint(visited)]
    parts.sort(key=lambda part: part.isdisjoint(ends))
    trails = []
    for part in parts:
        K = H if len(part) == len(H) else H.subgraph(part).copy()
        if town.directed:
            odd = [v for v in K if K.out_degree(v) > K.in_degree(v)]
        else:
            odd = [v for v, degree in K.degree if degree % 2 and v != town.end]
        first = next(v for v in (town.start, *odd, town.end, *K) if v in K)
        edges = list(K.edges(keys=True))
        if not edges:
            trail = edges
        elif town.directed:
            last = [v for v in K if K.in_degree(v) > K.out_degree(v)]
            trail = _walk_arcs(edges, [first, *last])
        else:
            last = [v for v, degree in K.degree if degree % 2 and v != first]
            trail = _walk_edges(edges, passes, [first, *last])
        trails.append([(u, v, passes[i]) for u, v, i in trail])
    return trails


def _walk_edges(
    edges: list[tuple[int, int, int]], passes: list[int], ends: list[int]
) -> list[tuple[int, int, int]]:
    """Return a walk along edges of a graph with as few U-turns as one along them has.

    An edge has two halves, one at each end. If at each node no street has more than half of the
    halves, there is a walk without U-turns (Kotzig 1968): halves are paired so, and closed walks
    are joined at a common node by pairing two pairs otherwise, one way or the other.
    """
    at: dict[int, list[int]] = {}
    lines = [*edges, (*ends, -1)] if len(ends) > 1 else edges
    for k, (u, v, _) in enumerate(lines):
        at.setdefault(u, []).append(2 * k)
        at.setdefault(v, []).append(2 * k + 1)
    # Going round a loop twice is no U-turn, nor is beginning where the walk ends.
    street: list[int] = []
    for k, (u, v, i) in enumerate(lines):
        street += (2 * k, 2 * k + 1) if u == v or i < 0 else (~passes[i], ~passes[i])
    mate: dict[int, int] = {}
    walks = nx.utils.UnionFind(range(len(lines)))
    for row in at.values():
        often, middle = Counter(street[h] for h in row), len(row) // 2
        row.sort(key=lambda h: (-often[street[h]], street[h], h))
        for a, b in zip(row[:middle], row[middle:], strict=True):
            mate |= {a: b, b: a}
            walks.union(a // 2, b // 2)
    for a, *others in at.values():
        for c in others:
            if walks[a // 2] != walks[c // 2]:
                b, d = mate[a], mate[c]
                turns = street[a] == street[c] or street[b] == street[d]
                for one, other in ((a, d), (b, c)) if turns else ((a, c), (b, d)):
                    mate |= {one: other, other: one}
                walks.union(a // 2, c // 2)
    h = at[ends[0]][0] if len(ends) < 2 else mate[2 * len(edges)]
    trail = list[tuple[int, int, int]]()
    while len(trail) < len(edges):
        u, v, i = lines[h // 2]
        trail.append((v, u, i) if h % 2 else (u, v, i))
        h = mate[h ^ 1]
    return trail


def _walk_arcs(arcs: list[tuple[int, int, int]], ends: list[int]) -> list[tuple[int, int, int]]:
    """Return a walk along arcs of a digraph with few U-turns.

    At each node every arc that comes has one that goes after it. Where two of a node change these,
    two closed walks become one, or one becomes two. At first each node has as few U-turns as it
    allows; then walks are joined, where that makes none before others. In the end a walk is parted
    at one node and joined at another as long as U-turns become fewer.
    """
    lines = [*arcs, (*ends[::-1], -1)] if len(ends) > 1 else arcs
    came: dict[int, list[int]] = {}
    goes: dict[int, list[int]] = {}
    for k, (u, v, _) in enumerate(lines):
        came.setdefault(v, []).append(k)
        goes.setdefault(u, []).append(k)
    # Neither going round a loop twice is a U-turn, nor beginning where the walk ends.
    both = [((u, v), (v, u)) if u != v and i >= 0 else (k, ~k) for k, (u, v, i) in enumerate(lines)]
    after = [0] * len(lines)
    walks = nx.utils.UnionFind(range(len(lines)))
    tries = iter(range(TRIED // len(lines)))

    def turns(*pairs: tuple[int, int]) -> int:
        return sum(both[k][0] == both[m][1] for k, m in pairs)

    def more(a: int, c: int) -> int:
        return turns((a, after[c]), (c, after[a])) - turns((a, after[a]), (c, after[c]))

    def change(a: int, c: int) -> None:
        after[a], after[c] = after[c], after[a]

    def is_improved(a: int) -> bool:
        for c in came[lines[a][1]][:FEW]:
            if (fewer := -more(a, c)) > 0 and next(tries, None) is not None:
                change(a, c)
                inside, k = {a}, after[a]
                while k != a:
                    inside.add(k)
                    k = after[k]
                for row in came.values():
                    for e, g in product(row[:FEW], repeat=2):
                        if e in inside and g not in inside and more(e, g) < fewer:
                            change(e, g)
                            return True
                change(a, c)
        return False

    for v, row in came.items():
        for k, m in zip(row, goes[v], strict=True):
            after[k] = m
        for a in row:
            if turns((a, after[a])):
                change(a, next((c for c in row if not turns((a, after[c]), (c, after[a]))), a))
        for a in row:
            walks.union(a, after[a])
    for allowed in (0, 2):
        for row in came.values():
            for i, a in enumerate(row):
                for c in row[i + 1 : i + FEW] if allowed == 0 else row[:1]:
                    if walks[a] != walks[c] and more(a, c) <= allowed:
                        change(a, c)
                        walks.union(a, c)
    while any(is_improved(a) for a in range(len(lines)) if turns((a, after[a]))):
        pass
    k = after[-1] if len(ends) > 1 else goes[ends[0]][0]
    order: list[int] = []
    while len(order) < len(arcs):
        order.append(k)
        k = after[k]
    return [arcs[k] for k in order]


def _tour(
    town: Town, trails: list[list[Step]], limits: Limits
) -> tuple[list[Step], WalkBound | None]:
    """Return the shortest walk as a tour of streets, and its bound if there was time for one."""
    # 1. The places, as in the closure of WalkBound: stops, and the two ends of each street.
    closed, places = town.question.asked.closed, [*town.stops]
    street: dict[int, int] = {}
    for k in town.asked:
        street |= dict.fromkeys((len(places), len(places) + 1), k)
        places += town.streets[k][:2]
    # 2. The distances between them.
    H: Any = nx.DiGraph() if town.directed else nx.Graph()
    H.add_nodes_from(range(len(town.nodes)))
    H.add_weighted_edges_from((*way, town.streets[k][2]) for way, k in town.least.items())
    roads = Roads(H, "weight", places)
    table = distances(roads, limits.clock)
    form = Instance(
        places=len(places),
        directed=town.directed,
        closed=closed,
        start=None if closed or town.start is None else 0,
        end=None if town.end is None else len(town.stops) - 1,
        require=tuple((i, i + 1) for i in range(len(town.stops), len(places), 2)),
    )
    priced = [[*row] for row in table]
    for i, j in form.require:
        priced[i][j] = town.streets[street[i]][2]
        if not town.directed:
            priced[j][i] = priced[i][j]
    # 3. The tour: at first along one part after the other, in the order in which they are reached.
    begins = {street[i]: (i, j) for i, j in form.require}
    strokes: dict[int, tuple[int, ...]] = {}
    for u, _, k in chain(*trails):
        if k in begins and k not in strokes:
            strokes[k] = begins[k][:: 1 if u == town.streets[k][0] else -1]
    ways = [-sum(far is not None for far in row) for row in table]
    some = sorted(strokes.values(), key=lambda ends: (ways[ends[0]], ways[ends[1]]))
    first = [i for i in range(len(town.stops)) if i != form.end] + [*chain(*some)]
    first += [] if form.end is None else [form.end]
    lengths, present = known(priced)
    checking = CHECK_ARC * roads.arcs + CHECK_PAIR * len(places) ** 2
    problem = form.problem(lengths, present)
    question = Statement(problem=problem, start=form.encoded(first))
    solution = solve_question(question, town.unit, limits, Ending.of(checking))
    proof = None
    if solution.tree:
        inner, small = inner_bound(form, solution, town.unit), reaches(problem, solution)
        proof = prove_walk(partial(town.checked, WalkBound), inner, table, small)
    # 4. Its streets, and the ways between them.
    tour = form.decoded(solution.tour)
    steps: list[Step] = []
    for i, j in pairwise([*tour, tour[0]] if closed else tour):
        if street.get(i, -1) == street.get(j):
            steps.append((places[i], places[j], street[i]))
        else:
            way = pairwise(roads.leg(i, j))
            steps += [(u, v, town.least[u, v]) for u, v in way]
    if closed and town.start is not None:
        at = next(at for at, (u, *_) in enumerate(steps) if u == town.start)
        steps = steps[at:] + steps[:at]
    return steps, proof


def _walk_of(town: Town, steps: list[Step], proof: StreetBound | WalkBound, clock: Clock) -> Walk:
    """Return a walk with what is proved of it, after a check that it is as was asked."""
    question, unit = town.question, town.unit
    street_of = {back: k for k, back in town.backs.items()}
    if question.G.is_directed() and not town.directed:  # arcs as they are passed
        turned = town.backs | street_of
        steps = [
            (u, v, k if town.streets[k][:2] == (u, v) else turned.get(k, town.least[u, v]))
            for u, v, k in steps
        ]
    firsts = {street_of.get(k, k): k for *_, k in reversed(steps)}
    if not firsts.keys() >= {*town.asked}:
        raise InvalidTour("the walk does not pass all streets")
    walk = [steps[0][0], *(v for _, v, _ in steps)]
    ways = [town.streets[k][:2] for *_, k in steps]
    if not town.directed:
        ways = [way if way[0] == u else way[::-1] for way, u in zip(ways, walk, strict=False)]
    if ways != [*pairwise(walk)] or ways != [step[:2] for step in steps]:
        raise InvalidTour("the streets of the walk are not joined")
    is_back = walk[0] == walk[-1] or not question.asked.closed
    if not is_back or town.start not in (None, walk[0]) or town.end not in (None, walk[-1]):
        raise InvalidTour("the walk does not have the ends given")
    length = town.length(k for *_, k in steps)
    bound = proof.bound / unit.size
    return Walk(
        [[town.nodes[v] for v in walk]],
        is_closed=question.asked.closed,
        length=unit.number(length),
        extra=unit.number(length - town.length(firsts[k] for k in town.asked)),
        bound=unit.number(bound, down=bound < length),
        is_optimal=bound == length,
        proof=proof,
        G=question.G,
        stats=clock.stats(METHOD),
        weight=question.weight if isinstance(question.weight, str) else None,
        keys=[town.names[k][2] for *_, k in steps] if question.G.is_multigraph() else (),
    )
