"""Formats of graph files: each is read in full or refused with the line and the reason."""

import json

import networkx as nx
import pytest
from hypothesis import given, settings, strategies as st
from together import together

import icosian
from icosian.exceptions import InvalidArgument
from icosian.files.graphs import (
    read_graph,
    read_graphs,
    read_hcp,
)
from tests.files.samples import DATA, EDGES, SQUARE, WRITERS, digraph6, hcp, numbered, same, written


@pytest.fixture
def path(tmp_path):
    return tmp_path / "graph.hcp"


def test_a_packed_published_graph_has_its_published_size():
    G = read_hcp(str(DATA / "graph1.hcp.gz"))
    assert (len(G), G.size()) == (66, 99)
    assert {d for _, d in G.degree} == {3}
    assert list(G) == list(range(1, 67))


@given(EDGES, st.sampled_from(["EDGE_LIST", "ADJ_LIST"]), st.sampled_from(["", ".gz"]))
@settings(max_examples=10, deadline=None)
def test_every_graph_comes_back_from_its_edges_or_its_lists(tmp_path_factory, given, kind, packed):
    G = numbered(*given)
    path = tmp_path_factory.mktemp("hcp") / f"graph.hcp{packed}"
    assert same(G, read_hcp(written(path, hcp(G, kind).encode())))


@together(
    ("old", "new"),
    [
        (b" : ", b":"),
        (b" : ", b"\t:   "),
        (b"NAME : square\n", b"\n\nName: square\n"),
        (b"EDGE_DATA_SECTION", b"edge_data_section"),
        (b"EDGE_DATA_SECTION", b"EDGE_DATA_SECTION :"),
        (b"HCP", b"hcp"),
        (b"TYPE : HCP\n", b""),
        (b"EDGE_DATA_FORMAT : EDGE_LIST\n", b""),
        (b"2 3", b"   2\t3   \n\n"),
        (b"2 3", b"002 3"),
        (b"2 3", b"3 2\n2 3"),
        (b"-1\nEOF\n", b"-1"),
        (b"-1\nEOF\n", b"EOF\n"),
        (b"-1\nEOF\n", b"-1\n\n eof \n\n"),
        (b"\n", b"\r\n"),
        (b"NAME", b"\xef\xbb\xbfNAME"),
        (b"TYPE", b"DISPLAY_DATA_TYPE : NO_DISPLAY\nTYPE"),
        (b"TYPE", b"COMMENT : N\xfcrnberg\nTYPE"),
        (b"1 2\n2 3\n3 4\n4 1\n-1\n", b"1 2 2 3 3 4 4 1 -1\n"),
        (b"2 3\n3 4\n4 1\n", b"2 3 3 4\n4 1 "),
        (b"4 1\n-1\n", b"4 1\n-1 -1\n-1\n"),
        (b"-1\nEOF\n", b"FIXED_EDGES_SECTION\n-1"),
    ],
)
def test_spelling_does_not_matter(old, new, path):
    content = SQUARE.replace(old, new)
    assert content != SQUARE
    G = read_hcp(written(path, content))
    assert same(G, numbered(4, [(1, 2), (2, 3), (3, 4), (4, 1)]))
    assert G.name == "square"


def test_comments_of_several_lines_stay_several_lines(path):
    content = b"COMMENT : one\ncomment: two: 2\n" + SQUARE
    assert read_hcp(written(path, content)).graph["comment"] == "one\ntwo: 2"


def test_a_file_without_name_and_comment_has_neither(path):
    assert read_hcp(written(path, hcp(nx.Graph([(1, 2)])).encode())).graph == {}


def test_a_list_of_neighbors_may_take_several_lines(path):
    content = SQUARE.replace(b"EDGE_LIST", b"ADJ_LIST")
    content = content.replace(b"1 2\n2 3\n3 4\n4 1\n-1\n", b"1\n2 4\n-1 3 4\n2 -1 -1\n")
    assert same(read_hcp(written(path, content)), numbered(4, [(1, 2), (1, 4), (3, 4), (3, 2)]))


