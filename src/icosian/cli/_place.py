"""``icosian place``: independent and dominating sets of pieces."""

# ruff: noqa: D301 - in the help, a backspace tells click not to wrap the lines that follow

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from icosian.cli.shared.options import (
    format_option,
    json_option,
    placed_graph,
    placed_on_argument,
    save_option,
    timeout_option,
    torus_option,
)
from icosian.cli.shared.output import AS_ASKED, progress_line, report, several
from icosian.cli.shared.placement_output import report_best

if TYPE_CHECKING:
    from pathlib import Path

    import networkx as nx

    from icosian.placements import Placement


@click.command()
@placed_on_argument
@format_option
@click.option(
    "--independent",
    is_flag=True,
    help="Most pieces that attack no other (the default); with --dominate, fewest such pieces.",
)
@click.option("--dominate", is_flag=True, help="Fewest pieces that attack or hold every square.")
@click.option(
    "--total", is_flag=True, help="With --dominate: attack every square, their own included."
)
@click.option(
    "--pieces", type=click.IntRange(min=0), metavar="K", help="Place K that attack no other."
)
@click.option("--count", "counted", is_flag=True, help="Count the ways to place K, or the most.")
@torus_option
@save_option
@json_option
@timeout_option
def place(
    on: tuple[str, ...],
    *,
    independent: bool,
    dominate: bool,
    total: bool,
    pieces: int | None,
    counted: bool,
    torus: bool,
    save: Path | None,
    as_json: bool,
    timeout: float | None,
) -> int:
    """Place pieces that attack no other, or that attack every square.

    PIECE is a name such as queen or camel, or a leaper's steps such as 2,5; BOARD a size or a
    text file, as for icosian tour. In a GRAPH file, as for icosian prove, neighbors attack each
    other. Prints the board, the number of pieces, and why no other number is better.

    \b
    Examples:
      icosian place knight 8x8
      icosian place queen 8x8 --dominate --save queens.svg
      icosian place queen 8x8 --dominate --independent
      icosian place bishop 6x7 --dominate --total
      icosian place king 6x6 --pieces 8 --count
      icosian place rook island.txt --torus
      icosian place graph.hcp --timeout 60

    \b
    Exit codes: 0 as asked, 1 no such placement, 2 bad use, 3 limit reached: the best so far.
    """
    if total and not dominate:
        raise click.UsageError("--total goes with --dominate")
    if dominate and (counted or pieces is not None):
        raise click.UsageError("--pieces and --count are for pieces that attack no other")
    if total and independent:
        raise click.UsageError(
            "--total and --independent exclude each other: a piece that no other attacks stands on"
            " a square that no piece attacks"
        )
    if counted and save is not None:
        raise click.UsageError("--save goes with a single placement")
    from icosian import placements

    G, noun = placed_graph(on, torus=torus)
    if counted:
        return _count_places(G, pieces, noun, as_json=as_json, timeout=timeout)

    def search(progress: Any) -> Placement:
        if dominate:
            return placements.minimum_dominating_set(
                G, total=total, independent=independent, timeout=timeout, progress=progress
            )
        if pieces is not None:
            return placements.place(G, pieces, timeout=timeout)
        return placements.maximum_independent_set(G, timeout=timeout, progress=progress)

    return report_best(G, noun, search, save, as_json=as_json)


def _count_places(
    G: nx.Graph[Any], pieces: int | None, noun: str, *, as_json: bool, timeout: float | None
) -> int:
    """Print the number of placements of pieces that attack no other."""
    from icosian import placements

    began = time.monotonic()
    with progress_line() as progress:
        if pieces is None:
            best = placements.maximum_independent_set(G, timeout=timeout, progress=progress)
            pieces = len(best)
            if timeout is not None:
                timeout = max(0.0, timeout - (time.monotonic() - began))
        count = placements.count_independent_sets(G, pieces, timeout=timeout)
    words = f"{several(count, 'way')} to place {several(pieces, noun)}"
    report("counted", words, as_json=as_json, answer={"number": pieces, "count": count})
    return AS_ASKED
