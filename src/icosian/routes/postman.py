"""Walks along all streets of a map: the postman's walk, with its proof."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import accumulate, chain, pairwise
from typing import TYPE_CHECKING, Any, TypeVar

import networkx as nx

from icosian._arrays.weights import missing_note, plain_number
from icosian._io.memory import collector_paused
from icosian._io.text import shown
from icosian._run.clock import Clock, TimeIsUp
from icosian.exceptions import InvalidArgument, InvalidTour, NoWalk, SearchLimitReached
from icosian.proofs import Computed, Stranded, StreetBound
from icosian.routes.joins import least_flow, least_join
from icosian.routes.rounds import Question
from icosian.routes.walk import Walk
from icosian.tours.checking import check_proof
from icosian.tours.shortest.problem.lengths import (
    Unit,
    common_denominator,
    exact_number,
    kind_of,
    scaled,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from icosian._arrays.weights import Weight
    from icosian._run.clock import Progress
    from icosian.routes.joins import Repeats

T = TypeVar("T", StreetBound, Stranded)

METHOD = "least repetition of streets"


def postman_walk(
    G: nx.Graph[Any],
    *,
    start: Any = None,
    end: Any = None,
    cycle: bool = True,
    weight: Weight = "weight",
    timeout: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Walk:
    """Return the shortest walk along all streets of a map, with a proof.

    It passes every edge once or more often, in a digraph as the arc points.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not. Parallel edges are different streets, and a self-loop is one.
    start : node, optional
        Where the walk starts, on a board also the name of a square. Free by default.
    end : node, optional
        Where an open walk ends, likewise.
    cycle : bool
        If True, the walk returns to where it starts.
    weight : str, callable or None
        The edge attribute with the lengths, 1 where it is missing; or a function ``f(u, v, data)``
        that is called with the data of each edge, also of each of parallel ones. An edge with None
        or infinity is not a street. None counts 1 for every edge.
    timeout : float, optional
        Seconds after which the search gives up.
    progress : callable, optional
        Called about ten times a second with a :class:`Progress`.

    Returns
    -------
    Walk
        A sequence of nodes, in one leg, with ``length``, ``extra``, which is the length of what is
        repeated, ``bound``, ``proof`` and ``edges(keys=True)``.

    Raises
    ------
    NoWalk
        If no walk passes all streets; ``.proof`` is a part of the map that cannot be left.
    SearchLimitReached
        If the time is over.
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
    a blossom method. In a digraph it is a flow of least cost. Both are exact, in integers, for
    lengths of any size. The proof is a level for every node.

    Streets to be passed in one direction among others that are passed once in any direction are
    not in scope, for that is hard: in a digraph, two arcs for a street mean that both are passed.

    References
    ----------
    .. [1] J. Edmonds, E. L. Johnson, Matching, Euler tours and the Chinese postman, Mathematical
       Programming 5 (1973), 88-124.

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
    """
    town = Map.of(Question.of(G, None, start, end, cycle=cycle, weight=weight))
    clock = Clock(timeout, progress)
    try:
        with collector_paused():
            return _walk_of(town, clock)
    except TimeIsUp:
        raise SearchLimitReached(
            "the time is over before the shortest walk is known", stats=clock.stats(METHOD)
        ) from None


@dataclass(frozen=True, kw_only=True)
class Map:
    """The streets that a question is about, by numbers of nodes and with integer lengths."""

    question: Question
    """Its stops are all nodes."""
    start: int | None
    end: int | None
    ways: list[tuple[int, int]]
    keys: list[Any]
    lengths: list[int]
    unit: Unit
    hidden: int

    @classmethod
    def of(cls, question: Question) -> Map:
        """Read the streets."""
        number = {v: i for i, v in enumerate(question.stops)}
        streets = list(_streets(question.G, question.weight))
        there = [street for street in streets if street[-1] is not None]
        ways = [(number[u], number[v]) for u, v, *_ in there]
        start, end = (None if v is None else number[v] for v in (question.start, question.end))
        if not ways:
            raise nx.NetworkXPointlessConcept("a walk along no streets is pointless")
        if question.closed and start not in {None, *chain(*ways)}:
            raise InvalidArgument(f"no street leads to the start {shown(question.start)}")
        if start is not None and start == end:  # of a map with a single node
            question, end = replace(question, end=None), None
        numbers = [length for *_, length in there]
        try:
            denominator = common_denominator(numbers)
        except ValueError:
            raise InvalidArgument("weights have no bearable common denominator") from None
        lengths = [scaled(length, denominator) for length in numbers]
        unit = Unit(size=Fraction(1, denominator), kind=kind_of(numbers))
        unit.check_sum(lengths, len(number) * len(lengths))
        return cls(
            question=question,
            start=start,
            end=end,
            ways=ways,
            keys=[key for *_, key, _ in there],
            lengths=lengths,
            unit=unit,
            hidden=len(streets) - len(there),
        )

    @property
    def directed(self) -> bool:
        """True if streets have a direction."""
        return self.question.G.is_directed()

    def checked(self, kind: type[T], clock: Clock, **evidence: Any) -> T:
        """Return a proof about the question, checked against the map."""
        question, claim = self.question, self.question.claim
        del claim["stops"]
        named: Any = Computed() if callable(question.weight) else question.weight
        if kind is Stranded and not self.hidden:
            named = None
        proof = kind(**claim, weight=named, hidden=self.hidden, **evidence)
        check_proof(question.G, proof, clock, weight=question.weight)
        return proof


def _streets(G: nx.Graph[Any], weight: Weight) -> Iterator[tuple[Any, Any, Any, Any]]:
    """Yield the ends, the key and the length of each edge, None for an edge without a length."""
    edges: Any = G.edges
    for u, v, *key, data in edges(data=True, **({"keys": True} if G.is_multigraph() else {})):
        if callable(weight):
            raw = weight(u, v, data)
            if not G.is_directed() and weight(v, u, data) != raw:
                raise InvalidArgument(
                    f"edge ({shown(u)}, {shown(v)}) has another length in each direction: walks"
                    " along all streets need a digraph with one arc for each way to pass"
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
                f"weights are numbers of at least 0, but edge ({shown(u)}, {shown(v)}) has"
                f" {shown(raw)}"
            )
        yield u, v, key[0] if key else None, length


def _walk_of(town: Map, clock: Clock) -> Walk:
    """Return the shortest walk, checked, with its proof."""
    _check_ways(town, clock)
    found = _repeats(town, partial(clock.tick, METHOD, 1))
    question, nodes = town.question, town.question.stops
    repeated = [k for k in found.streets if k < len(town.ways)]
    steps = _trail(town, [*range(len(town.ways)), *repeated])
    way = [nodes[v] for v in _nodes_of(town, steps)]
    extra = sum(town.lengths[k] for k in repeated)
    length = extra + sum(town.lengths)
    exact = length * town.unit.size
    proof = town.checked(
        StreetBound,
        clock,
        bound=exact.numerator if exact.denominator == 1 else exact,
        levels=tuple((v, c) for v, c in zip(nodes, found.levels, strict=False) if c),
        homes=() if town.directed else tuple(found.levels[len(nodes) :]),
        directed=town.directed,
    )
    return Walk(
        [way],
        is_closed=question.closed,
        length=town.unit.number(length),
        extra=town.unit.number(extra),
        bound=town.unit.number(length),
        is_optimal=True,
        proof=proof,
        G=question.G,
        stats=clock.stats(METHOD),
        note=missing_note(question.G, question.weight),
        weight=question.weight if isinstance(question.weight, str) else None,
        keys=[town.keys[k] for k, _ in steps] if question.G.is_multigraph() else (),
    )


def _check_ways(town: Map, clock: Clock) -> None:
    """Raise :exc:`NoWalk` with a proof if no walk passes all streets."""
    H: Any = nx.Graph(town.ways)
    if not town.question.closed:
        H.add_nodes_from(v for v in (town.start, town.end) if v is not None)
    parts = list(nx.connected_components(H))
    if town.directed and len(parts) == 1:
        # A strong component comes after all others to which its streets lead.
        C = nx.condensation(nx.DiGraph(town.ways))
        parts = [C.nodes[c]["members"] for c in reversed(list(nx.topological_sort(C)))]
    place = {v: k for k, part in enumerate(parts) for v in part}
    crossing = [0] * (len(parts) + 1)  # how many more streets lead into the first k parts
    for u, v in town.ways:
        crossing[place[v]] += 1
        crossing[place[u]] -= 1
    part = set[int]()
    for into, more in zip(accumulate(crossing), parts[:-1], strict=False):
        part |= more
        is_stop = town.start in part or (town.end is not None and town.end not in part)
        if town.question.closed or is_stop or into != 1:
            nodes = frozenset(town.question.stops[v] for v in part)
            raise NoWalk(town.checked(Stranded, clock, part=nodes))


def _repeats(town: Map, tick: Callable[[], object]) -> Repeats:
    """Return what is repeated; streets beyond those of the map lead to or from free ends."""
    n, is_open = len(town.question.stops), not town.question.closed
    streets = [(u, v, 2 * c) for (u, v), c in zip(town.ways, town.lengths, strict=True)]
    if town.directed:
        needs = [0] * (n + 2)
        for u, v in town.ways:
            needs[u] += 1
            needs[v] -= 1
        if is_open:
            first = n if town.start is None else town.start
            last = n + 1 if town.end is None else town.end
            needs[first] -= 1
            needs[last] += 1
            streets += [(n, v, 0) for v in range(n) if first == n]
            streets += [(v, n + 1, 0) for v in range(n) if last == n + 1]
        return least_flow(n + 2, streets, needs, tick)
    # Home is so far from all nodes that the best walk leaves it once.
    given = [v for v in (town.start, town.end) if v is not None and is_open]
    homes = range(n, n + 2 * is_open - len(given))
    far = sum(c for *_, c in streets) + 2
    degrees = Counter(chain(*town.ways, given, homes))
    streets += [(v, home, far) for home in homes for v in range(n)]
    odd = [v for v, degree in sorted(degrees.items()) if degree % 2]
    return least_join(n + len(homes), streets, odd, tick)


def _trail(town: Map, streets: list[int]) -> list[tuple[int, bool]]:
    """Return an order of streets, and which of them are passed as they point (Hierholzer)."""
    rows: list[list[int]] = [[] for _ in town.question.stops]
    degrees = [0] * len(rows)
    for i, k in enumerate(streets):
        u, v = town.ways[k]
        rows[u].append(i)
        degrees[u] += 1
        degrees[v] += -1 if town.directed else 1
        if not town.directed and u != v:
            rows[v].append(i)
    # 1. Of two nodes with an odd number of streets, one is the start and the other one the end.
    start = town.start
    if start is None:
        odd = [v for v, d in enumerate(degrees) if (d == 1 if town.directed else d % 2)]
        last = town.ways[0][0] if town.end is None else town.end
        start = next((v for v in odd if v != town.end), last)
    # 2. Go on while there is a street; what is left out is put in where the way back passes it.
    is_left = [True] * len(streets)
    stack: list[tuple[int, tuple[int, bool] | None]] = [(start, None)]
    trail: list[tuple[int, bool]] = []
    while stack:
        u, step = stack[-1]
        while rows[u] and not is_left[rows[u][-1]]:
            rows[u].pop()
        if rows[u]:
            i = rows[u].pop()
            is_left[i] = False
            tail, head = town.ways[streets[i]]
            stack.append((head if tail == u else tail, (streets[i], tail == u)))
        else:
            stack.pop()
            if step is not None:
                trail.append(step)
    return trail[::-1]


def _nodes_of(town: Map, steps: list[tuple[int, bool]]) -> list[int]:
    """Return the nodes of a walk, after a check that it is one along all streets."""
    ways = [town.ways[k] if ahead else town.ways[k][::-1] for k, ahead in steps]
    if {k for k, _ in steps} != {*range(len(town.ways))}:
        raise InvalidTour("the walk does not pass all streets")
    nodes = [ways[0][0], *(v for _, v in ways)]
    if [*pairwise(nodes)] != ways or (town.directed and not all(ahead for _, ahead in steps)):
        raise InvalidTour("the streets of the walk are not joined")
    is_back = nodes[0] == nodes[-1] or not town.question.closed
    if not is_back or town.start not in (None, nodes[0]) or town.end not in (None, nodes[-1]):
        raise InvalidTour("the walk does not have the ends given")
    return nodes
