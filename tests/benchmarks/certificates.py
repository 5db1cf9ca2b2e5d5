"""Count what each certificate settles: ``python tests/benchmarks/certificates.py [nodes]``.

Of all connected graphs on so many nodes (4 to 8, 8 if not told), those without a Hamiltonian
cycle, and those without a Hamiltonian path, are put to each kind of certificate alone, and to the
provers. Every proof is checked. Prints a table in Markdown; takes minutes for 8 nodes.
"""

import sys
from collections import Counter, defaultdict
from itertools import combinations

import networkx as nx

import icosian
from icosian._kernels import forcing, frontier
from icosian._run.limits import Clock
from icosian.proofs import BipartitionImbalance, ForcedEdges
from icosian.tours.certify import necessary_conditions
from icosian.tours.certify.necessary_conditions import (
    Subtours,
    cut_vertex,
    removal,
    toughness,
    weighing,
)
from icosian.tours.problem import Problem
from icosian.tours.solve.clauses import satisfy
from icosian.tours.solve.forced_edges import Forcing
from icosian.tours.solve.frontier import Frontier

CONNECTED = {4: 6, 5: 21, 6: 112, 7: 853, 8: 11117}
"""How many connected graphs there are: OEIS A001349."""
HAMILTONIAN = {4: 3, 5: 8, 6: 48, 7: 383, 8: 6196}
"""How many of them have a Hamiltonian cycle: OEIS A003216."""
TRACEABLE = {4: 5, 5: 18, 6: 91, 7: 734, 8: 10030}
"""How many of them have a Hamiltonian path: OEIS A057864."""


def connected_graphs(n):
    """Return one of each kind of connected graph on n nodes.

    Beyond the atlas of networkx, a node is added to those on one node less: some node of a
    connected graph can be removed so that it stays connected.
    """
    if n <= 7:
        return [G for G in nx.graph_atlas_g() if len(G) == n and nx.is_connected(G)]
    met = defaultdict(list)
    for G in connected_graphs(n - 1):
        for k in range(1, n):
            for around in combinations(range(n - 1), k):
                H = G.copy()
                H.add_edges_from((n - 1, v) for v in around)
                alike = met[nx.weisfeiler_lehman_graph_hash(H, iterations=3)]
                if not any(nx.is_isomorphic(H, other) for other in alike):
                    alike.append(H)
    return [G for alike in met.values() for G in alike]


def parity(problem, clock):
    """Find an uneven bipartition."""
    proof = necessary_conditions._connection_and_parity(problem, clock)
    return proof if isinstance(proof, BipartitionImbalance) else None


def every_set(problem, _):
    """Try to remove every set of nodes."""
    G = problem.G
    sets = (s for k in range(1, len(G)) for s in combinations(G, k))
    return next(filter(None, (removal(problem, G, frozenset(nodes)) for nodes in sets)), None)


def cases(problem, clock):
    """Force edges, by cases."""
    search = Forcing(problem, clock, room=1 << 12)
    return search.proof(clock) if search.search(clock) == forcing.EXHAUSTED else None


def forced(problem, clock):
    """Force edges without cases."""
    proof = cases(problem, clock)
    return proof if isinstance(proof, ForcedEdges) else None


def weights(problem, clock):
    """Weigh the edges."""
    found = Subtours(problem).weights(clock)
    return None if found is None else weighing(problem, found)


def exhausted(problem, clock):
    """Search along a frontier."""
    search = Frontier(problem.form, clock)
    return search.proof(problem) if search.search(clock) == frontier.EXHAUSTED else None


ALONE = {
    "`DegreeDeficiency`": lambda problem, _: necessary_conditions._degrees(problem),
    "`CutVertex`": cut_vertex,
    "`BipartitionImbalance`": parity,
    "`Toughness`, sets that a matching suggests": lambda *given: next(toughness(*given), None),
    "`Toughness`, every set tried": every_set,
    "`ForcedEdges`": forced,
    "`Weighing`": weights,
    "`Cases`": cases,
    "`Refutation`": satisfy,
    "`FrontierExhausted`": exhausted,
}


def has_tour(G, *, closed):
    """Say whether there is a tour, which the library has checked, as it has any proof."""
    find = icosian.hamiltonian_cycle if closed else icosian.hamiltonian_path
    try:
        find(G)
    except (icosian.NoHamiltonianCycle, icosian.NoHamiltonianPath):
        return False
    return True


def main():
    """Count, print."""
    n = int(sys.argv[1]) if sys.argv[1:] else 8
    graphs, counts, totals = connected_graphs(n), [], []
    assert len(graphs) == CONNECTED[n]
    for closed, known in ((True, HAMILTONIAN), (False, TRACEABLE)):
        prove = icosian.prove_no_hamiltonian_cycle if closed else icosian.prove_no_hamiltonian_path
        hopeless = [G for G in graphs if not has_tour(G, closed=closed)]
        assert len(hopeless) == len(graphs) - known[n]
        alone, given = Counter(), Counter()
        for G in hopeless:
            for name, find in ALONE.items():
                if proof := find(Problem.of(G, closed=closed), Clock(None, None)):
                    proof.check(G)
                    alone[name] += 1
            proof = prove(G)
            proof.check(G)
            given[f"`{type(proof).__name__}`"] += 1
        counts.append((alone, given))
        totals.append(len(hopeless))
    for title, tables in zip(
        ("alone", "given by the prover"), zip(*counts, strict=True), strict=True
    ):
        print(f"\n| certificate {title} | no cycle, of {totals[0]} | no path, of {totals[1]} |")
        print("|---|---|---|")
        for name in dict.fromkeys((*ALONE, *tables[0], *tables[1])):
            pairs = [(table[name], total) for table, total in zip(tables, totals, strict=True)]
            if any(number for number, _ in pairs):
                shares = (f"{k} ({100 * k / total:.1f} %)" for k, total in pairs)
                print(f"| {' | '.join((name, *shares))} |")


if __name__ == "__main__":
    main()
