"""Conditions: orders, places that may be left out, and pairs of conditions, by brute force."""

import math
import os
import random
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise, permutations, product
from math import lcm
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from together import rounds

import icosian
from icosian import InvalidArgument, InvalidProof, NoHamiltonianCycle, NoHamiltonianPath, Places
from icosian._arrays import Lengths
from icosian._run.limits import Clock, TimeIsUp
from icosian.proofs import LowerBound, Ordered, Proof
from icosian.tours.instance import Instance, Order
from icosian.tours.shortest import local_search, question as question_module, selection_search
from icosian.tours.shortest.local_search import OrderSearch
from icosian.tours.shortest.relaxation.cutting_planes import Incumbent
from tests.naive import as_printed
from tests.tours.shortest.cases import (
    KINDS,
    PAIRS,
    asked_of,
    fitting,
    least_cost_of,
    least_in_graph,
    random_graph_order,
    random_order,
    random_question,
    random_selection,
)

# Conditions of tours that go together: each pair of them, by brute force and by false proofs


CONTRADICTION = "the order contradicts itself|starts a closed tour with an order"


def answer_to(places, asked):
    """Return the answer, None if there is no tour; its proof is checked, also as text."""
    try:
        tour = icosian.shortest_tour(places, **asked)
    except (NoHamiltonianCycle, NoHamiltonianPath) as error:
        kind = nx.DiGraph if places.directed else nx.Graph
        every = nx.complete_graph(places.nodes, create_using=kind)
        error.proof.check(places if isinstance(error.proof, LowerBound) else every)
        return None
    assert fitting(places, **asked)(tour.nodes)
    if tour.proof is not None:
        tour.proof.check(places)
        assert Proof.from_json(tour.proof.to_json()) == tour.proof
    return tour


@pytest.mark.parametrize(
    "kinds", [*PAIRS, ("order", "positions", "require", "forbid"), KINDS], ids="-".join
)
def test_no_tour_with_several_conditions_is_shorter(kinds):
    for seed in range(8):
        places, asked = random_question(seed, kinds)
        try:
            tour = answer_to(places, asked)
        except icosian.InvalidArgument as error:
            assert re.search(CONTRADICTION, str(error)), error
            continue
        least = least_cost_of(places, **asked)
        assert (tour and tour.cost) == least, (asked, seed)
        assert tour is None or tour.is_shortest


def weaker(proof):
    """Yield the same certificate of other claims, which have tours that the first has not."""
    yield {"bound": proof.bound + 1}
    for name in ("chains", "positions", "require", "forbid"):
        if getattr(proof, name):
            yield {name: ()}
    if proof.chains:
        yield {"chains": tuple(chain[:1] + chain[:0:-1] for chain in proof.chains)}
    if proof.positions:
        yield {"positions": tuple((v, k + (k > 1)) for v, k in proof.positions)}
    yield {"leave_out": proof.leave_out + 1}
    yield {"root": None}
    yield {"families": proof.families[::-1]}
    yield {"tree": (0,)}


@pytest.mark.parametrize("kinds", PAIRS, ids="-".join)
def test_what_a_changed_proof_says_is_true_if_it_holds(kinds):
    for seed in range(5):
        places, asked = random_question(seed, kinds, most=5)
        try:
            tour = answer_to(places, asked)
        except icosian.InvalidArgument:
            continue
        if tour is None or tour.proof is None:
            continue
        for change in weaker(tour.proof):
            proof = replace(tour.proof, **change)
            try:
                proof.check(places)
            except InvalidProof:
                continue
            claim = {
                "closed": proof.closed,
                "start": asked["start"] if proof.closed else proof.start,
                "end": proof.end,
                "groups": proof.groups,
                "prizes": proof.prizes,
                "leave_out": proof.leave_out,
                "order": proof.chains,
                "positions": proof.positions,
                "require": proof.require,
                "forbid": proof.forbid,
            }
            least = least_cost_of(places, **claim)
            assert least is None or proof.bound <= least, (claim, change)


