"""Weighings: one line, the sum of all statements times their weights."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from icosian.proofs.pseudo_boolean.edges import Edges
    from icosian.proofs.pseudo_boolean.log import Part
    from icosian.proofs.pseudo_boolean.view import View
    from icosian.proofs.weighing import Weights


def weighed(view: View, weights: Weights) -> list[Part]:
    """Return the statements that weights multiply, with integers."""
    edges, number = view.edges, view.edges.number
    every = (*weights.nodes, *weights.entering, *weights.sets)
    unit = lcm(*(Fraction(weight).denominator for _, weight in every))
    parts: list[Part] = []  # in an order that does not depend on hashes
    for side, some in enumerate((weights.nodes, weights.entering)):
        ports = {(number[v] << edges.directed) + side: w for v, w in some if v in number and w}
        parts += [edges.port(port, int(ports[port] * unit)) for port in sorted(ports)]
    for nodes, weight in weights.sets:
        parts += [(line, int(weight * unit)) for line in view.border(nodes)]
    return parts


def contradict(edges: Edges, parts: list[Part]) -> None:
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
