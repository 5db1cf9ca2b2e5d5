"""Divisions: the true ones pass, the false ones are refused."""

import json
from dataclasses import replace
from itertools import pairwise, product
from random import Random

import networkx as nx
import pytest
from families import dot_product
from hypothesis import given, strategies as st
from mutations import holds
from naive import has_tour
from together import together
from true_certificates import CLOSED, OPEN, TRUE, refused

import icosian
from icosian import InvalidProof, Proof
from icosian.proofs import (
    Conditional,
    DegreeDeficiency,
    Disconnection,
    Division,
    FrontierExhausted,
    LowerBound,
    Positioned,
    Refusal,
    Replacement,
    derived,
)
from icosian.tours.certify.division import gadgets

DIVISIONS = {name: case for name, case in TRUE.items() if isinstance(case[1], Division)}
TRIANGLE, TWO_WAYS, PATH = DIVISIONS.values()

every_division = together(("G", "proof"), DIVISIONS.values(), ids=DIVISIONS)


def with_step(proof, **changes):
    """Return a division whose first replacement is another one."""
    first, *others = proof.replacements
    return replace(proof, replacements=(replace(first, **changes), *others))


def test_a_part_and_its_cut_are_of_the_graph():
    G, proof = TRIANGLE
    for part, why in (
        ({5, 6, 99}, "does not have"),
        (set(), "some nodes, but not all"),
        (set(G), "some nodes, but not all"),
        ({5, 6}, "no two have a common node"),
        ({0, 2, 3, 4}, "do not allow for all ways"),
        ({0}, "no two have a common node"),
    ):
        refused(with_step(proof, part=frozenset(part)), G, why)
    thick = nx.disjoint_union(nx.complete_graph(5), nx.complete_graph(5))
    thick.add_edges_from((v, v + 5) for v in range(5))
    wide = Replacement(part=frozenset(range(5)), edges=((5, 6),), refusals=())
    inner = DegreeDeficiency(**CLOSED, nodes=(5,), side="neighbours")
    refused(Division(**CLOSED, replacements=(wide,), inner=inner), thick, "at most 4 edges")


def test_all_of_a_graph_does_not_give_way():
    G = nx.cycle_graph(4)
    inner = DegreeDeficiency(**CLOSED, nodes=(0,), side="neighbours")
    for edges in ((), ((0, 1), (1, 2))):
        step = Replacement(part=frozenset(G), edges=edges, refusals=())
        refused(Division(**CLOSED, replacements=(step,), inner=inner), G, "but not all")


def test_edges_in_place_of_a_side_join_its_border_and_further_nodes():
    G, proof = TRIANGLE
    for edges, why in (
        (((5, 2), (5, 3), (5, 0)), "does not join"),
        (((5, 2), (5, 3), (5, 99)), "does not join"),
        (((5, 5),), "does not join"),
        ((5,), "not a pair"),
        ((([], 5),), "not a pair"),
        (((5, 2, 3),), "not a pair"),
        (((5,),), "not a pair"),
        (((5, 2),) * 11, "more than 10 edges"),
    ):
        refused(with_step(proof, edges=edges), G, why)


def test_no_way_through_a_part_is_forgotten():
    G, proof = TRIANGLE
    step = proof.replacements[0]
    for k in range(3):
        fewer = step.edges[:k] + step.edges[k + 1 :]
        refused(with_step(proof, edges=fewer), G, "do not allow for all ways")
    G, proof = TWO_WAYS
    one, other = proof.replacements[0].refusals
    for some in ((), (one,), (other,), (one, one)):
        refused(with_step(proof, refusals=some), G, "do not allow for all ways")
    with_step(proof, refusals=(other, one)).check(G)


