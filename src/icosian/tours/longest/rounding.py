"""Integers made of dual solutions, and the exact bounds that they prove."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from icosian.tours.longest.linear_program import Dual, Family
    from icosian.tours.longest.network import Network, Part


SCALES = (1, 2, 12, 120, 1_200, 12_000, 1_200_000, 120_000_000)
"""What units of gains count for; each divides the next."""


class Weights(NamedTuple):
    """A dual solution in integers."""

    scale: int
    ports: dict[int, int]
    families: tuple[tuple[Family, int], ...]

    def times(self, factor: int) -> Weights:
        """Return the same at another scale."""
        return Weights(
            self.scale * factor,
            {port: factor * p for port, p in self.ports.items()},
            tuple((family, factor * z) for family, z in self.families),
        )


NO_WEIGHTS = Weights(1, {}, ())


def rounded(dual: Dual, scale: int) -> Weights:
    """Return a dual solution as integers."""
    ports = {port: p for port, x in enumerate(dual.ports.tolist()) if (p := round(scale * x))}
    pairs = zip(dual.families, dual.multipliers.tolist(), strict=True)
    return Weights(scale, ports, tuple((f, z) for f, x in pairs if (z := round(scale * x)) > 0))


def simple(network: Network) -> Weights:
    """Return potentials by which no tour gains more at a place than by its best edge."""
    n = network.size
    best: dict[int, int] = {}
    for (u, v), gain in network.gains.items():
        for place in (u,) if network.directed else (u, v):
            if place != network.home:
                best[place] = max(gain, best.get(place, gain))
    ports = {place: -gain for place, gain in best.items()}
    if network.home is not None and best:
        arrival = network.home + (n if network.directed else 0)
        ports[arrival] = min(best.values())
    return Weights(1 if network.directed else 2, ports, ())


def bound(network: Network, part: Part, weights: Weights) -> int:
    """Return a gain that no tour in a part of the network exceeds."""
    gains, scale, ports = network.gains, weights.scale, weights.ports
    taken: Counter[tuple[int, int]] = Counter()
    gets: Counter[int] = Counter()
    rows = network.neighbors
    for family, z in weights.families:
        inside = {*family}
        for v in family[1:]:
            gets[v] += z
        for u in family:
            for v in inside.intersection(rows[u]):
                taken[u, v] += z
    total = 0
    arrival = network.size if network.directed else 0
    for edge in part.edges:
        u, v = edge
        worth = scale * gains[edge] - taken[edge] + ports.get(u, 0) + ports.get(arrival + v, 0)
        if worth > 0 or edge in part.used:
            total += worth
    for v in part.visited.union(chain.from_iterable(part.edges)):
        worth = gets[v] - ports.get(v, 0) - ports.get(arrival + v, 0)
        if worth > 0 or v in part.visited:
            total += worth
    return total // scale
