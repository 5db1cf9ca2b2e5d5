"""``icosian play``: a page to watch, search and try tours."""

# ruff: noqa: D301 - in the help, a backspace tells click not to wrap the lines that follow

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from icosian._io.atomic import write_atomically
from icosian.cli.shared.document import tour_in_json
from icosian.cli.shared.options import (
    GraphType,
    PictureType,
    closed_asked,
    closed_option,
    json_option,
    marked,
    named_node,
    piece_option,
    start_option,
    timeout_option,
)
from icosian.cli.shared.output import AS_ASKED, progress_line, report
from icosian.cli.shared.question import TourQuestion
from icosian.exceptions import NoHamiltonianCycle, NoHamiltonianPath, SearchLimitReached

if TYPE_CHECKING:
    from pathlib import Path

    import networkx as nx

    from icosian.boards.board import Board
    from icosian.tours import Tour

__all__ = ["play"]

STARTS = 144  # up to this many nodes, a tour from each is looked for
SEARCHED = 10_000  # steps of the search that a page holds
WAIT = 5.0  # seconds for what is optional on a page: a closed tour, further starts


@click.command()
@click.argument("graph", type=GraphType(), metavar="GRAPH")
@closed_option
@start_option
@piece_option
@click.option(
    "--order",
    type=click.Choice(["degree", "given"]),
    default="degree",
    help="Try nodes of fewest free neighbors first (the default), or the given order.",
)
@click.option(
    "--prune/--no-prune", default=True, help="Let the search turn back early (the default)."
)
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
    order: Any,
    prune: bool,
    save: Path,
    as_json: bool,
    timeout: float | None,
) -> int:
    """Write a page to play with: a tour, its search, your own moves.

    GRAPH is a board, as for icosian tour, or a graph file, as for icosian solve. The page is one
    file that needs no network; open it in a browser. It shows the tour move by move from the square
    you click, and the backtracking search with its retreats. You can also try a tour yourself, by
    mouse, touch or keyboard.

    \b
    Examples:
      icosian play 8x8
      icosian play 5x5 --order given --no-prune --save search.html
      icosian play 6x6 --closed --start a1
      icosian play island.txt --piece king
      icosian play graph.hcp

    \b
    Exit codes: 0 written, 1 proved that there is no tour, 2 bad use, 3 limit reached.
    """
    from icosian.drawing.page import PAGE_NODES, to_html
    from icosian.tours import backtrack

    start = marked(graph, "start", start)
    closed = closed_asked(graph, closed=closed, start=start, end=None)
    if len(graph) > PAGE_NODES:
        raise click.UsageError(f"a page holds at most {PAGE_NODES:,} nodes, got {len(graph):,}")
    G = TourQuestion(graph, closed, start, None, piece).G
    with progress_line() as progress:
        given = {"timeout": timeout, "progress": progress}
        tours, reasons = _tours(G, named_node(graph, start), closed=closed, given=given)
    steps = backtrack(G, tours[0][0], closed=closed, order=order, prune=prune)
    page = to_html(*tours, steps, limit=SEARCHED, reasons=reasons)
    write_atomically(save, page.encode())
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
