"""``icosian random``: draw tours uniformly at random, or scramble one."""

# ruff: noqa: D301 - in the help, a backspace tells click not to wrap the lines that follow

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from icosian.cli.shared.options import (
    json_option,
    memory_option,
    save_option,
    seed_option,
    timeout_option,
)
from icosian.cli.shared.output import AS_ASKED, progress_line, report
from icosian.cli.shared.question import TourQuestion, tour_question

if TYPE_CHECKING:
    from pathlib import Path

    from icosian.tours import Tour


@click.command("random")
@tour_question
@seed_option
@click.option(
    "--n", "times", type=click.IntRange(min=1), metavar="K", help="Draw K tours, independently."
)
@click.option(
    "--scrambled",
    is_flag=True,
    help="Draw a tour that looks random, not uniformly: at once, also on large graphs.",
)
@click.option(
    "--steps",
    type=click.IntRange(min=0),
    metavar="K",
    help="With --scrambled: try K moves. By default the tour looks random.",
)
@save_option
@memory_option
@json_option
@timeout_option
def random_tours(
    asked: TourQuestion,
    *,
    seed: int | None,
    times: int | None,
    scrambled: bool,
    steps: int | None,
    save: Path | None,
    memory: int | None,
    as_json: bool,
    timeout: float | None,
) -> int:
    """Draw a tour of GRAPH at random, each with the same probability.

    GRAPH is a board, as for icosian tour, or a graph file, as for icosian prove. All tours are
    counted first: for closed tours of 8x8 this takes some minutes, 2 GB of memory and some GB in
    the folder for temporary files (TMPDIR). With --scrambled, any tour is changed by many random
    moves instead: a board of 100x100 takes a fraction of a second.

    \b
    Examples:
      icosian random 6x6 --closed --seed 7 --save tour.svg
      icosian random 5x5 --start a1 --n 3
      icosian random graph.hcp --n 1000 --json
      icosian random 100x100 --piece 0,1 --scrambled --save maze.svg
      icosian random 5x5 --closed              prints why there is none, and exits with 1

    \b
    Exit codes: 0 drawn, 1 proved that there is none, 2 bad use, 3 limit reached.
    """
    from icosian import tours

    if save is not None and times is not None:
        raise click.UsageError("a picture shows one tour: give --save without --n")
    if scrambled and (times is not None or memory is not None):
        raise click.UsageError(
            "--n and --memory are for uniform draws: give them without --scrambled"
        )
    if steps is not None and not scrambled:
        raise click.UsageError("--steps is for --scrambled: uniform draws take no number of moves")
    G, closed = asked.G, asked.closed
    first, last = asked.ends
    if scrambled and last is not None:
        raise click.UsageError("the end of a scrambled tour is free: give --start alone")
    with progress_line() as progress:
        options: dict[str, Any] = {
            **asked.conditions,
            "seed": seed,
            "timeout": timeout,
            "progress": progress,
        }
        if not scrambled:
            options["memory_limit"] = memory
        if scrambled:
            scramble = (
                tours.scrambled_hamiltonian_cycle if closed else tours.scrambled_hamiltonian_path
            )
            drawn = [scramble(G, first, steps=steps, **options)]
        elif closed:
            drawn = tours.random_hamiltonian_cycle(G, n=times or 1, **options)
            if first is not None:
                drawn = [tour.starting_at(first) for tour in drawn]
        else:
            drawn = tours.random_hamiltonian_path(G, first, last, n=times or 1, **options)
    texts = list(map(str, drawn))
    report(
        "found",
        ("\n\n" if "\n" in texts[0] else "\n").join(texts),
        as_json=as_json,
        answer={"closed": closed, "tours": list(map(list, drawn))},
        stats=drawn[0].stats,
        files=[(save, partial(_save, drawn[0]))],
    )
    return AS_ASKED


def _save(tour: Tour, path: Path) -> None:
    """Write the picture of a tour."""
    from icosian.drawing import save

    save(tour, path)
