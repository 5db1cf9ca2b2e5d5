"""Shortest routes on maps where some turns are forbidden."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Sequence
from itertools import pairwise, product
from typing import Any
from xml.etree import ElementTree as ET

import networkx as nx

from icosian._arrays import Unit, Weight, known_weight, length_reader
from icosian._io.text import are_two, check_file_path, shown
from icosian._run.limits import check_graph, hinted, rows_of, shown_rows
from icosian.boards.board import node_of
from icosian.exceptions import InvalidArgument, InvalidTour
from icosian.routes.rounds import Walk
from icosian.routes.search import dijkstra
from icosian.routes.shortest_paths import NotReached

START, END = "start", "end"
"""What leads to the first arcs of routes, and where the last ones lead."""


@hinted
def shortest_route(
    G: nx.Graph[Any],
    source: Any,
    target: Any,
    *,
    turns: Iterable[Sequence[Any]] = (),
    weight: Weight = "weight",
) -> Walk:
    """Return the shortest route between two nodes that makes none of some turns.

    Parameters
    ----------
    G : networkx graph
        Any graph, directed or not.
    source, target : node
        Where the route begins and ends; on a board also names of squares.
    turns : iterable of (node, node, node)
        Forbidden turns: a route does not go from the first node by the second one straight to the
        third, whichever parallel edges it takes; (u, v, u) is a U-turn at v.
    weight : str, callable or None
        As for :func:`traveling_salesman`; lengths are at least 0.

    Returns
    -------
    Walk
        An open walk in one leg, checked. It may pass a node twice, as around a block.

    Raises
    ------
    networkx.NetworkXNoPath
        If there is no such route.
    NotANode, InvalidArgument
        If an argument breaks its rule; a turn is two edges of the map that follow each other.

    See Also
    --------
    dijkstra : Shortest paths where all turns are allowed.
    read_turns : Turns that a file of OpenStreetMap forbids.

    Notes
    -----
    Dijkstra's algorithm on arcs, from each to those that may follow it [1]_, in exact integers. Its
    distances are compared with all turns of the map, so they are a proof. The time is that of the
    number of turns: the sum over nodes of arcs that enter times arcs that leave.

    References
    ----------
    .. [1] T. Caldwell, On finding minimum routes in a network with turn penalties, Communications
       of the ACM 4 (1961), 107-108.

    Examples
    --------
    Where a left turn is forbidden, three right turns lead around the block:

    >>> import networkx as nx
    >>> block = nx.Graph([(0, 1), (1, 2), (1, 3), (3, 4), (4, 5), (5, 1)])
    >>> list(shortest_route(block, 0, 2, turns=[(0, 1, 2), (0, 1, 5), (3, 1, 2), (1, 3, 1)]))
    [0, 1, 3, 4, 5, 1, 2]
    """
    weight = known_weight(check_graph(G), weight)
    source, target = node_of(G, source, "source"), node_of(G, target, "target")
    forbidden = _checked(G, turns)
    # 1. The lengths of arcs, of parallel ones the least.
    read, known = length_reader(G, weight, are_roads=True), dict[Any, Any]()
    for u, row in G.adjacency():
        for v, given in row.items():
            some = given.items() if G.is_multigraph() else [(None, given)]
            roads = [(c, k) for k, data in some if (c := read(u, v, data)) is not None]
            if roads:
                known[u, v] = min(roads, key=lambda road: road[0])
    unit, lengths = Unit.of([c for c, _ in known.values()], count=len(known))
    length = dict(zip(known, lengths, strict=True))
    # 2. What may follow each arc.
    out: dict[Any, list[Any]] = {v: [] for v in G}
    for arc in length:
        out[arc[0]].append(arc)
    steps = [
        (arc, after) for arc in length for after in out[arc[1]] if (*arc, after[1]) not in forbidden
    ]
    D: Any = nx.DiGraph()
    D.add_nodes_from((START, END))
    D.add_weighted_edges_from((START, arc, length[arc]) for arc in out[source])
    D.add_weighted_edges_from((arc, after, length[after]) for arc, after in steps)
    D.add_weighted_edges_from((arc, END, 0) for arc in length if not are_two(arc[1], target))
    # 3. The route, and a look at all turns, the first and last steps too: none leads on sooner.
    way: list[Any] = []
    if are_two(source, target):
        paths = dijkstra(D, START)
        try:
            way = paths.path(END)[1:-1]
        except nx.NetworkXNoPath:
            where = f"from {shown(source)} to {shown(target)}"
            raise NotReached(f"no route leads {where} without a forbidden turn") from None
        far = dict(paths.distances)
        arcs = D.edges(data="weight")
        late = any(u in far and not (v in far and far[v] <= far[u] + c) for u, v, c in arcs)
        if late or far[END] != sum(length[arc] for arc in way):
            raise InvalidTour("a shorter route was missed")
    nodes = [source, *(v for _, v in way)]
    made = {(*arc, after) for arc, (_, after) in pairwise(way)}
    if are_two(nodes[-1], target) or forbidden & made:
        raise InvalidTour("the route makes a forbidden turn")
    total = unit.number(sum(length[step] for step in pairwise(nodes)))
    return Walk(
        [nodes],
        is_closed=False,
        length=total,
        bound=total,
        is_optimal=True,
        G=G,
        weight=weight if isinstance(weight, str) else None,
        keys=[known[arc][1] for arc in way] if G.is_multigraph() else (),
    )


def _checked(G: nx.Graph[Any], turns: Any) -> set[tuple[Any, ...]]:
    """Return the turns that a user names; all are two edges of the map."""
    try:
        given = rows_of(turns)
    except TypeError:
        given = [()]
    found = set()
    for turn in given:
        nodes = tuple(node_of(G, v, "turn") for v in turn)
        if len(nodes) != 3 or not all(G.has_edge(*step) for step in pairwise(nodes)):
            raise InvalidArgument(
                "turns are three nodes u, v, w each, with edges u-v and v-w of the map, got"
                f" {shown(turn) if turn else shown_rows(turns)}"
            )
        found.add(nodes)
    return found


@hinted
def read_turns(path: str | os.PathLike[str], G: nx.Graph[Any]) -> list[tuple[Any, Any, Any]]:
    """Read the turns that a file of OpenStreetMap forbids on a map.

    Parameters
    ----------
    path : str or path-like
        XML (``.osm``) with relations of type ``restriction``, such as the Overpass API returns.
        OSMnx downloads none, and its graphs hold none.
    G : networkx graph
        A map as OSMnx makes it: nodes are numbers of OpenStreetMap, and edges have ``osmid``.

    Returns
    -------
    list of (node, node, node)
        What ``turns`` of :func:`shortest_route` takes, in the order of the file.

    Raises
    ------
    InvalidArgument, OSError
        If the file is not XML, or cannot be read.

    See Also
    --------
    shortest_route : The shortest route without these turns.

    Notes
    -----
    ``no_...`` forbids the turn from one way into another at a node, ``only_...`` all other turns
    there; for whom it does not hold (``except``) is not looked at. A warning counts what is left
    out: with a way in between, at certain times, or of streets that the map lacks.
    """
    arcs: dict[str, list[tuple[Any, Any]]] = {}
    edges: Any = check_graph(G).edges(data="osmid")
    for u, v, ways in edges:
        for way in ways if isinstance(ways, list) else [ways]:
            arcs.setdefault(str(way), []).extend([(u, v)] if G.is_directed() else [(u, v), (v, u)])
    found: dict[tuple[Any, Any, Any], None] = {}
    lost = 0
    try:
        file = check_file_path(path)
        relations = list(ET.parse(file).iter("relation"))  # noqa: S314 - expat bounds entities
    except ET.ParseError as error:
        raise InvalidArgument(f"{shown(str(path))} is not XML: {error}") from None
    for relation in relations:
        tags = {tag.get("k"): tag.get("v", "") for tag in relation.iter("tag")}
        if tags.get("type") != "restriction":
            continue
        refs: dict[str, list[str]] = {}
        for member in relation.iter("member"):
            role = f"{member.get('role')} {member.get('type')}"
            refs.setdefault(role, []).append(member.get("ref", ""))
        kind, via = tags.get("restriction", ""), refs.get("via node", [])
        into, away = (
            [arc for way in refs.get(role, ()) for arc in arcs.get(way, ()) if str(arc[at]) in via]
            for role, at in (("from way", 1), ("to way", 0))
        )
        if not (into and away and kind.startswith(("no_", "only_"))):
            lost += 1
            continue
        if kind.startswith("only_"):
            here = [arc for some in arcs.values() for arc in some if str(arc[0]) in via]
            away = [arc for arc in here if arc not in away]
        found |= dict.fromkeys((u, v, w) for (u, v), (_, w) in product(into, away))
    if lost:
        warnings.warn(f"{lost} restrictions of turns are not at a node of the map", stacklevel=3)
    return list(found)