@pytest.mark.parametrize("directed", [False, True])
def test_positions_hold_in_graphs(directed):
    G = nx.complete_graph(7, create_using=nx.DiGraph if directed else nx.Graph)
    G.remove_edge(2, 4)
    for u, v in G.edges:
        G.edges[u, v]["weight"] = (5 * u + 3 * v) % 11
    for find, closed in (
        (icosian.shortest_hamiltonian_cycle, True),
        (icosian.shortest_hamiltonian_path, False),
    ):
        tour = find(G, 0, positions={3: 4, 5: 2}, order=[[4, 6]])
        assert (tour[0], tour[3], tour[1]) == (0, 3, 5)
        assert tour.nodes.index(4) < tour.nodes.index(6)
        lengths = [
            sum(G.edges[step]["weight"] for step in steps)
            for one in permutations([1, 2, 4, 6])
            for p in [(0, 5, one[0], 3, *one[1:])]
            for steps in [list(zip(p, (*p[1:], p[0]), strict=True))[: 6 + closed]]
            if p.index(4) < p.index(6) and all(step in G.edges for step in steps)
        ]
        assert tour.length == tour.bound == min(lengths)
        tour.proof.check(G)
        for change in ({"positions": ()}, {"bound": tour.bound + 1}):
            with pytest.raises(InvalidProof):
                replace(tour.proof, **change).check(G)
        assert "3 as number 4" in tour.proof.claim


def test_conditions_without_a_tour_are_refused_with_a_proof():
    square = icosian.Places([(0, 0), (0, 1), (1, 0), (1, 1)], "manhattan")
    with pytest.raises(NoHamiltonianCycle) as caught:
        icosian.shortest_tour(square, prizes={0: 1}, require=[(1, 0), (1, 2), (1, 3)])
    caught.value.proof.check(square)


# Shortest tours that may leave out places


DATA = Path(__file__).parents[2] / "data/tsp"
LARGER = Path(os.environ.get("ICOSIAN_DATA", "none")) / "tsp"
ANY = {"closed": True, "start": None, "end": None, "groups": (), "prizes": {}, "leave_out": 0}
CORNERS = {"a": (0, 0), "b": (3, 0), "c": (0, 4), "d": (3, 4)}


@pytest.mark.slow
@pytest.mark.parametrize(
    "first", [0, *(pytest.param(n, marks=pytest.mark.exhaustive) for n in (50, 100, 150))]
)
def test_no_tour_costs_less_and_the_certificate_proves_it(first):
    for seed in range(first, first + 50):
        places, question = random_selection(seed)
        least = least_cost_of(places, **question)
        tour = icosian.shortest_tour(places, **question)
        assert tour.cost == tour.bound == least, seed
        assert tour.is_shortest
        assert tour.gap == 0
        assert set(tour.nodes).isdisjoint(tour.skipped)
        assert set(tour.nodes) | set(tour.skipped) == set(places.nodes)
        if tour.proof is not None:
            tour.proof.check(places)
            assert Proof.from_json(tour.proof.to_json()) == tour.proof
            # costs are multiples of a sixth
            higher = replace(tour.proof, bound=tour.proof.bound + Fraction(1, 6))
            with pytest.raises(InvalidProof, match=r"room for a shorter|cost less than"):
                higher.check(places)


@pytest.mark.slow
@pytest.mark.parametrize("large", [1.0, 1e30])
def test_lengths_and_prizes_of_floats_are_proved_exactly(large):
    for seed in range(30):
        rng = random.Random(seed)
        matrix = [[rng.random() * rng.choice((1, 1, large)) for _ in range(5)] for _ in range(5)]
        for k in range(5):
            matrix[k][k] = 0.0
        places = Places.from_matrix(matrix, zero="length")
        prizes = {v: rng.random() * rng.choice((1, large)) for v in rng.sample(range(5), 3)}
        question = ANY | {"groups": [rng.sample(range(5), 3)], "prizes": prizes}
        least, tour = least_cost_of(places, **question), icosian.shortest_tour(places, **question)
        assert tour.is_shortest, seed
        assert tour.cost == tour.bound == float(least)
        assert tour.proof.bound == least


def test_places_that_may_all_be_left_out_have_no_bound_before_the_first_linear_program():
    rng = random.Random(2)
    matrix = [[0.0] * 20 for _ in range(20)]
    for u, v in combinations(range(20), 2):
        matrix[v][u] = matrix[u][v] = rng.random()
    prizes = {v: rng.random() * 0.3 for v in range(20)}
    tour = icosian.shortest_tour(Places.from_matrix(matrix, zero="length"), prizes=prizes)
    assert tour.is_shortest
    assert tour.cost == tour.bound


