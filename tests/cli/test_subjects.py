"""What commands are about: boards, graphs and their nodes, edges and conditions."""

import io
import json
import sys
from itertools import pairwise

import click
import networkx as nx
import pytest
from together import together

import icosian
from icosian import Board
from icosian.cli import main
from icosian.cli.subjects import ARGUMENTS, Ask, NodeNames, read_board, read_square, read_subjects
from icosian.exceptions import NotANode

CONDITIONS = {"require": (), "forbid": ()}


def question(graph, **options):
    return Ask(options=CONDITIONS | options).about(graph)


def conditions(G, require, forbid):
    asked = question(G, require=require, forbid=forbid)
    return {name: asked.edges(name) for name in ("require", "forbid")}


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


def test_the_names_of_nodes_may_hold_the_sign_between_them(tmp_path, document):
    path = str(tmp_path / "towns.graphml")
    towns = ["Bad-Ems", "Ulm", "Neu-Ulm", "Bad"]
    nx.write_graphml(nx.complete_graph(towns), path)
    tour = document(["solve", path, "--require", "Bad-Ems-Neu-Ulm"])["answer"]["tour"]
    assert frozenset(("Bad-Ems", "Neu-Ulm")) in set(map(frozenset, pairwise(tour + tour[:1])))


def test_a_name_of_two_edges_is_refused():
    G = nx.Graph([("a", "b-c"), ("a-b", "c")])
    with pytest.raises(click.UsageError, match="more than one edge"):
        NodeNames(G).edge("a-b-c", "--require", G)
    with pytest.raises(click.UsageError, match="such as a-b-c, got 'x'"):
        NodeNames(G).edge("x", "--forbid", G)


def test_a_function_gets_those_of_the_options_that_it_has():
    def find(G, start=None, *, forbid=(), timeout=None, executor=None, progress=None):
        return start, forbid, timeout, executor, progress is None

    given = {"start": "1", "timeout": 3.0, "seed": 7, "threads": 2}
    found = question(nx.path_graph(4), **given, forbid=("0-1",))
    start, forbid, timeout, executor, is_quiet = found.call(find, found.G)
    assert (start, forbid, timeout, is_quiet) == (1, [(0, 1)], timeout, False)
    assert 2 < timeout <= 3
    assert executor._max_workers == 2
    assert found.call(find, found.G, start=2)[:2] == (2, [(0, 1)])
    with pytest.raises(click.UsageError, match="--require is no condition of"):
        question(nx.path_graph(4), require=("0-1",)).call(find, None)


def test_warnsdorff_alone_gets_stuck_with_the_path_so_far(tmp_path, capsys, run):
    run("tour 5x5 --method warnsdorff")
    star = tmp_path / "star.g6"
    nx.write_graph6(nx.star_graph(3), star)
    code = main(["tour", str(star), "--open", "--method", "warnsdorff", "--json"])
    answer = json.loads(capsys.readouterr().out)
    assert code == {"impossible": 1, "undecided": 3}[answer["result"]]


# boards and graphs of arguments


@pytest.mark.parametrize(
    ("value", "reason"),
    [("nowhere", "neither a size"), ("ring.hcp", "names a graph"), ("0x3", "0")],
)
def test_what_is_no_board_is_refused_with_a_reason(value, reason):
    with pytest.raises(icosian.InvalidArgument, match=reason):
        read_board(value)


def test_a_file_that_is_neither_is_told_how_graph_files_end(tmp_path):
    path = tmp_path / "ring.unknown"
    path.write_text("1 2 3", "utf-8")
    with pytest.raises(click.BadParameter) as refused:
        read_subjects(str(path), {})
    assert "a graph file ends in" in refused.value.message


# questions about tours


def test_an_end_that_the_graph_lacks_is_refused_by_its_role():
    for role in ("start", "end"):
        with pytest.raises(NotANode, match=role):
            question(nx.path_graph(3), **{role: "9"}).end(role)


