"""Proofs by clauses: those that follow one after the other are accepted, others refused."""

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise, permutations, product
from random import Random
from unittest.mock import patch

import networkx as nx
import pytest
from hypothesis import event, given, strategies as st
from mutations import HELD, REACHED, assert_most_reached, tampered
from naive import has_tour, most_disjoint_cycles
from strategies import graphs
from together import rounds, together
from true_certificates import CLOSED, OPEN, refused, stored

from icosian import InvalidProof, clauses
from icosian._run.limits import Clock
from icosian.exceptions import NoHamiltonianDecomposition, NoPseudoBooleanForm
from icosian.proofs import DisjointRefutation, Proof
from icosian.proofs.claim import HOME
from icosian.proofs.clauses import Refutation
from icosian.tours.problem import Problem
from icosian.tours.solve.clauses import satisfy

# -- Refutations


DIGITS = ["01234", "01257", "01469", "01568", "03458", "04579"]
RINGS = tuple(frozenset(map(int, ring)) for ring in DIGITS)
PETERSEN = Refutation(
    **CLOSED,
    sets=RINGS,
    edges=((1, 6), (2, 7), (4, 9), (6, 8), (7, 9)),
    clauses=((4, 5), (5,), (1,), (3,), (-2,)),
)


def petersen_by_two():
    """Return two Petersen graphs with a common node, which have no common path between 0 and 9."""
    second = nx.relabel_nodes(nx.petersen_graph(), {v: v + 9 for v in range(10)})
    return nx.compose(nx.petersen_graph(), second)


COXETER = "[?aAA@?GP?A?E_?a?@??@??C?S??GO?ACC?@?GC?@?@???`A?G@_OA?C_???_??`"
QUESTIONS = [
    (nx.petersen_graph(), CLOSED),
    (nx.from_graph6_bytes(COXETER.encode()), CLOSED),
    (nx.from_graph6_bytes(b"Q@?XCA?oAA?CI@@I?Q?AHA_@O?G"), CLOSED),  # a snark of Blanusa
    (nx.tutte_graph(), CLOSED),
    (nx.petersen_graph(), {**OPEN, "start": 0, "end": 1}),
    (nx.tutte_graph(), {**OPEN, "start": 0, "end": 5}),
    (petersen_by_two(), {**OPEN, "start": 9}),
    (nx.petersen_graph().to_directed(), CLOSED),
    (nx.petersen_graph().to_directed(), {**OPEN, "start": 3, "end": 4}),
]


def found(G, **question):
    return satisfy(Problem.of(G, **question), Clock())


@cache
def refutations():
    searched = [(G, found(G, **question)) for G, question in QUESTIONS]
    return [*searched, (nx.petersen_graph(), PETERSEN)]


every_true_refutation = together(("G", "proof"), refutations)


# true refutations


@pytest.mark.slow
def test_clauses_are_forgotten_once_no_other_needs_them():
    refusals = 0
    for G, question in QUESTIONS:
        with patch.object(clauses, "MANY", 0):
            proof = found(G, **question)
        proof.check(G)
        assert proof.until == tuple(map(max, proof.until, range(1, len(proof.clauses) + 1)))
        assert Proof.from_json(proof.to_json()) == proof
        for k in range(len(proof.until)):
            sooner = (*proof.until[:k], k + 1, *proof.until[k + 1 :])
            try:
                replace(proof, until=sooner).check(G)
            except InvalidProof as refusal:
                assert "does not follow" in str(refusal) or "contradiction" in str(refusal)
                refusals += 1
    assert refusals > 100
    G = nx.petersen_graph()
    refused(replace(PETERSEN, until=(5, 5, 5, 5)), G, "of each clause when it is forgotten")
    refused(replace(PETERSEN, until=(5, 1, 5, 5, 5)), G, "clause 2 is forgotten before it follows")


@every_true_refutation
def test_true_refutations_hold(G, proof):
    assert proof.check(G) is None


