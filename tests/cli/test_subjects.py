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
from icosian.cli.subjects import (
    SUBJECTS,
    Ask,
    NodeNames,
    moves_on,
    read_board,
    read_square,
    read_subjects,
)
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
    with pytest.raises(click.UsageError, match="more than one edge"):
        NodeNames(G).edge("a-b-c", "--require", G)
    with pytest.raises(click.UsageError, match="such as a-b-c, got 'x'"):
        NodeNames(G).edge("x", "--forbid", G)


def test_edges_that_a_file_fixes_are_required_as_well():
    G = nx.cycle_graph(5)
    G.graph["fixed_edges"] = [(0, 1)]
    assert conditions(G, ("2-3",), ("4-0",)) == {"require": [(0, 1), (2, 3)], "forbid": [(4, 0)]}


def test_a_question_holds_its_graph_and_its_edges():
    asked = question(Board((6, 6)), start="a1", require=("a1-b3",), forbid=("5,0-4,2",))
    assert [asked.end("start"), asked.end("end")] == [(5, 0), None]
    assert asked.edges("require") == [((5, 0), (3, 1))]
    assert asked.edges("forbid") == [((5, 0), (4, 2))]


def test_a_function_gets_those_of_the_options_that_it_has():
    def find(G, start=None, *, forbid=(), timeout=None, executor=None, progress=None):
        return start, forbid, timeout, executor, progress is None

    given = {"start": "1", "timeout": 3.0, "seed": 7, "threads": 2}
    found = question(nx.path_graph(4), **given, forbid=("0-1",))
    start, forbid, timeout, executor, is_quiet = found.call(find, found.G)
    assert (start, forbid, timeout, is_quiet) == (1, [(0, 1)], 3.0, False)
    assert executor._max_workers == 2
    assert found.call(find, found.G, start=2)[:2] == (2, [(0, 1)])
    with pytest.raises(click.UsageError, match="require= does not go with"):
        question(nx.path_graph(4), require=("0-1",)).call(find, None)


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


# boards and graphs of arguments


@pytest.mark.parametrize(
    ("value", "board"),
    [("8", Board((8, 8))), ("3x10", Board((3, 10))), ("3X4x5", Board((3, 4, 5)))],
)
def test_a_board_is_named_by_its_sides(value, board):
    assert read_board(value) == board


def test_a_board_may_be_drawn_in_a_file(tmp_path):
    path = tmp_path / "board.txt"
    path.write_text("..#\n...\n", "utf-8")
    assert read_board(str(path)) == Board((2, 3), holes=[(0, 2)])


@pytest.mark.parametrize(
    ("value", "reason"),
    [("nowhere", "neither a size"), ("ring.hcp", "names a graph"), ("0x3", "0")],
)
def test_what_is_no_board_is_refused_with_a_reason(value, reason):
    with pytest.raises(icosian.InvalidArgument, match=reason):
        read_board(value)


def test_a_graph_is_read_from_its_file_and_a_board_stays_a_board(tmp_path):
    path = tmp_path / "ring.hcp"
    icosian.write_hcp(nx.cycle_graph(5), path)
    (ring,), (board,) = read_subjects(str(path), {}), read_subjects("3x4", {})
    assert nx.is_isomorphic(ring.read(), nx.cycle_graph(5))
    assert board.read() == Board((3, 4))


def test_a_file_that_is_neither_is_told_how_graph_files_end(tmp_path):
    path = tmp_path / "ring.unknown"
    path.write_text("1 2 3", "utf-8")
    with pytest.raises(click.BadParameter) as refused:
        read_subjects(str(path), {})
    assert "a graph file ends in" in refused.value.message


# questions about tours


@pytest.mark.parametrize(
    ("piece", "edges"),
    [
        (None, icosian.knight_graph(4).edges),
        ("king", icosian.king_graph(4).edges),
        ((1, 3), icosian.leaper_graph(1, 3, 4).edges),
    ],
    ids=["by default a knight", "king", "leaper"],
)
def test_a_question_about_a_board_is_about_the_moves_of_its_piece(piece, edges):
    G = question(Board((4, 4)), piece=piece).G
    assert nx.utils.graphs_equal(nx.Graph(G.edges), nx.Graph(edges))
    assert nx.utils.graphs_equal(nx.Graph(moves_on(Board((4, 4)), piece).edges), nx.Graph(edges))


@together(
    ("graph", "start", "end", "ends"),
    [
        (Board((4, 4)), "a1", "0,3", [(3, 0), (0, 3)]),
        (Board((4, 4)), None, "(0, 3)", [None, (0, 3)]),
        (nx.path_graph(4), "0", "3", [0, 3]),
        (nx.relabel_nodes(nx.path_graph(3), str), "0", None, ["0", None]),
        (nx.path_graph(3), None, None, [None, None]),
    ],
    ids=["squares", "one square", "integers", "strings", "none"],
)
def test_the_ends_of_a_question_are_nodes(graph, start, end, ends):
    asked = question(graph, start=start, end=end)
    assert [asked.end("start"), asked.end("end")] == ends


def test_an_end_that_the_graph_lacks_is_refused_by_its_role():
    for role in ("start", "end"):
        with pytest.raises(NotANode, match=role):
            question(nx.path_graph(3), **{role: "9"}).end(role)


@together(
    ("graph", "given", "closed"),
    [
        (Board((4, 4)), {}, False),
        (nx.path_graph(3), {}, True),
        (nx.path_graph(3), {"start": "0"}, False),
        (nx.path_graph(3), {"end": "0"}, False),
        (Board((4, 4)), {"closed": True, "start": "a1"}, True),
        (nx.path_graph(3), {"closed": False}, False),
    ],
    ids=["board", "file", "a start", "an end", "closed anyway", "open anyway"],
)
def test_tours_are_closed_by_default_in_files_without_ends(graph, given, closed):
    assert question(graph, **{"closed": None, **given}).closed is closed


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
    command = SUBJECTS["PIECES"](click.Command("place"))
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
    icosian.write_hcp(nx.cycle_graph(5), path)
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
        ("solve -", "a graph from standard input needs its --format"),
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