@pytest.mark.parametrize("title", [b"FIXED_EDGES_SECTION", b"FIXED_EDGES :"])
def test_fixed_edges_are_kept_as_an_attribute_of_the_graph(title, path):
    content = SQUARE.replace(b"EOF\n", title + b"\n3 2\n 1 4\n-1\nEOF\n")
    G = read_hcp(written(path, content))
    assert G.graph["fixed_edges"] == [(3, 2), (1, 4)]
    assert G.size() == 4


def test_a_file_that_was_cut_short_is_never_another_graph(path):
    end = SQUARE.index(b"-1\nEOF") + 2
    for size in range(end):
        with pytest.raises(InvalidArgument):
            read_hcp(written(path, SQUARE[:size]))
    assert read_hcp(written(path, SQUARE[:end])).size() == 4


def test_a_message_is_short_whatever_the_file_holds(path):
    with pytest.raises(InvalidArgument) as caught:
        read_hcp(written(path, b"x" * 1_000_000))
    assert len(str(caught.value)) < 200 + len(str(path))


@together(
    ("content", "graph"),
    [
        (b"\n\n  IheA@GUAo  \nC~\n", nx.petersen_graph()),
        (b">>graph6<<C~", nx.complete_graph(4)),
        (b">>sparse6<<:Cca", nx.from_sparse6_bytes(b":Cca")),
        (nx.to_graph6_bytes(nx.cycle_graph(70)), nx.cycle_graph(70)),
        (nx.to_sparse6_bytes(nx.cycle_graph(700)), nx.cycle_graph(700)),
        (b"?", nx.Graph()),
    ],
)
@together("suffix", [".g6", ".s6"])
def test_graphs_of_either_kind_are_read(content, graph, suffix, tmp_path):
    path = written(tmp_path / f"graphs{suffix}", content)
    first, *others = read_graphs(path)
    assert same(first, graph)
    if others:
        with pytest.raises(InvalidArgument, match=f"has {len(others) + 1} graphs: read_graphs"):
            read_graph(path)


@given(st.integers(0, 8), st.sets(st.tuples(st.integers(0, 7), st.integers(0, 7))))
@settings(max_examples=20, deadline=None)
def test_digraphs_come_back_from_digraph6(tmp_path_factory, n, arcs):
    G = nx.DiGraph()
    G.add_nodes_from(range(n))
    G.add_edges_from((u, v) for u, v in arcs if max(u, v) < n)
    path = tmp_path_factory.mktemp("digraphs") / "graphs.d6"
    first, second = read_graphs(written(path, b">>digraph6<<" + digraph6(G) + b"&DI?AO?\n"))
    assert (list(first), {*first.edges}) == (list(G), {*G.edges})
    assert {*second.edges} == {(0, 2), (0, 4), (3, 1), (3, 4)}  # the example of nauty


@pytest.mark.parametrize("key", ["edges", "links"])
def test_node_link_data_of_old_and_new_networkx_are_read(key, tmp_path):
    G = nx.grid_2d_graph(2, 3)
    content = json.dumps(nx.node_link_data(G, edges=key)).encode()
    assert same(read_graph(written(tmp_path / "grid.json", content)), G)


@together("kind", [nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph])
@together("suffix", [".json", ".gexf", ".graphml"])
def test_directions_and_parallel_edges_are_kept(kind, suffix, tmp_path):
    G = kind([("a", "b"), ("b", "c"), ("c", "a")])
    if G.is_multigraph():
        G.add_edge("a", "b")
    H = read_graph(written(tmp_path / f"graph{suffix}", WRITERS[suffix](G)))
    assert (H.is_directed(), H.is_multigraph()) == (G.is_directed(), G.is_multigraph())
    assert sorted(H.edges()) == sorted(G.edges())


GEXF = """<gexf xmlns="http://gexf.net/1.3"><graph defaultedgetype="directed">
<attributes class="edge"><attribute id="0" title="km" type="string"/></attributes>
<nodes><node id="1" label="x"/><node id="2"/></nodes><edges>
<edge id="7" source="1" target="2" weight="2" type="mutual">
<attvalues><attvalue for="0" value="2.5"/></attvalues></edge></edges></graph></gexf>"""