def test_refusals_are_checked():
    G, proof = TWO_WAYS
    one, other = proof.replacements[0].refusals
    for wrong in (
        replace(one, edges=other.edges),
        replace(one, edges=()),
        replace(one, inner=other.inner),
        replace(one, edges=((1, 2), (2, 6))),
    ):
        refused(with_step(proof, refusals=(wrong, other)), G, "enough neighbors|allow for all ways")


def test_two_nodes_are_no_cycle():
    """With two edges between two nodes a state is realized, but a graph has no cycle of them."""
    G = nx.cycle_graph(4)
    few = DegreeDeficiency(**CLOSED, nodes=(0,), side="neighbours")
    refusal = Refusal(edges=((0, 1),), inner=few)
    step = Replacement(part=frozenset({0, 1}), edges=((3, 0),), refusals=(refusal,))
    proof = Division(**CLOSED, replacements=(step,), inner=few)
    refused(proof, G, "must have three nodes")
    alone = Replacement(part=frozenset({0, 1}), edges=((2, 3),), refusals=())
    last = DegreeDeficiency(**CLOSED, nodes=(2,), side="neighbours")
    refused(Division(**CLOSED, replacements=(alone,), inner=last), G, "must have three nodes")


def test_an_inner_proof_claims_that_there_is_no_cycle():
    G, proof = TRIANGLE
    inner = proof.inner
    bound = LowerBound(**CLOSED, bound=9, nodes=tuple(G), scale=1, weights=(), tree=(None,))
    positioned = Positioned(**CLOSED, positions=((0, 1), (2, 1)), crowd=(1,))
    path = Disconnection(**OPEN, part=frozenset({0}))
    conditional = Conditional(**CLOSED, require=((0, 2),), forbid=(), inner=inner)
    for wrong in (bound, positioned, path, conditional, replace(inner, ranks=3)):
        why = "another claim|another board"
        refused(replace(proof, inner=wrong), G, why)
        step = replace(proof.replacements[0], refusals=(Refusal(edges=(), inner=wrong),))
        refused(replace(proof, replacements=(step,)), G, why)
    refused(replace(proof, closed=False), G, "no two have a common node")
    refused(PATH[1].inner, PATH[0], "enough neighbors")


def test_an_inner_proof_holds_for_what_is_left():
    for G, proof in DIVISIONS.values():
        refused(replace(proof, inner=Disconnection(**CLOSED, part=frozenset({0}))), G, "leads out")
        H = nx.complete_graph(list(G))
        refused(proof, H, "no two have a common node")


def test_a_digraph_is_not_divided():
    G, proof = TRIANGLE
    refused(proof, G.to_directed(), "digraph")


def test_a_path_has_its_ends():
    G, proof = PATH
    for ends in ({}, {"start": 0}, {"end": 1}, {"start": 1, "end": 2}, {"start": 2, "end": 3}):
        changed = replace(proof, **{"start": None, "end": None, **ends})
        assert not has_tour(G, **OPEN, **ends) or not holds(changed, G)
    replace(proof, start=1, end=0).check(G)


def test_divisions_stand_within_each_other_but_not_too_deep():
    G, proof = TRIANGLE
    nested = Division(**CLOSED, replacements=(), inner=proof)
    nested.check(G)
    assert nested.explain() == proof.explain()
    assert Proof.from_json(nested.to_json()) == nested
    for _ in range(60):
        nested = Division(**CLOSED, replacements=(), inner=nested)
    refused(nested, G, "stand within each other")
    text = '{"kind": "Division", "closed": true, "start": null, "end": null, "replacements": [], '
    for depth in (60, 10_000):
        with pytest.raises(InvalidProof):
            Proof.from_json((text + '"inner": ') * depth + proof.to_json() + "}" * depth)