def test_a_node_is_named_by_its_number_text_coordinates_or_label():
    assert NodeNames(nx.path_graph(3)).node("2") == 2
    assert NodeNames(nx.Graph([("7", "-1")])).node("-1") == "-1"
    assert NodeNames(nx.Graph([(7, -1)])).node("-1") == -1
    assert NodeNames(nx.Graph([(0.5, (1.0, 2.5))])).node("0.5") == 0.5
    for text in ("1,2.5", "(1, 2.5)", " 1.0 , 2.5 "):
        assert NodeNames(nx.Graph([(0.5, (1.0, 2.5))])).node(text) == (1.0, 2.5)
    G = nx.path_graph(3)
    G.add_node("2", label="Bath")
    assert NodeNames(G).node("Bath") == "2"
    for text, error in (("2", click.UsageError), ("7", NotANode)):
        with pytest.raises(error):
            NodeNames(G).node(text)


def test_a_square_has_a_name_and_coordinates():
    board = Board((3, 4))
    for text in ("b3", "0,1", "(0, 1)", "( 0 , 1 )"):
        assert read_square(board, text) == (0, 1)
    for text in ("z9", "3,0"):
        with pytest.raises(icosian.InvalidArgument):
            read_square(board, text)


# placements


def placed(*words):
    """Return the options and the subject of ``icosian place``."""
    command = ARGUMENTS["PIECES"](click.Command("place"))
    context = click.Context(command)
    context.params |= {"format": None, "which": None}
    (found,) = command.params[0].process_value(context, words)
    return context.params.get("piece"), found


def test_what_is_placed_on_is_a_piece_and_a_board_or_a_file(tmp_path):
    piece, board = placed("king", "3x4")
    assert (piece, board.read()) == ("king", Board((3, 4)))
    piece, board = placed("1,2", "5")
    assert (piece, board.read()) == ((1, 2), Board((5, 5)))
    path = tmp_path / "ring.hcp"
    icosian.files.write_tsplib(nx.cycle_graph(5), path)
    piece, ring = placed(str(path))
    assert (piece, len(ring.read())) == (None, 5)


@pytest.mark.parametrize(
    ("line", "content", "words"),
    [
        ("solve - --format edges", b"A B\nB C\nC A\n", "closed tour of 3 nodes from "),
        ("tour - --format g6", b"C~\n", " - "),
        ("count - --format edgelist", b"1 2 {}\n2 3 {}\n3 1 {}\n", "1 closed tour"),
        ("tour - --piece king", b"..\n.#\n", "#"),
        ("place - --format net", b"*Vertices 2\n*Edges\n1 2\n", "1 node\n"),
        ("solve - --format g6", b"C~\nIheA@GUAo\n", "-:2 "),
    ],
)
def test_a_graph_comes_from_standard_input(line, content, words, monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
    assert main(line.split()) in {0, 1}
    assert words in capsys.readouterr().out


def test_the_format_of_a_file_can_be_given(tmp_path, capsys):
    path = tmp_path / "roads.txt"
    path.write_text("A B\nB C\nC A\n", "utf-8")
    assert main(["tour", str(path), "--format", "edges"]) == 0
    assert set(capsys.readouterr().out.split()) >= {"A", "B", "C"}
    assert main(["tour", str(path)]) == 2
    assert "or give its --format" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("solve -", "standard input needs --format"),
        ("solve - --format xyz", "'xyz' is not one of"),
        ("solve - --format edges", "standard input, line 1: an edge is two nodes"),
        ("check - -", "standard input holds one of PROOF and GRAPH, not both"),
    ],
)
def test_standard_input_is_refused_in_one_line(line, message, monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"A\n")))
    assert main(line.split()) == 2
    err = capsys.readouterr().err
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [(("king",), "king needs a board"), (("5x5", "king"), "the piece comes first")],
)
def test_a_piece_without_its_board_is_told_what_is_missing(words, message):
    with pytest.raises(click.UsageError, match=message):
        placed(*words)
