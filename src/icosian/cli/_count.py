"""``icosian count``: count the tours."""

from __future__ import annotations

import click

from icosian import tours
from icosian._io.text import plural
from icosian.cli.shared.answers import Answer, Run, answering
from icosian.cli.shared.options import options
from icosian.cli.shared.output import counted_as_one
from icosian.cli.shared.question import TourQuestion, tour_question
from icosian.tours.count.checkpoint import is_stored


@click.command()
@answering
@tour_question
@click.option("--distinct", is_flag=True, help="Count tours that are images of each other once.")
@options("memory")
@click.option(
    "--checkpoint",
    type=click.Path(file_okay=False),
    metavar="DIR",
    help="Keep intermediate results in this folder, and continue from them.",
)
@options("threads dask json timeout")
def count(run: Run, asked: TourQuestion, *, distinct: bool, checkpoint: str | None) -> int:
    """Count the tours that visit every node of GRAPH once.

    GRAPH is a board, as for icosian tour, or a graph file, as for icosian prove. A tour and its
    reverse are one, unless it is open and only one end is given, or the graph is directed. The
    answer begins with the number, and says what is counted.

    \b
    Examples:
      icosian count 6x6 --closed
      icosian count 5x5 --start a1
      icosian count 8x8 --closed --piece king
      icosian count 6x6 --closed --distinct
      icosian count 6x6 --closed --forbid c4-d6
      icosian count 4x4 --closed --torus
      icosian count graph.hcp --start 1 --end 20
      icosian count 8x8 --closed --memory 1G --jobs 2 --checkpoint knights8
      icosian count 8x8 --closed --dask tcp://localhost:8786

    A count that does not fit into memory is done in slices, and so is one on several machines
    that has a checkpoint.
    After Ctrl-C, a time limit or a crash, the same command continues from a checkpoint, with any
    number of threads.

    \b
    Exit codes: 0 counted, 2 bad use, 3 limit reached, 130 interrupted.
    """
    G = asked.G
    start, end = asked.ends
    given = {"distinct": distinct, "checkpoint": checkpoint, **asked.conditions}
    with run.search(lambda: checkpoint if is_stored(checkpoint) else None) as search:
        if asked.closed:
            number = tours.count_hamiltonian_cycles(G, **given, **search)
        else:
            number = tours.count_hamiltonian_paths(G, start, end, **given, **search)
    words = _in_words(number, asked, distinct=distinct)
    answer = {"closed": asked.closed, "count": number}
    return run.respond(Answer(result="counted", text=words, answer=answer))


def _in_words(number: int, asked: TourQuestion, *, distinct: bool) -> str:
    """Return the count with what was counted."""
    given = (("from", asked.start), ("to", asked.end))
    ends = "".join(f" {word} {node}" for word, node in given if node is not None)
    one_way = asked.G.is_directed() or (not asked.closed and bool(ends))
    others = ["its reverse"] * (not one_way) + ["its images"] * distinct
    as_one = counted_as_one("tour", *others) if number else ""
    kind = "closed tour" if asked.closed else "open tour"
    return plural(number, kind) + ends + as_one
