"""Questions that carry a length, asked with difficult numbers: every answer and bound is exact."""

import json
from contextlib import suppress
from decimal import Decimal

import networkx as nx
import pytest
from together import rounds, together

import icosian
from icosian import InvalidProof, Places, Proof, shortest_tour, traveling_salesman
from icosian.placements.bounds import CliqueCover, EqualShares
from icosian.routes import postman_walk
from icosian.tours import shortest_hamiltonian_cycles
from tests.campaigns.exact import QUESTIONS, ROUNDS, costs, trials, visiting
from tests.campaigns.verify import verify
from tests.proofs.tour_bounds import weighted

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


@pytest.mark.parametrize("question", [one for one in QUESTIONS if not one.startswith("choosing")])
def test_lengths_are_exact_and_stronger_bounds_are_refused(question):
    check(question, rounds(10 if question == "dijkstra" else 1), QUICK)


@pytest.mark.slow
@pytest.mark.parametrize("question", QUESTIONS)
def test_hundreds_of_lengths_are_exact_and_stronger_bounds_are_refused(question):
    many = 10 if question in RANKED else 20
    check(question, rounds(80 if question == "dijkstra" else many), SMALL)


@pytest.mark.slow
@pytest.mark.parametrize("question", [one for one in QUESTIONS if one not in RANKED])
def test_lengths_of_larger_subjects_are_exact_and_stronger_bounds_are_refused(question):
    check(question, rounds(10), LARGER)


@pytest.mark.slow
@pytest.mark.parametrize("question", ROUNDS)
def test_rounds_of_8_to_12_places_are_exact_and_stronger_bounds_are_refused(question):
    check(question, rounds(2), (8, 10, 12))


# -- The brute force, checked against other ways


@pytest.mark.parametrize("question", ROUNDS)
def test_dynamic_programming_and_all_tours_have_the_same_least_cost(question):
    for one, _ in trials(question, range(rounds(2)), (4, 5)):
        asked = visiting(one.options) | {"closed": True}
        assert one.best == costs(one.subject.ways, one.subject.nodes, **asked)[:1]


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
GROUPED = Places.from_matrix(GROUPED, zero="length")
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
