"""Lower bounds of tours made by a slow linear program, and shortest tours by trying all of them."""

from fractions import Fraction
from itertools import combinations, permutations
from math import ceil

import networkx as nx
import numpy as np
from naive import shortest_tours
from scipy.optimize import linprog

from icosian.proofs import DualWeights, LowerBound
from icosian.proofs.certificate import no_limit
from icosian.proofs.claim import Claim
from icosian.proofs.lengths import cycle_problem
from icosian.proofs.relaxations import ShorterTours

CONDITIONS = ("closed", "start", "end", "require", "forbid")


def shortest(G, *, weight="weight", **question):
    """Return the length of a shortest tour, None if there is no tour."""
    return shortest_tours(G, weight=weight, **question)[0]


def about(G, weight="weight"):
    """Return the fields of a proof that say what its lengths are, None if no edge has any."""
    multi = G.is_multigraph()
    rows = [(u, v, G[u][v]) for u, v in {edge[:2] for edge in G.edges} if u != v]
    data = [some for *_, row in rows for some in (row.values() if multi else [row])]
    loops = [data for u, v, data in G.edges(data=True) if u == v]
    parallel = (row.values() if multi else [row] for *_, row in rows)
    hidden = sum(all(some.get(weight, 1) is None for some in edges) for edges in parallel)
    has = any(weight in some for some in [*data, *loops])
    return {"weight": weight if has or not G.edges else None, "hidden": hidden}


def combs(size):
    """Yield all combs with three teeth of two nodes each and three nodes in the handle."""
    for a, b, c, d, e, f in permutations(range(size), 6):
        if a < c < e:
            yield (a, c, e), (a, b), (c, d), (e, f)


class Maker:
    """The linear program of a problem with all sets, elastic so that it has always a solution."""

    def __init__(self, problem, *, with_combs=False):
        self.size = size = len(problem.lengths)
        self.edges = [(u, v) for u, row in enumerate(problem.lengths) for v in row]
        lengths = [problem.lengths[u][v] for u, v in self.edges]
        self.longest = max(map(abs, lengths), default=0) or 1  # the unit of the program
        self.lengths = np.array([float(Fraction(c, self.longest)) for c in lengths])
        self.families = [
            (part,) for k in range(2, size - 1) for part in combinations(range(1, size), k)
        ]
        if with_combs:
            self.families += combs(size)
        m = len(self.edges)
        self.dear = 100 + 10 * float(abs(self.lengths).sum())  # even if there is no tour
        nodes = np.zeros((size, m + 2 * size + 1))
        for e, pair in enumerate(self.edges):
            nodes[list(pair), e] = 1
        nodes[:, m : m + size], nodes[:, m + size : -1] = np.eye(size), -np.eye(size)
        self.nodes = nodes
        demands = [2 if len(f) == 1 else 3 * len(f) - 2 for f in self.families]
        self.demands = np.array(demands, float)
        self.sets = np.zeros((len(self.families), m + 2 * size + 1))
        self.sets[:, -1] = 1
        for row, family in zip(self.sets, self.families, strict=True):
            for part in map(set, family):
                row[:m] += [(u in part) != (v in part) for u, v in self.edges]

    def solve(self, used, unused, scale, *, by_trees, twice=(), often=()):
        """Return the values of the edges, and weights."""
        m = len(self.edges)
        bounds = [(int(edge in used), int(edge not in unused)) for edge in self.edges]
        bounds += [(0, None)] * (2 * self.size + 1)
        costs = np.concatenate((self.lengths, np.full(2 * self.size + 1, self.dear)))
        demands = self.demands.copy()
        demands[list(often)] = 4
        few = self.sets[list(twice)] * np.where(np.arange(m + 2 * self.size + 1) < m, 1, -1)
        rows = {"A_ub": np.vstack((-self.sets, few)), "b_ub": [*-demands, *([2] * len(few))]}
        rows = rows if self.families else {}
        found = linprog(costs, A_eq=self.nodes, b_eq=np.full(self.size, 2.0), bounds=bounds, **rows)
        assert found.status == 0, found.message
        potentials = found.eqlin.marginals
        multipliers = -found.ineqlin.marginals[: len(demands)] if self.families else []
        for f, z in zip(twice, found.ineqlin.marginals[len(demands) :], strict=True):
            multipliers[f] += z
        if by_trees:
            for family, z in zip(self.families, multipliers, strict=True):
                potentials[list(family[0])] += z
            multipliers = []
        scale *= self.longest
        potentials = tuple(round(scale * Fraction(pi)) for pi in potentials)
        some = ((f, round(scale * Fraction(z))) for f, z in enumerate(multipliers))
        kept = tuple((f, z) for f, z in some if z > 0 or (z and f in twice))
        return found.x[:m], DualWeights(potentials=potentials, families=kept)