@pytest.mark.parametrize("seed", range(6))
def test_without_time_tours_that_leave_out_places_have_a_bound_above_nothing(seed):
    rng = random.Random(seed)
    places = [(rng.randrange(1000), rng.randrange(1000)) for _ in range(16)]
    groups = [rng.sample(range(16), 3) for _ in range(4)]
    prizes = {v: rng.randrange(10, 400) for v in range(1, 13)}
    asked = {"prizes": prizes}, {"leave_out": 4}, {"groups": groups, "leave_out": 3}
    closed = asked[seed % 3] | {"closed": seed < 3}
    brief = icosian.shortest_tour(places, timeout=1e-9, **closed)
    whole = icosian.shortest_tour(places, **closed)
    assert 0 < brief.bound <= whole.cost
    assert brief.proof.check(Places(places)) is None


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_without_time_directed_tours_and_orders_with_prizes_have_a_bound_above_nothing(seed):
    rng = random.Random(seed)
    spots = [(rng.randrange(1000), rng.randrange(1000)) for _ in range(14)]
    matrix = Places(spots, "manhattan").matrix()
    uphill = np.maximum(np.subtract.outer(*[[y for _, y in spots]] * 2), 0)
    directed = Places.from_matrix((matrix + uphill).tolist())
    prizes = {v: rng.randrange(100, 900) for v in range(1, 12)}
    for places, order in ((directed, ()), (directed, [(2, 3)]), (Places(spots), [(2, 3, 4)])):
        asked = {"start": 0, "prizes": prizes, "order": order}
        brief = icosian.shortest_tour(places, timeout=1e-9, **asked)
        whole = icosian.shortest_tour(places, **asked)
        assert 0 < brief.bound <= whole.cost
        assert brief.proof.check(places) is None


@pytest.mark.parametrize(
    "rule", [{"leave_out": 5}, {"groups": [[k, k + 1] for k in range(0, 12, 2)]}]
)
def test_without_time_a_bound_of_directed_places_is_not_below_0(rule):
    lengths = np.random.default_rng(1).random((12, 12)).tolist()
    assert icosian.shortest_tour(lengths, timeout=1e-9, **rule).bound >= 0


def test_few_places_that_may_all_be_left_out_are_no_root():
    """Of one other place one may be left out: no tour has to visit it."""
    matrix = [[0] * 6 for _ in range(6)]
    lengths = {(0, 1): 107, (0, 2): 21, (0, 4): 107, (0, 5): 40, (1, 2): 32, (1, 3): 25}
    lengths |= {(1, 4): 30, (1, 5): 27, (2, 3): 107, (2, 4): 36, (2, 5): 44, (3, 5): 29}
    for (u, v), c in {**lengths, (4, 5): 107}.items():
        matrix[u][v] = matrix[v][u] = c
    prizes = {0: 107, 2: 22, 3: 4, 4: 24, 5: 2}
    places = Places.from_matrix(matrix, zero="length")
    question = ANY | {"prizes": prizes, "leave_out": 1}
    assert icosian.shortest_tour(places, **question).cost == least_cost_of(places, **question)


def clusters(places, count):
    """Return centers, each as far as can be from those before, with the places nearest to each."""
    matrix = places.matrix()
    centers = [int(np.unravel_index(matrix.argmax(), matrix.shape)[0])]
    while len(centers) < count:
        centers.append(int(matrix[centers].min(axis=0).argmax()))
    nearest = matrix[centers].argmin(axis=0)
    return [[v for v in range(len(places)) if nearest[v] == k] for k in range(count)]


def shortest_of_groups(lengths, groups):
    """Return the length of the shortest cycle through one node of each group, by Held and Karp."""
    best = math.inf
    for first in groups[0]:
        ways = {(frozenset(), first): 0}
        for _ in groups[1:]:
            longer = {}
            for (seen, u), length in ways.items():
                for k in {*range(1, len(groups))} - seen:
                    for v in groups[k]:
                        key = seen | {k}, v
                        longer[key] = min(longer.get(key, math.inf), length + lengths[u][v])
            ways = longer
        best = min(best, *(length + lengths[u][first] for (_, u), length in ways.items()))
    return best


