"""Questions that carry a length, asked with difficult numbers: every answer and bound is exact."""

import json
import math
from contextlib import suppress
from decimal import Decimal
from itertools import pairwise, permutations, product

import networkx as nx
import pytest
from together import rounds, together

import icosian
from icosian import InvalidProof, Proof, shortest_tour, traveling_salesman
from icosian.placements.bounds import CliqueCover, EqualShares
from icosian.routes import postman_walk
from icosian.tours import shortest_hamiltonian_cycles
from tests.campaigns import exact
from tests.campaigns.exact import QUESTIONS, trials
from tests.campaigns.verify import verify

RANKED = ("tours", "tours of places", "choosing tours")
QUICK, SMALL, LARGER = (2, 3, 3), (2, 3, 3, 4), (3, 4, 4, 5, 5, 6)
D = 10**15


def check(question, count, sizes):
    for one, name in trials(question, range(count), sizes):
        try:
            verify(one)
        except BaseException as error:
            error.add_note(f"the case {one.line} ({name}, sizes {sizes})")
            raise


@pytest.mark.parametrize("question", QUESTIONS)
def test_lengths_are_exact_and_stronger_bounds_are_refused(question):
    few = 3 if question in RANKED else 10
    check(question, rounds(17 if question == "dijkstra" else few), QUICK)


@pytest.mark.slow
@pytest.mark.parametrize("question", QUESTIONS)
def test_thousands_of_lengths_are_exact_and_stronger_bounds_are_refused(question):
    many = 60 if question in RANKED else 300
    check(question, rounds(500 if question == "dijkstra" else many), SMALL)


@pytest.mark.slow
@pytest.mark.parametrize("question", QUESTIONS)
def test_lengths_of_larger_subjects_are_exact_and_stronger_bounds_are_refused(question):
    check(question, rounds(20), SMALL if question in RANKED else LARGER)


# -- The brute force, checked against other ways


def by_sets(ways, stops, *, closed, directed=True, least=1, measure=sum, **asked):
    """Return the least cost of a tour, None if there is none, by the sets of stops on its way."""
    key = tuple if directed else frozenset
    used, avoided = (set(map(key, asked.get(name, ()))) for name in ("require", "forbid"))
    prizes = {v: exact.exact(prize) for v, prize in asked.get("prizes", {}).items()}
    groups, chains = asked.get("groups", ()), asked.get("order", ())
    later = {v: {w for u, w in exact.precedence(chains) if u == v} for v in stops}
    found = []

    def ahead(missing, cost, *step):  # the required steps that are missing, and the cost
        if step in ways and key(step) not in avoided:
            cost = cost + ways[step] if measure is sum else max(cost, ways[step])
            yield missing - (key(step) in used), cost

    for first in stops if asked.get("start") is None else [asked["start"]]:
        layer = {}
        layer[frozenset([first]), first] = len(used), 0 if measure is sum else -math.inf
        while layer:
            longer = {}
            for (seen, last), state in layer.items():
                out = set(stops) - seen
                fits = len(out.difference(prizes, *groups)) <= asked.get("leave_out", 0)
                fits &= len(seen) >= least and not any(out.issuperset(some) for some in groups)
                if fits and asked.get("end") in (None, last):
                    ends = ahead(*state, last, first) if closed and len(seen) > 1 else [state]
                    lost = sum(prizes.get(v, 0) for v in out)
                    found += [
                        lost + (cost if len(seen) > 1 else 0)
                        for missing, cost in ends
                        if not missing
                    ]
                for v in out:
                    for more in ahead(*state, last, v) if later[v].isdisjoint(seen) else ():
                        there = seen | {v}, v
                        longer[there] = min(more, longer.get(there, more))
            layer = longer
    return min(found, default=None)


def test_sets_of_stops_give_the_same_lengths_as_all_orders(monkeypatch):
    outcomes = set()

    def both(ways, stops, costs=exact.costs, **asked):
        found = costs(ways, stops, **asked)
        assert by_sets(ways, stops, **asked) == next(iter(found), None)
        outcomes.add(bool(found))
        return found

    monkeypatch.setattr(exact, "costs", both)
    for question in QUESTIONS:
        list(trials(question, range(rounds(5)), QUICK))
    assert outcomes == {False, True}


