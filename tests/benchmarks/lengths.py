"""Judge peers by their tours: a proved optimum in any time, or the length in a given time.

A peer gets its instance without the optimum, perhaps in a process: this module needs no case.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING, Any

from measure import Limited, NoAnswer, in_process
from report import Length, Timing

if TYPE_CHECKING:
    from collections.abc import Callable

    from report import Figure
    from tsplib import Instance

__all__ = ["Searcher", "gets_ready", "proves", "race_lengths"]

RUNS = 3


def proves(
    search: Callable[..., list[int] | None],
    instance: Instance,
    seconds: float = math.inf,
    gap: float = 0,
) -> None:
    """Let a peer find a tour and prove that it is shortest, or within a gap."""
    tour = search(instance.without_optimum, seconds, gap)
    if tour is None:
        raise NoAnswer("proved nothing")
    length = instance.length(tour)
    if instance.optimum is not None:
        assert instance.optimum <= length <= instance.optimum / (1 - gap)


def gets_ready(
    seconds: float, prepare: Callable[[Instance, float], Any], instance: Instance
) -> Callable[[], list[int]]:
    """Let a peer get ready to find a short tour in so many seconds."""
    return prepare(instance.without_optimum, seconds)


@dataclass(frozen=True)
class Searcher(Limited):
    """A peer whose tour counts; ``function`` returns the search for an instance, ready to run."""

    def __call__(self) -> Length:
        search = self.function(self.argument)
        began = time.perf_counter()
        tour = search()
        seconds = time.perf_counter() - began
        return Length(self.argument.length(tour), seconds, 1, self.argument.optimum)


def race_lengths(
    contenders: dict[str, Callable[[], Length]], most: int = RUNS, patience: float | None = None
) -> tuple[dict[str, Figure | str], dict[str, str]]:
    """Let contenders find tours, alternately; return their median lengths and seconds."""
    result: dict[str, Figure | str] = dict.fromkeys(contenders, "")
    found: dict[str, list[Length]] = {name: [] for name in contenders}
    for _ in range(min(most, RUNS)):
        for name, contender in contenders.items():
            if result[name]:
                continue
            try:
                found[name].append(_run(contender, patience, is_first=not found[name]))
            except NoAnswer as error:
                result[name] = str(error)
            except EOFError:
                result[name] = "skipped: its process broke off"
            except ImportError as error:
                result[name] = f"skipped: {error}"
            except TimeoutError as error:
                result[name] = Timing(error.args[0], 0)
    for name, runs in found.items():
        if runs and not result[name]:
            length = median(run.length for run in runs)
            seconds = median(run.seconds for run in runs)
            result[name] = Length(length, seconds, len(runs), runs[0].optimum)
    return result, {}


def _run(contender: Any, patience: float | None, *, is_first: bool) -> Length:
    """Return the length and the seconds of a run, the first one of a peer in its own process."""
    if not is_first or not isinstance(contender, Searcher):
        return contender()
    limit = min(contender.limit, patience or contender.limit)
    answer = in_process(contender, limit)
    if answer is None:
        raise TimeoutError(limit)
    return answer
