"""How each kind of proof refutes the formula of its claim; kinds that are not here have no form.

Certificates know nothing of formulas: for a new kind, register here how it reasons.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Container, Iterable
from fractions import Fraction
from functools import partial, singledispatch
from math import lcm
from typing import Any, NamedTuple

import networkx as nx

from icosian.exceptions import NoPseudoBooleanForm
from icosian.proofs.bounds import DualWeights, LowerBound
from icosian.proofs.certificate import Proof, export_opb, no_limit
from icosian.proofs.claim import HOME, Claim, label_writer
from icosian.proofs.clauses import (
    EdgeModel,
    Ordered,
    Positioned,
    PositionModel,
    Refutation,
    SymmetricRefutation,
)
from icosian.proofs.counting import Reading, Weighing, Weights
from icosian.proofs.derived import (
    Conditional,
    Contraction,
    CoverBound,
    FrontierExhausted,
    conditional_graph,
)
from icosian.proofs.forcing import AlternatingParity, Cases, ForcedEdges
from icosian.proofs.formulas.opb import (
    EdgeFormula,
    Formula,
    Log,
    Part,
    PositionFormula,
    PseudoBoolean,
    StatedFacts,
    StatedMarks,
    deny_splits,
    edge_meaning,
    header,
    leaves,
    restate_cases,
    restate_refutation,
    tour_edges,
    write_proof,
)
from icosian.proofs.instance import CycleInstance
from icosian.proofs.lengths import Edge, Rows, SymmetricInstance, Weight, cycle_problem
from icosian.proofs.relaxations import Family, ShorterTours, borders

# ruff: noqa: SLF001 - the kinds of proof are our own

Clause = tuple[tuple[int, bool], ...]
"""What denies the assumptions of a case, each with whether it is the second one of its split."""


# -- Sums of statements about ports, borders and paths, as a line of a proof needs them


class BorderSum(NamedTuple):
    """A border that is crossed twice, or at least four times."""

    often: int
    """The variable that says that it is crossed at least four times."""
    least: int
    """The line that it is crossed at least as often as the variable says."""
    most: int
    """The line that it is crossed twice if the variable does not say more."""


class Sum:
    """Statements, each a number of times; sets of ports are stated from their smaller side."""

    def __init__(self, edges: EdgeFormula) -> None:
        self._edges = edges
        self._ports: Counter[int] = Counter()
        self._lines: Counter[int] = Counter()

    def count(self, ports: Iterable[int], times: int) -> None:
        """Add the numbers of edges at ports."""
        for port in ports:
            self._ports[port] += times

    def path(self, ports: frozenset[int], times: int) -> None:
        """Add an even number of times that there is no cycle within some ports."""
        if 2 * len(ports) > len(self._edges.ports):
            others = frozenset(range(len(self._edges.ports))) - ports
            self.count(ports, -times // 2)
            self.count(others, times // 2)
            ports = others
        if (line := self._edges.path(ports)) is not None:
            self.line(line, times)

    def border(self, ports: frozenset[int], times: int) -> None:
        """Add that the border of some ports is crossed twice."""
        self.count(ports, times)
        self.path(ports, 2 * times)

    def line(self, line: int, times: int) -> None:
        """Add any statement."""
        self._lines[line] += times

    def parts(self) -> list[Part]:
        """Return the sum."""
        ports = (self._edges.port(port, times) for port, times in self._ports.items() if times)
        return [*ports, *self._lines.items()]


def comb(
    edges: EdgeFormula,
    handle: frozenset[int],
    teeth: Collection[frozenset[int]],
    sides: Collection[frozenset[int]],
) -> int:
    """Derive a comb: how many edges may lie within sides of its borders, handle and teeth.

    The borders of a tooth and of its two parts are crossed twice each. Together they count every
    crossing of the tooth twice, and so every edge from part to part, which crosses the handle. With
    the other edges that cross the handle these are all crossings, twice, and at least 6 for a
    tooth. At every node the crossings are the edges that do not stay within: four times those
    within are bounded. The division rounds, as the number of teeth is odd.
    """
    total = Sum(edges)
    tooth_of = {port: k for k, tooth in enumerate(teeth) for port in tooth}
    for tooth in teeth:
        for part in (tooth, tooth & handle, tooth - handle):
            total.border(part, 1)
    for side in sides:
        total.count(side, -2)
    axioms = [
        (x, 2)
        for p in sorted(handle)
        for x, q in edges.ports[p]
        if q not in handle and (p not in tooth_of or tooth_of.get(q) != tooth_of[p])
    ]
    return edges.log.add(total.parts(), axioms, ["4", "d"])


def split_border(edges: EdgeFormula, ports: frozenset[int]) -> BorderSum:
    """Define a variable that says that the border of some ports is crossed at least four times.

    With n nodes and k edges within, a border is crossed 2 (n - k) times. So either there are n - 1
    edges within, or at most n - 2, and the first line bounds them by n - 1 less the variable.
    """
    inner, nodes = edges.within(ports)
    often = edges.formula.auxiliary(f"at least four edges leave {edges.listed_ports(ports)}")
    edges.path(ports)  # the first line is the same statement if the variable is 0
    return BorderSum(
        often,
        edges.log.define([(-x, 1) for x in [*inner, often]], len(inner) + 2 - nodes, -often),
        edges.log.define([*((x, 1) for x in inner), (often, max(nodes - 1, 1))], nodes - 1, often),
    )


# -- Minimum 1-trees as sums of statements: the sets that Kruskal's algorithm joins one by one

# Every edge within a set that a spanning tree joins is at least as long as the longest edge that
# joined it. A cycle without its first node is a path, with at most one edge less than nodes within
# every set. So the differences of these lengths, times the sets, prove the length of the tree.

Level = tuple[frozenset[int], int]


class Forest(NamedTuple):
    """What a spanning forest of all nodes but the first proves."""

    top: int
    """The length of the last edge that joined two parts."""
    end: int
    """The length of the second edge at the first node."""
    steps: list[Level]
    """Sets, and how much longer the edge is that joins them to others than all that joined them."""
    parts: list[frozenset[int]]
    """The parts: one if the forest is a tree."""
    circle: frozenset[int] | None
    """A part with a cycle of required edges, if there is one."""


def forest(rests: Rows, required: Collection[Edge], most: int) -> Forest:
    """Return the minimum spanning forest with the required edges.

    ``rests`` are the reduced lengths of edges. Required ones count as shorter than others, by more
    than ``most``, so that no other edge within them is left.
    """
    lengths = [rest for row in rests for rest in row.values()]
    low = min(lengths, default=0) - max(most, 0) - 1
    edges = sorted(
        (low if (u, v) in required else rest, u, v)
        for u, row in enumerate(rests[1:], start=1)
        for v, rest in row.items()
    )
    part = {v: frozenset([v]) for v in range(1, len(rests))}
    level = dict.fromkeys(part.values(), low)
    steps: list[Level] = []
    top = low
    circle = None
    for length, u, v in edges:
        if part[u] is part[v]:
            circle = circle or (part[u] if (u, v) in required else None)
            continue
        steps += [
            (some, length - level[some])
            for some in (part[u], part[v])
            if len(some) > 1 and length > level[some]
        ]
        joined = part[u] | part[v]
        level[joined] = top = length
        part.update(dict.fromkeys(joined, joined))
    ends = sorted(((0, v) not in required, rest) for v, rest in rests[0].items())
    end = ends[min(1, len(ends) - 1)][1] if ends else 0
    return Forest(top, end, steps, list(dict.fromkeys(part.values())), circle)


# -- Weighings: one line, the sum of all statements times their weights


def weigh_statements(edges: EdgeFormula, weights: Weights) -> list[Part]:
    """Return the statements that weights multiply, with integers; middles weigh nothing."""
    number = edges.number
    every = (*weights.nodes, *weights.entering, *weights.sets)
    unit = lcm(*(Fraction(weight).denominator for _, weight in every))
    parts: list[Part] = []  # in an order that does not depend on hashes
    for side, some in enumerate((weights.nodes, weights.entering)):
        ports = {(number[v] << edges.directed) + side: w for v, w in some if v in number and w}
        parts += [edges.port(port, int(ports[port] * unit)) for port in sorted(ports)]
    for nodes, weight in weights.sets:
        inside = frozenset(number[v] for v in nodes if v in number)
        if 0 < len(inside) < len(number):
            parts += [(line, int(weight * unit)) for line in edges.border(inside)]
    return parts


def contradict(edges: EdgeFormula, parts: list[Part]) -> None:
    """Write the sum of statements, less what single edges can contribute to it."""
    sums: Counter[int] = Counter()
    for line, times in parts:
        for factor, x in edges.formula.terms(line):
            sums[x] += times * factor
    # An edge counts at most once; one that is used counts whatever its weight.
    axioms: list[Part] = []
    for x, weight in sums.items():
        known = edges.given if weight < 0 else edges.formula.zeros
        if x in known:
            parts = [*parts, (known[x], abs(weight))]
        elif weight:
            axioms.append((-x if weight > 0 else x, abs(weight)))
    edges.log.add(parts, axioms)


# -- Lower bounds of tours: sums of statements with the length, and a tree of cases

# The nodes of a bound's problem are the ports of the formula; in a digraph those for leaving come
# before those for entering. An edge between the two ports of a node is no variable: every tour uses
# it.


class _Shorter:
    """The formula that a tour has at most so many units, and the lines for a valid bound."""

    def __init__(
        self, proof: LowerBound, problem: SymmetricInstance, most: int, head: list[str]
    ) -> None:
        nodes = [*proof.nodes] if proof.closed else [*proof.nodes, HOME]
        self._proof, self._most = proof, proof.scale * most
        self._tours = ShorterTours(problem, proof.families, proof.scale, self._most, no_limit)
        n, size = problem.places, len(problem.lengths)
        self._directed = problem.is_doubled
        self._ports = [2 * (v % n) + v // n if self._directed else v for v in range(size)]
        arcs = {
            (u, v % n): c
            for u, row in enumerate(problem.lengths)
            for v, c in row.items()
            if v != u + n
        }
        H: nx.Graph[Any] = nx.DiGraph() if self._directed else nx.Graph()
        H.add_nodes_from(nodes)
        H.add_edges_from((nodes[u], nodes[v]) for u, v in arcs)
        used = [(nodes[u], nodes[v % n]) for u, v in sorted(problem.required) if v != u + n]
        net = CycleInstance(H, Claim(closed=True, require=tuple(used)))
        self.edges = EdgeFormula(head, net, proof._name)
        terms = [(-c, self.edges.variable[pair]) for pair, c in arcs.items() if c]
        self._length = self.edges.formula.state(f"at most {most} units long", terms, -most)
        self._derived: dict[DualWeights | Family, int] = {}
        """The lines of weights and of combs."""
        splits = (entry for entry in proof.tree if isinstance(entry, tuple) and len(entry) == 1)
        self._splits: dict[int, BorderSum | None] = {f: None for (f,) in splits}
        """The families that cases are split on."""

    def root(self) -> None:
        """Write which edges no shorter tour uses, and which all of them use."""
        proof, tours = self._proof, self._tours
        if proof.root is None:
            return
        self._add(proof.root)
        tours.exclude_by_sums(proof.root)
        if not proof.root.families:
            self._add_tree(proof.root, tours.edges, tours.required)
            tours.exclude_by_tree(proof.root)

    def _set(self, numbers: Iterable[int]) -> frozenset[int]:
        return frozenset(self._ports[v] for v in numbers)

    def _add(self, weights: DualWeights) -> None:
        """Write the sum of the length and what weights multiply, once."""
        if weights in self._derived:
            return
        families = self._proof.families
        total = Sum(self.edges)
        total.line(self._length, self._proof.scale)
        for port, times in zip(self._ports, weights.at(len(self._ports)), strict=True):
            total.count([port], times)
        for f, times in weights.families:
            sides = [self._set(side) for side in borders(families[f], len(self._ports)).sides]
            for side in sides:
                total.count(side, times)
            if f in self._splits:
                border = self._border(f)
                total.line(border.least if times > 0 else border.most, 2 * abs(times))
            elif len(sides) == 1:
                total.path(sides[0], 2 * times)
            else:
                if families[f] not in self._derived:
                    handle, *teeth = map(self._set, families[f])
                    self._derived[families[f]] = comb(self.edges, handle, teeth, sides)
                total.line(self._derived[families[f]], 2 * times)
        self._derived[weights] = self.edges.log.add(total.parts())

    def _border(self, f: int) -> BorderSum:
        """Return a border that cases are split on, defined where it is first needed."""
        if (border := self._splits[f]) is None:
            (side,) = borders(self._proof.families[f], len(self._ports)).sides
            border = self._splits[f] = split_border(self.edges, self._set(side))
        return border

    def _add_tree(self, weights: DualWeights, edges: Rows, required: set[Edge]) -> None:
        """Write the sum that proves a minimum 1-tree, or why there is none."""
        ends, scale = weights.at(len(edges)), self._proof.scale
        rests: Rows = [
            {v: scale * c - ends[u] - ends[v] for v, c in row.items()}
            for u, row in enumerate(edges)
        ]
        tree = forest(rests, required, self._most)
        total = Sum(self.edges)
        if tree.circle is not None:
            self.edges.path(self._set(tree.circle))
            return
        if len(tree.parts) > 1:  # the first node alone joins two parts: it would have four edges
            one, *others = map(self._set, tree.parts)
            total.border(one, 1)
            total.border(frozenset().union(*others), 1)
            total.count([self._ports[0]], -1)
        else:
            total.line(self._length, 2 * self._proof.scale)
            for port, times in zip(self._ports, weights.at(len(self._ports)), strict=True):
                total.count([port], 2 * times + tree.top)
            total.count([self._ports[0]], 2 * tree.end - 2 * tree.top)
            for some, step in tree.steps:
                total.path(self._set(some), 2 * step)
        self.edges.log.add(total.parts())

    def cases(self) -> None:
        """Write that no case of the tree is left."""
        tours = self._tours
        ahead: list[tuple[Clause, tuple[tuple[tuple[int, ...], bool], ...]]] = [((), ())]
        for entry in self._proof.tree:
            clause, assumed = ahead.pop()
            if not isinstance(entry, int):
                split = tours.edge(entry) if len(entry) == 2 else entry
                x = self._literal(split)
                ahead += [
                    ((*clause, (x, True)), (*assumed, (split, False))),
                    ((*clause, (-x, False)), (*assumed, (split, True))),
                ]
                continue
            weights = self._proof.weights[entry]
            if weights.families:
                self._add(weights)
            else:
                on_edges = [(split, first) for split, first in assumed if len(split) == 2]
                used = {edge for edge, is_used in on_edges if is_used}
                unused = {edge for edge, is_used in on_edges if not is_used}
                left = [
                    {v: c for v, c in row.items() if (u, v) not in unused}
                    for u, row in enumerate(tours.edges)
                ]
                required = tours.required | used
                if all(v in left[u] for u, v in required):
                    self._add_tree(weights, left, required)
            for denied in deny_splits(clause):
                self.edges.log.imply(denied)

    def _literal(self, split: tuple[int, ...]) -> int:
        """Return what holds in the first case of a split: an edge is used, a border crossed twice.

        What is always used is the denial of what never is.
        """
        if len(split) == 1:
            return -self._border(*split).often
        p, q = (self._ports[v] >> self._directed for v in split)
        return -self.edges.formula.zero() if p == q else self.edges.variable[p, q]


# -- The kinds of proof


def refuse_home(proof: Proof, nodes: Container[Any]) -> None:
    """Refuse a path in a graph with a node of the name of the one that makes it a cycle."""
    if not proof.closed and HOME in nodes:
        raise NoPseudoBooleanForm(f"the formula of a path names {HOME!r}, a node of the graph")


ANOTHER = 'hamiltonian_cycle and hamiltonian_path with method="sat" give a proof that has one'

WITHOUT = {
    AlternatingParity: "the parity of alternating cycles has no short pseudo-Boolean form;"
    ' method="sat" may find another proof',
    Contraction: f"a proof about a contracted graph has no pseudo-Boolean form; {ANOTHER}",
    FrontierExhausted: "a search along an order of the nodes has no pseudo-Boolean form;"
    f" {ANOTHER}",
}
"""Kinds without a form, where another proof may have one."""


@export_opb.register(Proof)
def _export_edges(proof: Proof, G: nx.Graph[Any]) -> PseudoBoolean:
    proof._check_fit(G)
    refuse_home(proof, G)
    edges = tour_edges(G, proof.statement, proof._name)
    refute(proof, edges, G)
    return edges.finished(label_writer(G))


@singledispatch
def refute(proof: Proof, edges: EdgeFormula, G: nx.Graph[Any]) -> None:  # noqa: ARG001 - no form
    """Check a proof that fits a graph, and refute a formula that claims the same."""
    kind = type(proof)
    why = f"a proof of the kind {kind.__name__} has no pseudo-Boolean form"
    raise NoPseudoBooleanForm(WITHOUT.get(kind, why))


for kind in (Ordered, SymmetricRefutation):
    refute.register(kind, refute.dispatch(Proof))  # not as a Refutation


@refute.register(Reading)
@refute.register(Weighing)
def _refute_weighing(proof: Reading | Weighing, edges: EdgeFormula, G: nx.Graph[Any]) -> None:
    proof.check(G)
    weighing = proof if isinstance(proof, Weighing) else proof.as_weighing(G)
    contradict(edges, weigh_statements(edges, weighing.weights))


@refute.register(Cases)
@refute.register(ForcedEdges)
def _refute_tree(proof: Cases | ForcedEdges, edges: EdgeFormula, G: nx.Graph[Any]) -> None:
    proof.check(G)
    cases = restate_cases(proof, G, edges.net)
    # Each case of a valid tree contradicts the formula.
    for weights, case in leaves(StatedMarks(edges, cases.sets), cases.tree):
        if weights is not None and (parts := weigh_statements(edges, weights)):
            edges.log.add(parts)
        for clause in deny_splits([(e + 1 if second else -e - 1, second) for e, second in case]):
            edges.log.imply(clause)


@refute.register(Refutation)
def _refute_clauses(proof: Refutation, edges: EdgeFormula, G: nx.Graph[Any]) -> None:
    net = edges.net
    proof = restate_refutation(proof, G, net)
    for part in proof.sets:
        edges.border(frozenset(net.inside(part)))
    proof._refute(EdgeModel(net, proof.sets), StatedFacts(edges))  # this is the check
    variables = [1 + net.edge(pair) for pair in proof.edges]
    for clause in proof.clauses:
        literals = {k // abs(k) * variables[abs(k) - 1]: None for k in clause}
        if not any(-literal in literals for literal in literals):
            edges.log.imply(literals)
    edges.log.imply(())


@refute.register(Conditional)
def _refute_inner(proof: Conditional, edges: EdgeFormula, G: nx.Graph[Any]) -> None:
    H = conditional_graph(G, proof.statement, no_limit)
    proof.inner._check_fit(H)
    refute(proof.inner, edges, H)


@export_opb.register(Positioned)
def _export_numbers(proof: Positioned, G: nx.Graph[Any]) -> PseudoBoolean:
    proof.check(G)
    numbers = PositionFormula(G, proof.statement, proof._name)
    if proof.crowd:
        table = PositionModel(G, proof.statement, no_limit)
        crowd = dict.fromkeys(proof.crowd)
        numbers.crowd(crowd, sorted(set().union(*map(table.fitting, crowd))))
    else:
        numbers.clauses(proof.places, proof.clauses)
    return numbers.finished()


@export_opb.register(CoverBound)
def _export_covers(proof: CoverBound, G: nx.Graph[Any]) -> PseudoBoolean:
    """Return a formula about the edges of covers by too few paths, and a sum that refutes it."""
    proof.check(G)
    if proof.parts:
        raise NoPseudoBooleanForm("lower bounds of parts are about graphs of their own")
    label, name = label_writer(G), proof._name
    net = CycleInstance(G, Claim(closed=True))
    formula, log = Formula(header(proof.statement, "edges", label)), Log()
    for u, v in net.edges:
        formula.variable((net.nodes[u], net.nodes[v]))
    n = len(net.nodes)
    total: Counter[int] = Counter(range(1, len(net.edges) + 1))
    used = f"fewer than {proof.bound} paths have at least {n - proof.bound + 1} edges"
    lines = [formula.state(used, [(1, x) for x in total], n - proof.bound + 1)]
    lines += formula.zeros.values()

    def at_most(what: str, edges: Collection[int], most: int) -> None:
        if edges:
            lines.append(formula.state(what, [(-1, e + 1) for e in edges], -most))
            total.subtract(e + 1 for e in edges)

    sides = [(proof.removed, 0), (proof.leaving, 0), (proof.entering, 1)]
    for some, side in sides + [(proof.removed, 1)] * net.directed:
        for v in sorted(map(net.node, some)):
            what = ("one arc out of", "one arc into")[side] if net.directed else "two edges at"
            edges = net.ports[(v << net.directed) + side]
            at_most(f"at most {what} node {name(net.nodes[v])}", edges, net.need)
    left = [e for e in range(len(net.edges)) if total[e + 1] > 0]
    H: nx.Graph[int] = nx.Graph([net.edges[e] for e in left])
    for part in nx.connected_components(H):
        names = ", ".join(name(net.nodes[v]) for v in sorted(part))
        within = [e for e in left if net.edges[e][0] in part]
        at_most(f"no cycle within {{{names}}}", within, len(part) - 1)
    # What is left of the sum is that no edges are at least one.
    log.add(((line, 1) for line in lines), ((x, -k) for x, k in total.items() if k < 0))
    return write_proof(formula, log, partial(edge_meaning, label, name))


@export_opb.register(LowerBound)
def _export_lengths(proof: LowerBound, G: Any, *, weight: Weight) -> PseudoBoolean:
    label = label_writer(G if isinstance(G, nx.Graph) else None)
    head = header(proof.statement, "edges", label)
    proof.check(G, weight=weight)
    refuse_home(proof, proof._numbers)
    problem = cycle_problem(G, proof.statement, proof.nodes, proof.unit, weight, no_limit)
    most = -(-proof.bound // problem.unit) - 1  # lengths are multiples of the unit
    shorter = _Shorter(proof, problem, most, [*head, f"unit {problem.unit}"])
    shorter.root()
    shorter.cases()
    return shorter.edges.finished(label)