@every_true_refutation
def test_the_order_of_the_nodes_does_not_matter(G, proof):
    H = nx.empty_graph(reversed(list(G)), type(G))
    H.add_edges_from(G.edges)
    proof.check(H)


# tampered refutations


@every_true_refutation
def test_a_truncated_list_of_clauses_is_refused(G, proof):
    refused(replace(proof, clauses=proof.clauses[:-1]), G, "do not end in a contradiction")


def test_sets_that_are_needed_cannot_be_left_out():
    G = nx.empty_graph(9)  # two complete graphs, each joined to node 0 by two edges
    sides = frozenset(range(1, 5)), frozenset(range(5, 9))
    for side in sides:
        G.add_edges_from(combinations(side, 2))
        G.add_edges_from((0, v) for v in sorted(side)[:2])
    proof = Refutation(**CLOSED, sets=sides, edges=(), clauses=())
    proof.check(G)
    for k in (0, 1):
        refused(replace(proof, sets=sides[k : k + 1]), G, "do not end in a contradiction")
        replace(proof, sets=(sides[k], frozenset(G) - sides[1 - k])).check(G)


def test_flipped_literals_are_refused():
    for k, clause in enumerate(PETERSEN.clauses[:-1]):  # the last one is false either way
        flipped = tuple(-literal for literal in clause)
        clauses = (*PETERSEN.clauses[:k], flipped, *PETERSEN.clauses[k + 1 :])
        refused(replace(PETERSEN, clauses=clauses), nx.petersen_graph(), f"clause {k + 1} does not")


@every_true_refutation
def test_refutations_of_other_questions_and_graphs_are_refused(G, proof):
    complete = nx.complete_graph(list(G), type(G))
    refused(proof, complete, "does not follow")
    if proof.closed:
        refused(replace(proof, closed=False), complete, "does not follow")
    refused(proof, nx.null_graph(), "null graph")


# small graphs: the slow twin


@st.composite
def rings(draw):
    """Draw a graph or digraph of one or two rings and some more edges."""
    n = draw(st.integers(4, 7))
    G = nx.empty_graph(n, draw(st.sampled_from([nx.Graph, nx.DiGraph])))
    order = draw(st.permutations(range(n)))
    first = draw(st.sampled_from([0, *range(2 if G.is_directed() else 3, n - 1)]))
    for ring in (order[:first], order[first:]):
        G.add_edges_from((ring[i - 1], ring[i]) for i in range(len(ring)))
    pairs = st.sampled_from(list(nx.complete_graph(n, type(G)).edges))
    G.add_edges_from(draw(st.lists(pairs, max_size=n)))
    return G


@st.composite
def cases(draw):
    """Draw a graph, a question, and sets, edges and clauses that may or may not prove anything."""
    G = draw(st.one_of(graphs(5), rings()))
    ends = draw(st.permutations([*G, None, None]))[:2]
    question = CLOSED if draw(st.booleans()) else {**OPEN, "start": ends[0], "end": ends[1]}
    nodes = list(G) if question["closed"] else [*G, HOME]
    sets = draw(st.lists(st.frozensets(st.sampled_from(nodes), min_size=1), max_size=3))
    edges = ways(G, **question)
    literals = st.integers(1, max(len(edges), 1)).flatmap(lambda k: st.sampled_from([k, -k]))
    clauses = (
        st.lists(st.lists(literals, max_size=3).map(tuple), max_size=6) if edges else st.just([])
    )
    return G, Refutation(
        **question,
        sets=tuple(part for part in sets if len(part) < len(nodes)),
        edges=tuple(edges),
        clauses=tuple(draw(clauses)),
    )


