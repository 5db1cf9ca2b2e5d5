"""Walks that leave out stops, or visit them in an order."""

import json
from dataclasses import replace
from fractions import Fraction
from itertools import chain, combinations, pairwise, permutations
from random import Random

import networkx as nx
import pytest
from mutations import holds, mutants, read
from together import rounds, together
from true_certificates import named, refused

import icosian
from icosian import InvalidArgument, NotANode, NoWalk, Proof, traveling_salesman
from icosian.proofs import LowerBound, Unreachable, WalkBound

KINDS = ("order", "groups", "prizes", "both", "leave_out")
ROADS = icosian.route_map([("X", "A", 2), ("X", "B", 3), ("X", "C", 4), ("A", "B", 9)])


def random_question(seed):
    """Return a map, the stops that are named first, and what else is asked."""
    random = Random(seed)
    n, kind = random.randint(2, 7), random.choice(KINDS)
    G = random.choice((nx.Graph, nx.DiGraph))()
    G.add_nodes_from(range(n))
    share = random.choice((0.3, 0.5, 0.9))
    for u, v in permutations(range(n), 2):
        if (u < v or G.is_directed()) and random.random() < share:
            G.add_edge(u, v, weight=random.choice((0, 1, 2, 7, 20, Fraction(1, 3))))
    stops = random.sample(range(n), random.randint(1, min(n, 4)))
    question = {"cycle": random.random() < 0.5}
    if random.random() < 0.4 or (kind == "order" and question["cycle"]):
        question["start"] = stops[0]
    if not question["cycle"] and len(stops) > 1 and random.random() < 0.3:
        question["end"] = stops[-1]
    if kind == "order":
        question["order"] = [random.sample(stops, random.randint(1, min(len(stops), 3)))]
    if kind in ("groups", "both"):
        question["groups"] = [random.sample(range(n), random.randint(1, min(n, 2)))]
    if kind in ("prizes", "both"):
        some = random.sample(range(n), random.randint(1, 2))
        question["prizes"] = {v: random.choice((0, 3, 9, Fraction(5, 4))) for v in some}
    if kind == "leave_out":
        question["leave_out"] = random.randint(1, 2)
    return G, stops, question


def least_cost(
    G, stops, *, cycle, start=None, end=None, groups=(), prizes=None, leave_out=0, order=()
):
    """Return if the stops can be in the order, and the least cost of a walk, None without any."""
    far, prizes = dict(nx.all_pairs_dijkstra_path_length(G)), prizes or {}
    every = {*stops, *prizes, *chain(*groups)} | {start, end} - {None}
    free, is_possible, costs = {*prizes}.union(*groups), False, []
    for visited in chain(*(combinations(sorted(every), k + 1) for k in range(len(every)))):
        missed = every - {*visited}
        if {start, end} & missed or not all({*group} - missed for group in groups):
            continue
        if len(missed - free) > leave_out:
            continue
        for way in permutations(visited):
            rank = {v: k for k, v in enumerate(way)}
            if start not in (None, way[0]) or end not in (None, way[-1]):
                continue
            if all(rank[u] < rank[v] for one in order for u, v in pairwise(one)):
                is_possible = True
                steps = list(pairwise((*way, way[0]) if cycle else way))
                if all(v in far[u] for u, v in steps):
                    lost = sum(prizes.get(v, 0) for v in missed)
                    costs.append(sum(far[u][v] for u, v in steps) + lost)
    return is_possible, min(costs, default=None)


def check_answer(seed):
    """Compare an answer with all walks; return what it is, and the map."""
    G, stops, question = random_question(seed)
    is_possible, least = least_cost(G, stops, **question)
    try:
        walk = traveling_salesman(G, stops, **question)
    except InvalidArgument as error:
        assert not is_possible, seed
        assert "the order contradicts itself" in str(error)
        return None, G
    except NoWalk as error:
        assert (is_possible, least) == (True, None), seed
        error.proof.check(G)
        assert Proof.from_json(error.proof.to_json()) == error.proof
        return error.proof, G
    assert walk.cost == walk.bound == least, seed
    assert walk.is_shortest
    steps = list(pairwise(walk.nodes))
    assert walk.length == sum(G.edges[step]["weight"] for step in steps)
    prizes = question.get("prizes", {})
    assert walk.lost == sum(prizes.get(v, 0) for v in walk.skipped)
    assert {*walk.skipped}.isdisjoint(walk.nodes)
    for one in question.get("order", ()):
        ranks = list(map(walk.stops.index, one))
        assert ranks == sorted(ranks)
    return walk, G


