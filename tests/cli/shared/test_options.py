"""Options that commands share: what each value means, and what is refused."""

import io
import sys
from concurrent.futures import ThreadPoolExecutor

import click
import networkx as nx
import pytest
from hypothesis import given, strategies as st
from together import together

import icosian
from icosian import Board
from icosian.cli import main
from icosian.cli.shared.options import (
    BoardType,
    BytesType,
    GraphType,
    PictureType,
    PieceType,
    SavedType,
    Workers,
    closed_asked,
    fixed_edges,
    moves_on,
    named_node,
    named_square,
    placed_graph,
)
from icosian.cli.shared.question import TourQuestion


def converted(kind, value):
    return kind.convert(value, None, None)


# the types of arguments


@pytest.mark.parametrize(
    ("value", "board"),
    [("8", Board((8, 8))), ("3x10", Board((3, 10))), ("3X4x5", Board((3, 4, 5)))],
)
def test_a_board_is_named_by_its_sides(value, board):
    assert converted(BoardType(), value) == board


def test_a_board_may_be_drawn_in_a_file(tmp_path):
    path = tmp_path / "board.txt"
    path.write_text("..#\n...\n", "utf-8")
    assert converted(BoardType(), str(path)) == Board((2, 3), holes=[(0, 2)])


@pytest.mark.parametrize(
    ("value", "reason"),
    [("nowhere", "neither a size"), ("ring.hcp", "names a graph"), ("0x3", "0")],
)
def test_what_is_no_board_is_refused_with_a_reason(value, reason):
    with pytest.raises(click.BadParameter) as refused:
        converted(BoardType(), value)
    assert reason in refused.value.message


def test_a_graph_is_read_from_its_file_and_a_board_stays_a_board(tmp_path):
    path = tmp_path / "ring.hcp"
    icosian.write_hcp(nx.cycle_graph(5), path)
    assert nx.is_isomorphic(converted(GraphType(), str(path)), nx.cycle_graph(5))
    assert converted(GraphType(), "3x4") == Board((3, 4))


def test_a_file_that_is_neither_is_told_how_graph_files_end(tmp_path):
    path = tmp_path / "ring.unknown"
    path.write_text("1 2 3", "utf-8")
    with pytest.raises(click.BadParameter) as refused:
        converted(GraphType(), str(path))
    assert "a graph file ends in" in refused.value.message


@together("name", ["knight", "king", "queen", "rook", "bishop"])
def test_a_chess_piece_is_its_name(name):
    assert converted(PieceType(), name) == name


@given(st.integers(0, 10**18 - 1), st.integers(0, 10**18 - 1))
def test_a_leaper_is_its_two_steps(a, b):
    assert converted(PieceType(), f"{a},{b}") == (a, b)


@together("value", ["pawn", "Knight", "2,", "2,3,4", "-1,2", " 2,3", ""])
def test_what_is_no_piece_is_refused(value):
    with pytest.raises(click.BadParameter, match="neither knight"):
        converted(PieceType(), value)


@together(
    ("value", "number"),
    [
        ("7", 7),
        ("500M", 500 * 10**6),
        ("500mb", 500 * 10**6),
        ("2G", 2 * 10**9),
        ("1.5k", 1500),
        ("0", 0),
        ("12b", 12),
        (4096, 4096),
    ],
)
def test_bytes_have_the_units_of_disks(value, number):
    assert converted(BytesType(), value) == number


@together("value", ["", "M", "-1", "1e9", "2T", "5 M", "1.", ".5", "nan"])
def test_what_is_no_number_of_bytes_is_refused(value):
    with pytest.raises(click.BadParameter, match="such as 500M or 2G"):
        converted(BytesType(), value)


def test_a_picture_has_one_of_the_suffixes(tmp_path):
    path = tmp_path / "a.svg"
    assert converted(PictureType(), str(path)) == path
    assert converted(PictureType(".gif", noun="an animation"), str(path.with_suffix(".gif")))
    for kind, name in ((PictureType(), "a.doc"), (PictureType(".gif", noun="a film"), "a.svg")):
        with pytest.raises(click.BadParameter):
            converted(kind, str(tmp_path / name))


def test_what_is_saved_needs_a_folder_and_is_not_one(tmp_path):
    kind = SavedType("the table")
    assert converted(kind, str(tmp_path / "table.csv")) == tmp_path / "table.csv"
    with pytest.raises(click.BadParameter, match="folder of the table must exist"):
        converted(kind, str(tmp_path / "no" / "table.csv"))
    with pytest.raises(click.BadParameter, match="is a folder"):
        converted(kind, str(tmp_path))


# questions about tours


def question(graph, *, closed=False, start=None, end=None, piece=None):
    return TourQuestion(graph, closed, start, end, piece)


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


def test_a_piece_on_a_graph_file_is_a_wrong_use():
    G = nx.cycle_graph(4)
    assert question(G).G is G
    with pytest.raises(click.UsageError, match="--piece is for boards"):
        question(G, piece="king").G  # noqa: B018


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
    assert question(graph, start=start, end=end).ends == ends


