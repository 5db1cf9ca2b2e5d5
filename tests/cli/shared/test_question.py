"""The options --require, --forbid and --torus, as users of the commands see them."""

import json
from itertools import pairwise

import networkx as nx
import pytest

import icosian
from icosian.cli import main
from icosian.cli.shared.question import TourQuestion, conditions


def edges(tour, closed):
    nodes = list(map(tuple, tour))
    return set(map(frozenset, pairwise(nodes + nodes[:closed])))


MOVE, OTHER = frozenset({(5, 0), (3, 1)}), frozenset({(2, 2), (0, 3)})  # a1-b3 and c4-d6


@pytest.mark.parametrize(
    "words",
    [
        "tour 6x6 --closed",
        "tour 6x6 --start a1",
        "list 6x6 --closed --limit 1",
        "random 6x6 --closed --seed 1 --scrambled",
    ],
)
def test_tours_use_what_is_required_and_avoid_what_is_forbidden(words, capsys):
    assert main([*words.split(), "--require", "a1-b3", "--forbid", "c4-d6", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)["answer"]
    for tour in answer.get("tours") or [answer["tour"]]:
        used = edges(tour, answer["closed"])
        assert MOVE in used
        assert OTHER not in used


def test_counts_with_and_without_an_edge_make_up_all(capsys):
    numbers = []
    for options in ([], ["--require", "a5-b3"], ["--forbid", "a5-b3"]):
        assert main(["count", "5x5", *options, "--json"]) == 0
        numbers.append(json.loads(capsys.readouterr().out)["answer"]["count"])
    assert numbers[0] == 864  # OEIS A165134, halved: a tour and its reverse are one
    assert numbers[1] + numbers[2] == numbers[0]
    assert 0 < numbers[1] < numbers[0]


def test_edges_make_a_tour_impossible_with_a_proof(capsys):
    assert main(["prove", "6x6", "--closed", "--forbid", "a1-b3"]) == 0
    assert "a1" in capsys.readouterr().out


def test_the_names_of_nodes_may_hold_the_sign_between_them(tmp_path, capsys):
    path = str(tmp_path / "towns.graphml")
    towns = ["Bad-Ems", "Ulm", "Neu-Ulm", "Bad"]
    nx.write_graphml(nx.complete_graph(towns), path)
    assert main(["solve", path, "--require", "Bad-Ems-Neu-Ulm", "--json"]) == 0
    tour = json.loads(capsys.readouterr().out)["answer"]["tour"]
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


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("tour 6x6 --require a1", "takes two nodes with - between them, such as a6-b4, got 'a1'"),
        ("tour 6x6 --require a1-z9", "takes two nodes"),
        ("tour 6x6 --forbid a1-b2", "--forbid a1-b2: this is not a move on this board"),
        ("tour 6x6 --require a1-b3 --forbid b3-a1", "both required and forbidden"),
        ("solve {ring} --require 0-2", "--require 0-2: this is not an edge of the graph"),
        ("tour {ring} --torus", "--torus is for boards; a graph file has its own edges"),
        ("tour 6x6 --method quick", "method must be one of auto, warnsdorff"),
    ],
)
def test_bad_use_is_one_line(line, message, tmp_path, capsys):
    ring = tmp_path / "ring.g6"
    nx.write_graph6(nx.cycle_graph(5), ring)
    assert main(line.format(ring=ring).split()) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert message in err


def test_moves_wrap_around_on_a_torus(capsys):
    G = icosian.knight_graph(5, periodic=True)
    assert main(["tour", "5x5", "--closed", "--torus", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert icosian.is_hamiltonian_cycle(G, map(tuple, answer["answer"]["tour"]))
    assert answer["graph"]["edges"] == G.size()
    assert main(["cover", "3x3", "--torus", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["answer"]["number"] == 1
    assert main(["longest", "3x3", "--torus", "--cycle", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["answer"]["length"] == 9


def test_warnsdorff_alone_gets_stuck_with_the_path_so_far(tmp_path, capsys):
    assert main(["tour", "5x5", "--method", "warnsdorff"]) == 0
    capsys.readouterr()
    star = tmp_path / "star.g6"
    nx.write_graph6(nx.star_graph(3), star)
    code = main(["tour", str(star), "--open", "--method", "warnsdorff", "--json"])
    answer = json.loads(capsys.readouterr().out)
    assert code == {"impossible": 1, "undecided": 3}[answer["result"]]