def ways(G, *, closed, start=None, end=None):
    """Return the edges of the question, each once, in a fixed order."""
    edges = [(u, v) for u, v in dict.fromkeys((u, v) for u, v in G.edges()) if u != v]
    if not G.is_directed():
        edges = list({frozenset(pair): pair for pair in edges}.values())
    if closed:
        return edges
    first = [v for v in G if start in (None, v)]
    last = [v for v in G if end in (None, v)]
    if G.is_directed():
        return edges + [(HOME, v) for v in first] + [(v, HOME) for v in last]
    both = start is not None and end is not None
    return edges + [(HOME, v) for v in G if not both or v in (start, end)]


def counts(G, proof):
    """Return (least, edges, most): how many of these edges a tour uses."""
    question = {"closed": proof.closed, "start": proof.start, "end": proof.end}
    edges = ways(G, **question)
    everywhere = [*G] if proof.closed else [*G, HOME]
    if G.is_directed():
        for v in everywhere:
            yield 1, [e for e in edges if e[0] == v], 1
            yield 1, [e for e in edges if e[1] == v], 1
        for part in proof.sets:
            yield 1, [e for e in edges if e[0] in part and e[1] not in part], len(edges)
            yield 1, [e for e in edges if e[0] not in part and e[1] in part], len(edges)
        given = {(HOME, proof.start), (proof.end, HOME)}
    else:
        for v in everywhere:
            yield 2, [e for e in edges if v in e], 2
        for part in proof.sets:
            yield 2, [e for e in edges if (e[0] in part) != (e[1] in part)], len(edges)
        given = {(HOME, proof.start), (HOME, proof.end)}
    for e in edges:
        if e in given:
            yield 1, [e], 1


def clashes(G, proof, statements, clauses, marks):
    """Mark what is forced, as long as there is something; return whether nothing fits any more."""
    before = None
    while before != marks:
        before = dict(marks)
        for least, edges, most in statements:
            used = sum(marks.get(e) is True for e in edges)
            open_ = [e for e in edges if e not in marks]
            if used > most or used + len(open_) < least:
                return True
            if used == most:
                marks.update(dict.fromkeys(open_, False))
            elif used + len(open_) == least:
                marks.update(dict.fromkeys(open_, True))
        for clause in clauses:
            if not any(marks.get(e) is value for e, value in clause):
                left = {(e, value) for e, value in clause if e not in marks}
                if not left:
                    return True
                if len(left) == 1:
                    marks.update(left)
        if closes_early(G, proof, marks):
            return True
    return False


def closes_early(G, proof, marks):
    """Whether some used edges are a cycle through a part; mark those that would make one unused."""
    used = nx.MultiGraph([e for e, value in marks.items() if value])
    for part in map(used.subgraph, nx.connected_components(used)):
        if part.number_of_nodes() == len(G) + (not proof.closed):
            continue
        if part.number_of_edges() == part.number_of_nodes():
            return True
        ends = {v for v in part if part.degree(v) == 1}
        for e in proof.edges:
            if set(e) == ends and e not in marks:
                marks[e] = False
    return False


def naive_verdict(G, proof):
    """Return what the checker should say: None, or the part of the message that says why not."""
    statements = list(counts(G, proof))
    known = []
    for k, clause in enumerate(proof.clauses, start=1):
        new = [(proof.edges[abs(x) - 1], x > 0) for x in clause]
        denied = {(e, not value) for e, value in new}
        tautology = len(dict(denied)) < len(denied)
        if not tautology and not clashes(G, proof, statements, known, dict(denied)):
            return f"clause {k} does not follow"
        known.append(new)
    return None if clashes(G, proof, statements, known, {}) else "do not end in a contradiction"


@given(cases())
def test_the_checker_accepts_exactly_what_its_slow_twin_accepts(case):
    G, proof = case
    if not proof.closed and len(G) == 1:
        refused(proof, G, "single node")
        return
    verdict = naive_verdict(G, proof)
    event("holds" if verdict is None else verdict[-12:])
    if verdict is None:
        proof.check(G)
    else:
        refused(proof, G, verdict)


@given(cases())
def test_where_there_is_a_tour_no_refutation_holds(case):
    G, proof = case
    if has_tour(G, closed=proof.closed, start=proof.start, end=proof.end):
        refused(proof, G, "does not follow|do not end in a contradiction|single node")


