"""How each kind of proof refutes the formula of its claim; kinds that are not here have no form.

Certificates know nothing of formulas: for a new kind, register here how it reasons.
"""

# ruff: noqa: SLF001 - the kinds of proof are our own
from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from functools import partial, singledispatch
from typing import Any

import networkx as nx

from icosian.exceptions import NoPseudoBooleanForm
from icosian.proofs.alternating_parity import AlternatingParity
from icosian.proofs.base import Proof, exported
from icosian.proofs.bipartition import BipartitionImbalance
from icosian.proofs.bounds.cover_bound import CoverBound
from icosian.proofs.bounds.lower_bound import LowerBound
from icosian.proofs.cases import Cases
from icosian.proofs.conditions import Conditional, conditional_graph
from icosian.proofs.connection import Disconnection
from icosian.proofs.contraction import Contraction
from icosian.proofs.cutvertex import CutVertex
from icosian.proofs.degrees import DegreeDeficiency
from icosian.proofs.forced import ForcedEdges
from icosian.proofs.frontier import FrontierExhausted
from icosian.proofs.order import Ordered
from icosian.proofs.positions import Positioned, Timetable
from icosian.proofs.pseudo_boolean.edges import Edges, tour_edges
from icosian.proofs.pseudo_boolean.formula import Formula, Numbers, edge_meaning, header
from icosian.proofs.pseudo_boolean.lower_bounds import (
    contradict,
    refute_cases,
    refute_shorter,
    weighed,
)
from icosian.proofs.pseudo_boolean.replay import StatedFacts
from icosian.proofs.pseudo_boolean.value import Log, PseudoBoolean, View, finished
from icosian.proofs.refutation import Refutation
from icosian.proofs.shared.claim import HOME, Claim
from icosian.proofs.shared.codec import label_writer
from icosian.proofs.shared.evidence import unlimited
from icosian.proofs.shared.lengths import Weight
from icosian.proofs.shared.network import Network
from icosian.proofs.toughness import Toughness
from icosian.proofs.weighing import Weighing

Weighed = BipartitionImbalance | CutVertex | DegreeDeficiency | Disconnection | Toughness | Weighing


ANOTHER = 'hamiltonian_cycle and hamiltonian_path with method="sat" give a proof that has one'
WITHOUT = {
    AlternatingParity: "the parity of alternating cycles has no short pseudo-Boolean form;"
    ' method="sat" may find another proof',
    Contraction: f"a proof about a contracted graph has no pseudo-Boolean form; {ANOTHER}",
    FrontierExhausted: "a search along an order of the nodes has no pseudo-Boolean form;"
    f" {ANOTHER}",
}
"""Kinds without a form, where another proof may have one."""


@exported.register(Proof)
def _export_edges(proof: Proof, G: nx.Graph[Any]) -> PseudoBoolean:
    """Return a formula about the edges of tours, and its refutation."""
    proof._check_fit(G)
    edges = tour_edges(G, proof.statement, proof._name)
    refute(proof, edges, G)
    return edges.finished(label_writer(G))


@singledispatch
def refute(proof: Proof, edges: Edges, G: nx.Graph[Any]) -> None:  # noqa: ARG001 - no form
    """Check a proof that fits a graph, and refute a formula that claims the same."""
    kind = type(proof)
    why = f"a proof of the kind {kind.__name__} has no pseudo-Boolean form"
    raise NoPseudoBooleanForm(WITHOUT.get(kind, why))


@refute.register(BipartitionImbalance)
@refute.register(CutVertex)
@refute.register(DegreeDeficiency)
@refute.register(Disconnection)
@refute.register(Toughness)
@refute.register(Weighing)
def _refute_weighing(proof: Weighed, edges: Edges, G: nx.Graph[Any]) -> None:
    proof.check(G)
    weighing = proof if isinstance(proof, Weighing) else proof.as_weighing(G)
    contradict(edges, weighed(View(edges, G, weighing.statement), weighing.weights))


