"""Edge forcing: its rules against plain ones, its verdicts and its tree against brute force."""

import os

import networkx as nx
import numpy as np
import pytest
from hypothesis import assume, given, strategies as st
from naive import hamiltonian_cycles, listed_cycles, settled
from together import together

from icosian._kernels import forcing as kernel
from icosian.tours.instance import records, start_forcing
from icosian.tours.problem import Problem
from tests._kernels.runs import finish

# Without the JIT there is no compiled code to compare with.
INTERPRETED_ONLY = os.environ.get("NUMBA_DISABLE_JIT") == "1"


class Rules:
    """The records of a graph, to which the rules are applied by hand."""

    def __init__(self, G):
        self.form = Problem.of(G, closed=True).form
        self.ends = self.form.edges()
        self.pairs = [tuple(pair) for pair in self.ends.tolist()]
        self.state = tuple(array.tolist() for array in records(self.form, self.ends))
        self.edges, self.rows, self.lists, self.words = self.state

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


def searched(G, budget=10**6, *, compiled=False, room=2_000):
    form = Problem.of(G, closed=True).form
    run = start_forcing(form, form.edges(), room=room)
    status, arrays = finish(run, budget, compiled=compiled)
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


def test_a_pause_comes_once_before_the_first_split():
    form = Problem.of(nx.petersen_graph(), closed=True).form
    run = start_forcing(form, form.edges(), room=2_000)
    run[-1][kernel.PAUSE] = 1
    statuses = [finish(run, 10**6, compiled=False)[0] for _ in range(2)]
    assert statuses == [kernel.SETTLED, kernel.EXHAUSTED]


def test_it_gives_up_where_the_tree_has_no_room():
    assert searched(nx.complete_bipartite_graph(6, 7), room=3)[1] == kernel.FULL


@pytest.mark.skipif(INTERPRETED_ONLY, reason="this test is about compiling")
@pytest.mark.parametrize(
    "G", [nx.petersen_graph(), nx.tutte_graph(), nx.grid_2d_graph(4, 6)], ids=["P", "T", "grid"]
)
@pytest.mark.exhaustive
def test_compiled_and_interpreted_are_the_same_to_the_bit(G):
    (_, status, one), (_, again, other) = (
        searched(G, budget, compiled=compiled) for budget, compiled in ((10**6, False), (77, True))
    )
    assert status == again
    assert all(map(np.array_equal, one, other))
