"""The shortest tours, and the length of a given one: the functions."""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any

import networkx as nx

from icosian._arrays import (
    USUAL,
    Number,
    Unit,
    Weight,
    best_of,
    csr,
    integers,
    known_weight,
    length_reader,
)
from icosian._io.tables import TABLE_SUFFIXES
from icosian._io.text import shown
from icosian._run.limits import Clock, Limits, Watch, Workers, check_flag, hinted, nodes_of
from icosian._run.pool import open_pool
from icosian._show import Words, one_by_one
from icosian.exceptions import InvalidArgument, InvalidTour, SearchLimitReached
from icosian.proofs import BottleneckBound, Proof
from icosian.tours.problem import Conditions, Problem, conditions_in, edge_key, plain, rebuild_graph
from icosian.tours.shortest.exact import NoOtherTour, Ranking
from icosian.tours.shortest.places import Places, places_of, points_of, true_total
from icosian.tours.shortest.question import (
    LengthQuestion,
    ShortestTour,
    conditions_of,
    hamiltonian_tour,
    steps_of,
    tour_of_places,
)
from icosian.tours.solve.outcome import answer, race
from icosian.tours.tour import squares_of


@hinted
def shortest_hamiltonian_cycle(
    G: nx.Graph[Any],
    start: Any = None,
    *,
    weight: Weight = "weight",
    order: Iterable[Iterable[Any]] = (),
    positions: Mapping[Any, int] | None = None,
    require: Iterable[tuple[Any, Any]] = (),
    forbid: Iterable[tuple[Any, Any]] = (),
    timeout: float | None = None,
    gap: float = 0.0,
    executor: Workers = None,
    seed: int | None = None,
    progress: Watch = None,
) -> ShortestTour:
    """Return the shortest Hamiltonian cycle, or the best one that the time allows.

    This is the traveling salesman problem on any graph, complete or sparse, directed or not. The
    tour comes with a proved lower bound on the length of all tours.

    Parameters
    ----------
    G : networkx graph
        Any graph. Of parallel edges the lightest counts; self-loops do not matter.
    start : node, optional
        The node that the tour is numbered from; on a board also the name of a square.
    weight : str, callable or None
        The edge attribute with the lengths, which no edge lacks; or a function ``f(u, v, data)``;
        None gives every edge length 1. Lengths are numbers of any kind and sign. An edge whose
        length is None does not exist. A name that no edge has is an error; where it is "weight",
        every edge has length 1, with a warning if all edges have other numbers.
    order : iterable of iterables of nodes, optional
        Chains: the tour, read from ``start``, visits the nodes of each in its order, with others in
        between.
    positions : mapping of nodes to numbers, optional
        The numbers of some nodes on the tour, from 1; those of a cycle count from ``start``. About
        20 nodes take a second; many more may take very long.
    require, forbid : iterable of (node, node), optional
        Edges that the tour must use, and edges that it must not use; in a digraph the direction
        counts.
    timeout : float, optional
        Seconds after which the best tour so far is returned, with what is proved by then. The check
        of the proof counts, compiling the kernels does not. There is a bound however short the time
        is: of 100,000 places with coordinates it takes about a second.
    gap : float
        Stop when the tour is proved to be longer than the shortest by at most this part of its
        length.
    executor : concurrent.futures.Executor, client of dask or callable, optional
        Where cases are searched if there are many; see the notes. The executor is not shut down. A
        callable makes an executor, and another one if that breaks.
    seed : int, optional
        Seed of all random choices; without a time limit or an executor the same graph and seed
        give the same tour.
    progress : callable or True, optional
        Called about ten times a second with a :class:`Progress`; its ``stage`` holds length, bound
        and gap.

    Returns
    -------
    ShortestTour
        A closed tour with ``length``, ``bound``, ``gap``, ``is_shortest`` and ``proof``,
        checked against ``G``.

    Raises
    ------
    NoHamiltonianCycle
        If there is none; ``.proof`` says why and was checked against ``G``.
    SearchLimitReached
        If the time is over before any tour is found.
    NotANode, InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, before any work. The message about a length that is not a
        finite number names the edge.

    See Also
    --------
    shortest_hamiltonian_path : Open tours.
    shortest_tour : Places by coordinates or a matrix, without a graph.
    hamiltonian_cycle : Any tour.

    Notes
    -----
    Whether there is a tour is decided first, as in :func:`hamiltonian_cycle`. Then a local search
    improves a tour, and minimum 1-trees [2]_ and linear programs with cutting planes [1]_ raise the
    bound. If they do not meet, cases are distinguished. Hundreds of nodes usually take seconds;
    hard instances take exponential time.

    With an executor, its workers share these cases. Length and bound of a search without a time
    limit are the same; one of several shortest tours, and the cases of the proof, may be others.

    Lengths are exact: a float is the shortest decimal that denotes it, as Python prints it. The
    proof uses integers only, and takes no step of the search on trust. Lengths that need integers
    too long for the search, such as random floats, are rounded for it, to about nine digits of
    those that a tour as short as the one found can use; afterwards the proof is refined until it
    holds for the exact lengths. If the time is up before, ``bound`` stays below ``length`` and
    ``is_shortest`` is False.

    References
    ----------
    .. [1] G. B. Dantzig, D. R. Fulkerson, S. M. Johnson, Solution of a large-scale
       traveling-salesman problem, Operations Research 2 (1954), 393-410.
    .. [2] M. Held, R. M. Karp, The traveling-salesman problem and minimum spanning trees, part II,
       Mathematical Programming 1 (1971), 6-25.

    Examples
    --------
    >>> import icosian
    >>> roads = [("a", "b", 3), ("b", "c", 4), ("c", "d", 5), ("d", "a", 1), ("a", "c", 2)]
    >>> G = icosian.route_map([*roads, ("b", "d", 2)])
    >>> tour = icosian.shortest_hamiltonian_cycle(G, "a")
    >>> tour.length, tour.is_shortest
    (9, True)
    >>> tour.proof.check(G)

    A knight's tour of 6 x 6 squares that goes up and down as little as it can:

    >>> board = icosian.knight_graph(6)
    >>> board.shortest_hamiltonian_cycle(weight=lambda u, v, _: abs(u[0] - v[0])).length
    50
    """
    asked = LengthQuestion.of(
        G, weight, Limits.of(locals()), closed=True, **conditions_in(locals())
    )
    return hamiltonian_tour(asked)


