"""Forced edges: rules, learned clauses and replays, against plain rules and brute force."""

import networkx as nx
import pytest
from hypothesis import assume, given, strategies as st
from naive import hamiltonian_cycles, listed_cycles, settled
from together import together

from icosian._kernels import cdcl as kernels, forcing as kernel, replay
from icosian._kernels._jit import lists_of
from icosian._run.limits import Clock
from icosian.clauses import Ports, paths
from icosian.tours.instance import records, start_forcing
from icosian.tours.problem import Problem
from icosian.tours.solve.forced_edges import Learning
from tests._kernels.runs import finish
from tests.proofs.test_instance import all_ports, growing

# Edge forcing: its rules against plain ones, its verdicts and its tree against brute force


class Rules:
    """The records of a graph, to which the rules are applied by hand."""

    def __init__(self, G):
        self.form = Problem.of(G, closed=True).form
        self.ends = self.form.edges()
        self.pairs = [tuple(pair) for pair in self.ends.tolist()]
        graph, words = records(self.form, self.ends)
        self.edges, self.rows, lists = (array.tolist() for array in graph)
        self.words = words.tolist()
        self.state = kernel.RuledGraph(self.edges, self.rows, lists), self.words

    def settle(self):
        """Look at every row and follow the rules to their end; False if they contradict."""
        return all(
            kernel.serve(*self.state, row) for row in range(self.form.size)
        ) and kernel.follow(*self.state)

    def suppose(self, e, mark):
        """Mark an edge as a split does, and follow the rules; False if they contradict."""
        self.words[kernel.BY] = kernel.SPLIT
        self.words[kernel.DEPTH] += 1
        if mark == kernel.USED and not kernel.use(*self.state, e):
            return False
        if mark == kernel.UNUSED:
            kernel.drop(*self.state, e)
        return kernel.follow(*self.state)

    def marked(self, mark):
        """Return the edges with a mark."""
        return {
            pair
            for e, pair in enumerate(self.pairs)
            if self.edges[kernel.EDGE * e + kernel.MARK] == mark
        }

    def counts(self):
        """Return what every row says of its edges, and which ends of paths belong together."""
        fields = [self.rows[k : k + kernel.ROW] for k in range(0, len(self.rows), kernel.ROW)]
        return [
            (row[kernel.USED_], row[kernel.LEFT], row[kernel.USED_] == 1 and row[kernel.OTHER])
            for row in fields
        ]


@st.composite
def small_graphs(draw, most=8):
    """Draw a graph that may have a cycle; in a sparse one the rules say much."""
    n = draw(st.integers(3, most))
    G = nx.gnm_random_graph(n, draw(st.integers(n, 2 * n)), seed=draw(st.integers(0, 10_000)))
    assume(min(dict(G.degree).values()) > 0)
    return G


def cycles(rules):
    """Return the cycles of the graph as sets of its edges."""
    found = set()
    for cycle in hamiltonian_cycles(nx.Graph(rules.pairs)):
        around = {frozenset(pair) for pair in zip(cycle, [*cycle[1:], cycle[0]], strict=True)}
        found.add(frozenset(pair for pair in rules.pairs if frozenset(pair) in around))
    return found


# the rules


@given(small_graphs())
def test_the_rules_settle_what_plain_rules_settle(G):
    rules = Rules(G)
    expected = settled(range(rules.form.size), rules.pairs, set(), set())
    assert rules.settle() == (expected is not None)
    if expected is not None:
        assert (rules.marked(kernel.USED), rules.marked(kernel.UNUSED)) == expected


@given(small_graphs(), st.data())
def test_what_follows_from_a_mark_is_what_plain_rules_conclude_and_holds_on_every_cycle(G, data):
    rules = Rules(G)
    assume(rules.settle())
    used, unused = rules.marked(kernel.USED), rules.marked(kernel.UNUSED)
    left = [e for e, pair in enumerate(rules.pairs) if pair not in used | unused]
    assume(left)
    e, mark = data.draw(st.sampled_from(left)), data.draw(st.sampled_from([1, -1]))
    (used if mark == kernel.USED else unused).add(rules.pairs[e])
    expected = settled(range(rules.form.size), rules.pairs, used, unused)
    holds = rules.suppose(e, mark)
    assert holds == (expected is not None)
    fitting = [cycle for cycle in cycles(rules) if (rules.pairs[e] in cycle) == (mark > 0)]
    if holds:
        assert (rules.marked(kernel.USED), rules.marked(kernel.UNUSED)) == expected
        assert all(rules.marked(kernel.USED) <= cycle for cycle in fitting)
        assert all(cycle.isdisjoint(rules.marked(kernel.UNUSED)) for cycle in fitting)
    else:
        assert not fitting


