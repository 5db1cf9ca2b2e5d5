"""Walks that have the numbers of places: bounds of tours that have them, and the least tour of few.

Some places come after a given number of steps from home. Every tour is a walk from home and back,
each step of which leads to the place with its number or to one without. The least walk is found
step by step [1]_, and its length by reduced costs bounds the tours. It may pass places often, and
others not at all; potentials of the places make it pass each about once, which is subgradient
ascent [2]_. Then what is left of the tours below a limit are often few states, a place and those
that were visited before, of dynamic programming [3]_.

References
----------
.. [1] N. Christofides, A. Mingozzi, P. Toth, State-space relaxation procedures for the computation
   of bounds to routing problems, Networks 11 (1981), 145-164.
.. [2] M. Held, R. M. Karp, The traveling-salesman problem and minimum spanning trees, part II,
   Mathematical Programming 1 (1971), 6-25.
.. [3] M. Held, R. M. Karp, A dynamic programming approach to sequencing problems, Journal of the
   SIAM 10 (1962), 196-210.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from icosian.tours.instance import Order

ROUNDS = 60
"""Steps of an ascent."""
SHRINKING = 0.95
"""What each further step is of the one before; the first would close the gap."""
STATES = 20_000
"""The most states after so many steps."""
BITS = 56
"""Places of which a set is an integer."""


class Walks:
    """The walks of some arcs that have the numbers of an order.

    Costs have the shape (places, places), and the largest stands for what is not an arc.
    """

    def __init__(self, order: Order, steps: NDArray[Any]) -> None:
        self._order, self._steps, self._size, self.home = order, steps, len(steps), order.home
        self._far = steps.max()
        self._last = max((1, order.least, *order.numbers))
        # What is left from each place after each number of steps, until home.
        self._rest = np.full((self._size + 1, self._size), self._far, steps.dtype)
        for step in range(self._size - 1, 0, -1):
            least = np.minimum((steps + self._rest[step + 1]).min(axis=1), self._far)
            if self._may_end(step):
                least = np.minimum(least, steps[:, order.home])
            self._rest[step] = np.where(self._here(step), least, self._far)
        self.least = (steps[order.home] + self._rest[1]).min()

    def __bool__(self) -> bool:
        return bool(self.least < self._far / 2)

    def _here(self, step: int) -> NDArray[np.bool_]:
        """Return which places may come after so many steps."""
        numbers = self._order.numbers
        found = np.full(self._size, step not in numbers)
        found[[self._order.home, *numbers.values()]] = False
        if step in numbers:
            found[numbers[step]] = True
        return found

    def _may_end(self, step: int) -> bool:
        return step >= self._last

    def least_walk(self) -> list[int]:
        """Return the places of the least walk."""
        places, last, step = list[int](), self._order.home, 0
        while True:
            step += 1
            sums = self._steps[last] + self._rest[step]
            closed = (
                self._steps[last, self._order.home]
                if step > 1 and self._may_end(step - 1)
                else self._far
            )
            if closed <= sums.min():
                return places
            last = int(sums.argmin())
            places.append(last)

    def least_tour(self, limit: Any) -> tuple[Any, list[int]] | None:
        """Return the cost of the least tour up to a limit, and its places in their order.

        If there is none, the cost is above the limit, and there are no places.

        None means that there are too many states.
        """
        order, n, steps = self._order, self._size, self._steps
        if n > BITS:
            return None
        bits = 1 << np.arange(n)
        later, earlier = order.before @ bits, bits @ (order.before & order.stays[:, None])
        stays = int(bits[order.stays].sum()) & ~int(bits[order.home])
        best: tuple[Any, list[int]] = limit + 1, []
        place, seen, cost = np.array([order.home]), np.array([0]), steps[:1, :1] * 0
        cost = cost.ravel()
        history = []
        for step in range(1, n):
            # 1. All steps to places that were not visited, in the order, and within the limit.
            sums = cost[:, None] + steps[place]
            fits = (sums + self._rest[step] <= limit) & (seen[:, None] & (bits | later) == 0)
            fits &= ~seen[:, None] & earlier == 0
            came, place = fits.nonzero()
            cost, seen = sums[came, place], seen[came] | bits[place]
            # 2. Of those to the same place by way of the same others the least one.
            ranks = np.lexsort((cost, place, seen))
            is_first = np.ones(len(ranks), np.bool_)
            is_first[1:] = (np.diff(place[ranks]) != 0) | (np.diff(seen[ranks]) != 0)
            kept = ranks[is_first]
            if len(kept) > STATES:
                return None
            came, place, cost, seen = came[kept], place[kept], cost[kept], seen[kept]
            history.append((came, place))
            # 3. Those that may go home.
            if len(kept) and self._may_end(step):
                closed = np.where(seen & stays == stays, cost + steps[place, order.home], limit + 1)
                if closed[k := int(closed.argmin())] < best[0]:
                    found = list[int]()
                    for origins, places in reversed(history):
                        found.append(int(places[k]))
                        k = int(origins[k])
                    best = closed.min(), found[::-1]
        return best