def by_streets(G, edges=None, *, cycle=True, start=None, end=None):
    """Return the length of a shortest walk along a few edges, by all orders and directions."""
    far, found = exact.closure(list(G), exact.ways_of(G)), []
    streets = [edge for edge in edges or G.edges if G.edges[edge]["weight"] is not None]
    for order in permutations(streets):
        for turns in product((1,) if G.is_directed() else (1, -1), repeat=len(order)):
            ends = [edge[:2][::turn] for edge, turn in zip(order, turns, strict=True)]
            stops = [start, *(v for pair in ends for v in pair), start if cycle else end]
            stops = [ends[-1][1], *stops[:-1]] if cycle else stops
            legs = list(pairwise(v for v in stops if v is not None))
            if all(leg in far for leg in legs):
                made = [tuple(pair) for pair in ends]
                once = sum(G.edges[edge]["weight"] for edge in order)
                found.append(once + sum(far[leg] for leg in legs) - sum(far[pair] for pair in made))
    return min(found, default=None)


def test_orders_of_streets_give_the_same_lengths_as_all_walks(monkeypatch):
    outcomes = set()

    def both(G, walk=exact.shortest_street_walk, **asked):
        found = walk(G, **asked)
        if len(asked.get("edges", G.edges)) < 5:
            assert by_streets(G, **asked) == found
            outcomes.add(found is None)
        return found

    monkeypatch.setattr(exact, "shortest_street_walk", both)
    list(trials("postman", range(rounds(10)), QUICK))
    assert outcomes == {False, True}


def test_networkx_finds_the_same_distances_and_ties():
    for one, _ in trials("dijkstra", range(rounds(10)), QUICK):
        G = nx.DiGraph()
        G.add_nodes_from(one.subject.nodes)
        G.add_weighted_edges_from((*step, way) for step, way in one.subject.ways.items())
        far = nx.multi_source_dijkstra_path_length(G, set(one.options["source"]))
        assert {v: far for v, (far, _) in one.best.items()} == far
        for v, (_, paths) in one.best.items():
            found = set()
            for u in one.options["source"]:
                if nx.has_path(G, u, v) and nx.dijkstra_path_length(G, u, v) == far[v]:
                    found.update(map(tuple, nx.all_shortest_paths(G, u, v, weight="weight")))
            assert sorted(map(list, found)) == paths


# -- Cases that once went wrong


def weighted(kind, edges, nodes=()):
    G = kind()
    G.add_nodes_from(nodes)
    G.add_weighted_edges_from(edges)
    return G


K4 = [(0, 2, 0.3), (0, 3, 0.2), (0, 1, 0.3), (1, 3, 0.3), (1, 2, 0.0), (2, 3, 0.30000000000000004)]
K5 = [(0, 1, 1.6), (0, 2, 1.1), (0, 3, 2.5), (0, 4, 2.0), (1, 2, 2.6), (1, 3, 2.5), (1, 4, 1.1)]
K5 += [(2, 3, 2.9), (2, 4, 1.8), (3, 4, 2.3)]
ARCS = [(0, 1, 1), (0, 2, 3), (0, 3, 3), (0, 4, 2), (1, 2, 2), (1, 3, 3), (1, 4, 3), (2, 0, 0)]
ARCS += [(2, 1, 0), (2, 3, 0), (3, 4, 0), (4, 0, 2), (4, 1, 2), (4, 2, 3)]


LONGER = [(u, v, 10**20 + w) for u, v, w in ARCS]
LENGTHS = [9.0, 9.0, 9.3, 9.6, 9.6, 9.9, 10.5, 10.8, 10.8, 11.1, 11.4, 11.4]


@pytest.mark.parametrize(
    ("kind", "edges", "lengths"),
    [
        (nx.Graph, K4, [0.8, 0.8, 1.2]),
        pytest.param(nx.Graph, K5, LENGTHS, marks=pytest.mark.slow),
        (nx.DiGraph, LONGER, [5 * 10**20 + k for k in (5, 7, 7, 8)]),
    ],
)
def test_all_cycles_come_in_the_order_of_their_exact_lengths(kind, edges, lengths):
    found = list(shortest_hamiltonian_cycles(weighted(kind, edges)))
    assert [tour.length for tour in found] == [tour.bound for tour in found] == lengths
    assert all(tour.is_shortest for tour in found)


