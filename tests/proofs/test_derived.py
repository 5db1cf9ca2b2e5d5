"""Proofs about derived graphs, and exhaustion: true ones pass, false ones are refused."""

from dataclasses import replace
from itertools import combinations, pairwise, permutations, product
from random import Random

import networkx as nx
import pytest
from families import atlas
from hypothesis import given, strategies as st
from mutations import holds
from naive import has_tour, tours
from strategies import graphs
from test_soundness import larger
from together import together
from true_certificates import CLOSED, FROM_0, FROM_0_TO_1, OPEN, TRUE, refused

import icosian
from icosian import InvalidProof, Proof, knight_graph
from icosian.exceptions import NoPseudoBooleanForm
from icosian.proofs import (
    HOME,
    Conditional,
    Contraction,
    DegreeDeficiency,
    Disconnection,
    Division,
    ForcedEdges,
    FrontierExhausted,
    Middle,
    Refusal,
    Replacement,
    Step,
    audit,
    derived,
)
from icosian.proofs.claim import Claim
from icosian.proofs.derived import _inner_claim, conditional_graph, tight_set
from icosian.proofs.instance import contract_sets, derive_graph
from icosian.tours.certify.division import gadgets

# -- Edges to use and to avoid


def star(*leaves, require=(), forbid=(), **question):
    """Return a proof that rests on nodes with fewer than two neighbours."""
    inner = DegreeDeficiency(closed=True, nodes=leaves, side="neighbours")
    return Conditional(require=require, forbid=forbid, inner=inner, **question)


def test_conditions_that_clash_or_are_no_edges_are_refused():
    G = nx.path_graph(4)
    clash, stranger = "is not an edge, or its conditions clash", "is not a pair of nodes of the"
    for why, wrong in (
        (clash, {"require": ((0, 2),)}),
        (clash, {"require": ((0, 1),), "forbid": ((1, 0),)}),
        (clash, {"require": ((0, 2),), "forbid": ((2, 0),)}),
        (stranger, {"require": ((0, 9),)}),
        (stranger, {"forbid": ((0, 99),)}),
        (stranger, {"forbid": ((HOME, 0),)}),
        (stranger, {"forbid": ((0,),)}),
        (stranger, {"forbid": (0,)}),
    ):
        proof = star(0, **wrong, **CLOSED)
        refused(proof, G, why)
        for export in (proof.to_pseudo_boolean, proof.to_lrat):
            with pytest.raises(InvalidProof, match=why):
                export(G)


def test_to_avoid_what_is_no_edge_says_nothing_and_neither_does_a_repetition():
    G = nx.path_graph(4)
    for vain in (
        {"forbid": ((0, 2),)},
        {"forbid": ((2, 3), (2, 3), (3, 2))},
        {"require": ((0, 1), (1, 0))},
        {"require": ((0, 1),), "forbid": ((3, 1),)},
    ):
        proof = star(0, **vain, **CLOSED)
        proof.check(G)
        export = proof.to_pseudo_boolean(G)
        assert audit(G, export.formula) == proof.statement
    ring = [(0, 1, 2, 3)]
    for known in (
        icosian.prove_no_hamiltonian_cycle(nx.cycle_graph(4), 0, besides=ring),
        icosian.prove_no_hamiltonian_cycle(nx.cycle_graph(4), 0, order=[(1, 2)], besides=ring),
        icosian.shortest_hamiltonian_cycle(nx.cycle_graph(4)).proof,
    ):
        replace(known, forbid=((0, 2), (2, 0))).check(nx.cycle_graph(4))
        refused(
            replace(known, forbid=((0, 9),)), nx.cycle_graph(4), r"\(0, 9\) is not a pair of nodes"
        )


