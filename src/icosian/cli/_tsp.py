"""``icosian tsp``: the shortest tour, and what is proved of it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from icosian import tours
from icosian.cli._route import SUFFIXES as MAP_SUFFIXES
from icosian.cli.shared.answers import Answer, Run, answer_to, answering
from icosian.cli.shared.choice import Choice, choice_options
from icosian.cli.shared.document import remember
from icosian.cli.shared.options import bundled, fixed_edges, named_node, options
from icosian.exceptions import NoHamiltonianCycle, NoHamiltonianPath, SearchLimitReached
from icosian.files.graphs import GRAPH_SUFFIXES, is_graph_file, read_graph
from icosian.files.places import read_coordinates, read_distances
from icosian.files.tsplib import TSP_SUFFIXES, is_tsp_file, read_tsplib
from icosian.routes.maps import read_route_map

if TYPE_CHECKING:
    import networkx as nx

    from icosian.cli.shared.options import Command
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


def lengths_options(command: Command) -> Command:
    """Give a command the options that make its :class:`Lengths`."""
    command = click.option(
        "--distance",
        metavar="NAME",
        help="euclidean, manhattan or haversine; by default euclidean, for lat, lon haversine.",
    )(bundled("lengths", Lengths)(command))
    command = options("directed")(command)
    for name, what in (("matrix", "is a matrix of distances"), ("points", "holds coordinates")):
        command = click.option(f"--{name}", is_flag=True, help=f"The .csv file {what}.")(command)
    return command


@click.command()
@click.argument("file", type=Path, metavar="FILE")
@lengths_options
@options("weight")
@click.option("--open", "is_open", is_flag=True, help="Do not return; --end implies it.")
@click.option("--start", metavar="PLACE", help="First place of the tour.")
@click.option("--end", metavar="PLACE", help="Last place of an open tour.")
@choice_options
@click.option("--bottleneck", is_flag=True, help="Make the longest edge as short as possible.")
@click.option("--best", type=click.IntRange(min=1), help="The so many shortest closed tours.")
@options("timeout gap seed jobs dask save-tour proof json")
@answering
def tsp(
    run: Run,
    file: Path,
    *,
    lengths: Lengths,
    weight: str | None,
    is_open: bool,
    start: str | None,
    end: str | None,
    choice: Choice,
    bottleneck: bool,
    best: int | None,
) -> int:
    """Find the shortest tour of the places in FILE, and prove how short a tour can be.

    FILE is a traveling salesman problem of TSPLIB (.tsp, .atsp; with an order .sop, whose tours are
    open), or a graph with lengths: .csv with the columns u, v, weight, .graphml or .json (node-link
    data). With --points a .csv file holds coordinates (x, y, maybe a name before them; with named
    columns also lat and lon), with --matrix distances. A time limit gives the best tour so far, and
    what is proved of it.

    \b
    Examples:
      icosian tsp berlin52.tsp --save tour.svg
      icosian tsp towns.csv --points --distance haversine
      icosian tsp distances.csv --matrix --start 0 --end 5
      icosian tsp map.graphml --weight minutes --timeout 60 --gap 0.01
      icosian tsp pcb442.tsp --jobs 2 --save pcb442.tour
      icosian tsp towns.csv --points --group Bath,Wells --prize York=30
      icosian tsp towns.csv --points --start Bath --order York,Wells
      icosian tsp ESC12.sop --timeout 60
      icosian tsp berlin52.tsp --proof proof.json
      icosian tsp berlin52.tsp --bottleneck
      icosian tsp berlin52.tsp --best 5
      icosian check proof.json berlin52.tsp

    \b
    Exit codes: 0 found, 1 there is no tour, 2 bad use, 3 limit reached.
    """
    places = lengths.read(file)
    remember(places, str(file))
    has_order = isinstance(places, tours.Places) and bool(places.order)
    closed = not is_open and end is None and not has_order
    if best is not None:
        if not closed or bottleneck or choice != Choice():
            raise click.UsageError("--best is for closed tours of all places")
        return run.respond(_best(run, places, weight, start, best))
    try:
        return run.respond(
            _found(run, places, weight, choice, start, end, closed=closed, bottleneck=bottleneck)
        )
    except (NoHamiltonianCycle, NoHamiltonianPath) as error:
        walk = f"icosian route {file} --visit PLACE finds a walk, which may pass places again"
        is_map = file.suffix.lower() in MAP_SUFFIXES
        return run.respond(replace(answer_to(error), remark=walk if is_map else None))


def _found(
    run: Run,
    subject: Places | nx.Graph[Any],
    weight: str | None,
    choice: Choice,
    *ends: str | None,
    closed: bool,
    bottleneck: bool,
) -> ShortestTour:
    """Return the tour, by the library's function that suits the file."""
    nodes: Any = subject.nodes if isinstance(subject, tours.Places) else subject
    start, end = (named_node(nodes, text) for text in ends)
    if bottleneck and choice != Choice():
        raise click.UsageError("--bottleneck is for tours of all places in any order")
    given = _lengths_given(subject, weight)
    with run.search() as search:
        given |= search
        if bottleneck:
            _alone(given)
            if closed:
                return tours.bottleneck_hamiltonian_cycle(subject, start, **given)
            return tours.bottleneck_hamiltonian_path(subject, start, end, **given)
        conditions = choice.of(partial(named_node, nodes))
        if isinstance(subject, tours.Places):
            given |= {"closed": closed, "start": start, "end": end, **conditions}
            return tours.shortest_tour(subject, **given)
        if choice != Choice(orders=choice.orders):
            raise click.UsageError("--group, --prize and --leave-out are for tours of places")
        given["order"] = conditions["order"]
        if closed:
            return tours.shortest_hamiltonian_cycle(subject, start, **given)
        return tours.shortest_hamiltonian_path(subject, start, end, **given)


def _lengths_given(subject: Places | nx.Graph[Any], weight: str | None) -> dict[str, Any]:
    """Return the arguments that only graphs have."""
    if not isinstance(subject, tours.Places):
        return {"weight": weight or "weight", "require": fixed_edges(subject)}
    if weight is not None:
        raise click.UsageError("--weight is for graphs")
    return {}


def _alone(given: dict[str, Any]) -> None:
    """Take out the options of a single shortest tour."""
    if given.pop("gap") or given.pop("executor") is not None:
        raise click.UsageError("--gap and --jobs are not for --bottleneck and --best")


def _best(
    run: Run, subject: Places | nx.Graph[Any], weight: str | None, start: str | None, count: int
) -> Answer:
    """Return the answer with the shortest tours; its proof and picture are those of the last."""
    nodes: Any = subject.nodes if isinstance(subject, tours.Places) else subject
    given, found = _lengths_given(subject, weight), list[tours.ShortestTour]()
    with run.search() as search, suppress(SearchLimitReached):
        given |= search
        _alone(given)
        ranked = tours.shortest_hamiltonian_cycles(subject, named_node(nodes, start), **given)
        found.extend(islice(ranked, count))
    answers = list(map(answer_to, found))
    return replace(
        answers[-1],
        text="\n".join(str(one.text) for one in answers),
        answer={"tours": [one.answer for one in answers]},
    )