@pytest.mark.slow
@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize("directed", [True, False])
def test_annealed_tours_of_groups_are_the_shortest_ones(directed, closed, monkeypatch):
    monkeypatch.setattr(selection_search, "GROUP_KICKS", 100)
    rng, kind = random.Random(1), "Directed" if directed else "Symmetric"
    for seed in range(2):
        points = [(rng.randint(0, 99), rng.randint(0, 99)) for _ in range(20)]
        nodes = rng.sample(range(20), 20)
        groups, places = [nodes[k::8] for k in range(8)], Places(points, "EUC_2D")
        if directed:  # uphill it is farther
            up = np.maximum(0, [[x - y for x, _ in points] for y, _ in points])
            places = Places.from_matrix(places.matrix() + up)
        sets = groups if closed else [*groups, [20]]  # home, at no distance from all
        form = Instance(places=20, directed=directed, closed=closed)
        problem = form.problem(places.matrix())
        search = getattr(selection_search, f"{kind}GroupSearch")(problem, [0, 1, 2], sets, seed)
        search.advance(Clock())
        least = shortest_of_groups(problem.matrix[: form.stops, -form.stops :].tolist(), sets)
        assert problem.length(form.nodes_of(search.cycle)) == least
        assert all(len({*search.cycle} & {*group}) == 1 for group in sets)
        assert icosian.shortest_tour(places, groups=groups, closed=closed).length == least
        soon = icosian.shortest_tour(places, groups=groups, closed=closed, timeout=1e-9)
        assert 0 < soon.bound <= least


def test_a_search_of_directed_groups_takes_two_places_of_a_group_where_that_is_shorter(monkeypatch):
    search, lengths = selection_search.OneOfEachSearch, []
    begin = search.begin
    monkeypatch.setattr(
        search, "begin", lambda own, best: lengths.append(begin(own, best) or best.length)
    )
    ring = np.full((16, 16), 200)
    ring[::2, ::2] = 100
    ring[np.arange(16), np.arange(1, 17) % 16] = 1
    icosian.shortest_tour(ring, groups=[(2 * k, 2 * k + 1) for k in range(8)])
    assert lengths == [16]


@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize("least", [-9, 0, 9])
def test_without_time_groups_have_a_bound_whatever_the_lengths(least, closed):
    matrix = np.full((48, 48), least)
    matrix[40:, :40] = matrix[:40, 40:] = 50
    places = Places.from_matrix(matrix, zero="length")
    groups = [range(k, 48, 12) for k in range(12)]
    soon = icosian.shortest_tour(places, groups=groups, closed=closed, timeout=1e-9)
    assert soon.bound <= soon.length == least * (11 + closed)


