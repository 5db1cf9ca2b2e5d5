"""The claim as numbered nodes, edges and ports, and what follows of marks on its edges."""

from copy import deepcopy
from itertools import product
from random import Random

import networkx as nx
import pytest
from hypothesis import event, given, strategies as st
from naive import edges_of_tours, hamiltonian_cycles, has_tour, settled
from test_soundness import graphs_and_questions, larger, larger_with_tours, random_sets, randoms
from together import examples, together
from true_certificates import CLOSED, FROM_0, FROM_0_TO_1, OPEN, digraph, graph, refused

from icosian import InvalidProof
from icosian.proofs import HOME, Claim, Conditional, DegreeDeficiency
from icosian.proofs.certificate import NESTED, check_nesting, no_limit
from icosian.proofs.instance import (
    OPEN as NOT_MARKED,
    UNUSED,
    USED,
    Contradiction,
    CycleInstance,
    Facts,
    Marks,
    Paths,
    contract_sets,
    derive_graph,
    literals_of,
)
from icosian.proofs.lengths import cycle_problem

# -- Nodes, edges and ports


def network(G, **question):
    return CycleInstance(G, Claim(**question))


@given(graphs_and_questions)
def test_a_tour_is_a_cycle_of_the_network_through_all_given_edges(case):
    G, question = case
    net = network(G, **question)
    H = nx.DiGraph() if net.directed else nx.Graph()
    H.add_nodes_from(range(len(net.nodes)))
    H.add_edges_from(net.edges)
    cycles = set()
    for cycle in hamiltonian_cycles(H):
        edges = [net.find(u, v) for u, v in zip(cycle, cycle[1:] + cycle[:1], strict=True)]
        if set(net.given) <= set(edges):
            cycles.add(frozenset(edges))
    assert cycles == set(tours_of(G, net, question))


def tours_of(G, net, question):
    """Yield the tours as sets of edges of the network; one without edges is none."""
    for pairs in edges_of_tours(G, **question):
        yield frozenset(net.edge([HOME if v is None else v for v in pair]) for pair in pairs)


@given(graphs_and_questions)
def test_every_edge_is_at_two_ports_and_every_node_has_one_or_two(case):
    G, question = case
    net = network(G, **question)
    assert len(set(net.edges)) == len(net.edges)
    assert all(u != v for u, v in net.edges)
    assert len(net.ports) == len(net.nodes) * (2 if net.directed else 1)
    assert net.need * len(net.ports) == 2 * len(net.nodes)
    for e in range(len(net.edges)):
        assert [port for port, edges in enumerate(net.ports) if e in edges] == sorted(
            net.ports_of(e)
        )


def test_home_is_joined_to_all_that_may_be_an_end():
    path = nx.path_graph(3)

    def homely(G, **question):
        net = network(G, **question)
        pairs = [tuple(net.nodes[i] for i in edge) for edge in net.edges]
        given = {pairs[e] for e in net.given}
        return [pair for pair in pairs if HOME in pair], given

    assert homely(path, **CLOSED) == ([], set())
    everyone = [(v, HOME) for v in path]
    assert homely(path, **OPEN) == (everyone, set())
    assert homely(path, **FROM_0) == (everyone, {(0, HOME)})
    assert homely(path, **OPEN, end=2) == (everyone, {(2, HOME)})
    ends = [(0, HOME), (1, HOME)]
    assert homely(path, **FROM_0_TO_1) == (ends, set(ends))
    D = nx.DiGraph(path)
    ways = [(HOME, v) for v in D], [(v, HOME) for v in D]
    assert homely(D, **OPEN) == (ways[0] + ways[1], set())
    assert homely(D, **FROM_0) == ([(HOME, 0), *ways[1]], {(HOME, 0)})
    assert homely(D, **OPEN, end=2) == ([*ways[0], (2, HOME)], {(2, HOME)})
    both = [(HOME, 0), (1, HOME)]
    assert homely(D, **FROM_0_TO_1) == (both, set(both))


@together("pair", [(0, 2), (0, 0), (0, 9), (0, HOME), (0,), (0, 1, 2), 0, None, "01", ([], 1), {}])
def test_what_is_no_edge_of_the_question_is_refused(pair):
    net = network(nx.path_graph(3), **CLOSED)
    with pytest.raises(InvalidProof, match="is not an edge"):
        net.edge(pair)


