"""Every reader of the library, a small file that each understands, and what may go wrong.

For the tests and for the fuzzers: all that comes from outside passes through one of these.
"""

import json
import pathlib

import networkx as nx

import icosian
from icosian import Board, Proof, _text
from icosian.boards.piece import Piece
from icosian.exceptions import IcosianError
from icosian.files import read_graph, read_graphs
from icosian.ledger import Journal, Ledger
from icosian.routes import read_route_map
from icosian.tourfiles import read_tour
from icosian.tours import checkpoint

RING = nx.cycle_graph(6)
SPIDER = nx.Graph([(0, 1), (1, 2), (0, 3), (3, 4), (0, 5), (5, 6)])
HCP = b"""NAME : ring
COMMENT : six
TYPE : HCP
DIMENSION : 6
EDGE_DATA_FORMAT : EDGE_LIST
EDGE_DATA_SECTION
1 2
2 3
3 4
4 5
5 6
6 1
-1
FIXED_EDGES_SECTION
1 2
-1
EOF
"""
LISTS = b"""DIMENSION : 3
EDGE_DATA_FORMAT : ADJ_LIST
EDGE_DATA_SECTION
1 2 3 -1 2 3 -1
-1
EOF
"""
TOUR = b"COMMENT : open tour\nTYPE : TOUR\nDIMENSION : 6\nTOUR_SECTION\n1 2 3\n4 5 6\n-1\nEOF\n"
COL = b"c ring\np edge 4 4\nn 1 2\ne 1 2\ne 2 3\ne 3 4\ne 4 1\n"
ROADS = b'from,to,distance\nA,B,1.5\nB,C,2e0\n"A",C,7\n'
BOARD = b"..#.\n....\n....\n"


def _linked(G):
    return json.dumps(nx.node_link_data(G, edges="edges")).encode()


def _weighted():
    G = nx.MultiDiGraph([("a", "b", {"weight": 1}), ("b", "c", {"weight": 2.5})])
    G.nodes["a"]["pos"] = "0 0"
    return G


def _graphml(G):
    return "\n".join(nx.generate_graphml(G)).encode()


def _proofs():
    """Yield the text of a proof of every kind that small graphs have."""
    ladder = nx.Graph([(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5), (5, 3)])
    for G in (SPIDER, ladder, nx.petersen_graph(), nx.complete_bipartite_graph(2, 3)):
        yield icosian.prove_no_hamiltonian_cycle(G).to_json(G).encode()
    yield icosian.prove_no_hamiltonian_path(SPIDER, 0).to_json(SPIDER).encode()
    G = icosian.knight_graph(3, 4)
    yield icosian.prove_no_hamiltonian_cycle(G).to_json(G).encode()


def _read_graphs(path):
    for G in read_graphs(path):
        _use(G)
    _use(read_graph(path))


def _use(G):
    """Do with a graph what the commands do, if it is small."""
    if len(G) > 8 or G.size() > 40:
        return
    require = G.graph.get("fixed_edges", ())
    try:
        repr(icosian.hamiltonian_cycle(G, require=require, timeout=5))
    except (icosian.NoHamiltonianCycle, icosian.NoHamiltonianPath) as error:
        str(error), error.proof.to_json(G)
    except nx.NetworkXException:
        pass


def _read_roads(path):
    G = read_route_map(path)
    for source in list(G)[:1]:
        paths = icosian.dijkstra(G, source)
        repr([paths.path(v) for v in list(paths.distances)[:5]])


def _read_places(path):
    folder = path.parent
    (folder / "roads.csv").write_bytes(ROADS)
    read_route_map(folder / "roads.csv", positions=path)


def _read_proof(path):
    text = _text.Text(path).whole()
    for G in (SPIDER, nx.petersen_graph(), icosian.knight_graph(3, 4)):
        proof = Proof.from_json(text, G)
        proof.explain(), proof.to_json(G), proof.effort
        proof.check(G)


def _read_board(path):
    board = Board.from_text(_text.Text(path).whole(_text.MOST_DRAWN))
    str(board), len(board)


def _read_json(kind):
    return lambda path: kind.from_json(_text.Text(path).whole())


def _manifest():
    """Return the files of a checkpoint, by their names, before anything was counted."""
    graph = [set(near) for near in RING.adj.values()]
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        found = checkpoint.Checkpoint(folder, graph)
        found.begin(_plan())
        return pathlib.Path(folder, checkpoint.MANIFEST).read_bytes()