@hinted
def shortest_hamiltonian_path(
    G: nx.Graph[Any],
    start: Any = None,
    end: Any = None,
    *,
    weight: Weight = "weight",
    order: Iterable[Iterable[Any]] = (),
    positions: Mapping[Any, int] | None = None,
    require: Iterable[tuple[Any, Any]] = (),
    forbid: Iterable[tuple[Any, Any]] = (),
    timeout: float | None = None,
    gap: float = 0.0,
    executor: Workers = None,
    seed: int | None = None,
    progress: Watch = None,
) -> ShortestTour:
    """Return the shortest Hamiltonian path, or the best one that the time allows.

    Parameters
    ----------
    G : networkx graph
        Any graph. Of parallel edges the lightest counts; self-loops do not matter.
    start, end : node, optional
        The ends of the path; on a board also names of squares. Free by default,
        or as a drawn board marks them.
    weight, order, positions, require, forbid, timeout, gap, executor, seed, progress : optional
        As for :func:`shortest_hamiltonian_cycle`; order and positions need no start.

    Returns
    -------
    ShortestTour
        An open tour with ``length``, ``bound``, ``gap``, ``is_shortest`` and ``proof``,
        checked against ``G``. One node is a path of length 0.

    Raises
    ------
    NoHamiltonianPath
        If there is none; ``.proof`` says why and was checked against ``G``.
    SearchLimitReached
        If the time is over before any tour is found.
    NotANode, InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, before any work.

    See Also
    --------
    shortest_hamiltonian_cycle : Closed tours, and notes on the methods.
    hamiltonian_path : Any path.

    Examples
    --------
    Visit four towns from the first to the last:

    >>> import icosian
    >>> matrix = [[0, 7, 3, 9], [7, 0, 2, 4], [3, 2, 0, 8], [9, 4, 8, 0]]
    >>> G = icosian.route_map_from_matrix(matrix, "ABCD")
    >>> path = icosian.shortest_hamiltonian_path(G, "A", "D")
    >>> path.nodes, path.length, path.is_shortest
    (('A', 'C', 'B', 'D'), 9, True)
    >>> icosian.shortest_hamiltonian_path(G, order=[["D", "A", "B"]]).nodes
    ('D', 'A', 'C', 'B')
    """
    asked = LengthQuestion.of(
        G, weight, Limits.of(locals()), closed=False, **conditions_in(locals())
    )
    return hamiltonian_tour(asked)


