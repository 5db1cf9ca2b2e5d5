"""Walks that have the numbers of places: bounds of tours that have them, and the least tour of few.

Some places come after a given number of steps from home. Every tour is a walk from home and back,
each step of which leads to the place with its number or to one without. The least walk is found
step by step [1]_, and its length by reduced costs bounds the tours. It may pass places often, but
not go to one and straight back, and others not at all; potentials of the places make it pass each
about once, which is subgradient ascent [2]_. Then what is left of the tours below a limit are often
few states, a place and those that were visited before, of dynamic programming [3]_.

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

ROUNDS, ROOT_ROUNDS = 60, 2
"""Steps of an ascent in a case, and at the root for each place if these are more."""
SHORTEST = 0.05
"""What the last step is of the first one, which would close the gap."""
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
        # What is left from each place after each number of steps, until home, by the best place to
        # go on to and by the second best one: no walk goes from one place to another and back.
        n, every = self._size, np.arange(self._size)
        self._rest = np.full((2, n + 1, n), self._far, steps.dtype)
        self._ahead = np.full((2, n + 1, n), order.home)
        for step in range(n - 1, 0, -1):
            if self._may_end(step):
                self._rest[:, step + 1, order.home] = 0
            rest, ahead = self._rest[:, step + 1], self._ahead[0, step + 1]
            sums = steps + rest[0]
            sums[ahead, every] = steps[ahead, every] + rest[1]
            for k in range(2):
                best = self._ahead[k, step] = sums.argmin(axis=1)
                least = np.minimum(sums[every, best], self._far)
                self._rest[k, step] = np.where(self._here(step), least, self._far)
                sums[every, best] = self._far
        self._sums = steps[order.home] + self._rest[0, 1]
        self.least = self._sums.min()

    def __bool__(self) -> bool:
        return bool(self.least < self._far // 2)

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
        places, step = list[int](), 1
        before, last = self.home, int(self._sums.argmin())
        while last != self.home:
            places.append(last)
            best, second = self._ahead[:, step, last].tolist()
            before, last = last, second if before == best != self.home else best
            step += 1
        return places

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
        left = self._rest[0].copy()
        left[:, order.home] = self._far
        place, seen, cost = np.array([order.home]), np.array([0]), steps[:1, :1] * 0
        cost = cost.ravel()
        history = []
        for step in range(1, n):
            # 1. All steps to places that were not visited, in the order, and within the limit.
            sums = cost[:, None] + steps[place]
            fits = (sums + left[step] <= limit) & (seen[:, None] & (bits | later) == 0)
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