@pytest.mark.parametrize(
    ("name", "length"), [("burma14", 1805), ("berlin52", 4040), ("eil51", 174), ("eil76", 209)]
)
def test_groups_have_the_published_lengths(name, length):
    """3burma14, 11berlin52, 11eil51 and 16eil76 of GTSP_lib: Fischetti, Salazar, Toth 1997."""
    file = next(
        (d / f"{name}.tsp.gz" for d in (DATA, LARGER) if (d / f"{name}.tsp.gz").exists()), 0
    )
    if not file:
        pytest.skip("ICOSIAN_DATA names no folder of instances")
    places = icosian.read_tsplib(file)
    groups = clusters(places, -(-len(places) // 5))
    tour = icosian.shortest_tour(places, groups=[[places.nodes[v] for v in g] for g in groups])
    assert (tour.length, tour.is_shortest, len(tour)) == (length, True, len(groups))


def test_prizes_may_be_a_column_of_a_table():
    class Column:  # what is used of a Series, which has no truth value
        def keys(self):
            return ["b"]

        def __getitem__(self, name):
            return np.int64(1)

        def __bool__(self):
            raise ValueError("the truth value is ambiguous")

    column = icosian.shortest_tour(CORNERS, prizes=Column())
    assert column.cost == icosian.shortest_tour(CORNERS, prizes={"b": 1}).cost


def test_names_and_order_of_places_change_nothing():
    places, question = random_selection(3, unit=1)
    matrix, n = places.matrix(), len(places)
    order = random.Random(1).sample(range(n), n)
    named = Places.from_matrix(
        matrix[np.ix_(order, order)], names=[f"p{v}" for v in order], zero="length"
    )

    def name(v):
        return None if v is None else f"p{v}"

    asked = question | {
        "start": name(question["start"]),
        "end": name(question["end"]),
        "groups": [[name(v) for v in group] for group in question["groups"]],
        "prizes": {name(v): prize for v, prize in question["prizes"].items()},
    }
    cost = icosian.shortest_tour(places, **question).cost
    assert icosian.shortest_tour(named, **asked).cost == cost


# Shortest tours that visit some places in a given order


@pytest.mark.slow
@pytest.mark.parametrize(
    "first", [0, *(pytest.param(n, marks=pytest.mark.exhaustive) for n in (50, 100, 150))]
)
def test_no_tour_in_the_order_is_shorter_and_the_certificate_proves_it(first):
    for seed in range(first, first + 50):
        places, question = random_order(seed)
        least = least_cost_of(places, **question)
        if least is None:
            with pytest.raises(InvalidArgument, match="the order contradicts itself"):
                icosian.shortest_tour(places, **question)
            continue
        tour = icosian.shortest_tour(places, **question)
        assert tour.length == tour.bound == least, seed
        rank = {v: k for k, v in enumerate(tour.nodes)}
        assert all(rank[u] < rank[v] for chain in question["order"] for u, v in pairwise(chain))
        tour.proof.check(places)
        assert Proof.from_json(tour.proof.to_json()) == tour.proof


def random_relation(rng):
    """Return an order of a few places on the way from home to home."""
    n = rng.randint(2, 6)
    home, share = rng.randrange(n), rng.random()
    before = np.zeros((n, n), bool)
    rest = rng.sample([v for v in range(n) if v != home], n - 1)
    for k, u in enumerate(rest):
        for v in rest[k + 1 :]:
            before[u, v] = rng.random() < share
    for v in range(n):
        before |= before[:, v, None] & before[v]
    return Order(before, home, np.ones(n, bool))


def ways(order):
    """Return all ways from home to home that keep to an order."""
    others = [v for v in range(len(order.before)) if v != order.home]
    return [
        (order.home, *way, order.home)
        for way in permutations(others)
        if not any(order.before[v, u] for k, u in enumerate(way) for v in way[k:])
    ]


def test_every_way_in_the_order_crosses_a_set_as_often_as_it_demands():
    rng, demands = random.Random(1), set()
    for _ in range(1000):
        order = random_relation(rng)
        n = len(order.before)
        some = set(rng.sample(range(n), rng.randint(1, n - 1)))
        chosen = some | {n + v for v in some | set(rng.sample(range(n), rng.randint(0, n - 1)))}
        if len(chosen) == 2 * n:
            continue
        rest = set(range(2 * n)) - chosen
        demand = order.demand((tuple(sorted(chosen)),))
        assert demand == order.demand((tuple(sorted(rest)),))
        for way in ways(order):
            inside = [v in chosen for u in way[1:] for v in (n + u, u)]
            assert demand <= sum(inside[k] != inside[k - 1] for k in range(len(inside)))
        demands.add(demand)
    assert demands >= {2, 4, 6, 8}


def test_chains_are_kept_with_other_places_in_between():
    tour = icosian.shortest_tour(CORNERS, start="a", order=[[*"db"], [*"dc"]])
    assert tour.nodes[:2] == ("a", "d")
    line = [(k, 0) for k in range(6)]
    path = icosian.shortest_tour(line, "manhattan", closed=False, order=[(5, 0), (5, 2, 4)])
    assert path.length == path.bound
    assert path.proof.claim == (
        f"There is no Hamiltonian path shorter than {path.length} "
        "that visits 5 before 0 and 5 before 2 before 4"
    )


def test_a_chain_of_one_place_says_nothing():
    for question in ({}, {"start": "b"}, {"closed": False}, {"groups": [["a", "c"]]}):
        tour = icosian.shortest_tour(CORNERS, order=[["c"]], **question)
        assert tour == icosian.shortest_tour(CORNERS, **question)
    G = nx.cycle_graph(5)
    assert icosian.hamiltonian_cycle(G, order=[[3]]) == icosian.hamiltonian_cycle(G)
    assert icosian.shortest_hamiltonian_cycle(G, order=[[3]]).proof.chains == ()


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 240, 60))
def test_no_tour_of_a_graph_in_the_order_is_shorter_or_none_exists_and_a_proof_says_so(first):
    answers = set()
    for seed in range(first, first + 60):
        G, question = random_graph_order(seed)
        is_possible, least = least_in_graph(G, **question)
        try:
            tour = asked_of(G, **question)
        except InvalidArgument as error:
            assert not is_possible
            assert "the order contradicts itself" in str(error)
            continue
        except (NoHamiltonianCycle, NoHamiltonianPath) as error:
            assert is_possible
            assert least is None, seed
            error.proof.check(G)
            answers.add(type(error.proof))
            continue
        assert tour.length == tour.bound == least, seed
        tour.proof.check(G)
        assert Proof.from_json(tour.proof.to_json()) == tour.proof
    assert Ordered in answers


