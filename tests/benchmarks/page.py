"""The page of benchmarks, and the figures in other pages, from the file of results alone.

A page holds ``<!-- figures: NAME -->`` and ``<!-- end of figures -->`` on lines of their own; what
is between them is written from the results. Times elsewhere in the text of a page that QUOTED names
are written by hand, rounded to any number of digits, and compared with the results.
"""

import re
import shlex
from pathlib import Path

from results import CHALLENGE, CURVES, DISTURBED, HEADER, TOGETHER, Timing, markdown

HEAD = """\
# {title}

How long icosian takes for {what},
compared with other libraries. Medians of one run on {date}, machine: {machine}.
Times include reading the networkx graph and checking the answer.
"""
GLANCE = """\
## At a glance

Some of the questions, and the quickest of the others for each; "none" where we know of no other
that answers it:
"""
WHAT = "tours, proofs, counts, shortest paths and placements"
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
peer is quicker, or its tour shorter. An import alone is a yardstick and not a peer; icosian imports
networkx too.

All figures come from one command, which writes this page and its file of results (commit {commit},
{minutes:.0f} minutes):

```shell
python -m pip install -e . --group bench
{command}
```
"""
FHCP = """\
## The FHCP challenge set

Hamiltonian graphs in which tours are hard to find (M. Haythorpe, FHCP Challenge Set, Bulletin of
the ICA 83:98-107, 2018): how many are solved within a number of CPU seconds, on one core, kernels
being loaded. icosian was stopped after {limit:g} seconds. The seconds of the other solvers were
measured on another machine, and published with T. Soh's SAT-based CEGAR.
`python tests/benchmarks FHCP` lists each graph.
"""
RATIOS = """\
## All comparisons

![How many times as long the quickest other library takes, a mark for each case, on a logarithmic
scale: to the right icosian is faster, to the left the other one](_static/{file}.svg)

