"""Validators of tours and proofs, which read the graph and nothing else."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from itertools import chain, pairwise
from operator import contains
from typing import TYPE_CHECKING, Any

from icosian._io.memory import collector_paused
from icosian._io.text import shown
from icosian._run.arguments import check_graph, hinted
from icosian._show import explain_with_picture
from icosian.boards.board import board_of
from icosian.boards.piece import node_name
from icosian.exceptions import InvalidArgument, InvalidTour
from icosian.proofs.certificate import verify
from icosian.tours.shortest.places import Places

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    import networkx as nx

    from icosian._run.clock import Clock
    from icosian.proofs import Proof


@hinted
def is_hamiltonian_cycle(G: nx.Graph[Any], nodes: Iterable[Any]) -> bool:
    """Return True if nodes in this order are a Hamiltonian cycle.

    Parameters
    ----------
    G : networkx graph
        Any graph.
    nodes : iterable of nodes
        The cycle, its first node not repeated at the end; on a board also names of squares.

    Returns
    -------
    bool
        True if every node of ``G`` stands there once, each has an edge to the next (in a digraph
        an arc), and the last one to the first. At least 3 nodes, 2 in a digraph.

    See Also
    --------
    hamiltonian_cycle : Find one.

    Notes
    -----
    Linear in the number of nodes.

    Examples
    --------
    >>> import networkx as nx
    >>> is_hamiltonian_cycle(nx.cycle_graph(4), [0, 1, 2, 3])
    True
    >>> is_hamiltonian_cycle(nx.cycle_graph(4), [0, 2, 1, 3])
    False
    """
    return _flaw(G, nodes, closed=True) is None


@hinted
def is_hamiltonian_path(G: nx.Graph[Any], nodes: Iterable[Any]) -> bool:
    """Return True if nodes in this order are a Hamiltonian path.

    Parameters
    ----------
    G : networkx graph
        Any graph.
    nodes : iterable of nodes
        The path; on a board also names of squares.

    Returns
    -------
    bool
        True if every node of ``G`` stands there once, and each has an edge to the next (in a
        digraph an arc).

    See Also
    --------
    hamiltonian_path : Find one.

    Notes
    -----
    Linear in the number of nodes.

    Examples
    --------
    >>> import networkx as nx
    >>> is_hamiltonian_path(nx.path_graph(3), [2, 1, 0])
    True
    """
    return _flaw(G, nodes, closed=False) is None


@hinted
def check_tour(
    G: nx.Graph[Any] | Places, nodes: Iterable[Any], *, closed: bool | None = None
) -> None:
    """Raise an error that says why nodes in this order are not a Hamiltonian cycle, or path.

    Parameters
    ----------
    G : networkx graph or Places
        Any graph; or places, of which every two are joined.
    nodes : Tour or iterable of nodes
        The cycle, its first node not repeated at the end; or the path. On a board also names of
        squares.
    closed : bool, optional
        True for a cycle, False for a path; by default as a :class:`Tour` is, and True for others.

    Raises
    ------
    InvalidTour
        If it is not; the message states what is wrong, and at which numbers of the tour, from 1.
    InvalidArgument
        If ``G`` is neither a graph nor places, or ``nodes`` are not a sequence.

    See Also
    --------
    is_hamiltonian_cycle, is_hamiltonian_path : The same as a bool.
    icosian.tours.tour_length : The length of a tour.

    Examples
    --------
    >>> import networkx as nx
    >>> G = nx.cycle_graph(4)
    >>> check_tour(G, [0, 1, 2, 3])
    >>> check_tour(G, [1, 2, 0, 3], closed=False)
    Traceback (most recent call last):
        ...
    icosian.exceptions.InvalidTour: no edge leads from 2 to 0, numbers 2 and 3 of the tour
    """
    if closed is None:
        closed = getattr(nodes, "is_closed", True)
    if flaw := _flaw(G, nodes, closed=closed):
        raise InvalidTour(flaw)


def check_cover(G: nx.Graph[Any], paths: Collection[Sequence[Any]]) -> None:
    """Raise :exc:`InvalidTour` unless disjoint paths of the graph visit all its nodes."""
    neighbors = dict(G.adjacency())
    visited = list(chain.from_iterable(paths))
    if not all(paths) or len(visited) != len(neighbors) or neighbors.keys() != set(visited):
        raise InvalidTour("the paths of a cover visit every node of the graph once in all")
    for u, v in chain.from_iterable(map(pairwise, paths)):
        if v not in neighbors[u]:
            raise InvalidTour(f"no edge leads from {u!r} to {v!r}")


def check_proof(G: Any, proof: Proof, clock: Clock, **options: Any) -> None:
    """Raise ``InvalidProof`` unless a proof holds for the graph, and ``TimeIsUp`` in time.

    A bound may also be about places, and may take ``weight=``.
    """
    with collector_paused():
        verify(proof, G, lambda: clock.tick("check"), **options)
    vars(proof)["_shown"] = partial(explain_with_picture, G=G, **options)


def _flaw(G: nx.Graph[Any] | Places, nodes: Iterable[Any], *, closed: bool) -> str | None:
    are_places = isinstance(G, Places)
    left: dict[Any, Any] = (
        dict.fromkeys(G.nodes) if are_places else dict(check_graph(G).adjacency())
    )
    try:
        tour = list(nodes)
    except TypeError:
        raise InvalidArgument(f"a tour is a sequence of nodes, got {nodes!r}") from None
    try:
        rows = list(map(left.pop, tour))  # each node is looked up once: that is most of the time
    except (KeyError, TypeError):
        if (squares := squares_of(G, tour)) != tour:
            return _flaw(G, squares, closed=closed)
        return _strange(G, tour, closed=closed)
    if left:
        return f"{len(tour)} of {len(G)} nodes are visited, {_called(G, next(iter(left)))} is not"
    if not tour:
        return "the null graph has no tour"
    if isinstance(G, Places):
        return None
    if closed and len(tour) < (2 if G.is_directed() else 3):
        return f"a cycle needs more than {len(tour)} nodes"
    ahead = tour[1:] + tour[:1] if closed else tour[1:]
    joined = list(map(contains, rows, ahead))
    if all(joined):
        return None
    k = joined.index(False)
    u, v = node_name(G, tour[k]), node_name(G, ahead[k])
    after = (k + 1) % len(tour) + 1
    return f"no edge leads from {u} to {v}, numbers {k + 1} and {after} of the tour"


def squares_of(G: Any, tour: list[Any]) -> list[Any]:
    """Return nodes of a board that may be given by the names of squares."""
    if not isinstance(G, Places) and (board := board_of(G)) is not None:
        with suppress(InvalidArgument, TypeError):
            return [v if v in G else board.square(v) for v in tour]
    return tour


def _called(G: Any, node: Any) -> str:
    return shown(node) if isinstance(G, Places) else node_name(G, node)


def _strange(G: nx.Graph[Any] | Places, tour: list[Any], *, closed: bool) -> str:
    """Return what is wrong with nodes of which one is not in the graph, or is there twice."""
    nodes, first = set(G.nodes), dict[Any, int]()
    try:
        for k, node in enumerate(tour, start=1):
            if node not in nodes:
                what = "one of the places" if isinstance(G, Places) else "a node of the graph"
                return f"{shown(node)} is not {what}; it is number {k} of the tour"
            if first.setdefault(node, k) < k:
                break
    except TypeError as error:
        return f"the tour holds what cannot be a node: {error}"
    twice = first[node], k
    again = "; a cycle does not repeat its first node" * (closed and twice == (1, len(tour)))
    return f"{_called(G, node)} is visited twice, as numbers {twice[0]} and {twice[1]}{again}"
