"""``icosian tour``: find one tour."""

# ruff: noqa: D301 - in the help, a backspace tells click not to wrap the lines that follow

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from icosian.boards.board import Board
from icosian.cli.shared.document import tour_in_json
from icosian.cli.shared.options import (
    PictureType,
    Workers,
    json_option,
    method_option,
    named_node,
    seed_option,
    timeout_option,
    workers_options,
)
from icosian.cli.shared.output import (
    AS_ASKED,
    printed,
    progress_line,
    report,
    tour_in_words,
)
from icosian.cli.shared.question import TourQuestion, tour_question
from icosian.exceptions import NoHamiltonianCycle, NoHamiltonianPath, SearchLimitReached

if TYPE_CHECKING:
    from pathlib import Path

    from icosian.tours import Tour


PLAIN = 1000  # statements of a proof that need not be shorter
SHORT_SECONDS = 2.0  # for the search for a shorter one
MOVING = {".gif", ".html"}


@click.command()
@tour_question
@click.option(
    "--save",
    type=PictureType(".gif", ".html", ".pdf", ".png", ".svg"),
    help="Write a picture (.svg, .png, .pdf), an animation (.gif) or a page to play with (.html).",
)
@json_option
@method_option
@seed_option
@workers_options
@timeout_option
def tour(
    asked: TourQuestion,
    *,
    save: Path | None,
    as_json: bool,
    method: str,
    seed: int | None,
    workers: Workers,
    timeout: float | None,
) -> int:
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
    if save is not None and save.suffix.lower() in MOVING:
        _check_size(asked, save)
    try:
        found = _found(asked, workers, method=method, seed=seed, timeout=timeout)
    except (NoHamiltonianCycle, NoHamiltonianPath) as error:
        raise _readable(asked, error, timeout) from None
    report(
        "found",
        printed(found, len(found), tour_in_words(found)),
        as_json=as_json,
        answer=tour_in_json(found),
        stats=found.stats,
        files=[(save, partial(_save, found))],
    )
    return AS_ASKED


def _save(found: Tour, path: Path) -> None:
    """Write the picture, animation or page of a tour."""
    from icosian.drawing import save

    save(found, path)


def _found(
    asked: TourQuestion,
    workers: Workers,
    *,
    method: str,
    seed: int | None,
    timeout: float | None,
) -> Tour:
    """Return the tour, by the library's function that suits the question."""
    from icosian import tours
    from icosian.knights import knights_tour

    board, free = asked.graph, not (asked.require or asked.forbid) and method == "auto"
    start, end = (named_node(board, text) for text in (asked.start, asked.end))
    if isinstance(board, Board) and board == Board(board.shape) and board.dimensions == 2:
        plain = asked.piece in {None, "knight"} and end is None
        if plain and free and timeout is None and seed is None:
            return knights_tour(*board.shape, closed=asked.closed, start=start)
    with workers.executor() as executor, progress_line() as progress:
        given: dict[str, Any] = {
            "start": start,
            **asked.conditions,
            "method": method,
            "seed": seed,
            "timeout": timeout,
            "executor": executor,
            "progress": progress,
        }
        if asked.closed:
            return tours.hamiltonian_cycle(asked.G, **given)
        return tours.hamiltonian_path(asked.G, end=end, **given)


def _readable(
    asked: TourQuestion, error: NoHamiltonianCycle | NoHamiltonianPath, timeout: float | None
) -> Exception:
    """Return the error with a proof that is shorter to read, if one is soon found."""
    from icosian import tours

    if error.proof.effort <= PLAIN:
        return error
    given: dict[str, Any] = {
        **asked.conditions,
        "timeout": SHORT_SECONDS if timeout is None else min(SHORT_SECONDS, timeout),
    }
    with suppress(SearchLimitReached):
        if asked.closed:
            return NoHamiltonianCycle(tours.prove_no_hamiltonian_cycle(asked.G, **given))
        return NoHamiltonianPath(tours.prove_no_hamiltonian_path(asked.G, *asked.ends, **given))
    return error


def _check_size(asked: TourQuestion, path: Path) -> None:
    """Refuse a graph that is too large for an animation before the search."""
    from icosian.drawing.page import PAGE_NODES
    from icosian.drawing.scene.film import MOST_NODES

    most = PAGE_NODES if path.suffix.lower() == ".html" else MOST_NODES
    if len(asked.graph) > most:
        raise click.UsageError(
            f"{path.suffix} files hold at most {most:,} nodes, got {len(asked.graph):,}"
        )