# -- Cycles without a common edge


K5, RING = nx.complete_graph(5), nx.cycle_graph(5)
SEVERAL = stored("cycles without a common edge")


def several(count, **evidence):
    return DisjointRefutation(**CLOSED, disjoint=count, **evidence)


@cache
def _most(nodes, edges, directed):
    G = nx.empty_graph(nodes, nx.DiGraph if directed else nx.Graph)
    G.add_edges_from(edges)
    return most_disjoint_cycles(G)


def is_true(proof, G):
    """Whether a refutation of disjoint cycles is right, by brute force."""
    if type(proof) is not DisjointRefutation:
        return False
    most = _most(tuple(G), frozenset(G.edges()), G.is_directed())
    if proof.every_edge:
        return most * len(G) < sum(u != v for u, v in G.edges())
    return most < proof.disjoint


@pytest.mark.slow
def test_whatever_is_changed_a_refutation_of_cycles_that_holds_is_true():
    ends, random = Counter(), Random(8)
    for G, proof in SEVERAL:
        assert is_true(proof, G)
        ends += tampered(G, proof, is_true, random)
    assert_most_reached(ends)


def test_bare_counts_hold_only_where_they_are_true():
    for seed in range(rounds(60)):
        rng = Random(seed)
        directed = rng.random() < 0.5
        G = nx.gnp_random_graph(
            rng.randint(1, 5), rng.uniform(0.4, 1), seed=seed, directed=directed
        )
        part = frozenset(rng.sample(list(G), min(len(G), rng.randint(0, 2))))
        for every_edge in (False, True):
            for count in range(1, 5):
                for sets in ((), (part,)):
                    proof = several(count, every_edge=every_edge, sets=sets)
                    try:
                        proof.check(G)
                    except InvalidProof:
                        continue
                    assert is_true(proof, G), (G.edges, proof)


def test_a_proof_is_read_as_it_was_written_and_has_no_formula():
    for G, proof in SEVERAL:
        assert Proof.from_json(proof.to_json()) == proof
        assert proof.explain().startswith(f"{proof.claim}: each cycle has two edges at every node")
        assert proof.explain().endswith("and no choice of edges is left.")
        assert proof.effort > 0
        with pytest.raises(NoPseudoBooleanForm, match=r"cannot state (disjoint|every_edge)"):
            proof.to_pseudo_boolean(G)


def test_self_loops_never_matter():
    for G, proof in SEVERAL:
        H = G.copy()
        H.add_edges_from((v, v) for v in G)
        proof.check(H)


def test_what_decomposes_is_not_refuted_by_a_wrong_number_of_cycles():
    for G, count in ((RING, 1), (K5, 2), (nx.complete_graph(4, nx.DiGraph), 3)):
        for wrong in {1, 2, 3, 4} - {count}:
            for sets in ((), (frozenset({0}),)):
                refused(several(wrong, every_edge=True, sets=sets), G, "not have so many cycles")
    refused(several(1, every_edge=True), nx.empty_graph(3), "not have so many cycles")
    refused(several(2, every_edge=True), K5, "enough edges, and no other reason")


def test_degrees_that_no_number_of_cycles_has_are_a_reason():
    for G in (nx.star_graph(3), nx.complete_graph(4), nx.DiGraph([(0, 1), (1, 2)])):
        several(1, every_edge=True).check(G)
        assert "the same even number of edges" in several(1, every_edge=True).explain()


