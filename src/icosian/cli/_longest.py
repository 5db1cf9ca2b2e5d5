"""``icosian longest``: the longest path or cycle."""

# ruff: noqa: D301 - in the help, a backspace tells click not to wrap the lines that follow

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from icosian.cli.shared.document import optimum_in_json, tour_in_json
from icosian.cli.shared.options import (
    end_option,
    graph_argument,
    joined,
    json_option,
    marked,
    piece_option,
    proof_option,
    save_option,
    seed_option,
    start_option,
    timeout_option,
    torus_option,
)
from icosian.cli.shared.output import (
    AS_ASKED,
    printed,
    progress_line,
    proof_file,
    report,
    tour_in_words,
)
from icosian.cli.shared.question import TourQuestion

if TYPE_CHECKING:
    from pathlib import Path

    from icosian.tours import LongestTour


@click.command()
@graph_argument
@piece_option
@torus_option
@click.option("--cycle", "closed", is_flag=True, help="A cycle, not a path.")
@start_option
@end_option
@click.option("--weight", metavar="NAME", help="Add up this edge attribute, do not count nodes.")
@timeout_option
@seed_option
@save_option
@proof_option
@json_option
def longest(
    graph: Any,
    *,
    piece: Any,
    torus: bool,
    closed: bool,
    start: str | None,
    end: str | None,
    weight: str | None,
    timeout: float | None,
    seed: int | None,
    save: Path | None,
    proof: Path | None,
    as_json: bool,
) -> int:
    """Find the path or cycle that visits as many squares, or nodes, as possible.

    GRAPH is a board or a graph file, as for icosian tour. Prints the path and what is proved of its
    length. A time limit gives the best one so far.

    \b
    Examples:
      icosian longest 4x4
      icosian longest 5x5 --cycle --save cycle.svg
      icosian longest map.graphml --weight minutes --start A --end B
      icosian longest graph.hcp --cycle --timeout 10 --proof proof.json
      icosian check proof.json graph.hcp

    \b
    Exit codes: 0 found, 1 there is no such path or cycle, 2 bad use.
    """
    if closed and (start is not None or end is not None):
        raise click.UsageError("--start and --end are ends of a path, not of a cycle")
    if not closed:
        start, end = marked(graph, "start", start), marked(graph, "end", end)
    asked = TourQuestion(joined(graph, torus=torus), closed, start, end, piece)
    found = _found(asked, {"weight": weight, "timeout": timeout, "seed": seed})
    reason = found.explain()
    report(
        "found",
        f"{reason}\n{printed(found, len(found), tour_in_words(found))}",
        as_json=as_json,
        reason=reason,
        answer=tour_in_json(found)
        | optimum_in_json(found.length, found.bound, found.gap, optimal=found.is_longest),
        proof=found.proof,
        stats=found.stats,
        files=[proof_file(proof, found.proof, asked.G), (save, partial(_save, found))],
    )
    return AS_ASKED


def _found(asked: TourQuestion, options: dict[str, Any]) -> LongestTour:
    """Return the longest path or cycle."""
    from icosian import tours

    with progress_line() as progress:
        if asked.closed:
            return tours.longest_cycle(asked.G, progress=progress, **options)
        return tours.longest_path(asked.G, *asked.ends, progress=progress, **options)


def _save(found: LongestTour, path: Path) -> None:
    """Write the picture of a path or cycle."""
    from icosian.drawing import save

    save(found, path)