def _plan():
    from icosian.tours.separators import Plan

    return Plan(
        halves=((1, 2), (4, 5)), separator=(0, 3), width=4, profiles=((1.0, 2.0), (1.0, 2.0))
    )


def _read_manifest(path):
    import hashlib
    import shutil

    path = pathlib.Path(shutil.copy(path, path.parent / checkpoint.MANIFEST))
    try:  # whoever damages a manifest on purpose also mends the check
        first, body = path.read_bytes().split(b"\n", 1)
        head = json.loads(first)
        head["check"] = hashlib.sha256(body).hexdigest()
        path.write_bytes(json.dumps(head).encode() + b"\n" + body)
    except (ValueError, TypeError, KeyError, RecursionError):
        pass
    checkpoint.Checkpoint(path.parent, [set(near) for near in RING.adj.values()])


def _read_journal(path):
    return Journal(path, Ledger(name="sum", jobs=[(k,) for k in range(5)]))


def _journal():
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        journal = _read_journal(pathlib.Path(folder, "slices.jsonl"))
        for k in range(3):
            journal.add(k, 10**k)
        return journal.path.read_bytes()


READERS = {
    "graph.hcp": (_read_graphs, [HCP, LISTS]),
    "graph.col": (_read_graphs, [COL]),
    "graph.edge": (_read_graphs, [COL]),
    "graph.g6": (_read_graphs, [nx.to_graph6_bytes(RING) + b">>graph6<<C~\n"]),
    "graph.s6": (_read_graphs, [nx.to_sparse6_bytes(RING), b":Cca\n"]),
    "graph.graphml": (_read_graphs, [_graphml(RING), _graphml(_weighted())]),
    "graph.json": (
        _read_graphs,
        [_linked(RING), _linked(_weighted()), _linked(icosian.king_graph(2, 3))],
    ),
    "tour.tour": (lambda path: read_tour(path, RING), [TOUR]),
    "map.csv": (_read_roads, [ROADS, ROADS.replace(b",", b";"), b"A\tB\t1\nB\tC\t2\n"]),
    "map.graphml": (_read_roads, [_graphml(_weighted())]),
    "map.json": (_read_roads, [_linked(_weighted())]),
    "places.csv": (_read_places, [b"node,x,y\nA,0,0\nB,1,-2.5\nC,1e3,4\n"]),
    "proof.json": (_read_proof, list(_proofs())),
    "board.txt": (_read_board, [BOARD]),
    "board.json": (
        _read_json(Board),
        [Board((2, 3), periodic=(True, False), holes=[(0, 0)]).to_json().encode()],
    ),
    "piece.json": (_read_json(Piece), [Piece.named("queen").to_json().encode()]),
    "count.json": (_read_manifest, [_manifest()]),
    "slices.jsonl": (_read_journal, [_journal()]),
}
"""By the name of the file: what reads it, and contents that are understood."""


def attempt(name, path):
    """Read a file and return the complaint, if there is one; all but a complaint is a failure."""

    try:
        READERS[name.removesuffix(".gz")][0](path)
    except (IcosianError, nx.NetworkXException) as error:
        message = str(error)
        assert "\n" not in message, message
        assert len(message) < 700 + len(str(path)), message
        return message
    return None


NUMBERS = [
    *(
        "-1",
        "0",
        "1",
        "7",
        "1e999",
        "-1e999",
        "NaN",
        "Infinity",
        "-Infinity",
        "true",
        "null",
        "nan",
    ),
    *(
        "1000000000000",
        "9" * 30,
        "9" * 5000,
        "0.1",
        "-0",
        "1_000",
        "+1",
        "\u0663",
        "2305843009213693951",
    ),
]
"""To put in the place of a number."""
TOKENS = [
    *(b"\0", b"\r", b"\r\n", b"\n\n", b"\xff\xfe", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\x1b[2J"),
    *(b"\\ud800", b"{}", b"[]", b'""', b"[[[[", b"<!ENTITY a 'b'>", b"&a;", b"]]>", b"<port/>"),
    *(
        b"-1",
        b"EOF",
        b"~~~~~~~~",
        b":",
        b"#",
        b".",
        b",",
        b";",
        b"\t",
        b'"',
        b"'",
        b" ",
        b"x" * 300,
    ),
    *("\u2028\u00b2\u0663".encode(), b'"place": "home"', b'{"middle": [0, 1]}', b'"id": NaN'),
]
"""To put anywhere."""
