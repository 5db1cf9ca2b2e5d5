"""The public function that finds shortest walks through stops of a map."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import networkx as nx

from icosian._arrays.weights import Weight
from icosian._run.clock import Progress
from icosian._run.hints import hinted
from icosian._run.pool import Workers
from icosian.routes.rounds import Question, walk_of
from icosian.routes.walk import Walk
from icosian.tours.shortest.answer import Limits


@hinted
def traveling_salesman(
    G: nx.Graph[Any],
    nodes: Iterable[Any] | None = None,
    start: Any = None,
    end: Any = None,
    *,
    cycle: bool = True,
    weight: Weight = "weight",
    groups: Iterable[Iterable[Any]] = (),
    prizes: Mapping[Any, Any] | None = None,
    leave_out: int = 0,
    order: Iterable[Iterable[Any]] = (),
    timeout: float | None = None,
    gap: float = 0.0,
    executor: Workers = None,
    seed: int | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Walk:
    """Return the shortest walk that visits some nodes of a map, or the best one that time allows.

    The walk may pass other nodes, and nodes and edges again. It comes with a proved lower bound on
    the length of all such walks.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not, with parallel edges or not.
    nodes : iterable of nodes, optional
        The stops, each visited at least once, in any order. By default those that groups, prizes
        and order name; if there are none, all nodes. On a board also names of squares.
    start : node, optional
        The stop where the walk starts, added to ``nodes`` if it is not among them. Free by default.
    end : node, optional
        The stop where an open walk ends, likewise.
    cycle : bool
        If True, the walk returns to where it starts.
    weight : str, callable or None
        As for :func:`dijkstra`: the edge attribute with the lengths, which no edge lacks; or a
        function ``f(u, v, data)``, where None hides the edge; None for 1 on every edge. A function
        may give an undirected edge another length in each direction. A name that no edge has is an
        error; where it is "weight", every edge counts 1, with a warning if all edges have other
        numbers.
    groups : iterable of iterables of nodes, optional
        The walk visits at least one stop of each group, and may leave out the others. A stop can be
        in several groups; one in none is visited.
    prizes : mapping of nodes to numbers, optional
        These stops may be left out, each at the price of its prize, at least 0; the sum of length
        and lost prizes, ``cost``, is the least.
    leave_out : int
        How many of the stops that are in no group and have no prize may be left out.
    order : iterable of iterables of nodes, optional
        Chains: the walk visits the stops of each in its order, with others in between; it may pass
        a stop before its turn. A closed walk with an order needs a start. All stops are visited. A
        chain of one node is one more stop.
    timeout : float, optional
        Seconds after which the best walk so far is returned, with what is proved by then. The check
        of the proof counts, compiling the kernels does not. If the time is too short for a bound,
        it is all spent on the walk, and ``bound`` and ``proof`` are None.
    gap : float
        Stop when the walk is proved to be longer than the shortest by at most this part of its
        length.
    executor : concurrent.futures.Executor, client of dask or callable, optional
        As for :func:`shortest_hamiltonian_cycle`.
    seed : int, optional
        Seed of all random choices; without a time limit or an executor the same map and seed give
        the same walk.
    progress : callable, optional
        Called about ten times a second with a :class:`Progress`; its ``stage`` holds length, bound
        and gap.

    Returns
    -------
    Walk
        A sequence of nodes with ``stops``, ``legs``, ``length``, ``bound``, ``gap``,
        ``is_shortest`` and ``proof``; ``skipped``, ``lost`` and ``cost`` say what it leaves out.
        A single stop is a walk of length 0.

    Raises
    ------
    NoWalk
        If stops cannot be reached; the message names them, and ``.proof`` is a part of the map
        that cannot be left. With groups or an order it may be a bound that is more than all
        distances together.
    SearchLimitReached
        If the time is over before the distances between the stops are known.
    NotANode, InvalidArgument, networkx.NetworkXPointlessConcept
        If an argument breaks its rule, before any work; lengths are numbers of at least 0.

    See Also
    --------
    shortest_hamiltonian_cycle : Visit every node once, and nothing twice.
    dijkstra : The shortest paths from one node.
    networkx.approximation.traveling_salesman_problem : The same question, answered approximately.

    Notes
    -----
    Dijkstra's algorithm runs from each stop; this takes time in proportion to the number of stops
    times the size of the map. The distances are a traveling salesman problem, which is solved as
    by :func:`shortest_tour`. The proof holds the bound of its tours and, for each stop, how far
    its distances matter; the check runs Dijkstra's algorithm again from each stop, only so far.

    Lengths and distances are exact, as for :func:`shortest_hamiltonian_cycle`, on maps of any size:
    roads that are very long or very short change nothing for the others.

    To keep the walk off a road, leave it out of the map: unlike a tour, a walk has no edges of its
    own that could be required or forbidden.

    There is one walk. Several vehicles, loads and times are not in scope: `OR-tools
    <https://developers.google.com/optimization/routing>`_, `PyVRP <https://pyvrp.org>`_ and `VROOM
    <https://vroom-project.org>`_ are made for them, without proofs.

    Examples
    --------
    Visit three towns by roads that meet at a crossing:

    >>> import icosian
    >>> roads = [("X", "A", 2), ("X", "B", 3), ("X", "C", 4), ("A", "B", 9)]
    >>> G = icosian.route_map(roads)
    >>> walk = icosian.traveling_salesman(G, ["A", "B", "C"])
    >>> walk.length, walk.is_shortest
    (18, True)
    >>> walk.proof.check(G)
    >>> icosian.traveling_salesman(G, ["A", "B"], end="C", cycle=False).legs
    (('B', 'X', 'A'), ('A', 'X', 'C'))

    One stop of each group, and an order:

    >>> icosian.traveling_salesman(G, groups=[["A", "B"], ["C"]]).length
    12
    >>> icosian.traveling_salesman(G, start="A", order=[["C", "B"]]).stops
    ('A', 'C', 'B')

    A knight that has to visit the corners of a chess board:

    >>> board = icosian.knight_graph(8)
    >>> board.traveling_salesman(["a1", "a8", "h1", "h8"]).length
    20
    """
    conditions = {"groups": groups, "prizes": prizes, "leave_out": leave_out, "order": order}
    question = Question.of(G, nodes, start, end, cycle=cycle, weight=weight, **conditions)
    return walk_of(question, Limits.of(timeout, gap, seed, progress, executor))
