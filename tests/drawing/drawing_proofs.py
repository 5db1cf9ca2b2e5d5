"""Proofs made by hand, true ones, of every kind on a board and on other graphs."""

import networkx as nx

from icosian.boardgraphs.graph import knight_graph
from icosian.boards.board import Board
from icosian.proofs import (
    HOME,
    AlternatingParity,
    BipartitionImbalance,
    Cases,
    Contraction,
    CutVertex,
    DegreeDeficiency,
    Disconnection,
    DisjointRefutation,
    Division,
    ForcedEdges,
    FrontierExhausted,
    Replacement,
    Step,
    Toughness,
    Weighing,
    Weights,
)
from icosian.proofs.clauses import Refutation

CLOSED = {"closed": True}
OPEN = {"closed": False}


def squares(G, names):
    """Squares by their names."""
    board = Board.from_json(G.graph["board"])
    return tuple(map(board.square, names.split()))


def row_of_three():
    G = nx.path_graph([(0, 0), (0, 1), (0, 2)])
    G.graph["board"] = Board((1, 3)).to_json()
    return G


def one_way():
    """Two pairs, and two ways from the first to the second."""
    return nx.DiGraph([(0, 1), (1, 0), (2, 3), (3, 2), (0, 2), (1, 3)])


def three_legs():
    """A centre and three paths of two edges."""
    G = nx.star_graph(3)
    nx.add_path(G, [1, 4])
    nx.add_path(G, [2, 5])
    nx.add_path(G, [3, 6])
    return G


def petersen_star():
    """Petersen's graph at the positions of its usual picture."""
    G = nx.petersen_graph()
    outer, inner = nx.circular_layout(range(5), scale=2), nx.circular_layout(range(5, 10))
    nx.set_node_attributes(G, outer | inner, "pos")
    return G


