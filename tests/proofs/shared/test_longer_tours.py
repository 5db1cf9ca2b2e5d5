"""What a case leaves for longer tours, against all tours."""

from itertools import pairwise, permutations
from random import Random

import networkx as nx
import pytest
from hypothesis import given, strategies as st

from icosian.proofs import LongestBound, LongestWeights
from icosian.proofs.shared.longer_tours import Assumptions, LongerTours


def longer_tours(G, proof, weight):
    return LongerTours(G, proof, weight, lambda: None)


def cycles(G, *, closed):
    """Yield places and edges of all tours as cycles of the network."""
    home, directed = len(G), G.is_directed()
    for size in range(1, len(G) + 1):
        for order in permutations(G, size):
            if not all(G.has_edge(u, v) for u, v in pairwise(order)):
                continue
            if closed and (size < 3 - directed or not G.has_edge(order[-1], order[0])):
                continue
            if not closed and size == 1 and not directed:
                continue  # not a cycle through home
            around = order if closed else (*order, home)
            steps = list(pairwise((*around, around[0])))
            yield {*around}, {e if directed else tuple(sorted(e)) for e in steps}


@pytest.mark.parametrize("directed", [False, True])
@given(st.integers(0, 10**6))
def test_narrowing_keeps_all_longer_tours(directed, seed):
    random = Random(seed)
    n = random.randint(2, 5)
    G = nx.gnp_random_graph(n, 0.6, seed=seed, directed=directed)
    closed = random.random() < 0.5
    most = random.randint(-1 if closed else 1, n)
    proof = LongestBound(
        closed=closed,
        bound=most,
        nodes=tuple(range(n)),
        scale=1,
        weights=(LongestWeights(),),
        tree=(0,),
    )
    tours = longer_tours(G, proof, None)
    case = Assumptions()
    names = [(v,) for v in range(tours.places)] + sorted(tours._gains)
    for _ in range(random.randrange(4)):
        case = random.choice(case.split(tours.name(random.choice(names))))
    rest = tours._left(case)
    smaller = None if rest is None else tours._narrowed(rest)
    for places, steps in cycles(G, closed=closed):
        count = len(places) - (not closed)
        fits = case.visited <= places and not case.avoided & places
        fits = fits and case.used <= steps and not case.unused & steps
        if fits and count > most:
            assert smaller is not None
            assert steps <= smaller.edges
            assert smaller.visited <= places
            assert smaller.used <= steps


def test_numbers_of_arrivals_follow_those_of_departures():
    G = nx.DiGraph([("a", "b"), ("b", "a")])
    proof = LongestBound(
        closed=True, bound=2, nodes=("a", "b"), scale=1, weights=(LongestWeights(),), tree=(0,)
    )
    tours = longer_tours(G, proof, None)
    assert tours._ports((0, 1)) == (0, 3)
    assert tours.name((1, 0)) == (1, 0)
    assert longer_tours(nx.Graph(G), proof, None).name((1, 0)) == (0, 1)