@hinted
def shortest_tour(
    places: Any,
    distance: str | None = None,
    start: Any = None,
    end: Any = None,
    *,
    closed: bool | None = None,
    groups: Iterable[Iterable[Any]] = (),
    prizes: Mapping[Any, Any] | None = None,
    leave_out: int = 0,
    order: Iterable[Iterable[Any]] = (),
    positions: Mapping[Any, int] | None = None,
    require: Iterable[tuple[Any, Any]] = (),
    forbid: Iterable[tuple[Any, Any]] = (),
    timeout: float | None = None,
    gap: float = 0.0,
    executor: Workers = None,
    seed: int | None = None,
    progress: Watch = None,
) -> ShortestTour:
    """Return the shortest tour of places given by coordinates or distances, without a graph.

    Parameters
    ----------
    places : Places, sequence, array, mapping or table
        :class:`Places`, as from :func:`read_tsplib`; or coordinates (x, y), shape (n, 2), also as
        a mapping of names to (x, y); or a matrix of distances, shape (n, n) with n other than 2. A
        DataFrame has the columns x and y, or lat and lon, or is a matrix; a GeoDataFrame has
        points. Places are then called as the rows in its index.
    distance : str, optional
        How coordinates are measured, as for :class:`Places`: "euclidean", "manhattan",
        "haversine" for (latitude, longitude) in degrees, or a distance of TSPLIB. By default
        "euclidean", and "haversine" for a table of latitudes and longitudes.
    start, end : place, optional
        Where the tour starts, and where an open tour ends. Free by default.
    closed : bool, optional
        If True, the tour returns to where it starts; by default it does, unless the places are
        from a file about open tours.
    groups : iterable of iterables of places, optional
        The tour visits at least one place of each group, and may leave out the others. A place can
        be in several groups; one in none is visited.
    prizes : mapping of places to numbers, or column of a table, optional
        These places may be left out, each at the price of its prize, at least 0; the sum of length
        and lost prizes, ``cost``, is the least.
    leave_out : int
        How many of the places that are in no group and have no prize may be left out.
    order : iterable of iterables of places, optional
        Chains: the tour visits the places of each in its order, with others in between, and but for
        those that it leaves out; what is before one of these, in any chain, is before what follows
        it, in any chain. A closed tour with an order needs a start. The ``order``, ``groups`` and
        ``require`` of places from a file are kept as well.
    positions : mapping of places to numbers, optional
        The numbers of some places on the tour, from 1, among those that it visits; a closed tour
        counts from its start. These places are not left out.
    require, forbid : iterable of (place, place), optional
        Steps that the tour must make, and steps that it must not make; if any way back has another
        length, the direction of all steps counts. Places of required steps are not left out.
    timeout, gap, executor, seed, progress : optional
        As for :func:`shortest_hamiltonian_cycle`.

    Returns
    -------
    ShortestTour
        A tour of the names of the places, with ``length``, ``bound``, ``gap``,
        ``is_shortest``, ``proof`` and ``places``. A closed tour of two places goes there and back,
        that of one has length 0. Check the proof by
        ``tour.proof.check(tour.places)``.

    Raises
    ------
    InvalidArgument
        If the places are neither coordinates nor a matrix of finite numbers, or if an order
        contradicts itself.
    NoHamiltonianCycle, NoHamiltonianPath
        If the conditions leave no tour; ``.proof`` says why, about the complete graph of places.
    NotANode
        If start, end or an end of a step is not one of the places.
    networkx.NetworkXPointlessConcept
        If there is no place.

    See Also
    --------
    Places : Names, matrices, and how distances are rounded.
    shortest_hamiltonian_cycle : Tours of graphs, and notes on the methods.

    Notes
    -----
    Entries of a matrix, Manhattan distances and those of TSPLIB are exact, whatever their size: an
    entry of 10**30, or of 10**-30, changes nothing for the others, and ``is_shortest`` means that
    no tour is shorter. Most Euclidean and haversine distances are irrational. The search and the
    proof use them rounded down to multiples of ``places.unit``: ``is_shortest`` then means that no
    tour is shorter up to ``gap``, which is what the rounding leaves open, about one part in 10**9
    for each place.

    Examples
    --------
    >>> import icosian
    >>> corners = {"a": (0, 0), "b": (3, 0), "c": (0, 4), "d": (3, 4)}
    >>> tour = icosian.shortest_tour(corners, start="a")
    >>> tour.length, tour.is_shortest, tour.gap < 1e-7
    (14.0, True, True)
    >>> icosian.shortest_tour(corners, forbid=[("a", "b")]).length
    18.0
    >>> tour = icosian.shortest_tour(corners, start="a", groups=[["a", "b"], ["c", "d"]])
    >>> tour.length, tour.skipped
    (8.0, ('b', 'd'))
    >>> tour = icosian.shortest_tour(corners, start="a", prizes={"b": 1, "c": 9, "d": 3})
    >>> tour.nodes, tour.length, tour.lost
    (('a', 'c'), 8.0, 4.0)
    >>> icosian.shortest_tour(corners, leave_out=1).length
    12.0
    >>> icosian.shortest_tour([[0, 1, 9], [9, 0, 1], [1, 9, 0]]).length
    3
    >>> icosian.shortest_tour(corners, start="a", order=[["d", "b"], ["d", "c"]]).nodes[:2]
    ('a', 'd')
    >>> icosian.shortest_tour(corners, start="a", positions={"d": 2}, prizes={"b": 1}).nodes
    ('a', 'd', 'c')
    """
    limits = Limits.of(locals())  # their clock sees to the time that reading takes
    asked = read_question(places, distance, closed, conditions_in(locals()))
    return tour_of_places(*asked, limits)