def test_one_edge_or_the_arcs_out_of_a_node_are_given_to_cycles():
    arcs = nx.complete_graph(5, nx.DiGraph)
    whole = {"every_edge": True}
    for G, count, first, why in (
        (K5, 2, ((0, 1), (0, 2)), "one edge, or different arcs"),
        (K5, 2, ((0, 1), (2, 3)), "one edge, or different arcs"),
        (arcs, 4, ((0, 1), (2, 3)), "at one node"),
        (arcs, 4, ((0, 1), (0, 1)), "one edge, or different arcs"),
        (RING, 1, ((0, 2),), "not an edge"),
        (nx.star_graph(3), 1, ((1, 2),), "not an edge"),
    ):
        refused(several(count, **whole, first=first), G, why)
    refused(several(1, first=((0, 1),)), K5, "without a spare one")
    out = tuple((0, v) for v in range(1, 5))
    refused(several(3, first=out), arcs, "without a spare one")
    into = tuple((v, 0) for v in range(1, 4))
    given = ((RING, 1, ((0, 1),)), (K5, 2, ((0, 1),)), (arcs, 4, out), (arcs, 4, into))
    for G, count, first in given:
        refused(several(count, **whole, first=first), G, "do not end in a contradiction")


def test_the_number_of_cycles_is_in_the_claim():
    assert several(1).claim == "There is no Hamiltonian cycle"
    assert several(3).claim == "There are no 3 Hamiltonian cycles without a common edge"
    whole = several(3, every_edge=True)
    assert whole.claim == "The edges do not decompose into Hamiltonian cycles"
    assert str(NoHamiltonianDecomposition(whole)).startswith(whole.explain())


# -- Tours in an order


NOTHING = {"sets": (), "edges": (), "clauses": ()}
IN_ORDER, NO_OTHER = stored("an order"), stored("no tour besides known ones")


def exists(G, proof):
    """Return True if there is the tour that a proof denies, by brute force."""
    key = tuple if G.is_directed() else frozenset
    known = [{*map(key, pairwise(t if not proof.closed else [*t, t[0]]))} for t in proof.besides]
    first = next((chain[0] for chain in proof.chains), next(iter(G)))
    for tour in permutations(G):
        if proof.closed and (tour[0] != first or len(G) < 3 - G.is_directed()):
            continue
        steps = [*map(key, pairwise([*tour, tour[0]] if proof.closed else tour))]
        ends = [(proof.start, 1), (proof.end, len(G))]
        numbers = [*proof.positions, *((v, k) for v, k in ends if v is not None)]
        rank = {v: k for k, v in enumerate(tour, start=1)}
        if (
            all(G.has_edge(*step) for step in steps)
            and all(rank[v] == k for v, k in numbers)
            and all(rank[u] < rank[v] for chain in proof.chains for u, v in pairwise(chain))
            and {*map(key, proof.require)} <= {*steps}
            and {*map(key, proof.forbid)}.isdisjoint(steps)
            and {*steps} not in known
        ):
            return True
    return False


@pytest.mark.slow
def test_other_tours_than_known_ones_are_excluded_and_whatever_is_changed_what_holds_is_true():
    ends, random, some = Counter(), Random(9), NO_OTHER
    assert {(G.is_directed(), proof.closed) for G, proof in some} == {*product((0, 1), repeat=2)}
    for G, proof in some:
        assert proof.chains == ()
        assert not exists(G, proof)
        assert not proof.explain().startswith("both ends")
        assert Proof.from_json(proof.to_json()) == proof
        ends += tampered(G, proof, lambda wrong, H: not exists(H, wrong), random)
    assert ends[REACHED] + ends[HELD] > 100  # the known tours fill most of the text


@pytest.mark.slow
def test_whatever_is_changed_an_ordered_proof_that_holds_is_true():
    ends, random = Counter(), Random(8)
    for G, proof in IN_ORDER:
        assert not exists(G, proof)
        ends += tampered(G, proof, lambda wrong, H: not exists(H, wrong), random)
    assert_most_reached(ends)


def test_an_ordered_proof_is_read_as_it_was_written_and_has_no_formula():
    for G, proof in IN_ORDER:
        assert Proof.from_json(proof.to_json()) == proof
        assert "before" in proof.explain()
        with pytest.raises(NoPseudoBooleanForm, match=r"cannot state .*chains"):
            proof.to_pseudo_boolean(G)
