"""``icosian tsp``: the shortest tour, and what is proved of it."""

# ruff: noqa: D301 - in the help, a backspace tells click not to wrap the lines that follow

from __future__ import annotations

from dataclasses import dataclass
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from icosian.cli.shared.document import optimum_in_json, remember, tour_in_json
from icosian.cli.shared.options import (
    Workers,
    fixed_edges,
    json_option,
    named_node,
    proof_option,
    save_option,
    seed_option,
    timeout_option,
    workers_options,
)
from icosian.cli.shared.output import (
    AS_ASKED,
    PRINTED_SQUARES,
    paragraph,
    progress_line,
    proof_file,
    report,
    tour_in_words,
)
from icosian.files.graphs import GRAPH_SUFFIXES, is_graph_file, read_graph
from icosian.files.tsplib import TSP_SUFFIXES, is_tsp_file, read_tsplib

if TYPE_CHECKING:
    from collections.abc import Callable

    import networkx as nx

    from icosian.tours import Places, ShortestTour


SUFFIXES = (*TSP_SUFFIXES, ".csv", *sorted({*GRAPH_SUFFIXES} - {*TSP_SUFFIXES}))


@dataclass(frozen=True)
class Lengths:
    """How a file of lengths is read."""

    points: bool = False
    matrix: bool = False
    directed: bool = False
    distance: str | None = None

    def read(self, path: Path) -> Places | nx.Graph[Any]:
        """Return the places or the graph in a file."""
        from icosian.files.places import read_coordinates, read_distances
        from icosian.routes.maps import read_route_map

        if path.suffix.lower() == ".csv":
            if self.points + self.matrix + self.directed > 1:
                raise click.UsageError("--points, --matrix and --directed exclude each other")
            if self.points:
                return read_coordinates(path, self.distance)
            if self.distance is not None:
                raise click.UsageError("--distance is for coordinates: add --points")
            return (
                read_distances(path)
                if self.matrix
                else read_route_map(path, directed=self.directed)
            )
        if self.points or self.matrix or self.directed or self.distance is not None:
            raise click.UsageError(
                "--points, --matrix, --directed and --distance are for .csv files; other formats"
                " state it themselves"
            )
        if is_tsp_file(path):
            return read_tsplib(path)
        if is_graph_file(path):
            return read_graph(path)
        raise click.UsageError(
            f"the name of a file of lengths ends in {', '.join(SUFFIXES)}, got {str(path)!r}"
        )


def lengths_options(command: Callable[..., int]) -> Callable[..., int]:
    """Give a command the options that make its :class:`Lengths`."""

    @wraps(command)
    def measured(
        *given: Any, points: bool, matrix: bool, directed: bool, distance: str | None, **rest: Any
    ) -> int:
        return command(*given, lengths=Lengths(points, matrix, directed, distance), **rest)

    for option in (
        click.option(
            "--distance",
            metavar="NAME",
            help="euclidean, manhattan or haversine; by default euclidean, for lat, lon haversine.",
        ),
        click.option("--directed", is_flag=True, help="The roads of a .csv file are one-way."),
        click.option("--matrix", is_flag=True, help="The .csv file is a matrix of distances."),
        click.option("--points", is_flag=True, help="The .csv file holds coordinates."),
    ):
        measured = option(measured)
    return measured


@click.command()
@click.argument("file", type=Path, metavar="FILE")
@lengths_options
@click.option("--weight", metavar="NAME", help="The edge attribute to use instead of weight.")
@click.option("--open", "is_open", is_flag=True, help="Do not return; --end implies it.")
@click.option("--start", metavar="PLACE", help="First place of the tour.")
@click.option("--end", metavar="PLACE", help="Last place of an open tour.")
@timeout_option
@click.option(
    "--gap",
    type=float,
    default=0.0,
    metavar="PART",
    help="Stop when at most this part too long is proved, such as 0.01.",
)
@seed_option
@workers_options
@save_option
@proof_option
@json_option
def tsp(
    file: Path,
    *,
    lengths: Lengths,
    weight: str | None,
    is_open: bool,
    start: str | None,
    end: str | None,
    timeout: float | None,
    gap: float,
    seed: int | None,
    workers: Workers,
    save: Path | None,
    proof: Path | None,
    as_json: bool,
) -> int:
    """Find the shortest tour of the places in FILE, and prove how short a tour can be.

    FILE is a traveling salesman problem of TSPLIB (.tsp, .atsp), or a graph with lengths: .csv with
    the columns u, v, weight, .graphml or .json (node-link data). With --points a .csv file holds
    coordinates (x, y, maybe a name before them; with named columns also lat and lon), with --matrix
    distances. A time limit gives the best tour so far, and what is proved of it.

    \b
    Examples:
      icosian tsp berlin52.tsp --save tour.svg
      icosian tsp towns.csv --points --distance haversine
      icosian tsp distances.csv --matrix --start 0 --end 5
      icosian tsp map.graphml --weight minutes --timeout 60 --gap 0.01
      icosian tsp pcb442.tsp --jobs 2
      icosian tsp berlin52.tsp --proof proof.json
      icosian check proof.json berlin52.tsp

    \b
    Exit codes: 0 found, 1 there is no tour, 2 bad use, 3 limit reached.
    """
    places = lengths.read(file)
    remember(places, str(file))
    found = _found(
        places,
        weight,
        closed=not is_open and end is None,
        ends={"start": start, "end": end},
        workers=workers,
        limits={"timeout": timeout, "gap": gap, "seed": seed},
    )
    reason = found.explain()
    lines = [f"{tour_in_words(found)}. {reason}"]
    if len(found) <= PRINTED_SQUARES:
        lines.append(paragraph(str(found)))
    report(
        "found",
        "\n".join(lines),
        as_json=as_json,
        reason=reason,
        answer=tour_in_json(found)
        | optimum_in_json(found.length, found.bound, found.gap, optimal=found.is_shortest),
        proof=found.proof,
        stats=found.stats,
        files=[proof_file(proof, found.proof, found.graph), (save, partial(_save, found))],
    )
    return AS_ASKED


def _found(
    subject: Places | nx.Graph[Any],
    weight: str | None,
    *,
    closed: bool,
    ends: dict[str, str | None],
    workers: Workers,
    limits: dict[str, Any],
) -> ShortestTour:
    """Return the tour, by the library's function that suits the file."""
    from icosian import tours

    nodes: Any = subject if not isinstance(subject, tours.Places) else subject.nodes
    start, end = (named_node(nodes, ends[role]) for role in ("start", "end"))
    with workers.executor() as executor, progress_line() as progress:
        limits |= {"executor": executor, "progress": progress}
        if isinstance(subject, tours.Places):
            if weight is not None:
                raise click.UsageError("--weight is for graphs")
            return tours.shortest_tour(subject, closed=closed, start=start, end=end, **limits)
        given = {
            "weight": weight or "weight",
            "require": fixed_edges(subject),
            **limits,
        }
        if closed:
            return tours.shortest_hamiltonian_cycle(subject, start, **given)
        return tours.shortest_hamiltonian_path(subject, start, end, **given)


def _save(found: ShortestTour, file: Path) -> None:
    """Write the picture of a tour."""
    from icosian.drawing import save

    save(found, file)