@pytest.mark.slow
def test_no_walk_costs_less_and_the_certificate_proves_it():
    kinds = set()
    for seed in range(rounds(60)):
        found, G = check_answer(seed)
        if found is None or isinstance(found, Proof):
            kinds.add(type(found))
            continue
        if (proof := found.proof) is not None:
            proof.check(G)
            assert Proof.from_json(proof.to_json()) == proof
            inner = replace(proof.inner, bound=proof.bound + Fraction(1, 12))  # less than a unit
            refused(replace(proof, inner=inner), G, "room for a shorter|cost less than the bound")
    assert Unreachable in kinds


def is_true(proof, G):
    """Return True if no walk costs less than a bound says."""
    start = proof.chains[0][0] if proof.closed and proof.chains else proof.start
    asked = {"cycle": proof.closed, "start": start, "end": proof.end, "leave_out": proof.leave_out}
    asked |= {"groups": proof.groups, "prizes": dict(proof.prizes), "order": proof.chains}
    _, least = least_cost(G, proof.stops, **asked)
    return least is None or least >= proof.bound


@pytest.mark.slow
def test_whatever_is_changed_a_bound_that_holds_is_true():
    held = 0
    for seed in range(rounds(20)):
        found, G = check_answer(seed)
        proof = found if isinstance(found, WalkBound) else getattr(found, "proof", None)
        if proof is None:
            continue
        assert is_true(proof, G)
        payload = json.loads(proof.to_json())
        changed = [mutant for mutant in mutants(payload) if mutant != payload]
        for mutant in Random(seed).sample(changed, min(60, len(changed))):
            wrong = read(mutant)
            if isinstance(wrong, WalkBound) and holds(wrong, G, **named(wrong)):
                held += 1
                if wrong.weight == "weight":
                    assert is_true(wrong, G), mutant
    assert held


def test_stops_are_those_that_the_conditions_name():
    walk = traveling_salesman(ROADS, groups=[[*"AB"], [*"C"]])
    assert (walk.length, walk.skipped) == (12, ("B",))
    assert walk.explain() == "Length 12, 1 stop left out, proved to be the shortest."
    assert walk.proof.claim == (
        "No closed walk among the 3 stops 'A', 'B', 'C' that visits one place or more of each of 2"
        " groups is shorter than 12"
    )
    assert traveling_salesman(ROADS, leave_out=1).length == 10
    walk = traveling_salesman(ROADS, ["A"], prizes={"B": 5, "C": 19})
    assert (walk.length, walk.lost, walk.cost) == (12, 5, 17)
    assert "Length 12 and 5 for 1 stop left out: 17 in all" in walk.explain()
    assert "may leave out 2 places for their prizes costs less than 17" in walk.proof.claim


def test_a_walk_may_pass_a_stop_before_its_turn():
    road = nx.path_graph(4)
    walk = traveling_salesman(road, start=0, cycle=False, order=[(3, 1, 2)])
    assert walk.nodes == (0, 1, 2, 3, 2, 1, 2)
    assert walk.stops == (0, 3, 1, 2)
    assert walk.proof.claim == (
        "There is no walk from 0 through the 4 stops 0, 1, 2, 3 shorter than 6 (each edge"
        " counts 1) that visits 3 before 1 before 2"
    )


