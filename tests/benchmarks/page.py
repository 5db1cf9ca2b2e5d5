"""The page of benchmarks, written from the file of results alone."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from report import HEADER, MISSED, Measured, Timing, markdown
from results import CHALLENGE, CURVES, DISTURBED

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.figure import Figure
    from results import Results

__all__ = ["draw_curves", "text"]

HEAD = """\
# {title}

All figures come from one run of one command, which writes this page and its file of results:

```shell
python -m pip install -e . --group bench
{command}
```
"""
ELSEWHERE = """
Shortest tours, rounds on a map and partial answers have [a page](benchmarks-shortest.md) of their
own.
"""
METHOD = """\
## How it was measured

Times are medians, with the number of runs in brackets. Runs alternate between icosian and its peers
after one warm-up run; only one of them runs at a time. What takes over a second has no warm-up and
three runs, what takes over ten seconds one run. "> 5 s" is a peer that was stopped by its
time limit. "2 % above in 1 s" is a tour that is 2 % longer than the shortest one: medians of
lengths and of seconds. icosian's time includes reading the networkx graph and checking the answer;
a proof is part of it where there is no tour, or none shorter, while the peers return none. CP-SAT
and HiGHS use one thread. Memory is what a call adds to its process at most, with the code loaded;
where a contender is a process, all that the process has. "peer / icosian" below 1 means that the
peer is quicker, or its tour shorter. A goal is one comparison: at least so many times as fast as a
peer, or at most so many seconds or kilobytes. An import alone is a yardstick and not a
peer; icosian imports networkx too.
"""
FHCP = """\
## The FHCP challenge set

