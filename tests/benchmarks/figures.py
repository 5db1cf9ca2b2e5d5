"""Figures quoted in README and documentation: tables between markers, and times in the text.

A page holds ``<!-- figures: NAME -->`` and ``<!-- end of figures -->`` on lines of their own; what
is between them is written from the results. Times elsewhere in the text of a page that QUOTED names
are written by hand, rounded to any number of digits, and compared with the results.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from report import Measured, Timing, in_short, markdown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from results import Results

    Cases = dict[str, Measured]

__all__ = ["outdated", "update"]

ROOT = Path(__file__).parents[2]
START, END = "<!-- figures: {} -->", "<!-- end of figures -->"
BLOCK = re.compile(
    rf"(?ms)^({START.format('([a-z-]+)')}\n)(.*?)^({END}$)",
)
QUANTITY = re.compile(r"(?<![\d.,])(\d+(?:\.\d+)?)[ \N{NO-BREAK SPACE}](ms|s)\b")
UNITS = {"ms": 1000, "s": 1}

SPEED = {
    "closed tour of the 8 x 8 board": "closed tour 8 x 8",
    "closed tour of the 50 x 50 board": "knight 50 x 50, cycle",
    "`knights_tour(1000)`, a million squares": "knights_tour(1000)",
    "cycle in TSPLIB's alb5000": "alb5000",
    "cycle in a random cubic graph, 10,000 nodes": "random cubic, 10,000 nodes",
    "proof: no cycle in flower snark J15": "no cycle in J15",
    "proof: no cycle in the Meredith graph": "no cycle in Meredith",
    "count: knight 6 x 6": "knight 6 x 6, counted",
    "count: knight 6 x 8": "knight 6 x 8, counted",
    "count: knight 8 x 8": "knight 8 x 8, counted",
    "shortest paths, ready arrays, 10,000 nodes": "distances, grid, 10,000 nodes",
    "shortest paths, dictionaries, 100,000 nodes": "dictionaries cold, grid, 100,000 nodes",
    "16 queens counted": "16 queens counted",
}
"""The rows of the README's table, and the cases with their figures; some of them are losses."""
QUOTED = {
    "README.md": ("knights_tour(1000)", "no cycle in J2501", "knight 8 x 8, counted"),
    "docs/counting.md": ("knight 8 x 8, counted", "knight 8 x 8, counted by two threads"),
}
"""Pages, and the cases that the times in their text come from; add the case of a new figure."""


def _time(time: Timing | str, *, memory: bool = False) -> str:
    """Return a time with two digits, and its memory if wanted."""
    if isinstance(time, str) or not time.runs:
        return str(time)
    text = in_short(time.seconds)
    return f"{text}, {time.memory}" if memory and time.peak else text


def _ratio(case: Measured, peer: str) -> str:
    ratio = case.ratios.get(peer)
    if ratio is None or not case.ratio(peer):
        return ""
    text = f"{ratio:,.0f}" if ratio >= 9.95 else f"{ratio:.1f}" if ratio >= 0.95 else f"{ratio:.2g}"
    return f"{'> ' if case.is_stopped(peer) else ''}{text} x"


def speed(cases: Cases) -> str:
    """Return the README's table: icosian, and the quickest of its peers."""
    rows = []
    for label, name in SPEED.items():
        case = cases.get(name)
        if case is None:
            continue
        times = {who: time for who, time in case.times.items() if isinstance(time, Timing)}
        ours = case.times["icosian"]
        peers = [who for who in times if who != "icosian"]
        done = [who for who in peers if times[who].runs] or peers
        best = min(done, key=lambda who: times[who].seconds, default="")
        theirs = f"{_time(times[best])} ({best})" if best else "none"
        rows.append((label, _time(ours), theirs, _ratio(case, best) if best else ""))
    return markdown(("question", "icosian", "the quickest peer", "peer / icosian"), *rows)


def named(cases: Cases) -> str:
    """Return the table of named graphs without a cycle."""
    chosen = [case for case in cases.values() if case.group.startswith("Named graphs")]
    peers = list(dict.fromkeys(who for case in chosen for who in case.times if who != "icosian"))
    head = "graph", "icosian, with proof", *(word for who in peers for word in (who, "ratio"))
    rows = []
    for case in chosen:
        times = ((_time(case.times.get(who, "")), _ratio(case, who)) for who in peers)
        name = case.name.removeprefix("no cycle in ")
        rows.append(
            (name, _time(case.times["icosian"]), *(word for pair in times for word in pair))
        )
    return markdown(head, *rows)