@given(graphs(5), st.data())
def test_no_proof_holds_where_there_is_a_tour(G, data):
    """Proofs of one question are put under the conditions of another."""
    edges = [pair[:2] for pair in G.edges if pair[0] != pair[1]]
    if not edges:
        return
    some = st.lists(st.sampled_from(edges), max_size=2, unique_by=frozenset).map(tuple)

    def question():
        asked = {"require": data.draw(some), "forbid": data.draw(some)}
        if data.draw(st.booleans()):
            return True, asked
        ends = data.draw(st.permutations([*G, None, None]))
        return False, asked | dict(zip(("start", "end"), ends, strict=False))

    (closed, asked), (other_closed, other) = question(), question()
    prove = icosian.prove_no_hamiltonian_cycle if closed else icosian.prove_no_hamiltonian_path
    try:
        proof = prove(G, **asked)
    except icosian.IcosianError:
        return
    if isinstance(proof, Conditional):
        false = replace(proof, **{"start": None, "end": None, "closed": other_closed, **other})
        assert not holds(false, G) or not list(tours(G, closed=other_closed, **other))


def test_middles_and_inner_proofs_go_to_text_and_back():
    G = nx.relabel_nodes(nx.star_graph(3), lambda v: frozenset({v}))
    proof = icosian.prove_no_hamiltonian_path(G, require=[(frozenset({0}), frozenset({1}))])
    assert Proof.from_json(proof.to_json(G), G) == proof
    with pytest.raises(InvalidProof, match="needs the graph"):
        proof.to_json()


def test_middles_are_called_by_their_edges():
    G = knight_graph(6)
    proof = G.prove_no_hamiltonian_path(require=[("c3", x) for x in ("a2", "b1", "d1")])
    text = proof.explain()
    assert text.startswith(
        "There is no Hamiltonian path that uses c3-a2, c3-b1, c3-d1: with a node"
    )
    assert "Middle" not in text
    steps = (Step(edges=((0, Middle(0, 1)),), used=True, node=Middle(0, 1)), Step(edges=(), node=0))
    told = ForcedEdges(**CLOSED, steps=steps).explain()
    assert "the middle of 0-1 has no other edges left: the half of 0-1 at 0 is used" in told
    assert repr(Middle(0, 1)) == "Middle(tail=0, head=1)"


@together("start", [None, 0, 1])
@together("end", [None, 2, 3])
def test_home_is_joined_to_what_may_be_an_end(start, end):
    D = nx.path_graph(4, nx.DiGraph)
    for G in (D, D.to_undirected()):
        claim = Claim(**OPEN, start=start, end=end, require=((1, 2),))
        H, inner = conditional_graph(G, claim), _inner_claim(claim)
        question = {"closed": inner.closed, "start": inner.start, "end": inner.end}
        assert not inner.has_conditions
        middle = Middle(1, 2)
        assert H.has_edge(1, middle)
        assert H.has_edge(middle, 2)
        assert not H.has_edge(1, 2)
        if None not in (start, end):
            assert question == {**OPEN, "start": start, "end": end}
            assert HOME not in H
            continue
        assert question == {**CLOSED, "start": None, "end": None}
        if G.is_directed():
            assert set(H.successors(HOME)) == ({*D} if start is None else {start})
            assert set(H.predecessors(HOME)) == ({*D} if end is None else {end})
        else:
            ends = {v for v in (start, end) if v is not None}
            assert set(H[HOME]) == ({*G} - ends) | {Middle(HOME, v) for v in ends}


# -- Contraction of tight sets


DEAD_END = DegreeDeficiency(**CLOSED, nodes=(7,), side="neighbours")


def contraction(*sets, inner=DEAD_END, **question):
    """Take pairs of a node and independent nodes."""
    pairs = tuple((v, frozenset(part)) for v, part in sets)
    return Contraction(sets=pairs, inner=inner, **question)


def test_contractions_have_no_other_form_and_are_none_of_digraphs():
    for G, proof in TRUE.values():
        if isinstance(proof, Contraction):
            with pytest.raises(NoPseudoBooleanForm, match='method="sat"'):
                proof.to_pseudo_boolean(G)
            refused(proof, G.to_directed(), "of a digraph")


def test_a_cycle_of_two_sets_is_none_of_the_contracted_graph():
    # K(2,3) twice, with three edges between them: a cycle, but two nodes have none.
    G = nx.disjoint_union(*[nx.complete_bipartite_graph(2, 3)] * 2)
    G.add_edges_from([(2, 7), (3, 8), (4, 9)])
    assert has_tour(G, closed=True)
    few = DegreeDeficiency(**CLOSED, nodes=(0,), side="neighbours")
    refused(contraction((0, [0, 1]), (5, [5, 6]), inner=few, **CLOSED), G, "2 nodes are left")


