"""``icosian place`` and ``icosian color``: sets of pieces, and colorings."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click
import networkx as nx

from icosian._io.text import plural
from icosian.cli.shared.answers import Answer, Run, answering, undecided
from icosian.cli.shared.document import placement_in_json
from icosian.cli.shared.options import options, placed_graph
from icosian.cli.shared.output import paragraph, printed
from icosian.exceptions import SearchLimitReached

if TYPE_CHECKING:
    from icosian.placements import Coloring, Placement


@click.command()
@answering
@options("on format")
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
@options("torus save json timeout jobs dask")
def place(
    run: Run,
    on: tuple[str, ...],
    *,
    independent: bool,
    dominate: bool,
    total: bool,
    pieces: int | None,
    counted: bool,
    torus: bool,
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
    if counted and run.save is not None:
        raise click.UsageError("--save goes with a single placement")
    from icosian import placements

    G, noun = placed_graph(on, torus=torus)
    if counted:
        return _count(run, G, noun, pieces)

    def best(search: dict[str, Any]) -> Placement:
        if dominate:
            return placements.minimum_dominating_set(
                G, total=total, independent=independent, **search
            )
        if pieces is not None:
            return placements.place(G, pieces, timeout=search["timeout"])
        return placements.maximum_independent_set(G, **search)

    return _best(run, G, noun, best, reports=pieces is None)


@click.command()
@answering
@options("on format torus save json timeout jobs dask")
def color(run: Run, on: tuple[str, ...], *, torus: bool) -> int:
    """Color the squares so that no piece attacks another of its color.

    PIECE, BOARD and GRAPH are as for icosian place. Prints the color of each square as a number,
    the number of colors, and why fewer are not enough.

    \b
    Examples:
      icosian color queen 8x8 --save colors.svg
      icosian color king island.txt
      icosian color knight 5x5 --torus
      icosian color graph.hcp --timeout 60

    \b
    Exit codes: 0 as asked, 2 bad use, 3 limit reached: the best so far.
    """
    from icosian import placements

    G, _ = placed_graph(on, torus=torus)
    return _best(run, G, "color", lambda search: placements.minimum_coloring(G, **search))


def _best(
    run: Run,
    G: nx.Graph[Any],
    noun: str,
    best: Callable[[dict[str, Any]], Placement | Coloring],
    *,
    reports: bool = True,
) -> int:
    """Print the best that a search finds, or the best so far, and the bound that is proved."""
    found: Placement | Coloring | None
    limit = None
    try:
        with run.search(reports=reports) as search:
            found = best(search)
            bound = found.proof
    except SearchLimitReached as error:
        found, bound, limit = error.best, error.proof, error
    answer: dict[str, Any] = {}
    lines = []
    if found is not None:
        answer |= placement_in_json(found)
        so_far = ", the best so far" * (limit is not None)
        line = plural(answer["number"], noun) + so_far
        lines += [printed(found, len(G), repr(found)), line]
    reason = None if bound is None else bound.explain()
    if bound is not None and reason is not None:
        answer |= {"bound": bound.value, "optimal": answer.get("number") == bound.value}
        lines.append(paragraph(reason))
    parts: dict[str, Any] = {
        "text": "\n".join(lines) or None,
        "line": ". ".join(lines[1:]) or None,
        "answer": answer or None,
        "picture": found,
    }
    return run.respond(
        Answer(reason=reason, **parts) if limit is None else undecided(limit, **parts)
    )


def _count(run: Run, G: nx.Graph[Any], noun: str, pieces: int | None) -> int:
    """Print the number of placements of pieces that attack no other."""
    from icosian import placements

    began = time.monotonic()
    with run.search(reports=False) as search:
        timeout = search["timeout"]
        if pieces is None:
            pieces = len(placements.maximum_independent_set(G, **search))
            if timeout is not None:
                timeout = max(0.0, timeout - (time.monotonic() - began))
        count = placements.count_independent_sets(G, pieces, timeout=timeout)
    words = f"{plural(count, 'way')} to place {plural(pieces, noun)}"
    answer = {"number": pieces, "count": count}
    return run.respond(Answer(result="counted", text=words, answer=answer))
