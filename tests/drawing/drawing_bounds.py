"""Shortest tours and lower bounds made by hand, so that pictures are tested without any search."""

import itertools
import math

import networkx as nx
import numpy as np

from icosian.boardgraphs.graph import king_graph
from icosian.proofs import DualWeights, LowerBound
from icosian.tours.shortest.places import Places
from icosian.tours.shortest.question import ShortestTour

RECTANGLE = {"a": (0, 0), "b": (40, 0), "c": (40, 30), "d": (0, 30)}


def rectangle(distance="euclidean"):
    """Four places, their tour of 140, and a proof of zones of 15 and a moat of 10."""
    places = Places(RECTANGLE, distance)
    unit = int(1 / places.unit)
    proof = LowerBound(
        closed=True,
        bound=140,
        nodes=tuple("abcd"),
        scale=1,
        families=(((0, 3),),),
        root=DualWeights(potentials=(15 * unit,) * 4, families=((0, 10 * unit),)),
        weights=(DualWeights(potentials=(15 * unit,) * 4, families=((0, 10 * unit),)),),
        tree=(0,),
        unit=None if places.is_exact else places.unit,
    )
    tour = ShortestTour(
        "abcd", is_closed=True, length=140, bound=140, is_optimal=True, proof=proof, places=places
    )
    return tour, proof


def scattered(n, *, seed=0, distance="EUC_2D"):
    """Some tour of random places, with a bound of 0 that nothing is needed for."""
    points = np.random.default_rng(seed).integers(0, 1000, (n, 2)).tolist()
    places = Places(points, distance)
    around = sorted(range(n), key=lambda k: math.atan2(points[k][1] - 500, points[k][0] - 500))
    length = (
        sum(places.length(u, v) for u, v in itertools.pairwise([*around, around[0]])) * places.unit
    )
    proof = trivial(places.nodes, unit=None if places.is_exact else places.unit)
    return ShortestTour(around, is_closed=True, length=length, bound=0, proof=proof, places=places)


def trivial(nodes, *, size=None, **question):
    """The bound 0 for edges that are not negative."""
    weights = DualWeights(potentials=(0,) * (size or len(nodes)))
    fields = {"closed": True, "bound": 0, "scale": 1, **question}
    return LowerBound(nodes=tuple(nodes), weights=(weights,), tree=(0,), **fields)


def two_triangles():
    """A prism of long rungs: the tour of 28 crosses the border of a triangle twice."""
    G = nx.circular_ladder_graph(3)
    nx.set_edge_attributes(G, {e: 2 if abs(e[0] - e[1]) != 3 else 10 for e in G.edges}, "weight")
    proof = LowerBound(
        closed=True,
        bound=28,
        nodes=tuple(G),
        scale=2,
        families=(((0, 1, 2),),),
        weights=(DualWeights(potentials=(2,) * 6, families=((0, 16),)),),
        tree=(0,),
    )
    tour = ShortestTour(
        [0, 1, 2, 5, 4, 3], is_closed=True, length=28, bound=28, is_optimal=True, proof=proof, G=G
    )
    return tour, proof


def small_board():
    """A king's tour of 2 x 3 squares where each diagonal step costs 3, others 2."""
    G = king_graph(2, 3)
    for u, v in G.edges:
        G.edges[u, v]["weight"] = 2 if u[0] == v[0] or u[1] == v[1] else 3
    proof = LowerBound(
        closed=True,
        ranks=2,
        bound=12,
        nodes=tuple(G),
        scale=1,
        weights=(DualWeights(potentials=(1,) * 6),),
        tree=(0,),
    )
    nodes = [(0, 0), (0, 1), (0, 2), (1, 2), (1, 1), (1, 0)]
    tour = ShortestTour(
        nodes, is_closed=True, length=12, bound=12, is_optimal=True, proof=proof, G=G
    )
    return tour, proof


def one_way_street():
    """A path through a digraph from its first node on, each step longer than the one before."""
    G = nx.DiGraph()
    G.add_weighted_edges_from([(0, 1, 1), (1, 2, 2), (2, 3, 3), (3, 1, 1), (0, 2, 5)])
    proof = LowerBound(
        closed=False,
        start=0,
        bound=6,
        nodes=(0, 1, 2, 3),
        scale=1,
        weights=(DualWeights(potentials=(3, 2, 3, 3, 0, 0, -2, 0, 0, -3)),),
        tree=(0,),
    )
    tour = ShortestTour(
        range(4), is_closed=False, length=6, bound=6, is_optimal=True, proof=proof, G=G
    )
    return tour, proof


EXAMPLES = {
    "triangles": two_triangles(),
    "board": small_board(),
    "one way": one_way_street(),
    "places": rectangle(),
    "cloud": (scattered(12, distance="euclidean"), scattered(12, distance="euclidean").proof),
}