def _proofs():
    small, five, narrow = knight_graph(4), knight_graph(5), knight_graph(3, 8)
    two, three = knight_graph(2, 3), knight_graph(3)
    yield (
        "degrees, board",
        two,
        DegreeDeficiency(**CLOSED, ranks=2, nodes=squares(two, "a1 b1"), side="neighbours"),
    )
    yield (
        "degrees",
        nx.star_graph(4),
        DegreeDeficiency(**OPEN, nodes=(1, 2, 3), side="neighbours"),
    )
    yield (
        "degrees, digraph",
        nx.DiGraph([(0, 1), (0, 2)]),
        DegreeDeficiency(**OPEN, nodes=(1, 2), side="successors"),
    )
    yield "part, board", three, Disconnection(**OPEN, ranks=3, part=frozenset({(1, 1)}))
    yield (
        "part",
        nx.disjoint_union(nx.cycle_graph(3), nx.cycle_graph(4)),
        Disconnection(**OPEN, part=frozenset({0, 1, 2}), start=0, end=5),
    )
    yield "part, digraph", one_way(), Disconnection(**CLOSED, part=frozenset({2, 3}))
    yield (
        "cut, board",
        row_of_three(),
        CutVertex(**CLOSED, ranks=1, parts=(((0, 1), frozenset({(0, 0)})),)),
    )
    yield (
        "cut",
        nx.windmill_graph(4, 4),
        CutVertex(**OPEN, parts=tuple((0, frozenset(range(k, k + 3))) for k in (1, 4, 7, 10))),
    )
    dark = frozenset(v for v in five if sum(v) % 2 == 0)
    names = ("dark squares", "light squares")
    yield (
        "parity, board",
        five,
        BipartitionImbalance(
            **OPEN, start=(0, 1), ranks=5, crowd=dark, others=frozenset(five) - dark, names=names
        ),
    )
    yield (
        "parity",
        nx.complete_bipartite_graph(3, 4),
        BipartitionImbalance(**CLOSED, crowd=frozenset({3, 4, 5, 6}), others=frozenset({0, 1, 2})),
    )
    crossing = nx.DiGraph([(0, 1), (1, 0), (2, 3), (3, 4), (4, 2), (0, 3), (1, 2), (2, 4)])
    crossing.add_edges_from([(3, 0), (4, 1)])
    yield (
        "alternating cycles",
        crossing,
        AlternatingParity(**CLOSED, factor=((0, 1), (2, 3, 4)), halves=((5, 1),)),
    )
    removed = frozenset(squares(small, "b3 c2"))
    yield "toughness, board", small, Toughness(**CLOSED, ranks=4, removed=removed, parts=3)
    yield "toughness", nx.star_graph("abcd"), Toughness(**CLOSED, removed=frozenset("a"), parts=3)
    blocks = nx.complete_bipartite_graph([5, 6], [2, 3, 4])
    blocks.add_edges_from([(2, 0), (3, 0), (0, 1), (3, 1), (4, 7), (4, 8), (7, 8)])
    hanging = CutVertex(**CLOSED, parts=((5, frozenset({0, 1})),))
    yield (
        "contraction",
        blocks,
        Contraction(**CLOSED, sets=((5, frozenset({5, 6})),), inner=hanging),
    )
    heavy, light = squares(narrow, "a3 h3 a2 h2 a1 h1"), squares(narrow, "c3 f3 c1 f1")
    borders = ["a1 a3 b1 b3 c2 d2", "e2 f2 g1 g3 h1 h3", "b2 d1 d3 e1 e3 g2"]
    weights = dict.fromkeys(heavy, 2) | dict.fromkeys(light, -1)
    weights |= dict.fromkeys(squares(narrow, "c2 f2"), -2)
    yield (
        "weighing, board",
        narrow,
        Weighing(
            **CLOSED,
            ranks=3,
            weights=Weights(
                nodes=tuple(weights.items()),
                sets=tuple((frozenset(squares(narrow, border)), 1) for border in borders),
            ),
        ),
    )
    mill = nx.windmill_graph(4, 4)
    yield (
        "weighing",
        mill,
        Weighing(
            **OPEN,
            weights=Weights(
                nodes=((0, -1), (HOME, -1)),
                sets=tuple((frozenset(range(k, k + 3)), 1) for k in (1, 4, 7, 10)),
            ),
        ),
    )
    yield (
        "weighing, digraph",
        one_way(),
        Weighing(
            **CLOSED,
            weights=Weights(
                nodes=((2, 1), (3, 1)), entering=((2, -1), (3, -1)), sets=((frozenset({2, 3}), 1),)
            ),
        ),
    )
    corners = squares(small, "a4 d4 a1")  # the third closes a ring of four squares
    yield (
        "forced, board",
        small,
        ForcedEdges(
            **CLOSED,
            ranks=4,
            steps=tuple(
                Step(edges=tuple((v, u) for u in small[v]), used=True, node=v) for v in corners
            ),
        ),
    )
    yield (
        "forced",
        nx.Graph(["aw", "wx", "xb", "ac", "ce", "eb", "ad", "db"]),
        ForcedEdges(
            **CLOSED,
            steps=(
                Step(edges=(("a", "c"), ("c", "e")), used=True, node="c"),
                Step(edges=(("a", "d"), ("d", "b")), used=True, node="d"),
                Step(edges=(("a", "w"),), node="a"),
                Step(edges=(), node="w"),
            ),
        ),
    )
    yield (
        "forced, free ends",
        three_legs(),
        ForcedEdges(
            **OPEN,
            steps=(
                *(Step(edges=((v, v - 3), (v, HOME)), used=True, node=v) for v in (4, 5, 6)),
                Step(edges=(), used=True, node=HOME),
            ),
        ),
    )
    yield (
        "forced, digraph",
        nx.DiGraph([(0, 1), (0, 2), (1, 0), (2, 0)]),
        ForcedEdges(
            **CLOSED,
            steps=(
                Step(edges=((0, 1),), used=True, node=1),
                Step(edges=((0, 2),), node=0),
                Step(edges=(), node=2),
            ),
        ),
    )
    yield (
        "cases, board",
        narrow,
        Cases(**CLOSED, ranks=3, tree=(squares(narrow, "d3 e1"), None, None)),
    )
    tree = ((0, 1), (0, 4), (1, 2), None, None, (2, 1), None, None, (2, 3), None, None)
    yield "cases", nx.petersen_graph(), Cases(**CLOSED, tree=tree)
    yield "cases, positions", petersen_star(), Cases(**CLOSED, tree=tree)
    columns = tuple(sorted(small, key=lambda square: square[::-1]))
    yield "frontier, board", small, FrontierExhausted(**CLOSED, ranks=4, order=columns)
    yield "frontier", petersen_star(), FrontierExhausted(**CLOSED, order=tuple(range(10)))
    yield (
        "refutation, board",
        three,
        Refutation(**CLOSED, ranks=3, sets=(frozenset({(1, 1)}),), edges=(), clauses=()),
    )
    two = nx.disjoint_union(nx.complete_graph(5), nx.complete_graph(5))
    two.add_edges_from((v, v + 5) for v in range(3))
    yield "disjoint", two, DisjointRefutation(**CLOSED, disjoint=2, sets=(frozenset(range(5)),))
    triangle = nx.relabel_nodes(nx.complete_graph(3), {k: k + 6 for k in range(3)})
    triangle.add_edges_from((0, v) for v in (2, 3, 4))
    triangle.add_edges_from([(6, 2), (7, 3), (8, 4)])
    yield (
        "division",
        triangle,
        Division(
            **CLOSED,
            replacements=(
                Replacement(part=frozenset({6, 7, 8}), edges=((6, 2), (6, 3), (6, 4)), refusals=()),
            ),
            inner=BipartitionImbalance(
                **CLOSED, crowd=frozenset({2, 3, 4}), others=frozenset({0, 6})
            ),
        ),
    )
    rings = ["01234", "01257", "01469", "01568", "03458", "04579"]
    yield (
        "refutation",
        nx.petersen_graph(),
        Refutation(
            **CLOSED,
            sets=tuple(frozenset(map(int, ring)) for ring in rings),
            edges=((1, 6), (2, 7), (4, 9), (6, 8), (7, 9)),
            clauses=((4, 5), (5,), (1,), (3,), (-2,)),
        ),
    )


PROOFS = {name: (proof, G) for name, G, proof in _proofs()}


def subject_of(name):
    """A proof and its graph as arguments of a function that draws."""
    proof, G = PROOFS[name]
    return {"subject": proof, "G": G}
