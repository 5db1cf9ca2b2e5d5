"""``icosian play``: a page to watch, search and try tours."""

# ruff: noqa: D301 - in the help, a backspace tells click not to wrap the lines that follow

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from icosian._io.atomic import write_atomically
from icosian.cli.shared.document import tour_in_json
from icosian.cli.shared.options import (
    PictureType,
    closed_asked,
    closed_option,
    graph_argument,
    json_option,
    marked,
    named_node,
    piece_option,
    start_option,
    timeout_option,
)
from icosian.cli.shared.output import AS_ASKED, OPPOSITE, paragraph, progress_line, report
from icosian.cli.shared.question import TourQuestion
from icosian.exceptions import NoHamiltonianCycle, NoHamiltonianPath, SearchLimitReached

if TYPE_CHECKING:
    from pathlib import Path

    import networkx as nx

    from icosian.boards.board import Board
    from icosian.tours import Tour


STARTS = 144  # up to this many nodes, a tour from each is looked for
WAIT = 5.0  # seconds for what is optional on a page: a closed tour, further starts


@click.command()
@graph_argument
@closed_option
@start_option
@piece_option
@click.option(
    "--save",
    type=PictureType(".html", noun="a page"),
    default="play.html",
    help="The file, play.html by default.",
)
@json_option
@timeout_option
def play(
    graph: Board | nx.Graph[Any],
    *,
    closed: bool | None,
    start: str | None,
    piece: Any,
    save: Path,
    as_json: bool,
    timeout: float | None,
) -> int:
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

    start = marked(graph, "start", start)
    closed = closed_asked(graph, closed=closed, start=start, end=None)
    if len(graph) > PAGE_NODES:
        raise click.UsageError(f"a page holds at most {PAGE_NODES:,} nodes, got {len(graph):,}")
    G = TourQuestion(graph, closed, start, None, piece).G
    try:
        with progress_line() as progress:
            given = {"timeout": timeout, "progress": progress}
            tours, reasons = _tours(G, named_node(graph, start), closed=closed, given=given)
    except (NoHamiltonianCycle, NoHamiltonianPath) as error:
        if not len(G):
            raise
        reason, proof = error.proof.explain(), error.proof
        page = to_html(proof, G=G).encode()
        files = [(save, partial(write_atomically, data=page))]
        report(
            "impossible",
            paragraph(reason),
            as_json=as_json,
            reason=reason,
            proof=proof,
            files=files,
        )
        return OPPOSITE
    write_atomically(save, to_html(*tours, G=G, reasons=reasons).encode())
    answer, stats, saved = tour_in_json(tours[0]), tours[0].stats, [str(save)]
    if as_json:
        report("found", None, as_json=True, answer=answer, stats=stats, saved=saved)
    else:
        click.echo(f"saved {save}: open it in a browser")
    return AS_ASKED


def _tours(
    G: nx.Graph[Any], start: Any, *, closed: bool, given: dict[str, Any]
) -> tuple[list[Tour], dict[Any, str]]:
    """Return tours from the nodes where one is easily found, and why others have none.

    A closed tour starts anywhere; cut open, it is an open tour from anywhere as well.
    """
    from icosian.tours import Tour, hamiltonian_cycle, hamiltonian_path

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
