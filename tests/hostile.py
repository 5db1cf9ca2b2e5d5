"""Every reader of the library, a small file that each understands, and what may go wrong.

For the tests and for the fuzzers: all that comes from outside passes through one of these.
"""

import contextlib
import copy
import json
import pathlib
import sys
import tempfile

import networkx as nx

import icosian
from icosian import Board, Proof
from icosian._io import text as _text
from icosian._run.pool import Journal, Ledger
from icosian.boards.piece import Piece
from icosian.exceptions import IcosianError
from icosian.files.graphs import read_graph, read_graphs
from icosian.files.tours import read_tour
from icosian.files.tsplib import read_tsplib
from icosian.proofs import Unreachable
from icosian.routes.maps import read_route_map

sys.path.append(str(pathlib.Path(__file__).parent / "proofs"))
from true_certificates import MORE, ROWS, proofs_of, rows

RING = nx.cycle_graph(6)
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
TSP = b"""NAME : four
TYPE : TSP
DIMENSION : 4
EDGE_WEIGHT_TYPE : GEO
NODE_COORD_SECTION
1 16.47 96.10
2 16.47 94.44
3 -2.5e1 92.54
4 22.39 93.37
EOF
"""
MATRIX = b"""TYPE : ATSP
DIMENSION : 3
EDGE_WEIGHT_TYPE : EXPLICIT
EDGE_WEIGHT_FORMAT : FULL_MATRIX
EDGE_WEIGHT_SECTION
9999 1 2 3 9999 4
5.5 6 9999
DISPLAY_DATA_SECTION
1 0 0
2 1 0
3 0 1
EOF
"""
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
    """Return by kind the graphs and the proofs of them: of every kind, for graphs and digraphs."""
    apart = nx.disjoint_union(nx.path_graph(3), nx.path_graph(3))
    parts = Unreachable(closed=True, stops=tuple(range(6)), parts=(frozenset(range(3)),))
    known = {(Unreachable, False): (apart, parts)}
    some = [row for row in [*ROWS, *MORE, *rows("bounds.jsonl")] if "matrix" not in row]
    known |= {(type(proof), G.is_directed()): (G, proof) for G, proof in proofs_of(some)}
    proofs = {}
    for G, proof in known.values():
        proofs.setdefault(type(proof), []).append((G, proof))
    return proofs


PROOFS = _proofs()


def _read_graphs(path):
    graphs = [*read_graphs(path)]
    return graphs if len(graphs) > 1 else [*graphs, read_graph(path)]


def use(G):
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
    for G, _ in PROOFS.get(type(Proof.from_json(text, RING)), []):
        proof = Proof.from_json(text, G)
        proof.explain(), proof.to_json(G), proof.effort
        proof.check(G)


def _read_board(path):
    board = Board.from_text(_text.Text(path).whole(_text.MOST_DRAWN))
    str(board), len(board)


def _read_json(kind):
    return lambda path: kind.from_json(_text.Text(path).whole())


def _read_checkpoint(path):
    """Count from a checkpoint with this manifest."""
    (path.parent / "manifest.json").write_bytes(path.read_bytes())
    assert icosian.count_hamiltonian_cycles(RING, checkpoint=path.parent) == 1


def _checkpoint():
    with tempfile.TemporaryDirectory() as folder:
        icosian.count_hamiltonian_cycles(RING, checkpoint=folder)
        return pathlib.Path(folder, "manifest.json").read_bytes()


def _read_journal(path):
    return Journal(path, Ledger(name="sum", jobs=[(k,) for k in range(5)]))


def _journal():
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
    "places.tsp": (
        lambda path: read_tsplib(path).matrix(),
        [TSP, TSP.replace(b"GEO", b"ATT"), MATRIX],
    ),
    "map.csv": (_read_roads, [ROADS, ROADS.replace(b",", b";"), b"A\tB\t1\nB\tC\t2\n"]),
    "map.graphml": (_read_roads, [_graphml(_weighted())]),
    "map.json": (_read_roads, [_linked(_weighted())]),
    "places.csv": (_read_places, [b"node,x,y\nA,0,0\nB,1,-2.5\nC,1e3,4\n"]),
    "proof.json": (
        _read_proof,
        [proof.to_json(G).encode() for known in PROOFS.values() for G, proof in known],
    ),
    "board.txt": (_read_board, [BOARD]),
    "board.json": (
        _read_json(Board),
        [Board((2, 3), periodic=(True, False), holes=[(0, 0)]).to_json().encode()],
    ),
    "piece.json": (_read_json(Piece), [Piece.named("queen").to_json().encode()]),
    "checkpoint.json": (_read_checkpoint, [_checkpoint()]),
    "slices.jsonl": (_read_journal, [_journal()]),
}
"""By the name of the file: what reads it, and contents that are understood."""


def attempt(name, path, *, solve=True):
    """Read a file and return the message of its IcosianError, if any; other errors are failures."""
    try:
        found = READERS[name.removesuffix(".gz")][0](path)
        if solve and name.startswith("graph"):
            for G in found:
                use(G)
    except (IcosianError, nx.NetworkXException) as error:
        message = str(error)
        assert "\n" not in message, message
        assert len(message) < 700 + len(str(path)), message
        return message
    return None


NUMBERS = [
    *[
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
        "0.1",
        "-0",
        "1_000",
        "+1",
        "٣",
    ],
    *("1000000000000", "2305843009213693951", "9" * 30, "9" * 5000),
]
"""To put in the place of a number."""
TOKENS = [
    *(b"\0", b"\r", b"\r\n", b"\n\n", b"\xff\xfe", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\x1b[2J"),
    *(b"\\ud800", b"{}", b"[]", b'""', b"[[[[", b"<!ENTITY a 'b'>", b"&a;", b"]]>", b"<port/>"),
    *b"-1 EOF ~~~~~~~~ : # . , ; \" '".split(),
    *(b"\t", b" ", b"x" * 300),
    *("\u2028\u00b2\u0663".encode(), b'"place": "home"', b'{"middle": [0, 1]}', b'"id": NaN'),
]
"""To put anywhere."""


def changed(value, chance):
    """Return a value of JSON with one part replaced by another, by a hostile one, or left out."""
    places = list(_places(value))
    if not places:
        return value
    value = copy.deepcopy(value)
    places = list(_places(value))
    holder, key = chance.choice(places)
    kind = chance.randrange(5)
    if kind == 0:
        holder[key] = chance.choice(VALUES)
    elif kind == 1:
        other, there = chance.choice(places)
        holder[key] = copy.deepcopy(other[there])
    elif kind == 2:
        del holder[key]
    elif kind == 3 and isinstance(holder, list):
        holder.append(copy.deepcopy(holder[key]))
    elif type(holder[key]) is int:
        holder[key] += chance.choice([-2, -1, 1, 2, 2**31, 2**62, 2**63])
    else:
        holder[key] = [holder[key]]
    return value


def _places(value):
    """Yield all places of a value of JSON: what holds it, and under which key."""
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from _places(value[key])


VALUES = [
    *(None, True, False, -1, 0, 1, 2, 0.5, -0.0, 1e300, 2**62, 2**63 - 1, -(2**63), 10**30),
    *("", "home", "0x10", "-0x1", "1/2", "1/0", "\u0663", [], {}, [[]], [0, 0], {"place": 0}),
    *({"place": "home"}, {"middle": [0, 1]}, "NaN", [None], "\x00", "../x", "a" * 200),
]
"""To put in the place of a value of JSON."""


@contextlib.contextmanager
def full_disk(size):
    """Let no file become larger: writing fails in the middle, as on a disk that is full."""
    import resource  # of Unix

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
