"""Control zones and moats: a lower bound for tours of the plane that can be seen in a picture.

A disc around every place, its *zone*, and bands around sets of places, the *moats*, do not overlap.
A tour enters and leaves every zone and crosses every moat at least twice, so it is at least twice
as long as all their widths together. The widths are a solution of the dual of the subtour linear
program with degrees of at least 2 [1]_, rounded to exact numbers; sets that cross each other are
replaced by nested ones.

References
----------
.. [1] M. Juenger, W. R. Pulleyblank, Geometric duality and combinatorial optimization, Jahrbuch
   Ueberblicke Mathematik (1993), 1-24.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from icosian.tours.shortest.relaxation.separation import EPSILON, Support

Sides = NDArray[np.bool_]

_SCALE = 2520  # widths are multiples of 1/2520: most basic solutions have small denominators
_NEAREST = 6  # neighbors of a place whose edges the program starts with
_LONGEST = 1000.0  # the longest length in the program: the tolerances of the solver are absolute


class Moats(NamedTuple):
    """Widths of zones and moats, ``scale`` of them to a unit of length."""

    zones: tuple[int, ...]
    moats: tuple[tuple[tuple[int, ...], int], ...]  # places inside, and width; large sets first
    scale: int

    @property
    def bound(self) -> Fraction:
        """Twice the sum of all widths: no tour is shorter."""
        return Fraction(2 * (sum(self.zones) + sum(width for _, width in self.moats)), self.scale)

    def nested(self, unit: float) -> Iterator[tuple[str, Sequence[int], list[float], list[float]]]:
        """Yield all zones, then each moat from the inside: kind, places, reach below, with it.

        Moats inside each other are by turns of the kinds ``moat1`` and ``moat2``. Reaches are in
        other units of length.
        """
        depth = [0] * len(self.zones)
        kinds = []
        for members, _ in self.moats:
            kinds.append(f"moat{depth[members[0]] % 2 + 1}")
            for v in members:
                depth[v] += 1
        reach = [unit * zone / self.scale for zone in self.zones]
        yield "zone", range(len(reach)), [0.0] * len(reach), reach
        for (members, wide), kind in zip(reversed(self.moats), reversed(kinds), strict=True):
            before, reach = reach, list(reach)
            for v in members:
                reach[v] += unit * wide / self.scale
            yield kind, members, before, reach


def zones_and_moats(lengths: NDArray[np.int64]) -> Moats:
    """Return widths of almost the largest sum; `lengths` (n, n) are at least 0, below 2**40."""
    n = len(lengths)
    if n < 2:
        return Moats((0,) * n, (), _SCALE)
    sides, widths = _dual(lengths)
    nested = _nested(sides, _exact(lengths, sides, widths))
    moats = [(tuple(np.flatnonzero(side).tolist()), width) for side, width in nested]
    zones = {part[0]: width for part, width in moats if len(part) == 1}
    return Moats(
        tuple(zones.get(v, 0) for v in range(n)),
        tuple(sorted((moat for moat in moats if len(moat[0]) > 1), key=lambda moat: -len(moat[0]))),
        _SCALE,
    )


def _dual(lengths: NDArray[np.int64]) -> tuple[Sides, NDArray[np.float64]]:
    """Return sets (k, n), every place alone among them, and their widths (k,)."""
    from scipy.optimize import linprog
    from scipy.sparse import csr_array

    n = len(lengths)
    cost = lengths * (_LONGEST / max(1, lengths.max()))
    chosen = _short_edges(lengths)
    sides = np.eye(n, dtype=bool)
    while True:
        tails, heads = chosen.nonzero()
        crossing = csr_array(sides[:, tails] != sides[:, heads]).astype(float)
        least = np.full(len(sides), 2.0)
        program = linprog(cost[chosen], -crossing, -least, bounds=(0, None), method="highs")
        widths = -program.ineqlin.marginals
        longer = _joined(sides, _violated(n, tails, heads, program.x))
        if len(longer) == len(sides):
            violated = np.triu(_separation(sides, widths) > cost + EPSILON, 1) & ~chosen
            if not violated.any():
                return sides, widths * (max(1, lengths.max()) / _LONGEST)
            chosen |= violated
        sides = longer


def _short_edges(lengths: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return edges (n, n), u < v, from every place to its nearest ones, and those of one tour."""
    n = len(lengths)
    others = lengths + (lengths.max() + 1) * np.eye(n, dtype=np.int64)
    nearest = np.argsort(others, axis=1, kind="stable")[:, : min(_NEAREST, n - 1)]
    chosen = np.zeros((n, n), bool)
    np.put_along_axis(chosen, nearest, values=True, axis=1)
    chosen[np.arange(n), np.arange(n) - 1] = True
    return np.triu(chosen | chosen.T, 1)


