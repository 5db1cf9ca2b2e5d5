"""``icosian count``: how many tours there are."""

# ruff: noqa: D301 - in the help, a backspace tells click not to wrap the lines that follow

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from icosian.cli._common import (
    AS_ASKED,
    INTERRUPTED,
    GraphType,
    closed_asked,
    closed_option,
    counted_as_one,
    dask_option,
    end_option,
    ends_asked,
    fixed_edges,
    graph_asked,
    jobs_option,
    json_option,
    memory_option,
    piece_option,
    progress_line,
    several,
    start_option,
    timeout_option,
    workforce,
)

if TYPE_CHECKING:
    import networkx as nx

    from icosian.boards.board import Board

__all__ = ["count"]


@click.command()
@click.argument("graph", type=GraphType(), metavar="GRAPH")
@closed_option
@start_option
@end_option
@piece_option
@click.option("--distinct", is_flag=True, help="Images of a tour on the board count as one.")
@memory_option
@click.option(
    "--checkpoint",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Keep what is done in this folder, and go on from it.",
)
@jobs_option
@dask_option
@json_option
@timeout_option
def count(
    graph: Board | nx.Graph[Any],
    *,
    closed: bool | None,
    start: str | None,
    end: str | None,
    piece: Any,
    distinct: bool,
    memory: int | None,
    checkpoint: Path | None,
    jobs: int | None,
    dask: str | None,
    as_json: bool,
    timeout: float | None,
) -> int:
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
      icosian count graph.hcp --start 1 --end 20
      icosian count 8x8 --closed --memory 1G --jobs 2 --checkpoint knights8
      icosian count 8x8 --closed --dask tcp://localhost:8786

    What does not fit into the memory as a whole is counted in slices, and so is what several
    machines count. After Ctrl-C, a time-out or a crash, the same command goes on from a checkpoint,
    with any number of threads.

    \b
    Exit codes: 0 counted, 2 bad use, 3 limit reached, 130 interrupted.
    """
    closed = closed_asked(graph, closed=closed, start=start, end=end)
    G = graph_asked(graph, piece)
    ends = ends_asked(graph, G, start, end)
    from icosian import tours

    counted = tours.count_hamiltonian_cycles if closed else tours.count_hamiltonian_paths
    with workforce(jobs, dask) as executor:
        try:
            with progress_line() as progress:
                number = counted(
                    G,
                    *([] if closed else ends),
                    distinct=distinct,
                    require=fixed_edges(G),
                    memory_limit=memory,
                    executor=executor,
                    checkpoint=checkpoint,
                    timeout=timeout,
                    progress=progress,
                )
        except KeyboardInterrupt:
            go_on = "" if checkpoint is None else f"; the same command goes on from {checkpoint}"
            click.echo(f"\nicosian: interrupted{go_on}", err=True)
            return INTERRUPTED
    if as_json:
        click.echo(json.dumps({"result": "counted", "closed": closed, "count": number}))
    else:
        one_way = G.is_directed() or (not closed and (start, end) != (None, None))
        others = ["its reverse"] * (not one_way) + ["its images"] * distinct
        as_one = counted_as_one("tour", *others) if number else ""
        kind = "closed tour" if closed else "open tour"
        click.echo(several(number, kind) + _ends(start, end) + as_one)
    return AS_ASKED


def _ends(start: str | None, end: str | None) -> str:
    """Say where the tours begin and end."""
    given = (("from", start), ("to", end))
    return "".join(f" {word} {node}" for word, node in given if node is not None)