def test_an_end_that_the_graph_lacks_is_refused_by_its_role():
    for role in ("start", "end"):
        with pytest.raises(icosian.NotANode, match=role):
            question(nx.path_graph(3), **{role: "9"}).ends  # noqa: B018


def test_a_question_requires_the_edges_that_the_file_fixes():
    G = nx.cycle_graph(4, nx.Graph)
    assert tuple(question(G).require) == tuple(fixed_edges(G)) == ()
    G.graph["fixed_edges"] = [(0, 1)]
    assert question(G).conditions == {"require": [(0, 1)], "forbid": []}


@together(
    ("graph", "given", "closed"),
    [
        (Board((4, 4)), {}, False),
        (nx.path_graph(3), {}, True),
        (None, {}, True),
        (nx.path_graph(3), {"start": "0"}, False),
        (nx.path_graph(3), {"end": "0"}, False),
        (Board((4, 4)), {"closed": True, "start": "a1"}, True),
        (nx.path_graph(3), {"closed": False}, False),
    ],
    ids=["board", "file", "files", "a start", "an end", "closed anyway", "open anyway"],
)
def test_tours_are_closed_by_default_in_files_without_ends(graph, given, closed):
    asked = {"closed": None, "start": None, "end": None, **given}
    assert closed_asked(graph, **asked) is closed


def test_a_closed_tour_with_an_end_is_a_wrong_use():
    with pytest.raises(click.UsageError, match="a closed tour has no end"):
        closed_asked(None, closed=True, start=None, end="3")


def test_a_node_is_a_number_if_the_graph_has_that_number():
    assert named_node(nx.path_graph(3), "2") == 2
    assert named_node(nx.path_graph(3), "7") == "7"
    assert named_node(nx.Graph([("7", "-1")]), "-1") == "-1"
    assert named_node(nx.Graph([(7, -1)]), "-1") == -1
    assert named_node(nx.path_graph(3), None) is None


def test_a_square_has_a_name_and_coordinates():
    board = Board((3, 4))
    for text in ("b3", "0,1", "(0, 1)", "( 0 , 1 )"):
        assert named_square(board, text) == (0, 1)
    assert named_square(board, None) is None
    for text in ("z9", "3,0"):
        with pytest.raises(icosian.InvalidArgument):
            named_square(board, text)


# placements


def test_what_is_placed_on_is_a_piece_and_a_board_or_a_file(tmp_path):
    G, noun = placed_graph(("king", "3x4"), torus=False)
    assert (noun, G.size()) == ("king", icosian.king_graph(3, 4).size())
    G, noun = placed_graph(("1,2", "5"), torus=True)
    assert (noun, G.size()) == ("piece", icosian.knight_graph(5, periodic=True).size())
    path = tmp_path / "ring.hcp"
    icosian.write_hcp(nx.cycle_graph(5), path)
    ring = converted(GraphType(), str(path))
    G, noun = placed_graph(ring, torus=False)
    assert (noun, len(G), G.size()) == ("node", 5, 5)
    with pytest.raises(click.UsageError, match="--torus is for boards"):
        placed_graph(ring, torus=True)
    for words in (("x",), ("king", "3", "4")):
        with pytest.raises(click.UsageError, match="give a piece and a board"):
            placed_graph(words, torus=False)


# workers


@pytest.mark.parametrize("kind", ["threads", "processes"])
def test_jobs_and_a_cluster_exclude_each_other(kind):
    with pytest.raises(click.UsageError, match="exclude each other"):
        Workers(**{kind: 2}, dask="tcp://x:1")


def test_jobs_are_threads_and_nothing_asked_is_nothing():
    with Workers(threads=3).executor() as executor:
        assert isinstance(executor, ThreadPoolExecutor)
        assert executor._max_workers == 3
    with pytest.raises(RuntimeError, match="shutdown"):
        executor.submit(int)
    with Workers().executor() as executor:
        assert executor is None
    assert not Workers()
    assert all((Workers(threads=1), Workers(processes=1), Workers(dask="x")))


def test_one_process_is_this_one_and_more_are_a_pool():
    with Workers(processes=1).executor() as executor:
        assert executor is None
    with Workers(processes=2).executor() as factory, factory() as pool:
        assert pool._max_workers == 2
        assert pool._mp_context.get_start_method() == "spawn"


def test_a_cluster_that_does_not_answer_is_a_wrong_use(monkeypatch):
    def client(address, **_):
        raise OSError(f"no way to {address}")

    monkeypatch.setattr("distributed.Client", client)
    address = "tcp://127.0.0.1:1"
    with pytest.raises(click.UsageError, match=f"no dask cluster at '{address}': no way"):
        Workers(dask=address).executor().__enter__()


def test_no_client_is_made_for_a_wrong_address(monkeypatch):
    monkeypatch.setattr("distributed.Client", lambda *_, **__: pytest.fail("it hangs at the end"))
    with pytest.raises(click.UsageError, match="no dask cluster at 'nowhere': missing port"):
        Workers(dask="nowhere").executor().__enter__()


def test_a_cluster_without_its_package_is_refused_with_the_command_that_helps(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["count", "4x4", "--dask", "tcp://x:1"]) == 2
    assert "pip install 'icosian[parallel]'" in capsys.readouterr().err


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
        placed_graph(words, torus=False)