def _joined(sides: Sides, others: Sides) -> Sides:
    """Return the sets with others that are new; of a set and its complement the smaller."""
    seen = {bytes(side) for side in sides}
    new = {bytes(side): side for side in _smaller(others) if side.any()}
    return np.vstack([sides, *(side for key, side in new.items() if key not in seen)])


def _separation(sides: Sides, widths: NDArray[Any]) -> NDArray[np.float64]:
    """Return the sum of the widths between every two places (n, n); exact for integers."""
    inside = sides.astype(float)
    alone = widths @ inside
    common = (widths[:, None] * inside).T @ inside
    separation: NDArray[np.float64] = alone[:, None] + alone - 2 * common
    return separation


def _violated(n: int, tails: Any, heads: Any, values: Any) -> Sides:
    """Return sets (k, n) that the edges with these values cross less than twice."""
    support = Support(n, np.stack((tails, heads), axis=1), values)
    sets = support.components(((EPSILON, np.inf),))
    if len(sets.lengths) == 1:
        sets = support.small_cuts()
    sides = np.zeros((len(sets.lengths), n), bool)
    sides[np.repeat(np.arange(len(sides)), sets.lengths), sets.members] = True
    return sides


def _exact(
    lengths: NDArray[np.int64], sides: Sides, widths: NDArray[np.float64]
) -> NDArray[np.int64]:
    """Return the widths as integers; no two places are closer than what is between them."""
    exact = np.maximum(np.rint(widths * _SCALE), 0).astype(np.int64)
    wide = exact > 0
    overlap = np.triu(_separation(sides[wide], exact[wide]) > _SCALE * lengths, 1)
    for u, v in np.argwhere(overlap):
        between = (sides[:, u] != sides[:, v]) & wide
        over = int(exact[between].sum() - _SCALE * lengths[u, v])
        while over > 0:
            widest = int(np.argmax(exact * between))
            less = min(over, int(exact[widest]))
            exact[widest] -= less
            over -= less
    return exact


def _nested(sides: Sides, widths: NDArray[np.int64]) -> list[tuple[Sides, int]]:
    """Return sets with widths of the same sum, any two of them nested or disjoint."""
    # Where S and T cross, the same width goes to S & T and S | T, or to S - T and T - S: no two
    # places are farther apart then. The sum of width * |S| * |V - S| decreases with every step.
    n = sides.shape[1]
    family = {bytes(side): int(width) for side, width in zip(sides, widths, strict=True) if width}
    while True:
        sides = np.frombuffer(b"".join(family), bool).reshape(-1, n)
        sizes = sides.sum(axis=1)
        inside = sides.astype(float)
        common = inside @ inside.T
        crossing = np.triu((common > 0) & (common < sizes) & (common < sizes[:, None]))
        if not crossing.any():
            return list(zip(sides, family.values(), strict=True))
        for s, t in zip(*map(sides.__getitem__, crossing.nonzero()), strict=True):
            width = min(family[bytes(s)], family[bytes(t)])
            pairs = (_smaller(np.array(pair)) for pair in ((s & t, s | t), (s & ~t, t & ~s)))
            for side in min(pairs, key=np.sum):
                family[bytes(side)] = family.get(bytes(side), 0) + width
            for side in (s, t):
                family[bytes(side)] -= width
        family = {side: width for side, width in family.items() if width}


def _smaller(sides: Sides) -> Sides:
    """Return the smaller of every set and its complement; of two halves, that without place 0."""
    n, sizes = sides.shape[1], sides.sum(axis=1)
    other = (2 * sizes > n) | ((2 * sizes == n) & sides[:, 0])
    smaller: Sides = sides ^ other[:, None]
    return smaller
