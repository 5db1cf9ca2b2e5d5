"""True certificates of every kind, with the graphs they speak of, and how false ones end."""

import re
from dataclasses import replace
from fractions import Fraction

import networkx as nx
import pytest
from together import together

from icosian import IcosianError, InvalidProof
from icosian.proofs import (
    HOME,
    AlternatingParity,
    BipartitionImbalance,
    Cases,
    Conditional,
    Contraction,
    CutVertex,
    DegreeDeficiency,
    Disconnection,
    Division,
    ForcedEdges,
    FrontierExhausted,
    Middle,
    Positioned,
    Refusal,
    Refutation,
    Replacement,
    Step,
    Toughness,
    Weighing,
    Weights,
)

OPEN = {"closed": False}
CLOSED = {"closed": True}
FROM_0 = OPEN | {"start": 0}
TO_0 = OPEN | {"end": 0}
FROM_0_TO_1 = OPEN | {"start": 0, "end": 1}
USE, DROP = True, False
HALF = Fraction(1, 2)


def refused(proof, G, why, **lengths):
    """Check a proof that must not hold, for a reason that is not just any."""
    assert not re.search(why, "any reason"), why
    with pytest.raises(InvalidProof, match=why) as caught:
        proof.check(G, **lengths)
    assert isinstance(caught.value, IcosianError)


def kind(proof):
    """Return the name of a proof's kind."""
    return type(proof).__name__


def of_rows(proof, ranks):
    """Return a proof, and all within it, about the squares of a board of so many rows."""
    changed = {"ranks": ranks}
    if hasattr(proof, "inner"):
        changed["inner"] = of_rows(proof.inner, ranks)
    if isinstance(proof, Division):
        changed["replacements"] = tuple(
            replace(
                step,
                refusals=tuple(replace(r, inner=of_rows(r.inner, ranks)) for r in step.refusals),
            )
            for step in proof.replacements
        )
    return replace(proof, **changed)


def named(proof):
    """Return the lengths that a proof names, as an option of its check."""
    return {"weight": proof.weight} if hasattr(proof, "weight") else {}


class Namer:
    """Makes graphs and certificates of integers, each of them called by ``label``."""

    def __init__(self, label):
        self.label = label

    def node(self, v):
        if isinstance(v, Middle):
            return Middle(self.node(v.tail), self.node(v.head))
        return HOME if v is HOME else self.label(v)

    def some(self, nodes):
        return tuple(map(self.node, nodes))

    def pairs(self, edges):
        return tuple(map(self.some, edges))

    def all(self, nodes):
        return frozenset(map(self.node, nodes))

    def question(self, question):
        ends = {role: self.node(question[role]) for role in ("start", "end") if role in question}
        return question | ends

    def graph(self, G):
        return nx.relabel_nodes(G, self.label)

    def degrees(self, nodes, side, **question):
        return DegreeDeficiency(nodes=self.some(nodes), side=side, **self.question(question))

    def part(self, nodes, **question):
        return Disconnection(part=self.all(nodes), **self.question(question))

    def parity(self, crowd, others, **question):
        crowd, others = self.all(crowd), self.all(others)
        return BipartitionImbalance(crowd=crowd, others=others, **self.question(question))

    def cycles(self, *cycles, halves, **question):
        factor = tuple(map(self.some, cycles))
        return AlternatingParity(factor=factor, halves=halves, **self.question(question))

    def hanging(self, *parts, **question):
        parts = tuple((self.node(cut), self.all(part)) for cut, part in parts)
        return CutVertex(parts=parts, **self.question(question))

    def tough(self, removed, parts, *, together=False, **question):
        return Toughness(
            removed=self.all(removed), parts=parts, together=together, **self.question(question)
        )

    def weights(self, nodes=(), entering=(), sets=()):
        """Take pairs of a number and nodes, and of a number and a set."""
        return Weights(
            nodes=tuple((self.node(v), weight) for weight, some in nodes for v in some),
            entering=tuple((self.node(v), weight) for weight, some in entering for v in some),
            sets=tuple((self.all(part), weight) for weight, part in sets),
        )

    def weighing(self, nodes, entering=(), sets=(), **question):
        weights = self.weights(nodes, entering, sets)
        return Weighing(weights=weights, **self.question(question))

    def steps(self, *steps, **question):
        """Take tuples of a node, a set or None, whether the edges are used, and the edges."""

        def step(where, used, *edges):
            edges = tuple(map(self.some, edges))
            if isinstance(where, set | frozenset):
                return Step(edges=edges, used=used, border=self.all(where))
            return Step(edges=edges, used=used, node=None if where is None else self.node(where))

        return ForcedEdges(steps=tuple(step(*each) for each in steps), **self.question(question))

    def cases(self, *tree, sets=(), **question):
        """Take pairs of nodes, dictionaries of weights, and None."""
        entries = tuple(
            self.weights(**entry) if isinstance(entry, dict) else entry and self.some(entry)
            for entry in tree
        )
        return Cases(tree=entries, sets=tuple(map(self.all, sets)), **self.question(question))

    def clauses(self, *clauses, edges, sets=(), **question):
        return Refutation(
            clauses=clauses,
            edges=tuple(map(self.some, edges)),
            sets=tuple(map(self.all, sets)),
            **self.question(question),
        )

    def division(self, inner, *steps, **question):
        """Take tuples of a part, the edges in place of it, and pairs of edges and a proof."""

        replacements = tuple(
            Replacement(
                part=self.all(part),
                edges=self.pairs(edges),
                refusals=tuple(
                    Refusal(edges=self.pairs(some), inner=proof) for some, proof in refusals
                ),
            )
            for part, edges, *refusals in steps
        )
        return Division(replacements=replacements, inner=inner, **self.question(question))

    def order(self, nodes, **question):
        return FrontierExhausted(order=self.some(nodes), **self.question(question))

    def contraction(self, inner, *sets, **question):
        """Take pairs of a node and independent nodes."""
        pairs = tuple((self.node(v), self.all(part)) for v, part in sets)
        return Contraction(sets=pairs, inner=inner, **self.question(question))

    def under(self, inner, *, require=(), forbid=(), **question):
        """Take the edges to use and to avoid."""
        return Conditional(
            require=self.pairs(require),
            forbid=self.pairs(forbid),
            inner=inner,
            **self.question(question),
        )

    def numbered(self, positions, *, places=(), require=(), forbid=(), besides=(), **question):
        """Take the numbers of nodes, and pairs of a node and a number."""
        return Positioned(
            positions=tuple((self.node(v), k) for v, k in positions.items()),
            places=tuple((self.node(v), k) for v, k in places),
            require=self.pairs(require),
            forbid=self.pairs(forbid),
            besides=self.pairs(besides),
            **self.question(question),
        )