def test_a_division_is_explained():
    G, proof = TWO_WAYS
    assert proof.explain() == (
        "There is no Hamiltonian cycle: a cycle passes a cut of three or four edges in few ways, so"
        " a part can give way to something smaller that leaves these ways open. (1) The 3 nodes 1,"
        " 4, 6 give way to the edges 2-1, 1-8; with the edges 1-2, 2-4 in place of the rest they"
        " have no cycle; with the edges 4-3, 3-6 in place of the rest they have no cycle. What is"
        " left in the end has no cycle: node 3 has fewer than two neighbors, and a cycle needs two."
    )
    first = proof.replacements[0]
    assert "2 more parts follow" in replace(proof, replacements=(first,) * 5).explain()
    assert "5 parts, one after the other," in replace(proof, replacements=(first,) * 5).explain()
    assert "give way to nothing" in with_step(proof, edges=()).explain()
    assert proof.effort > proof.inner.effort
    with pytest.raises(icosian.exceptions.NoPseudoBooleanForm):
        proof.to_pseudo_boolean(G)


def read(payload):
    try:
        return Proof.from_json(json.dumps(payload))
    except InvalidProof:
        return None


def glued(random, sizes, ports):
    """Return graphs in a row, neighbors joined by so many edges without common ends."""
    G, blocks = nx.Graph(), []
    for size in sizes:
        block = [len(G) + k for k in range(size)]
        G.add_nodes_from(block)
        nx.add_path(G, random.sample(block, size))
        G.add_edges_from(random.sample(block, 2) for _ in range(random.randint(0, size)))
        blocks.append(block)
    for one, other in pairwise(blocks):
        G.add_edges_from(zip(random.sample(one, ports), random.sample(other, ports), strict=True))
    return G, blocks


def edges_of(gadget, ports, names):
    both = [*ports, *names]
    return tuple((both[u], both[v]) for u, v in gadget.edges)


def random_division(random, G, part, question):
    """Return a division at a cut, whose claims about small graphs may be false."""
    far = {u: v for u in part for v in G[u] if v not in part}
    near = sorted(far)
    far = [far[v] for v in near]
    refusals = []
    some = gadgets(len(near))
    for gadget in random.sample(some, random.randint(0, 3)):
        edges = edges_of(gadget, near, far)
        order = tuple({*part, *(v for pair in edges for v in pair)})
        inner = FrontierExhausted(**CLOSED, order=order)
        refusals.append(Refusal(edges=edges, inner=inner))
    edges = edges_of(random.choice(some), far, near)
    order = tuple({*G} - {*part} | {v for pair in edges for v in pair})
    return Division(
        **question,
        replacements=(Replacement(part=frozenset(part), edges=edges, refusals=tuple(refusals)),),
        inner=FrontierExhausted(**CLOSED, order=order),
    )


@given(st.integers(0, 2**32).map(Random))
def test_no_division_holds_where_there_is_a_cycle(random):
    G, blocks = glued(random, [4, random.randint(4, 5)], random.choice((3, 4)))
    proof = random_division(random, G, blocks[0], CLOSED)
    assert not (holds(proof, G) and has_tour(G, **CLOSED))


@pytest.mark.exhaustive
def test_no_division_of_many_holds_where_there_is_a_cycle():
    held = 0
    for seed in range(4_000):
        random = Random(seed)
        G, blocks = glued(random, [random.randint(4, 5), random.randint(4, 5)], 3 + seed % 2)
        proof = random_division(random, G, blocks[0], CLOSED)
        if holds(proof, G):
            assert not has_tour(G, **CLOSED), seed
            held += 1
    assert held > 100


def test_the_proof_about_a_dot_product_is_about_its_factors():
    petersen = nx.petersen_graph()
    G = dot_product(petersen, petersen, [(0, 1), (2, 3)], (0, 1))
    part = frozenset(G) - frozenset(petersen)
    a, b, c, d = (next(v for v in G[u] if v in part) for u in (0, 1, 2, 3))
    factor = Refusal(
        edges=((a, 0), (b, 0), (0, 2), (2, c), (2, d)),
        inner=FrontierExhausted(**CLOSED, order=(*part, 0, 2)),
    )
    step = Replacement(part=part, edges=((0, 1), (2, 3)), refusals=(factor,))
    last = FrontierExhausted(**CLOSED, order=tuple(petersen))
    proof = Division(**CLOSED, replacements=(step,), inner=last)
    proof.check(G)
    refused(replace(proof, replacements=(replace(step, refusals=()),)), G, "do not allow")
    for crossed in (((0, 2), (1, 3)), ((0, 3), (1, 2))):
        refused(replace(proof, replacements=(replace(step, edges=crossed),)), G, "do not allow")