def test_an_arc_is_an_edge_in_one_direction_only():
    net = network(digraph("01 12"), **CLOSED)
    assert net.edge((0, 1)) == net.find(0, 1)
    assert net.find(1, 0) is None
    with pytest.raises(InvalidProof, match="is not an edge"):
        net.edge((1, 0))
    net = network(graph("01 12"), **CLOSED)
    assert net.edge((1, 0)) == net.edge((0, 1)) == net.find(1, 0)


@given(graphs_and_questions, st.integers(0, 2**32).map(Random))
def test_every_form_of_a_claim_with_conditions_has_its_tours(case, random):
    G, question = case
    left = nx.DiGraph(G) if G.is_directed() else nx.Graph(G)
    left.remove_edges_from(list(nx.selfloop_edges(left)))
    edges = random.sample(list(left.edges), left.size())
    require, forbid = edges[: random.randint(0, 2)], edges[2 : 2 + random.randint(0, 2)]
    if not G.is_directed():
        require = [(v, u) if random.random() < 0.5 else (u, v) for u, v in require]
    claim = Claim(**question, require=tuple(require + require[:1]), forbid=tuple(forbid))
    net = CycleInstance(G, claim)
    left.remove_edges_from(forbid)
    needed = {net.edge(pair) for pair in require}
    true = {tour for tour in tours_of(left, net, question) if needed <= tour}
    H = nx.DiGraph() if net.directed else nx.Graph()
    H.add_nodes_from(range(len(net.nodes)))
    H.add_edges_from(net.edges)
    cycles = {
        frozenset(net.find(u, v) for u, v in zip(cycle, cycle[1:] + cycle[:1], strict=True))
        for cycle in hamiltonian_cycles(H)
    }
    assert {cycle for cycle in cycles if cycle.issuperset(net.given)} == true
    if len(net.nodes) > 2:
        assert has_tour(nx.Graph(net.subdivided()), closed=True) == bool(true)
        changed = derive_graph(G, claim, home=not question["closed"])
        assert has_tour(changed, closed=True) == bool(true)


def test_an_arc_to_avoid_is_left_out_in_its_direction_only():
    for G in (nx.complete_graph(3, nx.DiGraph), nx.complete_graph(3)):
        net = network(G, **CLOSED, forbid=((1, 0), (0, 0)))
        assert net.find(1, 0) is None
        assert (net.find(0, 1) is None) == (not G.is_directed())
        assert len(net.edges) == G.size() - 1


def test_an_edge_to_use_that_is_listed_both_ways_is_one_edge():
    G = nx.cycle_graph(4)
    for closed in (True, False):
        claim = Claim(closed=closed, require=((0, 1), (1, 0), (0, 1)))
        assert len(CycleInstance(G, claim).given) == 1
        assert has_tour(derive_graph(G, claim, home=not closed), closed=True)


def test_edges_are_numbered_alike_whatever_the_order_of_the_rows():
    pairs = [(u, v) for v in range(9) for u in range(v)]
    for G in (nx.Graph(pairs), nx.MultiGraph([*pairs, (1, 0), (0, 0)])):
        network = CycleInstance(G, Claim(**CLOSED))
        assert network.edges == sorted(pairs)
        G._adj = dict(reversed(G._adj.items()))
        assert list(G) == list(range(9)) != list(G._adj)
        other = CycleInstance(G, Claim(**CLOSED))
        assert other.edges == network.edges


def test_the_way_of_one_arc_through_home_is_an_edge_of_cycles_but_not_of_bounds():
    G = nx.complete_graph(3, nx.DiGraph)
    for ends in ({}, {"start": 0}, {"end": 1}, {"start": 0, "end": 1}):
        claim = Claim(**OPEN, **ends)
        net = CycleInstance(G, claim)
        problem = cycle_problem(G, claim, list(G), None, None, no_limit)
        assert (problem.is_doubled, problem.places, problem.home) == (True, 4, 3)
        pairs = {(u, v) for u, v in net.edges if 3 in (u, v)}
        kept = {(u, v) for u, v in pairs if problem.edge(u, v)[1] in problem.lengths[u]}
        way_back = {(3, ends.get("end")), (ends.get("start"), 3)}
        assert pairs - kept == pairs & way_back