def read_question(
    places: Any, distance: str | None, closed: Any, asked: dict[str, Any]
) -> tuple[Places, Conditions]:
    """Check the arguments of a user, and return the places and what is asked of them."""
    places = places_from(places, distance)
    closed = places.closed if closed is None else check_flag(closed, "closed")
    for name in ("groups", "require"):  # those of a file hold as well
        if known := getattr(places, name):
            asked[name] = [*known, *asked[name]]
    return places, conditions_of(places, closed=closed, stated=places.order, **asked)


def places_from(places: Any, distance: str | None) -> Places:
    """Return what a user calls places."""
    if isinstance(places, Places):
        if distance not in (None, places.distance):
            raise InvalidArgument(
                f"these places have {places.distance} distances, got distance={shown(distance)}"
            )
        return places
    if isinstance(places, nx.Graph):
        raise InvalidArgument("a graph has shortest_hamiltonian_cycle, shortest_hamiltonian_path")
    if isinstance(places, str | os.PathLike):
        path = os.fsdecode(places)
        is_table = path.lower().removesuffix(".gz").endswith((*TABLE_SUFFIXES, "json"))
        call = f"{'files.read_places' if is_table else 'read_tsplib'}({path!r})"
        raise InvalidArgument(f"read a file of places first: shortest_tour({call})")
    return places_of(places, distance)


# -- The length of a given tour


@hinted
def tour_length(
    tour: Iterable[Any],
    what: Any,
    *,
    closed: bool | None = None,
    weight: Weight = USUAL,
    distance: str | None = None,
) -> Any:
    """Return the length of a given tour.

    Parameters
    ----------
    tour : Tour or iterable of nodes
        The nodes or places in the order of the visit, the first not repeated at the end. Some may
        be left out: :func:`check_tour` says whether all are visited.
    what : networkx graph, Places, sequence, array, mapping or table
        What it is a tour of: a graph, or places as for :func:`shortest_tour`.
    closed : bool, optional
        If True, the last step leads back to the first node; by default as a :class:`Tour` is, and
        True for others.
    weight : str, callable or None
        The lengths of the edges of a graph, as for :func:`shortest_hamiltonian_cycle`.
    distance : str, optional
        How coordinates are measured, as for :func:`shortest_tour`.

    Returns
    -------
    number
        The sum of the lengths of its steps: exact, but of floats and of irrational distances
        rounded to the nearest.

    Raises
    ------
    InvalidTour
        If a step is not an edge of the graph, or a node is visited twice.
    NotANode
        If it visits what is not one of the places.
    InvalidArgument
        If an argument breaks its rule.

    See Also
    --------
    shortest_tour : The shortest one.
    read_tour : Read a tour from a file.

    Notes
    -----
    Time and memory are linear in the number of nodes, without a graph of all pairs.

    Examples
    --------
    >>> import icosian
    >>> corners = {"a": (0, 0), "b": (3, 0), "c": (3, 4), "d": (0, 4)}
    >>> icosian.tours.tour_length("abcd", corners), icosian.tours.tour_length("acbd", corners)
    (14.0, 18.0)
    >>> icosian.tours.tour_length("abcd", corners, closed=False, distance="chebyshev")
    10
    """
    is_closed = getattr(tour, "is_closed", True) if closed is None else closed
    check_flag(is_closed, "closed")
    nodes = nodes_of(tour, "a tour")
    try:
        first = dict[Any, int]()
        twice = next((v for k, v in enumerate(nodes) if first.setdefault(v, k) < k), None)
    except TypeError:
        raise InvalidArgument(f"a tour is a sequence of nodes, got {shown(tour)}") from None
    if len(first) < len(nodes):
        raise InvalidTour(f"{shown(twice)} is visited twice")
    if is_closed and len(nodes) > 1:
        nodes.append(nodes[0])
    if isinstance(what, nx.Graph):
        nodes = squares_of(what, nodes)
        if distance is not None:
            raise InvalidArgument(f"distance is for coordinates, got distance={shown(distance)}")
        unit, lengths = Unit.of(_lengths(nodes, what, known_weight(what, weight)))
        return unit.number(sum(lengths))
    if weight != USUAL:
        raise InvalidArgument(f"weight is for graphs, not for places, got {shown(weight)}")
    places = places_from(what, distance)
    steps = pairwise(map(places.index, nodes))
    unit = Unit(size=places.unit, kind=places.kind)
    if places.is_exact:
        return unit.number(sum(places.length(i, j) for i, j in steps))
    return unit.number(true_total(places, steps) / unit.size)


