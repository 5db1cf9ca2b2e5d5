"""Commands about tours: one, all, how many, at random, none, and covers by paths and cycles."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import click

from icosian import tours
from icosian._io.text import plural, write_atomically
from icosian.boards.board import Board
from icosian.cli.answers import (
    PRINTED_SQUARES,
    Answer,
    answer_count,
    answer_to,
    answer_undecided,
    command,
    note_on_counting,
    paragraph,
    read_limit,
    tour_in_json,
    tour_in_words,
    verdict_in_json,
)
from icosian.cli.commands import AS_ASKED, OPPOSITE, UNDECIDED
from icosian.cli.options import AT_LEAST_1, flag, option, several, to_files, to_picture
from icosian.cli.subjects import Ask
from icosian.exceptions import (
    HamiltonianCycleExists,
    HamiltonianPathExists,
    NoDisjointCycles,
    NoHamiltonianCycle,
    NoHamiltonianPath,
    SearchLimitReached,
)
from icosian.files.tours import is_tour_file
from icosian.routes.maps import fill_lengths
from icosian.tours import Tour
from icosian.tours.count.exchange import is_stored
from icosian.tours.properties import PROPERTIES

NO_TOUR = NoHamiltonianCycle, NoHamiltonianPath
TOURS = "GRAPH reading closed start end conditions torus piece"
"""The argument and the options of a question about tours."""
IMAGES = "images of each other (a torus is turned and reflected, not shifted)"


# -- One tour

PLAIN = 1000
"""Statements of a proof that need not be shorter."""
SHORT_SECONDS = 2.0
"""For the search for a shorter one."""


@command(
    f"{TOURS} exclusive",
    "symmetric",
    "save-tour output method seed threads dask timeout",
    exits="0 found, 1 proved impossible",
)
def tour(ask: Ask, *, save: Path | None) -> Any:
    """Find a tour that visits every square of a board, or every node of a graph, once.

    GRAPH is a board: a size (8, 8x8, 3x10, 4x4x4) or a text file in which every line is a row, '.'
    a square and '#' or 'X' a hole; 'S' and 'E' are the squares where a path starts and ends. Or it
    is a graph file, as for icosian prove.

    \b
    Examples:
      icosian tour 8x8 --closed --start b1 --save tour.svg
      icosian tour 8x8 --save tour.gif
      icosian tour 6x6 --start a1 --end b1
      icosian tour 6x6 --closed --require a1-b3 --forbid c4-d6
      icosian tour 5x5 --closed --torus
      icosian tour 10x10 --closed --symmetric quarter-turn
      icosian tour 8x8 --method warnsdorff   Warnsdorff's rule alone
      icosian tour 5x5 --closed              prints why not, and exits with 1
      icosian tour island.txt --piece king --jobs 2
      icosian tour graph.hcp --save tour.svg
    """
    if save is not None:  # what is too large for an animation is refused before the search
        from icosian.drawing.page import PAGE_NODES
        from icosian.drawing.pictures import MOST_NODES

        most = {".html": PAGE_NODES, ".gif": MOST_NODES, ".mp4": MOST_NODES}
        kind, size = save.suffix.lower(), len(ask.graph)
        if size > most.get(kind, size):
            raise click.UsageError(f"{kind} files hold at most {most[kind]:,} nodes, got {size:,}")
    try:
        if not _is_easy(ask):
            return _found(ask)
        from icosian.knights import knights_tour

        return knights_tour(*ask.graph.shape, closed=ask.closed, start=ask.end("start"))
    except NO_TOUR as error:
        if error.proof.effort > PLAIN:  # a proof that is shorter to read, if one is soon found
            with suppress(SearchLimitReached):
                short = _proof(ask, timeout=SHORT_SECONDS, executor=None, seed=None)
                raise type(error)(short) from None
        raise


def _found(ask: Ask) -> Any:
    return ask.cycle_or_path(tours.hamiltonian_cycle, tours.hamiltonian_path)


def _is_easy(ask: Ask) -> bool:
    """Return True for a knight on a rectangle, without conditions: it has a tour of a pattern."""
    board, options = ask.graph, ask.options
    unlimited = all(options[name] is None for name in ("seed", "timeout"))
    return (
        isinstance(board, Board)
        and (board.dimensions, board) == (2, Board(board.shape))
        and not ask.stated
        and options["piece"] in {None, "knight"}
        and options["method"] == "auto"
        and unlimited
        and ask.text("end") is None
    )


def _proof(ask: Ask, **own: Any) -> Any:
    prove = tours.prove_no_hamiltonian_cycle, tours.prove_no_hamiltonian_path
    return ask.cycle_or_path(*prove, **own)


PRINTED_NODES = 1000
ONE_OF = click.Choice(PROPERTIES)


@command(
    "GRAPHS reading closed start end method conditions exclusive seed timeout jobs dask",
    option(
        "--save PATH",
        "Write tours: a .tour file (TSPLIB), or a folder; proofs (.json); or pictures of both"
        " (.svg, .png, .pdf).",
        to_files("tour", ".tour", ".tour.gz", ".json", ".svg", ".png", ".pdf"),
    ),
    option("--proof PATH", "Write proofs: a .json file, or a folder.", to_files("proof", ".json")),
    option(
        "--picture PATH",
        "Draw tours and proofs: .svg, .png or .pdf, or a folder.",
        to_files("picture", ".svg", ".png", ".pdf"),
    ),
    "output",
    exits="0 all found, 2 some failed or bad use, else 3 some undecided, else 1 some proved"
    " impossible; 130 interrupted",
)
def solve(ask: Ask) -> Answer:
    """Find a tour of each graph, or prove that it has none.

    A FILE is .hcp or .tsp (TSPLIB), .col or .edge (DIMACS), .edges or .edgelist (an edge a line),
    .g6 or .s6 (a graph a line), .gml, .graphml, .json (node-link data) or .net (Pajek), each also
    with .gz; or - for standard input, with --format. A tour uses the edges that a .hcp file fixes.
    Several graphs give a table with one row each. The time limit holds for each graph; a graph that
    is undecided or cannot be read does not stop the others. A dask cluster reads and writes the
    files itself, under the same names.

    \b
    Examples:
      icosian solve graph.hcp --save graph.tour --picture tour.svg
      icosian solve graph.hcp --timeout 60
      icosian solve graph.hcp --start 1 --end 7 --require 2-5 --forbid 3-4
      icosian solve *.hcp.gz --timeout 10 --jobs 4 --save tours --csv table.csv
      icosian solve cubic.g6 --proof proofs
      printf "A B\\nB C\\nC A\\n" | icosian solve - --format edges
    """
    try:
        found = _found(ask)
    except NO_TOUR as error:
        said = replace(answer_to(error), picture=error.proof, drawing={"G": ask.G})
        return replace(said, line=type(error.proof).__name__)
    text, by = tour_in_words(found), ""
    if found.stats is not None:
        by = f"by {found.stats.method}"
        text += f", {by} in {found.stats.seconds:.3g} s"
    save = ask.options["save"]
    if not (save is not None and is_tour_file(save)) and len(found) <= PRINTED_NODES:
        text += f"\n{found}"
    return replace(answer_to(found), text=text, line=by)


@command(
    "GRAPHS reading",
    several("--only NAME", "Decide this property, such as hypohamiltonian; repeatable.", ONE_OF),
    "seed timeout jobs dask",
    "output",
    exits="0 decided, 1 no, to --only, 3 time limit reached, 2 bad use",
)
def classify(ask: Ask, *, only: tuple[str, ...]) -> Answer:
    """State which Hamiltonian properties each graph has, and why.

    A FILE is a graph file, as for icosian solve, or one with many graphs. One graph gives a line
    for each property: hamiltonian, traceable, uniquely_hamiltonian, hamiltonian_connected,
    hamilton_laceable, homogeneously_traceable, hypohamiltonian, hypotraceable,
    maximally_non_hamiltonian, pancyclic. Several give a row each with those that it has. The time
    limit holds for each property. --json has the tours and proofs.

    \b
    Examples:
      icosian classify graph.hcp
      icosian classify cubic.g6 --timeout 10 --jobs 2 --csv table.csv
      icosian classify snarks.g6 --only hypohamiltonian --only maximally_non_hamiltonian
      icosian classify graph.col --json
    """
    ask.check_no_edge_is_fixed()
    found = ask.call(tours.hamiltonicity, ask.G)
    verdicts = [getattr(found, name) for name in only or PROPERTIES]
    marks = {"yes": "", "gave up": "?"}
    has = [one.name + marks[one.answer] for one in verdicts if one.answer in marks]
    late = [one.name for one in verdicts if one.answer == "gave up"]
    parts: dict[str, Any] = {
        "text": "\n".join(map(str, verdicts)),
        "line": ", ".join(has) or "none",
        "answer": {"properties": {one.name: verdict_in_json(one, ask.G) for one in verdicts}},
    }
    if late:
        reason = f"the time was over before {', '.join(late)}"
        return Answer(result="undecided", code=UNDECIDED, reason=reason, **parts)
    is_no = only and any(one.answer == "no" for one in verdicts)
    return Answer(code=OPPOSITE if is_no else AS_ASKED, **parts)


# -- All tours, their number, and tours at random


@command(
    TOURS,
    "symmetric",
    flag("--distinct", f"List one of the tours that are {IMAGES}."),
    "limit threads dask save output timeout",
    name="list",
    exits="0 listed, 1 proved that there are none",
)
def list_tours(ask: Ask) -> Answer:
    """List all tours of GRAPH, each once.

    GRAPH is a board, as for icosian tour, or a graph file, as for icosian prove. A tour and its
    reverse are one, unless it is open and only one end is given, or the graph is directed.

    \b
    Examples:
      icosian list 3x10 --closed
      icosian list 5x5 --start a1 --limit 3
      icosian list 6x6 --closed --require a1-b3 --require b3-d4 --limit 1
      icosian list 6x6 --closed --distinct --json
      icosian list 6x6 --closed --distinct --symmetric quarter-turn
      icosian list 3x10 --closed --save sheet.pdf
      icosian list graph.hcp --timeout 60 --jobs 2
      icosian list graph.hcp --distinct
      icosian list 4x4 --closed              prints why there are none, and exits with 1
    """
    first, closed = ask.end("start"), ask.closed
    most, is_drawn = read_limit(ask), ask.options["save"] is not None
    listed, pictures, late = list[Any](), list[Any](), None
    with ask.search() as call:
        try:
            find = tours.hamiltonian_cycles if closed else tours.hamiltonian_paths
            for found in islice(call(find, ask.G), most):
                one = found.starting_at(first) if closed and first is not None else found
                pictures += [one] * is_drawn
                if ask.prints:
                    text = str(one)
                    click.echo("\n" * (bool(listed) and "\n" in text) + text)
                listed.append(list(one) if ask.options["as_json"] else None)
        except SearchLimitReached as error:
            late = error
        if not listed and late is None:  # the reason why is raised
            call(tours.hamiltonian_cycle if closed else tours.hamiltonian_path, ask.G)
    complete = late is None and len(listed) != most
    parts: dict[str, Any] = {
        "line": f"{'' if complete else 'at least '}{plural(len(listed), 'tour')}",
        "answer": {"closed": closed, "tours": listed, "complete": complete},
        "picture": pictures or None,
        "remark": f"there may be more than {most}; see --limit" * (len(listed) == most) or None,
    }
    return Answer(**parts) if late is None else answer_undecided(late, **parts)


@command(
    TOURS,
    "symmetric",
    flag("--distinct", f"Count tours once that are {IMAGES}."),
    "memory",
    click.option(
        "--checkpoint",
        type=click.Path(file_okay=False),
        metavar="DIR",
        help="Keep intermediate results in this folder, and continue from them.",
    ),
    "threads dask output timeout",
    exits="0 counted, 2 bad use, 3 limit reached, 130 interrupted",
)
def count(ask: Ask, *, distinct: bool) -> Answer:
    """Count the tours that visit every node of GRAPH once.

    GRAPH is a board, as for icosian tour, or a graph file, as for icosian prove. A tour and its
    reverse are one, unless it is open and only one end is given, or the graph is directed. The
    answer begins with the number, and says what is counted.

    \b
    Examples:
      icosian count 6x6 --closed
      icosian count 5x5 --start a1
      icosian count 8x8 --closed --piece king
      icosian count 6x6 --closed --distinct
      icosian count 6x6 --closed --forbid c4-d6
      icosian count 6x6 --closed --symmetric half-turn
      icosian count 4x4 --closed --torus
      icosian count graph.hcp --start 1 --end 20
      icosian count 8x8 --closed --memory 1G --jobs 2 --checkpoint knights8
      icosian count 8x8 --closed --dask tcp://localhost:8786

    A count that does not fit into memory is done in slices, and so is one on several machines
    that has a checkpoint.
    After Ctrl-C, a time limit or a crash, the same command continues from a checkpoint, with any
    number of threads.
    """
    find = tours.count_hamiltonian_cycles if ask.closed else tours.count_hamiltonian_paths
    with ask.search(is_stored) as call:
        number = call(find, ask.G)
    given = (("from", ask.text("start")), ("to", ask.text("end")))
    ends = "".join(f" {word} {node}" for word, node in given if node is not None)
    one_way = ask.G.is_directed() or (not ask.closed and bool(ends))
    shifts = ", turned or reflected but not shifted," * any(getattr(ask.graph, "periodic", ()))
    others = ["its reverse"] * (not one_way) + [f"its images{shifts}"] * distinct
    as_one = note_on_counting("tour", *others) if number else ""
    kind = "closed tour" if ask.closed else "open tour"
    if name := ask.options["symmetric"]:
        ends += f" with the symmetry {name}"
    return answer_count(number, plural(number, kind) + ends + as_one, closed=ask.closed)


@command(
    TOURS,
    "symmetric",
    "seed",
    option("--n times K", "Draw K tours, independently.", AT_LEAST_1),
    flag("--distinct", f"Draw one of the tours that are {IMAGES}, each alike."),
    flag(
        "--scrambled",
        "Draw a tour that looks random, not uniformly: at once, also on large graphs.",
    ),
    option(
        "--steps K",
        "With --scrambled: try K moves. By default the tour looks random.",
        click.IntRange(min=0),
    ),
    "save-tour memory output timeout jobs dask",
    name="random",
    exits="0 drawn, 1 proved that there is none",
)
def random_tours(ask: Ask, *, times: int | None, scrambled: bool) -> Answer:
    """Draw a tour of GRAPH at random, each with the same probability.

    GRAPH is a board, as for icosian tour, or a graph file, as for icosian prove. All tours are
    counted first: for closed tours of 8x8 this takes some minutes, 2 GB of memory and some GB in
    the folder for temporary files (TMPDIR). With --scrambled, any tour is changed by many random
    moves instead: a board of 100x100 takes a fraction of a second.

    \b
    Examples:
      icosian random 6x6 --closed --seed 7 --save tour.svg
      icosian random 5x5 --start a1 --n 3
      icosian random graph.hcp --n 1000 --json
      icosian random 100x100 --piece 0,1 --scrambled --save maze.svg
      icosian random 5x5 --closed              prints why there is none, and exits with 1
    """
    ask.refuse("a picture shows one tour: give {} without --n", "save", when=times is not None)
    ask.refuse(
        "--n and --memory are for uniform draws, as is --distinct: give them without --scrambled",
        *("times", "memory_limit", "distinct"),
        when=scrambled,
    )
    rule = "{} is for --scrambled: uniform draws take no number of moves"
    ask.refuse(rule, "steps", when=not scrambled)
    if scrambled and ask.text("end") is not None:
        raise click.UsageError("the end of a scrambled tour is free: give --start alone")
    if scrambled:
        cycle, path = tours.scrambled_hamiltonian_cycle, tours.scrambled_hamiltonian_path
        drawn = [ask.cycle_or_path(cycle, path)]
    else:
        draw = tours.random_hamiltonian_cycle, tours.random_hamiltonian_path
        drawn = ask.cycle_or_path(*draw, n=times or 1)
    texts = list(map(str, drawn))
    return Answer(
        text=("\n\n" if "\n" in texts[0] else "\n").join(texts),
        answer={"closed": ask.closed, "tours": list(map(list, drawn))},
        stats=drawn[0].stats,
        picture=drawn[0],
    )


# -- No tour


@command(
    f"{TOURS} exclusive",
    option(
        "--save FILE",
        "Write the proof (.json), for icosian check, or a picture of it (.svg, .png, .pdf).",
        to_picture(".json", ".pdf", ".png", ".svg", noun="a proof or its picture"),
    ),
    option("--picture FILE", "Draw the proof: .svg, .png or .pdf.", to_picture()),
    "proof pseudo-boolean lrat output threads dask timeout",
    exits="0 proved, 1 there is a tour",
)
def prove(ask: Ask) -> Answer:
    """Prove that GRAPH has no tour, and say why.

    GRAPH is a board, as for icosian tour, or a graph file: .hcp or .tsp (TSPLIB), .col or .edge
    (DIMACS), .edges or .edgelist (an edge a line), .g6, .s6, .gml, .graphml, .json (node-link data)
    or .net (Pajek), each also with .gz; or - for standard input, with --format. On boards, --start
    and --end are squares, in graph files the labels of nodes.

    \b
    Examples:
      icosian prove 4x6 --closed
      icosian prove 4x4 --start a1
      icosian prove 6x6 --closed --forbid a1-b3
      icosian prove graph.hcp --save proof.json --picture proof.svg
      icosian prove graph.hcp --open --timeout 60
      icosian prove 4x6 --closed --pseudo-boolean board
      icosian prove graph.hcp --lrat graph

    --pseudo-boolean and --lrat look for another proof, in 50,000 steps of a SAT solver, if the one
    that was found has no such form.
    """
    try:
        proof = _proof(ask)
    except (HamiltonianCycleExists, HamiltonianPathExists) as error:
        return _exists(ask, error.tour)
    from icosian.tours.solve.functions import export_proof

    reason = proof.explain()
    return Answer(
        result="impossible",
        text=paragraph(reason),
        reason=reason,
        proof=proof,
        picture=proof,
        drawing={"G": ask.G},
        export=lambda clauses: ask.call(export_proof, proof, ask.G, clauses=clauses),
    )


def _exists(ask: Ask, found: Tour) -> Answer:
    """Return the answer that there is a tour where a proof was asked for."""
    text = line = f"nothing to prove, a tour exists: {tour_in_words(found)}"
    if len(found) <= PRINTED_SQUARES:
        text += f"\n{found}"
    default = all(ask.options[name] is None for name in ("closed", "start", "end"))
    hint = default and not ask.closed and not ask.options["as_json"]
    return Answer(
        code=OPPOSITE,
        text=text,
        line=line,
        answer=tour_in_json(found),
        stats=found.stats,
        warning="this asked about open tours; --closed asks about closed ones" * hint or None,
    )


# -- Parts of all nodes: the longest, covers, and several cycles


@command(
    "GRAPH reading piece torus",
    flag("--cycle closed", "A cycle, not a path."),
    flag("--induced", "No other edges between its nodes: a snake, with --cycle a coil."),
    "start end exclusive",
    flag("--all every", "Count all longest paths, and list up to 1000."),
    "limit",
    option("--weight NAME", "Add up this edge attribute, do not count nodes.", is_eager=True),
    "default timeout seed processes dask save proof output",
    exits="0 found, 1 there is no such path or cycle, 2 bad use",
)
def longest(ask: Ask, *, weight: str | None, default: Any, induced: bool, every: bool) -> Any:
    """Find the path or cycle that visits as many squares, or nodes, as possible.

    GRAPH is a board or a graph file, as for icosian tour. Prints the path and what is proved of its
    length. A time limit gives the best one so far.

    \b
    Examples:
      icosian longest 4x4
      icosian longest 5x5 --cycle --save cycle.svg
      icosian longest 8x8 --piece king --induced --save snake.svg
      icosian longest 6x6 --exclusive crossings --save uncrossed.svg
      icosian longest 4x4 --all --limit 3
      icosian longest map.graphml --weight minutes --start A --end B
      icosian longest graph.hcp --cycle --timeout 10 --proof proof.json
      icosian check proof.json graph.hcp
    """
    if ask.options["closed"] and {ask.text("start"), ask.text("end")} != {None}:
        raise click.UsageError(
            "--start and --end, or S and E in a text file, are ends of a path, not of a cycle"
        )
    ask.refuse("{} is for --weight", "default", when=weight is None)
    if weight is not None and default is not None:
        ask.G = fill_lengths(ask.G, weight, default=default)
    ask.check_no_edge_is_fixed()
    if every:
        rule = "--all is for all longest paths by their number of nodes, without a proof"
        clashing = "closed", "induced", "exclusive", "weight", "proof"
        ask.refuse(f"{rule}: leave out {{}}", *clashing)
        return _all_best(ask, tours.longest_paths, "longest path", "tours")
    ask.refuse("{} is for --all", "limit", when=not every)
    ask.refuse("--induced does not go with {}", "exclusive", when=induced)
    if induced or ask.options["exclusive"]:
        name = "--induced" if induced else "--exclusive"
        ask.refuse(f"{name} counts nodes, and takes no --weight", "weight")
        rule = f"{name} is searched in one process: no --jobs, no --dask"
        ask.refuse(rule, "processes", "dask")
    if induced:
        return ask.cycle_or_path(tours.longest_induced_cycle, tours.longest_induced_path)
    return ask.cycle_or_path(tours.longest_cycle, tours.longest_path)


LISTED = 1000
"""The most best answers that are listed where no number is asked for."""


def _all_best(ask: Ask, find: Any, noun: str, key: str) -> Answer:
    """Count the best answers, and list them or the first of them."""
    most, found = read_limit(ask, LISTED), ask.call(find, ask.G)
    listed = list[Any]()
    for one in islice(found, most):
        listed.append(one)
        if ask.deadline.left <= 0:
            break
    rows = [list(one) if isinstance(one, Tour) else list(map(list, one)) for one in listed]
    texts = [f"{plural(found.number, noun)}", *map(str, listed)]
    answer = {"count": found.number, key: rows, "complete": len(rows) == found.number}
    text = ("\n\n" if any("\n" in one for one in texts) else "\n").join(texts)
    own: Any = {"line": texts[0], "picture": listed or None}
    return Answer(result="counted", text=text, answer=answer, **own)


@command(
    "GRAPH reading piece torus",
    flag("--all every", "Count all covers by the fewest paths, and list up to 1000."),
    "limit timeout seed save proof output jobs dask",
    exits="0 found, 2 bad use",
)
def cover(ask: Ask, *, every: bool) -> Any:
    """Visit all squares, or all nodes, by the fewest disjoint paths.

    GRAPH is a board or a graph file, as for icosian tour. Prints one path a line, and what is
    proved of their number. A time limit gives the best paths so far.

    \b
    Examples:
      icosian cover 4x4
      icosian cover island.txt --save paths.svg
      icosian cover 4x4 --all --limit 2
      icosian cover graph.hcp --timeout 10 --proof proof.json
      icosian check proof.json graph.hcp
    """
    ask.check_no_edge_is_fixed()
    ask.refuse("--all is without {}", "proof", when=every)
    ask.refuse("{} is for --all", "limit", when=not every)
    if every:
        return _all_best(ask, tours.minimum_path_covers, "cover", "covers")
    return ask.call(tours.minimum_path_cover, ask.G)


@command(
    "GRAPH reading piece torus",
    option("--cycles K", "So many, not all edges.", AT_LEAST_1),
    flag("--most", "As many as there are, not all edges."),
    "timeout save proof output jobs dask",
    exits="0 found, 1 proved to have none",
)
def decompose(ask: Ask, *, cycles: int | None, most: bool) -> Any:
    """Find Hamiltonian cycles that have every edge once, or as many as asked for.

    GRAPH is a board or a graph file, as for icosian tour. No two cycles have an edge in common.
    Prints one cycle a line, or why there are none. With --most a time limit gives the most so far.

    \b
    Examples:
      icosian decompose 6x6 --torus --save tours.svg
      icosian decompose 8x8 --most
      icosian decompose graph.hcp --cycles 2 --timeout 10 --proof proof.json
      icosian check proof.json graph.hcp
    """
    ask.check_no_edge_is_fixed()
    ask.refuse("--most and {} exclude each other", "cycles", when=most)
    try:
        if most or cycles is not None:
            return ask.call(tours.edge_disjoint_hamiltonian_cycles, ask.G, cycles)
        return ask.call(tours.hamiltonian_decomposition, ask.G)
    except NoDisjointCycles as error:
        return error


# -- A page to play with

STARTS = 144
"""Up to this many nodes, a tour from each is looked for."""
WAIT = 5.0
"""Seconds for what is optional on a page: a closed tour, further starts."""


@command(
    "GRAPH format which closed start piece",
    option(
        "--save page FILE",
        "The file, play.html by default.",
        to_picture(".html", noun="a page"),
        default="play.html",
    ),
    "output timeout",
    exits="0 written, 1 written, but proved that there is no tour",
)
def play(ask: Ask, *, page: Path) -> Answer:
    """Write a page to play with: a tour, its search, your own moves.

    GRAPH is a board, as for icosian tour, or a graph file, as for icosian solve. The page is one
    file that needs no network; open it in a browser. It shows the tour move by move from the square
    you click, and backtracking from that square: a naive search next to Warnsdorff's rule. You can
    also try a tour yourself, by mouse, touch or keyboard. Where there is no tour, the page shows
    why.

    \b
    Examples:
      icosian play 8x8
      icosian play 5x5 --closed              shows why there is none, and exits with 1
      icosian play 6x6 --closed --start a1
      icosian play island.txt --piece king
      icosian play graph.hcp
    """
    from icosian.drawing import to_html
    from icosian.drawing.page import PLAYED_NODES

    if (size := len(ask.graph)) > PLAYED_NODES:
        raise click.UsageError(f"a page holds at most {PLAYED_NODES:,} nodes, got {size:,}")
    ask.check_no_edge_is_fixed()
    try:
        with ask.search() as call:
            found, reasons = _played(ask, call)
    except NO_TOUR as error:
        if not len(ask.G):
            raise
        ask.options["save"] = page
        return replace(answer_to(error), picture=error.proof, drawing={"G": ask.G})
    write_atomically(page, to_html(*found, G=ask.G, reasons=reasons).encode())
    return Answer(
        text=f"saved {page}: open it in a browser",
        answer=tour_in_json(found[0]),
        stats=found[0].stats,
        saved=(str(page),) * ask.options["as_json"],
    )


def _played(ask: Ask, call: Any) -> tuple[list[Tour], dict[Any, str]]:
    """Return tours from the nodes where one is easily found, and why others have none.

    A closed tour starts anywhere; cut open, it is an open tour from anywhere as well.
    """
    G = ask.G
    if ask.closed:
        return [call(tours.hamiltonian_cycle, G)], {}
    try:
        ring = call(tours.hamiltonian_cycle, G, timeout=WAIT)
        return [Tour(ring.nodes, is_closed=False, G=G, stats=ring.stats)], {}
    except (NoHamiltonianCycle, SearchLimitReached):
        found = [call(tours.hamiltonian_path, G)]
    reasons = {}
    began = time.monotonic()
    for node in G if len(G) <= STARTS else ():
        left = WAIT - (time.monotonic() - began)
        if left <= 0:
            break
        try:
            found.append(call(tours.hamiltonian_path, G, start=node, timeout=left))
        except NoHamiltonianPath as error:
            reasons[node] = error.proof.explain()
        except SearchLimitReached:
            break
    return found, reasons