@refute.register(Cases)
def _refute_tree(proof: Cases, edges: Edges, G: nx.Graph[Any]) -> None:
    proof.check(G)
    refute_cases(View(edges, G, proof.statement), proof.tree, proof.sets)


@refute.register(ForcedEdges)
def _refute_steps(proof: ForcedEdges, edges: Edges, G: nx.Graph[Any]) -> None:
    proof.check(G)
    borders = dict.fromkeys(step.border for step in proof.steps if step.border is not None)
    refute_cases(View(edges, G, proof.statement), [None], borders)


@refute.register(Refutation)
def _refute_clauses(proof: Refutation, edges: Edges, G: nx.Graph[Any]) -> None:
    view = View(edges, G, proof.statement)
    for part in proof.sets:
        view.border(part)
    proof._follow(view.net, StatedFacts(view), unlimited)  # this is the check
    variables = [view.variables[view.net.edge(pair)] for pair in proof.edges]
    for clause in proof.clauses:
        literals = {k // abs(k) * variables[abs(k) - 1]: None for k in clause}
        if not any(-literal in literals for literal in literals):
            view.log.imply(literals)
    view.log.imply(())


@refute.register(Ordered)
def _refute_order(proof: Ordered, edges: Edges, G: nx.Graph[Any]) -> None:  # noqa: ARG001
    raise NoPseudoBooleanForm("a proof about an order of nodes has no pseudo-Boolean form")


@refute.register(Conditional)
def _refute_inner(proof: Conditional, edges: Edges, G: nx.Graph[Any]) -> None:
    H = conditional_graph(G, proof.statement, unlimited)
    proof.inner._check_fit(H)
    refute(proof.inner, edges, H)


@exported.register(Positioned)
def _export_numbers(proof: Positioned, G: nx.Graph[Any]) -> PseudoBoolean:
    """Return a formula about which node has which number, and its refutation."""
    proof.check(G)
    numbers = Numbers(G, proof.statement, proof._name)
    if proof.crowd:
        table = Timetable(G, proof.statement, unlimited)
        crowd = dict.fromkeys(proof.crowd)
        fitting = set().union(*map(table.fitting, crowd))
        numbers.crowd(crowd, [table.nodes[v] for v in sorted(fitting)])
    else:
        numbers.clauses(proof.places, proof.clauses)
    return numbers.finished()


@exported.register(CoverBound)
def _export_covers(proof: CoverBound, G: nx.Graph[Any]) -> PseudoBoolean:
    """Return a formula about the edges of covers by too few paths, and a sum that refutes it."""
    proof.check(G)
    if proof.parts:
        raise NoPseudoBooleanForm("lower bounds of parts are about graphs of their own")
    label, name = label_writer(G), proof._name
    net = Network(G, Claim(closed=True))
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
            at_most(
                f"at most {what} node {name(net.nodes[v])}",
                net.ports[(v << net.directed) + side],
                net.need,
            )
    left = [e for e in range(len(net.edges)) if total[e + 1] > 0]
    H: nx.Graph[int] = nx.Graph(net.edges[e] for e in left)
    for part in nx.connected_components(H):
        names = ", ".join(name(net.nodes[v]) for v in sorted(part))
        within = [e for e in left if net.edges[e][0] in part]
        at_most(f"no cycle within {{{names}}}", within, len(part) - 1)
    # What is left of the sum is that no edges are at least one.
    log.add(((line, 1) for line in lines), ((x, -k) for x, k in total.items() if k < 0))
    return finished(formula, log, partial(edge_meaning, label, name))


@exported.register(LowerBound)
def _export_lengths(proof: LowerBound, G: Any, *, weight: Weight) -> PseudoBoolean:
    """Return a formula about the edges of tours and their length, and its refutation."""
    proof.check(G, weight=weight)
    problem, most = proof._problem(G, unlimited, weight)
    label = label_writer(G if isinstance(G, nx.Graph) else None)
    head = [*header(proof.statement, "edges", label), f"unit {problem.unit}"]
    nodes = [*proof.nodes] if proof.closed else [*proof.nodes, HOME]
    return refute_shorter(proof, problem, most, nodes, head, proof._name).finished(label)
