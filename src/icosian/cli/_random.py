"""``icosian random``: tours at random, each as probable as any other."""

# ruff: noqa: D301 - in the help, a backspace tells click not to wrap the lines that follow

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from icosian.cli._common import (
    AS_ASKED,
    GraphType,
    closed_asked,
    closed_option,
    end_option,
    ends_asked,
    fixed_edges,
    graph_asked,
    json_option,
    memory_option,
    piece_option,
    progress_line,
    save_option,
    seed_option,
    start_option,
    timeout_option,
)

if TYPE_CHECKING:
    from pathlib import Path

    import networkx as nx

    from icosian.boards.board import Board

__all__ = ["random_tours"]


@click.command("random")
@click.argument("graph", type=GraphType(), metavar="GRAPH")
@closed_option
@start_option
@end_option
@piece_option
@seed_option
@click.option(
    "--n", "times", type=click.IntRange(min=1), metavar="K", help="Draw K tours, independently."
)
@save_option
@memory_option
@json_option
@timeout_option
def random_tours(
    graph: Board | nx.Graph[Any],
    *,
    closed: bool | None,
    start: str | None,
    end: str | None,
    piece: Any,
    seed: int | None,
    times: int | None,
    save: Path | None,
    memory: int | None,
    as_json: bool,
    timeout: float | None,
) -> int:
    """Draw a tour of GRAPH at random, each with the same probability.

    GRAPH is a board, as for icosian tour, or a graph file, as for icosian prove. All tours are
    counted for this, which takes some minutes and 2 GB for closed tours of 8x8, and some GB in the
    folder for temporary files (TMPDIR).

    \b
    Examples:
      icosian random 6x6 --closed --seed 7 --save tour.svg
      icosian random 5x5 --start a1 --n 3
      icosian random graph.hcp --n 1000 --json
      icosian random 5x5 --closed              prints why there is none, and exits with 1

    \b
    Exit codes: 0 drawn, 1 proved that there is none, 2 bad use, 3 limit reached.
    """
    from icosian import tours

    closed = closed_asked(graph, closed=closed, start=start, end=end)
    if save is not None and times is not None:
        raise click.UsageError("a picture shows one tour: give --save without --n")
    G = graph_asked(graph, piece)
    first, last = ends_asked(graph, G, start, end)
    with progress_line() as progress:
        options: dict[str, Any] = {
            "require": fixed_edges(G),
            "seed": seed,
            "memory_limit": memory,
            "timeout": timeout,
            "progress": progress,
        }
        if closed:
            drawn = tours.random_hamiltonian_cycle(G, n=times or 1, **options)
            if first is not None:
                drawn = [tour.starting_at(first) for tour in drawn]
        else:
            drawn = tours.random_hamiltonian_path(G, first, last, n=times or 1, **options)
    if not as_json:  # before the file, so that a full disk does not swallow the answer
        texts = list(map(str, drawn))
        click.echo(("\n\n" if "\n" in texts[0] else "\n").join(texts))
    if save is not None:
        from icosian.drawing import save_tour

        save_tour(drawn[0], save)
    if as_json:
        answer = {
            "result": "found",
            "closed": closed,
            "tours": [list(tour) for tour in drawn],
            "saved": None if save is None else str(save),
        }
        click.echo(json.dumps(answer))
    elif save is not None:
        click.echo(f"saved {save}", err=True)
    return AS_ASKED