PLAIN = Namer(lambda v: v)


def true_certificates(label=int):
    """Yield (name, graph, proof), every node made by ``label`` from an integer."""
    name = Namer(label)
    for certificates in (
        degrees,
        connection,
        parity,
        alternating_cycles,
        cut_vertices,
        toughness,
        weighings,
        weighings_of_digraphs,
        forced_edges,
        forced_arcs,
        cases,
        refutations,
        exhaustion,
        divisions,
        contractions,
        conditions,
        numbers,
    ):
        for title, G, proof in certificates(name):
            yield title, name.graph(G), proof


def both_ways(G):
    return G.to_directed()


def degrees(name):
    path, star = nx.path_graph(4), nx.star_graph(4)
    fork, meet = nx.DiGraph([(0, 1), (0, 2)]), nx.DiGraph([(1, 0), (2, 0)])

    def few(nodes, **question):
        return name.degrees(nodes, "neighbours", **question)

    def last(nodes, **question):
        return name.degrees(nodes, "successors", **question)

    def first(nodes, **question):
        return name.degrees(nodes, "predecessors", **question)

    yield "dead end", path, few([0], **CLOSED)
    yield "two dead ends", path, few([0, 3], **CLOSED)
    yield "three ends", star, few([2, 3, 1], **OPEN)
    yield "one end was given", star, few([2, 3], **OPEN, start=4)
    yield "the given end is listed too", star, few([4, 2, 3], **OPEN, start=4)
    yield "the other end was given", star, few([2, 3], **OPEN, end=4)
    yield "both ends were given", star, few([2], **OPEN, start=4, end=1)
    yield "the centre was given", star, few([1, 2], **FROM_0)
    yield "no way on", fork, last([1], **CLOSED)
    yield "no way in", fork, first([0], **CLOSED)
    yield "two last nodes", fork, last([1, 2], **OPEN)
    yield "a last node beside the end", fork, last([1], **OPEN, end=2)
    yield "two first nodes", meet, first([1, 2], **OPEN)
    yield "a first node beside the start", meet, first([1], **OPEN, start=2)


def connection(name):
    apart = nx.Graph([(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)])
    down = nx.DiGraph([(0, 1), (1, 0), (2, 3), (3, 2), (0, 2)])  # one way from {0, 1} to {2, 3}
    yield "two components, no cycle", apart, name.part([0, 1, 2], **CLOSED)
    yield "two components, no path", apart, name.part([3, 4, 5], **OPEN)
    yield "two components, given ends", apart, name.part([3, 4, 5], **FROM_0, end=3)
    yield "two components of a digraph", both_ways(apart), name.part([3, 4, 5], **OPEN)
    yield "one way only, no cycle", down, name.part([2, 3], **CLOSED)
    yield "a path cannot leave its start", down, name.part([2, 3], **OPEN, start=3)
    yield "a path cannot come back to its end", down, name.part([2, 3], **TO_0)


