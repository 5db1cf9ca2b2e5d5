"""Tour files: a tour of the graph is read as it was written."""

import pathlib

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from together import examples, together

import icosian
from icosian.exceptions import InvalidArgument, InvalidTour
from icosian.files.tours import read_tour, write_tour
from icosian.tours import Tour

RING = b"NAME : ring\nTYPE : TOUR\nDIMENSION : 4\nTOUR_SECTION\n1 2\n3 4\n-1\nEOF\n"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "graph.tour"


def ring():
    return nx.cycle_graph("abcd")


@given(
    st.permutations(range(6)),
    st.permutations(range(6)),
    st.booleans(),
    st.sampled_from([nx.Graph, nx.DiGraph]),
    st.sampled_from(["", ".gz"]),
)
@examples(10)
def test_every_tour_comes_back(tmp_path_factory, nodes, order, closed, kind, packed):
    G = kind()
    G.add_nodes_from(f"node {k}" for k in nodes)
    tour = Tour([f"node {k}" for k in order], is_closed=closed, G=G)
    G.add_edges_from(tour.edges())
    path = tmp_path_factory.mktemp("tour") / f"graph.tour{packed}"
    write_tour(tour, path)
    assert read_tour(path, G) == tour
    assert path.read_bytes().startswith(b"\x1f\x8b" if packed else b"NAME : graph\n")


def test_a_tour_without_a_graph_is_numbered_by_its_board_or_a_given_graph(path):
    tour = icosian.knights_tour(6)
    write_tour(tour, path)
    assert read_tour(path, icosian.knight_graph(6)) == tour
    bare = Tour("abcd", is_closed=True)
    with pytest.raises(InvalidArgument, match="the tour has no graph"):
        write_tour(bare, path)
    write_tour(bare, path, G=nx.cycle_graph("dcba"))
    assert b"\n4\n3\n2\n1\n-1\n" in path.read_bytes()


def test_a_tour_of_places_is_numbered_by_their_order(path):
    tour = icosian.shortest_tour({"c": (0, 0), "a": (3, 0), "d": (3, 4), "b": (0, 4)}, start="a")
    write_tour(tour, path)
    assert read_tour(path, nx.complete_graph("cadb")).nodes == tour.nodes
    assert path.read_bytes().split()[-6:-2] == [b"%d" % (1 + "cadb".index(v)) for v in tour]
    tour.places = icosian.Places([(0, 0)])
    with pytest.raises(InvalidTour, match="'a' is not"):
        write_tour(tour, path)


def test_an_invalid_tour_is_not_written(path):
    with pytest.raises(InvalidTour, match="no edge leads from 'b' to 'd'"):
        write_tour(Tour("abdc", is_closed=True, G=ring()), path)
    with pytest.raises(InvalidTour, match="every square of its board once"):
        write_tour(Tour([(0, 0)], is_closed=False, board=icosian.Board((1, 2))), path)
    assert not path.exists()


@together(
    ("old", "new"),
    [
        (b"DIMENSION : 4\n", b""),
        (b"TYPE : TOUR\n", b""),
        (b"TYPE : TOUR", b"type: tour"),
        (b"NAME", b"COMMENT : found by someone\nCOMMENT : Length = 4\nNAME"),
        (b"TOUR_SECTION", b"tour_section :"),
        (b"1 2\n3 4\n-1\n", b"1\n\n2 3\t4 -1\n"),
        (b"1 2", b"01 2"),
        (b"-1\nEOF\n", b"-1"),
        (b"-1\nEOF\n", b"EOF"),
        (b"-1\nEOF\n", b"-1 -1 EOF"),
        (b"-1\nEOF\n", b"-1\n-1\nEOF\n"),
        (b"-1\nEOF\n", b"-1 EOF\n"),
        (b"NAME", b"COMMENT : K\xf6ln\nNAME"),
        (b"-1\nEOF\n", b"-1\n\n\neof\n\n"),
        (b"\n", b"\r\n"),
    ],
)
def test_spelling_does_not_matter(old, new, path):
    content = RING.replace(old, new)
    assert content != RING
    path.write_bytes(content)
    tour = read_tour(path, ring())
    assert (list(tour), tour.is_closed) == (list("abcd"), True)


def test_a_comment_marks_an_open_tour(path):
    G = nx.path_graph("abcd")
    path.write_bytes(RING)
    with pytest.raises(InvalidTour, match=r"graph\.tour: no edge leads from 'd' to 'a'"):
        read_tour(path, G)
    path.write_bytes(b"COMMENT : first\nCOMMENT:  Open Tour \n" + RING)
    assert not read_tour(path, G).is_closed