def sizes(cases: Cases) -> str:
    """Return the table of what counts of growing boards cost."""
    board = "knight 8 x 8, counted"
    names = [name for name in cases if name.endswith(", counted alone")]
    names[3:3] = [board] if board in cases else []
    rows = []
    for name in names:
        case = cases[name]
        ours, facts = case.times["icosian"], case.facts
        if not isinstance(ours, Timing) or not facts:
            continue
        states = f"{int(facts['states']):,}"
        graph = name.partition(",")[0]
        rows.append((graph, facts["number"], states, _time(ours), ours.memory))
    return markdown(("graph", "cycles", "most states of a half", "CPU time", "memory"), *rows)


def counts(cases: Cases) -> str:
    """Return the table of counts by icosian and its peers."""
    chosen = [case for case in cases.values() if case.group == "Counting" and len(case.times) > 1]
    peers = list(dict.fromkeys(who for case in chosen for who in case.times if who != "icosian"))
    rows = []
    for case in chosen:
        row = [case.name.partition(",")[0], _time(case.times["icosian"], memory=True)]
        for who in peers:
            ratio = _ratio(case, who)
            time = _time(case.times.get(who, ""), memory=True)
            row.append(f"{time} ({ratio})" if ratio else time)
        rows.append(tuple(row))
    return markdown(("cycles of", "icosian", *peers), *rows)


def limits(cases: Cases) -> str:
    """Return the table of what a limit of memory and a second thread do to a count."""
    rows = []
    for name, case in cases.items():
        whole = cases.get(
            "knight 8 x 8, counted" if "threads" in name else "knight 8 x 7, counted alone"
        )
        ours = case.times["icosian"]
        if whole is None or not isinstance(ours, Timing) or not ours.runs:
            continue
        if not name.startswith("knight 8 x") or not ("tables of" in name or "threads" in name):
            continue
        all_at_once = whole.times["icosian"]
        if isinstance(all_at_once, Timing) and all_at_once.runs:
            ratio = f"{ours.seconds / all_at_once.seconds:.2g}"
            rows.append((name, _time(ours), ours.memory, ratio))
    head = "count", "time", "memory of the process", "times as long as one thread without a limit"
    return markdown(head, *rows)


TABLES: dict[str, Callable[[Cases], str]] = {
    "speed": speed,
    "named-graphs": named,
    "count-sizes": sizes,
    "count-peers": counts,
    "count-limits": limits,
}
"""What may stand between markers."""


def pages() -> Iterator[Path]:
    """Yield the pages that may quote figures."""
    yield ROOT / "README.md"
    yield from sorted(ROOT.glob("docs/**/*.md"))


def filled(text: str, cases: Cases) -> str:
    """Return the text of a page with the tables of the results between its markers."""

    def block(match: re.Match[str]) -> str:
        start, name, _, end = match.groups()
        return f"{start}\n{TABLES[name](cases)}\n{end}"

    return BLOCK.sub(block, text)


def _agrees(value: str, number: float) -> bool:
    """Return True if a value is the number, rounded to the digits that the value has."""
    digits = len(value.partition(".")[2])
    return abs(float(value) - number) <= 0.5000001 * 10**-digits


def quoted(text: str) -> list[tuple[str, str]]:
    """Return the times in the text of a page, outside of markers, code and examples."""
    text = BLOCK.sub("", text)
    text = re.sub(r"(?ms)^ *(```|~~~).*?^ *\1", "", text)
    return QUANTITY.findall(text)


def update(results: Results) -> None:
    """Write the tables of all pages, and print which times in their text are to be changed."""
    cases = results.cases()
    for page in pages():
        text = page.read_text("utf-8")
        if (new := filled(text, cases)) != text:
            page.write_text(new, "utf-8")
    for line in outdated(results):
        print(f"change by hand: {line}")


def outdated(results: Results) -> list[str]:
    """Return what pages quote and the results do not hold."""
    cases = results.cases()
    wrong = []
    for page in pages():
        name, text = page.relative_to(ROOT).as_posix(), page.read_text("utf-8")
        if filled(text, cases) != text:
            wrong.append(f"{name} shows a table of other results")
        if (sources := QUOTED.get(name)) is not None:
            known = [
                time.seconds
                for source in sources
                if source in cases
                for time in cases[source].times.values()
                if isinstance(time, Timing)
            ]
            wrong += [
                f"{name} quotes {value} {unit}, which is no time of {'; '.join(sources)}"
                for value, unit in quoted(text)
                if not any(_agrees(value, seconds * UNITS[unit]) for seconds in known)
            ]
    return wrong
