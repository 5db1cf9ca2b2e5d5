"""Validation of the state that a checkpoint claims, before it is used.

Kernels trust their layers: an invalid mate would index outside an array. So the states that were
read are validated like any other input file.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

from icosian._kernels import states as kernels
from icosian.tours.count.layers import constants
from icosian.tours.count.plan_race import STAR

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from icosian.tours.count.layers import Half
    from icosian.tours.count.plan_race import PlanRun


BLOCK = 1 << 16
"""Rows that are validated at a time, so that intermediate arrays fit in the cache."""


def natural(number: Any, least: int = 0, most: float = float("inf")) -> int:
    """Return a JSON value that must be an integer in a range, or raise ValueError."""
    if type(number) is not int or not least <= number <= most:
        raise ValueError(number)
    return number


def check_state(run: PlanRun, state: dict[str, Any]) -> None:
    """Raise an error unless a run of this plan can be in this state."""
    # Which half gets an edge within the separator depends on the layers at that time; everything
    # else is determined by the graph and the plan.
    fresh = run.state()
    natural(state["spent"], most=1 << kernels.LIMB)
    if type(state["shared"]) is not bool:
        raise ValueError(state["shared"])
    turn = None if run.degrees else run.plan.turn  # a slice has no symmetry
    stars = []
    for steps, first, half in zip(state["steps"], fresh["steps"], state["halves"], strict=True):
        if not _same(steps[: len(first)], first):
            raise ValueError(steps)
        stars += steps[len(first) :]
        _check_operations(half["operations"], steps, turn)
        natural(half["limbs"], 1)
        if half["closed"] != hex(natural(int(half["closed"], 16))):
            raise ValueError(half["closed"])
    inner = run.separator_edges() if state["shared"] > fresh["shared"] else {}
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
    """Raise ValueError unless these are the first steps in order, each folded at most once."""
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
    """Return True if two JSON values have the same type and value: 1.0 is not a vertex."""
    return json.dumps(value) == json.dumps(other)


def check_layer(half: Half) -> None:
    """Raise ValueError unless the rows of a half are states on its frontier, with counts."""
    # Linear in time, with little memory. It cannot tell whether a state is reachable, or how often.
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
            raise ValueError("a number has too many bits")
        degrees, matching = _words(block, half.words)
        _check_states(degrees, matching, live, half.slots, shifts)
        high = block[:, -1]  # the kernels keep the sum of these within a limb
        top += (int((high >> 31).sum()) << 31) + int((high & (1 << 31) - 1).sum())
        if top > 1 << kernels.LIMB:
            raise ValueError("counts too large for their words")


def _words(block: NDArray[np.int64], words: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the degree words of the states of some rows, and their matchings."""
    if words == 2:
        return block[:, 0].copy(), block[:, 1].copy()
    word = block[:, 0]
    return word >> kernels.MATCHING, word & (1 << kernels.MATCHING) - 1


def _check_states(
    degrees: NDArray[np.int64],
    matching: NDArray[np.int64],
    live: int,
    slots: int,
    shifts: NDArray[np.int64],
) -> None:
    """Raise ValueError unless each slot is live and used once, and each end has a mate."""
    ends, saturated = degrees >> slots, degrees & (1 << slots) - 1
    if ((ends | saturated) & ~live).any() or (ends & saturated).any():
        raise ValueError("a slot is empty or used twice")
    number = np.zeros_like(ends)
    for i in range(slots):
        if live >> i & 1:
            number += ends >> i & 1
    paths = number >> 1
    most = int(paths.max(initial=0))
    if (number & 1).any() or most > (slots - 1) // 2:
        raise ValueError("an end has no mate")
    if (matching >> shifts[paths]).any():
        raise ValueError("there are too many mates")
    for k in range(1, most):  # the digit of the last pair is always 0
        digit = matching >> shifts[k] & (1 << int(shifts[k + 1] - shifts[k])) - 1
        if (digit > 2 * k).any():
            raise ValueError("a mate is not an end")
