"""The weights of a bound by nodes: the edges and the bound that they make, sets without home."""

import itertools
from fractions import Fraction

import networkx as nx
import pytest
from drawing_bounds import one_way_street, small_board, trivial, two_triangles
from hypothesis import given, strategies as st

from icosian.drawing.subjects.lower_bounds import Dual
from icosian.exceptions import InvalidProof
from icosian.proofs import DualWeights, LowerBound
from icosian.proofs.shared.evidence import unlimited
from icosian.proofs.shared.lengths import cycle_problem


def dual(proof, G):
    problem = cycle_problem(G, proof.statement, proof.nodes, proof.unit, proof.weight, unlimited)
    return Dual(proof, problem)


@pytest.mark.parametrize("example", [two_triangles, small_board, one_way_street])
def test_weights_that_prove_a_bound_make_it_by_the_edges_of_a_shortest_tour(example):
    tour, proof = example()
    weights = dual(proof, tour.graph)
    assert weights.bound == proof.bound == tour.length
    key = tuple if weights.is_directed else frozenset
    assert set(map(key, tour.edges())) <= set(map(key, weights.edges))
    for u, v in tour.edges():
        assert weights.length(u, v) == tour.graph.edges[u, v]["weight"]


@given(st.integers(4, 7), st.data())
def test_any_weights_give_a_bound_below_every_tour(n, data):
    G = nx.complete_graph(n)
    for u, v in G.edges:
        G.edges[u, v]["weight"] = data.draw(st.integers(-5, 20))
    potentials = tuple(data.draw(st.integers(-9, 9)) for _ in range(n))
    part = tuple(sorted(data.draw(st.sets(st.integers(0, n - 1), min_size=1, max_size=n - 1))))
    families = data.draw(st.sampled_from([(), ((0, 3),)]))
    proof = LowerBound(
        closed=True,
        bound=-100,
        nodes=tuple(G),
        scale=2,
        families=((part,),),
        weights=(DualWeights(potentials=potentials, families=families),),
        tree=(0,),
    )
    shortest = min(
        sum(G.edges[pair]["weight"] for pair in itertools.pairwise((0, *order, 0)))
        for order in itertools.permutations(range(1, n))
    )
    weights = dual(proof, G)
    assert weights.bound <= shortest
    assert not weights.is_tree or (len(weights.edges) == n and not families)


def test_edges_that_weights_of_thirds_make_tight_are_found_in_spite_of_rounding():
    G = nx.cycle_graph(7)
    nx.set_edge_attributes(G, 10, "weight")
    third = DualWeights(potentials=(5_000_000 - 1,) * 7)
    proof = LowerBound(
        closed=True, bound=70, nodes=tuple(G), scale=10**6, weights=(third,), tree=(0,)
    )
    assert len(dual(proof, G).edges) == 7


def test_the_root_comes_before_the_weights_of_cases():
    G = nx.cycle_graph(4)
    root = DualWeights(potentials=(1, 2, 3, 4))
    proof = LowerBound(
        closed=True,
        bound=0,
        nodes=tuple(G),
        scale=2,
        root=root,
        weights=(DualWeights(potentials=(0,) * 4),),
        tree=(0,),
    )
    assert list(dual(proof, G).nodes.values()) == [Fraction(k, 2) for k in (1, 2, 3, 4)]


def test_a_set_of_a_digraph_is_shown_if_it_divides_no_node():
    G = nx.DiGraph([(0, 1), (1, 2), (2, 0), (1, 0)])
    families = (((0, 1, 3, 4),), ((0, 1, 3),))
    weights = DualWeights(potentials=(0,) * 6, families=((0, 1), (1, 1)))
    proof = LowerBound(
        closed=True,
        bound=0,
        nodes=(0, 1, 2),
        scale=1,
        families=families,
        weights=(weights,),
        tree=(0,),
    )
    ((parts, weight),) = dual(proof, G).families
    assert parts in ([{0, 1}], [{2}])
    assert weight == 1


def test_a_proof_without_weights_is_refused():
    G = nx.cycle_graph(4)
    proof = LowerBound(closed=True, bound=0, nodes=tuple(G), scale=1, weights=(), tree=())
    with pytest.raises(InvalidProof, match="not those of as many nodes"):
        dual(proof, G)
    with pytest.raises(InvalidProof, match="not those of as many nodes"):
        dual(trivial(G, size=3), G)
