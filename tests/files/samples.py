"""Graphs as the text of files."""

import gzip
import json
import pathlib

import networkx as nx
from hypothesis import strategies as st

DATA = pathlib.Path(__file__).parents[1] / "data"

SQUARE = b"""\
NAME : square
TYPE : HCP
DIMENSION : 4
EDGE_DATA_FORMAT : EDGE_LIST
EDGE_DATA_SECTION
1 2
2 3
3 4
4 1
-1
EOF
"""

EDGES = st.integers(1, 9).flatmap(
    lambda n: st.tuples(
        st.just(n), st.lists(st.tuples(st.integers(1, n), st.integers(1, n)), max_size=20)
    )
)


def hcp(graph, kind="EDGE_LIST"):
    """Return a graph on 1 .. n as the text of a file."""
    lines = [f"DIMENSION : {len(graph)}", f"EDGE_DATA_FORMAT : {kind}", "EDGE_DATA_SECTION"]
    if kind == "EDGE_LIST":
        lines += [f"{u} {v}" for u, v in graph.edges]
    else:
        lines += [" ".join(map(str, [v, *graph[v], -1])) for v in graph]
    return "\n".join([*lines, "-1", ""])


def dimacs(graph, kind="col"):
    edges = [f"e {u} {v}" for u, v in graph.edges]
    return "\n".join(["c a comment", f"p {kind} {len(graph)} {len(edges)}", *edges, ""])


def numbered(n, edges):
    G = nx.Graph()
    G.add_nodes_from(range(1, n + 1))
    G.add_edges_from(edges)
    return G


def written(path, content):
    path.write_bytes(gzip.compress(content) if path.suffix == ".gz" else content)
    return path


def same(G, H):
    return list(G) == list(H) and nx.utils.edges_equal(G.edges, H.edges)


def pajek(graph):
    lines = [f"*Vertices {len(graph)}", *(f'{v} "{v}"' for v in graph), "*Edges"]
    return "\n".join([*lines, *(f"{u} {v} 1.5" for u, v in graph.edges), ""])


def distances(graph, kind="TSP"):
    """Return the numbers of steps between the nodes as a problem of TSPLIB; 9 where none lead."""
    steps = dict(nx.all_pairs_shortest_path_length(graph))
    rows = [" ".join(str(steps[u].get(v, 9)) for v in graph) for u in graph]
    head = [f"TYPE : {kind}", f"DIMENSION : {len(graph)}", "EDGE_WEIGHT_TYPE : EXPLICIT"]
    head += ["EDGE_WEIGHT_FORMAT : FULL_MATRIX", "EDGE_WEIGHT_SECTION"]
    return "\n".join([*head, *rows, "EOF", ""])


def digraph6(graph):
    """Return a small digraph, or each edge as an arc, as a row of digraph6."""
    order = list(graph)
    arcs = {*graph.edges()}
    bits = "".join(str(int((u, v) in arcs)) for u in order for v in order)
    bits += "0" * (-len(bits) % 6)
    letters = [chr(63 + int(bits[k : k + 6], 2)) for k in range(0, len(bits), 6)]
    return ("&" + chr(63 + len(order)) + "".join(letters) + "\n").encode()


def geojson(graph):
    """Return a graph of numbers as lines between points on the equator."""
    shapes = [{"type": "Point", "coordinates": [v, 0]} for v in graph]
    lines = [[[u, 0], [v, 0]] for u, v in graph.edges]
    shapes += [{"type": "LineString", "coordinates": line} for line in lines]
    features = [{"type": "Feature", "geometry": shape, "properties": None} for shape in shapes]
    return json.dumps({"type": "FeatureCollection", "features": features}).encode()


WRITERS = {
    ".geojson": geojson,
    ".adjlist": lambda G: "\n".join(nx.generate_adjlist(G)).encode(),
    ".d6": digraph6,
    ".atsp": lambda G: distances(G, "ATSP").encode(),
    ".edgelist": lambda G: "\n".join(nx.generate_edgelist(G)).encode(),
    ".edges": lambda G: "\n".join(f"{u}\t{v} 2 # note" for u, v in G.edges).encode(),
    ".gml": lambda G: "\n".join(nx.generate_gml(G)).encode(),
    ".net": lambda G: pajek(G).encode(),
    ".tsp": lambda G: distances(G).encode(),
    ".col": lambda G: dimacs(G).encode(),
    ".edge": lambda G: dimacs(G, "edge").encode(),
    ".hcp": lambda G: hcp(G).encode(),
    ".g6": nx.to_graph6_bytes,
    ".s6": nx.to_sparse6_bytes,
    ".graphml": lambda G: "\n".join(nx.generate_graphml(G)).encode(),
    ".gexf": lambda G: "\n".join(nx.generate_gexf(G)).encode(),
    ".json": lambda G: json.dumps(nx.node_link_data(G, edges="edges")).encode(),
}
