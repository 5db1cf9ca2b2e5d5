"""``icosian play``: a page to watch, search and try tours."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import networkx as nx

from icosian._io.atomic import write_atomically
from icosian.cli.shared.answers import Answer, Run, answer_to, answering
from icosian.cli.shared.document import tour_in_json
from icosian.cli.shared.options import PictureType, named_node, options
from icosian.cli.shared.question import TourQuestion, asking
from icosian.exceptions import NoHamiltonianCycle, NoHamiltonianPath, SearchLimitReached
from icosian.tours import Tour, hamiltonian_cycle, hamiltonian_path

STARTS = 144  # up to this many nodes, a tour from each is looked for
WAIT = 5.0  # seconds for what is optional on a page: a closed tour, further starts


@click.command()
@answering
@options("graph format closed start piece")
@click.option(
    "--save",
    "page",
    type=PictureType(".html", noun="a page"),
    default="play.html",
    help="The file, play.html by default.",
)
@options("json timeout")
@asking
def play(run: Run, asked: TourQuestion, *, page: Path) -> int:
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

    \b
    Exit codes: 0 written, 1 written, but proved that there is no tour, 2 bad use, 3 limit reached.
    """
    from icosian.drawing import to_html
    from icosian.drawing.page import PAGE_NODES

    if len(asked.graph) > PAGE_NODES:
        raise click.UsageError(
            f"a page holds at most {PAGE_NODES:,} nodes, got {len(asked.graph):,}"
        )
    G, closed = asked.G, asked.closed
    try:
        with run.search() as search:
            start = named_node(asked.graph, asked.start)
            tours, reasons = _tours(G, start, closed=closed, given=search)
    except (NoHamiltonianCycle, NoHamiltonianPath) as error:
        if not len(G):
            raise
        return replace(run, save=page).respond(
            replace(answer_to(error), picture=error.proof, drawing={"G": G})
        )
    write_atomically(page, to_html(*tours, G=G, reasons=reasons).encode())
    return run.respond(
        Answer(
            text=f"saved {page}: open it in a browser",
            answer=tour_in_json(tours[0]),
            stats=tours[0].stats,
            saved=(str(page),) * run.as_json,
        )
    )


def _tours(
    G: nx.Graph[Any], start: Any, *, closed: bool, given: dict[str, Any]
) -> tuple[list[Tour], dict[Any, str]]:
    """Return tours from the nodes where one is easily found, and why others have none.

    A closed tour starts anywhere; cut open, it is an open tour from anywhere as well.
    """
    if closed:
        return [hamiltonian_cycle(G, start, **given)], {}
    brief = given | {"timeout": min(WAIT, given["timeout"] or WAIT)}
    try:
        ring = hamiltonian_cycle(G, start, **brief)
        return [Tour(ring.nodes, is_closed=False, G=G, stats=ring.stats)], {}
    except (NoHamiltonianCycle, SearchLimitReached):
        tours = [hamiltonian_path(G, start, **given)]
    reasons = {}
    began = time.monotonic()
    for node in G if len(G) <= STARTS else ():
        left = WAIT - (time.monotonic() - began)
        if left <= 0:
            break
        try:
            tours.append(hamiltonian_path(G, node, **brief | {"timeout": left}))
        except NoHamiltonianPath as error:
            reasons[node] = error.proof.explain()
        except SearchLimitReached:
            break
    return tours, reasons
