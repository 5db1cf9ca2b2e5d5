"""Graph files: what is written is read again, and every mistake is refused with its line."""

import gzip
import json

import networkx as nx
import numpy as np
import pytest
from hypothesis import assume, given, strategies as st
from together import examples, together

import icosian
from icosian.exceptions import InvalidArgument
from icosian.files import write_tsplib
from icosian.files.graphs import GRAPH_SUFFIXES, read_graph, read_graphs
from tests.files.samples import EDGES, SQUARE, WRITERS, digraph6, hcp, numbered, same, written

# Graph files by their suffix: what is read is the graph that was written.


@pytest.fixture
def path(tmp_path):
    return tmp_path / "graph.hcp"


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
@examples(10)
def test_a_written_problem_is_read_as_the_same_graph(tmp_path_factory, given, packed, name, note):
    G = numbered(*given)
    G.graph |= {"name": name, "comment": note}
    if G.size():
        G.graph["fixed_edges"] = list(G.edges)[:2]
    path = tmp_path_factory.mktemp("written") / f"graph.hcp{packed}"
    write_tsplib(G, path)
    H = read_graph(path)
    assert same(G, H)
    assert H.graph.get("fixed_edges") == G.graph.get("fixed_edges")
    lines = [line.strip() for line in note.splitlines()]
    assert H.graph.get("comment", "").split("\n") == (lines or [""])
    assert H.name == "".join(name.splitlines()[:1]).strip()


@pytest.mark.parametrize("kind", [nx.Graph, nx.MultiGraph])
def test_labels_are_written_as_numbers_in_the_order_of_the_graph(kind, path):
    G = kind([("b", "a"), ("a", (1, 2)), ("a", "b"), ("a", "a")])
    write_tsplib(G, path)
    assert same(read_graph(path), numbered(3, [(1, 2), (2, 3), (2, 2)]))


def test_what_the_format_cannot_hold_is_not_written(path):
    with pytest.raises(nx.NetworkXNotImplemented, match="undirected"):
        write_tsplib(nx.DiGraph([(1, 2)]), path)
    with pytest.raises(nx.NetworkXPointlessConcept, match="at least one node"):
        write_tsplib(nx.Graph(), path)
    assert not path.exists()


def test_a_packed_file_is_the_same_for_the_same_graph(tmp_path):
    paths = [tmp_path / "a.hcp.gz", tmp_path / "b.hcp.gz"]
    for path in paths:
        write_tsplib(nx.petersen_graph(), path)
    first, second = (path.read_bytes() for path in paths)
    assert first == second
    assert gzip.decompress(first).startswith(b"NAME : Petersen Graph\n")


@together("no_graph", [None, [], 10**400, "graph", object(), nx.Graph], ids=type)
def test_only_graphs_are_written(no_graph, path):
    with pytest.raises(
        InvalidArgument, match="problem must be places, a networkx graph or a tour, got "
    ):
        write_tsplib(no_graph, path)
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
        write_tsplib(G, path)
    assert not path.exists()


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


# Formats of graph files: each is read in full or refused with the line and the reason.


@given(EDGES, st.sampled_from(["EDGE_LIST", "ADJ_LIST"]), st.sampled_from(["", ".gz"]))
@examples(10)
def test_every_graph_comes_back_from_its_edges_or_its_lists(tmp_path_factory, given, kind, packed):
    G = numbered(*given)
    path = tmp_path_factory.mktemp("hcp") / f"graph.hcp{packed}"
    assert same(G, read_graph(written(path, hcp(G, kind).encode())))


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
    G = read_graph(written(path, content))
    assert same(G, numbered(4, [(1, 2), (2, 3), (3, 4), (4, 1)]))
    assert G.name == "square"


def test_comments_of_several_lines_stay_several_lines(path):
    content = b"COMMENT : one\ncomment: two: 2\n" + SQUARE
    assert read_graph(written(path, content)).graph["comment"] == "one\ntwo: 2"


def test_a_file_without_name_and_comment_has_neither(path):
    assert read_graph(written(path, hcp(nx.Graph([(1, 2)])).encode())).graph == {}


def test_a_list_of_neighbors_may_take_several_lines(path):
    content = SQUARE.replace(b"EDGE_LIST", b"ADJ_LIST")
    content = content.replace(b"1 2\n2 3\n3 4\n4 1\n-1\n", b"1\n2 4\n-1 3 4\n2 -1 -1\n")
    assert same(read_graph(written(path, content)), numbered(4, [(1, 2), (1, 4), (3, 4), (3, 2)]))


@pytest.mark.parametrize("title", [b"FIXED_EDGES_SECTION", b"FIXED_EDGES :"])
def test_fixed_edges_are_kept_as_an_attribute_of_the_graph(title, path):
    content = SQUARE.replace(b"EOF\n", title + b"\n3 2\n 1 4\n-1\nEOF\n")
    G = read_graph(written(path, content))
    assert G.graph["fixed_edges"] == [(3, 2), (1, 4)]
    assert G.size() == 4


def test_a_file_that_was_cut_short_is_never_another_graph(path):
    end = SQUARE.index(b"-1\nEOF") + 2
    for size in range(end):
        with pytest.raises(InvalidArgument):
            read_graph(written(path, SQUARE[:size]))
    assert read_graph(written(path, SQUARE[:end])).size() == 4


def test_a_message_is_short_whatever_the_file_holds(path):
    with pytest.raises(InvalidArgument) as caught:
        read_graph(written(path, b"x" * 1_000_000))
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
@examples(20)
def test_digraphs_come_back_from_digraph6(tmp_path_factory, n, arcs):
    G = nx.DiGraph()
    G.add_nodes_from(range(n))
    G.add_edges_from((u, v) for u, v in arcs if max(u, v) < n)
    path = tmp_path_factory.mktemp("digraphs") / "graphs.d6"
    first, second = read_graphs(written(path, b">>digraph6<<" + digraph6(G) + b"&DI?AO?\n"))
    assert (list(first), {*first.edges}) == (list(G), {*G.edges})
    assert {*second.edges} == {(0, 2), (0, 4), (3, 1), (3, 4)}  # the example of nauty


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


TRIANGLE = b"c three\np edge 3 3\ne 1 2\ne 2 3\ne 3 1\n"


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


# Networks in GeoJSON: lines are edges, what they lack is said or refused.


A, B, C = [11, 50], [11.01, 50.0], [11.0, 50.01]


def feature(kind, coordinates, **own):
    geometry = {"type": kind, "coordinates": coordinates}
    return {"type": "Feature", "geometry": geometry, "properties": own}


def line(*points, **own):
    return feature("LineString", points, **own)


def read(folder, *features, name="town.geojson"):
    path = folder / name
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}), "utf-8")
    return read_graph(path)


def test_lines_without_the_length_that_others_have_are_named_and_may_be_given_one(tmp_path):
    town = read(tmp_path, line(A, B, length=5), line(B, C), line(C, A, length=0))
    assert list(town.edges(data="weight")) == [
        (tuple(A), tuple(B), 5),
        (tuple(A), tuple(C), 0),
        (tuple(B), tuple(C), None),
    ]
    with pytest.raises(InvalidArgument, match=r"no 'weight' \(1 of 3 have none\)"):
        icosian.shortest_hamiltonian_cycle(town)
    known = icosian.routes.fill_lengths(town, default=2)
    assert icosian.shortest_hamiltonian_cycle(known).length == 7