Hamiltonian graphs in which tours are hard to find (M. Haythorpe, FHCP Challenge Set, Bulletin of
the ICA 83:98-107, 2018): how many are solved within a number of CPU seconds, on one core, kernels
being loaded. icosian was stopped after {limit:g} seconds. The seconds of the other solvers were
measured on another machine, and published with T. Soh's SAT-based CEGAR.
`python tests/benchmarks/challenge.py` lists each graph.
"""
COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
LOOKS = ("o-", "s--", "^:", "D-.")


def text(results: Results) -> str:
    """Return the page."""
    groups = results.groups()
    tables = {title: cases for title, cases in groups.items() if not _is_special(title)}
    curves = {title: cases for title, cases in groups.items() if title.startswith(CURVES)}
    parts = [_head(results), _conditions(results), _losses([*tables.values(), *curves.values()])]
    parts += [_goals([case for cases in tables.values() for case in cases]), METHOD]
    for title, cases in tables.items():
        rows = (row for case in cases for row in case.rows())
        parts.append(f"## {title}\n\n{markdown(HEADER, *rows)}")
    if solved := results.data.get("challenge"):
        head, *rows = (tuple(row) for row in solved["rows"])
        parts.append(f"{FHCP.format(limit=solved['limit'])}\n{markdown(head, *rows)}")
    if curves:
        parts.append("## How time and memory grow\n\nBoth axes have logarithmic scales.\n")
        parts += [
            _section(title, cases, results.data["curves"][title]) for title, cases in curves.items()
        ]
    versions = results.data["versions"].items()
    parts.append(f"## Versions\n\n{markdown(('package', 'version'), *versions)}")
    return "\n".join(parts)


def _head(results: Results) -> str:
    """Return how the page begins, with the command that wrote it."""
    only = results.data.get("only", [])
    title, command = "Benchmarks", "python tests/benchmarks --page"
    if only:
        title += f": {', '.join(part[0].lower() + part[1:] for part in only)}"
        command += f" --results FILE {shlex.join(only)}"
    return HEAD.format(title=title, command=command) + ("" if only else ELSEWHERE)


def _is_special(title: str) -> bool:
    return title.startswith((CURVES, CHALLENGE))


def _conditions(results: Results) -> str:
    """Return when and where the run took place, and what was left out or disturbed."""
    data = results.data
    said = [
        f"Measured on {data['date']}, commit {data['commit']}, in {data['minutes']:.0f} minutes.",
        f"The machine: {data['machine']}.",
    ]
    said += [f"**Not measured:** {what}." for what in data["missing"]]
    cases = results.cases().values()
    if disturbed := [case for case in cases if (case.others or 0) > DISTURBED]:
        names = "; ".join(f"{case.name} ({case.others:.0%})" for case in disturbed)
        said.append(
            "**Disturbed:** other processes took so much of the processors' time that these times "
            f"are too long and the ratios rough: {names}."
        )
    if short := _in_short([case.name for case in cases if case.is_short]):
        said.append(
            "**In short:** the budget of minutes was used up, so these have one run, and peers "
            f"were stopped after two seconds: {'; '.join(short)}."
        )
    return "\n".join(said) + "\n"


def _in_short(names: list[str]) -> list[str]:
    """Return the names of cases, those of the challenge set as a number."""
    rest = [name for name in names if not name.startswith(CHALLENGE)]
    graphs = len(names) - len(rest)
    return [*rest, *([f"{graphs} graphs of the {CHALLENGE}"] if graphs else [])]


def _losses(groups: list[list[Measured]]) -> str:
    """Return where peers are quicker or their tours shorter, or only they find an answer."""
    cases = [case for group in groups for case in group]
    known, lost = 0, []
    for case in cases:
        ours = case.times["icosian"]
        failed = isinstance(ours, str) or not ours.runs
        for peer, time in case.times.items():
            if peer == "icosian" or peer.startswith("import ") or isinstance(time, str):
                continue
            if failed and time.runs:
                known += 1
                lost.append((0.0, (case.name, str(ours), peer, str(time), "")))
            elif case.ratio(peer):
                known += 1
                if (ratio := case.ratios[peer]) < 1:
                    row = case.name, str(ours), peer, str(time), case.ratio(peer)
                    lost.append((ratio, row))
    said = f"## Where peers are better\n\n{len(lost)} of {known} comparisons, curves included"
    if not lost:
        return f"{said}.\n"
    rows = (row for _, row in sorted(lost, key=lambda pair: pair[0]))
    return f"{said}:\n\n{markdown(HEADER[:-1], *rows)}"


def _goals(cases: list[Measured]) -> str:
    """Return the goals that are missed, and how many of them there are."""
    verdicts = [(case, goal, goal.verdict(case.times)) for case in cases for goal in case.goals]
    missed = [
        (case.name, str(case.times["icosian"]), str(goal), _measured(case, goal.peer))
        for case, goal, verdict in verdicts
        if verdict == MISSED
    ]
    met = sum(verdict == "met" for _, _, verdict in verdicts)
    unknown = len(verdicts) - met - len(missed)
    said = f"## Goals missed\n\nOf {len(verdicts)} goals {met} are met, {len(missed)} are missed"
    said += f", and {unknown} are undecided" if unknown else ""
    if not missed:
        return f"{said}.\n"
    return f"{said}:\n\n{markdown(('case', 'icosian', 'goal', 'measured'), *missed)}"


def _measured(case: Measured, peer: str) -> str:
    return f"{case.ratio(peer)} times" if peer and case.ratio(peer) else ""


def _section(title: str, cases: list[Measured], curve: dict[str, str]) -> str:
    """Return the picture of a curve, and its numbers."""
    name = title.removeprefix(CURVES)
    names = list(dict.fromkeys(who for case in cases for who in case.times))
    rows = (
        (f"{int(case.facts['size']):,}", *(str(case.times.get(who, "")) for who in names))
        for case in cases
    )
    alt = f"Time and memory of {name} against {curve['of']}, two diagrams; the numbers are below."
    return (
        f"### {name[0].upper()}{name[1:]}\n\n"
        f"```{{image}} _static/{curve['file']}.svg\n:alt: {alt}\n:width: 100%\n```\n\n"
        f"{markdown((curve['of'], *names), *rows)}"
    )


def draw_curves(results: Results, folder: Path) -> None:
    """Write the pictures of the curves to a folder."""
    from matplotlib import rc_context

    folder.mkdir(exist_ok=True)
    with rc_context({"svg.hashsalt": "icosian", "svg.fonttype": "none", "font.size": 10}):
        for title, cases in results.groups().items():
            if title.startswith(CURVES):
                curve = results.data["curves"][title]
                figure = _draw(cases, curve["of"])
                figure.savefig(folder / f"{curve['file']}.svg", metadata={"Date": None})


def _draw(cases: list[Measured], of: str) -> Figure:
    """Draw time and memory against size; each line has its own color, marker and dash."""
    from matplotlib.figure import Figure

    figure = Figure((9, 3.4), layout="constrained")
    seconds, memory = figure.subplots(1, 2)
    lines: dict[str, dict[int, Timing]] = {}
    for case in cases:
        for who, time in case.times.items():
            if isinstance(time, Timing) and time.runs:
                lines.setdefault(who, {})[int(case.facts["size"])] = time
    for k, (who, times) in enumerate(lines.items()):
        style = {"color": COLORS[k], "label": who, "lw": 2.5 if who == "icosian" else 1.5}
        seconds.plot(list(times), [time.seconds for time in times.values()], LOOKS[k], **style)
        megabytes = [max(time.peak / 1e6, 1.0) for time in times.values()]  # less is noise
        memory.plot(list(times), megabytes, LOOKS[k], **style)
    sizes = [int(case.facts["size"]) for case in cases]
    for ax, what in ((seconds, "seconds"), (memory, "MB, or less than 1")):
        ax.set(xlabel=of, ylabel=what, xscale="log", yscale="log")
        if max(sizes) < 10 * min(sizes):  # powers of ten are too few ticks
            ax.set_xticks(sizes, map(str, sizes))
            ax.set_xticks([], minor=True)
        ax.grid(visible=True, color="#dddddd")
        ax.spines[["top", "right"]].set_visible(False)
    handles, labels = seconds.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside upper left", ncols=len(labels), frameon=False)
    return figure