def independent_sets(G, most=3):
    """Yield the tight sets of a graph."""
    for size in range(1, most + 1):
        for nodes in combinations(G, size):
            try:
                yield frozenset(nodes), tight_set(G, frozenset(nodes))
            except InvalidProof:
                continue


def all_contractions(G, question):
    """Yield all contractions of one set or two, each with a proof if there is one at all."""
    H = derive_graph(G, Claim(**question), home=not question["closed"])
    tight = list(independent_sets(H))
    for count in (1, 2):
        for chosen in combinations(tight, count):
            names = [(min(part, key=repr), part) for _, part in chosen]
            try:
                small = contract_sets(H, names)
            except InvalidProof:
                continue
            sets = zip(names, chosen, strict=True)
            yield contraction(
                *((v, independent) for (v, _), (independent, _) in sets),
                inner=FrontierExhausted(**CLOSED, order=tuple(small)),
                **question,
            )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("most", "every"), [(6, 2), pytest.param(7, 1, marks=pytest.mark.exhaustive)]
)
def test_where_there_is_a_tour_the_contracted_graph_has_one(most, every):
    proved = 0
    for G in atlas(most=most, connected=True)[::every]:
        for question in (CLOSED, OPEN, FROM_0, FROM_0_TO_1):
            if has_tour(G, **question):
                for proof in all_contractions(G, question):
                    assert not holds(proof, G), (G.edges, proof)
            elif len(G) < 6:
                proved += any(holds(proof, G) for proof in all_contractions(G, question))
    assert proved > 10


@given(larger)
def test_no_contraction_of_a_larger_graph_with_a_tour_holds(case):
    G, question = case
    if G.is_directed() or not has_tour(G, **question):
        return
    for proof in all_contractions(G, question):
        assert not holds(proof, G), proof


@given(st.randoms(use_true_random=False))
def test_a_planted_set_with_all_ways_through_it_is_as_good_as_a_node(random):
    small = nx.gnp_random_graph(random.randint(4, 6), 0.6, seed=random.randrange(2**32))
    G = nx.Graph(pair for pair in small.edges() if 0 not in pair)
    G.add_nodes_from(range(1, len(small)))
    neighbors = list(small[0])
    size = max(2, len(neighbors)) - 1
    inner, outer = [f"in {k}" for k in range(size)], [f"out {k}" for k in range(size + 1)]
    G.add_edges_from((u, v) for u in inner for v in outer)
    G.add_edges_from(zip(outer, neighbors, strict=False))
    proof = contraction(
        (inner[0], inner),
        inner=FrontierExhausted(**CLOSED, order=(inner[0], *range(1, len(small)))),
        **CLOSED,
    )
    assert holds(proof, G) == (not has_tour(small, closed=True)) == (not has_tour(G, closed=True))


def test_many_contracted_sets_are_counted_and_the_first_named():
    text = contraction(*((k, [k]) for k in range(5)), **CLOSED).explain()
    assert "the node 0 has only 2 neighbors" in text
    assert "2 more sets are contracted likewise" in text


# -- Division at cuts of three or four edges


DIVISIONS = {name: case for name, case in TRUE.items() if isinstance(case[1], Division)}
TRIANGLE, TWO_WAYS, PATH = DIVISIONS.values()


def with_step(proof, **changes):
    """Return a division whose first replacement is another one."""
    first, *others = proof.replacements
    return replace(proof, replacements=(replace(first, **changes), *others))


def test_an_inner_proof_holds_for_what_is_left():
    for G, proof in DIVISIONS.values():
        refused(replace(proof, inner=Disconnection(**CLOSED, part=frozenset({0}))), G, "leads out")
        H = nx.complete_graph(list(G))
        refused(proof, H, "no two have a common node")


