"""The longest path or cycle of a graph, and a bound for all others."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any

import networkx as nx

from icosian._arrays import Lengths, Weight, graph_lengths, known_weight
from icosian._io.memory import collector_paused
from icosian._io.text import shown
from icosian._run.limits import Clock, Limits, SearchStats, TimeIsUp, Watch, Workers, hinted
from icosian._show import Measured, Words
from icosian.exceptions import InvalidArgument, InvalidTour, NoCycle, NoPath, SearchLimitReached
from icosian.proofs import Computed, ExclusiveBound, InducedBound, LongestBound, Proof
from icosian.tours.certify.necessary_conditions import cheap_proof
from icosian.tours.instance import CycleSolution
from icosian.tours.longest.induced_search import METHOD, EdgeGraph, InducedSearch
from icosian.tours.longest.methods import Edge, LongestSearch, Network
from icosian.tours.problem import Problem, conditions_in, plain
from icosian.tours.shortest.question import evidence_of
from icosian.tours.solve.outcome import answer_or_race
from icosian.tours.solve.portfolio import METHODS, Found, Search
from icosian.tours.tour import Tour, check_proof, check_tour


class LongestTour(Measured, Tour):
    """A path or cycle that visits some nodes, and a proved bound that none is longer.

    It is a :class:`Tour` in every other respect.

    Parameters
    ----------
    nodes : sequence of nodes
        In the order of the visit.
    is_closed : bool
        True if the last node leads back to the first.
    length : number
        The number of its nodes, or the sum of the weights of its edges.
    G : networkx graph, optional
        The graph it belongs to.
    stats : SearchStats, optional
        How it was found.
    **known
        What is known of it, under the names of its attributes: ``bound``, ``is_optimal``,
        ``proof``.

    See Also
    --------
    longest_cycle, longest_path : Find one.

    Examples
    --------
    >>> import networkx as nx, icosian
    >>> cycle = icosian.longest_cycle(nx.petersen_graph())
    >>> cycle.length, cycle.bound, cycle.gap, cycle.is_longest
    (9, 9, 0.0, True)
    >>> print(cycle.explain())
    A cycle of length 9, proved to be the longest.
    """

    words = Words("length", "longest", "none is longer than {} (gap {:.2%})")

    def __init__(
        self,
        nodes: Sequence[Any],
        *,
        is_closed: bool,
        length: Any,
        G: nx.Graph[Any] | None = None,
        stats: SearchStats | None = None,
        **known: Any,
    ) -> None:
        super().__init__(nodes, is_closed=is_closed, G=G, stats=stats)
        self._measure(length, **known)

    @property
    def is_longest(self) -> bool:
        """True if it is proved that none is longer."""
        return self.is_optimal

    @property
    def size(self) -> int:
        """The number of its nodes."""
        return len(self)

    def _stated(self) -> str:
        a = "An induced" if getattr(self.proof, "induced", False) else "A"
        return f"{a} {'cycle' if self.is_closed else 'path'} of length {self.length}"


# -- Answer questions about longest paths and cycles: a checked tour with a checked bound

LARGEST = 1 << 1000
"""The largest sum of gains; floats hold it."""


def longest(G: nx.Graph[Any], weight: Weight, limits: Limits, **asked: Any) -> LongestTour:
    """Answer a question: solve its network, and check what comes of it."""
    clock, seed = limits.clock, limits.seed
    problem = Problem.of(G, **asked)
    if problem.conditions.exclusive:
        return _longest_exclusive(problem, weight, limits)
    weight = known_weight(G, weight, usual=None)
    lengths = graph_lengths(G, weight, max)
    counts = weight is None
    if problem.size == 1 and not problem.closed:  # its ends may be the same
        problem = problem.asking(end=None)
    common = math.gcd(*lengths.exact) or 1
    if sum(map(abs, lengths.exact)) // common > LARGEST:
        given = shown(lengths.unit.number(max(lengths.exact, key=abs)))
        raise InvalidArgument(
            f"weights differ too much: a search cannot add {given} and the others as floats"
        )
    shift = counts and not problem.closed  # a path of k edges has k + 1 nodes

    def number(value: int, *, up: bool = False) -> Any:
        units = common * value + shift
        if up and lengths.unit.kind is float:
            return -lengths.unit.number(-units, down=True)
        return lengths.unit.number(units)

    def report(value: int, bound: float) -> None:
        clock.stage = f"length {number(value)}"
        if bound < math.inf:
            clock.stage += f", at most {number(math.floor(bound), up=True)}"

    proof: Proof | None = None

    def decide() -> bool | list[int]:
        nonlocal proof
        part = replace(limits, clock=clock.within(clock.left / 2))
        with suppress(SearchLimitReached):
            found = answer_or_race(problem, part)
            if not isinstance(found, Proof):
                order = [problem.index[v] for v in found]
                return order if problem.closed else [problem.size, *order]
            proof = found
        return proof is not None

    network = _network(problem, lengths, common, counts=counts)
    with collector_paused():
        method, solution = LongestSearch(
            network=network,
            limits=limits,
            any_tour=partial(_spanning, problem, clock, seed),
            decide=decide,
            report=report,
        ).solve()
    if not (solution.tour or counts or lengths.hidden):
        return longest(G, None, limits, **asked)  # there is none of any length
    value, most = -solution.length, -solution.bound
    if proof is not None:
        most = value
    else:
        bound = (common * most + shift) * lengths.unit.size
        proof = _proof(problem, solution, bound, weight, len(lengths.hidden))
        check_proof(G, proof, Clock(), weight=None if proof.weight is None else weight)
    if not solution.tour:
        raise (NoCycle if problem.closed else NoPath)(proof)
    # A single place is a path that home does not close.
    is_single = len(solution.tour) == 1
    order = solution.tour if is_single else network.decoded(solution.tour)
    _check(problem, lengths, order, common * value)
    is_longest = most == value
    return LongestTour(
        [problem.nodes[v] for v in order],
        is_closed=problem.closed,
        length=number(value),
        bound=number(most, up=not is_longest),
        is_optimal=is_longest,
        proof=proof,
        G=G,
        stats=clock.stats(method),
    )


def _longest_exclusive(problem: Problem, weight: Weight, limits: Limits) -> LongestTour:
    """Answer a question about exclusive edges: an induced path of the graph of its edges."""
    if problem.arrays.directed:
        raise nx.NetworkXNotImplemented(
            "longest paths and cycles with exclusive edges are those of undirected graphs"
        )
    if weight is not None or limits.executor is not None:
        raise InvalidArgument(
            "with exclusive edges nodes are counted, in one process: leave out weight and executor"
        )
    closed, clock = problem.closed, limits.clock
    graph = EdgeGraph(problem, clock)
    first = graph.triangle() if closed else (graph.ends or [0]) if len(graph.ends) < 2 else []
    search = InducedSearch(graph, limits, first, closed=closed, ends=graph.ends, least=3 * closed)
    with suppress(TimeIsUp):
        search.run()

    def claim(most: int, **evidence: Any) -> ExclusiveBound:
        bound = most if closed else max(0, most + 1 - len(graph.ends))
        pairs = problem.conditions.exclusive
        return problem.certificate(ExclusiveBound, bound=bound, exclusive=pairs, **evidence)

    proof = search.bound(problem.G, graph.names, claim)
    if not search.best:
        if search.is_proved:
            raise (NoCycle if closed else NoPath)(proof)
        raise SearchLimitReached("none was found in time", stats=clock.stats(METHOD))
    order = graph.nodes(search.best)
    if problem.start not in (None, order[0]) or problem.end not in (None, order[-1]):
        order.reverse()
    return longest_of(problem, [problem.nodes[v] for v in order], proof, clock)


def longest_of(
    problem: Problem, nodes: list[Any], proof: InducedBound, clock: Clock
) -> LongestTour:
    """Return a path or cycle by its nodes, checked, with its bound."""
    check_tour(problem.G.subgraph(nodes), nodes, closed=problem.closed)
    problem.conditions.check_order(nodes)
    problem.conditions.check_steps(nodes)
    return LongestTour(
        nodes,
        is_closed=problem.closed,
        length=len(nodes),
        bound=proof.bound,
        is_optimal=proof.bound == len(nodes),
        proof=proof,
        G=problem.G,
        stats=clock.stats(METHOD),
    )


def _network(problem: Problem, lengths: Lengths, common: int, *, counts: bool) -> Network:
    pairs = zip(map(tuple, lengths.pairs.tolist()), lengths.exact, strict=True)
    gains: dict[Edge, int] = {pair: gain // common for pair, gain in pairs}
    return Network.between(replace(problem.instance, first=None), gains, counts=counts)


def _spanning(
    asked: Problem, clock: Clock, seed: int, without: int | None = None
) -> list[int] | None:
    """Return a tour of all nodes, or of all but one, with home, if rotations find one soon."""
    problem = asked
    if without is not None:
        first, last = (None if v is None else asked.nodes[v] for v in (asked.start, asked.end))
        H = asked.G.subgraph(v for k, v in enumerate(asked.nodes) if k != without)
        problem = Problem.of(H, closed=asked.closed, start=first, end=last)
    with suppress(TimeIsUp):
        if problem.is_tiny or cheap_proof(problem, clock) is not None:
            return None
        search = Search(problem, clock, seed)
        found = search.attempt(next(METHODS["rotations"](search)))
        if isinstance(found, Found) and found.cycle is not None:
            order = [asked.index[problem.nodes[v]] for v in search.order(found)]
            return order if asked.closed else [asked.size, *order]
    return None


def _check(problem: Problem, lengths: Lengths, order: list[int], total: int) -> None:
    """Raise :exc:`InvalidTour` unless nodes are a path or cycle of a length, with its ends."""
    closed = problem.closed
    nodes = [problem.nodes[v] for v in order]
    check_tour(problem.G.subgraph(nodes), nodes, closed=closed)
    problem.conditions.check_order(nodes)
    known = lengths.known()
    steps = list(pairwise([*order, order[0]] if closed else order))
    if not all(step in known for step in steps):
        raise InvalidTour("an edge without a weight is used")
    if sum(known[step] for step in steps) != total:
        raise InvalidTour("the length is not that of the edges")


def _proof(
    problem: Problem, solution: CycleSolution, bound: Fraction, weight: Weight, hidden: int
) -> LongestBound:
    name = Computed() if callable(weight) else weight
    if not solution.tour and not hidden:  # nothing exists, whatever the weights are
        name, bound = None, Fraction(0)
    evidence = evidence_of(solution, Fraction(1))
    weights = (  # most places are in no case that is left: no potential differs from 0
        dual if any(dual.potentials) else replace(dual, potentials=())
        for dual in evidence["weights"]
    )
    return problem.certificate(
        LongestBound,
        **evidence | {"bound": plain(bound), "weights": tuple(weights)},
        nodes=tuple(problem.nodes),
        weight=name,
        hidden=hidden,
    )


# -- Public functions that find longest paths and cycles and prove that none is longer


@hinted
def longest_cycle(
    G: nx.Graph[Any],
    *,
    exclusive: Iterable[Iterable[tuple[Any, Any]]] = (),
    weight: Weight = None,
    timeout: float | None = None,
    executor: Workers = None,
    seed: int | None = None,
    progress: Watch = None,
) -> LongestTour:
    """Return the longest cycle, or the best one that the time allows.

    The cycle comes with a proved upper bound on the length of all cycles.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not. Of parallel edges the heaviest counts; self-loops do not matter.
    exclusive : iterable of pairs of edges, optional
        Of the two edges of each pair the cycle uses at most one. Then the graph is undirected, and
        ``weight`` and ``executor`` are None.
    weight : str, callable or None
        None counts nodes. Otherwise the edge attribute with the weights, which no edge lacks, or
        a function ``f(u, v, data)``. Weights are numbers of any kind and sign. An edge whose weight
        is None does not exist. A name that no edge has is an error.
    timeout : float, optional
        Seconds after which the best cycle so far is returned. Compiling the kernels and checking
        the proof do not count.
    executor : concurrent.futures.Executor, client of dask or callable, optional
        Where cases are searched if there are many. The executor is not shut down. A callable makes
        an executor, and another one if that breaks.
    seed : int, optional
        Seed of all random choices; without a time limit or an executor the same graph and seed give
        the same cycle.
    progress : callable or True, optional
        Called about ten times a second with a :class:`Progress`; its ``stage`` holds length and
        bound.

    Returns
    -------
    LongestTour
        A closed tour of some nodes, with ``length``, ``bound``, ``gap``, ``is_longest`` and
        ``proof``, checked against ``G``.

    Raises
    ------
    NoCycle
        If the graph has no such cycle; ``.proof`` was checked against ``G``.
    SearchLimitReached
        If the time is over before a cycle is found, which only happens with ``exclusive``.
    InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, before any work.

    See Also
    --------
    longest_path : Open tours.
    hamiltonian_cycle : A cycle through all nodes.

    Notes
    -----
    A local search replaces parts of a cycle by detours. If the best one misses a single node, the
    methods of :func:`hamiltonian_cycle` decide in half the time that is left whether there is one
    of all nodes; if not, ``proof`` says so, instead of a :class:`~icosian.proofs.LongestBound`.
    Otherwise cases are distinguished: whether a cycle visits a node, and whether it uses an edge.
    In each case a linear program with subtour inequalities of the visited nodes bounds the length
    [1]_. Sparse graphs of some hundred nodes take seconds; hard instances take exponential time.

    With ``exclusive`` edges it is the search of :func:`longest_induced_cycle` in the graph of the
    edges, in which those that share a node are joined, and the proof is an
    :class:`icosian.proofs.ExclusiveBound`: a board of 120 moves takes some seconds, and the check
    of the proof some six times as long.

    References
    ----------
    .. [1] M. Fischetti, J. J. Salazar Gonzalez, P. Toth, A branch-and-cut algorithm for the
       symmetric generalized traveling salesman problem, Operations Research 45 (1997), 378-394.

    Examples
    --------
    The Petersen graph has no Hamiltonian cycle, but one misses a single node:

    >>> import networkx as nx, icosian
    >>> cycle = icosian.longest_cycle(nx.petersen_graph())
    >>> cycle.length, cycle.is_longest
    (9, True)
    >>> cycle.proof.check(nx.petersen_graph())
    """
    return longest(G, weight, Limits.of(locals()), closed=True, exclusive=exclusive)


@hinted
def longest_path(
    G: nx.Graph[Any],
    start: Any = None,
    end: Any = None,
    *,
    exclusive: Iterable[Iterable[tuple[Any, Any]]] = (),
    weight: Weight = None,
    timeout: float | None = None,
    executor: Workers = None,
    seed: int | None = None,
    progress: Watch = None,
) -> LongestTour:
    """Return the longest path, or the best one that the time allows.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not. Of parallel edges the heaviest counts; self-loops do not matter.
    start, end : node, optional
        The ends of the path; on a board also names of squares. Free by default,
        or as a drawn board marks them.
    exclusive, weight, timeout, executor, seed, progress : optional
        As for :func:`longest_cycle`.

    Returns
    -------
    LongestTour
        An open tour of some nodes, with ``length``, ``bound``, ``gap``, ``is_longest`` and
        ``proof``, checked against ``G``. One node is a path; its weight is 0.

    Raises
    ------
    NoPath
        If no path joins the ends given; ``.proof`` was checked against ``G``.
    SearchLimitReached
        As for :func:`longest_cycle`.
    NotANode, InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, before any work.

    See Also
    --------
    longest_cycle : Closed tours, and notes on the methods.
    hamiltonian_path : A path through all nodes.
    networkx.dag_longest_path : Acyclic digraphs only, without a proof.

    Notes
    -----
    Acyclic digraphs, and forests without negative weights, take time in proportion to their size.
    The check of a bound takes the same ``weight``.

    Examples
    --------
    >>> import networkx as nx, icosian
    >>> path = icosian.longest_path(nx.star_graph(5))
    >>> path.length, path.is_longest
    (3, True)

    Weights may be negative; a path ends before they cost more than they bring:

    >>> G = nx.Graph()
    >>> G.add_weighted_edges_from([("a", "b", 4), ("b", "c", -2), ("c", "d", 3), ("d", "e", -1)])
    >>> icosian.longest_path(G, weight="weight").length
    5

    The longest uncrossed knight's paths, by their moves (OEIS A003192):

    >>> boards = [icosian.knight_graph(n) for n in range(3, 6)]
    >>> [G.longest_path(exclusive=G.crossings()).length - 1 for G in boards]
    [2, 5, 10]
    """
    return longest(G, weight, Limits.of(locals()), closed=False, **conditions_in(locals()))
