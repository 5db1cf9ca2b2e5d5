"""Walks along all streets: the shortest of all ways to pass them, checked before they leave."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import combinations, pairwise, permutations, product
from random import Random

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from naive import as_printed, shortest_street_walk
from together import rounds, together

from icosian import InvalidArgument, InvalidTour, NoWalk, Proof, SearchLimitReached
from icosian._run.limits import TimeIsUp
from icosian.proofs import StreetBound, StreetCase
from icosian.routes import postman, postman_walk
from icosian.routes.joins import least_flow, least_join
from icosian.tours.shortest.relaxation.linear_program import SolverFailure, run_solver

KINDS = [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph]
LENGTHS = [
    (0, 1, 2, 3),
    (0, 0.1, 0.25, 1.7),
    (1,),
    (Fraction(1, 3), 2, Fraction(5, 6)),
    (2**0.5, 3**0.5, 5**0.5),
    (10**20, 10**20 + 1),
    (None, 1, 2),
]


def random_case(random, kind):
    """Return a small map with streets and a question about it."""
    while True:
        G, n, lengths = kind(), random.randint(1, 5), random.choice(LENGTHS)
        G.add_nodes_from(range(n))
        ways = [(random.randrange(n), random.randrange(n)) for _ in range(random.randint(1, 6))]
        if G.is_directed() and random.random() < 0.6:
            ways = [*((v, (v + 1) % n) for v in range(n)), *ways][:7]
        for u, v in ways:
            G.add_edge(u, v, weight=random.choice(lengths))
        if question := random_question(random, G, n, 3):
            return G, {"edges": G.edges} | question


def random_question(random, G, n, most):
    """Return a question about a map with so many nodes, about all streets or some; None if none."""
    streets = [edge for edge in G.edges if G.edges[edge]["weight"] is not None]
    if not streets:
        return None
    cycle = random.random() < 0.45
    start = random.choice([None, *range(n)])
    end = None if cycle else random.choice([None, *(v for v in range(n) if v != start)])
    question = {"cycle": cycle, "start": start, "end": end}
    if random.random() < 0.55:
        question["edges"] = random.sample(streets, random.randint(1, min(most, len(streets))))
    return question


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_no_walk_along_the_streets_is_shorter_and_if_there_is_none_a_part_says_why(kind):
    random = Random(kind.__name__)
    outcomes = set()
    for _ in range(rounds(60)):
        G, question = random_case(random, kind)
        least = shortest_street_walk(G, **question)
        outcomes.add(least is None)
        if least is None:
            with pytest.raises(NoWalk) as caught:
                postman_walk(G, **question)
            proof = caught.value.proof
            assert str(caught.value) == proof.explain()
        else:
            walk = postman_walk(G, **question)
            proof = walk.proof
            assert proof.bound == least == pytest.approx(Fraction(walk.length))
            assert walk.is_shortest
            assert walk.is_closed == question["cycle"]
        proof.check(G)
        assert Proof.from_json(proof.to_json()) == proof
    assert outcomes == {False, True}


@together(
    ("arcs", "street"),
    [
        ([(1, 0, 1), (0, 0, 1), (2, 1, 0)], (0, 0)),
        ([(2, 0, 0), (1, 1, 0), (0, 2, 0)], (1, 1)),
        ([(1, 2, 0), (3, 3, 0), (2, 2, 1), (0, 1, 0)], (3, 3)),
        ([(1, 3, 0), (1, 2, 0), (2, 3, 0), (2, 0, 0), (3, 1, 0)], (1, 3)),
    ],
)
def test_roads_of_length_0_elsewhere_do_not_change_the_walk_along_one_street(arcs, street):
    G = nx.DiGraph()
    G.add_weighted_edges_from(arcs)
    for nodes in permutations(G):
        D = nx.DiGraph()
        D.add_nodes_from(nodes)
        D.add_edges_from(G.edges(data=True))
        walk = postman_walk(D, [street], cycle=False)
        least = shortest_street_walk(D, [street], cycle=False)
        assert walk.length == walk.bound == least
        walk.proof.check(D)


# Streets that are passed in either direction, some with another length back.


def random_town(random):
    """Return a small map with one-way streets and others, and a question about it."""
    while True:
        G, n = random.choice(KINDS[1::2])(), random.randint(1, 6)
        lengths, is_windy = random.choice(LENGTHS), random.random() < 0.5
        G.add_nodes_from(range(n))
        ways = [(random.randrange(n), random.randrange(n)) for _ in range(random.randint(1, 8))]
        if random.random() < 0.6:
            ways = [*((v, (v + 1) % n) for v in range(n)), *ways][:9]
        for u, v in ways:
            there, *back = (random.choice(lengths) for _ in range(1 + is_windy))
            key = (G.new_edge_key(u, v),) if G.is_multigraph() else ()
            G.add_edge(u, v, *key, weight=there)
            if random.random() < 0.6 and not G.has_edge(v, u, *key):
                G.add_edge(v, u, *key, weight=(back or [there])[0])
        if question := random_question(random, G, n, 4):
            return G, {"edges": None, "either": True} | question


def shuffled(G, random):
    """Return the same graph with its nodes and edges in another order."""
    H, nodes, edges = G.__class__(), list(G), list(G.edges)
    for some in (nodes, edges):
        random.shuffle(some)
    H.add_nodes_from(nodes)
    for edge in edges:
        H.add_edge(*edge, **G.edges[edge])
    return H


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_no_walk_in_either_direction_is_shorter(seed):
    random, outcomes = Random(seed), set()
    for _ in range(rounds(100)):
        G, question = random_town(random)
        least = shortest_street_walk(G, **question)
        try:
            walk = postman_walk(G, **question)
        except NoWalk as error:
            assert least is None
            error.proof.check(G)
            outcomes.add("none")
            continue
        except InvalidArgument as error:
            assert "one street, or two" in str(error)
            outcomes.add("asked")
            continue
        is_huge = any(length and length > 10**19 for *_, length in G.edges(data="weight"))
        longer = as_printed(walk.length) - least
        assert walk.proof.bound <= least
        assert -1e-15 * least <= longer <= (1e-9 if is_huge else 1e-15) * least
        assert walk.is_shortest or is_huge
        proof = Proof.from_json(walk.proof.to_json())
        assert proof == walk.proof
        proof.check(shuffled(G, random))
        outcomes.add(type(proof))
    assert {"none", "asked", StreetBound} <= outcomes


def crooked(random, side, share):
    """Return the streets of a grid without some, of random lengths."""
    G = nx.convert_node_labels_to_integers(nx.grid_2d_graph(side, side))
    for edge in sorted(G.edges):
        G.edges[edge]["weight"] = random.randint(1, 40)
        if random.random() < share:
            G.remove_edge(*edge)
            if not nx.is_connected(G):
                G.add_edge(*edge, weight=7)
    return G


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_some_streets_that_lead_both_ways_are_those_of_a_graph(seed):
    random = Random(seed)
    G = crooked(random, 6, 0.2)
    some = random.sample(sorted(G.edges), 14)
    question = random.choice([{}, {"cycle": False}, {"cycle": False, "end": 3}])
    walk = postman_walk(G.to_directed(), some, either=True, **question)
    assert walk.is_shortest
    assert walk.length == postman_walk(G, some, **question).length


@pytest.mark.slow
def test_cases_of_directions_and_of_passes_prove_a_bound():
    splits = set()
    for side, seed in [(7, 17), *((9, seed) for seed in (1, 3, 5, 7))]:
        random = Random(seed)
        D = crooked(random, side, 0.1).to_directed()
        for edge in D.edges:
            D.edges[edge]["weight"] = random.randint(1, 9)
        some = random.sample(sorted(D.edges), 30) if side == 9 else None
        walk = postman_walk(D, some, either=True)
        assert walk.is_shortest
        splits |= {type(case) for case in walk.proof.cases}
        walk.proof.check(shuffled(D, random))
    assert splits == {int, tuple, StreetCase}


@pytest.mark.parametrize("solved", range(8))
def test_a_limit_or_failure_of_a_solver_leaves_a_walk_and_its_bound(monkeypatch, solved):
    D, random, left = crooked(Random(1), 8, 0.1).to_directed(), Random(1), []
    for edge in D.edges:
        D.edges[edge]["weight"] = random.randint(1, 10**9)
    best, near = (postman_walk(D, either=True, gap=gap) for gap in (0, 0.1))
    assert near.bound <= best.length <= near.length <= near.bound / 0.9

    def limited(program, seconds):
        left.append(seconds)
        if len(left) > solved // 2:
            raise (TimeIsUp, SolverFailure)[solved % 2]
        return run_solver(program, seconds)

    monkeypatch.setattr("icosian.routes.directions.run_solver", limited)
    walk = postman_walk(D, either=True, timeout=900, start=5)
    assert walk.length / 3 < walk.bound <= best.length <= walk.length
    assert not walk.is_shortest
    assert 0 < left[-1] <= left[0] < 900
    walk.proof.check(D)


def test_a_search_without_time_returns_a_walk_and_says_what_is_proved():
    G, random = nx.gnm_random_graph(60, 90, seed=1), Random(1)
    G.add_edges_from(nx.path_graph(60).edges)
    for edge in G.edges:
        G.edges[edge]["weight"] = random.randint(1, 99)
    walk, best = postman_walk(G, timeout=0), postman_walk(G)
    assert walk.bound <= best.length <= walk.length
    assert not walk.is_shortest
    walk.proof.check(G)
    with pytest.raises(SearchLimitReached, match="time is over"):
        postman_walk(G, [(0, 1), (30, 31)], timeout=0)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda steps: steps[1:], "all streets"),
        (lambda steps: [steps[1], steps[0], *steps[2:]], "not joined"),
        (lambda steps: [*steps, steps[-1]], "not joined"),
        (lambda steps: [(v, u, k) for u, v, k in steps], "not joined"),
        (lambda steps: [*steps, (*steps[-1][1::-1], steps[-1][2])], "ends given"),
    ],
)
def test_a_wrong_walk_does_not_leave_the_library(monkeypatch, wrong, words):
    right = postman._trails
    monkeypatch.setattr(postman, "_trails", lambda *given: [wrong(*right(*given))])
    with pytest.raises(InvalidTour, match=words):
        postman_walk(nx.cycle_graph(5), start=0)


def test_an_executor_changes_no_walk():
    G = nx.grid_2d_graph(4, 4)
    streets = [((0, 0), (0, 1)), ((3, 0), (3, 1)), ((0, 3), (1, 3)), ((2, 2), (3, 2))]
    with ThreadPoolExecutor(2) as executor:
        walk = postman_walk(G, streets, executor=executor)
    assert walk.length == walk.bound == postman_walk(G, streets).length
    with pytest.raises(InvalidArgument, match="executor must be a"):
        postman_walk(G, streets, executor=2)


# Least T-joins and least flows: as long as those of networkx, with levels that prove it.


def no_limit():
    """Let a search take as long as it needs."""


def random_streets(random, size, longest, directed=False):
    ring = [(v, (v + 1) % size) for v in range(size)]
    tree = [(random.randrange(v), v) for v in range(1, size)]
    more = [(random.randrange(size), random.randrange(size)) for _ in range(2 * size)]
    some = random.sample(more, random.randint(0, len(more)))
    ways = [*(ring if directed else tree), *some]
    return [(u, v, 2 * random.randint(0, longest)) for u, v in ways]


def lightest(streets, kind):
    G = kind()
    for u, v, c in streets:
        if u != v and c < G.get_edge_data(u, v, {"weight": c + 1})["weight"]:
            G.add_edge(u, v, weight=c)
    return G


def matched(streets, odd):
    """Return the length of a least join by all distances and a matching of networkx."""
    far = dict(nx.all_pairs_dijkstra_path_length(lightest(streets, nx.Graph)))
    G = nx.Graph()
    G.add_weighted_edges_from((u, v, far[u][v]) for u, v in combinations(odd, 2))
    return sum(far[u][v] for u, v in nx.min_weight_matching(G))


@pytest.mark.slow
@pytest.mark.parametrize("longest", [0, 1, 5, 100, 10**20])
def test_a_join_is_as_long_as_a_least_matching(longest):
    random = Random(longest)
    for _ in range(150):
        size = random.randint(2, 14)
        streets = random_streets(random, size, longest)
        odd = sorted(random.sample(range(size), 2 * random.randint(0, size // 2)))
        found, levels = least_join(size, streets, odd, no_limit)
        G = lightest(streets, nx.Graph)
        degrees = [sum((u == v) + (w == v) for u, w in found) for v in range(size)]
        assert [v for v, degree in enumerate(degrees) if degree % 2] == odd
        assert sum(G[u][v]["weight"] for u, v in found) == matched(streets, odd)
        assert all(abs(levels[u] - levels[v]) <= c for u, v, c in streets)


@pytest.mark.parametrize("longest", [0, 1, 5, 100, 10**20])
def test_a_flow_is_as_long_as_its_levels_rise_and_as_that_of_networkx(longest):
    random = Random(longest)
    for _ in range(60):
        size = random.randint(2, 10)
        streets = random_streets(random, size, longest, directed=True)
        needs = [0] * size
        for u, v, _ in streets:
            needs[u] += 1
            needs[v] -= 1
        found, levels = least_flow(size, streets, needs)
        G = lightest(streets, nx.DiGraph)
        length = sum(G[u][v]["weight"] for u, v in found)
        G.add_nodes_from((v, {"demand": needs[v]}) for v in range(size))
        nx.set_edge_attributes(G, len(streets), "capacity")  # of so many a flow never needs more
        assert length == sum(map(int.__mul__, levels, needs)) == nx.network_simplex(G)[0]
        assert all(levels[v] - levels[u] <= c for u, v, c in streets)


def test_a_join_without_time_is_a_join_and_its_levels_hold():
    def never():
        raise TimeIsUp

    random = Random(7)
    for _ in range(100):
        size = random.randint(2, 14)
        streets = random_streets(random, size, 9)
        odd = sorted(random.sample(range(size), 2 * random.randint(1, size // 2)))
        found, levels = least_join(size, streets, odd, never)
        degrees = [sum((u == v) + (w == v) for u, w in found) for v in range(size)]
        assert [v for v, degree in enumerate(degrees) if degree % 2] == odd
        assert all(abs(levels[u] - levels[v]) <= c for u, v, c in streets)


# -- U-turns


def u_turns_of(walk, *, closed):
    """Return where a walk turns round in a street, and the least that streets passed twice need."""
    passed = list(walk.edges(keys=True))
    streets = [(frozenset(edge[:2]), edge[2]) for edge in passed]
    follow = pairwise([*range(len(passed)), *([0] if closed else ())])
    where = [passed[i][1] for i, j in follow if streets[i] == streets[j] and len(streets[i][0]) > 1]
    degree, often = Counter(), {}
    for edge, street in zip(passed, streets, strict=True):
        for v in edge[:2]:
            degree[v] += 1
            often.setdefault(v, Counter())[street] += edge[0] != edge[1]
    if not closed:
        degree.update((walk[0], walk[-1]))
    least = sum(max(0, max(some.values()) - degree[v] // 2) for v, some in often.items())
    return where, least


@given(st.integers(0, 10**6), st.booleans(), st.booleans())
def test_a_walk_has_as_few_u_turns_as_its_streets_need(seed, closed, is_whole):
    chance = Random(seed)
    n = chance.randint(2, 8)
    G = nx.MultiGraph([(v, chance.randrange(v)) for v in range(1, n)], weight=1)
    G.add_edges_from((chance.randrange(n), chance.randrange(n)) for _ in range(n))
    edges = list(G.edges(keys=True))
    some = None if is_whole else chance.sample(edges, chance.randint(1, len(edges)))
    walk = postman_walk(G, some, cycle=closed, start=chance.choice((None, 0)), weight=None)
    where, least = u_turns_of(walk, closed=closed)
    assert len(where) == least
    if is_whole and closed:
        assert all(G.degree(v) == 1 for v in where)


def turns_back(walk):
    """Return where a closed walk leaves for the place that it came from."""
    passed = list(walk.edges())
    return [v for (u, v), (_, w) in zip(passed, passed[1:] + passed[:1], strict=True) if u == w]


def fewest_turns(arcs):
    """Return the fewest turns of closed walks along all arcs, by all sets of those passed."""
    walks = {(frozenset({0}), 0): 0}
    for _ in arcs[1:]:
        longer = {}
        for ((passed, k), turns), (m, (u, v)) in product(walks.items(), enumerate(arcs)):
            if m not in passed and arcs[k][1] == u:
                state, found = (passed | {m}, m), turns + (arcs[k][0] == v)
                longer[state] = min(found, longer.get(state, found))
        walks = longer
    return min(turns + (arcs[k][0] == arcs[0][1]) for (_, k), turns in walks.items())