def lower_bound(
    G, bound, *, scale=60, by_trees=False, with_combs=False, with_root=True, splits=0, **options
):
    """Return a certificate that no tour is shorter than a bound, which has to be true.

    The first cases split on so many borders.
    """
    question = {name: options.pop(name) for name in CONDITIONS if name in options}
    nodes = tuple(options.pop("nodes", G.nodes))
    weight, unit = options.get("weight", "weight"), options.get("unit")
    if isinstance(G, nx.Graph):
        options |= about(G, weight)
    problem = cycle_problem(G, Claim(**question), nodes, unit, weight, no_limit)
    maker = Maker(problem, with_combs=with_combs)
    most = scale * (ceil(bound / problem.unit) - 1)
    tours = ShorterTours(problem, maker.families, scale, most, no_limit)
    root = maker.solve(problem.required, (), scale, by_trees=by_trees)[1] if with_root else None
    if root is not None:
        tours.exclude(root)
    leaves, tree = {}, []

    def close(used, unused, twice=(), often=()):
        values, weights = maker.solve(
            problem.required | used, unused, scale, by_trees=by_trees, twice=twice, often=often
        )
        assert len(tree) < 200, "the checker is too weak"
        sets = [f for f, family in enumerate(maker.families) if len(family) == 1]
        if len(sets) > len(twice) + len(often) < splits:
            crossed = maker.sets[:, : len(values)] @ values
            f = min({*sets} - {*twice, *often}, key=lambda f: (abs(crossed[f] - 3), f))
            tree.append((f,))
            close(used, unused, (*twice, f), often)
            close(used, unused, twice, (*often, f))
            return
        if tours.are_none(weights, used, unused, twice, often):
            tree.append(leaves.setdefault(weights, len(leaves)))
            return
        free = [
            (abs(value - 0.5), edge)
            for value, edge in zip(values, maker.edges, strict=True)
            if edge not in used | unused | problem.required
        ]
        _, edge = min(free)
        tree.append(edge)
        close(used | {edge}, unused, twice, often)
        close(used, unused | {edge}, twice, often)

    close(frozenset(), frozenset())
    everything = [*leaves, *([] if root is None else [root])]
    split = {entry[0] for entry in tree if isinstance(entry, tuple) and len(entry) == 1}
    weighed = {f for w in everything for f, _ in w.families}
    places = {f: k for k, f in enumerate(sorted(weighed | split))}

    def renumbered(weights):
        families = tuple((places[f], z) for f, z in weights.families)
        return DualWeights(potentials=weights.potentials, families=families)

    return LowerBound(
        **question,
        **options,
        bound=bound,
        nodes=nodes,
        scale=scale,
        families=tuple(maker.families[f] for f in places),
        root=None if root is None else renumbered(root),
        weights=tuple(map(renumbered, leaves)),
        tree=tuple(
            (places[entry[0]],) if isinstance(entry, tuple) and len(entry) == 1 else entry
            for entry in tree
        ),
    )


def weighted(kind, edges, nodes=()):
    """Return a graph of edges with lengths."""
    G = kind()
    G.add_nodes_from(nodes)
    G.add_weighted_edges_from(edges)
    return G
