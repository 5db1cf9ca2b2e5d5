"""``icosian tour``: find one tour."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from icosian import tours
from icosian.boards.board import Board
from icosian.cli.shared.answers import Run, answering
from icosian.cli.shared.options import PictureType, named_node, options
from icosian.cli.shared.question import TourQuestion, tour_question
from icosian.exceptions import NoHamiltonianCycle, NoHamiltonianPath, SearchLimitReached
from icosian.tours import Tour

PLAIN = 1000  # statements of a proof that need not be shorter
SHORT_SECONDS = 2.0  # for the search for a shorter one
MOVING = {".gif", ".html"}


@click.command()
@answering
@tour_question
@click.option(
    "--save",
    type=PictureType(".gif", ".html", ".pdf", ".png", ".svg", ".tour", noun="a picture or a tour"),
    help="Write a picture (.svg, .png, .pdf), an animation (.gif), a page to play with (.html), or"
    " the tour (.tour, TSPLIB).",
)
@options("json method seed threads dask timeout")
def tour(run: Run, asked: TourQuestion) -> int:
    """Find a tour that visits every square of a board, or every node of a graph, once.

    GRAPH is a board: a size (8, 8x8, 3x10, 4x4x4) or a text file in which every line is a row, '.'
    a square and '#' or 'X' a hole; 'S' and 'E' are the squares where a path starts and ends. Or it
    is a graph file, as for icosian prove.

    \b
    Examples:
      icosian tour 8x8 --closed --start b1 --save tour.svg
      icosian tour 8x8 --save tour.gif
      icosian tour 6x6 --start a1 --end b1
      icosian tour 6x6 --closed --require a1-b3 --forbid c4-d6
      icosian tour 5x5 --closed --torus
      icosian tour 8x8 --method warnsdorff   Warnsdorff's rule alone
      icosian tour 5x5 --closed              prints why not, and exits with 1
      icosian tour island.txt --piece king --jobs 2
      icosian tour graph.hcp --save tour.svg

    \b
    Exit codes: 0 found, 1 proved impossible, 2 bad use, 3 limit reached.
    """
    if run.save is not None and run.save.suffix.lower() in MOVING:
        _check_size(asked, run.save)
    try:
        return run.respond(_found(asked, run))
    except (NoHamiltonianCycle, NoHamiltonianPath) as error:
        raise _readable(asked, error, run.limits["timeout"]) from None


def _found(asked: TourQuestion, run: Run) -> Tour:
    """Return the tour, by the library's function that suits the question."""
    board = asked.graph
    start, end = (named_node(board, text) for text in (asked.start, asked.end))
    if isinstance(board, Board) and board == Board(board.shape) and board.dimensions == 2:
        free = not (asked.require or asked.forbid) and asked.piece in {None, "knight"}
        unlimited = run.limits == {"method": "auto", "seed": None, "timeout": None}
        if free and unlimited and end is None:
            from icosian.knights import knights_tour

            return knights_tour(*board.shape, closed=asked.closed, start=start)
    with run.search() as search:
        given: dict[str, Any] = {"start": start, **asked.conditions, **search}
        if asked.closed:
            return tours.hamiltonian_cycle(asked.G, **given)
        return tours.hamiltonian_path(asked.G, end=end, **given)


def _readable(
    asked: TourQuestion, error: NoHamiltonianCycle | NoHamiltonianPath, timeout: float | None
) -> Exception:
    """Return the error with a proof that is shorter to read, if one is soon found."""
    if error.proof.effort <= PLAIN:
        return error
    timeout = SHORT_SECONDS if timeout is None else min(SHORT_SECONDS, timeout)
    with suppress(SearchLimitReached):
        if asked.closed:
            return NoHamiltonianCycle(
                tours.prove_no_hamiltonian_cycle(asked.G, **asked.conditions, timeout=timeout)
            )
        return NoHamiltonianPath(
            tours.prove_no_hamiltonian_path(
                asked.G, *asked.ends, **asked.conditions, timeout=timeout
            )
        )
    return error


def _check_size(asked: TourQuestion, path: Path) -> None:
    """Refuse a graph that is too large for an animation before the search."""
    from icosian.drawing.page import PAGE_NODES
    from icosian.drawing.scene import MOST_NODES

    most = PAGE_NODES if path.suffix.lower() == ".html" else MOST_NODES
    if len(asked.graph) > most:
        raise click.UsageError(
            f"{path.suffix} files hold at most {most:,} nodes, got {len(asked.graph):,}"
        )
