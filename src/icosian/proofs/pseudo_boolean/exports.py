"""How each kind of proof refutes the formula of its claim; kinds that are not here have no form.

Certificates know nothing of formulas: for a new kind, register here how it reasons.
"""

# ruff: noqa: SLF001 - the kinds of proof are our own
from __future__ import annotations

from functools import singledispatch
from typing import TYPE_CHECKING, Any

import networkx as nx

from icosian.exceptions import NoPseudoBooleanForm
from icosian.proofs.alternating_parity import AlternatingParity
from icosian.proofs.base import Proof, exported
from icosian.proofs.bipartition import BipartitionImbalance
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
from icosian.proofs.pseudo_boolean.edges import tour_edges
from icosian.proofs.pseudo_boolean.formula import Numbers, header
from icosian.proofs.pseudo_boolean.lower_bounds import (
    contradict,
    refute_cases,
    refute_shorter,
    weighed,
)
from icosian.proofs.pseudo_boolean.replay import StatedFacts
from icosian.proofs.pseudo_boolean.value import View
from icosian.proofs.refutation import Refutation
from icosian.proofs.shared.claim import HOME
from icosian.proofs.shared.codec import label_writer
from icosian.proofs.shared.evidence import unlimited
from icosian.proofs.toughness import Toughness
from icosian.proofs.weighing import Weighing

if TYPE_CHECKING:
    from icosian.proofs.pseudo_boolean.edges import Edges
    from icosian.proofs.pseudo_boolean.value import PseudoBoolean
    from icosian.proofs.shared.lengths import Weight

    Weighed = (
        BipartitionImbalance | CutVertex | DegreeDeficiency | Disconnection | Toughness | Weighing
    )


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


@exported.register(LowerBound)
def _export_lengths(proof: LowerBound, G: Any, *, weight: Weight) -> PseudoBoolean:
    """Return a formula about the edges of tours and their length, and its refutation."""
    proof.check(G, weight=weight)
    problem, most = proof._problem(G, unlimited, weight)
    label = label_writer(G if isinstance(G, nx.Graph) else None)
    head = [*header(proof.statement, "edges", label), f"unit {problem.unit}"]
    nodes = [*proof.nodes] if proof.closed else [*proof.nodes, HOME]
    return refute_shorter(proof, problem, most, nodes, head, proof._name).finished(label)
