"""What a checkpoint says of an attempt, before it is believed.

A kernel trusts its layer: a mate that is none is a place outside an array. So states that were
read are looked at like any other file.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from icosian._kernels import states as kernels
from icosian.tours.count.layers import constants
from icosian.tours.count.plan_race import STAR

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from icosian.tours.count.layers import Half
    from icosian.tours.count.plan_race import Attempt

__all__ = ["check_layer", "check_state", "natural"]

BLOCK = 1 << 16
"""Rows that are looked at together: what is made of them fits into the cache."""


def natural(number: Any, least: int = 0, most: float = float("inf")) -> int:
    """Return what must be an integer.

    Parameters
    ----------
    number : object
        A value of JSON.
    least : int
        The smallest that is allowed.
    most : float
        The largest.

    Returns
    -------
    int
        The number.

    Raises
    ------
    ValueError
        If it is none of these.
    """
    if type(number) is not int or not least <= number <= most:
        raise ValueError(number)
    return number


def check_state(attempt: Attempt, state: dict[str, Any]) -> None:
    """Refuse a state that no attempt of this plan can be in.

    Parameters
    ----------
    attempt : Attempt
        An attempt that has not begun.
    state : dict
        What :meth:`Attempt.state` may have returned for one that had.

    Raises
    ------
    Exception
        A LookupError, TypeError or ValueError, if it is none.

    Notes
    -----
    Which half gets an edge within the separator depends on the layers of that time. All else is
    decided by graph and plan.
    """
    fresh = attempt.state()
    natural(state["spent"], most=1 << kernels.LIMB)
    if type(state["shared"]) is not bool:
        raise ValueError(state["shared"])
    turn = None if attempt.degrees else attempt.plan.turn  # a slice has no symmetry
    stars = []
    for steps, first, half in zip(state["steps"], fresh["steps"], state["halves"], strict=True):
        if not _same(steps[: len(first)], first):
            raise ValueError(steps)
        stars += steps[len(first) :]
        _check_operations(half["operations"], steps, turn)
        natural(half["limbs"], 1)
        if half["closed"] != hex(natural(int(half["closed"], 16))):
            raise ValueError(half["closed"])
    inner = attempt.inner() if state["shared"] > fresh["shared"] else {}
    if state["shared"] < fresh["shared"] or not _same(
        sorted(sorted((star["vertex"], w)) for star in stars for w in star["near"]),
        sorted([v, w] for v, near in inner.items() for w in near if v < w),
    ):
        raise ValueError(stars)
    for star in stars:
        natural(len(star["near"]), 1, STAR)
        if len(star) != 2:
            raise ValueError(star)


def _check_operations(
    operations: Sequence[dict[str, Any]], steps: Sequence[Any], turn: Sequence[int] | None
) -> None:
    """Refuse all but the first steps in their order, with a fold after one or the other."""
    done, folded = 0, True
    for operation in operations:
        if "symmetry" in operation:
            if folded or turn is None or not _same(operation, {"symmetry": turn}):
                raise ValueError(operation)
            folded = True
        else:
            if not _same(operation, steps[done]):
                raise ValueError(operation)
            done, folded = done + 1, False


def _same(value: Any, other: Any) -> bool:
    """Whether two values of JSON are the same, in type as well: 1.0 is no vertex."""
    return json.dumps(value) == json.dumps(other)


def check_layer(half: Half) -> None:
    """Refuse a layer whose rows are no states on the frontier of its half, with counts.

    Parameters
    ----------
    half : Half
        A half that was resumed.

    Raises
    ------
    ValueError
        If there is one that is none.

    Notes
    -----
    Linear in the rows; beside them it takes little memory. Whether a state can be reached, and how
    often, only the count itself would tell.
    """
    layer, row = half.layer, half.row
    if len(layer) % row:
        raise ValueError(len(layer))
    rows = layer.reshape(-1, row)
    live = sum(1 << i for i in half.slot.values())
    shifts = constants(half.slots)[0]
    top = 0
    for k in range(0, len(rows), BLOCK):
        block = rows[k : k + BLOCK]
        if (block < 0).any() or (block[:, half.words :] >> kernels.LIMB).any():
            raise ValueError("a number of too many bits")
        status, matching = _words(block, half.words)
        _check_states(status, matching, live, half.slots, shifts)
        high = block[:, -1]  # kernels see to it that the sum of these is one
        top += (int((high >> 31).sum()) << 31) + int((high & (1 << 31) - 1).sum())
        if top > 1 << kernels.LIMB:
            raise ValueError("counts too large for their words")


def _words(block: NDArray[np.int64], words: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the ends and saturated vertices of the states of some rows, and the matchings."""
    if words == 2:
        return block[:, 0].copy(), block[:, 1].copy()
    word = block[:, 0]
    return word >> kernels.MATCHING, word & (1 << kernels.MATCHING) - 1


def _check_states(
    status: NDArray[np.int64],
    matching: NDArray[np.int64],
    live: int,
    slots: int,
    shifts: NDArray[np.int64],
) -> None:
    """Refuse states with a slot that is not live, or twice something, or without a mate."""
    import numpy as np

    ends, saturated = status >> slots, status & (1 << slots) - 1
    if ((ends | saturated) & ~live).any() or (ends & saturated).any():
        raise ValueError("a slot that is empty, or twice something")
    number = np.zeros_like(ends)
    for i in range(slots):
        if live >> i & 1:
            number += ends >> i & 1
    paths = number >> 1
    most = int(paths.max(initial=0))
    if (number & 1).any() or most > (slots - 1) // 2:
        raise ValueError("an end without a mate")
    if (matching >> shifts[paths]).any():
        raise ValueError("a mate too many")
    for k in range(1, most):  # of one pair, and of the last of several, the digit is 0
        digit = matching >> shifts[k] & (1 << int(shifts[k + 1] - shifts[k])) - 1
        if (digit > 2 * k).any():
            raise ValueError("a mate that is no end")
