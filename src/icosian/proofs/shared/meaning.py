"""Which lengths a claim is about: those that its reader means, and how many edges have none."""

from __future__ import annotations

from itertools import chain
from typing import Any

import networkx as nx

from icosian._io.text import plural, shown
from icosian.exceptions import InvalidArgument, InvalidProof
from icosian.proofs.shared.claim import Claim, Computed, Named
from icosian.proofs.shared.evidence import Tick, paced
from icosian.proofs.shared.lengths import Weight, is_infinite, reader, street_lengths

USUAL = "weight"
"""The edge attribute that is meant where none is named."""


def check_subject(G: Any) -> None:
    """Raise :exc:`InvalidArgument` unless a bound is checked against a graph, or places."""
    are_places = all(hasattr(G, name) for name in ("nodes", "directed", "unit", "length"))
    if not isinstance(G, nx.Graph) and not are_places:
        raise InvalidArgument(f"a bound is checked against a networkx graph or places, got {G!r}")


def lengths_meant(claim: Claim, G: Any, weight: Weight, tick: Tick) -> Weight:
    """Return the lengths of a claim; raise InvalidProof unless they are those that are meant."""
    if not isinstance(G, nx.Graph):  # places have lengths of their own
        if weight != USUAL:
            raise InvalidArgument(f"weight is for graphs, not for places, got {shown(weight)}")
        if claim.weight != USUAL or claim.hidden:
            raise InvalidProof("a proof about places names no lengths of edges")
        return weight
    reader(G, weight)  # refuses what cannot be a weight
    if claim.weight is None and claim.shorter_than is None:
        weight = None  # it is about all edges, whatever their lengths
    else:
        meant = _meant(G, weight)
        if claim.weight != meant:
            raise InvalidProof(
                f"the lengths of the proof are {_text(claim.weight)}, but {_text(meant)} is meant;"
                " weight= names the lengths that are meant"
            )
    hidden = _hidden(G, weight, tick, claim)
    if type(claim.hidden) is not int or claim.hidden != hidden:
        raise InvalidProof(
            f"the number of edges without a length is {hidden}, the proof says {claim.hidden!r}"
        )
    return weight


def _meant(G: nx.Graph[Any], weight: Weight) -> Named:
    """Return what a reader means by a weight: without any such attribute every edge counts 1."""
    if callable(weight):
        return Computed()
    edges: Any = chain.from_iterable(row.values() for _, row in G.adjacency())
    if G.is_multigraph():
        edges = chain.from_iterable(edge.values() for edge in edges)
    if weight is None or any(weight in data for data in edges) or not G.size():
        return weight
    if weight != USUAL:
        raise InvalidArgument(f"no edge has the attribute {shown(weight)}")
    return None


def _hidden(G: nx.Graph[Any], weight: Weight, tick: Tick, claim: Claim) -> int:
    """Return how many edges have no length, in a digraph how many arcs.

    Of parallel edges one with a length is enough, and loops do not count, unless each is a street.
    """
    if weight is None:
        return 0
    if claim.streets:
        streets = paced(street_lengths(G, weight), tick)
        return sum(length is None for *_, length in streets)
    is_walk = bool(claim.stops)
    lengths = reader(G, weight)
    arcs = {
        (u, v)
        for u, row in paced(G.adjacency(), tick)
        for v, data in row.items()
        if all(w is None or (is_walk and is_infinite(w)) for w in lengths(u, v, data)) and u != v
    }
    return len(arcs) if G.is_directed() else sum((v, u) in arcs for u, v in arcs) // 2


def _text(weight: Named) -> str:
    """Return lengths in words."""
    if weight is None:
        return "1 for each edge"
    if isinstance(weight, Computed):
        return "a function"
    return f"the edge attribute {weight!r}"


def lengths_given(weight: Weight, named: Named) -> Weight:
    """Return lengths that are given, or those that a proof names if None is given."""
    if weight is not None:
        return weight
    if isinstance(named, Computed):
        raise InvalidArgument("the lengths of the proof come from a function: pass it as weight")
    return named


def lengths_text(weight: Named, hidden: int) -> str:
    """Return what a claim says of its lengths, unless they are the usual ones of all edges."""
    parts = []
    if weight != USUAL:
        parts.append("each edge counts 1" if weight is None else f"lengths from {_text(weight)}")
    if hidden:
        parts.append(f"{plural(hidden, 'edge')} without a length left out")
    return f" ({'; '.join(parts)})" if parts else ""
