"""What a file or a table was read as, and graphs of edges as they are listed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import networkx as nx

from icosian._io.tables import heading
from icosian._io.text import plural, shown


@dataclass(frozen=True, kw_only=True)
class Source:
    """What a file or a table was read as; its text is one line that says so."""

    value: Any
    """A graph, or places."""
    lengths: str | None = None
    """The column or the attribute that holds the lengths of edges; "" if each counts 1.

    None if lengths are of no interest.
    """
    notes: tuple[str, ...] = ()
    """What else there is to say, such as columns that are not used."""

    def __str__(self) -> str:
        what = self.value
        if not isinstance(what, nx.Graph):
            kind = "a matrix of" if what.distance == "matrix" else what.distance
            return ", ".join([plural(len(what), "place"), f"{kind} distances", *self.notes])
        is_map = self.lengths is not None
        edge, node = ("street", "place") if is_map else ("edge", "node")
        way = ("one-way " if is_map else "directed ") * what.is_directed()
        parts = [f"{plural(what.number_of_edges(), way + edge)} between {plural(len(what), node)}"]
        if is_map:
            parts.append(f"lengths from `{self.lengths}`" if self.lengths else "each counts 1")
        if self.lengths == "weight" and "weight" in what.graph:
            parts.append(f"which is {what.graph['weight']}")
        if pairs := _parallel_pairs(what):
            parts.append(f"{plural(pairs, 'pair')} of parallel {edge}s")
        if fixed := what.graph.get("fixed_edges"):
            parts.append(plural(len(fixed), "fixed edge"))
        if loops := nx.number_of_selfloops(what):
            parts.append(plural(loops, "loop"))
        return ", ".join([*parts, *self.notes])


def _parallel_pairs(G: nx.Graph[Any]) -> int:
    """Return how many pairs of ends have several edges."""
    if not G.is_multigraph():
        return 0
    ends = [(u, v) for u, row in G.adjacency() for v, edges in row.items() if len(edges) > 1]
    return len(ends if G.is_directed() else {frozenset(pair) for pair in ends})


_WAYS = {
    word: way
    for way, words in {
        1: "yes y true 1 1.0 ft oneway forward directed ja j oui si sí einbahn einbahnstraße"
        " hin unique único unico ida",
        -1: "-1 -1.0 reverse backward tf zurück vuelta retour",
        0: "no n false 0 0.0 both b none nan nein non twoway bothways bidirectional beide"
        " undirected double doble ambos ambas",
    }.items()
    for word in words.split()
} | {"": 0}
"""Values of ``oneway`` in OpenStreetMap, and of systems that number the ends of a line F and T."""


def way_of(value: Any) -> int:
    """Return 1 for a road that leads from its first end to the other, -1 back, 0 both ways."""
    if (way := _WAYS.get(heading(value))) is None:
        words = "yes, no, forward, backward (-1), both, FT, TF or B"
        raise ValueError(f"oneway is {words}, got {shown(value)}")
    return way


def in_ways(rows: list[Any], ways: Sequence[int], turned: Callable[[Any], Any]) -> list[Any]:
    """Return roads as they are if all lead both ways, else one for each way that they lead."""
    if not any(ways):
        return rows
    pairs = list(zip(rows, ways, strict=True))
    back = [turned(row) for row, way in pairs if way <= 0]
    return [row for row, way in pairs if way >= 0] + back


def graph_of(
    edges: Sequence[tuple[Any, Any, dict[str, Any]]],
    *,
    directed: bool = False,
    nodes: Iterable[Any] = (),
    keys: Sequence[Any] | None = None,
) -> nx.Graph[Any]:
    """Return the graph of some edges, a multigraph if two of them have the same ends.

    Parallel edges have the given keys where these are different, and else 0, 1, ...
    """
    G: Any = nx.DiGraph() if directed else nx.Graph()
    G.add_nodes_from(nodes)
    G.add_edges_from(edges)
    if G.number_of_edges() == len(edges):
        return G  # type: ignore[no-any-return]
    M: Any = nx.MultiDiGraph() if directed else nx.MultiGraph()
    M.add_nodes_from(G)
    if keys is not None:
        M.add_edges_from((u, v, k, data) for (u, v, data), k in zip(edges, keys, strict=True))
    if M.number_of_edges() < len(edges):
        M.clear_edges()
        M.add_edges_from(edges)
    return M  # type: ignore[no-any-return]
