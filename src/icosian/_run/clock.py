"""The clock of a search: time-outs, progress, and calls short enough for Ctrl-C."""

from __future__ import annotations

import math
import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from icosian.exceptions import InvalidArgument

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from icosian._kernels._jit import Run

__all__ = ["Clock", "Progress", "TimeIsUp"]

T = TypeVar("T")

CALL_SECONDS = 0.02  # one kernel call; between calls Python sees Ctrl-C and the time
REPORT_SECONDS = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """What a ``progress`` callback is told, about ten times a second.

    Attributes
    ----------
    method : str
        The method at work.
    steps : int
        Steps since the search began.
    seconds : float
        Time since the search began.
    part : float or None
        The part of the work that is done, from 0 to 1, where that is known; may be an estimate.
    stage : str or None
        What is being done, in words, where a method tells.
    """

    method: str
    steps: int
    seconds: float
    part: float | None = None
    stage: str | None = None


class TimeIsUp(Exception):
    """The time given is over."""


class Clock:
    """Time and steps of one call, from its start.

    Parameters
    ----------
    timeout : float or None
        Seconds, at least 0; None for no limit.
    progress : callable or None
        Called with a :class:`Progress`.

    Raises
    ------
    InvalidArgument
        If the time-out is no such number, or the progress cannot be called.
    """

    def __init__(
        self, timeout: float | None = None, progress: Callable[[Progress], object] | None = None
    ) -> None:
        if timeout is not None:
            number = isinstance(timeout, int | float) and not isinstance(timeout, bool)
            if not number or math.isnan(timeout) or timeout < 0:
                raise InvalidArgument(f"timeout must be seconds of at least 0, got {timeout!r}")
        if progress is not None and not callable(progress):
            raise InvalidArgument(f"progress must be callable, got {progress!r}")
        self.steps = 0
        self.part: float | None = None
        """The part of the work that is done, which reports tell; see :meth:`done`."""
        self.stage: str | None = None
        """What is being done, which reports tell; whoever knows it sets it."""
        self._portion = 0.0, 1.0
        self._progress = progress
        self._began = self._reported = time.perf_counter()
        self._deadline = math.inf if timeout is None else self._began + timeout

    def within(self, seconds: float) -> Clock:
        """Return a clock for a part of the call, which ends no later than this one.

        Parameters
        ----------
        seconds : float
            The most that the part may take.

        Returns
        -------
        Clock
            A new clock, with the same progress callback.
        """
        return Clock(max(0.0, min(seconds, self.left)), self._progress)

    def done(self, part: float) -> None:
        """Note how much of the work is done; it never becomes less.

        Parameters
        ----------
        part : float
            The part of the present portion, from 0 to 1.
        """
        begin, end = self._portion
        self.part = max(self.part or 0.0, begin + (end - begin) * min(1.0, part))

    @contextmanager
    def portion(self, begin: float, end: float) -> Iterator[None]:
        """Let what is done meanwhile be a portion of the whole.

        Parameters
        ----------
        begin, end : float
            The parts of the work that are done before and after it.

        Yields
        ------
        None
            What :meth:`done` is told refers to the portion.
        """
        before = self._portion
        self._portion = begin, end
        try:
            yield
        finally:
            self._portion = before

    @property
    def left(self) -> float:
        """The time that is left, infinity without a limit."""
        return self._deadline - time.perf_counter()

    @property
    def seconds(self) -> float:
        """The time since the start."""
        return time.perf_counter() - self._began

    def tick(self, method: str, steps: int = 0) -> None:
        """Count steps, tell the callback, look at the time.

        Parameters
        ----------
        method : str
            Who took the steps.
        steps : int
            How many.

        Raises
        ------
        TimeIsUp
            If the time is over.
        """
        self.steps += steps
        now = time.perf_counter()
        if now - self._reported >= REPORT_SECONDS:
            self._reported = now
            self.tell(method)
        if now >= self._deadline:
            raise TimeIsUp

    def tell(self, method: str) -> None:
        """Tell the callback how it stands.

        Parameters
        ----------
        method : str
            Who is at work.
        """
        if self._progress is not None:
            self._progress(
                Progress(
                    method=method,
                    steps=self.steps,
                    seconds=self.seconds,
                    part=self.part,
                    stage=self.stage,
                )
            )

    def paced(self, method: str, items: Iterable[T], every: int = 1_000) -> Iterator[T]:
        """Yield items, and look at the time now and then.

        Parameters
        ----------
        method : str
            Who works on them; they count as no steps.
        items : iterable
            The items.
        every : int
            How many pass between two looks.

        Yields
        ------
        object
            The items.

        Raises
        ------
        TimeIsUp
            If the time is over.
        """
        for k, item in enumerate(items, start=1):
            yield item
            if not k % every:
                self.tick(method)

    def run(self, method: str, run: Run, limit: float = math.inf) -> int:
        """Advance a run until it answers or has used up its steps.

        Parameters
        ----------
        method : str
            The name of the method.
        run : Run
            The kernel and its state.
        limit : float
            How many steps it may take.

        Returns
        -------
        int
            Its status; 0 if the limit was reached first.

        Raises
        ------
        TimeIsUp
            If the time is over.
        """
        end, budget = run.steps + limit, 200
        while (before := run.steps) < end:
            if run.is_cold:
                self.tell(f"{method}, compiling (once)")
                self._deadline += run.load()
            began = time.perf_counter()
            status = run.advance(int(min(budget, end - before)))
            spent = time.perf_counter() - began
            self.steps += run.steps - before
            if status:
                return status
            self.tick(method)
            if spent < CALL_SECONDS / 2:
                budget *= 2
            elif spent > CALL_SECONDS:
                budget = max(1, int(budget * CALL_SECONDS / spent))
        return 0
