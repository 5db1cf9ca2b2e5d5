"""Count what each certificate settles: ``python tests/benchmarks/certificates.py [nodes]``.

Of all connected graphs on so many nodes (4 to 8, 8 if not told), those without a Hamiltonian
cycle, and those without a Hamiltonian path, are put to each kind of certificate alone, and to the
provers. Every proof is checked. Prints a table in Markdown; takes a minute or two for 8 nodes.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from itertools import combinations
from typing import TYPE_CHECKING, Any

import networkx as nx
from rich.console import Console
from rich.progress import track

import icosian
from icosian._kernels import forcing, frontier
from icosian._run.clock import Clock
from icosian.proofs import BipartitionImbalance, ForcedEdges
from icosian.tours.certify import necessary_conditions
from icosian.tours.certify.cut_sets import cut_vertex, removal, toughness
from icosian.tours.certify.subtour_lp import Subtours, weighing
from icosian.tours.problem import Problem
from icosian.tours.solve.edge_forcing import Forcing
from icosian.tours.solve.frontier import Frontier
from icosian.tours.solve.sat import satisfy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from icosian.proofs import Proof

CONNECTED = {4: 6, 5: 21, 6: 112, 7: 853, 8: 11117}
"""How many connected graphs there are: OEIS A001349."""
HAMILTONIAN = {4: 3, 5: 8, 6: 48, 7: 383, 8: 6196}
"""How many of them have a Hamiltonian cycle: OEIS A003216."""
TRACEABLE = {4: 5, 5: 18, 6: 91, 7: 734, 8: 10030}
"""How many of them have a Hamiltonian path: OEIS A057864."""

Rows = tuple[int, ...]  # of each node the set of its neighbours, as bits


def connected_graphs(n: int) -> Iterator[Rows]:
    """Yield one of each kind of connected graph on n nodes.

    Beyond the atlas of networkx, a node is added to those on one node less: some node of a
    connected graph can be removed so that it stays connected.
    """
    if n <= 7:
        for G in nx.graph_atlas_g():
            if len(G) == n and nx.is_connected(G):
                yield tuple(sum(1 << v for v in G[u]) for u in range(n))
        return
    met = set()
    for rows in connected_graphs(n - 1):
        for around in range(1, 1 << n - 1):
            more = tuple(row | (around >> v & 1) << n - 1 for v, row in enumerate(rows))
            form = canonical((*more, around))
            if form not in met:
                met.add(form)
                yield form


def canonical(rows: Rows) -> Rows:
    """Return the graph in an order of its nodes that isomorphic graphs share.

    The nodes are told apart by how many neighbours they have in each class, until that ends; then
    each node of the first class that is left is tried as its first. Of all orders that come out,
    the one with the least rows is returned.
    """

    def refined(classes: list[list[int]]) -> list[list[int]]:
        while len(classes) < len(rows):
            sets = [sum(1 << v for v in nodes) for nodes in classes]
            finer = []
            for nodes in classes:
                alike = defaultdict(list)
                for v in nodes:
                    alike[tuple((rows[v] & others).bit_count() for others in sets)].append(v)
                finer += [alike[key] for key in sorted(alike)]
            if len(finer) == len(classes):
                break
            classes = finer
        return classes

    def orders(classes: list[list[int]]) -> Iterator[list[int]]:
        classes = refined(classes)
        k = next((k for k, nodes in enumerate(classes) if len(nodes) > 1), None)
        if k is None:
            yield [v for (v,) in classes]
            return
        tried: list[int] = []
        for v in classes[k]:
            # Nodes with the same other neighbours can change places.
            if any(rows[u] & ~(1 << v) == rows[v] & ~(1 << u) for u in tried):
                continue
            tried.append(v)
            others = [u for u in classes[k] if u != v]
            yield from orders([*classes[:k], [v], others, *classes[k + 1 :]])

    def reordered(order: list[int]) -> Rows:
        return tuple(sum(1 << k for k, v in enumerate(order) if rows[u] >> v & 1) for u in order)

    return min(map(reordered, orders([list(range(len(rows)))])))


def has_tour(rows: Rows, *, closed: bool) -> bool:
    """Whether there is a Hamiltonian cycle or path, by the ends of the paths on each set."""
    n = len(rows)
    ends = [0] * (1 << n)
    for v in range(1 if closed else n):
        ends[1 << v] = 1 << v
    for nodes in range(1, 1 << n):
        for v in range(n):
            if ends[nodes] >> v & 1:
                for w in range(n):
                    if rows[v] >> w & ~nodes >> w & 1:
                        ends[nodes | 1 << w] |= 1 << w
    return bool(ends[-1] & rows[0] if closed else ends[-1])


class _Question:
    """A question, and what each kind of certificate has to say on it alone."""

    def __init__(self, G: nx.Graph[Any], *, closed: bool) -> None:
        self.problem = Problem.of(G, closed=closed)
        self.clock = Clock(None, None)

    def degrees(self) -> Proof | None:
        return necessary_conditions._degrees(self.problem)

    def cut_vertex(self) -> Proof | None:
        return cut_vertex(self.problem, self.clock)

    def parity(self) -> Proof | None:
        proof = necessary_conditions._connection_and_parity(self.problem, self.clock)
        return proof if isinstance(proof, BipartitionImbalance) else None

    def matching(self) -> Proof | None:
        return next(toughness(self.problem, self.clock), None)

    def every_set(self) -> Proof | None:
        G = self.problem.G
        sets = (s for k in range(1, len(G)) for s in combinations(G, k))
        proofs = (removal(self.problem, G, frozenset(nodes)) for nodes in sets)
        return next(filter(None, proofs), None)

    def forced(self) -> Proof | None:
        proof = self.cases()
        return proof if isinstance(proof, ForcedEdges) else None

    def cases(self) -> Proof | None:
        search = Forcing(self.problem, self.clock, room=1 << 12)
        done = search.search(self.clock) == forcing.EXHAUSTED
        return search.proof(self.clock) if done else None

    def weighing(self) -> Proof | None:
        weights = Subtours(self.problem).weights(self.clock)
        return None if weights is None else weighing(self.problem, weights)

    def refutation(self) -> Proof | None:
        proof = satisfy(self.problem, self.clock)
        assert not isinstance(proof, list)
        return proof

    def frontier(self) -> Proof | None:
        search = Frontier(self.problem.form, self.clock, width=12)
        done = search.search(self.clock) == frontier.EXHAUSTED
        return search.proof(self.problem) if done else None


ALONE: dict[str, Callable[[_Question], Proof | None]] = {
    "`DegreeDeficiency`": _Question.degrees,
    "`CutVertex`": _Question.cut_vertex,
    "`BipartitionImbalance`": _Question.parity,
    "`Toughness`, sets that a matching suggests": _Question.matching,
    "`Toughness`, every set tried": _Question.every_set,
    "`ForcedEdges`": _Question.forced,
    "`Weighing`": _Question.weighing,
    "`Cases`": _Question.cases,
    "`Refutation`": _Question.refutation,
    "`FrontierExhausted`": _Question.frontier,
}


def settled(graphs: Iterable[nx.Graph[Any]], *, closed: bool) -> tuple[Counter[str], Counter[str]]:
    """Return how many graphs each kind settles alone, and how often the prover gives it."""
    prove = icosian.prove_no_hamiltonian_cycle if closed else icosian.prove_no_hamiltonian_path
    alone: Counter[str] = Counter()
    given: Counter[str] = Counter()
    for G in graphs:
        for name, find in ALONE.items():
            if proof := find(_Question(G, closed=closed)):
                proof.check(G)
                alone[name] += 1
        proof = prove(G)
        proof.check(G)
        given[f"`{type(proof).__name__}`"] += 1
    return alone, given


def main() -> None:
    """Read the command line, count, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("nodes", nargs="?", type=int, default=8, choices=CONNECTED)
    n = parser.parse_args().nodes
    progress = Console(stderr=True)
    with progress.status(f"the connected graphs on {n} nodes"):
        graphs = list(connected_graphs(n))
    assert len(graphs) == CONNECTED[n]
    totals, counts = [], []
    for closed, known in ((True, HAMILTONIAN), (False, TRACEABLE)):
        hopeless = [rows for rows in graphs if not has_tour(rows, closed=closed)]
        assert len(hopeless) == len(graphs) - known[n]
        made = [
            nx.Graph({u: [v for v in range(n) if row >> v & 1] for u, row in enumerate(rows)})
            for rows in hopeless
        ]
        totals.append(len(made))
        counts.append(
            settled(
                track(made, "no cycle" if closed else "no path", console=progress), closed=closed
            )
        )
    for title, tables in zip(
        ("alone", "given by the prover"), zip(*counts, strict=True), strict=True
    ):
        print(f"\n| certificate {title} | no cycle, of {totals[0]} | no path, of {totals[1]} |")
        print("|---|---|---|")
        for name in dict.fromkeys((*ALONE, *tables[0], *tables[1])):
            shares = [
                f"{k[name]} ({100 * k[name] / total:.1f} %)"
                for k, total in zip(tables, totals, strict=True)
            ]
            if any(k[name] for k in tables):
                print(f"| {' | '.join((name, *shares))} |")


if __name__ == "__main__":
    main()