def test_a_graph_without_a_tour_in_the_order_is_refused_with_a_proof():
    G = nx.grid_2d_graph(3, 3)
    nx.set_edge_attributes(G, 2, "weight")
    corners = [(0, 0), (2, 2), (0, 2), (2, 0)]
    with pytest.raises(NoHamiltonianPath) as caught:
        icosian.shortest_hamiltonian_path(G, order=[corners])
    proof = caught.value.proof
    assert proof.claim == (
        "There is no Hamiltonian path that visits (0, 0) before (2, 2) before (0, 2) before (2, 0)"
    )
    proof.check(G)
    assert "path that visits" in str(caught.value)
    assert icosian.shortest_hamiltonian_path(G, order=[corners[:3]]).length == 16


def test_an_order_goes_together_with_steps_to_avoid():
    tour = icosian.shortest_tour(CORNERS, start="a", order=[[*"bc"]], forbid=[[*"ab"], [*"cd"]])
    assert tour.nodes == tuple("adbc")
    tour.proof.check(tour.places)
    with pytest.raises(NoHamiltonianCycle) as caught:
        icosian.shortest_tour(CORNERS, start="a", order=[[*"bcd"]], forbid=[[*"ad"], [*"bc"]])
    caught.value.proof.check(nx.complete_graph(CORNERS))


def test_steps_to_avoid_are_avoided_where_there_are_many_places(monkeypatch):
    monkeypatch.setattr("icosian.tours.shortest.exact.LARGE", 6)
    rng = random.Random(3)
    places = Places([(rng.randrange(100), rng.randrange(100)) for _ in range(7)])
    tour = icosian.shortest_tour(places)
    asked = {"closed": True, "start": None, "end": None, "forbid": [tour[:2], tour[3:5]]}
    tour = answer_to(places, asked)
    assert tour.length == pytest.approx(least_cost_of(places, **asked))


@pytest.mark.parametrize(
    ("name", "length"), [("ESC07", 2125), ("ESC12", 1675), ("ESC25", 1681), ("ESC47", 1288)]
)
def test_sequential_ordering_problems_have_the_published_lengths(name, length):
    """Optima of TSPLIB: Ascheuer, Juenger, Reinelt 2000."""
    file = Path(os.environ.get("ICOSIAN_DATA", "none")) / f"sop/{name}.sop.gz"
    if not file.exists():
        pytest.skip("ICOSIAN_DATA names no folder of instances")
    tour = icosian.shortest_tour(icosian.read_tsplib(file), closed=False)
    assert tour.length == tour.bound == length


def places_in_order(size, seed):
    """Return places with many pairs, one before the other."""
    rng = random.Random(seed)
    matrix = [[rng.randint(1, 100) for _ in range(size)] for _ in range(size)]
    pairs = [sorted(rng.sample(range(size), 2)) for _ in range(size)]
    return Places.from_matrix(matrix, zero="length"), pairs


def test_cases_may_be_searched_on_an_executor():
    places, order = places_in_order(12, 3)
    alone = icosian.shortest_tour(places, closed=False, order=order)
    with ThreadPoolExecutor(2) as executor:
        tour = icosian.shortest_tour(places, closed=False, order=order, executor=executor)
    assert tour.length == tour.bound == alone.length == alone.bound


@pytest.mark.slow
def test_lengths_of_floats_are_proved_exactly():
    for seed in range(30):
        rng = random.Random(seed)
        matrix = [[rng.random() * rng.choice((1, 1, 1e20)) for _ in range(5)] for _ in range(5)]
        for k in range(5):
            matrix[k][k] = 0.0
        places = Places.from_matrix(matrix, zero="length")
        question = {"closed": True, "start": 0, "end": None, "order": [(2, 1), (3, 4)]}
        least = least_cost_of(places, **question)
        tour = icosian.shortest_tour(places, **question)
        assert tour.is_shortest, seed
        assert tour.length == tour.bound == float(least)
        assert tour.proof.bound == least


@pytest.mark.slow
@pytest.mark.parametrize("large", [1e3, 1e12, 1e18, 1e25])
def test_lengths_that_cancel_each_other_are_proved_exactly(large):
    for seed in range(10):
        rng = random.Random(seed)
        rise = [large * rng.uniform(-1, 1) for _ in range(5)]
        matrix = [[rng.random() + a - b if a != b else 0.0 for b in rise] for a in rise]
        places = Places.from_matrix(matrix, zero="length")
        question = {"closed": True, "start": 0, "end": None, "order": [(1, 2)]}
        least = least_cost_of(places, **question)
        tour = icosian.shortest_tour(places, **question)
        assert tour.is_shortest
        assert tour.proof.bound == least
        assert tour.length == tour.bound == float(least)