def test_gexf_of_gephi_is_read_with_its_attributes(tmp_path):
    G = read_graph(written(tmp_path / "graph.gexf", GEXF.encode()))
    assert list(G.edges(data="km")) == [("1", "2", 2.5), ("2", "1", 2.5)]
    assert (G["1"]["2"]["weight"], G.nodes["1"]["label"]) == (2, "x")


TRIANGLE = b"c three\np edge 3 3\ne 1 2\ne 2 3\ne 3 1\n"


@together(
    ("old", "new"),
    [
        (b"edge", b"col"),
        (b"edge", b"edges"),
        (b"c three\n", b"c\n\nc e 1 3\n"),
        (b"p edge 3 3", b"p  edge\t3 6"),  # counted twice
        (b"p edge 3 3", b"p edge 3 6\ne 2 1\ne 3 2\ne 1 3"),  # listed in both directions
        (b"p edge 3 3", b"p edge 3 3\ne 2 1\ne 3 2\ne 1 3"),
        (b"p edge 3 3\n", b"p edge 3 3\nn 1 5\nd 2 1\nv 1 1\nx 3 1\n"),
        (b"\n", b"\r\n"),
    ],
)
def test_the_habits_of_dimacs_files_do_not_matter(old, new, tmp_path):
    content = TRIANGLE.replace(old, new)
    assert content != TRIANGLE
    G = read_graph(written(tmp_path / "graph.col", content))
    assert same(G, numbered(3, [(1, 2), (2, 3), (3, 1)]))


OSMNX = """<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="d0" for="graph" attr.name="created_with" attr.type="string"/>
<key id="d1" for="node" attr.name="x" attr.type="string"/>
<key id="d2" for="edge" attr.name="length" attr.type="string"/>
<key id="d3" for="edge" attr.name="geometry" attr.type="string"/>
<key id="d4" for="edge" attr.name="lanes" attr.type="string"/>
<graph edgedefault="directed"><data key="d0">OSMnx 2.0.1</data>
<node id="31"><data key="d1">11.5</data></node><node id="42"><data key="d1">12</data></node>
<edge source="31" target="42" id="0"><data key="d2">12.25</data></edge>
<edge source="31" target="42" id="1"><data key="d2">9</data><data key="d4">2</data>
<data key="d3">LINESTRING (11.5 50, 11.7 50.25, 12 50)</data></edge>
</graph></graphml>"""


@together("writer", ["OSMnx", "another"])
def test_text_is_a_number_where_all_of_an_attribute_is(writer, tmp_path):
    path = written(tmp_path / "town.graphml", OSMNX.replace("OSMnx", writer).encode())
    G = read_graph(path)
    assert list(G.edges(keys=True, data="length")) == [("31", "42", 0, 12.25), ("31", "42", 1, 9)]
    assert dict(G.nodes(data="x")) == {"31": 11.5, "42": 12}
    assert G["31"]["42"][1]["geometry"] == [(11.5, 50.0), (11.7, 50.25), (12.0, 50.0)]
    assert G["31"]["42"][1]["lanes"] == 2
    for value, name in ((">9<", "length"), ("(11.5 50,", "geometry")):
        other = OSMNX.replace(value, value[0] + "far" + value[-1])
        data = read_graph(written(path, other.encode()))["31"]["42"][1]
        assert isinstance(data[name], str)
        if name == "length":
            with pytest.raises(InvalidArgument, match=r"edge \('31', '42'\) has '(far|12.25)'"):
                icosian.dijkstra(read_graph(path), "31", weight="length")


@together("kind", [nx.Graph, nx.MultiDiGraph])
def test_text_of_other_formats_is_read_so_as_well(kind, tmp_path):
    G = kind([("a", "b", {"km": "1.5", "code": "007"}), ("b", "c", {"km": "-2", "code": "7"})])
    nx.write_gml(G, tmp_path / "map.gml")
    nx.write_graphml(G, tmp_path / "map.graphml")
    (tmp_path / "map.json").write_text(json.dumps(nx.node_link_data(G, edges="edges")), "utf-8")
    for name in ("map.gml", "map.graphml", "map.json"):
        again = read_graph(tmp_path / name)
        assert sorted(again.edges(data="km")) == [("a", "b", 1.5), ("b", "c", -2)]
        assert sorted(again.edges(data="code")) == [("a", "b", "007"), ("b", "c", "7")]