def _lengths(nodes: list[Any], G: nx.Graph[Any], weight: Weight) -> list[Number]:
    """Return the lengths of the steps; of parallel edges the shortest counts."""
    read = length_reader(G, weight)
    is_bundle = G.is_multigraph() and isinstance(weight, str)
    lengths: list[Number] = []
    for u, v in pairwise(nodes):
        length = None
        if G.has_edge(u, v):
            data: Any = G.adj[u][v]
            some = data.values() if is_bundle else [data]
            length = best_of(w for w in (read(u, v, edge) for edge in some) if w is not None)
        if length is None:
            raise InvalidTour(f"no edge leads from {shown(u)} to {shown(v)}")
        lengths.append(length)
    return lengths


# -- All tours in the order of their lengths: the functions


@one_by_one
def shortest_hamiltonian_cycles(
    G: nx.Graph[Any] | Places,
    start: Any = None,
    *,
    weight: Weight = "weight",
    order: Iterable[Iterable[Any]] = (),
    positions: Mapping[Any, int] | None = None,
    require: Iterable[tuple[Any, Any]] = (),
    forbid: Iterable[tuple[Any, Any]] = (),
    timeout: float | None = None,
    executor: Workers = None,
    seed: int | None = None,
    progress: Watch = None,
) -> Iterator[ShortestTour]:
    """Generate the Hamiltonian cycles of a graph in the order of their lengths.

    Parameters
    ----------
    G : networkx graph or Places
        Any graph, or places, of which all pairs are edges. It must not change in the meantime.
    start, weight, order, positions, require, forbid, executor, seed, progress : optional
        As for :func:`~icosian.shortest_hamiltonian_cycle`.
    timeout : float, optional
        Seconds from the call; the time between two tours counts too.

    Yields
    ------
    ShortestTour
        Each cycle once, a cycle and its reverse being the same in an undirected graph, and none
        before a shorter one: lengths are compared exactly. The proof of each is a
        :class:`~icosian.proofs.LowerBound` that no tour but those before it is shorter. If the
        time is over, the last one is the best that is known, with a bound.

    Raises
    ------
    NotANode, InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, at the call.
    NoHamiltonianCycle, SearchLimitReached
        If there is none, when the first is asked for; if the time is over, after the last.

    See Also
    --------
    shortest_hamiltonian_cycle : The first of them.
    shortest_hamiltonian_paths, shortest_tours : Open tours; tours that may leave out places.
    hamiltonian_cycles : All of them, in no order of lengths, and much faster.

    Notes
    -----
    The rest of the tours is split on the edges of those that are known, as by Lawler [1]_, within
    the tree of cases of branch and cut: a case is closed as well if it leaves a known tour only.
    The search of each tour goes on with the tree of the one before.

    References
    ----------
    .. [1] E. L. Lawler, A procedure for computing the K best solutions to discrete optimization
       problems, Management Science 18 (1972), 401-405.

    Examples
    --------
    >>> import icosian
    >>> places = icosian.Places([(0, 0), (4, 0), (0, 3), (4, 3)], "manhattan")
    >>> [tour.length for tour in icosian.tours.shortest_hamiltonian_cycles(places)]
    [14, 20, 22]
    """
    return _ranked(G, weight, Limits.of(locals()), closed=True, **conditions_in(locals()))


