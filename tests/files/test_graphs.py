"""Graph files by their suffix: what is read is the graph that was written."""

import gzip

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

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


@pytest.mark.parametrize("suffix", GRAPH_SUFFIXES)
def test_a_file_that_cannot_be_opened_is_an_os_error(suffix, tmp_path):
    with pytest.raises(FileNotFoundError):
        read_graph(tmp_path / f"nowhere{suffix}")
    tmp_path.joinpath(f"folder{suffix}").mkdir()
    with pytest.raises(IsADirectoryError):
        read_graph(tmp_path / f"folder{suffix}")


@pytest.mark.parametrize("name", ["graph.txt", "graph", "hcp", ".hcp", "graph.gz", "graph.hcp.bz2"])
def test_another_suffix_is_refused_with_those_that_are_known(name, tmp_path):
    assert not is_graph_file(name)
    with pytest.raises(InvalidArgument, match=r"\.col, .*, \.json, \.s6.*got '.*'"):
        read_graph(tmp_path / name)


@given(EDGES, st.sampled_from(GRAPH_SUFFIXES), st.sampled_from(["", ".gz"]), st.booleans())
def test_every_format_gives_back_the_graph(tmp_path_factory, given, suffix, packed, loud):
    n, edges = given
    G = numbered(n, [(u, v) for u, v in edges if u != v])
    name = f"graph{suffix.upper() if loud else suffix}{packed}"
    H = read_graph(written(tmp_path_factory.mktemp("any") / name, WRITERS[suffix](G)))
    first = 0 if suffix in {".g6", ".s6"} else 1
    assert list(map(int, H)) == list(range(first, n + first))
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
@settings(max_examples=50, deadline=None)
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
    with pytest.raises(InvalidArgument, match=r"graphs\.g6, line 1: expected a graph"):
        list(read_graphs(written(path, b"\n")))
    with pytest.raises(InvalidArgument, match=r"got 'graphs\.txt'"):
        read_graphs("graphs.txt")  # at once


@pytest.mark.parametrize("no_graph", [None, [], 10**400, "graph", object(), nx.Graph], ids=type)
def test_only_graphs_are_written(no_graph, path):
    with pytest.raises(InvalidArgument, match="G must be a networkx graph, got "):
        write_hcp(no_graph, path)
    assert not path.exists()


@pytest.mark.parametrize(
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