Each mark is a case, by the quickest of the others. A triangle is a lower bound: the other one was
stopped.
"""
COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
LOOKS = ("o-", "s--", "^:", "D-.")


def text(results):
    """Return the page."""
    groups = results.groups()
    tables = {title: cases for title, cases in groups.items() if not _is_special(title)}
    curves = {title: cases for title, cases in groups.items() if title.startswith(CURVES)}
    parts = [_head(results)]
    if glance := speed(results.cases()):
        parts.append(f"{GLANCE}\n{glance}")
    parts.append(RATIOS.format(file=_ratios_file(results)))
    parts += [_losses([*tables.values(), *curves.values()]), _method(results)]
    for title, cases in tables.items():
        rows = (row[:-1] for case in cases for row in case.rows())
        parts.append(f"## {title}\n\n{markdown(HEADER[:-1], *rows)}")
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


def _head(results):
    """Return what the page is about: what was measured, when and where."""
    data = results.data
    only = [part[0].lower() + part[1:] for part in data.get("only", [])]
    title = f"Benchmarks: {', '.join(only)}" if only else "Benchmarks"
    head = HEAD.format(title=title, what=", ".join(only) or WHAT, **data)
    return head + ("" if only else ELSEWHERE)


def _method(results):
    """Return how the figures were measured, with the command that did it."""
    data = results.data
    only = data.get("only", [])
    command = (
        f"python tests/benchmarks --page{f' --results FILE {shlex.join(only)}' if only else ''}"
    )
    return "\n".join([METHOD.format(command=command, **data), *_conditions(results)])


def _is_special(title):
    return title.startswith((CURVES, CHALLENGE))


def _conditions(results):
    """Yield what was left out or disturbed, as paragraphs."""
    for what in results.data["missing"]:
        yield f"**Not measured:** {what}.\n"
    for what in results.data.get("later", []):
        yield f"**Measured later:** {what}.\n"
    cases = results.cases().values()
    if disturbed := [case for case in cases if (case.others or 0) > DISTURBED]:
        names = "; ".join(f"{case.name} ({case.others:.0%})" for case in disturbed)
        yield (
            "**Disturbed:** other processes took so much of the processors' time that these times "
            f"are too long and the ratios rough: {names}.\n"
        )
    if short := _in_short([case.name for case in cases if case.is_short]):
        yield (
            "**In short:** the budget of minutes was used up, so these have one run, and peers "
            f"were stopped after two seconds: {'; '.join(short)}.\n"
        )


def _in_short(names):
    """Return the names of cases, those of the challenge set as a number."""
    rest = [name for name in names if not name.startswith(CHALLENGE)]
    graphs = len(names) - len(rest)
    return [*rest, *([f"{graphs} graphs of the {CHALLENGE}"] if graphs else [])]


def _losses(groups):
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
    said = f"## Where others are faster\n\n{len(lost)} of {known} comparisons, curves included"
    if not lost:
        return f"{said}.\n"
    rows = (row for _, row in sorted(lost, key=lambda pair: pair[0]))
    return f"{said}:\n\n{markdown(HEADER[:-1], *rows)}"


def _ratios_file(results):
    only = results.data.get("only")
    return f"ratios-{only[0].split()[0].lower()}" if only else "ratios"


def draw_ratios(results, folder):
    """Write the picture of all ratios: a row for each group, losses on the left of the line."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    rows = {}
    for title, cases in results.groups().items():
        name = title.removeprefix(CURVES) if title.startswith(CURVES) else title
        for case in cases:
            ratios = case.ratios
            known = [who for who in ratios if not who.startswith("import ")]
            if known and isinstance(case.times["icosian"], Timing):
                who = min(known, key=ratios.get)
                if ratios[who] >= 1 or not case.is_stopped(who):
                    rows.setdefault(name, []).append((ratios[who], case.is_stopped(who)))
    with rc_context({"svg.hashsalt": "icosian", "svg.fonttype": "none", "font.size": 10}):
        figure = Figure((9, 1 + 0.36 * len(rows)), layout="constrained")
        ax = figure.subplots()
        for k, marks in enumerate(rows.values()):
            for form, stopped in (("o", False), (">", True)):
                some = [ratio for ratio, is_stopped in marks if is_stopped is stopped]
                colors = [COLORS[ratio < 1] for ratio in some]
                ax.scatter(some, [k] * len(some), c=colors, marker=form, s=42, alpha=0.75, lw=0)
        ax.axvline(1, color="#555555", lw=1)
        ax.set(xscale="log", xlabel="time of the quickest other / time of icosian")
        ax.set_yticks(range(len(rows)), rows)
        ax.set_ylim(len(rows) - 0.5, -0.5)
        ax.grid(visible=True, axis="x", color="#dddddd")
        ax.set_axisbelow(True)
        ax.xaxis.set_major_formatter(lambda ratio, _: f"{ratio:g} x")
        above = {"va": "bottom", "transform": ax.get_xaxis_transform()}
        ax.text(0.93, 1.01, "the other one is faster", color=COLORS[1], ha="right", **above)
        ax.text(1.07, 1.01, "icosian is faster", color=COLORS[0], ha="left", **above)
        ax.spines[["top", "right", "left"]].set_visible(False)
        figure.savefig(folder / f"{_ratios_file(results)}.svg", metadata={"Date": None})


def _section(title, cases, curve):
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
        f"![{alt}](_static/{curve['file']}.svg)\n\n"
        f"{markdown((curve['of'], *names), *rows)}"
    )


def draw_curves(results, folder):
    """Write the pictures of the curves to a folder."""
    from matplotlib import rc_context

    folder.mkdir(exist_ok=True)
    with rc_context({"svg.hashsalt": "icosian", "svg.fonttype": "none", "font.size": 10}):
        for title, cases in results.groups().items():
            if title.startswith(CURVES):
                curve = results.data["curves"][title]
                figure = _draw(cases, curve["of"])
                figure.savefig(folder / f"{curve['file']}.svg", metadata={"Date": None})


def _draw(cases, of):
    """Draw time and memory against size; each line has its own color, marker and dash."""
    from matplotlib.figure import Figure

    figure = Figure((9, 3.4), layout="constrained")
    seconds, memory = figure.subplots(1, 2)
    lines = {}
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


ROOT = Path(__file__).parents[2]
START, END = "<!-- figures: {} -->", "<!-- end of figures -->"
BLOCK = re.compile(rf"(?ms)^({START.format('([a-z-]+)')}\n)(.*?)^({END}$)")
QUANTITY = re.compile(r"(?<![\d.,])(\d+(?:\.\d+)?)[ \N{NO-BREAK SPACE}](ms|s)\b")
UNITS = {"ms": 1000, "s": 1}

