"""Public functions that find shortest tours and prove how good they are."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import networkx as nx

from icosian._run.arguments import checked_flag
from icosian._run.clock import Progress
from icosian._run.hints import hinted
from icosian._run.pool import Workers
from icosian.exceptions import InvalidArgument
from icosian.tours.shortest.answer import Asked, Limits, hamiltonian_tour, tour_of_places
from icosian.tours.shortest.problem.lengths import Weight
from icosian.tours.shortest.problem.places import Places, places_of
from icosian.tours.shortest.question import Conditions
from icosian.tours.shortest.shortest_tour import ShortestTour


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
    progress: Callable[[Progress], object] | None = None,
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
        of the proof counts, compiling the kernels does not. If the time is too short for a bound,
        it is all spent on the tour, and ``bound`` and ``proof`` are None.
    gap : float
        Stop when the tour is proved to be longer than the shortest by at most this part of its
        length.
    executor : concurrent.futures.Executor, client of dask or callable, optional
        Where cases are searched if there are many; see the notes. The executor is not shut down. A
        callable makes an executor, and another one if that breaks.
    seed : int, optional
        Seed of all random choices; without a time limit or an executor the same graph and seed
        give the same tour.
    progress : callable, optional
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
    question = {"closed": True, "start": start, "order": order, "positions": positions}
    question |= {"require": require, "forbid": forbid}
    limits = Limits.of(timeout, gap, seed, progress, executor)
    return hamiltonian_tour(Asked.of(G, weight, question, limits))


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
    progress: Callable[[Progress], object] | None = None,
) -> ShortestTour:
    """Return the shortest Hamiltonian path, or the best one that the time allows.

    Parameters
    ----------
    G : networkx graph
        Any graph. Of parallel edges the lightest counts; self-loops do not matter.
    start, end : node, optional
        The ends of the path; on a board also names of squares. Free by default.
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
    question = {"closed": False, "start": start, "end": end, "order": order}
    question |= {"positions": positions, "require": require, "forbid": forbid}
    limits = Limits.of(timeout, gap, seed, progress, executor)
    return hamiltonian_tour(Asked.of(G, weight, question, limits))


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
    progress: Callable[[Progress], object] | None = None,
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
        those that it leaves out. A closed tour with an order needs a start. The ``order``,
        ``groups`` and ``require`` of places from a file are kept as well.
    positions : mapping of places to numbers, optional
        The numbers of some places on the tour, from 1, among those that it visits; a closed tour
        counts from its start. These places are not left out.
    require, forbid : iterable of (place, place), optional
        Steps that the tour must make, and steps that it must not make; where the way back has
        another length, the direction counts. Their places are not left out.
    timeout, gap, executor, seed, progress : optional
        As for :func:`shortest_hamiltonian_cycle`.

    Returns
    -------
    ShortestTour
        A tour of the names of the places, with ``length``, ``bound``, ``gap``,
        ``is_shortest``, ``proof`` and ``places``. A closed tour of two places goes there and back,
        that of one has length 0, and no proof. Check the proof by
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
    >>> tour = icosian.shortest_tour(corners, start="a", prizes={"b": 1, "c": 9, "d": 4})
    >>> tour.nodes, tour.length, tour.lost
    (('a', 'c'), 8.0, 5.0)
    >>> icosian.shortest_tour(corners, leave_out=1).length
    12.0
    >>> icosian.shortest_tour([[0, 1, 9], [9, 0, 1], [1, 9, 0]]).length
    3
    >>> icosian.shortest_tour(corners, start="a", order=[["d", "b"], ["d", "c"]]).nodes[:2]
    ('a', 'd')
    >>> icosian.shortest_tour(corners, start="a", positions={"d": 2}, prizes={"b": 1}).nodes
    ('a', 'd', 'c')
    """
    given = {"start": start, "end": end, "order": order, "require": require, "forbid": forbid}
    given |= {"groups": groups, "prizes": prizes, "leave_out": leave_out, "positions": positions}
    asked = asked_of_places(places, distance, closed, **given)
    return tour_of_places(*asked, Limits.of(timeout, gap, seed, progress, executor))


def asked_of_places(
    places: Any, distance: str | None, closed: Any, **given: Any
) -> tuple[Places, Conditions]:
    """Check the arguments of a user, and return the places and what is asked of them."""
    places = places_from(places, distance)
    closed = places.closed if closed is None else checked_flag(closed, "closed")
    if not len(places):
        raise nx.NetworkXPointlessConcept("no places have no tour")
    for name in ("groups", "require"):  # those of a file hold as well
        if known := getattr(places, name):
            given[name] = [*known, *given[name]]
    asked = Conditions.of(
        lambda name, role: places.nodes[places.index(name, role)],
        nodes=places.nodes,
        closed=closed,
        directed=places.directed,
        given=places.order,
        **given,
    )
    asked.check_size(len(places))
    return places, asked


def places_from(places: Any, distance: str | None) -> Places:
    """Return what a user calls places."""
    if isinstance(places, Places):
        if distance not in (None, places.distance):
            raise InvalidArgument(
                f"these places have {places.distance} distances, got distance={distance!r}"
            )
        return places
    if isinstance(places, nx.Graph):
        raise InvalidArgument(
            "a graph has shortest_hamiltonian_cycle and shortest_hamiltonian_path"
        )
    if isinstance(places, str | os.PathLike):
        raise InvalidArgument(
            f"read a file of places first: shortest_tour(read_tsplib({places!r})), or the rows of a"
            " table: shortest_tour({name: (x, y), ...})"
        )
    return places_of(places, distance)