@given(small_graphs(), st.lists(st.tuples(st.integers(0, 99), st.sampled_from([1, -1]))))
def test_marks_that_are_taken_back_leave_no_trace(G, choices):
    rules = Rules(G)
    assume(rules.settle())
    history = []
    for number, mark in choices:
        marks = rules.edges[kernel.MARK :: kernel.EDGE]
        left = [e for e, value in enumerate(marks) if value == kernel.OPEN]
        if not left:
            break
        history.append(
            (rules.words[kernel.TRAIL], marks, rules.counts(), rules.words[kernel.TOTAL])
        )
        if not rules.suppose(left[number % len(left)], mark):
            break
    for size, marks, counts, total in reversed(history):
        kernel.undo(*rules.state, size)
        assert rules.edges[kernel.MARK :: kernel.EDGE] == marks
        assert rules.counts() == counts
        assert rules.words[kernel.TRAIL] == rules.words[kernel.HEAD] == size
        assert rules.words[kernel.TOTAL] == total


@given(small_graphs(), st.lists(st.tuples(st.integers(0, 99), st.sampled_from([1, -1]))))
def test_a_contradiction_follows_from_the_splits_that_its_analysis_meets(G, choices):
    rules = Rules(G)
    assume(rules.settle())
    for number, mark in choices:
        marks = rules.edges[kernel.MARK :: kernel.EDGE]
        left = [e for e, value in enumerate(marks) if value == kernel.OPEN]
        if not left:
            return
        if not rules.suppose(left[number % len(left)], mark):
            break
    else:
        return
    values = {}
    clash = rules.words[kernel.CLASH]
    if clash >= 0 and rules.words[kernel.BY] == kernel.SPLIT:
        values[clash] = kernel.USED  # the last split itself is refused
    for k in range(kernel.analyse(*rules.state)):
        e = rules.edges[kernel.EDGE * k + kernel.QUEUE]
        if rules.edges[kernel.EDGE * e + kernel.REASON] == kernel.SPLIT:
            values[e] = rules.edges[kernel.EDGE * e + kernel.MARK]
    used, unused = (
        {rules.pairs[e] for e, value in values.items() if value == mark} for mark in (1, -1)
    )
    assert settled(range(rules.form.size), rules.pairs, used, unused) is None


# the search


def searched(G, budget=10**6, *, room=2_000):
    form = Problem.of(G, closed=True).form
    run = start_forcing(form, form.edges(), room=room)
    status, arrays = finish(run, budget)
    return form.edges().tolist(), status, arrays


@given(small_graphs(), st.integers(1, 40))
def test_the_verdict_is_that_of_brute_force_wherever_it_stops(G, budget):
    edges, status, arrays = searched(G, budget)
    expected = any(True for _ in listed_cycles(range(len(G)), list(map(tuple, edges))))
    assert status == (kernel.FOUND if expected else kernel.EXHAUSTED)
    if status == kernel.FOUND:
        marks = arrays[0][kernel.MARK :: kernel.EDGE]
        ring = nx.Graph(pair for pair, mark in zip(edges, marks, strict=True) if mark > 0)
        assert len(ring) == ring.size() == len(G)
        assert nx.is_connected(ring)
        assert set(dict(ring.degree).values()) == {2}


def leaves(tree, used=(), unused=()):
    """Yield the cases of a tree of splits from the root down, each as what is supposed."""
    e = next(tree)
    if e == kernel.LEAF:
        yield used, unused
    else:
        yield from leaves(tree, (*used, e), unused)
        yield from leaves(tree, used, (*unused, e))


