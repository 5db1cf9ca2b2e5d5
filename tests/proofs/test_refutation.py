"""Refutations: clauses that follow one after the other are accepted, all others are refused."""

import json
from dataclasses import replace
from itertools import combinations
from unittest.mock import patch

import networkx as nx
import pytest
from hypothesis import event, given, strategies as st
from naive import has_tour
from strategies import graphs
from together import together
from true_certificates import CLOSED, OPEN, refused

from icosian import InvalidProof
from icosian._run.clock import Clock
from icosian.clauses import solver as trimming
from icosian.proofs.certificate import Proof
from icosian.proofs.claim import HOME
from icosian.proofs.clauses import Refutation
from icosian.tours.problem import Problem
from icosian.tours.solve.clauses import satisfy

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
BLANUSA = "Q@?XCA?oAA?CI@@I?Q?AHA_@O?G"
QUESTIONS = {
    "Petersen": (nx.petersen_graph(), CLOSED),
    "Coxeter": (nx.from_graph6_bytes(COXETER.encode()), CLOSED),
    "Blanusa's first snark": (nx.from_graph6_bytes(BLANUSA.encode()), CLOSED),
    "Tutte": (nx.tutte_graph(), CLOSED),
    "Petersen, adjacent ends": (nx.petersen_graph(), {**OPEN, "start": 0, "end": 1}),
    "Tutte, given ends": (nx.tutte_graph(), {**OPEN, "start": 0, "end": 5}),
    "a cut vertex, a given start": (petersen_by_two(), {**OPEN, "start": 9}),
    "Petersen, both ways": (nx.petersen_graph().to_directed(), CLOSED),
    "Petersen, both ways, adjacent ends": (
        nx.petersen_graph().to_directed(),
        {**OPEN, "start": 3, "end": 4},
    ),
}


def found(G, **question):
    return satisfy(Problem.of(G, **question), Clock())


TRUE = {name: (G, found(G, **question)) for name, (G, question) in QUESTIONS.items()}
TRUE["Petersen by hand"] = nx.petersen_graph(), PETERSEN
every_true_refutation = together(("G", "proof"), TRUE.values(), ids=TRUE)


# true refutations


@pytest.mark.slow
def test_clauses_are_forgotten_once_no_other_needs_them():
    refusals = 0
    for G, question in QUESTIONS.values():
        with patch.object(trimming, "MANY", 0):
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


def test_most_of_them_need_clauses_and_sets():
    assert sum(bool(proof.clauses and proof.sets) for _, proof in TRUE.values()) >= 8


def test_literals_and_edges_may_be_repeated():
    G = nx.petersen_graph()
    replace(PETERSEN, clauses=tuple(2 * clause for clause in PETERSEN.clauses)).check(G)
    twice = PETERSEN.edges + tuple((v, u) for u, v in PETERSEN.edges)
    clauses = tuple(
        (*clause, *(x + 5 if x > 0 else x - 5 for x in clause)) for clause in PETERSEN.clauses
    )
    replace(PETERSEN, edges=twice, clauses=clauses).check(G)


def test_edges_from_home_go_to_json_and_back():
    G, proof = TRUE["a cut vertex, a given start"]
    home = replace(proof, edges=(*proof.edges, (0, HOME)), sets=(*proof.sets, frozenset({HOME, 0})))
    home.check(G)
    assert Proof.from_json(home.to_json()) == home


@every_true_refutation
def test_the_order_of_the_nodes_does_not_matter(G, proof):
    H = nx.empty_graph(reversed(list(G)), type(G))
    H.add_edges_from(G.edges)
    proof.check(H)


@every_true_refutation
def test_an_explanation_says_what_is_counted(G, proof):
    text = proof.explain()
    assert text.startswith(f"{proof.claim}: ")
    assert "two edges at every node" in text
    assert len(proof.sets) < 2 or f"each of {len(proof.sets)} sets" in text
    assert len(proof.clauses) < 3 or f"{len(proof.clauses) - 1} more clauses follow" in text


def test_an_explanation_tells_the_first_clause_and_calls_edges_from_home_ends():
    proof = Refutation(**OPEN, sets=(), edges=((1, 2), (HOME, 4)), clauses=((-1, 2),))
    assert "so 1-2 is not used or 4 (as an end) is used, and then" in proof.explain()
    assert "no choice of edges has" in replace(proof, clauses=()).explain()
    assert "the border of a set;" in replace(proof, sets=RINGS[:1]).explain()


def test_fewer_clauses_are_less_effort():
    shorter = replace(PETERSEN, clauses=PETERSEN.clauses[1:])
    assert shorter.effort < PETERSEN.effort
    assert replace(PETERSEN, sets=RINGS[1:]).effort < PETERSEN.effort


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


def test_a_path_may_close_only_when_it_has_met_all_nodes():
    early = nx.Graph(["ab", "bc", "ca", "bd", "cd"])
    assert_all = Refutation(**CLOSED, sets=(), edges=(), clauses=())
    refused(assert_all, nx.cycle_graph(4), "do not end in a contradiction")
    refused(assert_all, early, "do not end in a contradiction")
    refused(assert_all, nx.cycle_graph(3, nx.DiGraph), "do not end in a contradiction")
    refused(assert_all, nx.cycle_graph(2, nx.DiGraph), "do not end in a contradiction")
    assert_all.check(nx.disjoint_union(nx.cycle_graph(3), nx.cycle_graph(3)))
    assert_all.check(nx.disjoint_union(*2 * [nx.cycle_graph(2, nx.DiGraph)]))
    for k in range(4, 7):  # in a path of used edges the edge from end to end is not used
        G = nx.Graph([*nx.path_graph(k).edges, (0, k - 1), (0, "x"), (k - 1, "x")])
        follows = Refutation(**CLOSED, sets=(), edges=((0, k - 1),), clauses=((-1,),))
        refused(follows, G, "do not end in a contradiction")
        refused(replace(follows, clauses=((1,),)), G, "clause 1 does not follow")