def parity(name):
    lopsided = nx.complete_bipartite_graph(2, 3)  # 0, 1 | 2, 3, 4
    even, star = nx.complete_bipartite_graph(3, 3), nx.star_graph(4)
    larger, sides = ([2, 3, 4], [0, 1]), ([3, 4, 5], [0, 1, 2])
    yield "parity, no cycle", lopsided, name.parity(*larger, **CLOSED)
    yield "parity, no path", star, name.parity([1, 2, 3, 4], [0], **OPEN)
    yield "parity, a given start", lopsided, name.parity(*larger, **FROM_0)
    yield "parity, a given end", lopsided, name.parity(*larger, **OPEN, end=1)
    yield "parity, both ends", even, name.parity(*sides, **FROM_0_TO_1)
    yield "parity of a digraph, no cycle", both_ways(lopsided), name.parity(*larger, **CLOSED)
    yield "parity of a digraph, no path", both_ways(star), name.parity([1, 2, 3, 4], [0], **OPEN)
    yield "parity of a digraph, both ends", both_ways(even), name.parity(*sides, **FROM_0_TO_1)


def alternating_cycles(name):
    five = {"halves": ((5, 1),)}
    yield (
        "alternating cycles, no cycle",
        digraph("01 03 10 12 23 24 30 34 41 42"),
        name.cycles([0, 1], [2, 3, 4], **five, **CLOSED),
    )
    yield (
        "alternating cycles, a forced arc",
        digraph("04 05 12 14 20 21 31 35 43 50 52"),
        name.cycles([0, 4, 3, 5], [1, 2], **five, **CLOSED),
    )
    yield (
        "alternating cycles, an arc back along a forced one",
        digraph("05 50 51 53 10 12 23 24 30 34 41 42"),
        name.cycles([0, 5, 1], [2, 3, 4], **five, **CLOSED),
    )
    yield (
        "alternating cycles, no path",
        digraph("02 05 10 13 24 25 30 34 42 43"),
        name.cycles([0, 2, 5, HOME, 1], [3, 4], **five, **OPEN),
    )
    yield (
        "alternating cycles, a given start",
        digraph("01 03 12 15 24 25 31 34 42 43"),
        name.cycles([0, 1, 2, 5, HOME], [3, 4], **five, **FROM_0),
    )
    yield (
        "alternating cycles, a given end",
        digraph("10 13 21 24 30 35 41 45 53 54"),
        name.cycles([HOME, 2, 4, 1, 0], [3, 5], **five, **TO_0),
    )
    yield (
        "alternating cycles, both ends",
        digraph("02 04 21 23 31 35 42 45 53 54"),
        name.cycles([0, 2, 3, 1, HOME], [4, 5], **five, **FROM_0_TO_1),
    )


def cut_vertices(name):
    mill = nx.windmill_graph(3, 3)  # three triangles with the corner 0
    spread = nx.Graph([(0, 1), (1, 2), (2, 0)])  # three triangles at the corners of a fourth
    for k in range(3):
        nx.add_cycle(spread, [k, 3 + 2 * k, 4 + 2 * k])
    wheels = nx.DiGraph()  # three triangles that turn one way
    for k in (1, 3, 5):
        nx.add_cycle(wheels, [0, k, k + 1])
    a, b, c = ((0, {k, k + 1}) for k in (1, 3, 5))
    both = both_ways(mill)
    for kind, G in (("", mill), (" of a digraph", wheels), (" with arcs both ways", both)):
        yield f"cut vertex{kind}, no cycle", G, name.hanging(a, **CLOSED)
        yield f"cut vertex{kind}, no path", G, name.hanging(a, b, c, **OPEN)
        yield f"cut vertex{kind}, a given start", G, name.hanging(a, b, **OPEN, start=5)
        yield f"cut vertex{kind}, a given end", G, name.hanging(c, b, **TO_0)
        yield f"cut vertex{kind}, both ends", G, name.hanging(a, **OPEN, start=5, end=6)
        yield f"cut vertex{kind}, two ends inside", G, name.hanging(a, b, c, **OPEN, start=1, end=3)
        yield f"cut vertex{kind}, both in a part", G, name.hanging(a, b, **OPEN, start=1, end=2)
    corners = [(k, {3 + 2 * k, 4 + 2 * k}) for k in range(3)]
    yield "three cut vertices, no path", spread, name.hanging(*corners, **OPEN)
    yield "two cut vertices, a given end", spread, name.hanging(*corners[:2], **OPEN, end=2)


