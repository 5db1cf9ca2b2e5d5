"""The file of results: one run, the only source of the figures in the documentation."""

from __future__ import annotations

import json
import os
import time
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from report import Goal, Measured, commit, processor, stored, versions

if TYPE_CHECKING:
    from collections.abc import Callable

    from report import Figure

    Times = dict[str, Figure | str]

__all__ = ["RESULTS", "Results"]

RESULTS = Path(__file__).with_name("results.json")
DISTURBED = 0.1
"""The part of the processors' time above which other work disturbs a case."""
MOMENT = 1.0
"""The seconds of all processors below which other work cannot be estimated."""
STAT = Path("/proc/stat")
CURVES, CHALLENGE = "growth: ", "FHCP challenge set"
"""How the groups of other measurements begin; all others are tables of cases."""


class Results:
    """What one run has measured, written to its file after each case.

    Parameters
    ----------
    path : Path or None
        The file; None keeps the results in memory.
    is_known : bool
        Read the file first: continue a run that was stopped, or only read it.
    minutes : float
        After so many minutes, what is left is measured in short.
    """

    def __init__(
        self, path: Path | None, *, is_known: bool = False, minutes: float = float("inf")
    ) -> None:
        self._path, self._minutes = path, minutes
        self._began = time.monotonic()
        if is_known and path is not None:
            self.data: dict[str, Any] = json.loads(path.read_text("utf-8"))
        else:
            self.data = _conditions() | {"minutes": 0.0, "missing": [], "cases": {}}
        self._spent = self.data["minutes"]

    def check_conditions(self) -> None:
        """Refuse to mix results of two machines, versions or commits."""
        for key, value in _conditions().items():
            if key != "date" and self.data[key] != value:
                raise SystemExit(f"{self._path} was measured with {key} {self.data[key]!r}")

    @property
    def minutes(self) -> float:
        """Return the minutes measured so far."""
        return float(self._spent + (time.monotonic() - self._began) / 60)

    @property
    def is_late(self) -> bool:
        """Return True if the budget is used up."""
        return self.minutes > self._minutes

    def measure(
        self,
        name: str,
        group: str,
        goals: tuple[Goal, ...],
        race: Callable[[], tuple[Times, dict[str, str]]],
    ) -> Measured:
        """Measure a case, unless it is known and was not disturbed by other work."""
        cases = self.data["cases"]
        known = cases.get(name)
        if known is None or (known["others"] or 0) > DISTURBED:
            is_short = self.is_late
            if known is not None and is_short:
                return Measured.of(name, known)
            began = time.perf_counter(), _busy(), sum(os.times()[:4])
            times, facts = race()
            others = _others(*began)
            if known is None or others is None or others < known["others"]:
                cases[name] = {
                    "group": group,
                    "times": {who: stored(found) for who, found in times.items()},
                    "goals": [
                        {key: value for key, value in asdict(goal).items() if value}
                        for goal in goals
                    ],
                    "others": None if others is None else round(others, 3),
                    **({"is_short": True} if is_short else {}),
                    **({"facts": facts} if facts else {}),
                }
                self.write()
        return Measured.of(name, cases[name])

    def write(self) -> None:
        """Write the file, whole or not at all."""
        if self._path is not None:
            beside = self._path.with_suffix(".part")
            data = self.data | {"minutes": round(self.minutes, 1)}
            beside.write_text(dumped(data), "utf-8")
            beside.replace(self._path)

    def groups(self) -> dict[str, list[Measured]]:
        """Return the cases by group, in the order in which they were measured."""
        found: dict[str, list[Measured]] = {}
        for name, known in self.data["cases"].items():
            found.setdefault(known["group"], []).append(Measured.of(name, known))
        return found

    def cases(self) -> dict[str, Measured]:
        """Return all cases by name."""
        return {name: Measured.of(name, known) for name, known in self.data["cases"].items()}


def dumped(data: dict[str, Any]) -> str:
    """Return the text of the file, one line a case, so that a difference can be read."""
    cases = ",\n".join(
        f"  {json.dumps(name)}: {json.dumps(case)}" for name, case in data["cases"].items()
    )
    others = {key: value for key, value in data.items() if key != "cases"}
    head = json.dumps(others, indent=1).removesuffix("\n}")
    return f'{head},\n "cases": {{\n{cases}\n }}\n}}\n'


def _conditions() -> dict[str, Any]:
    return {
        "machine": processor(),
        "versions": versions(),
        "commit": commit(),
        "date": datetime.now(UTC).date().isoformat(),
    }


def _busy() -> float | None:
    """Return the seconds that all processors have worked, if the system states them."""
    with suppress(OSError, ValueError):
        user, nice, system, _, _, *more = map(int, STAT.read_text("ascii").split()[1:8])
        return (user + nice + system + sum(more)) / os.sysconf("SC_CLK_TCK")
    return None


def _others(began: float, busy: float | None, own: float) -> float | None:
    """Return the part of the processors that other processes have had since then."""
    if busy is None or (now := _busy()) is None:
        return None
    spent = sum(os.times()[:4]) - own  # with all children that have ended
    seconds = (time.perf_counter() - began) * (os.cpu_count() or 1)
    # The system counts hundredths of a second, which is too coarse for a moment.
    return max(0.0, now - busy - spent) / seconds if seconds > MOMENT else None