@together("clause", [(1,), (-1,), (-1, -2), (3,), ()])
def test_a_clause_that_does_not_follow_is_refused(clause):
    refused(replace(PETERSEN, clauses=(clause, *PETERSEN.clauses)), nx.petersen_graph(), "clause 1")


def test_flipped_literals_are_refused():
    for k, clause in enumerate(PETERSEN.clauses[:-1]):  # the last one is false either way
        flipped = tuple(-literal for literal in clause)
        clauses = (*PETERSEN.clauses[:k], flipped, *PETERSEN.clauses[k + 1 :])
        refused(replace(PETERSEN, clauses=clauses), nx.petersen_graph(), f"clause {k + 1} does not")


def test_what_follows_a_contradiction_does_not_matter():
    replace(PETERSEN, clauses=(*PETERSEN.clauses, (), (1, -2))).check(nx.petersen_graph())


@together("literal", [0, 6, -6, 10**30, True, 1.0, "1", None, (1,)])
def test_what_is_no_number_of_an_edge_is_refused(literal):
    for clauses in (((literal,),), (*PETERSEN.clauses, (1, literal))):
        proof = replace(PETERSEN, clauses=clauses)
        refused(proof, nx.petersen_graph(), "not the number of an edge")


@together(
    "pair", [(0, 2), (0, 0), (0, 10), (0, HOME), (HOME, HOME), (0,), (0, 1, 2), None, "01", [[], 1]]
)
def test_what_is_no_edge_is_refused(pair):
    refused(replace(PETERSEN, edges=(*PETERSEN.edges, pair)), nx.petersen_graph(), "not an edge")


@together("part", [[], range(10), [0, 10], [0, HOME], ["0"], [None]])
def test_what_is_no_set_with_a_border_is_refused(part):
    proof = replace(PETERSEN, sets=(*RINGS, frozenset(part)))
    refused(proof, nx.petersen_graph(), "set must hold some nodes|not a node")


def test_the_set_of_all_nodes_has_a_border_if_there_is_a_home():
    G, proof = TRUE["a cut vertex, a given start"]
    replace(proof, sets=(*proof.sets, frozenset(G))).check(G)
    refused(replace(proof, sets=(*proof.sets, frozenset({*G, HOME}))), G, "not all")


def test_in_a_digraph_an_arc_is_not_its_reverse():
    D = nx.DiGraph([(0, 1), (1, 2), (2, 0), (0, 2)])
    proof = Refutation(**CLOSED, sets=(), edges=((1, 0),), clauses=())
    refused(proof, D, "not an edge")


@every_true_refutation
def test_refutations_of_other_questions_and_graphs_are_refused(G, proof):
    complete = nx.complete_graph(list(G), type(G))
    refused(proof, complete, "does not follow")
    if proof.closed:
        refused(replace(proof, closed=False), complete, "does not follow")
    refused(proof, nx.null_graph(), "null graph")


def test_a_path_is_no_cycle():
    G = nx.petersen_graph()
    refused(replace(PETERSEN, **OPEN), G, "clause 1 does not follow")
    refused(replace(PETERSEN, **OPEN, start=0, end=2), G, "clause 1 does not follow")


@together("clauses", [[["1"]], ["12"], [[True]], [[[1]]], [{"1": 1}], [[None]]])
def test_json_with_strange_clauses_is_refused(clauses):
    payload = json.loads(PETERSEN.to_json()) | {"clauses": clauses}
    with pytest.raises(InvalidProof):
        Proof.from_json(json.dumps(payload))


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


@given(st.data())
def test_no_change_makes_petersens_refutation_hold_for_a_graph_with_a_cycle(data):
    G = nx.petersen_graph()
    u, v = data.draw(st.sampled_from(list(nx.non_edges(G))))
    G.add_edge(u, v)  # ends of a Hamiltonian path: the graph has a cycle now
    sets = data.draw(st.lists(st.sampled_from([*RINGS, *map(frozenset, combinations(G, 4))])))
    literal = st.integers(1, 5).flatmap(lambda k: st.sampled_from([k, -k]))
    clauses = data.draw(
        st.permutations(
            [*PETERSEN.clauses, *data.draw(st.lists(st.lists(literal, max_size=3).map(tuple)))]
        )
    )
    changed = replace(PETERSEN, sets=(*RINGS, *sets), clauses=tuple(clauses))
    refused(changed, G, "does not follow")


def test_a_set_of_a_digraph_is_left_and_entered():
    first = nx.complete_graph(4, nx.DiGraph)
    D = nx.disjoint_union(first, first)
    D.add_edges_from([(0, 4), (1, 5), (2, 6)])  # one way only
    proof = Refutation(**CLOSED, sets=(), edges=(), clauses=())
    refused(proof, D, "do not end in a contradiction")
    for part in (range(4), range(4, 8)):
        replace(proof, sets=(frozenset(part),)).check(D)
    D.add_edge(7, 3)
    for part in (range(4), range(4, 8)):
        refused(replace(proof, sets=(frozenset(part),)), D, "do not end in a contradiction")