@one_by_one
def shortest_hamiltonian_paths(
    G: nx.Graph[Any] | Places,
    start: Any = None,
    end: Any = None,
    *,
    weight: Weight = "weight",
    order: Iterable[Iterable[Any]] = (),
    positions: Mapping[Any, int] | None = None,
    require: Iterable[tuple[Any, Any]] = (),
    forbid: Iterable[tuple[Any, Any]] = (),
    timeout: float | None = None,
    executor: Workers = None,
    seed: int | None = None,
    progress: Watch = None,
) -> Iterator[ShortestTour]:
    """Generate the Hamiltonian paths of a graph in the order of their lengths.

    Parameters
    ----------
    G : networkx graph or Places
        Any graph, or places, of which all pairs are edges. It must not change in the meantime.
    start, end, weight, order, positions, require, forbid : optional
        As for :func:`~icosian.shortest_hamiltonian_path`.
    timeout, executor, seed, progress : optional
        As for :func:`shortest_hamiltonian_cycles`.

    Yields
    ------
    ShortestTour
        Each path once, as :func:`shortest_hamiltonian_cycles` does.

    Raises
    ------
    NotANode, InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, at the call.
    NoHamiltonianPath, SearchLimitReached
        If there is none, when the first is asked for; if the time is over, after the last.

    See Also
    --------
    shortest_hamiltonian_path : The first of them.

    Examples
    --------
    >>> import icosian
    >>> places = icosian.Places([(0, 0), (4, 0), (0, 3), (4, 3)], "manhattan")
    >>> paths = icosian.tours.shortest_hamiltonian_paths(places, 0, 3)
    >>> [(path.length, path.nodes) for path in paths]
    [(13, (0, 2, 1, 3)), (15, (0, 1, 2, 3))]
    """
    return _ranked(G, weight, Limits.of(locals()), closed=False, **conditions_in(locals()))


@one_by_one
def shortest_tours(
    places: Any,
    distance: str | None = None,
    start: Any = None,
    end: Any = None,
    *,
    closed: bool | None = None,
    groups: Iterable[Iterable[Any]] = (),
    prizes: Mapping[Any, Any] | None = None,
    leave_out: int = 0,
    order: Iterable[Iterable[Any]] = (),
    positions: Mapping[Any, int] | None = None,
    require: Iterable[tuple[Any, Any]] = (),
    forbid: Iterable[tuple[Any, Any]] = (),
    timeout: float | None = None,
    executor: Workers = None,
    seed: int | None = None,
    progress: Watch = None,
) -> Iterator[ShortestTour]:
    """Generate the tours of places in the order of their lengths, or of their costs.

    Parameters
    ----------
    places, distance, start, end, closed, groups, prizes, leave_out, order : optional
        As for :func:`~icosian.shortest_tour`.
    positions, require, forbid : optional
        As for :func:`~icosian.shortest_tour`.
    timeout, executor, seed, progress : optional
        As for :func:`shortest_hamiltonian_cycles`.

    Yields
    ------
    ShortestTour
        Each tour once, as :func:`shortest_hamiltonian_cycles` does, by its ``cost``: length and
        lost prizes. Tours that leave out other places are others.

    Raises
    ------
    NotANode, InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, at the latest when the first tour is asked for.
    NoHamiltonianCycle, NoHamiltonianPath, SearchLimitReached
        If there is none, when the first is asked for; if the time is over, after the last.

    See Also
    --------
    shortest_tour : The first of them.

    Examples
    --------
    >>> import icosian
    >>> corners = {"a": (0, 0), "b": (4, 0), "c": (0, 3), "d": (4, 3)}
    >>> tours = icosian.tours.shortest_tours(corners, "manhattan", "a", closed=False, leave_out=1)
    >>> [(tour.length, tour.nodes) for tour, _ in zip(tours, range(3))]
    [(7, ('a', 'c', 'd')), (7, ('a', 'b', 'd')), (10, ('a', 'c', 'd', 'b'))]
    """
    limits = Limits.of(locals())
    places, asked = read_question(places, distance, closed, conditions_in(locals()))
    next_tour = partial(tour_of_places, places, asked, limits)
    return _generated(next_tour, limits, directed=places.directed)


def _ranked(
    G: nx.Graph[Any] | Places, weight: Weight, limits: Limits, **given: Any
) -> Iterator[ShortestTour]:
    """Check a question about a graph, and return its tours."""
    if isinstance(G, Places):
        G.check_plain(closed=given["closed"])
    asked = LengthQuestion.of(G, weight, limits, **given)
    directed = asked.problem.arrays.directed
    return _generated(partial(hamiltonian_tour, asked), limits, directed=directed)


def _generated(
    next_tour: Callable[[Ranking], ShortestTour], limits: Limits, *, directed: bool
) -> Iterator[ShortestTour]:
    ranking, made = Ranking(limits.clock), set[Any]()
    while True:
        try:
            tour = next_tour(ranking)
        except NoOtherTour:
            return
        # With an order a tour and its reverse are two, unless both keep to it.
        edges = frozenset(edge_key(edge, directed=directed) for edge in tour.edges())
        if (key := (frozenset(tour), edges)) not in made:
            yield tour
        made.add(key)
        if ranking.found is None:  # the tour of a single place
            return
        if not tour.is_shortest:
            raise ranking.time_is_up()
        ranking.tours += (tuple(tour),)