def toughness(name):
    three, four, around = nx.Graph(), nx.Graph(), nx.DiGraph()
    for k in (2, 4, 6, 8):  # paths of two nodes between 0 and 1
        nx.add_path(four, [0, k, k + 1, 1])
        if k < 8:
            nx.add_path(three, [0, k, k + 1, 1])
            nx.add_path(around, [0, k, k + 1, 1, 0])
    cut = [0, 1]
    for kind, G in (("", three), (" of a digraph", around)):
        yield f"toughness{kind}, no cycle", G, name.tough(cut, 3, **CLOSED)
        yield f"toughness{kind}, a given start", G, name.tough(cut, 3, **FROM_0)
        yield f"toughness{kind}, a given end", G, name.tough(cut, 3, **OPEN, end=1)
        yield f"toughness{kind}, both ends", G, name.tough(cut, 3, **FROM_0_TO_1)
        ends = {"start": 2, "end": 3}
        yield f"toughness{kind}, one part", G, name.tough(cut, 3, together=True, **OPEN, **ends)
    yield "toughness, no path", four, name.tough(cut, 4, **OPEN)
    yield "toughness, a start outside", four, name.tough(cut, 4, **OPEN, start=5)
    yield "toughness, an end outside and one inside", four, name.tough(cut, 4, **FROM_0, end=5)
    yield "toughness of a digraph, no path", both_ways(four), name.tough(cut, 4, **OPEN)


def weighings(name):
    """Yield questions that no other kind of weighing settles."""
    # Chosen among random graphs whose subtour linear programme has no solution.
    pairs = "03 04 05 06 07 13 16 23 25 35 37 47 56"
    yield (
        "weighing, no cycle",
        graph(pairs),
        name.weighing(
            [(1, [1, 2, 4]), (HALF, [7]), (-HALF, [0]), (-1, [3])],
            sets=[(HALF, {0, 4, 7})],
            **CLOSED,
        ),
    )
    pairs = "02 04 05 13 26 34 36 47 56"
    yield (
        "weighing, no path",
        graph(pairs),
        name.weighing(
            [(1, [1, 7]), (HALF, [2, 5]), (-HALF, [0, 6]), (-1, [HOME])],
            sets=[(HALF, {0, 2, 5, 6})],
            **OPEN,
        ),
    )
    pairs = "03 06 12 13 14 26 35 46"
    yield (
        "weighing, a given start",
        graph(pairs),
        name.weighing(
            [(1, [5]), (HALF, [2, 4]), (-HALF, [1, 6]), (-1, [HOME])],
            sets=[(HALF, {0, 3, 5, HOME})],
            **FROM_0,
        ),
    )
    pairs = "01 03 05 14 15 23 25 35 36 56"
    yield (
        "weighing, a given end",
        graph(pairs),
        name.weighing(
            [(1, [4]), (HALF, [2, 6]), (-HALF, [3, 5]), (-1, [HOME])],
            sets=[(HALF, {0, 1, 4, HOME})],
            **TO_0,
        ),
    )
    pairs = "01 03 12 16 23 24 26 34 35 56"
    yield (
        "weighing, both ends",
        graph(pairs),
        name.weighing(
            [(1, [4, 5, HOME]), (HALF, [0]), (-HALF, [1]), (-1, [3])],
            sets=[(HALF, {0, 1, HOME})],
            **FROM_0_TO_1,
        ),
    )


def weighings_of_digraphs(name):
    pairs = "03 04 14 21 23 24 30 31 34 40 42 43"
    yield (
        "weighing of a digraph, no cycle",
        digraph(pairs),
        name.weighing(
            [(1, [1]), (HALF, [0]), (-HALF, [3]), (-1, [4])],
            [(1, [2]), (HALF, [0]), (-HALF, [3]), (-1, [4])],
            sets=[(HALF, {0, 3})],
            **CLOSED,
        ),
    )
    pairs = "02 12 14 20 23 24 42 43"
    yield (
        "weighing of a digraph, no path",
        digraph(pairs),
        name.weighing(
            [(1, [3]), (HALF, [0]), (-HALF, [2]), (-1, [HOME])],
            [(1, [1]), (HALF, [0]), (-HALF, [2]), (-1, [HOME])],
            sets=[(HALF, {0, 2})],
            **OPEN,
        ),
    )
    pairs = "01 04 10 12 13 20 23 24 30 40 42"
    yield (
        "weighing of a digraph, a given start",
        digraph(pairs),
        name.weighing(
            [(1, [3, HOME]), (HALF, [4]), (-HALF, [2]), (-1, [0])],
            [(1, [1]), (HALF, [4]), (-HALF, [2]), (-1, [0, HOME])],
            sets=[(HALF, {0, 1, 3, HOME})],
            **FROM_0,
        ),
    )
    pairs = "03 10 14 20 32 34 40 41 42"
    yield (
        "weighing of a digraph, a given end",
        digraph(pairs),
        name.weighing(
            [(1, [2]), (HALF, [1]), (-HALF, [4]), (-1, [0, HOME])],
            [(1, [3, HOME]), (HALF, [1]), (-HALF, [4]), (-1, [0])],
            sets=[(HALF, {0, 2, 3, HOME})],
            **TO_0,
        ),
    )
    pairs = "01 04 12 14 20 23 30 34 40 41 42 43"
    yield (
        "weighing of a digraph, both ends",
        digraph(pairs),
        name.weighing(
            [(1, [HOME]), (HALF, [3]), (-HALF, [4]), (-1, [1])],
            [(1, [HOME]), (HALF, [2]), (-HALF, [4]), (-1, [0])],
            sets=[(HALF, {0, 1, HOME})],
            **FROM_0_TO_1,
        ),
    )