def test_a_path_has_its_ends():
    G, proof = PATH
    for ends in ({}, {"start": 0}, {"end": 1}, {"start": 1, "end": 2}, {"start": 2, "end": 3}):
        changed = replace(proof, **{"start": None, "end": None, **ends})
        assert not has_tour(G, **OPEN, **ends) or not holds(changed, G)
    replace(proof, start=1, end=0).check(G)


def test_the_first_parts_of_a_division_are_named_and_others_counted():
    _, proof = TWO_WAYS
    text = replace(proof, replacements=proof.replacements * 5).explain()
    assert "5 parts, one after the other," in text
    assert "2 more parts follow" in text
    assert "give way to nothing" in with_step(proof, edges=()).explain()


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


# -- Exhaustion along an order


def order(*nodes, **question):
    return FrontierExhausted(order=nodes, **question)


@together("n", range(3, 8))
def test_a_tour_along_the_order_is_met(n):
    ring = nx.cycle_graph(n)
    refused(order(*range(n), **CLOSED), ring, "a tour was met")
    refused(order(*range(n), **CLOSED), nx.cycle_graph(n, nx.DiGraph), "a tour was met")
    refused(order(*reversed(range(n)), **OPEN), nx.path_graph(n), "a tour was met")
    refused(order(*range(n), **OPEN, start=0, end=n - 1), ring, "a tour was met")
    refused(order(*range(n), **OPEN, end=n - 2, start=n - 1), ring, "a tour was met")
    if n > 3:
        order(*range(n), **OPEN, start=0, end=2).check(ring)
    order(*range(n), **OPEN, start=n - 1).check(nx.path_graph(n, nx.DiGraph))
    order(*range(n), **OPEN, end=0).check(nx.path_graph(n, nx.DiGraph))
    refused(order(*range(n), **OPEN, start=0), nx.path_graph(n, nx.DiGraph), "a tour was met")


def test_exhaustion_counts_its_states_as_it_goes_and_ends():
    counts = list(order(*range(10), **CLOSED).states(nx.petersen_graph()))
    assert counts == sorted(counts)
    assert counts[0] >= 1
    assert {type(count) for count in counts} == {int}


def test_states_are_told_every_thousand_and_after_each_removal(monkeypatch):
    rounds = iter([2_500, 1_500, 0])
    monkeypatch.setattr(derived, "_removals", lambda *_: ((k,) for k in range(next(rounds))))
    told = list(derived.frontier_states(nx.path_graph(4), [0, 1, 2, 3]))
    assert told == [1_000, 2_000, 2_500, 3_500, 4_000, 4_000]


def test_steps_that_repeat_are_made_once_while_there_is_room(monkeypatch):
    ladder = nx.ladder_graph(30)
    ladder.add_edge(0, "leaf")  # no cycle
    order = [v for k in range(30) for v in (k, k + 30)] + ["leaf"]
    proof = FrontierExhausted(**CLOSED, order=tuple(order))
    removals, made = derived._removals, []

    def counted(*step):
        made.append(step)
        return removals(*step)

    monkeypatch.setattr(derived, "_removals", counted)
    steps = {}
    for room in (-1, 10, 1 << 20):
        made.clear()
        monkeypatch.setattr(derived, "REMEMBERED", room)
        proof.check(ladder)
        steps[room] = len(made)
    assert steps[1 << 20] < steps[10] < steps[-1] <= len(order)


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph])
def test_of_all_small_graphs_just_those_without_the_tour_are_proved(kind):
    for n in (1, 2, 3):
        pairs = list((permutations if kind is nx.DiGraph else combinations)(range(n), 2))
        questions = [{"closed": True}, {"closed": False}, {"closed": False, "start": 0}]
        questions += [{"closed": False, "end": n - 1}]
        questions += [{"closed": False, "start": 0, "end": n - 1}] if n > 1 else []
        for k in range(len(pairs) + 1):
            for edges in combinations(pairs, k):
                G = nx.empty_graph(n, kind)
                G.add_edges_from(edges)
                for question in questions if n > 1 else questions[:1]:
                    proof = order(*range(n), **question)
                    if has_tour(G, **question):
                        refused(proof, G, "a tour was met")
                    else:
                        proof.check(G)
