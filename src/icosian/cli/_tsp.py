"""``icosian tsp``: the shortest tour, and what is proved of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import click
import networkx as nx

from icosian import tours
from icosian._io.source import Source
from icosian._io.tables import TABLE_SUFFIXES, is_table_file, kind_of, read_cells
from icosian._io.text import Text
from icosian.cli._route import SUFFIXES as MAP_SUFFIXES
from icosian.cli.shared.answers import Answer, Run, answer_to, answering
from icosian.cli.shared.choice import Choice, choice_options
from icosian.cli.shared.document import announce, remember
from icosian.cli.shared.options import Command, bundled, fixed_edges, named_node, options
from icosian.exceptions import NoHamiltonianCycle, NoHamiltonianPath, SearchLimitReached
from icosian.files.graphs import GRAPH_SUFFIXES, is_graph_file, read_graph
from icosian.files.places import read_coordinates, read_distances
from icosian.files.tsplib import TSP_SUFFIXES, is_tsp_file, read_problem
from icosian.routes.maps import fill_lengths, map_source, route_map_from_matrix
from icosian.tours import Places

SUFFIXES = (*TSP_SUFFIXES, *TABLE_SUFFIXES, *sorted({*GRAPH_SUFFIXES} - {*TSP_SUFFIXES}))


@dataclass(frozen=True)
class Lengths:
    """How a file of lengths is read."""

    points: bool = False
    matrix: bool = False
    roads: bool = False
    directed: bool = False
    distance: str | None = None

    def read(self, path: Path, weight: str | None = None) -> Source:
        """Return the places or the graph in a file."""
        kinds = [kind for kind in ("points", "matrix", "roads") if getattr(self, kind)]
        if is_table_file(path):
            if len(kinds) > 1 or (self.directed and kinds not in ([], ["roads"])):
                raise click.UsageError(
                    "--points, --matrix and --roads exclude each other, and --directed is for roads"
                )
            return self._read_table(path, kinds[0] if kinds else None, weight)
        if kinds or self.directed or self.distance is not None:
            raise click.UsageError(
                "--points, --matrix, --roads, --directed and --distance are for .csv and .tsv"
                " files; other formats state it themselves"
            )
        if is_tsp_file(path):
            return Source(value=read_problem(Text(path)))
        if is_graph_file(path):
            return Source(value=read_graph(path))
        raise click.UsageError(
            f"the name of a file of lengths ends in {', '.join(SUFFIXES)}, got {str(path)!r}"
        )

    def _read_table(self, path: Path, kind: str | None, weight: str | None) -> Source:
        """Return what a table holds, of the given kind or the only one that it can be."""
        if kind is None:
            given = self.distance is not None and self.distance != "matrix"
            kind = "points" if given else "roads" if self.directed else kind_of(read_cells(path))
        if self.distance not in (None, "matrix") and kind != "points":
            raise click.UsageError(f"--distance {self.distance} is for coordinates: --points")
        if kind == "points":
            return read_coordinates(path, self.distance)
        if kind == "roads":
            return map_source(path, directed=self.directed, weight=weight)
        names, rows, notes = read_distances(path)
        if any(c is None for i, row in enumerate(rows) for j, c in enumerate(row) if i != j):
            G = route_map_from_matrix(rows, names, zero="length")
            return Source(value=G, notes=(*notes, "a matrix with pairs that no way joins"))
        return Source(value=Places.from_matrix(rows, names=names), notes=notes)


def with_default(subject: Any, weight: str | None, default: Any) -> nx.Graph[Any]:
    """Return a graph whose edges all have a length."""
    if not isinstance(subject, nx.Graph):
        raise click.UsageError("--default is for graphs")
    return fill_lengths(subject, weight or "weight", default=default)


def lengths_options(command: Command) -> Command:
    """Give a command the options that make its :class:`Lengths`."""
    command = click.option(
        "--distance",
        metavar="NAME",
        help="euclidean, manhattan, chebyshev, haversine, EUC_2D, ...; for lat, lon haversine.",
    )(bundled("lengths", Lengths)(command))
    command = options("directed")(command)
    for name, what in (
        ("roads", "holds roads: u, v, weight"),
        ("matrix", "is a matrix of distances: 0 is a length, empty or NA is no way"),
        ("points", "holds coordinates"),
    ):
        command = click.option(f"--{name}", is_flag=True, help=f"The table {what}.")(command)
    return command


@click.command()
@answering
@options("file")
@lengths_options
@options("weight default")
@click.option("--open", "is_open", is_flag=True, help="Do not return; --end implies it.")
@click.option("--start", metavar="PLACE", help="First place of the tour.")
@click.option("--end", metavar="PLACE", help="Last place of an open tour.")
@choice_options
@click.option("--bottleneck", is_flag=True, help="Make the longest edge as short as possible.")
@click.option("--best", type=click.IntRange(min=1), help="So many of the shortest tours.")
@options("timeout gap seed processes dask save-tour proof quiet json")
def tsp(
    run: Run,
    file: str,
    *,
    lengths: Lengths,
    weight: str | None,
    default: Any,
    quiet: bool,
    is_open: bool,
    start: str | None,
    end: str | None,
    choice: Choice,
    bottleneck: bool,
    best: int | None,
) -> int:
    """Find the shortest tour of the places in a FILE, and prove how short a tour can be.

    FILE is a traveling salesman problem of TSPLIB (.tsp, .atsp; with an order .sop, whose tours are
    open), or a graph with lengths: .csv with the columns u, v, weight, .graphml or .json (node-link
    data). A .csv file may also hold coordinates (x, y, maybe a name before them; with named columns
    also lat and lon) or a matrix of distances: --points, --matrix or --roads says so where names of
    columns do not. A time limit gives the best tour so far, and what is proved of it. Several files
    give a table with one row each, --jobs is then the number of processes, and {} in --save and
    --proof stands for the name of each file.

    \b
    Examples:
      icosian tsp berlin52.tsp --save tour.svg
      icosian tsp towns.csv --points --distance haversine
      icosian tsp distances.csv --matrix --start 0 --end 5
      icosian tsp map.graphml --weight minutes --timeout 60 --gap 0.01
      icosian tsp pcb442.tsp --jobs 2 --save pcb442.tour
      icosian tsp *.tsp --jobs 2 --timeout 60 --save {}.tour
      icosian tsp towns.csv --points --group Bath,Wells --prize York=30
      icosian tsp towns.csv --points --start Bath --order York,Wells
      icosian tsp ESC12.sop --timeout 60
      icosian tsp berlin52.tsp --proof proof.json
      icosian tsp berlin52.tsp --bottleneck
      icosian tsp berlin52.tsp --best 5 --open
      icosian check proof.json berlin52.tsp

    \b
    Exit codes: 0 found, 1 there is no tour, 2 bad use, 3 limit reached.
    """
    source = lengths.read(Path(file), weight)
    subject = source.value
    if default is not None:
        subject = with_default(subject, weight, default)
        source = replace(source, value=subject)
    nodes: Any = subject
    remember(subject, file)
    closed = not is_open and end is None and getattr(subject, "closed", True)
    given: dict[str, Any] = {}
    if not isinstance(subject, tours.Places):
        given = {"weight": weight or "weight", "require": fixed_edges(subject)}
    elif weight is None:
        nodes = subject.nodes
    else:
        raise click.UsageError("--weight is for graphs")
    if bottleneck and (best or choice != Choice()):
        raise click.UsageError("--bottleneck is for one tour, of all places in any order")
    ends = [named_node(nodes, name) for name in ([start] if closed else [start, end])]
    announce(run, source, weight, quiet=quiet)
    try:
        with run.search() as search:
            given |= search
            if (best or bottleneck) and given.pop("gap"):
                raise click.UsageError("--gap is not for --bottleneck and --best")
            plural = "s" if best else ""
            if not bottleneck:
                conditions = choice.of(partial(named_node, nodes), nodes)
                if isinstance(subject, tours.Places):
                    given |= {"closed": closed, **conditions}
                    find = getattr(tours, f"shortest_tour{plural}")
                    return run.respond(_best(find(subject, None, *ends, **given), best))
                if choice != Choice(orders=choice.orders):
                    raise click.UsageError(
                        "--group, --prize and --leave-out are for tours of places"
                    )
                given["order"] = conditions["order"]
            name = "bottleneck" if bottleneck else "shortest"
            find = getattr(tours, f"{name}_hamiltonian_{'cycle' if closed else 'path'}{plural}")
            return run.respond(_best(find(subject, *ends, **given), best))
    except (NoHamiltonianCycle, NoHamiltonianPath) as error:
        walk = f"icosian route {file} --visit PLACE finds a walk, which may pass places again"
        is_map = Path(file).suffix.lower() in MAP_SUFFIXES
        return run.respond(replace(answer_to(error), remark=walk if is_map else None))


def _best(found: Any, count: int | None) -> Any:
    """Return the answer with so many tours; its proof and picture are those of the last."""
    if count is None:
        return found
    answers: list[Answer] = []
    try:
        answers.extend(map(answer_to, islice(found, count)))
    except SearchLimitReached:
        if not answers:
            raise
    return replace(
        answers[-1],
        text="\n".join(str(one.text) for one in answers),
        answer={"tours": [one.answer for one in answers]},
    )