# -- Tours whose longest edge is as short as possible: thresholds over the search of any tour

METHOD = "thresholds"
FIRST = 0.5
"""The part of the time for a short tour of places, which has no long steps."""
WIDER, STEP = 2, 1e-5
"""By how much the reach grows at least, and seconds to ask about each step within it."""


class BottleneckTour(ShortestTour):
    """A tour whose ``length`` is that of its longest edge, and a proved bound.

    See Also
    --------
    bottleneck_hamiltonian_cycle, bottleneck_hamiltonian_path : Find one.

    Examples
    --------
    >>> import icosian
    >>> tour = icosian.tours.bottleneck_hamiltonian_cycle(icosian.Places([(0, 0), (4, 0), (0, 3)]))
    >>> tour.length, tour.is_shortest
    (5.0, True)
    """

    words = Words("longest edge", "shortest", "no tour has only edges shorter than {} (gap {:.2%})")


@hinted
def bottleneck_hamiltonian_cycle(
    G: nx.Graph[Any] | Places,
    start: Any = None,
    *,
    weight: Weight = "weight",
    require: Iterable[tuple[Any, Any]] = (),
    forbid: Iterable[tuple[Any, Any]] = (),
    timeout: float | None = None,
    executor: Workers = None,
    seed: int | None = None,
    progress: Watch = None,
) -> BottleneckTour:
    """Return a Hamiltonian cycle whose longest edge is as short as possible.

    Parameters
    ----------
    G : networkx graph or Places
        Any graph, or places, of which all pairs are edges.
    start, weight, require, forbid, timeout, seed, progress : optional
        As for :func:`~icosian.shortest_hamiltonian_cycle`.
    executor : concurrent.futures.Executor, client of dask or callable, optional
        Where methods race for each threshold, as for :func:`~icosian.hamiltonian_cycle`.

    Returns
    -------
    BottleneckTour
        A tour whose ``length`` is that of its longest edge, with ``bound``, ``gap``,
        ``is_shortest`` and ``proof``, a :class:`~icosian.proofs.BottleneckBound`, or for a single
        place the :class:`~icosian.proofs.LowerBound` of its length.

    Raises
    ------
    NoHamiltonianCycle, SearchLimitReached, NotANode, InvalidArgument
        As :func:`~icosian.shortest_hamiltonian_cycle`.

    See Also
    --------
    shortest_hamiltonian_cycle : The least sum of all edges.

    Notes
    -----
    The least threshold is searched by bisection: is there a Hamiltonian cycle of the edges up to
    this length? The last "no" is the proof. Of places with coordinates only near pairs are looked
    at, farther ones where these make no tour.

    Examples
    --------
    >>> import networkx as nx, icosian
    >>> lengths = [(0, 1, 1), (1, 2, 9), (2, 3, 1), (3, 0, 8), (0, 2, 2), (1, 3, 3)]
    >>> G = nx.Graph()
    >>> G.add_weighted_edges_from(lengths)
    >>> tour = icosian.tours.bottleneck_hamiltonian_cycle(G, 0)
    >>> print(tour.explain())
    Longest edge 3, proved to be the shortest.
    """
    return _bottleneck(G, weight, Limits.of(locals()), closed=True, **conditions_in(locals()))


@hinted
def bottleneck_hamiltonian_path(
    G: nx.Graph[Any] | Places,
    start: Any = None,
    end: Any = None,
    *,
    weight: Weight = "weight",
    require: Iterable[tuple[Any, Any]] = (),
    forbid: Iterable[tuple[Any, Any]] = (),
    timeout: float | None = None,
    executor: Workers = None,
    seed: int | None = None,
    progress: Watch = None,
) -> BottleneckTour:
    """Return a Hamiltonian path whose longest edge is as short as possible.

    Parameters
    ----------
    G : networkx graph or Places
        Any graph, or places, of which all pairs are edges.
    start, end, weight, require, forbid, timeout, seed, progress : optional
        As for :func:`~icosian.shortest_hamiltonian_path`.
    executor : concurrent.futures.Executor, client of dask or callable, optional
        As for :func:`bottleneck_hamiltonian_cycle`.

    Returns
    -------
    BottleneckTour
        An open tour, as of :func:`bottleneck_hamiltonian_cycle`. One node is a path of length 0.

    Raises
    ------
    NoHamiltonianPath, SearchLimitReached, NotANode, InvalidArgument
        As :func:`~icosian.shortest_hamiltonian_path`.

    See Also
    --------
    bottleneck_hamiltonian_cycle : Closed tours, and a note on the method.

    Examples
    --------
    >>> import icosian
    >>> places = icosian.Places({"a": (0, 0), "b": (3, 0), "c": (9, 0), "d": (7, 0)}, "manhattan")
    >>> path = icosian.tours.bottleneck_hamiltonian_path(places, "a")
    >>> path.nodes, path.length
    (('a', 'b', 'd', 'c'), 4)
    """
    return _bottleneck(G, weight, Limits.of(locals()), closed=False, **conditions_in(locals()))