GROUPED = [[0, D + 1, 2, D + 2, 0], [D + 5, 0, D + 1, D + 5, 0], [D, 0, 0, 4, 2]]
GROUPED += [[3, D + 2, 0, 0, 1], [D + 5, 0, 3, D, 0]]
FAR = [(0, 1, 10**10 + 1), (0, 2, 1), (0, 3, 3), (1, 2, 10**20 + 1), (1, 3, 2), (2, 3, 10**20 + 2)]
PRIZES = {0: 100001, 3: 10**20 + 2, 1: 10**30 + 1}
EXTREME = [[0, 1e-300, 10**18], [1e-300, 0, 1], [10**18, 1, 0]]
LONG = [[0, 10**19, 2], [10**19, 0, 1], [2, 1, 0]]
HALVES = [[0, Decimal("1.5"), 2], [Decimal("1.5"), 0, Decimal("2.5")], [2, Decimal("2.5"), 0]]


@together(
    ("cost", "ask", "subject", "options"),
    [
        (D, shortest_tour, GROUPED, {"groups": [[3, 0], [2, 3]]}),
        (3, shortest_tour, LONG, {"forbid": [(0, 1)], "closed": False}),
        (Decimal("1.4"), shortest_tour, HALVES, {"prizes": {0: Decimal("1.1"), 1: Decimal("0.3")}}),
        (2, shortest_tour, EXTREME, {"groups": [[0, 1]]}),
        (1e18, shortest_tour, EXTREME, {"start": 0, "order": [[1, 2]]}),
        (12, traveling_salesman, weighted(nx.Graph, FAR), {"nodes": range(4), "prizes": PRIZES}),
        (1, traveling_salesman, nx.path_graph(6), {"order": [[5]], "start": 4, "cycle": False}),
        (
            5,
            traveling_salesman,
            nx.path_graph(6),
            {"nodes": [0, 1], "start": 0, "order": [[5]], "cycle": False},
        ),
        (0, traveling_salesman, nx.path_graph(6), {"order": [[5]], "cycle": False}),
        (
            1,
            postman_walk,
            weighted(nx.DiGraph, [(1, 0, 1), (0, 0, 1), (2, 1, 0)]),
            {"edges": [(0, 0)], "cycle": False},
        ),
    ],
)
def test_a_case_that_once_was_wrong_is_right(cost, ask, subject, options):
    found = ask(subject, **options)
    assert (found.cost, found.bound, found.gap) == (cost, cost, 0)
    assert found.is_shortest
    assert "proved to be the shortest" in found.explain()


@pytest.mark.slow
def test_lengths_of_many_magnitudes_below_1e_298_are_exact():
    edges = [(3, 1, 7e-301), (3, 4, 4e-301), (3, 5, 6e-314), (3, 0, 0.0), (1, 2, 0.0)]
    edges += [(2, 0, 7e-310), (2, 5, 7e-315), (2, 4, 3e-303), (2, 1, 7e-311), (5, 0, 2e-312)]
    edges += [(5, 4, 8e-322), (5, 3, 0.0), (4, 0, 0.0), (4, 1, 4e-315), (4, 3, 3e-306)]
    edges += [(4, 5, 1e-302), (0, 2, 3e-310), (0, 3, 0.0), (0, 1, 4e-315), (0, 5, 9e-299)]
    prizes = {0: 8e-312, 2: 4e-313, 5: 9e-306, 1: 4e-306, 3: 4e-307, 4: 4e-301}
    asked = {"groups": [[2], [1, 0]], "prizes": prizes, "end": 0, "cycle": False}
    walk = traveling_salesman(weighted(nx.DiGraph, edges), range(6), **asked)
    assert walk.cost == walk.bound == 7.0000008e-315
    assert walk.is_shortest


def test_shortest_paths_across_edges_of_length_0_are_found_from_both_ends():
    edges = [(1, 2, 2), (2, 3, 2), (3, 4, 0), (3, 5, 1), (4, 6, 1), (5, 7, 1), (6, 7, 1), (7, 8, 1)]
    G = weighted(nx.Graph, edges)
    there = [[1, 2, 3, 4, 6, 7, 8], [1, 2, 3, 5, 7, 8]]
    for search in (icosian.dijkstra, lambda *asked: icosian.prepare(G).dijkstra(*asked[1:])):
        assert sorted(search(G, 1).paths(8)) == there
        assert sorted(path[::-1] for path in search(G, 8).paths(1)) == there


def test_malformed_evidence_raises_errors_of_icosian_only():
    G = nx.path_graph(3)
    for walk in (postman_walk(G), traveling_salesman(G)):
        data = json.loads(walk.proof.to_json()) | {"streets": None}
        with pytest.raises(InvalidProof):
            Proof.from_json(json.dumps(data)).check(G)
    with suppress(icosian.IcosianError):
        EqualShares(order=3, largest=CliqueCover(cliques=())).explain()
