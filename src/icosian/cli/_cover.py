"""``icosian cover``: the fewest disjoint paths through all nodes."""

from __future__ import annotations

import click

from icosian import tours
from icosian.cli.shared.answers import Run, answering
from icosian.cli.shared.options import options
from icosian.cli.shared.question import TourQuestion, asking


@click.command()
@answering
@options("graph format piece torus timeout seed save proof json jobs dask")
@asking
def cover(run: Run, asked: TourQuestion) -> int:
    """Visit all squares, or all nodes, by the fewest disjoint paths.

    GRAPH is a board or a graph file, as for icosian tour. Prints one path a line, and what is
    proved of their number. A time limit gives the best paths so far.

    \b
    Examples:
      icosian cover 4x4
      icosian cover island.txt --save paths.svg
      icosian cover graph.hcp --timeout 10 --proof proof.json
      icosian check proof.json graph.hcp

    \b
    Exit codes: 0 found, 2 bad use.
    """
    with run.search() as search:
        found = tours.minimum_path_cover(asked.G, **search)
    return run.respond(found)
