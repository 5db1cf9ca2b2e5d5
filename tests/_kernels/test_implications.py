"""What decided edges imply, compared with rules that look at everything again."""

import networkx as nx
from hypothesis import given, strategies as st
from naive import settled

from icosian._kernels import cdcl as kernels
from icosian._kernels._jit import lists_of
from icosian.tours.problem import Problem
from icosian.tours.solve.forced_edges import Learning


def state(G):
    """Return the arrays of a search before its first step, as lists, and the edges."""
    run = Learning(Problem.of(G, closed=True).form, walk=len(G)).run
    graph, literals, order, clauses, record, s = lists_of(run.arrays())
    edges = graph.edges
    ends = [
        tuple(sorted((edges[k + kernels.A], edges[k + kernels.B])))
        for k in range(0, len(edges), kernels.EDGE)
    ]
    return (graph, literals, clauses, s), order, record.why, ends


@st.composite
def decided(draw):
    """Draw a graph of least degree two, and edges to use and to leave out."""
    n = draw(st.integers(4, 8))
    G = nx.gnm_random_graph(n, n + draw(st.integers(0, n)), seed=draw(st.integers(0, 999)))
    G = nx.convert_node_labels_to_integers(nx.k_core(G, 2))
    edges = sorted(map(tuple, map(sorted, G.edges)))
    size = st.integers(0, min(4, len(edges)))
    pairs = draw(st.permutations(edges))
    cut = draw(size)
    return G, pairs[:cut], pairs[cut : cut + draw(size)]


@given(decided())
def test_propagation_ends_where_the_rules_of_hand_proofs_end(case):
    G, used, unused = case
    if len(G) < 4:
        return
    arrays, _, _, ends = state(G)
    graph, (sign, trail), _, s = arrays
    expected = settled(list(G), ends, used, unused)
    clash = False
    for e, pair in enumerate(ends):
        literal = 2 * e if pair in used else 2 * e + 1 if pair in unused else -1
        if literal >= 0:
            clash = clash or sign[literal] < 0
            if sign[literal] == 0:
                kernels.hold(graph.edges, sign, trail, s, literal, kernels.GIVEN)
    clash = clash or kernels.propagate(*arrays, 10**9) != kernels.NONE
    assert clash == (expected is None)
    if not clash:
        assert {pair for e, pair in enumerate(ends) if sign[2 * e] > 0} == expected[0]
        assert {pair for e, pair in enumerate(ends) if sign[2 * e] < 0} == expected[1]


@given(decided())
def test_a_retreat_restores_everything_and_a_reason_implies_its_literal(case):
    G, used, _ = case
    if len(G) < 4:
        return
    arrays, order, why, ends = state(G)
    graph, literals, clauses, s = arrays
    (vertices, _, edges), (sign, trail) = graph, literals
    if kernels.propagate(*arrays, 10**9) != kernels.NONE:
        return
    start = s[kernels.TRAIL]
    fields = range(len(ends))
    before = sign[:], [vertices[k :: kernels.VERTEX] for k in (kernels.LEFT, kernels.USED)]
    s[kernels.LEVEL] = 1
    for e in fields:
        if ends[e] in used and sign[2 * e] == 0:
            kernels.hold(edges, sign, trail, s, 2 * e, kernels.DECIDED)
            break
    clash = kernels.propagate(*arrays, 10**9) != kernels.NONE
    for place in range(start + 1, s[kernels.TRAIL] if not clash else start + 1):
        literal = trail[place]
        reason = edges[kernels.EDGE * (literal >> 1) + kernels.REASON]
        count = kernels.explain(graph, sign, clauses.pool, why, s, literal, reason)
        because = why[:count]
        assert set(because) <= set(trail[:place])
        chosen = {ends[x >> 1] for x in because if not x & 1}
        left_out = {ends[x >> 1] for x in because if x & 1}
        pair = ends[literal >> 1]
        denied = (chosen, left_out | {pair}) if not literal & 1 else (chosen | {pair}, left_out)
        assert settled(list(G), ends, *denied) is None
    assert kernels.retreat(graph, literals, order, s, start, 10**9)
    assert (sign, [vertices[k :: kernels.VERTEX] for k in (kernels.LEFT, kernels.USED)]) == before


@given(st.lists(st.integers(0, 100), min_size=1, max_size=30))
def test_the_heap_gives_the_highest_scores_first(scores):
    edges = [0] * (kernels.EDGE * len(scores))
    heap, s = [0] * len(scores), [0] * kernels.WORDS
    for e in range(len(scores)):
        s[kernels.HEAPED] += 1
        kernels.rise(edges, scores, heap, e, e)
    popped = [kernels.pop(edges, scores, heap, s) for _ in scores]
    assert [scores[e] for e in popped] == sorted(scores, reverse=True)
    assert set(edges[kernels.SPOT :: kernels.EDGE]) == {-1}