def _bottleneck(G: Any, weight: Weight, limits: Limits, **given: Any) -> BottleneckTour:
    """Answer a question about a graph or places."""
    if isinstance(G, Places) and weight == USUAL:
        G.check_plain(closed=given["closed"])
        wanted, clock = conditions_of(G, **given), limits.clock
        brief = replace(limits, clock=clock.within(FIRST * clock.left), gap=1.0)
        nodes = list(tour_of_places(G, wanted, brief))
        steps = [*steps_of([*map(G.index, nodes)], closed=wanted.closed)]
        most = max((G.length(*step) for step in steps), default=0)
        points = points_of(G)
        reach = most
        if points is not None:
            needed = (G.length(*map(G.index, edge)) for edge in wanted.require)
            reach = min(most, max([points.nearby, *needed]))
        asked = LengthQuestion.on(G, wanted, limits, reach, steps)
    else:
        asked = LengthQuestion.of(G, weight, limits, **given)
        found, every = asked.any_tour(), asked.problem.nodes
        nodes = list(found or (every[k] for k in asked.form.any_order or ()))
        points, reach = None, max(asked.lengths.exact, default=0)
        most = reach
    problem, lengths = asked.problem, asked.lengths
    if problem.size == 1:
        return asked.single(BottleneckTour)
    # 1. No tour is below the longest edge to use, and what degrees say.
    used = lengths.of((problem.index[u], problem.index[v]) for u, v in problem.conditions.require)
    bound = max([lengths.least(problem.size, closed=problem.closed), *used])
    inner: Any = None
    with suppress(SearchLimitReached), open_pool(limits.executor) as pool:
        while True:
            # 2. The lengths from that bound to the reach, and what is beyond it.
            levels = sorted({c for c in asked.lengths.exact if bound <= c <= reach} | {bound})
            levels += [reach + 1] * (reach < most)
            # 3. Bisection: no tour is below levels[low], as the inner proof shows.
            low, high = 0, _level(asked, nodes, levels)
            while low < high:
                is_beyond = levels[high] > reach  # then any tour within it is asked for first
                middle = high - 1 if is_beyond else (low + high) // 2
                limits.clock.stage = f"longest edge {lengths.unit.number(levels[high])}"
                part = _shorter(asked, levels[middle + 1])
                result = race(part, limits.clock, pool, seed=limits.seed)
                if isinstance(result, Proof):
                    low, inner = middle + 1, result
                    bound = levels[low]
                else:
                    nodes = list(result)
                    high = _level(asked, nodes, levels)
            reach, last = min(WIDER * bound, most), reach
            if bound <= last or (points and limits.clock.left < STEP * points.count(reach)):
                break
            asked = LengthQuestion.on(G, wanted, limits, reach, asked.steps(nodes))
    if inner is None and bound not in used:
        inner = answer(_shorter(asked, bound), Clock())
    # 4. The tour and the proof, checked.
    proof = asked.proof(BottleneckBound, bound=plain(bound * lengths.unit.size), inner=inner)
    return asked.tour(BottleneckTour, nodes, bound, proof, METHOD, max)


def _level(asked: LengthQuestion, nodes: Iterable[Any], levels: list[int]) -> int:
    """Return which level the longest edge of a tour has, the last one if it is beyond all."""
    return min(bisect_left(levels, max(asked.lengths.of(asked.steps(nodes)))), len(levels) - 1)


def _shorter(asked: LengthQuestion, below: int) -> Problem:
    """Return the same question about the edges that are shorter than a length."""
    problem, lengths, names = asked.problem, asked.lengths, asked.problem.nodes
    pairs = lengths.pairs[integers(lengths.exact) < below]
    edges = ((names[u], names[v]) for u, v in pairs.tolist())
    H = rebuild_graph(problem.G, names, edges, directed=lengths.directed)
    H.remove_edges_from(problem.conditions.forbid)
    return replace(problem.asking(forbid=()), G=H, arrays=csr(H, problem.index))
