"""Sums of statements about ports, borders and paths, as a line of a proof needs them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from icosian.proofs.pseudo_boolean.edges import Edges
    from icosian.proofs.pseudo_boolean.log import Part


class Border(NamedTuple):
    """A border that is crossed twice, or at least four times."""

    often: int
    """The variable that says that it is crossed at least four times."""
    least: int
    """The line that it is crossed at least as often as the variable says."""
    most: int
    """The line that it is crossed twice if the variable does not say more."""


class Sum:
    """Statements, each a number of times; sets of ports are stated from their smaller side."""

    def __init__(self, edges: Edges) -> None:
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
    edges: Edges,
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


def split_border(edges: Edges, ports: frozenset[int]) -> Border:
    """Define a variable that says that the border of some ports is crossed at least four times.

    With n nodes and k edges within, a border is crossed 2 (n - k) times. So either there are n - 1
    edges within, or at most n - 2, and the first line bounds them by n - 1 less the variable.
    """
    inner, nodes = edges.within(ports)
    often = edges.formula.auxiliary(f"at least four edges leave {edges.listed_ports(ports)}")
    edges.path(ports)  # the first line is the same statement if the variable is 0
    return Border(
        often,
        edges.log.define([(-x, 1) for x in [*inner, often]], len(inner) + 2 - nodes, -often),
        edges.log.define([*((x, 1) for x in inner), (often, max(nodes - 1, 1))], nodes - 1, often),
    )