# -- Forcing rules, one at a time, and all against tours and a slow twin


class Play:
    """A question, sets, and marks that someone supposes one after the other."""

    def __init__(self, case, random):
        self.G, self.question = case
        self.net = network(self.G, **self.question)
        self.sets = random_sets(random, range(len(self.net.nodes)))
        self.marks = Marks(self.net, self.sets)
        self.supposed = dict.fromkeys(self.net.given, USED)
        self.random = random

    def suppose(self, tour=None):
        """Mark an open edge, as in a tour if there is one; return whether there was any."""
        choices = [e for e, mark in enumerate(self.marks.mark) if mark == NOT_MARKED]
        if not choices:
            return False
        e = self.random.choice(choices)
        use = self.random.random() < 0.5 if tour is None else e in tour
        self.supposed[e] = USED if use else UNUSED
        (self.marks.use if use else self.marks.drop)(e)
        return True

    def tours(self):
        """Return the tours that agree with all that is supposed."""
        return [
            tour
            for tour in tours_of(self.G, self.net, self.question)
            if all((e in tour) == (mark == USED) for e, mark in self.supposed.items())
        ]

    def twin(self):
        """Return what the slow twin concludes from what is supposed."""
        edges = self.net.edges
        by_mark = {
            mark: [edges[e] for e, supposed in self.supposed.items() if supposed == mark]
            for mark in (USED, UNUSED)
        }
        return settled(
            range(len(self.net.nodes)),
            edges,
            by_mark[USED],
            by_mark[UNUSED],
            self.sets,
            directed=self.net.directed,
        )

    def concluded(self):
        return tuple(
            {edge for edge, mark in zip(self.net.edges, self.marks.mark, strict=True) if mark == m}
            for m in (USED, UNUSED)
        )


small_plays = st.builds(Play, graphs_and_questions, randoms)

plays = st.builds(Play, graphs_and_questions | larger, randoms)


@given(small_plays)
def test_conclusions_hold_in_every_tour_that_agrees_with_the_marks(play):
    tours = play.tours()
    guide = play.random.choice([None, *tours])
    try:
        play.marks.settle()
        while True:
            tours = play.tours()
            for e, mark in enumerate(play.marks.mark):
                assert mark == NOT_MARKED or all((e in tour) == (mark == USED) for tour in tours)
            if not play.suppose(guide):
                break
            play.marks.settle()
    except Contradiction:
        assert not play.tours()
        event("a contradiction")
    else:
        assert len(set(tours)) == 1  # what is marked everywhere without one is a tour
        event("a tour")


@given(plays)
def test_the_rules_conclude_what_their_slow_twin_concludes(play):
    try:
        play.marks.settle()
        assert play.concluded() == play.twin()
        while play.suppose():
            play.marks.settle()
            assert play.concluded() == play.twin()
    except Contradiction:
        assert play.twin() is None


def state(marks):
    return deepcopy({name: value for name, value in vars(marks).items() if name != "net"})


@given(st.builds(Play, larger_with_tours, randoms))
def test_marks_that_are_taken_back_leave_no_trace(play):
    """As the cases of a proof do: down some choices, back to one of them, down again."""
    marks = play.marks
    marks.settle()
    past = [(marks.size, state(marks))]
    for _ in range(10):
        try:
            while play.random.random() < 0.9 and play.suppose():
                marks.settle()
                past.append((marks.size, state(marks)))
        except Contradiction:
            marks.forget()
            event("a contradiction")
        del past[play.random.randrange(len(past)) + 1 :]
        size, before = past[-1]
        marks.undo(size)
        assert state(marks) == before


@given(plays)
def test_a_watched_border_counts_the_marks_that_were_there_before(play):
    late = Marks(play.net)
    try:
        for part in play.sets:
            late.settle()
            late.watch(part)
        late.settle()
    except Contradiction:
        assert play.twin() is None
    else:
        play.marks.settle()
        assert late.mark == play.marks.mark


def test_an_edge_is_not_marked_both_ways():
    for first, second in ((Marks.use, Marks.drop), (Marks.drop, Marks.use)):
        marks = Marks(CycleInstance(nx.complete_graph(5), Claim(**CLOSED)))
        first(marks, 0)
        first(marks, 0)  # again is no harm
        with pytest.raises(Contradiction):
            second(marks, 0)


