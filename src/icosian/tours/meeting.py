"""Where two halves of a count meet: the sum over all pairs of states that make one cycle."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

from icosian._kernels import joining as kernels, states
from icosian._kernels._jit import Run
from icosian.tours.halves import constants

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from icosian.tours.clock import Clock
    from icosian.tours.halves import Half, Memory

__all__ = ["joined"]

METHOD = "join"
"""What reports call it."""
GROUPS = 1 << 10
"""Groups that there is room for at first."""


def joined(
    one: Half,
    others: Sequence[tuple[Half, Sequence[int]]],
    separator: Sequence[int],
    clock: Clock,
    memory: Memory,
) -> int:
    """Return how many cycles the states of a half and those of others make.

    Parameters
    ----------
    one : Half
        A half; its layer is used up.
    others : sequence of (Half, sequence of int)
        Halves to join it with, one after the other, and which of its vertices are those of the
        separator, in order; it may be the same half.
    separator : sequence of int
        The vertices where they meet.
    clock : Clock
        The clock.
    memory : Memory
        What the arrays may take.

    Returns
    -------
    int
        The number of pairs, times their counts.

    Notes
    -----
    Two states fit if what is an end in one is an end in the other, and what is untouched in one is
    saturated in the other. Of two matchings of k paths that fit, there are up to ((2k - 1)!!)²
    pairs; a trie needs about k² (2k - 1)!! steps.
    """
    import numpy as np

    one.relabel(separator, 0, clock)
    groups = Groups(one, clock)
    pairs = groups.pairs()
    first = np.concatenate(([0], np.cumsum(groups.sizes)))
    memory.check(2 * int(first[-1]))
    digits = groups.scattered(one, first, clock)
    if all(other is not one for other, _ in others):
        one.layer = one.layer[:0].copy()
    total = 0
    whole = (1 << len(separator)) - 1
    for other, vertices in others:
        other.relabel(vertices, whole, clock)
        whole = 0  # seen from the other side it is from now on
        sizes = groups.added(other, clock)
        second = np.concatenate(([0], np.cumsum(sizes)))
        memory.check(2 * int(first[-1]), 2 * int(second[-1]))
        others_digits = groups.scattered(other, second, clock)
        work = tries(pairs, groups.sizes * sizes, clock)
        for (shift, here), (other_shift, there) in product(digits, others_digits):
            met = pairs_met([pairs, first, *here, second, *there, *work], clock)
            total += met << shift + other_shift
    return total


class Groups:
    """The groups of the states of one half.

    Attributes
    ----------
    sizes : int64 array
        How many states each has.
    """

    def __init__(self, half: Half, clock: Clock) -> None:
        import numpy as np

        self._table = np.full(4 * GROUPS, states.EMPTY, np.int64)
        self._slots = half.slots
        self.sizes = np.zeros(GROUPS, np.int64)
        s = self._words(half)
        s[kernels.ADDING] = True
        while (
            self._run(clock, kernels.group, half.layer, self._table, self.sizes, s) != states.DONE
        ):
            self.sizes = np.concatenate((self.sizes, np.zeros_like(self.sizes)))
            larger = np.full(2 * len(self._table), states.EMPTY, np.int64)
            self._run(clock, kernels.regroup, self._table, larger, np.zeros(1, np.int64))
            self._table = larger
        self.sizes = self.sizes[: s[states.USED]]

    def _words(self, half: Half) -> NDArray[np.int64]:
        import numpy as np

        s = np.zeros(kernels.GROUPING, np.int64)
        s[states.SLOTS], s[states.LIMBS] = half.slots, half.limbs
        return s

    def _run(self, clock: Clock, kernel: Any, *arrays: NDArray[np.int64]) -> int:
        run = Run(kernel, *arrays)
        status = clock.run(METHOD, run)
        run.arrays()
        return status

    def added(self, half: Half, clock: Clock) -> NDArray[np.int64]:
        """Return how many states of another half there are in each group."""
        import numpy as np

        sizes = np.zeros_like(self.sizes)
        self._run(clock, kernels.group, half.layer, self._table, sizes, self._words(half))
        return sizes

    def statuses(self) -> NDArray[np.int64]:
        """Return the ends and the saturated vertices of the states of each group."""
        import numpy as np

        rows = self._table.reshape(-1, 2)
        rows = rows[rows[:, 0] != states.EMPTY]
        statuses = np.zeros_like(self.sizes)
        statuses[rows[:, 1]] = rows[:, 0]
        return statuses

    def pairs(self) -> NDArray[np.int64]:
        """Return the number of paths of the states of each group."""
        import numpy as np

        ends = self.statuses() >> self._slots
        return sum((ends >> i & 1 for i in range(self._slots)), np.zeros_like(ends)) // 2

    def scattered(
        self, half: Half, first: NDArray[np.int64], clock: Clock
    ) -> list[tuple[int, tuple[NDArray[np.int64], NDArray[np.int64]]]]:
        """Return matchings and counts group by group, by digits of the counts and their shifts."""
        import numpy as np

        digits = []
        s = self._words(half)
        for limb, part in product(range(half.limbs), (0,) if half.limbs == 1 else (1, 2)):
            s[kernels.LIMB_READ], s[kernels.HALVES], s[states.STEPS] = limb, part, 0
            numbers, counts = np.zeros(first[-1], np.int64), np.zeros(first[-1], np.int64)
            place = first[:-1].copy()
            self._run(clock, kernels.scatter, half.layer, self._table, place, numbers, counts, s)
            if counts.any():
                shift = states.LIMB * limb + kernels.HALF * (part == 2)
                digits.append((shift, (numbers, counts)))
        return digits


def tries(pairs: NDArray[np.int64], works: NDArray[np.int64], clock: Clock) -> list[NDArray[Any]]:
    """Return the constants, the tables and the room that joining needs."""
    import numpy as np

    odd, index, _ = constants(states.WIDE)
    mates = np.zeros((kernels.BLOCKED + 1) * 2 * len(odd), np.int64)
    depth = kernels.SMALL
    for k in range(depth + 1, kernels.DENSE + 1):
        # the rule of ``meet`` for what is joined by tries
        if (works[pairs == k] > k * odd[k]).any():
            depth = k
    lengths = [int((2 * k - 1) * odd[k]) if k > kernels.SMALL else 0 for k in range(depth + 1)]
    tables = np.concatenate(([0], np.cumsum(lengths)))
    glued = np.zeros(tables[-1], np.int32)
    for k in range(kernels.SMALL + 1, depth + 1):
        s = np.zeros(kernels.GLUING, np.int64)
        s[kernels.PAIRS] = k
        room = np.zeros(2 * k, np.int64)
        part = glued[tables[k] : tables[k + 1]]
        run = Run(kernels.glue, odd, index, room, room.copy(), part, s)
        clock.run(METHOD, run)
        run.arrays()
    offsets = np.concatenate(([0], np.cumsum(odd[: depth + 1])))
    turns = np.zeros(depth + 1, np.int64)
    vectors, dense = np.zeros(offsets[-1], np.int64), np.zeros(odd[depth], np.int64)
    return [odd, index, mates, glued, tables, vectors, offsets, turns, turns.copy(), dense]


def pairs_met(arrays: list[NDArray[Any]], clock: Clock) -> int:
    """Return the sum of the products of one digit of the counts with another."""
    import numpy as np

    total = np.zeros(kernels.DIGITS, np.int64)
    run = Run(kernels.meet, *arrays, total, np.zeros(kernels.JOINING, np.int64))
    clock.run(METHOD, run)
    run.arrays()
    return sum(int(x) << kernels.HALF * i for i, x in enumerate(total))