# what joins what


def joined_by(edges, ports):
    """Return what disjoint paths of some edges join, visiting all other nodes, by trying all."""
    further = {v for edge in edges for v in edge} - ports
    found = set()
    for chosen in product((False, True), repeat=len(edges)):
        H = nx.Graph([edge for edge, is_chosen in zip(edges, chosen, strict=True) if is_chosen])
        parts = [H.subgraph(part) for part in nx.connected_components(H)]
        are_paths = all(
            part.size() == len(part) - 1
            and {v for v in part if part.degree(v) == 1} == ports & part.nodes
            and max(dict(part.degree).values()) <= 2
            for part in parts
        )
        if parts and are_paths and further <= H.nodes and len(parts) <= 2:
            found.add(frozenset(frozenset(ports & part.nodes) for part in parts))
    return found


@given(st.integers(2, 4), st.integers(0, 4), st.data())
def test_edges_realize_what_their_paths_join(border, further, data):
    names = range(border + further)
    pairs = [(u, v) for u in names for v in names if u < v]
    edges = tuple(data.draw(st.lists(st.sampled_from(pairs), unique=True, max_size=8)))
    ports = set(range(border))
    assert derived._realized(edges, {v: v for v in ports}) == joined_by(edges, ports)


def test_edges_around_a_cycle_realize_nothing():
    assert derived._realized(((0, 1), (2, 3), (3, 4), (4, 2)), {0: 0, 1: 1}) == set()
    assert derived._realized(((0, 2), (2, 1), (0, 3), (3, 1)), {0: 0, 1: 1}) == set()
    assert derived._realized(((0, 2), (2, 3), (3, 0), (0, 1)), {0: 0, 1: 1}) == set()


@pytest.mark.parametrize(("border", "number"), [(2, 1), (3, 3), (4, 9)])
def test_paths_join_two_edges_of_a_cut_or_all_four(border, number):
    states = list(derived._states(range(border)))
    assert len(states) == len(set(states)) == number
    assert all(len(pair) == 2 for state in states for pair in state)
    assert all(len(frozenset().union(*state)) == 2 * len(state) for state in states)


def test_two_sides_fit_if_their_paths_make_one_cycle():
    states = list(derived._states("abcd"))
    for one, other in product(states, repeat=2):
        ring = nx.Graph()  # two nodes a port, joined within each side as its paths do
        for side, state in enumerate((one, other)):
            ring.add_edges_from(((side, u), (side, v)) for u, v in map(sorted, state))
        used = [{v for pair in state for v in pair} for state in (one, other)]
        ring.add_edges_from(((0, v), (1, v)) for v in used[0] | used[1])
        is_cycle = nx.is_connected(ring) and {d for _, d in ring.degree} == {2}
        assert derived._fits(one, [other]) == is_cycle


def test_ten_edges_and_three_nodes_are_the_limits():
    H = nx.Graph()
    derived._put(H, ((0, 2), (2, 1)), [0, 1], [2])
    assert len(H) == 3
    eleven = tuple((0, v) for v in range(2, 13))
    derived._put(H, eleven[:10], [0, 1], range(2, 13))
    with pytest.raises(InvalidProof, match="more than 10 edges"):
        derived._put(H, eleven, [0, 1], range(2, 13))
    with pytest.raises(InvalidProof, match="three nodes"):
        derived._put(nx.Graph(), ((0, 1),), [0, 1], [])