def forced_edges(name):
    yield (
        "forced edges, no cycle",
        graph("02 03 04 05 06 12 15 25 36 46"),
        name.steps(
            (1, USE, (1, 2), (1, 5)),
            (3, USE, (0, 3), (3, 6)),
            (None, DROP, (2, 5)),
            ({3, 5}, USE, (0, 5)),
            (0, DROP, (0, 4)),
            (4, DROP),
            **CLOSED,
        ),
    )
    yield (
        "forced edges, a ring too early",
        graph("01 12 23 30 05 45 25"),
        name.steps((1, USE, (0, 1), (1, 2)), (3, USE, (0, 3), (2, 3)), **CLOSED),
    )
    yield (
        "forced edges, too many used",
        graph("02 23 31 04 45 51 06 67 71"),
        name.steps(
            (2, USE, (0, 2)),
            (4, USE, (0, 4)),
            (6, USE, (0, 6)),
            (0, USE),
            **CLOSED,
        ),
    )
    yield (
        "forced edges, a border crossed thrice",
        graph("02 23 31 04 45 51 06 67 71"),
        name.steps(
            (3, USE, (2, 3)),
            (4, USE, (4, 5)),
            (7, USE, (6, 7)),
            ({0, 2, 4, 6}, USE),
            **CLOSED,
        ),
    )
    yield (
        "forced edges, no path",
        graph("02 03 04 14"),
        name.steps(
            (2, USE, (0, 2), (2, HOME)),
            (None, DROP, (0, HOME)),
            (1, USE, (1, 4), (1, HOME)),
            (None, DROP, (0, 4)),
            ({3, 4, HOME}, USE, (0, 3)),
            (HOME, DROP, (3, HOME)),
            ({0, 4, HOME}, DROP),
            **OPEN,
        ),
    )
    yield (
        "forced edges, a given start",
        graph("01 02 13 15 26 35 36 46"),
        name.steps(
            (4, USE, (4, 6), (4, HOME)),
            (HOME, DROP, (1, HOME), (2, HOME), (3, HOME), (5, HOME)),
            ({1, 3, 5}, USE, (3, 6), (0, 1)),
            (None, DROP, (1, 3)),
            ({3, 4}, USE, (3, 5)),
            ({0, 1, 2, 5}, DROP, (2, 6)),
            (2, DROP),
            **FROM_0,
        ),
    )
    yield (
        "forced edges, a given end",
        graph("02 04 13 15 24 26 35 45"),
        name.steps(
            (6, USE, (2, 6), (6, HOME)),
            (None, DROP, (0, 2)),
            (HOME, DROP, (1, HOME), (2, HOME), (3, HOME), (4, HOME), (5, HOME)),
            ({2, HOME}, USE, (2, 4)),
            ({1, 2, 3, 5, 6}, DROP, (4, 5)),
            (None, DROP, (0, 4)),
            (4, DROP),
            **TO_0,
        ),
    )
    yield (
        "forced edges, both ends",
        graph("01 03 13 23 24 34"),
        name.steps(
            (None, DROP, (0, 1)),
            ({0, HOME}, USE, (0, 3)),
            (2, USE, (2, 3), (2, 4)),
            (3, DROP, (3, 4)),
            ({1, 2, 3}, DROP),
            **FROM_0_TO_1,
        ),
    )


def forced_arcs(name):
    yield (
        "forced arcs, no cycle",
        digraph("01 02 13 24 30 31 34 43"),
        name.steps(
            (4, USE, (4, 3)),
            (None, DROP, (3, 4)),
            ({0, 2, 4}, DROP, (0, 1)),
            ({0, 2, 4}, USE, (3, 0)),
            (3, DROP, (3, 1)),
            (1, DROP),
            **CLOSED,
        ),
    )
    yield (
        "forced arcs, no path",
        digraph("01 02 04 12 31 40"),
        name.steps(
            (3, USE, (HOME, 3)),
            (2, USE, (2, HOME)),
            (HOME, DROP, (HOME, 0), (HOME, 1), (HOME, 2), (HOME, 4)),
            ({0, 1, 4}, USE, (3, 1)),
            ({0, 3, 4}, DROP, (0, 2)),
            (None, DROP, (1, 2)),
            (2, DROP),
            **OPEN,
        ),
    )
    yield (
        "forced arcs, a given start",
        digraph("02 04 12 13 14 20 31 40 41"),
        name.steps(
            ({1, 3, 4}, USE, (0, 4)),
            (3, USE, (1, 3)),
            (None, DROP, (3, 1)),
            (0, DROP, (2, 0), (4, 0)),
            ({0, 1, 2}, DROP, (2, HOME)),
            (2, DROP),
            **FROM_0,
        ),
    )
    yield (
        "forced arcs, a given end",
        digraph("10 12 14 20 23 32 42"),
        name.steps(
            (1, USE, (HOME, 1)),
            (None, DROP, (1, 0)),
            ({2, 3}, USE, (2, 0)),
            (2, DROP, (2, 3)),
            ({1, 2, 4}, DROP, (3, 2)),
            (3, DROP),
            **TO_0,
        ),
    )
    yield (
        "forced arcs, both ends",
        digraph("01 02 10 12 13 20 21 34 41 43"),
        name.steps(
            (4, USE, (3, 4)),
            (None, DROP, (0, 1), (4, 3)),
            ({1, 2, 3}, USE, (4, 1)),
            (1, DROP, (2, 1)),
            ({1, 2, 3}, DROP, (2, 0)),
            (2, DROP),
            **FROM_0_TO_1,
        ),
    )


