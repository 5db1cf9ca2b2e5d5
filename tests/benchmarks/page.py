"""The page of benchmarks in the documentation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from curves import draw
from report import HEADER, YARDSTICKS, Measured, markdown, processor, versions

if TYPE_CHECKING:
    from pathlib import Path

    from curves import Followed
    from records import Records

__all__ = ["Page"]

HEAD = """\
# Benchmarks

Every goal of the project, measured beside the peers by one command, which writes this page:

```shell
python -m pip install -e ".[bench]"
python tests/benchmarks --page
```

Times are medians, with the number of runs in brackets. The contenders of a case take turns, after
a run that does not count; what takes a minute runs once. Our time includes reading the networkx
graph and checking the answer; a proof is part of it where there is no tour, while the peers have
none to show. "> 8 s" is a peer that was stopped by its time limit. The memory is what a call adds
to its process at most, with the code loaded; where a contender is a process, all that the process
has. A ratio below 1 means that the peer is quicker. The recursion begins in the first corner; on
8 x 8 it is as quick as icosian from most squares, and lost from that one.
"""

CHALLENGE = """\
## The FHCP challenge set

Hamiltonian graphs in which tours are hard to find (M. Haythorpe, FHCP Challenge Set, Bulletin of
the ICA 83:98-107, 2018): how many are solved within so many CPU seconds, on one core, with kernels
that are loaded. The seconds of the others, on another machine, are published with T. Soh's
SAT-based CEGAR. `python tests/benchmarks/challenge.py` shows each graph.
"""


class Page:
    """All that was measured, and the text that tells it.

    Parameters
    ----------
    records : Records
        Knows which cases were disturbed by other work.
    is_short : bool
        Whether everything was measured in a short time.
    is_part : bool
        Whether only some cases were asked for.

    Attributes
    ----------
    challenge : str
        The table that tells how many graphs of the FHCP challenge set were solved.
    """

    def __init__(self, records: Records, *, is_short: bool, is_part: bool) -> None:
        self._records, self._is_short, self._is_part = records, is_short, is_part
        self._groups: dict[str, list[Measured]] = {}
        self._curves: list[Followed] = []
        self.challenge = ""

    def add(self, title: str, case: Measured) -> None:
        """Add a case to a group."""
        self._groups.setdefault(title, []).append(case)

    def draw(self, curve: Followed) -> None:
        """Add a curve, if somebody was measured."""
        if curve.points:
            self._curves.append(curve)

    def rows(self) -> list[tuple[str, ...]]:
        """Return the rows of all tables."""
        return [row for cases in self._groups.values() for case in cases for row in case.rows()]

    def write(self, path: Path) -> None:
        """Write the page, and its pictures to the folder ``_static`` beside it."""
        from matplotlib import rc_context

        folder = path.parent / "_static"
        folder.mkdir(exist_ok=True)
        with rc_context({"svg.hashsalt": "icosian", "svg.fonttype": "none", "font.size": 10}):
            for curve in self._curves:
                figure = draw(curve)
                figure.savefig(folder / f"{curve.curve.file}.svg", metadata={"Date": None})
        path.write_text(self._text(), "utf-8")

    def _text(self) -> str:
        parts = [HEAD, self._conditions(), self._summary()]
        parts += [
            f"## {title}\n\n{markdown(HEADER, *(row for case in cases for row in case.rows()))}"
            for title, cases in self._groups.items()
        ]
        if self.challenge:
            parts.append(f"{CHALLENGE}\n{self.challenge}")
        if self._curves:
            parts.append("## How time and memory grow\n\nBoth axes have logarithmic scales.\n")
            parts += map(_section, self._curves)
        parts.append(f"## Versions\n\n{markdown(('package', 'version'), *versions().items())}")
        return "\n".join(parts)

    def _conditions(self) -> str:
        """Return what the numbers depend on."""
        said = [f"The machine: {processor()}."]
        if disturbed := self._records.disturbed:
            cases = "; ".join(f"{name} ({part:.0%})" for name, part in disturbed.items())
            said.append(
                "**Other work ran on it** and took so much of the processors' time that some times "
                f"are longer than on a quiet one, and ratios rough: {cases}."
            )
        if self._is_short:
            said.append(
                "**A short run** (`--quick`): at most three runs of each, a peer is stopped after "
                "two seconds, and curves end early."
            )
        if self._is_part:
            said.append("**Some cases only**, those that were named on the command line.")
        return "\n".join(said) + "\n"

    def _summary(self) -> str:
        """Return how many goals are met, and where others are quicker."""
        cases = [case for group in self._groups.values() for case in group]
        goals = [case for case in cases if case.goal and case.met is not None]
        ratios = [
            (case, peer, ratio)
            for case in cases
            for peer, ratio in case.ratios.items()
            if peer not in YARDSTICKS and (ratio >= 1 or not case.is_bound(peer))
        ]
        slower = [
            (case.name, str(case.times["icosian"]), peer, str(case.times[peer]), f"{ratio:.2f}")
            for case, peer, ratio in sorted(ratios, key=lambda row: row[2])
            if ratio < 1
        ]
        missed = [
            (case.name, str(case.times["icosian"]), case.goal) for case in goals if not case.met
        ]
        quicker = len(ratios) - len(slower)
        text = (
            f"## In short\n\n{len(cases)} cases. icosian is quicker in {quicker} of {len(ratios)} "
            f"comparisons, and meets {len(goals) - len(missed)} of {len(goals)} goals.\n"
        )
        if slower:
            text += f"\nWhere others are quicker:\n\n{markdown(HEADER[:-1], *slower)}"
        if missed:
            text += f"\nGoals that are not met:\n\n{markdown(('case', 'icosian', 'goal'), *missed)}"
        return text


def _section(followed: Followed) -> str:
    """Return the picture of a curve, and its numbers."""
    curve, names = followed.curve, followed.names
    title = curve.name.partition(": ")[2]
    rows = (
        (f"{size:,}", *(str(point.get(name, "")) for name in names))
        for size, point in followed.points.items()
    )
    alt = f"Time and memory of {title} against {curve.of}, two diagrams; the numbers are below."
    return (
        f"### {title[0].upper()}{title[1:]}\n\n"
        f"```{{image}} _static/{curve.file}.svg\n:alt: {alt}\n:width: 100%\n```\n\n"
        f"{markdown((curve.of, *names), *rows)}"
    )
