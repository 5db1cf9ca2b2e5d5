"""Graph files by their suffix: what is read is the graph that was written."""

import gzip

import networkx as nx
import numpy as np
import pytest
from hypothesis import assume, given, settings, strategies as st
from together import together

from icosian.exceptions import InvalidArgument
from icosian.files.graphs import (
    GRAPH_SUFFIXES,
    graph_sources,
    is_graph_file,
    read_graph,
    read_graphs,
    read_hcp,
    write_hcp,
)
from tests.files.samples import DATA, EDGES, WRITERS, numbered, same, written


@pytest.fixture
def path(tmp_path):
    return tmp_path / "graph.hcp"


def test_the_petersen_graph_is_read_with_its_name_and_comment():
    G = read_hcp(DATA / "petersen.hcp")
    assert nx.is_isomorphic(G, nx.petersen_graph())
    assert list(G) == list(range(1, 11))
    assert G.graph["name"] == G.name == "petersen"
    assert "no Hamiltonian cycle" in G.graph["comment"]


@together("suffix", GRAPH_SUFFIXES)
def test_a_file_that_cannot_be_opened_is_an_os_error(suffix, tmp_path):
    with pytest.raises(FileNotFoundError):
        read_graph(tmp_path / f"nowhere{suffix}")
    tmp_path.joinpath(f"folder{suffix}").mkdir()
    with pytest.raises(IsADirectoryError):
        read_graph(tmp_path / f"folder{suffix}")


@together("name", ["graph.txt", "graph", "hcp", ".hcp", "graph.gz", "graph.hcp.bz2"])
def test_another_suffix_is_refused_with_those_that_are_known(name, tmp_path):
    assert not is_graph_file(name)
    with pytest.raises(InvalidArgument, match=r"\.col, .*, \.json, .*\.s6.*got '.*'"):
        read_graph(tmp_path / name)


WHOLE = sorted(set(GRAPH_SUFFIXES) - {".atsp", ".edgelist", ".edges", ".tsp"})
"""The formats that hold any graph, also with nodes that no edge joins."""


@given(EDGES, st.sampled_from(WHOLE), st.sampled_from(["", ".gz"]), st.booleans())
def test_every_format_gives_back_the_graph(tmp_path_factory, given, suffix, packed, loud):
    n, edges = given
    G = numbered(n, [(u, v) for u, v in edges if u != v])
    assume(G.edges or suffix != ".geojson")  # these are places
    name = f"graph{suffix.upper() if loud else suffix}{packed}"
    H = read_graph(written(tmp_path_factory.mktemp("any") / name, WRITERS[suffix](G)))
    first = 0 if suffix in {".d6", ".g6", ".s6"} else 1
    numbers = [v[0] if isinstance(v, tuple) else int(v) for v in H]
    assert numbers == list(range(first, n + first))
    label = dict(zip(G, H, strict=True))
    assert nx.utils.edges_equal(nx.relabel_nodes(G, label).edges, H.edges)


@given(
    st.sampled_from(GRAPH_SUFFIXES),
    st.lists(st.tuples(st.integers(0, 10_000), st.integers(0, 3), st.binary(max_size=6))),
)
def test_damage_anywhere_gives_a_graph_or_an_invalid_argument(tmp_path_factory, suffix, damage):
    content = WRITERS[suffix](numbered(4, [(1, 2), (2, 3), (3, 4), (4, 1)]))
    for spot, length, new in damage:
        place = spot % (len(content) + 1)
        content = content[:place] + new + content[place + length :]
    path = written(tmp_path_factory.mktemp("damaged") / f"graph{suffix}", content)
    try:
        assert isinstance(read_graph(path), nx.Graph)
    except InvalidArgument as error:
        assert str(path) in str(error)


@given(EDGES, st.sampled_from(["", ".gz"]), st.text(max_size=9), st.text(max_size=9))
@settings(max_examples=10, deadline=None)
def test_a_written_problem_is_read_as_the_same_graph(tmp_path_factory, given, packed, name, note):
    G = numbered(*given)
    G.graph |= {"name": name, "comment": note}
    if G.size():
        G.graph["fixed_edges"] = list(G.edges)[:2]
    path = tmp_path_factory.mktemp("written") / f"graph.hcp{packed}"
    write_hcp(G, path)
    H = read_hcp(path)
    assert same(G, H)
    assert H.graph.get("fixed_edges") == G.graph.get("fixed_edges")
    lines = [line.strip() for line in note.splitlines()]
    assert H.graph.get("comment", "").split("\n") == (lines or [""])
    assert H.name == "".join(name.splitlines()[:1]).strip()


@pytest.mark.parametrize("kind", [nx.Graph, nx.MultiGraph])
def test_labels_are_written_as_numbers_in_the_order_of_the_graph(kind, path):
    G = kind([("b", "a"), ("a", (1, 2)), ("a", "b"), ("a", "a")])
    write_hcp(G, path)
    assert same(read_hcp(path), numbered(3, [(1, 2), (2, 3), (2, 2)]))


def test_what_the_format_cannot_hold_is_not_written(path):
    with pytest.raises(nx.NetworkXNotImplemented, match="undirected"):
        write_hcp(nx.DiGraph([(1, 2)]), path)
    with pytest.raises(nx.NetworkXPointlessConcept, match="at least one node"):
        write_hcp(nx.Graph(), path)
    assert not path.exists()