SPEED = {
    "closed tour of the 8 x 8 board": "knight 8 x 8, cycle",
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
    "the shortest tour of 100 places, proved (kroA100)": "kroA100, proved",
    "of 318 places (lin318)": "lin318, proved",
    "of 783 places (rat783)": "rat783, proved",
    "of 171 places with one-way roads (ftv170)": "ftv170, proved",
    "of a weighted knight's board of 20 x 20": "weighted knight 20 x 20, proved",
    "of a weighted grid of 30 x 30": "weighted grid 30 x 30, proved",
    "the fewest paths, random graph of 300 nodes": "path cover, random graph, 300 nodes, degree 3",
    "the longest cycle, random graph of 88 nodes": "longest cycle, random graph, 88 nodes",
}
"""The rows of the first table, and the cases with their figures; some of them are losses."""
QUOTED = {
    "README.md": ("knights_tour(1000)", "no cycle in J2501", "knight 8 x 8, counted"),
    "docs/counting.md": ("knight 8 x 8, counted", "knight 8 x 8, counted by two threads"),
}
"""Pages, and the cases that the times in their text come from; add the case of a new figure."""


def _time(time, *, memory=False):
    """Return a time with two digits, and its memory if wanted."""
    if isinstance(time, str) or not time.runs:
        return str(time)
    scale, unit = (1, "s") if time.seconds >= 0.9995 else (1000, "ms")
    value = time.seconds * scale
    digits = 0 if value >= 9.95 else 1 if value >= 0.995 else 2
    text = f"{value:.{digits}f}{TOGETHER}{unit}"
    return f"{text}, {time.memory}" if memory and time.peak else text


def _ratio(case, peer):
    ratio = case.ratios.get(peer)
    if ratio is None or not case.ratio(peer):
        return ""
    text = f"{ratio:,.0f}" if ratio >= 9.95 else f"{ratio:.1f}" if ratio >= 0.95 else f"{ratio:.2g}"
    return f"{'> ' if case.is_stopped(peer) else ''}{text} x"


def speed(cases):
    """Return the first table: icosian, and the quickest of its peers."""
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
        theirs = f"{_time(times[best], memory=True)} ({best})" if best else "none"
        ratio = _ratio(case, best) if best else ""
        rows.append((label, _time(ours, memory=True), theirs, ratio))
    head = "question", "icosian", "the quickest peer", "peer / icosian"
    return markdown(head, *rows) if rows else ""


def named(cases):
    """Return the table of named graphs without a cycle."""
    chosen = [case for case in cases.values() if case.group.startswith("Named graphs")]
    peers = list(dict.fromkeys(who for case in chosen for who in case.times if who != "icosian"))
    head = "graph", "icosian, with proof", *(word for who in peers for word in (who, "ratio"))
    rows = []
    for case in chosen:
        asked = (case.times.get(who, "") for who in peers)
        times = (
            (_time(time, memory=True), _ratio(case, who))
            for time, who in zip(asked, peers, strict=True)
        )
        name = case.name.removeprefix("no cycle in ")
        rows.append(
            (
                name,
                _time(case.times["icosian"], memory=True),
                *(word for pair in times for word in pair),
            )
        )
    return markdown(head, *rows)


def sizes(cases):
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


def counts(cases):
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


def limits(cases):
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


TABLES = {
    "speed": speed,
    "named-graphs": named,
    "count-sizes": sizes,
    "count-peers": counts,
    "count-limits": limits,
}
"""What may stand between markers."""


def pages():
    """Yield the pages that may quote figures."""
    yield ROOT / "README.md"
    yield from sorted(ROOT.glob("docs/**/*.md"))


def filled(text, cases):
    """Return the text of a page with the tables of the results between its markers."""

    def block(match):
        start, name, _, end = match.groups()
        return f"{start}\n{TABLES[name](cases)}\n{end}"

    return BLOCK.sub(block, text)


def _agrees(value, number):
    """Return True if a value is the number, rounded to the digits that the value has."""
    digits = len(value.partition(".")[2])
    return abs(float(value) - number) <= 0.5000001 * 10**-digits


def quoted(text):
    """Return the times in the text of a page, outside of markers, code and examples."""
    text = BLOCK.sub("", text)
    text = re.sub(r"(?ms)^ *(```|~~~).*?^ *\1", "", text)
    return QUANTITY.findall(text)


def update(results):
    """Write the tables of all pages, and print which times in their text are to be changed."""
    cases = results.cases()
    for page in pages():
        text = page.read_text("utf-8")
        if (new := filled(text, cases)) != text:
            page.write_text(new, "utf-8")
    for line in outdated(results):
        print(f"change by hand: {line}")


def outdated(results):
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