def cases(name):
    petersen = nx.petersen_graph()
    tree = [(4, 9), (6, 9), (0, 4), None, None, (3, 8), None, None, (3, 8), None, None]
    yield "cases, no cycle", petersen, name.cases(*tree, **CLOSED)
    tree = [(6, 9), (0, 5), None, (7, 9), None, None, None]
    yield "cases, both ends", petersen, name.cases(*tree, **FROM_0_TO_1)
    yield (
        "cases with a border",
        graph("01 02 03 05 06 17 18 23 25 27 35 47 48 67 68"),
        name.cases((2, 3), (2, 7), None, None, None, sets=[{0, 2, 3, 5}], **CLOSED),
    )
    yield (
        "cases with weights, no path",
        graph("01 02 03 04 05 12 23 24 25"),
        name.cases(
            (2, 4),
            {"nodes": [(1, [1, 3, 4, 5]), (-1, [0, 2, HOME])]},
            (1, HOME),
            None,
            None,
            **OPEN,
        ),
    )
    yield (
        "cases with weights, a given start",
        graph("02 03 04 05 14 15 23 45"),
        name.cases(
            (1, 5),
            (4, 5),
            None,
            {"nodes": [(1, [2, 3, 4, 5]), (-1, [0, HOME])]},
            None,
            **FROM_0,
        ),
    )
    yield (
        "cases with weights, a given end",
        graph("01 02 04 05 06 13 14 16 26 35 36"),
        name.cases(
            (3, HOME),
            None,
            (1, 4),
            {"nodes": [(1, [2, 4, 5]), (-1, [0, HOME])]},
            None,
            **TO_0,
        ),
    )
    yield (
        "cases of a digraph, no cycle",
        digraph("01 02 03 05 10 15 20 25 30 35 40 41 42 43 50 51 53 54"),
        name.cases(
            (4, 0),
            None,
            (0, 5),
            None,
            {
                "nodes": [(1, [1, 2, 3, 5]), (-1, [0, 4])],
                "entering": [(1, [1, 2, 3, 4]), (-1, [0, 5])],
            },
            **CLOSED,
        ),
    )
    yield (
        "cases of a digraph, no path",
        digraph("01 02 03 10 12 13 14 21 31 41"),
        name.cases(
            (0, 3),
            (4, 1),
            None,
            None,
            {
                "nodes": [(1, [0, 2, 3, 4]), (-1, [1, HOME])],
                "entering": [(1, [0, 2, 3, 4]), (-1, [1, HOME])],
            },
            **OPEN,
        ),
    )
    yield (
        "cases of a digraph, a given start",
        digraph("01 04 10 14 20 23 24 25 26 30 34 35 41 42 45 46 52 53 54 60 61"),
        name.cases(
            (3, 5),
            None,
            {
                "nodes": [(1, [0, 1, 3, 6, HOME]), (-1, [2, 4, 5])],
                "entering": [(1, [0, 2, 3, 5, 6]), (-1, [1, 4, HOME])],
            },
            **FROM_0,
        ),
    )
    yield (
        "cases of a digraph, a given end",
        digraph("01 02 03 10 14 15 20 25 30 34 35 40 41 42 43 45 50 54"),
        name.cases(
            (1, 5),
            None,
            (3, 4),
            None,
            {
                "nodes": [(1, [0, 1, 2, 3, 5]), (-1, [4, HOME])],
                "entering": [(1, [1, 2, 3, HOME]), (-1, [0, 4, 5])],
            },
            **TO_0,
        ),
    )
    yield (
        "cases of a digraph, both ends",
        digraph("01 03 04 05 12 14 16 20 21 26 32 34 40 42 45 46 51 52 62 63"),
        name.cases((6, 2), None, (5, 1), None, None, **FROM_0_TO_1),
    )


