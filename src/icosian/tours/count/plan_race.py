"""Plans in execution, and the race that finds the plan with the fewest states.

Estimates of states are rough, so the best plans run side by side for a while; in each round the
worse half of them is dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set as AbstractSet
from dataclasses import asdict
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from icosian._kernels import states as kernels
from icosian._run.clock import Clock
from icosian.exceptions import InvalidArgument
from icosian.tours.count.join import join_halves
from icosian.tours.count.layers import AHEAD, METHOD, Choice, Half, Memory, MemoryShort, operation
from icosian.tours.count.plans import CHOICES, Plan, plans_to_race

Degrees = Mapping[int, int]


STAR = 3
"""The most edges within the separator that are chosen at once."""
JOIN = 0.25
"""The estimated part of the time that the join takes."""
PROBE = 100_000
"""States that each run reads before the memory of all is estimated, in a race of many more."""
FIRST, LATER = 1 / 500, 6
"""The part of the expected states that each run may read in the first round of a race, and the
factor of each later round."""
CLOSE = 2
"""A run that seems to need so many times as much as the best is dropped too. After the first round,
the estimates of the two or three best plans were within this factor of each other and the truth."""


class Observer(Protocol):
    """An observer of the steps of a run."""

    def watch(self, run: PlanRun) -> object:
        """Take note of a step; the layers are complete."""

    def forget(self) -> object:
        """Take note that the layers are no longer complete."""


class PlanRun:
    """A plan in execution: its two halves, then their join."""

    # ``degrees`` makes it the run of a slice: only cycles that have so many edges of the first half
    # at these vertices of the separator. With a mirror, their images must be fixed too.

    def __init__(
        self,
        graph: Sequence[AbstractSet[int]],
        plan: Plan,
        clock: Clock,
        memory: Memory,
        degrees: Degrees | None = None,
    ) -> None:
        self.plan = plan
        self.degrees = degrees or {}
        self.observer: Observer | None = None
        self.graph = graph
        self._clock = clock
        self._memory = memory
        self._spent = 0
        self.steps = [[Choice(v) for v in half] for half in plan.halves]
        self._is_assigned = False
        limits: list[Any] = [None, None]
        if degrees:
            self.plan_separator_edges()
            limits = self._degree_limits(degrees)
        elif plan.mirror is not None:
            del self.steps[1:]
        slots = kernels.NARROW if plan.width <= kernels.NARROW else kernels.WIDE
        self.halves = [
            Half(graph, slots, clock, memory, share)
            for _, share in zip(self.steps, limits, strict=False)
        ]
        self.turn = None if degrees else plan.turn

    def plan_separator_edges(self) -> None:
        """Append the edges within the separator to the half that seems to be smaller."""
        if not self._is_assigned:
            profiles = zip(self.plan.profiles, self.plan.halves, strict=True)
            self._assign_separator_edges(
                [profile[len(half) - 1] if half else 1.0 for profile, half in profiles]
            )

    def _assign_separator_edges(self, sizes: list[float]) -> None:
        """Append the edges within the separator to the steps of the smaller half."""
        plan, steps = self.plan, [list(half) for half in self.steps]
        turn = plan.turn or range(len(self.graph))
        inner = self.separator_edges()
        while any(inner.values()):
            first = max(inner, key=lambda v: len(inner[v]))
            for v in dict.fromkeys((first, turn[first])):  # both, so that states can be folded
                while near := sorted(inner[v])[:STAR]:
                    i = 0 if plan.mirror is not None else min((0, 1), key=sizes.__getitem__)
                    steps[i].append(Choice(v, tuple(near)))
                    sizes[i] *= CHOICES ** len(near)
                    for w in near:
                        inner[v].discard(w)
                        inner[w].discard(v)
        self.steps, self._is_assigned = steps, True

    def separator_edges(self) -> dict[int, set[int]]:
        """Return the edges within the separator, one of each pair of mirror images."""
        # Of the two, keep the one whose ends have fewer edges in the first half: the 8 x 7 board
        # then has half as many states.
        plan = self.plan
        separator, gone = set(plan.separator), set(plan.halves[0])
        inner = {v: set(self.graph[v] & separator) for v in plan.separator}
        if (mirror := plan.mirror) is None:
            return inner
        turn = plan.turn or range(len(self.graph))
        edges = sorted((v, w) for v, near in inner.items() for w in near if v < w)
        edges.sort(key=lambda edge: sum(len(self.graph[v] & gone) for v in edge))
        for v, w in edges:
            if w in inner[v]:
                for x, y in ((mirror[v], mirror[w]), (mirror[turn[v]], mirror[turn[w]])):
                    inner[x].discard(y)
                    inner[y].discard(x)
        return inner

    def _degree_limits(self, degrees: Degrees) -> list[dict[int, tuple[int, set[int]]]]:
        """Return the degree limits of each half in a slice, and drop steps without effect."""
        there = {v: 2 - degree for v, degree in degrees.items()}
        if (mirror := self.plan.mirror) is not None:
            # The other half is an image of states that have these degrees at the images.
            there = {mirror[v]: degree for v, degree in there.items()}
            self.steps[1:] = [self.steps[0]] * (there != degrees)
        limits = []
        for i, given in enumerate((degrees, there)[: len(self.steps)]):
            near: dict[int, set[int]] = {v: set() for v in given}
            steps = []
            for step in self.steps[i]:
                v, ends = step.vertex, step.near
                for w in self.graph[v] if ends is None else ends:
                    for x, y in ((v, w), (w, v)):
                        if x in near:
                            near[x].add(y)
                if ends is not None:
                    ends = tuple(w for w in ends if given.get(v) != 0 and given.get(w) != 0)
                if ends != ():
                    steps.append(Choice(v, ends))
            self.steps[i] = steps
            limits.append({v: (degree, near[v]) for v, degree in given.items()})
        return limits

    def _done(self, i: int) -> int:
        """Return how many steps a half has taken."""
        return sum(isinstance(operation, Choice) for operation in self.halves[i].operations)

    def advance(self, limit: float) -> bool:
        """Take steps until the states read exceed a limit; return True when all are taken."""
        while all(half.size for half in self.halves) and (
            waiting := [
                (half.size, i, self._done(i))
                for i, half in enumerate(self.halves)
                if self._done(i) < len(self.steps[i])
            ]
        ):
            _, i, done = min(waiting)
            half = self.halves[i]
            if self._spent + half.size > limit:
                return False
            self._spent += half.size
            half.apply(self.steps[i][done])
            if self.turn is not None:
                half.fold(self.turn)
            self._report()
        return True

    def _report(self) -> None:
        """Report progress."""
        if self._clock.is_due:  # the estimate takes as long as a small step
            self._clock.done((1 - JOIN) * self.part)
            self._clock.stage = f"{sum(half.size for half in self.halves):,} states"
        if self.observer is not None:
            self.observer.watch(self)
        self._clock.tick(METHOD)

    def expected_states(self) -> list[list[float]]:
        """Estimate how many states each half has now and after each remaining step."""
        ahead = []
        for i, half in enumerate(self.halves):
            k = 0 if self.plan.mirror is not None else i
            profile, leaving = self.plan.profiles[k], len(self.plan.halves[k])
            edges = len(profile) - leaving  # within the separator; some are chosen at once
            stars = len(self.steps[i]) - leaving if self._is_assigned else -(-edges // STAR)
            places = [leaving - 1 + (j + 1) * edges // stars for j in range(stars)]
            states = [*profile[:leaving], *(profile[j] if j >= 0 else 1.0 for j in places)]
            done = self._done(i)
            growth = max(1, half.size) / (states[done - 1] if done else 1)
            ahead.append([half.size, *(growth * number for number in states[done:])])
        return ahead

    @property
    def estimate(self) -> float:
        """The estimated cost of the remaining states."""
        return self.plan.weight * sum(sum(states[:-1]) for states in self.expected_states())

    @property
    def part(self) -> float:
        """The estimated part of the states that is done."""
        return self._spent / max(1.0, self._spent + self.estimate / self.plan.weight)

    @property
    def needed(self) -> float:
        """The estimated peak memory, in bytes."""
        most = [max(states) for states in self.expected_states()]
        return 8 * self.halves[0].row * (sum(most) + AHEAD * max(most))

    def finish(self) -> int:
        """Run to the end and return the number of cycles."""
        self.complete()
        closed = sum(half.closed for half in self.halves)  # where all vertices are in one half
        if not (partners := self.join_partners()):
            return closed
        met = join_halves(*self.join_arguments(), self._clock, self._memory)
        cycles, rest = divmod(met, len(partners))
        if rest:  # impossible for states that were counted, so restored ones are wrong
            raise InvalidArgument("the checkpoint is damaged: its states are not those of a count")
        return closed + cycles

    def complete(self) -> None:
        """Take all steps; only the join remains."""
        self.advance(float("inf"))
        if not self._is_assigned:
            self._assign_separator_edges([half.size for half in self.halves])
            self.advance(float("inf"))
        if self.observer is not None:
            self.observer.watch(self)
            self.observer.forget()
        self._clock.stage = f"joining {sum(half.size for half in self.halves):,} states"

    def join_partners(self) -> list[tuple[int, Sequence[int]]]:
        """Return the halves to join with the first one, each with the images of the vertices."""
        if not self.plan.separator or not all(half.size for half in self.halves):
            return []
        return self.partners

    @property
    def partners(self) -> list[tuple[int, Sequence[int]]]:
        """The same, where no half is empty."""
        mirror, turn = self.plan.mirror, self.turn
        last = len(self.halves) - 1
        if mirror is None:
            return [(last, range(len(self.graph)))]
        if turn is None:
            return [(last, mirror)]
        # The states are half the sum of the folded states and their images.
        return [(last, mirror), (last, [mirror[v] for v in turn])]

    def join_arguments(self) -> tuple[Half, list[tuple[Half, list[int]]], tuple[int, ...]]:
        """Return the first arguments of the join."""
        separator = self.plan.separator
        seen = [
            (self.halves[i], [images[v] for v in separator]) for i, images in self.join_partners()
        ]
        return self.halves[0], seen, separator

    def state(self) -> dict[str, Any]:
        """Return everything but the layers as JSON values."""
        return {
            "steps": [[asdict(step) for step in steps] for steps in self.steps],
            "shared": self._is_assigned,
            "spent": self._spent,
            "halves": [half.state() for half in self.halves],
        }

    def resume(self, state: dict[str, Any], layers: Sequence[NDArray[np.int64]]) -> None:
        """Restore a state and layers in a new run."""
        self.steps = [[operation(**step) for step in steps] for steps in state["steps"]]
        self._is_assigned, self._spent = state["shared"], state["spent"]
        for half, known, layer in zip(self.halves, state["halves"], layers, strict=True):
            half.resume(known, layer)

    def release(self) -> None:
        """Release the memory."""
        for half in self.halves:
            self._memory.halves.remove(half)


def race_plans(
    graph: Sequence[AbstractSet[int]],
    plans: Sequence[Plan],
    clock: Clock,
    memory: Memory,
    check: Callable[[Sequence[PlanRun]], object] | None = None,
) -> tuple[PlanRun, float]:
    """Race the best plans; return the run of the winner and the bytes it will need.

    A race where all would need far too much ends at once: ``check`` sees the first states of all.
    """
    # If the memory is full, the race ends, all memory is released, and the best plan begins again.
    narrow = plans_to_race(plans)
    limit = FIRST * narrow[0].score
    runs = [PlanRun(graph, plan, clock, memory) for plan in narrow]
    try:
        if check and limit > PROBE and all(not run.advance(PROBE) for run in runs):
            check(runs)
        while len(runs) > 1:
            for run in runs:
                if run.advance(limit):
                    return run, run.needed
            runs.sort(key=lambda run: run.estimate)
            close = sum(run.estimate <= CLOSE * runs[0].estimate for run in runs)
            kept = min(close, (len(runs) + 1) // 2)
            for run in runs[kept:]:
                run.release()
            del runs[kept:]
            limit *= LATER
    except MemoryShort:
        best = min(runs, key=lambda run: run.estimate)
        for run in runs:
            run.release()
        return PlanRun(graph, best.plan, clock, memory), best.needed
    return runs[0], runs[0].needed
