"""``icosian decompose``: Hamiltonian cycles without a common edge."""

from __future__ import annotations

import click

from icosian import tours
from icosian.cli.shared.answers import Run, answering
from icosian.cli.shared.options import options
from icosian.cli.shared.question import TourQuestion, asking
from icosian.exceptions import NoDisjointCycles


@click.command()
@answering
@options("graph format piece torus")
@click.option("--cycles", metavar="K", type=click.IntRange(1), help="So many, not all edges.")
@click.option("--most", is_flag=True, help="As many as there are, not all edges.")
@options("timeout save proof json jobs dask")
@asking
def decompose(run: Run, asked: TourQuestion, *, cycles: int | None, most: bool) -> int:
    """Find Hamiltonian cycles that have every edge once, or as many as asked for.

    GRAPH is a board or a graph file, as for icosian tour. No two cycles have an edge in common.
    Prints one cycle a line, or why there are none. With --most a time limit gives the most so far.

    \b
    Examples:
      icosian decompose 6x6 --torus --save tours.svg
      icosian decompose 8x8 --most
      icosian decompose graph.hcp --cycles 2 --timeout 10 --proof proof.json
      icosian check proof.json graph.hcp

    \b
    Exit codes: 0 found, 1 proved to have none, 2 bad use, 3 limit reached.
    """
    if most and cycles is not None:
        raise click.UsageError("--most and --cycles exclude each other")
    try:
        with run.search() as search:
            if most or cycles is not None:
                found = tours.edge_disjoint_hamiltonian_cycles(asked.G, cycles, **search)
            else:
                found = tours.hamiltonian_decomposition(asked.G, **search)
    except NoDisjointCycles as error:
        return run.respond(error)
    return run.respond(found)