# -- Unit propagation on statements


clauses = st.lists(st.integers(0, 9), unique=True, max_size=5)
statements = st.lists(st.tuples(st.integers(0, 3), clauses), max_size=6)


def models(some):
    """Return the sets of literals 0..9, one of 2 k and 2 k + 1, that meet all statements."""
    every = ({2 * k + bit for k, bit in enumerate(bits)} for bits in product((0, 1), repeat=5))
    return [held for held in every if all(len(held & {*row}) >= least for least, row in some)]


@given(statements, st.lists(clauses, max_size=4))
def test_what_follows_is_true_in_all_models(some, questions):
    facts = Facts(5, no_limit)
    for least, row in some:
        facts.add(least, list(row))
    facts.conclude()
    known = models(some)
    assert not (facts.contradictory and known)
    for clause in questions:
        first = facts.imply(list(clause))
        assert facts.imply(list(clause)) == first
        if first:
            assert all(held & {*clause} for held in known)
    for literal in range(0, 10, 2):
        assert facts.imply([literal, literal + 1])  # one of them holds


def clashes(some, failed):
    """Add what fails, by statements one by one, and return True if one cannot be met."""
    for least, row in [*some, *((1, [x, x + 1]) for x in range(0, 10, 2))] * 6:  # five may fail
        if len(left := {*row} - failed) < least:
            return True
        failed |= {x ^ 1 for x in left if len(left) == least}
    return False


def apart(random):
    """Return literals of different variables, mostly two or three."""
    some = random.sample(range(5), random.choice((1, 2, 2, 3, 3, 4, 5)))
    return [2 * k + random.randrange(2) for k in some]


@given(randoms)
@examples(300)
def test_what_is_not_forgotten_shows_what_follows_and_no_more(random):
    some = [(random.choice((0, 1, 1, 1, 2)), apart(random)) for _ in range(random.randint(0, 12))]
    facts, failed = Facts(5, no_limit), set()
    for least, row in some:
        facts.add(least, list(row))
    facts.conclude()
    assert facts.contradictory == clashes(some, failed)
    left = [one for one in some if random.random() < 0.7]
    for known, one in zip(facts._rows[1:], some, strict=True):
        known[:] = known if one in left else []
    for clause in (apart(random) for _ in range(20 * (not facts.contradictory))):
        assert facts.imply(list(clause)) == clashes(left, failed | {*clause})


def test_a_path_does_not_close_before_it_holds_all_nodes():
    net = CycleInstance(nx.complete_graph(4), Claim(**CLOSED))
    facts = Facts(len(net.edges), no_limit, Paths(net.joined, 4, directed=False))
    for edges in net.ports:
        facts.add(2, [2 * e for e in edges])
        facts.add(1, [2 * e + 1 for e in edges])
    facts.conclude()
    ab, bc, ac, cd = (net.edge(pair) for pair in ((0, 1), (1, 2), (0, 2), (2, 3)))
    assert facts.imply([2 * ab + 1, 2 * bc + 1, 2 * ac + 1])
    assert facts.imply([2 * ab + 1, 2 * bc + 1, 2 * cd])
    assert not facts.imply([2 * ab + 1, 2 * bc + 1])
    assert not facts.imply([2 * ab + 1, 2 * cd + 1])


def test_clauses_have_to_follow_up_to_a_contradiction():
    for order, why in (([[2], [0]], "clause 1"), ([[0]], "not end")):
        facts = Facts(2, no_limit)
        for row in ([0, 2], [0, 3], [1, 2, 3]):
            facts.add(1, row)
        with pytest.raises(InvalidProof, match=why):
            facts.refute(order)
    facts = Facts(2, no_limit)
    for row in ([0, 2], [0, 3], [1, 2], [1, 3]):
        facts.add(1, row)
    facts.refute([[0]])


@together("literal", [0, 3, -3, True, 1.0, "1", None])
def test_a_literal_names_something_in_the_list(literal):
    assert literals_of([1, -2, 1], [4, 7], "an edge") == [8, 15]
    with pytest.raises(InvalidProof, match="not the number of an edge"):
        literals_of([literal], [4, 7], "an edge")


# -- Paths of used edges


