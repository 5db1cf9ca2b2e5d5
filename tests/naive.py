"""Slow and obvious twins of what icosian does fast."""

from __future__ import annotations

from itertools import pairwise, permutations


def hamiltonian_paths(G, start=None, end=None):
    """Yield every Hamiltonian path as a tuple, by trying all orders."""
    for order in permutations(G):
        if start is not None and order[0] != start:
            continue
        if end is not None and order[-1] != end:
            continue
        if all(G.has_edge(u, v) for u, v in pairwise(order)):
            yield order


def hamiltonian_cycles(G):
    """Yield every Hamiltonian cycle from the first node, an undirected one in both directions."""
    if len(G) < (2 if G.is_directed() else 3):
        return
    first = next(iter(G))
    for order in hamiltonian_paths(G, start=first):
        if G.has_edge(order[-1], first):
            yield order


def warnsdorff(G, start):
    """Return the path of Warnsdorff's rule with the first of tied nodes, as far as it goes."""
    path = [start]
    while True:
        free = [v for v in G.adj[path[-1]] if v not in path]
        if not free:
            return path
        path.append(min(free, key=lambda v: sum(w not in path for w in G.adj[v])))


def textbook_tour(G, start, *, closed):
    """Return a tour by the recursive search of textbooks with Warnsdorff's order, or None."""
    path = [start]
    visited = {start}

    def extend():
        if len(path) == len(G):
            return not closed or G.has_edge(path[-1], start)
        free = [v for v in G.adj[path[-1]] if v not in visited]
        for v in sorted(free, key=lambda v: sum(w not in visited for w in G.adj[v])):
            path.append(v)
            visited.add(v)
            if extend():
                return True
            path.pop()
            visited.remove(v)
        return False

    return path if extend() else None
