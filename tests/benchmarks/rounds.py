"""Walks through stops of a map: proofs, and the answers of networkx and OR-tools next to them.

Each walk is measured anew on its map, and each proof is checked, off the clock.
"""

from __future__ import annotations

import math
import time
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np
from cases import MAP_CHRISTOFIDES, MAP_GREEDY, MAP_ROUTING, NEVER_INTERPRETED, Case, peer
from lengths import Searcher, gets_ready, race_lengths
from measure import NoAnswer, clock
from report import Goal, Length
from walks import Round, walks

import icosian

if TYPE_CHECKING:
    from collections.abc import Callable

    from measure import Contender

__all__ = ["ROUNDS"]

PATIENCE = 150.0
"""The seconds after which icosian returns what it has."""
LIMIT = 150.0
"""The seconds that networkx may take."""
ROUTING_SECONDS = 5.0


def grid(side: int) -> nx.Graph[Any]:
    """Return streets at right angles, with lengths from 1 to 100 at random."""
    G = nx.grid_2d_graph(side, side)
    lengths = np.random.default_rng(1).integers(1, 101, G.size())
    for (_, _, data), length in zip(G.edges(data=True), lengths.tolist(), strict=True):
        data["weight"] = length
    return G


def streets(side: int) -> nx.Graph[Any]:
    """Return crooked streets: a grid with shifted crossings, a fifth of its streets closed."""
    random = np.random.default_rng(2)
    G = nx.grid_2d_graph(side, side)
    shifts = random.uniform(-0.3, 0.3, (len(G), 2)).tolist()
    place = {v: (v[0] + x, v[1] + y) for v, (x, y) in zip(G, shifts, strict=True)}
    edges = list(G.edges)
    G.remove_edges_from(edges[k] for k in np.flatnonzero(random.random(len(edges)) < 0.2).tolist())
    G = G.subgraph(max(nx.connected_components(G), key=len)).copy()
    for u, v, data in G.edges(data=True):
        data["weight"] = round(100 * math.dist(place[u], place[v]))
    return G


@cache
def asked(make: Callable[[int], nx.Graph[Any]], side: int, stops: int) -> Round:
    """Return a map and stops on it at random; kernels are loaded."""
    G = make(side)
    nodes = list(G)
    chosen = np.random.default_rng(3).choice(len(nodes), stops, replace=False)
    with NEVER_INTERPRETED:
        for n in (10, 60):
            icosian.traveling_salesman(grid(20), list(grid(20))[::n])
    return Round(G, [nodes[k] for k in chosen.tolist()])


def solve(subject: Round, gap: float = 0) -> icosian.routes.Walk:
    """Find a walk; check its proof and its length again."""
    walk = icosian.traveling_salesman(subject.G, subject.stops, gap=gap, timeout=PATIENCE)
    assert subject.length(list(walk)) == walk.length
    if walk.gap > gap:
        raise NoAnswer(f"a gap of {walk.gap:.2%} when its time was up")
    return walk


def proved(
    make: Callable[[int], nx.Graph[Any]],
    side: int,
    stops: int,
    peers: tuple[str, ...] = (),
    gap: float = 0,
) -> dict[str, Contender]:
    """Find the shortest walk and prove it, or one within a gap; the peers prove nothing."""
    subject = asked(make, side, stops)

    ours = partial(solve, subject, gap)
    return {
        "icosian": lambda: clock(ours),
        **{who: peer(who, walks, subject, LIMIT) for who in peers},
    }


def checked(make: Callable[[int], nx.Graph[Any]], side: int, stops: int) -> dict[str, Contender]:
    """Check a proof in plain Python."""
    subject = asked(make, side, stops)
    proof = solve(subject).proof
    assert proof is not None
    return {"icosian": lambda: clock(lambda: proof.check(subject.G))}


def compared(
    make: Callable[[int], nx.Graph[Any]], side: int, stops: int, peers: tuple[str, ...]
) -> dict[str, Callable[[], Length]]:
    """Compare the lengths of walks with the shortest."""
    subject = asked(make, side, stops)
    subject = subject._replace(optimum=solve(subject).length)

    def ours() -> Length:
        began = time.perf_counter()
        walk = solve(subject)
        return Length(walk.length, time.perf_counter() - began, 1, subject.optimum)

    verb = partial(gets_ready, ROUTING_SECONDS)
    return {"icosian": ours, **{who: peer(who, verb, subject, LIMIT, Searcher) for who in peers}}


MAPS = {"a grid": grid, "crooked streets": streets}
NETWORKX = (MAP_CHRISTOFIDES, MAP_GREEDY)

ROUNDS = [
    *(
        Case(
            f"200 stops, {name} of 3,600 crossings, proved",
            partial(proved, make, 60, 200),
            (Goal(seconds=3),),
        )
        for name, make in MAPS.items()
    ),
    Case(
        "200 stops, a grid of 3,600 crossings: the proof checked", partial(checked, grid, 60, 200)
    ),
    Case(
        "1,000 stops, a grid of 100,000 crossings, within 1 %",
        partial(proved, grid, 316, 1_000, gap=0.01),
        (Goal(seconds=30),),
    ),
    Case(
        "100 stops, a grid of 3,600 crossings, proved",
        partial(proved, grid, 60, 100, NETWORKX),
        (Goal(MAP_CHRISTOFIDES, 50),),
    ),
    Case(
        "100 stops, a grid of 3,600 crossings, the length",
        partial(compared, grid, 60, 100, (*NETWORKX, MAP_ROUTING)),
        (Goal(MAP_CHRISTOFIDES, 1),),
        race_lengths,
    ),
]