def refutations(name):
    rings = ["01234", "01257", "01469", "01568", "03458", "04579"]
    yield (
        "refutation, no cycle",
        nx.petersen_graph(),
        name.clauses(
            (4, 5), (5,), (1,), (3,), (-2,),
            edges=[(1, 6), (2, 7), (4, 9), (6, 8), (7, 9)],
            sets=[set(map(int, ring)) for ring in rings],
            **CLOSED,
        ),
    )  # fmt: skip
    yield (
        "refutation, no path",
        graph("02 06 13 14 16 26 34 56"),
        name.clauses((1, 2), (2,), edges=[(3, HOME), (4, HOME)], sets=[{1, 3, 4}], **OPEN),
    )
    yield (
        "refutation, a given start",
        graph("01 02 03 04 13 23 34 45 46 56"),
        name.clauses((1, 2), (-1,), edges=[(5, HOME), (6, HOME)], sets=[{4, 5, 6}], **FROM_0),
    )
    yield (
        "refutation, a given end",
        graph("01 03 04 13 23 25 26 34 56"),
        name.clauses((1, 2), (-1,), edges=[(5, HOME), (6, HOME)], sets=[{2, 5, 6}], **TO_0),
    )
    yield (
        "refutation, both ends",
        graph("02 03 04 06 13 14 15 16 24 25 36 45"),
        name.clauses((2,), (-1,), edges=[(0, 3), (4, 5)], sets=[{2, 4, 5}], **FROM_0_TO_1),
    )
    yield (
        "refutation of a digraph, no path",
        digraph("05 06 12 21 23 25 36 45 46 53 60 62 63 64"),
        name.clauses((-1, 2), (2,), edges=[(3, 6), (4, HOME)], sets=[{1, 2}], **OPEN),
    )
    yield (
        "refutation of a digraph, a given start",
        digraph("01 02 03 10 14 16 26 30 34 35 40 46 53 54 56 60 61 62 63 64 65"),
        name.clauses((1, 2), (3,), edges=[(1, 4), (1, 6), (4, 6)], sets=[{3, 5}], **FROM_0),
    )


def exhaustion(name):
    petersen, path, star = nx.petersen_graph(), nx.path_graph(4), nx.star_graph(4)
    down = nx.DiGraph([(0, 1), (1, 0), (2, 3), (3, 2), (0, 2)])
    yield "exhaustion, no cycle", petersen, name.order(range(10), **CLOSED)
    yield "exhaustion, another order", petersen, name.order(range(9, -1, -1), **CLOSED)
    yield "exhaustion, no path", star, name.order([4, 0, 1, 2, 3], **OPEN)
    yield "exhaustion, given ends", path, name.order(range(4), **FROM_0, end=2)
    yield "exhaustion, a digraph's cycle", down, name.order(range(4), **CLOSED)
    yield "exhaustion, a digraph's path", down, name.order([3, 1, 2, 0], **OPEN, start=3)


def divisions(name):
    triangle = graph("02 03 04 56 67 75 52 63 74")
    yield (
        "division, a triangle like a node",
        triangle,
        name.division(
            name.parity([2, 3, 4], [0, 5], **CLOSED),
            ({5, 6, 7}, [(5, 2), (5, 3), (5, 4)]),
            **CLOSED,
        ),
    )

    def few(v):
        return name.degrees([v], "neighbours", **CLOSED)

    yield (
        "division, two ways excluded",
        graph("02 05 12 14 23 28 34 46 57 58 68 78"),
        name.division(
            few(3),
            ({1, 4, 6}, [(2, 1), (1, 8)], ([(1, 2), (2, 4)], few(6)), ([(4, 3), (3, 6)], few(1))),
            **CLOSED,
        ),
    )
    yield (
        "division, a path",
        graph("02 03 05 12 13 24 26 37 49 56 58 59 67 78"),
        name.division(
            few(4),
            (
                {5, 6, 7, 8, 9},
                [(0, 3), (2, 4)],
                (
                    [(5, 0), (7, 0), (0, 2), (2, 6), (2, 9)],
                    name.order([5, 6, 7, 8, 9, 0, 2], **CLOSED),
                ),
            ),
            **FROM_0_TO_1,
        ),
    )


