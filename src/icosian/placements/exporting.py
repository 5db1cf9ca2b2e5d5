"""Bounds for other checkers: nodes as variables, and one line of cutting planes."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

from icosian.proofs.claim import label_writer
from icosian.proofs.opb import Formula, Log, finished, literal_name, printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    import networkx as nx

    from icosian.proofs import PseudoBoolean


class _Nodes:
    """A formula with a variable for each node, and a proof of one line."""

    def __init__(self, G: nx.Graph[Any], claim: str) -> None:
        self.formula = Formula([f"claim {claim}", "variables nodes"])
        self.variable = {v: self.formula.variable(v) for v in G}
        self._label = label_writer(G)
        self._empty = 0

    def state(self, statement: str, nodes: Sequence[Any], factor: int, least: int) -> int:
        """State that a multiple of the number of chosen nodes, among some, is at least a number."""
        self._empty += not nodes
        return self.formula.state(statement, [(factor, self.variable[v]) for v in nodes], least)

    def finished(self, line: list[int | str]) -> PseudoBoolean:
        """Return the two texts; the line uses each statement about no nodes once."""
        log = Log()
        for zero in self.formula.zeros.values():
            line += [zero, str(self._empty), "*", "+"]
        log.compute(line)
        return finished(self.formula, log, self._meaning)

    def _meaning(self, node: Any) -> str:
        return f"{json.dumps(self._label(node))} {printable(repr(node))}"


def large_independent_set(G: nx.Graph[Any], cliques: Sequence[Sequence[Any]]) -> PseudoBoolean:
    """Return that no independent set has more nodes than there are cliques, which cover a graph."""
    size = len(cliques) + 1
    nodes = _Nodes(G, f"no independent set of {size} nodes")
    joined: dict[frozenset[Any], int] = {}
    for u, v in G.edges():
        pair = frozenset((u, v))
        if u != v and pair not in joined:
            statement = f"not both {u!r} and {v!r}, which are joined"
            joined[pair] = nodes.state(statement, (u, v), -1, -1)
    line: list[int | str] = [nodes.state(f"at least {size} nodes", list(G), 1, size)]
    for clique in filter(None, cliques):
        line += [*_clique(clique, joined, nodes.variable), "+"]
    for v, times in Counter(v for clique in cliques for v in clique).items():
        if times > 1:
            line += [literal_name(nodes.variable[v]), str(times - 1), "*", "+"]
    return nodes.finished(line)


def _clique(
    clique: Sequence[Any], joined: dict[frozenset[Any], int], variable: dict[Any, int]
) -> list[int | str]:
    """Return the derivation that at most one node of a clique is chosen.

    If that holds for k nodes, take it k - 1 times, and the edges from them to one more: every node
    occurs k times, and all k times at most 2 k - 1, so one time at most 1.
    """
    if len(clique) == 1:
        return [literal_name(-variable[clique[0]])]
    line: list[int | str] = [joined[frozenset(clique[:2])]]
    for k in range(2, len(clique)):
        line += [str(k - 1), "*"]
        for v in clique[:k]:
            line += [joined[frozenset((v, clique[k]))], "+"]
        line += [str(k), "d"]
    return line


def few_dominators(G: nx.Graph[Any], packing: Sequence[Any], *, total: bool) -> PseudoBoolean:
    """Return that no dominating set is smaller than a set of which no node dominates two."""
    size = len(packing) - 1
    nodes = _Nodes(G, f"no {'total ' * total}dominating set of {size} nodes")
    near = {v: [w for w in G if (w in G[v] and w != v) or (w == v and not total)] for v in packing}
    dominated = {v: nodes.state(f"{v!r} is dominated", some, 1, 1) for v, some in near.items()}
    line: list[int | str] = [nodes.state(f"at most {size} nodes", list(G), -1, -size)]
    for number in dominated.values():
        line += [number, "+"]
    dominators = {w for some in near.values() for w in some}
    for v in G:
        if v not in dominators:
            line += [literal_name(nodes.variable[v]), "+"]
    return nodes.finished(line)