# The searches of tours in an order, or that leave out places, without a linear program


class Asked(Exception):
    """The statement of a question."""


def statement(monkeypatch, places, **question):
    """Return the statement that a question is turned into."""

    def solve(part, *_, **__):
        raise Asked(part)

    with monkeypatch.context() as patch:
        patch.setattr(question_module, "solve_statement", solve)
        with pytest.raises(Asked) as caught:
            icosian.shortest_tour(places, **question)
    return caught.value.args[0]


def ordered(seeds):
    """Yield places with what is asked of them, and the least length."""
    for seed in seeds:
        places, question = random_order(seed)
        least = least_cost_of(places, **question)
        if (
            least is not None
            and len(places) > 3
            and any(len(some) > 1 for some in question["order"])
        ):
            yield places, question, least


def searched(part, seed=0, clock=None):
    """Return the tour that a search of a statement finds, and its length."""
    search = OrderSearch(part, Clock() if clock is None else clock, seed)
    first = search.first()
    best = Incumbent(part.measured, first, part.measured(first), 0.0, lambda length: None)
    search.begin(best)
    return best.tour, best.length


def test_the_search_alone_finds_the_best_of_few_places(monkeypatch):
    for seed, (places, question, least) in enumerate(ordered(range(60))):
        part = statement(monkeypatch, places, **question)
        tour, length = searched(part, seed)
        assert length == part.measured(tour) == least, seed


def test_a_seed_gives_the_same_tour_and_no_time_the_first_one(monkeypatch):
    places, question = random_order(11, most=7)
    part = statement(monkeypatch, places, **question)
    assert searched(part, 5) == searched(part, 5)
    first = OrderSearch(part, Clock(), 5).first()
    assert searched(part, 5, Clock(0.0))[1] <= part.measured(first)


def test_the_first_tour_of_an_order_has_a_part_of_the_time(monkeypatch):
    places, question = random_order(11, most=7)
    part = statement(monkeypatch, places, **question)
    allowed = []

    def advance(search, kicks, clock):
        allowed.append(clock.allowed)
        raise TimeIsUp

    monkeypatch.setattr(local_search.SegmentSearch, "advance", advance)
    for seconds in 0.0, 10.0, None:
        first = OrderSearch(part, Clock(seconds), 5).first()
        assert part.measured(first) < math.inf
    assert allowed[0] == local_search.REPAIR
    assert 4.0 < allowed[1] <= 5.0
    assert allowed[2] == math.inf


def test_potentials_of_an_assignment_are_a_bound(monkeypatch):
    for places, question, least in ordered(range(20)):
        search = OrderSearch(statement(monkeypatch, places, **question), Clock(), 0)
        assert search.potentials.sum() <= least
    monkeypatch.setattr(local_search.OrderSearch, "begin", lambda *_: None)
    places = icosian.Places.from_matrix([[0, 5, 9, 4], [2, 0, 7, 7], [8, 1, 0, 6], [3, 9, 2, 0]])
    tour = icosian.shortest_tour(places, closed=False, order=[(2, 1)], timeout=0.0)
    assert tour.bound is None or 0 < tour.bound <= tour.length < math.inf


def test_the_search_alone_mostly_finds_which_of_few_places_to_leave_out(monkeypatch):
    found = 0
    for seed in range(40):
        places, question = random_selection(seed, unit=1)
        part = statement(monkeypatch, places, **question)
        search = part.search(Clock(), seed)
        costs = {part.measured(tour): tour for tour in (search.first(), *part.tours)}
        cost = min(costs.keys() - {None})
        best = Incumbent(part.measured, costs[cost], cost, 0.0, lambda length: None)
        search.begin(best)
        unit = lcm(*(as_printed(prize).denominator for prize in question["prizes"].values()))
        least = unit * least_cost_of(places, **question)
        assert best.length >= least, seed
        found += best.length == least
    assert found >= 36


def test_a_toll_for_what_is_left_out_leads_to_the_shortest_tours(monkeypatch):
    kind, begun, rng = selection_search.SelectionSearch, [], random.Random(0)
    begin = kind.begin
    monkeypatch.setattr(kind, "begin", lambda *of: begin(*of) or begun.append(of[1].length))
    for options in {"closed": True}, {"closed": False, "start": 0}, {"prizes": {3: 10, 4: 50}}:
        points = [(rng.randrange(1000), rng.randrange(1000)) for _ in range(30)]
        tour = icosian.shortest_tour(points, "EUC_2D", leave_out=9, **options)
        assert tour.is_shortest
        assert begun.pop() == tour.cost


