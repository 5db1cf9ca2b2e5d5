"""``icosian random``: draw tours uniformly at random, or scramble one."""

from __future__ import annotations

from typing import Any

import click

from icosian import tours
from icosian.cli.shared.answers import Answer, Run, answering
from icosian.cli.shared.options import options
from icosian.cli.shared.question import TourQuestion, tour_question


@click.command("random")
@answering
@tour_question
@options("seed")
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
@options("save-tour memory json timeout jobs dask")
def random_tours(
    run: Run, asked: TourQuestion, *, times: int | None, scrambled: bool, steps: int | None
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
    if run.save is not None and times is not None:
        raise click.UsageError("a picture shows one tour: give --save without --n")
    if scrambled and (times is not None or run.limits["memory_limit"] is not None):
        raise click.UsageError(
            "--n and --memory are for uniform draws: give them without --scrambled"
        )
    if steps is not None and not scrambled:
        raise click.UsageError("--steps is for --scrambled: uniform draws take no number of moves")
    G, closed = asked.G, asked.closed
    first, last = asked.ends
    if scrambled and last is not None:
        raise click.UsageError("the end of a scrambled tour is free: give --start alone")
    with run.search() as search:
        given: dict[str, Any] = {**asked.conditions, **search}
        if scrambled:
            del given["memory_limit"]
            scramble = (
                tours.scrambled_hamiltonian_cycle if closed else tours.scrambled_hamiltonian_path
            )
            drawn = [scramble(G, first, steps=steps, **given)]
        elif closed:
            drawn = tours.random_hamiltonian_cycle(G, n=times or 1, **given)
            if first is not None:
                drawn = [tour.starting_at(first) for tour in drawn]
        else:
            drawn = tours.random_hamiltonian_path(G, first, last, n=times or 1, **given)
    texts = list(map(str, drawn))
    return run.respond(
        Answer(
            text=("\n\n" if "\n" in texts[0] else "\n").join(texts),
            answer={"closed": closed, "tours": list(map(list, drawn))},
            stats=drawn[0].stats,
            picture=drawn[0],
        )
    )