def closing(ports, used, e, nodes, *, directed):
    """Return what joining e to used edges closes too early: the slow twin of ``join``."""
    drawn = nx.MultiGraph([ports[f] for f in [*used, e]])
    if directed:
        drawn.add_edges_from((2 * i, 2 * i + 1) for i in range(nodes))
    part = nx.node_connected_component(drawn, ports[e][0])
    around = drawn.subgraph(part)
    if len(part) >> directed == nodes:
        return None
    if around.number_of_edges() == len(part):
        return e
    ends = {v for v in part if around.degree(v) == 1}
    found = [f for f, pair in enumerate(ports) if set(pair) == ends and f not in {*used, e}]
    return found[0] if found else None


def all_ports(nodes, *, directed):
    """Return the ends of all edges or arcs between so many nodes."""
    if directed:
        return [(2 * u, 2 * v + 1) for u in range(nodes) for v in range(nodes) if u != v]
    return [(u, v) for u in range(nodes) for v in range(u)]


def growing(data, ports, nodes, take_back, *, directed):
    """Yield the used edges, one more, and what it closes, until a cycle; some are taken back."""
    used, most = [], 1 if directed else 2
    for _ in range(12):
        if used and data.draw(st.integers(0, 3)) == 0:
            del used[data.draw(st.integers(0, len(used) - 1)) :]
            take_back(len(used))
            continue
        degree = dict(nx.MultiGraph([ports[f] for f in used]).degree)
        free = [
            e
            for e, pair in enumerate(ports)
            if e not in used and all(degree.get(v, 0) < most for v in pair)
        ]
        if not free:
            continue
        e = data.draw(st.sampled_from(free))
        expected = closing(ports, used, e, nodes, directed=directed)
        yield used, e, expected
        if expected == e or len(used) == nodes - 1:
            return  # a cycle: nothing is joined to it
        used.append(e)


@given(st.booleans(), st.integers(2, 6), st.data())
def test_edges_that_close_a_path_are_those_of_the_slow_twin(directed, nodes, data):
    ports = all_ports(nodes, directed=directed)
    paths = Paths(ports, nodes, directed=directed)
    steps = growing(data, ports, nodes, paths.take_back, directed=directed)
    for used, e, expected in steps:
        assert len(paths) == len(used)
        assert paths.join(e) == expected


@pytest.mark.parametrize("n", [3, 8])
def test_the_last_edge_of_a_cycle_through_all_nodes_closes_nothing(n):
    ports = [(v, (v + 1) % n) for v in range(n)]
    paths = Paths(ports, n, directed=False)
    assert [paths.join(e) for e in range(n)] == n * [None]


# -- Derived graphs, and proofs within proofs


LEAF = DegreeDeficiency(**CLOSED, nodes=(0,), side="neighbours")


def nested(depth):
    """Return as many proofs within each other."""
    proof = LEAF
    for _ in range(depth - 1):
        proof = Conditional(**CLOSED, require=(), forbid=(), inner=proof)
    return proof


@given(graphs_and_questions)
def test_with_home_a_path_is_a_cycle(case):
    G, question = case
    H = derive_graph(G, Claim(**question), home=not question["closed"])
    assert H.is_directed() == G.is_directed()
    assert (HOME in H) == (not question["closed"])
    if len(H) > 2:
        assert has_tour(H, closed=True) == any(edges_of_tours(G, **question))


def test_sets_are_contracted_to_one_of_their_nodes():
    G = nx.cycle_graph(7)
    nx.add_path(G, [0, 2, 5])
    G.add_edge(1, 1)
    H = contract_sets(G, [(1, {0, 1, 2}), (5, {5})])
    assert list(H) == [1, 3, 4, 5, 6]
    assert set(map(frozenset, H.edges())) == {
        frozenset(pair) for pair in [(1, 3), (3, 4), (4, 5), (5, 6), (6, 1), (1, 5)]
    }
    assert nx.utils.graphs_equal(contract_sets(nx.cycle_graph(4), []), nx.cycle_graph(4))


def test_proofs_within_each_other_have_a_limit():
    check_nesting(nested(NESTED))
    for depth in (NESTED + 1, 10_000):
        with pytest.raises(InvalidProof, match="stand within each other"):
            check_nesting(nested(depth))
        refused(nested(depth), nx.path_graph(3), "stand within each other")
