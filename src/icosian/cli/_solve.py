"""``icosian solve``: tours of the graphs in files, or the proofs that there are none."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from icosian import tours
from icosian._io.text import checked_path
from icosian.cli.shared.answers import Run, answer_to, answering
from icosian.cli.shared.batch import instances
from icosian.cli.shared.options import ParamType, SavedType, graph_sources_of, options
from icosian.cli.shared.output import tour_in_words
from icosian.cli.shared.question import TourQuestion, asking
from icosian.exceptions import NoHamiltonianCycle, NoHamiltonianPath

PRINTED_NODES = 1000


class _TargetType(ParamType):
    """A file, by its suffix, or a folder, which is created if it is missing."""

    name = "path"

    def __init__(self, noun: str, *suffixes: str) -> None:
        self.noun = noun
        self.suffixes = suffixes

    def convert(self, value: Any, param: Any, ctx: Any) -> Path:
        """Return the path of the file, or of one for each graph in the folder."""
        path = checked_path(value)
        if not path.parent.is_dir():
            self.fail(f"the folder of a {self.noun} must exist, got {value!r}", param, ctx)
        folder = not path.name.lower().endswith(self.suffixes)
        if folder != path.is_dir() if path.exists() else folder and path.suffix:
            rule = f"a {self.noun} is saved to a folder or to a {', '.join(self.suffixes)} file"
            self.fail(f"{rule}, got {value!r}", param, ctx)
        return path / f"{{}}{self.suffixes[0]}" if folder else path


_TOUR, _PROOF = _TargetType("tour", ".tour", ".tour.gz"), _TargetType("proof", ".json")
_PICTURE = _TargetType("picture", ".svg", ".png", ".pdf")


def _graphs(context: click.Context, param: click.Parameter, value: tuple[str, ...]) -> Any:  # noqa: ARG001
    """Return the graphs of all files; one that cannot be read does not stop the others."""
    for file in value:
        if re.fullmatch("[0-9]+(x[0-9]+)*", file.lower()) and not Path(file).exists():
            raise click.UsageError(
                f"FILE must be a graph file, got the board {file!r}: see icosian tour"
            )
    return list(instances(list(map(Path, value)), graph_sources_of))


@click.command()
@answering
@click.argument("graph", nargs=-1, required=True, metavar="FILE...", callback=_graphs)
@options("format closed start end method require forbid seed timeout jobs dask")
@click.option("--save", "tour", type=_TOUR, help="Write tours: a .tour file (TSPLIB), or a folder.")
@click.option("--proof", type=_PROOF, help="Write proofs: a .json file, or a folder.")
@click.option(
    "--picture",
    "save",
    type=_PICTURE,
    help="Draw tours and proofs: .svg, .png or .pdf, or a folder.",
)
@click.option("--csv", "sheet", type=SavedType("a table"), help="Write the table: a .csv file.")
@options("json")
@asking
def solve(run: Run, asked: TourQuestion) -> int:
    """Find a tour of each graph, or prove that it has none.

    A FILE is .hcp or .tsp (TSPLIB), .col or .edge (DIMACS), .edges or .edgelist (an edge a line),
    .g6 or .s6 (a graph a line), .gml, .graphml, .json (node-link data) or .net (Pajek), each also
    with .gz; or - for standard input, with --format. A tour uses the edges that a .hcp file fixes.
    Several graphs give a table with one row each. The time limit holds for each graph; a graph that
    is undecided or cannot be read does not stop the others. A dask cluster reads and writes the
    files itself, under the same names.

    \b
    Examples:
      icosian solve graph.hcp --save graph.tour --picture tour.svg
      icosian solve graph.hcp --timeout 60
      icosian solve graph.hcp --start 1 --end 7 --require 2-5 --forbid 3-4
      icosian solve *.hcp.gz --timeout 10 --jobs 4 --save tours --csv table.csv
      icosian solve cubic.g6 --proof proofs
      printf "A B\\nB C\\nC A\\n" | icosian solve - --format edges

    \b
    Exit codes: 0 all found, 2 some failed or bad use, else 3 some undecided, else 1 some proved
    impossible; 130 interrupted.
    """
    start, end = asked.ends
    with run.search() as search:
        given: dict[str, Any] = {**asked.conditions, **search}
        try:
            if asked.closed:
                tour = tours.hamiltonian_cycle(asked.G, start, **given)
            else:
                tour = tours.hamiltonian_path(asked.G, start, end, **given)
        except (NoHamiltonianCycle, NoHamiltonianPath) as error:
            picture: dict[str, Any] = {"picture": error.proof, "drawing": {"G": asked.G}}
            kind = type(error.proof).__name__
            return run.respond(replace(answer_to(error), **picture, line=kind))
    text, by = tour_in_words(tour), ""
    if tour.stats is not None:
        by = f"by {tour.stats.method}"
        text += f", {by} in {tour.stats.seconds:.3g} s"
    if run.tour is None and len(tour) <= PRINTED_NODES:
        text += f"\n{tour}"
    return run.respond(replace(answer_to(tour), text=text, line=by))