def test_a_cycle_leaves_out_the_places_that_save_most_in_its_order(monkeypatch):
    for seed in range(10):
        rng = random.Random(seed)
        spots = icosian.Places.from_matrix(
            [[rng.randint(1, 99) for _ in range(8)] for _ in range(8)]
        )
        part = statement(monkeypatch, spots, leave_out=3, prizes={3: 40, 5: 9})
        ring = np.array(rng.sample(range(8), 8))
        kept = selection_search.leave_out_in_order(part, ring, 3, ring == ring[0])
        ways = [[int(ring[0]), *some] for some in combinations(ring[1:].tolist(), 4)]
        costs = [part.measured(part.form.nodes_of(stops)) for stops in (kept, *ways)]
        assert len(kept) == 5
        assert costs[0] == min(cost for cost in costs if cost is not None)


def test_places_with_positions_alone_are_not_asked_whether_there_is_a_tour(monkeypatch):
    monkeypatch.setattr("icosian.tours.shortest.question.answer_or_race", None)
    spots = {k: (k * 37 % 101, k * 53 % 97) for k in range(40)}
    tour = icosian.shortest_tour(spots, start=0, positions={7: 20, 9: 30}, timeout=0.2)
    assert [tour.nodes[k] for k in (0, 19, 29)] == [0, 7, 9]
    assert tour.bound <= tour.length


TOGETHER = {"require": [(5, 6)], "forbid": [(5, 6), (9, 7)], "order": [(3, 5)]}


@pytest.mark.parametrize("asked", [{name: TOGETHER[name]} for name in TOGETHER], ids=TOGETHER)
@pytest.mark.parametrize("far", [1, 10**30])
def test_among_all_pairs_a_tour_in_an_order_is_found_without_a_solver(asked, far, monkeypatch):
    monkeypatch.setattr("icosian.tours.shortest.question.answer_or_race", None)
    spots = {k: (k * 37 % 101, k * 53 % 97 * far) for k in range(40)}
    places = Places(spots, "manhattan")
    tour = icosian.shortest_tour(places, start=0, positions={7: 20, 9: 30}, timeout=0.2, **asked)
    assert [tour.nodes[k] for k in (0, 19, 29)] == [0, 7, 9]
    steps = {frozenset(edge) for edge in tour.edges()}
    assert ({5, 6} in steps) is ("require" in asked) or "order" in asked
    assert "order" not in asked or tour.nodes.index(3) < tour.nodes.index(5)
    assert tour.bound <= tour.length


@pytest.mark.parametrize("asked", [{"positions": {1: 1}}, {"end": 1, "positions": {2: 4}}])
def test_two_places_with_the_same_position_have_no_tour(asked):
    with pytest.raises((icosian.NoHamiltonianPath, icosian.InvalidArgument)):
        icosian.shortest_tour([(0, 0), (1, 0), (0, 1), (1, 1)], start=0, closed=False, **asked)


# -- Sparse graphs of many nodes


@pytest.mark.parametrize("seed", range(4))
def test_a_sparse_graph_without_a_matrix_has_the_same_shortest_tours(seed, monkeypatch):
    def table(*_):
        raise AssertionError("a table of all pairs")

    rng = random.Random(seed)
    G = nx.random_regular_graph(4, 13, seed=seed)
    if seed % 2:
        G = nx.DiGraph(edge[:: rng.choice((1, -1))] for edge in (*G.edges, *G.edges))
    for _, _, data in G.edges(data=True):
        data["weight"] = rng.choice((1, 10**15)) * rng.randint(-5, 30)
    edges = rng.sample([*G.edges], 3)
    kinds = [{}, {"start": 3}, {"end": 2}, {"start": 0, "end": 5}]
    asked = [*product((None, *kinds), ({}, {"require": edges[:1]}, {"forbid": edges[1:]}))]
    for kind, more in rng.sample(asked, min(rounds(3), len(asked))):

        def answer(kind=kind, more=more):
            find = icosian.shortest_hamiltonian_cycle
            if kind is not None:
                find = icosian.shortest_hamiltonian_path
            try:
                found = find(G, **(kind or {}), **more)
            except (NoHamiltonianCycle, NoHamiltonianPath) as error:
                return type(error)
            return found.length, found.is_shortest

        dense = answer()
        with monkeypatch.context() as patch:
            patch.setattr(Lengths, "is_sparse", lambda *_: True)
            patch.setattr(Lengths, "table", table)
            assert answer() == dense
