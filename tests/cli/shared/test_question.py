"""The options --require, --forbid and --torus, as users of the commands see them."""

import json
from itertools import pairwise

import networkx as nx
import pytest
from together import together

import icosian
from icosian.cli import main
from icosian.cli.shared.question import TourQuestion, conditions


def edges(tour, closed):
    nodes = list(map(tuple, tour))
    return set(map(frozenset, pairwise(nodes + nodes[:closed])))


MOVE, OTHER = frozenset({(5, 0), (3, 1)}), frozenset({(2, 2), (0, 3)})  # a1-b3 and c4-d6


@together(
    "words",
    [
        "tour 6x6 --closed",
        "tour 6x6 --start a1",
        "list 6x6 --closed --limit 1",
        "random 6x6 --closed --seed 1 --scrambled",
    ],
)
def test_tours_use_what_is_required_and_avoid_what_is_forbidden(words, document):
    answer = document([*words.split(), "--require", "a1-b3", "--forbid", "c4-d6"])["answer"]
    for tour in answer.get("tours") or [answer["tour"]]:
        used = edges(tour, answer["closed"])
        assert MOVE in used
        assert OTHER not in used


def test_counts_with_and_without_an_edge_make_up_all(document):
    numbers = [
        document(f"count 5x5 {options}")["answer"]["count"]
        for options in ("", "--require a5-b3", "--forbid a5-b3")
    ]
    assert numbers[0] == 864  # OEIS A165134, halved: a tour and its reverse are one
    assert numbers[1] + numbers[2] == numbers[0]
    assert 0 < numbers[1] < numbers[0]


def test_edges_make_a_tour_impossible_with_a_proof(run):
    assert "a1" in run("prove 6x6 --closed --forbid a1-b3").out


def test_the_names_of_nodes_may_hold_the_sign_between_them(tmp_path, document):
    path = str(tmp_path / "towns.graphml")
    towns = ["Bad-Ems", "Ulm", "Neu-Ulm", "Bad"]
    nx.write_graphml(nx.complete_graph(towns), path)
    tour = document(["solve", path, "--require", "Bad-Ems-Neu-Ulm"])["answer"]["tour"]
    assert frozenset(("Bad-Ems", "Neu-Ulm")) in set(map(frozenset, pairwise(tour + tour[:1])))


def test_a_name_of_two_edges_is_refused():
    G = nx.Graph([("a", "b-c"), ("a-b", "c")])
    with pytest.raises(Exception, match="more than one edge"):
        conditions(G, ("a-b-c",), ())
    with pytest.raises(Exception, match="such as a-b-c, got 'x'"):
        conditions(G, (), ("x",))


def test_edges_that_a_file_fixes_are_required_as_well():
    G = nx.cycle_graph(5)
    G.graph["fixed_edges"] = [(0, 1)]
    assert conditions(G, ("2-3",), ("4-0",)) == {"require": [(0, 1), (2, 3)], "forbid": [(4, 0)]}


def test_a_question_holds_its_graph_and_its_edges():
    board = icosian.Board((6, 6))
    given = {"closed": True, "start": "a1", "end": None, "piece": None}
    asked = TourQuestion(board, **given, require=("a1-b3",), forbid=("5,0-4,2",))
    assert asked.ends == [(5, 0), None]
    assert asked.conditions == {"require": [((5, 0), (3, 1))], "forbid": [((5, 0), (4, 2))]}


def test_moves_wrap_around_on_a_torus(document):
    G = icosian.knight_graph(5, periodic=True)
    answer = document("tour 5x5 --closed --torus")
    assert icosian.is_hamiltonian_cycle(G, map(tuple, answer["answer"]["tour"]))
    assert answer["graph"]["edges"] == G.size()
    assert document("cover 3x3 --torus")["answer"]["number"] == 1
    assert document("longest 3x3 --torus --cycle")["answer"]["length"] == 9


def test_warnsdorff_alone_gets_stuck_with_the_path_so_far(tmp_path, capsys, run):
    run("tour 5x5 --method warnsdorff")
    star = tmp_path / "star.g6"
    nx.write_graph6(nx.star_graph(3), star)
    code = main(["tour", str(star), "--open", "--method", "warnsdorff", "--json"])
    answer = json.loads(capsys.readouterr().out)
    assert code == {"impossible": 1, "undecided": 3}[answer["result"]]
