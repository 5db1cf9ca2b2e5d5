"""How many tours: beside Graphillion and the textbook's search, each in a process of its own."""

from __future__ import annotations

import signal
import subprocess
import sys
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from cases import Case, Goal
from measure import NoAnswer

if TYPE_CHECKING:
    from measure import Contender

__all__ = ["COUNTING"]

GRAPHILLION, TEXTBOOK = "Graphillion", "textbook's search, gcc -O3"
MEMORY = 9 * 10**9
"""The bytes that a contender may take, or fewer if the shell allows fewer."""
PATIENCE = 120
"""The seconds that a contender may take."""
LARGEST = 64
"""The nodes that the textbook's search can count."""


@dataclass(frozen=True)
class Counter:
    """A contender that counts in a process of its own; its seconds are those of the processor."""

    who: str
    code: str
    number: int
    limit: float = PATIENCE
    peaks: list[int] = field(default_factory=list)

    def __call__(self) -> float:
        seconds = self.trial()
        assert seconds is not None
        return seconds

    def trial(self) -> float | None:
        """Return the seconds of a run, or None if the limit stopped it."""
        program = str(Path(__file__).with_name("counter.py"))
        line = [sys.executable, program, self.who, self.code, str(MEMORY), str(self.limit)]
        done = subprocess.run(line, capture_output=True, text=True, check=False)
        if done.returncode == -signal.SIGXCPU:
            return None
        if done.returncode:
            reason = done.stderr.splitlines() or [f"exit code {done.returncode}"]
            raise NoAnswer(f"none: {reason[-1]}")
        seconds, peak, number = done.stdout.split()
        assert int(number) == self.number
        self.peaks.append(int(peak))
        return float(seconds)


def count(code: str, number: int, nodes: int) -> dict[str, Contender]:
    """Count the closed tours of a graph beside the peers."""
    contenders: dict[str, Contender] = {
        "icosian": Counter("icosian", code, number),
        GRAPHILLION: Counter("graphillion", code, number),
    }
    if nodes <= LARGEST:
        contenders[TEXTBOOK] = Counter("textbook", code, number)
    return contenders


def tenfold(peers: dict[str, float]) -> float:
    """Return a tenth of Graphillion's seconds, where they are over one."""
    return peers[GRAPHILLION] / 10 if peers[GRAPHILLION] > 1 else float("inf")


COUNTING = [
    Case(
        f"{name}, counted",
        3,
        partial(count, code, number, nodes),
        Goal("10 x Graphillion", tenfold),
    )
    for name, code, number, nodes in (
        ("knight 6 x 6", "knight_graph(6)", 9862, 36),
        ("knight 6 x 7", "knight_graph(6, 7)", 1067638, 42),
        ("knight 6 x 8", "knight_graph(6, 8)", 55488142, 48),
        ("king 8 x 8", "king_graph(8)", 961742089476282321684, 64),
        ("hypercube Q5", "nx.hypercube_graph(5)", 906545760, 32),
        ("grid 14 x 14", "nx.grid_2d_graph(14, 14)", 56126499620491437281263608, 196),
    )
]