def contractions(name):
    """Yield graphs in which the nodes 5 and 6 have three neighbors."""
    block, ways = (5, [5, 6]), "25 26 35 36 45 46"
    dead_end = name.degrees([7], "neighbours", **CLOSED)
    hub = name.hanging((2, {0, 1}), **CLOSED)
    hanging = graph(f"{ways} 20 30 01 31 47 48 78")
    yield "contraction, no cycle", hanging, name.contraction(hub, (2, [5, 6]), **CLOSED)
    both = graph(f"{ways} 02 14 27 37")
    yield "contraction, both ends", both, name.contraction(dead_end, block, **FROM_0_TO_1)
    # The third neighbor is home.
    three = name.tough([0, 5], 3, **CLOSED)
    legs = graph("25 26 35 36 01 07 08 12 73 83")
    yield "contraction, no path", legs, name.contraction(three, block, **OPEN)
    twigs = graph("25 26 35 36 72 73 02 04 43")
    yield "contraction, a given start", twigs, name.contraction(dead_end, block, **FROM_0)
    yield "contraction, a given end", twigs, name.contraction(dead_end, block, **TO_0)
    twice = graph(f"{ways} 29 98 90 74 78 13 10")  # contracted, 5 is a neighbor of 9 and 10
    twice.add_edges_from([(3, 10), (8, 10), (0, 10)])
    inner = name.contraction(dead_end, (8, [9, 10]), **CLOSED)
    yield "contraction, twice", twice, name.contraction(inner, block, **CLOSED)
    two = nx.disjoint_union(nx.complete_bipartite_graph(2, 3), nx.complete_bipartite_graph(3, 4))
    two.add_edges_from([(2, 8), (3, 9), (4, 10), (3, 12), (8, 12), (13, 2), (13, 4)])
    inner = name.degrees([13], "neighbours", **CLOSED)
    sets = (0, [0, 1]), (5, [5, 6, 7])
    yield "contraction, two sets", two, name.contraction(inner, *sets, **CLOSED)


def conditions(name):
    """Yield proofs about edges to use and to avoid."""
    wheel, kite, lamp = nx.wheel_graph(5), graph("01 12 20 23 30"), graph("01 12 13 23")
    first, second = Middle(1, 2), Middle(1, 3)
    few = name.degrees([1], "neighbours", **CLOSED)
    yield "edges to avoid, no cycle", wheel, name.under(few, forbid=[(1, 2), (4, 1)], **CLOSED)
    lopsided = name.parity([1, 3, Middle(0, 2)], [0, 2], **CLOSED)
    yield "an edge to use, no cycle", kite, name.under(lopsided, require=[(0, 2)], **CLOSED)
    three = name.steps(
        (first, USE, (1, first)), (second, USE, (1, second)), (0, USE, (0, 1)), (1, USE), **CLOSED
    )
    both = [(1, 2), (1, 3)]
    yield "edges to use, a given start", lamp, name.under(three, require=both, **FROM_0)
    yield (
        "edges to avoid, both ends",
        nx.cubical_graph(),
        name.under(name.part([0], **FROM_0_TO_1), forbid=[(0, 1), (0, 3), (0, 4)], **FROM_0_TO_1),
    )
    yield (
        "arcs to avoid, no path",
        digraph("01 12 20 02"),
        name.under(name.degrees([0, 1], "predecessors", **OPEN), forbid=[(0, 1), (2, 0)], **OPEN),
    )


def numbers(name):
    """Yield proofs about the numbers of nodes on the tour."""
    grid = nx.convert_node_labels_to_integers(nx.grid_2d_graph(3, 3))
    turns = nx.DiGraph([(v, (v + k) % 5) for v in range(5) for k in (1, 2)])
    yield (
        "numbers, out of reach",
        nx.cubical_graph(),
        name.numbered({0: 1, 2: 4}, crowd=(4,), **CLOSED),
    )
    yield (
        "numbers, a crowd and conditions",
        grid,
        name.numbered({4: 5}, crowd=(2, 4, 6, 8), require=[(7, 8)], forbid=[(1, 2)], **FROM_0),
    )
    yield (
        "numbers, clauses",
        graph("01 04 12 13 15 16 26 34 35 36 46"),
        name.numbered({0: 1, 1: 2}, places=[(2, 3), (3, 3)], clauses=((1, 2), (-2,)), **CLOSED),
    )
    yield (
        "numbers, besides a known path",
        nx.path_graph(5),
        name.numbered({2: 3}, places=[(0, 1)], clauses=((-1,),), besides=[(0, 1, 2, 3, 4)], **OPEN),
    )
    yield "numbers, a digraph", turns, name.numbered({0: 1, 3: 2}, crowd=(2,), **CLOSED)


def graph(pairs, create_using=nx.Graph):
    """Return the graph of a text such as "01 12 20"."""
    G = create_using()
    G.add_nodes_from(sorted(set(map(int, pairs.replace(" ", "")))))
    G.add_edges_from((int(u), int(v)) for u, v in pairs.split())
    return G


def by_rows(rows):
    """Return a graph of these very rows, though networkx would make others."""
    G = nx.Graph()
    G._node.update((v, {}) for v in rows)
    G._adj.update((v, {w: {} for w in row}) for v, row in rows.items())
    return G


def digraph(pairs):
    return graph(pairs, nx.DiGraph)


TRUE = {name: (G, proof) for name, G, proof in true_certificates()}
every_true_certificate = together(("G", "proof"), TRUE.values(), ids=TRUE)