def test_a_packed_file_is_the_same_for_the_same_graph(tmp_path):
    paths = [tmp_path / "a.hcp.gz", tmp_path / "b.hcp.gz"]
    for path in paths:
        write_hcp(nx.petersen_graph(), path)
    first, second = (path.read_bytes() for path in paths)
    assert first == second
    assert gzip.decompress(first).startswith(b"NAME : Petersen Graph\n")


@pytest.mark.parametrize("packed", ["", ".gz"])
def test_all_graphs_of_a_file_are_read_in_order(packed, tmp_path):
    content = b"C~\n\nIheA@GUAo\n:Cca\n"
    path = written(tmp_path / f"graphs.g6{packed}", content)
    assert [(len(G), G.size()) for G in read_graphs(path)] == [
        (4, 6),
        (10, 15),
        (4, nx.from_sparse6_bytes(b":Cca").size()),
    ]
    assert [source.line for source in graph_sources(path)] == [1, 3, 4]
    (G,) = read_graphs(DATA / "petersen.hcp")
    assert same(G, read_hcp(DATA / "petersen.hcp"))


def test_a_bad_graph_among_many_is_named_by_its_line_and_stops_no_other(tmp_path):
    path = written(tmp_path / "graphs.g6", b"C~\nC~~~\nC~\n")
    first, second, third = graph_sources(path)
    assert first.read().size() == third.read().size() == 6
    with pytest.raises(InvalidArgument, match="graph6"):
        second.read()
    with pytest.raises(InvalidArgument, match=r"graphs\.g6 has no graph"):
        list(read_graphs(written(path, b"\n")))
    with pytest.raises(InvalidArgument, match=r"got 'graphs\.txt'"):
        read_graphs("graphs.txt")  # at once


@together("no_graph", [None, [], 10**400, "graph", object(), nx.Graph], ids=type)
def test_only_graphs_are_written(no_graph, path):
    with pytest.raises(InvalidArgument, match="G must be a networkx graph, got "):
        write_hcp(no_graph, path)
    assert not path.exists()


@together(
    "fixed",
    [5, "ab", [1], [(1, 2, 3)], [(0, 2)], [(0, "x")], [([], 1)], np.zeros((2, 2))],
    ids=repr,
)
def test_fixed_edges_that_cannot_be_read_are_not_written(fixed, path):
    G = nx.path_graph(3)
    G.graph["fixed_edges"] = fixed
    with pytest.raises(InvalidArgument, match=r'G.graph\["fixed_edges"\] must be a list of edges'):
        write_hcp(G, path)
    assert not path.exists()


@pytest.mark.parametrize("suffix", [".edges", ".edgelist"])
def test_an_edge_list_gives_the_edges_with_their_weights(suffix, tmp_path):
    path = tmp_path / f"graph{suffix}"
    G = nx.petersen_graph()
    assert nx.utils.edges_equal(read_graph(written(path, WRITERS[".edgelist"](G))).edges, G.edges)
    path.write_text("# towns\nAix Bern 2.5\n\nBern Aix-2\n", "utf-8")
    assert list(read_graph(path).edges(data="weight")) == [
        ("Aix", "Bern", 2.5),
        ("Bern", "Aix-2", None),
    ]
    path.write_text("1 2 {'weight': 7, 'note': 'x'}\n-3 2 {}\n", "utf-8")
    assert list(read_graph(path).edges(data=True)) == [(1, 2, {"weight": 7}), (2, -3, {})]


def test_places_are_read_as_the_complete_graph_of_their_distances(tmp_path):
    path = tmp_path / "ring.tsp"
    G = read_graph(written(path, WRITERS[".tsp"](nx.cycle_graph(4))))
    assert nx.is_isomorphic(G, nx.complete_graph(4))
    assert sorted(w for *_, w in G.edges(data="weight")) == [1, 1, 1, 1, 2, 2]
    H = read_graph(written(tmp_path / "ring.atsp", WRITERS[".atsp"](nx.cycle_graph(4, nx.DiGraph))))
    assert (H.is_directed(), H.size()) == (True, 12)


def test_a_pajek_network_has_labels_edges_arcs_and_lists(tmp_path):
    path = tmp_path / "towns.net"
    head = '*Network roads\n% a note\n*Vertices 3\n1 "New York" 0.1 0.2\n2 Bern\n'
    path.write_text(f"{head}*Edges\n1 2 4\n*Edgeslist\n3 1 2\n", "utf-8")
    G = read_graph(path)
    assert list(G) == ["New York", "Bern", 3]
    assert sorted(dict(G.degree).values()) == [2, 2, 2]
    path.write_text(f"{head}*Arcs\n1 2\n*Arcslist\n2 3 1\n*Edges\n1 3\n", "utf-8")
    arcs = {("New York", "Bern"), ("Bern", 3), ("Bern", "New York"), ("New York", 3)}
    assert set(read_graph(path).edges) == arcs | {(3, "New York")}


def test_a_format_can_be_given_and_the_content_as_well():
    (source,) = graph_sources("standard input", ".edges", b"a b\nb c\n")
    assert list(source.read()) == ["a", "b", "c"]
    first, second = graph_sources("standard input", ".g6", b"C~\nIheA@GUAo\n")
    assert (len(first.read()), len(second.read())) == (4, 10)
    with pytest.raises(InvalidArgument, match="standard input, line 1"):
        next(graph_sources("standard input", ".edges", b"a\n")).read()
