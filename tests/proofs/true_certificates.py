"""True certificates of every kind, with the graphs they speak of."""

import networkx as nx

from icosian.proofs import BipartitionImbalance, DegreeDeficiency, Disconnection, FrontierExhausted

OPEN = {"closed": False}
CLOSED = {"closed": True}


def true_certificates(label=int):
    """Yield (name, graph, proof), every node made by ``label`` from an integer."""

    def named(G):
        return nx.relabel_nodes(G, label)

    def some(*nodes):
        return tuple(map(label, nodes))

    path, star = named(nx.path_graph(4)), named(nx.star_graph(4))
    fork = named(nx.DiGraph([(0, 1), (0, 2)]))
    meet = named(nx.DiGraph([(1, 0), (2, 0)]))
    apart = named(nx.Graph([(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)]))
    down = nx.DiGraph([(0, 1), (1, 0), (2, 3), (3, 2), (0, 2)])
    down = named(down)  # two pairs, and one way from {0, 1} to {2, 3}
    lopsided = named(nx.complete_bipartite_graph(2, 3))  # 0, 1 | 2, 3, 4
    even = named(nx.complete_bipartite_graph(3, 3))  # 0, 1, 2 | 3, 4, 5
    petersen = named(nx.petersen_graph())

    def degrees(nodes, side="neighbours", **question):
        return DegreeDeficiency(nodes=some(*nodes), side=side, **question)

    def part(*nodes, **question):
        return Disconnection(part=frozenset(some(*nodes)), **question)

    def parity(crowd, others, **question):
        crowd, others = frozenset(some(*crowd)), frozenset(some(*others))
        return BipartitionImbalance(crowd=crowd, others=others, **question)

    def order(*nodes, **question):
        return FrontierExhausted(order=some(*nodes), **question)

    start, end = label(0), label(3)
    yield "dead end", path, degrees([0], **CLOSED)
    yield "two dead ends", path, degrees([0, 3], **CLOSED)
    yield "three ends", star, degrees([2, 3, 1], **OPEN)
    yield "one end was given", star, degrees([2, 3], **OPEN, start=label(4))
    yield "the given end is listed too", star, degrees([4, 2, 3], **OPEN, start=label(4))
    yield "the other end was given", star, degrees([2, 3], **OPEN, end=label(4))
    yield "both ends were given", star, degrees([2], **OPEN, start=label(4), end=label(1))
    yield "the centre was given", star, degrees([1, 2], **OPEN, start=start)
    yield "no way on", fork, degrees([1], "successors", **CLOSED)
    yield "no way in", fork, degrees([0], "predecessors", **CLOSED)
    yield "two last nodes", fork, degrees([1, 2], "successors", **OPEN)
    yield "a last node beside the end", fork, degrees([1], "successors", **OPEN, end=label(2))
    yield "two first nodes", meet, degrees([1, 2], "predecessors", **OPEN)
    yield (
        "a first node beside the start",
        meet,
        degrees([1], "predecessors", **OPEN, start=label(2)),
    )
    yield "two components, no cycle", apart, part(0, 1, 2, **CLOSED)
    yield "two components, no path", apart, part(3, 4, 5, **OPEN)
    yield "two components, given ends", apart, part(3, 4, 5, **OPEN, start=start, end=end)
    yield "one way only, no cycle", down, part(2, 3, **CLOSED)
    yield "a path cannot leave its start", down, part(2, 3, **OPEN, start=end)
    yield "a path cannot come back to its end", down, part(2, 3, **OPEN, end=start)
    yield "parity, no cycle", lopsided, parity([2, 3, 4], [0, 1], **CLOSED)
    yield "parity, a given start", lopsided, parity([2, 3, 4], [0, 1], **OPEN, start=start)
    yield "parity, a given end", lopsided, parity([2, 3, 4], [0, 1], **OPEN, end=label(1))
    yield "parity, both ends", even, parity([3, 4, 5], [0, 1, 2], **OPEN, start=start, end=label(1))
    yield "parity, no path", star, parity([1, 2, 3, 4], [0], **OPEN)
    yield "exhaustion, no cycle", petersen, order(*range(10), **CLOSED)
    yield "exhaustion, another order", petersen, order(*range(9, -1, -1), **CLOSED)
    yield "exhaustion, no path", star, order(4, 0, 1, 2, 3, **OPEN)
    yield "exhaustion, given ends", path, order(0, 1, 2, 3, **OPEN, start=start, end=label(2))
    yield "exhaustion, a digraph's cycle", down, order(0, 1, 2, 3, **CLOSED)
    yield "exhaustion, a digraph's path", down, order(3, 1, 2, 0, **OPEN, start=end)


def kind(proof):
    """Return the name of a proof's kind."""
    return type(proof).__name__