@together(
    "G",
    [
        nx.petersen_graph(),
        nx.complete_bipartite_graph(4, 5),
        nx.disjoint_union(nx.petersen_graph(), nx.complete_graph(5)),
        nx.grid_2d_graph(3, 5),
    ],
    ids=["Petersen", "K(4, 5)", "two parts", "grid"],
)
def test_the_tree_splits_into_cases_that_plain_rules_refute(G):
    edges, status, arrays = searched(G)
    assert status == kernel.EXHAUSTED
    *_, tree, words = arrays
    entries = iter(tree[: words[kernel.RECORD]].tolist())
    pairs = list(map(tuple, edges))
    for used, unused in leaves(entries):
        case = ({pairs[e] for e in used}, {pairs[e] for e in unused})
        assert settled(range(len(G)), pairs, *case) is None
    assert list(entries) == []


# What the conflict-driven search learns, compared with all cycles of small graphs


def logged(G, walk, seed):
    """Return the clauses that a search learns, over edges, and whether it finds a cycle."""
    form = Problem.of(G, closed=True).form
    search = Learning(form, walk=walk, learnts=5, seed=seed)
    search.run = search._begin(record=True)
    status = search.search(Clock())
    search._make_room()
    ends = [frozenset(pair) for pair in search._ends().tolist()]
    clauses = [entry for is_clause, entry in search._entries() if is_clause]
    return [[(ends[x >> 1], not x & 1) for x in clause] for clause in clauses], status


@pytest.mark.parametrize("walk", [0, 60])
@given(n=st.integers(5, 8), more=st.integers(1, 8), seed=st.integers(0, 500))
def test_every_cycle_satisfies_every_learned_clause(walk, n, more, seed):
    G = nx.convert_node_labels_to_integers(nx.k_core(nx.gnm_random_graph(n, n + more, seed), 2))
    if len(G) < 4:
        return
    clauses, status = logged(G, walk, seed)
    cycles = [
        {frozenset(pair) for pair in zip(cycle, cycle[1:] + cycle[:1], strict=True)}
        for cycle in hamiltonian_cycles(G)
    ]
    assert (status == kernels.FOUND) == bool(cycles)
    for cycle in cycles:
        assert all(any((e in cycle) == used for e, used in clause) for clause in clauses)


@given(st.lists(st.integers(0, 50), min_size=3, max_size=10))
def test_the_two_deepest_literals_come_first(depths):
    edges = [0] * (kernels.EDGE * len(depths))
    edges[kernels.DEPTH :: kernels.EDGE] = depths
    pool = [0] * (kernels.HEADER + len(depths))
    for e in range(len(depths)):
        kernels.put(edges, pool, 0, 2 * e)
    clause = [x >> 1 for x in pool[kernels.HEADER :]]
    assert sorted(clause) == list(range(len(depths)))
    assert [depths[e] for e in clause[:2]] == sorted(depths, reverse=True)[:2]


# What decided edges imply, compared with rules that look at everything again


def state_of(G):
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
    arrays, _, _, ends = state_of(G)
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
    arrays, order, why, ends = state_of(G)
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


# Paths of used edges in a replay: what closes them, and which edges that rests on


@given(st.booleans(), st.integers(2, 6), st.data())
def test_edges_that_close_a_path_are_those_of_the_slow_twin(directed, nodes, data):
    ports = all_ports(nodes, directed=directed)
    both, arcs, ends = (a.tolist() for a in paths(Ports([(-1, -1), *ports], nodes, directed)))
    joined, why, s = [0] * len(ends), [0] * len(ends), [0] * replay.WORDS
    store, routes = replay.Store([], [], []), replay.OpenPaths(both, arcs, ends, joined)
    held = replay.Held([], [], why)
    s[replay.NODES], s[replay.TURN] = nodes, int(directed)

    def take_back(left):
        replay.take_back(both, ends, joined, s, left)

    for used, e, expected in growing(data, ports, nodes, take_back, directed=directed):
        assert s[replay.JOINED] == len(used)
        found = replay.join(both, arcs, ends, joined, s, e + 1)
        assert found == (replay.NONE if expected is None else expected + 1)
        if expected is not None and expected != e:
            reason = replay.CLOSING - found
            count = replay.explain(store, held, routes, s, reason, 2 * found + 1)
            path = {x // 2 - 1 for x in why[:count]}
            assert path <= {*used, e}
            drawn = nx.Graph([ports[f] for f in {*path, expected}])
            if directed:
                drawn.add_edges_from((v, v ^ 1) for v in list(drawn))
            assert nx.is_connected(drawn)
            assert all(d == 2 for _, d in drawn.degree)