@together(
    ("old", "new", "line", "reason"),
    [
        (b"TYPE : TOUR", b"TYPE : HCP", 2, "TYPE must be TOUR, got 'HCP'"),
        (b"DIMENSION : 4", b"DIMENSION : many", 3, "DIMENSION is a number from 1 to 10,000,000"),
        (b"TOUR_SECTION\n", b"", 4, "expected 'KEYWORD : value' or TOUR_SECTION, got '1 2'"),
        (b"3 4", b"3 x", 6, "a node is a number from 1 to 10,000,000, got 'x'"),
        (b"3 4", b"3 -4", 6, "got '-4'"),
        (b"3 4", b"3 0", 6, "got '0'"),
        (b"3 4", b"3 \xff", 6, "a node is a number from 1 to 10,000,000, got 'ÿ'"),
        (b"-1\nEOF\n", b"", 6, "the -1 or EOF that ends the tour: is it cut short"),
        (b"-1\n", b"-1\n4 3 2 1 -1\n", 8, "nothing follows the end of the tour, got '4 3 2 1'"),
        (b"-1\n", b"-1 1\n", 7, "nothing follows the end of the tour, got '1'"),
        (RING, b"NAME : a\n", 1, "TOUR_SECTION is missing"),
    ],
)
def test_a_malformed_file_is_refused_with_line_and_reason(old, new, line, reason, path):
    content = RING.replace(old, new)
    assert content != RING
    path.write_bytes(content)
    with pytest.raises(InvalidArgument, match=rf"graph\.tour, line {line}: .*{reason}"):
        read_tour(path, ring())


@together(
    ("old", "new", "line", "reason"),
    [
        (b"DIMENSION : 4", b"DIMENSION : 5", 4, "the tour has 5 nodes, there are 4"),
        (b"3 4", b"3 2", 6, "node 2 is visited twice"),
        (b"3 4", b"3", 7, "node 4 is missing: 3 of 4 are visited"),
        (b"3 4", b"3 4 5", 6, "node 5 is not one of the 4 nodes"),
    ],
)
def test_an_invalid_tour_is_refused_with_line_and_reason(old, new, line, reason, path):
    path.write_bytes(RING.replace(old, new))
    with pytest.raises(InvalidTour, match=rf"graph\.tour, line {line}: {reason}"):
        read_tour(path, ring())


def test_a_tour_without_an_edge_of_the_graph_is_refused(path):
    path.write_bytes(RING.replace(b"3 4", b"4 3"))
    with pytest.raises(InvalidTour, match=r"graph\.tour: no edge leads from 'b' to 'd'"):
        read_tour(path, ring())


def test_a_file_that_was_cut_short_is_not_a_tour(path):
    end = RING.index(b"-1\nEOF") + 2
    for size in range(end):
        path.write_bytes(RING[:size])
        with pytest.raises((InvalidArgument, InvalidTour)):
            read_tour(path, ring())
    path.write_bytes(RING[:end])
    assert len(read_tour(path, ring())) == 4


def test_a_failing_write_leaves_only_the_old_file(path, monkeypatch):
    path.write_bytes(b"old")

    def fail(*_):
        raise OSError("disk full")

    monkeypatch.setattr(pathlib.Path, "write_bytes", fail)
    with pytest.raises(OSError, match="disk full"):
        write_tour(Tour("abcd", is_closed=True, G=ring()), path)
    monkeypatch.undo()
    assert path.read_bytes() == b"old"
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("other", [None, [], 10**400, "abcd", object()], ids=type)
def test_only_tours_of_graphs_are_read_and_written(other, path):
    with pytest.raises(InvalidArgument, match="tour must be a Tour, got "):
        write_tour(other, path)
    assert not path.exists()
    path.write_bytes(RING)
    with pytest.raises(InvalidArgument, match="G must be a networkx graph, got "):
        read_tour(path, other)
    if other is not None:
        with pytest.raises(InvalidArgument, match="G must be a networkx graph, got "):
            write_tour(Tour("abcd", is_closed=True), path, G=other)


def test_a_tour_of_places_needs_no_graph(path):
    places = icosian.Places({"a": (0, 0), "b": (1, 0), "c": (1, 1), "d": (0, 1)})
    path.write_bytes(RING.replace(b"2\n3", b"3\n2"))
    tour = read_tour(path, places)
    assert list(tour) == list("acbd")
    write_tour(tour, path, G=places)
    assert read_tour(path, places) == tour
    with pytest.raises(InvalidTour, match="4 nodes, there are 1"):
        read_tour(path, icosian.Places([(0, 0)]))