def test_a_chain_of_one_node_is_a_stop_and_says_nothing_of_an_order():
    road = nx.path_graph(6)
    walk = traveling_salesman(road, [0, 1], start=0, cycle=False, order=[[5]])
    assert set(walk.stops) == {0, 1, 5}
    walk.proof.check(road)
    assert traveling_salesman(road, order=[[5], [2]]).length == 6
    for seed in range(rounds(20)):
        G = nx.connected_watts_strogatz_graph(8, 4, 0.5, seed=seed)
        *stops, v = Random(seed).choices(range(8), k=4)
        question = {"start": stops[0], "cycle": seed % 2 == 0}
        walk = traveling_salesman(G, stops, order=[[v]], **question)
        assert walk == traveling_salesman(G, [*stops, v], **question)
    with pytest.raises(NotANode, match="stop 'Z'"):
        traveling_salesman(ROADS, order=[["Z"]])


def test_where_one_stop_is_enough_the_walk_stays():
    walk = traveling_salesman(ROADS, groups=[[*"AB"]])
    assert (len(walk), walk.length, walk.is_shortest) == (1, 0, True)
    walk.proof.check(ROADS)


def test_a_stop_that_cannot_be_reached_is_left_out():
    G = nx.Graph([(0, 1), (2, 3)])
    assert traveling_salesman(G, [0], groups=[(1, 2)]).stops == (0, 1)
    with pytest.raises(NoWalk) as caught:
        traveling_salesman(G, groups=[(0, 1), (2, 3)])
    assert isinstance(caught.value.proof, WalkBound)
    caught.value.proof.check(G)
    with pytest.raises(NoWalk) as caught:
        traveling_salesman(G, [0, 3], groups=[(0, 1)])
    assert caught.value.proof.stops == (3,) or isinstance(caught.value.proof, WalkBound)


def test_squares_of_boards_are_named():
    board = icosian.knight_graph(8)
    walk = board.traveling_salesman(start="a1", order=[("h8", "a8")], prizes=None)
    assert walk.stops == (board.board.square("a1"), *map(board.board.square, ("h8", "a8")))
    assert "a1 before h8 before a8" in walk.proof.claim


@together(
    ("wrong", "error", "why"),
    [
        ({"groups": [[]]}, InvalidArgument, "a group holds at least one place"),
        ({"groups": [[*"AZ"]]}, NotANode, "stop 'Z' is not a node of the graph"),
        ({"prizes": {"A": -1}}, InvalidArgument, "prizes are finite numbers of at least 0"),
        ({"prizes": {"Z": 1}}, NotANode, "stop 'Z' is not a node of the graph"),
        ({"leave_out": -1}, InvalidArgument, "leave_out is a number of places"),
        ({"order": [[*"AB"]]}, InvalidArgument, "a closed tour with an order needs a start"),
        ({"order": [[*"AZ"]], "start": "A"}, NotANode, "stop 'Z' is not a node of the graph"),
        (
            {"order": [[*"AB"], [*"BA"]], "cycle": False},
            InvalidArgument,
            "the order contradicts itself",
        ),
    ],
)
def test_what_is_wrong_is_named(wrong, error, why):
    with pytest.raises(error, match=why):
        traveling_salesman(ROADS, **wrong)


def test_more_stops_than_a_linear_program_takes_are_refused():
    with pytest.raises(InvalidArgument, match="of at most 3000 places some may be left out"):
        traveling_salesman(nx.path_graph(3001), leave_out=1)


def test_a_proof_says_the_same_of_stops_and_of_their_numbers():
    proof = traveling_salesman(ROADS, ["C"], start="A", groups=[[*"AB"]], prizes={"X": 1}).proof
    proof.check(ROADS)
    for change in (
        {"groups": (("B",),)},
        {"groups": (("A", "Z"), ("A",))},
        {"prizes": (("X", 2),)},
        {"prizes": (("B", 1),)},
        {"leave_out": 1},
        {"chains": (("A", "B"),)},
    ):
        refused(replace(proof, **change), ROADS, "the inner proof makes another claim")
    ordered = traveling_salesman(ROADS, start="A", order=[[*"CB"]]).proof
    refused(replace(ordered, chains=(("A", "B", "C"),)), ROADS, "another claim")
    inner = replace(ordered.inner, chains=())
    assert isinstance(inner, LowerBound)
    assert not holds(replace(ordered, inner=inner, chains=()), ROADS) or ordered.bound <= 18
